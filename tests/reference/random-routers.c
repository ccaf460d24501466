/* random-routers.c: networks of routers and interfaces, and packets for them, drawn from a number
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "random-routers.h"

#define MOST_ROUTERS 12
#define MOST_FLITS 2500 /* over all, times hops: what the plain simulator does in a few hundredths of a second */
#define NOWHERE G_MAXUINT

/* Vigna's splitmix64. */
static guint64
draw (guint64 *state)
{
  guint64 z = *state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ z >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ z >> 31;
}

guint
random_routers_draw (RandomRouters *self,
                     guint n)
{
  return (guint) (draw (&self->state) % n);
}

static guint
draw_between (RandomRouters *self,
              guint least,
              guint most)
{
  return least + random_routers_draw (self, most - least + 1);
}

static gboolean
toss (RandomRouters *self,
      guint one_in)
{
  return random_routers_draw (self, one_in) == 0;
}

/* ---- nodes and links -------------------------------------------------------------------------------------------------- */

/* Some of the @n channels, all of them half the time. */
static HdFlitChannels
draw_channels (RandomRouters *self,
               guint n)
{
  guint first = random_routers_draw (self, n), some = draw_between (self, 1, n - first);

  return toss (self, 2) ? (HdFlitChannels){ 0, (guint8) n } : (HdFlitChannels){ (guint8) first, (guint8) some };
}

static void
connect_one_way (RandomRouters *self,
                 guint from,
                 guint from_port,
                 guint to,
                 guint to_port)
{
  RandomLink link = { from, from_port, to, to_port, toss (self, 2) ? 1 : draw_between (self, 1, 9), 1 };

  if (toss (self, 3))
    link.interval = draw_between (self, 1, 5);
  else if (toss (self, 6))
    link.interval = draw_between (self, 4, 20) / 4.0;
  g_array_append_val (self->links, link);
}

static void
connect_both_ways (RandomRouters *self,
                   guint a,
                   guint b)
{
  guint of_a = self->nodes[a].n_ports++, of_b = self->nodes[b].n_ports++;

  connect_one_way (self, a, of_a, b, of_b);
  connect_one_way (self, b, of_b, a, of_a);
}

/* What comes in at a port need not come from where its output leads. */
static void
shuffle_inputs (RandomRouters *self,
                guint node)
{
  for (guint p = self->nodes[node].n_ports; p > 1; p--)
    {
      guint a = p - 1, b = random_routers_draw (self, p);

      for (guint i = 0; i < self->links->len; i++)
        {
          RandomLink *link = &g_array_index (self->links, RandomLink, i);

          if (link->to == node && (link->to_port == a || link->to_port == b))
            link->to_port = a + b - link->to_port;
        }
    }
}

static void
draw_nodes (RandomRouters *self,
            guint n_routers,
            guint n_interfaces)
{
  guint stride = 1 + 2 * random_routers_draw (self, 3), first = random_routers_draw (self, 10);

  self->n_routers = n_routers;
  self->n_nodes = n_routers + n_interfaces;
  self->nodes = g_new0 (HdFlitNode, self->n_nodes);
  for (guint i = 0; i < self->n_nodes; i++)
    self->nodes[i] = (HdFlitNode){
      .id = first + stride * (self->n_nodes - 1 - i),
      .is_interface = i >= n_routers,
      .channels = (guint16) draw_between (self, 1, 8),
      .in_buffer = draw_between (self, 1, 20),
      .out_buffer = draw_between (self, 0, 4),
      .arbitration = (guint8) random_routers_draw (self, 3),
      .stages = (guint16) (i < n_routers && random_routers_draw (self, 3) == 0 ? draw_between (self, 1, 5) : 0),
      .is_relay = (guint8) (i < n_routers && random_routers_draw (self, 3) == 0),
    };
}

/* Each node but the first is linked to one before it, and some pairs are linked again. */
static void
link_tree (RandomRouters *self)
{
  for (guint i = 1; i < self->n_nodes; i++)
    connect_both_ways (self, i, random_routers_draw (self, MIN (i, self->n_routers)));
  for (guint n = random_routers_draw (self, self->n_nodes); n > 0; n--)
    {
      guint a = random_routers_draw (self, self->n_nodes), b = random_routers_draw (self, self->n_nodes);

      if (a != b && self->nodes[a].n_ports < 8 && self->nodes[b].n_ports < 8)
        connect_both_ways (self, a, b);
    }
}

/* ---- routes ----------------------------------------------------------------------------------------------------------- */

static RandomRoute *
get_route (RandomRouters *self,
           guint node,
           guint destination)
{
  return &self->routes[node * self->n_nodes + destination];
}

/* Whether @link is one by which packets for @destination may leave a node: nobody but the destination takes them at an interface. */
static gboolean
may_lead (const RandomRouters *self,
          const RandomLink *link,
          guint destination)
{
  return link->to == destination || !self->nodes[link->to].is_interface;
}

