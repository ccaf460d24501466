/* test-trees.c: aggregation trees in the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the page shows the figures of the trees that its controls ask for (those published for figure 16), each with its tree or the sentence
 * why there is none; what was asked for last is what is shown; a vertex and the node that it stands for are one thing on page and canvas; keys walk
 * edges of the tree; saved files hold the trees. Left open: the painting itself (test-tree-bands.c).
 */
#include <glib/gstdio.h>

#include "heddle-tree-simulated.h"
#include "heddle-trees.h"
#include "ui-fixture.h"

#define SMALL(of_top) \
  "<heddle version=\"1\" name=\"Small\">\n" \
  "  <link-class id=\"L\" bandwidth=\"12.5 GB/s\" latency=\"280 ns\" sharing=\"split\"/>\n" \
  "  <top>\n" \
  "    <component id=\"s\" type=\"fabric.switch\" x=\"200\" y=\"100\"/>\n" \
  "    <component id=\"p\" type=\"fabric.xpu\" count=\"4\" x=\"200\" y=\"300\"/>\n" \
  of_top \
  "  </top>\n" \
  "%s" \
  "</heddle>\n"
#define LINKED "    <link id=\"l\" from=\"p[i].eth\" to=\"s.port[i]\" for=\"i=0..3\" class=\"L\"/>\n"
#define WORLD "  <communicators>\n    <communicator id=\"world\" members=\"p[*]\"/>\n  </communicators>\n"

typedef struct
{
  HeddleSession *session;
  HeddleTrees *trees;
  GtkWidget *window;
} Fixture;

/* And has its place in the window. */
static gboolean
is_built (gpointer data)
{
  if (heddle_forest_is_building (heddle_trees_get_forest (data)))
    return FALSE;
  for (guint i = 0; i < heddle_trees_get_n_cards (data); i++)
    {
      HeddleTreeCard *card = heddle_trees_get_card (data, i);

      if (heddle_tree_card_get_figure (card) != NULL && gtk_widget_get_width (GTK_WIDGET (heddle_tree_card_get_plot (card))) == 0)
        return FALSE;
    }
  return TRUE;
}

static void
wait (Fixture *fixture)
{
  ui_fixture_wait (is_built, fixture->trees);
  ui_fixture_drain ();
}

static void
set_up (Fixture *fixture,
        const char *text)
{
  fixture->session = ui_fixture_new_session (text);
  fixture->trees = HEDDLE_TREES (heddle_trees_new (fixture->session));
  fixture->window = ui_fixture_show (GTK_WIDGET (fixture->trees), 1300, 800);
  wait (fixture);
}

static GString *
read_project (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "aggregation", name, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return g_string_new (text);
}

static void
set_up_figure_16 (Fixture *fixture)
{
  GString *text = read_project ("figure-16.heddle");

  set_up (fixture, text->str);
  g_string_free (text, TRUE);
}

static void
tear_down (Fixture *fixture)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_clear_object (&fixture->session);
  ui_fixture_drain ();
}

static HeddleTreePlot *
get_plot (Fixture *fixture,
          guint n)
{
  return heddle_tree_card_get_plot (heddle_trees_get_card (fixture->trees, n));
}

static HdTree *
get_tree (Fixture *fixture,
          guint n)
{
  return heddle_tree_card_get_figure (heddle_trees_get_card (fixture->trees, n))->tree;
}

/* ---- figures --------------------------------------------------------------------------------------------------------------------- */

