/* test-window-open.c: a window reads a file
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: while a file is read the window says which, lives on and shows what it showed; who cancels, and whose file is broken, finds nothing
 * changed; a project opens with the view that it names. Left open: how long the window is late, which bench-open measures.
 */
#include <glib/gstdio.h>

#include "heddle-first-places.h"
#include "heddle-text-drop.h"
#include "window-fixture.h"

typedef WindowFixture Fixture;

#define N_HOSTS 30000

/* Large enough that it is not read before the next turn of the main loop. */
static GFile *
write_large (Fixture *fixture)
{
  g_autoptr (GString) text = g_string_new ("<graphml><graph edgedefault=\"undirected\">\n<node id=\"s\"/>\n");

  for (guint i = 0; i < N_HOSTS; i++)
    g_string_append_printf (text, "<node id=\"h%u\"/><edge source=\"s\" target=\"h%u\"/>\n", i, i);
  g_string_append (text, "</graph></graphml>\n");
  return window_fixture_write (fixture, "large.graphml", text->str);
}

static gboolean
is_done (gpointer data)
{
  return !heddle_load_bar_is_busy (((HeddleWindow *) data)->load_bar);
}

static gboolean
is_revealed (gpointer data)
{
  return gtk_revealer_get_child_revealed (GTK_REVEALER (gtk_widget_get_first_child (GTK_WIDGET (((HeddleWindow *) data)->load_bar))))
         || is_done (data);
}

static void
test_progress (Fixture *fixture,
               gconstpointer data)
{
  g_autoptr (GFile) file = write_large (fixture);
  HeddleWindow *window = fixture->window;
  const HdObject *top;

  heddle_window_open (window, file);
  g_assert_false (is_done (window));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (window->load_bar), "large.graphml"));
  ui_fixture_wait (is_revealed, window);
  ui_fixture_wait (is_done, window);
  top = hd_object_find_child (hd_document_get_root (window_fixture_get_document (fixture)), HD_OBJECT_TOP, NULL);
  g_assert_cmpuint (hd_object_get_n_children (top), ==, 2 * N_HOSTS + 1);
  g_assert_false (heddle_window_is_modified (window));
  g_assert_nonnull (heddle_session_get_drawing (window->session));
}

static void
test_cancel (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (GFile) file = write_large (fixture);
  HeddleWindow *window = fixture->window;
  HdDocument *document;
  guint n_problems;

  /* An empty window is empty again. */
  g_assert_false (heddle_window_cancel_load (window));
  heddle_window_open (window, file);
  g_assert_true (heddle_window_cancel_load (window));
  ui_fixture_wait (is_done, window);
  g_assert_true (heddle_window_is_empty (window));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->stack), ==, "start");
  g_assert_cmpuint (window_fixture_count_dialogs (), ==, 0);

  /* A project stays. */
  window_fixture_open (fixture);
  document = window_fixture_get_document (fixture);
  window_fixture_edit (fixture);
  n_problems = heddle_session_get_problems (window->session)->len;
  heddle_window_open (window, file);
  g_signal_emit_by_name (window->load_bar, "cancelled");
  ui_fixture_wait (is_done, window);
  ui_fixture_drain ();
  g_assert_true (window_fixture_get_document (fixture) == document);
  g_assert_true (g_file_equal (heddle_window_get_file (window), fixture->file));
  g_assert_true (heddle_window_is_modified (window));
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);
  g_assert_cmpuint (heddle_session_get_problems (window->session)->len, ==, n_problems);
}

static void
test_another (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (GFile) file = write_large (fixture);

  heddle_window_open (fixture->window, file);
  window_fixture_open (fixture);
  ui_fixture_wait (is_done, fixture->window);
  g_assert_true (g_file_equal (heddle_window_get_file (fixture->window), fixture->file));
}

/* Iterates for a while, or until the file is there. */
static void
let_pass (HeddleWindow *window,
          guint ms)
{
  gint64 end = g_get_monotonic_time () + 1000 * (gint64) ms;

  while (g_get_monotonic_time () < end && !is_done (window))
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (500);
    }
}

