/* heddle-places.c: numbers from 0 as a list model, for lists of any length
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-places"

#include "heddle-places.h"

struct _HeddlePlace
{
  GObject parent_instance;
  guint number;
};

G_DEFINE_FINAL_TYPE (HeddlePlace, heddle_place, G_TYPE_OBJECT)

struct _HeddlePlaces
{
  GObject parent_instance;
  guint n;
};

static void heddle_places_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HeddlePlaces, heddle_places, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, heddle_places_list_model_init))

static void
heddle_place_class_init (HeddlePlaceClass *klass)
{
}

static void
heddle_place_init (HeddlePlace *self)
{
}

guint
heddle_place_get (HeddlePlace *self)
{
  return self->number;
}

static GType
get_item_type (GListModel *model)
{
  return HEDDLE_TYPE_PLACE;
}

static guint
get_n_items (GListModel *model)
{
  return HEDDLE_PLACES (model)->n;
}

static gpointer
get_item (GListModel *model,
          guint position)
{
  HeddlePlace *place;

  if (position >= HEDDLE_PLACES (model)->n)
    return NULL;
  place = g_object_new (HEDDLE_TYPE_PLACE, NULL);
  place->number = position;
  return place;
}

static void
heddle_places_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
heddle_places_class_init (HeddlePlacesClass *klass)
{
}

static void
heddle_places_init (HeddlePlaces *self)
{
}

HeddlePlaces *
heddle_places_new (void)
{
  return g_object_new (HEDDLE_TYPE_PLACES, NULL);
}

void
heddle_places_set_n (HeddlePlaces *self,
                     guint n)
{
  guint before = self->n;

  self->n = n;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, n);
}
