/* flits.c: routers with virtual channels on random networks, against a simulator that is too simple to be wrong
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Random graphs of routers and interfaces, with links of any length and speed, few buffers, routes that split at random and may wait for each other for
 * ever, spread over up to three tiles: flits.py reads the same network as text. Every packet must end in the same cycle in both, or in neither; each
 * router must have done as much, and have stood still as often, for the same reasons.
 */
#include <gio/gio.h>

#include "hd-flit-tile.h"

#define N_CASES 60
#define MAX_NODES 10
#define MAX_PORTS 24
#define MAX_TILES 3
#define TICKS 1000 /* of a cycle */
#define LIMIT 2500       /* cycles */
#define SHORT_LIMIT 150  /* in the midst of what happens */

typedef struct
{
  HdFlitNode node;
  guint tile;
  guint32 number; /* in it */
  guint n_ports;
  guint neighbours[MAX_PORTS];
  guint ports[MAX_NODES];      /* by destination */
  HdFlitChannels channels[MAX_NODES]; /* likewise */
} Node;

typedef struct
{
  guint source, destination, flits;
  HdTime time;
  gint64 finish; /* -1: not there */
} Packet;

/* What is on its way from one tile to another: a flit, or a credit. */
typedef struct
{
  gint64 cycle;
  guint tile, channel;
  guint32 door; /* an inlet of flits, an outlet of credits */
  gboolean is_credit, is_head, is_tail;
  HdFlitPacket packet;
} Message;

typedef struct
{
  guint tile;
  guint32 door;
} Door;

typedef struct _Case Case;

typedef struct
{
  Case *of;
  HdFlitTile *tile;
  gint64 due;
  GArray *behind_outlets; /* of Door: the inlets */
  GArray *behind_inlets;  /* of Door: the outlets */
} Tile;

struct _Case
{
  guint n, n_tiles;
  gint64 limit; /* cycles that are run */
  Node nodes[MAX_NODES];
  Tile tiles[MAX_TILES];
  GArray *packets;  /* of Packet */
  GArray *messages; /* of Message */
  GString *text;
};

static guint
route (gpointer data,
       HdFlitPacket *packet,
       guint32 id,
       HdFlitChannels *channels)
{
  const Case *self = ((const Tile *) data)->of;

  *channels = self->nodes[id].channels[packet->destination];
  return self->nodes[id].ports[packet->destination];
}

static void
deliver (gpointer data,
         const HdFlitPacket *packet,
         gint64 cycle)
{
  Case *self = ((const Tile *) data)->of;
  Packet *kept = &g_array_index (self->packets, Packet, GPOINTER_TO_UINT (packet->data));

  g_assert_cmpint (kept->finish, ==, -1);
  kept->finish = cycle;
}

static void
send_flit (gpointer data,
           guint32 outlet,
           guint channel,
           const HdFlitPacket *packet,
           gboolean is_tail,
           gint64 cycle)
{
  const Tile *self = data;
  const Door *door = &g_array_index (self->behind_outlets, Door, outlet);
  Message message = { .cycle = cycle, .tile = door->tile, .channel = channel, .door = door->door, .is_head = packet != NULL, .is_tail = is_tail };

  if (packet != NULL)
    message.packet = *packet;
  g_array_append_val (self->of->messages, message);
}

static void
send_credit (gpointer data,
             guint32 inlet,
             guint channel,
             gint64 cycle)
{
  const Tile *self = data;
  const Door *door = &g_array_index (self->behind_inlets, Door, inlet);
  const Message message = { .cycle = cycle, .tile = door->tile, .channel = channel, .door = door->door, .is_credit = TRUE };

  g_array_append_val (self->of->messages, message);
}

static const HdFlitTileClass class = { .route = route, .deliver = deliver, .send_flit = send_flit, .send_credit = send_credit };

static guint
draw (GRand *rand,
      guint first,
      guint last)
{
  return (guint) g_rand_int_range (rand, (gint32) first, (gint32) last + 1);
}

/* Port 0 of a router is the local one in the text. */
static guint
get_printed_port (const Case *self,
                  guint node,
                  guint port)
{
  return port + (self->nodes[node].node.is_interface ? 0 : 1);
}

