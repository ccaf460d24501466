/* hd-component-lanes.c: lanes of components that act
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A lane belongs to one component, so to one partition, which appends to it while it runs, as to the samples of its probes. Spans stand in the order
 * of their ends, and of equal ends what was a state first, then as they were told: none of that depends on partitions, nor on where the kernel
 * rests. What ends now or later waits, because more may be told of that time; it counts as memory of the record, at its most.
 */
#define G_LOG_DOMAIN "hd-component-lanes"

#include "hd-component-lanes.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-design-private.h"
#include "hd-gather.h"
#include "hd-heap.h"
#include "hd-i18n.h"
#include "hd-spread.h"

/* What holds from @start on. */
typedef struct
{
  HdTime start;
  guint32 activity; /* or HD_IDLE */
} State;

/* What was told and has not ended. */
typedef struct
{
  HdSpan span;
  guint64 number; /* of those that were told */
} Told;

typedef struct
{
  guint32 node;
  const HdLane *kind;
  guint32 first_name; /* of the type's activities */
  char *title;
  GArray *states;     /* of State: those that are over, what holds now, then what is to follow; NULL before anything was told */
  guint n_over;       /* of these */
  GArray *spans;      /* a heap of Told; likewise */
  guint64 n_told;
  HdTime last_end;    /* of a lane that is told later */
  gsize most_bytes;   /* of both, so far */
} Lane;

struct _HdComponentLanes
{
  HdLaneKeeper keeper;
  HdDesign *design;       /* borrowed, as the next */
  HdRecord *record;
  HdKernel *kernel;            /* borrowed, as the next */
  const guint32 *partitions;   /* by node */
  guint32 *nodes;         /* by kernel id */
  guint32 n_ids;
  guint32 *first;         /* by node: place of its type's lanes in @places; HD_NO_ID: it has none */
  GArray *places;         /* of guint32: in @lanes, or HD_NO_ID for those that are not shown */
  GArray *lanes;          /* of Lane */
  guint first_class;
};

static inline gboolean
ends_before (const Told *a,
             const Told *b)
{
  return a->span.end < b->span.end || (a->span.end == b->span.end && a->number < b->number);
}

HD_DEFINE_HEAP (told, Told, ends_before)

/* ---- which there are ------------------------------------------------------------------------------------------------ */

static const HdComponentType *
get_type (HdDesign *design,
          guint32 node)
{
  return hd_design_get_nodes (design)[node].type;
}

/* How many of its type's lanes a component has, from the first on. */
static guint
count_lanes (HdDesign *design,
             guint32 node)
{
  const HdComponentType *type = get_type (design, node);
  guint n = 0;

  for (const HdLane *lane = type->lanes; lane->name != NULL; lane++)
    n += MAX (lane->count, 1);
  return type->n_lanes != NULL ? MIN (type->n_lanes (hd_design_get_parameters (design, node)), n) : n;
}

static gboolean
is_shown (HdDesign *design,
          guint32 node,
          const HdLane *lane)
{
  return !lane->is_detailed || hd_run_settings_trace_node (hd_design_get_run_settings (design), node);
}

guint64
hd_component_lanes_count (HdDesign *design)
{
  guint64 n = 0;

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    for (guint l = 0, n_lanes = count_lanes (design, i); l < n_lanes; l++)
      n += is_shown (design, i, hd_component_type_find_lane (get_type (design, i), l, NULL));
  return n;
}

double
hd_component_lanes_measure (double n)
{
  return n * (sizeof (Lane) + 2 * sizeof (guint32) + 1024); /* with the record's tables and titles */
}

static char *
dup_title (HdComponentLanes *self,
           guint32 node,
           const char *label,
           const HdLane *lane,
           guint which)
{
  const char *title = hd_catalog_translate (self->design->data->catalog, get_type (self->design, node), lane->title);

  return lane->count > 0 ? g_strdup_printf ("%s, %s %u", label, title, which) : g_strdup_printf ("%s, %s", label, title);
}

