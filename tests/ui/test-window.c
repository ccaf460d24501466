/* test-window.c: the window as a whole
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what can be done follows from the state of the session; closing during a run asks once; a closed window is freed with all that
 * it held. Left open: what only a pointer can show (tests/end-to-end).
 */
#include "heddle-window.h"
#include "ui-fixture.h"

typedef struct
{
  AdwApplication *application;
  HdCatalog *catalog;
  HeddleWindow *window;
  GFile *file;
} Fixture;

static AdwApplication *application;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autofree char *projects = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", NULL);
  g_autoptr (GError) error = NULL;

  /* One for all: an application cannot be taken off the bus before it has run. */
  if (application == NULL)
    application = g_object_new (ADW_TYPE_APPLICATION, "flags", G_APPLICATION_NON_UNIQUE, NULL);
  fixture->application = application;
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  fixture->catalog = ui_fixture_new_catalog ();
  fixture->file = ui_fixture_write (UI_PROJECT);
  fixture->window = heddle_window_new (fixture->application, fixture->catalog, projects);
  gtk_window_present (GTK_WINDOW (fixture->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gpointer window = fixture->window, session = heddle_window_get_session (fixture->window);

  g_object_add_weak_pointer (window, &window);
  g_object_add_weak_pointer (session, &session);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_wait (is_gone, &window);
  ui_fixture_wait (is_gone, &session);
  ui_fixture_remove (fixture->file);
  g_object_unref (fixture->catalog);
}

static gboolean
is_open (gpointer data)
{
  return heddle_session_can_run (heddle_window_get_session (data));
}

static void
open_project (Fixture *fixture)
{
  heddle_window_open (fixture->window, fixture->file);
  ui_fixture_wait (is_open, fixture->window);
}

static gboolean
is_enabled (Fixture *fixture,
            const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), action);
}

static void
activate (Fixture *fixture,
          const char *action)
{
  g_assert_true (is_enabled (fixture, action));
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), action, NULL);
}

static void
test_empty (Fixture *fixture,
            gconstpointer data)
{
  static const char *const off[] = { "run", "pause", "stop", "zoom-in", "export", "leave-module", "measure" };

  for (guint i = 0; i < G_N_ELEMENTS (off); i++)
    g_assert_false (is_enabled (fixture, off[i]));
  g_assert_true (is_enabled (fixture, "open"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture->window), "Examples"));
}

static void
test_open (Fixture *fixture,
           gconstpointer data)
{
  open_project (fixture);
  g_assert_true (g_file_equal (heddle_window_get_file (fixture->window), fixture->file));
  g_assert_true (is_enabled (fixture, "run"));
  g_assert_true (is_enabled (fixture, "zoom-in"));
  g_assert_false (is_enabled (fixture, "pause"));
  g_assert_true (g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (fixture->window)), "Two boxes"));
}

/* Also of a system that is routers alone, the status line tells how its work is carried. */
static void
test_status (Fixture *fixture,
             gconstpointer data)
{
  static const char text[] =
    "<heddle version=\"1\" name=\"Routers\">\n"
    "  <link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"200 ns\" sharing=\"split\"/>\n"
    "  <top>\n"
    "    <component id=\"router\" type=\"fabric.switch\" count=\"2\"/>\n"
    "    <link id=\"wire\" from=\"router[0].port[0]\" to=\"router[1].port[0]\" class=\"L\"/>\n"
    "  </top>\n"
    "  <communicators><communicator id=\"all\" members=\"router[*]\"/></communicators>\n"
    "  <workload type=\"traffic\" on=\"all\"/>\n"
    "  <run fidelity=\"flit\"/>\n"
    "</heddle>\n";

  ui_fixture_load (heddle_window_get_session (fixture->window), text);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture->window), "2 components · flit fidelity · serial · seed 1"));
}

static gboolean
has_ended (gpointer session)
{
  return heddle_session_get_run_state (session) == HD_RUN_FINISHED;
}

