/* hd-document.c: a project that can be edited, undone and saved
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-document"

#include "hd-document-private.h"

#include "hd-limits.h"
#include "hd-object-path.h"
#include "hd-snapshot-private.h"

#define NEVER_SAVED G_MAXUINT

struct _HdDocument
{
  GObject parent_instance;

  /* owned */
  HdObjectTree tree;
  GPtrArray *before;
  GPtrArray *after;
  GPtrArray *steps; /* done ones first, then what can be redone */
  HdStep *open_step;
  GArray *changes;
  GArray *groups; /* Mark of each group that is open */
  GFile *file;
  char *file_name;
  HdSnapshot *snapshot; /* of the present state, if one was taken */

  guint n_done;
  guint n_forgotten; /* of the oldest steps, only names are kept */
  gsize history_size, history_limit; /* in bytes */
  gboolean hold_history;
  guint n_saved;  /* value of n_done at which the file holds the document */
  guint n_saving; /* the same of the file that is being written */
  gboolean read_only;
  gboolean saving;
};

/* What the open step and the changes held when a group began */
typedef struct
{
  guint n_edits;
  guint n_changes;
} Mark;

G_DEFINE_FINAL_TYPE (HdDocument, hd_document, G_TYPE_OBJECT)

enum
{
  PROP_0,
  PROP_NAME,
  PROP_FILE,
  PROP_MODIFIED,
  PROP_READ_ONLY,
  PROP_CAN_UNDO,
  PROP_CAN_REDO,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];
static guint signal_changed;

static void
hd_document_get_property (GObject *object,
                          guint property_id,
                          GValue *value,
                          GParamSpec *pspec)
{
  HdDocument *self = HD_DOCUMENT (object);

  switch (property_id)
    {
    case PROP_NAME:
      g_value_set_string (value, hd_document_get_name (self));
      break;
    case PROP_FILE:
      g_value_set_object (value, self->file);
      break;
    case PROP_MODIFIED:
      g_value_set_boolean (value, hd_document_get_modified (self));
      break;
    case PROP_READ_ONLY:
      g_value_set_boolean (value, self->read_only);
      break;
    case PROP_CAN_UNDO:
      g_value_set_boolean (value, hd_document_get_undo_name (self) != NULL);
      break;
    case PROP_CAN_REDO:
      g_value_set_boolean (value, hd_document_get_redo_name (self) != NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, property_id, pspec);
    }
}

static void
hd_document_finalize (GObject *object)
{
  HdDocument *self = HD_DOCUMENT (object);

  hd_object_tree_clear (&self->tree);
  g_clear_pointer (&self->before, g_ptr_array_unref);
  g_clear_pointer (&self->after, g_ptr_array_unref);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_clear_pointer (&self->open_step, hd_step_free);
  g_clear_pointer (&self->changes, g_array_unref);
  g_clear_pointer (&self->groups, g_array_unref);
  g_clear_object (&self->file);
  g_clear_pointer (&self->file_name, g_free);
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);

  G_OBJECT_CLASS (hd_document_parent_class)->finalize (object);
}

static void
hd_document_class_init (HdDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hd_document_get_property;
  object_class->finalize = hd_document_finalize;

  properties[PROP_NAME] = g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_FILE] = g_param_spec_object ("file", NULL, NULL, G_TYPE_FILE, flags);
  properties[PROP_MODIFIED] = g_param_spec_boolean ("modified", NULL, NULL, FALSE, flags);
  properties[PROP_READ_ONLY] = g_param_spec_boolean ("read-only", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_UNDO] = g_param_spec_boolean ("can-undo", NULL, NULL, FALSE, flags);
  properties[PROP_CAN_REDO] = g_param_spec_boolean ("can-redo", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signal_changed = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                 G_TYPE_POINTER, G_TYPE_UINT);
}

static void
hd_document_init (HdDocument *self)
{
  self->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) hd_step_free);
  self->changes = g_array_new (FALSE, FALSE, sizeof (HdChange));
  self->history_limit = HD_LIMIT_HISTORY_BYTES;
  self->groups = g_array_new (FALSE, FALSE, sizeof (Mark));
}

