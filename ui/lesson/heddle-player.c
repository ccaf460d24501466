/* heddle-player.c: a lesson or a story that is played in a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-player"

#include "heddle-player.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-edits.h"
#include "heddle-progress.h"

#define SAVE_AFTER_S 3 /* so much work is lost in a crash */
#define QUEUE_BYTES (G_GUINT64_CONSTANT (1) << 30)

/* Of one question */
typedef struct
{
  HdMark *mark; /* or NULL */
  guint n_judging;
} Verdict;

struct _HeddlePlayer
{
  GObject parent_instance;

  /* Owned */
  HeddleSession *session;
  HdLesson *lesson;
  HdAnswers *answers;
  GHashTable *documents; /* HdDocument by the step that opened it */
  HdRunQueue *queue;
  HdGrader *grader;
  Verdict *verdicts;     /* of each question */

  GActionGroup *actions; /* (nullable): borrowed, weak: the window, which may go while the session still tells of a run */
  HdDocument *document;  /* borrowed: that of the present step */
  guint step;
  guint next_act;        /* what is to be done next of the present step */
  gboolean waits;        /* for the run that was begun */
  guint wanted;          /* step that is to be gone to when that is over, or G_MAXUINT */
  gboolean is_putting;   /* its own edits are no student's */
  double slow;           /* speed that was there before a run as fast as possible; negative if there was none */
  guint save;            /* source */
};

G_DEFINE_FINAL_TYPE (HeddlePlayer, heddle_player, G_TYPE_OBJECT)

enum
{
  CHANGED,
  TOLD,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
tell (HeddlePlayer *self,
      const char *message)
{
  g_signal_emit (self, signals[TOLD], 0, message);
}

HdLesson *
heddle_player_get_lesson (HeddlePlayer *self)
{
  return self->lesson;
}

HdAnswers *
heddle_player_get_answers (HeddlePlayer *self)
{
  return self->answers;
}

guint
heddle_player_get_step (HeddlePlayer *self)
{
  return self->step;
}

/* ---- documents ----------------------------------------------------------------------------------------------------------------------- */

static char *
dup_stage (HeddlePlayer *self,
           guint step,
           gboolean before)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdSnapshot) stage = hd_lesson_dup_stage (self->lesson, step, before, hd_answers_get_student (self->answers), &error);

  if (stage != NULL)
    return hd_snapshot_to_string (stage, NULL);
  tell (self, error->message);
  return NULL;
}

static gboolean
holds (HdDocument *document,
       const char *text)
{
  g_autofree char *present = hd_document_to_string (document, NULL);

  return g_strcmp0 (present, text) == 0;
}

gboolean
heddle_player_is_edited (HeddlePlayer *self)
{
  g_autofree char *stage = self->document != NULL ? dup_stage (self, self->step, FALSE) : NULL;

  return stage != NULL && !holds (self->document, stage);
}

void
heddle_player_save (HeddlePlayer *self)
{
  g_autoptr (GError) error = NULL;

  g_clear_handle_id (&self->save, g_source_remove);
  if (heddle_player_is_edited (self))
    {
      g_autofree char *text = hd_document_to_string (self->document, NULL);

      hd_answers_set_work (self->answers, self->step, text);
    }
  else
    hd_answers_set_work (self->answers, self->step, NULL);
  hd_answers_set_step (self->answers, self->step);
  if (!heddle_progress_save (self->lesson, self->answers, &error))
    {
      g_autofree char *message = g_strdup_printf (_("Your progress could not be kept: %s"), error->message);

      tell (self, message);
    }
}

static gboolean
on_save (gpointer data)
{
  HeddlePlayer *self = data;

  self->save = 0;
  heddle_player_save (self);
  g_signal_emit (self, signals[CHANGED], 0);
  return G_SOURCE_REMOVE;
}

static void
on_edited (HeddlePlayer *self)
{
  if (!self->is_putting && self->save == 0)
    self->save = g_timeout_add_seconds (SAVE_AFTER_S, on_save, self);
}

