/* test-knobs.c: knobs that lie on the drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a knob follows the hand, and what it shows is that of a run with its value, made by itself; a turn is one undo step, and undoing it gives the bytes
 * from before; Escape leaves everything as it was; it goes to no value beyond its ends; what cannot be turned says why. Driven through the functions that the
 * controllers call. Left open: the gestures themselves, see tests/end-to-end.
 */
#include <math.h>
#include <string.h>

#include "heddle-canvas-private.h"
#include "heddle-canvas-view.h"
#include "ui-fixture.h"

/* A payload of 1 GB over one link takes 1 GB / rate and the latency. */
#define PROJECT \
  "<heddle version=\"1\" name=\"Knobs\">\n" \
  "  <variables>\n" \
  "    <variable name=\"rate\" value=\"16 GB/s\"/>\n" \
  "    <variable name=\"n\" value=\"2\" type=\"integer\"/>\n" \
  "  </variables>\n" \
  "  <link-class id=\"L\" bandwidth=\"$rate\" latency=\"200 ns\" sharing=\"split\"/>\n" \
  "  <top>\n" \
  "    <component id=\"a\" type=\"fabric.xpu\" x=\"0\" y=\"0\"/>\n" \
  "    <component id=\"b\" type=\"fabric.xpu\" x=\"300\" y=\"0\"/>\n" \
  "    <component id=\"s\" type=\"fabric.cxl-switch\" x=\"150\" y=\"180\"/>\n" \
  "    <component id=\"row\" type=\"fabric.xpu\" count=\"$n\" columns=\"4\" x=\"150\" y=\"360\"/>\n" \
  "    <link id=\"l\" from=\"a.cxl\" to=\"s.down[0]\" class=\"L\"/>\n" \
  "    <link id=\"r\" from=\"b.cxl\" to=\"s.down[1]\" class=\"L\"/>\n" \
  "    %s\n" \
  "  </top>\n" \
  "  <communicators><communicator id=\"all\" members=\"a b\"/></communicators>\n" \
  "  <workload type=\"collective\" on=\"all\" bytes=\"1 GB\"/>\n" \
  "</heddle>\n"

#define RATE "<knob of=\"$rate\" from=\"4 GB/s\" to=\"64 GB/s\" scale=\"logarithmic\" metric=\"time_total\" x=\"-300\" y=\"0\"/>"
#define COUNT "<knob of=\"$n\" from=\"1\" to=\"5\" x=\"-300\" y=\"200\"/>"
#define GONE "<knob of=\"$gone\" from=\"1\" to=\"5\" x=\"-300\" y=\"200\"/>"
#define OUTSIDE "<knob of=\"$rate\" from=\"32 GB/s\" to=\"64 GB/s\" x=\"-300\" y=\"0\"/>"
#define MANY "<component id=\"many\" type=\"fabric.host\" count=\"20000\"/>" /* which take longer to be elaborated than the others to run */
#define SYMMETRY "<knob of=\"run:symmetry\" x=\"-300\" y=\"0\"/>"

typedef struct
{
  HeddleSession *session;
  GtkWidget *window;
  HeddleCanvas *canvas;
  char *told;
  double fast, slow;
} Fixture;

static gboolean
is_settled (gpointer data)
{
  return !heddle_session_is_elaborating (data);
}

static void
settle (Fixture *fixture)
{
  ui_fixture_drain ();
  ui_fixture_wait (is_settled, fixture->session);
}

static void
on_told (Fixture *fixture,
         const char *message)
{
  g_free (fixture->told);
  fixture->told = g_strdup (message);
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autofree char *text = g_strdup_printf (PROJECT, (const char *) data);
  GtkWidget *view;

  fixture->session = ui_fixture_new_session (text);
  view = heddle_canvas_view_new (fixture->session);
  fixture->canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  g_signal_connect_swapped (fixture->canvas, "told", G_CALLBACK (on_told), fixture);
  fixture->window = ui_fixture_show (view, 1200, 800);
  heddle_canvas_set_viewport (fixture->canvas, &(HeddleViewport){ -400, -200, 1, 1200, 800 });
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
  gpointer canvas = fixture->canvas, session = fixture->session;

  g_object_add_weak_pointer (G_OBJECT (fixture->canvas), &canvas);
  g_object_add_weak_pointer (G_OBJECT (fixture->session), &session);
  settle (fixture);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_drain ();
  g_assert_null (canvas);
  g_object_unref (fixture->session);
  ui_fixture_wait (is_gone, &session);
  g_clear_pointer (&fixture->told, g_free);
}

