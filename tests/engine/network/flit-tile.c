/* flit-tile.c: delays of routers by hand, and the published averages
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hop costs five cycles with links of one; each flit behind the head one more; a packet that is made between two cycles waits for the next.
 */
#include "flit-grid.h"

#include <math.h>

#include "hd-flit-tile.h"

#define MESH(a, b, ...) &(FlitGridSetup){ .n = 2, .sizes = { a, b }, .last_first = TRUE, .out_buffer = 12, __VA_ARGS__ }
#define LINE(a, ...) &(FlitGridSetup){ .n = 1, .sizes = { a }, .out_buffer = 12, __VA_ARGS__ }

static double
run_one (const FlitGridSetup *setup,
         double time,
         guint source,
         guint destination,
         guint flits)
{
  g_autoptr (FlitGrid) grid = flit_grid_new (setup);

  flit_grid_add (grid, time, source, destination, flits);
  flit_grid_run (grid, HD_FLIT_NEVER);
  g_assert_true (hd_flit_tile_is_clean (flit_grid_get_tile (grid)));
  return flit_grid_get_delay (grid, 0);
}

static void
check (double found,
       double expected)
{
  g_assert_cmpfloat_with_epsilon (found, expected, 1e-9);
}

static void
test_one_packet (void)
{
  check (run_one (MESH (4, 4), 10.5, 0, 15, 5), 34.5);
  check (run_one (MESH (4, 4), 10.1, 0, 15, 5), 34.9);
  check (run_one (MESH (4, 4), 10.5, 0, 15, 2), 31.5);
  check (run_one (MESH (4, 4), 10.5, 5, 5, 5), 4.5);
  check (run_one (MESH (4, 4), 10, 0, 1, 1), 5);
  check (run_one (LINE (4, .cycles = 3), 10, 0, 3, 30), 50);
}

static void
test_torus (void)
{
  check (run_one (LINE (4, .is_torus = TRUE), 10, 0, 3, 5), 9);
  check (run_one (LINE (5, .is_torus = TRUE), 10, 0, 3, 5), 14);
  check (run_one (LINE (4, .is_torus = TRUE), 10, 0, 2, 5), 14);
}

/* Two packets of one source on one virtual channel. */
static void
check_two (const FlitGridSetup *setup,
           guint hops,
           guint first_flits,
           guint second_flits,
           double first,
           double second)
{
  g_autoptr (FlitGrid) grid = flit_grid_new (setup);

  flit_grid_add (grid, 10, 0, hops, first_flits);
  flit_grid_add (grid, 10, 0, hops, second_flits);
  flit_grid_run (grid, HD_FLIT_NEVER);
  check (flit_grid_get_delay (grid, 0), first);
  check (flit_grid_get_delay (grid, 1), second);
  g_assert_true (hd_flit_tile_is_clean (flit_grid_get_tile (grid)));
}

/* Few buffers hold a channel to less than a flit a cycle: one round of a credit for each. */
static void
test_buffers (void)
{
  static const struct { guint buffer; double small, large; } in[] = { { 1, 195, 375 }, { 2, 105, 195 }, { 6, 45, 75 } };
  static const struct { guint buffer; double small, large; } out[] = { { 1, 70, 130 }, { 2, 40, 70 } };

  for (guint i = 0; i < G_N_ELEMENTS (in); i++)
    {
      check (run_one (LINE (4, .channels = 1, .in_buffer = in[i].buffer), 10, 0, 3, 31), in[i].small);
      check (run_one (LINE (4, .channels = 1, .in_buffer = in[i].buffer), 10, 0, 3, 61), in[i].large);
    }
  for (guint i = 0; i < G_N_ELEMENTS (out); i++)
    {
      const FlitGridSetup setup = { .n = 1, .sizes = { 3 }, .channels = 1, .out_buffer = out[i].buffer };

      check (run_one (&setup, 10, 0, 2, 31), out[i].small);
      check (run_one (&setup, 10, 0, 2, 61), out[i].large);
    }
}

