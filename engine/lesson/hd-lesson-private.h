/* hd-lesson-private.h: what a lesson holds
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-error.h>
#include <heddle/hd-lesson.h>

typedef struct
{
  char *variable; /* without $ */
  char **values;
} HdLessonDraw;

/* A project that a step opens, or that the lesson begins with */
typedef struct
{
  char *name; /* as the lesson has it */
  guint line; /* 0: in its head */
  char *path; /* of the file, once it is loaded; so the next two */
  char *text;
  HdSnapshot *snapshot;
} HdLessonProject;

struct _HdLesson
{
  gatomicrefcount n_references;
  char *file_name;
  GFile *file; /* or NULL */
  char *name;
  guint minutes;
  char *recorded; /* digest of the project, or NULL */
  char *digest;   /* SHA-256 of lesson and projects, once they are loaded */
  GArray *titles, *summaries;
  GArray *draws;        /* (element-type HdLessonDraw) */
  GPtrArray *projects;  /* (element-type HdLessonProject): the first is that of the lesson */
  GPtrArray *steps;     /* (element-type HdLessonStep) */
  GPtrArray *questions; /* (element-type HdLessonQuestion): of the steps, which own them */
  GArray *steps_of;     /* of guint: the step of each */
};

/** hd_lesson_read: without its projects. Errors: with file and line */
HdLesson *hd_lesson_read (GInputStream *stream,
                          const char *file_name,
                          GError **error);
/** hd_lesson_find_project: by the name that the lesson has for it */
HdLessonProject *hd_lesson_find_project (const HdLesson *self,
                                         const char *name);
/** hd_lesson_draw: (array zero-terminated=1): $variable=value, as hd_elaborate () takes them */
char **hd_lesson_draw (const HdLesson *self,
                       const char *student);
/** hd_lesson_dup_seal: of what was drawn for one student; a file of answers has it, so that it is nobody else's */
char *hd_lesson_dup_seal (const HdLesson *self,
                          const char *student);

/* hd-lesson-parts.c */
GArray *hd_lesson_texts_new (void);
GArray *hd_lesson_texts_copy (GArray *self);
void hd_lesson_texts_add (GArray *self,
                          const char *language,
                          char *text_take);
HdLesson *hd_lesson_alloc (const char *file_name);
/** hd_lesson_copy_head: all but steps and questions */
HdLesson *hd_lesson_copy_head (const HdLesson *self);
void hd_lesson_add_project (HdLesson *self,
                            const char *name,
                            guint line);
HdLessonQuestion *hd_lesson_question_new (const char *id,
                                          guint line);
void hd_lesson_option_free (HdLessonOption *self);
HdLessonPicture *hd_lesson_picture_new (const char *file,
                                        guint line);
/** hd_lesson_add_step: and its questions to those of the lesson */
void hd_lesson_add_step (HdLesson *self,
                         HdLessonStep *step_take);

/* hd-lesson-stage.c */
/** hd_lesson_get_element: what an object is called in the path to it: its element, or "comment()" */
const char *hd_lesson_get_element (const HdObject *object);

/* hd-lesson-acts.c */
/**
 * HdLessonActForm: how an act is written
 * @attributes: (array zero-terminated=1): its own, in the order of `what`, `attribute`, `value`
 * @edits: it edits the document
 */
typedef struct
{
  const char *element;
  const char *attributes[4];
  guint n_required;
  gboolean edits;
} HdLessonActForm;

const HdLessonActForm *hd_lesson_act_get_form (HdLessonActKind kind);
gboolean hd_lesson_act_find (const char *element,
                             HdLessonActKind *out_kind);
HdLessonAct *hd_lesson_act_new (HdLessonActKind kind,
                                guint line);
HdLessonAct *hd_lesson_act_copy (const HdLessonAct *self);
void hd_lesson_act_free (HdLessonAct *self);
