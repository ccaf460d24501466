/* paint-fixture.h: a picture that is painted, pixel by pixel
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-scene-painter.h"

/* Of the picture, in px each way. */
#define PAINT_FIXTURE_SIZE 400

typedef struct
{
  cairo_surface_t *surface;
  HeddleText *text;
  HeddleScenePainter *painter;
} PaintFixture;

void    paint_fixture_set_up      (PaintFixture *f,
                                   gconstpointer data);
void    paint_fixture_tear_down   (PaintFixture *f,
                                   gconstpointer data);
/* 0xrrggbb */
guint   paint_fixture_hex         (HeddleColour colour);
guint   paint_fixture_pixel       (PaintFixture *f,
                                   int           x,
                                   int           y);
/* Pixels of exactly that colour. */
guint   paint_fixture_count       (PaintFixture *f,
                                   HeddleColour  colour);
/* The largest difference of a channel. */
int     paint_fixture_apart       (guint         a,
                                   guint         b);
void    paint_fixture_assert_near (guint         a,
                                   guint         b);
void    paint_fixture_paint       (PaintFixture             *f,
                                   HeddleScene              *scene,
                                   double                    zoom,
                                   const HeddlePaintOptions *options);
/* Of 60 x 50, called "n". */
guint32 paint_fixture_add_node    (HeddleScene  *scene,
                                   double        x,
                                   double        y,
                                   guint         state);
