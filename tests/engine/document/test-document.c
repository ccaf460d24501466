/* test-document.c: edits, undo, groups, snapshots
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: undoing everything gives back the same bytes and uids, redoing everything gives the edited ones; a snapshot never changes;
 * each edit or group is one signal; an edit that fails changes nothing.
 */
#include <heddle/hd-document.h>
#include <heddle/hd-error.h>

#include "hd-project-writer.h"

typedef struct
{
  guint n_signals;
  guint n_changes;
} Watch;

static void
on_changed (HdDocument *document,
            const HdChange *changes,
            guint n,
            Watch *watch)
{
  watch->n_signals++;
  watch->n_changes += n;
}

static HdDocument *
new_document (Watch *watch)
{
  HdDocument *document = hd_document_new ("test");

  *watch = (Watch) { 0 };
  g_signal_connect (document, "changed", G_CALLBACK (on_changed), watch);
  return document;
}

static guint64
get_top (HdDocument *document)
{
  return hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL));
}

static guint64
insert (HdDocument *document,
        const char *id,
        guint position)
{
  g_autoptr (HdObject) tree = hd_object_new (HD_OBJECT_COMPONENT, "id", id, "type", "hello.hello", NULL);
  g_autoptr (GError) error = NULL;
  guint64 uid = hd_document_insert (document, get_top (document), position, tree, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (uid, !=, 0);
  return uid;
}

static void
test_undo (void)
{
  Watch watch;
  g_autoptr (HdDocument) document = new_document (&watch);
  g_autoptr (GError) error = NULL;
  guint64 a = insert (document, "a", G_MAXUINT);
  guint64 b = insert (document, "b", 0);
  g_autofree char *before = hd_document_to_string (document, NULL);

  g_assert_true (hd_document_set_attribute (document, a, "count", "4", &error));
  g_assert_true (hd_document_set_attribute (document, a, "id", NULL, &error)); /* the first one: undo puts it back there */
  g_assert_true (hd_document_remove (document, b, &error));
  g_assert_no_error (error);
  g_assert_null (hd_document_get_object (document, b));
  g_assert_cmpuint (watch.n_signals, ==, 5);
  g_autofree char *after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (before, !=, after);

  for (guint i = 0; i < 3; i++)
    g_assert_true (hd_document_undo (document));
  g_autofree char *undone = hd_document_to_string (document, NULL);
  g_assert_cmpstr (undone, ==, before);
  g_assert_cmpstr (hd_object_get_id (hd_document_get_object (document, b)), ==, "b");
  g_assert_cmpuint (hd_document_get_parent (document, b), ==, get_top (document));

  for (guint i = 0; i < 3; i++)
    g_assert_true (hd_document_redo (document));
  g_assert_false (hd_document_redo (document));
  g_autofree char *redone = hd_document_to_string (document, NULL);
  g_assert_cmpstr (redone, ==, after);

  while (hd_document_undo (document))
    ;
  g_assert_null (hd_document_get_object (document, a));
  g_assert_null (hd_document_get_undo_name (document));
  g_assert_cmpstr (hd_document_get_redo_name (document), ==, "Insert a");
}

static void
test_group (void)
{
  Watch watch;
  g_autoptr (HdDocument) document = new_document (&watch);

  hd_document_begin_group (document, "Outer");
  insert (document, "a", G_MAXUINT);
  hd_document_begin_group (document, "Inner");
  insert (document, "b", G_MAXUINT);
  hd_document_end_group (document);
  g_assert_false (hd_document_undo (document));
  g_assert_true (hd_document_get_modified (document));
  g_assert_cmpuint (watch.n_signals, ==, 0);
  hd_document_end_group (document);
  g_assert_cmpuint (watch.n_signals, ==, 1);
  g_assert_cmpuint (watch.n_changes, ==, 2);
  g_assert_cmpstr (hd_document_get_undo_name (document), ==, "Outer");

  hd_document_begin_group (document, "Nothing");
  hd_document_end_group (document);
  g_assert_cmpstr (hd_document_get_undo_name (document), ==, "Outer");
  g_assert_true (hd_document_undo (document));
  g_assert_cmpuint (watch.n_signals, ==, 2);
  g_assert_false (hd_document_undo (document));
  g_assert_false (hd_document_get_modified (document));
}

static void
test_snapshot (void)
{
  Watch watch;
  g_autoptr (HdDocument) document = new_document (&watch);
  guint64 module_uid;
  {
    g_autoptr (HdObject) module = hd_object_new (HD_OBJECT_MODULE, "id", "rack", NULL);
    hd_object_append_initial (module, hd_object_new (HD_OBJECT_COMPONENT, "id", "tor", NULL));
    module_uid = hd_document_insert (document, 1, 0, module, NULL);
  }
  guint64 a = insert (document, "a", G_MAXUINT);
  g_autoptr (HdSnapshot) first = hd_document_snapshot (document);
  g_autoptr (HdSnapshot) same = hd_document_snapshot (document);
  g_assert_true (first == same);
  const HdObject *module = hd_snapshot_find_module (first, "rack");
  g_assert_nonnull (module);

  g_assert_true (hd_document_set_attribute (document, a, "id", "b", NULL));
  g_assert_true (hd_document_set_attribute (document, a, "id", "c", NULL));
  g_autoptr (HdSnapshot) second = hd_document_snapshot (document);
  const HdObject *old_top = hd_object_find_child (hd_snapshot_get_root (first), HD_OBJECT_TOP, NULL);
  const HdObject *new_top = hd_object_find_child (hd_snapshot_get_root (second), HD_OBJECT_TOP, NULL);
  g_assert_nonnull (hd_object_find_child (old_top, HD_OBJECT_COMPONENT, "a"));
  g_assert_null (hd_object_find_child (old_top, HD_OBJECT_COMPONENT, "c"));
  g_assert_nonnull (hd_object_find_child (new_top, HD_OBJECT_COMPONENT, "c"));
  /* what did not change is shared */
  g_assert_true (hd_snapshot_find_module (second, "rack") == module);

  g_assert_true (hd_document_remove (document, module_uid, NULL));
  g_assert_true (hd_snapshot_find_module (second, "rack") == module);
  g_assert_true (hd_document_undo (document));
  g_assert_true (hd_document_get_object (document, module_uid) == module);
  g_assert_true (hd_document_set_attribute (document, module_uid, "title", "Rack", NULL));
  g_assert_null (hd_object_get (module, "title"));
}

static void
test_move (void)
{
  Watch watch;
  g_autoptr (HdDocument) document = new_document (&watch);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdObject) module = hd_object_new (HD_OBJECT_MODULE, "id", "rack", NULL);
  guint64 rack = hd_document_insert (document, 1, 0, module, NULL);
  guint64 a = insert (document, "a", G_MAXUINT);
  guint64 b = insert (document, "b", G_MAXUINT);
  g_autofree char *before = hd_document_to_string (document, NULL);

  g_assert_true (hd_document_move (document, a, get_top (document), 1, &error));
  g_assert_true (hd_object_get_child (hd_document_get_object (document, get_top (document)), 1) == hd_document_get_object (document, a));
  g_assert_true (hd_document_move (document, b, rack, G_MAXUINT, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (hd_document_get_parent (document, b), ==, rack);
  g_autofree char *path = hd_document_dup_path (document, b);
  g_assert_cmpstr (path, ==, "rack/b");
  g_assert_true (hd_document_set_attribute (document, b, "count", "2", NULL));
  while (g_strcmp0 (hd_document_get_undo_name (document), "Insert b") != 0)
    g_assert_true (hd_document_undo (document));
  g_autofree char *after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (after, ==, before);

  g_assert_false (hd_document_move (document, rack, rack, 0, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
}

static void
test_errors (void)
{
  Watch watch;
  g_autoptr (HdDocument) document = new_document (&watch);
  guint64 a = insert (document, "a", G_MAXUINT);
  g_autofree char *before = hd_document_to_string (document, NULL);
  g_autofree char *large = g_strnfill (64 * 1024 + 1, 'x');
  const struct
  {
    guint64 uid;
    const char *attribute, *value;
    int code;
  } faults[] = {
    { a, "id", "", HD_ERROR_SYNTAX },
    { a, "id", "1a", HD_ERROR_SYNTAX },
    { a, "id", "a b", HD_ERROR_SYNTAX },
    { a, "id", "\xc3\xa9", HD_ERROR_SYNTAX },
    { a, "bad name", "x", HD_ERROR_SYNTAX },
    { a, "", "x", HD_ERROR_SYNTAX },
    { a, "title", "\xff", HD_ERROR_SYNTAX },
    { a, "title", "a\001b", HD_ERROR_SYNTAX },
    { a, "title", large, HD_ERROR_LIMIT },
    { 999, "title", "x", HD_ERROR_NAME },
    { 0, "title", "x", HD_ERROR_NAME },
    { G_MAXUINT64, "title", "x", HD_ERROR_NAME },
  };

  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_false (hd_document_set_attribute (document, faults[i].uid, faults[i].attribute, faults[i].value, &error));
      g_assert_error (error, HD_ERROR, faults[i].code);
    }

  g_autoptr (GError) error = NULL;
  g_autoptr (HdObject) variable = hd_object_new (HD_OBJECT_VARIABLE, "name", "x", NULL);
  g_assert_cmpuint (hd_document_insert (document, a, 0, variable, &error), ==, 0);
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (hd_document_remove (document, 1, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_INVALID);
  g_clear_error (&error);

  g_autoptr (HdObject) deep = hd_object_new_element ("deep");
  for (guint i = 0; i < 64; i++)
    {
      HdObject *outer = hd_object_new_element ("deep");
      hd_object_append_initial (outer, g_steal_pointer (&deep));
      deep = outer;
    }
  g_assert_cmpuint (hd_document_insert (document, 1, 0, deep, &error), ==, 0);
  g_assert_error (error, HD_ERROR, HD_ERROR_LIMIT);

  /* text that is wrong for its field may be stored: a project with errors can be edited and saved */
  g_autofree char *after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_true (hd_document_set_attribute (document, a, "count", "many << ]]>", NULL));
  g_assert_cmpuint (watch.n_signals, ==, 2);
}

static void
random_edit (HdDocument *document,
             GRand *random,
             GArray *uids)
{
  guint64 top = get_top (document);
  guint64 uid = uids->len > 0 ? g_array_index (uids, guint64, g_rand_int_range (random, 0, uids->len)) : 0;
  g_autofree char *text = g_strdup_printf ("v%u", g_rand_int_range (random, 0, 1000));

  switch (g_rand_int_range (random, 0, 10))
    {
    case 0:
      hd_document_remove (document, uid, NULL);
      break;
    case 1:
      hd_document_move (document, uid, top, g_rand_int_range (random, 0, 50), NULL);
      break;
    case 2:
      hd_document_begin_group (document, "Group");
      hd_document_set_text (document, uid, "grouped", NULL);
      hd_document_remove (document, uid, NULL);
      hd_document_end_group (document);
      break;
    case 3:
    case 4:
      {
        static const char *const names[] = { "id", "x", "y", "title", "note" };
        hd_document_set_attribute (document, uid, names[g_rand_int_range (random, 0, 5)], g_rand_boolean (random) ? text : NULL, NULL);
        break;
      }
    case 5:
      hd_document_undo (document);
      break;
    case 6:
      hd_document_redo (document);
      break;
    case 7:
      hd_document_set_text (document, uid, text, NULL);
      break;
    default:
      {
        g_autoptr (HdObject) tree = hd_object_new (HD_OBJECT_COMPONENT, "id", text, NULL);
        hd_object_append_initial (tree, hd_object_new_element ("extra"));
        uid = hd_document_insert (document, top, g_rand_int_range (random, 0, 50), tree, NULL);
        g_array_append_val (uids, uid);
      }
    }
}

static char *
write_root (const HdObject *root)
{
  GString *text = g_string_new (NULL);

  hd_project_write_object (text, root, 0);
  return g_string_free (text, FALSE);
}

static void
test_random (void)
{
  Watch watch;
  g_autoptr (HdDocument) document = new_document (&watch);
  g_autoptr (GArray) uids = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GPtrArray) snapshots = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_snapshot_unref);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  guint32 seed = g_test_rand_int ();
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);

  g_test_message ("seed %u", seed);
  for (guint i = 0; i < 4000; i++)
    {
      random_edit (document, random, uids);
      if (i % 7 == 0 && snapshots->len < 200)
        {
          g_ptr_array_add (snapshots, hd_document_snapshot (document));
          g_ptr_array_add (texts, write_root (hd_document_get_root (document)));
        }
    }
  for (guint i = 0; i < snapshots->len; i++)
    {
      g_autofree char *text = write_root (hd_snapshot_get_root (g_ptr_array_index (snapshots, i)));
      g_assert_cmpstr (text, ==, g_ptr_array_index (texts, i));
    }
  for (guint i = 0; i < uids->len; i++)
    {
      guint64 uid = g_array_index (uids, guint64, i);
      const HdObject *object = hd_document_get_object (document, uid);
      if (object != NULL)
        g_assert_cmpuint (hd_object_get_uid (object), ==, uid);
    }

  while (hd_document_redo (document))
    ;
  g_autofree char *last = write_root (hd_document_get_root (document));
  g_autofree char *empty = NULL;
  {
    g_autoptr (HdDocument) fresh = hd_document_new ("test");
    empty = write_root (hd_document_get_root (fresh));
  }
  while (hd_document_undo (document))
    ;
  g_autofree char *undone = write_root (hd_document_get_root (document));
  g_assert_cmpstr (undone, ==, empty);
  while (hd_document_redo (document))
    ;
  g_autofree char *redone = write_root (hd_document_get_root (document));
  g_assert_cmpstr (redone, ==, last);
}

/* Elements that Heddle does not know may hold each other, so that all may be moved anywhere. */
static void
random_nesting (HdDocument *document,
                GRand *random,
                GArray *uids)
{
  static const char *const names[] = { "a", "b", "c", "d" };
  guint64 uid = g_array_index (uids, guint64, g_rand_int_range (random, 0, uids->len));
  guint64 to = g_array_index (uids, guint64, g_rand_int_range (random, 0, uids->len));
  g_autofree char *text = g_strdup_printf ("v%u", g_rand_int_range (random, 0, 1000));

  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      if (g_rand_int_range (random, 0, 4) == 0)
        hd_document_remove (document, uid, NULL);
      break;
    case 1:
    case 2:
      hd_document_move (document, uid, to, g_rand_int_range (random, 0, 5), NULL);
      break;
    case 3:
    case 4:
      hd_document_set_attribute (document, uid, names[g_rand_int_range (random, 0, 4)], g_rand_boolean (random) ? text : NULL, NULL);
      break;
    case 5:
      hd_document_set_text (document, uid, g_rand_boolean (random) ? text : NULL, NULL);
      break;
    default:
      {
        g_autoptr (HdObject) tree = hd_object_new_element ("outer");

        hd_object_append_initial (tree, hd_object_new_element ("inner"));
        uid = hd_document_insert (document, to, g_rand_int_range (random, 0, 5), tree, NULL);
        if (uid == 0)
          break;
        g_array_append_val (uids, uid);
        uid = hd_object_get_uid (hd_object_get_child (hd_document_get_object (document, uid), 0));
        g_array_append_val (uids, uid);
      }
    }
}

