/* heddle-edit-paste.c: the text of a project into the module that is looked at
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The text becomes a document of its own, the clip. What is taken gets its new name there, where
 * all that refers to it follows; then its trees are inserted, which is all that the project sees.
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-references.h"

#define LIMIT_BYTES (64 * 1024 * 1024)
#define PLACE_STEP 216.0 /* px: a card and a gap */

typedef struct
{
  HdDocument *document;
  HdDocument *clip;
  guint64 module;
  GArray *references; /* of the clip */
  GHashTable *known;  /* uids of the clip: definitions that the project has already */
  GHashTable *names;  /* uid of the clip -> new id */
} Paste;

/* ---- the clip ------------------------------------------------------------------------------- */

static HdDocument *
read_clip (const char *text,
           GError **error)
{
  gsize length = strlen (text);
  g_autoptr (GError) cause = NULL;
  HdDocument *clip;

  if (length > LIMIT_BYTES)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT,
                   _("The clipboard holds %zu MB; at most %d MB can be pasted."), length / (1024 * 1024), LIMIT_BYTES / (1024 * 1024));
      return NULL;
    }
  clip = hd_document_load_from_data (text, length, _("clipboard"), NULL, &cause);
  if (clip == NULL)
    {
      g_set_error (error, HD_ERROR, cause->code, _("What is in the clipboard is no project: %s"), cause->message);
      return NULL;
    }
  if (hd_document_get_read_only (clip))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("The clipboard comes from a newer version of Heddle."));
      g_clear_object (&clip);
    }
  return clip;
}

static gboolean
equal_trees (const HdObject *a,
             const HdObject *b)
{
  guint n_attributes = hd_object_get_n_attributes (a), n = hd_object_get_n_children (a);

  if (hd_object_get_kind (a) != hd_object_get_kind (b) || hd_object_get_n_attributes (b) != n_attributes || hd_object_get_n_children (b) != n
      || g_strcmp0 (hd_object_get_element (a), hd_object_get_element (b)) != 0 || g_strcmp0 (hd_object_get_text (a), hd_object_get_text (b)) != 0)
    return FALSE;
  for (guint i = 0; i < n_attributes; i++)
    {
      const char *value;
      const char *name = hd_object_get_nth_attribute (a, i, &value);

      if (g_strcmp0 (hd_object_get (b, name), value) != 0)
        return FALSE;
    }
  for (guint i = 0; i < n; i++)
    if (!equal_trees (hd_object_get_child (a, i), hd_object_get_child (b, i)))
      return FALSE;
  return TRUE;
}

/* ---- definitions: variables, link classes, modules ------------------------------------------ */

static gboolean
is_definition (HdObjectKind kind)
{
  return kind == HD_OBJECT_VARIABLE || kind == HD_OBJECT_LINK_CLASS || kind == HD_OBJECT_MODULE;
}

/* The object that holds those of @kind. */
static const HdObject *
get_holder (HdDocument *document,
            HdObjectKind kind)
{
  const HdObject *root = hd_document_get_root (document);

  return kind == HD_OBJECT_VARIABLE ? hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL) : root;
}

static const HdObject *
find_namesake (Paste *self,
               const HdObject *definition)
{
  HdObjectKind kind = hd_object_get_kind (definition);
  const HdObject *holder = get_holder (self->document, kind);
  const char *id = hd_object_get_id (definition);

  return holder != NULL && id != NULL ? hd_object_find_child (holder, kind, id) : NULL;
}

/* The definition that holds @uid, or 0 if that stands in the clip's top. */
static guint64
definition_of (Paste *self,
               guint64 uid)
{
  for (; uid != 0; uid = hd_document_get_parent (self->clip, uid))
    if (is_definition (hd_object_get_kind (hd_document_get_object (self->clip, uid))))
      return uid;
  return 0;
}

