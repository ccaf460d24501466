/* hd-simgrid-xml.h: a platform that SimGrid reads
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/** HD_SIMGRID_ALL_PAIRS: up to so many endpoints and memories routes between all of them are written */
#define HD_SIMGRID_ALL_PAIRS 64
/** HD_SIMGRID_MOST_ROUTES: routes that are written for one collective; of one that needs more those between ring neighbours are */
#define HD_SIMGRID_MOST_ROUTES 1000000

/**
 * hd_simgrid_xml_to_string:
 *
 * Platform version 4.1: one zone with full routing. Endpoints and memories are hosts named by their paths, an endpoint with its FP32 rate as
 * speed. Links keep bandwidth, latency and sharing. Routes are Heddle's own, so that both simulate the same transfers: those of every send of
 * the collectives in its workloads (over the link classes that these name), between ring neighbours of each communicator, between each member
 * and its home memory, and in a system of up to %HD_SIMGRID_ALL_PAIRS endpoints and memories between all pairs that are joined. In a larger
 * one, hosts that no route needs are left out. A memory's own bandwidth becomes a link without latency on each of its routes, a medium a link on
 * each of the routes through it.
 *
 * @problems: (nullable): gets a warning for each kind of thing that a platform cannot say: hosts that are left out, components that act by
 * themselves, what packet fidelity adds, sends whose routes are missing. That a workload is none of its parts is not told.
 *
 * Errors: %HD_ERROR_NAME if there is no route where one is needed; %HD_ERROR_INVALID if there is no route at all.
 */
char *hd_simgrid_xml_to_string (HdDesign *design,
                                HdProblemList *problems,
                                GError **error);
/** hd_simgrid_xml_save: atomically; errors also %HD_ERROR_IO */
gboolean hd_simgrid_xml_save (HdDesign *design,
                              const char *path,
                              HdProblemList *problems,
                              GError **error);

G_END_DECLS
