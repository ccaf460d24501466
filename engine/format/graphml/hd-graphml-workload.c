/* hd-graphml-workload.c: a GraphML graph as a workload
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Attributes are called as those of vertices and edges are in a project, in any letters and with _ for -, unless the user says otherwise. What has
 * no place there is told and left out.
 */
#define G_LOG_DOMAIN "hd-graphml-workload"

#include "hd-graphml-workload.h"

#include <string.h>

#include <heddle/hd-error.h>
#include <heddle/hd-quantity.h>
#include <heddle/hd-workload-import.h>

#include "hd-graphml-meanings.h"
#include "hd-graphml-reader.h"
#include "hd-i18n.h"
#include "hd-import-sheet.h"
#include "hd-io-error.h"
#include "hd-progress-stream.h"

/* What a key is for objects of one kind; a field of NULL is left out. */
typedef struct
{
  const HdField *field;
  char *unit; /* of plain numbers, or NULL for the field's own */
  gboolean unwanted; /* the user leaves it out */
} Meaning;

typedef struct
{
  HdGraphml *graph;
  HdImportReport *report;
  const char *file_name;
  HdImportSheet *names;
  const char **ids; /* of nodes, in the project */
  GArray *vertex_keys, *edge_keys; /* of Meaning, by key */
} Convert;

static void
meaning_clear (gpointer data)
{
  g_free (((Meaning *) data)->unit);
}

static GArray *
new_meanings (guint n)
{
  GArray *meanings = g_array_sized_new (FALSE, TRUE, sizeof (Meaning), n);

  g_array_set_clear_func (meanings, meaning_clear);
  g_array_set_size (meanings, n);
  return meanings;
}

/* ---- what keys mean ---------------------------------------------------------------------------------------------------------- */

/* Of vertices and edges; what they are called and joined by stands in GraphML itself. */
static const HdField *
find_field (HdObjectKind kind,
            const char *name)
{
  g_autofree char *plain = g_strdelimit (g_ascii_strdown (name, -1), "_ ", '-');

  if (g_str_equal (plain, "id") || (kind == HD_OBJECT_EDGE && !g_str_equal (plain, "first")))
    return NULL;
  return hd_schema_find_field (kind, plain);
}

static gboolean
apply_map (Convert *self,
           const char *entry,
           GError **error)
{
  g_auto (HdImportRule) rule = { NULL };
  const HdField *fields[HD_IMPORT_OF_EDGES + 1] = { NULL };
  gboolean found = FALSE;

  if (!hd_import_rule_parse (entry, &rule, error))
    return FALSE;
  if (rule.parameter != NULL)
    {
      fields[HD_IMPORT_OF_NODES] = find_field (HD_OBJECT_VERTEX, rule.parameter);
      fields[HD_IMPORT_OF_EDGES] = find_field (HD_OBJECT_EDGE, rule.parameter);
      if (fields[HD_IMPORT_OF_NODES] == NULL && fields[HD_IMPORT_OF_EDGES] == NULL)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("--map %s: neither vertices nor dependencies of a workload have “%s”"), entry, rule.parameter);
          return FALSE;
        }
    }
  for (guint k = 0; k < self->graph->keys->len; k++)
    for (HdImportSide side = HD_IMPORT_OF_NODES; side <= HD_IMPORT_OF_EDGES; side++)
      {
        Meaning *meaning = &g_array_index (side == HD_IMPORT_OF_NODES ? self->vertex_keys : self->edge_keys, Meaning, k);

        if (!hd_graphml_is_meant (self->graph, k, side, &rule))
          continue;
        found = TRUE;
        g_free (meaning->unit);
        *meaning = (Meaning){ fields[side], g_strdup (rule.unit), rule.parameter == NULL };
      }
  if (!found)
    {
      g_autofree char *names = hd_graphml_dup_names (self->graph);

      g_set_error (error, HD_ERROR, HD_ERROR_NAME, _("%s: the graph has no attribute “%s”; it has %s"), self->file_name, rule.key, names);
    }
  return found;
}

