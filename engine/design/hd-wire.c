/* hd-wire.c: link patterns become links
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-design"

#include "hd-wire.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-override.h"
#include "hd-place.h"
#include "hd-project.h"

typedef struct
{
  HdElaborator *elaborator;
  guint32 scope;
  HdLinkPlan *plan;
  GPtrArray *overrides;
  guint32 index;
} Wire;

static gboolean
extent (gpointer data,
        const HdPattern *pattern,
        guint step,
        guint term,
        gint64 *out_size)
{
  Wire *wire = data;

  return hd_place_extent (wire->elaborator, wire->scope, pattern, step, term, out_size);
}

static gboolean
find_class (Wire *wire,
            const HdEnvironment *environment,
            HdLink *link)
{
  HdFormula *formula = wire->plan->class_name;
  const char *name = formula->text;
  guint32 number = hd_project_find_class (environment->project, name);

  if (number == HD_NO_ID)
    {
      if (!hd_formula_get_word (formula, environment, &name))
        return FALSE;
      number = hd_project_find_class (environment->project, name);
    }
  if (number == HD_NO_ID)
    {
      hd_elaborator_report (wire->elaborator, wire->plan->owner, wire->plan->object, "class", HD_PROBLEM_UNKNOWN_NAME, NULL,
                            _("There is no link class “%s”"), name);
      return FALSE;
    }
  link->link_class = number;
  return TRUE;
}

/* The setting from outside if there is one, else what is written, else @value as it is. */
static gboolean
evaluate (Wire *wire,
          const HdEnvironment *environment,
          const HdParameter *parameter,
          HdFormula *written,
          gboolean *out_given,
          double *value)
{
  HdFormula *formula = written;

  for (guint i = 0; wire->overrides != NULL && i < wire->overrides->len; i++)
    {
      HdOverride *override = g_ptr_array_index (wire->overrides, i);
      HdShape elements = { override->address->steps[override->address->n_steps - 1].n_indices, { G_MAXUINT32 } };

      if (strcmp (override->address->parameter, parameter->key) != 0 || elements.n_dimensions > 1
          || !hd_override_matches (wire->elaborator, override, wire->scope, &elements, wire->index))
        continue;
      hd_override_prepare (override, environment, wire->plan->owner, wire->plan->object, parameter);
      formula = override->formula;
    }
  if (formula == NULL)
    return TRUE;
  if (out_given != NULL)
    *out_given = TRUE;
  return hd_formula_get_parameter (formula, environment, parameter, value);
}

static gboolean
read_attributes (Wire *wire,
                 const HdEnvironment *environment,
                 HdLink *link)
{
  const HdLinkPlan *plan = wire->plan;
  double latency = 0, sharing = HD_SHARING_SHARED;
  gboolean has_bandwidth = FALSE, has_latency = FALSE;

  if (plan->class_name != NULL)
    {
      const HdLinkClass *class;

      if (!find_class (wire, environment, link))
        return FALSE;
      class = &g_array_index (wire->elaborator->design->data->link_classes, HdLinkClass, link->link_class);
      link->bandwidth = class->bandwidth;
      link->efficiency = class->efficiency;
      link->latency_ps = class->latency_ps;
      sharing = class->sharing;
      has_bandwidth = TRUE;
    }
  if (!evaluate (wire, environment, &hd_parameter_bandwidth, plan->bandwidth, &has_bandwidth, &link->bandwidth)
      || !evaluate (wire, environment, &hd_parameter_latency, plan->latency, &has_latency, &latency)
      || !evaluate (wire, environment, &hd_parameter_sharing, plan->sharing, NULL, &sharing))
    return FALSE;
  if (!has_bandwidth)
    {
      hd_elaborator_report (wire->elaborator, plan->owner, plan->object, "bandwidth", HD_PROBLEM_MISSING_ATTRIBUTE,
                            _("Name a link class, or write a bandwidth"), _("A link has neither class nor bandwidth"));
      return FALSE;
    }
  if (has_latency)
    link->latency_ps = hd_latency_to_time (latency);
  link->sharing = (HdSharing) sharing;
  return TRUE;
}

static gboolean
acts (const HdNode *node)
{
  return node->type->handlers != NULL || node->type->block != NULL;
}

static gboolean
note_failed (Wire *wire,
             const HdEnvironment *environment,
             const HdLink *link,
             guint32 number)
{
  const HdLinkPlan *plan = wire->plan;
  const HdNode *nodes = hd_design_get_nodes (wire->elaborator->design);
  HdDesign *design = wire->elaborator->design;
  gboolean end_failed = hd_design_has_node_failed (design, link->from) || hd_design_has_node_failed (design, link->to);
  double failed = 0;

  if (!evaluate (wire, environment, &hd_parameter_failed, plan->failed, NULL, &failed))
    return FALSE;
  if (failed == 0 && !end_failed)
    return TRUE;
  /* What a component sends over a port of its own has no other way. */
  if (acts (&nodes[link->from]) && acts (&nodes[link->to]))
    {
      g_autofree char *from = hd_design_dup_node_path (wire->elaborator->design, link->from);
      g_autofree char *to = hd_design_dup_node_path (wire->elaborator->design, link->to);

      hd_elaborator_report (wire->elaborator, plan->owner, plan->object, "failed", HD_PROBLEM_KIND, NULL,
                            _("The link from “%s” to “%s” cannot fail: both are components that act, and what they send each other has no other way"), from, to);
      return FALSE;
    }
  g_array_append_val (wire->elaborator->design->data->failed, number);
  return hd_elaborator_reserve_bytes (wire->elaborator, plan->owner, plan->object, sizeof number);
}

