/* test-generate.c: the dialog that makes topologies
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what the preview counts is what is inserted; inserting is one undo step; a wrong value and a size past the limit are told and cannot
 * be inserted; what is large waits for a yes; closing while it elaborates frees all.
 */
#include "heddle-generate-dialog.h"
#include "heddle-generate-preview.h"
#include "ui-fixture.h"

typedef struct
{
  HeddleSession *session;
  GtkWidget *parent;
  HeddleGenerateDialog *dialog;
} Fixture;

static void
open_dialog (Fixture *fixture,
             guint64 uid)
{
  fixture->dialog = HEDDLE_GENERATE_DIALOG (heddle_generate_dialog_new (GTK_WINDOW (fixture->parent), fixture->session, uid, (HeddlePoint){ 60, 120 }));
  gtk_window_present (GTK_WINDOW (fixture->dialog));
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->session = ui_fixture_new_session (UI_PROJECT);
  fixture->parent = ui_fixture_show (gtk_label_new (NULL), 200, 100);
  open_dialog (fixture, 0);
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

/* Workers that were cancelled end soon, and then let go of what they hold. */
static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gpointer session = fixture->session, catalog = heddle_session_get_catalog (fixture->session);

  g_object_add_weak_pointer (session, &session);
  g_object_add_weak_pointer (catalog, &catalog);
  gtk_window_destroy (GTK_WINDOW (fixture->parent));
  g_object_unref (fixture->session);
  ui_fixture_wait (is_gone, &session);
  ui_fixture_wait (is_gone, &catalog); /* once the worker of a dialog that was closed has noticed: at the end of the program it must not be there */
}

static gboolean
is_idle (gpointer dialog)
{
  return !heddle_generate_dialog_is_busy (dialog);
}

static gboolean
is_elaborated (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

static void
assert_counts (Fixture *fixture,
               guint64 nodes,
               guint64 links,
               gboolean drawn)
{
  guint64 n_nodes, n_links;
  gboolean is_drawn;

  ui_fixture_wait (is_idle, fixture->dialog);
  g_assert_true (heddle_generate_dialog_get_counts (fixture->dialog, &n_nodes, &n_links, &is_drawn));
  g_assert_cmpuint (n_nodes, ==, nodes);
  g_assert_cmpuint (n_links, ==, links);
  g_assert_cmpint (is_drawn, ==, drawn);
}

static void
assert_nothing (Fixture *fixture,
                const char *message)
{
  guint64 n;
  gboolean drawn;

  ui_fixture_wait (is_idle, fixture->dialog);
  g_assert_false (heddle_generate_dialog_get_counts (fixture->dialog, &n, &n, &drawn));
  g_test_message ("“%s” is shown", message);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture->dialog), message));
}

static const HdObject *
find_generated (Fixture *fixture,
                const char *id)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (heddle_session_get_document (fixture->session)), HD_OBJECT_TOP, NULL);

  return hd_object_find_child (top, HD_OBJECT_GENERATE, id);
}

/* Every kind has a form and a preview with its default values. */
static void
test_kinds (Fixture *fixture,
            gconstpointer data)
{
  for (guint i = 0; i < hd_generators_get_n (); i++)
    {
      const HdGenerator *generator = hd_generators_get (i);
      g_autoptr (HdSnapshot) snapshot = hd_generator_get_snapshot (generator);
      guint64 nodes, links;

      g_test_message ("%s", generator->kind);
      g_assert_true (hd_estimate (snapshot, heddle_session_get_catalog (fixture->session), NULL, &nodes, &links, NULL));
      g_assert_true (heddle_generate_dialog_choose (fixture->dialog, generator->kind));
      assert_counts (fixture, nodes, links, TRUE);
    }
  g_assert_false (heddle_generate_dialog_choose (fixture->dialog, "blob"));
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
}

