/* heddle-window-import.c: the system of another file becomes a part of the module that is looked at
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file is read in a session of its own, which gives it places too; what that holds is pasted: one step, which undo takes back. Until then, and
 * after a fault, the project is as it was.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-choose-file.h"
#include "heddle-edits.h"

#define GAP 120.0 /* px between what was there and what comes */

static const HdObject *
get_top (HdDocument *document)
{
  return hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
}

/* Beside what is drawn already, top to top; what is read again stands where it stood. */
static void
find_place (HeddleWindow *self,
            HeddleReading *reading)
{
  HeddleDrawing *here = heddle_session_get_drawing (self->session);
  HeddleRect bounds;

  reading->x = reading->y = NAN;
  if (reading->replaces != NULL && !reading->replaces->failed)
    {
      reading->module = reading->replaces->module;
      reading->x = reading->replaces->x;
      reading->y = reading->replaces->y;
      return;
    }
  reading->module = heddle_window_get_module (self);
  if (here == NULL || heddle_scene_n_nodes (heddle_drawing_get_scene (here)) == 0)
    return;
  bounds = heddle_scene_bounds (heddle_drawing_get_scene (here));
  reading->x = bounds.x + bounds.width + GAP;
  reading->y = bounds.y;
}

/* From where the file has it; NAN: it stays there. */
static void
get_shift (HeddleReading *reading,
           HeddleSession *read,
           double *out_dx,
           double *out_dy)
{
  HeddleDrawing *drawing;
  HeddleRect bounds;

  *out_dx = *out_dy = 0;
  heddle_session_leave_to (read, 0);
  drawing = heddle_session_get_drawing (read);
  if (drawing == NULL || isnan (reading->x))
    return;
  bounds = heddle_scene_bounds (heddle_drawing_get_scene (drawing));
  *out_dx = reading->x - bounds.x;
  *out_dy = reading->y - bounds.y;
}

/* ---- what is told of it ------------------------------------------------------------------------------------------------------------- */

/* Of what was pasted, that which is no longer called as in the file. */
static guint
count_renamed (HdDocument *document,
               HdDocument *read,
               GArray *uids)
{
  g_autoptr (GHashTable) ids = g_hash_table_new (g_str_hash, g_str_equal);
  const HdObject *top = get_top (read);
  guint n = 0;

  for (guint i = 0; i < hd_object_get_n_children (top); i++)
    if (hd_object_get_id (hd_object_get_child (top, i)) != NULL)
      g_hash_table_add (ids, (gpointer) hd_object_get_id (hd_object_get_child (top, i)));
  for (guint i = 0; i < uids->len; i++)
    {
      const char *id = hd_object_get_id (hd_document_get_object (document, g_array_index (uids, guint64, i)));

      n += id != NULL && !g_hash_table_contains (ids, id);
    }
  return n;
}

/* What an object of @clip has become: it has the same name there, beside it, or in the module of the same name. */
static const HdObject *
find_pasted (HdDocument *document,
             HdDocument *clip,
             guint64 uid,
             guint64 module)
{
  const HdObject *object = hd_document_get_object (clip, uid);
  const HdObject *block = object != NULL ? hd_document_get_object (clip, hd_document_get_parent (clip, uid)) : NULL;
  const HdObject *there;

  if (block == NULL || hd_object_get_id (object) == NULL)
    return NULL;
  there = hd_object_get_kind (block) == HD_OBJECT_TOP ? hd_document_get_object (document, module)
                                                      : hd_object_find_child (hd_document_get_root (document), HD_OBJECT_MODULE, hd_object_get_id (block));
  return there != NULL ? hd_object_find_child (there, hd_object_get_kind (object), hd_object_get_id (object)) : NULL;
}

/* @told leads into @clip; what is returned, into the document. */
static HdProblemList *
new_notes (HdDocument *document,
           HdDocument *clip,
           guint64 module,
           HdProblemList *told)
{
  HdProblemList *notes = hd_problem_list_new ();

  for (guint i = 0; i < hd_problem_list_get_length (told); i++)
    {
      const HdProblem *it = hd_problem_list_get (told, i);
      const HdObject *object = it->object_uid != 0 ? find_pasted (document, clip, it->object_uid, module) : NULL;
      g_autofree char *path = object != NULL ? hd_document_dup_path (document, hd_object_get_uid (object)) : NULL;

      hd_problem_list_take (notes, hd_problem_new (it->code, it->severity, path, object != NULL ? hd_object_get_uid (object) : 0, it->attribute, it->file,
                                                   it->line, it->hint, "%s", it->message));
    }
  return notes;
}