/* What members have of the vector is shown with the number of the step, until it is turned off. */
static void
test_pieces (Fixture *fixture,
             gconstpointer data)
{
  static const char text[] =
    "<heddle version=\"1\" name=\"Ring\">\n"
    "  <link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"1 us\" sharing=\"split\"/>\n"
    "  <top>\n"
    "    <component id=\"x\" type=\"fabric.xpu\" count=\"3\"/>\n"
    "    <link id=\"w\" from=\"x[i].xpu\" to=\"x[(i + 1) % 3].xpu\" for=\"i=0..2\" class=\"L\"/>\n"
    "  </top>\n"
    "  <communicators><communicator id=\"all\" members=\"x[*]\"/></communicators>\n"
    "  <workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"3 MB\"/>\n"
    "  <run trace=\"x\"/>\n"
    "</heddle>\n";
  HeddleSession *session = heddle_window_get_session (fixture->window);
  GtkWidget *window = GTK_WIDGET (fixture->window);
  guint n;

  ui_fixture_load (session, text);
  g_assert_false (is_enabled (fixture, "show-pieces"));
  activate (fixture, "run");
  ui_fixture_wait (has_ended, session);
  ui_fixture_drain ();
  g_assert_nonnull (ui_fixture_find_label (window, "All-reduce, ring · all 4 steps done"));
  heddle_session_set_moment (session, G_GINT64_CONSTANT (1500000000));
  ui_fixture_drain ();
  g_assert_nonnull (ui_fixture_find_label (window, "Step 2 of 4 · All-reduce, ring"));
  g_assert_nonnull (ui_fixture_find_label (window, "What arrives is added to what is there"));
  heddle_scene_get_pieces (heddle_drawing_get_scene (heddle_session_get_drawing (session)), &n);
  g_assert_cmpuint (n, ==, 9);
  activate (fixture, "show-pieces");
  heddle_scene_get_pieces (heddle_drawing_get_scene (heddle_session_get_drawing (session)), &n);
  g_assert_cmpuint (n, ==, 0);
  activate (fixture, "show-pieces");
  heddle_session_set_moment (session, G_GINT64_CONSTANT (2500000000));
  ui_fixture_drain ();
  g_assert_nonnull (ui_fixture_find_label (window, "Step 3 of 4 · All-reduce, ring"));
  g_assert_nonnull (ui_fixture_find_label (window, "What arrives is kept as it is"));
}

static gboolean
is_on (Fixture *fixture,
       const char *action)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), action);

  return g_variant_get_boolean (state);
}

/* What heat tells is one thing: each of the three turns the others off, and itself. */
static void
test_heat (Fixture *fixture,
           gconstpointer data)
{
  static const char text[] =
    "<heddle version=\"1\" name=\"Flits\"><link-class id=\"wire\" bandwidth=\"16 GB/s\" latency=\"1 ns\"/>"
    "<top><component id=\"s\" type=\"fabric.switch\"/><component id=\"node\" type=\"fabric.host\" count=\"4\"/>"
    "<link id=\"local\" from=\"node[i].port\" to=\"s.port[i]\" for=\"i=0..3\" class=\"wire\"/></top>"
    "<communicators><communicator id=\"all\" members=\"node[*]\"/></communicators>"
    "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"4 kB\"/>"
    "<run fidelity=\"flit\" flit=\"16 B\" clock=\"1 GHz\" header=\"0\" packet-size=\"16 B\"/></heddle>";
  static const char *const actions[] = { "show-energy", "show-difference", "show-stalls" };
  HeddleSession *session = heddle_window_get_session (fixture->window);

  ui_fixture_load (session, text);
  for (guint i = 0; i < 3; i++)
    g_assert_false (is_enabled (fixture, actions[i]));
  for (guint i = 0; i < 2; i++)
    {
      activate (fixture, "run");
      ui_fixture_wait (has_ended, session);
      if (i == 0)
        activate (fixture, "keep-baseline");
    }
  for (guint i = 0; i < 3; i++)
    {
      activate (fixture, actions[i]);
      for (guint k = 0; k < 3; k++)
        g_assert_cmpint (is_on (fixture, actions[k]), ==, i == k);
    }
  activate (fixture, "show-stalls");
  for (guint k = 0; k < 3; k++)
    g_assert_false (is_on (fixture, actions[k]));
  activate (fixture, "show-difference");
  activate (fixture, "drop-baseline");
  g_assert_false (is_on (fixture, "show-difference"));
  g_assert_false (is_enabled (fixture, "show-difference"));
}

static gboolean
is_refused (gpointer session)
{
  return heddle_session_get_run_state (session) == HD_RUN_FAILED;
}

