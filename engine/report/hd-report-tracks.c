/* hd-report-tracks.c: spans of a lane on tracks, where they follow each other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-report-tracks"

#include "hd-report-tracks.h"

GArray *
_hd_tracks_new (void)
{
  GArray *tracks = g_array_new (FALSE, FALSE, sizeof (HdTrack));

  g_array_append_val (tracks, ((HdTrack){ FALSE, 0, 0 }));
  return tracks;
}

guint
_hd_tracks_place (GArray *tracks,
                  const HdSpan *span)
{
  HdTrack track = { .traffic = span->kind == HD_SPAN_MEMORY, .end = span->end };

  for (guint i = 0; i < tracks->len; i++)
    {
      HdTrack *known = &g_array_index (tracks, HdTrack, i);

      if (known->traffic != track.traffic)
        continue;
      track.number++;
      if (known->end > span->start)
        continue;
      known->end = span->end;
      return i;
    }
  g_array_append_val (tracks, track);
  return tracks->len - 1;
}