static gboolean
is_lost (Meaning *meaning)
{
  return meaning->field == NULL && !meaning->unwanted;
}

static gboolean
find_meanings (Convert *self,
               const char *const *map,
               GError **error)
{
  for (guint k = 0; k < self->graph->keys->len; k++)
    {
      const HdGraphmlKey *key = &g_array_index (self->graph->keys, HdGraphmlKey, k);

      if (key->nodes)
        g_array_index (self->vertex_keys, Meaning, k).field = find_field (HD_OBJECT_VERTEX, key->name);
      if (key->edges)
        g_array_index (self->edge_keys, Meaning, k).field = find_field (HD_OBJECT_EDGE, key->name);
    }
  for (guint i = 0; map != NULL && map[i] != NULL; i++)
    if (!apply_map (self, map[i], error))
      return FALSE;
  for (guint k = 0; k < self->graph->keys->len; k++)
    {
      const HdGraphmlKey *key = &g_array_index (self->graph->keys, HdGraphmlKey, k);

      if ((key->nodes && is_lost (&g_array_index (self->vertex_keys, Meaning, k))) || (key->edges && is_lost (&g_array_index (self->edge_keys, Meaning, k))))
        hd_import_report_add_attribute (self->report, HD_IMPORT_LEFT_OUT, key->line, key->name, key->name, NULL, _("an attribute that a workload has no place for"));
    }
  return TRUE;
}

/* ---- values ---------------------------------------------------------------------------------------------------------------- */

static gboolean
is_true (const char *text)
{
  return g_ascii_strcasecmp (text, "true") == 0 || g_str_equal (text, "1");
}

/* As the project writes it; NULL for what is best not written. */
static char *
dup_value (Convert *self,
           const Meaning *meaning,
           const HdGraphmlKey *key,
           const char *text,
           guint line,
           GError **error)
{
  const HdField *field = meaning->field;
  g_autofree char *plain = g_strstrip (g_strdup (text));
  char *end;
  double number = g_ascii_strtod (plain, &end);
  gboolean is_number = end != plain && *end == '\0';
  HdDimension dimension;
  double factor;

  if (field->kind == HD_FIELD_FLAG)
    return g_strdup (is_true (plain) ? "true" : "false");
  if (g_str_equal (field->name, "first") && (is_true (plain) || g_ascii_strcasecmp (plain, "false") == 0 || g_str_equal (plain, "0")))
    return is_true (plain) ? g_strdup ("ignore") : NULL;
  if (field->unit == NULL || !is_number)
    return g_steal_pointer (&plain);
  if (!hd_unit_parse (meaning->unit != NULL ? meaning->unit : field->unit, &dimension, &factor, error))
    {
      g_prefix_error (error, "%s:%u: ", self->file_name, line);
      return NULL;
    }
  if (meaning->unit == NULL && number != 0)
    {
      g_autofree char *note = g_strdup_printf (_("the attribute “%s” has no unit: taken as %s"), key->name, field->unit);

      hd_import_report_add_attribute (self->report, HD_IMPORT_GUESSED, key->line, key->name, NULL, NULL, note);
    }
  return hd_quantity_format ((HdQuantity){ number * factor, dimension }, 17);
}

static gboolean
set_attributes (Convert *self,
                HdObject *object,
                GArray *meanings,
                const GArray *values,
                guint line,
                GError **error)
{
  for (guint k = 0; k < meanings->len; k++)
    {
      const Meaning *meaning = &g_array_index (meanings, Meaning, k);
      const char *text = meaning->field != NULL ? hd_graphml_get (self->graph, values, k) : NULL;
      g_autofree char *value = NULL;
      g_autoptr (GError) reason = NULL;

      if (text == NULL || *text == '\0')
        continue;
      value = dup_value (self, meaning, &g_array_index (self->graph->keys, HdGraphmlKey, k), text, line, &reason);
      if (reason != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&reason));
          return FALSE;
        }
      if (value != NULL)
        hd_object_set_initial (object, meaning->field->name, value);
    }
  return TRUE;
}

