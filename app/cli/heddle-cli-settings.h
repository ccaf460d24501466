/* heddle-cli-settings.h: run settings as options
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HeddleCliSettings: an option for each row of the engine's table of run settings that means something without a window */
typedef struct _HeddleCliSettings HeddleCliSettings;

HeddleCliSettings *heddle_cli_settings_new (void);
void heddle_cli_settings_free (HeddleCliSettings *self);
/** heddle_cli_settings_make_entries: (transfer container): their options, in the order of the table, and then @others; valid while @self is */
GOptionEntry *heddle_cli_settings_make_entries (HeddleCliSettings *self,
                                                const GOptionEntry *others);
/** heddle_cli_settings_collect: adds run:NAME=VALUE for each that was given */
void heddle_cli_settings_collect (HeddleCliSettings *self,
                                  GStrvBuilder *builder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleCliSettings, heddle_cli_settings_free)

G_END_DECLS
