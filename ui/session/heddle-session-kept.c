/* heddle-session-kept.c: the runs of a session's project that are kept
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One thread writes, one thing after the other. What it is given is its own, and it tells the main thread only what went wrong.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-kept-runs.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-changes.h"
#include "heddle-discard.h"
#include "heddle-edits.h"
#include "heddle-session-private.h"

#define MOST_RUNS 200
#define MOST_TEXT_BYTES ((gsize) 64 << 20)
#define MOST_RECORDS 20
#define MOST_RECORD_BYTES ((gsize) 512 << 20)
#define MOST_EDITS 20
#define NAME_CHARS 32

typedef struct
{
  HdKeptRun *run;
  HdSnapshot *snapshot; /* what it ran, if that was in this session; else NULL */
  HeddleRunView *view;  /* NULL: its record is gone */
} Kept;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  if (kept == NULL)
    return;
  hd_kept_run_free (kept->run);
  heddle_clear_discard (&kept->snapshot, hd_snapshot_unref);
  g_clear_pointer (&kept->view, heddle_run_view_unref);
  g_free (kept);
}

GPtrArray *
heddle_session_new_kept (void)
{
  return g_ptr_array_new_with_free_func (kept_free);
}

static Kept *
get (HeddleSession *self,
     guint place)
{
  return self->kept->pdata[place];
}

/* ---- writing ------------------------------------------------------------------------------------------------------------------ */

typedef enum
{
  JOB_LIST,
  JOB_READ,
  JOB_ADD,
  JOB_UPDATE,
  JOB_REMOVE,
} JobKind;

typedef struct
{
  JobKind kind;
  char *path;
  HdKeptRun *run;
  HdSnapshot *snapshot;  /* to be added; of JOB_READ and JOB_LIST what was read: of the run, of the last one */
  GPtrArray *list;
  guint next;
  GWeakRef session; /* what is to be written is written, whether it lives or not */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_weak_ref_clear (&job->session);
  g_free (job->path);
  g_clear_pointer (&job->run, hd_kept_run_free);
  g_clear_pointer (&job->snapshot, hd_snapshot_unref);
  g_clear_pointer (&job->list, g_ptr_array_unref);
  g_free (job);
}

static HdSnapshot *
read_project (HdRunStore *store,
              guint number,
              GError **error)
{
  g_autofree char *text = hd_run_store_dup_project (store, number, error);
  g_autoptr (HdDocument) document = text != NULL ? hd_document_load_from_data (text, -1, NULL, NULL, error) : NULL;

  return document != NULL ? hd_document_snapshot (document) : NULL;
}

static gboolean
do_job (Job *job,
        HdRunStore *store,
        GError **error)
{
  g_autofree char *text = NULL;

  switch (job->kind)
    {
    case JOB_LIST:
      job->list = hd_run_store_list (store, error);
      job->next = hd_run_store_get_next (store);
      if (job->list != NULL && job->list->len > 0)
        job->snapshot = read_project (store, ((HdKeptRun *) job->list->pdata[0])->number, NULL);
      return job->list != NULL;
    case JOB_READ:
      job->snapshot = read_project (store, job->run->number, error);
      return job->snapshot != NULL;
    case JOB_ADD:
      text = hd_snapshot_to_string (job->snapshot, NULL);
      return hd_run_store_add (store, job->run, text, MOST_RUNS, MOST_TEXT_BYTES, error);
    case JOB_UPDATE:
      return hd_run_store_update (store, job->run, error);
    case JOB_REMOVE:
      return hd_run_store_remove (store, job->run->number, error);
    default:
      g_assert_not_reached ();
    }
}

