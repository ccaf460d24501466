/* hd-wiring.c: what may be linked in a module, for editors
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include <heddle/hd-wiring.h>

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-override.h"
#include "hd-place.h"
#include "hd-wire.h"

struct _HdWiring
{
  HdElaborator elaborator;
  HdSnapshot *snapshot;
  HdProblemList *problems;
  GArray *ends; /* HdPortPlace of all links, in order; %NULL until they are counted */
  guint32 scope;
};

static int
compare_places (gconstpointer a, gconstpointer b)
{
  const HdPortPlace *x = a, *y = b;

  if (x->node != y->node)
    return x->node < y->node ? -1 : 1;
  if (x->port != y->port)
    return x->port < y->port ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static void
collect_ends (HdWiring *self)
{
  const GArray *links = self->elaborator.design->data->links;

  self->ends = g_array_sized_new (FALSE, FALSE, sizeof (HdPortPlace), 2 * links->len);
  for (guint i = 0; i < links->len; i++)
    {
      const HdLink *link = &g_array_index (links, HdLink, i);
      HdPortPlace ends[] = {
        { link->from, link->from_port, link->from_port_index },
        { link->to, link->to_port, link->to_port_index },
      };

      g_array_append_vals (self->ends, ends, 2);
    }
  g_array_sort (self->ends, compare_places);
}

static gboolean
sketch (HdWiring *self, HdCatalog *catalog, const HdObject *block)
{
  hd_elaborator_clear (&self->elaborator);
  self->elaborator = (HdElaborator){ .catalog = catalog, .problems = self->problems, .budget = hd_budget_new (NULL) };
  self->elaborator.overrides = hd_overrides_new (NULL, NULL);
  return hd_elaborator_sketch (&self->elaborator, self->snapshot, block);
}

static gboolean
find_scope (HdWiring *self, guint64 module_uid)
{
  const GArray *scopes = self->elaborator.design->data->scopes;

  for (self->scope = 0; self->scope < scopes->len; self->scope++)
    if (g_array_index (scopes, HdScope, self->scope).module_uid == module_uid)
      return TRUE;
  return FALSE;
}

static const HdObject *
find_block (HdSnapshot *snapshot, guint64 uid)
{
  const HdObject *root = hd_snapshot_get_root (snapshot);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    if (hd_object_get_uid (hd_object_get_child (root, i)) == uid)
      return hd_object_get_child (root, i);
  return NULL;
}

HdWiring *
hd_wiring_new (HdSnapshot *snapshot, HdCatalog *catalog, guint64 module_uid)
{
  g_autoptr (HdWiring) self = g_new0 (HdWiring, 1);
  const HdObject *block = find_block (snapshot, module_uid);

  g_return_val_if_fail (block != NULL, NULL);

  self->snapshot = hd_snapshot_ref (snapshot);
  self->problems = hd_problem_list_new ();
  if (!sketch (self, catalog, NULL))
    return NULL;
  /* A module that nothing is made of yet stands for itself. */
  if (!find_scope (self, module_uid)
      && !(sketch (self, catalog, block) && find_scope (self, module_uid)))
    return NULL;
  return g_steal_pointer (&self);
}

void
hd_wiring_free (HdWiring *self)
{
  hd_elaborator_clear (&self->elaborator);
  g_clear_pointer (&self->problems, hd_problem_list_unref);
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  g_clear_pointer (&self->ends, g_array_unref);
  g_free (self);
}

/* ---- items ---------------------------------------------------------------------------------- */

static const HdSlot *
find_slot (HdWiring *self, guint64 uid, HdObjectKind *out_kind)
{
  HdDesignData *data = self->elaborator.design->data;
  const HdScopeSlots *slots = &g_array_index (data->scope_slots, HdScopeSlots, self->scope);
  const HdItemTable *table = g_ptr_array_index (data->tables, slots->table);
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (table->by_uid, &uid));

  if (found == 0)
    return NULL;
  *out_kind = g_array_index (table->items, HdItem, found - 1).kind;
  return &g_array_index (data->slots, HdSlot, slots->first_slot + found - 1);
}

