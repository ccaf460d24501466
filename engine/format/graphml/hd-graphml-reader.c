/* hd-graphml-reader.c: a GraphML file as it stands
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-graphml"

#include "hd-graphml-reader.h"

#include <string.h>

#include "hd-i18n.h"
#include "hd-xml-events.h"

typedef struct
{
  HdGraphml *graph;
  gboolean directed;   /* of edges that do not say */
  gboolean in_graph;
  GArray *values;      /* (nullable) (borrowed): of the node or edge under way */
  gboolean in_data;
  guint key;           /* of the <data>, or the <key> whose default is read */
  guint skipped;       /* depth inside an element that is left out */
} Reader;

/* ---- storage ------------------------------------------------------------------------------------------------------------- */

static void
value_clear (gpointer data)
{
  g_free (((HdGraphmlValue *) data)->text);
}

static void
key_clear (gpointer data)
{
  HdGraphmlKey *self = data;

  g_free (self->id);
  g_free (self->name);
  g_free (self->missing);
}

static void
node_clear (gpointer data)
{
  g_free (((HdGraphmlNode *) data)->id);
  g_array_unref (((HdGraphmlNode *) data)->values);
}

static void
edge_clear (gpointer data)
{
  g_free (((HdGraphmlEdge *) data)->id);
  g_array_unref (((HdGraphmlEdge *) data)->values);
}

static GArray *
values_new (void)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (HdGraphmlValue));

  g_array_set_clear_func (values, value_clear);
  return values;
}

static HdGraphml *
graphml_new (void)
{
  HdGraphml *self = g_new0 (HdGraphml, 1);

  self->keys = g_array_new (FALSE, FALSE, sizeof (HdGraphmlKey));
  g_array_set_clear_func (self->keys, key_clear);
  self->nodes = g_array_new (FALSE, FALSE, sizeof (HdGraphmlNode));
  g_array_set_clear_func (self->nodes, node_clear);
  self->edges = g_array_new (FALSE, FALSE, sizeof (HdGraphmlEdge));
  self->values = values_new ();
  g_array_set_clear_func (self->edges, edge_clear);
  self->node_ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->key_ids = g_hash_table_new (g_str_hash, g_str_equal);
  return self;
}

void
hd_graphml_free (HdGraphml *self)
{
  g_hash_table_unref (self->key_ids);
  g_hash_table_unref (self->node_ids);
  g_array_unref (self->values);
  g_array_unref (self->edges);
  g_array_unref (self->nodes);
  g_array_unref (self->keys);
  g_free (self);
}

const char *
hd_graphml_get (HdGraphml *self,
                const GArray *values,
                guint key)
{
  for (guint i = 0; i < values->len; i++)
    if (g_array_index (values, HdGraphmlValue, i).key == key)
      return g_array_index (values, HdGraphmlValue, i).text;
  return g_array_index (self->keys, HdGraphmlKey, key).missing;
}

/* ---- elements ------------------------------------------------------------------------------------------------------------ */

static const char *
need (HdXmlEvents *events,
      const char *element,
      const char *const *attributes,
      const char *name)
{
  const char *value = hd_xml_attribute (attributes, name);

  if (value == NULL)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%s> has no attribute “%s”"), element, name);
  return value;
}

static void
start_key (Reader *self,
           HdXmlEvents *events,
           const char *const *attributes)
{
  const char *id = need (events, "key", attributes, "id");
  const char *name = hd_xml_attribute (attributes, "attr.name");
  const char *for_what = hd_xml_attribute (attributes, "for");
  HdGraphmlKey key = { .line = hd_xml_events_get_line (events) };

  if (id == NULL)
    return;
  if (g_hash_table_contains (self->graph->key_ids, id))
    {
      hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("A second key has the id “%.80s”"), id);
      return;
    }
  if (self->graph->keys->len == HD_GRAPHML_MAX_KEYS)
    {
      hd_xml_events_fail (events, HD_ERROR_LIMIT, 0, _("The key “%.80s” is one too many: a graph may have %d attributes"), id, HD_GRAPHML_MAX_KEYS);
      return;
    }
  key.id = g_strdup (id);
  key.name = g_strdup (name != NULL ? name : id);
  key.nodes = for_what == NULL || strcmp (for_what, "node") == 0 || strcmp (for_what, "all") == 0;
  key.edges = for_what == NULL || strcmp (for_what, "edge") == 0 || strcmp (for_what, "all") == 0;
  self->key = self->graph->keys->len;
  g_array_append_val (self->graph->keys, key);
  g_hash_table_insert (self->graph->key_ids, key.id, GUINT_TO_POINTER (self->key + 1));
}

static void
start_graph (Reader *self,
             HdXmlEvents *events,
             const char *const *attributes)
{
  if (self->in_graph || self->graph->nodes->len > 0)
    hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("A second graph: Heddle reads files with one graph, and none inside it"));
  self->in_graph = TRUE;
  self->directed = g_strcmp0 (hd_xml_attribute (attributes, "edgedefault"), "directed") == 0;
}

