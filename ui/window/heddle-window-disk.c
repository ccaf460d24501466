/* heddle-window-disk.c: what other programs do to the file that a window shows
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The entity tag that the file had when it was read or written here tells whether it is still that. An unmodified project follows its file; a
 * modified one asks.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#define DELAY_MS 250 /* after an event: who writes a file does so in several steps */

#define RELOAD 1
#define KEEP 2
#define SAVE 3

/* NULL if there is no such file. */
static char *
dup_etag (GFile *file,
          gboolean *out_may_write)
{
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_ETAG_VALUE "," G_FILE_ATTRIBUTE_ACCESS_CAN_WRITE,
                                                  G_FILE_QUERY_INFO_NONE, NULL, NULL);

  if (info == NULL)
    return NULL;
  if (out_may_write != NULL)
    *out_may_write = g_file_info_get_attribute_boolean (info, G_FILE_ATTRIBUTE_ACCESS_CAN_WRITE);
  return g_strdup (g_file_info_get_etag (info));
}

/* BDSim has two files for a project; NULL for others, and if there is no second one. */
static char *
dup_parameters_etag (HeddleWindow *self)
{
  g_autoptr (GFile) parameters = self->file != NULL && hd_bdsim_is_topology (self->file) ? hd_bdsim_get_parameters (self->file) : NULL;

  return parameters != NULL ? dup_etag (parameters, NULL) : NULL;
}

gboolean
heddle_window_may_write (HeddleWindow *self)
{
  gboolean may_write = TRUE;
  g_autofree char *etag = dup_etag (self->file, &may_write);

  return etag == NULL || may_write;
}

gboolean
heddle_window_is_changed_on_disk (HeddleWindow *self)
{
  g_autofree char *etag = dup_etag (self->file, NULL);

  return etag != NULL && g_strcmp0 (etag, self->disk.etag) != 0;
}

/* ---- banner ----------------------------------------------------------------------------------------------------------------------- */

static void
show_banner (HeddleWindow *self,
             const char *text,
             int first,
             const char *first_label,
             int second,
             const char *second_label)
{
  GtkInfoBar *bar = GTK_INFO_BAR (self->disk.banner);

  gtk_label_set_label (GTK_LABEL (self->disk.banner_text), text);
  for (int response = RELOAD; response <= SAVE; response++)
    gtk_widget_set_visible (self->disk.banner_buttons[response - RELOAD], FALSE);
  if (first != 0)
    {
      gtk_button_set_label (GTK_BUTTON (self->disk.banner_buttons[first - RELOAD]), first_label);
      gtk_widget_set_visible (self->disk.banner_buttons[first - RELOAD], TRUE);
    }
  if (second != 0)
    {
      gtk_button_set_label (GTK_BUTTON (self->disk.banner_buttons[second - RELOAD]), second_label);
      gtk_widget_set_visible (self->disk.banner_buttons[second - RELOAD], TRUE);
    }
  gtk_info_bar_set_revealed (bar, TRUE);
}

static void
hide_banner (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);

  if (document != NULL && hd_document_get_read_only (document))
    show_banner (self, _("A newer version of Heddle wrote this project. It can be looked at and run, but not changed here: update Heddle to edit it."),
                 0, NULL, 0, NULL);
  else
    gtk_info_bar_set_revealed (GTK_INFO_BAR (self->disk.banner), FALSE);
}

/* ---- reading again ------------------------------------------------------------------------------------------------------------------- */

/* Where the user was, by names: another reading has other uids. */
typedef struct
{
  HeddleWindow *window;
  HeddleReading *reading;
  GPtrArray *ids;
  GArray *members;
  HeddleViewport viewport;
} View;

static View *
keep_view (HeddleWindow *self)
{
  View *view = g_new0 (View, 1);
  HdDocument *document = heddle_session_get_document (self->session);

  view->window = g_object_ref (self);
  /* Attributes of a graph keep the meanings that the user gave them. */
  view->reading = heddle_reading_new (self->file, heddle_window_get_map (self));
  view->ids = g_ptr_array_new_with_free_func (g_free);
  view->members = g_array_new (FALSE, FALSE, sizeof (int));
  view->viewport = *heddle_canvas_get_viewport (heddle_window_get_canvas (self));
  for (guint i = 0; i < heddle_session_get_depth (self->session); i++)
    {
      const HeddleLevel *level = heddle_session_get_level (self->session, i);

      g_ptr_array_add (view->ids, g_strdup (hd_object_get_id (hd_document_get_object (document, level->uid))));
      g_array_append_val (view->members, level->member);
    }
  return view;
}

