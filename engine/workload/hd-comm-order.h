/* hd-comm-order.h: which sends of a communication wait for which
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-collective.h"

G_BEGIN_DECLS

typedef struct _HdCommOrder HdCommOrder;

/**
 * HdCommWait: of send @send of the step at hand
 * @from, @to: numbers that were given to the two sends
 * @from_step: of the send that it waits for
 * @each_round: of steps that are alike, each after the first waits for the one before; else the first waits
 * @leaves_behind: both leave one member; else the member that sends @to receives @from
 */
typedef struct
{
  guint32 send;
  guint32 from;
  guint32 to;
  guint32 from_step;
  gboolean each_round;
  gboolean leaves_behind;
} HdCommWait;

typedef void (*HdCommWaitFunc) (gpointer user_data,
                                const HdCommWait *wait);

HdCommOrder *hd_comm_order_new (guint32 n_ranks);
void hd_comm_order_free (HdCommOrder *self);
/**
 * hd_comm_order_add:
 * @sends: (array length=n_sends): of @step and those that are alike
 * @numbers: (array length=n_sends): by which @func knows them
 * @alike: how many steps
 *
 * The next steps of a schedule. O(sends + waits).
 */
void hd_comm_order_add (HdCommOrder *self,
                        guint32 step,
                        guint32 alike,
                        const HdSend *sends,
                        const guint32 *numbers,
                        guint32 n_sends,
                        HdCommWaitFunc func,
                        gpointer user_data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdCommOrder, hd_comm_order_free)

G_END_DECLS
