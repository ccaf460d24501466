/* heddle-figure-list.c: the figures of a run as a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-figure-list"

#include "heddle-figure-list.h"

#include <string.h>

#include <glib/gi18n.h>
#include <heddle/hd-figure.h>

#include "heddle-look.h"
#include "heddle-rows.h"

#define DIGITS 4
#define MOST 500         /* of all components, and of single ones */
#define AT_ONCE 20       /* rows that take less than a picture does */
#define NAME_CHARS 24
#define LEAST_NAME_CHARS 9
#define VALUE_CHARS 11
#define MORE_CHARS 4     /* that a figure may have where there is room */

struct _HeddleFigureList
{
  GtkWidget parent_instance;

  /* Owned */
  HdRecord *record; /* nullable */

  GtkListBox *list;
  GtkWidget *more;
  guint next;   /* metric that is looked at next, of those of single components */
  guint n_own;  /* such that are shown */
  guint source; /* that shows them, or 0 */
  GtkWidget *first; /* of them, to have the focus, or NULL */
};

G_DEFINE_FINAL_TYPE (HeddleFigureList, heddle_figure_list, GTK_TYPE_WIDGET)

/* Whether it is of one component: "cluster[3].issue", "cluster[3]: Issue". A type may be called as a component is. */
static gboolean
is_own (HdDesign *design,
        const HdMetric *metric)
{
  const char *dot = strrchr (metric->name, '.');
  g_autofree char *path = dot != NULL ? g_strndup (metric->name, (gsize) (dot - metric->name)) : NULL;

  return path != NULL && g_str_has_prefix (metric->title, path) && hd_design_find_node (design, path) != HD_NO_ID;
}

static GtkWidget *
new_label (const char *text,
           int least,
           int most,
           gboolean is_value)
{
  GtkWidget *label = heddle_label_new (text, NULL);

  gtk_label_set_width_chars (GTK_LABEL (label), least);
  gtk_label_set_max_width_chars (GTK_LABEL (label), most);
  heddle_set_tooltip (label, text);
  if (is_value)
    {
      gtk_widget_add_css_class (label, "numeric");
      gtk_label_set_xalign (GTK_LABEL (label), 1);
      return label;
    }
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_lines (GTK_LABEL (label), 3);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

static void
append (HeddleFigureList *self,
        const HdMetric *metric)
{
  g_autofree char *value = hd_figure_in (metric->value, metric->unit, DIGITS), *words = g_strdup_printf ("%s %s", metric->title, value);
  GtkWidget *row = gtk_list_box_row_new (), *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (GTK_BOX (line), new_label (metric->title, LEAST_NAME_CHARS, NAME_CHARS, FALSE));
  gtk_box_append (GTK_BOX (line), new_label (value, VALUE_CHARS, VALUE_CHARS + MORE_CHARS, TRUE));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), line);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  heddle_set_accessible_label (row, words);
  gtk_list_box_append (self->list, row);
}

static void
clear (HeddleFigureList *self)
{
  GtkWidget *row;

  g_clear_handle_id (&self->source, g_source_remove);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  gtk_widget_hide (self->more);
  self->first = NULL;
  self->next = self->n_own = 0;
}

/* ---- those of single components ------------------------------------------------------------------------------------------------ */

static gboolean
show_some (gpointer data)
{
  HeddleFigureList *self = data;
  HdDesign *design = hd_record_get_design (self->record);
  HdMetric metric;

  for (guint n = 0; n < AT_ONCE; self->next++)
    {
      if (self->n_own == MOST || !hd_record_get_metric (self->record, self->next, &metric))
        {
          self->source = 0;
          return G_SOURCE_REMOVE;
        }
      if (!is_own (design, &metric))
        continue;
      append (self, &metric);
      self->n_own++;
      n++;
    }
  return G_SOURCE_CONTINUE;
}

/* A row has a place only once it is laid out: with the focus before that, the page would jump to its top. */
static gboolean
focus_first (GtkWidget *widget,
             GdkFrameClock *clock,
             gpointer data)
{
  HeddleFigureList *self = HEDDLE_FIGURE_LIST (widget);

  if (self->first != NULL && gtk_widget_get_height (self->first) == 0)
    return G_SOURCE_CONTINUE;
  if (self->first != NULL && gtk_widget_is_focus (self->more))
    gtk_widget_grab_focus (self->first);
  if (self->first != NULL)
    gtk_widget_hide (self->more);
  self->first = NULL;
  return G_SOURCE_REMOVE;
}

/* The first row has the focus that the button had. */
static void
on_more (HeddleFigureList *self)
{
  GtkWidget *last = gtk_widget_get_last_child (GTK_WIDGET (self->list));

  if (self->first != NULL)
    return;
  if (show_some (self))
    self->source = g_idle_add_full (GDK_PRIORITY_REDRAW + 10, show_some, self, NULL);
  self->first = last != NULL ? gtk_widget_get_next_sibling (last) : gtk_widget_get_first_child (GTK_WIDGET (self->list));
  gtk_widget_add_tick_callback (GTK_WIDGET (self), focus_first, NULL, NULL);
}

/* ---- the object --------------------------------------------------------------------------------------------------------------------- */

void
heddle_figure_list_set_record (HeddleFigureList *self,
                               HdRecord *record)
{
  guint n_own = 0, n_shown = 0;
  g_autofree char *count = NULL, *label = NULL;
  HdMetric metric;

  if (record == self->record)
    return;
  clear (self);
  g_clear_pointer (&self->record, hd_record_unref);
  self->record = hd_record_ref (record);
  for (guint i = 0; hd_record_get_metric (record, i, &metric); i++)
    if (is_own (hd_record_get_design (record), &metric))
      n_own++;
    else if (n_shown++ < MOST)
      append (self, &metric);
  count = hd_figure_count (MIN (n_own, MOST));
  /* Translators: figures, as a button below those of all components of a type */
  label = g_strdup_printf (ngettext ("Show %s of Single Components", "Show %s of Single Components", n_own), count);
  gtk_button_set_label (GTK_BUTTON (self->more), label);
  gtk_widget_set_visible (self->more, n_own > 0);
}

static void
heddle_figure_list_dispose (GObject *object)
{
  HeddleFigureList *self = HEDDLE_FIGURE_LIST (object);
  GtkWidget *child;

  g_clear_handle_id (&self->source, g_source_remove);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_pointer (&self->record, hd_record_unref);
  G_OBJECT_CLASS (heddle_figure_list_parent_class)->dispose (object);
}

static void
heddle_figure_list_class_init (HeddleFigureListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_figure_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
heddle_figure_list_init (HeddleFigureList *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (gtk_widget_get_layout_manager (GTK_WIDGET (self))), GTK_ORIENTATION_VERTICAL);
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "heddle-table");
  gtk_widget_set_parent (GTK_WIDGET (self->list), GTK_WIDGET (self));
  self->more = gtk_button_new ();
  gtk_widget_set_halign (self->more, GTK_ALIGN_START);
  gtk_widget_add_css_class (self->more, "flat");
  gtk_widget_hide (self->more);
  g_signal_connect_object (self->more, "clicked", G_CALLBACK (on_more), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->more, GTK_WIDGET (self));
}
