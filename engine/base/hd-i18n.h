/* hd-i18n.h: translation inside the engine
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

#define HD_GETTEXT_DOMAIN "heddle"

#define _(text) g_dgettext (HD_GETTEXT_DOMAIN, text)
#define C_(context, text) g_dpgettext2 (HD_GETTEXT_DOMAIN, context, text)
#define ngettext(singular, plural, n) g_dngettext (HD_GETTEXT_DOMAIN, singular, plural, n)

#ifndef N_
#define N_(text) text
#endif
