/* heddle-generate-preview.c: a generated topology before it is in the project
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-generate"

#include "heddle-generate-preview.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-topology.h"

/* Of a component or link, elaborated and drawn: measured for meshes of 5,000 to 450,000, with some room. */
#define BYTES_PER_ITEM 600.0
#define SECONDS_PER_ITEM 1.6e-6
#define POSSIBLE 20000000 /* of more hd_elaborate () says at once how large it would be, and refuses */

void
heddle_generate_preview_free (HeddleGeneratePreview *self)
{
  g_clear_pointer (&self->drawing, heddle_drawing_unref);
  g_free (self);
}

typedef struct
{
  HdCatalog *catalog;
  HdSnapshot *snapshot;
  guint64 most;
} Work;

static void
work_free (Work *work)
{
  g_object_unref (work->catalog);
  hd_snapshot_unref (work->snapshot);
  g_free (work);
}

/* ---- the worker ------------------------------------------------------------------------------------------------------------- */

/* The first problem says more than that there are some. */
static void
return_error (GTask *task,
              HdProblemList *problems,
              GError *error_take)
{
  for (guint i = 0; i < hd_problem_list_get_length (problems); i++)
    {
      const HdProblem *problem = hd_problem_list_get (problems, i);

      if (problem->severity != HD_SEVERITY_ERROR)
        continue;
      g_task_return_new_error (task, HD_ERROR, HD_ERROR_INVALID, "%s", problem->message);
      g_error_free (error_take);
      return;
    }
  g_task_return_error (task, error_take);
}

static void
preview_in_thread (GTask *task,
                   gpointer source,
                   gpointer data,
                   GCancellable *cancellable)
{
  Work *work = data;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HeddleGeneratePreview) preview = g_new0 (HeddleGeneratePreview, 1);
  g_autoptr (HdDesign) design = NULL;
  gint64 start = g_get_monotonic_time ();
  GError *error = NULL;

  if (!hd_estimate (work->snapshot, work->catalog, NULL, &preview->n_nodes, &preview->n_links, &error))
    {
      /* Elaborating meets the same error, and says where. */
      if (g_error_matches (error, HD_ERROR, HD_ERROR_INVALID))
        design = hd_elaborate (work->snapshot, work->catalog, NULL, problems, cancellable, NULL);
      return_error (task, problems, error);
      return;
    }
  if (preview->n_nodes + preview->n_links <= work->most || preview->n_nodes + preview->n_links > POSSIBLE)
    {
      design = hd_elaborate (work->snapshot, work->catalog, NULL, problems, cancellable, &error);
      if (design == NULL)
        {
          return_error (task, problems, error);
          return;
        }
      if (g_task_return_error_if_cancelled (task))
        return;
      preview->n_nodes = hd_design_get_n_nodes (design);
      preview->n_links = hd_design_get_n_links (design);
      preview->drawing = heddle_drawing_new (work->snapshot, work->catalog, design,
                                             hd_object_find_child (hd_snapshot_get_root (work->snapshot), HD_OBJECT_TOP, NULL), 0);
    }
  preview->seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  g_task_return_pointer (task, g_steal_pointer (&preview), (GDestroyNotify) heddle_generate_preview_free);
}

void
heddle_generate_preview_async (HdSnapshot *project,
                               HdCatalog *catalog,
                               const HdGenerator *generator,
                               const char *const *settings,
                               guint64 most,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Work *work = g_new0 (Work, 1);

  work->catalog = g_object_ref (catalog);
  work->snapshot = heddle_topology_new_project (project, generator, settings);
  work->most = most;
  g_task_set_task_data (task, work, (GDestroyNotify) work_free);
  hd_task_run_in_thread (task, preview_in_thread);
}

HeddleGeneratePreview *
heddle_generate_preview_finish (GAsyncResult *result,
                                GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

char *
heddle_generate_dup_cost (guint64 n_items)
{
  g_autofree char *memory = g_format_size ((guint64) ((double) n_items * BYTES_PER_ITEM));
  double seconds = (double) n_items * SECONDS_PER_ITEM;

  if (seconds < 1)
    return g_strdup_printf (_("about %s of memory, less than a second"), memory);
  return g_strdup_printf (_("about %s of memory and %d s"), memory, (int) ceil (seconds));
}
