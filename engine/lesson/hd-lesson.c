/* hd-lesson.c: lessons, their projects, and what is drawn for a student
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-lesson"

#include "hd-lesson-private.h"

#include <string.h>

#include "hd-i18n.h"

#define LONGEST_NAME 200 /* bytes */

GFile *
hd_lesson_get_file (const HdLesson *self)
{
  return self->file;
}

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

const char *
hd_lesson_get_title_in (const HdLesson *self,
                        const char *language)
{
  return hd_lesson_find_text (self->titles, language);
}

const char *
hd_lesson_get_summary (const HdLesson *self)
{
  return hd_lesson_choose (self->summaries);
}

const char *
hd_lesson_get_project (const HdLesson *self)
{
  return ((const HdLessonProject *) self->projects->pdata[0])->name;
}

guint
hd_lesson_get_minutes (const HdLesson *self)
{
  return self->minutes;
}

gboolean
hd_lesson_has_changed (const HdLesson *self)
{
  const HdLessonProject *project = self->projects->pdata[0];
  g_autofree char *digest = self->recorded != NULL && project->snapshot != NULL ? hd_lesson_digest_project (project->snapshot) : NULL;

  return digest != NULL && strcmp (digest, self->recorded) != 0;
}

guint
hd_lesson_get_n_steps (const HdLesson *self)
{
  return self->steps->len;
}

const HdLessonStep *
hd_lesson_get_step (const HdLesson *self,
                    guint step)
{
  return self->steps->pdata[step];
}

guint
hd_lesson_get_n_questions (const HdLesson *self)
{
  return self->questions->len;
}

const HdLessonQuestion *
hd_lesson_get_question (const HdLesson *self,
                        guint question)
{
  return self->questions->pdata[question];
}

guint
hd_lesson_get_step_of (const HdLesson *self,
                       guint question)
{
  return g_array_index (self->steps_of, guint, question);
}

guint
hd_lesson_find_question (const HdLesson *self,
                         const char *id)
{
  for (guint i = 0; i < self->questions->len; i++)
    if (strcmp (hd_lesson_get_question (self, i)->id, id) == 0)
      return i;
  return G_MAXUINT;
}

guint
hd_lesson_get_points (const HdLesson *self)
{
  guint points = 0;

  for (guint i = 0; i < self->questions->len; i++)
    points += hd_lesson_get_question (self, i)->points;
  return points;
}

gboolean
hd_lesson_draws (const HdLesson *self)
{
  return self->draws->len > 0;
}

gboolean
hd_lesson_check_student (const char *student,
                         GError **error)
{
  if (*student != '\0' && strlen (student) <= LONGEST_NAME && g_utf8_validate (student, -1, NULL) && strpbrk (student, "\t\r\n") == NULL)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("the name of a student is one line of 1 to %d bytes"), LONGEST_NAME);
  return FALSE;
}

/* ---- texts ------------------------------------------------------------------------------------------------------------- */

static const char *
find_nth (GArray *texts,
          const char *language,
          guint n)
{
  for (guint i = 0; i < texts->len; i++)
    if (strcmp (g_array_index (texts, HdLessonText, i).language, language) == 0 && n-- == 0)
      return g_array_index (texts, HdLessonText, i).text;
  return NULL;
}

const char *
hd_lesson_find_text (GArray *texts,
                     const char *language)
{
  return find_nth (texts, language, 0);
}

const char *
hd_lesson_choose_nth (GArray *texts,
                      guint n)
{
  const char *const *languages = g_get_language_names ();

  for (guint i = 0; languages[i] != NULL; i++)
    if (find_nth (texts, languages[i], 0) != NULL)
      return find_nth (texts, languages[i], n);
  return find_nth (texts, "", n);
}

const char *
hd_lesson_choose (GArray *texts)
{
  const char *text = hd_lesson_choose_nth (texts, 0);

  return text != NULL ? text : "";
}

static const char *
find_drawn (char *const *drawn,
            const char *name,
            gsize length)
{
  for (guint i = 0; drawn[i] != NULL; i++)
    if (strncmp (drawn[i], name, length) == 0 && drawn[i][length] == '=')
      return drawn[i] + length + 1;
  return NULL;
}

