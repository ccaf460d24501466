/* test-choose-file.c: a file that is chosen by hand
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: its owner hears of a file once, of none never; the dialog is gone when it is answered; a name can stand in a folder.
 * Left open: what the desktop's dialog looks like.
 */
#include "heddle-choose-file.h"

#include "ui-fixture.h"

typedef struct
{
  GtkWidget *window;
  GtkFileChooser *chooser;
  GFile *file;
  guint n;
} Fixture;

static void
on_chosen (GtkWidget *owner,
           GFile *file)
{
  Fixture *fixture = g_object_get_data (G_OBJECT (owner), "fixture");

  g_assert_true (g_file_equal (file, fixture->file));
  fixture->n++;
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  fixture->window = gtk_window_new ();
  g_object_set_data (G_OBJECT (fixture->window), "fixture", fixture);
  fixture->file = g_file_new_build_filename (g_get_tmp_dir (), "a-b.svg", NULL);
  fixture->chooser = heddle_choose_file (fixture->window, GTK_FILE_CHOOSER_ACTION_SAVE, "Save", "_Save", "a/b.svg", G_CALLBACK (on_chosen));
  g_object_add_weak_pointer (G_OBJECT (fixture->chooser), (gpointer *) &fixture->chooser);
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  g_clear_pointer ((GtkNativeDialog **) &fixture->chooser, g_object_unref);
  g_clear_pointer ((GtkWindow **) &fixture->window, gtk_window_destroy);
  g_clear_object (&fixture->file);
}

static gboolean
has_file (gpointer data)
{
  g_autoptr (GFile) file = gtk_file_chooser_get_file (data);

  return file != NULL;
}

static void
answer (Fixture *fixture,
        int response)
{
  g_autoptr (GFile) folder = g_file_get_parent (fixture->file);
  g_autoptr (GError) error = NULL;

  gtk_file_chooser_set_current_folder (fixture->chooser, folder, &error);
  g_assert_no_error (error);
  ui_fixture_wait (has_file, fixture->chooser);
  g_signal_emit_by_name (fixture->chooser, "response", response);
}

static void
test_chosen (Fixture *fixture,
             gconstpointer data)
{
  answer (fixture, GTK_RESPONSE_ACCEPT);
  g_assert_cmpuint (fixture->n, ==, 1);
  g_assert_null (fixture->chooser);
}

static void
test_not_chosen (Fixture *fixture,
                 gconstpointer data)
{
  answer (fixture, GTK_RESPONSE_CANCEL);
  g_assert_cmpuint (fixture->n, ==, 0);
  g_assert_null (fixture->chooser);
}

static void
test_owner_gone (Fixture *fixture,
                 gconstpointer data)
{
  g_clear_pointer ((GtkWindow **) &fixture->window, gtk_window_destroy);
  answer (fixture, GTK_RESPONSE_ACCEPT);
  g_assert_cmpuint (fixture->n, ==, 0);
}

static void
test_name (Fixture *fixture,
           gconstpointer data)
{
  g_autofree char *name = gtk_file_chooser_get_current_name (fixture->chooser);

  g_assert_cmpstr (name, ==, "a-b.svg");
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/ui/choose-file/" name, Fixture, NULL, set_up, test, tear_down)
  ADD ("chosen", test_chosen);
  ADD ("not-chosen", test_not_chosen);
  ADD ("owner-gone", test_owner_gone);
  ADD ("name", test_name);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
