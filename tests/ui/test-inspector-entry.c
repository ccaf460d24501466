/* test-inspector-entry.c: entries that judge what is typed
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a wrong text is marked at once and never committed, unless Enter is pressed twice; a right one is committed once; Escape and a
 * new stored text give up what was typed; what an expression is worth is that of the project's variables.
 */
#include <string.h>

#include "heddle-quantity-entry.h"
#include "ui-fixture.h"

typedef struct
{
  HeddleSession *session;
  GtkWidget *entry;
  GtkWidget *window;
  guint n_commits;
  char *committed;
} Fixture;

static void
on_commit (HeddleCheckedEntry *entry,
           const char *text,
           Fixture *fixture)
{
  fixture->n_commits++;
  g_free (fixture->committed);
  fixture->committed = g_strdup (text);
}

static void
set_up (Fixture *fixture,
        gconstpointer attribute)
{
  HeddleField field = heddle_field_from_schema (hd_schema_find_field (HD_OBJECT_LINK_CLASS, attribute));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  fixture->session = ui_fixture_new_session (UI_PROJECT);
  fixture->entry = heddle_quantity_entry_new (fixture->session, &field, 0);
  heddle_checked_entry_set_stored (HEDDLE_CHECKED_ENTRY (fixture->entry), "100 GB/s");
  gtk_box_append (GTK_BOX (box), gtk_button_new ());
  gtk_box_append (GTK_BOX (box), fixture->entry);
  g_signal_connect (fixture->entry, "commit", G_CALLBACK (on_commit), fixture);
  fixture->window = ui_fixture_show (box, 311, 200);
  g_assert_true (gtk_widget_grab_focus (fixture->entry));
  g_assert_true (gtk_widget_is_focus (GTK_WIDGET (heddle_checked_entry_get_text_widget (HEDDLE_CHECKED_ENTRY (fixture->entry)))));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gpointer weak = fixture->entry;

  g_object_add_weak_pointer (G_OBJECT (fixture->entry), &weak);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_drain ();
  g_assert_null (weak);
  g_free (fixture->committed);
  g_object_unref (fixture->session);
}

static void
type (Fixture *fixture,
      const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (fixture->entry), text);
}

static void
press_enter (Fixture *fixture)
{
  g_signal_emit_by_name (heddle_checked_entry_get_text_widget (HEDDLE_CHECKED_ENTRY (fixture->entry)), "activate");
}

static void
leave (Fixture *fixture)
{
  g_assert_true (gtk_widget_grab_focus (gtk_widget_get_prev_sibling (fixture->entry)));
  ui_fixture_drain ();
}

static const char *
get_message (Fixture *fixture)
{
  return heddle_checked_entry_get_message (HEDDLE_CHECKED_ENTRY (fixture->entry));
}

static void
test_valid (Fixture *fixture,
            gconstpointer data)
{
  type (fixture, "12.5 GB/s");
  g_assert_null (get_message (fixture));
  g_assert_cmpuint (fixture->n_commits, ==, 0); /* not while typing */
  press_enter (fixture);
  press_enter (fixture);
  g_assert_cmpuint (fixture->n_commits, ==, 1);
  g_assert_cmpstr (fixture->committed, ==, "12.5 GB/s");

  type (fixture, "13 GB/s");
  leave (fixture);
  g_assert_cmpuint (fixture->n_commits, ==, 2);
  g_assert_cmpstr (fixture->committed, ==, "13 GB/s");
}

static void
undo (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (heddle_checked_entry_get_text_widget (HEDDLE_CHECKED_ENTRY (fixture->entry))), "text.undo", NULL);
}

static void
count (GSimpleAction *action,
       GVariant *parameter,
       gpointer n)
{
  (*(guint *) n)++;
}

/* As the keyboard does, before GTK looks at it. */
static gboolean
press (Fixture *fixture,
       guint keyval,
       GdkModifierType state)
{
  GtkWidget *text = GTK_WIDGET (heddle_checked_entry_get_text_widget (HEDDLE_CHECKED_ENTRY (fixture->entry)));
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (text);
  gboolean stopped = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !stopped; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller) && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", keyval, 0, state, &stopped);
    }
  return stopped;
}

