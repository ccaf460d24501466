/* heddle-tree-trials.c: a collective run along each of some trees
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-trees"

#include "heddle-tree-trials.h"

#include <glib/gi18n.h>

#define USUAL_REPEATS "101" /* for a median, where the project has no such work that says how many */

typedef struct
{
  HdRunJob *job; /* of a project with this work alone; %NULL if there is nothing to run */
  char *message; /* why there is not */
} Trial;

struct _HeddleTreeTrials
{
  GObject parent_instance;

  /* Owned */
  GPtrArray *trials; /* of Trial */
  HdCatalog *catalog;
  HdRunQueue *queue; /* while they run, or %NULL */
};

G_DEFINE_FINAL_TYPE (HeddleTreeTrials, heddle_tree_trials, G_TYPE_OBJECT)

static guint changed_signal;

static void
trial_free (gpointer data)
{
  Trial *trial = data;

  g_clear_object (&trial->job);
  g_free (trial->message);
  g_free (trial);
}

/* ---- the project of a trial ------------------------------------------------------------------------------------------ */

static gboolean
is_collective_on (const HdObject *object,
                  const char *communicator)
{
  return hd_object_get_kind (object) == HD_OBJECT_WORKLOAD && g_strcmp0 (hd_object_get (object, "type"), "collective") == 0
         && g_strcmp0 (hd_object_get (object, "on"), communicator) == 0;
}

/* As often as the project's own collective on the communicator. */
static char *
dup_repeats (HdDocument *document,
             const char *communicator)
{
  const HdObject *root = hd_document_get_root (document);

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    if (is_collective_on (hd_object_get_child (root, i), communicator) && hd_object_get (hd_object_get_child (root, i), "repeat") != NULL)
      return g_strdup (hd_object_get (hd_object_get_child (root, i), "repeat"));
  return g_strdup (USUAL_REPEATS);
}

static gboolean
remove_workloads (HdDocument *document,
                  GError **error)
{
  const HdObject *root = hd_document_get_root (document);

  for (guint i = hd_object_get_n_children (root); i > 0; i--)
    {
      const HdObject *child = hd_object_get_child (root, i - 1);

      if (hd_object_get_kind (child) != HD_OBJECT_WORKLOAD)
        continue;
      if (!hd_document_remove (document, hd_object_get_uid (child), error))
        return FALSE;
      root = hd_document_get_root (document);
    }
  return TRUE;
}

static gboolean
set_run (HdDocument *document,
         GError **error)
{
  const HdObject *run = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_RUN, NULL);
  guint64 uid;

  if (run == NULL)
    {
      g_autoptr (HdObject) added = hd_object_new (HD_OBJECT_RUN, "fidelity", "packet", NULL);

      return hd_document_insert (document, hd_object_get_uid (hd_document_get_root (document)), G_MAXUINT, added, error) != 0;
    }
  uid = hd_object_get_uid (run);
  return hd_document_set_attribute (document, uid, "fidelity", "packet", error) && hd_document_set_attribute (document, uid, "iterations", NULL, error)
         && hd_document_set_attribute (document, uid, "until", NULL, error);
}

/* A copy without work, to be run at packet fidelity. */
static HdDocument *
copy_project (HdDocument *document,
              GError **error)
{
  GFile *file = hd_document_get_file (document);
  g_autofree char *name = file != NULL ? g_file_get_parse_name (file) : NULL;
  gsize length;
  g_autofree char *text = hd_document_to_string (document, &length);
  g_autoptr (HdDocument) copy = hd_document_load_from_data (text, (gssize) length, name, NULL, error);

  return copy != NULL && remove_workloads (copy, error) && set_run (copy, error) ? g_steal_pointer (&copy) : NULL;
}

/* Returns the workload's uid, or 0 and an error. */
static guint64
add_workload (HdDocument *project,
              const char *communicator,
              const char *repeats,
              HdTree *tree,
              GError **error)
{
  HdTreeOperation operation = hd_tree_get_operation (tree);
  g_autofree char *width = g_strdup_printf ("%u", hd_tree_get_width (tree));
  g_autofree char *bytes = hd_quantity_format ((HdQuantity){ hd_tree_get_bytes (tree), HD_DIMENSION_BYTES }, 17);
  g_autoptr (HdObject) workload = hd_object_new (HD_OBJECT_WORKLOAD, "type", "collective", "on", communicator, "operation",
                                                 hd_tree_operation_get_id (operation), "algorithm",
                                                 hd_tree_algorithm_get_id (hd_tree_get_algorithm (tree)), "repeat", repeats, NULL);

  if (hd_tree_get_width (tree) > 0)
    hd_object_set_initial (workload, "k", width);
  if (operation != HD_TREE_BARRIER)
    hd_object_set_initial (workload, "bytes", bytes);
  return hd_document_insert (project, hd_object_get_uid (hd_document_get_root (project)), G_MAXUINT, workload, error);
}

/* @project is left as it was. */
static Trial *
new_trial (HeddleTreeTrials *self,
           HdDocument *project,
           const char *communicator,
           const char *repeats,
           HdTree *tree)
{
  Trial *trial = g_new0 (Trial, 1);
  g_autoptr (GError) error = NULL;
  guint64 uid = add_workload (project, communicator, repeats, tree, &error);

  if (uid != 0)
    {
      g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (project);

      trial->job = hd_run_queue_submit (self->queue, snapshot, NULL, 0);
      hd_document_remove (project, uid, NULL);
    }
  else
    trial->message = g_strdup (error->message);
  return trial;
}

