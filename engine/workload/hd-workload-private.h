/* hd-workload-private.h: how a workload type becomes a graph
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-workload.h>

#include "hd-chakra-plan.h"
#include "hd-collectives.h"
#include "hd-work-parameters.h"
#include "hd-workload-reader.h"

G_BEGIN_DECLS

/**
 * HdWorkloadBuilder:
 * @build: adds to @graph what @reader's element stands for; what is wrong becomes a problem
 */
typedef struct
{
  HdWorkloadType type;
  void (*build) (HdWorkloadReader *reader,
                 HdWorkloadGraph *graph);
} HdWorkloadBuilder;

extern const HdWorkloadBuilder _hd_workload_chakra;
extern const HdWorkloadBuilder _hd_workload_collective;
extern const HdWorkloadBuilder _hd_workload_graph;
extern const HdWorkloadBuilder _hd_workload_llama;
extern const HdWorkloadBuilder _hd_workload_traffic;
extern const HdWorkloadBuilder _hd_workload_transfers;

/** _hd_workload_collective_read: of one that is an order, see hd_workload_is_order (); its members belong to @graph, its name (nullable) to the design */
gboolean _hd_workload_collective_read (HdWorkloadReader *reader,
                                       HdWorkloadGraph *graph,
                                       HdCollectiveOrder *out_order);
/** _hd_workload_transfers_load_trace: a trace of popnet as the workload @element lays it on the design */
HdTransferList *_hd_workload_transfers_load_trace (HdDesign *design,
                                                   const HdElement *element,
                                                   const char *path,
                                                   GError **error);
/** _hd_workload_transfers_check: one such workload at most, and with @alone no others that make a graph; errors: %HD_ERROR_INVALID, and a problem */
gboolean _hd_workload_transfers_check (HdDesign *design,
                                       gboolean alone,
                                       HdProblemList *problems,
                                       GError **error);
/** _hd_workload_chakra_find: the first workload of that type, or %NULL */
const HdElement *_hd_workload_chakra_find (HdDesign *design);
/** _hd_workload_chakra_list_files: adds those that @workload names, with one for each rank */
void _hd_workload_chakra_list_files (HdDesign *design,
                                     const HdElement *workload,
                                     GPtrArray *paths);
/** _hd_workload_chakra_read: reads, matches and checks its traces, which may have to be the only work (@alone); @progress is nullable; what is wrong becomes a problem, and an error if it was stopped */
gboolean _hd_workload_chakra_read (HdDesign *design,
                                   const HdElement *element,
                                   gboolean alone,
                                   HdProblemList *problems,
                                   HdProgress *progress,
                                   HdChakraOrder *out_order,
                                   GError **error);
/** _hd_workload_chakra_dup_prefix: traces/step for traces/step.3.et; @path if it is no such file */
char *_hd_workload_chakra_dup_prefix (const char *path);
/** _hd_workload_check_names: a warning for each attribute that the reader's type does not have */
void _hd_workload_check_names (HdWorkloadReader *reader);
/** _hd_workload_read: adds one <workload> to @graph */
void _hd_workload_read (HdDesign *design,
                        const HdElement *element,
                        HdWorkloadGraph *graph,
                        HdProblemList *problems);

G_END_DECLS
