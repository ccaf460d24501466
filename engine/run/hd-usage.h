/* hd-usage.h: rates told by a network, integrated into frames and series
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-record-private.h"

G_BEGIN_DECLS

typedef struct _HdUsage HdUsage;

/** HdUsageTerm: a rate of a resource times a factor */
typedef struct
{
  guint32 resource;
  double factor;
} HdUsageTerm;

/** HdUsageWhole: what a series makes of its terms */
typedef enum
{
  HD_USAGE_SUM,
  HD_USAGE_MAXIMUM,
  HD_USAGE_RATIO, /* of what the first carries to what the second does, where that is something; of amounts that are read alone, not of rates */
} HdUsageWhole;

/** hd_usage_new: @ends_frames: it is what ends the record's frames, whose resources are its own */
HdUsage *hd_usage_new (HdRecord *record,
                       guint n_resources,
                       gboolean ends_frames);
void hd_usage_free (HdUsage *self);
/** hd_usage_watch: before the first rate is told */
void hd_usage_watch (HdUsage *self,
                     guint series,
                     HdUsageWhole whole,
                     const HdUsageTerm *terms,
                     guint n_terms);
/** hd_usage_rate: from @time on @resource carries @rate a second */
void hd_usage_rate (HdUsage *self,
                    guint32 resource,
                    HdTime time,
                    double rate);
/** hd_usage_average: from @begin to @end it carries @average a second, then its last rate again */
void hd_usage_average (HdUsage *self,
                       guint32 resource,
                       HdTime begin,
                       HdTime end,
                       double average);
/** hd_usage_advance: nothing is going to be told about the time before @time any more */
void hd_usage_advance (HdUsage *self,
                       HdTime time);
/** hd_usage_read: @out_amounts (array length=n_resources): carried before @time, to which it was advanced but for what happens there */
void hd_usage_read (HdUsage *self,
                    HdTime time,
                    double *out_amounts);
/** hd_usage_finish: the run ends at @time */
void hd_usage_finish (HdUsage *self,
                      HdTime time);

G_END_DECLS
