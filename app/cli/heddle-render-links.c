/* heddle-render-links.c: the hottest links of a run as a picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-render"

#include "heddle-render.h"

#include "heddle-hot-links.h"

typedef struct
{
  HeddleText *text;
  const HeddleTheme *theme;
  const char *heads[HEDDLE_LINK_N_COLUMNS];
  HeddleLinkRow rows[HEDDLE_HOT_LINKS_MAX];
  guint n_rows;
} Picture;

static void
paint_picture (cairo_t *cr,
               gpointer data)
{
  const Picture *picture = data;

  heddle_colour_set (cr, picture->theme->view_bg);
  cairo_paint (cr);
  heddle_load_table_paint (picture->text, cr, picture->heads, picture->rows, picture->n_rows, picture->theme);
}

int
heddle_render_links (const HeddleRenderOptions *options,
                     const HeddleRenderProject *project)
{
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree HdLoad *links = g_new0 (HdLoad, hd_design_get_n_links (project->design) + 1);
  g_autofree HdLoad *nodes = g_new0 (HdLoad, hd_design_get_n_nodes (project->design) + 1);
  g_autofree Picture *picture = g_new0 (Picture, 1);
  const HeddleLoads loads = { links, nodes, links, options->peak, nodes };
  HdHotSpot hottest[HEDDLE_HOT_LINKS_MAX + 1];
  double width, height;
  gboolean done;

  if (options->count < 1 || options->count > HEDDLE_HOT_LINKS_MAX)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--count must lie between 1 and %d, not %d"), HEDDLE_HOT_LINKS_MAX, options->count);
  hd_record_read_links (project->record, 0, HD_TIME_MAX, links);
  hd_record_read_nodes (project->record, 0, HD_TIME_MAX, nodes);
  picture->n_rows = heddle_hot_links_find (project->design, &loads, (guint) options->count, hottest);
  if (picture->n_rows == 0)
    return heddle_cli_fail (HEDDLE_EXIT_PROJECT, _("no link of %s carried anything"), options->files[0]);
  picture->text = text;
  picture->theme = heddle_theme_get (options->dark ? HEDDLE_STYLE_DARK : HEDDLE_STYLE_LIGHT);
  picture->heads[HEDDLE_LINK_NAME] = _("The hottest links, media and memories");
  for (guint c = HEDDLE_LINK_NAME + 1; c < HEDDLE_LINK_N_COLUMNS; c++)
    picture->heads[c] = heddle_hot_links_get_head (c);
  for (guint i = 0; i < picture->n_rows; i++)
    heddle_hot_link_describe (project->catalog, project->design, &loads, &hottest[i], &picture->rows[i]);
  heddle_load_table_measure (text, picture->heads, picture->rows, picture->n_rows, &width, &height);
  done = heddle_export (options->output, options->format, width, height, options->scale, paint_picture, picture, NULL, &error);
  for (guint i = 0; i < picture->n_rows; i++)
    heddle_link_row_clear (&picture->rows[i]);
  return done ? HEDDLE_EXIT_DONE : heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
}
