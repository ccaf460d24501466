/* test-inspector-project.c: what a project holds beside its drawing; its problems and the way out of them
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: whatever is added is one undo step, is selected and can be named at once; work added without an answer to any question runs; a problem
 * leads to the very field; a fix removes its problem and nothing else.
 */
#include <string.h>

#include "heddle-checked-entry.h"
#include "heddle-field-row.h"
#include "heddle-fix.h"
#include "heddle-inspector.h"
#include "heddle-problems.h"
#include "heddle-project-items.h"
#include "heddle-window.h"
#include "heddle-workload-dialog.h"
#include "ui-fixture.h"

/* Four accelerators in a ring, as a student draws them: without work. */
#define RING \
  "<heddle version=\"1\" name=\"Ring\">\n" \
  "  <top>\n" \
  "    <component id=\"xpu\" type=\"fabric.xpu\" x=\"0\" y=\"0\"/>\n" \
  "    <component id=\"xpu2\" type=\"fabric.xpu\" x=\"200\" y=\"0\"/>\n" \
  "    <component id=\"xpu3\" type=\"fabric.xpu\" x=\"200\" y=\"200\"/>\n" \
  "    <component id=\"xpu4\" type=\"fabric.xpu\" x=\"0\" y=\"200\"/>\n" \
  "    <link from=\"xpu.xpu\" to=\"xpu2.xpu\" bandwidth=\"100 GB/s\" latency=\"200 ns\"/>\n" \
  "    <link from=\"xpu2.xpu\" to=\"xpu3.xpu\" bandwidth=\"100 GB/s\" latency=\"200 ns\"/>\n" \
  "    <link from=\"xpu3.xpu\" to=\"xpu4.xpu\" bandwidth=\"100 GB/s\" latency=\"200 ns\"/>\n" \
  "    <link from=\"xpu4.xpu\" to=\"xpu.xpu\" bandwidth=\"100 GB/s\" latency=\"200 ns\"/>\n" \
  "  </top>\n" \
  "</heddle>\n"

#define EMPTY "<heddle version=\"1\" name=\"Empty\"><top/></heddle>\n"

/* A name that is nearly right, a value that is not permitted, an attribute that is nearly right, an id twice, a variable for nothing. */
#define WRONG \
  "<heddle version=\"1\" name=\"Wrong\">\n" \
  "  <variables><variable name=\"rate\" value=\"128 GB/s\"/><variable name=\"idle\" value=\"1\"/></variables>\n" \
  "  <link-class id=\"L\" bandwidth=\"$rat * 2\" latency=\"200 ns\" sharing=\"sharde\"/>\n" \
  "  <top>\n" \
  "    <component id=\"a\" type=\"fabric.xpu\" fp32=\"-67 TFLOP/s\" memory-capacty=\"1 GB\"/>\n" \
  "    <component id=\"a\" type=\"fabric.cxl-swtch\"/>\n" \
  "    <link id=\"l\" from=\"a.cxl\" to=\"b.down[0]\" class=\"L\"/>\n" \
  "  </top>\n" \
  "</heddle>\n"

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

static const HdObject *
find (HeddleSession *session,
      HdObjectKind kind)
{
  return hd_object_find_child (hd_document_get_root (heddle_session_get_document (session)), kind, NULL);
}

/* ---- adding ----------------------------------------------------------------------------------------------------------------------- */

/* Two clicks: the button that asks, and the button that adds. */
static void
test_workload (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING);
  HdDocument *document = heddle_session_get_document (session);
  GtkWidget *dialog = heddle_workload_dialog_new (session, NULL);

  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_true (heddle_workload_dialog_add (HEDDLE_WORKLOAD_DIALOG (dialog)));
  g_assert_cmpstr (hd_document_get_undo_name (document), ==, "Add Workload");
  g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, hd_object_get_uid (find (session, HD_OBJECT_WORKLOAD)));
  ui_fixture_wait (is_settled, session);
  g_assert_cmpuint (hd_design_get_communicator (heddle_session_get_design (session), 0)->n_members, ==, 4);
  ui_fixture_run_to_end (session);
  g_assert_cmpint (heddle_session_get_end (session), >, 0);
  hd_document_undo (document); /* communicator and work in one step */
  g_assert_null (find (session, HD_OBJECT_WORKLOAD));
  g_assert_null (find (session, HD_OBJECT_COMMUNICATORS));
  ui_fixture_drain ();
}