static HdDocument *
get_document (HeddlePlayer *self,
              guint step,
              gboolean *out_is_new)
{
  gpointer opening = GUINT_TO_POINTER (hd_lesson_find_opening (self->lesson, step));
  HdDocument *document = g_hash_table_lookup (self->documents, opening);
  g_autoptr (GError) error = NULL;

  *out_is_new = document == NULL;
  if (document != NULL)
    return document;
  document = hd_lesson_new_document (self->lesson, step, hd_answers_get_student (self->answers), &error);
  if (document == NULL)
    {
      tell (self, error->message);
      return NULL;
    }
  g_signal_connect_object (document, "changed", G_CALLBACK (on_edited), self, G_CONNECT_SWAPPED);
  g_hash_table_insert (self->documents, opening, document);
  return document;
}

/* One step that can be undone. */
static void
replace (HeddlePlayer *self,
         HdDocument *document,
         const char *text,
         const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) other = hd_document_load_from_data (text, -1, NULL, NULL, &error);

  if (other == NULL || !heddle_edit_replace (document, hd_document_get_root (other), name, &error))
    tell (self, error->message);
}

/* Forward from a step that was left as the lesson has it each edit is done by itself, so that what was run before can be compared with what runs next. */
static void
put (HeddlePlayer *self,
     guint step)
{
  gboolean is_new;
  HdDocument *document = get_document (self, step, &is_new);
  const char *work = hd_answers_get_work (self->answers, step);
  guint opening = hd_lesson_find_opening (self->lesson, step), from = is_new ? opening : self->step + 1;
  g_autofree char *stage = NULL, *name = g_strdup_printf (_("Step %u"), step + 1);
  gboolean goes_on = FALSE;

  if (document == NULL)
    return;
  self->is_putting = TRUE;
  if (!is_new && document == self->document && from <= step && from > opening)
    stage = dup_stage (self, self->step, FALSE);
  goes_on = is_new || (stage != NULL && holds (document, stage));
  for (guint i = from; goes_on && i <= step; i++)
    {
      g_autoptr (GError) error = NULL;

      goes_on = hd_lesson_enact (self->lesson, i, document, name, &error);
      if (!goes_on)
        tell (self, error->message);
    }
  g_free (stage);
  stage = work != NULL ? g_strdup (work) : dup_stage (self, step, FALSE);
  if (stage != NULL && !holds (document, stage))
    replace (self, document, stage, name);
  self->is_putting = FALSE;
  self->document = document;
  if (heddle_session_get_document (self->session) != document)
    heddle_session_set_document (self->session, document, NULL);
}

/* ---- what a step does ---------------------------------------------------------------------------------------------------------------- */

static void
tell_act (HeddlePlayer *self,
          const HdLessonAct *act,
          const char *message)
{
  g_autofree char *file = g_file_get_parse_name (hd_lesson_get_file (self->lesson)), *whole = g_strdup_printf ("%s:%u: %s", file, act->line, message);

  tell (self, whole);
}

static void
go_into (HeddlePlayer *self,
         const HdLessonAct *act)
{
  g_autoptr (GError) error = NULL;
  guint32 scope;

  if (hd_lesson_find_scope (heddle_session_get_design (self->session), act->what, &scope, &error))
    heddle_session_go_to_scope (self->session, scope);
  else
    tell_act (self, act, error->message);
}

static void
highlight (HeddlePlayer *self,
           const HdLessonAct *act)
{
  g_auto (GStrv) names = g_strsplit (act->what, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GError) error = NULL;
      HdObjectKind kind;
      g_autoptr (GArray) found = *names[i] != '\0' ? hd_lesson_match (heddle_session_get_design (self->session), names[i], &kind, &error) : NULL;

      if (error != NULL)
        tell_act (self, act, error->message);
    }
  heddle_session_set_highlights (self->session, (const char *const *) names);
}

/* Whether the run has begun. */
static gboolean
run (HeddlePlayer *self,
     const HdLessonAct *act)
{
  g_autoptr (GPtrArray) commands = NULL;

  if (!heddle_session_can_run (self->session))
    {
      tell_act (self, act, heddle_session_get_obstacle (self->session) != NULL ? heddle_session_get_obstacle (self->session) : "");
      return FALSE;
    }
  heddle_session_set_moment (self->session, HD_TIME_MAX);
  if (act->is_fast && self->slow < 0)
    {
      self->slow = heddle_session_get_speed (self->session);
      heddle_session_set_speed (self->session, 0);
    }
  else if (!act->is_fast && self->slow >= 0)
    {
      heddle_session_set_speed (self->session, self->slow);
      self->slow = -1;
    }
  commands = heddle_session_find_programs (self->session);
  if (act->time == HD_TIME_MAX || commands->len > 0)
    g_action_group_activate_action (self->actions, "run", NULL);
  else
    heddle_session_run_until (self->session, act->time);
  return heddle_session_is_active (self->session);
}

