/* test-compare.c: the run beside the baseline
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: each figure stands there as it was and as it is, and what was changed in between; in the table of links each link has its own use of
 * before, whatever its number is now; each lane of the timeline stands over what the same node or channel did. Left open: how it looks.
 */
#include "heddle-canvas-view.h"
#include "heddle-compare.h"
#include "heddle-figures.h"
#include "heddle-links.h"
#include "heddle-look.h"
#include "heddle-timeline-figure.h"
#include "heddle-waveforms.h"
#include "heddle-waves-figure.h"
#include "ui-fixture.h"

#include <math.h>
#include <string.h>

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

static gboolean
is_paused (gpointer session)
{
  return heddle_session_get_run_state (session) == HD_RUN_PAUSED;
}

static gboolean
has_stopped (gpointer session)
{
  return !heddle_session_is_active (session);
}

static GtkWidget *
find_list (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_LIST_BOX (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_list (child);
  return found;
}

/* Half the rate, and one more component before all others. */
static void
change_and_run (HeddleSession *session)
{
  HdDocument *document = heddle_session_get_document (session);
  const HdObject *root = hd_document_get_root (document);
  const HdObject *rate = hd_object_find_child (hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL), HD_OBJECT_VARIABLE, "rate");
  g_autoptr (HdObject) fresh = hd_object_new (HD_OBJECT_COMPONENT, "id", "fresh", "type", "fabric.xpu", "x", "0", "y", "500", NULL);

  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (rate), "value", "64 GB/s", NULL));
  hd_document_insert (document, hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL)), 0, fresh, NULL);
  ui_fixture_wait (is_settled, session);
  ui_fixture_run_to_end (session);
}

static void
test_page (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *page = heddle_compare_new (session), *window = ui_fixture_show (page, 900, 400), *figures;
  HdRecord *baseline, *record;
  guint n = 0;

  g_assert_nonnull (ui_fixture_find_label (page, "Nothing to Compare Yet"));
  ui_fixture_run_to_end (session);
  heddle_session_keep_baseline (session);
  g_assert_nonnull (ui_fixture_find_label (page, "This run is the baseline. Change something and run again."));
  change_and_run (session);
  baseline = heddle_session_get_baseline (session);
  record = heddle_session_get_record (session);
  figures = gtk_widget_get_parent (gtk_widget_get_parent (ui_fixture_find_label (page, "Figures of the runs")));
  for (guint i = 0; i < hd_record_get_n_metrics (record); i++)
    {
      g_autofree char *was = NULL, *is = NULL, *change = NULL;
      HdMetric now, before;
      GtkWidget *row;

      if (!hd_record_get_metric (record, i, &now) || !hd_record_find_metric (baseline, now.name, &before))
        continue;
      was = hd_figure_in (before.value, before.unit, 4);
      is = hd_figure_in (now.value, now.unit, 4);
      change = heddle_dup_change (&before, &now);
      row = gtk_widget_get_ancestor (ui_fixture_find_label (figures, now.title), GTK_TYPE_LIST_BOX_ROW);
      g_assert_nonnull (ui_fixture_find_label (row, was));
      g_assert_nonnull (ui_fixture_find_label (row, is));
      g_assert_nonnull (ui_fixture_find_label (row, change));
      n++;
    }
  g_assert_cmpuint (n, >, 2);
  g_assert_nonnull (ui_fixture_find_label (page, "rate · Value"));
  g_assert_nonnull (ui_fixture_find_label (page, "128 GB/s"));
  g_assert_nonnull (ui_fixture_find_label (page, "64 GB/s"));
  g_assert_nonnull (ui_fixture_find_label (page, "fresh"));

  /* What has not come to its end has no figures of a whole run, so nothing of them has changed. */
  heddle_session_step (session, HD_STEP_VERTEX);
  ui_fixture_wait (is_paused, session);
  heddle_session_stop (session);
  ui_fixture_wait (has_stopped, session);
  g_assert_nonnull (ui_fixture_find_label (page, "The run did not come to its end."));
  for (guint i = 0; i < hd_record_get_n_metrics (baseline); i++)
    {
      g_autofree char *change = NULL;
      HdMetric now, before;

      if (!hd_record_get_metric (baseline, i, &before) || !hd_record_find_metric (heddle_session_get_record (session), before.name, &now))
        continue;
      change = heddle_dup_change (&before, &now);
      g_assert_null (ui_fixture_find_label (gtk_widget_get_ancestor (ui_fixture_find_label (figures, now.title), GTK_TYPE_LIST_BOX_ROW), change));
    }
  heddle_session_drop_baseline (session);
  g_assert_null (ui_fixture_find_label (gtk_widget_get_ancestor (figures, GTK_TYPE_FLOW_BOX), "rate · Value"));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static gboolean
is_drawn (gpointer data)
{
  return gtk_widget_get_width (data) > 0;
}

static gboolean
fits (gpointer label)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (label, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scroller));

  return gtk_adjustment_get_upper (across) <= gtk_adjustment_get_page_size (across);
}

