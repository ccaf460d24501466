/* hd-graphml-meanings.c: what the attributes of a graph mean in a system
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-graphml"

#include "hd-graphml-meanings.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

/* What an attribute may mean, and what it is called elsewhere. */
typedef struct
{
  const char *parameter;
  const char *synonyms;
} Synonyms;

static const Synonyms of_nodes[] = {
  { "type", "type kind role node_type" }, { "x", "x pos_x posx" }, { "y", "y pos_y posy" }, { "fp32", "speed flops" }, { "cores", "core cpus" }, { NULL, NULL },
};

static const Synonyms of_edges[] = {
  { "bandwidth", "bandwidth bw capacity rate speed linkspeed" }, { "latency", "latency lat delay" }, { "sharing", "sharing" }, { NULL, NULL },
};

static const Synonyms *const synonyms[] = { [HD_IMPORT_OF_NODES] = of_nodes, [HD_IMPORT_OF_EDGES] = of_edges };

static const HdGraphmlKey *
get_key (HdGraphml *graph,
         guint key)
{
  return &g_array_index (graph->keys, HdGraphmlKey, key);
}

/* ---- which attribute is meant --------------------------------------------------------------------------------------------- */

gboolean
hd_graphml_has_side (HdGraphml *graph,
                     guint key,
                     HdImportSide side)
{
  return side == HD_IMPORT_OF_NODES ? get_key (graph, key)->nodes : get_key (graph, key)->edges;
}

gboolean
hd_graphml_is_meant (HdGraphml *graph,
                     guint key,
                     HdImportSide side,
                     const HdImportRule *rule)
{
  const char *name;

  if (!hd_graphml_has_side (graph, key, side))
    return FALSE;
  for (HdImportSide s = HD_IMPORT_OF_NODES; s <= HD_IMPORT_OF_EDGES; s++)
    for (guint k = 0; hd_import_rule_has_side (rule, s, &name) && k < graph->keys->len; k++)
      if (hd_graphml_has_side (graph, k, s) && strcmp (get_key (graph, k)->name, name) == 0)
        return s == side && strcmp (get_key (graph, key)->name, name) == 0;
  return strcmp (get_key (graph, key)->name, rule->key) == 0;
}

char *
hd_graphml_dup_names (HdGraphml *graph)
{
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < graph->keys->len; k++)
    g_string_append_printf (text, "%s%s", k > 0 ? ", " : "", get_key (graph, k)->name);
  if (graph->keys->len == 0)
    g_string_append (text, _("none"));
  return g_string_free (text, FALSE);
}

/* ---- what the map says ---------------------------------------------------------------------------------------------------- */

static gboolean
is_of_links (const char *parameter)
{
  for (const Synonyms *it = of_edges; it->parameter != NULL; it++)
    if (g_strcmp0 (parameter, it->parameter) == 0)
      return TRUE;
  return parameter == NULL;
}

static gboolean
apply_rule (HdGraphmlMeanings *self,
            const HdImportRule *rule,
            const char *file_name,
            GError **error)
{
  gboolean found = FALSE, fits = FALSE;

  for (guint k = 0; k < self->graph->keys->len; k++)
    for (HdImportSide side = HD_IMPORT_OF_NODES; side <= HD_IMPORT_OF_EDGES; side++)
      {
        HdGraphmlMeaning *meaning = &self->of[side][k];

        if (!hd_graphml_is_meant (self->graph, k, side, rule))
          continue;
        found = TRUE;
        if (side == HD_IMPORT_OF_EDGES && !is_of_links (rule->parameter))
          continue;
        fits = TRUE;
        g_free (meaning->unit);
        *meaning = (HdGraphmlMeaning){ g_intern_string (rule->parameter), g_strdup (rule->unit), TRUE, FALSE, 0 };
      }
  if (!found)
    {
      g_autofree char *names = hd_graphml_dup_names (self->graph);

      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: the graph has no attribute “%s”; it has %s"), file_name, rule->key, names);
    }
  else if (!fits)
    g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: the attribute “%s” of edges cannot be “%s”: a link has bandwidth, latency and sharing"), file_name,
                 rule->key, rule->parameter);
  return fits;
}

