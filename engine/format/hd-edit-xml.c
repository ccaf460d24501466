/* hd-edit-xml.c: edit records as XML: the journal
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 *     <edits>
 *       <step name="Change x">
 *         <set uid="7" attribute="x" old="3" new="4"/>      without old or new: there was or will be no such attribute
 *         <text uid="8"><old>...</old><new>...</new></text>
 *         <insert parent="2" position="0" uids="9-11 4">... trees; uids in document order ...</insert>
 *         <remove uid="9"/>
 *         <file name="routes.txt"><old>...</old><new>...</new></file>  without old or new: there was or will be no such file
 *       </step>
 *     </edits>
 */
#define G_LOG_DOMAIN "hd-edit-xml"

#include <heddle/hd-document.h>

#include <string.h>

#include <heddle/hd-error.h>

#include "hd-document-private.h"
#include "hd-i18n.h"
#include "hd-limits.h"
#include "hd-object-private.h"
#include "hd-project-reader.h"
#include "hd-project-writer.h"

#define ELEMENT "edits"

/* ---- writing ------------------------------------------------------------------------------------------------------- */

static void
write_number (GString *out,
              const char *name,
              guint64 value)
{
  g_string_append_printf (out, " %s=\"%" G_GUINT64_FORMAT "\"", name, value);
}

typedef struct
{
  GString *out;
  guint64 first, last; /* of the range that is not yet written */
} UidWriter;

static void
flush_uids (UidWriter *self)
{
  if (self->first == 0)
    return;
  g_string_append_printf (self->out, "%s%" G_GUINT64_FORMAT, self->out->str[self->out->len - 1] == '"' ? "" : " ", self->first);
  if (self->last != self->first)
    g_string_append_printf (self->out, "-%" G_GUINT64_FORMAT, self->last);
}

static void
write_uids (UidWriter *self,
            const HdObject *tree)
{
  guint64 uid = hd_object_get_uid (tree);

  if (self->first != 0 && uid == self->last + 1)
    self->last = uid;
  else
    {
      flush_uids (self);
      self->first = self->last = uid;
    }
  for (guint i = 0; i < hd_object_get_n_children (tree); i++)
    write_uids (self, hd_object_get_child (tree, i));
}

static void
write_text (GString *out,
            const char *element,
            const char *text)
{
  g_autoptr (HdObject) object = hd_object_new_element (element);

  if (text == NULL)
    return;
  hd_object_set_initial_text (object, text);
  hd_project_write_object (out, object, 3);
}

static void
write_edit (GString *out,
            const HdEdit *edit)
{
  UidWriter uids = { out, 0, 0 };

  switch (edit->kind)
    {
    case HD_CHANGE_ATTRIBUTE:
      g_string_append (out, "    <set");
      write_number (out, "uid", edit->uid);
      hd_project_write_attribute (out, "attribute", edit->name);
      if (edit->old_text != NULL)
        hd_project_write_attribute (out, "old", edit->old_text);
      if (edit->new_text != NULL)
        hd_project_write_attribute (out, "new", edit->new_text);
      g_string_append (out, "/>\n");
      break;
    case HD_CHANGE_TEXT:
      g_string_append (out, "    <text");
      write_number (out, "uid", edit->uid);
      g_string_append (out, ">\n");
      write_text (out, "old", edit->old_text);
      write_text (out, "new", edit->new_text);
      g_string_append (out, "    </text>\n");
      break;
    case HD_CHANGE_INSERT:
      g_string_append (out, "    <insert");
      write_number (out, "parent", edit->parent_uid);
      write_number (out, "position", edit->position);
      g_string_append (out, " uids=\"");
      for (guint i = 0; i < edit->n_trees; i++)
        write_uids (&uids, edit->trees[i]);
      flush_uids (&uids);
      g_string_append (out, "\">\n");
      for (guint i = 0; i < edit->n_trees; i++)
        hd_project_write_object (out, edit->trees[i], 3);
      g_string_append (out, "    </insert>\n");
      break;
    case HD_CHANGE_REMOVE:
      g_string_append (out, "    <remove");
      write_number (out, "uid", hd_object_get_uid (edit->trees[0]));
      g_string_append (out, "/>\n");
      break;
    case HD_CHANGE_FILE:
      g_string_append (out, "    <file");
      hd_project_write_attribute (out, "name", edit->name);
      g_string_append (out, ">\n");
      write_text (out, "old", edit->old_text);
      write_text (out, "new", edit->new_text);
      g_string_append (out, "    </file>\n");
      break;
    default:
      g_assert_not_reached ();
    }
}

char *
hd_document_dup_edits_xml (HdDocument *self,
                           guint first)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);

  GString *out = g_string_new ("<" ELEMENT ">\n");
  guint n_done;
  GPtrArray *steps = _hd_document_get_steps (self, &n_done);

  for (guint i = first; i < n_done; i++)
    {
      const HdStep *step = g_ptr_array_index (steps, i);
      g_string_append (out, "  <step");
      hd_project_write_attribute (out, "name", step->name);
      g_string_append (out, ">\n");
      for (guint j = 0; j < step->edits->len; j++)
        write_edit (out, g_ptr_array_index (step->edits, j));
      g_string_append (out, "  </step>\n");
    }
  g_string_append (out, "</" ELEMENT ">\n");
  return g_string_free (out, FALSE);
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

static gboolean
refuse (const HdObject *record,
        const char *message,
        GError **error)
{
  g_set_error (error, HD_ERROR, HD_ERROR_INVALID, _("Line %d of the journal, <%s>: %s"), hd_object_get_line (record),
               hd_object_get_element (record), message);
  return FALSE;
}

