/* hd-answers.c: a file of answers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-answers"

#include <heddle/hd-answers.h>

#include <string.h>

#include "hd-atomic-file.h"
#include "hd-i18n.h"
#include "hd-lesson-private.h"
#include "hd-xml-events.h"

#define MOST_ANSWERS 1000
#define MOST_TRIES 10000

struct _HdAnswers
{
  char *lesson;
  char *digest;
  char *student;
  char *seal;
  guint step, furthest;
  GHashTable *answers; /* (element-type utf8 HdAnswer): by question */
  GHashTable *works;   /* (element-type guint utf8): by step */
};

guint
hd_answer_get_worth (const HdAnswer *self,
                     guint most)
{
  return self->is_shown ? 0 : self->tries <= 1 ? most : (most + 1) / 2;
}

static void
answer_free (HdAnswer *self)
{
  g_free (self->value);
  g_free (self->project);
  g_free (self);
}

static HdAnswers *
answers_alloc (void)
{
  HdAnswers *self = g_new0 (HdAnswers, 1);

  self->answers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) answer_free);
  self->works = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  return self;
}

HdAnswers *
hd_answers_new (const HdLesson *lesson,
                const char *student,
                GError **error)
{
  HdAnswers *self;

  if (!hd_lesson_check_student (student, error))
    return NULL;
  self = answers_alloc ();
  self->lesson = g_strdup (lesson->name);
  self->digest = g_strdup (lesson->digest);
  self->student = g_strdup (student);
  self->seal = hd_lesson_dup_seal (lesson, student);
  return self;
}

void
hd_answers_free (HdAnswers *self)
{
  g_free (self->lesson);
  g_free (self->digest);
  g_free (self->student);
  g_free (self->seal);
  g_hash_table_unref (self->answers);
  g_hash_table_unref (self->works);
  g_free (self);
}

/* ---- reading ----------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdAnswers *answers;
  HdAnswer *answer; /* that is under way, or NULL */
  int work;         /* step of one that is under way, or -1 */
} Reader;

static char *
dup_attribute (HdXmlEvents *events,
               const char *element,
               const char *const *attributes,
               const char *name)
{
  const char *value = hd_xml_attribute (attributes, name);

  if (value == NULL)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%s> needs “%s”"), element, name);
  return g_strdup (value != NULL ? value : "");
}

/* 0 where it is not there. */
static guint
read_number (HdXmlEvents *events,
             const char *const *attributes,
             const char *name,
             guint most)
{
  const char *text = hd_xml_attribute (attributes, name);
  guint64 number = 0;

  if (text != NULL && !g_ascii_string_to_unsigned (text, 10, 0, most, &number, NULL))
    hd_xml_events_fail (events, HD_ERROR_RANGE, 0, _("%s=\"%.40s\" must be a whole number from 0 to %u"), name, text, most);
  return (guint) number;
}

static void
start_file (HdAnswers *self,
            HdXmlEvents *events,
            const char *element,
            const char *const *attributes)
{
  g_autofree char *version = NULL;

  if (strcmp (element, "answers") != 0)
    {
      hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("this is no file of answers: it begins with <%.40s>"), element);
      return;
    }
  version = dup_attribute (events, "answers", attributes, "version");
  if (strcmp (version, "1") != 0)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("answers of version %.20s are not known, only those of version 1"), version);
  self->lesson = dup_attribute (events, element, attributes, "lesson");
  self->digest = dup_attribute (events, element, attributes, "digest");
  self->student = dup_attribute (events, element, attributes, "student");
  self->seal = dup_attribute (events, element, attributes, "seal");
  self->step = read_number (events, attributes, "step", MOST_ANSWERS);
  self->furthest = MAX (self->step, read_number (events, attributes, "furthest", MOST_ANSWERS));
}

static void
start_answer (Reader *self,
              HdXmlEvents *events,
              const char *const *attributes)
{
  g_autofree char *question = dup_attribute (events, "answer", attributes, "question"), *value = dup_attribute (events, "answer", attributes, "value");
  HdAnswer *answer;

  if (g_hash_table_size (self->answers->answers) == MOST_ANSWERS)
    hd_xml_events_fail (events, HD_ERROR_LIMIT, 0, _("there are more than %d answers"), MOST_ANSWERS);
  else if (g_hash_table_contains (self->answers->answers, question))
    hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("question “%.80s” is answered twice"), question);
  else
    {
      answer = g_new0 (HdAnswer, 1);
      answer->value = g_strdup (g_strstrip (value));
      answer->tries = read_number (events, attributes, "tries", MOST_TRIES);
      answer->is_shown = g_strcmp0 (hd_xml_attribute (attributes, "shown"), "true") == 0;
      g_hash_table_insert (self->answers->answers, g_steal_pointer (&question), answer);
      self->answer = answer;
    }
}

