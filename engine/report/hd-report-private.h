/* hd-report-private.h: writers, one for each kind of report
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-report.h>

G_BEGIN_DECLS

/** HdWriter: a buffered stream that remembers its first error, so that writers need not look after every line */
typedef struct
{
  GOutputStream *stream;
  GCancellable *cancellable;
  GString *buffer;
  GError *error;
} HdWriter;

void _hd_writer_put (HdWriter *self,
                     const char *text);
/** _hd_writer_bytes: for what is no text */
void _hd_writer_bytes (HdWriter *self,
                       gconstpointer bytes,
                       gsize n_bytes);
void _hd_writer_printf (HdWriter *self,
                        const char *format,
                        ...) G_GNUC_PRINTF (2, 3);
/** _hd_writer_number: shortest text that reads back as the same double, in the C locale */
void _hd_writer_number (HdWriter *self,
                        double value);
/** _hd_writer_csv: a field, quoted where needed */
void _hd_writer_csv (HdWriter *self,
                     const char *field);
/** _hd_writer_json: a string with its quotes */
void _hd_writer_json (HdWriter *self,
                      const char *text);
/** _hd_time_format: picoseconds as exact decimal seconds; @text: of HD_TIME_BUFFER bytes, is returned */
#define HD_TIME_BUFFER 32
const char *_hd_time_format (HdTime time,
                             char *text);
/** _hd_writer_time: picoseconds as exact decimal seconds */
void _hd_writer_time (HdWriter *self,
                      HdTime time);
/** _hd_writer_failed: whether to stop early */
gboolean _hd_writer_failed (HdWriter *self);

void _hd_report_text (HdWriter *writer,
                      HdRecord *record,
                      HdProblemList *problems);
void _hd_report_json (HdWriter *writer,
                      HdRecord *record,
                      HdProblemList *problems);
void _hd_report_vcd (HdWriter *writer,
                     HdRecord *record);
void _hd_report_fst (HdWriter *writer,
                     HdRecord *record);
void _hd_report_perfetto (HdWriter *writer,
                          HdRecord *record);
void _hd_report_paje (HdWriter *writer,
                      HdRecord *record);
void _hd_report_files (HdWriter *writer,
                       HdRecord *record);
/** _hd_report_followed, _hd_report_followed_parts: nothing if nothing was */
void _hd_report_followed (HdWriter *writer,
                          HdRecord *record);
void _hd_report_followed_parts (HdWriter *writer,
                                HdRecord *record);
/** _hd_report_followed_json: the member of a result, with its comma before it */
void _hd_report_followed_json (HdWriter *writer,
                               HdRecord *record);
void _hd_report_popnet (HdWriter *writer,
                        HdRecord *record);
void _hd_report_csv (HdWriter *writer,
                     HdRecord *record,
                     HdReportKind kind);

/** _hd_report_lane_representatives: the first lane of each class, and how many lanes it stands for; both arrays are of *out_n */
guint *_hd_report_lane_representatives (HdRecord *record,
                                        guint **out_counts,
                                        guint *out_n);

/** _hd_span_kind_name: stable, for files */
const char *_hd_span_kind_name (guint kind);
/** _hd_capacity_name: of a way of a component's load, for reports: "processor" (FLOP), "buffers" (see HdUse), "bandwidth" and "local-memory" (bytes) */
const char *_hd_capacity_name (HdDesign *design,
                               guint32 node,
                               guint way);
/** Spans are named LANE:INDEX in files, with the first of equal lanes. */
#define _HD_SPAN_ID_FORMAT "%u:%" G_GUINT64_FORMAT

G_END_DECLS
