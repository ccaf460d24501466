/* heddle-generate-preview.h: a generated topology before it is in the project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "heddle-drawing.h"

G_BEGIN_DECLS

/** HEDDLE_GENERATE_FEW: components and links that are previewed, and inserted, without asking */
#define HEDDLE_GENERATE_FEW 60000

/**
 * HeddleGeneratePreview:
 * @n_nodes, @n_links: how many it has, or would have
 * @drawing: (nullable): as it will look; %NULL if that was too much
 * @seconds: that making it took
 */
typedef struct
{
  guint64 n_nodes;
  guint64 n_links;
  HeddleDrawing *drawing;
  double seconds;
} HeddleGeneratePreview;

void heddle_generate_preview_free (HeddleGeneratePreview *self);

/**
 * heddle_generate_preview_async:
 * @project: (nullable): whose variables the settings may use
 * @settings: (array zero-terminated=1): KEY=VALUE
 * @most: with more components and links than this only counts
 *
 * Elaborates in a worker; cancelling ends that soon.
 *
 * Errors: those of hd_estimate () and hd_elaborate (); the message is that of the first problem.
 */
void heddle_generate_preview_async (HdSnapshot *project,
                                    HdCatalog *catalog,
                                    const HdGenerator *generator,
                                    const char *const *settings,
                                    guint64 most,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer data);
HeddleGeneratePreview *heddle_generate_preview_finish (GAsyncResult *result,
                                                       GError **error);
/** heddle_generate_dup_cost: "about 1.5 GB of memory and 4 s" for so many components and links */
char *heddle_generate_dup_cost (guint64 n_items);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleGeneratePreview, heddle_generate_preview_free)

G_END_DECLS
