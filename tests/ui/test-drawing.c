/* test-drawing.c: a module of a document becomes a scene, and the scene leads back
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: every member of an array and every element of a link pattern is in exactly one node or bundle; targets lead back to where they
 * came from. Left open: how a scene looks (ui/paint), and figures of a real run (test-session.c).
 */
#include "heddle-drawing.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "ui-project.h"

typedef struct
{
  HdCatalog *catalog;
  HdDocument *document;
  HdSnapshot *snapshot;
  HdDesign *design;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) refused = NULL;

  fixture->catalog = hd_catalog_new ();
  refused = hd_catalog_load_default (fixture->catalog);
  fixture->document = hd_document_load_from_data (UI_PROJECT, -1, "two-boxes.heddle", problems, &error);
  g_assert_no_error (error);
  fixture->snapshot = hd_document_snapshot (fixture->document);
  fixture->design = hd_elaborate (fixture->snapshot, fixture->catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  hd_design_unref (fixture->design);
  hd_snapshot_unref (fixture->snapshot);
  g_object_unref (fixture->document);
  g_object_unref (fixture->catalog);
}

static const HdObject *
get_top (Fixture *fixture)
{
  return hd_object_find_child (hd_snapshot_get_root (fixture->snapshot), HD_OBJECT_TOP, NULL);
}

static guint32
box_scope (Fixture *fixture,
           guint member)
{
  const guint32 *scopes;
  const HdObject *box = hd_object_find_child (get_top (fixture), HD_OBJECT_INSTANCE, "box");

  g_assert_cmpuint (hd_design_find_scopes (fixture->design, 0, hd_object_get_uid (box), &scopes), ==, 2);
  return scopes[member];
}

static HeddleDrawing *
draw_box (Fixture *fixture)
{
  return heddle_drawing_new (fixture->snapshot, fixture->catalog, fixture->design,
                             hd_snapshot_find_module (fixture->snapshot, "box"), box_scope (fixture, 0));
}

static void
test_stack (Fixture *fixture,
            gconstpointer data)
{
  g_autoptr (HeddleDrawing) drawing = heddle_drawing_new (fixture->snapshot, fixture->catalog, fixture->design, get_top (fixture), 0);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  const HdObject *box = hd_object_find_child (get_top (fixture), HD_OBJECT_INSTANCE, "box");
  guint stacks = 0, n;

  g_assert_cmpuint (heddle_scene_n_nodes (scene), ==, 2);
  for (guint32 i = 0; i < 2; i++)
    if (heddle_scene_node (scene, i)->count == 2)
      {
        stacks++;
        g_assert_cmpstr (heddle_scene_node (scene, i)->name, ==, "box");
        g_assert_cmpuint (heddle_drawing_get_node_target (drawing, i).uid, ==, hd_object_get_uid (box));
        g_assert_cmpint (heddle_drawing_get_node_target (drawing, i).index, ==, HEDDLE_ALL_MEMBERS);
      }
  g_assert_cmpuint (stacks, ==, 1);

  /* Both links of the pattern join the same two nodes: one bundle. */
  g_assert_cmpuint (heddle_scene_n_links (scene), ==, 1);
  g_assert_cmpuint (heddle_scene_link (scene, 0)->count, ==, 2);
  heddle_drawing_get_link_members (drawing, 0, &n);
  g_assert_cmpuint (n, ==, 2);
}

static void
test_members (Fixture *fixture,
              gconstpointer data)
{
  g_autoptr (HeddleDrawing) drawing = draw_box (fixture);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  guint64 xpu = hd_object_get_uid (hd_object_find_child (hd_snapshot_find_module (fixture->snapshot, "box"), HD_OBJECT_COMPONENT, "xpu"));
  guint seen = 0;
  double last_x = -G_MAXDOUBLE;

  /* hub, four xpu side by side from left to right, mem as one stack */
  g_assert_cmpuint (heddle_scene_n_nodes (scene), ==, 6);
  for (guint32 i = 0; i < 6; i++)
    {
      HeddleTarget target = heddle_drawing_get_node_target (drawing, i);

      if (target.uid != xpu)
        continue;
      g_autofree char *name = g_strdup_printf ("xpu[%u]", seen);

      g_assert_cmpint (target.index, ==, seen);
      g_assert_cmpstr (heddle_scene_node (scene, i)->name, ==, name);
      g_assert_cmpstr (heddle_scene_node (scene, i)->subtitle, ==, "H100");
      g_assert_cmpfloat (heddle_scene_node (scene, i)->x, >, last_x);
      last_x = heddle_scene_node (scene, i)->x;
      seen++;
    }
  g_assert_cmpuint (seen, ==, 4);
}

