/* bfs.c: breadth-first search on chiplets
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `bfs PLACE CHIPLETS NODES SEED`: PLACE from 1. The graph is drawn by splitmix64 from SEED: three times as many edges as nodes, so that a node has 6
 * neighbours on average. Chiplet PLACE owns each CHIPLETS-th node: the edges of these lie in its own memory, the levels of all in shared memory, those
 * of one owner side by side. Level by level, each chiplet goes through the nodes of its frontier, reads the lines with the levels of neighbours that are
 * not its own, many at once, writes those where nobody has been, and waits for the others; then it reads what they wrote about its own. The first chiplet compares the
 * levels with those that it finds alone.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <heddle/heddle-chip.h>

#include "gtx480.h"

#define LINE 128
#define BATCH 64 /* lines that are read together */
#define DEGREE 6
#define INSTRUCTIONS 20 /* of a warp for its nodes, and for each line of edges */
#define UNSEEN 0 /* a level is counted from 1 */

typedef struct
{
  uint32_t n, n_edges;
  uint32_t *first;      /* of a node's neighbours; one more than nodes */
  uint32_t *neighbours;
} Graph;

typedef struct
{
  chip *chip;
  uint64_t now;
  uint32_t place, chiplets, n; /* place from 0; nodes of the graph */
  uint32_t n_owned;
  uint32_t *levels;  /* of those that it owns */
  uint32_t batch[BATCH], n_batch; /* neighbours that others own */
  uint32_t lines[BATCH][LINE / sizeof (uint32_t)];
  uint64_t n_reads, n_writes;
} Searcher;

static void
check (int error,
       const char *what)
{
  if (error == 0)
    return;
  fprintf (stderr, "bfs: %s: %s\n", what, strerror (-error));
  exit (1);
}

static void *
allocate (size_t n)
{
  void *made = calloc (n, sizeof (uint32_t));

  if (made == NULL)
    check (-12, "memory");
  return made;
}

static uint64_t
draw (uint64_t *state)
{
  uint64_t z = *state += UINT64_C (0x9e3779b97f4a7c15);

  z = (z ^ z >> 30) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C (0x94d049bb133111eb);
  return z ^ z >> 31;
}

static void
graph_init (Graph *self,
            uint32_t n,
            uint64_t seed)
{
  uint32_t *ends, *filled;

  self->n = n;
  self->n_edges = n * (DEGREE / 2);
  self->first = allocate ((size_t) n + 1);
  self->neighbours = allocate (2 * (size_t) self->n_edges);
  ends = allocate (2 * (size_t) self->n_edges);
  filled = allocate (n);
  for (uint32_t i = 0; i < 2 * self->n_edges; i++)
    {
      ends[i] = (uint32_t) (draw (&seed) % n);
      self->first[ends[i] + 1]++;
    }
  for (uint32_t i = 0; i < n; i++)
    self->first[i + 1] += self->first[i];
  for (uint32_t i = 0; i < 2 * self->n_edges; i++)
    self->neighbours[self->first[ends[i]] + filled[ends[i]]++] = ends[i ^ 1];
  free (ends);
  free (filled);
}

static void
graph_clear (Graph *self)
{
  free (self->first);
  free (self->neighbours);
}

/* ---- levels in shared memory ------------------------------------------------------------------------------------- */

static uint32_t
count_owned (const Searcher *self,
             uint32_t place)
{
  return (self->n - place + self->chiplets - 1) / self->chiplets;
}

/* Those of one owner begin on a line. */
static uint64_t
get_segment (const Searcher *self,
             uint32_t place)
{
  uint64_t stride = ((uint64_t) count_owned (self, 0) * sizeof (uint32_t) + LINE - 1) / LINE * LINE;

  return chip_shared (self->chip, NULL) + stride * place;
}

static void
read_segment (Searcher *self,
              uint32_t place,
              uint32_t *levels)
{
  check (chip_read (self->chip, get_segment (self, place), levels, count_owned (self, place) * sizeof (uint32_t), &self->now), "read");
}

static uint64_t
get_address (const Searcher *self,
             uint32_t node)
{
  return get_segment (self, node % self->chiplets) + (uint64_t) (node / self->chiplets) * sizeof (uint32_t);
}

/* Reads the lines with the levels of the batch, which others own, together; writes the level where nobody has been. */
static void
visit (Searcher *self,
       uint32_t level)
{
  for (uint32_t i = 0; i < self->n_batch; i++)
    check (chip_read_posted (self->chip, get_address (self, self->batch[i]) / LINE * LINE, self->lines[i], LINE, &self->now), "read");
  check (chip_wait (self->chip, &self->now), "wait");
  for (uint32_t i = 0; i < self->n_batch; i++)
    {
      uint64_t address = get_address (self, self->batch[i]);

      if (self->lines[i][address % LINE / sizeof (uint32_t)] != UNSEEN)
        continue;
      check (chip_write (self->chip, address, &level, sizeof level, CHIP_WRITE_POSTED, &self->now), "write");
      self->n_writes++;
    }
  self->n_reads += self->n_batch;
  self->n_batch = 0;
}

/* ---- search -------------------------------------------------------------------------------------------------------- */

