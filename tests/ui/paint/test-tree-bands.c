/* test-tree-bands.c: trees in bands
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants on random trees, with any groups collapsed: levels lie below each other, each vertex is in a cell of its level and group, cells do not
 * overlap and are inside the stated size, edges together are all edges of the tree, and what is at the place of a vertex is that vertex, or its bar.
 */
#include "heddle-bands-painter.h"

#include <math.h>

#define MAX_VERTICES 400
#define MAX_GROUPS 12

typedef struct
{
  guint32 parents[MAX_VERTICES], levels[MAX_VERTICES], order[MAX_VERTICES], groups[MAX_VERTICES];
  guint8 crosses[MAX_VERTICES], kinds[MAX_VERTICES], collapsed[MAX_GROUPS + 1];
  HeddleBandShape shape;
} Tree;

static void
make_tree (Tree *tree,
           guint seed)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  guint32 n = 1 + (guint32) g_rand_int_range (random, 0, MAX_VERTICES - 1), n_groups = 1 + (guint32) g_rand_int_range (random, 0, MAX_GROUPS - 1);

  *tree = (Tree){ .shape = { n, tree->parents, tree->levels, tree->order, tree->groups, tree->crosses, tree->kinds, 1, n_groups } };
  tree->parents[0] = HEDDLE_TREE_NONE;
  for (guint32 v = 0; v < n; v++)
    {
      if (v > 0)
        tree->parents[v] = (guint32) g_rand_int_range (random, seed % 2 == 0 ? 0 : MAX (0, (gint32) v - 40), (gint32) v);
      tree->levels[v] = v > 0 ? tree->levels[tree->parents[v]] + 1 : 0;
      tree->groups[v] = seed % 3 == 0 && v % 7 == 0 ? HEDDLE_TREE_NONE : (guint32) g_rand_int_range (random, 0, (gint32) n_groups);
      tree->crosses[v] = v > 0 && tree->groups[v] != tree->groups[tree->parents[v]];
      tree->order[v] = v;
      tree->shape.n_levels = MAX (tree->shape.n_levels, tree->levels[v] + 1);
    }
  for (guint32 g = 0; g <= n_groups; g++)
    tree->collapsed[g] = seed % 4 == 1 && g_rand_boolean (random);
}

static void
check_cells (const HeddleBands *bands)
{
  for (guint i = 0; i < bands->cells->len; i++)
    {
      const HeddleBandCell *a = heddle_bands_cell (bands, i);

      g_assert_cmpfloat (a->x, >=, -1e-6);
      g_assert_cmpfloat (a->x + a->width, <=, bands->width + 1e-6);
      g_assert_cmpfloat (a->y + a->height, <=, bands->height + 1e-6);
      for (guint k = 0; k < i; k++)
        {
          const HeddleBandCell *b = heddle_bands_cell (bands, k);

          g_assert_true (a->x + a->width <= b->x + 1e-6 || b->x + b->width <= a->x + 1e-6 || a->y + a->height <= b->y || b->y + b->height <= a->y);
        }
    }
}

static void
check_vertices (const Tree *tree,
                const HeddleBands *bands)
{
  for (guint32 v = 0; v < tree->shape.n; v++)
    {
      const HeddleBandCell *cell = heddle_bands_cell (bands, bands->cell_of[v]);
      double x, y, parent_x, parent_y;
      guint32 found, at;

      g_assert_cmpuint (cell->level, ==, tree->levels[v]);
      g_assert_cmpuint (cell->group, ==, tree->groups[v] == HEDDLE_TREE_NONE ? tree->shape.n_groups : tree->groups[v]);
      heddle_bands_get_place (bands, v, &x, &y);
      found = heddle_bands_find (bands, x, y, &at);
      g_assert_cmpuint (at, ==, bands->cell_of[v]);
      g_assert_cmpuint (found, ==, cell->collapsed ? HEDDLE_TREE_NONE : v);
      if (v == 0)
        continue;
      heddle_bands_get_place (bands, tree->parents[v], &parent_x, &parent_y);
      g_assert_cmpfloat (y, >, parent_y);
    }
}

