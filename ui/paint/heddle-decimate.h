/* heddle-decimate.h: a series of samples that knows the extremes of any range
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Samples (time, value), each held until the next; appended in order of time. A pyramid of blocks of 16 keeps minimum,
 * maximum and the integral over time, so that a range of any length costs O(log n). */
typedef struct _HeddleDecimate HeddleDecimate;

typedef struct
{
  double minimum, maximum;  /* over every value that holds at some time in the column */
  double mean;              /* weighted with time */
  guint64 samples;          /* that begin in the column; 0: only the value held from before */
  gboolean empty;           /* before the first sample or after the end: the rest is not set */
} HeddleColumn;

HeddleDecimate *heddle_decimate_new      (void);
void            heddle_decimate_free     (HeddleDecimate       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleDecimate, heddle_decimate_free)

gboolean        heddle_decimate_append   (HeddleDecimate       *self,
                                          const gint64         *times_ps,
                                          const double         *values,
                                          gsize                 n);
void            heddle_decimate_set_end  (HeddleDecimate       *self,
                                          gint64                end_ps);
gint64          heddle_decimate_get_end  (const HeddleDecimate *self);

gsize           heddle_decimate_length   (const HeddleDecimate *self);
gint64          heddle_decimate_time     (const HeddleDecimate *self,
                                          gsize                 index);
double          heddle_decimate_value    (const HeddleDecimate *self,
                                          gsize                 index);
gsize           heddle_decimate_find     (const HeddleDecimate *self,
                                          gint64                time_ps);
HeddleColumn    heddle_decimate_range    (const HeddleDecimate *self,
                                          gint64                begin_ps,
                                          gint64                end_ps);
void            heddle_decimate_columns  (const HeddleDecimate *self,
                                          gint64                begin_ps,
                                          gint64                end_ps,
                                          guint                 n_columns,
                                          HeddleColumn         *out_columns);

G_END_DECLS
