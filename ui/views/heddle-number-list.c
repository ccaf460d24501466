/* heddle-number-list.c: numbers from 0 as a list model, for lists of any length
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-number-list"

#include "heddle-number-list.h"

struct _HeddleNumber
{
  GObject parent_instance;
  guint number;
};

G_DEFINE_FINAL_TYPE (HeddleNumber, heddle_number, G_TYPE_OBJECT)

struct _HeddleNumberList
{
  GObject parent_instance;
  guint n;
};

static void heddle_number_list_list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HeddleNumberList, heddle_number_list, G_TYPE_OBJECT, G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, heddle_number_list_list_model_init))

static void
heddle_number_class_init (HeddleNumberClass *klass)
{
}

static void
heddle_number_init (HeddleNumber *self)
{
}

guint
heddle_number_get (HeddleNumber *self)
{
  return self->number;
}

static GType
get_item_type (GListModel *model)
{
  return HEDDLE_TYPE_NUMBER;
}

static guint
get_n_items (GListModel *model)
{
  return HEDDLE_NUMBER_LIST (model)->n;
}

static gpointer
get_item (GListModel *model,
          guint position)
{
  HeddleNumber *number;

  if (position >= HEDDLE_NUMBER_LIST (model)->n)
    return NULL;
  number = g_object_new (HEDDLE_TYPE_NUMBER, NULL);
  number->number = position;
  return number;
}

static void
heddle_number_list_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static void
heddle_number_list_class_init (HeddleNumberListClass *klass)
{
}

static void
heddle_number_list_init (HeddleNumberList *self)
{
}

HeddleNumberList *
heddle_number_list_new (void)
{
  return g_object_new (HEDDLE_TYPE_NUMBER_LIST, NULL);
}

void
heddle_number_list_set_n (HeddleNumberList *self,
                          guint n)
{
  guint before = self->n;

  self->n = n;
  g_list_model_items_changed (G_LIST_MODEL (self), 0, before, n);
}