/* What reads the same is the same only if all that it names is. */
static void
find_known (Paste *self)
{
  static const HdObjectKind kinds[] = { HD_OBJECT_VARIABLE, HD_OBJECT_LINK_CLASS, HD_OBJECT_MODULE };
  gboolean again = TRUE;

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      const HdObject *holder = get_holder (self->clip, kinds[k]);

      for (guint i = 0; holder != NULL && i < hd_object_get_n_children (holder); i++)
        {
          const HdObject *child = hd_object_get_child (holder, i);
          const HdObject *namesake = hd_object_get_kind (child) == kinds[k] ? find_namesake (self, child) : NULL;

          if (namesake != NULL && equal_trees (child, namesake))
            heddle_uid_set_add (self->known, hd_object_get_uid (child));
        }
    }
  while (again)
    {
      again = FALSE;
      for (guint i = 0; i < self->references->len; i++)
        {
          const HeddleReference *it = &g_array_index (self->references, HeddleReference, i);
          guint64 from = definition_of (self, it->holder), to = definition_of (self, it->target);

          if (from != to && from != 0 && to != 0 && heddle_uid_set_has (self->known, from) && !heddle_uid_set_has (self->known, to))
            again |= g_hash_table_remove (self->known, &from);
        }
    }
}

/* A link that was called after its ends had its id for what referred to it, which is not copied. */
static gboolean
forget_ids (Paste *self,
            GError **error)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (self->clip), HD_OBJECT_TOP, NULL);
  g_autoptr (GArray) links = heddle_edit_collect_after_ends (top);
  g_autoptr (GHashTable) named = heddle_uid_set_new (NULL, 0);

  for (guint i = 0; i < self->references->len; i++)
    heddle_uid_set_add (named, g_array_index (self->references, HeddleReference, i).target);
  for (guint i = 0; i < links->len; i++)
    {
      guint64 uid = g_array_index (links, guint64, i);

      if (!heddle_uid_set_has (named, uid) && !hd_document_set_attribute (self->clip, uid, "id", NULL, error))
        return FALSE;
    }
  return TRUE;
}

static void
choose_name (Paste *self,
             const HdObject *object,
             HeddleIds *ids)
{
  const char *id = hd_object_get_id (object);
  guint64 uid = hd_object_get_uid (object);

  if (id == NULL)
    return;

  g_autofree char *free_id = heddle_ids_take (ids, id);

  if (strcmp (free_id, id) != 0)
    g_hash_table_insert (self->names, g_memdup2 (&uid, sizeof uid), g_steal_pointer (&free_id));
}

/* Definitions that the clip's top needs, by way of others. */
static GHashTable *
find_needed (Paste *self)
{
  GHashTable *needed = heddle_uid_set_new (NULL, 0);
  const HdObject *top = hd_object_find_child (hd_document_get_root (self->clip), HD_OBJECT_TOP, NULL);
  guint64 top_uid = hd_object_get_uid (top);
  gboolean again = TRUE;

  while (again)
    {
      again = FALSE;
      for (guint i = 0; i < self->references->len; i++)
        {
          const HeddleReference *it = &g_array_index (self->references, HeddleReference, i);
          guint64 from = definition_of (self, it->holder), to = definition_of (self, it->target);

          if (to == 0 || heddle_uid_set_has (needed, to))
            continue;
          if (from != 0 ? heddle_uid_set_has (needed, from) : hd_document_get_parent (self->clip, it->holder) == top_uid)
            again |= heddle_uid_set_add (needed, to);
        }
    }
  return needed;
}

/* Of one kind, those that are needed and not known, in the order of the clip. */
static GPtrArray *
collect_definitions (Paste *self,
                     HdObjectKind kind,
                     GHashTable *needed)
{
  GPtrArray *found = g_ptr_array_new ();
  const HdObject *holder = get_holder (self->clip, kind);

  for (guint i = 0; holder != NULL && i < hd_object_get_n_children (holder); i++)
    {
      const HdObject *child = hd_object_get_child (holder, i);
      guint64 uid = hd_object_get_uid (child);

      if (hd_object_get_kind (child) == kind && heddle_uid_set_has (needed, uid) && !heddle_uid_set_has (self->known, uid))
        g_ptr_array_add (found, (gpointer) child);
    }
  return found;
}

