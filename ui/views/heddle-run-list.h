/* heddle-run-list.h: the runs that are kept, as a list
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define HEDDLE_TYPE_RUN_LIST (heddle_run_list_get_type ())
G_DECLARE_FINAL_TYPE (HeddleRunList, heddle_run_list, HEDDLE, RUN_LIST, GtkWidget)

/**
 * HeddleRunList:
 *
 * The last first: what was changed before each of them, and what it came to. Enter shows a run, F2 names it, Delete removes it; a menu has the rest.
 */
void heddle_run_list_set_session (HeddleRunList *self,
                                  HeddleSession *session);

G_END_DECLS
