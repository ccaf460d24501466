/* hd-grader.h: what answers to a lesson are worth
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-answers.h>
#include <heddle/hd-run-queue.h>

G_BEGIN_DECLS

typedef enum
{
  HD_VERDICT_MISSING, /* there is no answer */
  HD_VERDICT_UNREAD,  /* it is none: no quantity, another unit, no such link, a project that does not run */
  HD_VERDICT_WRONG,
  HD_VERDICT_RIGHT,
} HdVerdict;

/**
 * HdMark: of one question
 * @reason: why it is not all of the points, "" if it is; with what is right
 * @fault: (nullable): of %HD_VERDICT_UNREAD: why
 * @right: what is right, for people; "" of a task
 * @remark: (nullable): what is odd about the answer, though it is judged
 * @given, @expected: quantities, of a number that was read
 * @curve: (array length=n_curve): of a sketch: what is right for each value
 */
typedef struct
{
  char *question;
  HdVerdict verdict;
  guint points;
  guint most;
  char *reason;
  char *fault;
  char *right;
  char *remark;
  HdQuantity given, expected;
  HdQuantity *curve;
  guint n_curve;
} HdMark;

void hd_mark_free (HdMark *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdMark, hd_mark_free)

/**
 * HdGrade: of one submission
 * @file: its name
 * @student: (nullable): where the file says it
 * @marks: (element-type HdMark): in the order of the lesson
 * @fault: (nullable): why the file is not graded; all points are 0 then
 * @remark: (nullable): what is odd, though it is graded
 */
typedef struct
{
  char *file;
  char *student;
  guint points;
  guint most;
  GPtrArray *marks;
  char *fault;
  char *remark;
} HdGrade;

void hd_grade_free (HdGrade *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdGrade, hd_grade_free)

/**
 * HdGrader:
 *
 * Judges answers to one lesson. Runs that several students need are made once. Nothing of a file of answers is run but, for a task, the student's own project, which
 * starts no programs, reads no files but those of the lesson, and is held to ten seconds and to the memory of the queue.
 */
typedef struct _HdGrader HdGrader;

/** hd_grader_new: @queue: makes the runs, those of the lesson each held to a minute */
HdGrader *hd_grader_new (HdLesson *lesson,
                         HdRunQueue *queue);
/** hd_grader_free: what is being judged ends with %HD_ERROR_CANCELLED */
void hd_grader_free (HdGrader *self);
/**
 * hd_grader_judge_async:
 * @question: its number
 * @answer: (nullable): copied
 * @folder: (nullable): where the file of answers is, if a task's answer may name a file beside it
 */
void hd_grader_judge_async (HdGrader *self,
                            guint question,
                            const char *student,
                            const HdAnswer *answer,
                            GFile *folder,
                            GAsyncReadyCallback callback,
                            gpointer data);
/**
 * hd_grader_judge_finish:
 *
 * Returns: (transfer full)
 *
 * Errors: of the lesson: %HD_ERROR_NAME (a metric that the run lacks), %HD_ERROR_INVALID (not exactly one option holds), those of runs; %HD_ERROR_CANCELLED.
 */
HdMark *hd_grader_judge_finish (GAsyncResult *result,
                                GError **error);
/**
 * hd_grader_grade:
 * @submission: a file of answers; or a project, of the student that it is called after, whose tasks are graded
 *
 * Iterates the main context of the queue while runs are under way. What is wrong with the file is the grade's `fault`.
 *
 * Errors: hd_grader_judge_finish ()
 */
HdGrade *hd_grader_grade (HdGrader *self,
                          GFile *submission,
                          GError **error);
/** hd_grades_compare: @grades: (element-type HdGrade): remarks on wrong numbers that are right for what was drawn for another of them. O(grades squared) */
void hd_grades_compare (const HdLesson *lesson,
                        GPtrArray *grades);

typedef enum
{
  HD_GRADES_TEXT,  /* for people */
  HD_GRADES_JSON,  /* as resources/schemas/grades.schema.json says */
  HD_GRADES_CSV,   /* a row for each question of each file, or for its fault */
  HD_GRADES_JUNIT, /* a suite for each file, a case for each question */
} HdGradesFormat;

/** hd_grades_format: (transfer full): @grades: (element-type HdGrade) */
char *hd_grades_format (const HdLesson *lesson,
                        GPtrArray *grades,
                        HdGradesFormat format);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdGrader, hd_grader_free)

G_END_DECLS
