/* hd-report-vcd.c: the probes as a value change dump
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * IEEE 1364-2005, section 18, with `string` variables for states, the extension that waveform viewers share. One time step is a picosecond.
 * Scopes follow the paths of the probes. Series are merged by time through a heap of their next samples.
 */
#define G_LOG_DOMAIN "hd-report-vcd"

#include "hd-report-private.h"

#include <string.h>

/* Identifier codes of printable characters, shortest first. */
static void
identifier (guint n,
            char out[8])
{
  guint i = 0;

  do
    {
      out[i++] = (char) ('!' + n % 94);
      n /= 94;
    }
  while (n > 0);
  out[i] = '\0';
}

/* Names in a VCD have no blanks, and viewers split at dots. */
static char *
plain_name (const char *text)
{
  return g_strdelimit (g_strdup (text), " \t\r\n.", '_');
}

static char *
probe_path (HdRecord *record,
            const HdProbePoint *probe)
{
  HdDesign *design = hd_record_get_design (record);

  switch (probe->kind)
    {
    case HD_TARGET_NODE:
      return hd_design_dup_node_path (design, probe->target);
    case HD_TARGET_LINK:
      return hd_design_dup_link_path (design, probe->target);
    default:
      return g_strdup ("workload");
    }
}

/* One direction of a link has a name of its own. */
static char *
signal_name (const HdProbePoint *probe)
{
  static const char *const suffixes[] = { "-forward", "-reverse", "" };
  g_autofree char *name = g_strconcat (probe->probe, probe->kind == HD_TARGET_LINK ? suffixes[probe->direction] : "", NULL);

  return plain_name (name);
}

static void
write_declaration (HdWriter *writer,
                   HdRecord *record,
                   guint series)
{
  const HdProbePoint *probe = hd_record_get_series_probe (record, series);
  gboolean state = hd_record_get_series_kind (record, series) == HD_SERIES_STATE;
  g_autofree char *path = probe_path (record, probe);
  g_auto (GStrv) scopes = g_strsplit (path, "/", -1);
  g_autofree char *name = signal_name (probe);
  char id[8];

  identifier (series, id);
  for (guint i = 0; scopes[i] != NULL; i++)
    {
      g_autofree char *scope = plain_name (scopes[i]);

      _hd_writer_printf (writer, "$scope module %s $end\n", scope);
    }
  _hd_writer_printf (writer, "$var %s %d %s %s $end\n", state ? "string" : "real", state ? 1 : 64, id, name);
  for (guint i = 0; scopes[i] != NULL; i++)
    _hd_writer_put (writer, "$upscope $end\n");
}

static void
write_value (HdWriter *writer,
             HdRecord *record,
             guint series,
             double value)
{
  char id[8];

  identifier (series, id);
  if (hd_record_get_series_kind (record, series) == HD_SERIES_STATE)
    {
      const char *text = value >= 0 ? hd_record_get_name (record, (guint32) value) : "";
      g_autofree char *name = g_strdelimit (g_strdup (text), " \t\r\n", '_');

      _hd_writer_printf (writer, "s%s %s\n", name, id);
      return;
    }
  _hd_writer_put (writer, "r");
  _hd_writer_number (writer, value);
  _hd_writer_printf (writer, " %s\n", id);
}

/* The next sample of one series. */
typedef struct
{
  const HdSample *samples;
  guint64 left;
  guint64 next;
  guint64 length;
  guint series;
} Cursor;

static gboolean
cursor_load (Cursor *cursor,
             HdRecord *record)
{
  if (cursor->left == 0 && cursor->next < cursor->length)
    {
      cursor->samples = hd_record_peek_samples (record, cursor->series, cursor->next, &cursor->left);
      cursor->left = MIN (cursor->left, cursor->length - cursor->next);
      cursor->next += cursor->left;
    }
  return cursor->left > 0;
}

static gboolean
cursor_before (const Cursor *a,
               const Cursor *b)
{
  return a->samples->time != b->samples->time ? a->samples->time < b->samples->time : a->series < b->series;
}

static void
sift_down (Cursor *heap,
           guint n,
           guint at)
{
  for (;;)
    {
      guint least = at;

      for (guint child = 2 * at + 1; child <= 2 * at + 2 && child < n; child++)
        if (cursor_before (&heap[child], &heap[least]))
          least = child;
      if (least == at)
        return;
      Cursor swap = heap[at];
      heap[at] = heap[least];
      heap[least] = swap;
      at = least;
    }
}

void
_hd_report_vcd (HdWriter *writer,
                HdRecord *record)
{
  guint n_series = hd_record_get_n_series (record);
  g_autofree Cursor *heap = g_new0 (Cursor, n_series + 1);
  HdTime time = -1;
  guint n = 0;

  _hd_writer_printf (writer, "$version Heddle %s $end\n$timescale 1 ps $end\n", HD_VERSION);
  for (guint s = 0; s < n_series; s++)
    write_declaration (writer, record, s);
  _hd_writer_put (writer, "$enddefinitions $end\n");

  for (guint s = 0; s < n_series; s++)
    {
      heap[n] = (Cursor){ .series = s, .length = hd_record_get_n_samples (record, s) };
      n += cursor_load (&heap[n], record);
    }
  for (guint i = n / 2; i-- > 0;)
    sift_down (heap, n, i);
  while (n > 0 && !_hd_writer_failed (writer))
    {
      Cursor *first = &heap[0];

      if (first->samples->time != time)
        {
          time = first->samples->time;
          _hd_writer_printf (writer, "#%" G_GINT64_FORMAT "\n", time);
        }
      write_value (writer, record, first->series, first->samples->value);
      first->samples++;
      first->left--;
      if (!cursor_load (first, record))
        *first = heap[--n];
      sift_down (heap, n, 0);
    }
  if (hd_record_get_time (record) > time)
    _hd_writer_printf (writer, "#%" G_GINT64_FORMAT "\n", hd_record_get_time (record));
}
