/* test-study-page.c: the studies of the project in the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the page is of use where the project has a study; what it shows comes from runs of the study, and is found again; an edit that makes other results
 * shows none of the old ones, and its undo all of them; a point that is opened becomes what the project says, in one step that is undone; what is published is held
 * against it; what is wrong is said.
 * Left open: how it looks, and what is in the results (tests/engine/study).
 */
#include <stdlib.h>
#include <string.h>
#include <utime.h>

#include <glib/gstdio.h>

#include "heddle-edits.h"
#include "heddle-project-items.h"
#include "heddle-study-figure.h"
#include "heddle-study-page.h"
#include "heddle-study-results.h"
#include "heddle-subject.h"
#include "ui-fixture.h"

#define STUDY \
  "<study id=\"sizes\" title=\"Sizes\"><factor of=\"$xpus\" values=\"2, 4, 8\"/><factor of=\"class:L.bandwidth\" values=\"1 GB/s, 2 GB/s\"/>" \
  "<metric of=\"time_total\" direction=\"minimise\"/></study>"
#define MANY \
  "<study id=\"many\" title=\"Many\" sampling=\"random\" points=\"5000\"><factor of=\"class:L.bandwidth\" from=\"1 GB/s\" to=\"9 GB/s\"/>" \
  "<factor of=\"class:L.latency\" from=\"1 us\" to=\"9 us\"/><metric of=\"time_total\" direction=\"minimise\"/></study>"
#define PROJECT(studies) \
  "<heddle version=\"1\" name=\"star\"><variables><variable name=\"xpus\" type=\"integer\" value=\"4\" minimum=\"2\" maximum=\"16\"/></variables>" \
  "<link-class id=\"L\" bandwidth=\"10 GB/s\" latency=\"1 us\" sharing=\"split\"/>" \
  "<top><component id=\"hub\" type=\"fabric.switch\"/><component id=\"xpu\" type=\"fabric.xpu\" count=\"$xpus\"/>" \
  "<link id=\"wire\" from=\"xpu[i].eth\" to=\"hub.port[i]\" class=\"L\"/></top>" \
  "<communicators><communicator id=\"all\" members=\"xpu[*]\"/></communicators>" \
  "<workload type=\"collective\" on=\"all\" operation=\"all-reduce\" algorithm=\"ring\" bytes=\"1 MB\"/>" studies "</heddle>"

typedef struct
{
  HeddleSession *session;
  GtkWidget *page;
  GtkWidget *window;
} Fixture;

static void
set_up_project (Fixture *fixture,
                const char *project)
{
  fixture->session = ui_fixture_new_session (project);
  fixture->page = heddle_study_page_new (fixture->session);
  fixture->window = ui_fixture_show (fixture->page, 900, 260);
}

static void
set_up (Fixture *fixture,
        gconstpointer data)
{
  set_up_project (fixture, PROJECT (STUDY));
}

static void
tear_down (Fixture *fixture,
           gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_drain ();
  g_object_unref (fixture->session);
}

static GtkWidget *
find_child (Fixture *fixture,
            const char *name)
{
  return GTK_WIDGET (gtk_widget_get_template_child (fixture->page, HEDDLE_TYPE_STUDY_PAGE, name));
}

static const char *
get_label (Fixture *fixture,
           const char *name)
{
  return gtk_label_get_label (GTK_LABEL (find_child (fixture, name)));
}

static gboolean
is_done (gpointer data)
{
  return strcmp (get_label (data, "state"), "6 of 6 runs") == 0 && !gtk_widget_get_visible (find_child (data, "stop"));
}

static gboolean
is_ready (gpointer data)
{
  return strcmp (get_label (data, "about"), "") != 0;
}

/* The present project is looked at, and nothing has run. */
static gboolean
has_none (gpointer data)
{
  return is_ready (data) && strcmp (get_label (data, "state"), "") == 0 && gtk_widget_get_sensitive (find_child (data, "start"));
}

static gboolean
says_what_is_wrong (gpointer data)
{
  return strstr (get_label (data, "state"), "values.csv:2: “1 MB” is no value of the metric “time_total”") != NULL;
}

static gboolean
all_have_failed (gpointer data)
{
  return strcmp (get_label (data, "state"), "2 of 2 runs, 2 points have failed") == 0 && !gtk_widget_get_visible (find_child (data, "stop"));
}

