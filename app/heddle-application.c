/* heddle-application.c: the program with its windows
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-application"

#include "heddle-application.h"

#include <glib/gi18n.h>
#include <heddle/heddle.h>

#include "heddle-preferences.h"
#include "heddle-recovery.h"
#include "heddle-window.h"

struct _HeddleApplication
{
  AdwApplication parent_instance;

  /* Owned */
  HdCatalog *catalog;
  char *projects;

  gboolean has_windows; /* the first has been shown */
};

G_DEFINE_FINAL_TYPE (HeddleApplication, heddle_application, ADW_TYPE_APPLICATION)

/* ---- windows --------------------------------------------------------------------------------------------------------------------- */

static HeddleWindow *
new_window (HeddleApplication *self)
{
  return heddle_window_new (ADW_APPLICATION (self), self->catalog, self->projects);
}

HeddleWindow *
heddle_application_get_empty_window (HeddleApplication *self)
{
  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (self)); item != NULL; item = item->next)
    if (HEDDLE_IS_WINDOW (item->data) && heddle_window_is_empty (item->data))
      return item->data;
  return new_window (self);
}

HeddleWindow *
heddle_application_get_window (HeddleApplication *self,
                               GFile *file)
{
  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (self)); item != NULL; item = item->next)
    {
      GFile *shown = HEDDLE_IS_WINDOW (item->data) ? heddle_window_get_file (item->data) : NULL;

      if (shown != NULL && g_file_equal (shown, file))
        return item->data;
    }
  return heddle_application_get_empty_window (self);
}

static HeddleWindow *
get_lesson_window (HeddleApplication *self,
                   GFile *file)
{
  for (GList *item = gtk_application_get_windows (GTK_APPLICATION (self)); item != NULL; item = item->next)
    if (HEDDLE_IS_WINDOW (item->data) && heddle_window_plays (item->data, file))
      return item->data;
  return NULL;
}

static void
present (HeddleApplication *self,
         GtkWindow *window)
{
  gtk_window_present (window);
  if (!self->has_windows)
    heddle_recovery_begin (self);
  self->has_windows = TRUE;
}

static void
heddle_application_activate (GApplication *application)
{
  GtkWindow *window = gtk_application_get_active_window (GTK_APPLICATION (application));

  if (window == NULL)
    window = GTK_WINDOW (new_window (HEDDLE_APPLICATION (application)));
  present (HEDDLE_APPLICATION (application), window);
}

static void
heddle_application_open (GApplication *application,
                         GFile **files,
                         int n_files,
                         const char *hint)
{
  HeddleApplication *self = HEDDLE_APPLICATION (application);

  for (int i = 0; i < n_files; i++)
    {
      g_autofree char *name = g_file_get_basename (files[i]);
      gboolean is_lesson = name != NULL && g_str_has_suffix (name, ".lesson");
      HeddleWindow *window = is_lesson ? get_lesson_window (self, files[i]) : heddle_application_get_window (self, files[i]);

      if (is_lesson && window == NULL)
        {
          window = heddle_application_get_empty_window (self);
          heddle_window_open_lesson (window, files[i]);
        }
      else if (!is_lesson && heddle_window_get_file (window) == NULL)
        heddle_window_open (window, files[i]);
      present (self, GTK_WINDOW (window));
    }
}

/* ---- actions ---------------------------------------------------------------------------------------------------------------------- */

static void
on_new (GSimpleAction *action,
        GVariant *parameter,
        gpointer data)
{
  HeddleWindow *window = heddle_application_get_empty_window (data);

  heddle_window_new_project (window);
  gtk_window_present (GTK_WINDOW (window));
}

static void
on_new_window (GSimpleAction *action,
               GVariant *parameter,
               gpointer data)
{
  gtk_window_present (GTK_WINDOW (new_window (data)));
}

static void
on_preferences (GSimpleAction *action,
                GVariant *parameter,
                gpointer data)
{
  heddle_preferences_present (gtk_application_get_active_window (data));
}

static void
on_about (GSimpleAction *action,
          GVariant *parameter,
          gpointer data)
{
  GtkWidget *about = adw_about_window_new ();

  g_object_set (about,
                "application-icon", HEDDLE_APPLICATION_ID,
                "application-name", "Heddle",
                "comments", _("Design-space exploration of computing systems and their interconnects"),
                "developer-name", _("The Heddle developers"),
                "license-type", GTK_LICENSE_GPL_3_0,
                "transient-for", gtk_application_get_active_window (data),
                "translator-credits", _("translator-credits"),
                "version", HEDDLE_VERSION,
                NULL);
  gtk_window_present (GTK_WINDOW (about));
}

/* Each window asks for itself if a run is active. */
static void
on_quit (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  g_autoptr (GList) windows = g_list_copy (gtk_application_get_windows (data));

  for (GList *item = windows; item != NULL; item = item->next)
    gtk_window_close (item->data);
}

static void
heddle_application_startup (GApplication *application)
{
  static const GActionEntry entries[] = {
    { "new", on_new, NULL, NULL, NULL, { 0 } },
    { "new-window", on_new_window, NULL, NULL, NULL, { 0 } },
    { "preferences", on_preferences, NULL, NULL, NULL, { 0 } },
    { "about", on_about, NULL, NULL, NULL, { 0 } },
    { "quit", on_quit, NULL, NULL, NULL, { 0 } },
  };
  static const char *const new_keys[] = { "<Control>n", NULL };
  static const char *const new_window_keys[] = { "<Control><Shift>n", NULL };
  static const char *const preferences_keys[] = { "<Control>comma", NULL };
  static const char *const quit_keys[] = { "<Control>q", NULL };
  HeddleApplication *self = HEDDLE_APPLICATION (application);
  GtkApplication *gtk = GTK_APPLICATION (application);

  G_APPLICATION_CLASS (heddle_application_parent_class)->startup (application);
  gtk_window_set_default_icon_name (HEDDLE_APPLICATION_ID);

  g_auto (GStrv) refused = hd_catalog_load_default (self->catalog);

  for (guint i = 0; refused[i] != NULL; i++)
    g_message ("%s", refused[i]);

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
  gtk_application_set_accels_for_action (gtk, "app.new", new_keys);
  gtk_application_set_accels_for_action (gtk, "app.new-window", new_window_keys);
  gtk_application_set_accels_for_action (gtk, "app.preferences", preferences_keys);
  gtk_application_set_accels_for_action (gtk, "app.quit", quit_keys);
  heddle_window_set_accels (gtk);
  heddle_preferences_apply ();
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_application_finalize (GObject *object)
{
  HeddleApplication *self = HEDDLE_APPLICATION (object);

  g_object_unref (self->catalog);
  g_free (self->projects);
  G_OBJECT_CLASS (heddle_application_parent_class)->finalize (object);
}

static void
heddle_application_class_init (HeddleApplicationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_application_finalize;
  G_APPLICATION_CLASS (klass)->activate = heddle_application_activate;
  G_APPLICATION_CLASS (klass)->open = heddle_application_open;
  G_APPLICATION_CLASS (klass)->startup = heddle_application_startup;
}

static void
heddle_application_init (HeddleApplication *self)
{
  self->catalog = hd_catalog_new ();
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
