/* test-window-edit.c: editing by the actions of a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: an action is enabled when it can be done; each is one step that undo takes back to the last byte; what cannot be pasted changes
 * nothing and says why. Left open: what each edit does to a document (test-edits), keys and pointer (tests/end-to-end).
 */
#include "heddle-history.h"
#include "window-fixture.h"

typedef WindowFixture Fixture;

static char *
dup_text (Fixture *fixture)
{
  return hd_document_to_string (window_fixture_get_document (fixture), NULL);
}

static guint
count_top (Fixture *fixture)
{
  HdDocument *document = window_fixture_get_document (fixture);

  return hd_object_get_n_children (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL));
}

static void
select_object (Fixture *fixture,
               HdObjectKind kind,
               const char *id)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);

  heddle_session_select (session, (HeddleTarget){ ui_fixture_uid (session, NULL, kind, id), HEDDLE_ALL_MEMBERS });
}

typedef struct
{
  Fixture *fixture;
  guint n;
} Count;

static gboolean
has_n_on_top (gpointer data)
{
  const Count *count = data;

  return count_top (count->fixture) == count->n;
}

static void
wait_for_n (Fixture *fixture,
            guint n)
{
  Count count = { fixture, n };

  ui_fixture_wait (has_n_on_top, &count);
}

/* ---- what can be done ----------------------------------------------------------------------------------------------------------- */

static void
assert_enabled (Fixture *fixture,
                const char *actions,
                gboolean enabled)
{
  g_auto (GStrv) names = g_strsplit (actions, " ", 0);

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_test_message ("%s", names[i]);
      g_assert_cmpint (window_fixture_is_enabled (fixture, names[i]), ==, enabled);
    }
}

/* The load of the first traffic that has a number becomes a variable that is free, and the traffic uses it: one step. */
static void
test_vary_load (WindowFixture *fixture,
                gconstpointer data)
{
  static const char project[] =
    "<heddle version=\"1\" name=\"loads\"><top><component id=\"h\" type=\"fabric.host\" count=\"2\"/></top>"
    "<communicators><communicator id=\"all\" members=\"h[*]\"/></communicators>"
    "<workload type=\"traffic\" on=\"all\" load=\"0.25\"/><workload type=\"traffic\" id=\"bursts\" on=\"all\" probability=\"0.5\" interval=\"1 ns\"/></heddle>";
  static const char *const expected[] = { "<variable name=\"load\" value=\"0.25\" minimum=\"0\" maximum=\"1\"/>", "load=\"$load\"",
                                          "<variable name=\"load2\" value=\"0.5\" minimum=\"0\" maximum=\"1\"/>", "probability=\"$load2\"" };
  g_autofree char *path = g_file_get_path (fixture->file), *before = NULL, *after = NULL, *undone = NULL;

  g_assert_true (g_file_set_contents (path, project, -1, NULL));
  heddle_window_open (fixture->window, fixture->file);
  window_fixture_wait_for_text (fixture, "loads");
  before = dup_text (fixture);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (window_fixture_is_enabled (fixture, "vary-load"));
      window_fixture_activate (fixture, "vary-load");
      ui_fixture_drain ();
    }
  g_assert_false (window_fixture_is_enabled (fixture, "vary-load"));
  after = dup_text (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_nonnull (strstr (after, expected[i]));
  window_fixture_activate (fixture, "undo");
  window_fixture_activate (fixture, "undo");
  undone = dup_text (fixture);
  g_assert_cmpstr (undone, ==, before);
}