static gboolean
insert_definitions (Paste *self,
                    HdObjectKind kind,
                    GHashTable *needed,
                    GError **error)
{
  g_autoptr (GPtrArray) found = collect_definitions (self, kind, needed);
  const HdObject *root = hd_document_get_root (self->document);
  const HdObject *holder = get_holder (self->document, kind);

  if (found->len == 0)
    return TRUE;
  if (holder == NULL)
    {
      g_autoptr (HdObject) empty = hd_object_new (HD_OBJECT_VARIABLES, NULL, NULL);
      guint64 uid = hd_document_insert (self->document, hd_object_get_uid (root), 0, empty, error);

      if (uid == 0)
        return FALSE;
      holder = hd_document_get_object (self->document, uid);
    }
  return hd_document_insert_many (self->document, hd_object_get_uid (holder), heddle_edit_find_position (holder, kind),
                                  (const HdObject *const *) found->pdata, found->len, NULL, error);
}

/* ---- names ---------------------------------------------------------------------------------- */

static gboolean
rename_all (Paste *self,
            GHashTable *needed,
            GError **error)
{
  static const HdObjectKind kinds[] = { HD_OBJECT_VARIABLE, HD_OBJECT_LINK_CLASS, HD_OBJECT_MODULE };
  const HdObject *block = hd_document_get_object (self->document, self->module);
  const HdObject *top = hd_object_find_child (hd_document_get_root (self->clip), HD_OBJECT_TOP, NULL);
  g_autoptr (HeddleIds) items = heddle_ids_new (block, HEDDLE_IDS_OF_ITEMS);

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (HeddleIds) ids = heddle_ids_new (get_holder (self->document, kinds[k]), 1u << kinds[k]);
      g_autoptr (GPtrArray) found = collect_definitions (self, kinds[k], needed);

      for (guint i = 0; i < found->len; i++)
        choose_name (self, found->pdata[i], ids);
    }
  for (guint i = 0; i < hd_object_get_n_children (top); i++)
    {
      const HdObject *child = hd_object_get_child (top, i);

      if ((HEDDLE_IDS_OF_ITEMS & (1u << hd_object_get_kind (child))) != 0)
        choose_name (self, child, items);
    }
  return g_hash_table_size (self->names) == 0 || heddle_references_rename (self->clip, self->names, error);
}

/* What another program wrote may say nothing: it stands in a row, and stays there. */
static gboolean
place_all (Paste *self,
           GError **error)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (self->clip), HD_OBJECT_TOP, NULL);
  guint n = hd_object_get_n_children (top), n_placed = 0;
  gboolean good = TRUE;

  for (guint i = 0; i < n && good; i++)
    {
      const HdObject *object = hd_object_get_child (hd_object_find_child (hd_document_get_root (self->clip), HD_OBJECT_TOP, NULL), i);
      HdObjectKind kind = hd_object_get_kind (object);
      guint64 uid = hd_object_get_uid (object);

      if ((kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE)
          && (hd_object_get (object, "x") == NULL || hd_object_get (object, "y") == NULL))
        good = heddle_edit_set_number (self->clip, uid, "x", n_placed++ * PLACE_STEP, error)
               && heddle_edit_set_number (self->clip, uid, "y", 0, error);
    }
  return good;
}

static gboolean
shift_all (Paste *self,
           double dx,
           double dy,
           GError **error)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (self->clip), HD_OBJECT_TOP, NULL);
  g_autoptr (GArray) uids = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < hd_object_get_n_children (top); i++)
    {
      guint64 uid = hd_object_get_uid (hd_object_get_child (top, i));

      g_array_append_val (uids, uid);
    }
  return heddle_edit_move (self->clip, (const guint64 *) uids->data, uids->len, dx, dy, error);
}

/* ---- pasting -------------------------------------------------------------------------------- */

static gboolean
check_instances (Paste *self,
                 GError **error)
{
  const HdObject *block = hd_document_get_object (self->document, self->module);
  const HdObject *top = hd_object_find_child (hd_document_get_root (self->clip), HD_OBJECT_TOP, NULL);

  if (hd_object_get_kind (block) != HD_OBJECT_MODULE)
    return TRUE;
  for (guint i = 0; i < hd_object_get_n_children (top); i++)
    {
      const HdObject *child = hd_object_get_child (top, i);
      const HdObject *module = hd_object_get_kind (child) == HD_OBJECT_INSTANCE
                                   ? heddle_edit_find_module (self->document, hd_object_get (child, "of"))
                                   : NULL;

      if (module != NULL && heddle_edit_holds (self->document, module, hd_object_get_id (block)))
        {
          g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                       _("The module “%s” cannot stand in “%s”: it would hold itself."), hd_object_get_id (module), hd_object_get_id (block));
          return FALSE;
        }
    }
  return TRUE;
}

