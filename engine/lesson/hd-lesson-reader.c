/* hd-lesson-reader.c: reads the file of a lesson
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-lesson-reader"

#include "hd-lesson-private.h"

#include <string.h>


#include "hd-i18n.h"
#include "hd-xml-events.h"

#define MOST_QUESTIONS 200
#define MOST_POINTS 1000

typedef enum
{
  IN_FILE,
  IN_LESSON,
  IN_STEP,
  IN_QUESTION,
  IN_OPTION,
} Place;

typedef struct
{
  HdLesson *lesson;
  char *project;
  Place place;
  gboolean in_text; /* or <title>, <hint>, <draw>: nothing stands in them */
  char *language;
} Reader;

static void
text_clear (HdLessonText *self)
{
  g_free (self->language);
  g_free (self->text);
}

static GArray *
texts_new (void)
{
  GArray *texts = g_array_new (FALSE, TRUE, sizeof (HdLessonText));

  g_array_set_clear_func (texts, (GDestroyNotify) text_clear);
  return texts;
}

static void
option_clear (HdLessonOption *self)
{
  g_free (self->id);
  g_clear_pointer (&self->when, hd_expression_unref);
  g_array_unref (self->texts);
}

static void
question_clear (HdLessonQuestion *self)
{
  g_free (self->id);
  g_clear_pointer (&self->answer, hd_expression_unref);
  g_free (self->setting);
  g_array_unref (self->options);
  g_array_unref (self->texts);
  g_array_unref (self->hints);
}

static void
step_clear (HdLessonStep *self)
{
  g_array_unref (self->texts);
}

static void
draw_clear (HdLessonDraw *self)
{
  g_free (self->variable);
  g_strfreev (self->values);
}

static GArray *
items_new (gsize size,
           GDestroyNotify clear)
{
  GArray *items = g_array_new (FALSE, TRUE, (guint) size);

  g_array_set_clear_func (items, clear);
  return items;
}

static HdLesson *
lesson_new (const char *file_name)
{
  HdLesson *self = g_new0 (HdLesson, 1);

  g_atomic_ref_count_init (&self->n_references);
  self->file_name = g_strdup (file_name);
  self->titles = texts_new ();
  self->draws = items_new (sizeof (HdLessonDraw), (GDestroyNotify) draw_clear);
  self->steps = items_new (sizeof (HdLessonStep), (GDestroyNotify) step_clear);
  self->questions = items_new (sizeof (HdLessonQuestion), (GDestroyNotify) question_clear);
  return self;
}

HdLesson *
hd_lesson_ref (HdLesson *self)
{
  g_atomic_ref_count_inc (&self->n_references);
  return self;
}

void
hd_lesson_unref (HdLesson *self)
{
  if (!g_atomic_ref_count_dec (&self->n_references))
    return;
  g_free (self->file_name);
  g_free (self->name);
  g_free (self->digest);
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  g_array_unref (self->titles);
  g_array_unref (self->draws);
  g_array_unref (self->steps);
  g_array_unref (self->questions);
  g_free (self);
}

/* Of the last one that was begun. */
static HdLessonStep *
get_step (Reader *self)
{
  return &g_array_index (self->lesson->steps, HdLessonStep, self->lesson->steps->len - 1);
}

static HdLessonQuestion *
get_question (Reader *self)
{
  return &g_array_index (self->lesson->questions, HdLessonQuestion, self->lesson->questions->len - 1);
}

static HdLessonOption *
get_option (Reader *self)
{
  HdLessonQuestion *question = get_question (self);

  return &g_array_index (question->options, HdLessonOption, question->options->len - 1);
}

static const char *
require (HdXmlEvents *events,
         const char *element,
         const char *const *attributes,
         const char *name)
{
  const char *value = hd_xml_attribute (attributes, name);

  if (value == NULL || *value == '\0')
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%s> needs “%s”"), element, name);
  return value == NULL ? "" : value;
}

/* Every attribute must be known: one that is not would be an intent that is lost. */
static void
check_attributes (HdXmlEvents *events,
                  const char *element,
                  const char *const *attributes,
                  const char *known)
{
  g_auto (GStrv) names = g_strsplit (known, " ", -1);

  for (; attributes != NULL && attributes[0] != NULL; attributes += 2)
    if (!g_strv_contains ((const char *const *) names, attributes[0]))
      hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("“%.40s” is not an attribute of <%s>"), attributes[0], element);
}

