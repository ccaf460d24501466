/* hd-own-project.c: a project that a student hands in
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * It is run on the teacher's machine. Programs are not started, as nobody allows them; memory and time are those of its run; and what it names must be a file of
 * the lesson, or it could be one that never ends, or is nobody's business. That is seen without knowing which attributes name files: none needs a path that
 * begins at the root or leads upwards.
 */
#define G_LOG_DOMAIN "hd-own-project"

#include "hd-own-project.h"

#include <string.h>

#include "hd-i18n.h"
#include "hd-lesson-private.h"

#define MOST_BYTES (1024 * 1024)

static gboolean
leads_outside (const char *value)
{
  g_auto (GStrv) words = g_strsplit_set (value, " \t\r\n'\"`,;=({", -1);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (words[i], "/", -1);

      /* "/" alone is a division. */
      if (words[i][0] == '/' && words[i][1] != '\0')
        return TRUE;
      for (guint k = 0; parts[k] != NULL && parts[1] != NULL; k++)
        if (strcmp (parts[k], "..") == 0 || (k == 0 && (strcmp (parts[k], "~") == 0 || strcmp (parts[k], "file:") == 0)))
          return TRUE;
    }
  return FALSE;
}

static gboolean
check_object (const HdObject *object,
              GError **error)
{
  for (guint i = 0; i < hd_object_get_n_attributes (object); i++)
    {
      const char *value, *attribute = hd_object_get_nth_attribute (object, i, &value);

      if (leads_outside (value))
        {
          g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("the project names what is outside of it: %s=\"%.80s\""), attribute, value);
          return FALSE;
        }
    }
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    if (!check_object (hd_object_get_child (object, i), error))
      return FALSE;
  return TRUE;
}

HdSnapshot *
hd_own_project_read (const char *xml,
                     const char *name,
                     GError **error)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_load_from_data (xml, -1, name, problems, error);

  if (document == NULL || !check_object (hd_document_get_root (document), error))
    return NULL;
  return hd_document_snapshot (document);
}

char *
hd_own_project_load (GFile *folder,
                     const char *name,
                     GError **error)
{
  g_autoptr (GFile) file = g_file_resolve_relative_path (folder, name);
  g_autoptr (GFileInfo) info = NULL;
  char *text = NULL;

  if (!g_file_has_prefix (file, folder))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%.80s” is not in the folder of the answers"), name);
      return NULL;
    }
  info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, error);
  if (info == NULL)
    return NULL;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR || g_file_info_get_size (info) > MOST_BYTES)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _("“%.80s” is no regular file of at most %d bytes"), name, MOST_BYTES);
      return NULL;
    }
  return g_file_load_contents (file, NULL, &text, NULL, NULL, error) ? text : NULL;
}

/* (nullable): @name without its $ */
static const char *
find_value (HdSnapshot *snapshot,
            const char *name)
{
  const HdObject *variables = hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_VARIABLES, NULL);
  const HdObject *variable = variables != NULL ? hd_object_find_child (variables, HD_OBJECT_VARIABLE, name) : NULL;

  return variable != NULL ? hd_object_get (variable, "value") : NULL;
}

/* A step may have opened a project without that variable, or have given it another value. */
char **
hd_own_project_list_drawn (HdSnapshot *given,
                           const char *const *drawn)
{
  g_autoptr (GStrvBuilder) settings = g_strv_builder_new ();

  for (guint i = 0; drawn[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (drawn[i] + 1, "=", 2);

      if (g_strcmp0 (find_value (given, parts[0]), parts[1]) == 0)
        g_strv_builder_add (settings, drawn[i]);
    }
  return g_strv_builder_end (settings);
}

char *
hd_own_project_find_other (HdSnapshot *snapshot,
                           const char *const *drawn)
{
  for (guint i = 0; drawn[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (drawn[i] + 1, "=", 2);
      const char *value = find_value (snapshot, parts[0]);

      if (value != NULL && strcmp (value, parts[1]) != 0)
        return g_strdup_printf (_("$%s is %s, not %s"), parts[0], value, parts[1]);
    }
  return NULL;
}
