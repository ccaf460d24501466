/* heddle-forest.c: aggregation trees over one communicator, built beside the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-forest"

#include "heddle-forest.h"

/* What a worker is given and brings back. */
typedef struct
{
  HdDesign *design;
  HeddleForestRequest request;
  HdTreeNetwork *network;
  GArray *trees; /* HeddleForestTree */
  HdTreeCost cost;
} Work;

struct _HeddleForest
{
  GObject parent_instance;

  /* Owned */
  Work *shown;               /* or %NULL */
  Work *next;                /* asked for while another was built, or %NULL */
  GCancellable *cancellable; /* while a worker is busy */
};

G_DEFINE_FINAL_TYPE (HeddleForest, heddle_forest, G_TYPE_OBJECT)

static guint changed_signal;

/* ---- work ------------------------------------------------------------------------------------------------------------ */

static void
clear_tree (gpointer data)
{
  HeddleForestTree *tree = data;

  heddle_tree_figure_free (tree->figure);
  g_free (tree->message);
}

static Work *
work_new (HdDesign *design,
          const HeddleForestRequest *request)
{
  Work *work = g_new0 (Work, 1);

  work->design = hd_design_ref (design);
  work->request = *request;
  work->trees = g_array_new (FALSE, FALSE, sizeof (HeddleForestTree));
  g_array_set_clear_func (work->trees, clear_tree);
  return work;
}

static void
work_free (gpointer data)
{
  Work *work = data;

  if (work == NULL)
    return;
  g_clear_pointer (&work->network, hd_tree_network_free);
  g_array_unref (work->trees);
  hd_design_unref (work->design);
  g_free (work);
}

static void
build_tree (Work *work,
            HdTreeAlgorithm algorithm)
{
  const HdCommunicator *communicator = hd_design_get_communicator (work->design, work->request.communicator);
  HdTreeOptions options = {
    .algorithm = algorithm,
    .operation = work->request.operation,
    .bytes = work->request.operation != HD_TREE_BARRIER ? work->request.bytes : 0,
    .widths = &work->request.width,
    .n_widths = 1,
  };
  HeddleForestTree built = { .algorithm = algorithm };
  g_autoptr (GError) error = NULL;
  g_autoptr (HdTree) tree = hd_tree_build (work->network, communicator->members, communicator->n_members, &options, &error);

  if (tree != NULL)
    built.figure = heddle_tree_figure_new (tree, work->design);
  else
    built.message = g_strdup (error->message);
  g_array_append_val (work->trees, built);
}

static void
work_in_thread (GTask *task,
                gpointer source,
                gpointer data,
                GCancellable *cancellable)
{
  Work *work = data;
  const HdCommunicator *communicator = hd_design_get_communicator (work->design, work->request.communicator);

  work->network = hd_tree_network_new (work->design);
  if (communicator->n_members > 0)
    work->cost = hd_tree_network_get_cost (work->network, communicator->members, communicator->n_members);
  for (guint i = 0; i < HD_TREE_N_ALGORITHMS && !g_cancellable_is_cancelled (cancellable); i++)
    if (work->request.algorithms & (1u << i))
      build_tree (work, i);
  g_task_return_boolean (task, TRUE);
}

/* ---- one worker at a time -------------------------------------------------------------------------------------------- */

static void start (HeddleForest *self,
                   Work *work);

static void
on_built (GObject *source,
          GAsyncResult *result,
          gpointer data)
{
  HeddleForest *self = HEDDLE_FOREST (source);
  Work *work = data, *next = g_steal_pointer (&self->next);
  gboolean wanted = !g_cancellable_is_cancelled (self->cancellable);

  g_clear_object (&self->cancellable);
  if (wanted)
    {
      work_free (self->shown);
      self->shown = work;
    }
  else
    work_free (work);
  if (next != NULL)
    start (self, next);
  g_signal_emit (self, changed_signal, 0);
}

static void
start (HeddleForest *self,
       Work *work)
{
  g_autoptr (GTask) task = NULL;

  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, on_built, work);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, work, NULL);
  hd_task_run_in_thread (task, work_in_thread);
}

void
heddle_forest_build (HeddleForest *self,
                     HdDesign *design,
                     const HeddleForestRequest *request)
{
  Work *work = design != NULL ? work_new (design, request) : NULL;

  if (self->cancellable != NULL)
    {
      g_cancellable_cancel (self->cancellable);
      work_free (self->next);
      self->next = work;
    }
  else if (work != NULL)
    start (self, work);
  if (work == NULL)
    g_clear_pointer (&self->shown, work_free);
  g_signal_emit (self, changed_signal, 0);
}

/* ---- what is there --------------------------------------------------------------------------------------------------- */

gboolean
heddle_forest_is_building (HeddleForest *self)
{
  return self->next != NULL || (self->cancellable != NULL && !g_cancellable_is_cancelled (self->cancellable));
}

guint
heddle_forest_get_n_trees (HeddleForest *self)
{
  return self->shown != NULL ? self->shown->trees->len : 0;
}

const HeddleForestTree *
heddle_forest_get_tree (HeddleForest *self,
                        guint n)
{
  return &g_array_index (self->shown->trees, HeddleForestTree, n);
}

const HeddleForestRequest *
heddle_forest_get_request (HeddleForest *self)
{
  return self->shown != NULL ? &self->shown->request : NULL;
}

const HdTreeCost *
heddle_forest_get_cost (HeddleForest *self)
{
  return self->shown != NULL ? &self->shown->cost : NULL;
}

static const HdCommunicator *
get_communicator (HeddleForest *self)
{
  return hd_design_get_communicator (self->shown->design, self->shown->request.communicator);
}

const char *
heddle_forest_get_communicator (HeddleForest *self)
{
  return self->shown != NULL ? get_communicator (self)->id : NULL;
}

guint32
heddle_forest_get_n_members (HeddleForest *self)
{
  return self->shown != NULL ? get_communicator (self)->n_members : 0;
}

char *
heddle_forest_dup_dot (HeddleForest *self)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();

  for (guint i = 0; i < heddle_forest_get_n_trees (self); i++)
    if (heddle_forest_get_tree (self, i)->figure != NULL)
      g_ptr_array_add (trees, heddle_forest_get_tree (self, i)->figure->tree);
  if (trees->len == 0)
    return NULL;
  return hd_tree_report_to_string (HD_TREE_REPORT_DOT, self->shown->network, get_communicator (self)->id, (HdTree *const *) trees->pdata, trees->len);
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

static void
heddle_forest_finalize (GObject *object)
{
  HeddleForest *self = HEDDLE_FOREST (object);

  work_free (self->shown);
  work_free (self->next);
  G_OBJECT_CLASS (heddle_forest_parent_class)->finalize (object);
}

static void
heddle_forest_class_init (HeddleForestClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_forest_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_forest_init (HeddleForest *self)
{
}

HeddleForest *
heddle_forest_new (void)
{
  return g_object_new (HEDDLE_TYPE_FOREST, NULL);
}
