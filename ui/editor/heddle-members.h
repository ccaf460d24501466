/* heddle-members.h: what addresses name in the flattened system
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * heddle_dup_target_address:
 *
 * How probes and communicators name a component or link that is drawn: "rack[1]/server[0]/xpu[3]"; an array as a whole "rack[1]/server[0]/xpu[*]".
 * A link without an id by the one that it gets when it is first referred to.
 *
 * Returns: (nullable): %NULL if it is not in the design
 */
char *heddle_dup_target_address (HeddleSession *session,
                                 HeddleTarget target);
/**
 * heddle_watch_target:
 * @signal: such as "rate-forward"
 *
 * Adds a probe and, in the same undo step, the id that a link needs for it. Returns the probe's uid, 0 on error.
 *
 * Errors: %HD_ERROR_NAME if the target is not in the design
 */
guint64 heddle_watch_target (HeddleSession *session,
                             HeddleTarget target,
                             const char *signal,
                             GError **error);
/** HeddleWatched: a node or link of a design, and its @signal */
typedef struct
{
  HdTargetKind kind;
  guint32 number;
  const char *signal;
} HeddleWatched;

/**
 * heddle_watch_many:
 * @design: that @watched are of
 *
 * Likewise for all of them together, wherever they are.
 *
 * Errors: those of edits; none is then added
 */
gboolean heddle_watch_many (HeddleSession *session,
                            HdDesign *design,
                            const HeddleWatched *watched,
                            guint n,
                            GError **error);
/** heddle_dup_selected_members: of what can work in the selection, for a communicator; %NULL if nothing can */
char *heddle_dup_selected_members (HeddleSession *session);

G_END_DECLS
