/* hd-path-exchanges.c: the way back through collectives that members carry out by themselves, as network cards do
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What a member sends it could send when it had taken in the last message for these elements; that it could when it had been sent. So the way goes from message to message, and what is
 * between them is what a member did, and waited for, itself.
 */
#define G_LOG_DOMAIN "hd-path"

#include "hd-path-private.h"

#include "hd-exchange-list.h"
#include "hd-i18n.h"

/* The first lane of a component, and the span in it that ended last. */
static gboolean
find_span (HdPathBuilder *self,
           guint32 node,
           HdPathSpan *out_span)
{
  for (guint lane = 0; lane < hd_record_get_n_lanes (self->record); lane++)
    if (hd_record_get_lane_node (self->record, lane) == node && hd_record_get_n_spans (self->record, lane) > 0)
      {
        guint64 n = _hd_path_find_ended (self, lane, self->time);

        *out_span = (HdPathSpan){ lane, n > 0 ? n - 1 : 0 };
        return TRUE;
      }
  return FALSE;
}

static HdPathPart
begin_part (HdPathBuilder *self,
            HdPathKind kind,
            guint32 node)
{
  HdPathPart part = { .kind = kind, .lane = HD_NO_ID, .span = HD_NO_SPAN, .name = HD_NO_ID, .n_alike = 1, .from = node, .to = node };
  HdPathSpan span;

  if (find_span (self, node, &span))
    {
      part.lane = span.lane;
      part.span = span.index;
      part.name = _hd_path_peek (self, span.lane, span.index)->name;
    }
  return part;
}

static gboolean
overlap (const HdExchangeNote *a,
         const HdExchangeNote *b)
{
  return a->low == a->high || b->low == b->high || (a->low < b->high && b->low < a->high);
}

/* The last message that @node had taken in by now, for the elements of @sent, if that is given. */
static const HdExchangeEntry *
find_taken (HdPathBuilder *self,
            const HdExchangeList *list,
            guint32 node,
            const HdExchangeNote *sent)
{
  for (guint i = hd_exchange_list_find (list, self->time); i > 0; i--)
    {
      const HdExchangeEntry *entry = hd_exchange_list_get (list, i - 1);

      if (entry->note.node != node || (sent != NULL && entry->note.group != sent->group))
        continue;
      if (entry->note.kind == HD_EXCHANGE_BEGIN && sent != NULL)
        return entry;
      if (entry->note.kind >= HD_EXCHANGE_ADD && entry->other != HD_NO_NOTE && (sent == NULL || overlap (sent, &entry->note)))
        return entry;
    }
  return NULL;
}

static const char *
find_title (const HdExchangeList *list,
            const HdCommunicator *group)
{
  for (guint i = 0; i < hd_exchange_list_get_n (list); i++)
    if (hd_exchange_list_get (list, i)->note.group == group && hd_exchange_list_get (list, i)->note.title != NULL)
      return _(hd_exchange_list_get (list, i)->note.title);
  return NULL;
}

static void
add_message (HdPathBuilder *self,
             const HdExchangeNote *sent,
             const char *title)
{
  HdPathPart part = begin_part (self, HD_PATH_MESSAGE, sent->node);
  g_autofree HdPathHop *hops = NULL;
  HdRoute route = { NULL };

  part.to = sent->peer;
  part.collective = title;
  if (hd_router_find (self->router, sent->node, sent->peer, NULL, 0, &route, NULL))
    {
      part.latency = route.latency_ps;
      hops = g_new (HdPathHop, route.n_hops + 1);
      for (guint i = 0; i < route.n_hops; i++)
        hops[i] = (HdPathHop){ route.links[i], route.directions[i] };
      _hd_path_set_limit (self, &part, sent->time, self->time, hops, route.n_hops);
    }
  _hd_path_add (self, sent->time, &part, hops, route.n_hops);
}

static void
add_own (HdPathBuilder *self,
         guint32 node,
         HdTime start)
{
  const HdPathPart part = begin_part (self, HD_PATH_WORK, node);

  _hd_path_add (self, start, &part, NULL, 0);
}

static gboolean
go_back (HdPathBuilder *self,
         const HdExchangeList *list,
         guint32 node)
{
  const HdExchangeEntry *taken = find_taken (self, list, node, NULL);

  if (taken == NULL)
    return FALSE;
  while (taken != NULL && taken->note.kind != HD_EXCHANGE_BEGIN && !self->is_full)
    {
      const HdExchangeNote *sent = &hd_exchange_list_get (list, taken->other)->note;

      add_own (self, node, taken->note.time);
      add_message (self, sent, find_title (list, sent->group));
      node = sent->node;
      taken = find_taken (self, list, node, sent);
    }
  if (!self->is_full)
    add_own (self, node, 0);
  return TRUE;
}

gboolean
_hd_path_follow_exchanges (HdPathBuilder *self,
                           guint32 node)
{
  HdExchangeList list;
  gboolean is_followed;

  hd_exchange_list_init (&list, self->record);
  hd_exchange_list_follow (&list);
  is_followed = go_back (self, &list, node);
  hd_exchange_list_clear (&list);
  return is_followed;
}
