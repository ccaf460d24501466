/* aes.c: AES-128 on chiplets
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `aes PLACE CHIPLETS BLOCKS`: PLACE from 1: puts its share of BLOCKS blocks of 16 bytes into shared memory, then reads them in lines of 8 blocks, a batch ahead,
 * encrypts each line, and writes it to another place; tables are its own. A warp needs 600 instructions for a block on a GTX 480. The first block is that of
 * FIPS-197, appendix C.1. `aes --vector` encrypts that alone, without Heddle.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <heddle/heddle-chip.h>

#include "gtx480.h"

#define LINE 128
#define BLOCK 16
#define BATCH 16 /* lines */
#define ROUNDS 10
#define INSTRUCTIONS 600 /* of a warp for a block */

typedef struct
{
  uint8_t boxes[256];
  uint8_t keys[(ROUNDS + 1) * BLOCK];
} Cipher;

static uint8_t
double_byte (uint8_t x)
{
  return (uint8_t) (x << 1 ^ (x & 0x80 ? 0x1b : 0));
}

static uint8_t
rotate (uint8_t x,
        int n)
{
  return (uint8_t) (x << n | x >> (8 - n));
}

/* Inverses in GF(2^8), by the powers of 3, and the affine map behind. */
static void
make_boxes (uint8_t *boxes)
{
  uint8_t p = 1, q = 1;

  do
    {
      p = (uint8_t) (p ^ double_byte (p));
      q = (uint8_t) (q ^ q << 1);
      q = (uint8_t) (q ^ q << 2);
      q = (uint8_t) (q ^ q << 4);
      if (q & 0x80)
        q ^= 0x09;
      boxes[p] = (uint8_t) (q ^ rotate (q, 1) ^ rotate (q, 2) ^ rotate (q, 3) ^ rotate (q, 4) ^ 0x63);
    }
  while (p != 1);
  boxes[0] = 0x63;
}

static void
cipher_init (Cipher *self,
             const uint8_t *key)
{
  uint8_t round = 1;

  make_boxes (self->boxes);
  memcpy (self->keys, key, BLOCK);
  for (int i = BLOCK; i < (ROUNDS + 1) * BLOCK; i += 4)
    {
      uint8_t word[4];

      memcpy (word, self->keys + i - 4, 4);
      if (i % BLOCK == 0)
        {
          uint8_t first = word[0];

          word[0] = self->boxes[word[1]] ^ round;
          word[1] = self->boxes[word[2]];
          word[2] = self->boxes[word[3]];
          word[3] = self->boxes[first];
          round = double_byte (round);
        }
      for (int k = 0; k < 4; k++)
        self->keys[i + k] = self->keys[i - BLOCK + k] ^ word[k];
    }
}

static void
mix (uint8_t *column)
{
  uint8_t all = column[0] ^ column[1] ^ column[2] ^ column[3], first = column[0];

  for (int i = 0; i < 4; i++)
    column[i] ^= all ^ double_byte (column[i] ^ (i < 3 ? column[i + 1] : first));
}

static void
cipher_encrypt (const Cipher *self,
                uint8_t *block)
{
  for (int round = 0; round <= ROUNDS; round++)
    {
      uint8_t shifted[BLOCK];

      for (int i = 0; i < BLOCK && round > 0; i++)
        shifted[i] = self->boxes[block[(i + 4 * (i % 4)) % BLOCK]];
      if (round > 0)
        memcpy (block, shifted, BLOCK);
      for (int i = 0; i < BLOCK && round > 0 && round < ROUNDS; i += 4)
        mix (block + i);
      for (int i = 0; i < BLOCK; i++)
        block[i] ^= self->keys[round * BLOCK + i];
    }
}

static void
print_block (const uint8_t *block)
{
  for (int i = 0; i < BLOCK; i++)
    printf ("%02x", block[i]);
  putchar ('\n');
}

/* The plain text of block @number: that of FIPS-197 first, then all else. */
static void
fill (uint8_t *block,
      uint64_t number)
{
  for (int i = 0; i < BLOCK; i++)
    block[i] = (uint8_t) (i * 0x11 + (int) (number * 29));
}

/* Encrypts the lines of a batch, each when its time has come, and writes them. */
static int
encrypt_batch (const Cipher *cipher,
               chip *self,
               uint8_t *batch,
               uint64_t n,
               uint64_t to,
               uint64_t *now)
{
  int error = 0;

  for (uint64_t line = 0; line < n && error == 0; line++)
    {
      for (int i = 0; i < LINE; i += BLOCK)
        cipher_encrypt (cipher, batch + line * LINE + i);
      *now += gtx480_compute (LINE / BLOCK, INSTRUCTIONS);
      error = chip_write (self, to + line * LINE, batch + line * LINE, LINE, CHIP_WRITE_POSTED, now);
    }
  return error;
}

