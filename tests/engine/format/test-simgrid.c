/* test-simgrid.c: SimGrid platforms that are wrong, cut off, large, or written in another way
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: each fault is told with file, line, object and what would be right; a sample that is cut off anywhere ends in an error; the effort grows
 * as the file does. That routes are SimGrid's own is tests/reference/simgrid-platforms.c's matter.
 */
#include <string.h>

#include <heddle/heddle.h>

#include "hd-simgrid-platform.h"
#include "hd-simgrid.h"

static char *
convert (const char *text,
         gssize length,
         HdImportReport *report,
         GCancellable *cancellable,
         GError **error)
{
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (text, length < 0 ? (gssize) strlen (text) : length, NULL);
  g_autoptr (HdImportReport) own = report != NULL ? hd_import_report_ref (report) : hd_import_report_new ();

  return hd_simgrid_convert (stream, "p.xml", "p", own, cancellable, error);
}

static HdDesign *
elaborate (const char *project)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data (project, -1, "p.heddle", problems, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  HdDesign *design;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  g_strfreev (hd_catalog_load_default (catalog));
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  g_test_queue_unref (g_steal_pointer (&catalog));
  return design;
}

/* ---- faults ----------------------------------------------------------------------------------------------------------------- */

#define ZONE(routing, inside) "<platform version=\"4.1\">\n<zone id=\"w\" routing=\"" routing "\">\n" inside "\n</zone></platform>"
#define HOSTS "<host id=\"a\" speed=\"1Gf\"/><host id=\"b\" speed=\"1Gf\"/><link id=\"l\" bandwidth=\"1GBps\" latency=\"1us\"/>\n"
#define ROUTE(attributes, steps) "<route " attributes ">" steps "</route>"
#define CLUSTER(more) "<cluster id=\"c\" prefix=\"c\" suffix=\"\" radical=\"0-7\" speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\" " more "/>"

