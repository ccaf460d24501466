/* hd-object.c: one object of a project: kind, attributes, text, children
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-object"

#include "hd-object-private.h"

#include <math.h>
#include <string.h>

#include "hd-child-index.h"

/* Below this many children a walk is faster than a table. */
#define INDEX_THRESHOLD 12

G_DEFINE_BOXED_TYPE (HdObject, hd_object, hd_object_ref, hd_object_unref)

HdObject *
_hd_object_new_full (HdObjectKind kind,
                     const char *element,
                     const HdAttribute *attributes,
                     guint n_attributes,
                     int line)
{
  HdObject *self = g_new0 (HdObject, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  self->line = line;
  if (kind == HD_OBJECT_UNKNOWN)
    self->element = g_ref_string_new (element);
  self->attributes = hd_attributes_new (attributes, n_attributes);
  return self;
}

HdObject *
hd_object_new (HdObjectKind kind,
               const char *first_attribute,
               ...)
{
  g_return_val_if_fail (kind > HD_OBJECT_UNKNOWN && kind < HD_N_OBJECT_KINDS, NULL);

  HdObject *self = _hd_object_new_full (kind, NULL, NULL, 0, 0);
  va_list arguments;

  va_start (arguments, first_attribute);
  for (const char *name = first_attribute; name != NULL; name = va_arg (arguments, const char *))
    hd_object_set_initial (self, name, va_arg (arguments, const char *));
  va_end (arguments);
  return self;
}

HdObject *
hd_object_new_element (const char *element)
{
  g_return_val_if_fail (element != NULL, NULL);

  return _hd_object_new_full (hd_schema_get_kind (element), element, NULL, 0, 0);
}

HdObject *
hd_object_ref (const HdObject *self)
{
  HdObject *object = (HdObject *) self;

  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&object->ref_count);
  return object;
}

void
hd_object_unref (HdObject *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->element, g_ref_string_release);
  hd_attributes_unref (self->attributes);
  g_clear_pointer (&self->text, g_ref_string_release);
  for (guint i = 0; i < self->n_children; i++)
    hd_object_unref (self->children[i]);
  g_free (self->children);
  hd_child_index_free (self->index);
  g_free (self);
}

HdObjectKind
hd_object_get_kind (const HdObject *self)
{
  return self->kind;
}

const char *
hd_object_get_element (const HdObject *self)
{
  return self->kind == HD_OBJECT_UNKNOWN ? self->element : hd_schema_get_element (self->kind);
}

guint64
hd_object_get_uid (const HdObject *self)
{
  return self->uid;
}

const char *
hd_object_get_id (const HdObject *self)
{
  return hd_object_get (self, hd_schema_get_id_attribute (self->kind));
}

const char *
hd_object_get (const HdObject *self,
               const char *attribute)
{
  guint position;

  g_return_val_if_fail (attribute != NULL, NULL);

  return hd_attributes_find (self->attributes, attribute, &position) ? self->attributes->items[position].value : NULL;
}

double
hd_object_get_number (const HdObject *self,
                      const char *attribute,
                      double missing)
{
  const char *text = hd_object_get (self, attribute);
  char *end = NULL;
  double value = text != NULL ? g_ascii_strtod (text, &end) : NAN;

  return end != text && isfinite (value) ? value : missing;
}

guint
hd_object_get_n_attributes (const HdObject *self)
{
  return self->attributes != NULL ? self->attributes->n : 0;
}

const char *
hd_object_get_nth_attribute (const HdObject *self,
                             guint n,
                             const char **out_value)
{
  g_return_val_if_fail (n < hd_object_get_n_attributes (self), NULL);

  if (out_value != NULL)
    *out_value = self->attributes->items[n].value;
  return self->attributes->items[n].name;
}

const char *
hd_object_get_text (const HdObject *self)
{
  return self->text;
}

int
hd_object_get_line (const HdObject *self)
{
  return self->line;
}

void
_hd_object_forget_lines (HdObject *self)
{
  self->line = 0;
  for (guint i = 0; i < self->n_children; i++)
    _hd_object_forget_lines (self->children[i]);
}

guint
hd_object_get_n_children (const HdObject *self)
{
  return self->n_children;
}

const HdObject *
hd_object_get_child (const HdObject *self,
                     guint n)
{
  g_return_val_if_fail (n < self->n_children, NULL);

  return self->children[n];
}

/* Several threads may make the index of a shared object at once; the first to be ready wins. */
static const HdChildIndex *
get_index (const HdObject *self)
{
  HdChildIndex **place = &((HdObject *) self)->index;
  HdChildIndex *index = g_atomic_pointer_get (place);

  if (index == NULL)
    {
      index = hd_child_index_new (self->children, self->n_children);
      if (!g_atomic_pointer_compare_and_exchange (place, NULL, index))
        {
          hd_child_index_free (index);
          index = g_atomic_pointer_get (place);
        }
    }
  return index;
}

