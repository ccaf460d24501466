/* hd-tree-log.c: when each vertex of an aggregation tree had done its part
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-tree-log"

#include "hd-tree-log.h"

#define BUDGET ((gsize) 16 << 20) /* bytes; pages that nobody writes cost nothing */

struct _HdTreeLog
{
  grefcount references;
  HdTree *tree;
  guint32 n_vertices;
  guint32 n; /* repeats */
  /* Times plus 1, 0 for none: so fresh memory is an empty table. */
  guint64 *begins;
  guint64 *slots; /* (array length=n*2*n_vertices): of a repeat first when vertices gathered, then when they were informed */
};

HdTreeLog *
hd_tree_log_new (HdTree *tree,
                 guint32 repeats)
{
  HdTreeLog *self = g_new0 (HdTreeLog, 1);

  g_ref_count_init (&self->references);
  self->tree = hd_tree_ref (tree);
  self->n_vertices = hd_tree_get_n_vertices (tree);
  self->n = (guint32) MIN (repeats, MAX (1, BUDGET / (2 * sizeof (guint64) * self->n_vertices)));
  self->begins = g_new0 (guint64, self->n);
  self->slots = g_new0 (guint64, (gsize) self->n * 2 * self->n_vertices);
  return self;
}

HdTreeLog *
hd_tree_log_ref (HdTreeLog *self)
{
  g_ref_count_inc (&self->references);
  return self;
}

void
hd_tree_log_unref (HdTreeLog *self)
{
  if (!g_ref_count_dec (&self->references))
    return;
  hd_tree_unref (self->tree);
  g_free (self->begins);
  g_free (self->slots);
  g_free (self);
}

/* ---- writing --------------------------------------------------------------------------------------------------------- */

static guint64 *
get_slot (HdTreeLog *self,
          guint32 repeat,
          guint32 vertex,
          gboolean is_informed)
{
  return &self->slots[((gsize) repeat * 2 + is_informed) * self->n_vertices + vertex];
}

static void
put (guint64 *slot,
     HdTime time)
{
  __atomic_store_n (slot, (guint64) time + 1, __ATOMIC_RELAXED);
}

void
hd_tree_log_begin (HdTreeLog *self,
                   guint32 repeat,
                   HdTime time)
{
  if (repeat < self->n)
    put (&self->begins[repeat], time);
}

void
hd_tree_log_gathered (HdTreeLog *self,
                      guint32 repeat,
                      guint32 vertex,
                      HdTime time)
{
  if (repeat < self->n)
    put (get_slot (self, repeat, vertex, FALSE), time);
}

void
hd_tree_log_informed (HdTreeLog *self,
                      guint32 repeat,
                      guint32 vertex,
                      HdTime time)
{
  if (repeat < self->n)
    put (get_slot (self, repeat, vertex, TRUE), time);
}

guint32
hd_tree_log_get_n_slots (HdTreeLog *self)
{
  return self->n + self->n * 2 * self->n_vertices;
}

/* The first member begins. */
gpointer
hd_tree_log_find_slot (HdTreeLog *self,
                       guint32 number,
                       guint32 *out_vertex)
{
  *out_vertex = number < self->n ? 0 : (number - self->n) % self->n_vertices;
  return number < self->n ? &self->begins[number] : &self->slots[number - self->n];
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

static HdTime
get (const guint64 *slot)
{
  guint64 value = __atomic_load_n (slot, __ATOMIC_RELAXED);

  return value > 0 ? (HdTime) (value - 1) : HD_TIME_MAX;
}

HdTree *
hd_tree_log_get_tree (HdTreeLog *self)
{
  return self->tree;
}

guint32
hd_tree_log_get_n (HdTreeLog *self)
{
  return self->n;
}

HdTime
hd_tree_log_get_begin (HdTreeLog *self,
                       guint32 repeat)
{
  return get (&self->begins[repeat]);
}

HdTime
hd_tree_log_get_gathered (HdTreeLog *self,
                          guint32 repeat,
                          guint32 vertex)
{
  return get (get_slot (self, repeat, vertex, FALSE));
}

HdTime
hd_tree_log_get_informed (HdTreeLog *self,
                          guint32 repeat,
                          guint32 vertex)
{
  return get (get_slot (self, repeat, vertex, TRUE));
}
