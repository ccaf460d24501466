/* heddle-choose-file.c: a file that is chosen by hand
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-choose-file"

#include "heddle-choose-file.h"

#include <glib/gi18n.h>

typedef void (*Chosen) (gpointer owner,
                        GFile *file);

static void
on_response (GtkNativeDialog *dialog,
             int response,
             gpointer owner)
{
  g_autoptr (GFile) file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog)) : NULL;
  Chosen chosen = (Chosen) g_object_get_data (G_OBJECT (dialog), "heddle-chosen");

  if (file != NULL)
    chosen (owner, file);
  g_object_unref (dialog);
}

GtkFileChooser *
heddle_choose_file (gpointer owner,
                    GtkFileChooserAction action,
                    const char *title,
                    const char *verb,
                    const char *name,
                    GCallback chosen)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (owner)));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (gtk_file_chooser_native_new (title, window, action, verb, _("_Cancel")));
  g_autofree char *possible = name != NULL ? g_strdelimit (g_strdup (name), "/", '-') : NULL;

  if (possible != NULL)
    gtk_file_chooser_set_current_name (chooser, possible);
  g_object_set_data (G_OBJECT (chooser), "heddle-chosen", (gpointer) chosen);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), owner, 0);
  return chooser;
}
