/* bench-design.c: how parsing, elaboration and routing grow with the system
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * HCSim's figure 6b with 1 to 128 racks of 128 accelerators. Parsing is measured on the same system written out flat, one element for each
 * component and link, as the parametric project is a page whatever its size. Growth is the time relative to the first row, divided by the
 * number of accelerators relative to it: 1 is linear.
 */
#include <malloc.h>
#include <time.h>

#include <heddle/heddle.h>

#define N_ROUTES 100000

static HdCatalog *catalog;

typedef struct
{
  double parse, flat, elaborate, random, ring; /* s of processor time */
} Times;

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

static gsize
memory_in_use (void)
{
  return mallinfo2 ().uordblks + mallinfo2 ().hblkhd;
}

static HdDesign *
elaborate (HdDocument *document,
           double *out_seconds)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  double start = now ();
  HdDesign *design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);

  *out_seconds = now () - start;
  for (guint i = 0; design == NULL && i < hd_problem_list_get_length (problems); i++)
    g_printerr ("%s\n", hd_problem_list_get (problems, i)->message);
  g_assert_no_error (error);
  return design;
}

static HdDocument *
load (const char *racks)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects/hcsim/figure-6b.heddle", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HdDocument *document = hd_document_load (file, problems, NULL, NULL);
  const HdObject *top = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
  const HdObject *rack = hd_object_find_child (top, HD_OBJECT_INSTANCE, "rack");

  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (rack), "count", racks, NULL));
  return document;
}

static const char *
port_text (const HdPort *port,
           guint32 index,
           char *buffer,
           gsize size)
{
  g_snprintf (buffer, size, port->indexed ? "%s[%u]" : "%s", port->name, index);
  return buffer;
}

static GString *
write_flat (HdDesign *design)
{
  GString *text = g_string_new ("<heddle version=\"1\" name=\"flat\"><top>\n");
  const HdNode *nodes = hd_design_get_nodes (design);
  const HdLink *links = hd_design_get_links (design);
  char a[64], b[64];

  for (guint i = 0; i < hd_design_get_n_nodes (design); i++)
    g_string_append_printf (text, "<component id=\"n%u\" type=\"fabric.%s\"/>\n", i, nodes[i].type->id);
  for (guint i = 0; i < hd_design_get_n_links (design); i++)
    g_string_append_printf (text, "<link from=\"n%u.%s\" to=\"n%u.%s\" bandwidth=\"128 GB/s\" latency=\"%" G_GINT64_FORMAT " ns\"/>\n",
                            links[i].from, port_text (&nodes[links[i].from].type->ports[links[i].from_port], links[i].from_port_index, a, sizeof a),
                            links[i].to, port_text (&nodes[links[i].to].type->ports[links[i].to_port], links[i].to_port_index, b, sizeof b),
                            links[i].latency_ps / 1000);
  g_string_append (text, "</top></heddle>\n");
  return text;
}

static void
measure_flat (HdDesign *design,
              Times *times)
{
  g_autoptr (GString) text = write_flat (design);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  double start = now ();
  g_autoptr (HdDocument) document = hd_document_load_from_data (text->str, (gssize) text->len, "flat.heddle", problems, NULL);
  g_autoptr (HdDesign) again = NULL;

  times->parse = now () - start;
  again = elaborate (document, &times->flat);
  g_assert_cmpuint (hd_design_get_n_links (again), ==, hd_design_get_n_links (design));
}

static void
measure_routes (HdDesign *design,
                Times *times)
{
  g_autoptr (HdRouter) router = hd_router_new (design);
  g_autoptr (HdRouter) ring_router = hd_router_new (design);
  g_autoptr (GArray) xpus = hd_design_match_nodes (design, "rack[*]/server[*]/xpu[*]", NULL);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  HdRoute route;
  double start = now ();

  for (guint i = 0; i < N_ROUTES; i++)
    g_assert_true (hd_router_find (router, g_array_index (xpus, guint32, g_rand_int_range (random, 0, (gint32) xpus->len)),
                                   g_array_index (xpus, guint32, g_rand_int_range (random, 0, (gint32) xpus->len)), NULL, 0, &route, NULL));
  times->random = now () - start;
  start = now ();
  for (guint i = 0; i < xpus->len; i++)
    g_assert_true (hd_router_find (ring_router, g_array_index (xpus, guint32, i), g_array_index (xpus, guint32, (i + 1) % xpus->len), NULL, 0,
                                   &route, NULL));
  times->ring = now () - start;
}

int
main (void)
{
  static const char *const racks[] = { "1", "2", "4", "8", "16", "32", "64", "128" };
  Times first = { 0 };

  catalog = hd_catalog_new ();
  g_strfreev (hd_catalog_load_default (catalog));
  g_print ("    XPUs components   links |  parse flat  elaborate flat |   elaborate  memory | 100,000 routes   ring\n");
  for (guint i = 0; i < G_N_ELEMENTS (racks); i++)
    {
      g_autoptr (HdDocument) document = load (racks[i]);
      guint n = (guint) g_ascii_strtoull (racks[i], NULL, 10);
      gsize before = memory_in_use ();
      Times times = { 0 };
      g_autoptr (HdDesign) design = elaborate (document, &times.elaborate);
      double megabytes = (double) (memory_in_use () - before) * 1e-6;

      measure_flat (design, &times);
      measure_routes (design, &times);
      if (i == 0)
        first = times;
      g_print ("%8u %10u %7u | %6.1f ms %4.2f  %6.1f ms %4.2f | %6.1f ms %4.2f %4.1f MB | %6.1f ms %4.2f  %6.1f ms %4.2f\n", 128 * n,
               hd_design_get_n_nodes (design), hd_design_get_n_links (design), times.parse * 1e3, times.parse / first.parse / n,
               times.flat * 1e3, times.flat / first.flat / n, times.elaborate * 1e3, times.elaborate / first.elaborate / n, megabytes,
               times.random * 1e3, times.random / first.random, times.ring * 1e3, times.ring / first.ring / n);
    }
  return 0;
}
