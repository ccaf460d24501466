/* matrix.c: a product of two matrices on four chiplets, or on one
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `matrix PLACE CHIPLETS [WIDTH [SUMS [PANELS]]]`: PLACE from 1, CHIPLETS 1 or 4, WIDTH 400, SUMS `spread` or `root`, PANELS 8.
 *
 * On four, each chiplet fetches three blocks of half the width and makes two products; two products make a block of the result, and the first chiplet
 * gathers all four:
 *
 *   1: E1 = A00 B00, E5 = A10 B00      E1 + E2 is the upper left block, E3 + E4 the upper right, E5 + E6 the lower left, E7 + E8 the lower right
 *   2: E2 = A01 B10, E6 = A11 B10
 *   3: E3 = A00 B01, E7 = A10 B01
 *   4: E4 = A01 B11, E8 = A11 B11
 *
 * With `spread` each chiplet keeps one product, publishes the other, fetches one and adds; with `root` the first fetches all and adds. A product is made
 * panel by panel, each of a share of A's columns and B's rows: while one is multiplied, the lines of the next are read, and those of the product that was made before
 * are written, spread evenly over the time as the accesses of a kernel are. What is published is made first. Computing
 * takes what a GTX 480 takes for a kernel with a thread for each element and 8 w + 12 instructions for w products of numbers, 12 for a sum. Numbers are small
 * integers, so that no sum is rounded and the result has to equal that of one chiplet to the bit; the first chiplet compares. Time is counted from
 * the moment at which the matrices are there.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <heddle/heddle-chip.h>

#include "gtx480.h"

#define MOST_WIDTH 1024
#define DEFAULT_PANELS 8
#define LINE 128

enum { A, B, PRODUCTS, SUMS };

typedef struct
{
  chip *chip;
  uint64_t now;
  int place; /* from 0 */
  uint32_t half; /* width of a block */
  int is_root_adding;
  uint32_t n_panels;
} Worker;

static void
check (int error,
       const char *what)
{
  if (error == 0)
    return;
  fprintf (stderr, "matrix: %s: %s\n", what, strerror (-error));
  exit (1);
}

static float *
new_block (uint32_t width)
{
  float *block = calloc ((size_t) width * width, sizeof (float));

  if (block == NULL)
    check (-12, "memory");
  return block;
}

static float
get_element (int matrix,
             uint32_t row,
             uint32_t column)
{
  return (float) ((row * 7 + column * (matrix == A ? 3 : 5) + (uint32_t) matrix) % 16);
}

/* Block @number of @matrix, or all of it if @width is the whole; A by columns, so that a panel of either is in one piece. */
static void
fill (float *block,
      int matrix,
      int number,
      uint32_t width)
{
  uint32_t row = (uint32_t) (number / 2) * width, column = (uint32_t) (number % 2) * width;

  for (uint32_t i = 0; i < width; i++)
    for (uint32_t j = 0; j < width; j++)
      block[(size_t) i * width + j] = matrix == A ? get_element (A, j + row, i + column) : get_element (B, i + row, j + column);
}

/* Adds the products of A's columns and B's rows from @begin to @end to @to. */
static void
multiply (float *to,
          const float *a,
          const float *b,
          uint32_t width,
          uint32_t begin,
          uint32_t end)
{
  for (size_t k = begin; k < end; k++)
    for (size_t i = 0; i < width; i++)
      for (size_t j = 0; j < width; j++)
        to[i * width + j] += a[k * width + i] * b[k * width + j];
}

/* ---- shared memory: blocks lie one after the other, each from a line of its own --------------------------------------------- */

static size_t
get_block_size (const Worker *self)
{
  return (size_t) self->half * self->half * sizeof (float);
}

static uint64_t
get_address (const Worker *self,
             int matrix,
             int number)
{
  uint64_t stride = (get_block_size (self) + 127) / 128 * 128;

  return chip_shared (self->chip, NULL) + stride * (uint64_t) (matrix == A ? number : matrix == B ? 4 + number : matrix == PRODUCTS ? 8 + number : 16 + number);
}

