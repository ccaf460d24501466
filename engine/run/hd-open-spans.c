/* hd-open-spans.c: what has begun and not ended, for those who watch a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A lane does one thing at a time, or a few: those that are open lie in a short list. A record keeps spans that have ended; of these it holds one
 * picture, which is renewed when somebody looks, so that a run that nobody watches does not pay for it.
 */
#define G_LOG_DOMAIN "hd-open-spans"

#include "hd-open-spans.h"

struct _HdOpenSpans
{
  HdRecord *record; /* borrowed */
  GPtrArray *lanes; /* by lane class: GArray of HdSpan, or NULL */
};

static void
free_lane (gpointer lane)
{
  if (lane != NULL)
    g_array_unref (lane);
}

HdOpenSpans *
hd_open_spans_new (HdRecord *record)
{
  HdOpenSpans *self = g_new0 (HdOpenSpans, 1);

  self->record = record;
  self->lanes = g_ptr_array_new_with_free_func (free_lane);
  return self;
}

void
hd_open_spans_free (HdOpenSpans *self)
{
  g_ptr_array_unref (self->lanes);
  g_free (self);
}

void
hd_open_spans_begin (HdOpenSpans *self,
                     guint lane_class,
                     const HdSpan *span)
{
  gpointer *lane;

  if (lane_class >= self->lanes->len)
    g_ptr_array_set_size (self->lanes, (int) lane_class + 1);
  lane = &g_ptr_array_index (self->lanes, lane_class);
  if (*lane == NULL)
    *lane = g_array_new (FALSE, FALSE, sizeof (HdSpan));
  g_array_append_vals (*lane, span, 1);
}

void
hd_open_spans_end (HdOpenSpans *self,
                   guint lane_class,
                   const HdSpan *span)
{
  GArray *lane = lane_class < self->lanes->len ? g_ptr_array_index (self->lanes, lane_class) : NULL;

  for (guint i = lane != NULL ? lane->len : 0; i-- > 0;)
    {
      const HdSpan *open = &g_array_index (lane, HdSpan, i);

      if (open->start != span->start || open->kind != span->kind || open->name != span->name || open->iteration != span->iteration)
        continue;
      g_array_remove_index (lane, i);
      return;
    }
}

void
hd_open_spans_clear (HdOpenSpans *self)
{
  for (guint i = 0; i < self->lanes->len; i++)
    if (g_ptr_array_index (self->lanes, i) != NULL)
      g_array_set_size (g_ptr_array_index (self->lanes, i), 0);
}

void
hd_open_spans_tell (HdOpenSpans *self)
{
  GArray *all;

  if (!_hd_record_wants_open_spans (self->record))
    return;
  all = g_array_new (FALSE, FALSE, sizeof (HdOpenSpan));
  for (guint i = 0; i < self->lanes->len; i++)
    {
      const GArray *lane = g_ptr_array_index (self->lanes, i);

      for (guint k = 0; lane != NULL && k < lane->len; k++)
        {
          const HdOpenSpan open = { i, g_array_index (lane, HdSpan, k) };

          g_array_append_val (all, open);
        }
    }
  _hd_record_take_open_spans (self->record, all);
}
