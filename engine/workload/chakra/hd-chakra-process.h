/* hd-chakra-process.h: ranks that execute their Chakra traces on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A node of a trace starts when its dependencies have ended and its rank issues it (hd-chakra-units.h). Nobody waits for whom his trace does not name:
 *
 * - A send is a message that leaves at once, whether or not its receive has started, and waits at the other end until it has: what MPI calls the
 *   eager protocol. It ends when the transport has said, by a message of no bytes, that all of it is there; then its buffer may be used again, which
 *   is when MPI lets a send return, and a rendezvous, which needs the receive, would make traces wait for ever that end as flows.
 * - A receive ends when it has started and its message is there.
 * - A member of a collective goes from step to step (hd-rank-turns.h) as soon as its own node is issued. Those of one process group follow each other
 *   on a rank in the order of the trace (hd_chakra_order_find_places ()), but with issue="one-each" in that of issue, for then a rank is in one at a time.
 * - A load asks the home memory by a message, and the data come in others; the data of a store go there, and a message says that they are kept.
 *
 * Operations are done by the processor one after the other, as bytes are by local memory. A duration is what was measured beside whatever ran there
 * then, so it is what a node takes. A rank communicates from when a node of that kind is issued, also while a collective waits for its turn. What is
 * released at one time is issued as its causes are told, in the order of the kernel.
 */
#pragma once

#include "hd-chakra-rules.h"
#include "hd-execution.h"
#include "hd-node-server.h"

G_BEGIN_DECLS

typedef struct _HdChakraProcesses HdChakraProcesses;

/**
 * HdChakraEvent: a span that has ended
 * @node: place in the trace
 * @number: of what the rank tells
 * @cause_class, @cause_index: as in HdWorkSpan; rank r computes in class r, and communicates in class n + r of n ranks
 */
typedef struct
{
  guint32 rank;
  guint32 node;
  HdWorkKind kind;
  guint64 number;
  guint32 cause_class;
  guint64 cause_index;
  HdTime start;
  HdTime end;
} HdChakraEvent;

/**
 * hd_chakra_processes_new: gives nodes of @network, to which all ranks and memories belong, their agents; @order is borrowed
 *
 * Errors: %HD_ERROR_LIMIT for memory or steps; those of the present budget.
 */
HdChakraProcesses *hd_chakra_processes_new (const HdChakraOrder *order,
                                            HdDesign *design,
                                            HdAgentNetwork *network,
                                            GError **error);
/** hd_chakra_processes_free: after the kernel */
void hd_chakra_processes_free (HdChakraProcesses *self);

/* While the kernel rests. */
/** hd_chakra_processes_take_events: appends what has ended since the last call to @events, of HdChakraEvent, in the order of (end, rank, number) */
void hd_chakra_processes_take_events (HdChakraProcesses *self,
                                      GArray *events);
/** hd_chakra_processes_add_running: likewise what is under way at @time, as if it ended then */
void hd_chakra_processes_add_running (HdChakraProcesses *self,
                                      HdTime time,
                                      GArray *events);
/** hd_chakra_processes_get_n_ended: nodes of traces */
guint64 hd_chakra_processes_get_n_ended (HdChakraProcesses *self);
/** hd_chakra_processes_dup_waiting: (nullable): who waits for whom, though nothing happens any more */
char *hd_chakra_processes_dup_waiting (HdChakraProcesses *self);
/** hd_chakra_processes_find_waiting: adds the nodes of these ranks, of guint32, each once for all that it waits in */
void hd_chakra_processes_find_waiting (HdChakraProcesses *self,
                                       GArray *nodes);
/** hd_chakra_processes_read_ranks: up to the last change: of HdExecutionRank, all of them */
void hd_chakra_processes_read_ranks (HdChakraProcesses *self,
                                     GArray *ranks);
/** hd_chakra_processes_get_server: (nullable): of a node that takes part */
const HdNodeServer *hd_chakra_processes_get_server (HdChakraProcesses *self,
                                                    guint32 node,
                                                    HdNodeServerKind kind);
/** hd_chakra_processes_get_timed: picoseconds of computations that the trace gives durations, of the rank on @node, before @time */
double hd_chakra_processes_get_timed (HdChakraProcesses *self,
                                      guint32 node,
                                      HdTime time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdChakraProcesses, hd_chakra_processes_free)

G_END_DECLS