static HdExpression *
parse_expression (HdXmlEvents *events,
                  const char *name,
                  const char *text)
{
  g_autoptr (GError) error = NULL;
  HdExpression *expression = hd_expression_parse (text, &error);

  if (expression == NULL)
    hd_xml_events_fail (events, error->domain == HD_ERROR ? (HdError) error->code : HD_ERROR_SYNTAX, 0, "%s=\"%.80s\": %s", name, text, error->message);
  return expression;
}

static void
start_lesson (Reader *self,
              HdXmlEvents *events,
              const char *const *attributes)
{
  const char *version = require (events, "lesson", attributes, "version");

  check_attributes (events, "lesson", attributes, "version name project");
  if (strcmp (version, "1") != 0)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("lessons of version %.20s are not known, only those of version 1"), version);
  self->lesson->name = g_strdup (require (events, "lesson", attributes, "name"));
  self->project = g_strdup (require (events, "lesson", attributes, "project"));
}

static void
start_draw (Reader *self,
            HdXmlEvents *events,
            const char *const *attributes)
{
  HdLessonDraw draw = { g_strdup (require (events, "draw", attributes, "variable")), g_strsplit (require (events, "draw", attributes, "values"), ",", -1) };

  check_attributes (events, "draw", attributes, "variable values");
  for (guint i = 0; draw.values[i] != NULL; i++)
    if (*g_strstrip (draw.values[i]) == '\0')
      hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("values=\"…\": a value of “%s” is empty"), draw.variable);
  g_array_append_val (self->lesson->draws, draw);
}

static void
start_question (Reader *self,
                HdXmlEvents *events,
                const char *const *attributes)
{
  const char *points = require (events, "question", attributes, "points"), *answer = hd_xml_attribute (attributes, "answer");
  const char *tolerance = hd_xml_attribute (attributes, "tolerance");
  HdLessonQuestion question = {
    .id = g_strdup (require (events, "question", attributes, "id")),
    .line = hd_xml_events_get_line (events),
    .setting = g_strdup (hd_xml_attribute (attributes, "set")),
    .options = items_new (sizeof (HdLessonOption), (GDestroyNotify) option_clear),
    .texts = texts_new (),
    .hints = texts_new (),
  };
  guint64 number = 0;
  char *end = NULL;

  check_attributes (events, "question", attributes, "id points answer tolerance set");
  if (!g_ascii_string_to_unsigned (points, 10, 1, MOST_POINTS, &number, NULL))
    hd_xml_events_fail (events, HD_ERROR_RANGE, 0, _("points=\"%.40s\" must be a whole number from 1 to %d"), points, MOST_POINTS);
  question.points = (guint) number;
  question.tolerance = tolerance != NULL ? g_ascii_strtod (tolerance, &end) : 0;
  if (tolerance != NULL && (end == tolerance || *end != '\0' || !(question.tolerance >= 0 && question.tolerance < 1)))
    hd_xml_events_fail (events, HD_ERROR_RANGE, 0, _("tolerance=\"%.40s\" must be at least 0 and below 1, a share of the right value"), tolerance);
  if (answer != NULL)
    question.answer = parse_expression (events, "answer", answer);
  for (guint i = 0; i < self->lesson->questions->len; i++)
    if (strcmp (g_array_index (self->lesson->questions, HdLessonQuestion, i).id, question.id) == 0)
      hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("there are two questions “%.80s”"), question.id);
  if (self->lesson->questions->len == MOST_QUESTIONS)
    hd_xml_events_fail (events, HD_ERROR_LIMIT, 0, _("a lesson has at most %d questions"), MOST_QUESTIONS);
  g_array_append_val (self->lesson->questions, question);
  get_step (self)->n_questions++;
}

static void
start_option (Reader *self,
              HdXmlEvents *events,
              const char *const *attributes)
{
  GArray *options = get_question (self)->options;
  HdLessonOption option = {
    g_strdup (require (events, "option", attributes, "id")),
    parse_expression (events, "when", require (events, "option", attributes, "when")),
    texts_new (),
  };

  check_attributes (events, "option", attributes, "id when");
  for (guint i = 0; i < options->len; i++)
    if (strcmp (g_array_index (options, HdLessonOption, i).id, option.id) == 0)
      hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("there are two options “%.80s”"), option.id);
  g_array_append_val (options, option);
}

