/* heddle-changes.c: what is otherwise in a later state of a project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-changes"

#include "heddle-changes.h"

#include <glib/gi18n.h>

#include "heddle-figures.h"

/* Notes are read, knobs are turned, probes look on and studies have runs of their own: none of them is run. */
static gboolean
is_run (const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);

  return kind != HD_OBJECT_NOTE && kind != HD_OBJECT_KNOB && kind != HD_OBJECT_COMMENT && kind != HD_OBJECT_PROBES && kind != HD_OBJECT_PROBE && kind != HD_OBJECT_STUDY;
}

/* How a thing is drawn and called, and how fast and where a run is watched. */
static gboolean
is_shown_only (HdObjectKind kind,
               const char *attribute)
{
  static const char *const names[] = { "title", "pinned", "symbol", "style", "description", "speed", "view", NULL };
  const HdField *field = hd_schema_find_field (kind, attribute);

  return field != NULL /* else it is a parameter */
         && (field->kind == HD_FIELD_NUMBER || g_strv_contains (names, attribute) || (kind == HD_OBJECT_PROJECT && g_str_equal (attribute, "name"))
             || (kind == HD_OBJECT_PORT && g_str_equal (attribute, "side")));
}

/* Whether @a has no attribute that @b has not likewise. */
static gboolean
has_no_more (const HdObject *a,
             const HdObject *b)
{
  for (guint i = 0; i < hd_object_get_n_attributes (a); i++)
    {
      const char *value;
      const char *name = hd_object_get_nth_attribute (a, i, &value);

      if (!is_shown_only (hd_object_get_kind (a), name) && g_strcmp0 (value, hd_object_get (b, name)) != 0)
        return FALSE;
    }
  return TRUE;
}

static const HdObject *
next_run (const HdObject *object,
          guint *at)
{
  while (*at < hd_object_get_n_children (object))
    {
      const HdObject *child = hd_object_get_child (object, (*at)++);

      if (is_run (child))
        return child;
    }
  return NULL;
}

static gboolean
runs_alike (const HdObject *a,
            const HdObject *b)
{
  guint at_a = 0, at_b = 0;

  if (a == b)
    return TRUE;
  if (hd_object_get_kind (a) != hd_object_get_kind (b) || g_strcmp0 (hd_object_get_element (a), hd_object_get_element (b)) != 0
      || g_strcmp0 (hd_object_get_text (a), hd_object_get_text (b)) != 0 || !has_no_more (a, b) || !has_no_more (b, a))
    return FALSE;
  for (;;)
    {
      const HdObject *in_a = next_run (a, &at_a), *in_b = next_run (b, &at_b);

      if (in_a == NULL || in_b == NULL)
        return in_a == in_b;
      if (!runs_alike (in_a, in_b))
        return FALSE;
    }
}

gboolean
heddle_runs_alike (HdSnapshot *a,
                   HdSnapshot *b)
{
  return hd_snapshot_has_files_of (a, b) && runs_alike (hd_snapshot_get_root (a), hd_snapshot_get_root (b));
}

/* ---- listing ------------------------------------------------------------------------------------------------------------------ */

typedef struct
{
  HdCatalog *catalog;
  GArray *changes;
  char *(*dup_key) (const HdObject *object); /* what is the same in both has the same */
} List;

static void
clear_change (gpointer data)
{
  HeddleChange *change = data;

  g_free (change->subject);
  g_free (change->before);
  g_free (change->after);
}

static const char *
get_attribute_title (HdCatalog *catalog,
                     const HdObject *object,
                     const char *name)
{
  const HdField *field = hd_schema_find_field (hd_object_get_kind (object), name);
  const char *type_name = hd_object_get (object, "type"), *kind = hd_object_get (object, "kind");
  const HdComponentType *type = type_name != NULL ? hd_catalog_lookup (catalog, type_name) : NULL;
  const HdGenerator *generator = hd_object_get_kind (object) == HD_OBJECT_GENERATE && kind != NULL ? hd_generator_find (kind) : NULL;
  const HdParameter *parameters = type != NULL ? type->parameters : generator != NULL ? generator->parameters : NULL;

  if (field != NULL)
    return _(field->title);
  for (; parameters != NULL && parameters->key != NULL; parameters++)
    if (g_str_equal (parameters->key, name))
      return type != NULL ? hd_catalog_translate (catalog, type, parameters->title) : _(parameters->title);
  return name;
}

/* "box/hub": an object of a module stands behind it. */
static char *
dup_name (const char *module,
          const HdObject *object)
{
  return module != NULL ? g_strdup_printf ("%s/%s", module, heddle_get_object_title (object)) : g_strdup (heddle_get_object_title (object));
}

static void
add_object (List *self,
            const char *module,
            const HdObject *object,
            gboolean is_new)
{
  HeddleChange change = { .subject = dup_name (module, object) };

  *(is_new ? &change.after : &change.before) = g_strdup (heddle_get_sort_title (self->catalog, object));
  g_array_append_val (self->changes, change);
}

