/* hd-bdsim-topology.c: BDSim's components, links and partitions
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-bdsim"

#include "hd-bdsim-parser.h"

#include <string.h>

#include "hd-i18n.h"

#define MAX_FS 1024

static void
value_clear (gpointer data)
{
  HdBdsimValue *value = data;

  g_free (value->key);
  g_free (value->text);
}

static gboolean
read_instance (HdBdsimParser *self,
               HdBdsimReader *reader,
               GMatchInfo *match)
{
  g_autofree char *name = g_match_info_fetch (match, 1);
  g_autofree char *ranges = g_match_info_fetch (match, 2);
  g_autofree char *library = g_match_info_fetch (match, 3);
  g_autofree char *kind = g_match_info_fetch (match, 4);
  g_auto (GStrv) parts = g_strsplit (ranges, "]", -1);
  const HdComponentType *type;
  HdBdsimInstance *instance;

  if (g_hash_table_contains (self->instances, name))
    return hd_bdsim_reader_fail (reader, HD_ERROR_NAME, _("“%s” is there twice"), name);
  if (!g_hash_table_contains (self->libraries, library))
    return hd_bdsim_reader_fail (reader, HD_ERROR_NAME, _("no library line names “%s”"), library);
  type = hd_bdsim_parser_find_kind (self, reader, kind);
  if (type == NULL)
    return FALSE;

  instance = g_new0 (HdBdsimInstance, 1);
  instance->name = g_steal_pointer (&name);
  instance->kind = g_steal_pointer (&kind);
  instance->type = type;
  instance->line = reader->line;
  instance->values = g_array_new (FALSE, FALSE, sizeof (HdBdsimValue));
  instance->boxes = g_array_new (FALSE, FALSE, sizeof (HdBdsimBox));
  g_array_set_clear_func (instance->values, value_clear);
  g_ptr_array_add (self->text->instances, instance);
  g_hash_table_insert (self->instances, instance->name, instance);
  for (guint i = 0; parts[i] != NULL && *parts[i] != '\0'; i++)
    {
      guint first, last;

      if (i == HD_BDSIM_DIMENSIONS)
        return hd_bdsim_reader_fail (reader, HD_ERROR_LIMIT, _("more than %d ranges"), HD_BDSIM_DIMENSIONS);
      if (!hd_bdsim_reader_get_range (reader, g_strstrip (parts[i] + 1), &first, &last))
        return FALSE;
      if (first > 0)
        return hd_bdsim_reader_fail (reader, HD_ERROR_RANGE, _("the range %s does not begin at 0"), parts[i] + 1);
      instance->sizes[instance->n_dimensions++] = last + 1;
    }
  return TRUE;
}

static char *
read_end (const HdBdsimParser *self,
          HdBdsimReader *reader,
          const char *text)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autofree char *name = NULL;
  g_autofree char *indices = NULL;
  g_autofree char *port = NULL;
  g_autofree char *port_index = NULL;

  if (!g_regex_match (self->end, text, 0, &match))
    {
      hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _("“%s” is not COMPONENT[INDEX].PORT"), text);
      return NULL;
    }
  name = g_match_info_fetch (match, 1);
  indices = g_match_info_fetch (match, 2);
  port = g_match_info_fetch (match, 3);
  port_index = g_match_info_fetch (match, 4);
  if (hd_bdsim_parser_find_instance (self, reader, name) == NULL)
    return NULL;
  return g_strconcat (name, indices, ".", g_strdelimit (port, "_", '-'), port_index, NULL);
}

static gboolean
read_link (HdBdsimParser *self,
           HdBdsimReader *reader,
           GMatchInfo *match,
           const HdBdsimLoops *loops)
{
  g_autofree char *a = g_match_info_fetch (match, 1);
  g_autofree char *arrow = g_match_info_fetch (match, 2);
  g_autofree char *b = g_match_info_fetch (match, 3);
  g_autofree char *cycles = g_match_info_fetch (match, 4);
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autoptr (GString) range = g_string_new (NULL);
  guint latency = 1;

  if (strcmp (arrow, "<->") != 0)
    return hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _("a link of one direction; Heddle's links carry both: write <->"));
  if (cycles != NULL && *cycles != '\0' && !hd_bdsim_reader_get_number (reader, cycles, &latency))
    return FALSE;
  from = read_end (self, reader, a);
  to = from != NULL ? read_end (self, reader, b) : NULL;
  if (to == NULL)
    return FALSE;
  for (guint i = 0; i < loops->n; i++)
    g_string_append_printf (range, "%s%s=%u..%u", i > 0 ? " " : "", loops->names[i], loops->first[i], loops->last[i]);
  g_array_append_val (self->text->links, ((HdBdsimLink){
    .from = g_steal_pointer (&from), .to = g_steal_pointer (&to), .range = g_string_free (g_steal_pointer (&range), FALSE),
    .latency = latency, .line = reader->line,
  }));
  return TRUE;
}

static gboolean
overlap (const HdBdsimBox *a,
         const HdBdsimBox *b,
         guint n)
{
  for (guint d = 0; d < n; d++)
    if (a->last[d] < b->first[d] || b->last[d] < a->first[d])
      return FALSE;
  return TRUE;
}

/* "fs 0 = r[0..1][*] v[0..1][*]" */
static gboolean
read_fs (HdBdsimParser *self,
         HdBdsimReader *reader,
         GMatchInfo *match)
{
  static const HdBdsimLoops no_loops = { 0 };
  g_autofree char *number = g_match_info_fetch (match, 1);
  g_autofree char *members = g_match_info_fetch (match, 2);
  g_auto (GStrv) words = g_strsplit_set (members, " \t", -1);
  guint fs;

  if (!hd_bdsim_reader_get_number (reader, number, &fs))
    return FALSE;
  if (fs >= MAX_FS)
    return hd_bdsim_reader_fail (reader, HD_ERROR_LIMIT, _("partition %u is beyond the last possible one, %d"), fs, MAX_FS - 1);
  self->text->n_fs = MAX (self->text->n_fs, fs + 1);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autoptr (GMatchInfo) box_match = NULL;
      g_autofree char *name = NULL;
      g_autofree char *subscripts = NULL;
      HdBdsimRenaming renaming = { .loops = &no_loops };
      HdBdsimBox box = { .fs = fs, .line = reader->line };
      HdBdsimInstance *instance;

      if (*words[i] == '\0')
        continue;
      if (!g_regex_match (self->box, words[i], 0, &box_match))
        return hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _("“%s” is not COMPONENT[INDEX]"), words[i]);
      name = g_match_info_fetch (box_match, 1);
      subscripts = g_match_info_fetch (box_match, 2);
      instance = hd_bdsim_parser_find_instance (self, reader, name);
      if (instance == NULL || !hd_bdsim_parser_read_box (reader, instance, subscripts, &renaming, &box))
        return FALSE;
      for (guint b = 0; b < instance->boxes->len; b++)
        {
          const HdBdsimBox *other = &g_array_index (instance->boxes, HdBdsimBox, b);

          if (overlap (&box, other, instance->n_dimensions))
            return hd_bdsim_reader_fail (reader, HD_ERROR_INVALID, _("members of “%s” are in partition %u already (line %u)"), words[i], other->fs,
                                         other->line);
        }
      g_array_append_val (instance->boxes, box);
    }
  return TRUE;
}