static void
on_start (HdXmlEvents *events,
          const char *element,
          const char *const *attributes,
          gpointer user_data)
{
  Reader *self = user_data;

  if (self->answers->lesson == NULL)
    start_file (self->answers, events, element, attributes);
  else if (strcmp (element, "answer") == 0)
    start_answer (self, events, attributes);
  else if (strcmp (element, "work") == 0)
    self->work = (int) read_number (events, attributes, "step", MOST_ANSWERS);
}

static void
on_end (HdXmlEvents *events,
        const char *element,
        const char *text,
        gpointer user_data)
{
  Reader *self = user_data;

  if (strcmp (element, "answer") == 0)
    self->answer = NULL;
  else if (strcmp (element, "project") == 0 && self->answer != NULL)
    {
      g_free (self->answer->project);
      self->answer->project = g_strdup (text != NULL ? text : "");
    }
  else if (strcmp (element, "work") == 0 && self->work >= 0)
    {
      g_hash_table_insert (self->answers->works, GINT_TO_POINTER (self->work), g_strdup (text != NULL ? text : ""));
      self->work = -1;
    }
}

HdAnswers *
hd_answers_read (GInputStream *stream,
                 const char *file_name,
                 GError **error)
{
  static const HdXmlHandler handler = { on_start, on_end };
  g_autoptr (HdAnswers) answers = answers_alloc ();
  Reader self = { answers, NULL, -1 };

  return hd_xml_events_read (stream, file_name, &handler, &self, NULL, error) ? g_steal_pointer (&answers) : NULL;
}

HdAnswers *
hd_answers_load (GFile *file,
                 GError **error)
{
  GFileType type = g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL);
  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GFileInputStream) stream = NULL;

  /* A pipe among those of a class would be waited for, perhaps for ever. */
  if (type == G_FILE_TYPE_SPECIAL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s is no regular file"), name);
      return NULL;
    }
  stream = g_file_read (file, NULL, error);
  return stream != NULL ? hd_answers_read (G_INPUT_STREAM (stream), name, error) : NULL;
}

/* ---- writing ----------------------------------------------------------------------------------------------------------- */

static int
compare_keys (gconstpointer a,
              gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  guint x = GPOINTER_TO_UINT (*(const gpointer *) a), y = GPOINTER_TO_UINT (*(const gpointer *) b);

  return x < y ? -1 : x > y;
}

static GPtrArray *
list_keys (GHashTable *table,
           GCompareFunc compare)
{
  GPtrArray *keys = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_ptr_array_add (keys, key);
  g_ptr_array_sort (keys, compare);
  return keys;
}

static void
write_answer (GString *text,
              const char *question,
              const HdAnswer *answer)
{
  g_autofree char *head = g_markup_printf_escaped ("  <answer question=\"%s\" value=\"%s\"", question, answer->value);
  g_autofree char *project = answer->project != NULL ? g_markup_escape_text (answer->project, -1) : NULL;

  g_string_append (text, head);
  if (answer->tries > 0)
    g_string_append_printf (text, " tries=\"%u\"", answer->tries);
  if (answer->is_shown)
    g_string_append (text, " shown=\"true\"");
  if (project != NULL)
    g_string_append_printf (text, "><project>%s</project></answer>\n", project);
  else
    g_string_append (text, "/>\n");
}

