/* hd-report-programs.c: which programs components started, as a table
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-report"

#include "hd-report-private.h"

#include "hd-atomic-file.h"

static void
append_program (HdRecord *record,
                GString *text,
                const HdRecordProgram *program)
{
  g_autofree char *path = hd_design_dup_node_path (hd_record_get_design (record), program->node);
  g_autofree char *file = g_strdelimit (g_strdup (program->file), "\t\n", '?');

  g_string_append_printf (text, "%s\t%d\t%s\t%s\t", path, program->pid, file, program->has_ended ? "ended" : "running");
  if (!program->has_ended)
    g_string_append (text, "\n");
  else if (program->signal != 0)
    g_string_append_printf (text, "signal %d\n", program->signal);
  else
    g_string_append_printf (text, "%d\n", program->exit_code);
}

gboolean
hd_report_save_programs (HdRecord *record,
                         const char *path,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GArray) programs = hd_record_read_programs (record);
  g_autoptr (GString) text = g_string_new ("chiplet\tpid\tprogram\tstate\texit\n");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (guint i = 0; i < programs->len; i++)
    append_program (record, text, &g_array_index (programs, HdRecordProgram, i));
  return hd_atomic_file_write (file, text->str, text->len, cancellable, error);
}
