/* heddle-tree-playback.h: aggregation trees at a moment of a run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"
#include "heddle-tree-card.h"
#include "heddle-tree-simulated.h"

G_BEGIN_DECLS

/**
 * HeddleTreePlayback:
 *
 * A button and a slider that play what trees did in a run, each in the repeat that took the median time, all from their start. While the run of the
 * window goes on, or an earlier moment of it is looked at, its tree shows that moment instead. It is hidden where there is nothing to play.
 */
#define HEDDLE_TYPE_TREE_PLAYBACK (heddle_tree_playback_get_type ())
G_DECLARE_FINAL_TYPE (HeddleTreePlayback, heddle_tree_playback, HEDDLE, TREE_PLAYBACK, GtkWidget)

HeddleTreePlayback *heddle_tree_playback_new (HeddleSession *session);
/** heddle_tree_playback_clear: no trees; to be followed by those that there are, and heddle_tree_playback_show () */
void heddle_tree_playback_clear (HeddleTreePlayback *self);
/** heddle_tree_playback_add: @card shows a tree that @record says something about; borrowed until cleared */
void heddle_tree_playback_add (HeddleTreePlayback *self,
                               HeddleTreeCard *card,
                               HdRecord *record,
                               const HeddleTreeSimulated *simulated);
void heddle_tree_playback_show (HeddleTreePlayback *self);
/** heddle_tree_playback_set_moment: @share: of the longest repeat, from 0 to 1 */
void heddle_tree_playback_set_moment (HeddleTreePlayback *self,
                                      double share);

G_END_DECLS
