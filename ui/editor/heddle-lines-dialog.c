/* heddle-lines-dialog.c: a text of lines as a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What no form has is kept as it stands, in the column of what else there is. Many lines are shown a page at a time.
 */
#define G_LOG_DOMAIN "heddle-lines"

#include "heddle-lines-dialog.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-lines.h"
#include "heddle-look.h"
#include "heddle-rows.h"

#define PAGE 200 /* lines at once: each has a widget for each of its fields */
#define CELL_CHARS 4
#define MOST_CHARS 36 /* of a cell whose field stands in its order */
#define MAX_WHY 512
#define BESIDE_TABLE 40 /* px: margins, and the bar of a table that is scrolled */

struct _HeddleLinesDialog
{
  AdwWindow parent_instance;

  /* Owned */
  HeddleLines lines;
  GPtrArray *columns; /* of const char *: fields that are shown, in the order of forms */
  GPtrArray *numbers; /* of GtkWidget *: labels of the lines of the page, borrowed */
  GPtrArray *widths;  /* of GtkSizeGroup *: by column of the page, of its head and its cells */
  char *fault;        /* or NULL */

  /* Borrowed */
  HdCatalog *catalog;
  const HdComponentType *type;
  const HdParameter *parameter;

  /* Of the template */
  AdwWindowTitle *title;
  GtkGrid *heads;
  GtkScrolledWindow *head_scroller;
  GtkGrid *grid;
  GtkScrolledWindow *scroller;
  GtkWidget *columns_button;
  GtkWidget *fields;
  GtkWidget *pages;
  GtkLabel *page;
  GtkLabel *status;
  GtkWidget *show;
  GtkWidget *apply;

  guint first; /* line of the page */
  gboolean is_refused;
};

G_DEFINE_FINAL_TYPE (HeddleLinesDialog, heddle_lines_dialog, ADW_TYPE_WINDOW)

static guint signal_apply;

char *
heddle_lines_dialog_dup_text (HeddleLinesDialog *self)
{
  return heddle_lines_dup_text (&self->lines);
}

guint
heddle_lines_dialog_get_n (HeddleLinesDialog *self)
{
  return self->lines.all->len;
}

const char *
heddle_lines_dialog_get_fault (HeddleLinesDialog *self)
{
  return self->fault;
}

/* ---- checking -------------------------------------------------------------------------------------------------------- */

/* "line 3: ..." is about the third; 0 if it names none. */
static guint
find_fault (HeddleLinesDialog *self)
{
  guint64 at = self->fault != NULL && g_str_has_prefix (self->fault, "line ") ? g_ascii_strtoull (self->fault + strlen ("line "), NULL, 10) : 0;

  return at <= self->lines.all->len ? (guint) at : 0;
}