static void
test_figures (void)
{
  static const guint32 ups[] = { 16, 16, 1 }, downs[] = { 496, 31, 31 }, crossing[] = { 496, 271, 31 };
  Fixture fixture;

  set_up_figure_16 (&fixture);
  g_assert_cmpuint (heddle_trees_get_n_cards (fixture.trees), ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const HdTreeMetrics *metrics = hd_tree_get_metrics (get_tree (&fixture, i));
      g_autofree char *hottest = g_strdup_printf ("↑%u ↓%u", ups[i], downs[i]);
      g_autofree char *packets = g_strdup_printf ("%u", crossing[i]);

      g_assert_cmpuint (metrics->hottest_up, ==, ups[i]);
      g_assert_cmpuint (metrics->hottest_down, ==, downs[i]);
      g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (heddle_trees_get_card (fixture.trees, i)), hottest));
      g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture.trees), packets));
    }
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture.trees), "Hierarchical 32-nomial"));
  g_assert_cmpuint (ui_fixture_count_inked (GTK_WIDGET (get_plot (&fixture, 0))), >, 3000);

  heddle_tree_controls_choose (heddle_trees_get_controls (fixture.trees), HD_TREE_K_NOMIAL, FALSE);
  heddle_tree_controls_choose (heddle_trees_get_controls (fixture.trees), HD_TREE_MINIMUM_COST, TRUE);
  wait (&fixture);
  g_assert_cmpuint (heddle_trees_get_n_cards (fixture.trees), ==, 3);
  g_assert_cmpint (hd_tree_get_algorithm (get_tree (&fixture, 2)), ==, HD_TREE_MINIMUM_COST);
  tear_down (&fixture);
}

/* The optimum of the cost model is 41, and widths from 24 to 69 are within 0.1 us; a chosen width is built. */
static void
test_width (void)
{
  Fixture fixture;
  HdTreeWidths widths;

  set_up_figure_16 (&fixture);
  widths = heddle_cost_plot_get_widths (heddle_trees_get_cost_plot (fixture.trees));
  g_assert_cmpuint (widths.best, ==, 41);
  g_assert_cmpuint (widths.lowest, ==, 24);
  g_assert_cmpuint (widths.highest, ==, 69);
  g_signal_emit_by_name (heddle_trees_get_cost_plot (fixture.trees), "chosen", 8);
  g_signal_emit_by_name (heddle_trees_get_cost_plot (fixture.trees), "chosen", 16);
  g_signal_emit_by_name (heddle_trees_get_cost_plot (fixture.trees), "chosen", 2);
  wait (&fixture);
  g_assert_cmpuint (hd_tree_get_width (get_tree (&fixture, 0)), ==, 2);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture.trees), "2-ary"));

  /* Reducing more bytes wants a narrower tree: the worked example has 12 for 256 B. */
  heddle_tree_controls_set_operation (heddle_trees_get_controls (fixture.trees), HD_TREE_REDUCE);
  heddle_tree_controls_set_bytes (heddle_trees_get_controls (fixture.trees), "256 B");
  wait (&fixture);
  g_assert_cmpuint (heddle_cost_plot_get_widths (heddle_trees_get_cost_plot (fixture.trees)).best, ==, 12);
  tear_down (&fixture);
}

/* ---- what cannot be built --------------------------------------------------------------------------------------------------------- */

static void
test_errors (void)
{
  Fixture fixture;
  g_autofree char *apart = g_strdup_printf (SMALL (""), WORLD);
  g_autofree char *none = g_strdup_printf (SMALL (LINKED), "");
  g_autofree char *whole = g_strdup_printf (SMALL (LINKED), WORLD);
  g_autoptr (GError) error = NULL;
  const HeddleForestTree *tree;

  set_up (&fixture, apart);
  g_assert_cmpuint (heddle_trees_get_n_cards (fixture.trees), ==, 3);
  tree = heddle_forest_get_tree (heddle_trees_get_forest (fixture.trees), 0);
  g_assert_null (tree->figure);
  g_assert_false (heddle_trees_save (fixture.trees, "trees.svg", &error));
  g_clear_error (&error);
  g_assert_false (heddle_trees_save (fixture.trees, "trees.dot", &error));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (heddle_trees_get_card (fixture.trees, 0)), tree->message));
  ui_fixture_load (fixture.session, none);
  wait (&fixture);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture.trees), "No Communicator Yet"));
  g_assert_cmpuint (heddle_trees_get_n_cards (fixture.trees), ==, 0);
  ui_fixture_load (fixture.session, whole);
  wait (&fixture);
  g_assert_cmpuint (hd_tree_get_n_members (get_tree (&fixture, 0)), ==, 4);
  tear_down (&fixture);
}

/* ---- walking and the canvas -------------------------------------------------------------------------------------------------------- */

static void
press (HeddleTreePlot *plot,
       guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (plot));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean stopped;

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &stopped);
    }
}