void
heddle_window_tell_import (HeddleWindow *self,
                           HeddleReading *reading,
                           guint n_renamed)
{
  g_autofree char *name = heddle_reading_dup_name (reading);
  g_autofree char *text = g_strdup_printf (_("“%s” was imported: %u guessed, %u left out, %u renamed"), name,
                                           hd_import_report_count (reading->report, HD_IMPORT_GUESSED),
                                           hd_import_report_count (reading->report, HD_IMPORT_LEFT_OUT), n_renamed);
  g_autofree char *markup = g_markup_escape_text (text, -1);
  AdwToast *toast = adw_toast_new (markup);

  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  heddle_window_set_undo_toast (self, toast);
}

/* ---- taking ------------------------------------------------------------------------------------------------------------------------- */

static gboolean
paste (HeddleWindow *self,
       HeddleReading *reading,
       HeddleSession *read,
       GError **error)
{
  HdDocument *document = heddle_session_get_document (self->session);
  g_autofree char *text = hd_document_to_string (heddle_session_get_document (read), NULL);
  g_autofree char *name = heddle_reading_dup_name (reading);
  g_autofree char *file_name = g_file_get_parse_name (reading->file);
  g_autofree char *step = g_strdup_printf (_("Import “%s”"), name);
  g_autoptr (HdDocument) clip = hd_document_load_from_data (text, -1, name, NULL, error);
  g_autoptr (HdProblemList) told = hd_problem_list_new ();
  double dx, dy;

  if (clip == NULL)
    return FALSE;
  hd_import_report_tell (reading->report, clip, file_name, told);
  get_shift (reading, read, &dx, &dy);
  hd_document_begin_group (document, step);
  reading->uids = heddle_edit_paste_project (document, reading->module, clip, dx, dy, step, error);
  if (reading->uids != NULL)
    {
      g_autoptr (HdProblemList) notes = new_notes (document, clip, reading->module, told);

      heddle_session_add_notes (self->session, notes, reading->uids);
    }
  hd_document_end_group (document);
  reading->n_undo = hd_document_get_n_undo (document);
  return reading->uids != NULL;
}

static gboolean
take (HeddleWindow *self,
      HeddleReading *reading,
      HeddleSession *read,
      GError **error)
{
  HdDocument *document = heddle_session_get_document (self->session);
  gboolean again = reading->replaces != NULL && !reading->replaces->failed;

  if (!heddle_window_can_edit (self) || (again && !heddle_reading_is_latest (reading->replaces, document)))
    {
      g_set_error_literal (error, HD_ERROR, HD_ERROR_INVALID, _("The project was changed meanwhile; nothing was imported."));
      return FALSE;
    }
  find_place (self, reading);
  if (again)
    hd_document_undo (document);
  if (!paste (self, reading, read, error))
    {
      if (again)
        hd_document_redo (document);
      return FALSE;
    }
  heddle_window_keep_reading (self, reading);
  heddle_window_select (self, reading->uids);
  if (!heddle_window_tell_mapping (self, reading, NULL))
    heddle_window_tell_import (self, reading, count_renamed (document, heddle_session_get_document (read), reading->uids));
  return TRUE;
}

static void
on_read (GObject *source,
         GAsyncResult *result,
         gpointer data)
{
  g_autoptr (HeddleWindow) self = data;
  g_autoptr (HeddleReading) reading = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  g_autofree char *heading = NULL;

  if (g_task_get_cancellable (G_TASK (result)) != self->loading) /* another file is being read */
    return;
  reading = heddle_window_end_load (self);
  if (heddle_session_load_finish (HEDDLE_SESSION (source), result, &error) && take (self, reading, HEDDLE_SESSION (source), &error))
    return;
  name = heddle_reading_dup_name (reading);
  heading = g_strdup_printf (_("“%s” could not be imported"), name);
  if (!heddle_window_tell_mapping (self, reading, error) && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    heddle_window_warn_reading (self, reading, heading, error->message);
}

void
heddle_window_read_into (HeddleWindow *self,
                         HeddleReading *reading)
{
  g_autoptr (HeddleSession) read = heddle_session_new (heddle_session_get_catalog (self->session));
  HdLoading how = heddle_reading_get_loading (reading);

  reading->into_project = TRUE;
  heddle_window_begin_load (self, reading);
  heddle_session_load_async (read, reading->file, &how, self->loading, on_read, g_object_ref (self));
}

void
heddle_window_import (HeddleWindow *self,
                      GFile *file)
{
  g_autoptr (HeddleReading) reading = heddle_reading_new (file, NULL);

  heddle_window_read_into (self, reading);
}

static void
on_import (GSimpleAction *action,
           GVariant *parameter,
           gpointer data)
{
  GtkFileChooser *chooser = heddle_choose_file (data, GTK_FILE_CHOOSER_ACTION_OPEN, _("Import into This Project"), _("_Import"), NULL,
                                                G_CALLBACK (heddle_window_import));

  heddle_window_add_filter (chooser, TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

static const GActionEntry entries[] = {
  { "import", on_import, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  heddle_window_enable (self, "import", heddle_window_can_edit (self));
}

const HeddleWindowActions heddle_window_import_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
