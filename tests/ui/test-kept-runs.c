/* test-kept-runs.c: the runs of a project that are kept
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: each run that ends is there once, with what was changed before it; what it ran comes back byte for byte, in one step, also after the project is
 * opened anew, and runs to the same digest; what was named, pinned or deleted is so the next time. Left open: how it looks; records beyond what memory is for.
 */
#include <glib/gstdio.h>

#include "heddle-compare.h"
#include "heddle-kept-runs.h"
#include "ui-fixture.h"

#include "ui-project.h"

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

static void
set_rate (HeddleSession *session,
          const char *value)
{
  HdDocument *document = heddle_session_get_document (session);
  const HdObject *root = hd_document_get_root (document);
  const HdObject *rate = hd_object_find_child (hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL), HD_OBJECT_VARIABLE, "rate");

  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (rate), "value", value, NULL));
  ui_fixture_wait (is_settled, session);
}

static char *
dup_text (HeddleSession *session)
{
  return hd_document_to_string (heddle_session_get_document (session), NULL);
}

static void
on_restored (GObject *source,
             GAsyncResult *result,
             gpointer data)
{
  g_autoptr (GError) error = NULL;

  heddle_session_restore_kept_finish (HEDDLE_SESSION (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

static void
restore (HeddleSession *session,
         guint place)
{
  gboolean done = FALSE;

  heddle_session_restore_kept_async (session, place, on_restored, &done);
  ui_fixture_wait (is_true, &done);
  ui_fixture_wait (is_settled, session);
}

/* ---- in one session --------------------------------------------------------------------------------------------------------------- */

static void
test_keep (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdRecord *first;

  g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 0);
  ui_fixture_run_to_end (session);
  first = heddle_session_get_record (session);
  g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 1);
  g_assert_cmpstr (heddle_session_get_kept (session, 0)->edits, ==, "");
  ui_fixture_run_to_end (session);
  g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 1); /* it says the same */
  g_assert_true (heddle_session_is_kept_shown (session, 0));
  g_assert_true (first != heddle_session_get_record (session));

  set_rate (session, "64 GB/s");
  ui_fixture_run_to_end (session);
  g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 2);
  g_assert_cmpstr (heddle_session_get_kept (session, 0)->edits, ==, "rate · Value: 128 GB/s → 64 GB/s");
  g_assert_cmpuint (heddle_session_get_kept (session, 0)->number, ==, 2);
  g_assert_cmpuint (heddle_session_get_kept (session, 1)->number, ==, 1);
  g_assert_true (heddle_session_has_kept_record (session, 1));

  /* One that was stopped says nothing of the whole. */
  heddle_session_step (session, HD_STEP_VERTEX);
  heddle_session_stop (session);
  ui_fixture_drain ();
  g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 2);
}

static void
test_show (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdMetric metric;
  HeddleLoads loads;

  ui_fixture_run_to_end (session);
  set_rate (session, "64 GB/s");
  ui_fixture_run_to_end (session);
  g_assert_false (heddle_session_is_stale (session));
  heddle_session_show_kept (session, 1);
  g_assert_true (heddle_session_is_kept_shown (session, 1));
  g_assert_true (heddle_session_is_stale (session));
  g_assert_true (heddle_session_get_loads (session, &loads));
  for (guint i = 0; i < heddle_session_get_kept (session, 1)->metrics->len; i++)
    {
      const HdMetric *kept = &g_array_index (heddle_session_get_kept (session, 1)->metrics, HdMetric, i);

      g_assert_true (hd_record_find_metric (heddle_session_get_record (session), kept->name, &metric));
      g_assert_cmpfloat (metric.value, ==, kept->value);
    }

  heddle_session_compare_with_kept_async (session, 0, NULL, NULL);
  g_assert_true (heddle_session_is_kept_baseline (session, 0));
  g_assert_true (heddle_session_compares (session));
  heddle_session_show_kept (session, 0);
  g_assert_false (heddle_session_compares (session));
  g_assert_false (heddle_session_is_stale (session));

  /* Under way, and then over: the one that was shown goes on being kept. */
  set_rate (session, "32 GB/s");
  ui_fixture_run_to_end (session);
  g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 3);
  g_assert_true (heddle_session_is_kept_shown (session, 0));
  g_assert_true (heddle_session_is_kept_baseline (session, 1));
}

