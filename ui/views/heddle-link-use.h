/* heddle-link-use.h: how many links, media and memories are how busy
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleLinkUse: of the moment that is looked at, as the canvas shows it; a click selects those of a column that are drawn where one is */
#define HEDDLE_TYPE_LINK_USE (heddle_link_use_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLinkUse, heddle_link_use, HEDDLE, LINK_USE, GtkWidget)

GtkWidget *heddle_link_use_new (HeddleSession *session);
/** heddle_link_use_get_counts: (array fixed-size=20): of each 5 %; @out_unused: that carried nothing */
const guint *heddle_link_use_get_counts (HeddleLinkUse *self,
                                         guint *out_unused);

G_END_DECLS
