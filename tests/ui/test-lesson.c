/* test-lesson.c: lessons and stories, played in a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what steps edit is edited in documents of the lesson alone, forward, back and by leaps, and files stay as they are; nothing runs before a prediction is
 * there, and everything does afterwards; what the student edits at a step is there when he comes back, also after the program was closed; each kind of question can be
 * answered in the pane and gets the points that heddle grade gives. Left open: how it looks.
 */
#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "heddle-progress.h"
#include "heddle-question.h"
#include "heddle-sketch.h"
#include "window-fixture.h"

#define N_TABS 50

/* 1 GB from a to b: 100 ms at 10 GB/s, in each direction. */
#define PROJECT \
  "<heddle version=\"1\" name=\"pair\">\n" \
  "<variables><variable name=\"speed\" value=\"10 GB/s\"/></variables>\n" \
  "<link-class id=\"L\" bandwidth=\"$speed\" latency=\"0 s\" sharing=\"split\"/>\n" \
  "<top><component id=\"a\" type=\"fabric.xpu\" x=\"0\" y=\"0\"/><component id=\"b\" type=\"fabric.xpu\" x=\"300\" y=\"0\"/>\n" \
  "<component id=\"idle\" type=\"fabric.xpu\" x=\"300\" y=\"200\"/>" \
  "<link id=\"wire\" from=\"a.eth\" to=\"b.eth\" class=\"L\"/><link id=\"spare\" from=\"b.xpu\" to=\"idle.xpu\" class=\"L\"/></top>\n" \
  "<communicators><communicator id=\"all\" members=\"a b\"/></communicators>\n" \
  "<workload type=\"collective\" on=\"all\" operation=\"broadcast\" algorithm=\"ring\" bytes=\"1 GB\"/></heddle>\n"

#define LESSON \
  "<lesson version=\"1\" name=\"pair\" project=\"pair.heddle\"><title>Pair</title><summary>Two.</summary>\n" \
  "<step><title>First</title><text>One wire of $speed.</text><highlight of=\"wire\"/>" \
  "<question id=\"time\" points=\"4\" answer=\"time_total\" tolerance=\"0.01\"><text>How long?</text><hint>1 GB</hint></question><run fast=\"true\"/><show view=\"links\"/>" \
  "<reveal>100 ms.</reveal></step>\n" \
  "<step><set setting=\"$speed=20 GB/s\"/><question id=\"link\" points=\"1\" pick=\"link\" when=\"mean > 0.5\" locks=\"false\"><text>Which?</text></question></step>\n" \
  "<step><remove object=\"top/link:spare\"/><question id=\"mend\" points=\"2\" check=\"time_total &lt; before_time_total\"><text>Be faster.</text></question></step>\n" \
  "<step><question id=\"curve\" points=\"2\" answer=\"time_total\" tolerance=\"0.1\" over=\"$speed\" values=\"10 GB/s, 20 GB/s\"><text>Draw.</text></question>" \
  "<question id=\"who\" points=\"1\"><text>Who?</text><option id=\"wire\" when=\"busiest > 0.5\"><text>The wire</text></option>" \
  "<option id=\"none\" when=\"busiest &lt;= 0.5\"><text>Nobody</text></option></question></step></lesson>\n"

#define STORY \
  "<lesson version=\"1\" name=\"story\" project=\"pair.heddle\"><title>Story</title>\n" \
  "<step><text>Once.</text><run to=\"30 ms\" fast=\"true\"/></step>" \
  "<step><open project=\"boxes.heddle\"/><text>Other.</text><highlight of=\"nobody\"/><go to=\"nowhere\"/></step>" \
  "<step><open project=\"pair.heddle\"/><run to=\"30 ms\" fast=\"true\"/><show view=\"links\"/></step></lesson>\n"

static void
set_up (WindowFixture *fixture,
        gconstpointer data)
{
  window_fixture_set_up (fixture, data);
  g_object_unref (window_fixture_write (fixture, "pair.heddle", PROJECT));
  g_object_unref (window_fixture_write (fixture, "pair.lesson", LESSON));
  g_object_unref (window_fixture_write (fixture, "story.lesson", STORY));
}

