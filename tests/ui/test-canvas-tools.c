/* test-canvas-tools.c: what press, drag, release and keys do to a drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a drag is one undo step, and undoing it gives the bytes from before; Escape leaves everything as it was; what fits is linked, what
 * does not says why. Driven through the functions that the controllers call. Left open: the gestures themselves, see tests/end-to-end.
 */
#include <math.h>
#include <string.h>

#include "heddle-canvas-private.h"
#include "heddle-canvas-view.h"
#include "heddle-snap.h"
#include "ui-fixture.h"

#define PROJECT \
  "<heddle version=\"1\" name=\"Tools\">\n" \
  "  <link-class id=\"L\" bandwidth=\"64 GB/s\" latency=\"200 ns\"/>\n" \
  "  <module id=\"box\"><component id=\"m\" type=\"fabric.memory\" x=\"0\" y=\"0\"/><port id=\"p\" of=\"m.port\"/></module>\n" \
  "  <top>\n" \
  "    <component id=\"a\" type=\"fabric.xpu\" x=\"0\" y=\"0\"/>\n" \
  "    <component id=\"b\" type=\"fabric.xpu\" x=\"300\" y=\"0\"/>\n" \
  "    <component id=\"s\" type=\"fabric.cxl-switch\" x=\"150\" y=\"180\"/>\n" \
  "    <component id=\"row\" type=\"fabric.xpu\" count=\"4\" columns=\"4\" x=\"150\" y=\"360\"/>\n" \
  "    <component id=\"stack\" type=\"fabric.xpu\" count=\"4\" columns=\"0\" x=\"480\" y=\"360\"/>\n" \
  "    <component id=\"alien\" type=\"acme.widget\" x=\"480\" y=\"180\"/>\n" \
  "    <instance id=\"box\" of=\"box\" x=\"480\" y=\"0\"/>\n" \
  "    <link id=\"l\" from=\"b.cxl\" to=\"s.down[0]\" class=\"L\"/>\n" \
  "    <note x=\"-200\" y=\"300\" width=\"120\">Two lines\nof a note</note>\n" \
  "  </top>\n" \
  "</heddle>\n"

