/* fuzz-design.c: any bytes as a project that is elaborated and routed
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: elaboration ends in a design or in an error with a problem; every part of a design has a name that leads back to it, and routes
 * between its nodes are joined end to end. Systems that would be large are left to the benchmarks.
 */
#define G_LOG_DOMAIN "hd-fuzz-design"

#include <heddle/heddle.h>

#define LARGE 2000

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check_routes (HdDesign *design)
{
  g_autoptr (HdRouter) router = hd_router_new (design);
  const HdLink *links = hd_design_get_links (design);
  guint n = hd_design_get_n_nodes (design);

  for (guint32 i = 0; i < n; i++)
    {
      guint32 at = i, to = n - 1 - i;
      HdRoute route;

      if (!hd_router_find (router, i, to, NULL, 0, &route, NULL))
        continue;
      for (guint h = 0; h < route.n_hops; h++)
        {
          const HdLink *link = &links[route.links[h]];

          g_assert_cmpuint (route.directions[h] == 0 ? link->from : link->to, ==, at);
          at = route.directions[h] == 0 ? link->to : link->from;
        }
      g_assert_cmpuint (at, ==, to);
    }
}

static void
check_names (HdDesign *design)
{
  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      g_autofree char *path = hd_design_dup_node_path (design, i);

      g_assert_cmpuint (hd_design_find_node (design, path), ==, i);
    }
  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    g_free (hd_design_dup_link_path (design, i));
  for (guint32 i = 0; i < hd_design_get_n_scopes (design); i++)
    g_free (hd_design_dup_scope_path (design, i));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static HdCatalog *catalog; /* the same for all inputs */
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_load_from_data ((const char *) data, (gssize) size, "fuzz.heddle", problems, NULL);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;
  static const char *const settings[] = { "run:memory-limit=256 MB", NULL };
  g_autoptr (GError) error = NULL;
  guint64 n_nodes = 0, n_links = 0;

  if (document == NULL || hd_problem_list_has_errors (problems))
    return 0;
  if (catalog == NULL)
    {
      catalog = hd_catalog_new ();
      g_strfreev (hd_catalog_load_default (catalog));
    }
  snapshot = hd_document_snapshot (document);
  if (hd_estimate (snapshot, catalog, NULL, &n_nodes, &n_links, NULL) && n_nodes + n_links > LARGE)
    return 0;
  design = hd_elaborate (snapshot, catalog, settings, problems, NULL, &error);
  g_assert_true ((design == NULL) == (error != NULL));
  g_assert_true (design != NULL || hd_problem_list_has_errors (problems));
  if (design != NULL)
    {
      check_names (design);
      check_routes (design);
    }
  return 0;
}
