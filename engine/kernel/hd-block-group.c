/* hd-block-group.c: runs the elements of one partition and frequency, cycle by cycle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What is due in a cycle lies in a slot of a wheel that is longer than any link and delay: messages and wishes to be visited. Wishes for the
 * next cycle, the most frequent, are bits instead. A wish that is later than the wheel is long waits in its last slot and moves on from
 * there; one that is no longer valid stays and is passed over when its slot comes. A cycle costs time for what is due in it and one word
 * for each 64 elements; cycles in which nothing is due cost nothing.
 *
 * An element learns of others through messages alone, which take a cycle at least, and all messages of a cycle are handed over before its
 * visits: the order of visits does not matter, nor how elements are spread over groups.
 */
#define G_LOG_DOMAIN "hd-block"

#include "hd-block-private.h"

#include <string.h>

#include "hd-kernel-private.h"

#define BITS 64

HdBlockGroup *
_hd_block_group_new (HdBlocks *blocks,
                     guint32 partition,
                     const HdClockDomain *clock)
{
  HdBlockGroup *self = g_new0 (HdBlockGroup, 1);

  self->blocks = blocks;
  self->partition = partition;
  self->clock = *clock;
  self->contexts = g_ptr_array_new ();
  self->cycle = -1;
  self->next_cycle = HD_NEVER;
  return self;
}

static void
context_free (HdBlockContext *self)
{
  if (self->is_created && self->block->clear != NULL)
    self->block->clear (self->state);
  g_array_unref (self->ids);
  g_free (self->state);
  g_free (self->links);
  g_free (self->components);
  g_free (self->random);
  g_free (self->wake_at);
  g_free (self->queued_at);
  g_free (self->now);
  g_free (self->next);
  g_free (self->active);
  g_free (self->answers);
  g_free (self);
}

void
_hd_block_group_free (HdBlockGroup *self)
{
  for (guint i = 0; i < self->contexts->len; i++)
    context_free (g_ptr_array_index (self->contexts, i));
  g_ptr_array_unref (self->contexts);
  for (guint32 i = 0; self->slots != NULL && i <= self->mask; i++)
    {
      g_free (self->slots[i].deliveries);
      g_free (self->slots[i].wakes);
    }
  g_free (self->slots);
  g_free (self->occupied);
  g_free (self);
}

/* For a block that receives nothing: who gets a message is visited in its cycle. */
static int64_t
ignore (const HdBlockHost *host,
        HdBlockContext *context,
        void *state,
        uint32_t element,
        int64_t cycle,
        const HdMessage *message)
{
  return cycle;
}

void
_hd_block_group_seal (HdBlockGroup *self,
                      guint32 max_latency)
{
  guint32 n_slots = 1;

  while (n_slots <= max_latency + HD_BLOCK_MAXIMUM_DELAY + 1)
    n_slots *= 2;
  self->mask = n_slots - 1;
  self->slots = g_new0 (HdBlockSlot, n_slots);
  self->occupied = g_new0 (guint64, n_slots / BITS);
  for (guint i = 0; i < self->contexts->len; i++)
    {
      HdBlockContext *context = g_ptr_array_index (self->contexts, i);

      context->n_words = (context->n + BITS - 1) / BITS;
      context->receive = context->block->receive != NULL ? context->block->receive : ignore;
      context->accept = context->block->accept;
      context->state = g_malloc0 (MAX (context->block->state_size, 1));
      context->components = g_new0 (HdComponent *, context->n);
      context->random = g_new0 (HdRandom, context->n);
      context->wake_at = g_new (gint64, context->n);
      context->queued_at = g_new (gint64, context->n);
      for (guint32 e = 0; e < context->n; e++)
        context->wake_at[e] = context->queued_at[e] = HD_NEVER;
      context->now = g_new0 (guint64, context->n_words);
      context->next = g_new0 (guint64, context->n_words);
      context->active = g_new (guint32, context->n);
      context->answers = g_new (gint64, context->n);
    }
}

/* ---- the wheel -------------------------------------------------------------------------------------------------- */

static HdBlockSlot *
open_slot (HdBlockGroup *self,
           gint64 cycle)
{
  guint32 place = (guint32) cycle & self->mask;

  self->occupied[place / BITS] |= (guint64) 1 << place % BITS;
  return &self->slots[place];
}

void
_hd_block_group_post (HdBlockGroup *self,
                      gint64 cycle,
                      guint32 context,
                      guint32 element,
                      const HdMessage *message)
{
  HdBlockSlot *slot = open_slot (self, cycle);

  if (G_UNLIKELY (slot->n_deliveries == slot->room_for_deliveries))
    {
      slot->room_for_deliveries = MAX (slot->room_for_deliveries * 2, 16);
      slot->deliveries = g_renew (HdBlockDelivery, slot->deliveries, slot->room_for_deliveries);
    }
  slot->deliveries[slot->n_deliveries++] = (HdBlockDelivery){ *message, context, element };
}

