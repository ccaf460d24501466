/* hd-simgrid-shape.h: from lists of links to a graph
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-import-sheet.h"
#include "hd-simgrid-platform.h"

G_BEGIN_DECLS

/** HdSimgridWalk: steps from one place to another; once the graph is drawn, the edges that they pass */
typedef struct
{
  HdImportSheet *sheet;
  guint32 from, to;
  guint32 first_step, n_steps;
  guint32 first_edge, n_edges;
} HdSimgridWalk;

/** HdSimgridEdge: a link of the project */
typedef struct
{
  HdImportSheet *sheet;
  const char *id;
} HdSimgridEdge;

typedef struct _HdSimgridShape HdSimgridShape;

HdSimgridShape *hd_simgrid_shape_new (const HdSimgridPlatform *platform);
void hd_simgrid_shape_free (HdSimgridShape *self);
/** hd_simgrid_shape_add_place: @ref is copied; returns its number */
guint32 hd_simgrid_shape_add_place (HdSimgridShape *self,
                                    HdImportSheet *sheet,
                                    const char *ref,
                                    gboolean numbered,
                                    guint next_port);
/** hd_simgrid_shape_set_medium: @link is passed at @place, whatever comes before or after it */
void hd_simgrid_shape_set_medium (HdSimgridShape *self,
                                  guint32 link,
                                  guint32 place);
/** hd_simgrid_shape_pair: @down becomes the other direction of @up */
void hd_simgrid_shape_pair (HdSimgridShape *self,
                            guint32 up,
                            guint32 down);
guint32 hd_simgrid_shape_add_walk (HdSimgridShape *self,
                                   HdImportSheet *sheet,
                                   guint32 from,
                                   guint32 to,
                                   guint32 first_step,
                                   guint32 n_steps);
/** hd_simgrid_shape_count_uses: by link: how many steps of walks there are on it */
const guint *hd_simgrid_shape_count_uses (HdSimgridShape *self);
/**
 * hd_simgrid_shape_draw:
 * @report: gets the links that became media, and those that nothing uses
 *
 * Finds out where links end, and writes links, switches between them, and media to the sheets.
 */
gboolean hd_simgrid_shape_draw (HdSimgridShape *self,
                                HdImportReport *report,
                                GCancellable *cancellable,
                                GError **error);
const HdSimgridWalk *hd_simgrid_shape_get_walk (HdSimgridShape *self,
                                                guint32 walk);
const guint32 *hd_simgrid_shape_get_edges (HdSimgridShape *self,
                                           const HdSimgridWalk *walk);
const HdSimgridEdge *hd_simgrid_shape_get_edge (HdSimgridShape *self,
                                                guint32 edge);
const HdImportPlace *hd_simgrid_shape_get_place (HdSimgridShape *self,
                                                 guint32 place);
/** hd_simgrid_shape_is_edge: whether @link became one link of the project */
gboolean hd_simgrid_shape_is_edge (HdSimgridShape *self,
                                   guint32 link);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdSimgridShape, hd_simgrid_shape_free)

G_END_DECLS
