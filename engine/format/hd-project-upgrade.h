/* hd-project-upgrade.h: projects of older versions of the format
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

/**
 * hd_project_upgrade:
 * @root: a tree that nobody else holds
 * @out_newer: whether a newer Heddle wrote it
 *
 * Takes the tree from its version to the present one, and says so in @problems.
 */
void hd_project_upgrade (HdObject *root,
                         const char *file_name,
                         HdProblemList *problems,
                         gboolean *out_newer);

G_END_DECLS