static const struct
{
  const char *name;
  const char *text;
  HdError code;
  guint line;
  const char *words[4]; /* of the message */
} faults[] = {
  { "unknown-element", ZONE ("Full", "<hots id=\"a\"/>"), HD_ERROR_SYNTAX, 3, { "<hots>" } },
  { "missing-attribute", ZONE ("Full", "<host id=\"a\"/>"), HD_ERROR_SYNTAX, 3, { "“a”", "“speed”" } },
  { "bandwidth-unit", ZONE ("Full", "<link id=\"l\" bandwidth=\"1 furlong\"/>"), HD_ERROR_DIMENSION, 3, { "“l”", "1 furlong", "125MBps" } },
  { "latency-unit", ZONE ("Full", "<link id=\"l\" bandwidth=\"1MBps\" latency=\"1Bps\"/>"), HD_ERROR_DIMENSION, 3, { "“l”", "1Bps", "50us" } },
  { "zero-bandwidth", ZONE ("Full", "<link id=\"l\" bandwidth=\"0MBps\"/>"), HD_ERROR_RANGE, 3, { "“l”", "above 0" } },
  { "speed-unit", ZONE ("Full", "<host id=\"a\" speed=\"1Gfx\"/>"), HD_ERROR_DIMENSION, 3, { "“a”", "1Gfx", "1Gf" } },
  { "cores", ZONE ("Full", "<host id=\"a\" speed=\"1Gf\" core=\"0\"/>"), HD_ERROR_RANGE, 3, { "“a”", "core" } },
  { "duplicate-host", ZONE ("Full", HOSTS "<host id=\"a\" speed=\"1Gf\"/>"), HD_ERROR_NAME, 4, { "“a”", "line 3" } },
  { "duplicate-link", ZONE ("Full", HOSTS "<link id=\"l\" bandwidth=\"1GBps\"/>"), HD_ERROR_NAME, 4, { "“l”", "line 3" } },
  { "duplicate-member", ZONE ("Full", CLUSTER ("") "\n<zone id=\"z\" routing=\"Full\"><host id=\"c3\" speed=\"1Gf\"/></zone>"), HD_ERROR_NAME, 4, { "“c3”", "line 3" } },
  { "no-such-host", ZONE ("Full", HOSTS ROUTE ("src=\"a\" dst=\"x\"", "")), HD_ERROR_NAME, 4, { "dst", "“x”" } },
  { "no-such-link", ZONE ("Full", HOSTS ROUTE ("src=\"a\" dst=\"b\"", "<link_ctn id=\"x\"/>")), HD_ERROR_NAME, 4, { "“x”" } },
  { "empty-route", ZONE ("Full", HOSTS ROUTE ("src=\"a\" dst=\"b\"", "")), HD_ERROR_INVALID, 4, { "“a”", "“b”", "<link_ctn>" } },
  { "second-route", ZONE ("Full", HOSTS ROUTE ("src=\"a\" dst=\"b\"", "<link_ctn id=\"l\"/>") "\n" ROUTE ("src=\"b\" dst=\"a\"", "<link_ctn id=\"l\"/>")), HD_ERROR_INVALID, 5,
    { "“b”", "“a”", "symmetrical" } },
  { "direction", ZONE ("Full", HOSTS ROUTE ("src=\"a\" dst=\"b\"", "<link_ctn id=\"l\" direction=\"UP\"/>")), HD_ERROR_INVALID, 4, { "“l”", "no direction" } },
  { "no-direction", ZONE ("Full", HOSTS "<link id=\"s\" bandwidth=\"1Bps\" sharing_policy=\"SPLITDUPLEX\"/>" ROUTE ("src=\"a\" dst=\"b\"", "<link_ctn id=\"s\"/>")),
    HD_ERROR_INVALID, 4, { "“s”", "UP or DOWN" } },
  { "policy", ZONE ("Full", "<link id=\"l\" bandwidth=\"1Bps\" sharing_policy=\"WIFI\"/>"), HD_ERROR_INVALID, 3, { "“l”", "WIFI", "FATPIPE" } },
  { "no-gateway", ZONE ("Full", CLUSTER ("") "<zone id=\"z\" routing=\"Full\"><host id=\"h\" speed=\"1Gf\"/></zone><link id=\"l\" bandwidth=\"1Bps\"/>\n"
                        "<zoneRoute src=\"c\" dst=\"z\" gw_dst=\"h\"><link_ctn id=\"l\"/></zoneRoute>"), HD_ERROR_SYNTAX, 4, { "“c”", "gw_src" } },
  { "foreign-gateway", ZONE ("Full", CLUSTER ("") "<zone id=\"z\" routing=\"Full\"><host id=\"h\" speed=\"1Gf\"/></zone><link id=\"l\" bandwidth=\"1Bps\"/>\n"
                             "<zoneRoute src=\"c\" dst=\"z\" gw_src=\"h\" gw_dst=\"h\"><link_ctn id=\"l\"/></zoneRoute>"), HD_ERROR_INVALID, 4, { "gw_src", "“h”", "“c”" } },
  { "gateway-zone", ZONE ("Full", CLUSTER ("") "<zone id=\"z\" routing=\"Full\"><host id=\"h\" speed=\"1Gf\"/></zone><link id=\"l\" bandwidth=\"1Bps\"/>\n"
                          "<zoneRoute src=\"c\" dst=\"z\" gw_src=\"c\" gw_dst=\"h\"><link_ctn id=\"l\"/></zoneRoute>"), HD_ERROR_INVALID, 4, { "gw_src", "“c”" } },
  { "zone-in-itself", ZONE ("Full", CLUSTER ("") "<link id=\"l\" bandwidth=\"1Bps\"/>\n<zoneRoute src=\"c\" dst=\"w\" gw_src=\"c0\" gw_dst=\"c1\"><link_ctn id=\"l\"/></zoneRoute>"),
    HD_ERROR_INVALID, 4, { "“w”" } },
  { "wrong-zone", ZONE ("Full", CLUSTER ("") "<zone id=\"z\" routing=\"Full\"><host id=\"h\" speed=\"1Gf\"/>\n" ROUTE ("src=\"h\" dst=\"c0\"", "")  "</zone>"), HD_ERROR_INVALID, 4,
    { "“c0”", "“z”", "zoneRoute" } },
  { "vivaldi", "<platform version=\"4.1\">\n<zone id=\"w\" routing=\"Vivaldi\"/></platform>", HD_ERROR_INVALID, 2, { "“w”", "Vivaldi", "Floyd" } },
  { "routing", "<platform version=\"4.1\">\n<zone id=\"w\" routing=\"Fool\"/></platform>", HD_ERROR_INVALID, 2, { "“w”", "“Fool”", "Full" } },
  { "peer", ZONE ("Full", "<peer id=\"p\"/>"), HD_ERROR_INVALID, 3, { "Vivaldi" } },
  { "version", "<platform version=\"3\"/>", HD_ERROR_INVALID, 1, { "“3”", "simgrid_update_xml" } },
  { "second-zone", "<platform version=\"4.1\">\n<zone id=\"w\" routing=\"Full\"/>\n<zone id=\"x\" routing=\"Full\"/></platform>", HD_ERROR_INVALID, 3, { "“x”" } },
  { "radical", ZONE ("Full", "<cluster id=\"c\" prefix=\"c\" suffix=\"\" radical=\"7-1\" speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\"/>"), HD_ERROR_SYNTAX, 3, { "“c”", "7-1", "0-9" } },
  { "topology", ZONE ("Full", CLUSTER ("topology=\"RING\"")), HD_ERROR_INVALID, 3, { "“c”", "RING", "TORUS" } },
  { "torus-form", ZONE ("Full", CLUSTER ("topology=\"TORUS\" topo_parameters=\"2,x\"")), HD_ERROR_SYNTAX, 3, { "“c”", "2,x", "4,4,2" } },
  { "torus-size", ZONE ("Full", CLUSTER ("topology=\"TORUS\" topo_parameters=\"2,2\"")), HD_ERROR_INVALID, 3, { "“c”", "4", "8" } },
  { "fat-tree-form", ZONE ("Full", CLUSTER ("topology=\"FAT_TREE\" topo_parameters=\"2;2,4;1;1\"")), HD_ERROR_SYNTAX, 3, { "“c”", "2;4,4;1,2;1,2" } },
  { "fat-tree-cables", ZONE ("Full", CLUSTER ("topology=\"FAT_TREE\" topo_parameters=\"3;2,2,2;4096,4096,4096;1,1,1\"")), HD_ERROR_LIMIT, 3, { "“c”", "cables", "level 2" } },
  { "torus-product", ZONE ("Full", CLUSTER ("topology=\"TORUS\" topo_parameters=\"4096,4096,4096\"")), HD_ERROR_INVALID, 3, { "“c”", "4294967295", "8" } },
  { "members", ZONE ("Full", "<cluster id=\"b\" prefix=\"b\" suffix=\"\" radical=\"1-4\" speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\"/>\n"
                     "<cluster id=\"c\" prefix=\"c\" suffix=\"\" radical=\"1-4194301\" speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\"/>"), HD_ERROR_SYNTAX, 4,
    { "“c”", "4194304", "whole file" } },
  { "dragonfly-groups", ZONE ("Full", CLUSTER ("topology=\"DRAGONFLY\" topo_parameters=\"4,1;1,1;2,1;1\"")), HD_ERROR_INVALID, 3, { "“c”", "4 groups", "2 routers" } },
  { "backbone", ZONE ("Full", CLUSTER ("bb_lat=\"1us\"")), HD_ERROR_INVALID, 3, { "“c”", "bb_bw" } },
  { "cabinet", ZONE ("Full", "<cabinet id=\"k\" prefix=\"k\" suffix=\"\" radical=\"0\" speed=\"1Gf\" bw=\"1Bps\" lat=\"0\"/>"), HD_ERROR_INVALID, 3, { "“k”", "Cluster" } },
  { "host-link", ZONE ("Full", HOSTS "<host_link id=\"a\" up=\"l\" down=\"l\"/>"), HD_ERROR_INVALID, 4, { "<host_link>", "“a”", "Star" } },
  { "host-outside", "<platform version=\"4.1\">\n<host id=\"a\" speed=\"1Gf\"/></platform>", HD_ERROR_SYNTAX, 2, { "<host>", "zone" } },
  { "no-zone", "<platform version=\"4.1\"></platform>", HD_ERROR_INVALID, 0, { "no zone" } },
  { "entity", "<!DOCTYPE platform [<!ENTITY x \"y\">]>\n<platform version=\"4.1\"/>", HD_ERROR_SYNTAX, 1, { "document type" } },
  { "undeclared", "<!DOCTYPE platform SYSTEM \"http://127.0.0.1:9/x.dtd\">\n<platform version=\"4.1\">\n<zone id=\"&x;\" routing=\"Full\"/></platform>", HD_ERROR_SYNTAX, 3, { "x" } },
  { "binary", "\x7f" "ELF", HD_ERROR_SYNTAX, 1, { "XML" } },
};

