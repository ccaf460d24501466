/* heddle-node-painter.c: cards, stacks, bars and badges
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-node-painter"

#include "heddle-painting.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-figure.h>

#include "heddle-symbols.h"

/* What does not change while panning (card, stack, halo, symbol) is kept as a picture per size and state, at device
 * resolution; texts come from cached layouts and bars are painted each time. Below 10 px height nodes are plain rectangles,
 * one fill per colour: what only forwards is solid, the others are small cards. With heat these take the colour of their share, and what forwards
 * that of its hottest link, as links are hardly seen there. */

#define RADIUS 9.0
#define BOX_HEIGHT 10.0              /* px; lower nodes are plain rectangles */
#define SMALL_NAME 9.5               /* px: where a name as large as its card would be smaller, it is as large as this, */
#define SMALL_FROM 8.0               /* px that it else would have */
#define LEAST_NAME 7.0               /* or as fits, down to this */
#define NARROW_NAME 10.0             /* a name that has no room in a small card is that small before it is cut */
#define SUBTITLE_MIN_PX 7.0
#define TILE_SUBTITLE 11.0
#define TWO_LINES 16.0               /* px: half of the least height in which name and subtitle stand one above the other */
#define MAX_CARD_PIXELS (8u << 20)   /* pictures kept, 32 MB */
#define BOX_SIGN 0.75                /* of a sign: its size beside a plain rectangle */
#define SIGNED (HEDDLE_STATE_ERROR | HEDDLE_STATE_WARNING)
#define N_BOX_COLOURS (HEDDLE_N_CATEGORIES + 4)
#define OPEN_BOX 5.0                 /* px; smaller boxes have no room for another colour than their outline's */
#define CROWD 500                    /* rectangles above which the raster is faster */

typedef struct
{
  int width, height; /* device px of the card itself */
  int symbol;
  guint quarter_turns;
  int category;
  guint layers;
  guint state;
  HeddleNodeLayout layout;
  HeddleStyle style;
  float zoom, scale;
} CardKey;

struct _HeddleCards
{
  GHashTable *pictures; /* CardKey to cairo_surface_t */
  gsize pixels;
};

static guint
card_hash (gconstpointer data)
{
  const CardKey *k = data;
  guint h = (guint) k->width * 31u + (guint) k->height;

  h = h * 31u + (guint) k->symbol * 4u + k->quarter_turns;
  h = h * 31u + (guint) k->category;
  h = h * 31u + k->state;

  return h * 31u + k->layers + (guint) (k->zoom * 4096);
}

static gboolean
card_equal (gconstpointer a,
            gconstpointer b)
{
  const CardKey *x = a;
  const CardKey *y = b;

  return x->width == y->width && x->height == y->height && x->symbol == y->symbol
         && x->quarter_turns == y->quarter_turns && x->category == y->category
         && x->layers == y->layers && x->state == y->state && x->layout == y->layout && x->style == y->style
         && x->zoom == y->zoom && x->scale == y->scale;
}

HeddleCards *
heddle_cards_new (void)
{
  HeddleCards *self = g_new0 (HeddleCards, 1);

  self->pictures = g_hash_table_new_full (card_hash, card_equal, g_free, (GDestroyNotify) cairo_surface_destroy);

  return self;
}

void
heddle_cards_free (HeddleCards *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->pictures);
  g_free (self);
}

guint
heddle_stack_layers (const HeddleSceneNode *node)
{
  return node->count < 2 ? 0 : node->count == 2 ? 1 : node->count < 16 ? 2 : 4;
}

static HeddleColour
card_fill (const HeddleTheme *theme,
           int                category,
           guint              state)
{
  HeddleColour fill = theme->node_fill;

  if (category >= 0)
    fill = heddle_colour_mix (fill, theme->category[category % HEDDLE_N_CATEGORIES], theme->dark ? 0.22 : 0.12);
  if (state & HEDDLE_STATE_SELECTED)
    fill = heddle_colour_mix (fill, theme->accent, theme->dark ? 0.28 : 0.12);

  return fill;
}

static HeddleColour
card_outline (const HeddleTheme *theme,
              int                category,
              guint              state)
{
  HeddleColour outline = category >= 0 ? theme->category[category % HEDDLE_N_CATEGORIES] : theme->node_outline;

  if (state & HEDDLE_STATE_SELECTED)
    outline = theme->accent;
  else if (state & HEDDLE_STATE_FITS)
    outline = theme->success_text;

  return state & (HEDDLE_STATE_FADED | HEDDLE_STATE_FAILED) ? heddle_colour_mix (outline, theme->view_bg, 0.5) : outline;
}

