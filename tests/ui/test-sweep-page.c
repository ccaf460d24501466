/* test-sweep-page.c: runs over a range of one variable, and a metric of them as a curve
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what is proposed is the load, around its present value; points come as runs end, while the window goes on; what failed says why; a later
 * sweep of the same variable is drawn over the one before, one of another is not; a sweep that is cancelled keeps what has ended; another project has
 * none; what is exported is all metrics of each run. Left open: how it looks, and what is in the table (tests/app/test-cli-sweep.c).
 */
#include <string.h>

#include <glib/gstdio.h>

#include "heddle-sweep-page.h"
#include "ui-fixture.h"

#define PROJECT \
  "<heddle version=\"1\" name=\"mesh\"><variables><variable name=\"load\" value=\"0.2\" minimum=\"0\" maximum=\"0.25\"/>" \
  "<variable name=\"nodes\" type=\"integer\" value=\"8\" minimum=\"2\"/><variable name=\"delay\" value=\"10 ns\"/><variable name=\"measure\" type=\"integer\" value=\"2111\"/>" \
  "<variable name=\"pattern\" type=\"enum\" of=\"uniform tornado\" value=\"uniform\"/></variables>" \
  "<link-class id=\"wire\" bandwidth=\"16 GB/s\" latency=\"$delay\" sharing=\"split\"/>" \
  "<top><component id=\"s\" type=\"fabric.switch\"/><component id=\"node\" type=\"fabric.host\" count=\"$nodes\"/>" \
  "<link id=\"local\" from=\"node[i].port\" to=\"s.port[i]\" class=\"wire\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"node[*]\"/></communicators>" \
  "<workload type=\"traffic\" on=\"all\" pattern=\"$pattern\" probability=\"$load\" interval=\"1 ns\" bytes=\"16 B\" warm-up=\"100 ns\" measure=\"$measure * 1 ns\" drain=\"2 us\"/>" \
  "<run fidelity=\"packet\"/></heddle>"

typedef struct
{
  HeddleSession *session;
  GtkWidget *page;
  GtkWidget *window;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->session = ui_fixture_new_session (PROJECT);
  fixture->page = heddle_sweep_page_new (fixture->session);
  fixture->window = ui_fixture_show (fixture->page, 900, 260);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_drain ();
  g_object_unref (fixture->session);
}

/* ---- the page as its user sees it ---------------------------------------------------------------------------------------------- */

static GtkWidget *
find_child (GtkWidget *page,
            const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (page, HEDDLE_TYPE_SWEEP_PAGE, name));
}

static const char *
get_text (Fixture *fixture,
          const char *name)
{
  return gtk_editable_get_text (GTK_EDITABLE (find_child (fixture->page, name)));
}

static void
set_range (Fixture *fixture,
           const char *from,
           const char *to,
           guint n)
{
  gtk_editable_set_text (GTK_EDITABLE (find_child (fixture->page, "from")), from);
  gtk_editable_set_text (GTK_EDITABLE (find_child (fixture->page, "to")), to);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (find_child (fixture->page, "points")), n);
}

static void
choose (Fixture *fixture,
        const char *name)
{
  GtkDropDown *variable = GTK_DROP_DOWN (find_child (fixture->page, "variable"));

  for (guint i = 0; i < g_list_model_get_n_items (gtk_drop_down_get_model (variable)); i++)
    {
      gtk_drop_down_set_selected (variable, i);
      if (g_str_equal (gtk_string_object_get_string (gtk_drop_down_get_selected_item (variable)), name))
        return;
    }
  g_assert_not_reached ();
}

static void
press (Fixture *fixture)
{
  g_signal_emit_by_name (find_child (fixture->page, "start"), "clicked");
}

static const char *
get_state (Fixture *fixture)
{
  return gtk_label_get_label (GTK_LABEL (find_child (fixture->page, "state")));
}

static gboolean
is_over (gpointer data)
{
  return strstr (get_state (data), " of ") == NULL;
}

static gboolean
has_some (gpointer data)
{
  return !g_str_has_prefix (get_state (data), "0 of ");
}

static void
sweep (Fixture *fixture)
{
  press (fixture);
  ui_fixture_wait (is_over, fixture);
}

static gboolean
has_before (Fixture *fixture)
{
  return gtk_widget_get_visible (find_child (fixture->page, "key"));
}

/* ---- tests ----------------------------------------------------------------------------------------------------------------------- */

static void
test_proposal (Fixture *fixture,
               gconstpointer data)
{
  GtkDropDown *variable = GTK_DROP_DOWN (find_child (fixture->page, "variable"));

  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (variable)), ==, 4); /* words are none */
  g_assert_cmpstr (gtk_string_object_get_string (gtk_drop_down_get_selected_item (variable)), ==, "$load");
  g_assert_cmpstr (get_text (fixture, "from"), ==, "0.02");
  g_assert_cmpstr (get_text (fixture, "to"), ==, "0.25"); /* its maximum */
  choose (fixture, "$delay");
  g_assert_cmpstr (get_text (fixture, "from"), ==, "1 ns");
  g_assert_cmpstr (get_text (fixture, "to"), ==, "15 ns");
  choose (fixture, "$nodes");
  g_assert_cmpstr (get_text (fixture, "from"), ==, "2");
  g_assert_cmpstr (get_text (fixture, "to"), ==, "12");
  choose (fixture, "$measure");
  g_assert_cmpstr (get_text (fixture, "from"), ==, "211");
  g_assert_cmpstr (get_text (fixture, "to"), ==, "3167");
}

