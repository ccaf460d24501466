/* heddle-number-list.h: numbers from 0 as a list model, for lists of any length
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** HeddleNumber: one of them, made when somebody asks for it */
#define HEDDLE_TYPE_NUMBER (heddle_number_get_type ())
G_DECLARE_FINAL_TYPE (HeddleNumber, heddle_number, HEDDLE, NUMBER, GObject)

guint heddle_number_get (HeddleNumber *self);

/** HeddleNumberList: a #GListModel of #HeddleNumber */
#define HEDDLE_TYPE_NUMBER_LIST (heddle_number_list_get_type ())
G_DECLARE_FINAL_TYPE (HeddleNumberList, heddle_number_list, HEDDLE, NUMBER_LIST, GObject)

HeddleNumberList *heddle_number_list_new (void);
/** heddle_number_list_set_n: all are others from now on. O(1) beside those that are looked at */
void heddle_number_list_set_n (HeddleNumberList *self,
                               guint n);

G_END_DECLS
