/* hd-ranks.c: one run in several processes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * MPI keeps what it knows for the process, so nothing is kept here. Without MPI there is one rank.
 */
#define G_LOG_DOMAIN "hd-ranks"

#include "hd-ranks-private.h"

#include <stdlib.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#ifdef HD_WITH_MPI

#include <mpi.h>

#define MOST ((gsize) 1 << 20) /* words in one message */
#define PARTED "parted"        /* what all ranks are called together once each has runs of its own */

static gboolean
has_joined (void)
{
  int is_initialised = 0, is_finalised = 0;

  MPI_Initialized (&is_initialised);
  MPI_Finalized (&is_finalised);
  return is_initialised && !is_finalised;
}

/* Those of one run. */
static MPI_Comm
get_communicator (void)
{
  char name[MPI_MAX_OBJECT_NAME];
  int length;

  MPI_Comm_get_name (MPI_COMM_WORLD, name, &length);
  return strcmp (name, PARTED) == 0 ? MPI_COMM_SELF : MPI_COMM_WORLD;
}

/* mpirun of Open MPI, MPICH and Slurm. */
static gboolean
was_started_with_others (void)
{
  return g_getenv ("OMPI_COMM_WORLD_SIZE") != NULL || g_getenv ("PMI_SIZE") != NULL || g_getenv ("PMIX_RANK") != NULL;
}

gboolean
hd_ranks_join (GError **error)
{
  int provided;

  if (was_started_with_others () && !has_joined ())
    MPI_Init_thread (NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  return TRUE;
}

void
hd_ranks_part (void)
{
  if (has_joined ())
    MPI_Comm_set_name (MPI_COMM_WORLD, PARTED);
}

void
hd_ranks_leave (void)
{
  if (has_joined ())
    MPI_Finalize ();
}

void
hd_ranks_abort (int status)
{
  if (has_joined ())
    MPI_Abort (MPI_COMM_WORLD, status);
}

guint
hd_ranks_get_rank (void)
{
  int rank = 0;

  if (has_joined ())
    MPI_Comm_rank (get_communicator (), &rank);
  return (guint) rank;
}

guint
hd_ranks_get_n (void)
{
  int n = 1;

  if (has_joined ())
    MPI_Comm_size (get_communicator (), &n);
  return (guint) n;
}

HdTime
hd_ranks_find_minimum (HdTime value)
{
  HdTime minimum = value;

  if (has_joined ())
    MPI_Allreduce (&value, &minimum, 1, MPI_INT64_T, MPI_MIN, get_communicator ());
  return minimum;
}

void
hd_ranks_merge (guint64 *words,
                gsize n_words)
{
  for (gsize first = 0; has_joined () && first < n_words; first += MOST)
    MPI_Allreduce (MPI_IN_PLACE, words + first, (int) MIN (MOST, n_words - first), MPI_UINT64_T, MPI_BOR, get_communicator ());
}

void
hd_ranks_add (double *values,
              gsize n_values)
{
  for (gsize first = 0; has_joined () && first < n_values; first += MOST)
    MPI_Allreduce (MPI_IN_PLACE, values + first, (int) MIN (MOST, n_values - first), MPI_DOUBLE, MPI_SUM, get_communicator ());
}

guint
hd_ranks_find_different (guint64 word)
{
  guint n = hd_ranks_get_n (), different = 0;
  g_autofree guint64 *words = g_new (guint64, n);

  if (n == 1)
    return 0;
  MPI_Allgather (&word, 1, MPI_UINT64_T, words, 1, MPI_UINT64_T, get_communicator ());
  while (different < n && words[different] == words[0])
    different++;
  return different < n ? different : 0;
}

void
hd_ranks_exchange (GByteArray **out,
                   GByteArray *in)
{
  guint n = hd_ranks_get_n ();
  g_autofree int *sizes = g_new (int, 4 * n);
  int *out_sizes = sizes, *out_starts = sizes + n, *in_sizes = sizes + 2 * n, *in_starts = sizes + 3 * n;
  g_autoptr (GByteArray) all = g_byte_array_new ();
  int total = 0;

  for (guint i = 0; i < n; i++)
    {
      out_sizes[i] = (int) out[i]->len;
      out_starts[i] = (int) all->len;
      g_byte_array_append (all, out[i]->data, out[i]->len);
      g_byte_array_set_size (out[i], 0);
    }
  MPI_Alltoall (out_sizes, 1, MPI_INT, in_sizes, 1, MPI_INT, get_communicator ());
  for (guint i = 0; i < n; i++)
    {
      in_starts[i] = total;
      total += in_sizes[i];
    }
  g_byte_array_set_size (in, (guint) total);
  MPI_Alltoallv (all->data, out_sizes, out_starts, MPI_BYTE, in->data, in_sizes, in_starts, MPI_BYTE, get_communicator ());
}

void
hd_ranks_share (GByteArray *bytes,
                guint rank)
{
  guint size = bytes->len;

  if (!has_joined ())
    return;
  MPI_Bcast (&size, 1, MPI_UNSIGNED, (int) rank, get_communicator ());
  g_byte_array_set_size (bytes, size);
  MPI_Bcast (bytes->data, (int) size, MPI_BYTE, (int) rank, get_communicator ());
}

void
hd_ranks_gather (GByteArray *bytes)
{
  guint n = hd_ranks_get_n ();
  g_autofree int *sizes = g_new (int, 2 * n);
  g_autoptr (GByteArray) own = g_byte_array_new ();
  int size = (int) bytes->len, total = 0, *starts = sizes + n;

  if (n == 1)
    return;
  g_byte_array_append (own, bytes->data, bytes->len);
  MPI_Allgather (&size, 1, MPI_INT, sizes, 1, MPI_INT, get_communicator ());
  for (guint i = 0; i < n; i++)
    {
      starts[i] = total;
      total += sizes[i];
    }
  g_byte_array_set_size (bytes, (guint) total);
  MPI_Allgatherv (own->data, size, MPI_BYTE, bytes->data, sizes, starts, MPI_BYTE, get_communicator ());
}

#else

gboolean
hd_ranks_join (GError **error)
{
  const char *n = g_getenv ("Oget_communicator ()_SIZE");

  if (n == NULL || atoi (n) <= 1)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("This build runs in one process; %s were started. Build it with MPI"), n);
  return FALSE;
}

void
hd_ranks_part (void)
{
}

void
hd_ranks_leave (void)
{
}

void
hd_ranks_abort (int status)
{
}

guint
hd_ranks_get_rank (void)
{
  return 0;
}

guint
hd_ranks_get_n (void)
{
  return 1;
}

HdTime
hd_ranks_find_minimum (HdTime value)
{
  return value;
}

void
hd_ranks_merge (guint64 *words,
                gsize n_words)
{
}

void
hd_ranks_add (double *values,
              gsize n_values)
{
}

guint
hd_ranks_find_different (guint64 word)
{
  return 0;
}

void
hd_ranks_exchange (GByteArray **out,
                   GByteArray *in)
{
}

void
hd_ranks_share (GByteArray *bytes,
                guint rank)
{
}

void
hd_ranks_gather (GByteArray *bytes)
{
}

#endif
