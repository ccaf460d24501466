/* hd-traffic-draws.h: when members of synthetic traffic make messages, and for whom
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Time has slots. In each slot each member may make one message. Bernoulli: it does with its probability, whatever was before. Bursty: it is in a burst
 * or not; a burst goes on from slot to slot with a probability that gives it its mean length, the next begins with one that gives all slots the mean
 * probability, and within a burst a slot has a message with the peak probability. Before the first slot each member is in a burst as often as it is on the average.
 *
 * Random numbers: either each pair of member and slot has a stream of its own, so that a member needs to know nothing of the others; or one stream
 * runs through all members of slot 0, then of slot 1, and so on, which is drawn beforehand.
 */
#pragma once

#include "hd-traffic-pattern.h"

G_BEGIN_DECLS

/**
 * HdTrafficSource: all that decides what is drawn
 * @seed: of the one stream; with @number, which tells works of one project apart, of the streams of members
 * @probabilities: (array length=members): of a message in a slot, on the average, up to 1
 * @burst: (bursty) mean number of slots, at least 1
 * @peak: (bursty) at least any of @probabilities
 */
typedef struct
{
  HdTrafficPattern pattern;
  guint64 seed;
  guint32 number;
  const double *probabilities;
  gboolean is_bursty;
  double burst;
  double peak;
  gboolean is_shared;
} HdTrafficSource;

/** HdTrafficCursor: how far a member is; zeroes are before slot 0. @slot is the next one that was not drawn. */
typedef struct
{
  guint64 slot;
  gboolean is_begun;
  gboolean is_on;
} HdTrafficCursor;

typedef struct _HdTrafficDraws HdTrafficDraws;

/**
 * hd_traffic_draws_new:
 * @source: copied, but for @probabilities, which outlive it
 * @n_slots: that are drawn beforehand, if the stream is shared
 *
 * Errors: those of the present budget.
 */
HdTrafficDraws *hd_traffic_draws_new (const HdTrafficSource *source,
                                      guint64 n_slots,
                                      GError **error);
void hd_traffic_draws_free (HdTrafficDraws *self);
/**
 * hd_traffic_draws_next: the next message of @member before slot @end
 *
 * Of different members from any threads.
 *
 * Returns: whether there is one; else the cursor is at @end
 */
gboolean hd_traffic_draws_next (const HdTrafficDraws *self,
                                guint32 member,
                                HdTrafficCursor *cursor,
                                guint64 end,
                                guint64 *out_slot,
                                guint32 *out_destination);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdTrafficDraws, hd_traffic_draws_free)

G_END_DECLS
