/* hd-id-list.h: a growing list of numbers, for what happens in every event
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A GArray does the same by two calls into its library for each number.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdIdList: all zero is empty */
typedef struct
{
  guint32 *ids;
  guint len;
  guint n_allocated;
} HdIdList;

static inline void
hd_id_list_clear (HdIdList *self)
{
  g_free (self->ids);
  *self = (HdIdList) { NULL };
}

static inline void
hd_id_list_append (HdIdList *self,
                   guint32 id)
{
  if (self->len == self->n_allocated)
    {
      self->n_allocated = MAX (16, 2 * self->n_allocated);
      self->ids = g_renew (guint32, self->ids, self->n_allocated);
    }
  self->ids[self->len++] = id;
}

/** hd_id_list_take_last: of a list that is not empty */
static inline guint32
hd_id_list_take_last (HdIdList *self)
{
  return self->ids[--self->len];
}

G_END_DECLS
