/* test-generators.c: topologies have the sizes of their textbooks, and a generated document is what <generate> stands for
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "design-fixture.h"

static HdDesign *
elaborate_document (const HdGenerator *generator,
                    const char *const *settings)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_generator_new_document (generator, settings, &error);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdSnapshot) snapshot = NULL;
  HdDesign *design;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, fixture_catalog (), NULL, problems, NULL, &error);
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    g_test_message ("%s", hd_problem_list_get (problems, i)->message);
  g_assert_no_error (error);
  g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
  return design;
}

static HdDesign *
elaborate_object (const HdGenerator *generator,
                  const char *const *settings)
{
  g_autoptr (GString) body = g_string_new (NULL);

  g_string_append_printf (body, "<top><generate id=\"g\" kind=\"%s\"", generator->kind);
  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    {
      const char *equals = strchr (settings[i], '=');

      g_string_append_printf (body, " %.*s=\"%s\"", (int) (equals - settings[i]), settings[i], equals + 1);
    }
  g_string_append (body, "/></top>");
  return fixture_elaborate (body->str, NULL);
}

static void
assert_same (HdDesign *document,
             HdDesign *object)
{
  g_assert_cmpuint (hd_design_get_n_nodes (document), ==, hd_design_get_n_nodes (object));
  g_assert_cmpuint (hd_design_get_n_links (document), ==, hd_design_get_n_links (object));
  for (guint i = 0; i < hd_design_get_n_nodes (document); i++)
    {
      g_autofree char *a = hd_design_dup_node_path (document, i);
      g_autofree char *b = hd_design_dup_node_path (object, i);

      g_assert_cmpstr (a, ==, b + strlen ("g/"));
      g_assert_true (hd_design_get_nodes (document)[i].type == hd_design_get_nodes (object)[i].type);
      g_assert_cmpuint (hd_design_get_nodes (document)[i].home, ==, hd_design_get_nodes (object)[i].home);
    }
  for (guint i = 0; i < hd_design_get_n_links (document); i++)
    {
      const HdLink *a = &hd_design_get_links (document)[i], *b = &hd_design_get_links (object)[i];

      g_assert_cmpuint (a->from, ==, b->from);
      g_assert_cmpuint (a->to, ==, b->to);
      g_assert_cmpuint (a->from_port_index, ==, b->from_port_index);
      g_assert_cmpuint (a->to_port_index, ==, b->to_port_index);
      g_assert_cmpfloat (a->bandwidth, ==, b->bandwidth);
      g_assert_cmpint (a->latency_ps, ==, b->latency_ps);
    }
}

typedef struct
{
  const char *kind;
  const char *settings[6];
  guint n_nodes;
  guint n_links;
} Case;

static const Case cases[] = {
  { "ring", { NULL }, 16, 16 },
  { "ring", { "switches=5", "hosts=3", NULL }, 20, 20 },
  { "star", { "hosts=7", NULL }, 8, 7 },
  { "mesh", { "rows=3", "columns=5", "hosts=2", NULL }, 45, 3 * 4 + 2 * 5 + 30 },
  { "mesh", { "rows=1", "columns=1", NULL }, 2, 1 },
  { "torus", { "rows=3", "columns=4", NULL }, 24, 12 + 12 + 12 },
  { "fat-tree", { "arity=4", NULL }, 36, 48 },
  { "fat-tree", { "arity=8", "model=A100", NULL }, 80 + 128, 3 * 128 },
  { "hypercube", { "dimensions=1", NULL }, 4, 1 + 2 },
  { "hypercube", { "dimensions=5", "hosts=2", NULL }, 96, 80 + 64 },
  { "pruned-fat-tree", { NULL }, 4 * (16 + 4 + 2) + 4, 4 * (16 + 8 + 4) },
  { "pruned-fat-tree", { "supers=3", "leaves=5", "spines=4", "uplinks=1", "hosts=2", NULL }, 3 * (10 + 5 + 4) + 4, 3 * (10 + 20 + 4) },
  { "random-regular", { "switches=25", "degree=6", "hosts=2", NULL }, 75, 75 + 50 },
  { "random-regular", { "switches=9", "degree=8", NULL }, 18, 36 + 9 },
  { "leaf-spine", { "leaves=32", "spines=16", "hosts=16", "bandwidth=12.5 GB/s", NULL }, 560, 1024 },
  { "dragonfly", { "routers=4", "globals=2", "hosts=2", NULL }, 108, 54 + 36 + 72 },
  { "hcsim-6a", { NULL }, 11297, 17952 },
  { "hcsim-6b", { "xpus=2 * 64", "cascade=chain", NULL }, 11330, 17952 + 4096 + 31 },
};

static void
test_case (gconstpointer data)
{
  const Case *it = data;
  const HdGenerator *generator = hd_generator_find (it->kind);
  g_autoptr (HdDesign) document = elaborate_document (generator, it->settings);
  g_autoptr (HdDesign) object = elaborate_object (generator, it->settings);
  g_autoptr (HdDocument) estimated = hd_generator_new_document (generator, it->settings, NULL);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (estimated);
  guint64 n_nodes, n_links;

  g_assert_cmpuint (hd_design_get_n_nodes (document), ==, it->n_nodes);
  g_assert_cmpuint (hd_design_get_n_links (document), ==, it->n_links);
  assert_same (document, object);
  g_assert_true (hd_estimate (snapshot, fixture_catalog (), NULL, &n_nodes, &n_links, NULL));
  g_assert_cmpuint (n_nodes, ==, it->n_nodes);
  g_assert_cmpuint (n_links, ==, it->n_links);
}

/* Fat tree of arity 8: any two accelerators of different pods are six links apart, and every core switch is used. */
static void
test_fat_tree_routes (void)
{
  const char *settings[] = { "arity=8", NULL };
  g_autoptr (HdDesign) design = elaborate_document (hd_generator_find ("fat-tree"), settings);
  g_autoptr (HdRouter) router = hd_router_new (design);
  g_autoptr (GArray) hosts = hd_design_match_nodes (design, "host[*][*][*]", NULL);
  g_autoptr (GHashTable) cores = g_hash_table_new (NULL, NULL);
  const HdLink *links = hd_design_get_links (design);

  for (guint i = 16; i < hosts->len; i++)
    {
      HdRoute route;
      guint32 core;

      g_assert_true (hd_router_find (router, g_array_index (hosts, guint32, 0), g_array_index (hosts, guint32, i), NULL, 0, &route, NULL));
      g_assert_cmpuint (route.n_hops, ==, 6);
      core = route.directions[2] == 0 ? links[route.links[2]].to : links[route.links[2]].from;
      g_hash_table_add (cores, GUINT_TO_POINTER (core + 1));
    }
  g_assert_cmpuint (g_hash_table_size (cores), ==, 16);
}

