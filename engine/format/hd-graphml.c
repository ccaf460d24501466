/* hd-graphml.c: a GraphML graph as a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Attributes of nodes are a type, a place on the canvas and parameters of the type; attributes of edges a link's bandwidth, latency, sharing and class. Names
 * tell which is which, unless the user does. What the file does not say about links stands in one link class.
 */
#define G_LOG_DOMAIN "hd-graphml"

#include "hd-graphml.h"

#include <math.h>
#include <string.h>

#include <heddle/hd-catalog.h>
#include <heddle/hd-error.h>

#include "hd-graphml-reader.h"
#include "hd-i18n.h"
#include "hd-import-map.h"
#include "hd-import-sheet.h"

#define NONE G_MAXUINT32
#define MAX_PORTS 16
#define SMALL_EXTENT 20 /* places that lie closer together are those of an algorithm, not of a canvas */

/* What an attribute may mean, and what it is called elsewhere. */
static const struct
{
  const char *parameter;
  const char *synonyms;
} node_meanings[] = {
  { "type", "type kind role node_type" }, { "x", "x pos_x posx" }, { "y", "y pos_y posy" }, { "fp32", "speed flops" }, { "cores", "core cpus" },
};

static const struct
{
  const char *parameter;
  const char *synonyms;
} edge_meanings[] = {
  { "bandwidth", "bandwidth bw capacity rate speed linkspeed" }, { "latency", "latency lat delay" }, { "sharing", "sharing" },
};

static const struct
{
  const char *type;
  const char *synonyms;
} node_types[] = {
  { "fabric.host", "host server node compute endpoint computer client" }, { "fabric.switch", "switch router tor leaf spine core aggregation agg edge bridge" },
  { "fabric.xpu", "xpu gpu accelerator npu tpu" },                        { "fabric.memory", "memory mem dram" },
  { "fabric.nic", "nic hca" },                                            { "fabric.medium", "medium bus hub" },
};

static const HdParameter bandwidth_parameter = {
  .size = sizeof (HdParameter), .key = "bandwidth", .title = "", .kind = HD_PARAMETER_QUANTITY, .unit = "B/s", .maximum = 1e18, .exclusive_minimum = 1,
};
static const HdParameter latency_parameter = {
  .size = sizeof (HdParameter), .key = "latency", .title = "", .kind = HD_PARAMETER_QUANTITY, .unit = "s", .maximum = 1000,
};
static const char *const sharings[] = { "shared", "split", NULL };
static const HdParameter sharing_parameter = {
  .size = sizeof (HdParameter), .key = "sharing", .title = "", .kind = HD_PARAMETER_CHOICE, .unit = "", .choices = sharings,
};

/** Meaning: of a key; @parameter is interned or NULL */
typedef struct
{
  const char *parameter;
  char *unit;      /* of plain numbers, or NULL for the parameter's own */
  gboolean stated; /* by the user */
} Meaning;

typedef struct
{
  const HdComponentType *type;
  const char *type_name;
  const char *id;
  guint used[MAX_PORTS]; /* links of each port */
} Node;

typedef struct
{
  HdGraphml *graph;
  HdCatalog *catalog;
  HdImportReport *report;
  const char *file_name;
  HdImportSheet *sheet;
  Meaning *node_keys, *edge_keys; /* by key */
  Node *nodes;
  double scale; /* of places */
  gboolean uses_class;
  GError *error;
} Convert;

static gboolean G_GNUC_PRINTF (4, 5)
fail (Convert *self,
      int code,
      guint line,
      const char *format,
      ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  if (self->error != NULL)
    return FALSE;
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  self->error = g_error_new (HD_ERROR, code, "%s:%u: %s", self->file_name, line, message);
  return FALSE;
}

static gboolean
is_word_of (const char *word,
            const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);
  g_autofree char *lower = g_ascii_strdown (word, -1);

  return g_strv_contains ((const char *const *) list, lower);
}

/* ---- what keys mean ------------------------------------------------------------------------------------------------------- */

