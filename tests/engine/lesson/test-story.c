/* test-story.c: what steps edit, what was edited as a step, and answers that are kept
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a step made of two states of a document leads from one to the other, to the byte, whatever was edited between them, and also after it was written
 * and read; a lesson that is written is read as the same; progress that is saved is found again.
 */
#include <string.h>

#include <glib/gstdio.h>

#include <heddle/hd-answers.h>
#include <heddle/hd-setting.h>

#include "hd-lesson-private.h"

static HdDocument *
load_project (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  HdDocument *document = hd_document_load (file, NULL, NULL, &error);

  g_assert_no_error (error);
  return document;
}

static HdLesson *
read_lesson (const char *text,
             GError **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, -1, NULL);

  return hd_lesson_read (stream, "story", error);
}

/* ---- steps made of edits ----------------------------------------------------------------------------------------------- */

static void
collect (const HdObject *object,
         GPtrArray *objects)
{
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    {
      g_ptr_array_add (objects, (gpointer) hd_object_get_child (object, i));
      collect (hd_object_get_child (object, i), objects);
    }
}

static void
edit_at_random (HdDocument *document,
                GRand *rand)
{
  g_autoptr (GPtrArray) objects = g_ptr_array_new ();
  const HdObject *object;
  guint64 uid, parent;
  g_autofree char *value = g_strdup_printf ("v%d", g_rand_int_range (rand, 0, 1000));

  collect (hd_document_get_root (document), objects);
  if (objects->len == 0)
    return;
  object = objects->pdata[g_rand_int_range (rand, 0, (gint32) objects->len)];
  uid = hd_object_get_uid (object);
  parent = hd_document_get_parent (document, uid);
  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      hd_document_remove (document, uid, NULL);
      break;
    case 1:
      hd_document_insert (document, parent, (guint) g_rand_int_range (rand, 0, 4), object, NULL);
      break;
    case 2:
      hd_document_set_attribute (document, uid, hd_schema_get_id_attribute (hd_object_get_kind (object)), value, NULL);
      break;
    case 3:
      hd_document_set_attribute (document, uid, "title", g_rand_boolean (rand) ? value : NULL, NULL);
      break;
    case 4:
      hd_document_set_attribute (document, uid, "value", value, NULL);
      break;
    default:
      hd_document_move (document, uid, parent, (guint) g_rand_int_range (rand, 0, 3), NULL);
      break;
    }
}

static char *
enact (const HdLesson *lesson,
       const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, NULL, NULL, &error);

  g_assert_no_error (error);
  hd_lesson_enact (lesson, 0, document, "Step", &error);
  g_assert_no_error (error);
  return hd_document_to_string (document, NULL);
}

static void
check_compare (HdSnapshot *before,
               HdSnapshot *after)
{
  g_autofree char *from = hd_snapshot_to_string (before, NULL), *to = hd_snapshot_to_string (after, NULL), *written = NULL, *made = NULL, *made_again = NULL;
  g_autoptr (HdLessonStep) step = hd_lesson_compare (before, after);
  g_autoptr (HdLesson) lesson = NULL, again = NULL;
  g_autoptr (GPtrArray) steps = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (step == NULL, ==, strcmp (from, to) == 0);
  if (step == NULL)
    return;
  g_ptr_array_add (steps, step);
  {
    g_autoptr (HdLesson) empty = hd_lesson_new ("story", "project.heddle", NULL);

    lesson = hd_lesson_with_steps (empty, steps);
  }
  made = enact (lesson, from);
  g_assert_cmpstr (made, ==, to);
  written = hd_lesson_to_string (lesson);
  again = read_lesson (written, &error);
  g_assert_no_error (error);
  made_again = enact (again, from);
  g_assert_cmpstr (made_again, ==, to);
}

static void
test_compare (void)
{
  static const char *const projects[] = { "small/two-racks.heddle", "small/star.heddle", "small/fat-tree.heddle", "chakra/data-parallel.heddle", "hcsim/figure-6a.heddle" };
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32) g_test_rand_int ());

  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (HdDocument) document = load_project (projects[i % G_N_ELEMENTS (projects)]);
      g_autoptr (HdSnapshot) before = hd_document_snapshot (document), after = NULL;

      for (gint k = g_rand_int_range (rand, 0, 6); k > 0; k--)
        edit_at_random (document, rand);
      after = hd_document_snapshot (document);
      check_compare (before, after);
    }
}

