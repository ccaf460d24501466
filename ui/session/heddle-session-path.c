/* heddle-session-path.c: what the run that is looked at waited for, on what is drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include <glib/gi18n.h>

#include "heddle-session-private.h"

#define DIGITS 4

void
heddle_session_forget_path (HeddleSession *self)
{
  g_cancellable_cancel (self->finding_path);
  g_clear_object (&self->finding_path);
  g_clear_pointer (&self->path, hd_path_unref);
  g_clear_pointer (&self->path_lights, g_array_unref);
}

static void
find_in_thread (GTask *task,
                gpointer source,
                gpointer data,
                GCancellable *cancellable)
{
  g_task_return_pointer (task, hd_path_new (data), (GDestroyNotify) hd_path_unref);
}

static void
on_found (GObject *source,
          GAsyncResult *result,
          gpointer data)
{
  HeddleSession *self = HEDDLE_SESSION (source);
  HdPath *path = g_task_propagate_pointer (G_TASK (result), NULL);

  if (path == NULL) /* another run is looked at by now */
    return;
  g_clear_object (&self->finding_path);
  self->path = path;
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

HdPath *
heddle_session_get_path (HeddleSession *self)
{
  HdRecord *record = heddle_session_get_run_state (self) == HD_RUN_FINISHED ? heddle_session_get_record (self) : NULL;
  g_autoptr (GTask) task = NULL;

  if (record == NULL)
    return NULL;
  if (self->path != NULL && hd_path_get_record (self->path) != record)
    heddle_session_forget_path (self);
  if (self->path != NULL || self->finding_path != NULL)
    return self->path;
  self->finding_path = g_cancellable_new ();
  task = g_task_new (self, self->finding_path, on_found, NULL);
  g_task_set_task_data (task, hd_record_ref (record), (GDestroyNotify) hd_record_unref);
  hd_task_run_in_thread (task, find_in_thread);
  return NULL;
}

void
heddle_session_set_show_path (HeddleSession *self,
                              gboolean shown)
{
  if (self->show_path == shown)
    return;
  self->show_path = shown;
  heddle_session_emit (self, HEDDLE_SESSION_RUN_CHANGED);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

gboolean
heddle_session_get_show_path (HeddleSession *self)
{
  return self->show_path;
}

/* ---- on what is drawn --------------------------------------------------------------------------------------------------------- */

static const HdPathPart *
get_current (HeddleSession *self)
{
  guint32 n = hd_path_find_part (self->path, heddle_session_get_moment (self));

  return n != HD_NO_ID && heddle_session_get_moment (self) < hd_record_get_time (hd_path_get_record (self->path)) ? hd_path_get_part (self->path, n) : NULL;
}

/* How long each way along each link of the run was waited for, of the whole. */
static void
add_lights (HeddleSession *self)
{
  double all = (double) MAX (hd_path_get_time (self->path), 1);
  g_autoptr (GHashTable) found = g_hash_table_new (NULL, NULL); /* 2 * link + direction -> place + 1 */

  self->path_lights = g_array_new (FALSE, FALSE, sizeof (HeddlePathLight));
  for (guint i = 0; i < hd_path_get_n_parts (self->path); i++)
    {
      const HdPathPart *part = hd_path_get_part (self->path, i);
      const HdPathHop *hops = hd_path_peek_hops (self->path, part);

      for (guint h = 0; h < part->n_hops; h++)
        {
          gpointer key = GUINT_TO_POINTER (2 * hops[h].link + hops[h].direction);
          guint place = GPOINTER_TO_UINT (g_hash_table_lookup (found, key));
          const HeddlePathLight light = { hops[h].link, hops[h].direction, 0, FALSE };

          if (place == 0)
            {
              g_array_append_val (self->path_lights, light);
              place = self->path_lights->len;
              g_hash_table_insert (found, key, GUINT_TO_POINTER (place));
            }
          g_array_index (self->path_lights, HeddlePathLight, place - 1).strength += (float) ((double) (part->end - part->start) / all);
        }
    }
}

static gboolean
goes_over (HdPath *path,
           const HdPathPart *part,
           const HeddlePathLight *light)
{
  const HdPathHop *hops = hd_path_peek_hops (path, part);

  for (guint h = 0; h < part->n_hops; h++)
    if (hops[h].link == light->link && hops[h].direction == light->direction)
      return TRUE;
  return FALSE;
}

GArray *
heddle_session_list_path_lights (HeddleSession *self)
{
  GArray *drawn = g_array_new (FALSE, FALSE, sizeof (HeddlePathLight));
  const HdPathPart *current;

  if (!self->show_path || heddle_session_get_path (self) == NULL)
    return drawn;
  if (self->path_lights == NULL)
    add_lights (self);
  current = get_current (self);
  for (guint i = 0; i < self->path_lights->len; i++)
    {
      HeddlePathLight light = g_array_index (self->path_lights, HeddlePathLight, i);

      light.current = current != NULL && goes_over (self->path, current, &light);
      light.link = heddle_run_view_find_drawn (self->view, HD_TARGET_LINK, light.link);
      if (light.link != HD_NO_ID)
        g_array_append_val (drawn, light);
    }
  return drawn;
}

char *
heddle_session_dup_path_words (HeddleSession *self)
{
  const HdPathPart *part;
  HdDesign *design;
  g_autofree char *from = NULL, *to = NULL, *time = NULL;
  const char *title;

  if (!self->show_path || heddle_session_get_path (self) == NULL)
    return NULL;
  if (hd_path_get_n_parts (self->path) == 0)
    return g_strdup (hd_path_get_reason (self->path));
  part = get_current (self);
  if (part == NULL)
    return g_strdup (_("Lit: what the end waited for"));
  design = hd_record_get_design (hd_path_get_record (self->path));
  title = part->collective != NULL ? part->collective : part->name != HD_NO_ID ? hd_record_get_title (hd_path_get_record (self->path), part->name) : "";
  time = hd_figure_time (part->end - part->start, DIGITS);
  from = part->from != HD_NO_ID ? hd_design_dup_node_path (design, part->from) : NULL;
  to = part->to != HD_NO_ID ? hd_design_dup_node_path (design, part->to) : NULL;
  switch (part->kind)
    {
    case HD_PATH_MESSAGE:
      if (part->n_steps > 1)
        /* Translators: what the run waits for at the moment that is looked at: a title, a step, two components, how long */
        return g_strdup_printf (_("Waited for: %s, step %u of %u, from %s to %s, %s"), title, part->step + 1, part->n_steps, from, to, time);
      return g_strdup_printf (_("Waited for: %s, from %s to %s, %s"), title, from, to, time);

    case HD_PATH_IDLE:
    case HD_PATH_PAUSE:
      return g_strdup (_("Waited for: nothing that is recorded"));

    case HD_PATH_COMPUTE:
    case HD_PATH_MEMORY:
    case HD_PATH_MOVE:
    case HD_PATH_WORK:
    case HD_PATH_WAIT:
    default:
      if (to == NULL)
        return g_strdup_printf (_("Waited for: %s, %s"), title, time);
      return g_strdup_printf (_("Waited for: %s on %s, %s"), title, to, time);
    }
}