/* Cycles do not count: a router's cost is the hops by links that all lead away from the first node, or by such as lead to it up to a router that has one. */
static void
find_costs (const RandomRouters *self,
            guint destination,
            guint *below,
            guint *costs)
{
  for (guint i = 0; i < self->n_nodes; i++)
    below[i] = costs[i] = i == destination ? 0 : NOWHERE;
  for (guint round = 0; round < self->n_nodes; round++)
    for (guint i = 0; i < self->links->len; i++)
      {
        const RandomLink *link = &g_array_index (self->links, RandomLink, i);

        if (link->to > link->from && may_lead (self, link, destination) && below[link->to] != NOWHERE)
          below[link->from] = MIN (below[link->from], below[link->to] + 1);
      }
  for (guint i = 0; i < self->n_nodes; i++)
    costs[i] = below[i];
  for (guint round = 0; round < self->n_nodes; round++)
    for (guint i = 0; i < self->links->len; i++)
      {
        const RandomLink *link = &g_array_index (self->links, RandomLink, i);

        if (link->to < link->from && may_lead (self, link, destination) && below[link->from] == NOWHERE && costs[link->to] != NOWHERE)
          costs[link->from] = MIN (costs[link->from], costs[link->to] + 1);
      }
}

/* Up towards the first node as long as no way down leads there; no cycle of links can then wait for each other. */
static void
route_up_and_down (RandomRouters *self)
{
  g_autofree guint *below = g_new (guint, self->n_nodes), *costs = g_new (guint, self->n_nodes);

  for (guint d = 0; d < self->n_nodes; d++)
    {
      find_costs (self, d, below, costs);
      for (guint n = 0; n < self->n_nodes; n++)
        {
          guint n_found = 0;

          for (guint i = 0; i < self->links->len; i++)
            {
              const RandomLink *link = &g_array_index (self->links, RandomLink, i);
              gboolean is_back = n == d && self->nodes[n].is_interface; /* to itself by a router */
              gboolean is_down = link->to > link->from;

              if (link->from != n || !may_lead (self, link, d))
                continue;
              if (is_back ? self->nodes[link->to].is_interface : is_down != (below[n] != NOWHERE))
                continue;
              if (costs[link->to] == NOWHERE || (!is_back && costs[link->to] + 1 != costs[n]))
                continue;
              if (toss (self, ++n_found))
                *get_route (self, n, d) = (RandomRoute){ link->from_port, draw_channels (self, self->nodes[link->to].channels) };
            }
        }
    }
}

/* A ring of routers with two classes of channels: the lower ones up to and on the link between the last router and the first, the upper ones behind it. */
static void
make_ring (RandomRouters *self)
{
  guint n = draw_between (self, 2, MOST_ROUTERS);

  draw_nodes (self, n, 0);
  for (guint i = 0; i < n; i++)
    {
      self->nodes[i].channels = MAX (self->nodes[i].channels, 2);
      self->nodes[i].n_ports = 2;
    }
  for (guint i = 0; i < n; i++)
    {
      connect_one_way (self, i, 1, (i + 1) % n, 0);
      connect_one_way (self, (i + 1) % n, 0, i, 1);
    }
  self->routes = g_new0 (RandomRoute, n * n);
  for (guint i = 0; i < n; i++)
    for (guint d = 0; d < n; d++)
      {
        guint offset = (d + n - i) % n, to = 2 * offset <= n ? (i + 1) % n : (i + n - 1) % n, half = self->nodes[to].channels / 2;
        gboolean wraps = 2 * offset <= n ? d < i : d > i;

        *get_route (self, i, d) = (RandomRoute){ 2 * offset <= n ? 1 : 0, wraps ? (HdFlitChannels){ 0, (guint8) half } : (HdFlitChannels){ (guint8) half, (guint8) (self->nodes[to].channels - half) } };
      }
}

static void
make_tree (RandomRouters *self)
{
  draw_nodes (self, draw_between (self, 1, MOST_ROUTERS), random_routers_draw (self, 8));
  link_tree (self);
  for (guint i = 0; i < self->n_nodes; i++)
    {
      self->nodes[i].n_ports += random_routers_draw (self, 2); /* some lead nowhere */
      shuffle_inputs (self, i);
    }
  self->routes = g_new0 (RandomRoute, self->n_nodes * self->n_nodes);
  route_up_and_down (self);
}

/* One router with many ports, or a few such. */
static void
make_hub (RandomRouters *self)
{
  guint n_routers = draw_between (self, 1, 3);

  draw_nodes (self, n_routers, draw_between (self, 12, 40));
  for (guint i = 0; i < n_routers; i++)
    self->nodes[i].channels = toss (self, 4) ? draw_between (self, 9, HD_FLIT_MAX_CHANNELS) : self->nodes[i].channels;
  for (guint i = 1; i < self->n_nodes; i++)
    connect_both_ways (self, i, i < n_routers ? i - 1 : toss (self, 3) ? random_routers_draw (self, n_routers) : 0);
  for (guint i = 0; i < self->n_nodes; i++)
    shuffle_inputs (self, i);
  self->routes = g_new0 (RandomRoute, self->n_nodes * self->n_nodes);
  route_up_and_down (self);
}

/* ---- packets ---------------------------------------------------------------------------------------------------------- */

