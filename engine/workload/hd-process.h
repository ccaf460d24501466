/* hd-process.h: processes that execute their programs on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Rules (HCSim section 3, for each process by itself): a part starts when each edge to it holds a token, and takes one from each; while it runs it is
 * not started again, but when it ends. A part that nothing leads to follows itself. What starts an iteration and is reached again ends it; after
 * the last one it is not started any more.
 *
 * A processor does one computation after the other, in the order in which they become ready, and so does its local memory with what is read there.
 * Data at home is asked for by a message and comes in one from the memory's node, which reads as fast as its bandwidth has it. A rank of a
 * communication goes from step to step as hd-rank-turns.h says. Ranks use a channel in the one order that the program gives.
 */
#pragma once

#include "hd-execution-observer.h"
#include "hd-message-log.h"
#include "hd-node-server.h"
#include "hd-work-program.h"

G_BEGIN_DECLS

#define HD_PROCESS_MAX_ITERATIONS 65535u

typedef struct _HdProcesses HdProcesses;

/**
 * HdProcessEvent: what has ended
 * @kind: of a communication: one rank's share
 * @run: how often the part ran before
 * @ends_iteration: no span: a part that starts iterations was reached for the (@run + 1)-th time
 * @cause: part that released it last, on the same node, or HD_NO_ID
 */
typedef struct
{
  guint32 part;
  guint32 run;
  HdWorkKind kind;
  gboolean ends_iteration;
  guint32 cause;
  HdTime start;
  HdTime end;
} HdProcessEvent;

/** hd_processes_new: gives the nodes of @network their agents, where a program has parts or data; @program is borrowed; errors: %HD_ERROR_LIMIT, for nets or iterations */
HdProcesses *hd_processes_new (const HdWorkProgram *program,
                               HdDesign *design,
                               HdAgentNetwork *network,
                               guint iterations,
                               GError **error);
/** hd_processes_free: before the kernel is freed nothing may run any more */
void hd_processes_free (HdProcesses *self);

/** hd_processes_watch: notes what communications send in @log, which outlives the run, by vertex */
void hd_processes_watch (HdProcesses *self,
                         HdMessageLog *log);

/* While the kernel rests. */
/** hd_processes_take_events: appends what has ended since the last call to @events, of HdProcessEvent, in the order of (end, part) */
void hd_processes_take_events (HdProcesses *self,
                               GArray *events);
/** hd_processes_add_running: appends what is under way at @time, as if it ended then; communications by rank */
void hd_processes_add_running (HdProcesses *self,
                               HdTime time,
                               GArray *events);
guint64 hd_processes_get_n_completions (HdProcesses *self);
/** hd_processes_dup_waiting: (nullable): names of parts that wait, and for whom; for a deadlock */
char *hd_processes_dup_waiting (HdProcesses *self);
/** hd_processes_find_waiting: adds their nodes, of guint32, for each part */
void hd_processes_find_waiting (HdProcesses *self,
                                GArray *nodes);
/** hd_processes_get_exposed: how long a process communicated while it did not compute: the longest of all */
HdTime hd_processes_get_exposed (HdProcesses *self);

/** hd_processes_get_server: (nullable): of a node that takes part */
const HdNodeServer *hd_processes_get_server (HdProcesses *self,
                                             guint32 node,
                                             HdNodeServerKind kind);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdProcesses, hd_processes_free)

G_END_DECLS
