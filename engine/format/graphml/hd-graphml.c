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
#include <heddle/hd-document.h>
#include <heddle/hd-error.h>
#include <heddle/hd-pair-hash.h>

#include "hd-graphml-meanings.h"
#include "hd-graphml-reader.h"
#include "hd-i18n.h"
#include "hd-import-sheet.h"

#define MAX_PORTS 16
#define SMALL_EXTENT 20 /* places that lie closer together are those of an algorithm, not of a canvas */

static const struct
{
  const char *type;
  const char *synonyms;
} node_types[] = {
  { "fabric.host", "host server node compute endpoint computer client" }, { "fabric.switch", "switch router tor leaf spine core aggregation agg edge bridge" },
  { "fabric.xpu", "xpu gpu accelerator npu tpu" },                        { "fabric.memory", "memory mem dram" },
  { "fabric.nic", "nic hca" },                                            { "fabric.medium", "medium bus hub" },
};

static const char *const axes[] = { "x", "y" };

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
  HdGraphmlMeanings meanings;
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

/* ---- values --------------------------------------------------------------------------------------------------------------- */

/* A plain number gets a unit. */
static char *
dup_value (Convert *self,
           const HdParameter *parameter,
           const HdGraphmlMeaning *meaning,
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
      g_autofree char *note = g_strdup_printf (_("the attribute “%s” has no unit: taken as %s"), key->name, parameter->unit);

      if (g_ascii_strtod (plain, NULL) != 0)
        hd_import_report_add_attribute (self->report, HD_IMPORT_GUESSED, key->line, key->name, NULL, NULL, note);
    }
  return g_strdup_printf ("%s %s", plain, meaning->unit != NULL ? meaning->unit : parameter->unit);
}

static gboolean
append_value (Convert *self,
              const HdParameter *parameter,
              HdGraphmlMeaning *meaning,
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
    return fail (self, error->code, line, _("“%.80s”: the attribute “%s”, taken as %s: %s"), object, key->name, parameter->key, error->message);
  if (parameter->kind == HD_PARAMETER_QUANTITY && *parameter->unit != '\0' && quantity.value >= 1 && isfinite (quantity.value))
    hd_import_append_quantity (out, parameter->key, quantity.value, parameter->unit);
  else
    hd_import_append_attribute (out, parameter->key, value);
  meaning->n_taken++;
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
  const char *text = hd_graphml_meanings_get (&self->meanings, HD_IMPORT_OF_NODES, node->values, "type", &key);

  out->type_name = NULL;
  for (guint i = 0; text != NULL && out->type_name == NULL && i < G_N_ELEMENTS (node_types); i++)
    if (hd_graphml_is_word_of (text, node_types[i].synonyms))
      out->type_name = node_types[i].type;
  if (text != NULL && out->type_name == NULL)
    {
      g_autofree char *full = strchr (text, '.') != NULL ? g_strdup (text) : g_strconcat ("fabric.", text, NULL);

      out->type_name = hd_catalog_lookup (self->catalog, full) != NULL ? g_intern_string (full) : NULL;
      if (out->type_name == NULL)
        return fail (self, HD_ERROR_NAME, node->line, _("Node “%.80s” is of the type “%.80s”; known are host, switch, xpu, memory, nic, medium and types such as fabric.tor-switch"),
                     node->id, text);
    }
  if (text != NULL)
    self->meanings.of[HD_IMPORT_OF_NODES][key].n_taken++;
  else
    {
      gboolean leaf = any_leaf ? node->degree <= 1 : FALSE;

      out->type_name = leaf ? "fabric.host" : "fabric.switch";
      hd_import_report_add (self->report, HD_IMPORT_GUESSED, node->line, node->id, out->id,
                            leaf ? _("a node without type and with at most one edge: became a host")
                                 : any_leaf ? _("a node without type and with several edges: became a switch")
                                            : _("a node without type, in a graph without leaves: became a switch with a host of its own"));
    }
  out->type = hd_catalog_lookup (self->catalog, out->type_name);
  if (out->type == NULL)
    return fail (self, HD_ERROR_NAME, node->line, _("The component library of the type “%s” is not loaded"), out->type_name);
  return TRUE;
}

