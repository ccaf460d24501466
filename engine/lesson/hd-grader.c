/* hd-grader.c: what answers to a lesson are worth
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A question needs some runs: of the project as the step before it left it, as its own step leaves it, of a sketch one for each value, of a task one of what the student
 * handed in. Each is made once, and what waits for it is judged when all of its runs are over.
 */
#define G_LOG_DOMAIN "hd-grader"

#include <heddle/hd-grader.h>

#include <string.h>

#include "hd-i18n.h"
#include "hd-judge.h"
#include "hd-lesson-private.h"
#include "hd-own-project.h"

#define LIMIT "run:wall-limit=60 s"
#define LIMIT_OF_STUDENTS "run:wall-limit=10 s"
#define PROJECT ".heddle"

/* A run under way, or what came of it: one of @run and @error */
typedef struct
{
  HdGrader *grader;
  HdRunJob *job;
  HdLessonRun *run;
  GError *error;
  char *settings; /* for messages */
} Trial;

struct _HdGrader
{
  HdLesson *lesson;
  HdRunQueue *queue;
  GHashTable *trials; /* (element-type utf8 Trial): by stage and settings */
  GHashTable *stages; /* (element-type utf8 HdSnapshot): by student's values, step and side */
  GPtrArray *tasks;   /* (element-type GTask): questions whose runs are under way */
};

/* What one question waits for: data of a task */
typedef struct
{
  HdGrader *grader;
  const HdLessonQuestion *question;
  HdAnswer answer;
  gboolean has_answer;
  Trial *before;    /* of the grader, or NULL */
  GPtrArray *after; /* (element-type Trial): likewise */
  Trial *own;       /* the run of the student's project, or NULL */
  char *fault;      /* why that cannot be run, or NULL */
  char *remark;
} Case;

/* ---- runs -------------------------------------------------------------------------------------------------------------- */

static void
trial_free (Trial *self)
{
  if (self->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->job, self);
      hd_run_job_cancel (self->job);
    }
  g_clear_object (&self->job);
  g_clear_pointer (&self->run, hd_lesson_run_free);
  g_clear_error (&self->error);
  g_free (self->settings);
  g_free (self);
}

/* What elaborating found says more than that it failed. */
static GError *
dup_job_error (HdRunJob *job)
{
  HdProblemList *problems = hd_run_job_get_problems (job);

  for (guint i = 0; problems != NULL && i < hd_problem_list_get_length (problems); i++)
    if (hd_problem_list_get (problems, i)->severity == HD_SEVERITY_ERROR)
      return g_error_new_literal (HD_ERROR, HD_ERROR_INVALID, hd_problem_list_get (problems, i)->message);
  return hd_run_job_get_error (job) != NULL ? g_error_copy (hd_run_job_get_error (job)) : g_error_new_literal (HD_ERROR, HD_ERROR_CANCELLED, _("the run was stopped"));
}

static void judge_ready (HdGrader *self);

static void
on_state (Trial *self)
{
  if (!hd_run_job_has_ended (self->job))
    return;
  g_signal_handlers_disconnect_by_data (self->job, self);
  if (hd_run_job_get_state (self->job) == HD_RUN_JOB_FINISHED)
    self->run = hd_lesson_run_new (hd_run_job_get_record (self->job));
  else
    self->error = dup_job_error (self->job);
  g_clear_object (&self->job);
  judge_ready (self->grader);
}

static Trial *
trial_new (HdGrader *grader,
           HdSnapshot *snapshot,
           const char *const *settings,
           const char *limit)
{
  Trial *self = g_new0 (Trial, 1);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) all = NULL;

  g_strv_builder_addv (builder, (const char **) settings);
  g_strv_builder_add (builder, limit);
  all = g_strv_builder_end (builder);
  self->grader = grader;
  self->settings = g_strjoinv (", ", (char **) settings);
  self->job = hd_run_queue_submit (grader->queue, snapshot, (const char *const *) all, 0);
  g_signal_connect_swapped (self->job, "notify::state", G_CALLBACK (on_state), self);
  return self;
}

