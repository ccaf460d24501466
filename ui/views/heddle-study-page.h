/* heddle-study-page.h: the studies of the project: their runs, and what these came to
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-plot-export.h"
#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleStudyPage:
 *
 * Runs in the background, beside the run that is shown. Results lie in the user's data directory, by their fingerprint and the project's folder: each state of
 * a project that makes other results has its own, and finds them again.
 */
#define HEDDLE_TYPE_STUDY_PAGE (heddle_study_page_get_type ())
G_DECLARE_FINAL_TYPE (HeddleStudyPage, heddle_study_page, HEDDLE, STUDY_PAGE, GtkWidget)

GtkWidget *heddle_study_page_new (HeddleSession *session);
HeddlePlotExport *heddle_study_page_get_export (HeddleStudyPage *self);
/** heddle_study_page_is_of_use: whether the project has a study */
gboolean heddle_study_page_is_of_use (HeddleSession *session);

G_END_DECLS
