/* heddle-lines-dialog.c: a text of lines as a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What no form has is kept as it stands, in the column of what else there is.
 */
#define G_LOG_DOMAIN "heddle-lines"

#include "heddle-lines-dialog.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"

#define MOST_LINES 400 /* that are a table; more are a file's */
#define CELL_CHARS 4
#define NO_FORM G_MAXUINT /* a remark alone, or what is of no form */
#define MAX_WHY 512

/* @values: by field; @rest: what is no field of its form; @remark: behind # */
typedef struct
{
  guint form;
  GHashTable *values;
  char *rest;
  char *remark;
} Line;

struct _HeddleLinesDialog
{
  AdwWindow parent_instance;

  /* Owned */
  GPtrArray *lines;   /* of Line */
  GPtrArray *columns; /* of const char *: fields that are shown, in the order of forms */
  GPtrArray *numbers; /* of GtkWidget *: labels of lines, borrowed */
  char *fault;        /* or NULL */

  /* Borrowed */
  HdCatalog *catalog;
  const HdComponentType *type;
  const HdParameter *parameter;

  /* Of the template */
  GtkGrid *grid;
  GtkWidget *fields;
  GtkLabel *status;
  GtkWidget *apply;

  guint n_forms;
};

G_DEFINE_FINAL_TYPE (HeddleLinesDialog, heddle_lines_dialog, ADW_TYPE_WINDOW)

static guint signal_apply;

/* ---- text ------------------------------------------------------------------------------------------------------------ */

static void
line_free (gpointer data)
{
  Line *line = data;

  g_hash_table_unref (line->values);
  g_free (line->rest);
  g_free (line->remark);
  g_free (line);
}

static Line *
line_new (guint form)
{
  Line *line = g_new0 (Line, 1);

  line->form = form;
  line->values = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  line->rest = g_strdup ("");
  line->remark = g_strdup ("");
  return line;
}

static const HdFormField *
find_field (const HdForm *form,
            const char *name)
{
  const HdFormField *field = form->fields;

  while (field->name != NULL && strcmp (field->name, name) != 0)
    field++;
  return field->name != NULL ? field : NULL;
}

static guint
find_form (HeddleLinesDialog *self,
           const char *name)
{
  guint form = 0;

  while (form < self->n_forms && strcmp (self->type->forms[form].name, name) != 0)
    form++;
  return form < self->n_forms ? form : NO_FORM;
}

static void
read_word (HeddleLinesDialog *self,
           Line *line,
           const char *word)
{
  const char *equals = strchr (word, '=');
  g_autofree char *name = equals != NULL ? g_strndup (word, (gsize) (equals - word)) : g_strdup (word);
  const HdFormField *field = line->form != NO_FORM ? find_field (&self->type->forms[line->form], name) : NULL;
  char *rest;

  if (field != NULL && !g_hash_table_contains (line->values, field->name) && (equals != NULL || field->bits == 1))
    {
      g_hash_table_insert (line->values, (gpointer) field->name, g_strdup (equals != NULL ? equals + 1 : "1"));
      return;
    }
  rest = g_strdup_printf ("%s%s%s", line->rest, *line->rest != '\0' ? " " : "", word);
  g_free (line->rest);
  line->rest = rest;
}

static void
read_line (HeddleLinesDialog *self,
           const char *text)
{
  const char *remark = strchr (text, '#');
  g_autofree char *said = remark != NULL ? g_strndup (text, (gsize) (remark - text)) : g_strdup (text);
  g_auto (GStrv) words = g_strsplit_set (said, " \t\r", -1);
  Line *line = NULL;

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] == '\0')
      continue;
    else if (line == NULL)
      {
        line = line_new (find_form (self, words[i]));
        if (line->form == NO_FORM)
          read_word (self, line, words[i]);
      }
    else
      {
        read_word (self, line, words[i]);
      }
  if (line == NULL)
    line = line_new (NO_FORM);
  if (remark != NULL)
    {
      g_free (line->remark);
      line->remark = g_strstrip (g_strdup (remark + 1));
    }
  g_ptr_array_add (self->lines, line);
}