typedef struct
{
  HeddleSession *session;
  GtkWidget *window;
  HeddleCanvas *canvas;
  char *told;
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
  GtkWidget *view;

  fixture->session = ui_fixture_new_session (PROJECT);
  view = heddle_canvas_view_new (fixture->session);
  fixture->canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  g_signal_connect_swapped (fixture->canvas, "told", G_CALLBACK (on_told), fixture);
  fixture->window = ui_fixture_show (view, 1200, 800);
  heddle_canvas_set_viewport (fixture->canvas, &(HeddleViewport){ -350, -200, 1, 1200, 800 });
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

/* Nothing keeps the session; an elaboration that a later edit has overtaken has it until its thread notices. */
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

static char *
dup_bytes (Fixture *fixture)
{
  return hd_document_to_string (document_of (fixture), NULL);
}

static const HdObject *
top_of (Fixture *fixture)
{
  return hd_object_find_child (hd_document_get_root (document_of (fixture)), HD_OBJECT_TOP, NULL);
}

static guint64
uid_of (Fixture *fixture,
        const char *id)
{
  static const HdObjectKind kinds[] = { HD_OBJECT_COMPONENT, HD_OBJECT_INSTANCE, HD_OBJECT_LINK, HD_OBJECT_GENERATE };
  const HdObject *object = strcmp (id, "note") == 0 ? hd_object_find_child (top_of (fixture), HD_OBJECT_NOTE, NULL) : NULL;

  for (guint i = 0; object == NULL && i < G_N_ELEMENTS (kinds); i++)
    object = hd_object_find_child (top_of (fixture), kinds[i], id);
  g_assert_nonnull (object);
  return hd_object_get_uid (object);
}

static HeddleTarget
target_of (Fixture *fixture,
           const char *id)
{
  return (HeddleTarget){ uid_of (fixture, id), HEDDLE_ALL_MEMBERS };
}

static HeddlePoint
to_widget (Fixture *fixture,
           double x,
           double y)
{
  return heddle_viewport_to_target (heddle_canvas_get_viewport (fixture->canvas), x, y);
}

static HeddleRect
rect_of (Fixture *fixture,
         const char *id)
{
  HeddleRect rect;

  g_assert_true (heddle_drawing_get_rect (heddle_canvas_get_drawing (fixture->canvas), uid_of (fixture, id), &rect));
  return rect;
}

/* A place on its card, away from its ports. */
static HeddlePoint
place_of (Fixture *fixture,
          const char *id)
{
  HeddleRect rect = rect_of (fixture, id);

  return to_widget (fixture, rect.x + rect.width / 2 - 16, rect.y + rect.height / 2);
}

static HeddleScene *
scene_of (Fixture *fixture)
{
  return heddle_drawing_get_scene (heddle_canvas_get_drawing (fixture->canvas));
}

static HeddlePoint
port_of (Fixture *fixture,
         const char *id,
         guint member,
         const char *name)
{
  guint32 first;
  guint n = heddle_drawing_find_nodes (heddle_canvas_get_drawing (fixture->canvas), uid_of (fixture, id), &first);
  HeddlePoint at;

  g_assert_cmpuint (member, <, n);
  for (guint32 port = heddle_scene_first_port (scene_of (fixture), first + member); port != HEDDLE_NO_INDEX;
       port = heddle_scene_next_port (scene_of (fixture), port))
    if (strcmp (heddle_scene_port (scene_of (fixture), port)->label, name) == 0)
      {
        at = heddle_scene_port_point (scene_of (fixture), port);
        return to_widget (fixture, at.x, at.y);
      }
  g_assert_not_reached ();
}

static HeddlePoint
halfway (HeddlePoint a,
         HeddlePoint b)
{
  return (HeddlePoint){ (a.x + b.x) / 2, (a.y + b.y) / 2 };
}

static void
press_and_drag (Fixture *fixture,
                HeddlePoint from,
                HeddlePoint to,
                guint button,
                GdkModifierType state)
{
  heddle_canvas_press (fixture->canvas, from, button, state);
  heddle_canvas_drag (fixture->canvas, halfway (from, to), state);
  heddle_canvas_drag (fixture->canvas, to, state);
}

static void
drag (Fixture *fixture,
      HeddlePoint from,
      HeddlePoint to,
      GdkModifierType state)
{
  press_and_drag (fixture, from, to, GDK_BUTTON_PRIMARY, state);
  heddle_canvas_release (fixture->canvas, to, state);
  settle (fixture);
}

static void
click (Fixture *fixture,
       HeddlePoint at,
       GdkModifierType state)
{
  heddle_canvas_press (fixture->canvas, at, GDK_BUTTON_PRIMARY, state);
  heddle_canvas_release (fixture->canvas, at, state);
}

static double
number_of (Fixture *fixture,
           const char *id,
           const char *attribute)
{
  return g_ascii_strtod (hd_object_get (hd_document_get_object (document_of (fixture), uid_of (fixture, id)), attribute), NULL);
}

static guint
count (Fixture *fixture,
       HdObjectKind kind)
{
  guint n = 0;

  for (guint i = 0; i < hd_object_get_n_children (top_of (fixture)); i++)
    n += hd_object_get_kind (hd_object_get_child (top_of (fixture), i)) == kind;
  return n;
}

static void
assert_undone (Fixture *fixture,
               const char *before)
{
  g_autofree char *after = NULL;

  g_assert_true (hd_document_undo (document_of (fixture)));
  after = dup_bytes (fixture);
  g_assert_cmpstr (after, ==, before);
  settle (fixture);
}

/* ---- selecting ----------------------------------------------------------------------------------------------------------------- */

static void
test_click (Fixture *fixture,
            gconstpointer data)
{
  click (fixture, place_of (fixture, "a"), 0);
  g_assert_true (heddle_session_is_selected (fixture->session, target_of (fixture, "a")));
  click (fixture, place_of (fixture, "s"), GDK_SHIFT_MASK);
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), ==, 2);
  click (fixture, place_of (fixture, "a"), GDK_CONTROL_MASK);
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), ==, 1);
  g_assert_true (heddle_session_is_selected (fixture->session, target_of (fixture, "s")));
  click (fixture, place_of (fixture, "note"), 0);
  g_assert_true (heddle_session_is_selected (fixture->session, target_of (fixture, "note")));
  click (fixture, to_widget (fixture, -300, 500), 0);
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), ==, 0);
  click (fixture, place_of (fixture, "l"), 0);
  /* The middle of the rectangle around a link need not lie on it; the link itself does. */
  HeddlePoint at = heddle_scene_link_at (scene_of (fixture), 0, 0.5, NULL);
  click (fixture, to_widget (fixture, at.x, at.y), 0);
  g_assert_cmpuint (heddle_session_get_selected (fixture->session, 0).uid, ==, uid_of (fixture, "l"));
}

