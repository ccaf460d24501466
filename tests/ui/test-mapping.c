/* test-mapping.c: a graph is read again, with another meaning of its attributes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what each attribute was taken for is shown and can be changed; after a fault, and where something could be lost, all is as it was; an
 * import stays one step of undo however often it is read again, and its notes lead to what it became as long as that is there. Left open: what
 * attributes are taken for, which is tests/engine/format/test-graphml.c's matter.
 */
#include <string.h>

#include "window-fixture.h"

typedef WindowFixture Fixture;

#define HEAD(type) \
  "<graphml><key id=\"t\" for=\"node\" attr.name=\"type\"/><key id=\"p\" for=\"node\" attr.name=\"pace\"/><key id=\"b\" for=\"edge\" attr.name=\"width\"/>" \
  "<key id=\"c\" for=\"edge\" attr.name=\"colour\"/><graph edgedefault=\"undirected\">" \
  "<node id=\"core\"><data key=\"t\">" type "</data></node><node id=\"fresh\"><data key=\"t\">host</data><data key=\"p\">5</data></node>"
#define GRAPH(type) \
  HEAD (type) "<edge id=\"e\" source=\"fresh\" target=\"core\"><data key=\"b\">10</data><data key=\"c\">red</data></edge></graph></graphml>"

static gboolean
is_done (gpointer data)
{
  return !heddle_load_bar_is_busy (((Fixture *) data)->window->load_bar);
}

static HeddleMappingDialog *
show_dialog (Fixture *fixture)
{
  window_fixture_activate (fixture, "mapping");
  ui_fixture_drain ();
  g_assert_nonnull (fixture->window->mapping);
  return fixture->window->mapping;
}

static void
close_dialog (Fixture *fixture)
{
  gtk_window_close (GTK_WINDOW (fixture->window->mapping));
  ui_fixture_drain ();
  g_assert_null (fixture->window->mapping);
}

static GtkWidget *
get_button (HeddleMappingDialog *dialog)
{
  return gtk_window_get_default_widget (GTK_WINDOW (dialog));
}

static void
choose (HeddleMappingDialog *dialog,
        HdImportSide side,
        const char *name,
        const char *parameter,
        const char *unit)
{
  HeddleMappingRow *row = heddle_mapping_dialog_find_row (dialog, side, name);

  g_assert_true (heddle_mapping_row_choose (row, parameter, unit));
  g_assert_true (heddle_mapping_row_is_changed (row));
  g_assert_true (gtk_widget_is_sensitive (get_button (dialog)));
}

static void
read_again (Fixture *fixture)
{
  g_signal_emit_by_name (get_button (fixture->window->mapping), "clicked");
  ui_fixture_wait (is_done, fixture);
  ui_fixture_drain ();
}

static gboolean
says (HeddleMappingRow *row,
      const char *text)
{
  return strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), text) != NULL;
}

static const HdObject *
get_child (Fixture *fixture,
           HdObjectKind kind,
           const char *id)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (window_fixture_get_document (fixture)), HD_OBJECT_TOP, NULL);

  return hd_object_find_child (top, kind, id);
}

static const char *
get_bandwidth (Fixture *fixture)
{
  return hd_object_get (get_child (fixture, HD_OBJECT_LINK, "e"), "bandwidth");
}

static void
open_graph (Fixture *fixture)
{
  GFile *file = window_fixture_write (fixture, "graph.graphml", GRAPH ("switch"));

  g_assert_false (window_fixture_is_enabled (fixture, "mapping"));
  heddle_window_open (fixture->window, file);
  ui_fixture_wait (is_done, fixture);
  g_set_object (&fixture->file, file);
  g_object_unref (file);
  g_assert_true (window_fixture_is_enabled (fixture, "mapping"));
}

/* ---- opened ---------------------------------------------------------------------------------------------------------------------- */

