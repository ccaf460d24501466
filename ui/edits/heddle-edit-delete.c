/* heddle-edit-delete.c: taking objects out, with all that would name nothing afterwards
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-edits"

#include "heddle-edit-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-references.h"

typedef struct
{
  HdDocument *document;
  GArray *references;
  GHashTable *doomed; /* uids, with all inside */
  GArray *order;      /* of guint64: what is removed, without what lies inside it */
  GArray *trimmed;    /* of guint: references that go without their holder */
} Deletion;

static void
doom (Deletion *self,
      const HdObject *object)
{
  if (!heddle_uid_set_add (self->doomed, hd_object_get_uid (object)))
    return;
  for (guint i = 0; i < hd_object_get_n_children (object); i++)
    doom (self, hd_object_get_child (object, i));
}

static void
add (Deletion *self,
     guint64 uid)
{
  if (heddle_uid_set_has (self->doomed, uid))
    return;
  doom (self, hd_document_get_object (self->document, uid));
  g_array_append_val (self->order, uid);
}

/* ---- what names the doomed ------------------------------------------------------------------ */

static gboolean
is_list (const HdField *field)
{
  return field != NULL && (field->kind == HD_FIELD_PATTERNS || field->kind == HD_FIELD_NAMES);
}

/* A list loses the element; what may be missing goes; else the holder goes too. */
static void
handle_reference (Deletion *self,
                  guint number)
{
  const HeddleReference *it = &g_array_index (self->references, HeddleReference, number);
  const HdObject *holder = hd_document_get_object (self->document, it->holder);
  HdObjectKind kind = hd_object_get_kind (holder);
  const HdField *field = hd_schema_find_field (kind, it->attribute);

  if (heddle_uid_set_has (self->doomed, it->holder))
    return;
  /* A route that lacks one of its links is none. */
  if (kind == HD_OBJECT_ROUTE || (field != NULL && field->required && !is_list (field)))
    add (self, it->holder);
  else
    g_array_append_val (self->trimmed, number);
}

static void
close_over_references (Deletion *self)
{
  g_autoptr (GHashTable) handled = heddle_uid_set_new (NULL, 0);
  gboolean again = TRUE;

  /* Few rounds: a module goes, then its instances, then their links. */
  while (again)
    {
      guint n = self->order->len;

      for (guint i = 0; i < self->references->len; i++)
        {
          const HeddleReference *it = &g_array_index (self->references, HeddleReference, i);

          if (heddle_uid_set_has (self->doomed, it->target) && heddle_uid_set_add (handled, i))
            handle_reference (self, i);
        }
      again = self->order->len > n;
    }
}

/* ---- what stays ----------------------------------------------------------------------------- */

/* Values of a class or variable that goes are written where it was named. */
static gboolean
inline_class (Deletion *self,
              const HeddleReference *reference,
              GError **error)
{
  static const char *const attributes[] = { "bandwidth", "latency", "sharing" };
  const HdObject *class = hd_document_get_object (self->document, reference->target);
  const HdObject *holder = hd_document_get_object (self->document, reference->holder);

  if (g_strcmp0 (hd_object_get (holder, "class"), hd_object_get_id (class)) != 0)
    {
      g_set_error (error, HD_ERROR, HD_ERROR_INVALID,
                   _("The link class “%s” is chosen by an expression, “%s”; change that first."), hd_object_get_id (class),
                      hd_object_get (holder, "class"));
      return FALSE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      const HdObject *link = hd_document_get_object (self->document, reference->holder);

      if (hd_object_get (link, attributes[i]) == NULL
          && !hd_document_set_attribute (self->document, reference->holder, attributes[i], hd_object_get (class, attributes[i]), error))
        return FALSE;
    }
  return TRUE;
}

