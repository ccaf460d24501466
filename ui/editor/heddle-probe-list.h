/* heddle-probe-list.h: signals that can be watched, each with a switch
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * HeddleProbeList:
 *
 * What a component, a link or a workload of the project offers; a switch adds or removes its <probe>.
 */
#define HEDDLE_TYPE_PROBE_LIST (heddle_probe_list_get_type ())
G_DECLARE_FINAL_TYPE (HeddleProbeList, heddle_probe_list, HEDDLE, PROBE_LIST, GtkWidget)

GtkWidget *heddle_probe_list_new (HeddleSession *session,
                                  HeddleTarget target);
/** heddle_probe_list_refresh: after the project or its design changed */
void heddle_probe_list_refresh (HeddleProbeList *self);
/** heddle_probe_list_find_switch: of a signal, "busy"; or %NULL */
GtkSwitch *heddle_probe_list_find_switch (HeddleProbeList *self,
                                          const char *signal);

G_END_DECLS