static gboolean
read_number (const HdObject *record,
             const char *name,
             guint64 *out_value,
             GError **error)
{
  const char *text = hd_object_get (record, name);

  if (text != NULL && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, out_value, NULL))
    return TRUE;
  return refuse (record, _("a number is missing or wrong"), error);
}

/* The uids of a record, range after range. */
typedef struct
{
  const char *text;
  guint64 next, last;
} UidReader;

static gboolean
next_uid (UidReader *self,
          guint64 *out_uid)
{
  if (self->next == 0 || self->next > self->last)
    {
      char *end;
      self->next = self->last = g_ascii_strtoull (self->text, &end, 10);
      if (end == self->text || self->next == 0)
        return FALSE;
      if (*end == '-')
        self->last = g_ascii_strtoull (end + 1, &end, 10);
      if (self->last < self->next || self->last > G_MAXUINT32)
        return FALSE;
      self->text = end;
    }
  *out_uid = self->next++;
  return TRUE;
}

static gboolean
assign_uids (UidReader *uids,
             HdObject *tree)
{
  if (!next_uid (uids, &tree->uid))
    return FALSE;
  for (guint i = 0; i < tree->n_children; i++)
    if (!assign_uids (uids, tree->children[i]))
      return FALSE;
  return TRUE;
}

static gboolean
apply_insert (HdDocument *self,
              const HdObject *record,
              GError **error)
{
  guint64 parent, position;
  UidReader uids = { hd_object_get (record, "uids"), 0, 0 };

  if (!read_number (record, "parent", &parent, error) || !read_number (record, "position", &position, error))
    return FALSE;
  if (uids.text == NULL || record->n_children == 0)
    return refuse (record, _("there are no objects or no uids"), error);
  for (guint i = 0; i < record->n_children; i++)
    if (!assign_uids (&uids, record->children[i]))
      return refuse (record, _("there are too few uids"), error);
  return _hd_document_insert_numbered (self, parent, position, record->children, record->n_children, error);
}

static const char *
get_text (const HdObject *record,
          const char *element)
{
  for (guint i = 0; i < record->n_children; i++)
    if (strcmp (hd_object_get_element (record->children[i]), element) == 0)
      return hd_object_get_text (record->children[i]);
  return NULL;
}

/* An element without text is an empty file. */
static const char *
get_file_text (const HdObject *record,
               const char *element)
{
  for (guint i = 0; i < record->n_children; i++)
    if (strcmp (hd_object_get_element (record->children[i]), element) == 0)
      return hd_object_get_text (record->children[i]) != NULL ? hd_object_get_text (record->children[i]) : "";
  return NULL;
}

static gboolean
apply_change (HdDocument *self,
              const HdObject *record,
              gboolean text,
              GError **error)
{
  guint64 uid;
  const char *attribute = hd_object_get (record, "attribute");

  if (!read_number (record, "uid", &uid, error))
    return FALSE;
  const HdObject *object = hd_document_get_object (self, uid);
  if (object == NULL || (!text && attribute == NULL))
    return refuse (record, _("there is no such object or attribute"), error);

  const char *present = text ? hd_object_get_text (object) : hd_object_get (object, attribute);
  const char *old_text = text ? get_text (record, "old") : hd_object_get (record, "old");
  const char *new_text = text ? get_text (record, "new") : hd_object_get (record, "new");
  if (g_strcmp0 (present, old_text) != 0)
    return refuse (record, _("the project has another value than the journal expects"), error);
  return text ? hd_document_set_text (self, uid, new_text, error) : hd_document_set_attribute (self, uid, attribute, new_text, error);
}

static gboolean
apply_record (HdDocument *self,
              const HdObject *record,
              GError **error)
{
  const char *element = hd_object_get_element (record);
  guint64 uid;

  if (g_strcmp0 (element, "set") == 0 || g_strcmp0 (element, "text") == 0)
    return apply_change (self, record, element[0] == 't', error);
  if (g_strcmp0 (element, "file") == 0 && hd_object_get (record, "name") != NULL)
    return _hd_document_replay_file (self, hd_object_get (record, "name"), get_file_text (record, "old"), get_file_text (record, "new"), error);
  if (g_strcmp0 (element, "insert") == 0)
    return apply_insert (self, record, error);
  if (g_strcmp0 (element, "remove") == 0)
    return read_number (record, "uid", &uid, error) && hd_document_remove (self, uid, error);
  return refuse (record, _("this is not an edit"), error);
}

static gboolean
apply_step (HdDocument *self,
            const HdObject *step,
            GError **error)
{
  const char *name = hd_object_get (step, "name");
  gboolean done = TRUE;

  hd_document_begin_group (self, name != NULL ? name : "");
  for (guint i = 0; i < step->n_children && done; i++)
    done = apply_record (self, step->children[i], error);
  hd_document_end_group (self);
  return done;
}

gboolean
hd_document_apply_edits_xml (HdDocument *self,
                             const char *xml,
                             GError **error)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);
  g_return_val_if_fail (xml != NULL, FALSE);

  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_data (xml, strlen (xml), NULL);
  g_auto (HdProjectParts) parts = { NULL };
  guint n_done;

  if (!hd_project_read (stream, NULL, ELEMENT, NULL, NULL, &parts, error))
    return FALSE;
  _hd_document_get_steps (self, &n_done);
  _hd_document_hold_history (self, TRUE);

  gboolean done = TRUE;
  for (guint i = 0; i < parts.root->n_children && done; i++)
    done = apply_step (self, parts.root->children[i], error);
  if (!done)
    _hd_document_roll_back (self, n_done);
  _hd_document_hold_history (self, FALSE);
  return done;
}
