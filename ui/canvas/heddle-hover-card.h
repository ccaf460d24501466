/* heddle-hover-card.h: figures of what the pointer rests on
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-canvas.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_HOVER_CARD (heddle_hover_card_get_type ())
G_DECLARE_FINAL_TYPE (HeddleHoverCard, heddle_hover_card, HEDDLE, HOVER_CARD, GtkWidget)

GtkWidget *heddle_hover_card_new (HeddleSession *session);
/** heddle_hover_card_show: %FALSE if there is nothing to tell */
gboolean heddle_hover_card_show (HeddleHoverCard *self,
                                 HeddleCanvas *canvas,
                                 HeddleHit hit);
/** heddle_hover_card_refresh: the same with newer figures; %FALSE if it is drawn no more */
gboolean heddle_hover_card_refresh (HeddleHoverCard *self,
                                    HeddleCanvas *canvas);

G_END_DECLS
