/* hd-record-lanes.c: who a record tells of: lanes, the names of what goes on there, and its spans
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-record"

#include "hd-record-private.h"

#include "hd-record-parts.h"

#define FRAME_BUDGET ((gsize) 32 << 20) /* twice this once frames have merged */
#define CAUSE_SHIFT 40

/* ---- layout --------------------------------------------------------------------------------------------------------- */

/* Communications share teams, so each is copied once. */
static const guint32 *
keep_team (HdKeptLayout *layout,
           const guint32 *nodes,
           guint n_nodes)
{
  guint32 *kept = g_hash_table_lookup (layout->teams, nodes);

  if (kept == NULL && nodes != NULL)
    {
      kept = g_memdup2 (nodes, n_nodes * sizeof *nodes);
      g_hash_table_insert (layout->teams, (gpointer) nodes, kept);
    }
  return kept;
}

double
_hd_record_measure (guint n_nodes,
                    guint n_links,
                    guint n_resources)
{
  return hd_frames_measure (n_resources, FRAME_BUDGET) + (double) n_resources * sizeof (double) + 2.0 * n_links * sizeof (guint32)
         + (double) n_nodes * sizeof (guint32);
}

void
_hd_record_set_layout (HdRecord *self,
                       const HdRecordLayout *given)
{
  HdKeptLayout *layout = g_new0 (HdKeptLayout, 1);

  layout->n_names = given->n_names;
  layout->names = g_new (char *, given->n_names);
  layout->titles = g_new0 (char *, given->n_names);
  layout->members = g_new0 (const guint32 *, given->n_names);
  layout->n_members = g_new0 (guint, given->n_names);
  layout->collectives = g_new0 (const HdCollective *, given->n_names);
  layout->teams = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  for (guint i = 0; i < given->n_names; i++)
    {
      layout->names[i] = g_strdup (given->names[i]);
      layout->titles[i] = given->name_titles != NULL ? g_strdup (given->name_titles[i]) : NULL;
      if (given->name_collectives != NULL)
        layout->collectives[i] = given->name_collectives[i];
      if (given->name_members == NULL)
        continue;
      layout->members[i] = keep_team (layout, given->name_members[i], given->n_name_members[i]);
      layout->n_members[i] = given->n_name_members[i];
    }
  layout->n_lanes = given->n_lanes;
  layout->lane_nodes = g_memdup2 (given->lane_nodes, given->n_lanes * sizeof (guint32));
  layout->lane_classes = g_memdup2 (given->lane_classes, given->n_lanes * sizeof (guint32));
  layout->lane_titles = g_new0 (char *, given->n_lanes);
  layout->lane_logs = g_new0 (HdTreeLog *, given->n_lanes + 1);
  for (guint i = 0; i < given->n_lanes; i++)
    {
      layout->lane_titles[i] = g_strdup (given->lane_titles[i]);
      if (given->lane_logs != NULL && given->lane_logs[i] != NULL)
        layout->lane_logs[i] = hd_tree_log_ref (given->lane_logs[i]);
    }
  layout->n_lane_classes = given->n_lane_classes;
  layout->first_trace_lane = given->first_trace_lane;
  layout->class_lanes = g_new0 (guint, given->n_lane_classes);
  for (guint lane = given->n_lanes; lane-- > 0;)
    layout->class_lanes[given->lane_classes[lane]] = lane;
  layout->spans = g_new (HdChunkedArray *, given->n_lane_classes);
  for (guint i = 0; i < given->n_lane_classes; i++)
    layout->spans[i] = hd_chunked_array_new (sizeof (HdSpan));
  layout->n_resources = given->n_resources;
  layout->capacities = g_memdup2 (given->capacities, given->n_resources * sizeof (double));
  layout->link_resources = g_memdup2 (given->link_resources, 2 * (gsize) hd_design_get_n_links (self->design) * sizeof (guint32));
  layout->node_resources = g_memdup2 (given->node_resources, 2 * (gsize) hd_design_get_n_nodes (self->design) * sizeof (guint32));
  if (given->link_meters != NULL)
    {
      layout->link_meters = g_memdup2 (given->link_meters, (gsize) hd_design_get_n_links (self->design) * sizeof (guint32));
      layout->router_meters = g_memdup2 (given->router_meters, (gsize) hd_design_get_n_nodes (self->design) * sizeof (guint32));
    }
  layout->frames = hd_frames_new (given->n_resources, FRAME_BUDGET);
  __atomic_store_n (&self->layout, layout, __ATOMIC_RELEASE);
}

