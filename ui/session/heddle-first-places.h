/* heddle-first-places.h: places for a project that came without any
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * heddle_first_places_async:
 * @document: as it was read; not to be used until this has finished
 *
 * Looks for a layout of each module that is not too large, with a limit on time for each and for all. Graphs with levels, as trees have, are drawn in
 * rows, all others by springs. What has no layout in time, or without Graphviz, stays as it is. Nothing of it can be undone: it is how the document
 * begins.
 *
 * Errors: %G_IO_ERROR_CANCELLED
 */
void heddle_first_places_async (HdDocument *document,
                                HdCatalog *catalog,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);
gboolean heddle_first_places_finish (GAsyncResult *result,
                                     GError **error);

/**
 * heddle_first_places_keep:
 * @design: (nullable): of @document as it is; without it counts are those that are written as numbers
 *
 * Writes down where what has no place of its own is drawn, so that it stays there whatever comes and goes. Nothing of it can be undone.
 */
void heddle_first_places_keep (HdDocument *document,
                               HdCatalog *catalog,
                               HdDesign *design);

/**
 * HeddleLevels: of a graph; 0 are those that nothing is below
 * @layered: whether each edge joins neighbouring levels
 * @widest: objects of the largest level
 */
typedef struct
{
  guint *of; /* owned: by object */
  gboolean layered;
  guint widest;
} HeddleLevels;

/**
 * heddle_find_levels:
 * @edges: (array length=2*n_edges): pairs of objects
 * @ground: (array length=n): whether an object is of level 0
 *
 * O(objects + edges).
 */
void heddle_find_levels (guint n,
                         const guint *edges,
                         guint n_edges,
                         const gboolean *ground,
                         HeddleLevels *out_levels);

G_END_DECLS
