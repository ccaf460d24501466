/* heddle-tree-controls.h: which aggregation trees are wanted
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-forest.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleTreeControls:
 *
 * Signals:
 *   changed    other trees are wanted
 */
#define HEDDLE_TYPE_TREE_CONTROLS (heddle_tree_controls_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTreeControls, heddle_tree_controls, HEDDLE, TREE_CONTROLS, GtkWidget)

GtkWidget *heddle_tree_controls_new (HeddleSession *session);
/** heddle_tree_controls_update: after the design changed; the communicator that was chosen stays chosen if it is still there */
void heddle_tree_controls_update (HeddleTreeControls *self);
/** heddle_tree_controls_fill: all but the width */
void heddle_tree_controls_fill (HeddleTreeControls *self,
                                HeddleForestRequest *request);
/** heddle_tree_controls_set_groups: whose colours are explained; @figure: (nullable) */
void heddle_tree_controls_set_groups (HeddleTreeControls *self,
                                      const HeddleTreeFigure *figure);
void heddle_tree_controls_choose (HeddleTreeControls *self,
                                  HdTreeAlgorithm algorithm,
                                  gboolean wanted);
void heddle_tree_controls_set_operation (HeddleTreeControls *self,
                                         HdTreeOperation operation);
/** heddle_tree_controls_get_bytes: as written */
const char *heddle_tree_controls_get_bytes (HeddleTreeControls *self);
void heddle_tree_controls_set_bytes (HeddleTreeControls *self,
                                     const char *text);

G_END_DECLS