static void
test_opened (Fixture *fixture,
             gconstpointer data)
{
  HeddleMappingDialog *dialog;
  HeddleMappingRow *row;

  open_graph (fixture);
  window_fixture_wait_for_text (fixture, "was imported: ");
  g_assert_null (get_bandwidth (fixture));
  dialog = show_dialog (fixture);
  g_assert_false (gtk_widget_is_sensitive (get_button (dialog)));
  g_assert_true (says (heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_NODES, "type"), "Guessed from its name"));
  g_assert_true (says (heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_NODES, "pace"), "1 of 2 nodes, such as “5”"));
  row = heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_EDGES, "width");
  g_assert_true (says (row, "Left out"));
  g_assert_null (heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_NODES, "width"));

  choose (dialog, HD_IMPORT_OF_EDGES, "width", "bandwidth", "Gbit/s");
  g_assert_true (says (row, "To be read again"));
  choose (dialog, HD_IMPORT_OF_NODES, "pace", "fp32", "TFLOP/s");
  choose (dialog, HD_IMPORT_OF_EDGES, "colour", "latency", NULL);
  g_assert_true (heddle_mapping_row_choose (heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_EDGES, "colour"), NULL, NULL));
  read_again (fixture);
  g_assert_cmpstr (get_bandwidth (fixture), ==, "1.25 GB/s");
  g_assert_cmpstr (hd_object_get (get_child (fixture, HD_OBJECT_COMPONENT, "fresh"), "fp32"), ==, "5 TFLOP/s");
  g_assert_false (heddle_window_is_modified (fixture->window));
  g_assert_cmpuint (hd_document_get_n_undo (window_fixture_get_document (fixture)), ==, 0);

  /* What became of it is told at once, and is the ground for more. */
  g_assert_true (fixture->window->mapping == dialog);
  row = heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_EDGES, "width");
  g_assert_true (says (row, "As you said"));
  g_assert_cmpstr (heddle_mapping_row_get_key (row)->unit, ==, "Gbit/s");
  g_assert_false (heddle_mapping_row_is_changed (row));
  g_assert_false (gtk_widget_is_sensitive (get_button (dialog)));
  choose (dialog, HD_IMPORT_OF_EDGES, "width", "bandwidth", "GB/s");
  read_again (fixture);
  g_assert_cmpstr (get_bandwidth (fixture), ==, "10 GB/s");
  g_assert_cmpstr (hd_object_get (get_child (fixture, HD_OBJECT_COMPONENT, "fresh"), "fp32"), ==, "5 TFLOP/s");
  close_dialog (fixture);
}

static void
test_fault (Fixture *fixture,
            gconstpointer data)
{
  HdDocument *document;
  HeddleMappingDialog *dialog;

  open_graph (fixture);
  document = window_fixture_get_document (fixture);
  dialog = show_dialog (fixture);
  choose (dialog, HD_IMPORT_OF_EDGES, "colour", "bandwidth", NULL);
  read_again (fixture);
  g_assert_true (window_fixture_get_document (fixture) == document);
  g_assert_true (g_file_equal (heddle_window_get_file (fixture->window), fixture->file));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "the attribute “colour”, taken as bandwidth"));
  g_assert_cmpuint (window_fixture_count_dialogs (), ==, 0);

  /* The choice is still there, to be made better. */
  choose (dialog, HD_IMPORT_OF_EDGES, "colour", "sharing", NULL);
  g_assert_true (heddle_mapping_row_choose (heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_EDGES, "colour"), NULL, NULL));
  choose (dialog, HD_IMPORT_OF_EDGES, "width", "bandwidth", "MB/s");
  read_again (fixture);
  g_assert_cmpstr (get_bandwidth (fixture), ==, "10 MB/s");
  close_dialog (fixture);
}

/* What was edited is not lost. */
static void
test_edited (Fixture *fixture,
             gconstpointer data)
{
  HeddleMappingDialog *dialog;

  open_graph (fixture);
  window_fixture_edit (fixture);
  dialog = show_dialog (fixture);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "undo the edits"));
  g_assert_true (heddle_mapping_row_choose (heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_EDGES, "width"), "bandwidth", NULL));
  g_assert_false (gtk_widget_is_sensitive (get_button (dialog)));
  close_dialog (fixture);
  g_assert_true (hd_document_undo (window_fixture_get_document (fixture)));
  dialog = show_dialog (fixture);
  choose (dialog, HD_IMPORT_OF_EDGES, "width", "bandwidth", NULL);
  close_dialog (fixture);
}

