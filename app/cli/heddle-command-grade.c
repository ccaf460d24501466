/* heddle-command-grade.c: heddle grade LESSON ANSWERS...
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-grade"

#include "heddle-commands.h"

#include <string.h>

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

/* ---- submissions ------------------------------------------------------------------------------------------------------ */

static gboolean
is_submission (const char *name)
{
  return g_str_has_suffix (name, ".xml") || g_str_has_suffix (name, ".answers") || g_str_has_suffix (name, ".heddle");
}

static int
compare_files (gconstpointer a,
               gconstpointer b)
{
  g_autofree char *left = g_file_get_parse_name (*(GFile *const *) a), *right = g_file_get_parse_name (*(GFile *const *) b);

  return strcmp (left, right);
}

/* What answers name beside them is theirs: a project in their folder is no submission of its own. */
static void
drop_named (GPtrArray *found)
{
  gboolean has_answers = FALSE;

  for (guint i = 0; i < found->len; i++)
    {
      g_autofree char *name = g_file_get_basename (found->pdata[i]);

      has_answers |= !g_str_has_suffix (name, ".heddle");
    }
  for (guint i = found->len; i > 0 && has_answers; i--)
    {
      g_autofree char *name = g_file_get_basename (found->pdata[i - 1]);

      if (g_str_has_suffix (name, ".heddle"))
        g_ptr_array_remove_index (found, i - 1);
    }
}

/* Those of a folder, and of folders in it, which some systems make for each student. */
static void
list_folder (GFile *folder,
             guint depth,
             GPtrArray *files)
{
  g_autoptr (GFileEnumerator) children = g_file_enumerate_children (folder, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE,
                                                                    G_FILE_QUERY_INFO_NONE, NULL, NULL);
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_object_unref), folders = g_ptr_array_new_with_free_func (g_object_unref);
  GFileInfo *info;
  GFile *child;

  while (children != NULL && g_file_enumerator_iterate (children, &info, &child, NULL, NULL) && info != NULL)
    if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY)
      g_ptr_array_add (folders, g_object_ref (child));
    else if (is_submission (g_file_info_get_name (info)))
      g_ptr_array_add (found, g_object_ref (child));
  g_ptr_array_sort (found, compare_files);
  g_ptr_array_sort (folders, compare_files);
  if (depth > 0)
    drop_named (found);
  for (guint i = 0; i < found->len; i++)
    g_ptr_array_add (files, g_object_ref (found->pdata[i]));
  for (guint i = 0; depth == 0 && i < folders->len; i++)
    list_folder (folders->pdata[i], depth + 1, files);
}

static GPtrArray *
list_submissions (char **names)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (names[i]);

      if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_DIRECTORY)
        list_folder (file, 0, files);
      else
        g_ptr_array_add (files, g_steal_pointer (&file));
    }
  return files;
}

static HeddleExit
grade_files (HdLesson *lesson,
             char **names,
             HdGradesFormat format)
{
  g_autoptr (HdCatalog) catalog = heddle_cli_catalog ();
  g_autoptr (HdRunQueue) queue = hd_run_queue_new (catalog, 0, MOST_BYTES);
  g_autoptr (HdGrader) grader = hd_grader_new (lesson, queue);
  g_autoptr (GPtrArray) files = list_submissions (names), grades = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_grade_free);
  g_autofree char *text = NULL;
  HeddleExit status = HEDDLE_EXIT_DONE;

  if (files->len == 0)
    return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("there is nothing to grade: a folder of submissions holds files that end with .xml, .answers or .heddle"));
  if (hd_lesson_get_n_questions (lesson) == 0)
    {
      g_autofree char *name = g_file_get_parse_name (hd_lesson_get_file (lesson));

      return (HeddleExit) heddle_cli_fail (HEDDLE_EXIT_USAGE, _("%s: this is a story: it asks nothing"), name);
    }
  for (guint i = 0; i < files->len; i++)
    {
      g_autoptr (GError) error = NULL;
      HdGrade *grade = hd_grader_grade (grader, files->pdata[i], &error);

      if (grade == NULL)
        return (HeddleExit) heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
      if (grade->fault != NULL)
        status = HEDDLE_EXIT_PROJECT;
      g_ptr_array_add (grades, grade);
    }
  hd_grades_compare (lesson, grades);
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
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &files, NULL, N_("LESSON [ANSWERS|PROJECT|FOLDER…]") },
    { NULL },
  };
  HdGradesFormat format = HD_GRADES_TEXT;
  g_autoptr (HdLesson) lesson = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (GError) error = NULL;

  if (!heddle_cli_parse (&argc, &argv, entries, NULL,
                         _("Grades answers to a lesson: files of answers, projects that are called after their students, or folders of both. What is right is found by runs of the "
                           "lesson’s project, with what was drawn for each student. The exit status is 1 if a file could not be graded.")))
    return HEDDLE_EXIT_USAGE;
  if (word != NULL && !parse_format (word, &format))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("--format must be text, json, csv or junit, not “%s”"), word);
  if (files == NULL || (student == NULL) == (files[1] == NULL))
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("grade needs a lesson, and either submissions or --hand-out"));
  file = g_file_new_for_commandline_arg (files[0]);
  lesson = hd_lesson_load (file, &error);
  if (lesson == NULL)
    return heddle_cli_fail (heddle_cli_status_of (error), "%s", error->message);
  return student != NULL ? hand_out (lesson, student) : grade_files (lesson, files + 1, format);
}
