/* hd-mailbox.c: letters between processes that have runs of their own
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-mailbox"

#include "hd-mailbox.h"

#ifdef HD_WITH_MPI

#include <mpi.h>

#define TAG 15

typedef struct
{
  MPI_Request request;
  GBytes *letter;
} Sending;

struct _HdMailbox
{
  GPtrArray *sendings;
};

static void
sending_free (gpointer data)
{
  Sending *sending = data;

  MPI_Wait (&sending->request, MPI_STATUS_IGNORE); /* at once, if it has been taken */
  g_bytes_unref (sending->letter);
  g_free (sending);
}

HdMailbox *
hd_mailbox_new (void)
{
  HdMailbox *self = g_new0 (HdMailbox, 1);

  self->sendings = g_ptr_array_new_with_free_func (sending_free);
  return self;
}

void
hd_mailbox_free (HdMailbox *self)
{
  g_ptr_array_unref (self->sendings);
  g_free (self);
}

guint
hd_mailbox_get_n (HdMailbox *self)
{
  int is_initialised = 0, n = 1;

  MPI_Initialized (&is_initialised);
  if (is_initialised)
    MPI_Comm_size (MPI_COMM_WORLD, &n);
  return (guint) n;
}

static void
forget_taken (HdMailbox *self)
{
  for (guint i = self->sendings->len; i-- > 0;)
    {
      Sending *sending = g_ptr_array_index (self->sendings, i);
      int is_taken;

      MPI_Test (&sending->request, &is_taken, MPI_STATUS_IGNORE);
      if (is_taken)
        g_ptr_array_remove_index_fast (self->sendings, i);
    }
}

void
hd_mailbox_send (HdMailbox *self,
                 guint to,
                 GBytes *letter)
{
  Sending *sending = g_new0 (Sending, 1);
  gsize size;
  const void *data = g_bytes_get_data (letter, &size);

  forget_taken (self);
  sending->letter = g_bytes_ref (letter);
  MPI_Isend (data, (int) size, MPI_BYTE, (int) to, TAG, MPI_COMM_WORLD, &sending->request);
  g_ptr_array_add (self->sendings, sending);
}

GBytes *
hd_mailbox_take (HdMailbox *self,
                 guint *out_from)
{
  MPI_Status status;
  int is_there, size;
  void *data;

  if (hd_mailbox_get_n (self) == 1)
    return NULL;
  MPI_Iprobe (MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &is_there, &status);
  if (!is_there)
    return NULL;
  MPI_Get_count (&status, MPI_BYTE, &size);
  data = g_malloc ((gsize) size);
  MPI_Recv (data, size, MPI_BYTE, status.MPI_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *out_from = (guint) status.MPI_SOURCE;
  return g_bytes_new_take (data, (gsize) size);
}

#else

struct _HdMailbox
{
  char unused;
};

HdMailbox *
hd_mailbox_new (void)
{
  return g_new0 (HdMailbox, 1);
}

void
hd_mailbox_free (HdMailbox *self)
{
  g_free (self);
}

guint
hd_mailbox_get_n (HdMailbox *self)
{
  return 1;
}

void
hd_mailbox_send (HdMailbox *self,
                 guint to,
                 GBytes *letter)
{
}

GBytes *
hd_mailbox_take (HdMailbox *self,
                 guint *out_from)
{
  return NULL;
}

#endif
