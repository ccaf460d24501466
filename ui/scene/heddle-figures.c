/* heddle-figures.c: values and names as people read them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-figures"

#include "heddle-figures.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-axis.h"
#include "heddle-symbols.h"

char *
heddle_dup_parameter (HdDesign *design,
                      guint32 node,
                      const HdParameter *parameter,
                      guint index)
{
  double value = hd_design_get_parameters (design, node)[index];

  switch (parameter->kind)
    {
    case HD_PARAMETER_CHOICE:
      for (guint i = 0; parameter->choices != NULL && parameter->choices[i] != NULL; i++)
        if (i == (guint) value)
          return g_strdup (parameter->choices[i]);
      return NULL;

    case HD_PARAMETER_FLAG:
      return g_strdup (value != 0 ? _("yes") : _("no"));

    case HD_PARAMETER_TEXT:
      return NULL;

    case HD_PARAMETER_INTEGER:
    case HD_PARAMETER_QUANTITY:
      if (isinf (value))
        return g_strdup (_("unlimited"));
      return hd_figure_format ((HdQuantity){ value, hd_parameter_get_dimension (parameter) }, 4);
    }
  return NULL;
}

#define LEAST_CHANGE 0.0005 /* less is told as “less than a tenth of a percent” */

static gboolean
is_share (const HdMetric *metric)
{
  return g_strcmp0 (metric->unit, "%") == 0;
}

/* Of a percent. */
static double
count_tenths (const HdMetric *before,
              const HdMetric *now)
{
  return round (10 * (now->value - before->value));
}

gboolean
heddle_has_changed (const HdMetric *before,
                    const HdMetric *now)
{
  if (is_share (now))
    return count_tenths (before, now) != 0;
  return before->value != now->value && fabs (now->value - before->value) >= LEAST_CHANGE * fabs (before->value);
}

char *
heddle_dup_change (const HdMetric *before,
                   const HdMetric *now)
{
  return is_share (now) ? hd_figure_difference (before->value, now->value, now->unit, 3) : hd_figure_change (before->value, now->value);
}

const char *
heddle_get_symbol_name (HdSnapshot *snapshot,
                        HdCatalog *catalog,
                        const HdObject *object)
{
  const char *symbol = NULL;

  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_COMPONENT:
      {
        const char *name = hd_object_get (object, "type");
        const HdComponentType *type = name != NULL ? hd_catalog_lookup (catalog, name) : NULL;

        symbol = type != NULL ? type->symbol : "unknown";
        break;
      }

    case HD_OBJECT_INSTANCE:
      {
        const char *of = hd_object_get (object, "of");
        const HdObject *module = of != NULL ? hd_snapshot_find_module (snapshot, of) : NULL;

        symbol = module != NULL ? hd_object_get (module, "symbol") : NULL;
        break;
      }

    case HD_OBJECT_MODULE:
      symbol = hd_object_get (object, "symbol");
      break;

    case HD_OBJECT_GENERATE:
      {
        g_autofree char *name = g_strconcat ("topology-", hd_object_get (object, "kind"), NULL);
        int drawn = heddle_symbol_find (name);

        symbol = drawn != HEDDLE_SYMBOL_NONE ? heddle_symbol_name (drawn) : "unknown";
        break;
      }

    case HD_OBJECT_LINK:
    case HD_OBJECT_LINK_CLASS:
    case HD_OBJECT_ROUTE:
    case HD_OBJECT_EDGE:
      return "link";

    case HD_OBJECT_COMMUNICATORS:
    case HD_OBJECT_COMMUNICATOR:
      return "dispatcher";

    case HD_OBJECT_WORKLOAD:
    case HD_OBJECT_VERTEX:
      return "traffic-source";

    case HD_OBJECT_VARIABLES:
    case HD_OBJECT_VARIABLE:
      return "variable";

    case HD_OBJECT_PROBES:
    case HD_OBJECT_PROBE:
      return "probe";

    case HD_OBJECT_NOTE:
      return "note";

    case HD_OBJECT_KNOB:
      return "variable";

    default:
      break;
    }
  return symbol != NULL ? symbol : "module";
}

const char *
heddle_get_object_title (const HdObject *object)
{
  const char *title = hd_object_get (object, "title");

  if (title == NULL)
    title = hd_object_get_id (object);
  if (title == NULL)
    title = hd_schema_get_title (hd_object_get_kind (object));
  return title;
}

const char *
heddle_get_sort_title (HdCatalog *catalog,
                       const HdObject *object)
{
  const char *name = hd_object_get_kind (object) == HD_OBJECT_COMPONENT ? hd_object_get (object, "type") : NULL;
  const HdComponentType *type = name != NULL ? hd_catalog_lookup (catalog, name) : NULL;

  return type != NULL ? hd_catalog_translate (catalog, type, type->title) : hd_schema_get_title (hd_object_get_kind (object));
}

char *
heddle_dup_model (HdCatalog *catalog,
                  HdDesign *design,
                  guint32 node)
{
  const HdComponentType *type = hd_design_get_nodes (design)[node].type;
  guint index;
  const HdParameter *parameter = hd_component_type_find_parameter (type, "model", &index);
  char *model = parameter != NULL ? heddle_dup_parameter (design, node, parameter, index) : NULL;

  return model != NULL ? model : g_strdup (hd_catalog_translate (catalog, type, type->title));
}

char *
heddle_dup_endpoints (HdCatalog *catalog,
                      HdDesign *design,
                      guint32 first,
                      guint32 end)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  const HdComponentType *type = NULL;
  gboolean alike = TRUE;
  guint n = heddle_count_endpoints (design, first, end);
  g_autofree char *count = hd_figure_count (n);

  for (guint32 i = first; i < end && alike; i++)
    if (nodes[i].type->role == HD_ROLE_ENDPOINT)
      {
        alike = type == NULL || nodes[i].type == type;
        type = nodes[i].type;
      }
  if (type == NULL)
    return NULL;
  return alike ? g_strdup_printf ("%s %s", count, hd_catalog_translate (catalog, type, type->title))
               : g_strdup_printf (ngettext ("%s endpoint", "%s endpoints", n), count);
}

guint
heddle_count_endpoints (HdDesign *design,
                        guint32 first,
                        guint32 end)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  guint n = 0;

  for (guint32 i = first; i < end; i++)
    n += nodes[i].type->role == HD_ROLE_ENDPOINT;
  return n;
}
