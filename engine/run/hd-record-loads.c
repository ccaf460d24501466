/* hd-record-loads.c: how busy a record says that links and nodes were
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-record"

#include "hd-record-private.h"

#include "hd-record-parts.h"

#define PICOSECONDS 1e12

HdFrames *
_hd_record_get_frames (HdRecord *self)
{
  return self->layout->frames;
}

HdTime
hd_record_get_frame_interval (HdRecord *self)
{
  const HdKeptLayout *layout = _hd_record_get_layout (self);

  return layout != NULL ? hd_frames_get_interval (layout->frames) : 0;
}

static HdLoad
load_of (const HdKeptLayout *layout,
         guint32 resource,
         const HdFrameLoad *frame_load,
         HdTime length)
{
  double capacity_per_ps = layout->capacities[resource] / PICOSECONDS;

  if (length <= 0)
    return (HdLoad){ 0 };
  return (HdLoad){ (float) (frame_load->amount / (double) length / capacity_per_ps),
                   (float) (frame_load->peak / capacity_per_ps), frame_load->amount,
                   frame_load->amount / hd_time_to_seconds (length) };
}

/* The two directions of a split link: the busier one's shares, both amounts. */
static HdLoad
load_join (HdLoad a,
           HdLoad b)
{
  return (HdLoad){ MAX (a.mean, b.mean), MAX (a.peak, b.peak), a.amount + b.amount, a.rate + b.rate };
}

/* Loads of all resource classes over a window; NULL before the layout is known. */
static HdLoad *
read_resources (HdRecord *self,
                HdTime start,
                HdTime end)
{
  const HdKeptLayout *layout = _hd_record_get_layout (self);
  g_autofree HdFrameLoad *frame_loads = NULL;
  HdLoad *loads;
  HdTime from, to;

  if (layout == NULL)
    return NULL;
  frame_loads = g_new (HdFrameLoad, layout->n_resources);
  loads = g_new (HdLoad, layout->n_resources);
  hd_frames_read (layout->frames, start, end, frame_loads, &from, &to);
  for (guint r = 0; r < layout->n_resources; r++)
    loads[r] = load_of (layout, r, &frame_loads[r], to - from);
  return loads;
}

void
hd_record_read_links (HdRecord *self,
                      HdTime start,
                      HdTime end,
                      HdLoad *out_loads)
{
  g_autofree HdLoad *loads = read_resources (self, start, end);
  guint n_links = hd_design_get_n_links (self->design);

  for (guint l = 0; l < n_links; l++)
    {
      guint32 forward = loads != NULL ? self->layout->link_resources[2 * l] : HD_NO_ID;
      guint32 backward = loads != NULL ? self->layout->link_resources[2 * l + 1] : HD_NO_ID;

      out_loads[l] = forward != HD_NO_ID ? loads[forward] : (HdLoad){ 0 };
      if (backward != HD_NO_ID && backward != forward)
        out_loads[l] = load_join (out_loads[l], loads[backward]);
      else if (backward != HD_NO_ID && hd_design_get_links (self->design)[l].sharing == HD_SHARING_SPLIT)
        out_loads[l] = load_join (out_loads[l], out_loads[l]); /* two directions that symmetry proved equal */
    }
}

void
hd_record_read_nodes (HdRecord *self,
                      HdTime start,
                      HdTime end,
                      HdLoad *out_loads)
{
  g_autofree HdLoad *loads = read_resources (self, start, end);
  guint n_nodes = hd_design_get_n_nodes (self->design);

  for (guint i = 0; i < n_nodes; i++)
    {
      guint32 resource = loads != NULL ? self->layout->node_resources[i] : HD_NO_ID;

      out_loads[i] = resource != HD_NO_ID ? loads[resource] : (HdLoad){ 0 };
    }
}

HdLoad
hd_record_read_link (HdRecord *self,
                     guint32 link,
                     guint direction,
                     HdTime start,
                     HdTime end)
{
  const HdKeptLayout *layout = _hd_record_get_layout (self);
  gboolean split = hd_design_get_links (self->design)[link].sharing == HD_SHARING_SPLIT;
  HdLoad load = { 0 };

  if (layout == NULL)
    return load;
  for (guint d = 0; d < 2; d++)
    {
      guint32 resource = layout->link_resources[2 * (gsize) link + d];
      HdTime from, to;
      HdFrameLoad frame_load;
      HdLoad one;

      if (resource == HD_NO_ID || (split && direction < 2 && direction != d) || (!split && d == 1))
        continue;
      frame_load = hd_frames_read_one (layout->frames, resource, start, end, &from, &to);
      one = load_of (layout, resource, &frame_load, to - from);
      load = load_join (load, one);
    }
  return load;
}
