/* hd-network.h: what workloads and collectives ask of a network, whatever its fidelity
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A network carries batches of transfers. A transfer is a size on a path: bytes on a route, or FLOP on the path of an XPU. A batch is a set of
 * transfers that starts together, repeated as rounds with a barrier between them: the steps of a ring are the rounds of one batch. An ordered batch
 * has no barrier: each of its transfers has rounds of its own, and waits for those transfers alone that it is said to wait for.
 *
 * Protocol: before anything is started, advance to the present. Then start; ask for the next event; advance to it, or to any earlier time.
 * What is started at one time is solved together. A done function may start batches, and nothing else.
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

typedef struct _HdNetwork HdNetwork;
typedef struct _HdNetworkClass HdNetworkClass;

/** HdTransfer: @size in the unit of the path's resources (B or FLOP), at least 0 */
typedef struct
{
  guint32 path;
  double size;
} HdTransfer;

/** HdOrderedTransfer: of an ordered batch; carried @rounds times, at least 1 */
typedef struct
{
  guint32 path;
  guint32 rounds;
  double size;
} HdOrderedTransfer;

/**
 * HdTransferWait: in an ordered batch transfer @to waits for transfer @from
 * @each_round: every round of @to but the first waits for the round before of @from, which has as many; else the first round of @to waits for the last of
 *   @from, and all others for nothing of @from
 * @leaves_behind: both leave one sender, who is free again when the last byte of @from has left: @to arrives no sooner than behind it. Else the sender of
 *   @to needs what @from brings, and sends when it is there
 *
 * A transfer always leaves behind its own round before.
 */
typedef struct
{
  guint32 from;
  guint32 to;
  guint8 each_round;
  guint8 leaves_behind;
} HdTransferWait;

/** HdNetworkDone: all rounds of the batch that was started with @token have ended, now, at @time */
typedef void (*HdNetworkDone) (gpointer user_data,
                               guint64 token,
                               HdTime time);

/**
 * HdNetworkObserver:
 * @rate: from @time on the resource carries @rate a second
 * @average: from @begin to @end it carried @average a second, in equal rounds that were advanced at once; the last rate told holds again from @end
 * @transfer: of the batch that was started with @token, transfer @transfer has ended in the round under way
 * @round: that round has ended
 * @rounds: so have @n_rounds more, each @period long, the first from @begin on; transfers ended in each as in the last round that was told
 * @left: of an ordered batch, round @round of transfer @transfer left its sender at @left, which is known at @time, by a latency later at most
 * @arrived: that round, which left at @left, is there; these two, which go together, are told of ordered batches, the three before of others
 *
 * All functions are (nullable). Calls for one resource, or one batch, come in the order of time.
 */
typedef struct
{
  void (*rate) (gpointer user_data,
                guint32 resource,
                HdTime time,
                double rate);
  void (*average) (gpointer user_data,
                   guint32 resource,
                   HdTime begin,
                   HdTime end,
                   double average);
  void (*transfer) (gpointer user_data,
                    guint64 token,
                    guint transfer,
                    HdTime time);
  void (*round) (gpointer user_data,
                 guint64 token,
                 HdTime time);
  void (*rounds) (gpointer user_data,
                  guint64 token,
                  HdTime begin,
                  HdTime period,
                  guint64 n_rounds);
  void (*left) (gpointer user_data,
                guint64 token,
                guint transfer,
                guint round,
                HdTime left,
                HdTime time);
  void (*arrived) (gpointer user_data,
                   guint64 token,
                   guint transfer,
                   guint round,
                   HdTime left,
                   HdTime time);
} HdNetworkObserver;

/**
 * HdNetworkCounters: what was simulated; a transfer of a class counts with its multiplicity, a skipped round like any other
 * @rings: how often an ordered batch was followed with less to do for each event, see hd-flow-ring.c
 */
typedef struct
{
  guint64 transfers_started;
  guint64 transfers_ended;
  guint64 rounds;
  guint64 rounds_skipped;
  guint64 jumps;
  guint64 solver_calls;
  guint64 rates_visited;
  guint64 rates_changed;
  guint64 rings;
} HdNetworkCounters;

struct _HdNetworkClass
{
  const char *name;
  void (*free) (HdNetwork *self);
  void (*start) (HdNetwork *self,
                 const HdTransfer *transfers,
                 guint n_transfers,
                 guint rounds,
                 guint64 token);
  void (*start_ordered) (HdNetwork *self,
                         const HdOrderedTransfer *transfers,
                         guint n_transfers,
                         const HdTransferWait *waits,
                         guint n_waits,
                         guint rounds,
                         guint64 token);
  HdTime (*get_next) (HdNetwork *self);
  gboolean (*advance) (HdNetwork *self,
                       HdTime time,
                       GError **error);
  void (*catch_up) (HdNetwork *self);
  void (*get_counters) (HdNetwork *self,
                        HdNetworkCounters *out_counters);
};

struct _HdNetwork
{
  const HdNetworkClass *klass;
};

static inline void
hd_network_free (HdNetwork *self)
{
  self->klass->free (self);
}

/**
 * hd_network_start:
 * @transfers: (array length=n_transfers): copied
 * @rounds: at least 1; round k+1 starts when all transfers of round k have ended
 * @token: given back to the done function
 *
 * Starts a batch at the time that the network was advanced to. The done function is never called from here, not even for an empty batch.
 */
static inline void
hd_network_start (HdNetwork *self,
                  const HdTransfer *transfers,
                  guint n_transfers,
                  guint rounds,
                  guint64 token)
{
  self->klass->start (self, transfers, n_transfers, rounds, token);
}

/**
 * hd_network_start_ordered:
 * @transfers: (array length=n_transfers): copied
 * @waits: (array length=n_waits): copied; they lead to no circle but over rounds
 * @rounds: how many there are from the first transfers to the last, for the counters
 * @token: given back to the done function when all rounds of all transfers have ended
 *
 * Starts a batch at the time that the network was advanced to: the first rounds of what waits for nothing. The done function is never called from here.
 */
static inline void
hd_network_start_ordered (HdNetwork *self,
                          const HdOrderedTransfer *transfers,
                          guint n_transfers,
                          const HdTransferWait *waits,
                          guint n_waits,
                          guint rounds,
                          guint64 token)
{
  self->klass->start_ordered (self, transfers, n_transfers, waits, n_waits, rounds, token);
}

/** hd_network_get_next: when it must be advanced next; %HD_TIME_MAX if nothing is under way */
static inline HdTime
hd_network_get_next (HdNetwork *self)
{
  return self->klass->get_next (self);
}

/**
 * hd_network_advance:
 * @time: at least the time advanced to before
 *
 * Handles everything that is due up to and at @time, and calls the done function for each batch that ends, in the order of time, then of starting.
 *
 * Errors: %HD_ERROR_LIMIT if more is under way than the network can count; it must not be used further.
 */
static inline gboolean
hd_network_advance (HdNetwork *self,
                    HdTime time,
                    GError **error)
{
  return self->klass->advance (self, time, error);
}

/** hd_network_catch_up: tells the observer of all that happened up to the time advanced to, even what would be told at once with what is to come */
static inline void
hd_network_catch_up (HdNetwork *self)
{
  self->klass->catch_up (self);
}

static inline void
hd_network_get_counters (HdNetwork *self,
                         HdNetworkCounters *out_counters)
{
  self->klass->get_counters (self, out_counters);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdNetwork, hd_network_free)

G_END_DECLS