/* What is chosen for one attribute is no longer another's; a problem leads to its attribute. */
static void
test_choice (Fixture *fixture,
             gconstpointer data)
{
  HeddleMappingDialog *dialog;
  HeddleMappingRow *width, *colour;

  open_graph (fixture);
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "map-attribute", g_variant_new_string ("width"));
  ui_fixture_drain ();
  dialog = fixture->window->mapping;
  width = heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_EDGES, "width");
  colour = heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_EDGES, "colour");
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (dialog)), GTK_WIDGET (width)));
  choose (dialog, HD_IMPORT_OF_EDGES, "colour", "bandwidth", NULL);
  choose (dialog, HD_IMPORT_OF_EDGES, "width", "bandwidth", NULL);
  g_assert_null (heddle_mapping_row_get_parameter (colour));
  g_assert_cmpstr (heddle_mapping_row_get_parameter (width), ==, "bandwidth");
  g_assert_true (heddle_mapping_row_choose (width, NULL, NULL));
  g_assert_false (gtk_widget_is_sensitive (get_button (dialog)));
  close_dialog (fixture);
}

#define N_NODES 2000

static void
test_cancelled (Fixture *fixture,
                gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (HEAD ("switch"));
  g_autoptr (GFile) file = NULL;
  HeddleMappingDialog *dialog;
  HdDocument *document;

  for (guint i = 0; i < N_NODES; i++)
    g_string_append_printf (text, "<node id=\"n%u\"/><edge source=\"core\" target=\"n%u\"><data key=\"b\">1</data></edge>\n", i, i);
  g_string_append (text, "</graph></graphml>");
  file = window_fixture_write (fixture, "large.graphml", text->str);
  heddle_window_open (fixture->window, file);
  ui_fixture_wait (is_done, fixture);
  document = window_fixture_get_document (fixture);
  dialog = show_dialog (fixture);
  choose (dialog, HD_IMPORT_OF_EDGES, "width", "bandwidth", NULL);
  g_signal_emit_by_name (get_button (dialog), "clicked");
  g_assert_false (gtk_widget_is_sensitive (get_button (dialog)));
  g_assert_false (is_done (fixture));
  g_signal_emit_by_name (dialog, "cancelled");
  ui_fixture_wait (is_done, fixture);
  ui_fixture_drain ();
  g_assert_true (window_fixture_get_document (fixture) == document);
  g_assert_true (gtk_widget_is_sensitive (get_button (dialog)));

  /* Who closes the dialog has cancelled too. */
  g_signal_emit_by_name (get_button (dialog), "clicked");
  close_dialog (fixture);
  ui_fixture_wait (is_done, fixture);
  g_assert_true (window_fixture_get_document (fixture) == document);
  g_assert_cmpuint (window_fixture_count_dialogs (), ==, 0);
}

/* A graph that changes on disk keeps the meanings that it was given. */
static gboolean
is_faster (gpointer data)
{
  return g_strcmp0 (get_bandwidth (data), "2.5 GB/s") == 0;
}

static void
test_changed_on_disk (Fixture *fixture,
                      gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  static const char text[] = HEAD ("switch") "<edge id=\"e\" source=\"fresh\" target=\"core\"><data key=\"b\">20</data></edge></graph></graphml>";

  open_graph (fixture);
  choose (show_dialog (fixture), HD_IMPORT_OF_EDGES, "width", "bandwidth", "Gbit/s");
  read_again (fixture);
  close_dialog (fixture);
  g_usleep (2000);
  g_assert_true (g_file_set_contents (g_file_peek_path (fixture->file), text, -1, &error));
  ui_fixture_wait (is_faster, fixture);
  g_assert_true (window_fixture_is_enabled (fixture, "mapping"));
}

