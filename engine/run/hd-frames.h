/* hd-frames.h: what each resource carried, in frames of simulated time
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

typedef struct _HdFrames HdFrames;

/** HdFrameLoad: @amount carried in the window, @peak the highest mean rate of any frame in it, in amount per picosecond */
typedef struct
{
  double amount;
  double peak;
} HdFrameLoad;

/** hd_frames_measure: bytes that hd_frames_new () takes in all, with what is kept once frames have merged */
double hd_frames_measure (guint n_resources,
                          gsize budget_bytes);
HdFrames *hd_frames_new (guint n_resources,
                         gsize budget_bytes);
void hd_frames_free (HdFrames *self);

/* One writer. */
HdTime hd_frames_get_boundary (HdFrames *self);
void hd_frames_close (HdFrames *self,
                      const double *cumulative);
void hd_frames_finish (HdFrames *self,
                       HdTime end,
                       const double *cumulative);

/* Any number of readers. */
HdTime hd_frames_get_interval (HdFrames *self);
HdTime hd_frames_get_end (HdFrames *self);
void hd_frames_read (HdFrames *self,
                     HdTime start,
                     HdTime end,
                     HdFrameLoad *out_loads,
                     HdTime *out_start,
                     HdTime *out_end);
HdFrameLoad hd_frames_read_one (HdFrames *self,
                                guint resource,
                                HdTime start,
                                HdTime end,
                                HdTime *out_start,
                                HdTime *out_end);
gsize hd_frames_get_memory (HdFrames *self);

G_END_DECLS
