/* heddle-discard.h: large things are freed by a worker
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * heddle_discard:
 * @thing: (transfer full) (nullable): a reference
 * @unref: gives it up; may be called in any thread
 *
 * Gives up what may be the last reference to something large, which takes longer to be freed than a frame may: in a worker, and only when what happens
 * now is over, so that views have let go of it. In any thread.
 */
void heddle_discard (gpointer thing,
                     GDestroyNotify unref);

/** heddle_clear_discard: likewise, of a field */
#define heddle_clear_discard(place, unref) heddle_discard (g_steal_pointer (place), (GDestroyNotify) (unref))

G_END_DECLS
