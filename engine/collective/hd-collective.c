/* hd-collective.c: collective algorithms as schedules of sends
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-collective"

#include "hd-collective.h"

#include <string.h>

#include "hd-collective-private.h"

double
hd_collective_get_send_bytes (const HdCollective *self,
                              guint32 n_ranks,
                              const HdSend *send,
                              double bytes)
{
  return bytes * send->n_chunks / self->count_chunks (n_ranks);
}

guint64
hd_collective_count_all_sends (const HdCollective *self,
                               guint32 n_ranks)
{
  guint32 n_steps = self->count_steps (n_ranks);
  guint64 total = 0;

  for (guint32 step = 0; step < n_steps;)
    {
      guint32 alike = self->count_alike (n_ranks, step);

      total += (guint64) alike * self->count_sends (n_ranks, step);
      step += alike;
    }
  return total;
}

const HdCollective *
hd_collective_find (const char *operation,
                    const char *algorithm)
{
  for (const HdCollective *const *all = hd_collective_get_all (); *all != NULL; all++)
    if (strcmp ((*all)->operation, operation) == 0 && (algorithm == NULL || strcmp ((*all)->algorithm, algorithm) == 0))
      return *all;
  return NULL;
}

const HdCollective *const *
hd_collective_get_all (void)
{
  static const HdCollective *const all[] = {
    &_hd_collective_all_reduce_ring,
    &_hd_collective_all_reduce_ring_coherent,
    &_hd_collective_all_reduce_recursive_doubling,
    &_hd_collective_all_reduce_rabenseifner,
    &_hd_collective_reduce_scatter_ring,
    &_hd_collective_all_gather_ring,
    &_hd_collective_broadcast_binomial,
    &_hd_collective_broadcast_ring,
    &_hd_collective_reduce_binomial,
    &_hd_collective_barrier_dissemination,
    &_hd_collective_barrier_binomial,
    &_hd_collective_all_to_all_direct,
    &_hd_collective_point_to_point,
    NULL,
  };

  return all;
}
