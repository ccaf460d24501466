/* heddle-help.h: the window of help
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

/** HeddleHelp: a list of pages that can be searched, and the one that is read */
#define HEDDLE_TYPE_HELP (heddle_help_get_type ())
G_DECLARE_FINAL_TYPE (HeddleHelp, heddle_help, HEDDLE, HELP, GtkWindow)

GtkWidget *heddle_help_new (HdCatalog *catalog);
/** heddle_help_show: @topic: as heddle_find_topic () has it, or a link; %FALSE if there is no such page: what was shown stays */
gboolean heddle_help_show (HeddleHelp *self,
                           const char *topic);
void heddle_help_search (HeddleHelp *self,
                         const char *words);
/** heddle_help_get_title: of what is read */
const char *heddle_help_get_title (HeddleHelp *self);
guint heddle_help_count_listed (HeddleHelp *self);

G_END_DECLS
