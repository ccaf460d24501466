/* bench-document.c: reading, writing, editing and checking large projects
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints times, and fails where a result is wrong: what was written is read again as the same bytes, and 10,000 random edits undone give
 * the bytes that were before.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <heddle/hd-document.h>

#define N_ELEMENTS 1000000
#define N_PASTED 10000
#define N_EDITS 10000

/* Processor time since the last call: the machine may have other work. */
static double
get_seconds (void)
{
  static clock_t last;
  clock_t now = clock ();
  double seconds = (double) (now - last) / CLOCKS_PER_SEC;

  last = now;
  return seconds;
}

static void
report (const char *what,
        double seconds)
{
  printf ("%-58s %8.3f s\n", what, seconds);
}

static gsize
get_memory_kib (void)
{
  g_autofree char *status = NULL;

  g_assert_true (g_file_get_contents ("/proc/self/status", &status, NULL, NULL));
  const char *line = strstr (status, "VmRSS:");
  return line != NULL ? g_ascii_strtoull (line + strlen ("VmRSS:"), NULL, 10) : 0;
}

static char *
make_project (gsize *out_length)
{
  GString *xml = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<heddle version=\"1\" name=\"large\">\n  <top>\n");

  for (guint i = 0; i < N_ELEMENTS; i++)
    if (i % 2 == 0)
      g_string_append_printf (xml, "    <component id=\"c%u\" type=\"fabric.switch\" x=\"%u\" y=\"%u\"/>\n", i, i % 1000 * 40, i / 1000 * 40);
    else
      g_string_append_printf (xml, "    <link id=\"l%u\" from=\"c%u.port[0]\" to=\"c%u.port[1]\" bandwidth=\"12.5 GB/s\" latency=\"5 us\"/>\n", i,
                              i - 1, i > 1 ? i - 3 : 0);
  g_string_append (xml, "  </top>\n</heddle>\n");
  *out_length = xml->len;
  return g_string_free (xml, FALSE);
}

static guint64
get_top (HdDocument *document)
{
  return hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL));
}

static void
bench_large (HdCatalog *catalog)
{
  gsize length, written_length;
  g_autofree char *xml = make_project (&length);
  g_autoptr (GError) error = NULL;
  gsize before = get_memory_kib ();

  get_seconds ();
  g_autoptr (HdDocument) document = hd_document_load_from_data (xml, length, "large.heddle", NULL, &error);
  g_assert_no_error (error);
  report ("read 1,000,000 elements", get_seconds ());
  printf ("%-58s %8.1f MiB (file %.1f MiB)\n", "  memory", (get_memory_kib () - before) / 1024.0, length / 1048576.0);

  g_autofree char *written = hd_document_to_string (document, &written_length);
  report ("write them", get_seconds ());
  g_assert_true (written_length == length && memcmp (written, xml, length) == 0);

  get_seconds ();
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  report ("snapshot", get_seconds ());
  g_assert_true (hd_document_set_attribute (document, get_top (document) + 7, "x", "1", NULL));
  report ("first edit after it, among 1,000,000 siblings", get_seconds ());
  g_assert_true (hd_document_set_attribute (document, get_top (document) + 9, "x", "1", NULL));
  report ("second edit", get_seconds ());

  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  hd_snapshot_validate (snapshot, catalog, problems);
  report ("validate 1,000,000 elements", get_seconds ());
}

static void
bench_paste (void)
{
  g_autoptr (HdDocument) document = hd_document_new ("paste");
  g_autoptr (GPtrArray) trees = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_object_unref);
  g_autofree char *empty = hd_document_to_string (document, NULL);

  for (guint i = 0; i < N_PASTED; i++)
    {
      g_autofree char *id = g_strdup_printf ("c%u", i);
      g_ptr_array_add (trees, hd_object_new (HD_OBJECT_COMPONENT, "id", id, "type", "fabric.xpu", "x", "1", "y", "2", NULL));
    }
  get_seconds ();
  g_assert_true (hd_document_insert_many (document, get_top (document), 0, (const HdObject *const *) trees->pdata, trees->len, NULL, NULL));
  report ("paste 10,000 objects", get_seconds ());
  g_assert_true (hd_document_undo (document));
  report ("undo it", get_seconds ());
  g_autofree char *undone = hd_document_to_string (document, NULL);
  g_assert_cmpstr (undone, ==, empty);
  g_assert_true (hd_document_redo (document));
  get_seconds ();

  guint64 top = get_top (document);
  hd_document_begin_group (document, "Move all");
  for (guint i = 0; i < N_PASTED; i++)
    g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (hd_object_get_child (hd_document_get_object (document, top), i)), "x", "99", NULL));
  hd_document_end_group (document);
  report ("move 10,000 objects on the canvas", get_seconds ());
  hd_document_begin_group (document, "Remove all");
  while (hd_object_get_n_children (hd_document_get_object (document, top)) > 0)
    g_assert_true (hd_document_remove (document, hd_object_get_uid (hd_object_get_child (hd_document_get_object (document, top), 0)), NULL));
  hd_document_end_group (document);
  report ("remove 10,000 objects one by one", get_seconds ());
  g_assert_true (hd_document_undo (document));
  report ("undo it", get_seconds ());
  g_assert_cmpuint (hd_object_get_n_children (hd_document_get_object (document, top)), ==, N_PASTED);
}

static void
count (guint *n)
{
  (*n)++;
}

static void
bench_edits (void)
{
  g_autoptr (HdDocument) document = hd_document_new ("edits");
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (GArray) uids = g_array_new (FALSE, FALSE, sizeof (guint64));
  guint64 top = get_top (document);

  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (HdObject) tree = hd_object_new (HD_OBJECT_COMPONENT, "type", "fabric.xpu", NULL);
      guint64 uid = hd_document_insert (document, top, G_MAXUINT, tree, NULL);
      g_array_append_val (uids, uid);
    }
  g_autofree char *before = hd_document_to_string (document, NULL);
  guint n_steps = 0;

  g_signal_connect_swapped (document, "changed", G_CALLBACK (count), &n_steps);
  get_seconds ();
  for (guint i = 0; i < N_EDITS; i++)
    {
      guint64 uid = g_array_index (uids, guint64, g_rand_int_range (random, 0, uids->len));
      g_autofree char *text = g_strdup_printf ("%u", i);
      guint choice = g_rand_int_range (random, 0, 10);

      if (choice == 0)
        hd_document_remove (document, uid, NULL);
      else if (choice == 1)
        hd_document_move (document, uid, top, g_rand_int_range (random, 0, 2000), NULL);
      else if (choice == 2)
        {
          g_autoptr (HdObject) tree = hd_object_new (HD_OBJECT_COMPONENT, "type", "fabric.nic", NULL);
          uid = hd_document_insert (document, top, g_rand_int_range (random, 0, 2000), tree, NULL);
          g_array_append_val (uids, uid);
        }
      else
        hd_document_set_attribute (document, uid, "x", text, NULL);
      if (i % 10 == 0) /* as the window does after an edit */
        hd_snapshot_unref (hd_document_snapshot (document));
    }
  report ("10,000 random edits among 2,000 objects, 1,000 snapshots", get_seconds ());
  for (guint i = n_steps; i > 0; i--)
    g_assert_true (hd_document_undo (document));
  report ("undo all", get_seconds ());
  g_autofree char *after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (after, ==, before);
}

int
main (int argc, char **argv)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);

  bench_large (catalog);
  bench_paste ();
  bench_edits ();
  return 0;
}
