/* heddle-window-programs.c: whether a project may start programs
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Nobody else can know whether whoever made a project is to be trusted, so the user is asked, once for each command, before anything starts.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-topic.h"

#define LIST_HEIGHT 260
#define COMMAND_CHARS 34 /* what the dialog has room for, so that its height is right */

/* What the answer is about. */
typedef struct
{
  GPtrArray *commands; /* of HdCommand */
  const char *action;  /* that goes on then, or NULL */
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_ptr_array_unref (self->commands);
  g_free (self);
}

static void
on_response (HeddleWindow *self,
             const char *response,
             GtkWidget *dialog)
{
  const Question *question = g_object_get_data (G_OBJECT (dialog), "heddle-question");

  if (!g_str_equal (response, "allow"))
    return;
  heddle_session_allow_programs (self->session, question->commands);
  if (question->action != NULL)
    g_action_group_activate_action (G_ACTION_GROUP (self), question->action, NULL);
}

static GtkWidget *
make_label (const char *text,
            const char *style)
{
  GtkWidget *label = heddle_label_new (text, style);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_NONE); /* it is read before it is allowed */
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), COMMAND_CHARS);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  return label;
}

/* Which components start it: the first, and how many more. */
static char *
name_components (HdDesign *design,
                 GPtrArray *commands,
                 guint first)
{
  const HdCommand *command = g_ptr_array_index (commands, first);
  g_autofree char *path = hd_design_dup_node_path (design, command->node);
  guint n = 0;

  for (guint i = first + 1; i < commands->len; i++)
    n += strcmp (((const HdCommand *) g_ptr_array_index (commands, i))->text, command->text) == 0;
  return n == 0 ? g_strdup (path) : g_strdup_printf (ngettext ("%s and %u other", "%s and %u others", n), path, n);
}

static GtkWidget *
make_list (HeddleWindow *self,
           GPtrArray *commands)
{
  GtkWidget *window = gtk_scrolled_window_new (), *list = gtk_list_box_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  heddle_set_accessible_label (list, _("Programs"));
  for (guint i = 0; i < commands->len; i++)
    {
      const HdCommand *command = g_ptr_array_index (commands, i);
      g_autofree char *components = NULL;
      GtkWidget *box, *label;

      if (!g_hash_table_add (seen, command->text))
        continue;
      components = name_components (heddle_session_get_design (self->session), commands, i);
      box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
      label = make_label (command->text, "monospace");
      gtk_label_set_selectable (GTK_LABEL (label), TRUE);
      gtk_widget_set_can_focus (label, FALSE); /* else all of the first is selected */
      gtk_box_append (GTK_BOX (box), label);
      gtk_box_append (GTK_BOX (box), make_label (components, "heddle-caption"));
      gtk_widget_set_margin_start (box, 12);
      gtk_widget_set_margin_end (box, 12);
      gtk_widget_set_margin_top (box, 9);
      gtk_widget_set_margin_bottom (box, 9);
      gtk_list_box_append (GTK_LIST_BOX (list), box);
    }
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (window), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (window), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (window), LIST_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), list);
  return window;
}

gboolean
heddle_window_ask_programs (HeddleWindow *self,
                            const char *action)
{
  g_autoptr (GPtrArray) commands = heddle_session_find_programs (self->session);
  Question *question;
  GtkWidget *dialog;

  if (commands->len == 0)
    return FALSE;
  dialog = heddle_message_new (GTK_WINDOW (self), _("Let This Project Start Programs?"),
                                   _("They can do all that you can do: read, change and send your files. Allow them only if you trust whoever made the project."), "programs");
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), make_list (self, commands));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "allow", action != NULL ? _("_Allow and Run") : _("_Allow"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "allow", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  question = g_new (Question, 1);
  *question = (Question){ g_steal_pointer (&commands), action };
  g_object_set_data_full (G_OBJECT (dialog), "heddle-question", question, question_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return TRUE;
}
