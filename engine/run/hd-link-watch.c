/* hd-link-watch.c: what links carry, and what waits for them in buffers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What is carried is the work's; a capacity is what noise leaves for it. A router's buffers have their room as capacity, and carry the time that flits
 * spend there: so their load is the share of them that is full, on average, and its course needs no more than that of a link.
 */
#define G_LOG_DOMAIN "hd-link-watch"

#include "hd-link-watch.h"

#include <string.h>

#include "hd-probes.h"
#include "hd-ranks-private.h"

typedef enum { QUEUE, CREDITS } MomentKind;

/* A probe of what is so at a moment, of all these ways together: each a link and its direction. */
typedef struct
{
  guint series;
  MomentKind kind;
  guint first, n; /* ways */
} Moment;

struct _HdLinkWatch
{
  HdDesign *design; /* borrowed, as the next */
  HdAgentNetwork *network;
  const HdLinkReader *reader;
  HdRecord *record;
  guint32 *resources; /* two for each link; a shared one has one */
  double *capacities;
  guint n_resources; /* first of links */
  GArray *moments;
  GArray *ways;    /* of guint32: twice the link, and its direction */
  GArray *routers; /* of guint32 */
};

/* Both directions of a shared link wait for the one. */
static gboolean
is_of_way (const HdProbePoint *point,
           MomentKind kind,
           const HdLink *links,
           guint32 way)
{
  const HdLink *link = &links[way / 2];

  if (point->kind == HD_TARGET_NODE)
    return (way % 2 == 0 ? link->from : link->to) == point->target;
  return way / 2 == point->target && (point->direction == 2 || point->direction == way % 2 || (kind == QUEUE && link->sharing == HD_SHARING_SHARED));
}

/* O(links) for each such probe. */
static void
add_moment (HdLinkWatch *self,
            guint series,
            const HdProbePoint *point,
            MomentKind kind)
{
  Moment moment = { series, kind, self->ways->len, 0 };

  for (guint32 way = 0; way < 2 * hd_design_get_n_links (self->design); way++)
    if (is_of_way (point, kind, hd_design_get_links (self->design), way))
      g_array_append_val (self->ways, way);
  moment.n = self->ways->len - moment.first;
  g_array_append_val (self->moments, moment);
}

static void
collect_moments (HdLinkWatch *self)
{
  for (guint i = 0; i < hd_design_get_n_probes (self->design); i++)
    {
      const HdProbePoint *point = hd_design_get_probe (self->design, i);

      if (hd_probes_is_queue (point))
        add_moment (self, i, point, QUEUE);
      else if (hd_probes_is_credits (self->design, point) && self->reader->get_credits != NULL
               && (point->kind == HD_TARGET_LINK || self->reader->get_room (self->network, point->target) > 0))
        add_moment (self, i, point, CREDITS);
    }
}

static void
collect_routers (HdLinkWatch *self)
{
  for (guint32 i = 0; self->reader->get_room != NULL && i < hd_design_get_n_nodes (self->design); i++)
    {
      guint64 room = self->reader->get_room (self->network, i);

      if (room == 0)
        continue;
      g_array_append_val (self->routers, i);
      self->capacities[self->n_resources++] = (double) room;
    }
}

/* Shares are of what links can carry when the run begins. */
static void
take_first_changes (HdLinkWatch *self)
{
  for (guint i = 0; i < hd_design_get_n_changes (self->design) && hd_design_get_change (self->design, i)->time == 0; i++)
    {
      const HdRunChange *change = hd_design_get_change (self->design, i);

      for (guint k = 0; k < change->n_links; k++)
        for (guint direction = 0; direction < 2; direction++)
          self->capacities[self->resources[2 * (gsize) change->links[k].link + direction]] = change->links[k].rate
                                                                                             * (1 - hd_design_get_link_noise (self->design, change->links[k].link));
    }
}