static gboolean
has_lesson (gpointer data)
{
  return heddle_window_get_lesson (((WindowFixture *) data)->window) != NULL;
}

static gboolean
is_still (gpointer data)
{
  HeddleSession *session = heddle_window_get_session (((WindowFixture *) data)->window);

  return !heddle_session_is_elaborating (session) && heddle_session_get_run_state (session) != HD_RUN_RUNNING;
}

static void
open_lesson (WindowFixture *fixture,
             const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  heddle_window_open_lesson (fixture->window, file);
  ui_fixture_wait (has_lesson, fixture);
  ui_fixture_wait (is_still, fixture);
}

static HeddlePlayer *
player_of (WindowFixture *fixture)
{
  return fixture->window->player;
}

static void
begin_as (WindowFixture *fixture,
          const char *student)
{
  open_lesson (fixture, "pair.lesson");
  heddle_progress_forget (heddle_window_get_lesson (fixture->window));
  g_signal_emit_by_name (fixture->window->lesson_pane, "begin", student);
  g_assert_nonnull (player_of (fixture));
  ui_fixture_wait (is_still, fixture);
}

static const char *
get_speed (WindowFixture *fixture)
{
  const HdObject *variables = hd_object_find_child (hd_document_get_root (window_fixture_get_document (fixture)), HD_OBJECT_VARIABLES, NULL);

  return hd_object_get (hd_object_find_child (variables, HD_OBJECT_VARIABLE, "speed"), "value");
}

static gboolean
has_spare (WindowFixture *fixture)
{
  return hd_lesson_find_object (hd_document_get_root (window_fixture_get_document (fixture)), "top/link:spare") != NULL;
}

static void
go (WindowFixture *fixture,
    guint step)
{
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "lesson-step", g_variant_new_uint32 (step));
  ui_fixture_wait (is_still, fixture);
}

typedef struct
{
  HeddlePlayer *player;
  guint question;
} Wait;

static gboolean
is_judged (gpointer data)
{
  const Wait *wait = data;

  return !heddle_player_is_judging (wait->player, wait->question);
}

static HdVerdict
answer (WindowFixture *fixture,
        guint question,
        const char *value)
{
  Wait wait = { player_of (fixture), question };

  ui_fixture_wait (is_judged, &wait);
  heddle_player_answer (player_of (fixture), question, value);
  ui_fixture_wait (is_judged, &wait);
  ui_fixture_wait (is_still, fixture);
  g_assert_nonnull (heddle_player_get_mark (player_of (fixture), question));
  return heddle_player_get_mark (player_of (fixture), question)->verdict;
}

static void
edit_speed (WindowFixture *fixture,
            const char *speed)
{
  g_autofree char *setting = g_strdup_printf ("$speed=%s", speed);
  g_autoptr (GError) error = NULL;

  heddle_session_apply (heddle_window_get_session (fixture->window), "Speed", (const char *const[]) { setting, NULL }, &error);
  g_assert_no_error (error);
  ui_fixture_wait (is_still, fixture);
}

/* ---- tests --------------------------------------------------------------------------------------------------------------------------- */

static void
test_steps (WindowFixture *fixture,
            gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "pair.heddle", NULL), *before = NULL;

  begin_as (fixture, "Ada");
  g_assert_null (heddle_window_get_file (fixture->window));
  g_assert_false (heddle_window_is_modified (fixture->window));
  g_assert_cmpstr (get_speed (fixture), ==, "10 GB/s");
  go (fixture, 1);
  g_assert_cmpstr (get_speed (fixture), ==, "20 GB/s");
  g_assert_true (has_spare (fixture));
  window_fixture_activate (fixture, "lesson-next");
  g_assert_false (has_spare (fixture));
  go (fixture, 0);
  g_assert_cmpstr (get_speed (fixture), ==, "10 GB/s");
  g_assert_true (has_spare (fixture));
  go (fixture, 3);
  g_assert_cmpstr (get_speed (fixture), ==, "20 GB/s");
  g_assert_false (has_spare (fixture));
  g_assert_false (window_fixture_is_enabled (fixture, "lesson-next"));
  window_fixture_activate (fixture, "lesson-back");
  g_assert_cmpuint (heddle_player_get_step (player_of (fixture)), ==, 2);
  g_file_get_contents (path, &before, NULL, NULL);
  g_assert_cmpstr (before, ==, PROJECT);
}

