/* hd-profile-private.h: where programs spent their time, from the text of one component
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-profile.h>

G_BEGIN_DECLS

/** _hd_profile_parse: as hd_profile_read (), of the @size bytes at @data, which @name is for messages */
GArray *_hd_profile_parse (HdDesign *design,
                           const char *name,
                           const char *data,
                           gsize size,
                           GStringChunk *texts,
                           GError **error);

G_END_DECLS
