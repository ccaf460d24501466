/* heddle-progress.c: where it is kept how far somebody has come in lessons
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-progress"

#include "heddle-progress.h"

/* Lessons of one name in two folders are two. */
GFile *
heddle_progress_get_file (const HdLesson *lesson)
{
  GFile *file = hd_lesson_get_file (lesson);
  g_autofree char *uri = file != NULL ? g_file_get_uri (file) : g_strdup (""), *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, uri, -1);
  g_autofree char *safe = g_strcanon (g_strdup (hd_lesson_get_name (lesson)), G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-", '_');
  g_autofree char *name = g_strdup_printf ("%.60s-%.8s.xml", safe, hash);

  return g_file_new_build_filename (g_get_user_data_dir (), "heddle", "lessons", name, NULL);
}

HdAnswers *
heddle_progress_load (const HdLesson *lesson)
{
  g_autoptr (GFile) file = heddle_progress_get_file (lesson);
  g_autoptr (HdAnswers) answers = g_file_query_exists (file, NULL) ? hd_answers_load (file, NULL) : NULL;
  g_autofree char *fault = answers != NULL ? hd_answers_find_fault (answers, lesson) : NULL;

  return fault == NULL ? g_steal_pointer (&answers) : NULL;
}

gboolean
heddle_progress_save (const HdLesson *lesson,
                      HdAnswers *answers,
                      GError **error)
{
  g_autoptr (GFile) file = heddle_progress_get_file (lesson), folder = g_file_get_parent (file);

  g_file_make_directory_with_parents (folder, NULL, NULL); /* where it cannot be made, neither can the file */
  return hd_answers_save (answers, file, error);
}

void
heddle_progress_forget (const HdLesson *lesson)
{
  g_autoptr (GFile) file = heddle_progress_get_file (lesson);

  g_file_delete (file, NULL, NULL);
}

double
heddle_progress_get_share (const HdLesson *lesson,
                           HdAnswers *answers)
{
  guint n_steps = hd_lesson_get_n_steps (lesson), n_questions = hd_lesson_get_n_questions (lesson), done;

  if (answers == NULL)
    return 0;
  done = MIN (hd_answers_get_furthest (answers) + 1, n_steps) + hd_answers_count (answers, lesson);
  return (double) done / (n_steps + n_questions);
}