/* ---- finding one's way ------------------------------------------------------------------------------------------------------ */

static HdDocument *
document_of (Fixture *fixture)
{
  return heddle_session_get_document (fixture->session);
}

static const char *
value_of (Fixture *fixture,
          const char *name)
{
  const HdObject *variables = hd_object_find_child (hd_document_get_root (document_of (fixture)), HD_OBJECT_VARIABLES, NULL);

  return hd_object_get (hd_object_find_child (variables, HD_OBJECT_VARIABLE, name), "value");
}

static const HeddleSceneNote *
note_of (Fixture *fixture)
{
  HeddleDrawing *drawing = heddle_canvas_get_drawing (fixture->canvas);
  const HeddleKnob *knob = heddle_drawing_get_knobs (drawing)->pdata[0];

  return heddle_scene_note (heddle_drawing_get_scene (drawing), heddle_drawing_find_note (drawing, knob->uid));
}

static HeddlePoint
at_share (Fixture *fixture,
          double share)
{
  HeddleRect track = heddle_scene_knob_track (note_of (fixture));

  return heddle_viewport_to_target (heddle_canvas_get_viewport (fixture->canvas), track.x + share * track.width, track.y + track.height / 2);
}

static void
take_hold (Fixture *fixture,
           double share)
{
  HeddlePoint at = at_share (fixture, share);

  heddle_canvas_press (fixture->canvas, at, GDK_BUTTON_PRIMARY, 0);
}

static void
drag_to (Fixture *fixture,
         double share)
{
  heddle_canvas_drag (fixture->canvas, at_share (fixture, share), 0);
}

static void
let_go (Fixture *fixture,
        double share)
{
  heddle_canvas_release (fixture->canvas, at_share (fixture, share), 0);
}

static gboolean
has_run (gpointer data)
{
  HeddleSession *session = data;

  return heddle_session_get_run_state (session) == HD_RUN_FINISHED && !heddle_session_is_stale (session) && is_settled (session);
}

/* Of the run that is shown. */
static double
total_s (Fixture *fixture)
{
  HdMetric metric;

  g_assert_true (hd_record_find_metric (heddle_session_get_record (fixture->session), "time_total", &metric));
  return metric.value;
}

/* Of a run of the same project with @setting, made by itself. */
static double
expected_s (Fixture *fixture,
            const char *setting)
{
  const char *const settings[] = { setting, NULL };
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document_of (fixture));
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, heddle_session_get_catalog (fixture->session), settings, problems, NULL, &error);
  g_autoptr (HdRun) run = NULL;
  HdMetric metric;

  g_assert_no_error (error);
  run = hd_run_new (design, NULL);
  hd_run_start (run);
  hd_run_wait (run, &error);
  g_assert_no_error (error);
  g_assert_true (hd_record_find_metric (hd_run_get_record (run), "time_total", &metric));
  return metric.value;
}

/* ---- turning ------------------------------------------------------------------------------------------------------------------ */

typedef struct
{
  Fixture *fixture;
  double wanted;
} Shown;

static gboolean
is_shown (gpointer data)
{
  Shown *shown = data;

  return heddle_session_get_run_state (shown->fixture->session) == HD_RUN_FINISHED && total_s (shown->fixture) == shown->wanted;
}

/* From 16 GB/s, the middle of 4 to 64, to 64 GB/s: while it is held the figures are those of 64 GB/s, and the document is untouched. */
static void
test_drag (Fixture *fixture,
           gconstpointer data)
{
  g_autofree char *before = hd_document_to_string (document_of (fixture), NULL), *after = NULL, *again = NULL;
  Shown shown = { fixture, expected_s (fixture, "$rate=64 GB/s") };

  g_assert_cmpfloat_with_epsilon (note_of (fixture)->knob->share, 0.5, 1e-9);
  take_hold (fixture, 0.5);
  drag_to (fixture, 0.75);
  drag_to (fixture, 1.0);
  g_assert_cmpfloat (note_of (fixture)->knob->share, ==, 1);
  ui_fixture_wait (is_shown, &shown);
  again = hd_document_to_string (document_of (fixture), NULL);
  g_assert_cmpstr (again, ==, before);
  g_assert_cmpuint (hd_document_get_n_undo (document_of (fixture)), ==, 0);

  let_go (fixture, 1.0);
  ui_fixture_wait (has_run, fixture->session);
  g_assert_cmpstr (value_of (fixture, "rate"), ==, "64 GB/s");
  g_assert_cmpuint (hd_document_get_n_undo (document_of (fixture)), ==, 1);
  g_assert_cmpfloat (total_s (fixture), ==, shown.wanted);
  hd_document_undo (document_of (fixture));
  after = hd_document_to_string (document_of (fixture), NULL);
  g_assert_cmpstr (after, ==, before);
  settle (fixture);
  g_assert_cmpfloat_with_epsilon (note_of (fixture)->knob->share, 0.5, 1e-9);
}

