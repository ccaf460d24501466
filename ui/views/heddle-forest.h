/* heddle-forest.h: aggregation trees over one communicator, built beside the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/heddle.h>

#include "heddle-tree-figure.h"

G_BEGIN_DECLS

/**
 * HeddleForest:
 *
 * Builds trees in a worker thread, from a design that does not change. What was asked for last is built; what was asked for meanwhile is not.
 * Main thread only.
 *
 * Signals:
 *   changed    other trees are there, or others are being built
 */
#define HEDDLE_TYPE_FOREST (heddle_forest_get_type ())
G_DECLARE_FINAL_TYPE (HeddleForest, heddle_forest, HEDDLE, FOREST, GObject)

/** HeddleForestRequest: a value; @algorithms: bit i set: algorithm i is wanted */
typedef struct
{
  guint communicator;
  HdTreeOperation operation;
  double bytes;
  guint32 width;
  guint algorithms;
} HeddleForestRequest;

/** HeddleForestTree: @figure is %NULL if it could not be built, and @message says why */
typedef struct
{
  HdTreeAlgorithm algorithm;
  HeddleTreeFigure *figure;
  char *message;
} HeddleForestTree;

HeddleForest *heddle_forest_new (void);
/** heddle_forest_build: @design: (nullable): %NULL for no trees */
void heddle_forest_build (HeddleForest *self,
                          HdDesign *design,
                          const HeddleForestRequest *request);
gboolean heddle_forest_is_building (HeddleForest *self);
guint heddle_forest_get_n_trees (HeddleForest *self);
const HeddleForestTree *heddle_forest_get_tree (HeddleForest *self,
                                                guint n);
/** heddle_forest_get_request: what the trees that are there were asked for with; %NULL if none were */
const HeddleForestRequest *heddle_forest_get_request (HeddleForest *self);
/** heddle_forest_get_cost: with the figures of the communicator; %NULL without trees */
const HdTreeCost *heddle_forest_get_cost (HeddleForest *self);
/** heddle_forest_get_communicator: its id; %NULL without trees */
const char *heddle_forest_get_communicator (HeddleForest *self);
guint32 heddle_forest_get_n_members (HeddleForest *self);
/** heddle_forest_dup_dot: those that could be built, for Graphviz; %NULL if there is none */
char *heddle_forest_dup_dot (HeddleForest *self);

G_END_DECLS