static void
test_lock (WindowFixture *fixture,
           gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);

  begin_as (fixture, "Ada");
  g_assert_false (heddle_session_can_run (session));
  g_assert_nonnull (strstr (heddle_session_get_obstacle (session), "Answer the question"));
  g_assert_null (heddle_session_get_record (session)); /* what the step runs waits */
  go (fixture, 1);
  g_assert_nonnull (strstr (heddle_session_get_obstacle (session), "of step 1"));
  window_fixture_activate (fixture, "lesson-question");
  g_assert_cmpuint (heddle_player_get_step (player_of (fixture)), ==, 0);
  /* What is no answer does not open it, and costs nothing. */
  g_assert_cmpint (answer (fixture, 0, "soon"), ==, HD_VERDICT_UNREAD);
  g_assert_cmpint (answer (fixture, 0, "3 GB"), ==, HD_VERDICT_UNREAD);
  g_assert_false (heddle_session_can_run (session));
  g_assert_cmpint (answer (fixture, 0, "90 ms"), ==, HD_VERDICT_WRONG);
  g_assert_true (heddle_session_can_run (session));
  g_assert_cmpint (heddle_session_get_run_state (session), ==, HD_RUN_FINISHED); /* the step ran when it might */
  g_assert_cmpstr (heddle_dock_get_page (fixture->window->dock), ==, "links");
  g_assert_false (heddle_player_is_done (player_of (fixture)));
  g_assert_cmpint (answer (fixture, 0, "100 ms"), ==, HD_VERDICT_RIGHT);
  g_assert_true (heddle_player_is_done (player_of (fixture)));
  g_assert_cmpuint (heddle_player_get_points (player_of (fixture)), ==, 2); /* half, at the second try */
}

static void
test_kinds (WindowFixture *fixture,
            gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);
  HdGrade *grade;
  g_autoptr (GFile) handed_in = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (fixture->folder, "ada.xml", NULL);

  begin_as (fixture, "Ada");
  g_assert_cmpint (answer (fixture, 0, "100 ms"), ==, HD_VERDICT_RIGHT);
  go (fixture, 1);
  /* What is selected on the canvas is the answer. */
  heddle_session_select (session, (HeddleTarget) { ui_fixture_uid (session, NULL, HD_OBJECT_LINK, "spare"), HEDDLE_ALL_MEMBERS });
  window_fixture_wait_for_text (fixture, "Picked: spare");
  heddle_session_select (session, (HeddleTarget) { ui_fixture_uid (session, NULL, HD_OBJECT_LINK, "wire"), HEDDLE_ALL_MEMBERS });
  window_fixture_wait_for_text (fixture, "Picked: wire");
  g_assert_cmpint (answer (fixture, 1, "wire"), ==, HD_VERDICT_RIGHT);
  go (fixture, 2);
  g_assert_cmpint (answer (fixture, 2, ""), ==, HD_VERDICT_WRONG);
  heddle_session_apply (session, "Faster", (const char *const[]) { "$speed=80 GB/s", NULL }, &error);
  g_assert_no_error (error);
  g_assert_cmpint (answer (fixture, 2, ""), ==, HD_VERDICT_RIGHT);
  go (fixture, 3);
  g_assert_cmpint (answer (fixture, 3, "100 ms, 52 ms"), ==, HD_VERDICT_RIGHT);
  g_assert_cmpint (answer (fixture, 4, "none"), ==, HD_VERDICT_WRONG);
  heddle_player_show_answer (player_of (fixture), 4);
  window_fixture_wait_for_text (fixture, "It is “wire”, The wire.");
  g_assert_cmpuint (heddle_player_get_points (player_of (fixture)), ==, 4 + 1 + 1 + 2);

  /* The same is graded the same. */
  handed_in = g_file_new_for_path (path);
  g_assert_true (hd_answers_save (heddle_player_get_answers (player_of (fixture)), handed_in, &error));
  {
    g_autoptr (HdRunQueue) queue = hd_run_queue_new (fixture->catalog, 1, 0);
    g_autoptr (HdGrader) grader = hd_grader_new (heddle_window_get_lesson (fixture->window), queue);

    grade = hd_grader_grade (grader, handed_in, &error);
    g_assert_no_error (error);
    g_assert_cmpuint (grade->points, ==, 8);
    g_assert_null (grade->fault);
    hd_grade_free (grade);
  }
}

