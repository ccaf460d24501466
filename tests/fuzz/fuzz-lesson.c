/* fuzz-lesson.c: any bytes as a lesson, and as answers to one
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in a lesson with steps, or in an error that names the file; the same for answers. What was read is read again as it was written.
 */
#include <heddle/hd-answers.h>

#include "hd-lesson-private.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_lesson (const HdLesson *lesson)
{
  g_autofree char *text = hd_lesson_to_string (lesson), *written = NULL;
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdLesson) again = hd_lesson_read (stream, "a", &error);

  g_assert_true (hd_lesson_get_n_steps (lesson) > 0);
  g_assert_no_error (error);
  written = hd_lesson_to_string (again);
  g_assert_cmpstr (written, ==, text);
  for (guint i = 0; i < hd_lesson_get_n_steps (lesson); i++)
    for (guint k = 0; k < hd_lesson_get_step (lesson, i)->acts->len; k++)
      g_free (hd_lesson_act_dup_title (hd_lesson_get_step (lesson, i)->acts->pdata[k]));
}

static void
check_answers (HdAnswers *answers)
{
  g_autofree char *text = hd_answers_to_string (answers), *written = NULL;
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, -1, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdAnswers) again = hd_answers_read (stream, "a", &error);

  g_assert_no_error (error);
  written = hd_answers_to_string (again);
  g_assert_cmpstr (written, ==, text);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  g_autoptr (GInputStream) again = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);
  g_autoptr (GError) error = NULL, fault = NULL;
  g_autoptr (HdLesson) lesson = hd_lesson_read (stream, "a", &error);
  g_autoptr (HdAnswers) answers = hd_answers_read (again, "a", &fault);

  g_assert_true ((lesson == NULL) == (error != NULL));
  if (lesson != NULL)
    check_lesson (lesson);
  else
    g_assert_true (g_str_has_prefix (error->message, "a:"));
  g_assert_true ((answers == NULL) == (fault != NULL));
  if (answers != NULL)
    check_answers (answers);
  else
    g_assert_true (g_str_has_prefix (fault->message, "a:"));
  return 0;
}
