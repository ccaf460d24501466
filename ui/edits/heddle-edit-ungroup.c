/* heddle-edit-ungroup.c: the objects of a module in the place of its instance
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An array of instances first becomes instances alone. Then each is dissolved: copies of the
 * module's objects get ids that are free, ends at a port become ends at what it leads to, and paths
 * lose a step.
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-references.h"

#define MAXIMUM_MEMBERS 256
#define GAP 240.0

/* ---- one instance --------------------------------------------------------------------------- */

typedef struct
{
  HdDocument *document;
  guint64 instance;
  guint64 parent;
  const HdObject *module;
  HdDocument *clip;
  GHashTable *names; /* id in the module -> id in the place */
} Dissolving;

static const HdObject *
get_top (HdDocument *document)
{
  return hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
}

/* The module's objects as a document of their own, under ids that are free where they go. */
static gboolean
make_clip (Dissolving *self,
           GError **error)
{
  const HdObject *parent = hd_document_get_object (self->document, self->parent);
  g_autoptr (HeddleIds) ids = heddle_ids_new (parent, HEDDLE_IDS_OF_ITEMS);
  g_autoptr (GHashTable) changed = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  g_autoptr (GPtrArray) children = g_ptr_array_new ();
  const HdObject *top = get_top (self->clip);

  for (guint i = 0; i < hd_object_get_n_children (self->module); i++)
    if (hd_object_get_kind (hd_object_get_child (self->module, i)) != HD_OBJECT_PORT)
      g_ptr_array_add (children, (gpointer) hd_object_get_child (self->module, i));
  if (!hd_document_insert_many (self->clip, hd_object_get_uid (top), 0, (const HdObject *const *) children->pdata, children->len, NULL, error))
    return FALSE;
  top = get_top (self->clip);
  for (guint i = 0; i < hd_object_get_n_children (top); i++)
    {
      const HdObject *child = hd_object_get_child (top, i);
      const char *id = hd_object_get_id (child);
      guint64 uid = hd_object_get_uid (child);

      if (id == NULL || (HEDDLE_IDS_OF_ITEMS & (1u << hd_object_get_kind (child))) == 0)
        continue;

      g_autofree char *free_id = heddle_ids_take (ids, id);

      g_hash_table_insert (self->names, g_strdup (id), g_strdup (free_id));
      if (strcmp (id, free_id) != 0)
        g_hash_table_insert (changed, g_memdup2 (&uid, sizeof uid), g_steal_pointer (&free_id));
    }
  return heddle_references_rename (self->clip, changed, error);
}

static const char *
new_name (Dissolving *self,
          const char *text,
          guint start,
          guint end)
{
  g_autofree char *name = g_strndup (text + start, end - start);

  return g_hash_table_lookup (self->names, name);
}

/* Each index after a name, without brackets */
static void
add_indices (GPtrArray *indices,
             const HdPathReader *reader)
{
  guint depth = 0, start = 0;

  for (guint p = reader->name_end; p < reader->end; p++)
    {
      char c = reader->text[p];

      if (c == '[' && depth++ == 0)
        start = p + 1;
      else if (c == ']' && --depth == 0)
        g_ptr_array_add (indices, g_strndup (reader->text + start, p - start));
    }
}

static gboolean
is_free_name (Dissolving *self,
              const char *word)
{
  static const char *const functions[] = { "floor", "ceil", "min", "max", "if", "and", "or", "not", NULL };

  return (g_ascii_isalpha (word[0]) || word[0] == '_') && !g_strv_contains (functions, word) && !heddle_edit_is_index_name (self->document, word);
}

