/* hd-meter-watch.c: what the routers and links of a network do and take
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each count is a resource of its own, so that any window of time tells what was done in it. Energy of a link is not made of the bytes that it carried: a
 * flit that is on its way onto the link has been paid for, so that all that is told adds up to the energy of the network.
 */
#define G_LOG_DOMAIN "hd-meter-watch"

#include "hd-meter-watch.h"

#include <string.h>

#include "hd-ranks-private.h"

#define N_OF_PACKETS 2 /* how many there were, and their latency */

struct _HdMeterWatch
{
  HdDesign *design; /* borrowed, as the next */
  HdAgentNetwork *network;
  const HdMeterReader *reader;
  GArray *routers;  /* of guint32 */
};

HdMeterWatch *
hd_meter_watch_new (HdDesign *design,
                    HdAgentNetwork *network,
                    const HdMeterReader *reader)
{
  HdMeterWatch *self = g_new0 (HdMeterWatch, 1);

  self->design = design;
  self->network = network;
  self->reader = reader;
  self->routers = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    if (reader->get_room (network, i) > 0)
      g_array_append_val (self->routers, i);
  return self;
}

void
hd_meter_watch_free (HdMeterWatch *self)
{
  g_array_unref (self->routers);
  g_free (self);
}

guint32
hd_meter_watch_lay_out (HdMeterWatch *self,
                        HdRunLayout *layout)
{
  gsize n_links = hd_design_get_n_links (self->design), n_nodes = hd_design_get_n_nodes (self->design);
  gsize n = n_links + (gsize) self->routers->len * HD_METER_N + N_OF_PACKETS;
  g_autofree double *capacities = g_new (double, n + 1);
  g_autofree guint32 *links = g_new (guint32, n_links + 1), *routers = g_new (guint32, n_nodes + 1);
  guint32 first;

  for (gsize i = 0; i < n; i++)
    capacities[i] = 1;
  for (gsize l = 0; l < n_links; l++)
    links[l] = (guint32) l;
  memset (routers, 0xff, n_nodes * sizeof (guint32)); /* HD_NO_ID */
  for (guint i = 0; i < self->routers->len; i++)
    {
      guint32 node = g_array_index (self->routers, guint32, i);
      gsize own = n_links + (gsize) i * HD_METER_N;

      routers[node] = (guint32) own;
      for (guint b = 0; b < HD_N_STALLS; b++)
        capacities[own + HD_METER_STALLED + b] = self->reader->get_pace (self->network, node);
    }
  first = hd_run_layout_add_resources (layout, capacities, (guint) n);
  hd_run_layout_use_meters (layout, links, routers, first);
  hd_run_layout_use_packets (layout, first + (guint32) (n - N_OF_PACKETS));
  return first;
}

void
hd_meter_watch_read (HdMeterWatch *self,
                     HdTime time,
                     double *out_amounts)
{
  guint32 n_links = hd_design_get_n_links (self->design);
  gsize n = n_links + (gsize) self->routers->len * HD_METER_N;

  self->reader->level (self->network);
  memset (out_amounts, 0, n * sizeof *out_amounts);
  for (guint32 l = 0; l < n_links; l++)
    out_amounts[l] = (double) self->reader->get_link_flits (self->network, l);
  for (guint i = 0; i < self->routers->len; i++)
    {
      guint32 node = g_array_index (self->routers, guint32, i);

      if (hd_agent_network_is_here (self->network, hd_agent_network_get_partition (self->network, node)))
        self->reader->read_router (self->network, node, time, out_amounts + n_links + (gsize) i * HD_METER_N);
    }
  hd_ranks_add (out_amounts, n);
  for (guint32 l = 0; l < n_links; l++) /* of all flits, so that it does not depend on who has sent them */
    out_amounts[l] = self->reader->get_link_energy (self->network, out_amounts[l]);
  self->reader->read_packets (self->network, &out_amounts[n], &out_amounts[n + 1]);
}
