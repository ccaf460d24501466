/* hd-flatten.c: modules become scopes, components become nodes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Depth first, in the order of the document, so that a scope with all inside it is one range of nodes and of links. A scope's links come after
 * its children's.
 */
#define G_LOG_DOMAIN "hd-design"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "hd-blocks.h"
#include "hd-i18n.h"
#include "hd-name-list.h"
#include "hd-override.h"
#include "hd-place.h"
#include "hd-project.h"
#include "hd-wire.h"

#define MAX_PARTITION 65535

static gboolean flatten_scope (HdElaborator *self, HdModulePlan *plan, guint32 parent, guint item, guint64 origin_uid, guint32 index,
                               const HdFrame *frames, guint depth);

static HdSlot *
slot_at (HdElaborator *self,
         guint32 scope,
         guint item)
{
  HdDesignData *data = self->design->data;

  return &g_array_index (data->slots, HdSlot, g_array_index (data->scope_slots, HdScopeSlots, scope).first_slot + item);
}

static gboolean
read_shape (HdElaborator *self,
            HdItemPlan *item,
            const HdEnvironment *environment,
            HdShape *out_shape)
{
  out_shape->n_dimensions = item->n_dimensions;
  for (guint d = 0; d < item->n_dimensions; d++)
    {
      gint64 size;

      self->sure = self->sure && item->sizes[d]->fixed;
      if (item->sizes[d]->expression == NULL || !hd_formula_get_integer (item->sizes[d], environment, &size))
        return FALSE;
      if (size < 0 || size > HD_LIMIT_DESIGN)
        {
          hd_formula_report (item->sizes[d], self, size < 0 ? HD_PROBLEM_VALUE : HD_PROBLEM_LIMIT, NULL,
                             _("“%s” has count %" PRId64 "; permitted are 0 to %u"), item->id, size, HD_LIMIT_DESIGN);
          return FALSE;
        }
      out_shape->size[d] = (guint32) size;
    }
  return TRUE;
}

/* The innermost statement counts. */
static guint32
find_partition (HdElaborator *self,
                HdItemPlan *item,
                const HdEnvironment *environment)
{
  gint64 partition;

  if (item->partition == NULL || !hd_formula_get_integer (item->partition, environment, &partition))
    return self->partition;
  if (partition < 0 || partition > MAX_PARTITION)
    {
      hd_formula_report (item->partition, self, HD_PROBLEM_VALUE, NULL, _("“%s” has partition %" PRId64 "; permitted are 0 to %d"), item->id,
                         partition, MAX_PARTITION);
      return self->partition;
    }
  return (guint32) partition;
}

/* ---- components ---------------------------------------------------------------------------------------------------- */

static guint
overriding_formulas (HdElaborator *self,
                     const HdEnvironment *environment,
                     GPtrArray *overrides,
                     guint32 scope,
                     HdItemPlan *item,
                     const HdShape *shape,
                     guint32 index,
                     HdParameterFormula *formulas,
                     guint size)
{
  guint n = 0;

  for (guint i = 0; overrides != NULL && i < overrides->len && n < size; i++)
    {
      HdOverride *override = g_ptr_array_index (overrides, i);
      guint parameter = 0;
      const HdParameter *descriptor = hd_component_type_find_parameter (item->type->type, override->address->parameter, &parameter);

      if (descriptor == NULL || !hd_override_matches (self, override, scope, shape, index))
        continue;
      hd_override_prepare (override, environment, item->owner, item->object, descriptor);
      formulas[n++] = (HdParameterFormula){ parameter, override->formula };
    }
  return n;
}

/* The same for those that say what the outside calls the element; @n formulas are there. */
static guint
named_formulas (HdElaborator *self,
                const HdEnvironment *environment,
                GPtrArray *overrides,
                HdItemPlan *item,
                guint32 index,
                HdParameterFormula *formulas,
                guint n,
                guint size)
{
  for (guint i = 0; overrides != NULL && i < overrides->len && n < size; i++)
    {
      HdOverride *override = g_ptr_array_index (overrides, i);
      guint parameter = 0;
      const HdParameter *descriptor = hd_component_type_find_parameter (item->type->type, override->parameter, &parameter);

      if (descriptor == NULL || !hd_override_names (self, override, item->names, index))
        continue;
      hd_override_prepare (override, environment, item->owner, item->object, descriptor);
      formulas[n++] = (HdParameterFormula){ parameter, override->formula };
    }
  return n;
}

