/* hd-flit-ways.h: where the nodes of a host send to
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each message looks up the way to its destination, and each head on a way looks at it at every router. There may be a million of them, which no cache
 * holds: so a way begins a line of the cache, and they lie in large pages.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdFlitStep: the port through which a node is left, and the channels that may be taken there: @n_channels from @channel on */
typedef struct
{
  guint16 port;
  guint8 channel;
  guint8 n_channels;
} HdFlitStep;

/**
 * HdFlitWay: what a node sends to another one with one net
 * @n_sent: parcels, of which @n_delivered have been taken, in this order: they may overtake each other on the way
 * @early: (nullable): of HdFlitCargo: those that have come before their turn; the receiver's host owns it
 * @n_hops: 0 to itself
 * @steps: (array length=n_hops): packets have them as their paths
 *
 * @n_sent is the sender's, who makes it; @n_delivered and @early are the receiver's.
 */
typedef struct
{
  guint64 n_sent;
  guint64 n_delivered;
  GPtrArray *early;
  guint32 n_hops;
  HdFlitStep steps[];
} HdFlitWay;

/** HdFlitWayPages: the ways of a host; zeroes are none */
typedef struct
{
  GPtrArray *blocks;
  guint8 *free;
  gsize n_free; /* bytes behind it */
} HdFlitWayPages;

void hd_flit_way_pages_clear (HdFlitWayPages *self);
/** hd_flit_way_pages_add: zeroed but for its hops, and stays as long as the pages */
HdFlitWay *hd_flit_way_pages_add (HdFlitWayPages *self,
                                  guint32 n_hops);

typedef struct
{
  guint64 key;
  HdFlitWay *way; /* NULL: nothing is there */
} HdFlitWaySlot;

/** HdFlitWays: those of a node, by a key; zeroes are none */
typedef struct
{
  HdFlitWaySlot *slots; /* a power of two of them, or NULL */
  guint32 n;
  guint bits;
} HdFlitWays;

void hd_flit_ways_clear (HdFlitWays *self);
/** hd_flit_ways_find: or %NULL */
HdFlitWay *hd_flit_ways_find (const HdFlitWays *self,
                              guint64 key);
/** hd_flit_ways_add: that is not there yet */
void hd_flit_ways_add (HdFlitWays *self,
                       guint64 key,
                       HdFlitWay *way);

G_END_DECLS
