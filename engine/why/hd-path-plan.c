/* hd-path-plan.c: how long the sends of a schedule take on the links that are drawn, if nothing else is on them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-path"

#include "hd-path-plan.h"

#include <heddle/hd-pair-hash.h>

#include "hd-software-costs.h"

/* ---- what is passed --------------------------------------------------------------------------------------------------------- */

double
hd_path_limit_get_rate (HdDesign *design,
                        const HdPathLimit *limit)
{
  if (limit->kind == HD_TARGET_LINK)
    return hd_link_get_rate (&hd_design_get_links (design)[limit->target]);
  if (limit->way == 0 && hd_design_get_nodes (design)[limit->target].type->role == HD_ROLE_ENDPOINT)
    return hd_design_get_property (design, limit->target, HD_PROPERTY_FP16_RATE, hd_design_get_property (design, limit->target, HD_PROPERTY_FP32_RATE, 0));
  return hd_node_get_bandwidth (design, limit->target, limit->way);
}

static void
visit_node (HdDesign *design,
            guint32 node,
            void (*visit) (gpointer data, const HdPathLimit *limit, double rate),
            gpointer data)
{
  const HdPathLimit limit = { HD_TARGET_NODE, node, 0 };
  double rate = hd_design_get_nodes (design)[node].type->role != HD_ROLE_ENDPOINT ? hd_node_get_bandwidth (design, node, 0) : 0;

  if (rate > 0)
    visit (data, &limit, rate);
}

/* A link that both directions share is one. */
void
hd_path_limit_foreach (HdDesign *design,
                       guint32 from,
                       const HdPathHop *hops,
                       guint n_hops,
                       void (*visit) (gpointer data, const HdPathLimit *limit, double rate),
                       gpointer data)
{
  const HdLink *links = hd_design_get_links (design);

  visit_node (design, from, visit, data);
  for (guint i = 0; i < n_hops; i++)
    {
      const HdLink *link = &links[hops[i].link];
      const HdPathLimit limit = { HD_TARGET_LINK, hops[i].link, link->sharing == HD_SHARING_SPLIT ? hops[i].direction : 0 };

      visit (data, &limit, hd_link_get_rate (link));
      visit_node (design, hops[i].direction == 0 ? link->to : link->from, visit, data);
    }
}

/* ---- one step ----------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdDesign *design;
  HdRouter *router;
  const HdPathWork *work;
  HdPathPlan *plan;
  GHashTable *places; /* a limit in one number -> its place in @limits + 1 */
  GArray *limits;     /* of the step */
  double bytes;      /* of the send that is looked at, as the next */
  double time_s;
  HdPlanSend *send;
} Maker;

static gint64
make_key (const HdPathLimit *limit)
{
  return (gint64) limit->target << 2 | (gint64) (limit->kind == HD_TARGET_NODE) << 1 | limit->way;
}

static void
add_load (gpointer data,
          const HdPathLimit *limit,
          double rate)
{
  Maker *self = data;
  gint64 key = make_key (limit);
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->places, &key));

  if (place == 0)
    {
      const HdPlanLimit added = { *limit, 0 };

      g_array_append_val (self->limits, added);
      place = self->limits->len;
      g_hash_table_insert (self->places, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (place));
    }
  g_array_index (self->limits, HdPlanLimit, place - 1).time_s += self->bytes / rate;
}

static void
find_slowest_limit (gpointer data,
                    const HdPathLimit *limit,
                    double rate)
{
  Maker *self = data;
  gint64 key = make_key (limit);
  double time = g_array_index (self->limits, HdPlanLimit, GPOINTER_TO_UINT (g_hash_table_lookup (self->places, &key)) - 1).time_s;

  if (!(time > self->time_s * (1 + 1e-9)))
    return;
  self->time_s = time;
  self->send->has_limit = TRUE;
  self->send->limit = *limit;
}

