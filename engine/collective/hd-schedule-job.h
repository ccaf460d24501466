/* hd-schedule-job.h: a collective of sends, on the nodes of a network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each rank walks its own turns: the steps of the schedule in which it sends or receives. A turn begins when everything that it was to receive in the
 * turns before is in; its sends then leave at once. What comes early waits for its turn. The processes themselves take no time.
 */
#pragma once

#include "hd-collective-job.h"
#include "hd-collective.h"

G_BEGIN_DECLS

#define HD_SCHEDULE_MAX_SENDS (1u << 25)

/**
 * HdScheduleMessage: what a parcel of kind %HD_COLLECTIVE_SEND points to; belongs to the sender's rank
 * @number: of the job
 * @values: (array length=n): elements from @first on of the receiver
 * @is_copy: of one in another process; belongs to the job
 */
typedef struct
{
  guint32 number;
  guint32 step;
  guint32 destination; /* rank */
  guint32 first;
  guint32 n;
  HdSendAction action;
  gboolean is_copy;
  double values[];
} HdScheduleMessage;

/** hd_schedule_job_new: @members are nodes. Errors: %HD_ERROR_LIMIT for more than HD_SCHEDULE_MAX_SENDS sends. */
HdCollectiveJob *hd_schedule_job_new (const HdCollective *algorithm,
                                      HdTreeOperation operation,
                                      const guint32 *members,
                                      guint32 n_members,
                                      guint64 bytes,
                                      GError **error);

G_END_DECLS
