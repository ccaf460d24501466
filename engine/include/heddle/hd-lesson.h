/* hd-lesson.h: lessons: texts, questions, and what is drawn for each student
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

/**
 * HdLesson:
 *
 * A file beside a project. It holds no answers: each question says by an expression over metrics what is right, and runs of the project say what that is.
 * Immutable; of any thread.
 *
 *     <lesson version="1" name="bottleneck" project="star.heddle">
 *       <title>What a bottleneck is</title> <title xml:lang="zh_CN">什么是瓶颈</title>
 *       <draw variable="bandwidth" values="5 GB/s, 10 GB/s"/>
 *       <step>
 *         <text>Four accelerators average one vector.</text>
 *         <question id="time" points="2" answer="time_iter" tolerance="0.02"> <text>How long does it take?</text> <hint>…</hint> </question>
 *       </step>
 *       <step>
 *         <question id="shared" points="1" set="$sharing=shared">
 *           <text>And if both directions share a link?</text>
 *           <option id="same" when="time_iter == before_time_iter"> <text>As long</text> </option>
 *           …
 *
 * Texts without a language are those of all others. A variable is the project's, and takes one of the values, separated by commas, for each student.
 * A name in an expression is a metric of the run with what the question sets (PATH=VALUE), with `before_` in front of it of the run without; `$name` is
 * what was drawn. Of the options of a question exactly one must hold.
 */
typedef struct _HdLesson HdLesson;

/**
 * hd_lesson_load:
 *
 * Also loads the project, which stands in the folder of the lesson or below.
 *
 * Errors: of the file and of its project; the message begins with file and line. %HD_ERROR_SYNTAX, %HD_ERROR_NAME (a variable that the project lacks,
 * an id that stands twice), %HD_ERROR_RANGE (points, tolerance), %HD_ERROR_INVALID, %HD_ERROR_LIMIT, %HD_ERROR_IO.
 */
HdLesson *hd_lesson_load (GFile *file,
                          GError **error);
HdLesson *hd_lesson_ref (HdLesson *self);
void hd_lesson_unref (HdLesson *self);
const char *hd_lesson_get_name (const HdLesson *self);
/** hd_lesson_get_title: in the language of the user */
const char *hd_lesson_get_title (const HdLesson *self);
/** hd_lesson_get_points: of all its questions */
guint hd_lesson_get_points (const HdLesson *self);
/**
 * hd_lesson_hand_out:
 * @student: not empty; the same name is given the same values on every machine
 *
 * Returns: (transfer full): a file of answers, as XML, with what was drawn, texts and questions in the language of the user, and room for each answer
 *
 * Errors: %HD_ERROR_RANGE: the name is empty or longer than 200 bytes.
 */
char *hd_lesson_hand_out (const HdLesson *self,
                          const char *student,
                          GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdLesson, hd_lesson_unref)

G_END_DECLS