static HdSnapshot *
get_stage (HdGrader *self,
           guint step,
           gboolean before,
           const char *student,
           GError **error)
{
  g_auto (GStrv) drawn = hd_lesson_draw (self->lesson, student);
  g_autofree char *values = g_strjoinv ("\n", drawn), *key = g_strdup_printf ("%u %d\n%s", step, before, values);
  HdSnapshot *stage = g_hash_table_lookup (self->stages, key);

  if (stage == NULL)
    stage = hd_lesson_dup_stage (self->lesson, step, before, student, error);
  else
    return stage;
  if (stage != NULL)
    g_hash_table_insert (self->stages, g_steal_pointer (&key), stage);
  return stage;
}

/* Stages that are equal, as those of steps that edit nothing, share their runs. */
static Trial *
get_trial (HdGrader *self,
           guint step,
           gboolean before,
           const char *student,
           const char *const *settings,
           GError **error)
{
  HdSnapshot *stage = get_stage (self, step, before, student, error);
  g_autofree char *digest = stage != NULL ? hd_lesson_digest_project (stage) : NULL, *joined = g_strjoinv ("\n", (char **) settings), *key = NULL;
  Trial *trial;

  if (stage == NULL)
    return NULL;
  key = g_strdup_printf ("%s\n%s\n%s", hd_lesson_get_project_at (self->lesson, step), digest, joined);
  trial = g_hash_table_lookup (self->trials, key);
  if (trial == NULL)
    {
      trial = trial_new (self, stage, settings, LIMIT);
      g_hash_table_insert (self->trials, g_steal_pointer (&key), trial);
    }
  return trial;
}

/* ---- questions --------------------------------------------------------------------------------------------------------- */

static void
case_free (Case *self)
{
  g_free (self->answer.value);
  g_free (self->answer.project);
  g_ptr_array_unref (self->after);
  g_clear_pointer (&self->own, trial_free);
  g_free (self->fault);
  g_free (self->remark);
  g_free (self);
}

static gboolean
is_over (const Trial *trial)
{
  return trial == NULL || trial->job == NULL;
}

static gboolean
is_ready (const Case *self)
{
  gboolean all = is_over (self->before) && is_over (self->own);

  for (guint i = 0; all && i < self->after->len; i++)
    all = is_over (self->after->pdata[i]);
  return all;
}

/* A run of the lesson that failed is the lesson's fault. */
static gboolean
check_trial (const HdGrader *self,
             const Trial *trial,
             GError **error)
{
  if (trial == NULL || trial->error == NULL)
    return TRUE;
  g_propagate_prefixed_error (error, g_error_copy (trial->error), _("%s: its project does not run with “%s”: "), self->lesson->file_name, trial->settings);
  return FALSE;
}

static HdMark *
judge_case (const Case *self,
            GError **error)
{
  g_autofree const HdLessonRun **after = g_new0 (const HdLessonRun *, self->after->len + 1);
  HdJudgement judgement = { self->grader->lesson, self->question, self->has_answer ? &self->answer : NULL, NULL, after, self->after->len };
  HdMark *mark;

  if (!check_trial (self->grader, self->before, error))
    return NULL;
  for (guint i = 0; i < self->after->len; i++)
    {
      const Trial *trial = self->after->pdata[i];

      if (!check_trial (self->grader, trial, error))
        return NULL;
      after[i] = trial->run;
    }
  judgement.before = self->before != NULL ? self->before->run : NULL;
  if (self->question->kind != HD_QUESTION_TASK)
    mark = hd_judge (&judgement, error);
  else if (self->own != NULL && self->own->run != NULL)
    {
      after[0] = self->own->run;
      judgement.n_after = 1;
      mark = hd_judge (&judgement, error);
    }
  else
    {
      const char *fault = self->own != NULL ? self->own->error->message : self->fault;
      g_autoptr (HdMark) of_lesson = NULL;

      after[0] = judgement.before;
      of_lesson = hd_judge (&judgement, error); /* which tells what is wrong with the question itself */
      if (of_lesson == NULL)
        return NULL;
      mark = hd_mark_new (self->question);
      hd_mark_settle (mark, self->question, judgement.answer, fault != NULL ? HD_VERDICT_UNREAD : HD_VERDICT_MISSING,
                      fault != NULL ? g_strdup_printf (_("The project does not run: %s"), fault) : NULL);
    }
  if (mark != NULL)
    mark->remark = g_strdup (self->remark);
  return mark;
}

