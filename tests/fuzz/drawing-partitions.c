/* drawing-partitions.c: partitions of components at random
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "drawing-partitions.h"

#include <string.h>

static const HdObject *
get_top (HdDocument *document)
{
  const HdObject *root = hd_document_get_root (document);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    if (hd_object_get_kind (hd_object_get_child (root, i)) == HD_OBJECT_TOP)
      return hd_object_get_child (root, i);
  g_assert_not_reached ();
}

/* "17 + 3 * row + column": any number for each element; the program counts in a circle. */
static char *
dup_rule (const HdObject *component,
          GRand *random)
{
  const char *id = hd_object_get (component, "id"), *index = hd_object_get (component, "index"), *count = hd_object_get (component, "count");
  GString *rule = g_string_new (NULL);
  g_auto (GStrv) names = index != NULL ? g_strsplit (index, " ", 2) : NULL;

  g_string_printf (rule, "%d", g_rand_int_range (random, 0, 64));
  if (count == NULL)
    return g_string_free (rule, FALSE);
  g_string_append_printf (rule, " + %d * %s", g_rand_int_range (random, 0, 8), names != NULL ? names[0] : id);
  if (strchr (count, 'x') != NULL)
    g_string_append_printf (rule, " + %d * %s%s", g_rand_int_range (random, 0, 8), names != NULL ? names[1] : id, names != NULL ? "" : "_1");
  return g_string_free (rule, FALSE);
}

void
drawing_scatter (HdDocument *document,
                 GRand *random)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < hd_object_get_n_children (get_top (document)); i++)
    {
      const HdObject *child = hd_object_get_child (get_top (document), i);
      g_autofree char *rule = NULL;

      if (hd_object_get_kind (child) != HD_OBJECT_COMPONENT)
        continue;
      rule = dup_rule (child, random);
      hd_document_set_attribute (document, hd_object_get_uid (child), "partition", rule, &error);
      g_assert_no_error (error);
    }
}