/* "group.eth[i]" becomes what the port leads to: "xpu[i].eth". */
static char *
inline_port (Dissolving *self,
             const char *text,
             guint start,
             GError **error)
{
  g_autoptr (GPtrArray) indices = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *name = NULL, *bound = NULL;
  const HdObject *port;
  HdPathReader reader;
  const char *of;
  guint n;

  if (!hd_path_reader_init (&reader, text, start) || !hd_path_reader_next (&reader) || !reader.is_port)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” names no port."), text);
      return NULL;
    }
  name = g_strndup (text + reader.start, reader.name_end - reader.start);
  add_indices (indices, &reader);
  port = hd_object_find_child (self->module, HD_OBJECT_PORT, name);
  of = port != NULL ? hd_object_get (port, "of") : NULL;
  if (!hd_path_reader_init (&reader, of, 0))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("Port “%s” leads nowhere."), name);
      return NULL;
    }

  /* Free indices of the port are those that are plain names, in order. */
  do
    {
      g_autoptr (GPtrArray) own = g_ptr_array_new_with_free_func (g_free);

      add_indices (own, &reader);
      for (guint i = 0; i < own->len; i++)
        {
          g_auto (GStrv) words = g_strsplit_set (own->pdata[i], " +-*/%(),", -1);

          for (guint w = 0; words[w] != NULL; w++)
            if (is_free_name (self, words[w]) && !g_ptr_array_find_with_equal_func (names, words[w], g_str_equal, NULL))
              g_ptr_array_add (names, g_strdup (words[w]));
        }
    }
  while (hd_path_reader_next (&reader));

  n = MIN (names->len, indices->len);
  for (guint i = 0; i < n; i++)
    {
      const char *index = indices->pdata[i];
      gboolean plain = index[strspn (index, "abcdefghijklmnopqrstuvwxyz"
                                            "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$")]
                       == '\0';
      g_autofree char *whole = g_strdup_printf ("[%s]", (char *) names->pdata[i]);

      /* "(j + 1) * 2" needs its brackets, "[j + 1]" has them. */
      if (!plain && strstr (of, whole) == NULL)
        {
          char *wrapped = g_strdup_printf ("(%s)", index);

          g_free (indices->pdata[i]);
          indices->pdata[i] = wrapped;
        }
    }
  bound = heddle_edit_substitute (of, TRUE, (const char *const *) names->pdata, (const char *const *) indices->pdata, n);

  hd_path_reader_init (&reader, bound, 0);

  g_autoptr (GString) result = g_string_new (bound);
  const char *item = new_name (self, bound, reader.start, reader.name_end);

  if (item != NULL)
    {
      g_string_erase (result, reader.start, reader.name_end - reader.start);
      g_string_insert (result, reader.start, item);
    }
  for (guint i = n; i < indices->len; i++)
    g_string_append_printf (result, "[%s]", (char *) indices->pdata[i]);
  return g_strdup (result->str);
}

static char *
dissolve_reference (gpointer data,
                    const HeddleReference *reference,
                    const char *text,
                    guint *start,
                    guint *end,
                    GError **error)
{
  Dissolving *self = data;
  const HdObject *holder = hd_document_get_object (self->document, reference->holder);
  HdObjectKind kind = hd_object_get_kind (holder);
  HdPathReader reader;

  if (reference->target != self->instance)
    return NULL;
  if (hd_document_get_parent (self->document, reference->holder) == self->parent && (kind == HD_OBJECT_LINK || kind == HD_OBJECT_PORT))
    {
      *end = reference->path_end;
      return inline_port (self, text, *start, error);
    }
  if (!hd_path_reader_init (&reader, text, *start) || !hd_path_reader_next (&reader) || reader.is_port
      || new_name (self, text, reader.start, reader.name_end) == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” means the instance itself; change that first."), text);
      return NULL;
    }
  *end = reader.name_end;
  return g_strdup (new_name (self, text, reader.start, reader.name_end));
}

