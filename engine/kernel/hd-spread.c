/* hd-spread.c: one kernel in several processes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-spread"

#include "hd-spread.h"

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-ranks-private.h"

/* ---- the same model ------------------------------------------------------------------------------------------------ */

/* Components and connections, in the order of paths. */
static guint64
make_fingerprint (HdKernel *kernel)
{
  const HdConnection *connections = (HdConnection *) kernel->connections->data;
  HdDigest digest = HD_DIGEST_INIT;

  hd_digest_add_string (&digest, HD_VERSION);
  hd_digest_add_string (&digest, kernel->strategy->name);
  hd_digest_add (&digest, kernel->seed);
  hd_digest_add (&digest, kernel->options.fingerprint);
  for (guint32 rank = 0; rank < kernel->n_components; rank++)
    {
      const HdComponent *component = &kernel->components[kernel->by_rank[rank]];

      hd_digest_add_string (&digest, component->path);
      hd_digest_add (&digest, (guint64) component->id << 32 | component->partition->index);
    }
  for (guint i = 0; i < kernel->connections->len; i++)
    {
      hd_digest_add (&digest, (guint64) connections[i].from << 32 | connections[i].to);
      hd_digest_add (&digest, (guint64) connections[i].from_port << 32 | connections[i].to_port);
      hd_digest_add (&digest, (guint64) connections[i].latency);
    }
  return hd_digest_mix (&digest);
}

gboolean
hd_spread_check (HdKernel *kernel,
                 GError **error)
{
  guint n = hd_ranks_get_n ();
  guint different;

  if (n == 1)
    return TRUE;
  different = hd_ranks_find_different (make_fingerprint (kernel));
  if (different > 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("Rank %u has another project, other settings or another version than rank 0"), different);
      return FALSE;
    }
  if (!kernel->strategy->spreads_over_ranks)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                   _("The synchronisation “%s” works in one process, and %u were started. Use “window” or “loose”"), kernel->strategy->name, n);
      return FALSE;
    }
  return TRUE;
}

/* ---- who runs what ------------------------------------------------------------------------------------------------- */

guint
hd_spread_get_rank_of (HdKernel *kernel,
                       guint partition)
{
  return (guint) ((guint64) partition * hd_ranks_get_n () / kernel->n_partitions);
}

gboolean
hd_spread_is_here (HdKernel *kernel,
                   guint partition)
{
  return hd_ranks_get_n () == 1 || hd_spread_get_rank_of (kernel, partition) == hd_ranks_get_rank ();
}

void
hd_spread_leave (HdKernel *kernel)
{
  guint rank = hd_ranks_get_rank ();

  for (guint i = 0; hd_ranks_get_n () > 1 && i < kernel->n_partitions; i++)
    if (hd_spread_get_rank_of (kernel, i) != rank)
      hd_partition_leave (&kernel->partitions[i]);
}

HdTime
hd_spread_find_last (HdTime time)
{
  return -hd_ranks_find_minimum (-time);
}

/* ---- failures ------------------------------------------------------------------------------------------------------ */

/* The first failure here in simulated time. */
static HdPartition *
find_failure (HdKernel *kernel)
{
  HdPartition *first = NULL;

  for (guint i = 0; i < kernel->n_partitions; i++)
    {
      HdPartition *partition = &kernel->partitions[i];

      if (partition->error != NULL && (first == NULL || hd_event_before (&partition->failed_at, &first->failed_at)))
        first = partition;
    }
  return first;
}

/* Everyone gets a copy of what @owner has. */
static GError *
share (const GError *error,
       guint owner)
{
  g_autoptr (GByteArray) text = g_byte_array_new ();
  gint32 code;

  if (owner == hd_ranks_get_rank ())
    {
      code = error->code;
      g_byte_array_append (text, (const guint8 *) &code, sizeof code);
      g_byte_array_append (text, (const guint8 *) error->message, (guint) strlen (error->message) + 1);
    }
  hd_ranks_share (text, owner);
  memcpy (&code, text->data, sizeof code);
  return g_error_new_literal (HD_ERROR, code, (const char *) text->data + sizeof code);
}