/* Each kind of work that needs no file runs as it is added. */
static void
test_every_workload (void)
{
  for (guint i = 0; i < hd_workload_types_get_n (); i++)
    {
      const char *type = hd_workload_types_get (i)->id;
      g_autoptr (HeddleSession) session = ui_fixture_new_session (RING);
      GtkWidget *dialog = heddle_workload_dialog_new (session, NULL);

      heddle_workload_dialog_choose_type (HEDDLE_WORKLOAD_DIALOG (dialog), type);
      g_assert_true (heddle_workload_dialog_add (HEDDLE_WORKLOAD_DIALOG (dialog)));
      g_assert_cmpstr (hd_object_get (find (session, HD_OBJECT_WORKLOAD), "type"), ==, type);
      ui_fixture_wait (is_settled, session);
      g_assert_cmpuint (heddle_session_count_problems (session, HD_SEVERITY_ERROR), ==, 0);
      if (strcmp (type, "traffic") == 0) /* messages are not as long as collectives */
        g_assert_cmpstr (hd_object_get (find (session, HD_OBJECT_WORKLOAD), "bytes"), ==, "256 B");
      if (strcmp (type, "collective") == 0)
        ui_fixture_run_to_end (session);
      ui_fixture_drain ();
    }
}

/* Traces of a rank that was chosen: the file of the workload is what all ranks share. */
static void
test_traces (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (RING);
  GtkWidget *dialog = heddle_workload_dialog_new (session, NULL);
  g_autofree char *prefix = g_canonicalize_filename ("../projects/chakra/late", g_test_get_dir (G_TEST_DIST));
  g_autofree char *path = g_strconcat (prefix, ".2.et", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  heddle_workload_dialog_choose_type (HEDDLE_WORKLOAD_DIALOG (dialog), "chakra");
  heddle_workload_dialog_choose_file (HEDDLE_WORKLOAD_DIALOG (dialog), file);
  g_assert_true (heddle_workload_dialog_add (HEDDLE_WORKLOAD_DIALOG (dialog)));
  g_assert_cmpstr (hd_object_get (find (session, HD_OBJECT_WORKLOAD), "file"), ==, prefix);
  ui_fixture_wait (is_settled, session);
  ui_fixture_run_to_end (session);
  g_assert_cmpint (heddle_session_get_end (session), >, 0);
  ui_fixture_drain ();
}

static void
test_nothing_to_work (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (EMPTY);
  GtkWidget *dialog = heddle_workload_dialog_new (session, NULL);

  g_assert_nonnull (ui_fixture_find_label (dialog, "add an accelerator first"));
  g_assert_false (heddle_workload_dialog_add (HEDDLE_WORKLOAD_DIALOG (dialog)));
  g_assert_null (find (session, HD_OBJECT_WORKLOAD));
  g_assert_null (hd_document_get_undo_name (heddle_session_get_document (session)));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
test_endpoints (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (UI_PROJECT);
  HdDocument *document = heddle_session_get_document (session);
  HdCatalog *catalog = heddle_session_get_catalog (session);
  g_autofree char *addresses = heddle_project_dup_endpoints (document, catalog);
  guint64 top = hd_object_get_uid (find (session, HD_OBJECT_TOP));
  g_autoptr (HdObject) grid = hd_object_new (HD_OBJECT_COMPONENT, "id", "m", "type", "fabric.xpu", "count", "$rows x 4", NULL);
  g_autoptr (HdObject) ring = hd_object_new (HD_OBJECT_GENERATE, "id", "net", "kind", "ring", NULL);
  g_autofree char *all = NULL;

  g_assert_cmpstr (addresses, ==, "box[*]/xpu[*]");
  g_assert_cmpuint (heddle_project_count_endpoints (document, catalog), ==, 8);
  g_assert_cmpuint (hd_document_insert (document, top, G_MAXUINT, grid, NULL), !=, 0);
  g_assert_cmpuint (hd_document_insert (document, top, G_MAXUINT, ring, NULL), !=, 0);
  all = heddle_project_dup_endpoints (document, catalog);
  g_assert_cmpstr (all, ==, "box[*]/xpu[*] m[*][*] net/host[*][*]");
}

/* ---- in a window --------------------------------------------------------------------------------------------------------------------- */

static AdwApplication *application;

static gboolean
is_open (gpointer window)
{
  HeddleSession *session = heddle_window_get_session (window);

  return heddle_session_get_document (session) != NULL && !heddle_session_is_elaborating (session);
}

static HeddleWindow *
open_window (const char *text,
             GFile **out_file)
{
  g_autoptr (HdCatalog) catalog = ui_fixture_new_catalog ();
  HeddleWindow *window;

  if (application == NULL)
    {
      application = g_object_new (ADW_TYPE_APPLICATION, "flags", G_APPLICATION_NON_UNIQUE, NULL);
      g_application_register (G_APPLICATION (application), NULL, NULL);
    }
  window = heddle_window_new (application, catalog, NULL);
  *out_file = ui_fixture_write (text);
  gtk_window_present (GTK_WINDOW (window));
  heddle_window_open (window, *out_file);
  ui_fixture_wait (is_open, window);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  return window;
}

static void
close_window (HeddleWindow *window,
              GFile *file)
{
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
  ui_fixture_remove (file);
}

/* The field whose entry has the focus, or NULL. */
static const char *
get_focused_field (HeddleWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, HEDDLE_TYPE_FIELD_ROW) : NULL;

  return row != NULL ? heddle_field_row_get_name (HEDDLE_FIELD_ROW (row)) : NULL;
}

static void
test_actions (void)
{
  static const struct
  {
    const char *action;
    HdObjectKind kind;
    const char *field;
    const char *undo;
  } cases[] = {
    { "add-variable", HD_OBJECT_VARIABLE, "name", "Add Variable" },
    { "add-link-class", HD_OBJECT_LINK_CLASS, "id", "Add Link class" },
    { "add-communicator", HD_OBJECT_COMMUNICATOR, "id", "Add Communicator" },
    { "add-probe", HD_OBJECT_PROBE, "of", "Add Probe" },
    { "add-module", HD_OBJECT_MODULE, "id", "Add Module" },
    { "add-study", HD_OBJECT_STUDY, "id", "Add Study" },
  };
  GFile *file;
  HeddleWindow *window = open_window (RING, &file);
  HeddleSession *session = heddle_window_get_session (window);
  HdDocument *document = heddle_session_get_document (session);
  g_autofree char *before = hd_document_to_string (document, NULL);
  g_autofree char *after = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint64 uid;

      g_action_group_activate_action (G_ACTION_GROUP (window), cases[i].action, NULL);
      uid = heddle_session_get_selected (session, 0).uid;
      g_assert_cmpint (hd_object_get_kind (hd_document_get_object (document, uid)), ==, cases[i].kind);
      g_assert_cmpstr (get_focused_field (window), ==, cases[i].field);
      g_assert_cmpstr (hd_document_get_undo_name (document), ==, cases[i].undo);
      hd_document_undo (document);
    }
  after = hd_document_to_string (document, NULL);
  g_assert_cmpstr (after, ==, before);
  close_window (window, file);
}

