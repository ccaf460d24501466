/* hd-component-files.h: files that components write
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-output-keeper.h"
#include "hd-record-private.h"

G_BEGIN_DECLS

/** HdComponentFiles: what components of a run write, until its end, when the record gets it */
typedef struct _HdComponentFiles HdComponentFiles;

/**
 * hd_component_files_new:
 * @kernel_ids: (array length=nodes): of the components that act, or HD_NO_ID
 *
 * Returns: (nullable): %NULL if none of them has outputs. All is borrowed.
 */
HdComponentFiles *hd_component_files_new (HdDesign *design,
                                          HdRecord *record,
                                          const guint32 *kernel_ids);
void hd_component_files_free (HdComponentFiles *self);
/** hd_component_files_get_keeper: for the kernel */
HdOutputKeeper *hd_component_files_get_keeper (HdComponentFiles *self);
/** hd_component_files_finish: nothing is written any more, in any rank; the record of the first gets the files of all */
void hd_component_files_finish (HdComponentFiles *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdComponentFiles, hd_component_files_free)

G_END_DECLS