/* What is returned may be the end of the grader: so nothing of it is looked at afterwards. */
typedef struct
{
  GTask *task;
  HdMark *mark;
  GError *error;
} Outcome;

static Outcome
find_outcome (GTask *task)
{
  Outcome outcome = { g_object_ref (task), NULL, NULL };

  outcome.mark = judge_case (g_task_get_task_data (task), &outcome.error);
  return outcome;
}

static void
return_outcome (Outcome *outcome)
{
  if (outcome->mark != NULL)
    g_task_return_pointer (outcome->task, outcome->mark, (GDestroyNotify) hd_mark_free);
  else
    g_task_return_error (outcome->task, outcome->error);
  g_object_unref (outcome->task);
}

static void
judge_ready (HdGrader *self)
{
  g_autoptr (GArray) outcomes = g_array_new (FALSE, FALSE, sizeof (Outcome));

  for (guint i = 0; i < self->tasks->len;)
    if (is_ready (g_task_get_task_data (self->tasks->pdata[i])))
      {
        Outcome outcome = find_outcome (self->tasks->pdata[i]);

        g_array_append_val (outcomes, outcome);
        g_ptr_array_remove_index (self->tasks, i);
      }
    else
      i++;
  for (guint i = 0; i < outcomes->len; i++)
    return_outcome (&g_array_index (outcomes, Outcome, i));
}

/* What the task's answer is: the XML that came with it, or a file beside the answers. */
static void
submit_own (Case *self,
            guint step,
            const char *student,
            GFile *folder)
{
  HdGrader *grader = self->grader;
  const HdLessonProject *project = hd_lesson_find_project (grader->lesson, hd_lesson_get_project_at (grader->lesson, step));
  gboolean is_named = self->has_answer && self->answer.project == NULL && *self->answer.value != '\0' && folder != NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *file = is_named ? hd_own_project_load (folder, self->answer.value, &error) : NULL, *other = NULL;
  const char *xml = file != NULL ? file : self->has_answer ? self->answer.project : NULL;
  g_autoptr (HdSnapshot) snapshot = xml != NULL ? hd_own_project_read (xml, project->path, &error) : NULL;
  HdSnapshot *given = get_stage (grader, step, FALSE, student, NULL);
  g_auto (GStrv) all = hd_lesson_draw (grader->lesson, student), drawn = NULL;

  if (snapshot == NULL || given == NULL)
    {
      self->fault = error != NULL ? g_strdup (error->message) : NULL;
      return;
    }
  drawn = hd_own_project_list_drawn (given, (const char *const *) all);
  other = hd_own_project_find_other (snapshot, (const char *const *) drawn);
  if (other != NULL)
    self->remark = g_strdup_printf (_("The project for “%s” was not begun from what was drawn for “%s”: %s."), self->question->id, student, other);
  self->own = trial_new (grader, snapshot, (const char *const *) drawn, LIMIT_OF_STUDENTS);
}

static gboolean
needs_before (const HdLessonQuestion *question)
{
  gboolean needs = question->kind == HD_QUESTION_TASK || (question->expression != NULL && hd_lesson_needs_before (question->expression));

  for (guint i = 0; !needs && i < question->options->len; i++)
    needs = hd_lesson_needs_before (g_array_index (question->options, HdLessonOption, i).when);
  return needs;
}

