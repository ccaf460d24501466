/* hd-answers.h: what a student has answered, and how far he has come in a lesson
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-lesson.h>

G_BEGIN_DECLS

/**
 * HdAnswer:
 * @value: "" until there is one
 * @tries: how many answers there were, that one included
 * @is_shown: the right one was asked for
 * @project: (nullable): XML of the student's own project, of a task
 */
typedef struct
{
  char *value;
  guint tries;
  gboolean is_shown;
  char *project;
} HdAnswer;

/** hd_answer_get_worth: of @most points, if it is right: all at the first try, half of them, rounded up, at a later one, none if it was shown */
guint hd_answer_get_worth (const HdAnswer *self,
                           guint most);

/**
 * HdAnswers:
 *
 * One student's file of a lesson: progress while it is played, and what is handed in. What else was handed out with it is not read.
 *
 *     <answers version="1" lesson="bottleneck" digest="…" student="Ada" seal="…" step="2" furthest="4">
 *       <answer question="time" value="640 ms" tries="2"/>
 *       <answer question="mend" value=""> <project>the XML of a project, escaped</project> </answer>
 *       <work step="4">that of a project, as the student left it at that step</work>
 *     </answers>
 *
 * The seal says that what was drawn is that student's. Main thread only.
 */
typedef struct _HdAnswers HdAnswers;

/** hd_answers_new: of somebody who begins. Errors: those of hd_lesson_check_student () */
HdAnswers *hd_answers_new (const HdLesson *lesson,
                           const char *student,
                           GError **error);
/** hd_answers_load: errors name file and line; also of a file that is no regular one, which might never end */
HdAnswers *hd_answers_load (GFile *file,
                            GError **error);
/** hd_answers_read: errors name file and line */
HdAnswers *hd_answers_read (GInputStream *stream,
                            const char *file_name,
                            GError **error);
/** hd_answers_save: whole or not at all */
gboolean hd_answers_save (HdAnswers *self,
                          GFile *file,
                          GError **error);
/** hd_answers_to_string: (transfer full) */
char *hd_answers_to_string (HdAnswers *self);
void hd_answers_free (HdAnswers *self);
const char *hd_answers_get_student (HdAnswers *self);
/** hd_answers_find_fault: (nullable) (transfer full): why they are no answers to @lesson, or of nobody that it was handed out to */
char *hd_answers_find_fault (HdAnswers *self,
                             const HdLesson *lesson);
/** hd_answers_is_older: the lesson or its project was changed after this was handed out, or begun */
gboolean hd_answers_is_older (HdAnswers *self,
                              const HdLesson *lesson);
/** hd_answers_get: (nullable): of one question */
const HdAnswer *hd_answers_get (HdAnswers *self,
                                const char *question);
/** hd_answers_set: one more try; @project: (nullable) */
void hd_answers_set (HdAnswers *self,
                     const char *question,
                     const char *value,
                     const char *project);
/** hd_answers_set_shown: the right answer was asked for */
void hd_answers_set_shown (HdAnswers *self,
                           const char *question);
/** hd_answers_get_step: where the student is */
guint hd_answers_get_step (HdAnswers *self);
/** hd_answers_set_step: also moves the furthest on */
void hd_answers_set_step (HdAnswers *self,
                          guint step);
/** hd_answers_get_furthest: the last step that the student has been at */
guint hd_answers_get_furthest (HdAnswers *self);
/** hd_answers_get_work: (nullable): XML of the project as it was left at @step, if the student edited it there */
const char *hd_answers_get_work (HdAnswers *self,
                                 guint step);
/** hd_answers_set_work: %NULL: nothing was edited at @step */
void hd_answers_set_work (HdAnswers *self,
                          guint step,
                          const char *xml);
/** hd_answers_count: questions of @lesson that have an answer, or were shown */
guint hd_answers_count (HdAnswers *self,
                        const HdLesson *lesson);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdAnswers, hd_answers_free)

G_END_DECLS
