/* flits-random.c: random networks of routers as text, and what the engine makes of them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Usage: flits-random FIRST LAST [quiet]. For each number in between: the network in the form that flits.py reads; `whole`, and what flits.py would print,
 * of one tile; `tiles N`, and the same of two to four tiles among which the nodes are cut up; `end`. The tiles have to agree with each other in any case.
 */
#include <stdlib.h>
#include <string.h>

#include "random-routers.h"

#define MOST_TILES 4

typedef enum { MAIL_FLIT, MAIL_CREDIT } MailKind;

/* Mail: a flit or a credit for another tile; @number of its inlet or outlet there. */
typedef struct
{
  gint64 cycle;
  MailKind kind;
  guint32 number;
  guint channel;
  gboolean has_packet, is_tail;
  HdFlitPacket packet;
} Mail;

typedef struct
{
  guint tile;
  guint32 number;
} FarEnd;

typedef struct _Run Run;

/* Tile: @over_outlets, @over_inlets: (array of FarEnd) where they lead to; @mail: (array of Mail) for this tile */
typedef struct
{
  Run *run;
  HdFlitTile *tile;
  gint64 due;
  GArray *over_outlets, *over_inlets;
  GArray *mail;
} Tile;

struct _Run
{
  const RandomRouters *routers;
  guint n_tiles;
  Tile tiles[MOST_TILES];
  guint *tile_of;      /* by node */
  guint32 *number_of;  /* in its tile */
  gint64 *finished;    /* by packet */
};

/* ---- what a tile asks and tells --------------------------------------------------------------------------------------- */

static guint
route (gpointer data,
       HdFlitPacket *packet,
       guint32 id,
       HdFlitChannels *channels)
{
  const RandomRouters *routers = ((Tile *) data)->run->routers;
  const RandomRoute *route = &routers->routes[random_routers_find (routers, id) * routers->n_nodes + random_routers_find (routers, packet->destination)];

  *channels = route->channels;
  return route->port;
}

static void
deliver (gpointer data,
         const HdFlitPacket *packet,
         gint64 cycle)
{
  gint64 *finished = &((Tile *) data)->run->finished[packet->sequence];

  g_assert_cmpint (*finished, <, 0);
  *finished = cycle;
}

static void
send_flit (gpointer data,
           guint32 outlet,
           guint channel,
           const HdFlitPacket *packet,
           gboolean is_tail,
           gint64 cycle)
{
  Tile *self = data;
  const FarEnd *far = &g_array_index (self->over_outlets, FarEnd, outlet);
  Mail mail = { cycle, MAIL_FLIT, far->number, channel, packet != NULL, is_tail, { 0 } };

  if (packet != NULL)
    mail.packet = *packet;
  g_array_append_val (self->run->tiles[far->tile].mail, mail);
}

static void
send_credit (gpointer data,
             guint32 inlet,
             guint channel,
             gint64 cycle)
{
  Tile *self = data;
  const FarEnd *far = &g_array_index (self->over_inlets, FarEnd, inlet);
  const Mail mail = { cycle, MAIL_CREDIT, far->number, channel, FALSE, FALSE, { 0 } };

  g_array_append_val (self->run->tiles[far->tile].mail, mail);
}

static const HdFlitTileClass class = { .route = route, .deliver = deliver, .send_flit = send_flit, .send_credit = send_credit };

/* ---- a run ------------------------------------------------------------------------------------------------------------ */

static void
connect (Run *self,
         const RandomLink *link)
{
  guint from = self->tile_of[link->from], to = self->tile_of[link->to];
  Tile *a = &self->tiles[from], *b = &self->tiles[to];
  FarEnd near_end = { from, 0 }, far_end = { to, 0 };

  if (from == to)
    {
      hd_flit_tile_connect (a->tile, self->number_of[link->from], link->from_port, self->number_of[link->to], link->to_port, link->cycles, link->interval);
      return;
    }
  near_end.number = hd_flit_tile_add_outlet (a->tile, self->number_of[link->from], link->from_port, &self->routers->nodes[link->to], link->cycles,
                                             link->interval);
  far_end.number = hd_flit_tile_add_inlet (b->tile, self->number_of[link->to], link->to_port, link->cycles);
  g_array_append_val (a->over_outlets, far_end);
  g_array_append_val (b->over_inlets, near_end);
}