static void
test_walk (void)
{
  Fixture fixture;
  HeddleTreePlot *plot;
  HdTree *tree;
  guint32 child;
  HeddleTarget hot, target;

  set_up_figure_16 (&fixture);
  plot = get_plot (&fixture, 0);
  tree = get_tree (&fixture, 0);
  press (plot, GDK_KEY_Home);
  g_assert_cmpuint (heddle_tree_plot_get_current (plot), ==, hd_tree_get_root (tree));
  press (plot, GDK_KEY_Down);
  child = heddle_tree_plot_get_current (plot);
  g_assert_cmpuint (hd_tree_get_parents (tree)[child], ==, hd_tree_get_root (tree));
  press (plot, GDK_KEY_Right);
  g_assert_cmpuint (heddle_tree_plot_get_current (plot), !=, child);
  g_assert_cmpuint (hd_tree_get_levels (tree)[heddle_tree_plot_get_current (plot)], ==, 1);
  press (plot, GDK_KEY_Left);
  g_assert_cmpuint (heddle_tree_plot_get_current (plot), ==, child);

  /* Where keys are is hot on the canvas; Space selects it, and what is selected is marked in every tree. */
  hot = heddle_session_get_hot (fixture.session);
  g_assert_true (heddle_session_find_target (fixture.session, heddle_session_get_design (fixture.session), HD_TARGET_NODE, hd_tree_get_nodes (tree)[child], &target));
  g_assert_true (heddle_target_equal (hot, target));
  press (plot, GDK_KEY_space);
  g_assert_true (heddle_session_is_selected (fixture.session, target));
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (heddle_tree_plot_get_n_marked (get_plot (&fixture, i)), ==, 2); /* both processes of the node that is drawn */

  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (heddle_tree_plot_get_n_lit (get_plot (&fixture, i)), ==, 2);
  heddle_session_set_hot (fixture.session, HEDDLE_NO_TARGET);
  g_assert_cmpuint (heddle_tree_plot_get_n_lit (plot), ==, 0);

  g_assert_cmpuint (heddle_tree_plot_get_n_collapsed (plot), ==, 0);
  press (plot, GDK_KEY_Return);
  g_assert_cmpuint (heddle_tree_plot_get_n_collapsed (plot), ==, 1);
  press (plot, GDK_KEY_Return);
  g_assert_cmpuint (heddle_tree_plot_get_n_collapsed (plot), ==, 0);
  press (plot, GDK_KEY_plus);
  g_assert_cmpfloat (heddle_tree_plot_get_zoom (plot), >, 1);
  press (plot, GDK_KEY_Escape);
  g_assert_cmpuint (heddle_tree_plot_get_current (plot), ==, HEDDLE_TREE_NONE);
  tear_down (&fixture);
}

static gboolean
is_bars_toggle (GtkWidget *widget)
{
  return GTK_IS_TOGGLE_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), "Groups as bars") == 0;
}

static GtkWidget *
find_widget (GtkWidget *widget,
             gboolean (*wanted) (GtkWidget *))
{
  GtkWidget *found = wanted (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, wanted);
  return found;
}

/* Where groups are bars, those of a tree that is added later are, and of one with other groups. */
static void
test_bars (void)
{
  Fixture fixture;
  GtkWidget *toggle;
  g_autofree char *small = g_strdup_printf (SMALL (LINKED), WORLD);

  set_up_figure_16 (&fixture);
  toggle = find_widget (GTK_WIDGET (fixture.trees), is_bars_toggle);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  heddle_tree_controls_choose (heddle_trees_get_controls (fixture.trees), HD_TREE_PHYSICAL, TRUE);
  wait (&fixture);
  g_assert_cmpuint (heddle_trees_get_n_cards (fixture.trees), ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (heddle_tree_plot_get_n_collapsed (get_plot (&fixture, i)), >=, 16);
  ui_fixture_load (fixture.session, small);
  wait (&fixture);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (heddle_tree_plot_get_n_collapsed (get_plot (&fixture, i)), ==, 2); /* one leaf switch, and what is in no group */
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), FALSE);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (heddle_tree_plot_get_n_collapsed (get_plot (&fixture, i)), ==, 0);
  tear_down (&fixture);
}