/* A table that is too narrow has fewer columns, and all of them again when it is wider. */
static void
test_narrow (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *links = heddle_links_new (session), *window = ui_fixture_show (links, 560, 400), *bandwidth, *use;

  ui_fixture_run_to_end (session);
  heddle_session_keep_baseline (session);
  ui_fixture_run_to_end (session);
  bandwidth = ui_fixture_find_label (links, "Bandwidth");
  use = ui_fixture_find_label (links, "Use");
  ui_fixture_wait (is_drawn, use);
  ui_fixture_wait (fits, use);
  g_assert_false (gtk_widget_get_visible (bandwidth));
  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 400);
  ui_fixture_wait (is_drawn, bandwidth);
  g_assert_true (gtk_widget_get_visible (bandwidth));
  g_assert_true (fits (use));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
test_links (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *links = heddle_links_new (session), *window = ui_fixture_show (links, 1000, 400), *list = find_list (links);
  HdDesign *design;
  HdRecord *baseline;

  heddle_session_set_measure (session, HEDDLE_MEASURE_AVERAGE);
  ui_fixture_run_to_end (session);
  heddle_session_keep_baseline (session);
  change_and_run (session);
  baseline = heddle_session_get_baseline (session);
  design = hd_record_get_design (baseline);
  for (guint32 i = 0, n = 0; i < hd_design_get_n_links (design); i++)
    {
      g_autofree char *path = hd_design_dup_link_path (design, i), *use = NULL;
      HdLoad load = hd_record_read_link (baseline, i, 0, hd_record_get_time (baseline));
      GtkWidget *label = ui_fixture_find_label (list, path);

      if (label != NULL)
        {
          use = hd_figure_percent (load.ways[0].mean);
          g_assert_nonnull (ui_fixture_find_label (gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW), use));
          n++;
        }
      g_assert_true (i + 1 < hd_design_get_n_links (design) || n > 2);
    }
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* Behind each curve that of the same probe, as high as it was; of links likewise. */
static void
check_waves (const char *project)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (project);
  g_autoptr (HeddleWavesFigure) figure = heddle_waves_figure_new (), alone = heddle_waves_figure_new ();
  GtkWidget *plot = heddle_waveforms_new (session), *window = ui_fixture_show (plot, 900, 260);
  HeddleText *text = heddle_look_new_text (plot);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 800, 240);
  cairo_t *cr = cairo_create (surface);
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;
  double value;
  guint n = 0;

  ui_fixture_run_to_end (session);
  heddle_session_keep_baseline (session);
  view.end_ps = heddle_session_get_end (session);
  heddle_waves_figure_read (alone, heddle_session_get_record (session));
  heddle_waves_figure_paint (alone, heddle_session_get_document (session), text, cr, heddle_look_get_theme (), &view);
  change_and_run (session);
  gtk_test_widget_wait_for_draw (window);
  heddle_waves_figure_set_baseline (figure, heddle_session_get_baseline (session));
  heddle_waves_figure_read (figure, heddle_session_get_record (session));
  heddle_waves_figure_paint (figure, heddle_session_get_document (session), text, cr, heddle_look_get_theme (), &view);
  for (guint i = 0; i < heddle_waves_figure_get_n_rows (figure); i++)
    {
      double before = heddle_waves_figure_get_highest_before (figure, i);

      if (heddle_waves_figure_get_node (figure, i) != HD_NO_ID) /* a processor is as busy as before, for longer or not */
        continue;

      if (before < 0)
        continue;
      g_assert_cmpfloat (heddle_waves_figure_get_highest (figure, i), >, 0);
      g_assert_cmpfloat (heddle_waves_figure_get_highest (figure, i), <, 0.8 * before);
      n++;
    }
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpfloat (heddle_waves_figure_get_highest_before (figure, 0), ==, heddle_waves_figure_get_highest (alone, 0));
  g_assert_true (heddle_waves_figure_get_before (figure, 0, view.end_ps / 2, &value));
  g_assert_cmpfloat (value, >=, 0);
  g_assert_false (heddle_waves_figure_get_before (figure, 0, hd_record_get_time (heddle_session_get_baseline (session)) + 1, &value));
  heddle_waves_figure_set_baseline (figure, NULL);
  heddle_waves_figure_read (figure, heddle_session_get_record (session));
  g_assert_cmpfloat (heddle_waves_figure_get_highest_before (figure, 0), <, 0);
  heddle_text_free (text);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
