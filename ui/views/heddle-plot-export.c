/* heddle-plot-export.c: a button that writes what a plot shows to a file
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-plot-export"

#include "heddle-plot-export.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-choose-file.h"
#include "heddle-export.h"
#include "heddle-topic.h"

#define PICTURE_SCALE 2.0

struct _HeddlePlotExport
{
  GtkWidget parent_instance;

  /* Owned */
  GtkWidget *button;
  char *title;
  char *fault;

  /* Borrowed */
  const HeddlePlotSource *source;
  gpointer plot;
  const HeddlePlotFormat *formats;
  guint n_formats;
};

G_DEFINE_FINAL_TYPE (HeddlePlotExport, heddle_plot_export, GTK_TYPE_WIDGET)

/* ---- files ------------------------------------------------------------------------------------------------------------------------- */

static gboolean
has_any (HeddlePlotExport *self)
{
  g_autofree char *name = self->source->dup_name (self->plot);

  return name != NULL;
}

static gboolean
save_picture (HeddlePlotExport *self,
              const char *path,
              GError **error)
{
  HeddleExportFormat format;
  double width, height;

  if (!heddle_export_format_from_path (path, &format, error))
    return FALSE;
  self->source->get_picture_size (self->plot, &width, &height);
  return heddle_export (path, format, width, height, PICTURE_SCALE, self->source->paint_picture, self->plot, NULL, error);
}

typedef struct
{
  HdRecord *record; /* or NULL, then the text */
  HdReportKind kind;
  char *text;
  char *path;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  g_clear_pointer (&saving->record, hd_record_unref);
  g_free (saving->text);
  g_free (saving->path);
  g_free (saving);
}

static void
save_in_thread (GTask *task,
                gpointer source,
                gpointer data,
                GCancellable *cancellable)
{
  const Saving *saving = data;
  GError *error = NULL;

  if (saving->text != NULL ? hd_file_write (saving->path, saving->text, -1, cancellable, &error)
                           : hd_report_save (saving->record, saving->kind, NULL, saving->path, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* NULL for a picture, or for what is refused as one. */
static const HeddlePlotFormat *
find_format (HeddlePlotExport *self,
             const char *path)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < self->n_formats; i++)
    if (g_str_has_suffix (lower, self->formats[i].suffix))
      return &self->formats[i];
  return NULL;
}

void
heddle_plot_export_save_async (HeddlePlotExport *self,
                               const char *path,
                               GAsyncReadyCallback callback,
                               gpointer data)
{
  const HeddlePlotFormat *format = find_format (self, path);
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, data);
  GError *error = NULL;
  Saving *saving;

  g_return_if_fail (has_any (self));

  if (format != NULL)
    {
      saving = g_new (Saving, 1);
      *saving = (Saving){ .kind = format->kind, .path = g_strdup (path) };
      if (self->source->make_text != NULL)
        saving->text = self->source->make_text (self->plot);
      else
        saving->record = hd_record_ref (self->source->get_record (self->plot));
      g_task_set_task_data (task, saving, saving_free);
      hd_task_run_in_thread (task, save_in_thread);
    }
  else if (save_picture (self, path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

gboolean
heddle_plot_export_save_finish (HeddlePlotExport *self,
                                GAsyncResult *result,
                                GError **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
on_saved (GObject *object,
          GAsyncResult *result,
          gpointer data)
{
  HeddlePlotExport *self = HEDDLE_PLOT_EXPORT (object);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (object));
  g_autoptr (GError) error = NULL;
  GtkWidget *message;

  if (heddle_plot_export_save_finish (self, result, &error) || root == NULL)
    return;
  message = heddle_message_new (GTK_WINDOW (root), self->fault, error->message, "export");
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (message), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (message));
}

static void
on_chosen (HeddlePlotExport *self,
           GFile *file)
{
  g_autofree char *path = g_file_get_path (file);

  if (path != NULL && has_any (self))
    heddle_plot_export_save_async (self, path, on_saved, NULL);
}

static void
export_as (GtkWidget *widget,
           const char *action,
           GVariant *parameter)
{
  HeddlePlotExport *self = HEDDLE_PLOT_EXPORT (widget);
  GtkFileChooser *chooser;
  g_autofree char *project = self->source->dup_name (self->plot), *name = NULL;

  if (project == NULL)
    return;
  name = g_strconcat (project, g_variant_get_string (parameter, NULL), NULL);
  chooser = heddle_choose_file (self, GTK_FILE_CHOOSER_ACTION_SAVE, self->title, _("_Export"), name, G_CALLBACK (on_chosen));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- object --------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_plot_export_dispose (GObject *object)
{
  HeddlePlotExport *self = HEDDLE_PLOT_EXPORT (object);

  g_clear_pointer (&self->button, gtk_widget_unparent);
  G_OBJECT_CLASS (heddle_plot_export_parent_class)->dispose (object);
}

static void
heddle_plot_export_finalize (GObject *object)
{
  HeddlePlotExport *self = HEDDLE_PLOT_EXPORT (object);

  g_free (self->title);
  g_free (self->fault);
  G_OBJECT_CLASS (heddle_plot_export_parent_class)->finalize (object);
}

static void
heddle_plot_export_class_init (HeddlePlotExportClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_plot_export_dispose;
  G_OBJECT_CLASS (klass)->finalize = heddle_plot_export_finalize;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "plot-export.as", "s", export_as);
}

static void
heddle_plot_export_init (HeddlePlotExport *self)
{
}

static GMenu *
new_menu (const HeddlePlotFormat *formats,
          guint n_formats)
{
  static const HeddlePlotFormat pictures[] = {
    { ".png", N_("Picture as _PNG…"), 0 },
    { ".svg", N_("Picture as _SVG…"), 0 },
    { ".pdf", N_("Picture as P_DF…"), 0 },
  };
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < n_formats + G_N_ELEMENTS (pictures); i++)
    {
      const HeddlePlotFormat *format = i < n_formats ? &formats[i] : &pictures[i - n_formats];
      g_autofree char *action = g_strdup_printf ("plot-export.as::%s", format->suffix);

      g_menu_append (menu, _(format->label), action);
    }
  return menu;
}

GtkWidget *
heddle_plot_export_new (const HeddlePlotSource *source,
                        gpointer plot,
                        const HeddlePlotFormat *formats,
                        guint n_formats,
                        const char *title,
                        const char *fault,
                        const char *tooltip)
{
  HeddlePlotExport *self = g_object_new (HEDDLE_TYPE_PLOT_EXPORT, NULL);
  g_autoptr (GMenu) menu = new_menu (formats, n_formats);

  self->source = source;
  self->plot = plot;
  self->formats = formats;
  self->n_formats = n_formats;
  self->title = g_strdup (title);
  self->fault = g_strdup (fault);
  self->button = gtk_menu_button_new ();
  gtk_widget_add_css_class (self->button, "heddle-tool");
  gtk_menu_button_set_label (GTK_MENU_BUTTON (self->button), _("Export"));
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->button), G_MENU_MODEL (menu));
  gtk_widget_set_tooltip_text (self->button, tooltip);
  gtk_widget_add_css_class (self->button, "flat");
  gtk_widget_set_parent (self->button, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}
