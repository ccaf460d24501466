/* hd-loop.c: the elements of a pattern: ranges of its index variables, written or implied
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A variable without a written range takes every value for which all its appearances of the form v, v + c and v - c stay inside their
 * arrays. So r[i][j].east -> r[i][j+1].west joins the neighbours of a mesh and stops at its border.
 *
 * Instead of a range from first to last a variable may take the neighbours of a node in a random regular graph, those above the node, so that a
 * loop over all nodes meets each edge once: for="a=0..$n - 1 b=neighbours ($n, $degree, $seed, a)".
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-pattern.h"

#include <inttypes.h>
#include <string.h>

#include "hd-i18n.h"

void
hd_loop_free (HdLoop *self)
{
  if (self == NULL)
    return;
  for (guint i = 0; i < self->variables->len; i++)
    {
      HdLoopVariable *variable = &g_array_index (self->variables, HdLoopVariable, i);

      hd_formula_free (variable->first);
      hd_formula_free (variable->last);
      for (guint k = 0; k < HD_NEIGHBOURS_ARGUMENTS; k++)
        hd_formula_free (variable->graph[k]);
    }
  g_array_unref (self->variables);
  g_ptr_array_unref (self->texts);
  g_ptr_array_unref (self->patterns);
  hd_formula_free (self->where);
  g_free (self);
}

/* Start of the next "name =" at or after @p, outside brackets, or the end of the text. */
static const char *
next_range (const char *p)
{
  guint depth = 0;

  while (*p != '\0')
    {
      const char *start = p;
      const char *q;

      if (!g_ascii_isalpha (*p) && *p != '_')
        {
          if (*p == '(' || *p == '[')
            depth++;
          else if ((*p == ')' || *p == ']') && depth > 0)
            depth--;
          p++;
          continue;
        }
      while (g_ascii_isalnum (*p) || *p == '_')
        p++;
      for (q = p; g_ascii_isspace (*q);)
        q++;
      if (depth == 0 && q[0] == '=' && q[1] != '=')
        return start;
    }
  return p;
}

static HdFormula *
range_formula (HdLoop *self,
               HdEnvironment *environment,
               const char *start,
               const char *end)
{
  char *text = g_strchomp (g_strndup (start, (gsize) (end - start)));

  if (text[0] != '\0' && text[strlen (text) - 1] == ',')
    text[strlen (text) - 1] = '\0';
  g_ptr_array_add (self->texts, text);
  return hd_formula_new_part (environment, self->owner, self->object, "for", text);
}

/* neighbours "(" nodes "," degree "," seed "," node ")" */
static gboolean
read_neighbours (HdLoop *self,
                 HdEnvironment *environment,
                 HdLoopVariable *variable,
                 const char *start,
                 const char *end)
{
  g_autofree char *text = g_strndup (start, (gsize) (end - start));
  g_auto (GStrv) arguments = hd_random_graph_split_range (text);

  for (guint k = 0; arguments != NULL && k < HD_NEIGHBOURS_ARGUMENTS; k++)
    variable->graph[k] = range_formula (self, environment, arguments[k], arguments[k] + strlen (arguments[k]));
  return arguments != NULL;
}

static gboolean
is_reported (const HdLoopVariable *variable)
{
  for (guint k = 0; k < HD_NEIGHBOURS_ARGUMENTS; k++)
    if (variable->graph[k] != NULL && variable->graph[k]->reported)
      return TRUE;
  return variable->first != NULL && (variable->first->reported || variable->last->reported);
}

/* for = { name "=" ( first ".." last | neighbours ) } */
static gboolean
read_for (HdLoop *self,
          HdEnvironment *environment,
          const char *text)
{
  const char *p = next_range (text);

  while (*p != '\0')
    {
      const char *equals = strchr (p, '=');
      const char *end = next_range (equals);
      const char *dots = g_strstr_len (equals, end - equals, "..");
      g_autofree char *name = g_strchomp (g_strndup (p, (gsize) (equals - p)));
      HdLoopVariable variable = { .name = g_intern_string (name) };

      if (self->variables->len == HD_MAX_LOOP_VARIABLES)
        break;
      if (dots != NULL)
        {
          variable.first = range_formula (self, environment, equals + 1, dots);
          variable.last = range_formula (self, environment, dots + 2, end);
        }
      else if (!read_neighbours (self, environment, &variable, equals + 1, end))
        break;
      g_array_append_val (self->variables, variable);
      if (is_reported (&variable))
        return FALSE;
      p = end;
    }
  if (*p == '\0' && self->variables->len > 0)
    return TRUE;
  hd_elaborator_report (environment->elaborator, self->owner, self->object, "for", HD_PROBLEM_SYNTAX, _("Write “i=0..7 j=0..3”"),
                        _("“%s” is not a list of ranges"), text);
  return FALSE;
}

