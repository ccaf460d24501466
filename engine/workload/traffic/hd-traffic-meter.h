/* hd-traffic-meter.h: latencies and rates of synthetic traffic, as they are measured
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Several meters, of which each belongs to one thread, add up to the same as one that has seen all, in any order: they hold whole numbers alone, and of
 * each class the message that was sent first; of one source no two of a workload are sent at once.
 *
 * A percentile is read from a histogram whose classes are at most a 128th of their values wide, and is the middle of its class, but never less than
 * the least nor more than the most: it is at most 0.4 % off. Least, most and mean are exact.
 *
 * The confidence interval is that of batch means: the measurement is cut into 20 equal times, and messages belong to the one in which they were made.
 * Source: Law, "Simulation Modeling and Analysis", 5th edition, 2015, section 9.5.3.
 */
#pragma once

#include <heddle/hd-histogram.h>

G_BEGIN_DECLS

#define HD_TRAFFIC_BATCHES 20

typedef struct _HdTrafficMeter HdTrafficMeter;

HdTrafficMeter *hd_traffic_meter_new (void);
void hd_traffic_meter_free (HdTrafficMeter *self);
/** hd_traffic_meter_get_size: bytes, which can be copied */
gsize hd_traffic_meter_get_size (void);
/** hd_traffic_meter_add: a message that counts was made in batch number @batch, and has arrived */
void hd_traffic_meter_add (HdTrafficMeter *self,
                           guint batch,
                           const HdExample *message);
/** hd_traffic_meter_add_all: all that @other has seen */
void hd_traffic_meter_add_all (HdTrafficMeter *self,
                               const HdTrafficMeter *other);

guint64 hd_traffic_meter_get_n (const HdTrafficMeter *self);
/** hd_traffic_meter_get_mean: 0 of none, as the next */
double hd_traffic_meter_get_mean_s (const HdTrafficMeter *self);
HdTime hd_traffic_meter_get_least (const HdTrafficMeter *self);
HdTime hd_traffic_meter_get_most (const HdTrafficMeter *self);
/** hd_traffic_meter_get_percentile: the least latency that @share of all messages, above 0 and up to 1, do not exceed */
HdTime hd_traffic_meter_get_percentile (const HdTrafficMeter *self,
                                        double share);
/** hd_traffic_meter_dup_bins: (array length=out_n): the classes that hold any, ascending */
HdBin *hd_traffic_meter_dup_bins (const HdTrafficMeter *self,
                                  guint *out_n);
/**
 * hd_traffic_meter_get_half_width: of the 95 % confidence interval of the mean
 * @out_batches: (optional): that have messages
 *
 * Returns: infinity if fewer than two batches have messages
 */
double hd_traffic_meter_get_half_width_s (const HdTrafficMeter *self,
                                          guint *out_batches);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdTrafficMeter, hd_traffic_meter_free)

G_END_DECLS
