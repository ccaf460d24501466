/* test-descriptors.c: descriptors and packets, their bits and their text
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: words of any bits unpack and pack to themselves, and text of any fields reads as those fields; the widths are those of the source. Words of single cases are
 * worked by hand from the table of bits.
 */
#include <glib.h>

#include "text.h"

static void
fill (GRand *rand,
      guint64 words[FIELDS_WORDS])
{
  for (guint i = 0; i < FIELDS_WORDS; i++)
    words[i] = (guint64) g_rand_int (rand) << 32 | g_rand_int (rand);
}

static void
expect_words (const guint64 words[FIELDS_WORDS])
{
  guint64 packed[FIELDS_WORDS];
  Fields fields;
  Field wrong;

  fields_unpack (&fields, words);
  g_assert_true (fields_pack (&fields, packed, &wrong));
  g_assert_cmphex (packed[0], ==, words[0]);
  g_assert_cmphex (packed[1], ==, words[1]);
}

/* No bit belongs to two fields, and none to no field: what is unpacked is packed to the same words. */
static void
test_round_trip (void)
{
  const guint64 zeros[FIELDS_WORDS] = { 0 }, ones[FIELDS_WORDS] = { G_MAXUINT64, G_MAXUINT64 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (16);

  expect_words (zeros);
  expect_words (ones);
  for (guint i = 0; i < 1000; i++)
    {
      guint64 words[FIELDS_WORDS];

      fill (rand, words);
      expect_words (words);
    }
}

/* The source's: 59 bits from JobID to DestID, 16 from C to CollEndFlag. */
static void
test_widths (void)
{
  guint place = 0, flags = 0;

  for (Field field = FIELD_JOB; field <= FIELD_NODE; field++)
    place += fields_layout[field].bits;
  for (Field field = FIELD_COLLECTIVE; field <= FIELD_END; field++)
    flags += fields_layout[field].bits;
  g_assert_cmpuint (place, ==, 59);
  g_assert_cmpuint (flags, ==, 16);
}

/* Each field alone at its largest, as the table says where its bits are. */
static void
test_places (void)
{
  static const struct
  {
    const char *name;
    guint64 words[FIELDS_WORDS];
  } cases[] = {
    { "JobID", { 0x00000000000000ff, 0 } },
    { "SeqID", { 0x0000000000001f00, 0 } },
    { "SourceVP", { 0x0000000000ffe000, 0 } },
    { "DestVP", { 0x00000007ff000000, 0 } },
    { "DestID", { 0x07fffff800000000, 0 } },
    { "other", { 0xf800000000000000, 0 } },
    { "C", { 0, 0x1 } },
    { "CH", { 0, 0x2 } },
    { "CT", { 0, 0x4 } },
    { "CP", { 0, 0x8 } },
    { "CPCount", { 0, 0x3f0 } },
    { "SwapLocalData", { 0, 0x400 } },
    { "SwapLocalVP", { 0, 0x800 } },
    { "SwapRemoteData", { 0, 0x1000 } },
    { "SwapRemoteAddr", { 0, 0x2000 } },
    { "ReduceFlag", { 0, 0x4000 } },
    { "CollEndFlag", { 0, 0x8000 } },
    { "op", { 0, 0xf0000 } },
    { "dtype", { 0, 0xf00000 } },
    { "PulseID", { 0, 0xff000000 } },
    { "PktIdx", { 0, 0x0000ffff00000000 } },
    { "len", { 0, 0xffff000000000000 } },
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (cases) == FIELDS_N);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Fields fields = { 0 };
      guint64 words[FIELDS_WORDS];
      Field wrong;

      g_assert_cmpstr (fields_layout[i].names[FIELDS_DESCRIPTOR], ==, cases[i].name);
      fields.at[i] = fields_maximum ((Field) i);
      g_assert_true (fields_pack (&fields, words, &wrong));
      g_assert_cmphex (words[0], ==, cases[i].words[0]);
      g_assert_cmphex (words[1], ==, cases[i].words[1]);
      fields.at[i]++;
      g_assert_false (fields_pack (&fields, words, &wrong));
      g_assert_cmpuint (wrong, ==, i);
    }
}

/* 7 | 3 << 8 | 5 << 13 | 9 << 24 | 31 << 35 and 1 | 1 << 3 | 4 << 4 | 1 << 14 | 256 << 48; at node 12 a packet without C and CPCount. */
static void
test_packet (void)
{
  const guint64 words[FIELDS_WORDS] = { 0x000000f80900a307, 0x0100000000004049 };
  guint64 packed[FIELDS_WORDS];
  Fields descriptor, packet;
  Field wrong;

  fields_unpack (&descriptor, words);
  g_assert_cmpuint (descriptor.at[FIELD_NODE], ==, 31);
  g_assert_cmpuint (descriptor.at[FIELD_COUNT], ==, 4);
  fields_make_packet (&descriptor, 12, &packet);
  g_assert_true (fields_pack (&packet, packed, &wrong));
  g_assert_cmphex (packed[0], ==, 0x000000600900a307);
  g_assert_cmphex (packed[1], ==, 0x0100000000004008);
}

