/* test-waveforms.c: figures of probes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the mean of a link's rate times the length of the range is what the record says the link carried; a quantile splits the time as it says; without
 * probes the hottest links are shown, hottest first.
 * Left open: files (test-plot-export.c).
 */
#include <math.h>
#include <string.h>

#include "heddle-look.h"
#include "heddle-measure.h"
#include "heddle-waveforms-view.h"
#include "heddle-waves-figure.h"
#include "ui-fixture.h"

/* How much of the range the series is below @value, and at it. */
static void
split (HdRecord *record,
       guint series,
       HdTime from,
       HdTime to,
       double value,
       double *out_below,
       double *out_at)
{
  guint64 n = hd_record_get_n_samples (record, series), chunk;

  *out_below = *out_at = 0;
  for (guint64 i = 0; i < n; i++)
    {
      const HdSample *sample = hd_record_peek_samples (record, series, i, &chunk);
      HdTime end = i + 1 < n ? hd_record_peek_samples (record, series, i + 1, &chunk)->time : hd_record_get_time (record);
      double share = (double) MAX (MIN (end, to) - MAX (sample->time, from), 0) / (double) (to - from);

      if (sample->value < value)
        *out_below += share;
      else if (sample->value == value)
        *out_at += share;
    }
}

static void
test_figures (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdRecord *record;
  HdTime end;

  ui_fixture_run_to_end (session);
  record = heddle_session_get_record (session);
  end = hd_record_get_time (record);
  for (guint i = 0; i < 20; i++)
    {
      HdTime from = i == 0 ? 0 : (HdTime) ((double) end * g_test_rand_double_range (0, 0.9));
      HdTime to = i == 0 ? end : from + 1 + (HdTime) ((double) (end - from) * g_test_rand_double_range (0, 1));
      HeddleFigures figures;
      double below, at;

      g_assert_true (heddle_measure_series (record, 0, from, to, &figures));
      g_assert_cmpfloat (figures.min, <=, figures.p50);
      g_assert_cmpfloat (figures.p50, <=, figures.p99);
      g_assert_cmpfloat (figures.p99, <=, figures.max);
      g_assert_cmpfloat (figures.mean, <=, figures.max * (1 + 1e-12));
      split (record, 0, from, to, figures.p50, &below, &at);
      g_assert_cmpfloat (below, <=, 0.5 + 1e-9);
      g_assert_cmpfloat (below + at, >=, 0.5 - 1e-9);
      split (record, 0, from, to, figures.p99, &below, &at);
      g_assert_cmpfloat (below, <=, 0.99 + 1e-9);
      g_assert_cmpfloat (below + at, >=, 0.99 - 1e-9);
      if (i == 0)
        {
          double carried = hd_record_read_link (record, hd_record_get_series_probe (record, 0)->target, 0, end).amount;

          g_assert_cmpfloat_with_epsilon (figures.mean * hd_time_to_seconds (end), carried, 1e-6 * carried);
        }
    }
  g_assert_false (heddle_measure_series (record, 0, end, end + 5, &(HeddleFigures){ 0 }));
}

