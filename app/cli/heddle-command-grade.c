/* heddle-command-grade.c: heddle grade LESSON ANSWERS...
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-grade"

#include "heddle-commands.h"

#include "heddle-cli-project.h"

#define MOST_BYTES (G_GUINT64_CONSTANT (1) << 30)

static gboolean
parse_format (const char *word,
              HdGradesFormat *out_format)
{
  static const char *const words[] = { [HD_GRADES_TEXT] = "text", [HD_GRADES_JSON] = "json", [HD_GRADES_CSV] = "csv", [HD_GRADES_JUNIT] = "junit" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (word, words[i]) == 0)
      {
        *out_format = (HdGradesFormat) i;
        return TRUE;
      }
  return FALSE;
}

static HeddleExit
hand_out (HdLesson *lesson,
          const char *student)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = hd_lesson_hand_out (lesson, student, &error);

  if (text == NULL)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, "--hand-out: %s", error->message);
  g_print ("%s", text);
  return HEDDLE_EXIT_DONE;
}

static HeddleExit
grade_files (HdLesson *lesson,
             char **files,
             HdGradesFormat format)
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (catalog, 0, MOST_BYTES);
  g_autoptr (HdGrader) grader = hd_grader_new (lesson, queue);
  g_autoptr (GPtrArray) grades = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_grade_free);
  g_autofree char *text = NULL;
  HeddleExit status = HEDDLE_EXIT_DONE;

  for (guint i = 0; files[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (files[i]);
      g_autoptr (GError) error = NULL;
      HdGrade *grade = hd_grader_grade (grader, file, &error);

      if (grade == NULL)
        return (HeddleExit) heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
      if (grade->fault != NULL)
        status = HEDDLE_EXIT_PROJECT;
      g_ptr_array_add (grades, grade);
    }
  text = hd_grades_format (lesson, grades, format);
  g_print ("%s", text);
  return status;
}

int
heddle_command_grade (int argc,
                      char **argv)
{
  g_auto (GStrv) files = NULL;
  g_autofree char *student = NULL, *word = NULL;
  const GOptionEntry entries[] = {
    { "format", 0, 0, G_OPTION_ARG_STRING, &word, N_("What is printed: text, json, csv or junit; text without it"), N_("FORMAT") },
    { "hand-out", 0, 0, G_OPTION_ARG_STRING, &student, N_("Print the file of answers that this student fills in, with what is drawn for that name"), N_("STUDENT") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL, N_("LESSON [ANSWERS…]") },
    { NULL },
  };
  HdGradesFormat format = HD_GRADES_TEXT;
  g_autoptr (HdLesson) lesson = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;

  if (!heddle_cli_parse (&argc, &argv, entries, NULL,
                         _("Grades files of answers to a lesson. What is right is found by runs of the lesson’s project, with what was drawn for each student. "
                           "The exit status is 1 if a file could not be graded.")))
    return HEDDLE_EXIT_USAGE;
  if (word != NULL && !parse_format (word, &format))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--format must be text, json, csv or junit, not “%s”"), word);
  if (files == NULL || (student == NULL) == (files[1] == NULL))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("grade needs a lesson, and either files of answers or --hand-out"));
  file = g_file_new_for_commandline_arg (files[0]);
  lesson = hd_lesson_load (file, &error);
  if (lesson == NULL)
    return heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
  return student != NULL ? hand_out (lesson, student) : grade_files (lesson, files + 1, format);
}
