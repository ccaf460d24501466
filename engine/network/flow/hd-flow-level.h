/* hd-flow-level.h: exact levels of water-filling
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A level is a rational number, rate per unit of weight, kept as the capacity left and the load on it. Levels are compared by cross
 * multiplication in 128 bits, so that there is no tolerance anywhere.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef unsigned __int128 HdWide;

/** HdFlowLevel: @num / @den, both below 2^63; 1/0 is without bound */
typedef struct
{
  guint64 num;
  guint64 den;
} HdFlowLevel;

#define HD_FLOW_LEVEL_NONE ((HdFlowLevel) { 1, 0 })

static inline gboolean
hd_flow_level_less (HdFlowLevel a,
                    HdFlowLevel b)
{
  return (HdWide) a.num * b.den < (HdWide) b.num * a.den;
}

static inline gboolean
hd_flow_level_equal (HdFlowLevel a,
                     HdFlowLevel b)
{
  return (HdWide) a.num * b.den == (HdWide) b.num * a.den;
}

/** hd_flow_level_rate: rate of a flow of @weight that is fixed at @level, rounded down; level must have a bound */
static inline guint64
hd_flow_level_rate (HdFlowLevel level,
                    guint64 weight)
{
  if (weight == 1)
    return level.num / level.den;
  return (guint64) ((HdWide) level.num * weight / level.den);
}

G_END_DECLS
