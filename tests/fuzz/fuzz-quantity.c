/* fuzz-quantity.c: any text as a quantity
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: a text is refused with an error in valid UTF-8, or is a quantity that, written with 17 digits, reads back bit for bit.
 */
#define G_LOG_DOMAIN "hd-fuzz-quantity"

#include <heddle/hd-quantity.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize size)
{
  g_autofree char *text = size > 0 ? g_strndup ((const char *) data, size) : g_strdup ("");
  g_autoptr (GError) error = NULL;
  g_autofree char *written = NULL;
  HdQuantity quantity, again;

  if (!hd_quantity_parse (text, &quantity, &error))
    {
      g_assert_nonnull (error);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  written = hd_quantity_format (quantity, 17);
  g_assert_true (hd_quantity_parse (written, &again, &error));
  g_assert_true (again.value == quantity.value && hd_dimension_equal (again.dimension, quantity.dimension));
  return 0;
}
