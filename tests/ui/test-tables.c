/* test-tables.c: a file of lines that a component names, as a table in the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: lines that nobody changed stay as they were written; what the table says is what runs see at once and the disk once the project is saved; it is undone as any other edit;
 * what is wrong is told with its line, and not taken over; lines are added, moved and removed from the keyboard, and the focus follows; many lines are a page at a time.
 */
#include <string.h>

#include <glib/gstdio.h>

#include "heddle-field-row.h"
#include "heddle-inspector.h"
#include "heddle-kept-runs.h"
#include "heddle-lines-dialog.h"
#include "heddle-lines.h"
#include "ui-fixture.h"

#define LINK(id, from, to) "<link id='" id "' from='" from "' to='" to "' class='L'/>"
#define TEXT \
  "<heddle version='1' name='routes'><link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><top><component id='source' type='netproc.source' traffic='tunnel-4o4' packets='40'/>" \
  "<component id='cluster' type='netproc.cluster' program='%s/rtc.elf' engines='4'/><component id='dispatcher' type='netproc.dispatcher' stages='1'/><component id='egress' type='netproc.egress'/>" \
  "<component id='buffer' type='netproc.buffer'/><component id='exact' type='netproc.exact' tunnels='%s/../tables/tunnels.txt'/><component id='lpm' type='netproc.lpm' routes='routes.txt'/>" \
  "<component id='meter' type='netproc.meter'/><component id='hash' type='netproc.hash'/><component id='counter' type='netproc.counter'/>" \
  LINK ("a", "source.out", "dispatcher.in") LINK ("b", "dispatcher.clusters", "cluster.in") LINK ("c", "cluster.out", "dispatcher.in") LINK ("d", "cluster.buffer", "buffer.engines") \
  LINK ("e", "dispatcher.out", "egress.in") LINK ("f", "cluster.exact", "exact.engines") LINK ("g", "cluster.lpm", "lpm.engines") LINK ("h", "cluster.meter", "meter.engines") \
  LINK ("i", "cluster.hash", "hash.engines") LINK ("j", "cluster.counter", "counter.engines") "</top></heddle>"
#define ROUTES "# by prefix\n10.2.0.0/16       2   # inner\n\n0.0.0.0/0  3\n"

typedef struct
{
  HeddleSession *session;
  HdDocument *document;
  GtkWidget *inspector, *window;
  GFile *file;
  char *table; /* the file of routes */
} Fixture;

static void
on_loaded (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  g_autoptr (GError) error = NULL;

  heddle_session_load_finish (HEDDLE_SESSION (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

static gboolean
is_true (gpointer data)
{
  return *(gboolean *) data;
}

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

static void
set_up (Fixture *fixture,
        gconstpointer routes)
{
  g_autofree char *programs = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects/neptune/programs", NULL), *folder = NULL;
  g_autofree char *text = g_strdup_printf (TEXT, programs, programs);
  g_autoptr (HdCatalog) catalog = ui_fixture_new_catalog ();
  g_autoptr (GError) error = NULL;
  gboolean done = FALSE;

  fixture->file = ui_fixture_write (text);
  folder = g_path_get_dirname (g_file_peek_path (fixture->file));
  fixture->table = g_build_filename (folder, "routes.txt", NULL);
  g_file_set_contents (fixture->table, routes != NULL ? routes : ROUTES, -1, &error);
  g_assert_no_error (error);
  fixture->session = heddle_session_new (catalog);
  heddle_session_load_async (fixture->session, fixture->file, NULL, NULL, on_loaded, &done);
  ui_fixture_wait (is_true, &done);
  ui_fixture_wait (is_settled, fixture->session);
  fixture->document = heddle_session_get_document (fixture->session);
  fixture->inspector = heddle_inspector_new (fixture->session);
  fixture->window = ui_fixture_show (fixture->inspector, 311, 700);
}

static void
tear_down (Fixture *fixture,
           gconstpointer routes)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_drain ();
  g_object_unref (fixture->session);
  g_remove (fixture->table);
  g_free (fixture->table);
  ui_fixture_remove (fixture->file);
}

static HeddleFieldRow *
find_row (Fixture *fixture,
          const char *component,
          const char *field)
{
  heddle_session_show_object (fixture->session, ui_fixture_uid (fixture->session, NULL, HD_OBJECT_COMPONENT, component));
  ui_fixture_drain ();
  return HEDDLE_FIELD_ROW (heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), field));
}