/* A semicolon ends a line, but not in a remark. */
static GPtrArray *
split (const char *text)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) rows = g_strsplit (text, "\n", -1);

  for (guint i = 0; rows[i] != NULL; i++)
    {
      const char *from = rows[i], *remark = strchr (rows[i], '#');
      const char *end = strchr (from, ';');

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
  g_autoptr (GPtrArray) parts = split (text);
  guint n = 0;

  for (guint i = 0; i < parts->len; i++)
    n += *g_strstrip (parts->pdata[i]) != '\0';
  return n;
}

static void
append_line (HeddleLinesDialog *self,
             GString *text,
             const Line *line)
{
  const HdFormField *field = line->form != NO_FORM ? self->type->forms[line->form].fields : NULL;

  if (line->form != NO_FORM)
    g_string_append (text, self->type->forms[line->form].name);
  for (; field != NULL && field->name != NULL; field++)
    {
      const char *value = g_hash_table_lookup (line->values, field->name);

      if (value != NULL && field->bits == 1 && strcmp (value, "1") == 0)
        g_string_append_printf (text, " %s", field->name);
      else if (value != NULL)
        g_string_append_printf (text, " %s=%s", field->name, value);
    }
  if (*line->rest != '\0')
    g_string_append_printf (text, "%s%s", line->form != NO_FORM ? " " : "", line->rest);
  if (*line->remark != '\0')
    g_string_append_printf (text, "%s# %s", line->form != NO_FORM || *line->rest != '\0' ? " " : "", line->remark);
}

char *
heddle_lines_dialog_dup_text (HeddleLinesDialog *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->lines->len; i++)
    {
      if (i > 0)
        g_string_append_c (text, '\n');
      append_line (self, text, self->lines->pdata[i]);
    }
  return g_string_free (text, FALSE);
}

guint
heddle_lines_dialog_get_n (HeddleLinesDialog *self)
{
  return self->lines->len;
}

const char *
heddle_lines_dialog_get_fault (HeddleLinesDialog *self)
{
  return self->fault;
}

/* ---- checking -------------------------------------------------------------------------------------------------------- */

/* "line 3: ..." marks the third. */
static void
mark_fault (HeddleLinesDialog *self)
{
  guint64 at = self->fault != NULL && g_str_has_prefix (self->fault, "line ") ? g_ascii_strtoull (self->fault + strlen ("line "), NULL, 10) : 0;

  for (guint i = 0; i < self->numbers->len; i++)
    {
      GtkWidget *number = self->numbers->pdata[i];

      if (i + 1 == at)
        gtk_widget_add_css_class (number, "error");
      else
        gtk_widget_remove_css_class (number, "error");
    }
}

static void
check (HeddleLinesDialog *self)
{
  g_autofree char *text = heddle_lines_dialog_dup_text (self), *good = NULL;
  char why[MAX_WHY] = "";

  g_clear_pointer (&self->fault, g_free);
  if (self->parameter->check != NULL && *text != '\0' && !self->parameter->check (text, why, sizeof why))
    self->fault = g_strdup (why);
  good = g_strdup_printf (ngettext ("%u line, nothing is wrong", "%u lines, nothing is wrong", self->lines->len), self->lines->len);
  gtk_label_set_label (self->status, self->fault != NULL ? self->fault : good);
  if (self->fault != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->status), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->status), "error");
  gtk_widget_set_sensitive (self->apply, self->fault == NULL);
  mark_fault (self);
}

/* ---- the table ------------------------------------------------------------------------------------------------------- */

/* Which cell a widget is. */
typedef struct
{
  Line *line;
  const char *field;
} Cell;

static Cell *
attach_cell (GtkWidget *widget,
             Line *line,
             const char *field)
{
  Cell *cell = g_new (Cell, 1);

  *cell = (Cell){ line, field };
  g_object_set_data_full (G_OBJECT (widget), "heddle-cell", cell, g_free);
  return cell;
}

