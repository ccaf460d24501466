/* hd-workload-files.c: which files the work of a design is read from
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-workload-files"

#include "hd-workload-files.h"

#include "hd-workload-private.h"

GPtrArray *
hd_workload_list_files (HdDesign *design)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < hd_design_get_n_workloads (design); i++)
    {
      const HdElement *workload = hd_design_get_workload (design, i);
      const char *type = hd_element_get_text (workload, "type"), *file = hd_element_get_text (workload, "file");

      if (g_strcmp0 (type, _hd_workload_chakra.type.id) == 0)
        _hd_workload_chakra_list_files (design, workload, paths);
      else if (g_strcmp0 (type, _hd_workload_transfers.type.id) == 0 && file != NULL)
        g_ptr_array_add (paths, hd_workload_dup_path (design, file));
    }
  return paths;
}
