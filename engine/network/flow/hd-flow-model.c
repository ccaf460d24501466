/* hd-flow-model.c: resources and the paths over them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-model"

#include "hd-flow-model.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define UNITS_PER_BYTE 1024
#define UNITS_PER_FLOP 64
#define CROSS_STEPS 1000
#define LARGEST_CAPACITY 0x1p62

/* Weights under rtt. The heaviest flow has 2^40, so a latency up to 1000 times the shortest is kept to 1e-9, and 2^23 flows may meet on one
 * resource before their load overflows. */
#define HEAVIEST 0x1p40

static guint
greatest_divisor (guint a,
                  guint b)
{
  while (b != 0)
    {
      guint rest = a % b;

      a = b;
      b = rest;
    }
  return a;
}

HdFlowModel *
hd_flow_model_new (const HdFlowRules *rules)
{
  HdFlowModel *self = g_new0 (HdFlowModel, 1);
  guint share = (guint) lrint (rules->cross_traffic * CROSS_STEPS);
  guint divisor = greatest_divisor (share, CROSS_STEPS);

  self->rules = *rules;
  self->cross_num = share / divisor;
  self->cross_den = CROSS_STEPS / divisor;
  self->capacities = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->kinds = g_array_new (FALSE, FALSE, sizeof (HdFlowKind));
  self->paths = g_array_new (FALSE, FALSE, sizeof (HdFlowPath));
  self->uses = g_array_new (FALSE, FALSE, sizeof (HdFlowUse));
  self->ends = g_array_new (FALSE, FALSE, sizeof (HdFlowEnds));
  return self;
}

void
hd_flow_model_free (HdFlowModel *self)
{
  g_array_unref (self->capacities);
  g_array_unref (self->kinds);
  g_array_unref (self->paths);
  g_array_unref (self->uses);
  g_array_unref (self->ends);
  g_free (self);
}

static double
scale_of (HdFlowModel *self,
          HdFlowKind kind)
{
  return kind != HD_FLOW_PROCESSOR ? (double) UNITS_PER_BYTE * self->cross_den : UNITS_PER_FLOP;
}

/** hd_flow_model_get_scale: units of load a second on @resource for each B/s or FLOP/s */
double
hd_flow_model_get_scale (HdFlowModel *self,
                         guint32 resource)
{
  return scale_of (self, g_array_index (self->kinds, HdFlowKind, resource));
}

static gboolean
count_units (HdFlowModel *self,
             HdFlowKind kind,
             double capacity_per_s,
             guint64 *out_units,
             GError **error)
{
  double scale = scale_of (self, kind), units = capacity_per_s * scale;
  const char *unit = kind != HD_FLOW_PROCESSOR ? "B/s" : "FLOP/s";

  if (units >= 1 && units <= LARGEST_CAPACITY)
    {
      *out_units = (guint64) llrint (units);
      return TRUE;
    }
  g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
               _("A capacity of %g %s cannot be simulated at flow fidelity: it must lie between %.3g and %.3g %s"),
               capacity_per_s, unit, 1 / scale, LARGEST_CAPACITY / scale, unit);
  return FALSE;
}

/**
 * hd_flow_model_add_resource:
 * @capacity_per_s: in B/s or FLOP/s
 * @out_resource: its number
 *
 * Errors: %HD_ERROR_RANGE if the capacity is not representable.
 */
gboolean
hd_flow_model_add_resource (HdFlowModel *self,
                            HdFlowKind kind,
                            double capacity_per_s,
                            guint32 *out_resource,
                            GError **error)
{
  guint64 capacity;

  if (!count_units (self, kind, capacity_per_s, &capacity, error))
    return FALSE;
  *out_resource = self->capacities->len;
  g_array_append_val (self->capacities, capacity);
  g_array_append_val (self->kinds, kind);
  return TRUE;
}

/**
 * hd_flow_model_get_weight:
 *
 * Share of a flow of this latency on a bottleneck: 1, or in inverse proportion to the latency. A path without latency has the weight of one of a
 * second, as in SimGrid 3.32 (NetworkCm02Model::communicate: sharing penalty 1).
 */
guint64
hd_flow_model_get_weight (HdFlowModel *self,
                          HdTime latency_ps)
{
  double latency = latency_ps == 0 ? (double) HD_TICKS_PER_SECOND : (double) latency_ps;

  if (self->rules.fairness == HD_FAIRNESS_EQUAL || self->rules.shortest_ps == 0)
    return 1;
  return (guint64) CLAMP (rint (HEAVIEST * (double) self->rules.shortest_ps / latency), 1, HEAVIEST);
}

