/* test-editor.c: outline, inspector and problems
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what is selected in one view is selected in all; figures of a run are shown with their units.
 */
#include "heddle-canvas-view.h"
#include "heddle-hover-card.h"
#include "heddle-inspector.h"
#include "heddle-outline-item.h"
#include "heddle-outline.h"
#include "heddle-problems.h"
#include "ui-fixture.h"

static void
destroy (GtkWidget *window,
         GtkWidget *widget)
{
  gpointer weak = widget;

  g_object_add_weak_pointer (G_OBJECT (widget), &weak);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
  g_assert_null (weak);
}

/* Position of the row with @title, or -1. */
static int
find_row (GListModel *rows,
          const char *title)
{
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
      g_autoptr (HeddleOutlineItem) item = gtk_tree_list_row_get_item (row);

      if (g_str_equal (heddle_outline_item_get_title (item), title))
        return i;
    }
  return -1;
}

static void
test_outline (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *outline = heddle_outline_new (session);
  GtkWidget *window = ui_fixture_show (outline, 260, 500);
  GListModel *rows = heddle_outline_get_model (HEDDLE_OUTLINE (outline));
  int box = find_row (rows, "box");

  g_assert_cmpint (find_row (rows, "System"), ==, 0);
  g_assert_cmpint (box, >, 0);
  g_assert_cmpint (find_row (rows, "core"), >, 0);
  g_assert_cmpint (find_row (rows, "Workload: LLaMA2-13B training"), >, 0);
  g_assert_cmpint (find_row (rows, "xpu"), ==, -1); /* folded away */

  g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, box);
  g_autoptr (HeddleOutlineItem) item = gtk_tree_list_row_get_item (row);

  g_assert_cmpuint (heddle_outline_item_get_count (item), ==, 2);
  g_assert_cmpstr (heddle_outline_item_get_symbol (item), ==, "server");
  gtk_tree_list_row_set_expanded (row, TRUE);
  g_assert_cmpint (find_row (rows, "xpu"), >, box);

  /* both ways */
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (rows), find_row (rows, "xpu"));
  g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, ui_fixture_uid (session, "box", HD_OBJECT_COMPONENT, "xpu"));
  g_assert_cmpuint (heddle_session_get_depth (session), ==, 1);
  heddle_session_leave_to (session, 0);
  heddle_session_select (session, (HeddleTarget){ ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "core"), HEDDLE_ALL_MEMBERS });
  ui_fixture_drain ();
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (rows)), ==, find_row (rows, "core"));
  destroy (window, outline);
}

static gboolean
has_renamed (gpointer rows)
{
  return find_row (rows, "heart") > 0;
}

static gboolean
has_deleted (gpointer rows)
{
  return find_row (rows, "heart") < 0;
}

/* What was unfolded stays so after an edit; rename and delete are those of the line that is selected. */
static void
test_outline_edit (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *outline = heddle_outline_new (session);
  GtkWidget *window = ui_fixture_show (outline, 260, 500);
  GListModel *rows = heddle_outline_get_model (HEDDLE_OUTLINE (outline));
  HdDocument *document = heddle_session_get_document (session);
  g_autoptr (GtkTreeListRow) box = g_list_model_get_item (rows, find_row (rows, "box"));
  GtkWidget *popover, *entry;
  guint depth = 0;

  g_assert_cmpint (find_row (rows, "Module: Box"), >, 0);
  g_assert_cmpint (find_row (rows, "Link class: L"), >, 0);
  gtk_tree_list_row_set_expanded (box, TRUE);
  g_assert_cmpint (find_row (rows, "hub"), >, 0);

  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (rows), find_row (rows, "core"));
  g_assert_true (gtk_widget_activate_action (outline, "outline.rename", NULL));
  popover = gtk_widget_get_last_child (outline);
  g_assert_true (gtk_widget_get_visible (popover));
  entry = gtk_widget_get_first_child (gtk_popover_get_child (GTK_POPOVER (popover)));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "core");
  gtk_editable_set_text (GTK_EDITABLE (entry), "1 wrong");
  g_signal_emit_by_name (entry, "activate");
  g_assert_true (gtk_widget_get_visible (popover));
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "heart");
  g_signal_emit_by_name (entry, "activate");
  g_assert_false (gtk_widget_get_visible (popover));
  ui_fixture_wait (has_renamed, rows);
  g_assert_cmpint (find_row (rows, "hub"), >, 0);
  g_assert_cmpstr (hd_object_get (hd_document_get_object (document, ui_fixture_uid (session, NULL, HD_OBJECT_LINK, "up")), "to"), ==, "heart.down[i]");

  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (rows), find_row (rows, "heart"));
  g_assert_true (gtk_widget_activate_action (outline, "outline.delete", NULL));
  ui_fixture_wait (has_deleted, rows);
  for (; hd_document_get_undo_name (document) != NULL; depth++)
    hd_document_undo (document);
  g_assert_cmpuint (depth, ==, 2);
  destroy (window, outline);
}

