/* heddle-project-card.h: a project with its picture, for the start page
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <heddle/heddle.h>

#include "heddle-examples.h"

G_BEGIN_DECLS

/**
 * HeddleProjectCard:
 *
 * A button; the picture is drawn from the project itself, which a worker reads. Signals: `clicked` as of any button, `settled` when
 * heddle_project_card_run() is through.
 */
#define HEDDLE_TYPE_PROJECT_CARD (heddle_project_card_get_type ())
G_DECLARE_FINAL_TYPE (HeddleProjectCard, heddle_project_card, HEDDLE, PROJECT_CARD, GtkButton)

/** heddle_project_card_new: @example: (nullable): what is said of it; else its own name and description */
GtkWidget *heddle_project_card_new (GFile *file,
                                    const HeddleExample *example,
                                    HdCatalog *catalog);
/** heddle_project_card_run: colours the picture by what links carry in a short run */
void heddle_project_card_run (HeddleProjectCard *self);
/** heddle_project_card_is_coloured: whether links have their colours */
gboolean heddle_project_card_is_coloured (HeddleProjectCard *self);
GFile *heddle_project_card_get_file (HeddleProjectCard *self);

G_END_DECLS