static void
assert_same (const HdObject *a,
             const HdObject *b)
{
  g_assert_cmpuint (hd_object_get_uid (a), ==, hd_object_get_uid (b));
  g_assert_cmpuint (hd_object_get_n_children (a), ==, hd_object_get_n_children (b));
  for (guint i = 0; i < hd_object_get_n_children (a); i++)
    assert_same (hd_object_get_child (a, i), hd_object_get_child (b, i));
}

/* Any earlier state comes back byte for byte, with the same numbers, in one step; so does, undone, what there was before that. */
static void
test_restore (void)
{
  g_autoptr (HdDocument) document = hd_document_new ("test");
  g_autoptr (GArray) uids = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GPtrArray) states = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_snapshot_unref);
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());
  guint64 top = get_top (document);

  g_array_append_val (uids, top);
  for (guint i = 0; i < 3000; i++)
    {
      random_nesting (document, random, uids);
      if (i % 10 != 0)
        continue;
      g_ptr_array_add (states, hd_document_snapshot (document));

      HdSnapshot *state = g_ptr_array_index (states, g_rand_int_range (random, 0, states->len));
      g_autoptr (HdSnapshot) before = hd_document_snapshot (document);
      g_autofree char *was = write_root (hd_snapshot_get_root (state)), *now = write_root (hd_snapshot_get_root (before));
      g_autofree char *restored = NULL, *undone = NULL, *redone = NULL;
      guint n = hd_document_get_n_undo (document);

      g_assert_true (hd_document_restore (document, state, "Restore", NULL));
      restored = write_root (hd_document_get_root (document));
      g_assert_cmpstr (restored, ==, was);
      assert_same (hd_document_get_root (document), hd_snapshot_get_root (state));
      g_assert_cmpuint (hd_document_get_n_undo (document), <=, n + 1);
      g_assert_cmpuint (hd_document_get_n_undo (document), >=, n + !g_str_equal (was, now)); /* other numbers may read alike */
      if (hd_document_get_n_undo (document) == n)
        continue;
      g_assert_true (hd_document_undo (document));
      undone = write_root (hd_document_get_root (document));
      g_assert_cmpstr (undone, ==, now);
      g_assert_true (hd_document_redo (document));
      redone = write_root (hd_document_get_root (document));
      g_assert_cmpstr (redone, ==, was);
      if (g_rand_boolean (random))
        hd_document_undo (document);
    }
}

