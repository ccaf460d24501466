/* heddle-edit-group.c: objects into a module of their own
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Objects keep their ids and links among them their text: an index of what encloses the module is
 * seen inside it too. A link that crosses the border gets a port; the port is bound to the free
 * indices of what it leads to, so that `xpu[i].eth` becomes `group.eth[i]`.
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-references.h"

#define MAXIMUM_INDICES 8

typedef struct
{
  HdDocument *document;
  const HdObject *block;
  guint64 module;
  const char *id;          /* of the new module */
  char *instance;          /* id of its instance */
  double x, y;             /* middle of what is grouped */
  GHashTable *chosen;      /* uids: items, notes, and links and routes among them */
  GHashTable *ports;       /* what a port leads to -> its id */
  GPtrArray *port_objects; /* of HdObject */
  HeddleIds *port_ids;
  char **loop;
} Grouping;

/* ---- ports of the border -------------------------------------------------------------------- */

static const char *
side_towards (Grouping *self,
              const HdObject *other)
{
  double dx = other != NULL ? hd_object_get_number (other, "x", self->x) - self->x : 0;
  double dy = other != NULL ? hd_object_get_number (other, "y", self->y) - self->y : 0;

  if (ABS (dx) > ABS (dy))
    return dx > 0 ? "right" : "left";
  return dy > 0 ? "bottom" : "top";
}

static const char *
get_port (Grouping *self,
          const char *of,
          const char *item,
          const char *port,
          const char *side)
{
  char *id = g_hash_table_lookup (self->ports, of);

  if (id != NULL)
    return id;
  if (!heddle_ids_has (self->port_ids, port))
    id = heddle_ids_take (self->port_ids, port);
  else
    {
      g_autofree char *wanted = g_strdup_printf ("%s_%s", item, port);

      id = heddle_ids_take (self->port_ids, wanted);
    }
  g_hash_table_insert (self->ports, g_strdup (of), id);
  g_ptr_array_add (self->port_objects, hd_object_new (HD_OBJECT_PORT, "id", id, "of", of, "side", side, NULL));
  return id;
}

/* "[i][j + 1]" as it stands after a name */
static guint
take_indices (Grouping *self,
              const HdPathReader *reader,
              GString *indices,
              GString *of,
              guint n)
{
  for (guint i = 0; i < reader->n_indices && n + i < MAXIMUM_INDICES; i++)
    g_string_append_printf (of, "[%s]", self->loop[n + i]);
  g_string_append_len (indices, reader->text + reader->name_end, reader->end - reader->name_end);
  return n + reader->n_indices;
}

/* "xpu[i].eth" seen from outside: "group.eth[i]", with a port that leads to "xpu[a].eth" */
static char *
cross (Grouping *self,
       const char *text,
       guint start,
       const char *side,
       GError **error)
{
  g_autoptr (GString) of = g_string_new (NULL), indices = g_string_new (NULL);
  g_autofree char *item = NULL, *port = NULL;
  HdPathReader reader;
  guint n = 0;

  for (gboolean more = hd_path_reader_init (&reader, text, start); more; more = hd_path_reader_next (&reader))
    {
      g_autofree char *name = g_strndup (text + reader.start, reader.name_end - reader.start);

      if (of->len > 0)
        g_string_append_c (of, reader.is_port ? '.' : '/');
      g_string_append (of, name);
      if (reader.is_port)
        {
          g_string_append_len (indices, text + reader.name_end, reader.end - reader.name_end);
          n += reader.n_indices;
          port = g_steal_pointer (&name);
          continue;
        }
      n = take_indices (self, &reader, indices, of, n);
      if (item == NULL)
        item = g_steal_pointer (&name);
    }
  if (port == NULL || n > MAXIMUM_INDICES)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                   port == NULL ? _("“%s” names no port.") : _("“%s” has more indices than a port of a module can have."), text);
      return NULL;
    }
  return g_strdup_printf ("%s.%s%s", self->instance, get_port (self, of->str, item, port, side), indices->str);
}

/* ---- references from outside ---------------------------------------------------------------- */

