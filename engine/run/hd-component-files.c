/* hd-component-files.c: files that components write
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A file belongs to one component, so to one partition, which alone adds to it. It lies in memory, and counts as memory of the record, so that a run that
 * writes too much ends with a sentence.
 */
#define G_LOG_DOMAIN "hd-component-files"

#include "hd-component-files.h"

#include <inttypes.h>
#include <string.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-ranks-private.h"

#define ROUND_BYTES (1u << 28) /* that a rank sends at once, or one file */

struct _HdComponentFiles
{
  HdOutputKeeper keeper;
  HdDesign *design;   /* borrowed, as the next */
  HdRecord *record;
  guint32 *nodes;     /* by kernel id */
  guint32 n_ids;
  guint32 *first;     /* by node: place of its first file, or HD_NO_ID */
  GPtrArray *files;   /* of GByteArray, %NULL before anything was written */
  GArray *file_nodes; /* of guint32, by file */
};

static const HdOutput *
get_outputs (HdDesign *design,
             guint32 node)
{
  return hd_design_get_nodes (design)[node].type->outputs;
}

static void
free_file (gpointer file)
{
  if (file != NULL)
    g_byte_array_unref (file);
}

/* ---- writing -------------------------------------------------------------------------------------------------------- */

static gboolean
write_file (HdOutputKeeper *keeper,
            guint32 component,
            guint32 output,
            gconstpointer data,
            gsize size,
            GError **error)
{
  HdComponentFiles *self = (HdComponentFiles *) keeper;
  guint32 node = self->nodes[component], n = 0;
  const HdOutput *outputs = get_outputs (self->design, node);
  GByteArray **file;

  while (outputs[n].name != NULL && n <= output)
    n++;
  if (output >= n)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVARIANT, _("wrote to file %u of %u"), output, n);
      return FALSE;
    }
  if (size == 0)
    return TRUE;
  file = (GByteArray **) &g_ptr_array_index (self->files, self->first[node] + output);
  if (*file == NULL)
    *file = g_byte_array_new ();
  if (size > outputs[output].maximum_bytes - (*file)->len)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("wrote more than %" PRIu64 " B to “%s”, which is the most that it may have"),
                   outputs[output].maximum_bytes, outputs[output].name);
      return FALSE;
    }
  _hd_record_count_bytes (self->record, size);
  if (!_hd_record_check_room (self->record, hd_record_get_time (self->record), error))
    return FALSE;
  g_byte_array_append (*file, data, (guint) size);
  return TRUE;
}

/* ---- ranks ---------------------------------------------------------------------------------------------------------- */

/* Before the bytes of a file. */
typedef struct
{
  guint64 file;
  guint64 size;
} Head;

/* Takes as many files, from @at on, as go at once. */
static guint
pack (HdComponentFiles *self,
      guint at,
      GByteArray *out)
{
  for (; at < self->files->len && out->len < ROUND_BYTES; at++)
    {
      GByteArray *file = g_ptr_array_index (self->files, at);
      const Head head = { at, file != NULL ? file->len : 0 };

      if (file == NULL)
        continue;
      g_byte_array_append (out, (const guint8 *) &head, sizeof head);
      g_byte_array_append (out, file->data, file->len);
    }
  return at;
}

static void
unpack (HdComponentFiles *self,
        const GByteArray *in)
{
  const guint8 *at = in->data, *end = in->data + in->len;

  while (at < end)
    {
      Head head;
      GByteArray *file = g_byte_array_new ();

      memcpy (&head, at, sizeof head); /* files are of any length */
      g_byte_array_append (file, at + sizeof head, (guint) head.size);
      g_ptr_array_index (self->files, head.file) = file;
      at += sizeof head + head.size;
    }
}

/* Each file was written by the rank that runs its component. One rank sends at a time, so that what comes fits. */
static void
gather (HdComponentFiles *self)
{
  guint rank = hd_ranks_get_rank (), n_ranks = hd_ranks_get_n ();
  g_autoptr (GPtrArray) out = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);
  g_autoptr (GByteArray) in = g_byte_array_new ();

  for (guint i = 0; i < n_ranks; i++)
    g_ptr_array_add (out, g_byte_array_new ());
  for (guint sender = 1; sender < n_ranks; sender++)
    for (guint at = 0; at < self->files->len;)
      {
        if (rank == sender)
          at = pack (self, at, g_ptr_array_index (out, 0));
        at = (guint) -hd_ranks_find_minimum (-(HdTime) (rank == sender ? at : 0));
        hd_ranks_exchange ((GByteArray **) out->pdata, in);
        unpack (self, in);
        g_byte_array_set_size (in, 0);
      }
}

/* ---- making and ending ---------------------------------------------------------------------------------------------- */

HdComponentFiles *
hd_component_files_new (HdDesign *design,
                        HdRecord *record,
                        const guint32 *kernel_ids)
{
  guint32 n_nodes = hd_design_get_n_nodes (design), n_ids = 0;
  gboolean has_outputs = FALSE;
  HdComponentFiles *self;

  for (guint32 i = 0; i < n_nodes; i++)
    if (kernel_ids[i] != HD_NO_ID)
      {
        n_ids = MAX (n_ids, kernel_ids[i] + 1);
        has_outputs = has_outputs || get_outputs (design, i)[0].name != NULL;
      }
  if (!has_outputs)
    return NULL;
  self = g_new0 (HdComponentFiles, 1);
  self->keeper.write = write_file;
  self->design = design;
  self->record = record;
  self->n_ids = n_ids;
  self->nodes = g_new (guint32, n_ids);
  self->first = g_new (guint32, n_nodes + 1);
  self->files = g_ptr_array_new_with_free_func (free_file);
  self->file_nodes = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (guint32 i = 0; i < n_nodes; i++)
    {
      self->first[i] = self->files->len;
      if (kernel_ids[i] == HD_NO_ID)
        continue;
      self->nodes[kernel_ids[i]] = i;
      for (const HdOutput *output = get_outputs (design, i); output->name != NULL; output++)
        {
          g_ptr_array_add (self->files, NULL);
          g_array_append_val (self->file_nodes, i);
        }
    }
  return self;
}

void
hd_component_files_free (HdComponentFiles *self)
{
  g_ptr_array_unref (self->files);
  g_array_unref (self->file_nodes);
  g_free (self->nodes);
  g_free (self->first);
  g_free (self);
}

HdOutputKeeper *
hd_component_files_get_keeper (HdComponentFiles *self)
{
  return &self->keeper;
}

void
hd_component_files_finish (HdComponentFiles *self)
{
  if (hd_ranks_get_n () > 1)
    gather (self);
  for (guint i = 0; i < self->files->len; i++)
    {
      guint32 node = g_array_index (self->file_nodes, guint32, i);
      GByteArray *file = g_ptr_array_index (self->files, i);
      g_autofree char *path = NULL;

      if (file == NULL)
        continue;
      path = hd_design_dup_node_path (self->design, node);
      _hd_record_take_file (self->record, g_strdup_printf ("%s.%s", path, get_outputs (self->design, node)[i - self->first[node]].name),
                            g_byte_array_free_to_bytes (file));
      g_ptr_array_index (self->files, i) = NULL;
    }
}
