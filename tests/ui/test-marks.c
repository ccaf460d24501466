/* test-marks.c: messages on their way along links
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracle: a ring and a star whose steps are worked by hand: at a moment each member's message is where as much of its way lies behind it as of it was sent.
 * Invariants: the same without members that are traced, and as packets; bytes that move where too much is sent, none where nothing is sent, the marks lie on the links of the drawing, after an edit on those that are left;
 * what is under way in a run that pauses is there too. Pieces of the vector stand where
 * the schedule, worked by hand, has them, and numbers of steps with them. Left open: how it looks.
 */
#include <string.h>

#include "heddle-canvas-private.h"
#include "heddle-marks.h"
#include "ui-fixture.h"

/* Six steps of 1 MB: from 0 to 1 ms, and from 1.001 ms on. */
#define RING(run) \
  "<heddle version='1' name='ring'><link-class id='wire' bandwidth='1 GB/s' latency='1 us' sharing='split'/>" \
  "<top><component id='xpu' type='fabric.xpu' count='4'/><link id='w' from='xpu[i].xpu' to='xpu[(i + 1) % 4].xpu' for='i=0..3' class='wire'/></top>" \
  "<communicators><communicator id='all' members='xpu[*]'/></communicators>" \
  "<workload type='collective' on='all' operation='all-reduce' algorithm='ring' bytes='4 MB'/>" run "</heddle>"
/* One sends 1 MB to another over a switch: 1 ms. */
#define STAR \
  "<heddle version='1' name='star'><link-class id='wire' bandwidth='1 GB/s' latency='1 us' sharing='split'/>" \
  "<top><component id='hub' type='fabric.switch'/><component id='xpu' type='fabric.xpu' count='2'/><link id='w' from='xpu[i].eth' to='hub.port[i]' class='wire'/></top>" \
  "<communicators><communicator id='all' members='xpu[*]'/></communicators>" \
  "<workload type='collective' on='all' operation='broadcast' algorithm='binomial' bytes='1 MB'/><run trace='xpu'/></heddle>"

#define US G_GINT64_CONSTANT (1000000)

static const HeddleMark *
at (HeddleSession *session,
    HdTime moment,
    guint *out_n)
{
  heddle_session_set_moment (session, moment);
  return heddle_session_get_marks (session, out_n);
}

static void
test_ring (void)
{
  static const struct
  {
    HdTime moment;
    float position;
  } cases[] = { { 0, 0 }, { 250 * US, 0.25f }, { 999 * US, 0.999f }, { 1001 * US, 0 }, { 1501 * US, 0.5f }, { 5505 * US, 0.5f } };
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING ("<run trace='xpu'/>"));
  guint n;

  ui_fixture_run_to_end (session);
  g_assert_true (heddle_session_has_marks (session));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const HeddleMark *marks = at (session, cases[i].moment, &n);

      g_assert_cmpuint (n, ==, 4);
      for (guint m = 0; m < n; m++)
        {
          g_assert_cmpuint (marks[m].sender, ==, m);
          g_assert_cmpuint (marks[m].link, ==, m);
          g_assert_cmpuint (marks[m].direction, ==, 0);
          g_assert_cmpfloat_with_epsilon (marks[m].position, cases[i].position, 1e-5);
        }
    }
  at (session, 1000 * US + US / 2, &n); /* the last bytes are on the wire */
  g_assert_cmpuint (n, ==, 0);
  at (session, HD_TIME_MAX, &n); /* as a whole */
  g_assert_cmpuint (n, ==, 0);
}

/* No piece lies on another. */
static void
assert_apart (HeddleScene *scene)
{
  guint n;
  const HeddleScenePiece *pieces = heddle_scene_get_pieces (scene, &n);

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < i; k++)
      {
        HeddleRect a = heddle_piece_rect (scene, &pieces[i]), b = heddle_piece_rect (scene, &pieces[k]);

        g_assert_true (a.x + a.width <= b.x + 0.01 || b.x + b.width <= a.x + 0.01 || a.y + a.height <= b.y || b.y + b.height <= a.y);
      }
}

