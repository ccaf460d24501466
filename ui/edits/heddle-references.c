/* heddle-references.c: what in a document names what
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-references.h"

#include <string.h>

#include "heddle-edit-private.h"

typedef struct
{
  HdDocument *document;
  const HdObject *root;
  const HdObject *top;
  const HdObject *variables;
  const HdObject *communicators;
  GHashTable *users;  /* id of a module -> GPtrArray of blocks that hold an instance of it */
  HdNames *names;     /* or NULL: names from outside are passed over */
  GArray *references; /* of HeddleReference */
  guint64 holder;
  const char *attribute;
} Scan;

/* ---- uids ----------------------------------------------------------------------------------- */

GHashTable *
heddle_uid_set_new (const guint64 *uids,
                    guint n)
{
  GHashTable *self = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  for (guint i = 0; i < n; i++)
    heddle_uid_set_add (self, uids[i]);
  return self;
}

gboolean
heddle_uid_set_add (GHashTable *self,
                    guint64 uid)
{
  return g_hash_table_add (self, g_memdup2 (&uid, sizeof uid));
}

gboolean
heddle_uid_set_has (GHashTable *self,
                    guint64 uid)
{
  return g_hash_table_contains (self, &uid);
}

/* ---- paths ---------------------------------------------------------------------------------- */

static HeddleReference *
add (Scan *scan,
     const HdObject *target,
     guint start,
     guint end)
{
  HeddleReference reference = {
    .holder = scan->holder,
    .target = hd_object_get_uid (target),
    .attribute = scan->attribute,
    .start = start,
    .end = end,
    .path_start = start,
    .path_end = end,
  };

  g_array_append_val (scan->references, reference);
  return &g_array_index (scan->references, HeddleReference, scan->references->len - 1);
}

static const HdObject *
find_named (const HdObject *parent,
            HdObjectKind kind,
            const char *text,
            guint start,
            guint end)
{
  char name[257];

  if (parent == NULL || end - start >= sizeof name)
    return NULL;
  memcpy (name, text + start, end - start);
  name[end - start] = '\0';
  return hd_object_find_child (parent, kind, name);
}

static const HdObject *
find_in_block (const HdObject *block,
               const HdPathReader *reader)
{
  static const HdObjectKind kinds[] = {
    HD_OBJECT_COMPONENT,
    HD_OBJECT_INSTANCE,
    HD_OBJECT_GENERATE,
    HD_OBJECT_LINK,
  };
  const HdObject *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds) && found == NULL; i++)
    found = find_named (block, kinds[i], reader->text, reader->start, reader->name_end);
  return found;
}

static const HdObject *
module_of (Scan *scan,
           const HdObject *instance)
{
  const char *of = hd_object_get (instance, "of");

  return of != NULL ? hd_object_find_child (scan->root, HD_OBJECT_MODULE, of) : NULL;
}

/* Reads one path whose first name is looked up in @block; returns where it ends. */
static guint
read_path (Scan *scan,
           const HdObject *block,
           HdPathReader *reader)
{
  guint first = scan->references->len, start = reader->start, end;
  const HdObject *module = NULL;

  do
    {
      const HdObject *object = NULL;

      if (reader->is_port)
        object = find_named (module, HD_OBJECT_PORT, reader->text, reader->start, reader->name_end);
      else if (block != NULL)
        object = find_in_block (block, reader);
      if (object != NULL)
        add (scan, object, reader->start, reader->name_end)->is_port = reader->is_port;
      module = NULL;
      if (object != NULL && hd_object_get_kind (object) == HD_OBJECT_INSTANCE)
        module = module_of (scan, object);
      block = module;
      end = reader->end;
    }
  while (hd_path_reader_next (reader));

  for (guint i = first; i < scan->references->len; i++)
    {
      HeddleReference *reference = &g_array_index (scan->references, HeddleReference, i);

      reference->path_start = start;
      reference->path_end = end;
    }
  return end;
}

/* Of a list or of one path. What is none, a name in quotes, is passed over. */
static void
read_paths (Scan *scan,
            const HdObject *block,
            const char *text)
{
  guint offset = 0, start;

  for (;;)
    {
      g_autofree char *element = hd_path_list_next (text, &offset, &start);
      HdPathReader reader;

      if (element == NULL)
        return;
      if (hd_path_reader_init (&reader, text, start))
        {
          guint end = read_path (scan, block, &reader);

          offset = MAX (offset, end);
        }
    }
}

/* ---- homes: looked up from the enclosing module outwards ------------------------------------ */

