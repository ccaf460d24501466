/* test-looking.c: projects are run and looked at in every way, at random
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants, whatever is done in whatever order, with any work and components, at any fidelity that takes them: nothing warns or fails; and whenever the run
 * stands still, the colour of a link, its hover card, the list of the hottest and the legend say the same of the same moment. One seed is one walk: --seed does
 * it again, and HEDDLE_LOOKING=N in the environment walks N times as far. Open: what is right to say (test-session.c, test-marks.c), and looks.
 */
#include "heddle-canvas.h"
#include "heddle-dock.h"
#include "heddle-edits.h"
#include "heddle-hot-links.h"
#include "heddle-hover-card.h"
#include "heddle-legend.h"
#include "window-fixture.h"

#define N_WALKS 2
#define N_STEPS 30
#define N_LINKS 12 /* that are looked at each time */
#define N_HOTTEST 10

static const char *const projects[] = {
  "small/ring-4", "small/star", "small/two-racks", "small/fat-tree", "aggregation/figure-16", "chakra/data-parallel", "costs/nvlink-8", "noc/hand-drawn",
  "bdsim/mesh-4x4", "chiplets/matrix-scaling", "chiplets/memory-nodes", "neptune/single-phase", "offload/all-reduce", "offload/broadcast", "noc/popnet-bench",
};

static const char *const fidelities[] = { NULL, "run:fidelity=flow", "run:fidelity=packet", "run:fidelity=flit" };

static const char *const pages[] = {
  "waveforms", "timeline", "links", "partitions", "problems", "trees", "compare", "latency", "sweep", "study", "packet", "routers", "transfers", "memory", "output", "result", "steps", "profile",
};

static const char *const toggles[] = { "show-path", "show-pieces", "show-partitions", "show-difference", "show-energy", "show-stalls", "show-minimap", "follow" };

static const char *const others[] = {
  "undo", "redo", "show-whole-run", "keep-baseline", "drop-baseline", "select-all", "select-none", "zoom-fit", "zoom-in", "zoom-out", "enter-module", "leave-module", "faster", "slower",
  "keep-probes", "cancel-arrange",
};

