/* heddle-canvas-rename.c: names and notes, edited where they are drawn
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-canvas"

#include "heddle-canvas-private.h"

#include <glib/gi18n.h>

#include "heddle-focus.h"
#include "heddle-look.h"

#define NOTE_WIDTH 280
#define NOTE_HEIGHT 120

typedef struct
{
  HeddleCanvas *canvas; /* borrowed: the popover is its child */
  guint64 uid;
  GtkWidget *entry;     /* of a name */
  GtkWidget *message;
  GtkTextBuffer *text;  /* of a note */
  gboolean given_up;    /* by Escape */
} Rename;

/* ---- a name -------------------------------------------------------------------------------------------------------------------- */

/* A wrong name stays in the entry with what is wrong about it. */
static void
on_entry_activated (Rename *rename)
{
  HeddleCanvas *self = rename->canvas;
  HdDocument *document = heddle_canvas_get_document (self);
  const char *id = gtk_editable_get_text (GTK_EDITABLE (rename->entry));
  g_autoptr (GError) error = NULL;

  if (g_strcmp0 (id, hd_object_get_id (hd_document_get_object (document, rename->uid))) != 0
      && !heddle_edit_rename (document, rename->uid, id, &error))
    {
      gtk_widget_add_css_class (rename->entry, "error");
      gtk_label_set_label (GTK_LABEL (rename->message), error->message);
      gtk_widget_set_visible (rename->message, TRUE);
      gtk_accessible_update_state (GTK_ACCESSIBLE (rename->entry), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE, -1);
      return;
    }
  heddle_canvas_close_popover (self);
}

static void
on_entry_changed (Rename *rename)
{
  gtk_widget_remove_css_class (rename->entry, "error");
  gtk_widget_set_visible (rename->message, FALSE);
  gtk_accessible_reset_state (GTK_ACCESSIBLE (rename->entry), GTK_ACCESSIBLE_STATE_INVALID);
}

static GtkWidget *
new_name_editor (Rename *rename,
                 const HdObject *object)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  rename->entry = gtk_entry_new ();
  rename->message = gtk_label_new (NULL);
  gtk_editable_set_text (GTK_EDITABLE (rename->entry), hd_object_get_id (object) != NULL ? hd_object_get_id (object) : "");
  gtk_editable_select_region (GTK_EDITABLE (rename->entry), 0, -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (rename->entry), 16);
  heddle_set_accessible_label (rename->entry, _("Name"));
  gtk_label_set_wrap (GTK_LABEL (rename->message), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (rename->message), 28);
  gtk_label_set_xalign (GTK_LABEL (rename->message), 0);
  gtk_widget_add_css_class (rename->message, "error");
  gtk_widget_set_visible (rename->message, FALSE);
  gtk_box_append (GTK_BOX (box), rename->entry);
  gtk_box_append (GTK_BOX (box), rename->message);
  g_signal_connect_swapped (rename->entry, "activate", G_CALLBACK (on_entry_activated), rename);
  g_signal_connect_swapped (rename->entry, "changed", G_CALLBACK (on_entry_changed), rename);
  return box;
}

/* ---- a note --------------------------------------------------------------------------------------------------------------------- */

static void
write_note (Rename *rename)
{
  HdDocument *document = heddle_canvas_get_document (rename->canvas);
  const HdObject *note = hd_document_get_object (document, rename->uid);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  GtkTextIter begin, end;

  gtk_text_buffer_get_bounds (rename->text, &begin, &end);
  text = gtk_text_buffer_get_text (rename->text, &begin, &end, FALSE);
  if (note == NULL || g_strcmp0 (text, hd_object_get_text (note) != NULL ? hd_object_get_text (note) : "") == 0)
    return;
  hd_document_begin_group (document, _("Edit note"));
  hd_document_set_text (document, rename->uid, text, &error);
  hd_document_end_group (document);
  if (error != NULL)
    heddle_canvas_tell_error (rename->canvas, &error);
}

static gboolean
on_note_key (Rename *rename,
             guint key,
             guint code,
             GdkModifierType state)
{
  gboolean done = (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter) && (state & GDK_CONTROL_MASK);

  rename->given_up = key == GDK_KEY_Escape;
  if (done || rename->given_up)
    heddle_canvas_close_popover (rename->canvas);
  return done || rename->given_up;
}

static GtkWidget *
new_note_editor (Rename *rename,
                 const HdObject *object)
{
  GtkWidget *scroller = gtk_scrolled_window_new (), *view = gtk_text_view_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  rename->text = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_text_buffer_set_text (rename->text, hd_object_get_text (object) != NULL ? hd_object_get_text (object) : "", -1);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  heddle_keep_cursor (GTK_TEXT_VIEW (view));
  gtk_text_view_set_left_margin (GTK_TEXT_VIEW (view), 6);
  gtk_text_view_set_top_margin (GTK_TEXT_VIEW (view), 6);
  heddle_set_accessible_label (view, _("Text of the note"));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_widget_set_size_request (scroller, NOTE_WIDTH, NOTE_HEIGHT);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_note_key), rename);
  gtk_widget_add_controller (view, keys);
  return scroller;
}

/* A click elsewhere keeps what was typed; of a name only if it is one. */
static void
on_closed (Rename *rename)
{
  if (rename->text != NULL && !rename->given_up)
    write_note (rename);
}

/* ---- either --------------------------------------------------------------------------------------------------------------------- */

static gboolean
has_name (HdObjectKind kind)
{
  return kind == HD_OBJECT_COMPONENT || kind == HD_OBJECT_INSTANCE || kind == HD_OBJECT_GENERATE || kind == HD_OBJECT_LINK || kind == HD_OBJECT_PORT;
}

gboolean
heddle_canvas_begin_rename (HeddleCanvas *self)
{
  guint64 uid = heddle_session_get_selected (self->session, 0).uid;
  HdDocument *document = heddle_canvas_get_document (self);
  const HdObject *object = uid != 0 && document != NULL ? hd_document_get_object (document, uid) : NULL;
  GtkWidget *popover;
  HeddleRect place;
  Rename *rename;

  if (object == NULL || self->drawing == NULL || !heddle_drawing_get_rect (self->drawing, uid, &place))
    return FALSE;
  if (hd_object_get_kind (object) != HD_OBJECT_NOTE && !has_name (hd_object_get_kind (object)))
    return FALSE;
  if (hd_document_get_read_only (document))
    {
      heddle_canvas_tell (self, g_strdup (_("This project is read-only")));
      return FALSE;
    }

  rename = g_new0 (Rename, 1);
  rename->canvas = self;
  rename->uid = uid;
  popover = gtk_popover_new ();
  gtk_popover_set_child (GTK_POPOVER (popover), hd_object_get_kind (object) == HD_OBJECT_NOTE ? new_note_editor (rename, object)
                                                                                                : new_name_editor (rename, object));
  g_signal_connect_data (popover, "closed", G_CALLBACK (on_closed), rename, (GClosureNotify) G_CALLBACK (g_free), G_CONNECT_SWAPPED);
  heddle_canvas_scroll_to (self, &place);
  heddle_canvas_present_popover (self, popover, &place);
  return TRUE;
}
