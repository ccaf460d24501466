/* hd-workload-reader.h: attributes of workload elements, checked against their table
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

#include "hd-workload-graph.h"

G_BEGIN_DECLS

/**
 * HdWorkloadReader:
 * @parameters: (array zero-terminated by key): what @element may have
 *
 * Reads one element. What is missing or wrong becomes a problem and reads as the default (or 0), so that one pass finds everything.
 */
typedef struct
{
  HdDesign *design;
  HdProblemList *problems;
  const HdElement *element;
  const HdParameter *parameters;
} HdWorkloadReader;

double hd_workload_reader_get_number (HdWorkloadReader *self,
                                      const char *key);
guint hd_workload_reader_get_choice (HdWorkloadReader *self,
                                     const char *key);
gboolean hd_workload_reader_get_flag (HdWorkloadReader *self,
                                      const char *key);
/** hd_workload_reader_get_text: as written; %NULL if it is missing and not mandatory */
const char *hd_workload_reader_get_text (HdWorkloadReader *self,
                                         const char *key);
gboolean hd_workload_reader_has (HdWorkloadReader *self,
                                 const char *key);

/** hd_workload_reader_get_node: the node that the attribute names, or %HD_NO_ID */
guint32 hd_workload_reader_get_node (HdWorkloadReader *self,
                                     const char *key);
/** hd_workload_reader_get_team: of ids of communicators and addresses, separated by spaces; %HD_NO_ID if there are none, and on error */
guint32 hd_workload_reader_get_team (HdWorkloadReader *self,
                                     HdWorkloadGraph *graph,
                                     const char *key);
/** hd_workload_reader_get_net: of ids of link classes, separated by spaces; %HD_NO_ID if there are none */
guint32 hd_workload_reader_get_net (HdWorkloadReader *self,
                                    HdWorkloadGraph *graph,
                                    const char *key);
/** hd_workload_reader_get_algorithm: of the attributes `operation` and `algorithm`; %NULL on error */
const HdCollective *hd_workload_reader_get_algorithm (HdWorkloadReader *self);
/** hd_workload_reader_check_names: a warning for each attribute that is in neither the table nor @also (%NULL-terminated) */
void hd_workload_reader_check_names (HdWorkloadReader *self,
                                     const char *const *also);
/** hd_workload_dup_path: a file that a workload names, relative to the project */
char *hd_workload_dup_path (HdDesign *design,
                            const char *file);
void hd_workload_reader_report (HdWorkloadReader *self,
                                HdProblemCode code,
                                const char *key,
                                const char *hint,
                                const char *format,
                                ...) G_GNUC_PRINTF (5, 6);

G_END_DECLS
