/* hd-private-folder.h: a folder of one run, that nobody else may look into, and that is gone afterwards
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdPrivateFolder: with a folder of its own for each program that works in it */
typedef struct _HdPrivateFolder HdPrivateFolder;

/** hd_private_folder_new: errors: it cannot be made where the system has its temporary files */
HdPrivateFolder *hd_private_folder_new (GError **error);
const char *hd_private_folder_get_path (HdPrivateFolder *self);
/** hd_private_folder_add: an empty folder in it, named by @number. Errors: it cannot be made */
char *hd_private_folder_add (HdPrivateFolder *self,
                             guint number,
                             GError **error);
/** hd_private_folder_free: removes it with all that is in it, and nothing that links in it lead to */
void hd_private_folder_free (HdPrivateFolder *self);

G_END_DECLS
