/* heddle-edit-link.c: links from port to port
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <string.h>

#include <glib/gi18n.h>

#define USUAL_BANDWIDTH "50 GB/s"
#define USUAL_LATENCY "500 ns"
#define MAXIMUM_INDEX 65536 /* of a port, looked at for a free one */

/* ---- the wiring of a module, kept until the document changes -------------------------------- */

typedef struct
{
  HdSnapshot *snapshot;
  guint64 module;
  HdWiring *wiring;
  GHashTable *mates; /* "type.port type.port" -> link that is like it; NULL until asked for */
  GHashTable *free;  /* "xpu[3].port 4" -> first index from which on so many are free, plus one */
} Cache;

static void
cache_free (gpointer data)
{
  Cache *self = data;

  hd_snapshot_unref (self->snapshot);
  g_clear_pointer (&self->wiring, hd_wiring_free);
  g_clear_pointer (&self->mates, g_hash_table_unref);
  g_hash_table_unref (self->free);
  g_free (self);
}

static Cache *
get_cache (HdDocument *document,
           HdCatalog *catalog,
           guint64 module)
{
  GQuark quark = g_quark_from_static_string ("heddle-edit-wiring");
  g_autoptr (HdSnapshot) snapshot = hd_document_snapshot (document);
  Cache *cache = g_object_get_qdata (G_OBJECT (document), quark);

  if (cache == NULL || cache->snapshot != snapshot || cache->module != module)
    {
      cache = g_new0 (Cache, 1);
      cache->snapshot = hd_snapshot_ref (snapshot);
      cache->module = module;
      cache->wiring = hd_wiring_new (snapshot, catalog, module);
      cache->free = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_object_set_qdata_full (G_OBJECT (document), quark, cache, cache_free);
    }
  return cache;
}

HdWiring *
heddle_edit_get_wiring (HdDocument *document,
                        HdCatalog *catalog,
                        guint64 module)
{
  return get_cache (document, catalog, module)->wiring;
}

/* ---- ends ----------------------------------------------------------------------------------- */

/* What a HeddleEnd means, with the port chosen */
typedef struct
{
  const HdObject *object;
  guint member;
  gboolean all;
  guint n_dimensions;
  guint32 sizes[HD_WIRING_MAX_DIMENSIONS];
  guint32 count;
  char *element; /* "xpu[3]"; of all elements the first */
  const char *port;
  guint n_port_indices;
  int index;
  char *text; /* with port and index: an end that can be found */
  HdWiringEnd place;
} End;

typedef struct
{
  HdDocument *document;
  HdCatalog *catalog;
  const HdObject *block;
  Cache *cache; /* borrowed */
  HdWiring *wiring;
  End ends[2];
} Linking;

static void
linking_clear (Linking *self)
{
  for (guint e = 0; e < 2; e++)
    {
      g_free (self->ends[e].element);
      g_free (self->ends[e].text);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Linking, linking_clear)

static gboolean
is_frame_port (const HdObject *object)
{
  return hd_object_get_kind (object) == HD_OBJECT_PORT;
}

static gboolean
begin_end (Linking *self,
           const HeddleEnd *given,
           End *end,
           GError **error)
{
  end->object = hd_document_get_object (self->document, given->node);
  end->port = given->port;
  end->index = given->index;
  end->count = 1;
  end->member = MAX (given->member, 0);
  if (end->object == NULL || hd_document_get_parent (self->document, given->node) != hd_object_get_uid (self->block))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_NAME, _("One end does not exist any more."));
      return FALSE;
    }
  if (is_frame_port (end->object))
    return TRUE;
  end->n_dimensions = hd_wiring_get_shape (self->wiring, given->node, end->sizes);
  for (guint d = 0; d < end->n_dimensions; d++)
    end->count *= end->sizes[d];
  /* An array that is drawn as one stack is meant with all its elements. */
  end->all = given->member < 0 && end->n_dimensions > 0;
  end->element = hd_wiring_dup_path (self->wiring, given->node, end->member);
  if (end->element != NULL)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” has errors; mend them first."), hd_object_get_id (end->object));
  return FALSE;
}

static gboolean
begin_block (Linking *self,
             HdDocument *document,
             HdCatalog *catalog,
             guint64 module,
             GError **error)
{
  Cache *cache;

  self->document = document;
  self->catalog = catalog;
  self->block = heddle_edit_get_block (document, module, error);
  if (self->block == NULL)
    return FALSE;
  cache = get_cache (document, catalog, module);
  self->wiring = cache->wiring;
  self->cache = cache;
  if (self->wiring != NULL)
    return TRUE;
  g_set_error_literal (error, HD_ERROR, HD_ERROR_LIMIT, _("The system is too large to be linked."));
  return FALSE;
}

