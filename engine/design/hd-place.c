/* hd-place.c: what a pattern means inside a scope
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-place.h"

#include <inttypes.h>
#include <string.h>

#include "hd-i18n.h"
#include "hd-project.h"

HdModulePlan *
hd_scope_plan (HdElaborator *elaborator,
               guint32 scope)
{
  return g_ptr_array_index (elaborator->scope_plans, scope);
}

static const HdShape *
shape_of (HdElaborator *elaborator,
          guint32 shape)
{
  return &g_array_index (elaborator->design->data->shapes, HdShape, shape);
}

static guint32
child_scope (HdElaborator *elaborator,
             guint32 number)
{
  return g_array_index (elaborator->design->data->child_scopes, guint32, number);
}

/* ---- indices of scopes --------------------------------------------------------------------------------------------- */

const HdFrame *
hd_frames_push (HdElaborator *elaborator,
                const HdItemPlan *item,
                guint32 shape,
                guint32 index,
                const HdFrame *outer,
                HdFrame *buffer)
{
  const HdShape *sizes = shape_of (elaborator, shape);

  for (guint d = sizes->n_dimensions; d > 0; d--)
    {
      HdFrame *frame = &buffer[d - 1];

      *frame = (HdFrame){ outer, item->index_names[d - 1], index % sizes->size[d - 1] };
      index /= sizes->size[d - 1];
      outer = frame;
    }
  return outer;
}

const HdFrame *
hd_scope_frames (HdElaborator *elaborator,
                 guint32 scope,
                 HdFrame *buffer,
                 guint *used)
{
  HdDesignData *data = elaborator->design->data;
  const HdScope *it = &g_array_index (data->scopes, HdScope, scope);
  const HdScopeSlots *slots = &g_array_index (data->scope_slots, HdScopeSlots, scope);
  HdModulePlan *parent;
  const HdFrame *outer;
  guint32 shape;
  guint first;

  if (it->parent == HD_NO_ID)
    return NULL;
  parent = hd_scope_plan (elaborator, it->parent);
  if (parent->project != hd_scope_plan (elaborator, scope)->project)
    return NULL; /* a generated topology knows its parameters only */
  outer = hd_scope_frames (elaborator, it->parent, buffer, used);
  shape = g_array_index (data->slots, HdSlot, g_array_index (data->scope_slots, HdScopeSlots, it->parent).first_slot + slots->item).shape;
  first = *used;
  if (first + HD_MAX_DIMENSIONS > HD_MAX_FRAMES)
    return outer;
  *used += shape_of (elaborator, shape)->n_dimensions;
  return hd_frames_push (elaborator, g_ptr_array_index (parent->items, slots->item), shape, it->index, outer, buffer + first);
}

/* ---- paths --------------------------------------------------------------------------------------------------------- */

static gboolean
report_index (HdElaborator *elaborator,
              const HdPattern *pattern,
              const HdEnvironment *environment,
              gint64 index,
              const char *array,
              gint64 size)
{
  g_autoptr (GString) indices = g_string_new (NULL);
  g_autofree char *permitted = size > 0 ? g_strdup_printf ("0..%" PRId64, size - 1) : g_strdup (_("none, the array is empty"));

  for (const HdFrame *frame = environment->frames; frame != NULL; frame = frame->outer)
    g_string_append_printf (indices, "%s%s = %" PRId64, indices->len > 0 ? ", " : "", frame->name, frame->value);
  hd_elaborator_report (elaborator, pattern->owner, pattern->object, pattern->attribute, HD_PROBLEM_INDEX, NULL,
                        indices->len > 0 ? _("“%s”: index %" PRId64 " is outside the array “%s” (permitted: %s) at %s")
                                         : _("“%s”: index %" PRId64 " is outside the array “%s” (permitted: %s)"),
                        pattern->text, index, array, permitted, indices->str);
  return FALSE;
}

static gboolean
flat_index (HdElaborator *elaborator,
            const HdPattern *pattern,
            const HdEnvironment *environment,
            HdPatternStep *step,
            const HdShape *shape,
            guint32 *out_index)
{
  guint32 index = 0;

  if (step->n_terms != shape->n_dimensions)
    {
      hd_elaborator_report (elaborator, pattern->owner, pattern->object, pattern->attribute, HD_PROBLEM_INDEX, NULL,
                            _("“%s”: “%s” has %u dimensions, but %u indices are given"), pattern->text, step->name, shape->n_dimensions,
                            step->n_terms);
      return FALSE;
    }
  for (guint d = 0; d < step->n_terms; d++)
    {
      gint64 value;

      if (!hd_index_term_get (&step->terms[d], environment, pattern, &value))
        return FALSE;
      if (value < 0 || value >= shape->size[d])
        return report_index (elaborator, pattern, environment, value, step->name, shape->size[d]);
      index = index * shape->size[d] + (guint32) value;
    }
  *out_index = index;
  return TRUE;
}