HdDocument *
_hd_document_new_from_tree (HdObject *root_take,
                            GPtrArray *before,
                            GPtrArray *after)
{
  HdDocument *self = g_object_new (HD_TYPE_DOCUMENT, NULL);

  hd_object_tree_init (&self->tree, root_take);
  self->before = before != NULL ? g_ptr_array_ref (before) : g_ptr_array_new ();
  self->after = after != NULL ? g_ptr_array_ref (after) : g_ptr_array_new ();
  return self;
}

HdDocument *
hd_document_new (const char *name)
{
  HdObject *root = hd_object_new (HD_OBJECT_PROJECT, "version", G_STRINGIFY (HD_FORMAT_VERSION), NULL);

  if (name != NULL)
    hd_object_set_initial (root, "name", name);
  hd_object_append_initial (root, hd_object_new (HD_OBJECT_TOP, NULL, NULL));
  return _hd_document_new_from_tree (root, NULL, NULL);
}

/* ---- reading ------------------------------------------------------------------------------------------------------- */

HdSnapshot *
hd_document_snapshot (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);

  if (self->snapshot == NULL)
    {
      self->snapshot = _hd_snapshot_new (self->tree.root, self->before, self->after, self->file, self->file_name, self->tree.texts);
      hd_object_tree_share (&self->tree);
    }
  return hd_snapshot_ref (self->snapshot);
}

const HdObject *
hd_document_get_root (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);

  return self->tree.root;
}

const HdObject *
hd_document_get_object (HdDocument *self,
                        guint64 uid)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);

  return hd_object_tree_get (&self->tree, uid);
}

guint64
hd_document_get_parent (HdDocument *self,
                        guint64 uid)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), 0);

  return hd_object_tree_get_parent (&self->tree, uid);
}

char *
hd_document_dup_path (HdDocument *self,
                      guint64 uid)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);

  const HdObject *chain[HD_LIMIT_DEPTH + 1];
  guint n = 0;

  for (; hd_object_tree_get (&self->tree, uid) != NULL && n < G_N_ELEMENTS (chain); uid = hd_object_tree_get_parent (&self->tree, uid))
    chain[n++] = hd_object_tree_get (&self->tree, uid);
  for (guint i = 0; i < n / 2; i++)
    {
      const HdObject *object = chain[i];
      chain[i] = chain[n - 1 - i];
      chain[n - 1 - i] = object;
    }
  return hd_object_path_format (chain, n);
}

const char *
hd_document_get_name (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);

  return hd_object_get (self->tree.root, "name");
}

GFile *
hd_document_get_file (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);

  return self->file;
}

gboolean
hd_document_get_modified (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);

  return self->n_done != self->n_saved || (self->open_step != NULL && self->open_step->edits->len > 0);
}

gboolean
hd_document_get_read_only (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);

  return self->read_only;
}

HdObjectTree *
_hd_document_get_tree (HdDocument *self)
{
  return &self->tree;
}

void
_hd_document_forget_snapshot (HdDocument *self)
{
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
}

void
_hd_document_set_read_only (HdDocument *self,
                            gboolean read_only)
{
  self->read_only = read_only;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_READ_ONLY]);
}

void
_hd_document_set_file (HdDocument *self,
                       GFile *file,
                       const char *name)
{
  g_set_object (&self->file, file);
  g_free (self->file_name);
  self->file_name = g_strdup (name);
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FILE]);
}

gboolean
_hd_document_begin_save (HdDocument *self)
{
  if (self->saving)
    return FALSE;
  self->saving = TRUE;
  self->n_saving = self->n_done;
  return TRUE;
}

void
_hd_document_end_save (HdDocument *self,
                       gboolean saved)
{
  self->saving = FALSE;
  if (!saved)
    return;
  self->n_saved = self->n_saving;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
}

void
hd_document_set_unsaved (HdDocument *self,
                         GFile *file)
{
  g_return_if_fail (HD_IS_DOCUMENT (self));

  g_autofree char *name = file != NULL ? g_file_get_parse_name (file) : NULL;

  _hd_document_set_file (self, file, name);
  self->n_saved = NEVER_SAVED;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_MODIFIED]);
}

