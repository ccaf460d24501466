/* hd-attributes.h: the attributes of one object, as one immutable block
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *name;
  const char *value;
} HdAttribute;

/** HdAttributes: reference counted, shared by all copies of an object; %NULL stands for no attributes */
typedef struct
{
  gatomicrefcount ref_count;
  guint n;
  HdAttribute items[]; /* their text follows in the same block */
} HdAttributes;

/** hd_attributes_new: copies @items; %NULL if @n is 0 */
HdAttributes *hd_attributes_new (const HdAttribute *items,
                                 guint n);
HdAttributes *hd_attributes_ref (HdAttributes *self);
void hd_attributes_unref (HdAttributes *self);
/** hd_attributes_find: %FALSE if there is no @name */
gboolean hd_attributes_find (const HdAttributes *self,
                             const char *name,
                             guint *out_position);
/**
 * hd_attributes_with:
 * @value: (nullable): %NULL to leave @name out
 * @position: where a new attribute goes, %G_MAXUINT for last; one that exists stays where it is
 *
 * Returns: (transfer full) (nullable): a new block; @self is not changed
 */
HdAttributes *hd_attributes_with (const HdAttributes *self,
                                  const char *name,
                                  const char *value,
                                  guint position);

G_END_DECLS