/* Keys of one name are one attribute: NetworkX writes a key for each type that its values have. */
static gboolean
check_twice (HdGraphmlMeanings *self,
             HdImportSide side,
             const char *file_name,
             GError **error)
{
  for (guint a = 0; a < self->graph->keys->len; a++)
    for (guint b = 0; b < a; b++)
      {
        const char *parameter = self->of[side][a].parameter, *one = get_key (self->graph, b)->name, *other = get_key (self->graph, a)->name;

        if (parameter != NULL && g_strcmp0 (parameter, self->of[side][b].parameter) == 0 && strcmp (one, other) != 0)
          {
            g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s: the attributes “%s” and “%s” cannot both be “%s”"), file_name, one, other, parameter);
            return FALSE;
          }
      }
  return TRUE;
}

/* ---- what names say ------------------------------------------------------------------------------------------------------- */

gboolean
hd_graphml_is_word_of (const char *word,
                       const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);
  g_autofree char *lower = g_ascii_strdown (word, -1);

  return g_strv_contains ((const char *const *) list, lower);
}

/* By an attribute of another name. */
static gboolean
is_taken (HdGraphmlMeanings *self,
          HdImportSide side,
          const char *parameter,
          const char *name)
{
  for (guint k = 0; k < self->graph->keys->len; k++)
    if (g_strcmp0 (self->of[side][k].parameter, parameter) == 0 && strcmp (get_key (self->graph, k)->name, name) != 0)
      return TRUE;
  return FALSE;
}

/* By synonyms; what is left may be called as a parameter of a component's type is. */
static void
guess (HdGraphmlMeanings *self,
       HdImportSide side,
       guint key)
{
  HdGraphmlMeaning *meaning = &self->of[side][key];
  const char *name = get_key (self->graph, key)->name;
  g_autofree char *dashed = g_strdelimit (g_ascii_strdown (name, -1), "_ ", '-');

  for (const Synonyms *it = synonyms[side]; meaning->parameter == NULL && it->parameter != NULL; it++)
    if (hd_graphml_is_word_of (name, it->synonyms) && !is_taken (self, side, it->parameter, name))
      meaning->parameter = it->parameter;
  meaning->named = meaning->parameter != NULL;
  if (side == HD_IMPORT_OF_NODES && meaning->parameter == NULL && !is_taken (self, side, dashed, name))
    meaning->parameter = g_intern_string (dashed);
}

gboolean
hd_graphml_find_meanings (HdGraphml *graph,
                          const char *file_name,
                          const char *const *map,
                          HdGraphmlMeanings *out_meanings,
                          GError **error)
{
  *out_meanings = (HdGraphmlMeanings){ .graph = graph };
  for (HdImportSide side = HD_IMPORT_OF_NODES; side <= HD_IMPORT_OF_EDGES; side++)
    out_meanings->of[side] = g_new0 (HdGraphmlMeaning, graph->keys->len + 1);
  for (guint i = 0; map != NULL && map[i] != NULL; i++)
    {
      g_auto (HdImportRule) rule = { NULL };

      if (!hd_import_rule_parse (map[i], &rule, error) || !apply_rule (out_meanings, &rule, file_name, error))
        return FALSE;
    }
  for (HdImportSide side = HD_IMPORT_OF_NODES; side <= HD_IMPORT_OF_EDGES; side++)
    {
      if (!check_twice (out_meanings, side, file_name, error))
        return FALSE;
      for (guint k = 0; k < graph->keys->len; k++)
        if (hd_graphml_has_side (graph, k, side) && !out_meanings->of[side][k].stated)
          guess (out_meanings, side, k);
    }
  return TRUE;
}

void
hd_graphml_meanings_clear (HdGraphmlMeanings *self)
{
  for (HdImportSide side = HD_IMPORT_OF_NODES; side <= HD_IMPORT_OF_EDGES; side++)
    {
      for (guint k = 0; k < self->graph->keys->len; k++)
        g_free (self->of[side][k].unit);
      g_clear_pointer (&self->of[side], g_free);
    }
}

/* ---- asked ---------------------------------------------------------------------------------------------------------------- */

gboolean
hd_graphml_meanings_has (HdGraphmlMeanings *self,
                         HdImportSide side,
                         const char *parameter)
{
  for (guint k = 0; k < self->graph->keys->len; k++)
    if (g_strcmp0 (self->of[side][k].parameter, parameter) == 0)
      return TRUE;
  return FALSE;
}

