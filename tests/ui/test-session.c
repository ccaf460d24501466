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
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
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

/* What a run warns of stands among the problems when it is over, once however often it is run, and goes with it. */
static void
test_run_warns (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (
      "<heddle version=\"1\" name=\"quiet\"><top><component id=\"a\" type=\"fabric.host\"/><component id=\"b\" type=\"fabric.host\"/>"
      "<link id=\"wire\" from=\"a.port\" to=\"b.port\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/></top>"
      "<communicators><communicator id=\"all\" members=\"a b\"/></communicators><workload type=\"collective\" on=\"all\" bytes=\"1 MB\"/>"
      "<probes><probe of=\"wire.queue\"/></probes><run iterations=\"1\"/></heddle>");

  g_assert_cmpuint (heddle_session_get_problems (session)->len, ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      ui_fixture_run_to_end (session);
      g_assert_cmpuint (heddle_session_get_problems (session)->len, ==, 1);
      g_assert_cmpuint (heddle_session_count_problems (session, HD_SEVERITY_WARNING), ==, 1);
    }
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

  heddle_session_load_async (session, missing, NULL, NULL, on_failed, &failure);
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
      g_assert_true (heddle_session_select_link (session, design, i));
      g_assert_cmpuint (heddle_session_get_scope (session), ==, hd_design_get_links (design)[i].scope);
      g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, hd_design_get_links (design)[i].origin_uid);
    }
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      g_assert_true (heddle_session_select_node (session, design, i));
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

static gboolean
has_stopped (gpointer session)
{
  return !heddle_session_is_active (session);
}

/* What was kept stays when other runs come, follows edits, and shows what it showed before. */
static void
test_baseline (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autoptr (HdRecord) kept = NULL;
  HdDocument *document = heddle_session_get_document (session);
  guint64 class = hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_LINK_CLASS, "L"));
  guint n_links = hd_design_get_n_links (heddle_session_get_design (session)), changes = 0;
  g_autofree HdLoad *before = NULL;
  g_autoptr (HdPairing) pairing = NULL;
  g_autoptr (HdObject) first = hd_object_new (HD_OBJECT_COMPONENT, "id", "first", "type", "fabric.xpu", "x", "0", "y", "500", NULL);
  double whole = 0, half = 0;
  HdMetric metric, other;
  HeddleLoads loads;

  g_assert_false (heddle_session_can_keep_baseline (session));
  ui_fixture_run_to_end (session);
  g_assert_true (heddle_session_get_loads (session, &loads));
  before = g_memdup2 (loads.totals, n_links * sizeof (HdLoad));
  g_assert_true (heddle_session_can_keep_baseline (session));
  g_signal_connect_swapped (session, "run-changed", G_CALLBACK (count), &changes);
  heddle_session_keep_baseline (session);
  g_assert_cmpuint (changes, ==, 1);
  g_assert_false (heddle_session_can_keep_baseline (session));
  g_assert_false (heddle_session_compares (session)); /* with itself */
  g_assert_false (heddle_session_get_baseline_loads (session, &loads));
  kept = hd_record_ref (heddle_session_get_baseline (session));

  /* Half the bandwidth, and a component before all others, so that all have other numbers. */
  g_assert_true (hd_document_set_attribute (document, class, "bandwidth", "64 GB/s", NULL));
  hd_document_insert (document, hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL)), 0, first, NULL);
  ui_fixture_wait (is_settled, session);
  ui_fixture_run_to_end (session);
  g_assert_true (heddle_session_get_baseline (session) == kept);
  g_assert_true (heddle_session_compares (session));
  g_assert_true (hd_record_find_metric (kept, "throughput", &metric));
  g_assert_true (hd_record_find_metric (heddle_session_get_record (session), "throughput", &other));
  g_assert_cmpfloat (other.value, <, metric.value);
  g_assert_true (heddle_session_get_baseline_loads (session, &loads));
  pairing = hd_pairing_new (hd_record_get_design (kept), heddle_session_get_design (session));
  for (guint32 i = 0; i < n_links; i++)
    {
      g_assert_cmpuint (pairing->new_links[i], !=, HD_NO_ID);
      g_assert_cmpfloat (loads.totals[pairing->new_links[i]].amount, ==, before[i].amount);
      whole += before[i].amount;
    }

  /* An earlier moment is that of both. */
  heddle_session_set_moment (session, hd_record_get_time (kept) / 2);
  g_assert_true (heddle_session_get_baseline_loads (session, &loads));
  for (guint32 i = 0; i < n_links; i++)
    half += loads.totals[pairing->new_links[i]].amount;
  g_assert_cmpfloat (half, >, 0.2 * whole);
  g_assert_cmpfloat (half, <, 0.8 * whole);
  heddle_session_drop_baseline (session);
  g_assert_null (heddle_session_get_baseline (session));
  g_assert_false (heddle_session_compares (session));

  /* Another project has another. */
  heddle_session_keep_baseline (session);
  ui_fixture_load (session, UI_PROJECT);
  g_assert_null (heddle_session_get_baseline (session));
}