/**
 * hd_flow_model_add_path:
 * @uses: (array length=n_uses): no resource twice; all of one kind
 * @multiplicity: how many flows of the plain system one of this path stands for
 *
 * Returns: the path's number
 */
guint32
hd_flow_model_add_path (HdFlowModel *self,
                        HdTime latency_ps,
                        const HdFlowUse *uses,
                        guint n_uses,
                        guint multiplicity)
{
  HdFlowPath path = {
    .latency_ps = latency_ps,
    .weight = hd_flow_model_get_weight (self, latency_ps),
    .first_use = self->uses->len,
    .n_uses = n_uses,
    .multiplicity = multiplicity,
  };

  if (n_uses > 0)
    path.scale = g_array_index (self->kinds, HdFlowKind, uses[0].resource) != HD_FLOW_PROCESSOR ? UNITS_PER_BYTE : UNITS_PER_FLOP;
  g_array_append_vals (self->uses, uses, n_uses);
  g_array_append_val (self->paths, path);
  return self->paths->len - 1;
}

void
hd_flow_model_slow_path (HdFlowModel *self,
                         guint32 path,
                         HdTime overhead,
                         HdTime spacing)
{
  HdFlowPath *slowed = &g_array_index (self->paths, HdFlowPath, path);

  slowed->latency_ps += overhead;
  slowed->spacing_ps = spacing;
}

guint32
hd_flow_model_delay_path (HdFlowModel *self,
                          guint32 path,
                          HdTime delay)
{
  HdFlowPath delayed = g_array_index (self->paths, HdFlowPath, path);

  delayed.latency_ps += delay;
  g_array_append_val (self->paths, delayed);
  return self->paths->len - 1;
}

gboolean
hd_flow_model_set_capacity (HdFlowModel *self,
                            guint32 resource,
                            double capacity_per_s,
                            GError **error)
{
  return count_units (self, hd_flow_model_get_kind (self, resource), capacity_per_s, &g_array_index (self->capacities, guint64, resource), error);
}

void
hd_flow_model_set_ends (HdFlowModel *self,
                        guint32 path,
                        const HdFlowEnds *ends)
{
  g_array_append_vals (self->ends, ends, 1);
  g_array_index (self->paths, HdFlowPath, path).ends = self->ends->len;
}

const HdFlowEnds *
hd_flow_model_find_ends (const HdFlowModel *self,
                         guint32 path)
{
  guint32 number = hd_flow_model_get_path (self, path)->ends;

  return number > 0 ? &g_array_index (self->ends, HdFlowEnds, number - 1) : NULL;
}

guint32
hd_flow_model_turn_path (HdFlowModel *self,
                         guint32 path,
                         HdTime latency_ps,
                         const HdFlowUse *uses,
                         guint n_uses)
{
  const HdFlowPath old = *hd_flow_model_get_path (self, path);
  HdFlowEnds ends = *hd_flow_model_find_ends (self, path);
  HdTime beside = old.latency_ps - ends.latency_ps;
  guint32 turned;

  if (latency_ps == ends.latency_ps && n_uses == old.n_uses && memcmp (uses, hd_flow_model_get_uses (self, old.first_use), n_uses * sizeof *uses) == 0)
    return path;
  turned = hd_flow_model_add_path (self, latency_ps, uses, n_uses, old.multiplicity);
  hd_flow_model_slow_path (self, turned, beside, old.spacing_ps);
  ends.latency_ps = latency_ps;
  hd_flow_model_set_ends (self, turned, &ends);
  return turned;
}

static guint
add_units (HdFlowUse *uses,
           guint n_uses,
           guint32 resource,
           guint32 units)
{
  for (guint i = 0; i < n_uses; i++)
    if (uses[i].resource == resource)
      {
        uses[i].units += units;
        return n_uses;
      }
  uses[n_uses] = (HdFlowUse) { resource, units };
  return n_uses + 1;
}

/**
 * hd_flow_model_merge_uses:
 * @forward: links on the way, one for each traversal
 * @reverse: links on the way back, charged with the cross traffic
 * @out_uses: (out caller-allocates): room for @n_forward + @n_reverse
 *
 * Returns: how many uses were written
 */
guint
hd_flow_model_merge_uses (HdFlowModel *self,
                          const guint32 *forward,
                          guint n_forward,
                          const guint32 *reverse,
                          guint n_reverse,
                          HdFlowUse *out_uses)
{
  guint n_uses = 0;

  for (guint i = 0; i < n_forward; i++)
    n_uses = add_units (out_uses, n_uses, forward[i], self->cross_den);
  if (self->cross_num > 0)
    for (guint i = 0; i < n_reverse; i++)
      n_uses = add_units (out_uses, n_uses, reverse[i], self->cross_num);
  return n_uses;
}