static gboolean
submit_after (Case *self,
              guint step,
              const char *student,
              const char *over,
              GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) settings = NULL;
  Trial *trial;

  if (self->question->setting != NULL)
    g_strv_builder_add (builder, self->question->setting);
  if (over != NULL)
    g_strv_builder_add (builder, over);
  settings = g_strv_builder_end (builder);
  trial = get_trial (self->grader, step, FALSE, student, (const char *const *) settings, error);
  if (trial != NULL)
    g_ptr_array_add (self->after, trial);
  return trial != NULL;
}

static gboolean
submit (Case *self,
        guint step,
        const char *student,
        GFile *folder,
        GError **error)
{
  static const char *const none[] = { NULL };
  const HdLessonQuestion *question = self->question;

  /* Of a task, before is what the student was given. */
  if (needs_before (question))
    {
      self->before = get_trial (self->grader, step, question->kind != HD_QUESTION_TASK, student, none, error);
      if (self->before == NULL)
        return FALSE;
    }
  if (question->kind == HD_QUESTION_TASK)
    {
      submit_own (self, step, student, folder);
      return TRUE;
    }
  if (question->kind != HD_QUESTION_SKETCH)
    return submit_after (self, step, student, NULL, error);
  for (guint i = 0; question->values[i] != NULL; i++)
    {
      g_autofree char *over = g_strdup_printf ("%s=%s", question->over, question->values[i]);

      if (!submit_after (self, step, student, over, error))
        return FALSE;
    }
  return TRUE;
}

void
hd_grader_judge_async (HdGrader *self,
                       guint question,
                       const char *student,
                       const HdAnswer *answer,
                       GFile *folder,
                       GAsyncReadyCallback callback,
                       gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, data);
  Case *judged = g_new0 (Case, 1);
  GError *error = NULL;

  g_return_if_fail (question < hd_lesson_get_n_questions (self->lesson));

  judged->grader = self;
  judged->question = hd_lesson_get_question (self->lesson, question);
  judged->after = g_ptr_array_new ();
  judged->has_answer = answer != NULL;
  if (answer != NULL)
    judged->answer = (HdAnswer) { g_strdup (answer->value), answer->tries, answer->is_shown, g_strdup (answer->project) };
  g_task_set_task_data (task, judged, (GDestroyNotify) case_free);
  if (!submit (judged, hd_lesson_get_step_of (self->lesson, question), student, folder, &error))
    g_task_return_error (task, error);
  else if (is_ready (judged))
    {
      Outcome outcome = find_outcome (task);

      return_outcome (&outcome);
    }
  else
    g_ptr_array_add (self->tasks, g_steal_pointer (&task));
}

HdMark *
hd_grader_judge_finish (GAsyncResult *result,
                        GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- submissions ------------------------------------------------------------------------------------------------------- */

void
hd_grade_free (HdGrade *self)
{
  g_free (self->file);
  g_free (self->student);
  g_ptr_array_unref (self->marks);
  g_free (self->fault);
  g_free (self->remark);
  g_free (self);
}

static HdGrade *
grade_new (GFile *file,
           const HdLesson *lesson)
{
  HdGrade *self = g_new0 (HdGrade, 1);

  self->file = g_file_get_parse_name (file);
  self->most = hd_lesson_get_points (lesson);
  self->marks = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_mark_free);
  return self;
}

static void
add_remark (HdGrade *self,
            const char *remark)
{
  g_autofree char *before = g_steal_pointer (&self->remark);

  self->remark = before != NULL && remark != NULL ? g_strdup_printf ("%s %s", before, remark) : g_strdup (before != NULL ? before : remark);
}

static gboolean
has_tasks (const HdLesson *lesson)
{
  for (guint i = 0; i < hd_lesson_get_n_questions (lesson); i++)
    if (hd_lesson_get_question (lesson, i)->kind == HD_QUESTION_TASK)
      return TRUE;
  return FALSE;
}

