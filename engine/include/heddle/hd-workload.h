/* hd-workload.h: the kinds of work that a project can hold, and transfer lists
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>
#include <heddle/heddle-component.h>

G_BEGIN_DECLS

/**
 * HdWorkloadType:
 * @id: the `type` attribute of a <workload>
 * @parameters: (array zero-terminated by key): its other attributes, as for component types
 *
 * Static const data: inspector rows, `heddle describe` and checks read this one table.
 */
typedef struct
{
  const char *id;
  const char *title; /* translatable */
  const char *help;  /* translatable */
  const char *source;
  const HdParameter *parameters;
} HdWorkloadType;

guint hd_workload_types_get_n (void);
const HdWorkloadType *hd_workload_types_get (guint n);
/** hd_workload_types_find: %NULL if unknown */
const HdWorkloadType *hd_workload_types_find (const char *id);
/** hd_workload_types_describe: a type and its parameters as translated text, all types in a line each if @id is %NULL; %NULL if unknown */
char *hd_workload_types_describe (const char *id);

/**
 * hd_workload_type_dup_file:
 * @project: (nullable): path of the project, if it has one
 * @path: of a file that was chosen
 *
 * Returns: the attribute `file` of such a workload for it: relative where the file lies in the project's folder or below; for traces without
 *   rank and extension
 */
char *hd_workload_type_dup_file (const HdWorkloadType *self,
                                 const char *project,
                                 const char *path);

/** HdWorkloadAlgorithm: what a communication can do, and how; @title and @help are translatable */
typedef struct
{
  const char *operation;
  const char *algorithm;
  const char *title;
  const char *help;
} HdWorkloadAlgorithm;

/** hd_workload_algorithms_get: the first algorithm of an operation is its usual one */
guint hd_workload_algorithms_get_n (void);
void hd_workload_algorithms_get (guint n,
                                 HdWorkloadAlgorithm *out_algorithm);

/**
 * hd_workload_trace_members:
 * @most_members: of all communications together
 * @most_messages: of all iterations together
 *
 * The same design, in which all members of its communications are traced, for those who watch: what is recorded besides changes nothing else. Traces and
 * lists of transfers are not looked into. O(members + steps that differ), and the time to read its workloads. Safe in any thread.
 *
 * Returns: (transfer full) (nullable): %NULL if it traces already, communicates nothing, or more than that
 */
HdDesign *hd_workload_trace_members (HdDesign *design,
                                     guint most_members,
                                     guint64 most_messages);

/** HdTransferList: independent transfers, each with the time at which it starts */
typedef struct _HdTransferList HdTransferList;

/**
 * hd_transfer_list_load:
 * @path: a CSV file with the columns start_s, bytes, source, destination in any order; others are kept for the result alone; components by path or
 *   by the name that they have elsewhere. Fields may be quoted, a byte order mark may come first, lines that begin with # are remarks
 *
 * Errors: %HD_ERROR_IO; %HD_ERROR_SYNTAX, %HD_ERROR_RANGE or %HD_ERROR_NAME with file, line, column name and value.
 */
HdTransferList *hd_transfer_list_load (HdDesign *design,
                                       const char *path,
                                       GError **error);
HdTransferList *hd_transfer_list_ref (HdTransferList *self);
void hd_transfer_list_unref (HdTransferList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdTransferList, hd_transfer_list_unref)

G_END_DECLS