static void
start_text (Reader *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes)
{
  check_attributes (events, element, attributes, "xml:lang");
  self->in_text = TRUE;
  g_free (self->language);
  self->language = g_strdup (hd_xml_attribute (attributes, "xml:lang"));
}

static void
on_start (HdXmlEvents *events,
          const char *element,
          const char *const *attributes,
          gpointer user_data)
{
  Reader *self = user_data;

  if (self->in_text)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%.40s> cannot stand here"), element);
  else if (self->place == IN_FILE && strcmp (element, "lesson") == 0)
    {
      start_lesson (self, events, attributes);
      self->place = IN_LESSON;
    }
  else if (self->place == IN_LESSON && strcmp (element, "title") == 0)
    start_text (self, events, element, attributes);
  else if (self->place == IN_LESSON && strcmp (element, "draw") == 0)
    {
      start_draw (self, events, attributes);
      self->in_text = TRUE;
    }
  else if (self->place == IN_LESSON && strcmp (element, "step") == 0)
    {
      HdLessonStep step = { texts_new (), self->lesson->questions->len };

      check_attributes (events, element, attributes, "");
      g_array_append_val (self->lesson->steps, step);
      self->place = IN_STEP;
    }
  else if (self->place == IN_STEP && strcmp (element, "question") == 0)
    {
      start_question (self, events, attributes);
      self->place = IN_QUESTION;
    }
  else if (self->place == IN_QUESTION && strcmp (element, "option") == 0)
    {
      start_option (self, events, attributes);
      self->place = IN_OPTION;
    }
  else if ((self->place >= IN_STEP && strcmp (element, "text") == 0) || (self->place == IN_QUESTION && strcmp (element, "hint") == 0))
    start_text (self, events, element, attributes);
  else
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%.40s> cannot stand here"), element);
}

/* Lines and what they are indented by are those of the file alone. */
static char *
fold (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text != NULL ? text : "", " \t\r\n", -1);
  g_autoptr (GString) folded = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0')
      g_string_append_printf (folded, "%s%s", folded->len > 0 ? " " : "", words[i]);
  return g_string_free (g_steal_pointer (&folded), FALSE);
}

static GArray *
get_texts (Reader *self,
           const char *element)
{
  if (strcmp (element, "hint") == 0)
    return get_question (self)->hints;
  switch (self->place)
    {
    case IN_STEP:
      return get_step (self)->texts;
    case IN_QUESTION:
      return get_question (self)->texts;
    case IN_OPTION:
      return get_option (self)->texts;
    case IN_FILE:
    case IN_LESSON:
    default:
      return self->lesson->titles;
    }
}

static void
end_question (Reader *self,
              HdXmlEvents *events)
{
  const HdLessonQuestion *question = get_question (self);

  if ((question->answer != NULL) == (question->options->len > 0))
    hd_xml_events_fail (events, HD_ERROR_INVALID, question->line, _("question “%.80s” needs either “answer” or options"), question->id);
}

static void
on_end (HdXmlEvents *events,
        const char *element,
        const char *text,
        gpointer user_data)
{
  Reader *self = user_data;

  if (self->in_text)
    {
      if (strcmp (element, "draw") != 0)
        {
          HdLessonText said = { g_strdup (self->language != NULL ? self->language : ""), fold (text) };

          g_array_append_val (get_texts (self, element), said);
        }
      self->in_text = FALSE;
      return;
    }
  if (self->place == IN_QUESTION)
    end_question (self, events);
  self->place--;
}

HdLesson *
hd_lesson_read (GInputStream *stream,
                const char *file_name,
                char **out_project,
                GError **error)
{
  static const HdXmlHandler handler = { on_start, on_end };
  g_autoptr (HdLesson) lesson = lesson_new (file_name);
  Reader self = { .lesson = lesson };
  gboolean is_read = hd_xml_events_read (stream, file_name, &handler, &self, NULL, error);

  g_free (self.language);
  *out_project = self.project;
  if (is_read && lesson->questions->len == 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s: the lesson has no questions"), file_name);
      is_read = FALSE;
    }
  if (!is_read)
    {
      g_clear_pointer (out_project, g_free);
      return NULL;
    }
  return g_steal_pointer (&lesson);
}
