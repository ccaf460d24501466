/* flit-grid.h: meshes and tori of routers in one tile, for tests and benchmarks
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "hd-flit-tile.h"

G_BEGIN_DECLS

#define FLIT_GRID_MAX_DIMENSIONS 4

/**
 * FlitGridSetup: 0 for the default in brackets
 * @sizes: (array length=n): routers by dimension; nodes are numbered row-major, the first coordinate most significant
 * @last_first: the last coordinate is gone along first
 * @interfaces: packets begin and end at an interface beside each router, with links of a cycle
 * @channels: (3), @in_buffer: (12)
 * @cycles: of links (1)
 */
typedef struct
{
  guint n;
  guint sizes[FLIT_GRID_MAX_DIMENSIONS];
  gboolean is_torus;
  gboolean last_first;
  gboolean interfaces;
  guint channels;
  guint in_buffer;
  guint out_buffer;
  guint cycles;
  double interval;
  HdFlitArbitration arbitration;
  guint64 seed;
} FlitGridSetup;

typedef struct _FlitGrid FlitGrid;

FlitGrid *flit_grid_new (const FlitGridSetup *setup);
void flit_grid_free (FlitGrid *self);
HdFlitTile *flit_grid_get_tile (FlitGrid *self);
guint flit_grid_get_n (FlitGrid *self);
/** flit_grid_add: in the order of @time, in cycles; returns the packet's number */
guint flit_grid_add (FlitGrid *self,
                     double time,
                     guint source,
                     guint destination,
                     guint flits);
/** flit_grid_add_uniform: the generator of the reference values: each of @cycles a node makes a packet with @rate for any other node */
void flit_grid_add_uniform (FlitGrid *self,
                            guint64 seed,
                            guint cycles,
                            double rate,
                            guint flits);
/** flit_grid_run: up to cycle @until, exclusive, or until nothing is left to happen; returns cycles that were run, without those that were jumped over */
guint64 flit_grid_run (FlitGrid *self,
                       gint64 until);
guint flit_grid_get_n_packets (FlitGrid *self);
/** flit_grid_get_delay: in cycles; NaN if it is not there */
double flit_grid_get_delay (FlitGrid *self,
                            guint packet);
double flit_grid_get_mean_delay (FlitGrid *self,
                                 guint *out_n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FlitGrid, flit_grid_free)

G_END_DECLS
