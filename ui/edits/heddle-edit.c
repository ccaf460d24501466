/* heddle-edit.c: what the operations share
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-references.h"

/* ---- objects -------------------------------------------------------------------------------- */

gboolean
heddle_edit_is_block (const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);

  return kind == HD_OBJECT_TOP || kind == HD_OBJECT_MODULE;
}

gboolean
heddle_edit_is_item (const HdObject *object)
{
  HdObjectKind kind = hd_object_get_kind (object);

  return kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE;
}

const HdObject *
heddle_edit_get_block (HdDocument *document,
                       guint64 module,
                       GError **error)
{
  const HdObject *block = hd_document_get_object (document, module);

  if (block != NULL && heddle_edit_is_block (block))
    return block;
  g_set_error_literal (error, HD_ERROR, HD_ERROR_NAME, _("This module does not exist any more."));
  return NULL;
}

const HdObject *
heddle_edit_find_module (HdDocument *document,
                         const char *id)
{
  return id != NULL ? hd_object_find_child (hd_document_get_root (document), HD_OBJECT_MODULE, id) : NULL;
}

GArray *
heddle_edit_collect (HdDocument *document,
                     const guint64 *uids,
                     guint n)
{
  GArray *found = g_array_sized_new (FALSE, FALSE, sizeof (guint64), n);
  g_autoptr (GHashTable) seen = heddle_uid_set_new (NULL, 0);

  for (guint i = 0; i < n; i++)
    if (hd_document_get_object (document, uids[i]) != NULL && heddle_uid_set_add (seen, uids[i]))
      g_array_append_val (found, uids[i]);
  return found;
}

gboolean
heddle_edit_set_number (HdDocument *document,
                        guint64 uid,
                        const char *attribute,
                        double value,
                        GError **error)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  double rounded = round (value * 100) / 100; /* the canvas shows no finer places */

  g_ascii_formatd (buffer, sizeof buffer, "%.15g", rounded == 0 ? 0 : rounded);
  return hd_document_set_attribute (document, uid, attribute, buffer, error);
}

/* The order of a file that people read: what is named comes before what names it. */
static guint
rank (HdObjectKind kind)
{
  switch (kind)
    {
    case HD_OBJECT_INSTANCE:
    case HD_OBJECT_GENERATE:
      return HD_OBJECT_COMPONENT;
    default:
      return kind;
    }
}

guint
heddle_edit_find_position (const HdObject *parent,
                           HdObjectKind kind)
{
  guint position = hd_object_get_n_children (parent);

  while (position > 0)
    {
      HdObjectKind before = hd_object_get_kind (hd_object_get_child (parent, position - 1));

      if (before >= HD_OBJECT_PROJECT && rank (before) <= rank (kind))
        break;
      position--;
    }
  return position;
}

char **
heddle_edit_split_count (const char *count)
{
  g_autoptr (GStrvBuilder) sizes = g_strv_builder_new ();
  const char *start = count;
  guint depth = 0;

  /* The x between two sizes is a word of its own, or follows a number. */
  for (const char *p = count;;)
    {
      const char *word = p;

      while (g_ascii_isdigit (*p) || *p == '.')
        p++;
      if (p == word)
        for (; g_ascii_isalnum (*p) || *p == '_' || *p == '$'; p++)
          if (p == word && *p == 'x' && !g_ascii_isalpha (p[1]) && p[1] != '_')
            break;
      if (*p == '\0' || (*p == 'x' && depth == 0))
        {
          g_autofree char *size = g_strstrip (g_strndup (start, p - start));

          g_strv_builder_add (sizes, size);
          start = p + 1;
        }
      if (*p == '\0')
        return g_strv_builder_end (sizes);
      depth += *p == '(' ? 1 : 0;
      depth -= *p == ')' && depth > 0 ? 1 : 0;
      if (p == word || *p == 'x')
        p++;
    }
}

guint
heddle_edit_count_dimensions (const char *count)
{
  g_auto (GStrv) sizes = count != NULL ? heddle_edit_split_count (count) : NULL;

  return sizes != NULL ? g_strv_length (sizes) : 0;
}

/* Whether a loop over @name in a module would run into an index of what encloses it. */
static gboolean
is_index_name (const HdObject *object,
               const char *name)
{
  const char *index = hd_object_get (object, "index");
  g_auto (GStrv) names = index != NULL ? g_strsplit_set (index, " ,", -1) : NULL;

  if (hd_object_get_kind (object) == HD_OBJECT_INSTANCE && hd_object_get (object, "count") != NULL
      && (names != NULL ? g_strv_contains ((const char *const *) names, name) : g_strcmp0 (hd_object_get_id (object), name) == 0))
    return TRUE;
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    if (is_index_name (hd_object_get_child (object, i), name))
      return TRUE;
  return FALSE;
}

gboolean
heddle_edit_is_index_name (HdDocument *document,
                           const char *name)
{
  return is_index_name (hd_document_get_root (document), name);
}

char **
heddle_edit_dup_loop_names (HdDocument *document,
                            guint n)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (char c = 'i'; n > 0 && c <= 'z'; c++)
    {
      char name[] = { c, '\0' };

      if (heddle_edit_is_index_name (document, name))
        continue;
      g_strv_builder_add (names, name);
      n--;
    }
  return g_strv_builder_end (names);
}

