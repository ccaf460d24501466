/* heddle-scene-geometry.h: where links run
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-scene.h"

G_BEGIN_DECLS

#define HEDDLE_MAX_POLYLINE 256 /* points of a link, flattened */

/* What a link ends at: a rectangle (width and height 0 for a port), and for ports the way out. */
typedef struct
{
  HeddleRect rect;
  gboolean has_side;
  HeddleSide side;
} HeddleAttachment;

gboolean    heddle_geometry_route    (const HeddleAttachment *from,
                                      const HeddleAttachment *to,
                                      const HeddleSceneLink  *link,
                                      GArray                 *points);
HeddlePoint heddle_geometry_cubic_at (const HeddlePoint      *control,
                                      double                  t);
guint       heddle_geometry_flatten  (const HeddlePoint      *points,
                                      guint                   n_points,
                                      gboolean                cubic,
                                      HeddlePoint            *out_points,
                                      guint                   max_points);
gboolean    heddle_geometry_crosses  (HeddlePoint             a,
                                      HeddlePoint             b,
                                      HeddleRect              r);
double      heddle_geometry_distance (HeddlePoint             p,
                                      HeddlePoint             a,
                                      HeddlePoint             b);

G_END_DECLS
