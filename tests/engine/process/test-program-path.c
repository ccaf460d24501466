/* test-program-path.c: which file the name of a program is
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the project's folder goes before those of HEDDLE_PROGRAM_PATH, in their order, and these before Heddle's own; PATH is never looked at; a name
 * with a slash is a path.
 */
#include "hd-program-path.h"

#include <string.h>

#include <glib/gstdio.h>

typedef struct
{
  char *root;
  char *folders[3];
} Places;

static void
make_places (Places *places)
{
  places->root = g_dir_make_tmp ("heddle-places-XXXXXX", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (places->folders); i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      places->folders[i] = g_build_filename (places->root, name, NULL);
      g_assert_cmpint (g_mkdir (places->folders[i], 0700), ==, 0);
    }
}

static void
add (const char *folder,
     const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, "", -1, NULL));
}

static void
check (const char *name,
       const char *folder,
       const char *expected)
{
  g_autofree char *found = hd_program_path_find (name, folder);

  g_assert_cmpstr (found, ==, expected);
}

static void
check_in (const char *name,
          const char *folder,
          const char *expected_folder)
{
  g_autofree char *expected = g_build_filename (expected_folder, name, NULL);

  check (name, folder, expected);
}

static void
remove_places (Places *places)
{
  for (guint i = 0; i < G_N_ELEMENTS (places->folders); i++)
    {
      g_autoptr (GDir) folder = g_dir_open (places->folders[i], 0, NULL);
      const char *name;

      while ((name = g_dir_read_name (folder)) != NULL)
        {
          g_autofree char *path = g_build_filename (places->folders[i], name, NULL);

          g_remove (path);
        }
      g_rmdir (places->folders[i]);
      g_free (places->folders[i]);
    }
  g_rmdir (places->root);
  g_free (places->root);
}

static void
test_bare (void)
{
  Places places;
  g_autofree char *search = NULL, *sub = NULL;

  make_places (&places);
  search = g_strdup_printf ("relative:%s::%s", places.folders[1], places.folders[2]);
  g_setenv ("HEDDLE_PROGRAM_PATH", search, TRUE);
  check ("sh", places.folders[0], NULL); /* it is in PATH */
  check ("chip", places.folders[0], NULL);
  add (places.folders[2], "chip");
  check_in ("chip", places.folders[0], places.folders[2]);
  sub = g_build_filename (places.folders[1], "chip", NULL);
  g_assert_cmpint (g_mkdir (sub, 0700), ==, 0); /* a folder is no program */
  check_in ("chip", places.folders[0], places.folders[2]);
  g_rmdir (sub);
  add (places.folders[1], "chip");
  check_in ("chip", places.folders[0], places.folders[1]);
  add (places.folders[0], "chip");
  check_in ("chip", places.folders[0], places.folders[0]);
  check ("", places.folders[0], NULL);
  check ("..", places.folders[0], NULL);
  g_unsetenv ("HEDDLE_PROGRAM_PATH");
  remove_places (&places);
}

static void
test_paths (void)
{
  check ("./chip", "/a/project", "/a/project/chip");
  check ("bin/../../chip", "/a/project", "/a/chip");
  check ("/usr/bin/python3", "/a/project", "/usr/bin/python3");
}

/* Those that come with Heddle are the last to be found. */
static void
test_own (void)
{
  g_autofree char *before = g_strdup (g_getenv ("HEDDLE_BUILD_ROOT"));
  g_autofree char *folder = NULL, *program = NULL;
  Places places;

  make_places (&places);
  folder = g_build_filename (places.folders[2], "projects", "chiplets", "programs", NULL);
  program = g_build_filename (folder, "chip", NULL);
  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  add (folder, "chip");
  g_setenv ("HEDDLE_BUILD_ROOT", places.folders[2], TRUE);
  g_setenv ("HEDDLE_PROGRAM_PATH", places.folders[1], TRUE);
  check ("chip", places.folders[0], program);
  add (places.folders[1], "chip");
  check_in ("chip", places.folders[0], places.folders[1]);
  g_unsetenv ("HEDDLE_PROGRAM_PATH");
  if (before != NULL)
    g_setenv ("HEDDLE_BUILD_ROOT", before, TRUE);
  else
    g_unsetenv ("HEDDLE_BUILD_ROOT");
  g_unlink (program);
  for (guint i = 0; i < 3; i++)
    {
      g_rmdir (folder);
      *strrchr (folder, '/') = '\0';
    }
  remove_places (&places);
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/process/program-path/bare", test_bare);
  g_test_add_func ("/process/program-path/own", test_own);
  g_test_add_func ("/process/program-path/paths", test_paths);
  return g_test_run ();
}
