/* heddle-edit-convert.c: a generated topology becomes components and links
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Components stand where they were drawn, with what the generator's project says of them; its
 * variables are replaced by what the topology's parameters are, as written, so that `$bandwidth` of
 * the project stays `$bandwidth`. Its link classes come along under the name of the topology.
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-references.h"

#define MAXIMUM_OBJECTS 20000

typedef struct
{
  HdDocument *document;
  guint64 generated;
  guint64 module;
  HdWiring *wiring;
  HdDesign *design;
  const HdScope *scope; /* of the topology, in the first instance of the module */
  HdSnapshot *template;
  GPtrArray *variables; /* "$bandwidth" */
  GPtrArray *values;    /* what stands for it */
  char *prefix;         /* of paths: "rack[0]/tree/" */
  GHashTable *ids;      /* "host[0][1]", "trunk[3]" -> new id */
  GPtrArray *node_ids;
  GHashTable *classes; /* of the template -> of the project */
  GPtrArray *components, *links;
  HeddleIds *free_ids;
  GCancellable *cancellable;
} Conversion;

/* ---- the generator's project ---------------------------------------------------------------- */

static const HdObject *
find_in_template (Conversion *self,
                  HdObjectKind kind,
                  const char *id)
{
  const HdObject *root = hd_snapshot_get_root (self->template);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    {
      const HdObject *block = hd_object_get_child (root, i);
      const HdObject *found = heddle_edit_is_block (block) ? hd_object_find_child (block, kind, id) : NULL;

      if (found != NULL)
        return found;
    }
  return NULL;
}

static char *
dup_bound (Conversion *self,
           const char *text)
{
  return heddle_edit_substitute (text, FALSE, (const char *const *) self->variables->pdata, (const char *const *) self->values->pdata,
                                 self->variables->len);
}

/* A variable may be defined by those before it. */
static void
bind_variables (Conversion *self)
{
  const HdObject *generated = hd_document_get_object (self->document, self->generated);
  const HdObject *variables = hd_object_find_child (hd_snapshot_get_root (self->template), HD_OBJECT_VARIABLES, NULL);

  for (guint i = 0; variables != NULL && i < hd_object_get_n_children (variables); i++)
    {
      const HdObject *variable = hd_object_get_child (variables, i);
      const char *name = hd_object_get_id (variable);
      const char *given = name != NULL ? hd_object_get (generated, name) : NULL;
      const char *own = hd_object_get (variable, "value");

      if (name == NULL || own == NULL)
        continue;

      g_autofree char *value = given != NULL ? g_strdup (given) : dup_bound (self, own);

      g_ptr_array_add (self->variables, g_strconcat ("$", name, NULL));
      g_ptr_array_add (self->values, heddle_edit_dup_value (value));
    }
}

/* ---- components ----------------------------------------------------------------------------- */

/* "host[0][1]" is "host_0_1". */
static char *
dup_free_id (Conversion *self,
             const char *path)
{
  g_autofree char *wanted = g_strdup (path);
  char *to = wanted;

  for (const char *p = wanted; *p != '\0'; p++)
    if (*p != ']')
      *to++ = *p == '[' || *p == '/' ? '_' : *p;
  *to = '\0';
  return heddle_ids_take (self->free_ids, wanted);
}

static gboolean
is_structure (const char *attribute)
{
  static const char *const names[] = { "id", "type", "count", "index", "x", "y", "columns", "rows", "spacing", "row-spacing", "pinned", NULL };

  return g_strv_contains (names, attribute);
}