static void
connect_tiles (Case *self,
               const Node *from,
               guint from_port,
               const Node *to,
               guint to_port,
               guint cycles,
               double interval)
{
  Tile *source = &self->tiles[from->tile], *target = &self->tiles[to->tile];
  Door outlet = { .tile = from->tile }, inlet = { .tile = to->tile };

  if (source == target)
    {
      hd_flit_tile_connect (source->tile, from->number, from_port, to->number, to_port, cycles, interval);
      return;
    }
  outlet.door = hd_flit_tile_add_outlet (source->tile, from->number, from_port, &to->node, cycles, interval);
  inlet.door = hd_flit_tile_add_inlet (target->tile, to->number, to_port, cycles);
  g_assert_cmpuint (outlet.door, ==, source->behind_outlets->len);
  g_assert_cmpuint (inlet.door, ==, target->behind_inlets->len);
  g_array_append_val (source->behind_outlets, inlet);
  g_array_append_val (target->behind_inlets, outlet);
}

static void
connect_nodes (Case *self,
               GRand *rand,
               guint a,
               guint b)
{
  static const double intervals[] = { 1, 1, 1, 1.5, 2, 3.25 };
  guint ports[2] = { self->nodes[a].n_ports++, self->nodes[b].n_ports++ }, ends[2] = { a, b };

  self->nodes[a].neighbours[ports[0]] = b;
  self->nodes[b].neighbours[ports[1]] = a;
  for (guint i = 0; i < 2; i++)
    {
      guint from = ends[i], to = ends[1 - i], cycles = draw (rand, 1, 4);
      double interval = intervals[draw (rand, 0, G_N_ELEMENTS (intervals) - 1)];

      connect_tiles (self, &self->nodes[from], ports[i], &self->nodes[to], ports[1 - i], cycles, interval);
      g_string_append_printf (self->text, "link %u %u %u %u cycles=%u interval=%g\n", from, get_printed_port (self, from, ports[i]), to,
                              get_printed_port (self, to, ports[1 - i]), cycles, interval);
    }
}

/* A way of least hops from everywhere, one of several at random. */
static void
draw_routes (Case *self,
             GRand *rand,
             guint destination,
             guint n_channels)
{
  guint distance[MAX_NODES], queue[MAX_NODES], n_queue = 0;

  for (guint v = 0; v < self->n; v++)
    distance[v] = G_MAXUINT;
  distance[destination] = 0;
  queue[n_queue++] = destination;
  for (guint i = 0; i < n_queue; i++)
    {
      const Node *node = &self->nodes[queue[i]];

      if (node->node.is_interface && queue[i] != destination) /* it forwards nothing */
        continue;
      for (guint p = 0; p < node->n_ports; p++)
        if (distance[node->neighbours[p]] == G_MAXUINT)
          {
            distance[node->neighbours[p]] = distance[queue[i]] + 1;
            queue[n_queue++] = node->neighbours[p];
          }
    }
  for (guint v = 0; v < self->n; v++)
    {
      Node *node = &self->nodes[v];
      guint n = 0;

      if (v == destination)
        continue;
      for (guint p = 0; p < node->n_ports; p++)
        if (distance[node->neighbours[p]] + 1 == distance[v] && (!self->nodes[node->neighbours[p]].node.is_interface || node->neighbours[p] == destination)
            && draw (rand, 0, n++) == 0)
          node->ports[destination] = p;
      g_assert_cmpuint (n, >, 0);
      node->channels[destination] = (HdFlitChannels){ 0, (guint8) n_channels };
      if (draw (rand, 0, 2) == 0)
        {
          guint first = draw (rand, 0, n_channels - 1);

          node->channels[destination] = (HdFlitChannels){ (guint8) first, (guint8) draw (rand, 1, n_channels - first) };
        }
      g_string_append_printf (self->text, "route %u %u %u 0x%x\n", v, destination, get_printed_port (self, v, node->ports[destination]),
                              ((1u << node->channels[destination].n) - 1) << node->channels[destination].first);
    }
}