/* The middle of the module's places comes to stand where the instance stood. */
static gboolean
place_clip (Dissolving *self,
            GError **error)
{
  const HdObject *instance = hd_document_get_object (self->document, self->instance);
  const HdObject *top = get_top (self->clip);
  double left = G_MAXDOUBLE, upper = G_MAXDOUBLE, right = -G_MAXDOUBLE, lower = -G_MAXDOUBLE;
  g_autoptr (GArray) uids = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < hd_object_get_n_children (top); i++)
    {
      const HdObject *child = hd_object_get_child (top, i);
      guint64 uid = hd_object_get_uid (child);
      double x = hd_object_get_number (child, "x", NAN);
      double y = hd_object_get_number (child, "y", NAN);

      if (isnan (x) || isnan (y))
        continue;
      left = MIN (left, x);
      right = MAX (right, x);
      upper = MIN (upper, y);
      lower = MAX (lower, y);
      g_array_append_val (uids, uid);
    }
  if (uids->len == 0)
    return TRUE;

  double x = (left + right) / 2, y = (upper + lower) / 2;

  return heddle_edit_move (self->clip, (const guint64 *) uids->data, uids->len, hd_object_get_number (instance, "x", x) - x,
                           hd_object_get_number (instance, "y", y) - y, error);
}

static gboolean
dissolve (Dissolving *self,
          GArray *out_uids,
          GError **error)
{
  g_autoptr (GArray) references = heddle_references_collect (self->document);

  return make_clip (self, error) && place_clip (self, error)
         && heddle_references_rewrite (self->document, references, dissolve_reference, self, error)
         && hd_document_remove (self->document, self->instance, error)
         && heddle_edit_insert_clip (self->document, self->parent, self->clip, out_uids, error);
}

static gboolean
dissolve_instance (HdDocument *document,
                   guint64 uid,
                   GArray *out_uids,
                   GError **error)
{
  const HdObject *instance = hd_document_get_object (document, uid);
  const HdObject *module = heddle_edit_find_module (document, hd_object_get (instance, "of"));
  g_autoptr (HdDocument) clip = hd_document_new (NULL);
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Dissolving self = { document, uid, hd_document_get_parent (document, uid), module, clip, names };
  gboolean good;

  hd_document_begin_group (clip, "");
  good = dissolve (&self, out_uids, error);
  hd_document_end_group (clip);
  return good;
}

/* ---- an array becomes instances alone ------------------------------------------------------- */

typedef struct
{
  HdDocument *document;
  HdWiring *wiring;
  guint64 instance;
  guint64 parent;
  guint n_dimensions;
  guint32 sizes[HD_WIRING_MAX_DIMENSIONS];
  guint count;
  char **ids; /* of the members */
} Splitting;

/* The member that "[1][2]" means, -1 if that is not one. */
static int
read_member (Splitting *self,
             const HdPathReader *reader)
{
  g_autoptr (GPtrArray) indices = g_ptr_array_new_with_free_func (g_free);
  guint member = 0;

  add_indices (indices, reader);
  if (indices->len != self->n_dimensions)
    return -1;
  for (guint d = 0; d < indices->len; d++)
    {
      guint64 index;

      if (!g_ascii_string_to_unsigned (g_strstrip (indices->pdata[d]), 10, 0, self->sizes[d] - 1, &index, NULL))
        return -1;
      member = member * self->sizes[d] + index;
    }
  return member;
}

/* Of an address: "[*]", "[0..3]", none for all */
static gboolean
is_meant (Splitting *self,
          const HdPathReader *reader,
          guint member)
{
  g_autoptr (GPtrArray) indices = g_ptr_array_new_with_free_func (g_free);
  guint rest = member;

  add_indices (indices, reader);
  for (guint d = self->n_dimensions; d > 0 && indices->len == self->n_dimensions; d--)
    {
      const char *text = g_strstrip (indices->pdata[d - 1]);
      guint index = rest % self->sizes[d - 1];
      char *end;
      guint64 first = g_ascii_strtoull (text, &end, 10), last = first;

      rest /= self->sizes[d - 1];
      if (strcmp (text, "*") == 0)
        continue;
      if (g_str_has_prefix (end, ".."))
        last = g_ascii_strtoull (end + 2, NULL, 10);
      if (index < first || index > last)
        return FALSE;
    }
  return TRUE;
}

