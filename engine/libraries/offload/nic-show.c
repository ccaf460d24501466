/* nic-show.c: what a card tells who watches: how full it is, what its engines do, its descriptors, and what it dropped
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "nic.h"
#include "text.h"

#define MOST_LOGGED 10000u /* events */
#define PICOSECONDS 1e12

enum { RECORD_EVENT = 2 };

void
nic_show_fill (Nic *self,
               const HdHost *host,
               HdComponentContext *context)
{
  int64_t now = host->now (context);
  uint32_t held = 0, used = 0, pool = 0;

  for (uint32_t i = 0; i < self->n_engines; i++)
    {
      held += self->engines[i].n_held;
      used += self->engines[i].n_used;
      pool += self->engines[i].pool;
    }
  self->area += self->fill * (double) (now - self->filled);
  self->used_area += self->use * (double) (now - self->filled);
  self->filled = now;
  self->use = 100.0 * used / pool;
  if (self->fill == 100.0 * held / pool)
    return;
  self->fill = 100.0 * held / pool;
  host->sample (context, NIC_PROBE_FILL, self->fill);
}

void
nic_show_probes (const Nic *self,
                 const HdHost *host,
                 HdComponentContext *context)
{
  uint64_t n_probes = 0, n_insertions = 0;

  for (uint32_t i = 0; i < self->n_engines; i++)
    {
      n_probes += self->engines[i].n_probes;
      n_insertions += self->engines[i].n_insertions;
    }
  if (n_insertions > 0)
    host->sample (context, NIC_PROBE_PROBES, (double) n_probes / (double) n_insertions);
}

void
nic_show_means (const Nic *self,
                const HdHost *host,
                HdComponentContext *context)
{
  if (self->filled == 0)
    return;
  host->sample (context, NIC_PROBE_MEAN_FILL, self->area / (double) self->filled);
  host->sample (context, NIC_PROBE_MEAN_USE, self->used_area / (double) self->filled);
}

/* The card is at what any engine does, or waiting if one waits. */
void
nic_show_lanes (Nic *self,
                const HdHost *host,
                HdComponentContext *context,
                uint32_t engine,
                uint32_t activity)
{
  uint32_t n_busy = 0, n_open = 0;

  if (engine < NIC_N_LANES && host->shows (context, NIC_LANE_ENGINE + engine))
    host->state (context, NIC_LANE_ENGINE + engine, activity, host->now (context));
  for (uint32_t i = 0; i < self->n_engines; i++)
    {
      n_busy += self->engines[i].is_busy;
      n_open += self->engines[i].n;
    }
  if (self->engines[engine].is_busy || n_busy == 0)
    host->state (context, NIC_LANE_CARD, n_busy > 0 ? activity : n_open > 0 ? NIC_WAITING : HD_IDLE, host->now (context));
}

void
nic_show_job (const Nic *self,
              const HdHost *host,
              HdComponentContext *context,
              uint32_t job,
              uint32_t activity)
{
  static const uint32_t activities[] = { [ENGINE_LOADING] = NIC_LOADING, [ENGINE_LOADED] = NIC_READY, [ENGINE_SUSPENDED] = NIC_WAITING, [ENGINE_LEAVING] = NIC_LEAVING };

  if (job >= NIC_N_LANES || !host->shows (context, NIC_LANE_JOB + job))
    return;
  if (activity == HD_IDLE && self->jobs[job]->is_open)
    activity = activities[self->jobs[job]->context.stage];
  host->state (context, NIC_LANE_JOB + job, activity, host->now (context));
}

/* With the name of the node behind it, as a remark. */
static void
log_line (const HdHost *host,
          HdComponentContext *context,
          const TextLine *line,
          const char *what,
          const char *group,
          uint32_t rank)
{
  char text[TEXT_MOST_BYTES + 160], path[128] = "";
  size_t length = text_write (line, text);

  if (what != NULL)
    host->path (context, host->member (context, group, rank), path, sizeof path);
  length += (size_t) snprintf (text + length, sizeof text - length, what != NULL ? " # %s%s\n" : "\n", what, path);
  host->write (context, NIC_FILE_DESCRIPTORS, text, length);
}

void
nic_log_sequence (Nic *self,
                  const HdHost *host,
                  HdComponentContext *context,
                  const NicOrder *order,
                  const Context *opened)
{
  const Sequence *sequence = &opened->sequence;
  const char *group = order->tasks.group;

  if (!self->is_logged || sequence->n == 0)
    return;
  if (!self->has_logged)
    log_line (host, context, &(TextLine){ .kind = TEXT_CARD, .rank = order->tasks.rank }, "", group, order->tasks.rank);
  self->has_logged = 1;
  for (uint32_t i = 0; i < sequence->n_wanted; i++)
    {
      TextLine line = { .kind = TEXT_SOURCE, .from = sequence->wanted[i].low, .to = sequence->wanted[i].high };

      line.fields.at[FIELD_SEQUENCE] = i;
      line.fields.at[FIELD_NODE] = sequence->wanted[i].rank;
      line.fields.at[FIELD_REDUCE] = (uint32_t) sequence->wanted[i].is_combined;
      log_line (host, context, &line, "from ", group, sequence->wanted[i].rank);
    }
  for (uint32_t i = 0; i < sequence->n; i++)
    log_line (host, context, &(TextLine){ .fields = sequence->descriptors[i], .kind = TEXT_DESCRIPTOR, .from = sequence->ranges[i].low, .to = sequence->ranges[i].high },
              sequence->descriptors[i].at[FIELD_TRIGGERS] ? "to " : NULL, group, sequence->descriptors[i].at[FIELD_NODE]);
}

void
nic_drop (Nic *self,
          const HdHost *host,
          HdComponentContext *context,
          const char *name,
          const Fields *header,
          const char *reason)
{
  char line[NIC_WHY_BYTES + 32], what[NIC_WHY_BYTES], node[128];
  int length;

  host->path (context, header->at[FIELD_NODE], node, sizeof node);
  snprintf (what, sizeof what, "%s job=%" PRIu32 " node=%s vp=%" PRIu32 " seq=%" PRIu32 ": %s", name, header->at[FIELD_JOB], node, header->at[FIELD_TARGET_PORT],
            header->at[FIELD_SEQUENCE], reason);
  if (strcmp (name, "DUPLICATE") != 0)
    memcpy (self->repair.last, what, sizeof what);
  host->record (context, RECORD_EVENT, fields_make_key (header->at[FIELD_JOB], header->at[FIELD_NODE], header->at[FIELD_TARGET_PORT], header->at[FIELD_SEQUENCE]));
  faults_count_dropped (&self->faults, host, context);
  if (self->n_logged++ >= MOST_LOGGED)
    return;
  length = snprintf (line, sizeof line, "%.12f s %s\n", (double) host->now (context) / PICOSECONDS, what);
  host->write (context, NIC_FILE_EVENTS, line, (size_t) length);
}