static HeddleColour
card_ink (const HeddleTheme *theme,
          int                category,
          guint              state)
{
  HeddleColour fill = card_fill (theme, category, state);
  HeddleColour ink = heddle_colour_over (fill, theme->text);

  return state & (HEDDLE_STATE_FADED | HEDDLE_STATE_FAILED) ? heddle_colour_mix (ink, fill, 0.45) : ink;
}

static void
ring (cairo_t      *cr,
      double        width,
      double        height,
      double        radius,
      double        distance,
      double        thickness,
      HeddleColour  colour)
{
  heddle_path_rounded (cr, -distance, -distance, width + 2 * distance, height + 2 * distance, radius + distance);
  heddle_colour_set (cr, colour);
  cairo_set_line_width (cr, thickness);
  cairo_stroke (cr);
}

/* Where the symbol lies in a card of this size, scene units. */
static HeddleRect
symbol_place (HeddleNodeLayout layout,
              double           width,
              double           height)
{
  double size;

  switch (layout)
    {
    case HEDDLE_NODE_BAR:
      size = CLAMP (height - 12, 12, 24);
      return (HeddleRect) { 13, (height - size) / 2, size, size };
    case HEDDLE_NODE_CARD:
      size = CLAMP (height - 20, 14, 30);
      return (HeddleRect) { 13, (height - size) / 2, size, size };
    case HEDDLE_NODE_TILE:
      /* Low tiles have no line for a subtitle. */
      size = CLAMP (height < 60 ? height - 28 : height - 44, 16, 30);
      return (HeddleRect) { (width - size) / 2, height < 60 ? 6 : 9, size, size };
    case HEDDLE_NODE_COMPACT:
    default:
      if (height < 44 || width < 48)
        {
          size = MIN (MIN (width, height) - 8, 30);
          return (HeddleRect) { (width - size) / 2, (height - size) / 2, size, size };
        }
      return (HeddleRect) { 7, 7, 21, 21 };
    }
}

/* Beside the symbol or below the name, from the node's corner. */
HeddleRect
heddle_node_subtitle_room (const HeddleSceneNode *node)
{
  HeddleNodeLayout layout = heddle_scene_node_layout (node);
  HeddleRect s = symbol_place (layout, node->width, node->height);
  double x = node->symbol >= 0 ? s.x + s.width + (layout == HEDDLE_NODE_CARD ? 10 : 5) : 7;

  if (layout == HEDDLE_NODE_CARD)
    return (HeddleRect) { x, node->height / 2 - 2, node->width - x - 8, 17 };
  return layout == HEDDLE_NODE_COMPACT && node->height >= 44 ? (HeddleRect) { x, s.y, node->width - x - 3, s.height } : (HeddleRect) { 0, 0, 0, 0 };
}

static void
paint_symbol (cairo_t           *cr,
              const CardKey     *key,
              const HeddleTheme *theme,
              const HeddleRect  *place)
{
  double size = place->width * key->zoom;

  cairo_save (cr);
  cairo_translate (cr, place->x * key->zoom + size / 2, place->y * key->zoom + size / 2);
  cairo_rotate (cr, key->quarter_turns * G_PI_2);
  heddle_symbol_paint (key->symbol, cr, -size / 2, -size / 2, size, card_ink (theme, key->category, key->state));
  cairo_restore (cr);
}

