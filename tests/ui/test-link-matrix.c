/* test-link-matrix.c: how busy links are over time, and how many are how busy
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: rows are all that carried anything, each once, in the order that was asked for; those that are taken together are equal in every frame of the record, and none
 * is lost; a colour is of the use that the record says for that stretch of time; the columns of the histogram count every link, medium and memory once.
 */
#include <math.h>

#include "heddle-colour-map.h"
#include "heddle-link-matrix.h"
#include "heddle-link-use.h"
#include "heddle-links-view.h"
#include "heddle-look.h"
#include "heddle-pairs-figure.h"
#include "heddle-use-painter.h"
#include "ui-fixture.h"

static HdLoad
read_whole (HdRecord *record,
            const HdHotSpot *spot,
            HdTime from,
            HdTime to)
{
  return spot->kind == HD_TARGET_LINK ? hd_record_read_link (record, spot->target, from, to) : hd_record_read_node (record, spot->target, from, to);
}

static guint
count_used (HdRecord *record)
{
  HdDesign *design = hd_record_get_design (record);
  HdTime end = hd_record_get_time (record);
  guint n = 0;

  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    n += hd_record_read_link (record, i, 0, end).amount > 0;
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    for (guint way = 0; way < 2; way++)
      n += hd_node_get_bandwidth (design, i, way) > 0 && hd_record_read_node (record, i, 0, end).ways[way].amount > 0;
  return n;
}

static void
test_rows (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autoptr (HeddleMatrixFigure) figure = heddle_matrix_figure_new ();
  HdRecord *record;
  HdTime end;
  guint n, used;

  ui_fixture_run_to_end (session);
  record = heddle_session_get_record (session);
  end = hd_record_get_time (record);
  used = count_used (record);
  for (guint order = HEDDLE_MATRIX_BUSIEST; order <= HEDDLE_MATRIX_DRAWN; order++)
    {
      double last = INFINITY;
      HdHotSpot spot;

      heddle_matrix_figure_set_order (figure, order, HEDDLE_MATRIX_EACH);
      heddle_matrix_figure_read (figure, record);
      g_assert_cmpuint (heddle_matrix_figure_get_n_rows (figure), ==, used);
      for (guint i = 0; i < used && order != HEDDLE_MATRIX_DRAWN; i++)
        {
          HdLoad load;
          double value;

          g_assert_true (heddle_matrix_figure_get_row (figure, i, &spot, &n));
          load = read_whole (record, &spot, 0, end);
          value = order == HEDDLE_MATRIX_CARRIED ? (spot.kind == HD_TARGET_LINK ? load.amount : load.ways[spot.way].amount)
                                                 : (spot.kind == HD_TARGET_LINK ? MAX (load.ways[0].mean, load.ways[1].mean) : load.ways[spot.way].mean);
          g_assert_cmpfloat (value, <=, last);
          last = value;
        }
    }
}

