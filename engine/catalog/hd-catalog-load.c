/* hd-catalog-load.c: component libraries from files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-catalog"

#include <heddle/hd-catalog.h>

#include <gmodule.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-libraries-place.h"

gboolean
hd_catalog_load_file (HdCatalog *self,
                      const char *path,
                      GError **error)
{
  g_autofree char *name = NULL;
  HdLibraryEntry entry;
  GModule *module;

  g_return_val_if_fail (HD_IS_CATALOG (self) && path != NULL, FALSE);

  name = g_filename_display_basename (path);
  module = g_module_open (path, G_MODULE_BIND_LOCAL);
  if (module == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIBRARY, _("The file “%s” could not be loaded as a library: %s."), name, g_module_error ());
      return FALSE;
    }
  if (!g_module_symbol (module, HD_LIBRARY_ENTRY, (gpointer *) &entry) || entry == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIBRARY,
                   _("The file “%s” is not a component library: it has no function %s."), name, HD_LIBRARY_ENTRY);
      g_module_close (module);
      return FALSE;
    }
  if (!hd_catalog_register (self, entry (), error))
    {
      g_prefix_error (error, "%s: ", name);
      g_module_close (module);
      return FALSE;
    }

  /* Descriptors and handlers are used until the program ends. */
  g_module_make_resident (module);
  g_module_close (module);
  return TRUE;
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

gboolean
hd_catalog_load_directory (HdCatalog *self,
                           const char *path,
                           GPtrArray *out_warnings,
                           GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) cause = NULL;
  g_autoptr (GDir) directory = NULL;
  const char *name;

  g_return_val_if_fail (HD_IS_CATALOG (self) && path != NULL, FALSE);

  directory = g_dir_open (path, 0, &cause);
  if (directory == NULL)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_IO, cause->message);
      return FALSE;
    }

  while ((name = g_dir_read_name (directory)) != NULL)
    if (g_str_has_suffix (name, "." G_MODULE_SUFFIX))
      g_ptr_array_add (files, g_build_filename (path, name, NULL));
  g_ptr_array_sort (files, compare_names);

  for (guint i = 0; i < files->len; i++)
    {
      g_autoptr (GError) refusal = NULL;

      if (!hd_catalog_load_file (self, g_ptr_array_index (files, i), &refusal) && out_warnings != NULL)
        g_ptr_array_add (out_warnings, g_strdup (refusal->message));
    }
  return TRUE;
}

/* The libraries that come with Heddle are found from where the running program lies: build/app/heddle has them in build/engine/libraries,
 * PREFIX/bin/heddle below PREFIX, wherever that was moved to. Any other program takes those of the prefix that was built for. */
static char *
find_own (void)
{
  static const char *const from_program[] = { "../engine/libraries", HD_LIBRARIES_FROM_PROGRAM };
  const char *root = g_getenv ("HEDDLE_BUILD_ROOT");
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;

  if (root != NULL)
    return g_build_filename (root, "engine", "libraries", NULL);

  for (guint i = 0; folder != NULL && i < G_N_ELEMENTS (from_program); i++)
    {
      g_autofree char *path = g_build_filename (folder, from_program[i], NULL);

      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&path);
    }
  return g_strdup (HD_INSTALLED_LIBRARIES);
}

char **
hd_catalog_load_default (HdCatalog *self)
{
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) folders = g_ptr_array_new_with_free_func (g_free);
  const char *listed = g_getenv ("HEDDLE_LIBRARY_PATH");
  g_autofree char *user = g_build_filename (g_get_user_data_dir (), "heddle", "libraries", NULL);
  g_autofree char *own = find_own ();

  g_return_val_if_fail (HD_IS_CATALOG (self), NULL);

  g_ptr_array_add (folders, g_steal_pointer (&own));

  if (listed != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (listed, G_SEARCHPATH_SEPARATOR_S, -1);

      for (guint i = 0; parts[i] != NULL; i++)
        if (*parts[i] != '\0')
          g_ptr_array_add (folders, g_strdup (parts[i]));
    }
  if (g_file_test (user, G_FILE_TEST_IS_DIR))
    g_ptr_array_add (folders, g_steal_pointer (&user));

  for (guint i = 0; i < folders->len; i++)
    {
      g_autoptr (GError) error = NULL;

      if (!hd_catalog_load_directory (self, g_ptr_array_index (folders, i), warnings, &error))
        g_ptr_array_add (warnings, g_strdup_printf (_("Component libraries are missing: %s"), error->message));
    }

  g_ptr_array_add (warnings, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&warnings), FALSE);
}
