/* heddle-port-painter.c: ports of nodes and of the frame, with their labels
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-port-painter"

#include "heddle-painting.h"

#define PORT_SIZE 9.0
#define FRAME_PORT_SIZE 11.0
#define MIN_ZOOM 0.4
#define NEAR_ZOOM 1.4 /* from here on all ports are shown */
#define FADED_ALPHA 0.4

static HeddlePoint
outwards (HeddleSide side)
{
  const HeddlePoint vectors[] = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } };

  return vectors[side];
}

/* A short arrow away from the port: its link leads out of the module. Scene units, origin at the port. */
static void
paint_stub (const HeddlePainting  *p,
            const HeddleScenePort *port)
{
  HeddlePoint out = outwards (port->side);
  cairo_t *cr = p->cr;

  cairo_move_to (cr, out.x * PORT_SIZE / 2, out.y * PORT_SIZE / 2);
  cairo_line_to (cr, out.x * 18, out.y * 18);
  heddle_colour_set (cr, p->theme->wire);
  cairo_set_line_width (cr, 2);
  cairo_stroke (cr);
  cairo_move_to (cr, out.x * 24, out.y * 24);
  cairo_line_to (cr, out.x * 17 - out.y * 4.5, out.y * 17 + out.x * 4.5);
  cairo_line_to (cr, out.x * 17 + out.y * 4.5, out.y * 17 - out.x * 4.5);
  cairo_close_path (cr);
  cairo_fill (cr);
}

static void
paint_port_label (const HeddlePainting  *p,
                  const HeddleScenePort *port,
                  gboolean               of_frame)
{
  HeddlePoint out = outwards (port->side);
  HeddleTextLook look = { .size = of_frame ? 11.5 : 10.5, .bold = of_frame, .colour = of_frame ? p->theme->text : p->theme->dim };
  double away = port->state & HEDDLE_STATE_EXPORTED ? 27 : of_frame ? 9 : 8;

  if (of_frame && out.x == 0)
    heddle_text_paint (p->text, p->cr, 12, out.y < 0 ? -6 : 14, port->label, &look);
  else if (out.x == 0)
    {
      look.align = HEDDLE_TEXT_CENTRE;
      heddle_text_paint (p->text, p->cr, 0, out.y < 0 ? -away : away + 9, port->label, &look);
    }
  else
    {
      look.align = out.x < 0 ? HEDDLE_TEXT_RIGHT : HEDDLE_TEXT_LEFT;
      heddle_text_paint (p->text, p->cr, out.x * away, of_frame ? -10 : 4, port->label, &look);
    }
}

static void
paint_port (const HeddlePainting  *p,
            guint32                index,
            const HeddleScenePort *port)
{
  gboolean of_frame = port->node == HEDDLE_NO_INDEX;
  HeddlePoint at = heddle_scene_port_point (p->scene, index);
  double size = of_frame ? FRAME_PORT_SIZE : PORT_SIZE;
  double zoom = p->view.zoom;
  double x = heddle_painting_x (p, at.x);
  double y = heddle_painting_y (p, at.y);
  gboolean fits = (port->state & HEDDLE_STATE_FITS) != 0;
  HeddleColour edge = of_frame ? heddle_colour_over (p->theme->view_bg, p->theme->dim) : p->theme->node_outline;
  HeddleColour fill = p->theme->view_bg;

  if (x < -60 * zoom || y < -60 * zoom || x > p->view.width + 60 * zoom || y > p->view.height + 60 * zoom)
    return;

  if (port->state & HEDDLE_STATE_SELECTED)
    edge = fill = p->theme->accent;
  else if (fits)
    edge = fill = p->theme->success_text;
  else if (port->state & HEDDLE_STATE_FADED)
    {
      edge = heddle_colour_with_alpha (edge, FADED_ALPHA);
      fill = heddle_colour_with_alpha (fill, FADED_ALPHA);
    }

  cairo_save (p->cr);
  cairo_translate (p->cr, x, y);
  cairo_scale (p->cr, zoom, zoom);
  if (fits || port->state & HEDDLE_STATE_HOT)
    {
      cairo_new_path (p->cr);
      cairo_arc (p->cr, 0, 0, size * 1.3, 0, 2 * G_PI);
      heddle_colour_set (p->cr, heddle_colour_with_alpha (fits ? p->theme->success_text : p->theme->accent, 0.3));
      cairo_fill (p->cr);
    }
  if (port->state & HEDDLE_STATE_EXPORTED)
    paint_stub (p, port);
  heddle_path_rounded (p->cr, -size / 2, -size / 2, size, size, 2.5);
  heddle_colour_set (p->cr, fill);
  cairo_fill_preserve (p->cr);
  heddle_colour_set (p->cr, edge);
  cairo_set_line_width (p->cr, 1.4);
  cairo_stroke (p->cr);
  if (port->label != NULL
      && (of_frame ? zoom >= 0.55 : zoom >= 0.9 && !(port->state & HEDDLE_STATE_FADED)))
    paint_port_label (p, port, of_frame);
  cairo_restore (p->cr);
}

static void
paint_ports_of (const HeddlePainting *p,
                guint32               node)
{
  for (guint32 port = heddle_scene_first_port (p->scene, node); port != HEDDLE_NO_INDEX; port = heddle_scene_next_port (p->scene, port))
    paint_port (p, port, heddle_scene_port (p->scene, port));
}

void
heddle_frame_ports_paint (const HeddlePainting *painting)
{
  if (painting->view.zoom >= MIN_ZOOM || painting->options.full_detail)
    paint_ports_of (painting, HEDDLE_NO_INDEX);
}

/* Ports of the nodes in view: all while a link is made, else those of what is pointed at. */
void
heddle_ports_paint (const HeddlePainting *painting,
                    const GArray         *nodes)
{
  gboolean all = painting->options.ports == HEDDLE_PORTS_ALL || painting->view.zoom >= NEAR_ZOOM;

  if (painting->view.zoom < MIN_ZOOM || painting->options.ports == HEDDLE_PORTS_NONE)
    return;

  for (guint i = 0; i < nodes->len; i++)
    {
      guint32 node = g_array_index (nodes, guint32, i);

      if (all || heddle_scene_node (painting->scene, node)->state & HEDDLE_STATE_HOT)
        paint_ports_of (painting, node);
    }
}