/* A run that is not over, or never will be, stands beside as much of the baseline as there is of it: the same is no change then. */
static void
test_baseline_so_far (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  guint n_links = hd_design_get_n_links (heddle_session_get_design (session));
  HeddleLoads now, before;

  heddle_session_set_measure (session, HEDDLE_MEASURE_AVERAGE);
  ui_fixture_run_to_end (session);
  heddle_session_keep_baseline (session);
  for (HdTime end = 0; end < hd_record_get_time (heddle_session_get_baseline (session)) / 3;)
    {
      heddle_session_step (session, HD_STEP_VERTEX);
      while (heddle_session_get_run_state (session) != HD_RUN_PAUSED)
        g_main_context_iteration (NULL, TRUE);
      end = heddle_session_get_end (session);
    }
  for (guint round = 0; round < 2; round++)
    {
      g_assert_true (heddle_session_get_loads (session, &now));
      g_assert_true (heddle_session_get_baseline_loads (session, &before));
      for (guint32 i = 0; i < n_links; i++)
        {
          /* But for a frame of the record, which is longer after a longer time. */
          g_assert_cmpfloat_with_epsilon (now.links[i].mean, before.links[i].mean, 0.02);
          g_assert_cmpfloat_with_epsilon (now.totals[i].amount, before.totals[i].amount, 0.02 * now.totals[i].amount);
        }
      heddle_session_stop (session);
      ui_fixture_wait (has_stopped, session);
    }
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
      g_main_context_iteration (NULL, TRUE);
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

/* However one zooms and pans, what is seen lies in the record, and what was followed to its end is all of it. */
static void
test_range_of_record (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdTime whole, begin, end;

  ui_fixture_run_to_end (session);
  whole = heddle_session_get_end (session);
  heddle_session_get_range (session, &begin, &end);
  g_assert_cmpint (begin, ==, 0);
  g_assert_cmpint (end, ==, whole);
  for (guint i = 0; i < 1000; i++)
    {
      HdTime from = (HdTime) ((double) whole * g_test_rand_double_range (-2, 2)), length = (HdTime) ((double) whole * g_test_rand_double_range (0, 2));

      heddle_session_set_range (session, from, from + length);
      heddle_session_get_range (session, &begin, &end);
      g_assert_cmpint (begin, >=, 0);
      g_assert_cmpint (end, <=, whole);
      g_assert_cmpint (end - begin, ==, CLAMP (length, 1000, whole));
    }
  heddle_session_show_all (session);
  heddle_session_get_range (session, &begin, &end);
  g_assert_cmpint (begin, ==, 0);
  g_assert_cmpint (end, ==, whole);

  /* There is nothing to follow any more. */
  g_assert_false (heddle_session_get_follow (session));
  heddle_session_set_follow (session, TRUE);
  g_assert_false (heddle_session_get_follow (session));
}

static gboolean
has_begun (gpointer session)
{
  return heddle_session_get_end (session) > 0;
}

/* Watched slowly, a second is seen of what is there; when it is stopped, all that there is, unless something else is looked at. */
static void
test_range_of_watched (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdTime begin, end;

  g_assert_false (heddle_session_get_follow (session)); /* nothing runs yet */
  heddle_session_set_speed (session, 1e-3);
  heddle_session_start (session);
  g_assert_true (heddle_session_get_follow (session));
  heddle_session_set_range (session, 0, 100 * HD_TICKS_PER_SECOND);
  heddle_session_get_range (session, &begin, &end);
  g_assert_cmpint (end, <=, HD_TICKS_PER_SECOND / 1000);
  heddle_session_stop (session);
  ui_fixture_wait (has_stopped, session);
  heddle_session_get_range (session, &begin, &end);
  g_assert_cmpint (end, <=, MAX (heddle_session_get_end (session), 1000));
  g_assert_false (heddle_session_get_follow (session));

  for (guint round = 0; round < 2; round++)
    {
      gboolean follows = round == 0;

      heddle_session_set_speed (session, 0.1);
      heddle_session_start (session);
      while (!has_begun (session))
        {
          heddle_session_tick (session, g_get_monotonic_time ());
          ui_fixture_drain ();
        }
      if (!follows)
        {
          heddle_session_set_follow (session, FALSE);
          heddle_session_set_range (session, 1000, 3000);
        }
      heddle_session_set_speed (session, 1e6);
      ui_fixture_wait (has_stopped, session);
      heddle_session_get_range (session, &begin, &end);
      g_assert_cmpint (begin, ==, follows ? 0 : 1000);
      g_assert_cmpint (end, ==, follows ? heddle_session_get_end (session) : 3000);
    }
}

/* What is looked at has a name: of an earlier moment its time, and of the end of what is over. */
static void
test_moment_name (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autofree char *now = heddle_session_dup_moment_name (session), *then = NULL, *over = NULL, *end = NULL;

  g_assert_cmpstr (now, ==, "Now");
  ui_fixture_run_to_end (session);
  heddle_session_set_moment (session, HD_TICKS_PER_SECOND / 4);
  then = heddle_session_dup_moment_name (session);
  g_assert_cmpstr (then, ==, "At 250" HD_FIGURE_SPACE "ms");
  heddle_session_set_moment (session, HD_TIME_MAX);
  over = heddle_session_dup_moment_name (session);
  end = hd_figure_time (heddle_session_get_end (session), 4);
  g_assert_true (g_str_has_prefix (over, "At ") && g_str_has_suffix (over, end));
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

/* ---- editing ------------------------------------------------------------------------------------------------------------- */

static guint64
add_component (HeddleSession *session,
               const char *id,
               const char *type)
{
  HdDocument *document = heddle_session_get_document (session);
  const HdObject *top = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
  g_autoptr (HdObject) object = hd_object_new (HD_OBJECT_COMPONENT, "id", id, "type", type, "x", "0", "y", "500", NULL);

  return hd_document_insert (document, hd_object_get_uid (top), G_MAXUINT, object, NULL);
}

/* What is added can be selected before it is drawn; what is taken back is selected no more. */
static void
test_select_what_is_new (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  guint64 uid = add_component (session, "fresh", "fabric.xpu");
  HeddleTarget target = { uid, HEDDLE_ALL_MEMBERS };
  guint n = 0;

  g_signal_connect_swapped (session, "selection-changed", G_CALLBACK (count), &n);
  heddle_session_select (session, target);
  g_assert_true (heddle_session_is_selected (session, target));
  ui_fixture_wait (is_settled, session);
  g_assert_true (heddle_drawing_set_state (heddle_session_get_drawing (session), target, HEDDLE_STATE_SELECTED, TRUE));
  g_assert_cmpuint (n, ==, 1);
  hd_document_undo (heddle_session_get_document (session));
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 0);
  g_assert_cmpuint (n, ==, 2);
}

static void
test_select_many (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autofree HeddleTarget *targets = g_new (HeddleTarget, 10000);
  guint n = 0;

  for (guint i = 0; i < 10000; i++)
    targets[i] = (HeddleTarget){ 1 + i / 2, i % 2 == 0 ? HEDDLE_ALL_MEMBERS : 3 };
  g_signal_connect_swapped (session, "selection-changed", G_CALLBACK (count), &n);
  heddle_session_select_many (session, targets, 9000);
  heddle_session_add_selected (session, targets, 10000);
  heddle_session_add_selected (session, targets, 10000);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 10000);
  for (guint i = 0; i < 10000; i++)
    g_assert_true (heddle_session_is_selected (session, targets[i]));

  g_autoptr (GArray) uids = heddle_session_dup_selected_uids (session);
  g_assert_cmpuint (uids->len, ==, 5000);
  heddle_session_toggle_selected (session, targets[0]);
  g_assert_false (heddle_session_is_selected (session, targets[0]));
  g_assert_true (heddle_session_is_selected (session, targets[9999]));
  g_assert_true (heddle_target_equal (heddle_session_get_selected (session, 0), targets[1]));
}

