/* test-setting-members.c: what some members of an array have alone, written into the project
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: the same setting from outside. What is written makes the same design; what is written again, or taken back, is not written beside it; who cannot be told apart by an index is refused.
 */
#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-setting.h>

#include "design-fixture.h"

#define BODY \
  "<variables><variable name=\"slow\" value=\"2 GB/s\"/></variables>" \
  "<link-class id=\"l\" bandwidth=\"$slow\" latency=\"1 us\" sharing=\"split\"/><module id=\"rack\"><port id=\"up\" of=\"hub.port[0]\"/><port id=\"side\" of=\"hub.port[i + 9]\" count=\"2\"/>" \
  "<component id=\"hub\" type=\"fabric.switch\"/><component id=\"x\" type=\"fabric.xpu\" count=\"4\" fp32=\"10 TFLOP/s\"/>" \
  "<link id=\"in\" from=\"x[i].eth\" to=\"hub.port[i + 1]\" class=\"l\"/></module>" \
  "<top><component id=\"core\" type=\"fabric.switch\"/><component id=\"edge\" type=\"fabric.switch\"/><instance id=\"rack\" of=\"rack\" count=\"3\"/><link id=\"up\" from=\"rack[i].up\" to=\"core.port[i]\" class=\"l\" bandwidth=\"3 GB/s\"/>" \
  "<link id=\"next\" from=\"rack[i].side[0]\" to=\"rack[i + 1].side[1]\" class=\"l\"/>" \
  "<link id=\"late\" from=\"rack[i].side[1]\" to=\"core.port[i + 10]\" for=\"i=0..0\" class=\"l\"/>" \
  "<link id=\"before\" from=\"core.port[j - 1 + 20]\" to=\"edge.port[j]\" for=\"j=1..2\" class=\"l\"/></top>"

static HdDocument *
load (void)
{
  g_autoptr (GError) error = NULL;
  HdDocument *document = hd_document_load_from_data ("<heddle version=\"1\" name=\"test\">" BODY "</heddle>", -1, "test.heddle", NULL, &error);

  g_assert_no_error (error);
  return document;
}

static HdDesign *
elaborate (HdDocument *document,
           const char *const *settings)
{
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  HdDesign *design = hd_elaborate (snapshot, fixture_catalog (), settings, problems, NULL, &error);

  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    g_test_message ("%s", hd_problem_list_get (problems, i)->message);
  g_assert_no_error (error);
  return design;
}

static void
compare (HdDesign *a,
         HdDesign *b)
{
  const HdLink *x = hd_design_get_links (a), *y = hd_design_get_links (b);

  g_assert_cmpuint (hd_design_get_n_links (a), ==, hd_design_get_n_links (b));
  for (guint32 l = 0; l < hd_design_get_n_links (a); l++)
    {
      g_assert_cmpfloat (x[l].bandwidth, ==, y[l].bandwidth);
      g_assert_cmpint (x[l].latency_ps, ==, y[l].latency_ps);
      g_assert_cmpint (hd_design_has_failed (a, l), ==, hd_design_has_failed (b, l));
    }
  g_assert_cmpuint (hd_design_get_n_nodes (a), ==, hd_design_get_n_nodes (b));
  for (guint32 n = 0; n < hd_design_get_n_nodes (a); n++)
    {
      g_assert_cmpint (hd_design_has_node_failed (a, n), ==, hd_design_has_node_failed (b, n));
      g_assert_cmpfloat (hd_design_get_parameter (a, n, "fp32", 0), ==, hd_design_get_parameter (b, n, "fp32", 0));
    }
}

static const char *const settings[] = { "up[1].failed=1", "next[1].failed=1", "rack[2]/in[0].failed=1", "rack[1]/in[1..2].bandwidth=5 GB/s", "rack[0]/x[3].fp32=7 TFLOP/s",
                                        "up[0..1].latency=3 us", "rack[*]/in[2].failed=1", "rack[1]/x[1].failed=1", "rack[1].failed=1" };

static void
test_same (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      const char *outside[] = { settings[i], NULL };
      g_autoptr (HdDocument) document = load ();
      g_autoptr (HdDesign) plain = elaborate (document, NULL), is = elaborate (document, outside), written = NULL;
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", settings[i]);
      g_assert_true (hd_setting_write (document, settings[i], &error));
      g_assert_no_error (error);
      written = elaborate (document, NULL);
      compare (is, written);
      hd_document_undo (document);
      g_clear_pointer (&written, hd_design_unref);
      written = elaborate (document, NULL);
      compare (plain, written);
    }
}

static const char *
get_failed (HdDocument *document)
{
  return hd_object_get (hd_object_find_child (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL), HD_OBJECT_LINK, "up"), "failed");
}

static void
test_again (void)
{
  static const struct { const char *setting, *text; } steps[] = {
    { "up[1].failed=0", NULL },
    { "up[1].failed=1", "if (i == 1, 1, 0)" },
    { "up[1].failed=1", "if (i == 1, 1, 0)" },
    { "up[0].failed=1", "if (i == 0, 1, if (i == 1, 1, 0))" },
    { "up[0].failed=0", "if (i == 0, 0, if (i == 1, 1, 0))" },
    { "up.failed=0", "0" },
    { "up[1..2].failed=1", "if (i >= 1 and i <= 2, 1, 0)" },
    { "up[1..2].failed=0", "0" },
  };
  g_autoptr (HdDocument) document = load ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_test_message ("%s", steps[i].setting);
      hd_setting_write (document, steps[i].setting, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (get_failed (document), ==, steps[i].text);
    }
}

static void
test_refused (void)
{
  static const char *const wrong[] = { "before[1].failed=1", "rack[0]/x[3].home=hub", "rack[0]/hub[1].nothing=1", "down[1].failed=1" };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (HdDocument) document = load ();
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", wrong[i]);
      g_assert_false (hd_setting_write (document, wrong[i], &error));
      g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
      g_assert_nonnull (strstr (error->message, wrong[i]));
      g_assert_null (hd_document_get_undo_name (document));
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/design/setting-members/same", test_same);
  g_test_add_func ("/engine/design/setting-members/again", test_again);
  g_test_add_func ("/engine/design/setting-members/refused", test_refused);
  return g_test_run ();
}
