/* hd-work-record.h: what work tells, in the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-execution.h"
#include "hd-record-private.h"
#include "hd-transfer-list.h"

G_BEGIN_DECLS

/** HdWorkPlace: where names, classes of lanes and resources of some work begin in the record, and how many of the last there are */
typedef struct
{
  guint32 first_name;
  guint32 first_class;
  guint32 first_resource;
  guint32 n_resources;
} HdWorkPlace;

/** hd_work_record_make_span: as the record has it */
HdSpan hd_work_record_make_span (const HdWorkPlace *place,
                                 const HdWorkSpan *span);
/** HdOpenWork: what of the work at @place is under way; @spans: of HdOpenSpan */
typedef struct
{
  const HdWorkPlace *place;
  GArray *spans;
} HdOpenWork;

/** hd_work_record_open: adds @span to @data, a HdOpenWork; a HdWorkOpen */
void hd_work_record_open (gpointer data,
                          const HdWorkSpan *span);
/** hd_work_record_iteration: the @n-th has ended; @series: of probes that show its number; negative if there is none */
void hd_work_record_iteration (HdRecord *record,
                               int series,
                               guint64 n,
                               HdTime end);
void hd_work_record_transfer (HdRecord *record,
                              const HdTransferList *list,
                              guint64 number,
                              HdTime end);

G_END_DECLS
