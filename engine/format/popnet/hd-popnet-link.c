/* hd-popnet-link.c: which packet of an extended trace waits for which
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A packet waits for one that comes to the router from which it is sent: what happens elsewhere nobody there knows.
 */
#define G_LOG_DOMAIN "hd-popnet-link"

#include "hd-popnet-trace-private.h"

#include <inttypes.h>

#include "hd-i18n.h"
#include "hd-popnet-cursor.h"

/* Of packets, by id. */
static int
compare_ids (gconstpointer a,
             gconstpointer b,
             gpointer data)
{
  const guint64 *ids = data;
  guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  if (ids[x] != ids[y])
    return ids[x] < ids[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

static guint32
find_packet (const HdPopnetTrace *self,
             const guint32 *order,
             guint64 id)
{
  guint64 low = 0, high = self->n_packets;

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (self->ids[order[middle]] < id)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n_packets && self->ids[order[low]] == id ? order[low] : HD_POPNET_NONE;
}

static HdPopnetCursor
get_place (const HdPopnetTrace *self,
           const char *name,
           guint64 packet)
{
  return (HdPopnetCursor){ .name = name, .line = self->packets[packet].line };
}

static gboolean
check_ids (const HdPopnetTrace *self,
           const char *name,
           const guint32 *order,
           GError **error)
{
  for (guint64 i = 1; i < self->n_packets; i++)
    if (self->ids[order[i]] == self->ids[order[i - 1]])
      {
        guint32 first = order[i - 1], second = order[i];
        gboolean turned = self->packets[first].line > self->packets[second].line;
        HdPopnetCursor place = get_place (self, name, turned ? first : second);

        return hd_popnet_cursor_fail (&place, HD_ERROR_NAME, error, _("The id %" PRIu64 " has been given in line %u already"), self->ids[first],
                                      self->packets[turned ? second : first].line);
      }
  return TRUE;
}

static gboolean
link_packets (HdPopnetTrace *self,
              const char *name,
              const guint32 *order,
              const guint64 *waits,
              GError **error)
{
  for (guint64 i = 0; i < self->n_packets; i++)
    {
      HdPopnetCursor place = get_place (self, name, i);

      self->after[i] = waits[i] != 0 ? find_packet (self, order, waits[i]) : HD_POPNET_NONE;
      if (waits[i] == 0)
        continue;
      if (self->after[i] == HD_POPNET_NONE)
        return hd_popnet_cursor_fail (&place, HD_ERROR_NAME, error, _("The packet waits for %" PRIu64 ", and no packet has that id"), waits[i]);
      if (self->packets[self->after[i]].destination != self->packets[i].source)
        return hd_popnet_cursor_fail (&place, HD_ERROR_INVALID, error,
                                      _("The packet waits for %" PRIu64 " of line %u, which does not come to the router that is to send it"), waits[i],
                                      self->packets[self->after[i]].line);
    }
  return TRUE;
}

/* Each waits for one at most, so a way that comes back to itself is a circle: it is marked with its beginning. */
static gboolean
check_circles (const HdPopnetTrace *self,
               const char *name,
               GError **error)
{
  g_autofree guint32 *seen = g_new0 (guint32, self->n_packets + 1); /* from which packet on, + 1 */

  for (guint32 i = 0; i < self->n_packets; i++)
    for (guint32 p = i; p != HD_POPNET_NONE && seen[p] == 0; p = self->after[p])
      {
        seen[p] = i + 1;
        if (self->after[p] != HD_POPNET_NONE && seen[self->after[p]] == i + 1)
          {
            HdPopnetCursor place = get_place (self, name, p);

            return hd_popnet_cursor_fail (&place, HD_ERROR_DEADLOCK, error,
                                          _("The packet %" PRIu64 " waits for %" PRIu64 ", which in the end waits for it"), self->ids[p],
                                          self->ids[self->after[p]]);
          }
      }
  return TRUE;
}

gboolean
_hd_popnet_trace_link (HdPopnetTrace *self,
                       const char *name,
                       const guint64 *waits,
                       GError **error)
{
  g_autofree guint32 *order = g_new (guint32, self->n_packets + 1);

  for (guint64 i = 0; i < self->n_packets; i++)
    order[i] = (guint32) i;
  g_qsort_with_data (order, (gint) self->n_packets, sizeof *order, compare_ids, self->ids);
  if (!check_ids (self, name, order, error))
    return FALSE;
  self->after = g_new (guint32, self->n_packets + 1);
  return link_packets (self, name, order, waits, error) && check_circles (self, name, error);
}
