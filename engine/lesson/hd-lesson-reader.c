/* hd-lesson-reader.c: reads the file of a lesson
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-lesson-reader"

#include "hd-lesson-private.h"

#include <string.h>

#include "hd-i18n.h"
#include "hd-xml-events.h"

#define MOST_STEPS 500
#define MOST_QUESTIONS 200
#define MOST_POINTS 1000
#define MOST_MINUTES 600
#define MOST_VALUES 24 /* of a sketch: each is a run */

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
  Place place;
  gboolean in_leaf; /* <title>, <hint>, <draw>, an act: nothing stands in it */
  GArray *texts;    /* that the leaf adds to, or NULL; so the next */
  HdLessonAct *act;
  char *language;
  HdLessonStep *step; /* that is under way, or NULL */
} Reader;

static HdLessonQuestion *
get_question (Reader *self)
{
  return self->step->questions->pdata[self->step->questions->len - 1];
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
                  const char *const *known)
{
  for (; attributes != NULL && attributes[0] != NULL; attributes += 2)
    if (!g_strv_contains (known, attributes[0]))
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

static guint
parse_whole (HdXmlEvents *events,
             const char *name,
             const char *text,
             guint most)
{
  guint64 number = 0;

  if (!g_ascii_string_to_unsigned (text, 10, 1, most, &number, NULL))
    hd_xml_events_fail (events, HD_ERROR_RANGE, 0, _("%s=\"%.40s\" must be a whole number from 1 to %u"), name, text, most);
  return (guint) number;
}

static gboolean
parse_flag (HdXmlEvents *events,
            const char *name,
            const char *text,
            gboolean missing)
{
  if (text == NULL)
    return missing;
  if (strcmp (text, "true") != 0 && strcmp (text, "false") != 0)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("%s=\"%.40s\" must be true or false"), name, text);
  return strcmp (text, "true") == 0;
}

static char **
split_values (HdXmlEvents *events,
              const char *of,
              const char *text)
{
  char **values = g_strsplit (text, ",", -1);

  for (guint i = 0; values[i] != NULL; i++)
    if (*g_strstrip (values[i]) == '\0')
      hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("values=\"…\": a value of “%s” is empty"), of);
  return values;
}

/* ---- beginnings -------------------------------------------------------------------------------------------------------- */

static void
start_lesson (Reader *self,
              HdXmlEvents *events,
              const char *const *attributes)
{
  static const char *const known[] = { "version", "name", "project", "minutes", "recorded", NULL };
  const char *version = require (events, "lesson", attributes, "version"), *minutes = hd_xml_attribute (attributes, "minutes");

  check_attributes (events, "lesson", attributes, known);
  if (strcmp (version, "1") != 0)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("lessons of version %.20s are not known, only those of version 1"), version);
  self->lesson->name = g_strdup (require (events, "lesson", attributes, "name"));
  self->lesson->recorded = g_strdup (hd_xml_attribute (attributes, "recorded"));
  hd_lesson_add_project (self->lesson, require (events, "lesson", attributes, "project"), 0);
  if (minutes != NULL)
    self->lesson->minutes = parse_whole (events, "minutes", minutes, MOST_MINUTES);
}

static void
start_draw (Reader *self,
            HdXmlEvents *events,
            const char *const *attributes)
{
  static const char *const known[] = { "variable", "values", NULL };
  const char *variable = require (events, "draw", attributes, "variable");
  HdLessonDraw draw = { g_strdup (variable), split_values (events, variable, require (events, "draw", attributes, "values")) };

  check_attributes (events, "draw", attributes, known);
  g_array_append_val (self->lesson->draws, draw);
}

static void
start_step (Reader *self,
            HdXmlEvents *events,
            const char *const *attributes)
{
  static const char *const known[] = { NULL };

  check_attributes (events, "step", attributes, known);
  if (self->lesson->steps->len == MOST_STEPS)
    hd_xml_events_fail (events, HD_ERROR_LIMIT, 0, _("a lesson has at most %d steps"), MOST_STEPS);
  self->step = hd_lesson_step_new ();
}

static void
read_sketch (HdLessonQuestion *question,
             HdXmlEvents *events,
             const char *const *attributes)
{
  question->kind = HD_QUESTION_SKETCH;
  question->over = g_strdup (require (events, "question", attributes, "over"));
  question->values = split_values (events, question->over, require (events, "question", attributes, "values"));
  if (g_strv_length (question->values) < 2 || g_strv_length (question->values) > MOST_VALUES)
    hd_xml_events_fail (events, HD_ERROR_LIMIT, 0, _("values=\"…\": a sketch has 2 to %d values"), MOST_VALUES);
}

