/* heddle-toasts.h: toasts that may go at any time
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before libadwaita 1.3 a toast that is dismissed before it has come in is used after it is freed.
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/** heddle_toasts_new: an overlay whose toasts nobody can dismiss while they come in */
AdwToastOverlay *heddle_toasts_new (void);
/** heddle_toasts_set_place: whenever @place, which is inside, is seen, toasts lie over its lower edge, not over that of the whole */
void heddle_toasts_set_place (AdwToastOverlay *self,
                              GtkWidget *place);
/** heddle_toasts_retire: takes the button from @toast, and then @toast away, as soon as none comes in */
void heddle_toasts_retire (AdwToastOverlay *self,
                           AdwToast *toast);

G_END_DECLS