/* A graph that cannot be read so is read otherwise. */
static void
test_refused (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (GFile) file = window_fixture_write (fixture, "toaster.graphml", GRAPH ("toaster"));
  AdwMessageDialog *refusal;

  heddle_window_open (fixture->window, file);
  refusal = window_fixture_wait_for_dialog ("toaster");
  g_assert_true (adw_message_dialog_has_response (refusal, "mapping"));
  window_fixture_respond (refusal, "mapping");
  g_assert_true (heddle_window_is_empty (fixture->window));
  choose (fixture->window->mapping, HD_IMPORT_OF_NODES, "type", NULL, NULL);
  read_again (fixture);
  g_assert_cmpstr (hd_object_get (get_child (fixture, HD_OBJECT_COMPONENT, "core"), "type"), ==, "fabric.host");
  g_assert_true (g_file_equal (heddle_window_get_file (fixture->window), file));
  close_dialog (fixture);
}

/* Tab comes to every choice. */
static void
test_keys (Fixture *fixture,
           gconstpointer data)
{
  HeddleMappingDialog *dialog;
  gboolean met[2] = { FALSE, FALSE };

  open_graph (fixture);
  dialog = show_dialog (fixture);
  choose (dialog, HD_IMPORT_OF_EDGES, "width", "bandwidth", "Gbit/s");
  for (guint i = 0; i < 40; i++)
    {
      GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (dialog));
      GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, HEDDLE_TYPE_MAPPING_ROW) : NULL;

      if (row == GTK_WIDGET (heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_EDGES, "width")))
        met[0] = TRUE;
      if (row == GTK_WIDGET (heddle_mapping_dialog_find_row (dialog, HD_IMPORT_OF_NODES, "type")))
        met[1] = TRUE;
      gtk_widget_child_focus (GTK_WIDGET (dialog), GTK_DIR_TAB_FORWARD);
    }
  g_assert_true (met[0] && met[1]);
  close_dialog (fixture);
}

/* ---- imported ---------------------------------------------------------------------------------------------------------------------- */

static void
import_into (Fixture *fixture)
{
  g_autoptr (GFile) file = window_fixture_write (fixture, "more.graphml", GRAPH ("switch"));

  heddle_window_import (fixture->window, file);
  ui_fixture_wait (is_done, fixture);
  ui_fixture_drain ();
}

static void
import (Fixture *fixture)
{
  window_fixture_open (fixture);
  import_into (fixture);
}

static void
test_imported (Fixture *fixture,
               gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *x = NULL;
  HdDocument *document;
  HeddleMappingDialog *dialog;

  window_fixture_open (fixture);
  before = hd_document_to_string (window_fixture_get_document (fixture), NULL);
  import (fixture);
  document = window_fixture_get_document (fixture);
  x = g_strdup (hd_object_get (get_child (fixture, HD_OBJECT_COMPONENT, "fresh"), "x"));
  dialog = show_dialog (fixture);
  choose (dialog, HD_IMPORT_OF_EDGES, "width", "bandwidth", "Gbit/s");
  read_again (fixture);
  g_assert_true (window_fixture_get_document (fixture) == document);
  g_assert_cmpstr (get_bandwidth (fixture), ==, "1.25 GB/s");
  g_assert_cmpstr (hd_object_get (get_child (fixture, HD_OBJECT_COMPONENT, "fresh"), "x"), ==, x);
  g_assert_nonnull (get_child (fixture, HD_OBJECT_COMPONENT, "core2"));
  g_assert_null (get_child (fixture, HD_OBJECT_COMPONENT, "core3"));
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);

  choose (dialog, HD_IMPORT_OF_EDGES, "colour", "bandwidth", NULL);
  choose (dialog, HD_IMPORT_OF_EDGES, "width", "latency", "us");
  read_again (fixture);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "“colour”"));
  g_assert_cmpstr (get_bandwidth (fixture), ==, "1.25 GB/s");
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);
  close_dialog (fixture);

  g_assert_true (hd_document_undo (document));
  after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_false (window_fixture_is_enabled (fixture, "mapping"));
  g_assert_true (hd_document_redo (document));
  g_assert_true (window_fixture_is_enabled (fixture, "mapping"));
}

