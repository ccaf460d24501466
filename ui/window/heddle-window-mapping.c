/* heddle-window-mapping.c: a graph is read again, with another meaning of its attributes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A project that was read from a graph is read again as a whole, as long as nothing was done to it: there is nothing to lose. What was imported into
 * a project is replaced, as long as nothing was done since: that stays one step, which undo takes back.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-topic.h"

static gboolean
is_shown (HeddleWindow *self,
          HeddleReading *reading)
{
  if (hd_import_report_get_n_keys (reading->report) == 0)
    return FALSE;
  if (!reading->into_project)
    return self->file != NULL && g_file_equal (self->file, reading->file);
  return heddle_reading_stands (reading, heddle_session_get_document (self->session));
}

/* The last graph of which something is looked at, or NULL. */
static HeddleReading *
find_shown (HeddleWindow *self)
{
  for (HeddleReading *it = self->reading; it != NULL; it = it->before)
    if (is_shown (self, it))
      return it;
  return NULL;
}

static const char *
get_obstacle (HeddleWindow *self,
              HeddleReading *reading)
{
  if (reading->failed)
    return NULL;
  if (heddle_session_is_active (self->session))
    return _("A run is under way. Stop it, and the file can be read again with other meanings.");
  if (heddle_reading_is_latest (reading, heddle_session_get_document (self->session)))
    return NULL;
  return !reading->into_project ? _("The project was edited since the file was read. Nothing is lost: undo the edits, and the file can be read again with other meanings.")
                               : _("The project was edited since the file was imported. Nothing is lost: undo the edits, and the file can be read again with other meanings.");
}

/* ---- again ------------------------------------------------------------------------------------------------------------------------------ */

static void
read_again (HeddleWindow *self,
            HeddleReading *before,
            const char *const *map)
{
  g_autoptr (HeddleReading) reading = heddle_reading_new (before->file, map);

  reading->replaces = heddle_reading_ref (before);
  if (before->into_project)
    heddle_window_read_into (self, reading);
  else
    heddle_window_read (self, reading);
}

/* ---- dialog ----------------------------------------------------------------------------------------------------------------------------- */

static void
on_read_again (HeddleWindow *self,
               const char *const *map,
               HeddleMappingDialog *dialog)
{
  HeddleReading *reading = heddle_mapping_dialog_get_reading (dialog);
  const char *obstacle = get_obstacle (self, reading);

  if (obstacle != NULL)
    heddle_mapping_dialog_end (dialog, NULL, obstacle);
  else
    {
      read_again (self, reading, map);
      heddle_mapping_dialog_begin (dialog, self->pending->progress);
    }
}

static void
on_notes (HeddleWindow *self)
{
  g_action_group_activate_action (G_ACTION_GROUP (self), "dock", g_variant_new_string ("problems"));
}

void
heddle_window_show_mapping (HeddleWindow *self,
                            HeddleReading *reading)
{
  GtkWidget *dialog = heddle_mapping_dialog_new (reading, get_obstacle (self, reading), GTK_WINDOW (self));

  g_signal_connect_object (dialog, "read-again", G_CALLBACK (on_read_again), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "cancelled", G_CALLBACK (heddle_window_cancel_load), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "notes", G_CALLBACK (on_notes), self, G_CONNECT_SWAPPED);
  g_set_weak_pointer (&self->mapping, HEDDLE_MAPPING_DIALOG (dialog));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_mapping (GSimpleAction *action,
            GVariant *parameter,
            gpointer data)
{
  HeddleWindow *self = data;

  heddle_window_show_mapping (self, find_shown (self));
  if (parameter != NULL)
    heddle_mapping_dialog_focus (self->mapping, g_variant_get_string (parameter, NULL));
}

static const GActionEntry entries[] = {
  { "mapping", on_mapping, NULL, NULL, NULL, { 0 } },
  { "map-attribute", on_mapping, "s", NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  gboolean shown = find_shown (self) != NULL;

  heddle_window_enable (self, "mapping", shown);
  heddle_window_enable (self, "map-attribute", shown);
}

const HeddleWindowActions heddle_window_mapping_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };

/* ---- what became of it ------------------------------------------------------------------------------------------------------------------ */

void
heddle_window_keep_reading (HeddleWindow *self,
                            HeddleReading *reading)
{
  g_autoptr (HeddleReading) last = g_steal_pointer (&self->reading);

  if (reading != NULL)
    {
      HeddleReading *replaced = reading->replaces != NULL && !reading->replaces->failed ? reading->replaces : NULL;
      HeddleReading *before = !reading->into_project ? NULL : replaced != NULL ? replaced->before : last;

      reading->before = before != NULL ? heddle_reading_ref (before) : NULL;
      g_clear_pointer (&reading->replaces, heddle_reading_unref);
      self->reading = heddle_reading_ref (reading);
    }
  heddle_window_update_actions (self);
}

const char *const *
heddle_window_get_map (HeddleWindow *self)
{
  for (HeddleReading *it = self->reading; it != NULL; it = it->before)
    if (!it->into_project)
      return (const char *const *) it->map;
  return NULL;
}

gboolean
heddle_window_tell_mapping (HeddleWindow *self,
                            HeddleReading *reading,
                            const GError *error)
{
  gboolean cancelled = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || g_error_matches (error, HD_ERROR, HD_ERROR_CANCELLED);

  if (self->mapping == NULL)
    return FALSE;
  heddle_mapping_dialog_end (self->mapping, error == NULL ? reading : NULL, error != NULL && !cancelled ? error->message : NULL);
  return TRUE;
}

static void
on_response (HeddleWindow *self,
             const char *response,
             GtkWidget *dialog)
{
  if (g_str_equal (response, "mapping"))
    heddle_window_show_mapping (self, g_object_get_data (G_OBJECT (dialog), "heddle-reading"));
}

void
heddle_window_warn_reading (HeddleWindow *self,
                            HeddleReading *reading,
                            const char *heading,
                            const char *body)
{
  GtkWidget *dialog = heddle_message_new (GTK_WINDOW (self), heading, body, "import");

  reading->failed = TRUE;
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  if (hd_import_report_get_n_keys (reading->report) > 0)
    adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "mapping", _("_Attributes…"));
  g_object_set_data_full (G_OBJECT (dialog), "heddle-reading", heddle_reading_ref (reading), (GDestroyNotify) heddle_reading_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}