static void
add_node (HdComponentLanes *self,
          guint32 node)
{
  const HdComponentType *type = get_type (self->design, node);
  g_autofree char *label = NULL;
  guint n = count_lanes (self->design, node), which;

  if (n == 0)
    return;
  self->first[node] = self->places->len;
  label = hd_design_dup_node_label (self->design, node);
  for (guint32 i = 0; i < n; i++)
    {
      const HdLane *kind = hd_component_type_find_lane (type, i, &which);
      guint32 place = is_shown (self->design, node, kind) ? self->lanes->len : HD_NO_ID;

      g_array_append_val (self->places, place);
      if (place != HD_NO_ID)
        {
          const Lane lane = { .node = node, .kind = kind, .title = dup_title (self, node, label, kind, which) };

          g_array_append_val (self->lanes, lane);
        }
    }
}

static void
clear_lane (gpointer data)
{
  Lane *lane = data;

  g_free (lane->title);
  g_clear_pointer (&lane->states, g_array_unref);
  g_clear_pointer (&lane->spans, g_array_unref);
}

/* ---- in the record -------------------------------------------------------------------------------------------------- */

static HdSpan
make_span (const HdComponentLanes *self,
           const Lane *lane,
           guint32 activity,
           HdTime start,
           HdTime end)
{
  static const HdSpanKind kinds[] = {
    [HD_ACTIVITY_COMPUTE] = HD_SPAN_COMPUTE,
    [HD_ACTIVITY_MEMORY] = HD_SPAN_MEMORY,
    [HD_ACTIVITY_TRANSFER] = HD_SPAN_TRANSFER,
    [HD_ACTIVITY_WAIT] = HD_SPAN_WAIT,
  };

  return (HdSpan){
    .start = start, .end = end, .cause = HD_NO_SPAN, .name = lane->first_name + activity,
    .kind = kinds[get_type (self->design, lane->node)->activities[activity].kind],
  };
}

static guint
get_class (HdComponentLanes *self,
           const Lane *lane)
{
  return self->first_class + (guint) (lane - (const Lane *) (gconstpointer) self->lanes->data);
}

/* Of a lane with details what is in the window that run settings name. */
static gboolean
is_wanted (const HdComponentLanes *self,
           const Lane *lane,
           HdTime start,
           HdTime end)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);

  return !lane->kind->is_detailed || (end > settings->trace_from && start < settings->trace_until);
}

static void
keep (HdComponentLanes *self,
      const Lane *lane,
      const HdSpan *span)
{
  if (is_wanted (self, lane, span->start, span->end))
    _hd_record_append_span (self->record, get_class (self, lane), span);
}

static void
keep_state (HdComponentLanes *self,
            const Lane *lane,
            const State *state,
            HdTime end,
            gboolean unfinished)
{
  HdSpan span;

  if (state->activity == HD_IDLE || state->start >= end)
    return;
  span = make_span (self, lane, state->activity, state->start, end);
  span.unfinished = unfinished;
  keep (self, lane, &span);
}

static const State *
get_state (const Lane *lane,
           guint n)
{
  return &g_array_index (lane->states, State, lane->n_over + n);
}

static guint
get_n_states (const Lane *lane)
{
  return lane->states->len - lane->n_over;
}

static HdTime
get_state_end (const Lane *lane)
{
  return get_n_states (lane) > 1 ? get_state (lane, 1)->start : HD_TIME_MAX;
}

static const HdSpan *
get_span (const Lane *lane,
          guint n)
{
  return &g_array_index (lane->spans, Told, n).span;
}

/* Not one by one, for many may be told ahead. */
static void
forget_what_is_over (Lane *lane)
{
  if (lane->n_over <= lane->states->len / 2)
    return;
  g_array_remove_range (lane->states, 0, lane->n_over);
  lane->n_over = 0;
}

