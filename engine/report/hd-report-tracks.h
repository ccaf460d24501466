/* hd-report-tracks.h: spans of a lane on tracks, where they follow each other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/** HdTrack: one for computations and one for the traffic beside them, and more where spans overlap */
typedef struct
{
  gboolean traffic;
  guint number; /* among those of its kind, from 0 */
  HdTime end;   /* of what is on it */
} HdTrack;

/** _hd_tracks_new: (element-type HdTrack): the first is for computations */
GArray *_hd_tracks_new (void);
/** _hd_tracks_place: the first track that is free at the span's start; a new one if there is none. Spans are given in a lane's order. */
guint _hd_tracks_place (GArray *tracks,
                        const HdSpan *span);

G_END_DECLS
