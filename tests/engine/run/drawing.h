/* drawing.h: random drawings of which a link may be left out
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

/* Between switches. */
#define DRAWING_N_LINKS 9

/**
 * drawing_draw: a project, for up to 300 us
 * @last: link that comes behind all others, which thus have the same numbers without it; it is called "l" and its number
 * @is_whole: it is drawn
 * @work: of the communicator "all"
 *
 * A ring of switches, so that one link less parts nothing, chords, and a host at each switch or so.
 */
char *drawing_draw (guint32 seed,
                    guint last,
                    gboolean is_whole,
                    const char *sharing,
                    const char *work);
/** drawing_draw_beside: likewise, with all of its links, and a switch "x" that joins three others by short ways; @is_whole: that one is drawn too */
char *drawing_draw_beside (guint32 seed,
                           gboolean is_whole,
                           const char *sharing,
                           const char *work);
/** drawing_compare_metrics: they are the same */
void drawing_compare_metrics (HdRecord *with,
                              HdRecord *without);
