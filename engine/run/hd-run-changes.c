/* hd-run-changes.c: what may change at a moment of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What is not defined is refused before the run, never done by halves.
 */
#define G_LOG_DOMAIN "hd-run-changes"

#include "hd-run-changes.h"

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-ranks-private.h"

gboolean
hd_run_changes_refuse (HdDesign *design,
                       HdProblemList *problems,
                       const HdRunChange *change,
                       const char *hint,
                       const char *reason)
{
  g_autofree char *path = g_strdup_printf ("change:%s", change->of);
  guint64 uid = change->origin_uid != 0 ? change->origin_uid : hd_design_get_run_uid (design);

  hd_problem_list_take (problems, hd_problem_new (HD_PROBLEM_VALUE, HD_SEVERITY_ERROR, path, uid, NULL, hd_design_get_file (design), hd_design_get_line (design, uid),
                                                  hint, _("“%s” cannot change at %g s: %s"), change->of, hd_time_to_seconds (change->time), reason));
  return FALSE;
}

static gboolean
check (HdDesign *design,
       HdProblemList *problems,
       gboolean acts)
{
  const HdRunChange *first = hd_design_get_change (design, 0);

  if (hd_design_get_run_settings (design)->fidelity == HD_FIDELITY_FLIT)
    return hd_run_changes_refuse (design, problems, first, _("Use flow or packet"), _("at flit fidelity links are for the whole run what they are"));
  if (acts)
    return hd_run_changes_refuse (design, problems, first, _("Vary it between runs instead, by a study or from the command line"),
                                  _("beside components that act links are for the whole run what they are"));
  if (hd_ranks_get_n () > 1)
    return hd_run_changes_refuse (design, problems, first, _("Use threads and partitions in one process"), _("runs in several processes cannot change"));
  return TRUE;
}

gboolean
hd_run_changes_check (HdDesign *design,
                      HdProblemList *problems,
                      gboolean acts,
                      GError **error)
{
  if (hd_design_get_n_changes (design) == 0 || check (design, problems, acts))
    return TRUE;
  g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("The project has errors"));
  return FALSE;
}
