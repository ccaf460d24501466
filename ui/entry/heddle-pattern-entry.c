/* heddle-pattern-entry.c: an entry for what decides how many links or components there are
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-pattern-entry"

#include "heddle-pattern-entry.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-trial.h"

#define DELAY_MS 250 /* after the last key: a trial elaborates all */

#define WATCH_KEY "heddle-pattern-watch"

/** Watch: lives with its entry; @entry is borrowed */
typedef struct
{
  HeddleCheckedEntry *entry;
  HeddleSession *session;
  HeddleField field;
  guint64 uid;
  guint due;
  GCancellable *trial;
} Watch;

gboolean
heddle_pattern_counts (HdObjectKind kind,
                       const HeddleField *field)
{
  static const char *const of_link[] = { "from", "to", "for", "where" };

  if (kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE)
    return field->kind == HD_FIELD_COUNT;
  for (guint i = 0; kind == HD_OBJECT_LINK && i < G_N_ELEMENTS (of_link); i++)
    if (strcmp (field->name, of_link[i]) == 0)
      return TRUE;
  return FALSE;
}

static void
cancel (Watch *self)
{
  g_clear_handle_id (&self->due, g_source_remove);
  if (self->trial != NULL)
    g_cancellable_cancel (self->trial);
  g_clear_object (&self->trial);
}

static void
watch_free (gpointer data)
{
  Watch *self = data;

  cancel (self);
  g_object_unref (self->session);
  g_free (self);
}

static void
on_tried (GObject *source,
          GAsyncResult *result,
          gpointer data)
{
  g_autoptr (HeddleCheckedEntry) entry = data;
  Watch *self = g_object_get_data (G_OBJECT (entry), WATCH_KEY);
  g_autoptr (GError) error = NULL;
  guint n;

  if (!heddle_trial_finish (result, &n, &error))
    {
      if (g_error_matches (error, HD_ERROR, HD_ERROR_INVALID))
        heddle_checked_entry_set_verdict (entry, NULL, error->message);
    }
  else if (self != NULL)
    {
      const HdObject *object = hd_document_get_object (heddle_session_get_document (self->session), self->uid);
      g_autofree char *hint = NULL;

      if (object != NULL && hd_object_get_kind (object) == HD_OBJECT_LINK)
        hint = g_strdup_printf (ngettext ("%u link", "%u links", n), n);
      else
        hint = g_strdup_printf ("×%u", n);
      heddle_checked_entry_set_verdict (entry, hint, NULL);
    }
  if (self != NULL && self->trial == g_task_get_cancellable (G_TASK (result)))
    g_clear_object (&self->trial);
}

static gboolean
on_due (gpointer data)
{
  Watch *self = data;

  self->due = 0;
  if (hd_document_get_object (heddle_session_get_document (self->session), self->uid) == NULL)
    return G_SOURCE_REMOVE;
  self->trial = g_cancellable_new ();
  heddle_trial_async (self->session, self->uid, self->field.name, gtk_editable_get_text (GTK_EDITABLE (self->entry)), self->trial, on_tried,
                      g_object_ref (self->entry));
  return G_SOURCE_REMOVE;
}

static void
on_changed (HeddleCheckedEntry *entry,
            Watch *self)
{
  cancel (self);
  if (heddle_checked_entry_is_edited (entry) && heddle_checked_entry_is_valid (entry))
    self->due = g_timeout_add (DELAY_MS, on_due, self);
}

void
heddle_pattern_entry_attach (HeddleCheckedEntry *entry,
                             HeddleSession *session,
                             const HeddleField *field,
                             guint64 uid)
{
  Watch *self = g_new0 (Watch, 1);

  self->entry = entry;
  self->session = g_object_ref (session);
  self->field = *field;
  self->uid = uid;
  g_object_set_data_full (G_OBJECT (entry), WATCH_KEY, self, watch_free);
  g_signal_connect_after (entry, "changed", G_CALLBACK (on_changed), self);
}
