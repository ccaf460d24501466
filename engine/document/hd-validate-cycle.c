/* hd-validate-cycle.c: modules and variables that contain themselves
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-validate-cycle"

#include <string.h>

#include "hd-cycle.h"
#include "hd-i18n.h"
#include "hd-validation.h"

typedef struct
{
  GHashTable *numbers; /* object -> number + 1 */
  GPtrArray *objects;
  GArray *arcs;
} Graph;

static Graph
graph_new (void)
{
  return (Graph) { g_hash_table_new (NULL, NULL), g_ptr_array_new (), g_array_new (FALSE, FALSE, sizeof (HdArc)) };
}

static void
graph_clear (Graph *self)
{
  g_hash_table_unref (self->numbers);
  g_ptr_array_unref (self->objects);
  g_array_unref (self->arcs);
}

static void
add_node (Graph *self,
          const HdObject *object)
{
  g_ptr_array_add (self->objects, (gpointer) object);
  g_hash_table_insert (self->numbers, (gpointer) object, GUINT_TO_POINTER (self->objects->len));
}

static void
add_arc (Graph *self,
         guint from,
         const HdObject *to)
{
  guint number = to != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, to)) : 0;
  HdArc arc = { from, number - 1 };

  if (number != 0)
    g_array_append_val (self->arcs, arc);
}

/* Reports at the first object of the cycle. */
static void
report_cycle (HdValidation *self,
              Graph *graph,
              HdProblemCode code,
              const char *attribute,
              const char *prefix,
              const char *message)
{
  g_autoptr (GArray) cycle = hd_cycle_find (graph->objects->len, (HdArc *) graph->arcs->data, graph->arcs->len);

  if (cycle == NULL)
    return;
  g_autoptr (GString) names = g_string_new (NULL);
  for (guint i = 0; i <= cycle->len; i++)
    {
      const HdObject *object = g_ptr_array_index (graph->objects, g_array_index (cycle, guint, i % cycle->len));
      if (i > 0 && i == 20 && cycle->len > 22)
        {
          g_string_append (names, " → …");
          i = cycle->len - 1;
          continue;
        }
      g_string_append_printf (names, "%s%s%s", i > 0 ? " → " : "", prefix, hd_object_get_id (object));
    }
  self->chain[self->depth++] = g_ptr_array_index (graph->objects, g_array_index (cycle, guint, 0));
  hd_validation_report (self, code, HD_SEVERITY_ERROR, attribute, NULL, "%s: %s", message, names->str);
  self->depth--;
}

static void
check_modules (HdValidation *self)
{
  Graph graph = graph_new ();

  for (guint i = 0; i < hd_object_get_n_children (self->root); i++)
    if (hd_object_get_kind (hd_object_get_child (self->root, i)) == HD_OBJECT_MODULE)
      add_node (&graph, hd_object_get_child (self->root, i));
  for (guint i = 0; i < graph.objects->len; i++)
    {
      const HdObject *module = g_ptr_array_index (graph.objects, i);
      for (guint j = 0; j < hd_object_get_n_children (module); j++)
        {
          const HdObject *child = hd_object_get_child (module, j);
          const char *of = hd_object_get (child, "of");
          if (hd_object_get_kind (child) == HD_OBJECT_INSTANCE && of != NULL)
            add_arc (&graph, i, hd_snapshot_find_module (self->snapshot, of));
        }
    }
  report_cycle (self, &graph, HD_PROBLEM_MODULE_CYCLE, "id", "", _("The module contains itself"));
  graph_clear (&graph);
}

static void
check_variables (HdValidation *self)
{
  static const char *const attributes[] = { "value", "minimum", "maximum" };
  GPtrArray *variables = hd_name_table_get_objects (&self->variables);
  Graph graph = graph_new ();

  for (guint i = 0; i < variables->len; i++)
    add_node (&graph, g_ptr_array_index (variables, i));
  for (guint i = 0; i < graph.objects->len; i++)
    for (guint a = 0; a < G_N_ELEMENTS (attributes); a++)
      {
        const char *text = hd_object_get (g_ptr_array_index (graph.objects, i), attributes[a]);
        for (const char *p = text != NULL ? strchr (text, '$') : NULL; p != NULL; p = strchr (p, '$'))
          {
            const char *start = ++p;
            while (g_ascii_isalnum (*p) || *p == '_')
              p++;
            g_autofree char *name = g_strndup (start, p - start);
            add_arc (&graph, i, hd_name_table_find (&self->variables, HD_OBJECT_VARIABLE, name));
          }
      }
  report_cycle (self, &graph, HD_PROBLEM_EXPRESSION, "value", "$", _("The variable depends on itself"));
  graph_clear (&graph);
}

void
hd_validate_cycles (HdValidation *self)
{
  check_modules (self);
  check_variables (self);
}