static void
test_outline_search (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autoptr (HeddleOutlineLines) found = heddle_outline_item_find_all (heddle_session_get_snapshot (session), heddle_session_get_design (session),
                                                                       heddle_session_get_catalog (session), "XPU");
  g_autoptr (HeddleOutlineItem) first = g_list_model_get_item (G_LIST_MODEL (found), 0);

  /* The component, the probe of it, and no object twice although the module stands in an array. */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (found)), ==, 2);
  g_assert_cmpstr (heddle_outline_item_get_title (first), ==, "xpu");
}

#define IMPORTED                                                                                                                                    \
  "<heddle version=\"1\" name=\"cluster\"><top><component id=\"node\" type=\"fabric.host\" count=\"30\" names=\"griffon-[1-29,58].org\"/>"               \
  "<component id=\"other\" type=\"fabric.host\"/></top></heddle>"

static gboolean
has_found (gpointer rows)
{
  return find_row (rows, "griffon-[1-29,58].org") == 0;
}

static gboolean
has_found_nothing (gpointer rows)
{
  return g_list_model_get_n_items (rows) == 0;
}

/* What was imported is shown by its names, and found by each of them. */
static void
test_outline_names (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (IMPORTED);
  GtkWidget *outline = heddle_outline_new (session);
  GtkWidget *window = ui_fixture_show (outline, 260, 500);
  GListModel *rows = heddle_outline_get_model (HEDDLE_OUTLINE (outline));
  GtkWidget *entry = gtk_widget_get_first_child (outline);
  guint64 node = ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "node");

  while (!GTK_IS_SEARCH_ENTRY (entry))
    entry = gtk_widget_get_first_child (entry);
  g_assert_cmpint (find_row (rows, "griffon-[1-29,58].org"), >, 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), "griffon-58");
  g_signal_emit_by_name (entry, "activate"); /* by Return, before the rest of the keys are waited for */
  g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, node);
  heddle_session_select_none (session);
  ui_fixture_drain ();
  ui_fixture_wait (has_found, rows);
  g_assert_cmpint (find_row (rows, "other"), ==, -1);
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (rows), 0);
  g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, node);
  g_assert_cmpint (heddle_session_get_selected (session, 0).index, ==, 29);
  gtk_editable_set_text (GTK_EDITABLE (entry), "griffon-30");
  ui_fixture_wait (has_found_nothing, rows);
  destroy (window, outline);
}

#define MANY 9000

static gboolean
has_many (gpointer rows)
{
  return g_list_model_get_n_items (rows) >= MANY;
}

/* The lines of a large module come one part after the other; what was selected before its line came is selected then. */
static void
test_outline_many (void)
{
  g_autoptr (GString) text = g_string_new ("<heddle version=\"1\"><top>");
  g_autoptr (HeddleSession) session = NULL;
  GtkWidget *outline, *window;
  GListModel *rows;
  guint first;

  for (guint i = 0; i < MANY; i++)
    g_string_append_printf (text, "<component id=\"n%u\" type=\"fabric.host\" x=\"0\" y=\"0\"/>", i);
  g_string_append (text, "</top></heddle>");
  session = ui_fixture_new_session (text->str);
  outline = heddle_outline_new (session);
  rows = heddle_outline_get_model (HEDDLE_OUTLINE (outline));
  first = g_list_model_get_n_items (rows);
  g_assert_cmpuint (first, >, 1000);
  g_assert_cmpuint (first, <, MANY);
  heddle_session_select (session, (HeddleTarget) { ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "n8999"), HEDDLE_ALL_MEMBERS });
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (rows)), ==, GTK_INVALID_LIST_POSITION);
  window = ui_fixture_show (outline, 260, 500);
  ui_fixture_wait (has_many, rows);
  g_assert_cmpint (find_row (rows, "n8999"), ==, MANY);
  g_assert_cmpuint (gtk_single_selection_get_selected (GTK_SINGLE_SELECTION (rows)), ==, MANY);
  destroy (window, outline);
}

