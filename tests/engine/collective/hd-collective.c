/* hd-collective.c: schedules against the plain definition of each operation
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariant: executing a schedule on real values gives what the operation's definition says, on every rank, for 1 to 33 ranks and vectors
 * whose length the ranks do not divide, and for some hundreds of ranks. Integers are used, so sums are exact whatever their order. Left open: sums of floating-point numbers,
 * whose order a ring changes.
 */
#include "hd-collective.h"

#include <string.h>

#define MAX_RANKS 33

typedef struct
{
  guint32 n_ranks;
  gsize length;
  gint64 *before; /* rank major */
  gint64 *after;
} Vectors;

static gint64 *
row (gint64 *values,
     const Vectors *self,
     guint32 rank)
{
  return values + rank * self->length;
}

static void
vectors_init (Vectors *self,
              guint32 n_ranks,
              gsize length)
{
  self->n_ranks = n_ranks;
  self->length = length;
  self->before = g_new (gint64, n_ranks * length + 1);
  self->after = g_new (gint64, n_ranks * length + 1);
  for (gsize i = 0; i < n_ranks * length; i++)
    self->before[i] = g_test_rand_int ();
  memcpy (self->after, self->before, n_ranks * length * sizeof (gint64));
}

static void
vectors_clear (Vectors *self)
{
  g_free (self->before);
  g_free (self->after);
}

/* All sends of a step read before any of them writes. */
static void
execute (const HdCollective *algorithm,
         Vectors *self)
{
  guint32 n = self->n_ranks;
  guint32 n_chunks = algorithm->count_chunks (n);
  gint64 *source = g_new (gint64, n * self->length + 1);

  for (guint32 step = 0; step < algorithm->count_steps (n); step++)
    {
      memcpy (source, algorithm->out_of_place ? self->before : self->after, n * self->length * sizeof (gint64));
      for (guint32 i = 0; i < algorithm->count_sends (n, step); i++)
        {
          HdSend send;
          gsize first, end, to;

          algorithm->get_send (n, step, i, &send);
          g_assert_cmpuint (send.source, <, n);
          g_assert_cmpuint (send.destination, <, n);
          g_assert_cmpuint (send.source, !=, send.destination);
          g_assert_cmpuint (send.first_chunk + send.n_chunks, <=, n_chunks);
          g_assert_cmpuint (send.to_chunk + send.n_chunks, <=, n_chunks);
          first = hd_chunk_start (self->length, n_chunks, send.first_chunk);
          end = hd_chunk_start (self->length, n_chunks, send.first_chunk + send.n_chunks);
          to = hd_chunk_start (self->length, n_chunks, send.to_chunk);
          for (gsize k = first; k < end; k++)
            {
              gint64 value = row (source, self, send.source)[k];
              gint64 *target = &row (self->after, self, send.destination)[to + k - first];

              *target = send.action == HD_SEND_REDUCE ? *target + value : value;
            }
        }
    }
  g_free (source);
}

static gint64
sum_at (const Vectors *self,
        gsize k)
{
  gint64 sum = 0;

  for (guint32 rank = 0; rank < self->n_ranks; rank++)
    sum += self->before[rank * self->length + k];
  return sum;
}

/* The rank that owns element @k when each rank owns one chunk. */
static guint32
owner_of (const Vectors *self,
          gsize k)
{
  for (guint32 rank = 0; rank < self->n_ranks; rank++)
    if (k < hd_chunk_start (self->length, self->n_ranks, rank + 1))
      return rank;
  g_assert_not_reached ();
}

static void
check_all_reduce (Vectors *self)
{
  for (guint32 rank = 0; rank < self->n_ranks; rank++)
    for (gsize k = 0; k < self->length; k++)
      g_assert_cmpint (row (self->after, self, rank)[k], ==, sum_at (self, k));
}

static void
check_reduce_scatter (Vectors *self)
{
  for (gsize k = 0; k < self->length; k++)
    g_assert_cmpint (row (self->after, self, owner_of (self, k))[k], ==, sum_at (self, k));
}

