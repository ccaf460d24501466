/* bench-tree-bands.c: aggregation trees as the window shows them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints CPU time for what the window does with a tree of 512 and of 40,960 processes: reading the network and building (in a worker), groups and
 * places, a whole picture of 440 x 300 px, and what one movement of the pointer costs: finding the vertex, and painting its route over the picture.
 */
#include <time.h>

#include <heddle/heddle.h>

#include "heddle-bands-painter.h"
#include "heddle-tree-figure.h"

#define WIDTH 440
#define HEIGHT 300
#define N_PLAYED 10
#define N_FRAMES 200

static double
cpu_ms (void)
{
  return 1e3 * (double) clock () / CLOCKS_PER_SEC;
}

static HdDesign *
make_design (guint supers,
             guint leaves,
             guint hosts,
             HdCatalog *catalog)
{
  g_autofree char *n = g_strdup_printf ("supers=%u", supers), *of_super = g_strdup_printf ("leaves=%u", leaves);
  g_autofree char *of_leaf = g_strdup_printf ("hosts=%u", hosts);
  const char *settings[] = { n, of_super, of_leaf, "spines=16", "uplinks=8", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_generator_new_document (hd_generator_find ("pruned-fat-tree"), settings, &error);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdSnapshot) snapshot = NULL;
  HdDesign *design;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  return design;
}

static void
measure_picture (const HeddleTreeFigure *figure,
                 gboolean collapsed)
{
  g_autoptr (GObject) context = G_OBJECT (pango_font_map_create_context (pango_cairo_font_map_get_default ()));
  g_autoptr (HeddleText) text = heddle_text_new ((PangoContext *) context, "Cantarell, Noto Sans, Sans");
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  g_autofree guint8 *bars = g_malloc0 (figure->shape.n_groups + 1);
  g_autoptr (HeddleBands) bands = NULL;
  HeddleBandsPicture picture;
  g_autofree guint8 *states = g_malloc (figure->shape.n);
  double start = cpu_ms (), laid_out, painted, played;

  for (guint32 i = 0; i <= figure->shape.n_groups; i++)
    bars[i] = collapsed;
  bands = heddle_bands_new (&figure->shape, bars, WIDTH, HEIGHT);
  laid_out = cpu_ms ();
  picture = (HeddleBandsPicture){ text, heddle_theme_get (HEDDLE_STYLE_LIGHT), &figure->shape, bands, { 0, 0, MIN (1, WIDTH / bands->width) } };
  heddle_bands_paint (cr, &picture);
  painted = cpu_ms ();
  for (guint32 v = 0; v < figure->shape.n; v++)
    states[v] = v % 3;
  picture.states = states;
  for (guint i = 0; i < N_PLAYED; i++)
    heddle_bands_paint (cr, &picture);
  picture.states = NULL;
  played = cpu_ms ();
  for (guint i = 0; i < N_FRAMES; i++)
    {
      guint32 vertex = (guint32) ((guint64) i * figure->shape.n / N_FRAMES), cell;
      double x, y;

      heddle_bands_get_place (bands, vertex, &x, &y);
      heddle_bands_find (bands, x, y, &cell);
      heddle_bands_paint_route (cr, &picture, vertex);
    }
  g_print (" %10.2f %10.2f %10.2f %10.3f\n", laid_out - start, painted - laid_out, (played - painted) / N_PLAYED, (cpu_ms () - played) / N_FRAMES);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
measure (HdDesign *design,
         HdTreeNetwork *network,
         HdTreeAlgorithm algorithm,
         gboolean collapsed)
{
  const HdCommunicator *all = hd_design_get_communicator (design, 0);
  const HdTreeOptions options = { .algorithm = algorithm, .widths = (const guint32[]){ 32, 24, 16 }, .n_widths = 3 };
  g_autoptr (GError) error = NULL;
  double start = cpu_ms (), built;
  g_autoptr (HdTree) tree = hd_tree_build (network, all->members, all->n_members, &options, &error);
  g_autoptr (HeddleTreeFigure) figure = NULL;

  g_assert_no_error (error);
  built = cpu_ms ();
  figure = heddle_tree_figure_new (tree, design);
  g_print ("%10u %22s %5s %10.2f %10.2f", all->n_members, hd_tree_algorithm_get_id (algorithm), collapsed ? "bars" : "", built - start, cpu_ms () - built);
  measure_picture (figure, collapsed);
}

int
main (void)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();

  g_strfreev (hd_catalog_load_default (catalog));
  g_print ("%10s %22s %5s %10s %10s %10s %10s %10s %10s\n", "processes", "tree", "", "build ms", "figure ms", "layout ms", "paint ms", "play ms", "hover ms");
  for (guint large = 0; large < 2; large++)
    {
      g_autoptr (HdDesign) design = make_design (large ? 160 : 2, large ? 32 : 16, large ? 8 : 16, catalog);
      double start = cpu_ms ();
      g_autoptr (HdTreeNetwork) network = hd_tree_network_new (design);

      g_print ("%10u %22s %5s %10.2f\n", hd_design_get_communicator (design, 0)->n_members, "(network)", "", cpu_ms () - start);
      hd_tree_network_set_degrees (network, 64, 256, NULL);
      for (guint algorithm = HD_TREE_K_ARY; algorithm <= HD_TREE_MINIMUM_COST; algorithm++)
        measure (design, network, algorithm, large);
    }
  return 0;
}