static void
mark_fault (HeddleLinesDialog *self)
{
  guint at = find_fault (self);

  gtk_widget_set_visible (self->show, at > 0);
  for (guint i = 0; i < self->numbers->len; i++)
    {
      GtkWidget *number = self->numbers->pdata[i];

      if (self->first + i + 1 == at)
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
  good = g_strdup_printf (ngettext ("%u line, nothing is wrong", "%u lines, nothing is wrong", self->lines.all->len), self->lines.all->len);
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
  HeddleLine *line;
  const char *field;
} Cell;

static Cell *
attach_cell (GtkWidget *widget,
             HeddleLine *line,
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
           HeddleLine *line,
           const char *field,
           const char *value)
{
  heddle_lines_set (&self->lines, line, field, value);
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
  heddle_lines_set_rest (&self->lines, get_cell (entry)->line, gtk_editable_get_text (entry));
  check (self);
}

static void build (HeddleLinesDialog *self);

static void
on_form_chosen (GtkDropDown *choice,
                GParamSpec *pspec,
                HeddleLinesDialog *self)
{
  get_cell (choice)->line->form = gtk_drop_down_get_selected (choice) < self->lines.n_forms ? gtk_drop_down_get_selected (choice) : HEDDLE_NO_FORM;
  build (self);
}

static const char *
get_title (HeddleLinesDialog *self,
           const HdFormField *field)
{
  return field->title != NULL ? hd_catalog_translate (self->catalog, self->type, field->title) : field->name;
}

/* Named fields are short numbers; what stands in its order has as much room as the longest of the page. */
static int
measure_column (HeddleLinesDialog *self,
                const HdFormField *field)
{
  glong n = self->lines.in_order ? g_utf8_strlen (get_title (self, field), -1) : 0;

  for (guint i = self->first; self->lines.in_order && i < self->lines.all->len && i < self->first + PAGE; i++)
    {
      const char *value = g_hash_table_lookup (heddle_lines_get (&self->lines, i)->values, field->name);

      n = MAX (n, value != NULL ? g_utf8_strlen (value, -1) : 0);
    }
  return (int) CLAMP (n, CELL_CHARS, MOST_CHARS);
}

static GtkWidget *
new_value (HeddleLinesDialog *self,
           HeddleLine *line,
           const HdFormField *field,
           guint number)
{
  const char *value = g_hash_table_lookup (line->values, field->name);
  g_autofree char *label = g_strdup_printf (_("Line %u, %s"), number, get_title (self, field));
  int n_chars = measure_column (self, field);
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
      gtk_editable_set_width_chars (GTK_EDITABLE (widget), n_chars);
      gtk_editable_set_max_width_chars (GTK_EDITABLE (widget), n_chars);
      if (!self->lines.in_order)
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
                 HeddleLine *line,
                 guint number)
{
  GtkStringList *titles = gtk_string_list_new (NULL);
  g_autofree char *label = g_strdup_printf (_("Line %u, kind"), number);
  GtkWidget *choice;

  for (guint i = 0; i < self->lines.n_forms; i++)
    gtk_string_list_append (titles, hd_catalog_translate (self->catalog, self->type, self->lines.forms[i].title));
  gtk_string_list_append (titles, _("Remark"));
  choice = gtk_drop_down_new (G_LIST_MODEL (titles), NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (choice), line->form != HEDDLE_NO_FORM ? line->form : self->lines.n_forms);
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
          HeddleLine *line,
          guint number)
{
  GtkWidget *entry = gtk_entry_new ();
  g_autofree char *label = g_strdup_printf (_("Line %u, remark"), number);
  g_autofree char *text = heddle_lines_dup_rest (line);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  gtk_editable_set_width_chars (GTK_EDITABLE (entry), 12);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), "# …");
  attach_cell (entry, line, NULL);
  heddle_set_accessible_label (entry, label);
  g_signal_connect (entry, "changed", G_CALLBACK (on_rest_changed), self);
  return entry;
}

/* Below the head of its column, which stays when lines are scrolled. */
static void
attach (HeddleLinesDialog *self,
        GtkGrid *grid,
        GtkWidget *cell,
        int column,
        int row)
{
  while (self->widths->len <= (guint) column)
    g_ptr_array_add (self->widths, gtk_size_group_new (GTK_SIZE_GROUP_HORIZONTAL));
  if (GTK_IS_CHECK_BUTTON (cell)) /* which would stand at the start of its column */
    {
      GtkWidget *middle = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

      gtk_widget_set_hexpand (cell, TRUE);
      gtk_widget_set_hexpand (middle, FALSE);
      gtk_box_append (GTK_BOX (middle), cell);
      cell = middle;
    }
  gtk_size_group_add_widget (self->widths->pdata[column], cell);
  gtk_grid_attach (grid, cell, column, row, 1, 1);
}

static void
clear (GtkGrid *grid)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))) != NULL)
    gtk_grid_remove (grid, child);
}

/* A line that is nothing but a remark has all the width for it. */
static gboolean
is_remark (HeddleLinesDialog *self,
           const HeddleLine *line)
{
  return self->lines.in_order && g_hash_table_size (line->values) == 0 && *line->remark != '\0';
}

static void
add_row (HeddleLinesDialog *self,
         guint i)
{
  HeddleLine *line = heddle_lines_get (&self->lines, i);
  const HdForm *form = heddle_lines_get_form (&self->lines, line);
  g_autofree char *text = g_strdup_printf ("%u", i + 1);
  GtkWidget *number = heddle_label_new (text, "dim-label"), *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  int row = (int) (i - self->first) + 1, column = 0, n_before = is_remark (self, line) ? (int) self->columns->len : 0;

  gtk_label_set_xalign (GTK_LABEL (number), 1);
  gtk_label_set_ellipsize (GTK_LABEL (number), PANGO_ELLIPSIZE_NONE);
  gtk_widget_add_css_class (number, "numeric");
  g_ptr_array_add (self->numbers, number);
  attach (self, self->grid, number, column++, row);
  if (!self->lines.in_order)
    attach (self, self->grid, new_form_choice (self, line, i + 1), column++, row);
  for (guint c = 0; c < self->columns->len && n_before == 0; c++, column++)
    {
      const HdFormField *field = form != NULL ? heddle_lines_find_field (form, self->columns->pdata[c]) : NULL;

      if (field != NULL)
        attach (self, self->grid, new_value (self, line, field, i + 1), column, row);
    }
  if (n_before > 0)
    gtk_grid_attach (self->grid, new_rest (self, line, i + 1), column, row, n_before + 1, 1);
  else
    attach (self, self->grid, new_rest (self, line, i + 1), column, row);
  column += n_before + 1;
  gtk_box_append (GTK_BOX (buttons), new_button ("list-add-symbolic", _("Add a Line Below"), "lines.add", i + 1));
  gtk_box_append (GTK_BOX (buttons), new_button ("go-up-symbolic", _("Move Up"), "lines.up", i));
  gtk_box_append (GTK_BOX (buttons), new_button ("go-down-symbolic", _("Move Down"), "lines.down", i));
  gtk_box_append (GTK_BOX (buttons), new_button ("list-remove-symbolic", _("Remove the Line"), "lines.remove", i));
  attach (self, self->grid, buttons, column, row);
}

