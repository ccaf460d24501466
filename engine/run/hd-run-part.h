/* hd-run-part.h: what a run consists of
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A run has a part for the components that act themselves and one for its work, at the fidelity that the run settings name. Each part adds its
 * components to the one kernel and tells the one record: its lanes, names and resources stand beside those of the others, and what two of them
 * put onto one link is added up. They share the drawing and the time, and nothing else: what a part does is no load to another. But what
 * components send over the network is carried by the part of the work, which the run has for that alone if there is none.
 *
 * The kernel rests where frames of the record end if a part is read there, and else only where the run is asked to stop.
 */
#pragma once

#include <heddle/hd-progress.h>
#include <heddle/hd-run.h>

#include "hd-child-keeper.h"
#include "hd-errands-private.h"
#include "hd-kernel.h"
#include "hd-post-office.h"
#include "hd-record-private.h"
#include "hd-run-layout.h"
#include "hd-transfer-list.h"

G_BEGIN_DECLS

typedef struct _HdRunPart HdRunPart;

/**
 * HdRunContext: what parts are made of; everything is borrowed, and outlives them
 * @transfers: (nullable): carried instead of the design's workloads
 * @progress: (nullable)
 * @partitions: (array length=nodes)
 * @nodes: of guint32, by kernel id: filled in by hd_run_context_own ()
 * @post: of the components that act: a network for agents opens it, if it is needed
 * @has_work: else a fidelity carries what components send, and nothing else
 * @is_mixed: whether there are both components that act and work
 * @commands: of HdCommand: what components may start, and what keeps it; %NULL if they start nothing
 */
typedef struct
{
  HdDesign *design;
  HdTransferList *transfers;
  HdKernel *kernel;
  HdRecord *record;
  HdProblemList *problems;
  HdProgress *progress;
  const guint32 *partitions;
  guint n_partitions;
  GArray *nodes;
  HdPostOffice *post;
  gboolean has_work;
  gboolean is_mixed;
  GPtrArray *commands;
  HdChildKeeper *children;
} HdRunContext;

/** hd_run_context_own: component @kernel_id stands for @node */
static inline void
hd_run_context_own (HdRunContext *self,
                    guint32 kernel_id,
                    guint32 node)
{
  while (self->nodes->len <= kernel_id)
    g_array_append_val (self->nodes, (guint32){ HD_NO_ID });
  g_array_index (self->nodes, guint32, kernel_id) = node;
}

/**
 * HdRunPartClass:
 * @lay_out: what the part tells of
 * @connect: the record has its layout; @frames_are_ended: loads are read by @read while the kernel rests, else nobody ends the record's frames
 *   but this part, which is alone then; (nullable)
 * @rest: all up to and at @time has happened: tells what it knows of that; (nullable)
 * @tell_open: adds the spans that are under way to @open, of HdOpenSpan; after @rest; (nullable)
 * @read: writes amounts that its resources carried before @time to @amounts, which is by resource of the record, and samples what it reads at such
 *   times; (nullable)
 * @get_next_change: when the kernel has to rest before what happens then, as @change: links become what they change to then; both (nullable)
 * @check: no event is left, and work that has an end is done: nothing may wait; (nullable)
 * @find_waiting: adds nodes that wait, in any order and perhaps more than once, and the links that they wait for, of guint32, after a deadlock; (nullable)
 * @tell_errands: adds what its components are about, in the order of nodes; (nullable)
 * @tell_accesses: adds what its memories have counted, of HdMemoryAccess, in any order; (nullable)
 * @is_ended: whether the work is done, in the rank that does it; %NULL if there is no such thing
 * @get_limit: when the work is done at the latest, though there may be more to happen; %HD_TIME_MAX, and (nullable), if it ends by itself
 * @get_end: when it was done; (nullable): when the kernel says
 * @get_progress: from any thread, 0 to 1; (nullable)
 * @count: counts what ends a step of kind @step: it is over when the count has changed; %FALSE if the part has no such steps; (nullable)
 * @add_counters: @counters has the events of the kernel; (nullable)
 * @end: once, after the last event: what goes on outside of simulated time is over; @is_whole: the run has come to its end. Errors: something that it ought
 *   to leave is not whole; (nullable)
 * @finish: once, after the last event: what is under way is cut off at @time; (nullable)
 * @write_metrics: after the last frame; @time: the end of the run; (nullable)
 * @add_digest: of what the kernel does not see; (nullable)
 * @has_followed: what was to be followed has arrived, and the run is to end with that; (nullable)
 *
 * All but @get_progress are called while the kernel rests.
 */