static void
test_communicator_of_selection (void)
{
  GFile *file;
  HeddleWindow *window = open_window (UI_PROJECT, &file);
  HeddleSession *session = heddle_window_get_session (window);
  HdDocument *document = heddle_session_get_document (session);

  heddle_session_select_node (session, heddle_session_get_design (session), hd_design_find_node (heddle_session_get_design (session), "box[1]/xpu[2]"));
  heddle_session_toggle_selected (session, (HeddleTarget) { ui_fixture_uid (session, "box", HD_OBJECT_COMPONENT, "xpu"), 3 });
  g_action_group_activate_action (G_ACTION_GROUP (window), "add-communicator", NULL);
  g_assert_cmpstr (hd_object_get (hd_document_get_object (document, heddle_session_get_selected (session, 0).uid), "members"), ==,
                   "box[1]/xpu[2] box[1]/xpu[3]");

  heddle_session_leave_to (session, 0);
  heddle_session_select (session, (HeddleTarget) { ui_fixture_uid (session, NULL, HD_OBJECT_INSTANCE, "box"), 0 });
  g_action_group_activate_action (G_ACTION_GROUP (window), "add-communicator", NULL);
  g_assert_cmpstr (hd_object_get (hd_document_get_object (document, heddle_session_get_selected (session, 0).uid), "members"), ==,
                   "box[0]/xpu[*]");
  close_window (window, file);
}

