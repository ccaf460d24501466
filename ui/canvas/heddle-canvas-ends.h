/* heddle-canvas-ends.h: ends of links as the canvas shows them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-canvas-private.h"

G_BEGIN_DECLS

/** heddle_canvas_get_end: what a link can end at there: a port, a node (its first port that fits), a port of the frame; %FALSE for the rest */
gboolean heddle_canvas_get_end (HeddleCanvas *self,
                                HeddleHit hit,
                                HeddleEnd *out_end);
/** heddle_canvas_get_end_point: where a wire from there begins */
HeddlePoint heddle_canvas_get_end_point (HeddleCanvas *self,
                                         HeddleHit hit);
/** heddle_canvas_count_members: of the array that @end is in; 1 if it is none */
guint heddle_canvas_count_members (HeddleCanvas *self,
                                   const HeddleEnd *end);
/** heddle_canvas_dup_end_name: "xpu[2]", "each xpu", "switch" */
char *heddle_canvas_dup_end_name (HeddleCanvas *self,
                                  const HeddleEnd *end);
/** heddle_canvas_get_protocol: what a port takes: "cxl"; "*" if it takes all; %NULL if nothing is known */
const char *heddle_canvas_get_protocol (HeddleCanvas *self,
                                        const HeddleEnd *end);
/** heddle_canvas_parse_end: from "xpu[i].cxl", as written in a link; its port is interned */
gboolean heddle_canvas_parse_end (HeddleCanvas *self,
                                  const char *text,
                                  HeddleEnd *out_end);

G_END_DECLS