static void
test_inspector_live (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *inspector = heddle_inspector_new (session);
  GtkWidget *window = ui_fixture_show (inspector, 320, 600);
  GtkWidget *carried;

  ui_fixture_run_to_end (session);
  heddle_session_select_link (session, heddle_session_get_design (session), 0);
  ui_fixture_drain ();
  carried = ui_fixture_find_label (inspector, "Carried");
  g_assert_nonnull (carried);
  g_assert_true (gtk_widget_get_mapped (carried));
  g_assert_true (g_str_has_suffix (gtk_label_get_label (GTK_LABEL (gtk_widget_get_next_sibling (carried))), "B"));
  destroy (window, inspector);
}

static void
test_problems (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT_WITH_ERROR);
  GtkWidget *problems = heddle_problems_new (session);
  GtkWidget *window = ui_fixture_show (problems, 900, 300);
  GPtrArray *list = heddle_session_get_problems (session);
  const HdProblem *first = list->pdata[0];

  g_assert_nonnull (ui_fixture_find_label (problems, first->message));
  ui_fixture_load (session, UI_PROJECT);
  g_assert_null (ui_fixture_find_label (problems, "bandwidth"));
  destroy (window, problems);
}

static double
get_left (GtkWidget *within,
          const char *text)
{
  GtkWidget *label = ui_fixture_find_label (within, text);
  graphene_rect_t bounds;

  g_assert_nonnull (label);
  g_assert_true (gtk_widget_compute_bounds (label, within, &bounds));
  return bounds.origin.x;
}

#define AROUND_ROW 4 /* what a theme puts around a row, but not around titles */

/* Columns stand below their titles, whether a message is long or short. */
static void
test_problems_columns (void)
{
  static const char text[] =
    "<heddle version=\"1\" name=\"Two\">\n"
    "  <link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"200 ns\" sharing=\"shared\"/>\n"
    "  <top>\n"
    "    <component id=\"node\" type=\"fabric.host\" count=\"2\"/>\n"
    "    <link id=\"wire\" from=\"node[0].port\" to=\"node[1].port\" class=\"L\"/>\n"
    "  </top>\n"
    "  <run fidelity=\"packet\" clock=\"1 GHz\" trace=\"node[*]\"/>\n"
    "</heddle>\n";
  g_autoptr (HeddleSession) session = ui_fixture_new_session (text);

  for (int width = 700; width <= 1300; width += 200)
    {
      GtkWidget *problems = heddle_problems_new (session);
      GtkWidget *window = ui_fixture_show (problems, width, 300);
      double place = get_left (problems, "Where"), hint = get_left (problems, "Hint");

      g_assert_cmpfloat (get_left (problems, "run · clock"), ==, get_left (problems, "run · trace"));
      g_assert_cmpfloat (get_left (problems, "Choose another fidelity, or leave it out"), ==, get_left (problems, "Choose flow, or leave it out"));
      g_assert_cmpfloat_with_epsilon (get_left (problems, "run · clock"), place, AROUND_ROW);
      g_assert_cmpfloat_with_epsilon (get_left (problems, "Choose flow, or leave it out"), hint, AROUND_ROW);
      destroy (window, problems);
    }
}

/* Five routers in a ring with too few channels, and one that is in none. */
static const char ring[] =
  "<heddle version=\"1\" name=\"ring\"><link-class id=\"L\" bandwidth=\"32 GB/s\" latency=\"1 ns\"/><top>"
  "<component id=\"s\" type=\"fabric.switch\" count=\"6\" x=\"0\" y=\"0\"/><component id=\"x\" type=\"fabric.xpu\" model=\"H100\" count=\"5\" x=\"400\" y=\"0\"/>"
  "<link id=\"a\" for=\"i=0..4\" from=\"x[i].eth\" to=\"s[i].port[2]\" class=\"L\"/>"
  "<link id=\"r\" for=\"i=0..4\" from=\"s[i].port[0]\" to=\"s[(i + 1) % 5].port[1]\" class=\"L\"/></top>"
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>"
  "<workload type=\"collective\" on=\"all\" operation=\"all-to-all\" bytes=\"64 kB\"/><run fidelity=\"flit\" virtual-channels=\"1\"/></heddle>";

static gboolean
has_failed (gpointer data)
{
  return heddle_session_get_run_state (data) == HD_RUN_FAILED && heddle_session_count_problems (data, HD_SEVERITY_ERROR) > 0;
}

static gboolean
is_elaborated (gpointer data)
{
  return !heddle_session_is_elaborating (data);
}