/* Whether what comes behind it may be done at once. */
static gboolean
enact (HeddlePlayer *self,
       const HdLessonAct *act)
{
  switch (act->kind)
    {
    case HD_ACT_GO:
      go_into (self, act);
      return TRUE;
    case HD_ACT_HIGHLIGHT:
      highlight (self, act);
      return TRUE;
    case HD_ACT_RUN:
      self->waits = run (self, act);
      return !self->waits;
    case HD_ACT_LOOK:
      heddle_session_set_moment (self->session, act->time);
      return TRUE;
    case HD_ACT_SHOW:
      g_action_group_change_action_state (self->actions, "dock", g_variant_new_string (act->what));
      return TRUE;
    case HD_ACT_MEASURE:
      g_action_group_change_action_state (self->actions, "measure", g_variant_new_string (act->what));
      return TRUE;
    case HD_ACT_KEEP:
      if (heddle_session_can_keep_baseline (self->session))
        heddle_session_keep_baseline (self->session);
      return TRUE;
    case HD_ACT_OPEN:
    case HD_ACT_SET:
    case HD_ACT_CHANGE:
    case HD_ACT_INSERT:
    case HD_ACT_REMOVE:
    case HD_N_ACTS:
    default:
      return TRUE; /* is done already */
    }
}

static gboolean
needs_design (const HdLessonAct *act)
{
  return act->kind == HD_ACT_GO || act->kind == HD_ACT_HIGHLIGHT || act->kind == HD_ACT_RUN;
}

static void
go_on (HeddlePlayer *self)
{
  GPtrArray *acts = hd_lesson_get_step (self->lesson, self->step)->acts;

  while (self->actions != NULL && !self->waits && self->next_act < acts->len)
    {
      const HdLessonAct *act = acts->pdata[self->next_act];

      if (heddle_session_is_elaborating (self->session) || (act->kind == HD_ACT_RUN && heddle_player_find_lock (self) != G_MAXUINT))
        return;
      if (needs_design (act) && heddle_session_get_design (self->session) == NULL)
        return;
      self->next_act++;
      if (!enact (self, act))
        return;
    }
}

static void
on_design_changed (HeddlePlayer *self)
{
  go_on (self);
}

static void enter (HeddlePlayer *self, guint step);

static void
on_run_changed (HeddlePlayer *self)
{
  if (!self->waits || self->actions == NULL || heddle_session_get_run_state (self->session) == HD_RUN_RUNNING)
    return;
  self->waits = FALSE;
  go_on (self);
  if (!self->waits && self->wanted != G_MAXUINT)
    enter (self, self->wanted);
}

/* ---- questions ----------------------------------------------------------------------------------------------------------------------- */

static const HdAnswer *
get_answer (HeddlePlayer *self,
            guint question)
{
  return hd_answers_get (self->answers, hd_lesson_get_question (self->lesson, question)->id);
}

guint
heddle_player_find_lock (HeddlePlayer *self)
{
  for (guint i = 0; i < hd_lesson_get_n_questions (self->lesson) && hd_lesson_get_step_of (self->lesson, i) <= self->step; i++)
    {
      const HdAnswer *answer = get_answer (self, i);

      if (hd_lesson_get_question (self->lesson, i)->locks && (answer == NULL || (answer->tries == 0 && !answer->is_shown)))
        return i;
    }
  return G_MAXUINT;
}

static void
update_lock (HeddlePlayer *self)
{
  guint question = heddle_player_find_lock (self);
  guint step = question != G_MAXUINT ? hd_lesson_get_step_of (self->lesson, question) : 0;
  g_autofree char *why = NULL;

  if (question != G_MAXUINT)
    why = step == self->step ? g_strdup (_("Answer the question first: a prediction is worth most before anything has run."))
                             : g_strdup_printf (_("Answer the question of step %u first: a prediction is worth most before anything has run."), step + 1);
  heddle_session_set_lock (self->session, why);
}

/* What waits for a verdict; it may come when the player is gone. */
typedef struct
{
  GWeakRef player;
  guint question;
  char *value; /* a new answer, or NULL: of the one that is kept */
  char *project;
} Judging;

