/* heddle-packet-page.h: a packet that is followed from router to router
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-plot-export.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddlePacketPage: follows a packet in a run of its own, as far as it goes
 *
 * Keys: Up and Down go to another router of the way, which is selected on the canvas.
 */
#define HEDDLE_TYPE_PACKET_PAGE (heddle_packet_page_get_type ())
G_DECLARE_FINAL_TYPE (HeddlePacketPage, heddle_packet_page, HEDDLE, PACKET_PAGE, GtkWidget)

GtkWidget *heddle_packet_page_new (HeddleSession *session);
/** heddle_packet_page_follow: what hd_follow_target_parse () takes */
void heddle_packet_page_follow (HeddlePacketPage *self,
                                const char *wanted);
/** heddle_packet_page_get_hop: that is selected, or -1 */
int heddle_packet_page_get_hop (HeddlePacketPage *self);
HeddlePlotExport *heddle_packet_page_get_export (HeddlePacketPage *self);

G_END_DECLS