/* The window undoes where nothing was typed, and the entry where something was. */
static void
test_undo_keys (Fixture *fixture,
                gconstpointer data)
{
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  guint n_undone = 0, n_redone = 0;
  const struct { const char *name; guint *n; } wanted[] = { { "undo", &n_undone }, { "redo", &n_redone } };

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_autoptr (GSimpleAction) action = g_simple_action_new (wanted[i].name, NULL);

      g_signal_connect (action, "activate", G_CALLBACK (count), wanted[i].n);
      g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (action));
    }
  gtk_widget_insert_action_group (fixture->window, "win", G_ACTION_GROUP (actions));
  g_assert_true (press (fixture, GDK_KEY_z, GDK_CONTROL_MASK));
  g_assert_true (press (fixture, GDK_KEY_Z, GDK_CONTROL_MASK | GDK_SHIFT_MASK));
  g_assert_true (press (fixture, GDK_KEY_y, GDK_CONTROL_MASK));
  g_assert_false (press (fixture, GDK_KEY_z, 0));
  type (fixture, "12.5 GB/s");
  g_assert_false (press (fixture, GDK_KEY_z, GDK_CONTROL_MASK));
  g_assert_cmpuint (n_undone, ==, 1);
  g_assert_cmpuint (n_redone, ==, 2);
}

/* An entry takes back what is typed, and nothing that is stored: that is the project's to undo. */
static void
test_undo (Fixture *fixture,
           gconstpointer data)
{
  undo (fixture);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (fixture->entry)), ==, "100 GB/s");
  type (fixture, "12.5 GB/s");
  undo (fixture);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (fixture->entry)), !=, "12.5 GB/s");
  type (fixture, "13 GB/s");
  press_enter (fixture);
  g_assert_cmpuint (fixture->n_commits, ==, 1);
  undo (fixture);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (fixture->entry)), ==, "13 GB/s");
}

static void
test_expression (Fixture *fixture,
                 gconstpointer data)
{
  type (fixture, "2 * $rate");
  g_assert_cmpstr (heddle_checked_entry_get_hint (HEDDLE_CHECKED_ENTRY (fixture->entry)), ==, "= 256" HD_FIGURE_SPACE "GB/s");
  type (fixture, "128 GB/s");
  g_assert_null (heddle_checked_entry_get_hint (HEDDLE_CHECKED_ENTRY (fixture->entry)));
  type (fixture, "$rat");
  g_assert_nonnull (strstr (get_message (fixture), "$rat"));
  type (fixture, "$rate * 1 s");
  g_assert_nonnull (strstr (get_message (fixture), "B/s"));
}

static gboolean
has_message (gpointer data)
{
  return ui_fixture_find_label (data, "Must be above 0" HD_FIGURE_SPACE "B/s.") != NULL &&
         gtk_widget_get_visible (ui_fixture_find_label (data, "Must be above 0" HD_FIGURE_SPACE "B/s."));
}

static void
test_invalid (Fixture *fixture,
              gconstpointer data)
{
  GtkWidget *frame = gtk_widget_get_first_child (fixture->entry);

  type (fixture, "-67 GB/s");
  g_assert_true (gtk_widget_has_css_class (frame, "error")); /* at once */
  g_assert_false (has_message (fixture->entry));             /* not yet */
  ui_fixture_wait (has_message, fixture->entry);

  press_enter (fixture);
  g_assert_cmpuint (fixture->n_commits, ==, 0);
  press_enter (fixture); /* insists */
  g_assert_cmpuint (fixture->n_commits, ==, 1);
  g_assert_cmpstr (fixture->committed, ==, "-67 GB/s");

  type (fixture, "5");
  g_assert_nonnull (strstr (get_message (fixture), "unit"));
  g_assert_nonnull (strstr (get_message (fixture), "Permitted: above 0" HD_FIGURE_SPACE "B/s."));
  press_enter (fixture);
  type (fixture, "5 s"); /* begins anew */
  press_enter (fixture);
  g_assert_cmpuint (fixture->n_commits, ==, 1);
  type (fixture, "");
  g_assert_nonnull (get_message (fixture));
  heddle_checked_entry_set_stored (HEDDLE_CHECKED_ENTRY (fixture->entry), "7 GB/s");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (fixture->entry)), ==, "7 GB/s");
  g_assert_false (gtk_widget_has_css_class (frame, "error"));
}