static GtkWidget *
find_popover (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_POPOVER (widget) && !GTK_IS_POPOVER_MENU (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_popover (child);
  return found;
}

/* The popover says what range it is about, and follows the cursors. */
static void
test_popover (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *view = heddle_waveforms_view_new (session);
  GtkWidget *window = ui_fixture_show (view, 900, 260);
  GtkWidget *popover = find_popover (view);
  HdTime end;

  ui_fixture_run_to_end (session);
  end = heddle_session_get_end (session);
  heddle_session_set_range (session, 0, end);
  gtk_popover_popup (GTK_POPOVER (popover));
  gtk_test_widget_wait_for_draw (window);
  g_assert_nonnull (ui_fixture_find_label (popover, "In the range shown"));
  g_assert_nonnull (ui_fixture_find_label (popover, "Rate of x"));
  heddle_session_set_cursor (session, 0, end / 2);
  heddle_session_set_cursor (session, 1, end / 4);
  g_assert_nonnull (ui_fixture_find_label (popover, "Between the cursors"));
  g_assert_null (ui_fixture_find_label (popover, "In the range shown"));
  gtk_popover_popdown (GTK_POPOVER (popover));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* A run without probes shows its hottest links: the rates are those of the record, and the file stays as it is. */
static void
test_without_probes (void)
{
  const char *begin = strstr (UI_PROJECT, "  <probes>"), *end = strstr (UI_PROJECT, "  <run ");
  g_autofree char *plain = g_strdup_printf ("%.*s%s", (int) (begin - UI_PROJECT), UI_PROJECT, end);
  g_autoptr (HeddleSession) session = ui_fixture_new_session (plain);
  g_autoptr (HeddleWavesFigure) figure = heddle_waves_figure_new ();
  GtkWidget *view = heddle_waveforms_view_new (session), *window = ui_fixture_show (view, 900, 260);
  HdRecord *record;
  double last = INFINITY;
  HdTime over;

  g_assert_false (heddle_waveforms_view_has_rows (HEDDLE_WAVEFORMS_VIEW (view)));
  ui_fixture_run_to_end (session);
  record = heddle_session_get_record (session);
  over = hd_record_get_time (record);
  g_assert_cmpuint (hd_record_get_n_series (record), ==, 0);
  g_assert_true (heddle_waveforms_view_has_rows (HEDDLE_WAVEFORMS_VIEW (view)));
  heddle_waves_figure_read (figure, record);
  g_assert_cmpuint (heddle_waves_figure_get_n_rows (figure), >, 1);
  for (guint i = 0; i < heddle_waves_figure_get_n_rows (figure); i++)
    {
      guint32 link = heddle_waves_figure_get_link (figure, i);
      double mean;

      g_assert_cmpuint (link, <, hd_design_get_n_links (heddle_session_get_design (session)));
      mean = hd_record_read_link (record, link, 0, over).mean;
      g_assert_cmpfloat (mean, >, 0);
      g_assert_cmpfloat (mean, <=, last);
      last = mean;
    }
  gtk_test_widget_wait_for_draw (window);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* However narrow the range: the rates shown are those of the record's frames, which no link exceeds. */
static void
test_rates_of_links (void)
{
  const char *begin = strstr (UI_PROJECT, "  <probes>"), *end = strstr (UI_PROJECT, "  <run ");
  g_autofree char *plain = g_strdup_printf ("%.*s%s", (int) (begin - UI_PROJECT), UI_PROJECT, end);
  g_autoptr (HeddleSession) session = ui_fixture_new_session (plain);
  g_autoptr (HeddleWavesFigure) figure = heddle_waves_figure_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 800, 240);
  cairo_t *cr = cairo_create (surface);
  GtkWidget *label = g_object_ref_sink (gtk_label_new (NULL));
  HeddleText *text = heddle_look_new_text (label);
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;
  HdDesign *design = heddle_session_get_design (session);
  HdTime frame, over;

  ui_fixture_run_to_end (session);
  frame = hd_record_get_frame_interval (heddle_session_get_record (session));
  over = hd_record_get_time (heddle_session_get_record (session));
  heddle_waves_figure_read (figure, heddle_session_get_record (session));
  for (HdTime length = over - 1; length > frame / 64; length /= 3)
    {
      view.end_ps = length;
      heddle_waves_figure_paint (figure, heddle_session_get_document (session), text, cr, heddle_look_get_theme (), &view);
      for (guint i = 0; i < heddle_waves_figure_get_n_rows (figure); i++)
        {
          const HdLink *link = &hd_design_get_links (design)[heddle_waves_figure_get_link (figure, i)];
          double most = (link->sharing == HD_SHARING_SPLIT ? 2 : 1) * link->bandwidth;

          g_assert_cmpfloat (heddle_waves_figure_get_highest (figure, i), >, 0);
          g_assert_cmpfloat (heddle_waves_figure_get_highest (figure, i), <=, most * (1 + 1e-6));
        }
    }
  heddle_text_free (text);
  g_object_unref (label);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/waveforms/figures", test_figures);
  g_test_add_func ("/ui/waveforms/popover", test_popover);
  g_test_add_func ("/ui/waveforms/without-probes", test_without_probes);
  g_test_add_func ("/ui/waveforms/rates-of-links", test_rates_of_links);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