GPtrArray *
_hd_document_get_steps (HdDocument *self,
                        guint *out_n_done)
{
  *out_n_done = self->n_done;
  return self->steps;
}

/* ---- history ------------------------------------------------------------------------------------------------------- */

static void
announce (HdDocument *self)
{
  g_autoptr (GArray) changes = g_steal_pointer (&self->changes);
  gboolean renamed = FALSE;

  self->changes = g_array_new (FALSE, FALSE, sizeof (HdChange));
  for (guint i = 0; i < changes->len; i++)
    renamed |= g_array_index (changes, HdChange, i).uid == HD_ROOT_UID;

  g_object_freeze_notify (G_OBJECT (self));
  for (guint i = PROP_MODIFIED; i < N_PROPS; i++)
    if (i != PROP_READ_ONLY)
      g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
  if (renamed)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
  g_signal_emit (self, signal_changed, 0, changes->data, changes->len);
  g_object_thaw_notify (G_OBJECT (self));
}

void
_hd_document_record (HdDocument *self,
                     HdEdit *edit_take)
{
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  hd_edit_redo (edit_take, &self->tree);
  hd_edit_report (edit_take, &self->tree, FALSE, self->changes);
  self->open_step->size += hd_edit_get_size (edit_take);
  g_ptr_array_add (self->open_step->edits, edit_take);
}

void
hd_document_set_name (HdDocument *self,
                      const char *name)
{
  g_return_if_fail (HD_IS_DOCUMENT (self));
  g_return_if_fail (name != NULL && self->groups->len == 0);

  if (g_strcmp0 (hd_document_get_name (self), name) == 0)
    return;

  g_autoptr (HdEdit) edit = hd_edit_new_attribute (&self->tree, HD_ROOT_UID, "name", name);

  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  hd_edit_redo (edit, &self->tree);
  hd_edit_report (edit, &self->tree, FALSE, self->changes);
  announce (self);
}

/* Steps after the first @n are gone. */
static void
cut_steps (HdDocument *self,
           guint n)
{
  for (guint i = n; i < self->steps->len; i++)
    self->history_size -= ((HdStep *) g_ptr_array_index (self->steps, i))->size;
  g_ptr_array_set_size (self->steps, n);
}

void
hd_document_settle (HdDocument *self)
{
  g_return_if_fail (HD_IS_DOCUMENT (self));
  g_return_if_fail (self->groups->len == 0 && !self->saving);

  cut_steps (self, 0);
  self->n_done = self->n_forgotten = self->n_saved = 0;
  announce (self);
}

/* The last step is always kept. */
static void
forget (HdDocument *self)
{
  while (self->history_size > self->history_limit && self->n_forgotten + 1 < self->n_done && !self->hold_history)
    {
      HdStep *step = g_ptr_array_index (self->steps, self->n_forgotten++);

      self->history_size -= step->size;
      step->size = 0;
      g_ptr_array_set_size (step->edits, 0);
    }
}

void
hd_document_begin_group (HdDocument *self,
                         const char *name)
{
  g_return_if_fail (HD_IS_DOCUMENT (self));

  if (self->open_step == NULL)
    self->open_step = hd_step_new (name);

  Mark mark = { self->open_step->edits->len, self->changes->len };
  g_array_append_val (self->groups, mark);
}

void
hd_document_end_group (HdDocument *self)
{
  g_return_if_fail (HD_IS_DOCUMENT (self));
  g_return_if_fail (self->groups->len > 0);

  g_array_set_size (self->groups, self->groups->len - 1);
  if (self->groups->len > 0)
    return;

  HdStep *step = g_steal_pointer (&self->open_step);
  if (step->edits->len == 0)
    {
      hd_step_free (step);
      return;
    }
  /* States that redo would have come back to are gone. */
  if (self->n_saved > self->n_done)
    self->n_saved = NEVER_SAVED;
  if (self->n_saving > self->n_done)
    self->n_saving = NEVER_SAVED;
  cut_steps (self, self->n_done);
  g_ptr_array_add (self->steps, step);
  self->history_size += step->size;
  self->n_done++;
  forget (self);
  announce (self);
}