/* Modules whose objects look outwards for a home: are they inside what is grouped, or not? */
static gboolean
check_home (Grouping *self,
            const HdObject *holder_block,
            gboolean *out_inside,
            GError **error)
{
  gboolean inside = FALSE, outside = FALSE;

  for (guint i = 0; i < hd_object_get_n_children (self->block); i++)
    {
      const HdObject *child = hd_object_get_child (self->block, i);
      const HdObject *inner = hd_object_get_kind (child) == HD_OBJECT_INSTANCE ? heddle_edit_find_module (self->document, hd_object_get (child, "of"))
                                                                               : NULL;

      if (inner == NULL || !heddle_edit_holds (self->document, inner, hd_object_get_id (holder_block)))
        continue;
      if (heddle_uid_set_has (self->chosen, hd_object_get_uid (child)))
        inside = TRUE;
      else
        outside = TRUE;
    }
  *out_inside = inside;
  if (!inside || !outside)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
               _("Instances of “%s” inside and outside the group have the same home in it; group "
                  "all of them, or none."),
                  hd_object_get_id (holder_block));
  return FALSE;
}

static char *
rewrite (gpointer data,
         const HeddleReference *reference,
         const char *text,
         guint *start,
         guint *end,
         GError **error)
{
  Grouping *self = data;
  HdDocument *document = self->document;
  const HdObject *holder = hd_document_get_object (document, reference->holder);
  guint64 parent = hd_document_get_parent (document, reference->holder);
  HdObjectKind kind = hd_object_get_kind (holder);

  self->block = hd_document_get_object (document, self->module); /* the last rewriting changed it */
  if (heddle_uid_set_has (self->chosen, reference->holder) || !heddle_uid_set_has (self->chosen, reference->target)
      || hd_document_get_parent (document, reference->target) != self->module)
    return NULL;

  if (parent == self->module && (kind == HD_OBJECT_LINK || kind == HD_OBJECT_PORT))
    {
      const char *other = kind == HD_OBJECT_LINK ? hd_object_get (holder, strcmp (reference->attribute, "from") == 0 ? "to" : "from") : NULL;
      const char *side = hd_object_get (holder, "side");
      HdPathReader reader;

      if (side == NULL && hd_path_reader_init (&reader, other, 0))
        {
          g_autofree char *name = g_strndup (other + reader.start, reader.name_end - reader.start);

          side = side_towards (self, heddle_edit_find_item (self->block, name));
        }
      *end = reference->path_end;
      return cross (self, text, reference->start, side != NULL ? side : "top", error);
    }
  if (parent != self->module && strcmp (reference->attribute, "home") == 0
      && hd_object_get_kind (hd_document_get_object (document, parent)) == HD_OBJECT_MODULE)
    {
      gboolean inside;

      if (!check_home (self, hd_document_get_object (document, parent), &inside, error) || inside)
        return NULL;
    }
  *end = *start;
  return g_strconcat (self->instance, "/", NULL);
}

/* ---- grouping ------------------------------------------------------------------------------- */

static gboolean
choose (Grouping *self,
        const guint64 *uids,
        guint n,
        const GArray *references,
        GError **error)
{
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;
  guint n_items = 0;

  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (self->document, uids[i]);

      if (object == NULL || hd_document_get_parent (self->document, uids[i]) != self->module
          || (!heddle_edit_is_item (object) && hd_object_get_kind (object) != HD_OBJECT_NOTE && hd_object_get_kind (object) != HD_OBJECT_KNOB))
        continue;

      double x = hd_object_get_number (object, "x", 0);
      double y = hd_object_get_number (object, "y", 0);

      left = MIN (left, x);
      right = MAX (right, x);
      top = MIN (top, y);
      bottom = MAX (bottom, y);
      n_items += heddle_edit_is_item (object);
      heddle_uid_set_add (self->chosen, uids[i]);
    }
  if (n_items == 0)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("Select components or instances to group."));
      return FALSE;
    }
  self->x = (left + right) / 2;
  self->y = (top + bottom) / 2;
  heddle_edit_choose_whole (self->document, self->block, HD_OBJECT_LINK, references, self->chosen);
  heddle_edit_choose_whole (self->document, self->block, HD_OBJECT_ROUTE, references, self->chosen);
  return TRUE;
}