static gboolean
linking_begin (Linking *self,
               HdDocument *document,
               HdCatalog *catalog,
               guint64 module,
               const HeddleEnd *from,
               const HeddleEnd *to,
               GError **error)
{
  return begin_block (self, document, catalog, module, error) && begin_end (self, from, &self->ends[0], error)
         && begin_end (self, to, &self->ends[1], error);
}

/* ---- ports ---------------------------------------------------------------------------------- */

static gboolean
find_port (Linking *self,
           End *end,
           const char *port,
           int index,
           GError **error)
{
  static const char *const more[] = { "", "[0]", "[0][0]", "[0][0][0]" };
  g_autoptr (GError) first = NULL;

  /* How many indices a port takes is what finds it. */
  for (guint n = 0; n < G_N_ELEMENTS (more); n++)
    {
      g_autofree char *text = g_strdup_printf ("%s.%s%s", end->element, port, more[n]);
      g_autofree char *indexed = g_strdup_printf ("%s.%s[%d]", end->element, port, index);

      if (!hd_wiring_find (self->wiring, n == 1 && index >= 0 ? indexed : text, &end->place, first == NULL ? &first : NULL))
        continue;
      end->n_port_indices = n;
      g_free (end->text);
      end->text = g_strdup (n == 1 && index >= 0 ? indexed : text);
      return TRUE;
    }
  g_propagate_error (error, g_steal_pointer (&first));
  return FALSE;
}

/* The first of @n indices in a row that have no link; a port without limit has room at any. */
static gboolean
find_free_index (Linking *self,
                 End *end,
                 const char *port,
                 guint n)
{
  g_autofree char *key = g_strdup_printf ("%s.%s %u", end->element, port, n);
  int known = GPOINTER_TO_INT (g_hash_table_lookup (self->cache->free, key));
  guint run = 0;

  for (int index = 0; known == 0 && index < MAXIMUM_INDEX; index++)
    {
      if (!find_port (self, end, port, index, NULL))
        break;
      run = end->place.n_links == 0 ? run + 1 : 0;
      if (run == n)
        known = index + 2 - (int) n;
    }
  if (known == 0)
    return FALSE;
  g_hash_table_insert (self->cache->free, g_steal_pointer (&key), GINT_TO_POINTER (known));
  end->index = known - 1;
  return find_port (self, end, port, end->index, NULL);
}

/* Names of the ports that an end may mean. */
static GPtrArray *
list_ports (Linking *self,
            const End *end)
{
  GPtrArray *names = g_ptr_array_new ();
  const HdComponentType *type;
  const HdObject *module;

  if (end->port != NULL)
    {
      g_ptr_array_add (names, (gpointer) end->port);
      return names;
    }
  type = hd_wiring_get_type (self->wiring, hd_object_get_uid (end->object), end->member);
  for (guint i = 0; type != NULL && type->ports != NULL && type->ports[i].name != NULL; i++)
    g_ptr_array_add (names, (gpointer) type->ports[i].name);
  module = hd_object_get_kind (end->object) == HD_OBJECT_INSTANCE ? heddle_edit_find_module (self->document, hd_object_get (end->object, "of"))
                                                                  : NULL;
  for (guint i = 0; module != NULL && i < hd_object_get_n_children (module); i++)
    {
      const HdObject *port = hd_object_get_child (module, i);

      if (is_frame_port (port) && hd_object_get_id (port) != NULL)
        g_ptr_array_add (names, (gpointer) hd_object_get_id (port));
    }
  return names;
}

/* ---- links that are alike ------------------------------------------------------------------- */

static char *
dup_kind_of_end (const HdObject *block,
                 const char *text)
{
  static const HdObjectKind kinds[] = { HD_OBJECT_COMPONENT, HD_OBJECT_INSTANCE, HD_OBJECT_GENERATE };
  static const char *const attributes[] = { "type", "of", "kind" };
  HdPathReader reader;
  g_autofree char *item = NULL;
  const HdObject *object = NULL;
  const char *type = NULL;

  if (!hd_path_reader_init (&reader, text, 0))
    return NULL;
  item = g_strndup (text + reader.start, reader.name_end - reader.start);
  for (guint i = 0; i < G_N_ELEMENTS (kinds) && object == NULL; i++)
    {
      object = hd_object_find_child (block, kinds[i], item);
      type = object != NULL ? hd_object_get (object, attributes[i]) : NULL;
    }
  while (!reader.is_port && hd_path_reader_next (&reader))
    ;
  return type != NULL && reader.is_port ? g_strdup_printf ("%s.%.*s", type, (int) (reader.name_end - reader.start), text + reader.start) : NULL;
}

