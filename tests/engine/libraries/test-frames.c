/* test-frames.c: packets of twelve types, read as a receiver does
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "frames.h"

#include <string.h>

#include <glib.h>

static guint
read_16 (const guint8 *bytes)
{
  return (guint) bytes[0] << 8 | bytes[1];
}

/* RFC 1071: what has its checksum in it adds up to 0xffff. */
static guint
add_up (const guint8 *bytes,
        guint n,
        guint sum)
{
  for (guint i = 0; i < n; i++)
    sum += i % 2 == 0 ? (guint) bytes[i] << 8 : bytes[i];
  return (sum >> 16) + (sum & 0xffff);
}

/* Layers above Ethernet, as "4", "6" and the last protocol; checks lengths and checksums on the way. */
static char *
dissect (const guint8 *bytes)
{
  GString *path = g_string_new (NULL);
  guint type = read_16 (bytes + 12), at = 14, protocol = 0;

  if (type != 0x0800 && type != 0x86dd)
    {
      g_string_printf (path, "%04x", type);
      return g_string_free (path, FALSE);
    }
  protocol = type == 0x0800 ? 4 : 41;
  while (protocol == 4 || protocol == 41)
    {
      guint is_4 = protocol == 4, header = is_4 ? 20 : 40, addresses = is_4 ? 12 : 8, sum;

      g_string_append_c (path, is_4 ? '4' : '6');
      g_assert_cmphex (bytes[at] >> 4, ==, is_4 ? 4 : 6);
      g_assert_cmpuint (is_4 ? read_16 (bytes + at + 2) : read_16 (bytes + at + 4) + 40, ==, FRAMES_BYTES - at);
      if (is_4)
        g_assert_cmphex (add_up (bytes + at, 20, 0), ==, 0xffff);
      protocol = bytes[at + (is_4 ? 9 : 6)];
      sum = add_up (bytes + at + addresses, header - addresses, protocol + FRAMES_BYTES - at - header);
      at += header;
      if (protocol == 1)
        sum = 0;
      if (protocol == 1 || protocol == 6 || protocol == 17)
        g_assert_cmphex (add_up (bytes + at, FRAMES_BYTES - at, sum), ==, 0xffff);
      if (protocol == 17)
        g_assert_cmpuint (read_16 (bytes + at + 4), ==, FRAMES_BYTES - at);
    }
  g_string_append_printf (path, "-%u", protocol);
  if (protocol != 1)
    g_string_append_printf (path, ":%u", read_16 (bytes + at + 2));
  return g_string_free (path, FALSE);
}

static void
test_layers (void)
{
  static const char *const paths[FRAMES_N] = {
    "44-17:2000", "44-17:2000", "64-17:2000", "46-17:2000", "66-17:2000", "4-6:80", "4-6:443", "4-17:5001", "4-17:5002", "0806", "4-1", "88b5",
  };

  for (guint type = 0; type < FRAMES_N; type++)
    {
      guint8 first[FRAMES_BYTES], bytes[FRAMES_BYTES];

      frames_make (type, 1, first);
      for (guint flow = 1; flow <= 250; flow++)
        {
          g_autofree char *path = NULL;

          frames_make (type, (guint8) flow, bytes);
          path = dissect (bytes);
          g_assert_cmpstr (path, ==, paths[type]);
          g_assert_cmpint (memcmp (bytes, first, FRAMES_BYTES) == 0, ==, flow == 1);
        }
    }
}

/* One frame byte by byte: addresses and DSCP. */
static void
test_bytes (void)
{
  static const guint8 expected[] = { 2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2, 8, 0, 0x45, 46 << 2, 0, 114, 0, 0, 0, 0, 64, 17 };
  static const guint8 addresses[] = { 10, 1, 0, 5, 10, 2, 0, 5, 1005 >> 8, 1005 & 255, 5001 >> 8, 5001 & 255 };
  guint8 bytes[FRAMES_BYTES];

  frames_make (FRAMES_METER_DROP, 5, bytes);
  g_assert_cmpmem (bytes, sizeof expected, expected, sizeof expected);
  g_assert_cmpmem (bytes + 26, sizeof addresses, addresses, sizeof addresses);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/libraries/frames/layers", test_layers);
  g_test_add_func ("/engine/libraries/frames/bytes", test_bytes);
  return g_test_run ();
}
