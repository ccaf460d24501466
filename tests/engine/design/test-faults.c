/* test-faults.c: each fault of a project that elaboration finds has its code and names value and range
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "design-fixture.h"
#include "hd-design-private.h"

#define CLASS "<link-class id=\"c\" bandwidth=\"1 GB/s\" latency=\"1 us\"/>"
#define TWO "<component id=\"h\" type=\"test.host\" count=\"2\"/><component id=\"s\" type=\"test.switch\" count=\"4\"/>"
#define TOP(inside) CLASS "<top>" TWO inside "</top>"
#define VARIABLE(text) "<variables><variable " text "/></variables><top/>"

typedef struct
{
  const char *name;
  HdProblemCode code;
  const char *body;
  const char *says; /* part of the message */
} Fault;

static const Fault faults[] = {
  { "bandwidth/negative", HD_PROBLEM_VALUE, "<link-class id=\"c\" bandwidth=\"-1 GB/s\" latency=\"0 s\"/><top/>", "bandwidth" },
  { "bandwidth/zero", HD_PROBLEM_VALUE, "<link-class id=\"c\" bandwidth=\"0 B/s\" latency=\"0 s\"/><top/>", "bandwidth" },
  { "bandwidth/unit", HD_PROBLEM_UNIT, "<link-class id=\"c\" bandwidth=\"1 GX/s\" latency=\"0 s\"/><top/>", "GX" },
  { "bandwidth/no-unit", HD_PROBLEM_DIMENSION, "<link-class id=\"c\" bandwidth=\"1\" latency=\"0 s\"/><top/>", "" },
  { "bandwidth/of-link", HD_PROBLEM_VALUE, TOP ("<link from=\"h[0].net\" to=\"s[0].any\" bandwidth=\"1 GB/s - 2 GB/s\"/>"), "bandwidth" },
  { "bandwidth/none", HD_PROBLEM_MISSING_ATTRIBUTE, TOP ("<link from=\"h[0].net\" to=\"s[0].any\"/>"), "" },
  { "latency/negative", HD_PROBLEM_VALUE, "<link-class id=\"c\" bandwidth=\"1 GB/s\" latency=\"-1 ns\"/><top/>", "latency" },
  { "parameter/negative", HD_PROBLEM_VALUE, "<top><component id=\"h\" type=\"test.host\" rate=\"-67 TFLOP/s\"/></top>", "-67 TFLOP/s" },
  { "parameter/by-index", HD_PROBLEM_VALUE, "<top><component id=\"h\" type=\"test.host\" count=\"4\" cores=\"2 - h\"/></top>", "cores" },
  { "parameter/dimension", HD_PROBLEM_DIMENSION, "<top><component id=\"h\" type=\"test.host\" rate=\"5 s\"/></top>", "" },
  { "parameter/choice", HD_PROBLEM_VALUE, "<top><component id=\"h\" type=\"test.host\" model=\"medium\"/></top>", "slow, fast" },
  { "parameter/fraction", HD_PROBLEM_VALUE, "<top><component id=\"h\" type=\"test.host\" cores=\"1.5\"/></top>", "1.5" },
  { "index/outside", HD_PROBLEM_INDEX, TOP ("<link from=\"h[2].net\" to=\"s[0].any\" class=\"c\"/>"), "0..1" },
  { "neighbours/odd", HD_PROBLEM_EXPRESSION,
    TOP ("<link from=\"s[a].any\" to=\"s[b].any\" for=\"a=0..4 b=neighbours (5, 3, 1, a)\" class=\"c\"/>"), "one of the two must be even" },
  { "neighbours/node", HD_PROBLEM_INDEX,
    TOP ("<link from=\"s[a].any\" to=\"s[b].any\" for=\"a=0..4 b=neighbours (4, 2, 1, a)\" class=\"c\"/>"), "no node 4 (permitted: 0 to 3)" },
  { "neighbours/few", HD_PROBLEM_SYNTAX, TOP ("<link from=\"s[a].any\" to=\"s[b].any\" for=\"a=0..4 b=neighbours (4, 2, a)\" class=\"c\"/>"),
    "range" },
  { "neighbours/word", HD_PROBLEM_UNKNOWN_NAME,
    TOP ("<link from=\"s[a].any\" to=\"s[b].any\" for=\"a=0..4 b=neighbours (4, many, 1, a)\" class=\"c\"/>"), "many" },
  { "index/for", HD_PROBLEM_INDEX, TOP ("<link from=\"h[i].net\" to=\"s[i].any\" for=\"i=0..3\" class=\"c\"/>"), "i = 2" },
  { "index/computed", HD_PROBLEM_INDEX, TOP ("<link from=\"h[i].net\" to=\"s[i * 4].any\" class=\"c\"/>"), "0..3" },
  { "index/dimensions", HD_PROBLEM_INDEX, TOP ("<link from=\"h[0][0].net\" to=\"s[0].any\" class=\"c\"/>"), "1 dimensions" },
  { "index/unbound", HD_PROBLEM_INDEX, TOP ("<link from=\"h[0].net\" to=\"s[0].port[i]\" class=\"c\"/>"), "range of the index" },
  { "pattern/empty", HD_PROBLEM_EMPTY_PATTERN, TOP ("<link from=\"h[i].net\" to=\"s[i + 9].any\" class=\"c\"/>"), "no link" },
  { "pattern/where", HD_PROBLEM_EMPTY_PATTERN, TOP ("<link from=\"h[i].net\" to=\"s[i].any\" where=\"i &gt; 5\" class=\"c\"/>"), "no link" },
  { "pattern/syntax", HD_PROBLEM_SYNTAX, TOP ("<link from=\"h[0.net\" to=\"s[0].any\" class=\"c\"/>"), "h[0.net" },
  { "port/full", HD_PROBLEM_PORT_FULL, TOP ("<link from=\"h[0].net\" to=\"s[i].any\" class=\"c\"/>"), "it takes 1" },
  { "port/full-index", HD_PROBLEM_PORT_FULL, TOP ("<link from=\"h[i].net\" to=\"s[0].port[3]\" class=\"c\"/>"), "port[3]" },
  { "port/index", HD_PROBLEM_INDEX, TOP ("<link from=\"h[0].core[1]\" to=\"s[0].any\" class=\"c\"/>"), "outside 0..0" },
  { "port/index-parameter", HD_PROBLEM_INDEX,
    CLASS "<top><component id=\"h\" type=\"test.host\" count=\"2\" cores=\"h + 2\"/><component id=\"s\" type=\"test.switch\"/>"
          "<link from=\"h[i].core[2]\" to=\"s.any\" class=\"c\"/></top>", "index 2 of port “core” is outside 0..1" },
  { "port/unknown", HD_PROBLEM_UNKNOWN_NAME, TOP ("<link from=\"h[0].nets\" to=\"s[0].any\" class=\"c\"/>"), "nets" },
  { "port/dangling", HD_PROBLEM_PORT_DANGLING, "<top><component id=\"m\" type=\"test.memory\" count=\"3\"/></top>", "port" },
  { "port/protocol", HD_PROBLEM_LINK_ENDS, TOP ("<link from=\"h[0].net\" to=\"h[1].pci\" class=\"c\"/>"), "eth" },
  { "link/itself", HD_PROBLEM_LINK_ENDS, TOP ("<link from=\"s[0].port[0]\" to=\"s[0].port[1]\" class=\"c\"/>"), "itself" },
  { "link/class", HD_PROBLEM_UNKNOWN_NAME, TOP ("<link from=\"h[0].net\" to=\"s[0].any\" class=\"d\"/>"), "d" },
  { "link/no-port", HD_PROBLEM_LINK_ENDS, TOP ("<link from=\"h[0]\" to=\"s[0].any\" class=\"c\"/>"), "" },
  { "type/unknown", HD_PROBLEM_UNKNOWN_TYPE, "<top><component id=\"h\" type=\"test.hosts\"/></top>", "test.hosts" },
  { "type/library", HD_PROBLEM_UNKNOWN_LIBRARY, "<top><component id=\"h\" type=\"other.host\"/></top>", "other" },
  { "module/unknown", HD_PROBLEM_UNKNOWN_NAME, "<top><instance id=\"a\" of=\"nothing\"/></top>", "nothing" },
  { "module/cycle", HD_PROBLEM_MODULE_CYCLE,
    "<module id=\"a\"><instance id=\"x\" of=\"b\"/></module><module id=\"b\"><instance id=\"y\" of=\"a\"/></module>"
    "<top><instance id=\"z\" of=\"a\"/></top>", "" },
  { "limit/nodes", HD_PROBLEM_LIMIT,
    "<module id=\"a\"><component id=\"h\" type=\"test.host\" count=\"4096x16\"/></module><top><instance id=\"a\" of=\"a\" count=\"400\"/></top>",
    "26214400 components" },
  { "limit/memory", HD_PROBLEM_LIMIT,
    "<module id=\"a\"><component id=\"h\" type=\"test.host\" count=\"4096x16\"/></module><top><instance id=\"a\" of=\"a\" count=\"40\"/></top>"
    "<run memory-limit=\"100 MB\"/>",
    "100 MB may be used" },
  { "limit/memory-uneven", HD_PROBLEM_LIMIT,
    "<module id=\"a\"><component id=\"h\" type=\"test.host\" count=\"4096*(a+1)\"/></module>"
    "<top><instance id=\"a\" of=\"a\" count=\"100\" index=\"a\"/></top><run memory-limit=\"100 MB\"/>",
    "100 MB may be used" },
  { "limit/names", HD_PROBLEM_LIMIT,
    "<top><component id=\"h\" type=\"test.host\" count=\"1000000\" names=\"a-host-with-a-name-of-more-than-a-hundred-letters-as-in-clusters-that-state-rack-row-and-room-in-it-[0-999999]\"/></top>"
    "<run memory-limit=\"200 MB\"/>",
    "200 MB may be used" },
  { "limit/links", HD_PROBLEM_LIMIT,
    CLASS "<top><component id=\"s\" type=\"test.switch\" count=\"5000\"/>"
          "<link from=\"s[i].any\" to=\"s[j].any\" for=\"i=0..4998 j=i+1..4999\" class=\"c\"/>"
          "<link from=\"s[i].any\" to=\"s[j].any\" class=\"c\"/></top>",
    "37497500 links" },
  { "limit/visits", HD_PROBLEM_LIMIT,
    CLASS "<top><component id=\"s\" type=\"test.switch\" count=\"5\"/>"
          "<link from=\"s[i].any\" to=\"s[j].any\" for=\"i=0..1000000 j=0..1000000 k=1..0\" class=\"c\"/></top>", "combinations" },
  { "home/kind", HD_PROBLEM_KIND, "<top><component id=\"h\" type=\"test.host\" home=\"s\"/><component id=\"s\" type=\"test.switch\"/></top>", "memory" },
  { "home/unknown", HD_PROBLEM_UNKNOWN_NAME, "<top><component id=\"h\" type=\"test.host\" home=\"m\"/></top>", "m" },
  { "communicator/empty", HD_PROBLEM_EMPTY_PATTERN,
    TOP ("<component id=\"z\" type=\"test.host\" count=\"0\"/>") "<communicators><communicator id=\"a\" members=\"z[*]\"/></communicators>", "z" },
  { "communicator/repeated", HD_PROBLEM_GROUP, TOP ("") "<communicators><communicator id=\"a\" members=\"h[*] h[1]\"/></communicators>", "h[1]" },
  { "communicator/limit", HD_PROBLEM_VALUE, TOP ("") "<communicators><communicator id=\"a\" members=\"h[*]\" limit=\"3\"/></communicators>", "1 to 2" },
  { "communicator/unknown", HD_PROBLEM_UNKNOWN_NAME, TOP ("") "<communicators><communicator id=\"a\" members=\"g[*]\"/></communicators>", "g" },
  { "communicator/index", HD_PROBLEM_INDEX, TOP ("") "<communicators><communicator id=\"a\" members=\"h[0..7]\"/></communicators>", "7" },
  { "names/count", HD_PROBLEM_VALUE, "<top><component id=\"h\" type=\"test.host\" count=\"3\" names=\"n[0-1]\"/></top>", "3 members, but 2 names" },
  { "names/syntax", HD_PROBLEM_VALUE, "<top><component id=\"h\" type=\"test.host\" count=\"3\" names=\"n[0-x]\"/></top>", "0-x" },
  { "names/many", HD_PROBLEM_VALUE, "<top><component id=\"h\" type=\"test.host\" count=\"3\" names=\"n[0-99999999]\"/></top>", "more than 3" },
  { "names/twice", HD_PROBLEM_DUPLICATE, "<top><component id=\"h\" type=\"test.host\" names=\"n\"/><component id=\"i\" type=\"test.host\" names=\"n\"/></top>", "“n”" },
  { "routing/unknown", HD_PROBLEM_VALUE, "<module id=\"m\" routing=\"$x\"/><variables><variable name=\"x\" value=\"1\"/></variables><top><instance id=\"i\" of=\"m\"/></top>", "dimension-order" },
  { "route/broken", HD_PROBLEM_LINK_ENDS,
    TOP ("<link id=\"a\" from=\"h[i].net\" to=\"s[i].any\" class=\"c\"/><route from=\"h[0]\" to=\"h[1]\" via=\"a[0] a[1]\"/>"), "a[1]" },
  { "route/index", HD_PROBLEM_INDEX, TOP ("<link id=\"a\" from=\"h[i].net\" to=\"s[0].any\" class=\"c\"/><route from=\"h[0]\" to=\"h[1]\" via=\"a[0] a\"/>"),
    "dimensions" },
  { "route/twice", HD_PROBLEM_DUPLICATE,
    TOP ("<link id=\"a\" from=\"h[i].net\" to=\"s[0].any\" class=\"c\"/>"
         "<route from=\"h[0]\" to=\"h[1]\" via=\"a[0] a[1]\"/><route from=\"h[1]\" to=\"h[0]\" via=\"a[1] a[0]\"/>"), "two explicit routes" },
  { "probe/signal", HD_PROBLEM_UNKNOWN_NAME, TOP ("") "<probes><probe of=\"h[0].heat\"/></probes>", "heat" },
  { "probe/index", HD_PROBLEM_INDEX, TOP ("") "<probes><probe of=\"h[5].busy\"/></probes>", "5" },
  { "variable/recursive", HD_PROBLEM_EXPRESSION, VARIABLE ("name=\"a\" value=\"$a + 1\""), "a" },
  { "variable/minimum", HD_PROBLEM_VALUE, VARIABLE ("name=\"a\" type=\"integer\" value=\"0\" minimum=\"1\""), "at least 1" },
  { "variable/enum", HD_PROBLEM_VALUE, VARIABLE ("name=\"a\" type=\"enum\" of=\"x y\" value=\"z\""), "z" },
  { "variable/integer", HD_PROBLEM_VALUE, VARIABLE ("name=\"a\" type=\"integer\" value=\"1.5\""), "" },
  { "variable/overflow", HD_PROBLEM_EXPRESSION, VARIABLE ("name=\"a\" value=\"1e300 * 1e300\""), "" },
  { "count/negative", HD_PROBLEM_VALUE, "<top><component id=\"h\" type=\"test.host\" count=\"0 - 3\"/></top>", "-3" },
  { "count/fraction", HD_PROBLEM_VALUE, "<top><component id=\"h\" type=\"test.host\" count=\"5 / 2\"/></top>", "2.5" },
  { "generate/kind", HD_PROBLEM_UNKNOWN_TYPE, "<top><generate id=\"g\" kind=\"blob\"/></top>", "blob" },
  { "generate/parameter", HD_PROBLEM_VALUE, "<top><generate id=\"g\" kind=\"mesh\" rows=\"0\"/></top>", "rows" },
  { "generate/attribute", HD_PROBLEM_UNKNOWN_ATTRIBUTE, "<top><generate id=\"g\" kind=\"mesh\" arity=\"2\"/></top>", "arity" },
  { "run/value", HD_PROBLEM_VALUE, "<top/><run iterations=\"0\"/>", "" },
  { "top/none", HD_PROBLEM_MISSING_ATTRIBUTE, "", "top" },
};

