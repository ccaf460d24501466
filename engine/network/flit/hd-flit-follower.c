/* hd-flit-follower.c: the packet that a flit network follows, and what becomes of the others of its message
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flit-network"

#include "hd-flit-follower.h"

#include <math.h>

#define UNKNOWN G_MAXUINT64
#define MAX_NOTES 65536 /* of a host; from then on who else is in the way is not told */
#define MAX_SIBLINGS 65536
#define ROUNDING 1e-3   /* of a cycle */

/** Stamped: a note with its time; @period_s of the clock there */
typedef struct
{
  HdTime time;
  double period_s;
  HdFlitNote note;
} Stamped;

typedef struct
{
  guint32 node;
  HdTime time;
} Tail;

/** Moment: of a packet of the source */
typedef struct
{
  guint64 sequence;
  HdTime time;
} Moment;

/**
 * HdFlitFollower:
 * @cargo, @skip: the message, while the packet is to be cut, and how many come before it; of the source's thread
 * @whole: the message until all of it has arrived; atomic
 * @cuts: (nullable) (array length=n_cuts): of guint64: sequences of the packets of the message, or, by @out of the source, of the one that is being cut, as it may be it; of the source's thread
 * @sequence: of the packet, once it is made; atomic
 * @notes, @tails: (array length=hosts): of Stamped and Tail
 * @begins, @ends: (array length=hosts): of Moment: of packets that may be of the message, which may be known later than these
 * @end: of the destination's thread
 */
struct _HdFlitFollower
{
  HdFlitNetwork *network;
  HdFollowTarget target;
  const HdFlitCargo *cargo;
  const HdFlitCargo *whole;
  guint64 skip;
  GArray **cuts;
  guint n_cuts;
  guint out;
  gboolean is_over; /* all of the message has arrived */
  guint64 sequence;
  HdFollowed told;
  GArray **notes;
  GArray **tails;
  GArray **begins;
  GArray **ends;
};

static GArray **
make_arrays (guint n,
             gsize size)
{
  GArray **arrays = g_new0 (GArray *, n + 1);

  for (guint i = 0; i < n; i++)
    arrays[i] = g_array_new (FALSE, FALSE, (guint) size);
  return arrays;
}

static void
free_arrays (GArray **arrays,
             guint n)
{
  for (guint i = 0; i < n; i++)
    g_array_unref (arrays[i]);
  g_free (arrays);
}

HdFlitFollower *
_hd_flit_follower_new (HdFlitNetwork *network,
                       const HdFollowTarget *target)
{
  HdFlitFollower *self = g_new0 (HdFlitFollower, 1);

  self->network = network;
  self->target = *target;
  self->skip = target->skip;
  self->sequence = UNKNOWN;
  self->told = (HdFollowed){ .source = target->source, .destination = target->destination, .start = -1, .end = -1 };
  self->notes = make_arrays (network->n_hosts, sizeof (Stamped));
  self->tails = make_arrays (network->n_hosts, sizeof (Tail));
  self->begins = make_arrays (network->n_hosts, sizeof (Moment));
  self->ends = make_arrays (network->n_hosts, sizeof (Moment));
  return self;
}

void
_hd_flit_follower_free (HdFlitFollower *self)
{
  free_arrays (self->notes, self->network->n_hosts);
  free_arrays (self->tails, self->network->n_hosts);
  free_arrays (self->begins, self->network->n_hosts);
  free_arrays (self->ends, self->network->n_hosts);
  free_arrays (self->cuts, self->n_cuts);
  g_free (self);
}

/* ---- as the network goes ---------------------------------------------------------------------------------------------- */

/* Whether the note says nothing that the last one does not. What stands in the way may be known by its channel alone while none of its flits is there:
 * it is the one that is there before or after. */
static gboolean
is_like_last (HdFlitNote *last,
              const HdFlitNote *note,
              gboolean is_full)
{
  if (last->node != note->node || last->stage != note->stage || last->reason != note->reason)
    return FALSE;
  if (is_full)
    return TRUE;
  if (last->other_port != note->other_port || last->other_channel != note->other_channel)
    return FALSE;
  if (last->has_other && note->has_other)
    return last->other.source == note->other.source && last->other.sequence == note->other.sequence;
  if (note->has_other)
    last->other = note->other;
  last->has_other = last->has_other || note->has_other;
  return TRUE;
}