/* Cycles do not wrap: a port that was never won is free in any. */
static void
test_late (void)
{
  const FlitGridSetup setup = { .n = 1, .sizes = { 2 }, .out_buffer = 1 };

  check (run_one (&setup, 0xffffffff, 0, 1, 1), 5);
}

static void
test_two_packets (void)
{
  check_two (LINE (4, .channels = 1), 3, 5, 5, 19, 26);
}

/* A packet that waits for the channel of another one gets it when that one's tail leaves, also if nothing else calls the router then: in cycle 12, after a
 * wait of five. */
static void
test_channel_of_another (void)
{
  g_autoptr (FlitGrid) grid = flit_grid_new (LINE (3, .channels = 1));

  flit_grid_add (grid, 0, 0, 2, 5);
  flit_grid_add (grid, 6, 1, 2, 5);
  flit_grid_run (grid, HD_FLIT_NEVER);
  check (flit_grid_get_delay (grid, 0), 14);
  check (flit_grid_get_delay (grid, 1), 14);
}

/* Packets of a test, by sequence: which channel each must have, and when it came. */
typedef struct
{
  guint8 channels[HD_FLIT_MAX_CHANNELS];
  gint64 cycles[HD_FLIT_MAX_CHANNELS];
} Chosen;

static guint
route_by_choice (gpointer data,
                 HdFlitPacket *packet,
                 guint32 id,
                 HdFlitChannels *channels)
{
  *channels = (HdFlitChannels){ ((const Chosen *) data)->channels[packet->sequence], 1 };
  return 1;
}

static void
note_chosen (gpointer data,
             const HdFlitPacket *packet,
             gint64 cycle)
{
  ((Chosen *) data)->cycles[packet->sequence] = cycle;
}

/* Over four routers with buffers of a flit, all packets from cycle 0 on. */
static void
run_chosen (Chosen *self,
            guint n_channels,
            guint n_packets,
            guint flits)
{
  static const HdFlitTileClass class = { .route = route_by_choice, .deliver = note_chosen };
  g_autoptr (HdFlitTile) tile = hd_flit_tile_new (0, &class, self);

  for (guint i = 0; i < 4; i++)
    hd_flit_tile_add (tile, &(HdFlitNode){ .id = i, .n_ports = 2, .channels = (guint16) n_channels, .in_buffer = 1 });
  for (guint i = 0; i < 3; i++)
    {
      hd_flit_tile_connect (tile, i, 1, i + 1, 0, 1, 1);
      hd_flit_tile_connect (tile, i + 1, 0, i, 1, 1, 1);
    }
  hd_flit_tile_seal (tile);
  for (guint i = 0; i < n_packets; i++)
    hd_flit_tile_inject (tile, 0, &(HdFlitPacket){ .destination = 3, .flits = flits, .sequence = i });
  for (gint64 cycle = 0; cycle != HD_FLIT_NEVER;)
    cycle = hd_flit_tile_run (tile, cycle);
  g_assert_true (hd_flit_tile_is_clean (tile));
}

/* A channel of a flit carries one in six cycles, so that a packet of 31 flits takes 195 cycles. One on a channel that is 32 before is a cycle behind it, one on
 * the same channel all its flits. Packets on all channels fill the links: the one that is first in all turns ends first. */
static void
test_many_channels (void)
{
  static const guint many[] = { 40, HD_FLIT_MAX_CHANNELS };

  for (guint i = 0; i < G_N_ELEMENTS (many); i++)
    {
      const guint8 last = (guint8) (many[i] - 1), other = (guint8) (many[i] - 33);
      Chosen apart = { { last, other } }, same = { { last, last } }, all = { { 0 } };
      const guint flits = 6;

      run_chosen (&apart, many[i], 2, 31);
      g_assert_cmpint (apart.cycles[0], ==, 195);
      g_assert_cmpint (apart.cycles[1], ==, 196);
      run_chosen (&same, many[i], 2, 31);
      g_assert_cmpint (same.cycles[0], ==, 195);
      g_assert_cmpint (same.cycles[1], >=, 195 + 31 * 6);
      for (guint p = 0; p < many[i]; p++)
        all.channels[p] = (guint8) p;
      run_chosen (&all, many[i], many[i], flits);
      for (guint p = 0; p < many[i]; p++)
        g_assert_cmpint (all.cycles[p], ==, 15 + (flits - 1) * many[i] + p);
    }
}