static int
compare_times (gconstpointer a,
               gconstpointer b)
{
  const Packet *x = a, *y = b;

  return x->time < y->time ? -1 : x->time > y->time;
}

static void
draw_packets (Case *self,
              GRand *rand)
{
  guint n = draw (rand, 1, 300), span = draw (rand, 1, 1500) * TICKS, most = draw (rand, 1, 12);

  for (guint i = 0; i < n; i++)
    {
      Packet packet = { draw (rand, 0, self->n - 1), draw (rand, 0, self->n - 1), draw (rand, 1, most), draw (rand, 0, span), -1 };

      if (draw (rand, 0, 1) == 0)
        packet.time -= packet.time % TICKS;
      if (packet.source != packet.destination || !self->nodes[packet.source].node.is_interface)
        g_array_append_val (self->packets, packet);
    }
  g_array_sort (self->packets, compare_times);
  for (guint i = 0; i < self->packets->len; i++)
    {
      const Packet *packet = &g_array_index (self->packets, Packet, i);

      g_string_append_printf (self->text, "packet %" G_GINT64_FORMAT ".%03d %u %u %u\n", packet->time / TICKS, (int) (packet->time % TICKS), packet->source,
                              packet->destination, packet->flits);
    }
}

static void
draw_network (Case *self,
              GRand *rand,
              HdFlitArbitration arbitration)
{
  static const char *const names[] = { [HD_FLIT_ROUND_ROBIN] = "rr", [HD_FLIT_RANDOM] = "random", [HD_FLIT_AGE] = "age" };
  static const guint buffers[] = { 1, 2, 3, 6, 12 }, behind[] = { 0, 1, 2, 3, 12 };
  guint n_routers = draw (rand, 1, 6), n_more = draw (rand, 0, 5), seed = draw (rand, 0, 1000), channels = draw (rand, 1, 5);
  guint in_buffer = buffers[draw (rand, 0, 4)], out_buffer = behind[draw (rand, 0, 4)];
  guint degrees[MAX_NODES] = { 0 }, ends[2 * MAX_NODES][2], n_links = 0;

  self->n = n_routers + draw (rand, n_routers == 1 ? 1 : 0, MAX_NODES - n_routers);
  self->n_tiles = draw (rand, 1, MAX_TILES);
  for (guint i = 0; i < self->n_tiles; i++)
    {
      Tile *tile = &self->tiles[i];

      tile->of = self;
      tile->tile = hd_flit_tile_new (seed, &class, tile);
      tile->due = HD_FLIT_NEVER;
      tile->behind_outlets = g_array_new (FALSE, FALSE, sizeof (Door));
      tile->behind_inlets = g_array_new (FALSE, FALSE, sizeof (Door));
    }
  g_string_append_printf (self->text, "rules vcs=%u in=%u out=%u limit=%u arb=%s seed=%u cycles=%u\n", channels, in_buffer, out_buffer,
                          HD_FLIT_SOURCE_LIMIT, names[arbitration], seed, (int) self->limit);
  for (guint v = 1; v < self->n; v++) /* a tree of routers with interfaces on it, and links across */
    {
      ends[n_links][0] = draw (rand, 0, MIN (v, n_routers) - 1);
      ends[n_links++][1] = v;
    }
  for (guint i = 0; i < n_more; i++)
    {
      ends[n_links][0] = draw (rand, 0, self->n - 1);
      ends[n_links][1] = draw (rand, 0, self->n - 1);
      n_links += ends[n_links][0] != ends[n_links][1] ? 1 : 0;
    }
  for (guint i = 0; i < n_links; i++)
    {
      degrees[ends[i][0]]++;
      degrees[ends[i][1]]++;
    }
  for (guint v = 0; v < self->n; v++)
    {
      self->nodes[v].node = (HdFlitNode){
        v, v >= n_routers, (guint16) degrees[v], (guint16) channels, in_buffer, out_buffer, (guint8) arbitration,
      };
      self->nodes[v].tile = draw (rand, 0, self->n_tiles - 1);
      self->nodes[v].number = hd_flit_tile_add (self->tiles[self->nodes[v].tile].tile, &self->nodes[v].node);
      if (v < n_routers)
        g_string_append_printf (self->text, "router %u ports=%u\n", v, degrees[v] + 1);
      else
        g_string_append_printf (self->text, "interface %u ports=%u\n", v, degrees[v]);
    }
  for (guint i = 0; i < n_links; i++)
    connect_nodes (self, rand, ends[i][0], ends[i][1]);
  for (guint i = 0; i < self->n_tiles; i++)
    hd_flit_tile_seal (self->tiles[i].tile);
  for (guint v = 0; v < self->n; v++)
    draw_routes (self, rand, v, channels);
}