static gboolean
runs_turned (gpointer session)
{
  return heddle_session_get_run_state (session) == HD_RUN_FINISHED && !heddle_session_is_elaborating (session) && !heddle_session_is_stale (session);
}

static gboolean
has_two (gpointer session)
{
  return heddle_session_get_n_kept (session) == 2;
}

/* Of all that a knob passes only where it is let go is kept. */
static void
test_turn (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);

  ui_fixture_run_to_end (session);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *setting = g_strdup_printf ("$rate=%u GB/s", 60 + i);

      g_assert_true (heddle_session_turn (session, setting, NULL));
      ui_fixture_wait (runs_turned, session);
      g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 1);
    }
  g_assert_true (heddle_session_end_turn (session, "Turn", NULL));
  ui_fixture_wait (has_two, session);
  g_assert_cmpstr (heddle_session_get_kept (session, 0)->edits, ==, "rate · Value: 128 GB/s → 62 GB/s");
}

static void
test_restore (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autofree char *first = NULL, *second = NULL, *text = NULL, *undone = NULL;
  HdDocument *document = heddle_session_get_document (session);
  g_autoptr (HdObject) fresh = hd_object_new (HD_OBJECT_COMPONENT, "id", "fresh", "type", "fabric.xpu", "x", "0", "y", "500", NULL);
  guint n;

  first = dup_text (session);
  ui_fixture_run_to_end (session);
  set_rate (session, "64 GB/s");
  hd_document_insert (document, hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL)), 0, fresh, NULL);
  ui_fixture_wait (is_settled, session);
  second = dup_text (session);
  n = hd_document_get_n_undo (document);
  restore (session, 0);
  text = dup_text (session);
  g_assert_cmpstr (text, ==, first);
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, n + 1);
  g_assert_cmpstr (hd_document_get_undo_name (document), ==, "Restore run 1");
  g_assert_true (heddle_session_is_kept_shown (session, 0));
  g_assert_false (heddle_session_is_stale (session));
  g_assert_true (hd_document_undo (document));
  ui_fixture_wait (is_settled, session);
  undone = dup_text (session);
  g_assert_cmpstr (undone, ==, second);
  g_assert_true (heddle_session_is_stale (session));
}

static void
test_remove (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);

  ui_fixture_run_to_end (session);
  set_rate (session, "64 GB/s");
  ui_fixture_run_to_end (session);
  heddle_session_remove_kept (session, 1);
  g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 1);
  g_assert_false (heddle_session_return_kept (session, 2));
  g_assert_true (heddle_session_return_kept (session, 1));
  g_assert_false (heddle_session_return_kept (session, 1));
  g_assert_cmpuint (heddle_session_get_kept (session, 0)->number, ==, 2);
  g_assert_cmpuint (heddle_session_get_kept (session, 1)->number, ==, 1);

  /* What is shown goes on being shown; its number is not given again. */
  heddle_session_remove_kept (session, 0);
  g_assert_nonnull (heddle_session_get_record (session));
  set_rate (session, "32 GB/s");
  ui_fixture_run_to_end (session);
  g_assert_cmpuint (heddle_session_get_kept (session, 0)->number, ==, 3);
}

/* ---- from one session to the next ---------------------------------------------------------------------------------------------------- */

/* With what there is of it, however long that takes to read. */
static HeddleSession *
open_file (GFile *file)
{
  g_autoptr (HdCatalog) catalog = ui_fixture_new_catalog ();
  HeddleSession *session = heddle_session_new (catalog);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, NULL, NULL, &error);

  g_assert_no_error (error);
  heddle_session_set_document (session, document, NULL);
  ui_fixture_wait (is_settled, session);
  heddle_session_settle_kept (session);
  ui_fixture_drain ();
  return session;
}

static gboolean
has_kept (gpointer session)
{
  return heddle_session_get_n_kept (session) > 0;
}

static void
close_session (HeddleSession **session)
{
  heddle_session_settle_kept (*session);
  ui_fixture_drain ();
  g_clear_object (session);
  ui_fixture_drain ();
}