static gboolean
apply_map (Convert *self,
           const char *entry)
{
  g_auto (HdImportRule) rule = { NULL };
  g_autoptr (GString) known = g_string_new (NULL);
  gboolean found = FALSE;

  if (!hd_import_rule_parse (entry, &rule, &self->error))
    return FALSE;
  for (guint k = 0; k < self->graph->keys->len; k++)
    {
      const HdGraphmlKey *key = &g_array_index (self->graph->keys, HdGraphmlKey, k);
      Meaning meaning = { g_intern_string (rule.parameter), NULL, TRUE };

      g_string_append_printf (known, "%s%s", known->len > 0 ? ", " : "", key->name);
      if (strcmp (key->name, rule.key) != 0)
        continue;
      found = TRUE;
      for (guint side = 0; side < 2; side++)
        {
          Meaning *it = side == 0 ? &self->node_keys[k] : &self->edge_keys[k];

          if (side == 0 ? !key->nodes : !key->edges)
            continue;
          g_free (it->unit);
          *it = meaning;
          it->unit = g_strdup (rule.unit);
        }
    }
  if (!found)
    self->error = g_error_new (HD_ERROR, HD_ERROR_NAME, _ ("%s: the graph has no attribute “%s”; it has %s"), self->file_name, rule.key,
                               known->len > 0 ? known->str : _ ("none"));
  return found;
}

static gboolean
is_taken (Convert *self,
          const Meaning *meanings,
          const char *parameter)
{
  for (guint k = 0; k < self->graph->keys->len; k++)
    if (g_strcmp0 (meanings[k].parameter, parameter) == 0)
      return TRUE;
  return FALSE;
}

/* By synonyms; what is left may be called as a parameter of a component's type is. */
static void
guess_meanings (Convert *self)
{
  for (guint k = 0; k < self->graph->keys->len; k++)
    {
      const HdGraphmlKey *key = &g_array_index (self->graph->keys, HdGraphmlKey, k);

      for (guint i = 0; key->nodes && self->node_keys[k].parameter == NULL && i < G_N_ELEMENTS (node_meanings); i++)
        if (is_word_of (key->name, node_meanings[i].synonyms) && !is_taken (self, self->node_keys, node_meanings[i].parameter))
          self->node_keys[k].parameter = node_meanings[i].parameter;
      for (guint i = 0; key->edges && self->edge_keys[k].parameter == NULL && i < G_N_ELEMENTS (edge_meanings); i++)
        if (is_word_of (key->name, edge_meanings[i].synonyms) && !is_taken (self, self->edge_keys, edge_meanings[i].parameter))
          self->edge_keys[k].parameter = edge_meanings[i].parameter;
      if (key->nodes && self->node_keys[k].parameter == NULL)
        {
          g_autofree char *dashed = g_strdelimit (g_ascii_strdown (key->name, -1), "_ ", '-');

          self->node_keys[k].parameter = g_intern_string (dashed);
        }
    }
}

static const char *
get_value (Convert *self,
           const GArray *values,
           const Meaning *meanings,
           const char *parameter,
           guint *out_key)
{
  for (guint k = 0; k < self->graph->keys->len; k++)
    if (g_strcmp0 (meanings[k].parameter, parameter) == 0)
      {
        const char *text = hd_graphml_get (self->graph, values, k);

        if (text != NULL && *text != '\0')
          {
            *out_key = k;
            return text;
          }
      }
  return NULL;
}

/* A plain number gets a unit. */
static char *
dup_value (Convert *self,
           const HdParameter *parameter,
           const Meaning *meaning,
           const HdGraphmlKey *key,
           const char *text)
{
  g_autofree char *plain = g_strstrip (g_strdup (text));
  char *end;

  if (parameter->kind == HD_PARAMETER_INTEGER && fabs (g_ascii_strtod (plain, &end)) < 1e15 && *end == '\0')
    return g_strdup_printf ("%.0f", g_ascii_strtod (plain, NULL));
  if (parameter->kind != HD_PARAMETER_QUANTITY || *parameter->unit == '\0')
    return g_steal_pointer (&plain);
  g_ascii_strtod (plain, &end);
  if (end == plain || *end != '\0')
    return g_steal_pointer (&plain);
  if (meaning->unit == NULL)
    {
      g_autofree char *note = g_strdup_printf (_ ("the attribute “%s” has no unit: taken as %s"), key->name, parameter->unit);

      if (g_ascii_strtod (plain, NULL) != 0)
        hd_import_report_add (self->report, HD_IMPORT_GUESSED, key->line, NULL, NULL, note);
    }
  return g_strdup_printf ("%s %s", plain, meaning->unit != NULL ? meaning->unit : parameter->unit);
}