guint
hd_wiring_get_shape (HdWiring *self, guint64 uid, guint32 *out_sizes)
{
  HdObjectKind kind;
  const HdSlot *slot = find_slot (self, uid, &kind);
  const HdShape *shape;

  G_STATIC_ASSERT (HD_WIRING_MAX_DIMENSIONS == HD_MAX_DIMENSIONS);

  if (slot == NULL)
    return 0;
  shape = &g_array_index (self->elaborator.design->data->shapes, HdShape, slot->shape);
  for (guint d = 0; d < shape->n_dimensions; d++)
    out_sizes[d] = shape->size[d];
  return shape->n_dimensions;
}

/* The node that element @member of a component or a generated topology is. */
static guint32
find_node (HdWiring *self, const HdSlot *slot, HdObjectKind kind, guint member)
{
  HdDesignData *data = self->elaborator.design->data;

  if (kind == HD_OBJECT_COMPONENT && member < slot->count)
    return slot->first + member;
  if (kind == HD_OBJECT_GENERATE && slot->count > 0)
    {
      const HdScope *inner = &g_array_index (
          data->scopes, HdScope, g_array_index (data->child_scopes, guint32, slot->first));

      if (member < inner->end_node - inner->first_node)
        return inner->first_node + member;
    }
  return HD_NO_ID;
}

char *
hd_wiring_dup_path (HdWiring *self, guint64 uid, guint member)
{
  HdDesign *design = self->elaborator.design;
  g_autofree char *scope = hd_design_dup_scope_path (design, self->scope);
  gsize skip = scope[0] != '\0' ? strlen (scope) + 1 : 0;
  HdObjectKind kind;
  const HdSlot *slot = find_slot (self, uid, &kind);
  g_autofree char *path = NULL;

  if (slot == NULL)
    return NULL;
  if (kind == HD_OBJECT_INSTANCE)
    {
      if (member >= slot->count)
        return NULL;
      path = hd_design_dup_scope_path (
          design, g_array_index (design->data->child_scopes, guint32, slot->first + member));
    }
  else
    {
      guint32 node = find_node (self, slot, kind, member);

      if (node == HD_NO_ID)
        return NULL;
      path = hd_design_dup_node_path (design, node);
    }
  return g_strdup (path + skip);
}

const HdComponentType *
hd_wiring_get_type (HdWiring *self, guint64 uid, guint member)
{
  HdObjectKind kind;
  const HdSlot *slot = find_slot (self, uid, &kind);
  guint32 node = slot != NULL ? find_node (self, slot, kind, member) : HD_NO_ID;

  return node != HD_NO_ID ? hd_design_get_nodes (self->elaborator.design)[node].type : NULL;
}

HdDesign *
hd_wiring_get_design (HdWiring *self, guint32 *out_scope)
{
  if (out_scope != NULL)
    *out_scope = self->scope;
  return self->elaborator.design;
}

/* ---- elements of a pattern ------------------------------------------------------------------ */

typedef struct
{
  HdWiring *wiring;
  const HdLinkPlan *plan;
  const HdFrame *outer;
  HdWiringElement func;
  gpointer data;
} Expansion;

static gboolean
expansion_extent (gpointer data, const HdPattern *pattern, guint step, guint term, gint64 *out_size)
{
  HdWiring *self = ((Expansion *)data)->wiring;

  return hd_place_extent (&self->elaborator, self->scope, pattern, step, term, out_size);
}

static char *
dup_element (const HdPattern *pattern, const HdEnvironment *environment)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint s = 0; s < pattern->n_steps + (pattern->has_port ? 1 : 0); s++)
    {
      if (s > 0)
        g_string_append_c (text, s == pattern->n_steps ? '.' : '/');
      g_string_append (text, pattern->steps[s].name);
      for (guint t = 0; t < pattern->steps[s].n_terms; t++)
        {
          gint64 index;

          if (!hd_index_term_get (&pattern->steps[s].terms[t], environment, pattern, &index))
            return NULL;
          g_string_append_printf (text, "[%" G_GINT64_FORMAT "]", index);
        }
    }
  return g_strdup (text->str);
}

