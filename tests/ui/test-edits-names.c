/* test-edits-names.c: links get an id that lasts as soon as something refers to them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: what refers to a link goes on doing so while the link, its ends and the system around it are renamed, moved to other ends, copied and
 * deleted; the project has no error after any step. Undo and redo are compared byte by byte (edits_end ()).
 */
#include <string.h>

#include "edits-fixture.h"

/* Two XPUs joined without an id, at the top and in a module that stands there twice; the second has a pattern. */
#define SYSTEM                                                                                                                                     \
  "<link-class id=\"c\" bandwidth=\"50 GB/s\" latency=\"500 ns\"/>"                                                                                \
  "<module id=\"pair\"><component id=\"xpu\" type=\"fabric.xpu\" count=\"2\"/><component id=\"xs\" type=\"fabric.xpu-switch\"/>"                    \
  "<link from=\"xpu[i].xpu\" to=\"xs.port[i]\" class=\"c\"/></module>"                                                                                 \
  "<top><component id=\"xpu\" type=\"fabric.xpu\"/><component id=\"xpu2\" type=\"fabric.xpu\"/><component id=\"xpu3\" type=\"fabric.xpu\"/>"         \
  "<instance id=\"pair\" of=\"pair\" count=\"2\"/><link from=\"xpu.xpu\" to=\"xpu2.xpu\" class=\"c\" style=\"curved\"/></top>"                        \
  "<probes><probe of=\"pair[0]/xs.through\"/></probes>"

static guint64
find_link (Edits *edits,
           const char *block)
{
  const HdObject *object = hd_document_get_object (edits->document, edits_find (edits, block));

  return hd_object_get_uid (hd_object_find_child (object, HD_OBJECT_LINK, NULL));
}

/* As the inspector does: an id, and a probe with it. */
static void
watch (Edits *edits,
       const char *block,
       const char *address,
       const char *expected_id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdObject) probe = hd_object_new (HD_OBJECT_PROBE, "of", address, NULL);
  guint64 link = find_link (edits, block);
  g_autofree char *id = heddle_edit_dup_link_id (edits->document, link);

  g_assert_cmpstr (id, ==, expected_id);
  hd_document_begin_group (edits->document, "watch");
  g_assert_true (heddle_edit_name_link (edits->document, link, &error));
  g_assert_cmpuint (hd_document_insert (edits->document, edits_find (edits, "probes"), G_MAXUINT, probe, &error), !=, 0);
  hd_document_end_group (edits->document);
  g_assert_no_error (error);
  g_assert_cmpstr (hd_object_get_id (hd_document_get_object (edits->document, link)), ==, expected_id);
  edits_assert_valid (edits);
}

static const char *
get_last_probe (Edits *edits)
{
  const HdObject *probes = hd_document_get_object (edits->document, edits_find (edits, "probes"));

  return hd_object_get (hd_object_get_child (probes, hd_object_get_n_children (probes) - 1), "of");
}

static guint
count_probes (Edits *edits)
{
  return hd_object_get_n_children (hd_document_get_object (edits->document, edits_find (edits, "probes")));
}

static void
begin (Edits *edits)
{
  edits_begin (edits, SYSTEM);
  edits_assert_valid (edits);
}

static void
test_name (void)
{
  Edits edits;
  guint64 link;

  begin (&edits);
  watch (&edits, "top", "xpu--xpu2.rate", "xpu--xpu2");
  watch (&edits, "pair", "pair[1]/xpu--xs[0].utilisation", "xpu--xs");
  link = find_link (&edits, "top");
  g_assert_true (heddle_edit_name_link (edits.document, link, NULL)); /* it has one: nothing happens */
  g_assert_cmpstr (hd_object_get_id (hd_document_get_object (edits.document, link)), ==, "xpu--xpu2");
  edits_end (&edits);
}

/* A second link between the same ends, and a name that something else has, are no obstacle. */
static void
test_taken (void)
{
  Edits edits;
  g_autofree char *id = NULL;
  g_autoptr (HdObject) second = hd_object_new (HD_OBJECT_LINK, "from", "xpu.xpu", "to", "xpu2.xpu", "class", "c", NULL);
  guint64 uid;

  begin (&edits);
  watch (&edits, "top", "xpu--xpu2.rate", "xpu--xpu2");
  uid = hd_document_insert (edits.document, edits_top (&edits), G_MAXUINT, second, NULL);
  id = heddle_edit_dup_link_id (edits.document, uid);
  g_assert_cmpstr (id, ==, "xpu--xpu2-2");
  edits_end (&edits);
}