typedef struct
{
  void (*free) (HdRunPart *self);
  void (*lay_out) (HdRunPart *self,
                   HdRunLayout *layout);
  void (*connect) (HdRunPart *self,
                   const HdRunLayout *layout,
                   gboolean frames_are_ended);
  gboolean (*rest) (HdRunPart *self,
                    HdTime time,
                    GError **error);
  void (*tell_open) (HdRunPart *self,
                     HdTime time,
                     GArray *open);
  void (*read) (HdRunPart *self,
                HdTime time,
                double *amounts);
  HdTime (*get_next_change) (HdRunPart *self);
  void (*change) (HdRunPart *self,
                  HdTime time);
  gboolean (*check) (HdRunPart *self,
                     GError **error);
  void (*find_waiting) (HdRunPart *self,
                        GArray *nodes,
                        GArray *links);
  void (*tell_errands) (HdRunPart *self,
                        HdErrands *errands);
  void (*tell_accesses) (HdRunPart *self,
                         GArray *accesses);
  gboolean (*is_ended) (HdRunPart *self);
  HdTime (*get_limit) (HdRunPart *self);
  HdTime (*get_end) (HdRunPart *self);
  double (*get_progress) (HdRunPart *self);
  gboolean (*count) (HdRunPart *self,
                     HdStep step,
                     guint64 *out_n);
  void (*add_counters) (HdRunPart *self,
                        HdCounters *counters);
  gboolean (*end) (HdRunPart *self,
                   gboolean is_whole,
                   GError **error);
  void (*finish) (HdRunPart *self,
                  HdTime time);
  void (*write_metrics) (HdRunPart *self,
                         HdTime time);
  void (*add_digest) (HdRunPart *self,
                      HdDigest *digest);
  gboolean (*has_followed) (HdRunPart *self);
} HdRunPartClass;

/**
 * HdRunPart: what each part begins with
 * @is_read_at_rest: its @read is the only way to know what it carried, so the kernel has to rest where frames end
 * @goes_on: more would happen when its work is done, or part of it, so whether it is done has to be asked now and then
 */
struct _HdRunPart
{
  const HdRunPartClass *class;
  gboolean is_read_at_rest;
  gboolean goes_on;
};

/** HdRunPartCreate: adds components to the kernel; %NULL if something is wrong, which @error and the context's problems tell */
typedef HdRunPart *(*HdRunPartCreate) (HdRunContext *context,
                                       GError **error);

/** hd_run_parts_tell: what is under way at @time, and what memories have counted, if somebody has asked for it */
void hd_run_parts_tell (HdRunPart *const *parts,
                        guint n_parts,
                        HdRecord *record,
                        HdTime time);
/** hd_run_parts_tell_paused: what components are about, and what memories have counted */
void hd_run_parts_tell_paused (HdRunPart *const *parts,
                               guint n_parts,
                               HdRecord *record);

HdRunPart *_hd_component_part_create (HdRunContext *context,
                                      GError **error);
HdRunPart *_hd_flow_part_create (HdRunContext *context,
                                 GError **error);
HdRunPart *_hd_packet_part_create (HdRunContext *context,
                                   GError **error);
HdRunPart *_hd_flit_part_create (HdRunContext *context,
                                 GError **error);

G_END_DECLS