static void
test_edit_field (void)
{
  GFile *file;
  HeddleWindow *window = open_window (WRONG, &file);
  HeddleSession *session = heddle_window_get_session (window);
  GPtrArray *problems = heddle_session_get_problems (session);
  guint n = 0;

  for (guint i = 0; i < problems->len; i++)
    {
      const HdProblem *problem = problems->pdata[i];

      if (problem->object_uid == 0 || g_strcmp0 (problem->attribute, "memory-capacty") == 0)
        continue;
      g_action_group_activate_action (G_ACTION_GROUP (window), "edit-field",
                                      g_variant_new ("(ts)", problem->object_uid, problem->attribute != NULL ? problem->attribute : ""));
      g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, problem->object_uid);
      if (problem->attribute == NULL)
        continue;
      g_assert_cmpstr (get_focused_field (window), ==, problem->attribute);
      n++;
    }
  g_assert_cmpuint (n, >=, 5);
  close_window (window, file);
}

/* What is being typed when the project is run counts for that run. */
static gboolean
has_run (gpointer session)
{
  return heddle_session_get_record (session) != NULL && !heddle_session_is_active (session);
}

static void
test_run_while_typing (void)
{
  GFile *file;
  HeddleWindow *window = open_window (UI_PROJECT, &file);
  HeddleSession *session = heddle_window_get_session (window);
  guint64 uid = hd_object_get_uid (find (session, HD_OBJECT_RUN));

  g_action_group_activate_action (G_ACTION_GROUP (window), "edit-field", g_variant_new ("(ts)", uid, "iterations"));
  g_assert_cmpstr (get_focused_field (window), ==, "iterations");
  gtk_editable_set_text (GTK_EDITABLE (gtk_window_get_focus (GTK_WINDOW (window))), "3");
  g_action_group_activate_action (G_ACTION_GROUP (window), "run", NULL);
  ui_fixture_wait (has_run, session);
  g_assert_cmpuint (hd_design_get_run_settings (heddle_session_get_design (session))->iterations, ==, 3);
  close_window (window, file);
}

/* ---- problems -------------------------------------------------------------------------------------------------------------------------- */

static const HdProblem *
find_problem (HeddleSession *session,
              HdProblemCode code,
              const char *attribute)
{
  GPtrArray *problems = heddle_session_get_problems (session);

  for (guint i = 0; i < problems->len; i++)
    {
      const HdProblem *problem = problems->pdata[i];

      if (problem->code == code && (attribute == NULL || g_strcmp0 (problem->attribute, attribute) == 0))
        return problem;
    }
  return NULL;
}

static void
apply (HeddleSession *session,
       HdProblemCode code,
       const char *attribute,
       const char *label)
{
  HdDocument *document = heddle_session_get_document (session);
  const HdProblem *problem = find_problem (session, code, attribute);
  g_autoptr (HeddleFix) fix = NULL;
  guint n = heddle_session_get_problems (session)->len;

  g_assert_nonnull (problem);
  fix = heddle_fix_find (document, heddle_session_get_catalog (session), problem);
  g_assert_nonnull (fix);
  g_assert_cmpstr (heddle_fix_get_label (fix), ==, label);
  g_assert_true (heddle_fix_apply (fix, document, NULL));
  ui_fixture_wait (is_settled, session);
  g_assert_null (find_problem (session, code, attribute));
  g_assert_cmpuint (heddle_session_get_problems (session)->len, <=, n);
}

static void
test_fixes (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (WRONG);
  HdDocument *document = heddle_session_get_document (session);

  apply (session, HD_PROBLEM_UNKNOWN_NAME, "bandwidth", "Use rate");
  g_assert_cmpstr (hd_object_get (find (session, HD_OBJECT_LINK_CLASS), "bandwidth"), ==, "$rate * 2");
  apply (session, HD_PROBLEM_VALUE, "sharing", "Use shared");
  apply (session, HD_PROBLEM_VALUE, "fp32", "Use 67 TFLOP/s");
  apply (session, HD_PROBLEM_UNKNOWN_ATTRIBUTE, "memory-capacty", "Rename to memory-capacity");
  apply (session, HD_PROBLEM_UNKNOWN_TYPE, "type", "Use cxl-switch");
  apply (session, HD_PROBLEM_DUPLICATE, "id", "Rename to a2");
  apply (session, HD_PROBLEM_UNUSED, NULL, "Remove");
  g_assert_cmpstr (hd_document_get_undo_name (document), ==, "Fix: Remove");
  for (guint i = 0; i < 7; i++)
    g_assert_true (hd_document_undo (document));
  g_assert_null (hd_document_get_undo_name (document)); /* one step each */
}

