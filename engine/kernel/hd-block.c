/* hd-block.c: forms groups of elements and links between them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-block"

#include "hd-block.h"

#include <inttypes.h>
#include <stdlib.h>

#include <heddle/hd-error.h>

#include "hd-block-private.h"
#include "hd-budget.h"
#include "hd-door.h"
#include "hd-i18n.h"
#include "hd-kernel-private.h"

#define MAX_LATENCY 1000000 /* cycles */

typedef struct
{
  guint32 id;
  guint32 partition;
  const HdBlock *block;
  const double *parameters;
  guint n_parameters;
  const HdPort *ports;
} Element;

typedef struct
{
  guint32 from, from_port, to, to_port;
  HdTime latency;
  guint32 resource;
} Connection;

HdBlocks *
hd_blocks_new (HdKernel *kernel)
{
  HdBlocks *self = g_new0 (HdBlocks, 1);

  self->kernel = kernel;
  self->elements = g_array_new (FALSE, FALSE, sizeof (Element));
  self->connections = g_array_new (FALSE, FALSE, sizeof (Connection));
  self->groups = g_ptr_array_new_with_free_func ((GDestroyNotify) _hd_block_group_free);
  self->files = self->own_files = hd_file_shelf_new (NULL);
  return self;
}

void
hd_blocks_free (HdBlocks *self)
{
  g_ptr_array_unref (self->groups);
  g_array_unref (self->elements);
  g_array_unref (self->connections);
  hd_file_shelf_free (self->own_files);
  g_free (self->places);
  g_free (self);
}

void
hd_blocks_set_texts (HdBlocks *self,
                     HdBlockTextFunc func,
                     gpointer data,
                     HdFileShelf *files)
{
  self->text = func;
  self->text_data = data;
  if (files != NULL)
    self->files = files;
}

double
hd_blocks_measure (double n,
                   double n_connections)
{
  gsize of_context = sizeof (guint32) + sizeof (HdComponent *) + sizeof (HdRandom) + 2 * sizeof (gint64) + sizeof (guint32) + sizeof (gint64);

  return n * (sizeof (Element) + sizeof (HdBlockPlace) + of_context) + n_connections * (sizeof (Connection) + sizeof (HdBlockLink));
}

guint32
hd_blocks_add (HdBlocks *self,
               const char *path,
               guint32 partition,
               const HdBlock *block,
               const double *parameters,
               guint n_parameters,
               const HdPort *ports)
{
  Element element = { .partition = partition, .block = block, .parameters = parameters, .n_parameters = n_parameters, .ports = ports };

  g_return_val_if_fail (self->places == NULL, G_MAXUINT32);
  g_return_val_if_fail (block->clock < n_parameters, G_MAXUINT32);

  element.id = hd_kernel_add_component (self->kernel, path, &_hd_block_element_model, partition, self);
  g_array_append_val (self->elements, element);
  return element.id;
}

void
hd_blocks_connect (HdBlocks *self,
                   guint32 from,
                   guint32 from_port,
                   guint32 to,
                   guint32 to_port,
                   HdTime latency,
                   guint32 resource)
{
  Connection connection = { from, from_port, to, to_port, latency, resource };

  g_return_if_fail (self->places == NULL);

  g_array_append_val (self->connections, connection);
}

/* ---- groups ----------------------------------------------------------------------------------------------------- */

static HdBlockGroup *
find_group (HdBlocks *self,
            const Element *element,
            GError **error)
{
  HdClockDomain clock;
  HdBlockGroup *group;

  if (!hd_clock_domain_init (&clock, element->parameters[element->block->clock], error))
    {
      g_prefix_error (error, "“%s”: ", _hd_kernel_get_component (self->kernel, element->id)->path);
      return NULL;
    }
  for (guint i = 0; i < self->groups->len; i++)
    {
      group = g_ptr_array_index (self->groups, i);
      if (group->partition == element->partition && group->clock.num == clock.num && group->clock.den == clock.den)
        return group;
    }
  group = _hd_block_group_new (self, element->partition, &clock);
  g_ptr_array_add (self->groups, group);
  return group;
}

static HdBlockContext *
find_context (HdBlockGroup *group,
              const HdBlock *block)
{
  HdBlockContext *context;

  for (guint i = 0; i < group->contexts->len; i++)
    {
      context = g_ptr_array_index (group->contexts, i);
      if (context->block == block)
        return context;
    }
  context = g_new0 (HdBlockContext, 1);
  context->group = group;
  context->index = group->contexts->len;
  context->block = block;
  context->ids = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_ptr_array_add (group->contexts, context);
  return context;
}