static void
write_down (HdFlitFollower *self,
            const HdFlitHost *host,
            HdTime time,
            const HdFlitNote *note)
{
  GArray *notes = self->notes[host - self->network->hosts];
  const Stamped stamped = { time, 1 / host->clock->frequency, *note };

  if (notes->len == 0 || !is_like_last (&g_array_index (notes, Stamped, notes->len - 1).note, note, notes->len >= MAX_NOTES))
    g_array_append_val (notes, stamped);
}

static guint32
count_packets (const HdFlitFollower *self,
               guint64 bytes)
{
  guint64 packet_bytes = self->network->rules.packet_bytes;

  return (guint32) CLAMP ((bytes + packet_bytes - 1) / packet_bytes, 1, G_MAXUINT32);
}

static void
choose (HdFlitFollower *self,
        const HdFlitCargo *cargo,
        guint32 packet)
{
  self->cargo = cargo;
  __atomic_store_n (&self->whole, cargo, __ATOMIC_RELAXED);
  self->told.net = cargo->parcel.net;
  self->told.message = cargo->number;
  self->told.destination = cargo->parcel.destination;
  self->told.start = cargo->start;
  self->told.bytes = cargo->parcel.bytes;
  self->told.n_packets = count_packets (self, cargo->parcel.bytes);
  self->told.packet = packet == 0 ? self->told.n_packets : MIN (packet, self->told.n_packets);
}

void
_hd_flit_follower_set_out (HdFlitFollower *self,
                           const HdFlitMember *member,
                           const HdFlitCargo *cargo)
{
  if (self->told.start >= 0 || self->target.is_numbered || member->parent.id != self->target.source || cargo->parcel.destination != self->target.destination)
    return;
  if (self->target.is_message ? cargo->parcel.net != self->target.net || cargo->number != self->target.number
                              : cargo->start < self->target.time || self->skip-- > 0)
    return;
  choose (self, cargo, self->target.packet);
}

/* Parcels that leave by one out are cut one after the other. */
static void
note_cut (HdFlitFollower *self,
          const HdFlitMember *member,
          const HdFlitCargo *cargo,
          guint out,
          guint32 number,
          const HdFlitPacket *packet)
{
  gboolean is_it = __atomic_load_n (&self->whole, __ATOMIC_RELAXED) == cargo;

  if (!is_it && (self->told.start >= 0 || !self->target.is_numbered))
    return;
  if (self->cuts == NULL)
    {
      self->n_cuts = member->n_outs;
      self->cuts = make_arrays (self->n_cuts, sizeof (guint64));
    }
  self->out = is_it ? out : self->out;
  if (number == 1)
    g_array_set_size (self->cuts[out], 0);
  if (self->cuts[out]->len < MAX_SIBLINGS)
    g_array_append_val (self->cuts[out], packet->sequence);
}

void
_hd_flit_follower_cut (HdFlitFollower *self,
                       const HdFlitMember *member,
                       const HdFlitCargo *cargo,
                       guint out,
                       const HdFlitPacket *packet)
{
  HdFlitNote note = { .stage = HD_FOLLOW_SOURCE, .node = member->parent.id, .other_port = HD_FLIT_MAX_PORTS };
  guint32 number = count_packets (self, cargo->parcel.bytes - cargo->rest);

  if (packet->source != self->target.source)
    return;
  note_cut (self, member, cargo, out, number, packet);
  if (self->target.is_numbered && packet->sequence == self->target.number)
    {
      choose (self, cargo, number);
      self->out = out;
    }
  if (cargo != self->cargo || number != self->told.packet)
    return;
  self->cargo = NULL;
  self->told.flits = packet->flits;
  note.reason = hd_component_get_now (member->parent.component) > cargo->start ? HD_FOLLOW_BEHIND : HD_FOLLOW_SERVED;
  write_down (self, member->host, cargo->start, &note);
  __atomic_store_n (&self->sequence, packet->sequence, __ATOMIC_RELAXED);
}

gboolean
_hd_flit_follower_knows (HdFlitFollower *self,
                         const HdFlitPacket *packet)
{
  return packet->source == self->target.source && packet->sequence == __atomic_load_n (&self->sequence, __ATOMIC_RELAXED);
}

void
_hd_flit_follower_note (HdFlitFollower *self,
                        HdFlitHost *host,
                        const HdFlitNote *note)
{
  write_down (self, host, hd_clock_domain_get_edge (&host->clock->domain, note->cycle), note);
}

void
_hd_flit_follower_note_tail (HdFlitFollower *self,
                             HdFlitHost *host,
                             guint32 node,
                             gint64 cycle)
{
  const Tail tail = { node, hd_clock_domain_get_edge (&host->clock->domain, cycle) };

  g_array_append_val (self->tails[host - self->network->hosts], tail);
}