/* NAN if the file says nothing. */
static gboolean
read_place (Convert *self,
            const HdGraphmlNode *node,
            const char *axis,
            double *out_place,
            guint *out_key)
{
  const char *text = hd_graphml_meanings_get (&self->meanings, HD_IMPORT_OF_NODES, node->values, axis, out_key);
  char *end;

  *out_place = text != NULL ? g_ascii_strtod (text, &end) : NAN;
  if (text == NULL || (end != text && end[strspn (end, " \t\r\n")] == '\0'))
    return TRUE;
  *out_place = NAN;
  if (!self->meanings.of[HD_IMPORT_OF_NODES][*out_key].stated)
    return TRUE;
  return fail (self, HD_ERROR_SYNTAX, node->line, _("“%.80s”: the attribute “%s”, taken as %s: “%.80s” is no number"), node->id,
               g_array_index (self->graph->keys, HdGraphmlKey, *out_key).name, axis, text);
}

static gboolean
find_scale (Convert *self)
{
  double low = INFINITY, high = -INFINITY;

  for (guint i = 0; i < self->graph->nodes->len; i++)
    for (guint d = 0; d < G_N_ELEMENTS (axes); d++)
      {
        double place;
        guint key;

        if (!read_place (self, &g_array_index (self->graph->nodes, HdGraphmlNode, i), axes[d], &place, &key))
          return FALSE;
        low = isnan (place) ? low : MIN (low, place);
        high = isnan (place) ? high : MAX (high, place);
      }
  self->scale = 1;
  if (!(high > low && high - low < SMALL_EXTENT))
    return TRUE;
  self->scale = 320 * ceil (sqrt (self->graph->nodes->len)) / (high - low);
  hd_import_report_add (self->report, HD_IMPORT_GUESSED, 0, NULL, NULL, _("places that lie close together: spread over the canvas"));
  return TRUE;
}

static gboolean
append_place (Convert *self,
              const HdGraphmlNode *node)
{
  double places[G_N_ELEMENTS (axes)];
  guint keys[G_N_ELEMENTS (axes)];
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint d = 0; d < G_N_ELEMENTS (axes); d++)
    {
      if (!read_place (self, node, axes[d], &places[d], &keys[d]))
        return FALSE;
      places[d] *= self->scale;
    }
  if (!isfinite (places[0]) || !isfinite (places[1]) || fabs (places[0]) > 1e9 || fabs (places[1]) > 1e9)
    {
      hd_import_sheet_append_place (self->sheet);
      return TRUE;
    }
  hd_import_report_set_placed (self->report);
  for (guint d = 0; d < G_N_ELEMENTS (axes); d++)
    {
      g_string_append_printf (self->sheet->items, " %s=\"%s\"", axes[d], g_ascii_formatd (buffer, sizeof buffer, "%.6g", places[d]));
      self->meanings.of[HD_IMPORT_OF_NODES][keys[d]].n_taken++;
    }
  return TRUE;
}

static gboolean
is_parameter (const char *meaning)
{
  return meaning != NULL && strcmp (meaning, "type") != 0 && strcmp (meaning, axes[0]) != 0 && strcmp (meaning, axes[1]) != 0;
}

static gboolean
append_parameters (Convert *self,
                   const HdGraphmlNode *node,
                   const Node *own)
{
  for (guint k = 0; k < self->graph->keys->len; k++)
    {
      const HdGraphmlKey *key = &g_array_index (self->graph->keys, HdGraphmlKey, k);
      HdGraphmlMeaning *meaning = &self->meanings.of[HD_IMPORT_OF_NODES][k];
      const HdParameter *parameter = is_parameter (meaning->parameter) ? hd_component_type_find_parameter (own->type, meaning->parameter, NULL) : NULL;
      const char *text = hd_graphml_has_side (self->graph, k, HD_IMPORT_OF_NODES) ? hd_graphml_get (self->graph, node->values, k) : NULL;
      guint first;

      if (text == NULL || *text == '\0' || (meaning->parameter == NULL && meaning->stated) || (meaning->parameter != NULL && !is_parameter (meaning->parameter)))
        continue;
      if (parameter == NULL)
        {
          g_autofree char *note = g_strdup_printf (_("the attribute “%s” of nodes"), key->name);

          hd_import_report_add_attribute (self->report, HD_IMPORT_LEFT_OUT, node->line, key->name, node->id, own->id, note);
          continue;
        }
      /* Of several keys of one name a node has one. */
      hd_graphml_meanings_get (&self->meanings, HD_IMPORT_OF_NODES, node->values, meaning->parameter, &first);
      if (first == k && !append_value (self, parameter, meaning, k, text, node->id, node->line, self->sheet->items))
        return FALSE;
    }
  return TRUE;
}