static HeddleLinesDialog *
open_table (Fixture *fixture,
            const char *component,
            const char *field)
{
  HeddleFieldRow *row = find_row (fixture, component, field);
  GtkWidget *button = row != NULL ? heddle_field_row_get_table (row) : NULL;
  GListModel *windows = gtk_window_get_toplevels ();
  HeddleLinesDialog *found = NULL;

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  ui_fixture_drain ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (HEDDLE_IS_LINES_DIALOG (window))
        found = HEDDLE_LINES_DIALOG (window);
    }
  return found;
}

static void
close_table (HeddleLinesDialog *dialog)
{
  gtk_window_destroy (GTK_WINDOW (dialog));
  ui_fixture_drain ();
}

static void
assert_disk (Fixture *fixture,
             const char *expected)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (fixture->table, &text, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_text (HeddleLinesDialog *dialog,
             const char *expected)
{
  g_autofree char *text = heddle_lines_dialog_dup_text (dialog);

  g_assert_cmpstr (text, ==, expected);
}

static double
run_and_get (Fixture *fixture,
             const char *name)
{
  HdMetric metric;

  ui_fixture_wait (is_settled, fixture->session);
  ui_fixture_run_to_end (fixture->session);
  g_assert_true (hd_record_find_metric (heddle_session_get_record (fixture->session), name, &metric));
  return metric.value;
}

static gboolean
is_first_run_of_other_table (gpointer session)
{
  return heddle_session_get_changed_input (session, 1) != NULL && heddle_session_get_changed_input (session, 0) == NULL;
}

static gboolean
is_last_run_of_other_table (gpointer session)
{
  return heddle_session_get_changed_input (session, 0) != NULL && heddle_session_get_changed_input (session, 1) == NULL;
}

/* Which of two runs has read the table as it is now: what was edited counts before it is written, and what is undone does not. */
static void
test_kept (Fixture *fixture,
           gconstpointer data)
{
  HeddleLinesDialog *dialog;

  run_and_get (fixture, "lpm.misses");
  dialog = open_table (fixture, "lpm", "routes");
  heddle_lines_dialog_set (dialog, 3, "prefix", "12.0.0.0/8");
  heddle_lines_dialog_apply (dialog);
  ui_fixture_drain ();
  run_and_get (fixture, "lpm.misses");
  g_assert_cmpuint (heddle_session_get_n_kept (fixture->session), ==, 2);
  ui_fixture_wait (is_first_run_of_other_table, fixture->session);
  g_assert_false (heddle_session_is_stale (fixture->session));
  g_assert_true (hd_document_undo (fixture->document));
  ui_fixture_wait (is_last_run_of_other_table, fixture->session);
  g_assert_true (heddle_session_is_stale (fixture->session));
  g_assert_true (hd_document_redo (fixture->document));
  ui_fixture_wait (is_first_run_of_other_table, fixture->session);
  g_assert_false (heddle_session_is_stale (fixture->session));
}

static void
test_edit (Fixture *fixture,
           gconstpointer data)
{
  HeddleLinesDialog *dialog = open_table (fixture, "lpm", "routes");
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (dialog);
  g_assert_cmpuint (heddle_lines_dialog_get_n (dialog), ==, 4);
  assert_text (dialog, ROUTES);
  g_assert_null (heddle_lines_dialog_get_fault (dialog));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "Prefix"));
  heddle_lines_dialog_set (dialog, 3, "prefix", "0.0.0.0/33");
  g_assert_cmpstr (heddle_lines_dialog_get_fault (dialog), ==, "line 4: a prefix of 33 bits; an address has 32");
  heddle_lines_dialog_apply (dialog);
  g_assert_cmpuint (hd_document_get_n_undo (fixture->document), ==, 0);
  heddle_lines_dialog_set (dialog, 3, "prefix", "");
  g_assert_cmpstr (heddle_lines_dialog_get_fault (dialog), ==, "line 4: it must be a prefix and a number, as 10.2.0.0/16 2");
  heddle_lines_dialog_set (dialog, 3, "prefix", "12.0.0.0/8");
  heddle_lines_dialog_set (dialog, 1, "prefix", "11.0.0.0/8");
  assert_text (dialog, "# by prefix\n11.0.0.0/8 2 # inner\n\n12.0.0.0/8 3\n");
  heddle_lines_dialog_apply (dialog);
  ui_fixture_drain ();
  g_assert_cmpstr (hd_document_get_undo_name (fixture->document), ==, "Change routes.txt");
  assert_disk (fixture, ROUTES);

  /* Runs see it before the disk does, and its undoing too. */
  g_assert_cmpfloat (run_and_get (fixture, "lpm.misses"), ==, 40);
  g_assert_false (heddle_session_is_stale (fixture->session));
  g_assert_true (hd_document_undo (fixture->document));
  ui_fixture_drain ();
  g_assert_true (heddle_session_is_stale (fixture->session));
  g_assert_cmpfloat (run_and_get (fixture, "lpm.misses"), ==, 0);
  g_assert_true (hd_document_redo (fixture->document));
  g_assert_true (hd_document_save (fixture->document, fixture->file, NULL, &error));
  g_assert_no_error (error);
  assert_disk (fixture, "# by prefix\n11.0.0.0/8 2 # inner\n\n12.0.0.0/8 3\n");
  g_assert_cmpfloat (run_and_get (fixture, "lpm.misses"), ==, 40);
}

