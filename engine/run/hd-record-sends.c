/* hd-record-sends.c: what collectives have sent by a moment of a run as flows, by their schedules
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-record"

#include <heddle/hd-pairs.h>

#include "hd-record-private.h"

#define MOST_SENDS 4000000 /* that are gone through */

/* The same schedule among the same members, whatever it is called. */
typedef struct
{
  const HdCollective *schedule;
  const guint32 *members;
  guint n_members;
  guint64 n; /* that have ended */
} Ended;

static void
add_ended (HdRecord *self,
           guint32 name,
           guint64 n,
           GArray *all)
{
  Ended ended = { .schedule = _hd_record_get_collective (self, name), .n = n };

  ended.members = hd_record_peek_members (self, name, &ended.n_members);
  for (guint i = 0; i < all->len; i++)
    {
      Ended *known = &g_array_index (all, Ended, i);

      if (known->schedule == ended.schedule && known->members == ended.members && known->n_members == ended.n_members)
        {
          known->n += n;
          return;
        }
    }
  g_array_append_val (all, ended);
}

/* Of lanes of communications, by name. */
static guint64 *
count_ended (HdRecord *self,
             HdTime moment)
{
  guint64 *counts = g_new0 (guint64, hd_record_get_n_names (self) + 1);

  for (guint lane = 0; lane < hd_record_get_n_lanes (self); lane++)
    {
      guint64 n = hd_record_get_n_spans (self, lane), some;

      if (hd_record_get_lane_node (self, lane) != HD_NO_ID || hd_record_is_trace_lane (self, lane))
        continue;
      for (guint64 at = 0; at < n; at += some)
        {
          const HdSpan *spans = hd_record_peek_spans (self, lane, at, &some);

          some = MIN (some, n - at);
          for (guint64 i = 0; i < some && spans[i].end <= moment; i++)
            counts[spans[i].name] += !spans[i].unfinished;
          if (some == 0 || spans[some - 1].end > moment)
            break;
        }
    }
  return counts;
}

gboolean
hd_record_tally_sends (HdRecord *self,
                       HdTime moment,
                       HdSendTally tally,
                       gpointer data)
{
  g_autofree guint64 *counts = count_ended (self, moment);
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Ended));
  guint64 n_sends = 0;

  for (guint32 name = 0; name < hd_record_get_n_names (self); name++)
    if (counts[name] > 0 && _hd_record_get_collective (self, name) != NULL)
      add_ended (self, name, counts[name], all);
  for (guint i = 0; i < all->len; i++)
    n_sends += hd_collective_count_all_sends (g_array_index (all, Ended, i).schedule, g_array_index (all, Ended, i).n_members);
  if (n_sends > MOST_SENDS)
    return FALSE;
  for (guint i = 0; i < all->len; i++)
    {
      const Ended *ended = &g_array_index (all, Ended, i);

      for (guint32 step = 0; step < ended->schedule->count_steps (ended->n_members); step++)
        for (guint32 k = 0; k < ended->schedule->count_sends (ended->n_members, step); k++)
          {
            HdSend send;

            ended->schedule->get_send (ended->n_members, step, k, &send);
            tally (data, ended->members[send.source], ended->members[send.destination], ended->n);
          }
    }
  return n_sends > 0;
}