/* From corner to corner. */
static void
strike_out (cairo_t *cr,
            double width,
            double height,
            double line,
            HeddleColour colour)
{
  cairo_move_to (cr, line, height - line);
  cairo_line_to (cr, width - line, line);
  cairo_move_to (cr, line, line);
  cairo_line_to (cr, width - line, height - line);
  heddle_colour_set (cr, heddle_colour_with_alpha (colour, 0.55));
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

/* Card with stack, halo and symbol; the card's top left corner is the origin, all in px. */
static void
draw_card (cairo_t           *cr,
           const CardKey     *key,
           const HeddleTheme *theme,
           double             width,
           double             height)
{
  double zoom = key->zoom;
  double radius = RADIUS * MIN (zoom, 1.6);
  double line = theme->outline_width;
  HeddleColour fill = card_fill (theme, key->category, key->state);
  HeddleColour outline = card_outline (theme, key->category, key->state);
  HeddleRect symbol = symbol_place (key->layout, width / zoom, height / zoom);

  for (guint layer = key->layers; layer > 0; layer--)
    {
      double step = layer * HEDDLE_LAYER_STEP * zoom;

      heddle_path_rounded (cr, step + line / 2, -step + line / 2, width - line, height - line, radius);
      heddle_colour_set (cr, heddle_colour_mix (fill, outline, 0.06));
      cairo_fill_preserve (cr);
      heddle_colour_set (cr, heddle_colour_mix (outline, fill, 0.35));
      cairo_set_line_width (cr, line);
      cairo_stroke (cr);
    }

  if (key->state & HEDDLE_STATE_LIT)
    {
      ring (cr, width, height, radius, 6.5, 5.0, heddle_colour_with_alpha (theme->category[1], 0.3));
      ring (cr, width, height, radius, 4.0, 2.5, theme->category[1]);
    }
  if (key->state & HEDDLE_STATE_SELECTED)
    ring (cr, width, height, radius, 1.5, 3.0, theme->accent);
  else if (key->state & HEDDLE_STATE_FITS)
    ring (cr, width, height, radius, 2.5, 2.0, theme->success_text);
  else if (key->state & HEDDLE_STATE_HOT)
    ring (cr, width, height, radius, 1.5, 3.0, heddle_colour_with_alpha (theme->accent, 0.45));
  else if (zoom > 0.4)
    {
      heddle_path_rounded (cr, -0.5, 0.8, width + 1, height + 0.8, radius + 1);
      cairo_set_source_rgba (cr, 0, 0, 0, theme->dark ? 0.28 : 0.10);
      cairo_fill (cr);
    }

  heddle_path_rounded (cr, line / 2, line / 2, width - line, height - line, radius);
  heddle_colour_set (cr, fill);
  cairo_fill_preserve (cr);
  heddle_colour_set (cr, outline);
  cairo_set_line_width (cr, line);
  if (key->state & HEDDLE_STATE_DOTTED)
    {
      const double dashes[] = { 3, 3 };

      cairo_set_dash (cr, dashes, G_N_ELEMENTS (dashes), 0);
    }
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);

  if (symbol.width * zoom >= 6)
    paint_symbol (cr, key, theme, &symbol);
  if (key->state & HEDDLE_STATE_FAILED)
    strike_out (cr, width, height, MAX (line, 1.5 * zoom), theme->error_text);
}

static double
card_margin (const CardKey *key)
{
  return ceil (key->layers * HEDDLE_LAYER_STEP * key->zoom) + (key->state & HEDDLE_STATE_LIT ? 10 : 5);
}

static cairo_surface_t *
card_picture (HeddleCards       *self,
              const CardKey     *key,
              const HeddleTheme *theme)
{
  cairo_surface_t *picture = g_hash_table_lookup (self->pictures, key);
  int margin = (int) ceil (card_margin (key) * key->scale);
  int width = key->width + 2 * margin;
  int height = key->height + 2 * margin;
  cairo_t *cr;

  if (picture != NULL)
    return picture;

  if (self->pixels + (gsize) width * (gsize) height > MAX_CARD_PIXELS)
    {
      g_hash_table_remove_all (self->pictures);
      self->pixels = 0;
    }
  picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cr = cairo_create (picture);
  cairo_translate (cr, margin, margin);
  cairo_scale (cr, key->scale, key->scale);
  draw_card (cr, key, theme, key->width / (double) key->scale, key->height / (double) key->scale);
  cairo_destroy (cr);
  self->pixels += (gsize) width * (gsize) height;
  g_hash_table_insert (self->pictures, g_memdup2 (key, sizeof *key), picture);

  return picture;
}

/* Where the desktop's scale of text leaves no room for a word in its box, the word is smaller again, but not below its usual size. */
static void
paint_fitted (const HeddlePainting *p,
              double                x,
              double                y,
              double                width,
              double                height,
              const char           *text,
              const HeddleTextLook *look)
{
  HeddleTextLook fitted = *look;
  double wanted = heddle_text_width (p->text, text, look->size, look->bold), scale = heddle_text_get_scale (p->text);

  if (wanted > width && scale > 1)
    fitted.size = MIN (look->size, MAX (MAX (look->size / scale, heddle_text_get_least (p->text) / scale / p->view.zoom), look->size * MAX (width, 0) / wanted));
  heddle_text_paint_box (p->text, p->cr, x, y, width, height, text, &fitted);
}

