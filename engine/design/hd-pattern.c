/* hd-pattern.c: ends of links and routes with index expressions
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-pattern.h"

#include <string.h>

#include <heddle/hd-path-reader.h>

#include "hd-i18n.h"

static void
term_clear (HdIndexTerm *self)
{
  g_clear_pointer (&self->formula, hd_formula_free);
  g_clear_pointer (&self->text, g_free);
}

void
hd_pattern_free (HdPattern *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->n_steps + (self->has_port ? 1 : 0); i++)
    {
      for (guint j = 0; j < self->steps[i].n_terms; j++)
        term_clear (&self->steps[i].terms[j]);
      g_free (self->steps[i].terms);
    }
  g_free (self->steps);
  g_free (self->text);
  g_free (self);
}

const HdPatternStep *
hd_pattern_get_port (const HdPattern *self)
{
  return self->has_port ? &self->steps[self->n_steps] : NULL;
}

static const char *
skip_spaces (const char *p)
{
  while (g_ascii_isspace (*p))
    p++;
  return p;
}

/* Recognises the forms that can be solved for the variable and read without the evaluator. */
static gboolean
parse_simple (HdIndexTerm *term)
{
  const char *p = skip_spaces (term->text);
  const char *start = p;
  char *end;
  gint64 sign = 1;

  if (g_ascii_isalpha (*p) || *p == '_')
    {
      g_autofree char *name = NULL;

      while (g_ascii_isalnum (*p) || *p == '_')
        p++;
      name = g_strndup (start, (gsize) (p - start));
      p = skip_spaces (p);
      if (*p != '\0' && *p != '+' && *p != '-')
        return FALSE;
      term->variable = g_intern_string (name);
      if (*p == '\0')
        return TRUE;
      sign = *p == '-' ? -1 : 1;
      p = skip_spaces (p + 1);
    }
  if (!g_ascii_isdigit (*p) || strlen (p) > 15)
    goto no;
  term->offset = sign * g_ascii_strtoll (p, &end, 10);
  if (*skip_spaces (end) == '\0')
    return TRUE;
no:
  term->variable = NULL;
  term->offset = 0;
  return FALSE;
}

typedef struct
{
  HdEnvironment *environment;
  HdPattern *pattern;
  const char *p;
} Reader;

static gboolean
fail (Reader *reader,
      const char *expected)
{
  HdPattern *pattern = reader->pattern;

  hd_elaborator_report (reader->environment->elaborator, pattern->owner, pattern->object, pattern->attribute, HD_PROBLEM_SYNTAX, NULL,
                        _("“%s”: column %d should be %s"), pattern->text, (int) (reader->p - pattern->text) + 1, expected);
  return FALSE;
}

static gboolean
read_term (Reader *reader,
           HdPatternStep *step)
{
  const char *start = ++reader->p;
  guint depth = 1;
  HdIndexTerm *term;

  if (step->n_terms == HD_MAX_DIMENSIONS)
    return fail (reader, _("the end, an array has at most 8 dimensions"));
  for (; *reader->p != '\0' && depth > 0; reader->p++)
    {
      if (*reader->p == '[' || *reader->p == '(')
        depth++;
      else if (*reader->p == ']' || *reader->p == ')')
        depth--;
    }
  if (depth > 0 || reader->p[-1] != ']')
    return fail (reader, "]");
  step->terms = g_renew (HdIndexTerm, step->terms, step->n_terms + 1);
  term = &step->terms[step->n_terms++];
  *term = (HdIndexTerm) { 0 };
  term->text = g_strndup (start, (gsize) (reader->p - 1 - start));
  if (parse_simple (term))
    return TRUE;
  term->formula = hd_formula_new_part (reader->environment, reader->pattern->owner, reader->pattern->object, reader->pattern->attribute,
                                       term->text);
  return !term->formula->reported;
}

static gboolean
read_step (Reader *reader,
           HdPatternStep *step)
{
  const char *start = reader->p;
  g_autofree char *name = NULL;

  if (!g_ascii_isalpha (*start) && *start != '_')
    return fail (reader, _("a name"));
  while (g_ascii_isalnum (*reader->p) || *reader->p == '_' || *reader->p == '-')
    reader->p++;
  name = g_strndup (start, (gsize) (reader->p - start));
  step->name = g_intern_string (name);
  while (*reader->p == '[')
    if (!read_term (reader, step))
      return FALSE;
  return TRUE;
}

HdPattern *
hd_pattern_new (HdEnvironment *environment,
                const char *owner,
                const HdObject *object,
                const char *attribute,
                const char *text)
{
  HdPattern *self = g_new0 (HdPattern, 1);
  Reader reader = { environment, self, NULL };
  g_autoptr (GArray) steps = g_array_new (FALSE, TRUE, sizeof (HdPatternStep));
  gboolean good;

  self->owner = owner;
  self->object = object;
  self->attribute = attribute;
  self->text = g_strstrip (g_strdup (text));
  reader.p = self->text;
  for (;;)
    {
      g_array_set_size (steps, steps->len + 1);
      good = read_step (&reader, &g_array_index (steps, HdPatternStep, steps->len - 1));
      if (!good || self->has_port || (*reader.p != '/' && *reader.p != '.'))
        break;
      self->has_port = *reader.p == '.';
      reader.p++;
    }
  if (good && *reader.p != '\0')
    good = fail (&reader, self->has_port ? _("[ or the end") : _("[, /, . or the end"));
  self->n_steps = steps->len - (self->has_port ? 1 : 0);
  self->steps = (HdPatternStep *) g_array_free (g_steal_pointer (&steps), FALSE);
  if (!good)
    g_clear_pointer (&self, hd_pattern_free);
  return self;
}

static void
add_name (gpointer name,
          gpointer names)
{
  if (((const char *) name)[0] != '$' && !g_ptr_array_find (names, name, NULL))
    g_ptr_array_add (names, name);
}

void
hd_pattern_collect_names (const HdPattern *self,
                          GPtrArray *names)
{
  for (guint i = 0; i < self->n_steps + (self->has_port ? 1 : 0); i++)
    for (guint j = 0; j < self->steps[i].n_terms; j++)
      {
        const HdIndexTerm *term = &self->steps[i].terms[j];

        if (term->variable != NULL)
          add_name ((gpointer) term->variable, names);
        else if (term->formula != NULL)
          hd_expression_foreach_name (term->formula->expression, add_name, names);
      }
}

GPtrArray *
hd_pattern_split (const char *text)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  guint offset = 0;

  for (char *part = hd_path_list_next (text, &offset, NULL); part != NULL; part = hd_path_list_next (text, &offset, NULL))
    g_ptr_array_add (parts, part);
  return parts;
}

gboolean
hd_index_term_get (HdIndexTerm *self,
                   const HdEnvironment *environment,
                   const HdPattern *pattern,
                   gint64 *out_index)
{
  const HdFrame *frame;

  if (self->formula != NULL)
    return hd_formula_get_integer (self->formula, environment, out_index);
  if (self->variable == NULL)
    {
      *out_index = self->offset;
      return TRUE;
    }
  frame = hd_frame_find (environment->frames, self->variable);
  if (frame == NULL)
    {
      hd_elaborator_report (environment->elaborator, pattern->owner, pattern->object, pattern->attribute, HD_PROBLEM_UNKNOWN_NAME, NULL,
                            _("“%s” uses the index “%s”, which has no value here"), pattern->text, self->variable);
      return FALSE;
    }
  *out_index = frame->value + self->offset;
  return TRUE;
}
