/* heddle-render-plots.c: waveforms, timeline, latencies and transfers of a run as pictures
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-render"

#include "heddle-render.h"

#include "heddle-histogram-figure.h"
#include "heddle-matrix-figure.h"
#include "heddle-moments-figure.h"
#include "heddle-time-marks.h"
#include "heddle-timeline-figure.h"
#include "heddle-waves-figure.h"

#define HISTOGRAM_HEIGHT 320
#define MOST_LINKS 10000
#define MOST_TRANSFERS 1000

/* ---- the time that is shown ------------------------------------------------------------------------------------------------ */

static gboolean
parse_time (const char *option,
            const char *text,
            HdTime *out_time)
{
  g_autoptr (GError) error = NULL;
  HdQuantity quantity;

  if (!hd_quantity_parse (text, &quantity, &error))
    {
      heddle_cli_fail (HEDDLE_EXIT_USAGE, "%s: %s", option, error->message);
      return FALSE;
    }
  if (!hd_dimension_equal (quantity.dimension, HD_DIMENSION_TIME))
    {
      heddle_cli_fail (HEDDLE_EXIT_USAGE, _("%s %s is no time; write it as 20 us or 1.5 ms"), option, text);
      return FALSE;
    }
  *out_time = hd_time_from_seconds (quantity.value);
  return TRUE;
}

/* All of the run, or the part that was asked for. */
static gboolean
make_view (const HeddleRenderOptions *options,
           HdRecord *record,
           double row_height,
           guint n_rows,
           HeddleWaveView *out_view)
{
  HeddleWaveView view = HEDDLE_WAVE_VIEW_INIT;
  HdTime end = MAX (hd_record_get_time (record), 1), from = 0, until = end;

  if ((options->from != NULL && !parse_time ("--from", options->from, &from))
      || (options->until != NULL && !parse_time ("--until", options->until, &until)))
    return FALSE;
  if (from < 0 || from >= until || from >= end || until == HD_TIME_MAX)
    {
      g_autofree char *last = hd_quantity_format ((HdQuantity){ hd_time_to_seconds (end), HD_DIMENSION_TIME }, 6);

      heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--from must lie before --until, between 0 and %s, where the run ends"), last);
      return FALSE;
    }
  view.width = options->width;
  view.lane_height = row_height;
  view.height = view.axis_height + n_rows * row_height;
  view.begin_ps = from;
  view.end_ps = until;
  *out_view = view;
  return TRUE;
}

typedef struct
{
  const HeddleRenderProject *project;
  HeddleWavesFigure *waves;
  HeddleTimelineFigure *timeline;
  HeddleMatrixFigure *matrix;
  HeddleHistogramFigure *histogram;
  const HeddleMomentsPicture *moments;
  HeddleText *text;
  const HeddleTheme *theme;
  HeddleWaveView view;
} Picture;

static void
paint_picture (cairo_t *cr,
               gpointer data)
{
  Picture *picture = data;

  heddle_colour_set (cr, picture->theme->view_bg);
  cairo_paint (cr);
  if (picture->waves != NULL)
    heddle_waves_figure_paint (picture->waves, picture->project->document, picture->text, cr, picture->theme, &picture->view);
  else if (picture->matrix != NULL)
    heddle_matrix_figure_paint (picture->matrix, picture->text, cr, picture->theme, &picture->view, FALSE, NULL, NULL);
  else if (picture->moments != NULL)
    heddle_moments_paint (picture->text, cr, picture->moments, picture->theme, picture->view.width, picture->view.height);
  else if (picture->histogram != NULL)
    heddle_histogram_figure_paint (picture->histogram, picture->text, cr, picture->theme, picture->view.width, picture->view.height);
  else
    heddle_timeline_figure_paint (picture->timeline, picture->text, cr, picture->theme, &picture->view);
}

static int
write_picture (const HeddleRenderOptions *options,
               Picture *picture)
{
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  g_autoptr (GArray) marks = heddle_time_marks_new (hd_record_get_design (picture->project->record));
  g_autoptr (GError) error = NULL;

  picture->view.marks = (const HeddleTimeMark *) (gpointer) marks->data;
  picture->view.n_marks = marks->len;
  picture->text = text;
  picture->theme = heddle_theme_get (options->dark ? HEDDLE_STYLE_DARK : HEDDLE_STYLE_LIGHT);
  if (!heddle_export (options->output, options->format, picture->view.width, picture->view.height, options->scale, paint_picture, picture, NULL, &error))
    return heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
  return HEDDLE_EXIT_DONE;
}

/* ---- waveforms ----------------------------------------------------------------------------------------------------------------- */

/* Probes are called by their titles. */
static gboolean
choose_probes (char *const *names,
               HdRecord *record,
               HeddleWavesFigure *figure)
{
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GString) titles = g_string_new (NULL);
      guint found = chosen->len;

      for (guint s = 0; s < hd_record_get_n_series (record); s++)
        {
          const char *title = hd_record_get_series_probe (record, s)->title;

          g_string_append_printf (titles, "%s“%s”", s > 0 ? ", " : "", title);
          if (g_str_equal (title, names[i]))
            g_array_append_val (chosen, s);
        }
      if (found == chosen->len)
        {
          heddle_cli_fail (HEDDLE_EXIT_USAGE, _("there is no probe “%s”; there are %s"), names[i], titles->str);
          return FALSE;
        }
    }
  heddle_waves_figure_choose (figure, (const guint *) (gpointer) chosen->data, chosen->len);
  return TRUE;
}