/* What may be of the message is kept until it is known which that is. */
static void
note_moment (HdFlitFollower *self,
             GArray *moments,
             const HdFlitPacket *packet,
             HdTime time)
{
  const HdFlitCargo *whole = __atomic_load_n (&self->whole, __ATOMIC_RELAXED), *cargo = packet->data;
  const Moment moment = { packet->sequence, time };

  if (packet->source != self->target.source || (whole == NULL ? !self->target.is_numbered : whole != cargo))
    return;
  if (moments->len == 2 * MAX_SIBLINGS) /* the first of these are of messages before it, or of more than is told */
    g_array_remove_range (moments, 0, MAX_SIBLINGS);
  g_array_append_val (moments, moment);
}

void
_hd_flit_follower_begin (HdFlitFollower *self,
                         HdFlitHost *host,
                         const HdFlitPacket *packet)
{
  note_moment (self, self->begins[host - self->network->hosts], packet, hd_component_get_now (host->component));
}

void
_hd_flit_follower_end (HdFlitFollower *self,
                       HdFlitHost *host,
                       const HdFlitPacket *packet,
                       gint64 cycle)
{
  const HdFlitMember *member = _hd_flit_network_get_member (self->network, packet->destination);
  const HdFlitCargo *cargo = packet->data;
  HdTime time = hd_clock_domain_get_edge (&host->clock->domain, cycle);

  note_moment (self, self->ends[host - self->network->hosts], packet, time);
  if (_hd_flit_follower_knows (self, packet))
    {
      if (member->setup.is_interface)
        _hd_flit_follower_note (self, host,
                                &(HdFlitNote){ .cycle = cycle - 1, .stage = HD_FOLLOW_EJECT, .node = packet->destination, .other_port = HD_FLIT_MAX_PORTS });
      self->told.end = time;
      hd_flit_tile_leave (host->tile);
    }
  if (cargo->n_left > 1 || __atomic_load_n (&self->whole, __ATOMIC_RELAXED) != cargo)
    return;
  __atomic_store_n (&self->whole, NULL, __ATOMIC_RELAXED);
  self->is_over = TRUE;
  if (self->target.stops)
    hd_kernel_pause (self->network->parent.kernel);
}

/* ---- what it was in all ------------------------------------------------------------------------------------------------ */

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const Stamped *x = a, *y = b;

  return x->time < y->time ? -1 : x->time > y->time;
}

static void
set_tail (HdFlitFollower *self,
          HdFollowHop *hop)
{
  for (guint h = 0; h < self->network->n_hosts; h++)
    for (guint i = 0; i < self->tails[h]->len; i++)
      if (g_array_index (self->tails[h], Tail, i).node == hop->node)
        hop->tail = g_array_index (self->tails[h], Tail, i).time;
}

/* The hop that the note is of, which may be a new one. */
static HdFollowHop *
find_hop (HdFlitFollower *self,
          GArray *hops,
          const Stamped *stamped)
{
  HdFollowHop hop = { .node = stamped->note.node, .in_link = HD_NO_ID, .out_link = HD_NO_ID, .period_s = stamped->period_s, .arrived = stamped->time, .left = -1, .tail = -1 };

  if (hops->len > 0)
    {
      HdFollowHop *last = &g_array_index (hops, HdFollowHop, hops->len - 1);

      if (last->node == hop.node)
        return last;
      hop.in_link = last->out_link;
      hop.in_way = last->out_way;
      hop.in_channel = last->out_channel;
    }
  set_tail (self, &hop);
  g_array_append_val (hops, hop);
  return &g_array_index (hops, HdFollowHop, hops->len - 1);
}

static double
count_cycles (HdTime start,
              HdTime end,
              double period_s)
{
  double cycles = hd_time_to_seconds (end - start) / period_s;

  return fabs (cycles - round (cycles)) < ROUNDING ? round (cycles) : cycles;
}

static HdFollowPart
make_part (HdFlitFollower *self,
           const Stamped *stamped,
           guint32 hop,
           HdTime end)
{
  const HdFlitNote *note = &stamped->note;
  HdFollowPart part = {
    .hop = hop,
    .stage = note->stage,
    .reason = note->reason,
    .start = stamped->time,
    .end = end,
    .cycles = count_cycles (stamped->time, end, stamped->period_s),
    .other_source = note->has_other ? note->other.source : HD_NO_ID,
    .other_destination = note->has_other ? note->other.destination : HD_NO_ID,
    .other_time = note->has_other ? note->other.time : 0,
    .other_link = HD_NO_ID,
    .other_channel = note->other_channel,
  };

  if (note->other_port < HD_FLIT_MAX_PORTS)
    {
      guint32 way = _hd_flit_network_get_way (self->network, note->node, note->other_port) ^ 1;

      part.other_link = way / 2;
      part.other_way = way & 1;
    }
  return part;
}

