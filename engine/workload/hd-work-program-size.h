/* hd-work-program-size.h: how many packets programs of processes are
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-work-program.h"

G_BEGIN_DECLS

/**
 * hd_work_program_count_packets:
 * @packet_bytes: longer messages are cut
 *
 * About how many packets all parts together send in one iteration, counted on each link. The sends of a part are taken to be as far as its first. O(sends).
 *
 * Errors: %HD_ERROR_CANCELLED, %HD_ERROR_LIMIT of the present budget
 */
gboolean hd_work_program_count_packets (const HdWorkProgram *self,
                                        HdDesign *design,
                                        double packet_bytes,
                                        double *out_n,
                                        GError **error);

G_END_DECLS