/* Attributes of the template's component with variables and indices replaced */
static void
copy_attributes (Conversion *self,
                 const HdObject *from,
                 const char *path,
                 HdObject *to)
{
  const char *id = hd_object_get_id (from), *index = hd_object_get (from, "index");
  const char *bracket = strchr (path, '[');
  g_auto (GStrv) numbers = g_strsplit_set (bracket != NULL ? bracket : "", "[]", -1);
  g_auto (GStrv) given = index != NULL ? g_strsplit (index, " ", -1) : NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) values = g_ptr_array_new ();

  for (guint i = 0; numbers[i] != NULL; i++)
    {
      guint d = values->len;

      if (numbers[i][0] == '\0')
        continue;
      if (given != NULL && d < g_strv_length (given))
        g_ptr_array_add (names, g_strdup (given[d]));
      else
        g_ptr_array_add (names, d == 0 ? g_strdup (id) : g_strdup_printf ("%s_%u", id, d));
      g_ptr_array_add (values, numbers[i]);
    }
  for (guint i = 0; i < hd_object_get_n_attributes (from); i++)
    {
      const char *text;
      const char *name = hd_object_get_nth_attribute (from, i, &text);

      if (is_structure (name))
        continue;

      g_autofree char *indexed = heddle_edit_substitute (text, FALSE, (const char *const *) names->pdata, (const char *const *) values->pdata,
                                                         names->len);
      g_autofree char *bound = dup_bound (self, indexed);

      hd_object_set_initial (to, name, bound);
    }
}

static void
add_component (Conversion *self,
               guint32 node,
               double x,
               double y)
{
  const HdNode *made = &hd_design_get_nodes (self->design)[node];
  g_autofree char *whole = hd_design_dup_node_path (self->design, node);
  const char *path = whole + strlen (self->prefix);
  const char *leaf = strrchr (path, '/') != NULL ? strrchr (path, '/') + 1 : path;
  g_autofree char *name = g_strndup (leaf, strcspn (leaf, "["));
  const HdObject *from = find_in_template (self, HD_OBJECT_COMPONENT, name);
  char *id = dup_free_id (self, path);
  const char *type = from != NULL ? hd_object_get (from, "type") : made->type->id;
  HdObject *component = hd_object_new (HD_OBJECT_COMPONENT, "id", id, "type", type, NULL);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (from != NULL)
    copy_attributes (self, from, leaf, component);
  hd_object_set_initial (component, "x", g_ascii_formatd (buffer, sizeof buffer, "%.7g", x + made->x));
  hd_object_set_initial (component, "y", g_ascii_formatd (buffer, sizeof buffer, "%.7g", y + made->y));
  g_ptr_array_add (self->components, component);
  g_ptr_array_add (self->node_ids, id);
  g_hash_table_insert (self->ids, g_strdup (path), g_strdup (id));
}

/* ---- links ---------------------------------------------------------------------------------- */

static const char *
get_class (Conversion *self,
           const char *name,
           GError **error)
{
  static const char *const figures[] = { "bandwidth", "latency", "sharing" };
  const HdObject *root = hd_document_get_root (self->document);
  const HdObject *from = hd_object_find_child (hd_snapshot_get_root (self->template), HD_OBJECT_LINK_CLASS, name);
  char *id = g_hash_table_lookup (self->classes, name);

  if (id != NULL || from == NULL)
    return id;

  g_autoptr (HeddleIds) ids = heddle_ids_new (root, HEDDLE_KIND (LINK_CLASS));
  const HdObject *generated = hd_document_get_object (self->document, self->generated);
  g_autofree char *wanted = g_strdup_printf ("%s_%s", hd_object_get_id (generated), name);
  g_autoptr (HdObject) class = NULL;

  id = heddle_ids_take (ids, wanted);
  g_hash_table_insert (self->classes, g_strdup (name), id);
  class = hd_object_new (HD_OBJECT_LINK_CLASS, "id", id, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (figures); i++)
    {
      const char *text = hd_object_get (from, figures[i]);
      g_autofree char *bound = text != NULL ? dup_bound (self, text) : NULL;

      if (bound != NULL)
        hd_object_set_initial (class, figures[i], bound);
    }
  return hd_document_insert (self->document, hd_object_get_uid (root), heddle_edit_find_position (root, HD_OBJECT_LINK_CLASS), class, error) != 0
             ? id
             : NULL;
}

