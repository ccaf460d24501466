/* test-drawing-run.c: what a run says of what is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: links, media, switches and modules are as hot as they are busy, by one scale for each thing that is asked; what has failed is told from what has not,
 * with a run or without. Left open: drawings themselves (test-drawing.c), how heat looks (paint).
 */
#include "heddle-drawing.h"

#include <math.h>
#include <string.h>

typedef struct
{
  HdCatalog *catalog;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  g_auto (GStrv) refused = NULL;

  fixture->catalog = hd_catalog_new ();
  refused = hd_catalog_load_default (fixture->catalog);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_object_unref (fixture->catalog);
}

/* A project, and its top as it is drawn. */
typedef struct
{
  HdDocument *document;
  HdSnapshot *snapshot;
  HdDesign *design;
  HeddleDrawing *drawing;
  HeddleScene *scene; /* of the drawing */
} Drawn;

static void
drawn_clear (Drawn *self)
{
  g_clear_pointer (&self->drawing, heddle_drawing_unref);
  g_clear_pointer (&self->design, hd_design_unref);
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  g_clear_object (&self->document);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Drawn, drawn_clear)

static Drawn
draw (const char *text,
      HdCatalog *catalog)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  Drawn drawn = { .document = hd_document_load_from_data (text, -1, "drawn.heddle", problems, &error) };

  g_assert_no_error (error);
  drawn.snapshot = hd_document_snapshot (drawn.document);
  drawn.design = hd_elaborate (drawn.snapshot, catalog, NULL, problems, NULL, &error);
  g_assert_no_error (error);
  drawn.drawing = heddle_drawing_new (drawn.snapshot, catalog, drawn.design, hd_object_find_child (hd_snapshot_get_root (drawn.snapshot), HD_OBJECT_TOP, NULL), 0);
  drawn.scene = heddle_drawing_get_scene (drawn.drawing);
  heddle_drawing_set_scopes (drawn.drawing, (const guint32[]){ 0 }, 1);
  return drawn;
}

#define BUS \
  "<heddle version=\"1\" name=\"bus\"><top><component id=\"a\" type=\"fabric.host\" x=\"0\" y=\"0\"/>" \
  "<component id=\"bus\" type=\"fabric.medium\" bandwidth=\"1 GB/s\" x=\"0\" y=\"200\"/>" \
  "<link from=\"a.port\" to=\"bus.port\" bandwidth=\"100 GB/s\" latency=\"0 s\"/></top></heddle>"

/* A medium with a bandwidth is as hot as it is full, whatever its links are; one without is not. */
static void
test_limit (Fixture *fixture,
            gconstpointer data)
{
  g_auto (Drawn) drawn = draw (BUS, fixture->catalog);
  HeddleScene *scene = drawn.scene;
  HdLoad links[1] = { { .mean = 0.01f, .amount = 1, .rate = 1 } }, nodes[2] = { 0 };
  const HeddleLoads loads = { links, nodes, links, FALSE, nodes };

  nodes[1].mean = 1;
  heddle_drawing_show_loads (drawn.drawing, &loads);
  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (scene, i);
      gboolean is_bus = g_str_equal (node->name, "bus");

      g_assert_cmpint (node->limits, ==, is_bus);
      g_assert_cmpfloat (node->busy, ==, is_bus ? 1 : 0);
    }
  heddle_drawing_show_loads (drawn.drawing, NULL);
  for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
    g_assert_false (heddle_scene_node (scene, i)->limits);
}

#define MESSAGES \
  "<heddle version=\"1\" name=\"messages\"><top><component id=\"source\" type=\"netproc.source\" x=\"0\" y=\"0\"/>" \
  "<component id=\"ingress\" type=\"netproc.ingress\" x=\"200\" y=\"0\"/><link from=\"source.out\" to=\"ingress.in\" bandwidth=\"1 GB/s\" latency=\"5 ns\"/>%s</top></heddle>"
