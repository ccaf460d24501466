/* hd-record-programs.c: what a record knows of the programs that components started
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-record"

#include "hd-record-parts.h"

#define MOST_PRINTS (16 * 1024) /* bytes of a program that are kept during a run */

/* It may end before its number is known here. Names of programs are few, and live as long as the process. */
guint
_hd_record_add_program (HdRecord *self,
                        guint32 node,
                        const char *file)
{
  const HdRecordProgram program = { .node = node, .file = g_intern_string (file) };
  guint n;

  pthread_mutex_lock (&self->lock);
  n = self->programs->len;
  g_array_append_val (self->programs, program);
  g_ptr_array_add (self->prints, g_byte_array_new ());
  pthread_mutex_unlock (&self->lock);
  return n;
}

void
_hd_record_begin_program (HdRecord *self,
                          guint n,
                          int pid)
{
  pthread_mutex_lock (&self->lock);
  g_array_index (self->programs, HdRecordProgram, n).pid = pid;
  pthread_mutex_unlock (&self->lock);
}

void
_hd_record_end_program (HdRecord *self,
                        guint n,
                        int exit_code,
                        int signal)
{
  HdRecordProgram *program;

  pthread_mutex_lock (&self->lock);
  program = &g_array_index (self->programs, HdRecordProgram, n);
  program->has_ended = TRUE;
  program->exit_code = exit_code;
  program->signal = signal;
  pthread_mutex_unlock (&self->lock);
}

/* It is for people who watch: up to twice as much is held, so that cutting off costs little. */
void
_hd_record_print (HdRecord *self,
                  guint n,
                  const guint8 *bytes,
                  gsize size)
{
  gsize kept = MIN (size, MOST_PRINTS);
  GByteArray *prints;

  pthread_mutex_lock (&self->lock);
  prints = g_ptr_array_index (self->prints, n);
  g_array_index (self->programs, HdRecordProgram, n).n_printed += size;
  g_byte_array_append (prints, bytes + size - kept, (guint) kept);
  if (prints->len > 2 * MOST_PRINTS)
    g_byte_array_remove_range (prints, 0, prints->len - MOST_PRINTS);
  pthread_mutex_unlock (&self->lock);
}

GBytes *
hd_record_read_prints (HdRecord *self,
                       guint32 node)
{
  GBytes *prints = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  pthread_mutex_lock (&self->lock);
  for (guint i = 0; i < self->programs->len && prints == NULL; i++)
    if (g_array_index (self->programs, HdRecordProgram, i).node == node)
      {
        const GByteArray *all = g_ptr_array_index (self->prints, i);

        prints = g_bytes_new (all->data, all->len);
      }
  pthread_mutex_unlock (&self->lock);
  return prints;
}

static int
compare_nodes (gconstpointer a,
               gconstpointer b)
{
  const HdRecordProgram *first = a, *second = b;

  return first->node < second->node ? -1 : first->node > second->node;
}

GArray *
hd_record_read_programs (HdRecord *self)
{
  GArray *programs = g_array_new (FALSE, FALSE, sizeof (HdRecordProgram));

  g_return_val_if_fail (self != NULL, programs);

  pthread_mutex_lock (&self->lock);
  for (guint i = 0; i < self->programs->len; i++)
    if (g_array_index (self->programs, HdRecordProgram, i).pid != 0)
      g_array_append_val (programs, g_array_index (self->programs, HdRecordProgram, i));
  pthread_mutex_unlock (&self->lock);
  g_array_sort (programs, compare_nodes);
  return programs;
}