static Cell *
get_cell (gpointer widget)
{
  return g_object_get_data (G_OBJECT (widget), "heddle-cell");
}

static void
set_value (HeddleLinesDialog *self,
           Line *line,
           const char *field,
           const char *value)
{
  if (*value != '\0')
    g_hash_table_insert (line->values, (gpointer) field, g_strdup (value));
  else
    g_hash_table_remove (line->values, field);
  check (self);
}

static void
on_entry_changed (GtkEditable *entry,
                  HeddleLinesDialog *self)
{
  set_value (self, get_cell (entry)->line, get_cell (entry)->field, gtk_editable_get_text (entry));
}

static void
on_flag_toggled (GtkCheckButton *button,
                 HeddleLinesDialog *self)
{
  set_value (self, get_cell (button)->line, get_cell (button)->field, gtk_check_button_get_active (button) ? "1" : "");
}

static void
on_rest_changed (GtkEditable *entry,
                 HeddleLinesDialog *self)
{
  Line *line = get_cell (entry)->line;
  const char *text = gtk_editable_get_text (entry), *remark = strchr (text, '#');

  g_free (line->rest);
  g_free (line->remark);
  line->rest = g_strstrip (remark != NULL ? g_strndup (text, (gsize) (remark - text)) : g_strdup (text));
  line->remark = g_strstrip (g_strdup (remark != NULL ? remark + 1 : ""));
  g_strdelimit (line->rest, "\n;", ' ');
  g_strdelimit (line->remark, "\n", ' ');
  check (self);
}

static void build (HeddleLinesDialog *self);

static void
on_form_chosen (GtkDropDown *choice,
                GParamSpec *pspec,
                HeddleLinesDialog *self)
{
  get_cell (choice)->line->form = gtk_drop_down_get_selected (choice) < self->n_forms ? gtk_drop_down_get_selected (choice) : NO_FORM;
  build (self);
}

static GtkWidget *
new_value (HeddleLinesDialog *self,
           Line *line,
           const HdFormField *field,
           guint number)
{
  const char *value = g_hash_table_lookup (line->values, field->name);
  g_autofree char *label = g_strdup_printf (_("Line %u, %s"), number, field->name);
  GtkWidget *widget;

  if (field->bits == 1 && (value == NULL || strcmp (value, "1") == 0))
    {
      widget = gtk_check_button_new ();
      gtk_check_button_set_active (GTK_CHECK_BUTTON (widget), value != NULL);
      gtk_widget_set_halign (widget, GTK_ALIGN_CENTER);
      g_signal_connect (widget, "toggled", G_CALLBACK (on_flag_toggled), self);
    }
  else
    {
      widget = gtk_entry_new ();
      gtk_editable_set_text (GTK_EDITABLE (widget), value != NULL ? value : "");
      gtk_editable_set_width_chars (GTK_EDITABLE (widget), CELL_CHARS);
      gtk_editable_set_max_width_chars (GTK_EDITABLE (widget), CELL_CHARS);
      gtk_entry_set_placeholder_text (GTK_ENTRY (widget), "0");
      g_signal_connect (widget, "changed", G_CALLBACK (on_entry_changed), self);
    }
  attach_cell (widget, line, field->name);
  gtk_widget_set_tooltip_text (widget, hd_catalog_translate (self->catalog, self->type, field->help));
  heddle_set_accessible_label (widget, label);
  return widget;
}

static GtkWidget *
new_form_choice (HeddleLinesDialog *self,
                 Line *line,
                 guint number)
{
  GtkStringList *titles = gtk_string_list_new (NULL);
  g_autofree char *label = g_strdup_printf (_("Line %u, kind"), number);
  GtkWidget *choice;

  for (guint i = 0; i < self->n_forms; i++)
    gtk_string_list_append (titles, hd_catalog_translate (self->catalog, self->type, self->type->forms[i].title));
  gtk_string_list_append (titles, _("Remark"));
  choice = gtk_drop_down_new (G_LIST_MODEL (titles), NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), line->form != NO_FORM ? line->form : self->n_forms);
  attach_cell (choice, line, NULL);
  heddle_set_accessible_label (choice, label);
  g_signal_connect (choice, "notify::selected", G_CALLBACK (on_form_chosen), self);
  return choice;
}