void
hd_document_cancel_group (HdDocument *self)
{
  g_return_if_fail (HD_IS_DOCUMENT (self));
  g_return_if_fail (self->groups->len > 0);

  Mark mark = g_array_index (self->groups, Mark, self->groups->len - 1);
  GPtrArray *edits = self->open_step->edits;

  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  hd_object_tree_share (&self->tree);
  for (guint i = edits->len; i > mark.n_edits; i--)
    hd_edit_undo (g_ptr_array_index (edits, i - 1), &self->tree);
  g_ptr_array_set_size (edits, mark.n_edits);
  g_array_set_size (self->changes, mark.n_changes);
  g_array_set_size (self->groups, self->groups->len - 1);
  if (self->groups->len == 0)
    g_clear_pointer (&self->open_step, hd_step_free);
}

static gboolean
can_travel (HdDocument *self,
            guint n)
{
  return self->groups->len == 0 && n >= self->n_forgotten && n <= self->steps->len;
}

/* Both directions: from now on the trees in the records are older than the document, so that they are shared with it, never written. */
static void
travel (HdDocument *self,
        gboolean undo)
{
  g_clear_pointer (&self->snapshot, hd_snapshot_unref);
  hd_object_tree_share (&self->tree);

  HdStep *step = g_ptr_array_index (self->steps, undo ? self->n_done - 1 : self->n_done);
  for (guint i = 0; i < step->edits->len; i++)
    {
      const HdEdit *edit = g_ptr_array_index (step->edits, undo ? step->edits->len - 1 - i : i);
      if (undo)
        hd_edit_undo (edit, &self->tree);
      else
        hd_edit_redo (edit, &self->tree);
      hd_edit_report (edit, &self->tree, undo, self->changes);
    }
  self->n_done += undo ? -1 : 1;
}

gboolean
hd_document_travel_to (HdDocument *self,
                       guint n)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);

  if (!can_travel (self, n))
    return FALSE;
  if (n == self->n_done)
    return TRUE;
  while (self->n_done != n)
    travel (self, n < self->n_done);
  announce (self);
  return TRUE;
}

gboolean
hd_document_undo (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);

  return self->n_done > 0 && hd_document_travel_to (self, self->n_done - 1);
}

gboolean
hd_document_redo (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), FALSE);

  return hd_document_travel_to (self, self->n_done + 1);
}

const char *
hd_document_get_undo_name (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);

  return self->n_done > self->n_forgotten ? ((HdStep *) g_ptr_array_index (self->steps, self->n_done - 1))->name : NULL;
}

const char *
hd_document_get_redo_name (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);

  return self->n_done < self->steps->len ? ((HdStep *) g_ptr_array_index (self->steps, self->n_done))->name : NULL;
}

guint
hd_document_get_n_undo (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), 0);

  return self->n_done;
}

guint
hd_document_get_n_redo (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), 0);

  return self->steps->len - self->n_done;
}

const char *
hd_document_get_step_name (HdDocument *self,
                           guint n)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (n < self->steps->len, NULL);

  return ((HdStep *) g_ptr_array_index (self->steps, n))->name;
}

guint
hd_document_get_n_forgotten (HdDocument *self)
{
  g_return_val_if_fail (HD_IS_DOCUMENT (self), 0);

  return self->n_forgotten;
}

void
hd_document_set_history_limit (HdDocument *self,
                               gsize bytes)
{
  g_return_if_fail (HD_IS_DOCUMENT (self));

  self->history_limit = bytes;
  forget (self);
}

void
_hd_document_hold_history (HdDocument *self,
                           gboolean hold)
{
  self->hold_history = hold;
  forget (self);
}

void
_hd_document_roll_back (HdDocument *self,
                        guint n_done)
{
  while (self->n_done > n_done)
    {
      travel (self, TRUE);
      cut_steps (self, self->n_done);
      announce (self);
    }
}