static char *
split_reference (gpointer data,
                 const HeddleReference *reference,
                 const char *text,
                 guint *start,
                 guint *end,
                 GError **error)
{
  Splitting *self = data;
  const HdObject *holder = hd_document_get_object (self->document, reference->holder);
  const HdField *field = hd_schema_find_field (hd_object_get_kind (holder), reference->attribute);
  HdPathReader reader;
  g_autoptr (GString) list = g_string_new (NULL);
  int member;

  if (reference->target != self->instance || !hd_path_reader_init (&reader, text, *start))
    return NULL;
  member = read_member (self, &reader);
  if (member >= 0)
    {
      *end = reader.end;
      return g_strdup (self->ids[member]);
    }
  if (field == NULL || field->kind != HD_FIELD_PATTERNS || hd_object_get_kind (holder) == HD_OBJECT_ROUTE)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” means several members at once; change that first."), text);
      return NULL;
    }
  for (guint m = 0; m < self->count; m++)
    if (is_meant (self, &reader, m))
      g_string_append_printf (list, "%s%.*s%s%.*s", list->len > 0 ? " " : "", (int) (reader.start - reference->path_start),
                              text + reference->path_start, self->ids[m], (int) (reference->path_end - reader.end), text + reader.end);
  *start = reference->path_start;
  *end = reference->path_end;
  return g_strdup (list->str);
}

static gboolean
expand_links (Splitting *self,
              GError **error)
{
  g_autoptr (GArray) references = heddle_references_collect (self->document);
  g_autoptr (GHashTable) done = heddle_uid_set_new (NULL, 0);

  for (guint i = 0; i < references->len; i++)
    {
      const HeddleReference *it = &g_array_index (references, HeddleReference, i);
      const HdObject *holder = hd_document_get_object (self->document, it->holder);
      HdPathReader reader;

      if (it->target != self->instance || heddle_uid_set_has (done, it->holder) || hd_object_get_kind (holder) != HD_OBJECT_LINK
          || !hd_path_reader_init (&reader, hd_object_get (holder, it->attribute), it->start) || read_member (self, &reader) >= 0)
        continue;
      heddle_uid_set_add (done, it->holder);
      if (!heddle_edit_expand_link (self->document, self->wiring, it->holder, references, error))
        return FALSE;
    }
  return TRUE;
}

/* One instance for each member, side by side where the array stood. */
static gboolean
insert_members (Splitting *self,
                GArray *out_uids,
                GError **error)
{
  const HdObject *array = hd_document_get_object (self->document, self->instance);
  const HdObject *block = hd_document_get_object (self->document, self->parent);
  guint columns = ceil (sqrt (self->count)), rows = (self->count + columns - 1) / columns;
  double x = hd_object_get_number (array, "x", 0) - (columns - 1) * GAP / 2;
  double y = hd_object_get_number (array, "y", 0) - (rows - 1) * GAP / 2;
  const char *of = hd_object_get (array, "of");

  for (guint m = 0; m < self->count; m++)
    {
      g_autoptr (HdObject) member = hd_object_new (HD_OBJECT_INSTANCE, "id", self->ids[m], "of", of, NULL);
      guint64 uid = hd_document_insert (self->document, self->parent, heddle_edit_find_position (block, HD_OBJECT_INSTANCE), member, error);

      if (uid == 0 || !heddle_edit_set_number (self->document, uid, "x", x + m % columns * GAP, error)
          || !heddle_edit_set_number (self->document, uid, "y", y + m / columns * GAP, error))
        return FALSE;
      g_array_append_val (out_uids, uid);
    }
  return TRUE;
}

