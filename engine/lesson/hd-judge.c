/* hd-judge.c: whether an answer is right, once all runs that say so are over
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What is right is found also where there is no answer, so that a lesson that is wrong is told at once.
 */
#define G_LOG_DOMAIN "hd-judge"

#include "hd-judge.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-figure.h>

#include "hd-i18n.h"
#include "hd-lesson-private.h"

#define MOST_SHOWN 3 /* of several that are right */

HdMark *
hd_mark_new (const HdLessonQuestion *question)
{
  HdMark *self = g_new0 (HdMark, 1);

  self->question = g_strdup (question->id);
  self->most = question->points;
  self->reason = g_strdup ("");
  self->right = g_strdup ("");
  return self;
}

void
hd_mark_free (HdMark *self)
{
  g_free (self->question);
  g_free (self->reason);
  g_free (self->fault);
  g_free (self->right);
  g_free (self->remark);
  g_free (self->curve);
  g_free (self);
}

static char *
dup_wrong (const HdMark *self,
           const HdLessonQuestion *question,
           const HdAnswer *answer)
{
  const char *hint = hd_lesson_choose (question->hints);
  g_autofree char *reason = *self->right == '\0' ? g_strdup (_("What was asked for is not so."))
                                                : g_strdup_printf (_("“%.80s” is wrong: it is %s."), answer->value, self->right);

  return *hint != '\0' ? g_strdup_printf ("%s %s", reason, hint) : g_steal_pointer (&reason);
}

static char *
dup_reason (const HdMark *self,
            const HdLessonQuestion *question,
            const HdAnswer *answer)
{
  switch (self->verdict)
    {
    case HD_VERDICT_MISSING:
      return g_strdup (answer != NULL && answer->is_shown ? _("The answer was shown.") : _("There is no answer."));
    case HD_VERDICT_UNREAD:
      return g_strdup (self->fault);
    case HD_VERDICT_WRONG:
      return dup_wrong (self, question, answer);
    case HD_VERDICT_RIGHT:
    default:
      if (self->points == self->most)
        return g_strdup ("");
      return answer->is_shown ? g_strdup (_("The answer was shown.")) : g_strdup_printf (_("Right at try %u."), answer->tries);
    }
}

void
hd_mark_settle (HdMark *self,
                const HdLessonQuestion *question,
                const HdAnswer *answer,
                HdVerdict verdict,
                char *fault_take)
{
  self->verdict = verdict;
  self->fault = fault_take;
  self->points = verdict == HD_VERDICT_RIGHT ? hd_answer_get_worth (answer, self->most) : 0;
  g_free (self->reason);
  self->reason = dup_reason (self, question, answer);
}

/* ---- expressions ------------------------------------------------------------------------------------------------------- */

static gboolean
fail (const HdJudgement *self,
      GError **error,
      const char *message)
{
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s:%u: question “%s”: %s"), self->lesson->file_name, self->question->line, self->question->id, message);
  return FALSE;
}

static gboolean
evaluate (const HdJudgement *self,
          const HdExpression *expression,
          guint after,
          guint32 candidate,
          HdQuantity *out_quantity,
          GError **error)
{
  HdLessonScope scope = { self->before, self->after[after], self->question->of_links, candidate };
  HdValue value;

  if (!hd_expression_evaluate (expression, hd_lesson_scope_look_up, &scope, &value, error))
    {
      g_prefix_error (error, _("%s:%u: question “%s”: "), self->lesson->file_name, self->question->line, self->question->id);
      return FALSE;
    }
  if (value.kind != HD_VALUE_QUANTITY)
    {
      g_autofree char *message = g_strdup_printf (_("%s is no quantity"), hd_expression_get_text (expression));

      return fail (self, error, message);
    }
  *out_quantity = value.quantity;
  return TRUE;
}

/* ---- kinds ------------------------------------------------------------------------------------------------------------- */

static gboolean
has_value (const HdJudgement *self)
{
  return self->answer != NULL && *self->answer->value != '\0';
}

static gboolean
judge_choice (const HdJudgement *self,
              HdMark *mark,
              GError **error)
{
  const HdLessonOption *right = NULL;
  gboolean is_known = FALSE;
  guint n = 0;

  for (guint i = 0; i < self->question->options->len; i++)
    {
      const HdLessonOption *option = &g_array_index (self->question->options, HdLessonOption, i);
      HdQuantity quantity;

      if (!evaluate (self, option->when, 0, HD_NO_ID, &quantity, error))
        return FALSE;
      is_known |= has_value (self) && strcmp (option->id, self->answer->value) == 0;
      if (quantity.value != 0)
        {
          right = option;
          n++;
        }
    }
  if (n != 1)
    {
      g_autofree char *message = g_strdup_printf (_("one option must hold, not %u"), n);

      return fail (self, error, message);
    }
  g_free (mark->right);
  mark->right = g_strdup_printf (_("“%s”, %s"), right->id, hd_lesson_choose (right->texts));
  if (!has_value (self))
    hd_mark_settle (mark, self->question, self->answer, HD_VERDICT_MISSING, NULL);
  else if (!is_known)
    hd_mark_settle (mark, self->question, self->answer, HD_VERDICT_UNREAD, g_strdup_printf (_("“%.80s” is none of the options."), self->answer->value));
  else
    hd_mark_settle (mark, self->question, self->answer, strcmp (self->answer->value, right->id) == 0 ? HD_VERDICT_RIGHT : HD_VERDICT_WRONG, NULL);
  return TRUE;
}

