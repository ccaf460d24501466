/* hd-simgrid-convert.h: a SimGrid platform on its way to a project
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-simgrid-shape.h"
#include "hd-simgrid-ways.h"

G_BEGIN_DECLS

/** HdSimgridNode: what the conversion knows of a point of the platform */
typedef struct
{
  guint32 place;         /* of a host or router, or of the centre of a star */
  guint32 number;        /* among the children of its zone */
  gboolean gateway;      /* routes between zones begin or end here */
  guint32 out, in;       /* in a star: walks to the centre and from it */
  /* of a zone */
  HdImportSheet *sheet; /* owned, but for the outermost one */
  GArray *walks;         /* of guint32, one for each route */
  HdSimgridWays *ways;   /* made when needed */
  gboolean plain;        /* routes inside follow from the drawing */
} HdSimgridNode;

typedef struct
{
  HdSimgridPlatform *platform;
  HdSimgridShape *shape;
  HdImportReport *report;
  GCancellable *cancellable;
  const char *file_name;
  HdImportSheet *top;
  HdSimgridNode *points;
  GHashTable *members; /* guint64 of cluster and member -> place + 1 */
  GHashTable *written; /* guint64 of two points that have an explicit route */
  guint n_routes;
  GError *error;
} HdSimgridConvert;

/** hd_simgrid_write_routes: of @zone, after those of the zones in it, into its sheet. Errors: in the conversion. */
gboolean hd_simgrid_write_routes (HdSimgridConvert *self,
                                  guint32 zone);

G_END_DECLS