/* A project alone is what its student, after whom it is called, did for all tasks. */
static HdAnswers *
read_project (const HdGrader *self,
              GFile *file,
              GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autofree char *name = g_file_get_basename (file), *xml = NULL;
  HdAnswers *answers;

  if (!has_tasks (self->lesson))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("This is a project, and the lesson asks for none."));
      return NULL;
    }
  xml = hd_own_project_load (folder, name, error);
  name[strlen (name) - strlen (PROJECT)] = '\0';
  answers = xml != NULL ? hd_answers_new (self->lesson, name, error) : NULL;
  for (guint i = 0; answers != NULL && i < hd_lesson_get_n_questions (self->lesson); i++)
    if (hd_lesson_get_question (self->lesson, i)->kind == HD_QUESTION_TASK)
      hd_answers_set (answers, hd_lesson_get_question (self->lesson, i)->id, "", xml);
  return answers;
}

static void
on_judged (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static HdMark *
judge (HdGrader *self,
       guint question,
       const char *student,
       const HdAnswer *answer,
       GFile *folder,
       GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  hd_grader_judge_async (self, question, student, answer, folder, on_judged, &result);
  while (result == NULL)
    g_main_context_iteration (g_main_context_get_thread_default (), TRUE);
  return hd_grader_judge_finish (result, error);
}

static gboolean
grade_answers (HdGrader *self,
               HdGrade *grade,
               HdAnswers *answers,
               GFile *folder,
               GError **error)
{
  for (guint i = 0; i < hd_lesson_get_n_questions (self->lesson); i++)
    {
      HdMark *mark = judge (self, i, grade->student, hd_answers_get (answers, hd_lesson_get_question (self->lesson, i)->id), folder, error);

      if (mark == NULL)
        return FALSE;
      g_ptr_array_add (grade->marks, mark);
      grade->points += mark->points;
      add_remark (grade, mark->remark);
    }
  return TRUE;
}

HdGrade *
hd_grader_grade (HdGrader *self,
                 GFile *submission,
                 GError **error)
{
  g_autoptr (HdGrade) grade = grade_new (submission, self->lesson);
  g_autoptr (GFile) folder = g_file_get_parent (submission);
  gboolean is_project = g_str_has_suffix (grade->file, PROJECT);
  g_autoptr (GError) fault = NULL;
  g_autoptr (HdAnswers) answers = is_project ? read_project (self, submission, &fault) : hd_answers_load (submission, &fault);

  if (answers == NULL)
    {
      grade->fault = g_strdup (fault->message);
      return g_steal_pointer (&grade);
    }
  grade->student = g_strdup (hd_answers_get_student (answers));
  grade->fault = hd_answers_find_fault (answers, self->lesson);
  if (grade->fault != NULL)
    return g_steal_pointer (&grade);
  if (is_project)
    add_remark (grade, _("This is a project alone: its tasks are graded."));
  else if (hd_answers_is_older (answers, self->lesson))
    add_remark (grade, _("The lesson or its project was changed after this was handed out."));
  return grade_answers (self, grade, answers, folder, error) ? g_steal_pointer (&grade) : NULL;
}

/* ---- life -------------------------------------------------------------------------------------------------------------- */

HdGrader *
hd_grader_new (HdLesson *lesson,
               HdRunQueue *queue)
{
  HdGrader *self = g_new0 (HdGrader, 1);

  self->lesson = hd_lesson_ref (lesson);
  self->queue = g_object_ref (queue);
  self->trials = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) trial_free);
  self->stages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) hd_snapshot_unref);
  self->tasks = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

void
hd_grader_free (HdGrader *self)
{
  for (guint i = 0; i < self->tasks->len; i++)
    g_task_return_new_error (self->tasks->pdata[i], HD_ERROR, HD_ERROR_CANCELLED, "%s", _("the run was stopped"));
  g_ptr_array_unref (self->tasks);
  g_hash_table_unref (self->trials);
  g_hash_table_unref (self->stages);
  g_object_unref (self->queue);
  hd_lesson_unref (self->lesson);
  g_free (self);
}