static void
test_fault (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autoptr (GError) error = NULL;
  g_autofree char *project = convert (faults[i].text, -1, NULL, NULL, &error);
  g_autofree char *place = faults[i].line > 0 ? g_strdup_printf ("p.xml:%u: ", faults[i].line) : g_strdup ("p.xml: ");

  g_assert_null (project);
  g_assert_error (error, HD_ERROR, (gint) faults[i].code);
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_prefix (error->message, place));
  for (guint k = 0; k < G_N_ELEMENTS (faults[i].words) && faults[i].words[k] != NULL; k++)
    g_assert_nonnull (strstr (error->message, faults[i].words[k]));
}

/* ---- samples ----------------------------------------------------------------------------------------------------------------- */

static char *
load_sample (const char *name,
             gsize *out_length)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", "simgrid", name, NULL);
  char *text;

  g_assert_true (g_file_get_contents (path, &text, out_length, NULL));
  return text;
}

/* Nothing short of the end of the last element is a platform. */
static void
test_truncation (void)
{
  static const char *const samples[] = { "zones.xml", "clusters.xml" };

  for (guint s = 0; s < G_N_ELEMENTS (samples); s++)
    {
      gsize length;
      g_autofree char *text = load_sample (samples[s], &length);
      gsize whole = (gsize) (g_strrstr (text, "</platform>") - text) + strlen ("</platform>");
      g_autofree char *project = convert (text, (gssize) length, NULL, NULL, NULL);

      g_assert_nonnull (project);
      hd_design_unref (elaborate (project));
      for (gsize n = 0; n < whole; n++)
        {
          g_autoptr (GError) error = NULL;
          g_autofree char *part = convert (text, (gssize) n, NULL, NULL, &error);

          g_assert_null (part);
          g_assert_nonnull (error);
          g_assert_true (g_str_has_prefix (error->message, "p.xml:"));
        }
    }
}