char *
hd_lesson_fill (const HdLesson *self,
                const char *student,
                const char *text)
{
  g_auto (GStrv) drawn = hd_lesson_draw (self, student);
  GString *filled = g_string_new (NULL);

  while (*text != '\0')
    {
      gsize length = 1;
      const char *value = NULL;

      while (*text == '$' && (g_ascii_isalnum (text[length]) || text[length] == '_'))
        length++;
      if (length > 1)
        value = find_drawn (drawn, text, length);
      if (value != NULL)
        g_string_append (filled, value);
      else
        g_string_append_len (filled, text, (gssize) length);
      text += length;
    }
  return g_string_free (filled, FALSE);
}

static void
collect_languages (GArray *texts,
                   GPtrArray *languages)
{
  for (guint i = 0; i < texts->len; i++)
    {
      const char *language = g_array_index (texts, HdLessonText, i).language;

      if (!g_ptr_array_find_with_equal_func (languages, language, g_str_equal, NULL))
        g_ptr_array_add (languages, g_strdup (language));
    }
}

char **
hd_lesson_list_languages (const HdLesson *self)
{
  GPtrArray *languages = g_ptr_array_new ();

  g_ptr_array_add (languages, g_strdup (""));
  collect_languages (self->titles, languages);
  for (guint i = 0; i < self->steps->len; i++)
    {
      collect_languages (hd_lesson_get_step (self, i)->texts, languages);
      collect_languages (hd_lesson_get_step (self, i)->notes, languages);
    }
  g_ptr_array_add (languages, NULL);
  return (char **) g_ptr_array_free (languages, FALSE);
}

/* ---- files ------------------------------------------------------------------------------------------------------------- */

HdLessonProject *
hd_lesson_find_project (const HdLesson *self,
                        const char *name)
{
  for (guint i = 0; i < self->projects->len; i++)
    if (strcmp (((HdLessonProject *) self->projects->pdata[i])->name, name) == 0)
      return self->projects->pdata[i];
  return NULL;
}

static void
prefix (const HdLesson *self,
        const HdLessonProject *project,
        GError **error)
{
  if (project->line > 0)
    g_prefix_error (error, _("%s:%u: its project: "), self->file_name, project->line);
  else
    g_prefix_error (error, _("%s: its project: "), self->file_name);
}

static gboolean
load_project (HdLesson *self,
              HdLessonProject *project,
              GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (self->file);
  g_autoptr (GFile) file = folder != NULL ? g_file_resolve_relative_path (folder, project->name) : NULL;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = NULL;

  if (file == NULL || !g_file_has_prefix (file, folder))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: the project “%.80s” must stand in the folder of the lesson or below"), self->file_name, project->name);
      return FALSE;
    }
  document = hd_document_load (file, problems, NULL, error);
  if (document == NULL)
    {
      prefix (self, project, error);
      return FALSE;
    }
  project->path = g_file_get_path (file);
  project->snapshot = hd_document_snapshot (document);
  project->text = hd_snapshot_to_string (project->snapshot, NULL);
  return TRUE;
}

static gboolean
has_variable (HdSnapshot *snapshot,
              const char *name)
{
  const HdObject *variables = hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_VARIABLES, NULL);

  return variables != NULL && hd_object_find_child (variables, HD_OBJECT_VARIABLE, name) != NULL;
}

static gboolean
check_draws (const HdLesson *self,
             GError **error)
{
  const HdLessonProject *project = self->projects->pdata[0];

  for (guint i = 0; i < self->draws->len; i++)
    if (!has_variable (project->snapshot, g_array_index (self->draws, HdLessonDraw, i).variable))
      {
        g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: the project of the lesson has no variable “%.80s”"), self->file_name,
                     g_array_index (self->draws, HdLessonDraw, i).variable);
        return FALSE;
      }
  return TRUE;
}

