/* test-simgrid-xml.c: what an exported platform holds
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * That SimGrid reads it and carries the same transfers in the same time is proved in tests/reference.
 */
#include <string.h>

#include <heddle/heddle.h>
#include <libxml/parser.h>

static guint
count_elements (const xmlNode *node,
                const char *name)
{
  guint n = 0;

  for (; node != NULL; node = node->next)
    n += (node->type == XML_ELEMENT_NODE && strcmp ((const char *) node->name, name) == 0) + count_elements (node->children, name);
  return n;
}

static char *
export (const char *file,
        const char *const *settings)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), file, NULL);
  g_autoptr (GFile) source = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (source, problems, NULL, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  char *text;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  g_strfreev (hd_catalog_load_default (catalog));
  design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  g_assert_no_error (error);
  text = hd_simgrid_xml_to_string (design, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static void
assert_counts (const char *text,
               guint n_hosts,
               guint n_links,
               guint n_routes)
{
  xmlDoc *document = xmlReadMemory (text, (int) strlen (text), "platform.xml", NULL, XML_PARSE_NONET);

  g_assert_nonnull (document);
  g_assert_cmpuint (count_elements (document->children, "host"), ==, n_hosts);
  g_assert_cmpuint (count_elements (document->children, "link"), ==, n_links);
  g_assert_cmpuint (count_elements (document->children, "route"), ==, n_routes);
  xmlFreeDoc (document);
}

static void
test_small (void)
{
  g_autofree char *text = export ("projects/small/two-racks.heddle", NULL);

  assert_counts (text, 8, 10, 8 * 7);
  g_assert_nonnull (strstr (text, "<link id=\"uplink[0]\" bandwidth=\"25000000000Bps\" latency=\"5000000ps\" sharing_policy=\"SPLITDUPLEX\"/>"));
  g_assert_nonnull (strstr (text, "<link_ctn id=\"uplink[0]\" direction=\"UP\"/>"));
  g_assert_nonnull (strstr (text, "<host id=\"rack[1]/xpu[3]\" speed=\"67000000000000f\"/>"));
}

/* Of 4,096 accelerators only those in use are written: 16 and their memories, ring links over CXL in both directions. */
static void
test_large (void)
{
  const char *settings[] = { "$xpus=16", NULL };
  g_autofree char *coherent = export ("projects/hcsim/figure-6b.heddle", settings);
  g_autofree char *plain = export ("projects/hcsim/figure-6a.heddle", settings);

  assert_counts (coherent, 32, 32, 4 * 16);
  g_assert_null (strstr (coherent, "direction="));
  g_assert_null (strstr (coherent, "xpu_link"));
  /* 16 each of XPU links, PCIe, up and memory links; in the two servers that the border joins: UPI, NIC's PCIe and Ethernet. */
  assert_counts (plain, 32, 4 * 16 + 2 * 3, 4 * 16);
}

static HdDesign *
elaborate (const char *project)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_load_from_data (project, -1, "p.heddle", problems, NULL);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  HdDesign *design;

  g_strfreev (hd_catalog_load_default (catalog));
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  return design;
}

#define STAR(count, workload) \
  "<heddle version=\"1\" name=\"star\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 us\"/><top>" \
  "<component id=\"hub\" type=\"fabric.switch\"/><component id=\"x\" type=\"fabric.xpu\" count=\"" count "\"/>" \
  "<link id=\"wire\" from=\"x[i].eth\" to=\"hub.port[i]\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>" workload "</heddle>"

/* Above the number of hosts that are all joined: whoever sends to whom in a workload has a route, and what is missing is told. */
static void
test_sends (void)
{
  static const struct
  {
    const char *project;
    guint n_hosts;
    guint n_routes;
    const char *told;
  } cases[] = {
    { STAR ("72", "<workload type=\"collective\" on=\"all\" operation=\"all-to-all\" bytes=\"1 MB\"/>"), 72, 72 * 71, NULL },
    { STAR ("72", "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"1 MB\"/>"), 72, 2 * 72, NULL },
    /* Each exchanges with 7 others, one of them its neighbour in the ring; the neighbour on the other side never. */
    { STAR ("128", "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"recursive-doubling\" bytes=\"1 MB\"/>"), 128,
      128 * 7 + 128, NULL },
    { STAR ("1100", "<workload type=\"collective\" on=\"all\" operation=\"all-to-all\" bytes=\"1 MB\"/>"), 1100, 2 * 1100, "1208900 routes" },
    { STAR ("72", "<workload type=\"chakra\" file=\"none\"/>"), 72, 2 * 72, "not known before it runs" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HdDesign) design = elaborate (cases[i].project);
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *text = hd_simgrid_xml_to_string (design, problems, &error);

      g_assert_no_error (error);
      assert_counts (text, cases[i].n_hosts, cases[i].n_hosts, cases[i].n_routes);
      g_assert_cmpuint (hd_problem_list_get_length (problems), ==, cases[i].told != NULL ? 1 : 0);
      if (cases[i].told != NULL)
        g_assert_nonnull (strstr (hd_problem_list_get (problems, 0)->message, cases[i].told));
    }
}

static void
test_errors (void)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_autoptr (HdDocument) document = hd_document_load_from_data (
      "<heddle version=\"1\" name=\"apart\"><top><component id=\"x\" type=\"fabric.xpu\" count=\"2\"/></top>"
      "<communicators><communicator id=\"all\" members=\"x[*]\"/></communicators></heddle>", -1, "apart.heddle", problems, NULL);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (HdDesign) design = NULL;

  g_strfreev (hd_catalog_load_default (catalog));
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (hd_simgrid_xml_save (design, "/dev/null/platform.xml", NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_assert_nonnull (strstr (error->message, "x[0]"));
  g_clear_error (&error);
}

#define EMPTY "<heddle version=\"1\" name=\"empty\"><top/></heddle>"
#define PAIR \
  "<heddle version=\"1\" name=\"pair\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 us\"/><top>" \
  "<component id=\"hub\" type=\"fabric.switch\"/><component id=\"x\" type=\"fabric.xpu\" count=\"2\"/>" \
  "<link id=\"wire\" from=\"x[i].eth\" to=\"hub.port[i]\" class=\"L\"/></top></heddle>"

/* What cannot be written, and what there is nothing of. */
static void
test_unwritable (void)
{
  static const struct
  {
    const char *project;
    int code;
    const char *words;
  } cases[] = { { PAIR, HD_ERROR_IO, "platform.xml" }, { EMPTY, HD_ERROR_INVALID, "empty: there is nothing" } };
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();

  g_strfreev (hd_catalog_load_default (catalog));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (HdDocument) document = hd_document_load_from_data (cases[i].project, -1, "p.heddle", problems, NULL);
      g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
      g_autoptr (HdDesign) design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);

      g_assert_no_error (error);
      g_assert_false (hd_simgrid_xml_save (design, "/dev/null/platform.xml", NULL, &error));
      g_assert_error (error, HD_ERROR, cases[i].code);
      g_assert_nonnull (strstr (error->message, cases[i].words));
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/report/simgrid-xml/small", test_small);
  g_test_add_func ("/engine/report/simgrid-xml/large", test_large);
  g_test_add_func ("/engine/report/simgrid-xml/sends", test_sends);
  g_test_add_func ("/engine/report/simgrid-xml/no-route", test_errors);
  g_test_add_func ("/engine/report/simgrid-xml/unwritable", test_unwritable);
  return g_test_run ();
}
