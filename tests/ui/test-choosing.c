/* test-choosing.c: what a run has left is chosen after its project was edited
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: whatever was edited since, and also while that is still being elaborated, choosing a link or node of the record leads to the very
 * object it was made of, in a module that shows it, or nowhere; no view reads of the new design with a number of the old one (the sanitizer tells).
 */
#include "heddle-canvas-view.h"
#include "heddle-inspector.h"
#include "heddle-links.h"
#include "heddle-partitions.h"
#include "heddle-timeline-figure.h"
#include "heddle-timeline-plot.h"
#include "heddle-trees.h"
#include "heddle-wave-painter.h"
#include "heddle-waveforms.h"
#include "heddle-waves-figure.h"
#include "ui-fixture.h"

#include <string.h>

#include "../sanitizers.h"

#if UNDER_ADDRESS_SANITIZER
#define N_EDITS 8
#else
#define N_EDITS 20
#endif
#define N_CHOSEN 3 /* of each kind after an edit: the inspector takes its time for each */
#define CROWD "<component id=\"crowd\" type=\"fabric.xpu\" count=\"300000\" x=\"900\" y=\"40\"/></top>" /* takes a while to elaborate */

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

static HeddleSession *
new_crowded_session (void)
{
  g_auto (GStrv) parts = g_strsplit (UI_PROJECT, "</top>", 2);
  g_autofree char *text = g_strconcat (parts[0], CROWD, parts[1], NULL);

  return ui_fixture_new_session (text);
}

/* Whether what is selected is @uid, and the module that is looked at has it. */
static void
check_selected (HeddleSession *session,
                guint64 uid)
{
  const HdObject *module = heddle_session_get_module (session);
  gboolean found = FALSE;

  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 1);
  g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, uid);
  g_assert_nonnull (hd_document_get_object (heddle_session_get_document (session), uid));
  for (guint i = 0; i < hd_object_get_n_children (module); i++)
    found |= hd_object_get_uid (hd_object_get_child (module, i)) == uid;
  g_assert_true (found);
}

static guint
choose_link (HeddleSession *session,
             HdDesign *design,
             guint32 link)
{
  if (!heddle_session_select_link (session, design, link))
    return 0;
  check_selected (session, hd_design_get_links (design)[link].origin_uid);
  return 1;
}

static guint
choose_node (HeddleSession *session,
             HdDesign *design,
             guint32 node)
{
  gboolean there = heddle_session_select_node (session, design, node);

  if (there)
    check_selected (session, hd_design_get_nodes (design)[node].origin_uid);
  if (heddle_session_select_nodes (session, design, &node, 1))
    g_assert_nonnull (hd_document_get_object (heddle_session_get_document (session), heddle_session_get_selected (session, 0).uid));
  return there;
}

static guint
choose_all (HeddleSession *session,
            HdDesign *design)
{
  guint n = 0, n_nodes = MIN (hd_design_get_n_nodes (design), 30);

  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    n += choose_link (session, design, i);
  for (guint32 i = 0; i < n_nodes; i++)
    n += choose_node (session, design, i);
  return n;
}

/* The edit is not elaborated yet, so that what is drawn still has what the document has not. */
static void
test_while_elaborating (void)
{
  const struct { HdObjectKind kind; const char *module, *id; } gone[] = {
    { HD_OBJECT_LINK, NULL, "up" }, { HD_OBJECT_COMPONENT, "box", "hub" }, { HD_OBJECT_INSTANCE, NULL, "box" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (gone); i++)
    {
      g_autoptr (HeddleSession) session = new_crowded_session ();
      g_autoptr (HdDesign) design = hd_design_ref (heddle_session_get_design (session));
      HdDocument *document = heddle_session_get_document (session);
      guint before, during, after;

      ui_fixture_run_to_end (session);
      before = choose_all (session, design);
      heddle_session_leave_to (session, 0);
      heddle_session_select_none (session);
      hd_document_begin_group (document, "Remove");
      g_assert_true (hd_document_remove (document, ui_fixture_uid (session, gone[i].module, gone[i].kind, gone[i].id), NULL));
      hd_document_end_group (document);
      g_assert_true (heddle_session_is_elaborating (session));
      during = choose_all (session, design);
      ui_fixture_wait (is_settled, session);
      after = choose_all (session, design);
      g_assert_cmpuint (during, <, before);
      g_assert_cmpuint (after, <=, during);
      g_assert_cmpuint (after, >, 0);
    }
}

/* Another module stands there, or a column more: what is chosen is what it was, not what has its number. */
static void
test_reshaped (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (
      "<heddle version='1'><link-class id='l' bandwidth='16 GB/s' latency='1 ns'/><top>"
      "<component id='r' type='manycore.router' count='3 x 4' index='row column' column='column' row='row' x='400' y='240'/>"
      "<link id='across' from='r[i][j].right' to='r[i][j + 1].left' class='l'/></top></heddle>");
  g_autoptr (HdDesign) design = hd_design_ref (heddle_session_get_design (session));
  guint64 routers = ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "r");

  heddle_session_step (session, HD_STEP_EVENT);
  g_assert_true (hd_document_set_attribute (heddle_session_get_document (session), routers, "count", "3 x 5", NULL));
  ui_fixture_wait (is_settled, session);
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      guint32 drawn = heddle_session_find_drawn (session, design, HD_TARGET_NODE, i);
      g_autofree char *was = hd_design_dup_node_path (design, i), *is = NULL;

      g_assert_cmpuint (drawn, !=, HD_NO_ID);
      is = hd_design_dup_node_path (heddle_session_get_design (session), drawn);
      g_assert_cmpstr (is, ==, was);
    }
}