static const char *
get_head (HeddleLinesDialog *self,
          const char *name)
{
  const HdFormField *field = self->lines.in_order ? heddle_lines_find_field (&self->lines.forms[0], name) : NULL;

  return field != NULL ? get_title (self, field) : name;
}

static void
add_heads (HeddleLinesDialog *self)
{
  GtkWidget *remark;
  int column = 0;

  attach (self, self->heads, gtk_label_new (NULL), column++, 0); /* the number */
  if (!self->lines.in_order)
    attach (self, self->heads, gtk_label_new (NULL), column++, 0); /* the kind */
  for (guint c = 0; c < self->columns->len; c++)
    {
      GtkWidget *head = heddle_label_new (get_head (self, self->columns->pdata[c]), "dim-label");

      gtk_label_set_ellipsize (GTK_LABEL (head), PANGO_ELLIPSIZE_NONE);
      gtk_label_set_xalign (GTK_LABEL (head), self->lines.in_order ? 0 : 0.5f);
      gtk_widget_add_css_class (head, "caption");
      attach (self, self->heads, head, column++, 0);
    }
  remark = heddle_label_new (_("Remark"), "dim-label");
  gtk_widget_set_hexpand (remark, TRUE);
  attach (self, self->heads, remark, column++, 0);
  attach (self, self->heads, gtk_label_new (NULL), column, 0); /* buttons */
}

/* Fields in the order of forms, those that some line has or that were asked for. */
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

  for (guint f = 0; f < self->lines.n_forms; f++)
    for (const HdFormField *field = self->lines.forms[f].fields; field->name != NULL; field++)
      if (g_hash_table_add (seen, (gpointer) field->name)
          && (self->lines.in_order || has_column (self, field->name) || heddle_lines_is_used (&self->lines, field->name)))
        g_ptr_array_add (shown, (gpointer) field->name);
  g_hash_table_unref (seen);
  g_ptr_array_set_size (self->columns, 0);
  for (guint i = 0; i < shown->len; i++)
    g_ptr_array_add (self->columns, shown->pdata[i]);
}

