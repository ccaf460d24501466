/* test-triggers.c: sequences of descriptors take packets in, and what these bring becomes one value
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: packets are taken in the order of the program whatever the order of their arrival, none twice and none of a later descriptor; so sums have always the same bits.
 * A program without any packet missing is the oracle of a random one.
 */
#include <glib.h>
#include <string.h>

#include "reduction.h"
#include "trigger.h"

/* What a sequence does when packets come in an order: takes as 0, 1 ..., descriptors that fire as letters. */
static char *
run (const guint *counts,
     guint n,
     const guint *arrivals,
     guint n_arrivals,
     TriggerOrder order)
{
  g_autofree Fields *descriptors = g_new0 (Fields, n);
  GString *done = g_string_new (NULL);
  guint32 present = 0, number;
  char why[128] = "";
  Trigger trigger;

  for (guint i = 0; i < n; i++)
    descriptors[i].at[FIELD_COUNT] = counts[i];
  g_assert_true (trigger_init (&trigger, descriptors, n, order, why, sizeof why));
  for (guint i = 0; i <= n_arrivals; i++)
    {
      TriggerStep step;

      while ((step = trigger_step (&trigger, present, &number)) < TRIGGER_WAIT)
        {
          if (step == TRIGGER_TAKE)
            {
              g_assert_true ((present >> number & 1) != 0);
              present &= ~(UINT32_C (1) << number);
            }
          g_string_append_printf (done, step == TRIGGER_TAKE ? "%u" : "%c", step == TRIGGER_TAKE ? number : 'a' + number);
        }
      if (i < n_arrivals)
        present |= UINT32_C (1) << arrivals[i];
      else
        g_string_append (done, step == TRIGGER_DONE ? "." : "?");
    }
  return g_string_free (done, FALSE);
}