static void
run_all (Fixture *fixture)
{
  g_signal_emit_by_name (find_child (fixture, "start"), "clicked");
  ui_fixture_wait (is_done, fixture);
}

static void
set_latency (Fixture *fixture,
             const char *text)
{
  HdDocument *document = heddle_session_get_document (fixture->session);
  const HdObject *class = hd_object_find_child (hd_document_get_root (document), HD_OBJECT_LINK_CLASS, "L");

  g_assert_true (hd_document_set_attribute (document, hd_object_get_uid (class), "latency", text, NULL));
}

static const char *
get_value (Fixture *fixture,
           const char *what)
{
  const HdObject *root = hd_document_get_root (heddle_session_get_document (fixture->session));

  return strcmp (what, "xpus") == 0 ? hd_object_get (hd_object_find_child (hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL), HD_OBJECT_VARIABLE, "xpus"), "value")
                                    : hd_object_get (hd_object_find_child (root, HD_OBJECT_LINK_CLASS, "L"), "bandwidth");
}

static void
test_runs (Fixture *fixture,
           gconstpointer data)
{
  GtkWidget *focus;

  g_assert_true (heddle_study_page_is_of_use (fixture->session));
  ui_fixture_wait (is_ready, fixture);
  g_assert_cmpstr (get_label (fixture, "about"), ==, "6 points of $xpus × class:L.bandwidth");
  g_assert_true (gtk_widget_get_visible (find_child (fixture, "hint")));
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "axes")));
  gtk_widget_grab_focus (find_child (fixture, "start"));
  run_all (fixture);
  focus = gtk_root_get_focus (GTK_ROOT (fixture->window)); /* within the page still */
  g_assert_true (focus != NULL && gtk_widget_is_ancestor (focus, find_child (fixture, "view_choice")));
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "hint")));
  g_assert_true (gtk_widget_get_visible (find_child (fixture, "axes")));
  g_assert_true (gtk_widget_get_visible (find_child (fixture, "key"))); /* the fastest has a ring */
  g_assert_true (g_str_has_prefix (get_label (fixture, "key"), "◎ Best: $xpus=2, class:L.bandwidth=2 GB/s · "));
  g_assert_false (gtk_widget_get_sensitive (find_child (fixture, "start")));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (find_child (fixture, "x_choice")))), >, 2); /* factors, then metrics */
}

/* Another page, as after the program was started anew, finds the results; an edit that makes others does not, and its undo does. */
static void
test_found_again (Fixture *fixture,
                  gconstpointer data)
{
  Fixture other = *fixture;

  set_latency (fixture, "3 us");
  ui_fixture_wait (has_none, fixture);
  run_all (fixture);
  other.page = heddle_study_page_new (other.session);
  other.window = ui_fixture_show (other.page, 900, 260);
  ui_fixture_wait (is_done, &other);
  set_latency (&other, "4 us");
  ui_fixture_wait (has_none, &other);
  hd_document_undo (heddle_session_get_document (other.session));
  ui_fixture_wait (is_done, &other);
  gtk_window_destroy (GTK_WINDOW (other.window));
}

static void
test_open (Fixture *fixture,
           gconstpointer data)
{
  GtkWidget *list = gtk_stack_get_child_by_name (GTK_STACK (find_child (fixture, "stack")), "table");

  set_latency (fixture, "5 us");
  ui_fixture_wait (has_none, fixture);
  run_all (fixture);
  g_assert_true (gtk_widget_get_visible (find_child (fixture, "foot"))); /* so that points stay where they are, for the second click of two */
  g_assert_false (gtk_widget_get_sensitive (find_child (fixture, "open")));
  g_signal_emit_by_name (list, "chosen", 5u);
  g_assert_true (gtk_widget_get_sensitive (find_child (fixture, "open")));
  g_assert_nonnull (strstr (get_label (fixture, "point_label"), "$xpus=8, class:L.bandwidth=2 GB/s"));
  g_signal_emit_by_name (find_child (fixture, "open"), "clicked");
  g_assert_cmpstr (get_value (fixture, "xpus"), ==, "8");
  g_assert_cmpstr (get_value (fixture, "bandwidth"), ==, "2 GB/s");
  ui_fixture_wait (is_done, fixture); /* the study is still that of all points, and the point is chosen */
  g_assert_nonnull (strstr (get_label (fixture, "point_label"), "$xpus=8, class:L.bandwidth=2 GB/s"));
  hd_document_undo (heddle_session_get_document (fixture->session));
  g_assert_cmpstr (get_value (fixture, "xpus"), ==, "4");
  g_assert_cmpstr (get_value (fixture, "bandwidth"), ==, "10 GB/s");
}

