/* heddle-profile.h: where programs that components execute spend their time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/** HeddleProfile: what instructions, lines and functions of programs took, once a run has ended, as a table that any column sorts */
#define HEDDLE_TYPE_PROFILE (heddle_profile_get_type ())
G_DECLARE_FINAL_TYPE (HeddleProfile, heddle_profile, HEDDLE, PROFILE, GtkWidget)

GtkWidget *heddle_profile_new (HeddleSession *session);

G_END_DECLS