/* What was edited at a step is that step's, whatever is done elsewhere; and it outlives the window. */
static void
test_work (WindowFixture *fixture,
           gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);
  g_autoptr (GError) error = NULL;

  begin_as (fixture, "Grace");
  answer (fixture, 0, "100 ms");
  go (fixture, 2);
  g_assert_false (heddle_player_is_edited (player_of (fixture)));
  g_assert_true (heddle_session_apply (session, "Mine", (const char *const[]) { "$speed=33 GB/s", NULL }, &error));
  g_assert_true (heddle_player_is_edited (player_of (fixture)));
  go (fixture, 1);
  g_assert_cmpstr (get_speed (fixture), ==, "20 GB/s");
  go (fixture, 2);
  g_assert_cmpstr (get_speed (fixture), ==, "33 GB/s");
  heddle_window_end_lesson (fixture->window);
  open_lesson (fixture, "pair.lesson");
  g_assert_nonnull (player_of (fixture)); /* nobody is asked for a name again */
  g_assert_cmpuint (heddle_player_get_step (player_of (fixture)), ==, 2);
  g_assert_cmpstr (get_speed (fixture), ==, "33 GB/s");
  window_fixture_activate (fixture, "lesson-step-again");
  ui_fixture_wait (is_still, fixture);
  g_assert_cmpstr (get_speed (fixture), ==, "20 GB/s");
  window_fixture_activate (fixture, "undo");
  g_assert_cmpstr (get_speed (fixture), ==, "33 GB/s");
}

static void
on_told (const char *message,
         GString *told)
{
  g_string_append_printf (told, "%s\n", message);
}

static void
collect_told (GString *told,
              const char *message)
{
  on_told (message, told);
}

/* A story asks nobody; it opens another project, and tells what that lacks, with file and line. */
static void
test_story (WindowFixture *fixture,
            gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);
  g_autoptr (GString) told = g_string_new (NULL);

  open_lesson (fixture, "story.lesson");
  g_assert_nonnull (player_of (fixture));
  g_assert_cmpint (heddle_session_get_run_state (session), ==, HD_RUN_PAUSED);
  g_assert_cmpint (heddle_session_get_end (session), ==, 30 * (HD_TICKS_PER_SECOND / 1000));
  g_signal_connect_swapped (player_of (fixture), "told", G_CALLBACK (collect_told), told);
  go (fixture, 1);
  g_assert_cmpstr (hd_document_get_name (window_fixture_get_document (fixture)), !=, "pair");
  g_assert_nonnull (strstr (told->str, "story.lesson:2: There is no “nobody” in"));
  g_assert_nonnull (strstr (told->str, "There is no “nowhere” in"));
  g_signal_handlers_disconnect_by_data (player_of (fixture), told);
  go (fixture, 0);
  g_assert_cmpstr (hd_document_get_name (window_fixture_get_document (fixture)), ==, "pair");
}

/* ---- recording ----------------------------------------------------------------------------------------------------------------------- */

static HdLesson *
story_of (WindowFixture *fixture)
{
  return heddle_story_editor_get_lesson (fixture->window->story_editor);
}

static const HdLessonAct *
last_act (WindowFixture *fixture)
{
  const HdLessonStep *step = hd_lesson_get_step (story_of (fixture), hd_lesson_get_n_steps (story_of (fixture)) - 1);

  return step->acts->pdata[step->acts->len - 1];
}

static gboolean
is_open (gpointer data)
{
  return heddle_session_can_run (heddle_window_get_session (data));
}

