/* flit-grid.c: meshes and tori of routers in one tile, for tests and benchmarks
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "flit-grid.h"

#include <math.h>

#define TICKS 1000000.0 /* of a cycle, in the time of packets */

typedef struct
{
  double time;
  double delay;
  guint source;
  guint destination;
  guint flits;
} Packet;

struct _FlitGrid
{
  FlitGridSetup setup;
  guint n_routers;
  guint16 *coordinates; /* by router and dimension */
  HdFlitTile *tile;
  GArray *packets;      /* of Packet */
  guint next;
  gint64 cycle;
};

/* The way through dimension @d, or -1; on a torus the shorter one, the direct one if both are as long; and how often it passes the wrap link. */
static int
find_step (const FlitGrid *self,
           guint d,
           guint here,
           guint there,
           gboolean *out_wraps)
{
  guint size = self->setup.sizes[d];
  int offset = (int) there - (int) here;
  gboolean around = self->setup.is_torus && 2 * (guint) ABS (offset) > size;

  *out_wraps = around;
  if (offset == 0)
    return -1;
  return (int) (2 * d + ((offset > 0) != around ? 1 : 0));
}

static guint
route (gpointer data,
       HdFlitPacket *packet,
       guint32 id,
       HdFlitChannels *channels)
{
  FlitGrid *self = data;
  guint n = self->setup.n, destination = packet->destination < self->n_routers ? packet->destination : packet->destination - self->n_routers;
  gboolean wraps;

  if (id >= self->n_routers)
    return 0;
  for (guint i = 0; i < n; i++)
    {
      guint d = self->setup.last_first ? n - 1 - i : i;
      int port = find_step (self, d, self->coordinates[id * n + d], self->coordinates[destination * n + d], &wraps);

      if (port < 0)
        continue;
      if (self->setup.is_torus) /* class 1 once the wrap link lies behind */
        {
          guint8 half = (guint8) (self->setup.channels / 2);

          *channels = wraps ? (HdFlitChannels){ 0, half } : (HdFlitChannels){ half, (guint8) (self->setup.channels - half) };
        }
      return (guint) port;
    }
  return 2 * n;
}

static void
deliver (gpointer data,
         const HdFlitPacket *packet,
         gint64 cycle)
{
  FlitGrid *self = data;
  Packet *kept = &g_array_index (self->packets, Packet, GPOINTER_TO_UINT (packet->data));

  g_assert_true (isnan (kept->delay));
  kept->delay = (double) cycle - kept->time;
}

static const HdFlitTileClass class = { .route = route, .deliver = deliver };

static void
connect_dimension (FlitGrid *self,
                   guint router,
                   guint d,
                   guint stride)
{
  guint size = self->setup.sizes[d], at = self->coordinates[router * self->setup.n + d];
  guint other;

  if (at + 1 == size && (!self->setup.is_torus || size < 2))
    return;
  other = at + 1 < size ? router + stride : router - at * stride;
  hd_flit_tile_connect (self->tile, router, 2 * d + 1, other, 2 * d, self->setup.cycles, self->setup.interval);
  hd_flit_tile_connect (self->tile, other, 2 * d, router, 2 * d + 1, self->setup.cycles, self->setup.interval);
}

