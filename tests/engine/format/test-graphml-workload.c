/* test-graphml-workload.c: a workload graph in a project
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: one undo gives back the project byte for byte; after an error, wherever the file breaks off, it is as it was; the old workload's
 * communicator stays unless the graph names one; messages name file, line and object. Left open: what NetworkX makes of graphs
 * (tests/reference/workload-graphs.py).
 */
#include <string.h>

#include <glib/gstdio.h>
#include <heddle/heddle.h>

#define DECLARATION "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
#define PROJECT \
  DECLARATION \
  "<heddle version=\"1\" name=\"p\">\n" \
  "  <top/>\n" \
  "  <workload type=\"collective\" on=\"all\" operation=\"barrier\"/>\n" \
  "  <run iterations=\"2\"/>\n" \
  "</heddle>\n"

#define HEAD \
  "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n" \
  "<key id=\"w\" for=\"node\" attr.name=\"Work\" attr.type=\"double\"/>\n" \
  "<key id=\"k\" for=\"node\" attr.name=\"kind\" attr.type=\"string\"/>\n" \
  "<key id=\"f\" for=\"edge\" attr.name=\"first\" attr.type=\"boolean\"/>\n" \
  "<key id=\"o\" for=\"graph\" attr.name=\"on\" attr.type=\"string\"/>\n"
#define GRAPH \
  HEAD "<graph edgedefault=\"directed\">\n" \
       "<node id=\"a\"><data key=\"w\">1.5e9</data></node>\n" \
       "<node id=\"b c\"><data key=\"k\">comm</data></node>\n" \
       "<edge source=\"a\" target=\"b c\"/>\n" \
       "<edge source=\"b c\" target=\"a\"><data key=\"f\">true</data></edge>\n" \
       "</graph></graphml>\n"

static HdDocument *
new_document (void)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  HdDocument *document = hd_document_load_from_data (PROJECT, -1, "p.heddle", problems, &error);

  g_assert_no_error (error);
  return document;
}

static gboolean
import (HdDocument *document,
        const char *graph,
        gssize length,
        GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GFile) file = NULL;
  int number = g_file_open_tmp ("workload-XXXXXX", &path, NULL);
  gboolean done;

  g_assert_cmpint (number, >=, 0);
  g_close (number, NULL);
  g_assert_true (g_file_set_contents (path, graph, length, NULL));
  file = g_file_new_for_path (path);
  done = hd_workload_import (document, file, NULL, NULL, error);
  g_assert_true (done == (*error == NULL));
  g_remove (path);
  return done;
}

static void
assert_text (HdDocument *document,
             const char *expected)
{
  g_autofree char *text = hd_document_to_string (document, NULL);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_undo (void)
{
  g_autoptr (HdDocument) document = new_document ();
  g_autoptr (GError) error = NULL;

  import (document, GRAPH, -1, &error);
  g_assert_no_error (error);
  assert_text (document, DECLARATION
                         "<heddle version=\"1\" name=\"p\">\n"
                         "  <top/>\n"
                         "  <workload type=\"graph\" on=\"all\">\n"
                         "    <vertex id=\"a\" work=\"1.5 GFLOP\" kind=\"compute\"/>\n"
                         "    <vertex id=\"b_c\" kind=\"comm\"/>\n"
                         "    <edge from=\"a\" to=\"b_c\"/>\n"
                         "    <edge from=\"b_c\" to=\"a\" first=\"ignore\"/>\n"
                         "  </workload>\n"
                         "  <run iterations=\"2\"/>\n"
                         "</heddle>\n");
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);
  g_assert_true (hd_document_undo (document));
  assert_text (document, PROJECT);
}

static void
test_graph_names (void)
{
  g_autoptr (HdDocument) document = new_document ();
  g_autoptr (GError) error = NULL;
  const HdObject *workload;

  import (document, HEAD "<graph edgedefault=\"directed\"><data key=\"o\">some</data><node id=\"a\"/></graph></graphml>", -1, &error);
  g_assert_no_error (error);
  workload = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_WORKLOAD, NULL);
  g_assert_cmpstr (hd_object_get (workload, "on"), ==, "some");
}

/* Broken off anywhere, it leaves nothing. */
static void
test_truncated (void)
{
  g_autoptr (HdDocument) document = new_document ();

  for (gsize length = 0; length < strlen (GRAPH) - strlen ("</graphml>\n"); length++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (import (document, GRAPH, (gssize) length, &error));
      g_assert_nonnull (strstr (error->message, "workload-"));
    }
  assert_text (document, PROJECT);
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 0);
}

static void
test_faults (void)
{
  static const struct
  {
    const char *graph;
    int code;
    const char *words;
  } faults[] = {
    { HEAD "<graph edgedefault=\"undirected\"><node id=\"a\"/><node id=\"b\"/>\n<edge source=\"a\" target=\"b\"/></graph></graphml>", HD_ERROR_INVALID, ":7: " },
    { HEAD "<graph edgedefault=\"directed\"><node id=\"a\"/>\n<edge source=\"a\" target=\"z\"/></graph></graphml>", HD_ERROR_NAME, "“z”" },
    { HEAD "<graph edgedefault=\"directed\"><node id=\"a\"/>\n<node id=\"a\"/></graph></graphml>", HD_ERROR_NAME, "line 6" },
    { HEAD "<graph edgedefault=\"directed\"/></graphml>", HD_ERROR_INVALID, "no nodes" },
  };
  g_autoptr (HdDocument) document = new_document ();

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (import (document, faults[i].graph, -1, &error));
      g_assert_error (error, HD_ERROR, faults[i].code);
      if (strstr (error->message, faults[i].words) == NULL)
        g_test_fail_printf ("“%s” is missing in %s", faults[i].words, error->message);
      assert_text (document, PROJECT);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/graphml-workload/undo", test_undo);
  g_test_add_func ("/engine/format/graphml-workload/graph-names", test_graph_names);
  g_test_add_func ("/engine/format/graphml-workload/truncated", test_truncated);
  g_test_add_func ("/engine/format/graphml-workload/faults", test_faults);
  return g_test_run ();
}
