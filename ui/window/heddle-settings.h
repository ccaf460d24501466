/* heddle-settings.h: what is kept between runs of the program
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** heddle_settings_new: (nullable): %NULL where the schema is not installed; defaults hold then */
GSettings *heddle_settings_new (void);

G_END_DECLS
