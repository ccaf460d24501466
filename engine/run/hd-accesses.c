/* hd-accesses.c: who was at which addresses of which memory
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-accesses"

#include <heddle/hd-accesses.h>

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"

#define HEAD "address,bytes,component,read_bytes,written_bytes"
#define N_FIELDS 5

static const HdOutput *
find_output (const HdComponentType *type)
{
  for (const HdOutput *output = type->outputs; output->name != NULL; output++)
    if (output->kind == HD_OUTPUT_ACCESSES)
      return output;
  return NULL;
}

gboolean
hd_accesses_are_counted (HdDesign *design)
{
  const HdNode *nodes = hd_design_get_nodes (design);
  const HdComponentType *seen = NULL;

  for (guint i = 0; i < hd_design_get_n_nodes (design); i++)
    {
      if (nodes[i].type != seen && find_output (nodes[i].type) != NULL)
        return TRUE;
      seen = nodes[i].type;
    }
  return FALSE;
}

/* ---- rows ----------------------------------------------------------------------------------------------------------- */

typedef struct
{
  HdDesign *design;
  GArray *accesses;
  GHashTable *nodes; /* by path: a component is in many rows */
} Reading;

static gboolean
find_node (Reading *self,
           const char *path,
           guint32 *out_node)
{
  gpointer found;

  if (!g_hash_table_lookup_extended (self->nodes, path, NULL, &found))
    {
      found = GUINT_TO_POINTER (hd_design_find_node (self->design, path));
      g_hash_table_insert (self->nodes, g_strdup (path), found);
    }
  *out_node = GPOINTER_TO_UINT (found);
  return *out_node != HD_NO_ID;
}

static gboolean
read_row (Reading *self,
          const char *line,
          guint32 memory)
{
  g_auto (GStrv) fields = g_strsplit (line, ",", N_FIELDS + 1);
  HdMemoryAccess access = { .memory = memory };

  if (g_strv_length (fields) != N_FIELDS || !g_str_has_prefix (fields[0], "0x") || !find_node (self, fields[2], &access.component))
    return FALSE;
  if (!g_ascii_string_to_unsigned (fields[0] + 2, 16, 0, G_MAXUINT64, &access.address, NULL)
      || !g_ascii_string_to_unsigned (fields[1], 10, 1, G_MAXUINT64, &access.bytes, NULL)
      || !g_ascii_string_to_unsigned (fields[3], 10, 0, G_MAXUINT64, &access.read, NULL)
      || !g_ascii_string_to_unsigned (fields[4], 10, 0, G_MAXUINT64, &access.written, NULL))
    return FALSE;
  g_array_append_val (self->accesses, access);
  return TRUE;
}

static gboolean
read_file (Reading *self,
           const char *name,
           GBytes *bytes,
           guint32 memory,
           GError **error)
{
  gsize size;
  const char *at = g_bytes_get_data (bytes, &size), *end = at + size;

  for (guint n = 1; at < end; n++)
    {
      const char *next = memchr (at, '\n', (gsize) (end - at));
      g_autofree char *line = g_strndup (at, (gsize) ((next != NULL ? next : end) - at));

      if (next == NULL || (n == 1 ? !g_str_equal (line, HEAD) : !read_row (self, line, memory)))
        {
          g_autofree char *shown = g_utf8_make_valid (line, -1);

          g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("%s:%u: “%.80s” is no row of address, bytes, component, bytes read and bytes written"), name, n, shown);
          return FALSE;
        }
      at = next + 1;
    }
  return TRUE;
}

static int
compare (gconstpointer a,
         gconstpointer b)
{
  const HdMemoryAccess *one = a, *other = b;

  if (one->address != other->address)
    return one->address < other->address ? -1 : 1;
  if (one->component != other->component)
    return one->component < other->component ? -1 : 1;
  return one->memory < other->memory ? -1 : one->memory > other->memory;
}

GArray *
hd_accesses_read (HdRecord *record,
                  GError **error)
{
  g_autoptr (GHashTable) nodes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GArray) accesses = g_array_new (FALSE, FALSE, sizeof (HdMemoryAccess));
  Reading self = { hd_record_get_design (record), accesses, nodes };
  const char *name;
  GBytes *bytes;

  for (guint i = 0; hd_record_get_file (record, i, &name, &bytes); i++)
    {
      const char *dot = strchr (name, '.'); /* paths have none */
      g_autofree char *path = g_strndup (name, (gsize) (dot - name));
      const HdOutput *output;
      guint32 memory;

      if (!find_node (&self, path, &memory))
        continue;
      output = find_output (hd_design_get_nodes (self.design)[memory].type);
      if (output != NULL && g_str_equal (dot + 1, output->name) && !read_file (&self, name, bytes, memory, error))
        return NULL;
    }
  g_array_sort (accesses, compare);
  return g_steal_pointer (&accesses);
}
