/* heddle-tree-trials.h: a collective run along each of some trees
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-forest.h"
#include "heddle-tree-simulated.h"

G_BEGIN_DECLS

/**
 * HeddleTreeTrials:
 *
 * Runs the collective of a forest along each of its trees, one after the other, at packet fidelity: on a copy of the project whose only work that is. All
 * else, noise above all, is as the project says. Main thread only; elaboration and runs have threads of their own.
 *
 * Signals:
 *   changed    a trial has begun or ended
 */
#define HEDDLE_TYPE_TREE_TRIALS (heddle_tree_trials_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTreeTrials, heddle_tree_trials, HEDDLE, TREE_TRIALS, GObject)

HeddleTreeTrials *heddle_tree_trials_new (HdCatalog *catalog);
/** heddle_tree_trials_start: forgets all trials before; @document stays as it is */
void heddle_tree_trials_start (HeddleTreeTrials *self,
                               HdDocument *document,
                               HeddleForest *forest);
/** heddle_tree_trials_stop: keeps what has been run */
void heddle_tree_trials_stop (HeddleTreeTrials *self);
/** heddle_tree_trials_clear: stops, and forgets what has been run */
void heddle_tree_trials_clear (HeddleTreeTrials *self);
gboolean heddle_tree_trials_is_running (HeddleTreeTrials *self);
/** heddle_tree_trials_get_record: (nullable): of the run along tree @n of the forest, once it has ended */
HdRecord *heddle_tree_trials_get_record (HeddleTreeTrials *self,
                                         guint n);
/** heddle_tree_trials_get_message: (nullable): why there can be no run along tree @n */
const char *heddle_tree_trials_get_message (HeddleTreeTrials *self,
                                            guint n);
/**
 * heddle_tree_trials_find:
 * @record: (nullable): of the window's run, which goes before a trial
 *
 * Returns: (transfer none) (nullable): the record of a run along tree @n of @forest
 */
HdRecord *heddle_tree_trials_find (HeddleTreeTrials *self,
                                   HdRecord *record,
                                   HeddleForest *forest,
                                   guint n,
                                   HeddleTreeSimulated *out_simulated);

G_END_DECLS
