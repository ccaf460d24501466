/* hd-flit-follower.h: the packet that a flit network follows
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each host writes down what its tile tells, as it may run on a thread of its own; what they have is put together when the kernel rests.
 */
#pragma once

#include "hd-flit-private.h"

G_BEGIN_DECLS

HdFlitFollower *_hd_flit_follower_new (HdFlitNetwork *network,
                                       const HdFollowTarget *target);
void _hd_flit_follower_free (HdFlitFollower *self);
/** _hd_flit_follower_set_out: a parcel of @member sets out; its packets are not cut yet */
void _hd_flit_follower_set_out (HdFlitFollower *self,
                                const HdFlitMember *member,
                                const HdFlitCargo *cargo);
/** _hd_flit_follower_cut: @packet of @cargo, of @member, is made, and leaves by @out; its rest is without it */
void _hd_flit_follower_cut (HdFlitFollower *self,
                            const HdFlitMember *member,
                            const HdFlitCargo *cargo,
                            guint out,
                            const HdFlitPacket *packet);
gboolean _hd_flit_follower_knows (HdFlitFollower *self,
                                  const HdFlitPacket *packet);
void _hd_flit_follower_note (HdFlitFollower *self,
                             HdFlitHost *host,
                             const HdFlitNote *note);
void _hd_flit_follower_note_tail (HdFlitFollower *self,
                                  HdFlitHost *host,
                                  guint32 node,
                                  gint64 cycle);
/** _hd_flit_follower_begin: a packet's turn has come at its source, in the cycle that runs */
void _hd_flit_follower_begin (HdFlitFollower *self,
                              HdFlitHost *host,
                              const HdFlitPacket *packet);
/** _hd_flit_follower_end: all of a packet is there by @cycle, as HdFlitTileClass has it */
void _hd_flit_follower_end (HdFlitFollower *self,
                            HdFlitHost *host,
                            const HdFlitPacket *packet,
                            gint64 cycle);

G_END_DECLS