/* The first half on the first link, the second on the other, against its direction. */
static void
test_way (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (STAR);
  const HeddleMark *marks;
  HeddleStep step;
  guint n;

  ui_fixture_run_to_end (session);
  marks = at (session, 250 * US, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (marks[0].link, ==, 0);
  g_assert_cmpuint (marks[0].direction, ==, 0);
  g_assert_cmpfloat_with_epsilon (marks[0].position, 0.5, 1e-5);
  g_assert_true (heddle_session_get_step (session, &step));
  g_assert_cmpuint (step.n_vectors, ==, 2);
  g_assert_cmpuint (step.vectors[0].pieces[0].has, ==, 1);
  g_assert_cmpuint (step.vectors[1].pieces[0].has, ==, 0);
  heddle_drawing_show_pieces (heddle_session_get_drawing (session), step.vectors, step.n_vectors, step.whole);
  assert_apart (heddle_drawing_get_scene (heddle_session_get_drawing (session)));
  marks = at (session, 750 * US, &n);
  g_assert_cmpuint (marks[0].link, ==, 1);
  g_assert_cmpuint (marks[0].direction, ==, 1);
  g_assert_cmpfloat_with_epsilon (marks[0].position, 0.5, 1e-5);
}

static void
test_drawn (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING ("<run trace='xpu'/>"));
  HeddleDrawing *drawing;
  const HeddleMark *marks;
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  const HeddleSceneDot *dots;
  guint n, n_dots;

  ui_fixture_run_to_end (session);
  drawing = heddle_session_get_drawing (session);
  marks = at (session, 250 * US, &n);
  heddle_drawing_show_marks (drawing, marks, n, theme);
  dots = heddle_scene_get_dots (heddle_drawing_get_scene (drawing), &n_dots);
  g_assert_cmpuint (n_dots, ==, 4);
  for (guint i = 0; i < n_dots; i++)
    {
      g_assert_cmpuint (dots[i].link, <, heddle_scene_n_links (heddle_drawing_get_scene (drawing)));
      g_assert_cmpfloat_with_epsilon (dots[i].position, 0.25, 1e-5);
      g_assert_cmpfloat (dots[i].lane, >, 0);
    }
  heddle_drawing_show_marks (drawing, NULL, 0, theme);
  heddle_scene_get_dots (heddle_drawing_get_scene (drawing), &n_dots);
  g_assert_cmpuint (n_dots, ==, 0);
}