static const HdSlot *
find_slot (HdElaborator *elaborator,
           guint32 scope,
           const HdPattern *pattern,
           const HdPatternStep *step,
           const HdItem **out_item)
{
  const HdSlot *slot = _hd_design_find_slot (elaborator->design, scope, step->name, out_item);

  if (slot == NULL)
    hd_elaborator_report (elaborator, pattern->owner, pattern->object, pattern->attribute, HD_PROBLEM_UNKNOWN_NAME, NULL,
                          _("“%s”: there is no “%s” here"), pattern->text, step->name);
  return slot;
}

gboolean
hd_place_find (HdElaborator *elaborator,
               guint32 scope,
               const HdPattern *pattern,
               const HdEnvironment *environment,
               gboolean enter,
               HdPlace *out_place)
{
  for (guint s = 0;; s++)
    {
      HdPatternStep *step = &pattern->steps[s];
      const HdItem *item;
      const HdSlot *slot = find_slot (elaborator, scope, pattern, step, &item);
      guint32 index = 0;

      if (slot == NULL)
        return FALSE;
      if (slot->count == 0 && _hd_shape_count (shape_of (elaborator, slot->shape)) > 0)
        return FALSE; /* broken, and reported as such */
      if (!flat_index (elaborator, pattern, environment, step, shape_of (elaborator, slot->shape), &index))
        return FALSE;
      if (s + 1 == pattern->n_steps)
        {
          *out_place = (HdPlace){ scope, item, slot->first, index };
          return TRUE;
        }
      if (item->kind != HD_OBJECT_GENERATE && !(enter && item->kind == HD_OBJECT_INSTANCE))
        {
          hd_elaborator_report (elaborator, pattern->owner, pattern->object, pattern->attribute, HD_PROBLEM_KIND,
                                item->kind == HD_OBJECT_INSTANCE ? _("Give the module a port, and link to that") : NULL,
                                _("“%s” cannot reach into “%s”"), pattern->text, step->name);
          return FALSE;
        }
      scope = child_scope (elaborator, slot->first + index);
    }
}

/* ---- ports --------------------------------------------------------------------------------------------------------- */

static gboolean
component_port (HdElaborator *elaborator,
                const HdPattern *pattern,
                guint32 node,
                const char *name,
                const gint64 *indices,
                guint n_indices,
                HdPortPlace *out_place)
{
  const HdComponentType *type = g_array_index (elaborator->design->data->nodes, HdNode, node).type;
  guint number = 0;
  const HdPort *port = hd_component_type_find_port (type, name, &number);
  guint32 n = 0;

  if (port == NULL)
    {
      hd_elaborator_report (elaborator, pattern->owner, pattern->object, pattern->attribute, HD_PROBLEM_UNKNOWN_NAME, NULL,
                            _("“%s”: a %s has no port “%s”"), pattern->text, type->id, name);
      return FALSE;
    }
  if (n_indices != (port->indexed ? 1 : 0))
    {
      hd_elaborator_report (elaborator, pattern->owner, pattern->object, pattern->attribute, HD_PROBLEM_INDEX, NULL,
                            port->indexed ? _("“%s”: port “%s” needs one index") : _("“%s”: port “%s” takes no index"), pattern->text, name);
      return FALSE;
    }
  if (n_indices == 1)
    n = hd_component_type_count_elements (type, port, hd_design_get_parameters (elaborator->design, node));
  /* A port without elements has parameters that are wrong, which is said of them. */
  if (n_indices == 1 && n > 0 && (indices[0] < 0 || indices[0] >= n))
    {
      hd_elaborator_report (elaborator, pattern->owner, pattern->object, pattern->attribute, HD_PROBLEM_INDEX, NULL,
                            _("“%s”: index %" PRId64 " of port “%s” is outside 0..%u"), pattern->text, indices[0], name, n - 1);
      return FALSE;
    }
  *out_place = (HdPortPlace){ node, (guint16) number, n_indices == 1 ? (guint32) indices[0] : 0 };
  return TRUE;
}