static gboolean
append_value (Convert *self,
              const HdParameter *parameter,
              const Meaning *meaning,
              guint key_number,
              const char *text,
              const char *object,
              guint line,
              GString *out)
{
  const HdGraphmlKey *key = &g_array_index (self->graph->keys, HdGraphmlKey, key_number);
  g_autofree char *value = dup_value (self, parameter, meaning, key, text);
  g_autoptr (GError) error = NULL;
  HdQuantity quantity;

  if (!hd_parameter_parse (parameter, value, &quantity, &error))
    return fail (self, error->code, line, _ ("“%.80s”: the attribute “%s”, taken as %s: %s"), object, key->name, parameter->key, error->message);
  if (parameter->kind == HD_PARAMETER_QUANTITY && *parameter->unit != '\0' && quantity.value >= 1 && isfinite (quantity.value))
    hd_import_append_quantity (out, parameter->key, quantity.value, parameter->unit);
  else
    hd_import_append_attribute (out, parameter->key, value);
  return TRUE;
}

/* ---- nodes ---------------------------------------------------------------------------------------------------------------- */

static gboolean
find_type (Convert *self,
           const HdGraphmlNode *node,
           gboolean any_leaf,
           Node *out)
{
  guint key;
  const char *text = get_value (self, node->values, self->node_keys, "type", &key);

  out->type_name = NULL;
  for (guint i = 0; text != NULL && out->type_name == NULL && i < G_N_ELEMENTS (node_types); i++)
    if (is_word_of (text, node_types[i].synonyms))
      out->type_name = node_types[i].type;
  if (text != NULL && out->type_name == NULL)
    {
      g_autofree char *full = strchr (text, '.') != NULL ? g_strdup (text) : g_strconcat ("fabric.", text, NULL);

      out->type_name = hd_catalog_lookup (self->catalog, full) != NULL ? g_intern_string (full) : NULL;
      if (out->type_name == NULL)
        return fail (self, HD_ERROR_NAME, node->line, _ ("Node “%.80s” is of the type “%.80s”; known are host, switch, xpu, memory, nic, medium and types such as fabric.tor-switch"),
                     node->id, text);
    }
  if (text == NULL)
    {
      gboolean leaf = any_leaf ? node->degree <= 1 : FALSE;

      out->type_name = leaf ? "fabric.host" : "fabric.switch";
      hd_import_report_add (self->report, HD_IMPORT_GUESSED, node->line, node->id, out->id,
                            leaf ? _ ("a node without type and with at most one edge: became a host")
                                 : any_leaf ? _ ("a node without type and with several edges: became a switch")
                                            : _ ("a node without type, in a graph without leaves: became a switch with a host of its own"));
    }
  out->type = hd_catalog_lookup (self->catalog, out->type_name);
  if (out->type == NULL)
    return fail (self, HD_ERROR_NAME, node->line, _ ("The component library of the type “%s” is not loaded"), out->type_name);
  return TRUE;
}

static void
find_scale (Convert *self)
{
  double low = INFINITY, high = -INFINITY;

  for (guint i = 0; i < self->graph->nodes->len; i++)
    {
      const HdGraphmlNode *node = &g_array_index (self->graph->nodes, HdGraphmlNode, i);

      for (guint d = 0; d < 2; d++)
        {
          guint key;
          const char *text = get_value (self, node->values, self->node_keys, d == 0 ? "x" : "y", &key);

          low = MIN (low, text != NULL ? g_ascii_strtod (text, NULL) : low);
          high = MAX (high, text != NULL ? g_ascii_strtod (text, NULL) : high);
        }
    }
  self->scale = 1;
  if (!(high > low && high - low < SMALL_EXTENT))
    return;
  self->scale = 320 * ceil (sqrt (self->graph->nodes->len)) / (high - low);
  hd_import_report_add (self->report, HD_IMPORT_GUESSED, 0, NULL, NULL, _ ("places that lie close together: spread over the canvas"));
}

