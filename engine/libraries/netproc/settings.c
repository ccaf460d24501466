/* settings.c: what was drawn of a cluster, and its memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cluster.h"

#define CORE_BYTES (CLUSTER_SCRATCH_AT + 128u) /* at least */

enum { STAGE_OWN, STAGE_TOLD };
enum { CORE_OF_THREAD, CORE_OF_ENGINE };
enum { SCHEDULE_STALL, SCHEDULE_TURNS };
enum { STEPPING_AHEAD, STEPPING_CYCLES };

static uint32_t
get_number (const HdHost *host,
            HdComponentContext *context,
            uint32_t index)
{
  return (uint32_t) host->parameter (context, index);
}

int
cluster_fail (const HdHost *host,
              HdComponentContext *context,
              const char *why)
{
  host->fail (context, why);
  return 0;
}

static int
find_core (Cluster *self,
           const HdHost *host,
           HdComponentContext *context)
{
  uint32_t all = get_number (host, context, CLUSTER_CORE_MEMORY);
  char why[CLUSTER_WHY_BYTES];

  self->core_bytes = (get_number (host, context, CLUSTER_CORE_OF) == CORE_OF_THREAD ? all : all / self->n_threads) / 16 * 16;
  if (self->core_bytes >= CORE_BYTES)
    return 1;
  snprintf (why, sizeof why, "a thread has %" PRIu32 " bytes of core memory; it needs %u", self->core_bytes, CORE_BYTES);
  return cluster_fail (host, context, why);
}

static int
make_threads (Cluster *self,
              const HdHost *host,
              HdComponentContext *context)
{
  uint32_t n = cluster_count_threads (self);

  self->engines = calloc (self->n_engines, sizeof *self->engines);
  self->threads = calloc (n, sizeof *self->threads);
  self->cores = calloc (n, self->core_bytes);
  self->queue = calloc (self->n_places, sizeof *self->queue);
  self->senders = calloc (n, sizeof *self->senders);
  if (!schedule_init (&self->schedule, n + self->n_engines) || self->engines == NULL || self->threads == NULL || self->cores == NULL || self->queue == NULL || self->senders == NULL)
    return cluster_fail (host, context, "there is no memory for its threads");
  for (uint32_t i = 0; i < self->n_engines; i++)
    {
      self->engines[i] = (Engine){ .last = i * self->n_threads, .n_free = self->n_threads };
      cluster_mark_free (self, i);
    }
  for (uint32_t i = 0; i < n; i++)
    {
      self->threads[i].core.local = self->cores + (size_t) i * self->core_bytes;
      self->threads[i].engine = i / self->n_threads;
      self->threads[i].core.local_size = self->core_bytes;
      self->threads[i].core.stores = (uint8_t *) self->threads[i].slots;
    }
  return 1;
}

/* One that is told its stage reads all of its programs, so that what is wrong with them is told before anything happens. */
static int
read_programs (Cluster *self,
               const HdHost *host,
               HdComponentContext *context)
{
  int is_told = get_number (host, context, CLUSTER_STAGE_OF) == STAGE_TOLD;

  for (uint32_t i = 0; i < (is_told ? CLUSTER_PROGRAMS : 1); i++)
    if (!cluster_read_program (self, host, context, i))
      return 0;
  self->stage = PACKET_ANY_STAGE;
  return is_told || cluster_set_stage (self, host, context, get_number (host, context, CLUSTER_STAGE), 0);
}

int
cluster_read_settings (Cluster *self,
                       const HdHost *host,
                       HdComponentContext *context)
{
  self->clock = clock_make ((uint64_t) host->parameter (context, CLUSTER_CLOCK));
  self->hand_over = get_number (host, context, CLUSTER_HAND_OVER);
  self->switching = get_number (host, context, CLUSTER_SWITCH);
  self->watchdog = get_number (host, context, CLUSTER_WATCHDOG);
  self->n_engines = get_number (host, context, CLUSTER_N_ENGINES);
  self->n_threads = get_number (host, context, CLUSTER_N_THREADS);
  self->n_places = get_number (host, context, CLUSTER_DEPTH) + cluster_count_threads (self);
  self->policy = get_number (host, context, CLUSTER_POLICY);
  self->is_strict = get_number (host, context, CLUSTER_STRICT) > 0;
  self->by_cycles = get_number (host, context, CLUSTER_STEPPING) == STEPPING_CYCLES;
  self->by_turns = get_number (host, context, CLUSTER_SCHEDULE) == SCHEDULE_TURNS;
  self->has_buffer = host->links (context, CLUSTER_BUFFER) > 0;
  for (uint32_t i = 0; i < UNIT_KINDS; i++)
    self->n_units[i] = host->links (context, CLUSTER_UNITS + i);
  self->last = self->n_engines - 1;
  if (host->shows (context, 0))
    self->n_traced = self->n_engines;
  self->alarm = UINT64_MAX;
  credits_init (&self->credits);
  intake_init (&self->coming, sizeof (QueuedPacket), NULL);
  return find_core (self, host, context) && make_threads (self, host, context) && read_programs (self, host, context);
}

void
cluster_clear (Cluster *self)
{
  if (self->threads != NULL)
    for (uint32_t i = 0; i < cluster_count_threads (self); i++)
      {
        free (self->threads[i].packet);
        free (self->threads[i].trail);
      }
  for (uint32_t i = 0; i < CLUSTER_PROGRAMS; i++)
    {
      elf_clear (&self->programs[i].elf);
      free (self->programs[i].instructions);
      free (self->programs[i].program.counts);
      free (self->programs[i].program.misaligned);
      free (self->programs[i].waits);
    }
  schedule_clear (&self->schedule);
  credits_clear (&self->credits);
  intake_clear (&self->coming);
  free (self->engines);
  free (self->threads);
  free (self->cores);
  free (self->queue);
  free (self->senders);
}
