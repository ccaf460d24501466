/* test-platforms.c: the platforms of HCSim have exactly the counts of its figures
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts: HCSim, section on platforms (4,096 accelerators: 32 racks of 16 servers of 8).
 */
#include <string.h>

#include "design-fixture.h"

static guint
count_class (HdDesign *design,
             const char *id)
{
  for (guint i = 0; i < hd_design_get_n_link_classes (design); i++)
    if (strcmp (hd_design_get_link_class (design, i)->id, id) == 0)
      return hd_design_get_link_class (design, i)->n_links;
  return 0;
}

static void
check_common (HdDesign *design)
{
  g_assert_cmpuint (fixture_count_type (design, "xpu"), ==, 4096);
  g_assert_cmpuint (fixture_count_type (design, "memory"), ==, 4096);
  g_assert_cmpuint (fixture_count_type (design, "cpu"), ==, 1024);
  g_assert_cmpuint (fixture_count_type (design, "pcie-switch"), ==, 1024);
  g_assert_cmpuint (fixture_count_type (design, "xpu-switch"), ==, 512);
  g_assert_cmpuint (fixture_count_type (design, "nic"), ==, 512);
  g_assert_cmpuint (fixture_count_type (design, "tor-switch"), ==, 32);
  g_assert_cmpuint (fixture_count_type (design, "core-switch"), ==, 1);
  g_assert_cmpuint (count_class (design, "PCIE_link"), ==, 4096 + 4096 + 512);
  g_assert_cmpuint (count_class (design, "UPI"), ==, 512);
  g_assert_cmpuint (count_class (design, "XPU_link"), ==, 4096);
  g_assert_cmpuint (count_class (design, "NIC_to_ToR"), ==, 512);
  g_assert_cmpuint (count_class (design, "ToR_to_L1"), ==, 32);
}

static void
test_6a (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate_file ("projects/hcsim/figure-6a.heddle", NULL);

  check_common (design);
  g_assert_cmpuint (count_class (design, "MEM_link"), ==, 4096);
  g_assert_cmpuint (hd_design_get_n_nodes (design), ==, 11297);
  g_assert_cmpuint (hd_design_get_n_links (design), ==, 17952);
}

static void
test_6b (void)
{
  g_autoptr (HdDesign) design = fixture_elaborate_file ("projects/hcsim/figure-6b.heddle", NULL);

  check_common (design);
  g_assert_cmpuint (fixture_count_type (design, "cxl-switch"), ==, 33);
  g_assert_cmpuint (count_class (design, "CXL_link"), ==, 4096 + 4096 + 32);
  g_assert_cmpuint (hd_design_get_n_nodes (design), ==, 11330);
}

static void
test_chain (void)
{
  const char *settings[] = { "$cascade=chain", NULL };
  g_autoptr (HdDesign) design = fixture_elaborate_file ("projects/hcsim/figure-6b.heddle", settings);

  g_assert_cmpuint (count_class (design, "CXL_link"), ==, 4096 + 4096 + 31);
}

static void
test_mixed (void)
{
  const char *settings[] = { "$second_type=V100", "$xpus=256", "class:CXL_link.bandwidth=32 GB/s", NULL };
  g_autoptr (HdDesign) design = fixture_elaborate_file ("projects/hcsim/figure-6b.heddle", settings);
  const HdCommunicator *ring = hd_design_find_communicator (design, "ring");
  guint32 last = ring->members[255];
  guint32 home = hd_design_get_nodes (design)[last].home;
  g_autofree char *path = hd_design_dup_node_path (design, last);
  g_autofree char *home_path = hd_design_dup_node_path (design, home);

  g_assert_cmpuint (ring->n_members, ==, 256);
  g_assert_cmpstr (path, ==, "rack[1]/server[15]/xpu[7]");
  g_assert_cmpstr (home_path, ==, "rack[1]/cxl_memory[127]");
  g_assert_cmpfloat (hd_design_get_parameter (design, ring->members[0], "fp32", 0), ==, 67e12);
  g_assert_cmpfloat (hd_design_get_parameter (design, last, "fp32", 0), ==, 15.7e12);
  for (guint i = 0; i < hd_design_get_n_link_classes (design); i++)
    if (strcmp (hd_design_get_link_class (design, i)->id, "CXL_link") == 0)
      {
        g_assert_cmpfloat (hd_design_get_link_class (design, i)->bandwidth, ==, 32e9);
        g_assert_cmpint (hd_design_get_link_class (design, i)->latency_ps, ==, 200000);
      }
}

static void
test_limits (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects/hcsim/figure-6b.heddle", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, NULL);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  const char *too_many[] = { "$xpus=4097", NULL };
  const char *unknown[] = { "$second_type=B200", NULL };
  const char *typo[] = { "$xpu=4", NULL };
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_elaborate (snapshot, fixture_catalog (), too_many, problems, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_assert_cmpint (hd_problem_list_get (problems, 0)->code, ==, HD_PROBLEM_VALUE);
  g_clear_error (&error);
  g_clear_pointer (&problems, hd_problem_list_unref);
  problems = hd_problem_list_new ();
  g_assert_null (hd_elaborate (snapshot, fixture_catalog (), unknown, problems, NULL, NULL));
  g_assert_cmpint (hd_problem_list_get (problems, 0)->code, ==, HD_PROBLEM_VALUE);
  g_clear_pointer (&problems, hd_problem_list_unref);
  problems = hd_problem_list_new ();
  g_assert_null (hd_elaborate (snapshot, fixture_catalog (), typo, problems, NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
}

static void
test_small (void)
{
  static const struct { const char *file; guint n_nodes, n_links; } projects[] = {
    { "projects/small/ring-4.heddle", 4, 4 },
    { "projects/small/star.heddle", 5, 4 },
    { "projects/small/two-racks.heddle", 11, 10 },
    { "projects/small/fat-tree.heddle", 36, 48 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (projects); i++)
    {
      g_autoptr (HdDesign) design = fixture_elaborate_file (projects[i].file, NULL);

      g_assert_cmpuint (hd_design_get_n_nodes (design), ==, projects[i].n_nodes);
      g_assert_cmpuint (hd_design_get_n_links (design), ==, projects[i].n_links);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/design/platforms/6a", test_6a);
  g_test_add_func ("/engine/design/platforms/6b", test_6b);
  g_test_add_func ("/engine/design/platforms/chain", test_chain);
  g_test_add_func ("/engine/design/platforms/mixed", test_mixed);
  g_test_add_func ("/engine/design/platforms/limits", test_limits);
  g_test_add_func ("/engine/design/platforms/small", test_small);
  return g_test_run ();
}