#define BYTES_PER_STEP 256 /* of a name, for the budget */

/* What the outside calls the members [first, first + count). A name may be long, so each is looked at once. */
static void
add_names (HdElaborator *self,
           HdItemPlan *item,
           guint32 first,
           guint32 count)
{
  GHashTable *known = self->design->data->names;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) names = NULL;
  gsize steps;

  if (item->names == NULL || item->reported)
    return;
  names = hd_name_list_expand (item->names, MAX (count, 1), &error);
  if (names == NULL && !hd_budget_look (self->budget, self->stopped == NULL ? &self->stopped : NULL))
    return;
  item->reported = names == NULL || names->len != count;
  if (names == NULL)
    hd_elaborator_report (self, item->owner, item->object, "names", HD_PROBLEM_VALUE, NULL, _("“%s”: %s"), item->id, error->message);
  else if (names->len != count)
    hd_elaborator_report (self, item->owner, item->object, "names", HD_PROBLEM_VALUE, NULL, _("“%s” has %u members, but %u names"), item->id, count,
                          names->len);
  steps = 1 + hd_name_list_get_longest (item->names) / BYTES_PER_STEP;
  for (guint32 i = 0; !item->reported && i < count && self->stopped == NULL && hd_budget_spend (self->budget, steps, &self->stopped); i++)
    if (!g_hash_table_insert (known, g_steal_pointer (&g_ptr_array_index (names, i)), GUINT_TO_POINTER (first + i + 1)))
      {
        g_autofree char *name = hd_name_list_dup_nth (item->names, i);

        hd_elaborator_report (self, item->owner, item->object, "names", HD_PROBLEM_DUPLICATE, NULL, _("A second component is called “%s”"), name);
        item->reported = TRUE;
      }
}

/* Bytes of a member, and of its name if it has one: as a key of a hash table that grows by doubling, with what the heap adds. */
static gsize
node_size (const HdItemPlan *item)
{
  return sizeof (HdNode) + item->type->n_parameters * sizeof (double) + (item->home != NULL ? sizeof (HdHomeRequest) : 0);
}

static gsize
name_size (const HdItemPlan *item)
{
  return item->names != NULL ? hd_name_list_get_longest (item->names) + 1 + 2 * sizeof (gpointer) + 2 * (2 * sizeof (gpointer) + sizeof (guint)) : 0;
}

/* Whether a member of @item has failed: the setting from outside if there is one, else what is written. What is in something that has failed has too. */
static gboolean
read_failed (HdElaborator *self,
             const HdEnvironment *environment,
             GPtrArray *overrides,
             GPtrArray *named,
             guint32 scope,
             HdItemPlan *item,
             const HdShape *shape,
             guint32 index,
             gboolean *out_failed)
{
  HdFormula *formula = item->failed;
  double failed = 0;

  for (guint i = 0; i < (overrides != NULL ? overrides->len : 0) + (named != NULL ? named->len : 0); i++)
    {
      gboolean by_path = overrides != NULL && i < overrides->len;
      HdOverride *override = by_path ? g_ptr_array_index (overrides, i) : g_ptr_array_index (named, i - (overrides != NULL ? overrides->len : 0));

      if (g_strcmp0 (by_path ? override->address->parameter : override->parameter, hd_parameter_failed.key) != 0
          || !(by_path ? hd_override_matches (self, override, scope, shape, index) : hd_override_names (self, override, item->names, index)))
        continue;
      hd_override_prepare (override, environment, item->owner, item->object, &hd_parameter_failed);
      formula = override->formula;
    }
  if (formula != NULL && !hd_formula_get_parameter (formula, environment, &hd_parameter_failed, &failed))
    return FALSE;
  *out_failed = self->has_failed || failed != 0;
  return TRUE;
}

