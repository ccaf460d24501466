/* test-popnet.c: what popnet simulates as a project
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a trace, or a command line that names one, becomes a project that loads without errors, with as many routers and links as popnet has, and its
 * report says what became of each option; with a command line it is held to popnet. Left open: what a run makes of it, see test-noi-trace.
 */
#include <string.h>

#include <glib/gstdio.h>
#include <heddle/heddle.h>

#include "hd-popnet.h"

typedef struct
{
  char *folder;
  GPtrArray *paths;
} Folder;

static void
folder_clear (Folder *self)
{
  for (guint i = 0; i < self->paths->len; i++)
    g_unlink (self->paths->pdata[i]);
  g_rmdir (self->folder);
  g_ptr_array_unref (self->paths);
  g_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Folder, folder_clear)

static void
folder_init (Folder *self)
{
  self->folder = g_dir_make_tmp ("heddle-XXXXXX", NULL);
  self->paths = g_ptr_array_new_with_free_func (g_free);
}

static GFile *
write_file (Folder *folder,
            const char *name,
            const char *text)
{
  char *path = g_build_filename (folder->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_ptr_array_add (folder->paths, path);
  return g_file_new_for_path (path);
}

/* "routers=9 torus" and so on of what is loaded, whose lines are in no file */
static char *
describe (HdDocument *document)
{
  const HdObject *root = hd_document_get_root (document);
  const HdObject *variable = hd_object_find_child (hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL), HD_OBJECT_VARIABLE, "routers");
  const HdObject *module = hd_object_find_child (root, HD_OBJECT_MODULE, "grid");
  const HdObject *workload = hd_object_find_child (root, HD_OBJECT_WORKLOAD, NULL);
  const HdObject *run = hd_object_find_child (root, HD_OBJECT_RUN, NULL);

  g_assert_cmpint (hd_object_get_line (workload), ==, 0);
  return g_strdup_printf ("%s %s %s %s %s %s %s", hd_object_get (root, "name"), hd_object_get (variable, "value"), hd_object_get (module, "routing"),
                          hd_object_get (workload, "file"), hd_object_get (workload, "routers"),
                          hd_object_get (workload, "compat") != NULL ? hd_object_get (workload, "compat") : "free",
                          hd_object_get (run, "until") != NULL ? hd_object_get (run, "until") : "-");
}

static void
check_load (GFile *file,
            const char *command,
            const char *expected)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_with (file, &(HdLoading){ .popnet = command }, problems, NULL, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  g_assert_false (hd_problem_list_has_errors (problems));
  text = describe (document);
  g_assert_cmpstr (text, ==, expected);
}