#define CABLE \
  "<component id=\"a\" type=\"fabric.host\" x=\"0\" y=\"200\"/><component id=\"b\" type=\"fabric.host\" x=\"200\" y=\"200\"/>" \
  "<link from=\"a.port\" to=\"b.port\" bandwidth=\"1 GB/s\" latency=\"0 s\"/>"

/* What components send each other is not counted, and then nobody says that it was not used, nor that they were idle; of a cable without bytes that is said. */
static void
test_messages (Fixture *fixture,
               gconstpointer data)
{
  for (guint with_cable = 0; with_cable < 2; with_cable++)
    {
      g_autofree char *text = g_strdup_printf (MESSAGES, with_cable ? CABLE : "");
      g_auto (Drawn) drawn = draw (text, fixture->catalog);
      HeddleScene *scene = drawn.scene;
      const HdLoad links[2] = { 0 }, nodes[4] = { 0 };
      const HeddleLoads loads = { links, nodes, links, FALSE, nodes };

      heddle_drawing_show_loads (drawn.drawing, &loads);
      g_assert_cmpint (heddle_drawing_counts_none (drawn.drawing), ==, !with_cable);
      for (guint32 i = 0; i < 1 + with_cable; i++)
        g_assert_cmpint (isnan (heddle_scene_link (scene, i)->heat) != 0, ==, i == 0);
      for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
        {
          const HeddleSceneNode *node = heddle_scene_node (scene, i);

          g_assert_cmpint ((node->state & HEDDLE_STATE_FADED) != 0, ==, strlen (node->name) == 1);
        }
    }
}

#define FAILED \
  "<heddle version=\"1\" name=\"failed\"><top><component id=\"a\" type=\"fabric.host\" x=\"0\" y=\"0\"/>" \
  "<component id=\"s\" type=\"fabric.switch\" x=\"0\" y=\"200\"/><component id=\"b\" type=\"fabric.host\" x=\"0\" y=\"400\"/>" \
  "<link from=\"a.port\" to=\"s.port[0]\" bandwidth=\"1 GB/s\" latency=\"0 s\" failed=\"1\"/>" \
  "<component id=\"c\" type=\"fabric.host\" x=\"200\" y=\"400\" failed=\"1\"/>" \
  "<link from=\"b.port\" to=\"s.port[1]\" bandwidth=\"1 GB/s\" latency=\"0 s\" failed=\"0\"/>" \
  "<link from=\"c.port\" to=\"s.port[2]\" bandwidth=\"1 GB/s\" latency=\"0 s\"/></top></heddle>"

/* A link that has failed is dotted and a component struck out, with loads or without; where a run tells what has failed at a moment, that counts. */
static void
test_failed (Fixture *fixture,
             gconstpointer data)
{
  g_auto (Drawn) drawn = draw (FAILED, fixture->catalog);
  HeddleScene *scene = drawn.scene;
  const HdLoad links[3] = { { .mean = 0 }, { .mean = 0.5f, .amount = 1, .rate = 1 } }, nodes[4] = { 0 };
  HeddleLoads loads = { links, nodes, links, FALSE, nodes };
  guint8 failed[4] = { 0 };

  for (guint pass = 0; pass < 2; pass++)
    {
      heddle_drawing_show_loads (drawn.drawing, pass == 0 ? NULL : &loads);
      g_assert_true (heddle_drawing_has_dotted (drawn.drawing));
      for (guint32 i = 0; i < 4; i++)
        g_assert_cmpint ((heddle_scene_node (scene, i)->state & HEDDLE_STATE_FAILED) != 0, ==, g_str_equal (heddle_scene_node (scene, i)->name, "c"));
      for (guint32 i = 0; i < 3; i++)
        {
          guint n;
          gboolean is_failed = hd_design_has_failed (drawn.design, heddle_drawing_get_link_members (drawn.drawing, i, &n)[0]);

          g_assert_cmpint ((heddle_scene_link (scene, i)->state & HEDDLE_STATE_DOTTED) != 0, ==, is_failed);
        }
    }
  failed[hd_design_find_node (drawn.design, "a")] = 1;
  loads.failed_nodes = failed;
  heddle_drawing_show_loads (drawn.drawing, &loads);
  for (guint32 i = 0; i < 4; i++)
    g_assert_cmpint ((heddle_scene_node (scene, i)->state & HEDDLE_STATE_FAILED) != 0, ==, g_str_equal (heddle_scene_node (scene, i)->name, "a"));
}

