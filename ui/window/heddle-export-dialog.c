/* heddle-export-dialog.c: choosing a format, with a preview of what will be written
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-export"

#include "heddle-export-dialog.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-choose-file.h"
#include "heddle-export-formats.h"
#include "heddle-export-preview.h"
#include "heddle-look.h"
#include "heddle-topic.h"

#define LEAST_SCALE 0.1
#define MOST_PIXELS 64e6 /* of what is offered at first */

static const HeddlePicturePart parts[] = { HEDDLE_PART_ALL, HEDDLE_PART_VISIBLE, HEDDLE_PART_SELECTED };

struct _HeddleExportDialog
{
  AdwWindow parent_instance;

  /* Owned */
  HeddleCanvas *canvas;
  char *name;
  GPtrArray *kinds;      /* of const HeddleExportKind *, those that are possible */
  GCancellable *working; /* at the preview of a text, or %NULL */
  GCancellable *saving;  /* or %NULL */

  /* Of the template */
  AdwPreferencesGroup *format_group;
  AdwComboRow *format;
  GtkWidget *picture_group;
  AdwComboRow *part;
  AdwComboRow *colours;
  GtkWidget *heat;
  GtkWidget *legend;
  GtkWidget *scale_row;
  GtkSpinButton *scale;
  HeddleExportPreview *preview;
  GtkLabel *size;
  GtkWidget *warning_box;
  GtkLabel *warning;
  GtkWidget *fault_box;
  GtkLabel *fault;
  GtkWidget *spinner;
  GtkWidget *export;
};

G_DEFINE_FINAL_TYPE (HeddleExportDialog, heddle_export_dialog, ADW_TYPE_WINDOW)

static guint exported_signal;

static const HeddleExportKind *
get_kind (HeddleExportDialog *self)
{
  return self->kinds->pdata[adw_combo_row_get_selected (self->format)];
}

static HeddlePictureOptions
get_options (HeddleExportDialog *self)
{
  guint colours = adw_combo_row_get_selected (self->colours);

  return (HeddlePictureOptions) {
    .part = parts[adw_combo_row_get_selected (self->part)],
    .theme = colours == 0 ? heddle_look_get_theme () : heddle_theme_get (colours == 1 ? HEDDLE_STYLE_LIGHT : HEDDLE_STYLE_DARK),
    .heat = gtk_switch_get_active (GTK_SWITCH (self->heat)),
    .legend = gtk_switch_get_active (GTK_SWITCH (self->legend)),
  };
}

static void
show_fault (HeddleExportDialog *self,
            const char *fault)
{
  gtk_label_set_label (self->fault, fault != NULL ? fault : "");
  gtk_widget_set_visible (self->fault_box, fault != NULL);
}

static void
show_warnings (HeddleExportDialog *self,
               const char *warnings)
{
  gtk_label_set_label (self->warning, warnings != NULL ? warnings : "");
  gtk_widget_set_visible (self->warning_box, warnings != NULL);
}

static void
show_busy (HeddleExportDialog *self)
{
  gboolean busy = self->working != NULL || heddle_export_preview_is_busy (self->preview) || self->saving != NULL;

  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), busy);
  gtk_widget_set_opacity (self->spinner, busy); /* in its place: sizes may just be given out */
}

/* ---- preview -------------------------------------------------------------------------------------------------------------------- */

static void
show_picture (HeddleExportDialog *self,
              const HeddleExportKind *kind)
{
  HeddlePictureOptions options = get_options (self);
  HeddlePicture *picture = heddle_canvas_new_picture (self->canvas, &options);
  gboolean pixels = kind->picture == HEDDLE_EXPORT_PNG;
  double factor = pixels ? gtk_spin_button_get_value (self->scale) : 1, w, h;
  g_autofree char *size = NULL;

  heddle_picture_get_size (picture, &w, &h);
  size = g_strdup_printf (pixels ? _("%u × %u pixels") : _("%u × %u px, sharp at any size"), (guint) ceil (factor * w), (guint) ceil (factor * h));
  gtk_label_set_label (self->size, size);
  heddle_export_preview_show_picture (self->preview, picture);
}

