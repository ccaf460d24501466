/* hd-traffic-draws.c: when members of synthetic traffic make messages, and for whom
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-traffic-draws"

#include "hd-traffic-draws.h"

#include "hd-budget.h"
#include "hd-i18n.h"

/* Of the one stream: what a member makes. */
typedef struct
{
  guint64 slot;
  guint32 destination;
} Drawn;

struct _HdTrafficDraws
{
  HdTrafficSource source;
  GArray **drawn; /* (array length=members): of Drawn, in the order of slots; %NULL where each member has its own stream */
};

/* ---- one slot of one member ---------------------------------------------------------------------------------------------- */

/* Whether it is in a burst now. */
static gboolean
draw_burst (const HdTrafficSource *source,
            guint32 member,
            gboolean is_on,
            HdSplitmix *random)
{
  double probability = source->probabilities[member], leave = 1 / source->burst;

  if (is_on)
    return hd_splitmix_uniform (random) >= leave;
  return hd_splitmix_uniform (random) * (source->peak - probability) < leave * probability;
}

/* Whether it is in a burst before the first slot. */
static gboolean
draw_first (const HdTrafficSource *source,
            guint32 member,
            HdSplitmix *random)
{
  return hd_splitmix_uniform (random) * source->peak < source->probabilities[member];
}

static gboolean
draw_slot (const HdTrafficSource *source,
           guint32 member,
           gboolean *is_on,
           HdSplitmix *random,
           guint32 *out_destination)
{
  double probability = source->probabilities[member];

  if (source->is_bursty)
    {
      *is_on = draw_burst (source, member, *is_on, random);
      probability = *is_on ? source->peak : 0;
    }
  if (hd_splitmix_uniform (random) >= probability || !hd_traffic_pattern_sends (&source->pattern, member))
    return FALSE;
  *out_destination = hd_traffic_pattern_draw (&source->pattern, member, random);
  return TRUE;
}

/* ---- one stream for all ---------------------------------------------------------------------------------------------------- */

static gboolean
take_memory (const HdTrafficSource *source,
             guint64 n_slots,
             GError **error)
{
  double n = 0;

  for (guint32 i = 0; i < source->pattern.n_members; i++)
    n += (double) n_slots * source->probabilities[i] + 64;
  return hd_budget_take (hd_budget_get_current (), 2 * n, sizeof (Drawn), _("All messages of the traffic would be drawn beforehand"), error);
}

static gboolean
draw_all (HdTrafficDraws *self,
          guint64 n_slots,
          GError **error)
{
  const HdTrafficSource *source = &self->source;
  guint32 n = source->pattern.n_members;
  HdBudget *budget = hd_budget_get_current ();
  g_autofree gboolean *is_on = g_new0 (gboolean, n);
  HdSplitmix random = { source->seed + source->number };

  for (guint32 i = 0; source->is_bursty && i < n; i++)
    is_on[i] = draw_first (source, i, &random);
  for (guint64 slot = 0; slot < n_slots; slot++)
    for (guint32 i = 0; i < n; i++)
      {
        Drawn drawn = { slot, 0 };

        if (!hd_budget_may_go_on (budget, error))
          return FALSE;
        if (draw_slot (source, i, &is_on[i], &random, &drawn.destination))
          g_array_append_val (self->drawn[i], drawn);
      }
  return TRUE;
}

HdTrafficDraws *
hd_traffic_draws_new (const HdTrafficSource *source,
                      guint64 n_slots,
                      GError **error)
{
  g_autoptr (HdTrafficDraws) self = g_new0 (HdTrafficDraws, 1);

  self->source = *source;
  if (!source->is_shared)
    return g_steal_pointer (&self);
  if (!take_memory (source, n_slots, error))
    return NULL;
  self->drawn = g_new (GArray *, source->pattern.n_members);
  for (guint32 i = 0; i < source->pattern.n_members; i++)
    self->drawn[i] = g_array_new (FALSE, FALSE, sizeof (Drawn));
  return draw_all (self, n_slots, error) ? g_steal_pointer (&self) : NULL;
}

void
hd_traffic_draws_free (HdTrafficDraws *self)
{
  for (guint32 i = 0; self->drawn != NULL && i < self->source.pattern.n_members; i++)
    g_array_unref (self->drawn[i]);
  g_free (self->drawn);
  g_free (self);
}

/* The first at or behind @slot. */
static const Drawn *
find_drawn (const GArray *drawn,
            guint64 slot)
{
  guint low = 0, high = drawn->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (drawn, Drawn, middle).slot < slot)
        low = middle + 1;
      else
        high = middle;
    }
  return low < drawn->len ? &g_array_index (drawn, Drawn, low) : NULL;
}

/* ---- a stream for each slot of a member -------------------------------------------------------------------------------------- */

/* Which streams a member has. */
static guint64
make_key (const HdTrafficSource *source,
          guint32 member)
{
  return hd_splitmix_scramble (hd_splitmix_scramble (source->seed + HD_SPLITMIX_STEP) + ((guint64) source->number << 32 | member) * HD_SPLITMIX_STEP);
}

static HdSplitmix
make_stream (guint64 key,
             guint64 n)
{
  return (HdSplitmix){ hd_splitmix_scramble (key + n * HD_SPLITMIX_STEP) };
}

static gboolean
draw_own (const HdTrafficDraws *self,
          guint32 member,
          HdTrafficCursor *cursor,
          guint64 end,
          guint32 *out_destination)
{
  const HdTrafficSource *source = &self->source;
  guint64 key = make_key (source, member);

  if (source->is_bursty && !cursor->is_begun)
    {
      HdSplitmix random = make_stream (key, 0);

      cursor->is_on = draw_first (source, member, &random);
    }
  cursor->is_begun = TRUE;
  while (cursor->slot < end)
    {
      HdSplitmix random = make_stream (key, ++cursor->slot);

      if (draw_slot (source, member, &cursor->is_on, &random, out_destination))
        return TRUE;
    }
  return FALSE;
}

gboolean
hd_traffic_draws_next (const HdTrafficDraws *self,
                       guint32 member,
                       HdTrafficCursor *cursor,
                       guint64 end,
                       guint64 *out_slot,
                       guint32 *out_destination)
{
  const Drawn *drawn;

  g_return_val_if_fail (member < self->source.pattern.n_members, FALSE);

  if (self->drawn == NULL)
    {
      if (!draw_own (self, member, cursor, end, out_destination))
        return FALSE;
      *out_slot = cursor->slot - 1;
      return TRUE;
    }
  drawn = find_drawn (self->drawn[member], cursor->slot);
  if (drawn == NULL || drawn->slot >= end)
    {
      cursor->slot = MAX (cursor->slot, end);
      return FALSE;
    }
  cursor->slot = drawn->slot + 1;
  *out_slot = drawn->slot;
  *out_destination = drawn->destination;
  return TRUE;
}