static void
test_again (void)
{
  GFile *file = ui_fixture_write (UI_PROJECT);
  HeddleSession *session = open_file (file);
  g_autofree char *first = dup_text (session), *text = NULL, *digest = NULL;

  ui_fixture_run_to_end (session);
  digest = g_strdup (heddle_session_get_kept (session, 0)->digest);
  heddle_session_name_kept (session, 0, "as it was");
  set_rate (session, "64 GB/s");
  ui_fixture_run_to_end (session);
  heddle_session_pin_kept (session, 0, TRUE);
  set_rate (session, "32 GB/s");
  ui_fixture_run_to_end (session);
  heddle_session_remove_kept (session, 0);
  close_session (&session);

  session = open_file (file);
  ui_fixture_wait (has_kept, session);
  g_assert_null (heddle_session_get_kept_fault (session));
  g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 2);
  g_assert_true (heddle_session_get_kept (session, 0)->is_pinned);
  g_assert_cmpstr (heddle_session_get_kept (session, 1)->name, ==, "as it was");
  g_assert_cmpstr (heddle_session_get_kept (session, 1)->digest, ==, digest);
  g_assert_false (heddle_session_has_kept_record (session, 1));

  /* Restored, it runs as it did. */
  set_rate (session, "16 GB/s");
  restore (session, 1);
  text = dup_text (session);
  g_assert_cmpstr (text, ==, first);
  ui_fixture_run_to_end (session);
  g_assert_cmpstr (heddle_session_get_kept (session, 0)->digest, ==, digest);
  g_assert_cmpstr (heddle_session_get_kept (session, 0)->edits, ==, "rate · Value: 64 GB/s → 128 GB/s");
  g_assert_cmpuint (heddle_session_get_kept (session, 0)->number, ==, 4); /* 3 was deleted */
  close_session (&session);
  ui_fixture_remove (file);
}