static void
test_packets (void)
{
  Fixture fixture;
  guint32 most, up;
  const guint32 *packets;
  HdTree *tree;
  HeddleDrawing *drawing;

  set_up_figure_16 (&fixture);
  tree = get_tree (&fixture, 0);
  g_assert_null (heddle_session_get_packets (fixture.session, &most));
  heddle_session_set_tree (fixture.session, tree);
  packets = heddle_session_get_packets (fixture.session, &most);
  g_assert_nonnull (packets);
  g_assert_cmpuint (most, ==, 496);
  up = hd_tree_get_metrics (tree)->hottest_link;
  g_assert_cmpuint (packets[up], ==, 496);

  drawing = heddle_session_get_drawing (fixture.session);
  heddle_drawing_set_scopes (drawing, (const guint32[]){ 0 }, 1);
  heddle_drawing_show_packets (drawing, packets, most);
  {
    HeddleScene *scene = heddle_drawing_get_scene (drawing);
    float hottest = 0;

    for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
      hottest = MAX (hottest, heddle_scene_link (scene, i)->heat);
    g_assert_cmpfloat (hottest, ==, 1);
  }
  heddle_session_set_tree (fixture.session, NULL);
  g_assert_null (heddle_session_get_packets (fixture.session, &most));
  tear_down (&fixture);
}

static gboolean
is_packets_toggle (GtkWidget *widget)
{
  return GTK_IS_TOGGLE_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), "Packets on the canvas") == 0;
}

/* They leave the canvas with the tab, and to a run. */
static void
test_packets_leave (void)
{
  Fixture fixture;
  GtkToggleButton *toggle;
  guint32 most;

  set_up_figure_16 (&fixture);
  toggle = GTK_TOGGLE_BUTTON (find_widget (GTK_WIDGET (fixture.trees), is_packets_toggle));
  gtk_toggle_button_set_active (toggle, TRUE);
  g_assert_nonnull (heddle_session_get_packets (fixture.session, &most));
  gtk_widget_set_visible (GTK_WIDGET (fixture.trees), FALSE);
  g_assert_null (heddle_session_get_packets (fixture.session, &most));
  gtk_widget_set_visible (GTK_WIDGET (fixture.trees), TRUE);
  g_assert_nonnull (heddle_session_get_packets (fixture.session, &most));
  ui_fixture_run_to_end (fixture.session);
  g_assert_null (heddle_session_get_packets (fixture.session, &most));
  g_assert_false (gtk_toggle_button_get_active (toggle));
  gtk_toggle_button_set_active (toggle, TRUE);
  g_assert_nonnull (heddle_session_get_packets (fixture.session, &most));
  tear_down (&fixture);
}

/* ---- a run ----------------------------------------------------------------------------------------------------------------------- */

/* The median of a run under noise stands beside the tree that it went along, and beside no other; an edit takes it away. */
static void
test_run (void)
{
  GString *text = read_project ("pruned-fat-tree.heddle");
  g_autofree char *median = NULL;
  HeddleTreeSimulated simulated = { 0 };
  Fixture fixture;

  g_assert_cmpuint (g_string_replace (text, "value=\"201\"", "value=\"3\"", 1), ==, 1);
  g_assert_cmpuint (g_string_replace (text, "name=\"processes\" type=\"integer\" value=\"512\"", "name=\"processes\" type=\"integer\" value=\"64\"", 1), ==, 1);
  set_up (&fixture, text->str);
  g_assert_cmpuint (hd_tree_get_n_members (get_tree (&fixture, 0)), ==, 64);
  ui_fixture_run_to_end (fixture.session);
  g_assert_false (heddle_tree_find_simulated (heddle_session_get_record (fixture.session), "world", get_tree (&fixture, 0), &simulated));
  g_assert_true (heddle_tree_find_simulated (heddle_session_get_record (fixture.session), "world", get_tree (&fixture, 2), &simulated));
  g_assert_cmpuint (simulated.n, ==, 3);
  g_assert_cmpfloat (hd_time_to_seconds (simulated.median), >, hd_tree_get_time (get_tree (&fixture, 2)).total_s);
  g_assert_cmpfloat (hd_time_to_seconds (simulated.median), <, 20e-6);
  median = hd_figure_time (simulated.median, 4);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture.trees), median));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture.trees), "Predicted, without noise"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture.trees), "Simulated with 80" HD_FIGURE_SPACE "% noise, median"));
  ui_fixture_load (fixture.session, text->str);
  wait (&fixture);
  g_assert_null (ui_fixture_find_label (GTK_WIDGET (fixture.trees), median));
  tear_down (&fixture);
  g_string_free (text, TRUE);
}

