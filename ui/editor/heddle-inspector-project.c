/* heddle-inspector-project.c: what a project holds beside its drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-inspector-private.h"

#include <glib/gi18n.h>

/* The settings that a run mostly needs; the others have a page of their own. */
static void
add_run (HeddlePage *page)
{
  const HdObject *root = heddle_subject_get_object (page->subject), *run = hd_object_find_child (root, HD_OBJECT_RUN, NULL);
  guint64 uid = run != NULL ? hd_object_get_uid (run) : 0;
  g_autoptr (HeddleSubject) subject = uid != 0 ? heddle_subject_new (page->session, &uid, 1)
                                               : heddle_subject_new_absent (page->session, HD_OBJECT_RUN);
  HeddlePage of_run = *page;

  of_run.subject = subject;
  heddle_page_add_fields (&of_run, heddle_page_add_group (page, _("Run")), HD_OBJECT_RUN, "fidelity iterations until seed speed");
  heddle_page_add_fields (&of_run, heddle_page_add_folded (page, _("Sharing of links")), HD_OBJECT_RUN, "fairness cross-traffic equal-paths");
  heddle_page_add_fields (&of_run, heddle_page_add_folded (page, _("Engine")), HD_OBJECT_RUN,
                          "sync partitions threads channels wall-limit symmetry fast-forward incremental static-check");
}

void
heddle_inspect_project (HeddlePage *page)
{
  heddle_page_add_fields (page, heddle_page_add_group (page, NULL), HD_OBJECT_PROJECT, "name description");
  heddle_page_add_list (page, 0, HD_OBJECT_WORKLOAD, _("Work"), "win.add-workload", _("No work to run yet"));
  heddle_page_add_list (page, 0, HD_OBJECT_COMMUNICATOR, _("Communicators"), "win.add-communicator", _("No group of workers yet"));
  heddle_page_add_list (page, 0, HD_OBJECT_VARIABLE, _("Variables"), "win.add-variable", _("No variable yet"));
  heddle_page_add_list (page, 0, HD_OBJECT_LINK_CLASS, _("Link classes"), "win.add-link-class", _("No link class yet"));
  heddle_page_add_list (page, 0, HD_OBJECT_MODULE, _("Modules"), "win.add-module", _("No module yet"));
  heddle_page_add_list (page, 0, HD_OBJECT_PROBE, _("Probes"), "win.add-probe", _("No probe yet"));
  add_run (page);
}