static void
test_order (void)
{
  static const struct
  {
    guint counts[4], n, arrivals[4], n_arrivals;
    const char *ordered, *arrival;
  } cases[] = {
    { { 0, 1, 1, 2 }, 4, { 0, 1 }, 2, "a0bc1d.", "a0bc1d." },
    { { 0, 1, 1, 2 }, 4, { 1, 0 }, 2, "a0bc1d.", "a0bc1d." },
    { { 3 }, 1, { 2, 0, 1 }, 3, "012a.", "201a." },
    { { 2, 4 }, 2, { 3, 1, 2, 0 }, 4, "01a23b.", "10a23b." },
    { { 2, 4 }, 2, { 3, 2, 1 }, 3, "?", "1?" },
    { { 0, 0 }, 2, { 0 }, 0, "ab.", "ab." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *ordered = run (cases[i].counts, cases[i].n, cases[i].arrivals, cases[i].n_arrivals, TRIGGER_ORDERED);
      g_autofree char *arrival = run (cases[i].counts, cases[i].n, cases[i].arrivals, cases[i].n_arrivals, TRIGGER_ARRIVAL);

      g_assert_cmpstr (ordered, ==, cases[i].ordered);
      g_assert_cmpstr (arrival, ==, cases[i].arrival);
    }
}

static void
shuffle (GRand *rand,
         guint *numbers,
         guint n)
{
  for (guint i = n; i-- > 1;)
    {
      guint j = (guint) g_rand_int_range (rand, 0, (gint) i + 1), number = numbers[i];

      numbers[i] = numbers[j];
      numbers[j] = number;
    }
}

/* Programs of up to 26 descriptors and all 32 packets: what is done is what would be if all had been there from the start. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (33);

  for (guint i = 0; i < 1000; i++)
    {
      guint counts[26], arrivals[TRIGGER_MOST], n = (guint) g_rand_int_range (rand, 1, 27), count = 0;
      g_autoptr (GString) expected = g_string_new (NULL);
      g_autofree char *done = NULL;

      for (guint j = 0; j < n; j++)
        {
          guint more = (guint) g_rand_int_range (rand, 0, 4);

          counts[j] = j + 1 < n ? MIN (count + more, TRIGGER_MOST) : TRIGGER_MOST;
          for (; count < counts[j]; count++)
            g_string_append_printf (expected, "%u", count);
          g_string_append_c (expected, (char) ('a' + j));
        }
      g_string_append_c (expected, '.');
      for (guint j = 0; j < TRIGGER_MOST; j++)
        arrivals[j] = j;
      shuffle (rand, arrivals, TRIGGER_MOST);
      done = run (counts, n, arrivals, TRIGGER_MOST, TRIGGER_ORDERED);
      g_assert_cmpstr (done, ==, expected->str);
    }
}

static void
test_counts (void)
{
  Fields descriptors[3] = { 0 };
  char why[128] = "";
  Trigger trigger;

  descriptors[1].at[FIELD_COUNT] = 3;
  descriptors[2].at[FIELD_COUNT] = 2;
  g_assert_false (trigger_init (&trigger, descriptors, 3, TRIGGER_ORDERED, why, sizeof why));
  g_assert_cmpstr (why, ==, "BAD_CPCOUNT desc 2: CPCount is 2; it is 3 to 32");
  descriptors[2].at[FIELD_COUNT] = 33;
  g_assert_false (trigger_init (&trigger, descriptors, 3, TRIGGER_ORDERED, why, sizeof why));
  g_assert_cmpstr (why, ==, "BAD_CPCOUNT desc 2: CPCount is 33; it is 3 to 32");
  descriptors[2].at[FIELD_COUNT] = 32;
  g_assert_true (trigger_init (&trigger, descriptors, 3, TRIGGER_ORDERED, why, sizeof why));
}

/* ---- sums ---------------------------------------------------------------------------------------------------------- */

/* The sum from 0 of what one descriptor waits for. */
static double
sum (const double *values,
     const guint *arrivals,
     guint n,
     TriggerOrder order)
{
  Fields descriptor = { 0 };
  guint32 present = 0, number;
  double total = 0;
  char why[128];
  Trigger trigger;

  descriptor.at[FIELD_COUNT] = n;
  g_assert_true (trigger_init (&trigger, &descriptor, 1, order, why, sizeof why));
  for (guint i = 0; i < n; i++)
    {
      present |= UINT32_C (1) << arrivals[i];
      while (trigger_step (&trigger, present, &number) == TRIGGER_TAKE)
        {
          present &= ~(UINT32_C (1) << number);
          reduction_apply (REDUCTION_SUM, REDUCTION_DOUBLE, &total, &values[number], sizeof total);
        }
    }
  g_assert_cmpint (trigger_step (&trigger, present, &number), ==, TRIGGER_DONE);
  return total;
}

/* 1e16 has no room for 1: in all 24 orders of arrival 1 if ordered; as they arrive 8 times each of 0, 1 and 2. */
static void
test_four (void)
{
  const double values[] = { 1e16, 1, -1e16, 1 };
  guint n_of[3] = { 0 };

  for (guint code = 0; code < 256; code++)
    {
      guint arrivals[4] = { code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 };

      if ((1u << arrivals[0] | 1u << arrivals[1] | 1u << arrivals[2] | 1u << arrivals[3]) != 15)
        continue;
      g_assert_cmpfloat (sum (values, arrivals, 4, TRIGGER_ORDERED), ==, 1);
      n_of[(guint) sum (values, arrivals, 4, TRIGGER_ARRIVAL)]++;
    }
  for (guint i = 0; i < G_N_ELEMENTS (n_of); i++)
    g_assert_cmpuint (n_of[i], ==, 8);
}

/* The bytes are those of the specification, from a program apart. */
static void
test_sixteen (void)
{
  static const guint8 bytes[] = { 0x9c, 0xe1, 0x06, 0x7c, 0x7e, 0x48, 0x2e, 0x40 };
  static const double four[] = { 1e16, 1, -1e16, 3.14159 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  gboolean differs = FALSE;
  guint64 expected = 0;
  double values[16];
  guint arrivals[16];

  for (guint i = 0; i < 16; i++)
    {
      values[i] = four[i % 4];
      arrivals[i] = i;
    }
  for (guint i = 0; i < 8; i++)
    expected |= (guint64) bytes[i] << (8 * i);
  for (guint i = 0; i < 1000; i++)
    {
      double total;
      guint64 bits;

      shuffle (rand, arrivals, 16);
      total = sum (values, arrivals, 16, TRIGGER_ORDERED);
      memcpy (&bits, &total, sizeof bits);
      g_assert_cmphex (bits, ==, expected);
      differs |= sum (values, arrivals, 16, TRIGGER_ARRIVAL) != total;
    }
  g_assert_true (differs);
}

static void
test_operations (void)
{
  static const struct
  {
    double doubles;
    gint64 integers;
  } expected[REDUCTION_N_OPERATIONS] = { { -1.5, G_MININT64 + 1 }, { -7, -2 }, { -3.5, 2 }, { 2, G_MAXINT64 } };
  char why[128] = "";

  for (ReductionOperation operation = 0; operation < REDUCTION_N_OPERATIONS; operation++)
    {
      double doubles[2] = { 2, 2 }, double_operands[2] = { -3.5, -3.5 };
      gint64 integers[2] = { G_MAXINT64, G_MAXINT64 }, integer_operands[2] = { 2, 2 };

      reduction_apply (operation, REDUCTION_DOUBLE, doubles, double_operands, sizeof doubles);
      reduction_apply (operation, REDUCTION_INTEGER, integers, integer_operands, sizeof integers);
      for (guint i = 0; i < 2; i++)
        {
          g_assert_cmpfloat (doubles[i], ==, expected[operation].doubles);
          g_assert_cmpint (integers[i], ==, expected[operation].integers);
        }
    }
  g_assert_true (reduction_check (3, 1, 256, why, sizeof why));
  g_assert_false (reduction_check (4, 1, 256, why, sizeof why));
  g_assert_cmpstr (why, ==, "BAD_OP op=4 dtype=1; op is 0 to 3, dtype 0 to 1");
  g_assert_false (reduction_check (0, 2, 256, why, sizeof why));
  g_assert_cmpstr (why, ==, "BAD_OP op=0 dtype=2; op is 0 to 3, dtype 0 to 1");
  g_assert_false (reduction_check (0, 0, 12, why, sizeof why));
  g_assert_cmpstr (why, ==, "LENGTH_MISMATCH want a multiple of 8 got 12");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/triggers/order", test_order);
  g_test_add_func ("/triggers/random", test_random);
  g_test_add_func ("/triggers/counts", test_counts);
  g_test_add_func ("/triggers/four", test_four);
  g_test_add_func ("/triggers/sixteen", test_sixteen);
  g_test_add_func ("/triggers/operations", test_operations);
  return g_test_run ();
}
