/* test-places.c: what stands somewhere stays there
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: whatever is inserted, deleted, undone or redone, all else stays where it is on screen; a new topology covers nothing; what a file gives no
 * place gets one that lasts. Left open: arrays that take another shape because they are linked differently. The seed is printed; `--seed` sets it.
 */
#include <math.h>

#include "heddle-canvas-view.h"
#include "heddle-edits.h"
#include "ui-fixture.h"

#define N_OPERATIONS 16

typedef struct
{
  HeddleSession *session;
  GtkWidget *window;
  HeddleCanvas *canvas;
} Fixture;

static void
open_text (Fixture *self,
           const char *text)
{
  GtkWidget *view;

  self->session = ui_fixture_new_session (text);
  view = heddle_canvas_view_new (self->session);
  self->canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));
  self->window = ui_fixture_show (view, 900, 600);
}

static void
close_project (Fixture *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  ui_fixture_drain ();
  g_assert_finalize_object (self->session);
}

static gboolean
is_elaborated (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

static HeddleScene *
get_scene (Fixture *self)
{
  return heddle_drawing_get_scene (heddle_canvas_get_drawing (self->canvas));
}

/* ---- places on screen ----------------------------------------------------------------------------------------------------------- */

static char *
dup_key (HeddleTarget target)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT "[%d]", target.uid, target.index);
}

/* "uid[member]" -> HeddlePoint */
static GHashTable *
collect_places (Fixture *self)
{
  GHashTable *places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  HeddleScene *scene = get_scene (self);

  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (scene, i);
      HeddlePoint at = heddle_viewport_to_target (heddle_canvas_get_viewport (self->canvas), node->x, node->y);

      g_hash_table_insert (places, dup_key (heddle_drawing_get_node_target (heddle_canvas_get_drawing (self->canvas), i)), g_memdup2 (&at, sizeof at));
    }
  return places;
}

/* How many are in both. */
static guint
assert_same_places (GHashTable *before,
                    GHashTable *after,
                    const char *what)
{
  GHashTableIter iter;
  gpointer key, value;
  guint n = 0;

  g_hash_table_iter_init (&iter, before);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      const HeddlePoint *old = value, *new = g_hash_table_lookup (after, key);

      if (new == NULL)
        continue;
      n++;
      if (hypot (new->x - old->x, new->y - old->y) > 0.01)
        g_error ("%s moved %s from %g, %g to %g, %g", what, (const char *) key, old->x, old->y, new->x, new->y);
    }
  return n;
}

/* ---- operations ----------------------------------------------------------------------------------------------------------------- */

static void
add_something (Fixture *self)
{
  static const char *const things[] = { "heddle-type:fabric.xpu", "heddle-type:fabric.switch", "heddle-type:manycore.vcore" };
  g_autofree char *topology = g_strconcat ("heddle-generator:", hd_generators_get (g_test_rand_int_range (0, hd_generators_get_n ()))->kind, NULL);
  const char *what = g_test_rand_int_range (0, 2) == 0 ? topology : things[g_test_rand_int_range (0, G_N_ELEMENTS (things))];
  g_autoptr (GError) error = NULL;

  heddle_canvas_add (self->canvas, what, heddle_canvas_find_room (self->canvas), &error);
  g_assert_no_error (error);
}

static void
delete_something (Fixture *self)
{
  HeddleScene *scene = get_scene (self);
  guint n = heddle_scene_n_nodes (scene);
  g_autoptr (GError) error = NULL;

  if (n == 0)
    return;

  guint64 uid = heddle_drawing_get_node_target (heddle_canvas_get_drawing (self->canvas), g_test_rand_int_range (0, n)).uid;

  heddle_edit_delete (heddle_session_get_document (self->session), &uid, 1, &error);
  g_assert_no_error (error);
}

static const char *
operate (Fixture *self)
{
  HdDocument *document = heddle_session_get_document (self->session);

  switch (g_test_rand_int_range (0, 6))
    {
    case 0 ... 2:
      add_something (self);
      return "adding";
    case 3:
      delete_something (self);
      return "deleting";
    case 4:
      hd_document_undo (document);
      return "undoing";
    default:
      hd_document_redo (document);
      return "redoing";
    }
}

static void
test_random (gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", data, NULL), *text = NULL;
  Fixture self;
  guint n = 0;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  open_text (&self, text);
  g_autoptr (GHashTable) before = collect_places (&self);
  for (guint i = 0; i < N_OPERATIONS; i++)
    {
      const char *what = operate (&self);

      ui_fixture_wait (is_elaborated, self.session);

      g_autoptr (GHashTable) after = collect_places (&self);

      n += assert_same_places (before, after, what);
      g_hash_table_unref (before);
      before = g_steal_pointer (&after);
    }
  g_assert_cmpuint (n, >, 0);
  close_project (&self);
}

