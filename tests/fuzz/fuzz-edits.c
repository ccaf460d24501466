/* fuzz-edits.c: any bytes as a journal of edits
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a journal that is refused changes nothing; one that is applied can be undone to the same bytes and redone.
 */
#define G_LOG_DOMAIN "hd-fuzz-edits"

#include <string.h>

#include <heddle/hd-document.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static const char base[] =
  "<heddle version='1' name='journal'><module id='rack'><component id='tor' type='fabric.tor-switch'/><note>old</note></module>"
  "<top><instance id='rack' of='rack' count='2'/></top></heddle>";

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (HdDocument) document = hd_document_load_from_data (base, -1, NULL, NULL, NULL);
  g_autofree char *journal = g_strndup ((const char *) data, size);
  g_autofree char *before = hd_document_to_string (document, NULL);
  g_autoptr (GError) error = NULL;
  gboolean applied = hd_document_apply_edits_xml (document, journal, &error);
  g_autofree char *after = hd_document_to_string (document, NULL);

  g_assert_true (applied == (error == NULL));
  if (!applied)
    g_assert_cmpstr (after, ==, before);
  while (hd_document_undo (document))
    ;
  g_autofree char *undone = hd_document_to_string (document, NULL);
  g_assert_cmpstr (undone, ==, before);
  while (hd_document_redo (document))
    ;
  g_autofree char *redone = hd_document_to_string (document, NULL);
  g_assert_cmpstr (redone, ==, after);
  return 0;
}