static void
show_page (HeddleLinesDialog *self)
{
  guint n = self->lines.all->len;
  g_autofree char *text = g_strdup_printf (_("Lines %u to %u of %u"), MIN (self->first + 1, n), MIN (self->first + PAGE, n), n);

  gtk_label_set_label (self->page, text);
  gtk_widget_set_visible (self->pages, n > PAGE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lines.previous-page", self->first > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "lines.next-page", self->first + PAGE < n);
}

static void
build (HeddleLinesDialog *self)
{
  self->first = self->lines.all->len > 0 ? MIN (self->first, (self->lines.all->len - 1) / PAGE * PAGE) : 0;
  g_ptr_array_set_size (self->numbers, 0);
  clear (self->heads);
  clear (self->grid);
  g_ptr_array_set_size (self->widths, 0);
  choose_columns (self);
  add_heads (self);
  for (guint i = self->first; i < self->lines.all->len && i < self->first + PAGE; i++)
    add_row (self, i);
  show_page (self);
  check (self);
}

/* Of a line, the first cell; its page comes up. */
static void
focus_line (HeddleLinesDialog *self,
            guint line)
{
  GtkWidget *cell;

  if (line >= self->lines.all->len)
    return;
  if (line / PAGE * PAGE != self->first)
    {
      self->first = line / PAGE * PAGE;
      build (self);
    }
  cell = gtk_grid_get_child_at (self->grid, 1, (int) (line - self->first) + 1);
  if (cell != NULL)
    gtk_widget_grab_focus (cell);
}

/* Where the focus is; all lines if it is in none. */
static guint
find_focus (HeddleLinesDialog *self)
{
  GtkWidget *widget = gtk_window_get_focus (GTK_WINDOW (self));
  int column, row, width, height;

  while (widget != NULL && gtk_widget_get_parent (widget) != GTK_WIDGET (self->grid))
    widget = gtk_widget_get_parent (widget);
  if (widget == NULL)
    return self->lines.all->len;
  gtk_grid_query_child (self->grid, widget, &column, &row, &width, &height);
  return row > 0 ? self->first + (guint) row - 1 : self->lines.all->len;
}

/* ---- what a hand does ------------------------------------------------------------------------------------------------ */

void
heddle_lines_dialog_set (HeddleLinesDialog *self,
                         guint line,
                         const char *field,
                         const char *value)
{
  HeddleLine *changed = heddle_lines_get (&self->lines, line);
  const HdForm *form = heddle_lines_get_form (&self->lines, changed);
  const HdFormField *known = form != NULL ? heddle_lines_find_field (form, field) : NULL;

  g_return_if_fail (known != NULL);
  set_value (self, changed, known->name, value);
  build (self);
}

void
heddle_lines_dialog_add (HeddleLinesDialog *self,
                         guint before,
                         const char *form)
{
  heddle_lines_insert (&self->lines, before, heddle_lines_find_form (&self->lines, form));
  build (self);
  focus_line (self, MIN (before, self->lines.all->len - 1));
}

void
heddle_lines_dialog_remove (HeddleLinesDialog *self,
                            guint line)
{
  g_ptr_array_remove_index (self->lines.all, line);
  build (self);
  focus_line (self, line < self->lines.all->len ? line : line - 1);
}

void
heddle_lines_dialog_move (HeddleLinesDialog *self,
                          guint line,
                          int by)
{
  gint64 to = (gint64) line + by;
  gpointer moved;

  if (to < 0 || to >= self->lines.all->len)
    return;
  moved = g_ptr_array_steal_index (self->lines.all, line);
  g_ptr_array_insert (self->lines.all, (int) to, moved);
  build (self);
  focus_line (self, (guint) to);
}

void
heddle_lines_dialog_apply (HeddleLinesDialog *self)
{
  g_autofree char *text = heddle_lines_dialog_dup_text (self);

  if (self->fault != NULL)
    return;
  self->is_refused = FALSE;
  g_signal_emit (self, signal_apply, 0, text);
  if (!self->is_refused)
    gtk_window_close (GTK_WINDOW (self));
}

void
heddle_lines_dialog_refuse (HeddleLinesDialog *self,
                            const char *why)
{
  self->is_refused = TRUE;
  gtk_label_set_label (self->status, why);
  gtk_widget_add_css_class (GTK_WIDGET (self->status), "error");
}

/* Of the kind of the one above it, which is what most that follow are. */
static void
add_after (HeddleLinesDialog *self,
           guint before)
{
  const HeddleLine *above = before > 0 ? heddle_lines_get (&self->lines, before - 1) : NULL;
  const HdForm *form = above != NULL ? heddle_lines_get_form (&self->lines, above) : NULL;

  heddle_lines_dialog_add (self, before, form != NULL ? form->name : self->lines.forms[0].name);
}

static void
on_add (GtkWidget *widget,
        const char *action,
        GVariant *target)
{
  add_after (HEDDLE_LINES_DIALOG (widget), g_variant_get_uint32 (target));
}

/* Below the line that has the focus, else at the end. */
static void
on_append (GtkWidget *widget,
           const char *action,
           GVariant *target)
{
  HeddleLinesDialog *self = HEDDLE_LINES_DIALOG (widget);

  add_after (self, MIN (find_focus (self) + 1, self->lines.all->len));
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

/* By key, the line that has the focus. */
static void
on_here (GtkWidget *widget,
         const char *action,
         GVariant *target)
{
  HeddleLinesDialog *self = HEDDLE_LINES_DIALOG (widget);
  guint line = find_focus (self);

  if (line >= self->lines.all->len)
    return;
  if (g_str_equal (action, "lines.remove-here"))
    heddle_lines_dialog_remove (self, line);
  else
    heddle_lines_dialog_move (self, line, g_str_equal (action, "lines.up-here") ? -1 : 1);
}

static void
on_turn_page (GtkWidget *widget,
              const char *action,
              GVariant *target)
{
  HeddleLinesDialog *self = HEDDLE_LINES_DIALOG (widget);

  self->first = g_str_equal (action, "lines.next-page") ? self->first + PAGE : self->first - PAGE;
  build (self);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

static void
on_show_fault (GtkWidget *widget,
               const char *action,
               GVariant *target)
{
  HeddleLinesDialog *self = HEDDLE_LINES_DIALOG (widget);

  if (find_fault (self) > 0)
    focus_line (self, find_fault (self) - 1);
}

static void
on_apply (GtkWidget *widget,
          const char *action,
          GVariant *target)
{
  heddle_lines_dialog_apply (HEDDLE_LINES_DIALOG (widget));
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

  for (guint f = 0; f < self->lines.n_forms; f++)
    for (const HdFormField *field = self->lines.forms[f].fields; field->name != NULL; field++)
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

  heddle_lines_clear (&self->lines);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->numbers);
  g_ptr_array_unref (self->widths);
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
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, heads);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, head_scroller);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, grid);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, scroller);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, columns_button);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, pages);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, page);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, show);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, fields);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, status);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinesDialog, apply);
  gtk_widget_class_bind_template_callback (widget_class, heddle_lines_dialog_apply);
  gtk_widget_class_install_action (widget_class, "lines.add", "u", on_add);
  gtk_widget_class_install_action (widget_class, "lines.remove", "u", on_remove);
  gtk_widget_class_install_action (widget_class, "lines.up", "u", on_up);
  gtk_widget_class_install_action (widget_class, "lines.down", "u", on_down);
  gtk_widget_class_install_action (widget_class, "lines.append", NULL, on_append);
  gtk_widget_class_install_action (widget_class, "lines.remove-here", NULL, on_here);
  gtk_widget_class_install_action (widget_class, "lines.up-here", NULL, on_here);
  gtk_widget_class_install_action (widget_class, "lines.down-here", NULL, on_here);
  gtk_widget_class_install_action (widget_class, "lines.next-page", NULL, on_turn_page);
  gtk_widget_class_install_action (widget_class, "lines.previous-page", NULL, on_turn_page);
  gtk_widget_class_install_action (widget_class, "lines.show-fault", NULL, on_show_fault);
  gtk_widget_class_install_action (widget_class, "lines.apply", NULL, on_apply);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, GDK_CONTROL_MASK, "lines.append", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, GDK_ALT_MASK, "lines.remove-here", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK, "lines.up-here", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK, "lines.down-here", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Page_Down, GDK_ALT_MASK, "lines.next-page", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Page_Up, GDK_ALT_MASK, "lines.previous-page", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK, "lines.apply", NULL);
}