static void
check_fault (GFile *file,
             const char *command,
             HdError code,
             const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (hd_document_load_with (file, &(HdLoading){ .popnet = command }, NULL, NULL, &error));
  g_assert_error (error, HD_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_files (void)
{
  g_auto (Folder) folder = { NULL };
  g_autoptr (GFile) trace = NULL, command = NULL, other = NULL, project = NULL;

  folder_init (&folder);
  trace = write_file (&folder, "bench", "1 0 0 3 2 5\n");
  command = write_file (&folder, "mesh.popnet", "./popnet -A 9 -c 3 -V 3 -T 2e4 -R 1 -I ./bench\n");
  other = write_file (&folder, "note", "nothing of the kind\n");
  project = write_file (&folder, "a.heddle", "1 0 0 3 2 5\n");
  g_assert_true (hd_import_wants (trace));
  g_assert_true (hd_import_wants (command));
  g_assert_false (hd_import_wants (other));
  g_assert_false (hd_import_wants (project));
  check_load (trace, NULL, "bench 4 dimension-order bench noi/router[*][*] free -");
  check_load (trace, "-A 5 -R 1 -I elsewhere", "bench 5 first-dimension bench noi/router[*][*] popnet -");
  check_load (command, NULL, "mesh 9 first-dimension ./bench noi/router[*][*][*] popnet 20000 / $clock");
}

static void
test_faults (void)
{
  g_auto (Folder) folder = { NULL };
  g_autoptr (GFile) trace = NULL, command = NULL, nameless = NULL, bell = NULL, gone = NULL, missing = NULL, inside = NULL;
  g_autofree char *missing_path = NULL;

  folder_init (&folder);
  trace = write_file (&folder, "bench", "1 0 0 3 70000 5\n");
  command = write_file (&folder, "a.popnet", "popnet -A 9 -v 3 -l bench");
  nameless = write_file (&folder, "b.popnet", "popnet -A 9");
  bell = write_file (&folder, "bell\a", "1 0 0 3 2 5\n");
  gone = write_file (&folder, "c.popnet", "popnet -A 9 -I away/bench");
  missing_path = g_build_filename (folder.folder, "missing", NULL);
  missing = g_file_new_for_path (missing_path);
  inside = g_file_new_for_path (folder.folder);
  check_fault (missing, "-A 9", HD_ERROR_IO, "/missing cannot be read: No such file or directory");
  check_fault (inside, "-A 9", HD_ERROR_IO, " cannot be read: Is a directory");
  check_fault (gone, NULL, HD_ERROR_IO, "/c.popnet: Of the trace that -I names: ");
  check_fault (gone, NULL, HD_ERROR_IO, "/away/bench cannot be read: No such file or directory");
  check_fault (bell, NULL, HD_ERROR_SYNTAX, "has a name that no project can hold");
  check_fault (trace, NULL, HD_ERROR_LIMIT, "bench:1: The largest coordinate is 70000");
  check_fault (trace, "-R 2", HD_ERROR_RANGE, "-R is 2; popnet has two routings");
  check_fault (command, NULL, HD_ERROR_NAME, "a.popnet: popnet has no option -v; did you mean -V?");
  check_fault (nameless, NULL, HD_ERROR_SYNTAX, "b.popnet: The command line names no trace; -I does");
}

/* As many links as there are neighbours, and none from a router to itself. */
static void
test_sizes (void)
{
  static const struct
  {
    const char *options;
    guint n_nodes, n_links;
  } cases[] = {
    { "-A 4 -c 2 -I b", 16, 24 }, { "-A 4 -c 2 -R 1 -I b", 16, 32 }, { "-A 5 -c 1 -R 1 -I b", 5, 5 },
    { "-A 3 -c 3 -I b", 27, 54 }, { "-A 1 -c 2 -R 1 -I b", 1, 0 },   { "-A 2 -c 8 -I b", 256, 1024 },
  };
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (HdPopnetOptions) options = { .trace = NULL };
      g_autoptr (HdImportReport) report = hd_import_report_new ();
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (HdDocument) document = NULL;
      g_autoptr (HdSnapshot) snapshot = NULL;
      g_autoptr (HdDesign) design = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      g_assert_true (hd_popnet_options_parse (cases[i].options, &options, NULL));
      text = hd_popnet_convert (&options, options.trace, NULL, "<a & b>", report);
      document = hd_document_load_from_data (text, -1, "a", problems, &error);
      g_assert_no_error (error);
      snapshot = hd_document_snapshot (document);
      design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
      g_assert_cmpuint (hd_design_get_n_nodes (design), ==, cases[i].n_nodes);
      g_assert_cmpuint (hd_design_get_n_links (design), ==, cases[i].n_links);
    }
}

static void
test_report (void)
{
  g_auto (HdPopnetOptions) options = { .trace = NULL };
  g_autoptr (HdImportReport) report = hd_import_report_new ();
  g_autofree char *text = NULL, *notes = NULL;

  g_assert_true (hd_popnet_options_parse ("-A 9 -V 3 -T 500 -I b", &options, NULL));
  text = hd_popnet_convert (&options, options.trace, NULL, "b", report);
  notes = hd_import_report_to_string (report, "f");
  g_assert_cmpstr (notes, ==,
                   "f: mapped: Routers in each dimension (-A 9)\n"
                   "f: guessed: Not stated; popnet takes this (-c 2 and 2 more)\n"
                   "f: mapped: Channels and buffers of a router (-V 3)\n"
                   "f: guessed: Not stated, and popnet has no default (-F 4 and 1 more)\n"
                   "f: mapped: Cycles of the run, which ends before if all packets have arrived (-T 500)\n"
                   "f: guessed: A mesh, the last dimension first (-R 0)\n");
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/popnet/files", test_files);
  g_test_add_func ("/engine/format/popnet/faults", test_faults);
  g_test_add_func ("/engine/format/popnet/sizes", test_sizes);
  g_test_add_func ("/engine/format/popnet/report", test_report);
  return g_test_run ();
}
