/* heddle-overlay-painter.c: what lies over a scene while it is edited: rubber band, guides, wire, ghosts, focus
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-overlay-painter"

#include "heddle-overlay-painter.h"

#include <math.h>

#include "heddle-painting.h"
#include "heddle-symbols.h"

#define GUIDE_WIDTH 1.0
#define GAP_TICK 4.0
#define FOCUS_DISTANCE 5.0
#define TIP_DISTANCE 16.0
#define TIP_HEIGHT 22.0
#define END_RADIUS 4.5

typedef struct
{
  cairo_t *cr;
  HeddleText *text;
  const HeddleTheme *theme;
  const HeddleViewport *view;
} Overlay;

static double
to_x (const Overlay *o,
      double         x)
{
  return (x - o->view->x) * o->view->zoom;
}

static double
to_y (const Overlay *o,
      double         y)
{
  return (y - o->view->y) * o->view->zoom;
}

static double
crisp (double v)
{
  return floor (v) + 0.5;
}

/* A word on a ground of its own, its middle at (x, y); kept inside the view. */
static void
paint_pill (const Overlay *o,
            double         x,
            double         y,
            const char    *words,
            HeddleColour   ground,
            HeddleColour   ink)
{
  HeddleTextLook look = { .size = 11.5, .align = HEDDLE_TEXT_CENTRE, .colour = ink };
  double width = heddle_text_width (o->text, words, look.size, FALSE) + 16;
  double height = TIP_HEIGHT * heddle_text_get_scale (o->text);

  x = CLAMP (x - width / 2, 2, MAX (2, o->view->width - width - 2));
  y = CLAMP (y - height / 2, 2, MAX (2, o->view->height - height - 2));
  heddle_path_rounded (o->cr, x, y, width, height, 6);
  heddle_colour_set (o->cr, ground);
  cairo_fill (o->cr);
  heddle_text_paint_box (o->text, o->cr, x, y, width, height, words, &look);
}

static void
paint_band (const Overlay    *o,
            const HeddleRect *band)
{
  double x = crisp (to_x (o, band->x)), y = crisp (to_y (o, band->y));

  cairo_rectangle (o->cr, x, y, crisp (to_x (o, band->x + band->width)) - x, crisp (to_y (o, band->y + band->height)) - y);
  heddle_colour_set (o->cr, heddle_colour_with_alpha (o->theme->accent, 0.12));
  cairo_fill_preserve (o->cr);
  heddle_colour_set (o->cr, o->theme->accent);
  cairo_set_line_width (o->cr, 1);
  cairo_stroke (o->cr);
}

static void
move_along (const Overlay     *o,
            const HeddleGuide *guide,
            double             along,
            double             across_px,
            double            *out_x,
            double            *out_y)
{
  *out_x = guide->vertical ? crisp (to_x (o, guide->at)) + across_px : to_x (o, along);
  *out_y = guide->vertical ? to_y (o, along) : crisp (to_y (o, guide->at)) + across_px;
}

static void
line_along (const Overlay     *o,
            const HeddleGuide *guide,
            double             begin,
            double             end,
            double             begin_px,
            double             end_px)
{
  double x, y;

  move_along (o, guide, begin, begin_px, &x, &y);
  cairo_move_to (o->cr, x, y);
  move_along (o, guide, end, end_px, &x, &y);
  cairo_line_to (o->cr, x, y);
}

static void
paint_guide (const Overlay     *o,
             const HeddleGuide *guide)
{
  g_autofree char *figure = NULL;
  double x, y;

  heddle_colour_set (o->cr, o->theme->accent);
  cairo_set_line_width (o->cr, GUIDE_WIDTH);
  line_along (o, guide, guide->begin, guide->end, 0, 0);
  if (guide->gap_end > guide->gap_begin)
    {
      line_along (o, guide, guide->gap_begin, guide->gap_begin, -GAP_TICK, GAP_TICK);
      line_along (o, guide, guide->gap_end, guide->gap_end, -GAP_TICK, GAP_TICK);
    }
  cairo_stroke (o->cr);
  if (guide->gap_end <= guide->gap_begin)
    return;

  figure = g_strdup_printf ("%ld", lround (guide->gap_end - guide->gap_begin));
  move_along (o, guide, (guide->gap_begin + guide->gap_end) / 2, 0, &x, &y);
  paint_pill (o, x, y, figure, o->theme->accent, o->theme->accent_fg);
}

