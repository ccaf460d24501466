/* hd-record-parts.h: what a record consists of, shared by its files
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <pthread.h>

#include "hd-chunked-array.h"
#include "hd-pauses.h"
#include "hd-record-private.h"

G_BEGIN_DECLS

/* What is kept of an HdRecordLayout: set once, then immutable. */
typedef struct
{
  char **names;
  char **titles;           /* of names; NULL where they are the same */
  guint n_names;
  const guint32 **members; /* by name: of teams, or NULL */
  guint *n_members;
  const HdCollective **collectives; /* by name, or NULL */
  GHashTable *teams;       /* nodes as they were given -> copy */
  guint32 *lane_nodes;
  char **lane_titles;
  HdTreeLog **lane_logs;
  guint32 *lane_classes;
  guint n_lanes;
  guint n_lane_classes;
  guint *class_lanes;      /* by lane class: its first lane */
  guint first_trace_lane;
  double *capacities;
  guint n_resources;
  guint32 *link_resources;
  guint32 *node_resources;
  guint32 *link_meters;    /* or NULL, as the next */
  guint32 *router_meters;
  HdChunkedArray **spans;  /* by lane class */
  HdFrames *frames;
} HdKeptLayout;

typedef struct
{
  char *name;
  GBytes *bytes;
} HdRecordFile;

typedef struct
{
  HdSeriesKind kind;
  double maximum;
  HdChunkedArray *samples;
} HdRecordSeries;

/* Set once, then immutable; the board's lines change. */
typedef struct
{
  HdBoard *board;
  guint32 *of_node;
} HdRecordPartitions;

typedef struct _HdRecordPairs HdRecordPairs;
/** _hd_record_free_pairs: in hd-record-pairs.c */
void _hd_record_free_pairs (HdRecordPairs *self);

struct _HdRecord
{
  guint references;     /* atomic */
  HdDesign *design;
  HdKeptLayout *layout;           /* published by a release store */
  HdRecordPartitions *partitions; /* published by a release store */
  HdRecordSeries *series;
  guint n_series;
  HdChunkedArray *iterations;
  HdPauses *pauses;
  gboolean has_noise;   /* set before the layout */
  HdChunkedArray *transfers;
  HdTransferList *transfer_list; /* or NULL */
  gboolean follows;
  HdFollowTarget follow;  /* if it does */
  HdFollowed *followed;   /* published by a release store */
  HdTime time;          /* published by a release store */
  gsize budget;
  gsize n_bytes;        /* appended so far, or a few more; atomic, as partitions append to series of their own */
  guint64 n_untold;     /* atomic */
  HdRecordPairs *pairs; /* published by a release store; or NULL */
  gboolean wants_open_spans; /* atomic */
  pthread_mutex_t lock;      /* guards what follows */
  GArray *metrics;
  GArray *histograms;        /* of HdHistogram, which own their bins */
  HdCounters counters;
  HdErrands *errands;        /* or NULL */
  GArray *exchanges;         /* of HdExchangeNote, in order of time */
  GArray *accesses;          /* of HdMemoryAccess, while the run goes on; or NULL */
  gboolean wants_accesses;   /* atomic */
  char *digest;
  char *inputs;              /* see hd-inputs.h; or NULL */
  gboolean has_slowest;
  HdFollowTarget slowest;    /* if it has */
  GArray *files;             /* of HdRecordFile */
  GArray *programs;          /* of HdRecordProgram, as they were started; its number is 0 before */
  GPtrArray *prints;         /* of GByteArray, for each of them: the last that it has printed */
  GArray *open_spans;        /* of HdOpenSpan, by lane class, then start */
};

static inline const HdKeptLayout *
_hd_record_get_layout (HdRecord *self)
{
  return __atomic_load_n (&self->layout, __ATOMIC_ACQUIRE);
}

#define HD_RECORD_COUNTED 64 /* elements of an array from which on so many at a time are counted, before they come, as all threads that append count in one place */

static inline void
_hd_record_append (HdRecord *self,
                   HdChunkedArray *array,
                   gconstpointer element,
                   gsize size)
{
  guint64 n;

  hd_chunked_array_append (array, element);
  n = hd_chunked_array_get_length (array);
  if (n <= HD_RECORD_COUNTED)
    __atomic_fetch_add (&self->n_bytes, size, __ATOMIC_RELAXED);
  else if (n % HD_RECORD_COUNTED == 1)
    __atomic_fetch_add (&self->n_bytes, HD_RECORD_COUNTED * size, __ATOMIC_RELAXED);
}

/** _hd_record_free_layout: in hd-record-lanes.c */
void _hd_record_free_layout (HdKeptLayout *layout);

G_END_DECLS
