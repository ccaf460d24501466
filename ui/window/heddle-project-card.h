/* heddle-project-card.h: a project with its picture, for the start page
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

/** HeddleProjectCard: a button; the picture is drawn from the project itself, which a worker reads. Signal `clicked` as of any button. */
#define HEDDLE_TYPE_PROJECT_CARD (heddle_project_card_get_type ())
G_DECLARE_FINAL_TYPE (HeddleProjectCard, heddle_project_card, HEDDLE, PROJECT_CARD, GtkButton)

GtkWidget *heddle_project_card_new (GFile *file,
                                    HdCatalog *catalog);
GFile *heddle_project_card_get_file (HeddleProjectCard *self);
/** heddle_project_card_is_ready: whether the project has been read, or found unreadable */
gboolean heddle_project_card_is_ready (HeddleProjectCard *self);

G_END_DECLS