static void
fetch (Worker *self,
       int matrix,
       int number,
       float *block)
{
  check (chip_read (self->chip, get_address (self, matrix, number), block, get_block_size (self), &self->now), "read");
}

static void
publish (Worker *self,
         int matrix,
         int number,
         const float *block)
{
  check (chip_write (self->chip, get_address (self, matrix, number), block, get_block_size (self), 0, &self->now), "write");
}

static void
wait_for_all (Worker *self)
{
  check (chip_barrier (self->chip, 0, &self->now), "barrier");
}

/* ---- work ------------------------------------------------------------------------------------------------------------ */

static uint64_t
get_warps (uint32_t width)
{
  return ((uint64_t) width * width + GTX480_WARP - 1) / GTX480_WARP;
}

static void
compute (Worker *self,
         uint64_t cycles)
{
  self->now += cycles;
  check (chip_advance (self->chip, self->now), "advance");
}

static void
add (Worker *self,
     float *to,
     const float *from)
{
  compute (self, gtx480_compute (get_warps (self->half), 12));
  for (size_t i = 0; i < (size_t) self->half * self->half; i++)
    to[i] += from[i];
}

static void
load (Worker *self)
{
  float *block = new_block (self->half);

  for (int number = 0; number < 4; number++)
    for (int matrix = A; matrix <= B; matrix++)
      {
        fill (block, matrix, number, self->half);
        publish (self, matrix, number, block);
      }
  free (block);
}

/* ---- products ------------------------------------------------------------------------------------------------------ */

/* Bytes that are read or written line by line while the chiplet computes. */
typedef struct
{
  int is_write;
  uint64_t address;
  unsigned char *data;
  size_t size, n_done;
} Stream;

static void
post_line (Worker *self,
           Stream *stream)
{
  size_t left = stream->size - stream->n_done, n = left < LINE ? left : LINE;

  if (stream->is_write)
    check (chip_write (self->chip, stream->address + stream->n_done, stream->data + stream->n_done, n, CHIP_WRITE_POSTED, &self->now), "write");
  else
    check (chip_read_posted (self->chip, stream->address + stream->n_done, stream->data + stream->n_done, n, &self->now), "read");
  stream->n_done += n;
}

/* That which is furthest behind. */
static Stream *
choose (Stream *streams,
        int n)
{
  Stream *chosen = NULL;

  for (int i = 0; i < n; i++)
    if (streams[i].n_done < streams[i].size &&
        (chosen == NULL || (double) streams[i].n_done / (double) streams[i].size < (double) chosen->n_done / (double) chosen->size))
      chosen = &streams[i];
  return chosen;
}

/* Computes for @cycles, over which the lines are spread. */
static void
compute_beside (Worker *self,
                Stream *streams,
                int n,
                uint64_t cycles)
{
  uint64_t begin = self->now, n_lines = 0, line = 0;
  Stream *next;

  for (int i = 0; i < n; i++)
    n_lines += (streams[i].size + LINE - 1) / LINE;
  while ((next = choose (streams, n)) != NULL)
    {
      uint64_t ready = begin + line++ * cycles / n_lines;

      if (self->now < ready)
        self->now = ready;
      post_line (self, next);
    }
  if (self->now < begin + cycles)
    self->now = begin + cycles;
  check (chip_advance (self->chip, self->now), "advance");
}

/* Panel @number of a block: its place in the block, in rows or columns. */
static uint32_t
get_panel (const Worker *self,
           uint32_t number)
{
  return self->half * number / self->n_panels;
}

/* Bytes of a block up to the end of the last line of panel @number - 1. */
static size_t
get_panel_end (const Worker *self,
               uint32_t number)
{
  size_t end = ((size_t) get_panel (self, number) * self->half * sizeof (float) + LINE - 1) / LINE * LINE;

  return end < get_block_size (self) ? end : get_block_size (self);
}

/* The lines with the panel that were not read with those before. */
static Stream
read_panel (const Worker *self,
            int matrix,
            int number,
            float *block,
            uint32_t panel)
{
  size_t begin = get_panel_end (self, panel), end = get_panel_end (self, panel + 1);

  return (Stream){ 0, get_address (self, matrix, number) + begin, (unsigned char *) block + begin, end - begin, 0 };
}