static char *
dup_end (Conversion *self,
         guint32 node,
         guint16 port,
         guint32 index)
{
  const HdPort *descriptor = &hd_design_get_nodes (self->design)[node].type->ports[port];
  const char *id = self->node_ids->pdata[node - self->scope->first_node];

  return descriptor->indexed ? g_strdup_printf ("%s.%s[%u]", id, descriptor->name, index) : g_strdup_printf ("%s.%s", id, descriptor->name);
}

static gboolean
add_link (Conversion *self,
          guint32 number,
          GError **error)
{
  const HdLink *made = &hd_design_get_links (self->design)[number];
  g_autofree char *whole = hd_design_dup_link_path (self->design, number);
  const char *path = whole + strlen (self->prefix);
  const char *leaf = strrchr (path, '/') != NULL ? strrchr (path, '/') + 1 : path;
  g_autofree char *name = g_strndup (leaf, strcspn (leaf, "["));
  const HdObject *from = find_in_template (self, HD_OBJECT_LINK, name);
  const char *class = from != NULL ? hd_object_get (from, "class") : NULL;
  g_autofree char *a = dup_end (self, made->from, made->from_port, made->from_port_index);
  g_autofree char *b = dup_end (self, made->to, made->to_port, made->to_port_index);
  g_autofree char *id = dup_free_id (self, path);
  HdObject *link = hd_object_new (HD_OBJECT_LINK, "id", id, "from", a, "to", b, NULL);
  const char *own = class != NULL ? get_class (self, class, error) : NULL;

  g_ptr_array_add (self->links, link);
  g_hash_table_insert (self->ids, g_strdup (path), g_steal_pointer (&id));
  if (class != NULL && own == NULL)
    return FALSE;
  if (own != NULL)
    hd_object_set_initial (link, "class", own);
  else
    {
      g_autofree char *bandwidth = hd_quantity_format ((HdQuantity){ made->bandwidth, HD_DIMENSION_BYTE_RATE }, 17);
      g_autofree char *latency = hd_quantity_format ((HdQuantity){ (double) made->latency_ps / HD_TICKS_PER_SECOND, HD_DIMENSION_TIME }, 17);

      hd_object_set_initial (link, "bandwidth", bandwidth);
      hd_object_set_initial (link, "latency", latency);
      hd_object_set_initial (link, "sharing", made->sharing == HD_SHARING_SPLIT ? "split" : "shared");
    }
  return TRUE;
}

/* ---- references ----------------------------------------------------------------------------- */

/* All nodes that an address names, each by its path, in order */
static char *
dup_members (Conversion *self,
             const char *text,
             const HeddleReference *reference,
             GError **error)
{
  g_autofree char *address = g_strndup (text + reference->path_start, reference->path_end - reference->path_start);
  g_autoptr (GArray) nodes = hd_design_match_nodes (self->design, address, error);
  const HdNode *all = hd_design_get_nodes (self->design);
  const HdScope *scopes = hd_design_get_scopes (self->design);
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; nodes != NULL && i < nodes->len; i++)
    {
      guint32 node = g_array_index (nodes, guint32, i), scope = all[node].scope;

      while (scopes[scope].origin_uid != self->generated)
        scope = scopes[scope].parent;

      g_autofree char *outer = hd_design_dup_scope_path (self->design, scopes[scope].parent);

      g_string_append_printf (list, "%s%s%s%s", list->len > 0 ? " " : "", outer, outer[0] != '\0' ? "/" : "",
                              (char *) self->node_ids->pdata[node - scopes[scope].first_node]);
    }
  return nodes != NULL ? g_strdup (list->str) : NULL;
}