/* What is asked for says which kind it is: an answer, one over values, what to pick, what to check, or options. */
static void
read_kind (HdLessonQuestion *question,
           HdXmlEvents *events,
           const char *const *attributes)
{
  const char *answer = hd_xml_attribute (attributes, "answer"), *pick = hd_xml_attribute (attributes, "pick"), *check = hd_xml_attribute (attributes, "check");

  if ((answer != NULL) + (pick != NULL) + (check != NULL) > 1)
    hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("question “%.80s” can have one of “answer”, “pick” and “check”"), question->id);
  else if (pick != NULL)
    {
      question->kind = HD_QUESTION_PICK;
      question->of_links = strcmp (pick, "link") == 0;
      if (!question->of_links && strcmp (pick, "component") != 0)
        hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("pick=\"%.40s\" must be link or component"), pick);
      question->expression = parse_expression (events, "when", require (events, "question", attributes, "when"));
    }
  else if (check != NULL)
    {
      question->kind = HD_QUESTION_TASK;
      question->expression = parse_expression (events, "check", check);
    }
  else if (answer != NULL)
    {
      question->kind = HD_QUESTION_NUMBER;
      question->expression = parse_expression (events, "answer", answer);
      if (hd_xml_attribute (attributes, "over") != NULL)
        read_sketch (question, events, attributes);
    }
}

static void
read_tolerance (HdLessonQuestion *question,
                HdXmlEvents *events,
                const char *text)
{
  char *end = NULL;

  if (text == NULL)
    return;
  question->tolerance = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !(question->tolerance >= 0 && question->tolerance < 1))
    hd_xml_events_fail (events, HD_ERROR_RANGE, 0, _("tolerance=\"%.40s\" must be at least 0 and below 1, a share of the right value"), text);
}

static gboolean
has_question (const Reader *self,
              const char *id)
{
  for (guint i = 0; i < self->step->questions->len; i++)
    if (strcmp (((const HdLessonQuestion *) self->step->questions->pdata[i])->id, id) == 0)
      return TRUE;
  return hd_lesson_find_question (self->lesson, id) != G_MAXUINT;
}

static void
start_question (Reader *self,
                HdXmlEvents *events,
                const char *const *attributes)
{
  static const char *const known[] = { "id", "points", "answer", "tolerance", "set", "over", "values", "pick", "when", "check", "locks", NULL };
  const char *id = require (events, "question", attributes, "id");
  HdLessonQuestion *question;

  check_attributes (events, "question", attributes, known);
  if (has_question (self, id))
    hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("there are two questions “%.80s”"), id);
  if (self->lesson->questions->len + self->step->questions->len >= MOST_QUESTIONS)
    hd_xml_events_fail (events, HD_ERROR_LIMIT, 0, _("a lesson has at most %d questions"), MOST_QUESTIONS);
  question = hd_lesson_question_new (id, hd_xml_events_get_line (events));
  g_ptr_array_add (self->step->questions, question);
  question->setting = g_strdup (hd_xml_attribute (attributes, "set"));
  question->points = parse_whole (events, "points", require (events, "question", attributes, "points"), MOST_POINTS);
  read_tolerance (question, events, hd_xml_attribute (attributes, "tolerance"));
  read_kind (question, events, attributes);
  question->locks = parse_flag (events, "locks", hd_xml_attribute (attributes, "locks"), TRUE) && question->kind != HD_QUESTION_TASK;
}

static void
start_option (Reader *self,
              HdXmlEvents *events,
              const char *const *attributes)
{
  static const char *const known[] = { "id", "when", NULL };
  GArray *options = get_question (self)->options;
  HdLessonOption option = {
    g_strdup (require (events, "option", attributes, "id")),
    parse_expression (events, "when", require (events, "option", attributes, "when")),
    hd_lesson_texts_new (),
  };

  check_attributes (events, "option", attributes, known);
  for (guint i = 0; i < options->len; i++)
    if (strcmp (g_array_index (options, HdLessonOption, i).id, option.id) == 0)
      hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("there are two options “%.80s”"), option.id);
  g_array_append_val (options, option);
}

static void
start_text (Reader *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes,
            GArray *texts)
{
  static const char *const known[] = { "xml:lang", NULL };

  check_attributes (events, element, attributes, known);
  self->in_leaf = TRUE;
  self->texts = texts;
  g_free (self->language);
  self->language = g_strdup (hd_xml_attribute (attributes, "xml:lang"));
}

