/* heddle-painting.h: what the parts of the scene painter share while one frame is painted
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-figure.h>

#include "heddle-colour-map.h"
#include "heddle-raster.h"
#include "heddle-scene-painter.h"

G_BEGIN_DECLS

typedef struct
{
  cairo_t *cr;
  HeddleScene *scene;
  HeddleText *text;
  HeddleRaster *raster;
  const HeddleTheme *theme;
  const HeddleColourMap *heat;  /* for links, as options.heat says; %NULL if off */
  const HeddleColourMap *share; /* for busy bars and strips */
  HeddleColour heat_colours[HEDDLE_MAP_ENTRIES];
  GArray *pilled;               /* guint32: links of the scene that had a figure in the last frame, and then in this one */
  double field;                 /* heddle_field_get_share() */
  HeddleViewport view;
  HeddlePaintOptions options;
} HeddlePainting;

static inline double
heddle_painting_x (const HeddlePainting *painting,
                   double                x)
{
  return (x - painting->view.x) * painting->view.zoom;
}

static inline double
heddle_painting_y (const HeddlePainting *painting,
                   double                y)
{
  return (y - painting->view.y) * painting->view.zoom;
}

/* To whole device pixels, so that edges are crisp; pictures for export keep their exact places. */
static inline double
heddle_painting_snap (const HeddlePainting *painting,
                      double                v)
{
  double at = v * painting->options.device_scale + 0.5, whole = (double) (gint64) at;

  /* As round () does, which is a call where processors need not have SSE 4.1. */
  return painting->options.full_detail ? v : (whole > at ? whole - 1 : whole) / painting->options.device_scale;
}

/* Of text that does not grow with the zoom, at a scale of text of 1: @usual, or what can just be read from afar. */
static inline double
heddle_painting_still_size (const HeddlePainting *painting,
                            double                usual)
{
  double least = heddle_text_get_least (painting->text);

  return least > 0 ? least / heddle_text_get_scale (painting->text) : usual;
}

/* The node that a link ends at; HEDDLE_NO_INDEX at a port of the frame. */
static inline guint32
heddle_painting_end_node (const HeddlePainting *painting,
                          HeddleSceneEnd        end)
{
  return end.port != HEDDLE_NO_INDEX ? heddle_scene_port (painting->scene, end.port)->node : end.node;
}

/* A share, or what it is of the scale. */
static inline char *
heddle_painting_dup_heat (const HeddlePainting *painting,
                          float                 heat)
{
  if (painting->options.heat == HEDDLE_HEAT_ENERGY)
    return hd_figure_in ((double) heat * heddle_scene_get_most_heat (painting->scene), "W", 3);
  if (painting->options.heat == HEDDLE_HEAT_STALLS)
    return hd_figure_percent ((double) heat * heddle_scene_get_most_heat (painting->scene));
  return hd_figure_percent (heat);
}

/* Of a link: by how much more or less it is so, where that is what is shown. */
static inline char *
heddle_painting_dup_link_heat (const HeddlePainting *painting,
                               float                 heat)
{
  g_autofree char *change = NULL;

  if (painting->options.heat != HEDDLE_HEAT_DIFFERENCE)
    return heddle_painting_dup_heat (painting, heat);
  change = hd_figure_percent (heat);
  return g_strconcat (heat > 0 ? "+" : "", change, NULL);
}

/* Nodes: heddle-node-painter.c */
typedef struct _HeddleCards HeddleCards;

HeddleCards *heddle_cards_new   (void);
void         heddle_cards_free  (HeddleCards          *self);
void         heddle_nodes_paint (HeddleCards          *cards,
                                 const HeddlePainting *painting,
                                 const GArray         *nodes,
                                 const GArray         *links);

gboolean     heddle_node_shows_name
                                (const HeddlePainting  *painting,
                                 const HeddleSceneNode *node);

guint        heddle_stack_layers (const HeddleSceneNode *node);
HeddleRect   heddle_node_subtitle_room
                                (const HeddleSceneNode *node);

