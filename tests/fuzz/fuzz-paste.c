/* fuzz-paste.c: any bytes as the clipboard
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: text that is refused changes nothing; what is pasted can be written, read again,
 * undone to the same bytes and redone, and the rest of the editor can work on it.
 */
#define G_LOG_DOMAIN "heddle-fuzz-paste"

#include "heddle-edits.h"

#define LARGE 500 /* objects that are left to the benchmarks */

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static const char base[]
    = "<heddle version='1'><variables><variable name='n' value='2'/></variables>"
      "<link-class id='net' bandwidth='1 GB/s' latency='1 us'/>"
      "<module id='rack'><port id='up' of='tor.up'/><component id='tor' "
      "type='fabric.tor-switch'/></module>"
      "<top><instance id='rack' of='rack' count='$n'/><component id='core' "
      "type='fabric.core-switch'/>"
      "<link id='up' from='rack[i].up' to='core.down[i]' class='net'/></top>"
      "<communicators><communicator id='all' members='core'/></communicators></heddle>";

static void
work_on (HdDocument *document, HdCatalog *catalog, guint64 top, const GArray *uids)
{
  guint64 first = g_array_index (uids, guint64, 0),
          last = g_array_index (uids, guint64, uids->len - 1);
  HeddleEnd from = { first, -1, NULL, -1 }, to = { last, -1, NULL, -1 };
  g_autofree char *copied
      = heddle_edit_copy (document, top, (const guint64 *)uids->data, uids->len);
  g_autoptr (GArray) same = heddle_edit_find_same_type (document, top, &first, 1);
  g_autoptr (GArray) connected = heddle_edit_find_connected (document, top, &first, 1);

  heddle_edit_link (document, catalog, top, &from, &to, NULL);
  heddle_edit_rename (document, last, "renamed", NULL);
  heddle_edit_replicate (document, catalog, first, "3", NULL);
  heddle_edit_group (document, top, (const guint64 *)uids->data, uids->len, "part", NULL);
  heddle_edit_delete (document, &last, 1, NULL);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static HdCatalog *catalog; /* the same for all inputs */
  g_autoptr (HdDocument) document = hd_document_load_from_data (base, -1, NULL, NULL, NULL);
  g_autofree char *text = g_strndup ((const char *)data, size);
  g_autofree char *before = hd_document_to_string (document, NULL);
  g_autofree char *after = NULL, *undone = NULL, *redone = NULL;
  guint64 top = hd_object_get_uid (
      hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL));
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) uids = NULL;

  if (catalog == NULL)
    {
      catalog = hd_catalog_new ();
      g_strfreev (hd_catalog_load_default (catalog));
    }
  uids = heddle_edit_paste (document, catalog, top, text, 6, 6, "Paste", &error);
  g_assert_true ((uids != NULL) == (error == NULL));
  if (uids != NULL && uids->len > 0 && uids->len < LARGE)
    work_on (document, catalog, top, uids);

  after = hd_document_to_string (document, NULL);
  if (uids == NULL)
    g_assert_cmpstr (after, ==, before);

  g_autoptr (HdDocument) again = hd_document_load_from_data (after, -1, NULL, NULL, NULL);

  g_assert_nonnull (again);
  while (hd_document_undo (document))
    ;
  undone = hd_document_to_string (document, NULL);
  g_assert_cmpstr (undone, ==, before);
  while (hd_document_redo (document))
    ;
  redone = hd_document_to_string (document, NULL);
  g_assert_cmpstr (redone, ==, after);
  return 0;
}