/* Whenever it is given up, or another file is opened: while it is read, checked, drawn, or its lines still come to the outline. */
static void
test_moments (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (GFile) file = write_large (fixture);
  HeddleWindow *window = fixture->window;

  window_fixture_open (fixture);
  for (guint round = 0; round < 10; round++)
    {
      heddle_window_open (window, file);
      let_pass (window, round < 8 ? 40 * round : G_MAXINT32);
      if (round % 2 == 0)
        {
          gboolean cancelled = heddle_window_cancel_load (window);

          ui_fixture_wait (is_done, window);
          g_assert_true (g_file_equal (heddle_window_get_file (window), cancelled ? fixture->file : file));
          g_assert_true (hd_document_get_file (window_fixture_get_document (fixture)) == heddle_window_get_file (window));
        }
      heddle_window_open (window, fixture->file);
      ui_fixture_wait (is_done, window);
      g_assert_true (g_file_equal (heddle_window_get_file (window), fixture->file));
      g_assert_true (heddle_window_get_file (window) == hd_document_get_file (window_fixture_get_document (fixture)));
      g_assert_nonnull (heddle_session_get_drawing (window->session));
    }
}

/* It is closed while the file is read, and when it has just come; the fixture proves that nothing is left of it. */
static void
test_closed (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (GFile) file = write_large (fixture);

  heddle_window_open (fixture->window, file);
  if (data != NULL)
    ui_fixture_wait (is_done, fixture->window);
  else
    let_pass (fixture->window, 30);
}

/* Each kind of fault; an untitled project has no file. */
static void
test_broken (Fixture *fixture,
             gconstpointer data)
{
  static const struct
  {
    const char *name, *text, *says;
  } cases[] = {
    { "a.graphml", "<graphml><graph><node id=\"n\"/><edge source=\"n\" target=\"m\"/></graph></graphml>", "a.graphml:1" },
    { "b.graphml", "<graphml><graph><node id=\"n\"/>", "b.graphml" },
    { "c.xml", "<platform version=\"4.1\"><zone id=\"w\" routing=\"Full\"><host id=\"h\"/></zone></platform>", "c.xml:1" },
    { "d.heddle", "<heddle version=\"1\"><top>", "d.heddle" },
  };

  heddle_window_new_project (fixture->window);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GFile) file = window_fixture_write (fixture, cases[i].name, cases[i].text);
      HdDocument *document = window_fixture_get_document (fixture);
      AdwMessageDialog *dialog;

      heddle_window_open (fixture->window, file);
      dialog = window_fixture_wait_for_dialog (cases[i].says);
      window_fixture_respond (dialog, "close");
      g_assert_true (window_fixture_get_document (fixture) == document);
      g_assert_null (heddle_window_get_file (fixture->window));
      g_assert_cmpuint (hd_document_get_n_undo (document), ==, 0);
    }
}

/* ---- its view -------------------------------------------------------------------------------------------------------------------- */

static char *
dup_view (HeddleWindow *window)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (window), "dock");

  return g_variant_dup_string (state, NULL);
}

/* @view is what is written in the file; %NULL leaves it out. */
static void
open_with (Fixture *fixture,
           const char *view)
{
  g_autofree char *attribute = view != NULL ? g_strdup_printf ("<heddle view=\"%s\" ", view) : g_strdup ("<heddle ");
  g_autofree char *text = g_strconcat (attribute, UI_PROJECT + strlen ("<heddle "), NULL);

  g_object_unref (fixture->file);
  fixture->file = window_fixture_write (fixture, "view.heddle", text);
  heddle_window_open (fixture->window, fixture->file);
  ui_fixture_wait (is_done, fixture->window);
}

#define assert_view(window, expected) \
  G_STMT_START { g_autofree char *shown = dup_view (window); g_assert_cmpstr (shown, ==, expected); } G_STMT_END

/* Each view that a project may name is a page of the window, that of steps only where components have them; without a name the page stays, and from then
 * on it is the user's. */