/* Each element of each pattern drawn in the scope is a member of exactly one bundle. */
static void
test_bundles_partition (Fixture *fixture,
                        gconstpointer data)
{
  g_autoptr (HeddleDrawing) drawing = draw_box (fixture);
  const HdScope *scope = &hd_design_get_scopes (fixture->design)[box_scope (fixture, 0)];
  g_autofree guint *times = g_new0 (guint, hd_design_get_n_links (fixture->design));
  guint outer = 0;

  for (guint32 i = 0; i < heddle_scene_n_links (heddle_drawing_get_scene (drawing)); i++)
    {
      guint n;
      const guint32 *members = heddle_drawing_get_link_members (drawing, i, &n);

      for (guint k = 0; k < n; k++)
        times[members[k]]++;
    }
  for (guint32 i = 0; i < hd_design_get_n_links (fixture->design); i++)
    if (i >= scope->first_link && i < scope->end_link)
      g_assert_cmpuint (times[i], ==, 1);
    else
      outer += times[i];
  /* What comes in from outside is the one link at the port on the frame. */
  g_assert_cmpuint (outer, ==, 1);
}

static void
test_frame_port (Fixture *fixture,
                 gconstpointer data)
{
  g_autoptr (HeddleDrawing) drawing = draw_box (fixture);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  HeddleRect frame;
  const char *title;
  guint on_frame = 0;

  g_assert_true (heddle_scene_get_frame (scene, &frame, &title));
  g_assert_cmpfloat (frame.height, >, 0);
  for (guint32 i = 0; i < heddle_scene_n_ports (scene); i++)
    if (heddle_scene_port (scene, i)->node == HEDDLE_NO_INDEX)
      {
        on_frame++;
        g_assert_cmpstr (heddle_scene_port (scene, i)->label, ==, "out");
        g_assert_cmpint (heddle_scene_port (scene, i)->side, ==, HEDDLE_SIDE_TOP);
      }
  g_assert_cmpuint (on_frame, ==, 1);
}

static void
test_loads (Fixture *fixture,
            gconstpointer data)
{
  g_autoptr (HeddleDrawing) drawing = draw_box (fixture);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  guint n_links = hd_design_get_n_links (fixture->design);
  g_autofree HdLoad *links = g_new0 (HdLoad, n_links), *nodes = g_new0 (HdLoad, hd_design_get_n_nodes (fixture->design));
  guint32 both[] = { box_scope (fixture, 0), box_scope (fixture, 1) };
  guint hot = HEDDLE_NO_INDEX, n;
  guint32 member;

  /* One link of the bundle of four works at a half. */
  for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
    if (heddle_scene_link (scene, i)->count == 4)
      hot = i;
  g_assert_cmpuint (hot, !=, HEDDLE_NO_INDEX);
  member = heddle_drawing_get_link_members (drawing, hot, &n)[2];
  links[member] = (HdLoad){ .mean = 0.5, .peak = 0.9, .amount = 1e9, .rate = 1e9 };

  HeddleLoads loads = { links, nodes, links, FALSE, nodes };

  /* Before anything is carried nothing is known of widths: a run of kilobytes is not held against gigabytes afterwards. */
  links[member].amount = 0;
  heddle_drawing_show_loads (drawing, &loads);
  links[member].amount = 2e3;
  heddle_drawing_show_loads (drawing, &loads);
  g_assert_cmpfloat_with_epsilon (heddle_scene_get_width_reference (scene), 3e3, 1e-6);
  links[member].amount = 1e9;
  heddle_drawing_show_loads (drawing, &loads);
  g_assert_cmpfloat_with_epsilon (heddle_scene_get_width_reference (scene), 1e9, 1e-3);

  heddle_drawing_show_loads (drawing, &loads);
  for (guint32 i = 0; i < heddle_scene_n_links (scene); i++)
    if (i == hot)
      g_assert_cmpfloat (heddle_scene_link (scene, i)->heat, ==, 0.5f); /* the hottest member */
    else
      g_assert_true (heddle_scene_link (scene, i)->heat == HEDDLE_HEAT_UNUSED);
  g_assert_cmpfloat (heddle_scene_link (scene, hot)->bytes, ==, 1e9);

  loads.peak = TRUE;
  heddle_drawing_show_loads (drawing, &loads);
  g_assert_cmpfloat (heddle_scene_link (scene, hot)->heat, ==, 0.9f);

  /* Over both boxes: mean of the links in use, bytes per box. */
  heddle_drawing_set_scopes (drawing, both, 2);
  heddle_drawing_show_loads (drawing, &loads);
  g_assert_cmpfloat (heddle_scene_link (scene, hot)->heat, ==, 0.9f);
  g_assert_cmpfloat (heddle_scene_link (scene, hot)->bytes, ==, 0.5e9);

  heddle_drawing_show_loads (drawing, NULL);
  g_assert_true (isnan (heddle_scene_link (scene, hot)->heat));
}

