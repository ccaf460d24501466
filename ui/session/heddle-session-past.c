/* heddle-session-past.c: kept runs of which figures and a design are all that is left
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One of them may be what is compared with. All of them may have read files that have changed since, which a thread finds out.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-kept-runs.h"

#include "heddle-changes.h"
#include "heddle-discard.h"
#include "heddle-session-private.h"

/* ---- what is compared with ------------------------------------------------------------------------------------------------------ */

void
heddle_session_forget_past (HeddleSession *self)
{
  g_clear_pointer (&self->past, hd_kept_run_free);
  heddle_clear_discard (&self->past_snapshot, hd_snapshot_unref);
}

void
heddle_session_take_past (HeddleSession *self,
                          const HdKeptRun *run,
                          HdSnapshot *snapshot)
{
  heddle_session_forget_baseline (self);
  self->past = hd_kept_run_copy (run);
  self->past_snapshot = hd_snapshot_ref (snapshot);
}

const HdKeptRun *
heddle_session_get_past (HeddleSession *self)
{
  return self->past;
}

GArray *
heddle_session_list_past_changes (HeddleSession *self)
{
  g_autofree char *now = NULL;
  GArray *changes;

  g_return_val_if_fail (self->past != NULL && self->view != NULL, NULL);

  changes = heddle_list_file_changes (self->catalog, self->past_snapshot, heddle_run_view_get_snapshot (self->view));
  now = hd_record_dup_inputs (heddle_run_view_get_record (self->view));
  heddle_add_input_changes (changes, self->past->inputs, now);
  return changes;
}

gboolean
heddle_session_find_before (HeddleSession *self,
                            const char *metric,
                            HdMetric *out_before)
{
  const HdMetric *found = self->past != NULL ? hd_kept_run_find_metric (self->past, metric) : NULL;
  HdRecord *baseline = heddle_session_get_baseline (self);

  if (found != NULL)
    *out_before = *found;
  return found != NULL || (baseline != NULL && hd_record_find_metric (baseline, metric, out_before));
}

/* ---- files that have changed ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  char *folder;
  HdSnapshot *now;
  GPtrArray *inputs;   /* of char *: of each kept run */
  GArray *numbers;     /* of guint: of the runs */
  GHashTable *changed; /* number + 1 -> char *: the first file that has */
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  g_free (look->folder);
  hd_snapshot_unref (look->now);
  g_ptr_array_unref (look->inputs);
  g_array_unref (look->numbers);
  g_clear_pointer (&look->changed, g_hash_table_unref);
  g_free (look);
}

static void
look_in_thread (GTask *task,
                gpointer source,
                gpointer data,
                GCancellable *cancellable)
{
  Look *look = data;
  g_autoptr (HdInputCheck) check = hd_input_check_new (look->folder, look->now);

  look->changed = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < look->inputs->len && !g_cancellable_is_cancelled (cancellable); i++)
    {
      char *name = hd_input_check_find_changed (check, look->inputs->pdata[i]);

      if (name != NULL)
        g_hash_table_insert (look->changed, GUINT_TO_POINTER (g_array_index (look->numbers, guint, i) + 1), name);
    }
  g_task_return_boolean (task, TRUE);
}

static gboolean
are_same (GHashTable *a,
          GHashTable *b)
{
  GHashTableIter iter;
  gpointer number, name;

  if (a == NULL)
    return g_hash_table_size (b) == 0;
  if (g_hash_table_size (a) != g_hash_table_size (b))
    return FALSE;
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &number, &name))
    if (g_strcmp0 (name, g_hash_table_lookup (b, number)) != 0)
      return FALSE;
  return TRUE;
}

static void
on_looked (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  HeddleSession *self = HEDDLE_SESSION (source);
  Look *look = g_task_get_task_data (G_TASK (result));

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;
  g_clear_object (&self->looking);
  if (are_same (self->changed_inputs, look->changed))
    return;
  g_clear_pointer (&self->changed_inputs, g_hash_table_unref);
  self->changed_inputs = g_steal_pointer (&look->changed);
  heddle_session_check_stale (self);
  heddle_session_emit (self, HEDDLE_SESSION_KEPT_CHANGED);
}

void
heddle_session_look_at_inputs (HeddleSession *self)
{
  GFile *file = hd_document_get_file (self->document);
  g_autoptr (GFile) folder = file != NULL ? g_file_get_parent (file) : NULL;
  g_autoptr (GTask) task = NULL;
  Look *look = g_new0 (Look, 1);

  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  look->folder = folder != NULL ? g_file_get_path (folder) : NULL;
  look->now = hd_document_snapshot (self->document);
  look->inputs = g_ptr_array_new_with_free_func (g_free);
  look->numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < heddle_session_get_n_kept (self); i++)
    {
      const HdKeptRun *run = heddle_session_get_kept (self, i);

      if (run->inputs == NULL || *run->inputs == '\0')
        continue;
      g_ptr_array_add (look->inputs, g_strdup (run->inputs));
      g_array_append_val (look->numbers, run->number);
    }
  if (look->inputs->len == 0)
    {
      g_clear_pointer (&self->changed_inputs, g_hash_table_unref);
      look_free (look);
      return;
    }
  self->looking = g_cancellable_new ();
  task = g_task_new (self, self->looking, on_looked, NULL);
  g_task_set_task_data (task, look, look_free);
  hd_task_run_in_thread (task, look_in_thread);
}

const char *
heddle_session_get_changed_input (HeddleSession *self,
                                  guint place)
{
  guint number = heddle_session_get_kept (self, place)->number;

  return self->changed_inputs != NULL ? g_hash_table_lookup (self->changed_inputs, GUINT_TO_POINTER (number + 1)) : NULL;
}

gboolean
heddle_session_has_read_otherwise (HeddleSession *self)
{
  for (guint i = 0; self->changed_inputs != NULL && i < heddle_session_get_n_kept (self); i++)
    if (heddle_session_is_kept_shown (self, i))
      return heddle_session_get_changed_input (self, i) != NULL;
  return FALSE;
}
