/* bench-edits.c: operations of the editor on large drawings
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints milliseconds of CPU, the change signal and its listeners included. The goal is 500 ms for
 * pasting 10,000 objects.
 */
#include <time.h>

#include "heddle-edits.h"

#define N_SWITCHES 5000

static clock_t start;

static void
begin (void)
{
  start = clock ();
}

static void
end (const char *what)
{
  g_print ("%-62s %8.1f ms\n", what, 1000.0 * (clock () - start) / CLOCKS_PER_SEC);
}

/* 5,000 switches in a ring with 5,000 links, each an object of its own */
static char *
dup_ring (void)
{
  g_autoptr (GString) text = g_string_new ("<heddle version=\"1\"><link-class id=\"net\" "
                                           "bandwidth=\"50 GB/s\" latency=\"1 us\"/><top>");

  for (guint i = 0; i < N_SWITCHES; i++)
    g_string_append_printf (text,
                            "<component id=\"switch%u\" type=\"fabric.switch\" x=\"%u\" y=\"%u\"/>",
                            i, i % 100 * 96, i / 100 * 96);
  for (guint i = 0; i < N_SWITCHES; i++)
    g_string_append_printf (text,
                            "<link id=\"link%u\" from=\"switch%u.port[0]\" to=\"switch%u.port[1]\" "
                            "class=\"net\"/>",
                            i, i, (i + 1) % N_SWITCHES);
  g_string_append (text, "</top></heddle>");
  return g_strdup (text->str);
}

static guint64
get_top (HdDocument *document)
{
  return hd_object_get_uid (
      hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL));
}

static void
on_changed (HdDocument *document, const HdChange *changes, guint n, guint *sum)
{
  for (guint i = 0; i < n; i++)
    *sum += hd_document_get_object (document, changes[i].uid) != NULL;
}

static void
undo_and_redo (HdDocument *document, const char *what)
{
  g_autofree char *undone = g_strdup_printf ("  undo: %s", what);
  g_autofree char *redone = g_strdup_printf ("  redo: %s", what);

  begin ();
  hd_document_undo (document);
  end (undone);
  begin ();
  hd_document_redo (document);
  end (redone);
}

static void
ask_links (HdDocument *document, HdCatalog *catalog, const GArray *uids)
{
  HeddleEnd from = { g_array_index (uids, guint64, 0), -1, "port", -1 };
  guint n = 0;

  begin ();
  heddle_edit_can_link (document, catalog, get_top (document), &from,
                        &(HeddleEnd){ g_array_index (uids, guint64, 9), -1, "port", -1 }, NULL);
  end ("may two ports be linked, asked first");
  begin ();
  for (guint i = 1; i < 2000; i++)
    n += heddle_edit_can_link (document, catalog, get_top (document), &from,
                               &(HeddleEnd){ g_array_index (uids, guint64, i), -1, "port", -1 },
                               NULL);
  end ("the same for 2,000 ports in view");
  g_assert_cmpuint (n, ==, 1999);
}

int
main (void)
{
  g_autoptr (HdCatalog) catalog = hd_catalog_new ();
  g_auto (GStrv) warnings = hd_catalog_load_default (catalog);
  g_autoptr (HdDocument) document = hd_document_new ("bench");
  g_autofree char *ring = dup_ring ();
  g_autofree char *copied = NULL;
  g_autoptr (GArray) first = NULL, second = NULL;
  g_autoptr (GError) error = NULL;
  const guint64 *uids;
  guint64 instance;
  guint sum = 0;

  g_signal_connect (document, "changed", G_CALLBACK (on_changed), &sum);
  begin ();
  first = heddle_edit_paste (document, catalog, get_top (document), ring, 0, 0, "Paste", &error);
  end ("paste 10,000 objects");
  g_assert_no_error (error);
  undo_and_redo (document, "paste");
  begin ();
  second = heddle_edit_paste (document, catalog, get_top (document), ring, 12, 12, "Paste", &error);
  end ("paste them again: every id is taken");
  g_assert_no_error (error);
  uids = (const guint64 *)first->data;

  begin ();
  copied = heddle_edit_copy (document, get_top (document), uids, first->len);
  end ("copy 10,000 of 20,000 objects");
  g_assert_nonnull (copied);
  begin ();
  g_assert_true (heddle_edit_move (document, uids, 1000, 6, 6, &error));
  end ("move 1,000 objects");
  undo_and_redo (document, "move");
  ask_links (document, catalog, first);
  begin ();
  g_assert_true (heddle_edit_rename (document, uids[7], "renamed", &error));
  end ("rename one object");
  begin ();
  instance = heddle_edit_group (document, get_top (document), uids, 1000, "part", &error);
  end ("group 1,000 objects");
  g_assert_no_error (error);
  undo_and_redo (document, "group");
  begin ();
  g_clear_pointer (&second, g_array_unref);
  second = heddle_edit_ungroup (document, catalog, instance, &error);
  end ("ungroup them");
  g_assert_no_error (error);
  begin ();
  g_assert_true (heddle_edit_delete (document, (const guint64 *)second->data, 1000, &error));
  end ("delete 1,000 objects with their links");
  undo_and_redo (document, "delete");
  return sum > 0 ? 0 : 1;
}
