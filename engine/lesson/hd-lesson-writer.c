/* hd-lesson-writer.c: a lesson as a file
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-lesson-writer"

#include "hd-lesson-private.h"

#include <string.h>

#include <heddle/hd-figure.h>

static void
add_attribute (GString *text,
               const char *name,
               const char *value)
{
  g_autofree char *part = value != NULL ? g_markup_printf_escaped (" %s=\"%s\"", name, value) : NULL;

  if (part != NULL)
    g_string_append (text, part);
}

static void
add_number (GString *text,
            const char *name,
            guint number)
{
  if (number > 0)
    g_string_append_printf (text, " %s=\"%u\"", name, number);
}

static void
add_paragraphs (GString *text,
                const char *words)
{
  g_auto (GStrv) paragraphs = g_strsplit (words, "\n\n", -1);

  for (guint i = 0; paragraphs[i] != NULL; i++)
    {
      g_autofree char *escaped = g_markup_escape_text (paragraphs[i], -1);

      g_string_append_printf (text, "%s%s", i > 0 ? "\n\n" : "", escaped);
    }
}

static void
add_texts (GString *text,
           const char *indent,
           const char *element,
           GArray *texts)
{
  for (guint i = 0; i < texts->len; i++)
    {
      const HdLessonText *said = &g_array_index (texts, HdLessonText, i);

      g_string_append_printf (text, "%s<%s", indent, element);
      add_attribute (text, "xml:lang", *said->language != '\0' ? said->language : NULL);
      g_string_append_c (text, '>');
      add_paragraphs (text, said->text);
      g_string_append_printf (text, "</%s>\n", element);
    }
}

static void
add_picture (GString *text,
             const HdLessonPicture *picture)
{
  for (guint i = 0; i < MAX (picture->texts->len, 1); i++)
    {
      const HdLessonText *said = i < picture->texts->len ? &g_array_index (picture->texts, HdLessonText, i) : NULL;

      g_string_append (text, "    <picture");
      add_attribute (text, "file", picture->file);
      add_attribute (text, "xml:lang", said != NULL && *said->language != '\0' ? said->language : NULL);
      g_string_append_c (text, '>');
      add_paragraphs (text, said != NULL ? said->text : "");
      g_string_append (text, "</picture>\n");
    }
}

static void
add_time (GString *text,
          const char *name,
          HdTime time)
{
  if (time != HD_TIME_MAX)
    g_string_append_printf (text, " %s=\"%" G_GINT64_FORMAT " ps\"", name, (gint64) time);
}

static void
add_act (GString *text,
         const HdLessonAct *act)
{
  const HdLessonActForm *form = hd_lesson_act_get_form (act->kind);
  const char *const values[] = { act->what, act->attribute, act->value };

  g_string_append_printf (text, "    <%s", form->element);
  for (guint i = 0; form->attributes[i] != NULL; i++)
    add_attribute (text, form->attributes[i], values[i]);
  if (act->kind == HD_ACT_RUN || act->kind == HD_ACT_LOOK)
    add_time (text, act->kind == HD_ACT_RUN ? "to" : "at", act->time);
  if (act->is_fast)
    g_string_append (text, " fast=\"true\"");
  if (act->kind == HD_ACT_INSERT)
    {
      g_autofree char *escaped = g_markup_escape_text (act->value != NULL ? act->value : "", -1);

      g_string_append_printf (text, ">%s</insert>\n", escaped);
    }
  else
    g_string_append (text, "/>\n");
}

static void
add_expression (GString *text,
                const HdLessonQuestion *question)
{
  static const char *const names[] = { [HD_QUESTION_NUMBER] = "answer", [HD_QUESTION_PICK] = "when", [HD_QUESTION_SKETCH] = "answer", [HD_QUESTION_TASK] = "check" };

  if (question->kind == HD_QUESTION_PICK)
    add_attribute (text, "pick", question->of_links ? "link" : "component");
  if (question->kind != HD_QUESTION_CHOICE)
    add_attribute (text, names[question->kind], hd_expression_get_text (question->expression));
}

static void
add_question (GString *text,
              const HdLessonQuestion *question)
{
  g_autofree char *values = question->values != NULL ? g_strjoinv (", ", question->values) : NULL;
  char tolerance[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, "    <question");
  add_attribute (text, "id", question->id);
  add_number (text, "points", question->points);
  add_expression (text, question);
  if (question->tolerance > 0)
    add_attribute (text, "tolerance", g_ascii_dtostr (tolerance, sizeof tolerance, question->tolerance));
  add_attribute (text, "set", question->setting);
  add_attribute (text, "over", question->over);
  add_attribute (text, "values", values);
  if (!question->locks && question->kind != HD_QUESTION_TASK)
    g_string_append (text, " locks=\"false\"");
  g_string_append (text, ">\n");
  add_texts (text, "      ", "text", question->texts);
  for (guint i = 0; i < question->options->len; i++)
    {
      const HdLessonOption *option = &g_array_index (question->options, HdLessonOption, i);

      g_string_append (text, "      <option");
      add_attribute (text, "id", option->id);
      add_attribute (text, "when", hd_expression_get_text (option->when));
      g_string_append (text, ">\n");
      add_texts (text, "        ", "text", option->texts);
      g_string_append (text, "      </option>\n");
    }
  add_texts (text, "      ", "hint", question->hints);
  g_string_append (text, "    </question>\n");
}

/* Texts and what is asked do not mind the order, what is done does. */
static void
add_step (GString *text,
          const HdLessonStep *step)
{
  g_string_append (text, "  <step>\n");
  add_texts (text, "    ", "title", step->titles);
  add_texts (text, "    ", "text", step->texts);
  for (guint i = 0; i < step->pictures->len; i++)
    add_picture (text, step->pictures->pdata[i]);
  for (guint i = 0; i < step->questions->len; i++)
    add_question (text, step->questions->pdata[i]);
  for (guint i = 0; i < step->acts->len; i++)
    add_act (text, step->acts->pdata[i]);
  add_texts (text, "    ", "reveal", step->reveals);
  add_texts (text, "    ", "notes", step->notes);
  g_string_append (text, "  </step>\n");
}

char *
hd_lesson_to_string (const HdLesson *self)
{
  GString *text = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<lesson version=\"1\"");

  add_attribute (text, "name", self->name);
  add_attribute (text, "project", hd_lesson_get_project (self));
  add_number (text, "minutes", self->minutes);
  add_attribute (text, "recorded", self->recorded);
  g_string_append (text, ">\n");
  add_texts (text, "  ", "title", self->titles);
  add_texts (text, "  ", "summary", self->summaries);
  for (guint i = 0; i < self->draws->len; i++)
    {
      const HdLessonDraw *draw = &g_array_index (self->draws, HdLessonDraw, i);
      g_autofree char *values = g_strjoinv (", ", draw->values);

      g_string_append (text, "  <draw");
      add_attribute (text, "variable", draw->variable);
      add_attribute (text, "values", values);
      g_string_append (text, "/>\n");
    }
  for (guint i = 0; i < self->steps->len; i++)
    add_step (text, hd_lesson_get_step (self, i));
  g_string_append (text, "</lesson>\n");
  return g_string_free (text, FALSE);
}
