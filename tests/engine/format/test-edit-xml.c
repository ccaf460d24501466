/* test-edit-xml.c: the journal
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a journal replayed on a document read from the bytes that it was made on gives the same bytes, uids and undo steps; one that
 * does not fit changes nothing.
 */
#include <string.h>

#include <heddle/hd-document.h>
#include <heddle/hd-error.h>

static const char base[] =
  "<heddle version='1' name='journal'>"
  "<module id='rack'><component id='tor' type='fabric.tor-switch'/><note>old\ntext </note></module>"
  "<top><instance id='rack' of='rack' count='2'/></top>"
  "</heddle>";

static HdDocument *
load_base (void)
{
  g_autoptr (GError) error = NULL;
  HdDocument *document = hd_document_load_from_data (base, -1, NULL, NULL, &error);

  g_assert_no_error (error);
  return document;
}

static guint64
find (HdDocument *document,
      HdObjectKind kind)
{
  for (guint64 uid = 1; uid < 20; uid++)
    {
      const HdObject *object = hd_document_get_object (document, uid);
      if (object != NULL && hd_object_get_kind (object) == kind)
        return uid;
    }
  g_assert_not_reached ();
}

static void
edit (HdDocument *document)
{
  g_autoptr (GError) error = NULL;
  guint64 module = find (document, HD_OBJECT_MODULE);
  guint64 component = find (document, HD_OBJECT_COMPONENT);
  g_autoptr (HdObject) tree = hd_object_new (HD_OBJECT_COMPONENT, "id", "nic", "title", "<\"&\n\t>", NULL);
  const HdObject *trees[] = { tree, tree, tree };
  guint64 uids[3];

  hd_object_append_initial (tree, hd_object_new_element ("extra"));
  hd_document_begin_group (document, "Paste \"3\" <objects>");
  g_assert_true (hd_document_insert_many (document, module, 1, trees, 3, uids, &error));
  g_assert_true (hd_document_set_attribute (document, uids[1], "id", "nic2", &error));
  g_assert_true (hd_document_remove (document, uids[2], &error));
  hd_document_end_group (document);
  g_assert_true (hd_document_set_text (document, find (document, HD_OBJECT_NOTE), " new\n\n<text> ", &error));
  g_assert_true (hd_document_set_attribute (document, component, "x", "12", &error));
  g_assert_true (hd_document_set_attribute (document, component, "type", NULL, &error));
  g_assert_true (hd_document_move (document, uids[0], find (document, HD_OBJECT_TOP), 0, &error));
  g_assert_true (hd_document_undo (document));
  g_assert_true (hd_document_set_text (document, find (document, HD_OBJECT_NOTE), NULL, &error));
  g_assert_true (hd_document_move (document, uids[1], find (document, HD_OBJECT_TOP), 1, &error));
  g_assert_true (hd_document_set_attribute (document, uids[1], "y", "5", &error));
  g_assert_no_error (error);
}

static void
test_replay (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) first = load_base ();
  g_autoptr (HdDocument) second = load_base ();

  edit (first);
  g_autofree char *journal = hd_document_dup_edits_xml (first, 0);
  g_test_message ("%s", journal);
  g_assert_true (hd_document_apply_edits_xml (second, journal, &error));
  g_assert_no_error (error);

  g_autofree char *a = hd_document_to_string (first, NULL);
  g_autofree char *b = hd_document_to_string (second, NULL);
  g_assert_cmpstr (a, ==, b);
  g_autofree char *again = hd_document_dup_edits_xml (second, 0);
  g_assert_cmpstr (again, ==, journal);
  for (guint64 uid = 1; uid < 40; uid++)
    {
      g_autofree char *path_a = hd_document_dup_path (first, uid);
      g_autofree char *path_b = hd_document_dup_path (second, uid);
      g_assert_cmpstr (path_a, ==, path_b);
    }

  g_assert_cmpstr (hd_document_get_undo_name (second), ==, "Change y");
  while (hd_document_undo (second))
    ;
  g_autofree char *undone = hd_document_to_string (second, NULL);
  g_autoptr (HdDocument) fresh = load_base ();
  g_autofree char *original = hd_document_to_string (fresh, NULL);
  g_assert_cmpstr (undone, ==, original);

  g_autofree char *last = hd_document_dup_edits_xml (first, 5);
  g_assert_nonnull (strstr (last, "Change y"));
  g_assert_null (strstr (last, "Paste"));
}

static void
test_misfits (void)
{
  static const struct
  {
    const char *record;
    int code;
  } misfits[] = {
    { "<set uid='2' attribute='id' old='other' new='x'/>", HD_ERROR_INVALID },
    { "<set uid='99' attribute='id' new='x'/>", HD_ERROR_INVALID },
    { "<set uid='two' attribute='id' new='x'/>", HD_ERROR_INVALID },
    { "<set uid='2' old='rack' new='x'/>", HD_ERROR_INVALID },
    { "<set uid='2' attribute='id' old='rack' new='0'/>", HD_ERROR_SYNTAX },
    { "<remove uid='99'/>", HD_ERROR_NAME },
    { "<remove uid='1'/>", HD_ERROR_INVALID },
    { "<insert parent='2' position='0' uids='50'><component/><component/></insert>", HD_ERROR_INVALID },
    { "<insert parent='2' position='0' uids='2'><component/></insert>", HD_ERROR_INVALID },
    { "<insert parent='2' position='0' uids='50 50'><component/><component/></insert>", HD_ERROR_INVALID },
    { "<insert parent='2' position='0' uids='4000000000'><component/></insert>", HD_ERROR_INVALID },
    { "<insert parent='2' position='0' uids='18446744073709551615'><component/></insert>", HD_ERROR_INVALID },
    { "<insert parent='2' position='0' uids='50'><variable/></insert>", HD_ERROR_INVALID },
    { "<insert parent='99' position='0' uids='50'><component/></insert>", HD_ERROR_NAME },
    { "<insert parent='2' position='0' uids='50'/>", HD_ERROR_INVALID },
    { "<component/>", HD_ERROR_INVALID },
    { "<!-- what -->", HD_ERROR_INVALID },
    { "<set", HD_ERROR_SYNTAX },
  };

  for (guint i = 0; i < G_N_ELEMENTS (misfits); i++)
    {
      g_autoptr (HdDocument) document = load_base ();
      g_autoptr (GError) error = NULL;
      g_autofree char *before = hd_document_to_string (document, NULL);
      g_autofree char *journal =
        g_strconcat ("<edits><step name='good'><set uid='2' attribute='x' new='1'/></step><step><set uid='2' attribute='y' new='1'/>",
                     misfits[i].record, "</step></edits>", NULL);

      g_test_message ("%s", misfits[i].record);
      g_assert_false (hd_document_apply_edits_xml (document, journal, &error));
      g_assert_error (error, HD_ERROR, misfits[i].code);
      g_autofree char *after = hd_document_to_string (document, NULL);
      g_assert_cmpstr (after, ==, before);
      g_assert_null (hd_document_get_undo_name (document));
      g_assert_null (hd_document_get_redo_name (document));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/format/edit-xml/replay", test_replay);
  g_test_add_func ("/engine/format/edit-xml/misfits", test_misfits);
  return g_test_run ();
}