static void
paint_bar_texts (const HeddlePainting  *p,
                 const HeddleSceneNode *node,
                 HeddleTextLook         name,
                 HeddleTextLook         subtitle,
                 gboolean               with_subtitle)
{
  double x = symbol_place (HEDDLE_NODE_BAR, node->width, node->height).x;
  double right = node->width - 12;
  double h = node->height;

  name.size = 13.5;
  x += node->symbol >= 0 ? symbol_place (HEDDLE_NODE_BAR, node->width, h).width + 9 : 0;
  if (with_subtitle && node->figure != NULL)
    {
      HeddleTextLook figure = { .size = 12, .bold = TRUE, .align = HEDDLE_TEXT_RIGHT, .colour = name.colour };
      double width = MIN (heddle_text_width (p->text, node->figure, figure.size, TRUE), right - x);

      paint_fitted (p, right - width, 0, width, h, node->figure, &figure);
      right -= width + 12;
    }
  if (right > x)
    paint_fitted (p, x, 0, right - x, h, node->name, &name);
  x += heddle_text_width (p->text, node->name, name.size, TRUE) + 14;
  if (with_subtitle && node->subtitle != NULL && right - x > 20)
    paint_fitted (p, x, 0.5, right - x, h, node->subtitle, &subtitle);
}

/* What is left for a name beside or below the symbol, in px; the symbol gives way where that is too low. */
static HeddleRect
room_for_small_name (const HeddlePainting  *p,
                     const HeddleSceneNode *node,
                     HeddleNodeLayout       layout)
{
  double zoom = p->view.zoom, width = node->width * zoom, height = (node->height - heddle_limit_height (p, node)) * zoom;
  HeddleRect s = symbol_place (layout, node->width, node->height);
  double below = (s.y + s.height) * zoom;

  if (layout == HEDDLE_NODE_BAR || layout == HEDDLE_NODE_CARD)
    {
      double left = node->symbol >= 0 && s.width * zoom >= 6 ? (s.x + s.width) * zoom + 2 : 3;

      return (HeddleRect) { left, 0, width - left - 3, height };
    }
  if (node->symbol >= 0 && s.width * zoom >= 6 && height - below < heddle_painting_still_size (p, SMALL_NAME) * heddle_text_get_scale (p->text))
    return (HeddleRect) { 0, 0, 0, 0 };
  return node->symbol >= 0 && s.width * zoom >= 6 ? (HeddleRect) { 2, below, width - 4, height - below } : (HeddleRect) { 2, 0, width - 4, height };
}

/* How much smaller than SMALL_NAME a text has to be; 0 if it would be too small. */
static double
fit_small (const HeddlePainting  *p,
           const HeddleSceneNode *node,
           const HeddleRect      *room,
           const char            *text)
{
  double scale = heddle_text_get_scale (p->text), size = heddle_painting_still_size (p, SMALL_NAME), width, by;
  glong own = g_utf8_strlen (text, -1), longest = (glong) node->name_length - g_utf8_strlen (node->name, -1) + own;

  if (room->width <= 0 || room->height < LEAST_NAME || own == 0)
    return 0;
  width = heddle_text_width (p->text, text, size, TRUE) + MAX (longest - own, 0) * heddle_text_width (p->text, "0", size, TRUE);
  by = MIN (1, MIN (room->width / width, room->height / (size * scale)));
  return by * size * scale >= MAX (LEAST_NAME, heddle_text_get_least (p->text)) ? by : 0;
}

/* Whether all of its name can be read where cards have it; in a card that is too small for words it stands below. */
static gboolean
has_room (const HeddlePainting  *p,
          const HeddleSceneNode *node)
{
  double least = heddle_text_get_least (p->text), scale = heddle_text_get_scale (p->text), zoom = p->view.zoom, room = node->width - 11;
  HeddleNodeLayout layout = heddle_scene_node_layout (node);
  HeddleRect s = symbol_place (layout, node->width, node->height);

  if (layout == HEDDLE_NODE_CARD || layout == HEDDLE_NODE_BAR)
    room -= node->symbol >= 0 ? s.x + s.width + 8 : 12;
  else if (layout == HEDDLE_NODE_COMPACT && (node->height < 44 || node->width < 48))
    return 10.5 * scale * zoom >= least;
  return 12 * scale * zoom >= least && heddle_text_width (p->text, node->name, least / scale, TRUE) <= room * zoom;
}

static gboolean
has_small_name (const HeddlePainting  *p,
                const HeddleSceneNode *node)
{
  if (p->options.full_detail)
    return FALSE;
  return p->view.zoom * 12 * heddle_text_get_scale (p->text) < SMALL_FROM || (heddle_text_get_least (p->text) > 0 && !has_room (p, node));
}

