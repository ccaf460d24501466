/* hd-report-vcd.c: the probes as a value change dump
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * IEEE 1364-2005, section 18, with `string` variables for states, the extension that waveform viewers share. One time step is a picosecond.
 */
#define G_LOG_DOMAIN "hd-report-vcd"

#include "hd-report-private.h"

#include "hd-report-waves.h"

typedef struct
{
  HdWriter *writer;
  HdWaves *waves;
} Dump;

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

static void
open_scope (gpointer data,
            const char *name)
{
  Dump *dump = data;

  _hd_writer_printf (dump->writer, "$scope module %s $end\n", name);
}

static void
close_scope (gpointer data)
{
  Dump *dump = data;

  _hd_writer_put (dump->writer, "$upscope $end\n");
}

static void
declare_signal (gpointer data,
                guint signal,
                const char *name)
{
  Dump *dump = data;
  gboolean state = _hd_waves_is_state (dump->waves, signal);
  char id[8];

  identifier (signal, id);
  _hd_writer_printf (dump->writer, "$var %s %d %s %s $end\n", state ? "string" : "real", state ? 1 : 64, id, name);
}

static void
write_value (Dump *dump,
             guint signal,
             double value)
{
  char id[8];

  identifier (signal, id);
  if (_hd_waves_is_state (dump->waves, signal))
    {
      g_autofree char *name = _hd_waves_dup_state (dump->waves, value);

      _hd_writer_printf (dump->writer, "s%s %s\n", name, id);
      return;
    }
  _hd_writer_put (dump->writer, "r");
  _hd_writer_number (dump->writer, value);
  _hd_writer_printf (dump->writer, " %s\n", id);
}

void
_hd_report_vcd (HdWriter *writer,
                HdRecord *record)
{
  static const HdWavesOutline outline = { open_scope, close_scope, declare_signal };
  g_autoptr (HdWaves) waves = _hd_waves_new (record);
  Dump dump = { writer, waves };
  HdTime time = -1;
  HdSample sample;
  guint signal;

  _hd_writer_printf (writer, "$version Heddle %s $end\n$timescale 1 ps $end\n", HD_VERSION);
  _hd_waves_outline (waves, &outline, &dump);
  _hd_writer_put (writer, "$enddefinitions $end\n");
  while (!_hd_writer_failed (writer) && _hd_waves_next (waves, &signal, &sample))
    {
      if (sample.time != time)
        {
          time = sample.time;
          _hd_writer_printf (writer, "#%" G_GINT64_FORMAT "\n", time);
        }
      write_value (&dump, signal, sample.value);
    }
  if (_hd_waves_get_end (waves) > time)
    _hd_writer_printf (writer, "#%" G_GINT64_FORMAT "\n", _hd_waves_get_end (waves));
}
