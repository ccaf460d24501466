/* heddle-span-set.c: some spans of a record: those that a search found, or those on a path
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-span-set"

#include "heddle-span-set.h"

#include <string.h>

guint
heddle_span_set_find (GArray *set,
                      guint64 id)
{
  guint low = 0, high = set->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (set, guint64, middle) < id)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
heddle_span_set_contains (GArray *set,
                          guint64 id)
{
  guint at;

  if (set == NULL)
    return FALSE;
  at = heddle_span_set_find (set, id);
  return at < set->len && g_array_index (set, guint64, at) == id;
}

static int
compare_ids (gconstpointer a,
             gconstpointer b)
{
  guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return (x > y) - (x < y);
}

void
heddle_span_set_sort (GArray *ids)
{
  guint n = 0;

  g_array_sort (ids, compare_ids);
  for (guint i = 0; i < ids->len; i++)
    if (n == 0 || g_array_index (ids, guint64, n - 1) != g_array_index (ids, guint64, i))
      g_array_index (ids, guint64, n++) = g_array_index (ids, guint64, i);
  g_array_set_size (ids, n);
}

/* ---- searching ------------------------------------------------------------------------------------------------------------------ */

/* By name: whether it has the text in it. */
static guint8 *
match_names (HdRecord *record,
             const char *text)
{
  guint32 n = hd_record_get_n_names (record);
  guint8 *matches = g_new0 (guint8, n + 1);
  g_autofree char *wanted = g_utf8_casefold (text, -1);

  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *name = g_utf8_casefold (hd_record_get_title (record, i), -1);

      matches[i] = strstr (name, wanted) != NULL;
    }
  return matches;
}

GArray *
heddle_span_search (HdRecord *record,
                    const guint *lanes,
                    guint n_lanes,
                    const char *text)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autofree guint8 *matches = match_names (record, text);

  for (guint l = 0; l < n_lanes; l++)
    {
      guint64 total = hd_record_get_n_spans (record, lanes[l]), n;

      for (guint64 at = 0; at < total; at += n)
        {
          const HdSpan *spans = hd_record_peek_spans (record, lanes[l], at, &n);

          for (guint64 i = 0; i < n; i++)
            if (matches[spans[i].name] && found->len < HEDDLE_SEARCH_MAX)
              {
                guint64 id = heddle_span_id (lanes[l], at + i);

                g_array_append_val (found, id);
              }
        }
    }
  return found;
}

/* By begin, then by id. */
static gboolean
is_before (HeddleSpanIndex *index,
           guint64 a,
           guint64 b)
{
  HdTime x = heddle_span_index_peek (index, a)->start, y = heddle_span_index_peek (index, b)->start;

  return x != y ? x < y : a < b;
}

guint64
heddle_span_set_step (GArray *set,
                      HeddleSpanIndex *index,
                      guint64 from,
                      gboolean forward)
{
  guint64 next = HD_NO_SPAN;    /* the nearest on the way */
  guint64 extreme = HD_NO_SPAN; /* the farthest on the other side */

  for (guint i = 0; i < set->len; i++)
    {
      guint64 id = g_array_index (set, guint64, i);

      if (extreme == HD_NO_SPAN || is_before (index, id, extreme) == forward)
        extreme = id;
      if (from == HD_NO_SPAN || id == from || is_before (index, from, id) != forward)
        continue;
      if (next == HD_NO_SPAN || is_before (index, id, next) == forward)
        next = id;
    }
  return next != HD_NO_SPAN ? next : extreme;
}
