/* test-export.c: the dialog that exports
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: each format that the session can fill is offered, and no other; what is written is of that format and what the engine writes; the preview
 * is its beginning; a fault leaves the dialog open with the reason and no file. Left open: the dialog that asks for a name.
 */
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "heddle-export-dialog.h"
#include "heddle-export-formats.h"
#include "window-fixture.h"

typedef WindowFixture Fixture;

static HeddleExportDialog *
new_dialog (Fixture *fixture)
{
  GtkWidget *dialog = heddle_export_dialog_new (heddle_window_get_canvas (fixture->window), "boxes", GTK_WINDOW (fixture->window));

  gtk_window_present (GTK_WINDOW (dialog));
  gtk_test_widget_wait_for_draw (dialog);
  return HEDDLE_EXPORT_DIALOG (dialog);
}

static void
on_exported (HeddleExportDialog *dialog,
             const char *path,
             char **out_path)
{
  *out_path = g_strdup (path);
}

static gboolean
is_there (gpointer data)
{
  return *(char **) data != NULL;
}

static void
run (Fixture *fixture)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);

  ui_fixture_run_to_end (session);
}

/* Every row of the table that such a run has something for, into a file. */
static void
test_formats (Fixture *fixture,
              gconstpointer data)
{
  static const struct
  {
    const char *extension, *magic;
  } expected[] = {
    { ".svg", "<?xml" }, { ".pdf", "%PDF" }, { ".png", "\x89PNG" }, { ".simgrid.xml", "<?xml" }, { ".graphml", "<?xml" },
    { ".dot", "graph" }, { ".json", "{" }, { ".metrics.csv", "name,value,unit" }, { ".links.csv", "link," },
    { ".components.csv", "component," }, { ".series.csv", "probe,time_s" },
    { ".spans.csv", "start_s" }, { ".vcd", "$" }, { ".fst", "" }, { ".perfetto.json", "{" }, { ".paje", "%EventDef" },
  };
  const HeddleExportKind *kinds;
  guint n, n_possible = 0;

  window_fixture_open (fixture);
  run (fixture);
  kinds = heddle_export_kinds_get (&n);
  for (guint i = 0; i < n; i++)
    n_possible += heddle_export_kind_is_possible (&kinds[i], heddle_window_get_session (fixture->window));
  g_assert_cmpuint (n_possible, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < n_possible; i++)
    {
      HeddleExportDialog *dialog = new_dialog (fixture);
      g_autofree char *name = g_strconcat ("out", expected[i].extension, NULL);
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
      g_autofree char *saved = NULL;
      g_autofree char *bytes = NULL;
      gsize length;

      g_test_message ("%s", expected[i].extension);
      g_assert_true (heddle_export_dialog_choose (dialog, expected[i].extension));
      g_signal_connect (dialog, "exported", G_CALLBACK (on_exported), &saved);
      heddle_export_dialog_save (dialog, path);
      ui_fixture_wait (is_there, &saved);
      g_assert_cmpstr (saved, ==, path);
      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      g_assert_cmpuint (length, >, 10);
      g_assert_true (g_str_has_prefix (bytes, expected[i].magic));
    }
}

static void
test_offered (Fixture *fixture,
              gconstpointer data)
{
  HeddleExportDialog *dialog;

  heddle_window_new_project (fixture->window);
  ui_fixture_drain ();
  dialog = new_dialog (fixture);
  g_assert_true (heddle_export_dialog_choose (dialog, ".svg"));
  g_assert_false (heddle_export_dialog_choose (dialog, ".vcd"));
  g_assert_false (heddle_export_dialog_choose (dialog, ".tiff"));
  gtk_window_destroy (GTK_WINDOW (dialog));

  window_fixture_open (fixture);
  dialog = new_dialog (fixture);
  g_assert_true (heddle_export_dialog_choose (dialog, ".graphml"));
  g_assert_false (heddle_export_dialog_choose (dialog, ".vcd"));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
on_excerpt (GObject *source,
            GAsyncResult *result,
            gpointer data)
{
  g_autoptr (GError) error = NULL;

  *(HeddleExportExcerpt **) data = heddle_export_write_finish (result, &error);
  g_assert_no_error (error);
}

static gboolean
has_excerpt (gpointer data)
{
  return *(gpointer *) data != NULL;
}

/* The head and the size are those of the file. */
static void
test_excerpt (Fixture *fixture,
              gconstpointer data)
{
  guint n;
  const HeddleExportKind *kinds = heddle_export_kinds_get (&n);

  window_fixture_open (fixture);
  run (fixture);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, "whole", NULL);
      HeddleSession *session = heddle_window_get_session (fixture->window);
      HeddleExportExcerpt *excerpt = NULL, *saved = NULL;
      g_autofree char *bytes = NULL;
      gsize length;

      if (kinds[i].subject == HEDDLE_EXPORT_OF_CANVAS || !heddle_export_kind_is_possible (&kinds[i], session))
        continue;
      heddle_export_write_async (&kinds[i], session, NULL, NULL, on_excerpt, &excerpt);
      ui_fixture_wait (has_excerpt, &excerpt);
      heddle_export_write_async (&kinds[i], session, path, NULL, on_excerpt, &saved);
      ui_fixture_wait (has_excerpt, &saved);
      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      g_test_message ("%s: %" G_GSIZE_FORMAT " bytes", kinds[i].extension, length);
      g_assert_cmpint (excerpt->head == NULL, ==, kinds[i].report == HD_REPORT_FST && kinds[i].subject == HEDDLE_EXPORT_OF_RUN);
      if (excerpt->head != NULL)
        {
          g_assert_cmpuint (excerpt->size, ==, length);
          g_assert_true (g_str_has_prefix (bytes, excerpt->head));
          g_assert_true (excerpt->size == strlen (excerpt->head) || g_str_has_suffix (excerpt->head, "\n") || strlen (excerpt->head) > 5900);
        }
      heddle_export_excerpt_free (excerpt);
      heddle_export_excerpt_free (saved);
    }
}

