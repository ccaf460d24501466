/* hd-report-fst.c: the probes in the compressed form of waveform viewers
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Fast Signal Trace. The format has no standard; its layout is described in block_format.txt beside GTKWave's reader and in "Unofficial FST
 * Specification" (T. Hutt, 2023). A file is a header, blocks of value changes, the lengths of signals and the tree of their names. A block
 * has the values at its beginning, for each signal a chain of changes, and last the times that the changes count. Blocks are cut by
 * their number of samples, where time goes on, so memory does not grow with the record.
 *
 * Numbers are big endian, but for doubles, which are the writer's own; the header has one for readers to tell. Lengths of blocks count
 * their own eight bytes. "varint" is base 128, least significant first.
 */
#define G_LOG_DOMAIN "hd-report-fst"

#include "hd-report-private.h"

#include <math.h>
#include <string.h>

#include "hd-i18n.h"
#include "hd-report-waves.h"

#define SAMPLES_PER_BLOCK (256 * 1024)
#define HEADER_BYTES 329
#define VERSION_BYTES 128
#define DATE_BYTES 119
#define TIMESCALE_PS (-12)

enum
{
  BLOCK_HEADER = 0,
  BLOCK_CHANGES = 1,
  BLOCK_GEOMETRY = 3,
  BLOCK_HIERARCHY = 4,
};

enum
{
  TREE_SCOPE = 254,
  TREE_UPSCOPE = 255,
  TREE_MODULE = 0,
  TREE_REAL = 3,
  TREE_STRING = 21,
};

/* In the table of lengths. */
#define LENGTH_REAL 0
#define LENGTH_VARIES G_MAXUINT32
#define REAL_BYTES sizeof (double)

typedef struct
{
  GByteArray *changes;
  guint64 at; /* of the last change: which time of the block */
} Chain;

typedef struct
{
  /*< borrowed >*/
  HdWriter *writer;
  HdWaves *waves;

  /*< owned >*/
  GByteArray *frame;   /* values at the beginning of the block, of signals that are numbers */
  GByteArray *times;
  double *values;      /* now, of all signals; no number before the first sample */
  Chain *chains;

  guint n_signals;
  guint64 n_times;
  guint64 n_samples;
  HdTime start;        /* of the block */
  HdTime time;
} Trace;

/* ---- bytes ------------------------------------------------------------------------------------------------------------------------- */

static void
add_uint64 (GByteArray *to,
            guint64 value)
{
  guint64 big = GUINT64_TO_BE (value);

  g_byte_array_append (to, (const guint8 *) &big, sizeof big);
}

static void
add_varint (GByteArray *to,
            guint64 value)
{
  guint8 bytes[10];
  guint n = 0;

  for (; value >= 0x80; value >>= 7)
    bytes[n++] = (guint8) (value | 0x80);
  bytes[n++] = (guint8) value;
  g_byte_array_append (to, bytes, n);
}

static void
add_double (GByteArray *to,
            double value)
{
  g_byte_array_append (to, (const guint8 *) &value, sizeof value);
}

static void
add_text (GByteArray *to,
          const char *text)
{
  g_byte_array_append (to, (const guint8 *) text, (guint) strlen (text) + 1);
}

static void
add_bytes (GByteArray *to,
           const GByteArray *bytes)
{
  g_byte_array_append (to, bytes->data, bytes->len);
}

static GByteArray *
compress (const GByteArray *bytes,
          GZlibCompressorFormat format)
{
  g_autoptr (GConverter) compressor = G_CONVERTER (g_zlib_compressor_new (format, -1));
  GByteArray *packed = g_byte_array_new ();
  guint8 buffer[16 * 1024];
  gsize done = 0, n_read, n_written;
  GConverterResult result;

  do
    {
      result = g_converter_convert (compressor, bytes->data + done, bytes->len - done, buffer, sizeof buffer, G_CONVERTER_INPUT_AT_END, &n_read,
                                    &n_written, NULL);
      g_assert (result != G_CONVERTER_ERROR);
      done += n_read;
      g_byte_array_append (packed, buffer, (guint) n_written);
    }
  while (result != G_CONVERTER_FINISHED);
  return packed;
}

