/* heddle-lane-states.c: what traced components are at, at a moment
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-lane-states"

#include "heddle-lane-states.h"

#include <glib/gi18n.h>

static HeddleCellKind
get_kind (const HdSpan *span)
{
  switch ((HdSpanKind) span->kind)
    {
    case HD_SPAN_COMPUTE:
      return HEDDLE_CELL_COMPUTES;
    case HD_SPAN_MEMORY:
      return HEDDLE_CELL_MEMORY;
    case HD_SPAN_WAIT:
      return HEDDLE_CELL_WAITS;
    case HD_SPAN_TRANSFER:
    case HD_SPAN_COLLECTIVE:
    case HD_SPAN_STEP:
    case HD_SPAN_SEND:
    case HD_SPAN_RECEIVE:
    case HD_SPAN_REDUCE:
    case HD_SPAN_MOVE:
      break;
    }
  return HEDDLE_CELL_SENDS;
}

static void
set_span (HdRecord *record,
          const HdSpan *span,
          HeddleLaneState *state)
{
  state->kind = get_kind (span);
  state->activity = hd_record_get_title (record, span->name);
}

/* Spans stand in the order of their ends. */
static guint64
find_first (HdRecord *record,
            guint lane,
            HdTime moment)
{
  guint64 low = 0, high = hd_record_get_n_spans (record, lane), n;

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (hd_record_peek_spans (record, lane, middle, &n)->end <= moment)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
read_lane (HdRecord *record,
           HdTime moment,
           HeddleLaneState *state)
{
  guint64 at = find_first (record, state->lane, moment), n;
  g_autofree HdSpan *open = NULL;
  guint n_open;

  if (at < hd_record_get_n_spans (record, state->lane))
    {
      const HdSpan *span = hd_record_peek_spans (record, state->lane, at, &n);

      if (span->start <= moment)
        {
          set_span (record, span, state);
          return;
        }
    }
  open = hd_record_dup_open_spans (record, state->lane, &n_open);
  for (guint i = n_open; i > 0; i--)
    if (open[i - 1].start <= moment)
      {
        set_span (record, &open[i - 1], state);
        return;
      }
}

/* Whether the lane is one of those that a component has while it is traced: @place is which of its type's. */
static gboolean
is_told_at_once (const HdNode *node,
                 guint place)
{
  const HdLane *lane = hd_component_type_find_lane (node->type, place, NULL);

  return lane != NULL && lane->is_detailed && !lane->is_later;
}

GArray *
heddle_lane_states_read (HdRecord *record,
                         HdTime moment)
{
  HdDesign *design = hd_record_get_design (record);
  GArray *states = g_array_new (FALSE, FALSE, sizeof (HeddleLaneState));
  guint32 last = HD_NO_ID;
  guint place = 0;

  for (guint lane = 0; lane < hd_record_get_n_lanes (record); lane++)
    {
      HeddleLaneState state = { .node = hd_record_get_lane_node (record, lane), .lane = lane, .kind = HEDDLE_CELL_IDLE };

      if (!hd_record_is_trace_lane (record, lane) || state.node == HD_NO_ID || !hd_run_settings_trace_node (hd_design_get_run_settings (design), state.node))
        continue;
      place = state.node == last ? place + 1 : 0;
      last = state.node;
      if (!is_told_at_once (&hd_design_get_nodes (design)[state.node], place))
        continue;
      read_lane (record, moment, &state);
      g_array_append_val (states, state);
    }
  return states;
}

char *
heddle_lane_states_dup_words (const GArray *states,
                              guint32 node)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autoptr (GArray) counts = g_array_new (FALSE, TRUE, sizeof (guint));
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < states->len; i++)
    {
      const HeddleLaneState *state = &g_array_index (states, HeddleLaneState, i);
      const char *name = state->activity != NULL ? state->activity : _("idle");
      guint at;

      if (state->node != node)
        continue;
      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, &at))
        {
          at = names->len;
          g_ptr_array_add (names, (gpointer) name);
          g_array_set_size (counts, at + 1);
        }
      g_array_index (counts, guint, at)++;
    }
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (words, "%s%u %s", i > 0 ? _(", ") : "", g_array_index (counts, guint, i), (const char *) g_ptr_array_index (names, i));
  return g_string_free (words, names->len == 0);
}
