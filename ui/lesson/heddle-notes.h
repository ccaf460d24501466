/* heddle-notes.h: what the speaker sees while a story is presented
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-player.h"

G_BEGIN_DECLS

/**
 * HeddleNotes:
 *
 * A window with the notes of the step and what comes next, a clock, and how long it has gone on.
 *
 * Signals:
 *   pressed (guint key, GdkModifierType state) -> gboolean   the keys of the presentation work here too
 */
#define HEDDLE_TYPE_NOTES (heddle_notes_get_type ())
G_DECLARE_FINAL_TYPE (HeddleNotes, heddle_notes, HEDDLE, NOTES, GtkWindow)

/** heddle_notes_new: @player: (nullable): of the drawing alone, which has no notes; @begun_us: monotonic */
GtkWidget *heddle_notes_new (HeddlePlayer *player,
                             gint64 begun_us);
/** heddle_notes_dup_elapsed: (transfer full): "1:02:05" or "2:05" */
char *heddle_notes_dup_elapsed (gint64 us);

G_END_DECLS