static void
test_sweep (Fixture *fixture,
            gconstpointer data)
{
  GtkWidget *curve = find_child (fixture->page, "curve");
  guint empty = ui_fixture_count_inked (curve);

  set_range (fixture, "0.05", "0.2", 4);
  press (fixture);
  g_assert_cmpstr (get_state (fixture), ==, "0 of 4 runs"); /* it did not wait */
  g_assert_false (gtk_widget_get_sensitive (find_child (fixture->page, "form")));
  ui_fixture_wait (is_over, fixture);
  g_assert_cmpstr (get_state (fixture), ==, "4 runs");
  g_assert_true (gtk_widget_get_sensitive (find_child (fixture->page, "form")));
  g_assert_nonnull (ui_fixture_find_label (find_child (fixture->page, "choice"), "Latency, mean"));
  g_assert_cmpuint (ui_fixture_count_inked (curve), >, empty + 500);
  g_assert_false (has_before (fixture));

  /* over the one before, as long as it is of the same */
  set_range (fixture, "0.1", "0.25", 3);
  sweep (fixture);
  g_assert_true (has_before (fixture));
  choose (fixture, "$delay");
  set_range (fixture, "10 ns", "20 ns", 2);
  sweep (fixture);
  g_assert_cmpstr (get_state (fixture), ==, "2 runs");
  g_assert_false (has_before (fixture));
}

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

/* What is shown is of the drawing as it was, until it is swept again; then the two lie over each other. */
static void
test_edit (Fixture *fixture,
           gconstpointer data)
{
  HdDocument *document = heddle_session_get_document (fixture->session);
  const HdObject *variables = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_VARIABLES, NULL);

  set_range (fixture, "0.05", "0.2", 3);
  sweep (fixture);
  g_assert_cmpstr (get_state (fixture), ==, "3 runs");
  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (hd_object_find_child (variables, HD_OBJECT_VARIABLE, "delay")), "value", "30 ns", NULL));
  ui_fixture_wait (is_settled, fixture->session);
  g_assert_cmpstr (get_state (fixture), ==, "3 runs, before your edit");
  sweep (fixture);
  g_assert_cmpstr (get_state (fixture), ==, "3 runs");
  g_assert_true (has_before (fixture));
}

/* Three values of five are the same when they are rounded. */
static void
test_whole (Fixture *fixture,
            gconstpointer data)
{
  choose (fixture, "$nodes");
  set_range (fixture, "2", "4", 5);
  sweep (fixture);
  g_assert_cmpstr (get_state (fixture), ==, "3 runs");
}

static void
test_faults (Fixture *fixture,
             gconstpointer data)
{
  set_range (fixture, "0.1", "1.3", 3);
  sweep (fixture);
  g_test_message ("%s", get_state (fixture));
  g_assert_true (g_str_has_prefix (get_state (fixture), "2 runs failed, the first: "));
  set_range (fixture, "0.1 s", "3 B", 3);
  press (fixture);
  g_assert_cmpstr (get_state (fixture), ==, "There are no values from “0.1 s” to “3 B”");
  set_range (fixture, "much", "0.3", 3);
  press (fixture);
  g_assert_nonnull (strstr (get_state (fixture), "much"));
}

static void
test_cancel (Fixture *fixture,
             gconstpointer data)
{
  set_range (fixture, "0.05", "0.25", 500);
  press (fixture);
  ui_fixture_wait (has_some, fixture);
  press (fixture);
  ui_fixture_drain ();
  g_test_message ("%s", get_state (fixture));
  g_assert_true (is_over (fixture));
  g_assert_true (g_str_has_prefix (get_state (fixture), "Cancelled, "));
  g_assert_nonnull (ui_fixture_find_label (find_child (fixture->page, "choice"), "Latency, mean"));
  g_assert_true (gtk_widget_get_sensitive (find_child (fixture->page, "form")));
}

static void
test_project (Fixture *fixture,
              gconstpointer data)
{
  set_range (fixture, "0.05", "0.25", 500);
  press (fixture);
  ui_fixture_wait (has_some, fixture);
  ui_fixture_load (fixture->session, PROJECT);
  ui_fixture_wait (is_settled, fixture->session);
  g_assert_cmpstr (get_state (fixture), ==, "");
  g_assert_true (gtk_widget_get_visible (find_child (fixture->page, "hint")));
}

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
test_export (Fixture *fixture,
             gconstpointer data)
{
  static const struct { const char *name, *start; } files[] = { { "s.sweep.csv", "$load," }, { "s.svg", "<?xml" }, { "s.png", "\x89PNG" } };
  g_autofree char *folder = g_dir_make_tmp ("heddle-sweep-XXXXXX", NULL);

  set_range (fixture, "0.05", "0.2", 4);
  sweep (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i].name, NULL), *content = NULL;
      Saving saving = { FALSE, NULL };

      heddle_plot_export_save_async (heddle_sweep_page_get_export (HEDDLE_SWEEP_PAGE (fixture->page)), path, on_saved, &saving);
      ui_fixture_wait (is_saved, &saving);
      g_assert_no_error (saving.error);
      g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
      g_assert_true (g_str_has_prefix (content, files[i].start));
      if (i == 0)
        {
          g_auto (GStrv) lines = g_strsplit (content, "\n", -1);

          g_assert_cmpuint (g_strv_length (lines), ==, 6); /* the last one is empty */
          g_assert_nonnull (strstr (lines[0], ",latency_mean_s,"));
          g_assert_true (g_str_has_prefix (lines[4], "0.2,"));
        }
      g_remove (path);
    }
  g_rmdir (folder);
}

static void
add_tests (void)
{
#define ADD(name, function) g_test_add ("/ui/sweep-page/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("proposal", test_proposal);
  ADD ("sweep", test_sweep);
  ADD ("edit", test_edit);
  ADD ("whole", test_whole);
  ADD ("faults", test_faults);
  ADD ("cancel", test_cancel);
  ADD ("project", test_project);
  ADD ("export", test_export);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
