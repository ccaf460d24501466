/* allotment.c: which clusters do which stage
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "allotment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Whether stage @a has fewer clusters for its cost than @b. */
static int
is_slower (const uint64_t *costs,
           const uint32_t *n,
           uint32_t a,
           uint32_t b)
{
  return (unsigned __int128) n[a] * costs[b] < (unsigned __int128) n[b] * costs[a];
}

static uint32_t
find_slowest (const uint64_t *costs,
              const uint32_t *n,
              uint32_t n_stages)
{
  uint32_t slowest = n_stages;

  for (uint32_t i = 0; i < n_stages; i++)
    if (costs[i] > 0 && (slowest == n_stages || is_slower (costs, n, i, slowest)))
      slowest = i;
  return slowest;
}

/* Each cluster more goes to the stage that is the slowest, which nothing else could help; then each stage keeps what it needs to be no slower than that. */
int
allotment_divide (const uint64_t *costs,
                  uint32_t n_stages,
                  uint32_t n_clusters,
                  uint32_t *out_n)
{
  uint32_t left = n_clusters, slowest, first = n_stages;

  for (uint32_t i = n_stages; i-- > 0;)
    {
      out_n[i] = costs[i] > 0;
      first = costs[i] > 0 ? i : first;
      if (out_n[i] > left)
        return 0;
      left -= out_n[i];
    }
  if (first == n_stages)
    return 0;
  for (; left > 0; left--)
    out_n[find_slowest (costs, out_n, n_stages)]++;
  slowest = find_slowest (costs, out_n, n_stages);
  left = n_clusters;
  for (uint32_t i = 0; i < n_stages; i++)
    {
      out_n[i] = i == slowest ? out_n[i] : (uint32_t) (((unsigned __int128) out_n[slowest] * costs[i] + costs[slowest] - 1) / costs[slowest]);
      left -= out_n[i];
    }
  out_n[first] += left;
  return 1;
}

int
allotment_read_costs (Table *table,
                      const char *name,
                      uint32_t n_stages,
                      uint64_t *out_costs)
{
  while (table_next (table))
    {
      if (strcmp (table->words[0], name) != 0)
        continue;
      if (table->n_words < 2 || table->n_words > n_stages + 1)
        return table_fail (table, "“%s” has the costs of %" PRIu32 " stages; it must have from 1 to %" PRIu32, name, table->n_words - 1, n_stages);
      for (uint32_t i = 0; i < n_stages; i++)
        out_costs[i] = 0;
      for (uint32_t i = 1; i < table->n_words; i++)
        if (!table_read_number (table, i, "the cost", ALLOTMENT_MOST_COST, &out_costs[i - 1]))
          return 0;
      return 1;
    }
  return *table->why == '\0' && table_fail (table, "there is no line “%s”", name);
}

int
allotment_parse (const char *text,
                 uint32_t n_stages,
                 uint32_t *out_n)
{
  for (uint32_t i = 0; i < n_stages; i++)
    {
      size_t digits = strspn (text, "0123456789");

      out_n[i] = 0;
      if (*text == '\0' && i > 0)
        continue;
      if (digits < 1 || digits > 6 || (text[digits] != ',' && text[digits] != '\0') || (text[digits] == ',' && text[digits + 1] == '\0'))
        return 0;
      out_n[i] = (uint32_t) strtoul (text, NULL, 10);
      text += digits + (text[digits] == ',');
    }
  return *text == '\0';
}