/* Of what has ended before @time nothing more will be told. */
static void
flush (HdComponentLanes *self,
       Lane *lane,
       HdTime time)
{
  for (;;)
    {
      HdTime state_end = get_state_end (lane);
      HdTime span_end = lane->spans->len > 0 ? get_span (lane, 0)->end : HD_TIME_MAX;

      if (MIN (state_end, span_end) >= time)
        break;
      if (state_end <= span_end)
        {
          keep_state (self, lane, get_state (lane, 0), state_end, FALSE);
          lane->n_over++;
        }
      else
        {
          const Told ended = told_pop (lane->spans);

          keep (self, lane, &ended.span);
        }
    }
  forget_what_is_over (lane);
}

/* ---- what is told --------------------------------------------------------------------------------------------------- */

static gboolean
shows (HdLaneKeeper *keeper,
       guint32 component,
       guint32 lane)
{
  HdComponentLanes *self = (HdComponentLanes *) keeper;
  guint32 node = component < self->n_ids ? self->nodes[component] : HD_NO_ID;

  if (node == HD_NO_ID || self->first[node] == HD_NO_ID)
    return FALSE;
  return lane < count_lanes (self->design, node) && g_array_index (self->places, guint32, self->first[node] + lane) != HD_NO_ID;
}

/* Whether the type has both; what is wrong is wrong whether or not the lane is shown. */
static gboolean
check (HdComponentLanes *self,
       guint32 node,
       guint32 lane,
       guint32 activity,
       gboolean may_be_idle,
       GError **error)
{
  const HdComponentType *type = get_type (self->design, node);
  guint32 n_lanes = count_lanes (self->design, node), n_activities = 0;

  while (type->activities[n_activities].name != NULL && n_activities <= activity)
    n_activities++;
  if (lane < n_lanes && (activity < n_activities || (may_be_idle && activity == HD_IDLE)))
    return TRUE;
  if (lane < n_lanes)
    g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("told of activity %u of %u"), activity, n_activities);
  else
    g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("told of lane %u of %u"), lane, n_lanes);
  return FALSE;
}

/* What ends before now is over, where it is not told later. */
static gboolean
check_end (HdComponentLanes *self,
           Lane *lane,
           HdTime now,
           HdTime start,
           HdTime end,
           GError **error)
{
  gboolean is_later = lane->kind->is_later;

  if (end < (is_later ? lane->last_end : now))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("told at %" PRId64 " ps of a span from %" PRId64 " to %" PRId64 " ps; it must not end before %" PRId64 " ps"), now, start,
                   end, is_later ? lane->last_end : now);
      return FALSE;
    }
  if (is_later)
    lane->last_end = end;
  return TRUE;
}

/* Sets @out_lane to %NULL if it is not shown. */
static gboolean
find (HdComponentLanes *self,
      guint32 component,
      guint32 lane,
      guint32 activity,
      gboolean may_be_idle,
      Lane **out_lane,
      GError **error)
{
  guint32 node = self->nodes[component], place;
  Lane *found = NULL;

  *out_lane = NULL;
  if (!check (self, node, lane, activity, may_be_idle, error))
    return FALSE;
  place = g_array_index (self->places, guint32, self->first[node] + lane);
  if (place == HD_NO_ID)
    return TRUE;
  found = &g_array_index (self->lanes, Lane, place);
  if (found->states == NULL)
    {
      found->states = g_array_new (FALSE, FALSE, sizeof (State));
      found->spans = g_array_new (FALSE, FALSE, sizeof (Told));
    }
  *out_lane = found;
  return TRUE;
}

/* Whether there is room for what waits in @lane, and one more. */
static gboolean
check_room (HdComponentLanes *self,
            Lane *lane,
            HdTime now,
            GError **error)
{
  gsize bytes = (lane->states->len + 1) * sizeof (State) + (lane->spans->len + 1) * sizeof (Told);

  if (bytes > lane->most_bytes)
    {
      _hd_record_count_bytes (self->record, bytes - lane->most_bytes);
      lane->most_bytes = bytes;
    }
  return _hd_record_check_room (self->record, now, error);
}