test_waves (void)
{
  const char *begin = strstr (UI_PROJECT, "  <probes>"), *end = strstr (UI_PROJECT, "  <run ");
  g_autofree char *plain = g_strdup_printf ("%.*s%s", (int) (begin - UI_PROJECT), UI_PROJECT, end);

  check_waves (UI_PROJECT);
  check_waves (plain);
}

static guint
count_dark (HeddleTimelineFigure *figure,
            HdTime end)
{
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 800, 240);
  cairo_t *cr = cairo_create (surface);
  HeddleText *text = heddle_text_new (NULL, NULL);
  const guint32 *pixels;
  guint n = 0;

  view.lane_height = HEDDLE_TIMELINE_ROW_HEIGHT;
  view.end_ps = end;
  heddle_timeline_figure_paint (figure, text, cr, heddle_look_get_theme (), &view);
  cairo_surface_flush (surface);
  pixels = (const guint32 *) (void *) cairo_image_surface_get_data (surface);
  for (guint i = 0; i < 800 * 240; i++)
    n += (pixels[i] & 0xff) < 0xd0;
  heddle_text_free (text);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n;
}

static void
set_rate (HeddleSession *session,
          const char *rate)
{
  HdDocument *document = heddle_session_get_document (session);
  const HdObject *variables = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_VARIABLES, NULL);

  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (hd_object_find_child (variables, HD_OBJECT_VARIABLE, "rate")), "value", rate, NULL));
  ui_fixture_wait (is_settled, session);
}

