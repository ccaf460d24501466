/* heddle-edit-replicate.c: one object becomes an array, or an array one
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Links follow: each element gets what the one had. Where the other end is an array of the same
 * size, elements are joined in pairs; at a port with an index each takes one of its own.
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-references.h"

#define MAXIMUM_INDEX 65536

typedef struct
{
  HdDocument *document;
  guint64 uid;
  guint64 parent;
  HdWiring *wiring; /* of the state with the new count: links that are not yet changed are not in it */
  guint n_dimensions;
  guint32 sizes[HD_WIRING_MAX_DIMENSIONS];
  guint count;
  char **size_texts;
  char **loop;
  GHashTable *looped;  /* uids of links that became patterns */
  GHashTable *claimed; /* "tor.down" -> indices that earlier links took, plus one */
  GArray *gone;        /* uids of links that led to elements that are no more */
} Replication;

static gboolean
is_link (Replication *self,
         guint64 holder)
{
  return hd_document_get_parent (self->document, holder) == self->parent
         && hd_object_get_kind (hd_document_get_object (self->document, holder)) == HD_OBJECT_LINK;
}

static void
append_indices (GString *text,
                char *const *indices,
                guint n)
{
  for (guint d = 0; d < n; d++)
    g_string_append_printf (text, "[%s]", indices != NULL ? indices[d] : "0");
}

/* ---- one becomes many ----------------------------------------------------------------------- */

static gboolean
has_same_shape (Replication *self,
                const HdObject *other)
{
  guint32 sizes[HD_WIRING_MAX_DIMENSIONS];
  guint n = hd_wiring_get_shape (self->wiring, hd_object_get_uid (other), sizes);

  return n == self->n_dimensions && memcmp (sizes, self->sizes, n * sizeof (guint32)) == 0;
}

/* The first index from which on as many as there are elements are free: @first if that is. */
static int
find_run (Replication *self,
          const char *port,
          int first)
{
  int claimed = GPOINTER_TO_INT (g_hash_table_lookup (self->claimed, port));
  guint run = 0;

  for (int index = MAX (first, claimed - 1); index < MAXIMUM_INDEX; index++)
    {
      g_autofree char *text = g_strdup_printf ("%s[%d]", port, index);
      HdWiringEnd end;

      if (!hd_wiring_find (self->wiring, text, &end, NULL))
        return first;
      run = end.port->maximum_links == 0 || end.n_links < (guint) end.port->maximum_links ? run + 1 : 0;
      if (run == self->count)
        {
          g_hash_table_insert (self->claimed, g_strdup (port), GINT_TO_POINTER (index + 2));
          return index + 1 - (int) run;
        }
    }
  return first;
}

static char *
dup_running_index (Replication *self,
                   int first)
{
  g_autoptr (GString) index = g_string_new (self->loop[0]);

  for (guint d = 1; d < self->n_dimensions; d++)
    {
      g_autofree char *before = g_strdup (index->str);

      g_string_printf (index, d > 1 ? "(%s) * %s + %s" : "%s * %s + %s", before, self->size_texts[d], self->loop[d]);
    }
  if (first > 0)
    g_string_append_printf (index, " + %d", first);
  return g_strdup (index->str);
}

/* "tor.down[3]", the other end of a link that becomes a pattern: "tor.down[i + 3]". %NULL if that
 * port has room for one alone. */
static char *
dup_other_end (Replication *self,
               const HdObject *block,
               const char *text)
{
  HdPathReader item, reader;
  g_autofree char *name = NULL, *port = NULL;
  const HdObject *other;
  HdWiringEnd end;
  char *rest;

  if (!hd_path_reader_init (&item, text, 0))
    return NULL;
  name = g_strndup (text + item.start, item.name_end - item.start);
  other = heddle_edit_find_item (block, name);
  reader = item;
  while (!reader.is_port && hd_path_reader_next (&reader))
    ;
  if (other != NULL && has_same_shape (self, other))
    {
      g_autoptr (GString) pairs = g_string_new (name);

      append_indices (pairs, self->loop, self->n_dimensions);
      g_string_append (pairs, text + item.end);
      return g_strdup (pairs->str);
    }
  if (!reader.is_port)
    return NULL;
  port = g_strndup (text, reader.name_end);
  if (reader.n_indices == 1)
    {
      int first = g_ascii_strtoll (text + reader.name_end + 1, &rest, 10);
      g_autofree char *index = NULL;

      if (*rest != ']')
        return NULL;
      index = dup_running_index (self, find_run (self, port, first));
      return g_strdup_printf ("%s[%s]", port, index);
    }
  if (!hd_wiring_find (self->wiring, text, &end, NULL) || end.port->maximum_links > 0)
    return NULL;
  return g_strdup (text);
}