static const HdImportNote *
find_note (HdImportReport *report,
           HdImportFate fate,
           const char *words)
{
  for (guint i = 0; i < hd_import_report_get_n (report); i++)
    if (hd_import_report_get (report, i)->fate == fate && strstr (hd_import_report_get (report, i)->text, words) != NULL)
      return hd_import_report_get (report, i);
  g_test_message ("there is no note “%s”", words);
  g_test_fail ();
  return NULL;
}

static void
test_report (void)
{
  static const char text[] = ZONE ("Full", "<host id=\"a\" speed=\"1\" state_file=\"s\"/><host id=\"b\" speed=\"2Gf,1Gf\"/><router id=\"r\"/>\n"
                                   "<link id=\"f\" bandwidth=\"1Bps\" sharing_policy=\"FATPIPE\"/><link id=\"u\" bandwidth=\"1Bps\"/><link id=\"v\" bandwidth=\"1Bps\"/>\n"
                                   ROUTE ("src=\"a\" dst=\"b\"", "<link_ctn id=\"f\"/>") ROUTE ("src=\"a\" dst=\"a\"", "<link_ctn id=\"f\"/>")
                                   "<trace id=\"t\" periodicity=\"1\">x</trace>");
  g_autoptr (HdImportReport) report = hd_import_report_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *project = convert (text, -1, report, NULL, &error);
  g_autofree char *lines = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (find_note (report, HD_IMPORT_GUESSED, "speed without unit")->object, ==, "a");
  g_assert_cmpstr (find_note (report, HD_IMPORT_LEFT_OUT, "performance states")->object, ==, "b");
  g_assert_cmpuint (find_note (report, HD_IMPORT_LEFT_OUT, "no route passes")->n, ==, 2);
  g_assert_cmpuint (find_note (report, HD_IMPORT_LEFT_OUT, "no route passes")->line, ==, 4);
  g_assert_cmpstr (find_note (report, HD_IMPORT_MAPPED, "fat pipe")->object, ==, "f");
  g_assert_cmpstr (find_note (report, HD_IMPORT_LEFT_OUT, "loopback")->object, ==, "a");
  g_assert_cmpstr (find_note (report, HD_IMPORT_LEFT_OUT, "over time")->object, ==, "a");
  g_assert_cmpstr (find_note (report, HD_IMPORT_LEFT_OUT, "<trace>")->object, ==, "t");
  lines = hd_import_report_to_string (report, "p.xml");
  g_assert_nonnull (strstr (lines, "p.xml:4: left out: a link that no route passes (u and 1 more)\n"));
}

