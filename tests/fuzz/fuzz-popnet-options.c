/* fuzz-popnet-options.c: any text as a command line of popnet
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in numbers of a grid that there can be, which are read again as they are written; or in an error that says something.
 */
#include <string.h>

#include <glib.h>

#include "hd-popnet-options.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autofree char *bytes = g_memdup2 (data, MAX (size, 1));
  g_auto (HdPopnetOptions) options = { .trace = NULL };
  g_auto (HdPopnetOptions) again = { .trace = NULL };
  g_autoptr (GError) error = NULL;
  g_autofree char *written = NULL;
  HdPopnetShape shape;

  hd_popnet_is_command (bytes, size);
  if (!hd_popnet_options_parse (text, &options, &error))
    {
      g_assert_nonnull (error);
      g_assert_cmpstr (error->message, !=, "");
      return 0;
    }
  shape = hd_popnet_options_get_shape (&options);
  g_assert_cmpuint (hd_popnet_shape_get_n_routers (&shape), >, 0);
  if (options.trace == NULL)
    return 0;
  written = hd_popnet_options_to_string (&options);
  g_assert_true (hd_popnet_options_parse (written, &again, &error));
  g_assert_cmpstr (options.trace, ==, again.trace);
  for (guint i = 0; i < HD_POPNET_N_NUMBERS; i++)
    g_assert_true (ABS (options.values[i] - again.values[i]) <= 1e-12 * options.values[i]);
  return 0;
}