/* The share of a product that goes out beside a panel. */
static Stream
write_share (const Worker *self,
             int number,
             float *product,
             uint32_t share)
{
  size_t n_lines = (get_block_size (self) + LINE - 1) / LINE;
  size_t begin = n_lines * share / self->n_panels * LINE, end = n_lines * (share + 1) / self->n_panels * LINE;

  if (end > get_block_size (self))
    end = get_block_size (self);
  return (Stream){ 1, get_address (self, PRODUCTS, number) + begin, (unsigned char *) product + begin, end - begin, 0 };
}

/* The chiplet's two products, that with @first of A's blocks before the other; the first goes out as number @published beside the second, unless
 * that is negative. */
static void
make_products (Worker *self,
               float *products[2],
               int first,
               int published)
{
  float *a[2] = { new_block (self->half), new_block (self->half) }, *b = new_block (self->half);
  int k = self->place % 2, b_number = 2 * k + self->place / 2, a_numbers[2] = { k, 2 + k };
  int order[2] = { first, 1 - first };
  uint64_t cycles = gtx480_compute (get_warps (self->half), 8 * (uint64_t) self->half + 12);
  Stream streams[3] = { read_panel (self, A, a_numbers[first], a[first], 0), read_panel (self, B, b_number, b, 0) };

  compute_beside (self, streams, 2, 0);
  for (uint32_t step = 0; step < 2 * self->n_panels; step++)
    {
      uint32_t panel = step % self->n_panels, next = (step + 1) % self->n_panels;
      int which = order[step / self->n_panels], n = 0;

      check (chip_wait (self->chip, &self->now), "wait");
      if (step + 1 < 2 * self->n_panels)
        streams[n++] = read_panel (self, A, a_numbers[order[(step + 1) / self->n_panels]], a[order[(step + 1) / self->n_panels]], next);
      if (step + 1 < self->n_panels)
        streams[n++] = read_panel (self, B, b_number, b, next);
      if (step >= self->n_panels && published >= 0)
        streams[n++] = write_share (self, published, products[first], panel);
      compute_beside (self, streams, n, cycles * (panel + 1) / self->n_panels - cycles * panel / self->n_panels);
      multiply (products[which], a[which], b, self->half, get_panel (self, panel), get_panel (self, panel + 1));
    }
  free (a[0]);
  free (a[1]);
  free (b);
}

/* ---- sums ---------------------------------------------------------------------------------------------------------- */

/* Compares with what one chiplet makes; whoever runs the drawing sees it in the program's output. */
static int
compare (const Worker *self,
         float *const blocks[4])
{
  uint32_t width = 2 * self->half;
  float *a = new_block (width), *b = new_block (width), *whole = new_block (width);
  uint64_t n_different = 0;
  double sum = 0;

  fill (a, A, 0, width);
  fill (b, B, 0, width);
  multiply (whole, a, b, width, 0, width);
  for (uint32_t i = 0; i < width; i++)
    for (uint32_t j = 0; j < width; j++)
      {
        const float *block = blocks[i / self->half * 2 + j / self->half];

        sum += whole[(size_t) i * width + j];
        n_different += memcmp (&block[(size_t) (i % self->half) * self->half + j % self->half], &whole[(size_t) i * width + j], sizeof (float)) != 0;
      }
  printf ("%" PRIu64 " of %" PRIu64 " elements differ from the product on one chiplet; their sum is %.0f\n", n_different, (uint64_t) width * width, sum);
  free (a);
  free (b);
  free (whole);
  return n_different == 0 ? 0 : 1;
}

