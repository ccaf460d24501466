/* heddle-packet-figure.h: the packet that a record followed, as a picture
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-packet-painter.h"

G_BEGIN_DECLS

/** HeddlePacketFigure: @picture is of @record, and lasts as long as the figure */
typedef struct _HeddlePacketFigure HeddlePacketFigure;

/** heddle_packet_figure_new: of what @record followed; cycles are those of the clock of its first node */
HeddlePacketFigure *heddle_packet_figure_new (HdRecord *record);
void heddle_packet_figure_free (HeddlePacketFigure *self);
HdRecord *heddle_packet_figure_get_record (HeddlePacketFigure *self);
/** heddle_packet_figure_make_picture: @in_network: from when it left its source; @selected: hop, or -1 */
HeddlePacketPicture heddle_packet_figure_make_picture (HeddlePacketFigure *self,
                                                       gboolean in_network,
                                                       int selected);
/** heddle_packet_figure_dup_part: what happened at a hop at a cycle, in words; (nullable): nothing */
char *heddle_packet_figure_dup_part (HeddlePacketFigure *self,
                                     guint hop,
                                     double cycle);
/** heddle_packet_figure_dup_summary: in sentences, for those who do not see it */
char *heddle_packet_figure_dup_summary (HeddlePacketFigure *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddlePacketFigure, heddle_packet_figure_free)

G_END_DECLS
