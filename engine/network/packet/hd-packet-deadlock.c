/* hd-packet-deadlock.c: packets that wait for each other's room
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * When no event is left, no credit is under way. A queue whose head still waits then waits for room in the buffer behind its link, which packets fill
 * that wait themselves at that node, in other queues. Following one of them from queue to queue must come back to where one has been. A step looks at
 * what waits at one node, so that a circle of many links is found in their number.
 */
#define G_LOG_DOMAIN "hd-packet-deadlock"

#include "hd-packet-private.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define MAX_NAMED 8

/* A link and the direction in which packets wait for it. */
typedef guint32 Way; /* 2 * link + direction */

typedef struct
{
  HdPacketNetwork *network;
  const HdLink *links;
  Way *ways; /* by port, as the network has them: what leaves through it */
} Search;

static const HdPacketNode *
get_start (const Search *self,
           Way way)
{
  const HdLink *link = &self->links[way / 2];

  return _hd_packet_network_get_node (self->network, way % 2 == 0 ? link->from : link->to);
}

static const HdPacketPort *
get_port (const Search *self,
          Way way)
{
  return &get_start (self, way)->ports[self->network->parent.link_ports[way]];
}

/* What waits at nodes that another process runs is known there. */
static gboolean
is_here (const Search *self,
         const HdPacketNode *node)
{
  return hd_agent_network_is_here (&self->network->parent, node->parent.partition);
}

/* The first of the ways that leave the end of @way where a packet waits that came over it. */
static Way
find_next (const Search *self,
           Way way)
{
  const HdPacketNode *end = get_start (self, way ^ 1);
  guint32 in_port = self->network->parent.link_ports[way ^ 1];

  for (guint32 i = 0; is_here (self, end) && i < end->n_ports; i++)
    if (hd_packet_port_holds (&end->ports[i], in_port))
      return self->ways[&end->ports[i] - self->network->ports];
  return HD_NO_ID;
}

/* Returns the first way for which packets wait, or HD_NO_ID. */
static Way
begin (Search *self)
{
  Way first = HD_NO_ID;

  for (Way way = 2 * hd_design_get_n_links (self->network->parent.design); way-- > 0;)
    {
      const HdPacketPort *port = get_port (self, way);

      self->ways[port - self->network->ports] = way;
      if (is_here (self, get_start (self, way)) && hd_packet_port_is_waiting (port))
        first = way;
    }
  return first;
}

static void
append_name (const Search *self,
             GString *names,
             Way way)
{
  g_autofree char *link = hd_design_dup_link_path (self->network->parent.design, way / 2);
  g_autofree char *from = hd_design_dup_node_path (self->network->parent.design, get_start (self, way)->parent.id);

  g_string_append_printf (names, names->len > 0 ? _(", then “%s” from “%s”") : _("“%s” from “%s”"), link, from);
}

/* The ways of the circle that begins and ends at @first. */
static char *
dup_names (const Search *self,
           Way first)
{
  GString *names = g_string_new (NULL);
  Way way = first;
  guint n = 0;

  do
    {
      if (n++ < MAX_NAMED)
        append_name (self, names, way);
      way = find_next (self, way);
    }
  while (way != first && way != HD_NO_ID);
  if (n > MAX_NAMED)
    g_string_append_printf (names, _(" and %u more"), n - MAX_NAMED);
  return g_string_free (names, FALSE);
}

gboolean
hd_packet_network_check (HdPacketNetwork *self,
                         GError **error)
{
  g_autofree Way *ways = g_new (Way, self->n_ports + 1);
  Search search = { self, hd_design_get_links (self->parent.design), ways };
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autofree char *names = NULL;
  Way way = begin (&search);

  if (way == HD_NO_ID)
    return TRUE;
  for (Way next = way; next != HD_NO_ID && g_hash_table_add (seen, GUINT_TO_POINTER (next + 1)); next = find_next (&search, next))
    way = next;
  if (find_next (&search, way) != HD_NO_ID)
    way = find_next (&search, way); /* the first that is met again */
  names = dup_names (&search, way);
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK,
               _("Packets wait for each other's room in full buffers (%" PRIu64 " B each): %s. Use larger buffers, or routes without a circle"),
               self->rules.buffer_bytes, names);
  return FALSE;
}