static void
work (gpointer data,
      gpointer unused)
{
  g_autoptr (GTask) task = data;
  Job *job = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (HdRunStore) store = hd_run_store_open (job->path, &error);

  if (store != NULL && do_job (job, store, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
set_fault (HeddleSession *self,
           const GError *error)
{
  if (g_strcmp0 (self->kept_fault, error != NULL ? error->message : NULL) == 0)
    return;
  g_free (self->kept_fault);
  self->kept_fault = error != NULL ? g_strdup (error->message) : NULL;
  heddle_session_emit (self, HEDDLE_SESSION_KEPT_CHANGED);
}

static gboolean
is_of_project (HeddleSession *self,
               const Job *job)
{
  return g_strcmp0 (job->path, self->kept_path) == 0;
}

static void
on_written (GObject *source,
            GAsyncResult *result,
            gpointer data)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (HeddleSession) self = g_weak_ref_get (&job->session);
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  if (self != NULL && is_of_project (self, job))
    set_fault (self, error);
}

/* @snapshot: (nullable) */
static void
give_job (HeddleSession *self,
      JobKind kind,
      const HdKeptRun *run,
      HdSnapshot *snapshot,
      GTask *task_take)
{
  g_autoptr (GTask) task = task_take != NULL ? task_take : g_task_new (NULL, NULL, on_written, NULL);
  Job *job = g_new0 (Job, 1);

  job->kind = kind;
  g_weak_ref_init (&job->session, self);
  job->path = g_strdup (self->kept_path);
  job->run = run != NULL ? hd_kept_run_copy (run) : NULL;
  job->snapshot = snapshot != NULL ? hd_snapshot_ref (snapshot) : NULL;
  g_task_set_task_data (task, job, job_free);
  if (self->keeper == NULL)
    self->keeper = g_thread_pool_new (work, NULL, 1, FALSE, NULL);
  g_thread_pool_push (self->keeper, g_steal_pointer (&task), NULL);
}

/* Without a file to write to, or before it is known, nothing happens. */
static void
push (HeddleSession *self,
      JobKind kind,
      const HdKeptRun *run,
      HdSnapshot *snapshot)
{
  if (self->kept_path != NULL && self->kept_listed)
    give_job (self, kind, run, snapshot, NULL);
}

void
heddle_session_settle_kept (HeddleSession *self)
{
  if (self->keeper != NULL)
    g_thread_pool_free (g_steal_pointer (&self->keeper), FALSE, TRUE);
}

/* Only now is it too late for it to be returned. */
static void
drop_removed (HeddleSession *self)
{
  if (self->removed == NULL)
    return;
  if (self->kept_path != NULL && self->kept_listed)
    give_job (self, JOB_REMOVE, ((Kept *) self->removed)->run, NULL, NULL);
  g_clear_pointer (&self->removed, kept_free);
}

/* ---- a project comes --------------------------------------------------------------------------------------------------------- */

static void
on_listed (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (HeddleSession) self = g_weak_ref_get (&job->session);
  guint n = self != NULL ? self->kept->len : 0;
  g_autoptr (GError) error = NULL;

  if (self == NULL)
    return;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (is_of_project (self, job))
        set_fault (self, error);
      return;
    }
  if (!is_of_project (self, job) || self->kept_listed)
    return;
  self->kept_before = g_steal_pointer (&job->snapshot);
  self->kept_listed = TRUE;
  self->kept_next += job->next - 1;
  for (guint i = n; i > 0; i--) /* what has run meanwhile was after these */
    {
      get (self, i - 1)->run->number += job->next - 1;
      push (self, JOB_ADD, get (self, i - 1)->run, get (self, i - 1)->snapshot);
    }
  g_ptr_array_set_free_func (job->list, NULL);
  for (guint i = 0; i < job->list->len; i++)
    {
      Kept *kept = g_new0 (Kept, 1);

      kept->run = job->list->pdata[i];
      g_ptr_array_add (self->kept, kept);
    }
  heddle_session_look_at_inputs (self);
  heddle_session_emit (self, HEDDLE_SESSION_KEPT_CHANGED);
}

static char *
dup_path (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file), *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, uri, -1);
  g_autofree char *name = g_strdup_printf ("%.*s.sqlite", NAME_CHARS, sum);

  return g_build_filename (g_get_user_data_dir (), "heddle", "runs", name, NULL);
}

void
heddle_session_forget_kept (HeddleSession *self)
{
  g_ptr_array_set_size (self->kept, 0);
  g_cancellable_cancel (self->looking);
  g_clear_object (&self->looking);
  g_clear_pointer (&self->changed_inputs, g_hash_table_unref);
  drop_removed (self);
  g_clear_pointer (&self->kept_path, g_free);
  g_clear_pointer (&self->kept_fault, g_free);
  heddle_clear_discard (&self->kept_before, hd_snapshot_unref);
  self->kept_next = 1;
  self->kept_listed = FALSE;
}

void
heddle_session_open_kept (HeddleSession *self)
{
  GFile *file = hd_document_get_file (self->document);

  heddle_session_forget_kept (self);
  if (file == NULL)
    return;
  self->kept_path = dup_path (file);
  give_job (self, JOB_LIST, NULL, NULL, g_task_new (NULL, NULL, on_listed, NULL));
}