static void
test_band (Fixture *fixture,
           gconstpointer data)
{
  HeddlePoint from = to_widget (fixture, -120, -100), to = to_widget (fixture, 386, 60);
  HeddleTarget row;

  drag (fixture, from, to, 0);
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), ==, 2);
  g_assert_true (heddle_session_is_selected (fixture->session, target_of (fixture, "a")));
  g_assert_true (heddle_session_is_selected (fixture->session, target_of (fixture, "b")));

  /* An array of which several members are caught is caught once; what was selected stays with Shift. */
  drag (fixture, to_widget (fixture, -20, 300), to_widget (fixture, 340, 430), GDK_SHIFT_MASK);
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), ==, 3);
  row = target_of (fixture, "row");
  g_assert_true (heddle_session_is_selected (fixture->session, row));

  press_and_drag (fixture, from, to, GDK_BUTTON_PRIMARY, 0);
  g_assert_true (heddle_canvas_key (fixture->canvas, GDK_KEY_Escape, 0));
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), ==, 3);
  g_assert_true (heddle_session_is_selected (fixture->session, row));
  g_assert_cmpuint (heddle_scene_node (scene_of (fixture), 0)->state & HEDDLE_STATE_SELECTED, !=, 0);
}

static void
test_select_all (Fixture *fixture,
                 gconstpointer data)
{
  heddle_canvas_select_all (fixture->canvas);
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), ==, 9);
}

static void
test_pan (Fixture *fixture,
          gconstpointer data)
{
  HeddleViewport before = *heddle_canvas_get_viewport (fixture->canvas);
  HeddlePoint from = place_of (fixture, "a"), to = { from.x + 120, from.y - 40 };

  press_and_drag (fixture, from, to, GDK_BUTTON_MIDDLE, 0);
  heddle_canvas_release (fixture->canvas, to, 0);
  g_assert_cmpfloat_with_epsilon (heddle_canvas_get_viewport (fixture->canvas)->x, before.x - 120, 1e-6);
  g_assert_cmpfloat_with_epsilon (heddle_canvas_get_viewport (fixture->canvas)->y, before.y + 40, 1e-6);
}

/* ---- moving ---------------------------------------------------------------------------------------------------------------------- */

static void
test_move (Fixture *fixture,
           gconstpointer data)
{
  g_autofree char *before = dup_bytes (fixture);
  HeddlePoint from = place_of (fixture, "a");
  guint64 uid = uid_of (fixture, "a");
  HeddlePoint place;

  drag (fixture, from, (HeddlePoint){ from.x - 121, from.y + 98 }, 0);
  g_assert_cmpfloat (number_of (fixture, "a", "x"), ==, -120);
  g_assert_cmpfloat (number_of (fixture, "a", "y"), ==, 96);
  g_assert_true (heddle_drawing_get_place (heddle_canvas_get_drawing (fixture->canvas), uid, &place, NULL));
  g_assert_cmpfloat (place.x, ==, -120);
  assert_undone (fixture, before);

  /* Half the grid with Shift, none with Alt. */
  heddle_session_select_none (fixture->session);
  drag (fixture, from, (HeddlePoint){ from.x - 122, from.y + 100 }, GDK_ALT_MASK);
  g_assert_cmpfloat (number_of (fixture, "a", "x"), ==, -122);
  g_assert_cmpfloat (number_of (fixture, "a", "y"), ==, 100);
  assert_undone (fixture, before);
  heddle_session_select (fixture->session, target_of (fixture, "a"));
  drag (fixture, from, (HeddlePoint){ from.x - 122, from.y + 99 }, GDK_SHIFT_MASK);
  g_assert_cmpfloat (number_of (fixture, "a", "x"), ==, -123);
  assert_undone (fixture, before);

  press_and_drag (fixture, from, (HeddlePoint){ from.x + 60, from.y }, GDK_BUTTON_PRIMARY, 0);
  g_assert_cmpfloat (heddle_scene_node (scene_of (fixture), 0)->x, >, 30);
  heddle_canvas_key (fixture->canvas, GDK_KEY_Escape, 0);
  g_assert_cmpfloat (heddle_scene_node (scene_of (fixture), 0)->x, ==, 0);
  heddle_canvas_release (fixture->canvas, from, 0);
  g_assert_cmpstr (hd_document_get_undo_name (document_of (fixture)), ==, NULL);
}

static void
test_move_many (Fixture *fixture,
                gconstpointer data)
{
  g_autofree char *before = dup_bytes (fixture);
  HeddlePoint from = place_of (fixture, "row");

  /* One member moves all of its array, and all else that is selected. */
  heddle_session_select_many (fixture->session, (HeddleTarget[]){ { uid_of (fixture, "row"), 1 }, target_of (fixture, "note"), target_of (fixture, "l") }, 3);
  drag (fixture, to_widget (fixture, 125, 360), (HeddlePoint){ to_widget (fixture, 125, 360).x, from.y + 120 }, 0);
  g_assert_cmpfloat (number_of (fixture, "row", "y"), ==, 480);
  g_assert_cmpfloat (number_of (fixture, "note", "y"), ==, 420);
  assert_undone (fixture, before);
}