/* Readers take bytes that are as long as before for bytes that are not compressed. */
static GByteArray *
compress_or_keep (GByteArray *bytes)
{
  GByteArray *packed = bytes->len > 0 ? compress (bytes, G_ZLIB_COMPRESSOR_FORMAT_ZLIB) : NULL;

  if (packed != NULL && packed->len < bytes->len)
    return packed;
  g_clear_pointer (&packed, g_byte_array_unref);
  return g_byte_array_ref (bytes);
}

static void
write_block (Trace *self,
             guint8 type,
             const GByteArray *content)
{
  g_autoptr (GByteArray) head = g_byte_array_new ();

  g_byte_array_append (head, &type, 1);
  add_uint64 (head, sizeof (guint64) + content->len);
  _hd_writer_bytes (self->writer, head->data, head->len);
  _hd_writer_bytes (self->writer, content->data, content->len);
}

/* ---- blocks of changes ---------------------------------------------------------------------------------------------------------------- */

static void
begin_block (Trace *self,
             HdTime start)
{
  self->start = start;
  self->time = 0;
  self->n_times = self->n_samples = 0;
  g_byte_array_set_size (self->times, 0);
  g_byte_array_set_size (self->frame, 0);
  for (guint s = 0; s < self->n_signals; s++)
    {
      g_byte_array_set_size (self->chains[s].changes, 0);
      self->chains[s].at = 0;
      if (!_hd_waves_is_state (self->waves, s))
        add_double (self->frame, self->values[s]);
    }
}

static void
go_to (Trace *self,
       HdTime time)
{
  if (self->n_times > 0 && time == self->time)
    return;
  add_varint (self->times, (guint64) (time - self->time));
  self->time = time;
  self->n_times++;
}

static void
add_sample (Trace *self,
            guint signal,
            const HdSample *sample)
{
  Chain *chain = &self->chains[signal];
  guint64 later;

  go_to (self, sample->time);
  later = self->n_times - 1 - chain->at;
  chain->at = self->n_times - 1;
  self->n_samples++;
  self->values[signal] = sample->value;
  if (_hd_waves_is_state (self->waves, signal))
    {
      g_autofree char *text = _hd_waves_dup_state (self->waves, sample->value);

      add_varint (chain->changes, later << 1);
      add_varint (chain->changes, strlen (text));
      g_byte_array_append (chain->changes, (const guint8 *) text, (guint) strlen (text));
    }
  else
    {
      add_varint (chain->changes, later << 1 | 1); /* 1: not packed into bits */
      add_double (chain->changes, sample->value);
    }
}

/* The chains, and where each begins, counted from the byte that names their compression; runs of signals without changes are counted. */
static void
add_chains (Trace *self,
            GByteArray *block)
{
  g_autoptr (GByteArray) places = g_byte_array_new ();
  guint chains_start = block->len, last = 0, n_without = 0;

  g_byte_array_append (block, (const guint8 *) "Z", 1);
  for (guint s = 0; s < self->n_signals; s++)
    {
      GByteArray *changes = self->chains[s].changes;
      g_autoptr (GByteArray) packed = NULL;
      guint place = block->len - chains_start;

      if (changes->len == 0)
        {
          n_without++;
          continue;
        }
      packed = compress_or_keep (changes);
      add_varint (block, packed == changes ? 0 : changes->len); /* 0: not compressed */
      add_bytes (block, packed);
      if (n_without > 0)
        add_varint (places, (guint64) n_without << 1);
      n_without = 0;
      add_varint (places, (guint64) (place - last) << 1 | 1);
      last = place;
    }
  if (n_without > 0)
    add_varint (places, (guint64) n_without << 1);
  add_bytes (block, places);
  add_uint64 (block, places->len);
}

