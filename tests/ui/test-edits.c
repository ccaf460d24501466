/* test-edits.c: adding, linking, placing, copying, deleting and renaming
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant of each test: one undo step for each operation, and undoing all gives the bytes of the
 * start.
 */
#include "edits-fixture.h"

#include <string.h>

#define CLUSTER                                                                                                                                      \
  "<variables><variable name=\"n\" type=\"integer\" value=\"4\"/>"                                                                                   \
  "<variable name=\"rate\" value=\"50 GB/s\"/></variables>"                                                                                          \
  "<link-class id=\"net\" bandwidth=\"$rate\" latency=\"1 us\" sharing=\"split\"/>"                                                                  \
  "<module id=\"rack\"><port id=\"up\" of=\"tor.up\"/>"                                                                                              \
  "<component id=\"tor\" type=\"fabric.tor-switch\" x=\"0\" y=\"0\"/>"                                                                               \
  "<component id=\"xpu\" type=\"fabric.xpu\" count=\"$n\" model=\"if (xpu % 2 == 0, H100, "                                                          \
  "A100)\" x=\"0\" y=\"90\"/>"                                                                                                                       \
  "<link id=\"access\" from=\"xpu[i].eth\" to=\"tor.down[i]\" class=\"net\"/></module>"                                                              \
  "<top><component id=\"core\" type=\"fabric.core-switch\" x=\"0\" y=\"0\"/>"                                                                        \
  "<instance id=\"rack\" of=\"rack\" count=\"2\" x=\"0\" y=\"120\"/>"                                                                                \
  "<link id=\"uplink\" from=\"rack[i].up\" to=\"core.down[i]\" class=\"net\"/>"                                                                      \
  "<note x=\"5\" y=\"6\">Hello</note></top>"                                                                                                         \
  "<communicators><communicator id=\"all\" members=\"rack[*]/xpu[*]\"/>"                                                                             \
  "<communicator id=\"two\" members=\"rack[0]/xpu[0] rack[1]/xpu[0]\"/></communicators>"                                                             \
  "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" "                                                            \
  "bytes=\"1 GB\"/>"                                                                                                                                 \
  "<probes><probe of=\"uplink[0].utilisation\"/><probe "                                                                                             \
  "of=\"rack[0]/access[1].utilisation\"/></probes>"

#define EMPTY "<top/>"

static HeddleEnd
end_at (guint64 node)
{
  return (HeddleEnd){ node, -1, NULL, -1 };
}

/* ---- adding and linking --------------------------------------------------------------------- */

static void
test_add (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;

  edits_begin (&edits, EMPTY);
  g_assert_cmpuint (heddle_edit_add_component (edits.document, edits.catalog, edits_top (&edits), "fabric.xpu", 12, 24, &error), !=, 0);
  heddle_edit_add_component (edits.document, edits.catalog, edits_top (&edits), "fabric.xpu", 1, 2, &error);
  heddle_edit_add_component (edits.document, edits.catalog, edits_top (&edits), "fabric.tor-switch", 1.5, -2, &error);
  heddle_edit_add_note (edits.document, edits_top (&edits), "a note", 3, 4, &error);
  heddle_edit_add_generated (edits.document, edits_top (&edits), hd_generator_find ("ring"), (const char *const[]){ "nodes=8", NULL }, 3, 4, NULL);
  g_assert_no_error (error);
  g_assert_cmpstr (edits_get (&edits, "top/xpu", "x"), ==, "12");
  g_assert_cmpstr (edits_get (&edits, "top/xpu2", "type"), ==, "fabric.xpu");
  g_assert_cmpstr (edits_get (&edits, "top/tor_switch", "x"), ==, "1.5");
  g_assert_cmpstr (hd_document_get_undo_name (edits.document), !=, NULL);

  g_assert_cmpuint (heddle_edit_add_component (edits.document, edits.catalog, edits_top (&edits), "fabric.nothing", 0, 0, &error), ==, 0);
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  edits_assert_valid (&edits);
  edits_end (&edits);
}

