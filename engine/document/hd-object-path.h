/* hd-object-path.h: how messages name an object of a document
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

/** hd_object_path_append: the last part of a path: "tor", "$xpus", "class:CXL_link", "server[i].network--tor.down[i]", "probe:tor.rate", "run" */
void hd_object_path_append (GString *path,
                            const HdObject *object);
/** hd_object_path_format: @chain from the root to the object: "rack/tor", "$xpus", "class:CXL_link" */
char *hd_object_path_format (const HdObject *const *chain,
                             guint n);

G_END_DECLS
