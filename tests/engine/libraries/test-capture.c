/* test-capture.c: packets in files of each form, and files that are damaged
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "capture.h"

#include <string.h>

#include <glib.h>

#define MOST 64

/* Writes numbers in one of the two byte orders. */
typedef struct
{
  GByteArray *bytes;
  gboolean is_big;
} Writer;

static void
put (Writer *self,
     guint n_bytes,
     guint32 value)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      guint8 byte = (guint8) (value >> 8 * (self->is_big ? n_bytes - 1 - i : i));

      g_byte_array_append (self->bytes, &byte, 1);
    }
}

static void
put_words (Writer *self,
           const guint32 *words,
           guint n)
{
  for (guint i = 0; i < n; i++)
    put (self, 4, words[i]);
}

/* A frame of @n bytes that are @n, and zeros up to @room. */
static void
put_frame (Writer *self,
           guint n,
           guint room)
{
  for (guint i = 0; i < room; i++)
    put (self, 1, i < n ? n : 0);
}

static Writer
begin_pcap (gboolean is_big,
            guint32 magic)
{
  Writer self = { g_byte_array_new (), is_big };

  put (&self, 4, magic);
  put (&self, 2, 2);
  put (&self, 2, 4);
  put_words (&self, (const guint32[]){ 0, 0, 65535, 1 }, 4);
  return self;
}

static void
put_record (Writer *self,
            guint32 s,
            guint32 part,
            guint n)
{
  put_words (self, (const guint32[]){ s, part, n, n }, 4);
  put_frame (self, n, n);
}

static void
check_frame (Capture *capture,
             guint length,
             guint64 ns)
{
  CaptureFrame frame;

  g_assert_true (capture_next (capture, MOST, &frame));
  g_assert_cmpstr (capture->why, ==, "");
  g_assert_cmpuint (frame.length, ==, length);
  g_assert_cmpuint (frame.ns, ==, ns);
  for (guint i = 0; i < length; i++)
    g_assert_cmpuint (frame.bytes[i], ==, length);
}

static void
check_end (Capture *capture,
           const char *why)
{
  CaptureFrame frame;

  g_assert_false (capture_next (capture, MOST, &frame));
  g_assert_cmpstr (capture->why, ==, why);
}

static void
test_pcap (void)
{
  for (guint form = 0; form < 4; form++)
    {
      gboolean is_nano = form % 2 == 1;
      Writer writer = begin_pcap (form >= 2, is_nano ? 0xa1b23c4d : 0xa1b2c3d4);
      g_autoptr (GByteArray) bytes = writer.bytes;
      char why[256];
      Capture capture;

      put_record (&writer, 3, 7, 20);
      put_record (&writer, 4294967295, 999999, 64);
      put_record (&writer, 0, 0, 0);
      g_assert_true (capture_open (&capture, "c", bytes->data, bytes->len, why, sizeof why));
      check_frame (&capture, 20, 3000000000 + (is_nano ? 7 : 7000));
      check_frame (&capture, 64, 4294967295000000000 + (is_nano ? 999999 : 999999000));
      check_frame (&capture, 0, 0);
      check_end (&capture, "");
    }
}

static void
put_section (Writer *self)
{
  put_words (self, (const guint32[]){ 0x0a0d0d0a, 28, 0x1a2b3c4d }, 3);
  put (self, 2, 1);
  put (self, 2, 0);
  put_words (self, (const guint32[]){ 0xffffffff, 0xffffffff, 28 }, 3);
}

/* With a remark of 5 bytes and units of time, or neither. */
static void
put_interface (Writer *self,
               guint link,
               int resolution)
{
  guint length = resolution < 0 ? 20 : 20 + 12 + 8 + 4;

  put_words (self, (const guint32[]){ 1, length }, 2);
  put (self, 2, link);
  put (self, 2, 0);
  put (self, 4, 0);
  if (resolution >= 0)
    {
      put (self, 2, 1);
      put (self, 2, 5);
      put_frame (self, 5, 8);
      put (self, 2, 9);
      put (self, 2, 1);
      put (self, 1, (guint) resolution);
      put_frame (self, 0, 3);
      put (self, 4, 0);
    }
  put (self, 4, length);
}

static void
put_packet (Writer *self,
            guint interface,
            guint64 time,
            guint n)
{
  guint room = (n + 3) / 4 * 4, length = 32 + room;

  put_words (self, (const guint32[]){ 6, length, interface, (guint32) (time >> 32), (guint32) time, n, n }, 7);
  put_frame (self, n, room);
  put (self, 4, length);
}