/* Around what it is now: a quarter to four times as much; whole numbers from one; what is stated counts, and words need no ends. */
static void
test_add_knob (void)
{
  static const struct
  {
    const char *address, *value, *from, *to, *scale;
  } knobs[] = {
    { "$rate", "128 GB/s", "32 GB/s", "512 GB/s", "logarithmic" }, { "$n", "2", "1", "8", NULL },       { "$bounded", "3", "1", "16", NULL },
    { "$share", "0.8", "0", "1", NULL },                            { "$word", "one", NULL, NULL, NULL }, { "run:symmetry", "true", NULL, NULL, NULL },
  };
  Edits edits;
  g_autoptr (GError) error = NULL;

  edits_begin (&edits, "<variables><variable name=\"rate\" value=\"128 GB/s\"/><variable name=\"n\" value=\"2\" type=\"integer\"/>"
                       "<variable name=\"bounded\" value=\"3\" type=\"integer\" minimum=\"1\" maximum=\"16\"/>"
                       "<variable name=\"share\" value=\"0.8\" minimum=\"0\" maximum=\"1\"/>"
                       "<variable name=\"word\" type=\"enum\" of=\"one two\" value=\"one\"/></variables><top/>");
  for (guint i = 0; i < G_N_ELEMENTS (knobs); i++)
    {
      HdValue value = { .kind = HD_VALUE_QUANTITY };
      guint64 uid;
      const HdObject *knob;

      if (!hd_quantity_parse (knobs[i].value, &value.quantity, NULL))
        value = (HdValue){ .kind = HD_VALUE_WORD, .word = g_intern_string (knobs[i].value) };
      uid = heddle_edit_add_knob (edits.document, edits.catalog, edits_top (&edits), knobs[i].address, &value, 6, 12, &error);
      g_assert_no_error (error);
      knob = hd_document_get_object (edits.document, uid);
      g_assert_cmpstr (hd_object_get (knob, "of"), ==, knobs[i].address);
      g_assert_cmpstr (hd_object_get (knob, "from"), ==, knobs[i].from);
      g_assert_cmpstr (hd_object_get (knob, "to"), ==, knobs[i].to);
      g_assert_cmpstr (hd_object_get (knob, "scale"), ==, knobs[i].scale);
      g_assert_cmpstr (hd_object_get (knob, "y"), ==, "12");
    }
  g_assert_cmpuint (heddle_edit_add_knob (edits.document, edits.catalog, edits_top (&edits), "$gone", NULL, 0, 0, &error), ==, 0);
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  /* With its variable a knob goes too; renamed, it follows. */
  g_assert_true (heddle_edit_rename (edits.document, edits_find (&edits, "variables/rate"), "speed", NULL));
  g_assert_cmpstr (hd_object_get (hd_object_get_child (hd_document_get_object (edits.document, edits_top (&edits)), 0), "of"), ==, "$speed");
  g_assert_true (heddle_edit_delete (edits.document, (const guint64[]){ edits_find (&edits, "variables/speed") }, 1, NULL));
  g_assert_cmpuint (hd_object_get_n_children (hd_document_get_object (edits.document, edits_top (&edits))), ==, G_N_ELEMENTS (knobs) - 1);
  edits_assert_valid (&edits);
  edits_end (&edits);
}

