/* heddle-window-help.c: help on what is selected, or where the keyboard is
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include "heddle-topic.h"

/* (nullable): of the object that alone is selected. */
static char *
dup_selected (HeddleWindow *self)
{
  const HdObject *object = heddle_window_get_only (self);
  const char *type;

  if (object == NULL)
    return NULL;
  type = hd_object_get (object, "type");
  switch (hd_object_get_kind (object))
    {
    case HD_OBJECT_COMPONENT:
      return type != NULL ? g_strconcat ("type:", type, NULL) : NULL;
    case HD_OBJECT_INSTANCE:
      return g_strdup ("modules");
    case HD_OBJECT_LINK:
      return g_strdup ("link");
    case HD_OBJECT_NOTE:
      return g_strdup ("note");
    default:
      return NULL;
    }
}

/* Where drawings are edited, the selection says more than the place does. */
static char *
dup_topic (HeddleWindow *self)
{
  const char *topic = heddle_find_topic (gtk_window_get_focus (GTK_WINDOW (self)));
  gboolean edits = topic == NULL || g_str_equal (topic, "canvas") || g_str_equal (topic, "outline") || g_str_equal (topic, "inspector");
  char *selected;

  if (heddle_session_get_document (self->session) == NULL)
    return g_strdup ("start");
  selected = edits ? dup_selected (self) : NULL;
  return selected != NULL ? selected : g_strdup (topic != NULL ? topic : "start");
}

static void
show (HeddleWindow *self,
      const char *topic)
{
  if (self->help == NULL)
    {
      g_autoptr (GtkWindowGroup) group = gtk_window_group_new ();

      g_set_weak_pointer (&self->help, HEDDLE_HELP (heddle_help_new (heddle_session_get_catalog (self->session))));
      gtk_window_group_add_window (group, GTK_WINDOW (self->help)); /* what it explains may be a dialog, beside which nothing else of its group can be used */
      gtk_window_set_destroy_with_parent (GTK_WINDOW (self->help), TRUE);
      gtk_window_set_transient_for (GTK_WINDOW (self->help), GTK_WINDOW (self));
    }
  heddle_help_show (self->help, topic);
  gtk_window_present (GTK_WINDOW (self->help));
}

static void
on_help (GSimpleAction *action,
         GVariant *parameter,
         gpointer data)
{
  g_autofree char *topic = dup_topic (data);

  show (data, topic);
}

/* Of a dialog. */
static void
on_help_about (GSimpleAction *action,
               GVariant *parameter,
               gpointer data)
{
  show (data, g_variant_get_string (parameter, NULL));
}

/* Made when it is first asked for: GTK would make one with each window, from a file of the name that it knows. */
static void
on_show_shortcuts (GSimpleAction *action,
                   GVariant *parameter,
                   gpointer data)
{
  GtkApplicationWindow *window = data;

  if (gtk_application_window_get_help_overlay (window) == NULL)
    {
      g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/io/github/heddle/Heddle/gtk/shortcuts.ui");

      gtk_application_window_set_help_overlay (window, GTK_SHORTCUTS_WINDOW (gtk_builder_get_object (builder, "shortcuts")));
    }
  gtk_window_present (GTK_WINDOW (gtk_application_window_get_help_overlay (window)));
}

void
heddle_window_explain (GtkWindow *dialog,
                       const char *topic)
{
  heddle_topic_answer (dialog, topic);
}

static void
set_up (HeddleWindow *self)
{
  heddle_set_topic (self->canvas_view, "canvas");
  heddle_set_topic (self->inspector, "inspector");
  heddle_set_topic (self->left, "palette");
  heddle_set_topic (heddle_left_pane_get_outline (self->left), "outline");
  heddle_set_topic (self->lesson_pane, "lessons");
  heddle_set_topic (self->story_editor, "stories");
  heddle_set_topic (self->header, "run");
}

static const GActionEntry entries[] = {
  { "help", on_help, NULL, NULL, NULL, { 0 } },
  { "help-about", on_help_about, "s", NULL, NULL, { 0 } },
  { "show-help-overlay", on_show_shortcuts, NULL, NULL, NULL, { 0 } },
};

const HeddleWindowActions heddle_window_help_actions = { entries, G_N_ELEMENTS (entries), FALSE, set_up, NULL };
