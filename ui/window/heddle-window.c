/* heddle-window.c: one window, one project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window.h"

#include <glib/gi18n.h>

struct _HeddleWindow
{
  AdwApplicationWindow parent_instance;

  /* Owned */
  char *projects;
};

G_DEFINE_FINAL_TYPE (HeddleWindow, heddle_window, ADW_TYPE_APPLICATION_WINDOW)

static void
heddle_window_finalize (GObject *object)
{
  HeddleWindow *self = HEDDLE_WINDOW (object);

  g_free (self->projects);
  G_OBJECT_CLASS (heddle_window_parent_class)->finalize (object);
}

static void
heddle_window_class_init (HeddleWindowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_window_finalize;
}

static void
heddle_window_init (HeddleWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *header = adw_header_bar_new ();
  GtkWidget *page = adw_status_page_new ();

  adw_status_page_set_title (ADW_STATUS_PAGE (page), "Heddle");
  adw_status_page_set_description (ADW_STATUS_PAGE (page), _("Draw a system, run it, see why"));
  gtk_widget_set_vexpand (page, TRUE);
  gtk_box_append (GTK_BOX (box), header);
  gtk_box_append (GTK_BOX (box), page);
  adw_application_window_set_content (ADW_APPLICATION_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), "Heddle");
  gtk_window_set_default_size (GTK_WINDOW (self), 1440, 900);
}

HeddleWindow *
heddle_window_new (AdwApplication *application,
                   const char *projects)
{
  HeddleWindow *self = g_object_new (HEDDLE_TYPE_WINDOW, "application", application, NULL);

  self->projects = g_strdup (projects);
  return self;
}