static GtkGesture *
find_drag (GtkWidget *area)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (area);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (controller))
        return GTK_GESTURE (controller);
    }
  g_assert_not_reached ();
}

/* The lowest third of the first axis has 2 of 2, 4 and 8 accelerators; a click on the axis brings out all again. */
static void
check_brush (Fixture *fixture)
{
  GtkWidget *area = find_child (fixture, "area");
  GtkGesture *drag = find_drag (area);
  double bottom = gtk_widget_get_height (area) - 10, height = bottom - 30; /* of axes */

  g_signal_emit_by_name (drag, "drag-begin", 41.0, bottom);
  g_signal_emit_by_name (drag, "drag-update", 0.0, -0.33 * height);
  g_signal_emit_by_name (drag, "drag-end", 0.0, -0.33 * height);
  g_assert_cmpstr (get_label (fixture, "key"), ==, "2 of 6 points");
  g_signal_emit_by_name (drag, "drag-begin", 41.0, bottom);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);
  g_assert_cmpstr (get_label (fixture, "key"), ==, "Drag along an axis to bring out points");
}

typedef struct
{
  Fixture *fixture;
  HdSnapshot *before;
} Edit;

static gboolean
is_taken_up (gpointer data)
{
  const Edit *edit = data;

  return heddle_session_get_snapshot (edit->fixture->session) != edit->before && is_done (edit->fixture);
}

/* The first edit since the page is there is of the same project too: what is looked at stays. */
static void
test_first_edit (Fixture *fixture,
                 gconstpointer data)
{
  Edit edit = { fixture };

  ui_fixture_wait (is_ready, fixture);
  if (!is_done (fixture)) /* no other test was before */
    run_all (fixture);
  edit.before = hd_snapshot_ref (heddle_session_get_snapshot (fixture->session));
  g_signal_emit_by_name (gtk_stack_get_child_by_name (GTK_STACK (find_child (fixture, "stack")), "table"), "chosen", 5u);
  g_signal_emit_by_name (find_child (fixture, "open"), "clicked");
  ui_fixture_wait (is_taken_up, &edit);
  g_assert_nonnull (strstr (get_label (fixture, "point_label"), "$xpus=8, class:L.bandwidth=2 GB/s"));
  hd_snapshot_unref (edit.before);
}

/* What is asked for in each view, and what is said where it cannot be drawn. */
static void
test_views (Fixture *fixture,
              gconstpointer data)
{
  GtkDropDown *view = GTK_DROP_DOWN (find_child (fixture, "view_choice")), *x = GTK_DROP_DOWN (find_child (fixture, "x_choice"));

  set_latency (fixture, "7 us");
  ui_fixture_wait (has_none, fixture);
  run_all (fixture);
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "second_choice")));
  gtk_drop_down_set_selected (view, 1);
  g_assert_true (gtk_widget_get_visible (find_child (fixture, "second_choice")));
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "hint")));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (find_child (fixture, "second_choice")))), ==, 1);
  gtk_drop_down_set_selected (x, 1);
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "hint")));
  gtk_drop_down_set_selected (x, 2); /* a metric */
  g_assert_true (gtk_widget_get_visible (find_child (fixture, "hint")));
  g_assert_nonnull (strstr (get_label (fixture, "hint"), "two factors"));
  gtk_drop_down_set_selected (view, 2);
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "hint")));
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "x_choice"))); /* all factors are axes */
  check_brush (fixture);
  gtk_drop_down_set_selected (view, 3);
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "x_choice"))); /* and columns */
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "logarithmic")));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (find_child (fixture, "stack"))), ==, "table");
  gtk_drop_down_set_selected (view, 4);
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "hint")));
  g_assert_cmpstr (get_label (fixture, "key"), ==, "Pale: together with other factors");
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "foot"))); /* no point is chosen there */
}

