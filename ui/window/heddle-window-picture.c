/* heddle-window-picture.c: what is exported to files, and the drawing on paper
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-export-dialog.h"

/* ---- file ---------------------------------------------------------------------------------------------------------------------- */

static void
on_exported (HeddleWindow *self,
             const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *message = g_strdup_printf (_("Saved %s"), name);

  heddle_window_tell (self, message);
}

static void
on_export (GSimpleAction *action,
           GVariant *parameter,
           gpointer data)
{
  HeddleWindow *self = data;
  g_autofree char *name = heddle_window_dup_name (self);
  GtkWidget *dialog = heddle_export_dialog_new (heddle_window_get_canvas (self), name, GTK_WINDOW (self));

  g_signal_connect_object (dialog, "exported", G_CALLBACK (on_exported), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
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
      heddle_window_warn (self, _("The drawing could not be printed"), error->message, "export");
      break;

    default:
      break;
    }
}

/* ---- actions ------------------------------------------------------------------------------------------------------------------- */

static const GActionEntry entries[] = {
  { "export", on_export, NULL, NULL, NULL, { 0 } },
  { "print", on_print, NULL, NULL, NULL, { 0 } },
};

const HeddleWindowActions heddle_window_picture_actions = { entries, G_N_ELEMENTS (entries), TRUE, NULL, NULL };
