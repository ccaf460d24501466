/* hd-record-pairs.c: who has sent how much to whom, now and then during a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-record"

#include <heddle/hd-pairs.h>

#include <string.h>

#include "hd-record-parts.h"
#include "hd-record-private.h"

#define MOST_NOTES 128 /* twice as many as there are at least, once there have been so many */

typedef struct
{
  HdTime time;
  double *bytes;
} Note;

struct _HdRecordPairs
{
  guint32 *ends;
  guint n_ends;
  guint group;
  guint n;          /* groups */
  GArray *notes;    /* of Note, in order of time; guarded by the record's lock */
  HdTime interval;  /* between notes; 0 until there have been many */
};

static void
clear_note (gpointer data)
{
  g_free (((Note *) data)->bytes);
}

void
_hd_record_free_pairs (HdRecordPairs *self)
{
  g_array_unref (self->notes);
  g_free (self->ends);
  g_free (self);
}

void
_hd_record_set_pair_ends (HdRecord *self,
                          const guint32 *ends,
                          guint n,
                          guint group)
{
  HdRecordPairs *pairs = g_new0 (HdRecordPairs, 1);

  pairs->ends = g_memdup2 (ends, n * sizeof *ends);
  pairs->n_ends = n;
  pairs->group = group;
  pairs->n = (n + group - 1) / group;
  pairs->notes = g_array_new (FALSE, FALSE, sizeof (Note));
  g_array_set_clear_func (pairs->notes, clear_note);
  __atomic_store_n (&self->pairs, pairs, __ATOMIC_RELEASE);
}

gboolean
_hd_record_wants_pairs (HdRecord *self,
                        HdTime time)
{
  const HdRecordPairs *pairs = self->pairs;
  guint n = pairs->notes->len;

  return n == 0 || time >= hd_time_add (g_array_index (pairs->notes, Note, n - 1).time, MAX (pairs->interval, 1));
}

/* Every second one goes; those that stay are apart by twice what they were on average. */
static void
thin_out (HdRecordPairs *pairs)
{
  HdTime last = g_array_index (pairs->notes, Note, pairs->notes->len - 1).time;

  for (guint i = 0; i < pairs->notes->len; i++)
    g_array_remove_index (pairs->notes, i);
  pairs->interval = last / (MOST_NOTES / 2);
}

void
_hd_record_take_pairs (HdRecord *self,
                       HdTime time,
                       double *bytes)
{
  HdRecordPairs *pairs = self->pairs;
  const Note note = { time, bytes };

  pthread_mutex_lock (&self->lock);
  if (pairs->notes->len == MOST_NOTES)
    thin_out (pairs);
  g_array_append_val (pairs->notes, note);
  pthread_mutex_unlock (&self->lock);
}

const guint32 *
hd_record_get_pair_ends (HdRecord *self,
                         guint *out_n,
                         guint *out_group)
{
  const HdRecordPairs *pairs = __atomic_load_n (&self->pairs, __ATOMIC_ACQUIRE);

  if (pairs == NULL)
    return NULL;
  if (out_n != NULL)
    *out_n = pairs->n_ends;
  if (out_group != NULL)
    *out_group = pairs->group;
  return pairs->ends;
}

gboolean
hd_record_read_pairs (HdRecord *self,
                      HdTime moment,
                      double *out_bytes)
{
  const HdRecordPairs *pairs = __atomic_load_n (&self->pairs, __ATOMIC_ACQUIRE);
  guint low = 0, high;

  if (pairs == NULL)
    return FALSE;
  pthread_mutex_lock (&self->lock);
  for (high = pairs->notes->len; low < high;)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (pairs->notes, Note, middle).time <= moment)
        low = middle + 1;
      else
        high = middle;
    }
  if (low > 0)
    memcpy (out_bytes, g_array_index (pairs->notes, Note, low - 1).bytes, (gsize) pairs->n * pairs->n * sizeof *out_bytes);
  pthread_mutex_unlock (&self->lock);
  return low > 0;
}
