/* hd-transfer-trace.c: a popnet trace as a list of transfers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Coordinates are places in an array of routers, cycles those of a clock, flits a number of bytes each.
 */
#define G_LOG_DOMAIN "hd-transfer-trace"

#include "hd-transfer-list-private.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-popnet-cursor.h"

gboolean
_hd_transfer_list_is_trace (const char *path)
{
  char head[HD_POPNET_HEAD];
  gsize length = hd_popnet_read_head (path, head, sizeof head);

  return length > 0 && hd_popnet_is_trace (head, length);
}

/* ---- the routers ---------------------------------------------------------------------------------------------------------- */

gboolean
_hd_transfer_grid_init (HdTransferGrid *self,
                        HdDesign *design,
                        guint32 node)
{
  const HdShape *shape = _hd_design_get_shape (design, node);

  if (shape->n_dimensions == 0 || shape->n_dimensions > HD_POPNET_DIMENSIONS)
    return FALSE;
  self->first = node - hd_design_get_nodes (design)[node].index;
  self->shape.n_dimensions = shape->n_dimensions;
  for (guint d = 0; d < shape->n_dimensions; d++)
    self->shape.sizes[d] = shape->size[d];
  return hd_popnet_shape_get_n_routers (&self->shape) > 0;
}

static gboolean
find_named (HdDesign *design,
            const char *routers,
            HdTransferGrid *out_grid,
            GError **error)
{
  g_autoptr (GArray) nodes = hd_design_match_nodes (design, routers, error);

  if (nodes == NULL)
    return FALSE;
  if (nodes->len > 0 && _hd_transfer_grid_init (out_grid, design, g_array_index (nodes, guint32, 0))
      && nodes->len == hd_popnet_shape_get_n_routers (&out_grid->shape)
      && g_array_index (nodes, guint32, nodes->len - 1) == out_grid->first + nodes->len - 1)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_NAME,
               _("“%s” are not all members of an array of 1 to %u dimensions, of which coordinates could be places: such as router[*][*]"), routers,
               HD_POPNET_DIMENSIONS);
  return FALSE;
}

/* The only one that there can be. */
static gboolean
find_only (HdDesign *design,
           guint n_dimensions,
           HdTransferGrid *out_grid,
           GError **error)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  guint n = 0;

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      HdTransferGrid grid;

      if (nodes[i].index != 0 || nodes[i].type->role != HD_ROLE_SWITCH || !_hd_transfer_grid_init (&grid, design, i)
          || grid.shape.n_dimensions != n_dimensions)
        continue;
      *out_grid = grid;
      n++;
    }
  if (n == 1)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_NAME,
               _("Coordinates of the trace have %u dimensions, as have %u arrays of switches; the attribute “routers” says which one is meant"),
               n_dimensions, n);
  return FALSE;
}

/* ---- the packets ---------------------------------------------------------------------------------------------------------- */

/* Not before the cycle before which it was not. */
static double
get_start_ps (gint64 ticks,
              double clock_per_s)
{
  const __int128 clock = hd_transfer_clock_get_millihertz (clock_per_s);
  const __int128 numerator = (__int128) ticks * (HD_TICKS_PER_SECOND / HD_POPNET_TICKS) * HD_TRANSFER_MILLIHERTZ;

  return (double) ((numerator + clock - 1) / clock);
}

static gboolean
add_packets (HdTransferList *self,
             const HdPopnetTrace *trace,
             guint32 first,
             const char *path,
             const HdTransferTrace *how,
             GError **error)
{
  self->transfers = g_array_sized_new (FALSE, FALSE, sizeof (HdListedTransfer), (guint) trace->n_packets);
  for (guint64 i = 0; i < trace->n_packets; i++)
    {
      const HdPopnetPacket *packet = &trace->packets[i];
      double start = get_start_ps (packet->time, how->clock_per_s);
      const HdListedTransfer transfer = {
        (HdTime) MIN (start, HD_TRANSFER_MAX_START_S * HD_TICKS_PER_SECOND), packet->n_flits * how->flit_bytes, first + packet->source,
        first + packet->destination,
      };

      if (start > HD_TRANSFER_MAX_START_S * HD_TICKS_PER_SECOND)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("%s:%u: The packet starts after %g s, it must start before %g s"), path, packet->line,
                       start / HD_TICKS_PER_SECOND, HD_TRANSFER_MAX_START_S);
          return FALSE;
        }
      g_array_append_val (self->transfers, transfer);
    }
  return TRUE;
}

HdTransferList *
_hd_transfer_list_load_trace (HdDesign *design,
                              const char *path,
                              const HdTransferTrace *how,
                              GError **error)
{
  g_autoptr (HdTransferList) self = g_new0 (HdTransferList, 1);
  g_autoptr (HdPopnetTrace) trace = NULL;
  HdTransferGrid grid = { 0 };

  g_atomic_ref_count_init (&self->ref_count);
  self->design = hd_design_ref (design);
  if (how->routers != NULL && !find_named (design, how->routers, &grid, error))
    return NULL;
  if (how->routers == NULL)
    {
      HdPopnetShape shape;

      if (!hd_popnet_trace_measure (path, &shape, error) || !find_only (design, shape.n_dimensions, &grid, error))
        return NULL;
    }
  trace = hd_popnet_trace_load (path, &grid.shape, how->flags, NULL, error);
  if (trace == NULL || !add_packets (self, trace, grid.first, path, how, error))
    return NULL;
  if (trace->extended)
    self->trace = g_steal_pointer (&trace);
  return g_steal_pointer (&self);
}