/* A component that acts has no state in which it does not. */
static gboolean
note_failed (HdElaborator *self,
             const HdEnvironment *environment,
             GPtrArray *overrides,
             GPtrArray *named,
             guint32 scope,
             HdItemPlan *item,
             const HdShape *shape,
             guint32 index)
{
  const HdComponentType *type = item->type->type;
  guint32 node = self->design->data->nodes->len;
  gboolean failed;

  if (!read_failed (self, environment, overrides, named, scope, item, shape, index, &failed))
    return FALSE;
  if (!failed)
    return TRUE;
  if (type->handlers != NULL || type->block != NULL)
    {
      hd_elaborator_report (self, item->owner, item->object, "failed", HD_PROBLEM_KIND, _("Let its links fail instead"),
                            _("“%s” cannot fail: it is a component that acts, and what others expect of it would not be defined"), item->id);
      return FALSE;
    }
  g_array_append_val (self->design->data->failed_nodes, node);
  return hd_elaborator_reserve_bytes (self, item->owner, item->object, sizeof node);
}

static gboolean
flatten_component (HdElaborator *self,
                   guint32 scope,
                   guint number,
                   HdItemPlan *item,
                   const HdShape *sizes,
                   guint32 count,
                   const HdFrame *frames)
{
  HdDesignData *data = self->design->data;
  HdModulePlan *plan = hd_scope_plan (self, scope);
  HdFrame buffer[HD_MAX_DIMENSIONS];
  HdParameterFormula overriding[32];
  g_autoptr (GPtrArray) overrides = hd_project_is_generated (plan->project) ? NULL : hd_overrides_find_for (self->overrides, item->id);
  g_autoptr (GPtrArray) named = hd_overrides_find_named (self->overrides, item->names);
  guint32 shape = slot_at (self, scope, number)->shape;

  slot_at (self, scope, number)->first = data->nodes->len;
  if (!hd_elaborator_reserve (self, item->owner, item->object, HD_OBJECT_COMPONENT, count, node_size (item))
      || !hd_elaborator_reserve_bytes (self, item->owner, item->object, (double) count * (double) name_size (item)))
    return FALSE;
  if (self->estimating)
    {
      slot_at (self, scope, number)->count = count;
      return TRUE;
    }
  for (guint32 k = 0; k < count; k++)
    {
      HdEnvironment environment = { self, plan->project, hd_frames_push (self, item, shape, k, frames, buffer) };
      guint n = overriding_formulas (self, &environment, overrides, scope, item, sizes, k, overriding, G_N_ELEMENTS (overriding));
      guint n_overriding = named_formulas (self, &environment, named, item, k, overriding, n, G_N_ELEMENTS (overriding));
      HdNode node = {
        .type = item->type->type,
        .origin_uid = self->generating != NULL ? hd_object_get_uid (self->generating) : hd_object_get_uid (item->object),
        .scope = scope,
        .index = k,
        .first_parameter = data->parameters->len,
        .home = HD_NO_ID,
        .partition = find_partition (self, item, &environment),
      };
      HdHomeRequest request = { data->nodes->len, number };

      if (!hd_elaborator_may_go_on (self))
        return FALSE;
      g_array_set_size (data->parameters, data->parameters->len + item->type->n_parameters);
      if (!item->reported)
        item->reported = !hd_parameters_evaluate (item->type, &environment, item->owner, item->object, item->parameters, overriding, n_overriding,
                                                  &g_array_index (data->parameters, double, node.first_parameter));
      if (!item->reported)
        item->reported = !note_failed (self, &environment, overrides, named, scope, item, sizes, k);
      if (self->generating != NULL && plan->object == self->generated_top)
        hd_generator_place (self->generator, item->layer, sizes->size, sizes->n_dimensions, k, &node.x, &node.y);
      g_array_append_val (data->nodes, node);
      if (item->home != NULL)
        g_array_append_val (self->homes, request);
    }
  slot_at (self, scope, number)->count = count;
  add_names (self, item, slot_at (self, scope, number)->first, count);
  return TRUE;
}

/* ---- instances ----------------------------------------------------------------------------------------------------- */