static GtkWidget *
new_button (const char *icon,
            const char *label,
            const char *action,
            guint line)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "heddle-small");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", line);
  gtk_widget_set_tooltip_text (button, label);
  heddle_set_accessible_label (button, label);
  return button;
}

static GtkWidget *
new_rest (HeddleLinesDialog *self,
          Line *line,
          guint number)
{
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *label = g_strdup_printf (_("Line %u, remark"), number);
  g_autofree char *text = *line->remark != '\0' ? g_strdup_printf ("%s%s# %s", line->rest, *line->rest != '\0' ? " " : "", line->remark) : g_strdup (line->rest);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 12);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "# …");
  attach_cell (entry, line, NULL);
  heddle_set_accessible_label (entry, label);
  g_signal_connect (entry, "changed", G_CALLBACK (on_rest_changed), self);
  return entry;
}

static void
add_row (HeddleLinesDialog *self,
         guint i)
{
  Line *line = self->lines->pdata[i];
  g_autofree char *text = g_strdup_printf ("%u", i + 1);
  GtkWidget *number = heddle_label_new (text, "dim-label"), *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  int row = (int) i + 1, column = 0;

  gtk_label_set_xalign (GTK_LABEL (number), 1);
  gtk_widget_add_css_class (number, "numeric");
  g_ptr_array_add (self->numbers, number);
  gtk_grid_attach (self->grid, number, column++, row, 1, 1);
  gtk_grid_attach (self->grid, new_form_choice (self, line, i + 1), column++, row, 1, 1);
  for (guint c = 0; c < self->columns->len; c++, column++)
    {
      const HdFormField *field = line->form != NO_FORM ? find_field (&self->type->forms[line->form], self->columns->pdata[c]) : NULL;

      if (field != NULL)
        gtk_grid_attach (self->grid, new_value (self, line, field, i + 1), column, row, 1, 1);
    }
  gtk_grid_attach (self->grid, new_rest (self, line, i + 1), column++, row, 1, 1);
  gtk_box_append (GTK_BOX (buttons), new_button ("list-add-symbolic", _("Add a Line Below"), "lines.add", i + 1));
  gtk_box_append (GTK_BOX (buttons), new_button ("go-up-symbolic", _("Move Up"), "lines.up", i));
  gtk_box_append (GTK_BOX (buttons), new_button ("go-down-symbolic", _("Move Down"), "lines.down", i));
  gtk_box_append (GTK_BOX (buttons), new_button ("list-remove-symbolic", _("Remove the Line"), "lines.remove", i));
  gtk_grid_attach (self->grid, buttons, column, row, 1, 1);
}

static void
add_heads (HeddleLinesDialog *self)
{
  for (guint c = 0; c < self->columns->len; c++)
    {
      GtkWidget *head = heddle_label_new (self->columns->pdata[c], "dim-label");

      gtk_label_set_ellipsize (GTK_LABEL (head), PANGO_ELLIPSIZE_NONE);
      gtk_label_set_xalign (GTK_LABEL (head), 0.5);
      gtk_widget_add_css_class (head, "caption");
      gtk_grid_attach (self->grid, head, (int) c + 2, 0, 1, 1);
    }
  gtk_grid_attach (self->grid, heddle_label_new (_("Remark"), "dim-label"), (int) self->columns->len + 2, 0, 1, 1);
}

/* Fields in the order of forms, those that some line has or that were asked for. */
static gboolean
is_used (HeddleLinesDialog *self,
         const char *field)
{
  for (guint i = 0; i < self->lines->len; i++)
    if (g_hash_table_contains (((Line *) self->lines->pdata[i])->values, field))
      return TRUE;
  return FALSE;
}

