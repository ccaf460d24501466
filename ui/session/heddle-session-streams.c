/* heddle-session-streams.c: what moves along links where no messages are recorded
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A mark stands for bytes, not for a message: those of a link are the closer the busier it is, and have moved as far as bytes have been carried since the start. So they
 * stand still in a pause, and go back where the time does.
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include <math.h>

#include "heddle-session-private.h"

#define MOST_MARKS 400
#define MOST_OF_LINK 5
#define LEAST_SHARE 0.005  /* of a capacity, that is shown */
#define CROSSING_S 1.5     /* of wall time, that a mark takes along a full link */
#define CROSSINGS 60.0     /* in a run that goes as fast as it can */

typedef struct
{
  HeddleStream stream;
  float share;
} Found;

static int
compare_shares (gconstpointer a,
                gconstpointer b)
{
  const Found *x = a, *y = b;

  return (x->share < y->share) - (x->share > y->share);
}

/* How much a full link carries while a mark goes along it: in simulated seconds of its bandwidth. */
static double
get_crossing_s (HeddleSession *self)
{
  double speed = heddle_session_get_speed (self), end_s = hd_time_to_seconds (hd_record_get_time (heddle_session_get_record (self)));

  return speed > 0 && isfinite (speed) ? speed * CROSSING_S : MAX (end_s, 1e-12) / CROSSINGS;
}

static void
add_way (GArray *found,
         guint32 link,
         guint direction,
         const HdUse *now,
         const HdUse *total,
         double bandwidth,
         double crossing_s)
{
  Found made = { { .link = link, .direction = (guint8) direction }, now->mean };
  double carried = total->amount / (bandwidth * crossing_s);

  if (!((double) now->mean >= LEAST_SHARE) || !(bandwidth > 0) || !isfinite (carried))
    return;
  made.stream.n = MAX ((guint) lround ((double) now->mean * MOST_OF_LINK), 1);
  made.stream.phase = (float) (carried - floor (carried));
  g_array_append_val (found, made);
}

/* Those of the busiest links, as far as there may be so many. */
static GArray *
choose (GArray *found)
{
  GArray *streams = g_array_new (FALSE, FALSE, sizeof (HeddleStream));
  guint n = 0;

  g_array_sort (found, compare_shares);
  for (guint i = 0; i < found->len && n < MOST_MARKS; i++)
    {
      HeddleStream stream = g_array_index (found, Found, i).stream;

      if (found->len > MOST_MARKS / MOST_OF_LINK)
        stream.n = 1 + (stream.n > 2);
      n += stream.n;
      g_array_append_val (streams, stream);
    }
  return streams;
}

gboolean
heddle_session_has_streams (HeddleSession *self)
{
  gboolean is_active = heddle_session_is_active (self);
  HdRecord *record = heddle_session_get_record (self);

  if (record == NULL || heddle_session_has_marks (self) || self->turned != NULL)
    return FALSE;
  if (is_active) /* faster than the eye it is no motion */
    return heddle_session_get_run_state (self) != HD_RUN_RUNNING || (heddle_session_get_speed (self) > 0 && isfinite (heddle_session_get_speed (self)));
  return heddle_session_get_moment (self) < hd_record_get_time (record);
}

GArray *
heddle_session_list_streams (HeddleSession *self)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Found));
  HdDesign *layout = self->layout;
  HeddleLoads loads;

  if (heddle_session_has_streams (self) && layout != NULL && heddle_session_get_loads (self, &loads))
    {
      const HdLink *links = hd_design_get_links (layout);
      double crossing_s = get_crossing_s (self);

      for (guint32 i = 0; i < hd_design_get_n_links (layout); i++)
        for (guint way = 0; way < 1u + (links[i].sharing == HD_SHARING_SPLIT); way++)
          add_way (found, i, way, &loads.links[i].ways[way], &loads.totals[i].ways[way], hd_link_get_rate (&links[i]), crossing_s);
    }
  return choose (found);
}