static void
test_wrong (void)
{
  Fixture fixture;

  set_up_project (&fixture, PROJECT ("<study id=\"a\"><factor of=\"$gone\" values=\"1\"/></study>"));
  ui_fixture_wait (is_ready, &fixture);
  g_assert_nonnull (strstr (get_label (&fixture, "about"), "no variable “$gone”"));
  g_assert_false (gtk_widget_get_sensitive (find_child (&fixture, "start")));
  tear_down (&fixture, NULL);
  set_up_project (&fixture, PROJECT ("<study id=\"a\"><factor of=\"wire[99].failed\" values=\"0, 1\"/></study>"));
  ui_fixture_wait (is_ready, &fixture);
  g_signal_emit_by_name (find_child (&fixture, "start"), "clicked");
  ui_fixture_wait (all_have_failed, &fixture);
  g_assert_true (gtk_widget_get_visible (find_child (&fixture, "hint")));
  g_assert_nonnull (strstr (get_label (&fixture, "hint"), "No run came to its end. "));
  g_assert_nonnull (strstr (get_label (&fixture, "hint"), "wire[99]"));
  tear_down (&fixture, NULL);
  set_up_project (&fixture, PROJECT (""));
  g_assert_false (heddle_study_page_is_of_use (fixture.session));
  g_assert_false (gtk_widget_get_sensitive (find_child (&fixture, "start")));
  tear_down (&fixture, NULL);
}

/* Of 2 accelerators over 1 GB/s one second is published, which is more than it takes; of others nothing is. */
static void
test_published (void)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-published-XXXXXX", NULL), *path = g_build_filename (folder, "values.csv", NULL);
  g_autofree char *project = g_strdup_printf (PROJECT ("<study id=\"sizes\" published=\"%s\"><factor of=\"$xpus\" values=\"2, 4, 8\"/>"
                                                       "<factor of=\"class:L.bandwidth\" values=\"1 GB/s, 2 GB/s\"/><metric of=\"time_total\"/></study>"), path);
  GtkWidget *list;
  Fixture fixture;

  g_assert_true (g_file_set_contents (path, "# Somebody\n$xpus,class:L.bandwidth,time_total\n2,1 GB/s,1 s\n", -1, NULL));
  set_up_project (&fixture, project);
  ui_fixture_wait (is_ready, &fixture);
  run_all (&fixture);
  list = gtk_stack_get_child_by_name (GTK_STACK (find_child (&fixture, "stack")), "table");
  g_signal_emit_by_name (list, "chosen", 0u);
  g_assert_nonnull (strstr (get_label (&fixture, "point_label"), "published 1" HD_FIGURE_SPACE "s, −"));
  g_signal_emit_by_name (list, "chosen", 1u);
  g_assert_null (strstr (get_label (&fixture, "point_label"), "published"));
  tear_down (&fixture, NULL);
  g_assert_true (g_file_set_contents (path, "$xpus,time_total\n2,1 MB\n", -1, NULL)); /* which only its results show to be wrong */
  set_up_project (&fixture, project);
  ui_fixture_wait (is_ready, &fixture);
  g_signal_emit_by_name (find_child (&fixture, "start"), "clicked");
  ui_fixture_wait (says_what_is_wrong, &fixture);
  tear_down (&fixture, NULL);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* What runs is of the project that it was begun in. */
static void
test_other_project (Fixture *fixture,
                    gconstpointer data)
{
  set_latency (fixture, "6 us");
  ui_fixture_wait (has_none, fixture);
  g_signal_emit_by_name (find_child (fixture, "start"), "clicked");
  g_assert_true (gtk_widget_get_visible (find_child (fixture, "stop")));
  ui_fixture_load (fixture->session, PROJECT (""));
  g_assert_false (heddle_study_page_is_of_use (fixture->session));
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "stop")));
  g_assert_false (gtk_widget_get_sensitive (find_child (fixture, "start")));
  g_assert_false (gtk_widget_get_visible (find_child (fixture, "axes")));
}

