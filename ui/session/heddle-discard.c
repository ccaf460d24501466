/* heddle-discard.c: large things are freed by a worker
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-discard.h"

#include <gio/gio.h>
#include <heddle/hd-task.h>

typedef struct
{
  gpointer thing;
  GDestroyNotify unref;
} Discarded;

static void
free_in_thread (GTask *task,
                gpointer source,
                gpointer task_data,
                GCancellable *cancellable)
{
  Discarded *discarded = task_data;

  discarded->unref (discarded->thing);
  g_task_return_boolean (task, TRUE);
}

/* Not in idle time: who drags something through a large drawing discards one in each frame. */
static gboolean
on_over (gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  g_task_set_task_data (task, data, g_free);
  hd_task_run_in_thread (task, free_in_thread);
  return G_SOURCE_REMOVE;
}

void
heddle_discard (gpointer thing,
                GDestroyNotify unref)
{
  Discarded *discarded;

  if (thing == NULL)
    return;
  discarded = g_new (Discarded, 1);
  *discarded = (Discarded) { thing, unref };
  g_idle_add_full (G_PRIORITY_DEFAULT, on_over, discarded, NULL);
}
