/* heddle-window-clipboard.c: cut, copy, paste, duplicate, delete
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is copied is project XML, also as plain text: it crosses windows, and can be mailed.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-edits.h"

#define MIME_TYPE "application/x-heddle+xml"
#define SHIFT 24.0        /* px that a copy lies beside what it was copied from */
#define N_TOLD 2          /* so many objects deleted at once are told of, with a way back */
#define MAX_CLIPBOARD (64 * 1024 * 1024)

static GdkClipboard *
get_clipboard (HeddleWindow *self)
{
  return gtk_widget_get_clipboard (GTK_WIDGET (self));
}

/* ---- delete ---------------------------------------------------------------------------------------------------------------------- */

static void
offer_undo (HeddleWindow *self,
            guint n)
{
  g_autofree char *text = g_strdup_printf (ngettext ("Deleted %u object", "Deleted %u objects", n), n);
  AdwToast *toast = adw_toast_new (text);

  adw_toast_set_button_label (toast, _("_Undo"));
  adw_toast_set_action_name (toast, "win.undo");
  heddle_window_set_undo_toast (self, toast);
}

static gboolean
delete_selected (HeddleWindow *self)
{
  g_autoptr (GArray) uids = heddle_window_dup_selected (self);
  g_autoptr (GError) error = NULL;

  heddle_session_select_none (self->session);
  if (heddle_session_delete (self->session, (const guint64 *) uids->data, uids->len, &error))
    {
      if (uids->len >= N_TOLD)
        offer_undo (self, uids->len);
      return TRUE;
    }
  heddle_window_tell (self, error->message);
  return FALSE;
}

static void
on_delete (GSimpleAction *action,
           GVariant *parameter,
           gpointer data)
{
  delete_selected (data);
}

/* ---- copy -------------------------------------------------------------------------------------------------------------------------- */

static char *
dup_selected_xml (HeddleWindow *self)
{
  g_autoptr (GArray) uids = heddle_window_dup_selected (self);

  return heddle_edit_copy (heddle_session_get_document (self->session), heddle_window_get_module (self), (const guint64 *) uids->data, uids->len);
}

static gboolean
copy (HeddleWindow *self)
{
  g_autofree char *text = dup_selected_xml (self);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GdkContentProvider) provider = NULL;

  if (text == NULL)
    {
      heddle_window_tell (self, _("Nothing of what is selected can be copied"));
      return FALSE;
    }
  bytes = g_bytes_new (text, strlen (text));
  provider = gdk_content_provider_new_union ((GdkContentProvider *[]){ gdk_content_provider_new_for_bytes (MIME_TYPE, bytes),
                                                                        gdk_content_provider_new_typed (G_TYPE_STRING, text) },
                                             2);
  gdk_clipboard_set_content (get_clipboard (self), provider);
  self->n_pasted = 0;
  return TRUE;
}

static void
on_copy (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  copy (data);
}

static void
on_cut (GSimpleAction *action,
        GVariant *parameter,
        gpointer data)
{
  HeddleWindow *self = data;

  /* Pasted once, it lies where it was. */
  if (copy (self) && delete_selected (self))
    self->n_pasted = -1;
}

/* ---- paste ------------------------------------------------------------------------------------------------------------------------- */

static gboolean
paste (HeddleWindow *self,
       const char *text,
       double shift,
       const char *undo_name,
       GError **error)
{
  g_autoptr (GArray) uids = heddle_edit_paste (heddle_session_get_document (self->session), heddle_session_get_catalog (self->session),
                                               heddle_window_get_module (self), text, shift, shift, undo_name, error);

  if (uids == NULL)
    return FALSE;
  heddle_window_select (self, uids);
  return TRUE;
}

static void
paste_from_clipboard (HeddleWindow *self,
                      const char *text)
{
  g_autoptr (GError) error = NULL;

  /* The window may have changed while another program gave its text. */
  if (!heddle_window_can_edit (self))
    return;
  if (paste (self, text, SHIFT * (self->n_pasted + 1), _("Paste"), &error))
    self->n_pasted++;
  else
    heddle_window_warn (self, _("What is in the clipboard cannot be pasted"), error->message, "canvas");
}

static void
on_text (GObject *source,
         GAsyncResult *result,
         gpointer data)
{
  g_autoptr (HeddleWindow) self = data;
  g_autofree char *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);

  if (text != NULL)
    paste_from_clipboard (self, text);
}

