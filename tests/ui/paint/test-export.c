/* test-export.c: exported files are what they claim to be, and a failed export leaves the old file
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: SVG is well-formed XML of the asked size, PDF and PNG have their signatures, PNG has the scaled size. Open:
 * how other programs show them.
 */
#include "heddle-export.h"

#include <string.h>

#include <glib/gstdio.h>
#include <libxml/parser.h>

static void
paint_square (cairo_t *cr,
              gpointer data)
{
  cairo_set_source_rgb (cr, 1, 0, 0);
  cairo_rectangle (cr, 10, 10, 20, 20);
  cairo_fill (cr);
  *(guint *) data += 1;
}

static char *
export (const char        *name,
        HeddleExportFormat format,
        double             scale)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-export-XXXXXX", NULL);
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  guint painted = 0;

  g_assert_true (heddle_export (path, format, 100, 60, scale, paint_square, &painted, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (painted, ==, 1);

  return path;
}

static void
discard (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_assert_cmpint (g_remove (path), ==, 0);
  /* Nothing else, such as a temporary file, was left. */
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_svg (void)
{
  g_autofree char *path = export ("a.svg", HEDDLE_EXPORT_SVG, 3);
  xmlDoc *doc = xmlReadFile (path, NULL, XML_PARSE_NONET);
  xmlChar *width;

  g_assert_nonnull (doc);
  g_assert_cmpstr ((const char *) xmlDocGetRootElement (doc)->name, ==, "svg");
  width = xmlGetProp (xmlDocGetRootElement (doc), (const xmlChar *) "width");
  g_assert_cmpstr ((const char *) width, ==, "100px");
  xmlFree (width);
  xmlFreeDoc (doc);
  discard (path);
}

static gboolean
contains (const char *data,
          gsize       length,
          const char *wanted)
{
  gsize n = strlen (wanted);

  for (gsize i = 0; i + n <= length; i++)
    if (memcmp (data + i, wanted, n) == 0)
      return TRUE;

  return FALSE;
}

static void
test_pdf (void)
{
  g_autofree char *path = export ("a.pdf", HEDDLE_EXPORT_PDF, 1);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_true (g_str_has_prefix (text, "%PDF-1."));
  g_assert_nonnull (g_strstr_len (text + length - 16, 16, "%%EOF"));
  /* 100 x 60 px are 75 x 45 points. */
  g_assert_true (contains (text, length, "0 0 75 45"));
  discard (path);
}

static void
test_png (void)
{
  g_autofree char *path = export ("a.png", HEDDLE_EXPORT_PNG, 2);
  cairo_surface_t *surface = cairo_image_surface_create_from_png (path);
  const guint32 *pixels = (const guint32 *) cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface) / 4;

  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 200);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 120);
  g_assert_cmphex (pixels[40 * stride + 40], ==, 0xffff0000);
  g_assert_cmphex (pixels[10 * stride + 10], ==, 0);
  cairo_surface_destroy (surface);
  discard (path);
}

static void
test_formats (void)
{
  g_autoptr (GError) error = NULL;
  HeddleExportFormat format = HEDDLE_EXPORT_SVG;

  g_assert_true (heddle_export_format_from_path ("x/A.PDF", &format, &error));
  g_assert_cmpint (format, ==, HEDDLE_EXPORT_PDF);
  g_assert_false (heddle_export_format_from_path ("picture.jpeg", &format, &error));
  g_assert_error (error, HEDDLE_EXPORT_ERROR, HEDDLE_EXPORT_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "picture.jpeg"));
}

static void
test_failures (void)
{
  g_autofree char *path = export ("a.png", HEDDLE_EXPORT_PNG, 1);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *nowhere = g_build_filename (path, "beneath-a-file.png", NULL);
  g_autoptr (GError) error = NULL;
  gsize length_before, length_after;
  guint painted = 0;

  g_assert_true (g_file_get_contents (path, &before, &length_before, NULL));
  g_assert_false (heddle_export (path, HEDDLE_EXPORT_PNG, 1e6, 10, 1, paint_square, &painted, NULL, &error));
  g_assert_error (error, HEDDLE_EXPORT_ERROR, HEDDLE_EXPORT_ERROR_SIZE);
  g_clear_error (&error);
  g_assert_false (heddle_export (path, HEDDLE_EXPORT_PNG, 0, 10, 1, paint_square, &painted, NULL, &error));
  g_assert_error (error, HEDDLE_EXPORT_ERROR, HEDDLE_EXPORT_ERROR_SIZE);
  g_clear_error (&error);
  g_assert_true (g_file_get_contents (path, &after, &length_after, NULL));
  g_assert_cmpmem (before, length_before, after, length_after);

  g_assert_false (heddle_export (nowhere, HEDDLE_EXPORT_PNG, 10, 10, 1, paint_square, &painted, NULL, &error));
  g_assert_nonnull (error);
  discard (path);
}

/* A large picture is a smaller page of PDF, and whole in SVG. */
static void
test_large (void)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-export-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "large", NULL);
  g_autofree char *pdf = NULL, *svg = NULL;
  g_autoptr (GError) error = NULL;
  guint painted = 0;
  gsize length;

  g_assert_true (heddle_export (path, HEDDLE_EXPORT_PDF, 144000, 72000, 1, paint_square, &painted, NULL, &error));
  g_assert_true (g_file_get_contents (path, &pdf, &length, NULL));
  g_assert_true (contains (pdf, length, "0 0 14400 7200"));
  g_assert_true (heddle_export (path, HEDDLE_EXPORT_SVG, 144000, 72000, 1, paint_square, &painted, NULL, &error));
  g_assert_true (g_file_get_contents (path, &svg, &length, NULL));
  g_assert_true (contains (svg, length, "width=\"144000px\""));
  g_assert_no_error (error);
  g_assert_false (heddle_export (path, HEDDLE_EXPORT_SVG, 9e6, 10, 1, paint_square, &painted, NULL, &error));
  g_assert_error (error, HEDDLE_EXPORT_ERROR, HEDDLE_EXPORT_ERROR_SIZE);
  discard (path);
}

/* Who gives up leaves the file as it was. */
static void
test_cancelled (void)
{
  g_autofree char *path = export ("a.png", HEDDLE_EXPORT_PNG, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *before = NULL, *after = NULL;
  gsize length_before, length_after;
  guint painted = 0;

  g_assert_true (g_file_get_contents (path, &before, &length_before, NULL));
  g_cancellable_cancel (cancellable);
  for (guint format = HEDDLE_EXPORT_SVG; format <= HEDDLE_EXPORT_PNG; format++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (heddle_export (path, format, 200, 60, 1, paint_square, &painted, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
  g_assert_true (g_file_get_contents (path, &after, &length_after, NULL));
  g_assert_cmpmem (before, length_before, after, length_after);
  discard (path);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/paint/export/svg", test_svg);
  g_test_add_func ("/ui/paint/export/pdf", test_pdf);
  g_test_add_func ("/ui/paint/export/png", test_png);
  g_test_add_func ("/ui/paint/export/formats", test_formats);
  g_test_add_func ("/ui/paint/export/failures", test_failures);
  g_test_add_func ("/ui/paint/export/large", test_large);
  g_test_add_func ("/ui/paint/export/cancelled", test_cancelled);

  return g_test_run ();
}
