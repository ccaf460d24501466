/* hd-histogram.h: how long what happened often took
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-time.h>

G_BEGIN_DECLS

/** HdExample: a message: when it was sent, how long it took, and its nodes */
typedef struct
{
  HdTime sent;
  HdTime latency;
  guint32 source;
  guint32 destination;
} HdExample;

/** HdBin: how many took @from, or longer, but less than @to; @first: of these, the one that was sent first, by the least node */
typedef struct
{
  HdTime from;
  HdTime to;
  guint64 n;
  HdExample first;
} HdBin;

/**
 * HdHistogram:
 * @name: "latency": stable key
 * @title: translated
 * @n: of all bins together
 * @p50, @p95, @p99: as the metrics of the same name have them
 * @bins: (array length=n_bins): that hold any, ascending; each at most a 128th as wide as what it holds, or a picosecond
 */
typedef struct
{
  const char *name;
  const char *title;
  guint64 n;
  HdTime least;
  HdTime most;
  HdTime p50;
  HdTime p95;
  HdTime p99;
  const HdBin *bins;
  guint n_bins;
} HdHistogram;

G_END_DECLS