static void
on_compared (GObject *source,
             GAsyncResult *result,
             gpointer data)
{
  g_autoptr (GError) error = NULL;

  heddle_session_compare_with_kept_finish (HEDDLE_SESSION (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

static GtkWidget *
find_row (GtkWidget *page,
          const char *text)
{
  GtkWidget *label = ui_fixture_find_label (page, text);

  return label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW) : NULL;
}

/* Of a run whose record is gone figures and edits are compared all the same; whatever needs a record has no baseline. */
static void
test_past (void)
{
  GFile *file = ui_fixture_write (UI_PROJECT);
  HeddleSession *session = open_file (file);
  GtkWidget *page, *window;
  g_autoptr (GArray) changes = NULL;
  HdMetric before, now;
  double was;
  gboolean done = FALSE;

  ui_fixture_run_to_end (session);
  g_assert_true (hd_record_find_metric (heddle_session_get_record (session), "time_total", &now));
  was = now.value;
  close_session (&session);

  session = open_file (file);
  ui_fixture_wait (has_kept, session);
  page = heddle_compare_new (session);
  window = ui_fixture_show (page, 900, 400);
  set_rate (session, "64 GB/s");
  ui_fixture_run_to_end (session);
  g_assert_true (gtk_widget_activate_action (find_row (page, "Run 1"), "runs.compare", "u", 1));
  heddle_session_compare_with_kept_async (session, 1, on_compared, &done);
  ui_fixture_wait (is_true, &done);
  ui_fixture_drain ();
  g_assert_true (heddle_session_is_kept_baseline (session, 1));
  g_assert_false (heddle_session_compares (session));
  g_assert_null (heddle_session_get_baseline (session));
  g_assert_cmpuint (heddle_session_get_past (session)->number, ==, 1);
  g_assert_true (heddle_session_find_before (session, "time_total", &before));
  g_assert_cmpfloat (before.value, ==, was);
  changes = heddle_session_list_past_changes (session);
  g_assert_cmpuint (changes->len, ==, 1);
  g_assert_nonnull (ui_fixture_find_label (page, "rate · Value"));
  g_assert_nonnull (find_row (page, "Total time"));
  g_assert_nonnull (ui_fixture_find_label (find_row (page, "Run 1"), "Baseline"));

  /* Run again it is a baseline like any other; and one that is dropped is gone. */
  restore (session, 1);
  ui_fixture_run_to_end (session);
  heddle_session_keep_baseline (session);
  g_assert_null (heddle_session_get_past (session));
  g_assert_nonnull (heddle_session_get_baseline (session));
  done = FALSE;
  heddle_session_compare_with_kept_async (session, 2, on_compared, &done);
  ui_fixture_wait (is_true, &done);
  g_assert_nonnull (heddle_session_get_past (session));
  heddle_session_drop_baseline (session);
  g_assert_null (heddle_session_get_past (session));
  g_assert_false (heddle_session_find_before (session, "time_total", &before));
  gtk_window_destroy (GTK_WINDOW (window));
  close_session (&session);
  ui_fixture_remove (file);
}

/* ---- files that runs read ----------------------------------------------------------------------------------------------------------- */

#define LISTED \
  "<heddle version=\"1\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 us\"/><top><component id=\"h\" type=\"fabric.host\" count=\"2\"/>" \
  "<link id=\"up\" from=\"h[0].port\" to=\"h[1].port\" class=\"L\"/></top><workload type=\"transfers\" file=\"list.csv\"/></heddle>"

#define LIST_OF(bytes) "start_s,bytes,source,destination\n0," bytes ",h[0],h[1]\n"

static gboolean
has_changed (gpointer session)
{
  return heddle_session_get_changed_input (session, 0) != NULL;
}

static gboolean
is_as_before (gpointer session)
{
  return heddle_session_get_changed_input (session, 0) == NULL;
}

/* What has read a file that has changed since is marked and is from before; when it comes back, it is not; what reads the new one says what was changed. */
static void
test_inputs (void)
{
  GFile *file = ui_fixture_write (LISTED);
  g_autoptr (GFile) folder = g_file_get_parent (file), list = g_file_get_child (folder, "list.csv");
  g_autofree char *path = g_file_get_path (list);
  HeddleSession *session;
  GtkWidget *page, *window;

  g_assert_true (g_file_set_contents (path, LIST_OF ("1000"), -1, NULL));
  session = open_file (file);
  page = heddle_compare_new (session);
  window = ui_fixture_show (page, 900, 400);
  ui_fixture_run_to_end (session);
  ui_fixture_drain ();
  g_assert_true (g_str_has_suffix (heddle_session_get_kept (session, 0)->inputs, " 50 list.csv\n"));
  g_assert_null (heddle_session_get_changed_input (session, 0));
  g_assert_false (heddle_session_is_stale (session));

  g_assert_true (g_file_set_contents (path, LIST_OF ("2000"), -1, NULL));
  heddle_session_look_at_inputs (session);
  ui_fixture_wait (has_changed, session);
  g_assert_cmpstr (heddle_session_get_changed_input (session, 0), ==, "list.csv");
  g_assert_true (heddle_session_is_stale (session));

  g_assert_true (g_file_set_contents (path, LIST_OF ("1000"), -1, NULL));
  heddle_session_look_at_inputs (session);
  ui_fixture_wait (is_as_before, session);
  g_assert_false (heddle_session_is_stale (session));

  heddle_session_keep_baseline (session);
  g_assert_true (g_file_set_contents (path, LIST_OF ("2000"), -1, NULL));
  ui_fixture_run_to_end (session);
  g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 2);
  g_assert_true (g_str_has_prefix (heddle_session_get_kept (session, 0)->edits, "list.csv: "));
  ui_fixture_wait (is_as_before, session);
  g_assert_nonnull (ui_fixture_find_label (page, "list.csv"));
  g_assert_true (heddle_session_is_kept_baseline (session, 1));
  g_assert_false (heddle_session_is_kept_baseline (session, 0));
  close_session (&session);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();

  g_assert_cmpint (g_unlink (path), ==, 0);
  session = open_file (file);
  ui_fixture_wait (has_kept, session);
  ui_fixture_wait (has_changed, session);
  g_assert_nonnull (heddle_session_get_changed_input (session, 1));
  close_session (&session);
  ui_fixture_remove (file);
}

/* A project without a file has its runs in memory; they go along to the file that it gets. */
static void
test_saved_later (void)
{
  GFile *file = ui_fixture_write (UI_PROJECT);
  g_autoptr (HdDocument) document = hd_document_load_from_data (UI_PROJECT, -1, NULL, NULL, NULL);
  g_autoptr (HdCatalog) catalog = ui_fixture_new_catalog ();
  HeddleSession *session = heddle_session_new (catalog);

  heddle_session_set_document (session, document, NULL);
  ui_fixture_wait (is_settled, session);
  ui_fixture_run_to_end (session);
  set_rate (session, "64 GB/s");
  ui_fixture_run_to_end (session);
  hd_document_set_unsaved (document, file);
  close_session (&session);

  session = open_file (file);
  ui_fixture_wait (has_kept, session);
  g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 2);
  g_assert_cmpstr (heddle_session_get_kept (session, 0)->edits, ==, "rate · Value: 128 GB/s → 64 GB/s");
  close_session (&session);
  ui_fixture_remove (file);
}