static void
test_view (Fixture *fixture,
           gconstpointer data)
{
  const char *const *choices = hd_schema_find_field (HD_OBJECT_PROJECT, "view")->choices;
  HeddleWindow *window = fixture->window;
  const char *expected = NULL;
  guint64 root;

  for (guint i = 0; choices[i] != NULL; i++)
    {
      if (!g_str_equal (choices[i], "steps"))
        expected = choices[i];
      open_with (fixture, choices[i]);
      assert_view (window, expected);
      g_assert_cmpstr (heddle_dock_get_page (window->dock), ==, expected);
    }
  open_with (fixture, NULL);
  assert_view (window, expected);
  open_with (fixture, "links");
  assert_view (window, "links");

  root = hd_object_get_uid (hd_document_get_root (window_fixture_get_document (fixture)));
  g_assert_true (hd_document_set_attribute (window_fixture_get_document (fixture), root, "view", "timeline", NULL));
  ui_fixture_drain ();
  assert_view (window, "links");
  window_fixture_activate (fixture, "dock('partitions')");
  g_assert_cmpuint (hd_document_get_n_undo (window_fixture_get_document (fixture)), ==, 1);
  window_fixture_activate (fixture, "undo");
  assert_view (window, "partitions");

  /* What is wrong comes first. */
  open_with (fixture, "waves");
  assert_view (window, "problems");
  g_assert_cmpuint (heddle_session_count_problems (window->session, HD_SEVERITY_ERROR), ==, 1);
}

/* A project that comes from what was left of one opens as its file would. */
static void
test_view_of_document (Fixture *fixture,
                       gconstpointer data)
{
  g_autoptr (HdDocument) document = hd_document_load_from_data ("<heddle version=\"1\" view=\"trees\"><top/></heddle>", -1, NULL, NULL, NULL);

  heddle_window_show_document (fixture->window, document, NULL, NULL);
  assert_view (fixture->window, "trees");
}

/* ---- into the project ---------------------------------------------------------------------------------------------------------- */

static const HdObject *
get_child (Fixture *fixture,
           const char *id)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (window_fixture_get_document (fixture)), HD_OBJECT_TOP, NULL);

  return hd_object_find_child (top, HD_OBJECT_COMPONENT, id);
}

/* "core" is taken: it is renamed, and its link follows. */
static void
test_import (Fixture *fixture,
             gconstpointer data)
{
  g_autoptr (GFile) file = window_fixture_write (fixture, "more.graphml",
                                                 "<graphml><graph edgedefault=\"undirected\"><node id=\"core\"/><node id=\"fresh\"/>"
                                                 "<edge source=\"core\" target=\"fresh\"/></graph></graphml>");
  g_autoptr (GSList) files = g_slist_append (NULL, file);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  HdDocument *document;

  window_fixture_open (fixture);
  document = window_fixture_get_document (fixture);
  before = hd_document_to_string (document, NULL);
  g_assert_true (window_fixture_is_enabled (fixture, "import"));
  g_assert_true (heddle_window_drop_files (fixture->window, files));
  ui_fixture_wait (is_done, fixture->window);
  g_assert_true (window_fixture_get_document (fixture) == document);
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);
  g_assert_nonnull (strstr (hd_document_get_undo_name (document), "more.graphml"));
  g_assert_nonnull (get_child (fixture, "fresh"));
  window_fixture_wait_for_text (fixture, "1 renamed");
  g_assert_cmpfloat (g_ascii_strtod (hd_object_get (get_child (fixture, "fresh"), "x"), NULL), >, g_ascii_strtod (hd_object_get (get_child (fixture, "core"), "x"), NULL));
  g_assert_true (hd_document_undo (document));
  after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (after, ==, before);
}

#define SOURCES \
  "<heddle version=\"1\" name=\"Sources\"><module id=\"inner\"><component id=\"source\" type=\"netproc.source\"/></module><top>" \
  "<component id=\"source\" type=\"netproc.source\" file=\"before.pcap\"/><component id=\"egress\" type=\"netproc.egress\"/>" \
  "<instance id=\"one\" of=\"inner\"/></top></heddle>"

