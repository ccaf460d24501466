/* hd-flow-usage.c: what each resource carries, now and since the start
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-usage"

#include "hd-flow-usage.h"

/** hd_flow_usage_new: @observer may be %NULL */
HdFlowUsage *
hd_flow_usage_new (HdFlowModel *model,
                   const HdNetworkObserver *observer,
                   gpointer user_data)
{
  HdFlowUsage *self = g_new0 (HdFlowUsage, 1);

  self->model = model;
  self->observer = observer;
  self->user_data = user_data;
  self->epoch = 1;
  return self;
}

void
hd_flow_usage_free (HdFlowUsage *self)
{
  g_free (self->resources);
  hd_id_list_clear (&self->changed);
  hd_id_list_clear (&self->marked);
  g_free (self);
}

static void
reserve (HdFlowUsage *self)
{
  guint n_resources = hd_flow_model_get_n_resources (self->model);

  if (n_resources == self->n_resources)
    return;
  self->resources = g_renew (HdFlowResourceUsage, self->resources, n_resources);
  for (; self->n_resources < n_resources; self->n_resources++)
    self->resources[self->n_resources] = (HdFlowResourceUsage) { 0 };
}

static void
integrate (HdFlowResourceUsage *r,
           HdTime time)
{
  r->carried += (HdWide) r->used * (guint64) (time - r->since);
  r->since = time;
}

/** hd_flow_usage_change: from @time on, a flow of @path has another rate */
void
hd_flow_usage_change (HdFlowUsage *self,
                      guint32 path,
                      guint64 old_rate,
                      guint64 new_rate,
                      HdTime time)
{
  const HdFlowPath *p = hd_flow_model_get_path (self->model, path);
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, p->first_use);

  reserve (self);
  for (guint i = 0; i < p->n_uses; i++)
    {
      HdFlowResourceUsage *r = &self->resources[uses[i].resource];

      if (r->epoch != self->epoch)
        {
          r->epoch = self->epoch;
          r->growth = 0;
          r->carried_mark = r->carried + (HdWide) r->used * (guint64) (self->mark - r->since);
          hd_id_list_append (&self->marked, uses[i].resource);
        }
      integrate (r, time);
      r->used += uses[i].units * (new_rate - old_rate);
      if (!r->changed)
        {
          r->changed = TRUE;
          hd_id_list_append (&self->changed, uses[i].resource);
        }
    }
}

/** hd_flow_usage_tell: all changes at @time have been made */
void
hd_flow_usage_tell (HdFlowUsage *self,
                    HdTime time)
{
  for (guint i = 0; i < self->changed.len; i++)
    {
      guint32 resource = self->changed.ids[i];
      HdFlowResourceUsage *r = &self->resources[resource];

      r->changed = FALSE;
      if (r->used == r->told)
        continue;
      r->told = r->used;
      if (self->observer != NULL && self->observer->rate != NULL)
        self->observer->rate (self->user_data, resource, time, hd_flow_usage_get_rate (self, resource));
    }
  self->changed.len = 0;
}

/** hd_flow_usage_mark: a round begins at @time; nothing changed at this time so far but what belongs before it */
void
hd_flow_usage_mark (HdFlowUsage *self,
                    HdTime time)
{
  self->marked.len = 0;
  self->mark = time;
  self->epoch++;
}

/** hd_flow_usage_grow: each round changes the rate of a flow of @path from @old_rate to @new_rate, since the mark too, and each by @later later than the one before */
void
hd_flow_usage_grow (HdFlowUsage *self,
                    guint32 path,
                    guint64 old_rate,
                    guint64 new_rate,
                    HdTime later)
{
  const HdFlowPath *p = hd_flow_model_get_path (self->model, path);
  const HdFlowUse *uses = hd_flow_model_get_uses (self->model, p->first_use);

  for (guint i = 0; i < p->n_uses; i++)
    self->resources[uses[i].resource].growth += ((HdWide) uses[i].units * old_rate - (HdWide) uses[i].units * new_rate) * (HdWide) later;
}

/** hd_flow_usage_get_lap: @out_lap (element-type HdFlowUsageLap): what changed in the round that began at the mark and ends at @time */
void
hd_flow_usage_get_lap (HdFlowUsage *self,
                       HdTime time,
                       GArray *out_lap)
{
  for (guint i = 0; i < self->marked.len; i++)
    {
      HdFlowResourceUsage *r = &self->resources[self->marked.ids[i]];
      HdFlowUsageLap lap = { .growth = r->growth, .resource = self->marked.ids[i] };

      integrate (r, time);
      lap.amount = r->carried - r->carried_mark;
      g_array_append_val (out_lap, lap);
    }
}

/** hd_flow_usage_set_lap: as if the round before @lap, which begins at @time, were the one since the mark */
void
hd_flow_usage_set_lap (HdFlowUsage *self,
                       HdTime time,
                       const GArray *lap)
{
  hd_flow_usage_mark (self, time);
  for (guint i = 0; i < lap->len; i++)
    {
      const HdFlowUsageLap *l = &g_array_index (lap, HdFlowUsageLap, i);
      HdFlowResourceUsage *r = &self->resources[l->resource];

      integrate (r, time);
      r->epoch = self->epoch;
      r->growth = l->growth;
      r->carried_mark = r->carried - (l->amount - l->growth);
      hd_id_list_append (&self->marked, l->resource);
    }
}

/**
 * hd_flow_usage_skip:
 * @start: end of the round that began at the mark
 *
 * Repeats what was carried since the mark @rounds times.
 */
void
hd_flow_usage_skip (HdFlowUsage *self,
                    HdTime start,
                    HdTime period,
                    guint64 rounds)
{
  HdTime end = start + (HdTime) rounds * period;

  for (guint i = 0; i < self->marked.len; i++)
    {
      guint32 resource = self->marked.ids[i];
      HdFlowResourceUsage *r = &self->resources[resource];
      HdWide amount, all;

      integrate (r, start);
      amount = r->carried - r->carried_mark;
      all = rounds * amount + (HdWide) rounds * (rounds + 1) / 2 * r->growth;
      r->carried += all;
      r->since = end;
      if (self->observer != NULL && self->observer->average != NULL && end > start)
        self->observer->average (self->user_data, resource, start, end,
                                 (r->growth != 0 ? (double) all / (double) rounds : (double) amount)
                                 / ((double) period * hd_flow_model_get_scale (self->model, resource)));
    }
}

/** hd_flow_usage_get_amount: B or FLOP that @resource carried up to @time, which must not lie in the past */
double
hd_flow_usage_get_amount (HdFlowUsage *self,
                          guint32 resource,
                          HdTime time)
{
  const HdFlowResourceUsage *r;
  HdWide carried;

  if (resource >= self->n_resources)
    return 0;
  r = &self->resources[resource];
  carried = r->carried + (HdWide) r->used * (guint64) (time - r->since);
  return (double) carried / ((double) HD_TICKS_PER_SECOND * hd_flow_model_get_scale (self->model, resource));
}

/** hd_flow_usage_get_rate: B/s or FLOP/s that @resource carries now */
double
hd_flow_usage_get_rate (HdFlowUsage *self,
                        guint32 resource)
{
  return resource < self->n_resources ? (double) self->resources[resource].used / hd_flow_model_get_scale (self->model, resource) : 0;
}
