/* hd-packet-deadlock.c: packets that wait for each other's room
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * When no event is left, no credit is under way. A queue whose head still waits then waits for room in the buffer behind its link, which packets fill
 * that wait themselves at that node, in other queues. Following one of them from queue to queue must come back to where one has been.
 */
#define G_LOG_DOMAIN "hd-packet-deadlock"

#include "hd-packet-private.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define MAX_NAMED 8

/* A link and the direction in which packets wait for it. */
typedef guint32 Way; /* 2 * link + direction */

static const HdLink *
get_link (HdPacketNetwork *self,
          Way way)
{
  return &hd_design_get_links (self->design)[way / 2];
}

static HdPacketNode *
get_start (HdPacketNetwork *self,
           Way way)
{
  return &self->nodes[way % 2 == 0 ? get_link (self, way)->from : get_link (self, way)->to];
}

static gboolean
is_stuck (HdPacketNetwork *self,
          Way way)
{
  guint32 port = self->link_ports[way];

  return port != HD_NO_ID && get_start (self, way)->ports[port].waiting.n > 0;
}

/* The first of the ways that leave the end of @way where a packet waits that came over it. */
static Way
find_next (HdPacketNetwork *self,
           Way way)
{
  guint32 end = get_start (self, way ^ 1)->id;
  guint32 in_port = self->link_ports[way ^ 1];
  const HdLink *links = hd_design_get_links (self->design);

  for (Way next = 0; next < 2 * hd_design_get_n_links (self->design); next++)
    {
      HdPacketItems *items;

      if ((next % 2 == 0 ? links[next / 2].from : links[next / 2].to) != end || !is_stuck (self, next))
        continue;
      items = &self->nodes[end].ports[self->link_ports[next]].waiting;
      for (guint32 i = 0; i < items->n; i++)
        if (items->elements[(items->first + i) & (items->capacity - 1)].in_port == in_port)
          return next;
    }
  return HD_NO_ID;
}

static void
append_name (HdPacketNetwork *self,
             GString *names,
             Way way)
{
  g_autofree char *link = hd_design_dup_link_path (self->design, way / 2);
  g_autofree char *from = hd_design_dup_node_path (self->design, get_start (self, way)->id);

  g_string_append_printf (names, names->len > 0 ? _(", then “%s” from “%s”") : _("“%s” from “%s”"), link, from);
}

/* The ways of the circle that begins and ends at @first. */
static char *
dup_names (HdPacketNetwork *self,
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
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autofree char *names = NULL;
  Way way = 0, n_ways = 2 * hd_design_get_n_links (self->design);

  while (way < n_ways && !is_stuck (self, way))
    way++;
  if (way == n_ways)
    return TRUE;
  for (Way next = way; next != HD_NO_ID && g_hash_table_add (seen, GUINT_TO_POINTER (next + 1)); next = find_next (self, next))
    way = next;
  if (find_next (self, way) != HD_NO_ID)
    way = find_next (self, way); /* the first that is met again */
  names = dup_names (self, way);
  g_set_error (error, HD_ERROR, HD_ERROR_DEADLOCK,
               _("Packets wait for each other's room in full buffers (%" PRIu64 " B each): %s. Use larger buffers, or routes without a circle"),
               self->rules.buffer_bytes, names);
  return FALSE;
}