/* All sources offer it, in one step; who has none is told so. A file of the project's folder is named from there; braces in names are not worked out. */
/* A file is no text for the drawing, whatever else other programs offer with it; what is dragged within the program is. */
static void
test_formats (void)
{
  static const char *const names[] = { "text/uri-list", "text/plain;charset=utf-8" };
  g_autoptr (GdkContentFormats) files = gdk_content_formats_new ((const char **) names, 2), text = gdk_content_formats_new ((const char **) names + 1, 1);
  g_autoptr (GdkContentFormats) list = gdk_content_formats_new_for_gtype (GDK_TYPE_FILE_LIST), string = gdk_content_formats_new_for_gtype (G_TYPE_STRING);

  g_assert_false (heddle_text_drop_wants (files));
  g_assert_false (heddle_text_drop_wants (list));
  g_assert_true (heddle_text_drop_wants (text));
  g_assert_true (heddle_text_drop_wants (string));
}

static void
test_capture (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (GFile) here = window_fixture_write (fixture, "a{1}&b.pcapng", ""), away = g_file_new_for_path ("/proc/version");
  g_autoptr (GFile) elsewhere = NULL;
  g_autoptr (GSList) files = g_slist_append (NULL, here);
  g_autofree char *folder = g_dir_make_tmp ("heddle-capture-XXXXXX", NULL), *path = g_build_filename (folder, "mine.pcap", NULL);
  g_autofree char *before = NULL, *after = NULL;
  const HdObject *inner;
  HdDocument *document;

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  elsewhere = g_file_new_for_path (path);
  g_assert_false (heddle_window_drop_files (fixture->window, files));
  window_fixture_wait_for_text (fixture, "is a capture of packets");
  window_fixture_open (fixture);
  g_assert_false (heddle_window_drop_files (fixture->window, files));
  g_assert_cmpuint (hd_document_get_n_undo (window_fixture_get_document (fixture)), ==, 0);

  g_object_unref (fixture->file);
  fixture->file = window_fixture_write (fixture, "sources.heddle", SOURCES);
  heddle_window_open (fixture->window, fixture->file);
  ui_fixture_wait (is_done, fixture->window);
  document = window_fixture_get_document (fixture);
  before = hd_document_to_string (document, NULL);
  g_assert_true (heddle_window_drop_files (fixture->window, files));
  window_fixture_wait_for_text (fixture, "2 sources offer the packets");
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);
  inner = hd_object_find_child (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_MODULE, "inner"), HD_OBJECT_COMPONENT, "source");
  g_assert_cmpstr (hd_object_get (inner, "file"), ==, "a{{1}&b.pcapng");
  g_assert_cmpstr (hd_object_get (get_child (fixture, "source"), "file"), ==, "a{{1}&b.pcapng");
  g_assert_null (hd_object_get (get_child (fixture, "egress"), "file"));
  files->data = elsewhere;
  g_assert_true (heddle_window_drop_files (fixture->window, files));
  g_assert_cmpstr (hd_object_get (get_child (fixture, "source"), "file"), ==, path);
  files->data = away;
  g_assert_false (heddle_window_drop_files (fixture->window, files));
  g_assert_true (hd_document_undo (document));
  g_assert_true (hd_document_undo (document));
  after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_import_faults (Fixture *fixture,
                    gconstpointer data)
{
  g_autoptr (GFile) broken = window_fixture_write (fixture, "broken.graphml", "<graphml><graph><node id=\"n\"/><node id=\"n\"/></graph></graphml>");
  g_autoptr (GFile) large = write_large (fixture);
  HdDocument *document;
  AdwMessageDialog *dialog;

  window_fixture_open (fixture);
  document = window_fixture_get_document (fixture);
  heddle_window_import (fixture->window, broken);
  dialog = window_fixture_wait_for_dialog ("broken.graphml:1");
  window_fixture_respond (dialog, "close");
  heddle_window_import (fixture->window, large);
  g_assert_true (heddle_window_cancel_load (fixture->window));
  ui_fixture_wait (is_done, fixture->window);
  ui_fixture_drain ();
  g_assert_true (window_fixture_get_document (fixture) == document);
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 0);
  g_assert_false (heddle_window_is_modified (fixture->window));
}