char *
hd_answers_to_string (HdAnswers *self)
{
  g_autoptr (GPtrArray) questions = list_keys (self->answers, compare_keys), steps = list_keys (self->works, compare_numbers);
  g_autofree char *head = g_markup_printf_escaped ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                                   "<answers version=\"1\" lesson=\"%s\" digest=\"%s\" student=\"%s\" seal=\"%s\" step=\"%u\" furthest=\"%u\">\n",
                                                   self->lesson, self->digest, self->student, self->seal, self->step, self->furthest);
  GString *text = g_string_new (head);

  for (guint i = 0; i < questions->len; i++)
    write_answer (text, questions->pdata[i], g_hash_table_lookup (self->answers, questions->pdata[i]));
  for (guint i = 0; i < steps->len; i++)
    {
      g_autofree char *work = g_markup_escape_text (g_hash_table_lookup (self->works, steps->pdata[i]), -1);

      g_string_append_printf (text, "  <work step=\"%u\">%s</work>\n", GPOINTER_TO_UINT (steps->pdata[i]), work);
    }
  g_string_append (text, "</answers>\n");
  return g_string_free (text, FALSE);
}

gboolean
hd_answers_save (HdAnswers *self,
                 GFile *file,
                 GError **error)
{
  g_autofree char *text = hd_answers_to_string (self);

  return hd_atomic_file_write (file, text, strlen (text), NULL, error);
}

/* ---- getting and setting ----------------------------------------------------------------------------------------------- */

const char *
hd_answers_get_student (HdAnswers *self)
{
  return self->student;
}

char *
hd_answers_find_fault (HdAnswers *self,
                       const HdLesson *lesson)
{
  g_autofree char *seal = hd_lesson_dup_seal (lesson, self->student);

  if (strcmp (self->lesson, lesson->name) != 0)
    return g_strdup_printf (_("These are answers to another lesson, “%.80s”."), self->lesson);
  if (strcmp (self->seal, seal) != 0)
    return g_strdup_printf (_("This file was not handed out to “%.80s”: what was drawn in it is another’s, or the lesson’s draws were changed."), self->student);
  return NULL;
}

gboolean
hd_answers_is_older (HdAnswers *self,
                     const HdLesson *lesson)
{
  return strcmp (self->digest, lesson->digest) != 0;
}

const HdAnswer *
hd_answers_get (HdAnswers *self,
                const char *question)
{
  return g_hash_table_lookup (self->answers, question);
}

static HdAnswer *
get_own (HdAnswers *self,
         const char *question)
{
  HdAnswer *answer = g_hash_table_lookup (self->answers, question);

  if (answer == NULL)
    {
      answer = g_new0 (HdAnswer, 1);
      answer->value = g_strdup ("");
      g_hash_table_insert (self->answers, g_strdup (question), answer);
    }
  return answer;
}

/* XML has no room for them, not even by number. */
static char *
dup_printable (const char *text)
{
  char *copy = g_strdup (text);

  for (char *p = copy; *p != '\0'; p++)
    if ((guchar) *p < ' ')
      *p = ' ';
  return copy;
}

void
hd_answers_set (HdAnswers *self,
                const char *question,
                const char *value,
                const char *project)
{
  HdAnswer *answer = get_own (self, question);

  g_free (answer->value);
  g_free (answer->project);
  answer->value = dup_printable (value);
  answer->project = g_strdup (project);
  answer->tries = MIN (answer->tries + 1, MOST_TRIES);
}

void
hd_answers_set_shown (HdAnswers *self,
                      const char *question)
{
  get_own (self, question)->is_shown = TRUE;
}

guint
hd_answers_get_step (HdAnswers *self)
{
  return self->step;
}

void
hd_answers_set_step (HdAnswers *self,
                     guint step)
{
  self->step = step;
  self->furthest = MAX (self->furthest, step);
}

guint
hd_answers_get_furthest (HdAnswers *self)
{
  return self->furthest;
}

const char *
hd_answers_get_work (HdAnswers *self,
                     guint step)
{
  return g_hash_table_lookup (self->works, GUINT_TO_POINTER (step));
}

void
hd_answers_set_work (HdAnswers *self,
                     guint step,
                     const char *xml)
{
  if (xml != NULL)
    g_hash_table_insert (self->works, GUINT_TO_POINTER (step), g_strdup (xml));
  else
    g_hash_table_remove (self->works, GUINT_TO_POINTER (step));
}

guint
hd_answers_count (HdAnswers *self,
                  const HdLesson *lesson)
{
  guint n = 0;

  for (guint i = 0; i < hd_lesson_get_n_questions (lesson); i++)
    {
      const HdAnswer *answer = hd_answers_get (self, hd_lesson_get_question (lesson, i)->id);

      n += answer != NULL && (answer->is_shown || *answer->value != '\0' || answer->project != NULL);
    }
  return n;
}