/* A run that is refused for its fidelity offers another one, whether the settings state one or not. */
static void
test_fix_of_run (void)
{
  static const char *const stated[] = { "seed", "fidelity" };

  for (guint i = 0; i < G_N_ELEMENTS (stated); i++)
    {
      g_autofree char *text = g_strdup_printf (
        "<heddle version=\"1\" name=\"Two\">\n"
        "  <link-class id=\"L\" bandwidth=\"1 GB/s\" latency=\"200 ns\" sharing=\"split\"/>\n"
        "  <top>\n"
        "    <component id=\"node\" type=\"fabric.host\" count=\"2\"/>\n"
        "    <link id=\"wire\" from=\"node[0].port\" to=\"node[1].port\" class=\"L\"/>\n"
        "  </top>\n"
        "  <communicators><communicator id=\"all\" members=\"node[*]\"/></communicators>\n"
        "  <workload type=\"traffic\" on=\"all\"/>\n"
        "  <run %s=\"%s\"/>\n"
        "</heddle>\n", stated[i], i == 0 ? "2" : "flow");
      g_autoptr (HeddleSession) session = ui_fixture_new_session (text);

      heddle_session_start (session);
      ui_fixture_wait (has_run, session);
      g_assert_cmpint (heddle_session_get_run_state (session), ==, HD_RUN_FAILED);
      apply (session, HD_PROBLEM_VALUE, "fidelity", "Use packet");
      g_assert_cmpstr (hd_object_get (find (session, HD_OBJECT_RUN), "fidelity"), ==, "packet");
      ui_fixture_run_to_end (session);
    }
}

/* A link that an older file watches by the names of its ends, and probes of what is not there. */
#define DANGLING                                                                                                                                   \
  "<heddle version=\"1\" name=\"old\"><top><component id=\"xpu\" type=\"fabric.xpu\"/><component id=\"xpu2\" type=\"fabric.xpu\"/>"                    \
  "<link from=\"xpu.xpu\" to=\"xpu2.xpu\" bandwidth=\"50 GB/s\" latency=\"500 ns\"/></top>"                                                          \
  "<probes>%s</probes></heddle>"

static HeddleSession *
open_dangling (const char *probe)
{
  g_autofree char *text = g_strdup_printf (DANGLING, probe);

  return ui_fixture_new_session (text);
}

static void
test_dangling_probes (void)
{
  static const struct
  {
    const char *probe;
    HdProblemCode code;
    const char *label;
  } cases[] = {
    { "<probe of=\"xpu--xpu2.rate\"/>", HD_PROBLEM_UNKNOWN_NAME, "Name the Link" },
    { "<probe of=\"xpo.busy\"/>", HD_PROBLEM_UNKNOWN_NAME, "Use xpu" },
    { "<probe of=\"nothing/like/it.busy\"/>", HD_PROBLEM_UNKNOWN_NAME, "Remove the Probe" },
    { "<probe of=\"xpu[*]--tor.rate\"/>", HD_PROBLEM_SYNTAX, "Remove the Probe" },
    { "<probe of=\"xpu.heat\"/>", HD_PROBLEM_UNKNOWN_NAME, "Remove the Probe" },
    { "<probe of=\"workload.iteration\"/>", HD_PROBLEM_UNKNOWN_NAME, "Remove the Probe" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HeddleSession) session = open_dangling (cases[i].probe);
      const HdProblem *problem = find_problem (session, cases[i].code, "of");

      g_assert_nonnull (problem);
      g_assert_true (g_str_has_prefix (problem->object, "probe:") || g_str_has_prefix (problem->object, "probes/probe:"));
      g_assert_cmpint (hd_object_get_kind (hd_document_get_object (heddle_session_get_document (session), problem->object_uid)), ==, HD_OBJECT_PROBE);
      apply (session, cases[i].code, "of", cases[i].label);
      g_assert_cmpuint (heddle_session_get_problems (session)->len, ==, 0);
    }
}

