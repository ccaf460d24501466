/* hd-project-upgrade.c: projects of older versions of the format
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Step N takes a tree from version N to N + 1. tests/data/versions keeps a file of every version.
 */
#define G_LOG_DOMAIN "hd-project-upgrade"

#include "hd-project-upgrade.h"

#include "hd-i18n.h"
#include "hd-object-private.h"

static void
rename_attribute (HdObject *object,
                  const char *old_name,
                  const char *new_name)
{
  guint position;

  if (!hd_attributes_find (object->attributes, old_name, &position) || hd_object_get (object, new_name) != NULL)
    return;
  g_autofree char *value = g_strdup (object->attributes->items[position].value);
  _hd_object_set_attribute (object, new_name, value, position);
  _hd_object_set_attribute (object, old_name, NULL, 0);
}

/* Version 0 used the short names of the simulators that it came from: bw and lat on link classes and links, cap on groups of members. */
static void
upgrade_0 (HdObject *object)
{
  if (object->kind == HD_OBJECT_LINK_CLASS || object->kind == HD_OBJECT_LINK)
    {
      rename_attribute (object, "bw", "bandwidth");
      rename_attribute (object, "lat", "latency");
    }
  if (object->kind == HD_OBJECT_COMMUNICATOR)
    rename_attribute (object, "cap", "limit");
  for (guint i = 0; i < object->n_children; i++)
    upgrade_0 (object->children[i]);
}

static void (*const steps[]) (HdObject *root) = { upgrade_0 };

G_STATIC_ASSERT (G_N_ELEMENTS (steps) == HD_FORMAT_VERSION);

void
hd_project_upgrade (HdObject *root,
                    const char *file_name,
                    HdProblemList *problems,
                    gboolean *out_newer)
{
  const char *text = hd_object_get (root, "version");
  guint64 version;
  HdProblem *problem = NULL;

  *out_newer = FALSE;
  if (text == NULL)
    return;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT, &version, NULL))
    return; /* validation says what is wrong with it */

  if (version > HD_FORMAT_VERSION)
    {
      *out_newer = TRUE;
      problem = hd_problem_new (HD_PROBLEM_VERSION, HD_SEVERITY_WARNING, NULL, 0, "version", file_name, root->line,
                                _("Use a newer Heddle to change it."),
                                _("The project has version %s of the format; this Heddle knows versions up to %d and opens it for reading only."),
                                text, HD_FORMAT_VERSION);
    }
  else if (version < HD_FORMAT_VERSION)
    {
      problem = hd_problem_new (HD_PROBLEM_VERSION, HD_SEVERITY_INFO, NULL, 0, "version", file_name, root->line, NULL,
                                _("The project was upgraded from version %s of the format to version %d; saving writes the new one."), text,
                                HD_FORMAT_VERSION);
      for (; version < HD_FORMAT_VERSION; version++)
        steps[version](root);
      _hd_object_set_attribute (root, "version", G_STRINGIFY (HD_FORMAT_VERSION), 0);
    }
  if (problem != NULL && problems != NULL)
    hd_problem_list_take (problems, problem);
  else if (problem != NULL)
    hd_problem_unref (problem);
}
