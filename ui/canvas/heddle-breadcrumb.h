/* heddle-breadcrumb.h: which module is looked at, and which of its instances
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "heddle-session.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_BREADCRUMB (heddle_breadcrumb_get_type ())
G_DECLARE_FINAL_TYPE (HeddleBreadcrumb, heddle_breadcrumb, HEDDLE, BREADCRUMB, GtkWidget)

GtkWidget *heddle_breadcrumb_new (HeddleSession *session);

G_END_DECLS
