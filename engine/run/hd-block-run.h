/* hd-block-run.h: the block elements of a design, and what they tell the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-block.h"
#include "hd-run-layout.h"

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
/** hd_block_run_lay_out: the loads of their links */
void hd_block_run_lay_out (HdBlockRun *self,
                           HdRunLayout *layout);
/**
 * hd_block_run_read:
 * @time: the kernel has run everything before it
 * @amounts: (array): by resource of the record
 *
 * What links have carried; samples what elements say of themselves. All ranks do so together.
 */
void hd_block_run_read (HdBlockRun *self,
                        HdTime time,
                        double *amounts);
/** hd_block_run_count: what becomes of a number of events of the kernel when each message that an element takes counts as one, however elements are divided */
guint64 hd_block_run_count (HdBlockRun *self,
                            guint64 n_events);
/** hd_block_run_write_metrics: sums over elements of a type */
void hd_block_run_write_metrics (HdBlockRun *self);

G_END_DECLS