/* Nobody logs, or all that can do: a button of the page of transfers, whose edit is one step. */
static void
test_log (Fixture *fixture,
          gconstpointer data)
{
  static const char project[] =
    "<heddle version=\"1\" name=\"logs\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 ns\"/>"
    "<module id=\"pair\"><component id=\"a\" type=\"chiplet.gpu\" count=\"2\"/></module>"
    "<top><instance id=\"p\" of=\"pair\"/><component id=\"b\" type=\"chiplet.gpu\" log=\"true\"/><component id=\"c\" type=\"chiplet.gpu\" log=\"false\"/>"
    "<component id=\"memory\" type=\"chiplet.memory\"/></top></heddle>";
  g_autofree char *path = g_file_get_path (fixture->file), *before = NULL, *after = NULL, *undone = NULL;
  g_auto (GStrv) parts = NULL;

  g_assert_true (g_file_set_contents (path, project, -1, NULL));
  heddle_window_open (fixture->window, fixture->file);
  window_fixture_wait_for_text (fixture, "logs");
  before = dup_text (fixture);
  window_fixture_activate (fixture, "log-transfers");
  ui_fixture_drain ();
  g_assert_false (window_fixture_is_enabled (fixture, "log-transfers"));
  after = dup_text (fixture);
  parts = g_strsplit (after, " log=\"true\"", -1);
  g_assert_cmpuint (g_strv_length (parts), ==, 4);
  window_fixture_activate (fixture, "undo");
  undone = dup_text (fixture);
  g_assert_cmpstr (undone, ==, before);
}

static void
test_enabled (Fixture *fixture,
              gconstpointer data)
{
  assert_enabled (fixture, "undo redo cut copy paste delete select-all align add-note rename", FALSE);
  window_fixture_open (fixture);
  assert_enabled (fixture, "select-all add-note", TRUE);
  assert_enabled (fixture, "undo redo cut copy duplicate delete select-none select-connected align distribute rotate-clockwise rename "
                           "enter-module link-from-here", FALSE);
  select_object (fixture, HD_OBJECT_COMPONENT, "core");
  assert_enabled (fixture, "cut copy duplicate delete select-none select-same-type select-connected rotate-clockwise rename link-from-here", TRUE);
  assert_enabled (fixture, "align distribute enter-module", FALSE);
  select_object (fixture, HD_OBJECT_INSTANCE, "box");
  assert_enabled (fixture, "enter-module rename link-from-here", TRUE);
  select_object (fixture, HD_OBJECT_LINK, "up");
  assert_enabled (fixture, "delete rename", TRUE);
  assert_enabled (fixture, "enter-module rotate-clockwise link-from-here", FALSE);
  window_fixture_activate (fixture, "select-all");
  assert_enabled (fixture, "align", TRUE);
  assert_enabled (fixture, "distribute rename", FALSE);
  window_fixture_activate (fixture, "select-none");
  assert_enabled (fixture, "copy", FALSE);
}

/* ---- clipboard ------------------------------------------------------------------------------------------------------------------- */

static gboolean
may_paste (gpointer data)
{
  return window_fixture_is_enabled (data, "paste");
}

static void
test_copy_and_paste (Fixture *fixture,
                     gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  window_fixture_open (fixture);
  before = dup_text (fixture);
  window_fixture_activate (fixture, "select-all");
  window_fixture_activate (fixture, "copy");
  ui_fixture_wait (may_paste, fixture);
  for (guint i = 1; i <= 2; i++)
    {
      window_fixture_activate (fixture, "paste");
      wait_for_n (fixture, 3 + 3 * i);
      g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 3);
      g_assert_false (heddle_session_is_selected (session, (HeddleTarget){ ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "core"), -1 }));
    }
  g_assert_cmpuint (hd_document_get_n_undo (window_fixture_get_document (fixture)), ==, 2);
  window_fixture_activate (fixture, "undo");
  window_fixture_activate (fixture, "undo");
  after = dup_text (fixture);
  g_assert_cmpstr (before, ==, after);
}

/* As text it can be mailed, and what came by mail be pasted. */
static void
on_text (GObject *source,
         GAsyncResult *result,
         gpointer data)
{
  *(char **) data = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

static gboolean
has_text (gpointer data)
{
  return *(char **) data != NULL;
}

static void
test_text (Fixture *fixture,
           gconstpointer data)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (fixture->window));
  g_autofree char *text = NULL;

  window_fixture_open (fixture);
  select_object (fixture, HD_OBJECT_COMPONENT, "core");
  window_fixture_activate (fixture, "copy");
  gdk_clipboard_read_text_async (clipboard, NULL, on_text, &text);
  ui_fixture_wait (has_text, &text);
  g_assert_nonnull (strstr (text, "<heddle"));
  g_assert_nonnull (strstr (text, "id=\"core\""));
  gdk_clipboard_set_text (clipboard, text);
  ui_fixture_wait (may_paste, fixture);
  window_fixture_activate (fixture, "paste");
  wait_for_n (fixture, 4);
}

