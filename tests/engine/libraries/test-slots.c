/* test-slots.c: the hash buffer in which packets wait
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what was put is found, with its bytes and after as many probes, whatever was taken out before; a buffer takes as many as it has slots. Probes of an insertion
 * are those of independent uniform ones, 1 / (1 - load), although keys count up; without mixing they are far above.
 */
#include <glib.h>
#include <string.h>

#include "fields.h"
#include "slots.h"

#define N 2048
#define FULL 1843 /* 0.9 */

typedef struct
{
  guint64 key;
  guint probes;
} Waiting;

/* As the packets of tasks come: sequence numbers, then nodes, then jobs. */
static guint64
make_key (guint i)
{
  return fields_make_key (i / 32768 % 256, i / 32 % 1024, 5, i % 32);
}

static void
put (Slots *slots,
     guint i,
     Waiting *out)
{
  out->key = make_key (i);
  g_assert_cmpuint (slots_put (slots, out->key, &out->key, sizeof out->key, out, &out->probes), !=, SLOTS_NONE);
}

static void
take (Slots *slots,
      const Waiting *waiting)
{
  guint size, probes, slot = slots_find (slots, waiting->key, &probes);
  guint64 key;

  g_assert_cmpuint (slot, !=, SLOTS_NONE);
  g_assert_cmpuint (probes, ==, waiting->probes);
  memcpy (&key, slots_get (slots, slot, &size), sizeof key);
  g_assert_cmpuint (size, ==, sizeof key);
  g_assert_cmphex (key, ==, waiting->key);
  g_assert_true (slots_get_owner (slots, slot) == waiting);
  slots_release (slots, slot);
}

/* Mean probes of insertions into a buffer that stays nine tenths full, while any packet leaves for the next one. */
static double
measure (SlotsOrder order,
         guint n_cycles)
{
  Slots *slots = slots_new (N, order);
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_autofree Waiting *waiting = g_new0 (Waiting, FULL);
  guint64 n_probes = 0;

  for (guint i = 0; i < FULL; i++)
    put (slots, i, &waiting[i]);
  for (guint i = 0; i < n_cycles; i++)
    {
      Waiting *one = &waiting[g_rand_int_range (rand, 0, FULL)];

      take (slots, one);
      put (slots, FULL + i, one);
      n_probes += one->probes;
    }
  for (guint i = 0; i < FULL; i++)
    take (slots, &waiting[i]);
  g_assert_cmpuint (slots_get_n_used (slots), ==, 0);
  slots_free (slots);
  return (double) n_probes / n_cycles;
}

static void
test_mixed (void)
{
  double mean = measure (SLOTS_MIXED, 1000000);

  g_test_message ("%g probes", mean);
  g_assert_cmpfloat_with_epsilon (mean, 9.9, 1);
}

static void
test_unmixed (void)
{
  double mean = measure (SLOTS_UNMIXED, 20000);

  g_test_message ("%g probes", mean);
  g_assert_cmpfloat (mean, >, 100);
}

/* Places worked apart from the code with integers of any length, from the steps of the specification. */
static void
test_hash (void)
{
  Slots *slots = slots_new (N, SLOTS_MIXED);
  guint probes;

  g_assert_cmpuint (slots_put (slots, 0, "", 0, NULL, &probes), ==, 0);
  g_assert_cmpuint (slots_put (slots, 1, "", 0, NULL, &probes), ==, 1066);
  g_assert_cmpuint (slots_put (slots, 0xffffffffffff, "", 0, NULL, &probes), ==, 299);
  slots_free (slots);
}

/* All slots are reached; then none is left; what is not there is not found, and ends. */
static void
test_full (void)
{
  for (SlotsOrder order = SLOTS_MIXED; order <= SLOTS_UNMIXED; order++)
    {
      Slots *slots = slots_new (64, order);
      Waiting waiting[64];
      guint probes, size;
      guint8 bytes[SLOTS_BYTES];

      for (guint i = 0; i < G_N_ELEMENTS (waiting); i++)
        put (slots, i, &waiting[i]);
      g_assert_cmpuint (slots_put (slots, make_key (64), "", 0, NULL, &probes), ==, SLOTS_NONE);
      g_assert_cmpuint (slots_get_n_used (slots), ==, 64);
      g_assert_cmpuint (slots_find (slots, make_key (64), &probes), ==, SLOTS_NONE);
      g_assert_cmpuint (probes, ==, 64);
      for (guint i = 64; i-- > 0;)
        take (slots, &waiting[i]);
      memset (bytes, 0xa5, sizeof bytes);
      g_assert_cmpmem (slots_get (slots, slots_put (slots, 77, bytes, sizeof bytes, NULL, &probes), &size), SLOTS_BYTES, bytes, sizeof bytes);
      g_assert_cmpuint (size, ==, SLOTS_BYTES);
      slots_free (slots);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slots/hash", test_hash);
  g_test_add_func ("/slots/full", test_full);
  g_test_add_func ("/slots/mixed", test_mixed);
  g_test_add_func ("/slots/unmixed", test_unmixed);
  return g_test_run ();
}
