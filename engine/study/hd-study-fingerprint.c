/* hd-study-fingerprint.c: by what the results of a study are known to be of it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Whoever moves a box, adds a note or asks for more repeats goes on where the study was.
 */
#define G_LOG_DOMAIN "hd-study-fingerprint"

#include "hd-study-fingerprint.h"

#include <string.h>

/* Of all kinds: how it looks. Attributes of a type that are called so are not among the fields of its kind. */
static const char *const drawn[] = {
  "x", "y", "columns", "rows", "spacing", "row-spacing", "rotation", "pinned", "title", "style", "colour", "side", "width", "symbol", "view", "description", NULL,
};
/* Of a study: how much of it is run, and what it is held against. */
static const char *const asked[] = { "repeats", "precision", "halving", "generations", "population", "limit", "published", NULL };

static gboolean
is_left_out (HdObjectKind kind,
             const char *attribute)
{
  return (g_strv_contains (drawn, attribute) && hd_schema_find_field (kind, attribute) != NULL) || (kind == HD_OBJECT_STUDY && g_strv_contains (asked, attribute));
}

/* With its end, so that no two of them are one. */
static void
add_text (GChecksum *sum,
          const char *text)
{
  g_checksum_update (sum, (const guchar *) text, (gssize) strlen (text) + 1);
}

static void
add_object (GChecksum *sum,
            const HdObject *object,
            const HdObject *study)
{
  HdObjectKind kind = hd_object_get_kind (object);

  if (kind == HD_OBJECT_COMMENT || kind == HD_OBJECT_NOTE || kind == HD_OBJECT_KNOB || kind == HD_OBJECT_PROBES || kind == HD_OBJECT_METRIC || (kind == HD_OBJECT_STUDY && object != study))
    return;
  add_text (sum, hd_object_get_element (object));
  for (guint i = 0; i < hd_object_get_n_attributes (object); i++)
    {
      const char *value, *name = hd_object_get_nth_attribute (object, i, &value);

      if (is_left_out (kind, name))
        continue;
      add_text (sum, name);
      add_text (sum, value);
    }
  if (hd_object_get_text (object) != NULL)
    add_text (sum, hd_object_get_text (object));
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    add_object (sum, hd_object_get_child (object, i), study);
  add_text (sum, "");
}

char *
hd_study_fingerprint (const HdObject *root,
                      const HdObject *study,
                      const char *const *settings)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  add_object (sum, root, study);
  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    add_text (sum, settings[i]);
  return g_strdup (g_checksum_get_string (sum));
}
