/* heddle-window-picture.c: the drawing as a file, and on paper
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#define EXTENT "heddle-extent" /* all, or what is selected */

/* ---- file ---------------------------------------------------------------------------------------------------------------------- */

static void
on_export_response (GtkNativeDialog *dialog,
                    int response,
                    gpointer data)
{
  HeddleWindow *self = data;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);
      g_autofree char *name = g_file_get_basename (file);
      g_autofree char *message = NULL;
      g_autoptr (GError) error = NULL;
      /* GTK warns of a choice that was not given. */
      const char *extent = g_object_get_data (G_OBJECT (dialog), EXTENT) != NULL ? gtk_file_chooser_get_choice (GTK_FILE_CHOOSER (dialog), EXTENT) : NULL;

      if (path != NULL && heddle_canvas_export (heddle_window_get_canvas (self), path, g_strcmp0 (extent, "selected") == 0, &error))
        message = g_strdup_printf (_("Saved %s"), name);
      else
        message = g_strdup_printf (_("Could not save %s: %s"), name, error != NULL ? error->message : _("not a local file"));
      heddle_window_tell (self, message);
    }
  g_object_unref (dialog);
}

static void
on_export_picture (GSimpleAction *action,
                   GVariant *parameter,
                   gpointer data)
{
  static const char *const formats[][2] = { { N_("SVG drawing"), "*.svg" }, { N_("PDF document"), "*.pdf" }, { N_("PNG picture"), "*.png" } };
  HeddleWindow *self = data;
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (_("Export a Picture"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                                               _("_Export"), _("_Cancel"));
  g_autofree char *project = heddle_window_dup_name (self);
  g_autofree char *name = g_strconcat (project, ".svg", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, _(formats[i][0]));
      gtk_file_filter_add_pattern (filter, formats[i][1]);
      gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
    }
  if (heddle_session_get_n_selected (self->session) > 0)
    {
      const char *ids[] = { "all", "selected", NULL }, *labels[] = { _("The whole drawing"), _("What is selected"), NULL };

      gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (chooser), EXTENT, _("Picture of"), ids, labels);
      gtk_file_chooser_set_choice (GTK_FILE_CHOOSER (chooser), EXTENT, "all");
      g_object_set_data (G_OBJECT (chooser), EXTENT, chooser);
    }
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  g_signal_connect (chooser, "response", G_CALLBACK (on_export_response), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- paper --------------------------------------------------------------------------------------------------------------------- */

static void
on_draw_page (HeddleWindow *self,
              GtkPrintContext *context)
{
  heddle_canvas_paint_on_paper (heddle_window_get_canvas (self), gtk_print_context_get_cairo_context (context),
                                gtk_print_context_get_width (context), gtk_print_context_get_height (context));
}

GtkPrintOperation *
heddle_window_new_print_operation (HeddleWindow *self)
{
  GtkPrintOperation *operation = gtk_print_operation_new ();
  g_autoptr (GtkPageSetup) setup = gtk_page_setup_new ();
  g_autofree char *name = heddle_window_dup_name (self);

  gtk_page_setup_set_orientation (setup, GTK_PAGE_ORIENTATION_LANDSCAPE);
  gtk_print_operation_set_default_page_setup (operation, setup);
  gtk_print_operation_set_job_name (operation, name);
  gtk_print_operation_set_n_pages (operation, 1);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  g_signal_connect_object (operation, "draw-page", G_CALLBACK (on_draw_page), self, G_CONNECT_SWAPPED);
  return operation;
}

static void
on_print (GSimpleAction *action,
          GVariant *parameter,
          gpointer data)
{
  HeddleWindow *self = data;
  g_autoptr (GtkPrintOperation) operation = heddle_window_new_print_operation (self);
  g_autoptr (GError) error = NULL;

  gtk_print_operation_set_print_settings (operation, self->print_settings);
  switch (gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, GTK_WINDOW (self), &error))
    {
    case GTK_PRINT_OPERATION_RESULT_APPLY:
      g_set_object (&self->print_settings, gtk_print_operation_get_print_settings (operation));
      break;

    case GTK_PRINT_OPERATION_RESULT_ERROR:
      heddle_window_warn (self, _("The drawing could not be printed"), error->message);
      break;

    default:
      break;
    }
}

/* ---- actions ------------------------------------------------------------------------------------------------------------------- */

void
heddle_window_add_picture_actions (HeddleWindow *self)
{
  static const GActionEntry entries[] = {
    { "export-picture", on_export_picture, NULL, NULL, NULL, { 0 } },
    { "print", on_print, NULL, NULL, NULL, { 0 } },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), entries, G_N_ELEMENTS (entries), self);
}
