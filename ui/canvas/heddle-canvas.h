/* heddle-canvas.h: the module that is looked at, drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-scene-painter.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleCanvas:
 *
 * Zoomed by Ctrl and scroll, pinch or keys; panned by scroll, middle drag, Space and drag; a click selects, a double click enters.
 * Signals: `viewport-changed`: another part is seen, or another drawing; `hovered`: the pointer has come to another object, or none.
 */
#define HEDDLE_TYPE_CANVAS (heddle_canvas_get_type ())
G_DECLARE_FINAL_TYPE (HeddleCanvas, heddle_canvas, HEDDLE, CANVAS, GtkWidget)

#define HEDDLE_ZOOM_MINIMUM 0.02
#define HEDDLE_ZOOM_MAXIMUM 8.0

GtkWidget *heddle_canvas_new (HeddleSession *session);
HeddleSession *heddle_canvas_get_session (HeddleCanvas *self);
/** heddle_canvas_get_drawing: (nullable): %NULL while there is no project */
HeddleDrawing *heddle_canvas_get_drawing (HeddleCanvas *self);
const HeddleViewport *heddle_canvas_get_viewport (HeddleCanvas *self);
void heddle_canvas_set_viewport (HeddleCanvas *self,
                                 const HeddleViewport *viewport);
/** heddle_canvas_fit: shows the whole drawing; also after the next change of size, until the user moves it */
void heddle_canvas_fit (HeddleCanvas *self);
/** heddle_canvas_zoom: by @factor around the middle */
void heddle_canvas_zoom (HeddleCanvas *self,
                         double factor);
void heddle_canvas_set_zoom (HeddleCanvas *self,
                             double zoom);
void heddle_canvas_pan (HeddleCanvas *self,
                        double dx,
                        double dy);
/** heddle_canvas_get_heat: whether colours mean utilisation, and what the widths mean */
gboolean heddle_canvas_get_heat (HeddleCanvas *self,
                                 double *out_width_reference_bytes);
/** heddle_canvas_find: the target at a place of the widget; uid 0 if there is none */
HeddleTarget heddle_canvas_find (HeddleCanvas *self,
                                 double x,
                                 double y,
                                 HeddleHit *out_hit);
/** heddle_canvas_get_pointer: where the pointer was last seen, in px of the widget */
HeddlePoint heddle_canvas_get_pointer (HeddleCanvas *self);
/** heddle_canvas_enter: into the instance @target, if it is one */
gboolean heddle_canvas_enter (HeddleCanvas *self,
                              HeddleTarget target);
/**
 * heddle_canvas_export:
 * @path: ends with .svg, .pdf or .png
 *
 * Draws the whole module as it is seen now, with its heat and legend.
 *
 * Errors: those of heddle_export ().
 */
gboolean heddle_canvas_export (HeddleCanvas *self,
                               const char *path,
                               GError **error);

G_END_DECLS
