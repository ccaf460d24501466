/* fuzz-lesson.c: any bytes as a lesson, and as answers to one
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in a lesson with questions, or in an error that names the file; the same for answers.
 */
#include "hd-lesson-private.h"
#include "hd-submission.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  g_autoptr (GInputStream) again = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  g_autoptr (GError) error = NULL, fault = NULL;
  g_autofree char *project = NULL;
  g_autoptr (HdLesson) lesson = hd_lesson_read (stream, "a", &project, &error);
  g_autoptr (HdSubmission) submission = hd_submission_read (again, "a", &fault);

  g_assert_true ((lesson == NULL) == (error != NULL));
  g_assert_true (lesson != NULL ? lesson->questions->len > 0 && project != NULL : g_str_has_prefix (error->message, "a:"));
  g_assert_true ((submission == NULL) == (fault != NULL));
  g_assert_true (submission != NULL ? submission->lesson != NULL : g_str_has_prefix (fault->message, "a:"));
  return 0;
}
