/* hd-packet-work.c: work that is carried packet by packet
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-packet-work"

#include "hd-packet-work.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"

static const HdPacketWorkClass *const classes[] = { &_hd_packet_collectives_class, &_hd_packet_transfers_class };

static const HdPacketWorkClass *
find_class (const HdElement *workload)
{
  const char *type = hd_element_get_text (workload, "type");

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    if (g_strcmp0 (type, classes[i]->type) == 0)
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

/* The class that all workloads have; the first that has none or another is told. */
static const HdPacketWorkClass *
choose_class (HdDesign *design,
              HdProblemList *problems)
{
  const HdPacketWorkClass *class = NULL;

  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    {
      const HdElement *workload = hd_design_get_workload (design, i);
      const HdPacketWorkClass *own = find_class (workload);
      const char *type = hd_element_get_text (workload, "type");

      if (own == NULL)
        {
          g_autofree char *message = g_strdup_printf (_("The workload “%s” computes or is a graph, which packet fidelity does not carry"), type);

          report_workload (design, problems, workload, _("Run it at flow fidelity (run:fidelity=flow), or carry collectives or a transfer list"), message);
          return NULL;
        }
      if (class != NULL && own != class)
        {
          g_autofree char *message = g_strdup_printf (_("The workloads “%s” and “%s” cannot be carried together at packet fidelity"), class->type, type);

          report_workload (design, problems, workload, _("Keep workloads of one type"), message);
          return NULL;
        }
      class = own;
    }
  return class;
}

HdPacketWork *
hd_packet_work_new (HdDesign *design,
                    HdTransferList *transfers,
                    HdPacketNetwork *network,
                    HdProblemList *problems,
                    GError **error)
{
  const HdPacketWorkClass *class = transfers != NULL ? &_hd_packet_transfers_class : choose_class (design, problems);
  HdPacketWork *self;

  if (class == NULL)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("The project has no work that packet fidelity carries"));
      return NULL;
    }
  self = class->create (design, transfers, network, problems, error);
  g_assert (self == NULL || self->class == class);
  return self;
}

void
hd_packet_work_free (HdPacketWork *self)
{
  self->class->free (self);
}

HdTransferList *
hd_packet_work_get_transfers (HdPacketWork *self)
{
  return self->class->get_transfers != NULL ? self->class->get_transfers (self) : NULL;
}