static void
judging_free (Judging *self)
{
  g_weak_ref_clear (&self->player);
  g_free (self->value);
  g_free (self->project);
  g_free (self);
}

static void
on_judged (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  Judging *judging = data;
  g_autoptr (HeddlePlayer) self = g_weak_ref_get (&judging->player);
  g_autoptr (GError) error = NULL;
  HdMark *mark = hd_grader_judge_finish (result, &error);

  if (self == NULL || self->grader == NULL)
    {
      g_clear_pointer (&mark, hd_mark_free);
      judging_free (judging);
      return;
    }
  self->verdicts[judging->question].n_judging--;
  if (mark == NULL)
    tell (self, error->message);
  else
    {
      g_clear_pointer (&self->verdicts[judging->question].mark, hd_mark_free);
      self->verdicts[judging->question].mark = mark;
    }
  if (mark != NULL && judging->value != NULL && mark->verdict != HD_VERDICT_UNREAD && mark->verdict != HD_VERDICT_MISSING)
    {
      hd_answers_set (self->answers, hd_lesson_get_question (self->lesson, judging->question)->id, judging->value, judging->project);
      heddle_player_save (self);
      update_lock (self);
    }
  g_signal_emit (self, signals[CHANGED], 0);
  go_on (self);
  judging_free (judging);
}

static void
judge (HeddlePlayer *self,
       guint question,
       const HdAnswer *answer,
       const char *value,
       const char *project)
{
  Judging *judging = g_new0 (Judging, 1);

  g_weak_ref_init (&judging->player, self);
  judging->question = question;
  judging->value = g_strdup (value);
  judging->project = g_strdup (project);
  self->verdicts[question].n_judging++;
  hd_grader_judge_async (self->grader, question, hd_answers_get_student (self->answers), answer, NULL, on_judged, judging);
}