static void
test_cut (Fixture *fixture,
          gconstpointer data)
{
  HdDocument *document;
  const HdObject *pasted;

  window_fixture_open (fixture);
  document = window_fixture_get_document (fixture);
  select_object (fixture, HD_OBJECT_COMPONENT, "core");
  window_fixture_activate (fixture, "cut");
  g_assert_cmpuint (count_top (fixture), ==, 1); /* its link is gone too */
  ui_fixture_wait (may_paste, fixture);
  window_fixture_activate (fixture, "paste");
  wait_for_n (fixture, 2);
  pasted = hd_object_find_child (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL), HD_OBJECT_COMPONENT, "core");
  g_assert_cmpstr (hd_object_get (pasted, "x"), ==, "200"); /* where it was */
  window_fixture_activate (fixture, "undo");
  window_fixture_activate (fixture, "undo");
  g_assert_false (hd_document_get_modified (document));
}

static void
test_paste_broken (Fixture *fixture,
                   gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *told;
  } faults[] = {
    { "<heddle version=\"1\">\n<top>\n<component id=\"a\"\n</heddle>", "4" },
    { "Dear colleague,", "1" },
    { "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "svg" },
    { "", "cannot be pasted" },
  };
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (fixture->window));

  window_fixture_open (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      AdwMessageDialog *dialog;

      gdk_clipboard_set_text (clipboard, faults[i].text);
      ui_fixture_wait (may_paste, fixture);
      window_fixture_activate (fixture, "paste");
      dialog = window_fixture_wait_for_dialog ("cannot be pasted");
      g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), faults[i].told));
      window_fixture_respond (dialog, "close");
      g_assert_false (heddle_window_is_modified (fixture->window));
    }
}

/* ---- delete ------------------------------------------------------------------------------------------------------------------------ */

static void
test_delete (Fixture *fixture,
             gconstpointer data)
{
  HeddleWindow *window = fixture->window;

  window_fixture_open (fixture);
  window_fixture_activate (fixture, "select-all");
  window_fixture_activate (fixture, "delete");
  g_assert_cmpuint (count_top (fixture), ==, 0);
  g_assert_cmpuint (heddle_session_get_n_selected (window->session), ==, 0);
  window_fixture_wait_for_text (fixture, "Deleted 3 objects");
  g_assert_nonnull (window->undo_toast);

  /* After another edit the way back would lead elsewhere. */
  window_fixture_activate (fixture, "add-note");
  g_assert_null (window->undo_toast);
  window_fixture_activate (fixture, "undo");
  window_fixture_activate (fixture, "undo");
  g_assert_false (heddle_window_is_modified (window));
}

/* ---- selection and places ---------------------------------------------------------------------------------------------------------- */

static void
test_selection (Fixture *fixture,
                gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);

  window_fixture_open (fixture);
  select_object (fixture, HD_OBJECT_COMPONENT, "core");
  window_fixture_activate (fixture, "select-connected");
  g_assert_true (heddle_session_is_selected (session, (HeddleTarget){ ui_fixture_uid (session, NULL, HD_OBJECT_INSTANCE, "box"), -1 }));
  select_object (fixture, HD_OBJECT_COMPONENT, "core");
  window_fixture_activate (fixture, "duplicate");
  window_fixture_activate (fixture, "select-same-type");
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 2);
  select_object (fixture, HD_OBJECT_INSTANCE, "box");
  window_fixture_activate (fixture, "enter-module");
  g_assert_cmpuint (heddle_session_get_depth (session), ==, 1);
  window_fixture_activate (fixture, "leave-module");
  g_assert_cmpuint (heddle_session_get_depth (session), ==, 0);
}

