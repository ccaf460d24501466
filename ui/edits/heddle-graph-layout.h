/* heddle-graph-layout.h: automatic layout by a program of Graphviz
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-edits.h"

G_BEGIN_DECLS

/** HeddleLayoutProgram: a layout program; @title, @help: (translatable) */
typedef struct
{
  const char *program;
  const char *title;
  const char *help;
} HeddleLayoutProgram;

/** heddle_layout_programs_get: the programs that there may be, the usual one first */
const HeddleLayoutProgram *heddle_layout_programs_get (guint *out_n);

/**
 * heddle_graph_layout_dup_dot:
 * @extents: (array length=n): what is drawn of @module, and where
 *
 * The objects as boxes of their size, joined as the links of @module join them, in Graphviz' language. Boxes are named by their index in @extents.
 * What is pinned says so, and where it lies.
 */
char *heddle_graph_layout_dup_dot (HdDocument *document,
                                   guint64 module,
                                   const HeddleExtent *extents,
                                   guint n);
/**
 * heddle_graph_layout_parse:
 * @plain: the answer, as `-Tplain` writes it
 * @out_centres: (array length=2*n): x and y of the middle of each box, in px, y downwards
 *
 * Errors: %HD_ERROR_SYNTAX if it is anything else, or a box is missing, there twice or nowhere.
 */
gboolean heddle_graph_layout_parse (const char *plain,
                                    guint n,
                                    double *out_centres,
                                    GError **error);

/**
 * heddle_graph_layout_async:
 * @program: of heddle_layout_programs_get (), looked up in the path
 * @limit_ms: after which the program is ended
 *
 * Runs the program beside this one. What is pinned stays; all else is laid out around it, or, if nothing is, around the middle of what was there.
 *
 * Errors: %HD_ERROR_IO (no such program, or it failed), %HD_ERROR_LIMIT (time, or it said too much), %HD_ERROR_SYNTAX, %G_IO_ERROR_CANCELLED
 */
void heddle_graph_layout_async (HdDocument *document,
                                guint64 module,
                                const HeddleExtent *extents,
                                guint n,
                                const char *program,
                                guint limit_ms,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);
/** heddle_graph_layout_finish: (element-type HeddleExtent): those that are to move, for heddle_edit_place () */
GArray *heddle_graph_layout_finish (GAsyncResult *result,
                                    GError **error);

G_END_DECLS