static gint64
find_next_cycle (const Case *self,
                 guint next_packet)
{
  gint64 cycle = HD_FLIT_NEVER;

  for (guint i = 0; i < self->n_tiles; i++)
    cycle = MIN (cycle, self->tiles[i].due);
  for (guint i = 0; i < self->messages->len; i++)
    cycle = MIN (cycle, g_array_index (self->messages, Message, i).cycle);
  if (next_packet < self->packets->len)
    cycle = MIN (cycle, (g_array_index (self->packets, Packet, next_packet).time + TICKS - 1) / TICKS);
  return cycle;
}

static void
hand_over (Case *self,
           gint64 cycle)
{
  for (guint i = 0; i < self->messages->len;)
    {
      const Message *message = &g_array_index (self->messages, Message, i);
      Tile *tile = &self->tiles[message->tile];

      if (message->cycle > cycle)
        {
          i++;
          continue;
        }
      g_assert_cmpint (message->cycle, ==, cycle);
      if (message->is_credit)
        hd_flit_tile_take_credit (tile->tile, message->door, message->channel, cycle);
      else
        hd_flit_tile_take_flit (tile->tile, message->door, message->channel, message->is_head ? &message->packet : NULL, message->is_tail, cycle);
      tile->due = cycle;
      g_array_remove_index (self->messages, i);
    }
}

static void
run_tiles (Case *self)
{
  guint next = 0;
  gint64 cycle;

  while ((cycle = find_next_cycle (self, next)) < self->limit)
    {
      hand_over (self, cycle);
      for (; next < self->packets->len; next++)
        {
          const Packet *packet = &g_array_index (self->packets, Packet, next);
          const Node *node = &self->nodes[packet->source];

          if (packet->time > cycle * TICKS)
            break;
          hd_flit_tile_inject (self->tiles[node->tile].tile, node->number, &(HdFlitPacket){ GUINT_TO_POINTER (next), NULL, packet->source, packet->destination,
                                                                                            packet->flits, 0, next, packet->time });
          self->tiles[node->tile].due = cycle;
        }
      for (guint i = 0; i < self->n_tiles; i++)
        if (self->tiles[i].due == cycle)
          self->tiles[i].due = hd_flit_tile_run (self->tiles[i].tile, cycle);
    }
}

static char *
run_reference (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, g_getenv ("HEDDLE_PYTHON"),
                                                      g_getenv ("HEDDLE_FLITS"), NULL);
  char *printed = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, text, NULL, &printed, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_successful (process));
  return printed;
}

static void
describe_stalls (Case *self,
                 guint v,
                 GString *text)
{
  HdFlitStalls stalls;

  if (self->nodes[v].node.is_interface)
    return;
  hd_flit_tile_count_stalls (self->tiles[self->nodes[v].tile].tile, self->nodes[v].number, self->limit, &stalls);
  g_string_append_printf (text, "stalled %u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n", v, stalls.no_channel,
                          stalls.no_credit, stalls.no_switch, stalls.no_room);
}

