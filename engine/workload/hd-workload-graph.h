/* hd-workload-graph.h: a cyclic graph of computations and communications
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A vertex with a group is a template: it runs once on each member of the group (a lane), and is stored once. A vertex without one runs in one
 * place: a computation on its node, a communication for all its members. An edge between two templates of one group joins the vertices of the
 * same member; an edge from a template to a single vertex waits for every member; the other way round it releases every member.
 */
#pragma once

#include <heddle/hd-design.h>

#include "hd-collective.h"

G_BEGIN_DECLS

typedef enum
{
  HD_VERTEX_COMPUTE,
  HD_VERTEX_COMM,
} HdVertexKind;

/** HdAccess: how a computation reaches its data */
typedef enum
{
  HD_ACCESS_COHERENT, /* loads and stores in its home while it computes */
  HD_ACCESS_MOVE,     /* moves all of it from its home first, then works on local memory */
  HD_ACCESS_LOCAL,    /* has it in local memory */
} HdAccess;

typedef enum
{
  HD_STOP_ITERATIONS, /* when every start vertex was re-entered often enough */
  HD_STOP_DRAIN,      /* when nothing is left */
} HdStopRule;

typedef struct
{
  const char *name;
  HdVertexKind kind;
  gboolean start;
  guint32 group; /* a team, or HD_NO_ID */
  guint64 origin_uid;
  int line;

  /* computations */
  guint32 place; /* node, if there is no group */
  guint32 home;  /* memory node, or HD_NO_ID for the home of the node it runs on */
  HdAccess access;
  gboolean half_precision;
  double work;       /* FLOP */
  double volume;     /* B */
  double resident;   /* B that stay in memory */
  double local_from; /* B: with a local memory of this size the data is local whatever @access says; INFINITY for never */

  /* communications */
  const HdCollective *algorithm;
  double bytes;
  guint32 team;    /* its members */
  guint32 channel; /* or HD_NO_ID: one communication of a channel runs at a time */
  guint32 net;     /* class set for its routes, or HD_NO_ID for all */
} HdWorkVertex;

typedef struct
{
  guint32 from, to;
  gboolean first_ignored; /* does not count the first time that @to runs */
} HdWorkEdge;

/** HdTeam: nodes in order */
typedef struct
{
  guint32 *nodes;
  guint n_nodes;
} HdTeam;

typedef struct
{
  guint32 *classes;
  guint n_classes;
} HdClassSet;

typedef struct
{
  const char *file;    /* for problems; borrowed, nullable */
  guint64 origin_uid;  /* of the first workload, or 0 */
  int line;            /* of that workload, or 0 */
  HdStopRule stop;
  double samples;      /* that one iteration works through; 0 if there is no such thing */
  GArray *vertices;    /* of HdWorkVertex */
  GArray *edges;       /* of HdWorkEdge, by source once sealed */
  GPtrArray *teams;    /* of HdTeam */
  GPtrArray *nets;     /* of HdClassSet */
  GPtrArray *channels; /* of char *, names */
  guint32 *first_out;  /* once sealed: edges of vertex v are [first_out[v], first_out[v + 1]) */
  GStringChunk *strings;
} HdWorkloadGraph;

HdWorkloadGraph *hd_workload_graph_new (void);
void hd_workload_graph_free (HdWorkloadGraph *self);

/** hd_workload_graph_add_vertex: @name is copied; the vertex has no work and starts nothing; it is filled in before the next is added */
HdWorkVertex *hd_workload_graph_add_vertex (HdWorkloadGraph *self,
                                            HdVertexKind kind,
                                            const char *name,
                                            guint32 *out_vertex);
void hd_workload_graph_add_edge (HdWorkloadGraph *self,
                                 guint32 from,
                                 guint32 to,
                                 gboolean first_ignored);
/** hd_workload_graph_add_team: @nodes are copied; an equal team is found again */
guint32 hd_workload_graph_add_team (HdWorkloadGraph *self,
                                    const guint32 *nodes,
                                    guint n_nodes);
guint32 hd_workload_graph_add_net (HdWorkloadGraph *self,
                                   const guint32 *classes,
                                   guint n_classes);
guint32 hd_workload_graph_add_channel (HdWorkloadGraph *self,
                                       const char *name);
/** hd_workload_graph_seal: sorts the edges by source, keeping their order otherwise; nothing may be added afterwards */
void hd_workload_graph_seal (HdWorkloadGraph *self);

static inline guint
hd_workload_graph_get_n_vertices (const HdWorkloadGraph *self)
{
  return self->vertices->len;
}

static inline HdWorkVertex *
hd_workload_graph_get_vertex (const HdWorkloadGraph *self,
                              guint32 vertex)
{
  return &((HdWorkVertex *) (void *) self->vertices->data)[vertex];
}

static inline const HdWorkEdge *
hd_workload_graph_get_edge (const HdWorkloadGraph *self,
                            guint32 edge)
{
  return &((const HdWorkEdge *) (void *) self->edges->data)[edge];
}

static inline const HdTeam *
hd_workload_graph_get_team (const HdWorkloadGraph *self,
                            guint32 team)
{
  return g_ptr_array_index (self->teams, team);
}

/** hd_workload_graph_get_places: the nodes on which a vertex has parts, in order */
static inline const guint32 *
hd_workload_graph_get_places (const HdWorkloadGraph *self,
                              const HdWorkVertex *vertex,
                              guint *out_n)
{
  guint32 team = vertex->kind == HD_VERTEX_COMM ? vertex->team : vertex->group;

  if (team == HD_NO_ID)
    {
      *out_n = 1;
      return &vertex->place;
    }
  *out_n = hd_workload_graph_get_team (self, team)->n_nodes;
  return hd_workload_graph_get_team (self, team)->nodes;
}

static inline const HdClassSet *
hd_workload_graph_get_net (const HdWorkloadGraph *self,
                           guint32 net)
{
  return net == HD_NO_ID ? NULL : g_ptr_array_index (self->nets, net);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdWorkloadGraph, hd_workload_graph_free)

G_END_DECLS