/* A place is drawn at once, with the design that there is, while nothing is elaborated. */
static void
test_move_is_immediate (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdDesign *design = heddle_session_get_design (session);
  guint64 uid = ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "core");
  guint n = 0, drawn = 0;

  g_signal_connect_swapped (session, "design-changed", G_CALLBACK (count), &n);
  g_assert_true (hd_document_set_attribute (heddle_session_get_document (session), uid, "x", "777", NULL));
  g_assert_cmpuint (n, ==, 1);
  g_assert_false (heddle_session_is_elaborating (session));
  g_assert_true (heddle_session_get_design (session) == design);

  HeddleDrawing *drawing = heddle_session_get_drawing (session);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);

  for (guint i = 0; i < heddle_scene_n_nodes (scene); i++)
    if (heddle_drawing_matches_node (drawing, i, (HeddleTarget){ uid, HEDDLE_ALL_MEMBERS }))
      drawn += heddle_scene_node (scene, i)->x == 777;
  g_assert_cmpuint (drawn, ==, 1);
}

/* With an error anywhere the drawing still has the arrays and bundles that it had. */
static void
test_drawing_outlives_errors (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdDocument *document = heddle_session_get_document (session);
  const HdObject *root = hd_document_get_root (document);
  guint before = heddle_scene_n_nodes (heddle_drawing_get_scene (heddle_session_get_drawing (session)));
  g_autoptr (HdObject) workload = hd_object_new (HD_OBJECT_WORKLOAD, "type", "collective", "on", "nobody", NULL);

  hd_document_insert (document, hd_object_get_uid (root), G_MAXUINT, workload, NULL);
  add_component (session, "strange", "quantum.qubit");
  ui_fixture_wait (is_settled, session);
  g_assert_null (heddle_session_get_design (session));
  g_assert_false (heddle_session_can_run (session));
  g_assert_cmpuint (heddle_scene_n_nodes (heddle_drawing_get_scene (heddle_session_get_drawing (session))), ==, before + 1);
}