/* What people know by an address is told by it. */
static void
test_addresses (void)
{
  g_autoptr (HdDocument) document = load_project ("small/star.heddle");
  g_autoptr (HdSnapshot) before = hd_document_snapshot (document), after = NULL;
  g_autoptr (HdLessonStep) step = NULL;
  static const char *const settings[] = { "$hosts=8", "class:wire.latency=2 us", "run:iterations=3" };
  g_autoptr (GError) error = NULL;
  static const char *const titles[] = { "Set $hosts to 8", "Set class:wire.latency to 2 us", "Set run:iterations to 3" };

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    g_assert_true (hd_setting_write (document, settings[i], &error));
  after = hd_document_snapshot (document);
  step = hd_lesson_compare (before, after);
  g_assert_cmpuint (step->acts->len, ==, G_N_ELEMENTS (settings));
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      const HdLessonAct *act = step->acts->pdata[i];
      g_autofree char *title = hd_lesson_act_dup_title (act);

      g_assert_cmpint (act->kind, ==, HD_ACT_SET);
      g_assert_cmpstr (act->what, ==, settings[i]);
      g_assert_cmpstr (title, ==, titles[i]);
    }
}

/* ---- editing ----------------------------------------------------------------------------------------------------------- */

#define STORY \
  "<lesson version=\"1\" name=\"s\" project=\"p.heddle\" minutes=\"7\"><title>One</title><title xml:lang=\"zh_CN\">一</title><summary>Sum.</summary>\n" \
  "<draw variable=\"n\" values=\"1, 2\"/><step><title>T</title><text>First.\n\n  Second &amp; third.</text><picture file=\"a.svg\">Alt</picture>" \
  "<go to=\"rack[0]\"/><highlight of=\"a b\"/><run to=\"2 us\" fast=\"true\"/><look at=\"1 us\"/><show view=\"links\"/><measure of=\"peak\"/><keep/>" \
  "<question id=\"q\" points=\"2\" answer=\"x.y\" tolerance=\"0.5\" over=\"$n\" values=\"1, 2\" set=\"$a=1\" locks=\"false\"><text>Q</text><hint>H</hint><hint>I</hint></question>" \
  "<question id=\"r\" points=\"1\" pick=\"component\" when=\"mean > 0\"/><question id=\"t\" points=\"1\" check=\"1 == 1\"/>" \
  "<question id=\"c\" points=\"1\"><option id=\"o\" when=\"1 == 1\"><text>O</text></option></question><reveal>R</reveal><notes>N.\n\nM</notes><notes xml:lang=\"de\">D</notes></step><step/></lesson>"

static void
test_editing (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdLesson) lesson = read_lesson (STORY, &error), again = NULL, turned = NULL, retitled = NULL;
  g_autofree char *once = hd_lesson_to_string (lesson), *twice = NULL;
  g_autoptr (GPtrArray) steps = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_lesson_step_unref);
  g_auto (GStrv) languages = hd_lesson_list_languages (lesson);

  g_assert_no_error (error);
  again = read_lesson (once, &error);
  g_assert_no_error (error);
  twice = hd_lesson_to_string (again);
  g_assert_cmpstr (once, ==, twice);
  g_assert_cmpstr (hd_lesson_find_text (hd_lesson_get_step (again, 0)->texts, ""), ==, "First.\n\nSecond & third.");
  g_assert_cmpuint (hd_lesson_get_minutes (again), ==, 7);
  g_assert_cmpuint (hd_lesson_get_n_questions (again), ==, 4);
  g_assert_cmpstr (hd_lesson_choose_nth (hd_lesson_get_question (again, 0)->hints, 1), ==, "I");
  g_assert_cmpuint (g_strv_length (languages), ==, 3); /* also that in which nothing but notes is written */
  g_assert_cmpstr (hd_lesson_find_text (hd_lesson_get_step (again, 0)->notes, ""), ==, "N.\n\nM");
  g_assert_cmpstr (hd_lesson_find_text (hd_lesson_get_step (again, 0)->notes, "de"), ==, "D");

  /* The second step comes first, with a text; the lesson that it came from stays as it was. */
  g_ptr_array_add (steps, hd_lesson_step_copy (hd_lesson_get_step (lesson, 1)));
  g_ptr_array_add (steps, hd_lesson_step_copy (hd_lesson_get_step (lesson, 0)));
  hd_lesson_set_text (((HdLessonStep *) steps->pdata[0])->texts, "zh_CN", "新");
  hd_lesson_step_remove_act (steps->pdata[1], 0);
  turned = hd_lesson_with_steps (lesson, steps);
  retitled = hd_lesson_with_title (turned, "", "Two");
  g_assert_cmpuint (hd_lesson_get_step_of (retitled, 0), ==, 1);
  g_assert_cmpuint (hd_lesson_get_step (retitled, 1)->acts->len, ==, 6);
  g_assert_cmpstr (hd_lesson_get_title_in (retitled, ""), ==, "Two");
  g_assert_cmpstr (hd_lesson_get_title_in (retitled, "zh_CN"), ==, "一");
  g_assert_cmpstr (hd_lesson_find_text (hd_lesson_get_step (retitled, 0)->texts, "zh_CN"), ==, "新");
  g_free (twice);
  twice = hd_lesson_to_string (lesson);
  g_assert_cmpstr (once, ==, twice);
}