/* What took longer before is seen to its end, but not if little would be left of what is looked at. */
static void
test_timeline (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autoptr (HeddleTimelineFigure) figure = heddle_timeline_figure_new ();
  HdRecord *baseline;
  HdTime begin, end, before;
  guint dark, n = 0;

  set_rate (session, "24 GB/s");
  ui_fixture_run_to_end (session);
  heddle_session_keep_baseline (session);
  change_and_run (session);
  baseline = heddle_session_get_baseline (session);
  before = hd_record_get_time (baseline);
  g_assert_cmpint (heddle_session_get_end (session), <, before);
  heddle_session_show_all (session);
  heddle_session_get_range (session, &begin, &end);
  g_assert_cmpint (begin, ==, 0);
  g_assert_cmpint (end, ==, before);

  g_assert_true (heddle_timeline_figure_read (figure, heddle_session_get_record (session)));
  dark = count_dark (figure, end);
  heddle_timeline_figure_set_baseline (figure, baseline);
  g_assert_true (heddle_timeline_figure_read (figure, heddle_session_get_record (session)));
  for (guint i = 0; i < heddle_timeline_figure_get_n_rows (figure); i++)
    {
      g_autofree char *now = hd_record_dup_lane_title (heddle_session_get_record (session), heddle_timeline_figure_get_lane (figure, i)), *was = NULL;
      guint lane = heddle_timeline_figure_find_before (figure, i);

      g_assert_cmpuint (lane, <, hd_record_get_n_lanes (baseline));
      was = hd_record_dup_lane_title (baseline, lane);
      g_assert_cmpstr (now, ==, was);
      n++;
    }
  g_assert_cmpuint (n, >, 2);
  g_assert_cmpuint (count_dark (figure, end), >, dark + 100);
  heddle_timeline_figure_set_baseline (figure, NULL);
  g_assert_cmpuint (count_dark (figure, end), ==, dark);

  set_rate (session, "4096 GB/s");
  ui_fixture_run_to_end (session);
  g_assert_cmpint (heddle_session_get_end (session), <, before / 4);
  heddle_session_show_all (session);
  heddle_session_get_range (session, &begin, &end);
  g_assert_cmpint (end, ==, heddle_session_get_end (session));
}

/* What components say of themselves stands over what they said before, whatever their numbers and names are now. */
static void
test_component_lanes (void)
{
  g_autofree char *hello = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "engine", "libraries", "hello", NULL);
  g_autoptr (HeddleSession) session = NULL;
  g_autoptr (HeddleTimelineFigure) figure = heddle_timeline_figure_new ();
  g_autoptr (HdObject) fresh = hd_object_new (HD_OBJECT_COMPONENT, "id", "fresh", "type", "hello.pinger", NULL);
  const HdObject *top;
  HdDocument *document;
  HdRecord *baseline;
  guint n = 0;

  g_setenv ("HEDDLE_LIBRARY_PATH", hello, TRUE);
  session = ui_fixture_new_session ("<heddle version='1' name='pings'><link-class id='L' bandwidth='1 GB/s' latency='1 us'/><top>"
                                    "<component id='a' type='hello.pinger'/><component id='b' type='hello.pinger' count='2' handling='500 ns'/>"
                                    "<link for='i=0..1' from='a.out' to='b[i].in' class='L'/></top><run until='9 us'/></heddle>");
  g_unsetenv ("HEDDLE_LIBRARY_PATH");
  ui_fixture_run_to_end (session);
  heddle_session_keep_baseline (session);
  document = heddle_session_get_document (session);
  top = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (hd_object_find_child (top, HD_OBJECT_COMPONENT, "a")), "id", "ash", NULL));
  hd_document_insert (document, hd_object_get_uid (top), 0, fresh, NULL);
  top = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (hd_object_find_child (top, HD_OBJECT_LINK, NULL)), "from", "ash.out", NULL));
  ui_fixture_wait (is_settled, session);
  ui_fixture_run_to_end (session);
  baseline = heddle_session_get_baseline (session);
  g_assert_true (heddle_timeline_figure_read (figure, heddle_session_get_record (session)));
  heddle_timeline_figure_set_baseline (figure, baseline);
  for (guint i = 0; i < heddle_timeline_figure_get_n_rows (figure); i++)
    {
      g_autofree char *now = hd_record_dup_lane_title (heddle_session_get_record (session), heddle_timeline_figure_get_lane (figure, i)), *was = NULL;
      guint lane = heddle_timeline_figure_find_before (figure, i);

      if (strcmp (now, "fresh, handling") == 0)
        {
          g_assert_cmpuint (lane, ==, G_MAXUINT);
          continue;
        }
      g_assert_cmpuint (lane, <, hd_record_get_n_lanes (baseline));
      was = hd_record_dup_lane_title (baseline, lane);
      g_assert_cmpstr (was, ==, strcmp (now, "ash, handling") == 0 ? "a, handling" : now);
      n++;
    }
  g_assert_cmpuint (n, ==, 3);
}

