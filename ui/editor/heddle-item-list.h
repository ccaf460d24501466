/* heddle-item-list.h: the variables, classes, communicators, ... of a project, each a way to its own page
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * HeddleItemList:
 *
 * A boxed list of the children of one kind. Activating a row selects the object, so that the inspector shows its page; Delete or the button of a
 * row removes it.
 */
#define HEDDLE_TYPE_ITEM_LIST (heddle_item_list_get_type ())
G_DECLARE_FINAL_TYPE (HeddleItemList, heddle_item_list, HEDDLE, ITEM_LIST, GtkWidget)

/**
 * heddle_item_list_new:
 * @parent: uid of what holds them; 0 for the place of the project that holds this kind
 * @add_action: (nullable): "win.add-variable"; %NULL adds a child of @parent itself
 * @empty: what an empty list says
 */
GtkWidget *heddle_item_list_new (HeddleSession *session,
                                 guint64 parent,
                                 HdObjectKind kind,
                                 const char *title,
                                 const char *add_action,
                                 const char *empty);
void heddle_item_list_refresh (HeddleItemList *self);
/** heddle_item_list_add: as the button does where there is no action; selects what was added, or says why nothing was */
void heddle_item_list_add (HeddleItemList *self);
guint heddle_item_list_get_n (HeddleItemList *self);
GtkListBoxRow *heddle_item_list_get_row (HeddleItemList *self,
                                         guint n);

G_END_DECLS