/* ---- what is drawn ------------------------------------------------------------------------------------------------------------ */

/* A big cluster is a page, and hosts are found by the names that SimGrid gives them. */
static void
test_compact (void)
{
  static const char text[] =
    ZONE ("Full", "<cluster id=\"c\" prefix=\"node-\" suffix=\".org\" radical=\"0-999,2000-2999\" speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\" bb_bw=\"10GBps\" bb_lat=\"2us\"/>"
                  "<cluster id=\"t\" prefix=\"t\" suffix=\"\" radical=\"0-4095\" speed=\"1Gf\" bw=\"1GBps\" lat=\"1us\" topology=\"TORUS\" topo_parameters=\"16,16,16\"/>"
                  "<link id=\"l\" bandwidth=\"1GBps\"/><zoneRoute src=\"c\" dst=\"t\" gw_src=\"node-c_router.org\" gw_dst=\"t0\"><link_ctn id=\"l\"/></zoneRoute>");
  g_autoptr (GError) error = NULL;
  g_autofree char *project = convert (text, -1, NULL, NULL, &error);
  g_autoptr (HdDesign) design = NULL;
  g_autoptr (HdRouter) router = NULL;
  HdRoute route;

  g_assert_no_error (error);
  g_assert_cmpuint (strlen (project), <, 4096);
  design = elaborate (project);
  router = hd_router_new (design);
  g_assert_cmpuint (hd_design_find_name (design, "node-1500.org"), ==, HD_NO_ID);
  g_assert_cmpuint (hd_design_find_name (design, "node-2001.org"), ==, hd_design_find_node (design, "c/node[1001]"));
  g_assert_true (hd_router_find (router, hd_design_find_name (design, "node-0.org"), hd_design_find_name (design, "t4095"), NULL, 0, &route, &error));
  g_assert_no_error (error);
  g_assert_cmpint (route.latency_ps, ==, (1 + 2 + 3) * 1000000); /* up, backbone; one step back in each dimension */
}

