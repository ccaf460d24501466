/* hd-estimate.c: how much shorter a path gets by a change
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-why"

#include "hd-estimate.h"

#include <math.h>

#include <heddle/hd-pair-hash.h>

#include "hd-path-private.h"

typedef struct
{
  HdPath *path;
  HdDesign *design;
  const HdSuspects *suspects;
  const HdTrial *trial;
  double factor;
  GHashTable *stretches; /* HdPlanStretch -> double *: what is left of its time */
  GHashTable *ways;      /* from << 32 | to -> double *: likewise, of what goes that way beside communications */
} Estimate;

guint32
hd_suspects_find_bound (const HdSuspects *self,
                        HdTargetKind kind,
                        guint32 target,
                        guint way)
{
  return kind == HD_TARGET_LINK ? self->link_bounds[target] : self->node_bounds[2 * (gsize) target + way];
}

static gboolean
is_changed (const Estimate *self,
            const HdPathLimit *limit)
{
  return hd_trial_changes (self->trial, hd_suspects_find_bound (self->suspects, limit->kind, limit->target, limit->way));
}

/* ---- what a step goes over -------------------------------------------------------------------------------------------------- */

/* The longest of what it goes over, before and after. */
typedef struct
{
  const Estimate *estimate;
  HdTime start, end;
  double before, after;
} Longest;

static void
take (Longest *self,
      const HdPathLimit *limit,
      double busy)
{
  self->before = MAX (self->before, busy);
  self->after = MAX (self->after, is_changed (self->estimate, limit) ? busy / self->estimate->factor : busy);
}

static double
get_left_of_stretch (Estimate *self,
                     const HdPlanStretch *stretch)
{
  double *left = g_hash_table_lookup (self->stretches, stretch);
  Longest longest = { self, 0, 0, 0, 0 };

  if (left != NULL)
    return *left;
  for (guint i = 0; i < stretch->limits->len; i++)
    {
      const HdPlanLimit *limit = &g_array_index (stretch->limits, HdPlanLimit, i);

      take (&longest, &limit->limit, limit->time_s);
    }
  left = g_new (double, 1);
  *left = longest.before > 0 ? longest.after / longest.before : 1;
  g_hash_table_insert (self->stretches, (gpointer) stretch, left);
  return *left;
}

/* By how busy all of its way is, over the whole run. */
static void
take_use (gpointer data,
          const HdPathLimit *limit,
          double rate)
{
  Longest *self = data;
  HdRecord *record = self->estimate->path->record;
  HdLoad load = limit->kind == HD_TARGET_LINK ? hd_record_read_link (record, limit->target, self->start, self->end)
                                              : hd_record_read_node (record, limit->target, self->start, self->end);

  take (self, limit, (double) load.ways[limit->way].mean);
}

static double
get_left_of_way (Estimate *self,
                 const HdPathPart *part)
{
  gint64 key = (gint64) ((guint64) part->from << 32 | part->to);
  double *left = g_hash_table_lookup (self->ways, &key);
  Longest longest = { self, hd_path_get_part (self->path, 0)->start, hd_path_get_part (self->path, self->path->parts->len - 1)->end, 0, 0 };

  if (left != NULL)
    return *left;
  hd_path_limit_foreach (self->design, part->from, hd_path_peek_hops (self->path, part), part->n_hops, take_use, &longest);
  left = g_new (double, 1);
  *left = longest.before > 0 ? longest.after / longest.before : 1;
  g_hash_table_insert (self->ways, g_memdup2 (&key, sizeof key), left);
  return *left;
}

/* ---- parts -------------------------------------------------------------------------------------------------------------------- */

/* How long the same vertex computed, or read and wrote, beside @part, as both have to end. */
static HdTime
find_beside (const Estimate *self,
             const HdPathPart *part)
{
  for (guint64 i = part->span; i > 0 && i + 2 > part->span; i--)
    {
      guint64 some;
      const HdSpan *span = hd_record_peek_spans (self->path->record, part->lane, i - 1, &some);

      if (span->name == part->name && span->iteration == part->iteration && (span->kind == HD_SPAN_COMPUTE || span->kind == HD_SPAN_MEMORY) && span->start == part->start)
        return span->end - span->start;
    }
  return 0;
}