static void
heddle_lines_dialog_init (HeddleLinesDialog *self)
{
  self->columns = g_ptr_array_new ();
  self->numbers = g_ptr_array_new ();
  self->widths = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_scrolled_window_set_hadjustment (self->head_scroller, gtk_scrolled_window_get_hadjustment (self->scroller));
}

/* Of a file, its form alone. */
static void
take_forms (HeddleLinesDialog *self,
            const char *text)
{
  const HdForm *forms = self->type->forms;
  guint n = 0;

  if (self->parameter->form == NULL)
    while (forms[n].name != NULL)
      n++;
  else
    for (n = 1; strcmp (forms->name, self->parameter->form) != 0;) /* which the catalogue has checked */
      forms++;
  heddle_lines_init (&self->lines, forms, n, text);
}

/* As wide as its table, where @parent is wide enough, so that a line's buttons at its end are there. */
static void
choose_width (HeddleLinesDialog *self,
              GtkWindow *parent)
{
  int natural, width, height;

  if (parent == NULL)
    return;
  gtk_widget_measure (GTK_WIDGET (self->grid), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  gtk_window_set_default_size (GTK_WINDOW (self), CLAMP (natural + BESIDE_TABLE, MIN (width, gtk_widget_get_width (GTK_WIDGET (parent))), gtk_widget_get_width (GTK_WIDGET (parent))), height);
}

GtkWidget *
heddle_lines_dialog_new (GtkWindow *parent,
                         HdCatalog *catalog,
                         const HdComponentType *type,
                         const HdParameter *parameter,
                         const char *file,
                         const char *text)
{
  HeddleLinesDialog *self = g_object_new (HEDDLE_TYPE_LINES_DIALOG, "transient-for", parent, NULL);
  const char *title = hd_catalog_translate (catalog, type, parameter->title);

  self->catalog = catalog;
  self->type = type;
  self->parameter = parameter;
  take_forms (self, text);
  gtk_window_set_title (GTK_WINDOW (self), title);
  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, file != NULL ? file : "");
  gtk_widget_set_visible (self->columns_button, !self->lines.in_order);
  build (self);
  choose_width (self, parent);
  fill_fields (self);
  return GTK_WIDGET (self);
}
