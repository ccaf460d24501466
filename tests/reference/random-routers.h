/* random-routers.h: networks of routers and interfaces, and packets for them, drawn from a number
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nodes are drawn with few or many channels and buffers each, links with their cycles, routes by a table that cannot deadlock: up and then down a
 * spanning order, or around a ring in two classes of channels.
 */
#pragma once

#include <stdio.h>

#include "hd-flit-tile.h"

G_BEGIN_DECLS

#define RANDOM_ROUTERS_TICKS 100 /* of a cycle, in the time of packets */

/** RandomLink: one direction; ports as in hd-flit-tile.h */
typedef struct
{
  guint from, from_port, to, to_port;
  guint cycles;
  double interval;
} RandomLink;

typedef struct
{
  guint port;
  HdFlitChannels channels;
} RandomRoute;

/** RandomPacket: @source and @destination are numbers of nodes; @time in ticks */
typedef struct
{
  gint64 time;
  guint source, destination, flits;
} RandomPacket;

/**
 * RandomRouters:
 * @nodes: (array length=n_nodes): routers before interfaces
 * @routes: by node and destination
 * @packets: of RandomPacket, in the order of their time
 */
typedef struct
{
  guint64 seed;
  guint n_nodes, n_routers;
  HdFlitNode *nodes;
  GArray *links; /* of RandomLink */
  RandomRoute *routes;
  GArray *packets;
  guint64 state;
} RandomRouters;

RandomRouters *random_routers_new (guint64 seed);
void random_routers_free (RandomRouters *self);
/** random_routers_draw: below @n; for whoever needs more chance */
guint random_routers_draw (RandomRouters *self,
                           guint n);
/** random_routers_print: as text that flits.py reads */
void random_routers_print (const RandomRouters *self,
                           FILE *file);
/** random_routers_find: the number of the node with this id */
guint random_routers_find (const RandomRouters *self,
                           guint32 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RandomRouters, random_routers_free)

G_END_DECLS
