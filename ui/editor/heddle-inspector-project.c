/* heddle-inspector-project.c: what a project holds beside its drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-inspector-private.h"

#include <glib/gi18n.h>

/* The settings of a run that is, or is not yet, in the project. */
static void
add_run (HeddlePage *page)
{
  const HdObject *root = heddle_subject_get_object (page->subject), *run = hd_object_find_child (root, HD_OBJECT_RUN, NULL);
  guint64 uid = run != NULL ? hd_object_get_uid (run) : 0;
  g_autoptr (HeddleSubject) subject = uid != 0 ? heddle_subject_new (page->session, &uid, 1)
                                               : heddle_subject_new_absent (page->session, HD_OBJECT_RUN);
  HeddlePage of_run = *page;

  of_run.subject = subject;
  heddle_page_add_settings (&of_run, hd_run_group_get_title (HD_RUN_GROUP_USUAL), TRUE);
  if (uid != 0)
    heddle_page_add_changes (page, uid);
}

void
heddle_page_add_changes (HeddlePage *page,
                         guint64 run)
{
  heddle_page_add_list (page, run, HD_OBJECT_CHANGE, _("Changes"), NULL, _("Nothing changes while it runs"));
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
    { HD_OBJECT_STUDY, N_("Studies"), "win.add-study", N_("No study yet") },
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
