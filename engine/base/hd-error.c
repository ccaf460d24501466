/* hd-error.c: the engine's error domain
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include <heddle/hd-error.h>

G_DEFINE_QUARK (hd-error-quark, hd_error)