static char *
dup_key (const HdObject *block,
         const char *from,
         const char *to)
{
  g_autofree char *a = dup_kind_of_end (block, from), *b = dup_kind_of_end (block, to);

  if (a == NULL || b == NULL)
    return NULL;
  return strcmp (a, b) < 0 ? g_strconcat (a, " ", b, NULL) : g_strconcat (b, " ", a, NULL);
}

static void
add_mates (Linking *self,
           const HdObject *block)
{
  for (guint i = 0; i < hd_object_get_n_children (block); i++)
    {
      const HdObject *link = hd_object_get_child (block, i);
      char *key = hd_object_get_kind (link) == HD_OBJECT_LINK ? dup_key (block, hd_object_get (link, "from"), hd_object_get (link, "to")) : NULL;

      if (key != NULL)
        g_hash_table_insert (self->cache->mates, key, (gpointer) link);
    }
}

/* The last link of the project that joins the same ports of the same types, of this module if any.
 */
static const HdObject *
find_mate (Linking *self,
           const char *from,
           const char *to)
{
  g_autofree char *key = dup_key (self->block, from, to);

  if (self->cache->mates == NULL)
    {
      const HdObject *root = hd_document_get_root (self->document);

      self->cache->mates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      for (guint i = 0; i < hd_object_get_n_children (root); i++)
        if (heddle_edit_is_block (hd_object_get_child (root, i)))
          add_mates (self, hd_object_get_child (root, i));
      add_mates (self, self->block);
    }
  return key != NULL ? g_hash_table_lookup (self->cache->mates, key) : NULL;
}

/* ---- choosing ports ------------------------------------------------------------------------- */

/* Of ports that fit, the pair that is joined elsewhere already, then the one meant for such a
 * neighbour (a CPU's "memory" for a memory), then equal protocols, then the one with room for more.
 */
static guint
rate (Linking *self)
{
  const HdWiringEnd *a = &self->ends[0].place, *b = &self->ends[1].place;
  guint score = 0;

  if (find_mate (self, self->ends[0].text, self->ends[1].text) != NULL)
    score += 16;
  if (strcmp (a->port->protocol, b->type->id) == 0 || strcmp (b->port->protocol, a->type->id) == 0)
    score += 8;
  if (strcmp (a->port->protocol, b->port->protocol) == 0)
    score += 4;
  score += a->port->maximum_links == 0 || a->port->indexed;
  score += b->port->maximum_links == 0 || b->port->indexed;
  return score;
}

/* Whether an end has room at the port; free indices are looked for only if there is a limit. */
static gboolean
try_port (Linking *self,
          End *end,
          int index,
          const char *port,
          guint n,
          GError **error)
{
  end->index = index;
  if (!find_port (self, end, port, index, error))
    return FALSE;
  if (end->n_port_indices == 1 && index < 0 && !find_free_index (self, end, port, n))
    {
      g_set_error (error, HD_ERROR, HD_ERROR_LIMIT, _("Port “%s” is full."), port);
      return FALSE;
    }
  return TRUE;
}

static gboolean
choose_ports (Linking *self,
              GError **error)
{
  End *from = &self->ends[0], *to = &self->ends[1];
  g_autoptr (GPtrArray) from_ports = list_ports (self, from), to_ports = list_ports (self, to);
  const char *best[2] = { NULL, NULL };
  g_autoptr (GError) first = NULL;
  int indices[] = { from->index, to->index };
  guint n = MAX (from->all ? from->count : 1, to->all ? to->count : 1), highest = 0;

  for (guint i = 0; i < from_ports->len; i++)
    for (guint k = 0; k < to_ports->len; k++)
      {
        const char *ports[] = { from_ports->pdata[i], to_ports->pdata[k] };
        GError **place = first == NULL ? &first : NULL;

        if (!try_port (self, from, indices[0], ports[0], from->all ? 1 : n, place)
            || !try_port (self, to, indices[1], ports[1], to->all ? 1 : n, place)
            || !hd_wiring_fits (self->wiring, &from->place, from->text, &to->place, to->text, place))
          continue;
        if (best[0] != NULL && rate (self) <= highest)
          continue;
        highest = rate (self);
        memcpy (best, ports, sizeof best);
      }
  if (best[0] != NULL)
    {
      from->port = best[0];
      to->port = best[1];
      return try_port (self, from, indices[0], best[0], from->all ? 1 : n, error) && try_port (self, to, indices[1], best[1], to->all ? 1 : n, error);
    }
  if (first != NULL && from_ports->len * to_ports->len == 1)
    g_propagate_error (error, g_steal_pointer (&first));
  else
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                 _("No free port of “%s” fits one of “%s”."), hd_object_get_id (from->object), hd_object_get_id (to->object));
  return FALSE;
}