static gboolean
has_column (HeddleLinesDialog *self,
            const char *field)
{
  for (guint c = 0; c < self->columns->len; c++)
    if (strcmp (self->columns->pdata[c], field) == 0)
      return TRUE;
  return FALSE;
}

static void
choose_columns (HeddleLinesDialog *self)
{
  g_autoptr (GPtrArray) shown = g_ptr_array_new ();
  GHashTable *seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint f = 0; f < self->n_forms; f++)
    for (const HdFormField *field = self->type->forms[f].fields; field->name != NULL; field++)
      if (g_hash_table_add (seen, (gpointer) field->name) && (has_column (self, field->name) || is_used (self, field->name)))
        g_ptr_array_add (shown, (gpointer) field->name);
  g_hash_table_unref (seen);
  g_ptr_array_set_size (self->columns, 0);
  for (guint i = 0; i < shown->len; i++)
    g_ptr_array_add (self->columns, shown->pdata[i]);
}

static void
build (HeddleLinesDialog *self)
{
  GtkWidget *child;

  g_ptr_array_set_size (self->numbers, 0);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
  choose_columns (self);
  add_heads (self);
  for (guint i = 0; i < self->lines->len && i < MOST_LINES; i++)
    add_row (self, i);
  check (self);
}

/* ---- what a hand does ------------------------------------------------------------------------------------------------ */

void
heddle_lines_dialog_set (HeddleLinesDialog *self,
                         guint line,
                         const char *field,
                         const char *value)
{
  Line *changed = self->lines->pdata[line];
  const HdFormField *known = changed->form != NO_FORM ? find_field (&self->type->forms[changed->form], field) : NULL;

  g_return_if_fail (known != NULL);
  set_value (self, changed, known->name, value);
  build (self);
}

void
heddle_lines_dialog_add (HeddleLinesDialog *self,
                         guint before,
                         const char *form)
{
  g_ptr_array_insert (self->lines, (int) MIN (before, self->lines->len), line_new (find_form (self, form)));
  build (self);
}

void
heddle_lines_dialog_remove (HeddleLinesDialog *self,
                            guint line)
{
  g_ptr_array_remove_index (self->lines, line);
  build (self);
}

void
heddle_lines_dialog_move (HeddleLinesDialog *self,
                          guint line,
                          int by)
{
  gint64 to = (gint64) line + by;
  gpointer moved;

  if (to < 0 || to >= self->lines->len)
    return;
  moved = g_ptr_array_steal_index (self->lines, line);
  g_ptr_array_insert (self->lines, (int) to, moved);
  build (self);
}

void
heddle_lines_dialog_apply (HeddleLinesDialog *self)
{
  g_autofree char *text = heddle_lines_dialog_dup_text (self);

  if (self->fault != NULL)
    return;
  g_signal_emit (self, signal_apply, 0, text);
  gtk_window_close (GTK_WINDOW (self));
}

/* Of the kind of the one above it, which is what most that follow are. */
static void
on_add (GtkWidget *widget,
        const char *action,
        GVariant *target)
{
  HeddleLinesDialog *self = HEDDLE_LINES_DIALOG (widget);
  guint before = target != NULL ? g_variant_get_uint32 (target) : self->lines->len;
  const Line *above = before > 0 ? self->lines->pdata[before - 1] : NULL;

  heddle_lines_dialog_add (self, before, above != NULL && above->form != NO_FORM ? self->type->forms[above->form].name : self->type->forms[0].name);
}

static void
on_remove (GtkWidget *widget,
           const char *action,
           GVariant *target)
{
  heddle_lines_dialog_remove (HEDDLE_LINES_DIALOG (widget), g_variant_get_uint32 (target));
}

static void
on_up (GtkWidget *widget,
       const char *action,
       GVariant *target)
{
  heddle_lines_dialog_move (HEDDLE_LINES_DIALOG (widget), g_variant_get_uint32 (target), -1);
}

