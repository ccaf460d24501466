/* heddle-canvas.h: the module that is looked at, drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-edits.h"
#include "heddle-picture.h"
#include "heddle-scene-painter.h"
#include "heddle-session.h"
#include "heddle-theme.h"

G_BEGIN_DECLS

/**
 * HeddleCanvas:
 *
 * Zoomed by Ctrl and scroll, pinch or keys; panned by scroll, middle drag, Space and drag. A click selects, a double click enters or renames,
 * a drag moves what it begins on, links from a port, and selects from empty ground. What is drawn changes through the document alone.
 *
 * Signals: `viewport-changed`: another part is seen, or another drawing; `hovered`: the pointer has come to another object, or none;
 * `told` (const char *): a sentence for the user: what could not be done, and why.
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
/** heddle_canvas_set_presents: to an audience: a drawing that is fitted fills the canvas, drags move it, and nothing but knobs is edited */
void heddle_canvas_set_presents (HeddleCanvas *self,
                                 gboolean presents);
/** heddle_canvas_zoom: by @factor around the middle */
void heddle_canvas_zoom (HeddleCanvas *self,
                         double factor);
void heddle_canvas_set_zoom (HeddleCanvas *self,
                             double zoom);
void heddle_canvas_pan (HeddleCanvas *self,
                        double dx,
                        double dy);
/** heddle_canvas_get_most_packets: of an aggregation tree, on any link; 0 if links show loads */
guint32 heddle_canvas_get_most_packets (HeddleCanvas *self);
/** heddle_canvas_get_most_heat: what the end of the scale means where heat is energy, in W, or stalls, as a share of time */
double heddle_canvas_get_most_heat (HeddleCanvas *self);
/** heddle_canvas_get_n_partitions: whose colours the components have, 0 if they have none */
guint heddle_canvas_get_n_partitions (HeddleCanvas *self);
/** heddle_canvas_get_heat_mode: what the colours of links mean */
HeddleHeatMode heddle_canvas_get_heat_mode (HeddleCanvas *self);
/** heddle_canvas_get_heat: whether colours mean utilisation, and what the widths mean: 0 where there are no links */
gboolean heddle_canvas_get_heat (HeddleCanvas *self,
                                 double *out_width_reference_bytes);
/** heddle_canvas_find: the target at a place of the widget; uid 0 if there is none */
HeddleTarget heddle_canvas_find (HeddleCanvas *self,
                                 double x,
                                 double y,
                                 HeddleHit *out_hit);
/** heddle_canvas_get_pointer: where the pointer was last seen, in px of the widget */
HeddlePoint heddle_canvas_get_pointer (HeddleCanvas *self);
/** heddle_canvas_get_wait_ms: until hints are welcome: a while after a tool; %G_MAXUINT while a button is down, a tool at work or a popover open */
guint heddle_canvas_get_wait_ms (HeddleCanvas *self);
/** heddle_canvas_enter: into the instance @target, if it is one */
gboolean heddle_canvas_enter (HeddleCanvas *self,
                              HeddleTarget target);
/** heddle_canvas_get_extents: (array length=n): where objects are drawn, an array as a whole; returns how many of @uids are; the first so many of @out_extents are filled */
guint heddle_canvas_get_extents (HeddleCanvas *self,
                                 const guint64 *uids,
                                 guint n,
                                 HeddleExtent *out_extents);
/** heddle_canvas_set_room: what lies over the upper, the right and the lower edge, in px: a drawing that is fitted leaves it free */
void heddle_canvas_set_room (HeddleCanvas *self,
                             double top,
                             double right,
                             double bottom);
/** heddle_canvas_find_room: where something new goes: the place next to the middle of the view, on the grid, where nothing stands */
HeddlePoint heddle_canvas_find_room (HeddleCanvas *self);
/** heddle_canvas_show: unless all of @uids are in view, or the middle of them if they have no room as large as they are, pans, and zooms out if need be, until they are; if they are not drawn yet, when they are */
void heddle_canvas_show (HeddleCanvas *self,
                         const guint64 *uids,
                         guint n);
/** heddle_canvas_select_all: components, instances, generated topologies, notes and links of the module */
void heddle_canvas_select_all (HeddleCanvas *self);
/** heddle_canvas_begin_rename: an entry at the selected object, or an editor for a note; %FALSE if nothing is selected that has a name */
gboolean heddle_canvas_begin_rename (HeddleCanvas *self);
/** heddle_canvas_begin_link: from the selected object, by keys: arrows choose, Enter links, Escape ends; %FALSE if it has no port */
gboolean heddle_canvas_begin_link (HeddleCanvas *self);
/** heddle_canvas_add: a component, instance or generated topology, as "heddle-type:fabric.xpu", "heddle-module:rack", "heddle-generator:ring", "heddle-knob:$load", at a place of the drawing */
guint64 heddle_canvas_add (HeddleCanvas *self,
                           const char *what,
                           HeddlePoint at,
                           GError **error);
/** heddle_canvas_add_drop_target: @widget lies where the canvas lies, and takes what is dropped on either */
void heddle_canvas_add_drop_target (HeddleCanvas *self,
                                    GtkWidget *widget);
/** heddle_canvas_set_wire_style: of links that do not say */
void heddle_canvas_set_wire_style (HeddleCanvas *self,
                                   HeddleWireStyle style);
typedef enum
{
  HEDDLE_PART_ALL,
  HEDDLE_PART_VISIBLE,
  HEDDLE_PART_SELECTED, /* all, if nothing is */
} HeddlePicturePart;

/** HeddlePictureOptions: @heat, @legend: of what is seen now */
typedef struct
{
  HeddlePicturePart part;
  const HeddleTheme *theme;
  gboolean heat;
  gboolean legend;
} HeddlePictureOptions;

/** heddle_canvas_new_picture: what is seen now; needs a drawing */
HeddlePicture *heddle_canvas_new_picture (HeddleCanvas *self,
                                          const HeddlePictureOptions *options);
/** heddle_canvas_paint_on_paper: the same in light colours, in the middle of @width x @height, made smaller to fit, never larger */
void heddle_canvas_paint_on_paper (HeddleCanvas *self,
                                   cairo_t *cr,
                                   double width,
                                   double height);

G_END_DECLS
