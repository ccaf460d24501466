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
  const char *map[3];
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
  { "map-link", GRAPH (NODES), HD_ERROR_NAME, 0, { "“bw”", "“volume”", "latency" }, { "bw=volume" } },
  { "map-side", GRAPH (NODES), HD_ERROR_NAME, 0, { "“node.bw”" }, { "node.bw=cores" } },
  { "map-twice", GRAPH (NODES), HD_ERROR_INVALID, 0, { "“type”", "“speed”", "“x”" }, { "type=x", "speed=x" } },
  { "map-place", GRAPH ("<node id=\"a\"><data key=\"s\">fast</data></node>"), HD_ERROR_SYNTAX, 4, { "“a”", "“speed”", "“fast”" }, { "speed=x" } },
  { "map-left-out", GRAPH (NODES), HD_ERROR_SYNTAX, 0, { "“bw=-:GB/s”" }, { "bw=-:GB/s" } },
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
test_too_many_keys (void)
{
  g_autoptr (GString) text = g_string_new ("<graphml>\n");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 1001; i++)
    g_string_append_printf (text, "<key id=\"k%u\" for=\"node\" attr.name=\"a%u\"/>\n", i, i);
  g_string_append (text, "<graph><node id=\"a\"/></graph></graphml>");
  g_assert_null (convert (text->str, -1, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_true (g_str_has_prefix (error->message, "g.graphml:1002: "));
  g_assert_nonnull (strstr (error->message, "“k1000”"));
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

/* ---- attributes ------------------------------------------------------------------------------------------------------------ */

/* Two keys of one name, as NetworkX writes whole numbers and fractions; an attribute of both sides; one that nothing is called like. */
#define MIXED \
  "<graphml>\n<key id=\"t\" for=\"node\" attr.name=\"type\"/><key id=\"s\" for=\"node\" attr.name=\"speed\"/><key id=\"c\" for=\"node\" attr.name=\"colour\"><default>red</default></key>\n" \
  "<key id=\"w\" for=\"edge\" attr.name=\"speed\" attr.type=\"long\"/><key id=\"v\" for=\"edge\" attr.name=\"speed\" attr.type=\"double\"/><key id=\"e\" for=\"edge\" attr.name=\"delay\"/>\n" \
  "<graph edgedefault=\"undirected\">\n<node id=\"a\"><data key=\"t\">host</data><data key=\"s\">5e12</data></node>" \
  "<node id=\"b\"><data key=\"t\">switch</data><data key=\"s\">1</data></node><node id=\"c\"><data key=\"t\">host</data><data key=\"c\"></data></node>\n" \
  "<edge source=\"a\" target=\"b\"><data key=\"w\">10</data><data key=\"e\">200 ns</data></edge>" \
  "<edge source=\"c\" target=\"b\"><data key=\"v\">2.5</data><data key=\"e\">3</data></edge>\n</graph></graphml>"

typedef struct
{
  HdImportSide side;
  const char *name;
  guint n_all, n, n_plain, n_taken;
  const char *sample, *parameter, *unit;
  gboolean stated;
} Expected;

static void
check_keys (HdImportReport *report,
            const Expected *expected,
            guint n)
{
  g_assert_cmpuint (hd_import_report_get_n_keys (report), ==, n);
  for (guint i = 0; i < n; i++)
    {
      const HdImportKey *key = hd_import_report_get_key (report, i);

      g_test_message ("%s", key->name);
      g_assert_cmpint (key->side, ==, (gint) expected[i].side);
      g_assert_cmpstr (key->name, ==, expected[i].name);
      g_assert_cmpuint (key->n_all, ==, expected[i].n_all);
      g_assert_cmpuint (key->n, ==, expected[i].n);
      g_assert_cmpuint (key->n_plain, ==, expected[i].n_plain);
      g_assert_cmpuint (key->n_taken, ==, expected[i].n_taken);
      g_assert_cmpstr (key->sample, ==, expected[i].sample);
      g_assert_cmpstr (key->parameter, ==, expected[i].parameter);
      g_assert_cmpstr (key->unit, ==, expected[i].unit);
      g_assert_cmpint (key->stated, ==, expected[i].stated);
    }
}

static char *
convert_mixed (const char *const *map,
               HdImportReport *report)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (MIXED, strlen (MIXED), NULL);
  g_autoptr (GError) error = NULL;
  char *project = hd_graphml_convert (stream, "g.graphml", "g", map, report, NULL, &error);

  g_assert_no_error (error);
  return project;
}

static void
test_keys (void)
{
  static const Expected guessed[] = {
    { HD_IMPORT_OF_NODES, "type", 3, 3, 0, 3, "host", "type", NULL, FALSE },
    { HD_IMPORT_OF_NODES, "speed", 3, 2, 2, 1, "5e12", "fp32", NULL, FALSE },
    { HD_IMPORT_OF_NODES, "colour", 3, 2, 0, 0, "red", NULL, NULL, FALSE },
    { HD_IMPORT_OF_EDGES, "speed", 2, 2, 2, 2, "10", "bandwidth", NULL, FALSE },
    { HD_IMPORT_OF_EDGES, "delay", 2, 2, 1, 2, "200 ns", "latency", NULL, FALSE },
  };
  static const Expected stated[] = {
    { HD_IMPORT_OF_NODES, "type", 3, 3, 0, 3, "host", "type", NULL, FALSE },
    { HD_IMPORT_OF_NODES, "speed", 3, 2, 2, 0, "5e12", NULL, NULL, TRUE },
    { HD_IMPORT_OF_NODES, "colour", 3, 2, 0, 0, "red", NULL, NULL, FALSE },
    { HD_IMPORT_OF_EDGES, "speed", 2, 2, 2, 2, "10", "bandwidth", "Gbit/s", TRUE },
    { HD_IMPORT_OF_EDGES, "delay", 2, 2, 1, 2, "200 ns", "latency", "us", TRUE },
  };
  static const char *const map[] = { "node.speed=-", "edge.speed=bandwidth:Gbit/s", "delay=latency:us", NULL };
  g_autoptr (HdImportReport) plain = hd_import_report_new ();
  g_autoptr (HdImportReport) mapped = hd_import_report_new ();
  g_autofree char *first = convert_mixed (NULL, plain);
  g_autofree char *second = convert_mixed (map, mapped);

  check_keys (plain, guessed, G_N_ELEMENTS (guessed));
  g_assert_nonnull (strstr (first, "fp32=\"5 TFLOP/s\""));
  g_assert_nonnull (strstr (first, "bandwidth=\"2.5 B/s\""));
  check_keys (mapped, stated, G_N_ELEMENTS (stated));
  g_assert_null (strstr (second, "fp32"));
  g_assert_nonnull (strstr (second, "bandwidth=\"1.25 GB/s\"")); /* 10 Gbit/s */
  g_assert_nonnull (strstr (second, "latency=\"3 us\""));
  g_assert_nonnull (strstr (second, "latency=\"200 ns\""));
  /* What the user leaves out need not be told. */
  g_assert_cmpuint (hd_import_report_count (plain, HD_IMPORT_LEFT_OUT), ==, 3); /* the speed of a switch, two colours */
  g_assert_cmpuint (hd_import_report_count (mapped, HD_IMPORT_LEFT_OUT), ==, 2);
}

/* What a key says of itself is an entry of the map that says the same; the meanings are those of the types that there are. */
static void
test_meanings (void)
{
  g_autoptr (HdImportReport) report = hd_import_report_new ();
  g_autoptr (GPtrArray) map = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *first = convert_mixed (NULL, report);
  g_autofree char *second = NULL;
  gboolean has_cores = FALSE;

  for (guint i = 0; i < hd_import_report_get_n_keys (report); i++)
    {
      const HdImportKey *key = hd_import_report_get_key (report, i);

      if (key->parameter != NULL)
        g_ptr_array_add (map, hd_import_key_dup_rule (key, key->parameter, key->unit));
    }
  g_assert_cmpstr (map->pdata[1], ==, "node.speed=fp32");
  g_ptr_array_add (map, NULL);
  second = convert_mixed ((const char *const *) map->pdata, report);
  g_assert_cmpstr (second, ==, first);

  g_assert_cmpuint (hd_import_report_get_n_meanings (report, HD_IMPORT_OF_EDGES), ==, 3);
  g_assert_cmpstr (hd_import_report_get_meaning (report, HD_IMPORT_OF_EDGES, 0)->parameter, ==, "bandwidth");
  g_assert_cmpstr (hd_import_report_get_meaning (report, HD_IMPORT_OF_EDGES, 0)->unit, ==, "B/s");
  g_assert_null (hd_import_report_get_meaning (report, HD_IMPORT_OF_EDGES, 2)->unit);
  for (guint i = 0; i < hd_import_report_get_n_meanings (report, HD_IMPORT_OF_NODES); i++)
    {
      const HdImportMeaning *meaning = hd_import_report_get_meaning (report, HD_IMPORT_OF_NODES, i);

      g_assert_true (meaning->title != NULL && *meaning->title != '\0');
      has_cores |= g_str_equal (meaning->parameter, "cores");
      for (guint k = 0; k < i; k++)
        g_assert_cmpstr (hd_import_report_get_meaning (report, HD_IMPORT_OF_NODES, k)->parameter, !=, meaning->parameter);
    }
  g_assert_true (has_cores);
}

/* A graph that is refused has its attributes told, so that they can be given another meaning. */
static void
test_keys_of_fault (void)
{
  static const char text[] = GRAPH ("<node id=\"a\"><data key=\"t\">toaster</data></node>");
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, sizeof text - 1, NULL);
  g_autoptr (HdImportReport) report = hd_import_report_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_graphml_convert (stream, "g.graphml", "g", NULL, report, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_assert_cmpuint (hd_import_report_get_n_keys (report), ==, 3);
  g_assert_cmpstr (hd_import_report_get_key (report, 0)->sample, ==, "toaster");
  g_assert_cmpstr (hd_import_report_get_key (report, 0)->parameter, ==, "type");
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
  g_test_add_func ("/engine/format/graphml/too-many-keys", test_too_many_keys);
  g_test_add_func ("/engine/format/graphml/truncation", test_truncation);
  g_test_add_func ("/engine/format/graphml/report", test_report);
  g_test_add_func ("/engine/format/graphml/keys", test_keys);
  g_test_add_func ("/engine/format/graphml/meanings", test_meanings);
  g_test_add_func ("/engine/format/graphml/keys-of-fault", test_keys_of_fault);
  return g_test_run ();
}
