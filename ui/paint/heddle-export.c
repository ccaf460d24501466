/* heddle-export.c: a picture as a file
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-export"

#include "heddle-export.h"

#include <math.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>

#include <heddle/hd-figure.h>
#include <heddle/hd-file.h>

/* A picture is made in memory and then written in one go to a file beside the target, which it replaces: a reader sees the old
 * or the new picture, never a part of one. */

#define MAX_SIDE_PX 32767.0   /* Cairo's limit for image surfaces */
#define MAX_VECTOR_PX 8e6     /* Cairo's coordinates have 24 bits before the point */
#define MAX_PDF_POINTS 14400.0 /* what readers of PDF show */

G_DEFINE_QUARK (heddle-export-error-quark, heddle_export_error)

/**
 * heddle_export_format_from_path:
 * @path: a file name
 * @out_format: (out): the format that its extension names
 * @error: return location for an error
 *
 * Errors: %HEDDLE_EXPORT_ERROR_FORMAT for any other extension than .svg, .pdf and .png
 *
 * Returns: %TRUE on success
 */
gboolean
heddle_export_format_from_path (const char          *path,
                                HeddleExportFormat  *out_format,
                                GError             **error)
{
  const char *extensions[] = { [HEDDLE_EXPORT_SVG] = ".svg", [HEDDLE_EXPORT_PDF] = ".pdf", [HEDDLE_EXPORT_PNG] = ".png" };
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    if (g_str_has_suffix (lower, extensions[i]))
      {
        *out_format = i;
        return TRUE;
      }

  g_set_error (error, HEDDLE_EXPORT_ERROR, HEDDLE_EXPORT_ERROR_FORMAT,
               _("%s: the extension names no picture format; .svg, .pdf and .png are possible"), path);

  return FALSE;
}

typedef struct
{
  GByteArray *bytes;
  GCancellable *cancellable;
} Output;

static cairo_status_t
collect (void                *closure,
         const unsigned char *data,
         unsigned int         length)
{
  Output *output = closure;

  if (g_cancellable_is_cancelled (output->cancellable))
    return CAIRO_STATUS_WRITE_ERROR;
  g_byte_array_append (output->bytes, data, length);

  return CAIRO_STATUS_SUCCESS;
}

/* Device units per px. A page that would be too large for readers of PDF is made smaller, which loses nothing. */
static double
get_factor (HeddleExportFormat format,
            double             width,
            double             height,
            double             scale)
{
  switch (format)
    {
    case HEDDLE_EXPORT_SVG:
      return 1;

    case HEDDLE_EXPORT_PDF:
      return MIN (0.75, MAX_PDF_POINTS / MAX (width, height)); /* 96 px are 72 points */

    case HEDDLE_EXPORT_PNG:
    default:
      return scale;
    }
}

static gboolean
check_size (const char          *path,
            HeddleExportFormat   format,
            double               width,
            double               height,
            GError             **error)
{
  double most = format == HEDDLE_EXPORT_PNG ? MAX_SIDE_PX : MAX_VECTOR_PX;

  if (width > 0 && height > 0 && ceil (width) <= most && ceil (height) <= most)
    return TRUE;

  g_autofree char *across = hd_figure_in (width, NULL, 6), *down = hd_figure_in (height, NULL, 6), *limit = hd_figure_in (most, NULL, 6);

  if (format == HEDDLE_EXPORT_PNG)
    g_set_error (error, HEDDLE_EXPORT_ERROR, HEDDLE_EXPORT_ERROR_SIZE,
                 _("%s: a picture of %s × %s px is not possible; each side may have 1 to %s px: take a smaller scale, or SVG or PDF"), path,
                 across, down, limit);
  else
    g_set_error (error, HEDDLE_EXPORT_ERROR, HEDDLE_EXPORT_ERROR_SIZE,
                 _("%s: a picture of %s × %s px is not possible; each side may have 1 to %s px"), path, across, down, limit);
  return FALSE;
}

static cairo_surface_t *
make_surface (HeddleExportFormat  format,
              double              width,
              double              height,
              Output             *output)
{
  cairo_surface_t *surface;

  switch (format)
    {
    case HEDDLE_EXPORT_SVG:
      surface = cairo_svg_surface_create_for_stream (collect, output, width, height);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
      return surface;

    case HEDDLE_EXPORT_PDF:
      surface = cairo_pdf_surface_create_for_stream (collect, output, width, height);
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Heddle");
      return surface;

    case HEDDLE_EXPORT_PNG:
    default:
      return cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) ceil (width), (int) ceil (height));
    }
}

static gboolean
cairo_failed (cairo_status_t   status,
              const char      *path,
              GError         **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return FALSE;

  g_set_error (error, HEDDLE_EXPORT_ERROR, HEDDLE_EXPORT_ERROR_CAIRO, _("%s: the picture could not be drawn: %s"), path,
               cairo_status_to_string (status));

  return TRUE;
}

/**
 * heddle_export:
 * @path: the file to write or replace
 * @format: its format
 * @width: of the picture, px, above 0
 * @height: of the picture, px, above 0
 * @scale: PNG: device px per px, above 0; ignored for SVG and PDF
 * @paint: paints the picture
 * @data: for @paint
 * @cancellable: (nullable): ends it while the picture is compressed, not while it is painted
 * @error: return location for an error
 *
 * Text stays text in PDF (fonts are embedded); in SVG it is outlines, so that it looks the same everywhere.
 *
 * Errors: %HEDDLE_EXPORT_ERROR_SIZE, %HEDDLE_EXPORT_ERROR_CAIRO, %G_IO_ERROR_CANCELLED, or those of hd_file_write(). The file is then as before.
 *
 * Returns: %TRUE on success
 */
gboolean
heddle_export (const char          *path,
               HeddleExportFormat   format,
               double               width,
               double               height,
               double               scale,
               HeddlePaintFunc      paint,
               gpointer             data,
               GCancellable        *cancellable,
               GError             **error)
{
  double factor = get_factor (format, width, height, scale);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  Output output = { bytes, cancellable };
  cairo_surface_t *surface;
  cairo_status_t status;
  cairo_t *cr;

  if (!check_size (path, format, width * factor, height * factor, error))
    return FALSE;

  surface = make_surface (format, width * factor, height * factor, &output);
  cr = cairo_create (surface);
  cairo_scale (cr, factor, factor);
  paint (cr, data);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS && format == HEDDLE_EXPORT_PNG)
    status = cairo_surface_write_to_png_stream (surface, collect, &output);
  cairo_surface_finish (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  cairo_surface_destroy (surface);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (cairo_failed (status, path, error))
    return FALSE;

  return hd_file_write (path, (const char *) bytes->data, bytes->len, cancellable, error);
}
