/* hd-study-fingerprint.c: by what the results of a study are known to be of it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Whoever moves a box, adds a note or asks for more repeats goes on where the study was; and so does who takes over the design of a point: what a factor sets for all
 * points makes no other results, whatever it is in the project.
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

typedef struct
{
  GChecksum *sum;
  const HdObject *study;
  GHashTable *factors; /* of char *: addresses of all that it sets */
} Fingerprint;

/* What is of some members alone, as a parameter of a component, is part of a text that says more, and counts. */
static char *
dup_address (const HdObject *object,
             const char *attribute)
{
  HdObjectKind kind = hd_object_get_kind (object);
  const char *id = hd_object_get_id (object);

  if (kind == HD_OBJECT_RUN)
    return g_strconcat ("run:", attribute, NULL);
  if (kind == HD_OBJECT_LINK_CLASS && id != NULL)
    return g_strconcat ("class:", id, ".", attribute, NULL);
  return kind == HD_OBJECT_VARIABLE && id != NULL && strcmp (attribute, "value") == 0 ? g_strconcat ("$", id, NULL) : NULL;
}

static gboolean
is_left_out (const Fingerprint *self,
             const HdObject *object,
             const char *attribute)
{
  HdObjectKind kind = hd_object_get_kind (object);
  g_autofree char *address = dup_address (object, attribute);

  return (address != NULL && g_hash_table_contains (self->factors, address)) || (g_strv_contains (drawn, attribute) && hd_schema_find_field (kind, attribute) != NULL)
         || (kind == HD_OBJECT_STUDY && g_strv_contains (asked, attribute));
}

/* Whether it says nothing but what factors set: it may then be missing as well. */
static gboolean
is_empty_run (const Fingerprint *self,
              const HdObject *object)
{
  const char *value;

  if (hd_object_get_kind (object) != HD_OBJECT_RUN || hd_object_get_n_children (object) > 0)
    return FALSE;
  for (guint i = 0; i < hd_object_get_n_attributes (object); i++)
    if (!is_left_out (self, object, hd_object_get_nth_attribute (object, i, &value)))
      return FALSE;
  return TRUE;
}

/* With its end, so that no two of them are one. */
static void
add_text (GChecksum *sum,
          const char *text)
{
  g_checksum_update (sum, (const guchar *) text, (gssize) strlen (text) + 1);
}

static void
add_object (const Fingerprint *self,
            const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);
  GChecksum *sum = self->sum;

  if (kind == HD_OBJECT_COMMENT || kind == HD_OBJECT_NOTE || kind == HD_OBJECT_KNOB || kind == HD_OBJECT_PROBES || kind == HD_OBJECT_METRIC
      || (kind == HD_OBJECT_STUDY && object != self->study) || is_empty_run (self, object))
    return;
  add_text (sum, hd_object_get_element (object));
  for (guint i = 0; i < hd_object_get_n_attributes (object); i++)
    {
      const char *value, *name = hd_object_get_nth_attribute (object, i, &value);

      if (is_left_out (self, object, name))
        continue;
      add_text (sum, name);
      add_text (sum, value);
    }
  if (hd_object_get_text (object) != NULL)
    add_text (sum, hd_object_get_text (object));
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    add_object (self, hd_object_get_child (object, i));
  add_text (sum, "");
}

/* As the reader of studies takes them: a name alone is that of a variable. */
static void
collect_factors (Fingerprint *self)
{
  for (guint i = 0; i < hd_object_get_n_children (self->study); i++)
    {
      const HdObject *object = hd_object_get_child (self->study, i);
      const char *of = hd_object_get_kind (object) == HD_OBJECT_FACTOR ? hd_object_get (object, "of") : NULL;

      if (of != NULL)
        g_hash_table_add (self->factors, strpbrk (of, ".:$/[") == NULL ? g_strconcat ("$", of, NULL) : g_strdup (of));
    }
}

char *
hd_study_fingerprint (const HdObject *root,
                      const HdObject *study,
                      const char *const *settings)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autoptr (GHashTable) factors = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Fingerprint self = { sum, study, factors };

  collect_factors (&self);
  add_object (&self, root);
  for (guint i = 0; settings != NULL && settings[i] != NULL; i++)
    add_text (sum, settings[i]);
  return g_strdup (g_checksum_get_string (sum));
}
