/* hd-flow-shares.c: max-min fair rates where few flows of equal weight can meet on a link
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-flow-solver"

#include "hd-flow-shares.h"

/* The levels of hd-flow-solver.c, found by turns as hd-flow-near.c does, whose page says why what settles is right. What is less here is arithmetic and memory:
 *
 * - The level of a link is what is left of its capacity over the units of the flows that share that. As these are six at most, it is a whole number of 60ths of a
 *   unit of rate: exact, compared at once, and no fraction.
 * - Who may use a link is known before, and has a slot there; who does is a bit. A flow that begins or ends moves nothing.
 *
 * Rates are the whole units of the lowest level on a path, as the solver has them, so that they are the same to the last unit. */

#define FEWEST_TURNS 64
#define TURNS_EACH 8 /* of what has changed */

/* By number of units. */
static const guint8 parts[HD_FLOW_SHARES_MOST_UNITS + 1] = { 0, 60, 30, 20, 15, 12, 10 };

HdFlowShares *
hd_flow_shares_new (void)
{
  HdFlowShares *self = g_new0 (HdFlowShares, 1);

  hd_flow_shares_add_bound (self, HD_FLOW_SHARES_NO_LEVEL);
  return self;
}

void
hd_flow_shares_free (HdFlowShares *self)
{
  g_free (self->links);
  g_free (self->flows);
  g_free (self->uses);
  g_free (self->turns);
  g_free (self->changed);
  g_free (self);
}

/* ---- what there is --------------------------------------------------------------------------------------------------- */

static inline void
set_level (HdFlowSharesLink *link,
           guint64 level)
{
  link->level = level;
  link->rate = level != HD_FLOW_SHARES_NO_LEVEL ? level / HD_FLOW_SHARES_PARTS : HD_FLOW_SHARES_NO_LEVEL;
}

guint32
hd_flow_shares_add_link (HdFlowShares *self,
                         guint64 capacity)
{
  if (self->n_links == self->n_links_allocated)
    {
      self->n_links_allocated = MAX (16, 2 * self->n_links_allocated);
      self->links = g_renew (HdFlowSharesLink, self->links, self->n_links_allocated);
    }
  self->links[self->n_links] = (HdFlowSharesLink) { .capacity = capacity };
  set_level (&self->links[self->n_links], HD_FLOW_SHARES_NO_LEVEL);
  return self->n_links++;
}

guint32
hd_flow_shares_add_bound (HdFlowShares *self,
                          guint64 level)
{
  guint32 link = hd_flow_shares_add_link (self, 0);

  set_level (&self->links[link], level);
  return link;
}

static gboolean
have_room (const HdFlowShares *self,
           const HdFlowUse *uses,
           guint n_uses)
{
  for (guint i = 0; i < n_uses; i++)
    {
      const HdFlowSharesLink *link = &self->links[uses[i].resource];

      if (link->n_slots == HD_FLOW_SHARES_MOST_SLOTS || uses[i].units == 0 || uses[i].units > HD_FLOW_SHARES_MOST_UNITS)
        return FALSE;
      for (guint k = 0; k < i; k++)
        if (uses[k].resource == uses[i].resource)
          return FALSE;
    }
  return n_uses > 0;
}

static void
reserve (HdFlowShares *self,
         guint n_uses)
{
  if (self->n_flows == self->n_flows_allocated)
    {
      self->n_flows_allocated = MAX (16, 2 * self->n_flows_allocated);
      self->flows = g_renew (HdFlowSharesFlow, self->flows, self->n_flows_allocated);
      self->changed = g_renew (guint32, self->changed, self->n_flows_allocated);
    }
  if (self->n_uses + n_uses > self->n_uses_allocated)
    {
      self->n_uses_allocated = MAX (self->n_uses + n_uses, 2 * self->n_uses_allocated);
      self->uses = g_renew (HdFlowSharesUse, self->uses, self->n_uses_allocated);
    }
}