/* Bytes of an instance of a module, without what is inside. */
static gsize
scope_size (const HdModulePlan *plan)
{
  return sizeof (HdScope) + sizeof (HdScopeSlots) + (plan->items->len + plan->links->len) * sizeof (HdSlot) + sizeof (guint32) /* child */
         + sizeof (gpointer) /* plan */ + (plan->routing != HD_ROUTING_SHORTEST ? sizeof (HdScopeRule) : 0);
}

/* What an instance holds is found once for each module; patterns that lead into others then read the shapes of that one. */
static gboolean
estimate_children (HdElaborator *self,
                   guint32 scope,
                   guint number,
                   HdItemPlan *item,
                   HdModulePlan *child,
                   guint32 count,
                   const HdFrame *frames,
                   guint depth)
{
  HdDesignData *data = self->design->data;
  HdEstimate outside = self->estimate;
  HdFrame buffer[HD_MAX_DIMENSIONS];

  if (!child->is_estimated)
    {
      const HdFrame *inner = hd_frames_push (self, item, slot_at (self, scope, number)->shape, 0, frames, buffer);

      self->estimate = (HdEstimate){ 0 };
      child->estimated = data->scopes->len;
      child->active = TRUE;
      if (!flatten_scope (self, child, scope, number, 0, 0, inner, depth + 1))
        return FALSE;
      child->active = FALSE;
      child->is_estimated = TRUE;
      child->estimate = self->estimate;
      self->estimate = outside;
    }
  hd_estimate_add (&self->estimate, &child->estimate, count);
  slot_at (self, scope, number)->first = data->child_scopes->len;
  slot_at (self, scope, number)->count = count;
  g_array_append_val (data->child_scopes, child->estimated);
  return TRUE;
}

static gboolean
flatten_children (HdElaborator *self,
                  guint32 scope,
                  guint number,
                  HdItemPlan *item,
                  HdModulePlan *child,
                  guint32 count,
                  const HdFrame *frames,
                  guint depth)
{
  HdDesignData *data = self->design->data;
  HdFrame buffer[HD_MAX_DIMENSIONS];
  guint32 shape = slot_at (self, scope, number)->shape;
  guint32 first = data->child_scopes->len;
  guint64 origin = self->generating != NULL ? hd_object_get_uid (self->generating) : hd_object_get_uid (item->object);

  gboolean is_named = item->kind == HD_OBJECT_INSTANCE && !hd_project_is_generated (hd_scope_plan (self, scope)->project);
  g_autoptr (GPtrArray) overrides = is_named ? hd_overrides_find_for (self->overrides, item->id) : NULL;
  guint32 outer = self->partition;
  gboolean outer_failed = self->has_failed;

  if (!hd_elaborator_reserve (self, item->owner, item->object, HD_OBJECT_INSTANCE, count, scope_size (child)))
    return FALSE;
  if (self->estimating)
    return count == 0 || estimate_children (self, scope, number, item, child, count, frames, depth);
  g_array_set_size (data->child_scopes, first + count);
  slot_at (self, scope, number)->first = first;
  child->active = TRUE;
  for (guint32 k = 0; k < count; k++)
    {
      const HdFrame *inner = hd_frames_push (self, item, shape, k, frames, buffer);
      const HdEnvironment environment = { self, hd_scope_plan (self, scope)->project, inner };

      g_array_index (data->child_scopes, guint32, first + k) = data->scopes->len;
      slot_at (self, scope, number)->count = k + 1;
      self->partition = outer;
      self->partition = find_partition (self, item, &environment);
      self->has_failed = outer_failed;
      if (!item->reported)
        item->reported = !read_failed (self, &environment, overrides, NULL, scope, item, &g_array_index (data->shapes, HdShape, shape), k, &self->has_failed);
      if (!flatten_scope (self, child, scope, number, origin, k, inner, depth + 1))
        return FALSE;
    }
  child->active = FALSE;
  self->partition = outer;
  self->has_failed = outer_failed;
  slot_at (self, scope, number)->count = count;
  return TRUE;
}