/* Whatever speed runs are watched at, who turns a knob wants to know what comes of it: at this speed it would take minutes. */
static void
test_slow_motion (Fixture *fixture,
                  gconstpointer data)
{
  static const char *const settings[] = { "run:speed=0.0001", NULL };

  g_assert_true (heddle_session_apply (fixture->session, "Slow", settings, NULL));
  settle (fixture);
  take_hold (fixture, 0.5);
  drag_to (fixture, 1.0);
  let_go (fixture, 1.0);
  ui_fixture_wait (has_run, fixture->session);
  g_assert_cmpfloat (total_s (fixture), >, 0.001);
}

/* Beyond its end there is nothing. */
static void
test_beyond (Fixture *fixture,
             gconstpointer data)
{
  take_hold (fixture, 0.5);
  drag_to (fixture, 3.0);
  let_go (fixture, 3.0);
  ui_fixture_wait (has_run, fixture->session);
  g_assert_cmpstr (value_of (fixture, "rate"), ==, "64 GB/s");
}

/* Let go before the run has ended: the newest wins. */
static void
test_quick (Fixture *fixture,
            gconstpointer data)
{
  double wanted = expected_s (fixture, "$rate=4 GB/s");

  take_hold (fixture, 0.5);
  for (guint i = 1; i <= 20; i++)
    drag_to (fixture, 0.5 - 0.025 * i);
  let_go (fixture, 0);
  ui_fixture_wait (has_run, fixture->session);
  g_assert_cmpstr (value_of (fixture, "rate"), ==, "4 GB/s");
  g_assert_cmpuint (hd_document_get_n_undo (document_of (fixture)), ==, 1);
  g_assert_cmpfloat (total_s (fixture), ==, wanted);
}

/* Whatever says so at any moment: figures that count as those of the document are. */
static gboolean
is_true (gpointer data)
{
  Fixture *fixture = data;

  if (heddle_session_get_run_state (fixture->session) != HD_RUN_FINISHED || heddle_session_is_stale (fixture->session))
    return FALSE;
  g_assert_cmpfloat (total_s (fixture), ==, g_strcmp0 (value_of (fixture, "rate"), "64 GB/s") == 0 ? fixture->fast : fixture->slow);
  return is_settled (fixture->session);
}

/* Let go while the run of another value goes on, which ends while the last one is elaborated. */
static void
test_late (Fixture *fixture,
           gconstpointer data)
{
  double share = 0.5;

  fixture->fast = expected_s (fixture, "$rate=64 GB/s");
  fixture->slow = expected_s (fixture, "$rate=4 GB/s");
  for (guint i = 0; i < 20; i++)
    {
      double end = i % 2 == 0 ? 1 : 0;

      take_hold (fixture, share);
      drag_to (fixture, 0.4 + 0.2 * end);
      while (!is_settled (fixture->session)) /* and no further: its run has just begun */
        g_main_context_iteration (NULL, TRUE);
      drag_to (fixture, end);
      let_go (fixture, end);
      ui_fixture_wait (is_true, fixture);
      share = end;
    }
}

