/* heddle-preferences.h: the few things that a user chooses for all windows
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define HEDDLE_TYPE_PREFERENCES (heddle_preferences_get_type ())
G_DECLARE_FINAL_TYPE (HeddlePreferences, heddle_preferences, HEDDLE, PREFERENCES, AdwPreferencesWindow)

void heddle_preferences_present (GtkWindow *parent);
/** heddle_preferences_apply: the kept style, at the start of the program */
void heddle_preferences_apply (void);

G_END_DECLS