/* A run that the project does not allow says why, and leads to the list of problems instead of to another run like it. */
static void
test_refused (Fixture *fixture,
              gconstpointer data)
{
  static const char text[] =
    "<heddle version=\"1\" name=\"Two\">\n"
    "  <link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"200 ns\" sharing=\"split\"/>\n"
    "  <top>\n"
    "    <component id=\"node\" type=\"fabric.host\" count=\"2\"/>\n"
    "    <link id=\"wire\" from=\"node[0].port\" to=\"node[1].port\" class=\"L\"/>\n"
    "  </top>\n"
    "  <communicators><communicator id=\"all\" members=\"node[*]\"/></communicators>\n"
    "  <workload type=\"traffic\" on=\"all\"/>\n"
    "</heddle>\n";
  HeddleSession *session = heddle_window_get_session (fixture->window);

  ui_fixture_load (session, text);
  activate (fixture, "run");
  ui_fixture_wait (is_refused, session);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture->window), "The run failed; the list of problems says why."));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture->window), "Show the _Problems"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture->window), "Synthetic traffic goes message by message"));
}

/* Keys and menus lead to it; where it is seen already nothing else comes forward. */
static void
test_baseline (Fixture *fixture,
               gconstpointer data)
{
  HeddleSession *session;

  g_assert_false (is_enabled (fixture, "keep-baseline"));
  open_project (fixture);
  session = heddle_window_get_session (fixture->window);
  g_assert_false (is_enabled (fixture, "keep-baseline"));
  g_assert_false (is_enabled (fixture, "drop-baseline"));
  ui_fixture_run_to_end (session);
  activate (fixture, "keep-baseline");
  g_assert_nonnull (heddle_session_get_baseline (session));
  g_assert_false (is_enabled (fixture, "keep-baseline"));
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture->window), "Later runs are compared with this one"));
  g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), "dock", g_variant_new_string ("compare"));
  ui_fixture_run_to_end (session);
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (fixture->window), "No change affects the run."));
  activate (fixture, "keep-baseline");
  g_assert_true (heddle_session_get_baseline (session) == heddle_session_get_record (session));
  activate (fixture, "drop-baseline");
  g_assert_null (heddle_session_get_baseline (session));
  g_assert_false (is_enabled (fixture, "drop-baseline"));
  g_assert_true (is_enabled (fixture, "keep-baseline"));
}

static gboolean
has_another_run (gpointer data)
{
  HeddleSession *session = data;

  return heddle_session_compares (session) && heddle_session_get_run_state (session) == HD_RUN_FINISHED;
}

/* At the moment that is looked at, as one step, beside the run that was; both are the same up to there. */
static void
test_change_from_here (Fixture *fixture,
                       gconstpointer data)
{
  HeddleSession *session;
  HdDocument *document;
  guint64 class, change;
  const HdObject *object;
  HdTime whole;

  g_assert_false (is_enabled (fixture, "change-from-here"));
  open_project (fixture);
  session = heddle_window_get_session (fixture->window);
  document = heddle_session_get_document (session);
  class = hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_LINK_CLASS, NULL));
  heddle_session_select_uids (session, &class, 1);
  ui_fixture_run_to_end (session);
  whole = hd_record_get_time (heddle_session_get_record (session));
  g_assert_true (is_enabled (fixture, "change-from-here"));
  activate (fixture, "change-from-here");
  g_assert_null (heddle_session_get_baseline (session)); /* nothing is looked at but the end */
  heddle_session_set_moment (session, whole / 2);
  activate (fixture, "change-from-here");
  change = heddle_session_get_selected (session, 0).uid;
  object = hd_document_get_object (document, change);
  g_assert_cmpint (hd_object_get_kind (object), ==, HD_OBJECT_CHANGE);
  g_assert_true (g_str_has_suffix (hd_object_get (object, "of"), ".bandwidth"));
  ui_fixture_wait (has_another_run, session);
  g_assert_cmpint (hd_record_get_time (heddle_session_get_record (session)), >, whole);
  g_assert_cmpint (hd_record_get_time (heddle_session_get_baseline (session)), ==, whole);
  g_assert_cmpint (hd_design_get_change (hd_record_get_design (heddle_session_get_record (session)), 0)->time, ==, whole / 2);
  activate (fixture, "undo");
  g_assert_null (hd_document_get_object (document, change));
}