static void
test_copy (Fixture *fixture,
           gconstpointer data)
{
  g_autofree char *before = dup_bytes (fixture);
  HeddlePoint from = place_of (fixture, "a");

  drag (fixture, from, (HeddlePoint){ from.x, from.y + 102 }, GDK_CONTROL_MASK);
  g_assert_cmpuint (count (fixture, HD_OBJECT_COMPONENT), ==, 7);
  g_assert_cmpfloat (number_of (fixture, "a", "y"), ==, 0);
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), ==, 1);
  g_assert_cmpuint (heddle_session_get_selected (fixture->session, 0).uid, !=, uid_of (fixture, "a"));
  assert_undone (fixture, before);
}

static void
test_nudge (Fixture *fixture,
            gconstpointer data)
{
  heddle_session_select (fixture->session, target_of (fixture, "a"));
  heddle_canvas_key (fixture->canvas, GDK_KEY_Right, GDK_CONTROL_MASK);
  heddle_canvas_key (fixture->canvas, GDK_KEY_Down, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  g_assert_cmpfloat (number_of (fixture, "a", "x"), ==, 6);
  g_assert_cmpfloat (number_of (fixture, "a", "y"), ==, 60);
}

/* What has no place yet takes that where it is drawn, also if keys come faster than drawings. */
static void
test_unplaced (Fixture *fixture,
               gconstpointer data)
{
  HdDocument *document = document_of (fixture);
  HeddlePoint place;
  gboolean written;

  g_assert_true (hd_document_set_attribute (document, uid_of (fixture, "a"), "x", NULL, NULL));
  g_assert_true (hd_document_set_attribute (document, uid_of (fixture, "a"), "y", NULL, NULL));
  settle (fixture);
  g_assert_true (heddle_drawing_get_place (heddle_canvas_get_drawing (fixture->canvas), uid_of (fixture, "a"), &place, &written));
  g_assert_false (written);
  heddle_session_select (fixture->session, target_of (fixture, "a"));
  heddle_canvas_nudge (fixture->canvas, 6, 0);
  heddle_canvas_nudge (fixture->canvas, 6, 0);
  g_assert_cmpfloat (number_of (fixture, "a", "x"), ==, place.x + 12);
  g_assert_cmpfloat (number_of (fixture, "a", "y"), ==, place.y);
}

static void
test_snap (void)
{
  HeddleRect moving = { 0, 0, 100, 40 }, others[] = { { 300, 200, 60, 40 }, { 203, -300, 100, 40 } };
  HeddleSnap snap;

  /* Edge to edge, with the gap between. */
  heddle_snap_find (&moving, (HeddlePoint){ 50, 20 }, 297, 90, others, 2, 6, 5, &snap);
  g_assert_cmpfloat (snap.dx, ==, 300);
  g_assert_cmpfloat (snap.dy, ==, 88); /* the anchor on the grid: 108 */
  g_assert_cmpuint (snap.n_guides, ==, 1);
  g_assert_true (snap.guides[0].vertical);
  g_assert_cmpfloat (snap.guides[0].at, ==, 300);
  g_assert_cmpfloat (snap.guides[0].gap_begin, ==, 128);
  g_assert_cmpfloat (snap.guides[0].gap_end, ==, 200);

  /* Centres, both ways at once. */
  heddle_snap_find (&moving, (HeddlePoint){ 50, 20 }, 281, 201, others, 1, 6, 5, &snap);
  g_assert_cmpfloat (snap.dx, ==, 280);
  g_assert_cmpfloat (snap.dy, ==, 200);
  g_assert_cmpuint (snap.n_guides, ==, 2);

  /* Nothing in reach, no grid. */
  heddle_snap_find (&moving, (HeddlePoint){ 50, 20 }, 31.5, 17.25, others, 2, 0, 0, &snap);
  g_assert_cmpfloat (snap.dx, ==, 31.5);
  g_assert_cmpuint (snap.n_guides, ==, 0);
}

/* ---- linking ------------------------------------------------------------------------------------------------------------------------ */

static void
test_link (Fixture *fixture,
           gconstpointer data)
{
  g_autofree char *before = dup_bytes (fixture);
  const HdObject *link;

  drag (fixture, port_of (fixture, "a", 0, "cxl"), port_of (fixture, "s", 0, "down"), 0);
  g_assert_cmpuint (count (fixture, HD_OBJECT_LINK), ==, 2);
  link = hd_document_get_object (document_of (fixture), heddle_session_get_selected (fixture->session, 0).uid);
  g_assert_cmpstr (hd_object_get (link, "from"), ==, "a.cxl");
  g_assert_cmpstr (hd_object_get (link, "to"), ==, "s.down[1]");
  g_assert_cmpstr (hd_object_get (link, "class"), ==, "L");
  g_assert_null (fixture->told);
  assert_undone (fixture, before);

  /* On its card: the first free port that fits. */
  drag (fixture, port_of (fixture, "a", 0, "cxl"), place_of (fixture, "s"), 0);
  g_assert_cmpuint (count (fixture, HD_OBJECT_LINK), ==, 2);
  assert_undone (fixture, before);
}

/* While the button is held and nothing has moved yet, the drawing of an earlier edit comes: the drag that follows is not lost. Only if what was pressed is gone. */
static void
test_press_while_redrawn (Fixture *fixture,
                          gconstpointer data)
{
  HeddlePoint from = port_of (fixture, "a", 0, "cxl"), to = port_of (fixture, "s", 0, "down");

  heddle_canvas_press (fixture->canvas, from, GDK_BUTTON_PRIMARY, 0);
  g_assert_true (hd_document_set_attribute (document_of (fixture), uid_of (fixture, "row"), "title", "edited", NULL));
  settle (fixture);
  heddle_canvas_drag (fixture->canvas, halfway (from, to), 0);
  heddle_canvas_drag (fixture->canvas, to, 0);
  heddle_canvas_release (fixture->canvas, to, 0);
  settle (fixture);
  g_assert_cmpuint (count (fixture, HD_OBJECT_LINK), ==, 2);
  g_assert_true (hd_document_undo (document_of (fixture)));
  settle (fixture);

  heddle_canvas_press (fixture->canvas, from, GDK_BUTTON_PRIMARY, 0);
  g_assert_true (hd_document_remove (document_of (fixture), uid_of (fixture, "a"), NULL));
  settle (fixture);
  heddle_canvas_drag (fixture->canvas, to, 0);
  heddle_canvas_release (fixture->canvas, to, 0);
  settle (fixture);
  g_assert_cmpuint (count (fixture, HD_OBJECT_LINK), ==, 1);
}

/* A card of figures would hide what is linked, and what has just been linked. */
static void
test_hints (Fixture *fixture,
            gconstpointer data)
{
  HeddlePoint from = port_of (fixture, "a", 0, "cxl"), to = port_of (fixture, "s", 0, "down");

  g_assert_cmpuint (heddle_canvas_get_wait_ms (fixture->canvas), ==, 0);
  heddle_canvas_press (fixture->canvas, from, GDK_BUTTON_PRIMARY, 0);
  g_assert_cmpuint (heddle_canvas_get_wait_ms (fixture->canvas), ==, G_MAXUINT);
  heddle_canvas_drag (fixture->canvas, to, 0);
  g_assert_cmpuint (heddle_canvas_get_wait_ms (fixture->canvas), ==, G_MAXUINT);
  heddle_canvas_release (fixture->canvas, to, 0);
  g_assert_cmpuint (heddle_canvas_get_wait_ms (fixture->canvas), >, 0);
  g_assert_cmpuint (heddle_canvas_get_wait_ms (fixture->canvas), <=, 1001);
  /* A click takes none. */
  heddle_canvas_press (fixture->canvas, place_of (fixture, "s"), GDK_BUTTON_PRIMARY, 0);
  heddle_canvas_release (fixture->canvas, place_of (fixture, "s"), 0);
  g_assert_cmpuint (heddle_canvas_get_wait_ms (fixture->canvas), <=, 1001);
}

static void
test_link_feedback (Fixture *fixture,
                    gconstpointer data)
{
  HeddlePoint from = port_of (fixture, "a", 0, "cxl"), wrong = port_of (fixture, "b", 0, "pcie");
  guint fits = 0, faded = 0;

  press_and_drag (fixture, from, wrong, GDK_BUTTON_PRIMARY, 0);
  for (guint32 i = 0; i < heddle_scene_n_ports (scene_of (fixture)); i++)
    {
      fits += (heddle_scene_port (scene_of (fixture), i)->state & HEDDLE_STATE_FITS) != 0;
      faded += (heddle_scene_port (scene_of (fixture), i)->state & HEDDLE_STATE_FADED) != 0;
    }
  g_assert_cmpuint (fits, >, 2);
  g_assert_cmpuint (faded, >, 5);
  gtk_test_widget_wait_for_draw (fixture->window);
  heddle_canvas_release (fixture->canvas, wrong, 0);
  g_assert_nonnull (fixture->told);
  g_assert_cmpuint (count (fixture, HD_OBJECT_LINK), ==, 1);
  for (guint32 i = 0; i < heddle_scene_n_ports (scene_of (fixture)); i++)
    g_assert_cmpuint (heddle_scene_port (scene_of (fixture), i)->state & (HEDDLE_STATE_FITS | HEDDLE_STATE_FADED), ==, 0);

  press_and_drag (fixture, from, port_of (fixture, "s", 0, "down"), GDK_BUTTON_PRIMARY, 0);
  heddle_canvas_key (fixture->canvas, GDK_KEY_Escape, 0);
  heddle_canvas_release (fixture->canvas, from, 0);
  g_assert_cmpuint (count (fixture, HD_OBJECT_LINK), ==, 1);
}

static GtkWidget *
find_row (GtkWidget *widget,
          const char *text)
{
  GtkWidget *label = ui_fixture_find_label (widget, text);

  return label != NULL ? gtk_widget_get_ancestor (label, GTK_TYPE_LIST_BOX_ROW) : NULL;
}

static void
choose (Fixture *fixture,
        const char *text)
{
  GtkWidget *row = find_row (GTK_WIDGET (fixture->canvas), text);

  g_assert_nonnull (row);
  g_signal_emit_by_name (gtk_widget_get_parent (row), "row-activated", row);
  settle (fixture);
}

/* A stack or a member of an array: what is meant is asked. */
static void
test_link_members (Fixture *fixture,
                   gconstpointer data)
{
  g_autofree char *before = dup_bytes (fixture);
  const HdObject *link;

  drag (fixture, port_of (fixture, "row", 2, "cxl"), port_of (fixture, "s", 0, "down"), 0);
  g_assert_cmpuint (count (fixture, HD_OBJECT_LINK), ==, 1);
  choose (fixture, "each row to s");
  link = hd_document_get_object (document_of (fixture), heddle_session_get_selected (fixture->session, 0).uid);
  g_assert_cmpstr (hd_object_get (link, "from"), ==, "row[i].cxl");
  assert_undone (fixture, before);

  drag (fixture, port_of (fixture, "row", 2, "cxl"), port_of (fixture, "s", 0, "down"), 0);
  choose (fixture, "row[2] to s");
  link = hd_document_get_object (document_of (fixture), heddle_session_get_selected (fixture->session, 0).uid);
  g_assert_cmpstr (hd_object_get (link, "from"), ==, "row[2].cxl");
}

static void
test_link_to_new (Fixture *fixture,
                  gconstpointer data)
{
  g_autofree char *before = dup_bytes (fixture);

  drag (fixture, port_of (fixture, "a", 0, "cxl"), to_widget (fixture, -200, 120), 0);
  g_assert_cmpuint (count (fixture, HD_OBJECT_COMPONENT), ==, 6);
  choose (fixture, "CXL switch");
  g_assert_cmpuint (count (fixture, HD_OBJECT_COMPONENT), ==, 7);
  g_assert_cmpuint (count (fixture, HD_OBJECT_LINK), ==, 2);
  assert_undone (fixture, before);
}

static void
test_relink (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *before = dup_bytes (fixture);
  HeddlePoint end;
  const HdObject *link;

  heddle_session_select (fixture->session, target_of (fixture, "l"));
  end = heddle_scene_link_at (scene_of (fixture), 0, 0.09, NULL); /* at b, beside its port */
  drag (fixture, to_widget (fixture, end.x, end.y), port_of (fixture, "a", 0, "cxl"), 0);
  g_assert_cmpuint (count (fixture, HD_OBJECT_LINK), ==, 1);
  link = hd_document_get_object (document_of (fixture), uid_of (fixture, "l"));
  g_assert_cmpstr (hd_object_get (link, "from"), ==, "a.cxl");
  g_assert_cmpstr (hd_object_get (link, "to"), ==, "s.down[0]");
  g_assert_cmpstr (hd_object_get (link, "class"), ==, "L");
  assert_undone (fixture, before);
}

static void
test_link_keys (Fixture *fixture,
                gconstpointer data)
{
  heddle_session_select (fixture->session, target_of (fixture, "a"));
  g_assert_true (heddle_canvas_key (fixture->canvas, GDK_KEY_l, 0));
  /* pcie, xpu, cxl in the descriptor's order */
  g_assert_true (heddle_canvas_key (fixture->canvas, GDK_KEY_Tab, 0));
  g_assert_true (heddle_canvas_key (fixture->canvas, GDK_KEY_Tab, 0));
  g_assert_true (heddle_canvas_key (fixture->canvas, GDK_KEY_Return, 0));
  g_assert_true (heddle_canvas_key (fixture->canvas, GDK_KEY_Down, 0));
  g_assert_true (heddle_canvas_key (fixture->canvas, GDK_KEY_Up, 0));
  g_assert_true (heddle_canvas_key (fixture->canvas, GDK_KEY_Return, 0));
  settle (fixture);
  g_assert_cmpuint (count (fixture, HD_OBJECT_LINK), ==, 2);

  heddle_session_select (fixture->session, target_of (fixture, "a"));
  heddle_canvas_key (fixture->canvas, GDK_KEY_l, 0);
  heddle_canvas_key (fixture->canvas, GDK_KEY_Escape, 0);
  g_assert_cmpuint (count (fixture, HD_OBJECT_LINK), ==, 2);

  heddle_session_select (fixture->session, target_of (fixture, "note"));
  g_assert_false (heddle_canvas_begin_link (fixture->canvas));
  g_assert_nonnull (fixture->told);
}

/* ---- adding ------------------------------------------------------------------------------------------------------------------------------ */

static void
test_add (Fixture *fixture,
          gconstpointer data)
{
  g_autofree char *before = dup_bytes (fixture);
  g_autoptr (GError) error = NULL;
  guint64 uid = heddle_canvas_add (fixture->canvas, "heddle-type:fabric.xpu", (HeddlePoint){ 700.4, 101 }, &error);
  const HdObject *object;

  g_assert_no_error (error);
  object = hd_document_get_object (document_of (fixture), uid);
  g_assert_cmpstr (hd_object_get (object, "x"), ==, "702");
  g_assert_cmpstr (hd_object_get (object, "y"), ==, "102");
  g_assert_cmpuint (heddle_session_get_selected (fixture->session, 0).uid, ==, uid);
  assert_undone (fixture, before);

  g_assert_cmpuint (heddle_canvas_add (fixture->canvas, "heddle-module:box", (HeddlePoint){ 0, 500 }, &error), !=, 0);
  assert_undone (fixture, before);
  g_assert_cmpuint (heddle_canvas_add (fixture->canvas, "heddle-generator:ring", (HeddlePoint){ 0, 500 }, &error), !=, 0);
  assert_undone (fixture, before);

  static const char *const nonsense[] = { "", "hello", "heddle-type:", "heddle-type:no.such", "heddle-module:none", "heddle-generator:none" };

  for (guint i = 0; i < G_N_ELEMENTS (nonsense); i++)
    {
      g_autofree char *after = NULL;

      g_assert_cmpuint (heddle_canvas_add (fixture->canvas, nonsense[i], (HeddlePoint){ 0, 0 }, &error), ==, 0);
      g_assert_nonnull (error);
      g_clear_error (&error);
      after = dup_bytes (fixture);
      g_assert_cmpstr (after, ==, before);
    }
}

/* ---- names ---------------------------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
find_widget (GtkWidget *widget,
             GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); found == NULL && child != NULL; child = gtk_widget_get_next_sibling (child))
    found = find_widget (child, type);
  return found;
}

static gboolean
is_dropped (gpointer popover)
{
  return gtk_widget_get_parent (popover) == NULL;
}

/* A tooltip that is due half a second after the pointer moved looks for its surface, closed or not; then the popover goes. */
static void
check_lingers (GtkWidget *popover)
{
  gint64 closed_us = g_get_monotonic_time ();

  g_assert_false (gtk_widget_get_visible (popover));
  ui_fixture_drain ();
  g_assert_true (gtk_widget_get_parent (popover) != NULL || g_get_monotonic_time () - closed_us > G_USEC_PER_SEC / 2);
  ui_fixture_wait (is_dropped, popover);
}

static void
test_rename (Fixture *fixture,
             gconstpointer data)
{
  g_autofree char *before = dup_bytes (fixture);
  g_autoptr (GtkWidget) popover = NULL;
  GtkWidget *entry, *view;

  heddle_canvas_activate (fixture->canvas, target_of (fixture, "s"));
  entry = find_widget (GTK_WIDGET (fixture->canvas), GTK_TYPE_ENTRY);
  popover = g_object_ref (gtk_widget_get_ancestor (entry, GTK_TYPE_POPOVER));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "s");
  gtk_editable_set_text (GTK_EDITABLE (entry), "b");
  g_signal_emit_by_name (entry, "activate");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  gtk_editable_set_text (GTK_EDITABLE (entry), "hub");
  g_signal_emit_by_name (entry, "activate");
  check_lingers (popover);
  settle (fixture);
  g_assert_null (find_widget (GTK_WIDGET (fixture->canvas), GTK_TYPE_ENTRY));
  g_assert_cmpstr (hd_object_get (hd_document_get_object (document_of (fixture), uid_of (fixture, "l")), "to"), ==, "hub.down[0]");
  assert_undone (fixture, before);

  heddle_canvas_activate (fixture->canvas, target_of (fixture, "note"));
  view = find_widget (GTK_WIDGET (fixture->canvas), GTK_TYPE_TEXT_VIEW);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), "One\nTwo\nThree", -1);
  heddle_canvas_close_popover (fixture->canvas);
  settle (fixture);
  g_assert_cmpstr (hd_object_get_text (hd_document_get_object (document_of (fixture), uid_of (fixture, "note"))), ==, "One\nTwo\nThree");
  assert_undone (fixture, before);

  heddle_canvas_activate (fixture->canvas, target_of (fixture, "box"));
  g_assert_cmpuint (heddle_session_get_depth (fixture->session), ==, 1);
}