void
hd_spread_share_failure (HdKernel *kernel)
{
  HdPartition *first = find_failure (kernel);
  HdTime own = first != NULL ? first->failed_at.time : HD_TIME_MAX;
  HdTime earliest;
  guint owner;
  GError *error;

  if (hd_ranks_get_n () == 1)
    return;
  earliest = hd_ranks_find_minimum (own);
  if (earliest == HD_TIME_MAX)
    return;
  owner = (guint) hd_ranks_find_minimum (own == earliest ? hd_ranks_get_rank () : G_MAXUINT32);
  error = share (first != NULL ? first->error : NULL, owner);
  for (guint i = 0; i < kernel->n_partitions; i++)
    g_clear_error (&kernel->partitions[i].error);
  kernel->partitions[0].error = error;
}

gboolean
hd_spread_share_error (GError **error)
{
  guint owner;
  GError *first;

  if (hd_ranks_get_n () == 1)
    return *error == NULL;
  owner = (guint) hd_ranks_find_minimum (*error != NULL ? hd_ranks_get_rank () : G_MAXUINT32);
  if (owner == G_MAXUINT32)
    return TRUE;
  first = share (*error, owner);
  g_clear_error (error);
  *error = first;
  return FALSE;
}

/* ---- results ------------------------------------------------------------------------------------------------------- */

#define N_LINE_WORDS 10

static void
read_line (HdBoardLine *line,
           guint64 words[N_LINE_WORDS])
{
  words[0] = hd_board_get (&line->sent);
  words[1] = hd_board_get (&line->received);
  words[2] = hd_board_get (&line->events);
  words[3] = hd_board_get (&line->pending);
  words[4] = (guint64) hd_board_get (&line->waiting_us);
  words[5] = hd_board_get (&line->late);
  words[6] = (guint64) hd_board_get (&line->lateness);
  words[7] = (guint64) hd_board_get (&line->largest_lateness);
  words[8] = hd_board_get (&line->longest_queue);
  words[9] = (guint64) hd_board_get (&line->next);
}

static void
write_line (HdBoardLine *line,
            const guint64 words[N_LINE_WORDS])
{
  hd_board_set (&line->sent, words[0]);
  hd_board_set (&line->received, words[1]);
  hd_board_set (&line->events, words[2]);
  hd_board_set (&line->pending, words[3]);
  hd_board_set (&line->waiting_us, (gint64) words[4]);
  hd_board_set (&line->late, words[5]);
  hd_board_set (&line->lateness, (HdTime) words[6]);
  hd_board_set (&line->largest_lateness, (HdTime) words[7]);
  hd_board_set (&line->longest_queue, words[8]);
  hd_board_set (&line->next, (HdTime) words[9]);
}

void
hd_spread_share_results (HdKernel *kernel)
{
  gsize n_components = kernel->n_components;
  gsize n_words = 2 * n_components + N_LINE_WORDS * (gsize) kernel->n_partitions;
  g_autofree guint64 *words = NULL;
  guint64 *lines;

  if (hd_ranks_get_n () == 1)
    return;
  words = g_new0 (guint64, n_words);
  lines = words + 2 * n_components;
  for (gsize i = 0; i < n_components; i++)
    if (!kernel->components[i].partition->is_elsewhere)
      {
        words[2 * i] = kernel->components[i].digest.low;
        words[2 * i + 1] = kernel->components[i].digest.high;
      }
  for (guint i = 0; i < kernel->n_partitions; i++)
    if (!kernel->partitions[i].is_elsewhere)
      read_line (&kernel->board->lines[i], lines + N_LINE_WORDS * (gsize) i);

  hd_ranks_merge (words, n_words);
  for (gsize i = 0; i < n_components; i++)
    kernel->components[i].digest = (HdDigest){ words[2 * i], words[2 * i + 1] };
  for (guint i = 0; i < kernel->n_partitions; i++)
    {
      write_line (&kernel->board->lines[i], lines + N_LINE_WORDS * (gsize) i);
      kernel->partitions[i].n_events = hd_board_get (&kernel->board->lines[i].events);
    }
}