static gboolean
place_elements (HdBlocks *self,
                GError **error)
{
  self->n_places = hd_kernel_get_n_components (self->kernel);
  self->places = g_new0 (HdBlockPlace, self->n_places);
  for (guint i = 0; i < self->elements->len; i++)
    {
      const Element *element = &g_array_index (self->elements, Element, i);
      HdBlockGroup *group = find_group (self, element, error);
      HdBlockContext *context;

      if (group == NULL)
        return FALSE;
      context = find_context (group, element->block);
      self->places[element->id] = (HdBlockPlace){ context, context->n++, element->parameters, element->n_parameters, element->ports };
      g_array_append_val (context->ids, element->id);
    }
  return TRUE;
}

/* ---- links ------------------------------------------------------------------------------------------------------ */

static int
compare_links (const void *a,
               const void *b)
{
  const HdBlockLink *x = a, *y = b;

  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->from_port < y->from_port ? -1 : x->from_port > y->from_port;
}

/* An event that stands for a message to another group arrives one picosecond before the edge at which the message counts, so that it is there before
 * the edge's own event, whatever the order of events at one time is. */
static gboolean
make_link (HdBlocks *self,
           const Connection *connection,
           HdBlockLink *out_link,
           GError **error)
{
  const HdBlockPlace *from = &self->places[connection->from];
  const HdBlockPlace *to = &self->places[connection->to];
  const HdClockDomain *clock = &from->context->group->clock;
  gint64 latency = MAX (hd_clock_domain_find_cycle (clock, MAX (connection->latency - 1, 0)), 1);
  HdTime shortest;

  *out_link = (HdBlockLink){
    .port = connection->to_port, .resource = connection->resource, .from = from->element, .from_port = connection->from_port,
  };
  if (latency > MAX_LATENCY)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_RANGE, _("A link of “%s” takes %" PRId64 " cycles of its clock; at most %d are permitted"),
                   _hd_kernel_get_component (self->kernel, connection->from)->path, latency, MAX_LATENCY);
      return FALSE;
    }
  out_link->latency = (guint32) latency;
  if (to->context == NULL)
    {
      out_link->target = HD_BLOCK_TO_COMPONENT;
      out_link->kernel_latency = connection->latency;
    }
  else if (to->context->group != from->context->group)
    {
      shortest = (HdTime) ((__int128) latency * clock->num / clock->den) - 1;
      out_link->target = HD_BLOCK_TO_GROUP;
      out_link->kernel_latency = MAX (shortest, 0);
    }
  else
    {
      out_link->target = HD_BLOCK_TO_ELEMENT;
      out_link->context = to->context->index;
      out_link->element = to->element;
      return TRUE;
    }
  hd_kernel_connect (self->kernel, connection->from, connection->from_port, connection->to, connection->to_port, out_link->kernel_latency);
  return TRUE;
}

static gboolean
make_links (HdBlocks *self,
            GError **error)
{
  guint n = self->connections->len;

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n; i++)
      {
        const Connection *connection = &g_array_index (self->connections, Connection, i);
        HdBlockContext *context = self->places[connection->from].context;

        if (context == NULL && pass == 0)
          hd_kernel_connect (self->kernel, connection->from, connection->from_port, connection->to, connection->to_port, connection->latency);
        if (context == NULL)
          continue;
        if (pass == 0)
          {
            context->n_links++;
            continue;
          }
        if (context->links == NULL)
          {
            context->links = g_new (HdBlockLink, context->n_links);
            context->n_links = 0;
          }
        if (!make_link (self, connection, &context->links[context->n_links++], error))
          return FALSE;
      }
  return TRUE;
}

static gboolean
sort_links (HdBlockContext *context,
            guint32 *max_latency,
            GError **error)
{
  if (context->n_links == 0)
    return TRUE;
  qsort (context->links, context->n_links, sizeof (HdBlockLink), compare_links);
  for (guint i = 0; i < context->n_links; i++)
    {
      const HdBlockLink *link = &context->links[i];

      *max_latency = MAX (*max_latency, link->latency);
      if (i > 0 && compare_links (link - 1, link) == 0)
        {
          guint32 id = g_array_index (context->ids, guint32, link->from);

          g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("Port %u of “%s” has two links; it takes one"), link->from_port & 0xffff,
                       _hd_kernel_get_component (context->group->blocks->kernel, id)->path);
          return FALSE;
        }
    }
  return TRUE;
}

/* What a block will keep of its elements, as far as it says so. */
static gboolean
take_memory (HdBlockContext *context,
             GError **error)
{
  guint64 bytes = context->block->measure != NULL ? context->block->measure (&_hd_block_host, context, context->n) : 0;
  g_autofree char *what = NULL;

  if (hd_budget_try (hd_budget_get_current (), (double) bytes))
    return TRUE;
  what = g_strdup_printf (_("%u components like “%s” would be simulated"), context->n,
                          _hd_kernel_get_component (context->group->blocks->kernel, g_array_index (context->ids, guint32, 0))->path);
  return hd_budget_take (hd_budget_get_current (), (double) bytes, 1, what, error);
}

