/* hd-collective-direct.c: ranks that send to each other directly
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-collective-direct"

#include "hd-collective-private.h"

#include "hd-i18n.h"

/* All-to-all sends at distance k + 1 in step k. */

static guint32
all_to_all_steps (guint32 n_ranks)
{
  return n_ranks - 1;
}

static void
all_to_all_send (guint32 n_ranks,
                 guint32 step,
                 guint32 i,
                 HdSend *out_send)
{
  guint32 destination = hd_wrap_rank ((gint64) i + 1 + step, n_ranks);

  *out_send = (HdSend) { i, destination, destination, 1, i, HD_SEND_COPY };
}

static guint32
single_step (guint32 n_ranks)
{
  return n_ranks > 1 ? 1 : 0;
}

static guint32
single_send (guint32 n_ranks,
             guint32 step)
{
  return 1;
}

static void
point_to_point_send (guint32 n_ranks,
                     guint32 step,
                     guint32 i,
                     HdSend *out_send)
{
  *out_send = (HdSend) { 0, 1, 0, 1, 0, HD_SEND_COPY };
}

const HdCollective _hd_collective_all_to_all_direct = {
  .id = "all-to-all-direct",
  .operation = "all-to-all",
  .algorithm = "direct",
  .title = N_("All-to-all, direct"),
  .help = N_("Rank i sends chunk j to rank j, at growing distance: n - 1 steps."),
  .out_of_place = TRUE,
  .count_chunks = hd_chunk_per_rank,
  .count_steps = all_to_all_steps,
  .count_sends = hd_every_rank_sends,
  .get_send = all_to_all_send,
  .count_alike = hd_no_other_alike,
};

const HdCollective _hd_collective_point_to_point = {
  .id = "point-to-point",
  .operation = "point-to-point",
  .algorithm = "direct",
  .title = N_("Point to point"),
  .help = N_("The first member sends the whole volume to the second."),
  .count_chunks = hd_one_chunk,
  .count_steps = single_step,
  .count_sends = single_send,
  .get_send = point_to_point_send,
  .count_alike = hd_no_other_alike,
};