/* Each of thirty modules holds two of the next: which of them may fail is known at once. */
static void
test_change_in_modules (Fixture *fixture,
                        gconstpointer data)
{
  HeddleSession *session;
  HdDocument *document;
  guint64 root, top, instance;

  open_project (fixture);
  session = heddle_window_get_session (fixture->window);
  document = heddle_session_get_document (session);
  ui_fixture_run_to_end (session);
  root = hd_object_get_uid (hd_document_get_root (document));
  top = hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL));
  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *id = g_strdup_printf ("m%u", i), *next = g_strdup_printf ("m%u", i + 1);
      g_autoptr (HdObject) module = hd_object_new (HD_OBJECT_MODULE, "id", id, NULL);

      hd_object_append_initial (module, i < 29 ? hd_object_new (HD_OBJECT_INSTANCE, "id", "two", "of", next, "count", "2", NULL)
                                               : hd_object_new (HD_OBJECT_COMPONENT, "id", "s", "type", "fabric.switch", NULL));
      if (i < 29)
        hd_object_append_initial (module, hd_object_new (HD_OBJECT_INSTANCE, "id", "other", "of", next, NULL));
      g_assert_cmpuint (hd_document_insert (document, root, 0, module, NULL), !=, 0);
    }
  for (guint i = 0; i < 2; i++) /* of a switch in the end, and of nothing */
    {
      const char *of = i == 0 ? "m0" : "m40";
      g_autoptr (HdObject) object = hd_object_new (HD_OBJECT_INSTANCE, "id", of, "of", of, NULL);

      instance = hd_document_insert (document, top, 0, object, NULL);
      heddle_session_select_uids (session, &instance, 1);
      ui_fixture_drain ();
      g_assert_cmpint (is_enabled (fixture, "change-from-here"), ==, i == 0);
    }
}

static gboolean
has_failed (gpointer data)
{
  return heddle_window_get_file (data) == NULL;
}

static void
test_open_fails (Fixture *fixture,
                 gconstpointer data)
{
  g_autoptr (GFile) missing = g_file_new_for_path ("/nowhere/missing.heddle");

  heddle_window_open (fixture->window, missing);
  ui_fixture_wait (has_failed, fixture->window);
  g_assert_null (heddle_session_get_document (heddle_window_get_session (fixture->window)));
  g_assert_false (is_enabled (fixture, "run"));
}

static gboolean
has_progressed (gpointer data)
{
  return heddle_session_get_end (data) > 0;
}

static gboolean
is_paused (gpointer data)
{
  return heddle_session_get_run_state (data) == HD_RUN_PAUSED;
}

static gboolean
is_over (gpointer data)
{
  return !heddle_session_is_active (data);
}

static gboolean
can_step (gpointer data)
{
  return g_action_group_get_action_enabled (data, "step-event");
}

static void
test_run (Fixture *fixture,
          gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);

  open_project (fixture);
  heddle_session_set_speed (session, 0.2);
  activate (fixture, "run");
  g_assert_true (is_enabled (fixture, "pause"));
  g_assert_true (is_enabled (fixture, "stop"));
  g_assert_false (is_enabled (fixture, "step-event"));
  ui_fixture_wait (has_progressed, session); /* by the frame clock of the window */
  activate (fixture, "pause");
  ui_fixture_wait (is_paused, session);
  ui_fixture_wait (can_step, fixture->window); /* which hears of it a moment later */
  activate (fixture, "pause");
  activate (fixture, "stop");
  ui_fixture_wait (is_over, session);
  g_assert_false (is_enabled (fixture, "pause"));
  g_assert_true (is_enabled (fixture, "run"));
  g_assert_true (is_enabled (fixture, "measure"));
}

static void
test_navigation (Fixture *fixture,
                 gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);

  open_project (fixture);
  g_assert_false (is_enabled (fixture, "leave-module"));
  heddle_session_enter (session, ui_fixture_uid (session, NULL, HD_OBJECT_INSTANCE, "box"), 0);
  activate (fixture, "leave-module");
  g_assert_cmpuint (heddle_session_get_depth (session), ==, 0);
}

static guint
count_dialogs (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      n += ADW_IS_MESSAGE_DIALOG (window);
    }
  return n;
}

/* Destroying the window in the midst of a run (tear_down) must stop it. */
static void
test_close_asks (Fixture *fixture,
                 gconstpointer data)
{
  open_project (fixture);
  heddle_session_set_speed (heddle_window_get_session (fixture->window), 0.001);
  activate (fixture, "run");
  gtk_window_close (GTK_WINDOW (fixture->window));
  g_assert_cmpuint (count_dialogs (), ==, 1);
  g_assert_true (heddle_session_is_active (heddle_window_get_session (fixture->window)));
}