static void
test_escape (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *before = hd_document_to_string (document_of (fixture), NULL), *after = NULL;

  take_hold (fixture, 0.5);
  drag_to (fixture, 1.0);
  g_assert_true (heddle_canvas_key (fixture->canvas, GDK_KEY_Escape, 0));
  settle (fixture);
  after = hd_document_to_string (document_of (fixture), NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (hd_document_get_n_undo (document_of (fixture)), ==, 0);
  g_assert_cmpfloat_with_epsilon (note_of (fixture)->knob->share, 0.5, 1e-9);
  g_assert_true (heddle_session_get_snapshot (fixture->session) != NULL);
  g_assert_cmpfloat_with_epsilon (((HeddleKnob *) heddle_drawing_get_knobs (heddle_canvas_get_drawing (fixture->canvas))->pdata[0])->share, 0.5, 1e-9);
}

/* How many there are of something: the drawing is another one while it is held. */
static void
test_structure (Fixture *fixture,
                gconstpointer data)
{
  take_hold (fixture, 0.25);
  drag_to (fixture, 1.0);
  settle (fixture);
  g_assert_cmpuint (heddle_scene_n_nodes (heddle_drawing_get_scene (heddle_canvas_get_drawing (fixture->canvas))), ==, 3 + 5);
  g_assert_cmpstr (value_of (fixture, "n"), ==, "2");
  let_go (fixture, 1.0);
  ui_fixture_wait (has_run, fixture->session);
  g_assert_cmpstr (value_of (fixture, "n"), ==, "5");
}

/* Keys turn by one; what is written is one step for a key that is held, until it is released. */
static void
test_keys (Fixture *fixture,
           gconstpointer data)
{
  const HeddleKnob *knob = heddle_drawing_get_knobs (heddle_canvas_get_drawing (fixture->canvas))->pdata[0];
  guint64 uid = knob->uid;

  heddle_session_select (fixture->session, (HeddleTarget){ uid, HEDDLE_ALL_MEMBERS });
  g_assert_true (heddle_canvas_key (fixture->canvas, GDK_KEY_Right, 0));
  g_assert_true (heddle_canvas_key (fixture->canvas, GDK_KEY_Right, 0));
  g_assert_cmpstr (note_of (fixture)->knob->value, ==, "4");
  heddle_canvas_end_tool (fixture->canvas, (HeddlePoint){ 0, 0 }, 0);
  ui_fixture_wait (has_run, fixture->session);
  g_assert_cmpstr (value_of (fixture, "n"), ==, "4");
  g_assert_cmpuint (hd_document_get_n_undo (document_of (fixture)), ==, 1);
  /* The focus goes elsewhere, and with it the release of the key. */
  gtk_widget_grab_focus (GTK_WIDGET (fixture->canvas));
  heddle_canvas_key (fixture->canvas, GDK_KEY_Home, 0);
  gtk_window_set_focus (GTK_WINDOW (fixture->window), NULL);
  g_assert_cmpstr (value_of (fixture, "n"), ==, "1");
  /* Places are moved as ever. */
  heddle_canvas_key (fixture->canvas, GDK_KEY_Right, GDK_CONTROL_MASK);
  g_assert_cmpfloat (hd_object_get_number (hd_document_get_object (document_of (fixture), uid), "x", 0), ==, -294);
}

static void
test_switch (Fixture *fixture,
             gconstpointer data)
{
  const HdObject *run;

  g_assert_true (note_of (fixture)->knob->is_switch);
  g_assert_cmpfloat (note_of (fixture)->knob->share, ==, 1);
  take_hold (fixture, 0.05);
  let_go (fixture, 0.05);
  ui_fixture_wait (has_run, fixture->session);
  run = hd_object_find_child (hd_document_get_root (document_of (fixture)), HD_OBJECT_RUN, NULL);
  g_assert_cmpstr (hd_object_get (run, "symmetry"), ==, "false");
  g_assert_cmpfloat (note_of (fixture)->knob->share, ==, 0);
  hd_document_undo (document_of (fixture));
  g_assert_null (hd_object_find_child (hd_document_get_root (document_of (fixture)), HD_OBJECT_RUN, NULL));
}

/* ---- what came of it ------------------------------------------------------------------------------------------------------------ */

/* A point for each value that was run, from left to right, at the height of what its run came to; another edit makes them worthless. */
static void
test_trace (Fixture *fixture,
            gconstpointer data)
{
  const HeddleSceneKnob *knob;
  double fast = expected_s (fixture, "$rate=64 GB/s"), slow = expected_s (fixture, "$rate=4 GB/s"), middle = expected_s (fixture, "$rate=16 GB/s");

  ui_fixture_run_to_end (fixture->session);
  g_assert_cmpuint (note_of (fixture)->knob->n_points, ==, 1);
  for (guint i = 0; i < 2; i++)
    {
      take_hold (fixture, i == 0 ? 0.5 : 1.0);
      drag_to (fixture, 0.9 - 0.8 * i);
      ui_fixture_drain ();
      drag_to (fixture, i == 0 ? 1.0 : 0.0);
      let_go (fixture, i == 0 ? 1.0 : 0.0);
      ui_fixture_wait (has_run, fixture->session);
    }
  knob = note_of (fixture)->knob;
  g_assert_cmpuint (knob->n_points, >=, 3);
  g_assert_cmpfloat (knob->points[0].x, ==, 0);
  g_assert_cmpfloat (knob->points[0].y, ==, 1);
  g_assert_cmpfloat (knob->points[knob->n_points - 1].x, ==, 1);
  g_assert_cmpfloat (knob->points[knob->n_points - 1].y, ==, 0);
  for (guint i = 0; i < knob->n_points; i++)
    if (fabs (knob->points[i].x - 0.5) < 1e-9)
      g_assert_cmpfloat_with_epsilon (knob->points[i].y, (middle - fast) / (slow - fast), 1e-9);

  hd_document_set_attribute (document_of (fixture), ui_fixture_uid (fixture->session, NULL, HD_OBJECT_LINK, "l"), "latency", "5 us", NULL);
  settle (fixture);
  g_assert_cmpuint (note_of (fixture)->knob->n_points, ==, 0);
}

/* ---- what cannot be turned -------------------------------------------------------------------------------------------------------- */

static void
test_gone (Fixture *fixture,
           gconstpointer data)
{
  GPtrArray *problems = heddle_session_get_problems (fixture->session);
  gboolean told = FALSE;

  for (guint i = 0; i < problems->len; i++)
    told |= strstr (((const HdProblem *) problems->pdata[i])->message, "$gone") != NULL;
  g_assert_true (told);
  g_assert_true (heddle_session_can_run (fixture->session));
  take_hold (fixture, 0.2);
  drag_to (fixture, 0.8);
  let_go (fixture, 0.8);
  g_assert_nonnull (fixture->told);
  g_assert_nonnull (strstr (fixture->told, "$gone"));
  g_assert_cmpuint (hd_document_get_n_undo (document_of (fixture)), ==, 0);
}

/* It says where the value lies, and takes hold of it. */
static void
test_outside (Fixture *fixture,
              gconstpointer data)
{
  g_assert_true (isnan (note_of (fixture)->knob->share));
  g_assert_cmpuint (heddle_session_count_problems (fixture->session, HD_SEVERITY_WARNING), >=, 1);
  g_assert_true (note_of (fixture)->state & HEDDLE_STATE_WARNING);
  take_hold (fixture, 0.2);
  drag_to (fixture, 0.0);
  let_go (fixture, 0.0);
  ui_fixture_wait (has_run, fixture->session);
  g_assert_cmpstr (value_of (fixture, "rate"), ==, "32 GB/s");
  g_assert_false (note_of (fixture)->state & HEDDLE_STATE_WARNING);
}

/* ---- making them ------------------------------------------------------------------------------------------------------------------ */

static void
test_add (Fixture *fixture,
          gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  guint64 uid = heddle_canvas_add (fixture->canvas, "heddle-knob:$rate", (HeddlePoint){ 60, 300 }, &error);
  const HdObject *knob;

  g_assert_no_error (error);
  knob = hd_document_get_object (document_of (fixture), uid);
  g_assert_cmpstr (hd_object_get (knob, "of"), ==, "$rate");
  g_assert_cmpstr (hd_object_get (knob, "from"), ==, "4 GB/s");
  g_assert_cmpstr (hd_object_get (knob, "to"), ==, "64 GB/s");
  g_assert_cmpstr (hd_object_get (knob, "scale"), ==, "logarithmic");
  settle (fixture);
  g_assert_cmpfloat_with_epsilon (note_of (fixture)->knob->share, 0.5, 1e-9);
  g_assert_true (heddle_session_delete (fixture->session, &uid, 1, &error));
  g_assert_cmpuint (hd_document_get_n_undo (document_of (fixture)), ==, 2);

  uid = heddle_canvas_add (fixture->canvas, "heddle-knob:class:L.sharing", (HeddlePoint){ 60, 300 }, &error);
  g_assert_no_error (error);
  settle (fixture);
  g_assert_cmpuint (note_of (fixture)->knob->n_stops, ==, 2);
  g_assert_cmpfloat (note_of (fixture)->knob->share, ==, 1);

  g_assert_cmpuint (heddle_canvas_add (fixture->canvas, "heddle-knob:a.names", (HeddlePoint){ 60, 300 }, &error), ==, 0);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
}

static void
add_tests (void)
{
  static const struct
  {
    const char *name;
    const char *knob;
    void (*test) (Fixture *fixture,
                  gconstpointer data);
  } tests[] = {
    { "drag", RATE, test_drag },           { "beyond", RATE, test_beyond },   { "quick", RATE, test_quick }, { "escape", RATE, test_escape },
    { "slow-motion", RATE, test_slow_motion },
    { "late", RATE MANY, test_late },
    { "structure", COUNT, test_structure }, { "keys", COUNT, test_keys },      { "switch", SYMMETRY, test_switch }, { "trace", RATE, test_trace },
    { "gone", GONE, test_gone },           { "outside", OUTSIDE, test_outside }, { "add", "", test_add },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strdup_printf ("/ui/knobs/%s", tests[i].name);

      g_test_add (path, Fixture, tests[i].knob, set_up, tests[i].test, tear_down);
    }
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
