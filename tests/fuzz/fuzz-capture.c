/* fuzz-capture.c: any bytes as a capture of packets
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: frames lie within the file, one behind the other, up to its end, or to an error that names the file.
 */
#include <string.h>

#include <glib.h>

#include "capture.h"

#define MOST_BYTES 9216

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const guint8 *before = data;
  char why[256] = "";
  CaptureFrame frame;
  Capture capture;

  if (!capture_open (&capture, "c", data, size, why, sizeof why))
    {
      g_assert_true (g_str_has_prefix (why, "c: "));
      return 0;
    }
  while (capture_next (&capture, MOST_BYTES, &frame))
    {
      g_assert_true (frame.bytes > before && frame.bytes <= data + size && frame.length <= MOST_BYTES);
      g_assert_cmpuint (frame.length, <=, (gsize) (data + size - frame.bytes));
      before = frame.bytes;
    }
  g_assert_true (*why == '\0' ? capture.at == size : g_str_has_prefix (why, "c: "));
  return 0;
}
