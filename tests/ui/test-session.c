/* test-session.c: what the views of a window share
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a location always leads to a module and to scopes of the design; loads are those of the moment that is looked at; what is looked
 * at never lies past the end of the record. Left open: speed against the wall clock.
 */
#include "ui-fixture.h"

static void
count (guint *n)
{
  (*n)++;
}

static void
test_load (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);

  g_assert_nonnull (heddle_session_get_design (session));
  g_assert_cmpuint (heddle_session_count_problems (session, HD_SEVERITY_ERROR), ==, 0);
  g_assert_true (heddle_session_can_run (session));
  /* Both boxes work, so the view starts at the top. */
  g_assert_cmpuint (heddle_session_get_depth (session), ==, 0);
}

static gboolean
has_design (gpointer data)
{
  return heddle_session_get_design (data) != NULL;
}

/* A document from elsewhere is shown at once, and elaborated soon; nothing of the one before is left. */
static void
test_set_document (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT_WITH_ERROR);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (UI_PROJECT, -1, NULL, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  heddle_session_select (session, (HeddleTarget){ ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "a"), HEDDLE_ALL_MEMBERS });
  g_signal_connect_swapped (session, "project-changed", G_CALLBACK (count), &n);
  heddle_session_set_document (session, document, NULL);
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (heddle_session_get_document (session) == document);
  g_assert_nonnull (heddle_session_get_module (session));
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 0);
  ui_fixture_wait (has_design, session);
  g_assert_cmpuint (heddle_session_count_problems (session, HD_SEVERITY_ERROR), ==, 0);
}

static void
test_errors (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT_WITH_ERROR);

  g_assert_null (heddle_session_get_design (session));
  g_assert_cmpuint (heddle_session_count_problems (session, HD_SEVERITY_ERROR), >, 0);
  g_assert_false (heddle_session_can_run (session));
  g_assert_nonnull (heddle_session_get_module (session));
}

typedef struct
{
  GError *error;
} Failure;

static void
on_failed (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  g_assert_false (heddle_session_load_finish (HEDDLE_SESSION (source), result, &((Failure *) data)->error));
}

static gboolean
has_failed (gpointer data)
{
  return ((Failure *) data)->error != NULL;
}

/* A file that cannot be read leaves the session as it was. */
static void
test_load_fails (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autoptr (GFile) missing = g_file_new_for_path ("/nowhere/missing.heddle");
  Failure failure = { NULL };

  heddle_session_load_async (session, missing, NULL, on_failed, &failure);
  ui_fixture_wait (has_failed, &failure);
  g_assert_error (failure.error, HD_ERROR, HD_ERROR_IO);
  g_assert_cmpstr (hd_document_get_name (heddle_session_get_document (session)), ==, "Two boxes");
  g_assert_true (heddle_session_can_run (session));
  g_clear_error (&failure.error);
}

static void
test_location (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  guint64 box = ui_fixture_uid (session, NULL, HD_OBJECT_INSTANCE, "box"), core = ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "core");
  guint n, changes = 0;
  g_autofree char *path = NULL;

  g_signal_connect_swapped (session, "location-changed", G_CALLBACK (count), &changes);
  g_assert_false (heddle_session_enter (session, core, 0));
  g_assert_cmpuint (changes, ==, 0);

  g_assert_true (heddle_session_enter (session, box, 1));
  g_assert_cmpuint (changes, ==, 1);
  g_assert_cmpuint (heddle_session_get_n_members (session, 0), ==, 2);
  g_assert_cmpstr (hd_object_get_id (heddle_session_get_module (session)), ==, "box");
  path = hd_design_dup_scope_path (heddle_session_get_design (session), heddle_session_get_scope (session));
  g_assert_cmpstr (path, ==, "box[1]");

  heddle_session_choose_member (session, 0, HEDDLE_MEMBER_AVERAGE);
  heddle_session_get_scopes (session, &n);
  g_assert_cmpuint (n, ==, 2);
  heddle_session_choose_member (session, 0, HEDDLE_MEMBER_HOTTEST);
  heddle_session_get_scopes (session, &n);
  g_assert_cmpuint (n, ==, 1);

  heddle_session_leave_to (session, 0);
  g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, box);
}

/* Every link and node of the design is found on the canvas. */
static void
test_go_to (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdDesign *design = heddle_session_get_design (session);

  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    {
      heddle_session_select_link (session, i);
      g_assert_cmpuint (heddle_session_get_scope (session), ==, hd_design_get_links (design)[i].scope);
      g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, hd_design_get_links (design)[i].origin_uid);
    }
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      heddle_session_select_node (session, i);
      g_assert_cmpuint (heddle_session_get_scope (session), ==, hd_design_get_nodes (design)[i].scope);
    }
  heddle_session_show_object (session, ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "core"));
  g_assert_cmpuint (heddle_session_get_depth (session), ==, 0);
}