static void
test_insert (Fixture *fixture,
             gconstpointer data)
{
  HdDocument *document = heddle_session_get_document (fixture->session);
  g_autofree char *before = hd_document_to_string (document, NULL);
  g_autofree char *after = NULL;
  const HdObject *made;
  guint nodes;

  ui_fixture_wait (is_elaborated, fixture->session);
  nodes = hd_design_get_n_nodes (heddle_session_get_design (fixture->session));
  heddle_generate_dialog_choose (fixture->dialog, "torus");
  g_assert_true (heddle_generate_dialog_set (fixture->dialog, "rows", "3"));
  g_assert_true (heddle_generate_dialog_set (fixture->dialog, "columns", "2 * 3"));
  g_assert_true (heddle_generate_dialog_set (fixture->dialog, "bandwidth", "$rate / 2"));
  g_assert_true (heddle_generate_dialog_set (fixture->dialog, "model", "A100"));
  g_assert_false (heddle_generate_dialog_set (fixture->dialog, "model", "B1"));
  g_assert_false (heddle_generate_dialog_set (fixture->dialog, "colour", "red"));
  assert_counts (fixture, 36, 54, TRUE);
  g_assert_true (heddle_generate_dialog_insert (fixture->dialog));

  made = find_generated (fixture, NULL);
  g_assert_nonnull (made);
  g_assert_cmpstr (hd_object_get (made, "kind"), ==, "torus");
  g_assert_cmpstr (hd_object_get (made, "columns"), ==, "2 * 3");
  g_assert_cmpstr (hd_object_get (made, "bandwidth"), ==, "$rate / 2");
  g_assert_null (hd_object_get (made, "latency")); /* the default is not written */
  g_assert_cmpuint (heddle_session_get_selected (fixture->session, 0).uid, ==, hd_object_get_uid (made));
  ui_fixture_wait (is_elaborated, fixture->session);
  g_assert_cmpuint (hd_design_get_n_nodes (heddle_session_get_design (fixture->session)), ==, nodes + 36);

  g_assert_cmpstr (hd_document_get_undo_name (document), ==, "Generate Torus");
  hd_document_undo (document);
  after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (before, ==, after);
}

static void
test_as_components (Fixture *fixture,
                    gconstpointer data)
{
  HdDocument *document = heddle_session_get_document (fixture->session);
  g_autofree char *before = hd_document_to_string (document, NULL);
  g_autofree char *after = NULL;
  guint nodes;

  ui_fixture_wait (is_elaborated, fixture->session);
  nodes = hd_design_get_n_nodes (heddle_session_get_design (fixture->session));
  heddle_generate_dialog_choose (fixture->dialog, "ring");
  heddle_generate_dialog_set (fixture->dialog, "switches", "4");
  heddle_generate_dialog_set_as_components (fixture->dialog, TRUE);
  ui_fixture_wait (is_idle, fixture->dialog);
  g_assert_true (heddle_generate_dialog_insert (fixture->dialog));
  g_assert_null (find_generated (fixture, NULL));
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), >, 1);
  ui_fixture_wait (is_elaborated, fixture->session);
  g_assert_cmpuint (hd_design_get_n_nodes (heddle_session_get_design (fixture->session)), ==, nodes + 8);
  hd_document_undo (document);
  after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (before, ==, after);
}