/* (nullable) (transfer full): why a text is no quantity of the dimension that is asked for */
static char *
read_quantity (const char *text,
               const HdQuantity *right,
               HdQuantity *out_given)
{
  g_autoptr (GError) error = NULL;

  if (!hd_quantity_parse (text, out_given, &error))
    return g_strdup_printf (_("“%.80s” is not read: %s."), text, error->message);
  if (!hd_dimension_equal (out_given->dimension, right->dimension))
    {
      g_autofree char *unit = hd_dimension_to_string (right->dimension);

      if (hd_dimension_equal (right->dimension, HD_DIMENSION_NONE))
        return g_strdup_printf (_("“%.80s” has a unit, and what is asked for has none."), text);
      if (hd_dimension_equal (out_given->dimension, HD_DIMENSION_NONE))
        return g_strdup_printf (_("“%.80s” has no unit, and what is asked for has one, such as %s."), text, unit);
      return g_strdup_printf (_("“%.80s” has another unit than what is asked for, such as %s."), text, unit);
    }
  return NULL;
}

/* As many digits as a double keeps are right in any case. */
static gboolean
is_close (const HdLessonQuestion *question,
          double given,
          double right,
          double scale)
{
  return fabs (given - right) <= fmax (question->tolerance, 1e-12) * fabs (scale);
}

static gboolean
judge_number (const HdJudgement *self,
              HdMark *mark,
              GError **error)
{
  g_autofree char *fault = NULL;

  if (!evaluate (self, self->question->expression, 0, HD_NO_ID, &mark->expected, error))
    return FALSE;
  g_free (mark->right);
  mark->right = hd_figure_format (mark->expected, 4);
  if (!has_value (self))
    {
      hd_mark_settle (mark, self->question, self->answer, HD_VERDICT_MISSING, NULL);
      return TRUE;
    }
  fault = read_quantity (self->answer->value, &mark->expected, &mark->given);
  if (fault != NULL)
    hd_mark_settle (mark, self->question, self->answer, HD_VERDICT_UNREAD, g_steal_pointer (&fault));
  else
    hd_mark_settle (mark, self->question, self->answer, is_close (self->question, mark->given.value, mark->expected.value, mark->expected.value) ? HD_VERDICT_RIGHT : HD_VERDICT_WRONG, NULL);
  return TRUE;
}

/* ---- picking ----------------------------------------------------------------------------------------------------------- */

static char *
dup_path (HdDesign *design,
          gboolean of_links,
          guint32 number)
{
  return of_links ? hd_design_dup_link_path (design, number) : hd_design_dup_node_path (design, number);
}

/* (nullable) (transfer full): which hold, by number; none is the lesson's fault */
static guint8 *
find_right (const HdJudgement *self,
            HdMark *mark,
            GError **error)
{
  HdDesign *design = hd_record_get_design (self->after[0]->record);
  guint n = self->question->of_links ? hd_design_get_n_links (design) : hd_design_get_n_nodes (design), n_right = 0;
  g_autofree guint8 *is_right = g_new0 (guint8, n + 1);
  g_autoptr (GString) shown = g_string_new (NULL);

  for (guint32 i = 0; i < n; i++)
    {
      HdQuantity quantity;

      if (!evaluate (self, self->question->expression, 0, i, &quantity, error))
        return NULL;
      is_right[i] = quantity.value != 0;
      if (is_right[i] && n_right++ < MOST_SHOWN)
        {
          g_autofree char *path = dup_path (design, self->question->of_links, i);

          g_string_append_printf (shown, "%s%s", shown->len > 0 ? ", " : "", path);
        }
    }
  if (n_right == 0)
    {
      fail (self, error, _("nothing of the project is what it asks for"));
      return NULL;
    }
  if (n_right > MOST_SHOWN)
    g_string_append (shown, ", …");
  g_free (mark->right);
  mark->right = g_string_free (g_steal_pointer (&shown), FALSE);
  return g_steal_pointer (&is_right);
}