/* Sections of either order in one file; units of time; blocks that say nothing of packets; packets without a time. */
static void
test_pcapng (void)
{
  Writer writer = { g_byte_array_new (), FALSE };
  g_autoptr (GByteArray) bytes = writer.bytes;
  char why[256];
  Capture capture;

  for (guint section = 0; section < 2; section++)
    {
      writer.is_big = section == 1;
      put_section (&writer);
      put_interface (&writer, 1, -1);
      put_interface (&writer, 1, 9);
      put_interface (&writer, 1, 128 + 10);
      put_words (&writer, (const guint32[]){ 0xbad, 16, 0x12345678, 16 }, 4);
      put_packet (&writer, 0, 5000007, 21);
      put_packet (&writer, 1, G_GUINT64_CONSTANT (0x100000001), 64);
      put_words (&writer, (const guint32[]){ 3, 16 + 8, 7 }, 3);
      put_frame (&writer, 7, 8);
      put (&writer, 4, 24);
      put_packet (&writer, 2, 1536, 1);
    }
  g_assert_true (capture_open (&capture, "c", bytes->data, bytes->len, why, sizeof why));
  for (guint section = 0; section < 2; section++)
    {
      check_frame (&capture, 21, 5000007000);
      check_frame (&capture, 64, 4294967297);
      check_frame (&capture, 7, 4294967297);
      check_frame (&capture, 1, 1500000000);
    }
  check_end (&capture, "");
  g_assert_cmpuint (capture.record, ==, 18);
}

/* What stands at a place of a good file instead of what is there; -1 as a place cuts the last bytes off. */
static const struct
{
  gboolean is_blocks;
  int at;
  guint32 value;
  const char *why;
} faults[] = {
  { FALSE, 0, 0x12345678, "c: it is no capture; it must begin as pcap or pcapng does" },
  { FALSE, 4, 0x00040003, "c: it is of version 3; it must be 2" },
  { FALSE, 20, 101, "c: its link type is 101; it must be 1 (Ethernet)" },
  { FALSE, 32, 65, "c: record 1: a frame of 65 bytes; at most 64 are allowed" },
  { FALSE, 68, 29, "c: record 2: it is cut off: a frame of 29 bytes, of which 28 are there" },
  { FALSE, -1, 5, "c: record 2: it is cut off: a frame of 28 bytes, of which 23 are there" },
  { FALSE, -1, 30, "c: record 2: it is cut off: a head of 14 bytes, not 16" },
  { TRUE, 8, 0x12345678, "c: block 1: a section whose byte order is none" },
  { TRUE, 4, 32, "c: block 1: its length of 32 bytes is none; 132 are left" },
  { TRUE, 36, 105, "c: block 2: the link type of its interface is 105; it must be 1 (Ethernet)" },
  { TRUE, 46, 99, "c: block 2: an option of 99 bytes is beyond its end" },
  { TRUE, 60, 200, "c: block 2: units of time that small are none" },
  { TRUE, 80, 1, "c: block 3: interface 1 of 1" },
  { TRUE, 92, 65, "c: block 3: a frame of 65 bytes; at most 64 are allowed" },
  { TRUE, 92, 29, "c: block 3: it is cut off: a frame of 29 bytes, of which 28 are there" },
  { TRUE, 76, 62, "c: block 3: its length of 62 bytes is none; 60 are left" },
  { TRUE, 128, 56, "c: block 3: its length of 60 bytes is none; 60 are left" },
  { TRUE, -1, 52, "c: block 3: it is cut off: 8 bytes, not 12" },
};

static void
test_faults (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (faults); i++)
    {
      Writer writer = faults[i].is_blocks ? (Writer){ g_byte_array_new (), FALSE } : begin_pcap (FALSE, 0xa1b2c3d4);
      g_autoptr (GByteArray) bytes = writer.bytes;
      char why[256] = "";
      CaptureFrame frame;
      Capture capture;

      if (faults[i].is_blocks)
        {
          put_section (&writer);
          put_interface (&writer, 1, 9);
          put_packet (&writer, 0, 1, 28);
        }
      else
        {
          put_record (&writer, 1, 1, 20);
          put_record (&writer, 1, 1, 28);
        }
      if (faults[i].at < 0)
        g_byte_array_set_size (bytes, bytes->len - faults[i].value);
      else
        for (guint k = 0; k < (faults[i].at == 46 ? 2 : 4); k++)
          bytes->data[faults[i].at + (int) k] = (guint8) (faults[i].value >> 8 * k);
      if (capture_open (&capture, "c", bytes->data, bytes->len, why, sizeof why))
        while (capture_next (&capture, MOST, &frame))
          continue;
      g_assert_cmpstr (why, ==, faults[i].why);
    }
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/libraries/capture/pcap", test_pcap);
  g_test_add_func ("/engine/libraries/capture/pcapng", test_pcapng);
  g_test_add_func ("/engine/libraries/capture/faults", test_faults);
  return g_test_run ();
}
