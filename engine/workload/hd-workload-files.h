/* hd-workload-files.h: which files the work of a design is read from
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/** hd_workload_list_files: (element-type filename) (transfer full): traces and lists of transfers, of all workloads; those that are not there may be among them */
GPtrArray *hd_workload_list_files (HdDesign *design);

G_END_DECLS
