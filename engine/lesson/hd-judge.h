/* hd-judge.h: whether an answer is right, once all runs that say so are over
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-grader.h>

#include "hd-lesson-scope.h"

G_BEGIN_DECLS

/**
 * HdJudgement: what a question is judged by
 * @before: (nullable): where nothing needs it
 * @after: (array length=n_after): one, or one for each value of a sketch
 */
typedef struct
{
  const HdLesson *lesson;
  const HdLessonQuestion *question;
  const HdAnswer *answer; /* or NULL */
  const HdLessonRun *before;
  const HdLessonRun *const *after;
  guint n_after;
} HdJudgement;

HdMark *hd_mark_new (const HdLessonQuestion *question);
/** hd_mark_settle: gives a mark its verdict, points and reason; @fault_take: (nullable): of an answer that is none */
void hd_mark_settle (HdMark *self,
                     const HdLessonQuestion *question,
                     const HdAnswer *answer,
                     HdVerdict verdict,
                     char *fault_take);
/** hd_judge: (transfer full). Errors: of the lesson, with file and line */
HdMark *hd_judge (const HdJudgement *self,
                  GError **error);

G_END_DECLS
