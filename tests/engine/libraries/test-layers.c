/* test-layers.c: the headers that the parser of a network processor finds, against those that the program of its engines finds
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both are for the same packets: frames of all types, stacks of random headers, and such frames with bytes changed and cut off.
 */
#include <string.h>

#include <glib.h>

#include "elf.h"
#include "frames.h"
#include "layers.h"
#include "rv32.h"

#define MOST 400
#define CORE 1024
#define NOTES 256 /* where they are in it */
#define LENGTH 0x40000000u
#define SEND 0x40000024u
enum { NEXT, EGRESS, DROP, PUNT };

typedef struct
{
  Elf elf;
  Rv32Program program;
} Parser;

static void
parser_init (Parser *self)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects/neptune/programs/parse.elf", NULL);
  const ElfLimits limits = { 32768, RV32_LOCAL_BASE + 384, 512 };
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;
  Rv32Instruction *instructions;
  char why[256];
  gsize size;

  g_file_get_contents (path, &bytes, &size, &error);
  g_assert_no_error (error);
  g_assert_true (elf_read (&self->elf, "parse.elf", (const guint8 *) bytes, size, &limits, why, sizeof why));
  instructions = g_new0 (Rv32Instruction, self->elf.n_code / 4 + 1);
  rv32_decode (self->elf.code, self->elf.n_code / 4, instructions);
  self->program = (Rv32Program){ self->elf.code, instructions, self->elf.n_code / 4 };
}

static void
parser_clear (Parser *self)
{
  g_free ((gpointer) self->program.instructions);
  elf_clear (&self->elf);
}

/* What the program sends, with its notes; the engine does not let it reach anything else. */
static guint32
execute (const Parser *self,
         const guint8 *bytes,
         guint length,
         guint8 *notes)
{
  guint8 core[CORE] = { 0 };
  Rv32Thread thread = { .pc = self->elf.entry, .local = core, .local_size = CORE };
  Rv32Access access;

  memcpy (core, bytes, MIN (length, NOTES));
  thread.x[10] = RV32_LOCAL_BASE;
  thread.x[11] = RV32_LOCAL_BASE + NOTES;
  for (;;)
    {
      Rv32Stop stop = rv32_run (&self->program, &thread, 10000, &access);

      if (stop == RV32_LOAD && access.address == LENGTH)
        rv32_answer (&thread, &access, length);
      else
        {
          g_assert_cmpint (stop, ==, RV32_STORE);
          g_assert_cmphex (access.address, ==, SEND);
          memcpy (notes, core + NOTES, 128);
          return access.value;
        }
    }
}

static void
check (const Parser *self,
       const guint8 *bytes,
       guint length)
{
  guint8 notes[128], found[128] = { 0 };
  guint32 sent = execute (self, bytes, length, notes);
  const guint8 *last;
  gboolean is_for_us;
  Layers layers;

  layers_find (&layers, bytes, length);
  layers_write (&layers, found);
  for (guint i = 0; i < layers.n; i++)
    g_assert_cmpmem (notes + 4 + 4 * i, 2, found + 4 + 4 * i, 2);
  last = layers.n > 0 ? found + 4 * layers.n : NULL;
  is_for_us = last != NULL && last[1] == LAYER_ICMP && last[-3] == LAYER_IP4 && memcmp (bytes + last[-4] + 16, "\xc0\0\2\1", 4) == 0;
  g_assert_cmpint ((layers.flags & LAYERS_ARP) != 0, ==, (layers.flags & LAYERS_MALFORMED) == 0 && last[1] == LAYER_ARP);
  g_assert_cmpint ((layers.flags & LAYERS_ICMP) != 0, ==, (layers.flags & LAYERS_MALFORMED) == 0 && last[1] == LAYER_ICMP);
  if ((layers.flags & LAYERS_MALFORMED) != 0)
    g_assert_cmphex (sent, ==, DROP | 1 << 8);
  else if (layers.n == 1)
    g_assert_cmphex (sent, ==, EGRESS);
  else if (last[1] == LAYER_ARP || is_for_us)
    g_assert_cmphex (sent, ==, PUNT);
  else
    g_assert_cmphex (sent, ==, NEXT);
  if (sent == NEXT)
    {
      g_assert_cmpuint (notes[4 + 4 * layers.n + 1], ==, 0); /* behind the last */
      g_assert_cmpuint (notes[1], ==, layers.flags & LAYERS_MORE);
    }
}

/* ---- packets ------------------------------------------------------------------------------------------------------- */

static guint32
draw (guint32 below)
{
  return (guint32) g_test_rand_int_range (0, (gint32) below);
}