static gboolean
on_time (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/* Time for ticks of the frame clock, while a run goes on. */
static void
pass (guint ms)
{
  gboolean done = FALSE;

  g_timeout_add (ms, on_time, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session) && (!heddle_session_is_active (session) || heddle_session_get_run_state (session) == HD_RUN_PAUSED);
}

/* ---- what is done ------------------------------------------------------------------------------------------------------------- */

static void
do_action (WindowFixture *f,
           const char *name,
           GVariant *parameter)
{
  g_autoptr (GVariant) sunk = parameter != NULL ? g_variant_ref_sink (parameter) : NULL;

  if (window_fixture_is_enabled (f, name) && (parameter != NULL) == (g_action_group_get_action_parameter_type (G_ACTION_GROUP (f->window), name) != NULL))
    g_action_group_activate_action (G_ACTION_GROUP (f->window), name, sunk);
}

static void
go_to_any_moment (HeddleSession *session)
{
  HdTime end = heddle_session_get_end (session);

  switch (g_test_rand_int_range (0, 5))
    {
    case 0:
      heddle_session_set_moment (session, HD_TIME_MAX);
      break;

    case 1:
      heddle_session_set_moment (session, 0);
      break;

    case 2:
      heddle_session_set_cursor (session, (guint) g_test_rand_int_range (0, 2), (HdTime) ((double) end * g_test_rand_double_range (0, 1)));
      break;

    default:
      heddle_session_set_moment (session, (HdTime) ((double) end * g_test_rand_double_range (0, 1.1)));
    }
}

/* A class of links gets another bandwidth, or, where there is none, something is moved. */
static void
edit (WindowFixture *f,
      HeddleSession *session)
{
  HdDesign *design = heddle_session_get_design (session);
  g_autofree char *setting = NULL;
  g_autoptr (GError) error = NULL;

  if (design == NULL || hd_design_get_n_link_classes (design) == 0)
    {
      window_fixture_edit (f);
      return;
    }
  setting = g_strdup_printf ("class:%s.bandwidth=%d GB/s", hd_design_get_link_class (design, 0)->id, g_test_rand_int_range (1, 200));
  heddle_session_apply (session, "Another bandwidth", (const char *const[]){ setting, NULL }, &error);
}

static void
do_anything (WindowFixture *f,
             HeddleSession *session)
{
  HdDesign *design = heddle_session_get_design (session);

  gint32 what = g_test_rand_int_range (0, 14);

  g_test_message ("%d at %g s of %g s, state %d", what, hd_time_to_seconds (heddle_session_get_moment (session)), hd_time_to_seconds (heddle_session_get_end (session)),
                  (int) heddle_session_get_run_state (session));
  switch (what)
    {
    case 0:
    case 1:
      if (heddle_session_is_active (session))
        heddle_session_resume (session);
      else if (heddle_session_can_run (session))
        heddle_session_start (session);
      break;

    case 2:
      if (heddle_session_is_active (session))
        heddle_session_pause (session);
      break;

    case 3:
      if (heddle_session_can_run (session))
        heddle_session_step (session, (HdStep) g_test_rand_int_range (HD_STEP_EVENT, HD_STEP_ITERATION + 1));
      break;

    case 4:
    case 5:
      go_to_any_moment (session);
      break;

    case 6:
    case 7:
      do_action (f, "dock", g_variant_new_string (pages[g_test_rand_int_range (0, G_N_ELEMENTS (pages))]));
      break;

    case 8:
      edit (f, session);
      break;

    case 9:
      do_action (f, toggles[g_test_rand_int_range (0, G_N_ELEMENTS (toggles))], NULL);
      break;

    case 10:
      heddle_session_set_measure (session, (HeddleMeasure) g_test_rand_int_range (HEDDLE_MEASURE_NOW, HEDDLE_MEASURE_PEAK + 1));
      break;

    case 11:
      if (design != NULL && hd_design_get_n_links (design) > 0)
        heddle_session_select_link (session, design, (guint32) g_test_rand_int_range (0, (gint32) hd_design_get_n_links (design)));
      break;

    case 12:
      if (g_test_rand_int_range (0, 3) == 0)
        heddle_session_stop (session);
      else
        heddle_session_set_speed (session, g_test_rand_bit () ? 0 : 1e-6);
      break;

    default:
      do_action (f, others[g_test_rand_int_range (0, G_N_ELEMENTS (others))], NULL);
    }
}

/* ---- what is said ------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
find_of_type (GtkWidget *widget,
              GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_of_type (child, type);
  return found;
}

static char *
dup_use (const HeddleLoads *loads,
         const HdLoad *load)
{
  return hd_figure_percent (loads->peak ? load->peak : load->mean);
}

/* The colour of a link and its hover card. */
static void
check_link (HeddleSession *session,
            HeddleCanvas *canvas,
            const HeddleLoads *loads,
            guint32 index)
{
  HeddleDrawing *drawing = heddle_canvas_get_drawing (canvas);
  const HeddleSceneLink *link = heddle_scene_link (heddle_drawing_get_scene (drawing), index);
  guint n, n_scopes, used = 0;
  const guint32 *members = heddle_drawing_get_link_members (drawing, index, &n);
  GtkWidget *card = g_object_ref_sink (heddle_hover_card_new (session));
  g_autofree char *use = NULL;
  HdLoad whole;

  heddle_session_get_scopes (session, &n_scopes);
  for (guint i = 0; i < n; i++)
    used += loads->totals[members[i]].amount > 0;
  if (n > 0 && used > 0)
    {
      whole = heddle_gather_links (loads->links, members, n, n_scopes > 1);
      use = dup_use (loads, &whole);
      g_assert_cmpfloat_with_epsilon (link->heat, loads->peak ? whole.peak : whole.mean, 1e-5);
      g_assert_true (heddle_hover_card_show (HEDDLE_HOVER_CARD (card), canvas, (HeddleHit){ HEDDLE_HIT_LINK, index }));
      g_assert_nonnull (ui_fixture_find_label (card, use));
    }
  else if (n > 0)
    g_assert_false (link->heat > 0);
  g_object_unref (card);
}

/* The list says of what it holds what the loads say. */
static void
check_list (HeddleSession *session,
            const HeddleLoads *loads)
{
  HdDesign *design = heddle_session_get_design (session);
  HdHotSpot hot[N_HOTTEST + 1];
  guint n = heddle_hot_links_find (design, loads, N_HOTTEST, hot);
  float last = INFINITY;

  for (guint i = 0; i < MIN (n, N_HOTTEST); i++)
    {
      HeddleLinkRow row;
      const HdLoad *load = hot[i].kind == HD_TARGET_LINK ? &loads->links[hot[i].target] : &loads->nodes[hot[i].target];
      float share = hot[i].kind == HD_TARGET_LINK ? (loads->peak ? load->peak : load->mean) : (loads->peak ? load->ways[hot[i].way].peak : load->ways[hot[i].way].mean);
      g_autofree char *use = hd_figure_percent (share);

      heddle_hot_link_describe (heddle_session_get_catalog (session), design, loads, &hot[i], &row);
      g_assert_cmpstr (row.words[HEDDLE_LINK_USE], ==, use);
      g_assert_cmpfloat (share, <=, last + 1e-6f);
      last = share;
      heddle_link_row_clear (&row);
    }
}

static void
check (WindowFixture *f,
       HeddleSession *session)
{
  HeddleCanvas *canvas = heddle_window_get_canvas (f->window);
  HeddleDrawing *drawing = heddle_canvas_get_drawing (canvas);
  GtkWidget *legend = find_of_type (GTK_WIDGET (f->window), HEDDLE_TYPE_LEGEND);
  HeddleLoads loads;
  guint32 n, most_packets;

  ui_fixture_drain ();
  if (drawing == NULL || drawing != heddle_session_get_drawing (session) || !is_settled (session) || heddle_session_get_design (session) == NULL)
    return;
  if (legend != NULL)
    g_assert_cmpint (gtk_widget_get_visible (legend), ==,
                     heddle_canvas_get_heat_mode (canvas) != HEDDLE_HEAT_OFF || heddle_session_get_show_partitions (session));
  if (!heddle_session_get_loads (session, &loads) || heddle_session_get_packets (session, &most_packets) != NULL)
    return;
  check_list (session, &loads);
  n = heddle_scene_n_links (heddle_drawing_get_scene (drawing));
  for (guint i = 0; heddle_canvas_get_heat_mode (canvas) == HEDDLE_HEAT_UTILISATION && n > 0 && i < N_LINKS; i++)
    check_link (session, canvas, &loads, (guint32) g_test_rand_int_range (0, (gint32) n));
}

/* ---- walks ------------------------------------------------------------------------------------------------------------------------ */

static void
walk (WindowFixture *f)
{
  HeddleSession *session = heddle_window_get_session (f->window);
  const char *project = projects[g_test_rand_int_range (0, G_N_ELEMENTS (projects))];
  const char *fidelity = fidelities[g_test_rand_int_range (0, G_N_ELEMENTS (fidelities))];
  g_autofree char *name = g_strconcat (project, ".heddle", NULL);
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", name, NULL);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_test_message ("%s, %s", project, fidelity != NULL ? fidelity : "as it is");
  g_assert_nonnull (document);
  heddle_window_show_document (f->window, document, problems, NULL);
  ui_fixture_wait (is_settled, session);
  if (fidelity != NULL)
    heddle_session_apply (session, "Another fidelity", (const char *const[]){ fidelity, NULL }, &error);
  ui_fixture_wait (is_settled, session);
  heddle_session_set_speed (session, 0);
  for (guint i = 0; i < N_STEPS; i++)
    {
      do_anything (f, session);
      pass ((guint) g_test_rand_int_range (0, 12));
      check (f, session);
    }
  if (heddle_session_is_active (session))
    heddle_session_stop (session);
  ui_fixture_wait (is_settled, session);
  check (f, session);
}

static void
test_walks (WindowFixture *f,
            gconstpointer data)
{
  const char *times = g_getenv ("HEDDLE_LOOKING");
  guint n = N_WALKS * (times != NULL ? (guint) g_ascii_strtoull (times, NULL, 10) : 1);

  for (guint i = 0; i < n; i++)
    walk (f);
}

static void
add_tests (void)
{
  g_test_add ("/ui/looking/walks", WindowFixture, NULL, window_fixture_set_up, test_walks, window_fixture_tear_down);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
