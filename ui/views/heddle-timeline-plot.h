/* heddle-timeline-plot.h: lanes of spans, what released what, and what a search found
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-time-plot.h"

G_BEGIN_DECLS

/**
 * HeddleTimelinePlot:
 *
 * Keys: Up and Down go to another lane, Shift+Left and Shift+Right to the span beside; C to the cause, E to an effect, F to find; M shows the lanes of members,
 * and so does Return, or a second press, on a communication.
 *
 * Signals:
 *   changed    the selected span, what was found, or whether the critical path or the lanes of members are shown
 *   find       the key to find was pressed
 */
#define HEDDLE_TYPE_TIMELINE_PLOT (heddle_timeline_plot_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTimelinePlot, heddle_timeline_plot, HEDDLE, TIMELINE_PLOT, HeddleTimePlot)

GtkWidget *heddle_timeline_plot_new (HeddleSession *session);

/** heddle_timeline_plot_get_selected: id, see heddle-span-index.h, or HD_NO_SPAN */
guint64 heddle_timeline_plot_get_selected (HeddleTimelinePlot *self);
/** heddle_timeline_plot_select: shows it, and lights its members on the canvas; HD_NO_SPAN selects nothing */
void heddle_timeline_plot_select (HeddleTimelinePlot *self,
                                  guint64 id);
/** heddle_timeline_plot_find_packet: of the first message between the ends of the selected span since it began; %FALSE if it has no two ends, or the run no packets
 * that could be followed */
gboolean heddle_timeline_plot_find_packet (HeddleTimelinePlot *self,
                                           HdFollowTarget *out_packet);
/** heddle_timeline_plot_dup_description: (nullable): of the selected span, in words */
char *heddle_timeline_plot_dup_description (HeddleTimelinePlot *self);
gboolean heddle_timeline_plot_select_cause (HeddleTimelinePlot *self);
gboolean heddle_timeline_plot_select_effect (HeddleTimelinePlot *self);

/** heddle_timeline_plot_set_open: with the lanes of members, where heddle_session_has_details (); else they are shown as far as the project traces them */
void heddle_timeline_plot_set_open (HeddleTimelinePlot *self,
                                    gboolean open);
gboolean heddle_timeline_plot_get_open (HeddleTimelinePlot *self);

/** heddle_timeline_plot_search: empty text ends the search */
void heddle_timeline_plot_search (HeddleTimelinePlot *self,
                                  const char *text);
/** heddle_timeline_plot_get_n_found: at most HEDDLE_SEARCH_MAX */
guint heddle_timeline_plot_get_n_found (HeddleTimelinePlot *self);
void heddle_timeline_plot_select_found (HeddleTimelinePlot *self,
                                        gboolean forward);

/** heddle_timeline_plot_set_path: the chain of causes from the selected span, or from the last one, back to the start */
void heddle_timeline_plot_set_path (HeddleTimelinePlot *self,
                                    gboolean shown);
gboolean heddle_timeline_plot_get_path (HeddleTimelinePlot *self);
/** heddle_timeline_plot_peek_path: (element-type guint64): from its end to its start; %NULL while it is not shown */
const GArray *heddle_timeline_plot_peek_path (HeddleTimelinePlot *self);

G_END_DECLS