static void
test_change (Fixture *fixture,
             gconstpointer data)
{
  HdDocument *document = heddle_session_get_document (fixture->session);
  guint64 uid;

  heddle_generate_dialog_choose (fixture->dialog, "mesh");
  heddle_generate_dialog_set (fixture->dialog, "rows", "2");
  heddle_generate_dialog_set (fixture->dialog, "latency", "1 us");
  ui_fixture_wait (is_idle, fixture->dialog);
  g_assert_true (heddle_generate_dialog_insert (fixture->dialog));
  uid = hd_object_get_uid (find_generated (fixture, NULL));

  open_dialog (fixture, uid);
  assert_counts (fixture, 16, 10 + 8, TRUE);
  heddle_generate_dialog_set (fixture->dialog, "columns", "3");
  assert_counts (fixture, 12, 7 + 6, TRUE);
  g_assert_true (heddle_generate_dialog_insert (fixture->dialog));
  g_assert_cmpstr (hd_object_get (hd_document_get_object (document, uid), "columns"), ==, "3");
  g_assert_cmpstr (hd_object_get (hd_document_get_object (document, uid), "rows"), ==, "2");

  /* Another kind keeps what both know and drops the rest. */
  open_dialog (fixture, uid);
  heddle_generate_dialog_choose (fixture->dialog, "ring");
  ui_fixture_wait (is_idle, fixture->dialog);
  g_assert_true (heddle_generate_dialog_insert (fixture->dialog));
  g_assert_cmpstr (hd_object_get (hd_document_get_object (document, uid), "kind"), ==, "ring");
  g_assert_cmpstr (hd_object_get (hd_document_get_object (document, uid), "latency"), ==, "1 us");
  g_assert_null (hd_object_get (hd_document_get_object (document, uid), "columns"));
}

static void
test_wrong (Fixture *fixture,
            gconstpointer data)
{
  heddle_generate_dialog_choose (fixture->dialog, "mesh");
  heddle_generate_dialog_set (fixture->dialog, "rows", "0");
  assert_nothing (fixture, "A value is not valid");
  heddle_generate_dialog_set (fixture->dialog, "rows", "4096");
  heddle_generate_dialog_set (fixture->dialog, "columns", "4096");
  heddle_generate_dialog_set (fixture->dialog, "hosts", "4096");
  assert_nothing (fixture, "may be used");
  /* A parity that only elaborating finds. */
  heddle_generate_dialog_choose (fixture->dialog, "random-regular");
  heddle_generate_dialog_set (fixture->dialog, "switches", "9");
  heddle_generate_dialog_set (fixture->dialog, "degree", "3");
  heddle_generate_dialog_set (fixture->dialog, "hosts", "1");
  assert_nothing (fixture, "one of the two must be even");
  heddle_generate_dialog_set (fixture->dialog, "degree", "4");
  assert_counts (fixture, 18, 18 + 9, TRUE);
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
}

/* A million components: counted at once, not drawn; says what it costs; drawing can be cancelled, and so can the dialog meanwhile. */
static void
test_large (Fixture *fixture,
            gconstpointer data)
{
  GtkWidget *button;

  heddle_generate_dialog_choose (fixture->dialog, "mesh");
  heddle_generate_dialog_set (fixture->dialog, "rows", "1000");
  heddle_generate_dialog_set (fixture->dialog, "columns", "500");
  assert_counts (fixture, 1000000, 998500 + 500000, FALSE);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture->dialog), "Drawing it takes about 1.5"));

  button = gtk_widget_get_ancestor (ui_fixture_find_label (GTK_WIDGET (fixture->dialog), "_Draw It Anyway"), GTK_TYPE_BUTTON);
  g_signal_emit_by_name (button, "clicked");
  g_assert_true (heddle_generate_dialog_is_busy (fixture->dialog));
  heddle_generate_dialog_set (fixture->dialog, "rows", "10"); /* another value cancels as well */
  assert_counts (fixture, 10000, 9490 + 5000, TRUE);

  heddle_generate_dialog_set (fixture->dialog, "rows", "1000");
  ui_fixture_wait (is_idle, fixture->dialog);
  g_signal_emit_by_name (gtk_widget_get_ancestor (ui_fixture_find_label (GTK_WIDGET (fixture->dialog), "_Draw It Anyway"), GTK_TYPE_BUTTON), "clicked");
  gtk_window_destroy (GTK_WINDOW (fixture->dialog));
}

static void
add_tests (void)
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/ui/generate/kinds", test_kinds }, { "/ui/generate/insert", test_insert }, { "/ui/generate/as-components", test_as_components }, { "/ui/generate/change", test_change },
    { "/ui/generate/wrong", test_wrong }, { "/ui/generate/large", test_large },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