/* Links with agreed ends are links; a tree needs no routes. */
static void
test_tree (void)
{
  static const char text[] = ZONE ("Floyd", HOSTS "<link id=\"m\" bandwidth=\"1GBps\" latency=\"1us\"/><router id=\"r\"/>" ROUTE ("src=\"a\" dst=\"r\"", "<link_ctn id=\"l\"/>")
                                   ROUTE ("src=\"b\" dst=\"r\"", "<link_ctn id=\"m\"/>"));
  g_autoptr (GError) error = NULL;
  g_autofree char *project = convert (text, -1, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_null (strstr (project, "<route"));
  g_assert_null (strstr (project, "fabric.medium"));
  hd_design_unref (elaborate (project));
}

/* Properties stay as comments, in which no two hyphens may follow each other. */
static void
test_properties (void)
{
  static const char text[] = ZONE ("Full", "<host id=\"a\" speed=\"1Gf\"><prop id=\"k\" value=\"x---y-&lt;z-\"/><prop id=\"--\" value=\"-----\"/></host>");
  g_autoptr (GError) error = NULL;
  g_autofree char *project = convert (text, -1, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (strstr (project, "<!-- a: k = x- - -y-<z- -->"));
  g_assert_nonnull (strstr (project, "<!-- a: - - = - - - - - -->"));
  hd_design_unref (elaborate (project));
}

static guint
count (const char *text,
       const char *word)
{
  guint n = 0;

  for (; (text = strstr (text, word)) != NULL; text++)
    n++;
  return n;
}

/* In a star only what has different links there and back needs routes, to and from each other. */
static void
test_star (void)
{
  g_autoptr (GString) text = g_string_new ("<platform version=\"4.1\"><zone id=\"w\" routing=\"Cluster\">\n");
  g_autoptr (GError) error = NULL;
  g_autofree char *project = NULL;

  for (guint i = 0; i < 6; i++)
    g_string_append_printf (text, "<host id=\"h%u\" speed=\"1Gf\"/><link id=\"u%u\" bandwidth=\"1GBps\"/><link id=\"d%u\" bandwidth=\"%uGBps\"/>"
                            "<host_link id=\"h%u\" up=\"u%u\" down=\"d%u\"/>\n", i, i, i, i == 2 || i == 5 ? 2 : 1, i, i, i);
  g_string_append (text, "</zone></platform>");
  project = convert (text->str, -1, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count (project, "<route "), ==, 2 * 4 * 2 + 2); /* two with each of four, and with each other; both ways */
  g_assert_cmpuint (count (project, "<route from=\"h0\""), ==, 2);
  g_assert_cmpuint (count (project, "<route from=\"h2\""), ==, 5);
  hd_design_unref (elaborate (project));
}

/* ---- size, cancelling ----------------------------------------------------------------------------------------------------------- */

/* @n hosts in a chain of routers. */
static GString *
make_chain (guint n)
{
  GString *text = g_string_new ("<platform version=\"4.1\"><zone id=\"w\" routing=\"Dijkstra\">\n");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "<host id=\"h%u\" speed=\"1Gf\"/><router id=\"r%u\"/><link id=\"u%u\" bandwidth=\"1GBps\" latency=\"1us\"/><link id=\"l%u\" bandwidth=\"1GBps\" latency=\"1us\"/>\n", i,
                            i, i, i);
  for (guint i = 0; i < n; i++)
    {
      g_string_append_printf (text, "<route src=\"h%u\" dst=\"r%u\"><link_ctn id=\"u%u\"/></route>\n", i, i, i);
      if (i > 0)
        g_string_append_printf (text, "<route src=\"r%u\" dst=\"r%u\"><link_ctn id=\"l%u\"/></route>\n", i - 1, i, i);
    }
  g_string_append (text, "</zone></platform>");
  return text;
}

static gboolean
cancel_soon (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

static void
test_cancel (void)
{
  g_autoptr (GString) text = make_chain (1000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  cancel_soon (cancellable);
  g_assert_null (convert (text->str, -1, NULL, cancellable, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
}

static void
test_units (void)
{
  static const struct { const char *text; double value; } bandwidths[] = {
    { "1Bps", 1 }, { "8bps", 1 }, { "1kBps", 1e3 }, { "1MBps", 1e6 }, { "10Gbps", 1.25e9 }, { "1KiBps", 1024 }, { "1Mibps", 131072 }, { "2.5e3", 2500 },
  };
  static const struct { const char *text; double value; } times[] = { { "1m", 60 }, { "2ms", 2e-3 }, { "3us", 3e-6 }, { "4ns", 4e-9 }, { "0", 0 }, { "1w", 604800 } };
  static const struct { const char *text; double value; } speeds[] = { { "1f", 1 }, { "2Gf", 2e9 }, { "3megaflops", 3e6 }, { "4flops", 4 } };
  static const char *const wrong[] = { "", "x", "-1Bps", "1 MB", "1MiiBps", "1mBps", "infBps", "nan", "1e999Bps" };
  double value;
  gboolean plain;

  for (guint i = 0; i < G_N_ELEMENTS (bandwidths); i++)
    {
      g_assert_true (hd_simgrid_parse_bandwidth (bandwidths[i].text, &value, &plain));
      g_assert_cmpfloat_with_epsilon (value, bandwidths[i].value, 1e-9 * value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_assert_true (hd_simgrid_parse_time (times[i].text, &value, &plain));
      g_assert_cmpfloat_with_epsilon (value, times[i].value, 1e-9 * value + 1e-30);
    }
  for (guint i = 0; i < G_N_ELEMENTS (speeds); i++)
    {
      g_assert_true (hd_simgrid_parse_speed (speeds[i].text, &value, &plain));
      g_assert_cmpfloat_with_epsilon (value, speeds[i].value, 1e-9 * value);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    g_assert_false (hd_simgrid_parse_bandwidth (wrong[i], &value, &plain));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/format/simgrid/fault/", faults[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_fault);
    }
  g_test_add_func ("/engine/format/simgrid/truncation", test_truncation);
  g_test_add_func ("/engine/format/simgrid/report", test_report);
  g_test_add_func ("/engine/format/simgrid/compact", test_compact);
  g_test_add_func ("/engine/format/simgrid/tree", test_tree);
  g_test_add_func ("/engine/format/simgrid/properties", test_properties);
  g_test_add_func ("/engine/format/simgrid/star", test_star);
  g_test_add_func ("/engine/format/simgrid/cancel", test_cancel);
  g_test_add_func ("/engine/format/simgrid/units", test_units);
  return g_test_run ();
}