/* Makes sure that the element's wish comes up again, at latest when it is due. */
static void
queue_wake (HdBlockGroup *self,
            HdBlockContext *context,
            guint32 element)
{
  gint64 cycle = MIN (context->wake_at[element], self->cycle + self->mask);
  HdBlockSlot *slot;

  if (context->queued_at[element] <= cycle)
    return;
  context->queued_at[element] = cycle;
  slot = open_slot (self, cycle);
  if (G_UNLIKELY (slot->n_wakes == slot->room_for_wakes))
    {
      slot->room_for_wakes = MAX (slot->room_for_wakes * 2, 16);
      slot->wakes = g_renew (HdBlockWake, slot->wakes, slot->room_for_wakes);
    }
  slot->wakes[slot->n_wakes++] = (HdBlockWake){ context->index, element };
}

/* The element wants to be visited at @cycle, too. */
static void
wish (HdBlockGroup *self,
      HdBlockContext *context,
      guint32 element,
      gint64 cycle)
{
  guint64 bit = (guint64) 1 << element % BITS;

  if (cycle <= self->cycle)
    {
      context->now[element / BITS] |= bit;
    }
  else if (cycle == self->cycle + 1)
    {
      context->next[element / BITS] |= bit;
    }
  else if (cycle < context->wake_at[element])
    {
      context->wake_at[element] = cycle;
      queue_wake (self, context, element);
    }
}

/* The first cycle after this one in which something is due. */
static gint64
find_next_cycle (HdBlockGroup *self)
{
  guint32 n_words = (self->mask + 1) / BITS;
  guint32 place = (guint32) (self->cycle + 1) & self->mask;
  guint64 word;

  for (guint i = 0; i < self->contexts->len; i++)
    {
      HdBlockContext *context = g_ptr_array_index (self->contexts, i);

      for (guint w = 0; w < context->n_words; w++)
        if (context->next[w] != 0)
          return self->cycle + 1;
    }
  word = self->occupied[place / BITS] & ~(guint64) 0 << place % BITS;
  for (guint32 w = 0; w <= n_words; w++)
    {
      if (word != 0)
        {
          guint32 found = (place / BITS + w) % n_words * BITS + (guint32) __builtin_ctzll (word);

          return self->cycle + 1 + ((found - place) & self->mask);
        }
      word = self->occupied[(place / BITS + w + 1) % n_words];
    }
  return HD_NEVER;
}

/* ---- a cycle ---------------------------------------------------------------------------------------------------- */

/* Returns whether the element takes the message, as far as its block has a door of its own. */
static G_GNUC_NO_INLINE gboolean
is_accepted (HdBlockContext *context,
             const HdBlockDelivery *delivery)
{
  uint64_t value = 0;
  const char *rule;

  rule = context->accept (context->state, delivery->element, &delivery->message, &value);
  if (G_LIKELY (rule == NULL))
    return TRUE;
  _hd_block_refuse (context, delivery->element, delivery->message.port, rule, value);
  return FALSE;
}

static void
hand_over (HdBlockGroup *self,
           HdBlockSlot *slot)
{
  HdBlockContext **contexts = (HdBlockContext **) self->contexts->pdata;

  for (guint32 i = 0; i < slot->n_deliveries; i++)
    {
      const HdBlockDelivery *delivery = &slot->deliveries[i];
      HdBlockContext *context = contexts[delivery->context];
      gint64 cycle;

      if (context->accept != NULL && !is_accepted (context, delivery))
        continue;
      self->n_received++;
      cycle = context->receive (&_hd_block_host, context, context->state, delivery->element, self->cycle, &delivery->message);
      wish (self, context, delivery->element, cycle);
    }
  slot->n_deliveries = 0;
}

static void
wake_up (HdBlockGroup *self,
         HdBlockSlot *slot)
{
  for (guint32 i = 0; i < slot->n_wakes; i++)
    {
      HdBlockContext *context = g_ptr_array_index (self->contexts, slot->wakes[i].context);
      guint32 element = slot->wakes[i].element;

      if (context->queued_at[element] != self->cycle)
        continue;
      context->queued_at[element] = HD_NEVER;
      if (context->wake_at[element] == self->cycle)
        wish (self, context, element, self->cycle);
      else if (context->wake_at[element] != HD_NEVER)
        queue_wake (self, context, element);
    }
  slot->n_wakes = 0;
}