FlitGrid *
flit_grid_new (const FlitGridSetup *setup)
{
  FlitGrid *self = g_new0 (FlitGrid, 1);
  guint n = setup->n, stride = 1;

  self->setup = *setup;
  self->setup.channels = setup->channels > 0 ? setup->channels : 3;
  self->setup.in_buffer = setup->in_buffer > 0 ? setup->in_buffer : 12;
  self->setup.cycles = setup->cycles > 0 ? setup->cycles : 1;
  self->setup.interval = setup->interval > 0 ? setup->interval : 1;
  self->n_routers = 1;
  for (guint d = 0; d < n; d++)
    self->n_routers *= setup->sizes[d];
  self->coordinates = g_new (guint16, self->n_routers * n);
  for (guint r = 0; r < self->n_routers; r++)
    for (guint d = n, rest = r; d-- > 0; rest /= setup->sizes[d])
      self->coordinates[r * n + d] = (guint16) (rest % setup->sizes[d]);
  self->packets = g_array_new (FALSE, FALSE, sizeof (Packet));
  self->tile = hd_flit_tile_new (setup->seed, &class, self);
  for (guint r = 0; r < self->n_routers; r++)
    hd_flit_tile_add (self->tile, &(HdFlitNode){
                                    .id = r,
                                    .n_ports = (guint16) (2 * n + (setup->interfaces ? 1 : 0)),
                                    .channels = (guint16) self->setup.channels,
                                    .in_buffer = self->setup.in_buffer,
                                    .out_buffer = setup->out_buffer,
                                    .arbitration = (guint8) setup->arbitration,
                                  });
  for (guint d = n; d-- > 0; stride *= setup->sizes[d])
    for (guint r = 0; r < self->n_routers; r++)
      connect_dimension (self, r, d, stride);
  for (guint r = 0; setup->interfaces && r < self->n_routers; r++)
    {
      guint32 own = hd_flit_tile_add (self->tile, &(HdFlitNode){ self->n_routers + r, TRUE, 1, (guint16) self->setup.channels, 0, 0 });

      hd_flit_tile_connect (self->tile, own, 0, r, 2 * n, 1, 1);
      hd_flit_tile_connect (self->tile, r, 2 * n, own, 0, 1, 1);
    }
  hd_flit_tile_seal (self->tile);
  return self;
}

void
flit_grid_free (FlitGrid *self)
{
  hd_flit_tile_free (self->tile);
  g_array_unref (self->packets);
  g_free (self->coordinates);
  g_free (self);
}

HdFlitTile *
flit_grid_get_tile (FlitGrid *self)
{
  return self->tile;
}

guint
flit_grid_get_n (FlitGrid *self)
{
  return self->n_routers;
}

guint
flit_grid_add (FlitGrid *self,
               double time,
               guint source,
               guint destination,
               guint flits)
{
  const Packet packet = { time, NAN, source, destination, flits };

  g_array_append_val (self->packets, packet);
  return self->packets->len - 1;
}

/* Vigna's splitmix64. */
static guint64
draw (guint64 *state)
{
  guint64 z = *state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ z >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ z >> 31;
}

void
flit_grid_add_uniform (FlitGrid *self,
                       guint64 seed,
                       guint cycles,
                       double rate,
                       guint flits)
{
  for (guint t = 0; t < cycles; t++)
    for (guint s = 0; s < self->n_routers; s++)
      {
        guint d;

        if ((double) (draw (&seed) >> 11) * 0x1p-53 >= rate)
          continue;
        d = (guint) (draw (&seed) % (self->n_routers - 1));
        flit_grid_add (self, t + 0.5, s, d >= s ? d + 1 : d, flits);
      }
}

static void
inject (FlitGrid *self,
        gint64 cycle)
{
  guint32 shift = self->setup.interfaces ? self->n_routers : 0;

  for (; self->next < self->packets->len; self->next++)
    {
      const Packet *packet = &g_array_index (self->packets, Packet, self->next);

      if (packet->time > (double) cycle)
        return;
      hd_flit_tile_inject (self->tile, packet->source + shift,
                           &(HdFlitPacket){ .data = GUINT_TO_POINTER (self->next), .source = packet->source + shift,
                                            .destination = packet->destination + shift, .flits = packet->flits, .sequence = self->next,
                                            .time = (HdTime) llrint (packet->time * TICKS) });
    }
}

guint64
flit_grid_run (FlitGrid *self,
               gint64 until)
{
  guint64 n = 0;

  for (;;)
    {
      gint64 due = self->next < self->packets->len ? (gint64) ceil (g_array_index (self->packets, Packet, self->next).time) : HD_FLIT_NEVER;

      self->cycle = MIN (self->cycle, due);
      if (self->cycle == HD_FLIT_NEVER || self->cycle >= until)
        return n;
      inject (self, self->cycle);
      self->cycle = hd_flit_tile_run (self->tile, self->cycle);
      n++;
    }
}

guint
flit_grid_get_n_packets (FlitGrid *self)
{
  return self->packets->len;
}

double
flit_grid_get_delay (FlitGrid *self,
                     guint packet)
{
  return g_array_index (self->packets, Packet, packet).delay;
}

double
flit_grid_get_mean_delay (FlitGrid *self,
                          guint *out_n)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < self->packets->len; i++)
    if (!isnan (flit_grid_get_delay (self, i)))
      {
        sum += flit_grid_get_delay (self, i);
        n++;
      }
  if (out_n != NULL)
    *out_n = n;
  return sum / n;
}