static void
find_users (Scan *scan)
{
  scan->users = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  for (guint i = 0; i < hd_object_get_n_children (scan->root); i++)
    {
      const HdObject *block = hd_object_get_child (scan->root, i);

      if (!heddle_edit_is_block (block))
        continue;
      for (guint k = 0; k < hd_object_get_n_children (block); k++)
        {
          const HdObject *instance = hd_object_get_child (block, k);
          const char *of = hd_object_get (instance, "of");

          if (hd_object_get_kind (instance) != HD_OBJECT_INSTANCE || of == NULL)
            continue;

          GPtrArray *blocks = g_hash_table_lookup (scan->users, of);

          if (blocks == NULL)
            {
              blocks = g_ptr_array_new ();
              g_hash_table_insert (scan->users, (gpointer) of, blocks);
            }
          if (blocks->len == 0 || blocks->pdata[blocks->len - 1] != block)
            g_ptr_array_add (blocks, (gpointer) block);
        }
    }
}

/* In @block, else in those that use it, to any depth: first that of the first. */
static void
read_home (Scan *scan,
           const HdObject *block,
           const char *text)
{
  g_autoptr (GHashTable) visited = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) waiting = g_ptr_array_new ();
  HdPathReader reader;

  g_ptr_array_add (waiting, (gpointer) block);
  while (waiting->len > 0)
    {
      const HdObject *it = g_ptr_array_steal_index (waiting, waiting->len - 1);
      GPtrArray *users;

      if (!g_hash_table_add (visited, (gpointer) it) || !hd_path_reader_init (&reader, text, 0))
        continue;
      if (find_in_block (it, &reader) != NULL)
        {
          read_path (scan, it, &reader);
          continue;
        }
      if (hd_object_get_kind (it) != HD_OBJECT_MODULE || hd_object_get_id (it) == NULL)
        continue;
      if (scan->users == NULL)
        find_users (scan);
      users = g_hash_table_lookup (scan->users, hd_object_get_id (it));
      for (guint i = users != NULL ? users->len : 0; i > 0; i--)
        g_ptr_array_add (waiting, users->pdata[i - 1]);
    }
}

/* ---- words and variables -------------------------------------------------------------------- */

/* Words outside brackets of a call that are ids of @kind: of a list of names, or of an expression
 * that chooses one. */
static void
read_words (Scan *scan,
            const HdObject *parent,
            HdObjectKind kind,
            const char *text)
{
  for (const char *p = text; *p != '\0';)
    {
      const char *start = p;

      while (g_ascii_isalnum (*p) || *p == '_' || *p == '-')
        p++;
      if (p == start)
        {
          p++;
          continue;
        }

      const HdObject *found = find_named (parent, kind, text, start - text, p - text);

      if (found != NULL && (start == text || start[-1] != '$'))
        add (scan, found, start - text, p - text);
    }
}

static void
read_variables (Scan *scan,
                const char *text)
{
  for (const char *p = strchr (text, '$'); p != NULL; p = strchr (p, '$'))
    {
      const char *start = ++p;

      while (g_ascii_isalnum (*p) || *p == '_')
        p++;

      const HdObject *variable = find_named (scan->variables, HD_OBJECT_VARIABLE, text, start - text, p - text);

      if (variable != NULL)
        add (scan, variable, start - text, p - text);
    }
}

/* ---- objects -------------------------------------------------------------------------------- */

static void
read_reference (Scan *scan,
                const HdObject *parent,
                const HdField *field,
                const char *text)
{
  switch (field->refers_to)
    {
    case HD_OBJECT_COMMUNICATOR:
      read_words (scan, scan->communicators, field->refers_to, text);
      break;
    case HD_OBJECT_VERTEX:
      read_words (scan, parent, field->refers_to, text);
      break;
    case HD_OBJECT_MODULE:
    case HD_OBJECT_LINK_CLASS:
      read_words (scan, scan->root, field->refers_to, text);
      break;
    default:
      break;
    }
}

/* "workload.collective", "workload[1].iteration": signals of the work itself, if nothing drawn is called so. */
static gboolean
read_workload (Scan *scan,
               const char *text)
{
  HdPathReader reader;
  guint number;

  if (!hd_path_reader_init (&reader, text, 0) || reader.name_end - reader.start != strlen ("workload")
      || !g_str_has_prefix (text + reader.start, "workload") || (scan->top != NULL && find_in_block (scan->top, &reader) != NULL))
    return FALSE;
  number = text[reader.name_end] == '[' ? (guint) g_ascii_strtoull (text + reader.name_end + 1, NULL, 10) : 0;
  for (guint i = 0; i < hd_object_get_n_children (scan->root); i++)
    if (hd_object_get_kind (hd_object_get_child (scan->root, i)) == HD_OBJECT_WORKLOAD && number-- == 0)
      {
        add (scan, hd_object_get_child (scan->root, i), reader.start, reader.name_end);
        return TRUE;
      }
  return FALSE;
}