/* On the canvas each link tells how much more or less it is used, until there is nothing to be compared with. */
static void
test_canvas (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *view = heddle_canvas_view_new (session), *window = ui_fixture_show (view, 900, 500);
  HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  HeddleDrawing *drawing;
  HeddleLoads now, before;
  guint n = 0;

  heddle_session_set_measure (session, HEDDLE_MEASURE_AVERAGE);
  ui_fixture_run_to_end (session);
  heddle_session_keep_baseline (session);
  heddle_session_set_heat (session, HEDDLE_HEAT_DIFFERENCE);
  g_assert_cmpint (heddle_canvas_get_heat_mode (canvas), ==, HEDDLE_HEAT_UTILISATION);
  change_and_run (session);
  gtk_test_widget_wait_for_draw (window);
  g_assert_cmpint (heddle_canvas_get_heat_mode (canvas), ==, HEDDLE_HEAT_DIFFERENCE);
  g_assert_true (heddle_session_get_loads (session, &now));
  g_assert_true (heddle_session_get_baseline_loads (session, &before));
  drawing = heddle_canvas_get_drawing (canvas);
  for (guint32 i = 0; i < heddle_scene_n_links (heddle_drawing_get_scene (drawing)); i++)
    {
      guint n_members;
      const guint32 *members = heddle_drawing_get_link_members (drawing, i, &n_members);
      HdLoad is = heddle_gather_links (now.links, members, n_members, FALSE), was = heddle_gather_links (before.links, members, n_members, FALSE);
      float heat = heddle_scene_link (heddle_drawing_get_scene (drawing), i)->heat;

      if (!isfinite (heat))
        continue;
      g_assert_cmpfloat_with_epsilon (heat, is.mean - was.mean, 1e-6);
      n++;
    }
  g_assert_cmpuint (n, >, 0);
  heddle_session_drop_baseline (session);
  g_assert_cmpint (heddle_canvas_get_heat_mode (canvas), ==, HEDDLE_HEAT_UTILISATION);
  g_assert_cmpint (heddle_session_get_heat (session), !=, HEDDLE_HEAT_DIFFERENCE);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* A link that the baseline had not is dotted while runs are compared, and is an ordinary one else. */
static void
test_one_sided (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autoptr (HdObject) fresh = hd_object_new (HD_OBJECT_COMPONENT, "id", "fresh", "type", "fabric.xpu", "x", "0", "y", "500", NULL);
  g_autoptr (HdObject) link = hd_object_new (HD_OBJECT_LINK, "id", "more", "from", "fresh.cxl", "to", "core.down[2]", "class", "L", NULL);
  GtkWidget *view = heddle_canvas_view_new (session), *window = ui_fixture_show (view, 900, 500);
  HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  HdDocument *document = heddle_session_get_document (session);
  guint64 top = hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL));
  HeddleDrawing *drawing;
  guint64 more;

  ui_fixture_run_to_end (session);
  heddle_session_keep_baseline (session);
  hd_document_insert (document, top, 0, fresh, NULL);
  hd_document_insert (document, top, 0, link, NULL);
  ui_fixture_wait (is_settled, session);
  ui_fixture_run_to_end (session);
  more = ui_fixture_uid (session, NULL, HD_OBJECT_LINK, "more");
  heddle_session_set_heat (session, HEDDLE_HEAT_DIFFERENCE);
  gtk_test_widget_wait_for_draw (window);
  g_assert_cmpint (heddle_canvas_get_heat_mode (canvas), ==, HEDDLE_HEAT_DIFFERENCE);
  drawing = heddle_canvas_get_drawing (canvas);
  for (guint32 i = 0; i < heddle_scene_n_links (heddle_drawing_get_scene (drawing)); i++)
    {
      const HeddleSceneLink *drawn = heddle_scene_link (heddle_drawing_get_scene (drawing), i);

      g_assert_cmpint ((drawn->state & HEDDLE_STATE_DOTTED) != 0, ==, heddle_drawing_get_link_target (drawing, i).uid == more);
    }
  g_assert_true (heddle_drawing_has_dotted (drawing));
  heddle_session_set_heat (session, HEDDLE_HEAT_UTILISATION);
  gtk_test_widget_wait_for_draw (window);
  g_assert_false (heddle_drawing_has_dotted (heddle_canvas_get_drawing (canvas)));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static gboolean
