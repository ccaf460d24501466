/* hd-inputs.h: files that a run has read beside its project, and whether they are still what they were
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Traces, lists of transfers, captures, tables, programs. What is kept of them is a text, a line each, in the order of names: SHA-256, bytes, name; names are from the
 * project's folder where they lie in it, else absolute, with what is no part of a line as \n.
 */
#pragma once

#include <heddle/hd-record.h>

G_BEGIN_DECLS

/** HdInput: @name: a file; @sha256: hexadecimal */
typedef struct
{
  char *name;
  guint64 bytes;
  char *sha256;
} HdInput;

/** hd_record_dup_inputs: what a run that has ended has read; "" as long as it goes on, and if that is nothing. Of several processes: what the first has read */
char *hd_record_dup_inputs (HdRecord *record);
/** hd_inputs_parse: (element-type HdInput) (transfer full): what is no such line is left out */
GPtrArray *hd_inputs_parse (const char *text);

/** hd_inputs_find: (nullable) (element-type HdInput) */
const HdInput *hd_inputs_find (const GPtrArray *inputs,
                               const char *name);
/** hd_input_dup_mark: by which people tell two states of a file: the first digits of its SHA-256 */
char *hd_input_dup_mark (const HdInput *self);
/** hd_inputs_append: a line of such a text */
void hd_inputs_append (GString *text,
                       const char *name,
                       guint64 bytes,
                       const char *sha256);

/** HdInputCheck: of one thread at a time. Each file is read once, however often it is asked about */
typedef struct _HdInputCheck HdInputCheck;

/**
 * hd_input_check_new:
 * @folder: (nullable): of the project
 * @now: (nullable): its present state: what was edited with it and is not yet written counts, not what stands on the disk
 */
HdInputCheck *hd_input_check_new (const char *folder,
                                  HdSnapshot *now);
void hd_input_check_free (HdInputCheck *self);
/**
 * hd_input_check_find_changed: reads the files
 * @text: of hd_record_dup_inputs ()
 *
 * Returns: (nullable): the name of the first that is not what it was, or is not there any more
 */
char *hd_input_check_find_changed (HdInputCheck *self,
                                   const char *text);

/** hd_input_check_dup_current: likewise a text: the same files with the SHA-256 that they have now, without those that are not there */
char *hd_input_check_dup_current (HdInputCheck *self,
                                  const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdInputCheck, hd_input_check_free)

G_END_DECLS
