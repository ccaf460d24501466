/* fuzz-popnet-trace.c: any bytes as a trace of popnet
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in packets between routers that there are, in the order of time, which wait for what comes to them; or in an error that names
 * file and line. What is read without a grid is the same with the grid that was found.
 */
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-popnet-trace.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
check (const HdPopnetTrace *trace)
{
  guint n_routers = hd_popnet_shape_get_n_routers (&trace->shape);

  g_assert_cmpuint (n_routers, >, 0);
  for (guint64 i = 0; i < trace->n_packets; i++)
    {
      const HdPopnetPacket *packet = &trace->packets[i];

      g_assert_cmpint (packet->time, >=, i > 0 ? trace->packets[i - 1].time : 0);
      g_assert_cmpuint (packet->source, <, n_routers);
      g_assert_cmpuint (packet->destination, <, n_routers);
      g_assert_cmpuint (packet->n_flits, >=, 1);
      g_assert_true (trace->extended == (packet->kind != 0));
      if (trace->extended && trace->after[i] != HD_POPNET_NONE)
        {
          g_assert_cmpuint (trace->after[i], <, trace->n_packets);
          g_assert_cmpuint (trace->after[i], !=, i);
          g_assert_cmpuint (trace->packets[trace->after[i]].destination, ==, packet->source);
        }
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_malloc (MAX (size, 1)); /* of that size, so that reading beyond it is seen */
  g_autoptr (GError) error = NULL;
  g_autoptr (HdPopnetTrace) trace = NULL, again = NULL;

  if (size > 0)
    memcpy (text, data, size);
  trace = hd_popnet_trace_parse ("a", text, size, NULL, 0, NULL, &error);
  hd_popnet_is_trace (text, size);
  g_assert_true ((trace == NULL) == (error != NULL));
  if (trace == NULL)
    {
      g_assert_true (g_str_has_prefix (error->message, "a:"));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  check (trace);
  again = hd_popnet_trace_parse ("a", text, size, &trace->shape, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (trace->packets, trace->n_packets * sizeof *trace->packets, again->packets, again->n_packets * sizeof *again->packets);
  return 0;
}
