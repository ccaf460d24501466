/* hd-block-host.c: what Heddle offers a block
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-block"

#include "hd-block-private.h"

#include <math.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-kernel-private.h"

static guint32
id_of (const HdBlockContext *context,
       guint32 element)
{
  return g_array_index (context->ids, guint32, element);
}

static void
take_error (HdBlockContext *context,
            guint32 element,
            GError *error)
{
  HdComponent *component = element < context->n ? context->components[element] : context->group->component;

  g_prefix_error (&error, "“%s”: ", hd_component_get_path (component));
  hd_component_fail (component, error);
}

static void
fail (HdBlockContext *context,
      uint32_t element,
      const char *message)
{
  g_autofree char *valid = g_utf8_make_valid (message != NULL ? message : "", -1);

  take_error (context, element, g_error_new_literal (HD_ERROR, HD_ERROR_INVARIANT, valid));
}

static void
refuse (HdBlockContext *context,
        uint32_t element,
        const HdMessage *message,
        const char *rule,
        uint64_t value)
{
  g_return_if_fail (element < context->n);

  _hd_block_refuse (context, element, message->port, rule, value);
}

static double
parameter (HdBlockContext *context,
           uint32_t element,
           uint32_t index)
{
  const double *parameters;
  guint n;

  g_return_val_if_fail (element < context->n, NAN);

  _hd_blocks_get_parameters (context->group->blocks, id_of (context, element), &parameters, &n);
  if (index < n)
    return parameters[index];
  take_error (context, element, g_error_new (HD_ERROR, HD_ERROR_INVARIANT, _("asked for parameter %u of %u"), index, n));
  return NAN;
}

static const char *
text (HdBlockContext *context,
      uint32_t element,
      uint32_t index)
{
  HdBlocks *blocks = context->group->blocks;
  const char *found = NULL;

  g_return_val_if_fail (element < context->n, "");

  if (blocks->text != NULL)
    found = blocks->text (blocks->text_data, id_of (context, element), index);
  return found != NULL ? found : "";
}

static int
load (HdBlockContext *context,
      uint32_t element,
      uint32_t index,
      const char **out_data,
      size_t *out_size)
{
  GError *error = NULL;

  if (hd_file_shelf_load (context->group->blocks->files, text (context, element, index), out_data, out_size, &error))
    return 1;
  take_error (context, element, error);
  return 0;
}

static uint32_t
find_link (HdBlockContext *context,
           uint32_t element,
           uint32_t port)
{
  guint32 low = 0, high = context->n_links;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;
      const HdBlockLink *link = &context->links[middle];

      if (link->from < element || (link->from == element && link->from_port < port))
        low = middle + 1;
      else
        high = middle;
    }
  return low < context->n_links && context->links[low].from == element && context->links[low].from_port == port ? low : HD_NO_LINK;
}

/* The event that carries a message out of the group. */
static void
send_out (HdBlockContext *context,
          const HdBlockLink *link,
          guint32 delay,
          const HdMessage *message)
{
  HdBlockGroup *group = context->group;
  HdTime wait;

  if (link->target == HD_BLOCK_TO_GROUP)
    wait = hd_clock_domain_get_edge (&group->clock, group->cycle + link->latency + delay) - 1 - group->time - link->kernel_latency;
  else
    wait = hd_clock_domain_get_edge (&group->clock, group->cycle + delay) - group->time;
  hd_component_send (context->components[link->from], link->from_port, wait, message);
}

static void
send (HdBlockContext *context,
      uint32_t number,
      uint32_t delay,
      uint32_t bytes,
      const HdMessage *message)
{
  HdBlockLink *link;

  if (G_UNLIKELY (number >= context->n_links || delay > HD_BLOCK_MAXIMUM_DELAY))
    {
      take_error (context, HD_NO_LINK, g_error_new (HD_ERROR, HD_ERROR_INVARIANT, _("sent over link %u of %u after %u cycles; at most %d are permitted"),
                                                    number, context->n_links, delay, HD_BLOCK_MAXIMUM_DELAY));
      return;
    }
  link = &context->links[number];
  link->carried += bytes;
  if (G_LIKELY (link->target == HD_BLOCK_TO_ELEMENT))
    {
      HdMessage received = *message;

      received.port = link->port;
      _hd_block_group_post (context->group, context->group->cycle + link->latency + delay, link->context, link->element, &received);
    }
  else
    {
      send_out (context, link, delay, message);
    }
}

static uint64_t
random_number (HdBlockContext *context,
               uint32_t element)
{
  return hd_random_next (&context->random[element]);
}

static void
record (HdBlockContext *context,
        uint32_t element,
        uint32_t kind,
        uint64_t value)
{
  HdComponent *component = context->components[element];

  /* When the run ends is the strategy's business, so it has no time. */
  if (context->group->is_finishing)
    {
      hd_digest_add (&component->digest, kind);
      hd_digest_add (&component->digest, value);
      return;
    }
  hd_component_record (component, kind, value);
}

static int
shows (HdBlockContext *context,
       uint32_t element,
       uint32_t lane)
{
  g_return_val_if_fail (element < context->n, FALSE);

  return hd_component_shows (context->components[element], lane);
}

/* A cycle before the first is the past too. */
static HdTime
get_edge (const HdBlockContext *context,
          gint64 cycle)
{
  return cycle < 0 ? cycle : hd_clock_domain_get_edge (&context->group->clock, cycle);
}

static void
state (HdBlockContext *context,
       uint32_t element,
       uint32_t lane,
       uint32_t activity,
       int64_t start)
{
  g_return_if_fail (element < context->n);

  hd_component_state (context->components[element], lane, activity, get_edge (context, start));
}

static void
span (HdBlockContext *context,
      uint32_t element,
      uint32_t lane,
      uint32_t activity,
      int64_t start,
      int64_t end)
{
  g_return_if_fail (element < context->n);

  hd_component_span (context->components[element], lane, activity, get_edge (context, start), get_edge (context, end));
}

static void
write_output (HdBlockContext *context,
              uint32_t element,
              uint32_t output,
              const void *data,
              size_t size)
{
  g_return_if_fail (element < context->n);

  hd_component_write (context->components[element], output, data, size);
}

const HdBlockHost _hd_block_host = {
  .size = sizeof (HdBlockHost),
  .parameter = parameter,
  .text = text,
  .load = load,
  .link = find_link,
  .send = send,
  .random = random_number,
  .record = record,
  .fail = fail,
  .refuse = refuse,
  .shows = shows,
  .state = state,
  .span = span,
  .write = write_output,
};
