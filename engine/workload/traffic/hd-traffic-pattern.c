/* hd-traffic-pattern.c: who sends to whom in synthetic traffic
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-traffic-pattern"

#include "hd-traffic-pattern.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define MOST_NEIGHBOURS 4

/* The remainder favours small numbers by less than one in 2^32. */
static guint32
draw_other (const HdTrafficPattern *self,
            guint32 source,
            HdSplitmix *random)
{
  guint32 destination = (guint32) (hd_splitmix_next (random) % (self->n_members - 1));

  return destination >= source ? destination + 1 : destination;
}

/* Ceil (n / 2) - 1 further on, around a ring of @n. */
static guint32
turn (guint32 place,
      guint32 n)
{
  return (guint32) (((guint64) place + (n + 1) / 2 - 1) % n);
}

/* Of a pattern that leaves nothing to chance. */
static guint32
permute (const HdTrafficPattern *self,
         guint32 source)
{
  guint32 row = source / self->columns, column = source % self->columns;

  switch (self->kind)
    {
    case HD_TRAFFIC_TRANSPOSE:
      return column * self->columns + row;
    case HD_TRAFFIC_BIT_COMPLEMENT:
      return self->n_members - 1 - source;
    case HD_TRAFFIC_TORNADO:
      return turn (row, self->n_members / self->columns) * self->columns + turn (column, self->columns);
    case HD_TRAFFIC_UNIFORM:
    case HD_TRAFFIC_HOT_SPOT:
    case HD_TRAFFIC_NEIGHBOUR:
    default:
      g_assert_not_reached ();
    }
}

/* In the order of their numbers. */
static guint
find_neighbours (const HdTrafficPattern *self,
                 guint32 source,
                 guint32 *out_neighbours)
{
  guint32 row = source / self->columns, column = source % self->columns;
  guint n = 0;

  if (row > 0)
    out_neighbours[n++] = source - self->columns;
  if (column > 0)
    out_neighbours[n++] = source - 1;
  if (column + 1 < self->columns)
    out_neighbours[n++] = source + 1;
  if (row + 1 < self->n_members / self->columns)
    out_neighbours[n++] = source + self->columns;
  return n;
}

gboolean
hd_traffic_pattern_sends (const HdTrafficPattern *self,
                          guint32 source)
{
  switch (self->kind)
    {
    case HD_TRAFFIC_TRANSPOSE:
    case HD_TRAFFIC_BIT_COMPLEMENT:
    case HD_TRAFFIC_TORNADO:
      return permute (self, source) != source;
    case HD_TRAFFIC_UNIFORM:
    case HD_TRAFFIC_HOT_SPOT:
    case HD_TRAFFIC_NEIGHBOUR:
    default:
      return self->n_members > 1;
    }
}

guint32
hd_traffic_pattern_draw (const HdTrafficPattern *self,
                         guint32 source,
                         HdSplitmix *random)
{
  guint32 neighbours[MOST_NEIGHBOURS];
  guint n;

  switch (self->kind)
    {
    case HD_TRAFFIC_UNIFORM:
      return draw_other (self, source, random);
    case HD_TRAFFIC_HOT_SPOT:
      return source != self->hot && hd_splitmix_uniform (random) < self->hot_share ? self->hot : draw_other (self, source, random);
    case HD_TRAFFIC_NEIGHBOUR:
      n = find_neighbours (self, source, neighbours);
      return neighbours[hd_splitmix_next (random) % n];
    case HD_TRAFFIC_TRANSPOSE:
    case HD_TRAFFIC_BIT_COMPLEMENT:
    case HD_TRAFFIC_TORNADO:
    default:
      return permute (self, source);
    }
}

static gboolean
is_square (guint32 n)
{
  for (guint64 i = 1; i * i <= n; i++)
    if (i * i == n)
      return TRUE;
  return FALSE;
}

static gboolean
sends_at_all (const HdTrafficPattern *self)
{
  for (guint32 i = 0; i < self->n_members; i++)
    if (hd_traffic_pattern_sends (self, i))
      return TRUE;
  return FALSE;
}

gboolean
hd_traffic_pattern_check (const HdTrafficPattern *self,
                          GError **error)
{
  guint32 n = self->n_members;

  if (n < 2)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("There are %u members; traffic needs at least 2"), n);
  else if (self->kind == HD_TRAFFIC_TRANSPOSE && !is_square (n))
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("Transposing needs a square of members, which %u is not"), n);
  else if (self->columns == 0 || n % self->columns != 0)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("%u members do not fill rows of %u"), n, self->columns);
  else if (self->kind == HD_TRAFFIC_TRANSPOSE && n / self->columns != self->columns)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("Transposing needs as many rows as columns, but %u members in rows of %u make %u rows"), n, self->columns,
                 n / self->columns);
  else if (self->kind == HD_TRAFFIC_BIT_COMPLEMENT && (n & (n - 1)) != 0)
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("A bit complement needs a power of two of members, which %u is not"), n);
  else if (!sends_at_all (self))
    g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("With this pattern each of the %u members would send to itself alone"), n);
  else
    return TRUE;
  return FALSE;
}