static Run *
run_new (RandomRouters *routers,
         guint n_tiles)
{
  Run *self = g_new0 (Run, 1);

  self->routers = routers;
  self->n_tiles = n_tiles;
  self->tile_of = g_new (guint, routers->n_nodes);
  self->number_of = g_new (guint32, routers->n_nodes);
  self->finished = g_new (gint64, routers->packets->len);
  for (guint i = 0; i < routers->packets->len; i++)
    self->finished[i] = -1;
  for (guint t = 0; t < n_tiles; t++)
    self->tiles[t] = (Tile){
      .run = self,
      .tile = hd_flit_tile_new (routers->seed, &class, &self->tiles[t]),
      .due = HD_FLIT_NEVER,
      .over_outlets = g_array_new (FALSE, FALSE, sizeof (FarEnd)),
      .over_inlets = g_array_new (FALSE, FALSE, sizeof (FarEnd)),
      .mail = g_array_new (FALSE, FALSE, sizeof (Mail)),
    };
  for (guint i = 0; i < routers->n_nodes; i++)
    {
      self->tile_of[i] = random_routers_draw (routers, n_tiles);
      self->number_of[i] = hd_flit_tile_add (self->tiles[self->tile_of[i]].tile, &routers->nodes[i]);
    }
  for (guint i = 0; i < routers->links->len; i++)
    connect (self, &g_array_index (routers->links, RandomLink, i));
  for (guint t = 0; t < n_tiles; t++)
    hd_flit_tile_seal (self->tiles[t].tile);
  return self;
}

static void
run_free (Run *self)
{
  for (guint t = 0; t < self->n_tiles; t++)
    {
      hd_flit_tile_free (self->tiles[t].tile);
      g_array_unref (self->tiles[t].over_outlets);
      g_array_unref (self->tiles[t].over_inlets);
      g_array_unref (self->tiles[t].mail);
    }
  g_free (self->tile_of);
  g_free (self->number_of);
  g_free (self->finished);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Run, run_free)

static void
inject (Run *self,
        guint number)
{
  const RandomPacket *packet = &g_array_index (self->routers->packets, RandomPacket, number);
  Tile *tile = &self->tiles[self->tile_of[packet->source]];

  hd_flit_tile_inject (tile->tile, self->number_of[packet->source],
                       &(HdFlitPacket){ .source = self->routers->nodes[packet->source].id, .destination = self->routers->nodes[packet->destination].id,
                                        .flits = packet->flits, .sequence = number, .time = packet->time });
}

/* The first cycle in which something is due for this tile. */
static gint64
find_due (const Tile *self)
{
  gint64 due = self->due;

  for (guint i = 0; i < self->mail->len; i++)
    due = MIN (due, g_array_index (self->mail, Mail, i).cycle);
  return due;
}

static void
take_mail (Tile *self,
           gint64 cycle)
{
  for (guint i = 0; i < self->mail->len;)
    {
      const Mail *mail = &g_array_index (self->mail, Mail, i);

      if (mail->cycle != cycle)
        {
          i++;
          continue;
        }
      if (mail->kind == MAIL_FLIT)
        hd_flit_tile_take_flit (self->tile, mail->number, mail->channel, mail->has_packet ? &mail->packet : NULL, mail->is_tail, cycle);
      else
        hd_flit_tile_take_credit (self->tile, mail->number, mail->channel, cycle);
      g_array_remove_index (self->mail, i);
    }
}