gboolean
hd_blocks_prepare (HdBlocks *self,
                   GError **error)
{
  g_return_val_if_fail (self->places == NULL, FALSE);

  if (!place_elements (self, error) || !make_links (self, error))
    return FALSE;
  for (guint i = 0; i < self->groups->len; i++)
    {
      HdBlockGroup *group = g_ptr_array_index (self->groups, i);
      g_autofree char *path = g_strdup_printf ("(clock %" PRId64 "/%" PRId64 " of %u)", group->clock.num, group->clock.den, group->partition);
      guint32 max_latency = 1;

      for (guint c = 0; c < group->contexts->len; c++)
        if (!take_memory (g_ptr_array_index (group->contexts, c), error) || !sort_links (g_ptr_array_index (group->contexts, c), &max_latency, error))
          return FALSE;
      _hd_block_group_seal (group, max_latency);
      group->id = hd_kernel_add_component (self->kernel, path, &_hd_block_group_model, group->partition, group);
    }
  return TRUE;
}

void
_hd_blocks_get_parameters (HdBlocks *self,
                           guint32 component,
                           const double **out_parameters,
                           guint *out_n)
{
  *out_parameters = self->places[component].parameters;
  *out_n = self->places[component].n_parameters;
}

/* A port takes one link, or numbers them, so there is one at most. */
static HdComponent *
find_sender (HdBlocks *self,
             guint32 component,
             guint32 port)
{
  for (guint i = 0; i < self->connections->len; i++)
    {
      const Connection *connection = &g_array_index (self->connections, Connection, i);

      if (connection->to == component && connection->to_port == port)
        return _hd_kernel_get_component (self->kernel, connection->from);
    }
  return NULL;
}

void
_hd_block_refuse (HdBlockContext *context,
                  guint32 element,
                  guint32 port,
                  const char *rule,
                  guint64 value)
{
  HdBlocks *self = context->group->blocks;
  guint32 id = g_array_index (context->ids, guint32, element);

  _hd_door_refuse (context->components[element], find_sender (self, id, port), self->places[id].ports, port, rule, value);
}

/* ---- while the kernel rests ------------------------------------------------------------------------------------- */

void
hd_blocks_add_loads (HdBlocks *self,
                     double *resources)
{
  for (guint i = 0; i < self->groups->len; i++)
    {
      HdBlockGroup *group = g_ptr_array_index (self->groups, i);

      for (guint c = 0; c < group->contexts->len; c++)
        {
          HdBlockContext *context = g_ptr_array_index (group->contexts, c);

          for (guint l = 0; l < context->n_links; l++)
            if (context->links[l].resource != HD_BLOCK_NO_RESOURCE)
              resources[context->links[l].resource] += (double) context->links[l].carried;
        }
    }
}

void
hd_blocks_read (HdBlocks *self,
                guint32 component,
                guint probe,
                double *out_value,
                double *out_weight)
{
  const HdBlockPlace *place;

  g_return_if_fail (component < self->n_places && self->places[component].context != NULL);

  place = &self->places[component];
  *out_value = 0;
  *out_weight = 0;
  if (_hd_kernel_get_component (self->kernel, component)->partition->is_elsewhere)
    return;
  if (place->context->is_created && place->context->block->read != NULL)
    place->context->block->read (place->context->state, place->element, probe, out_value, out_weight);
}

gboolean
hd_blocks_find_wait (HdBlocks *self,
                     guint32 component,
                     HdWait *out_wait)
{
  const HdBlockPlace *place;

  g_return_val_if_fail (component < self->n_places && self->places[component].context != NULL, FALSE);

  place = &self->places[component];
  return place->context->is_created && !_hd_kernel_get_component (self->kernel, component)->partition->is_elsewhere
         && place->context->block->waits != NULL
         && place->context->block->waits (place->context->state, place->element, out_wait);
}

guint64
hd_blocks_get_n_visits (HdBlocks *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->groups->len; i++)
    {
      HdBlockGroup *group = g_ptr_array_index (self->groups, i);

      for (guint c = 0; c < group->contexts->len; c++)
        n += ((HdBlockContext *) g_ptr_array_index (group->contexts, c))->n_visits;
    }
  return n;
}

gpointer
hd_blocks_get_state (HdBlocks *self,
                     guint32 component,
                     guint32 *out_element)
{
  g_return_val_if_fail (component < self->n_places && self->places[component].context != NULL, NULL);

  *out_element = self->places[component].element;
  return self->places[component].context->state;
}

void
hd_blocks_count (HdBlocks *self,
                 guint64 *out_events,
                 guint64 *out_messages)
{
  *out_events = *out_messages = 0;
  for (guint i = 0; i < self->groups->len; i++)
    {
      const HdBlockGroup *group = g_ptr_array_index (self->groups, i);

      *out_events += group->n_events;
      *out_messages += group->n_received;
    }
}
