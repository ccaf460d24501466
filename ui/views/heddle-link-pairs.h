/* heddle-link-pairs.h: who has sent how much to whom
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleLinkPairs: up to the moment that is looked at, source over destination; a click selects both ends and the way between them where they are drawn */
#define HEDDLE_TYPE_LINK_PAIRS (heddle_link_pairs_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLinkPairs, heddle_link_pairs, HEDDLE, LINK_PAIRS, GtkWidget)

GtkWidget *heddle_link_pairs_new (HeddleSession *session);
/** heddle_link_pairs_dup_about: what is seen, or why nothing is */
char *heddle_link_pairs_dup_about (HeddleLinkPairs *self);

G_END_DECLS
