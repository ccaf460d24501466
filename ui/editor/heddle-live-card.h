/* heddle-live-card.h: live figures of links and of nodes that work
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/** HeddleLiveCard: now, average, peak, carried and the course of some links or nodes of the design */
#define HEDDLE_TYPE_LIVE_CARD (heddle_live_card_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLiveCard, heddle_live_card, HEDDLE, LIVE_CARD, GtkWidget)

GtkWidget *heddle_live_card_new (HeddleSession *session,
                                 HdTargetKind kind,
                                 const guint32 *members,
                                 guint n);
void heddle_live_card_refresh (HeddleLiveCard *self);

G_END_DECLS