static GtkListBoxRow *
find_list_row (GtkWidget *widget,
               const char *text)
{
  GtkWidget *label = ui_fixture_find_label (widget, text);

  return label != NULL ? GTK_LIST_BOX_ROW (gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW)) : NULL;
}

/* What of the drawing is marked as an error. */
static void
count_marked (HeddleCanvas *canvas,
              guint *out_nodes,
              guint *out_links)
{
  HeddleScene *scene = heddle_drawing_get_scene (heddle_canvas_get_drawing (canvas));

  *out_nodes = *out_links = 0;
  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    *out_nodes += (heddle_scene_node (scene, i)->state & HEDDLE_STATE_ERROR) != 0;
  for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
    *out_links += (heddle_scene_link (scene, i)->state & HEDDLE_STATE_ERROR) != 0;
}

/* A problem of a run leads to the very router, and marks the links that are waited for until another run begins. */
static void
test_problems_waiting (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (ring);
  GtkWidget *problems = heddle_problems_new (session);
  GtkWidget *window = ui_fixture_show (problems, 900, 300);
  GtkWidget *view = heddle_canvas_view_new (session);
  GtkWidget *beside = ui_fixture_show (view, 900, 600);
  HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  guint64 uid = ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "s");
  g_autoptr (GError) error = NULL;
  GtkListBoxRow *row;
  HeddleTarget target;
  guint n_nodes, n_links, n_all;

  count_marked (canvas, &n_nodes, &n_links);
  g_assert_cmpuint (n_nodes + n_links, ==, 0);
  n_all = heddle_scene_n_links (heddle_drawing_get_scene (heddle_canvas_get_drawing (canvas)));
  heddle_session_set_speed (session, 0);
  heddle_session_start (session);
  ui_fixture_wait (has_failed, session);
  count_marked (canvas, &n_nodes, &n_links);
  g_assert_cmpuint (n_nodes, >, 0);
  g_assert_cmpuint (n_links, >, 0);
  g_assert_cmpuint (n_links, <, n_all);
  row = find_list_row (problems, "s[1]");
  g_assert_nonnull (row);
  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (row)), "row-activated", row);
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 1);
  target = heddle_session_get_selected (session, 0);
  g_assert_cmpuint (target.uid, ==, uid);
  g_assert_cmpint (target.index, ==, 1);
  hd_document_set_attribute (heddle_session_get_document (session), hd_design_get_run_uid (heddle_session_get_design (session)), "virtual-channels", "2", &error);
  g_assert_no_error (error);
  ui_fixture_drain ();
  ui_fixture_wait (is_elaborated, session);
  ui_fixture_run_to_end (session);
  count_marked (canvas, &n_nodes, &n_links);
  g_assert_cmpuint (n_nodes + n_links, ==, 0);
  destroy (beside, view);
  destroy (window, problems);
}

/* What a router has at flit fidelity comes first, be it from the run settings. */
static void
test_hover_flits (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (ring);
  GtkWidget *card = heddle_hover_card_new (session);
  GtkWidget *window = ui_fixture_show (card, 300, 300);
  GtkWidget *view = heddle_canvas_view_new (session);
  GtkWidget *beside = ui_fixture_show (view, 900, 600);
  HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  guint64 uid = ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "s");
  guint32 router = 0;
  GtkWidget *name;

  while (heddle_drawing_get_node_target (heddle_canvas_get_drawing (canvas), router).uid != uid)
    router++;
  g_assert_true (heddle_hover_card_show (HEDDLE_HOVER_CARD (card), canvas, (HeddleHit){ .kind = HEDDLE_HIT_NODE, .index = router }));
  name = ui_fixture_find_label (card, "Virtual channels");
  g_assert_nonnull (name);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (gtk_widget_get_next_sibling (name))), ==, "1");
  g_assert_nonnull (ui_fixture_find_label (card, "Arbitration"));
  g_assert_nonnull (ui_fixture_find_label (card, "round-robin"));
  g_assert_null (ui_fixture_find_label (card, "Tree entries"));
  g_assert_null (ui_fixture_find_label (card, "Stands still"));
  destroy (beside, view);
  destroy (window, card);
}

