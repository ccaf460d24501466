/* hd-exchanges.c: what members of collectives that they carry out by themselves have sent and taken in
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-exchanges"

#include "hd-exchanges.h"

#include <heddle/hd-pieces.h>

#include "hd-ranks-private.h"

struct _HdExchangeNotes
{
  HdDesign *design; /* borrowed */
  GArray **nodes;   /* (array length=nodes): of HdExchangeNote; NULL where there are none */
  guint32 n_nodes;
  guint n;          /* that the record has; atomic */
  gboolean is_fresh; /* atomic: there are some that it has not */
};

HdExchangeNotes *
hd_exchange_notes_new (HdDesign *design)
{
  HdExchangeNotes *self = g_new0 (HdExchangeNotes, 1);

  self->design = design;
  self->n_nodes = hd_design_get_n_nodes (design);
  self->nodes = g_new0 (GArray *, self->n_nodes + 1);
  return self;
}

void
hd_exchange_notes_free (HdExchangeNotes *self)
{
  for (guint32 i = 0; i < self->n_nodes; i++)
    g_clear_pointer (&self->nodes[i], g_array_unref);
  g_free (self->nodes);
  g_free (self);
}

void
hd_exchange_notes_add (HdExchangeNotes *self,
                       guint32 node,
                       const HdExchange *exchange,
                       HdTime time)
{
  const HdCommunicator *group = hd_design_find_communicator (self->design, exchange->group);
  const HdExchangeNote note = {
    time, group, exchange->kind == HD_EXCHANGE_BEGIN ? exchange->title : NULL, exchange->low, exchange->high, exchange->all, node, exchange->peer, exchange->n, exchange->whole,
    exchange->n_pieces, (guint8) exchange->kind,
  };

  if (group == NULL || group->n_members > HD_PIECES_MOST_MEMBERS || __atomic_load_n (&self->n, __ATOMIC_RELAXED) >= HD_EXCHANGES_MOST || hd_ranks_get_n () > 1)
    return;
  if (self->nodes[node] == NULL)
    self->nodes[node] = g_array_new (FALSE, FALSE, sizeof (HdExchangeNote));
  g_array_append_val (self->nodes[node], note);
  __atomic_store_n (&self->is_fresh, TRUE, __ATOMIC_RELAXED);
}

/* Of one node in the order in which they were made. */
static int
compare (gconstpointer a,
         gconstpointer b)
{
  const HdExchangeNote *x = a, *y = b;

  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

void
hd_exchange_notes_tell (HdExchangeNotes *self,
                        HdRecord *record)
{
  g_autoptr (GArray) all = NULL;

  if (!__atomic_load_n (&self->is_fresh, __ATOMIC_RELAXED)) /* as in most runs, at each frame */
    return;
  __atomic_store_n (&self->is_fresh, FALSE, __ATOMIC_RELAXED);
  all = g_array_new (FALSE, FALSE, sizeof (HdExchangeNote));
  for (guint32 i = 0; i < self->n_nodes; i++)
    if (self->nodes[i] != NULL && self->nodes[i]->len > 0)
      {
        g_array_append_vals (all, self->nodes[i]->data, self->nodes[i]->len);
        g_array_set_size (self->nodes[i], 0);
      }
  g_array_sort (all, compare); /* which is stable */
  __atomic_store_n (&self->n, self->n + all->len, __ATOMIC_RELAXED);
  _hd_record_take_exchanges (record, all);
}