/* The graph becomes the work of the project in one step; what was guessed stands among the problems and goes with it. */
static void
test_import_workload (Fixture *fixture,
                      gconstpointer data)
{
  g_autoptr (GFile) file = window_fixture_write (fixture, "step.graphml",
                                                 "<graphml><key id=\"w\" for=\"node\" attr.name=\"work\"/><graph edgedefault=\"directed\">"
                                                 "<node id=\"forward\"><data key=\"w\">2 GFLOP</data></node><node id=\"backward\"/>"
                                                 "<edge source=\"forward\" target=\"backward\"/></graph></graphml>");
  g_autoptr (GFile) undirected = window_fixture_write (fixture, "loose.graphml",
                                                       "<graphml><graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/>"
                                                       "<edge source=\"a\" target=\"b\"/></graph></graphml>");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  HdDocument *document;
  const HdObject *workload;

  window_fixture_open (fixture);
  document = window_fixture_get_document (fixture);
  before = hd_document_to_string (document, NULL);
  g_assert_true (window_fixture_is_enabled (fixture, "import-workload"));
  heddle_window_import_workload (fixture->window, undirected);
  window_fixture_respond (window_fixture_wait_for_dialog ("no direction"), "close");
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 0);

  heddle_window_import_workload (fixture->window, file);
  ui_fixture_wait (is_done, fixture->window);
  window_fixture_wait_for_text (fixture, "guessed");
  workload = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_WORKLOAD, NULL);
  g_assert_cmpstr (hd_object_get (workload, "type"), ==, "graph");
  g_assert_cmpstr (hd_object_get (hd_object_find_child (workload, HD_OBJECT_VERTEX, "forward"), "work"), ==, "2 GFLOP");
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);
  g_assert_nonnull (strstr (hd_document_get_undo_name (document), "step.graphml"));
  g_assert_true (hd_document_undo (document));
  after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (after, ==, before);
}

/* ---- layout -------------------------------------------------------------------------------------------------------------------- */

static void
test_levels (Fixture *fixture,
             gconstpointer data)
{
  /* Two hosts on each of two switches below a third; then a link between the two; then a stranger. */
  static const guint edges[] = { 0, 4, 1, 4, 5, 2, 3, 5, 4, 6, 6, 5, 4, 5 };
  static const gboolean ground[] = { TRUE, TRUE, TRUE, TRUE, FALSE, FALSE, FALSE, FALSE };
  static const guint expected[] = { 0, 0, 0, 0, 1, 1, 2 };
  HeddleLevels levels;

  heddle_find_levels (7, edges, 6, ground, &levels);
  g_assert_cmpmem (levels.of, 7 * sizeof (guint), expected, sizeof expected);
  g_assert_true (levels.layered);
  g_assert_cmpuint (levels.widest, ==, 4);
  g_free (levels.of);
  heddle_find_levels (7, edges, 7, ground, &levels);
  g_assert_false (levels.layered);
  g_free (levels.of);
  heddle_find_levels (8, edges, 6, ground, &levels);
  g_assert_false (levels.layered);
  g_free (levels.of);
}

/* A tree of switches over hosts, with or without places. */
static GFile *
write_tree (Fixture *fixture,
            gboolean placed)
{
  g_autoptr (GString) text = g_string_new ("<graphml><key id=\"x\" for=\"node\" attr.name=\"x\"/><key id=\"y\" for=\"node\" attr.name=\"y\"/>"
                                           "<key id=\"t\" for=\"node\" attr.name=\"type\"/><graph edgedefault=\"undirected\">\n");

  for (guint i = 0; i < 15; i++)
    {
      g_string_append_printf (text, "<node id=\"n%u\"><data key=\"t\">%s</data>", i, i < 7 ? "switch" : "host");
      if (placed)
        g_string_append_printf (text, "<data key=\"x\">%u</data><data key=\"y\">%u</data>", 300 * i, 500 - 20 * i);
      g_string_append (text, "</node>\n");
      if (i > 0)
        g_string_append_printf (text, "<edge source=\"n%u\" target=\"n%u\"/>\n", i, (i - 1) / 2);
    }
  g_string_append (text, "</graph></graphml>\n");
  return window_fixture_write (fixture, placed ? "placed.graphml" : "tree.graphml", text->str);
}

