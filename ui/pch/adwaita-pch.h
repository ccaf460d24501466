/* adwaita-pch.h: what nearly every file of the window includes, read once where the program alone is built (-Dtests=false)
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>
#include <glib/gi18n.h>

/* GLib's default; each file names its own. */
#undef G_LOG_DOMAIN