/* ---- vertices, dependencies, the whole ------------------------------------------------------------------------------------- */

static gboolean
add_vertex (Convert *self,
            HdObject *workload,
            guint number,
            GError **error)
{
  const HdGraphmlNode *node = &g_array_index (self->graph->nodes, HdGraphmlNode, number);
  HdObject *vertex = hd_object_new (HD_OBJECT_VERTEX, "id", self->ids[number], NULL);

  hd_object_append_initial (workload, vertex);
  if (!set_attributes (self, vertex, self->vertex_keys, node->values, node->line, error))
    return FALSE;
  if (hd_object_get (vertex, "kind") == NULL)
    {
      gboolean communicates = hd_object_get (vertex, "bytes") != NULL || hd_object_get (vertex, "operation") != NULL;

      hd_object_set_initial (vertex, "kind", communicates ? "comm" : "compute");
      hd_import_report_add (self->report, HD_IMPORT_GUESSED, node->line, node->id, self->ids[number],
                            communicates ? _("a node without kind that moves bytes: became a communication")
                                         : _("a node without kind: became a computation"));
    }
  return TRUE;
}

static gboolean
add_edge (Convert *self,
          HdObject *workload,
          const HdGraphmlEdge *edge,
          GError **error)
{
  HdObject *object;

  if (!edge->directed)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s:%u: the edge has no direction; a workload needs a directed graph, in which an edge leads from what must be done to what waits for it"),
                   self->file_name, edge->line);
      return FALSE;
    }
  object = hd_object_new (HD_OBJECT_EDGE, "from", self->ids[edge->from], "to", self->ids[edge->to], NULL);
  hd_object_append_initial (workload, object);
  return set_attributes (self, object, self->edge_keys, edge->values, edge->line, error);
}

/* Attributes of the graph itself: its communicator and when it stops. */
static void
set_graph_attributes (Convert *self,
                      HdObject *workload)
{
  static const char *const names[] = { "on", "stop" };

  for (guint i = 0; i < self->graph->values->len; i++)
    {
      const HdGraphmlValue *value = &g_array_index (self->graph->values, HdGraphmlValue, i);
      const char *name = g_array_index (self->graph->keys, HdGraphmlKey, value->key).name;

      for (guint n = 0; n < G_N_ELEMENTS (names); n++)
        if (g_str_equal (names[n], name) && *value->text != '\0')
          hd_object_set_initial (workload, name, value->text);
    }
}

static gboolean
convert (Convert *self,
         HdObject *workload,
         const char *const *map,
         GCancellable *cancellable,
         GError **error)
{
  if (!find_meanings (self, map, error))
    return FALSE;
  set_graph_attributes (self, workload);
  for (guint i = 0; i < self->graph->nodes->len; i++)
    self->ids[i] = hd_import_sheet_claim (self->names, g_array_index (self->graph->nodes, HdGraphmlNode, i).id);
  for (guint i = 0; i < self->graph->nodes->len; i++)
    if (!add_vertex (self, workload, i, error) || (i % 1024 == 0 && hd_import_is_cancelled (cancellable, error)))
      return FALSE;
  for (guint i = 0; i < self->graph->edges->len; i++)
    if (!add_edge (self, workload, &g_array_index (self->graph->edges, HdGraphmlEdge, i), error)
        || (i % 1024 == 0 && hd_import_is_cancelled (cancellable, error)))
      return FALSE;
  return TRUE;
}