static GtkDropDown *
find_languages (GtkWidget *widget)
{
  GtkDropDown *found = GTK_IS_DROP_DOWN (widget) ? GTK_DROP_DOWN (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_languages (child);
  return found;
}

/* Its text is that of the first language again. */
static gboolean
shows_first (gpointer editor)
{
  return g_str_equal (heddle_story_editor_get_language (editor), "");
}

/* What is done becomes steps; these, written and in two languages, are played, and lead where the hand led. */
static void
test_recording (WindowFixture *fixture,
                gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);
  HeddleStoryEditor *editor = fixture->window->story_editor;
  g_autofree char *path = g_build_filename (fixture->folder, "pair.heddle", NULL), *saved = g_build_filename (fixture->folder, "pair-2.lesson", NULL), *before = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path), written = g_file_new_for_path (saved);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdLesson) lesson = NULL;

  heddle_window_open (fixture->window, file);
  ui_fixture_wait (is_open, fixture->window);
  edit_speed (fixture, "11 GB/s");
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "record-story", NULL);
  g_assert_null (story_of (fixture)); /* told: it must be saved first */
  window_fixture_activate (fixture, "undo");
  ui_fixture_wait (is_still, fixture);
  window_fixture_activate (fixture, "record-story");
  g_assert_nonnull (story_of (fixture));
  g_assert_true (heddle_story_editor_is_recording (editor));

  heddle_session_select (session, (HeddleTarget) { ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "a"), HEDDLE_ALL_MEMBERS });
  heddle_session_select (session, (HeddleTarget) { ui_fixture_uid (session, NULL, HD_OBJECT_LINK, "wire"), HEDDLE_ALL_MEMBERS });
  g_assert_cmpuint (hd_lesson_get_n_steps (story_of (fixture)), ==, 1);
  g_assert_cmpstr (last_act (fixture)->what, ==, "wire");
  edit_speed (fixture, "20 GB/s");
  g_assert_cmpstr (last_act (fixture)->what, ==, "$speed=20 GB/s");
  edit_speed (fixture, "30 GB/s");
  g_assert_cmpuint (hd_lesson_get_n_steps (story_of (fixture)), ==, 3);
  window_fixture_activate (fixture, "undo");
  ui_fixture_wait (is_still, fixture);
  g_assert_cmpuint (hd_lesson_get_n_steps (story_of (fixture)), ==, 2); /* what is undone was not done */
  g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), "dock", g_variant_new_string ("links"));
  g_assert_cmpint (last_act (fixture)->kind, ==, HD_ACT_SHOW);
  ui_fixture_run_to_end (session);
  g_assert_cmpint (last_act (fixture)->kind, ==, HD_ACT_RUN);
  g_assert_true (last_act (fixture)->is_fast);
  hd_document_remove (window_fixture_get_document (fixture), ui_fixture_uid (session, NULL, HD_OBJECT_LINK, "spare"), &error);
  g_assert_no_error (error);
  g_assert_cmpint (last_act (fixture)->kind, ==, HD_ACT_REMOVE);
  g_assert_cmpuint (hd_lesson_get_n_steps (story_of (fixture)), ==, 5);
  g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), "record-story", g_variant_new_boolean (FALSE));
  heddle_session_select_none (session);
  edit_speed (fixture, "99 GB/s"); /* not recorded */
  g_assert_cmpuint (hd_lesson_get_n_steps (story_of (fixture)), ==, 5);

  heddle_story_editor_set_text (editor, 0, "Once upon a wire.");
  heddle_story_editor_set_notes (editor, 0, "Ask who has seen one.");
  heddle_story_editor_set_language (editor, "zh_CN");
  heddle_story_editor_set_text (editor, 0, "从前有一根线。");
  gtk_drop_down_set_selected (find_languages (GTK_WIDGET (editor)), 0); /* as a hand does: the list is made anew by what it tells */
  ui_fixture_wait (shows_first, editor);
  heddle_story_editor_set_language (editor, "zh_CN");
  heddle_story_editor_move_step (editor, 2, TRUE);
  heddle_story_editor_remove_step (editor, 3);
  g_assert_true (heddle_story_editor_undo (editor, FALSE));
  g_assert_cmpuint (hd_lesson_get_n_steps (story_of (fixture)), ==, 5);
  g_assert_true (heddle_story_editor_is_modified (editor));
  window_fixture_activate (fixture, "save-story");
  g_assert_false (heddle_story_editor_is_modified (editor));
  window_fixture_activate (fixture, "close-story");
  ui_fixture_wait (is_still, fixture);
  g_assert_null (story_of (fixture));
  g_assert_cmpstr (get_speed (fixture), ==, "10 GB/s"); /* as before, */
  window_fixture_activate (fixture, "undo");
  g_assert_cmpstr (get_speed (fixture), ==, "99 GB/s"); /* unless that is undone */
  window_fixture_activate (fixture, "redo");

  lesson = hd_lesson_load (written, &error);
  g_assert_no_error (error);
  g_assert_false (hd_lesson_has_changed (lesson));
  g_assert_true (hd_lesson_check (lesson, fixture->catalog, &error));
  g_assert_cmpstr (hd_lesson_find_text (hd_lesson_get_step (lesson, 0)->texts, "zh_CN"), ==, "从前有一根线。");
  g_assert_cmpstr (hd_lesson_find_text (hd_lesson_get_step (lesson, 0)->notes, ""), ==, "Ask who has seen one.");
  g_assert_cmpint (((const HdLessonAct *) hd_lesson_get_step (lesson, 1)->acts->pdata[0])->kind, ==, HD_ACT_SHOW); /* moved */
  heddle_window_play_lesson (fixture->window, lesson);
  heddle_progress_forget (lesson);
  ui_fixture_wait (is_still, fixture);
  go (fixture, 4);
  g_assert_false (has_spare (fixture));
  g_assert_cmpstr (get_speed (fixture), ==, "20 GB/s");
  g_file_get_contents (path, &before, NULL, NULL);
  g_assert_cmpstr (before, ==, PROJECT);
}

