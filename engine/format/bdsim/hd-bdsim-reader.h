/* hd-bdsim-reader.h: what the lines of BDSim's two text files have in common
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-error.h>

#include "hd-bdsim-text.h"

G_BEGIN_DECLS

/** HdBdsimLoops: "for a 0..3 b 0..2" */
typedef struct
{
  guint n;
  char *names[HD_BDSIM_DIMENSIONS];
  guint first[HD_BDSIM_DIMENSIONS], last[HD_BDSIM_DIMENSIONS];
} HdBdsimLoops;

/** HdBdsimReader: start with name and error */
typedef struct
{
  const char *name; /* of the file that is read */
  guint line;
  GError **error;
} HdBdsimReader;

/** HdBdsimReadLine: @text is a line without "for", comment and blanks around it; returns %FALSE with the reader's error set */
typedef gboolean (*HdBdsimReadLine) (HdBdsimReader *self,
                                     const char *text,
                                     const HdBdsimLoops *loops,
                                     gpointer data);

/** hd_bdsim_reader_fail: sets the error, with file and line; returns %FALSE */
gboolean hd_bdsim_reader_fail (HdBdsimReader *self,
                               HdError code,
                               const char *format,
                               ...) G_GNUC_PRINTF (3, 4);
gboolean hd_bdsim_reader_get_number (HdBdsimReader *self,
                                     const char *text,
                                     guint *out_number);
/** hd_bdsim_reader_get_range: "0..3" */
gboolean hd_bdsim_reader_get_range (HdBdsimReader *self,
                                    const char *text,
                                    guint *out_first,
                                    guint *out_last);
/** hd_bdsim_reader_read: @header must be the first line that is not empty */
gboolean hd_bdsim_reader_read (HdBdsimReader *self,
                               const char *data,
                               gsize length,
                               const char *header,
                               HdBdsimReadLine read_line,
                               gpointer read_data);

G_END_DECLS