/* ---- what is inside what -------------------------------------------------------------------- */

static gboolean
mentions (const char *text,
          const char *name)
{
  gsize length = strlen (name);

  for (const char *p = strstr (text, name); p != NULL; p = strstr (p + 1, name))
    {
      char before = p > text ? p[-1] : ' ';

      if (!g_ascii_isalnum (before) && before != '_' && before != '$' && before != '-' && !g_ascii_isalnum (p[length])
          && (p[length] != '_' || g_ascii_isdigit (p[length + 1])))
        return TRUE;
    }
  return FALSE;
}

/* Modules and what else is to be looked at: a list, because modules may be within each other to any depth. */
typedef struct
{
  GHashTable *known;
  GPtrArray *objects;
} Visit;

static Visit
visit_new (const HdObject *first)
{
  Visit self = { g_hash_table_new (NULL, NULL), g_ptr_array_new () };

  g_hash_table_add (self.known, (gpointer) first);
  g_ptr_array_add (self.objects, (gpointer) first);
  return self;
}

static void
visit_clear (Visit *self)
{
  g_hash_table_unref (self->known);
  g_ptr_array_unref (self->objects);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Visit, visit_clear)

/* The module that @object is an instance of, if it is one. */
static void
visit_add_module (Visit *self,
                  HdDocument *document,
                  const HdObject *object)
{
  const HdObject *module = hd_object_get_kind (object) == HD_OBJECT_INSTANCE ? heddle_edit_find_module (document, hd_object_get (object, "of"))
                                                                             : NULL;

  if (module != NULL && g_hash_table_add (self->known, (gpointer) module))
    g_ptr_array_add (self->objects, (gpointer) module);
}

static gboolean
tree_mentions (HdDocument *document,
               const HdObject *object,
               const char *name,
               Visit *visit)
{
  visit_add_module (visit, document, object);
  for (guint i = 0; i < hd_object_get_n_attributes (object); i++)
    {
      const char *text;
      const char *attribute = hd_object_get_nth_attribute (object, i, &text);
      const HdField *field = hd_schema_find_field (hd_object_get_kind (object), attribute);

      if ((field == NULL || (field->kind != HD_FIELD_ID && field->kind != HD_FIELD_TEXT && field->kind != HD_FIELD_REFERENCE))
          && mentions (text, name))
        return TRUE;
    }
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    if (tree_mentions (document, hd_object_get_child (object, i), name, visit))
      return TRUE;
  return FALSE;
}

gboolean
heddle_edit_uses_index (HdDocument *document,
                        const HdObject *object,
                        const char *name)
{
  g_auto (Visit) visit = visit_new (object);

  for (guint i = 0; i < visit.objects->len; i++)
    if (tree_mentions (document, visit.objects->pdata[i], name, &visit))
      return TRUE;
  return FALSE;
}

gboolean
heddle_edit_holds (HdDocument *document,
                   const HdObject *module,
                   const char *id)
{
  g_auto (Visit) visit = visit_new (module);

  for (guint i = 0; hd_object_get_kind (module) == HD_OBJECT_MODULE && i < visit.objects->len; i++)
    {
      const HdObject *it = visit.objects->pdata[i];

      if (g_strcmp0 (hd_object_get_id (it), id) == 0)
        return TRUE;
      for (guint k = 0; k < hd_object_get_n_children (it); k++)
        visit_add_module (&visit, document, hd_object_get_child (it, k));
    }
  return FALSE;
}

const HdObject *
heddle_edit_find_item (const HdObject *block,
                       const char *id)
{
  static const HdObjectKind kinds[] = { HD_OBJECT_COMPONENT, HD_OBJECT_INSTANCE, HD_OBJECT_GENERATE };
  const HdObject *found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds) && found == NULL; i++)
    found = hd_object_find_child (block, kinds[i], id);
  return found;
}

/* ---- expressions ---------------------------------------------------------------------------- */

char *
heddle_edit_dup_value (const char *text)
{
  gboolean plain = text != NULL;

  for (const char *p = text; plain && *p != '\0'; p++)
    plain = g_ascii_isalnum (*p) || *p == '_' || *p == '.' || (p == text && *p == '$');
  return plain ? g_strdup (text) : g_strdup_printf ("(%s)", text != NULL ? text : "0");
}

char *
heddle_edit_substitute (const char *text,
                        gboolean in_brackets,
                        const char *const *names,
                        const char *const *values,
                        guint n)
{
  g_autoptr (GString) changed = g_string_new (NULL);
  guint depth = 0;

  for (const char *p = text; *p != '\0';)
    {
      const char *start = p;
      const char *value = NULL;

      depth += *p == '[';
      depth -= *p == ']' && depth > 0;
      if (!g_ascii_isalpha (*p) && *p != '_' && *p != '$' && !g_ascii_isdigit (*p))
        {
          g_string_append_c (changed, *p++);
          continue;
        }
      for (p++; g_ascii_isalnum (*p) || *p == '_' || (*p == '.' && g_ascii_isdigit (*start));)
        p++;
      for (guint i = 0; i < n && (depth > 0 || !in_brackets); i++)
        if (strlen (names[i]) == (gsize) (p - start) && strncmp (names[i], start, p - start) == 0)
          value = values[i];
      if (value != NULL)
        g_string_append (changed, value);
      else
        g_string_append_len (changed, start, p - start);
    }
  return g_strdup (changed->str);
}

