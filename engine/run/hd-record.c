/* hd-record.c: what a run writes and anyone may read while it grows
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Spans, samples, iterations and transfers lie in chunked arrays that publish their length by a release store; loads lie in frames. The few
 * things that change in place (metrics, counters, digest) are behind a lock that the engine takes a few times a second at most.
 */
#define G_LOG_DOMAIN "hd-record"

#include "hd-record-private.h"

#include <heddle/hd-accesses.h>
#include <heddle/hd-error.h>

#include "hd-followed.h"
#include "hd-i18n.h"
#include "hd-record-parts.h"

static void
clear_file (gpointer data)
{
  HdRecordFile *file = data;

  g_free (file->name);
  g_bytes_unref (file->bytes);
}

static void
clear_histogram (gpointer data)
{
  g_free ((gpointer) ((HdHistogram *) data)->bins);
}

HdRecord *
_hd_record_new (HdDesign *design)
{
  HdRecord *self = g_new0 (HdRecord, 1);

  self->references = 1;
  self->design = hd_design_ref (design);
  self->budget = G_MAXSIZE;
  self->n_series = hd_design_get_n_probes (design);
  self->series = g_new0 (HdRecordSeries, self->n_series);
  for (guint i = 0; i < self->n_series; i++)
    self->series[i].samples = hd_chunked_array_new (sizeof (HdSample));
  self->iterations = hd_chunked_array_new (sizeof (HdTime));
  self->pauses = hd_pauses_new ();
  self->transfers = hd_chunked_array_new (sizeof (HdTransferResult));
  self->metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  self->histograms = g_array_new (FALSE, FALSE, sizeof (HdHistogram));
  g_array_set_clear_func (self->histograms, clear_histogram);
  self->open_spans = g_array_new (FALSE, FALSE, sizeof (HdOpenSpan));
  self->files = g_array_new (FALSE, FALSE, sizeof (HdRecordFile));
  g_array_set_clear_func (self->files, clear_file);
  self->programs = g_array_new (FALSE, FALSE, sizeof (HdRecordProgram));
  self->prints = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  pthread_mutex_init (&self->lock, NULL);
  self->exchanges = g_array_new (FALSE, FALSE, sizeof (HdExchangeNote));
  return self;
}

HdRecord *
hd_record_ref (HdRecord *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  __atomic_add_fetch (&self->references, 1, __ATOMIC_RELAXED);
  return self;
}

static void
partitions_free (HdRecordPartitions *partitions)
{
  hd_board_unref (partitions->board);
  g_free (partitions->of_node);
  g_free (partitions);
}

void
hd_record_unref (HdRecord *self)
{
  g_return_if_fail (self != NULL);

  if (__atomic_sub_fetch (&self->references, 1, __ATOMIC_ACQ_REL) > 0)
    return;
  for (guint i = 0; i < self->n_series; i++)
    hd_chunked_array_free (self->series[i].samples);
  g_free (self->series);
  hd_chunked_array_free (self->iterations);
  hd_pauses_free (self->pauses);
  hd_chunked_array_free (self->transfers);
  g_clear_pointer (&self->transfer_list, hd_transfer_list_unref);
  g_clear_pointer (&self->layout, _hd_record_free_layout);
  g_clear_pointer (&self->partitions, partitions_free);
  g_clear_pointer (&self->followed, hd_followed_free);
  g_clear_pointer (&self->pairs, _hd_record_free_pairs);
  g_array_unref (self->metrics);
  g_array_unref (self->histograms);
  g_array_unref (self->open_spans);
  g_array_unref (self->exchanges);
  g_array_unref (self->files);
  g_array_unref (self->programs);
  g_ptr_array_unref (self->prints);
  g_clear_pointer (&self->errands, hd_errands_unref);
  g_clear_pointer (&self->accesses, g_array_unref);
  g_free (self->digest);
  g_free (self->inputs);
  pthread_mutex_destroy (&self->lock);
  hd_design_unref (self->design);
  g_free (self);
}