/* What flits.py would print, but for delays, which follow from the cycles. A run that was cut short has flits half-way, and no counts. */
static char *
describe (Case *self,
          gboolean *out_is_over)
{
  GString *text = g_string_new (NULL);
  guint64 n_accepted = 0;

  *out_is_over = TRUE;
  for (guint i = 0; i < self->packets->len; i++)
    {
      gint64 finish = g_array_index (self->packets, Packet, i).finish;

      if (finish < 0)
        g_string_append (text, "packet -\n");
      else
        g_string_append_printf (text, "packet %" G_GINT64_FORMAT "\n", finish);
      *out_is_over &= finish >= 0;
    }
  for (guint v = 0; v < self->n && !*out_is_over; v++)
    describe_stalls (self, v, text);
  if (!*out_is_over)
    return g_string_free (text, FALSE);
  for (guint v = 0; v < self->n; v++)
    {
      HdFlitCounts counts;

      hd_flit_tile_count (self->tiles[self->nodes[v].tile].tile, self->nodes[v].number, &counts);
      n_accepted += counts.accepted;
      if (!self->nodes[v].node.is_interface)
        g_string_append_printf (text, "router %u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT
                                      " %" G_GUINT64_FORMAT "\n", v, counts.writes, counts.reads, counts.reads, counts.channel_grants,
                                counts.switch_grants, counts.link_flits);
      describe_stalls (self, v, text);
    }
  g_string_append_printf (text, "accepted %" G_GUINT64_FORMAT "\n", n_accepted);
  for (guint i = 0; i < self->n_tiles; i++)
    g_assert_true (hd_flit_tile_is_clean (self->tiles[i].tile));
  return g_string_free (text, FALSE);
}

static char *
leave_out_delays (const char *printed,
                  gboolean is_over)
{
  g_auto (GStrv) lines = g_strsplit (printed, "\n", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      gboolean is_packet = g_str_has_prefix (lines[i], "packet");

      if (is_packet)
        *strrchr (lines[i], ' ') = '\0';
      if (is_packet || is_over || g_str_has_prefix (lines[i], "stalled"))
        g_string_append_printf (text, "%s\n", lines[i]);
    }
  return g_string_free (text, FALSE);
}

/* Returns whether all packets arrived. */
static gboolean
check_case (guint32 seed,
            HdFlitArbitration arbitration)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  Case self = { .limit = seed % 3 == 0 ? SHORT_LIMIT : LIMIT, .packets = g_array_new (FALSE, FALSE, sizeof (Packet)), .messages = g_array_new (FALSE, FALSE, sizeof (Message)),
                .text = g_string_new (NULL) };
  g_autofree char *printed = NULL, *expected = NULL, *found = NULL;
  gboolean is_over;

  draw_network (&self, rand, arbitration);
  draw_packets (&self, rand);
  run_tiles (&self);
  found = describe (&self, &is_over);
  printed = run_reference (self.text->str);
  expected = leave_out_delays (printed, is_over);
  if (!g_str_equal (found, expected))
    {
      g_auto (GStrv) theirs = g_strsplit (expected, "\n", -1), ours = g_strsplit (found, "\n", -1);
      guint i = 0;

      while (ours[i] != NULL && theirs[i] != NULL && g_str_equal (ours[i], theirs[i]))
        i++;
      g_test_message ("%s", self.text->str);
      g_test_message ("seed %u, line %u: %s, not %s", seed, i + 1, ours[i], theirs[i]);
      g_test_fail ();
    }
  for (guint i = 0; i < self.n_tiles; i++)
    {
      hd_flit_tile_free (self.tiles[i].tile);
      g_array_unref (self.tiles[i].behind_outlets);
      g_array_unref (self.tiles[i].behind_inlets);
    }
  g_array_unref (self.packets);
  g_array_unref (self.messages);
  g_string_free (self.text, TRUE);
  return is_over;
}

static void
test_random (gconstpointer data)
{
  guint n_over = 0;

  for (guint32 i = 0; i < N_CASES && !g_test_failed (); i++)
    n_over += check_case (i, (HdFlitArbitration) GPOINTER_TO_UINT (data)) ? 1 : 0;
  g_test_message ("all packets arrived in %u of %u networks", n_over, N_CASES);
  g_assert_cmpuint (n_over, >, N_CASES / 2);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/reference/flits/random/in-turn", GUINT_TO_POINTER (HD_FLIT_ROUND_ROBIN), test_random);
  g_test_add_data_func ("/reference/flits/random/by-chance", GUINT_TO_POINTER (HD_FLIT_RANDOM), test_random);
  g_test_add_data_func ("/reference/flits/random/by-age", GUINT_TO_POINTER (HD_FLIT_AGE), test_random);
  return g_test_run ();
}
