/* hd-carrier.c: graphs and lists of transfers as carriers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-carrier"

#include "hd-carrier.h"

#include "hd-executor.h"
#include "hd-transfer-carrier.h"

static HdTime
never (gpointer self)
{
  return HD_TIME_MAX;
}

/* ---- graphs -------------------------------------------------------------------------------------------------------------- */

static gboolean
start_executor (gpointer self,
                HdNetwork *network,
                HdStepTrace *trace,
                const HdExecutionObserver *observer,
                gpointer user_data,
                GError **error)
{
  hd_executor_connect (self, network, trace, observer, user_data);
  return hd_executor_start (self, error);
}

static void
executor_done (gpointer self,
               guint64 token,
               HdTime time)
{
  hd_executor_done (self, token);
}

static gboolean
settle_executor (gpointer self,
                 HdTime time,
                 GError **error)
{
  return hd_executor_settle (self, time, error);
}

static gboolean
is_executor_ended (gpointer self)
{
  return hd_executor_is_ended (self);
}

static void
cut_executor (gpointer self,
              HdTime time)
{
  hd_executor_cut (self, time);
}

static void
tell_open_executor (gpointer self,
                    HdWorkOpen open,
                    gpointer data)
{
  hd_executor_tell_open (self, open, data);
}

static guint64
count_executed (gpointer self)
{
  return hd_executor_get_n_completions (self);
}

static double
get_executor_progress (gpointer self)
{
  return hd_executor_get_progress (self);
}

static void
get_executor_digest (gpointer self,
                     guint lane_class,
                     guint64 *out_digest)
{
  hd_executor_get_class_digest (self, lane_class, out_digest);
}

static void
free_executor (gpointer self)
{
  hd_executor_free (self);
}

const HdCarrierClass hd_executor_carrier_class = {
  .start = start_executor,
  .done = executor_done,
  .settle = settle_executor,
  .get_next = never,
  .is_ended = is_executor_ended,
  .cut = cut_executor,
  .tell_open = tell_open_executor,
  .get_n_completions = count_executed,
  .get_progress = get_executor_progress,
  .get_digest = get_executor_digest,
  .free = free_executor,
};

/* ---- lists of transfers -------------------------------------------------------------------------------------------------- */

static gboolean
settle_transfers (gpointer self,
                  HdTime time,
                  GError **error)
{
  hd_transfer_carrier_settle (self, time);
  return TRUE;
}

static gboolean
start_transfers (gpointer self,
                 HdNetwork *network,
                 HdStepTrace *trace,
                 const HdExecutionObserver *observer,
                 gpointer user_data,
                 GError **error)
{
  hd_transfer_carrier_connect (self, network, trace, observer, user_data);
  return settle_transfers (self, 0, error);
}

static void
transfer_done (gpointer self,
               guint64 token,
               HdTime time)
{
  hd_transfer_carrier_done (self, token, time);
}

static HdTime
get_next_transfer (gpointer self)
{
  return hd_transfer_carrier_get_next (self);
}

static gboolean
are_transfers_ended (gpointer self)
{
  return hd_transfer_carrier_get_n_ended (self) == hd_transfer_carrier_get_length (self);
}

static void
cut_transfers (gpointer self,
               HdTime time)
{
  hd_transfer_carrier_cut (self, time);
}

static void
tell_open_transfers (gpointer self,
                     HdWorkOpen open,
                     gpointer data)
{
  hd_transfer_carrier_tell_open (self, open, data);
}

static guint64
count_transfers (gpointer self)
{
  return hd_transfer_carrier_get_n_ended (self);
}

static double
get_transfer_progress (gpointer self)
{
  guint64 length = hd_transfer_carrier_get_length (self);

  return length > 0 ? (double) hd_transfer_carrier_get_n_ended (self) / (double) length : 1;
}

static void
get_transfer_digest (gpointer self,
                     guint lane_class,
                     guint64 *out_digest)
{
  hd_transfer_carrier_get_digest (self, out_digest);
}

static void
free_transfers (gpointer self)
{
  hd_transfer_carrier_free (self);
}

const HdCarrierClass hd_transfer_carrier_class = {
  .start = start_transfers,
  .done = transfer_done,
  .settle = settle_transfers,
  .get_next = get_next_transfer,
  .is_ended = are_transfers_ended,
  .cut = cut_transfers,
  .tell_open = tell_open_transfers,
  .get_n_completions = count_transfers,
  .get_progress = get_transfer_progress,
  .get_digest = get_transfer_digest,
  .free = free_transfers,
};