/* ---- in all views -------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HeddleSession *session;
  GtkWidget *waveforms, *timeline, *links;
} Views;

static GtkWidget *
show_views (Views *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *dock = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *const docked[] = {
    self->waveforms = heddle_waveforms_new (self->session), self->timeline = heddle_timeline_plot_new (self->session),
    self->links = heddle_links_new (self->session), heddle_trees_new (self->session), heddle_partitions_new (self->session),
  };
  GtkWidget *canvas = heddle_canvas_view_new (self->session);

  for (guint i = 0; i < G_N_ELEMENTS (docked); i++)
    {
      gtk_widget_set_size_request (docked[i], 400, 100);
      gtk_box_append (GTK_BOX (dock), docked[i]);
    }
  gtk_widget_set_size_request (canvas, 300, 300);
  gtk_box_append (GTK_BOX (box), canvas);
  gtk_box_append (GTK_BOX (box), heddle_inspector_new (self->session));
  gtk_box_append (GTK_BOX (box), dock);
  return ui_fixture_show (box, 1000, 600);
}

static GtkListBox *
find_list (GtkWidget *widget)
{
  GtkListBox *found = GTK_IS_LIST_BOX (widget) ? GTK_LIST_BOX (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_list (child);
  return found;
}

static void
click_rows (GtkWidget *widget,
            double row_height,
            HdTime end)
{
  HeddleTimePlot *plot = HEDDLE_TIME_PLOT (widget);
  HeddleTimePlotClass *class = HEDDLE_TIME_PLOT_GET_CLASS (plot);
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;
  guint n = class->count_rows (plot);

  view.lane_height = row_height;
  view.end_ps = end;
  for (guint i = 0; n > 0 && i < N_CHOSEN; i++)
    class->clicked (plot, &view, g_test_rand_bit () ? 10 : 360, view.axis_height + (g_test_rand_int_range (0, n) + 0.5) * row_height);
}

static void
choose_everywhere (Views *self)
{
  GtkListBox *list = find_list (self->links);
  HdRecord *record = heddle_session_get_record (self->session);
  HdDesign *design = hd_record_get_design (record);

  for (guint i = 0; i < N_CHOSEN; i++)
    {
      choose_link (self->session, design, g_test_rand_int_range (0, hd_design_get_n_links (design)));
      choose_node (self->session, design, g_test_rand_int_range (0, hd_design_get_n_nodes (design)));
    }
  click_rows (self->waveforms, HEDDLE_WAVES_ROW_HEIGHT, hd_record_get_time (record));
  click_rows (self->timeline, HEDDLE_TIMELINE_ROW_HEIGHT, hd_record_get_time (record));
  for (int i = 0; i < 10; i += 3)
    if (gtk_widget_get_visible (GTK_WIDGET (gtk_list_box_get_row_at_index (list, i))))
      g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, i));
}

static void
edit (HeddleSession *session)
{
  static const char *const counts[] = { "1", "2", "3", "4", "2 x 2", "6" };
  HdDocument *document = heddle_session_get_document (session);
  const HdObject *root = hd_document_get_root (document);
  const HdObject *top = hd_object_find_child (root, HD_OBJECT_TOP, NULL), *module = hd_object_find_child (root, HD_OBJECT_MODULE, NULL);
  const HdObject *block = g_test_rand_bit () ? top : module, *object;
  guint n = hd_object_get_n_children (block);

  if (n == 0 || g_test_rand_int_range (0, 3) == 0)
    {
      hd_document_undo (document);
      return;
    }
  object = hd_object_get_child (block, g_test_rand_int_range (0, n));
  switch (g_test_rand_int_range (0, 4))
    {
    case 0:
      hd_document_remove (document, hd_object_get_uid (object), NULL);
      break;

    case 1:
      hd_document_redo (document);
      break;

    case 2:
      hd_document_move (document, hd_object_get_uid (object), hd_object_get_uid (block), g_test_rand_int_range (0, n), NULL);
      break;

    default:
      hd_document_set_attribute (document, hd_object_get_uid (object), "count", counts[g_test_rand_int_range (0, G_N_ELEMENTS (counts))], NULL);
    }
}

static gboolean
has_ended (gpointer data)
{
  return !heddle_session_is_active (data);
}

/* To its end, or to what the edits have made impossible, such as work between what nothing joins. */
static void
run_on (HeddleSession *session)
{
  heddle_session_set_speed (session, 0);
  heddle_session_start (session);
  ui_fixture_wait (has_ended, session);
}

static void
test_any_edit (void)
{
  Views views = { ui_fixture_new_session (UI_PROJECT), NULL, NULL, NULL };
  GtkWidget *window = show_views (&views);

  heddle_session_set_show_partitions (views.session, TRUE);
  ui_fixture_run_to_end (views.session);
  for (guint i = 0; i < N_EDITS; i++)
    {
      edit (views.session);
      choose_everywhere (&views);
      ui_fixture_wait (is_settled, views.session);
      choose_everywhere (&views);
      heddle_session_set_moment (views.session, g_test_rand_int_range (0, 4) * heddle_session_get_end (views.session) / 4);
      if (i % 10 == 9)
        gtk_test_widget_wait_for_draw (window);
      if (i % 10 == 9 && heddle_session_can_run (views.session))
        run_on (views.session);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  g_object_unref (views.session);
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/choosing/while-elaborating", test_while_elaborating);
  g_test_add_func ("/ui/choosing/reshaped", test_reshaped);
  g_test_add_func ("/ui/choosing/any-edit", test_any_edit);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