/* Headers one in the other, from the last byte to the first; what is around an inner one says so. */
static guint
draw_stack (guint8 *bytes)
{
  guint at = 0, n = draw (14), type_at = 12, protocol_at = 0, length_at[16], n_lengths = 0, begins[16];
  gboolean is_ip = FALSE;

  memset (bytes, 0, MOST);
  for (at = 14; n > 0 && at < MOST - 80; n--)
    {
      static const guint16 types[] = { 0x0800, 0x86dd, 0x8100, 0x8847, 0x0806, 0x88b5 };
      static const guint8 protocols[] = { 4, 41, 6, 17, 1, 47, 99 };
      guint choice = is_ip ? draw (G_N_ELEMENTS (protocols)) : draw (G_N_ELEMENTS (types));
      guint ip = is_ip ? (choice == 0 ? 4 : choice == 1 ? 6 : 0) : (choice == 0 ? 4 : choice == 1 ? 6 : 0);

      if (is_ip)
        bytes[protocol_at] = protocols[choice];
      else
        {
          bytes[type_at] = (guint8) (types[choice] >> 8);
          bytes[type_at + 1] = (guint8) types[choice];
        }
      if (ip != 0)
        {
          guint words = ip == 4 ? 5 + (draw (4) == 0 ? draw (11) : 0) : 10;

          bytes[at] = (guint8) (ip == 4 ? 0x40 | words : 0x60);
          protocol_at = at + (ip == 4 ? 9 : 6);
          begins[n_lengths] = ip == 4 ? at : at + 40;
          length_at[n_lengths++] = at + (ip == 4 ? 2 : 4);
          if (ip == 4 && draw (8) == 0)
            bytes[at + 7] = 1; /* a fragment */
          at += 4 * words;
          is_ip = TRUE;
        }
      else if (is_ip && choice == 3)
        {
          bytes[at + 2] = 4789 >> 8;
          bytes[at + 3] = 4789 & 255;
          type_at = at + 16 + 12;
          at += 16 + 14;
          is_ip = FALSE;
        }
      else if (is_ip && choice == 5)
        {
          type_at = at + 2;
          at += 4;
          is_ip = FALSE;
        }
      else if (!is_ip && choice == 2)
        {
          type_at = at + 2;
          at += 4;
        }
      else if (!is_ip && choice == 3)
        {
          while (draw (2) == 0 && at < MOST - 80)
            at += 4;
          bytes[at + 2] = 1;
          at += 4;
          bytes[at] = (guint8) (draw (2) == 0 ? 0x45 : 0x60);
          break;
        }
      else
        break;
    }
  at += draw (60);
  for (guint i = 0; i < n_lengths; i++)
    {
      bytes[length_at[i]] = (guint8) ((at - begins[i]) >> 8);
      bytes[length_at[i] + 1] = (guint8) (at - begins[i]);
    }
  return MIN (at, MOST);
}

static void
test_frames (void)
{
  static const guint n_layers[FRAMES_N] = { 4, 4, 4, 4, 4, 3, 3, 3, 3, 2, 3, 1 };
  Parser parser;

  parser_init (&parser);
  for (guint type = 0; type < FRAMES_N; type++)
    {
      guint8 bytes[FRAMES_BYTES];
      Layers layers;

      frames_make ((FramesType) type, 7, bytes);
      layers_find (&layers, bytes, sizeof bytes);
      g_assert_cmpuint (layers.n, ==, n_layers[type]);
      for (guint length = 0; length <= sizeof bytes; length++)
        check (&parser, bytes, length);
    }
  parser_clear (&parser);
}

static void
test_random (void)
{
  guint deepest = 0, n_malformed = 0;
  Parser parser;

  parser_init (&parser);
  for (guint i = 0; i < 30000; i++)
    {
      guint8 bytes[MOST];
      guint length = draw_stack (bytes);
      Layers layers;

      if (i % 3 == 1)
        bytes[draw (length)] = (guint8) draw (256);
      if (i % 3 == 2)
        length = draw (length + 1);
      check (&parser, bytes, length);
      layers_find (&layers, bytes, length);
      deepest = MAX (deepest, layers.n);
      n_malformed += (layers.flags & LAYERS_MALFORMED) != 0;
    }
  g_assert_cmpuint (deepest, >=, LAYERS_MOST);
  g_assert_cmpuint (n_malformed, >, 1000);
  parser_clear (&parser);
}

/* A length of 9000 in 128 bytes, and a header of 12: malformed, and nothing is read that is not there. */
static void
test_claims (void)
{
  guint8 bytes[FRAMES_BYTES];
  Parser parser;
  Layers layers;

  parser_init (&parser);
  for (guint i = 0; i < 2; i++)
    {
      frames_make (FRAMES_TCP, 1, bytes);
      bytes[14] = i == 0 ? 0x45 : 0x43;
      bytes[16] = i == 0 ? 9000 >> 8 : 0;
      bytes[17] = i == 0 ? 9000 & 255 : 114;
      layers_find (&layers, bytes, sizeof bytes);
      g_assert_cmpuint (layers.flags, ==, LAYERS_MALFORMED);
      check (&parser, bytes, sizeof bytes);
    }
  parser_clear (&parser);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, G_TEST_OPTION_ISOLATE_DIRS, NULL);
  g_test_add_func ("/engine/libraries/layers/frames", test_frames);
  g_test_add_func ("/engine/libraries/layers/random", test_random);
  g_test_add_func ("/engine/libraries/layers/claims", test_claims);
  return g_test_run ();
}