/* A table that is not there yet, of keys and values; the parameter then names it. */
static void
test_new (Fixture *fixture,
          gconstpointer data)
{
  HeddleLinesDialog *dialog = open_table (fixture, "exact", "rules");
  guint64 exact = ui_fixture_uid (fixture->session, NULL, HD_OBJECT_COMPONENT, "exact");

  g_assert_cmpuint (heddle_lines_dialog_get_n (dialog), ==, 0);
  heddle_lines_dialog_add (dialog, 0, "entry");
  g_assert_null (heddle_lines_dialog_get_fault (dialog)); /* an empty line */
  heddle_lines_dialog_set (dialog, 0, "key", "203.0.113.1 6/1 443/2");
  g_assert_cmpstr (heddle_lines_dialog_get_fault (dialog), ==, "line 1: it must be the fields of a key, “=” and the fields of a value");
  heddle_lines_dialog_set (dialog, 0, "value", "1/1 2/1");
  heddle_lines_dialog_add (dialog, 1, "entry");
  heddle_lines_dialog_set (dialog, 1, "key", "203.0.113.1 6/1 443/2");
  heddle_lines_dialog_set (dialog, 1, "value", "4/1");
  g_assert_cmpstr (heddle_lines_dialog_get_fault (dialog), ==, "line 2: the key stands there for the second time");
  heddle_lines_dialog_remove (dialog, 1);
  assert_text (dialog, "203.0.113.1 6/1 443/2 = 1/1 2/1\n");
  heddle_lines_dialog_apply (dialog);
  ui_fixture_drain ();
  g_assert_cmpstr (hd_object_get (hd_document_get_object (fixture->document, exact), "rules"), ==, "tables/rules.txt");
  g_assert_cmpuint (hd_document_get_n_undo (fixture->document), ==, 1);
  g_assert_true (hd_document_undo (fixture->document));
  g_assert_null (hd_object_get (hd_document_get_object (fixture->document, exact), "rules"));

  /* A meter is wrong in one field; what no unit has is no table. */
  dialog = open_table (fixture, "meter", "meters");
  heddle_lines_dialog_add (dialog, 0, "meter");
  heddle_lines_dialog_set (dialog, 0, "number", "7");
  heddle_lines_dialog_set (dialog, 0, "committed-rate", "1MB/s");
  heddle_lines_dialog_set (dialog, 0, "committed-burst", "2kB");
  heddle_lines_dialog_set (dialog, 0, "peak-rate", "1kB/s");
  heddle_lines_dialog_set (dialog, 0, "peak-burst", "4kB");
  g_assert_cmpstr (heddle_lines_dialog_get_fault (dialog), ==, "line 1: the peak rate, 1000B/s, is below the committed one, 1000000B/s");
  close_table (dialog);
  g_assert_null (heddle_field_row_get_table (find_row (fixture, "cluster", "program")));
}

