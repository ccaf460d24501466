/* heddle-recent-list.c: the projects that were open last
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-recent-list"

#include "heddle-recent-list.h"

#include <string.h>

#include <glib/gi18n.h>

#include <heddle/heddle.h>

#include "heddle-look.h"
#include "heddle-rows.h"

#define N_RECENT 6

struct _HeddleRecentList
{
  GtkWidget parent_instance;

  /* Of the template */
  GtkWidget *group;
  GtkListBox *list;

  guint n;
};

G_DEFINE_FINAL_TYPE (HeddleRecentList, heddle_recent_list, GTK_TYPE_WIDGET)

static guint open_signal;

/* ---- rows ----------------------------------------------------------------------------------------------------------------------- */

static int
compare_visited (gconstpointer a,
                 gconstpointer b)
{
  return -g_date_time_compare (gtk_recent_info_get_visited ((GtkRecentInfo *) a), gtk_recent_info_get_visited ((GtkRecentInfo *) b));
}

static char *
dup_folder (GFile *file)
{
  g_autoptr (GFile) parent = g_file_get_parent (file);
  g_autofree char *path = parent != NULL ? g_file_get_path (parent) : NULL;
  const char *home = g_get_home_dir ();

  if (path != NULL && g_str_has_prefix (path, home) && (path[strlen (home)] == '/' || path[strlen (home)] == '\0'))
    return g_strconcat ("~", path + strlen (home), NULL);
  return g_steal_pointer (&path);
}

static GtkWidget *
new_row (GtkRecentInfo *info)
{
  g_autoptr (GFile) file = g_file_new_for_uri (gtk_recent_info_get_uri (info));
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *folder = dup_folder (file);
  g_autofree char *day = heddle_dup_day (gtk_recent_info_get_visited (info));
  char *dot = g_strrstr (name, ".");
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *names = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  if (dot != NULL)
    *dot = '\0';
  gtk_box_append (GTK_BOX (names), heddle_label_new (name, "heading"));
  gtk_box_append (GTK_BOX (names), heddle_label_new (folder, "heddle-caption"));
  gtk_widget_set_hexpand (names, TRUE);
  gtk_widget_set_margin_top (names, 8);
  gtk_widget_set_margin_bottom (names, 8);
  gtk_box_append (GTK_BOX (box), names);
  gtk_box_append (GTK_BOX (box), heddle_label_new (day, "heddle-caption"));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "heddle-file", g_object_ref (file), g_object_unref);
  return row;
}

static void
on_activated (HeddleRecentList *self,
              GtkListBoxRow *row)
{
  g_signal_emit (self, open_signal, 0, g_object_get_data (G_OBJECT (row), "heddle-file"));
}

static gboolean
is_project (GtkRecentInfo *info)
{
  const char *uri = gtk_recent_info_get_uri (info);
  g_autoptr (GFile) file = g_file_new_for_uri (uri);

  /* Other programs write .xml too. */
  return g_str_has_suffix (uri, ".heddle") || (gtk_recent_info_has_application (info, g_get_application_name ()) && hd_import_wants (file));
}

void
heddle_recent_list_fill (HeddleRecentList *self)
{
  GList *items = gtk_recent_manager_get_items (gtk_recent_manager_get_default ());
  GtkListBoxRow *row;

  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  self->n = 0;
  items = g_list_sort (items, compare_visited);
  for (GList *item = items; item != NULL && self->n < N_RECENT; item = item->next)
    if (is_project (item->data) && gtk_recent_info_exists (item->data))
      {
        gtk_list_box_append (self->list, new_row (item->data));
        self->n++;
      }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);
  gtk_widget_set_visible (self->group, self->n > 0);
}

guint
heddle_recent_list_get_n (HeddleRecentList *self)
{
  return self->n;
}

/* ---- object --------------------------------------------------------------------------------------------------------------------- */

static void
heddle_recent_list_dispose (GObject *object)
{
  g_clear_pointer (&HEDDLE_RECENT_LIST (object)->group, gtk_widget_unparent);
  G_OBJECT_CLASS (heddle_recent_list_parent_class)->dispose (object);
}

static void
heddle_recent_list_class_init (HeddleRecentListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_recent_list_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/recent-list.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleRecentList, group);
  gtk_widget_class_bind_template_child (widget_class, HeddleRecentList, list);
  gtk_widget_class_bind_template_callback (widget_class, on_activated);
  open_signal = g_signal_new ("open", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
}

static void
heddle_recent_list_init (HeddleRecentList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (self, "map", G_CALLBACK (heddle_recent_list_fill), NULL);
}

GtkWidget *
heddle_recent_list_new (void)
{
  return g_object_new (HEDDLE_TYPE_RECENT_LIST, NULL);
}