/* What holds a flow but for its link @number, if that is one link: more than one hold one of two links with a bound, or of more. */
static guint32
find_other (const HdFlowUse *uses,
            guint n_uses,
            guint32 bound,
            guint number)
{
  if (n_uses == 1)
    return bound;
  return n_uses == 2 && bound == HD_FLOW_SHARES_OPEN ? uses[1 - number].resource : HD_FLOW_SHARES_MANY;
}

gboolean
hd_flow_shares_add_flow (HdFlowShares *self,
                         const HdFlowUse *uses,
                         guint n_uses,
                         guint32 bound,
                         guint32 *out_flow)
{
  guint32 flow = self->n_flows;

  if (!have_room (self, uses, n_uses))
    return FALSE;
  reserve (self, n_uses);
  self->flows[self->n_flows++] = (HdFlowSharesFlow) { .first_use = self->n_uses, .n_uses = n_uses, .bound = bound };
  for (guint i = 0; i < n_uses; i++)
    {
      HdFlowSharesLink *link = &self->links[uses[i].resource];

      self->uses[self->n_uses++] = (HdFlowSharesUse) { uses[i].resource, link->n_slots };
      link->slots[link->n_slots++] = (HdFlowSharesSlot) { flow, uses[i].units, find_other (uses, n_uses, bound, i) };
    }
  *out_flow = flow;
  return TRUE;
}

/* ---- turns ----------------------------------------------------------------------------------------------------------- */

static inline void
wait_for_turn (HdFlowShares *self,
               guint32 link)
{
  HdFlowSharesLink *l = &self->links[link];

  if (l->waits || l->n_slots == 0)
    return;
  if (self->n_turns == self->n_turns_allocated)
    {
      self->n_turns_allocated = MAX (FEWEST_TURNS, 2 * self->n_turns_allocated);
      self->turns = g_renew (guint32, self->turns, self->n_turns_allocated);
    }
  l->waits = TRUE;
  self->turns[self->n_turns++] = link;
}

static guint32
find_lowest (const HdFlowShares *self,
             const HdFlowSharesFlow *flow,
             guint32 but)
{
  const HdFlowSharesUse *uses = &self->uses[flow->first_use];
  guint32 lowest = flow->bound;

  for (guint i = 0; i < flow->n_uses; i++)
    if (uses[i].link != but && self->links[uses[i].link].level < self->links[lowest].level)
      lowest = uses[i].link;
  return lowest;
}

/* What holds the flow of @slot, if it were not @link. */
static inline const HdFlowSharesLink *
find_holder (const HdFlowShares *self,
             const HdFlowSharesSlot *slot,
             guint32 link)
{
  return &self->links[slot->other != HD_FLOW_SHARES_MANY ? slot->other : find_lowest (self, &self->flows[slot->flow], link)];
}

/* At which @link is full, after what holds its flows elsewhere; no level if that holds all of them. */
static guint64
find_level (HdFlowShares *self,
            guint32 link)
{
  const HdFlowSharesLink *l = &self->links[link];
  guint32 rising = l->active;
  guint64 left = l->capacity;
  guint n_units = l->n_units;

  if (n_units > HD_FLOW_SHARES_MOST_UNITS)
    {
      self->crowded = TRUE;
      return HD_FLOW_SHARES_NO_LEVEL;
    }
  while (n_units > 0)
    {
      guint64 level = left * parts[n_units];
      guint32 held = 0;

      for (guint32 bits = rising; bits != 0; bits &= bits - 1)
        {
          guint slot = (guint) __builtin_ctz (bits);
          const HdFlowSharesLink *holder = find_holder (self, &l->slots[slot], link);

          if (holder->level >= level)
            continue;
          held |= 1u << slot;
          left -= l->slots[slot].units * holder->rate;
          n_units -= l->slots[slot].units;
        }
      if (held == 0)
        return level;
      rising &= ~held;
    }
  return HD_FLOW_SHARES_NO_LEVEL;
}

