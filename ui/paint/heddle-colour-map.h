/* heddle-colour-map.h: from a value to a colour, and from bytes to a line width
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-theme.h"

G_BEGIN_DECLS

typedef enum
{
  HEDDLE_MAP_UTILISATION, /* 0 to 1; more is further from the background */
  HEDDLE_MAP_PAST,        /* the same of what no longer holds */
  HEDDLE_MAP_DIFFERENCE   /* -1 (less) to 1 (more), 0 is neutral */
} HeddleMapKind;

/* Painters quantise to this many colours, so that thousands of links are at most this many strokes. */
#define HEDDLE_MAP_ENTRIES 64

typedef struct _HeddleColourMap HeddleColourMap;

const HeddleColourMap *heddle_colour_map_get        (HeddleMapKind          kind,
                                                     gboolean               dark);
HeddleColour           heddle_colour_map_colour     (const HeddleColourMap *self,
                                                     double                 value);
guint                  heddle_colour_map_index      (const HeddleColourMap *self,
                                                     double                 value);
HeddleColour           heddle_colour_map_entry      (const HeddleColourMap *self,
                                                     guint                  index);

double                 heddle_link_width            (double                 bytes,
                                                     double                 reference_bytes);
double                 heddle_link_width_reference  (double                 median_bytes);

G_END_DECLS