/* "0 + 2" in brackets is "2". */
char *
heddle_edit_fold_indices (const char *text)
{
  g_autoptr (GString) folded = g_string_new (NULL);

  for (const char *p = text; *p != '\0';)
    {
      const char *end = *p == '[' ? strchr (p, ']') : NULL;
      g_autofree char *index = end != NULL ? g_strndup (p + 1, end - p - 1) : NULL;
      g_autoptr (HdExpression) expression = index != NULL ? hd_expression_parse (index, NULL) : NULL;
      HdValue value;

      if (expression != NULL && hd_expression_is_constant (expression) && hd_expression_evaluate (expression, NULL, NULL, &value, NULL)
          && value.kind == HD_VALUE_QUANTITY && value.quantity.value == floor (value.quantity.value))
        {
          g_string_append_printf (folded, "[%.0f]", value.quantity.value);
          p = end + 1;
        }
      else
        g_string_append_c (folded, *p++);
    }
  return g_strdup (folded->str);
}

/* ---- steps ---------------------------------------------------------------------------------- */

char *
heddle_edit_dup_what (HdDocument *document,
                      const guint64 *uids,
                      guint n)
{
  const HdObject *first = n > 0 ? hd_document_get_object (document, uids[0]) : NULL;
  HdObjectKind kind = first != NULL ? hd_object_get_kind (first) : HD_OBJECT_UNKNOWN;

  if (n == 1 && first != NULL)
    return g_strdup (hd_object_get_id (first) != NULL ? hd_object_get_id (first) : hd_schema_get_title (kind));
  for (guint i = 1; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (document, uids[i]);

      if (object == NULL || hd_object_get_kind (object) != kind)
        kind = HD_OBJECT_UNKNOWN;
    }
  if (kind == HD_OBJECT_COMPONENT)
    return g_strdup_printf (ngettext ("%u component", "%u components", n), n);
  if (kind == HD_OBJECT_INSTANCE)
    return g_strdup_printf (ngettext ("%u instance", "%u instances", n), n);
  if (kind == HD_OBJECT_LINK)
    return g_strdup_printf (ngettext ("%u link", "%u links", n), n);
  return g_strdup_printf (ngettext ("%u object", "%u objects", n), n);
}

void
heddle_edit_begin (HdDocument *document,
                   const char *format,
                   const char *what)
{
  g_autofree char *name = g_strdup_printf (format, what);

  hd_document_begin_group (document, name);
}

gboolean
heddle_edit_end (HdDocument *document,
                 gboolean good)
{
  if (good)
    hd_document_end_group (document);
  else
    hd_document_cancel_group (document);
  return good;
}

/* ---- ids ------------------------------------------------------------------------------------ */

struct _HeddleIds
{
  GHashTable *taken;
  GHashTable *next; /* stem -> the number from which on none is known to be taken */
};

HeddleIds *
heddle_ids_new (const HdObject *parent,
                guint kinds)
{
  HeddleIds *self = g_new0 (HeddleIds, 1);

  self->taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->next = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; parent != NULL && i < hd_object_get_n_children (parent); i++)
    {
      const HdObject *child = hd_object_get_child (parent, i);

      if ((kinds & (1u << hd_object_get_kind (child))) != 0 && hd_object_get_id (child) != NULL)
        heddle_ids_add (self, hd_object_get_id (child));
    }
  return self;
}

void
heddle_ids_free (HeddleIds *self)
{
  g_hash_table_unref (self->taken);
  g_hash_table_unref (self->next);
  g_free (self);
}

gboolean
heddle_ids_has (HeddleIds *self,
                const char *id)
{
  return g_hash_table_contains (self->taken, id);
}

void
heddle_ids_add (HeddleIds *self,
                const char *id)
{
  g_hash_table_add (self->taken, g_strdup (id));
}

char *
heddle_ids_take (HeddleIds *self,
                 const char *wanted)
{
  gsize length = strlen (wanted);

  if (!heddle_ids_has (self, wanted))
    {
      heddle_ids_add (self, wanted);
      return g_strdup (wanted);
    }
  while (length > 1 && g_ascii_isdigit (wanted[length - 1]))
    length--;

  g_autofree char *stem = g_strndup (wanted, length);
  guint number = MAX (2, GPOINTER_TO_UINT (g_hash_table_lookup (self->next, stem)));

  for (;; number++)
    {
      g_autofree char *id = g_strdup_printf ("%s%u", stem, number);

      if (heddle_ids_has (self, id))
        continue;
      heddle_ids_add (self, id);
      g_hash_table_insert (self->next, g_steal_pointer (&stem), GUINT_TO_POINTER (number + 1));
      return g_steal_pointer (&id);
    }
}