static void
set_way (HdFlitFollower *self,
         HdFollowHop *hop,
         const Stamped *stamped)
{
  guint32 way = _hd_flit_network_get_way (self->network, stamped->note.node, stamped->note.out_port);

  hop->out_link = way / 2;
  hop->out_way = way & 1;
  hop->out_channel = stamped->note.out_channel;
  hop->left = stamped->time;
}

/* @moments: by host; those of @siblings are written into them at @offset. */
static void
set_moments (HdFlitFollower *self,
             GArray *const *moments,
             GHashTable *numbers,
             HdFollowSibling *siblings,
             gsize offset,
             HdTime time)
{
  for (guint h = 0; h < self->network->n_hosts; h++)
    for (guint i = 0; i < moments[h]->len; i++)
      {
        const Moment *moment = &g_array_index (moments[h], Moment, i);
        guint number = GPOINTER_TO_UINT (g_hash_table_lookup (numbers, &moment->sequence));

        if (number > 0 && moment->time <= time)
          G_STRUCT_MEMBER (HdTime, &siblings[number - 1], offset) = moment->time;
      }
}

static void
set_siblings (HdFlitFollower *self,
              HdFollowed *followed,
              HdTime time)
{
  g_autoptr (GHashTable) numbers = g_hash_table_new (g_int64_hash, g_int64_equal);
  const GArray *cuts = self->cuts != NULL ? self->cuts[self->out] : NULL;
  guint n = cuts != NULL ? cuts->len : 0;
  HdFollowSibling *siblings = g_new (HdFollowSibling, n + 1);

  for (guint i = 0; i < n; i++)
    {
      siblings[i] = (HdFollowSibling){ -1, -1 };
      g_hash_table_insert (numbers, &g_array_index (cuts, guint64, i), GUINT_TO_POINTER (i + 1));
    }
  set_moments (self, self->begins, numbers, siblings, G_STRUCT_OFFSET (HdFollowSibling, begun), time);
  set_moments (self, self->ends, numbers, siblings, G_STRUCT_OFFSET (HdFollowSibling, end), time);
  followed->siblings = siblings;
  followed->n_siblings = n;
}

gboolean
hd_flit_network_has_arrived (HdFlitNetwork *self)
{
  return self->follower != NULL && self->follower->is_over;
}

HdFollowed *
hd_flit_network_dup_followed (HdFlitNetwork *self,
                              HdTime time)
{
  HdFlitFollower *follower = self->follower;
  g_autoptr (GArray) notes = g_array_new (FALSE, FALSE, sizeof (Stamped));
  GArray *hops, *parts;
  HdFollowed *followed;

  if (follower == NULL || follower->told.start < 0)
    return NULL;
  hops = g_array_new (FALSE, FALSE, sizeof (HdFollowHop));
  parts = g_array_new (FALSE, FALSE, sizeof (HdFollowPart));
  for (guint h = 0; h < self->n_hosts; h++)
    g_array_append_vals (notes, follower->notes[h]->data, follower->notes[h]->len);
  g_array_sort (notes, compare_times); /* stable */
  followed = g_memdup2 (&follower->told, sizeof *followed);
  set_siblings (follower, followed, follower->is_over ? HD_TIME_MAX : time);
  time = followed->end >= 0 ? followed->end : time;
  for (guint i = 0; i < notes->len && g_array_index (notes, Stamped, i).time <= time; i++)
    {
      const Stamped *stamped = &g_array_index (notes, Stamped, i);
      HdTime end = i + 1 < notes->len ? MIN (g_array_index (notes, Stamped, i + 1).time, time) : time;
      HdFollowHop *hop = find_hop (follower, hops, stamped);
      HdFollowPart part = make_part (follower, stamped, hops->len - 1, end);

      if (stamped->note.stage == HD_FOLLOW_LINK)
        set_way (follower, hop, stamped);
      if (end > stamped->time)
        g_array_append_val (parts, part);
    }
  if (followed->end >= 0)
    g_array_index (hops, HdFollowHop, hops->len - 1).left = followed->end;
  followed->n_hops = hops->len;
  followed->n_parts = parts->len;
  followed->hops = (const HdFollowHop *) (gpointer) g_array_free (hops, FALSE);
  followed->parts = (const HdFollowPart *) (gpointer) g_array_free (parts, FALSE);
  return followed;
}
