/* hd-study-letters.c: what the processes of a study write to each other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-study-letters"

#include "hd-study-letters.h"

void
hd_study_letter_send (HdMailbox *mailbox,
                      guint to,
                      GVariant *letter)
{
  g_autoptr (GVariant) whole = g_variant_ref_sink (g_variant_new_variant (letter));
  g_autoptr (GBytes) bytes = g_variant_get_data_as_bytes (whole);

  hd_mailbox_send (mailbox, to, bytes);
}

GVariant *
hd_study_letter_take (HdMailbox *mailbox,
                      guint *out_from)
{
  g_autoptr (GBytes) bytes = hd_mailbox_take (mailbox, out_from);
  g_autoptr (GVariant) whole = NULL;

  if (bytes == NULL)
    return NULL;
  whole = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARIANT, bytes, FALSE));
  return g_variant_get_variant (whole);
}
