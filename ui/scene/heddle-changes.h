/* heddle-changes.h: what is otherwise in a later state of a project
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of what is run: places, notes, knobs, titles and probes change no result.
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/** HeddleChange: @subject: "L · Bandwidth", or an object; @before, @after: (nullable): as written, or what the object is; %NULL where it is not */
typedef struct
{
  char *subject;
  char *before;
  char *after;
} HeddleChange;

/** heddle_runs_alike: whether both give the same run. What was not edited is one object in both, and is not looked into */
gboolean heddle_runs_alike (HdSnapshot *a,
                            HdSnapshot *b);
/** heddle_list_changes: (transfer full) (element-type HeddleChange): in the order of the later state; what is gone comes after what is there */
GArray *heddle_list_changes (HdCatalog *catalog,
                             HdSnapshot *before,
                             HdSnapshot *after);

/** heddle_list_file_changes: likewise, of two files, in which what has the same name is the same, and links without one that join the same */
GArray *heddle_list_file_changes (HdCatalog *catalog,
                                  HdSnapshot *before,
                                  HdSnapshot *after);

/** heddle_add_input_changes: to such a list, files that two runs have read by one name and that differ; @before, @after: as hd_record_dup_inputs () has them */
void heddle_add_input_changes (GArray *changes,
                               const char *before,
                               const char *after);

G_END_DECLS