static gboolean
state (HdLaneKeeper *keeper,
       guint32 component,
       guint32 number,
       guint32 activity,
       HdTime now,
       HdTime start,
       GError **error)
{
  HdComponentLanes *self = (HdComponentLanes *) keeper;
  const State told = { start, activity };
  Lane *lane;

  if (!find (self, component, number, activity, TRUE, &lane, error))
    return FALSE;
  if (lane == NULL)
    return TRUE;
  flush (self, lane, now);
  if (!check_room (self, lane, now, error))
    return FALSE;
  while (get_n_states (lane) > 0 && get_state (lane, get_n_states (lane) - 1)->start >= start)
    g_array_set_size (lane->states, lane->states->len - 1);
  if (get_n_states (lane) == 0 || get_state (lane, get_n_states (lane) - 1)->activity != activity)
    g_array_append_val (lane->states, told);
  return TRUE;
}

static gboolean
span (HdLaneKeeper *keeper,
      guint32 component,
      guint32 number,
      guint32 activity,
      HdTime now,
      HdTime start,
      HdTime end,
      GError **error)
{
  HdComponentLanes *self = (HdComponentLanes *) keeper;
  Lane *lane;

  if (!find (self, component, number, activity, FALSE, &lane, error))
    return FALSE;
  if (lane == NULL)
    return TRUE;
  if (!check_end (self, lane, now, start, end, error))
    return FALSE;
  flush (self, lane, now);
  if (!check_room (self, lane, now, error))
    return FALSE;
  told_push (lane->spans, (Told){ make_span (self, lane, activity, start, end), lane->n_told++ });
  return TRUE;
}

/* ---- making --------------------------------------------------------------------------------------------------------- */

HdComponentLanes *
hd_component_lanes_new (HdDesign *design,
                        HdRecord *record,
                        HdKernel *kernel,
                        const guint32 *partitions,
                        const guint32 *kernel_ids)
{
  guint32 n_nodes = hd_design_get_n_nodes (design);
  gboolean has_lanes = FALSE;
  HdComponentLanes *self;

  for (guint32 i = 0; i < n_nodes && !has_lanes; i++)
    has_lanes = kernel_ids[i] != HD_NO_ID && get_type (design, i)->lanes[0].name != NULL;
  if (!has_lanes)
    return NULL;
  self = g_new0 (HdComponentLanes, 1);
  self->keeper = (HdLaneKeeper){ shows, state, span };
  self->design = design;
  self->record = record;
  self->kernel = kernel;
  self->partitions = partitions;
  self->places = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->lanes = g_array_new (FALSE, FALSE, sizeof (Lane));
  g_array_set_clear_func (self->lanes, clear_lane);
  self->first = g_new (guint32, n_nodes + 1);
  for (guint32 i = 0; i < n_nodes; i++)
    if (kernel_ids[i] != HD_NO_ID)
      self->n_ids = MAX (self->n_ids, kernel_ids[i] + 1);
  self->nodes = g_new (guint32, self->n_ids);
  for (guint32 i = 0; i < self->n_ids; i++)
    self->nodes[i] = HD_NO_ID;
  for (guint32 i = 0; i < n_nodes; i++)
    {
      self->first[i] = HD_NO_ID;
      if (kernel_ids[i] == HD_NO_ID)
        continue;
      self->nodes[kernel_ids[i]] = i;
      add_node (self, i);
    }
  return self;
}

void
hd_component_lanes_free (HdComponentLanes *self)
{
  g_array_unref (self->places);
  g_array_unref (self->lanes);
  g_free (self->first);
  g_free (self->nodes);
  g_free (self);
}

HdLaneKeeper *
hd_component_lanes_get_keeper (HdComponentLanes *self)
{
  return &self->keeper;
}

static guint32
add_names (HdComponentLanes *self,
           const HdComponentType *type,
           HdRunLayout *layout)
{
  guint32 first = HD_NO_ID;

  for (const HdActivity *activity = type->activities; activity->name != NULL; activity++)
    {
      guint32 name = hd_run_layout_add_names (layout, &activity->name, NULL, NULL, 1);

      first = MIN (first, name);
      hd_run_layout_set_title (layout, name, hd_catalog_translate (self->design->data->catalog, type, activity->title));
    }
  return first;
}

