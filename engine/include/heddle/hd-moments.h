/* hd-moments.h: what became of transfers from and to memories, moment by moment
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/**
 * HdMoment:
 * @HD_MOMENT_TAKEN: what is written has been read from private memory
 * @HD_MOMENT_SENT: it has a place in the queue of requests, and is handed to the network
 * @HD_MOMENT_ENTERED: the request went into the network; @HD_MOMENT_REPLY_ENTERED: its answer did
 * @HD_MOMENT_SERVED: the memory is done with it
 * @HD_MOMENT_ANSWERED: the answer is there
 * @HD_MOMENT_STORED: what was read is in private memory
 */
typedef enum
{
  HD_MOMENT_ASKED,
  HD_MOMENT_TAKEN,
  HD_MOMENT_SENT,
  HD_MOMENT_ENTERED,
  HD_MOMENT_ARRIVED,
  HD_MOMENT_SERVED,
  HD_MOMENT_REPLY_ENTERED,
  HD_MOMENT_ANSWERED,
  HD_MOMENT_STORED,
  HD_N_MOMENTS
} HdMoment;

/**
 * HdMoments: of @bytes that @component read or wrote at @address
 * @number: among those of the component, from 0
 * @component, @memory: nodes
 * @writer, @write: of a read: the node, and the number among its transfers, of the write that it took its data from, the last if there were several; %HD_NO_ID if none
 *   is known. Of a write: %HD_NO_ID
 * @source: the place of that write among all, as hd_moments_read () returns them; %HD_NO_ID if it is not there. It was not served after this
 * @n_moments: of @times, that had come when the run ended; all if it was done by then
 * @times: none is before the one to its left; those that had not come are the end of the run
 */
typedef struct
{
  guint64 number;
  guint64 address;
  guint64 bytes;
  guint32 component;
  guint32 memory;
  gboolean is_write;
  guint32 writer;
  guint32 source;
  guint64 write;
  guint n_moments;
  HdTime times[HD_N_MOMENTS];
} HdMoments;

/** hd_moments_may_be_logged: whether any component of the design may write a file of kind %HD_OUTPUT_TRANSFERS */
gboolean hd_moments_may_be_logged (HdDesign *design);
/** hd_moments_are_logged: whether any is told to, by its %HD_PROPERTY_LOG */
gboolean hd_moments_are_logged (HdDesign *design);

/**
 * hd_moments_read:
 *
 * Of a run that has ended.
 *
 * Returns: (element-type HdMoments) (transfer full): in the order of when they were asked for, then of components, then of numbers; empty if none were logged
 *
 * Errors: %HD_ERROR_INVALID: a library has written what is none, with file and line
 */
GArray *hd_moments_read (HdRecord *record,
                         GError **error);

G_END_DECLS