static void
view_free (View *view)
{
  heddle_reading_unref (view->reading);
  g_object_unref (view->window);
  g_ptr_array_unref (view->ids);
  g_array_unref (view->members);
  g_free (view);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (View, view_free)

static void
restore_view (const View *view)
{
  HeddleSession *session = view->window->session;

  heddle_session_leave_to (session, 0);
  for (guint i = 0; i < view->ids->len; i++)
    {
      const HdObject *instance = hd_object_find_child (heddle_session_get_module (session), HD_OBJECT_INSTANCE, view->ids->pdata[i]);

      if (instance == NULL || !heddle_session_enter (session, hd_object_get_uid (instance), g_array_index (view->members, int, i)))
        return;
    }
  heddle_canvas_set_viewport (heddle_window_get_canvas (view->window), &view->viewport);
}

static void
on_reloaded (GObject *source,
             GAsyncResult *result,
             gpointer data)
{
  g_autoptr (View) view = data;
  HeddleWindow *self = view->window;
  g_autoptr (GError) error = NULL;

  heddle_header_bar_set_busy (self->header, FALSE);
  if (!heddle_session_load_finish (HEDDLE_SESSION (source), result, &error))
    {
      g_autofree char *message = g_strdup_printf (_("It was changed by another program and cannot be read now: %s"), error->message);

      /* What is shown is no longer in the file. */
      hd_document_set_unsaved (heddle_session_get_document (self->session), self->file);
      show_banner (self, message, RELOAD, _("_Reload"), SAVE, _("_Save Again"));
      return;
    }
  heddle_window_keep_reading (self, view->reading);
  heddle_window_begin_journal (self);
  heddle_window_watch_file (self);
  restore_view (view);
}

static void
reload (HeddleWindow *self)
{
  View *view = keep_view (self);
  HdLoading how = heddle_reading_get_loading (view->reading);

  heddle_header_bar_set_busy (self->header, TRUE);
  heddle_session_load_async (self->session, self->file, &how, NULL, on_reloaded, view);
}

/* The project here counts; the file is overwritten when it is saved. */
static void
keep (HeddleWindow *self)
{
  g_free (self->disk.etag);
  g_free (self->disk.parameters_etag);
  self->disk.etag = dup_etag (self->file, NULL);
  self->disk.parameters_etag = dup_parameters_etag (self);
  hd_document_set_unsaved (heddle_session_get_document (self->session), self->file);
  if (self->journal != NULL)
    heddle_journal_set_saved (self->journal, self->disk.etag);
  hide_banner (self);
}

static void
on_banner_response (HeddleWindow *self,
                    int response)
{
  if (response == RELOAD)
    reload (self);
  else if (response == KEEP)
    keep (self);
  else if (response == SAVE)
    {
      keep (self);
      heddle_window_save (self);
    }
}

GtkWidget *
heddle_window_new_banner (HeddleWindow *self)
{
  self->disk.banner = gtk_info_bar_new ();
  self->disk.banner_text = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->disk.banner_text), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->disk.banner_text), 0);
  gtk_widget_set_hexpand (self->disk.banner_text, TRUE);
  gtk_info_bar_set_message_type (GTK_INFO_BAR (self->disk.banner), GTK_MESSAGE_INFO);
  gtk_info_bar_add_child (GTK_INFO_BAR (self->disk.banner), self->disk.banner_text);
  for (int response = RELOAD; response <= SAVE; response++)
    {
      GtkWidget *button = gtk_info_bar_add_button (GTK_INFO_BAR (self->disk.banner), "", response);

      gtk_button_set_use_underline (GTK_BUTTON (button), TRUE);
      self->disk.banner_buttons[response - RELOAD] = button;
    }
  gtk_info_bar_set_revealed (GTK_INFO_BAR (self->disk.banner), FALSE);
  g_signal_connect_object (self->disk.banner, "response", G_CALLBACK (on_banner_response), self, G_CONNECT_SWAPPED);
  return self->disk.banner;
}

/* ---- watching --------------------------------------------------------------------------------------------------------------------------- */

static gboolean
check (gpointer data)
{
  HeddleWindow *self = data;
  HdDocument *document = heddle_session_get_document (self->session);
  g_autofree char *etag = NULL;
  g_autofree char *parameters_etag = NULL;

  self->disk.check = 0;
  /* Whose own save is under way looks again when it is done. */
  if (document == NULL || self->file == NULL || self->is_saving)
    return G_SOURCE_REMOVE;
  etag = dup_etag (self->file, NULL);
  parameters_etag = dup_parameters_etag (self);
  if (g_strcmp0 (etag, self->disk.etag) == 0 && g_strcmp0 (parameters_etag, self->disk.parameters_etag) == 0)
    hide_banner (self);
  else if (etag == NULL)
    {
      hd_document_set_unsaved (document, self->file);
      show_banner (self, _("The file was moved or deleted. The project stays open here until you close it."), SAVE, _("_Save Again"), 0, NULL);
    }
  else if (!hd_document_get_modified (document) && !heddle_session_is_active (self->session))
    reload (self);
  else
    show_banner (self, _("Another program has changed this project on disk."), RELOAD, _("_Reload"), KEEP, _("_Keep Mine"));
  return G_SOURCE_REMOVE;
}

static void
on_file_event (HeddleWindow *self)
{
  if (self->disk.check == 0)
    self->disk.check = g_timeout_add (DELAY_MS, check, self);
}

static GFileMonitor *
watch (HeddleWindow *self,
       GFile *file)
{
  GFileMonitor *monitor = g_file_monitor_file (file, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);

  if (monitor != NULL)
    g_signal_connect_object (monitor, "changed", G_CALLBACK (on_file_event), self, G_CONNECT_SWAPPED);
  return monitor;
}

void
heddle_window_drop_disk (HeddleWindow *self)
{
  g_clear_handle_id (&self->disk.check, g_source_remove);
  g_clear_object (&self->disk.monitor);
  g_clear_object (&self->disk.parameters_monitor);
  g_clear_pointer (&self->disk.etag, g_free);
  g_clear_pointer (&self->disk.parameters_etag, g_free);
}

void
heddle_window_watch_file (HeddleWindow *self)
{
  heddle_window_drop_disk (self);
  if (self->file != NULL)
    {
      self->disk.monitor = watch (self, self->file);
      self->disk.etag = dup_etag (self->file, NULL);
      self->disk.parameters_etag = dup_parameters_etag (self);
    }
  if (self->file != NULL && hd_bdsim_is_topology (self->file))
    {
      g_autoptr (GFile) parameters = hd_bdsim_get_parameters (self->file);

      self->disk.parameters_monitor = watch (self, parameters);
    }
  if (self->journal != NULL)
    heddle_journal_set_saved (self->journal, self->disk.etag);
  hide_banner (self);
}