static void
append_place (Convert *self,
              const HdGraphmlNode *node)
{
  guint key;
  const char *x = get_value (self, node->values, self->node_keys, "x", &key);
  const char *y = get_value (self, node->values, self->node_keys, "y", &key);
  double places[2] = { x != NULL ? g_ascii_strtod (x, NULL) * self->scale : NAN, y != NULL ? g_ascii_strtod (y, NULL) * self->scale : NAN };
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (!isfinite (places[0]) || !isfinite (places[1]) || fabs (places[0]) > 1e9 || fabs (places[1]) > 1e9)
    {
      hd_import_sheet_append_place (self->sheet);
      return;
    }
  hd_import_report_set_placed (self->report);
  g_string_append_printf (self->sheet->items, " x=\"%s\"", g_ascii_formatd (buffer, sizeof buffer, "%.6g", places[0]));
  g_string_append_printf (self->sheet->items, " y=\"%s\"", g_ascii_formatd (buffer, sizeof buffer, "%.6g", places[1]));
}

static gboolean
append_parameters (Convert *self,
                   const HdGraphmlNode *node,
                   const Node *own)
{
  for (guint k = 0; k < self->graph->keys->len; k++)
    {
      const HdGraphmlKey *key = &g_array_index (self->graph->keys, HdGraphmlKey, k);
      const char *name = self->node_keys[k].parameter;
      const char *text = key->nodes ? hd_graphml_get (self->graph, node->values, k) : NULL;
      const HdParameter *parameter;

      if (text == NULL || *text == '\0' || name == NULL || strcmp (name, "type") == 0 || strcmp (name, "x") == 0 || strcmp (name, "y") == 0)
        continue;
      parameter = hd_component_type_find_parameter (own->type, name, NULL);
      if (parameter != NULL)
        {
          if (!append_value (self, parameter, &self->node_keys[k], k, text, node->id, node->line, self->sheet->items))
            return FALSE;
        }
      else if (self->node_keys[k].stated)
        return fail (self, HD_ERROR_NAME, node->line, _ ("“%.80s” is a %s, which has no parameter “%s”"), node->id, own->type->id, name);
      else
        {
          g_autofree char *note = g_strdup_printf (_ ("the attribute “%s” of nodes"), key->name);

          hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, node->line, node->id, own->id, note);
        }
    }
  return TRUE;
}

static gboolean
write_nodes (Convert *self)
{
  gboolean any_leaf = FALSE, typed = is_taken (self, self->node_keys, "type");

  for (guint i = 0; i < self->graph->nodes->len; i++)
    any_leaf |= g_array_index (self->graph->nodes, HdGraphmlNode, i).degree <= 1;
  for (guint i = 0; i < self->graph->nodes->len; i++)
    {
      const HdGraphmlNode *node = &g_array_index (self->graph->nodes, HdGraphmlNode, i);
      Node *own = &self->nodes[i];
      GString *items = self->sheet->items;

      own->id = hd_import_sheet_claim (self->sheet, node->id);
      if (!find_type (self, node, any_leaf || typed, own))
        return FALSE;
      g_string_append_printf (items, "    <component id=\"%s\" type=\"%s\"", own->id, own->type_name);
      if (strcmp (own->id, node->id) != 0 && strpbrk (node->id, "[]") == NULL)
        hd_import_append_attribute (items, "names", node->id);
      if (!append_parameters (self, node, own))
        return FALSE;
      append_place (self, node);
      g_string_append (items, "/>\n");
    }
  for (guint i = 0; !any_leaf && !typed && i < self->graph->nodes->len; i++)
    {
      g_autofree char *name = g_strconcat (self->nodes[i].id, "-host", NULL);
      const char *id = hd_import_sheet_claim (self->sheet, name);

      g_string_append_printf (self->sheet->items, "    <component id=\"%s\" type=\"fabric.host\"", id);
      hd_import_sheet_append_place (self->sheet);
      g_string_append (self->sheet->items, "/>\n");
      g_string_append_printf (self->sheet->links, "    <link from=\"%s.port\" to=\"%s.port[%u]\" class=\"wire\"/>\n", id, self->nodes[i].id, self->nodes[i].used[0]++);
    }
  return TRUE;
}

/* ---- edges ---------------------------------------------------------------------------------------------------------------- */