void
_hd_record_free_layout (HdKeptLayout *layout)
{
  for (guint i = 0; i < layout->n_names; i++)
    {
      g_free (layout->names[i]);
      g_free (layout->titles[i]);
    }
  for (guint i = 0; i < layout->n_lanes; i++)
    {
      g_free (layout->lane_titles[i]);
      g_clear_pointer (&layout->lane_logs[i], hd_tree_log_unref);
    }
  for (guint i = 0; i < layout->n_lane_classes; i++)
    hd_chunked_array_free (layout->spans[i]);
  g_free (layout->names);
  g_free (layout->titles);
  g_free (layout->members);
  g_free (layout->n_members);
  g_free (layout->collectives);
  g_hash_table_unref (layout->teams);
  g_free (layout->lane_nodes);
  g_free (layout->lane_titles);
  g_free (layout->lane_logs);
  g_free (layout->lane_classes);
  g_free (layout->class_lanes);
  g_free (layout->capacities);
  g_free (layout->link_resources);
  g_free (layout->node_resources);
  g_free (layout->link_meters);
  g_free (layout->router_meters);
  g_free (layout->spans);
  hd_frames_free (layout->frames);
  g_free (layout);
}

/* ---- spans ---------------------------------------------------------------------------------------------------------- */

guint64
_hd_record_make_cause (guint lane_class,
                       guint64 index)
{
  return (guint64) lane_class << CAUSE_SHIFT | index;
}

/** _hd_record_append_span: returns the span's number in its lane class */
guint64
_hd_record_append_span (HdRecord *self,
                        guint lane_class,
                        const HdSpan *span)
{
  HdChunkedArray *spans = self->layout->spans[lane_class];
  guint64 index = hd_chunked_array_get_length (spans);

  _hd_record_append (self, spans, span, sizeof *span);
  return index;
}

guint
hd_record_get_n_lanes (HdRecord *self)
{
  const HdKeptLayout *layout = _hd_record_get_layout (self);

  return layout != NULL ? layout->n_lanes : 0;
}

guint32
hd_record_get_lane_node (HdRecord *self,
                         guint lane)
{
  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), HD_NO_ID);

  return self->layout->lane_nodes[lane];
}

HdTreeLog *
_hd_record_get_log (HdRecord *self,
                    guint lane)
{
  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), NULL);

  return self->layout->lane_logs[lane];
}

char *
hd_record_dup_lane_title (HdRecord *self,
                          guint lane)
{
  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), NULL);

  if (self->layout->lane_titles[lane] != NULL)
    return g_strdup (self->layout->lane_titles[lane]);
  return hd_design_dup_node_label (self->design, self->layout->lane_nodes[lane]);
}

guint
hd_record_get_lane_class (HdRecord *self,
                          guint lane)
{
  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), 0);

  return self->layout->lane_classes[lane];
}

guint64
_hd_record_get_n_spans (HdRecord *self,
                        guint lane_class)
{
  return hd_chunked_array_get_length (self->layout->spans[lane_class]);
}

const HdSpan *
_hd_record_peek_spans (HdRecord *self,
                       guint lane_class,
                       guint64 first,
                       guint64 *out_n)
{
  return hd_chunked_array_peek (self->layout->spans[lane_class], first, out_n);
}

guint64
hd_record_get_n_spans (HdRecord *self,
                       guint lane)
{
  return _hd_record_get_n_spans (self, hd_record_get_lane_class (self, lane));
}

const HdSpan *
hd_record_peek_spans (HdRecord *self,
                      guint lane,
                      guint64 first,
                      guint64 *out_n)
{
  return _hd_record_peek_spans (self, hd_record_get_lane_class (self, lane), first, out_n);
}

