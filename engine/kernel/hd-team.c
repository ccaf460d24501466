/* hd-team.c: what strategies with several partitions share: threads, channels, who works on what
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-team"

#include "hd-team.h"

#include "hd-kernel-private.h"
#include "hd-ranks-private.h"

void
hd_team_init (HdTeam *self,
              HdKernel *kernel)
{
  self->kernel = kernel;
  self->crew = hd_crew_new (MIN (kernel->options.threads, kernel->n_partitions));
  self->channels = hd_channel_map_new (kernel);
  for (guint i = 0; i < kernel->n_partitions; i++)
    hd_board_set (&kernel->board->lines[i].thread, hd_team_get_worker (self, i));
}

void
hd_team_clear (HdTeam *self)
{
  hd_crew_free (self->crew);
  hd_channel_map_free (self->channels);
}

guint
hd_team_get_first (HdTeam *self,
                   guint worker)
{
  return (guint) ((guint64) worker * self->kernel->n_partitions / hd_crew_get_n_workers (self->crew));
}

guint
hd_team_get_worker (HdTeam *self,
                    guint partition)
{
  guint worker = (guint) ((guint64) partition * hd_crew_get_n_workers (self->crew) / self->kernel->n_partitions);

  while (hd_team_get_first (self, worker + 1) <= partition)
    worker++;
  return worker;
}

HdKernelStatus
hd_team_run (HdTeam *self,
             HdTime until,
             HdTeamFunc func)
{
  HdKernel *kernel = self->kernel;

  for (;;)
    {
      HdTime next = hd_ranks_find_minimum (_hd_kernel_get_next (kernel));
      HdTime end;
      gboolean went_through;

      if (next == HD_TIME_MAX)
        return HD_KERNEL_DONE;
      end = _hd_kernel_get_limit (kernel, until, next);
      if (next > end)
        return end < until ? HD_KERNEL_HELD : HD_KERNEL_UNTIL;

      for (guint i = 0; i < kernel->n_partitions; i++)
        _hd_kernel_publish (kernel, i);
      kernel->is_parallel = TRUE;
      went_through = func (self, end);
      kernel->is_parallel = FALSE;
      hd_channel_map_settle (self->channels, kernel);
      for (guint i = 0; i < kernel->n_partitions; i++)
        went_through &= kernel->partitions[i].error == NULL;
      if (!went_through)
        return HD_KERNEL_PAUSED;
    }
}
