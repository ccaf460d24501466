/* hd-own-project.h: a project that a student hands in
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-answers.h>

G_BEGIN_DECLS

/**
 * hd_own_project_read:
 * @name: of the file of the lesson's project, which names of files in it are relative to
 *
 * Errors: of the student: it is no project, or names files outside of the lesson's folder
 */
HdSnapshot *hd_own_project_read (const char *xml,
                                 const char *name,
                                 GError **error);
/** hd_own_project_load: (transfer full): the XML of a file beside that of the answers. Errors: it is elsewhere, no regular file, or too large */
char *hd_own_project_load (GFile *folder,
                           const char *name,
                           GError **error);
/** hd_own_project_list_drawn: (transfer full) (array zero-terminated=1): of what was drawn, settings that the project still has as it was given: @given */
char **hd_own_project_list_drawn (HdSnapshot *given,
                                  const char *const *drawn);
/** hd_own_project_find_other: (nullable) (transfer full): a variable that is not as it was drawn, and what it is: "$hosts is 4, not 8" */
char *hd_own_project_find_other (HdSnapshot *snapshot,
                                 const char *const *drawn);

G_END_DECLS
