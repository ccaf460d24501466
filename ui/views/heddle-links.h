/* heddle-links.h: the hottest links
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleLinks: a table of the links with the highest utilisation; activating a row goes to the link */
#define HEDDLE_TYPE_LINKS (heddle_links_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLinks, heddle_links, HEDDLE, LINKS, GtkWidget)

GtkWidget *heddle_links_new (HeddleSession *session);

G_END_DECLS