static gboolean
check_picture (const HdLesson *self,
               const HdLessonPicture *picture,
               GError **error)
{
  g_autoptr (GFile) folder = g_file_get_parent (self->file);
  g_autoptr (GFile) file = g_file_resolve_relative_path (folder, picture->file);

  if (g_file_has_prefix (file, folder) && g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s:%u: there is no picture “%.80s” in the folder of the lesson or below"), self->file_name, picture->line, picture->file);
  return FALSE;
}

/* What one student is given tells of all: only values differ. */
static gboolean
check_steps (const HdLesson *self,
             GError **error)
{
  g_autoptr (HdDocument) document = NULL;

  for (guint i = 0; i < self->steps->len; i++)
    {
      const HdLessonStep *step = hd_lesson_get_step (self, i);

      if (i == 0 || hd_lesson_find_opening (self, i) == i)
        {
          g_clear_object (&document);
          document = hd_lesson_new_document (self, i, "", error);
        }
      if (document == NULL || !hd_lesson_enact (self, i, document, "", error))
        return FALSE;
      for (guint k = 0; k < step->pictures->len; k++)
        if (!check_picture (self, step->pictures->pdata[k], error))
          return FALSE;
    }
  return TRUE;
}

static char *
digest (const HdLesson *self,
        const char *bytes,
        gsize length)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  g_checksum_update (checksum, (const guchar *) bytes, (gssize) length);
  for (guint i = 0; i < self->projects->len; i++)
    {
      g_checksum_update (checksum, (const guchar *) "", 1);
      g_checksum_update (checksum, (const guchar *) ((HdLessonProject *) self->projects->pdata[i])->text, -1);
    }
  return g_strdup (g_checksum_get_string (checksum));
}

char *
hd_lesson_digest_project (HdSnapshot *project)
{
  g_autofree char *text = hd_snapshot_to_string (project, NULL);

  return g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
}

static HdLesson *
read_file (GFile *file,
           char **out_bytes,
           gsize *out_length,
           GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GInputStream) stream = NULL;
  HdLesson *self;

  if (!g_file_load_contents (file, NULL, out_bytes, out_length, NULL, error))
    return NULL;
  stream = g_memory_input_stream_new_from_data (*out_bytes, (gssize) *out_length, NULL);
  self = hd_lesson_read (stream, name, error);
  if (self != NULL)
    self->file = g_object_ref (file);
  return self;
}

HdLesson *
hd_lesson_peek (GFile *file,
                GError **error)
{
  g_autofree char *bytes = NULL;
  gsize length = 0;

  return read_file (file, &bytes, &length, error);
}

HdLesson *
hd_lesson_load (GFile *file,
                GError **error)
{
  g_autofree char *bytes = NULL;
  gsize length = 0;
  g_autoptr (HdLesson) self = read_file (file, &bytes, &length, error);

  for (guint i = 0; self != NULL && i < self->projects->len; i++)
    if (!load_project (self, self->projects->pdata[i], error))
      return NULL;
  if (self == NULL || !check_draws (self, error) || !check_steps (self, error))
    return NULL;
  self->digest = digest (self, bytes, length);
  return g_steal_pointer (&self);
}

/* ---- what is drawn ----------------------------------------------------------------------------------------------------- */

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

/* ---- handing out ------------------------------------------------------------------------------------------------------- */

static void
add_text (const HdLesson *self,
          const char *student,
          GString *text,
          const char *indent,
          GArray *texts)
{
  g_autofree char *filled = hd_lesson_fill (self, student, hd_lesson_choose (texts)), *escaped = g_markup_escape_text (filled, -1);

  if (*escaped != '\0')
    g_string_append_printf (text, "%s<text>%s</text>\n", indent, escaped);
}

static void
add_question (const HdLesson *self,
              const char *student,
              GString *text,
              const HdLessonQuestion *question)
{
  g_autofree char *head = g_markup_printf_escaped ("  <answer question=\"%s\" value=\"\">\n", question->id);

  g_string_append (text, head);
  add_text (self, student, text, "    ", question->texts);
  for (guint i = 0; i < question->options->len; i++)
    {
      const HdLessonOption *option = &g_array_index (question->options, HdLessonOption, i);
      g_autofree char *filled = hd_lesson_fill (self, student, hd_lesson_choose (option->texts));
      g_autofree char *line = g_markup_printf_escaped ("    <option id=\"%s\">%s</option>\n", option->id, filled);

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

  if (!hd_lesson_check_student (student, error))
    return NULL;
  if (self->questions->len == 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s: this is a story: it asks nothing"), self->file_name);
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
      const HdLessonStep *step = hd_lesson_get_step (self, i);

      add_text (self, student, text, "  ", step->texts);
      for (guint k = 0; k < step->questions->len; k++)
        add_question (self, student, text, step->questions->pdata[k]);
    }
  g_string_append (text, "</answers>\n");
  return g_string_free (text, FALSE);
}