/* The face of a module shows what is hottest in any of its members, with the way to it. */
static void
test_hottest_inside (Fixture *fixture,
                     gconstpointer data)
{
  g_autoptr (HeddleDrawing) drawing = heddle_drawing_new (fixture->snapshot, fixture->catalog, fixture->design, get_top (fixture), 0);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  const HdObject *box = hd_object_find_child (get_top (fixture), HD_OBJECT_INSTANCE, "box");
  guint n_links = hd_design_get_n_links (fixture->design);
  g_autofree HdLoad *links = g_new0 (HdLoad, n_links), *nodes = g_new0 (HdLoad, hd_design_get_n_nodes (fixture->design));
  const HeddleLoads loads = { links, nodes, links, FALSE, nodes };
  guint32 hot = hd_design_get_scopes (fixture->design)[box_scope (fixture, 1)].first_link, node;

  g_assert_cmpuint (heddle_drawing_find_nodes (drawing, hd_object_get_uid (box), &node), >=, 1);
  heddle_drawing_show_loads (drawing, &loads);
  g_assert_null (heddle_scene_node (scene, node)->hottest); /* nothing carried anything */
  g_assert_cmpuint (heddle_drawing_get_hottest_inside (drawing, node), ==, HD_NO_ID);

  links[hot] = (HdLoad){ .mean = 0.7f, .amount = 1 };
  links[hot + 1] = (HdLoad){ .mean = 0.6f, .amount = 1 };
  heddle_drawing_show_loads (drawing, &loads);
  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    {
      const HeddleSceneNode *it = heddle_scene_node (scene, i);
      gboolean shown = it->id == hd_object_get_uid (box) && (it->count > 1 || heddle_drawing_get_node_target (drawing, i).index == 1);

      g_assert_cmpuint (heddle_drawing_get_hottest_inside (drawing, i), ==, shown ? hot : HD_NO_ID);
      if (shown)
        g_assert_cmpfloat (it->hottest_heat, ==, 0.7f);
    }
  heddle_drawing_show_loads (drawing, NULL);
  g_assert_cmpuint (heddle_drawing_get_hottest_inside (drawing, node), ==, HD_NO_ID);
}