/* The focus goes through steps past notes that are folded away. */
static void
test_folded_notes (WindowFixture *fixture,
                   gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "story.lesson", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdLesson) lesson = hd_lesson_load (file, &error);
  GtkWidget *editor, *window;

  g_assert_no_error (error);
  editor = heddle_story_editor_new (heddle_window_get_session (fixture->window));
  heddle_story_editor_set_lesson (HEDDLE_STORY_EDITOR (editor), lesson);
  window = ui_fixture_show (editor, 400, 700);
  for (guint i = 0; i < N_TABS; i++)
    {
      gtk_widget_child_focus (editor, GTK_DIR_TAB_FORWARD);
      g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == NULL || gtk_widget_get_mapped (gtk_window_get_focus (GTK_WINDOW (window))));
    }
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* A story that was recorded on an older project says so; what the project lacks is told with file and line, before anything is changed. */
static void
test_older (WindowFixture *fixture,
            gconstpointer data)
{
  static const char story[] = "<lesson version=\"1\" name=\"old\" project=\"pair.heddle\" recorded=\"0123\"><step><text>A</text></step></lesson>";
  static const char broken[] = "<lesson version=\"1\" name=\"old\" project=\"pair.heddle\" recorded=\"0123\">\n<step>\n<remove object=\"top/link:gone\"/></step></lesson>";

  {
    g_autoptr (GFile) file = window_fixture_write (fixture, "old.lesson", story);

    heddle_window_open_lesson (fixture->window, file);
    window_fixture_wait_for_text (fixture, "The project was changed since this was recorded"); /* at once: it goes after a while */
  }
  ui_fixture_wait (is_still, fixture);
  heddle_window_end_lesson (fixture->window);
  g_object_unref (window_fixture_write (fixture, "broken.lesson", broken));
  {
    g_autofree char *path = g_build_filename (fixture->folder, "broken.lesson", NULL);
    g_autoptr (GFile) file = g_file_new_for_path (path);
    AdwMessageDialog *dialog;

    heddle_window_open_lesson (fixture->window, file);
    dialog = window_fixture_wait_for_dialog ("broken.lesson:3: the project has no “top/link:gone”");
    g_assert_null (heddle_window_get_lesson (fixture->window));
    window_fixture_respond (dialog, "close");
  }
}

