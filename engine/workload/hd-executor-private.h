/* hd-executor-private.h: the state of an executor, shared by its files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-executor.h"
#include "hd-work-digest.h"

G_BEGIN_DECLS

/** HdPart: what the network carries for an instance, one batch each */
typedef enum
{
  HD_PART_COMPUTE,
  HD_PART_MEMORY,
  HD_PART_MOVE,
  HD_PART_COMM,
  HD_N_PARTS,
} HdPart;

/** HdInstance: one vertex in one lane class, or a vertex that exists once */
typedef struct
{
  guint32 vertex;
  guint32 lane_class;
  guint32 missing;     /* incoming edges without token */
  guint32 n_runs;      /* begun */
  guint8 running;
  guint8 parked;       /* a start vertex after its last iteration */
  guint8 parts;        /* under way, a bit for each */
  guint8 has_called;   /* a communication: what goes before its first step is under way, or over */
  guint32 next_stretch;    /* of the pattern */
  HdTime start;
  HdTime part_start;   /* of what follows the move */
  guint32 cause_class;
  guint64 cause_index;
  HdTime last_token;   /* when a missing token came, and who gave the first one then */
  guint32 giver_class;
  guint64 giver_index;
  guint64 last_span;   /* that ended, in its lane class */
} HdInstance;

/** HdWaiting: a communication that is ready and waits for its channel */
typedef struct
{
  guint32 instance;
  HdTime ready;
} HdWaiting;

typedef struct
{
  GArray *queue; /* of HdWaiting */
  gboolean busy;
} HdChannel;

struct _HdExecutor
{
  const HdWorkModel *model;
  HdNetwork *network;
  HdStepTrace *trace;
  const HdExecutionObserver *observer;
  gpointer user_data;
  guint iterations;
  HdTime now;

  HdInstance *instances;
  guint n_instances;
  guint32 *first_instance; /* by vertex */
  guint32 *tokens;
  guint32 *first_token;    /* by edge */
  guint32 *incoming;       /* edges, by the vertex they lead to */
  guint32 *first_in;       /* by vertex */
  HdChannel *channels;

  GArray *ended;   /* of guint64, tokens of the network */
  GArray *instant; /* of guint32, instances that ended as they started */
  GArray *batch;   /* of HdTransfer, scratch */
  GArray *ordered; /* of HdOrderedTransfer, scratch */

  guint n_running;
  guint n_starts;  /* start instances */
  guint n_parked;
  GArray *entered; /* of guint: start instances that were re-entered for the n-th time */
  GArray *iteration_ends; /* of HdTime */
  guint64 n_completions;
  guint64 n_parts_ended; /* of computations */
  guint64 n_completions_here; /* at @now */
  guint n_computing;       /* parts of computations under way */
  guint n_communicating;   /* communications under way */
  HdTime exposed;          /* how long something was communicated and nothing computed */

  guint64 *n_spans;        /* by lane class: ended */
  HdWorkDigest *digests;   /* by lane class */
  guint64 *name_digests;   /* by vertex */
};

/** _hd_executor_get_width: instances of a vertex */
static inline guint
_hd_executor_get_width (const HdExecutor *self,
                        guint32 vertex)
{
  return self->first_instance[vertex + 1] - self->first_instance[vertex];
}

/* hd-executor-build.c */
void _hd_executor_free (gpointer self);

/* hd-executor-launch.c: starting what an instance does, and telling of it */
/** _hd_executor_fill_span: one that begins at @start and has no end yet */
void _hd_executor_fill_span (const HdInstance *instance,
                             HdWorkKind kind,
                             HdTime start,
                             HdWorkSpan *out_span);
HdWorkKind _hd_executor_get_comm_kind (const HdWorkVertex *vertex);
void _hd_executor_tell_end (HdExecutor *self,
                            HdInstance *instance,
                            HdWorkKind kind,
                            HdTime start,
                            gboolean unfinished);
void _hd_executor_launch (HdExecutor *self,
                          guint32 number);
/** _hd_executor_start_work: computation, and beside it the memory traffic over @path unless that is HD_NO_ID */
void _hd_executor_start_work (HdExecutor *self,
                              guint32 number,
                              guint32 path);
/** _hd_executor_launch_stretch: the next steps of a communication that are alike, as one batch; after the last it has ended */
void _hd_executor_launch_stretch (HdExecutor *self,
                                  guint32 number);
void _hd_executor_launch_communication (HdExecutor *self,
                                        guint32 number);

G_END_DECLS