/* Through interfaces: one more router, and two links that lead to none. */
static void
test_interfaces (void)
{
  check (run_one (LINE (20, .interfaces = TRUE), 10, 0, 2, 5), 21);
  check (run_one (LINE (20, .interfaces = TRUE), 10, 0, 0, 5), 11);
  check (run_one (LINE (20, .interfaces = TRUE), 10, 0, 14, 5), 81);
}

/* A link that takes 1.5 cycles for a flit carries two flits in three cycles. */
static void
test_slow_link (void)
{
  double fast = run_one (LINE (2), 10, 0, 1, 201), slow = run_one (LINE (2, .interval = 1.5), 10, 0, 1, 201);

  check (fast, 205);
  check (slow, 305);
  check (run_one (LINE (2, .interval = 4), 10, 0, 1, 11), 45);
  /* the tail finds route and channel of the second router ready, for which the head took two cycles */
  check (run_one (LINE (2, .interval = 4, .interfaces = TRUE), 10, 0, 1, 11), 12 + 40 - 2);
}

static guint
route_to_interface (gpointer data,
                    HdFlitPacket *packet,
                    guint32 id,
                    HdFlitChannels *channels)
{
  return packet->destination - 1;
}

static void
note_cycle (gpointer data,
            const HdFlitPacket *packet,
            gint64 cycle)
{
  ((gint64 *) data)[packet->destination] = cycle;
}

static guint
ignore_route (gpointer data,
              HdFlitPacket *packet,
              guint32 id,
              HdFlitChannels *channels)
{
  return 0;
}

static void
ignore_delivery (gpointer data,
                 const HdFlitPacket *packet,
                 gint64 cycle)
{
  *(gint64 *) data = cycle;
}

/* A router or an interface that waits for a link of a million cycles is not asked in each of them: four flits are a few runs, shared or not. */
static void
test_sleep (void)
{
  static const HdFlitTileClass class = { .route = ignore_route, .deliver = ignore_delivery };

  for (guint i = 0; i < 4; i++)
    {
      const HdFlitNode node = { .id = 0, .is_interface = i % 2 == 1, .n_ports = 1, .channels = 1, .in_buffer = 2, .out_buffer = 1 };
      HdFlitNode other = node;
      gint64 last = 0, cycle = 0;
      g_autoptr (HdFlitTile) tile = hd_flit_tile_new (1, &class, &last);
      guint n = 0;

      other.id = 1;
      hd_flit_tile_add (tile, &node);
      hd_flit_tile_add (tile, &other);
      hd_flit_tile_connect (tile, 0, 0, 1, 0, 1, 1e6);
      hd_flit_tile_connect (tile, 1, 0, 0, 0, 1, 1e6);
      if (i >= 2)
        hd_flit_tile_share (tile, 0, 0, 1, 0);
      hd_flit_tile_seal (tile);
      hd_flit_tile_inject (tile, 0, &(HdFlitPacket){ .source = 0, .destination = 1, .flits = 4 });
      hd_flit_tile_inject (tile, 1, &(HdFlitPacket){ .source = 1, .destination = 0, .flits = 4 });
      while (cycle != HD_FLIT_NEVER && n++ < 1000)
        cycle = hd_flit_tile_run (tile, cycle);
      g_assert_cmpuint (n, <, 100);
      g_assert_true (hd_flit_tile_is_clean (tile));
      g_assert_cmpint (last, >=, (i >= 2 ? 7 : 3) * 1000000);
      g_assert_cmpint (last, <, (i >= 2 ? 7 : 3) * 1000000 + 20);
    }
}

static guint
route_to_number (gpointer data,
                 HdFlitPacket *packet,
                 guint32 id,
                 HdFlitChannels *channels)
{
  return packet->destination - 1;
}