/* Whether its name is on its face, all of it. */
gboolean
heddle_node_shows_name (const HeddlePainting  *p,
                        const HeddleSceneNode *node)
{
  HeddleRect room;

  if (!has_small_name (p, node))
    return TRUE;
  if (node->height * p->view.zoom < BOX_HEIGHT)
    return FALSE;
  room = room_for_small_name (p, node, heddle_scene_node_layout (node));
  return fit_small (p, node, &room, node->name) > 0;
}

/* What is hottest inside a module takes the place of its symbol, above its name. */
static gboolean
shows_small_hottest (const HeddlePainting  *p,
                     const HeddleSceneNode *node,
                     HeddleNodeLayout       layout)
{
  return p->heat != NULL && node->hottest != NULL && has_small_name (p, node) && layout == HEDDLE_NODE_COMPACT
         && room_for_small_name (p, node, layout).y >= 9;
}

/* Far out a name is as large as it can be read, as long as it fits; of a member where that does not its place in the array. */
static void
paint_small_name (const HeddlePainting  *p,
                  const HeddleSceneNode *node,
                  HeddleNodeLayout       layout)
{
  HeddleRect room = room_for_small_name (p, node, layout);
  HeddleTextLook look = { .size = heddle_painting_still_size (p, SMALL_NAME), .bold = TRUE, .colour = card_ink (p->theme, node->category, node->state) };
  const char *text = node->name;
  double by = fit_small (p, node, &room, text);

  if (shows_small_hottest (p, node, layout))
    {
      HeddleRect chip = { 3, 3, node->width * p->view.zoom - 6, room.y - 3 };

      cairo_save (p->cr);
      cairo_scale (p->cr, 1 / p->view.zoom, 1 / p->view.zoom);
      heddle_paint_small_hottest (p, node, &chip);
      cairo_restore (p->cr);
    }
  if (by <= 0 && (text = strchr (node->name, '[')) != NULL)
    by = fit_small (p, node, &room, text);
  if (by <= 0)
    return;
  if (layout != HEDDLE_NODE_BAR && layout != HEDDLE_NODE_CARD)
    look.align = HEDDLE_TEXT_CENTRE;
  cairo_save (p->cr);
  cairo_scale (p->cr, by / p->view.zoom, by / p->view.zoom);
  heddle_text_paint_box (p->text, p->cr, room.x / by, room.y / by, room.width / by + 1, room.height / by, text, &look);
  cairo_restore (p->cr);
}

/* Whether all of its type can be read, where it stands above or below other words. */
static gboolean
has_room_for_type (const HeddlePainting  *p,
                   const HeddleSceneNode *node,
                   HeddleNodeLayout       layout,
                   const HeddleTextLook  *look)
{
  HeddleRect s = symbol_place (layout, node->width, node->height);
  double size = layout == HEDDLE_NODE_TILE ? TILE_SUBTITLE : look->size, scale = heddle_text_get_scale (p->text), width = node->width - 6;

  if (layout == HEDDLE_NODE_CARD)
    width = node->width - 8 - (node->symbol >= 0 ? s.x + s.width + 10 : 13);
  else if (layout == HEDDLE_NODE_COMPACT)
    width = node->width - s.x - s.width - 9;
  return layout == HEDDLE_NODE_BAR || heddle_text_width (p->text, node->subtitle, size, FALSE) <= width * scale;
}

