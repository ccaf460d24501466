/* hd-component-programs.h: programs that components start
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-programs.h>

#include "hd-child-keeper.h"
#include "hd-component-files.h"
#include "hd-program-keeper.h"
#include "hd-record-private.h"

G_BEGIN_DECLS

/** HdComponentPrograms: one for each component of a run, at most, from its start to the end of the run */
typedef struct _HdComponentPrograms HdComponentPrograms;

/**
 * hd_component_programs_check:
 * @commands: of hd_design_find_programs ()
 * @permit: (nullable)
 *
 * Errors: %HD_ERROR_INVALID, if one may not or cannot be started; @problems tells of each
 */
gboolean hd_component_programs_check (HdDesign *design,
                                      GPtrArray *commands,
                                      const HdPermit *permit,
                                      HdProblemList *problems,
                                      GError **error);

/**
 * hd_component_programs_new:
 * @files: (nullable): if no component has any
 * @children: what keeps the processes
 * @commands: that were checked
 * @kernel_ids: (array length=nodes)
 *
 * All is borrowed.
 */
HdComponentPrograms *hd_component_programs_new (HdDesign *design,
                                                HdRecord *record,
                                                HdComponentFiles *files,
                                                HdChildKeeper *children,
                                                GPtrArray *commands,
                                                const guint32 *kernel_ids);
/** hd_component_programs_free: after the keeper of the children was freed */
void hd_component_programs_free (HdComponentPrograms *self);
/** hd_component_programs_get_keeper: for the kernel */
HdProgramKeeper *hd_component_programs_get_keeper (HdComponentPrograms *self);
/**
 * hd_component_programs_end:
 * @is_whole: the run has ended by itself, so programs have time to do so as well
 *
 * Ends all that run, and puts what they have printed into the files.
 *
 * Errors: %HD_ERROR_LIMIT: it was more than a file may have
 */
gboolean hd_component_programs_end (HdComponentPrograms *self,
                                    gboolean is_whole,
                                    GError **error);

G_END_DECLS
