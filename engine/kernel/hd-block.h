/* hd-block.h: elements that act on every cycle, in arrays
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-file-shelf.h"
#include "hd-kernel.h"

G_BEGIN_DECLS

/**
 * HdBlocks:
 *
 * All elements of block types in one kernel. Elements of one partition and frequency form a group, a component of the kernel that runs one cycle
 * for each of its events and jumps over cycles in which nothing is active. Inside a group messages pass through arrays; to other
 * groups and to components with event handlers they are events of the kernel, sent in the element's own name. Each element has a
 * component of its own besides: its path, digest and random stream do not depend on how elements are spread.
 *
 * Add, connect and prepare before hd_kernel_start (); free after the kernel.
 */
typedef struct _HdBlocks HdBlocks;

#define HD_BLOCK_NO_RESOURCE G_MAXUINT32

HdBlocks *hd_blocks_new (HdKernel *kernel);
void hd_blocks_free (HdBlocks *self);

/** HdBlockTextFunc: what stands in a text parameter of a component, or %NULL */
typedef const char *(*HdBlockTextFunc) (gpointer data,
                                        guint32 component,
                                        guint parameter);
/** hd_blocks_set_texts: @files: (nullable): borrowed: from where elements read files; else one of their own */
void hd_blocks_set_texts (HdBlocks *self,
                          HdBlockTextFunc func,
                          gpointer data,
                          HdFileShelf *files);
/**
 * hd_blocks_add:
 * @block: its type's; borrowed
 * @parameters: (array length=n_parameters): values in SI, in the order of the type's parameters; borrowed
 * @ports: (nullable): its type's, for messages; borrowed
 *
 * Returns: the kernel's id
 */
guint32 hd_blocks_add (HdBlocks *self,
                       const char *path,
                       guint32 partition,
                       const HdBlock *block,
                       const double *parameters,
                       guint n_parameters,
                       const HdPort *ports);
/**
 * hd_blocks_connect:
 * @from, @to: kernel ids; at least one is an element
 * @latency: of an element's link becomes whole cycles of its clock, at least one, rounded up
 * @resource: what counts the bytes that go this way, or %HD_BLOCK_NO_RESOURCE
 *
 * One direction.
 */
void hd_blocks_connect (HdBlocks *self,
                        guint32 from,
                        guint32 from_port,
                        guint32 to,
                        guint32 to_port,
                        HdTime latency,
                        guint32 resource);
/** hd_blocks_measure: bytes that @n elements and @n_connections will take, without the kernel's and without what their blocks keep */
double hd_blocks_measure (double n,
                          double n_connections);
/**
 * hd_blocks_prepare:
 *
 * Forms the groups.
 *
 * Errors: %HD_ERROR_LIMIT if what the blocks keep does not fit into the present budget, %HD_ERROR_RANGE for a clock or a latency that cannot be, %HD_ERROR_INVALID for a port that has two links.
 */
gboolean hd_blocks_prepare (HdBlocks *self,
                            GError **error);

/* While the kernel rests. What another rank runs counts 0. */
/** hd_blocks_add_loads: adds the bytes carried so far to their resources */
void hd_blocks_add_loads (HdBlocks *self,
                          double *resources);
/** hd_blocks_read: a probe of an element */
void hd_blocks_read (HdBlocks *self,
                     guint32 component,
                     guint probe,
                     double *out_value,
                     double *out_weight);
/** hd_blocks_find_wait: whether an element has work that is not done; %FALSE for what another rank runs */
gboolean hd_blocks_find_wait (HdBlocks *self,
                              guint32 component,
                              HdWait *out_wait);
/** hd_blocks_get_n_visits: elements visited so far, all cycles together */
guint64 hd_blocks_get_n_visits (HdBlocks *self);
/**
 * hd_blocks_count:
 * @out_events: of the kernel that were for blocks; there are the more, the more partitions
 * @out_messages: that elements took: the same however they are divided
 */
void hd_blocks_count (HdBlocks *self,
                      guint64 *out_events,
                      guint64 *out_messages);
/** hd_blocks_get_state: what the element's block keeps, and its place there */
gpointer hd_blocks_get_state (HdBlocks *self,
                              guint32 component,
                              guint32 *out_element);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdBlocks, hd_blocks_free)

G_END_DECLS
