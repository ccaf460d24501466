/* hd-team.h: what strategies with several partitions share: threads, channels, who works on what
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-channel-map.h"
#include "hd-crew.h"
#include "hd-strategy.h"

G_BEGIN_DECLS

/** HdTeam: first member of what such a strategy keeps */
typedef struct
{
  HdKernel *kernel;
  HdCrew *crew;
  HdChannelMap *channels;
} HdTeam;

void hd_team_init (HdTeam *self,
                   HdKernel *kernel);
void hd_team_clear (HdTeam *self);
/** hd_team_get_worker: who works on @partition: neighbours go to one worker */
guint hd_team_get_worker (HdTeam *self,
                          guint partition);
/** hd_team_get_first: the first partition of @worker; those up to the first of the next are its own */
guint hd_team_get_first (HdTeam *self,
                         guint worker);

/** HdTeamFunc: all events up to @end (included), in parallel; %FALSE if a request or a failure stopped it */
typedef gboolean (*HdTeamFunc) (HdTeam *self,
                                HdTime end);
/** hd_team_run: a strategy's run: asks external clocks, calls @func up to what they allow, leaves no mail on its way */
HdKernelStatus hd_team_run (HdTeam *self,
                            HdTime until,
                            HdTeamFunc func);

G_END_DECLS