static void
visit (HdBlockGroup *self,
       HdBlockContext *context)
{
  guint32 n = 0;

  for (guint w = 0; w < context->n_words; w++)
    {
      guint64 word = context->now[w];

      context->next[w] &= ~word;
      context->now[w] = 0;
      for (; word != 0; word &= word - 1)
        {
          guint32 element = w * BITS + (guint32) __builtin_ctzll (word);

          context->active[n] = element;
          context->answers[n++] = HD_NEVER;
          context->wake_at[element] = HD_NEVER;
        }
    }
  if (n == 0)
    return;
  context->n_visits += n;
  context->block->tick (&_hd_block_host, context, context->state, self->cycle, context->active, n, context->answers);
  for (guint32 i = 0; i < n; i++)
    if (context->answers[i] != HD_NEVER)
      wish (self, context, context->active[i], MAX (context->answers[i], self->cycle + 1));
}

static void
set_alarm (HdBlockGroup *self)
{
  HdTime edge = self->next_cycle == HD_NEVER ? HD_TIME_MAX : hd_clock_domain_get_edge (&self->clock, self->next_cycle);

  if (edge < HD_TIME_MAX)
    hd_component_set_alarm (self->component, edge, &(HdMessage){ 0 });
}

static void
run_cycle (HdBlockGroup *self,
           gint64 cycle)
{
  guint32 place = (guint32) cycle & self->mask;
  HdBlockSlot *slot = &self->slots[place];

  self->cycle = cycle;
  self->time = hd_component_get_now (self->component);
  self->occupied[place / BITS] &= ~((guint64) 1 << place % BITS);
  for (guint i = 0; i < self->contexts->len; i++)
    {
      HdBlockContext *context = g_ptr_array_index (self->contexts, i);
      guint64 *spent = context->now;

      context->now = context->next;
      context->next = spent;
    }
  hand_over (self, slot);
  wake_up (self, slot);
  for (guint i = 0; i < self->contexts->len; i++)
    visit (self, g_ptr_array_index (self->contexts, i));
  self->next_cycle = find_next_cycle (self);
  set_alarm (self);
}

/* ---- the group as a component of the kernel --------------------------------------------------------------------- */

static gboolean
create (HdBlockContext *self)
{
  HdKernel *kernel = self->group->blocks->kernel;

  for (guint32 e = 0; e < self->n; e++)
    {
      self->components[e] = _hd_kernel_get_component (kernel, g_array_index (self->ids, guint32, e));
      hd_component_init_random (self->components[e], "block", &self->random[e]);
    }
  self->is_created = TRUE;
  if (!self->block->create (&_hd_block_host, self, self->state, self->n))
    return FALSE;
  for (guint32 e = 0; e < self->n; e++)
    self->next[e / BITS] |= (guint64) 1 << e % BITS;
  return TRUE;
}

static void
start_group (HdComponent *component,
             gpointer state)
{
  HdBlockGroup *self = hd_component_get_data (component);

  self->component = component;
  for (guint i = 0; i < self->contexts->len; i++)
    if (!create (g_ptr_array_index (self->contexts, i)))
      return;
  self->next_cycle = 0;
  set_alarm (self);
}

static void
receive_alarm (HdComponent *component,
               gpointer state,
               const HdMessage *message)
{
  HdBlockGroup *self = hd_component_get_data (component);

  self->n_events++;
  run_cycle (self, self->next_cycle);
}

static void
finish_group (HdComponent *component,
              gpointer state)
{
  HdBlockGroup *self = hd_component_get_data (component);

  self->is_finishing = TRUE;
  for (guint i = 0; i < self->contexts->len; i++)
    {
      HdBlockContext *context = g_ptr_array_index (self->contexts, i);

      if (context->block->finish != NULL)
        context->block->finish (&_hd_block_host, context, context->state);
    }
}

const HdModel _hd_block_group_model = { .start = start_group, .receive = receive_alarm, .finish = finish_group };

/* A message from outside counts at the first edge after its time. Nothing is due before that edge or the next cycle, whichever is earlier, so the wheel
 * turns on to there. */
static void
receive_element (HdComponent *component,
                 gpointer state,
                 const HdMessage *message)
{
  HdBlocks *blocks = hd_component_get_data (component);
  const HdBlockPlace *place = &blocks->places[hd_component_get_id (component)];
  HdBlockGroup *group = place->context->group;
  gint64 cycle = hd_clock_domain_find_cycle (&group->clock, hd_component_get_now (component) + 1);

  group->n_events++;
  group->cycle = MAX (group->cycle, MIN (cycle, group->next_cycle) - 1);
  _hd_block_group_post (group, cycle, place->context->index, place->element, message);
  if (cycle < group->next_cycle)
    {
      group->next_cycle = cycle;
      set_alarm (group);
    }
}

const HdModel _hd_block_element_model = { .receive = receive_element };