static void
add_trials (HeddleTreeTrials *self,
            HdDocument *document,
            HeddleForest *forest)
{
  const char *communicator = heddle_forest_get_communicator (forest);
  g_autofree char *repeats = dup_repeats (document, communicator);
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) project = copy_project (document, &error);

  for (guint i = 0; i < heddle_forest_get_n_trees (forest); i++)
    {
      const HeddleTreeFigure *figure = heddle_forest_get_tree (forest, i)->figure;
      Trial *trial = figure != NULL && project != NULL ? new_trial (self, project, communicator, repeats, figure->tree) : g_new0 (Trial, 1);

      if (figure != NULL && project == NULL)
        trial->message = g_strdup (error->message);
      g_ptr_array_add (self->trials, trial);
    }
}

/* ---- running them ---------------------------------------------------------------------------------------------------- */

static void
on_ended (HeddleTreeTrials *self)
{
  g_signal_emit (self, changed_signal, 0);
}

void
heddle_tree_trials_start (HeddleTreeTrials *self,
                          HdDocument *document,
                          HeddleForest *forest)
{
  heddle_tree_trials_clear (self);
  self->queue = hd_run_queue_new (self->catalog, 1, 0); /* one after the other */
  g_signal_connect_object (self->queue, "ended", G_CALLBACK (on_ended), self, G_CONNECT_SWAPPED);
  add_trials (self, document, forest);
  g_signal_emit (self, changed_signal, 0);
}

void
heddle_tree_trials_stop (HeddleTreeTrials *self)
{
  if (!heddle_tree_trials_is_running (self))
    return;
  g_clear_object (&self->queue);
  g_signal_emit (self, changed_signal, 0);
}

void
heddle_tree_trials_clear (HeddleTreeTrials *self)
{
  heddle_tree_trials_stop (self);
  g_ptr_array_set_size (self->trials, 0);
}

gboolean
heddle_tree_trials_is_running (HeddleTreeTrials *self)
{
  for (guint i = 0; i < self->trials->len; i++)
    {
      const Trial *trial = self->trials->pdata[i];

      if (trial->job != NULL && !hd_run_job_has_ended (trial->job))
        return TRUE;
    }
  return FALSE;
}

HdRecord *
heddle_tree_trials_get_record (HeddleTreeTrials *self,
                               guint n)
{
  HdRunJob *job = n < self->trials->len ? ((Trial *) self->trials->pdata[n])->job : NULL;

  return job != NULL && hd_run_job_get_state (job) == HD_RUN_JOB_FINISHED ? hd_run_job_get_record (job) : NULL;
}

const char *
heddle_tree_trials_get_message (HeddleTreeTrials *self,
                                guint n)
{
  const Trial *trial = n < self->trials->len ? self->trials->pdata[n] : NULL;

  if (trial == NULL || trial->job == NULL)
    return trial != NULL ? trial->message : NULL;
  return hd_run_job_get_state (trial->job) == HD_RUN_JOB_FAILED ? hd_run_job_get_error (trial->job)->message : NULL;
}

HdRecord *
heddle_tree_trials_find (HeddleTreeTrials *self,
                         HdRecord *record,
                         HeddleForest *forest,
                         guint n,
                         HeddleTreeSimulated *out_simulated)
{
  const char *communicator = heddle_forest_get_communicator (forest);
  const HeddleTreeFigure *figure = heddle_forest_get_tree (forest, n)->figure;
  HdRecord *trial = heddle_tree_trials_get_record (self, n);

  if (figure == NULL)
    return NULL;
  if (record != NULL && heddle_tree_find_simulated (record, communicator, figure->tree, out_simulated))
    return record;
  return trial != NULL && heddle_tree_find_simulated (trial, communicator, figure->tree, out_simulated) ? trial : NULL;
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

static void
heddle_tree_trials_dispose (GObject *object)
{
  HeddleTreeTrials *self = HEDDLE_TREE_TRIALS (object);

  g_clear_object (&self->queue);
  G_OBJECT_CLASS (heddle_tree_trials_parent_class)->dispose (object);
}

static void
heddle_tree_trials_finalize (GObject *object)
{
  HeddleTreeTrials *self = HEDDLE_TREE_TRIALS (object);

  g_ptr_array_unref (self->trials);
  g_clear_object (&self->catalog);
  G_OBJECT_CLASS (heddle_tree_trials_parent_class)->finalize (object);
}

static void
heddle_tree_trials_class_init (HeddleTreeTrialsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_tree_trials_dispose;
  G_OBJECT_CLASS (klass)->finalize = heddle_tree_trials_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_tree_trials_init (HeddleTreeTrials *self)
{
  self->trials = g_ptr_array_new_with_free_func (trial_free);
}

HeddleTreeTrials *
heddle_tree_trials_new (HdCatalog *catalog)
{
  HeddleTreeTrials *self = g_object_new (HEDDLE_TYPE_TREE_TRIALS, NULL);

  self->catalog = g_object_ref (catalog);
  return self;
}
