/* hd-block-run.h: the block elements of a design, and what they tell the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-block.h"
#include "hd-record-private.h"

G_BEGIN_DECLS

/** HdBlockRun: adds nodes whose types are blocks to a kernel; free it after the kernel */
typedef struct _HdBlockRun HdBlockRun;

HdBlockRun *hd_block_run_new (HdDesign *design,
                              HdKernel *kernel,
                              HdRecord *record);
void hd_block_run_free (HdBlockRun *self);

/** hd_block_run_add: the kernel's id of a node whose type is a block */
guint32 hd_block_run_add (HdBlockRun *self,
                          guint32 node,
                          guint32 partition);
/** hd_block_run_connect: both directions of a link, between kernel ids */
void hd_block_run_connect (HdBlockRun *self,
                           guint32 link,
                           guint32 from,
                           guint32 to);
/** hd_block_run_find_wait: whether the element that @node is has work that is not done */
gboolean hd_block_run_find_wait (HdBlockRun *self,
                                 guint32 node,
                                 HdWait *out_wait);
gboolean hd_block_run_has_elements (HdBlockRun *self);
/** hd_block_run_prepare: after the last node and link */
gboolean hd_block_run_prepare (HdBlockRun *self,
                               GError **error);
/** hd_block_run_lay_out: of a record of components alone: the loads of their links */
void hd_block_run_lay_out (HdBlockRun *self);

/** hd_block_run_advance: as hd_kernel_run (); what is due in the record is written whenever a frame of simulated time is over */
HdKernelStatus hd_block_run_advance (HdBlockRun *self,
                                     HdTime until,
                                     GError **error);
/** hd_block_run_finish: loads and metrics up to @time are final */
void hd_block_run_finish (HdBlockRun *self,
                          HdTime time);

G_END_DECLS