static void
start_picture (Reader *self,
               HdXmlEvents *events,
               const char *const *attributes)
{
  static const char *const known[] = { "file", "xml:lang", NULL };
  const char *file = require (events, "picture", attributes, "file");
  HdLessonPicture *picture = NULL;

  check_attributes (events, "picture", attributes, known);
  for (guint i = 0; i < self->step->pictures->len && picture == NULL; i++)
    if (strcmp (((HdLessonPicture *) self->step->pictures->pdata[i])->file, file) == 0)
      picture = self->step->pictures->pdata[i];
  if (picture == NULL)
    {
      picture = hd_lesson_picture_new (file, hd_xml_events_get_line (events));
      g_ptr_array_add (self->step->pictures, picture);
    }
  self->in_leaf = TRUE;
  self->texts = picture->texts;
  g_free (self->language);
  self->language = g_strdup (hd_xml_attribute (attributes, "xml:lang"));
}

static void
read_time (HdLessonAct *act,
           HdXmlEvents *events,
           const char *name,
           const char *text)
{
  HdQuantity quantity;

  if (text == NULL)
    return;
  if (!hd_quantity_parse (text, &quantity, NULL) || !hd_dimension_equal (quantity.dimension, HD_DIMENSION_TIME) || !(quantity.value >= 0))
    hd_xml_events_fail (events, HD_ERROR_RANGE, 0, _("%s=\"%.40s\" must be a time, such as 12 ms"), name, text);
  else
    act->time = hd_time_from_seconds (quantity.value);
}

static void
check_act (HdXmlEvents *events,
           const HdLessonAct *act)
{
  static const char *const measures[] = { "now", "average", "peak", NULL };

  if (act->kind == HD_ACT_SHOW && !g_strv_contains (hd_lesson_get_views (), act->what))
    hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("view=\"%.40s\": no page is called so"), act->what);
  if (act->kind == HD_ACT_MEASURE && !g_strv_contains (measures, act->what))
    hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("of=\"%.40s\" must be now, average or peak"), act->what);
}

static void
start_act (Reader *self,
           HdXmlEvents *events,
           HdLessonActKind kind,
           const char *const *attributes)
{
  const HdLessonActForm *form = hd_lesson_act_get_form (kind);
  HdLessonAct *act = hd_lesson_act_new (kind, hd_xml_events_get_line (events));
  char **const places[] = { &act->what, &act->attribute, &act->value };
  static const char *const of_run[] = { "to", "fast", NULL }, *const of_look[] = { "at", NULL };

  g_ptr_array_add (self->step->acts, act);
  check_attributes (events, form->element, attributes, kind == HD_ACT_RUN ? of_run : kind == HD_ACT_LOOK ? of_look : form->attributes);
  for (guint i = 0; form->attributes[i] != NULL; i++)
    {
      const char *value = hd_xml_attribute (attributes, form->attributes[i]);

      if (value == NULL && i < form->n_required)
        hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%s> needs “%s”"), form->element, form->attributes[i]);
      *places[i] = g_strdup (value != NULL || i >= form->n_required ? value : "");
    }
  if (kind == HD_ACT_RUN || kind == HD_ACT_LOOK)
    read_time (act, events, kind == HD_ACT_RUN ? "to" : "at", hd_xml_attribute (attributes, kind == HD_ACT_RUN ? "to" : "at"));
  act->is_fast = parse_flag (events, "fast", hd_xml_attribute (attributes, "fast"), FALSE);
  check_act (events, act);
  if (kind == HD_ACT_OPEN)
    hd_lesson_add_project (self->lesson, act->what, act->line);
  self->in_leaf = TRUE;
  self->texts = NULL;
  self->act = kind == HD_ACT_INSERT ? act : NULL;
}

/* ---- elements ---------------------------------------------------------------------------------------------------------- */

static gboolean
start_in_lesson (Reader *self,
                 HdXmlEvents *events,
                 const char *element,
                 const char *const *attributes)
{
  if (strcmp (element, "title") == 0)
    start_text (self, events, element, attributes, self->lesson->titles);
  else if (strcmp (element, "summary") == 0)
    start_text (self, events, element, attributes, self->lesson->summaries);
  else if (strcmp (element, "draw") == 0)
    {
      start_draw (self, events, attributes);
      self->in_leaf = TRUE;
      self->texts = NULL;
    }
  else if (strcmp (element, "step") == 0)
    {
      start_step (self, events, attributes);
      self->place = IN_STEP;
    }
  else
    return FALSE;
  return TRUE;
}

static gboolean
start_in_step (Reader *self,
               HdXmlEvents *events,
               const char *element,
               const char *const *attributes)
{
  HdLessonActKind kind;

  if (strcmp (element, "title") == 0)
    start_text (self, events, element, attributes, self->step->titles);
  else if (strcmp (element, "text") == 0)
    start_text (self, events, element, attributes, self->step->texts);
  else if (strcmp (element, "reveal") == 0)
    start_text (self, events, element, attributes, self->step->reveals);
  else if (strcmp (element, "notes") == 0)
    start_text (self, events, element, attributes, self->step->notes);
  else if (strcmp (element, "picture") == 0)
    start_picture (self, events, attributes);
  else if (strcmp (element, "question") == 0)
    {
      start_question (self, events, attributes);
      self->place = IN_QUESTION;
    }
  else if (hd_lesson_act_find (element, &kind))
    start_act (self, events, kind, attributes);
  else
    return FALSE;
  return TRUE;
}