HdLoop *
hd_loop_new (HdEnvironment *environment,
             const char *owner,
             const HdObject *object,
             HdPattern *const *patterns,
             guint n_patterns)
{
  HdLoop *self = g_new0 (HdLoop, 1);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *text = hd_object_get (object, "for");

  self->owner = owner;
  self->object = object;
  self->variables = g_array_new (FALSE, FALSE, sizeof (HdLoopVariable));
  self->texts = g_ptr_array_new_with_free_func (g_free);
  self->patterns = g_ptr_array_new ();
  self->where = hd_formula_new (environment, owner, object, "where");
  for (guint i = 0; i < n_patterns; i++)
    {
      g_ptr_array_add (self->patterns, patterns[i]);
      hd_pattern_collect_names (patterns[i], names);
    }
  if ((self->where != NULL && self->where->reported) || (text != NULL && !read_for (self, environment, text)))
    {
      hd_loop_free (self);
      return NULL;
    }
  for (guint i = 0; i < names->len; i++)
    {
      HdLoopVariable variable = { .name = g_ptr_array_index (names, i) };
      gboolean known = FALSE;

      for (guint j = 0; j < self->variables->len; j++)
        known = known || g_array_index (self->variables, HdLoopVariable, j).name == variable.name;
      if (!known)
        g_array_append_val (self->variables, variable);
    }
  return self;
}

typedef struct
{
  HdLoop *loop;
  HdEnvironment environment;
  HdLoopElement element;
  gpointer data;
  guint n_active;
  struct
  {
    HdLoopVariable *variable;
    gint64 first, last; /* if implied */
    HdRandomGraph *graph; /* owned, of the values in @graph_key: those of the innermost loop seldom change */
    gint64 graph_key[HD_NEIGHBOURS_ARGUMENTS - 1];
  } active[HD_MAX_LOOP_VARIABLES];
  guint64 elements;
} Walk;

static gboolean
imply_range (Walk *walk,
             HdLoopExtent extent,
             const char *name,
             gint64 *out_first,
             gint64 *out_last)
{
  gint64 first = 0, last = G_MAXINT64;

  for (guint i = 0; i < walk->loop->patterns->len; i++)
    {
      const HdPattern *pattern = g_ptr_array_index (walk->loop->patterns, i);

      for (guint s = 0; s < pattern->n_steps + (pattern->has_port ? 1 : 0); s++)
        for (guint t = 0; t < pattern->steps[s].n_terms; t++)
          {
            const HdIndexTerm *term = &pattern->steps[s].terms[t];
            gint64 size;

            if (term->variable != name)
              continue;
            if (!extent (walk->data, pattern, s, t, &size))
              return FALSE;
            first = MAX (first, -term->offset);
            if (size != G_MAXINT64)
              last = MIN (last, size - 1 - term->offset);
          }
    }
  if (last == G_MAXINT64)
    {
      hd_elaborator_report (walk->environment.elaborator, walk->loop->owner, walk->loop->object, "for", HD_PROBLEM_INDEX,
                            _("State it with for"), _("The range of the index “%s” does not follow from an array"), name);
      return FALSE;
    }
  *out_first = first;
  *out_last = last;
  return TRUE;
}

static gboolean walk_level (Walk *walk,
                            guint level);

static gboolean
walk_neighbours (Walk *walk,
                 guint level)
{
  HdLoopVariable *variable = walk->active[level].variable;
  HdFrame frame = { .outer = walk->environment.frames, .name = variable->name };
  gint64 values[HD_NEIGHBOURS_ARGUMENTS], node;
  const guint32 *neighbours;
  guint32 n;
  gboolean good = TRUE;

  for (guint k = 0; k < HD_NEIGHBOURS_ARGUMENTS; k++)
    if (!hd_formula_get_integer (variable->graph[k], &walk->environment, &values[k]))
      return FALSE;
  if (walk->active[level].graph == NULL || memcmp (values, walk->active[level].graph_key, sizeof walk->active[level].graph_key) != 0)
    {
      g_autoptr (GError) error = NULL;

      g_clear_pointer (&walk->active[level].graph, hd_random_graph_free);
      walk->active[level].graph = hd_random_graph_new (values[0], values[1], values[2], &error);
      if (error != NULL)
        {
          hd_elaborator_report (walk->environment.elaborator, walk->loop->owner, walk->loop->object, "for", hd_problem_code_of (error, FALSE), NULL,
                                "%s", error->message);
          return FALSE;
        }
      memcpy (walk->active[level].graph_key, values, sizeof walk->active[level].graph_key);
    }
  node = values[HD_NEIGHBOURS_ARGUMENTS - 1];
  if (node < 0 || node >= values[0])
    {
      hd_elaborator_report (walk->environment.elaborator, walk->loop->owner, walk->loop->object, "for", HD_PROBLEM_INDEX, NULL,
                            _("The graph has no node %" PRId64 " (permitted: 0 to %" PRId64 ")"), node, values[0] - 1);
      return FALSE;
    }
  neighbours = hd_random_graph_get_neighbours (walk->active[level].graph, (guint32) node, &n);
  walk->environment.frames = &frame;
  for (guint32 i = 0; good && i < n; i++)
    if (neighbours[i] > node)
      {
        frame.value = neighbours[i];
        good = walk_level (walk, level + 1);
      }
  walk->environment.frames = frame.outer;
  return good;
}