#define PAIR \
  "<heddle version=\"1\" name=\"pair\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 us\"/><top>" \
  "<component id=\"nic\" type=\"fabric.nic\" count=\"2\"/><link id=\"l\" from=\"nic[0].eth\" to=\"nic[1].eth\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"nic[*]\"/></communicators>%s</heddle>"

static const HeddleExportKind *
find_kind (const char *extension)
{
  guint n;
  const HeddleExportKind *kinds = heddle_export_kinds_get (&n);

  for (guint i = 0; i < n; i++)
    if (g_str_equal (kinds[i].extension, extension))
      return &kinds[i];
  g_assert_not_reached ();
}

static char *
dup_head (const char *extension,
          HeddleSession *session)
{
  HeddleExportExcerpt *excerpt = NULL;
  char *head;

  g_assert_true (heddle_export_kind_is_possible (find_kind (extension), session));
  heddle_export_write_async (find_kind (extension), session, NULL, NULL, on_excerpt, &excerpt);
  ui_fixture_wait (has_excerpt, &excerpt);
  head = g_strdup (excerpt->head);
  heddle_export_excerpt_free (excerpt);
  return head;
}

/* A list of transfers has its ends: 1 MB in 1 ms after 1 us. A drawn workload is a graph; others are not offered as one. */
static void
test_work (Fixture *fixture,
           gconstpointer data)
{
  g_autofree char *csv = g_build_filename (fixture->folder, "list.csv", NULL);
  g_autofree char *list = g_strdup_printf ("<workload type=\"transfers\" file=\"%s\"/>", csv);
  g_autofree char *transfers = g_strdup_printf (PAIR, list);
  g_autofree char *graph = g_strdup_printf (PAIR, "<workload type=\"graph\" on=\"all\"><vertex id=\"Exchange\" kind=\"comm\" operation=\"all-reduce\" bytes=\"1 MB\" start=\"true\"/>"
                                                  "<edge from=\"Exchange\" to=\"Exchange\" first=\"ignore\"/></workload>");
  g_autoptr (HeddleSession) session = NULL, drawn = NULL;
  g_autofree char *ends = NULL, *graphml = NULL, *dot = NULL;

  g_assert_true (g_file_set_contents (csv, "start_s,bytes,source,destination\n0,1000000,nic[0],nic[1]\n", -1, NULL));
  session = ui_fixture_new_session (transfers);
  g_assert_false (heddle_export_kind_is_possible (find_kind (".transfers.csv"), session));
  g_assert_false (heddle_export_kind_is_possible (find_kind (".workload.dot"), session));
  ui_fixture_run_to_end (session);
  ends = dup_head (".transfers.csv", session);
  g_assert_nonnull (strstr (ends, "0.001001"));

  drawn = ui_fixture_new_session (graph);
  graphml = dup_head (".workload.graphml", drawn);
  dot = dup_head (".workload.dot", drawn);
  g_assert_nonnull (strstr (graphml, "Exchange"));
  g_assert_true (g_str_has_prefix (dot, "digraph"));
}

/* What components wrote is one archive, which is no text, and is offered once there is something in it. */
static void
test_files (Fixture *fixture,
            gconstpointer data)
{
  g_autofree char *hello = g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "engine", "libraries", "hello", NULL);
  const char *text =
    "<heddle version=\"1\" name=\"pings\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 us\"/><top>"
    "<component id=\"a\" type=\"hello.pinger\" count=\"2\" log=\"true\"/><link from=\"a[0].out\" to=\"a[1].in\" class=\"L\"/></top>"
    "<run until=\"5 us\"/></heddle>";
  g_autoptr (HeddleSession) session = NULL;
  g_autofree char *path = g_build_filename (fixture->folder, "files.tar", NULL), *head = NULL, *bytes = NULL;
  HeddleExportExcerpt *saved = NULL;
  gsize length;

  g_setenv ("HEDDLE_LIBRARY_PATH", hello, TRUE);
  session = ui_fixture_new_session (text);
  g_unsetenv ("HEDDLE_LIBRARY_PATH");
  g_assert_false (heddle_export_kind_is_possible (find_kind (".files.tar"), session));
  ui_fixture_run_to_end (session);
  head = dup_head (".files.tar", session);
  g_assert_null (head);
  heddle_export_write_async (find_kind (".files.tar"), session, path, NULL, on_excerpt, &saved);
  ui_fixture_wait (has_excerpt, &saved);
  heddle_export_excerpt_free (saved);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  g_assert_cmpuint (length, ==, 4 * 512); /* a header, a block of lines, and two that end it */
  g_assert_cmpstr (bytes, ==, "a[1].pings.csv");
  g_assert_true (g_str_has_prefix (bytes + 512, "1000000,0,1\n"));
}