/* ---- one by one ----------------------------------------------------------------------------------------------------------------- */

#define FOUR_BY_HAND                                                                                                                       \
  "<heddle version=\"1\"><top><component id=\"a\" type=\"fabric.xpu\" x=\"0\" y=\"0\"/><component id=\"b\" type=\"fabric.xpu\" x=\"900\" " \
  "y=\"0\"/><component id=\"c\" type=\"fabric.switch\" count=\"4\" columns=\"4\" x=\"0\" y=\"30\"/></top></heddle>"

/* An array that is laid over something by hand stays there too. */
static void
test_array (void)
{
  Fixture self;
  guint64 uid;

  open_text (&self, FOUR_BY_HAND);
  g_autoptr (GHashTable) before = collect_places (&self), after = NULL;

  uid = ui_fixture_uid (self.session, NULL, HD_OBJECT_COMPONENT, "a");
  g_assert_true (heddle_edit_delete (heddle_session_get_document (self.session), &uid, 1, NULL));
  ui_fixture_wait (is_elaborated, self.session);
  after = collect_places (&self);
  g_assert_cmpuint (assert_same_places (before, after, "deleting"), ==, 5);
  close_project (&self);
}

static void
test_topology_covers_nothing (void)
{
  Fixture self;
  HeddleRect old, new;
  HeddleDrawing *drawing;
  g_autoptr (GError) error = NULL;

  open_text (&self, FOUR_BY_HAND);

  guint64 uid = heddle_canvas_add (self.canvas, "heddle-generator:torus", (HeddlePoint){ 0, 0 }, &error);

  g_assert_no_error (error);
  ui_fixture_wait (is_elaborated, self.session);
  drawing = heddle_canvas_get_drawing (self.canvas);
  g_assert_true (heddle_drawing_get_rect (drawing, uid, &new));
  for (const char *const *id = (const char *const[]){ "a", "b", "c", NULL }; *id != NULL; id++)
    {
      g_assert_true (heddle_drawing_get_rect (drawing, ui_fixture_uid (self.session, NULL, HD_OBJECT_COMPONENT, *id), &old));
      g_assert_true (old.x + old.width <= new.x || new.x + new.width <= old.x || old.y + old.height <= new.y || new.y + new.height <= old.y);
    }
  close_project (&self);
}

/* What has none gets a place when it is read; that is no edit. */
static void
test_without_places (void)
{
  Fixture self;
  HdDocument *document;

  open_text (&self, "<heddle version=\"1\"><top><component id=\"a\" type=\"fabric.xpu\"/><component id=\"b\" type=\"fabric.switch\" count=\"5\"/>"
                    "<component id=\"c\" type=\"fabric.switch\" x=\"90\" y=\"60\"/><generate id=\"g\" kind=\"ring\"/></top></heddle>");
  document = heddle_session_get_document (self.session);
  g_assert_false (hd_document_get_modified (document));
  g_assert_null (hd_document_get_undo_name (document));
  for (const char *const *id = (const char *const[]){ "a", "b", "c", NULL }; *id != NULL; id++)
    {
      const HdObject *object = hd_document_get_object (document, ui_fixture_uid (self.session, NULL, HD_OBJECT_COMPONENT, *id));

      g_assert_nonnull (hd_object_get (object, "x"));
      g_assert_nonnull (hd_object_get (object, "y"));
    }

  g_autoptr (GHashTable) before = collect_places (&self), after = NULL;
  guint64 uid = ui_fixture_uid (self.session, NULL, HD_OBJECT_COMPONENT, "c");

  g_assert_true (heddle_edit_delete (document, &uid, 1, NULL));
  ui_fixture_wait (is_elaborated, self.session);
  after = collect_places (&self);
  g_assert_cmpuint (assert_same_places (before, after, "deleting"), >, 6);
  close_project (&self);
}

static void
add_tests (void)
{
  static const char *const projects[] = {
    "small/ring-4.heddle", "small/star.heddle", "small/two-racks.heddle", "small/fat-tree.heddle", "hcsim/figure-6b.heddle",
  };

  for (guint i = 0; i < G_N_ELEMENTS (projects); i++)
    {
      g_autofree char *path = g_strconcat ("/ui/places/random/", projects[i], NULL);

      g_test_add_data_func (path, projects[i], test_random);
    }
  g_test_add_func ("/ui/places/array", test_array);
  g_test_add_func ("/ui/places/topology-covers-nothing", test_topology_covers_nothing);
  g_test_add_func ("/ui/places/without-places", test_without_places);
}

int
main (int argc,
      char *argv[])
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
