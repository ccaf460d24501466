/* heddle-picture.h: a scene as it is now, to be drawn later
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "heddle-export.h"
#include "heddle-legend-painter.h"

G_BEGIN_DECLS

#define HEDDLE_PICTURE_MARGIN 24.0

/* A copy that nobody else sees: it may be drawn in another thread than the one that made it, by one at a time. */
typedef struct _HeddlePicture HeddlePicture;

/** HeddlePictureLook: @family: (nullable): fonts, as heddle_text_new (); @part: (nullable): of the scene, with @margin px around it; else all of it
 * with the usual margin; @legend: (nullable): stands below; what it points to is borrowed for good */
typedef struct
{
  const HeddleTheme *theme;
  const char *family;
  const HeddleRect *part;
  double margin;
  HeddleHeatMode heat;
  gboolean past;
  const HeddleLegend *legend;
} HeddlePictureLook;

/** heddle_picture_new: of @scene without what is selected or under the pointer; O(scene) */
HeddlePicture *heddle_picture_new (HeddleScene *scene,
                                   const HeddlePictureLook *look);
void heddle_picture_free (HeddlePicture *self);
/** heddle_picture_get_size: in px, at 100 % zoom */
void heddle_picture_get_size (const HeddlePicture *self,
                              double *out_width,
                              double *out_height);
/**
 * heddle_picture_paint:
 * @zoom: px for each px of its size
 * @device_scale: device px per px of @cr, 1 if unknown
 *
 * At the origin. Smaller than it is, it has fewer details, as on the canvas; else all.
 */
void heddle_picture_paint (HeddlePicture *self,
                           cairo_t *cr,
                           double zoom,
                           double device_scale);
/** heddle_picture_export: @scale: of a PNG, pixels a px; errors of heddle_export () */
gboolean heddle_picture_export (HeddlePicture *self,
                                const char *path,
                                HeddleExportFormat format,
                                double scale,
                                GCancellable *cancellable,
                                GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddlePicture, heddle_picture_free)

G_END_DECLS
