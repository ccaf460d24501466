/* hd-simgrid-pairs.h: between whom a platform has routes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/** HdSimgridPair: @route belongs to the router */
typedef struct
{
  guint32 from, to;
  HdRoute route;
} HdSimgridPair;

/** HdSimgridPairs: each pair once, in the order in which it was first needed */
typedef struct
{
  HdDesign *design;   /* borrowed */
  HdRouter *router;   /* owned */
  GArray *pairs;      /* of HdSimgridPair */
  GHashTable *seen;   /* guint64 * of (from, to) */
  GHashTable *spread; /* char * of what was gone through already: an algorithm, its members and its link classes */
  gboolean *hosts;    /* by node: whether it is written */
  gboolean *used;     /* by link: whether a route passes it */
} HdSimgridPairs;

/**
 * hd_simgrid_pairs_new:
 * @problems: (nullable): gets a warning for each kind of work whose sends have no routes
 *
 * Every send of every collective that the workloads hold (up to %HD_SIMGRID_MOST_ROUTES for one), ring neighbours of each communicator, each
 * member and its home memory; and in a system of up to %HD_SIMGRID_ALL_PAIRS endpoints and memories all that are joined. O(pairs * hops).
 *
 * Errors: %HD_ERROR_NAME if there is no route where one is needed.
 */
HdSimgridPairs *hd_simgrid_pairs_new (HdDesign *design,
                                      HdProblemList *problems,
                                      GError **error);
void hd_simgrid_pairs_free (HdSimgridPairs *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdSimgridPairs, hd_simgrid_pairs_free)

/** hd_simgrid_tell: a warning that names @object */
void hd_simgrid_tell (HdDesign *design,
                      HdProblemList *problems,
                      const char *object,
                      const char *format,
                      ...) G_GNUC_PRINTF (4, 5);

G_END_DECLS
