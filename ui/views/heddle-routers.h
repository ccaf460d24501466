/* heddle-routers.h: how busy each router is, and why flits stand still in it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

/**
 * HeddleRouters:
 *
 * A row for each router, at the moment that is looked at; sorted by any column. A row that is chosen selects its router on the canvas, and the other way round.
 * One button shows which router saturates first.
 */
#define HEDDLE_TYPE_ROUTERS (heddle_routers_get_type ())
G_DECLARE_FINAL_TYPE (HeddleRouters, heddle_routers, HEDDLE, ROUTERS, GtkWidget)

GtkWidget *heddle_routers_new (HeddleSession *session);

G_END_DECLS