/* Rewrites one attribute: @first to @end of trimmed references are all of it. */
static gboolean
rewrite (Deletion *self,
         guint first,
         guint end,
         GError **error)
{
  const HeddleReference *references = (const HeddleReference *) self->references->data;
  const guint *trimmed = (const guint *) self->trimmed->data;
  const HeddleReference *it = &references[trimmed[first]];
  const HdObject *holder = hd_document_get_object (self->document, it->holder);
  const HdField *field = hd_schema_find_field (hd_object_get_kind (holder), it->attribute);
  g_autofree char *text = g_strdup (hd_object_get (holder, it->attribute));
  g_autoptr (GString) changed = g_string_new (NULL);
  gboolean list = is_list (field) || hd_object_get_kind (holder) == HD_OBJECT_WORKLOAD;
  guint done = 0;

  for (guint i = first; i < end; i++)
    {
      const HeddleReference *at = &references[trimmed[i]];
      const HdObject *target = hd_document_get_object (self->document, at->target);
      gboolean variable = hd_object_get_kind (target) == HD_OBJECT_VARIABLE;

      if (hd_object_get_kind (target) == HD_OBJECT_LINK_CLASS && hd_object_get_kind (holder) == HD_OBJECT_LINK && !inline_class (self, at, error))
        return FALSE;
      if (!variable && !list)
        return hd_document_set_attribute (self->document, it->holder, it->attribute, NULL, error);

      guint start = variable ? at->start - 1 : at->path_start;

      if (start < done)
        continue;
      g_string_append_len (changed, text + done, start - done);
      done = variable ? at->end : at->path_end;
      if (variable)
        {
          g_autofree char *value = heddle_edit_dup_value (hd_object_get (target, "value"));

          g_string_append (changed, value);
          continue;
        }
      while (text[done] == ' ' || text[done] == ',')
        done++;
    }
  g_string_append (changed, text + done);
  g_strchomp (changed->str);
  /* A list that lost all its elements: the holder has nothing left to say. */
  if (list && changed->str[0] == '\0' && field != NULL && field->required)
    {
      add (self, it->holder);
      return TRUE;
    }
  return hd_document_set_attribute (self->document, it->holder, it->attribute, changed->str[0] != '\0' ? changed->str : NULL, error);
}

