/* heddle-overlay-painter.h: what lies over a scene while it is edited: rubber band, guides, wire, ghosts, focus
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-scene-painter.h"

G_BEGIN_DECLS

/* A line through two edges or centres that agree; with a figure where it measures the gap between them. */
typedef struct
{
  gboolean vertical;
  double at;         /* x of a vertical guide, y of a level one */
  double begin, end; /* along it */
  double gap_begin, gap_end; /* the gap that is measured, along it; none if equal */
} HeddleGuide;

typedef enum
{
  HEDDLE_WIRE_LOOSE,  /* the pointer is on nothing */
  HEDDLE_WIRE_FITS,
  HEDDLE_WIRE_REFUSED
} HeddleWireState;

/* All in scene units. What is %NULL or empty is not painted; nothing here is owned. */
typedef struct
{
  const HeddleRect *band;
  const HeddleGuide *guides;
  guint n_guides;
  gboolean wired;
  HeddlePoint wire_from, wire_to;
  HeddleWireState wire;
  const HeddleSceneNode *ghosts; /* cards that are not there yet */
  guint n_ghosts;
  const HeddleRect *focus;       /* the ring of the keyboard */
  const char *tip;               /* one line beside @tip_at */
  HeddlePoint tip_at;
} HeddleOverlay;

void heddle_overlay_paint (const HeddleOverlay  *self,
                           cairo_t              *cr,
                           HeddleText           *text,
                           const HeddleTheme    *theme,
                           const HeddleViewport *viewport);

G_END_DECLS