/* Those that ran in this session go along with it to another file. */
void
heddle_session_move_kept (HeddleSession *self)
{
  GFile *file = hd_document_get_file (self->document);
  g_autofree char *path = file != NULL ? dup_path (file) : NULL;

  if (g_strcmp0 (path, self->kept_path) == 0)
    return;
  drop_removed (self);
  g_free (self->kept_path);
  self->kept_path = g_steal_pointer (&path);
  self->kept_listed = TRUE;
  for (guint i = self->kept->len; i > 0; i--)
    if (get (self, i - 1)->snapshot != NULL)
      push (self, JOB_ADD, get (self, i - 1)->run, get (self, i - 1)->snapshot);
}

/* ---- a run ends -------------------------------------------------------------------------------------------------------------- */

static void
append_change (GString *text,
               const HeddleChange *change)
{
  if (text->len > 0)
    g_string_append_c (text, '\n');
  if (change->before != NULL && change->after != NULL)
    g_string_append_printf (text, "%s: %s → %s", change->subject, change->before, change->after);
  else if (change->after != NULL)
    g_string_append_printf (text, _("%s added: %s"), change->subject, change->after);
  else
    g_string_append_printf (text, _("%s removed: %s"), change->subject, change->before);
}

/* Since the run before, for people. */
static char *
dup_edits (HeddleSession *self,
           HdSnapshot *snapshot,
           const char *inputs)
{
  HdSnapshot *before = self->kept->len > 0 ? get (self, 0)->snapshot : NULL;
  g_autoptr (GArray) changes = before != NULL              ? heddle_list_changes (self->catalog, before, snapshot)
                               : self->kept_before != NULL ? heddle_list_file_changes (self->catalog, self->kept_before, snapshot)
                                                           : NULL;
  GString *text = g_string_new (NULL);

  if (changes != NULL && self->kept->len > 0)
    heddle_add_input_changes (changes, get (self, 0)->run->inputs, inputs);
  for (guint i = 0; changes != NULL && i < MIN (changes->len, MOST_EDITS); i++)
    append_change (text, &g_array_index (changes, HeddleChange, i));
  if (changes != NULL && changes->len > MOST_EDITS)
    {
      guint n = changes->len - MOST_EDITS;

      g_string_append_c (text, '\n');
      g_string_append_printf (text, ngettext ("and %u more change", "and %u more changes", n), n);
    }
  return g_string_free (text, FALSE);
}

/* Records of the oldest runs go; what is shown or compared with keeps its own. */
static void
make_room (HeddleSession *self)
{
  gsize bytes = 0;
  guint n = 0;

  for (guint i = 0; i < self->kept->len; i++)
    {
      Kept *kept = get (self, i);
      HdCounters counters;

      if (kept->view == NULL)
        continue;
      hd_record_get_counters (heddle_run_view_get_record (kept->view), &counters);
      bytes += counters.memory_bytes;
      n++;
      if ((n > MOST_RECORDS || bytes > MOST_RECORD_BYTES) && kept->view != self->view && kept->view != self->baseline)
        g_clear_pointer (&kept->view, heddle_run_view_unref);
    }
  for (guint i = self->kept->len; i > 1 && self->kept->len > MOST_RUNS; i--)
    if (!get (self, i - 1)->run->is_pinned)
      g_ptr_array_remove_index (self->kept, i - 1);
}

/* Whether @run says no more than the last one does. */
static gboolean
repeats (HeddleSession *self,
         const HdKeptRun *run)
{
  const HdKeptRun *last = self->kept->len > 0 ? get (self, 0)->run : NULL;

  return last != NULL && *run->edits == '\0' && (get (self, 0)->snapshot != NULL || self->kept_before != NULL) && g_strcmp0 (run->digest, last->digest) == 0
         && g_strcmp0 (run->version, last->version) == 0;
}

static void
set_view (Kept *kept,
          HeddleRunView *view,
          HdSnapshot *snapshot)
{
  g_clear_pointer (&kept->view, heddle_run_view_unref);
  heddle_clear_discard (&kept->snapshot, hd_snapshot_unref);
  kept->view = heddle_run_view_ref (view);
  kept->snapshot = hd_snapshot_ref (snapshot);
}

static gboolean
is_kept (HeddleSession *self)
{
  for (guint i = 0; i < self->kept->len; i++)
    if (get (self, i)->view == self->view)
      return TRUE;
  return FALSE;
}

