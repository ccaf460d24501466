/* hd-clock-domain.h: clocks with a rational period
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

/**
 * HdClockDomain:
 *
 * Period @num / @den picoseconds. Edge n is at ceil (n * num / den): cycles are counted and periods never added, so a clock does not drift.
 */
typedef struct
{
  gint64 num;
  gint64 den;
} HdClockDomain;

/**
 * hd_clock_domain_init:
 * @frequency: in Hz, from 1 mHz to 1 THz; exact to a millihertz
 *
 * Errors: %HD_ERROR_RANGE
 */
gboolean hd_clock_domain_init (HdClockDomain *self,
                               double frequency,
                               GError **error);
/** hd_clock_domain_get_edge: time of edge @cycle (at least 0), or HD_TIME_MAX if that is too late */
HdTime hd_clock_domain_get_edge (const HdClockDomain *self,
                                 gint64 cycle);
/** hd_clock_domain_find_cycle: number of the first edge at or after @time (at least 0) */
gint64 hd_clock_domain_find_cycle (const HdClockDomain *self,
                                   HdTime time);

G_END_DECLS