/* A run goes on with what it began with; figures stay where the drawing is the same. */
static void
test_edit_while_running (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdDesign *design = hd_design_ref (heddle_session_get_design (session));
  HeddleLoads before, after;

  ui_fixture_run_to_end (session);
  g_assert_true (heddle_session_get_loads (session, &before));

  double first = before.totals[0].amount;

  g_assert_cmpfloat (first, >, 0);
  add_component (session, "fresh", "fabric.xpu");
  ui_fixture_wait (is_settled, session);
  g_assert_true (hd_run_get_design (heddle_session_get_run (session)) == design);
  g_assert_true (heddle_session_get_design (session) != design);
  g_assert_true (heddle_session_get_loads (session, &after));
  g_assert_cmpfloat (after.totals[0].amount, ==, first);
  g_assert_cmpuint (heddle_session_find_recorded_node (session, 0), ==, 0);
  g_assert_cmpuint (heddle_session_find_drawn (session, design, HD_TARGET_NODE, 0), ==, 0);
  hd_design_unref (design);
}

/* Each node and link of a run leads to the very object it was, or nowhere: numbers are others after an edit. */
static guint
count_found (HeddleSession *session,
             HdDesign *design)
{
  guint n = 0;

  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    if (heddle_session_select_link (session, design, i))
      {
        g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, hd_design_get_links (design)[i].origin_uid);
        n++;
      }
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    if (heddle_session_select_node (session, design, i))
      {
        g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, hd_design_get_nodes (design)[i].origin_uid);
        n++;
      }
  return n;
}

