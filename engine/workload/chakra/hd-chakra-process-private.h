/* hd-chakra-process-private.h: the state of ranks that execute their traces, shared by their files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-chakra-order.h"
#include "hd-chakra-process.h"
#include "hd-chakra-units.h"
#include "hd-node-log.h"
#include "hd-node-server.h"
#include "hd-overlap.h"
#include "hd-turn-walk.h"

G_BEGIN_DECLS

/** HD_CHAKRA_STORED: in what wakes an agent: rank << 32 | node of its trace whose data are kept; without it, node << 4 | task */
#define HD_CHAKRA_STORED (G_GUINT64_CONSTANT (1) << 63)

/** HdChakraPacketKind: and the data of each */
typedef enum
{
  HD_CHAKRA_PACKET_STEP,    /* meeting << HD_TURN_STEP_BITS | step */
  HD_CHAKRA_PACKET_MESSAGE, /* its number */
  HD_CHAKRA_PACKET_REQUEST, /* node of the asking rank's trace */
  HD_CHAKRA_PACKET_STORE,   /* node of the storing rank's trace << 1 | whether it is the last piece */
  HD_CHAKRA_PACKET_DONE,    /* node of the receiver's trace << 1 | whether it is the last piece: data of a load, or what says that others are there */
  HD_CHAKRA_N_PACKET_KINDS,
} HdChakraPacketKind;

/** HdChakraTask: what a node has under way, a bit for each */
typedef enum
{
  HD_CHAKRA_TASK_COMPUTE = 1,
  HD_CHAKRA_TASK_MEMORY = 2,
  HD_CHAKRA_TASK_COMM = 4,
  HD_CHAKRA_TASK_QUEUED = 8, /* a collective before its turn in its group */
  HD_CHAKRA_TASK_CALL = 16,  /* a collective before its first step */
} HdChakraTask;

/** HdChakraState: of a node of a trace */
typedef struct
{
  guint32 missing;       /* dependencies that have not ended */
  guint8 tasks;
  guint8 has_started;
  guint8 is_told;        /* parts have spans of their own */
  guint32 cause_class;
  guint64 cause_index;
  HdTime start;          /* of a collective when it has its turn */
  HdTime compute_start;
  HdTime memory_start;
  HdTurnPlace place;     /* of a collective */
} HdChakraState;

/** HdChakraAgenda: a queue that is emptied from its front */
typedef struct
{
  GArray *entries;
  guint first;
} HdChakraAgenda;

/** HdChakraProcess: state of the agent of a node */
typedef struct
{
  HdChakraProcesses *all;
  guint32 rank;          /* HD_NO_ID for a memory alone */
  HdChakraState *states; /* by node of the trace */
  HdProcessor processor;
  HdTime call;           /* what the start of a collective costs */
  HdNodeServer servers[HD_NODE_N_SERVERS];
  HdChakraUnit units[HD_CHAKRA_N_UNITS];
  HdChakraAgenda agenda; /* of HdChakraEntry: may start */
  HdChakraAgenda ended;  /* of guint32: have nothing more under way */
  GHashTable *early;     /* steps of collectives that came before their time; NULL before the first */
  HdOverlap overlap;
  guint n_timed;         /* computations that take a duration */
  HdTime timed_since;
  double timed;          /* picoseconds before that */
  HdTime end;
  guint64 n_spans[2];    /* by lane */
  guint64 n_events;
} HdChakraProcess;

struct _HdChakraProcesses
{
  const HdChakraOrder *order;  /* borrowed, as the next */
  const HdChakraJob *job;
  HdDesign *design;
  HdAgentNetwork *network;
  HdChakraState *states;       /* of all ranks */
  HdChakraProcess **processes; /* by node of the design, or NULL: states of agents, borrowed */
  guint8 *has_arrived;         /* by message */
  GPtrArray *turns;            /* of HdRankTurns */
  guint32 *meeting_turns;      /* by meeting */
  guint32 *places;             /* by meeting: its turn in its group */
  guint32 *first_of_group;     /* by group: of the next */
  guint32 *sequence;           /* meetings of each group in their order */
  guint32 *first_member;       /* by group: of the next */
  guint32 *n_joined;           /* by group and member: collectives of the group that have ended there */
  guint64 *names;              /* by name: digests */
  HdNodeLog *log;              /* of HdChakraEvent */
  guint64 *n_ended;            /* by partition */
  guint n_partitions;
};

