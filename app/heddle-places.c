/* heddle-places.c: where the program finds what comes with it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-places"

#include "heddle-places.h"

#include <libintl.h>
#include <locale.h>

/* A file or folder that comes with the program, or NULL. The program of a build tree lies at BUILD/app/heddle, and BUILD in the source
 * tree; an installed one at PREFIX/bin/heddle, wherever PREFIX was moved to. Else it is where the build was told to install. */
static char *
dup_place (const char *in_build,
           const char *in_prefix,
           const char *name)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (program != NULL ? program : ".");
  g_autofree char *mark = g_build_filename (folder, "..", "build.ninja", NULL);
  g_autofree char *built = g_build_filename (folder, "..", in_build, name, NULL);
  g_autofree char *moved = g_build_filename (folder, "..", in_prefix, name, NULL);
  g_autofree char *installed = g_build_filename (g_path_is_absolute (in_prefix) ? "/" : HEDDLE_PREFIX, in_prefix, name, NULL);
  const char *const places[] = { built, moved, installed };

  for (guint i = g_file_test (mark, G_FILE_TEST_EXISTS) ? 0 : 1; i < G_N_ELEMENTS (places); i++)
    if (g_file_test (places[i], G_FILE_TEST_EXISTS))
      return g_canonicalize_filename (places[i], NULL);
  return NULL;
}

void
heddle_places_prepare (void)
{
  g_autofree char *locales = dup_place ("po", HEDDLE_LOCALE_DIR, ".");
  g_autofree char *schemas = dup_place ("resources", HEDDLE_DATA_DIR "/glib-2.0/schemas", "gschemas.compiled");

  setlocale (LC_ALL, "");
  if (locales != NULL)
    bindtextdomain ("heddle", locales);
  bind_textdomain_codeset ("heddle", "UTF-8");
  textdomain ("heddle");

  if (schemas != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (schemas);

      g_setenv ("GSETTINGS_SCHEMA_DIR", folder, FALSE);
    }
}

char *
heddle_places_dup_projects (void)
{
  return dup_place ("..", HEDDLE_DATA_DIR "/heddle", "projects");
}
