/* hd-process-private.h: the state of processes, shared by their files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-message-log.h"
#include "hd-node-log.h"
#include "hd-node-server.h"
#include "hd-overlap.h"
#include "hd-process.h"
#include "hd-processor.h"
#include "hd-turn-walk.h"

G_BEGIN_DECLS

/** HdPartTask: what a part has under way, a bit for each */
typedef enum
{
  HD_TASK_COMPUTE = 1,
  HD_TASK_MEMORY = 2,
  HD_TASK_MOVE = 4,
  HD_TASK_COMM = 8,
  HD_TASK_CALL = 16, /* before the first step of a collective */
} HdPartTask;

/** HdPartState: touched by the agent of the node where the part is alone */
typedef struct
{
  guint32 missing;     /* edges without token */
  guint32 n_runs;      /* begun */
  guint32 cause;       /* part */
  guint8 tasks;
  gboolean running;
  gboolean parked;     /* starts iterations, after the last one */
  gboolean is_ready;   /* waits for its channel */
  HdTime start;        /* of this run; of a communication when it has its channel */
  HdTime compute_start;
  HdTime memory_start;
  /* of a communication */
  HdTurnPlace place;
  GHashTable *early;   /* messages that came before their step; NULL before the first */
} HdPartState;

/** HdPartChannel: parts of a node on one channel, in the order in which they use it */
typedef struct
{
  GArray *parts; /* of guint32; NULL if there are none */
  guint next;
  gboolean is_busy;
} HdPartChannel;

/** HdProcess: state of the agent of a node */
typedef struct
{
  HdProcesses *all;
  HdNodeServer servers[HD_NODE_N_SERVERS];
  HdProcessor processor;
  HdTime call;         /* what the start of a collective costs */
  HdPartChannel *channels;
  guint n_channels;
  GArray *done;        /* of guint32: parts that have ended and are not completed */
  HdTime now;          /* of the last completion */
  guint64 n_here;      /* completions at that time */
  HdOverlap overlap;
} HdProcess;

struct _HdProcesses
{
  const HdWorkProgram *program; /* borrowed, as the next */
  HdDesign *design;
  HdAgentNetwork *network;
  guint iterations;
  HdPartState *states;       /* by part */
  gint32 *tokens;      /* by edge */
  guint32 *nets;       /* by vertex: of the network */
  guint64 *names;      /* by vertex: digests */
  HdProcess **processes; /* by node, or NULL: states of agents, borrowed */
  HdNodeLog *log;      /* of HdProcessEvent */
  HdMessageLog *messages; /* borrowed, or NULL */
  guint64 *n_completions; /* by partition; of those in other processes as last told */
  guint n_partitions;
};

static inline const HdWorkVertex *
_hd_processes_get_vertex (const HdProcesses *self,
                          guint32 part)
{
  return hd_workload_graph_get_vertex (self->program->graph, self->program->parts[part].vertex);
}

/** _hd_process_agent: in hd-process.c; its state is a HdProcess */
extern const HdAgent _hd_process_agent;

G_END_DECLS