static guint
find_line_of_focus (HeddleLinesDialog *dialog)
{
  GtkWidget *grid = gtk_widget_get_parent (gtk_window_get_focus (GTK_WINDOW (dialog))), *cell = gtk_window_get_focus (GTK_WINDOW (dialog));
  int column, row, width, height;

  while (!GTK_IS_GRID (grid))
    {
      cell = grid;
      grid = gtk_widget_get_parent (grid);
    }
  gtk_grid_query_child (GTK_GRID (grid), cell, &column, &row, &width, &height);
  return (guint) row;
}

static void
act (HeddleLinesDialog *dialog,
     const char *action)
{
  gtk_widget_activate_action (GTK_WIDGET (dialog), action, NULL);
  ui_fixture_drain ();
}

static void
test_keys (Fixture *fixture,
           gconstpointer data)
{
  HeddleLinesDialog *dialog = open_table (fixture, "lpm", "routes");

  heddle_lines_dialog_add (dialog, 2, "route");
  g_assert_cmpuint (find_line_of_focus (dialog), ==, 3);
  heddle_lines_dialog_set (dialog, 2, "prefix", "::/0");
  heddle_lines_dialog_set (dialog, 2, "number", "5");
  heddle_lines_dialog_move (dialog, 2, 0);
  act (dialog, "lines.down-here");
  g_assert_cmpuint (find_line_of_focus (dialog), ==, 4);
  assert_text (dialog, "# by prefix\n10.2.0.0/16       2   # inner\n\n::/0 5\n0.0.0.0/0  3\n");
  act (dialog, "lines.up-here");
  act (dialog, "lines.up-here");
  act (dialog, "lines.up-here");
  act (dialog, "lines.up-here"); /* and stays */
  g_assert_cmpuint (find_line_of_focus (dialog), ==, 1);
  assert_text (dialog, "::/0 5\n# by prefix\n10.2.0.0/16       2   # inner\n\n0.0.0.0/0  3\n");
  act (dialog, "lines.append");
  g_assert_cmpuint (find_line_of_focus (dialog), ==, 2);
  act (dialog, "lines.remove-here");
  act (dialog, "lines.remove-here");
  g_assert_cmpuint (find_line_of_focus (dialog), ==, 2);
  assert_text (dialog, "::/0 5\n10.2.0.0/16       2   # inner\n\n0.0.0.0/0  3\n");
  act (dialog, "lines.apply");
  g_assert_cmpstr (hd_document_get_undo_name (fixture->document), ==, "Change routes.txt");
}

/* 1,000 routes, of which the 701st is wrong. */
static char *
make_many (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (text, "10.%u.%u.0/%u 1\n", i / 250, i % 250, i == 700 ? 16 : 24);
  return g_string_free (text, FALSE);
}

