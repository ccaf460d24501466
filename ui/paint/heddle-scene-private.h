/* heddle-scene-private.h: a scene's fields, for the files that make one up
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-rtree.h"
#include "heddle-scene.h"
#include "heddle-scene-geometry.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 first, n; /* points in HeddleScene.points */
  gboolean cubic;
} HeddleRoute;

/* How a link goes round nodes, as long as its ends are where they were. */
typedef struct
{
  guint32 first, n; /* points in HeddleScene.detour_points; 0 if it needs none */
  HeddleRect from, to;
} HeddleDetour;

struct _HeddleScene
{
  gatomicrefcount references;

  /* owned */
  GStringChunk *strings;
  GArray *nodes;       /* HeddleSceneNode; subtitle, figure and strip are owned by the scene */
  GArray *ports;       /* HeddleScenePort */
  GArray *links;       /* HeddleSceneLink */
  GArray *notes;       /* HeddleSceneNote */
  GArray *dots;        /* HeddleSceneDot */
  GArray *pieces;      /* HeddleScenePiece */
  GArray *captions;    /* HeddleSceneCaption */
  GArray *cells;       /* HeddleSceneCell */
  GHashTable *n_cells; /* node -> how many it has; none if it has none */
  GArray *path;        /* HeddleScenePath */
  GArray *first_port;  /* guint32 per node: its last added port, HEDDLE_NO_INDEX if none */
  GArray *next_port;   /* guint32 per port: another port of the same node */
  GArray *routes;      /* HeddleRoute per link */
  GArray *points;      /* HeddlePoint */
  GArray *detours;     /* HeddleDetour per link; empty if there are none */
  GArray *detour_points; /* HeddlePoint */
  GArray *found;       /* guint32, scratch of hit tests */
  GArray *node_boxes;  /* HeddleBox per node */
  GArray *link_boxes;  /* HeddleBox per link, of its route */
  HeddleRtree *node_tree;
  HeddleRtree *link_tree;
  GArray *moved;       /* guint32: nodes that moved since routes and trees were made, each once */
  GByteArray *is_moved; /* per node that there was when one first moved */

  guint32 first_frame_port;
  gboolean has_frame;
  HeddleRect frame;
  const char *frame_title;
  double width_reference;
  double most_heat;
  gboolean stale; /* routes and trees, as more than places of nodes changed */
};

#define HEDDLE_DETOUR_CLEARANCE 2.5 /* from a node, at least */
#define HEDDLE_DETOUR_INSET 6.0     /* from a corner, where a detour leaves an edge; a quarter of the edge, if that is less */
#define HEDDLE_DETOUR_SAME 0.25     /* what is no further apart is one line */

/** heddle_scene_assign_lanes: parts detours that lie on each other */
void             heddle_scene_assign_lanes (HeddleScene *scene,
                                            GArray      *found);

/** heddle_scene_attachment: what a link ends at */
HeddleAttachment heddle_scene_attachment (HeddleScene          *self,
                                          const HeddleSceneEnd *end);

G_END_DECLS
