/* hd-grader.c: what answers to a lesson are worth
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-grader"

#include <heddle/hd-grader.h>

#include <math.h>
#include <string.h>

#include <heddle/hd-figure.h>

#include "hd-i18n.h"
#include "hd-lesson-private.h"
#include "hd-submission.h"

#define LIMIT "run:wall-limit=60 s"
#define BEFORE "before_"

struct _HdGrader
{
  HdLesson *lesson;
  HdRunQueue *queue;
  GHashTable *records; /* (element-type utf8 HdRecord): by the settings of the run */
};

HdGrader *
hd_grader_new (HdLesson *lesson,
               HdRunQueue *queue)
{
  HdGrader *self = g_new0 (HdGrader, 1);

  self->lesson = hd_lesson_ref (lesson);
  self->queue = g_object_ref (queue);
  self->records = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) hd_record_unref);
  return self;
}

void
hd_grader_free (HdGrader *self)
{
  g_hash_table_unref (self->records);
  g_object_unref (self->queue);
  hd_lesson_unref (self->lesson);
  g_free (self);
}

static void
mark_clear (HdMark *self)
{
  g_free (self->question);
  g_free (self->reason);
}

static HdGrade *
grade_new (GFile *file,
           const HdLesson *lesson)
{
  HdGrade *self = g_new0 (HdGrade, 1);

  self->file = g_file_get_parse_name (file);
  self->most = hd_lesson_get_points (lesson);
  self->marks = g_array_new (FALSE, TRUE, sizeof (HdMark));
  g_array_set_clear_func (self->marks, (GDestroyNotify) mark_clear);
  return self;
}

void
hd_grade_free (HdGrade *self)
{
  g_free (self->file);
  g_free (self->student);
  g_array_unref (self->marks);
  g_free (self->fault);
  g_free (self->remark);
  g_free (self);
}

/* Of the project with what was drawn and, where there is one, @setting. */
static HdRecord *
get_record (HdGrader *self,
            const char *const *drawn,
            const char *setting,
            GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) settings = NULL;
  g_autofree char *key = NULL;
  g_autoptr (HdRunJob) job = NULL;
  HdRecord *record;

  g_strv_builder_addv (builder, (const char **) drawn);
  if (setting != NULL)
    g_strv_builder_add (builder, setting);
  g_strv_builder_add (builder, LIMIT);
  settings = g_strv_builder_end (builder);
  key = g_strjoinv ("\n", settings);
  record = g_hash_table_lookup (self->records, key);
  if (record != NULL)
    return record;
  job = hd_run_queue_submit (self->queue, self->lesson->snapshot, (const char *const *) settings, 0);
  if (!hd_run_job_wait (job, error))
    {
      g_autofree char *shown = NULL;

      g_free (g_steal_pointer (&settings[g_strv_length (settings) - 1])); /* the limit, which nobody drew */
      shown = g_strjoinv (", ", settings);
      g_prefix_error (error, _("%s: its project does not run with “%s”: "), self->lesson->file_name, shown);
      return NULL;
    }
  record = hd_record_ref (hd_run_job_get_record (job));
  g_hash_table_insert (self->records, g_steal_pointer (&key), record);
  return record;
}

/* What an expression of one question can look up. */
typedef struct
{
  const char *const *drawn;
  HdRecord *before, *after;
} Scope;

static gboolean
look_up_drawn (const Scope *scope,
               const char *name,
               HdValue *out_value)
{
  gsize length = strlen (name);

  for (guint i = 0; scope->drawn[i] != NULL; i++)
    if (strncmp (scope->drawn[i], name, length) == 0 && scope->drawn[i][length] == '=')
      {
        const char *text = scope->drawn[i] + length + 1;

        if (hd_quantity_parse (text, &out_value->quantity, NULL))
          out_value->kind = HD_VALUE_QUANTITY;
        else
          *out_value = (HdValue) { .kind = HD_VALUE_WORD, .word = g_intern_string (text) };
        return TRUE;
      }
  return FALSE;
}

