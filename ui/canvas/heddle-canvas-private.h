/* heddle-canvas-private.h: what the parts of the canvas share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-canvas.h"

G_BEGIN_DECLS

struct _HeddleCanvas
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  HeddleScenePainter *painter;

  /* Borrowed: of the session; the module for comparison alone */
  HeddleDrawing *drawing;
  const HdObject *drawn_module;

  HeddleViewport viewport;
  gboolean fits; /* keeps the whole drawing in view */
  gboolean heat;
  double width_reference_bytes;

  /* input */
  HeddlePoint pointer;
  HeddlePoint drag_origin;
  double zoom_origin;
  gboolean space_held;
};

/** heddle_canvas_hovered: what the pointer is on has changed */
void heddle_canvas_hovered (HeddleCanvas *self);
/** heddle_canvas_add_controllers: pointer, touch and keys */
void heddle_canvas_add_controllers (HeddleCanvas *self);

G_END_DECLS