/* Of the value that the inspector shows first; of a component inside a module by the way to it. */
static void
test_knob (Fixture *fixture,
           gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);
  const HdObject *root, *module, *knob;

  window_fixture_open (fixture);
  root = hd_document_get_root (window_fixture_get_document (fixture));
  heddle_session_select (session, (HeddleTarget){ hd_object_get_uid (hd_object_find_child (root, HD_OBJECT_LINK_CLASS, "L")), HEDDLE_ALL_MEMBERS });
  window_fixture_activate (fixture, "add-knob");
  knob = hd_object_find_child (hd_object_find_child (hd_document_get_root (window_fixture_get_document (fixture)), HD_OBJECT_TOP, NULL), HD_OBJECT_KNOB, NULL);
  g_assert_nonnull (knob);
  g_assert_cmpstr (hd_object_get (knob, "of"), ==, "class:L.bandwidth");
  g_assert_cmpstr (hd_object_get (knob, "from"), ==, "32 GB/s");
  g_assert_true (heddle_session_is_selected (session, (HeddleTarget){ hd_object_get_uid (knob), HEDDLE_ALL_MEMBERS }));

  select_object (fixture, HD_OBJECT_INSTANCE, "box");
  window_fixture_activate (fixture, "enter-module");
  module = hd_object_find_child (hd_document_get_root (window_fixture_get_document (fixture)), HD_OBJECT_MODULE, "box");
  heddle_session_select (session, (HeddleTarget){ hd_object_get_uid (hd_object_find_child (module, HD_OBJECT_LINK, "x")), HEDDLE_ALL_MEMBERS });
  window_fixture_activate (fixture, "add-knob");
  module = hd_object_find_child (hd_document_get_root (window_fixture_get_document (fixture)), HD_OBJECT_MODULE, "box");
  knob = hd_object_find_child (module, HD_OBJECT_KNOB, NULL);
  g_assert_nonnull (knob);
  g_assert_cmpstr (hd_object_get (knob, "of"), ==, "box/x.bandwidth");
  g_assert_cmpstr (hd_object_get (knob, "to"), ==, "512 GB/s");
}

static void
place_selected (Fixture *fixture,
                int x,
                int y)
{
  HdDocument *document = window_fixture_get_document (fixture);
  guint64 uid = heddle_session_get_selected (heddle_window_get_session (fixture->window), 0).uid;
  g_autofree char *x_text = g_strdup_printf ("%d", x);
  g_autofree char *y_text = g_strdup_printf ("%d", y);

  g_assert_true (hd_document_set_attribute (document, uid, "x", x_text, NULL));
  g_assert_true (hd_document_set_attribute (document, uid, "y", y_text, NULL));
}

static void
test_arrange (Fixture *fixture,
              gconstpointer data)
{
  static const char *const actions[] = {
    "align('left')", "align('centre')", "align('right')", "align('top')", "align('middle')", "align('bottom')", "distribute('horizontal')",
    "distribute('vertical')", "rotate-clockwise", "rotate-anticlockwise",
  };
  g_autofree char *before = NULL;

  window_fixture_open (fixture);
  for (guint i = 0; i < 3; i++)
    {
      select_object (fixture, HD_OBJECT_COMPONENT, "core");
      window_fixture_activate (fixture, "duplicate");
      place_selected (fixture, 340 + 130 * i * i, 130 + 240 * i);
    }
  before = dup_text (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      g_autofree char *after = NULL;
      g_autofree char *undone = NULL;
      guint n = hd_document_get_n_undo (window_fixture_get_document (fixture));

      window_fixture_activate (fixture, "select-all");
      window_fixture_activate (fixture, actions[i]);
      after = dup_text (fixture);
      g_assert_cmpstr (before, !=, after);
      g_assert_cmpuint (hd_document_get_n_undo (window_fixture_get_document (fixture)), ==, n + 1);
      window_fixture_activate (fixture, "undo");
      undone = dup_text (fixture);
      g_assert_cmpstr (before, ==, undone);
      g_assert_cmpuint (window_fixture_count_dialogs (), ==, 0);
    }
}

/* ---- history ------------------------------------------------------------------------------------------------------------------------- */