static void
run (Run *self)
{
  guint next = 0;

  for (;;)
    {
      gint64 cycle = HD_FLIT_NEVER;

      if (next < self->routers->packets->len)
        cycle = (g_array_index (self->routers->packets, RandomPacket, next).time + RANDOM_ROUTERS_TICKS - 1) / RANDOM_ROUTERS_TICKS;
      for (guint t = 0; t < self->n_tiles; t++)
        cycle = MIN (cycle, find_due (&self->tiles[t]));
      if (cycle == HD_FLIT_NEVER)
        return;
      for (; next < self->routers->packets->len && g_array_index (self->routers->packets, RandomPacket, next).time <= cycle * RANDOM_ROUTERS_TICKS; next++)
        {
          inject (self, next);
          self->tiles[self->tile_of[g_array_index (self->routers->packets, RandomPacket, next).source]].due = cycle;
        }
      for (guint t = 0; t < self->n_tiles; t++)
        if (find_due (&self->tiles[t]) == cycle)
          {
            take_mail (&self->tiles[t], cycle);
            self->tiles[t].due = hd_flit_tile_run (self->tiles[t].tile, cycle);
          }
    }
}

static char *
describe (Run *self)
{
  GString *text = g_string_new (NULL);
  gint64 n_accepted = 0;

  for (guint i = 0; i < self->routers->packets->len; i++)
    {
      gint64 ticks = self->finished[i] * RANDOM_ROUTERS_TICKS - g_array_index (self->routers->packets, RandomPacket, i).time;

      if (self->finished[i] < 0)
        g_string_append (text, "packet - -\n");
      else
        g_string_append_printf (text, "packet %" G_GINT64_FORMAT " %" G_GINT64_FORMAT ".%02d\n", self->finished[i], ticks / RANDOM_ROUTERS_TICKS,
                                (int) (ticks % RANDOM_ROUTERS_TICKS));
    }
  for (guint i = 0; i < self->routers->n_nodes; i++)
    {
      const HdFlitTile *tile = self->tiles[self->tile_of[i]].tile;
      HdFlitCounts c;
      HdFlitStalls w;

      hd_flit_tile_count (tile, self->number_of[i], &c);
      n_accepted += c.accepted;
      if (self->routers->nodes[i].is_interface)
        continue;
      hd_flit_tile_count_stalls (tile, self->number_of[i], hd_flit_tile_get_cycle (tile) + 1, &w);
      g_string_append_printf (text,
                              "router %u %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                              " %" G_GINT64_FORMAT "\n",
                              self->routers->nodes[i].id, c.writes, c.reads, c.reads, c.channel_grants, c.switch_grants, c.link_flits);
      g_string_append_printf (text, "stalled %u %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n",
                              self->routers->nodes[i].id, w.no_channel, w.no_credit, w.no_switch, w.no_room);
    }
  g_string_append_printf (text, "accepted %" G_GINT64_FORMAT "\n", n_accepted);
  for (guint t = 0; t < self->n_tiles; t++)
    if (!hd_flit_tile_is_clean (self->tiles[t].tile))
      g_string_append_printf (text, "tile %u is not clean\n", t);
  return g_string_free (text, FALSE);
}

static char *
run_in (RandomRouters *routers,
        guint n_tiles)
{
  g_autoptr (Run) self = run_new (routers, n_tiles);

  run (self);
  return describe (self);
}

int
main (int argc,
      char **argv)
{
  gboolean is_quiet = argc > 3 && strcmp (argv[3], "quiet") == 0;

  g_return_val_if_fail (argc > 2, EXIT_FAILURE);
  for (guint64 number = strtoull (argv[1], NULL, 10); number <= strtoull (argv[2], NULL, 10); number++)
    {
      g_autoptr (RandomRouters) routers = random_routers_new (number);
      guint n_tiles = 2 + random_routers_draw (routers, MOST_TILES - 1);
      g_autofree char *whole = run_in (routers, 1), *cut = run_in (routers, n_tiles);

      if (!is_quiet)
        {
          random_routers_print (routers, stdout);
          g_print ("whole\n%stiles %u\n%send\n", whole, n_tiles, cut);
        }
      else if (strcmp (whole, cut) != 0)
        {
          g_printerr ("number %" G_GUINT64_FORMAT " differs in %u tiles\n", number, n_tiles);
          return EXIT_FAILURE;
        }
    }
  return EXIT_SUCCESS;
}
