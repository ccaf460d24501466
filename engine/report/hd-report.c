/* hd-report.c: what is written from a record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-report"

#include <heddle/hd-report.h>

#include <errno.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-atomic-file.h"
#include "hd-i18n.h"
#include "hd-record-private.h"
#include "hd-report-private.h"

#define BUFFER_BYTES (64 * 1024)

static void
writer_flush (HdWriter *self)
{
  if (self->error == NULL && self->buffer->len > 0)
    g_output_stream_write_all (self->stream, self->buffer->str, self->buffer->len, NULL, self->cancellable, &self->error);
  g_string_truncate (self->buffer, 0);
}

static void
flush_if_full (HdWriter *self)
{
  if (self->buffer->len >= BUFFER_BYTES)
    writer_flush (self);
}

void
_hd_writer_bytes (HdWriter *self,
                  gconstpointer bytes,
                  gsize n_bytes)
{
  g_string_append_len (self->buffer, bytes, (gssize) n_bytes);
  flush_if_full (self);
}

void
_hd_writer_put (HdWriter *self,
                const char *text)
{
  _hd_writer_bytes (self, text, strlen (text));
}

void
_hd_writer_printf (HdWriter *self,
                   const char *format,
                   ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (self->buffer, format, arguments);
  va_end (arguments);
  flush_if_full (self);
}

void
hd_report_append_number (GString *text,
                         double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  for (int digits = 15; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (buffer, sizeof buffer, format, value);
      if (g_ascii_strtod (buffer, NULL) == value)
        break;
    }
  g_string_append (text, buffer);
}

void
hd_report_append_field (GString *text,
                        const char *field)
{
  if (strpbrk (field, ",\"\r\n") == NULL)
    {
      g_string_append (text, field);
      return;
    }
  g_string_append_c (text, '"');
  for (; *field != '\0'; field++)
    {
      if (*field == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, *field);
    }
  g_string_append_c (text, '"');
}

void
_hd_writer_number (HdWriter *self,
                   double value)
{
  hd_report_append_number (self->buffer, value);
  flush_if_full (self);
}

void
_hd_writer_csv (HdWriter *self,
                const char *field)
{
  hd_report_append_field (self->buffer, field);
  flush_if_full (self);
}

void
_hd_writer_json (HdWriter *self,
                 const char *text)
{
  g_string_append_c (self->buffer, '"');
  for (; *text != '\0'; text++)
    {
      guchar c = (guchar) *text;

      if (c == '"' || c == '\\')
        g_string_append_printf (self->buffer, "\\%c", c);
      else if (c < 0x20)
        g_string_append_printf (self->buffer, "\\u%04x", c);
      else
        g_string_append_c (self->buffer, (char) c);
    }
  g_string_append_c (self->buffer, '"');
}

const char *
_hd_time_format (HdTime time,
                 char *text)
{
  gsize length;

  length = (gsize) g_snprintf (text, HD_TIME_BUFFER, "%" G_GINT64_FORMAT ".%012" G_GINT64_FORMAT, time / HD_TICKS_PER_SECOND,
                               time % HD_TICKS_PER_SECOND);
  while (text[length - 1] == '0')
    length--;
  if (text[length - 1] == '.')
    length--;
  text[length] = '\0';
  return text;
}

void
_hd_writer_time (HdWriter *self,
                 HdTime time)
{
  char text[HD_TIME_BUFFER];

  _hd_writer_put (self, _hd_time_format (time, text));
}

gboolean
_hd_writer_failed (HdWriter *self)
{
  return self->error != NULL || g_cancellable_is_cancelled (self->cancellable);
}

guint *
_hd_report_lane_representatives (HdRecord *record,
                                 guint **out_counts,
                                 guint *out_n)
{
  guint n_lanes = hd_record_get_n_lanes (record);
  guint *first = g_new (guint, n_lanes + 1);
  guint *counts = g_new0 (guint, n_lanes + 1);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  guint n = 0;

  for (guint lane = 0; lane < n_lanes; lane++)
    {
      gpointer class_key = GUINT_TO_POINTER (hd_record_get_lane_class (record, lane) + 1);
      gpointer position = g_hash_table_lookup (seen, class_key);

      if (position == NULL)
        {
          first[n++] = lane;
          position = GUINT_TO_POINTER (n);
          g_hash_table_insert (seen, class_key, position);
        }
      counts[GPOINTER_TO_UINT (position) - 1]++;
    }
  *out_counts = counts;
  *out_n = n;
  return first;
}

const char *
_hd_span_kind_name (guint kind)
{
  static const char *const names[] = {
    [HD_SPAN_COMPUTE] = "compute",       [HD_SPAN_MEMORY] = "memory",     [HD_SPAN_MOVE] = "move",
    [HD_SPAN_COLLECTIVE] = "collective", [HD_SPAN_TRANSFER] = "transfer", [HD_SPAN_STEP] = "step",
    [HD_SPAN_SEND] = "send",             [HD_SPAN_RECEIVE] = "receive",   [HD_SPAN_REDUCE] = "reduce",
    [HD_SPAN_WAIT] = "wait",
  };

  return names[kind];
}

const char *
_hd_capacity_name (HdDesign *design,
                   guint32 node,
                   guint way)
{
  if (way == 1)
    return "local-memory";
  if (hd_design_get_nodes (design)[node].type->role == HD_ROLE_ENDPOINT)
    return "processor";
  return hd_node_get_bandwidth (design, node, 0) > 0 ? "bandwidth" : "buffers";
}

gboolean
hd_report_write (HdRecord *record,
                 HdReportKind kind,
                 HdProblemList *problems,
                 GOutputStream *stream,
                 GCancellable *cancellable,
                 GError **error)
{
  HdWriter writer = { stream, cancellable, NULL, NULL };

  g_return_val_if_fail (record != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (stream), FALSE);

  writer.buffer = g_string_sized_new (BUFFER_BYTES + 4096);
  switch (kind)
    {
    case HD_REPORT_TEXT:
      _hd_report_text (&writer, record, problems);
      break;
    case HD_REPORT_JSON:
      _hd_report_json (&writer, record, problems);
      break;
    case HD_REPORT_VCD:
      _hd_report_vcd (&writer, record);
      break;
    case HD_REPORT_FST:
      _hd_report_fst (&writer, record);
      break;
    case HD_REPORT_PERFETTO:
      _hd_report_perfetto (&writer, record);
      break;
    case HD_REPORT_FILES:
      _hd_report_files (&writer, record);
      break;
    case HD_REPORT_POPNET:
      _hd_report_popnet (&writer, record);
      break;
    case HD_REPORT_FOLLOWED:
      _hd_report_followed (&writer, record);
      break;
    case HD_REPORT_FOLLOWED_PARTS:
      _hd_report_followed_parts (&writer, record);
      break;
    case HD_REPORT_PAJE:
      _hd_report_paje (&writer, record);
      break;
    default:
      _hd_report_csv (&writer, record, kind);
      break;
    }
  writer_flush (&writer);
  g_string_free (writer.buffer, TRUE);
  if (writer.error == NULL)
    g_cancellable_set_error_if_cancelled (cancellable, &writer.error);
  if (writer.error == NULL)
    return TRUE;
  g_propagate_error (error, writer.error);
  return FALSE;
}

gboolean
hd_report_save (HdRecord *record,
                HdReportKind kind,
                HdProblemList *problems,
                const char *path,
                GCancellable *cancellable,
                GError **error)
{
  g_autoptr (GFile) target = g_file_new_for_path (path);
  g_autoptr (HdAtomicFile) file = hd_atomic_file_open (target, error);
  g_autoptr (GError) local_error = NULL;

  if (file == NULL)
    return FALSE;
  if (hd_report_write (record, kind, problems, hd_atomic_file_get_stream (file), cancellable, &local_error))
    return hd_atomic_file_commit (file, error);
  g_set_error (error, HD_ERROR, g_error_matches (local_error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ? HD_ERROR_CANCELLED : HD_ERROR_IO,
               _("%s cannot be written: %s"), path, local_error->message);
  return FALSE;
}

gboolean
hd_report_save_csv (HdRecord *record,
                    const char *directory,
                    GCancellable *cancellable,
                    GError **error)
{
  static const struct
  {
    HdReportKind kind;
    const char *name;
  } files[] = {
    { HD_REPORT_METRICS, "metrics.csv" }, { HD_REPORT_LINKS, "links.csv" }, { HD_REPORT_COMPONENTS, "components.csv" },
    { HD_REPORT_SERIES, "series.csv" },   { HD_REPORT_SPANS, "spans.csv" }, { HD_REPORT_TRANSFERS, "transfers.csv" },
    { HD_REPORT_HISTOGRAMS, "histograms.csv" }, { HD_REPORT_ROUTERS, "routers.csv" }, { HD_REPORT_FOLLOWED_PARTS, "followed.csv" },
  };

  if (g_mkdir_with_parents (directory, 0777) != 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_IO, _("%s: cannot be made a directory: %s"), directory, g_strerror (errno));
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (directory, files[i].name, NULL);

      if (files[i].kind == HD_REPORT_TRANSFERS && _hd_record_get_transfers (record) == NULL)
        continue;
      if (files[i].kind == HD_REPORT_HISTOGRAMS && hd_record_get_n_histograms (record) == 0)
        continue;
      if (files[i].kind == HD_REPORT_ROUTERS && !hd_record_has_energy (record))
        continue;
      if (files[i].kind == HD_REPORT_FOLLOWED_PARTS && hd_record_get_followed (record) == NULL)
        continue;
      if (!hd_report_save (record, files[i].kind, NULL, path, cancellable, error))
        return FALSE;
    }
  return TRUE;
}