static double
get_place (Fixture *fixture,
           guint node,
           const char *attribute)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (window_fixture_get_document (fixture)), HD_OBJECT_TOP, NULL);
  g_autofree char *id = g_strdup_printf ("n%u", node);

  return g_ascii_strtod (hd_object_get (hd_object_find_child (top, HD_OBJECT_COMPONENT, id), attribute), NULL);
}

static void
check_unmodified (Fixture *fixture)
{
  HdDocument *document = window_fixture_get_document (fixture);

  g_assert_false (heddle_window_is_modified (fixture->window));
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 0);
  g_assert_null (hd_document_get_undo_name (document));
}

static void
test_laid_out (Fixture *fixture,
               gconstpointer data)
{
  g_autoptr (GFile) file = write_tree (fixture, FALSE);
  g_autofree char *program = g_find_program_in_path ("dot");

  if (program == NULL)
    {
      g_test_skip ("Graphviz is not installed");
      return;
    }
  heddle_window_open (fixture->window, file);
  ui_fixture_wait (is_done, fixture->window);
  check_unmodified (fixture);
  /* A level is a row, and those nearer to the root are above. */
  for (guint i = 1; i < 15; i++)
    {
      g_assert_cmpfloat (get_place (fixture, i, "y"), >, get_place (fixture, (i - 1) / 2, "y"));
      g_assert_cmpfloat (get_place (fixture, i, "y"), ==, get_place (fixture, i < 3 ? 1 : i < 7 ? 3 : 7, "y"));
      g_assert_true (i < 8 || get_place (fixture, i, "x") != get_place (fixture, i - 1, "x"));
    }
}

/* A copy of the journal, as if the program had died: that of a living one is locked. */
static HdDocument *
recover (Fixture *fixture)
{
  g_autofree char *path = heddle_journal_dup_path (fixture->window->journal);
  g_autofree char *directory = g_build_filename (fixture->folder, "journals", NULL);
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *copy = g_build_filename (directory, name, NULL);
  g_autoptr (GFile) from = g_file_new_for_path (path);
  g_autoptr (GFile) to = g_file_new_for_path (copy);
  g_autoptr (GPtrArray) remnants = NULL;
  g_autoptr (GError) error = NULL;
  HdDocument *document;

  g_assert_cmpint (g_mkdir (directory, 0700), ==, 0);
  g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  remnants = heddle_remnant_list (directory);
  g_assert_cmpuint (remnants->len, ==, 1);
  document = heddle_remnant_recover (remnants->pdata[0], NULL, &error);
  g_assert_no_error (error);
  heddle_remnant_discard (remnants->pdata[0]);
  g_rmdir (directory);
  return document;
}

/* Places that were found for a file without any are those of the project, whatever happens to the program. */
static void
test_recovered (Fixture *fixture,
                gconstpointer data)
{
  g_autoptr (GFile) file = write_tree (fixture, FALSE);
  g_autoptr (HdDocument) recovered = NULL;
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;
  HdDocument *document;

  heddle_window_open (fixture->window, file);
  ui_fixture_wait (is_done, fixture->window);
  document = window_fixture_get_document (fixture);
  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (hd_document_get_root (document)), "name", "Edited", NULL));
  heddle_journal_flush (fixture->window->journal);
  recovered = recover (fixture);
  expected = hd_document_to_string (document, NULL);
  text = hd_document_to_string (recovered, NULL);
  g_assert_cmpstr (text, ==, expected);
  g_assert_cmpuint (hd_document_get_n_undo (recovered), ==, 1);
}

