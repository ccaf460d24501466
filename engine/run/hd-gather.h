/* hd-gather.h: what the ranks of a run have to agree on, and what the first one gathers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>

#include "hd-kernel.h"

G_BEGIN_DECLS

/** hd_gather_make_fingerprint: of what the kernel does not see: parameters, links, work and settings */
guint64 hd_gather_make_fingerprint (HdDesign *design);
/**
 * hd_gather_samples:
 * @partitions: (array length=nodes): of each node
 *
 * At the end of a run all ranks send the samples of their components to the first.
 */
void hd_gather_samples (HdRecord *record,
                        HdKernel *kernel,
                        const guint32 *partitions);
/**
 * hd_gather_spans:
 *
 * Likewise of spans in @n lane classes, from @first_class on, each of which one rank alone has written.
 */
void hd_gather_spans (HdRecord *record,
                      guint first_class,
                      guint n);

G_END_DECLS
