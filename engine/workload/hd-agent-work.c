/* hd-agent-work.c: work that agents on the nodes of a network do
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-agent-work"

#include "hd-agent-work.h"

#include <math.h>

#include <heddle/hd-error.h>
#include <heddle/hd-figure.h>

#include "hd-design-private.h"
#include "hd-i18n.h"
#include "hd-workload-orders.h"

#define MANY_PACKETS 3e8
#define PACKETS_PER_S 5e6 /* about, of one processor, as the next */
#define FLITS_PER_S 1e7

/* The first one that has iterations tells of them. */
static const HdAgentWorkClass *const classes[] = {
  &_hd_agent_programs_class, &_hd_agent_collectives_class, &_hd_agent_transfers_class, &_hd_agent_chakra_class, &_hd_agent_traffic_class,
};

static const HdAgentWorkClass *
find_class (HdDesign *design,
            const HdElement *workload)
{
  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (classes[i]->carries (design, workload))
      return classes[i];
  return NULL;
}

static void
report_workload (HdDesign *design,
                 HdProblemList *problems,
                 const HdElement *workload,
                 const char *hint,
                 const char *message)
{
  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, "workload", workload->origin_uid, "type",
                                                  hd_design_get_file (design), workload->line, hint, "%s", message));
}

/* Which classes have something to carry; FALSE if there is a workload that no class carries. */
static gboolean
choose_classes (HdDesign *design,
                HdProblemList *problems,
                gboolean *out_chosen)
{
  gboolean is_flow = hd_design_get_run_settings (design)->fidelity == HD_FIDELITY_FLOW;

  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    {
      const HdElement *workload = hd_design_get_workload (design, i);
      const HdAgentWorkClass *class;

      if (is_flow && !hd_workload_is_tree (design, workload)) /* carried as a graph of flows */
        continue;
      class = find_class (design, workload);
      if (class == NULL)
        {
          g_autofree char *message = g_strdup_printf (_("The workload “%s” is not carried at packet or flit fidelity"), hd_element_get_text (workload, "type"));

          report_workload (design, problems, workload, _("Run it at flow fidelity (run:fidelity=flow)"), message);
          return FALSE;
        }
      for (guint c = 0; c < G_N_ELEMENTS (classes); c++)
        out_chosen[c] = out_chosen[c] || classes[c] == class;
    }
  return TRUE;
}

GPtrArray *
hd_agent_work_create_all (HdDesign *design,
                          HdTransferList *transfers,
                          HdAgentNetwork *network,
                          HdProblemList *problems,
                          HdProgress *progress,
                          GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_agent_work_free);
  gboolean chosen[G_N_ELEMENTS (classes)] = { FALSE };

  if (transfers == NULL && !choose_classes (design, problems, chosen))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has work that neither packet nor flit fidelity carries"));
      return NULL;
    }
  for (guint c = 0; c < G_N_ELEMENTS (classes); c++)
    if (transfers != NULL ? classes[c] == &_hd_agent_transfers_class : chosen[c])
      {
        HdAgentWork *work = classes[c]->create (design, transfers, network, problems, progress, error);

        if (work == NULL)
          return NULL;
        g_assert (work->class == classes[c]);
        g_ptr_array_add (all, work);
      }
  return g_steal_pointer (&all);
}

void
hd_agent_work_free (HdAgentWork *self)
{
  self->class->free (self);
}

HdTransferList *
hd_agent_work_get_transfers (HdAgentWork *self)
{
  return self->class->get_transfers != NULL ? self->class->get_transfers (self) : NULL;
}

HdTime
hd_agent_work_get_limit (HdAgentWork *self)
{
  return self->class->get_limit != NULL ? self->class->get_limit (self) : HD_TIME_MAX;
}

int
hd_agent_work_compare_spans (gconstpointer a,
                             gconstpointer b)
{
  const HdWorkSpan *x = a, *y = b;

  if (x->end != y->end)
    return x->end < y->end ? -1 : 1;
  return x->lane_class < y->lane_class ? -1 : x->lane_class > y->lane_class;
}

double
hd_agent_work_get_unit (HdDesign *design)
{
  const HdRunSettings *settings = hd_design_get_run_settings (design);

  return settings->fidelity == HD_FIDELITY_FLIT ? settings->flit_bytes : settings->packet_bytes;
}

void
hd_agent_work_warn_of_size (HdDesign *design,
                            double n_packets,
                            HdProblemList *problems)
{
  gboolean is_flit = hd_design_get_run_settings (design)->fidelity == HD_FIDELITY_FLIT;
  g_autofree char *packets = NULL, *time = NULL;
  double unit;

  if (n_packets < MANY_PACKETS)
    return;
  unit = pow (10, floor (log10 (n_packets)) - 1);
  packets = hd_figure_count ((guint64) MIN (round (n_packets / unit) * unit, 1e18));
  time = hd_figure_time (hd_time_from_seconds (MIN (n_packets / (is_flit ? FLITS_PER_S : PACKETS_PER_S), 1e6)), 2);
  if (is_flit)
    _hd_design_report_run (design, problems, HD_PROBLEM_LIMIT, HD_SEVERITY_WARNING, "fidelity", _("Use flow or packet fidelity, or larger flits"),
                           _("The work is about %s flits, counted on each link; at 10 million of them in a second the run takes %s"), packets, time);
  else
    _hd_design_report_run (design, problems, HD_PROBLEM_LIMIT, HD_SEVERITY_WARNING, "fidelity", _("Use flow fidelity, or a larger packet-size"),
                           _("The work is about %s packets, counted on each link; at 5 million of them in a second the run takes %s"), packets, time);
}

void
hd_agent_work_report_no_link (HdDesign *design,
                              const char *name,
                              guint64 origin_uid,
                              int line,
                              guint32 node,
                              HdProblemList *problems)
{
  g_autofree char *path = hd_design_dup_node_path (design, node);

  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_NO_ROUTE, HD_SEVERITY_ERROR, name, origin_uid, NULL, hd_design_get_file (design), line,
                                                  _("Draw a link to it"), _("“%s” takes part in the work, but has no link"), path));
}