static void
check_edges (const Tree *tree,
             const HeddleBands *bands)
{
  guint n = 0, n_crossing = 0, crossing = 0;

  for (guint i = 0; i < bands->edges->len; i++)
    {
      const HeddleBandEdge *edge = &g_array_index (bands->edges, HeddleBandEdge, i);

      n += edge->n;
      n_crossing += edge->n_crossing;
      g_assert_cmpfloat (edge->to_y, >, edge->from_y);
    }
  for (guint32 v = 0; v < tree->shape.n; v++)
    crossing += tree->crosses[v];
  g_assert_cmpuint (n, ==, tree->shape.n - 1);
  g_assert_cmpuint (n_crossing, ==, crossing);
}

static void
test_random (void)
{
  for (guint seed = 0; seed < 120; seed++)
    {
      Tree tree;
      g_autoptr (HeddleBands) bands = NULL;

      make_tree (&tree, seed);
      bands = heddle_bands_new (&tree.shape, tree.collapsed, 200 + seed * 5, 100 + seed * 3);
      check_cells (bands);
      check_vertices (&tree, bands);
      check_edges (&tree, bands);
    }
}

static guint
count_inked (cairo_surface_t *surface)
{
  const guint32 *pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data (surface);
  guint n = 0;

  cairo_surface_flush (surface);
  for (int i = 0; i < cairo_image_surface_get_width (surface) * cairo_image_surface_get_height (surface); i++)
    n += pixels[i] != 0;
  return n;
}

static guint
paint (const HeddleBandsPicture *picture,
       guint32 route)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 420, 320);
  cairo_t *cr = cairo_create (surface);
  guint n;

  if (route != HEDDLE_TREE_NONE)
    heddle_bands_paint_route (cr, picture, route);
  else
    heddle_bands_paint (cr, picture);
  n = count_inked (surface);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n;
}

/* In every style; the route from a leaf goes through all its ancestors. */
static void
test_paint (void)
{
  g_autoptr (GObject) context = G_OBJECT (pango_font_map_create_context (pango_cairo_font_map_get_default ()));
  g_autoptr (HeddleText) text = heddle_text_new ((PangoContext *) context, "Cantarell, Noto Sans, Sans");
  g_autoptr (HeddleBands) bands = NULL;
  Tree tree;
  guint32 deepest = 0;

  make_tree (&tree, 3);
  bands = heddle_bands_new (&tree.shape, NULL, 400, 260);
  for (guint32 v = 0; v < tree.shape.n; v++)
    deepest = tree.levels[v] > tree.levels[deepest] ? v : deepest;
  for (guint style = 0; style < HEDDLE_N_STYLES; style++)
    {
      double zoom = MIN (1, 260 / bands->height);
      HeddleBandsPicture picture = { text, heddle_theme_get (style), &tree.shape, bands, { 10, 20, zoom } };

      g_assert_cmpuint (paint (&picture, HEDDLE_TREE_NONE), >, 2000);
      g_assert_cmpuint (paint (&picture, deepest), >, paint (&picture, tree.parents[deepest]));
    }
}

/* Neighbours can be told apart, and all groups of one hue lie together. */
static void
test_colours (void)
{
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);

  for (guint32 n = 1; n <= 64; n++)
    for (guint32 g = 1; g < n; g++)
      {
        HeddleColour a = heddle_bands_colour (theme, g - 1, n), b = heddle_bands_colour (theme, g, n);

        g_assert_cmpfloat (fabs (a.red - b.red) + fabs (a.green - b.green) + fabs (a.blue - b.blue), >, 0.02);
      }
  g_assert_cmpfloat (heddle_bands_colour (theme, 5, 5).red, ==, theme->neutral.red);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/tree-bands/random", test_random);
  g_test_add_func ("/ui/paint/tree-bands/paint", test_paint);
  g_test_add_func ("/ui/paint/tree-bands/colours", test_colours);
  return g_test_run ();
}