static void
test_fault (gconstpointer data)
{
  const Fault *fault = data;
  g_autofree char *message = fixture_problem (fault->body, NULL, fault->code);

  if (strstr (message, fault->says) == NULL)
    {
      g_test_message ("“%s” lacks “%s”", message, fault->says);
      g_test_fail ();
    }
}

/* One message for a pattern or an array, however often it is instantiated. */
static void
test_once (void)
{
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (
      CLASS "<module id=\"m\"><component id=\"h\" type=\"test.host\" count=\"8\" rate=\"0 - h * 1 FLOP/s\"/><component id=\"s\" type=\"test.switch\"/>"
            "<link from=\"h[i].net\" to=\"s.port[0 - 1]\" class=\"c\"/></module><top><instance id=\"m\" of=\"m\" count=\"100\"/></top>");
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_elaborate (snapshot, fixture_catalog (), NULL, problems, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 2);
  g_assert_cmpstr (hd_problem_list_get (problems, 0)->object, ==, "m/h");
  g_assert_cmpstr (hd_problem_list_get (problems, 0)->attribute, ==, "rate");
  g_assert_cmpint (hd_problem_list_get (problems, 0)->line, ==, 1);
  g_assert_cmpstr (hd_problem_list_get (problems, 0)->file, ==, "test.heddle");
}