static gboolean
judge_pick (const HdJudgement *self,
            HdMark *mark,
            GError **error)
{
  g_autofree guint8 *is_right = find_right (self, mark, error);
  HdObjectKind kind = HD_OBJECT_UNKNOWN, wanted = self->question->of_links ? HD_OBJECT_LINK : HD_OBJECT_COMPONENT;
  g_autoptr (GArray) picked = NULL;
  gboolean all = TRUE;

  if (is_right == NULL)
    return FALSE;
  if (!has_value (self))
    {
      hd_mark_settle (mark, self->question, self->answer, HD_VERDICT_MISSING, NULL);
      return TRUE;
    }
  picked = hd_lesson_match (hd_record_get_design (self->after[0]->record), self->answer->value, &kind, NULL);
  if (picked == NULL || kind != wanted || picked->len == 0)
    {
      hd_mark_settle (mark, self->question, self->answer, HD_VERDICT_UNREAD,
                      g_strdup_printf (self->question->of_links ? _("There is no link “%.80s”.") : _("There is no component “%.80s”."), self->answer->value));
      return TRUE;
    }
  for (guint i = 0; i < picked->len; i++)
    all &= is_right[g_array_index (picked, guint32, i)];
  hd_mark_settle (mark, self->question, self->answer, all ? HD_VERDICT_RIGHT : HD_VERDICT_WRONG, NULL);
  return TRUE;
}

/* ---- sketches ---------------------------------------------------------------------------------------------------------- */

static gboolean
judge_sketch (const HdJudgement *self,
              HdMark *mark,
              GError **error)
{
  HdQuantity *right = mark->curve = g_new0 (HdQuantity, self->n_after);
  g_auto (GStrv) given = has_value (self) ? g_strsplit (self->answer->value, ",", -1) : NULL;
  g_autoptr (GString) shown = g_string_new (NULL);
  double scale = 0;
  gboolean all = TRUE;

  mark->n_curve = self->n_after;
  for (guint i = 0; i < self->n_after; i++)
    {
      g_autofree char *figure = NULL;

      if (!evaluate (self, self->question->expression, i, HD_NO_ID, &right[i], error))
        return FALSE;
      scale = fmax (scale, fabs (right[i].value));
      figure = hd_figure_format (right[i], 3);
      g_string_append_printf (shown, "%s%s", i > 0 ? ", " : "", figure);
    }
  g_free (mark->right);
  mark->right = g_string_free (g_steal_pointer (&shown), FALSE);
  if (given == NULL)
    hd_mark_settle (mark, self->question, self->answer, HD_VERDICT_MISSING, NULL);
  else if (g_strv_length (given) != self->n_after)
    hd_mark_settle (mark, self->question, self->answer, HD_VERDICT_UNREAD, g_strdup_printf (_("“%.80s” has %u values, not %u."), self->answer->value, g_strv_length (given), self->n_after));
  else
    {
      for (guint i = 0; i < self->n_after; i++)
        {
          HdQuantity quantity;
          char *fault = read_quantity (g_strstrip (given[i]), &right[i], &quantity);

          if (fault != NULL)
            {
              hd_mark_settle (mark, self->question, self->answer, HD_VERDICT_UNREAD, fault);
              return TRUE;
            }
          all &= is_close (self->question, quantity.value, right[i].value, scale);
        }
      hd_mark_settle (mark, self->question, self->answer, all ? HD_VERDICT_RIGHT : HD_VERDICT_WRONG, NULL);
    }
  return TRUE;
}

/* What the lesson's own project has, and the student's has no more, is the student's fault. */
static gboolean
judge_task (const HdJudgement *self,
            HdMark *mark,
            GError **error)
{
  HdJudgement of_lesson = *self;
  g_autoptr (GError) fault = NULL;
  HdQuantity quantity;

  of_lesson.after = &self->before;
  if (!evaluate (&of_lesson, self->question->expression, 0, HD_NO_ID, &quantity, error))
    return FALSE;
  if (!evaluate (self, self->question->expression, 0, HD_NO_ID, &quantity, &fault))
    {
      hd_mark_settle (mark, self->question, self->answer, HD_VERDICT_UNREAD, g_strdup (fault->message));
      return TRUE;
    }
  hd_mark_settle (mark, self->question, self->answer, quantity.value != 0 ? HD_VERDICT_RIGHT : HD_VERDICT_WRONG, NULL);
  return TRUE;
}

HdMark *
hd_judge (const HdJudgement *self,
          GError **error)
{
  static gboolean (*const judges[]) (const HdJudgement *, HdMark *, GError **) = {
    [HD_QUESTION_CHOICE] = judge_choice, [HD_QUESTION_NUMBER] = judge_number, [HD_QUESTION_PICK] = judge_pick,
    [HD_QUESTION_SKETCH] = judge_sketch, [HD_QUESTION_TASK] = judge_task,
  };
  g_autoptr (HdMark) mark = hd_mark_new (self->question);

  return judges[self->question->kind] (self, mark, error) ? g_steal_pointer (&mark) : NULL;
}
