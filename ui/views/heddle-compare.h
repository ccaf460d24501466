/* heddle-compare.h: the run beside the baseline
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleCompare: the figures of the baseline and of the run that is shown, by how much they differ, and what was changed in between */
#define HEDDLE_TYPE_COMPARE (heddle_compare_get_type ())
G_DECLARE_FINAL_TYPE (HeddleCompare, heddle_compare, HEDDLE, COMPARE, GtkWidget)

GtkWidget *heddle_compare_new (HeddleSession *session);

G_END_DECLS
