/* hd-packet-watch.c: probes and loads of a packet network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Loads are those of the work: noise is not counted, so that they show what the work does to the links.
 */
#define G_LOG_DOMAIN "hd-packet-watch"

#include "hd-packet-watch.h"

#include <string.h>

/* A way (2 * link + direction) that a probe looks at, and what it had carried when that last did so. */
typedef struct
{
  guint32 way;
  double carried;
} Seen;

/* A probe; its value is the sum over ways, of loads per second times a factor or of queues. Utilisation is a share of one capacity: of both
 * directions of a split link, that of the busier one. */
typedef struct
{
  guint series;
  gboolean is_queue;
  gboolean is_busier;
  double factor;
  guint first, n;  /* of the ways */
} Probe;

struct _HdPacketWatch
{
  HdDesign *design; /* borrowed, as the next */
  HdPacketNetwork *network;
  HdRecord *record;
  guint32 *link_resources; /* two for each link; a shared one has one */
  guint32 *node_resources; /* none */
  double *capacities;
  guint n_resources;
  double *carried;         /* by way */
  double *cumulative;      /* by resource */
  GArray *probes;
  GArray *ways;            /* of Seen */
  HdTime last;
};

static void
add_way (HdPacketWatch *self,
         Probe *probe,
         guint32 way)
{
  Seen seen = { way, 0 };

  g_array_append_val (self->ways, seen);
  probe->n++;
}

static void
add_link (HdPacketWatch *self,
          Probe *probe,
          guint32 link,
          guint direction)
{
  if (direction != 1 || hd_design_get_links (self->design)[link].sharing == HD_SHARING_SHARED)
    add_way (self, probe, 2 * link);
  if (direction != 0 || hd_design_get_links (self->design)[link].sharing == HD_SHARING_SHARED)
    add_way (self, probe, 2 * link + 1);
}

static void
watch_link (HdPacketWatch *self,
            Probe *probe,
            const HdProbePoint *point)
{
  const HdLink *link = &hd_design_get_links (self->design)[point->target];

  add_link (self, probe, point->target, point->direction);
  probe->is_queue = strcmp (point->probe, "queue") == 0;
  if (strcmp (point->probe, "utilisation") == 0)
    {
      probe->factor = 100 / link->bandwidth;
      probe->is_busier = link->sharing == HD_SHARING_SPLIT;
    }
}

/* Everything that passes the ports of a node; what goes through comes in and goes out. */
static void
watch_node (HdPacketWatch *self,
            Probe *probe,
            const HdProbePoint *point)
{
  const HdLink *links = hd_design_get_links (self->design);

  if (strcmp (point->probe, "through") == 0)
    probe->factor = 0.5;
  else if (strcmp (point->probe, "rate") != 0)
    return;
  for (guint32 l = 0; l < hd_design_get_n_links (self->design); l++)
    if (links[l].from == point->target || links[l].to == point->target)
      add_link (self, probe, l, 2);
}

static void
collect_probes (HdPacketWatch *self)
{
  for (guint i = 0; i < hd_design_get_n_probes (self->design); i++)
    {
      const HdProbePoint *point = hd_design_get_probe (self->design, i);
      Probe probe = { .series = i, .factor = 1, .first = self->ways->len };

      if (point->kind == HD_TARGET_LINK)
        watch_link (self, &probe, point);
      else if (point->kind == HD_TARGET_NODE)
        watch_node (self, &probe, point);
      if (probe.n > 0)
        g_array_append_val (self->probes, probe);
    }
}

HdPacketWatch *
hd_packet_watch_new (HdDesign *design,
                     HdPacketNetwork *network,
                     HdRecord *record)
{
  HdPacketWatch *self = g_new0 (HdPacketWatch, 1);
  const HdLink *links = hd_design_get_links (design);
  gsize n_links = hd_design_get_n_links (design), n_nodes = hd_design_get_n_nodes (design);

  self->design = design;
  self->network = network;
  self->record = record;
  self->link_resources = g_new (guint32, 2 * n_links + 1);
  self->node_resources = g_new (guint32, 2 * n_nodes + 1);
  self->capacities = g_new (double, 2 * n_links + 1);
  self->carried = g_new0 (double, 2 * n_links + 1);
  self->cumulative = g_new0 (double, 2 * n_links + 1);
  memset (self->node_resources, 0xff, 2 * n_nodes * sizeof (guint32)); /* HD_NO_ID */
  for (gsize l = 0; l < n_links; l++)
    {
      self->link_resources[2 * l] = self->n_resources;
      self->capacities[self->n_resources++] = links[l].bandwidth;
      self->link_resources[2 * l + 1] = self->link_resources[2 * l];
      if (links[l].sharing == HD_SHARING_SHARED)
        continue;
      self->link_resources[2 * l + 1] = self->n_resources;
      self->capacities[self->n_resources++] = links[l].bandwidth;
    }
  self->probes = g_array_new (FALSE, FALSE, sizeof (Probe));
  self->ways = g_array_new (FALSE, FALSE, sizeof (Seen));
  collect_probes (self);
  return self;
}

void
hd_packet_watch_free (HdPacketWatch *self)
{
  g_free (self->link_resources);
  g_free (self->node_resources);
  g_free (self->capacities);
  g_free (self->carried);
  g_free (self->cumulative);
  g_array_unref (self->probes);
  g_array_unref (self->ways);
  g_free (self);
}

void
hd_packet_watch_lay_out (HdPacketWatch *self,
                         HdRecordLayout *layout)
{
  layout->capacities = self->capacities;
  layout->n_resources = self->n_resources;
  layout->link_resources = self->link_resources;
  layout->node_resources = self->node_resources;
}

static void
sample (HdPacketWatch *self,
        Probe *probe,
        HdTime time)
{
  double value = 0;

  for (guint i = probe->first; i < probe->first + probe->n; i++)
    {
      Seen *seen = &g_array_index (self->ways, Seen, i);
      double one = self->carried[seen->way] - seen->carried;

      if (probe->is_queue)
        one = (double) hd_packet_network_get_queue (self->network, seen->way / 2, seen->way % 2, time);
      value = probe->is_busier ? MAX (value, one) : value + one;
      seen->carried = self->carried[seen->way];
    }
  if (probe->is_queue)
    _hd_record_append_sample (self->record, probe->series, time, value);
  else if (time > self->last)
    _hd_record_append_sample (self->record, probe->series, self->last, probe->factor * value / hd_time_to_seconds (time - self->last));
}

const double *
hd_packet_watch_read (HdPacketWatch *self,
                      HdTime time)
{
  guint32 n_ways = 2 * hd_design_get_n_links (self->design);

  memset (self->cumulative, 0, self->n_resources * sizeof (double));
  for (guint32 way = 0; way < n_ways; way++)
    {
      self->carried[way] = hd_packet_network_get_carried (self->network, way / 2, way % 2, time);
      self->cumulative[self->link_resources[way]] += self->carried[way];
    }
  for (guint i = 0; i < self->probes->len; i++)
    sample (self, &g_array_index (self->probes, Probe, i), time);
  self->last = time;
  return self->cumulative;
}
