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

gboolean
hd_record_has_energy (HdRecord *self)
{
  const HdKeptLayout *layout = _hd_record_get_layout (self);

  return layout != NULL && layout->link_meters != NULL;
}

HdTime
hd_record_get_frame_interval (HdRecord *self)
{
  const HdKeptLayout *layout = _hd_record_get_layout (self);

  return layout != NULL ? hd_frames_get_interval (layout->frames) : 0;
}

/* @start, @end: of the frames that were read. What is not timed does not count; a frame may consist of it for the most part, so the peak is the mean at
 * least. */
static HdUse
use_of (HdRecord *self,
        guint32 resource,
        const HdFrameLoad *frame_load,
        HdTime start,
        HdTime end)
{
  double capacity_per_ps = _hd_record_get_layout (self)->capacities[resource] / PICOSECONDS;
  HdTime length = end - start - hd_pauses_measure (self->pauses, start, end);
  float mean;

  if (length <= 0)
    return (HdUse){ 0 };
  mean = (float) (frame_load->amount / (double) length / capacity_per_ps);
  return (HdUse){ mean, MAX (mean, (float) (frame_load->peak / capacity_per_ps)), frame_load->amount,
                  frame_load->amount / hd_time_to_seconds (length) };
}

/* Where uses come from: all of them, read at once, or one after the other. */
typedef struct
{
  HdRecord *record;
  const HdKeptLayout *layout;
  const HdUse *all; /* by resource, or NULL */
  HdTime start, end;
} Window;

static HdUse
get_use (const Window *window,
         guint32 resource)
{
  HdTime from, to;
  HdFrameLoad frame_load;

  if (resource == HD_NO_ID)
    return (HdUse){ 0 };
  if (window->all != NULL)
    return window->all[resource];
  frame_load = hd_frames_read_one (window->layout->frames, resource, window->start, window->end, &from, &to);
  return use_of (window->record, resource, &frame_load, from, to);
}

/* How busy work and noise keep a link of whose rest the work has a share. Where the work may go before noise, it can have more than the rest. */
static void
add_noise (HdUse *use,
           double noise)
{
  use->noise = (float) noise;
  use->mean = (float) MIN (noise + (1 - noise) * (double) use->mean, 1);
  use->peak = (float) MIN (noise + (1 - noise) * (double) use->peak, 1);
}

static void
set_energy (HdLoad *load,
            const Window *window,
            guint32 resource)
{
  const HdUse use = get_use (window, resource);

  load->energy = use.amount;
  load->power = use.rate;
  load->peak_power = MAX (use.rate, (double) use.peak);
}

static void
set_router (HdLoad *load,
            const Window *window,
            guint32 first)
{
  if (first == HD_NO_ID)
    return;
  set_energy (load, window, first + HD_METER_ENERGY);
  load->switched = get_use (window, first + HD_METER_SWITCHED).amount;
  load->accepted = get_use (window, first + HD_METER_ACCEPTED).amount;
  for (guint i = 0; i < HD_N_STALLS; i++)
    {
      const HdUse use = get_use (window, first + HD_METER_STALLED + i);

      load->stalled[i] = use.amount;
      load->stalled_share += (double) use.mean;
    }
}

/* Two directions that symmetry proved equal are one resource, and so is a link that both share. */
static HdLoad
load_of_link (HdRecord *self,
              const Window *window,
              guint32 link)
{
  const guint32 *resources = window->layout->link_resources + 2 * (gsize) link;
  gboolean split = hd_design_get_links (self->design)[link].sharing == HD_SHARING_SPLIT;
  HdLoad load = { .ways[0] = get_use (window, resources[0]) };
  double noise;

  if (split)
    load.ways[1] = get_use (window, resources[1]);
  else if (resources[0] == HD_NO_ID)
    load.ways[0] = get_use (window, resources[1]);
  noise = self->has_noise ? hd_design_get_link_noise (self->design, link) : 0;
  for (guint way = 0; noise > 0 && way < 1u + split; way++)
    add_noise (&load.ways[way], noise);
  load.mean = MAX (load.ways[0].mean, load.ways[1].mean);
  load.peak = MAX (load.ways[0].peak, load.ways[1].peak);
  load.amount = load.ways[0].amount + load.ways[1].amount;
  load.rate = load.ways[0].rate + load.ways[1].rate;
  if (window->layout->link_meters != NULL)
    set_energy (&load, window, window->layout->link_meters[link]);
  return load;
}