has_rows (gpointer list)
{
  return gtk_widget_get_first_child (list) != NULL;
}

static float
read_use (HdRecord *record,
          const char *path,
          HdLoad *loads)
{
  guint32 link = HD_NO_ID;

  for (guint32 l = 0; l < hd_design_get_n_links (hd_record_get_design (record)) && link == HD_NO_ID; l++)
    {
      g_autofree char *name = hd_design_dup_link_path (hd_record_get_design (record), l);

      if (g_str_equal (name, path))
        link = l;
    }
  if (link == HD_NO_ID)
    return NAN;
  hd_record_read_links (record, 0, HD_TIME_MAX, loads);
  return loads[link].mean;
}

/* Links in the order of how much more or less they are used, which is read from the records here; those that one run has alone have no figure of the other. */
static void
test_link_table (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *page = heddle_compare_new (session), *window = ui_fixture_show (page, 900, 400), *list;
  g_autoptr (HdObject) more = hd_object_new (HD_OBJECT_LINK, "id", "more", "from", "fresh.cxl", "to", "core.down[2]", "class", "L", NULL);
  HdDocument *document = heddle_session_get_document (session);
  g_autofree HdLoad *loads = NULL;
  double last = INFINITY;
  guint n = 0, n_new = 0;

  ui_fixture_run_to_end (session);
  heddle_session_keep_baseline (session);
  change_and_run (session);
  hd_document_insert (document, hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL)), 0, more, NULL);
  ui_fixture_wait (is_settled, session);
  ui_fixture_run_to_end (session);
  list = gtk_widget_get_last_child (gtk_widget_get_parent (gtk_widget_get_parent (ui_fixture_find_label (page, "Links whose use changed most"))));
  g_assert_true (GTK_IS_LIST_BOX (list));
  ui_fixture_wait (has_rows, list);
  loads = g_new (HdLoad, hd_design_get_n_links (heddle_session_get_design (session)));
  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL; row = gtk_widget_get_next_sibling (row))
    {
      GtkWidget *cell = gtk_widget_get_first_child (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row)));
      const char *path = gtk_label_get_label (GTK_LABEL (cell));
      float before = read_use (heddle_session_get_baseline (session), path, loads), now = read_use (heddle_session_get_record (session), path, loads);
      g_autofree char *is = hd_figure_percent (now);
      double difference = fabs ((double) now - (isnan (before) ? 0 : before));

      g_assert_cmpfloat (difference, <=, last);
      last = difference;
      cell = gtk_widget_get_next_sibling (cell);
      g_assert_cmpint (g_str_equal (gtk_label_get_label (GTK_LABEL (cell)), "–"), ==, isnan (before));
      g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (gtk_widget_get_next_sibling (cell))), ==, is);
      n_new += isnan (before);
      n++;
    }
  g_assert_cmpuint (n, >, 2);
  g_assert_cmpuint (n_new, ==, 1);
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0));
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 1);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

#define FLITS \
  "<heddle version=\"1\" name=\"mesh\"><link-class id=\"wire\" bandwidth=\"16 GB/s\" latency=\"1 ns\"/>" \
  "<top><component id=\"s\" type=\"fabric.switch\"/><component id=\"node\" type=\"fabric.host\" count=\"4\"/>" \
  "<link id=\"local\" from=\"node[i].port\" to=\"s.port[i]\" for=\"i=0..3\" class=\"wire\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"node[*]\"/></communicators>" \
  "<workload type=\"traffic\" on=\"all\" probability=\"0.2\" interval=\"1 ns\" bytes=\"16 B\" warm-up=\"100 ns\" measure=\"2 us\" drain=\"2 us\"/>" \
  "<run fidelity=\"flit\" flit=\"16 B\" clock=\"1 GHz\" header=\"0\" packet-size=\"16 B\"/></heddle>"