static gboolean
is_seen (Fixture *fixture,
         const char *text)
{
  GtkWidget *label = ui_fixture_find_label (GTK_WIDGET (fixture->trees), text);

  return label != NULL && gtk_widget_get_mapped (label);
}

/* The trees are of another design than the baseline. */
static gboolean
is_rebuilt (gpointer data)
{
  Fixture *fixture = data;
  HdDesign *design = heddle_session_get_design (fixture->session);

  return design != NULL && design != hd_record_get_design (heddle_session_get_baseline (fixture->session));
}

/* A run that was kept stays beside the trees when something has changed: what it took, and what it takes now. */
static void
test_baseline (void)
{
  GString *text = read_project ("pruned-fat-tree.heddle");
  g_autofree char *before = NULL, *now = NULL;
  HeddleTreeSimulated simulated[2] = { { 0 } };
  HdDocument *document;
  const HdObject *noise;
  Fixture fixture;

  g_assert_cmpuint (g_string_replace (text, "value=\"201\"", "value=\"3\"", 1), ==, 1);
  g_assert_cmpuint (g_string_replace (text, "name=\"processes\" type=\"integer\" value=\"512\"", "name=\"processes\" type=\"integer\" value=\"64\"", 1), ==, 1);
  set_up (&fixture, text->str);
  ui_fixture_run_to_end (fixture.session);
  heddle_session_keep_baseline (fixture.session);
  g_assert_true (heddle_tree_find_simulated (heddle_session_get_baseline (fixture.session), "world", get_tree (&fixture, 2), &simulated[0]));
  before = hd_figure_time (simulated[0].median, 4);
  g_assert_false (is_seen (&fixture, "Baseline, median")); /* it is the run itself */
  g_assert_true (is_seen (&fixture, before));

  document = heddle_session_get_document (fixture.session);
  noise = hd_object_find_child (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_VARIABLES, NULL), HD_OBJECT_VARIABLE, "noise");
  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (noise), "value", "0.1", NULL));
  ui_fixture_wait (is_rebuilt, &fixture);
  wait (&fixture);
  g_assert_true (is_seen (&fixture, "Baseline, median")); /* before another run, too */
  ui_fixture_run_to_end (fixture.session);
  g_assert_true (heddle_tree_find_simulated (heddle_session_get_record (fixture.session), "world", get_tree (&fixture, 2), &simulated[1]));
  g_assert_cmpint (simulated[1].median, <, simulated[0].median);
  now = hd_figure_time (simulated[1].median, 4);
  g_assert_true (is_seen (&fixture, before));
  g_assert_true (is_seen (&fixture, now));
  heddle_session_drop_baseline (fixture.session);
  g_assert_false (is_seen (&fixture, "Baseline, median"));
  g_assert_false (is_seen (&fixture, before));
  g_assert_true (is_seen (&fixture, now));
  tear_down (&fixture);
  g_string_free (text, TRUE);
}

static gboolean
are_trials_over (gpointer trials)
{
  return !heddle_tree_trials_is_running (trials);
}

static void
count_states (Fixture *fixture,
              guint tree,
              guint counts[3])
{
  const guint8 *states = heddle_tree_plot_get_states (get_plot (fixture, tree));

  g_assert_nonnull (states);
  counts[0] = counts[1] = counts[2] = 0;
  for (guint32 v = 0; v < hd_tree_get_n_vertices (get_tree (fixture, tree)); v++)
    counts[states[v]]++;
}