/* What a platform cannot say is told beside the preview. */
static void
test_warnings (Fixture *fixture,
               gconstpointer data)
{
  g_autofree char *plain = g_strdup_printf (PAIR, ""), *packets = g_strdup_printf (PAIR, "<run fidelity=\"packet\"/>");
  const char *const texts[] = { plain, packets };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (HeddleSession) session = ui_fixture_new_session (texts[i]);
      g_autoptr (HeddleExportExcerpt) excerpt = NULL;

      heddle_export_write_async (find_kind (".simgrid.xml"), session, NULL, NULL, on_excerpt, &excerpt);
      ui_fixture_wait (has_excerpt, &excerpt);
      if (i == 0)
        g_assert_null (excerpt->warnings);
      else
        g_assert_nonnull (strstr (excerpt->warnings, "packets"));
    }
}

static gboolean
has_fault (gpointer data)
{
  GtkWidget *label = ui_fixture_find_label (data, "nowhere");

  return label != NULL && gtk_widget_get_mapped (label);
}

static void
test_fault (Fixture *fixture,
            gconstpointer data)
{
  static const char *const extensions[] = { ".svg", ".graphml", ".vcd" };
  HeddleExportDialog *dialog;

  window_fixture_open (fixture);
  run (fixture);
  dialog = new_dialog (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (extensions); i++)
    {
      g_assert_true (heddle_export_dialog_choose (dialog, extensions[i]));
      ui_fixture_drain ();
      g_assert_false (has_fault (dialog));
      heddle_export_dialog_save (dialog, "/nowhere/a");
      ui_fixture_wait (has_fault, dialog);
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static gboolean
has_preview (gpointer data)
{
  GtkWidget *label = ui_fixture_find_label (data, "Writing a preview…");

  return label == NULL || !gtk_widget_get_mapped (label);
}

/* While a file is written nothing else is, whatever is looked at meanwhile. */
static void
test_busy (Fixture *fixture,
           gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "pipe", NULL);
  g_autofree char *saved = NULL;
  g_autofree char *bytes = NULL;
  HeddleExportDialog *dialog;
  GtkWidget *button;

  window_fixture_open (fixture);
  run (fixture);
  g_assert_cmpint (mkfifo (path, 0600), ==, 0); /* it waits for who reads */
  dialog = new_dialog (fixture);
  g_signal_connect (dialog, "exported", G_CALLBACK (on_exported), &saved);
  button = gtk_widget_get_ancestor (ui_fixture_find_label (GTK_WIDGET (dialog), "Export…"), GTK_TYPE_BUTTON);
  g_assert_true (gtk_widget_get_sensitive (button));
  g_assert_true (heddle_export_dialog_choose (dialog, ".metrics.csv"));
  heddle_export_dialog_save (dialog, path);
  g_assert_true (heddle_export_dialog_choose (dialog, ".dot"));
  g_assert_false (has_preview (dialog));
  ui_fixture_wait (has_preview, dialog);
  g_assert_false (gtk_widget_get_sensitive (button));
  g_assert_true (g_file_get_contents (path, &bytes, NULL, NULL));
  g_assert_true (g_str_has_prefix (bytes, "name,value,unit"));
  ui_fixture_wait (is_there, &saved);
  g_assert_cmpstr (saved, ==, path);
}

/* The action opens it; Escape closes it; what it still works at is given up. */
static void
test_action (Fixture *fixture,
             gconstpointer data)
{
  gpointer dialog = NULL;
  GListModel *windows = gtk_window_get_toplevels ();

  window_fixture_open (fixture);
  window_fixture_activate (fixture, "export");
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (HEDDLE_IS_EXPORT_DIALOG (window))
        dialog = window;
    }
  g_assert_nonnull (dialog);
  g_object_add_weak_pointer (dialog, &dialog);
  g_assert_true (heddle_export_dialog_choose (dialog, ".simgrid.xml"));
  gtk_window_close (GTK_WINDOW (dialog));
  while (dialog != NULL)
    {
      ui_fixture_drain ();
      g_usleep (2000);
    }
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/ui/export/" name, Fixture, NULL, window_fixture_set_up, test, window_fixture_tear_down)
  ADD ("formats", test_formats);
  ADD ("offered", test_offered);
  ADD ("excerpt", test_excerpt);
  ADD ("work", test_work);
  ADD ("files", test_files);
  ADD ("warnings", test_warnings);
  ADD ("fault", test_fault);
  ADD ("busy", test_busy);
  ADD ("action", test_action);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