static void
on_down (GtkWidget *widget,
         const char *action,
         GVariant *target)
{
  heddle_lines_dialog_move (HEDDLE_LINES_DIALOG (widget), g_variant_get_uint32 (target), 1);
}

static void
on_append (GtkWidget *widget,
           const char *action,
           GVariant *target)
{
  on_add (widget, action, NULL);
}

static void
on_column_toggled (GtkCheckButton *button,
                   HeddleLinesDialog *self)
{
  const char *field = get_cell (button)->field;

  if (gtk_check_button_get_active (button))
    g_ptr_array_add (self->columns, (gpointer) field);
  else
    for (guint c = 0; c < self->columns->len; c++)
      if (self->columns->pdata[c] == field)
        g_ptr_array_remove_index (self->columns, c--);
  build (self);
}

/* Fields that are not shown can be. Those that some line has always are. */
static void
fill_fields (HeddleLinesDialog *self)
{
  GHashTable *seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint f = 0; f < self->n_forms; f++)
    for (const HdFormField *field = self->type->forms[f].fields; field->name != NULL; field++)
      if (g_hash_table_add (seen, (gpointer) field->name))
        {
          GtkWidget *button = gtk_check_button_new_with_label (field->name);

          attach_cell (button, NULL, field->name);
          gtk_check_button_set_active (GTK_CHECK_BUTTON (button), has_column (self, field->name));
          gtk_widget_set_tooltip_text (button, hd_catalog_translate (self->catalog, self->type, field->help));
          g_signal_connect (button, "toggled", G_CALLBACK (on_column_toggled), self);
          gtk_box_append (GTK_BOX (self->fields), button);
        }
  g_hash_table_unref (seen);
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

static void
heddle_lines_dialog_finalize (GObject *object)
{
  HeddleLinesDialog *self = HEDDLE_LINES_DIALOG (object);

  g_ptr_array_unref (self->lines);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->numbers);
  g_free (self->fault);
  G_OBJECT_CLASS (heddle_lines_dialog_parent_class)->finalize (object);
}

static void
heddle_lines_dialog_class_init (HeddleLinesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = heddle_lines_dialog_finalize;
  signal_apply = g_signal_new ("apply", HEDDLE_TYPE_LINES_DIALOG, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/lines-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, grid);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, fields);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, status);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, apply);
  gtk_widget_class_bind_template_callback (widget_class, heddle_lines_dialog_apply);
  gtk_widget_class_install_action (widget_class, "lines.add", "u", on_add);
  gtk_widget_class_install_action (widget_class, "lines.remove", "u", on_remove);
  gtk_widget_class_install_action (widget_class, "lines.up", "u", on_up);
  gtk_widget_class_install_action (widget_class, "lines.down", "u", on_down);
  gtk_widget_class_install_action (widget_class, "lines.append", NULL, on_append);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, GDK_CONTROL_MASK, "lines.append", NULL);
}

static void
heddle_lines_dialog_init (HeddleLinesDialog *self)
{
  self->lines = g_ptr_array_new_with_free_func (line_free);
  self->columns = g_ptr_array_new ();
  self->numbers = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
heddle_lines_dialog_new (GtkWindow *parent,
                         HdCatalog *catalog,
                         const HdComponentType *type,
                         const HdParameter *parameter,
                         const char *text)
{
  HeddleLinesDialog *self = g_object_new (HEDDLE_TYPE_LINES_DIALOG, "transient-for", parent, NULL);
  g_autoptr (GPtrArray) parts = split (text != NULL ? text : "");

  self->catalog = catalog;
  self->type = type;
  self->parameter = parameter;
  while (type->forms[self->n_forms].name != NULL)
    self->n_forms++;
  gtk_window_set_title (GTK_WINDOW (self), hd_catalog_translate (catalog, type, parameter->title));
  for (guint i = 0; i < parts->len; i++)
    read_line (self, parts->pdata[i]);
  build (self);
  fill_fields (self);
  return GTK_WIDGET (self);
}