/* Texts of a card in scene units, origin at its corner. */
static void
paint_texts (const HeddlePainting  *p,
             const HeddleSceneNode *node,
             HeddleNodeLayout       layout)
{
  HeddleColour ink = card_ink (p->theme, node->category, node->state);
  HeddleColour fill = card_fill (p->theme, node->category, node->state);
  HeddleTextLook name = { .size = 12.5, .bold = TRUE, .colour = ink };
  HeddleTextLook subtitle = { .size = 11.5, .colour = node->state & HEDDLE_STATE_FADED ? ink : heddle_colour_over (fill, p->theme->dim) };
  double scale = heddle_text_get_scale (p->text);
  gboolean with_subtitle = p->options.full_detail || subtitle.size * scale * p->view.zoom >= SUBTITLE_MIN_PX;
  gboolean has_hottest = p->heat != NULL && node->hottest != NULL;
  /* Three letters of a type say less than its symbol does. */
  gboolean has_subtitle = node->subtitle != NULL && *node->subtitle != '\0' && has_room_for_type (p, node, layout, &subtitle);
  gboolean has_share = node->n_strip > 0 || (node->busy >= 0 && !node->limits);
  HeddleRect s = symbol_place (layout, node->width, node->height);
  double w = node->width;
  double h = node->height - (has_share ? 6 : 0);

  if (has_small_name (p, node))
    {
      paint_small_name (p, node, layout);
      return;
    }

  switch (layout)
    {
    case HEDDLE_NODE_BAR:
      paint_bar_texts (p, node, name, subtitle, with_subtitle);
      break;

    case HEDDLE_NODE_CARD:
      {
        double x = node->symbol >= 0 ? s.x + s.width + 10 : 13;

        if ((has_subtitle || has_hottest) && 2 * TWO_LINES * scale <= h)
          {
            paint_fitted (p, x, h / 2 - 18 * scale, w - x - 8, 18 * scale, node->name, &name);
            if (with_subtitle && has_hottest)
              heddle_paint_hottest (p, node);
            else if (with_subtitle)
              paint_fitted (p, x, h / 2, w - x - 8, 17 * scale, node->subtitle, &subtitle);
          }
        else
          paint_fitted (p, x, 0, w - x - 8, h, node->name, &name);
        break;
      }

    case HEDDLE_NODE_TILE:
      name.align = subtitle.align = HEDDLE_TEXT_CENTRE;
      name.size = 12;
      subtitle.size = TILE_SUBTITLE;
      paint_fitted (p, 3, s.y + s.height + 2, w - 6, 17 * scale, node->name, &name);
      if (with_subtitle && has_subtitle && s.y + s.height + 31 * scale <= node->height)
        paint_fitted (p, 3, s.y + s.height + 17 * scale, w - 6, 14 * scale, node->subtitle, &subtitle);
      break;

    case HEDDLE_NODE_COMPACT:
    default:
      name.size = 12;
      if (node->height < 44 || w < 48)
        {
          /* Too small for words: the name stands below. */
          name.align = HEDDLE_TEXT_CENTRE;
          name.size = 10.5;
          name.colour = p->theme->dim;
          if (p->options.full_detail || p->view.zoom >= 0.8)
            {
              double width = heddle_text_width (p->text, node->name, name.size, TRUE) + 6;

              heddle_path_rounded (p->cr, (w - width) / 2, node->height + 2, width, 13 * scale, 4);
              heddle_colour_set (p->cr, heddle_colour_with_alpha (p->theme->view_bg, 0.8));
              cairo_fill (p->cr);
              heddle_text_paint (p->text, p->cr, w / 2, node->height + 2 + 10 * scale, node->name, &name);
            }
          break;
        }
      if (with_subtitle && has_hottest)
        heddle_paint_hottest (p, node);
      else if (with_subtitle && has_subtitle)
        paint_fitted (p, s.x + s.width + 5, s.y, w - s.x - s.width - 9, s.height, node->subtitle, &subtitle);
      name.size = CLAMP (name.size * (w - 11) * scale / heddle_text_width (p->text, node->name, name.size, TRUE), NARROW_NAME, name.size);
      paint_fitted (p, 7, s.y + s.height, w - 11, MAX (h - s.y - s.height - 3, 14), node->name, &name);
      break;
    }
}

static void
paint_node (HeddleCards           *cards,
            const HeddlePainting  *p,
            const HeddleSceneNode *node)
{
  cairo_t *cr = p->cr;
  double zoom = p->view.zoom;
  double scale = p->options.device_scale;
  HeddleRect r = heddle_scene_node_rect (node);
  double x = heddle_painting_snap (p, heddle_painting_x (p, r.x));
  double y = heddle_painting_snap (p, heddle_painting_y (p, r.y));
  HeddleNodeLayout layout = heddle_scene_node_layout (node);
  CardKey key = {
    .width = (int) round (r.width * zoom * scale),
    .height = (int) round (r.height * zoom * scale),
    .symbol = node->symbol,
    .quarter_turns = node->quarter_turns % 4,
    .category = node->category,
    .layers = heddle_stack_layers (node),
    .state = node->state & (HEDDLE_STATE_SELECTED | HEDDLE_STATE_HOT | HEDDLE_STATE_FADED | HEDDLE_STATE_FITS | HEDDLE_STATE_DOTTED | HEDDLE_STATE_LIT
                            | HEDDLE_STATE_FAILED),
    .layout = layout,
    .style = p->theme->style,
    .zoom = (float) zoom,
    .scale = (float) scale,
  };

  cairo_save (cr);
  cairo_translate (cr, x, y);
  if (shows_small_hottest (p, node, layout))
    key.symbol = HEDDLE_SYMBOL_NONE;
  if (p->options.full_detail)
    draw_card (cr, &key, p->theme, r.width * zoom, r.height * zoom);
  else
    {
      cairo_surface_t *picture = card_picture (cards, &key, p->theme);
      double margin = ceil (card_margin (&key) * scale) / scale;

      cairo_save (cr);
      cairo_scale (cr, 1 / scale, 1 / scale);
      cairo_set_source_surface (cr, picture, -margin * scale, -margin * scale);
      cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
      cairo_paint (cr);
      cairo_restore (cr);
    }
  cairo_scale (cr, zoom, zoom);
  if (zoom >= 0.3 || p->options.full_detail)
    {
      heddle_paint_share (p, node);
      heddle_paint_marks (p, node);
    }
  paint_texts (p, node, layout);
  if (p->heat != NULL && node->limits && node->busy >= 0)
    heddle_paint_limit (p, node);
  heddle_paint_badges (p, node);
  cairo_restore (cr);
}