/* Three copies of five flits: a relay sends them at once, another router one flit a cycle. */
static void
test_relay (void)
{
  static const HdFlitTileClass class = { .route = route_to_number, .deliver = note_cycle };

  for (guint is_relay = 0; is_relay < 2; is_relay++)
    {
      gint64 cycles[4] = { 0 }, cycle = 0;
      g_autoptr (HdFlitTile) tile = hd_flit_tile_new (0, &class, cycles);

      hd_flit_tile_add (tile, &(HdFlitNode){ .n_ports = 3, .channels = 3, .in_buffer = 8, .is_relay = (guint8) is_relay });
      for (guint i = 1; i < 4; i++)
        {
          hd_flit_tile_add (tile, &(HdFlitNode){ .id = i, .is_interface = TRUE, .n_ports = 1, .channels = 3 });
          hd_flit_tile_connect (tile, 0, i - 1, i, 0, 1, 1);
        }
      hd_flit_tile_seal (tile);
      for (guint i = 1; i < 4; i++)
        hd_flit_tile_inject (tile, 0, &(HdFlitPacket){ .destination = i, .flits = 5, .sequence = i });
      while (cycle != HD_FLIT_NEVER)
        cycle = hd_flit_tile_run (tile, cycle);
      g_assert_true (hd_flit_tile_is_clean (tile));
      for (guint i = 1; i < 4 && is_relay; i++)
        g_assert_cmpint (cycles[i], ==, 5 + 4 + 1);
      g_assert_cmpint (MAX (cycles[1], MAX (cycles[2], cycles[3])), ==, is_relay ? 10 : 5 + 14 + 1);
    }
}

/* Behind a switch without an end any number waits: the tail of a packet of 6000 flits is through the switch in cycle 6002, though its link has taken but a
 * quarter of them, and then the next one is routed. */
static void
test_no_end_behind (void)
{
  static const HdFlitTileClass class = { .route = route_to_interface, .deliver = note_cycle };
  gint64 cycles[3] = { 0 };
  g_autoptr (HdFlitTile) tile = hd_flit_tile_new (0, &class, cycles);

  hd_flit_tile_add (tile, &(HdFlitNode){ 0, FALSE, 2, 1, 1, 0 });
  hd_flit_tile_add (tile, &(HdFlitNode){ 1, TRUE, 1, 1, 0, 0 });
  hd_flit_tile_add (tile, &(HdFlitNode){ 2, TRUE, 1, 1, 0, 0 });
  hd_flit_tile_connect (tile, 0, 0, 1, 0, 1, 4);
  hd_flit_tile_connect (tile, 0, 1, 2, 0, 1, 1);
  hd_flit_tile_seal (tile);
  hd_flit_tile_inject (tile, 0, &(HdFlitPacket){ .destination = 1, .flits = 6000 });
  hd_flit_tile_inject (tile, 0, &(HdFlitPacket){ .destination = 2, .flits = 1, .sequence = 1 });
  for (gint64 cycle = 0; cycle != HD_FLIT_NEVER;)
    cycle = hd_flit_tile_run (tile, cycle);
  g_assert_cmpint (cycles[2], ==, 6008);
  g_assert_cmpint (cycles[1], ==, 4 + 5999 * 4 + 1 + 1);
  g_assert_true (hd_flit_tile_is_clean (tile));
}

/* Nodes 1 and 2 are interfaces that send to node 3 over router 0, which is reached by its port 2. */
static guint
route_to_sink (gpointer data,
               HdFlitPacket *packet,
               guint32 id,
               HdFlitChannels *channels)
{
  return id == 0 ? 2 : 0;
}

static void
check_stalls (const HdFlitTile *tile,
              guint32 node,
              gint64 cycle,
              const HdFlitStalls *expected)
{
  HdFlitStalls found;

  hd_flit_tile_count_stalls (tile, node, cycle, &found);
  g_assert_cmpuint (found.no_channel, ==, expected->no_channel);
  g_assert_cmpuint (found.no_credit, ==, expected->no_credit);
  g_assert_cmpuint (found.no_switch, ==, expected->no_switch);
  g_assert_cmpuint (found.no_room, ==, expected->no_room);
}

