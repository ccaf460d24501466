/* hd-grader.h: what answers to a lesson are worth
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-lesson.h>
#include <heddle/hd-run-queue.h>

G_BEGIN_DECLS

/** HdMark: of one question; @reason: why it is not more, "" if it is all */
typedef struct
{
  char *question;
  guint points;
  guint most;
  char *reason;
} HdMark;

/**
 * HdGrade: of one file of answers
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
  GArray *marks;
  char *fault;
  char *remark;
} HdGrade;

void hd_grade_free (HdGrade *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdGrade, hd_grade_free)

/**
 * HdGrader:
 *
 * Grades answers to one lesson. Runs that several students need are made once. Nothing of a file of answers is run.
 */
typedef struct _HdGrader HdGrader;

/** hd_grader_new: @queue: makes the runs, each held to a minute and to the queue's memory */
HdGrader *hd_grader_new (HdLesson *lesson,
                         HdRunQueue *queue);
void hd_grader_free (HdGrader *self);
/**
 * hd_grader_grade:
 *
 * Iterates the main context of the queue while runs are under way. What is wrong with the file is the grade's `fault`.
 *
 * Errors: of the lesson: %HD_ERROR_NAME (a metric that the run lacks), %HD_ERROR_INVALID (not exactly one option holds), those of runs.
 */
HdGrade *hd_grader_grade (HdGrader *self,
                          GFile *answers,
                          GError **error);

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