/* In step 3 each adds the third piece to come to its own: of piece i member i has one, of the one before it had two, and so on; what travels has the colour of its piece. */
static void
test_pieces (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING ("<run trace='xpu'/>"));
  HeddleDrawing *drawing;
  const HeddleTheme *theme = heddle_theme_get (HEDDLE_STYLE_LIGHT);
  const HeddleScenePiece *pieces;
  const HeddleSceneDot *dots;
  const HeddleMark *marks;
  HeddleStep step;
  guint n;

  g_assert_false (heddle_session_get_step (session, &step));
  ui_fixture_run_to_end (session);
  g_assert_true (heddle_session_get_show_pieces (session));
  drawing = heddle_session_get_drawing (session);
  for (guint turn = 0; turn < 2; turn++)
    {
      heddle_session_set_moment (session, 2502 * US);
      g_assert_true (heddle_session_get_step (session, &step));
      g_assert_cmpstr (step.title, ==, "All-reduce, ring");
      g_assert_cmpuint (step.number, ==, 3);
      g_assert_cmpuint (step.n_steps, ==, 6);
      g_assert_true (step.adds);
      g_assert_false (step.is_over);
      g_assert_cmpuint (step.whole, ==, 4);
      g_assert_cmpuint (step.n_vectors, ==, 4);
      heddle_drawing_show_pieces (drawing, step.vectors, step.n_vectors, step.whole);
      pieces = heddle_scene_get_pieces (heddle_drawing_get_scene (drawing), &n);
      g_assert_cmpuint (n, ==, 16);
      for (guint i = 0; i < n; i++)
        {
          static const char *const figures[] = { "1/4", "3/4", "2/4", "1/4" };
          guint member = i / 4, offset = (i % 4 + 4 - member) % 4;

          g_assert_cmpuint (pieces[i].node, ==, member);
          g_assert_cmpuint (pieces[i].place, ==, i % 4);
          g_assert_cmpuint (pieces[i].n, ==, 4);
          g_assert_cmpfloat (pieces[i].width, >, 0);
          g_assert_cmpstr (pieces[i].figure, ==, figures[offset]);
          g_assert_cmpfloat_with_epsilon (pieces[i].next_level, offset == 0 ? 1 : pieces[i].level, 1e-9);
          g_assert_cmpfloat_with_epsilon (pieces[i].share, offset == 0 ? 0.499 : 0, 1e-6);
        }
      assert_apart (heddle_drawing_get_scene (drawing));
      heddle_session_set_moment (session, 500 * US);
      g_assert_true (heddle_session_get_step (session, &step));
      g_assert_cmpuint (step.number, ==, 1);
      heddle_session_set_moment (session, 5505 * US);
      g_assert_true (heddle_session_get_step (session, &step));
      g_assert_cmpuint (step.number, ==, 6);
      g_assert_false (step.adds);
    }
  marks = at (session, 2502 * US, &n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint (marks[i].piece, ==, (i + 1) % 4);
  heddle_drawing_show_marks (drawing, marks, n, theme);
  dots = heddle_scene_get_dots (heddle_drawing_get_scene (drawing), &n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpmem (&dots[i].colour, sizeof (HeddleColour), &theme->category[(i + 1) % 4], sizeof (HeddleColour));
  heddle_session_set_show_pieces (session, FALSE);
  g_assert_cmpuint (at (session, 2502 * US, &n)[0].piece, ==, HD_NO_ID);
  heddle_session_set_moment (session, HD_TIME_MAX);
  g_assert_true (heddle_session_get_step (session, &step));
  g_assert_true (step.is_over);
}

#define NODE(id, x, y) "<component id='" id "' type='fabric.xpu' x='" x "' y='" y "'/>"
#define LINK(from, to) "<link from='" from ".xpu' to='" to ".xpu' class='wire'/>"

/* A rhombus: at its left and right corners links leave upwards and downwards, towards the middle; rows lie outside of where they begin, and apart. */
static void
test_rows (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (
    "<heddle version='1' name='rhombus'><link-class id='wire' bandwidth='1 GB/s' latency='1 us'/><top>" NODE ("a", "300", "60") NODE ("b", "480", "180")
    NODE ("c", "300", "300") NODE ("d", "120", "180") LINK ("a", "b") LINK ("b", "c") LINK ("c", "d") LINK ("d", "a")
    "</top><communicators><communicator id='all' members='a b c d'/></communicators>"
    "<workload type='collective' on='all' operation='all-reduce' algorithm='ring' bytes='4 MB'/><run trace='a b c d'/></heddle>");
  HeddleScene *scene;
  const HeddleScenePiece *pieces;
  HeddleStep step;
  guint n;

  ui_fixture_run_to_end (session);
  g_assert_true (heddle_session_get_step (session, &step));
  heddle_drawing_show_pieces (heddle_session_get_drawing (session), step.vectors, step.n_vectors, step.whole);
  scene = heddle_drawing_get_scene (heddle_session_get_drawing (session));
  pieces = heddle_scene_get_pieces (scene, &n);
  g_assert_cmpuint (n, ==, 16);
  for (guint i = 0; i < n; i++)
    {
      HeddleRect at = heddle_piece_rect (scene, &pieces[i]);
      const HeddleSceneNode *node = heddle_scene_node (scene, pieces[i].node);

      if (g_str_equal (node->name, "d"))
        g_assert_cmpfloat (at.x + at.width, <, node->x);
      else if (g_str_equal (node->name, "b"))
        g_assert_cmpfloat (at.x, >, node->x);
      else
        g_assert_cmpfloat_with_epsilon (pieces[i].shift, 0, 1e-9);
      g_assert_cmpint (at.y < node->y, ==, g_str_equal (node->name, "a"));
    }
  assert_apart (scene);
}

/* What is seen of a member is told, too: after the third of six steps it has one piece that is complete, in the end all. */
static void
test_told (void)
{
  static const struct
  {
    HdTime moment;
    const char *words;
  } cases[] = { { 500 * US, "0 of 4 pieces complete" }, { 3502 * US, "1 of 4 pieces complete" }, { HD_TIME_MAX, "4 of 4 pieces complete" } };
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING ("<run trace='xpu'/>"));
  GtkWidget *canvas = heddle_canvas_new (session), *window = ui_fixture_show (canvas, 600, 400);

  ui_fixture_run_to_end (session);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint32 member = 0; member < 4; member++)
      {
        g_autofree char *name = NULL;

        heddle_session_set_moment (session, cases[i].moment);
        name = heddle_canvas_dup_node_name (HEDDLE_CANVAS (canvas), member);
        g_assert_nonnull (strstr (name, cases[i].words));
      }
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static gboolean
has_four (gpointer data)
{
  guint n;

  heddle_session_get_marks (data, &n);
  return n == 4 && heddle_session_is_active (data);
}

