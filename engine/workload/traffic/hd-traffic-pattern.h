/* hd-traffic-pattern.h: who sends to whom in synthetic traffic
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Members are numbered from 0, and fill the rows of a grid one after the other. Source: Dally and Towles, "Principles and Practices of
 * Interconnection Networks", 2004, table 3.1.
 */
#pragma once

#include <gio/gio.h>

#include "hd-splitmix.h"

G_BEGIN_DECLS

/** HdTrafficKind: in the order of the choices of the attribute `pattern` */
typedef enum
{
  HD_TRAFFIC_UNIFORM,        /* any other member, all equally likely */
  HD_TRAFFIC_TRANSPOSE,      /* row and column exchanged */
  HD_TRAFFIC_BIT_COMPLEMENT, /* each bit of the number turned over */
  HD_TRAFFIC_TORNADO,        /* almost half around each row and each column */
  HD_TRAFFIC_HOT_SPOT,       /* a share to one member, the rest as uniform */
  HD_TRAFFIC_NEIGHBOUR,      /* a member beside it in its row or column, all equally likely */
} HdTrafficKind;

/**
 * HdTrafficPattern:
 * @columns: members in a row; divides @n_members
 * @hot, @hot_share: of a hot spot: the member, and the share of the messages of others that go there
 */
typedef struct
{
  HdTrafficKind kind;
  guint32 n_members;
  guint32 columns;
  guint32 hot;
  double hot_share;
} HdTrafficPattern;

/** hd_traffic_pattern_check: Errors: %HD_ERROR_RANGE: the members do not make the grid that it needs, or none of them would send */
gboolean hd_traffic_pattern_check (const HdTrafficPattern *self,
                                   GError **error);
/** hd_traffic_pattern_sends: whether @source sends at all: not where it would be to itself */
gboolean hd_traffic_pattern_sends (const HdTrafficPattern *self,
                                   guint32 source);
/** hd_traffic_pattern_draw: where the next message of @source goes, which sends; takes as many numbers of @random as the pattern needs */
guint32 hd_traffic_pattern_draw (const HdTrafficPattern *self,
                                 guint32 source,
                                 HdSplitmix *random);

G_END_DECLS