/* Five flits of each of two inputs are there from cycle 1 to 5, for one output. With one channel the first passes the switch from cycle 3 to 7, and the other
 * one asks for its channel from 2 to 7 in vain. With two both ask for the same one in cycle 2; then they take turns at the switch, and of the ten passages,
 * from 3 to 12, there is one of both in vain from 4 to 11. */
static void
test_two_inputs (void)
{
  static const HdFlitTileClass class = { .route = route_to_sink, .deliver = note_cycle };
  static const HdFlitStalls expected[] = { { .no_channel = 6 }, { .no_channel = 1, .no_switch = 8 } }, none = { 0 };

  for (guint channels = 1; channels <= 2; channels++)
    {
      gint64 cycles[4] = { 0 };
      g_autoptr (HdFlitTile) tile = hd_flit_tile_new (0, &class, cycles);

      hd_flit_tile_add (tile, &(HdFlitNode){ .n_ports = 3, .channels = (guint16) channels, .in_buffer = 12 });
      for (guint i = 1; i < 4; i++)
        hd_flit_tile_add (tile, &(HdFlitNode){ .id = i, .is_interface = TRUE, .n_ports = 1, .channels = (guint16) channels });
      hd_flit_tile_connect (tile, 1, 0, 0, 0, 1, 1);
      hd_flit_tile_connect (tile, 2, 0, 0, 1, 1, 1);
      hd_flit_tile_connect (tile, 0, 2, 3, 0, 1, 1);
      hd_flit_tile_seal (tile);
      for (guint i = 1; i < 3; i++)
        hd_flit_tile_inject (tile, i, &(HdFlitPacket){ .source = i, .destination = 3, .flits = 5 });
      for (gint64 cycle = 0; cycle != HD_FLIT_NEVER;)
        cycle = hd_flit_tile_run (tile, cycle);
      check_stalls (tile, 0, 1000, &expected[channels - 1]);
      check_stalls (tile, 3, 1000, &none);
    }
}

/* A flit that wins the switch in cycle 2 is taken out in 5, and its credit is there in 7: behind a buffer of one the second of three waits from 3 to 6, the
 * third from 8 to 11. */
static void
test_one_buffer (void)
{
  g_autoptr (FlitGrid) grid = flit_grid_new (LINE (2, .channels = 1, .in_buffer = 1));

  flit_grid_add (grid, 0, 0, 1, 3);
  flit_grid_run (grid, 9);
  check_stalls (flit_grid_get_tile (grid), 0, 9, &(HdFlitStalls){ .no_credit = 5 });
  flit_grid_run (grid, HD_FLIT_NEVER);
  check_stalls (flit_grid_get_tile (grid), 0, 1000, &(HdFlitStalls){ .no_credit = 8 });
  check_stalls (flit_grid_get_tile (grid), 1, 1000, &(HdFlitStalls){ 0 });
}

static guint
route_along (gpointer data,
             HdFlitPacket *packet,
             guint32 id,
             HdFlitChannels *channels)
{
  return id == 0 ? 0 : 1;
}

/* Behind the second router is room for a flit, and a link that takes ten cycles for each. The first of three is there in cycle 5, wins the switch in 7, and is
 * on the link from 9 to 19. So the second finds room in 9, not in 8, and the third in 19, not from 10 on: meanwhile the router is not visited. */
