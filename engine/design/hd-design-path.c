/* hd-design-path.c: names of flattened objects, and what an address names
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-design-private.h"

#include <inttypes.h>

#include "hd-i18n.h"
#include "hd-name-list.h"

#include <heddle/hd-error.h>

/* ---- names --------------------------------------------------------------------------------------------------------- */

static const HdItemTable *
table_of (HdDesign *self,
          guint32 scope)
{
  return g_ptr_array_index (self->data->tables, g_array_index (self->data->scope_slots, HdScopeSlots, scope).table);
}

static const HdSlot *
slot_at (HdDesign *self,
         guint32 scope,
         guint item)
{
  return &g_array_index (self->data->slots, HdSlot,
                         g_array_index (self->data->scope_slots, HdScopeSlots, scope).first_slot + item);
}

static void
append_name (HdDesign *self,
             GString *path,
             const char *id,
             const HdSlot *slot,
             guint32 index)
{
  const HdShape *shape = &g_array_index (self->data->shapes, HdShape, slot->shape);
  guint32 stride = _hd_shape_count (shape);

  g_string_append (path, id);
  for (guint d = 0; d < shape->n_dimensions; d++)
    {
      stride /= shape->size[d];
      g_string_append_printf (path, "[%u]", index / stride);
      index %= stride;
    }
}

static void
append_scope (HdDesign *self,
              GString *path,
              guint32 scope,
              guint32 stop)
{
  const HdScope *it = &g_array_index (self->data->scopes, HdScope, scope);
  guint32 item;

  if (scope == stop || it->parent == HD_NO_ID)
    return;
  append_scope (self, path, it->parent, stop);
  item = g_array_index (self->data->scope_slots, HdScopeSlots, scope).item;
  append_name (self, path, g_array_index (table_of (self, it->parent)->items, HdItem, item).id,
               slot_at (self, it->parent, item), it->index);
  g_string_append_c (path, '/');
}

/* Which item of its scope a node or link is: by the drawn object, or in a generated topology by its number. */
static guint
find_item (HdDesign *self,
           guint32 scope,
           guint64 uid,
           gboolean link,
           guint32 number)
{
  const HdItemTable *table = table_of (self, scope);
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (table->by_uid, &uid));

  if (found != 0)
    return found - 1;
  for (guint i = 0; i < table->items->len; i++)
    {
      const HdSlot *slot = slot_at (self, scope, i);
      HdObjectKind kind = g_array_index (table->items, HdItem, i).kind;

      if ((link ? kind == HD_OBJECT_LINK : kind == HD_OBJECT_COMPONENT) && number - slot->first < slot->count)
        return i;
    }
  g_assert_not_reached ();
}

static void
append_node (HdDesign *self,
             GString *path,
             guint32 number,
             guint32 stop)
{
  const HdNode *node = &g_array_index (self->data->nodes, HdNode, number);
  guint item = find_item (self, node->scope, node->origin_uid, FALSE, number);

  append_scope (self, path, node->scope, stop);
  append_name (self, path, g_array_index (table_of (self, node->scope)->items, HdItem, item).id,
               slot_at (self, node->scope, item), node->index);
}

const HdShape *
_hd_design_get_shape (HdDesign *self,
                      guint32 number)
{
  const HdNode *node = &g_array_index (self->data->nodes, HdNode, number);
  guint item = find_item (self, node->scope, node->origin_uid, FALSE, number);

  return &g_array_index (self->data->shapes, HdShape, slot_at (self, node->scope, item)->shape);
}

char *
hd_design_dup_node_path (HdDesign *self,
                         guint32 node)
{
  GString *path;

  g_return_val_if_fail (node < self->data->nodes->len, NULL);
  path = g_string_new (NULL);
  append_node (self, path, node, 0);
  return g_string_free (path, FALSE);
}