static gboolean
walk_level (Walk *walk,
            guint level)
{
  HdFrame frame = { .outer = walk->environment.frames };
  HdLoopVariable *variable;
  gint64 first, last;
  gboolean good = TRUE;

  if (!hd_elaborator_visit (walk->environment.elaborator, walk->loop->owner, walk->loop->object))
    return FALSE;
  if (level == walk->n_active)
    {
      gboolean kept = TRUE;

      if (walk->loop->where != NULL && !hd_formula_get_truth (walk->loop->where, &walk->environment, &kept))
        return FALSE;
      if (!kept)
        return TRUE;
      if (walk->element == NULL)
        {
          walk->elements++;
          return TRUE;
        }
      return walk->element (walk->data, &walk->environment, (guint32) walk->elements++);
    }
  variable = walk->active[level].variable;
  if (variable->graph[0] != NULL)
    return walk_neighbours (walk, level);
  first = walk->active[level].first;
  last = walk->active[level].last;
  if (variable->first != NULL
      && (!hd_formula_get_integer (variable->first, &walk->environment, &first)
          || !hd_formula_get_integer (variable->last, &walk->environment, &last)))
    return FALSE;
  if (last >= first && (guint64) last - (guint64) first >= HD_LIMIT_DESIGN)
    {
      hd_elaborator_report (walk->environment.elaborator, walk->loop->owner, walk->loop->object, "for", HD_PROBLEM_LIMIT, NULL,
                            _("Index “%s” takes %" PRIu64 " values; the limit is %u"), variable->name,
                            (guint64) last - (guint64) first + 1, HD_LIMIT_DESIGN);
      return FALSE;
    }
  if (walk->element == NULL && walk->loop->where == NULL && level + 1 == walk->n_active)
    {
      walk->elements += last >= first ? (guint64) last - (guint64) first + 1 : 0;
      return TRUE;
    }
  frame.name = variable->name;
  walk->environment.frames = &frame;
  for (frame.value = first; good && frame.value <= last; frame.value++)
    good = walk_level (walk, level + 1);
  walk->environment.frames = frame.outer;
  return good;
}

gboolean
hd_loop_run (HdLoop *self,
             const HdEnvironment *environment,
             HdLoopExtent extent,
             HdLoopElement element,
             gpointer data,
             guint32 *out_elements,
             gboolean *out_indexed)
{
  Walk walk = { .loop = self, .environment = *environment, .element = element, .data = data };
  gboolean good;

  for (guint i = 0; i < self->variables->len; i++)
    {
      HdLoopVariable *variable = &g_array_index (self->variables, HdLoopVariable, i);
      guint n = walk.n_active;

      gboolean implied = variable->first == NULL && variable->graph[0] == NULL;

      if (implied && hd_frame_find (environment->frames, variable->name) != NULL)
        continue;
      if (n == HD_MAX_LOOP_VARIABLES)
        {
          hd_elaborator_report (environment->elaborator, self->owner, self->object, "for", HD_PROBLEM_LIMIT, NULL,
                                _("A pattern has at most %d index variables"), HD_MAX_LOOP_VARIABLES);
          return FALSE;
        }
      walk.active[n].variable = variable;
      if (implied && !imply_range (&walk, extent, variable->name, &walk.active[n].first, &walk.active[n].last))
        return FALSE;
      walk.n_active++;
    }
  good = walk_level (&walk, 0);
  for (guint i = 0; i < walk.n_active; i++)
    g_clear_pointer (&walk.active[i].graph, hd_random_graph_free);
  *out_elements = (guint32) MIN (walk.elements, G_MAXUINT32);
  *out_indexed = walk.n_active > 0;
  return good;
}