/* ---- reading ---------------------------------------------------------------------------------------------------------------------------------- */

static void
test_step (Fixture *fixture,
           gconstpointer data)
{
  static const char *const order[] = { "a", "b", "box", "s", "alien", "row", "row", "row", "row", "stack" };

  heddle_session_select_none (fixture->session);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      g_assert_true (heddle_canvas_step (fixture->canvas, TRUE));
      g_assert_cmpuint (heddle_session_get_selected (fixture->session, 0).uid, ==, uid_of (fixture, order[i]));
    }
  g_assert_false (heddle_canvas_step (fixture->canvas, TRUE));
  for (guint i = G_N_ELEMENTS (order) - 1; i-- > 0;)
    {
      g_assert_true (heddle_canvas_step (fixture->canvas, FALSE));
      g_assert_cmpuint (heddle_session_get_selected (fixture->session, 0).uid, ==, uid_of (fixture, order[i]));
    }
}

static void
test_names (Fixture *fixture,
            gconstpointer data)
{
  static const struct
  {
    const char *id;
    const char *begins;
    const char *holds;
  } names[] = {
    { "b", "XPU b", "linked to s" },
    { "a", "XPU a", "not linked" },
    { "stack", "XPU stack", "4 members" },
    { "alien", "Unknown component alien", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      guint32 first;
      g_autofree char *name = NULL;

      heddle_drawing_find_nodes (heddle_canvas_get_drawing (fixture->canvas), uid_of (fixture, names[i].id), &first);
      name = heddle_canvas_dup_node_name (fixture->canvas, first);
      g_assert_true (g_str_has_prefix (name, names[i].begins));
      g_assert_nonnull (strstr (name, names[i].holds));
    }
}

static void
test_extents (Fixture *fixture,
              gconstpointer data)
{
  guint64 uids[] = { uid_of (fixture, "row"), uid_of (fixture, "l"), uid_of (fixture, "a") };
  HeddleExtent extents[3];

  g_assert_cmpuint (heddle_canvas_get_extents (fixture->canvas, uids, 3, extents), ==, 2);
  g_assert_cmpuint (extents[0].uid, ==, uids[0]);
  g_assert_cmpfloat (extents[0].width, >, 4 * 72);
  g_assert_cmpuint (extents[1].uid, ==, uids[2]);

  heddle_canvas_pan (fixture->canvas, 5000, 0);
  heddle_canvas_show (fixture->canvas, uids, 1);
  g_assert_cmpfloat (place_of (fixture, "row").x, >, 0);
  g_assert_cmpfloat (place_of (fixture, "row").x, <, 1200);

  /* what is shown in part is brought into view, and no farther */
  heddle_canvas_pan (fixture->canvas, -place_of (fixture, "a").x + 5, 0);
  heddle_canvas_show (fixture->canvas, &uids[2], 1);
  g_assert_cmpfloat (place_of (fixture, "a").x, >, extents[1].width / 2);
  g_assert_cmpfloat (place_of (fixture, "a").x, <, extents[1].width / 2 + 60);
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/ui/canvas/tools/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("click", test_click);
  ADD ("band", test_band);
  ADD ("select-all", test_select_all);
  ADD ("pan", test_pan);
  ADD ("move", test_move);
  ADD ("move-many", test_move_many);
  ADD ("copy", test_copy);
  ADD ("nudge", test_nudge);
  ADD ("unplaced", test_unplaced);
  ADD ("link", test_link);
  ADD ("press-while-redrawn", test_press_while_redrawn);
  ADD ("hints", test_hints);
  ADD ("link-feedback", test_link_feedback);
  ADD ("link-members", test_link_members);
  ADD ("link-to-new", test_link_to_new);
  ADD ("relink", test_relink);
  ADD ("link-keys", test_link_keys);
  ADD ("add", test_add);
  ADD ("rename", test_rename);
  ADD ("step", test_step);
  ADD ("names", test_names);
  ADD ("extents", test_extents);
#undef ADD
  g_test_add_func ("/ui/canvas/snap", test_snap);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