static void
test_history (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func (g_free);
  HdDocument *document;
  GtkWidget *undo = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (fixture->window->header), HEDDLE_TYPE_HEADER_BAR, "undo"));

  window_fixture_open (fixture);
  document = window_fixture_get_document (fixture);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (undo), ==, "Undo");
  g_ptr_array_add (states, dup_text (fixture));
  select_object (fixture, HD_OBJECT_COMPONENT, "core");
  for (guint i = 0; i < 6; i++)
    {
      window_fixture_activate (fixture, i % 2 == 0 ? "duplicate" : "rotate-clockwise");
      g_ptr_array_add (states, dup_text (fixture));
      g_assert_true (g_str_has_prefix (gtk_widget_get_tooltip_text (undo), i % 2 == 0 ? "Undo duplicate" : "Undo rotate"));
    }
  for (guint i = 0; i < 40; i++)
    {
      guint n = g_test_rand_int_range (0, states->len);
      g_autofree char *text = NULL;

      heddle_history_go_to (document, n);
      text = dup_text (fixture);
      g_assert_cmpstr (text, ==, states->pdata[n]);
      g_assert_cmpint (window_fixture_is_enabled (fixture, "undo"), ==, n > 0);
      g_assert_cmpint (window_fixture_is_enabled (fixture, "redo"), ==, n + 1 < states->len);
    }
}

/* ---- narrow windows --------------------------------------------------------------------------------------------------------------------- */

static gboolean
is_folded (gpointer data)
{
  const HeddleWindow *window = data;

  return window->panes.sides[HEDDLE_PANE_INSPECTOR].folded && window->panes.sides[HEDDLE_PANE_PALETTE].folded;
}

static gboolean
is_unfolded (gpointer data)
{
  const HeddleWindow *window = data;

  return !window->panes.sides[HEDDLE_PANE_INSPECTOR].folded && !window->panes.sides[HEDDLE_PANE_PALETTE].folded;
}

static gboolean
is_revealed (gpointer data)
{
  return adw_flap_get_reveal_flap (data);
}

static void
test_narrow (Fixture *fixture,
             gconstpointer data)
{
  HeddleWindow *window = fixture->window;

  window_fixture_open (fixture);
  for (guint i = 0; i < 2; i++)
    {
      AdwFlap *flap;

      gtk_window_set_default_size (GTK_WINDOW (window), 800, 700);
      ui_fixture_wait (is_folded, window);
      flap = window->panes.sides[HEDDLE_PANE_INSPECTOR].flap;
      g_assert_false (adw_flap_get_reveal_flap (flap));
      heddle_window_set_toggle (window, "show-inspector", TRUE);
      ui_fixture_wait (is_revealed, flap);
      g_assert_cmpfloat (adw_swipeable_get_distance (ADW_SWIPEABLE (flap)), >, 0.0); /* what it slides by */
      g_assert_true (gtk_widget_is_ancestor (window->inspector, GTK_WIDGET (flap)));
      gtk_window_set_default_size (GTK_WINDOW (window), 1400, 800);
      ui_fixture_wait (is_unfolded, window);
      g_assert_true (gtk_widget_is_ancestor (window->inspector, GTK_WIDGET (window->panes.sides[HEDDLE_PANE_INSPECTOR].paned)));
      g_assert_true (gtk_widget_get_visible (window->inspector));
    }
}

/* ---- keys ------------------------------------------------------------------------------------------------------------------------------- */

/* What an entry does with its text must not be taken from it: those keys are none of the program's. */
static void
test_entries_keep_keys (Fixture *fixture,
                        gconstpointer data)
{
  static const char *const of_entries[] = { "<Control>x", "<Control>c", "<Control>v", "<Control>a", "<Control>z", "<Control><Shift>z", "Delete",
                                            "BackSpace", "l" };

  heddle_window_set_accels (GTK_APPLICATION (fixture->application));
  for (guint i = 0; i < G_N_ELEMENTS (of_entries); i++)
    {
      g_auto (GStrv) actions = gtk_application_get_actions_for_accel (GTK_APPLICATION (fixture->application), of_entries[i]);

      g_assert_cmpuint (g_strv_length (actions), ==, 0);
    }
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/ui/window-edit/" name, Fixture, NULL, window_fixture_set_up, test, window_fixture_tear_down)
  ADD ("enabled", test_enabled);
  ADD ("log", test_log);
  ADD ("vary-load", test_vary_load);
  ADD ("copy-and-paste", test_copy_and_paste);
  ADD ("text", test_text);
  ADD ("cut", test_cut);
  ADD ("paste-broken", test_paste_broken);
  ADD ("delete", test_delete);
  ADD ("selection", test_selection);
  ADD ("knob", test_knob);
  ADD ("arrange", test_arrange);
  ADD ("history", test_history);
  ADD ("narrow", test_narrow);
  ADD ("entries-keep-keys", test_entries_keep_keys);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