static void
test_link (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  g_autofree char *reason = NULL;
  guint64 a, b, tor, core, link;

  edits_begin (&edits, EMPTY);
  a = heddle_edit_add_component (edits.document, edits.catalog, edits_top (&edits), "fabric.xpu", 0, 0, &error);
  b = heddle_edit_add_component (edits.document, edits.catalog, edits_top (&edits), "fabric.xpu", 0, 0, &error);
  tor = heddle_edit_add_component (edits.document, edits.catalog, edits_top (&edits), "fabric.tor-switch", 0, 0, &error);
  core = heddle_edit_add_component (edits.document, edits.catalog, edits_top (&edits), "fabric.core-switch", 0, 0, &error);

  HeddleEnd at_a = end_at (a), at_b = end_at (b), at_tor = end_at (tor), at_core = end_at (core);

  link = heddle_edit_link (edits.document, edits.catalog, edits_top (&edits), &at_a, &at_tor, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (hd_object_get (hd_document_get_object (edits.document, link), "from"), ==, "xpu.eth");
  g_assert_cmpstr (hd_object_get (hd_document_get_object (edits.document, link), "to"), ==, "tor_switch.down[0]");
  link = heddle_edit_link (edits.document, edits.catalog, edits_top (&edits), &at_b, &at_tor, &error);
  g_assert_cmpstr (hd_object_get (hd_document_get_object (edits.document, link), "to"), ==, "tor_switch.down[1]");
  /* Accelerators are joined by the port that is made for it. */
  link = heddle_edit_link (edits.document, edits.catalog, edits_top (&edits), &at_a, &at_b, &error);
  g_assert_cmpstr (hd_object_get (hd_document_get_object (edits.document, link), "from"), ==, "xpu.xpu");

  /* A full port, two protocols, nothing that fits */
  HeddleEnd full = { a, -1, "eth", -1 }, pcie = { b, -1, "pcie", -1 };

  g_assert_false (heddle_edit_can_link (edits.document, edits.catalog, edits_top (&edits), &full, &at_core, &reason));
  g_assert_nonnull (strstr (reason, "full"));
  g_clear_pointer (&reason, g_free);
  g_assert_false (heddle_edit_can_link (edits.document, edits.catalog, edits_top (&edits), &pcie, &at_core, &reason));
  g_assert_false (heddle_edit_can_link (edits.document, edits.catalog, edits_top (&edits), &at_a, &at_core, NULL));
  g_assert_true (heddle_edit_can_link (edits.document, edits.catalog, edits_top (&edits), &at_tor, &at_core, NULL));
  g_assert_no_error (error);
  edits_assert_valid (&edits);
  edits_end (&edits);
}

static void
test_link_arrays (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  guint64 link;

  edits_begin (&edits, "<module id=\"i\"><port id=\"p\" of=\"x.eth\"/><port id=\"q\" of=\"\"/>"
                       "<component id=\"x\" type=\"fabric.xpu\"/></module>"
                       "<top><component id=\"xpu\" type=\"fabric.xpu\" count=\"4x2\"/>"
                       "<component id=\"nic\" type=\"fabric.nic\" count=\"4x2\"/>"
                       "<component id=\"tor\" type=\"fabric.tor-switch\"/>"
                       "<component id=\"few\" type=\"fabric.nic\" count=\"3\"/>"
                       "<instance id=\"i\" of=\"i\" count=\"2\"/></top>");

  HeddleEnd xpu = { edits_find (&edits, "top/xpu"), HEDDLE_END_ALL, "pcie", -1 };
  HeddleEnd nic = { edits_find (&edits, "top/nic"), HEDDLE_END_ALL, "pcie", -1 };
  HeddleEnd few = { edits_find (&edits, "top/few"), HEDDLE_END_ALL, "pcie", -1 };
  HeddleEnd eth = { edits_find (&edits, "top/xpu"), HEDDLE_END_ALL, "eth", -1 };
  HeddleEnd tor = { edits_find (&edits, "top/tor"), -1, "down", -1 };
  HeddleEnd one = { edits_find (&edits, "top/few"), 2, "eth", -1 };
  HeddleEnd rack = { edits_find (&edits, "top/i"), 1, "p", -1 };
  guint64 top = edits_top (&edits);

  link = heddle_edit_link (edits.document, edits.catalog, top, &xpu, &nic, &error);
  g_assert_no_error (error);
  /* "i" is the index of the module that encloses others. */
  g_assert_cmpstr (hd_object_get (hd_document_get_object (edits.document, link), "to"), ==, "nic[j][k].pcie");
  link = heddle_edit_link (edits.document, edits.catalog, top, &eth, &tor, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (hd_object_get (hd_document_get_object (edits.document, link), "to"), ==, "tor.down[j * 2 + k]");
  link = heddle_edit_link (edits.document, edits.catalog, top, &one, &tor, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (hd_object_get (hd_document_get_object (edits.document, link), "to"), ==, "tor.down[8]");
  link = heddle_edit_link (edits.document, edits.catalog, top, &rack, &tor, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (hd_object_get (hd_document_get_object (edits.document, link), "from"), ==, "i[1].p");
  g_assert_false (heddle_edit_can_link (edits.document, edits.catalog, top, &rack, &tor, NULL));
  g_assert_false (heddle_edit_can_link (edits.document, edits.catalog, top, &xpu, &few, NULL));

  /* The inner side of a module's own port */
  HeddleEnd frame = { edits_find (&edits, "i/q"), -1, NULL, -1 };
  HeddleEnd inner = { edits_find (&edits, "i/x"), -1, "cxl", -1 };

  g_assert_cmpuint (heddle_edit_link (edits.document, edits.catalog, edits_find (&edits, "i"), &frame, &inner, &error), ==,
                    edits_find (&edits, "i/q"));
  g_assert_cmpstr (edits_get (&edits, "i/q", "of"), ==, "x.cxl");
  g_assert_false (heddle_edit_can_link (edits.document, edits.catalog, edits_find (&edits, "i"), &frame, &inner, NULL));
  edits_end (&edits);
}

static void
test_add_port (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;

  edits_begin (&edits, CLUSTER);

  HeddleEnd xpu = { edits_find (&edits, "rack/xpu"), HEDDLE_END_ALL, "cxl", -1 };
  HeddleEnd core = { edits_find (&edits, "top/core"), -1, NULL, -1 };
  guint64 rack = edits_find (&edits, "rack"), port;

  port = heddle_edit_add_port (edits.document, edits.catalog, rack, &xpu, "left", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (port, ==, edits_find (&edits, "rack/cxl"));
  g_assert_cmpstr (edits_get (&edits, "rack/cxl", "of"), ==, "xpu[i].cxl");
  g_assert_cmpstr (edits_get (&edits, "rack/cxl", "side"), ==, "left");
  g_assert_cmpuint (heddle_edit_add_port (edits.document, edits.catalog, edits_top (&edits), &core, NULL, &error), ==, 0);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  edits_assert_valid (&edits);
  edits_end (&edits);
}

/* An id is no attribute like others. */
static void
test_set (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  guint64 uids[2];

  edits_begin (&edits, CLUSTER);
  uids[0] = edits_find (&edits, "top/core");
  uids[1] = edits_find (&edits, "top/rack");
  g_assert_true (heddle_edit_set (edits.document, uids, 2, "x", "7", &error));
  g_assert_cmpuint (edits.n_signals, ==, 1);
  g_assert_cmpstr (edits_get (&edits, "top/rack", "x"), ==, "7");
  g_assert_true (heddle_edit_set (edits.document, uids, 2, "x", NULL, &error));
  g_assert_null (edits_get (&edits, "top/rack", "x"));
  g_assert_no_error (error);
  g_assert_true (heddle_edit_set (edits.document, &uids[1], 1, "id", "row", &error));
  g_assert_cmpstr (edits_get (&edits, "top/uplink", "from"), ==, "row[i].up");
  g_assert_false (heddle_edit_set (edits.document, uids, 2, "id", "same", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_clear_error (&error);
  uids[0] = edits_find (&edits, "top/uplink");
  g_assert_false (heddle_edit_set (edits.document, uids, 1, "id", NULL, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  edits_end (&edits);
}

/* ---- places --------------------------------------------------------------------------------- */

static void
test_place (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  guint64 uids[3];

  edits_begin (&edits, CLUSTER);
  uids[0] = edits_find (&edits, "top/core");
  uids[1] = edits_find (&edits, "top/rack");
  uids[2] = uids[1];
  g_assert_true (heddle_edit_move (edits.document, uids, 3, 10, -4.5, &error));
  g_assert_cmpstr (edits_get (&edits, "top/rack", "x"), ==, "10");
  g_assert_cmpstr (edits_get (&edits, "top/rack", "y"), ==, "115.5");
  g_assert_cmpuint (edits.n_signals, ==, 1);

  HeddleExtent extents[] = { { uids[0], 0, 0, 100, 40 }, { uids[1], 30, 100, 60, 40 } };

  g_assert_true (heddle_edit_align (edits.document, extents, 2, HEDDLE_ALIGN_RIGHT, &error));
  g_assert_cmpstr (edits_get (&edits, "top/rack", "x"), ==, "20");
  g_assert_true (heddle_edit_rotate (edits.document, extents, 2, TRUE, &error));
  g_assert_cmpstr (edits_get (&edits, "top/rack", "rotation"), ==, "90");
  g_assert_true (heddle_edit_place (edits.document, extents, 2, "Arrange", &error));
  g_assert_cmpstr (edits_get (&edits, "top/rack", "x"), ==, "30");
  g_assert_cmpstr (hd_document_get_undo_name (edits.document), ==, "Arrange");
  edits_end (&edits);
}

static void
test_distribute (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;

  edits_begin (&edits, "<top><note x=\"0\" y=\"0\"/><component id=\"a\" type=\"t.t\" x=\"5\" y=\"5\"/>"
                       "<component id=\"b\" type=\"t.t\" x=\"30\" y=\"5\"/>"
                       "<component id=\"c\" type=\"t.t\" x=\"105\" y=\"5\"/></top>");

  HeddleExtent extents[] = { { edits_find (&edits, "top/c"), 100, 0, 10, 10 },
                             { edits_find (&edits, "top/a"), 0, 0, 10, 10 },
                             { edits_find (&edits, "top/b"), 20, 0, 20, 10 } };

  g_assert_true (heddle_edit_distribute (edits.document, extents, 3, FALSE, &error));
  /* Gaps of 35: 10 + 35 + 20 + 35 + 10 */
  g_assert_cmpstr (edits_get (&edits, "top/b", "x"), ==, "55");
  g_assert_cmpstr (edits_get (&edits, "top/c", "x"), ==, "105");
  edits_end (&edits);
}

/* ---- copies --------------------------------------------------------------------------------- */

static void
test_copy_paste (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GArray) pasted = NULL;
  guint64 uids[2];

  edits_begin (&edits, CLUSTER);
  uids[0] = edits_find (&edits, "top/core");
  uids[1] = edits_find (&edits, "top/rack");
  text = heddle_edit_copy (edits.document, edits_top (&edits), uids, 2);
  g_assert_nonnull (strstr (text, "<module id=\"rack\""));
  g_assert_nonnull (strstr (text, "<variable name=\"n\""));
  g_assert_nonnull (strstr (text, "uplink"));
  g_assert_null (strstr (text, "communicator"));

  pasted = heddle_edit_paste (edits.document, edits.catalog, edits_top (&edits), text, 12, 12, "Paste", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (pasted->len, ==, 3);
  g_assert_cmpuint (edits.n_signals, ==, 1);
  g_assert_cmpstr (edits_get (&edits, "top/rack2", "of"), ==, "rack");
  g_assert_cmpstr (edits_get (&edits, "top/rack2", "x"), ==, "12");
  g_assert_cmpstr (edits_get (&edits, "top/uplink2", "from"), ==, "rack2[i].up");
  g_assert_cmpstr (edits_get (&edits, "top/uplink2", "to"), ==, "core2.down[i]");
  g_assert_cmpuint (edits_find (&edits, "rack2"), ==, 0);
  edits_assert_valid (&edits);

  /* Into a project whose definitions differ */
  heddle_edit_set (edits.document, (guint64[]){ edits_find (&edits, "variables/n") }, 1, "value", "2", &error);
  g_clear_pointer (&pasted, g_array_unref);
  pasted = heddle_edit_paste (edits.document, edits.catalog, edits_top (&edits), text, 0, 0, "Paste", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (edits_get (&edits, "variables/n2", "value"), ==, "4");
  g_assert_cmpstr (edits_get (&edits, "rack2/xpu", "count"), ==, "$n2");
  g_assert_cmpstr (edits_get (&edits, "top/rack3", "of"), ==, "rack2");
  g_assert_cmpuint (edits_find (&edits, "net2"), ==, 0);
  edits_assert_valid (&edits);

  /* A module cannot be pasted into itself. */
  g_clear_pointer (&pasted, g_array_unref);
  while (hd_document_undo (edits.document))
    ;
  g_assert_null (heddle_edit_paste (edits.document, edits.catalog, edits_find (&edits, "rack"), text, 0, 0, "Paste", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  edits_end (&edits);
}

static void
test_paste_nonsense (void)
{
  static const char *const wrong[] = {
    "",
    "hello",
    "<heddle",
    "<svg/>",
    "<heddle version=\"1\"/>",
    "<heddle version=\"1\"><top/></heddle>",
    "<heddle version=\"99\"><top><note/></top></heddle>",
    "<heddle version=\"1\">\n<top>\n<note></top></heddle>",
  };
  Edits edits;

  edits_begin (&edits, CLUSTER);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *after = NULL;

      g_assert_null (heddle_edit_paste (edits.document, edits.catalog, edits_top (&edits), wrong[i], 0, 0, "Paste", &error));
      g_assert_nonnull (error);
      if (i == 7)
        g_assert_nonnull (strstr (error->message, ":3:"));
      after = edits_text (&edits);
      g_assert_cmpstr (after, ==, edits.start);
      g_assert_null (hd_document_get_undo_name (edits.document));
    }
  g_assert_cmpuint (edits.n_signals, ==, 0);

  /* What is unknown is kept. */
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) pasted = heddle_edit_paste (edits.document, edits.catalog, edits_top (&edits),
                                                 "<heddle version=\"1\"><top><component id=\"q\" type=\"quantum.qubit\" spin=\"1\"/>"
                                                 "<sketch><line/></sketch></top></heddle>",
                                                 0, 0, "Paste", &error);
  g_autofree char *text = edits_text (&edits);

  g_assert_no_error (error);
  g_assert_nonnull (strstr (text, "quantum.qubit\" spin=\"1\""));
  g_assert_nonnull (strstr (text, "<sketch>"));
  edits_end (&edits);
}

/* ---- deleting and renaming ------------------------------------------------------------------ */

static void
test_delete (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  guint64 uid;

  edits_begin (&edits, CLUSTER);
  uid = edits_find (&edits, "rack/xpu");
  g_assert_true (heddle_edit_delete (edits.document, &uid, 1, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (edits.n_signals, ==, 1);
  text = edits_text (&edits);
  g_assert_null (strstr (text, "xpu"));
  g_assert_cmpuint (edits_find (&edits, "rack/access"), ==, 0);
  g_assert_null (strstr (text, "communicator "));
  g_assert_null (strstr (text, "on=\"all\""));
  g_assert_nonnull (strstr (text, "uplink[0].utilisation"));
  hd_document_undo (edits.document);

  /* A class and a variable leave their values behind. */
  uid = edits_find (&edits, "net");
  g_assert_true (heddle_edit_delete (edits.document, &uid, 1, &error));
  g_assert_cmpstr (edits_get (&edits, "rack/access", "bandwidth"), ==, "$rate");
  g_assert_null (edits_get (&edits, "rack/access", "class"));
  uid = edits_find (&edits, "variables/rate");
  g_assert_true (heddle_edit_delete (edits.document, &uid, 1, &error));
  g_assert_cmpstr (edits_get (&edits, "rack/access", "bandwidth"), ==, "(50 GB/s)");
  edits_assert_valid (&edits);
  hd_document_undo (edits.document);
  hd_document_undo (edits.document);

  /* A module goes with its instances, and these with their links. */
  uid = edits_find (&edits, "rack");
  g_assert_true (heddle_edit_delete (edits.document, &uid, 1, &error));
  g_assert_cmpuint (edits_find (&edits, "top/uplink"), ==, 0);
  g_assert_cmpuint (edits_find (&edits, "top/core"), !=, 0);
  edits_end (&edits);
}

static void
test_delete_member_of_list (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  guint64 uid;

  edits_begin (&edits, "<top><component id=\"a\" type=\"fabric.xpu\"/><component id=\"b\" type=\"fabric.xpu\"/>"
                       "<component id=\"c\" type=\"fabric.xpu\"/></top><communicators>"
                       "<communicator id=\"all\" members=\"a b c\"/></communicators>");
  uid = edits_find (&edits, "top/b");
  g_assert_true (heddle_edit_delete (edits.document, &uid, 1, &error));
  g_assert_cmpstr (edits_get (&edits, "communicators/all", "members"), ==, "a c");
  uid = edits_find (&edits, "top/c");
  g_assert_true (heddle_edit_delete (edits.document, &uid, 1, &error));
  g_assert_cmpstr (edits_get (&edits, "communicators/all", "members"), ==, "a");
  edits_end (&edits);
}

static void
test_rename (void)
{
  static const struct
  {
    const char *object, *id;
  } names[] = {
    { "rack/xpu", "gpu" }, { "rack/tor", "switch" }, { "rack/up", "north" },    { "rack/access", "leg" },
    { "rack", "cabinet" }, { "top/rack", "row" },    { "top/core", "spine" },   { "top/uplink", "trunk" },
    { "net", "fast" },     { "variables/n", "m" },   { "variables/rate", "r" }, { "communicators/all", "world" },
  };
  Edits edits;
  g_autoptr (GError) error = NULL;

  edits_begin (&edits, CLUSTER);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_assert_true (heddle_edit_rename (edits.document, edits_find (&edits, names[i].object), names[i].id, &error));
      g_assert_no_error (error);
      edits_assert_valid (&edits);
    }
  g_assert_cmpstr (edits_get (&edits, "cabinet/leg", "from"), ==, "gpu[i].eth");
  g_assert_cmpstr (edits_get (&edits, "cabinet/leg", "class"), ==, "fast");
  g_assert_cmpstr (edits_get (&edits, "cabinet/gpu", "count"), ==, "$m");
  g_assert_cmpstr (edits_get (&edits, "cabinet/gpu", "index"), ==, "xpu");
  g_assert_cmpstr (edits_get (&edits, "top/trunk", "from"), ==, "row[i].north");
  g_assert_cmpstr (edits_get (&edits, "communicators/two", "members"), ==, "row[0]/gpu[0] row[1]/gpu[0]");
  g_assert_cmpstr (edits_get (&edits, "fast", "bandwidth"), ==, "$r");
  g_assert_cmpuint (edits.n_signals, ==, G_N_ELEMENTS (names));

  g_assert_false (heddle_edit_rename (edits.document, edits_find (&edits, "top/row"), "spine", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_clear_error (&error);
  g_assert_false (heddle_edit_rename (edits.document, edits_find (&edits, "top/row"), "9 lives", &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_SYNTAX);
  edits_end (&edits);
}

/* ---- selecting ------------------------------------------------------------------------------ */

static void
test_find (void)
{
  Edits edits;
  g_autoptr (GArray) same = NULL, connected = NULL;
  guint64 core;

  edits_begin (&edits, CLUSTER);
  core = edits_find (&edits, "top/core");
  same = heddle_edit_find_same_type (edits.document, edits_top (&edits), &core, 1);
  g_assert_cmpuint (same->len, ==, 1);
  connected = heddle_edit_find_connected (edits.document, edits_top (&edits), &core, 1);
  g_assert_cmpuint (connected->len, ==, 3);
  edits_end (&edits);
}

/* Moments as people write them, which are read as the very same. */
static void
test_add_change (void)
{
  static const struct
  {
    HdTime time;
    const char *at;
  } cases[] = {
    { 0, "0 s" }, { 7, "7 ps" }, { 1500, "1.5 ns" }, { 94288606811, "94.288606811 ms" }, { 20000000000, "20 ms" }, { 99999999999999, "99.999999999999 s" },
    { 123456789012345, "123456789012345 ps" }, { 120000000000000, "120 s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Edits edits;
      g_autoptr (GError) error = NULL;
      HdQuantity read;
      const char *at;

      edits_begin (&edits, CLUSTER);
      at = hd_object_get (hd_document_get_object (edits.document, heddle_edit_add_change (edits.document, cases[i].time, "uplink", NULL, &error)), "at");
      g_assert_no_error (error);
      g_assert_cmpstr (at, ==, cases[i].at);
      g_assert_true (hd_quantity_parse (at, &read, &error));
      g_assert_cmpint (hd_time_from_seconds (read.value), ==, cases[i].time);
      edits_end (&edits);
    }
}

int
main (int argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/edits/add", test_add);
  g_test_add_func ("/ui/edits/add-knob", test_add_knob);
  g_test_add_func ("/ui/edits/add-change", test_add_change);
  g_test_add_func ("/ui/edits/link", test_link);
  g_test_add_func ("/ui/edits/link-arrays", test_link_arrays);
  g_test_add_func ("/ui/edits/add-port", test_add_port);
  g_test_add_func ("/ui/edits/set", test_set);
  g_test_add_func ("/ui/edits/place", test_place);
  g_test_add_func ("/ui/edits/distribute", test_distribute);
  g_test_add_func ("/ui/edits/copy-paste", test_copy_paste);
  g_test_add_func ("/ui/edits/paste-nonsense", test_paste_nonsense);
  g_test_add_func ("/ui/edits/delete", test_delete);
  g_test_add_func ("/ui/edits/delete-member-of-list", test_delete_member_of_list);
  g_test_add_func ("/ui/edits/rename", test_rename);
  g_test_add_func ("/ui/edits/find", test_find);
  return g_test_run ();
}