/* The end at the object with @indices after its name; of a generated path the rest stays. */
static char *
dup_own_end (Replication *self,
             const char *text,
             char *const *indices)
{
  HdPathReader reader;
  g_autoptr (GString) changed = g_string_new (NULL);

  hd_path_reader_init (&reader, text, 0);
  g_string_append_len (changed, text, reader.name_end);
  append_indices (changed, indices, self->n_dimensions);
  g_string_append (changed, text + reader.end);
  return g_strdup (changed->str);
}

static gboolean
names_object (Replication *self,
              const HdObject *block,
              const char *text)
{
  HdPathReader reader;

  if (!hd_path_reader_init (&reader, text, 0))
    return FALSE;

  g_autofree char *name = g_strndup (text + reader.start, reader.name_end - reader.start);
  const HdObject *item = heddle_edit_find_item (block, name);

  return item != NULL && hd_object_get_uid (item) == self->uid;
}

static gboolean
spread_link (Replication *self,
             guint64 uid,
             GError **error)
{
  const HdObject *block = hd_document_get_object (self->document, self->parent);
  const HdObject *link = hd_document_get_object (self->document, uid);
  const char *from = hd_object_get (link, "from"), *to = hd_object_get (link, "to");
  gboolean at_from = names_object (self, block, from), at_to = names_object (self, block, to);
  g_autofree char *new_from = NULL, *new_to = NULL;

  if (at_from && at_to)
    {
      new_from = dup_own_end (self, from, self->loop);
      new_to = dup_own_end (self, to, self->loop);
    }
  else if (at_from || at_to)
    {
      const char *own = at_from ? from : to, *other = at_from ? to : from;
      char *other_end = dup_other_end (self, block, other);

      /* Where the other end has room for one link alone, the first element keeps it. */
      if (other_end != NULL)
        heddle_uid_set_add (self->looped, uid);
      *(at_from ? &new_from : &new_to) = dup_own_end (self, own, other_end != NULL ? self->loop : NULL);
      *(at_from ? &new_to : &new_from) = other_end != NULL ? other_end : g_strdup (other);
    }
  return new_from == NULL
         || (hd_document_set_attribute (self->document, uid, "from", new_from, error)
             && hd_document_set_attribute (self->document, uid, "to", new_to, error));
}

static char *
spread_reference (gpointer data,
                  const HeddleReference *reference,
                  const char *text,
                  guint *start,
                  guint *end,
                  GError **error)
{
  Replication *self = data;
  const HdObject *holder = hd_document_get_object (self->document, reference->holder);
  HdObjectKind kind = hd_object_get_kind (holder);
  const HdField *field = hd_schema_find_field (kind, reference->attribute);
  g_autoptr (GString) first = g_string_new (NULL);

  /* A route goes through the first of the links that its link became. */
  if (kind == HD_OBJECT_ROUTE && heddle_uid_set_has (self->looped, reference->target))
    {
      *start = *end;
      return g_strdup ("[0]");
    }
  if (reference->target != self->uid || is_link (self, reference->holder))
    return NULL;
  /* An address without index means all elements; all else means one. */
  if (kind == HD_OBJECT_PROBE || (field != NULL && field->kind == HD_FIELD_PATTERNS))
    return NULL;
  append_indices (first, NULL, self->n_dimensions);
  *start = *end;
  return g_strdup (first->str);
}

/* ---- many become one ------------------------------------------------------------------------ */

/* "0", or an expression of loop variables that are all 0 */
static gboolean
is_first_element (const char *text,
                  const HdPathReader *reader)
{
  for (guint p = reader->name_end; p < reader->end; p++)
    {
      char *end;

      if (text[p] == '[' && g_ascii_strtoull (text + p + 1, &end, 10) > 0 && *end == ']')
        return FALSE;
    }
  return TRUE;
}