/* "node-3.example.org", of a probe "node-3.example.org.busy": what the outside calls a component. */
static void
read_outside_name (Scan *scan,
                   const char *name,
                   guint start,
                   guint end)
{
  const HdObject *found = hd_names_find (scan->names, name, NULL);

  if (found != NULL)
    add (scan, found, start, end);
}

static void
read_outside_names (Scan *scan,
                    const HdField *field,
                    const char *text,
                    gboolean has_signal)
{
  const char *dot = has_signal ? strrchr (text, '.') : NULL;
  guint length = dot != NULL ? (guint) (dot - text) : (guint) strlen (text);
  guint offset = 0, start;

  if (field->kind == HD_FIELD_PATTERN)
    {
      g_autofree char *name = g_strndup (text, length);

      read_outside_name (scan, name, 0, (guint) strlen (text));
      return;
    }
  for (;;)
    {
      g_autofree char *name = hd_path_list_next (text, &offset, &start);

      if (name == NULL)
        return;
      read_outside_name (scan, name, start, offset);
    }
}

static int
compare_places (gconstpointer a,
                gconstpointer b)
{
  const HeddleReference *x = a, *y = b;

  return (x->start > y->start) - (x->start < y->start);
}

static void
read_pattern (Scan *scan,
              const HdObject *parent,
              HdObjectKind kind,
              const HdField *field,
              const char *text)
{
  const HdObject *block = heddle_edit_is_block (parent) ? parent : scan->top;

  guint first = scan->references->len;

  if (scan->names != NULL && block != parent)
    read_outside_names (scan, field, text, kind == HD_OBJECT_PROBE);
  if (strcmp (field->name, "home") == 0 && block == parent)
    {
      read_home (scan, block, text);
      return;
    }
  /* Members of a vertex may be those of a communicator. */
  if (kind == HD_OBJECT_VERTEX && scan->communicators != NULL && hd_object_find_child (scan->communicators, HD_OBJECT_COMMUNICATOR, text) != NULL)
    read_words (scan, scan->communicators, HD_OBJECT_COMMUNICATOR, text);
  else if ((kind != HD_OBJECT_PROBE || !read_workload (scan, text)) && block != NULL)
    read_paths (scan, block, text);
  if (scan->names != NULL && scan->references->len > first + 1)
    qsort (&g_array_index (scan->references, HeddleReference, first), scan->references->len - first, sizeof (HeddleReference), compare_places);
}

/* Texts of studies and knobs that name variables, and yet keep no project from running. */
static gboolean
is_turned (HdObjectKind kind,
             const char *attribute)
{
  return ((kind == HD_OBJECT_FACTOR || kind == HD_OBJECT_KNOB || kind == HD_OBJECT_CHANGE) && strcmp (attribute, "of") == 0) || (kind == HD_OBJECT_STUDY && strcmp (attribute, "where") == 0);
}

static void
read_object (Scan *scan,
             const HdObject *parent,
             const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);

  scan->holder = hd_object_get_uid (object);
  for (guint i = 0; i < hd_object_get_n_attributes (object); i++)
    {
      const char *text;
      const char *name = hd_object_get_nth_attribute (object, i, &text);
      const HdField *field = hd_schema_find_field (kind, name);

      scan->attribute = g_intern_string (name);
      if (field != NULL && (field->kind == HD_FIELD_PATTERN || field->kind == HD_FIELD_PATTERNS))
        read_pattern (scan, parent, kind, field, text);
      else if (field != NULL && field->refers_to != HD_OBJECT_UNKNOWN)
        read_reference (scan, parent, field, text);
      else if (kind == HD_OBJECT_WORKLOAD && strcmp (name, "net") == 0)
        read_words (scan, scan->root, HD_OBJECT_LINK_CLASS, text);
      if (scan->variables != NULL && (field == NULL || field->kind != HD_FIELD_TEXT || is_turned (kind, name)))
        read_variables (scan, text);
    }
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    read_object (scan, object, hd_object_get_child (object, i));
}