void
heddle_player_answer (HeddlePlayer *self,
                      guint question,
                      const char *value)
{
  const HdAnswer *before = get_answer (self, question);
  gboolean is_task = hd_lesson_get_question (self->lesson, question)->kind == HD_QUESTION_TASK;
  g_autofree char *project = is_task ? hd_document_to_string (self->document, NULL) : NULL;
  HdAnswer answer = { (char *) value, before != NULL ? before->tries + 1 : 1, before != NULL && before->is_shown, project };

  if (self->verdicts[question].n_judging > 0)
    return;
  judge (self, question, &answer, value, project);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* What was answered before this sitting has no verdict yet; a sketch of this step needs the scale of what is right. */
static void
judge_kept (HeddlePlayer *self)
{
  for (guint i = 0; i < hd_lesson_get_n_questions (self->lesson); i++)
    {
      gboolean is_sketch = hd_lesson_get_question (self->lesson, i)->kind == HD_QUESTION_SKETCH && hd_lesson_get_step_of (self->lesson, i) == self->step;

      if ((get_answer (self, i) != NULL || is_sketch) && self->verdicts[i].mark == NULL && self->verdicts[i].n_judging == 0)
        judge (self, i, get_answer (self, i), NULL, NULL);
    }
}

void
heddle_player_show_answer (HeddlePlayer *self,
                           guint question)
{
  hd_answers_set_shown (self->answers, hd_lesson_get_question (self->lesson, question)->id);
  g_clear_pointer (&self->verdicts[question].mark, hd_mark_free);
  judge_kept (self);
  heddle_player_save (self);
  update_lock (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
heddle_player_is_judging (HeddlePlayer *self,
                          guint question)
{
  return self->verdicts[question].n_judging > 0;
}

const HdMark *
heddle_player_get_mark (HeddlePlayer *self,
                        guint question)
{
  return self->verdicts[question].mark;
}

gboolean
heddle_player_is_settled (HeddlePlayer *self,
                          guint question)
{
  const HdAnswer *answer = get_answer (self, question);
  const HdMark *mark = self->verdicts[question].mark;

  return answer != NULL && (answer->is_shown || (mark != NULL && mark->verdict == HD_VERDICT_RIGHT));
}

gboolean
heddle_player_is_done (HeddlePlayer *self)
{
  for (guint i = 0; i < hd_lesson_get_n_questions (self->lesson); i++)
    if (hd_lesson_get_step_of (self->lesson, i) == self->step && !heddle_player_is_settled (self, i))
      return FALSE;
  return TRUE;
}

guint
heddle_player_get_points (HeddlePlayer *self)
{
  guint points = 0;

  for (guint i = 0; i < hd_lesson_get_n_questions (self->lesson); i++)
    points += self->verdicts[i].mark != NULL ? self->verdicts[i].mark->points : 0;
  return points;
}

/* ---- steps --------------------------------------------------------------------------------------------------------------------------- */

/* Later runs are to be compared with the one that is under way. */
static gboolean
keeps (HeddlePlayer *self)
{
  GPtrArray *acts = hd_lesson_get_step (self->lesson, self->step)->acts;

  for (guint i = self->next_act; i < acts->len; i++)
    if (((const HdLessonAct *) acts->pdata[i])->kind == HD_ACT_KEEP)
      return TRUE;
  return FALSE;
}

static void
enter (HeddlePlayer *self,
       guint step)
{
  self->wanted = G_MAXUINT;
  heddle_session_set_highlights (self->session, NULL);
  put (self, step);
  self->step = step;
  self->next_act = 0;
  self->waits = FALSE;
  heddle_player_save (self);
  update_lock (self);
  judge_kept (self);
  g_signal_emit (self, signals[CHANGED], 0);
  go_on (self);
}

void
heddle_player_go (HeddlePlayer *self,
                  guint step)
{
  if (step >= hd_lesson_get_n_steps (self->lesson))
    return;
  if (self->document != NULL)
    heddle_player_save (self);
  if (self->waits && self->wanted == G_MAXUINT && step > self->step && heddle_session_get_run_state (self->session) == HD_RUN_RUNNING && keeps (self))
    {
      /* Who does not want to look on any more sees its end at once; who asks again does not even wait for that. */
      self->wanted = step;
      if (self->slow < 0)
        self->slow = heddle_session_get_speed (self->session);
      heddle_session_set_speed (self->session, 0);
      return;
    }
  enter (self, step);
}

void
heddle_player_begin_step_again (HeddlePlayer *self)
{
  hd_answers_set_work (self->answers, self->step, NULL);
  enter (self, self->step);
}

/* ---- object -------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_player_dispose (GObject *object)
{
  HeddlePlayer *self = HEDDLE_PLAYER (object);

  if (self->grader != NULL && self->document != NULL)
    heddle_player_save (self);
  g_clear_handle_id (&self->save, g_source_remove);
  g_clear_weak_pointer (&self->actions);
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      heddle_session_set_highlights (self->session, NULL);
      heddle_session_set_lock (self->session, NULL);
    }
  g_clear_pointer (&self->grader, hd_grader_free);
  g_clear_object (&self->queue);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_player_parent_class)->dispose (object);
}

static void
heddle_player_finalize (GObject *object)
{
  HeddlePlayer *self = HEDDLE_PLAYER (object);

  for (guint i = 0; i < hd_lesson_get_n_questions (self->lesson); i++)
    g_clear_pointer (&self->verdicts[i].mark, hd_mark_free);
  g_free (self->verdicts);
  g_hash_table_unref (self->documents);
  hd_answers_free (self->answers);
  hd_lesson_unref (self->lesson);
  G_OBJECT_CLASS (heddle_player_parent_class)->finalize (object);
}

static void
heddle_player_class_init (HeddlePlayerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_player_dispose;
  G_OBJECT_CLASS (klass)->finalize = heddle_player_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[TOLD] = g_signal_new ("told", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
heddle_player_init (HeddlePlayer *self)
{
  self->documents = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  self->slow = -1;
  self->wanted = G_MAXUINT;
}

HeddlePlayer *
heddle_player_new (HeddleSession *session,
                   GActionGroup *actions,
                   HdLesson *lesson,
                   HdAnswers *answers_take)
{
  HeddlePlayer *self = g_object_new (HEDDLE_TYPE_PLAYER, NULL);

  self->session = g_object_ref (session);
  g_set_weak_pointer (&self->actions, actions);
  self->lesson = hd_lesson_ref (lesson);
  self->answers = answers_take;
  self->queue = hd_run_queue_new (heddle_session_get_catalog (session), 1, QUEUE_BYTES);
  self->grader = hd_grader_new (lesson, self->queue);
  self->verdicts = g_new0 (Verdict, hd_lesson_get_n_questions (lesson) + 1);
  self->step = MIN (hd_answers_get_step (answers_take), hd_lesson_get_n_steps (lesson) - 1);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (on_design_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  judge_kept (self);
  return self;
}
