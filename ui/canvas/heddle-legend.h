/* heddle-legend.h: what colours and widths of links mean, in a corner of the canvas
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-scene-painter.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_LEGEND (heddle_legend_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLegendWidget, heddle_legend, HEDDLE, LEGEND, GtkWidget)

/** heddle_legend_set_reference: bytes of a link of middle width */
void heddle_legend_set_reference (HeddleLegendWidget *self,
                                  double bytes);
/** heddle_legend_set_packets: of a tree, on any link: heat is their share of it; 0 if it is utilisation */
void heddle_legend_set_packets (HeddleLegendWidget *self,
                                guint32 most);
/** heddle_legend_set_past: whether utilisation is of a state that was edited since */
void heddle_legend_set_past (HeddleLegendWidget *self,
                             gboolean past);
/** heddle_legend_set_most_heat: what the end of the scale means where heat is energy, in W, or stalls, as a share of time */
void heddle_legend_set_most_heat (HeddleLegendWidget *self,
                                   double most);
/** heddle_legend_set_buffers: whether routers tell how full their buffers are */
void heddle_legend_set_buffers (HeddleLegendWidget *self,
                                gboolean buffers);
/** heddle_legend_set_dotted: whether any link is dotted: it has failed or, in a difference, was in one run alone */
void heddle_legend_set_dotted (HeddleLegendWidget *self,
                               gboolean dotted);
/** heddle_legend_set_messages: whether messages travel along the links, as far as they were recorded (@partly), and pieces of vectors stand beside members */
void heddle_legend_set_messages (HeddleLegendWidget *self,
                                 gboolean messages,
                                 gboolean partly,
                                 gboolean pieces);
/** heddle_legend_set_streams: whether bytes move along the links instead */
void heddle_legend_set_streams (HeddleLegendWidget *self,
                                gboolean streams);
/** heddle_legend_set_cells: whether there are fields of what parts of components are at */
void heddle_legend_set_cells (HeddleLegendWidget *self,
                              gboolean cells);
/** heddle_legend_set_shown: what there is to explain: what the heat of links means, and colours of @n_partitions, 0 for none; nothing hides the legend */
void heddle_legend_set_shown (HeddleLegendWidget *self,
                              HeddleHeatMode heat,
                              guint n_partitions);

void heddle_legend_set_two_ways (HeddleLegendWidget *self,
                                 gboolean two_ways);
/** heddle_legend_set_uncounted: what links carry is not known */
void heddle_legend_set_uncounted (HeddleLegendWidget *self,
                                  gboolean uncounted);
/** heddle_legend_set_brief: tells of colours alone, where there is little room */
void heddle_legend_set_brief (HeddleLegendWidget *self,
                              gboolean brief);
/** heddle_legend_get_width: that it takes, in px, if it is brief or not; 0 if nothing is to be told */
int heddle_legend_get_width (HeddleLegendWidget *self,
                             gboolean brief);
void heddle_legend_set_folded (HeddleLegendWidget *self,
                               gboolean folded);

G_END_DECLS
