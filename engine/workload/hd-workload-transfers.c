/* hd-workload-transfers.c: a list of transfers as workload
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-transfers"

#include "hd-workload-private.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-transfer-list-private.h"
#include "hd-workload-orders.h"

static const char *const compatibilities[] = { "none", "popnet", NULL };

static const HdParameter parameters[] = {
  HD_WORK_TEXT ("file", N_("File"), NULL,
                N_("CSV file with the columns start_s, bytes, source, destination, or a trace of popnet, relative to the project.")),
  HD_WORK_TEXT ("routers", N_("Routers"), "",
                N_("Of a trace: the array whose places are its coordinates, such as router[*][*]; empty for the only array of switches with as many "
                   "dimensions.")),
  { HD_WORK_PARAMETER ("clock", N_("Clock"), QUANTITY), .unit = "Hz", .default_text = "1 GHz", .minimum = 1, .maximum = 1e12,
    .help = N_("Of a trace: whose cycles its times count.") },
  { HD_WORK_PARAMETER ("flit", N_("Flit"), QUANTITY), .unit = "B", .default_text = "32 B", .minimum = 1, .maximum = 1e6,
    .help = N_("Of a trace: bytes of a flit, in which it has the sizes of packets.") },
  HD_WORK_CHOICE ("compat", N_("Compatible with"), "none", compatibilities,
                  N_("Of a trace: whether it may have what popnet itself cannot count, which is packets of one flit.")),
  { .key = NULL },
};

/* It has no graph: an execution carries the list itself. */
const HdWorkloadBuilder _hd_workload_transfers = {
  .type = {
    .id = "transfers",
    .title = N_("Transfer list"),
    .help = N_("Independent transfers, each from its start time."),
    .parameters = parameters,
  },
};

/* What is wrong with the attributes is told as the first fault of the file would be. */
static gboolean
read_trace (HdDesign *design,
            const HdElement *element,
            HdTransferTrace *out_trace,
            GError **error)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  HdWorkloadReader reader = { design, problems, element, parameters };

  *out_trace = (HdTransferTrace){
    hd_workload_reader_get_text (&reader, "routers"),
    hd_workload_reader_get_number (&reader, "clock"),
    hd_workload_reader_get_number (&reader, "flit"),
    hd_workload_reader_get_choice (&reader, "compat") == 1 ? HD_POPNET_COMPATIBLE : 0,
  };
  if (!hd_problem_list_has_errors (problems))
    return TRUE;
  g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, hd_problem_list_get (problems, 0)->message);
  return FALSE;
}

HdTransferList *
_hd_workload_transfers_load_trace (HdDesign *design,
                                   const HdElement *element,
                                   const char *path,
                                   GError **error)
{
  HdTransferTrace how;

  return read_trace (design, element, &how, error) ? _hd_transfer_list_load_trace (design, path, &how, error) : NULL;
}

static gboolean
is_list (const HdElement *workload)
{
  return g_strcmp0 (hd_element_get_text (workload, "type"), _hd_workload_transfers.type.id) == 0;
}

gboolean
_hd_workload_transfers_check (HdDesign *design,
                              gboolean alone,
                              HdProblemList *problems,
                              GError **error)
{
  HdWorkloadReader reader = { design, problems, NULL, parameters };
  guint n_lists = 0, n_others = 0;

  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    {
      const HdElement *workload = hd_design_get_workload (design, i);

      if (is_list (workload))
        {
          reader.element = workload;
          n_lists++;
        }
      else if (!hd_workload_is_tree (design, workload)) /* which agents carry at any fidelity */
        n_others++;
    }
  if (n_lists > 1)
    hd_workload_reader_report (&reader, HD_PROBLEM_VALUE, "type", _("Put their lines into one file"), _("Transfer lists of several workloads cannot run beside each other"));
  else if (n_lists > 0 && n_others > 0 && alone)
    hd_workload_reader_report (&reader, HD_PROBLEM_VALUE, "type", _("Keep one workload, or run at packet or flit fidelity"),
                               _("Transfer lists cannot run beside other workloads at flow fidelity"));
  else
    return TRUE;
  g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
  return FALSE;
}

gboolean
_hd_transfer_trace_find (HdDesign *design,
                         HdTransferTrace *out_trace,
                         GError **error)
{
  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    {
      const HdElement *workload = hd_design_get_workload (design, i);

      if (is_list (workload))
        return read_trace (design, workload, out_trace, error);
    }
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has no workload “%s”, which could be written as a trace"), _hd_workload_transfers.type.id);
  return FALSE;
}