/* Whether @link has to find its level anew when what held a flow elsewhere at @old does so at @now, see hd-flow-near.c. */
static inline gboolean
makes_difference (const HdFlowSharesLink *link,
                  guint64 old,
                  guint64 now)
{
  if (link->level == HD_FLOW_SHARES_NO_LEVEL)
    return old < now;
  return old < link->level || now < link->level;
}

/* @link had the level @old. */
static void
spread (HdFlowShares *self,
        guint32 link,
        guint64 old)
{
  const HdFlowSharesLink *l = &self->links[link];
  guint64 now = l->level;

  for (guint32 bits = l->active; bits != 0; bits &= bits - 1)
    {
      const HdFlowSharesSlot *slot = &l->slots[__builtin_ctz (bits)];
      const HdFlowSharesFlow *flow;

      if (slot->other != HD_FLOW_SHARES_MANY)
        {
          if (makes_difference (&self->links[slot->other], old, now))
            wait_for_turn (self, slot->other);
          continue;
        }
      flow = &self->flows[slot->flow];
      for (guint i = 0; i < flow->n_uses; i++)
        {
          guint32 other = self->uses[flow->first_use + i].link;

          if (other != link && makes_difference (&self->links[other], old, now))
            wait_for_turn (self, other);
        }
    }
}

static gboolean
take_turns (HdFlowShares *self)
{
  guint most = FEWEST_TURNS + TURNS_EACH * self->n_turns;

  for (guint i = 0; i < self->n_turns; i++)
    {
      guint32 link = self->turns[i];
      HdFlowSharesLink *l = &self->links[link];
      guint64 level = find_level (self, link), old = l->level;

      l->waits = FALSE;
      if (level == old)
        continue;
      set_level (l, level);
      l->stale = TRUE;
      spread (self, link, old);
      if (self->n_turns > most)
        return FALSE;
    }
  return !self->crowded;
}

/* Flows of @link have the rate of what holds them. */
static void
fix_flows (HdFlowShares *self,
           guint32 link)
{
  HdFlowSharesLink *l = &self->links[link];

  l->stale = FALSE;
  for (guint32 bits = l->active; bits != 0; bits &= bits - 1)
    {
      const HdFlowSharesSlot *slot = &l->slots[__builtin_ctz (bits)];
      guint64 rate = MIN (l->rate, find_holder (self, slot, link)->rate);

      if (rate == self->flows[slot->flow].rate)
        continue;
      self->flows[slot->flow].rate = rate;
      self->changed[self->n_changed++] = slot->flow;
    }
}

gboolean
hd_flow_shares_settle (HdFlowShares *self)
{
  gboolean settled = take_turns (self);

  for (guint i = 0; i < self->n_turns && settled; i++)
    if (self->links[self->turns[i]].stale)
      fix_flows (self, self->turns[i]);
  self->n_turns = 0;
  return settled;
}

/* ---- flows that come and go ------------------------------------------------------------------------------------------- */

void
hd_flow_shares_begin (HdFlowShares *self,
                      guint32 flow)
{
  HdFlowSharesFlow *f = &self->flows[flow];
  const HdFlowSharesUse *uses = &self->uses[f->first_use];

  for (guint i = 0; i < f->n_uses; i++)
    {
      HdFlowSharesLink *link = &self->links[uses[i].link];

      link->active |= 1u << uses[i].slot;
      link->n_units += link->slots[uses[i].slot].units;
      link->stale = TRUE;
      wait_for_turn (self, uses[i].link);
    }
  f->rate = 0;
}

void
hd_flow_shares_end (HdFlowShares *self,
                    guint32 flow)
{
  HdFlowSharesFlow *f = &self->flows[flow];
  const HdFlowSharesUse *uses = &self->uses[f->first_use];

  for (guint i = 0; i < f->n_uses; i++)
    {
      HdFlowSharesLink *link = &self->links[uses[i].link];

      link->active &= ~(1u << uses[i].slot);
      link->n_units -= link->slots[uses[i].slot].units;
      link->stale = TRUE;
      wait_for_turn (self, uses[i].link);
    }
  f->rate = 0;
}
