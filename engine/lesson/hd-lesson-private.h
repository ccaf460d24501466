/* hd-lesson-private.h: what a lesson holds
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-error.h>
#include <heddle/hd-expression.h>
#include <heddle/hd-lesson.h>

/* (element-type HdLessonText): one for each language; "" is that of all others. */
typedef struct
{
  char *language;
  char *text;
} HdLessonText;

typedef struct
{
  char *variable; /* without $ */
  char **values;
} HdLessonDraw;

typedef struct
{
  char *id;
  HdExpression *when;
  GArray *texts;
} HdLessonOption;

typedef struct
{
  char *id;
  guint line;
  guint points;
  HdExpression *answer; /* or options */
  double tolerance;     /* of the right value */
  char *setting;        /* or NULL */
  GArray *options;      /* (element-type HdLessonOption) */
  GArray *texts, *hints;
} HdLessonQuestion;

typedef struct
{
  GArray *texts;
  guint n_questions; /* those of this step and all before it */
} HdLessonStep;

struct _HdLesson
{
  gatomicrefcount n_references;
  char *file_name;
  char *name;
  char *digest; /* SHA-256 of lesson and project */
  HdSnapshot *snapshot;
  GArray *titles;
  GArray *draws;     /* (element-type HdLessonDraw) */
  GArray *steps;     /* (element-type HdLessonStep) */
  GArray *questions; /* (element-type HdLessonQuestion) */
};

/** hd_lesson_read: without its project, whose name is given */
HdLesson *hd_lesson_read (GInputStream *stream,
                          const char *file_name,
                          char **out_project,
                          GError **error);
/** hd_lesson_choose: the text in the language of the user; "" if there is none */
const char *hd_lesson_choose (GArray *texts);
/** hd_lesson_draw: (array zero-terminated=1): $variable=value, as hd_elaborate () takes them */
char **hd_lesson_draw (const HdLesson *self,
                       const char *student);
/** hd_lesson_dup_seal: of what was drawn for one student; a file of answers has it, so that it is nobody else's */
char *hd_lesson_dup_seal (const HdLesson *self,
                          const char *student);
