/* ui-fixture.c: a small project in a session, for the tests of widgets
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "ui-fixture.h"

#include <string.h>
#include <unistd.h>

#define TIMEOUT_S 30

/* While a test goes on as nobody (as-nobody.h), GTK cannot keep root's list of recent files, and warns of it at some time of its own. */
static GLogWriterOutput
write_log (GLogLevelFlags level,
           const GLogField *fields,
           gsize n_fields,
           gpointer data)
{
  for (gsize i = 0; geteuid () != getuid () && i < n_fields; i++)
    if (strcmp (fields[i].key, "MESSAGE") == 0 && strstr (fields[i].value, "recently") != NULL)
      return G_LOG_WRITER_HANDLED;
  return g_log_writer_default (level, fields, n_fields, data);
}

static void
on_icon_constructed (GObject *icon)
{
  GObjectClass *parent = g_type_class_peek_parent (G_OBJECT_GET_CLASS (icon));

  parent->constructed (icon);
  g_object_ref (icon); /* for good */
}

/* GTK 4.8 looks icons up in a cache in which they may be while a worker that loads them drops the last reference: it then gets NULL and crashes.
 * That takes windows that close before their icons are loaded, of which there are many here. */
static void
keep_icons (void)
{
  GObjectClass *klass = g_type_class_ref (GTK_TYPE_ICON_PAINTABLE);

  klass->constructed = on_icon_constructed;
}

int
ui_fixture_run (int *argc,
                char ***argv,
                void (*add_tests) (void))
{
  g_test_init (argc, argv, NULL);
  g_log_set_writer_func (write_log, NULL, NULL);
  if (!gtk_init_check ())
    {
      if (g_getenv ("CI") != NULL)
        {
          g_print ("TAP version 13\n1..1\nnot ok 1 - there is a display\n");
          return 1;
        }
      g_print ("TAP version 13\n1..0 # SKIP no display\n");
      return 0;
    }
  adw_init ();
  keep_icons ();
  add_tests ();
  return g_test_run ();
}

HdCatalog *
ui_fixture_new_catalog (void)
{
  HdCatalog *catalog = hd_catalog_new ();
  g_auto (GStrv) refused = hd_catalog_load_default (catalog);

  g_assert_nonnull (hd_catalog_lookup (catalog, "fabric.xpu"));
  return catalog;
}

GFile *
ui_fixture_write (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("heddle-test-XXXXXX", &error);
  g_autofree char *path = folder != NULL ? g_build_filename (folder, "project.heddle", NULL) : NULL;

  g_assert_no_error (error);
  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return g_file_new_for_path (path);
}

void
ui_fixture_remove (GFile *file)
{
  g_autoptr (GFile) folder = g_file_get_parent (file);

  g_file_delete (file, NULL, NULL);
  g_file_delete (folder, NULL, NULL);
  g_object_unref (file);
}

void
ui_fixture_drain (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
ui_fixture_wait (gboolean (*done) (gpointer data),
                 gpointer data)
{
  gint64 end = g_get_monotonic_time () + TIMEOUT_S * G_USEC_PER_SEC;

  while (!done (data))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (1000);
    }
  /* A run's state is known before it is announced. */
  ui_fixture_drain ();
}

typedef struct
{
  gboolean done;
} Load;

static void
on_loaded (GObject *source,
           GAsyncResult *result,
           gpointer data)
{
  g_autoptr (GError) error = NULL;

  heddle_session_load_finish (HEDDLE_SESSION (source), result, &error);
  g_assert_no_error (error);
  ((Load *) data)->done = TRUE;
}

static gboolean
is_loaded (gpointer data)
{
  return ((Load *) data)->done;
}

void
ui_fixture_load (HeddleSession *session,
                 const char *text)
{
  GFile *file = ui_fixture_write (text);
  Load load = { FALSE };

  heddle_session_load_async (session, file, NULL, NULL, on_loaded, &load);
  ui_fixture_wait (is_loaded, &load);
  ui_fixture_remove (file);
}

HeddleSession *
ui_fixture_new_session (const char *text)
{
  g_autoptr (HdCatalog) catalog = ui_fixture_new_catalog ();
  HeddleSession *session = heddle_session_new (catalog);

  ui_fixture_load (session, text);
  return session;
}

typedef struct
{
  HeddleSession *session;
  gboolean ended;
} Run;

static void
on_progressed (Run *run)
{
  run->ended = !heddle_session_is_active (run->session);
}

static gboolean
has_ended (gpointer data)
{
  return ((Run *) data)->ended;
}

void
ui_fixture_run_to_end (HeddleSession *session)
{
  Run run = { session, FALSE };
  gulong handler = g_signal_connect_swapped (session, "progressed", G_CALLBACK (on_progressed), &run);

  heddle_session_set_speed (session, 0);
  heddle_session_start (session);
  ui_fixture_wait (has_ended, &run);
  g_signal_handler_disconnect (session, handler);
  for (guint i = 0; heddle_session_get_run_state (session) != HD_RUN_FINISHED && i < heddle_session_get_problems (session)->len; i++)
    g_printerr ("%s\n", ((const HdProblem *) heddle_session_get_problems (session)->pdata[i])->message);
  g_assert_cmpint (heddle_session_get_run_state (session), ==, HD_RUN_FINISHED);
}

GtkWidget *
ui_fixture_show (GtkWidget *child,
                 int width,
                 int height)
{
  GtkWidget *window = gtk_window_new ();

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (window);
  return window;
}

guint
ui_fixture_count_inked (GtkWidget *widget)
{
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autofree guint32 *pixels = g_new0 (guint32, width * height);
  guint n = 0;

  /* Painted anew: what was shown last may be older than the state that is tested. */
  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  texture = gsk_renderer_render_texture (gtk_native_get_renderer (gtk_widget_get_native (widget)), node,
                                         &GRAPHENE_RECT_INIT (0, 0, width, height));
  gdk_texture_download (texture, (guchar *) pixels, width * 4);
  for (int i = 1; i < width * height; i++)
    n += pixels[i] != pixels[0];
  return n;
}

GtkWidget *
ui_fixture_find_label (GtkWidget *widget,
                       const char *text)
{
  if (GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), text) != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = ui_fixture_find_label (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

guint64
ui_fixture_uid (HeddleSession *session,
                const char *module,
                HdObjectKind kind,
                const char *id)
{
  HdSnapshot *snapshot = heddle_session_get_snapshot (session);
  const HdObject *parent = module != NULL ? hd_snapshot_find_module (snapshot, module)
                                          : hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_TOP, NULL);
  const HdObject *object = hd_object_find_child (parent, kind, id);

  g_assert_nonnull (object);
  return hd_object_get_uid (object);
}