/* What is set becomes what is written, or nothing does. */
static void
test_apply (Fixture *fixture,
            gconstpointer data)
{
  HdDocument *document = heddle_session_get_document (fixture->session);
  static const char *const good[] = { "$xpus=6", "run:fidelity=packet", "xpu[*].fp32=7 TFLOP/s", "wire.bandwidth=3 GB/s", "wire[1].failed=1", NULL };
  static const char *const wrong[] = { "$xpus=7", "xpu[2].model=H100", NULL }, *const unknown[] = { "$xpus=7", "nic.rate=1", NULL };
  const HdObject *root, *top;
  g_autoptr (GError) error = NULL;

  g_assert_true (heddle_edit_apply (document, "Take", good, &error));
  g_assert_no_error (error);
  root = hd_document_get_root (document);
  top = hd_object_find_child (root, HD_OBJECT_TOP, NULL);
  g_assert_cmpstr (get_value (fixture, "xpus"), ==, "6");
  g_assert_cmpstr (hd_object_get (hd_object_find_child (root, HD_OBJECT_RUN, NULL), "fidelity"), ==, "packet");
  g_assert_cmpstr (hd_object_get (hd_object_find_child (top, HD_OBJECT_COMPONENT, "xpu"), "fp32"), ==, "7 TFLOP/s");
  g_assert_cmpstr (hd_object_get (hd_object_find_child (top, HD_OBJECT_LINK, "wire"), "bandwidth"), ==, "3 GB/s");
  g_assert_cmpstr (hd_object_get (hd_object_find_child (top, HD_OBJECT_LINK, "wire"), "failed"), ==, "if (i == 1, 1, 0)");
  g_assert_false (heddle_edit_apply (document, "Take", wrong, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_assert_nonnull (strstr (error->message, "xpu[2].model=H100"));
  g_clear_error (&error);
  g_assert_false (heddle_edit_apply (document, "Take", unknown, &error));
  g_assert_error (error, HD_ERROR, HD_ERROR_NAME);
  g_assert_cmpstr (get_value (fixture, "xpus"), ==, "6");
  hd_document_undo (document);
  g_assert_cmpstr (get_value (fixture, "xpus"), ==, "4");
  g_assert_null (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_RUN, NULL));
}

/* A study that is added can be run as it is; each factor that is added is of another variable. */
static void
test_add (void)
{
  HeddleSession *session = ui_fixture_new_session (PROJECT (""));
  HdDocument *document = heddle_session_get_document (session);
  g_autoptr (GError) error = NULL;
  guint64 study = heddle_project_add_study (document, &error), factor, metric;
  g_autoptr (HdSnapshot) snapshot = NULL;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (HdStudyPlan) plan = NULL;

  g_assert_no_error (error);
  factor = heddle_project_add_child (document, study, HD_OBJECT_FACTOR, &error);
  metric = heddle_project_add_child (document, study, HD_OBJECT_METRIC, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (metric, !=, 0);
  snapshot = hd_document_snapshot (document);
  plan = hd_study_plan_new (snapshot, NULL, NULL, problems, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hd_study_plan_get_n_factors (plan), ==, 2);
  g_assert_cmpstr (hd_study_plan_get_factor (plan, 0)->address, ==, "$xpus");
  g_assert_cmpuint (hd_study_plan_get_n_points (plan), ==, 5 * 3); /* 2 to 8 in five steps, and three seeds, as there is no other variable */
  g_assert_cmpstr (hd_object_get (hd_document_get_object (document, factor), "of"), ==, "run:seed");
  for (guint i = 0; i < 3; i++)
    hd_document_undo (document);
  g_assert_null (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_STUDY, NULL));
  g_object_unref (session);
}

/* A variable that is called otherwise is so in studies too. */
static void
test_rename (Fixture *fixture,
             gconstpointer data)
{
  HdDocument *document = heddle_session_get_document (fixture->session);
  const HdObject *root = hd_document_get_root (document);
  const HdObject *variable = hd_object_find_child (hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL), HD_OBJECT_VARIABLE, "xpus");
  g_autoptr (GError) error = NULL;

  g_assert_true (heddle_edit_rename (document, hd_object_get_uid (variable), "accelerators", &error));
  g_assert_no_error (error);
  root = hd_document_get_root (document);
  g_assert_cmpstr (hd_object_get (hd_object_get_child (hd_object_find_child (root, HD_OBJECT_STUDY, "sizes"), 0), "of"), ==, "$accelerators");
}

