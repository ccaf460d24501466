/* heddle-bands-painter.h: draws a tree in bands
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-text.h"
#include "heddle-tree-bands.h"

G_BEGIN_DECLS

/* Where a point of the layout is drawn: (x + zoom * px, y + zoom * py); words keep their size. */
typedef struct
{
  double x, y, zoom;
} HeddleBandsView;

typedef struct
{
  HeddleText *text;
  const HeddleTheme *theme;
  const HeddleBandShape *shape;
  const HeddleBands *bands;
  HeddleBandsView view;
  const guint8 *states; /* HeddleTreeState of each vertex, or NULL where nothing goes on */
} HeddleBandsPicture;

#define HEDDLE_BANDS_HEAD 18.0 /* room that the words above the first band need */

/** heddle_bands_colour: of a group; with more groups than hues neighbours share one, in tints */
HeddleColour heddle_bands_colour (const HeddleTheme *theme,
                                  guint32 group,
                                  guint32 n_groups);
/**
 * heddle_bands_paint: edges between groups stand out; processes are round, switches have corners, and are hollow where the tree does without them
 *
 * With states what waits is pale, what has passed on what is below it has its colour, and what has been told the result a dot too; of a bar, so much as
 * its share. An edge over which something is on its way stands out.
 */
void heddle_bands_paint (cairo_t *cr,
                         const HeddleBandsPicture *picture);
/** heddle_bands_paint_route: the way from a vertex to the root */
void heddle_bands_paint_route (cairo_t *cr,
                               const HeddleBandsPicture *picture,
                               guint32 vertex);
/** heddle_bands_paint_ring: around a vertex, or around a whole cell if @vertex is HEDDLE_TREE_NONE */
void heddle_bands_paint_ring (cairo_t *cr,
                              const HeddleBandsPicture *picture,
                              guint32 vertex,
                              guint32 cell,
                              HeddleColour colour,
                              double width);

G_END_DECLS