/* Where much is drawn already, the place for more of it is found at once: it took a minute before. */
static void
test_find_free (Fixture *fixture,
                gconstpointer data)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_document_load_from_data ("<heddle version=\"1\" name=\"large\"><top><generate id=\"m\" kind=\"mesh\" rows=\"60\" columns=\"60\"/></top></heddle>",
                                                                -1, "large.heddle", problems, &error);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, fixture->catalog, NULL, problems, NULL, &error);
  const HdObject *top = hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_TOP, NULL);
  g_autoptr (HeddleDrawing) drawing = heddle_drawing_new (snapshot, fixture->catalog, design, top, 0);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  HeddleRect bounds = heddle_scene_bounds (scene), room = { 0, 0, bounds.width, bounds.height }, found;
  clock_t begun = clock ();
  HeddlePoint at = heddle_drawing_find_free (drawing, (HeddlePoint){ bounds.x, bounds.y }, &room);

  g_assert_no_error (error);
  g_assert_cmpuint (heddle_scene_n_nodes (scene), ==, 7200);
  g_assert_cmpint (clock () - begun, <, CLOCKS_PER_SEC);
  found = (HeddleRect){ at.x, at.y, room.width, room.height };
  g_assert_false (heddle_scene_has_node_in (scene, &found));
}

static void
test_state (Fixture *fixture,
            gconstpointer data)
{
  g_autoptr (HeddleDrawing) drawing = draw_box (fixture);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  guint64 xpu = hd_object_get_uid (hd_object_find_child (hd_snapshot_find_module (fixture->snapshot, "box"), HD_OBJECT_COMPONENT, "xpu"));
  guint selected = 0;

  g_assert_true (heddle_drawing_set_state (drawing, (HeddleTarget){ xpu, 2 }, HEDDLE_STATE_SELECTED, TRUE));
  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    selected += (heddle_scene_node (scene, i)->state & HEDDLE_STATE_SELECTED) != 0;
  g_assert_cmpuint (selected, ==, 1);

  g_assert_true (heddle_drawing_set_state (drawing, (HeddleTarget){ xpu, HEDDLE_ALL_MEMBERS }, HEDDLE_STATE_SELECTED, TRUE));
  selected = 0;
  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    selected += (heddle_scene_node (scene, i)->state & HEDDLE_STATE_SELECTED) != 0;
  g_assert_cmpuint (selected, ==, 4);
  g_assert_false (heddle_drawing_set_state (drawing, (HeddleTarget){ 999999, 0 }, HEDDLE_STATE_SELECTED, TRUE));
}

/* A project with errors has no design: it is drawn as it is written. */
static void
test_without_design (Fixture *fixture,
                     gconstpointer data)
{
  g_autoptr (HeddleDrawing) drawing = heddle_drawing_new (fixture->snapshot, fixture->catalog, NULL,
                                                          hd_snapshot_find_module (fixture->snapshot, "box"), HD_NO_ID);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);

  g_assert_cmpuint (heddle_scene_n_nodes (scene), ==, 6);
  g_assert_cmpuint (heddle_scene_n_links (scene), ==, 3); /* x, m, and the port */
}

/* ---- with errors ---------------------------------------------------------------------------------------------------------- */

#define HALF_DRAWN(wrong) \
  "<heddle version=\"1\" name=\"Half\">\n" \
  "  <variables><variable name=\"n\" type=\"integer\" value=\"6\"/></variables>\n" \
  "  <link-class id=\"L\" bandwidth=\"64 GB/s\" latency=\"200 ns\"/>\n" \
  "  <module id=\"box\"><component id=\"m\" type=\"fabric.memory\" x=\"0\" y=\"0\"/><port id=\"p\" of=\"m.port\"/></module>\n" \
  "  <top>\n" \
  "    <component id=\"x\" type=\"fabric.xpu\" count=\"$n\" columns=\"3\" x=\"0\" y=\"0\"/>\n" \
  "    <component id=\"s\" type=\"fabric.cxl-switch\" x=\"0\" y=\"200\"/>\n" \
  "    <instance id=\"box\" of=\"box\" count=\"$n * 10\" x=\"400\" y=\"200\"/>\n" \
  "    <generate id=\"g\" kind=\"ring\" x=\"900\" y=\"0\"/>\n" \
  "    <link from=\"x[i].cxl\" to=\"s.down[i]\" class=\"L\"/>\n" \
  "    <link from=\"box[i].p\" to=\"s.mem[i]\" class=\"L\"/>\n" wrong \
  "  </top>\n" \
  "</heddle>\n"