static void
test_cancelled (void)
{
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot ("<top><component id=\"h\" type=\"test.host\" count=\"10000000\"/></top>");
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (hd_elaborate (snapshot, fixture_catalog (), NULL, problems, cancellable, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
}

static void
test_settings (void)
{
  static const struct { const char *setting; int code; } cases[] = {
    { "h[0].rate", HD_ERROR_SYNTAX }, { "h[0]=3", HD_ERROR_SYNTAX }, { "[=1", HD_ERROR_SYNTAX }, { "g[0].rate=1 FLOP/s", HD_ERROR_NAME },
    { "h[0].heat=1", HD_ERROR_NAME }, { "$n=1", HD_ERROR_NAME }, { "class:d.bandwidth=1 GB/s", HD_ERROR_NAME }, { "run:colour=1", HD_ERROR_NAME },
    { "h[0].rate=-1 FLOP/s", HD_ERROR_INVALID }, { "class:c.bandwidth=0 B/s", HD_ERROR_INVALID }, { "run:iterations=0", HD_ERROR_INVALID },
  };
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot (TOP (""));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *settings[] = { cases[i].setting, NULL };
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", cases[i].setting);
      g_assert_null (hd_elaborate (snapshot, fixture_catalog (), settings, problems, NULL, &error));
      g_assert_error (error, HD_ERROR, cases[i].code);
    }
}

/* A chain of variables ends in an error, not in an exhausted stack. */
static void
test_chain (void)
{
  g_autoptr (GString) body = g_string_new ("<variables>");
  g_autofree char *message = NULL;

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (body, "<variable name=\"v%u\" value=\"$v%u + 1\"/>", i, i + 1);
  g_string_append (body, "<variable name=\"v20000\" value=\"0\"/></variables><top/>");
  message = fixture_problem (body->str, NULL, HD_PROBLEM_LIMIT);
}

/* Thirty modules that each hold two of the next are a thousand million of the last: counted, not made. */
static void
test_doubling (void)
{
  g_autoptr (GString) body = g_string_new (NULL);
  g_autofree char *message = NULL;

  for (guint i = 0; i < 30; i++)
    g_string_append_printf (body, "<module id=\"m%u\"><instance id=\"a\" of=\"m%u\"/><instance id=\"b\" of=\"m%u\"/></module>", i, i + 1, i + 1);
  g_string_append (body, "<module id=\"m30\"/><top><instance id=\"r\" of=\"m0\"/></top><run memory-limit=\"1 GB\"/>");
  message = fixture_problem (body->str, NULL, HD_PROBLEM_LIMIT);
  g_assert_nonnull (strstr (message, "2147483647 instances of modules"));
  g_assert_nonnull (strstr (message, "1 GB may be used"));
}

/* What a system takes is counted as it is: a hundred thousand hosts fit what their structures need, but not a hundredth less. */
static void
test_exact (void)
{
  static const char body[] = "<module id=\"a\"><component id=\"h\" type=\"test.host\" count=\"1000\"/></module>"
                             "<top><instance id=\"a\" of=\"a\" count=\"100\"/></top>";
  g_autoptr (HdDesign) design = fixture_elaborate (body, NULL);
  gsize bytes = hd_design_get_n_nodes (design) * sizeof (HdNode) + hd_design_get_n_scopes (design) * sizeof (HdScope)
                + design->data->parameters->len * sizeof (double);
  g_autofree char *enough = g_strdup_printf ("run:memory-limit=%" G_GSIZE_FORMAT " B", bytes + bytes / 100);
  g_autofree char *less = g_strdup_printf ("run:memory-limit=%" G_GSIZE_FORMAT " B", bytes - bytes / 100);
  g_autoptr (HdDesign) again = fixture_elaborate (body, (const char *const[]){ enough, NULL });
  g_autofree char *message = fixture_problem (body, (const char *const[]){ less, NULL }, HD_PROBLEM_LIMIT);

  g_assert_nonnull (again);
}

/* Lists of members and probes are counted too: a line of a file that names all a thousand times. */
static void
test_members (void)
{
  static const char top[] = "<top><component id=\"h\" type=\"test.host\" count=\"10000\"/></top>%s<run memory-limit=\"20 MB\" %s/>";
  g_autoptr (GString) all = g_string_new ("h[*]");
  g_autoptr (GString) probes = g_string_new ("<probes>");
  g_autofree char *traced = NULL;
  g_autofree char *probed = NULL;
  g_autofree char *message = NULL;
  g_autofree char *of_probes = NULL;

  for (guint i = 0; i < 1000; i++)
    {
      g_string_append (all, " h[*]");
      g_string_append (probes, "<probe of=\"h[*].busy\"/>");
    }
  g_string_append (probes, "</probes>");
  g_string_append_c (g_string_prepend (all, "trace=\""), '"');
  traced = g_strdup_printf (top, "", all->str);
  message = fixture_problem (traced, NULL, HD_PROBLEM_LIMIT);
  probed = g_strdup_printf (top, probes->str, "");
  of_probes = fixture_problem (probed, NULL, HD_PROBLEM_LIMIT);
}

/* The clock runs from the first moment. */
static void
test_time (void)
{
  static const char *const settings[] = { "run:wall-limit=1 us", NULL };
  g_autoptr (HdSnapshot) snapshot = fixture_snapshot ("<top><component id=\"h\" type=\"test.host\" count=\"100000\"/></top>");
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_elaborate (snapshot, fixture_catalog (), settings, problems, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "wall time"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/design/faults/", faults[i].name, NULL);

      g_test_add_data_func (path, &faults[i], test_fault);
    }
  g_test_add_func ("/engine/design/faults/once", test_once);
  g_test_add_func ("/engine/design/faults/chain", test_chain);
  g_test_add_func ("/engine/design/faults/doubling", test_doubling);
  g_test_add_func ("/engine/design/faults/exact", test_exact);
  g_test_add_func ("/engine/design/faults/members", test_members);
  g_test_add_func ("/engine/design/faults/time", test_time);
  g_test_add_func ("/engine/design/faults/cancelled", test_cancelled);
  g_test_add_func ("/engine/design/faults/settings", test_settings);
  return g_test_run ();
}
