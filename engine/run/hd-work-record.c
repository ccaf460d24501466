/* hd-work-record.c: what work tells, in the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "hd-work-record.h"

HdSpan
hd_work_record_make_span (const HdWorkPlace *place,
                          const HdWorkSpan *span)
{
  return (HdSpan){
    .start = span->start,
    .end = span->end,
    .cause = span->cause_index == HD_NO_CAUSE ? HD_NO_SPAN : _hd_record_make_cause (place->first_class + span->cause_class, span->cause_index),
    .name = place->first_name + span->name,
    .iteration = MIN (span->iteration, HD_SPAN_MAX_ITERATION),
    .kind = span->kind,
    .unfinished = span->unfinished,
    .step = span->step,
    .peer = span->peer,
  };
}

void
hd_work_record_open (gpointer data,
                     const HdWorkSpan *span)
{
  const HdOpenWork *self = data;
  const HdOpenSpan open = { self->place->first_class + span->lane_class, hd_work_record_make_span (self->place, span) };

  g_array_append_val (self->spans, open);
}

void
hd_work_record_iteration (HdRecord *record,
                          int series,
                          guint64 n,
                          HdTime end)
{
  _hd_record_append_iteration (record, end);
  if (series >= 0)
    _hd_record_append_sample (record, (guint) series, end, (double) n);
}

void
hd_work_record_transfer (HdRecord *record,
                         const HdTransferList *list,
                         guint64 number,
                         HdTime end)
{
  const HdListedTransfer *transfer = hd_transfer_list_get (list, number);
  HdTransferResult result = { number, transfer->start, end, transfer->bytes, transfer->source, transfer->destination };

  _hd_record_append_transfer (record, &result);
}
