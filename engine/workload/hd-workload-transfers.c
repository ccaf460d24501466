/* hd-workload-transfers.c: a list of transfers as workload
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-transfers"

#include "hd-workload-private.h"

#include "hd-i18n.h"

static const HdParameter parameters[] = {
  { .size = sizeof (HdParameter),
    .key = "file",
    .title = N_("File"),
    .kind = HD_PARAMETER_TEXT,
    .help = N_("CSV file with the columns start_s, bytes, source, destination, relative to the project.") },
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