static void
expand (Searcher *self,
        const Graph *graph,
        uint32_t node,
        uint32_t level)
{
  uint32_t degree = graph->first[node + 1] - graph->first[node];

  self->now += gtx480_compute (1, INSTRUCTIONS * (1 + (uint64_t) (degree + 31) / 32));
  for (uint32_t k = graph->first[node]; k < graph->first[node + 1]; k++)
    {
      uint32_t neighbour = graph->neighbours[k];

      if (neighbour % self->chiplets != self->place)
        self->batch[self->n_batch++] = neighbour;
      else if (self->levels[neighbour / self->chiplets] == UNSEEN)
        self->levels[neighbour / self->chiplets] = level;
      if (self->n_batch == BATCH)
        visit (self, level);
    }
}

static void
wait_for_all (Searcher *self)
{
  if (self->chiplets > 1)
    check (chip_barrier (self->chip, 0, &self->now), "barrier");
}

/* Its own nodes' levels are there for the others before they are wanted; what they found about its own is with it before the next level. */
static void
exchange (Searcher *self)
{
  uint32_t *seen = allocate (self->n_owned);

  wait_for_all (self);
  read_segment (self, self->place, seen);
  for (uint32_t i = 0; i < self->n_owned; i++)
    if (self->levels[i] == UNSEEN)
      self->levels[i] = seen[i];
  check (chip_write (self->chip, get_segment (self, self->place), self->levels, self->n_owned * sizeof (uint32_t), 0, &self->now), "write");
  free (seen);
  wait_for_all (self);
}

/* Whether anybody has found a node of @level. */
static int
is_found (Searcher *self,
          uint32_t level)
{
  uint32_t *levels = allocate (count_owned (self, 0));
  int found = 0;

  for (uint32_t place = 0; place < self->chiplets && !found; place++)
    {
      if (place != self->place)
        read_segment (self, place, levels);
      for (uint32_t i = 0; i < count_owned (self, place) && !found; i++)
        found = (place == self->place ? self->levels : levels)[i] == level;
    }
  free (levels);
  return found;
}

static uint32_t
search (Searcher *self,
        const Graph *graph)
{
  uint32_t level = 1;

  if (self->place == 0)
    self->levels[0] = level;
  exchange (self);
  do
    {
      for (uint32_t i = 0; i < self->n_owned; i++)
        if (self->levels[i] == level)
          expand (self, graph, i * self->chiplets + self->place, level + 1);
      if (self->n_batch > 0)
        visit (self, level + 1);
      exchange (self);
      level++;
    }
  while (is_found (self, level));
  return level - 1;
}

/* Alone, without time. */
static void
search_alone (const Graph *graph,
              uint32_t *levels)
{
  uint32_t *queue = allocate (graph->n), head = 0, tail = 0;

  levels[0] = 1;
  queue[tail++] = 0;
  for (; head < tail; head++)
    for (uint32_t k = graph->first[queue[head]]; k < graph->first[queue[head] + 1]; k++)
      if (levels[graph->neighbours[k]] == UNSEEN)
        {
          levels[graph->neighbours[k]] = levels[queue[head]] + 1;
          queue[tail++] = graph->neighbours[k];
        }
  free (queue);
}

static int
compare (Searcher *self,
         const Graph *graph)
{
  uint32_t *expected = allocate (graph->n), *levels = allocate (count_owned (self, 0)), n_different = 0, n_reached = 0;

  search_alone (graph, expected);
  for (uint32_t place = 0; place < self->chiplets; place++)
    {
      read_segment (self, place, levels);
      for (uint32_t i = 0; i < count_owned (self, place); i++)
        {
          n_different += levels[i] != expected[i * self->chiplets + place];
          n_reached += levels[i] != UNSEEN;
        }
    }
  printf ("%" PRIu32 " of %" PRIu32 " nodes reached; %" PRIu32 " levels differ from a search on one chiplet\n", n_reached, graph->n, n_different);
  free (expected);
  free (levels);
  return n_different != 0;
}

int
main (int argc,
      char **argv)
{
  Searcher self = { 0 };
  Graph graph = { 0 };
  uint32_t depth;
  int status = 0;

  if (argc == 5)
    {
      self.place = (uint32_t) strtoul (argv[1], NULL, 10) - 1;
      self.chiplets = (uint32_t) strtoul (argv[2], NULL, 10);
      self.n = (uint32_t) strtoul (argv[3], NULL, 10);
    }
  if (self.chiplets == 0 || self.place >= self.chiplets || self.n < self.chiplets || self.n > 1 << 24)
    {
      fputs ("usage: bfs PLACE CHIPLETS NODES SEED: PLACE from 1, as many nodes as chiplets at least, 16777216 at most\n", stderr);
      return 2;
    }
  check (chip_open (&self.chip), "not started as a chiplet");
  graph_init (&graph, self.n, strtoull (argv[4], NULL, 10));
  self.n_owned = count_owned (&self, self.place);
  self.levels = allocate (self.n_owned);
  printf ("begin %" PRIu64 "\n", self.now);
  depth = search (&self, &graph);
  printf ("end %" PRIu64 "\n%" PRIu32 " levels, %" PRIu64 " lines read and %" PRIu64 " levels written of others' nodes\n", self.now, depth, self.n_reads, self.n_writes);
  if (self.place == 0)
    status = compare (&self, &graph);
  check (chip_close (self.chip, self.now), "end");
  graph_clear (&graph);
  free (self.levels);
  return status;
}