static gboolean
look_up (gpointer user_data,
         const char *name,
         HdValue *out_value,
         GError **error)
{
  Scope *scope = user_data;
  gboolean is_before = g_str_has_prefix (name, BEFORE);
  HdMetric metric;
  double factor = 1;

  if (*name == '$')
    return look_up_drawn (scope, name, out_value);
  if (!hd_record_find_metric (is_before ? scope->before : scope->after, is_before ? name + strlen (BEFORE) : name, &metric))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("the run has no metric “%.80s”"), name);
      return FALSE;
    }
  *out_value = (HdValue) { .kind = HD_VALUE_QUANTITY };
  if (!hd_unit_parse (metric.unit, &out_value->quantity.dimension, &factor, NULL))
    factor = 1; /* "%", "batch/s": plain numbers */
  out_value->quantity.value = metric.value * factor;
  return TRUE;
}

static gboolean
evaluate (HdGrader *self,
          const HdLessonQuestion *question,
          const HdExpression *expression,
          Scope *scope,
          HdQuantity *out_quantity,
          GError **error)
{
  HdValue value;

  if (!hd_expression_evaluate (expression, look_up, scope, &value, error))
    {
      g_prefix_error (error, _("%s:%u: question “%s”: "), self->lesson->file_name, question->line, question->id);
      return FALSE;
    }
  if (value.kind != HD_VALUE_QUANTITY)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s:%u: question “%s”: %s is no quantity"), self->lesson->file_name, question->line, question->id,
                   hd_expression_get_text (expression));
      return FALSE;
    }
  *out_quantity = value.quantity;
  return TRUE;
}

/* (nullable): with an error: the lesson's fault */
static const HdLessonOption *
find_right_option (HdGrader *self,
                   const HdLessonQuestion *question,
                   Scope *scope,
                   GError **error)
{
  const HdLessonOption *right = NULL;
  guint n = 0;

  for (guint i = 0; i < question->options->len; i++)
    {
      const HdLessonOption *option = &g_array_index (question->options, HdLessonOption, i);
      HdQuantity quantity;

      if (!evaluate (self, question, option->when, scope, &quantity, error))
        return NULL;
      if (quantity.value != 0)
        {
          right = option;
          n++;
        }
    }
  if (n == 1)
    return right;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s:%u: question “%s”: one option must hold, not %u"), self->lesson->file_name, question->line, question->id, n);
  return NULL;
}

static char *
with_hint (const HdLessonQuestion *question,
           char *reason)
{
  const char *hint = hd_lesson_choose (question->hints);
  char *both = *hint != '\0' ? g_strdup_printf ("%s %s", reason, hint) : g_strdup (reason);

  g_free (reason);
  return both;
}

/* (transfer full): why it is not right; NULL if it is */
static char *
judge_number (const HdLessonQuestion *question,
              const char *answer,
              HdQuantity right)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *figure = hd_figure_format (right, 4);
  HdQuantity given;

  if (!hd_quantity_parse (answer, &given, &error))
    return g_strdup_printf (_("“%.80s” is not read: %s."), answer, error->message);
  if (!hd_dimension_equal (given.dimension, right.dimension))
    return g_strdup_printf (_("“%.80s” has another unit than what is asked for, which is %s."), answer, figure);
  /* As many digits as a double keeps are right in any case. */
  if (fabs (given.value - right.value) <= fmax (question->tolerance, 1e-12) * fabs (right.value))
    return NULL;
  return with_hint (question, g_strdup_printf (_("“%.80s” is wrong: it is %s."), answer, figure));
}

static char *
judge_option (const HdLessonQuestion *question,
              const char *answer,
              const HdLessonOption *right)
{
  if (strcmp (answer, right->id) == 0)
    return NULL;
  return with_hint (question, g_strdup_printf (_("“%.80s” is wrong: it is “%s”, %s."), answer, right->id, hd_lesson_choose (right->texts)));
}