/* A project is called by its file: it keeps that name. */
static void
test_restore_name (void)
{
  g_autoptr (HdDocument) document = hd_document_new ("test");
  g_autoptr (HdSnapshot) before = hd_document_snapshot (document);

  hd_document_set_name (document, "saved");
  g_assert_true (hd_document_restore (document, before, "Restore", NULL));
  g_assert_cmpstr (hd_document_get_name (document), ==, "saved");
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 0);
}

/* A group that is cancelled leaves nothing; what it held inside goes with it, what came before stays. */
static void
test_cancel_group (void)
{
  g_autoptr (HdDocument) document = hd_document_new ("cancel");
  guint64 root = hd_object_get_uid (hd_document_get_root (document));
  g_autoptr (HdObject) class = hd_object_new (HD_OBJECT_LINK_CLASS, "id", "a", NULL);
  g_autofree char *before = NULL, *after = NULL, *half = NULL;

  g_assert_true (hd_document_set_attribute (document, root, "description", "old", NULL));
  hd_document_undo (document);
  before = hd_document_to_string (document, NULL);
  hd_document_begin_group (document, "outer");
  hd_document_insert (document, root, 0, class, NULL);
  half = hd_document_to_string (document, NULL);
  hd_document_begin_group (document, "inner");
  hd_document_set_attribute (document, root, "name", "changed", NULL);
  hd_document_remove (document, hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL)), NULL);
  hd_document_cancel_group (document);
  after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (half, ==, after);
  hd_document_cancel_group (document);
  g_clear_pointer (&after, g_free);
  after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 0);
  /* What could be redone still can. */
  g_assert_true (hd_document_redo (document));
}