static void
test_edit_after_run (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdDocument *document = heddle_session_get_document (session);
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdDesign) other = hd_design_ref (heddle_session_get_design (session));
  g_autoptr (HdObject) first = hd_object_new (HD_OBJECT_COMPONENT, "id", "first", "type", "fabric.xpu", "x", "0", "y", "500", NULL);
  const guint32 nodes[] = { 0, 1 };
  HeddleTarget target;
  guint all;

  add_component (session, "last", "fabric.xpu");
  ui_fixture_wait (is_settled, session);
  design = hd_design_ref (heddle_session_get_design (session));
  all = hd_design_get_n_links (design) + hd_design_get_n_nodes (design);
  ui_fixture_run_to_end (session);
  g_assert_cmpuint (count_found (session, design), ==, all);
  g_assert_false (heddle_session_select_node (session, other, 0)); /* neither drawn nor run */

  hd_document_insert (document, hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL)), 0, first, NULL);
  ui_fixture_wait (is_settled, session);
  g_assert_cmpuint (count_found (session, design), ==, all);

  hd_document_remove (document, ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "last"), NULL);
  ui_fixture_wait (is_settled, session);
  g_assert_cmpuint (count_found (session, design), ==, all - 1);

  /* With nothing drawn there is nowhere to go. */
  hd_document_remove (document, ui_fixture_uid (session, NULL, HD_OBJECT_LINK, "up"), NULL);
  hd_document_remove (document, ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "core"), NULL);
  hd_document_remove (document, ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "first"), NULL);
  heddle_session_leave_to (session, 0);
  hd_document_remove (document, ui_fixture_uid (session, NULL, HD_OBJECT_INSTANCE, "box"), NULL);
  ui_fixture_wait (is_settled, session);
  g_assert_cmpuint (count_found (session, design), ==, 0);
  g_assert_false (heddle_session_select_nodes (session, design, nodes, G_N_ELEMENTS (nodes)));
  g_assert_false (heddle_session_find_target (session, design, HD_TARGET_NODE, 0, &target));
}

/* Results are of what is drawn until an edit that can change them, and again when that is undone. */
static void
test_stale (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdDocument *document = heddle_session_get_document (session);
  guint64 top = hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL));
  guint64 core = ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "core");
  guint64 class = hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_LINK_CLASS, "L"));
  g_autoptr (HdObject) note = hd_object_new (HD_OBJECT_NOTE, "x", "10", "y", "20", NULL);
  guint n = 0;

  g_assert_true (hd_document_set_attribute (document, class, "latency", "300 ns", NULL));
  g_assert_false (heddle_session_is_stale (session)); /* nothing has run */
  ui_fixture_wait (is_settled, session);
  ui_fixture_run_to_end (session);
  g_signal_connect_swapped (session, "run-changed", G_CALLBACK (count), &n);

  g_assert_true (hd_document_set_attribute (document, core, "x", "777", NULL));
  g_assert_true (hd_document_set_attribute (document, class, "title", "Cable", NULL));
  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (hd_document_get_root (document)), "view", "links", NULL));
  g_assert_cmpuint (hd_document_insert (document, top, 0, note, NULL), !=, 0);
  g_assert_false (heddle_session_is_stale (session));
  g_assert_cmpuint (n, ==, 0);

  g_assert_true (hd_document_set_attribute (document, class, "bandwidth", "64 GB/s", NULL));
  g_assert_true (heddle_session_is_stale (session));
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (hd_document_undo (document));
  g_assert_false (heddle_session_is_stale (session));
  g_assert_cmpuint (n, ==, 2);

  g_assert_true (hd_document_remove (document, core, NULL));
  g_assert_true (heddle_session_is_stale (session));
  g_assert_true (hd_document_undo (document));
  g_assert_false (heddle_session_is_stale (session));

  g_assert_true (hd_document_redo (document));
  g_assert_true (hd_document_undo (document));
  g_assert_true (hd_document_set_attribute (document, class, "latency", "200 ns", NULL));
  g_assert_true (heddle_session_is_stale (session));
  ui_fixture_wait (is_settled, session);
  ui_fixture_run_to_end (session);
  g_assert_false (heddle_session_is_stale (session));
}