/* What a knob passes on its way is not what somebody came to. */
void
heddle_session_keep_run (HeddleSession *self)
{
  HdSnapshot *snapshot = heddle_run_view_get_snapshot (self->view);
  g_autofree char *edits = NULL, *inputs = NULL;
  g_autoptr (HdKeptRun) run = NULL;
  Kept *kept;

  if (self->turned != NULL || is_kept (self))
    return;
  inputs = hd_record_dup_inputs (heddle_run_view_get_record (self->view));
  edits = dup_edits (self, snapshot, inputs);
  run = hd_kept_run_new (heddle_run_view_get_record (self->view), edits);

  if (repeats (self, run))
    {
      kept = get (self, 0);
      kept->run->ended_s = run->ended_s;
      kept->run->wall_s = run->wall_s;
      set_view (kept, self->view, snapshot);
      push (self, JOB_UPDATE, kept->run, NULL);
    }
  else
    {
      kept = g_new0 (Kept, 1);
      run->number = self->kept_next++;
      kept->run = g_steal_pointer (&run);
      set_view (kept, self->view, snapshot);
      g_ptr_array_insert (self->kept, 0, kept);
      push (self, JOB_ADD, kept->run, snapshot);
    }
  make_room (self);
  heddle_session_look_at_inputs (self);
  heddle_session_emit (self, HEDDLE_SESSION_KEPT_CHANGED);
}

/* ---- what there is ------------------------------------------------------------------------------------------------------------- */

guint
heddle_session_get_n_kept (HeddleSession *self)
{
  return self->kept->len;
}

const HdKeptRun *
heddle_session_get_kept (HeddleSession *self,
                         guint place)
{
  return get (self, place)->run;
}

gboolean
heddle_session_find_kept (HeddleSession *self,
                          guint number,
                          guint *out_place)
{
  for (guint i = 0; i < self->kept->len; i++)
    if (get (self, i)->run->number == number)
      {
        *out_place = i;
        return TRUE;
      }
  return FALSE;
}

gboolean
heddle_session_has_kept_record (HeddleSession *self,
                                guint place)
{
  return get (self, place)->view != NULL;
}

gboolean
heddle_session_is_kept_shown (HeddleSession *self,
                              guint place)
{
  return self->view != NULL && get (self, place)->view == self->view;
}

gboolean
heddle_session_find_change (HeddleSession *self,
                            const char *metric,
                            double *out_before,
                            const char **out_edits)
{
  guint place = 0;
  const HdMetric *found;

  while (place < self->kept->len && !heddle_session_is_kept_shown (self, place))
    place++;
  if (place + 1 >= self->kept->len || get (self, place)->run->edits == NULL || get (self, place)->run->edits[0] == '\0')
    return FALSE;
  found = metric != NULL ? hd_kept_run_find_metric (get (self, place + 1)->run, metric) : NULL;
  if (metric != NULL && found == NULL)
    return FALSE;
  *out_before = found != NULL ? found->value : get (self, place + 1)->run->simulated_s;
  *out_edits = get (self, place)->run->edits;
  return TRUE;
}

/* The same state ran once more, and read the same. */
static gboolean
is_again (const Kept *kept,
          HeddleRunView *view)
{
  g_autofree char *digest = kept->snapshot == heddle_run_view_get_snapshot (view) ? hd_record_dup_digest (heddle_run_view_get_record (view)) : NULL;

  return kept->snapshot != NULL && g_strcmp0 (digest, kept->run->digest) == 0;
}

gboolean
heddle_session_is_kept_baseline (HeddleSession *self,
                                 guint place)
{
  const Kept *kept = get (self, place);

  if (self->past != NULL)
    return self->past->number == kept->run->number;
  return self->baseline != NULL && (kept->view == self->baseline || is_again (kept, self->baseline));
}

const char *
heddle_session_get_kept_fault (HeddleSession *self)
{
  return self->kept_fault;
}

/* ---- what is done with it ------------------------------------------------------------------------------------------------------- */

void
heddle_session_show_kept (HeddleSession *self,
                          guint place)
{
  g_return_if_fail (heddle_session_has_kept_record (self, place) && !heddle_session_is_active (self));

  if (!heddle_session_is_kept_shown (self, place))
    heddle_session_take_view (self, get (self, place)->view);
}

