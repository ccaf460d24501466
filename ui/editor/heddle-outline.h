/* heddle-outline.h: the project as a tree
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleOutline:
 *
 * Modules, instances, components, workloads, communicators, probes and variables, with a search. Selecting here selects on the canvas and back.
 */
#define HEDDLE_TYPE_OUTLINE (heddle_outline_get_type ())
G_DECLARE_FINAL_TYPE (HeddleOutline, heddle_outline, HEDDLE, OUTLINE, GtkWidget)

GtkWidget *heddle_outline_new (HeddleSession *session);
/** heddle_outline_focus_search: for the key that searches */
void heddle_outline_focus_search (HeddleOutline *self);
/** heddle_outline_get_model: (transfer none): the rows that are shown now (GtkTreeListRow) */
GListModel *heddle_outline_get_model (HeddleOutline *self);

G_END_DECLS