static void
paint_wire (const Overlay       *o,
            const HeddleOverlay *overlay)
{
  const double dashes[] = { 6, 4 };
  HeddleColour colour = overlay->wire == HEDDLE_WIRE_FITS      ? o->theme->success_text
                        : overlay->wire == HEDDLE_WIRE_REFUSED ? o->theme->error_text
                                                               : o->theme->accent;
  double x = to_x (o, overlay->wire_to.x), y = to_y (o, overlay->wire_to.y);

  heddle_colour_set (o->cr, colour);
  cairo_set_line_width (o->cr, 2);
  if (overlay->wire != HEDDLE_WIRE_FITS)
    cairo_set_dash (o->cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_move_to (o->cr, to_x (o, overlay->wire_from.x), to_y (o, overlay->wire_from.y));
  cairo_line_to (o->cr, x, y);
  cairo_stroke (o->cr);
  cairo_set_dash (o->cr, NULL, 0, 0);
  cairo_new_path (o->cr);
  cairo_arc (o->cr, x, y, END_RADIUS, 0, 2 * G_PI);
  cairo_fill (o->cr);
}

/* A card that is not there yet: its outline, symbol and name, all in the accent. */
static void
paint_ghost (const Overlay         *o,
             const HeddleSceneNode *ghost)
{
  const double dashes[] = { 5, 3 };
  HeddleRect r = heddle_scene_node_rect (ghost);
  HeddleTextLook look = { .size = 12.5, .bold = TRUE, .colour = o->theme->accent_text };
  double size = CLAMP (r.height - 20, 14, 30);
  gboolean wide = r.width >= 120;

  cairo_save (o->cr);
  cairo_translate (o->cr, to_x (o, r.x), to_y (o, r.y));
  cairo_scale (o->cr, o->view->zoom, o->view->zoom);
  heddle_path_rounded (o->cr, 0, 0, r.width, r.height, 9);
  heddle_colour_set (o->cr, heddle_colour_with_alpha (o->theme->accent, 0.10));
  cairo_fill_preserve (o->cr);
  heddle_colour_set (o->cr, o->theme->accent);
  cairo_set_line_width (o->cr, 1.5 / o->view->zoom);
  cairo_set_dash (o->cr, dashes, G_N_ELEMENTS (dashes), 0);
  cairo_stroke (o->cr);
  if (wide && ghost->symbol != HEDDLE_SYMBOL_NONE)
    heddle_symbol_paint (ghost->symbol, o->cr, 13, (r.height - size) / 2, size, o->theme->accent_text);
  if (wide && ghost->name != NULL)
    heddle_text_paint_box (o->text, o->cr, 53, 0, r.width - 60, r.height, ghost->name, &look);
  cairo_restore (o->cr);
}

static void
paint_focus (const Overlay    *o,
             const HeddleRect *focus)
{
  double x = to_x (o, focus->x) - FOCUS_DISTANCE, y = to_y (o, focus->y) - FOCUS_DISTANCE;

  heddle_path_rounded (o->cr, x, y, focus->width * o->view->zoom + 2 * FOCUS_DISTANCE, focus->height * o->view->zoom + 2 * FOCUS_DISTANCE,
                       9 * MIN (o->view->zoom, 1.6) + FOCUS_DISTANCE);
  heddle_colour_set (o->cr, heddle_colour_with_alpha (o->theme->accent, 0.6));
  cairo_set_line_width (o->cr, 2);
  cairo_stroke (o->cr);
}

/**
 * heddle_overlay_paint:
 * @self: what to paint
 * @cr: a Cairo context as for heddle_scene_painter_paint()
 * @text: layouts
 * @theme: the colours
 * @viewport: that of the scene
 *
 * Lines and figures keep their size at every zoom.
 */
void
heddle_overlay_paint (const HeddleOverlay  *self,
                      cairo_t              *cr,
                      HeddleText           *text,
                      const HeddleTheme    *theme,
                      const HeddleViewport *viewport)
{
  Overlay o = { cr, text, theme, viewport };

  cairo_save (cr);
  if (self->focus != NULL)
    paint_focus (&o, self->focus);
  for (guint i = 0; i < self->n_ghosts; i++)
    paint_ghost (&o, &self->ghosts[i]);
  if (self->wired)
    paint_wire (&o, self);
  for (guint i = 0; i < self->n_guides; i++)
    paint_guide (&o, &self->guides[i]);
  if (self->band != NULL)
    paint_band (&o, self->band);
  if (self->tip != NULL)
    paint_pill (&o, to_x (&o, self->tip_at.x), to_y (&o, self->tip_at.y) + TIP_DISTANCE + TIP_HEIGHT, self->tip,
                theme->badge_bg, theme->badge_fg);
  cairo_restore (cr);
}