static void
count_signal (guint *n)
{
  (*n)++;
}

static void
test_travel_and_forget (void)
{
  g_autoptr (HdDocument) document = hd_document_new ("history");
  guint64 root = hd_object_get_uid (hd_document_get_root (document));
  g_autofree char *first = NULL, *last = NULL, *again = NULL;
  guint n = 0;

  first = hd_document_to_string (document, NULL);
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *text = g_strnfill (1000, 'a' + i % 26);

      hd_document_set_attribute (document, root, "description", text, NULL);
    }
  last = hd_document_to_string (document, NULL);
  g_signal_connect_swapped (document, "changed", G_CALLBACK (count_signal), &n);
  g_assert_true (hd_document_travel_to (document, 0));
  g_assert_cmpuint (n, ==, 1);
  again = hd_document_to_string (document, NULL);
  g_assert_cmpstr (first, ==, again);
  g_assert_true (hd_document_travel_to (document, 100));
  g_assert_false (hd_document_travel_to (document, 101));

  hd_document_set_history_limit (document, 20000);
  g_assert_cmpuint (hd_document_get_n_forgotten (document), >, 80);
  g_assert_cmpuint (hd_document_get_n_forgotten (document), <, 95);
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 100);
  g_assert_false (hd_document_travel_to (document, 0));
  while (hd_document_undo (document))
    ;
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, hd_document_get_n_forgotten (document));
  g_assert_null (hd_document_get_undo_name (document));
  g_assert_true (hd_document_travel_to (document, 100));
  g_clear_pointer (&again, g_free);
  again = hd_document_to_string (document, NULL);
  g_assert_cmpstr (last, ==, again);
  hd_document_set_history_limit (document, 0);
  g_assert_cmpuint (hd_document_get_n_forgotten (document), ==, 99);
}

