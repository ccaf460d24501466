/* hd-input-list.h: files that are read, as they are noted
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

#include "hd-file-shelf.h"

G_BEGIN_DECLS

/** HdInputList: of one thread at a time */
typedef struct _HdInputList HdInputList;

/** hd_input_list_new: @folder: (nullable): of the project */
HdInputList *hd_input_list_new (const char *folder);
/**
 * hd_input_list_new_of_run: with what a run has read when it is about to begin
 * @reads_work: traces and lists that workloads name
 * @commands: (nullable) (element-type HdCommand): programs that it starts
 */
HdInputList *hd_input_list_new_of_run (HdDesign *design,
                                       gboolean reads_work,
                                       const GPtrArray *commands);
void hd_input_list_free (HdInputList *self);
/** hd_input_list_add: @path, which holds @data; what is noted already stays */
void hd_input_list_add (HdInputList *self,
                        const char *path,
                        GBytes *data);
/** hd_input_list_add_file: likewise, and reads it; one that cannot be read is left out */
void hd_input_list_add_file (HdInputList *self,
                             const char *path);
/** hd_input_list_add_shelf: what components have read */
void hd_input_list_add_shelf (HdInputList *self,
                              HdFileShelf *shelf);
/** hd_input_list_to_text: as hd-inputs.h says */
char *hd_input_list_to_text (HdInputList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdInputList, hd_input_list_free)

G_END_DECLS