static gboolean module_port (HdElaborator *elaborator, const HdPattern *outer, const HdEnvironment *outer_environment, guint32 scope,
                             const char *name, const gint64 *indices, guint n_indices, HdPortPlace *out_place);

/* A port of element @index of an item: of a component itself, or of the module inside. */
static gboolean
item_port (HdElaborator *elaborator,
           const HdPattern *pattern,
           const HdEnvironment *environment,
           const HdPlace *place,
           const gint64 *indices,
           guint n_indices,
           HdPortPlace *out_place)
{
  const char *name = hd_pattern_get_port (pattern)->name;

  switch (place->item->kind)
    {
    case HD_OBJECT_COMPONENT:
      return component_port (elaborator, pattern, place->first + place->index, name, indices, n_indices, out_place);
    case HD_OBJECT_INSTANCE:
      return module_port (elaborator, pattern, environment, child_scope (elaborator, place->first + place->index), name, indices, n_indices,
                          out_place);
    default:
      hd_elaborator_report (elaborator, pattern->owner, pattern->object, pattern->attribute, HD_PROBLEM_KIND, NULL,
                            _("“%s”: a %s has no ports"), pattern->text, hd_schema_get_element (place->item->kind));
      return FALSE;
    }
}

static gboolean
find_port (HdElaborator *elaborator,
           guint32 scope,
           const HdPattern *pattern,
           const HdEnvironment *environment,
           const gint64 *more,
           guint n_more,
           HdPortPlace *out_place)
{
  const HdPatternStep *port = hd_pattern_get_port (pattern);
  gint64 indices[2 * HD_MAX_DIMENSIONS];
  HdPlace place;
  guint n = 0;

  if (port == NULL)
    {
      hd_elaborator_report (elaborator, pattern->owner, pattern->object, pattern->attribute, HD_PROBLEM_LINK_ENDS,
                            _("Write NAME.PORT"), _("“%s” names no port"), pattern->text);
      return FALSE;
    }
  if (!hd_place_find (elaborator, scope, pattern, environment, FALSE, &place))
    return FALSE;
  for (; n < port->n_terms; n++)
    if (!hd_index_term_get ((HdIndexTerm *) &port->terms[n], environment, pattern, &indices[n]))
      return FALSE;
  for (guint i = 0; i < n_more && n < G_N_ELEMENTS (indices); i++)
    indices[n++] = more[i];
  return item_port (elaborator, pattern, environment, &place, indices, n, out_place);
}

static gboolean
module_port (HdElaborator *elaborator,
             const HdPattern *outer,
             const HdEnvironment *outer_environment,
             guint32 scope,
             const char *name,
             const gint64 *indices,
             guint n_indices,
             HdPortPlace *out_place)
{
  HdModulePlan *plan = hd_scope_plan (elaborator, scope);
  HdPortPlan *port = g_hash_table_lookup (plan->ports, name);
  HdFrame buffer[HD_MAX_FRAMES];
  HdFrame bound[2 * HD_MAX_DIMENSIONS];
  HdEnvironment environment = { elaborator, plan->project, NULL };
  guint used = 0, n = 0;

  if (port == NULL)
    {
      hd_elaborator_report (elaborator, outer->owner, outer->object, outer->attribute, HD_PROBLEM_UNKNOWN_NAME, NULL,
                            _("“%s”: module “%s” has no port “%s”"), outer->text, plan->id != NULL ? plan->id : "top", name);
      return FALSE;
    }
  environment.frames = hd_scope_frames (elaborator, scope, buffer, &used);
  for (guint d = 0; d < port->n_dimensions; d++)
    {
      gint64 size;

      if (!hd_formula_get_integer (port->sizes[d], &environment, &size))
        return FALSE;
      if (d >= n_indices || indices[d] < 0 || indices[d] >= size)
        {
          if (d < n_indices)
            return report_index (elaborator, outer, outer_environment, indices[d], name, size);
          hd_elaborator_report (elaborator, outer->owner, outer->object, outer->attribute, HD_PROBLEM_INDEX, NULL,
                                _("“%s”: port “%s” has %u dimensions, but %u indices are given"), outer->text, name, port->n_dimensions,
                                n_indices);
          return FALSE;
        }
    }
  /* Indices are bound to the free names of `of` in order; those left over belong to the port that it leads to. */
  for (guint i = 0; i < port->names->len && n < n_indices && n < G_N_ELEMENTS (bound); i++)
    {
      const char *free_name = g_ptr_array_index (port->names, i);

      if (hd_frame_find (environment.frames, free_name) != NULL)
        continue;
      bound[n] = (HdFrame){ environment.frames, free_name, indices[n] };
      environment.frames = &bound[n];
      n++;
    }
  return find_port (elaborator, scope, port->of, &environment, indices + n, n_indices - n, out_place);
}

