/* hd-lane-keeper.h: who keeps what components say that they are at
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

/**
 * HdLaneKeeper:
 * @shows: whether anything is kept of lane number @lane of the component; the same during the run
 * @state: see HdHost; @start is not before @now
 * @span: see HdHost; @end is neither before @start nor before @now
 *
 * Called in the component's partition. Components are the kernel's. Errors: an unknown lane or activity, or no room for more.
 */
typedef struct _HdLaneKeeper HdLaneKeeper;

struct _HdLaneKeeper
{
  gboolean (*shows) (HdLaneKeeper *self,
                     guint32 component,
                     guint32 lane);
  gboolean (*state) (HdLaneKeeper *self,
                     guint32 component,
                     guint32 lane,
                     guint32 activity,
                     HdTime now,
                     HdTime start,
                     GError **error);
  gboolean (*span) (HdLaneKeeper *self,
                    guint32 component,
                    guint32 lane,
                    guint32 activity,
                    HdTime now,
                    HdTime start,
                    HdTime end,
                    GError **error);
};

G_END_DECLS
