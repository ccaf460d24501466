/* test-lesson.c: lessons that come with the program
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: every text of every lesson is there in English and in Chinese; lessons and what is handed out are as resources/schemas/lesson.rng says, by
 * libxml2, and what it refuses the reader refuses; what is drawn is one of the values, and all of them come about.
 */
#include <string.h>

#include <libxml/relaxng.h>

#include "hd-lesson-private.h"

static char *
get_path (const char *name)
{
  return g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), name, NULL);
}

static HdLesson *
load (const char *name)
{
  g_autofree char *path = get_path (name);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  HdLesson *lesson = hd_lesson_load (file, &error);

  g_assert_no_error (error);
  return lesson;
}

/* As many in the one as in the other. */
static void
check_languages (GArray *texts)
{
  guint n = 0;

  for (guint i = 0; i < texts->len; i++)
    {
      const HdLessonText *text = &g_array_index (texts, HdLessonText, i);

      g_assert_cmpstr (text->text, !=, "");
      g_assert_true (*text->language == '\0' || strcmp (text->language, "zh_CN") == 0);
      n += *text->language == '\0';
    }
  g_assert_cmpuint (texts->len, ==, 2 * n);
}

static void
test_languages (gconstpointer name)
{
  g_autoptr (HdLesson) lesson = load (name);

  check_languages (lesson->titles);
  check_languages (lesson->summaries);
  g_assert_cmpstr (hd_lesson_get_title (lesson), !=, "");
  g_assert_cmpstr (hd_lesson_get_summary (lesson), !=, "");
  g_assert_cmpuint (hd_lesson_get_minutes (lesson), >, 0);
  for (guint i = 0; i < lesson->steps->len; i++)
    {
      const HdLessonStep *step = hd_lesson_get_step (lesson, i);

      g_assert_cmpuint (step->titles->len, ==, 2);
      g_assert_cmpuint (step->texts->len, ==, 2);
      check_languages (step->titles);
      check_languages (step->texts);
      check_languages (step->reveals);
      g_assert_cmpuint (step->notes->len, ==, 2); /* whoever presents it has something to say */
      check_languages (step->notes);
      for (guint k = 0; k < step->pictures->len; k++)
        check_languages (((const HdLessonPicture *) step->pictures->pdata[k])->texts);
    }
  for (guint i = 0; i < lesson->questions->len; i++)
    {
      const HdLessonQuestion *question = hd_lesson_get_question (lesson, i);

      check_languages (question->texts);
      check_languages (question->hints);
      for (guint k = 0; k < question->options->len; k++)
        check_languages (g_array_index (question->options, HdLessonOption, k).texts);
    }
}

static void
ignore (void *data,
        const char *format,
        ...)
{
}

static gboolean
is_valid (const char *text)
{
  g_autofree char *path = get_path ("resources/schemas/lesson.rng");
  xmlRelaxNGParserCtxtPtr parser = xmlRelaxNGNewParserCtxt (path);
  xmlRelaxNGPtr schema = xmlRelaxNGParse (parser);
  xmlDocPtr document = xmlReadMemory (text, (int) strlen (text), NULL, NULL, XML_PARSE_NONET);
  xmlRelaxNGValidCtxtPtr context = xmlRelaxNGNewValidCtxt (schema);
  gboolean valid;

  g_assert_nonnull (schema);
  g_assert_nonnull (document);
  xmlRelaxNGSetValidErrors (context, ignore, ignore, NULL);
  valid = xmlRelaxNGValidateDoc (context, document) == 0;
  xmlRelaxNGFreeValidCtxt (context);
  xmlFreeDoc (document);
  xmlRelaxNGFree (schema);
  xmlRelaxNGFreeParserCtxt (parser);
  return valid;
}

static void
test_schema (gconstpointer name)
{
  g_autoptr (HdLesson) lesson = load (name);
  g_autofree char *path = get_path (name), *text = NULL, *handed_out = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (is_valid (text));
  if (hd_lesson_get_n_questions (lesson) == 0)
    return;
  handed_out = hd_lesson_hand_out (lesson, "Dennis & Ken", &error);
  g_assert_no_error (error);
  g_assert_true (is_valid (handed_out));
}

