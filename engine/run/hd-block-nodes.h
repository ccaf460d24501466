/* hd-block-nodes.h: the block elements of a design, and what they tell the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-block.h"
#include "hd-run-layout.h"

G_BEGIN_DECLS

/** HdBlockNodes: adds nodes whose types are blocks to a kernel; free it after the kernel */
typedef struct _HdBlockNodes HdBlockNodes;

HdBlockNodes *hd_block_nodes_new (HdDesign *design,
                                  HdKernel *kernel,
                                  HdRecord *record,
                                  HdFileShelf *files);
void hd_block_nodes_free (HdBlockNodes *self);

/** hd_block_nodes_add: the kernel's id of a node whose type is a block */
guint32 hd_block_nodes_add (HdBlockNodes *self,
                            guint32 node,
                            guint32 partition);
/** hd_block_nodes_connect: both directions of a link, between kernel ids and their ports */
void hd_block_nodes_connect (HdBlockNodes *self,
                             guint32 link,
                             guint32 from,
                             guint32 from_port,
                             guint32 to,
                             guint32 to_port);
/** hd_block_nodes_find_wait: whether the element that @node is has work that is not done */
gboolean hd_block_nodes_find_wait (HdBlockNodes *self,
                                   guint32 node,
                                   HdWait *out_wait);
gboolean hd_block_nodes_has_elements (HdBlockNodes *self);
/** hd_block_nodes_prepare: after the last node and link */
gboolean hd_block_nodes_prepare (HdBlockNodes *self,
                                 GError **error);
/** hd_block_nodes_lay_out: the loads of their links */
void hd_block_nodes_lay_out (HdBlockNodes *self,
                             HdRunLayout *layout);
/**
 * hd_block_nodes_read:
 * @time: the kernel has run everything before it
 * @amounts: (array): by resource of the record
 *
 * What links have carried; samples what elements say of themselves. All ranks do so together.
 */
void hd_block_nodes_read (HdBlockNodes *self,
                          HdTime time,
                          double *amounts);
/**
 * hd_block_nodes_count:
 *
 * What becomes of a number of events of the kernel when each message that an element takes counts as one, however elements are divided.
 */
guint64 hd_block_nodes_count (HdBlockNodes *self,
                              guint64 n_events);
/** hd_block_nodes_check_loads: after the last hd_block_nodes_read (): whether links have carried what they can; elements do not ask them */
void hd_block_nodes_check_loads (HdBlockNodes *self,
                                 HdProblemList *problems);
/** hd_block_nodes_read_probe: as #HdProbeReader, of the element that @node is */
void hd_block_nodes_read_probe (HdBlockNodes *self,
                                guint32 node,
                                guint probe,
                                double *out_value,
                                double *out_weight);
/** hd_block_nodes_write_metrics: how often elements were visited; counts come to their end */
void hd_block_nodes_write_metrics (HdBlockNodes *self);

G_END_DECLS