/* The upper left block is made on 1, the lower left on 2, the upper right on 3, the lower right on 4. */
static int
spread_sums (Worker *self,
             float *products[2])
{
  static const int kept[] = { 0, 1, 0, 1 };                 /* which of its products a chiplet keeps */
  static const int published[] = { 4, 1, 6, 3 };            /* number of the other */
  static const int wanted[] = { 1, 4, 3, 6 };
  static const int block[] = { 0, 2, 1, 3 };                /* of the result */
  float *mine = products[kept[self->place]], *other = new_block (self->half);
  float *blocks[4] = { mine };
  int status = 0;

  make_products (self, products, 1 - kept[self->place], published[self->place]);
  wait_for_all (self);
  fetch (self, PRODUCTS, wanted[self->place], other);
  add (self, mine, other);
  if (self->place > 0)
    publish (self, SUMS, block[self->place], mine);
  wait_for_all (self);
  if (self->place == 0)
    {
      for (int i = 1; i < 4; i++)
        fetch (self, SUMS, i, blocks[i] = new_block (self->half));
      status = compare (self, blocks);
      for (int i = 1; i < 4; i++)
        free (blocks[i]);
    }
  free (other);
  return status;
}

static int
root_sums (Worker *self,
           float *products[2])
{
  static const int other[] = { 1, 2, 4, 6 }; /* with which first product of a sum, in the order of blocks: E1 + E2, E3 + E4, E5 + E6, E7 + E8 */
  float *blocks[4] = { products[0], NULL, products[1], NULL }, *fetched;
  int status;

  make_products (self, products, 0, self->place > 0 ? self->place : -1);
  if (self->place > 0)
    publish (self, PRODUCTS, 4 + self->place, products[1]);
  wait_for_all (self);
  if (self->place > 0)
    return 0;
  fetched = new_block (self->half);
  for (int i = 0; i < 4; i++)
    {
      if (blocks[i] == NULL)
        fetch (self, PRODUCTS, other[i], blocks[i] = new_block (self->half));
      fetch (self, PRODUCTS, 2 * i + 1, fetched);
      add (self, blocks[i], fetched);
    }
  status = compare (self, blocks);
  free (fetched);
  free (blocks[1]);
  free (blocks[3]);
  return status;
}

static int
work_together (Worker *self)
{
  float *products[2] = { new_block (self->half), new_block (self->half) };
  int status;

  if (self->place == 0)
    load (self);
  wait_for_all (self);
  check (chip_begin (self->chip, self->now), "begin");
  printf ("begin %" PRIu64 "\n", self->now);
  status = self->is_root_adding ? root_sums (self, products) : spread_sums (self, products);
  printf ("end %" PRIu64 "\n", self->now);
  free (products[0]);
  free (products[1]);
  return status;
}

/* All lies in its own memory. */
static void
work_alone (Worker *self)
{
  uint32_t width = 2 * self->half;

  printf ("begin %" PRIu64 "\n", self->now);
  compute (self, gtx480_compute (get_warps (width), 8 * (uint64_t) width + 12));
  printf ("end %" PRIu64 "\n", self->now);
}

static uint32_t
read_width (const char *text)
{
  long width = strtol (text, NULL, 10);

  if (width < 2 || width > MOST_WIDTH || width % 2 != 0)
    check (-22, "the width must be even, from 2 to 1024");
  return (uint32_t) width;
}

static uint32_t
read_panels (const char *text,
             uint32_t most)
{
  long n = strtol (text, NULL, 10);

  if (n < 1 || n > (long) most)
    check (-22, "there are from one panel to as many as a block has columns");
  return (uint32_t) n;
}

int
main (int argc,
      char **argv)
{
  Worker self = { .half = argc > 3 ? read_width (argv[3]) / 2 : 200, .is_root_adding = argc > 4 && strcmp (argv[4], "root") == 0 };
  int chiplets = argc > 2 ? atoi (argv[2]) : 0, status = 0;

  self.n_panels = argc > 5 ? read_panels (argv[5], self.half) : self.half < DEFAULT_PANELS ? self.half : DEFAULT_PANELS;
  self.place = argc > 1 ? atoi (argv[1]) - 1 : -1;
  if ((chiplets != 1 && chiplets != 4) || self.place < 0 || self.place >= chiplets)
    {
      fputs ("usage: matrix PLACE CHIPLETS [WIDTH [SUMS [PANELS]]]: PLACE from 1, CHIPLETS 1 or 4, SUMS spread or root\n", stderr);
      return 2;
    }
  check (chip_open (&self.chip), "not started as a chiplet");
  if (chiplets == 4)
    status = work_together (&self);
  else
    work_alone (&self);
  check (chip_close (self.chip, self.now), "end");
  return status;
}
