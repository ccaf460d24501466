/* hd-grades.c: grades as text, JSON, CSV and JUnit
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-grades"

#include <heddle/hd-grader.h>

#include <math.h>
#include <string.h>

#include "hd-i18n.h"
#include "hd-json-members.h"
#include "hd-json-text.h"

#define HEADER "file,student,question,points,most_points,reason\n"

static const char *
get_student (const HdGrade *grade)
{
  return grade->student != NULL ? grade->student : "";
}

static void
add_as_text (GString *text,
             const HdGrade *grade)
{
  g_string_append_printf (text, _("%s: %s: %u of %u points\n"), grade->file, grade->student != NULL ? grade->student : "?", grade->points, grade->most);
  if (grade->fault != NULL)
    g_string_append_printf (text, "  %s\n", grade->fault);
  if (grade->remark != NULL)
    g_string_append_printf (text, "  %s\n", grade->remark);
  for (guint i = 0; i < grade->marks->len; i++)
    {
      const HdMark *mark = grade->marks->pdata[i];

      g_string_append_printf (text, "  %s: %u/%u%s%s\n", mark->question, mark->points, mark->most, *mark->reason != '\0' ? "  " : "", mark->reason);
    }
}

static void
add_field (GString *text,
           const char *field)
{
  g_auto (GStrv) parts = g_strsplit (field, "\"", -1);
  g_autofree char *doubled = g_strjoinv ("\"\"", parts);
  /* Else a table program would take what a student wrote for a formula. */
  const char *guard = *field != '\0' && strchr ("=+-@", *field) != NULL ? "'" : "";

  g_string_append_printf (text, "\"%s%s\"", guard, doubled);
}

static void
add_row (GString *text,
         const HdGrade *grade,
         const char *question,
         guint points,
         guint most,
         const char *reason)
{
  add_field (text, grade->file);
  g_string_append_c (text, ',');
  add_field (text, get_student (grade));
  g_string_append_c (text, ',');
  add_field (text, question);
  g_string_append_printf (text, ",%u,%u,", points, most);
  add_field (text, reason);
  g_string_append_c (text, '\n');
}

static void
add_as_csv (GString *text,
            const HdGrade *grade)
{
  if (grade->fault != NULL)
    add_row (text, grade, "", 0, grade->most, grade->fault);
  else if (grade->remark != NULL)
    add_row (text, grade, "", 0, 0, grade->remark);
  for (guint i = 0; i < grade->marks->len; i++)
    {
      const HdMark *mark = grade->marks->pdata[i];

      add_row (text, grade, mark->question, mark->points, mark->most, mark->reason);
    }
}

static void
add_case (GString *text,
          const HdGrade *grade,
          const char *name,
          const char *reason)
{
  g_autofree char *head = g_markup_printf_escaped ("    <testcase classname=\"%s\" name=\"%s\"", get_student (grade), name);
  g_autofree char *failure = g_markup_printf_escaped ("<failure message=\"%s\"/>", reason);

  g_string_append_printf (text, "%s>%s</testcase>\n", head, *reason != '\0' ? failure : "");
}

static void
add_as_junit (GString *text,
              const HdGrade *grade)
{
  g_autofree char *remark = grade->remark != NULL ? g_markup_printf_escaped ("    <system-out>%s</system-out>\n", grade->remark) : NULL;
  guint n = grade->marks->len, n_failures = 0;
  g_autofree char *head = NULL;

  for (guint i = 0; i < n; i++)
    n_failures += *((const HdMark *) grade->marks->pdata[i])->reason != '\0';
  if (grade->fault != NULL)
    n = n_failures = 1;
  head = g_markup_printf_escaped ("  <testsuite name=\"%s\" tests=\"%u\" failures=\"%u\">\n", grade->file, n, n_failures);
  g_string_append (text, head);
  if (grade->fault != NULL)
    add_case (text, grade, "file", grade->fault);
  for (guint i = 0; i < grade->marks->len; i++)
    {
      const HdMark *mark = grade->marks->pdata[i];

      add_case (text, grade, mark->question, mark->reason);
    }
  g_string_append_printf (text, "%s  </testsuite>\n", remark != NULL ? remark : "");
}

