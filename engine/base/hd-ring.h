/* hd-ring.h: a first-in first-out queue that grows to the size it once needed and then allocates no more
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <string.h>

#include <glib.h>

G_BEGIN_DECLS

/** HD_RING: struct @Name of elements @Type with functions @prefix_push (), @prefix_peek (), @prefix_pop () and @prefix_clear () */
#define HD_RING(Name, prefix, Type) \
  typedef struct \
  { \
    Type *elements; \
    guint32 first; \
    guint32 n; \
    guint32 capacity; /* 0 or a power of two */ \
  } Name; \
\
  static inline void prefix##_push (Name *self, const Type *element) \
  { \
    if (G_UNLIKELY (self->n == self->capacity)) \
      { \
        guint32 wrapped = self->first; /* these stand before the first */ \
\
        self->elements = g_renew (Type, self->elements, self->capacity > 0 ? 2 * (gsize) self->capacity : 4); \
        if (wrapped > 0) \
          memcpy (self->elements + self->capacity, self->elements, wrapped * sizeof (Type)); \
        self->capacity = self->capacity > 0 ? 2 * self->capacity : 4; \
      } \
    self->elements[(self->first + self->n++) & (self->capacity - 1)] = *element; \
  } \
\
  static inline Type *prefix##_peek (Name *self) \
  { \
    return self->n > 0 ? &self->elements[self->first] : NULL; \
  } \
\
  static inline void prefix##_pop (Name *self) \
  { \
    self->first = (self->first + 1) & (self->capacity - 1); \
    self->n--; \
  } \
\
  static inline void prefix##_clear (Name *self) \
  { \
    g_free (self->elements); \
  }

G_END_DECLS
