/* hd-node-server.c: what a node has but one of: a processor, a memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-node-server"

#include "hd-node-server.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-absences.h"
#include "hd-i18n.h"

#define N_PIECES 256 /* at most */
#define LEAST_PIECE 65536.0

void
hd_node_servers_init (HdNodeServer *servers,
                      HdDesign *design,
                      guint32 node,
                      const HdProcessor *processor)
{
  double bandwidth = hd_design_get_property (design, node, HD_PROPERTY_BANDWIDTH, INFINITY);
  gboolean is_endpoint = hd_design_get_nodes (design)[node].type->role == HD_ROLE_ENDPOINT;

  for (guint i = 0; i < HD_NODE_N_SERVERS; i++)
    servers[i].absences = hd_absences_find (design, node);
  servers[HD_NODE_COMPUTE].per_s = processor->fp32_rate;
  servers[HD_NODE_LOCAL].per_s = isfinite (processor->local_bandwidth) ? processor->local_bandwidth : 0;
  servers[HD_NODE_HOME].per_s = !is_endpoint && isfinite (bandwidth) ? bandwidth : 0;
}

HdTime
hd_node_server_use (HdNodeServer *self,
                    HdTime now,
                    double amount,
                    HdTime *out_start)
{
  double duration = amount / self->per_s * (double) HD_TICKS_PER_SECOND;
  HdTime end;

  *out_start = MAX (now, self->free_at);
  if (!(duration < (double) (HD_TIME_MAX - *out_start)))
    return HD_TIME_MAX;
  end = hd_absences_pass (self->absences, out_start, (HdTime) llround (duration));
  if (end == HD_TIME_MAX)
    return HD_TIME_MAX;
  self->busy += duration;
  self->free_at = end;
  return end;
}

/* Whatever is promised for times from @time on is one piece without gaps but absences, as the server was asked before @time and does not rest in between. */
double
hd_node_server_get_amount (const HdNodeServer *self,
                           HdTime time)
{
  HdTime promised = self->free_at > time ? self->free_at - time - hd_absences_measure (self->absences, time, self->free_at) : 0;

  return (self->busy - (double) promised) * self->per_s / (double) HD_TICKS_PER_SECOND;
}

void
hd_node_wake_at (HdAgentNode *node,
                 const HdNodeServer *server,
                 HdTime time,
                 guint64 data)
{
  HdTime end = hd_absences_get_end (server->absences), now = hd_agent_node_get_now (node);

  if (time == HD_TIME_MAX && end < HD_TIME_MAX)
    hd_agent_node_wake (node, MAX (end - now, 0), HD_NODE_STOPPED);
  else if (time == HD_TIME_MAX)
    hd_agent_node_fail (node, g_error_new (HD_ERROR, HD_ERROR_LIMIT, _("A computation would end beyond %g s, where simulated time ends. Rates may be too low"),
                                           hd_time_to_seconds (HD_TIME_MAX)));
  else
    hd_agent_node_wake (node, time - now, data);
}

gboolean
hd_node_has_stopped (HdAgentNode *node,
                     HdDesign *design,
                     guint64 data)
{
  if (data != HD_NODE_STOPPED)
    return FALSE;
  hd_agent_node_fail (node, hd_absences_error (design, hd_agent_node_get_id (node), hd_agent_node_get_now (node)));
  return TRUE;
}

void
hd_node_send_volume (HdAgentNode *node,
                     HdNodeServer *reader,
                     gboolean in_pieces,
                     const HdParcel *parcel,
                     guint64 number,
                     double volume)
{
  double piece = in_pieces ? MAX (ceil (volume / N_PIECES), LEAST_PIECE) : volume;
  HdTime now = hd_agent_node_get_now (node), start;

  for (double given = 0; given < volume; given += piece)
    {
      double bytes = MIN (piece, volume - given);
      HdTime read = reader != NULL && reader->per_s > 0 ? hd_node_server_use (reader, now, bytes, &start) : now;
      HdParcel part = *parcel;

      if (read == HD_TIME_MAX)
        {
          hd_node_wake_at (node, reader, read, 0); /* which says so */
          return;
        }
      part.bytes = (guint64) llround (bytes);
      part.data = number << 1 | (given + piece >= volume);
      hd_agent_node_send (node, &part, read - now);
    }
}
