/* heddle-render-study.c: what the runs of a study came to as a picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-render"

#include "heddle-render.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-study-axes.h"
#include "heddle-study-effects.h"
#include "heddle-study-figure.h"
#include "heddle-study-grid.h"
#include "heddle-study-lines.h"

#define HEIGHT 420.0

typedef struct
{
  HeddleStudyFigure *figure; /* one of these */
  HeddleStudyGrid *grid;
  HeddleStudyLines *lines;
  HeddleStudyEffects *effects;
  HeddleText *text;
  const HeddleTheme *theme;
  double width;
} Picture;

static void
paint_picture (cairo_t *cr,
               gpointer data)
{
  Picture *picture = data;

  heddle_colour_set (cr, picture->theme->view_bg);
  cairo_paint (cr);
  if (picture->grid != NULL)
    heddle_study_grid_paint (picture->grid, HD_NO_ID, picture->text, cr, picture->theme, picture->width, HEIGHT);
  else if (picture->lines != NULL)
    heddle_study_lines_paint (picture->lines, HD_NO_ID, picture->text, cr, picture->theme, picture->width, HEIGHT);
  else if (picture->effects != NULL)
    heddle_study_effects_paint (picture->effects, picture->text, cr, picture->theme, picture->width, HEIGHT);
  else
    heddle_study_figure_paint (picture->figure, HD_NO_ID, picture->text, cr, picture->theme, picture->width, HEIGHT);
}

static void
picture_clear (Picture *self)
{
  g_clear_pointer (&self->figure, heddle_study_figure_free);
  g_clear_pointer (&self->grid, heddle_study_grid_free);
  g_clear_pointer (&self->lines, heddle_study_lines_free);
  g_clear_pointer (&self->effects, heddle_study_effects_free);
}

/* ---- axes -------------------------------------------------------------------------------------------------------------------- */

static gboolean
find_factor (HdStudyPlan *plan,
             const char *address,
             guint *out_factor)
{
  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    if (g_str_equal (hd_study_plan_get_factor (plan, i)->address, address))
      {
        *out_factor = i;
        return TRUE;
      }
  return FALSE;
}

static int
refuse_axis (HdStudyTable *table,
             const char *name)
{
  HdStudyPlan *plan = hd_study_table_get_plan (table);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", hd_study_plan_get_factor (plan, i)->address);
  for (guint i = 0; i < hd_study_table_get_n_metrics (table); i++)
    g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", hd_study_table_get_metric (table, i)->name);
  return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("the study has no factor or metric “%s”; it has %s"), name, names->str);
}

static int
make_figure (const HeddleRenderOptions *options,
             HdStudyTable *table,
             HdStudyPublished *published,
             Picture *picture)
{
  HdStudyPlan *plan = hd_study_table_get_plan (table);
  const char *kind = options->figure != NULL ? options->figure : "curves";
  HeddleStudyAxis x = { FALSE, 0 };
  g_autoptr (GError) error = NULL;
  guint metric = 0, second = 0;

  if (options->y != NULL && !hd_study_table_find_metric (table, options->y, &metric))
    return refuse_axis (table, options->y);
  if (options->x != NULL ? !find_factor (plan, options->x, &x.number) : !heddle_study_find_axis (plan, published, HD_NO_ID, &x.number))
    {
      x.is_metric = options->x != NULL && hd_study_table_find_metric (table, options->x, &x.number);
      if (!x.is_metric)
        return refuse_axis (table, options->x != NULL ? options->x : "");
    }
  if (options->y == NULL && g_str_equal (kind, "curves") && !x.is_metric && heddle_study_are_comparable (table))
    metric = HEDDLE_STUDY_ALL_METRICS;
  if (g_str_equal (kind, "parallel"))
    picture->lines = heddle_study_lines_new (table, metric);
  else if (g_str_equal (kind, "heatmap"))
    {
      if (x.is_metric || !heddle_study_find_axis (plan, published, x.number, &second))
        return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("a heatmap is of a metric over two factors that vary"));
      picture->grid = heddle_study_grid_new (table, x.number, second, metric, FALSE, HD_NO_ID);
      if (picture->grid == NULL)
        return heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("the points of the study “%s” lie on no grid"), hd_study_plan_get_id (plan));
    }
  else if (g_str_equal (kind, "sensitivity"))
    {
      picture->effects = heddle_study_effects_new (table, metric, &error);
      if (picture->effects == NULL)
        return heddle_cli_fail (HEDDLE_EXIT_PROJECT, "%s", error->message);
    }
  else if (g_str_equal (kind, "curves"))
    picture->figure = heddle_study_figure_new (table, published, x, metric, FALSE);
  else
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("there is no figure “%s”; there are curves, heatmap, parallel, sensitivity"), kind);
  return HEDDLE_EXIT_DONE;
}

/* ---- results ----------------------------------------------------------------------------------------------------------------- */

/* As heddle study calls them. */
static char *
dup_path (const HeddleRenderOptions *options,
          HdStudyPlan *plan)
{
  g_autofree char *folder = g_path_get_dirname (options->files[0]), *base = g_path_get_basename (options->files[0]), *leaf = NULL;
  char *dot = strrchr (base, '.');

  if (options->results != NULL)
    return g_strdup (options->results);
  if (dot != NULL && dot != base)
    *dot = '\0';
  leaf = g_strdup_printf ("%s-%s.sqlite", base, hd_study_plan_get_id (plan));
  return g_build_filename (folder, leaf, NULL);
}

static int
write_figure (const HeddleRenderOptions *options,
              HdStudyTable *table,
              HdStudyPublished *published)
{
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  Picture picture = { .text = text, .theme = heddle_theme_get (options->dark ? HEDDLE_STYLE_DARK : HEDDLE_STYLE_LIGHT), .width = options->width };
  int status = make_figure (options, table, published, &picture);

  if (status == HEDDLE_EXIT_DONE && !heddle_export (options->output, options->format, picture.width, HEIGHT, options->scale, paint_picture, &picture, NULL, &error))
    status = heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
  picture_clear (&picture);
  return status;
}

int
heddle_render_study (const HeddleRenderOptions *options,
                     const HeddleRenderProject *project)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdStudyPlan) plan = hd_study_plan_new (project->snapshot, options->study, (const char *const *) options->settings, problems, &error);
  HdStudyPublished *published = NULL;
  HdStudyTable *table = NULL;
  HdStudyStore *store = NULL;
  g_autofree char *path = NULL;
  int status;

  if (plan == NULL)
    return heddle_cli_fail (HEDDLE_EXIT_PROJECT, "%s", hd_problem_list_get_length (problems) > 0 ? hd_problem_list_get (problems, 0)->message : error->message);
  path = dup_path (options, plan);
  store = hd_study_store_open (path, HD_STUDY_STORE_READ, plan, &error);
  if (store == NULL)
    return heddle_cli_fail (HEDDLE_EXIT_FILE, _("%s; heddle study makes results"), error->message);
  table = hd_study_table_new (plan);
  published = hd_study_published_new (plan, NULL);
  if (!hd_study_table_load (table, store, &error))
    status = heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
  else if (hd_study_table_get_n_metrics (table) == 0 || hd_study_table_get_metric (table, 0)->unit == NULL)
    status = heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("%s: no run has ended"), path);
  else
    {
      if (published != NULL && !hd_study_published_check (published, table, NULL))
        g_clear_pointer (&published, hd_study_published_free);
      status = write_figure (options, table, published);
    }
  g_clear_pointer (&published, hd_study_published_free);
  hd_study_table_free (table);
  hd_study_store_free (store);
  return status;
}