static gboolean
is_read (const char *text)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, -1, NULL);
  g_autoptr (HdLesson) lesson = hd_lesson_read (stream, "a", NULL);

  return lesson != NULL;
}

static void
test_refused (void)
{
  static const char *const inner[] = {
    "<step><question id=\"q\" points=\"0\" answer=\"a\"/></step>",
    "<step><question id=\"q\" points=\"1001\" answer=\"a\"/></step>",
    "<step><question id=\"q\" points=\"1\" answer=\"a\" tolerance=\"1\"/></step>",
    "<step><question id=\"q\" points=\"1\" answer=\"a\" colour=\"red\"/></step>",
    "<step><question points=\"1\" answer=\"a\"/></step>",
    "<step><question id=\"q\" points=\"1\"><option id=\"a\"/></question></step>",
    "<question id=\"q\" points=\"1\" answer=\"a\"/>",
    "<draw variable=\"v\"/>",
    "<step><hint>a</hint></step>",
    "<title>a<b/></title>",
  };
  static const char good[] = "<step><question id=\"r\" points=\"1\" answer=\"a\"/></step>";

  for (guint i = 0; i < G_N_ELEMENTS (inner); i++)
    {
      g_autofree char *bad = g_strdup_printf ("<lesson version=\"1\" name=\"n\" project=\"p\">%s%s</lesson>", inner[i], good);

      g_test_message ("%s", inner[i]);
      g_assert_false (is_valid (bad));
      g_assert_false (is_read (bad));
    }
  g_assert_true (is_read ("<lesson version=\"1\" name=\"n\" project=\"p\"><step><question id=\"r\" points=\"1\" answer=\"a\"/></step></lesson>"));
}

/* Each value comes about among 200 students: one of four is missed with a chance of 4 * 0.75^200, and names and hash are always the same. */
static void
test_draws (gconstpointer name)
{
  g_autoptr (HdLesson) lesson = load (name);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n_values = 0;

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *student = g_strdup_printf ("Student %u", i);
      g_auto (GStrv) drawn = hd_lesson_draw (lesson, student);

      for (guint k = 0; drawn[k] != NULL; k++)
        g_hash_table_add (seen, g_strdup (drawn[k]));
    }
  for (guint i = 0; i < lesson->draws->len; i++)
    {
      const HdLessonDraw *draw = &g_array_index (lesson->draws, HdLessonDraw, i);

      for (guint k = 0; draw->values[k] != NULL; k++, n_values++)
        {
          g_autofree char *setting = g_strdup_printf ("$%s=%s", draw->variable, draw->values[k]);

          g_assert_true (g_hash_table_contains (seen, setting));
        }
    }
  g_assert_cmpuint (g_hash_table_size (seen), ==, n_values);
}

int
main (int argc,
      char **argv)
{
  static const char *const lessons[] = { "small/bottleneck", "small/ring", "aggregation/trees", "noc/wormhole", "neptune/phases", "bdsim/parallel",
                                         "small/slow-link", "hcsim/training", "aggregation/race", "chiplets/matrix" };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (lessons); i++)
    {
      g_autofree char *languages = g_strdup_printf ("/lesson/%s/languages", lessons[i]), *schema = g_strdup_printf ("/lesson/%s/schema", lessons[i]);
      g_autofree char *draws = g_strdup_printf ("/lesson/%s/draws", lessons[i]);

      g_test_add_data_func_full (languages, g_strdup_printf ("projects/%s.lesson", lessons[i]), test_languages, g_free);
      g_test_add_data_func_full (schema, g_strdup_printf ("projects/%s.lesson", lessons[i]), test_schema, g_free);
      g_test_add_data_func_full (draws, g_strdup_printf ("projects/%s.lesson", lessons[i]), test_draws, g_free);
    }
  g_test_add_func ("/lesson/refused", test_refused);
  return g_test_run ();
}