/* Of switches only routers have a capacity without a bandwidth. */
static double
get_room (const Window *window,
          guint32 node)
{
  HdDesign *design = window->record->design;
  guint32 resource = window->layout->node_resources[2 * (gsize) node];

  if (resource == HD_NO_ID || hd_design_get_nodes (design)[node].type->role != HD_ROLE_SWITCH || hd_node_get_bandwidth (design, node, 0) > 0)
    return 0;
  return window->layout->capacities[resource];
}

static HdLoad
load_of_node (const Window *window,
              guint32 node)
{
  const guint32 *resources = window->layout->node_resources + 2 * (gsize) node;
  HdLoad load = { .ways = { get_use (window, resources[0]), get_use (window, resources[1]) } };

  load.mean = MAX (load.ways[0].mean, load.ways[1].mean);
  load.peak = MAX (load.ways[0].peak, load.ways[1].peak);
  load.room = get_room (window, node);
  load.amount = load.ways[0].amount;
  load.rate = load.ways[0].rate;
  if (window->layout->router_meters != NULL)
    set_router (&load, window, window->layout->router_meters[node]);
  return load;
}

/* Uses of all resource classes over a window; NULL before the layout is known. */
static HdUse *
read_uses (HdRecord *self,
           HdTime start,
           HdTime end)
{
  const HdKeptLayout *layout = _hd_record_get_layout (self);
  g_autofree HdFrameLoad *frame_loads = NULL;
  HdUse *uses;
  HdTime from, to;

  if (layout == NULL)
    return NULL;
  frame_loads = g_new (HdFrameLoad, layout->n_resources + 1);
  uses = g_new (HdUse, layout->n_resources + 1);
  hd_frames_read (layout->frames, start, end, frame_loads, &from, &to);
  for (guint r = 0; r < layout->n_resources; r++)
    uses[r] = use_of (self, r, &frame_loads[r], from, to);
  return uses;
}

void
hd_record_read_links (HdRecord *self,
                      HdTime start,
                      HdTime end,
                      HdLoad *out_loads)
{
  const HdKeptLayout *layout = _hd_record_get_layout (self);
  g_autofree HdUse *uses = read_uses (self, start, end);
  const Window window = { self, layout, uses, start, end };
  guint n_links = hd_design_get_n_links (self->design);

  for (guint l = 0; l < n_links; l++)
    out_loads[l] = layout != NULL ? load_of_link (self, &window, l) : (HdLoad){ 0 };
}

void
hd_record_read_nodes (HdRecord *self,
                      HdTime start,
                      HdTime end,
                      HdLoad *out_loads)
{
  const HdKeptLayout *layout = _hd_record_get_layout (self);
  g_autofree HdUse *uses = read_uses (self, start, end);
  const Window window = { self, layout, uses, start, end };
  guint n_nodes = hd_design_get_n_nodes (self->design);

  for (guint i = 0; i < n_nodes; i++)
    out_loads[i] = layout != NULL ? load_of_node (&window, i) : (HdLoad){ 0 };
}

HdLoad
hd_record_read_link (HdRecord *self,
                     guint32 link,
                     HdTime start,
                     HdTime end)
{
  const Window window = { self, _hd_record_get_layout (self), NULL, start, end };

  return window.layout != NULL ? load_of_link (self, &window, link) : (HdLoad){ 0 };
}

HdLoad
hd_record_read_node (HdRecord *self,
                     guint32 node,
                     HdTime start,
                     HdTime end)
{
  const Window window = { self, _hd_record_get_layout (self), NULL, start, end };

  return window.layout != NULL ? load_of_node (&window, node) : (HdLoad){ 0 };
}
