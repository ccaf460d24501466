/* heddle-places.h: numbers from 0 as a list model, for lists of any length
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/** HeddlePlace: one of them, made when somebody asks for it */
#define HEDDLE_TYPE_PLACE (heddle_place_get_type ())
G_DECLARE_FINAL_TYPE (HeddlePlace, heddle_place, HEDDLE, PLACE, GObject)

guint heddle_place_get (HeddlePlace *self);

/** HeddlePlaces: a #GListModel of #HeddlePlace */
#define HEDDLE_TYPE_PLACES (heddle_places_get_type ())
G_DECLARE_FINAL_TYPE (HeddlePlaces, heddle_places, HEDDLE, PLACES, GObject)

HeddlePlaces *heddle_places_new (void);
/** heddle_places_set_n: all are others from now on. O(1) beside those that are looked at */
void heddle_places_set_n (HeddlePlaces *self,
                          guint n);

G_END_DECLS