static HeddleDrawing *
draw_text (HdCatalog *catalog,
           const char *text,
           gboolean expect_sketch)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdDocument) document = hd_document_load_from_data (text, -1, "half.heddle", problems, NULL);
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  g_autoptr (HdDesign) design = hd_elaborate (snapshot, catalog, NULL, problems, NULL, NULL);
  const HdObject *top = hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_TOP, NULL);

  g_assert_cmpint (design == NULL, ==, expect_sketch);
  if (design == NULL)
    design = hd_elaborate_sketch (snapshot, catalog, NULL);
  g_assert_nonnull (design);
  return heddle_drawing_new (snapshot, catalog, design, top, 0);
}

/* A component of a library that is missing, and a link that ends nowhere, change nothing about the rest. */
static void
test_half_drawn (Fixture *fixture,
                 gconstpointer data)
{
  g_autoptr (HeddleDrawing) whole = draw_text (fixture->catalog, HALF_DRAWN (""), FALSE);
  g_autoptr (HeddleDrawing) half = draw_text (fixture->catalog,
                                              HALF_DRAWN ("<component id=\"w\" type=\"acme.widget\" x=\"400\" y=\"0\" count=\"3\"/>"
                                                          "<link from=\"w[0].a\" to=\"s.down[9]\"/><link from=\"x[0].none\" to=\"nobody.a\"/>"),
                                              TRUE);
  HeddleScene *a = heddle_drawing_get_scene (whole), *b = heddle_drawing_get_scene (half);
  guint n = heddle_scene_n_nodes (a), found = 0, unknown = 0;

  g_assert_cmpuint (n, >, 10);
  for (guint32 i = 0; i < heddle_scene_n_nodes (b); i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (b, i);

      unknown += (node->state & HEDDLE_STATE_DOTTED) != 0 && g_strcmp0 (node->subtitle, "acme.widget") == 0;
      for (guint32 k = 0; k < n; k++)
        {
          const HeddleSceneNode *same = heddle_scene_node (a, k);

          if (strcmp (same->name, node->name) == 0 && same->x == node->x && same->y == node->y && same->count == node->count
              && g_strcmp0 (same->subtitle, node->subtitle) == 0 && same->symbol == node->symbol)
            {
              found++;
              break;
            }
        }
    }
  g_assert_cmpuint (found, ==, n);
  g_assert_cmpuint (unknown, ==, 3);
  g_assert_cmpuint (heddle_scene_n_links (b), ==, heddle_scene_n_links (a) + 1);
}

/* What is shown of any targets, in any order and as often as they come, is what each of them alone would be shown at. */
static void
test_many_targets (Fixture *fixture,
                   gconstpointer data)
{
  g_autoptr (HeddleDrawing) drawing = heddle_drawing_new (fixture->snapshot, fixture->catalog, fixture->design, get_top (fixture), 0);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);

  for (guint round = 0; round < 100; round++)
    {
      HeddleTarget targets[12];
      guint n = g_test_rand_int_range (0, G_N_ELEMENTS (targets) + 1);

      for (guint i = 0; i < n; i++)
        {
          targets[i] = g_test_rand_bit () ? heddle_drawing_get_node_target (drawing, g_test_rand_int_range (0, heddle_scene_n_nodes (scene)))
                                          : heddle_drawing_get_link_target (drawing, g_test_rand_int_range (0, heddle_scene_n_links (scene)));
          if (g_test_rand_int_range (0, 3) == 0)
            targets[i].index = HEDDLE_ALL_MEMBERS;
        }
      heddle_drawing_show_targets (drawing, targets, n, HEDDLE_STATE_SELECTED);
      for (guint32 k = 0; k < heddle_scene_n_nodes (scene); k++)
        {
          gboolean expected = FALSE;

          for (guint i = 0; i < n; i++)
            expected |= heddle_drawing_matches_node (drawing, k, targets[i]);
          g_assert_cmpint ((heddle_scene_node (scene, k)->state & HEDDLE_STATE_SELECTED) != 0, ==, expected);
        }
      for (guint32 k = 0; k < heddle_scene_n_links (scene); k++)
        {
          gboolean expected = FALSE;

          for (guint i = 0; i < n; i++)
            expected |= heddle_drawing_matches_link (drawing, k, targets[i]);
          g_assert_cmpint ((heddle_scene_link (scene, k)->state & HEDDLE_STATE_SELECTED) != 0, ==, expected);
        }
    }
}