static void
add_to_json (JsonBuilder *builder,
             const HdGrade *grade)
{
  json_builder_begin_object (builder);
  hd_json_add_text (builder, "file", grade->file);
  hd_json_add_text (builder, "student", grade->student);
  hd_json_add_integer (builder, "points", grade->points);
  hd_json_add_integer (builder, "most_points", grade->most);
  hd_json_add_text (builder, "fault", grade->fault);
  hd_json_add_text (builder, "remark", grade->remark);
  json_builder_set_member_name (builder, "marks");
  json_builder_begin_array (builder);
  for (guint i = 0; i < grade->marks->len; i++)
    {
      const HdMark *mark = grade->marks->pdata[i];

      json_builder_begin_object (builder);
      hd_json_add_text (builder, "question", mark->question);
      hd_json_add_integer (builder, "points", mark->points);
      hd_json_add_integer (builder, "most_points", mark->most);
      hd_json_add_text (builder, "reason", mark->reason);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

static char *
format_json (const HdLesson *lesson,
             GPtrArray *grades)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autofree char *text = NULL;

  json_builder_begin_object (builder);
  hd_json_add_text (builder, "heddle", HD_VERSION);
  hd_json_add_text (builder, "lesson", hd_lesson_get_name (lesson));
  json_builder_set_member_name (builder, "grades");
  json_builder_begin_array (builder);
  for (guint i = 0; i < grades->len; i++)
    add_to_json (builder, grades->pdata[i]);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
  root = json_builder_get_root (builder);
  text = hd_json_text_write (root);
  return g_strconcat (text, "\n", NULL);
}

/* ---- copies ------------------------------------------------------------------------------------------------------------ */

static gboolean
is_within (const HdLessonQuestion *question,
           HdQuantity given,
           HdQuantity expected)
{
  return hd_dimension_equal (given.dimension, expected.dimension) && fabs (given.value - expected.value) <= question->tolerance * fabs (expected.value);
}

/* (nullable): the first whose right value this wrong one is */
static const HdGrade *
find_owner (const HdLessonQuestion *question,
            GPtrArray *grades,
            const HdGrade *grade,
            guint number)
{
  const HdMark *mark = grade->marks->pdata[number];

  for (guint i = 0; i < grades->len; i++)
    {
      const HdGrade *other = grades->pdata[i];
      const HdMark *of_other = other->marks->len > number ? other->marks->pdata[number] : NULL;

      if (of_other != NULL && g_strcmp0 (other->student, grade->student) != 0 && !is_within (question, of_other->expected, mark->expected)
          && is_within (question, mark->given, of_other->expected))
        return other;
    }
  return NULL;
}

void
hd_grades_compare (const HdLesson *lesson,
                   GPtrArray *grades)
{
  for (guint i = 0; i < grades->len; i++)
    {
      HdGrade *grade = grades->pdata[i];

      for (guint k = 0; k < grade->marks->len; k++)
        {
          const HdLessonQuestion *question = hd_lesson_get_question (lesson, k);
          gboolean is_wrong = question->kind == HD_QUESTION_NUMBER && ((const HdMark *) grade->marks->pdata[k])->verdict == HD_VERDICT_WRONG;
          const HdGrade *owner = is_wrong ? find_owner (question, grades, grade, k) : NULL;
          g_autofree char *before = NULL;

          if (owner == NULL)
            continue;
          before = g_steal_pointer (&grade->remark);
          grade->remark = g_strdup_printf (_("%s%sThe wrong answer to “%s” is what is right for “%s” (%s)."), before != NULL ? before : "", before != NULL ? " " : "",
                                           question->id, owner->student, owner->file);
        }
    }
}

char *
hd_grades_format (const HdLesson *lesson,
                  GPtrArray *grades,
                  HdGradesFormat format)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *suites = g_markup_printf_escaped ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"%s\">\n", hd_lesson_get_name (lesson));

  if (format == HD_GRADES_JSON)
    return format_json (lesson, grades);
  if (format == HD_GRADES_TEXT)
    g_string_append_printf (text, "%s\n", hd_lesson_get_title (lesson));
  else
    g_string_append (text, format == HD_GRADES_CSV ? HEADER : suites);
  for (guint i = 0; i < grades->len; i++)
    {
      const HdGrade *grade = grades->pdata[i];

      if (format == HD_GRADES_TEXT)
        add_as_text (text, grade);
      else if (format == HD_GRADES_CSV)
        add_as_csv (text, grade);
      else
        add_as_junit (text, grade);
    }
  if (format == HD_GRADES_JUNIT)
    g_string_append (text, "</testsuites>\n");
  return g_string_free (g_steal_pointer (&text), FALSE);
}