gboolean
_hd_record_wants_open_spans (HdRecord *self)
{
  return __atomic_load_n (&self->wants_open_spans, __ATOMIC_RELAXED);
}

static int
compare_open (gconstpointer a,
              gconstpointer b)
{
  const HdOpenSpan *x = a, *y = b;

  if (x->lane_class != y->lane_class)
    return x->lane_class < y->lane_class ? -1 : 1;
  return x->span.start < y->span.start ? -1 : x->span.start > y->span.start;
}

void
_hd_record_take_open_spans (HdRecord *self,
                            GArray *open)
{
  GArray *before;

  g_array_sort (open, compare_open);
  __atomic_store_n (&self->wants_open_spans, FALSE, __ATOMIC_RELAXED);
  pthread_mutex_lock (&self->lock);
  before = self->open_spans;
  self->open_spans = open;
  pthread_mutex_unlock (&self->lock);
  g_array_unref (before);
}

static guint
find_open (const GArray *open,
           guint lane_class)
{
  guint low = 0, high = open->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (open, HdOpenSpan, middle).lane_class < lane_class)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

HdSpan *
hd_record_dup_open_spans (HdRecord *self,
                          guint lane,
                          guint *out_n)
{
  guint lane_class = hd_record_get_lane_class (self, lane), first, end;
  HdSpan *spans;

  pthread_mutex_lock (&self->lock);
  first = find_open (self->open_spans, lane_class);
  end = find_open (self->open_spans, lane_class + 1);
  spans = g_new (HdSpan, end - first);
  for (guint i = first; i < end; i++)
    spans[i - first] = g_array_index (self->open_spans, HdOpenSpan, i).span;
  pthread_mutex_unlock (&self->lock);
  __atomic_store_n (&self->wants_open_spans, TRUE, __ATOMIC_RELAXED);
  *out_n = end - first;
  return spans;
}

guint64
hd_record_get_n_untold (HdRecord *self)
{
  return __atomic_load_n (&self->n_untold, __ATOMIC_RELAXED);
}

void
_hd_record_set_n_untold (HdRecord *self,
                         guint64 n)
{
  __atomic_store_n (&self->n_untold, n, __ATOMIC_RELAXED);
}

gboolean
hd_record_is_trace_lane (HdRecord *self,
                         guint lane)
{
  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), FALSE);

  return lane >= self->layout->first_trace_lane;
}

gboolean
hd_record_find_cause (HdRecord *self,
                      guint lane,
                      const HdSpan *span,
                      guint *out_lane,
                      guint64 *out_index)
{
  guint lane_class;

  g_return_val_if_fail (lane < hd_record_get_n_lanes (self), FALSE);

  if (span->cause == HD_NO_SPAN)
    return FALSE;
  lane_class = (guint) (span->cause >> CAUSE_SHIFT);
  *out_lane = self->layout->lane_classes[lane] == lane_class ? lane : self->layout->class_lanes[lane_class];
  *out_index = span->cause & (((guint64) 1 << CAUSE_SHIFT) - 1);
  return TRUE;
}

const char *
hd_record_get_name (HdRecord *self,
                    guint32 name)
{
  g_return_val_if_fail (name < hd_record_get_n_names (self), NULL);

  return self->layout->names[name];
}

const char *
hd_record_get_title (HdRecord *self,
                     guint32 name)
{
  g_return_val_if_fail (name < hd_record_get_n_names (self), NULL);

  return self->layout->titles[name] != NULL ? self->layout->titles[name] : self->layout->names[name];
}

const guint32 *
hd_record_peek_members (HdRecord *self,
                        guint32 name,
                        guint *out_n)
{
  g_return_val_if_fail (name < hd_record_get_n_names (self), NULL);

  *out_n = self->layout->n_members[name];
  return self->layout->members[name];
}

const HdCollective *
_hd_record_get_collective (HdRecord *self,
                           guint32 name)
{
  g_return_val_if_fail (name < hd_record_get_n_names (self), NULL);

  return self->layout->collectives[name];
}

guint32
hd_record_get_n_names (HdRecord *self)
{
  const HdKeptLayout *layout = _hd_record_get_layout (self);

  return layout != NULL ? layout->n_names : 0;
}