/* Hosts stand beside the switches that they are joined to only where these are drawn one by one. */
static void
test_mesh (Fixture *fixture,
           gconstpointer data)
{
  static const char text[] =
    "<heddle version=\"1\" name=\"Mesh\">"
    "<link-class id=\"L\" bandwidth=\"64 GB/s\" latency=\"200 ns\"/><top>"
    "<component id=\"r\" type=\"manycore.router\" count=\"%u x %u\" x=\"0\" y=\"0\"/>"
    "<component id=\"v\" type=\"manycore.vcore\" count=\"%u x %u\" x=\"0\" y=\"300\"/>"
    "<link from=\"r[i][j].right\" to=\"r[i][j + 1].left\" class=\"L\"/>"
    "<link from=\"r[i][j].core\" to=\"v[i][j].net\" class=\"L\"/>"
    "</top></heddle>";
  static const guint sizes[] = { 4, 32, 40 };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      guint n = sizes[i], nodes = n <= 32 ? 2 * n * n : 2;
      g_autofree char *project = g_strdup_printf (text, n, n, n, n);
      g_autoptr (HeddleDrawing) drawing = draw_text (fixture->catalog, project, FALSE);
      HeddleScene *scene = heddle_drawing_get_scene (drawing);
      const HeddleSceneNode *first = heddle_scene_node (scene, 0), *last = heddle_scene_node (scene, nodes - 1);

      g_assert_cmpuint (heddle_scene_n_nodes (scene), ==, nodes);
      g_assert_cmpuint (last->count, ==, n <= 32 ? 1 : n * n);
      if (n > 32)
        g_assert_true (last->x == first->x && last->width == first->width);
    }
}

/* What stands in the same row hangs on nobody: routers at the border of a mesh are no bars, a switch above three others is one. */
static void
test_bars (Fixture *fixture,
           gconstpointer data)
{
  static const char text[] = "<heddle version=\"1\" name=\"Bars\"><link-class id=\"L\" bandwidth=\"64 GB/s\" latency=\"200 ns\"/><top>"
                             "<component id=\"r\" type=\"fabric.switch\" count=\"4x4\" columns=\"4\" spacing=\"200\" row-spacing=\"150\" x=\"0\" y=\"0\"/>"
                             "<component id=\"s\" type=\"fabric.switch\" count=\"3\" columns=\"3\" spacing=\"200\" x=\"0\" y=\"900\"/>"
                             "<component id=\"above\" type=\"fabric.switch\" x=\"0\" y=\"750\"/>"
                             "<link from=\"r[i][j].port[0]\" to=\"r[i][j + 1].port[1]\" class=\"L\"/>"
                             "<link from=\"r[i][j].port[2]\" to=\"r[i + 1][j].port[3]\" class=\"L\"/>"
                             "<link from=\"s[i].port[0]\" to=\"above.port[i]\" class=\"L\"/></top></heddle>";
  g_autoptr (HeddleDrawing) drawing = draw_text (fixture->catalog, text, FALSE);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);

  g_assert_cmpuint (heddle_scene_n_nodes (scene), ==, 20);
  for (guint i = 0; i < 16; i++)
    g_assert_cmpfloat (heddle_scene_node (scene, i)->width, ==, heddle_scene_node (scene, 0)->width);
  g_assert_cmpfloat (heddle_scene_node (scene, 19)->width, >, 400);
}

