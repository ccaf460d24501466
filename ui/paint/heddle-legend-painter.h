/* heddle-legend-painter.h: what the colours and widths of links mean
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-scene-painter.h"

G_BEGIN_DECLS

typedef struct
{
  HeddleColour colour;
  const char *label;           /* e.g. "ring" */
  gboolean is_piece;           /* of a vector: half full */
  gboolean is_cell;            /* of a field below a component: a square */
} HeddleLegendDot;

typedef struct
{
  HeddleHeatMode heat;         /* UTILISATION, DIFFERENCE, ENERGY or STALLS; OFF has neither scale nor widths */
  const char *title;           /* %NULL: the usual words */
  gboolean past;               /* UTILISATION: of a state that was edited since */
  double width_reference_bytes;
  guint32 most_packets;        /* UTILISATION: what its end means, in packets; 0: shares, and widths are bytes */
  double most_heat;           /* ENERGY: what the end of the scale means, in W; STALLS: as a share */
  double largest_difference;   /* DIFFERENCE: what the ends of the scale mean, in `unit` */
  const char *unit;            /* of the difference, e.g. "B", "pt" */
  const HeddleLegendDot *dots; /* colours of travelling dots */
  guint n_dots;
  gboolean buffers;            /* UTILISATION: nodes tell how full the buffers of routers are */
  gboolean brief;              /* there is little room: colours alone */
  gboolean two_ways;           /* links have a half for each direction */
  gboolean uncounted;          /* nobody knows what links carried, as messages of components */
  const char *dotted;          /* what dotted links are, or %NULL if there are none */
  guint n_partitions;          /* whose colours are shown; 0 for none */
} HeddleLegend;

void heddle_legend_size  (HeddleText         *text,
                          const HeddleLegend *legend,
                          double             *out_width,
                          double             *out_height);
void heddle_legend_paint (HeddleText         *text,
                          cairo_t            *cr,
                          double              x,
                          double              y,
                          const HeddleLegend *legend,
                          const HeddleTheme  *theme);

G_END_DECLS