static void
start_node (Reader *self,
            HdXmlEvents *events,
            const char *const *attributes)
{
  const char *id = need (events, "node", attributes, "id");
  HdGraphmlNode node = { .line = hd_xml_events_get_line (events) };
  guint first;

  if (id == NULL)
    return;
  first = GPOINTER_TO_UINT (g_hash_table_lookup (self->graph->node_ids, id));
  if (first > 0)
    {
      hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("A second node has the id “%.80s”; the first stands on line %u"), id,
                          g_array_index (self->graph->nodes, HdGraphmlNode, first - 1).line);
      return;
    }
  node.id = g_strdup (id);
  node.values = self->values = values_new ();
  g_array_append_val (self->graph->nodes, node);
  g_hash_table_insert (self->graph->node_ids, node.id, GUINT_TO_POINTER (self->graph->nodes->len));
}

static gboolean
find_node (Reader *self,
           HdXmlEvents *events,
           const char *const *attributes,
           const char *attribute,
           guint32 *out_node)
{
  const char *id = need (events, "edge", attributes, attribute);
  guint number = id != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->graph->node_ids, id)) : 0;

  if (id != NULL && number == 0)
    hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("<edge>: %s is “%.80s”, but there is no such node before this line"), attribute, id);
  *out_node = number - 1;
  return number > 0;
}

static void
start_edge (Reader *self,
            HdXmlEvents *events,
            const char *const *attributes)
{
  const char *directed = hd_xml_attribute (attributes, "directed");
  HdGraphmlEdge edge = { .line = hd_xml_events_get_line (events), .id = g_strdup (hd_xml_attribute (attributes, "id")) };

  edge.directed = directed != NULL ? strcmp (directed, "true") == 0 : self->directed;
  edge.values = self->values = values_new ();
  if (find_node (self, events, attributes, "source", &edge.from) && find_node (self, events, attributes, "target", &edge.to))
    {
      g_array_index (self->graph->nodes, HdGraphmlNode, edge.from).degree++;
      g_array_index (self->graph->nodes, HdGraphmlNode, edge.to).degree++;
    }
  g_array_append_val (self->graph->edges, edge);
}

static void
start_data (Reader *self,
            HdXmlEvents *events,
            const char *const *attributes)
{
  const char *id = need (events, "data", attributes, "key");
  guint number = id != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (self->graph->key_ids, id)) : 0;

  if (id != NULL && number == 0)
    hd_xml_events_fail (events, HD_ERROR_NAME, 0, _("<data>: there is no key “%.80s” before this line"), id);
  self->key = number - 1;
  self->in_data = TRUE;
}

static void
on_start (HdXmlEvents *events,
          const char *element,
          const char *const *attributes,
          gpointer user_data)
{
  Reader *self = user_data;

  if (self->skipped > 0 || self->in_data)
    self->skipped++;
  else if (strcmp (element, "key") == 0)
    start_key (self, events, attributes);
  else if (strcmp (element, "graph") == 0)
    start_graph (self, events, attributes);
  else if (strcmp (element, "node") == 0 || strcmp (element, "edge") == 0)
    {
      if (!self->in_graph)
        hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%s> must stand in a <graph>"), element);
      else if (element[0] == 'n')
        start_node (self, events, attributes);
      else
        start_edge (self, events, attributes);
    }
  else if (strcmp (element, "data") == 0)
    start_data (self, events, attributes);
  else if (strcmp (element, "hyperedge") == 0 || strcmp (element, "port") == 0)
    hd_xml_events_fail (events, HD_ERROR_INVALID, 0, _("<%s> is not read: an edge joins two nodes"), element);
  else if (strcmp (element, "desc") == 0)
    self->skipped = 1;
  else if (strcmp (element, "graphml") != 0 && strcmp (element, "default") != 0)
    hd_xml_events_fail (events, HD_ERROR_SYNTAX, 0, _("<%.40s> is not an element of GraphML"), element);
}

static void
on_end (HdXmlEvents *events,
        const char *element,
        const char *text,
        gpointer user_data)
{
  Reader *self = user_data;

  if (self->skipped > 0)
    {
      self->skipped--;
      return;
    }
  if (strcmp (element, "default") == 0 && self->key < self->graph->keys->len)
    {
      HdGraphmlKey *key = &g_array_index (self->graph->keys, HdGraphmlKey, self->key);

      g_free (key->missing);
      key->missing = g_strdup (text);
    }
  else if (strcmp (element, "data") == 0)
    {
      HdGraphmlValue value = { self->key, g_strdup (text) };

      self->in_data = FALSE;
      g_array_append_val (self->values != NULL ? self->values : self->graph->values, value);
    }
  else if (strcmp (element, "node") == 0 || strcmp (element, "edge") == 0)
    self->values = NULL;
  else if (strcmp (element, "graph") == 0)
    self->in_graph = FALSE;
}

HdGraphml *
hd_graphml_read (GInputStream *stream,
                 const char *file_name,
                 GCancellable *cancellable,
                 GError **error)
{
  static const HdXmlHandler handler = { on_start, on_end };
  g_autoptr (HdGraphml) graph = graphml_new ();
  Reader self = { .graph = graph };

  if (!hd_xml_events_read (stream, file_name, &handler, &self, cancellable, error))
    return NULL;
  if (graph->nodes->len == 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s: the graph has no nodes"), file_name);
      return NULL;
    }
  return g_steal_pointer (&graph);
}