static void
test_slow_sink (void)
{
  static const HdFlitTileClass class = { .route = route_along, .deliver = note_cycle };
  gint64 cycles[3] = { 0 }, cycle = 0;
  g_autoptr (HdFlitTile) tile = hd_flit_tile_new (0, &class, cycles);

  hd_flit_tile_add (tile, &(HdFlitNode){ .id = 0, .n_ports = 1, .channels = 1, .in_buffer = 4 });
  hd_flit_tile_add (tile, &(HdFlitNode){ .id = 1, .n_ports = 2, .channels = 1, .in_buffer = 4, .out_buffer = 1 });
  hd_flit_tile_add (tile, &(HdFlitNode){ .id = 2, .is_interface = TRUE, .n_ports = 1, .channels = 1 });
  hd_flit_tile_connect (tile, 0, 0, 1, 0, 1, 1);
  hd_flit_tile_connect (tile, 1, 1, 2, 0, 1, 10);
  hd_flit_tile_seal (tile);
  hd_flit_tile_inject (tile, 0, &(HdFlitPacket){ .destination = 2, .flits = 3 });
  while (cycle < 15)
    cycle = hd_flit_tile_run (tile, cycle);
  check_stalls (tile, 1, 15, &(HdFlitStalls){ .no_room = 1 + 5 });
  while (cycle != HD_FLIT_NEVER)
    cycle = hd_flit_tile_run (tile, cycle);
  check_stalls (tile, 1, 1000, &(HdFlitStalls){ .no_room = 1 + 9 });
  check_stalls (tile, 0, 1000, &(HdFlitStalls){ 0 });
}

/* ---- conservation ------------------------------------------------------------------------------------------------------ */

#define SIDE 6u

/* Flits that wait at the other end of a port of a mesh router, or of the interface beside it. */
static guint64
get_filled_behind (const HdFlitTile *tile,
                   guint32 node,
                   guint port)
{
  static const int strides[] = { -(int) SIDE, (int) SIDE, -1, 1 };

  if (node >= SIDE * SIDE)
    return hd_flit_tile_get_filled (tile, node - SIDE * SIDE, 4);
  return hd_flit_tile_get_filled (tile, (guint32) ((int) node + strides[port]), port ^ 1);
}

/* Credits of all ports that have some, and how many ports that are; none has more than there is room for behind it. */
static guint64
add_credits (FlitGrid *grid,
             const FlitGridSetup *setup,
             guint *out_n_ports)
{
  const HdFlitTile *tile = flit_grid_get_tile (grid);
  const guint64 room = (guint64) setup->channels * setup->in_buffer;
  guint64 sum = 0;

  *out_n_ports = 0;
  for (guint32 node = 0; node < SIDE * SIDE; node++)
    for (guint port = 0; port < 4; port++)
      {
        guint row = node / SIDE, column = node % SIDE;
        gboolean is_linked = port / 2 == 0 ? (port == 0 ? row > 0 : row + 1 < SIDE) : (port == 2 ? column > 0 : column + 1 < SIDE);
        guint64 credits = hd_flit_tile_get_credits (tile, node, port);

        if (is_linked)
          g_assert_cmpuint (credits + get_filled_behind (tile, node, port), <=, room);
        else
          g_assert_cmpuint (credits, ==, 0);
        *out_n_ports += is_linked;
        sum += credits;
      }
  for (guint32 node = SIDE * SIDE; setup->interfaces && node < 2 * SIDE * SIDE; node++)
    {
      g_assert_cmpuint (hd_flit_tile_get_credits (tile, node, 0) + get_filled_behind (tile, node, 0), <=, room);
      *out_n_ports += 1;
      sum += hd_flit_tile_get_credits (tile, node, 0);
    }
  return sum;
}

/* A link's flit is written at the router behind it or taken by an interface, as is each that begins at a router; all that were made are taken in the end, and
 * then all credits are back, no queue has a flit, and no channel is somebody's. While packets are under way a port has no more credits than there is room. */