/* The oldest go, with what lies beside them; those of the last day, and the one that is kept, stay. */
static void
test_tidy (void)
{
  g_autofree char *folder = g_dir_make_tmp ("heddle-XXXXXX", NULL), *keep = g_build_filename (folder, "0.sqlite", NULL);
  g_autofree char *log = g_build_filename (folder, "1.sqlite-wal", NULL), *other = g_build_filename (folder, "notes.txt", NULL);
  gint64 now_s = g_get_real_time () / G_USEC_PER_SEC;
  guint n = 2 * HEDDLE_STUDY_RESULTS_MOST, n_left = 0;

  g_assert_true (g_file_set_contents (log, "", 0, NULL) && g_file_set_contents (other, "", 0, NULL));
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%u.sqlite", folder, i);
      struct utimbuf times = { 0, now_s - (gint64) (n - i) * 3600 };

      g_assert_true (g_file_set_contents (path, "x", 1, NULL));
      g_assert_cmpint (g_utime (path, &times), ==, 0);
    }
  heddle_study_results_tidy (folder, keep);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%u.sqlite", folder, i);
      gboolean is_there = g_file_test (path, G_FILE_TEST_EXISTS);

      g_assert_cmpint (is_there, ==, i == 0 || i > HEDDLE_STUDY_RESULTS_MOST);
      n_left += is_there;
      g_unlink (path);
    }
  g_assert_cmpuint (n_left, ==, HEDDLE_STUDY_RESULTS_MOST);
  g_assert_false (g_file_test (log, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (other), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  heddle_study_results_tidy ("/nowhere", keep);
}

static gboolean
has_some (gpointer data)
{
  return atoi (get_label (data, "state")) >= 8;
}

static gboolean
has_stopped (gpointer data)
{
  return !gtk_widget_get_visible (find_child (data, "stop"));
}

static gboolean
has_picture (gpointer data)
{
  return !gtk_widget_get_visible (find_child (data, "hint"));
}

static gboolean
has_no_grid (gpointer data)
{
  return gtk_widget_get_visible (find_child (data, "hint")) && strcmp (get_label (data, "hint"), "The points of this study lie on no grid.") == 0;
}

/* Of so many points figures are made in a thread: what is chosen meanwhile comes next, runs begin once it is over, and another project may come in between. */
static void
test_many (void)
{
  Fixture fixture;
  GtkDropDown *view;

  set_up_project (&fixture, PROJECT (MANY));
  ui_fixture_wait (has_none, &fixture);
  view = GTK_DROP_DOWN (find_child (&fixture, "view_choice"));
  for (guint i = 0; i < 2; i++)
    {
      g_signal_emit_by_name (find_child (&fixture, "start"), "clicked");
      ui_fixture_wait (has_some, &fixture);
      g_signal_emit_by_name (find_child (&fixture, "stop"), "clicked");
      ui_fixture_wait (has_stopped, &fixture);
      ui_fixture_wait (has_picture, &fixture);
      gtk_drop_down_set_selected (view, 2);
      gtk_drop_down_set_selected (view, 1); /* while that is made */
      ui_fixture_wait (has_no_grid, &fixture);
      gtk_drop_down_set_selected (view, 2);
      ui_fixture_wait (has_picture, &fixture);
      gtk_drop_down_set_selected (view, 0); /* and runs begin at once */
    }
  ui_fixture_load (fixture.session, PROJECT (STUDY));
  ui_fixture_wait (has_none, &fixture);
  gtk_drop_down_set_selected (view, 0);
  run_all (&fixture);
  tear_down (&fixture, NULL);
}

/* ---- very many points ----------------------------------------------------------------------------------------------- */

#define N_POINTS 21000
#define VERY_MANY \
  "<study id=\"many\" sampling=\"random\" points=\"21000\"><factor of=\"class:L.bandwidth\" from=\"1 GB/s\" to=\"9 GB/s\"/><metric of=\"time_total\" direction=\"minimise\"/></study>"

/* A run of each, which nobody made; that of point p takes p seconds. */
static void
keep_results (HeddleSession *session)
{
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GArray) metrics = g_array_new (FALSE, FALSE, sizeof (HdMetric));
  g_autoptr (GError) error = NULL;
  HdStudyPlan *plan = hd_study_plan_new (heddle_session_get_snapshot (session), "many", NULL, problems, &error);
  g_autofree char *path = heddle_study_results_dup_path (plan), *folder = g_path_get_dirname (path);
  HdStudyStore *store;

  g_mkdir_with_parents (folder, 0700);
  store = hd_study_store_open (path, HD_STUDY_STORE_NEW, plan, &error);
  g_assert_no_error (error);
  for (guint p = 0; p < N_POINTS; p++)
    {
      const HdMetric metric = { "time_total", "Total time", "s", p };
      const HdStudyResult result = { .point = p, .digest = "0123456789abcdef0123456789abcdef", .metrics = metrics };

      g_array_set_size (metrics, 0);
      g_array_append_val (metrics, metric);
      hd_study_store_add (store, &result, &error);
      g_assert_no_error (error);
    }
  hd_study_store_free (store);
  hd_study_plan_unref (plan);
}

static GtkWidget *
find_of_type (GtkWidget *widget,
              GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_of_type (child, type);
  return found;
}