static gboolean
add_send (Maker *self,
          const HdSend *send)
{
  const HdPathWork *work = self->work;
  HdPlanSend added = { .from = work->members[send->source], .to = work->members[send->destination], .from_rank = send->source,
                       .to_rank = send->destination, .first_hop = self->plan->hops->len };
  HdTime spacing;
  HdRoute route;

  if (!hd_router_find (self->router, added.from, added.to, work->net != NULL ? work->net->classes : NULL, work->net != NULL ? work->net->n_classes : 0, &route, NULL))
    return FALSE;
  for (guint i = 0; i < route.n_hops; i++)
    {
      const HdPathHop hop = { route.links[i], route.directions[i] };

      g_array_append_val (self->plan->hops, hop);
    }
  added.n_hops = route.n_hops;
  added.latency = route.latency_ps;
  hd_software_costs_get_pair (self->design, added.from, added.to, &added.handling, &spacing);
  self->bytes = hd_collective_get_send_bytes (work->algorithm, work->n_members, send, work->bytes);
  g_array_append_val (self->plan->sends, added);
  if (added.n_hops > 0)
    hd_path_limit_foreach (self->design, added.from, &g_array_index (self->plan->hops, HdPathHop, added.first_hop), added.n_hops, add_load, self);
  return TRUE;
}

static void
time_send (Maker *self,
           HdPlanStretch *stretch,
           guint32 number)
{
  HdPlanSend *send = hd_path_plan_get (self->plan, number);

  self->send = send;
  self->time_s = 0;
  if (send->n_hops > 0)
    hd_path_limit_foreach (self->design, send->from, &g_array_index (self->plan->hops, HdPathHop, send->first_hop), send->n_hops, find_slowest_limit, self);
  send->time_s = self->time_s + hd_time_to_seconds (send->latency + send->handling);
  if (send->time_s > hd_path_plan_get (self->plan, stretch->slowest)->time_s)
    stretch->slowest = number;
}

static gboolean
add_stretch (Maker *self,
             guint32 step,
             guint32 n_alike,
             guint32 n_sends)
{
  HdPlanStretch stretch = { step, n_alike, self->plan->sends->len, n_sends, self->plan->sends->len, g_array_new (FALSE, FALSE, sizeof (HdPlanLimit)) };
  gboolean has_ways = TRUE;

  g_hash_table_remove_all (self->places);
  self->limits = stretch.limits;
  for (guint32 i = 0; i < n_sends && has_ways; i++)
    {
      HdSend send;

      self->work->algorithm->get_send (self->work->n_members, step, i, &send);
      has_ways = add_send (self, &send);
    }
  for (guint32 i = 0; has_ways && i < n_sends; i++)
    time_send (self, &stretch, stretch.first_send + i);
  g_array_append_val (self->plan->stretches, stretch);
  return has_ways;
}

/* ---- all of it ---------------------------------------------------------------------------------------------------------------- */

static void
clear_stretch (gpointer data)
{
  g_array_unref (((HdPlanStretch *) data)->limits);
}

void
hd_path_plan_free (HdPathPlan *self)
{
  g_array_unref (self->hops);
  g_array_unref (self->sends);
  g_array_unref (self->stretches);
  g_free (self);
}

HdPathPlan *
hd_path_plan_new (HdDesign *design,
                  HdRouter *router,
                  const HdPathWork *work,
                  guint64 most_sends)
{
  g_autoptr (HdPathPlan) self = g_new0 (HdPathPlan, 1);
  g_autoptr (GHashTable) places = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);
  Maker maker = { design, router, work, self, places };

  self->hops = g_array_new (FALSE, FALSE, sizeof (HdPathHop));
  self->sends = g_array_new (FALSE, FALSE, sizeof (HdPlanSend));
  self->stretches = g_array_new (FALSE, FALSE, sizeof (HdPlanStretch));
  g_array_set_clear_func (self->stretches, clear_stretch);
  self->n_members = work->n_members;
  self->n_steps = work->algorithm->count_steps (work->n_members);
  for (guint32 step = 0; step < self->n_steps;)
    {
      guint32 n_alike = MAX (work->algorithm->count_alike (work->n_members, step), 1), n_sends = work->algorithm->count_sends (work->n_members, step);

      if (self->sends->len + (guint64) n_sends > most_sends || (n_sends > 0 && !add_stretch (&maker, step, n_alike, n_sends)))
        return NULL;
      step += n_alike;
    }
  return self->sends->len > 0 ? g_steal_pointer (&self) : NULL;
}

const HdPlanStretch *
hd_path_plan_find (const HdPathPlan *self,
                   guint32 step)
{
  guint low = 0, high = self->stretches->len;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->stretches, HdPlanStretch, middle).first_step <= step)
        low = middle;
      else
        high = middle;
    }
  return &g_array_index (self->stretches, HdPlanStretch, low);
}
