/* test-plot-export.c: what plots show, in files
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: each kind of file is written as what it is, whatever the letters of its suffix; what cannot be written or is no format is said; the
 * menu offers each kind. Left open: what stands in the files (tests/engine/report, tests/reference).
 */
#include <string.h>

#include <glib/gstdio.h>

#include "heddle-timeline-view.h"
#include "heddle-waveforms-view.h"
#include "ui-fixture.h"

typedef struct
{
  gboolean done;
  GError *error;
} Saving;

static void
on_saved (GObject *object,
          GAsyncResult *result,
          gpointer data)
{
  Saving *saving = data;

  heddle_plot_export_save_finish (HEDDLE_PLOT_EXPORT (object), result, &saving->error);
  saving->done = TRUE;
}

static gboolean
is_saved (gpointer data)
{
  return ((Saving *) data)->done;
}

static void
save (HeddlePlotExport *export,
      const char *path,
      Saving *saving)
{
  *saving = (Saving){ FALSE, NULL };
  heddle_plot_export_save_async (export, path, on_saved, saving);
  ui_fixture_wait (is_saved, saving);
}

typedef struct
{
  const char *name;
  const char *start;
  gsize n_start;
} Expected;

static void
check_files (HeddlePlotExport *export,
             const char *directory,
             const Expected *files,
             guint n_files)
{
  for (guint i = 0; i < n_files; i++)
    {
      g_autofree char *path = g_build_filename (directory, files[i].name, NULL);
      g_autofree char *content = NULL;
      Saving saving;
      gsize length;

      save (export, path, &saving);
      g_assert_no_error (saving.error);
      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      g_assert_cmpuint (length, >, 100);
      g_assert_cmpmem (content, files[i].n_start, files[i].start, files[i].n_start);
      g_remove (path);
    }
}

static void
check_faults (HeddlePlotExport *export)
{
  static const char *const paths[] = { "/nowhere/p.csv", "/nowhere/p.png", "p.doc" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      Saving saving;

      save (export, paths[i], &saving);
      g_assert_nonnull (saving.error);
      g_assert_nonnull (strstr (saving.error->message, i < 2 ? paths[i] : "doc"));
      g_clear_error (&saving.error);
    }
}

static void
check (GtkWidget *view,
       HeddleSession *session,
       HeddlePlotExport *export,
       const Expected *samples,
       guint n_samples)
{
  static const Expected pictures[] = { { "p.png", "\x89PNG", 4 }, { "p.svg", "<?xml", 5 }, { "p.PDF", "%PDF", 4 } };
  GtkWidget *window = ui_fixture_show (view, 900, 260);
  g_autofree char *directory = g_dir_make_tmp ("heddle-plot-XXXXXX", NULL);
  gpointer weak = view;

  ui_fixture_run_to_end (session);
  heddle_session_set_range (session, 0, heddle_session_get_end (session));
  gtk_test_widget_wait_for_draw (window);
  check_files (export, directory, samples, n_samples);
  check_files (export, directory, pictures, G_N_ELEMENTS (pictures));
  check_faults (export);
  g_rmdir (directory);
  g_object_add_weak_pointer (G_OBJECT (view), &weak);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
  g_assert_null (weak);
}

static void
test_waveforms (void)
{
  static const Expected samples[] = { { "p.csv", "probe,time_s", 12 }, { "p.VCD", "$", 1 }, { "p.fst", "\0\0\0\0\0\0\0\1\x49", 9 } };
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *view = heddle_waveforms_view_new (session);

  check (view, session, heddle_waveforms_view_get_export (HEDDLE_WAVEFORMS_VIEW (view)), samples, G_N_ELEMENTS (samples));
}

static void
test_timeline (void)
{
  static const Expected spans[] = { { "p.csv", "start_s,end_s", 13 }, { "p.json", "{\"displayTimeUnit\"", 18 }, { "p.paje", "%EventDef", 9 } };
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *view = heddle_timeline_view_new (session);

  check (view, session, heddle_timeline_view_get_export (HEDDLE_TIMELINE_VIEW (view)), spans, G_N_ELEMENTS (spans));
}

static void
test_menu (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  GtkWidget *view = heddle_timeline_view_new (session);
  GtkWidget *window = ui_fixture_show (view, 900, 260);
  GtkWidget *button = gtk_widget_get_first_child (GTK_WIDGET (heddle_timeline_view_get_export (HEDDLE_TIMELINE_VIEW (view))));

  g_assert_cmpint (g_menu_model_get_n_items (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button))), ==, 6);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/plot-export/waveforms", test_waveforms);
  g_test_add_func ("/ui/plot-export/timeline", test_timeline);
  g_test_add_func ("/ui/plot-export/menu", test_menu);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
