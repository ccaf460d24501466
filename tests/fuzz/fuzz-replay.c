/* fuzz-replay.c: any bytes as a trace that a chiplet replays
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: reading ends in steps in the order of time, each of which waits for an earlier one, or in an error that names a line.
 */
#include <string.h>

#include <glib.h>

#include "replay.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_memdup2 (data, MAX (size, 1));
  const ReplayPlace source = { { 0, 0 }, 2 };
  const ReplayPlace places[] = { { { 2, 0 }, 2 }, { { 2, 1 }, 2 } };
  char why[256] = "";
  Lines lines = { .name = "t", .at = text, .end = text + size, .line = 1, .why = why, .n_why = sizeof why };
  Replay replay = { 0 };

  if (!replay_read (&replay, &lines, &source, places, G_N_ELEMENTS (places)))
    g_assert_true (g_str_has_prefix (why, "t: line "));
  else
    for (guint32 i = 0; i < replay.n; i++)
      {
        g_assert_true (i == 0 || replay.steps[i - 1].cycle <= replay.steps[i].cycle);
        g_assert_true (replay.steps[i].after == REPLAY_NONE || replay.steps[i].after < i);
      }
  replay_clear (&replay);
  return 0;
}