/* The table and the projects say the same. */
static void
test_table (void)
{
  for (guint i = 0; i < hd_generators_get_n (); i++)
    {
      const HdGenerator *generator = hd_generators_get (i);
      g_autoptr (HdSnapshot) snapshot = hd_generator_get_snapshot (generator);
      const HdObject *list = hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_VARIABLES, NULL);

      g_assert_true (hd_generator_find (generator->kind) == generator);
      for (const HdParameter *parameter = generator->parameters; parameter->key != NULL; parameter++)
        {
          const HdObject *variable = hd_object_find_child (list, HD_OBJECT_VARIABLE, parameter->key);

          g_test_message ("%s %s", generator->kind, parameter->key);
          g_assert_nonnull (variable);
          g_assert_cmpstr (hd_object_get (variable, "value"), ==, parameter->default_text);
          if (parameter->kind == HD_PARAMETER_CHOICE)
            {
              g_autofree char *words = g_strjoinv (" ", (char **) parameter->choices);

              g_assert_cmpstr (hd_object_get (variable, "of"), ==, words);
            }
          if (parameter->kind == HD_PARAMETER_INTEGER)
            {
              g_assert_cmpfloat (g_ascii_strtod (hd_object_get (variable, "minimum"), NULL), ==, parameter->minimum);
              g_assert_cmpfloat (g_ascii_strtod (hd_object_get (variable, "maximum"), NULL), ==, parameter->maximum);
            }
        }
    }
}

static int
compare_x (gconstpointer a,
           gconstpointer b)
{
  const HdNode *x = a, *y = b;

  return (x->x > y->x) - (x->x < y->x);
}

/* Drawn at 100 %, each component is seen beside the others. */
static void
test_places (void)
{
  for (guint g = 0; g < hd_generators_get_n (); g++)
    {
      const HdGenerator *generator = hd_generators_get (g);
      g_autoptr (HdDesign) design = elaborate_object (generator, NULL);
      guint n = hd_design_get_n_nodes (design);
      g_autofree HdNode *nodes = g_memdup2 (hd_design_get_nodes (design), n * sizeof (HdNode));

      g_test_message ("%s: %u components", generator->kind, n);
      qsort (nodes, n, sizeof *nodes, compare_x);
      for (guint i = 0; i < n; i++)
        for (guint j = i + 1; j < n && nodes[j].x - nodes[i].x < 72; j++)
          g_assert_cmpfloat (ABS (nodes[j].y - nodes[i].y), >=, 56);
    }
}

static void
test_bad_settings (void)
{
  static const struct { const char *setting; int code; } bad[] = {
    { "rows", HD_ERROR_SYNTAX }, { "rws=3", HD_ERROR_NAME }, { "rows=0", HD_ERROR_RANGE }, { "rows=1.5", HD_ERROR_RANGE },
    { "bandwidth=3", HD_ERROR_DIMENSION }, { "bandwidth=-3 GB/s", HD_ERROR_RANGE }, { "model=B200", HD_ERROR_RANGE },
  };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const char *settings[] = { bad[i].setting, NULL };

      g_assert_null (hd_generator_new_document (hd_generator_find ("mesh"), settings, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, HD_ERROR, bad[i].code);
      g_clear_error (&error);
    }
  g_assert_null (hd_generator_find ("blob"));
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/engine/generate/%s/%u", cases[i].kind, i);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  g_test_add_func ("/engine/generate/fat-tree-routes", test_fat_tree_routes);
  g_test_add_func ("/engine/generate/table", test_table);
  g_test_add_func ("/engine/generate/places", test_places);
  g_test_add_func ("/engine/generate/bad-settings", test_bad_settings);
  return g_test_run ();
}
