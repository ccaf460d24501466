/* heddle-canvas-view.h: the canvas with what lies in its corners
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-canvas.h"

G_BEGIN_DECLS

/**
 * HeddleCanvasView:
 *
 * Breadcrumb at the top left, what the heat means at the top right, legend at the bottom left, zoom and minimap at the bottom right, and the
 * card of what the pointer rests on. Property `minimap`: whether it is shown.
 */
#define HEDDLE_TYPE_CANVAS_VIEW (heddle_canvas_view_get_type ())
G_DECLARE_FINAL_TYPE (HeddleCanvasView, heddle_canvas_view, HEDDLE, CANVAS_VIEW, GtkWidget)

GtkWidget *heddle_canvas_view_new (HeddleSession *session);
HeddleCanvas *heddle_canvas_view_get_canvas (HeddleCanvasView *self);
void heddle_canvas_view_set_minimap (HeddleCanvasView *self,
                                     gboolean shown);

/** heddle_canvas_view_set_presents: to an audience: nothing lies over the drawing but legend, step and what the pointer rests on */
void heddle_canvas_view_set_presents (HeddleCanvasView *self);
/** heddle_canvas_view_set_hovers: whether what the pointer rests on is told of beside it; at first it is */
void heddle_canvas_view_set_hovers (HeddleCanvasView *self,
                                    gboolean hovers);

/** heddle_canvas_view_set_folded: hides what lies over the drawing, all but the button that brings it back */
void heddle_canvas_view_set_folded (HeddleCanvasView *self,
                                    gboolean folded);

G_END_DECLS
