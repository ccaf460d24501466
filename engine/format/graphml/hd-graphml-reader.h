/* hd-graphml-reader.h: a GraphML file as it stands
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Source: GraphML primer, http://graphml.graphdrawing.org/primer/graphml-primer.html, as far as NetworkX writes and reads it.
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** HD_GRAPHML_MAX_KEYS: of a graph; each of its objects is asked for each */
#define HD_GRAPHML_MAX_KEYS 1000

/** HdGraphmlValue: @key is a number in keys */
typedef struct
{
  guint key;
  char *text;
} HdGraphmlValue;

/** HdGraphmlKey: what attributes are called, for nodes or for edges */
typedef struct
{
  char *id;
  char *name;
  char *missing;    /* value of what has none, or NULL */
  gboolean nodes, edges;
  guint line;
} HdGraphmlKey;

typedef struct
{
  char *id;
  guint line;
  guint degree;
  GArray *values; /* of HdGraphmlValue */
} HdGraphmlNode;

typedef struct
{
  guint32 from, to;
  char *id; /* or NULL */
  guint line;
  gboolean directed;
  GArray *values;
} HdGraphmlEdge;

typedef struct
{
  GArray *keys;  /* of HdGraphmlKey */
  GArray *nodes; /* of HdGraphmlNode */
  GArray *edges; /* of HdGraphmlEdge */
  GArray *values; /* of HdGraphmlValue: of the graph itself */
  GHashTable *node_ids; /* char * (borrowed) -> number + 1 */
  GHashTable *key_ids;
} HdGraphml;

/**
 * hd_graphml_read:
 *
 * Errors: those of hd_xml_events_read (); %HD_ERROR_NAME (unknown node or key, a second of the same id), %HD_ERROR_INVALID (nested graphs,
 * hyperedges).
 */
HdGraphml *hd_graphml_read (GInputStream *stream,
                            const char *file_name,
                            GCancellable *cancellable,
                            GError **error);
void hd_graphml_free (HdGraphml *self);
/** hd_graphml_get: text of an attribute, its key's default, or %NULL */
const char *hd_graphml_get (HdGraphml *self,
                            const GArray *values,
                            guint key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdGraphml, hd_graphml_free)

G_END_DECLS