/* Two boxes of four equal accelerators: what is together is the same in each frame. */
static void
test_equal (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autoptr (HeddleMatrixFigure) figure = heddle_matrix_figure_new (), alone = heddle_matrix_figure_new ();
  HdRecord *record;
  guint sum = 0, headings = 0, n;
  HdHotSpot spot, other;

  ui_fixture_run_to_end (session);
  record = heddle_session_get_record (session);
  heddle_matrix_figure_set_order (figure, HEDDLE_MATRIX_BUSIEST, HEDDLE_MATRIX_EQUAL);
  heddle_matrix_figure_read (figure, record);
  heddle_matrix_figure_read (alone, record);
  g_assert_cmpuint (heddle_matrix_figure_get_n_rows (figure), <, heddle_matrix_figure_get_n_rows (alone));
  for (guint i = 0; i < heddle_matrix_figure_get_n_rows (figure); i++)
    {
      guint same = 0, of;

      g_assert_true (heddle_matrix_figure_get_row (figure, i, &spot, &n));
      sum += n;
      for (guint k = 0; k < heddle_matrix_figure_get_n_rows (alone); k++)
        {
          gboolean equal = heddle_matrix_figure_get_row (alone, k, &other, &of) && spot.kind == other.kind && spot.way == other.way;

          for (HdTime t = 0; equal && t < hd_record_get_time (record); t += hd_record_get_frame_interval (record))
            {
              HdLoad a = read_whole (record, &spot, t, t + 1), b = read_whole (record, &other, t, t + 1);

              equal = a.amount == b.amount && a.mean == b.mean;
            }
          same += equal;
        }
      g_assert_cmpuint (same, >=, n);
    }
  g_assert_cmpuint (sum, ==, heddle_matrix_figure_get_n_rows (alone));
  heddle_matrix_figure_set_order (figure, HEDDLE_MATRIX_BUSIEST, HEDDLE_MATRIX_BY_CLASS);
  for (guint i = 0, left = 0; i < heddle_matrix_figure_get_n_rows (figure); i++)
    {
      if (!heddle_matrix_figure_get_row (figure, i, &spot, &n))
        {
          g_assert_cmpuint (left, ==, 0);
          left = n;
          headings++;
        }
      else
        left--;
    }
  g_assert_cmpuint (headings, ==, 1); /* all links are of class L, and no memory has a limit */
  g_assert_cmpuint (heddle_matrix_figure_get_n_rows (figure), ==, heddle_matrix_figure_get_n_rows (alone) + headings);
}