/* A route that leads nowhere, whatever is wrong with it: without it the shortest one is taken. */
static void
test_broken_routes (void)
{
  static const struct
  {
    const char *route;
    HdProblemCode code;
  } cases[] = {
    { "from=\"x\" to=\"y\" via=\"beyond[0]\"", HD_PROBLEM_UNKNOWN_NAME },
    { "from=\"x\" to=\"y\" via=\"l[9]\"", HD_PROBLEM_INDEX },
    { "from=\"x\" to=\"y\" via=\"k\"", HD_PROBLEM_LINK_ENDS },
    { "from=\"x\" to=\"y\" via=\"l[\"", HD_PROBLEM_SYNTAX },
    { "from=\"x\" to=\"nowhere\" via=\"l[0]\"", HD_PROBLEM_UNKNOWN_NAME },
    { "from=\"x\" to=\"y\"", HD_PROBLEM_MISSING_ATTRIBUTE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("<heddle version=\"1\" name=\"routes\"><top><component id=\"x\" type=\"fabric.switch\"/><component id=\"y\" type=\"fabric.switch\"/>"
                                               "<link id=\"l\" for=\"i=0..1\" from=\"x.port[i]\" to=\"y.port[i]\" bandwidth=\"50 GB/s\" latency=\"500 ns\"/>"
                                               "<component id=\"z\" type=\"fabric.switch\"/><link id=\"k\" from=\"y.port[2]\" to=\"z.port[0]\" bandwidth=\"50 GB/s\" latency=\"500 ns\"/>"
                                               "<route %s/></top></heddle>",
                                               cases[i].route);
      g_autoptr (HeddleSession) session = ui_fixture_new_session (text);
      GPtrArray *problems = heddle_session_get_problems (session);
      const HdProblem *problem = problems->len > 0 ? problems->pdata[0] : NULL;

      g_assert_nonnull (problem);
      g_test_message ("%s: %s", cases[i].route, problem->message);
      g_assert_cmpint (hd_object_get_kind (hd_document_get_object (heddle_session_get_document (session), problem->object_uid)), ==, HD_OBJECT_ROUTE);
      apply (session, cases[i].code, NULL, "Remove the Route");
      g_assert_cmpuint (heddle_session_get_problems (session)->len, ==, 0);
    }
}

/* Of partitions that a serial run does not have: another synchronisation, not fewer partitions. */
static void
test_fix_synchronisation (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session ("<heddle version=\"1\"><top/><run partitions=\"4\"/></heddle>");

  apply (session, HD_PROBLEM_NO_EFFECT, "partitions", "Use request");
  g_assert_cmpstr (hd_object_get (find (session, HD_OBJECT_RUN), "sync"), ==, "request");
  g_assert_cmpstr (hd_object_get (find (session, HD_OBJECT_RUN), "partitions"), ==, "4");
}

static void
test_problem_list (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (WRONG);
  GtkWidget *problems = heddle_problems_new (session);
  GtkWidget *window = ui_fixture_show (problems, 1100, 300);
  GtkWidget *fix = ui_fixture_find_label (problems, "Use rate");
  const HdProblem *problem = find_problem (session, HD_PROBLEM_UNKNOWN_NAME, "bandwidth");

  g_assert_nonnull (ui_fixture_find_label (problems, problem->message));
  g_assert_nonnull (ui_fixture_find_label (problems, "L · bandwidth"));
  gtk_widget_activate (gtk_widget_get_ancestor (ui_fixture_find_label (problems, "L · bandwidth"), GTK_TYPE_LIST_BOX_ROW));
  g_assert_cmpuint (heddle_session_get_selected (session, 0).uid, ==, problem->object_uid);

  g_signal_emit_by_name (gtk_widget_get_ancestor (fix, GTK_TYPE_BUTTON), "clicked");
  ui_fixture_wait (is_settled, session);
  g_assert_null (ui_fixture_find_label (problems, "Use rate")); /* it follows */
  ui_fixture_load (session, UI_PROJECT);
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (problems, "No Problems")));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/inspector/project/workload", test_workload);
  g_test_add_func ("/ui/inspector/project/every-workload", test_every_workload);
  g_test_add_func ("/ui/inspector/project/traces", test_traces);
  g_test_add_func ("/ui/inspector/project/nothing-to-work", test_nothing_to_work);
  g_test_add_func ("/ui/inspector/project/endpoints", test_endpoints);
  g_test_add_func ("/ui/inspector/project/actions", test_actions);
  g_test_add_func ("/ui/inspector/project/communicator-of-selection", test_communicator_of_selection);
  g_test_add_func ("/ui/inspector/project/edit-field", test_edit_field);
  g_test_add_func ("/ui/inspector/project/run-while-typing", test_run_while_typing);
  g_test_add_func ("/ui/problems/fixes", test_fixes);
  g_test_add_func ("/ui/problems/fixes-of-run", test_fix_of_run);
  g_test_add_func ("/ui/problems/dangling-probes", test_dangling_probes);
  g_test_add_func ("/ui/problems/broken-routes", test_broken_routes);
  g_test_add_func ("/ui/problems/fix-synchronisation", test_fix_synchronisation);
  g_test_add_func ("/ui/problems/list", test_problem_list);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
