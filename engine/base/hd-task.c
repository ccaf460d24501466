/* hd-task.c: tasks whose source objects are let go of where they belong
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-task"

#include <heddle/hd-task.h>

typedef struct
{
  GObject *source;
  GMainContext *context;
  GThread *thread; /* of whom the source object is */
} Keeper;

static gboolean
do_nothing (gpointer data)
{
  return G_SOURCE_REMOVE;
}

/* The task has let go of its source object before. */
static void
keeper_free (gpointer data)
{
  Keeper *self = data;

  if (g_thread_self () == self->thread)
    g_object_unref (self->source);
  else
    {
      g_autoptr (GSource) later = g_idle_source_new ();

      g_source_set_priority (later, G_PRIORITY_DEFAULT);
      g_source_set_callback (later, do_nothing, self->source, g_object_unref); /* also if the context goes before it comes to that */
      g_source_attach (later, self->context);
    }
  g_main_context_unref (self->context);
  g_free (self);
}

void
hd_task_run_in_thread (GTask *task,
                       GTaskThreadFunc work)
{
  GObject *source = g_task_get_source_object (task);

  if (source != NULL)
    {
      Keeper *keeper = g_new (Keeper, 1);

      *keeper = (Keeper){ .source = g_object_ref (source), .context = g_main_context_ref (g_task_get_context (task)), .thread = g_thread_self () };
      g_object_set_data_full (G_OBJECT (task), "hd-keeper", keeper, keeper_free);
    }
  g_task_run_in_thread (task, work);
}