static void
check_all_gather (Vectors *self)
{
  for (guint32 rank = 0; rank < self->n_ranks; rank++)
    for (gsize k = 0; k < self->length; k++)
      g_assert_cmpint (row (self->after, self, rank)[k], ==, row (self->before, self, owner_of (self, k))[k]);
}

static void
check_broadcast (Vectors *self)
{
  for (guint32 rank = 0; rank < self->n_ranks; rank++)
    for (gsize k = 0; k < self->length; k++)
      g_assert_cmpint (row (self->after, self, rank)[k], ==, self->before[k]);
}

/* Chunks have one size here, so that position i of rank j is what rank i had for j. */
static void
check_all_to_all (Vectors *self)
{
  gsize chunk = self->length / self->n_ranks;

  for (guint32 from = 0; from < self->n_ranks; from++)
    for (guint32 to = 0; to < self->n_ranks; to++)
      for (gsize k = 0; k < chunk; k++)
        g_assert_cmpint (row (self->after, self, to)[from * chunk + k], ==, row (self->before, self, from)[to * chunk + k]);
}

static void
check_point_to_point (Vectors *self)
{
  for (gsize k = 0; k < self->length; k++)
    g_assert_cmpint (row (self->after, self, MIN (1, self->n_ranks - 1))[k], ==, self->before[k]);
}

/* The first rank has the sum; what is left elsewhere is nobody's business. */
static void
check_reduce (Vectors *self)
{
  for (gsize k = 0; k < self->length; k++)
    g_assert_cmpint (self->after[k], ==, sum_at (self, k));
}

/* Carries no data. */
static void
check_untouched (Vectors *self)
{
  g_assert_cmpmem (self->before, self->n_ranks * self->length * sizeof (gint64), self->after, self->n_ranks * self->length * sizeof (gint64));
}

static void
check_once (const HdCollective *algorithm,
            void (*check) (Vectors *vectors),
            guint32 n,
            gsize length)
{
  Vectors vectors;

  vectors_init (&vectors, n, length);
  execute (algorithm, &vectors);
  check (&vectors);
  vectors_clear (&vectors);
}

static void
test_values (gconstpointer data)
{
  static const guint32 large[] = { 100, 127, 128, 129, 200, 255, 256 };
  static const struct
  {
    const char *id;
    void (*check) (Vectors *vectors);
  } definitions[] = {
    { "all-reduce-ring", check_all_reduce },
    { "all-reduce-ring-coherent", check_reduce_scatter },
    { "all-reduce-recursive-doubling", check_all_reduce },
    { "all-reduce-rabenseifner", check_all_reduce },
    { "reduce-scatter-ring", check_reduce_scatter },
    { "all-gather-ring", check_all_gather },
    { "broadcast-binomial", check_broadcast },
    { "broadcast-ring", check_broadcast },
    { "reduce-binomial", check_reduce },
    { "barrier-dissemination", check_untouched },
    { "barrier-binomial", check_untouched },
    { "all-to-all-direct", check_all_to_all },
    { "point-to-point", check_point_to_point },
  };
  const HdCollective *algorithm = data;

  for (guint d = 0; d < G_N_ELEMENTS (definitions); d++)
    {
      if (strcmp (definitions[d].id, algorithm->id) != 0)
        continue;
      for (guint32 n = 1; n <= MAX_RANKS; n++)
        for (gsize length = 0; length <= 40; length++)
          check_once (algorithm, definitions[d].check, n, algorithm->out_of_place ? length / 8 * n : length);
      for (guint i = 0; i < G_N_ELEMENTS (large); i++)
        check_once (algorithm, definitions[d].check, large[i], algorithm->out_of_place ? large[i] : 11);
      return;
    }
  g_test_message ("no definition for %s", algorithm->id);
  g_test_fail ();
}

