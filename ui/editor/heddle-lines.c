/* heddle-lines.c: a text of lines, field by field
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-lines"

#include "heddle-lines.h"

#include <string.h>

static void
line_free (gpointer data)
{
  HeddleLine *line = data;

  g_hash_table_unref (line->values);
  g_free (line->rest);
  g_free (line->remark);
  g_free (line->raw);
  g_free (line);
}

static HeddleLine *
line_new (guint form)
{
  HeddleLine *line = g_new0 (HeddleLine, 1);

  line->form = form;
  line->values = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  line->rest = g_strdup ("");
  line->remark = g_strdup ("");
  return line;
}

const HdFormField *
heddle_lines_find_field (const HdForm *form,
                         const char *name)
{
  const HdFormField *field = form->fields;

  while (field->name != NULL && strcmp (field->name, name) != 0)
    field++;
  return field->name != NULL ? field : NULL;
}

guint
heddle_lines_find_form (const HeddleLines *self,
                        const char *name)
{
  guint form = 0;

  while (form < self->n_forms && strcmp (self->forms[form].name, name) != 0)
    form++;
  return form < self->n_forms ? form : HEDDLE_NO_FORM;
}

HeddleLine *
heddle_lines_get (const HeddleLines *self,
                  guint n)
{
  return g_ptr_array_index (self->all, n);
}

const HdForm *
heddle_lines_get_form (const HeddleLines *self,
                       const HeddleLine *line)
{
  return line->form != HEDDLE_NO_FORM ? &self->forms[line->form] : NULL;
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

static void
append_rest (HeddleLine *line,
             const char *word)
{
  char *rest = g_strdup_printf ("%s%s%s", line->rest, *line->rest != '\0' ? " " : "", word);

  g_free (line->rest);
  line->rest = rest;
}

static void
read_word (HeddleLines *self,
           HeddleLine *line,
           const char *word)
{
  const char *equals = strchr (word, '=');
  g_autofree char *name = equals != NULL ? g_strndup (word, (gsize) (equals - word)) : g_strdup (word);
  const HdForm *form = heddle_lines_get_form (self, line);
  const HdFormField *field = form != NULL ? heddle_lines_find_field (form, name) : NULL;

  if (field != NULL && !g_hash_table_contains (line->values, field->name) && (equals != NULL || field->bits == 1))
    g_hash_table_insert (line->values, (gpointer) field->name, g_strdup (equals != NULL ? equals + 1 : "1"));
  else
    append_rest (line, word);
}

/* The first word says which form it is. */
static HeddleLine *
read_named (HeddleLines *self,
            const char *said)
{
  g_auto (GStrv) words = g_strsplit_set (said, " \t\r", -1);
  HeddleLine *line = NULL;

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] == '\0')
      continue;
    else if (line == NULL)
      {
        line = line_new (heddle_lines_find_form (self, words[i]));
        if (line->form == HEDDLE_NO_FORM)
          read_word (self, line, words[i]);
      }
    else
      {
        read_word (self, line, words[i]);
      }
  return line != NULL ? line : line_new (HEDDLE_NO_FORM);
}

/* Between blanks there is nothing; a part between other signs may be empty, and the last field has what is left. */
static HeddleLine *
read_in_order (HeddleLines *self,
               const char *said)
{
  const HdForm *form = &self->forms[0];
  const HdFormField *field = form->fields;
  HeddleLine *line = line_new (0);
  gboolean is_blank = *form->between == ' ';
  gint n_fields = 0;
  g_auto (GStrv) parts = NULL;

  while (field[n_fields].name != NULL)
    n_fields++;
  parts = is_blank ? g_strsplit_set (said, " \t\r", -1) : g_strsplit (said, form->between, n_fields);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      gboolean is_empty = *g_strstrip (parts[i]) == '\0';

      if (is_empty && is_blank)
        continue;
      if (field->name == NULL)
        append_rest (line, parts[i]);
      else if (!is_empty)
        g_hash_table_insert (line->values, (gpointer) field->name, g_strdup (parts[i]));
      field += field->name != NULL;
    }
  return line;
}

static void
read_line (HeddleLines *self,
           const char *text)
{
  const char *remark = strchr (text, '#');
  g_autofree char *said = remark != NULL ? g_strndup (text, (gsize) (remark - text)) : g_strdup (text);
  HeddleLine *line = self->in_order ? read_in_order (self, said) : read_named (self, said);

  if (remark != NULL)
    {
      g_free (line->remark);
      line->remark = g_strstrip (g_strdup (remark + 1));
    }
  if (self->in_order)
    line->raw = g_strdup (text);
  g_ptr_array_add (self->all, line);
}

/* Without fields in order, a semicolon ends a line too, but not in a remark. */
static GPtrArray *
split (const char *text,
       gboolean in_order)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) rows = g_strsplit (text, "\n", -1);

  for (guint i = 0; rows[i] != NULL; i++)
    {
      const char *from = rows[i], *remark = strchr (rows[i], '#');
      const char *end = in_order ? NULL : strchr (from, ';');

      for (; end != NULL && (remark == NULL || end < remark); from = end + 1, end = strchr (from, ';'))
        g_ptr_array_add (parts, g_strndup (from, (gsize) (end - from)));
      if (*from != '\0' || end != NULL || rows[i + 1] != NULL)
        g_ptr_array_add (parts, g_strdup (from));
    }
  return parts;
}