static void
on_bytes (GObject *source,
          GAsyncResult *result,
          gpointer data)
{
  g_autoptr (HeddleWindow) self = data;
  g_autoptr (GError) error = NULL;

  if (g_output_stream_splice_finish (G_OUTPUT_STREAM (source), result, &error) < 0)
    {
      heddle_window_tell (self, error->message);
      return;
    }

  g_autoptr (GBytes) bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (source));
  gsize length;
  const char *data_bytes = g_bytes_get_data (bytes, &length);
  g_autofree char *text = g_strndup (data_bytes, MIN (length, MAX_CLIPBOARD));

  paste_from_clipboard (self, text);
}

static void
on_stream (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  g_autoptr (HeddleWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GInputStream) in = gdk_clipboard_read_finish (GDK_CLIPBOARD (source), result, NULL, &error);
  g_autoptr (GOutputStream) out = NULL;

  if (in == NULL)
    {
      heddle_window_tell (self, error->message);
      return;
    }
  out = g_memory_output_stream_new_resizable ();
  g_output_stream_splice_async (out, in, G_OUTPUT_STREAM_SPLICE_CLOSE_SOURCE | G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, G_PRIORITY_DEFAULT, NULL,
                                on_bytes, g_steal_pointer (&self));
}

static void
on_paste (GSimpleAction *action,
          GVariant *parameter,
          gpointer data)
{
  HeddleWindow *self = data;
  GdkClipboard *clipboard = get_clipboard (self);

  if (gdk_content_formats_contain_mime_type (gdk_clipboard_get_formats (clipboard), MIME_TYPE))
    gdk_clipboard_read_async (clipboard, (const char *[]){ MIME_TYPE, NULL }, G_PRIORITY_DEFAULT, NULL, on_stream, g_object_ref (self));
  else
    gdk_clipboard_read_text_async (clipboard, NULL, on_text, g_object_ref (self));
}

static void
on_duplicate (GSimpleAction *action,
              GVariant *parameter,
              gpointer data)
{
  HeddleWindow *self = data;
  g_autofree char *text = dup_selected_xml (self);
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    heddle_window_tell (self, _("Nothing of what is selected can be copied"));
  else if (!paste (self, text, SHIFT, _("Duplicate"), &error))
    heddle_window_tell (self, error->message);
}

static gboolean
may_paste (HeddleWindow *self)
{
  GdkContentFormats *formats = gdk_clipboard_get_formats (get_clipboard (self));

  return gdk_content_formats_contain_mime_type (formats, MIME_TYPE) || gdk_content_formats_contain_gtype (formats, G_TYPE_STRING)
         || gdk_content_formats_contain_mime_type (formats, "text/plain;charset=utf-8");
}

/* ---- actions ------------------------------------------------------------------------------------------------------------------------- */

static void
on_clipboard_changed (HeddleWindow *self,
                      GdkClipboard *clipboard)
{
  /* What another program copied is not from here. */
  if (!gdk_clipboard_is_local (clipboard))
    self->n_pasted = 0;
  heddle_window_update_actions (self);
}

static const GActionEntry entries[] = {
  { "cut", on_cut, NULL, NULL, NULL, { 0 } },
  { "copy", on_copy, NULL, NULL, NULL, { 0 } },
  { "paste", on_paste, NULL, NULL, NULL, { 0 } },
  { "duplicate", on_duplicate, NULL, NULL, NULL, { 0 } },
  { "delete", on_delete, NULL, NULL, NULL, { 0 } },
};

static void
set_up (HeddleWindow *self)
{
  g_signal_connect_object (get_clipboard (self), "changed", G_CALLBACK (on_clipboard_changed), self, G_CONNECT_SWAPPED);
}

static void
update (HeddleWindow *self)
{
  gboolean selected = heddle_session_get_n_selected (self->session) > 0;
  gboolean edits = heddle_window_can_edit (self);

  heddle_window_enable (self, "cut", edits && selected);
  heddle_window_enable (self, "copy", selected);
  heddle_window_enable (self, "paste", edits && may_paste (self));
  heddle_window_enable (self, "duplicate", edits && selected);
  heddle_window_enable (self, "delete", edits && selected);
}

const HeddleWindowActions heddle_window_clipboard_actions = { entries, G_N_ELEMENTS (entries), FALSE, set_up, update };