/* Of a plain rectangle or its outline: faded, a card, solid, a category, selected; what comes last lies above. */
static guint
box_colour (const HeddleSceneNode *node)
{
  return node->state & HEDDLE_STATE_SELECTED ? N_BOX_COLOURS - 1
         : node->state & (HEDDLE_STATE_FADED | HEDDLE_STATE_FAILED) ? 0
         : node->category >= 0               ? 3 + (guint) node->category % HEDDLE_N_CATEGORIES
         : node->forwards                    ? 2
                                             : 1;
}

static gboolean
is_box (const HeddlePainting  *p,
        const HeddleSceneNode *node)
{
  return node->height * p->view.zoom < BOX_HEIGHT;
}

/* Counting sort: boxes by colour, as added within one; @out_start: (array length=N_BOX_COLOURS + 1). Each node is looked at once, as a million of
 * them does not fit into any cache. */
static guint32 *
sorted_by_colour (const HeddlePainting *p,
                  const GArray         *nodes,
                  guint                *out_start)
{
  guint32 *order = g_new (guint32, MAX (nodes->len, 1));
  g_autofree guint8 *colours = g_new (guint8, MAX (nodes->len, 1));
  guint at[N_BOX_COLOURS + 1] = { 0 };

  for (guint i = 0; i < nodes->len; i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (p->scene, g_array_index (nodes, guint32, i));

      colours[i] = is_box (p, node) ? (guint8) box_colour (node) : N_BOX_COLOURS;
      if (colours[i] < N_BOX_COLOURS)
        at[colours[i] + 1]++;
    }
  for (guint c = 0; c < N_BOX_COLOURS; c++)
    at[c + 1] += at[c];
  memcpy (out_start, at, sizeof at);
  for (guint i = 0; i < nodes->len; i++)
    if (colours[i] < N_BOX_COLOURS)
      order[at[colours[i]]++] = g_array_index (nodes, guint32, i);

  return order;
}

static HeddleRect
box_rect (const HeddlePainting *p,
          guint32               index)
{
  HeddleRect r = heddle_scene_node_rect (heddle_scene_node (p->scene, index));

  return (HeddleRect) { heddle_painting_snap (p, heddle_painting_x (p, r.x)), heddle_painting_snap (p, heddle_painting_y (p, r.y)),
                        MAX (1, heddle_painting_snap (p, r.width * p->view.zoom)), MAX (1, heddle_painting_snap (p, r.height * p->view.zoom)) };
}

/* What a box has inside its outline; %FALSE if nothing fits or it is solid. */
static gboolean
get_inside (const HeddlePainting  *p,
            const HeddleSceneNode *node,
            HeddleRect            *rect,
            HeddleColour          *out_fill)
{
  if (box_colour (node) > 1 || node->forwards || rect->width < OPEN_BOX || rect->height < OPEN_BOX)
    return FALSE;

  *rect = (HeddleRect) { rect->x + 1, rect->y + 1, rect->width - 2, rect->height - 2 };
  *out_fill = p->heat != NULL && node->busy > 0 ? heddle_colour_map_entry (p->share, heddle_colour_map_index (p->share, node->busy))
                                                : card_fill (p->theme, -1, node->state);
  return TRUE;
}

