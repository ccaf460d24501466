/* heddle-scene-painter.h: paints a scene on any Cairo target
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "heddle-colour-map.h"
#include "heddle-scene.h"
#include "heddle-text.h"

G_BEGIN_DECLS

/* Which part of the scene is seen: the scene point (x, y) lies at the target's top left corner. */
typedef struct
{
  double x, y;
  double zoom;           /* target px per scene unit */
  double width, height;  /* of the target, px */
} HeddleViewport;

typedef enum
{
  HEDDLE_HEAT_OFF,         /* links are wires */
  HEDDLE_HEAT_UTILISATION,
  HEDDLE_HEAT_DIFFERENCE,
  HEDDLE_HEAT_ENERGY,      /* as UTILISATION, but heat is power, a share of heddle_scene_get_most_heat () */
  HEDDLE_HEAT_STALLS       /* likewise the share of time in which flits stand still in routers; links have none */
} HeddleHeatMode;

/* Ports of nodes; those of the frame are always shown. */
typedef enum
{
  HEDDLE_PORTS_NONE,
  HEDDLE_PORTS_HOT, /* of what the pointer is on; of all when near */
  HEDDLE_PORTS_ALL  /* while a link is made */
} HeddlePortMode;

typedef struct
{
  HeddleHeatMode heat;
  gboolean grid;
  gboolean background;          /* fills the target with the theme's view colour */
  HeddlePortMode ports;
  gboolean full_detail;         /* no level of detail, no cached pictures; always so on SVG and PDF targets */
  guint pills;                  /* how many of the hottest links get a figure, besides selected and hot ones */
  double device_scale;          /* device px per target px (HiDPI); 1 if unknown */
  gboolean past;                /* utilisation is of a state that was edited since: colours are faint */
} HeddlePaintOptions;

#define HEDDLE_PAINT_OPTIONS_INIT { HEDDLE_HEAT_OFF, TRUE, TRUE, HEDDLE_PORTS_NONE, FALSE, 10, 1.0, FALSE }

typedef struct _HeddleScenePainter HeddleScenePainter;

HeddleScenePainter *heddle_scene_painter_new   (HeddleText               *text);
void                heddle_scene_painter_free  (HeddleScenePainter       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleScenePainter, heddle_scene_painter_free)

void                heddle_scene_painter_paint (HeddleScenePainter       *self,
                                                cairo_t                  *cr,
                                                HeddleScene              *scene,
                                                const HeddleTheme        *theme,
                                                const HeddleViewport     *viewport,
                                                const HeddlePaintOptions *options);

HeddleRect          heddle_painter_get_hottest_rect
                                               (HeddleText               *text,
                                                const HeddleSceneNode    *node,
                                                const char               *figure);

/* Viewport helpers */
HeddleViewport      heddle_viewport_fit        (const HeddleRect         *rect,
                                                double                    width,
                                                double                    height,
                                                double                    margin);
HeddlePoint         heddle_viewport_to_scene   (const HeddleViewport     *self,
                                                double                    x,
                                                double                    y);
HeddlePoint         heddle_viewport_to_target  (const HeddleViewport     *self,
                                                double                    x,
                                                double                    y);
HeddleViewport      heddle_viewport_zoom_at    (const HeddleViewport     *self,
                                                double                    x,
                                                double                    y,
                                                double                    factor);

G_END_DECLS