static void
test_many (Fixture *fixture,
           gconstpointer routes)
{
  HeddleLinesDialog *dialog = open_table (fixture, "lpm", "routes");

  g_assert_cmpuint (heddle_lines_dialog_get_n (dialog), ==, 1000);
  assert_text (dialog, routes);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "Lines 1 to 200 of 1000"));
  g_assert_cmpstr (heddle_lines_dialog_get_fault (dialog), ==, "line 701: the address has bits behind the 16 of its prefix");
  act (dialog, "lines.show-fault");
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "Lines 601 to 800 of 1000"));
  g_assert_cmpuint (find_line_of_focus (dialog), ==, 101);
  act (dialog, "lines.remove-here");
  g_assert_null (heddle_lines_dialog_get_fault (dialog));
  act (dialog, "lines.next-page");
  act (dialog, "lines.next-page"); /* there is none */
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "Lines 801 to 999 of 999"));
  act (dialog, "lines.previous-page");
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "Lines 601 to 800 of 999"));
  close_table (dialog);
}

/* What cannot be edited says why, in the row. */
static void
test_unreadable (Fixture *fixture,
                 gconstpointer routes)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (fixture->table, "\xff", 1, &error);
  g_assert_no_error (error);
  g_assert_null (open_table (fixture, "lpm", "routes"));
  g_assert_nonnull (heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), "routes"));
}

/* Lines at random, of words and signs: read and written they are the same, and so is what they say once each field was set to what it is. */
static void
test_round_trip (void)
{
  static const char *const pieces[] = { " ", "\t", "10.0.0.0/8", "7", "=", "#", "a;b", "\xe4\xb8\xad", "  ", "x=y" };
  static const HdFormField fields[] = { { .size = sizeof (HdFormField), .name = "a" }, { .size = sizeof (HdFormField), .name = "b" }, { 0 } };
  const HdForm forms[] = {
    { .size = sizeof (HdForm), .name = "f", .fields = fields, .between = " " },
    { .size = sizeof (HdForm), .name = "f", .fields = fields, .between = "=" },
  };

  for (guint round = 0; round < 2000; round++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *written = NULL, *again = NULL, *third = NULL;
      HeddleLines lines;

      for (gint n = g_test_rand_int_range (0, 20); n > 0; n--)
        g_string_append (text, g_test_rand_int_range (0, 6) == 0 ? "\n" : pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
      if (text->len > 0 && text->str[text->len - 1] != '\n')
        g_string_append_c (text, '\n');
      heddle_lines_init (&lines, &forms[round % 2], 1, text->str);
      written = heddle_lines_dup_text (&lines);
      g_assert_cmpstr (written, ==, text->str);
      for (guint i = 0; i < lines.all->len; i++)
        {
          HeddleLine *line = heddle_lines_get (&lines, i);
          g_autofree char *rest = heddle_lines_dup_rest (line);

          heddle_lines_set_rest (&lines, line, rest);
        }
      again = heddle_lines_dup_text (&lines);
      heddle_lines_clear (&lines);
      heddle_lines_init (&lines, &forms[round % 2], 1, again);
      for (guint i = 0; i < lines.all->len; i++)
        {
          g_autofree char *rest = heddle_lines_dup_rest (heddle_lines_get (&lines, i));

          heddle_lines_set_rest (&lines, heddle_lines_get (&lines, i), rest);
        }
      third = heddle_lines_dup_text (&lines);
      g_assert_cmpstr (third, ==, again);
      heddle_lines_clear (&lines);
    }
}

static void
add_tests (void)
{
  static char *many;

  many = make_many ();
  g_test_add ("/tables/edit", Fixture, NULL, set_up, test_edit, tear_down);
  g_test_add ("/tables/kept", Fixture, NULL, set_up, test_kept, tear_down);
  g_test_add ("/tables/new", Fixture, NULL, set_up, test_new, tear_down);
  g_test_add ("/tables/keys", Fixture, NULL, set_up, test_keys, tear_down);
  g_test_add ("/tables/many", Fixture, many, set_up, test_many, tear_down);
  g_test_add ("/tables/unreadable", Fixture, NULL, set_up, test_unreadable, tear_down);
  g_test_add_func ("/tables/round-trip", test_round_trip);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