gboolean
hd_place_find_port (HdElaborator *elaborator,
                    guint32 scope,
                    const HdPattern *pattern,
                    const HdEnvironment *environment,
                    HdPortPlace *out_place)
{
  return find_port (elaborator, scope, pattern, environment, NULL, 0, out_place);
}

/* ---- extents ------------------------------------------------------------------------------------------------------- */

static gboolean port_extent (HdElaborator *elaborator, guint32 scope, const HdPattern *pattern, guint dimension, gint64 *out_size);

/* Size of dimension @dimension of a module's port: what it counts, else that of the array that the index goes to. */
static gboolean
module_port_extent (HdElaborator *elaborator,
                    guint32 scope,
                    const char *name,
                    guint dimension,
                    gint64 *out_size)
{
  HdModulePlan *plan = hd_scope_plan (elaborator, scope);
  HdPortPlan *port = g_hash_table_lookup (plan->ports, name);
  HdFrame buffer[HD_MAX_FRAMES];
  HdEnvironment environment = { elaborator, plan->project, NULL };
  guint used = 0;
  guint n = 0;

  *out_size = G_MAXINT64;
  if (port == NULL)
    return TRUE; /* said when the port is looked for */
  environment.frames = hd_scope_frames (elaborator, scope, buffer, &used);
  if (dimension < port->n_dimensions)
    return hd_formula_get_integer (port->sizes[dimension], &environment, out_size);
  for (guint i = 0; i < port->names->len; i++)
    {
      const char *free_name = g_ptr_array_index (port->names, i);

      if (hd_frame_find (environment.frames, free_name) != NULL || n++ < dimension)
        continue;
      for (guint s = 0; s < port->of->n_steps + (port->of->has_port ? 1 : 0); s++)
        for (guint t = 0; t < port->of->steps[s].n_terms; t++)
          if (port->of->steps[s].terms[t].variable == free_name)
            {
              if (!hd_place_extent (elaborator, scope, port->of, s, t, out_size))
                return FALSE;
              if (*out_size != G_MAXINT64)
                *out_size -= port->of->steps[s].terms[t].offset;
              return TRUE;
            }
      return TRUE;
    }
  return !port->of->has_port || port_extent (elaborator, scope, port->of, hd_pattern_get_port (port->of)->n_terms + dimension - n, out_size);
}

static gboolean
port_extent (HdElaborator *elaborator,
             guint32 scope,
             const HdPattern *pattern,
             guint dimension,
             gint64 *out_size)
{
  *out_size = G_MAXINT64;
  for (guint s = 0; s < pattern->n_steps; s++)
    {
      const HdItem *item;
      const HdSlot *slot = find_slot (elaborator, scope, pattern, &pattern->steps[s], &item);

      if (slot == NULL)
        return FALSE;
      if (item->kind != HD_OBJECT_INSTANCE && item->kind != HD_OBJECT_GENERATE)
        return TRUE;
      if (slot->count == 0)
        {
          *out_size = 0;
          return TRUE;
        }
      scope = child_scope (elaborator, slot->first);
    }
  return module_port_extent (elaborator, scope, hd_pattern_get_port (pattern)->name, dimension, out_size);
}

gboolean
hd_place_extent (HdElaborator *elaborator,
                 guint32 scope,
                 const HdPattern *pattern,
                 guint step,
                 guint term,
                 gint64 *out_size)
{
  if (step == pattern->n_steps)
    return port_extent (elaborator, scope, pattern, term, out_size);
  for (guint s = 0;; s++)
    {
      const HdItem *item;
      const HdSlot *slot = find_slot (elaborator, scope, pattern, &pattern->steps[s], &item);

      if (slot == NULL)
        return FALSE;
      if (s == step)
        {
          const HdShape *shape = shape_of (elaborator, slot->shape);

          *out_size = term < shape->n_dimensions ? (gint64) shape->size[term] : G_MAXINT64;
          return TRUE;
        }
      if ((item->kind != HD_OBJECT_INSTANCE && item->kind != HD_OBJECT_GENERATE) || slot->count == 0)
        {
          *out_size = slot->count == 0 ? 0 : G_MAXINT64;
          return TRUE;
        }
      scope = child_scope (elaborator, slot->first);
    }
}
