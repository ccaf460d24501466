/* heddle-canvas-pan.c: the tool that moves the view, with the middle button or Space
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

/* The place that was pressed stays under the pointer. */
static void
pan_update (HeddleCanvas *self,
            HeddlePoint at,
            GdkModifierType state)
{
  HeddleViewport viewport = self->viewport;
  const HeddlePoint *held = self->tool_data;

  viewport.x = held->x - at.x / viewport.zoom;
  viewport.y = held->y - at.y / viewport.zoom;
  heddle_canvas_set_viewport (self, &viewport);
}

static gboolean
pan_begin (HeddleCanvas *self,
           const HeddlePress *press)
{
  self->tool_data = g_memdup2 (&press->place, sizeof press->place);
  return TRUE;
}

static void
pan_end (HeddleCanvas *self,
         HeddlePoint at,
         GdkModifierType state)
{
  pan_update (self, at, state);
}

static void
pan_cancel (HeddleCanvas *self)
{
  pan_update (self, self->press.at, 0);
}

static void
pan_redrawn (HeddleCanvas *self)
{
}

const HeddleTool heddle_pan_tool = {
  .cursor = "grabbing",
  .begin = pan_begin,
  .update = pan_update,
  .end = pan_end,
  .cancel = pan_cancel,
  .redrawn = pan_redrawn,
  .clear = g_free,
};