gboolean
hd_wire_ends_fit (HdDesign *design,
                  const HdPortPlace *from,
                  const char *from_text,
                  const HdPortPlace *to,
                  const char *to_text,
                  GError **error)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  const HdPort *a = &nodes[from->node].type->ports[from->port];
  const HdPort *b = &nodes[to->node].type->ports[to->port];

  if (from->node == to->node)
    {
      g_autofree char *path = hd_design_dup_node_path (design, from->node);

      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The link from “%s” to “%s” joins “%s” to itself"), from_text, to_text, path);
      return FALSE;
    }
  if (strcmp (a->protocol, b->protocol) != 0 && strcmp (a->protocol, "*") != 0 && strcmp (b->protocol, "*") != 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” speaks %s, but “%s” speaks %s"), from_text, a->protocol, to_text, b->protocol);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_ends (Wire *wire,
            const HdPortPlace *from,
            const HdPortPlace *to)
{
  const HdLinkPlan *plan = wire->plan;
  g_autoptr (GError) error = NULL;

  if (hd_wire_ends_fit (wire->elaborator->design, from, plan->from->text, to, plan->to->text, &error))
    return TRUE;
  hd_elaborator_report (wire->elaborator, plan->owner, plan->object, "to", HD_PROBLEM_LINK_ENDS, NULL, "%s", error->message);
  return FALSE;
}

static gboolean
add_element (gpointer data,
             const HdEnvironment *environment,
             guint32 element)
{
  Wire *wire = data;
  HdElaborator *elaborator = wire->elaborator;
  HdDesignData *design = elaborator->design->data;
  HdPortPlace from, to;
  HdLink link = { .efficiency = 1, .link_class = HD_NO_ID, .scope = wire->scope, .index = element };

  wire->index = element;
  if (!hd_place_find_port (elaborator, wire->scope, wire->plan->from, environment, &from)
      || !hd_place_find_port (elaborator, wire->scope, wire->plan->to, environment, &to)
      || !(check_ends (wire, &from, &to) || elaborator->sketching) || !(read_attributes (wire, environment, &link) || elaborator->sketching)
      || !hd_elaborator_reserve (elaborator, wire->plan->owner, wire->plan->object, HD_OBJECT_LINK, 1, sizeof (HdLink)))
    return FALSE;
  link.from = from.node;
  link.from_port = from.port;
  link.from_port_index = from.index;
  link.to = to.node;
  link.to_port = to.port;
  link.to_port_index = to.index;
  link.origin_uid = hd_object_get_uid (elaborator->generating != NULL ? elaborator->generating : wire->plan->object);
  if (!note_failed (wire, environment, &link, design->links->len) && !elaborator->sketching)
    return FALSE;
  g_array_append_val (design->links, link);
  if (link.link_class != HD_NO_ID)
    g_array_index (design->link_classes, HdLinkClass, link.link_class).n_links++;
  return TRUE;
}

gboolean
hd_wire_link (const HdEnvironment *environment,
              guint32 scope,
              HdLinkPlan *plan,
              HdSlot *slot)
{
  HdElaborator *elaborator = environment->elaborator;
  g_autoptr (GPtrArray) overrides = NULL;
  Wire wire = { elaborator, scope, plan, NULL, 0 };
  HdShape shape = { 0 };
  gboolean indexed = FALSE;
  guint32 n = 0;

  if (plan->reported)
    return TRUE;
  if (!hd_project_is_generated (environment->project))
    wire.overrides = overrides = hd_overrides_find_for_link (elaborator->overrides, plan->object);
  slot->first = elaborator->design->data->links->len;
  if (!hd_loop_run (plan->loop, environment, extent, elaborator->estimating ? NULL : add_element, &wire, &n, &indexed))
    {
      plan->reported = TRUE;
      return elaborator->stopped == NULL;
    }
  if (elaborator->estimating)
    hd_elaborator_reserve (elaborator, plan->owner, plan->object, HD_OBJECT_LINK, n, sizeof (HdLink));
  shape.n_dimensions = indexed ? 1 : 0;
  shape.size[0] = n;
  slot->count = n;
  slot->shape = _hd_design_intern_shape (elaborator->design, &shape);
  /* A condition without an index switches the whole pattern off on purpose. */
  if (n == 0 && !elaborator->estimating && elaborator->generating == NULL && !(plan->loop->where != NULL && plan->loop->where->fixed))
    {
      plan->reported = TRUE;
      hd_elaborator_warn (elaborator, plan->owner, plan->object, plan->loop->where != NULL ? "where" : "from", HD_PROBLEM_EMPTY_PATTERN, NULL,
                          _("The pattern from “%s” to “%s” makes no link"), plan->from->text, plan->to->text);
    }
  return TRUE;
}
