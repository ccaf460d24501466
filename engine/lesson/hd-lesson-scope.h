/* hd-lesson-scope.h: what names in the expressions of a lesson stand for
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-lesson.h>
#include <heddle/hd-record.h>

G_BEGIN_DECLS

/* A run that is over, with what is asked of it time and again. */
typedef struct
{
  HdRecord *record;
  HdLoad *links, *nodes;
} HdLessonRun;

/** hd_lesson_run_new: @record is read once: it has ended */
HdLessonRun *hd_lesson_run_new (HdRecord *record);
void hd_lesson_run_free (HdLessonRun *self);

/**
 * HdLessonScope: for hd_lesson_scope_look_up (), as the scope of an expression
 * @before: (nullable): what names with `before_` are of
 * @candidate: a link or node whose own figures bare names are, or HD_NO_ID
 */
typedef struct
{
  const HdLessonRun *before, *after;
  gboolean of_links;
  guint32 candidate;
} HdLessonScope;

gboolean hd_lesson_scope_look_up (gpointer scope,
                                  const char *name,
                                  HdValue *out_value,
                                  GError **error);
/** hd_lesson_needs_before: whether any name of @expression is of the run before */
gboolean hd_lesson_needs_before (const HdExpression *expression);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdLessonRun, hd_lesson_run_free)

G_END_DECLS