static void
test_selection (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HeddleTarget a = { 11, 0 }, b = { 11, 1 };
  guint changes = 0;

  g_signal_connect_swapped (session, "selection-changed", G_CALLBACK (count), &changes);
  heddle_session_select (session, a);
  heddle_session_select (session, a);
  g_assert_cmpuint (changes, ==, 1);
  heddle_session_toggle_selected (session, b);
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 2);
  heddle_session_toggle_selected (session, a);
  g_assert_false (heddle_session_is_selected (session, a));
  g_assert_true (heddle_session_is_selected (session, b));
  heddle_session_select_none (session);
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 0);
}

static void
test_run (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HeddleLoads loads;
  HdMetric metric;
  HdTime end;
  guint used = 0;

  g_assert_false (heddle_session_get_loads (session, &loads));
  ui_fixture_run_to_end (session);
  end = heddle_session_get_end (session);
  g_assert_cmpint (end, >, 0);
  g_assert_true (hd_record_find_metric (heddle_session_get_record (session), "throughput", &metric));
  g_assert_true (heddle_session_get_loads (session, &loads));
  for (guint i = 0; i < hd_design_get_n_links (heddle_session_get_design (session)); i++)
    used += loads.totals[i].amount > 0;
  g_assert_cmpuint (used, >, 0);

  /* At half the time less than all has been carried. */
  g_autofree HdLoad *all = g_memdup2 (loads.totals, hd_design_get_n_links (heddle_session_get_design (session)) * sizeof (HdLoad));

  heddle_session_set_moment (session, end / 2);
  g_assert_true (heddle_session_is_scrubbing (session));
  g_assert_true (heddle_session_get_loads (session, &loads));
  for (guint i = 0; i < hd_design_get_n_links (heddle_session_get_design (session)); i++)
    if (all[i].amount > 0)
      g_assert_cmpfloat (loads.totals[i].amount, <, 0.9 * all[i].amount);

  heddle_session_set_moment (session, end + HD_TICKS_PER_SECOND);
  g_assert_false (heddle_session_is_scrubbing (session));
  g_assert_cmpint (heddle_session_get_moment (session), ==, end);

  /* A second run drops the first. */
  ui_fixture_run_to_end (session);
  g_assert_cmpint (heddle_session_get_end (session), ==, end);
}

static void
test_pause_and_step (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdTime before;

  heddle_session_step (session, HD_STEP_EVENT);
  while (heddle_session_get_run_state (session) != HD_RUN_PAUSED)
    g_main_context_iteration (NULL, TRUE);
  before = heddle_session_get_end (session);
  heddle_session_step (session, HD_STEP_VERTEX);
  for (gboolean moved = FALSE; !moved;)
    {
      g_main_context_iteration (NULL, FALSE);
      moved = heddle_session_get_run_state (session) == HD_RUN_PAUSED && heddle_session_get_end (session) > before;
    }
  heddle_session_stop (session);
  while (heddle_session_is_active (session))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (heddle_session_get_run_state (session), ==, HD_RUN_CANCELLED);
}

static void
test_range (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdTime begin, end;

  heddle_session_set_range (session, -5, 10 * HD_TICKS_PER_SECOND);
  heddle_session_get_range (session, &begin, &end);
  g_assert_cmpint (begin, ==, 0);
  heddle_session_set_range (session, 100, 50);
  heddle_session_get_range (session, &begin, &end);
  g_assert_cmpint (end, >, begin);
}

/* Dropped while it loads and while it runs. */
static void
test_dropped (void)
{
  HeddleSession *session = ui_fixture_new_session (UI_PROJECT);

  heddle_session_set_speed (session, 0.001);
  heddle_session_start (session);
  g_assert_true (heddle_session_is_active (session));
  g_assert_finalize_object (session);
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/session/load", test_load);
  g_test_add_func ("/ui/session/set-document", test_set_document);
  g_test_add_func ("/ui/session/errors", test_errors);
  g_test_add_func ("/ui/session/load-fails", test_load_fails);
  g_test_add_func ("/ui/session/location", test_location);
  g_test_add_func ("/ui/session/go-to", test_go_to);
  g_test_add_func ("/ui/session/selection", test_selection);
  g_test_add_func ("/ui/session/run", test_run);
  g_test_add_func ("/ui/session/pause-and-step", test_pause_and_step);
  g_test_add_func ("/ui/session/range", test_range);
  g_test_add_func ("/ui/session/dropped", test_dropped);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
