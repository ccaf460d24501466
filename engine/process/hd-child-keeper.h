/* hd-child-keeper.h: starts the children of a run, hears what they print, and sees to their end
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-child.h"

G_BEGIN_DECLS

/**
 * HdChildKeeper:
 *
 * Has a thread from the first start until it is freed: the system ends children with the thread that started them, so that none outlives this process,
 * however that ends. Any thread may call the functions that do not say otherwise.
 */
typedef struct _HdChildKeeper HdChildKeeper;

/** hd_child_keeper_new: errors: the system has no descriptors left */
HdChildKeeper *hd_child_keeper_new (GError **error);
/** hd_child_keeper_free: ends all children at once, and waits for them; no other thread calls anything then */
void hd_child_keeper_free (HdChildKeeper *self);

/**
 * hd_child_keeper_start:
 *
 * Starts a program in an empty folder of its own, and returns when it runs, or cannot.
 *
 * Returns: (transfer none): valid as long as the keeper
 *
 * Errors: "cannot start FILE: reason"
 */
HdChild *hd_child_keeper_start (HdChildKeeper *self,
                                const HdChildOptions *options,
                                GError **error);
/** hd_child_keeper_stop: who listens, now or later, comes back at once */
void hd_child_keeper_stop (HdChildKeeper *self);
/**
 * hd_child_keeper_end:
 * @patience_us: how long children may go on after they were told
 *
 * Ends all children and waits for that: their sockets are closed; who still runs when @patience_us are over is dismissed. After hd_child_keeper_stop () there
 * is no patience. Nobody listens or tells any more.
 */
void hd_child_keeper_end (HdChildKeeper *self,
                          gint64 patience_us);
/** hd_child_keeper_hurry: from here on whoever is to end is killed; those that are to end already, too */
void hd_child_keeper_hurry (HdChildKeeper *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdChildKeeper, hd_child_keeper_free)

G_END_DECLS
