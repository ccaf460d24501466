/* hd-kernel-private.h: the kernel's own structs
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-board.h"
#include "hd-buffer-store.h"
#include "hd-kernel.h"
#include "hd-partition.h"
#include "hd-strategy.h"

G_BEGIN_DECLS

typedef struct
{
  guint32 from;
  guint32 from_port;
  guint32 to;
  guint32 to_port;
  HdTime latency;
} HdConnection;

#define HD_HINTS 16

/* Two cache lines each: the first stays as it is while the partitions run, as those that send to it read it, too; the second is its own partition's. */
struct _HdComponent
{
  _Alignas (HD_LINE) HdPartition *partition;
  const HdModel *model;
  gpointer state;
  const HdConnection *connections; /* in the order of ports */
  guint32 n_connections;
  guint32 partition_index;
  guint32 id;
  guint32 rank; /* in the order of paths */
  gpointer data;
  char *path;

  guint64 sequence;
  HdDigest digest;
  HdTime reaction;
  guint8 hints[HD_HINTS]; /* where connections of a port may begin, by its lowest bits and those of its index */
};

typedef enum
{
  HD_REQUEST_NONE = 0,
  HD_REQUEST_PAUSE = 1 << 0,
  HD_REQUEST_CANCEL = 1 << 1,
} HdRequest;

struct _HdKernel
{
  guint64 seed;
  const HdStrategy *strategy;
  gpointer strategy_state;
  HdKernelOptions options;
  HdKernelLimits limits;
  HdTime quantum;        /* messages between partitions arrive in the next one; 0 for an exact strategy */
  gboolean allows_direct;
  HdTime direct_delay;   /* between partitions; HD_TIME_MAX: none need ever wait for it */

  HdComponent *components; /* by id */
  guint32 n_components;
  guint32 capacity;
  GArray *connections; /* HdConnection; after the start in the order of (from, from_port) */
  guint32 *by_rank;    /* ids in the order of paths */
  HdPartition *partitions;
  guint n_partitions;
  gpointer *states;        /* memory of the components' states, by partition */
  HdBoard *board;
  GArray *clocks;

  HdSampleFunc sample;
  gpointer sample_data;
  HdLaneKeeper *lanes;
  HdOutputKeeper *outputs;
  HdProgramKeeper *programs;
  HdBufferStore *buffers;

  gboolean is_parallel; /* the partitions run: what one sends to another goes through the strategy */
  gboolean is_started;
  gboolean has_begun; /* all components have started */
  gboolean is_finished;
  gboolean has_failed;
  gint64 deadline_us;    /* monotonic time, or G_MAXINT64 */
  gint64 wall_used_us;
  int requests;          /* HdRequest; atomic */
  guint n_listening;     /* components that wait for what is outside of the run; atomic */
  guint64 n_pending_held; /* events that the partitions may hold together, under a limit; atomic */
};

static inline HdComponent *
_hd_kernel_get_component (HdKernel *self,
                          guint32 id)
{
  return &self->components[id];
}

/* Of a message on its way: its last word is a buffer, which the receiver will hold. No type has so many ports that this would be one of them. */
#define HD_PORT_WITH_BUFFER (1u << 15)

/** _hd_message_peek_buffer: (nullable) */
static inline HdBuffer *
_hd_message_peek_buffer (const HdMessage *message)
{
  if (message->port == HD_NO_PORT || (message->port & HD_PORT_WITH_BUFFER) == 0)
    return NULL;
  return (HdBuffer *) (guintptr) message->payload[1];
}

/** _hd_component_foresee: whether the component takes @message, which is @event's, now. It sees the key of that, so that what it sets off has the same key wherever the sender is */
static inline gboolean
_hd_component_foresee (HdComponent *self,
                       const HdEvent *event,
                       const HdMessage *message)
{
  HdPartition *partition = self->partition;
  gboolean is_taken;
  HdEvent current;

  if (self->model->foresee == NULL || message->port == HD_NO_PORT || !partition->kernel->has_begun)
    return FALSE;
  current = partition->current;
  partition->current = *event;
  is_taken = self->model->foresee (self, self->state, message, event->time);
  partition->current = current;
  return is_taken;
}

/** _hd_kernel_publish: other partitions may know from now on what components of @partition have made */
static inline void
_hd_kernel_publish (HdKernel *self,
                    guint partition)
{
  if (self->buffers != NULL)
    hd_buffer_store_publish (self->buffers, partition);
}

/** _hd_kernel_prepare: components, connections and partitions as they stay; errors as hd_kernel_start () */
gboolean _hd_kernel_prepare (HdKernel *self,
                             GError **error);

G_END_DECLS
