/* hd-flit-abroad.c: parcels whose packets go from one process to another
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A packet knows its parcel by a pointer. In another process the parcel is another one: it is made there when the first of its packets comes, and found again
 * for those that follow; all of them take one way, so they come and go by the same links. Once all have gone on it is no more.
 */
#define G_LOG_DOMAIN "hd-flit-abroad"

#include "hd-flit-private.h"

#include <string.h>

/* What a parcel is known by, with the place where it came in: a way may come back to a process. */
typedef struct
{
  guint32 source;
  guint32 destination;
  guint32 net;
  guint32 hop;
  guint64 number;
} Key;

/* The data of the parcel are behind that of its first packet. */
typedef struct
{
  Key key;
  guint64 bytes;
  guint64 n_packets;
  HdTime start;
  guint64 data;
  guint32 kind;
  gboolean is_first;
} Head;

static guint
hash_key (gconstpointer data)
{
  const Key *self = data;
  guint64 mixed = (self->number ^ (guint64) self->source << 40 ^ (guint64) self->destination << 16 ^ (guint64) self->net << 8 ^ self->hop)
                  * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (mixed >> 32);
}

static gboolean
key_equal (gconstpointer a,
           gconstpointer b)
{
  const Key *x = a, *y = b;

  return x->number == y->number && x->source == y->source && x->destination == y->destination && x->net == y->net && x->hop == y->hop;
}

void
_hd_flit_cargo_pack (HdFlitNetwork *network,
                     HdFlitCargo *cargo,
                     guint hop,
                     GByteArray *bytes)
{
  const Head head = {
    .key = { cargo->parcel.source, cargo->parcel.destination, cargo->parcel.net, hop, cargo->number },
    .bytes = cargo->parcel.bytes,
    .n_packets = cargo->n_packets,
    .start = cargo->start,
    .data = cargo->parcel.data,
    .kind = cargo->parcel.kind,
    .is_first = cargo->n_gone == 0,
  };

  g_byte_array_append (bytes, (const guint8 *) &head, sizeof head);
  if (head.is_first)
    _hd_agent_network_pack (&network->parent, cargo->parcel.kind, cargo->parcel.data, bytes);
  if (++cargo->n_gone == cargo->n_packets)
    _hd_flit_host_leave_cargo (cargo->host, cargo);
}

static HdFlitCargo *
make (HdFlitHost *host,
      const Head *head,
      const guint8 *bytes,
      gsize size)
{
  HdFlitNetwork *network = host->network;
  HdFlitCargo *cargo = _hd_flit_host_take_cargo (host);

  cargo->parcel = (HdParcel){ .source = head->key.source, .destination = head->key.destination, .kind = head->kind, .net = head->key.net, .bytes = head->bytes };
  cargo->parcel.data = _hd_agent_network_unpack (&network->parent, head->kind, head->data, bytes, size);
  cargo->way = _hd_flit_member_find_way (_hd_flit_network_get_member (network, head->key.source), head->key.destination, head->key.net);
  g_assert (cargo->way != NULL); /* who sent it found it in the same drawing */
  cargo->n_left = cargo->n_packets = head->n_packets;
  cargo->number = head->key.number;
  cargo->start = head->start;
  return cargo;
}

HdFlitCargo *
_hd_flit_cargo_unpack (HdFlitHost *host,
                       guint hop,
                       const guint8 *bytes,
                       gsize size)
{
  HdFlitNetwork *network = host->network;
  HdFlitCargo *cargo;
  Head head;

  memcpy (&head, bytes, sizeof head);
  if (network->abroad == NULL)
    network->abroad = g_hash_table_new_full (hash_key, key_equal, g_free, NULL);
  cargo = g_hash_table_lookup (network->abroad, &head.key);
  if (cargo == NULL)
    {
      cargo = make (host, &head, bytes + sizeof head, size - sizeof head);
      g_hash_table_insert (network->abroad, g_memdup2 (&head.key, sizeof head.key), cargo);
    }
  if (++cargo->n_come == cargo->n_packets)
    g_hash_table_remove (network->abroad, &head.key);
  return cargo;
}