/* Behind an import that is taken back stands the one before. */
static void
test_two (Fixture *fixture,
          gconstpointer data)
{
  HdDocument *document;

  import (fixture);
  document = window_fixture_get_document (fixture);
  choose (show_dialog (fixture), HD_IMPORT_OF_EDGES, "width", "bandwidth", "Gbit/s");
  read_again (fixture);
  close_dialog (fixture);
  import_into (fixture);
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 2);
  g_assert_null (heddle_mapping_row_get_parameter (heddle_mapping_dialog_find_row (show_dialog (fixture), HD_IMPORT_OF_EDGES, "width")));
  close_dialog (fixture);
  g_assert_true (hd_document_undo (document));
  g_assert_cmpstr (heddle_mapping_row_get_parameter (heddle_mapping_dialog_find_row (show_dialog (fixture), HD_IMPORT_OF_EDGES, "width")), ==, "bandwidth");
  choose (fixture->window->mapping, HD_IMPORT_OF_EDGES, "width", "bandwidth", "MB/s");
  read_again (fixture);
  g_assert_cmpstr (get_bandwidth (fixture), ==, "10 MB/s");
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);
  close_dialog (fixture);
}

static guint
count_notes (Fixture *fixture,
             const char *leading_to)
{
  GPtrArray *problems = heddle_session_get_problems (fixture->window->session);
  guint n = 0;

  for (guint i = 0; i < problems->len; i++)
    {
      const HdProblem *problem = problems->pdata[i];
      const HdObject *object = problem->object_uid != 0 ? hd_document_get_object (window_fixture_get_document (fixture), problem->object_uid) : NULL;

      if (problem->code == HD_PROBLEM_IMPORT)
        n += leading_to == NULL || (object != NULL && g_strcmp0 (hd_object_get_id (object), leading_to) == 0);
    }
  return n;
}

static gboolean
has_notes (gpointer data)
{
  return count_notes (data, NULL) > 0;
}

static gboolean
has_no_notes (gpointer data)
{
  return count_notes (data, NULL) == 0;
}

static void
test_notes (Fixture *fixture,
            gconstpointer data)
{
  g_autoptr (GFile) file = window_fixture_write (fixture, "plain.graphml",
                                                 "<graphml><graph edgedefault=\"undirected\"><node id=\"core\"/><node id=\"a\"/><node id=\"b\"/>"
                                                 "<edge source=\"core\" target=\"a\"/><edge source=\"core\" target=\"b\"/></graph></graphml>");
  HdDocument *document;

  window_fixture_open (fixture);
  document = window_fixture_get_document (fixture);
  heddle_window_import (fixture->window, file);
  ui_fixture_wait (is_done, fixture);
  ui_fixture_wait (has_notes, fixture);
  g_assert_cmpuint (count_notes (fixture, "core2"), ==, 1); /* renamed: the switch that was guessed */
  g_assert_cmpuint (count_notes (fixture, "a"), ==, 1);     /* the first of two hosts */
  g_assert_cmpuint (count_notes (fixture, "core"), ==, 0);
  g_assert_cmpuint (count_notes (fixture, "link"), ==, 2);  /* without bandwidth, without latency */
  g_assert_false (window_fixture_is_enabled (fixture, "mapping")); /* it has no attributes */
  g_assert_true (hd_document_undo (document));
  ui_fixture_wait (has_no_notes, fixture);
  g_assert_true (hd_document_redo (document));
  ui_fixture_wait (has_notes, fixture);
  g_assert_cmpuint (count_notes (fixture, "core2"), ==, 1);
}

/* ---- all of them -------------------------------------------------------------------------------------------------------------------- */

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/ui/mapping/" name, Fixture, NULL, window_fixture_set_up, test, window_fixture_tear_down)
  ADD ("opened", test_opened);
  ADD ("fault", test_fault);
  ADD ("edited", test_edited);
  ADD ("choice", test_choice);
  ADD ("cancelled", test_cancelled);
  ADD ("changed-on-disk", test_changed_on_disk);
  ADD ("refused", test_refused);
  ADD ("keys", test_keys);
  ADD ("imported", test_imported);
  ADD ("two", test_two);
  ADD ("notes", test_notes);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