/* Variables of the loop that stand in the indices of the object */
static void
collect_variables (const char *text,
                   const HdPathReader *reader,
                   GPtrArray *names)
{
  g_autofree char *indices = g_strndup (text + reader->name_end, reader->end - reader->name_end);
  g_auto (GStrv) words = g_strsplit_set (indices, " +-*/%(),[]", -1);

  for (guint i = 0; words[i] != NULL; i++)
    if ((g_ascii_isalpha (words[i][0]) || words[i][0] == '_') && !g_ptr_array_find_with_equal_func (names, words[i], g_str_equal, NULL))
      g_ptr_array_add (names, g_strdup (words[i]));
}

/* Takes the first element of a pattern: its variables become 0. */
static gboolean
gather_link (Replication *self,
             guint64 uid,
             GError **error)
{
  static const char *const attributes[] = { "from", "to", "where", "class", "bandwidth", "latency", "sharing", "failed" };
  const HdObject *block = hd_document_get_object (self->document, self->parent);
  const HdObject *link = hd_document_get_object (self->document, uid);
  const char *ends[] = { hd_object_get (link, "from"), hd_object_get (link, "to") };
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree const char **zeros = NULL;
  gboolean first = TRUE, own[2];

  for (guint e = 0; e < 2; e++)
    {
      HdPathReader reader;

      own[e] = names_object (self, block, ends[e]);
      if (!own[e])
        continue;
      hd_path_reader_init (&reader, ends[e], 0);
      first &= is_first_element (ends[e], &reader);
      collect_variables (ends[e], &reader, names);
    }
  /* Links among the elements, and those of elements that are no more */
  if (!first || (own[0] && own[1]))
    {
      g_array_append_val (self->gone, uid);
      return TRUE;
    }
  zeros = g_new (const char *, names->len + 1);
  for (guint i = 0; i < names->len; i++)
    zeros[i] = "0";
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      const char *text = hd_object_get (hd_document_get_object (self->document, uid), attributes[i]);
      gboolean is_own = i < 2 && own[i];
      HdPathReader reader;
      g_autoptr (GString) bare = NULL;
      g_autofree char *value = NULL;

      if (text == NULL)
        continue;
      bare = g_string_new (text);
      if (is_own && hd_path_reader_init (&reader, text, 0))
        g_string_erase (bare, reader.name_end, reader.end - reader.name_end);
      value = heddle_edit_substitute (bare->str, i < 2, (const char *const *) names->pdata, zeros, names->len);
      if (i < 2)
        {
          g_autofree char *unfolded = g_steal_pointer (&value);

          value = heddle_edit_fold_indices (unfolded);
        }
      if (!hd_document_set_attribute (self->document, uid, attributes[i], value, error))
        return FALSE;
    }
  return names->len == 0 || hd_document_set_attribute (self->document, uid, "for", NULL, error);
}

static char *
gather_reference (gpointer data,
                  const HeddleReference *reference,
                  const char *text,
                  guint *start,
                  guint *end,
                  GError **error)
{
  Replication *self = data;
  HdPathReader reader;

  if (reference->target != self->uid || is_link (self, reference->holder) || !hd_path_reader_init (&reader, text, *start))
    return NULL;
  if (!is_first_element (text, &reader))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” means an element that would be no more; change that first."), text);
      return NULL;
    }
  *start = reader.name_end;
  *end = reader.end;
  return g_strdup ("");
}

/* ---- counting anew -------------------------------------------------------------------------- */