static gboolean
check_shapes (Linking *self,
              GError **error)
{
  const End *from = &self->ends[0], *to = &self->ends[1];

  if (!from->all || !to->all)
    return TRUE;
  if (from->object == to->object)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("Each element of “%s” would be joined to itself."), hd_object_get_id (from->object));
      return FALSE;
    }
  if (from->n_dimensions == to->n_dimensions && memcmp (from->sizes, to->sizes, from->n_dimensions * sizeof (guint32)) == 0)
    return TRUE;
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
               _("“%s” has %u elements and “%s” %u, so that they cannot be joined in pairs."), hd_object_get_id (from->object), from->count,
                  hd_object_get_id (to->object), to->count);
  return FALSE;
}

/* The end that the frame's port leads to, and the port. */
static gboolean
check_frame (Linking *self,
             GError **error)
{
  End *port = is_frame_port (self->ends[0].object) ? &self->ends[0] : &self->ends[1];
  End *inner = port == &self->ends[0] ? &self->ends[1] : &self->ends[0];
  const char *of = hd_object_get (port->object, "of");
  HdWiringEnd place;

  if (is_frame_port (inner->object))
    g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("Both ends are ports of the module itself."));
  else if (of != NULL && hd_wiring_find (self->wiring, of, &place, NULL))
    g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("Port “%s” leads to “%s” already."), hd_object_get_id (port->object), of);
  else
    {
      g_autoptr (GPtrArray) ports = list_ports (self, inner);

      for (guint i = 0; i < ports->len; i++)
        {
          int index = inner->index;

          if (try_port (self, inner, index, ports->pdata[i], 1, NULL))
            {
              inner->port = ports->pdata[i];
              return TRUE;
            }
        }
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” has no free port."), hd_object_get_id (inner->object));
    }
  return FALSE;
}

static gboolean
is_frame (const Linking *self)
{
  return is_frame_port (self->ends[0].object) || is_frame_port (self->ends[1].object);
}

static gboolean
check (Linking *self,
       GError **error)
{
  return is_frame (self) ? check_frame (self, error) : check_shapes (self, error) && choose_ports (self, error);
}

gboolean
heddle_edit_can_link (HdDocument *document,
                      HdCatalog *catalog,
                      guint64 module,
                      const HeddleEnd *from,
                      const HeddleEnd *to,
                      char **out_reason)
{
  g_auto (Linking) self = { NULL };
  g_autoptr (GError) error = NULL;

  if (linking_begin (&self, document, catalog, module, from, to, &error) && check (&self, &error))
    return TRUE;
  if (out_reason != NULL)
    *out_reason = g_strdup (error->message);
  return FALSE;
}

/* ---- text ----------------------------------------------------------------------------------- */

/* The index of a port that all elements of an array share: their number, from @first on. */
static char *
dup_running_index (const End *array,
                   char **loop,
                   int first)
{
  g_autoptr (GString) index = g_string_new (NULL);
  g_auto (GStrv) sizes = heddle_edit_split_count (hd_object_get (array->object, "count"));

  for (guint d = 0; d < array->n_dimensions; d++)
    {
      if (d > 0)
        {
          g_autofree char *before = g_strdup (index->str);

          g_string_printf (index, d > 1 ? "(%s) * %s" : "%s * %s", before, sizes[d]);
          g_string_append (index, " + ");
        }
      g_string_append (index, loop[d]);
    }
  if (first > 0)
    g_string_append_printf (index, " + %d", first);
  return g_strdup (index->str);
}

static char *
dup_text (const End *end,
          const End *other,
          char **loop)
{
  g_autoptr (GString) text = g_string_new (end->all ? hd_object_get_id (end->object) : end->element);

  for (guint d = 0; end->all && d < end->n_dimensions; d++)
    g_string_append_printf (text, "[%s]", loop[d]);
  g_string_append_printf (text, ".%s", end->port);
  if (end->n_port_indices == 1 && !end->all && other != NULL && other->all)
    {
      g_autofree char *index = dup_running_index (other, loop, end->index);

      g_string_append_printf (text, "[%s]", index);
    }
  else if (end->n_port_indices == 1)
    g_string_append_printf (text, "[%d]", MAX (end->index, 0));
  for (guint n = 1; n < end->n_port_indices; n++)
    g_string_append (text, n == 1 ? "[0][0]" : "[0]");
  return g_strdup (text->str);
}

