/* hd-program-path.c: which file the name of a program is
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * PATH is not asked: what a project starts must not depend on who opens it.
 */
#define G_LOG_DOMAIN "hd-program-path"

#include "hd-program-path.h"

#include <string.h>

#include "hd-programs-place.h"

#define PROGRAMS_IN_BUILD "projects/chiplets/programs"

/* (nullable): a program of that name in @folder */
static char *
look_in (const char *folder,
         const char *name)
{
  g_autofree char *path = NULL;

  if (!g_path_is_absolute (folder))
    return NULL;
  path = g_build_filename (folder, name, NULL);
  return g_file_test (path, G_FILE_TEST_EXISTS) && !g_file_test (path, G_FILE_TEST_IS_DIR) ? g_steal_pointer (&path) : NULL;
}

/* The programs that come with Heddle lie beside it, as its libraries do: build/app/heddle has them in build/projects/chiplets/programs. */
static char *
look_beside (const char *name)
{
  static const char *const from_program[] = { "../projects/chiplets/programs", HD_PROGRAMS_FROM_PROGRAM };
  const char *root = g_getenv ("HEDDLE_BUILD_ROOT");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  char *found = NULL;

  if (root != NULL)
    {
      g_autofree char *place = g_build_filename (root, "projects", "chiplets", "programs", NULL);

      return look_in (place, name);
    }
  for (guint i = 0; found == NULL && folder != NULL && i < G_N_ELEMENTS (from_program); i++)
    {
      g_autofree char *place = g_canonicalize_filename (from_program[i], folder);

      found = look_in (place, name);
    }
  return found != NULL ? found : look_in (HD_INSTALLED_PROGRAMS, name);
}

char *
hd_program_path_find (const char *name,
                      const char *folder)
{
  g_autofree char *home = folder != NULL ? g_canonicalize_filename (folder, NULL) : g_get_current_dir ();
  const char *stated = g_getenv ("HEDDLE_PROGRAM_PATH");
  g_auto (GStrv) folders = g_strsplit (stated != NULL ? stated : "", G_SEARCHPATH_SEPARATOR_S, -1);
  char *found;

  if (strchr (name, '/') != NULL)
    return g_canonicalize_filename (name, home);
  if (name[0] == '\0' || strcmp (name, ".") == 0 || strcmp (name, "..") == 0)
    return NULL;
  found = look_in (home, name);
  for (guint i = 0; found == NULL && folders[i] != NULL; i++)
    found = look_in (folders[i], name);
  return found != NULL ? found : look_beside (name);
}
