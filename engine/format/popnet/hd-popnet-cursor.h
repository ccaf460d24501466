/* hd-popnet-cursor.h: fields and numbers of a text with one record a line
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-error.h>

G_BEGIN_DECLS

#define HD_POPNET_TICKS 1000000                                      /* of a cycle */
#define HD_POPNET_MAX_CYCLES G_GINT64_CONSTANT (9000000000000)       /* that a time may have */

/** HdPopnetCursor: a place in a text that ends without a NUL; start with name, at and end */
typedef struct
{
  const char *name; /* of the file, for messages */
  const char *at;
  const char *end;
  guint64 line;     /* counted from 1 */
} HdPopnetCursor;

typedef enum
{
  HD_POPNET_NUMBER,     /* read */
  HD_POPNET_NO_NUMBER,
  HD_POPNET_NEGATIVE,
  HD_POPNET_NOT_FINITE, /* or beyond what can be told */
} HdPopnetNumber;

/** hd_popnet_cursor_next: to the first field of the next line that has any and is no remark; %FALSE at the end of the text */
gboolean hd_popnet_cursor_next (HdPopnetCursor *self);
/** hd_popnet_cursor_has_field: over the blanks; whether the line has one more field */
gboolean hd_popnet_cursor_has_field (HdPopnetCursor *self);
/** hd_popnet_cursor_count_fields: from here to the end of the line */
guint64 hd_popnet_cursor_count_fields (const HdPopnetCursor *self);
void hd_popnet_cursor_skip_field (HdPopnetCursor *self);
/** hd_popnet_cursor_read_whole: a whole number; moves only over one, and stays at the field otherwise */
HdPopnetNumber hd_popnet_cursor_read_whole (HdPopnetCursor *self,
                                            guint64 *out_value);
/** hd_popnet_cursor_read_time: cycles in millionths, rounded up, so that a time is still not before a cycle before which it was not */
HdPopnetNumber hd_popnet_cursor_read_time (HdPopnetCursor *self,
                                           gint64 *out_ticks);
/** hd_popnet_cursor_dup_field: what stands here, for a message */
char *hd_popnet_cursor_dup_field (const HdPopnetCursor *self);
/** hd_popnet_cursor_fail: sets an error with file and line; returns %FALSE */
gboolean hd_popnet_cursor_fail (const HdPopnetCursor *self,
                                HdError code,
                                GError **error,
                                const char *format,
                                ...) G_GNUC_PRINTF (4, 5);

G_END_DECLS
