/* hd-kernel-start.c: from the components that were added to partitions that can run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-kernel"

#include "hd-kernel.h"

#include <inttypes.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-kernel-private.h"
#include "hd-spread.h"

#define STATE_ALIGNMENT 16

static int
compare_paths (gconstpointer a,
               gconstpointer b,
               gpointer data)
{
  HdKernel *self = data;

  return strcmp (_hd_kernel_get_component (self, *(const guint32 *) a)->path,
                 _hd_kernel_get_component (self, *(const guint32 *) b)->path);
}

static gboolean
rank_components (HdKernel *self,
                 GError **error)
{
  guint n = self->n_components;

  self->by_rank = g_new (guint32, n);
  for (guint32 i = 0; i < n; i++)
    self->by_rank[i] = i;
  g_qsort_with_data (self->by_rank, (gint) n, sizeof (guint32), compare_paths, self);

  for (guint32 rank = 0; rank < n; rank++)
    {
      HdComponent *component = _hd_kernel_get_component (self, self->by_rank[rank]);

      if (rank > 0 && compare_paths (&self->by_rank[rank - 1], &self->by_rank[rank], self) == 0)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("Two components are called “%s”"), component->path);
          return FALSE;
        }
      component->rank = rank;
    }
  return TRUE;
}

static gsize
state_size (const HdComponent *component)
{
  return (MAX (component->model->state_size, 1) + STATE_ALIGNMENT - 1) / STATE_ALIGNMENT * STATE_ALIGNMENT;
}

static void
make_partitions (HdKernel *self)
{
  guint32 last = 0;

  for (guint32 i = 0; i < self->n_components && self->strategy->uses_partitions; i++)
    last = MAX (last, _hd_kernel_get_component (self, i)->partition_index);

  self->n_partitions = last + 1;
  self->partitions = g_aligned_alloc0 (self->n_partitions, sizeof (HdPartition), HD_LINE);
  self->board = hd_board_new (self->n_partitions);
  for (guint i = 0; i < self->n_partitions; i++)
    hd_partition_init (&self->partitions[i], self, i, &self->board->lines[i]);
  for (guint32 i = 0; i < self->n_components; i++)
    {
      HdComponent *component = _hd_kernel_get_component (self, i);

      component->partition = &self->partitions[self->strategy->uses_partitions ? component->partition_index : 0];
    }
}

/* The states of a partition lie together, in the order of paths: neighbours mostly talk to each other, and no line is shared with another
 * partition. */
static void
make_states (HdKernel *self)
{
  g_autofree gsize *sizes = g_new0 (gsize, self->n_partitions);

  for (guint32 i = 0; i < self->n_components; i++)
    sizes[self->components[i].partition->index] += state_size (&self->components[i]);
  self->states = g_new (gpointer, self->n_partitions);
  for (guint i = 0; i < self->n_partitions; i++)
    self->states[i] = g_aligned_alloc0 (sizes[i] / HD_LINE + 1, HD_LINE, HD_LINE);
  memset (sizes, 0, self->n_partitions * sizeof (gsize));
  for (guint32 rank = 0; rank < self->n_components; rank++)
    {
      HdComponent *component = _hd_kernel_get_component (self, self->by_rank[rank]);
      guint partition = component->partition->index;

      component->state = (char *) self->states[partition] + sizes[partition];
      sizes[partition] += state_size (component);
    }
}

#define COMPARE(a, b) ((a) < (b) ? -1 : (a) > (b))

/* By sender and port; receivers in the order of paths, so that it does not matter in which order they were connected. */
static int
compare_connections (gconstpointer a,
                     gconstpointer b,
                     gpointer data)
{
  const HdConnection *x = a, *y = b;
  int order = COMPARE (x->from, y->from);

  if (order == 0)
    order = COMPARE (x->from_port, y->from_port);
  if (order == 0)
    order = COMPARE (_hd_kernel_get_component (data, x->to)->rank, _hd_kernel_get_component (data, y->to)->rank);
  if (order == 0)
    order = COMPARE (x->to_port, y->to_port);
  if (order == 0)
    order = COMPARE (x->latency, y->latency);
  return order;
}

static gboolean
sort_connections (HdKernel *self,
                  GError **error)
{
  HdConnection *connections = (HdConnection *) self->connections->data;
  guint n = self->connections->len;

  for (guint i = 0; i < n; i++)
    if (connections[i].from >= self->n_components || connections[i].to >= self->n_components || connections[i].latency < 0)
      {
        g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                     _("Connection %u (component %u to %u, %" PRId64 " ps) cannot be"),
                     i, connections[i].from, connections[i].to, connections[i].latency);
        return FALSE;
      }

  g_array_sort_with_data (self->connections, compare_connections, self);
  for (guint i = 0; i < n; i++)
    {
      HdComponent *component = _hd_kernel_get_component (self, connections[i].from);

      if (component->n_connections++ == 0)
        component->connections = &connections[i];
    }
  return TRUE;
}

/* Partitions know nothing of each other between two events: what they exchange must take time. */
static gboolean
check_lookahead (HdKernel *self,
                 GError **error)
{
  const HdConnection *connections = (HdConnection *) self->connections->data;

  for (guint i = 0; i < self->connections->len; i++)
    {
      const HdComponent *from = _hd_kernel_get_component (self, connections[i].from);
      const HdComponent *to = _hd_kernel_get_component (self, connections[i].to);

      if (connections[i].latency == 0 && from->partition != to->partition)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_RANGE,
                       _("The connection from “%s” (partition %u) to “%s” (partition %u) has no latency; at least 1 ps is needed between "
                         "partitions. Put both into one"),
                       from->path, from->partition->index, to->path, to->partition->index);
          return FALSE;
        }
    }
  if (self->direct_delay == 0 && self->n_partitions > 1)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_RANGE,
                           _("Messages to any component have no smallest delay; at least 1 ps is needed between partitions"));
      return FALSE;
    }
  return TRUE;
}

gboolean
_hd_kernel_prepare (HdKernel *self,
                    GError **error)
{
  if (!rank_components (self, error) || !sort_connections (self, error))
    return FALSE;
  make_partitions (self);
  make_states (self);
  return check_lookahead (self, error) && hd_spread_check (self, error);
}
