/* heddle-field-painter.c: what is too far away to be told apart, as a field of heat
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-field-painter"

#include "heddle-painting.h"

#include <math.h>
#include <string.h>

/* The view is divided into squares, which lie still in the drawing while it is moved. Each has the heat of the hottest link or component in it, so that
 * what is hot stays hot however far away it is, and is painted as a px of a small picture that is blown up smoothly. */

#define SIDE 10.0     /* px of a square */
#define RESOLVED 9.0  /* px of a component on average: from here on it is told apart, */
#define MELTED 5.5    /* and here no longer */
#define FEWEST 100    /* components; fewer can be told apart however small they are */
#define EMPTY (-3.0f) /* nothing there */
#define COLD (-2.0f)  /* something without heat */
#define EDGE 0.55     /* of the colour, where the neighbour is empty */

typedef struct
{
  const HeddlePainting *p;
  float *heat;
  int width, height;   /* squares */
  double left, top;    /* px, of the first square: at most 0 */
} Field;

/**
 * heddle_field_get_share:
 * @p: a painting
 * @nodes: (element-type guint32): those in view
 *
 * Returns: how much of what is in view is a field: 0 nothing, 1 all of it
 */
double
heddle_field_get_share (const HeddlePainting *p,
                        const GArray         *nodes)
{
  double sum = 0;

  if (p->heat == NULL || p->options.full_detail || nodes->len < FEWEST)
    return 0;
  for (guint i = 0; i < nodes->len; i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (p->scene, g_array_index (nodes, guint32, i));

      sum += MIN (node->width, node->height);
    }
  return CLAMP ((RESOLVED - sum / nodes->len * p->view.zoom) / (RESOLVED - MELTED), 0, 1);
}

/* What has no heat gives way to what has; of differences the larger one is told. */
static float
hotter (float a,
        float b)
{
  if (a > COLD && b > COLD)
    return fabsf (b) > fabsf (a) ? b : a;
  return MAX (a, b);
}

static void
put (Field *field,
     double x,
     double y,
     float  heat)
{
  int column = (int) floor ((x - field->left) / SIDE), row = (int) floor ((y - field->top) / SIDE);
  float *square;

  if (column < 0 || row < 0 || column >= field->width || row >= field->height)
    return;
  square = &field->heat[row * field->width + column];
  *square = hotter (*square, heat);
}

static void
put_line (Field      *field,
          HeddlePoint a,
          HeddlePoint b,
          float       heat)
{
  int steps = (int) CLAMP (hypot (b.x - a.x, b.y - a.y) / (SIDE * 0.7), 1, 4096);

  for (int i = 0; i <= steps; i++)
    put (field, a.x + (b.x - a.x) * i / steps, a.y + (b.y - a.y) * i / steps, heat);
}

static HeddlePoint
to_target (const Field *field,
           HeddlePoint  at)
{
  return (HeddlePoint) { heddle_painting_x (field->p, at.x), heddle_painting_y (field->p, at.y) };
}

static void
put_links (Field        *field,
           const GArray *links)
{
  gboolean difference = field->p->options.heat == HEDDLE_HEAT_DIFFERENCE;

  for (guint i = 0; i < links->len; i++)
    {
      guint32 index = g_array_index (links, guint32, i);
      const HeddleSceneLink *link = heddle_scene_link (field->p->scene, index);
      gboolean cubic;
      guint n;
      const HeddlePoint *points;

      if (!isfinite (link->heat) || (!difference && link->heat < 0))
        continue;
      points = heddle_scene_link_points (field->p->scene, index, &n, &cubic);
      if (cubic)
        put_line (field, to_target (field, points[0]), to_target (field, points[3]), link->heat);
      for (guint k = 1; !cubic && k < n; k++)
        put_line (field, to_target (field, points[k - 1]), to_target (field, points[k]), link->heat);
    }
}

static void
put_nodes (Field        *field,
           const GArray *nodes)
{
  for (guint i = 0; i < nodes->len; i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (field->p->scene, g_array_index (nodes, guint32, i));
      HeddleRect r = heddle_scene_node_rect (node);
      HeddlePoint a = to_target (field, (HeddlePoint) { r.x, r.y }), b = to_target (field, (HeddlePoint) { r.x + r.width, r.y + r.height });
      float heat = node->limits && node->busy >= 0 && field->p->options.heat != HEDDLE_HEAT_DIFFERENCE ? node->busy : COLD;

      for (double y = a.y; y <= b.y + SIDE / 2; y += SIDE)
        put_line (field, (HeddlePoint) { a.x, MIN (y, b.y) }, (HeddlePoint) { b.x, MIN (y, b.y) }, heat);
    }
}

static guint32
pixel_of (const Field *field,
          int          column,
          int          row,
          double       share)
{
  const HeddlePainting *p = field->p;
  float heat = field->heat[row * field->width + column];
  HeddleColour colour;
  double alpha = share;

  if (heat <= EMPTY)
    {
      /* Its edge, not that of a square: as hot as what it borders on, but thinner. */
      for (int k = 0; k < 4; k++)
        {
          int x = column + (k == 0) - (k == 1), y = row + (k == 2) - (k == 3);

          if (x >= 0 && y >= 0 && x < field->width && y < field->height)
            heat = hotter (heat, field->heat[y * field->width + x]);
        }
      if (heat <= EMPTY)
        return 0;
      alpha *= EDGE;
    }
  if (heat <= COLD)
    {
      colour = p->theme->idle_link;
      alpha *= 0.5;
    }
  else
    colour = p->heat_colours[heddle_colour_map_index (p->heat, heat)];
  return heddle_pixel_of (heddle_colour_with_alpha (colour, alpha));
}

/**
 * heddle_field_paint:
 * @p: a painting
 * @nodes: (element-type guint32): those in view
 * @links: (element-type guint32): those in view
 * @share: heddle_field_get_share ()
 */
void
heddle_field_paint (const HeddlePainting *p,
                    const GArray         *nodes,
                    const GArray         *links,
                    double                share)
{
  Field field = { .p = p, .width = (int) ceil (p->view.width / SIDE) + 3, .height = (int) ceil (p->view.height / SIDE) + 3 };
  g_autofree float *heat = g_new (float, field.width * field.height);
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, field.width, field.height);
  guint32 *pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (picture);
  int stride = cairo_image_surface_get_stride (picture) / (int) sizeof (guint32);

  field.heat = heat;
  field.left = -fmod (p->view.x * p->view.zoom, SIDE) - SIDE;
  field.top = -fmod (p->view.y * p->view.zoom, SIDE) - SIDE;
  for (int i = 0; i < field.width * field.height; i++)
    heat[i] = EMPTY;
  put_nodes (&field, nodes);
  put_links (&field, links);

  cairo_surface_flush (picture);
  for (int row = 0; row < field.height && pixels != NULL; row++)
    for (int column = 0; column < field.width; column++)
      pixels[row * stride + column] = pixel_of (&field, column, row, share);
  cairo_surface_mark_dirty (picture);

  cairo_save (p->cr);
  cairo_translate (p->cr, field.left, field.top);
  cairo_scale (p->cr, SIDE, SIDE);
  cairo_set_source_surface (p->cr, picture, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (p->cr), CAIRO_FILTER_BILINEAR);
  cairo_paint (p->cr);
  cairo_restore (p->cr);
  cairo_surface_destroy (picture);
}