/* Where they are while the run still goes on is known, too. */
static void
test_live (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING ("<run trace='xpu'/>"));
  const HeddleMark *marks;
  guint n;

  heddle_session_set_speed (session, 1e-4);
  heddle_session_start (session);
  ui_fixture_wait (has_four, session);
  heddle_session_pause (session);
  marks = heddle_session_get_marks (session, &n);
  g_assert_cmpuint (n, ==, 4);
  for (guint i = 0; i < n; i++)
    g_assert_cmpfloat (marks[i].position, ==, marks[0].position);
  heddle_session_stop (session);
  ui_fixture_drain ();
}

static gboolean
is_paused (gpointer session)
{
  return heddle_session_get_run_state (session) == HD_RUN_PAUSED;
}

static gboolean
has_half (gpointer session)
{
  guint n;
  const HeddleMark *marks = at (session, 500 * US, &n);

  return n == 4 && marks[0].position > 0.49 && marks[0].position < 0.51;
}

/* While it stands after a step, as fast as it could go. */
static void
test_step (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING ("<run trace='xpu'/>"));

  heddle_session_set_speed (session, 0);
  heddle_session_step (session, HD_STEP_COLLECTIVE);
  ui_fixture_wait (is_paused, session);
  ui_fixture_wait (has_half, session);
  heddle_session_stop (session);
  ui_fixture_drain ();
}

static gboolean
is_told (gpointer data)
{
  HeddleStep step;

  return heddle_session_get_step (data, &step) && step.is_over;
}

/* Who draws a ring need not know of traces: its members are traced beside the run, which stays as it was; what is seen is what a trace shows. */
static void
test_untraced (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING (""));
  const HeddleMark *marks;
  HeddleStep step;
  guint n, n_lanes;

  g_assert_false (heddle_session_has_marks (session));
  ui_fixture_run_to_end (session);
  n_lanes = hd_record_get_n_lanes (heddle_session_get_record (session));
  g_assert_true (heddle_session_has_marks (session));
  ui_fixture_wait (is_told, session);
  heddle_session_set_moment (session, 2502 * US);
  g_assert_true (heddle_session_get_step (session, &step));
  g_assert_cmpuint (step.number, ==, 3);
  g_assert_cmpuint (step.n_vectors, ==, 4);
  marks = heddle_session_get_marks (session, &n);
  g_assert_cmpuint (n, ==, 4);
  for (guint m = 0; m < n; m++)
    {
      g_assert_cmpuint (marks[m].link, ==, m);
      g_assert_cmpfloat_with_epsilon (marks[m].position, 0.5, 1e-5);
      g_assert_cmpuint (marks[m].piece, ==, (m + 1) % 4);
    }
  g_assert_cmpuint (hd_record_get_n_lanes (heddle_session_get_record (session)), ==, n_lanes);
  g_assert_cmpuint (hd_design_get_run_settings (heddle_session_get_design (session))->n_traced, ==, 0);
  g_assert_false (heddle_session_is_stale (session));
}

static gboolean
is_elaborated (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

/* Another run, of a design that was edited, has messages of its own. */
static void
test_untraced_again (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING (""));
  HdDocument *document = heddle_session_get_document (session);
  const HdObject *workload;
  HeddleStep step;

  ui_fixture_run_to_end (session);
  ui_fixture_wait (is_told, session);
  workload = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_WORKLOAD, NULL);
  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (workload), "operation", "reduce-scatter", NULL));
  ui_fixture_wait (is_elaborated, session);
  g_assert_true (heddle_session_has_marks (session)); /* of the run that there was */
  ui_fixture_run_to_end (session);
  ui_fixture_wait (is_told, session);
  g_assert_true (heddle_session_get_step (session, &step));
  g_assert_cmpuint (step.n_steps, ==, 3);
}