static void
check_conservation (const FlitGridSetup *setup)
{
  g_autoptr (FlitGrid) grid = flit_grid_new (setup);
  const HdFlitTile *tile = flit_grid_get_tile (grid);
  guint n_nodes = SIDE * SIDE * (setup->interfaces ? 2 : 1), n_ports, flits = 5, n_held = 0;
  guint64 writes = 0, links = 0, reads = 0, accepted = 0, taken = 0, made;

  flit_grid_add_uniform (grid, 3, 400, 0.05, flits);
  made = (guint64) flit_grid_get_n_packets (grid) * flits;
  for (gint64 until = 25; until <= 400; until += 25)
    {
      flit_grid_run (grid, until);
      n_held += add_credits (grid, setup, &n_ports) < (guint64) n_ports * setup->channels * setup->in_buffer;
    }
  g_assert_cmpuint (n_held, ==, 16);
  flit_grid_run (grid, HD_FLIT_NEVER);
  for (guint32 node = 0; node < n_nodes; node++)
    {
      HdFlitCounts counts;

      hd_flit_tile_count (tile, node, &counts);
      links += counts.link_flits;
      accepted += counts.accepted;
      taken += node >= SIDE * SIDE ? counts.accepted : 0;
      writes += counts.writes;
      reads += counts.reads;
      g_assert_cmpuint (hd_flit_tile_get_filled (tile, node, HD_FLIT_MAX_PORTS), ==, 0);
      for (guint port = 0; node < SIDE * SIDE && port < 4; port++)
        g_assert_cmpuint (hd_flit_tile_get_filled (tile, node, port), ==, 0);
    }
  g_assert_cmpuint (made, >, 2500);
  g_assert_cmpuint (accepted, ==, made);
  g_assert_cmpuint (writes + taken, ==, links + (setup->interfaces ? 0 : made));
  g_assert_cmpuint (writes, ==, reads + accepted - taken);
  g_assert_cmpuint (add_credits (grid, setup, &n_ports), ==, (guint64) n_ports * setup->channels * setup->in_buffer);
  g_assert_true (hd_flit_tile_is_clean (tile));
}

static void
test_conservation (void)
{
  static const FlitGridSetup setups[] = {
    { .channels = 3, .in_buffer = 12, .out_buffer = 12 },
    { .channels = 1, .in_buffer = 1 },
    { .channels = 2, .in_buffer = 3, .out_buffer = 1, .arbitration = HD_FLIT_AGE },
    { .channels = 3, .in_buffer = 4, .cycles = 3, .arbitration = HD_FLIT_RANDOM },
    { .channels = 2, .in_buffer = 5, .interval = 1.5, .out_buffer = 2 },
    { .channels = 3, .in_buffer = 12, .interfaces = TRUE },
    { .channels = 1, .in_buffer = 2, .cycles = 2, .interfaces = TRUE, .arbitration = HD_FLIT_AGE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (setups); i++)
    {
      FlitGridSetup setup = setups[i];

      setup.n = 2;
      setup.sizes[0] = setup.sizes[1] = SIDE;
      check_conservation (&setup);
    }
}

/* W = (h + 1) n, R = X = K = S = h n, G = h. */
static void
test_counts (void)
{
  g_autoptr (FlitGrid) grid = flit_grid_new (LINE (4));
  HdFlitCounts sum = { 0 };

  flit_grid_add (grid, 0, 0, 3, 5);
  flit_grid_run (grid, HD_FLIT_NEVER);
  for (guint r = 0; r < 4; r++)
    {
      HdFlitCounts counts;

      hd_flit_tile_count (flit_grid_get_tile (grid), r, &counts);
      sum.writes += counts.writes;
      sum.reads += counts.reads;
      sum.switch_grants += counts.switch_grants;
      sum.channel_grants += counts.channel_grants;
      sum.link_flits += counts.link_flits;
      sum.accepted += counts.accepted;
    }
  g_assert_cmpuint (sum.writes, ==, 20);
  g_assert_cmpuint (sum.reads, ==, 15);
  g_assert_cmpuint (sum.switch_grants, ==, 15);
  g_assert_cmpuint (sum.link_flits, ==, 15);
  g_assert_cmpuint (sum.channel_grants, ==, 3);
  g_assert_cmpuint (sum.accepted, ==, 5);
}

typedef struct
{
  guint size;
  double rate;
  guint cycles, n;
  double round_robin; /* of a plain reading of the same cycle, to the digits that it was printed with */
  double popnet;      /* which arbitrates at random */
} Published;

static const Published published[] = {
  { 4, 0.002, 20000, 611, 18.0172, 18.0057 }, { 4, 0.02, 20000, 6281, 18.6823, 18.6796 }, { 4, 0.06, 20000, 18960, 20.8040, 20.9748 },
  { 8, 0.002, 10000, 1322, 30.5038, 30.5151 }, { 8, 0.01, 10000, 6366, 31.9007, 31.9577 }, { 8, 0.02, 10000, 12695, 32.4998, 32.6967 },
  { 8, 0.04, 10000, 25406, 34.9677, 35.7289 }, { 8, 0.06, 10000, 38156, 41.1122, 43.7775 },
};

static double
run_published (const Published *row,
               HdFlitArbitration arbitration)
{
  g_autoptr (FlitGrid) grid = flit_grid_new (MESH (row->size, row->size, .arbitration = arbitration, .seed = 1));
  guint n;

  flit_grid_add_uniform (grid, 1, row->cycles, row->rate, 5);
  g_assert_cmpuint (flit_grid_get_n_packets (grid), ==, row->n);
  flit_grid_run (grid, row->cycles + 4000);
  flit_grid_get_mean_delay (grid, &n);
  g_assert_cmpuint (n, ==, row->n);
  g_assert_true (hd_flit_tile_is_clean (flit_grid_get_tile (grid)));
  return flit_grid_get_mean_delay (grid, NULL);
}

static void
test_published (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (published); i++)
    {
      double round_robin = run_published (&published[i], HD_FLIT_ROUND_ROBIN), random = run_published (&published[i], HD_FLIT_RANDOM);

      g_test_message ("%ux%u at %g: %.4f round robin, %.4f random; popnet %.4f", published[i].size, published[i].size, published[i].rate, round_robin,
                      random, published[i].popnet);
      g_assert_cmpfloat_with_epsilon (round_robin, published[i].round_robin, 0.5e-4);
      g_assert_cmpfloat (fabs (random / published[i].popnet - 1), <, published[i].rate < 0.05 ? 0.005 : 0.02);
    }
}