static guint
count_rows (Fixture *fixture)
{
  return g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (find_of_type (fixture->page, GTK_TYPE_COLUMN_VIEW)))));
}

static gboolean
has_all_rows (gpointer data)
{
  return count_rows (data) == N_POINTS;
}

static gboolean
has_last_rows (gpointer data)
{
  return count_rows (data) == 500;
}

static gboolean
says_what_matters (gpointer data)
{
  return gtk_widget_get_visible (find_child (data, "key")) && g_str_has_prefix (get_label (data, "key"), "Pale");
}

/* Rows come in pieces; a condition leaves some; another project may come while they do. */
static void
test_very_many (void)
{
  Fixture fixture;
  GtkWidget *entry;

  fixture.session = ui_fixture_new_session (PROJECT (VERY_MANY));
  keep_results (fixture.session);
  fixture.page = heddle_study_page_new (fixture.session);
  fixture.window = ui_fixture_show (fixture.page, 900, 260);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_child (&fixture, "view_choice")), 3);
  ui_fixture_wait (has_all_rows, &fixture);
  entry = find_of_type (find_child (&fixture, "stack"), GTK_TYPE_SEARCH_ENTRY); /* choices have some of their own */
  gtk_editable_set_text (GTK_EDITABLE (entry), "time_total>=20500s");
  ui_fixture_wait (has_last_rows, &fixture);
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  ui_fixture_wait (has_all_rows, &fixture);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_child (&fixture, "view_choice")), 4); /* made in a thread */
  ui_fixture_wait (says_what_matters, &fixture);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_child (&fixture, "view_choice")), 3);
  gtk_editable_set_text (GTK_EDITABLE (entry), "time_total>=20500s");
  g_main_context_iteration (NULL, FALSE);
  ui_fixture_load (fixture.session, PROJECT (STUDY));
  ui_fixture_wait (has_none, &fixture);
  tear_down (&fixture, NULL);
}

/* From half of what is to twice that; once in each study. */
static void
test_factor (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PROJECT (STUDY));
  HdDocument *document = heddle_session_get_document (session);
  const struct { const char *study, *address, *from, *to, *says; } cases[] = {
    { "sizes", "class:L.latency", "500 ns", "2 us", NULL }, { NULL, "$xpus", NULL, NULL, "varies" }, { "sizes", "xpu.nothing", NULL, NULL, "" },
    { NULL, "run:fidelity", NULL, NULL, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      guint64 uid = heddle_project_add_factor (document, heddle_session_get_catalog (session), heddle_session_get_design (session), cases[i].study, cases[i].address, &error);
      const HdObject *factor = uid != 0 ? hd_document_get_object (document, uid) : NULL;

      if (cases[i].says != NULL)
        {
          g_assert_cmpuint (uid, ==, 0);
          g_assert_nonnull (strstr (error->message, cases[i].says));
          continue;
        }
      g_assert_no_error (error);
      g_assert_cmpstr (hd_object_get (factor, "of"), ==, cases[i].address);
      if (cases[i].from != NULL)
        {
          HdQuantity from, to, low, high;

          g_assert_true (hd_quantity_parse (hd_object_get (factor, "from"), &from, NULL) && hd_quantity_parse (hd_object_get (factor, "to"), &to, NULL));
          g_assert_true (hd_quantity_parse (cases[i].from, &low, NULL) && hd_quantity_parse (cases[i].to, &high, NULL));
          g_assert_cmpfloat_with_epsilon (from.value, low.value, 1e-12);
          g_assert_cmpfloat_with_epsilon (to.value, high.value, 1e-12);
        }
      else
        g_assert_nonnull (strstr (hd_object_get (factor, "values"), "flow, packet, flit"));
      hd_document_undo (document);
      g_assert_null (hd_document_get_object (document, uid));
    }
}

static void
set_factor (HeddleSession *session,
            guint64 uid,
            const char *attribute,
            const char *value)
{
  g_autoptr (HeddleSubject) subject = heddle_subject_new (session, &uid, 1);
  HeddleField field = heddle_field_from_schema (hd_schema_find_field (HD_OBJECT_FACTOR, attribute));
  g_autoptr (GError) error = NULL;

  heddle_subject_write (subject, &field, value, &error);
  g_assert_no_error (error);
}

static const char *
get_factor (HeddleSession *session,
            guint64 uid,
            const char *attribute)
{
  return hd_object_get (hd_document_get_object (heddle_session_get_document (session), uid), attribute);
}

