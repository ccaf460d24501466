/* hd-catalog-copy.c: reads a library's descriptors, whatever size their structs had when it was built
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-catalog"

#include "hd-catalog-private.h"

#include <inttypes.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

/* Every struct of the interface starts with its size. An array's elements are as far apart as its first element's size says, and it ends
 * with an element whose second field, its key or name, is NULL.
 */

#define KNOWN_CAPABILITIES ((guint64) (HD_CAPABILITY_EVENTS | HD_CAPABILITY_BLOCKS | HD_CAPABILITY_NETWORK | HD_CAPABILITY_PROGRAMS))
#define MAX_ELEMENTS 10000 /* below 2^15: ports have one bit to spare while messages are on their way */
#define MAX_STRUCT 4096

typedef struct
{
  size_t size;
  const char *name;
} Head;

static gpointer
keep (HdLibraryCopy *self,
      gpointer memory)
{
  g_ptr_array_add (self->memory, memory);
  return memory;
}

/* Copies what both sides know of one struct. */
static gboolean
read_struct (const HdLibraryCopy *self,
             gconstpointer from,
             gpointer to,
             gsize size,
             GError **error)
{
  gsize given = *(const size_t *) from;

  if (given < sizeof (Head) || given > MAX_STRUCT)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIBRARY,
                   _("The library “%s” has a descriptor whose size, %zu bytes, is not that of any version."),
                   self->library.name, given);
      return FALSE;
    }

  memcpy (to, from, MIN (given, size));
  *(size_t *) to = size;
  return TRUE;
}

/* Returns an array of structs of @size with a zero element last; NULL is an empty array. */
static gboolean
read_array (HdLibraryCopy *self,
            gconstpointer from,
            gsize size,
            gconstpointer *out_array,
            guint *out_n,
            GError **error)
{
  const guint8 *element = from;
  gsize stride = from != NULL ? *(const size_t *) from : 0;
  guint8 *copy;
  guint n = 0;

  if (from != NULL)
    for (; ((const Head *) element)->name != NULL; element += stride, n++)
      if (((const Head *) element)->size != stride || stride < sizeof (Head) || stride > MAX_STRUCT || n == MAX_ELEMENTS)
        {
          g_set_error (error, HD_ERROR, HD_ERROR_LIBRARY,
                       _("The library “%s” has a table whose element %u has another size than the first."), self->library.name, n);
          return FALSE;
        }

  copy = keep (self, g_malloc0_n (n + 1, size));
  for (guint i = 0; i < n; i++)
    if (!read_struct (self, (const guint8 *) from + i * stride, copy + i * size, size, error))
      return FALSE;

  *out_array = copy;
  if (out_n != NULL)
    *out_n = n;
  return TRUE;
}

static gboolean
read_forms (HdLibraryCopy *self,
            const HdForm **forms,
            GError **error)
{
  HdForm *copies;
  guint n;

  if (!read_array (self, *forms, sizeof (HdForm), (gconstpointer *) forms, &n, error))
    return FALSE;
  copies = (HdForm *) *forms;
  for (guint i = 0; i < n; i++)
    if (!read_array (self, copies[i].fields, sizeof (HdFormField), (gconstpointer *) &copies[i].fields, NULL, error))
      return FALSE;
  return TRUE;
}

static gboolean
read_type (HdLibraryCopy *self,
           const HdComponentType *from,
           const HdComponentType **out_type,
           GError **error)
{
  HdComponentType *type = keep (self, g_new0 (HdComponentType, 1));
  HdHandlers *handlers;
  HdBlock *block;

  if (!read_struct (self, from, type, sizeof *type, error) ||
      !read_array (self, type->parameters, sizeof (HdParameter), (gconstpointer *) &type->parameters, NULL, error) ||
      !read_array (self, type->presets, sizeof (HdPreset), (gconstpointer *) &type->presets, NULL, error) ||
      !read_array (self, type->ports, sizeof (HdPort), (gconstpointer *) &type->ports, NULL, error) ||
      !read_array (self, type->probes, sizeof (HdProbe), (gconstpointer *) &type->probes, NULL, error) ||
      !read_array (self, type->lanes, sizeof (HdLane), (gconstpointer *) &type->lanes, NULL, error) ||
      !read_array (self, type->activities, sizeof (HdActivity), (gconstpointer *) &type->activities, NULL, error) ||
      !read_array (self, type->outputs, sizeof (HdOutput), (gconstpointer *) &type->outputs, NULL, error) ||
      !read_forms (self, &type->forms, error))
    return FALSE;

  if (type->handlers != NULL)
    {
      handlers = keep (self, g_new0 (HdHandlers, 1));
      if (!read_struct (self, type->handlers, handlers, sizeof *handlers, error))
        return FALSE;
      type->handlers = handlers;
    }
  if (type->block != NULL)
    {
      block = keep (self, g_new0 (HdBlock, 1));
      if (!read_struct (self, type->block, block, sizeof *block, error))
        return FALSE;
      type->block = block;
    }

  *out_type = type;
  return TRUE;
}

static gboolean
read_types (HdLibraryCopy *self,
            GError **error)
{
  const HdComponentType *const *from = self->library.types;
  const HdComponentType **types;
  guint n = 0;

  while (from != NULL && from[n] != NULL)
    n++;

  types = keep (self, g_new0 (const HdComponentType *, n + 1));
  self->library.types = types;
  for (guint i = 0; i < n; i++)
    if (!read_type (self, from[i], &types[i], error))
      return FALSE;
  return TRUE;
}

HdLibraryCopy *
_hd_library_copy (const HdLibrary *original,
                  GError **error)
{
  g_autoptr (HdLibraryCopy) self = g_new0 (HdLibraryCopy, 1);
  const char *name;

  self->memory = g_ptr_array_new_with_free_func (g_free);
  self->original = original;

  if (original == NULL || original->size < G_STRUCT_OFFSET (HdLibrary, title))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_LIBRARY, _("The library does not describe itself."));
      return NULL;
    }
  /* These four fields are the same in every version. */
  name = original->name != NULL ? original->name : "?";
  if (original->abi != HD_COMPONENT_ABI)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIBRARY,
                   _("The library “%s” was made for interface %u, this Heddle speaks %u."), name, original->abi, HD_COMPONENT_ABI);
      return NULL;
    }

  self->library.name = name;
  if (!read_struct (self, original, &self->library, sizeof self->library, error))
    return NULL;
  self->library.name = name;
  if ((self->library.capabilities & ~KNOWN_CAPABILITIES) != 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIBRARY,
                   _("The library “%s” needs abilities (0x%" PRIx64 ") that this Heddle does not have."),
                   name, self->library.capabilities & ~KNOWN_CAPABILITIES);
      return NULL;
    }
  if (!read_types (self, error))
    return NULL;

  return g_steal_pointer (&self);
}

void
_hd_library_copy_free (HdLibraryCopy *self)
{
  g_ptr_array_unref (self->memory);
  g_free (self);
}