/* One insertion for each run of kinds that belong together in a file. */
gboolean
heddle_edit_insert_clip (HdDocument *document,
                         guint64 module,
                         HdDocument *clip,
                         GArray *out_uids,
                         GError **error)
{
  static const HdObjectKind last[] = { HD_OBJECT_INSTANCE, HD_OBJECT_LINK, HD_OBJECT_ROUTE, HD_OBJECT_NOTE };
  const HdObject *top = hd_object_find_child (hd_document_get_root (clip), HD_OBJECT_TOP, NULL);

  for (guint k = 0; k < G_N_ELEMENTS (last); k++)
    {
      g_autoptr (GPtrArray) trees = g_ptr_array_new ();
      const HdObject *block = hd_document_get_object (document, module);
      guint first = out_uids->len;

      for (guint i = 0; i < hd_object_get_n_children (top); i++)
        {
          const HdObject *child = hd_object_get_child (top, i);
          HdObjectKind kind = hd_object_get_kind (child);

          if (heddle_edit_is_item (child))
            kind = HD_OBJECT_INSTANCE;
          else if (kind < HD_OBJECT_LINK || kind > HD_OBJECT_NOTE)
            kind = HD_OBJECT_NOTE; /* what is unknown is kept */
          if (kind == last[k])
            g_ptr_array_add (trees, (gpointer) child);
        }
      if (trees->len == 0)
        continue;
      g_array_set_size (out_uids, first + trees->len);
      if (!hd_document_insert_many (document, module, heddle_edit_find_position (block, last[k]), (const HdObject *const *) trees->pdata, trees->len,
                                    &g_array_index (out_uids, guint64, first), error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
paste (Paste *self,
       double dx,
       double dy,
       GArray *out_uids,
       GError **error)
{
  g_autoptr (GHashTable) needed = NULL;

  self->references = heddle_references_collect (self->clip);
  find_known (self);
  needed = find_needed (self);
  return forget_ids (self, error) && rename_all (self, needed, error) && place_all (self, error) && shift_all (self, dx, dy, error)
         && insert_definitions (self, HD_OBJECT_VARIABLE, needed, error)
         && insert_definitions (self, HD_OBJECT_LINK_CLASS, needed, error) && insert_definitions (self, HD_OBJECT_MODULE, needed, error)
         && check_instances (self, error) && heddle_edit_insert_clip (self->document, self->module, self->clip, out_uids, error);
}

GArray *
heddle_edit_paste_project (HdDocument *document,
                           guint64 module,
                           HdDocument *clip,
                           double dx,
                           double dy,
                           const char *undo_name,
                           GError **error)
{
  g_autoptr (GArray) uids = g_array_new (FALSE, FALSE, sizeof (guint64));
  const HdObject *top = hd_object_find_child (hd_document_get_root (clip), HD_OBJECT_TOP, NULL);
  Paste self = { .document = document, .clip = clip, .module = module };
  gboolean good;

  if (heddle_edit_get_block (document, module, error) == NULL)
    return NULL;
  if (top == NULL || hd_object_get_n_children (top) == 0)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("There is nothing in the top of the project that is to be pasted."));
      return NULL;
    }

  self.known = heddle_uid_set_new (NULL, 0);
  self.names = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  hd_document_begin_group (document, undo_name);
  hd_document_begin_group (clip, undo_name);
  good = paste (&self, dx, dy, uids, error);
  hd_document_end_group (clip);
  heddle_edit_end (document, good);
  g_hash_table_unref (self.known);
  g_hash_table_unref (self.names);
  g_clear_pointer (&self.references, g_array_unref);
  return good ? g_steal_pointer (&uids) : NULL;
}

GArray *
heddle_edit_paste (HdDocument *document,
                   HdCatalog *catalog,
                   guint64 module,
                   const char *text,
                   double dx,
                   double dy,
                   const char *undo_name,
                   GError **error)
{
  g_autoptr (HdDocument) clip = read_clip (text, error);

  return clip != NULL ? heddle_edit_paste_project (document, module, clip, dx, dy, undo_name, error) : NULL;
}