static void
test_key (void)
{
  g_assert_cmphex (fields_make_key (0xff, 0xffffff, 0x7ff, 0x1f), ==, 0xffffffffffff);
  g_assert_cmphex (fields_make_key (0xff, 0, 0, 0), ==, 0xff0000000000);
  g_assert_cmphex (fields_make_key (0, 0xffffff, 0, 0), ==, 0x00ffffff0000);
  g_assert_cmphex (fields_make_key (0, 0, 0x7ff, 0), ==, 0x00000000ffe0);
  g_assert_cmphex (fields_make_key (0, 0, 0, 0x1f), ==, 0x00000000001f);
}

/* ---- text ---------------------------------------------------------------------------------------------------------- */

static void
test_text (void)
{
  const char *text = "# one task\n\n  descriptor JobID=7 SeqID=0x1F C CH CT=0 CPCount=4\tlen=256 # waits\r\npacket NodeID=16777215 CP";
  Text read = { 0 };
  char why[256] = "", line[TEXT_MOST_BYTES];

  g_assert_true (text_read (&read, text, strlen (text), why, sizeof why));
  g_assert_cmpstr (why, ==, "");
  g_assert_cmpuint (read.n, ==, 2);
  g_assert_cmpuint (read.lines[0].line, ==, 3);
  g_assert_cmpuint (read.lines[1].line, ==, 4);
  g_assert_cmpuint (text_write (&read.lines[0], line), ==, strlen (line));
  g_assert_cmpstr (line, ==, "descriptor JobID=7 SeqID=31 C CH CPCount=4 len=256");
  text_write (&read.lines[1], line);
  g_assert_cmpstr (line, ==, "packet NodeID=16777215 CP");
  text_clear (&read);
}

static void
expect_text (const guint64 words[FIELDS_WORDS],
             TextKind kind)
{
  Fields fields;
  char line[TEXT_MOST_BYTES], why[256] = "";
  Text read = { 0 };

  fields_unpack (&fields, words);
  if (kind == TEXT_PACKET)
    fields_make_packet (&fields, fields.at[FIELD_NODE], &fields);
  g_assert_cmpuint (text_write (&(TextLine){ .fields = fields, .kind = kind }, line), <, TEXT_MOST_BYTES);
  g_assert_true (text_read (&read, line, strlen (line), why, sizeof why));
  g_assert_cmpuint (read.n, ==, 1);
  g_assert_cmpuint (read.lines[0].kind, ==, kind);
  for (Field field = 0; field < FIELDS_N; field++)
    g_assert_cmpuint (read.lines[0].fields.at[field], ==, fields.at[field]);
  text_clear (&read);
}

static void
test_text_round_trip (void)
{
  const guint64 zeros[FIELDS_WORDS] = { 0 }, ones[FIELDS_WORDS] = { G_MAXUINT64, G_MAXUINT64 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);

  for (TextKind kind = TEXT_DESCRIPTOR; kind <= TEXT_PACKET; kind++)
    {
      expect_text (zeros, kind);
      expect_text (ones, kind);
      for (guint i = 0; i < 1000; i++)
        {
          guint64 words[FIELDS_WORDS];

          fill (rand, words);
          expect_text (words, kind);
        }
    }
}

static void
test_text_faults (void)
{
  static const char *const cases[][2] = {
    { "descriptor\nframe JobID=1", "line 2: it begins with “frame”; a line is a card, a source, a descriptor or a packet" },
    { "descriptor Job=1", "line 1: a descriptor has no field “Job”" },
    { "packet\n\npacket CPCount=1", "line 3: a packet has no field “CPCount”" },
    { "descriptor NodeID=1", "line 1: a descriptor has no field “NodeID”" },
    { "descriptor C C", "line 1: C is there twice" },
    { "descriptor SeqID", "line 1: SeqID has no value; it is 0 to 31" },
    { "descriptor SeqID=", "line 1: SeqID is “”; it is a whole number from 0 to 31" },
    { "descriptor SeqID=-1", "line 1: SeqID is “-1”; it is a whole number from 0 to 31" },
    { "descriptor SeqID=0x", "line 1: SeqID is “0x”; it is a whole number from 0 to 31" },
    { "descriptor SeqID=32", "line 1: FIELD_RANGE field=SeqID value=32; it is 0 to 31" },
    { "descriptor CH=2", "line 1: FIELD_RANGE field=CH value=2; it is 0 to 1" },
    { "descriptor SourceVP=2048", "line 1: FIELD_RANGE field=SourceVP value=2048; it is 0 to 2047" },
    { "descriptor DestID=16777216", "line 1: FIELD_RANGE field=DestID value=16777216; it is 0 to 16777215" },
    { "descriptor JobID=18446744073709551616", "line 1: FIELD_RANGE field=JobID value=18446744073709551616; it is 0 to 255" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      Text read = { 0 };
      char why[256] = "";

      g_assert_false (text_read (&read, cases[i][0], strlen (cases[i][0]), why, sizeof why));
      g_assert_cmpstr (why, ==, cases[i][1]);
      text_clear (&read);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/descriptors/round-trip", test_round_trip);
  g_test_add_func ("/descriptors/widths", test_widths);
  g_test_add_func ("/descriptors/places", test_places);
  g_test_add_func ("/descriptors/packet", test_packet);
  g_test_add_func ("/descriptors/key", test_key);
  g_test_add_func ("/descriptors/text", test_text);
  g_test_add_func ("/descriptors/text-round-trip", test_text_round_trip);
  g_test_add_func ("/descriptors/text-faults", test_text_faults);
  return g_test_run ();
}