static gboolean
expand_element (gpointer data, const HdEnvironment *environment, guint32 element)
{
  Expansion *self = data;
  const char *names[HD_MAX_LOOP_VARIABLES];
  gint64 values[HD_MAX_LOOP_VARIABLES];
  g_autofree char *from = dup_element (self->plan->from, environment);
  g_autofree char *to = dup_element (self->plan->to, environment);
  guint n = 0;

  if (from == NULL || to == NULL)
    return FALSE;
  for (const HdFrame *frame = environment->frames; frame != self->outer; frame = frame->outer)
    {
      names[n] = frame->name;
      values[n++] = frame->value;
    }
  self->func (self->data, from, to, names, values, n);
  return TRUE;
}

gboolean
hd_wiring_expand (HdWiring *self, guint64 link_uid, HdWiringElement func, gpointer data)
{
  HdModulePlan *plan = hd_scope_plan (&self->elaborator, self->scope);
  Expansion expansion = { self, NULL, NULL, func, data };
  HdFrame buffer[HD_MAX_FRAMES];
  HdEnvironment environment = { &self->elaborator, plan->project, NULL };
  guint used = 0;
  guint32 n;
  gboolean indexed;

  for (guint i = 0; i < plan->links->len && expansion.plan == NULL; i++)
    {
      const HdLinkPlan *link = g_ptr_array_index (plan->links, i);

      if (link != NULL && hd_object_get_uid (link->object) == link_uid)
        expansion.plan = link;
    }
  if (expansion.plan == NULL)
    return FALSE;
  environment.frames = hd_scope_frames (&self->elaborator, self->scope, buffer, &used);
  expansion.outer = environment.frames;
  return hd_loop_run (expansion.plan->loop, &environment, expansion_extent, expand_element,
                      &expansion, &n, &indexed);
}

/* ---- ends ----------------------------------------------------------------------------------- */

static guint
count_links (HdWiring *self, const HdPortPlace *place)
{
  const HdPortPlace *ends;
  guint low = 0, high, n = 0;

  if (self->ends == NULL)
    collect_ends (self);
  ends = (const HdPortPlace *)self->ends->data;
  high = self->ends->len;
  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (compare_places (&ends[middle], place) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  while (low + n < self->ends->len && compare_places (&ends[low + n], place) == 0)
    n++;
  return n;
}

gboolean
hd_wiring_find (HdWiring *self, const char *end, HdWiringEnd *out_end, GError **error)
{
  HdModulePlan *plan = hd_scope_plan (&self->elaborator, self->scope);
  HdFrame buffer[HD_MAX_FRAMES];
  HdEnvironment environment = { &self->elaborator, plan->project, NULL };
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HdPattern *pattern;
  HdPortPlace place;
  guint used = 0;
  gboolean found;

  self->elaborator.problems = problems;
  environment.frames = hd_scope_frames (&self->elaborator, self->scope, buffer, &used);
  pattern = hd_pattern_new (&environment, plan->id, plan->object, "to", end);
  found = pattern != NULL
          && hd_place_find_port (&self->elaborator, self->scope, pattern, &environment, &place);
  hd_pattern_free (pattern);
  self->elaborator.problems = self->problems;
  if (!found)
    {
      const HdProblem *problem
          = hd_problem_list_get_length (problems) > 0 ? hd_problem_list_get (problems, 0) : NULL;

      g_set_error (error, HD_ERROR, HD_ERROR_NAME, "%s",
                   problem != NULL ? problem->message
                                   : _("This object has errors; mend them first"));
      return FALSE;
    }

  const HdComponentType *type = hd_design_get_nodes (self->elaborator.design)[place.node].type;

  *out_end = (HdWiringEnd){ type,        &type->ports[place.port],  place.node, place.port,
                            place.index, count_links (self, &place) };
  return TRUE;
}

static gboolean
has_room (const HdWiringEnd *end, const char *text, GError **error)
{
  if (end->port->maximum_links == 0 || end->n_links < (guint)end->port->maximum_links)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("Port “%s” is full: %u of %d"), text,
               end->n_links, end->port->maximum_links);
  return FALSE;
}

gboolean
hd_wiring_fits (HdWiring *self,
                const HdWiringEnd *from,
                const char *from_text,
                const HdWiringEnd *to,
                const char *to_text,
                GError **error)
{
  HdPortPlace a = { from->node, from->port_number, from->index },
              b = { to->node, to->port_number, to->index };

  return hd_wire_ends_fit (self->elaborator.design, &a, from_text, &b, to_text, error)
         && has_room (from, from_text, error) && has_room (to, to_text, error);
}