/* What `count_alike` promises: same sources, destinations and sizes; and it never runs past the end. */
static void
test_alike (gconstpointer data)
{
  const HdCollective *algorithm = data;

  for (guint32 n = 1; n <= MAX_RANKS; n++)
    for (guint32 step = 0; step < algorithm->count_steps (n);)
      {
        guint32 alike = algorithm->count_alike (n, step);

        g_assert_cmpuint (alike, >=, 1);
        g_assert_cmpuint (step + alike, <=, algorithm->count_steps (n));
        for (guint32 other = step; other < step + alike; other++)
          {
            g_assert_cmpuint (algorithm->count_sends (n, other), ==, algorithm->count_sends (n, step));
            for (guint32 i = 0; i < algorithm->count_sends (n, step); i++)
              {
                HdSend a, b;

                algorithm->get_send (n, step, i, &a);
                algorithm->get_send (n, other, i, &b);
                g_assert_cmpuint (a.source, ==, b.source);
                g_assert_cmpuint (a.destination, ==, b.destination);
                g_assert_cmpuint (a.n_chunks, ==, b.n_chunks);
              }
          }
        step += alike;
      }
}

/* After a barrier each rank has heard of each: what a rank knows travels with what it sends. */
static void
test_barriers (gconstpointer data)
{
  const HdCollective *algorithm = data;

  for (guint32 n = 1; n <= 300; n += n < MAX_RANKS ? 1 : 53)
    {
      g_autofree guint8 *knows = g_new0 (guint8, n * n);

      for (guint32 rank = 0; rank < n; rank++)
        knows[rank * n + rank] = 1;
      for (guint32 step = 0; step < algorithm->count_steps (n); step++)
        {
          g_autofree guint8 *before = g_memdup2 (knows, n * n);

          for (guint32 i = 0; i < algorithm->count_sends (n, step); i++)
            {
              HdSend send;

              algorithm->get_send (n, step, i, &send);
              g_assert_cmpfloat (hd_collective_get_send_bytes (algorithm, n, &send, 1e9), ==, 0);
              for (guint32 k = 0; k < n; k++)
                knows[send.destination * n + k] |= before[send.source * n + k];
            }
        }
      for (guint32 k = 0; k < n * n; k++)
        g_assert_cmpuint (knows[k], ==, 1);
    }
}

/* HCSim A11: a classic ring has 2 N (N - 1) flows, a coherent one N (N - 1). */
static void
test_counts (void)
{
  const HdCollective *classic = hd_collective_find ("all-reduce", "ring");
  const HdCollective *coherent = hd_collective_find ("all-reduce", "ring-coherent");

  for (guint64 n = 1; n <= 4096; n = n * 2 + 1)
    {
      g_assert_cmpuint (hd_collective_count_all_sends (classic, n), ==, 2 * n * (n - 1));
      g_assert_cmpuint (hd_collective_count_all_sends (coherent, n), ==, n * (n - 1));
      g_assert_cmpuint (hd_collective_count_all_sends (hd_collective_find ("broadcast", "binomial"), n), ==, n - 1);
      g_assert_cmpuint (hd_collective_count_all_sends (hd_collective_find ("all-to-all", "direct"), n), ==, n * (n - 1));
      g_assert_cmpuint (hd_collective_count_all_sends (hd_collective_find ("reduce", "binomial"), n), ==, n - 1);
      g_assert_cmpuint (hd_collective_count_all_sends (hd_collective_find ("barrier", "binomial"), n), ==, 2 * (n - 1));
    }
  g_assert_cmpuint (320 * classic->count_steps (64), ==, 40320);
  g_assert_true (hd_collective_find ("all-reduce", NULL) == classic);
  g_assert_null (hd_collective_find ("all-reduce", "tree"));
  g_assert_null (hd_collective_find ("scan", NULL));
}

/* Thakur, Rabenseifner and Gropp: p log2 p sends among the largest power of two p, and one to and one from each rank above it; worked by hand.
 * Rabenseifner's algorithm has each half. */