/* After a run it says how much flits stood still, and the reason that the record has most cycles of. */
static void
test_hover_stalls (void)
{
  static const char *const reasons[HD_N_STALLS] = { "No virtual channel", "No credit", "Another one won", "No room behind the switch" };
  g_autoptr (HeddleSession) session = ui_fixture_new_session (ring);
  GtkWidget *card = heddle_hover_card_new (session);
  GtkWidget *window = ui_fixture_show (card, 300, 300);
  GtkWidget *view = heddle_canvas_view_new (session);
  GtkWidget *beside = ui_fixture_show (view, 900, 600);
  HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  guint64 uid = ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "s");
  g_autofree char *share = NULL, *expected = NULL;
  g_autoptr (GError) error = NULL;
  guint32 router = 0, first;
  GtkWidget *name;
  HeddleLoads loads;
  guint most = 0;

  hd_document_set_attribute (heddle_session_get_document (session), hd_design_get_run_uid (heddle_session_get_design (session)), "virtual-channels", "2", &error);
  g_assert_no_error (error);
  ui_fixture_drain ();
  ui_fixture_wait (is_elaborated, session);
  ui_fixture_run_to_end (session);
  heddle_session_set_measure (session, HEDDLE_MEASURE_AVERAGE);
  while (heddle_drawing_get_node_target (heddle_canvas_get_drawing (canvas), router).uid != uid)
    router++;
  g_assert_true (heddle_session_get_loads (session, &loads));
  hd_design_find_nodes (heddle_session_get_design (session), 0, uid, &first);
  for (guint i = 1; i < HD_N_STALLS; i++)
    most = loads.nodes[first].stalled[i] > loads.nodes[first].stalled[most] ? i : most;
  g_assert_cmpfloat (loads.nodes[first].stalled[most], >, 0);
  g_assert_true (heddle_hover_card_show (HEDDLE_HOVER_CARD (card), canvas, (HeddleHit){ .kind = HEDDLE_HIT_NODE, .index = router }));
  name = ui_fixture_find_label (card, "Stands still");
  g_assert_nonnull (name);
  share = hd_figure_percent (loads.nodes[first].stalled_share);
  expected = g_strdup_printf ("%s · %s", share, reasons[most]);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (gtk_widget_get_next_sibling (name))), ==, expected);
  destroy (beside, view);
  destroy (window, card);
}

/* Of an array that is drawn as one, how many have failed. */
static void
test_hover_failed (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (
      "<heddle version='1' name='failed'><link-class id='L' bandwidth='1 GB/s' latency='1 us'/><top><component id='s' type='fabric.switch'/>"
      "<component id='a' type='fabric.host' count='4' columns='0' y='200'/><component id='b' type='fabric.host' y='-200'/>"
      "<link id='array' for='i=0..3' from='a[i].port' to='s.port[i]' class='L' failed='i &lt; 3'/>"
      "<link id='one' from='b.port' to='s.port[4]' class='L' failed='1'/></top></heddle>");
  GtkWidget *card = heddle_hover_card_new (session);
  GtkWidget *window = ui_fixture_show (card, 300, 300);
  GtkWidget *view = heddle_canvas_view_new (session);
  GtkWidget *beside = ui_fixture_show (view, 900, 600);
  HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  guint64 array = ui_fixture_uid (session, NULL, HD_OBJECT_LINK, "array");

  for (guint32 i = 0; i < heddle_scene_n_links (heddle_drawing_get_scene (heddle_canvas_get_drawing (canvas))); i++)
    {
      gboolean is_array = heddle_drawing_get_link_target (heddle_canvas_get_drawing (canvas), i).uid == array;

      g_assert_true (heddle_hover_card_show (HEDDLE_HOVER_CARD (card), canvas, (HeddleHit){ .kind = HEDDLE_HIT_LINK, .index = i }));
      g_assert_cmpint (ui_fixture_find_label (card, "3 of 4 have failed") != NULL, ==, is_array);
      g_assert_cmpint (ui_fixture_find_label (card, "Has failed, and carries nothing") != NULL, ==, !is_array);
    }
  destroy (beside, view);
  destroy (window, card);
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/outline/tree", test_outline);
  g_test_add_func ("/ui/outline/edit", test_outline_edit);
  g_test_add_func ("/ui/outline/search", test_outline_search);
  g_test_add_func ("/ui/outline/names", test_outline_names);
  g_test_add_func ("/ui/outline/many", test_outline_many);
  g_test_add_func ("/ui/inspector/live", test_inspector_live);
  g_test_add_func ("/ui/problems", test_problems);
  g_test_add_func ("/ui/problems/columns", test_problems_columns);
  g_test_add_func ("/ui/hover/flits", test_hover_flits);
  g_test_add_func ("/ui/hover/stalls", test_hover_stalls);
  g_test_add_func ("/ui/hover/failed", test_hover_failed);
  g_test_add_func ("/ui/problems/waiting", test_problems_waiting);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