static gboolean
follow_links (Replication *self,
              const GArray *references,
              gboolean (*follow) (Replication *, guint64, GError **),
              GError **error)
{
  g_autoptr (GHashTable) done = heddle_uid_set_new (NULL, 0);

  for (guint i = 0; i < references->len; i++)
    {
      const HeddleReference *it = &g_array_index (references, HeddleReference, i);

      if (it->target == self->uid && is_link (self, it->holder) && heddle_uid_set_add (done, it->holder) && !follow (self, it->holder, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_shape (Replication *self,
            HdCatalog *catalog,
            const char *count,
            GError **error)
{
  self->wiring = heddle_edit_get_wiring (self->document, catalog, self->parent);
  self->n_dimensions = self->wiring != NULL ? hd_wiring_get_shape (self->wiring, self->uid, self->sizes) : 0;
  self->count = self->n_dimensions > 0;
  for (guint d = 0; d < self->n_dimensions; d++)
    self->count *= self->sizes[d];
  if (self->count > 0)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” is no count; write a number, such as 16, or sizes, such as 4x4."), count);
  return FALSE;
}

static gboolean
to_array (Replication *self,
          HdCatalog *catalog,
          const char *count,
          GError **error)
{
  g_autoptr (GArray) references = heddle_references_collect (self->document);
  g_auto (GStrv) sizes = heddle_edit_split_count (count);

  if (!hd_document_set_attribute (self->document, self->uid, "count", count, error) || !read_shape (self, catalog, count, error))
    return FALSE;

  g_auto (GStrv) loop = heddle_edit_dup_loop_names (self->document, self->n_dimensions);

  self->size_texts = sizes;
  self->loop = loop;
  return follow_links (self, references, spread_link, error) && heddle_references_rewrite (self->document, references, spread_reference, self, error);
}

static gboolean
to_one (Replication *self,
        GError **error)
{
  g_autoptr (GArray) references = heddle_references_collect (self->document);

  return follow_links (self, references, gather_link, error) && heddle_references_rewrite (self->document, references, gather_reference, self, error)
         && hd_document_set_attribute (self->document, self->uid, "count", NULL, error)
         && hd_document_set_attribute (self->document, self->uid, "index", NULL, error)
         && (self->gone->len == 0 || heddle_edit_delete (self->document, (const guint64 *) self->gone->data, self->gone->len, error));
}

/* Another number of dimensions: the links of the first element are spread anew, which pairs with
 * another array would not survive. */
static gboolean
check_pairs (Replication *self,
             GError **error)
{
  const HdObject *block = hd_document_get_object (self->document, self->parent);

  for (guint i = 0; i < hd_object_get_n_children (block); i++)
    {
      const HdObject *link = hd_object_get_child (block, i);
      const char *from = hd_object_get (link, "from"), *to = hd_object_get (link, "to");
      gboolean at_from = names_object (self, block, from), at_to = names_object (self, block, to);
      const char *other = at_from ? to : from;
      HdPathReader reader;

      if (hd_object_get_kind (link) != HD_OBJECT_LINK || !(at_from || at_to) || !hd_path_reader_init (&reader, other, 0)
          || (reader.n_indices == 0 && !(at_from && at_to)))
        continue;
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                   _("The links from “%s” to “%s” join elements by their indices; with another "
                      "number of dimensions they would mean nothing. Delete them first."),
                      from, to);
      return FALSE;
    }
  return TRUE;
}

static gboolean
replicate (Replication *self,
           HdCatalog *catalog,
           const char *count,
           GError **error)
{
  const HdObject *object = hd_document_get_object (self->document, self->uid);
  guint before = heddle_edit_count_dimensions (hd_object_get (object, "count"));
  guint after = count != NULL ? heddle_edit_count_dimensions (count) : 0;

  if (before == after)
    return hd_document_set_attribute (self->document, self->uid, "count", count, error)
           && (count == NULL || read_shape (self, catalog, count, error));
  if (before > 0 && after > 0 && !check_pairs (self, error))
    return FALSE;
  return (before == 0 || to_one (self, error)) && (after == 0 || to_array (self, catalog, count, error));
}

gboolean
heddle_edit_replicate (HdDocument *document,
                       HdCatalog *catalog,
                       guint64 uid,
                       const char *count,
                       GError **error)
{
  const HdObject *object = hd_document_get_object (document, uid);
  g_autofree char *text = g_strstrip (g_strdup (count != NULL ? count : ""));
  g_autoptr (GHashTable) looped = heddle_uid_set_new (NULL, 0);
  g_autoptr (GHashTable) claimed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) gone = g_array_new (FALSE, FALSE, sizeof (guint64));
  Replication self = { .document = document, .uid = uid, .looped = looped, .claimed = claimed, .gone = gone };
  g_autofree char *name = NULL;

  if (object == NULL || hd_schema_find_field (hd_object_get_kind (object), "count") == NULL || !heddle_edit_is_item (object))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("Only components and instances can be replicated."));
      return FALSE;
    }
  self.parent = hd_document_get_parent (document, uid);
  name = g_strdup_printf (_("Replicate %s: %s"), hd_object_get_id (object), text[0] != '\0' ? text : "1");
  hd_document_begin_group (document, name);
  return heddle_edit_end (document, replicate (&self, catalog, text[0] == '\0' || strcmp (text, "1") == 0 ? NULL : text, error));
}
