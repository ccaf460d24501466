/* window-fixture.c: a window with a project of its own file, for the tests of ui/window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window-fixture.h"

#include <glib/gstdio.h>

static AdwApplication *application;

void
window_fixture_set_up (WindowFixture *fixture,
                       gconstpointer data)
{
  g_autofree char *projects = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", NULL);
  g_autoptr (GError) error = NULL;

  /* One for all: an application cannot be taken off the bus before it has run. */
  if (application == NULL)
    application = g_object_new (ADW_TYPE_APPLICATION, "flags", G_APPLICATION_NON_UNIQUE, NULL);
  fixture->application = application;
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  fixture->folder = g_dir_make_tmp ("heddle-test-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->catalog = ui_fixture_new_catalog ();
  fixture->file = window_fixture_write (fixture, "boxes.heddle", UI_PROJECT);
  fixture->window = heddle_window_new (fixture->application, fixture->catalog, projects);
  gtk_window_present (GTK_WINDOW (fixture->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
}

static void
remove_all (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

static void
close_dialogs (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = g_list_model_get_n_items (windows); i > 0; i--)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i - 1);

      if (ADW_IS_MESSAGE_DIALOG (window))
        gtk_window_destroy (window);
    }
}

void
window_fixture_tear_down (WindowFixture *fixture,
                          gconstpointer data)
{
  gpointer window = fixture->window, session = heddle_window_get_session (fixture->window);
  g_autofree char *journals = heddle_journal_dup_directory ();

  close_dialogs ();
  g_object_add_weak_pointer (window, &window);
  g_object_add_weak_pointer (session, &session);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_wait (is_gone, &window);
  ui_fixture_wait (is_gone, &session);
  remove_all (journals);
  remove_all (fixture->folder);
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_object_unref (fixture->file);
  g_object_unref (fixture->catalog);
}

static gboolean
is_open (gpointer data)
{
  return heddle_session_can_run (heddle_window_get_session (data));
}

void
window_fixture_open (WindowFixture *fixture)
{
  heddle_window_open (fixture->window, fixture->file);
  ui_fixture_wait (is_open, fixture->window);
}

gboolean
window_fixture_is_enabled (WindowFixture *fixture,
                           const char *action)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (fixture->window), action);
}

static gboolean
is_settled (gpointer data)
{
  return !heddle_session_is_elaborating (heddle_window_get_session (data));
}

/* What has a place can be arranged once it is drawn, which on a busy machine comes a moment after the edit. */
void
window_fixture_activate (WindowFixture *fixture,
                         const char *action)
{
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  g_assert_true (g_action_parse_detailed_name (action, &name, &target, NULL));
  g_test_message ("%s", action);
  ui_fixture_wait (is_settled, fixture->window);
  g_assert_true (window_fixture_is_enabled (fixture, name));
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), name, target);
}

HdDocument *
window_fixture_get_document (WindowFixture *fixture)
{
  return heddle_session_get_document (heddle_window_get_session (fixture->window));
}

GFile *
window_fixture_write (WindowFixture *fixture,
                      const char *name,
                      const char *text)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return g_file_new_for_path (path);
}

void
window_fixture_edit (WindowFixture *fixture)
{
  HdDocument *document = window_fixture_get_document (fixture);
  const HdObject *top = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_TOP, NULL);
  const HdObject *core = hd_object_find_child (top, HD_OBJECT_COMPONENT, "core");
  g_autoptr (GError) error = NULL;
  static guint n;
  g_autofree char *x = g_strdup_printf ("%u", 300 + 6 * ++n);

  hd_document_set_attribute (document, hd_object_get_uid (core), "x", x, &error);
  g_assert_no_error (error);
}

static AdwMessageDialog *
find_dialog (const char *text)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (GTK_WIDGET (window))
          && (ui_fixture_find_label (GTK_WIDGET (window), text) != NULL))
        return ADW_MESSAGE_DIALOG (window);
    }
  return NULL;
}

static gboolean
has_dialog (gpointer data)
{
  return find_dialog (data) != NULL;
}

AdwMessageDialog *
window_fixture_wait_for_dialog (const char *text)
{
  ui_fixture_wait (has_dialog, (gpointer) text);
  return find_dialog (text);
}

void
window_fixture_respond (AdwMessageDialog *dialog,
                        const char *response)
{
  /* As its own buttons do; it does not outlive its window. */
  g_object_ref (dialog);
  gtk_window_close (GTK_WINDOW (dialog));
  adw_message_dialog_response (dialog, response);
  g_object_unref (dialog);
  ui_fixture_drain ();
}

guint
window_fixture_count_dialogs (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      n += ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (GTK_WIDGET (window));
    }
  return n;
}

typedef struct
{
  GtkWidget *widget;
  const char *text;
} Search;

static gboolean
has_text (gpointer data)
{
  const Search *search = data;

  return ui_fixture_find_label (search->widget, search->text) != NULL;
}

void
window_fixture_wait_for_text (WindowFixture *fixture,
                              const char *text)
{
  Search search = { GTK_WIDGET (fixture->window), text };

  ui_fixture_wait (has_text, &search);
}