HdLinkWatch *
hd_link_watch_new (HdDesign *design,
                   HdAgentNetwork *network,
                   const HdLinkReader *reader,
                   HdRecord *record)
{
  HdLinkWatch *self = g_new0 (HdLinkWatch, 1);
  const HdLink *links = hd_design_get_links (design);
  gsize n_links = hd_design_get_n_links (design);

  self->design = design;
  self->network = network;
  self->reader = reader;
  self->record = record;
  self->resources = g_new (guint32, 2 * n_links + 1);
  self->capacities = g_new (double, 2 * n_links + hd_design_get_n_nodes (design) + 1);
  for (gsize l = 0; l < n_links; l++)
    {
      self->resources[2 * l] = self->n_resources;
      self->capacities[self->n_resources++] = hd_link_get_rate (&links[l]) * (1 - hd_design_get_link_noise (design, (guint32) l));
      self->resources[2 * l + 1] = self->resources[2 * l];
      if (links[l].sharing == HD_SHARING_SHARED)
        continue;
      self->resources[2 * l + 1] = self->n_resources;
      self->capacities[self->n_resources++] = hd_link_get_rate (&links[l]) * (1 - hd_design_get_link_noise (design, (guint32) l));
    }
  take_first_changes (self);
  self->moments = g_array_new (FALSE, FALSE, sizeof (Moment));
  self->ways = g_array_new (FALSE, FALSE, sizeof (guint32));
  collect_moments (self);
  self->routers = g_array_new (FALSE, FALSE, sizeof (guint32));
  collect_routers (self);
  return self;
}

void
hd_link_watch_free (HdLinkWatch *self)
{
  g_free (self->resources);
  g_free (self->capacities);
  g_array_unref (self->moments);
  g_array_unref (self->ways);
  g_array_unref (self->routers);
  g_free (self);
}

static void
use_routers (HdLinkWatch *self,
             HdRunLayout *layout,
             guint32 first)
{
  gsize n = 2 * (gsize) hd_design_get_n_nodes (self->design);
  g_autofree guint32 *resources = g_new (guint32, n + 1);

  memset (resources, 0xff, n * sizeof (guint32));
  for (guint32 i = 0; i < self->routers->len; i++)
    resources[2 * (gsize) g_array_index (self->routers, guint32, i)] = i;
  hd_run_layout_use_nodes (layout, resources, first);
}

guint32
hd_link_watch_lay_out (HdLinkWatch *self,
                       HdRunLayout *layout)
{
  guint32 first = hd_run_layout_add_resources (layout, self->capacities, self->n_resources);

  hd_run_layout_use_links (layout, self->resources, first);
  use_routers (self, layout, first + self->n_resources - self->routers->len);
  return first;
}

/* Whether this process knows what a node has done. */
static gboolean
is_here (HdLinkWatch *self,
         guint32 node)
{
  return hd_agent_network_is_here (self->network, hd_agent_network_get_partition (self->network, node));
}

/* Credits are counted where a way begins; so is what waits for it, but for what has come into the buffers at its end. */
static guint32
get_witness (HdLinkWatch *self,
             guint32 way,
             MomentKind kind)
{
  const HdLink *link = &hd_design_get_links (self->design)[way / 2];
  gboolean at_start = kind == CREDITS || self->reader->get_credits == NULL;

  return (way % 2 == 0) == at_start ? link->from : link->to;
}

static double
read_moment (HdLinkWatch *self,
             const Moment *moment,
             HdTime time)
{
  guint64 sum = 0;

  for (guint i = moment->first; i < moment->first + moment->n; i++)
    {
      guint32 way = g_array_index (self->ways, guint32, i);

      if (!is_here (self, get_witness (self, way, moment->kind)))
        continue;
      sum += moment->kind == QUEUE ? self->reader->get_queue (self->network, way / 2, way % 2, time) : self->reader->get_credits (self->network, way / 2, way % 2);
    }
  return (double) sum;
}

static void
sample (HdLinkWatch *self,
        HdTime time)
{
  g_autofree double *values = g_new (double, self->moments->len + 1);

  for (guint i = 0; i < self->moments->len; i++)
    values[i] = read_moment (self, &g_array_index (self->moments, Moment, i), time);
  hd_ranks_add (values, self->moments->len);
  for (guint i = 0; i < self->moments->len; i++)
    _hd_record_append_sample (self->record, g_array_index (self->moments, Moment, i).series, time, values[i]);
}

void
hd_link_watch_read (HdLinkWatch *self,
                    HdTime time,
                    double *out_amounts)
{
  const HdLink *links = hd_design_get_links (self->design);
  guint32 n_ways = 2 * hd_design_get_n_links (self->design);

  memset (out_amounts, 0, self->n_resources * sizeof (double));
  for (guint32 way = 0; way < n_ways; way++)
    if (is_here (self, way % 2 == 0 ? links[way / 2].from : links[way / 2].to))
      out_amounts[self->resources[way]] += self->reader->get_carried (self->network, way / 2, way % 2, time);
  for (guint i = 0; i < self->routers->len; i++)
    if (is_here (self, g_array_index (self->routers, guint32, i)))
      out_amounts[self->n_resources - self->routers->len + i] = self->reader->get_held (self->network, g_array_index (self->routers, guint32, i), time);
  hd_ranks_add (out_amounts, self->n_resources);
  if (self->moments->len > 0)
    sample (self, time);
}
