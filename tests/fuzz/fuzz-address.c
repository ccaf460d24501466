/* fuzz-address.c: any text as an address
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a text is refused with an error, or is an address whose text is an address of the same text.
 */
#define G_LOG_DOMAIN "hd-fuzz-address"

#include <heddle/hd-address.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdAddress) address = hd_address_parse (text, &error);

  g_assert_true ((address == NULL) == (error != NULL));
  if (address == NULL)
    return 0;

  g_autofree char *written = hd_address_to_string (address);
  g_autoptr (HdAddress) again = hd_address_parse (written, &error);
  g_assert_no_error (error);
  g_autofree char *rewritten = hd_address_to_string (again);
  g_assert_cmpstr (rewritten, ==, written);
  return 0;
}