static void
test_live_untraced (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING (""));

  heddle_session_set_speed (session, 1e-4);
  heddle_session_start (session);
  ui_fixture_wait (has_four, session);
  heddle_session_stop (session);
  ui_fixture_drain ();
}

static gboolean
has_some (gpointer session)
{
  guint n;

  at (session, 500 * US, &n);
  return n == 4;
}

/* As packets the same, half a step on: by a run beside the run, and where members are traced by itself; pieces too. */
static void
test_packets (void)
{
  static const char *const texts[] = { RING ("<run fidelity='packet'/>"), RING ("<run fidelity='packet' trace='xpu'/>") };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (HeddleSession) session = ui_fixture_new_session (texts[i]);
      const HeddleMark *marks;
      HeddleStep step;
      guint n;

      ui_fixture_run_to_end (session);
      g_assert_true (heddle_session_has_marks (session));
      g_assert_false (heddle_session_has_streams (session));
      ui_fixture_wait (has_some, session);
      marks = at (session, 500 * US, &n);
      for (guint m = 0; m < n; m++)
        {
          g_assert_cmpfloat_with_epsilon (marks[m].position, 0.5, 0.02);
          g_assert_cmpfloat_with_epsilon (marks[m].share, 0.25, 1e-6); /* a piece of four */
        }
      g_assert_true (heddle_session_get_step (session, &step));
      g_assert_cmpuint (step.number, ==, 1);
      g_assert_cmpuint (step.n_vectors, ==, 4);
    }
}

/* Where messages are too many, bytes move: as far as has been carried, the same whenever that moment is looked at; none before and after. */
static void
test_streams (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING ("<run iterations='5000'/>"));
  g_autoptr (GArray) first = NULL, later = NULL, again = NULL, whole = NULL;

  ui_fixture_run_to_end (session);
  heddle_session_set_moment (session, 5000 * US);
  first = heddle_session_list_streams (session);
  heddle_session_set_moment (session, 5000 * 1234 * US);
  later = heddle_session_list_streams (session);
  heddle_session_set_moment (session, 5000 * US);
  again = heddle_session_list_streams (session);
  heddle_session_set_moment (session, HD_TIME_MAX);
  whole = heddle_session_list_streams (session);
  g_assert_cmpuint (first->len, ==, 4); /* one way round */
  g_assert_cmpuint (whole->len, ==, 0);
  for (guint i = 0; i < first->len; i++)
    {
      const HeddleStream *a = &g_array_index (first, HeddleStream, i), *b = &g_array_index (again, HeddleStream, i), *c = &g_array_index (later, HeddleStream, i);

      g_assert_cmpuint (a->n, ==, 5); /* a full link */
      g_assert_cmpuint (a->direction, ==, 0);
      g_assert_cmpfloat (a->phase, ==, b->phase);
      g_assert_cmpfloat (a->phase, !=, c->phase);
    }
}

/* Nothing is told of messages where there are more than anybody could follow. */
static void
test_untraceable (void)
{
  static const char *const texts[] = { RING ("<run iterations='5000'/>"), RING ("<run fidelity='packet' iterations='500'/>") };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (HeddleSession) session = ui_fixture_new_session (texts[i]);
      guint n;

      ui_fixture_run_to_end (session);
      g_assert_false (heddle_session_has_marks (session));
      g_assert_null (at (session, 250 * US, &n));
      g_assert_cmpuint (n, ==, 0);
    }
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/marks/ring", test_ring);
  g_test_add_func ("/ui/marks/way", test_way);
  g_test_add_func ("/ui/marks/drawn", test_drawn);
  g_test_add_func ("/ui/marks/pieces", test_pieces);
  g_test_add_func ("/ui/marks/rows", test_rows);
  g_test_add_func ("/ui/marks/told", test_told);
  g_test_add_func ("/ui/marks/live", test_live);
  g_test_add_func ("/ui/marks/step", test_step);
  g_test_add_func ("/ui/marks/untraced", test_untraced);
  g_test_add_func ("/ui/marks/untraced-again", test_untraced_again);
  g_test_add_func ("/ui/marks/live-untraced", test_live_untraced);
  g_test_add_func ("/ui/marks/packets", test_packets);
  g_test_add_func ("/ui/marks/streams", test_streams);
  g_test_add_func ("/ui/marks/untraceable", test_untraceable);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