char *
hd_design_dup_node_name (HdDesign *self,
                         guint32 number)
{
  const HdNode *node;
  const HdItem *item;

  g_return_val_if_fail (number < self->data->nodes->len, NULL);
  node = &g_array_index (self->data->nodes, HdNode, number);
  item = &g_array_index (table_of (self, node->scope)->items, HdItem, find_item (self, node->scope, node->origin_uid, FALSE, number));
  return item->names != NULL ? hd_name_list_dup_nth (item->names, node->index) : NULL;
}

char *
hd_design_dup_node_label (HdDesign *self,
                          guint32 node)
{
  char *name = hd_design_dup_node_name (self, node);

  return name != NULL ? name : hd_design_dup_node_path (self, node);
}

char *
hd_design_dup_link_path (HdDesign *self,
                         guint32 number)
{
  return hd_design_dup_link_address (self, number, NULL);
}

char *
hd_design_dup_link_address (HdDesign *self,
                            guint32 number,
                            const char *id)
{
  GString *path;
  const HdLink *link;
  const HdItem *item;
  guint ordinal;

  g_return_val_if_fail (number < self->data->links->len, NULL);
  path = g_string_new (NULL);
  link = &g_array_index (self->data->links, HdLink, number);
  ordinal = find_item (self, link->scope, link->origin_uid, TRUE, number);
  item = &g_array_index (table_of (self, link->scope)->items, HdItem, ordinal);
  append_scope (self, path, link->scope, 0);
  if (id == NULL)
    id = item->id;
  if (id != NULL)
    {
      append_name (self, path, id, slot_at (self, link->scope, ordinal), link->index);
    }
  else
    {
      append_node (self, path, link->from, link->scope);
      g_string_append (path, "--");
      append_node (self, path, link->to, link->scope);
    }
  return g_string_free (path, FALSE);
}

char *
hd_design_dup_scope_path (HdDesign *self,
                          guint32 scope)
{
  GString *path;

  g_return_val_if_fail (scope < self->data->scopes->len, NULL);
  path = g_string_new (NULL);
  append_scope (self, path, scope, 0);
  if (path->len > 0)
    g_string_truncate (path, path->len - 1);
  return g_string_free (path, FALSE);
}

/* ---- matching ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  HdDesign *design;
  const HdAddress *address;
  guint kinds;
  HdObjectKind kind; /* of the results, HD_OBJECT_UNKNOWN before the first */
  GArray *found;     /* guint32 */
} Match;

static gboolean match_scope (Match *self, guint32 scope, guint depth, GError **error);

/* Elements of an array that the brackets of a step name, in row-major order; no brackets name all. */
static gboolean
match_elements (Match *self,
                const HdSlot *slot,
                const HdAddressStep *step,
                guint dimension,
                guint32 index,
                guint depth,
                gboolean children,
                GError **error)
{
  const HdShape *shape = &g_array_index (self->design->data->shapes, HdShape, slot->shape);
  HdIndexRange range = { 0, HD_INDEX_ALL };

  if (dimension == shape->n_dimensions)
    {
      guint32 number = slot->first + index;

      if (!children)
        {
          g_array_append_val (self->found, number);
          return TRUE;
        }
      number = g_array_index (self->design->data->child_scopes, guint32, number);
      if (depth + 1 < self->address->n_steps)
        return match_scope (self, number, depth + 1, error);
      g_array_append_val (self->found, number);
      return TRUE;
    }
  if (step->n_indices > 0)
    range = step->indices[dimension];
  if (range.last == HD_INDEX_ALL)
    range.last = (gint64) shape->size[dimension] - 1;
  if (range.first < 0 || (range.last >= shape->size[dimension] && range.first <= range.last)
      || (range.first >= shape->size[dimension] && shape->size[dimension] > 0))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("Index %" PRId64 " of “%s” is outside 0 to %u"),
                   range.first < 0 || range.first >= shape->size[dimension] ? range.first : range.last, step->name,
                   shape->size[dimension] - 1);
      return FALSE;
    }
  for (gint64 i = range.first; i <= range.last; i++)
    if (!match_elements (self, slot, step, dimension + 1, index * shape->size[dimension] + (guint32) i, depth, children, error))
      return FALSE;
  return TRUE;
}

