/* heddle-render.h: what heddle render was asked for
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-cli-project.h"
#include "heddle-export.h"

typedef struct
{
  char **files;
  char **settings;
  char *output;
  HeddleExportFormat format;
  char *view;
  double scale;
  gboolean dark;
  gboolean allows_programs; /* of what is run */
  int size; /* px of the longer side of a PNG; 0: by scale */

  /* of the canvas */
  char *module;
  gboolean heat, peak, energy, stalls;

  int count; /* of links, or of transfers */
  gboolean linked; /* transfers: reads behind the writes whose data they take */

  /* of plots over time */
  char **probes;
  char *from, *until;
  char *find;
  gboolean critical_path;
  double width; /* px */

  /* of studies */
  char *study, *results;
  char *figure;
  char *x, *y; /* a factor or metric, and a metric */
} HeddleRenderOptions;

/** A project that is drawn: as it is in the file, as it is built, and its run; for each view a function that writes its picture. */
typedef struct
{
  HdCatalog *catalog;
  HdDocument *document;
  HdSnapshot *snapshot;
  HdDesign *design;
  HdRecord *record; /* %NULL where nothing was to run */
} HeddleRenderProject;

/* Each returns a HeddleExit, having said what was wrong. */
int heddle_render_waveforms (const HeddleRenderOptions *options,
                             const HeddleRenderProject *project);
int heddle_render_links (const HeddleRenderOptions *options,
                         const HeddleRenderProject *project);
int heddle_render_matrix (const HeddleRenderOptions *options,
                          const HeddleRenderProject *project);
int heddle_render_study (const HeddleRenderOptions *options,
                         const HeddleRenderProject *project);
int heddle_render_latency (const HeddleRenderOptions *options,
                           const HeddleRenderProject *project);
int heddle_render_transfers (const HeddleRenderOptions *options,
                             const HeddleRenderProject *project);
int heddle_render_timeline (const HeddleRenderOptions *options,
                            const HeddleRenderProject *project);