gboolean
hd_bdsim_parser_read_topology_line (HdBdsimReader *reader,
                                    const char *text,
                                    const HdBdsimLoops *loops,
                                    gpointer data)
{
  HdBdsimParser *self = data;
  g_autoptr (GMatchInfo) link = NULL;
  g_autoptr (GMatchInfo) inst = NULL;
  g_autoptr (GMatchInfo) fs = NULL;
  g_autoptr (GMatchInfo) fs_auto = NULL;

  if (g_regex_match (self->link, text, 0, &link))
    return read_link (self, reader, link, loops);
  if (loops->n > 0)
    return hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _("“%s” is not a link line: only these have ranges"), text);
  if (g_str_has_prefix (text, "library "))
    {
      g_auto (GStrv) words = g_strsplit_set (text, " \t", 3);

      g_hash_table_add (self->libraries, g_strdup (words[1]));
      return TRUE; /* whatever the file was called, its kinds come from one library here */
    }
  if (g_regex_match (self->inst, text, 0, &inst))
    return read_instance (self, reader, inst);
  if (g_regex_match (self->fs_auto, text, 0, &fs_auto))
    {
      g_autofree char *number = g_match_info_fetch (fs_auto, 1);

      return hd_bdsim_reader_get_number (reader, number, &self->text->n_fs)
             && ((self->text->n_fs > 0 && self->text->n_fs <= MAX_FS)
                 || hd_bdsim_reader_fail (reader, HD_ERROR_RANGE, _("there may be 1 to %d partitions"), MAX_FS));
    }
  if (g_regex_match (self->fs, text, 0, &fs))
    return read_fs (self, reader, fs);
  return hd_bdsim_reader_fail (reader, HD_ERROR_SYNTAX, _("“%s” is not a library, inst, link or fs line"), text);
}

gboolean
hd_bdsim_parser_check_boxes (const HdBdsimParser *self,
                             HdBdsimReader *reader)
{
  for (guint i = 0; i < self->text->instances->len; i++)
    {
      const HdBdsimInstance *instance = self->text->instances->pdata[i];
      guint64 all = 1, placed = 0;

      for (guint d = 0; d < instance->n_dimensions; d++)
        all *= instance->sizes[d];
      for (guint b = 0; b < instance->boxes->len; b++)
        {
          const HdBdsimBox *box = &g_array_index (instance->boxes, HdBdsimBox, b);
          guint64 n = 1;

          for (guint d = 0; d < instance->n_dimensions; d++)
            n *= box->last[d] - box->first[d] + 1;
          placed += n;
        }
      reader->line = instance->line;
      if (placed > 0 && placed < all)
        return hd_bdsim_reader_fail (reader, HD_ERROR_INVALID, _("not every member of “%s” is in a partition"), instance->name);
    }
  return TRUE;
}
