/* hd-workload-export.c: a drawn workload as a graph for other programs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-export"

#include <heddle/hd-graph-export.h>

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-graph-text.h"
#include "hd-i18n.h"

static gboolean
check_drawn (const HdElement *workload,
             GError **error)
{
  const char *type = hd_element_get_text (workload, "type");

  if (g_strcmp0 (type, "graph") == 0)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The workload is a %s, whose vertices are made when it runs; one of the type graph can be written"),
               type);
  return FALSE;
}

static gboolean
is_vertex (const HdElement *element)
{
  return g_str_equal (element->element, "vertex");
}

/* ---- GraphML ----------------------------------------------------------------------------------------------------------------- */

/* Numbers in SI, flags as such, everything else as it is written. */
static void
add_attribute (HdGraphText *graph,
               const char *target,
               HdObjectKind kind,
               const HdElement *element,
               guint number)
{
  const char *name = element->names[number];
  const HdField *field = hd_schema_find_field (kind, name);
  const HdValue *value = &element->values[number];

  if (field != NULL && (field->kind == HD_FIELD_EXPRESSION || field->kind == HD_FIELD_NUMBER) && value->kind == HD_VALUE_QUANTITY
      && isfinite (value->quantity.value))
    _hd_graph_text_add_number (graph, target, name, value->quantity.value);
  else
    _hd_graph_text_add (graph, target, name, field != NULL && field->kind == HD_FIELD_FLAG ? "boolean" : "string", element->texts[number]);
}

static void
add_vertex (HdGraphText *graph,
            const HdElement *vertex)
{
  g_autofree char *id = g_markup_escape_text (hd_element_get_text (vertex, "id"), -1);

  g_string_append_printf (graph->items, "    <node id=\"%s\">\n", id);
  for (guint i = 0; i < vertex->n_attributes; i++)
    if (!g_str_equal (vertex->names[i], "id"))
      add_attribute (graph, "node", HD_OBJECT_VERTEX, vertex, i);
  g_string_append (graph->items, "    </node>\n");
}

static void
add_edge (HdGraphText *graph,
          const HdElement *edge)
{
  g_autofree char *from = g_markup_escape_text (hd_element_get_text (edge, "from"), -1);
  g_autofree char *to = g_markup_escape_text (hd_element_get_text (edge, "to"), -1);

  g_string_append_printf (graph->items, "    <edge source=\"%s\" target=\"%s\">\n", from, to);
  for (guint i = 0; i < edge->n_attributes; i++)
    if (g_str_equal (edge->names[i], "first"))
      add_attribute (graph, "edge", HD_OBJECT_EDGE, edge, i);
  g_string_append (graph->items, "    </edge>\n");
}

char *
hd_workload_graphml_to_string (const HdElement *workload,
                               GError **error)
{
  g_autoptr (HdGraphText) graph = _hd_graph_text_new ();

  if (!check_drawn (workload, error))
    return NULL;
  for (guint i = 0; i < workload->n_attributes; i++)
    if (g_str_equal (workload->names[i], "on") || g_str_equal (workload->names[i], "stop"))
      _hd_graph_text_add (graph, "graph", workload->names[i], "string", workload->texts[i]);
  for (guint pass = 0; pass < 2; pass++) /* readers want nodes before edges */
    for (guint i = 0; i < workload->n_children; i++)
      if (pass == 0 && is_vertex (workload->children[i]))
        add_vertex (graph, workload->children[i]);
      else if (pass == 1 && !is_vertex (workload->children[i]))
        add_edge (graph, workload->children[i]);
  return _hd_graph_text_end (graph, TRUE);
}

/* ---- dot --------------------------------------------------------------------------------------------------------------------- */

static void
append_dot_vertex (GString *text,
                   const HdElement *vertex)
{
  const char *operation = hd_element_get_text (vertex, "operation"), *start = hd_element_get_text (vertex, "start");
  gboolean communicates = g_strcmp0 (hd_element_get_text (vertex, "kind"), "comm") == 0;
  g_autofree char *label = g_strconcat (hd_element_get_text (vertex, "id"), operation != NULL ? "\n" : NULL, operation, NULL);

  g_string_append (text, "  ");
  _hd_dot_append_quoted (text, hd_element_get_text (vertex, "id"));
  g_string_append (text, " [label=");
  _hd_dot_append_quoted (text, label);
  g_string_append_printf (text, "%s%s];\n", communicates ? ", shape=ellipse" : "", g_strcmp0 (start, "true") == 0 ? ", peripheries=2" : "");
}

char *
hd_workload_dot_to_string (const HdElement *workload,
                           GError **error)
{
  GString *text;

  if (!check_drawn (workload, error))
    return NULL;
  text = g_string_new ("digraph {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n");
  for (guint i = 0; i < workload->n_children; i++)
    {
      const HdElement *child = workload->children[i];

      if (is_vertex (child))
        {
          append_dot_vertex (text, child);
          continue;
        }
      g_string_append (text, "  ");
      _hd_dot_append_quoted (text, hd_element_get_text (child, "from"));
      g_string_append (text, " -> ");
      _hd_dot_append_quoted (text, hd_element_get_text (child, "to"));
      g_string_append (text, g_strcmp0 (hd_element_get_text (child, "first"), "ignore") == 0 ? " [style=dashed];\n" : ";\n");
    }
  g_string_append (text, "}\n");
  return g_string_free (text, FALSE);
}