/* What has been run can be played: the trees at one moment after their start. */
static void
test_playback (void)
{
  GString *text = read_project ("pruned-fat-tree.heddle");
  HeddleTreeSimulated simulated[3] = { 0 };
  HeddleTreePlayback *playback;
  HdTime longest = 0;
  Fixture fixture;
  guint counts[3], at_start;

  g_assert_cmpuint (g_string_replace (text, "value=\"201\"", "value=\"3\"", 1), ==, 1);
  g_assert_cmpuint (g_string_replace (text, "name=\"processes\" type=\"integer\" value=\"512\"", "name=\"processes\" type=\"integer\" value=\"64\"", 1), ==, 1);
  set_up (&fixture, text->str);
  playback = heddle_trees_get_playback (fixture.trees);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (playback)));
  heddle_tree_trials_start (heddle_trees_get_trials (fixture.trees), heddle_session_get_document (fixture.session), heddle_trees_get_forest (fixture.trees));
  ui_fixture_wait (are_trials_over, heddle_trees_get_trials (fixture.trees));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (playback)));
  for (guint i = 0; i < 3; i++)
    g_assert_null (heddle_tree_plot_get_states (get_plot (&fixture, i)));

  heddle_tree_playback_set_moment (playback, 0.001);
  count_states (&fixture, 2, counts);
  {
    g_autofree char *reached = g_strdup_printf ("%u reached", counts[HD_TREE_INFORMED]); /* a broadcast gathers nothing */

    g_assert_cmpint (hd_tree_get_operation (get_tree (&fixture, 2)), ==, HD_TREE_BROADCAST);
    g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (heddle_trees_get_card (fixture.trees, 2)), reached));
  }
  at_start = counts[HD_TREE_WAITING];
  g_assert_cmpuint (at_start, >, 0);
  g_assert_cmpuint (counts[HD_TREE_INFORMED], ==, 0);
  heddle_tree_playback_set_moment (playback, 0.1);
  count_states (&fixture, 2, counts);
  g_assert_cmpuint (counts[HD_TREE_WAITING], <, at_start);
  /* The slowest sets the pace. */
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (heddle_tree_find_simulated (heddle_tree_trials_get_record (heddle_trees_get_trials (fixture.trees), i), "world", get_tree (&fixture, i), &simulated[i]));
      longest = MAX (longest, simulated[i].median);
    }
  heddle_tree_playback_set_moment (playback, 0.99);
  for (guint i = 0; i < 3; i++)
    {
      count_states (&fixture, i, counts);
      g_assert_cmpint (counts[HD_TREE_INFORMED] == 64, ==, simulated[i].median <= (HdTime) (0.99 * (double) longest));
    }
  heddle_tree_playback_set_moment (playback, 1);
  for (guint i = 0; i < 3; i++)
    {
      count_states (&fixture, i, counts);
      g_assert_cmpuint (counts[HD_TREE_INFORMED], ==, 64);
    }

  /* Run again: what was run before is forgotten, and its moment with it. */
  heddle_tree_trials_start (heddle_trees_get_trials (fixture.trees), heddle_session_get_document (fixture.session), heddle_trees_get_forest (fixture.trees));
  heddle_tree_trials_stop (heddle_trees_get_trials (fixture.trees));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (playback)));
  for (guint i = 0; i < 3; i++)
    g_assert_null (heddle_tree_plot_get_states (get_plot (&fixture, i)));

  /* An edit ends it: these are other trees. */
  ui_fixture_load (fixture.session, text->str);
  wait (&fixture);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (playback)));
  for (guint i = 0; i < 3; i++)
    g_assert_null (heddle_tree_plot_get_states (get_plot (&fixture, i)));
  tear_down (&fixture);
  g_string_free (text, TRUE);
}

/* While the window's run goes on, its tree follows it, and the others do not. */
static void
test_live (void)
{
  GString *text = read_project ("pruned-fat-tree.heddle");
  HdRecord *record;
  Fixture fixture;
  HdTime begin;
  guint counts[3];

  g_assert_cmpuint (g_string_replace (text, "value=\"201\"", "value=\"3\"", 1), ==, 1);
  set_up (&fixture, text->str);
  ui_fixture_run_to_end (fixture.session);
  g_assert_null (heddle_tree_plot_get_states (get_plot (&fixture, 2)));
  record = heddle_session_get_record (fixture.session);
  g_assert_cmpuint (hd_record_find_repeat (record, 0, HD_TIME_MAX, &begin), ==, 2);
  heddle_session_set_moment (fixture.session, begin + 2500000);
  count_states (&fixture, 2, counts);
  g_assert_cmpuint (counts[HD_TREE_WAITING], >, 0);
  g_assert_cmpuint (counts[HD_TREE_GATHERED], >, 0);
  g_assert_null (heddle_tree_plot_get_states (get_plot (&fixture, 0)));
  heddle_session_set_moment (fixture.session, HD_TIME_MAX);
  g_assert_null (heddle_tree_plot_get_states (get_plot (&fixture, 2)));
  tear_down (&fixture);
  g_string_free (text, TRUE);
}