const char *
hd_graphml_meanings_get (HdGraphmlMeanings *self,
                         HdImportSide side,
                         const GArray *values,
                         const char *parameter,
                         guint *out_key)
{
  for (guint k = 0; k < self->graph->keys->len; k++)
    if (g_strcmp0 (self->of[side][k].parameter, parameter) == 0)
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

/* ---- told ----------------------------------------------------------------------------------------------------------------- */

static gboolean
is_number (const char *text)
{
  g_autofree char *plain = g_strstrip (g_strdup (text));
  char *end;

  g_ascii_strtod (plain, &end);
  return end != plain && *end == '\0';
}

static void
count (HdImportKey *key,
       const char *text)
{
  if (text == NULL || *text == '\0')
    return;
  key->n++;
  key->n_plain += is_number (text);
  if (key->sample == NULL)
    key->sample = text;
}

/* What the file says of each object, and then what it says of all others. */
static void
count_values (HdGraphml *graph,
              HdImportSide side,
              HdImportKey *keys)
{
  guint n = side == HD_IMPORT_OF_NODES ? graph->nodes->len : graph->edges->len;
  g_autofree guint *n_own = g_new0 (guint, graph->keys->len + 1);

  for (guint i = 0; i < n; i++)
    {
      const GArray *values = side == HD_IMPORT_OF_NODES ? g_array_index (graph->nodes, HdGraphmlNode, i).values
                                                        : g_array_index (graph->edges, HdGraphmlEdge, i).values;

      for (guint v = 0; v < values->len; v++)
        {
          const HdGraphmlValue *value = &g_array_index (values, HdGraphmlValue, v);

          count (&keys[value->key], value->text);
          n_own[value->key]++;
        }
    }
  for (guint k = 0; k < graph->keys->len; k++)
    {
      const char *missing = get_key (graph, k)->missing;
      guint n_before = keys[k].n;

      if (n_own[k] >= n || missing == NULL || *missing == '\0')
        continue;
      count (&keys[k], missing);
      keys[k].n_plain += keys[k].n_plain > 0 && is_number (missing) ? n - n_own[k] - 1 : 0;
      keys[k].n = n_before + n - n_own[k];
    }
}

static void
tell_side (HdGraphmlMeanings *self,
           HdImportSide side,
           gboolean done,
           HdImportReport *report)
{
  guint n_keys = self->graph->keys->len;
  g_autofree HdImportKey *keys = g_new0 (HdImportKey, n_keys + 1);

  count_values (self->graph, side, keys);
  for (guint k = 0; k < n_keys; k++)
    {
      const HdGraphmlMeaning *meaning = &self->of[side][k];
      HdImportKey *key = &keys[k];
      guint first = 0;

      if (!hd_graphml_has_side (self->graph, k, side))
        continue;
      key->side = side;
      key->name = get_key (self->graph, k)->name;
      key->line = get_key (self->graph, k)->line;
      key->n_all = side == HD_IMPORT_OF_NODES ? self->graph->nodes->len : self->graph->edges->len;
      key->n_taken = meaning->n_taken;
      key->stated = meaning->stated;
      key->parameter = meaning->stated || meaning->n_taken > 0 || (meaning->named && !done) ? meaning->parameter : NULL;
      key->unit = meaning->unit;
      while (keys[first].name == NULL || strcmp (keys[first].name, key->name) != 0)
        first++;
      if (first == k)
        continue;
      keys[first].n += key->n;
      keys[first].n_plain += key->n_plain;
      keys[first].n_taken += key->n_taken;
      keys[first].parameter = keys[first].parameter != NULL ? keys[first].parameter : key->parameter;
      keys[first].sample = keys[first].sample != NULL ? keys[first].sample : key->sample;
      key->name = NULL;
    }
  for (guint k = 0; k < n_keys; k++)
    if (keys[k].name != NULL)
      hd_import_report_add_key (report, &keys[k]);
}

void
hd_graphml_meanings_tell (HdGraphmlMeanings *self,
                          gboolean done,
                          HdImportReport *report)
{
  tell_side (self, HD_IMPORT_OF_NODES, done, report);
  tell_side (self, HD_IMPORT_OF_EDGES, done, report);
}
