/* heddle-links-view.h: links, media and memories: the hottest, all of them over time, and how many are how busy
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_LINKS_VIEW (heddle_links_view_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLinksView, heddle_links_view, HEDDLE, LINKS_VIEW, GtkWidget)

GtkWidget *heddle_links_view_new (HeddleSession *session);

G_END_DECLS