#define MESH \
  "<heddle version='1'><link-class id='l' bandwidth='16 GB/s' latency='1 ns'/><top>" \
  "<component id='r' type='manycore.router' count='3 x 4' index='row column' column='column' row='row' x='400' y='240'/>" \
  "<component id='v' type='manycore.vcore' count='3 x 4' index='row column' column='column' row='row' mesh-columns='4' mesh-rows='3' x='400' y='500'/>" \
  "<link id='across' from='r[i][j].right' to='r[i][j + 1].left' class='l'/><link id='down' from='r[i][j].down' to='r[i + 1][j].up' class='l'/>" \
  "<link id='local' from='r[i][j].core' to='v[i][j].net' class='l'/></top></heddle>"
#define N_CORES 12

static void
read_places (HeddleSession *session,
             guint64 uid,
             HeddlePoint *out_places)
{
  HeddleDrawing *drawing = heddle_session_get_drawing (session);
  guint32 first;

  g_assert_cmpuint (heddle_drawing_find_nodes (drawing, uid, &first), ==, N_CORES);
  for (guint32 i = 0; i < N_CORES; i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (heddle_drawing_get_scene (drawing), first + i);

      out_places[i] = (HeddlePoint){ node->x, node->y };
    }
}

/* Cores are drawn beside their routers; without those, or without the links to them, they stay where they are, and all of it is one step. */
static void
test_beside_stays (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (MESH);
  HdDocument *document = heddle_session_get_document (session);
  guint64 cores = ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "v");
  const struct { HdObjectKind kind; const char *id; } gone[] = { { HD_OBJECT_COMPONENT, "r" }, { HD_OBJECT_LINK, "local" }, { HD_OBJECT_LINK, "across" } };
  HeddlePoint before[N_CORES], after[N_CORES];

  ui_fixture_wait (is_settled, session);
  read_places (session, cores, before);
  for (guint i = 0; i < G_N_ELEMENTS (gone); i++)
    {
      guint64 uid = ui_fixture_uid (session, NULL, gone[i].kind, gone[i].id);

      g_assert_true (heddle_session_delete (session, &uid, 1, NULL));
      ui_fixture_wait (is_settled, session);
      read_places (session, cores, after);
      for (guint k = 0; k < N_CORES; k++)
        {
          g_assert_cmpfloat_with_epsilon (after[k].x, before[k].x, 0.02);
          g_assert_cmpfloat_with_epsilon (after[k].y, before[k].y, 0.02);
        }
      g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);
      g_assert_true (hd_document_undo (document));
      ui_fixture_wait (is_settled, session);
      read_places (session, cores, after);
      g_assert_cmpmem (after, sizeof after, before, sizeof before);
    }
}