HdDesign *
hd_record_get_design (HdRecord *self)
{
  return self->design;
}

HdTime
hd_record_get_time (HdRecord *self)
{
  return __atomic_load_n (&self->time, __ATOMIC_ACQUIRE);
}

void
_hd_record_publish (HdRecord *self,
                    HdTime time)
{
  HdTime present = __atomic_load_n (&self->time, __ATOMIC_RELAXED);

  while (present < time && !__atomic_compare_exchange_n (&self->time, &present, time, FALSE, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    ;
}

void
_hd_record_set_budget (HdRecord *self,
                       gsize bytes)
{
  self->budget = bytes;
}

gsize
_hd_record_get_budget (HdRecord *self)
{
  return self->budget;
}

void
_hd_record_count_bytes (HdRecord *self,
                        gsize bytes)
{
  __atomic_fetch_add (&self->n_bytes, bytes, __ATOMIC_RELAXED);
}

gboolean
_hd_record_check_room (HdRecord *self,
                       HdTime now,
                       GError **error)
{
  if (__atomic_load_n (&self->n_bytes, __ATOMIC_RELAXED) <= self->budget)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_LIMIT,
               _("The record is full: %zu MiB at %g s. Ask for fewer iterations, a shorter time, fewer probes, or raise the memory limit of the run"),
               self->budget >> 20, hd_time_to_seconds (now));
  return FALSE;
}

/* ---- series --------------------------------------------------------------------------------------------------------- */

/** _hd_record_set_series: before the layout is set, which publishes it */
void
_hd_record_set_series (HdRecord *self,
                       guint series,
                       HdSeriesKind kind,
                       double maximum)
{
  self->series[series].kind = kind;
  self->series[series].maximum = maximum;
}

void
_hd_record_append_sample (HdRecord *self,
                          guint series,
                          HdTime time,
                          double value)
{
  HdSample sample = { time, value };

  _hd_record_append (self, self->series[series].samples, &sample, sizeof sample);
}

guint
hd_record_get_n_series (HdRecord *self)
{
  return _hd_record_get_layout (self) != NULL ? self->n_series : 0;
}

HdSeriesKind
hd_record_get_series_kind (HdRecord *self,
                           guint series)
{
  g_return_val_if_fail (series < self->n_series, HD_SERIES_STEP);

  return self->series[series].kind;
}

const HdProbePoint *
hd_record_get_series_probe (HdRecord *self,
                            guint series)
{
  return hd_design_get_probe (self->design, series);
}

double
hd_record_get_series_maximum (HdRecord *self,
                              guint series)
{
  g_return_val_if_fail (series < self->n_series, 0);

  return self->series[series].maximum;
}

guint64
hd_record_get_n_samples (HdRecord *self,
                         guint series)
{
  g_return_val_if_fail (series < self->n_series, 0);

  return hd_chunked_array_get_length (self->series[series].samples);
}

const HdSample *
hd_record_peek_samples (HdRecord *self,
                        guint series,
                        guint64 first,
                        guint64 *out_n)
{
  g_return_val_if_fail (series < self->n_series, NULL);

  return hd_chunked_array_peek (self->series[series].samples, first, out_n);
}

gint64
hd_record_find_sample (HdRecord *self,
                       guint series,
                       HdTime time)
{
  guint64 low = 0;
  guint64 high = hd_record_get_n_samples (self, series);

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;
      guint64 n;

      if (hd_record_peek_samples (self, series, middle, &n)->time <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return (gint64) low - 1;
}

/* ---- partitions ----------------------------------------------------------------------------------------------------- */

void
_hd_record_set_board (HdRecord *self,
                      HdBoard *board,
                      const guint32 *of_node)
{
  HdRecordPartitions *partitions = g_new0 (HdRecordPartitions, 1);

  partitions->board = hd_board_ref (board);
  partitions->of_node = g_memdup2 (of_node, hd_design_get_n_nodes (self->design) * sizeof (guint32));
  __atomic_store_n (&self->partitions, partitions, __ATOMIC_RELEASE);
}

static const HdRecordPartitions *
get_partitions (HdRecord *self)
{
  return __atomic_load_n (&self->partitions, __ATOMIC_ACQUIRE);
}

guint
hd_record_get_n_partitions (HdRecord *self)
{
  const HdRecordPartitions *partitions = get_partitions (self);

  return partitions != NULL ? partitions->board->n_lines : 0;
}

void
hd_record_read_partition (HdRecord *self,
                          guint partition,
                          HdPartitionStatistics *out_statistics)
{
  g_return_if_fail (partition < hd_record_get_n_partitions (self));

  hd_board_read (get_partitions (self)->board, partition, out_statistics);
}

guint32
hd_record_get_node_partition (HdRecord *self,
                              guint32 node)
{
  const HdRecordPartitions *partitions = get_partitions (self);

  return partitions != NULL ? partitions->of_node[node] : HD_NO_PARTITION;
}

/* ---- exchanges ------------------------------------------------------------------------------------------------------ */

void
_hd_record_take_exchanges (HdRecord *self,
                           const GArray *notes)
{
  _hd_record_count_bytes (self, notes->len * sizeof (HdExchangeNote));
  pthread_mutex_lock (&self->lock);
  g_array_append_vals (self->exchanges, notes->data, notes->len);
  pthread_mutex_unlock (&self->lock);
}

void
_hd_record_read_exchanges (HdRecord *self,
                           guint from,
                           GArray *out)
{
  pthread_mutex_lock (&self->lock);
  if (self->exchanges->len > from)
    g_array_append_vals (out, &g_array_index (self->exchanges, HdExchangeNote, from), self->exchanges->len - from);
  pthread_mutex_unlock (&self->lock);
}

/* ---- errands ------------------------------------------------------------------------------------------------------- */

void
_hd_record_take_errands (HdRecord *self,
                         HdErrands *errands)
{
  HdErrands *before;

  pthread_mutex_lock (&self->lock);
  before = self->errands;
  self->errands = errands;
  pthread_mutex_unlock (&self->lock);
  g_clear_pointer (&before, hd_errands_unref);
}

HdErrands *
hd_record_dup_errands (HdRecord *self)
{
  HdErrands *errands;

  pthread_mutex_lock (&self->lock);
  errands = self->errands != NULL ? hd_errands_ref (self->errands) : NULL;
  pthread_mutex_unlock (&self->lock);
  return errands;
}

/* ---- accesses -------------------------------------------------------------------------------------------------------- */

gboolean
_hd_record_wants_accesses (HdRecord *self)
{
  return __atomic_load_n (&self->wants_accesses, __ATOMIC_RELAXED);
}

void
_hd_record_take_accesses (HdRecord *self,
                          GArray *accesses)
{
  GArray *before;

  __atomic_store_n (&self->wants_accesses, FALSE, __ATOMIC_RELAXED);
  pthread_mutex_lock (&self->lock);
  before = self->accesses;
  self->accesses = accesses;
  pthread_mutex_unlock (&self->lock);
  g_clear_pointer (&before, g_array_unref);
}

GArray *
hd_accesses_look (HdRecord *record)
{
  GArray *accesses;

  pthread_mutex_lock (&record->lock);
  accesses = record->accesses != NULL ? g_array_ref (record->accesses) : NULL;
  pthread_mutex_unlock (&record->lock);
  __atomic_store_n (&record->wants_accesses, TRUE, __ATOMIC_RELAXED);
  return accesses;
}

/* ---- what is followed ------------------------------------------------------------------------------------------------ */

void
_hd_record_set_follow (HdRecord *self,
                       const HdFollowTarget *target)
{
  self->follows = TRUE;
  self->follow = *target;
}

const HdFollowTarget *
_hd_record_get_follow (HdRecord *self)
{
  return self->follows ? &self->follow : NULL;
}

void
_hd_record_take_followed (HdRecord *self,
                          HdFollowed *followed)
{
  g_return_if_fail (self->followed == NULL);

  __atomic_store_n (&self->followed, followed, __ATOMIC_RELEASE);
}

const HdFollowed *
hd_record_get_followed (HdRecord *self)
{
  return __atomic_load_n (&self->followed, __ATOMIC_ACQUIRE);
}

void
_hd_record_set_slowest (HdRecord *self,
                        const HdFollowTarget *target)
{
  pthread_mutex_lock (&self->lock);
  self->has_slowest = TRUE;
  self->slowest = *target;
  pthread_mutex_unlock (&self->lock);
}

gboolean
hd_record_get_slowest (HdRecord *self,
                       HdFollowTarget *out_target)
{
  gboolean has;

  pthread_mutex_lock (&self->lock);
  has = self->has_slowest;
  *out_target = self->slowest;
  pthread_mutex_unlock (&self->lock);
  return has;
}

/* ---- iterations and transfers --------------------------------------------------------------------------------------- */

void
_hd_record_append_iteration (HdRecord *self,
                             HdTime end)
{
  _hd_record_append (self, self->iterations, &end, sizeof end);
}

void
_hd_record_set_has_noise (HdRecord *self)
{
  self->has_noise = TRUE;
}

void
_hd_record_append_pause (HdRecord *self,
                         HdTime start,
                         HdTime end)
{
  hd_pauses_add (self->pauses, start, end);
}

guint
hd_record_get_n_iterations (HdRecord *self)
{
  return (guint) hd_chunked_array_get_length (self->iterations);
}

HdTime
hd_record_get_iteration_end (HdRecord *self,
                             guint iteration)
{
  guint64 n;

  g_return_val_if_fail (iteration < hd_record_get_n_iterations (self), 0);

  return *(const HdTime *) hd_chunked_array_peek (self->iterations, iteration, &n);
}

void
_hd_record_set_transfers (HdRecord *self,
                          HdTransferList *list)
{
  self->transfer_list = list != NULL ? hd_transfer_list_ref (list) : NULL;
}

HdTransferList *
_hd_record_get_transfers (HdRecord *self)
{
  return self->transfer_list;
}

void
_hd_record_append_transfer (HdRecord *self,
                            const HdTransferResult *transfer)
{
  _hd_record_append (self, self->transfers, transfer, sizeof *transfer);
}

guint64
hd_record_get_n_transfers (HdRecord *self)
{
  return hd_chunked_array_get_length (self->transfers);
}

gboolean
hd_record_get_transfer (HdRecord *self,
                        guint64 n,
                        HdTransferResult *out_transfer)
{
  guint64 available;

  if (n >= hd_record_get_n_transfers (self))
    return FALSE;
  *out_transfer = *(const HdTransferResult *) hd_chunked_array_peek (self->transfers, n, &available);
  return TRUE;
}

/* ---- files ---------------------------------------------------------------------------------------------------------- */

void
_hd_record_take_file (HdRecord *self,
                      char *name,
                      GBytes *bytes)
{
  const HdRecordFile file = { name, bytes };

  pthread_mutex_lock (&self->lock);
  g_array_append_val (self->files, file);
  pthread_mutex_unlock (&self->lock);
}

guint
hd_record_get_n_files (HdRecord *self)
{
  guint n;

  pthread_mutex_lock (&self->lock);
  n = self->files->len;
  pthread_mutex_unlock (&self->lock);
  return n;
}

gboolean
hd_record_get_file (HdRecord *self,
                    guint n,
                    const char **out_name,
                    GBytes **out_bytes)
{
  gboolean found;

  pthread_mutex_lock (&self->lock);
  found = n < self->files->len;
  if (found)
    {
      *out_name = g_array_index (self->files, HdRecordFile, n).name;
      *out_bytes = g_array_index (self->files, HdRecordFile, n).bytes;
    }
  pthread_mutex_unlock (&self->lock);
  return found;
}