/* What the user says that an attribute is must be so for one node at least. */
static gboolean
check_parameters (Convert *self)
{
  for (guint k = 0; k < self->graph->keys->len; k++)
    {
      const HdGraphmlMeaning *meaning = &self->meanings.of[HD_IMPORT_OF_NODES][k];

      for (guint i = 0; meaning->stated && is_parameter (meaning->parameter) && meaning->n_taken == 0 && i < self->graph->nodes->len; i++)
        {
          const HdGraphmlNode *node = &g_array_index (self->graph->nodes, HdGraphmlNode, i);
          const char *text = hd_graphml_get (self->graph, node->values, k);

          if (text != NULL && *text != '\0')
            return fail (self, HD_ERROR_NAME, node->line, _("“%.80s” is a %s, which has no parameter “%s”"), node->id, self->nodes[i].type->id, meaning->parameter);
        }
    }
  return TRUE;
}

static gboolean
write_nodes (Convert *self)
{
  gboolean any_leaf = FALSE, typed = hd_graphml_meanings_has (&self->meanings, HD_IMPORT_OF_NODES, "type");

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
      if (strcmp (own->id, node->id) != 0)
        hd_import_append_name (items, node->id);
      if (!append_parameters (self, node, own) || !append_place (self, node))
        return FALSE;
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

/* What it says stands in the link already. */
static void
count_second_way (Convert *self,
                  const HdGraphmlEdge *edge)
{
  for (guint k = 0; k < self->graph->keys->len; k++)
    {
      HdGraphmlMeaning *meaning = &self->meanings.of[HD_IMPORT_OF_EDGES][k];
      const char *text = meaning->parameter != NULL ? hd_graphml_get (self->graph, edge->values, k) : NULL;

      meaning->n_taken += text != NULL && *text != '\0';
    }
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
    if (self->meanings.of[HD_IMPORT_OF_EDGES][k].parameter != NULL)
      equal = g_strcmp0 (hd_graphml_get (self->graph, edge->values, k), hd_graphml_get (self->graph, first->values, k)) == 0;
  if (equal)
    {
      g_hash_table_remove (waiting, &reverse);
      count_second_way (self, edge);
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
  const char *text = hd_graphml_meanings_get (&self->meanings, HD_IMPORT_OF_EDGES, edge->values, parameter->key, &key);

  *out_there = text != NULL;
  return text == NULL || append_value (self, parameter, &self->meanings.of[HD_IMPORT_OF_EDGES][key], key, text, object, edge->line, self->sheet->links);
}

static gboolean
write_edge (Convert *self,
            const HdGraphmlEdge *edge)
{
  Node *from = &self->nodes[edge->from], *to = &self->nodes[edge->to];
  g_autofree char *a = NULL;
  g_autofree char *b = NULL;
  g_autofree char *object = g_strdup_printf ("%s--%s", from->id, to->id);
  const char *id;
  gboolean has_bandwidth, has_latency, has_sharing;

  if (from == to)
    return fail (self, HD_ERROR_INVALID, edge->line, _("An edge leads from “%.80s” to itself; a link joins two components"), from->id);
  if (!find_ports (from, to, &a, &b))
    return fail (self, HD_ERROR_INVALID, edge->line, _("“%s” (%s) and “%s” (%s) cannot be linked: no two of their free ports speak the same protocol"), from->id,
                 from->type->id, to->id, to->type->id);
  id = hd_import_sheet_claim (self->sheet, edge->id != NULL ? edge->id : "link");
  g_string_append_printf (self->sheet->links, "    <link id=\"%s\" from=\"%s\" to=\"%s\"", id, a, b);
  if (!append_edge_value (self, edge, &bandwidth_parameter, object, &has_bandwidth) || !append_edge_value (self, edge, &latency_parameter, object, &has_latency)
      || !append_edge_value (self, edge, &sharing_parameter, object, &has_sharing))
    return FALSE;
  if (!has_bandwidth || !has_latency || !has_sharing)
    {
      g_string_append (self->sheet->links, " class=\"edge\"");
      self->uses_class = TRUE;
    }
  if (!has_bandwidth)
    hd_import_report_add (self->report, HD_IMPORT_GUESSED, edge->line, object, id, _("an edge without bandwidth: that of the link class “edge”"));
  if (!has_latency)
    hd_import_report_add (self->report, HD_IMPORT_GUESSED, edge->line, object, id, _("an edge without latency: that of the link class “edge”"));
  g_string_append (self->sheet->links, "/>\n");
  return TRUE;
}

static gboolean
write_edges (Convert *self,
             GCancellable *cancellable)
{
  g_autoptr (GHashTable) waiting = g_hash_table_new_full (hd_pair_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < self->graph->edges->len; i++)
    {
      const HdGraphmlEdge *edge = &g_array_index (self->graph->edges, HdGraphmlEdge, i);

      if (edge->directed && is_second_way (self, waiting, i))
        {
          hd_import_report_add (self->report, HD_IMPORT_MAPPED, edge->line, edge->id, NULL, _("a directed edge back: the other direction of a link"));
          continue;
        }
      if (!write_edge (self, edge))
        return FALSE;
      if (i % 1024 == 0 && hd_import_is_cancelled (cancellable, &self->error))
        return FALSE;
    }
  if (g_hash_table_size (waiting) > 0)
    hd_import_report_add (self->report, HD_IMPORT_GUESSED, 0, NULL, NULL, _("a directed edge without one back: links carry both ways"));
  for (guint k = 0; k < self->graph->keys->len; k++)
    {
      const HdGraphmlKey *key = &g_array_index (self->graph->keys, HdGraphmlKey, k);
      const HdGraphmlMeaning *meaning = &self->meanings.of[HD_IMPORT_OF_EDGES][k];
      g_autofree char *note = g_strdup_printf (_("the attribute “%s” of edges"), key->name);

      if (key->edges && meaning->parameter == NULL && !meaning->stated)
        hd_import_report_add_attribute (self->report, HD_IMPORT_LEFT_OUT, key->line, key->name, NULL, NULL, note);
    }
  return TRUE;
}

/* ---- what attributes can mean ---------------------------------------------------------------------------------------------- */

static void
tell_meanings (Convert *self)
{
  static const HdParameter *const of_links[] = { &bandwidth_parameter, &latency_parameter, &sharing_parameter };
  const HdImportMeaning fixed[] = { { "type", _("Type of the component"), NULL }, { axes[0], _("Place, from left to right"), NULL },
                                    { axes[1], _("Place, from top to bottom"), NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (fixed); i++)
    hd_import_report_add_meaning (self->report, HD_IMPORT_OF_NODES, &fixed[i]);
  for (guint i = 0; i < self->graph->nodes->len; i++)
    {
      const HdComponentType *type = self->nodes[i].type;

      if (type == NULL || (i > 0 && type == self->nodes[i - 1].type))
        continue;
      for (const HdParameter *it = type->parameters; it != NULL && it->key != NULL; it++)
        hd_import_report_add_meaning (self->report, HD_IMPORT_OF_NODES, &(HdImportMeaning) {
          it->key, hd_catalog_translate (self->catalog, type, it->title), it->kind == HD_PARAMETER_QUANTITY && *it->unit != '\0' ? it->unit : NULL });
    }
  for (guint i = 0; i < G_N_ELEMENTS (of_links); i++)
    hd_import_report_add_meaning (self->report, HD_IMPORT_OF_EDGES, &(HdImportMeaning) {
      of_links[i]->key, _ (hd_schema_find_field (HD_OBJECT_LINK, of_links[i]->key)->title), *of_links[i]->unit != '\0' ? of_links[i]->unit : NULL });
}

/* ---- all ------------------------------------------------------------------------------------------------------------------ */

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
  self.nodes = g_new0 (Node, graph->nodes->len);
  if (hd_graphml_find_meanings (graph, file_name, map, &self.meanings, &self.error) && find_scale (&self) && write_nodes (&self) && check_parameters (&self)
      && write_edges (&self, cancellable))
    {
      text = g_string_new ("<heddle version=\"1\"");
      hd_import_append_attribute (text, "name", name);
      g_string_append (text, ">\n  <link-class id=\"wire\" bandwidth=\"100 TB/s\" latency=\"0 s\" sharing=\"split\"/>\n");
      if (self.uses_class)
        g_string_append (text, "  <link-class id=\"edge\" bandwidth=\"10 GB/s\" latency=\"1 us\" sharing=\"split\"/>\n");
      hd_import_sheet_write (self.sheet, NULL, text);
      g_string_append (text, "</heddle>\n");
    }
  hd_graphml_meanings_tell (&self.meanings, text != NULL, report);
  tell_meanings (&self);
  hd_graphml_meanings_clear (&self.meanings);
  g_free (self.nodes);
  hd_import_sheet_free (self.sheet);
  if (text != NULL)
    return g_string_free (text, FALSE);
  g_propagate_error (error, self.error);
  return NULL;
}