static void
end_block (Trace *self)
{
  g_autoptr (GByteArray) block = g_byte_array_new ();
  g_autoptr (GByteArray) frame = compress_or_keep (self->frame);
  g_autoptr (GByteArray) times = compress_or_keep (self->times);
  guint64 n_bytes = 0;

  for (guint s = 0; s < self->n_signals; s++)
    n_bytes += self->chains[s].changes->len;
  add_uint64 (block, (guint64) self->start);
  add_uint64 (block, (guint64) self->time);
  add_uint64 (block, n_bytes);
  add_varint (block, self->frame->len);
  add_varint (block, frame->len);
  add_varint (block, self->n_signals);
  add_bytes (block, frame);
  add_varint (block, self->n_signals);
  add_chains (self, block);
  add_bytes (block, times);
  add_uint64 (block, self->times->len);
  add_uint64 (block, times->len);
  add_uint64 (block, self->n_times);
  write_block (self, BLOCK_CHANGES, block);
}

static gboolean
is_block_full (guint64 n_samples,
               HdTime time,
               HdTime next)
{
  return n_samples >= SAMPLES_PER_BLOCK && next > time;
}

/* At least one block: readers refuse a file without. */
static void
write_changes (Trace *self,
               HdTime start)
{
  HdSample sample;
  guint signal;

  begin_block (self, start);
  go_to (self, start);
  while (!_hd_writer_failed (self->writer) && _hd_waves_next (self->waves, &signal, &sample))
    {
      if (is_block_full (self->n_samples, self->time, sample.time))
        {
          end_block (self);
          begin_block (self, sample.time);
        }
      add_sample (self, signal, &sample);
    }
  end_block (self);
}

/* ---- the other blocks ----------------------------------------------------------------------------------------------------------------- */

static void
write_geometry (Trace *self)
{
  g_autoptr (GByteArray) lengths = g_byte_array_new ();
  g_autoptr (GByteArray) packed = NULL;
  g_autoptr (GByteArray) block = g_byte_array_new ();

  for (guint s = 0; s < self->n_signals; s++)
    add_varint (lengths, _hd_waves_is_state (self->waves, s) ? LENGTH_VARIES : LENGTH_REAL);
  packed = compress_or_keep (lengths);
  add_uint64 (block, lengths->len);
  add_uint64 (block, self->n_signals);
  add_bytes (block, packed);
  write_block (self, BLOCK_GEOMETRY, block);
}

typedef struct
{
  GByteArray *bytes;
  HdWaves *waves;
  guint64 n_scopes;
} Tree;

static void
open_scope (gpointer data,
            const char *name)
{
  Tree *tree = data;

  tree->n_scopes++;
  g_byte_array_append (tree->bytes, (const guint8[]){ TREE_SCOPE, TREE_MODULE }, 2);
  add_text (tree->bytes, name);
  add_text (tree->bytes, ""); /* no component name of its own */
}

static void
close_scope (gpointer data)
{
  Tree *tree = data;

  g_byte_array_append (tree->bytes, (const guint8[]){ TREE_UPSCOPE }, 1);
}

static void
declare_signal (gpointer data,
                guint signal,
                const char *name)
{
  Tree *tree = data;
  gboolean state = _hd_waves_is_state (tree->waves, signal);

  g_byte_array_append (tree->bytes, (const guint8[]){ state ? TREE_STRING : TREE_REAL, 0 /* no direction */ }, 2);
  add_text (tree->bytes, name);
  add_varint (tree->bytes, state ? 0 : REAL_BYTES);
  add_varint (tree->bytes, 0); /* no other name of another signal */
}

