/* hd-flit-follow-private.h: a packet that is followed through a tile
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What a followed packet does is seen from outside: before the routers of a cycle are visited its place is looked at, and afterwards what became of it.
 * So the stages themselves know nothing of it.
 */
#pragma once

#include "hd-flit-tile-private.h"

G_BEGIN_DECLS

void _hd_flit_follow_free (HdFlitFollow *self);
/** _hd_flit_follow_meet_new: @packet, a number, is given to the node @place */
void _hd_flit_follow_meet_new (HdFlitTile *tile,
                               guint32 place,
                               guint32 packet);
/** _hd_flit_follow_meet: likewise, from another tile: its head is at @target in @cycle */
void _hd_flit_follow_meet (HdFlitTile *tile,
                           guint32 target,
                           guint32 packet,
                           gint64 cycle);
/** _hd_flit_follow_wait: between the last cycle and @cycle nothing happened */
void _hd_flit_follow_wait (HdFlitTile *tile,
                           gint64 cycle);
/** _hd_flit_follow_look: what comes in this cycle has come, and nobody has been visited */
void _hd_flit_follow_look (HdFlitTile *tile);
/** _hd_flit_follow_see: all have been */
void _hd_flit_follow_see (HdFlitTile *tile);

G_END_DECLS