/* What is not valid stays in the entry and out of the project when the focus leaves. */
static void
test_leave_invalid (Fixture *fixture,
                    gconstpointer data)
{
  type (fixture, "0 GB/s");
  leave (fixture);
  g_assert_cmpuint (fixture->n_commits, ==, 0);
  g_assert_true (has_message (fixture->entry));
  heddle_checked_entry_set_stored (HEDDLE_CHECKED_ENTRY (fixture->entry), "100 GB/s"); /* as before: typing goes on */
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (fixture->entry)), ==, "0 GB/s");
}

/* Assistive technology writes without moving the focus. */
static void
test_without_focus (Fixture *fixture,
                    gconstpointer data)
{
  leave (fixture);
  type (fixture, "55 GB/s");
  g_assert_cmpuint (fixture->n_commits, ==, 1);
  g_assert_cmpstr (fixture->committed, ==, "55 GB/s");
}

static void
assert_proposals (HeddleSession *session,
                  const char *attribute,
                  const char *text,
                  const char *wanted,
                  gsize wanted_length)
{
  HeddleField field = heddle_field_from_schema (hd_schema_find_field (HD_OBJECT_LINK_CLASS, attribute));
  gsize length = 0;
  g_auto (GStrv) proposals = heddle_quantity_complete (heddle_session_get_document (session), &field, text, &length);
  g_autofree char *joined = proposals != NULL ? g_strjoinv (" ", proposals) : NULL;

  g_assert_cmpstr (joined, ==, wanted);
  g_assert_cmpuint (length, ==, wanted_length);
}

static void
test_completion (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);

  assert_proposals (session, "bandwidth", "100 g", "GB/s Gbit/s", 1);
  assert_proposals (session, "bandwidth", "100 ", "GB/s TB/s MB/s kB/s B/s Gbit/s MiB/s", 0);
  assert_proposals (session, "bandwidth", "100T", "TB/s", 1);
  assert_proposals (session, "latency", "2 * 100 n", "ns", 1);
  assert_proposals (session, "latency", "100 ns", NULL, 0);
  assert_proposals (session, "bandwidth", "2 * $", "$rate", 1);
  assert_proposals (session, "bandwidth", "$ra", "$rate", 3);
  assert_proposals (session, "bandwidth", "$x", NULL, 0);
  assert_proposals (session, "bandwidth", "100", NULL, 0);
}

static void
add_tests (void)
{
  g_test_add ("/ui/inspector/entry/valid", Fixture, "bandwidth", set_up, test_valid, tear_down);
  g_test_add ("/ui/inspector/entry/undo-keys", Fixture, "bandwidth", set_up, test_undo_keys, tear_down);
  g_test_add ("/ui/inspector/entry/undo", Fixture, "bandwidth", set_up, test_undo, tear_down);
  g_test_add ("/ui/inspector/entry/expression", Fixture, "bandwidth", set_up, test_expression, tear_down);
  g_test_add ("/ui/inspector/entry/invalid", Fixture, "bandwidth", set_up, test_invalid, tear_down);
  g_test_add ("/ui/inspector/entry/leave-invalid", Fixture, "bandwidth", set_up, test_leave_invalid, tear_down);
  g_test_add ("/ui/inspector/entry/without-focus", Fixture, "bandwidth", set_up, test_without_focus, tear_down);
  g_test_add_func ("/ui/inspector/entry/completion", test_completion);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