static inline const HdChakraNode *
_hd_chakra_process_get_node (const HdChakraProcess *process,
                             guint32 number)
{
  return &process->all->job->ranks[process->rank]->nodes[number];
}

static inline HdChakraEvent
_hd_chakra_process_make_event (const HdChakraProcess *process,
                               guint32 number,
                               HdWorkKind kind,
                               HdTime start,
                               HdTime end)
{
  const HdChakraState *state = &process->states[number];

  return (HdChakraEvent){ process->rank, number, kind, process->n_events, state->cause_class, state->cause_index, start, end };
}

/* What wakes the agent at the end of @task, or at the beginning of the steps of a collective. */
static inline guint64
_hd_chakra_process_make_wake (guint32 number,
                              HdChakraTask task)
{
  return (guint64) number << 4 | task;
}

static inline void
_hd_chakra_process_put_ended (HdChakraProcess *process,
                              guint32 number)
{
  g_array_append_val (process->ended.entries, number);
}

/* hd-chakra-process.c */
/** _hd_chakra_process_agent: its state is a HdChakraProcess */
extern const HdAgent _hd_chakra_process_agent;
/** _hd_chakra_process_note: of a node of the trace, what it has done from @start until now */
void _hd_chakra_process_note (HdChakraProcess *process,
                              HdAgentNode *node,
                              guint32 number,
                              HdWorkKind kind,
                              HdTime start);

/* hd-chakra-process-work.c */
void _hd_chakra_process_start_work (HdChakraProcess *process,
                                    HdAgentNode *node,
                                    guint32 number);
void _hd_chakra_process_end_task (HdChakraProcess *process,
                                  HdAgentNode *node,
                                  guint32 number,
                                  HdChakraTask task);
/** _hd_chakra_process_say_done: to the node of the design @destination, of node @number of its trace */
void _hd_chakra_process_say_done (HdAgentNode *node,
                                  guint32 destination,
                                  guint32 number);
/** _hd_chakra_process_serve: the data of a load, which @request asks for */
void _hd_chakra_process_serve (HdChakraProcess *process,
                               HdAgentNode *node,
                               const HdParcel *request);
/** _hd_chakra_process_keep: a piece of the data of a store */
void _hd_chakra_process_keep (HdChakraProcess *process,
                              HdAgentNode *node,
                              const HdParcel *piece);

/* hd-chakra-process-comm.c */
/** _hd_chakra_process_begin_steps: of a collective that has started */
void _hd_chakra_process_begin_steps (HdChakraProcess *process,
                                     HdAgentNode *node,
                                     guint32 number);
/** _hd_chakra_process_start_member: goes to the first step of @meeting, or waits for its turn in the group */
void _hd_chakra_process_start_member (HdChakraProcess *process,
                                      HdAgentNode *node,
                                      guint32 number,
                                      guint32 meeting);
/** _hd_chakra_process_end_member: the next of the group goes on if it waits; @cause_class and @cause_index are of what has released it */
void _hd_chakra_process_end_member (HdChakraProcess *process,
                                    HdAgentNode *node,
                                    guint32 meeting,
                                    guint32 cause_class,
                                    guint64 cause_index);
void _hd_chakra_process_receive_step (HdChakraProcess *process,
                                      HdAgentNode *node,
                                      const HdParcel *parcel);
/** _hd_chakra_process_start_send: of the message @link */
void _hd_chakra_process_start_send (HdChakraProcess *process,
                                    HdAgentNode *node,
                                    guint32 link);
void _hd_chakra_process_receive_message (HdChakraProcess *process,
                                         HdAgentNode *node,
                                         const HdParcel *parcel);

G_END_DECLS