static gboolean
is_free (const Node *node,
         guint port)
{
  const HdPort *it = &node->type->ports[port];

  return port < MAX_PORTS && (it->indexed || it->maximum_links == 0 || node->used[port] < (guint) it->maximum_links);
}

static char *
take_port (Node *node,
           guint port)
{
  guint n = node->used[port]++;

  return node->type->ports[port].indexed ? g_strdup_printf ("%s.%s[%u]", node->id, node->type->ports[port].name, n)
                                         : g_strdup_printf ("%s.%s", node->id, node->type->ports[port].name);
}

/* The first two ports that speak with each other and have room. */
static gboolean
find_ports (Node *from,
            Node *to,
            char **out_from,
            char **out_to)
{
  for (guint a = 0; from->type->ports != NULL && from->type->ports[a].name != NULL && a < MAX_PORTS; a++)
    for (guint b = 0; is_free (from, a) && to->type->ports != NULL && to->type->ports[b].name != NULL && b < MAX_PORTS; b++)
      {
        const char *p = from->type->ports[a].protocol, *q = to->type->ports[b].protocol;

        if (!is_free (to, b) || (strcmp (p, q) != 0 && strcmp (p, "*") != 0 && strcmp (q, "*") != 0))
          continue;
        *out_from = take_port (from, a);
        *out_to = take_port (to, b);
        return TRUE;
      }
  return FALSE;
}

/* An edge each way with equal values is one link with two directions. */
static gboolean
is_second_way (Convert *self,
               GHashTable *waiting,
               guint number)
{
  const HdGraphmlEdge *edge = &g_array_index (self->graph->edges, HdGraphmlEdge, number);
  guint64 key = (guint64) edge->from << 32 | edge->to, reverse = (guint64) edge->to << 32 | edge->from;
  guint other = GPOINTER_TO_UINT (g_hash_table_lookup (waiting, &reverse));
  const HdGraphmlEdge *first = other > 0 ? &g_array_index (self->graph->edges, HdGraphmlEdge, other - 1) : NULL;
  gboolean equal = first != NULL;

  for (guint k = 0; equal && k < self->graph->keys->len; k++)
    if (self->edge_keys[k].parameter != NULL)
      equal = g_strcmp0 (hd_graphml_get (self->graph, edge->values, k), hd_graphml_get (self->graph, first->values, k)) == 0;
  if (equal)
    {
      g_hash_table_remove (waiting, &reverse);
      return TRUE;
    }
  g_hash_table_insert (waiting, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (number + 1));
  return FALSE;
}

static gboolean
append_edge_value (Convert *self,
                   const HdGraphmlEdge *edge,
                   const HdParameter *parameter,
                   const char *object,
                   gboolean *out_there)
{
  guint key;
  const char *text = get_value (self, edge->values, self->edge_keys, parameter->key, &key);

  *out_there = text != NULL;
  return text == NULL || append_value (self, parameter, &self->edge_keys[key], key, text, object, edge->line, self->sheet->links);
}

static gboolean
write_edge (Convert *self,
            const HdGraphmlEdge *edge)
{
  Node *from = &self->nodes[edge->from], *to = &self->nodes[edge->to];
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  g_autofree char *object = g_strdup_printf ("%s--%s", from->id, to->id);
  gboolean has_bandwidth, has_latency, has_sharing;

  if (from == to)
    return fail (self, HD_ERROR_INVALID, edge->line, _ ("An edge leads from “%.80s” to itself; a link joins two components"), from->id);
  if (!find_ports (from, to, &a, &b))
    return fail (self, HD_ERROR_INVALID, edge->line, _ ("“%s” (%s) and “%s” (%s) cannot be linked: no two of their free ports speak the same protocol"), from->id,
                 from->type->id, to->id, to->type->id);
  g_string_append_printf (self->sheet->links, "    <link id=\"%s\" from=\"%s\" to=\"%s\"", hd_import_sheet_claim (self->sheet, edge->id != NULL ? edge->id : "link"), a, b);
  if (!append_edge_value (self, edge, &bandwidth_parameter, object, &has_bandwidth) || !append_edge_value (self, edge, &latency_parameter, object, &has_latency)
      || !append_edge_value (self, edge, &sharing_parameter, object, &has_sharing))
    return FALSE;
  if (!has_bandwidth || !has_latency || !has_sharing)
    {
      g_string_append (self->sheet->links, " class=\"edge\"");
      self->uses_class = TRUE;
    }
  if (!has_bandwidth)
    hd_import_report_add (self->report, HD_IMPORT_GUESSED, edge->line, object, NULL, _ ("an edge without bandwidth: that of the link class “edge”"));
  if (!has_latency)
    hd_import_report_add (self->report, HD_IMPORT_GUESSED, edge->line, object, NULL, _ ("an edge without latency: that of the link class “edge”"));
  g_string_append (self->sheet->links, "/>\n");
  return TRUE;
}

