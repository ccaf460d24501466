/* hd-collective-values.c: what members give to a collective, and what they must get
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-collective-values"

#include "hd-collective-values.h"

#include "hd-splitmix.h"

#define BYTES_OF_ELEMENT 8
#define MOST_ELEMENTS 512
#define MOST_VALUES (1u << 22) /* of all ranks: 32 MiB */
#define VALUE_BITS 20          /* with 2^24 ranks and factors up to 7 sums are below 2^47 */
#define N_FACTORS 7

static double
factor_of (guint32 repeat)
{
  return 1 + repeat % N_FACTORS;
}

/* What a barrier's packets carry beside their headers is that somebody has come: one element, to see that everybody has. */
static guint32
count_elements (HdTreeOperation operation,
                guint32 n_ranks,
                guint64 bytes)
{
  guint64 elements = bytes / BYTES_OF_ELEMENT + (bytes % BYTES_OF_ELEMENT > 0);

  if (operation == HD_TREE_BARRIER)
    return 1;
  return (guint32) CLAMP (elements, 1, MAX (MIN (MOST_ELEMENTS, MOST_VALUES / n_ranks), 1));
}

void
hd_collective_values_init (HdCollectiveValues *self,
                           HdTreeOperation operation,
                           guint32 n_ranks,
                           guint64 bytes)
{
  self->operation = operation;
  self->n_ranks = n_ranks;
  self->n_elements = count_elements (operation, n_ranks, bytes);
  self->base = g_new (double, (gsize) n_ranks * self->n_elements);
  self->sums = g_new0 (double, self->n_elements);
  for (guint32 rank = 0; rank < n_ranks; rank++)
    for (guint32 i = 0; i < self->n_elements; i++)
      {
        double value = 1 + (double) (hd_splitmix_scramble ((guint64) rank << 32 | (i + 1)) >> (64 - VALUE_BITS));

        self->base[(gsize) rank * self->n_elements + i] = value;
        self->sums[i] += value;
      }
}

void
hd_collective_values_clear (HdCollectiveValues *self)
{
  g_clear_pointer (&self->base, g_free);
  g_clear_pointer (&self->sums, g_free);
}

void
hd_collective_values_fill (const HdCollectiveValues *self,
                           guint32 rank,
                           guint32 repeat,
                           double *out_values)
{
  const double *base = self->base + (gsize) rank * self->n_elements;

  for (guint32 i = 0; i < self->n_elements; i++)
    out_values[i] = base[i] * factor_of (repeat);
}

gboolean
hd_collective_values_check (const HdCollectiveValues *self,
                            guint32 repeat,
                            const double *result,
                            guint32 *out_element,
                            double *out_expected)
{
  const double *expected = self->operation == HD_TREE_BROADCAST ? self->base : self->sums;

  for (guint32 i = 0; i < self->n_elements; i++)
    if (result[i] != expected[i] * factor_of (repeat))
      {
        *out_element = i;
        *out_expected = expected[i] * factor_of (repeat);
        return FALSE;
      }
  return TRUE;
}
