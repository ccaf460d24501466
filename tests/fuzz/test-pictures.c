/* test-pictures.c: drawings by seed, drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: whatever is drawn can be painted at every zoom, with any heat; no link runs behind a component that it does not join, as long as components do not
 * stand so close to each other that nothing passes between them, and there are not too many. `test-pictures FIRST COUNT` draws other seeds.
 */
#define G_LOG_DOMAIN "hd-test-pictures"

#include "catalog-fixture.h"
#include "drawing.h"

#include <stdlib.h>

#include "heddle-drawing.h"
#include "heddle-scene-painter.h"

#define N_BYTES 2048
#define N_SEEDS 60
#define WIDTH 500
#define HEIGHT 400
#define PASSAGE 6.0 /* px */
#define MOST_LINKS 1500 /* of larger drawings not all links are led round */

typedef struct
{
  HdCatalog *catalog;
  guint32 first, count;
} Seeds;

static gboolean
stand_apart (HeddleScene *scene)
{
  g_autoptr (GArray) near = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    {
      HeddleRect r = heddle_scene_node_rect (heddle_scene_node (scene, i));

      heddle_scene_nodes_in (scene, &(HeddleRect){ r.x - PASSAGE, r.y - PASSAGE, r.width + 2 * PASSAGE, r.height + 2 * PASSAGE }, near);
      if (near->len > 1)
        return FALSE;
    }
  return TRUE;
}

static void
warm (HeddleScene *scene,
      GRand *random)
{
  for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
    {
      HeddleSceneLink *link = heddle_scene_link (scene, i);

      link->heat = g_rand_boolean (random) ? (float) g_rand_double (random) : HEDDLE_HEAT_UNUSED;
      link->bytes = exp (40 * g_rand_double (random));
      link->two_ways = g_rand_boolean (random);
      link->ways[0] = g_rand_boolean (random) ? link->heat : HEDDLE_HEAT_UNUSED;
      link->ways[1] = (float) g_rand_double (random);
      link->state = g_rand_int (random) & (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT | HEDDLE_STATE_FADED | HEDDLE_STATE_DOTTED);
    }
  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    {
      HeddleSceneNode *node = heddle_scene_node (scene, i);

      node->busy = (float) g_rand_double_range (random, -1, 1);
      node->limits = g_rand_boolean (random);
      heddle_scene_set_hottest (scene, i, g_rand_boolean (random) ? "eth" : NULL, (float) g_rand_double (random));
    }
}

static void
paint (HeddleScene *scene,
       HeddleText *text,
       HeddleScenePainter *painter,
       cairo_t *cr,
       GRand *random)
{
  HeddleRect bounds = heddle_scene_bounds (scene);

  for (double zoom = 0.02; zoom < 4; zoom *= 2.1)
    {
      HeddlePaintOptions options = HEDDLE_PAINT_OPTIONS_INIT;
      HeddleViewport view = { bounds.x + g_rand_double (random) * bounds.width - WIDTH / zoom / 2,
                              bounds.y + g_rand_double (random) * bounds.height - HEIGHT / zoom / 2, zoom, WIDTH, HEIGHT };

      options.heat = (HeddleHeatMode) g_rand_int_range (random, 0, 3);
      heddle_text_set_scale (text, g_rand_boolean (random) ? 1 : 2);
      heddle_scene_painter_paint (painter, cr, scene, heddle_theme_get ((HeddleStyle) g_rand_int_range (random, 0, HEDDLE_N_STYLES)), &view, &options);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
    }
}

/* Returns whether components stand apart. */
static gboolean
check (HdCatalog *catalog,
       const char *project,
       guint32 seed,
       HeddleText *text,
       HeddleScenePainter *painter,
       cairo_t *cr,
       GRand *random)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_load_from_data (project, -1, "picture.heddle", problems, NULL);
  g_autoptr (HdSnapshot) snapshot = document != NULL ? hd_document_snapshot (document) : NULL;
  g_autoptr (HdDesign) design = snapshot != NULL ? hd_elaborate (snapshot, catalog, NULL, problems, NULL, NULL) : NULL;
  const HdObject *top = snapshot != NULL ? hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_TOP, NULL) : NULL;
  g_autoptr (GArray) scratch = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean apart;

  if (top == NULL)
    return FALSE;

  g_autoptr (HeddleDrawing) drawing = heddle_drawing_new (snapshot, catalog, design, top, 0);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);

  apart = heddle_scene_n_links (scene) <= MOST_LINKS && stand_apart (scene);
  for (guint32 i = 0; apart && i < heddle_scene_n_links (scene); i++)
    if (heddle_scene_link_is_hidden (scene, i, scratch))
      g_error ("seed %u: link %u runs behind a component", seed, i);
  warm (scene, random);
  paint (scene, text, painter, cr, random);
  return apart && heddle_scene_n_links (scene) > 0;
}

static void
test_seeds (gconstpointer data)
{
  const Seeds *seeds = data;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (HeddleText) text = heddle_text_new (NULL, NULL);
  g_autoptr (HeddleScenePainter) painter = heddle_scene_painter_new (text);
  guint n_checked = 0;

  for (guint32 seed = seeds->first; seed < seeds->first + seeds->count; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      guint8 bytes[N_BYTES];
      g_autofree char *project = NULL;

      for (guint i = 0; i < N_BYTES; i++)
        bytes[i] = (guint8) g_rand_int (random);
      project = drawing_make (seeds->catalog, bytes, N_BYTES);
      n_checked += check (seeds->catalog, project, seed, text, painter, cr, random);
    }
  g_assert_cmpuint (n_checked, >=, seeds->count / 8);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

int
main (int argc, char **argv)
{
  g_autoptr (HdCatalog) catalog = NULL;
  Seeds seeds = { .first = 1, .count = N_SEEDS };
  int status;

  g_test_init (&argc, &argv, NULL);
  catalog = catalog_fixture_new ();
  seeds.catalog = catalog;
  if (argc > 2)
    {
      seeds.first = (guint32) strtoul (argv[1], NULL, 10);
      seeds.count = (guint32) strtoul (argv[2], NULL, 10);
    }
  g_test_add_data_func ("/fuzz/pictures", &seeds, test_seeds);
  status = g_test_run ();
  return status;
}