static gboolean
check_split (Splitting *self,
             GError **error)
{
  const HdObject *array = hd_document_get_object (self->document, self->instance);
  const char *index = hd_object_get (array, "index");
  g_auto (GStrv) names = g_strsplit (index != NULL ? index : hd_object_get_id (array), " ", -1);

  if (self->count > MAXIMUM_MEMBERS)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT,
                   _("“%s” has %u members; at most %d can be ungrouped."), hd_object_get_id (array), self->count, MAXIMUM_MEMBERS);
      return FALSE;
    }
  for (guint i = 0; names[i] != NULL; i++)
    if (heddle_edit_uses_index (self->document, heddle_edit_find_module (self->document, hd_object_get (array, "of")), names[i]))
      {
        g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                     _("The members of “%s” differ: the module uses the index “%s”. Change that "
                        "first."),
                        hd_object_get_id (array), names[i]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
split (Splitting *self,
       GArray *out_uids,
       GError **error)
{
  const HdObject *block = hd_document_get_object (self->document, self->parent);
  g_autoptr (HeddleIds) ids = heddle_ids_new (block, HEDDLE_IDS_OF_ITEMS);
  const char *id = hd_object_get_id (hd_document_get_object (self->document, self->instance));
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) references = NULL;

  for (guint m = 0; m < self->count; m++)
    {
      g_autofree char *wanted = g_strdup_printf ("%s_%u", id, m);

      g_ptr_array_add (names, heddle_ids_take (ids, wanted));
    }
  self->ids = (char **) names->pdata;
  if (!check_split (self, error) || !expand_links (self, error))
    return FALSE;
  references = heddle_references_collect (self->document);
  return heddle_references_rewrite (self->document, references, split_reference, self, error) && insert_members (self, out_uids, error)
         && hd_document_remove (self->document, self->instance, error);
}

/* ---- ungrouping ----------------------------------------------------------------------------- */

static gboolean
is_used (HdDocument *document,
         const char *module)
{
  const HdObject *root = hd_document_get_root (document);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *block = hd_object_get_child (root, i);

      for (guint k = 0; heddle_edit_is_block (block) && k < hd_object_get_n_children (block); k++)
        {
          const HdObject *child = hd_object_get_child (block, k);

          if (hd_object_get_kind (child) == HD_OBJECT_INSTANCE && g_strcmp0 (hd_object_get (child, "of"), module) == 0)
            return TRUE;
        }
    }
  return FALSE;
}

static gboolean
ungroup (HdDocument *document,
         HdCatalog *catalog,
         guint64 uid,
         GArray *out_uids,
         GError **error)
{
  const HdObject *instance = hd_document_get_object (document, uid);
  const HdObject *module = heddle_edit_find_module (document, hd_object_get (instance, "of"));
  g_autoptr (GArray) members = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree char *id = g_strdup (hd_object_get_id (module));
  Splitting self = { .document = document, .instance = uid };

  self.parent = hd_document_get_parent (document, uid);
  if (hd_object_get (instance, "count") == NULL)
    g_array_append_val (members, uid);
  else
    {
      self.wiring = heddle_edit_get_wiring (document, catalog, self.parent);
      self.n_dimensions = self.wiring != NULL ? hd_wiring_get_shape (self.wiring, uid, self.sizes) : 0;
      self.count = self.n_dimensions > 0;
      for (guint d = 0; d < self.n_dimensions; d++)
        self.count *= self.sizes[d];
      if (self.count == 0)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” has no members."), hd_object_get_id (instance));
          return FALSE;
        }
      if (!split (&self, members, error))
        return FALSE;
    }
  for (guint i = 0; i < members->len; i++)
    if (!dissolve_instance (document, g_array_index (members, guint64, i), out_uids, error))
      return FALSE;

  module = heddle_edit_find_module (document, id);
  return is_used (document, id) || hd_document_remove (document, hd_object_get_uid (module), error);
}

GArray *
heddle_edit_ungroup (HdDocument *document,
                     HdCatalog *catalog,
                     guint64 instance,
                     GError **error)
{
  const HdObject *object = hd_document_get_object (document, instance);
  g_autoptr (GArray) uids = g_array_new (FALSE, FALSE, sizeof (guint64));

  if (object == NULL || hd_object_get_kind (object) != HD_OBJECT_INSTANCE || heddle_edit_find_module (document, hd_object_get (object, "of")) == NULL)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("Only an instance of a module can be ungrouped."));
      return NULL;
    }
  heddle_edit_begin (document, _("Ungroup %s"), hd_object_get_id (object));
  return heddle_edit_end (document, ungroup (document, catalog, instance, uids, error)) ? g_steal_pointer (&uids) : NULL;
}