/* Loaded up to a flit for each node and cycle a mesh takes what it can, and no less when it is offered more. */
static void
test_saturation (void)
{
  double last = 0;

  for (double rate = 0.02; rate < 0.21; rate += 0.03)
    {
      g_autoptr (FlitGrid) grid = flit_grid_new (MESH (8, 8));
      guint64 accepted = 0;
      double share;

      flit_grid_add_uniform (grid, 1, 3000, rate, 5);
      flit_grid_run (grid, 3000);
      for (guint r = 0; r < 64; r++)
        {
          HdFlitCounts counts;

          hd_flit_tile_count (flit_grid_get_tile (grid), r, &counts);
          accepted += counts.accepted;
        }
      share = (double) accepted / 3000 / 64;
      g_test_message ("offered %.2f, accepted %.3f flits a node and cycle", 5 * rate, share);
      g_assert_cmpfloat (share, <, 0.5);
      g_assert_cmpfloat (share, >, 0.95 * last);
      last = share;
    }
  g_assert_cmpfloat (last, >, 0.3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flit/one-packet", test_one_packet);
  g_test_add_func ("/flit/torus", test_torus);
  g_test_add_func ("/flit/buffers", test_buffers);
  g_test_add_func ("/flit/late", test_late);
  g_test_add_func ("/flit/two-packets", test_two_packets);
  g_test_add_func ("/flit/channel-of-another", test_channel_of_another);
  g_test_add_func ("/flit/many-channels", test_many_channels);
  g_test_add_func ("/flit/interfaces", test_interfaces);
  g_test_add_func ("/flit/slow-link", test_slow_link);
  g_test_add_func ("/flit/sleep", test_sleep);
  g_test_add_func ("/flit/relay", test_relay);
  g_test_add_func ("/flit/no-end-behind", test_no_end_behind);
  g_test_add_func ("/flit/stalls/two-inputs", test_two_inputs);
  g_test_add_func ("/flit/stalls/one-buffer", test_one_buffer);
  g_test_add_func ("/flit/stalls/slow-sink", test_slow_sink);
  g_test_add_func ("/flit/conservation", test_conservation);
  g_test_add_func ("/flit/counts", test_counts);
  g_test_add_func ("/flit/published", test_published);
  g_test_add_func ("/flit/saturation", test_saturation);
  return g_test_run ();
}