/* The name that saving gives is there whatever is undone, in snapshots too; it is announced. */
static void
test_name (void)
{
  Watch watch;
  g_autoptr (HdDocument) document = new_document (&watch);
  g_autoptr (HdSnapshot) before = NULL, after = NULL;

  insert (document, "a", 0);
  before = hd_document_snapshot (document);
  hd_document_set_name (document, "saved");
  after = hd_document_snapshot (document);
  g_assert_cmpuint (watch.n_signals, ==, 2);
  g_assert_cmpuint (hd_document_get_n_undo (document), ==, 1);
  g_assert_cmpstr (hd_object_get (hd_snapshot_get_root (before), "name"), ==, "test");
  g_assert_cmpstr (hd_object_get (hd_snapshot_get_root (after), "name"), ==, "saved");
  hd_document_undo (document);
  g_assert_cmpstr (hd_document_get_name (document), ==, "saved");
  g_assert_false (hd_document_get_modified (document));
  hd_document_redo (document);
  g_assert_cmpstr (hd_document_get_name (document), ==, "saved");
  hd_document_set_name (document, "saved");
  g_assert_cmpuint (watch.n_signals, ==, 4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/document/document/undo", test_undo);
  g_test_add_func ("/engine/document/document/group", test_group);
  g_test_add_func ("/engine/document/document/snapshot", test_snapshot);
  g_test_add_func ("/engine/document/document/move", test_move);
  g_test_add_func ("/engine/document/document/name", test_name);
  g_test_add_func ("/engine/document/document/errors", test_errors);
  g_test_add_func ("/engine/document/document/random", test_random);
  g_test_add_func ("/engine/document/document/restore", test_restore);
  g_test_add_func ("/engine/document/document/restore-name", test_restore_name);
  g_test_add_func ("/engine/document/document/cancel-group", test_cancel_group);
  g_test_add_func ("/engine/document/document/travel-and-forget", test_travel_and_forget);
  return g_test_run ();
}