/* ---- progress ---------------------------------------------------------------------------------------------------------- */

static void
test_progress (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "small", "ring.lesson", NULL), *name = NULL, *fault = NULL, *other_fault = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path), kept = NULL, of_other = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdLesson) lesson = hd_lesson_load (file, &error), other = NULL;
  g_autoptr (HdAnswers) answers = hd_answers_new (lesson, "Ada & Co", &error), found = NULL;
  g_autofree char *sibling = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", "small", "bottleneck.lesson", NULL);
  const char *question = hd_lesson_get_question (lesson, 0)->id;

  g_assert_no_error (error);
  hd_answers_set (answers, question, "12 ms", NULL);
  hd_answers_set (answers, question, "13 \001ms", "<heddle version=\"1\">\n  <top/>\n</heddle>\n");
  hd_answers_set_shown (answers, hd_lesson_get_question (lesson, 1)->id);
  hd_answers_set_step (answers, 3);
  hd_answers_set_work (answers, 2, "<heddle>\n\t&amp;</heddle>");
  g_close (g_file_open_tmp ("heddle-answers-XXXXXX", &name, &error), NULL);
  kept = g_file_new_for_path (name);
  g_assert_true (hd_answers_save (answers, kept, &error));
  found = hd_answers_load (kept, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (hd_answers_get (found, question)->value, ==, "13  ms");
  g_assert_cmpuint (hd_answers_get (found, question)->tries, ==, 2);
  g_assert_cmpstr (hd_answers_get (found, question)->project, ==, "<heddle version=\"1\">\n  <top/>\n</heddle>\n");
  g_assert_cmpuint (hd_answer_get_worth (hd_answers_get (found, question), 3), ==, 2);
  g_assert_cmpuint (hd_answer_get_worth (hd_answers_get (found, hd_lesson_get_question (lesson, 1)->id), 3), ==, 0);
  g_assert_cmpuint (hd_answers_count (found, lesson), ==, 2);
  g_assert_cmpuint (hd_answers_get_step (found), ==, 3);
  g_assert_cmpstr (hd_answers_get_work (found, 2), ==, "<heddle>\n\t&amp;</heddle>");
  fault = hd_answers_find_fault (found, lesson);
  g_assert_null (fault);
  g_assert_false (hd_answers_is_older (found, lesson));
  of_other = g_file_new_for_path (sibling);
  other = hd_lesson_load (of_other, &error);
  other_fault = hd_answers_find_fault (found, other);
  g_assert_nonnull (strstr (other_fault, "another lesson, “ring”"));
  g_file_delete (kept, NULL, NULL);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/story/compare", test_compare);
  g_test_add_func ("/story/addresses", test_addresses);
  g_test_add_func ("/story/editing", test_editing);
  g_test_add_func ("/story/progress", test_progress);
  return g_test_run ();
}
