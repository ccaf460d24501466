/* heddle-subject.c: what a page of the inspector edits: one object, or many at once
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-subject.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-edits.h"
#include "heddle-figures.h"
#include "heddle-project-items.h"

struct _HeddleSubject
{
  /* Owned */
  HeddleSession *session;
  GArray *uids; /* of guint64 */

  HdObjectKind kind;
};

static HdDocument *
get_document (HeddleSubject *self)
{
  return heddle_session_get_document (self->session);
}

HeddleSubject *
heddle_subject_new_absent (HeddleSession *session,
                           HdObjectKind kind)
{
  HeddleSubject *self = g_rc_box_new0 (HeddleSubject);

  self->session = g_object_ref (session);
  self->uids = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->kind = kind;
  return self;
}

HeddleSubject *
heddle_subject_new (HeddleSession *session,
                    const guint64 *uids,
                    guint n)
{
  HeddleSubject *self = heddle_subject_new_absent (session, HD_OBJECT_UNKNOWN);
  HdDocument *document = get_document (self);

  g_array_append_vals (self->uids, uids, n);
  for (guint i = 0; i < n; i++)
    {
      const HdObject *object = hd_document_get_object (document, uids[i]);
      HdObjectKind kind = object != NULL ? hd_object_get_kind (object) : HD_OBJECT_UNKNOWN;

      if (i == 0)
        self->kind = kind;
      else if (kind != self->kind)
        {
          self->kind = HD_OBJECT_UNKNOWN;
          break;
        }
    }
  return self;
}

HeddleSubject *
heddle_subject_ref (HeddleSubject *self)
{
  return g_rc_box_acquire (self);
}

static void
subject_clear (gpointer data)
{
  HeddleSubject *self = data;

  g_object_unref (self->session);
  g_array_unref (self->uids);
}

void
heddle_subject_unref (HeddleSubject *self)
{
  g_rc_box_release_full (self, subject_clear);
}

HeddleSession *
heddle_subject_get_session (HeddleSubject *self)
{
  return self->session;
}

guint
heddle_subject_get_n (HeddleSubject *self)
{
  return self->uids->len;
}

guint64
heddle_subject_get_nth_uid (HeddleSubject *self,
                            guint i)
{
  return g_array_index (self->uids, guint64, i);
}

guint64
heddle_subject_get_uid (HeddleSubject *self)
{
  return self->uids->len > 0 ? g_array_index (self->uids, guint64, 0) : 0;
}

HdObjectKind
heddle_subject_get_kind (HeddleSubject *self)
{
  return self->kind;
}

const HdObject *
heddle_subject_get_object (HeddleSubject *self)
{
  return self->uids->len > 0 ? hd_document_get_object (get_document (self), heddle_subject_get_uid (self)) : NULL;
}

/* ---- reading ------------------------------------------------------------------------------------------------------------------ */

/* The text of a note is no attribute. */
static gboolean
is_text (const HdObject *object,
         const HeddleField *field)
{
  return hd_object_get_kind (object) == HD_OBJECT_NOTE && strcmp (field->name, "text") == 0;
}

static const char *
get_value (const HdObject *object,
           const HeddleField *field)
{
  return is_text (object, field) ? hd_object_get_text (object) : hd_object_get (object, field->name);
}

HeddleShared
heddle_subject_read (HeddleSubject *self,
                     const HeddleField *field,
                     const char **out_text)
{
  HdDocument *document = get_document (self);
  const char *first = NULL;
  gboolean any = FALSE;

  for (guint i = 0; i < self->uids->len; i++)
    {
      const HdObject *object = hd_document_get_object (document, g_array_index (self->uids, guint64, i));
      const char *value;

      if (object == NULL)
        continue;
      value = get_value (object, field);
      if (any && g_strcmp0 (first, value) != 0)
        {
          *out_text = NULL;
          return HEDDLE_SHARED_DIFFERENT;
        }
      first = value;
      any = TRUE;
    }
  *out_text = first;
  return first != NULL ? HEDDLE_SHARED_SAME : HEDDLE_SHARED_NONE;
}

/* ---- writing ------------------------------------------------------------------------------------------------------------------- */

static char *
dup_undo_name (HeddleSubject *self,
               const HeddleField *field)
{
  const HdObject *object = heddle_subject_get_object (self);
  guint n = self->uids->len;

  if (n > 1)
    /* Translators: an undo step, "Change Bandwidth of 12 objects" */
    return g_strdup_printf (ngettext ("Change %s of %u object", "Change %s of %u objects", n), field->title, n);
  return g_strdup_printf (_("Change %s of %s"), field->title,
                          object != NULL ? heddle_get_object_title (object) : hd_schema_get_title (self->kind));
}

static gboolean
write_each (HeddleSubject *self,
            const HeddleField *field,
            const char *text,
            GError **error)
{
  HdDocument *document = get_document (self);

  for (guint i = 0; i < self->uids->len; i++)
    {
      guint64 uid = g_array_index (self->uids, guint64, i);
      const HdObject *object = hd_document_get_object (document, uid);
      gboolean done = TRUE;

      if (object == NULL)
        continue;
      if (is_text (object, field))
        done = hd_document_set_text (document, uid, text, error);
      else
        done = heddle_edit_rename (document, uid, text, error);
      if (!done)
        return FALSE;
    }
  return TRUE;
}

gboolean
heddle_subject_write (HeddleSubject *self,
                      const HeddleField *field,
                      const char *text,
                      GError **error)
{
  HdDocument *document = get_document (self);
  const HdObject *first = heddle_subject_get_object (self);
  g_autofree char *name = dup_undo_name (self, field);
  gboolean done;

  if (self->uids->len == 0)
    {
      guint64 uid;

      hd_document_begin_group (document, name);
      uid = heddle_project_ensure (document, self->kind, error);
      done = uid != 0 && hd_document_set_attribute (document, uid, field->name, text[0] != '\0' ? text : NULL, error);
      if (uid != 0)
        g_array_append_val (self->uids, uid);
      hd_document_end_group (document);
      return done;
    }

  hd_document_begin_group (document, name);
  if ((field->kind == HD_FIELD_ID && text[0] != '\0') || (first != NULL && is_text (first, field)))
    done = write_each (self, field, text, error);
  else if (self->kind == HD_OBJECT_FACTOR && self->uids->len == 1)
    done = heddle_project_set_factor (document, heddle_session_get_catalog (self->session), heddle_session_get_design (self->session), g_array_index (self->uids, guint64, 0),
                                      field->name, text[0] != '\0' ? text : NULL, error);
  else
    done = heddle_edit_set (document, (const guint64 *) self->uids->data, self->uids->len, field->name,
                            text[0] != '\0' ? text : NULL, error);
  hd_document_end_group (document);
  return done;
}