static void
test_rename (void)
{
  Edits edits;
  guint64 xpu;

  begin (&edits);
  watch (&edits, "top", "xpu--xpu2.rate", "xpu--xpu2");
  g_assert_true (heddle_edit_rename (edits.document, edits_find (&edits, "top/xpu2"), "gpu", NULL));
  g_assert_cmpstr (get_last_probe (&edits), ==, "xpu--gpu.rate");
  edits_assert_valid (&edits);
  g_assert_true (hd_document_undo (edits.document)); /* one step */
  g_assert_cmpstr (get_last_probe (&edits), ==, "xpu--xpu2.rate");
  /* A name of one's own stays. */
  g_assert_true (heddle_edit_rename (edits.document, edits_find (&edits, "top/xpu--xpu2"), "bridge", NULL));
  g_assert_cmpstr (get_last_probe (&edits), ==, "bridge.rate");
  xpu = edits_find (&edits, "top/xpu");
  g_assert_true (heddle_edit_rename (edits.document, xpu, "cpu", NULL));
  g_assert_cmpstr (get_last_probe (&edits), ==, "bridge.rate");
  edits_assert_valid (&edits);
  edits_end (&edits);
}

static void
test_relink (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  HeddleEnd from, to;
  guint64 made;

  begin (&edits);
  watch (&edits, "top", "xpu--xpu2.rate", "xpu--xpu2");
  from = (HeddleEnd){ edits_find (&edits, "top/xpu"), -1, NULL, -1 };
  to = (HeddleEnd){ edits_find (&edits, "top/xpu3"), -1, NULL, -1 };
  made = heddle_edit_relink (edits.document, edits.catalog, find_link (&edits, "top"), &from, &to, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (hd_object_get_id (hd_document_get_object (edits.document, made)), ==, "xpu--xpu3");
  g_assert_cmpstr (hd_object_get (hd_document_get_object (edits.document, made), "style"), ==, "curved");
  g_assert_cmpstr (get_last_probe (&edits), ==, "xpu--xpu3.rate");
  edits_assert_valid (&edits);
  g_assert_true (heddle_edit_set (edits.document, &made, 1, "to", "xpu2.xpu", &error));
  g_assert_cmpstr (get_last_probe (&edits), ==, "xpu--xpu2.rate");
  edits_assert_valid (&edits);
  edits_end (&edits);
}

/* A key may delete the link whose end is being dragged. */
static void
test_relink_gone (void)
{
  Edits edits;
  g_autoptr (GError) error = NULL;
  HeddleEnd from, to;
  guint64 link;

  begin (&edits);
  link = find_link (&edits, "top");
  from = (HeddleEnd){ edits_find (&edits, "top/xpu"), -1, NULL, -1 };
  to = (HeddleEnd){ edits_find (&edits, "top/xpu3"), -1, NULL, -1 };
  g_assert_true (hd_document_remove (edits.document, link, NULL));
  g_assert_cmpuint (heddle_edit_relink (edits.document, edits.catalog, link, &from, &to, &error), ==, 0);
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  edits_end (&edits);
}

/* A copy needs no id: nothing refers to it. */
static void
test_copy (void)
{
  Edits edits;
  guint64 uids[3];
  g_autofree char *text = NULL;
  g_autoptr (GArray) pasted = NULL;
  g_autoptr (GError) error = NULL;
  guint n_links = 0;

  begin (&edits);
  watch (&edits, "top", "xpu--xpu2.rate", "xpu--xpu2");
  uids[0] = edits_find (&edits, "top/xpu");
  uids[1] = edits_find (&edits, "top/xpu2");
  uids[2] = find_link (&edits, "top");
  text = heddle_edit_copy (edits.document, edits_top (&edits), uids, 3);
  pasted = heddle_edit_paste (edits.document, edits.catalog, edits_top (&edits), text, 30, 30, "Paste", &error);
  g_assert_no_error (error);
  for (guint i = 0; i < pasted->len; i++)
    {
      const HdObject *object = hd_document_get_object (edits.document, g_array_index (pasted, guint64, i));

      if (hd_object_get_kind (object) != HD_OBJECT_LINK)
        continue;
      n_links++;
      g_assert_null (hd_object_get_id (object));
    }
  g_assert_cmpuint (n_links, ==, 1);
  g_assert_cmpstr (get_last_probe (&edits), ==, "xpu--xpu2.rate");
  edits_assert_valid (&edits);
  edits_end (&edits);
}

static void
test_delete (void)
{
  Edits edits;
  guint64 uid;

  begin (&edits);
  watch (&edits, "top", "xpu--xpu2.rate", "xpu--xpu2");
  uid = find_link (&edits, "top");
  g_assert_true (heddle_edit_delete (edits.document, &uid, 1, NULL));
  g_assert_cmpuint (count_probes (&edits), ==, 1);
  g_assert_true (hd_document_undo (edits.document)); /* both come back with one step */
  g_assert_cmpuint (count_probes (&edits), ==, 2);
  uid = edits_find (&edits, "top/xpu2");
  g_assert_true (heddle_edit_delete (edits.document, &uid, 1, NULL)); /* and with it the link */
  g_assert_cmpuint (count_probes (&edits), ==, 1);
  edits_assert_valid (&edits);
  edits_end (&edits);
}

static void
assert_probes (Edits *edits,
               const char *const *of,
               guint n)
{
  const HdObject *probes = hd_object_find_child (hd_document_get_root (edits->document), HD_OBJECT_PROBES, NULL);

  g_assert_cmpuint (hd_object_get_n_children (probes), ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpstr (hd_object_get (hd_object_get_child (probes, i), "of"), ==, of[i]);
}

/* What is watched by the name that it had before it was imported. */
static void
test_outside (void)
{
  Edits edits;
  guint64 uid;

  edits_begin (&edits, "<top><component id=\"h\" type=\"fabric.host\" names=\"n-[1-3].example.org\" count=\"3\"/><component id=\"r\" type=\"fabric.host\"/></top>"
                       "<communicators><communicator id=\"all\" members=\"n-3.example.org r n-1.example.org\"/></communicators>"
                       "<probes><probe of=\"n-2.example.org.busy\"/><probe of=\"r.busy\"/></probes>");
  edits_assert_valid (&edits);
  g_assert_true (heddle_edit_rename (edits.document, edits_find (&edits, "top/h"), "node", NULL));
  g_assert_cmpstr (edits_get (&edits, "communicators/all", "members"), ==, "n-3.example.org r n-1.example.org");
  edits_assert_valid (&edits);
  uid = edits_find (&edits, "top/node");
  g_assert_true (heddle_edit_delete (edits.document, &uid, 1, NULL));
  g_assert_cmpuint (count_probes (&edits), ==, 1);
  g_assert_cmpstr (edits_get (&edits, "communicators/all", "members"), ==, "r");
  edits_assert_valid (&edits);
  edits_end (&edits);
}

/* Names in quotes are elements of a list, and hide nothing that stands behind them. */
static void
test_quoted (void)
{
  Edits edits;
  guint64 uid;

  edits_begin (&edits, "<top><component id=\"h\" type=\"fabric.host\" names=\"GPU 0\"/><component id=\"g\" type=\"fabric.host\" names=\"a[[1]]\"/>"
                       "<component id=\"r\" type=\"fabric.host\"/></top>"
                       "<communicators><communicator id=\"all\" members=\"'GPU 0' r a[1]\"/></communicators>"
                       "<probes><probe of=\"GPU 0.busy\"/><probe of=\"a[1].busy\"/></probes>");
  edits_assert_valid (&edits);
  g_assert_true (heddle_edit_rename (edits.document, edits_find (&edits, "top/r"), "rest", NULL));
  g_assert_cmpstr (edits_get (&edits, "communicators/all", "members"), ==, "'GPU 0' rest a[1]");
  edits_assert_valid (&edits);
  uid = edits_find (&edits, "top/h");
  g_assert_true (heddle_edit_delete (edits.document, &uid, 1, NULL));
  g_assert_cmpuint (count_probes (&edits), ==, 1);
  g_assert_cmpstr (edits_get (&edits, "communicators/all", "members"), ==, "rest a[1]");
  edits_assert_valid (&edits);
  edits_end (&edits);
}

/* Signals of the work go with the work. */
static void
test_workload (void)
{
  Edits edits;
  guint64 uid;

  edits_begin (&edits, "<top><component id=\"xpu\" type=\"fabric.xpu\"/></top>"
                       "<workload type=\"graph\"><vertex id=\"a\" kind=\"compute\" work=\"1 GFLOP\" place=\"xpu\" start=\"true\"/></workload>"
                       "<probes><probe of=\"workload.iteration\"/><probe of=\"xpu.busy\"/></probes>");
  uid = edits_find (&edits, "workload");
  g_assert_true (heddle_edit_delete (edits.document, &uid, 1, NULL));
  g_assert_cmpuint (count_probes (&edits), ==, 1);
  edits_assert_valid (&edits);
  edits_end (&edits);
}

/* Those behind a workload that goes are watched as before, under their new numbers; one step takes all back. */
static void
test_workload_numbers (void)
{
#define WORK(id) "<workload type=\"graph\"><vertex id=\"" id "\" kind=\"compute\" work=\"1 GFLOP\" place=\"xpu\" start=\"true\"/></workload>"
  static const char *const before[] = { "workload.iteration", "workload[1].iteration", "workload[2].collective", "workload[3].iteration" };
  static const char *const after[] = { "workload.collective", "workload[1].iteration" };
  Edits edits;
  g_autofree char *whole = NULL, *back = NULL;
  guint64 gone[2];
  guint n = 0;

  edits_begin (&edits, "<top><component id=\"xpu\" type=\"fabric.xpu\"/></top>" WORK ("a") WORK ("b") WORK ("c") WORK ("d")
                       "<probes><probe of=\"workload.iteration\"/><probe of=\"workload[1].iteration\"/>"
                       "<probe of=\"workload[2].collective\"/><probe of=\"workload[3].iteration\"/></probes>");
  assert_probes (&edits, before, G_N_ELEMENTS (before));
  whole = hd_document_to_string (edits.document, NULL);
  for (guint i = 0; n < 2; i++)
    {
      const HdObject *child = hd_object_get_child (hd_document_get_root (edits.document), i);

      if (hd_object_get_kind (child) == HD_OBJECT_WORKLOAD)
        gone[n++] = hd_object_get_uid (child);
    }
  g_assert_true (heddle_edit_delete (edits.document, gone, n, NULL));
  assert_probes (&edits, after, G_N_ELEMENTS (after));
  edits_assert_valid (&edits);
  g_assert_true (hd_document_undo (edits.document));
  g_assert_cmpuint (hd_document_get_n_undo (edits.document), ==, 0);
  back = hd_document_to_string (edits.document, NULL);
  g_assert_cmpstr (back, ==, whole);
  edits_end (&edits);
#undef WORK
}

/* Files of before: the probe names the link by its ends. */
static void
test_find_unnamed (void)
{
  static const char *const others[] = { "xpu--xpu3.rate", "pair[0]/xpu--xpu2.rate", "xpu.busy", "", "xpu2--xpu.rate" };
  Edits edits;
  g_autofree char *id = NULL;
  char *inside = NULL;

  begin (&edits);
  g_assert_cmpuint (heddle_edit_find_unnamed (edits.document, "xpu--xpu2.rate", &id), ==, find_link (&edits, "top"));
  g_assert_cmpstr (id, ==, "xpu--xpu2");
  g_assert_cmpuint (heddle_edit_find_unnamed (edits.document, "pair[0]/xpu--xs.rate", &inside), ==, find_link (&edits, "pair"));
  g_assert_cmpstr (inside, ==, "xpu--xs");
  g_clear_pointer (&inside, g_free);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    g_assert_cmpuint (heddle_edit_find_unnamed (edits.document, others[i], &inside), ==, 0);
  edits_end (&edits);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ui/edits/names/name", test_name);
  g_test_add_func ("/ui/edits/names/taken", test_taken);
  g_test_add_func ("/ui/edits/names/rename", test_rename);
  g_test_add_func ("/ui/edits/names/relink", test_relink);
  g_test_add_func ("/ui/edits/names/relink-gone", test_relink_gone);
  g_test_add_func ("/ui/edits/names/copy", test_copy);
  g_test_add_func ("/ui/edits/names/delete", test_delete);
  g_test_add_func ("/ui/edits/names/outside", test_outside);
  g_test_add_func ("/ui/edits/names/quoted", test_quoted);
  g_test_add_func ("/ui/edits/names/workload", test_workload);
  g_test_add_func ("/ui/edits/names/workload-numbers", test_workload_numbers);
  g_test_add_func ("/ui/edits/names/find-unnamed", test_find_unnamed);
  return g_test_run ();
}