/* What is proposed for one thing is proposed anew for another; a list and a range never stand side by side; each is one step to undo. */
static void
test_values (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (PROJECT (""));
  HdDocument *document = heddle_session_get_document (session);
  guint64 study = heddle_project_add_study (document, NULL), factor = hd_object_get_uid (hd_object_get_child (hd_document_get_object (document, study), 0));
  HdQuantity quantity;

  g_assert_cmpstr (get_factor (session, factor, "from"), ==, "2"); /* of $xpus, which is 4 */
  set_factor (session, factor, "of", "class:L.latency");
  g_assert_true (hd_quantity_parse (get_factor (session, factor, "from"), &quantity, NULL));
  g_assert_cmpfloat_with_epsilon (quantity.value, 500e-9, 1e-15);
  set_factor (session, factor, "of", "wire[1].failed");
  g_assert_cmpstr (get_factor (session, factor, "values"), ==, "0, 1");
  g_assert_null (get_factor (session, factor, "from"));
  hd_document_undo (document);
  set_factor (session, factor, "values", "1 us, 3 us");
  g_assert_null (get_factor (session, factor, "from"));
  g_assert_null (get_factor (session, factor, "to"));
  g_assert_null (get_factor (session, factor, "steps"));
  set_factor (session, factor, "of", "class:L.bandwidth");
  g_assert_cmpstr (get_factor (session, factor, "values"), ==, "1 us, 3 us"); /* which somebody wrote */
  set_factor (session, factor, "from", "1 GB/s");
  g_assert_null (get_factor (session, factor, "values"));
  hd_document_undo (document);
  g_assert_cmpstr (get_factor (session, factor, "values"), ==, "1 us, 3 us");
  for (guint i = 0; i < 3; i++)
    hd_document_undo (document);
  g_assert_cmpstr (get_factor (session, factor, "of"), ==, "$xpus");
  g_assert_cmpstr (get_factor (session, factor, "from"), ==, "2");
}

/* Metrics that are shares are in percent, in all that a study shows. */
static void
test_percents (void)
{
  g_autofree char *text = heddle_study_dup_value (&(HdMetric){ .unit = "%", .value = 63.65 }, 63.65);

  g_assert_cmpstr (text, ==, "64" HD_FIGURE_SPACE "%");
}

/* The study that was just added is what is looked at, also if the page comes later. */
static void
test_selected (void)
{
  Fixture fixture = { .session = ui_fixture_new_session (PROJECT (STUDY)) };
  HdDocument *document = heddle_session_get_document (fixture.session);
  guint64 study = heddle_project_add_study (document, NULL);

  heddle_session_select (fixture.session, (HeddleTarget){ hd_object_get_uid (hd_object_get_child (hd_document_get_object (document, study), 0)), HEDDLE_ALL_MEMBERS });
  ui_fixture_drain ();
  fixture.page = heddle_study_page_new (fixture.session);
  fixture.window = ui_fixture_show (fixture.page, 900, 260);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (find_child (&fixture, "study"))), ==, 1);
  heddle_session_select (fixture.session, (HeddleTarget){ hd_object_get_uid (hd_object_find_child (hd_document_get_root (document), HD_OBJECT_STUDY, "sizes")), HEDDLE_ALL_MEMBERS });
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (find_child (&fixture, "study"))), ==, 0);
  tear_down (&fixture, NULL);
}

static void
add_tests (void)
{
#define ADD(name, func) g_test_add ("/study-page/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("runs", test_runs);
  ADD ("found-again", test_found_again);
  ADD ("first-edit", test_first_edit);
  ADD ("open", test_open);
  ADD ("other-project", test_other_project);
  ADD ("apply", test_apply);
  ADD ("views", test_views);
  ADD ("rename", test_rename);
  g_test_add_func ("/study-page/many", test_many);
  g_test_add_func ("/study-page/very-many", test_very_many);
  g_test_add_func ("/study-page/tidy", test_tidy);
  g_test_add_func ("/study-page/factor", test_factor);
  g_test_add_func ("/study-page/percents", test_percents);
  g_test_add_func ("/study-page/values", test_values);
  g_test_add_func ("/study-page/selected", test_selected);
  g_test_add_func ("/study-page/published", test_published);
  g_test_add_func ("/study-page/wrong", test_wrong);
  g_test_add_func ("/study-page/add", test_add);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
