/* heddle-tree-picture.c: aggregation trees as one picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-picture"

#include "heddle-tree-picture.h"

#include <glib/gi18n.h>

#include "heddle-tree-painter.h"

#define MARGIN 24.0
#define HEADER 50.0 /* two lines above each tree */
#define BETWEEN 36.0
#define LEAST_WIDTH 560.0
#define FOOTER 28.0

typedef struct
{
  HeddleText *text;
  const HeddleTheme *theme;
  HdTree *const *trees;
  guint n_trees;
  HeddleTreeShape *shapes;
  HeddleTreeLayout **layouts;
  double width, height;
} Picture;

void
heddle_tree_picture_shape (HdTree          *tree,
                           HeddleTreeShape *out_shape)
{
  G_STATIC_ASSERT (HD_NO_ID == HEDDLE_TREE_NONE);

  *out_shape = (HeddleTreeShape){
    .n = hd_tree_get_n_vertices (tree),
    .parents = hd_tree_get_parents (tree),
    .levels = hd_tree_get_levels (tree),
    .order = hd_tree_get_order (tree),
    .groups = hd_tree_get_leaves (tree),
    .first_switch = hd_tree_get_n_members (tree),
  };
}

static char *
describe (HdTree *tree)
{
  const HdTreeMetrics *m = hd_tree_get_metrics (tree);
  g_autofree char *time = hd_figure_time ((gint64) (hd_tree_get_time (tree).total_s * 1e12 + 0.5), 4);

  return g_strdup_printf (_("height %u · radius %u links · up to %u children · %u packets between leaf switches · hottest link %u up, %u down · %u entries · %s"),
                          m->height, m->radius, m->max_children, m->crossing_packets, m->hottest_up, m->hottest_down, m->entries, time);
}

static void
paint_header (Picture *self,
              cairo_t *cr,
              HdTree  *tree,
              double   y)
{
  HeddleTextLook title = { .size = 15, .bold = TRUE, .colour = self->theme->text };
  HeddleTextLook figures = { .size = 12, .colour = self->theme->dim };
  g_autofree char *name = hd_tree_get_width (tree) > 0
                            ? g_strdup_printf (_("%s, k = %u"), hd_tree_algorithm_get_title (hd_tree_get_algorithm (tree)), hd_tree_get_width (tree))
                            : g_strdup (hd_tree_algorithm_get_title (hd_tree_get_algorithm (tree)));
  g_autofree char *line = describe (tree);

  heddle_text_paint (self->text, cr, MARGIN, y + 14, name, &title);
  heddle_text_paint (self->text, cr, MARGIN, y + 34, line, &figures);
}

static void
paint_picture (cairo_t *cr,
               gpointer data)
{
  Picture *self = data;
  HeddleTextLook look = { .size = 11.5, .colour = self->theme->dim };
  double y = MARGIN;

  heddle_colour_set (cr, self->theme->view_bg);
  cairo_paint (cr);
  for (guint i = 0; i < self->n_trees; i++)
    {
      paint_header (self, cr, self->trees[i], y);
      y += HEADER;
      heddle_tree_paint (cr, self->text, self->theme, &self->shapes[i], self->layouts[i], MARGIN + (self->width - self->layouts[i]->width) / 2, y);
      y += self->layouts[i]->height + BETWEEN;
    }
  heddle_text_paint (self->text, cr, MARGIN, self->height - MARGIN,
                     _("Colour: leaf switch · strong lines and rings: between leaf switches, with their number above a block · squares: switches"), &look);
}

gboolean
heddle_tree_picture_export (HdTree *const      *trees,
                            guint               n_trees,
                            const char         *path,
                            HeddleExportFormat  format,
                            double              scale,
                            gboolean            dark,
                            GError            **error)
{
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  g_autofree HeddleTreeShape *shapes = g_new (HeddleTreeShape, n_trees);
  g_autoptr (GPtrArray) layouts = g_ptr_array_new_with_free_func ((GDestroyNotify) heddle_tree_layout_free);
  Picture picture = {
    .text = text,
    .theme = heddle_theme_get (dark ? HEDDLE_STYLE_DARK : HEDDLE_STYLE_LIGHT),
    .trees = trees,
    .n_trees = n_trees,
    .shapes = shapes,
    .width = LEAST_WIDTH,
    .height = MARGIN + FOOTER,
  };

  for (guint i = 0; i < n_trees; i++)
    {
      HeddleTreeLayout *layout;
      g_autofree char *line = describe (trees[i]);

      heddle_tree_picture_shape (trees[i], &shapes[i]);
      layout = heddle_tree_layout_new (&shapes[i]);
      g_ptr_array_add (layouts, layout);
      picture.width = MAX (picture.width, MAX (layout->width, heddle_text_width (text, line, 12, FALSE)));
      picture.height += HEADER + layout->height + BETWEEN;
    }
  picture.layouts = (HeddleTreeLayout **) layouts->pdata;

  return heddle_export (path, format, picture.width + 2 * MARGIN, picture.height, scale, paint_picture, &picture, NULL, error);
}