static guint
draw_flits (RandomRouters *self)
{
  switch (random_routers_draw (self, 8))
    {
    case 0:
      return draw_between (self, 1, 200);
    case 1:
    case 2:
      return draw_between (self, 1, 30);
    default:
      return draw_between (self, 1, 6);
    }
}

/* In bursts, of which some come from one node, or go to one. */
static void
draw_packets (RandomRouters *self)
{
  gint64 time = random_routers_draw (self, 300);
  gint budget = MOST_FLITS;

  while (budget > 0 && self->packets->len < 200)
    {
      guint from = toss (self, 3) ? random_routers_draw (self, self->n_nodes) : NOWHERE, to = toss (self, 4) ? random_routers_draw (self, self->n_nodes) : NOWHERE;
      guint length = draw_between (self, 1, 40), flits = toss (self, 3) ? 1 : 0;

      for (; length > 0 && budget > 0; length--)
        {
          RandomPacket packet = { time, from, to, flits > 0 ? flits : draw_flits (self) };

          if (from == NOWHERE)
            packet.source = random_routers_draw (self, self->n_nodes);
          if (to == NOWHERE)
            packet.destination = random_routers_draw (self, self->n_nodes);
          budget -= (gint) (1 + packet.flits * (packet.source == packet.destination ? 1 : 3));
          time += random_routers_draw (self, 3) * random_routers_draw (self, 150);
          if (self->n_nodes > 1 || !self->nodes[0].is_interface)
            g_array_append_val (self->packets, packet);
        }
      time += toss (self, 5) ? 100000 : random_routers_draw (self, 3000);
    }
}

/* ---- as a whole ------------------------------------------------------------------------------------------------------- */

RandomRouters *
random_routers_new (guint64 seed)
{
  static void (*const make[]) (RandomRouters *) = { make_tree, make_tree, make_tree, make_ring, make_hub };
  RandomRouters *self = g_new0 (RandomRouters, 1);

  self->state = seed;
  self->links = g_array_new (FALSE, FALSE, sizeof (RandomLink));
  self->packets = g_array_new (FALSE, FALSE, sizeof (RandomPacket));
  self->seed = draw (&self->state);
  make[random_routers_draw (self, G_N_ELEMENTS (make))](self);
  draw_packets (self);
  return self;
}

void
random_routers_free (RandomRouters *self)
{
  g_array_unref (self->links);
  g_array_unref (self->packets);
  g_free (self->routes);
  g_free (self->nodes);
  g_free (self);
}

guint
random_routers_find (const RandomRouters *self,
                     guint32 id)
{
  guint node = 0;

  while (self->nodes[node].id != id)
    node++;
  return node;
}

/* Port 0 of a router is its local one there. */
static guint
number_port (const RandomRouters *self,
             guint node,
             guint port)
{
  return port + (self->nodes[node].is_interface ? 0 : 1);
}

void
random_routers_print (const RandomRouters *self,
                      FILE *file)
{
  static const char *const names[] = { "rr", "random", "age" };

  fprintf (file, "rules vcs=1 in=1 out=1 limit=%d arb=rr seed=%" G_GUINT64_FORMAT "\n", HD_FLIT_SOURCE_LIMIT, self->seed);
  for (guint i = 0; i < self->n_nodes; i++)
    {
      const HdFlitNode *node = &self->nodes[i];

      fprintf (file, "%s %u ports=%u vcs=%u in=%u out=%u arb=%s stages=%u relay=%u\n", node->is_interface ? "interface" : "router", node->id,
               number_port (self, i, node->n_ports), node->channels, node->in_buffer, node->out_buffer, names[node->arbitration], node->stages, node->is_relay);
    }
  for (guint i = 0; i < self->links->len; i++)
    {
      const RandomLink *link = &g_array_index (self->links, RandomLink, i);

      fprintf (file, "link %u %u %u %u cycles=%u interval=%g\n", self->nodes[link->from].id, number_port (self, link->from, link->from_port),
               self->nodes[link->to].id, number_port (self, link->to, link->to_port), link->cycles, link->interval);
    }
  for (guint n = 0; n < self->n_nodes; n++)
    for (guint d = 0; d < self->n_nodes; d++)
      if (n != d || self->nodes[n].is_interface)
        {
          const RandomRoute *route = &self->routes[n * self->n_nodes + d];

          fprintf (file, "route %u %u %u 0x%" G_GINT64_MODIFIER "x\n", self->nodes[n].id, self->nodes[d].id, number_port (self, n, route->port),
                   G_MAXUINT64 >> (HD_FLIT_MAX_CHANNELS - route->channels.n) << route->channels.first);
        }
  for (guint i = 0; i < self->packets->len; i++)
    {
      const RandomPacket *packet = &g_array_index (self->packets, RandomPacket, i);

      fprintf (file, "packet %" G_GINT64_FORMAT ".%02d %u %u %u\n", packet->time / RANDOM_ROUTERS_TICKS, (int) (packet->time % RANDOM_ROUTERS_TICKS),
               self->nodes[packet->source].id, self->nodes[packet->destination].id, packet->flits);
    }
}