static uint64_t
get_batch (uint64_t line,
           uint64_t end)
{
  return end - line < BATCH ? end - line : BATCH;
}

/* While one batch is encrypted the next is on its way. */
static int
encrypt (const Cipher *cipher,
         chip *self,
         uint64_t first,
         uint64_t end,
         uint64_t plain,
         uint64_t secret,
         uint64_t *now)
{
  uint8_t batches[2][BATCH * LINE];
  int error = chip_read_posted (self, plain + first * LINE, batches[0], get_batch (first, end) * LINE, now), which = 0;

  for (uint64_t line = first; line < end && error == 0; line += BATCH)
    {
      uint64_t n = get_batch (line, end), next = line + n;

      error = chip_wait (self, now);
      if (error == 0 && next < end)
        error = chip_read_posted (self, plain + next * LINE, batches[1 - which], get_batch (next, end) * LINE, now);
      if (error == 0)
        error = encrypt_batch (cipher, self, batches[which], n, secret + line * LINE, now);
      which = 1 - which;
    }
  return error;
}

static int
put_line (chip *self,
          uint64_t address,
          uint64_t line,
          unsigned flags,
          uint64_t *now)
{
  uint8_t text[LINE];

  for (uint64_t i = 0; i < LINE / BLOCK; i++)
    fill (text + i * BLOCK, line * (LINE / BLOCK) + i);
  return chip_write (self, address, text, LINE, flags, now);
}

/* Reads back what it wrote, and compares it with what it should be. */
static int
check_line (const Cipher *cipher,
            chip *self,
            uint64_t address,
            uint64_t line,
            uint64_t *now)
{
  uint8_t text[LINE], block[BLOCK];
  int error = chip_read (self, address, text, LINE, now);

  for (uint64_t i = 0; i < LINE / BLOCK && error == 0; i++)
    {
      fill (block, line * (LINE / BLOCK) + i);
      cipher_encrypt (cipher, block);
      error = memcmp (block, text + i * BLOCK, BLOCK) != 0 ? -1 : 0;
    }
  if (error == 0 && line == 0)
    print_block (text);
  return error;
}

static int
work (const Cipher *cipher,
      chip *self,
      uint64_t first,
      uint64_t end,
      uint64_t *now)
{
  uint64_t size, plain = chip_shared (self, &size), secret = plain + size / 2;
  int error = 0;

  for (uint64_t line = first; line < end && error == 0; line++)
    error = put_line (self, plain + line * LINE, line, line + 1 < end ? CHIP_WRITE_POSTED : 0, now);
  printf ("begin %" PRIu64 "\n", *now);
  if (error == 0)
    error = encrypt (cipher, self, first, end, plain, secret, now);
  printf ("end %" PRIu64 "\n", *now);
  for (uint64_t line = first; line < end && error == 0; line++)
    error = check_line (cipher, self, secret + line * LINE, line, now);
  if (error == 0)
    printf ("%" PRIu64 " blocks are encrypted\n", (end - first) * (LINE / BLOCK));
  return error;
}

int
main (int argc,
      char **argv)
{
  static const uint8_t key[BLOCK] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
  uint64_t place, chiplets, lines, now = 0;
  uint8_t block[BLOCK];
  Cipher cipher;
  chip *self;
  int error;

  cipher_init (&cipher, key);
  if (argc == 2 && strcmp (argv[1], "--vector") == 0)
    {
      fill (block, 0);
      cipher_encrypt (&cipher, block);
      print_block (block);
      return 0;
    }
  place = argc == 4 ? strtoull (argv[1], NULL, 10) : 0;
  chiplets = argc == 4 ? strtoull (argv[2], NULL, 10) : 0;
  lines = argc == 4 ? strtoull (argv[3], NULL, 10) / (LINE / BLOCK) : 0;
  if (place < 1 || place > chiplets || lines < chiplets)
    {
      fputs ("usage: aes PLACE CHIPLETS BLOCKS: PLACE from 1, at least 8 blocks for each\n", stderr);
      return 2;
    }
  error = chip_open (&self);
  if (error == 0)
    {
      error = work (&cipher, self, lines * (place - 1) / chiplets, lines * place / chiplets, &now);
      if (error == 0)
        error = chip_close (self, now);
    }
  if (error != 0)
    fprintf (stderr, "aes: %s\n", error == -1 ? "what was read back is not what was written" : strerror (-error));
  return error != 0;
}