/* By node, the hottest of its links that are in view, or below 0; %NULL if heat is off. */
static float *
find_hottest (const HeddlePainting *p,
              const GArray         *links)
{
  guint n = heddle_scene_n_nodes (p->scene);
  float *hottest;

  if (p->options.heat == HEDDLE_HEAT_OFF || p->options.heat == HEDDLE_HEAT_DIFFERENCE)
    return NULL;

  hottest = g_new (float, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    hottest[i] = -1;
  for (guint i = 0; i < links->len; i++)
    {
      const HeddleSceneLink *link = heddle_scene_link (p->scene, g_array_index (links, guint32, i));
      guint32 ends[] = { heddle_painting_end_node (p, link->from), heddle_painting_end_node (p, link->to) };

      for (guint k = 0; k < G_N_ELEMENTS (ends) && link->heat >= 0; k++)
        if (ends[k] != HEDDLE_NO_INDEX)
          hottest[ends[k]] = MAX (hottest[ends[k]], link->heat);
    }
  return hottest;
}

static void
fill_box (const HeddlePainting *p,
          const HeddleRect     *r,
          HeddleColour          colour,
          gboolean              crowd)
{
  if (crowd)
    {
      heddle_raster_box (p->raster, r->x, r->y, r->width, r->height, colour);
      return;
    }
  heddle_colour_set (p->cr, colour);
  cairo_rectangle (p->cr, r->x, r->y, r->width, r->height);
  cairo_fill (p->cr);
}

/* Over all boxes: a sign is larger than most of them. */
static void
paint_box_signs (const HeddlePainting *p,
                 const guint32        *boxes,
                 guint                 n)
{
  for (guint i = 0; i < n; i++)
    {
      guint state = heddle_scene_node (p->scene, boxes[i])->state;
      HeddleRect r = box_rect (p, boxes[i]);

      if ((state & SIGNED) == 0)
        continue;
      cairo_save (p->cr);
      cairo_translate (p->cr, r.x + r.width, r.y + r.height);
      cairo_scale (p->cr, BOX_SIGN, BOX_SIGN);
      heddle_paint_sign (p, state, 0, 0);
      cairo_restore (p->cr);
    }
}

static void
paint_boxes (const HeddlePainting *p,
             const GArray         *nodes,
             const GArray         *links)
{
  const HeddleTheme *theme = p->theme;
  HeddleColour colours[N_BOX_COLOURS];
  guint start[N_BOX_COLOURS + 1];
  g_autofree guint32 *order = sorted_by_colour (p, nodes, start);
  g_autofree float *hottest = start[N_BOX_COLOURS] > 0 ? find_hottest (p, links) : NULL;
  gboolean crowd = start[N_BOX_COLOURS] > CROWD;

  colours[0] = heddle_colour_mix (theme->view_bg, theme->node_outline, 0.35);
  colours[1] = heddle_colour_mix (theme->view_bg, theme->node_outline, 0.75);
  colours[2] = heddle_colour_mix (theme->view_bg, theme->text, 0.6);
  for (guint i = 0; i < HEDDLE_N_CATEGORIES; i++)
    colours[3 + i] = heddle_colour_mix (theme->view_bg, theme->category[i], 0.7);
  colours[N_BOX_COLOURS - 1] = theme->accent;

  cairo_save (p->cr);
  cairo_set_antialias (p->cr, CAIRO_ANTIALIAS_NONE);
  if (crowd)
    heddle_raster_begin (p->raster, p->view.width, p->view.height, p->options.device_scale);
  else
    heddle_raster_end (p->raster, p->cr);
  for (guint c = 0; c < N_BOX_COLOURS; c++)
    for (guint i = start[c]; i < start[c + 1]; i++)
      {
        HeddleRect r = box_rect (p, order[i]);
        const HeddleSceneNode *node = heddle_scene_node (p->scene, order[i]);
        gboolean full = c == 2 && p->heat != NULL && node->limits && node->busy >= 0;
        gboolean hot = c == 2 && hottest != NULL && hottest[order[i]] >= 0;
        HeddleColour own = full ? heddle_colour_map_entry (p->share, heddle_colour_map_index (p->share, node->busy))
                           : hot ? p->heat_colours[heddle_colour_map_index (p->heat, hottest[order[i]])]
                                 : colours[c];
        HeddleColour inside;

        if (p->field >= 1 && c < N_BOX_COLOURS - 1)
          continue;
        fill_box (p, &r, own, crowd);
        if (get_inside (p, node, &r, &inside))
          fill_box (p, &r, inside, crowd);
      }
  heddle_raster_end (p->raster, p->cr);
  cairo_restore (p->cr);
  if (!crowd)
    paint_box_signs (p, order, start[N_BOX_COLOURS]);
}

void
heddle_nodes_paint (HeddleCards          *cards,
                    const HeddlePainting *painting,
                    const GArray         *nodes,
                    const GArray         *links)
{
  if (!painting->options.full_detail)
    paint_boxes (painting, nodes, links);

  for (guint i = 0; i < nodes->len; i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (painting->scene, g_array_index (nodes, guint32, i));

      if (painting->options.full_detail || !is_box (painting, node))
        paint_node (cards, painting, node);
    }
}