/* Ten in columns of four: the fifth begins the second column, and the last two stand alone in the third. */
static void
test_rows (Fixture *fixture,
           gconstpointer data)
{
  static const char text[] = "<heddle version=\"1\" name=\"Rows\"><top>"
                             "<component id=\"x\" type=\"fabric.xpu\" count=\"10\" rows=\"4\" spacing=\"100\" x=\"0\" y=\"0\"/>"
                             "</top></heddle>";
  g_autoptr (HeddleDrawing) drawing = draw_text (fixture->catalog, text, FALSE);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);

  g_assert_cmpuint (heddle_scene_n_nodes (scene), ==, 10);
  for (guint i = 0; i < 10; i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (scene, i), *first = heddle_scene_node (scene, i % 4);

      g_assert_cmpfloat (node->y, ==, first->y);
      g_assert_cmpfloat (node->x, ==, first->x + i / 4 * 100);
      if (i % 4 > 0)
        g_assert_cmpfloat (node->y, >, heddle_scene_node (scene, i - 1)->y);
    }
}

/* What works inside is called by its type, whatever that is. */
static void
test_endpoints (Fixture *fixture,
                gconstpointer data)
{
  static const char text[] = "<heddle version=\"1\" name=\"Sites\">"
                             "<module id=\"site\"><component id=\"h\" type=\"fabric.host\" count=\"3\"/><component id=\"s\" type=\"fabric.switch\"/></module>"
                             "<module id=\"mixed\"><component id=\"h\" type=\"fabric.host\" count=\"3\"/><component id=\"x\" type=\"fabric.xpu\"/></module>"
                             "<module id=\"none\"><component id=\"s\" type=\"fabric.switch\"/></module>"
                             "<top><instance id=\"a\" of=\"site\"/><instance id=\"b\" of=\"mixed\"/><instance id=\"c\" of=\"none\"/></top></heddle>";
  static const char *const subtitles[] = { "3 Host", "4 endpoints", NULL };
  g_autoptr (HeddleDrawing) drawing = draw_text (fixture->catalog, text, FALSE);

  for (guint i = 0; i < G_N_ELEMENTS (subtitles); i++)
    g_assert_cmpstr (heddle_scene_node (heddle_drawing_get_scene (drawing), i)->subtitle, ==, subtitles[i]);
}

/* In a row of four, the link from the last to the first passes above the two between; the others are straight. */
static void
test_way_round (Fixture *fixture,
                gconstpointer data)
{
  static const char text[] = "<heddle version=\"1\" name=\"Row\"><link-class id=\"L\" bandwidth=\"64 GB/s\" latency=\"200 ns\"/><top>"
                             "<component id=\"s\" type=\"fabric.switch\" count=\"4\" columns=\"4\" x=\"0\" y=\"0\"/>"
                             "<link from=\"s[i].port[0]\" to=\"s[(i + 1) % 4].port[1]\" class=\"L\"/>"
                             "</top></heddle>";
  g_autoptr (HeddleDrawing) drawing = draw_text (fixture->catalog, text, FALSE);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  guint n_bent = 0;

  g_assert_cmpuint (heddle_scene_n_links (scene), ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      const HeddleSceneLink *link = heddle_scene_link (scene, i);
      const HeddleSceneNode *from = heddle_scene_node (scene, link->from.node);

      if (link->n_bends == 0)
        continue;
      n_bent++;
      g_assert_cmpuint (MAX (link->from.node, link->to.node) - MIN (link->from.node, link->to.node), ==, 3);
      for (guint b = 0; b < link->n_bends; b++)
        g_assert_cmpfloat (link->bends[b].y, <, from->y - from->height / 2);
    }
  g_assert_cmpuint (n_bent, ==, 1);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add ("/ui/drawing/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("half-drawn", test_half_drawn);
  ADD ("many-targets", test_many_targets);
  ADD ("mesh", test_mesh);
  ADD ("bars", test_bars);
  ADD ("rows", test_rows);
  ADD ("endpoints", test_endpoints);
  ADD ("way-round", test_way_round);
  ADD ("stack", test_stack);
  ADD ("members", test_members);
  ADD ("bundles-partition", test_bundles_partition);
  ADD ("frame-port", test_frame_port);
  ADD ("loads", test_loads);
  ADD ("hottest-inside", test_hottest_inside);
  ADD ("find-free", test_find_free);
  ADD ("state", test_state);
  ADD ("without-design", test_without_design);
#undef ADD
  return g_test_run ();
}