/* On cards, scene units, origin at the card's corner: heddle-badge-painter.c */
#define HEDDLE_LAYER_STEP 3.0     /* offset of the cards of a stack */
#define HEDDLE_FIGURE_MIN_PX 6.0  /* smaller figures are left out */

void         heddle_paint_share  (const HeddlePainting  *painting,
                                  const HeddleSceneNode *node);
double       heddle_limit_height (const HeddlePainting  *painting,
                                  const HeddleSceneNode *node);
void         heddle_paint_limit  (const HeddlePainting  *painting,
                                  const HeddleSceneNode *node);
void         heddle_paint_hottest
                                 (const HeddlePainting  *painting,
                                  const HeddleSceneNode *node);
void         heddle_paint_small_hottest
                                 (const HeddlePainting  *painting,
                                  const HeddleSceneNode *node,
                                  const HeddleRect      *room);
void         heddle_paint_marks  (const HeddlePainting  *painting,
                                  const HeddleSceneNode *node);
void         heddle_paint_sign   (const HeddlePainting  *painting,
                                  guint                  state,
                                  double                 x,
                                  double                 y);
void         heddle_paint_badges (const HeddlePainting  *painting,
                                  const HeddleSceneNode *node);

/* Names of places: heddle-place-painter.c */
void         heddle_places_paint
                                (const HeddlePainting *painting,
                                 const GArray         *nodes);

/* What has melted: heddle-field-painter.c */
double       heddle_field_get_share
                                (const HeddlePainting *painting,
                                 const GArray         *nodes);
void         heddle_field_paint (const HeddlePainting *painting,
                                 const GArray         *nodes,
                                 const GArray         *links,
                                 double                share);

/* Ports: heddle-port-painter.c */
void         heddle_frame_ports_paint
                                (const HeddlePainting *painting);
void         heddle_ports_paint (const HeddlePainting *painting,
                                 const GArray         *nodes);

/* Links: heddle-link-painter.c */
void         heddle_links_paint (const HeddlePainting *painting,
                                 const GArray         *links);
void         heddle_hidden_links_paint
                                (const HeddlePainting *painting,
                                 const GArray         *links);
void         heddle_dots_paint  (const HeddlePainting *painting);
void         heddle_pills_paint (const HeddlePainting *painting,
                                 const GArray         *links);

/* What a run waited for: heddle-path-painter.c */
void         heddle_path_paint  (const HeddlePainting *painting);
void         heddle_path_arrows_paint
                                (const HeddlePainting *painting);

/* For figures: heddle-pill-painter.c */
#define HEDDLE_LINK_CROWD 150 /* visible links above which the raster is faster, and nobody tells whose figure is whose */

gboolean     heddle_link_carries (const HeddlePainting  *painting,
                                  const HeddleSceneLink *link);
HeddleColour heddle_link_colour  (const HeddlePainting  *painting,
                                  const HeddleSceneLink *link);
double       heddle_link_painted_width
                                 (const HeddlePainting  *painting,
                                  guint32                index);

/* Pieces of vectors: heddle-piece-painter.c */
void         heddle_pieces_paint
                                (const HeddlePainting *painting);

/* What is said of nodes: heddle-caption-painter.c */
void         heddle_captions_paint
                                (const HeddlePainting *painting);

/* What parts of nodes are at: heddle-cell-painter.c */
void         heddle_cells_paint (const HeddlePainting *painting);

/* Knobs: heddle-knob-painter.c */
void         heddle_knob_paint  (const HeddlePainting  *painting,
                                 const HeddleSceneNote *note);

/* Shapes and targets: heddle-painting.c */
guint32      heddle_pixel_of     (HeddleColour         colour);
gboolean     heddle_is_vector    (cairo_t             *cr);
void         heddle_path_rounded (cairo_t             *cr,
                                  double               x,
                                  double               y,
                                  double               width,
                                  double               height,
                                  double               radius);
HeddleColour heddle_ink_on       (HeddleColour         ground);

G_END_DECLS
