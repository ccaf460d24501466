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
  heddle_page_add_fields (&of_run, heddle_page_add_group (page, _("Run")), HD_OBJECT_RUN, "fidelity steps iterations until seed speed");
  heddle_page_add_fields (&of_run, heddle_page_add_folded (page, _("Sharing of links")), HD_OBJECT_RUN, "fairness cross-traffic equal-paths");
  heddle_page_add_fields (&of_run, heddle_page_add_folded (page, _("Packet network")), HD_OBJECT_RUN,
                          "switching packet-size buffer packet-time noise noise-packet noise-order");
  heddle_page_add_fields (&of_run, heddle_page_add_folded (page, _("Engine")), HD_OBJECT_RUN,
                          "sync partitions threads channels wall-limit memory-limit symmetry fast-forward incremental static-check");
}

void
heddle_page_add_project_list (HeddlePage *page,
                              HdObjectKind kind)
{
  static const struct
  {
    HdObjectKind kind;
    const char *title, *add_action, *empty;
  } lists[] = {
    { HD_OBJECT_WORKLOAD, N_("Workloads"), "win.add-workload", N_("No workload yet") },
    { HD_OBJECT_COMMUNICATOR, N_("Communicators"), "win.add-communicator", N_("No group of workers yet") },
    { HD_OBJECT_VARIABLE, N_("Variables"), "win.add-variable", N_("No variable yet") },
    { HD_OBJECT_LINK_CLASS, N_("Link classes"), "win.add-link-class", N_("No link class yet") },
    { HD_OBJECT_MODULE, N_("Modules"), "win.add-module", N_("No module yet") },
    { HD_OBJECT_PROBE, N_("Probes"), "win.add-probe", N_("No probe yet") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (kind == HD_OBJECT_PROJECT || kind == lists[i].kind)
      heddle_page_add_list (page, 0, lists[i].kind, _(lists[i].title), lists[i].add_action, _(lists[i].empty));
}

void
heddle_inspect_project (HeddlePage *page)
{
  heddle_page_add_fields (page, heddle_page_add_group (page, NULL), HD_OBJECT_PROJECT, "name description view");
  heddle_page_add_project_list (page, HD_OBJECT_PROJECT);
  add_run (page);
}