void
hd_component_lanes_lay_out (HdComponentLanes *self,
                            HdRunLayout *layout)
{
  g_autoptr (GHashTable) names = g_hash_table_new (NULL, NULL); /* type -> first name */

  self->first_class = hd_run_layout_add_classes (layout, self->lanes->len);
  for (guint i = 0; i < self->lanes->len; i++)
    {
      Lane *lane = &g_array_index (self->lanes, Lane, i);
      const HdComponentType *type = get_type (self->design, lane->node);

      if (!g_hash_table_contains (names, type))
        g_hash_table_insert (names, (gpointer) type, GUINT_TO_POINTER (add_names (self, type, layout)));
      lane->first_name = GPOINTER_TO_UINT (g_hash_table_lookup (names, type));
      hd_run_layout_add_lane (layout, lane->node, lane->title, NULL, self->first_class + i, TRUE);
    }
}

/* ---- while the kernel rests ----------------------------------------------------------------------------------------- */

/* What components of other processes have begun with is kept there. */
static gboolean
is_kept (const HdComponentLanes *self,
         const Lane *lane)
{
  return lane->states != NULL && hd_spread_is_here (self->kernel, self->partitions[lane->node]);
}

void
hd_component_lanes_rest (HdComponentLanes *self,
                         HdTime time)
{
  for (guint i = 0; i < self->lanes->len; i++)
    if (is_kept (self, &g_array_index (self->lanes, Lane, i)))
      flush (self, &g_array_index (self->lanes, Lane, i), time + 1);
}

static void
add_open (HdComponentLanes *self,
          const Lane *lane,
          HdSpan span,
          HdTime time,
          GArray *open)
{
  HdOpenSpan one = { get_class (self, lane), span };

  if (span.start > time || !is_wanted (self, lane, span.start, time))
    return;
  one.span.end = HD_TIME_MAX;
  g_array_append_val (open, one);
}

static void
tell_open (HdComponentLanes *self,
           const Lane *lane,
           HdTime time,
           GArray *open)
{
  const State *first = get_n_states (lane) > 0 ? get_state (lane, 0) : NULL;

  if (first != NULL && first->activity != HD_IDLE)
    add_open (self, lane, make_span (self, lane, first->activity, first->start, HD_TIME_MAX), time, open);
  for (guint i = 0; i < lane->spans->len; i++)
    add_open (self, lane, *get_span (lane, i), time, open);
}

void
hd_component_lanes_tell_open (HdComponentLanes *self,
                              HdTime time,
                              GArray *open)
{
  for (guint i = 0; i < self->lanes->len; i++)
    if (g_array_index (self->lanes, Lane, i).states != NULL)
      tell_open (self, &g_array_index (self->lanes, Lane, i), time, open);
}

static void
cut (HdComponentLanes *self,
     Lane *lane,
     HdTime time)
{
  flush (self, lane, time + 1);
  if (get_n_states (lane) > 0)
    keep_state (self, lane, get_state (lane, 0), time, TRUE);
  while (lane->spans->len > 0)
    {
      HdSpan span = told_pop (lane->spans).span;

      if (span.start >= time)
        continue;
      span.end = time;
      span.unfinished = TRUE;
      keep (self, lane, &span);
    }
  g_array_set_size (lane->states, 0);
  lane->n_over = 0;
}

void
hd_component_lanes_finish (HdComponentLanes *self,
                           HdTime time)
{
  time = hd_spread_find_last (time);
  for (guint i = 0; i < self->lanes->len; i++)
    if (is_kept (self, &g_array_index (self->lanes, Lane, i)))
      cut (self, &g_array_index (self->lanes, Lane, i), time);
  hd_gather_spans (self->record, self->first_class, self->lanes->len);
}
