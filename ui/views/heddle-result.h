/* heddle-result.h: what a run came to, what held it up, and what would help
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleResult:
 *
 * Of the run that is shown, once it has finished: its figure and a sentence, what was busy, and what would help. That is tried in the background by itself
 * where it takes no longer than one waits for, and no program is started for it; else when it is asked for.
 */
#define HEDDLE_TYPE_RESULT (heddle_result_get_type ())
G_DECLARE_FINAL_TYPE (HeddleResult, heddle_result, HEDDLE, RESULT, GtkWidget)

GtkWidget *heddle_result_new (HeddleSession *session);

G_END_DECLS
