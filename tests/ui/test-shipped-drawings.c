/* test-shipped-drawings.c: how the drawings that are shipped, and those that are generated, look
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: in no module of any project or generated topology, in no style of wires, does a link run behind a component that it does not join.
 * Left open: what is drawn over them (test-canvas-looks.c).
 */
#include "heddle-drawing.h"
#include "heddle-topology.h"

#define N_MOST 3500 /* links: all of the shipped projects */
static const HdObject *
find_module (HdSnapshot *snapshot,
             guint64 uid)
{
  const HdObject *root = hd_snapshot_get_root (snapshot);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *child = hd_object_get_child (root, i);

      if (hd_object_get_uid (child) == uid && (hd_object_get_kind (child) == HD_OBJECT_MODULE || hd_object_get_kind (child) == HD_OBJECT_TOP))
        return child;
    }
  return NULL;
}

static void
check_links (HeddleDrawing *drawing,
             const char *where)
{
  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  g_autoptr (GArray) scratch = g_array_new (FALSE, FALSE, sizeof (guint32));

  /* Of larger ones some stay as they are. */
  for (guint32 i = 0; heddle_scene_n_links (scene) < N_MOST && i < heddle_scene_n_links (scene); i++)
    if (heddle_scene_link_is_hidden (scene, i, scratch))
      g_error ("%s: link %u runs behind a component", where, i);
}

/* One scope of each module. */
static void
check_modules (HdCatalog *catalog,
               HdSnapshot *snapshot,
               HdDesign *design,
               const char *name)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  const HdScope *scopes = hd_design_get_scopes (design);

  for (guint32 i = 0; i < scopes[0].end_scope; i++)
    {
      const HdObject *module = find_module (snapshot, scopes[i].module_uid);

      if (module == NULL || !g_hash_table_add (seen, (gpointer) module))
        continue;
      for (HeddleWireStyle style = HEDDLE_WIRE_AUTO; style <= HEDDLE_WIRE_CURVED; style++)
        {
          g_autofree char *where = g_strdup_printf ("%s, module of scope %u, style %d", name, i, style);
          g_autoptr (HeddleDrawing) drawing = heddle_drawing_new (snapshot, catalog, design, module, i);

          heddle_drawing_set_wire_style (drawing, style);
          check_links (drawing, where);
        }
    }
}

static void
check_project (HdCatalog *catalog,
               const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load (file, problems, NULL, &error);
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdDesign) design = NULL;

  g_assert_no_error (error);
  snapshot = hd_document_snapshot (document);
  design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  check_modules (catalog, snapshot, design, path);
}

static guint
check_folder (HdCatalog *catalog,
              const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        n += check_folder (catalog, path);
      else if (g_str_has_suffix (name, ".heddle"))
        {
          check_project (catalog, path);
          n++;
        }
    }
  return n;
}

static HdCatalog *
new_catalog (void)
{
  HdCatalog *catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);

  return catalog;
}

static void
test_projects (void)
{
  g_autoptr (HdCatalog) catalog = new_catalog ();
  g_autofree char *projects = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", NULL);

  g_assert_cmpuint (check_folder (catalog, projects), >=, 32);
}

static void
test_topologies (void)
{
  g_autoptr (HdCatalog) catalog = new_catalog ();

  for (guint i = 0; i < hd_generators_get_n (); i++)
    {
      const HdGenerator *generator = hd_generators_get (i);
      const char *const none[] = { NULL };
      g_autoptr (HdSnapshot) snapshot = heddle_topology_new_project (NULL, generator, none);
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (HdDesign) design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);

      g_assert_no_error (error);
      check_modules (catalog, snapshot, design, generator->title);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/shipped-drawings/projects", test_projects);
  g_test_add_func ("/ui/shipped-drawings/topologies", test_topologies);
  return g_test_run ();
}
