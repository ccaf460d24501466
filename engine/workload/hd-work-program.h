/* hd-work-program.h: a graph of work as the programs of processes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A process is a node that works or takes part in a communication. Its program has a part of each vertex that concerns it: a computation, or its
 * rank's share of a communication. An edge leads from the parts of one vertex to those of the other on the same node, and costs nothing there: a
 * rank begins as soon as its own predecessors are done, whoever else is late. Where the later vertex has no part on the node of the earlier one,
 * the edge is a message of no bytes. Nobody waits for a process that nothing was drawn to.
 */
#pragma once

#include "hd-rank-turns.h"
#include "hd-workload-graph.h"

G_BEGIN_DECLS

#define HD_WORK_PROGRAM_MAX_PARTS (1u << 24)

/** HdWorkProgramPart: of a vertex, on one node */
typedef struct
{
  guint32 vertex;
  guint32 node;
  guint32 rank;       /* of a communication */
  guint32 first_in;   /* of the incoming edges; the next part's is the end */
  guint32 first_out;  /* of the edges, likewise */
  guint32 next_on_node; /* HD_NO_ID at the end */
} HdWorkProgramPart;

typedef struct
{
  guint32 from;
  guint32 to;
  gboolean first_ignored;
} HdWorkProgramEdge;

typedef struct
{
  const HdWorkloadGraph *graph; /* borrowed */
  HdWorkProgramPart *parts;         /* one more than there are */
  guint32 n_parts;
  guint32 *first_part;          /* (array length=n_vertices+1) */
  HdWorkProgramEdge *edges;         /* by part that they leave */
  guint32 n_edges;
  guint32 *incoming;            /* (array length=n_edges): edges by part that they lead to */
  guint32 *first_on_node;       /* (array length=n_nodes): part, or HD_NO_ID */
  guint32 n_nodes;
  GPtrArray *turns;             /* of HdRankTurns */
  guint32 *vertex_turns;        /* by vertex, HD_NO_ID for a computation */
  guint32 *channel_places;      /* by vertex: its turn on its channel, in the order in which the graph gets there when nothing takes time */
} HdWorkProgram;

/**
 * hd_work_program_new:
 * @graph: sealed and without errors
 *
 * O(parts + edges).
 *
 * Errors: %HD_ERROR_LIMIT for more than %HD_WORK_PROGRAM_MAX_PARTS parts, or for memory; %HD_ERROR_INVALID for a node that is twice in a team.
 */
HdWorkProgram *hd_work_program_new (const HdWorkloadGraph *graph,
                                    HdDesign *design,
                                    GError **error);
void hd_work_program_free (HdWorkProgram *self);

/** hd_work_program_find_home: the memory that a computation's data is read from over the network, or HD_NO_ID */
guint32 hd_work_program_find_home (const HdWorkProgram *self,
                                   guint32 part,
                                   HdDesign *design);

static inline const HdRankTurns *
hd_work_program_get_turns (const HdWorkProgram *self,
                           guint32 vertex)
{
  return g_ptr_array_index (self->turns, self->vertex_turns[vertex]);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdWorkProgram, hd_work_program_free)

G_END_DECLS