int
heddle_render_waveforms (const HeddleRenderOptions *options,
                         const HeddleRenderProject *project)
{
  g_autoptr (HeddleWavesFigure) figure = heddle_waves_figure_new ();
  Picture picture = { .project = project, .waves = figure };

  if (hd_record_get_n_series (project->record) == 0)
    return heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("%s has no probes; add some to see waveforms"), options->files[0]);
  if (options->probes != NULL && !choose_probes (options->probes, project->record, figure))
    return HEDDLE_EXIT_USAGE;
  heddle_waves_figure_read (figure, project->record);
  if (!make_view (options, project->record, HEDDLE_WAVES_ROW_HEIGHT, heddle_waves_figure_get_n_rows (figure), &picture.view))
    return HEDDLE_EXIT_USAGE;
  return write_picture (options, &picture);
}

/* ---- timeline ------------------------------------------------------------------------------------------------------------------- */

int
heddle_render_timeline (const HeddleRenderOptions *options,
                        const HeddleRenderProject *project)
{
  g_autoptr (HeddleTimelineFigure) figure = heddle_timeline_figure_new ();
  Picture picture = { .project = project, .timeline = figure };

  heddle_timeline_figure_set_path (figure, options->critical_path);
  if (options->find != NULL)
    heddle_timeline_figure_search (figure, options->find);
  if (!heddle_timeline_figure_read (figure, project->record))
    return heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("%s records no spans: nothing in it works or communicates as a whole"), options->files[0]);
  if (!make_view (options, project->record, HEDDLE_TIMELINE_ROW_HEIGHT, heddle_timeline_figure_get_n_rows (figure), &picture.view))
    return HEDDLE_EXIT_USAGE;
  return write_picture (options, &picture);
}

/* ---- links over time ------------------------------------------------------------------------------------------------------------ */

int
heddle_render_matrix (const HeddleRenderOptions *options,
                      const HeddleRenderProject *project)
{
  g_autoptr (HeddleMatrixFigure) figure = heddle_matrix_figure_new ();
  Picture picture = { .project = project, .matrix = figure };
  guint n;

  if (options->count < 1 || options->count > MOST_LINKS)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--count must lie between 1 and %d, not %d"), MOST_LINKS, options->count);
  heddle_matrix_figure_set_order (figure, HEDDLE_MATRIX_BUSIEST, HEDDLE_MATRIX_EACH);
  heddle_matrix_figure_read (figure, project->record);
  n = MIN (heddle_matrix_figure_get_n_rows (figure), (guint) options->count);
  if (n == 0)
    return heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("%s uses no link: nothing in it communicates"), options->files[0]);
  if (!make_view (options, project->record, HEDDLE_MATRIX_ROW_HEIGHT, n, &picture.view))
    return HEDDLE_EXIT_USAGE;
  return write_picture (options, &picture);
}

/* ---- latencies ------------------------------------------------------------------------------------------------------------------ */

int
heddle_render_latency (const HeddleRenderOptions *options,
                       const HeddleRenderProject *project)
{
  HeddleHistogramFigure figure = { .in_cycles = FALSE };
  Picture picture = { .project = project, .histogram = &figure, .view = { .width = options->width, .height = HISTOGRAM_HEIGHT } };

  if (!heddle_histogram_figure_read (&figure, project->record, NULL, 0))
    return heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("%s measures no latencies: it has no synthetic traffic of which any message counts"), options->files[0]);
  return write_picture (options, &picture);
}

/* ---- transfers ------------------------------------------------------------------------------------------------------------------ */

int
heddle_render_transfers (const HeddleRenderOptions *options,
                         const HeddleRenderProject *project)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) all = hd_moments_read (project->record, &error);
  g_autoptr (HeddleMomentsFigure) figure = NULL;
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  HeddleMomentsPicture moments;
  Picture picture = { .project = project, .moments = &moments, .view = { .width = options->width } };

  if (options->count < 1 || options->count > MOST_TRANSFERS)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--count must lie between 1 and %d, not %d"), MOST_TRANSFERS, options->count);
  if (all == NULL)
    return heddle_cli_fail (HEDDLE_EXIT_RUN, "%s", error->message);
  if (all->len == 0)
    return heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("%s logs no transfers: none of its components is told to"), options->files[0]);
  figure = heddle_moments_figure_new (hd_record_get_design (project->record), all);
  moments = heddle_moments_figure_make_picture (figure, options->linked ? HEDDLE_MOMENTS_BY_WRITE : HEDDLE_MOMENTS_BY_DURATION);
  if (moments.n_rows == 0)
    return heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("%s: nothing was read that a component which logs its transfers had written"), options->files[0]);
  moments.n_rows = MIN (moments.n_rows, (guint) options->count);
  picture.view.height = heddle_moments_get_height (text, &moments, options->width);
  return write_picture (options, &picture);
}
