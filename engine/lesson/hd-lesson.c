/* hd-lesson.c: lessons, their projects, and what is drawn for a student
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-lesson"

#include "hd-lesson-private.h"

#include <string.h>

#include "hd-i18n.h"

#define LONGEST_NAME 200 /* bytes */

const char *
hd_lesson_get_name (const HdLesson *self)
{
  return self->name;
}

const char *
hd_lesson_get_title (const HdLesson *self)
{
  return hd_lesson_choose (self->titles);
}

guint
hd_lesson_get_points (const HdLesson *self)
{
  guint points = 0;

  for (guint i = 0; i < self->questions->len; i++)
    points += g_array_index (self->questions, HdLessonQuestion, i).points;
  return points;
}

static const char *
find_text (GArray *texts,
           const char *language)
{
  for (guint i = 0; i < texts->len; i++)
    if (strcmp (g_array_index (texts, HdLessonText, i).language, language) == 0)
      return g_array_index (texts, HdLessonText, i).text;
  return NULL;
}

const char *
hd_lesson_choose (GArray *texts)
{
  const char *const *languages = g_get_language_names ();
  const char *text = NULL;

  for (guint i = 0; text == NULL && languages[i] != NULL; i++)
    text = find_text (texts, languages[i]);
  if (text == NULL)
    text = find_text (texts, "");
  return text != NULL ? text : "";
}

static gboolean
check_draws (const HdLesson *self,
             GError **error)
{
  const HdObject *variables = hd_object_find_child (hd_snapshot_get_root (self->snapshot), HD_OBJECT_VARIABLES, NULL);

  for (guint i = 0; i < self->draws->len; i++)
    {
      const char *name = g_array_index (self->draws, HdLessonDraw, i).variable;

      if (variables == NULL || hd_object_find_child (variables, HD_OBJECT_VARIABLE, name) == NULL)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: the project of the lesson has no variable “%.80s”"), self->file_name, name);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
load_project (HdLesson *self,
              GFile *file,
              const char *name,
              GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);
  g_autoptr (GFile) project = folder != NULL ? g_file_resolve_relative_path (folder, name) : NULL;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = NULL;

  if (project == NULL || !g_file_has_prefix (project, folder))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: the project “%.80s” must stand in the folder of the lesson or below"), self->file_name, name);
      return FALSE;
    }
  document = hd_document_load (project, problems, NULL, error);
  if (document == NULL)
    {
      g_prefix_error (error, _("%s: its project: "), self->file_name);
      return FALSE;
    }
  self->snapshot = hd_document_snapshot (document);
  return TRUE;
}

static char *
digest (const HdLesson *self,
        const char *bytes,
        gsize length)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize n = 0;
  g_autofree char *project = hd_snapshot_to_string (self->snapshot, &n);

  g_checksum_update (checksum, (const guchar *) bytes, (gssize) length);
  g_checksum_update (checksum, (const guchar *) "", 1);
  g_checksum_update (checksum, (const guchar *) project, (gssize) n);
  return g_strdup (g_checksum_get_string (checksum));
}

HdLesson *
hd_lesson_load (GFile *file,
                GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file), *bytes = NULL, *project = NULL;
  g_autoptr (GInputStream) stream = NULL;
  g_autoptr (HdLesson) self = NULL;
  gsize length = 0;

  if (!g_file_load_contents (file, NULL, &bytes, &length, NULL, error))
    return NULL;
  stream = g_memory_input_stream_new_from_data (bytes, (gssize) length, NULL);
  self = hd_lesson_read (stream, name, &project, error);
  if (self == NULL || !load_project (self, file, project, error) || !check_draws (self, error))
    return NULL;
  self->digest = digest (self, bytes, length);
  return g_steal_pointer (&self);
}

/* The first four bytes of a hash choose among at most some dozens, so that none of them is preferred by more than one in millions. */
static guint
choose (const HdLesson *self,
        const char *student,
        const HdLessonDraw *draw)
{
  g_autofree char *key = g_strdup_printf ("%s\n%s\n%s", self->name, student, draw->variable);
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);

  hash[8] = '\0';
  return (guint) (g_ascii_strtoull (hash, NULL, 16) % g_strv_length (draw->values));
}

char **
hd_lesson_draw (const HdLesson *self,
                const char *student)
{
  g_autoptr (GStrvBuilder) settings = g_strv_builder_new ();

  for (guint i = 0; i < self->draws->len; i++)
    {
      const HdLessonDraw *draw = &g_array_index (self->draws, HdLessonDraw, i);
      g_autofree char *setting = g_strdup_printf ("$%s=%s", draw->variable, draw->values[choose (self, student, draw)]);

      g_strv_builder_add (settings, setting);
    }
  return g_strv_builder_end (settings);
}

char *
hd_lesson_dup_seal (const HdLesson *self,
                    const char *student)
{
  g_auto (GStrv) drawn = hd_lesson_draw (self, student);
  g_autofree char *joined = g_strjoinv ("\n", drawn), *key = g_strdup_printf ("%s\n%s\n%s", self->name, student, joined);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);
}

static void
add_text (GString *text,
          const char *indent,
          GArray *texts)
{
  g_autofree char *escaped = g_markup_escape_text (hd_lesson_choose (texts), -1);

  if (*escaped != '\0')
    g_string_append_printf (text, "%s<text>%s</text>\n", indent, escaped);
}

static void
add_question (GString *text,
              const HdLessonQuestion *question)
{
  g_autofree char *head = g_markup_printf_escaped ("  <answer question=\"%s\" value=\"\">\n", question->id);

  g_string_append (text, head);
  add_text (text, "    ", question->texts);
  for (guint i = 0; i < question->options->len; i++)
    {
      const HdLessonOption *option = &g_array_index (question->options, HdLessonOption, i);
      g_autofree char *line = g_markup_printf_escaped ("    <option id=\"%s\">%s</option>\n", option->id, hd_lesson_choose (option->texts));

      g_string_append (text, line);
    }
  g_string_append (text, "  </answer>\n");
}

char *
hd_lesson_hand_out (const HdLesson *self,
                    const char *student,
                    GError **error)
{
  g_auto (GStrv) drawn = NULL;
  g_autofree char *seal = NULL, *head = NULL;
  GString *text;
  guint n = 0;

  if (*student == '\0' || strlen (student) > LONGEST_NAME || !g_utf8_validate (student, -1, NULL) || strpbrk (student, "\t\r\n") != NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("the name of a student is one line of 1 to %d bytes"), LONGEST_NAME);
      return NULL;
    }
  drawn = hd_lesson_draw (self, student);
  seal = hd_lesson_dup_seal (self, student);
  head = g_markup_printf_escaped ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<answers version=\"1\" lesson=\"%s\" digest=\"%s\" student=\"%s\" seal=\"%s\">\n",
                                  self->name, self->digest, student, seal);
  text = g_string_new (head);
  for (guint i = 0; drawn[i] != NULL; i++)
    {
      g_autofree char *line = g_markup_printf_escaped ("  <drawn setting=\"%s\"/>\n", drawn[i]);

      g_string_append (text, line);
    }
  for (guint i = 0; i < self->steps->len; i++)
    {
      const HdLessonStep *step = &g_array_index (self->steps, HdLessonStep, i);

      add_text (text, "  ", step->texts);
      for (; n < step->n_questions; n++)
        add_question (text, &g_array_index (self->questions, HdLessonQuestion, n));
    }
  g_string_append (text, "</answers>\n");
  return g_string_free (text, FALSE);
}