/* The speed is the project's, however it came, until somebody chooses another, and again when the project's changes. */
static void
test_stated_speed (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autoptr (HdDocument) document = hd_document_load_from_data ("<heddle version='1'><top/><run speed='0.01'/></heddle>", -1, NULL, NULL, NULL);
  guint64 run = hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_RUN, NULL));

  g_assert_cmpfloat (heddle_session_get_speed (session), ==, 0);
  heddle_session_set_document (session, document, NULL);
  ui_fixture_wait (is_settled, session);
  g_assert_cmpfloat (heddle_session_get_speed (session), ==, 0.01);
  heddle_session_set_speed (session, 3);
  g_assert_true (hd_document_set_attribute (document, run, "seed", "7", NULL));
  ui_fixture_wait (is_settled, session);
  g_assert_cmpfloat (heddle_session_get_speed (session), ==, 3);
  g_assert_true (hd_document_set_attribute (document, run, "speed", "0.5", NULL));
  ui_fixture_wait (is_settled, session);
  g_assert_cmpfloat (heddle_session_get_speed (session), ==, 0.5);
  g_assert_true (hd_document_undo (document));
  ui_fixture_wait (is_settled, session);
  g_assert_cmpfloat (heddle_session_get_speed (session), ==, 0.01);
}

/* A hundred edits in a row: the last state is what is elaborated. */
static void
test_edits_coalesce (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  guint before = hd_design_get_n_nodes (heddle_session_get_design (session));

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *id = g_strdup_printf ("c%u", i);

      add_component (session, id, "fabric.xpu");
    }
  ui_fixture_wait (is_settled, session);
  g_assert_cmpuint (hd_design_get_n_nodes (heddle_session_get_design (session)), ==, before + 100);
}

/* Where nobody says who works, a project opens in the module that holds everything; what stands beside it is not in there. */
static void
test_opens_inside (void)
{
  static const char *const beside[] = { "", "<component id=\"c\" type=\"fabric.host\"/>" };

  for (guint i = 0; i < G_N_ELEMENTS (beside); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "<heddle version=\"1\" name=\"One box\">\n"
        "  <module id=\"box\"><component id=\"node\" type=\"fabric.host\" count=\"2\"/></module>\n"
        "  <top><instance id=\"box\" of=\"box\"/>%s</top>\n"
        "</heddle>\n", beside[i]);
      g_autoptr (HeddleSession) session = ui_fixture_new_session (text);

      g_assert_cmpuint (heddle_session_get_depth (session), ==, 1 - i);
    }
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/session/run-warns", test_run_warns);
  g_test_add_func ("/ui/session/select-what-is-new", test_select_what_is_new);
  g_test_add_func ("/ui/session/select-many", test_select_many);
  g_test_add_func ("/ui/session/move-is-immediate", test_move_is_immediate);
  g_test_add_func ("/ui/session/drawing-outlives-errors", test_drawing_outlives_errors);
  g_test_add_func ("/ui/session/edit-while-running", test_edit_while_running);
  g_test_add_func ("/ui/session/edit-after-run", test_edit_after_run);
  g_test_add_func ("/ui/session/stale", test_stale);
  g_test_add_func ("/ui/session/beside-stays", test_beside_stays);
  g_test_add_func ("/ui/session/stated-speed", test_stated_speed);
  g_test_add_func ("/ui/session/edits-coalesce", test_edits_coalesce);

  g_test_add_func ("/ui/session/load", test_load);
  g_test_add_func ("/ui/session/set-document", test_set_document);
  g_test_add_func ("/ui/session/errors", test_errors);
  g_test_add_func ("/ui/session/load-fails", test_load_fails);
  g_test_add_func ("/ui/session/location", test_location);
  g_test_add_func ("/ui/session/opens-inside", test_opens_inside);
  g_test_add_func ("/ui/session/go-to", test_go_to);
  g_test_add_func ("/ui/session/selection", test_selection);
  g_test_add_func ("/ui/session/run", test_run);
  g_test_add_func ("/ui/session/baseline", test_baseline);
  g_test_add_func ("/ui/session/baseline-so-far", test_baseline_so_far);
  g_test_add_func ("/ui/session/pause-and-step", test_pause_and_step);
  g_test_add_func ("/ui/session/range", test_range);
  g_test_add_func ("/ui/session/range-of-record", test_range_of_record);
  g_test_add_func ("/ui/session/range-of-watched", test_range_of_watched);
  g_test_add_func ("/ui/session/moment-name", test_moment_name);
  g_test_add_func ("/ui/session/dropped", test_dropped);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