static void
add_attribute (List *self,
               const char *module,
               const HdObject *before,
               const HdObject *after,
               const char *attribute)
{
  const char *was = hd_object_get (before, attribute), *is = hd_object_get (after, attribute);
  g_autofree char *name = NULL;
  HeddleChange change = { 0 };

  if (is_shown_only (hd_object_get_kind (after), attribute) || g_strcmp0 (was, is) == 0)
    return;
  name = dup_name (module, after);
  change.subject = g_strdup_printf ("%s · %s", name, get_attribute_title (self->catalog, after, attribute));
  change.before = g_strdup (was);
  change.after = g_strdup (is);
  g_array_append_val (self->changes, change);
}

/* Of states of one document. */
static char *
dup_uid (const HdObject *object)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT, hd_object_get_uid (object));
}

/* Of two files, whose uids have nothing to do with each other: by name, or by what it joins. */
static char *
dup_place (const HdObject *object)
{
  const char *id = hd_object_get_id (object), *element = hd_object_get_element (object);
  const char *from = id == NULL ? hd_object_get (object, "from") : NULL, *to = id == NULL ? hd_object_get (object, "to") : NULL;

  return g_strdup_printf ("%d|%s|%s|%s|%s", hd_object_get_kind (object), element != NULL ? element : "", id != NULL ? id : "", from != NULL ? from : "",
                          to != NULL ? to : "");
}

/* Of several that are called the same each has its own: the first, the second. */
static char *
dup_own_key (List *self,
             GHashTable *taken,
             const HdObject *object)
{
  char *key = self->dup_key (object);

  while (g_hash_table_contains (taken, key))
    {
      char *next = g_strconcat (key, "+", NULL);

      g_free (key);
      key = next;
    }
  return key;
}

static void
compare (List *self,
         const char *module,
         const HdObject *before,
         const HdObject *after)
{
  g_autoptr (GHashTable) there = NULL; /* of what was there: key -> HdObject, less what is found */
  g_autoptr (GHashTable) seen = NULL;  /* keys of what is there */
  const char *inside = hd_object_get_kind (after) == HD_OBJECT_MODULE ? hd_object_get_id (after) : module;

  if (before == after)
    return;
  for (guint i = 0; i < hd_object_get_n_attributes (after); i++)
    add_attribute (self, module, before, after, hd_object_get_nth_attribute (after, i, NULL));
  for (guint i = 0; i < hd_object_get_n_attributes (before); i++)
    if (hd_object_get (after, hd_object_get_nth_attribute (before, i, NULL)) == NULL)
      add_attribute (self, module, before, after, hd_object_get_nth_attribute (before, i, NULL));

  there = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < hd_object_get_n_children (before); i++)
    {
      const HdObject *child = hd_object_get_child (before, i);

      if (is_run (child))
        g_hash_table_insert (there, dup_own_key (self, there, child), (gpointer) child);
    }
  for (guint i = 0; i < hd_object_get_n_children (after); i++)
    {
      const HdObject *child = hd_object_get_child (after, i);
      char *key = is_run (child) ? dup_own_key (self, seen, child) : NULL;
      const HdObject *was = key != NULL ? g_hash_table_lookup (there, key) : NULL;

      if (key == NULL)
        continue;
      if (was != NULL)
        compare (self, inside, was, child);
      else
        add_object (self, inside, child, TRUE);
      g_hash_table_add (seen, key);
    }
  g_hash_table_remove_all (there); /* again, in their order, for what is gone */
  for (guint i = 0; i < hd_object_get_n_children (before); i++)
    {
      const HdObject *child = hd_object_get_child (before, i);
      char *key = is_run (child) ? dup_own_key (self, there, child) : NULL;

      if (key == NULL)
        continue;
      if (!g_hash_table_contains (seen, key))
        add_object (self, inside, child, FALSE);
      g_hash_table_add (there, key);
    }
}

static GArray *
list (HdCatalog *catalog,
      HdSnapshot *before,
      HdSnapshot *after,
      char *(*dup_key) (const HdObject *))
{
  List self = { catalog, g_array_new (FALSE, FALSE, sizeof (HeddleChange)), dup_key };

  g_array_set_clear_func (self.changes, clear_change);
  compare (&self, NULL, hd_snapshot_get_root (before), hd_snapshot_get_root (after));
  return self.changes;
}

GArray *
heddle_list_changes (HdCatalog *catalog,
                     HdSnapshot *before,
                     HdSnapshot *after)
{
  return list (catalog, before, after, dup_uid);
}

GArray *
heddle_list_file_changes (HdCatalog *catalog,
                          HdSnapshot *before,
                          HdSnapshot *after)
{
  return list (catalog, before, after, dup_place);
}

void
heddle_add_input_changes (GArray *changes,
                          const char *before,
                          const char *after)
{
  g_autoptr (GPtrArray) old = hd_inputs_parse (before), now = hd_inputs_parse (after);

  for (guint i = 0; i < now->len; i++)
    {
      const HdInput *is = now->pdata[i], *was = hd_inputs_find (old, is->name);
      HeddleChange change;

      if (was == NULL || g_str_equal (was->sha256, is->sha256))
        continue;
      change = (HeddleChange){ g_filename_display_name (is->name), hd_input_dup_mark (was), hd_input_dup_mark (is) };
      g_array_append_val (changes, change);
    }
}