static void
test_doubling_counts (void)
{
  static const struct
  {
    guint32 n_ranks, n_steps, n_sends; /* of recursive doubling */
    guint32 all_steps, all_sends;      /* of Rabenseifner */
  } counts[] = {
    { 1, 0, 0, 0, 0 },        { 2, 1, 2, 2, 4 },        { 3, 3, 4, 4, 6 },           { 4, 2, 8, 4, 16 },
    { 6, 4, 12, 6, 20 },      { 7, 4, 14, 6, 22 },      { 8, 3, 24, 6, 48 },         { 33, 7, 162, 12, 322 },
    { 512, 9, 4608, 18, 9216 }, { 1000, 11, 5584, 20, 10192 },
  };
  const HdCollective *doubling = hd_collective_find ("all-reduce", "recursive-doubling");
  const HdCollective *halving = hd_collective_find ("all-reduce", "rabenseifner");

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_assert_cmpuint (doubling->count_steps (counts[i].n_ranks), ==, counts[i].n_steps);
      g_assert_cmpuint (hd_collective_count_all_sends (doubling, counts[i].n_ranks), ==, counts[i].n_sends);
      g_assert_cmpuint (halving->count_steps (counts[i].n_ranks), ==, counts[i].all_steps);
      g_assert_cmpuint (hd_collective_count_all_sends (halving, counts[i].n_ranks), ==, counts[i].all_sends);
    }
  for (guint32 n = 1; n <= 1024; n = 2 * n + 1)
    {
      const HdCollective *dissemination = hd_collective_find ("barrier", NULL);

      g_assert_cmpuint (hd_collective_count_all_sends (dissemination, n), ==, n * dissemination->count_steps (n));
      g_assert_cmpuint (1u << dissemination->count_steps (n), >=, n);
      g_assert_cmpuint (1u << dissemination->count_steps (n), <, 2 * n);
    }
}

/* Every byte of a ring passes 2 (n - 1) / n times out of each rank (Patarasuk and Yuan, eq. 1). */
static void
test_bytes (void)
{
  const HdCollective *ring = hd_collective_find ("all-reduce", "ring");
  double sent = 0;

  for (guint32 step = 0; step < ring->count_steps (7); step++)
    {
      HdSend send;

      ring->get_send (7, step, 3, &send);
      sent += hd_collective_get_send_bytes (ring, 7, &send, 1e9);
    }
  g_assert_cmpfloat_with_epsilon (sent, 2.0 * 6 / 7 * 1e9, 1e-3);
}

/* So it does in Rabenseifner's algorithm on a power of two: (1/2 + 1/4 + ... + 1/16) twice. */
static void
test_rabenseifner_bytes (void)
{
  const HdCollective *halving = hd_collective_find ("all-reduce", "rabenseifner");
  double sent[16] = { 0 };

  for (guint32 step = 0; step < halving->count_steps (16); step++)
    for (guint32 i = 0; i < halving->count_sends (16, step); i++)
      {
        HdSend send;

        halving->get_send (16, step, i, &send);
        sent[send.source] += hd_collective_get_send_bytes (halving, 16, &send, 1e9);
      }
  for (guint32 rank = 0; rank < 16; rank++)
    g_assert_cmpfloat_with_epsilon (sent[rank], 2.0 * 15 / 16 * 1e9, 1e-3);
}

int
main (int argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (const HdCollective *const *all = hd_collective_get_all (); *all != NULL; all++)
    {
      g_autofree char *values = g_strdup_printf ("/engine/collective/values/%s", (*all)->id);
      g_autofree char *alike = g_strdup_printf ("/engine/collective/alike/%s", (*all)->id);

      g_test_add_data_func (values, *all, test_values);
      g_test_add_data_func (alike, *all, test_alike);
    }
  g_test_add_func ("/engine/collective/counts", test_counts);
  g_test_add_func ("/engine/collective/doubling-counts", test_doubling_counts);
  g_test_add_func ("/engine/collective/bytes", test_bytes);
  g_test_add_func ("/engine/collective/rabenseifner-bytes", test_rabenseifner_bytes);
  g_test_add_data_func ("/engine/collective/barriers/dissemination", hd_collective_find ("barrier", "dissemination"), test_barriers);
  g_test_add_data_func ("/engine/collective/barriers/binomial", hd_collective_find ("barrier", "binomial"), test_barriers);
  return g_test_run ();
}