static gboolean
start_in_question (Reader *self,
                   HdXmlEvents *events,
                   const char *element,
                   const char *const *attributes)
{
  HdLessonQuestion *question = get_question (self);

  if (strcmp (element, "text") == 0)
    start_text (self, events, element, attributes, question->texts);
  else if (strcmp (element, "hint") == 0)
    start_text (self, events, element, attributes, question->hints);
  else if (strcmp (element, "option") == 0)
    {
      start_option (self, events, attributes);
      self->place = IN_OPTION;
    }
  else
    return FALSE;
  return TRUE;
}

static void
on_start (HdXmlEvents *events,
          const char *element,
          const char *const *attributes,
          gpointer user_data)
{
  Reader *self = user_data;
  gboolean fits = FALSE;

  if (self->in_leaf)
    fits = FALSE;
  else if (self->place == IN_FILE && strcmp (element, "lesson") == 0)
    {
      start_lesson (self, events, attributes);
      self->place = IN_LESSON;
      fits = TRUE;
    }
  else if (self->place == IN_LESSON)
    fits = start_in_lesson (self, events, element, attributes);
  else if (self->place == IN_STEP)
    fits = start_in_step (self, events, element, attributes);
  else if (self->place == IN_QUESTION)
    fits = start_in_question (self, events, element, attributes);
  else if (self->place == IN_OPTION && strcmp (element, "text") == 0)
    {
      GArray *options = get_question (self)->options;

      start_text (self, events, element, attributes, g_array_index (options, HdLessonOption, options->len - 1).texts);
      fits = TRUE;
    }
  if (!fits)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, self->place == IN_FILE ? _("this is no lesson: it begins with <%.40s>") : _("<%.40s> cannot stand here"), element);
}

/* Lines and what they are indented by are those of the file alone; an empty line parts paragraphs. */
static char *
fold (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  g_autoptr (GString) folded = g_string_new (NULL);
  gboolean parts = FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit_set (g_strstrip (lines[i]), " \t\r", -1);

      parts |= *lines[i] == '\0';
      for (guint k = 0; words[k] != NULL; k++)
        if (*words[k] != '\0')
          {
            g_string_append_printf (folded, "%s%s", folded->len == 0 ? "" : parts ? "\n\n" : " ", words[k]);
            parts = FALSE;
          }
    }
  return g_string_free (g_steal_pointer (&folded), FALSE);
}

static void
end_question (Reader *self,
              HdXmlEvents *events)
{
  const HdLessonQuestion *question = get_question (self);

  if ((question->expression != NULL) == (question->options->len > 0))
    hd_xml_events_fail (events, HD_ERROR_INVALID, question->line, _("question “%.80s” needs either “answer”, “pick” or “check”, or options"), question->id);
}

static void
end_leaf (Reader *self,
          const char *text)
{
  if (self->texts != NULL)
    hd_lesson_texts_add (self->texts, self->language != NULL ? self->language : "", fold (text));
  if (self->act != NULL)
    self->act->value = g_strstrip (g_strdup (text));
  self->in_leaf = FALSE;
  self->texts = NULL;
  self->act = NULL;
}

static void
on_end (HdXmlEvents *events,
        const char *element,
        const char *text,
        gpointer user_data)
{
  Reader *self = user_data;

  if (self->in_leaf)
    {
      end_leaf (self, text);
      return;
    }
  if (self->place == IN_QUESTION)
    end_question (self, events);
  else if (self->place == IN_STEP)
    hd_lesson_add_step (self->lesson, g_steal_pointer (&self->step));
  self->place--;
}

HdLesson *
hd_lesson_read (GInputStream *stream,
                const char *file_name,
                GError **error)
{
  static const HdXmlHandler handler = { on_start, on_end };
  g_autoptr (HdLesson) lesson = hd_lesson_alloc (file_name);
  Reader self = { .lesson = lesson };
  gboolean is_read = hd_xml_events_read (stream, file_name, &handler, &self, NULL, error);

  g_free (self.language);
  g_clear_pointer (&self.step, hd_lesson_step_unref);
  if (is_read && lesson->steps->len == 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s: the lesson has no steps"), file_name);
      is_read = FALSE;
    }
  return is_read ? g_steal_pointer (&lesson) : NULL;
}