static gboolean
match_scope (Match *self,
             guint32 scope,
             guint depth,
             GError **error)
{
  const HdAddressStep *step = &self->address->steps[depth];
  gboolean last = depth + 1 == self->address->n_steps;
  const HdItem *item;
  const HdSlot *slot = _hd_design_find_slot (self->design, scope, step->name, &item);
  gboolean children;
  guint n_dimensions;

  if (slot == NULL)
    {
      g_autofree char *where = hd_design_dup_scope_path (self->design, scope);

      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("There is no “%s” in “%s”"), step->name, where[0] != '\0' ? where : "top");
      return FALSE;
    }
  children = item->kind == HD_OBJECT_INSTANCE || item->kind == HD_OBJECT_GENERATE;
  if (last ? (self->kinds & HD_KIND_BIT (item->kind)) == 0 : !children)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, last ? _("“%s” is a %s, which cannot be meant here") : _("“%s” is a %s, it holds nothing"),
                   step->name, hd_schema_get_element (item->kind));
      return FALSE;
    }
  if (last && self->kind != HD_OBJECT_UNKNOWN && self->kind != item->kind)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s” is a %s here and a %s there"), step->name,
                   hd_schema_get_element (self->kind), hd_schema_get_element (item->kind));
      return FALSE;
    }
  if (last)
    self->kind = item->kind;
  n_dimensions = g_array_index (self->design->data->shapes, HdShape, slot->shape).n_dimensions;
  if (step->n_indices > 0 && step->n_indices != n_dimensions)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("“%s” has %u dimensions, not %u"), step->name, n_dimensions, step->n_indices);
      return FALSE;
    }
  return slot->count == 0 || match_elements (self, slot, step, 0, 0, depth, children, error);
}

GArray *
_hd_design_match (HdDesign *self,
                  const HdAddress *address,
                  guint kinds,
                  HdObjectKind *out_kind,
                  GError **error)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint32));
  Match match = { self, address, kinds, HD_OBJECT_UNKNOWN, found };

  g_assert (address->kind == HD_ADDRESS_OBJECT && address->n_steps > 0);
  if (self->data->scopes->len == 0 || !match_scope (&match, 0, 0, error))
    return NULL;
  if (out_kind != NULL)
    *out_kind = match.kind;
  return g_steal_pointer (&found);
}

static GArray *
match_path (HdDesign *self,
            const char *text,
            GError **error)
{
  g_autoptr (HdAddress) address = hd_address_parse (text, error);

  if (address == NULL)
    return NULL;
  if (address->kind != HD_ADDRESS_OBJECT || address->parameter != NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("“%s” does not name components"), text);
      return NULL;
    }
  return _hd_design_match (self, address, HD_KIND_BIT (HD_OBJECT_COMPONENT), NULL, error);
}

GArray *
hd_design_match_nodes (HdDesign *self,
                       const char *text,
                       GError **error)
{
  g_autoptr (GError) reason = NULL;
  g_autoptr (GArray) found = match_path (self, text, &reason);
  guint32 node = found == NULL ? hd_design_find_name (self, text) : HD_NO_ID;

  if (found == NULL && node == HD_NO_ID)
    g_propagate_error (error, g_steal_pointer (&reason));
  if (node != HD_NO_ID)
    {
      found = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_array_append_val (found, node);
    }
  return g_steal_pointer (&found);
}

guint32
hd_design_find_name (HdDesign *self,
                     const char *name)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->data->names, name)) - 1;
}

guint32
hd_design_find_node (HdDesign *self,
                     const char *path)
{
  g_autoptr (GArray) found = hd_design_match_nodes (self, path, NULL);

  return found != NULL && found->len == 1 ? g_array_index (found, guint32, 0) : HD_NO_ID;
}
