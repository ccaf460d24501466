/* test-graphml.c: graphs that are wrong or cut off
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: each fault is told with file, line, object and what would be right; a sample that is cut off anywhere ends in an error. That graphs survive the
 * way from NetworkX and back is tests/reference/graphml.py's matter.
 */
#include <string.h>

#include <heddle/heddle.h>

#include "hd-graphml.h"

static char *
convert (const char *text,
         gssize length,
         const char *const *map,
         GError **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, length < 0 ? (gssize) strlen (text) : length, NULL);
  g_autoptr (HdImportReport) report = hd_import_report_new ();

  return hd_graphml_convert (stream, "g.graphml", "g", map, report, NULL, error);
}

#define KEYS \
  "<graphml>\n<key id=\"t\" for=\"node\" attr.name=\"type\"/><key id=\"s\" for=\"node\" attr.name=\"speed\"/><key id=\"w\" for=\"edge\" attr.name=\"bw\"/>\n"
#define GRAPH(inside) KEYS "<graph edgedefault=\"undirected\">\n" inside "\n</graph></graphml>"
#define NODES "<node id=\"a\"/><node id=\"b\"/>\n"

static const struct
{
  const char *name;
  const char *text;
  HdError code;
  guint line;
  const char *words[4];
  const char *map[2];
} faults[] = {
  { "element", GRAPH ("<knot id=\"a\"/>"), HD_ERROR_SYNTAX, 4, { "<knot>" } },
  { "no-id", GRAPH ("<node/>"), HD_ERROR_SYNTAX, 4, { "<node>", "“id”" } },
  { "duplicate", GRAPH ("<node id=\"a\"/>\n<node id=\"a\"/>"), HD_ERROR_NAME, 5, { "“a”", "line 4" } },
  { "dangling", GRAPH (NODES "<edge source=\"a\" target=\"x\"/>"), HD_ERROR_NAME, 5, { "target", "“x”" } },
  { "loop", GRAPH (NODES "<edge source=\"a\" target=\"a\"/>"), HD_ERROR_INVALID, 5, { "“a”", "itself" } },
  { "key", GRAPH ("<node id=\"a\"><data key=\"q\">1</data></node>"), HD_ERROR_NAME, 4, { "“q”" } },
  { "hyperedge", GRAPH ("<hyperedge/>"), HD_ERROR_INVALID, 4, { "<hyperedge>" } },
  { "second-graph", GRAPH (NODES) "x", HD_ERROR_SYNTAX, 6, { "XML" } },
  { "type", GRAPH ("<node id=\"a\"><data key=\"t\">toaster</data></node>"), HD_ERROR_NAME, 4, { "“a”", "toaster", "host" } },
  { "unit", GRAPH (NODES "<edge source=\"a\" target=\"b\"><data key=\"w\">3 apples</data></edge>"), HD_ERROR_DIMENSION, 5, { "“a--b”", "“bw”", "bandwidth", "apples" } },
  { "range", GRAPH (NODES "<edge source=\"a\" target=\"b\"><data key=\"w\">-1</data></edge>"), HD_ERROR_RANGE, 5, { "“a--b”", "bandwidth" } },
  { "ports", GRAPH ("<node id=\"a\"><data key=\"t\">fabric.nic</data></node><node id=\"b\"><data key=\"t\">xpu</data></node><node id=\"c\"><data key=\"t\">xpu</data></node>\n"
                    "<edge source=\"a\" target=\"b\"/><edge source=\"a\" target=\"b\"/>\n<edge source=\"a\" target=\"c\"/>"), HD_ERROR_INVALID, 6, { "“a”", "“c”", "protocol" } },
  { "empty", KEYS "<graph/></graphml>", HD_ERROR_INVALID, 0, { "no nodes" } },
  { "map-form", GRAPH (NODES), HD_ERROR_SYNTAX, 0, { "“bw”", "KEY=PARAMETER" }, { "bw" } },
  { "map-key", GRAPH (NODES), HD_ERROR_NAME, 0, { "“colour”", "type, speed, bw" }, { "colour=bandwidth" } },
  { "map-parameter", GRAPH ("<node id=\"a\"><data key=\"s\">1</data></node>"), HD_ERROR_NAME, 4, { "“a”", "“volume”" }, { "speed=volume" } },
};

static void
test_fault (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (GError) error = NULL;
  g_autofree char *project = convert (faults[i].text, -1, faults[i].map[0] != NULL ? faults[i].map : NULL, &error);
  g_autofree char *place = g_strdup_printf ("g.graphml:%u: ", faults[i].line);

  g_assert_null (project);
  g_test_message ("%s", error->message);
  g_assert_error (error, HD_ERROR, (gint) faults[i].code);
  if (faults[i].line > 0)
    g_assert_true (g_str_has_prefix (error->message, place));
  for (guint k = 0; k < G_N_ELEMENTS (faults[i].words) && faults[i].words[k] != NULL; k++)
    g_assert_nonnull (strstr (error->message, faults[i].words[k]));
}

static void
test_truncation (void)
{
  static const char *const samples[] = { "multigraph.graphml", "digraph.graphml" };

  for (guint s = 0; s < G_N_ELEMENTS (samples); s++)
    {
      g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "graphml", samples[s], NULL);
      g_autofree char *text = NULL;
      g_autofree char *project = NULL;
      gsize length, whole;

      g_assert_true (g_file_get_contents (path, &text, &length, NULL));
      project = convert (text, (gssize) length, NULL, NULL);
      g_assert_nonnull (project);
      whole = (gsize) (g_strrstr (text, "</graphml>") - text) + strlen ("</graphml>");
      for (gsize n = 0; n < whole; n++)
        {
          g_autoptr (GError) error = NULL;
          g_autofree char *part = convert (text, (gssize) n, NULL, &error);

          g_assert_null (part);
          g_assert_true (g_str_has_prefix (error->message, "g.graphml:"));
        }
    }
}

/* What becomes of a file stands among the problems of reading, and leads to what is drawn. */
static void
test_report (void)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "graphml", "multigraph.graphml", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);
  guint n_left_out = 0, n_leading = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);

      g_assert_cmpint (problem->code, ==, HD_PROBLEM_IMPORT);
      g_assert_cmpint (problem->severity, !=, HD_SEVERITY_ERROR);
      g_assert_true (g_str_has_suffix (problem->file, "multigraph.graphml"));
      n_left_out += problem->severity == HD_SEVERITY_WARNING;
      if (problem->object_uid == 0)
        continue;
      n_leading++;
      g_assert_cmpstr (hd_object_get_id (hd_document_get_object (document, problem->object_uid)), ==, problem->object);
    }
  g_assert_cmpuint (n_left_out, ==, 2); /* color and weight */
  g_assert_cmpuint (n_leading, >, 0);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/format/graphml/fault/", faults[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_fault);
    }
  g_test_add_func ("/engine/format/graphml/truncation", test_truncation);
  g_test_add_func ("/engine/format/graphml/report", test_report);
  return g_test_run ();
}
