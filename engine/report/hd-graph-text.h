/* hd-graph-text.h: the text of GraphML and dot files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdGraphText: a GraphML file that is being written; its keys are made as they are needed. Nodes and edges are appended to @items. */
typedef struct
{
  GString *keys;
  GString *items;
  GHashTable *known; /* ids of keys */
} HdGraphText;

HdGraphText *_hd_graph_text_new (void);
void _hd_graph_text_free (HdGraphText *self);
/** _hd_graph_text_add: a value of what was begun last; @target: node, edge or graph; @type: string, double or boolean */
void _hd_graph_text_add (HdGraphText *self,
                         const char *target,
                         const char *name,
                         const char *type,
                         const char *value);
void _hd_graph_text_add_number (HdGraphText *self,
                                const char *target,
                                const char *name,
                                double value);
/** _hd_graph_text_end: (transfer full): the whole file */
char *_hd_graph_text_end (HdGraphText *self,
                          gboolean directed);

/** _hd_dot_append_quoted: a name in quotes */
void _hd_dot_append_quoted (GString *text,
                            const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdGraphText, _hd_graph_text_free)

G_END_DECLS