/* Where a run counts energy, heat tells it when asked, instead of the difference; where none does, it goes on to tell utilisation. */
static void
test_energy (void)
{
  g_autoptr (HeddleSession) flits = ui_fixture_new_session (FLITS), flows = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *view = heddle_canvas_view_new (flits), *window = ui_fixture_show (view, 900, 500);
  HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  HdDocument *document;
  const HdObject *class;
  HeddleLoads loads;
  double most = 0;

  heddle_session_set_measure (flits, HEDDLE_MEASURE_AVERAGE);
  heddle_session_set_heat (flits, HEDDLE_HEAT_ENERGY);
  g_assert_cmpint (heddle_session_get_heat (flits), !=, HEDDLE_HEAT_ENERGY);
  ui_fixture_run_to_end (flits);
  gtk_test_widget_wait_for_draw (window);
  g_assert_cmpint (heddle_canvas_get_heat_mode (canvas), ==, HEDDLE_HEAT_ENERGY);
  g_assert_true (heddle_session_get_loads (flits, &loads));
  for (guint i = 0; i < 5; i++)
    most = MAX (most, loads.nodes[i].power);
  for (guint i = 0; i < 4; i++)
    most = MAX (most, loads.links[i].power);
  g_assert_cmpfloat (most, >, 0);
  g_assert_cmpfloat (heddle_canvas_get_most_heat (canvas), ==, most);
  heddle_session_set_heat (flits, HEDDLE_HEAT_DIFFERENCE);
  g_assert_cmpint (heddle_session_get_heat (flits), !=, HEDDLE_HEAT_ENERGY);
  g_assert_cmpint (heddle_canvas_get_heat_mode (canvas), ==, HEDDLE_HEAT_UTILISATION);

  heddle_session_set_heat (flits, HEDDLE_HEAT_STALLS);
  g_assert_cmpint (heddle_session_get_heat (flits), !=, HEDDLE_HEAT_DIFFERENCE);
  g_assert_cmpint (heddle_canvas_get_heat_mode (canvas), ==, HEDDLE_HEAT_STALLS);
  g_assert_cmpfloat (heddle_canvas_get_most_heat (canvas), ==, loads.nodes[0].stalled_share);
  g_assert_cmpfloat (loads.nodes[0].stalled_share, >, 0);

  /* After an edit that leaves no design there is none whose power could be told. */
  heddle_session_set_heat (flits, HEDDLE_HEAT_ENERGY);
  g_assert_cmpint (heddle_session_get_heat (flits), !=, HEDDLE_HEAT_STALLS);
  document = heddle_session_get_document (flits);
  class = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_LINK_CLASS, "wire");
  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (class), "bandwidth", "$nothing", NULL));
  ui_fixture_wait (is_settled, flits);
  g_assert_null (heddle_session_get_design (flits));
  g_assert_cmpfloat (heddle_canvas_get_most_heat (canvas), ==, 0);

  heddle_session_set_heat (flows, HEDDLE_HEAT_ENERGY);
  ui_fixture_run_to_end (flows);
  g_assert_false (heddle_session_has_heat (flows, HEDDLE_HEAT_ENERGY));
  g_assert_cmpint (heddle_session_get_heat (flows), !=, HEDDLE_HEAT_ENERGY);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/compare/page", test_page);
  g_test_add_func ("/ui/compare/one-sided", test_one_sided);
  g_test_add_func ("/ui/compare/links", test_links);
  g_test_add_func ("/ui/compare/energy", test_energy);
  g_test_add_func ("/ui/compare/link-table", test_link_table);
  g_test_add_func ("/ui/compare/narrow", test_narrow);
  g_test_add_func ("/ui/compare/waves", test_waves);
  g_test_add_func ("/ui/compare/timeline", test_timeline);
  g_test_add_func ("/ui/compare/component-lanes", test_component_lanes);
  g_test_add_func ("/ui/compare/canvas", test_canvas);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
