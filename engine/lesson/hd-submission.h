/* hd-submission.h: a file of answers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/hd-error.h>

G_BEGIN_DECLS

/* @answers: (element-type utf8 utf8): by the id of the question. What else was handed out with them is not read. */
typedef struct
{
  char *lesson;
  char *digest;
  char *student;
  char *seal;
  GHashTable *answers;
} HdSubmission;

/** hd_submission_read: errors name file and line */
HdSubmission *hd_submission_read (GInputStream *stream,
                                  const char *file_name,
                                  GError **error);
void hd_submission_free (HdSubmission *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdSubmission, hd_submission_free)

G_END_DECLS
