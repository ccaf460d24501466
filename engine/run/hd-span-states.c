/* hd-span-states.c: what lanes are doing, as series of states, from spans that are told when they end
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * That a lane is idle is told when the next span begins, for one that overlaps may still end. One that began before the last one ended shows from
 * there on.
 */
#define G_LOG_DOMAIN "hd-span-states"

#include "hd-span-states.h"

#include "hd-probes.h"

#define IDLE (-1.0)
#define NEVER (-1)

typedef struct
{
  guint series;
  guint lane;
  guint32 name;   /* shown last */
  HdTime until;   /* end of the last span, or NEVER */
} Watch;

struct _HdSpanStates
{
  HdRecord *record;
  GArray *watches;
};

static guint
find_lane (const HdProbePoint *probe,
           const guint32 *lane_nodes,
           guint n_lanes)
{
  guint lane = 0;

  while (lane < n_lanes && lane_nodes[lane] != (probe->kind == HD_TARGET_NODE ? probe->target : HD_NO_ID))
    lane++;
  return lane;
}

HdSpanStates *
hd_span_states_new (HdDesign *design,
                    HdRecord *record,
                    const guint32 *lane_nodes,
                    guint n_lanes)
{
  HdSpanStates *self = g_new0 (HdSpanStates, 1);

  self->record = record;
  self->watches = g_array_new (FALSE, FALSE, sizeof (Watch));
  for (guint i = 0; i < hd_design_get_n_probes (design); i++)
    {
      const HdProbePoint *probe = hd_design_get_probe (design, i);
      Watch watch = { .series = i, .until = NEVER };

      if (!hd_probes_is_state (design, probe))
        continue;
      watch.lane = find_lane (probe, lane_nodes, n_lanes);
      if (watch.lane < n_lanes)
        g_array_append_val (self->watches, watch);
    }
  return self;
}

void
hd_span_states_free (HdSpanStates *self)
{
  g_array_unref (self->watches);
  g_free (self);
}

static void
show (HdSpanStates *self,
      Watch *watch,
      guint32 name,
      HdTime start,
      HdTime end)
{
  if (watch->until != NEVER && start > watch->until)
    _hd_record_append_sample (self->record, watch->series, watch->until, IDLE);
  if (watch->until == NEVER || start >= watch->until || name != watch->name)
    _hd_record_append_sample (self->record, watch->series, MAX (start, watch->until), name);
  watch->name = name;
  watch->until = MAX (end, watch->until);
}

void
hd_span_states_end (HdSpanStates *self,
                    guint lane,
                    guint32 name,
                    HdTime start,
                    HdTime end)
{
  for (guint i = 0; i < self->watches->len; i++)
    if (g_array_index (self->watches, Watch, i).lane == lane && end > start)
      show (self, &g_array_index (self->watches, Watch, i), name, start, end);
}

void
hd_span_states_finish (HdSpanStates *self)
{
  for (guint i = 0; i < self->watches->len; i++)
    {
      const Watch *watch = &g_array_index (self->watches, Watch, i);

      _hd_record_append_sample (self->record, watch->series, MAX (watch->until, 0), IDLE);
    }
}
