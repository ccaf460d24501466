/* test-waveforms.c: figures of probes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the mean of a link's rate times the length of the range is what the record says the link carried; a quantile splits the time as it says.
 * Left open: files (test-plot-export.c).
 */
#include "heddle-measure.h"
#include "heddle-waveforms-view.h"
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
          double carried = hd_record_read_link (record, hd_record_get_series_probe (record, 0)->target, 2, 0, end).amount;

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

static void
add_tests (void)
{
  g_test_add_func ("/ui/waveforms/figures", test_figures);
  g_test_add_func ("/ui/waveforms/popover", test_popover);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