static gboolean
judge (HdGrader *self,
       const HdLessonQuestion *question,
       const char *const *drawn,
       const char *answer,
       HdGrade *grade,
       GError **error)
{
  HdMark mark = { g_strdup (question->id), 0, question->points, NULL };
  Scope scope = { .drawn = drawn };
  const HdLessonOption *right = NULL;
  HdQuantity quantity;

  g_array_append_val (grade->marks, mark); /* which frees what it holds, whatever comes */
  scope.before = get_record (self, drawn, NULL, error);
  scope.after = scope.before != NULL ? get_record (self, drawn, question->setting, error) : NULL;
  if (scope.after == NULL)
    return FALSE;
  /* Also where there is no answer: a lesson that is wrong is told at once. */
  if (question->answer != NULL ? !evaluate (self, question, question->answer, &scope, &quantity, error)
                               : (right = find_right_option (self, question, &scope, error)) == NULL)
    return FALSE;
  if (answer == NULL || *answer == '\0')
    mark.reason = g_strdup (_("There is no answer."));
  else
    mark.reason = right != NULL ? judge_option (question, answer, right) : judge_number (question, answer, quantity);
  if (mark.reason == NULL)
    {
      mark.points = mark.most;
      mark.reason = g_strdup ("");
    }
  grade->points += mark.points;
  g_array_index (grade->marks, HdMark, grade->marks->len - 1) = mark;
  return TRUE;
}

/* (nullable) (transfer full): why it is not to be graded */
static char *
find_fault (const HdLesson *lesson,
            const HdSubmission *submission)
{
  g_autofree char *seal = hd_lesson_dup_seal (lesson, submission->student);

  if (strcmp (submission->lesson, lesson->name) != 0)
    return g_strdup_printf (_("These are answers to another lesson, “%.80s”."), submission->lesson);
  if (strcmp (submission->seal, seal) != 0)
    return g_strdup_printf (_("This file was not handed out to “%.80s”: what was drawn in it is another’s, or the lesson’s draws were changed."), submission->student);
  return NULL;
}

static HdSubmission *
read_submission (GFile *answers,
                 const char *name,
                 GError **error)
{
  GFileType type = g_file_query_file_type (answers, G_FILE_QUERY_INFO_NONE, NULL);
  g_autoptr (GFileInputStream) stream = NULL;

  /* A pipe among those of a class would be waited for, perhaps for ever. */
  if (type == G_FILE_TYPE_SPECIAL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s is no regular file"), name);
      return NULL;
    }
  stream = g_file_read (answers, NULL, error);
  return stream != NULL ? hd_submission_read (G_INPUT_STREAM (stream), name, error) : NULL;
}

HdGrade *
hd_grader_grade (HdGrader *self,
                 GFile *answers,
                 GError **error)
{
  g_autoptr (HdGrade) grade = grade_new (answers, self->lesson);
  g_autoptr (GError) fault = NULL;
  g_autoptr (HdSubmission) submission = read_submission (answers, grade->file, &fault);
  g_auto (GStrv) drawn = NULL;

  if (submission == NULL)
    {
      grade->fault = g_strdup (fault->message);
      return g_steal_pointer (&grade);
    }
  grade->student = g_strdup (submission->student);
  grade->fault = find_fault (self->lesson, submission);
  if (grade->fault != NULL)
    return g_steal_pointer (&grade);
  if (strcmp (submission->digest, self->lesson->digest) != 0)
    grade->remark = g_strdup (_("The lesson or its project was changed after this was handed out."));
  drawn = hd_lesson_draw (self->lesson, submission->student);
  for (guint i = 0; i < self->lesson->questions->len; i++)
    {
      const HdLessonQuestion *question = &g_array_index (self->lesson->questions, HdLessonQuestion, i);

      if (!judge (self, question, (const char *const *) drawn, g_hash_table_lookup (submission->answers, question->id), grade, error))
        return NULL;
    }
  return g_steal_pointer (&grade);
}
