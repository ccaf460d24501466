/* heddle-places.c: where the program finds what comes with it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-places"

#include "heddle-places.h"

#include <libintl.h>
#include <locale.h>

/* The program of a build tree lies at BUILD/app/heddle, and BUILD lies in the source tree; beside it are BUILD/po and BUILD/resources. */
static char *
dup_build_root (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  if (program == NULL)
    return NULL;

  g_autofree char *folder = g_path_get_dirname (program);
  g_autofree char *root = g_path_get_dirname (folder);
  g_autofree char *mark = g_build_filename (root, "build.ninja", NULL);

  return g_file_test (mark, G_FILE_TEST_EXISTS) ? g_steal_pointer (&root) : NULL;
}

void
heddle_places_prepare (void)
{
  g_autofree char *root = dup_build_root ();
  g_autofree char *locales = root != NULL ? g_build_filename (root, "po", NULL) : g_strdup (HEDDLE_LOCALE_DIR);

  setlocale (LC_ALL, "");
  bindtextdomain ("heddle", locales);
  bind_textdomain_codeset ("heddle", "UTF-8");
  textdomain ("heddle");

  if (root != NULL)
    {
      g_autofree char *schemas = g_build_filename (root, "resources", NULL);
      g_autofree char *compiled = g_build_filename (schemas, "gschemas.compiled", NULL);

      if (g_file_test (compiled, G_FILE_TEST_EXISTS))
        g_setenv ("GSETTINGS_SCHEMA_DIR", schemas, FALSE);
    }
}

char *
heddle_places_dup_projects (void)
{
  g_autofree char *root = dup_build_root ();
  g_autofree char *folder = root != NULL ? g_build_filename (root, "..", "projects", NULL)
                                         : g_build_filename (HEDDLE_DATA_DIR, "projects", NULL);

  return g_file_test (folder, G_FILE_TEST_IS_DIR) ? g_canonicalize_filename (folder, NULL) : NULL;
}