static gboolean
flatten_instance (HdElaborator *self,
                  guint32 scope,
                  guint number,
                  HdItemPlan *item,
                  guint32 count,
                  const HdFrame *frames,
                  guint depth)
{
  HdModulePlan *child = hd_project_get_plan (hd_scope_plan (self, scope)->project, self, item->module);

  if (child->active || depth >= HD_LIMIT_SCOPE_DEPTH)
    {
      if (!item->reported)
        hd_elaborator_report (self, item->owner, item->object, "of", child->active ? HD_PROBLEM_MODULE_CYCLE : HD_PROBLEM_LIMIT, NULL,
                              child->active ? _("Module “%s” contains itself through “%s”") : _("Module “%s” at “%s” is nested too deep"),
                              child->id, item->id);
      item->reported = TRUE;
      return TRUE;
    }
  return flatten_children (self, scope, number, item, child, count, frames, depth);
}

/* Rows of one topology become equally wide, so that a switch stands over what hangs on it. */
static void
spread_rows (GArray *nodes,
             guint first)
{
  g_autoptr (GHashTable) lengths = g_hash_table_new (NULL, NULL); /* by y, in whole units */
  guint longest = 1;

  for (guint i = first; i < nodes->len; i++)
    {
      gpointer row = GINT_TO_POINTER ((int) g_array_index (nodes, HdNode, i).y);
      guint length = GPOINTER_TO_UINT (g_hash_table_lookup (lengths, row)) + 1;

      g_hash_table_insert (lengths, row, GUINT_TO_POINTER (length));
      longest = MAX (longest, length);
    }
  for (guint i = first; i < nodes->len; i++)
    {
      HdNode *node = &g_array_index (nodes, HdNode, i);

      node->x *= (float) longest / (float) GPOINTER_TO_UINT (g_hash_table_lookup (lengths, GINT_TO_POINTER ((int) node->y)));
    }
}

static guint
count_parameters (const HdGenerator *generator)
{
  guint n = 0;

  while (generator->parameters[n].key != NULL)
    n++;
  return n;
}

/* The last setting from outside for a parameter of a generated topology; NULL if there is none. */
static HdFormula *
find_given (HdElaborator *self,
            const HdEnvironment *environment,
            GPtrArray *overrides,
            guint32 scope,
            HdItemPlan *item,
            const HdParameter *parameter)
{
  const HdShape one = { 0 };
  HdFormula *found = NULL;

  for (guint i = 0; overrides != NULL && i < overrides->len; i++)
    {
      HdOverride *override = g_ptr_array_index (overrides, i);

      if (g_strcmp0 (override->address->parameter, parameter->key) != 0 || !hd_override_matches (self, override, scope, &one, 0))
        continue;
      hd_override_prepare (override, environment, item->owner, item->object, parameter);
      found = override->formula;
    }
  return found;
}