/* All pages that a step may show are there, and those that are there a step may show: what is recorded can be read. */
static void
test_views (WindowFixture *fixture,
            gconstpointer data)
{
  GtkWidget *place = ui_fixture_find_label (GTK_WIDGET (fixture->window->dock), "No Waveforms Yet"), *stack = NULL;
  g_autoptr (GListModel) pages = NULL;

  for (; !HEDDLE_IS_DOCK (place); place = gtk_widget_get_parent (place))
    if (GTK_IS_STACK (place))
      stack = place;
  pages = G_LIST_MODEL (gtk_stack_get_pages (GTK_STACK (stack)));
  g_assert_cmpuint (g_list_model_get_n_items (pages), ==, g_strv_length ((char **) hd_lesson_get_views ()));
  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (GObject) page = g_list_model_get_item (pages, i);

      g_assert_true (g_strv_contains (hd_lesson_get_views (), gtk_stack_page_get_name (GTK_STACK_PAGE (page))));
    }
}

static gboolean
is_quiet (gpointer session)
{
  return !heddle_session_is_elaborating (session) && heddle_session_get_run_state (session) != HD_RUN_RUNNING;
}

/* A window may be closed while the step it has gone to still runs, and something still has its player: what comes next needs a window, and is not done. */
static void
test_closed (WindowFixture *fixture,
             gconstpointer data)
{
  HeddleWindow *window = heddle_window_new (ADW_APPLICATION (gtk_window_get_application (GTK_WINDOW (fixture->window))), fixture->catalog, NULL);
  HeddleSession *session = heddle_window_get_session (window);
  g_autoptr (HeddlePlayer) player = NULL;
  g_autofree char *path = g_build_filename (fixture->folder, "story.lesson", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  gtk_window_present (GTK_WINDOW (window));
  heddle_window_open_lesson (window, file);
  while (window->player == NULL)
    g_main_context_iteration (NULL, TRUE);
  player = g_object_ref (window->player);
  ui_fixture_wait (is_quiet, session);
  heddle_player_go (player, 2);
  while (!heddle_session_is_active (session) && heddle_session_get_record (session) == NULL) /* once it is elaborated */
    g_main_context_iteration (NULL, TRUE);
  gtk_window_destroy (GTK_WINDOW (window));
  while (!is_quiet (session))
    g_main_context_iteration (NULL, TRUE);
  ui_fixture_drain ();
  g_assert_cmpuint (heddle_player_get_step (player), ==, 2);
}

static void
test_sketch (void)
{
  static const char *const labels[] = { "1", "2", "3", NULL };
  GtkWidget *sketch = heddle_sketch_new (labels), *window = ui_fixture_show (sketch, 400, 220);
  g_autofree char *none = heddle_sketch_dup_text (HEDDLE_SKETCH (sketch)), *text = NULL;

  g_assert_null (none);
  heddle_sketch_set_scale (HEDDLE_SKETCH (sketch), 2, "s");
  heddle_sketch_set_text (HEDDLE_SKETCH (sketch), "1 s, 500 ms, 1500 ms");
  text = heddle_sketch_dup_text (HEDDLE_SKETCH (sketch));
  g_assert_cmpstr (text, ==, "1 s, 0.5 s, 1.5 s");
  g_assert_cmpuint (ui_fixture_count_inked (sketch), >, 1000);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/lesson/" name, WindowFixture, NULL, set_up, test, window_fixture_tear_down)
  ADD ("steps", test_steps);
  ADD ("lock", test_lock);
  ADD ("kinds", test_kinds);
  ADD ("work", test_work);
  ADD ("story", test_story);
  ADD ("recording", test_recording);
  ADD ("folded-notes", test_folded_notes);
  ADD ("older", test_older);
  ADD ("views", test_views);
  ADD ("closed", test_closed);
#undef ADD
  g_test_add_func ("/lesson/sketch", test_sketch);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