static gboolean
make_module (Grouping *self,
             GError **error)
{
  const HdObject *root = hd_document_get_root (self->document);
  g_autoptr (HdObject) module = hd_object_new (HD_OBJECT_MODULE, "id", self->id, NULL);

  for (guint i = 0; i < self->port_objects->len; i++)
    hd_object_append_initial (module, hd_object_ref (self->port_objects->pdata[i]));
  for (guint i = 0; i < hd_object_get_n_children (self->block); i++)
    {
      const HdObject *child = hd_object_get_child (self->block, i);

      if (heddle_uid_set_has (self->chosen, hd_object_get_uid (child)))
        hd_object_append_initial (module, hd_object_ref (child));
    }
  return hd_document_insert (self->document, hd_object_get_uid (root), heddle_edit_find_position (root, HD_OBJECT_MODULE), module, error) != 0;
}

static guint64
replace (Grouping *self,
         GError **error)
{
  g_autoptr (HdObject) instance = hd_object_new (HD_OBJECT_INSTANCE, "id", self->instance, "of", self->id, NULL);
  g_autoptr (GArray) gone = g_array_new (FALSE, FALSE, sizeof (guint64));
  const HdObject *block;
  guint64 uid;

  for (guint i = hd_object_get_n_children (self->block); i > 0; i--)
    {
      uid = hd_object_get_uid (hd_object_get_child (self->block, i - 1));
      if (heddle_uid_set_has (self->chosen, uid))
        g_array_append_val (gone, uid);
    }
  for (guint i = 0; i < gone->len; i++)
    if (!hd_document_remove (self->document, g_array_index (gone, guint64, i), error))
      return 0;
  block = hd_document_get_object (self->document, self->module);
  uid = hd_document_insert (self->document, self->module, heddle_edit_find_position (block, HD_OBJECT_INSTANCE), instance, error);
  return uid != 0 && heddle_edit_set_number (self->document, uid, "x", self->x, error)
                 && heddle_edit_set_number (self->document, uid, "y", self->y, error)
             ? uid
             : 0;
}

static guint64
group (Grouping *self,
       const GArray *references,
       GError **error)
{
  if (!heddle_references_rewrite (self->document, references, rewrite, self, error))
    return 0;
  self->block = hd_document_get_object (self->document, self->module);
  return make_module (self, error) ? replace (self, error) : 0;
}

guint64
heddle_edit_group (HdDocument *document,
                   guint64 module,
                   const guint64 *uids,
                   guint n,
                   const char *id,
                   GError **error)
{
  const HdObject *block = heddle_edit_get_block (document, module, error);
  const HdObject *root = hd_document_get_root (document);
  g_autoptr (HeddleIds) modules = heddle_ids_new (root, HEDDLE_KIND (MODULE));
  g_autoptr (HeddleIds) items = NULL, port_ids = heddle_ids_new (NULL, 0);
  g_autoptr (GArray) references = NULL;
  g_autoptr (GHashTable) chosen = heddle_uid_set_new (NULL, 0);
  g_autoptr (GHashTable) ports = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) port_objects = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_object_unref);
  g_auto (GStrv) loop = heddle_edit_dup_loop_names (document, MAXIMUM_INDICES);
  Grouping self = { document, block, module, NULL, NULL, 0, 0, chosen, ports, port_objects, port_ids, loop };
  guint64 uid;

  if (block == NULL)
    return 0;
  if (id != NULL && heddle_ids_has (modules, id))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("There is a module “%s” already."), id);
      return 0;
    }
  references = heddle_references_collect (document);
  if (!choose (&self, uids, n, references, error))
    return 0;

  g_autofree char *what = heddle_edit_dup_what (document, uids, n);
  g_autofree char *module_id = heddle_ids_take (modules, id != NULL ? id : "group");
  g_autofree char *instance = NULL;

  items = heddle_ids_new (block, HEDDLE_IDS_OF_ITEMS);
  instance = heddle_ids_take (items, module_id);
  self.id = module_id;
  self.instance = instance;
  heddle_edit_begin (document, _("Group %s"), what);
  uid = group (&self, references, error);
  heddle_edit_end (document, uid != 0);
  return uid;
}
