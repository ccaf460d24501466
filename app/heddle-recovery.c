/* heddle-recovery.c: work that a program that was killed has left, offered on start
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-recovery"

#include "heddle-recovery.h"

#include <glib/gi18n.h>

#include "heddle-journal.h"
#include "heddle-window.h"

#define LIST_WIDTH 400  /* px */
#define LIST_HEIGHT 340 /* px, of more rows than are shown whole */
#define MAX_ROWS 3

typedef struct
{
  HeddleApplication *application;
  GPtrArray *remnants; /* of HeddleRemnant */
  GPtrArray *rows;     /* of AdwActionRow, borrowed, as many */
} Offer;

static void
offer_free (Offer *offer)
{
  g_application_release (G_APPLICATION (offer->application));
  g_object_unref (offer->application);
  g_ptr_array_unref (offer->remnants);
  g_ptr_array_unref (offer->rows);
  g_free (offer);
}

static gboolean
is_chosen (Offer *offer,
           guint n)
{
  return gtk_check_button_get_active (g_object_get_data (offer->rows->pdata[n], "heddle-check"));
}

/* ---- recovering ----------------------------------------------------------------------------------------------------------------- */

/* In the place of what was read from the file again, if that was not edited. */
static HeddleWindow *
get_window (HeddleApplication *application,
            const HeddleRemnant *remnant)
{
  HeddleWindow *window;

  if (remnant->file == NULL || remnant->file_changed)
    return heddle_application_get_empty_window (application);
  window = heddle_application_get_window (application, remnant->file);
  return heddle_window_is_modified (window) ? heddle_application_get_empty_window (application) : window;
}

static void
recover (HeddleApplication *application,
         HeddleRemnant *remnant)
{
  HeddleWindow *window = get_window (application, remnant);
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = heddle_remnant_recover (remnant, problems, &error);

  gtk_window_present (GTK_WINDOW (window));
  if (document != NULL)
    {
      heddle_window_show_document (window, document, problems, heddle_remnant_continue (remnant, document));
      return;
    }

  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (window), _("The work cannot be recovered"), error->message);

  heddle_window_explain (GTK_WINDOW (dialog), "files");
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_response (GtkWidget *dialog,
             const char *response,
             Offer *offer)
{
  for (guint i = 0; i < offer->remnants->len; i++)
    if (g_str_equal (response, "recover") && is_chosen (offer, i))
      recover (offer->application, offer->remnants->pdata[i]);
    else if (g_str_equal (response, "discard") && is_chosen (offer, i))
      heddle_remnant_discard (offer->remnants->pdata[i]);
  offer_free (offer);
}

/* ---- asking ----------------------------------------------------------------------------------------------------------------------- */

static char *
dup_time (GDateTime *time)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  gboolean today = g_date_time_get_year (time) == g_date_time_get_year (now)
                   && g_date_time_get_day_of_year (time) == g_date_time_get_day_of_year (now);

  return g_date_time_format (time, today ? _("Last changed today at %H:%M.") : _("Last changed on %x at %H:%M."));
}

/* What would be lost. */
static char *
dup_loss (const HeddleRemnant *remnant)
{
  guint n = remnant->n_changes;
  g_autofree char *file = remnant->file != NULL ? g_file_get_parse_name (remnant->file) : NULL;

  if (file == NULL && n == 0)
    return g_strdup (_("The whole project was never saved."));
  if (file == NULL)
    return g_strdup_printf (ngettext ("The whole project was never saved, nor was %u change to it.",
                                      "The whole project was never saved, nor were %u changes to it.", n), n);
  if (n == 0)
    return g_strdup_printf (_("Its present state was never saved to %s."), file);
  return g_strdup_printf (ngettext ("%u change was not saved to %s.", "%u changes were not saved to %s.", n), n, file);
}

static char *
dup_subtitle (const HeddleRemnant *remnant)
{
  g_autofree char *time = dup_time (remnant->time), *loss = dup_loss (remnant);

  return g_strjoin (" ", loss, time, remnant->file_changed ? _("The file has changed since, so this opens as a copy.") : NULL, NULL);
}

static GtkWidget *
new_row (Offer *offer,
         const HeddleRemnant *remnant)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *check = gtk_check_button_new ();
  g_autofree char *subtitle = dup_subtitle (remnant);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), *remnant->name != '\0' ? remnant->name : _("Untitled"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  g_object_set_data (G_OBJECT (row), "heddle-check", check);
  g_ptr_array_add (offer->rows, row);
  return row;
}

/* How high rows are follows from their width, which a list that scrolls does not ask for: only a long one does. */
static GtkWidget *
new_list (Offer *offer)
{
  GtkWidget *list = gtk_list_box_new (), *scroller;

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_widget_set_valign (list, GTK_ALIGN_START);
  gtk_widget_set_size_request (list, LIST_WIDTH, -1);
  gtk_widget_set_margin_start (list, 2);
  gtk_widget_set_margin_end (list, 2);
  gtk_widget_set_margin_top (list, 2);
  gtk_widget_set_margin_bottom (list, 2);
  for (guint i = 0; i < offer->remnants->len; i++)
    gtk_list_box_append (GTK_LIST_BOX (list), new_row (offer, offer->remnants->pdata[i]));
  if (offer->remnants->len <= MAX_ROWS)
    return list;

  scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (scroller), LIST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  return scroller;
}

static void
ask (Offer *offer)
{
  GtkWindow *parent = gtk_application_get_active_window (GTK_APPLICATION (offer->application));
  GtkWidget *dialog = adw_message_dialog_new (parent, _("Recover unsaved work?"),
                                              _("Heddle ended without saving these projects. Recovering brings all of it back, discarding loses it for good."));

  heddle_window_explain (GTK_WINDOW (dialog), "files");
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), new_list (offer));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "later", _("_Later"), "discard", _("_Discard"), "recover", _("_Recover"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "recover", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "recover");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "later");
  g_signal_connect (dialog, "response", G_CALLBACK (on_response), offer);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* ---- finding ------------------------------------------------------------------------------------------------------------------------ */

static void
find_in_thread (GTask *task,
                gpointer source,
                gpointer task_data,
                GCancellable *cancellable)
{
  g_autofree char *directory = heddle_journal_dup_directory ();

  g_task_return_pointer (task, heddle_remnant_list (directory), (GDestroyNotify) g_ptr_array_unref);
}

static void
on_found (GObject *source,
          GAsyncResult *result,
          gpointer data)
{
  g_autoptr (GPtrArray) remnants = g_task_propagate_pointer (G_TASK (result), NULL);
  Offer *offer;

  if (remnants == NULL || remnants->len == 0)
    return;
  offer = g_new (Offer, 1);
  *offer = (Offer){ g_object_ref (HEDDLE_APPLICATION (source)), g_steal_pointer (&remnants), g_ptr_array_new () };
  g_application_hold (G_APPLICATION (source));
  ask (offer);
}

void
heddle_recovery_begin (HeddleApplication *application)
{
  g_autoptr (GTask) task = g_task_new (application, NULL, on_found, NULL);

  hd_task_run_in_thread (task, find_in_thread);
}
