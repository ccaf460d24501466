/* heddle-window-view.c: the view that a project opens with
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Its author says where its point is seen. From then on the window shows what its user asks for: looking is no edit.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

void
heddle_window_open_view (HeddleWindow *self)
{
  const char *view = hd_object_get (hd_document_get_root (heddle_session_get_document (self->session)), "view");
  const char *const *views = hd_schema_find_field (HD_OBJECT_PROJECT, "view")->choices;

  /* A wrong word is told among the problems. */
  if (view == NULL || !g_strv_contains (views, view))
    return;
  /* Errors have come forward by themselves: without a run there is nothing else to see. */
  if (heddle_session_count_problems (self->session, HD_SEVERITY_ERROR) == 0)
    g_action_group_change_action_state (G_ACTION_GROUP (self), "dock", g_variant_new_string (view));
}
