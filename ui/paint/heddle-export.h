/* heddle-export.h: a picture as a file
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

G_BEGIN_DECLS

typedef enum
{
  HEDDLE_EXPORT_SVG,
  HEDDLE_EXPORT_PDF,
  HEDDLE_EXPORT_PNG
} HeddleExportFormat;

#define HEDDLE_EXPORT_ERROR (heddle_export_error_quark ())

typedef enum
{
  HEDDLE_EXPORT_ERROR_FORMAT, /* the file name has no known extension */
  HEDDLE_EXPORT_ERROR_SIZE,   /* the picture is empty or too large */
  HEDDLE_EXPORT_ERROR_CAIRO   /* Cairo failed, e.g. out of memory */
} HeddleExportError;

/* Paints on @cr, whose user space is width x height whatever the scale. */
typedef void (*HeddlePaintFunc) (cairo_t  *cr,
                                 gpointer  data);

GQuark   heddle_export_error_quark      (void);
gboolean heddle_export_format_from_path (const char          *path,
                                         HeddleExportFormat  *out_format,
                                         GError             **error);
gboolean heddle_export                  (const char          *path,
                                         HeddleExportFormat   format,
                                         double               width,
                                         double               height,
                                         double               scale,
                                         HeddlePaintFunc      paint,
                                         gpointer             data,
                                         GCancellable        *cancellable,
                                         GError             **error);

G_END_DECLS