static int
compare_numbers (gconstpointer a,
                 gconstpointer b)
{
  const guint *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

static gboolean
rewrite_all (Deletion *self,
             GError **error)
{
  g_array_sort (self->trimmed, compare_numbers);
  for (guint i = 0, end; i < self->trimmed->len; i = end)
    {
      const HeddleReference *references = (const HeddleReference *) self->references->data;
      const HeddleReference *it = &references[g_array_index (self->trimmed, guint, i)];

      for (end = i + 1; end < self->trimmed->len; end++)
        {
          const HeddleReference *at = &references[g_array_index (self->trimmed, guint, end)];

          if (at->holder != it->holder || at->attribute != it->attribute)
            break;
        }
      if (!heddle_uid_set_has (self->doomed, it->holder) && !rewrite (self, i, end, error))
        return FALSE;
    }
  return TRUE;
}

/* Which one a workload is among those that stay. */
static guint
count_workloads_before (Deletion *self,
                        guint64 uid)
{
  const HdObject *root = hd_document_get_root (self->document), *child;
  guint n = 0;

  for (guint i = 0; hd_object_get_uid (child = hd_object_get_child (root, i)) != uid; i++)
    n += hd_object_get_kind (child) == HD_OBJECT_WORKLOAD && !heddle_uid_set_has (self->doomed, hd_object_get_uid (child));
  return n;
}

/* Workloads have no ids but their places, so what watches one behind a doomed one says another number: "workload[1].iteration". */
static gboolean
renumber_workloads (Deletion *self,
                    GError **error)
{
  for (guint i = 0; i < self->references->len; i++)
    {
      const HeddleReference *it = &g_array_index (self->references, HeddleReference, i);
      const HdObject *target = hd_document_get_object (self->document, it->target);
      const HdObject *holder = hd_document_get_object (self->document, it->holder);
      g_autofree char *text = NULL;
      const char *written, *rest;
      guint number;

      if (hd_object_get_kind (target) != HD_OBJECT_WORKLOAD || heddle_uid_set_has (self->doomed, it->target) || heddle_uid_set_has (self->doomed, it->holder))
        continue;
      written = hd_object_get (holder, it->attribute);
      rest = written + it->end;
      if (*rest == '[')
        rest += strcspn (rest, "]") + 1;
      number = count_workloads_before (self, it->target);
      text = number == 0 ? g_strdup_printf ("%.*s%s", (int) it->end, written, rest)
                         : g_strdup_printf ("%.*s[%u]%s", (int) it->end, written, number, rest);
      if (!hd_document_set_attribute (self->document, it->holder, it->attribute, text, error))
        return FALSE;
    }
  return TRUE;
}

/* From the last on, so that little has to move up. */
static gboolean
remove_all (Deletion *self,
            GError **error)
{
  for (guint i = self->order->len; i > 0; i--)
    {
      guint64 uid = g_array_index (self->order, guint64, i - 1);

      if (hd_document_get_object (self->document, uid) != NULL && !hd_document_remove (self->document, uid, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
run (Deletion *self,
     GError **error)
{
  for (;;)
    {
      guint n;

      close_over_references (self);
      n = self->order->len;
      if (!rewrite_all (self, error))
        return FALSE;
      if (self->order->len == n)
        return renumber_workloads (self, error) && remove_all (self, error);

      /* A communicator that lost its members went too: what named it has to be looked at again. */
      g_array_set_size (self->trimmed, 0);
      g_clear_pointer (&self->references, g_array_unref);
      self->references = heddle_references_collect_all (self->document);
    }
}

/* Whether what the array stood beside has gone, and it has not. */
static gboolean
is_left (HdDocument *document,
         const HeddleStand *stand)
{
  return hd_document_get_object (document, stand->uid) != NULL
         && (hd_document_get_object (document, stand->anchor) == NULL || hd_document_get_object (document, stand->access) == NULL);
}

static gboolean
keep_stand (HdDocument *document,
            const HeddleStand *stand,
            GError **error)
{
  guint64 uid = stand->uid;

  return heddle_edit_set_number (document, uid, "x", stand->x, error) && heddle_edit_set_number (document, uid, "y", stand->y, error)
         && (stand->columns == 0
             || (heddle_edit_set_number (document, uid, "columns", stand->columns, error)
                 && heddle_edit_set_number (document, uid, "spacing", stand->spacing, error)
                 && (stand->row_spacing == 0 || heddle_edit_set_number (document, uid, "row-spacing", stand->row_spacing, error))));
}

gboolean
heddle_edit_delete_drawn (HdDocument *document,
                          const guint64 *uids,
                          guint n,
                          const HeddleStand *stands,
                          guint n_stands,
                          GError **error)
{
  g_autoptr (GArray) objects = heddle_edit_collect (document, uids, n);
  g_autoptr (GHashTable) doomed = heddle_uid_set_new (NULL, 0);
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (guint64));
  g_autoptr (GArray) trimmed = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *what = heddle_edit_dup_what (document, (const guint64 *) objects->data, objects->len);
  Deletion self = { .document = document, .doomed = doomed, .order = order, .trimmed = trimmed };
  gboolean good;

  self.references = heddle_references_collect_all (document);
  for (guint i = 0; i < objects->len; i++)
    add (&self, g_array_index (objects, guint64, i));
  heddle_edit_begin (document, _("Delete %s"), what);
  good = run (&self, error);
  g_array_unref (self.references);
  for (guint i = 0; i < n_stands && good; i++)
    good = !is_left (document, &stands[i]) || keep_stand (document, &stands[i], error);
  return heddle_edit_end (document, good);
}

gboolean
heddle_edit_delete (HdDocument *document,
                    const guint64 *uids,
                    guint n,
                    GError **error)
{
  return heddle_edit_delete_drawn (document, uids, n, NULL, 0, error);
}