guint
heddle_lines_count (const char *text)
{
  g_autoptr (GPtrArray) parts = split (text, FALSE);
  guint n = 0;

  for (guint i = 0; i < parts->len; i++)
    n += *g_strstrip (parts->pdata[i]) != '\0';
  return n;
}

void
heddle_lines_init (HeddleLines *self,
                   const HdForm *forms,
                   guint n_forms,
                   const char *text)
{
  g_autoptr (GPtrArray) parts = NULL;

  *self = (HeddleLines){ .forms = forms, .n_forms = n_forms, .in_order = n_forms == 1 && forms[0].between != NULL };
  self->all = g_ptr_array_new_with_free_func (line_free);
  parts = split (text != NULL ? text : "", self->in_order);
  for (guint i = 0; i < parts->len; i++)
    read_line (self, parts->pdata[i]);
}

void
heddle_lines_clear (HeddleLines *self)
{
  g_clear_pointer (&self->all, g_ptr_array_unref);
}

/* ---- writing ------------------------------------------------------------------------------------------------------- */

static void
append_named (GString *text,
              const HdForm *form,
              const HeddleLine *line)
{
  g_string_append (text, form->name);
  for (const HdFormField *field = form->fields; field->name != NULL; field++)
    {
      const char *value = g_hash_table_lookup (line->values, field->name);

      if (value != NULL && field->bits == 1 && strcmp (value, "1") == 0)
        g_string_append_printf (text, " %s", field->name);
      else if (value != NULL)
        g_string_append_printf (text, " %s=%s", field->name, value);
    }
}

/* What is missing between others leaves its sign, so that whoever checks the line sees it. */
static void
append_in_order (GString *text,
                 const HdForm *form,
                 const HeddleLine *line)
{
  const HdFormField *last = NULL;

  for (const HdFormField *field = form->fields; field->name != NULL; field++)
    if (g_hash_table_contains (line->values, field->name))
      last = field;
  for (const HdFormField *field = form->fields; last != NULL && field <= last; field++)
    {
      const char *value = g_hash_table_lookup (line->values, field->name);

      if (field != form->fields)
        g_string_append_printf (text, *form->between == ' ' ? "%s" : " %s ", form->between);
      g_string_append (text, value != NULL ? value : "");
    }
}

static void
append_line (const HeddleLines *self,
             GString *text,
             const HeddleLine *line)
{
  const HdForm *form = heddle_lines_get_form (self, line);
  gsize start = text->len;

  if (line->raw != NULL)
    {
      g_string_append (text, line->raw);
      return;
    }
  if (form != NULL && self->in_order)
    append_in_order (text, form, line);
  else if (form != NULL)
    append_named (text, form, line);
  if (*line->rest != '\0')
    g_string_append_printf (text, "%s%s", text->len > start ? " " : "", line->rest);
  if (*line->remark != '\0')
    g_string_append_printf (text, "%s# %s", text->len > start ? " " : "", line->remark);
}

/* Lines of a file all end, the last one too. */
char *
heddle_lines_dup_text (const HeddleLines *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->all->len; i++)
    {
      if (i > 0 && !self->in_order)
        g_string_append_c (text, '\n');
      append_line (self, text, heddle_lines_get (self, i));
      if (self->in_order)
        g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* ---- changing ------------------------------------------------------------------------------------------------------ */

void
heddle_lines_insert (HeddleLines *self,
                     guint before,
                     guint form)
{
  g_ptr_array_insert (self->all, (int) MIN (before, self->all->len), line_new (form));
}

void
heddle_lines_set (HeddleLines *self,
                  HeddleLine *line,
                  const char *field,
                  const char *value)
{
  g_autofree char *kept = g_strstrip (g_strdelimit (g_strdup (value), self->in_order ? "#\n\r" : "#\n\r;", ' '));

  g_clear_pointer (&line->raw, g_free);
  if (*kept != '\0')
    g_hash_table_insert (line->values, (gpointer) field, g_steal_pointer (&kept));
  else
    g_hash_table_remove (line->values, field);
}

char *
heddle_lines_dup_rest (const HeddleLine *line)
{
  return *line->remark != '\0' ? g_strdup_printf ("%s%s# %s", line->rest, *line->rest != '\0' ? " " : "", line->remark) : g_strdup (line->rest);
}

void
heddle_lines_set_rest (HeddleLines *self,
                       HeddleLine *line,
                       const char *text)
{
  const char *remark = strchr (text, '#');

  g_clear_pointer (&line->raw, g_free);
  g_free (line->rest);
  g_free (line->remark);
  line->rest = g_strstrip (remark != NULL ? g_strndup (text, (gsize) (remark - text)) : g_strdup (text));
  line->remark = g_strstrip (g_strdup (remark != NULL ? remark + 1 : ""));
  g_strdelimit (line->rest, self->in_order ? "\n\r" : "\n\r;", ' ');
  g_strdelimit (line->remark, "\n\r", ' ');
}

gboolean
heddle_lines_is_used (const HeddleLines *self,
                      const char *field)
{
  for (guint i = 0; i < self->all->len; i++)
    if (g_hash_table_contains (heddle_lines_get (self, i)->values, field))
      return TRUE;
  return FALSE;
}