static gboolean
write_edges (Convert *self,
             GCancellable *cancellable)
{
  g_autoptr (GHashTable) waiting = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < self->graph->edges->len; i++)
    {
      const HdGraphmlEdge *edge = &g_array_index (self->graph->edges, HdGraphmlEdge, i);

      if (edge->directed && is_second_way (self, waiting, i))
        {
          hd_import_report_add (self->report, HD_IMPORT_MAPPED, edge->line, edge->id, NULL, _ ("a directed edge back: the other direction of a link"));
          continue;
        }
      if (!write_edge (self, edge))
        return FALSE;
      if (i % 1024 == 0 && hd_import_is_cancelled (cancellable, &self->error))
        return FALSE;
    }
  if (g_hash_table_size (waiting) > 0)
    hd_import_report_add (self->report, HD_IMPORT_GUESSED, 0, NULL, NULL, _ ("a directed edge without one back: links carry both ways"));
  for (guint k = 0; k < self->graph->keys->len; k++)
    {
      const HdGraphmlKey *key = &g_array_index (self->graph->keys, HdGraphmlKey, k);
      g_autofree char *note = g_strdup_printf (_ ("the attribute “%s” of edges"), key->name);

      if (key->edges && self->edge_keys[k].parameter == NULL)
        hd_import_report_add (self->report, HD_IMPORT_LEFT_OUT, key->line, NULL, NULL, note);
    }
  return TRUE;
}

/* ---- all ------------------------------------------------------------------------------------------------------------------ */

static gboolean
convert (Convert *self,
         const char *const *map,
         GCancellable *cancellable)
{
  for (guint i = 0; map != NULL && map[i] != NULL; i++)
    if (!apply_map (self, map[i]))
      return FALSE;
  guess_meanings (self);
  find_scale (self);
  return write_nodes (self) && write_edges (self, cancellable);
}

char *
hd_graphml_convert (GInputStream *stream,
                    const char *file_name,
                    const char *name,
                    const char *const *map,
                    HdImportReport *report,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (HdGraphml) graph = hd_graphml_read (stream, file_name, cancellable, error);
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  Convert self = { .graph = graph, .catalog = catalog, .report = report, .file_name = file_name };
  GString *text = NULL;

  if (graph == NULL)
    return NULL;
  self.sheet = hd_import_sheet_new (NULL, "top");
  self.node_keys = g_new0 (Meaning, graph->keys->len + 1);
  self.edge_keys = g_new0 (Meaning, graph->keys->len + 1);
  self.nodes = g_new0 (Node, graph->nodes->len);
  if (convert (&self, map, cancellable))
    {
      text = g_string_new ("<heddle version=\"1\"");
      hd_import_append_attribute (text, "name", name);
      g_string_append (text, ">\n  <link-class id=\"wire\" bandwidth=\"100 TB/s\" latency=\"0 s\" sharing=\"split\"/>\n");
      if (self.uses_class)
        g_string_append (text, "  <link-class id=\"edge\" bandwidth=\"10 GB/s\" latency=\"1 us\" sharing=\"split\"/>\n");
      hd_import_sheet_write (self.sheet, NULL, text);
      g_string_append (text, "</heddle>\n");
    }
  for (guint k = 0; k < graph->keys->len; k++)
    {
      g_free (self.node_keys[k].unit);
      g_free (self.edge_keys[k].unit);
    }
  g_free (self.node_keys);
  g_free (self.edge_keys);
  g_free (self.nodes);
  hd_import_sheet_free (self.sheet);
  if (text != NULL)
    return g_string_free (text, FALSE);
  g_propagate_error (error, self.error);
  return NULL;
}