HdObject *
hd_graphml_read_workload (GInputStream *stream,
                          const char *file_name,
                          const char *const *map,
                          HdImportReport *report,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autoptr (HdGraphml) graph = hd_graphml_read (stream, file_name, cancellable, error);
  g_autoptr (HdObject) workload = NULL;
  g_autofree const char **ids = NULL;
  Convert self = { .graph = graph, .report = report, .file_name = file_name };
  gboolean done;

  if (graph == NULL)
    return NULL;
  workload = hd_object_new (HD_OBJECT_WORKLOAD, "type", "graph", NULL);
  self.ids = ids = g_new0 (const char *, graph->nodes->len + 1);
  self.names = hd_import_sheet_new (NULL, "workload");
  self.vertex_keys = new_meanings (graph->keys->len);
  self.edge_keys = new_meanings (graph->keys->len);
  done = convert (&self, workload, map, cancellable, error);
  g_array_unref (self.vertex_keys);
  g_array_unref (self.edge_keys);
  hd_import_sheet_free (self.names);
  return done ? g_steal_pointer (&workload) : NULL;
}

/* ---- into a project ---------------------------------------------------------------------------------------------------------- */

/* The workload of the project, NULL if there is none yet, and its place; FALSE if there are several. */
static gboolean
find_workload (HdDocument *document,
               const HdObject **out_workload,
               guint *out_position,
               GError **error)
{
  const HdObject *root = hd_document_get_root (document);

  *out_workload = NULL;
  *out_position = hd_object_get_n_children (root);
  for (guint i = hd_object_get_n_children (root); i-- > 0;)
    {
      const HdObject *child = hd_object_get_child (root, i);
      HdObjectKind kind = hd_object_get_kind (child);

      if (*out_workload == NULL && (kind == HD_OBJECT_WORKLOAD || kind == HD_OBJECT_PROBES || kind == HD_OBJECT_RUN))
        *out_position = i;
      if (kind != HD_OBJECT_WORKLOAD)
        continue;
      if (*out_workload != NULL)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s has several workloads; remove all but the one that the graph is to replace"),
                       hd_document_get_name (document));
          return FALSE;
        }
      *out_workload = child;
    }
  return TRUE;
}

static guint64
replace (HdDocument *document,
         HdObject *workload,
         GError **error)
{
  const HdObject *old;
  guint position;

  if (!find_workload (document, &old, &position, error))
    return 0;
  if (old != NULL && hd_object_get (old, "on") != NULL && hd_object_get (workload, "on") == NULL)
    hd_object_set_initial (workload, "on", hd_object_get (old, "on"));
  if (old != NULL && !hd_document_remove (document, hd_object_get_uid (old), error))
    return 0;
  return hd_document_insert (document, hd_object_get_uid (hd_document_get_root (document)), position, workload, error);
}

HdObject *
hd_workload_read (GFile *file,
                  const HdLoading *loading,
                  GCancellable *cancellable,
                  GError **error)
{
  static const HdLoading plain = { NULL };
  const HdLoading *how = loading != NULL ? loading : &plain;
  g_autofree char *file_name = g_file_get_parse_name (file);
  g_autoptr (HdImportReport) report = how->report != NULL ? hd_import_report_ref (how->report) : hd_import_report_new ();
  g_autoptr (GError) reason = NULL;
  g_autoptr (GInputStream) stream = hd_progress_stream_new_for_file (file, how->progress, cancellable, &reason);

  if (stream == NULL)
    {
      g_set_error (error, HD_ERROR, g_error_matches (reason, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? HD_ERROR_CANCELLED : HD_ERROR_IO,
                   _("%s cannot be read: %s"), file_name, hd_io_error_get_reason (reason));
      return NULL;
    }
  return hd_graphml_read_workload (stream, file_name, how->map, report, cancellable, error);
}

guint64
hd_workload_replace (HdDocument *document,
                     HdObject *workload,
                     GError **error)
{
  guint64 uid;

  hd_document_begin_group (document, _("Import workload"));
  uid = replace (document, workload, error);
  if (uid != 0)
    hd_document_end_group (document);
  else
    hd_document_cancel_group (document);
  return uid;
}

gboolean
hd_workload_import (HdDocument *document,
                    GFile *file,
                    const HdLoading *loading,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (HdObject) workload = hd_workload_read (file, loading, cancellable, error);

  return workload != NULL && hd_workload_replace (document, workload, error) != 0;
}
