/* heddle-raster.h: many straight lines and boxes on a picture, quickly
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>

#include "heddle-theme.h"

G_BEGIN_DECLS

/* A transparent picture that is drawn on here and then painted with Cairo. */
typedef struct _HeddleRaster HeddleRaster;

HeddleRaster *heddle_raster_new   (void);
void          heddle_raster_free  (HeddleRaster *self);
void          heddle_raster_begin (HeddleRaster *self,
                                   double        width,
                                   double        height,
                                   double        device_scale);
void          heddle_raster_line  (HeddleRaster *self,
                                   double        x0,
                                   double        y0,
                                   double        x1,
                                   double        y1,
                                   double        width,
                                   HeddleColour  colour,
                                   gboolean      antialias);
void          heddle_raster_box   (HeddleRaster *self,
                                   double        x,
                                   double        y,
                                   double        width,
                                   double        height,
                                   HeddleColour  colour);
void          heddle_raster_end   (HeddleRaster *self,
                                   cairo_t      *cr);

G_END_DECLS
