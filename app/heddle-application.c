/* heddle-application.c: the program with its windows
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-application"

#include "heddle-application.h"

#include <glib/gi18n.h>

#include "heddle-window.h"

struct _HeddleApplication
{
  AdwApplication parent_instance;

  /* Owned */
  char *projects;
};

G_DEFINE_FINAL_TYPE (HeddleApplication, heddle_application, ADW_TYPE_APPLICATION)

static HeddleWindow *
new_window (HeddleApplication *self)
{
  return heddle_window_new (ADW_APPLICATION (self), self->projects);
}

static void
heddle_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    window = GTK_WINDOW (new_window (HEDDLE_APPLICATION (application)));
  gtk_window_present (window);
}

static void
heddle_application_finalize (GObject *object)
{
  HeddleApplication *self = HEDDLE_APPLICATION (object);

  g_free (self->projects);
  G_OBJECT_CLASS (heddle_application_parent_class)->finalize (object);
}

static void
heddle_application_class_init (HeddleApplicationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_application_finalize;
  G_APPLICATION_CLASS (klass)->activate = heddle_application_activate;
}

static void
heddle_application_init (HeddleApplication *self)
{
}

HeddleApplication *
heddle_application_new (const char *projects)
{
  HeddleApplication *self = g_object_new (HEDDLE_TYPE_APPLICATION,
                                          "application-id", HEDDLE_APPLICATION_ID,
                                          "flags", G_APPLICATION_HANDLES_OPEN,
                                          "resource-base-path", "/io/github/heddle/Heddle",
                                          NULL);

  self->projects = g_strdup (projects);
  return self;
}
