/* hd-engine-prepare.c: from a design to a run that can go: what it is divided into, which parts carry it, what is recorded, and within which limits
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-engine"

#include "hd-engine-private.h"

#include <heddle/hd-error.h>

#include "hd-component-programs.h"
#include "hd-design-private.h"
#include "hd-execution.h"
#include "hd-i18n.h"
#include "hd-probes.h"
#include "hd-run-changes.h"
#include "hd-run-size.h"
#include "hd-sync.h"

#define PICOSECONDS_PER_US 1000000
#define LOOK_US 1000

/* What carries the work at each fidelity. */
static const HdRunPartCreate work_parts[] = {
  [HD_FIDELITY_FLOW] = _hd_flow_part_create,
  [HD_FIDELITY_PACKET] = _hd_packet_part_create,
  [HD_FIDELITY_FLIT] = _hd_flit_part_create,
};

/* How far all are, which is told in their lines of memory: more often than windows are drawn, and no more. */
static void
look (HdEngine *self,
      guint32 partition)
{
  gint64 now_us = g_get_monotonic_time ();

  if (now_us - self->looks[partition].at_us < LOOK_US)
    return;
  self->looks[partition].at_us = now_us;
  _hd_record_publish (self->record, hd_kernel_get_time (self->kernel));
}

static void
on_sample (gpointer data,
           guint32 component,
           guint32 probe,
           HdTime time,
           double value)
{
  HdEngine *self = data;
  guint32 node = g_array_index (self->nodes, guint32, component);
  int series = node < hd_design_get_n_nodes (self->design) && self->is_watched[node] ? hd_probes_find (self->probes, node, probe) : -1;

  if (series >= 0)
    _hd_record_append_sample (self->record, (guint) series, time, value);
  if (self->n_partitions == 1)
    _hd_record_publish (self->record, time);
  else if (series >= 0)
    look (self, self->partitions[node]);
}

/* At flow fidelity transfers share the network, as the work of a project does: they are one partition. */
static gboolean
divide (HdEngine *self,
        GError **error)
{
  gboolean is_one = self->transfers != NULL && hd_design_get_run_settings (self->design)->fidelity == HD_FIDELITY_FLOW;

  self->partitions = hd_design_partition (self->design, &self->n_partitions, self->problems, error);
  if (self->partitions == NULL)
    return FALSE;
  for (guint i = 0; is_one && i < hd_design_get_n_nodes (self->design); i++)
    self->partitions[i] = self->partitions[i] != HD_NO_ID ? 0 : HD_NO_ID;
  if (is_one)
    self->n_partitions = 1;
  self->looks = g_aligned_alloc0 (self->n_partitions, sizeof (HdEngineLook), HD_LINE);
  if (!hd_problem_list_has_errors (self->problems))
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The components cannot be divided as the project says"));
  return FALSE;
}

/* Whether any component acts itself. */
static gboolean
has_components (HdDesign *design)
{
  const HdNode *nodes = hd_design_get_nodes (design);

  for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
    if (nodes[i].type->handlers != NULL || nodes[i].type->block != NULL)
      return TRUE;
  return FALSE;
}

static HdRunPart *
add_part (HdEngine *self,
          HdRunContext *context,
          HdRunPartCreate create,
          GError **error)
{
  HdRunPart *part = create (context, error);

  if (part != NULL)
    self->parts[self->n_parts++] = part;
  return part;
}

static HdRunPartCreate
get_work_part (HdEngine *self)
{
  return work_parts[hd_design_get_run_settings (self->design)->fidelity];
}

static gboolean
add_parts (HdEngine *self,
           HdProgress *progress,
           GError **error)
{
  gboolean has_work = hd_design_get_n_workloads (self->design) > 0 || self->transfers != NULL;
  gboolean acts = has_components (self->design);
  HdRunContext context = { self->design, self->transfers, self->kernel, self->record, self->problems, progress, self->partitions, self->n_partitions,
                           self->nodes, NULL, has_work, acts && has_work, self->commands, self->children };
  gboolean dispatches = _hd_design_has_senders (self->design);
  HdMemberWorks *works = hd_member_works_new (self->design, self->problems, error);

  if (works == NULL)
    return FALSE;
  self->is_mixed = context.is_mixed;
  self->carries = has_work || dispatches;
  context.post = self->post = hd_post_office_new (self->design, self->kernel, works, self->n_partitions);
  if (acts && add_part (self, &context, _hd_component_part_create, error) == NULL)
    return FALSE;
  if (has_work)
    {
      HdRunPart *work = add_part (self, &context, get_work_part (self), error);

      __atomic_store_n (&self->work, work, __ATOMIC_RELEASE); /* the window's thread asks for progress */
      return work != NULL;
    }
  if (dispatches)
    return add_part (self, &context, get_work_part (self), error) != NULL;
  if (acts)
    return TRUE;
  _hd_design_report_run (self->design, self->problems, HD_PROBLEM_WORKLOAD_START, HD_SEVERITY_ERROR, NULL, _("Add a workload, or components that act"),
                         _("The project has nothing to run"));
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has nothing to run"));
  return FALSE;
}

