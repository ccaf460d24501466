/* heddle-journal-record.h: what a journal's file consists of
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A record is a line and, if its length is not 0, that many bytes and a line feed:
 *
 *     heddle-journal KIND COUNT LENGTH MD5
 *
 * The checksum is that of the kind, the count and the bytes. The first record that is not whole ends the journal: the program was killed while
 * it wrote.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  HEDDLE_RECORD_PROJECT, /* the project's text before the first edit; first of all */
  HEDDLE_RECORD_FILE,    /* COUNT steps are in a file; name, URI and entity tag, a line each, may be empty */
  HEDDLE_RECORD_EDITS,   /* COUNT steps: hd_document_dup_edits_xml () */
  HEDDLE_RECORD_UNDO,    /* COUNT steps were undone */
  HEDDLE_N_RECORD_KINDS
} HeddleRecordKind;

typedef struct
{
  HeddleRecordKind kind;
  guint count;
  const char *bytes; /* in the text that was read; ends with a line feed, not with 0 */
  gsize length;
} HeddleRecord;

void heddle_record_append (GString *out,
                           HeddleRecordKind kind,
                           guint count,
                           const char *bytes,
                           gsize length);
/** heddle_record_next: the record at *@position of @text, which then moves on; %FALSE at the end, or where the record is not whole */
gboolean heddle_record_next (const char *text,
                             gsize length,
                             gsize *position,
                             HeddleRecord *out_record);

G_END_DECLS