static void
on_past_read (GObject *source,
              GAsyncResult *result,
              gpointer data)
{
  g_autoptr (GTask) task = data;
  HeddleSession *self = g_task_get_source_object (task);
  Job *job = g_task_get_task_data (G_TASK (result));
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (is_of_project (self, job))
    {
      heddle_session_take_past (self, job->run, job->snapshot);
      heddle_session_announce_baseline (self);
    }
  g_task_return_boolean (task, TRUE);
}

void
heddle_session_compare_with_kept_async (HeddleSession *self,
                                        guint place,
                                        GAsyncReadyCallback callback,
                                        gpointer data)
{
  Kept *kept = get (self, place);
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, data);

  if (kept->view == NULL && kept->snapshot == NULL)
    {
      give_job (self, JOB_READ, kept->run, NULL, g_task_new (NULL, NULL, on_past_read, g_steal_pointer (&task)));
      return;
    }
  if (kept->view != NULL)
    heddle_session_take_baseline (self, kept->view);
  else
    {
      heddle_session_take_past (self, kept->run, kept->snapshot);
      heddle_session_announce_baseline (self);
    }
  g_task_return_boolean (task, TRUE);
}

gboolean
heddle_session_compare_with_kept_finish (HeddleSession *self,
                                         GAsyncResult *result,
                                         GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

void
heddle_session_name_kept (HeddleSession *self,
                          guint place,
                          const char *name)
{
  HdKeptRun *run = get (self, place)->run;

  g_free (run->name);
  run->name = name != NULL && *name != '\0' ? g_strdup (name) : NULL;
  push (self, JOB_UPDATE, run, NULL);
  heddle_session_emit (self, HEDDLE_SESSION_KEPT_CHANGED);
}

void
heddle_session_pin_kept (HeddleSession *self,
                         guint place,
                         gboolean is_pinned)
{
  HdKeptRun *run = get (self, place)->run;

  run->is_pinned = is_pinned;
  push (self, JOB_UPDATE, run, NULL);
  heddle_session_emit (self, HEDDLE_SESSION_KEPT_CHANGED);
}

/* ---- removing ------------------------------------------------------------------------------------------------------------------ */

void
heddle_session_remove_kept (HeddleSession *self,
                            guint place)
{
  drop_removed (self);
  self->removed = g_ptr_array_steal_index (self->kept, place);
  heddle_session_emit (self, HEDDLE_SESSION_KEPT_CHANGED);
}

static gint
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint first = (*(Kept *const *) a)->run->number, second = (*(Kept *const *) b)->run->number;

  return first < second ? 1 : first > second ? -1 : 0;
}

gboolean
heddle_session_return_kept (HeddleSession *self,
                            guint number)
{
  Kept *kept = self->removed;

  if (kept == NULL || kept->run->number != number)
    return FALSE;
  g_ptr_array_add (self->kept, g_steal_pointer (&self->removed));
  g_ptr_array_sort (self->kept, compare_numbers);
  heddle_session_emit (self, HEDDLE_SESSION_KEPT_CHANGED);
  return TRUE;
}

/* ---- restoring ------------------------------------------------------------------------------------------------------------------ */

static char *
dup_step_name (const HdKeptRun *run)
{
  return run->name != NULL ? g_strdup_printf (_("Restore %s"), run->name) : g_strdup_printf (_("Restore run %u"), run->number);
}

static void
on_read (GObject *source,
         GAsyncResult *result,
         gpointer data)
{
  g_autoptr (GTask) task = data;
  HeddleSession *self = g_task_get_source_object (task);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autofree char *name = dup_step_name (job->run);
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error)
      && (!is_of_project (self, job) || heddle_edit_replace (self->document, hd_snapshot_get_root (job->snapshot), name, &error)))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

void
heddle_session_restore_kept_async (HeddleSession *self,
                                   guint place,
                                   GAsyncReadyCallback callback,
                                   gpointer data)
{
  Kept *kept = get (self, place);
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, data);
  g_autofree char *name = dup_step_name (kept->run);
  GError *error = NULL;

  if (kept->snapshot == NULL)
    give_job (self, JOB_READ, kept->run, NULL, g_task_new (NULL, NULL, on_read, g_steal_pointer (&task)));
  else if (!hd_document_restore (self->document, kept->snapshot, name, &error))
    g_task_return_error (task, error);
  else
    {
      if (kept->view != NULL && !heddle_session_is_active (self))
        heddle_session_show_kept (self, place);
      g_task_return_boolean (task, TRUE);
    }
}

gboolean
heddle_session_restore_kept_finish (HeddleSession *self,
                                    GAsyncResult *result,
                                    GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}