/* A generated topology is a scope whose module is the top of the generator's project, elaborated with the parameters given here. */
static gboolean
flatten_generate (HdElaborator *self,
                  guint32 scope,
                  guint number,
                  HdItemPlan *item,
                  const HdFrame *frames,
                  guint depth)
{
  HdProject *outer = hd_scope_plan (self, scope)->project;
  HdEnvironment environment = { self, outer, frames };
  g_autoptr (GHashTable) values = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (HdSnapshot) snapshot = hd_generator_get_snapshot (item->generator);
  g_autofree char *where = hd_design_dup_scope_path (self->design, scope);
  g_autofree char *prefix = g_strconcat (where, where[0] != '\0' ? "/" : "", item->id, NULL);
  const HdObject *outermost = self->generating;
  const HdObject *top;
  HdProject *project;
  guint first_node = self->design->data->nodes->len;
  guint32 first_scope = self->design->data->scopes->len;
  g_autoptr (GPtrArray) overrides = hd_project_is_generated (outer) ? NULL : hd_overrides_find_for (self->overrides, item->id);
  g_autofree HdFormula **formulas = g_new0 (HdFormula *, count_parameters (item->generator) + 1);
  gboolean good = TRUE;

  for (guint i = 0; i < item->parameters->len; i++)
    formulas[g_array_index (item->parameters, HdParameterFormula, i).parameter] = g_array_index (item->parameters, HdParameterFormula, i).formula;
  for (guint i = 0; item->generator->parameters[i].key != NULL; i++)
    {
      const HdParameter *parameter = &item->generator->parameters[i];
      HdFormula *given = find_given (self, &environment, overrides, scope, item, parameter);
      HdFormula *formula = given != NULL ? given : formulas[i];
      g_autofree HdValue *value = g_new0 (HdValue, 1);
      double checked;

      if (formula == NULL)
        continue;
      good = hd_formula_get_parameter (formula, &environment, parameter, &checked) && good;
      if (!good || !hd_formula_evaluate (formula, &environment, value))
        continue;
      if (parameter->kind == HD_PARAMETER_CHOICE)
        *value = (HdValue){ .kind = HD_VALUE_WORD, .word = g_intern_string (parameter->choices[(guint) checked]) };
      g_hash_table_insert (values, (gpointer) parameter->key, g_steal_pointer (&value));
    }
  if (!good)
    return TRUE;
  if (self->generating == NULL)
    {
      self->generating = item->object;
      self->generating_owner = item->owner;
    }
  project = hd_project_new (self, snapshot, outer, prefix, values);
  g_ptr_array_add (self->projects, project);
  top = hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_TOP, NULL);
  self->generator = item->generator;
  self->generated_top = top;
  good = flatten_children (self, scope, number, item, hd_project_get_plan (project, self, top), 1, NULL, depth);
  if (good && !self->estimating && !hd_blocks_place (self->design->data, first_scope) && item->generator->layout == HD_LAYOUT_ROWS)
    spread_rows (self->design->data->nodes, first_node);
  self->generating = outermost;
  return good;
}

/* ---- scopes -------------------------------------------------------------------------------------------------------- */

static gboolean
flatten_item (HdElaborator *self,
              guint32 scope,
              guint number,
              HdItemPlan *item,
              const HdFrame *frames,
              guint depth)
{
  HdEnvironment environment = { self, hd_scope_plan (self, scope)->project, frames };
  HdShape shape = { 0 };
  guint32 count;

  if (!read_shape (self, item, &environment, &shape))
    return TRUE;
  slot_at (self, scope, number)->shape = _hd_design_intern_shape (self->design, &shape);
  if (item->broken)
    return TRUE;
  count = _hd_shape_count (&shape);
  if (item->kind == HD_OBJECT_COMPONENT)
    return flatten_component (self, scope, number, item, &shape, count, frames);
  if (item->kind == HD_OBJECT_INSTANCE)
    return flatten_instance (self, scope, number, item, count, frames, depth);
  return flatten_generate (self, scope, number, item, frames, depth);
}

static gboolean
flatten_scope (HdElaborator *self,
               HdModulePlan *plan,
               guint32 parent,
               guint item,
               guint64 origin_uid,
               guint32 index,
               const HdFrame *frames,
               guint depth)
{
  HdDesignData *data = self->design->data;
  guint32 number = data->scopes->len;
  HdEnvironment environment = { self, plan->project, frames };
  HdScopeSlots slots = { plan->table, data->slots->len, item };
  HdScope scope = {
    .parent = parent,
    .module_uid = hd_object_get_uid (self->generating != NULL ? self->generating : plan->object),
    .origin_uid = origin_uid,
    .index = index,
    .first_scope = number + 1,
    .first_node = data->nodes->len,
    .first_link = data->links->len,
  };
  HdScope *it;
  gboolean good = TRUE;

  if (plan->routing != HD_ROUTING_SHORTEST && !self->estimating)
    g_array_append_val (data->rules, ((HdScopeRule){ number, plan->routing }));
  g_array_append_val (data->scopes, scope);
  g_array_append_val (data->scope_slots, slots);
  g_array_set_size (data->slots, data->slots->len + plan->items->len + plan->links->len);
  g_ptr_array_add (self->scope_plans, plan);
  for (guint i = 0; good && i < plan->items->len; i++)
    good = flatten_item (self, number, i, g_ptr_array_index (plan->items, i), frames, depth);
  for (guint i = 0; good && i < plan->links->len; i++)
    if (g_ptr_array_index (plan->links, i) != NULL)
      good = hd_wire_link (&environment, number, g_ptr_array_index (plan->links, i), slot_at (self, number, plan->items->len + i));
  for (guint i = 0; good && i < plan->routes->len; i++)
    good = hd_wire_route (&environment, number, g_ptr_array_index (plan->routes, i));
  it = &g_array_index (data->scopes, HdScope, number);
  it->end_scope = data->scopes->len;
  it->end_node = data->nodes->len;
  it->end_link = data->links->len;
  return good;
}

