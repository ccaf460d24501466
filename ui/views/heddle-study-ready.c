/* heddle-study-ready.c: a study, its results and what is published of it, made ready beside the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-page"

#include "heddle-study-ready.h"

#include <glib/gi18n.h>

#include "heddle-study-results.h"

#define MOST_STATES 16 /* of the files that runs have read */

static void
ready_free (gpointer data)
{
  HeddleStudyReady *ready = data;

  g_clear_pointer (&ready->published, hd_study_published_free);
  g_clear_pointer (&ready->table, hd_study_table_free);
  g_clear_pointer (&ready->plan, hd_study_plan_unref);
  hd_snapshot_unref (ready->snapshot);
  g_free (ready->id);
  g_free (ready->path);
  g_free (ready->message);
  g_free (ready);
}

/* Results whose runs have read files as they are now. Those of other states of the files stay for when these come back. */
static HdStudyStore *
open_current (HeddleStudyReady *ready,
              GError **error)
{
  for (guint i = 0; i < MOST_STATES && g_file_test (ready->path, G_FILE_TEST_EXISTS); i++)
    {
      g_autoptr (HdStudyStore) store = hd_study_store_open (ready->path, HD_STUDY_STORE_READ, ready->plan, error);
      g_autofree char *changed = store != NULL ? hd_study_store_dup_changed (store, hd_snapshot_get_directory (ready->snapshot)) : NULL, *other = NULL;

      if (changed == NULL)
        return g_steal_pointer (&store);
      other = heddle_study_results_dup_other (ready->path, store, ready->snapshot);
      g_free (ready->path);
      ready->path = g_steal_pointer (&other);
      g_free (ready->message);
      ready->message = g_strdup_printf (_("“%s” has changed since this study ran, so that its runs are made anew"), changed);
    }
  return NULL;
}

static void
load_table (HeddleStudyReady *ready)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdStudyStore) store = open_current (ready, &error);

  ready->table = hd_study_table_new (ready->plan);
  if (store != NULL && !hd_study_table_load (ready->table, store, &error))
    {
      hd_study_table_free (ready->table);
      ready->table = hd_study_table_new (ready->plan);
    }
  if (store != NULL)
    g_clear_pointer (&ready->message, g_free);
  if (error != NULL)
    {
      g_free (ready->message);
      ready->message = g_strdup (error->message);
    }
}

static void
load_published (HeddleStudyReady *ready)
{
  g_autoptr (GError) error = NULL;

  ready->published = hd_study_published_new (ready->plan, &error);
  if (ready->published != NULL && !hd_study_published_check (ready->published, ready->table, &error))
    g_clear_pointer (&ready->published, hd_study_published_free);
  if (error != NULL && ready->message == NULL)
    ready->message = g_strdup (error->message);
}

/* A hundred thousand points take half a second. */
static void
make_ready (GTask *task,
            gpointer source,
            gpointer data,
            GCancellable *cancellable)
{
  HeddleStudyReady *ready = data;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;

  ready->plan = hd_study_plan_new (ready->snapshot, ready->id, NULL, problems, &error);
  if (ready->plan == NULL)
    ready->message = g_strdup (hd_problem_list_get_length (problems) > 0 ? hd_problem_list_get (problems, 0)->message : error->message);
  else
    {
      ready->path = heddle_study_results_dup_path (ready->plan);
      load_table (ready);
      load_published (ready);
    }
  g_task_return_boolean (task, TRUE);
}

void
heddle_study_ready_async (HdSnapshot *snapshot,
                          const char *id,
                          gpointer source,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, NULL);
  HeddleStudyReady *ready = g_new0 (HeddleStudyReady, 1);

  ready->snapshot = hd_snapshot_ref (snapshot);
  ready->id = g_strdup (id);
  g_task_set_task_data (task, ready, ready_free);
  hd_task_run_in_thread (task, make_ready);
}

HeddleStudyReady *
heddle_study_ready_finish (GAsyncResult *result)
{
  return g_task_propagate_boolean (G_TASK (result), NULL) ? g_task_get_task_data (G_TASK (result)) : NULL;
}