#define FAILED_MODULES \
  "<heddle version=\"1\" name=\"failed\"><module id=\"m\"><component id=\"s\" type=\"fabric.switch\" count=\"2\" failed=\"%s\"/></module>" \
  "<top><instance id=\"a\" of=\"m\" count=\"2\" x=\"0\" y=\"0\" failed=\"%s\"/></top></heddle>"

/* An instance of a module is struck out where all that is in it has failed, however it is said. */
static void
test_failed_modules (Fixture *fixture,
                     gconstpointer data)
{
  static const struct { const char *inner, *outer; gboolean failed; } cases[] = {
    { "0", "0", FALSE }, { "0", "1", TRUE }, { "1", "0", TRUE }, { "s", "0", FALSE }, { "0", "a", FALSE }, { "s", "a == 0", FALSE }, { "s == 0", "a", FALSE }, { "s &lt; 2", "a", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (FAILED_MODULES, cases[i].inner, cases[i].outer);
      g_auto (Drawn) drawn = draw (text, fixture->catalog);
      gboolean all = TRUE;

      heddle_drawing_show_loads (drawn.drawing, NULL);
      for (guint32 k = 0; k < heddle_scene_n_nodes (drawn.scene); k++)
        all &= (heddle_scene_node (drawn.scene, k)->state & HEDDLE_STATE_FAILED) != 0;
      g_assert_cmpint (all, ==, cases[i].failed);
    }
}

#define INSIDE \
  "<heddle version=\"1\" name=\"inside\"><module id=\"m\"><component id=\"h\" type=\"fabric.host\" count=\"3\"/><component id=\"s\" type=\"fabric.switch\"/>" \
  "<link id=\"l\" from=\"h[i].port\" to=\"s.port[i]\" bandwidth=\"1 GB/s\" latency=\"0 s\"/></module><top><instance id=\"a\" of=\"m\" x=\"0\" y=\"0\"/></top></heddle>"

/* A module tells what is hottest inside; where two runs are compared, what has changed most, and which way. */
static void
test_changed_inside (Fixture *fixture,
                     gconstpointer data)
{
  g_auto (Drawn) drawn = draw (INSIDE, fixture->catalog);
  const HdLoad before[3] = { { .mean = 0.9f, .amount = 1 }, { .mean = 0.2f, .amount = 1 } }, now[3] = { { .mean = 0.8f, .amount = 1 }, { .mean = 0.7f, .amount = 1 } };
  const HdLoad nodes[4] = { 0 };
  const HeddleLoads is = { now, nodes, now, FALSE, nodes }, was = { before, nodes, before, FALSE, nodes };
  const HeddleSceneNode *node = heddle_scene_node (drawn.scene, 0);

  heddle_drawing_show_loads (drawn.drawing, &is);
  g_assert_cmpfloat_with_epsilon (node->hottest_heat, 0.8, 1e-6);
  g_assert_cmpuint (heddle_drawing_get_hottest_inside (drawn.drawing, 0), ==, 0);
  heddle_drawing_show_difference (drawn.drawing, &is, &was);
  g_assert_cmpfloat_with_epsilon (node->hottest_heat, 0.5, 1e-6);
  g_assert_cmpuint (heddle_drawing_get_hottest_inside (drawn.drawing, 0), ==, 1);
  heddle_drawing_show_difference (drawn.drawing, &was, &is);
  g_assert_cmpfloat_with_epsilon (node->hottest_heat, -0.5, 1e-6);
}

#define ROUTER \
  "<heddle version=\"1\" name=\"router\"><top><component id=\"a\" type=\"fabric.host\" x=\"0\" y=\"0\"/>" \
  "<component id=\"r\" type=\"fabric.switch\" x=\"0\" y=\"200\"/>" \
  "<link from=\"a.port\" to=\"r.port[0]\" bandwidth=\"100 GB/s\" latency=\"0 s\"/></top></heddle>"

/* A switch is as hot as its buffers are full where a run tells of them, and has no heat where none does. */
static void
test_router (Fixture *fixture,
             gconstpointer data)
{
  g_auto (Drawn) drawn = draw (ROUTER, fixture->catalog);
  HeddleScene *scene = drawn.scene;
  HdLoad links[1] = { { .mean = 0.01f, .amount = 1, .rate = 1 } }, nodes[2] = { 0 };
  const HeddleLoads loads = { links, nodes, links, FALSE, nodes };

  nodes[1].mean = 0.75f;
  for (guint has_room = 0; has_room < 2; has_room++)
    {
      nodes[1].room = has_room ? 36 : 0;
      heddle_drawing_show_loads (drawn.drawing, &loads);
      g_assert_cmpint (heddle_drawing_shows_buffers (drawn.drawing), ==, has_room);
      for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
        {
          const HeddleSceneNode *node = heddle_scene_node (scene, i);
          gboolean is_hot = has_room && g_str_equal (node->name, "r");

          g_assert_cmpint (node->limits, ==, is_hot);
          if (g_str_equal (node->name, "r"))
            g_assert_cmpfloat (node->busy, ==, is_hot ? 0.75f : -1);
        }
    }
  heddle_drawing_show_loads (drawn.drawing, NULL);
  g_assert_false (heddle_drawing_shows_buffers (drawn.drawing));
}

/* Links and routers are on one scale, which ends where the most is taken: of averages, or of peaks. */
static void
test_energy (Fixture *fixture,
             gconstpointer data)
{
  g_auto (Drawn) drawn = draw (ROUTER, fixture->catalog);
  HeddleScene *scene = drawn.scene;
  HdLoad links[1] = { { .mean = 0.9f, .amount = 1, .rate = 1, .power = 1e-3, .peak_power = 8e-3 } };
  HdLoad nodes[2] = { { 0 }, { .mean = 0.1f, .room = 36, .power = 4e-3, .peak_power = 6e-3 } };

  for (guint peak = 0; peak < 2; peak++)
    {
      HeddleLoads loads = { links, nodes, links, peak, nodes };

      loads.most_heat = heddle_loads_find_most_heat (&loads, drawn.design);
      g_assert_cmpfloat (loads.most_heat, ==, peak ? 8e-3 : 4e-3);
      heddle_drawing_show_loads (drawn.drawing, &loads);
      g_assert_cmpfloat (heddle_scene_get_most_heat (scene), ==, loads.most_heat);
      g_assert_cmpfloat (heddle_scene_link (scene, 0)->heat, ==, peak ? 1 : 0.25f);
      g_assert_false (heddle_drawing_shows_buffers (drawn.drawing));
      for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
        if (g_str_equal (heddle_scene_node (scene, i)->name, "r"))
          g_assert_cmpfloat (heddle_scene_node (scene, i)->busy, ==, peak ? 0.75f : 1);
    }
  heddle_drawing_show_loads (drawn.drawing, NULL);
  g_assert_cmpfloat (heddle_scene_get_most_heat (scene), ==, 0);
}

/* Routers alone are on the scale, which ends at the one in which flits stand still longest; links are wires. Where none do, nothing is hot. */
static void
test_stalls (Fixture *fixture,
             gconstpointer data)
{
  g_auto (Drawn) drawn = draw (ROUTER, fixture->catalog);
  HeddleScene *scene = drawn.scene;
  HdLoad links[1] = { { .mean = 0.9f, .amount = 1, .rate = 1, .power = 1e-3 } };
  HdLoad nodes[2] = { { .mean = 0.7f }, { .mean = 0.1f, .room = 36, .power = 4e-3, .stalled_share = 0.08 } };

  for (guint none = 0; none < 2; none++)
    {
      HeddleLoads loads = { links, nodes, links, FALSE, nodes, .heat = HEDDLE_HEAT_STALLS };

      nodes[1].stalled_share = none ? 0 : 0.08;
      loads.most_heat = heddle_loads_find_most_heat (&loads, drawn.design);
      g_assert_cmpfloat (loads.most_heat, ==, none ? 0 : 0.08);
      heddle_drawing_show_loads (drawn.drawing, &loads);
      g_assert_true (isnan (heddle_scene_link (scene, 0)->heat));
      g_assert_cmpfloat (heddle_scene_link (scene, 0)->bytes, ==, 1);
      g_assert_false (heddle_drawing_shows_buffers (drawn.drawing));
      for (guint32 i = 0; i < heddle_scene_n_nodes (scene); i++)
        if (g_str_equal (heddle_scene_node (scene, i)->name, "r"))
          g_assert_cmpfloat (heddle_scene_node (scene, i)->busy, ==, none ? 0 : 1);
        else
          g_assert_cmpfloat (heddle_scene_node (scene, i)->busy, <, 0);
    }
}

#define TWO_WAYS \
  "<heddle version=\"1\" name=\"ways\"><link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"0 s\" sharing=\"split\"/>" \
  "<module id=\"m\"><port id=\"out\" of=\"x.eth\" side=\"top\"/><component id=\"x\" type=\"fabric.xpu\"/></module>" \
  "<top><instance id=\"i\" of=\"m\"/><component id=\"s\" type=\"fabric.switch\"/><link from=\"i.out\" to=\"s.port[0]\" class=\"L\"/></top></heddle>"

/* A link of two directions shows both, as it is drawn: from the frame inwards, where it is written from inside. */
static void
test_two_ways (Fixture *fixture,
               gconstpointer data)
{
  g_auto (Drawn) drawn = draw (TWO_WAYS, fixture->catalog);
  g_autoptr (HeddleDrawing) inside = heddle_drawing_new (drawn.snapshot, fixture->catalog, drawn.design, hd_snapshot_find_module (drawn.snapshot, "m"), 1);
  HdLoad links[1] = { { .mean = 0.9f, .peak = 1, .amount = 1, .rate = 1, .ways = { { .mean = 0.9f, .peak = 1, .amount = 1 }, { .mean = 0.2f, .peak = 0.4f, .amount = 1 } } } };
  HdLoad nodes[2] = { 0 };

  for (guint peak = 0; peak < 2; peak++)
    for (guint k = 0; k < 2; k++)
      {
        HeddleDrawing *drawing = k == 0 ? drawn.drawing : inside;
        HeddleSceneLink *link = heddle_scene_link (heddle_drawing_get_scene (drawing), 0);
        HeddleLoads loads = { links, nodes, links, peak, nodes };

        heddle_drawing_show_loads (drawing, &loads);
        g_assert_true (link->two_ways);
        g_assert_cmpfloat (link->ways[k], ==, peak ? 1 : 0.9f);
        g_assert_cmpfloat (link->ways[1 - k], ==, peak ? 0.4f : 0.2f);
        g_assert_cmpfloat (link->heat, ==, MAX (link->ways[0], link->ways[1])); /* what the list and the hover card say */

        loads.most_heat = 1;
        heddle_drawing_show_loads (drawing, &loads);
        g_assert_false (link->two_ways); /* power is of both together */
        heddle_drawing_show_loads (drawing, NULL);
        g_assert_false (link->two_ways);
      }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, test) g_test_add ("/ui/drawing-run/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("limit", test_limit);
  ADD ("messages", test_messages);
  ADD ("failed", test_failed);
  ADD ("failed-modules", test_failed_modules);
  ADD ("changed-inside", test_changed_inside);
  ADD ("router", test_router);
  ADD ("energy", test_energy);
  ADD ("stalls", test_stalls);
  ADD ("two-ways", test_two_ways);
#undef ADD
  return g_test_run ();
}
