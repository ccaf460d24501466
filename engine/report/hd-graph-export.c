/* hd-graph-export.c: the drawn system as a graph for other programs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-graph-export"

#include <heddle/hd-graph-export.h>

#include <math.h>
#include <string.h>

#include "hd-graph-text.h"

/* ---- GraphML ------------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdDesign *design;
  HdCatalog *catalog;
  HdGraphText *graph;
} Export;

/* The text that came of what is written: a brace in it begins no expression. */
static void
append_text (Export *self,
             guint32 node,
             guint number)
{
  const HdParameter *parameter = &hd_design_get_nodes (self->design)[node].type->parameters[number];
  const char *text = hd_design_get_text (self->design, node, number);
  g_autoptr (GString) whole = g_string_new (text);

  if (whole->len == 0)
    return;
  g_string_replace (whole, "{", "{{", 0);
  _hd_graph_text_add (self->graph, "node", parameter->key, "string", whole->str);
}

static void
append_parameters (Export *self,
                   guint32 node)
{
  const HdComponentType *type = hd_design_get_nodes (self->design)[node].type;
  const double *values = hd_design_get_parameters (self->design, node);

  for (guint i = 0; i < hd_component_type_count_parameters (type); i++)
    {
      const HdParameter *parameter = &type->parameters[i];

      if ((parameter->kind == HD_PARAMETER_QUANTITY || parameter->kind == HD_PARAMETER_INTEGER) && isfinite (values[i]))
        _hd_graph_text_add_number (self->graph, "node", parameter->key, values[i]);
      else if (parameter->kind == HD_PARAMETER_CHOICE)
        _hd_graph_text_add (self->graph, "node", parameter->key, "string", parameter->choices[(guint) values[i]]);
      else if (parameter->kind == HD_PARAMETER_FLAG)
        _hd_graph_text_add (self->graph, "node", parameter->key, "string", values[i] != 0 ? "true" : "false");
      else if (parameter->kind == HD_PARAMETER_TEXT)
        append_text (self, node, i);
    }
}

/* Components of the top by uid. */
static GHashTable *
index_top (HdSnapshot *snapshot)
{
  GHashTable *objects = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  const HdObject *top = snapshot != NULL ? hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_TOP, NULL) : NULL;
  guint n = top != NULL ? hd_object_get_n_children (top) : 0;

  for (guint i = 0; i < n; i++)
    {
      guint64 uid = hd_object_get_uid (hd_object_get_child (top, i));

      g_hash_table_insert (objects, g_memdup2 (&uid, sizeof uid), (gpointer) hd_object_get_child (top, i));
    }
  return objects;
}

/* Where a single component of the top is drawn. */
static void
append_place (Export *self,
              guint32 node,
              GHashTable *objects)
{
  const HdNode *it = &hd_design_get_nodes (self->design)[node];
  const HdObject *object = it->scope == 0 ? g_hash_table_lookup (objects, &it->origin_uid) : NULL;
  double x = object != NULL ? hd_object_get_number (object, "x", NAN) : NAN, y = object != NULL ? hd_object_get_number (object, "y", NAN) : NAN;

  if (isnan (x) || isnan (y) || hd_object_get (object, "count") != NULL)
    return;
  _hd_graph_text_add_number (self->graph, "node", "x", x);
  _hd_graph_text_add_number (self->graph, "node", "y", y);
}

static void
append_node (Export *self,
             guint32 node,
             GHashTable *objects)
{
  const HdComponentType *type = hd_design_get_nodes (self->design)[node].type;
  g_autofree char *name = g_strdup_printf ("%s.%s", hd_catalog_get_library_of (self->catalog, type)->name, type->id);
  g_autofree char *path = hd_design_dup_node_path (self->design, node);
  g_autofree char *escaped = g_markup_escape_text (path, -1);

  g_string_append_printf (self->graph->items, "    <node id=\"%s\">\n", escaped);
  _hd_graph_text_add (self->graph, "node", "type", "string", name);
  append_place (self, node, objects);
  append_parameters (self, node);
  g_string_append (self->graph->items, "    </node>\n");
}

