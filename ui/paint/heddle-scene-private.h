/* heddle-scene-private.h: a scene's fields, for the files that make one up
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-rtree.h"
#include "heddle-scene.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 first, n; /* points in HeddleScene.points */
  gboolean cubic;
} HeddleRoute;

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
  GArray *first_port;  /* guint32 per node: its last added port, HEDDLE_NO_INDEX if none */
  GArray *next_port;   /* guint32 per port: another port of the same node */
  GArray *routes;      /* HeddleRoute per link */
  GArray *points;      /* HeddlePoint */
  GArray *found;       /* guint32, scratch of hit tests */
  HeddleRtree *node_tree;
  HeddleRtree *link_tree;

  guint32 first_frame_port;
  gboolean has_frame;
  HeddleRect frame;
  const char *frame_title;
  double width_reference;
  double most_heat;
  gboolean stale; /* routes and trees */
};

G_END_DECLS