/* All trees are run side by side, as the project would have it, and the project stays as it is. */
static void
test_trials (void)
{
  GString *text = read_project ("pruned-fat-tree.heddle");
  HeddleTreeSimulated simulated[3] = { 0 }, alone = { 0 };
  Fixture fixture;
  HeddleTreeTrials *trials;

  g_assert_cmpuint (g_string_replace (text, "value=\"201\"", "value=\"3\"", 1), ==, 1);
  set_up (&fixture, text->str);
  trials = heddle_trees_get_trials (fixture.trees);
  heddle_tree_trials_start (trials, heddle_session_get_document (fixture.session), heddle_trees_get_forest (fixture.trees));
  g_assert_true (heddle_tree_trials_is_running (trials));
  ui_fixture_wait (are_trials_over, trials);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *median = NULL;

      g_assert_cmpstr (heddle_tree_trials_get_message (trials, i), ==, NULL);
      g_assert_true (heddle_tree_find_simulated (heddle_tree_trials_get_record (trials, i), "world", get_tree (&fixture, i), &simulated[i]));
      g_assert_cmpuint (simulated[i].n, ==, 3);
      median = hd_figure_time (simulated[i].median, 4);
      g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture.trees), median));
    }
  /* The order of the paper. */
  g_assert_cmpint (simulated[0].median, >, simulated[1].median);
  g_assert_cmpint (simulated[1].median, >, simulated[2].median);
  g_assert_false (hd_document_get_modified (heddle_session_get_document (fixture.session)));
  /* A run of the project along the third gives what its trial gave. */
  ui_fixture_run_to_end (fixture.session);
  g_assert_true (heddle_tree_find_simulated (heddle_session_get_record (fixture.session), "world", get_tree (&fixture, 2), &alone));
  g_assert_cmpint (alone.median, ==, simulated[2].median);

  /* Stopped, and started again at once. */
  heddle_tree_trials_start (trials, heddle_session_get_document (fixture.session), heddle_trees_get_forest (fixture.trees));
  heddle_tree_trials_start (trials, heddle_session_get_document (fixture.session), heddle_trees_get_forest (fixture.trees));
  heddle_tree_trials_stop (trials);
  g_assert_false (heddle_tree_trials_is_running (trials));
  heddle_tree_trials_start (trials, heddle_session_get_document (fixture.session), heddle_trees_get_forest (fixture.trees));
  tear_down (&fixture);
  g_string_free (text, TRUE);
}

/* ---- files ------------------------------------------------------------------------------------------------------------------------- */

static void
test_save (void)
{
  static const char *const heads[][2] = { { "trees.svg", "<?xml" }, { "trees.pdf", "%PDF" }, { "trees.png", "\x89PNG" }, { "trees.dot", "digraph" } };
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  set_up_figure_16 (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autofree char *path = g_build_filename (folder, heads[i][0], NULL);
      g_autofree char *text = NULL;
      gsize length;

      g_assert_true (heddle_trees_save (fixture.trees, path, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      g_assert_cmpuint (length, >, 5000);
      g_assert_nonnull (g_strstr_len (text, 200, heads[i][1]));
      g_remove (path);
    }
  g_assert_false (heddle_trees_save (fixture.trees, "trees.xyz", &error));
  g_assert_nonnull (error);
  g_rmdir (folder);
  tear_down (&fixture);
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/trees/figures", test_figures);
  g_test_add_func ("/ui/trees/width", test_width);
  g_test_add_func ("/ui/trees/errors", test_errors);
  g_test_add_func ("/ui/trees/walk", test_walk);
  g_test_add_func ("/ui/trees/bars", test_bars);
  g_test_add_func ("/ui/trees/packets", test_packets);
  g_test_add_func ("/ui/trees/packets-leave", test_packets_leave);
  g_test_add_func ("/ui/trees/run", test_run);
  g_test_add_func ("/ui/trees/baseline", test_baseline);
  g_test_add_func ("/ui/trees/playback", test_playback);
  g_test_add_func ("/ui/trees/live", test_live);
  g_test_add_func ("/ui/trees/trials", test_trials);
  g_test_add_func ("/ui/trees/save", test_save);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