static void
append_link (Export *self,
             guint32 number)
{
  const HdLink *link = &hd_design_get_links (self->design)[number];
  g_autofree char *from = hd_design_dup_node_path (self->design, link->from);
  g_autofree char *to = hd_design_dup_node_path (self->design, link->to);
  g_autofree char *a = g_markup_escape_text (from, -1);
  g_autofree char *b = g_markup_escape_text (to, -1);

  g_string_append_printf (self->graph->items, "    <edge source=\"%s\" target=\"%s\" id=\"l%u\">\n", a, b, number);
  _hd_graph_text_add_number (self->graph, "edge", "bandwidth", link->bandwidth);
  _hd_graph_text_add_number (self->graph, "edge", "latency", (double) link->latency_ps / (double) HD_TICKS_PER_SECOND);
  _hd_graph_text_add (self->graph, "edge", "sharing", "string", link->sharing == HD_SHARING_SPLIT ? "split" : "shared");
  g_string_append (self->graph->items, "    </edge>\n");
}

char *
hd_graphml_to_string (HdDesign *design,
                      HdCatalog *catalog,
                      HdSnapshot *snapshot)
{
  g_autoptr (HdGraphText) graph = _hd_graph_text_new ();
  g_autoptr (GHashTable) objects = index_top (snapshot);
  Export self = { design, catalog, graph };

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    append_node (&self, i, objects);
  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    append_link (&self, i);
  return _hd_graph_text_end (graph, FALSE);
}

/* ---- dot ----------------------------------------------------------------------------------------------------------------- */

static void
append_dot_node (GString *text,
                 HdDesign *design,
                 guint32 node,
                 guint depth)
{
  const HdNode *it = &hd_design_get_nodes (design)[node];
  g_autofree char *path = hd_design_dup_node_path (design, node);
  const char *last = strrchr (path, '/');

  g_string_append_printf (text, "%*s", 2 * (int) depth, "");
  _hd_dot_append_quoted (text, path);
  g_string_append (text, " [label=");
  _hd_dot_append_quoted (text, last != NULL ? last + 1 : path);
  g_string_append_printf (text, "%s];\n", it->type->role == HD_ROLE_SWITCH ? "" : it->type->role == HD_ROLE_MEMORY ? ", shape=cylinder" : ", shape=ellipse");
}

/* The nodes of a scope itself, then its children; all of them are numbered depth first. */
static void
append_scope (GString *text,
              HdDesign *design,
              guint32 scope,
              guint depth)
{
  const HdScope *it = &hd_design_get_scopes (design)[scope];
  const HdNode *nodes = hd_design_get_nodes (design);

  for (guint32 i = it->first_node; i < it->end_node; i++)
    if (nodes[i].scope == scope)
      append_dot_node (text, design, i, depth);
  for (guint32 child = it->first_scope; child < it->end_scope; child = hd_design_get_scopes (design)[child].end_scope)
    {
      g_autofree char *path = hd_design_dup_scope_path (design, child);

      g_string_append_printf (text, "%*ssubgraph cluster_%u {\n%*slabel=", 2 * (int) depth, "", child, 2 * (int) depth + 2, "");
      _hd_dot_append_quoted (text, path);
      g_string_append (text, ";\n");
      append_scope (text, design, child, depth + 1);
      g_string_append_printf (text, "%*s}\n", 2 * (int) depth, "");
    }
}

char *
hd_dot_to_string (HdDesign *design)
{
  GString *text = g_string_new ("graph ");

  _hd_dot_append_quoted (text, hd_design_get_name (design));
  g_string_append (text, " {\n  node [shape=box, style=rounded, fontname=\"sans-serif\"];\n");
  if (hd_design_get_n_scopes (design) > 0)
    append_scope (text, design, 0, 1);
  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    {
      const HdLink *link = &hd_design_get_links (design)[i];
      g_autofree char *from = hd_design_dup_node_path (design, link->from);
      g_autofree char *to = hd_design_dup_node_path (design, link->to);

      g_string_append (text, "  ");
      _hd_dot_append_quoted (text, from);
      g_string_append (text, " -- ");
      _hd_dot_append_quoted (text, to);
      g_string_append_printf (text, " [tooltip=\"%g B/s, %g s\"];\n", link->bandwidth, (double) link->latency_ps / (double) HD_TICKS_PER_SECOND);
    }
  g_string_append (text, "}\n");
  return g_string_free (text, FALSE);
}