static gboolean
has_fault (gpointer session)
{
  return heddle_session_get_kept_fault (session) != NULL;
}

/* Where nothing can be written, runs are kept in memory, and it is told. */
static void
test_fault (void)
{
  g_autofree char *runs = g_build_filename (g_get_user_data_dir (), "heddle", "runs", NULL), *aside = g_strconcat (runs, ".aside", NULL);
  GFile *file = ui_fixture_write (UI_PROJECT);
  HeddleSession *session;

  g_mkdir_with_parents (runs, 0700);
  g_assert_cmpint (g_rename (runs, aside), ==, 0);
  g_assert_true (g_file_set_contents (runs, "in the way", -1, NULL));
  session = open_file (file);
  ui_fixture_wait (has_fault, session);
  ui_fixture_run_to_end (session);
  g_assert_cmpuint (heddle_session_get_n_kept (session), ==, 1);
  close_session (&session);
  g_assert_cmpint (g_unlink (runs), ==, 0);
  g_assert_cmpint (g_rename (aside, runs), ==, 0);
  ui_fixture_remove (file);
}

/* ---- the list --------------------------------------------------------------------------------------------------------------------- */

static void
test_list (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *page = heddle_compare_new (session), *window = ui_fixture_show (page, 900, 400), *row;

  ui_fixture_run_to_end (session);
  set_rate (session, "64 GB/s");
  ui_fixture_run_to_end (session);
  ui_fixture_drain ();
  g_assert_nonnull (ui_fixture_find_label (page, "2 runs"));
  row = find_row (page, "Run 2");
  g_assert_nonnull (ui_fixture_find_label (row, "rate · Value: 128 GB/s → 64 GB/s"));
  g_assert_nonnull (ui_fixture_find_label (row, "Shown"));

  row = find_row (page, "Run 1");
  g_assert_true (gtk_widget_activate_action (row, "runs.show", "u", 1));
  g_assert_true (heddle_session_is_kept_shown (session, 1));
  g_assert_nonnull (ui_fixture_find_label (find_row (page, "Run 1"), "Shown"));
  g_assert_true (gtk_widget_activate_action (find_row (page, "Run 2"), "runs.compare", "u", 2));
  g_assert_nonnull (ui_fixture_find_label (find_row (page, "Run 2"), "Baseline"));
  g_assert_nonnull (ui_fixture_find_label (page, "rate · Value"));

  g_assert_true (gtk_widget_activate_action (find_row (page, "Run 2"), "runs.delete", "u", 2));
  g_assert_null (find_row (page, "Run 2"));
  g_assert_nonnull (ui_fixture_find_label (page, "Run 2 deleted"));
  g_signal_emit_by_name (gtk_widget_get_ancestor (ui_fixture_find_label (page, "_Undo"), GTK_TYPE_BUTTON), "clicked");
  g_assert_nonnull (find_row (page, "Run 2"));
  heddle_session_name_kept (session, 0, "half");
  g_assert_nonnull (find_row (page, "half"));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/kept-runs/keep", test_keep);
  g_test_add_func ("/ui/kept-runs/show", test_show);
  g_test_add_func ("/ui/kept-runs/turn", test_turn);
  g_test_add_func ("/ui/kept-runs/restore", test_restore);
  g_test_add_func ("/ui/kept-runs/remove", test_remove);
  g_test_add_func ("/ui/kept-runs/again", test_again);
  g_test_add_func ("/ui/kept-runs/past", test_past);
  g_test_add_func ("/ui/kept-runs/inputs", test_inputs);
  g_test_add_func ("/ui/kept-runs/saved-later", test_saved_later);
  g_test_add_func ("/ui/kept-runs/fault", test_fault);
  g_test_add_func ("/ui/kept-runs/list", test_list);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
