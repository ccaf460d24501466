/* heddle-session-packet.c: a packet that some view wants to be followed
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-session-private.h"

void
heddle_session_follow_packet (HeddleSession *self,
                              const HdFollowTarget *packet)
{
  self->packet = *packet;
  self->packet_is_wanted = TRUE;
  heddle_session_emit (self, HEDDLE_SESSION_PACKET_WANTED);
}

const HdFollowTarget *
heddle_session_get_packet (HeddleSession *self)
{
  return &self->packet;
}

gboolean
heddle_session_take_packet (HeddleSession *self,
                            HdFollowTarget *out_packet)
{
  gboolean is_wanted = self->packet_is_wanted;

  if (is_wanted)
    *out_packet = self->packet;
  self->packet_is_wanted = FALSE;
  return is_wanted;
}

gboolean
heddle_session_can_follow (HeddleSession *self)
{
  HdRecord *record = heddle_session_get_record (self);

  return record != NULL && hd_design_get_run_settings (hd_record_get_design (record))->fidelity == HD_FIDELITY_FLIT;
}
