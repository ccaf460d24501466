/* heddle-problems.c: what is wrong with the project, and where
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-problems"

#include "heddle-problems.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-rows.h"

struct _HeddleProblems
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *stack;

  /* Borrowed */
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (HeddleProblems, heddle_problems, GTK_TYPE_WIDGET)

static const char *
severity_icon (HdSeverity severity)
{
  return severity == HD_SEVERITY_ERROR     ? "dialog-error-symbolic"
         : severity == HD_SEVERITY_WARNING ? "dialog-warning-symbolic"
                                           : "dialog-information-symbolic";
}

static const char *
severity_class (HdSeverity severity)
{
  return severity == HD_SEVERITY_ERROR ? "error" : severity == HD_SEVERITY_WARNING ? "warning" : "dim-label";
}

static char *
dup_where (const HdProblem *problem)
{
  g_autofree char *file = problem->file != NULL ? g_path_get_basename (problem->file) : NULL;

  if (problem->object != NULL && problem->attribute != NULL)
    return g_strdup_printf ("%s · %s", problem->object, problem->attribute);
  if (problem->object != NULL)
    return g_strdup (problem->object);
  return file != NULL ? g_strdup_printf (_("%s, line %d"), file, problem->line) : NULL;
}

static GtkWidget *
new_row (const HdProblem *problem)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *icon = gtk_image_new_from_icon_name (severity_icon (problem->severity));
  GtkWidget *message = heddle_label_new (problem->message, "heading");
  g_autofree char *place = dup_where (problem);
  GtkWidget *where = heddle_label_new (place, "dim-label");
  GtkWidget *hint = heddle_label_new (problem->hint, "dim-label");

  gtk_widget_add_css_class (icon, severity_class (problem->severity));
  gtk_widget_set_hexpand (message, TRUE);
  gtk_widget_set_tooltip_text (message, problem->message);
  gtk_label_set_width_chars (GTK_LABEL (where), 26);
  gtk_label_set_width_chars (GTK_LABEL (hint), 34);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), message);
  gtk_box_append (GTK_BOX (box), where);
  gtk_box_append (GTK_BOX (box), hint);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "heddle-uid", g_memdup2 (&problem->object_uid, sizeof problem->object_uid), g_free);
  return row;
}

static void
rebuild (HeddleProblems *self)
{
  GPtrArray *problems = heddle_session_get_problems (self->session);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, child);
  for (guint i = 0; i < problems->len; i++)
    gtk_list_box_append (self->list, new_row (problems->pdata[i]));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), problems->len > 0 ? "list" : "empty");
}

static void
on_activated (HeddleProblems *self,
              GtkListBoxRow *row)
{
  const guint64 *uid = g_object_get_data (G_OBJECT (row), "heddle-uid");

  if (*uid != 0)
    heddle_session_show_object (self->session, *uid);
}

static void
heddle_problems_dispose (GObject *object)
{
  HeddleProblems *self = HEDDLE_PROBLEMS (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_problems_parent_class)->dispose (object);
}

static void
heddle_problems_class_init (HeddleProblemsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_problems_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
heddle_problems_init (HeddleProblems *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *empty = adw_status_page_new ();

  adw_status_page_set_icon_name (ADW_STATUS_PAGE (empty), "emblem-ok-symbolic");
  adw_status_page_set_title (ADW_STATUS_PAGE (empty), _("No problems"));
  gtk_widget_add_css_class (empty, "compact");

  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "heddle-table");
  g_signal_connect_object (self->list, "row-activated", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), GTK_WIDGET (self->list));

  self->stack = gtk_stack_new ();
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "list");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
}

GtkWidget *
heddle_problems_new (HeddleSession *session)
{
  HeddleProblems *self = g_object_new (HEDDLE_TYPE_PROBLEMS, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (rebuild), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (rebuild), self, G_CONNECT_SWAPPED);
  rebuild (self);
  return GTK_WIDGET (self);
}