static GArray *
collect (HdDocument *document,
         HdNames *names)
{
  const HdObject *root = hd_document_get_root (document);
  Scan scan = {
    .document = document,
    .root = root,
    .top = hd_object_find_child (root, HD_OBJECT_TOP, NULL),
    .variables = hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL),
    .communicators = hd_object_find_child (root, HD_OBJECT_COMMUNICATORS, NULL),
    .names = names,
    .references = g_array_new (FALSE, FALSE, sizeof (HeddleReference)),
  };

  for (guint i = 0; i < hd_object_get_n_children (root); i++)
    read_object (&scan, root, hd_object_get_child (root, i));
  g_clear_pointer (&scan.users, g_hash_table_unref);
  return scan.references;
}

GArray *
heddle_references_collect (HdDocument *document)
{
  return collect (document, NULL);
}

GArray *
heddle_references_collect_all (HdDocument *document)
{
  g_autoptr (HdNames) names = hd_names_new (hd_document_get_root (document));

  return collect (document, names);
}

/* ---- rewriting ------------------------------------------------------------------------------ */

/* The references @first to @end are those of one attribute. */
static gboolean
rewrite_attribute (HdDocument *document,
                   const GArray *references,
                   guint first,
                   guint end,
                   HeddleRewrite func,
                   gpointer data,
                   GError **error)
{
  const HeddleReference *all = (const HeddleReference *) references->data;
  const HdObject *holder = hd_document_get_object (document, all[first].holder);
  const char *text = holder != NULL ? hd_object_get (holder, all[first].attribute) : NULL;
  g_autoptr (GString) changed = g_string_new (NULL);
  guint done = 0;
  gboolean any = FALSE;

  for (guint i = first; i < end && text != NULL; i++)
    {
      g_autoptr (GError) cause = NULL;
      guint from = all[i].start, to = all[i].end;
      g_autofree char *replacement = from >= done ? func (data, &all[i], text, &from, &to, &cause) : NULL;

      if (cause != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return FALSE;
        }
      if (replacement == NULL)
        continue;
      g_string_append_len (changed, text + done, from - done);
      g_string_append (changed, replacement);
      done = to;
      any = TRUE;
    }
  if (!any)
    return TRUE;
  g_string_append (changed, text + done);
  return hd_document_set_attribute (document, all[first].holder, all[first].attribute, changed->str, error);
}

gboolean
heddle_references_rewrite (HdDocument *document,
                           const GArray *references,
                           HeddleRewrite func,
                           gpointer data,
                           GError **error)
{
  const HeddleReference *all = (const HeddleReference *) references->data;

  for (guint i = 0, j; i < references->len; i = j)
    {
      for (j = i + 1; j < references->len && all[j].holder == all[i].holder && all[j].attribute == all[i].attribute;)
        j++;
      if (!rewrite_attribute (document, references, i, j, func, data, error))
        return FALSE;
    }
  return TRUE;
}

/* ---- renaming ------------------------------------------------------------------------------- */

/* An index that is named after its array would change its name in all expressions inside. */
static gboolean
keep_index_names (HdDocument *document,
                  guint64 uid,
                  const char *id,
                  GError **error)
{
  const HdObject *object = hd_document_get_object (document, uid);
  const char *count = hd_object_get (object, "count");

  if (count == NULL || hd_object_get (object, "index") != NULL || !heddle_edit_is_item (object) || !heddle_edit_uses_index (document, object, id))
    return TRUE;

  g_autoptr (GString) names = g_string_new (id);
  guint n = heddle_edit_count_dimensions (count);

  for (guint d = 1; d < n; d++)
    g_string_append_printf (names, " %s_%u", id, d);
  return hd_document_set_attribute (document, uid, "index", names->str, error);
}

static gboolean
rename_objects (HdDocument *document,
                GHashTable *names,
                GError **error)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, names);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      guint64 uid = *(guint64 *) key;
      const HdObject *object = hd_document_get_object (document, uid);
      const char *attribute = hd_schema_get_id_attribute (hd_object_get_kind (object));
      g_autofree char *old = g_strdup (hd_object_get_id (object));

      if ((old != NULL && !keep_index_names (document, uid, old, error)) || !hd_document_set_attribute (document, uid, attribute, value, error))
        return FALSE;
    }
  return TRUE;
}

static char *
rename_one (gpointer data,
            const HeddleReference *reference,
            const char *text,
            guint *start,
            guint *end,
            GError **error)
{
  return g_strdup (g_hash_table_lookup (data, &reference->target));
}

gboolean
heddle_references_rename (HdDocument *document,
                          GHashTable *names,
                          GError **error)
{
  g_autoptr (GArray) references = heddle_references_collect (document);

  return rename_objects (document, names, error) && heddle_references_rewrite (document, references, rename_one, names, error);
}