static void
test_places_win (Fixture *fixture,
                 gconstpointer data)
{
  g_autoptr (GFile) file = write_tree (fixture, TRUE);

  heddle_window_open (fixture->window, file);
  ui_fixture_wait (is_done, fixture->window);
  check_unmodified (fixture);
  for (guint i = 0; i < 15; i++)
    {
      g_assert_cmpfloat (get_place (fixture, i, "x"), ==, 300 * i);
      g_assert_cmpfloat (get_place (fixture, i, "y"), ==, 500 - 20.0 * i);
    }
}

/* What cannot be laid out stands in rows. */
static void
test_no_layout (Fixture *fixture,
                gconstpointer data)
{
  g_autoptr (GFile) file = write_tree (fixture, FALSE);
  g_autofree char *path = g_strdup (g_getenv ("PATH"));

  g_setenv ("PATH", "/nowhere", TRUE);
  heddle_window_open (fixture->window, file);
  ui_fixture_wait (is_done, fixture->window);
  g_setenv ("PATH", path, TRUE);
  check_unmodified (fixture);
  g_assert_cmpuint (window_fixture_count_dialogs (), ==, 0);
  for (guint i = 1; i < 15; i++)
    g_assert_true (get_place (fixture, i, "x") != get_place (fixture, i - 1, "x") || get_place (fixture, i, "y") != get_place (fixture, i - 1, "y"));
}

/* A program that takes its time is ended with it. */
static void
test_cancelled_layout (Fixture *fixture,
                       gconstpointer data)
{
  g_autoptr (GFile) file = write_tree (fixture, FALSE);
  g_autofree char *path = g_strdup (g_getenv ("PATH"));
  g_autofree char *longer = g_strconcat (fixture->folder, ":", path, NULL);
  g_autoptr (GFile) program = window_fixture_write (fixture, "dot", "#!/bin/sh\ntouch \"$(dirname \"$0\")/asked\"\nexec sleep 60\n");
  g_autofree char *asked = g_build_filename (fixture->folder, "asked", NULL);
  gint64 start = g_get_monotonic_time ();

  g_assert_cmpint (g_chmod (g_file_peek_path (program), 0700), ==, 0);
  g_setenv ("PATH", longer, TRUE);
  heddle_window_open (fixture->window, file);
  while (!g_file_test (asked, G_FILE_TEST_EXISTS))
    {
      g_assert_cmpint (g_get_monotonic_time () - start, <, 20 * G_USEC_PER_SEC);
      ui_fixture_drain ();
      g_usleep (5000);
    }
  g_assert_true (heddle_window_cancel_load (fixture->window));
  ui_fixture_wait (is_done, fixture->window);
  g_setenv ("PATH", path, TRUE);
  g_assert_true (heddle_window_is_empty (fixture->window));
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/ui/window-open/" name, Fixture, NULL, window_fixture_set_up, test, window_fixture_tear_down)
  ADD ("progress", test_progress);
  ADD ("cancel", test_cancel);
  ADD ("another", test_another);
  ADD ("moments", test_moments);
  ADD ("closed-reading", test_closed);
  g_test_add ("/ui/window-open/closed-arrived", Fixture, GUINT_TO_POINTER (1), window_fixture_set_up, test_closed, window_fixture_tear_down);
  ADD ("broken", test_broken);
  ADD ("view", test_view);
  ADD ("view-of-document", test_view_of_document);
  ADD ("import", test_import);
  ADD ("import-workload", test_import_workload);
  ADD ("import-faults", test_import_faults);
  ADD ("capture", test_capture);
  g_test_add_func ("/ui/window-open/formats", test_formats);
  ADD ("levels", test_levels);
  ADD ("laid-out", test_laid_out);
  ADD ("recovered", test_recovered);
  ADD ("places-win", test_places_win);
  ADD ("no-layout", test_no_layout);
  ADD ("cancelled-layout", test_cancelled_layout);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