void
hd_flatten_estimate (HdElaborator *self,
                     const HdObject *block)
{
  HdDesignData *data = self->design->data;
  guint n_classes = data->link_classes->len;

  self->estimating = TRUE;
  self->sure = TRUE;
  hd_flatten (self, block);
  self->estimating = FALSE;
  self->visits = 0;
  g_array_set_size (data->scopes, 0);
  g_array_set_size (data->scope_slots, 0);
  g_array_set_size (data->slots, 0);
  g_array_set_size (data->child_scopes, 0);
  g_array_set_size (data->link_classes, n_classes);
  g_ptr_array_set_size (self->scope_plans, 0);
  g_ptr_array_set_size (self->projects, 1);
}

void
hd_flatten (HdElaborator *self,
            const HdObject *block)
{
  HdProject *project = g_ptr_array_index (self->projects, 0);
  const HdObject *root = hd_snapshot_get_root (hd_project_get_snapshot (project));

  if (block == NULL)
    block = hd_object_find_child (root, HD_OBJECT_TOP, NULL);
  if (block != NULL)
    flatten_scope (self, hd_project_get_plan (project, self, block), HD_NO_ID, 0, 0, 0, NULL, 0);
  else
    hd_elaborator_report (self, NULL, root, NULL, HD_PROBLEM_MISSING_ATTRIBUTE, NULL, _("The project has no top: nothing to run"));
}

/* ---- homes --------------------------------------------------------------------------------------------------------- */

/* Looks the first name up in the node's scope, then outwards. */
static void
find_home (HdElaborator *self,
           const HdHomeRequest *request)
{
  HdDesignData *data = self->design->data;
  HdNode *node = &g_array_index (data->nodes, HdNode, request->node);
  HdModulePlan *plan = hd_scope_plan (self, node->scope);
  HdItemPlan *item = g_ptr_array_index (plan->items, request->item);
  HdFrame buffer[HD_MAX_FRAMES + HD_MAX_DIMENSIONS];
  HdEnvironment environment = { self, plan->project, NULL };
  guint used = 0;
  guint32 scope = node->scope;
  HdPlace place;

  if (item->home_reported)
    return;
  environment.frames = hd_scope_frames (self, scope, buffer, &used);
  environment.frames = hd_frames_push (self, item, slot_at (self, node->scope, request->item)->shape, node->index, environment.frames,
                                       buffer + used);
  while (_hd_design_find_slot (self->design, scope, item->home->steps[0].name, NULL) == NULL
         && g_array_index (data->scopes, HdScope, scope).parent != HD_NO_ID)
    scope = g_array_index (data->scopes, HdScope, scope).parent;
  item->home_reported = TRUE;
  if (!hd_place_find (self, scope, item->home, &environment, TRUE, &place))
    return;
  if (place.item->kind != HD_OBJECT_COMPONENT
      || g_array_index (data->nodes, HdNode, place.first + place.index).type->role != HD_ROLE_MEMORY)
    {
      hd_elaborator_report (self, item->owner, item->object, "home", HD_PROBLEM_KIND, NULL, _("“%s” is not a memory"), item->home->text);
      return;
    }
  node->home = place.first + place.index;
  item->home_reported = FALSE;
}

void
hd_flatten_homes (HdElaborator *self)
{
  for (guint i = 0; i < self->homes->len && self->stopped == NULL; i++)
    find_home (self, &g_array_index (self->homes, HdHomeRequest, i));
}