static void
write_hierarchy (Trace *self,
                 const Tree *tree)
{
  g_autoptr (GByteArray) packed = compress (tree->bytes, G_ZLIB_COMPRESSOR_FORMAT_GZIP);
  g_autoptr (GByteArray) block = g_byte_array_new ();

  add_uint64 (block, tree->bytes->len);
  add_bytes (block, packed);
  write_block (self, BLOCK_HIERARCHY, block);
}

/* The number of blocks stands before them, and a pipe can't be written twice. Returns the time of the first sample, or of the end. */
static HdTime
write_header (Trace *self,
              const Tree *tree)
{
  static const char blanks[VERSION_BYTES];
  g_autoptr (GByteArray) block = g_byte_array_new ();
  g_autofree char *version = g_strdup_printf ("Heddle %s", HD_VERSION);
  guint64 n_blocks = 1, n_samples = 0;
  HdTime start = _hd_waves_get_end (self->waves), time = 0;
  HdSample sample;
  guint signal;

  while (!_hd_writer_failed (self->writer) && _hd_waves_next (self->waves, &signal, &sample))
    {
      start = MIN (start, sample.time);
      if (is_block_full (n_samples, time, sample.time))
        {
          n_blocks++;
          n_samples = 0;
        }
      n_samples++;
      time = sample.time;
    }
  _hd_waves_rewind (self->waves);

  add_uint64 (block, (guint64) start);
  add_uint64 (block, (guint64) _hd_waves_get_end (self->waves));
  add_double (block, G_E);
  add_uint64 (block, SAMPLES_PER_BLOCK * (REAL_BYTES + sizeof (guint64))); /* what a writer kept in memory */
  add_uint64 (block, tree->n_scopes);
  add_uint64 (block, self->n_signals);
  add_uint64 (block, self->n_signals);
  add_uint64 (block, n_blocks);
  g_byte_array_append (block, (const guint8[]){ (guint8) TIMESCALE_PS }, 1);
  g_byte_array_append (block, (const guint8 *) version, (guint) strlen (version));
  g_byte_array_append (block, (const guint8 *) blanks, VERSION_BYTES - (guint) strlen (version));
  g_byte_array_append (block, (const guint8 *) blanks, DATE_BYTES); /* none, so that equal runs are equal files */
  g_byte_array_append (block, (const guint8[]){ 0 }, 1);            /* as from Verilog */
  add_uint64 (block, 0);                                            /* time zero */
  g_assert (block->len + sizeof (guint64) == HEADER_BYTES);
  write_block (self, BLOCK_HEADER, block);
  return start;
}

static void
write_trace (HdWriter *writer,
             HdWaves *waves)
{
  static const HdWavesOutline outline = { open_scope, close_scope, declare_signal };
  g_autoptr (GByteArray) tree_bytes = g_byte_array_new ();
  Tree tree = { tree_bytes, waves, 0 };
  guint n = _hd_waves_get_n_signals (waves);
  Trace trace = { writer, waves, g_byte_array_new (), g_byte_array_new (), g_new (double, n), g_new0 (Chain, n), n };

  for (guint s = 0; s < n; s++)
    {
      trace.values[s] = NAN;
      trace.chains[s].changes = g_byte_array_new ();
    }
  _hd_waves_outline (waves, &outline, &tree);
  write_changes (&trace, write_header (&trace, &tree));
  write_geometry (&trace);
  write_hierarchy (&trace, &tree);

  for (guint s = 0; s < n; s++)
    g_byte_array_unref (trace.chains[s].changes);
  g_free (trace.chains);
  g_free (trace.values);
  g_byte_array_unref (trace.times);
  g_byte_array_unref (trace.frame);
}

/* Readers refuse a file without signals. */
void
_hd_report_fst (HdWriter *writer,
                HdRecord *record)
{
  g_autoptr (HdWaves) waves = _hd_waves_new (record);

  if (_hd_waves_get_n_signals (waves) > 0)
    write_trace (writer, waves);
  else
    writer->error = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_INVALID_DATA, _("there are no probes, and an FST file must have some"));
}
