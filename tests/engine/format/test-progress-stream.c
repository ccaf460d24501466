/* test-progress-stream.c: files are read with progress, and can be given up
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: progress never goes back and ends at 1; who cancels in the middle gets HD_ERROR_CANCELLED and no document; layout between elements is no
 * text, however much there is. Left open: how often progress is told.
 */
#include <string.h>

#include <glib/gstdio.h>
#include <heddle/heddle.h>

#include "hd-progress-stream.h"

static void
test_stream (void)
{
  g_autofree char *bytes = g_malloc0 (1000);
  g_autoptr (GInputStream) base = g_memory_input_stream_new_from_data (bytes, 1000, NULL);
  g_autoptr (HdProgress) progress = hd_progress_new ();
  g_autoptr (GInputStream) stream = NULL;
  char buffer[100];
  double last = 0;

  hd_progress_set_stage (progress, 0.25, 0.75);
  g_assert_cmpfloat (hd_progress_get (progress), ==, 0.25);
  stream = hd_progress_stream_new (base, 1000, progress);
  for (guint i = 1; i <= 10; i++)
    {
      g_assert_cmpint (g_input_stream_read (stream, buffer, sizeof buffer, NULL, NULL), ==, sizeof buffer);
      g_assert_cmpfloat_with_epsilon (hd_progress_get (progress), 0.25 + 0.05 * i, 1e-5);
      g_assert_cmpfloat (hd_progress_get (progress), >, last);
      last = hd_progress_get (progress);
    }
  g_assert_cmpint (g_input_stream_read (stream, buffer, sizeof buffer, NULL, NULL), ==, 0);
  hd_progress_set (progress, 7);
  g_assert_cmpfloat (hd_progress_get (progress), ==, 0.75);
  hd_progress_set (NULL, 1);
}

static GFile *
write_file (const char *name,
            const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("heddle-test-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

static void
remove_file (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);

  g_file_delete (file, NULL, NULL);
  g_file_delete (folder, NULL, NULL);
  g_object_unref (file);
}

/* Both formats, and a project; with more layout than any element may have text. */
static GFile *
write_sample (guint which)
{
  static const char *const names[] = { "a.graphml", "a.xml", "a.heddle" };
  static const char *const heads[] = { "<graphml><graph edgedefault=\"undirected\">", "<platform version=\"4.1\"><zone id=\"w\" routing=\"Full\">", "<heddle version=\"1\"><top>" };
  static const char *const items[] = { "<node id=\"n%u\"/>", "<host id=\"n%u\" speed=\"1Gf\"/>", "<component id=\"n%u\" type=\"fabric.host\"/>" };
  static const char *const ends[] = { "</graph></graphml>", "</zone></platform>", "</top></heddle>" };
  g_autofree char *blank = g_strnfill (1200, ' ');
  g_autoptr (GString) text = g_string_new (heads[which]);

  for (guint i = 0; i < 1000; i++)
    {
      g_string_append_printf (text, "\n%s", blank);
      g_string_append_printf (text, items[which], i);
    }
  g_string_append (text, ends[which]);
  return write_file (names[which], text->str);
}

static void
test_load (gconstpointer data)
{
  GFile *file = write_sample (GPOINTER_TO_UINT (data));
  g_autoptr (HdProgress) progress = hd_progress_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_with (file, &(HdLoading) { NULL, NULL, progress }, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (document);
  g_assert_cmpfloat (hd_progress_get (progress), ==, 1);
  remove_file (file);
}

typedef struct
{
  HdProgress *progress;
  GCancellable *cancellable;
  double limit;
} Impatience;

static gpointer
lose_patience (gpointer data)
{
  const Impatience *it = data;

  while (hd_progress_get (it->progress) < it->limit)
    g_thread_yield ();
  g_cancellable_cancel (it->cancellable);
  return NULL;
}

/* At the beginning, in the middle and late. */
static void
test_cancel (gconstpointer data)
{
  static const double limits[] = { 0, 0.05, 0.3, 0.6, 0.9 };
  GFile *file = write_sample (GPOINTER_TO_UINT (data));

  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autoptr (HdProgress) progress = hd_progress_new ();
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      Impatience impatience = { progress, cancellable, limits[i] };
      g_autoptr (HdProblemList) problems = hd_problem_list_new ();
      g_autoptr (HdDocument) document = NULL;
      GThread *thread;

      if (limits[i] == 0)
        g_cancellable_cancel (cancellable);
      thread = g_thread_new ("impatient", lose_patience, &impatience);
      document = hd_document_load_with (file, &(HdLoading) { NULL, NULL, progress }, problems, cancellable, &error);
      g_thread_join (thread);
      if (document == NULL) /* else it was too late */
        {
          g_assert_error (error, HD_ERROR, HD_ERROR_CANCELLED);
          g_assert_cmpuint (hd_problem_list_get_length (problems), ==, 0);
        }
      g_assert_true (document == NULL || limits[i] > 0);
    }
  remove_file (file);
}

int
main (int argc,
      char **argv)
{
  static const char *const names[] = { "graphml", "simgrid", "project" };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/progress/stream", test_stream);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *load = g_strconcat ("/engine/format/progress/load/", names[i], NULL);
      g_autofree char *cancel = g_strconcat ("/engine/format/progress/cancel/", names[i], NULL);

      g_test_add_data_func (load, GUINT_TO_POINTER (i), test_load);
      g_test_add_data_func (cancel, GUINT_TO_POINTER (i), test_cancel);
    }
  return g_test_run ();
}
