/* fuzz-trace.c: any bytes as a trace of memory accesses
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in a trace whose accesses are within their limits and in order, or in an error that names a line.
 */
#include <string.h>

#include <glib.h>

#include "trace.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_memdup2 (data, MAX (size, 1));
  char error[200] = "";
  Trace trace;

  if (!trace_parse (text, size, &trace, error, sizeof error))
    {
      g_assert_true (g_str_has_prefix (error, "line "));
      return 0;
    }
  for (gsize i = 0; i < trace.n; i++)
    {
      const TraceAccess *access = &trace.accesses[i];

      g_assert_cmpuint (access->core, <=, TRACE_MAX_CORE);
      g_assert_cmpuint (access->size, >=, 1);
      g_assert_cmpuint (access->address + access->size, <=, G_GUINT64_CONSTANT (1) << 48);
      if (i > 0 && trace.accesses[i - 1].core == access->core)
        g_assert_cmpint (trace.accesses[i - 1].cycle, <=, access->cycle);
    }
  trace_clear (&trace);
  return 0;
}