static HdObject *
make_link (Linking *self,
           const char *from,
           const char *to)
{
  static const char *const attributes[] = { "class", "bandwidth", "latency", "sharing" };
  HdObject *link = hd_object_new (HD_OBJECT_LINK, "from", from, "to", to, NULL);
  const HdObject *mate = find_mate (self, from, to);

  for (guint i = 0; mate != NULL && i < G_N_ELEMENTS (attributes); i++)
    if (hd_object_get (mate, attributes[i]) != NULL)
      hd_object_set_initial (link, attributes[i], hd_object_get (mate, attributes[i]));
  if (mate == NULL)
    {
      hd_object_set_initial (link, "bandwidth", USUAL_BANDWIDTH);
      hd_object_set_initial (link, "latency", USUAL_LATENCY);
      hd_object_set_initial (link, "sharing", "split");
    }
  return link;
}

guint64
heddle_edit_link (HdDocument *document,
                  HdCatalog *catalog,
                  guint64 module,
                  const HeddleEnd *from,
                  const HeddleEnd *to,
                  GError **error)
{
  g_auto (Linking) self = { NULL };
  const End *ends = self.ends;
  guint64 uid;

  if (!linking_begin (&self, document, catalog, module, from, to, error) || !check (&self, error))
    return 0;

  g_autofree char *what = g_strdup_printf (_("%s to %s"), hd_object_get_id (ends[0].object), hd_object_get_id (ends[1].object));
  guint n = MAX (ends[0].n_dimensions, ends[1].n_dimensions);
  g_auto (GStrv) loop = heddle_edit_dup_loop_names (document, n);

  if (is_frame (&self))
    {
      const End *port = is_frame_port (ends[0].object) ? &ends[0] : &ends[1];
      g_autofree char *of = dup_text (port == &ends[0] ? &ends[1] : &ends[0], NULL, loop);

      uid = hd_object_get_uid (port->object);
      heddle_edit_begin (document, _("Link %s"), what);
      return heddle_edit_end (document, hd_document_set_attribute (document, uid, "of", of, error)) ? uid : 0;
    }

  g_autofree char *from_text = dup_text (&ends[0], &ends[1], loop);
  g_autofree char *to_text = dup_text (&ends[1], &ends[0], loop);
  g_autoptr (HdObject) link = make_link (&self, from_text, to_text);

  heddle_edit_begin (document, _("Link %s"), what);
  uid = hd_document_insert (document, module, heddle_edit_find_position (self.block, HD_OBJECT_LINK), link, error);
  heddle_edit_end (document, uid != 0);
  return uid;
}

guint64
heddle_edit_add_port (HdDocument *document,
                      HdCatalog *catalog,
                      guint64 module,
                      const HeddleEnd *of,
                      const char *side,
                      GError **error)
{
  g_auto (Linking) self = { NULL };
  End *end = &self.ends[0];
  g_autoptr (GPtrArray) ports = NULL;
  gboolean found = FALSE;
  guint64 uid;

  if (!begin_block (&self, document, catalog, module, error) || !begin_end (&self, of, end, error))
    return 0;
  if (hd_object_get_kind (self.block) != HD_OBJECT_MODULE || is_frame_port (end->object))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("Only a module can have ports, which lead to what stands in it."));
      return 0;
    }
  ports = list_ports (&self, end);
  for (guint i = 0; i < ports->len && !found; i++)
    {
      end->port = ports->pdata[i];
      found = try_port (&self, end, of->index, end->port, 1, NULL);
    }
  if (!found)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("“%s” has no free port."), hd_object_get_id (end->object));
      return 0;
    }

  g_auto (GStrv) loop = heddle_edit_dup_loop_names (document, end->n_dimensions);
  g_autofree char *text = dup_text (end, NULL, loop);
  g_autoptr (HeddleIds) ids = heddle_ids_new (self.block, HEDDLE_KIND (PORT));
  g_autofree char *id = heddle_ids_take (ids, end->port);
  g_autoptr (HdObject) port = hd_object_new (HD_OBJECT_PORT, "id", id, "of", text, NULL);

  if (side != NULL)
    hd_object_set_initial (port, "side", side);
  heddle_edit_begin (document, _("Add port %s"), id);
  uid = hd_document_insert (document, module, heddle_edit_find_position (self.block, HD_OBJECT_PORT), port, error);
  heddle_edit_end (document, uid != 0);
  return uid;
}