/* What of the latency goes. */
static HdTime
get_saved_latency (const Estimate *self,
                   const HdPathPart *part)
{
  const HdPathHop *hops = hd_path_peek_hops (self->path, part);
  const HdLink *links = hd_design_get_links (self->design);
  double saved = 0;

  for (guint i = 0; part->latency > 0 && i < part->n_hops; i++)
    if (self->suspects->link_latencies[hops[i].link] == self->trial)
      saved += (double) links[hops[i].link].latency_ps * (1 - 1 / self->factor) * part->n_alike;
  return (HdTime) saved;
}

/* Single precision and half are two rates of one processor, unless it has but one. */
static gboolean
is_of_precision (const Estimate *self,
                 const HdPathPart *part)
{
  gboolean has_half = hd_component_type_find_property (hd_design_get_nodes (self->design)[part->from].type, HD_PROPERTY_FP16_RATE, NULL) != NULL;

  if (part->kind != HD_PATH_COMPUTE || self->trial->property == HD_PROPERTY_NONE)
    return TRUE;
  return self->trial->property == (part->half_precision && has_half ? HD_PROPERTY_FP16_RATE : HD_PROPERTY_FP32_RATE);
}

static double
get_left_of_message (Estimate *self,
                     const HdPathPart *part)
{
  const HdPathPlan *plan = part->n_steps > 0 ? g_hash_table_lookup (self->path->plans, GUINT_TO_POINTER (part->name)) : NULL;

  return plan != NULL ? get_left_of_stretch (self, hd_path_plan_find (plan, part->step)) : get_left_of_way (self, part);
}

static double
get_time (Estimate *self,
          const HdPathPart *part)
{
  HdTime length = part->end - part->start, latency = MIN (part->latency, length), handling = MIN (part->handling, length - latency);
  const HdPathLimit limit = { part->limit_kind, part->limit, part->way };
  double left = 1;

  switch (part->kind)
    {
    case HD_PATH_MESSAGE:
      left = get_left_of_message (self, part);
      break;

    case HD_PATH_MOVE:
      left = get_left_of_way (self, part);
      break;

    case HD_PATH_COMPUTE:
    case HD_PATH_MEMORY:
      if (part->n_hops > 0)
        left = get_left_of_way (self, part);
      else if (part->has_limit && is_changed (self, &limit) && is_of_precision (self, part))
        left = 1 / self->factor;
      return MAX ((double) length * left, (double) MIN (find_beside (self, part), length));

    case HD_PATH_WORK: /* of which no more is known than what was busiest meanwhile */
      return (double) length * (part->has_limit && is_changed (self, &limit) ? 1 / self->factor : 1);

    case HD_PATH_WAIT:
    case HD_PATH_IDLE:
    case HD_PATH_PAUSE:
    default:
      return (double) length;
    }
  return (double) (latency - MIN (get_saved_latency (self, part), latency)) + (double) handling + (double) (length - latency - handling) * left;
}

double
hd_estimate_path (HdPath *path,
                  const HdSuspects *suspects,
                  const HdTrial *trial,
                  double factor)
{
  g_autoptr (GHashTable) stretches = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GHashTable) ways = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, g_free);
  Estimate self = { path, hd_record_get_design (path->record), suspects, trial, factor, stretches, ways };
  double before = 0, after = 0;

  if (path->parts->len == 0 || path->is_of_component)
    return NAN;
  for (guint i = 0; i < path->parts->len; i++)
    {
      const HdPathPart *part = hd_path_get_part (path, i);

      if (part->kind == HD_PATH_PAUSE)
        continue;
      before += (double) (part->end - part->start);
      after += get_time (&self, part);
    }
  return before > 0 ? after / before : NAN;
}
