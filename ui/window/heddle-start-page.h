/* heddle-start-page.h: what a window shows while no project is open
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

/** HeddleStartPage: recent projects, lessons and stories, and the shipped projects with their pictures. Signals `open` and `open-lesson` (GFile): the user chose one. */
#define HEDDLE_TYPE_START_PAGE (heddle_start_page_get_type ())
G_DECLARE_FINAL_TYPE (HeddleStartPage, heddle_start_page, HEDDLE, START_PAGE, GtkWidget)

/** heddle_start_page_new: @projects: (nullable): directory of the shipped projects */
GtkWidget *heddle_start_page_new (HdCatalog *catalog,
                                  const char *projects);

G_END_DECLS