static void
on_excerpt (GObject *source,
            GAsyncResult *result,
            gpointer data)
{
  g_autoptr (HeddleExportDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HeddleExportExcerpt) excerpt = heddle_export_write_finish (result, &error);

  if (self->working != g_task_get_cancellable (G_TASK (result)))
    return;
  g_clear_object (&self->working);
  show_busy (self);
  gtk_widget_set_sensitive (self->export, excerpt != NULL && self->saving == NULL);
  if (excerpt == NULL)
    {
      gtk_label_set_label (self->size, "");
      heddle_export_preview_show_message (self->preview, error->message);
      return;
    }

  g_autofree char *size = g_format_size (excerpt->size);

  gtk_label_set_label (self->size, size);
  show_warnings (self, excerpt->warnings);
  if (excerpt->head == NULL)
    heddle_export_preview_show_message (self->preview, _("This format is not for reading"));
  else
    {
      g_autofree char *head = excerpt->size > strlen (excerpt->head) ? g_strconcat (excerpt->head, "…", NULL) : g_strdup (excerpt->head);

      heddle_export_preview_show_text (self->preview, head);
    }
}

static void
stop_working (HeddleExportDialog *self)
{
  if (self->working != NULL)
    g_cancellable_cancel (self->working);
  g_clear_object (&self->working);
}

static void
refresh (HeddleExportDialog *self)
{
  const HeddleExportKind *kind = get_kind (self);
  HeddleSession *session = heddle_canvas_get_session (self->canvas);
  gboolean picture = kind->subject == HEDDLE_EXPORT_OF_CANVAS, loads = heddle_session_get_record (session) != NULL;

  stop_working (self);
  show_fault (self, NULL);
  show_warnings (self, NULL);
  adw_preferences_group_set_description (self->format_group, _(kind->help));
  gtk_widget_set_visible (self->picture_group, picture);
  gtk_widget_set_visible (self->scale_row, picture && kind->picture == HEDDLE_EXPORT_PNG);
  gtk_widget_set_visible (gtk_widget_get_ancestor (self->heat, ADW_TYPE_ACTION_ROW), loads);
  gtk_widget_set_visible (gtk_widget_get_ancestor (self->legend, ADW_TYPE_ACTION_ROW), loads || heddle_session_get_show_partitions (session));
  gtk_widget_set_sensitive (self->export, self->saving == NULL);
  if (!heddle_export_kind_is_possible (kind, session)) /* no longer */
    {
      gtk_widget_set_sensitive (self->export, FALSE);
      heddle_export_preview_show_message (self->preview, _("There is nothing to export any more"));
    }
  else if (picture)
    show_picture (self, kind);
  else
    {
      gtk_label_set_label (self->size, "");
      heddle_export_preview_show_message (self->preview, _("Writing a preview…"));
      self->working = g_cancellable_new ();
      heddle_export_write_async (kind, session, NULL, self->working, on_excerpt, g_object_ref (self));
    }
  show_busy (self);
}

/* ---- writing -------------------------------------------------------------------------------------------------------------------- */

static void
on_written (GObject *source,
            GAsyncResult *result,
            gpointer data)
{
  g_autoptr (HeddleExportDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HeddleExportExcerpt) excerpt = heddle_export_write_finish (result, &error);
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  g_autofree char *path = g_strdup (g_object_get_data (G_OBJECT (cancellable), "path"));

  if (self->saving != cancellable) /* closed meanwhile */
    return;
  g_clear_object (&self->saving);
  show_busy (self);
  gtk_widget_set_sensitive (self->export, TRUE);
  if (excerpt != NULL)
    {
      g_signal_emit (self, exported_signal, 0, path);
      gtk_window_destroy (GTK_WINDOW (self));
    }
  else
    show_fault (self, error->message);
}

void
heddle_export_dialog_save (HeddleExportDialog *self,
                           const char *path)
{
  const HeddleExportKind *kind = get_kind (self);
  HeddlePictureOptions options = get_options (self);

  show_fault (self, NULL);
  self->saving = g_cancellable_new ();
  g_object_set_data_full (G_OBJECT (self->saving), "path", g_strdup (path), g_free);
  gtk_widget_set_sensitive (self->export, FALSE);
  show_busy (self);
  if (kind->subject == HEDDLE_EXPORT_OF_CANVAS)
    heddle_export_picture_async (kind, heddle_canvas_new_picture (self->canvas, &options), gtk_spin_button_get_value (self->scale), path, self->saving,
                                 on_written, g_object_ref (self));
  else
    heddle_export_write_async (kind, heddle_canvas_get_session (self->canvas), path, self->saving, on_written, g_object_ref (self));
}

static void
on_chosen (HeddleExportDialog *self,
           GFile *file)
{
  g_autofree char *path = g_file_get_path (file);

  if (path != NULL)
    heddle_export_dialog_save (self, path);
  else
    show_fault (self, _("Only local files can be written"));
}