static char *
rewrite (gpointer data,
         const HeddleReference *reference,
         const char *text,
         guint *start,
         guint *end,
         GError **error)
{
  Conversion *self = data;
  const HdObject *holder = hd_document_get_object (self->document, reference->holder);
  const HdField *field = hd_schema_find_field (hd_object_get_kind (holder), reference->attribute);
  HdPathReader reader;
  const char *id;

  if (reference->target != self->generated)
    return NULL;
  if (field != NULL && field->kind == HD_FIELD_PATTERNS && hd_object_get_kind (holder) != HD_OBJECT_ROUTE)
    {
      *start = reference->path_start;
      *end = reference->path_end;
      return dup_members (self, text, reference, error);
    }

  gboolean more = hd_path_reader_init (&reader, text, *start) && hd_path_reader_next (&reader);
  guint first = reader.start;

  for (; more && !reader.is_port; more = hd_path_reader_next (&reader))
    *end = reader.end;

  g_autofree char *path = g_strndup (text + first, *end > first ? *end - first : 0);

  id = g_hash_table_lookup (self->ids, path);
  if (id != NULL)
    return g_strdup (id);
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” means several objects of the topology at once; change that first."), text);
  return NULL;
}

/* Patterns of links that end at the topology become links of one object each. */
static gboolean
expand_links (Conversion *self,
              GError **error)
{
  g_autoptr (GArray) references = heddle_references_collect (self->document);
  g_autoptr (GHashTable) done = heddle_uid_set_new (NULL, 0);

  for (guint i = 0; i < references->len; i++)
    {
      const HeddleReference *it = &g_array_index (references, HeddleReference, i);
      const HdObject *holder = hd_document_get_object (self->document, it->holder);

      if (it->target != self->generated || hd_object_get_kind (holder) != HD_OBJECT_LINK
          || heddle_edit_is_constant (hd_object_get (holder, "from"), hd_object_get (holder, "to")) || !heddle_uid_set_add (done, it->holder))
        continue;
      if (!heddle_edit_expand_link (self->document, self->wiring, it->holder, references, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- converting ----------------------------------------------------------------------------- */

static gboolean
is_small (const HdScope *scope,
          GError **error)
{
  guint n_objects = scope->end_node - scope->first_node + scope->end_link - scope->first_link;

  if (n_objects <= MAXIMUM_OBJECTS)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_LIMIT,
               _("The topology has %u components and links; at most %d can be converted. Make it "
                  "smaller, or keep it as one object."),
                  n_objects, MAXIMUM_OBJECTS);
  return FALSE;
}

gboolean
heddle_edit_may_convert (HdDesign *design,
                         guint32 scope,
                         guint64 generated,
                         GError **error)
{
  const guint32 *scopes;

  return design == NULL || scope == HD_NO_ID || hd_design_find_scopes (design, scope, generated, &scopes) == 0
         || is_small (&hd_design_get_scopes (design)[scopes[0]], error);
}

static gboolean
find_scope (Conversion *self,
            GError **error)
{
  const guint32 *scopes;
  guint32 outer;
  guint n = 0;

  self->design = self->wiring != NULL ? hd_wiring_get_design (self->wiring, &outer) : NULL;
  if (self->design != NULL)
    n = hd_design_find_scopes (self->design, outer, self->generated, &scopes);
  if (n == 0)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("The topology has errors or is too large; mend that first."));
      return FALSE;
    }
  self->scope = &hd_design_get_scopes (self->design)[scopes[0]];

  g_autofree char *path = hd_design_dup_scope_path (self->design, scopes[0]);

  self->prefix = g_strconcat (path, "/", NULL);
  return is_small (self->scope, error);
}

static gboolean
make_objects (Conversion *self,
              GError **error)
{
  const HdObject *generated = hd_document_get_object (self->document, self->generated);
  double x = hd_object_get_number (generated, "x", 0);
  double y = hd_object_get_number (generated, "y", 0);

  for (guint32 i = self->scope->first_node; i < self->scope->end_node; i++)
    add_component (self, i, x, y);
  for (guint32 i = self->scope->first_link; i < self->scope->end_link; i++)
    if (!add_link (self, i, error))
      return FALSE;
  if (!g_cancellable_is_cancelled (self->cancellable))
    return TRUE;
  g_set_error_literal (error, HD_ERROR, HD_ERROR_CANCELLED, _("Cancelled"));
  return FALSE;
}

static gboolean
insert_objects (Conversion *self,
                GPtrArray *objects,
                HdObjectKind kind,
                GArray *out_uids,
                GError **error)
{
  const HdObject *block = hd_document_get_object (self->document, self->module);
  guint first = out_uids->len;

  g_array_set_size (out_uids, first + objects->len);
  return hd_document_insert_many (self->document, self->module, heddle_edit_find_position (block, kind), (const HdObject *const *) objects->pdata,
                                  objects->len, &g_array_index (out_uids, guint64, first), error);
}

static gboolean
convert (Conversion *self,
         GArray *out_uids,
         GError **error)
{
  g_autoptr (GArray) references = NULL;

  if (!find_scope (self, error))
    return FALSE;
  bind_variables (self);
  if (!make_objects (self, error) || !expand_links (self, error))
    return FALSE;
  references = heddle_references_collect (self->document);
  return heddle_references_rewrite (self->document, references, rewrite, self, error) && hd_document_remove (self->document, self->generated, error)
         && insert_objects (self, self->components, HD_OBJECT_COMPONENT, out_uids, error)
         && insert_objects (self, self->links, HD_OBJECT_LINK, out_uids, error);
}

static void
conversion_clear (Conversion *self)
{
  g_clear_pointer (&self->template, hd_snapshot_unref);
  g_clear_pointer (&self->variables, g_ptr_array_unref);
  g_clear_pointer (&self->values, g_ptr_array_unref);
  g_clear_pointer (&self->prefix, g_free);
  g_clear_pointer (&self->ids, g_hash_table_unref);
  g_clear_pointer (&self->node_ids, g_ptr_array_unref);
  g_clear_pointer (&self->classes, g_hash_table_unref);
  g_clear_pointer (&self->components, g_ptr_array_unref);
  g_clear_pointer (&self->links, g_ptr_array_unref);
  g_clear_pointer (&self->free_ids, heddle_ids_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Conversion, conversion_clear)

GArray *
heddle_edit_convert (HdDocument *document,
                     HdCatalog *catalog,
                     guint64 generated,
                     GCancellable *cancellable,
                     GError **error)
{
  const HdObject *object = hd_document_get_object (document, generated);
  const char *kind = object != NULL ? hd_object_get (object, "kind") : NULL;
  const HdGenerator *generator = kind != NULL ? hd_generator_find (kind) : NULL;
  g_auto (Conversion) self = {
    .document = document, .generated = generated, .module = hd_document_get_parent (document, generated), .cancellable = cancellable
  };
  g_autoptr (GArray) uids = g_array_new (FALSE, FALSE, sizeof (guint64));

  if (object == NULL || hd_object_get_kind (object) != HD_OBJECT_GENERATE || generator == NULL)
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("Only a generated topology can be converted."));
      return NULL;
    }
  self.wiring = heddle_edit_get_wiring (document, catalog, self.module);
  self.template = hd_generator_get_snapshot (generator);
  self.variables = g_ptr_array_new_with_free_func (g_free);
  self.values = g_ptr_array_new_with_free_func (g_free);
  self.ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self.node_ids = g_ptr_array_new_with_free_func (g_free);
  self.classes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self.components = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_object_unref);
  self.links = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_object_unref);
  self.free_ids = heddle_ids_new (hd_document_get_object (document, self.module), HEDDLE_IDS_OF_ITEMS);
  heddle_edit_begin (document, _("Convert %s to components"), hd_object_get_id (object));
  return heddle_edit_end (document, convert (&self, uids, error)) ? g_steal_pointer (&uids) : NULL;
}