static void
lay_out (HdEngine *self)
{
  gboolean ends_frames = FALSE;

  for (guint i = 0; i < self->n_parts; i++)
    {
      self->parts[i]->class->lay_out (self->parts[i], self->layout);
      ends_frames = ends_frames || self->parts[i]->is_read_at_rest;
    }
  hd_probes_prepare (self->record, self->design);
  hd_run_layout_apply (self->layout, self->record);
  self->amounts = g_new0 (double, hd_run_layout_get_n_resources (self->layout) + 1);
  if (ends_frames)
    self->watch = hd_load_watch_new (self->design, self->record, self->layout, self->carries);
  for (guint i = 0; i < self->n_parts; i++)
    if (self->parts[i]->class->connect != NULL)
      self->parts[i]->class->connect (self->parts[i], self->layout, ends_frames);
  hd_probes_warn (self->design, self->layout, self->carries, self->problems);
}

static gboolean
check_programs (HdEngine *self,
                GError **error)
{
  if (self->commands == NULL)
    return TRUE;
  if (!hd_component_programs_check (self->design, self->commands, self->permit, self->problems, error))
    return FALSE;
  if (self->children != NULL)
    return TRUE;
  g_set_error_literal (error, HD_ERROR, HD_ERROR_LIMIT, _("The system lets no more files be open, which programs need"));
  return FALSE;
}

static gboolean
prepare (HdEngine *self,
         HdProgress *progress,
         GError **error)
{
  gboolean looks;

  if (!check_programs (self, error) || !hd_run_changes_check (self->design, self->problems, has_components (self->design), error) || !divide (self, error))
    return FALSE;
  hd_sync_prepare (self->kernel, self->design);
  self->probes = hd_probes_number (self->design);
  self->is_watched = hd_probes_mark (self->design);
  hd_kernel_set_sample_func (self->kernel, on_sample, self);
  if (!add_parts (self, progress, error))
    return FALSE;
  self->inputs = hd_input_list_new_of_run (self->design, self->transfers == NULL, self->commands);
  lay_out (self);
  looks = self->is_mixed ? hd_design_get_run_settings (self->design)->until == HD_TIME_MAX : self->work != NULL && self->work->goes_on;
  self->look = looks ? _hd_engine_find_look (0) : HD_TIME_MAX;
  _hd_engine_find_change (self);
  return TRUE;
}

/* What preparing has left of the budget is for events, with what components hold and send, and for what is recorded, and the rest of the time for running. */
static void
hand_budget_on (HdEngine *self)
{
  const HdRunSettings *settings = hd_design_get_run_settings (self->design);
  guint64 left = MAX (hd_budget_get_left (self->budget) / 2, 1);
  HdKernelLimits limits = { .bytes = left };

  if (has_components (self->design))
    {
      limits.bytes = MAX (left / 2, 1);
      hd_post_office_set_limit (self->post, limits.bytes);
    }
  if (settings->wall_limit < HD_TIME_MAX)
    {
      limits.wall_time_us = MAX (settings->wall_limit / PICOSECONDS_PER_US, 1);
      limits.wall_spent_us = limits.wall_time_us - hd_budget_get_wall_left (self->budget);
    }
  hd_kernel_set_limits (self->kernel, &limits);
  _hd_record_set_budget (self->record, MIN (left, _hd_record_get_budget (self->record)));
}

gboolean
hd_engine_prepare (HdEngine *self,
                   HdProblemList *problems,
                   HdProgress *progress,
                   GError **error)
{
  g_autoptr (GError) reason = NULL;
  guint n_errors = hd_problem_list_count (problems, HD_SEVERITY_ERROR);
  gboolean ready;

  self->problems = problems;
  _hd_design_begin_budget (self->design, self->budget);
  g_cancellable_push_current (G_CANCELLABLE (self->budget));
  ready = hd_run_size_take (self->design, self->budget, &reason) && prepare (self, progress, &reason);
  g_cancellable_pop_current (G_CANCELLABLE (self->budget));
  if (ready)
    {
      hand_budget_on (self);
      return TRUE;
    }
  /* What could not be made says why; that it is about the run, and where that is set, is said here. */
  if (!g_error_matches (reason, HD_ERROR, HD_ERROR_CANCELLED) && hd_problem_list_count (problems, HD_SEVERITY_ERROR) == n_errors)
    _hd_design_report_run (self->design, problems, g_error_matches (reason, HD_ERROR, HD_ERROR_LIMIT) ? HD_PROBLEM_LIMIT : HD_PROBLEM_VALUE, HD_SEVERITY_ERROR,
                           NULL, NULL, "%s", reason->message);
  g_propagate_error (error, g_steal_pointer (&reason));
  return FALSE;
}

/* Flows have their routes before they go, so the same work as flows says what is missing. Why else it may not be possible as flows is not asked. */
gboolean
hd_engine_check_routes (HdEngine *self,
                        HdProblemList *problems,
                        GError **error)
{
  g_autoptr (HdProblemList) of_flows = hd_problem_list_new ();
  HdExecution *execution;
  gboolean has_all = TRUE;

  if (hd_design_get_run_settings (self->design)->fidelity == HD_FIDELITY_FLOW || self->work == NULL)
    return TRUE;
  g_cancellable_push_current (G_CANCELLABLE (self->budget));
  execution = hd_execution_new (self->design, self->transfers, of_flows, NULL, NULL);
  g_cancellable_pop_current (G_CANCELLABLE (self->budget));
  g_clear_pointer (&execution, hd_execution_free);
  for (guint i = 0; i < hd_problem_list_get_length (of_flows); i++)
    {
      const HdProblem *problem = hd_problem_list_get (of_flows, i);

      if (problem->code != HD_PROBLEM_NO_ROUTE)
        continue;
      hd_problem_list_take (problems, hd_problem_ref ((HdProblem *) problem));
      has_all = FALSE;
    }
  if (!has_all)
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
  return has_all;
}