/* Each detailed action that has a key exists; each key does one thing. */
static void
test_keys (Fixture *fixture,
           gconstpointer data)
{
  GtkApplication *program = GTK_APPLICATION (fixture->application);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) actions = NULL;

  heddle_window_set_accels (program);
  actions = gtk_application_list_action_descriptions (program);
  g_assert_cmpuint (g_strv_length (actions), >, 20);
  for (guint i = 0; actions[i] != NULL; i++)
    {
      g_auto (GStrv) keys = gtk_application_get_accels_for_action (program, actions[i]);
      g_autofree char *name = NULL;
      g_autoptr (GVariant) target = NULL;

      g_assert_true (g_action_parse_detailed_name (actions[i], &name, &target, NULL));
      if (g_str_has_prefix (name, "win."))
        g_assert_true (g_action_group_has_action (G_ACTION_GROUP (fixture->window), name + strlen ("win.")));
      for (guint k = 0; keys[k] != NULL; k++)
        g_assert_true (g_hash_table_add (seen, g_strdup (keys[k])));
    }
}

static char *
dup_page (Fixture *fixture)
{
  g_autoptr (GVariant) state = g_action_group_get_action_state (G_ACTION_GROUP (fixture->window), "dock");

  return g_variant_dup_string (state, NULL);
}

static void
go_to_page (Fixture *fixture,
            const char *name,
            const char *expected)
{
  g_autofree char *page = NULL;

  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "dock", g_variant_new_string (name));
  page = dup_page (fixture);
  g_assert_cmpstr (page, ==, expected);
}

static gboolean
shows_waveforms (gpointer fixture)
{
  g_autofree char *page = dup_page (fixture);

  return g_str_equal (page, "waveforms");
}

static gboolean
has_flits (gpointer window)
{
  HdDesign *design = heddle_session_get_design (heddle_window_get_session (window));

  return design != NULL && hd_design_get_run_settings (design)->fidelity == HD_FIDELITY_FLIT;
}

/* Pages that a project has no use for are not gone to by keys, and are left when that use ends. */
static void
test_seldom_pages (Fixture *fixture,
                   gconstpointer data)
{
  HdDocument *document;
  const HdObject *run;

  open_project (fixture);
  go_to_page (fixture, "links", "links");
  go_to_page (fixture, "memory", "links");
  go_to_page (fixture, "output", "links");
  go_to_page (fixture, "packet", "links");
  document = heddle_session_get_document (heddle_window_get_session (fixture->window));
  run = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_RUN, NULL);
  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (run), "fidelity", "flit", NULL));
  ui_fixture_wait (has_flits, fixture->window);
  go_to_page (fixture, "packet", "packet");
  go_to_page (fixture, "memory", "packet");
  hd_document_undo (document);
  ui_fixture_wait (shows_waveforms, fixture);
}

/* From pane to pane it goes to what the dock shows, not to the first of all tabs. */
static void
test_panes (Fixture *fixture,
            gconstpointer data)
{
  GtkWidget *focus = NULL, *dock = NULL;

  open_project (fixture);
  go_to_page (fixture, "sweep", "sweep");
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "show-canvas", NULL);
  for (guint i = 0; i < 4 && dock == NULL; i++)
    {
      g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "next-pane", NULL);
      focus = gtk_window_get_focus (GTK_WINDOW (fixture->window));
      dock = gtk_widget_get_ancestor (focus, g_type_from_name ("HeddleDock"));
    }
  g_assert_nonnull (dock);
  g_assert_nonnull (gtk_widget_get_ancestor (focus, g_type_from_name ("HeddleSweepPage")));
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/ui/window/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("empty", test_empty);
  ADD ("open", test_open);
  ADD ("status", test_status);
  ADD ("refused", test_refused);
  ADD ("pieces", test_pieces);
  ADD ("heat", test_heat);
  ADD ("baseline", test_baseline);
  ADD ("change-from-here", test_change_from_here);
  ADD ("change-in-modules", test_change_in_modules);
  ADD ("open-fails", test_open_fails);
  ADD ("run", test_run);
  ADD ("navigation", test_navigation);
  ADD ("close-asks", test_close_asks);
  ADD ("keys", test_keys);
  ADD ("seldom-pages", test_seldom_pages);
  ADD ("panes", test_panes);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