static void
on_export (HeddleExportDialog *self)
{
  const HeddleExportKind *kind = get_kind (self);
  g_autofree char *name = g_strconcat (self->name, kind->extension, NULL);
  g_autofree char *pattern = g_strconcat ("*", strrchr (kind->extension, '.'), NULL);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  GtkFileChooser *chooser = heddle_choose_file (self, GTK_FILE_CHOOSER_ACTION_SAVE, _("Export to a File"), _("_Export"), name, G_CALLBACK (on_chosen));

  gtk_file_filter_set_name (filter, _(kind->title));
  gtk_file_filter_add_pattern (filter, pattern);
  gtk_file_chooser_add_filter (chooser, filter);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- building ------------------------------------------------------------------------------------------------------------------- */

static void
fill_formats (HeddleExportDialog *self)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint n;
  const HeddleExportKind *kinds = heddle_export_kinds_get (&n);

  for (guint i = 0; i < n; i++)
    if (heddle_export_kind_is_possible (&kinds[i], heddle_canvas_get_session (self->canvas)))
      {
        g_ptr_array_add (self->kinds, (gpointer) &kinds[i]);
        gtk_string_list_append (titles, _(kinds[i].title));
      }
  adw_combo_row_set_model (self->format, G_LIST_MODEL (titles));
  g_signal_connect_swapped (self->format, "notify::selected", G_CALLBACK (refresh), self);
}

/* 2 is for screens; a large drawing would take gigabytes. */
static double
find_scale (HeddleExportDialog *self)
{
  const HeddlePictureOptions options = { .theme = heddle_look_get_theme () };
  g_autoptr (HeddlePicture) picture = NULL;
  double width, height;

  if (heddle_session_get_drawing (heddle_canvas_get_session (self->canvas)) == NULL)
    return 2;
  picture = heddle_canvas_new_picture (self->canvas, &options);
  heddle_picture_get_size (picture, &width, &height);
  return CLAMP (floor (10 * sqrt (MOST_PIXELS / (width * height))) / 10, LEAST_SCALE, 2);
}

/* ---- object --------------------------------------------------------------------------------------------------------------------- */

static void
heddle_export_dialog_dispose (GObject *object)
{
  HeddleExportDialog *self = HEDDLE_EXPORT_DIALOG (object);

  stop_working (self);
  if (self->saving != NULL)
    g_cancellable_cancel (self->saving);
  g_clear_object (&self->saving);
  G_OBJECT_CLASS (heddle_export_dialog_parent_class)->dispose (object);
}

static void
heddle_export_dialog_finalize (GObject *object)
{
  HeddleExportDialog *self = HEDDLE_EXPORT_DIALOG (object);

  g_clear_object (&self->canvas);
  g_ptr_array_unref (self->kinds);
  g_free (self->name);
  G_OBJECT_CLASS (heddle_export_dialog_parent_class)->finalize (object);
}

static void
heddle_export_dialog_class_init (HeddleExportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_export_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = heddle_export_dialog_finalize;
  g_type_ensure (HEDDLE_TYPE_EXPORT_PREVIEW);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/export-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, format_group);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, format);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, picture_group);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, part);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, colours);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, heat);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, legend);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, scale_row);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, scale);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, preview);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, size);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, warning_box);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, warning);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, fault_box);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, fault);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, spinner);
  gtk_widget_class_bind_template_child (widget_class, HeddleExportDialog, export);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  gtk_widget_class_bind_template_callback (widget_class, show_busy);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  exported_signal = g_signal_new ("exported", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
heddle_export_dialog_init (HeddleExportDialog *self)
{
  self->kinds = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
heddle_export_dialog_new (HeddleCanvas *canvas,
                          const char *name,
                          GtkWindow *parent)
{
  HeddleExportDialog *self = g_object_new (HEDDLE_TYPE_EXPORT_DIALOG, "transient-for", parent, NULL);

  self->canvas = g_object_ref (canvas);
  self->name = g_strdup (name);
  heddle_topic_answer (GTK_WINDOW (self), "export");
  fill_formats (self);
  if (heddle_session_get_n_selected (heddle_canvas_get_session (canvas)) > 0)
    gtk_string_list_append (GTK_STRING_LIST (adw_combo_row_get_model (self->part)), _("What is selected"));
  gtk_spin_button_set_value (self->scale, find_scale (self));
  g_signal_connect_swapped (self->scale, "value-changed", G_CALLBACK (refresh), self);
  refresh (self);
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (self->format));
  return GTK_WIDGET (self);
}

gboolean
heddle_export_dialog_choose (HeddleExportDialog *self,
                             const char *extension)
{
  for (guint i = 0; i < self->kinds->len; i++)
    if (g_str_equal (((const HeddleExportKind *) self->kinds->pdata[i])->extension, extension))
      {
        adw_combo_row_set_selected (self->format, i);
        return TRUE;
      }
  return FALSE;
}
