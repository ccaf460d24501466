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
#include "heddle-members.h"
#include "heddle-waveforms.h"
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
      guint32 link = heddle_waves_figure_get_link (figure, i), node = heddle_waves_figure_get_node (figure, i);
      double mean;

      if (link == HD_NO_ID)
        {
          g_assert_cmpfloat (hd_record_read_node (record, node, 0, over).ways[0].mean, >, 0);
          continue;
        }
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
          guint32 number = heddle_waves_figure_get_link (figure, i);
          const HdLink *link = number != HD_NO_ID ? &hd_design_get_links (design)[number] : NULL;
          double most = link == NULL ? 100 : (link->sharing == HD_SHARING_SPLIT ? 2 : 1) * link->bandwidth;

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
on_keep_probes (GSimpleAction *action,
                GVariant *parameter,
                gpointer data)
{
  HeddleSession *session = data;
  HeddleWatched watched[16];
  gsize n = g_variant_n_children (parameter);

  g_assert_cmpuint (n, <=, G_N_ELEMENTS (watched));
  for (gsize i = 0; i < n; i++)
    {
      gboolean is_link;

      g_variant_get_child (parameter, i, "(bu&s)", &is_link, &watched[i].number, &watched[i].signal);
      watched[i].kind = is_link ? HD_TARGET_LINK : HD_TARGET_NODE;
    }
  g_assert_true (heddle_watch_many (session, hd_record_get_design (heddle_session_get_record (session)), watched, (guint) n, NULL));
}

static GtkWidget *
find_button (GtkWidget *widget,
             const char *label)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

static gboolean
can_run (gpointer data)
{
  return heddle_session_can_run (data);
}

/* What a run without probes shows becomes probes in one step, of the same things: their means are those that were measured before. */
static void
test_keep (void)
{
  static const GActionEntry entries[] = { { "keep-probes", on_keep_probes, "a(bus)", NULL, NULL, { 0 } } };
  const char *begin = strstr (UI_PROJECT, "  <probes>"), *end = strstr (UI_PROJECT, "  <run ");
  g_autofree char *plain = g_strdup_printf ("%.*s%s", (int) (begin - UI_PROJECT), UI_PROJECT, end);
  g_autoptr (HeddleSession) session = ui_fixture_new_session (plain);
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (HeddleWavesFigure) figure = heddle_waves_figure_new ();
  GtkWidget *view = heddle_waveforms_view_new (session), *window = ui_fixture_show (view, 900, 700);
  GtkWidget *keep = find_button (view, "Keep");
  HeddleFigures before[16], after;
  guint n;

  g_action_map_add_action_entries (G_ACTION_MAP (actions), entries, G_N_ELEMENTS (entries), session);
  gtk_widget_insert_action_group (window, "win", G_ACTION_GROUP (actions));
  g_assert_false (gtk_widget_get_visible (keep));
  ui_fixture_run_to_end (session);
  g_assert_true (gtk_widget_get_visible (keep));
  heddle_waves_figure_read (figure, heddle_session_get_record (session));
  n = heddle_waves_figure_get_n_rows (figure);
  g_assert_cmpuint (n, >, 1);
  for (guint i = 0; i < n; i++)
    g_assert_true (heddle_measure_load (heddle_session_get_record (session), heddle_waves_figure_get_link (figure, i), heddle_waves_figure_get_node (figure, i), 0,
                                        HD_TIME_MAX, &before[i]));
  gtk_test_widget_wait_for_draw (window);
  g_signal_emit_by_name (keep, "clicked");
  g_assert_false (gtk_widget_get_visible (keep));
  ui_fixture_wait (can_run, session);
  ui_fixture_run_to_end (session);
  g_assert_cmpuint (hd_record_get_n_series (heddle_session_get_record (session)), ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (heddle_measure_series (heddle_session_get_record (session), i, 0, HD_TIME_MAX, &after));
      g_assert_cmpfloat_with_epsilon (after.mean, before[i].mean, 1e-3 * before[i].mean);
      g_assert_cmpfloat (before[i].max, <=, after.max * (1 + 1e-6)); /* frames are means */
    }
  hd_document_undo (heddle_session_get_document (session));
  g_assert_true (gtk_widget_get_visible (keep) || heddle_waves_figure_get_n_rows (figure) == n);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* Few rows fill a high plot; many scroll. */
static void
test_rows_fill (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *plot = heddle_waveforms_new (session), *window = ui_fixture_show (plot, 900, 500);
  guint n, row;
  HdTime time;

  ui_fixture_run_to_end (session);
  gtk_test_widget_wait_for_draw (window);
  n = heddle_time_plot_count_rows (HEDDLE_TIME_PLOT (plot));
  g_assert_cmpuint (n, >=, 2);
  g_assert_true (heddle_time_plot_find (HEDDLE_TIME_PLOT (plot), 600, 26 + MIN ((500 - 26) / n, 220) * n - 4, &row, &time));
  g_assert_cmpuint (row, ==, n - 1);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/waveforms/figures", test_figures);
  g_test_add_func ("/ui/waveforms/popover", test_popover);
  g_test_add_func ("/ui/waveforms/without-probes", test_without_probes);
  g_test_add_func ("/ui/waveforms/rates-of-links", test_rates_of_links);
  g_test_add_func ("/ui/waveforms/keep", test_keep);
  g_test_add_func ("/ui/waveforms/rows-fill", test_rows_fill);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
