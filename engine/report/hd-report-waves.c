/* hd-report-waves.c: the probes as signals of a waveform viewer, whatever the format
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Series are merged by time through a heap of their next samples, so memory does not grow with their length.
 */
#define G_LOG_DOMAIN "hd-report-waves"

#include "hd-report-waves.h"

#include "hd-heap.h"

/* The next sample of one series. */
typedef struct
{
  const HdSample *samples;
  guint64 left;
  guint64 next;
  guint64 length;
  guint signal;
} Cursor;

struct _HdWaves
{
  /*< borrowed >*/
  HdRecord *record;

  /*< owned >*/
  guint64 *lengths;
  Cursor *heap;

  guint n_signals;
  guint n_heap;
  HdTime end;
};

static gboolean
cursor_load (Cursor *cursor,
             HdRecord *record)
{
  if (cursor->left == 0 && cursor->next < cursor->length)
    {
      cursor->samples = hd_record_peek_samples (record, cursor->signal, cursor->next, &cursor->left);
      cursor->left = MIN (cursor->left, cursor->length - cursor->next);
      cursor->next += cursor->left;
    }
  return cursor->left > 0;
}

static gboolean
cursor_before (const Cursor *a,
               const Cursor *b)
{
  return a->samples->time != b->samples->time ? a->samples->time < b->samples->time : a->signal < b->signal;
}

HD_DEFINE_HEAP (heap, Cursor, cursor_before)

void
_hd_waves_rewind (HdWaves *self)
{
  guint n = 0;

  for (guint s = 0; s < self->n_signals; s++)
    {
      self->heap[n] = (Cursor){ .signal = s, .length = self->lengths[s] };
      n += cursor_load (&self->heap[n], self->record);
    }
  heap_build (self->heap, n);
  self->n_heap = n;
}

gboolean
_hd_waves_next (HdWaves *self,
                guint *out_signal,
                HdSample *out_sample)
{
  Cursor *first = &self->heap[0];

  if (self->n_heap == 0)
    return FALSE;
  *out_signal = first->signal;
  *out_sample = *first->samples;
  first->samples++;
  first->left--;
  if (!cursor_load (first, self->record))
    *first = self->heap[--self->n_heap];
  if (self->n_heap > 0)
    heap_sink (self->heap, self->n_heap, 0, *first);
  return TRUE;
}

HdWaves *
_hd_waves_new (HdRecord *record)
{
  HdWaves *self = g_new0 (HdWaves, 1);

  self->record = record;
  self->n_signals = hd_record_get_n_series (record);
  self->lengths = g_new (guint64, self->n_signals + 1);
  self->heap = g_new (Cursor, self->n_signals + 1);
  for (guint s = 0; s < self->n_signals; s++)
    self->lengths[s] = hd_record_get_n_samples (record, s);
  self->end = hd_record_get_time (record);
  for (guint s = 0; s < self->n_signals; s++)
    if (self->lengths[s] > 0)
      {
        guint64 n;
        HdTime last = hd_record_peek_samples (record, s, self->lengths[s] - 1, &n)->time;

        self->end = MAX (self->end, last);
      }
  _hd_waves_rewind (self);
  return self;
}

void
_hd_waves_free (HdWaves *self)
{
  g_free (self->lengths);
  g_free (self->heap);
  g_free (self);
}

guint
_hd_waves_get_n_signals (const HdWaves *self)
{
  return self->n_signals;
}

HdTime
_hd_waves_get_end (const HdWaves *self)
{
  return self->end;
}

gboolean
_hd_waves_is_state (const HdWaves *self,
                    guint signal)
{
  return hd_record_get_series_kind (self->record, signal) == HD_SERIES_STATE;
}

/* ---- names ------------------------------------------------------------------------------------------------------------------------- */

/* Names of signals have no blanks, and viewers split at dots. */
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

void
_hd_waves_outline (const HdWaves *self,
                   const HdWavesOutline *outline,
                   gpointer data)
{
  g_auto (GStrv) open = g_new0 (char *, 1);

  for (guint s = 0; s < self->n_signals; s++)
    {
      const HdProbePoint *probe = hd_record_get_series_probe (self->record, s);
      g_autofree char *path = probe_path (self->record, probe);
      g_autofree char *name = signal_name (probe);
      char **scopes = g_strsplit (path, "/", -1);
      guint common = 0;

      while (open[common] != NULL && g_strcmp0 (open[common], scopes[common]) == 0)
        common++;
      for (guint i = common; open[i] != NULL; i++)
        outline->close (data);
      for (guint i = common; scopes[i] != NULL; i++)
        {
          g_autofree char *scope = plain_name (scopes[i]);

          outline->open (data, scope);
        }
      outline->declare (data, s, name);
      g_strfreev (open);
      open = scopes;
    }
  for (guint i = 0; open[i] != NULL; i++)
    outline->close (data);
}

char *
_hd_waves_dup_state (const HdWaves *self,
                     double value)
{
  const char *text = value >= 0 ? hd_record_get_name (self->record, (guint32) value) : "";

  return g_strdelimit (g_strdup (text), " \t\r\n", '_');
}