const HdObject *
hd_object_find_child (const HdObject *self,
                      HdObjectKind kind,
                      const char *id)
{
  if (id != NULL && self->n_children > INDEX_THRESHOLD)
    return hd_child_index_find (get_index (self), self->children, kind, id);

  for (guint i = 0; i < self->n_children; i++)
    if (self->children[i]->kind == kind && (id == NULL || g_strcmp0 (hd_object_get_id (self->children[i]), id) == 0))
      return self->children[i];
  return NULL;
}

void
hd_object_set_initial (HdObject *self,
                       const char *attribute,
                       const char *value)
{
  g_return_if_fail (attribute != NULL);
  g_return_if_fail (self->uid == 0);

  _hd_object_set_attribute (self, attribute, value, G_MAXUINT);
}

void
hd_object_set_initial_text (HdObject *self,
                            const char *text)
{
  g_return_if_fail (self->uid == 0);

  _hd_object_set_text (self, text);
}

void
hd_object_append_initial (HdObject *self,
                          HdObject *child_take)
{
  g_return_if_fail (self->uid == 0);
  g_return_if_fail (child_take != NULL);

  _hd_object_splice (self, self->n_children, 0, &child_take, 1);
  hd_object_unref (child_take);
}

/* ---- for the document --------------------------------------------------------------------------------------------- */

HdObject *
_hd_object_clone (const HdObject *self,
                  guint64 generation)
{
  HdObject *copy = g_new0 (HdObject, 1);

  g_atomic_ref_count_init (&copy->ref_count);
  copy->kind = self->kind;
  copy->line = self->line;
  copy->uid = self->uid;
  copy->generation = generation;
  copy->element = self->element != NULL ? g_ref_string_acquire (self->element) : NULL;
  copy->attributes = hd_attributes_ref (self->attributes);
  copy->text = self->text != NULL ? g_ref_string_acquire (self->text) : NULL;
  if (self->n_children > 0)
    copy->children = g_memdup2 (self->children, self->n_children * sizeof (HdObject *));
  copy->n_children = copy->n_allocated = self->n_children;
  for (guint i = 0; i < copy->n_children; i++)
    hd_object_ref (copy->children[i]);
  return copy;
}

HdObject *
_hd_object_copy_tree (const HdObject *self,
                      guint64 *next_uid)
{
  HdObject *copy = _hd_object_clone (self, 0);

  copy->uid = (*next_uid)++;
  for (guint i = 0; i < copy->n_children; i++)
    {
      HdObject *child = copy->children[i];
      copy->children[i] = _hd_object_copy_tree (child, next_uid);
      hd_object_unref (child);
    }
  return copy;
}

void
_hd_object_set_attribute (HdObject *self,
                          const char *name,
                          const char *value,
                          guint position)
{
  HdAttributes *attributes = hd_attributes_with (self->attributes, name, value, position);

  hd_attributes_unref (self->attributes);
  self->attributes = attributes;
}

void
_hd_object_set_text (HdObject *self,
                     const char *text)
{
  GRefString *copy = text != NULL && text[0] != '\0' ? g_ref_string_new (text) : NULL;

  g_clear_pointer (&self->text, g_ref_string_release);
  self->text = copy;
}

void
_hd_object_splice (HdObject *self,
                   guint position,
                   guint n_removed,
                   HdObject *const *inserted,
                   guint n)
{
  g_assert (position <= self->n_children && n_removed <= self->n_children - position);

  guint n_children = self->n_children - n_removed + n;
  if (n_children > self->n_allocated)
    {
      self->n_allocated = self->n_children == 0 ? n_children : MAX (n_children, self->n_allocated + self->n_allocated / 2 + 4);
      self->children = g_renew (HdObject *, self->children, self->n_allocated);
    }
  for (guint i = 0; i < n_removed; i++)
    hd_object_unref (self->children[position + i]);
  if (n_removed != n && position + n_removed < self->n_children)
    memmove (self->children + position + n, self->children + position + n_removed,
             (self->n_children - position - n_removed) * sizeof (HdObject *));
  for (guint i = 0; i < n; i++)
    self->children[position + i] = hd_object_ref (inserted[i]);
  self->n_children = n_children;
  _hd_object_drop_index (self);
}

void
_hd_object_drop_index (HdObject *self)
{
  g_clear_pointer (&self->index, hd_child_index_free);
}

void
_hd_object_measure (const HdObject *self,
                    gsize *out_count,
                    guint *out_height)
{
  gsize count = 1;
  guint height = 0;

  for (guint i = 0; i < self->n_children; i++)
    {
      gsize child_count;
      guint child_height;
      _hd_object_measure (self->children[i], &child_count, &child_height);
      count += child_count;
      height = MAX (height, child_height);
    }
  *out_count = count;
  *out_height = height + 1;
}