/* Pixels of the first row against the record. */
static void
test_colours (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  g_autoptr (HeddleMatrixFigure) figure = heddle_matrix_figure_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 800, 240);
  cairo_t *cr = cairo_create (surface);
  GtkWidget *label = g_object_ref_sink (gtk_label_new (NULL));
  HeddleText *text = heddle_look_new_text (label);
  const HeddleTheme *theme = heddle_look_get_theme ();
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, theme->dark);
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;
  guint checked = 0;
  double step;

  ui_fixture_run_to_end (session);
  heddle_matrix_figure_read (figure, heddle_session_get_record (session));
  view.lane_height = 18;
  view.end_ps = hd_record_get_time (heddle_session_get_record (session));
  heddle_matrix_figure_paint (figure, text, cr, theme, &view, FALSE, NULL, NULL);
  cairo_surface_flush (surface);
  step = (double) view.end_ps * HEDDLE_MATRIX_CELL / (view.width - view.name_width);
  for (guint c = 0; c < heddle_matrix_count_cells (&view); c += 7)
    {
      double use = heddle_matrix_figure_get_use (figure, 0, (HdTime) (c * step), (HdTime) ((c + 1) * step));
      HeddleColour colour = use > 0 ? heddle_colour_map_entry (map, heddle_colour_map_index (map, use)) : theme->view_bg;
      const guchar *pixel = cairo_image_surface_get_data (surface) + (26 + 8) * cairo_image_surface_get_stride (surface) + (240 + 2 * c + 1) * 4;

      if (use <= 0)
        continue; /* lines of the axis may lie there */
      g_assert_cmpfloat (fabs (pixel[0] - 255 * colour.blue), <, 2);
      g_assert_cmpfloat (fabs (pixel[1] - 255 * colour.green), <, 2);
      g_assert_cmpfloat (fabs (pixel[2] - 255 * colour.red), <, 2);
      checked++;
    }
  g_assert_cmpuint (checked, >, 20);
  heddle_text_free (text);
  g_object_unref (label);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_histogram (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *use = heddle_link_use_new (session), *window = ui_fixture_show (use, 600, 200);
  const guint *counts;
  guint unused, sum = 0, all;
  HdDesign *design;

  ui_fixture_run_to_end (session);
  design = heddle_session_get_design (session);
  all = hd_design_get_n_links (design);
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    all += (hd_node_get_bandwidth (design, i, 0) > 0) + (hd_node_get_bandwidth (design, i, 1) > 0);
  for (guint measure = HEDDLE_MEASURE_NOW; measure <= HEDDLE_MEASURE_PEAK; measure++)
    {
      heddle_session_set_measure (session, measure);
      counts = heddle_link_use_get_counts (HEDDLE_LINK_USE (use), &unused);
      sum = unused;
      for (guint c = 0; c < HEDDLE_USE_COLUMNS; c++)
        sum += counts[c];
      g_assert_cmpuint (sum, ==, all);
    }
  g_assert_cmpuint (counts[HEDDLE_USE_COLUMNS - 1], >, 0); /* some link was full at times */
  g_assert_cmpuint (heddle_use_find_column (1), ==, HEDDLE_USE_COLUMNS - 1);
  g_assert_cmpuint (heddle_use_find_column (0.05), ==, 1);
  g_assert_cmpuint (heddle_use_find_column (0), ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* A click on a row goes to the link. */
static void
test_click (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *plot = heddle_link_matrix_new (session), *window = ui_fixture_show (plot, 900, 200);
  g_autoptr (HeddleMatrixFigure) figure = heddle_matrix_figure_new ();
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;
  HdHotSpot spot;
  HeddleTarget shown;
  guint n;

  ui_fixture_run_to_end (session);
  gtk_test_widget_wait_for_draw (window);
  heddle_matrix_figure_read (figure, heddle_session_get_record (session));
  g_assert_true (heddle_matrix_figure_get_row (figure, 1, &spot, &n));
  view.lane_height = HEDDLE_MATRIX_ROW_HEIGHT;
  HEDDLE_TIME_PLOT_GET_CLASS (plot)->clicked (HEDDLE_TIME_PLOT (plot), &view, 100, view.axis_height + 1.5 * view.lane_height);
  g_assert_true (heddle_session_find_target (session, heddle_session_get_design (session), spot.kind, spot.target, &shown));
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 1);
  g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, shown.uid);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

#define RING \
  "<heddle version=\"1\" name=\"ring\"><link-class id=\"l\" bandwidth=\"10 GB/s\" latency=\"1 us\" sharing=\"split\"/><top>" \
  "<component id=\"h\" type=\"fabric.xpu\" count=\"5\"/><component id=\"s\" type=\"fabric.switch\"/><link id=\"up\" from=\"h[i].eth\" to=\"s.port[i]\" class=\"l\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>" \
  "<workload type=\"collective\" on=\"all\" operation=\"%s\" algorithm=\"%s\" bytes=\"1 MB\"/><run trace=\"h\" iterations=\"3\" fidelity=\"flow\"/></heddle>"

/* A ring of five sends 2 (5 - 1) messages from each to the next in each of three iterations; all-to-all one from each to each. Half way there are fewer. */
static void
test_pairs (void)
{
  for (guint i = 0; i < 2; i++)
    {
      gboolean is_ring = i == 0;
      g_autofree char *text = g_strdup_printf (RING, is_ring ? "all-reduce" : "all-to-all", is_ring ? "ring" : "direct");
      g_autoptr (HeddleSession) session = ui_fixture_new_session (text);
      g_autoptr (HeddlePairsFigure) figure = NULL, earlier = NULL;
      double sum = 0, sum_earlier = 0;

      ui_fixture_run_to_end (session);
      figure = heddle_pairs_figure_new (heddle_session_get_record (session), HD_TIME_MAX);
      earlier = heddle_pairs_figure_new (heddle_session_get_record (session), heddle_session_get_end (session) / 2);
      g_assert_nonnull (figure);
      g_assert_false (heddle_pairs_figure_counts_bytes (figure));
      g_assert_cmpuint (heddle_pairs_figure_get_n (figure), ==, 5);
      for (guint s = 0; s < 5; s++)
        for (guint d = 0; d < 5; d++)
          {
            guint n, expected = is_ring ? (d == (s + 1) % 5 ? 24 : 0) : s != d ? 3 : 0;

            g_assert_cmpuint (*heddle_pairs_figure_get_nodes (figure, s, &n), ==, s);
            g_assert_cmpuint (n, ==, 1);
            g_assert_cmpfloat (heddle_pairs_figure_get (figure, s, d), ==, expected);
            sum += expected;
            sum_earlier += heddle_pairs_figure_get (earlier, s, d);
          }
      g_assert_cmpfloat (sum_earlier, <, sum);
      g_assert_cmpfloat (sum_earlier, >, 0);
    }
}

#define COUNTED(work, run) \
  "<heddle version='1' name='counted'><link-class id='wire' bandwidth='16 GB/s' latency='1 ns' sharing='split'/>" \
  "<top><component id='s' type='fabric.switch'/><component id='node' type='fabric.host' count='4'/>" \
  "<link id='local' from='node[i].port' to='s.port[i]' for='i=0..3' class='wire'/></top>" \
  "<communicators><communicator id='all' members='node[*]'/></communicators>" work "<run " run "/></heddle>"

/* At packet and flit fidelity it is known of all work, whoever is traced: in a ring of four each sends six quarters to the next. */
static void
test_counted (void)
{
  static const char *const fidelities[] = { "fidelity='packet'", "fidelity='flit' flit='16 B' clock='1 GHz'" };
  static const char *const traffic = "<workload type='traffic' on='all' probability='0.2' interval='1 ns' bytes='16 B' warm-up='100 ns' measure='2 us' drain='2 us'/>";

  for (guint f = 0; f < G_N_ELEMENTS (fidelities); f++)
    {
      g_autofree char *ring = g_strdup_printf (COUNTED ("<workload type='collective' on='all' operation='all-reduce' algorithm='ring' bytes='4 kB'/>", "%s"), fidelities[f]);
      g_autofree char *drawn = g_strdup_printf (COUNTED ("%s", "%s"), traffic, fidelities[f]);
      g_autoptr (HeddleSession) session = ui_fixture_new_session (ring), other = ui_fixture_new_session (drawn);
      g_autoptr (HeddlePairsFigure) figure = NULL, pairs = NULL;
      HdRecord *record;
      double sum = 0;

      ui_fixture_run_to_end (session);
      record = heddle_session_get_record (session);
      figure = heddle_pairs_figure_new (record, hd_record_get_time (record));
      g_assert_nonnull (figure);
      g_assert_true (heddle_pairs_figure_counts_bytes (figure));
      g_assert_cmpuint (heddle_pairs_figure_get_n (figure), ==, 4);
      for (guint from = 0; from < 4; from++)
        for (guint to = 0; to < 4; to++)
          g_assert_cmpfloat (heddle_pairs_figure_get (figure, from, to), ==, to == (from + 1) % 4 ? 6000 : 0);
      g_assert_null (heddle_pairs_figure_new (record, 0)); /* nothing has arrived */

      ui_fixture_run_to_end (other);
      record = heddle_session_get_record (other);
      pairs = heddle_pairs_figure_new (record, hd_record_get_time (record));
      g_assert_nonnull (pairs);
      for (guint from = 0; from < heddle_pairs_figure_get_n (pairs); from++)
        {
          g_assert_cmpfloat (heddle_pairs_figure_get (pairs, from, from), ==, 0);
          for (guint to = 0; to < heddle_pairs_figure_get_n (pairs); to++)
            sum += heddle_pairs_figure_get (pairs, from, to);
        }
      g_assert_cmpfloat (sum, >, 100 * 16);
      g_assert_cmpfloat (fmod (sum, 16), ==, 0);
    }
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/link-matrix/rows", test_rows);
  g_test_add_func ("/ui/link-matrix/equal", test_equal);
  g_test_add_func ("/ui/link-matrix/colours", test_colours);
  g_test_add_func ("/ui/link-matrix/histogram", test_histogram);
  g_test_add_func ("/ui/link-matrix/click", test_click);
  g_test_add_func ("/ui/link-matrix/pairs", test_pairs);
  g_test_add_func ("/ui/link-matrix/counted", test_counted);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
