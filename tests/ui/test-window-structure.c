/* test-window-structure.c: modules, arrays and topologies by the actions of a window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: what is asked for is done with what was typed, as one step that undo takes back to the last byte; what cannot be done leaves the
 * question open with the reason, and the project as it was; from inside a module the breadcrumb leads back. Left open: what each edit does to a
 * document (test-edits-structure), and pointing (tests/end-to-end).
 */
#include "window-fixture.h"

typedef WindowFixture Fixture;

static char *
dup_text (Fixture *fixture)
{
  return hd_document_to_string (window_fixture_get_document (fixture), NULL);
}

static const HdObject *
find (Fixture *fixture,
      HdObjectKind kind,
      const char *id)
{
  const HdObject *root = hd_document_get_root (window_fixture_get_document (fixture));

  if (kind == HD_OBJECT_MODULE)
    return hd_object_find_child (root, kind, id);
  return hd_object_find_child (hd_object_find_child (root, HD_OBJECT_TOP, NULL), kind, id);
}

static void
select_object (Fixture *fixture,
               HdObjectKind kind,
               const char *id)
{
  HeddleTarget target = { hd_object_get_uid (find (fixture, kind, id)), HEDDLE_ALL_MEMBERS };

  heddle_session_select (heddle_window_get_session (fixture->window), target);
}

static const HdObject *
get_only_selected (Fixture *fixture)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);

  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 1);
  return hd_document_get_object (window_fixture_get_document (fixture), heddle_session_get_selected (session, 0).uid);
}

static void
assert_undone (Fixture *fixture,
               const char *before)
{
  g_autofree char *after = NULL;

  g_assert_cmpuint (hd_document_get_n_undo (window_fixture_get_document (fixture)), ==, 1);
  window_fixture_activate (fixture, "undo");
  after = dup_text (fixture);
  g_assert_cmpstr (after, ==, before);
}

/* ---- the question -------------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
find_below (GtkWidget *widget,
            GType type)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (child, type) ? child : find_below (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
get_question (Fixture *fixture)
{
  GtkWidget *canvas = GTK_WIDGET (heddle_window_get_canvas (fixture->window));

  for (GtkWidget *child = gtk_widget_get_first_child (canvas); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_POPOVER (child) && gtk_widget_get_visible (child) && find_below (child, GTK_TYPE_ENTRY) != NULL)
      return child;
  return NULL;
}

static gboolean
has_question (gpointer data)
{
  return get_question (data) != NULL;
}

static gboolean
has_no_question (gpointer data)
{
  return get_question (data) == NULL;
}

/* Types and presses Enter, or with @by_button the button. */
static void
answer (Fixture *fixture,
        const char *text,
        gboolean by_button)
{
  GtkWidget *question;

  ui_fixture_wait (has_question, fixture);
  question = get_question (fixture);
  gtk_test_widget_wait_for_draw (question); /* nobody answers what cannot be seen yet */
  gtk_editable_set_text (GTK_EDITABLE (find_below (question, GTK_TYPE_ENTRY)), text);
  if (by_button)
    g_signal_emit_by_name (find_below (question, GTK_TYPE_BUTTON), "clicked");
  else
    g_signal_emit_by_name (find_below (question, GTK_TYPE_ENTRY), "activate");
  ui_fixture_drain ();
}

static void
dismiss (Fixture *fixture)
{
  gtk_popover_popdown (GTK_POPOVER (get_question (fixture)));
  ui_fixture_wait (has_no_question, fixture);
}

static const char *
get_typed (Fixture *fixture)
{
  ui_fixture_wait (has_question, fixture);
  return gtk_editable_get_text (GTK_EDITABLE (find_below (get_question (fixture), GTK_TYPE_ENTRY)));
}

/* ---- modules ---------------------------------------------------------------------------------------------------------------------------- */

static void
test_group (Fixture *fixture,
            gconstpointer data)
{
  g_autofree char *before = NULL;

  window_fixture_open (fixture);
  before = dup_text (fixture);
  window_fixture_activate (fixture, "select-all");
  window_fixture_activate (fixture, "group");
  g_assert_cmpstr (get_typed (fixture), ==, "module");

  /* A module of that name is there already: said below the entry, and nothing is done. */
  answer (fixture, "box", FALSE);
  g_assert_nonnull (get_question (fixture));
  g_assert_nonnull (ui_fixture_find_label (get_question (fixture), "box"));
  g_assert_false (heddle_window_is_modified (fixture->window));
  answer (fixture, "9 lives", FALSE);
  g_assert_nonnull (get_question (fixture));
  g_assert_false (heddle_window_is_modified (fixture->window));

  answer (fixture, "pod", TRUE);
  ui_fixture_wait (has_no_question, fixture);
  g_assert_nonnull (find (fixture, HD_OBJECT_MODULE, "pod"));
  g_assert_cmpint (hd_object_get_kind (get_only_selected (fixture)), ==, HD_OBJECT_INSTANCE);
  g_assert_cmpstr (hd_object_get (get_only_selected (fixture), "of"), ==, "pod");
  g_assert_true (g_str_has_prefix (hd_document_get_undo_name (window_fixture_get_document (fixture)), "Group"));
  assert_undone (fixture, before);
}

static void
test_ungroup (Fixture *fixture,
              gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);
  g_autofree char *before = NULL;

  window_fixture_open (fixture);
  before = dup_text (fixture);
  select_object (fixture, HD_OBJECT_INSTANCE, "box");
  window_fixture_activate (fixture, "ungroup");
  g_assert_null (find (fixture, HD_OBJECT_INSTANCE, "box"));
  g_assert_null (find (fixture, HD_OBJECT_MODULE, "box")); /* that was the last instance */
  g_assert_cmpuint (heddle_session_get_n_selected (session), >=, 3);
  g_assert_cmpuint (heddle_session_count_problems (session, HD_SEVERITY_ERROR), ==, 0);
  g_assert_cmpuint (hd_design_get_n_nodes (heddle_session_get_design (session)), ==, 2 * 9 + 1);
  assert_undone (fixture, before);
}

static gboolean
leads_to (gpointer data)
{
  return ui_fixture_find_label (GTK_WIDGET (((Fixture *) data)->window->canvas_view), "Box") != NULL;
}

static GtkWidget *
find_step (GtkWidget *widget,
           const char *title)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = GTK_IS_BUTTON (child) && ui_fixture_find_label (child, title) != NULL ? child : find_step (child, title);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
test_breadcrumb (Fixture *fixture,
                 gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);
  g_autofree char *before = NULL;

  window_fixture_open (fixture);
  select_object (fixture, HD_OBJECT_INSTANCE, "box");
  window_fixture_activate (fixture, "enter-module");
  g_assert_cmpuint (heddle_session_get_depth (session), ==, 1);
  ui_fixture_wait (leads_to, fixture);

  /* What is grouped in there is a module in a module. */
  before = dup_text (fixture);
  window_fixture_activate (fixture, "select-all");
  window_fixture_activate (fixture, "group");
  answer (fixture, "inner", FALSE);
  ui_fixture_wait (has_no_question, fixture);
  window_fixture_activate (fixture, "enter-module");
  g_assert_cmpuint (heddle_session_get_depth (session), ==, 2);
  g_assert_cmpuint (heddle_session_count_problems (session, HD_SEVERITY_ERROR), ==, 0);

  /* The step that made the module is undone while one looks into it: one is led out. */
  assert_undone (fixture, before);
  g_assert_cmpuint (heddle_session_get_depth (session), ==, 1);
  ui_fixture_wait (leads_to, fixture);
  g_signal_emit_by_name (find_step (GTK_WIDGET (fixture->window->canvas_view), "Two boxes"), "clicked");
  g_assert_cmpuint (heddle_session_get_depth (session), ==, 0);
}

/* ---- arrays ------------------------------------------------------------------------------------------------------------------------------ */

static void
test_replicate (Fixture *fixture,
                gconstpointer data)
{
  static const struct
  {
    const char *text;
    guint n; /* members */
  } counts[] = { { "6", 6 }, { "2x3", 6 }, { "2 * 2", 4 } };
  HeddleSession *session = heddle_window_get_session (fixture->window);
  g_autofree char *before = NULL;

  window_fixture_open (fixture);
  before = dup_text (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      select_object (fixture, HD_OBJECT_COMPONENT, "core");
      window_fixture_activate (fixture, "replicate");
      g_assert_cmpstr (get_typed (fixture), ==, "4");
      answer (fixture, counts[i].text, i == 0);
      ui_fixture_wait (has_no_question, fixture);
      g_assert_cmpstr (hd_object_get (find (fixture, HD_OBJECT_COMPONENT, "core"), "count"), ==, counts[i].text);
      g_assert_cmpuint (hd_design_get_n_nodes (heddle_session_get_design (session)), ==, 2 * 9 + counts[i].n);
      assert_undone (fixture, before);
    }

  /* An array asks with what it has; one makes it one again. */
  select_object (fixture, HD_OBJECT_INSTANCE, "box");
  window_fixture_activate (fixture, "replicate");
  g_assert_cmpstr (get_typed (fixture), ==, "2");
  answer (fixture, "1", FALSE);
  ui_fixture_wait (has_no_question, fixture);
  g_assert_null (hd_object_get (find (fixture, HD_OBJECT_INSTANCE, "box"), "count"));
  assert_undone (fixture, before);
}

static void
test_replicate_nonsense (Fixture *fixture,
                         gconstpointer data)
{
  static const char *const texts[] = { "0", "-3", "many", "4x", "2.5", "1 GB", "9999999999999" };
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  window_fixture_open (fixture);
  before = dup_text (fixture);
  select_object (fixture, HD_OBJECT_COMPONENT, "core");
  window_fixture_activate (fixture, "replicate");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_test_message ("%s", texts[i]);
      answer (fixture, texts[i], FALSE);
      g_assert_nonnull (get_question (fixture));
      g_assert_true (gtk_widget_has_css_class (find_below (get_question (fixture), GTK_TYPE_ENTRY), "error"));
      g_assert_false (heddle_window_is_modified (fixture->window));
    }
  dismiss (fixture);
  after = dup_text (fixture);
  g_assert_cmpstr (after, ==, before);
}

/* Whatever happens behind the question: it does nothing to what it was not asked about. */
static void
test_question_outlived (Fixture *fixture,
                        gconstpointer data)
{
  g_autofree char *after = NULL;

  window_fixture_open (fixture);
  select_object (fixture, HD_OBJECT_COMPONENT, "core");
  window_fixture_activate (fixture, "replicate");
  ui_fixture_wait (has_question, fixture);
  window_fixture_activate (fixture, "delete");
  after = dup_text (fixture);
  if (get_question (fixture) != NULL)
    answer (fixture, "3", FALSE);
  ui_fixture_wait (has_no_question, fixture);
  g_assert_cmpuint (hd_document_get_n_undo (window_fixture_get_document (fixture)), ==, 1);
}

/* ---- topologies --------------------------------------------------------------------------------------------------------------------------- */

static const char topology[] =
  "<heddle version=\"1\" name=\"Ring\">\n"
  "  <top>\n"
  "    <generate id=\"net\" kind=\"ring\" x=\"200\" y=\"200\" switches=\"%u\"/>\n"
  "  </top>\n"
  "</heddle>\n";

static gboolean
has_design (gpointer data)
{
  return heddle_session_get_design (heddle_window_get_session (((Fixture *) data)->window)) != NULL;
}

static void
open_topology (Fixture *fixture,
               guint n)
{
  g_autofree char *text = g_strdup_printf (topology, n);
  g_autoptr (GFile) file = window_fixture_write (fixture, "ring.heddle", text);

  heddle_window_open (fixture->window, file);
  ui_fixture_wait (has_design, fixture);
}

static void
test_convert (Fixture *fixture,
              gconstpointer data)
{
  HeddleSession *session = heddle_window_get_session (fixture->window);
  g_autofree char *before = NULL;
  guint n_nodes, n_links;

  open_topology (fixture, 5);
  before = dup_text (fixture);
  n_nodes = hd_design_get_n_nodes (heddle_session_get_design (session));
  n_links = hd_design_get_n_links (heddle_session_get_design (session));
  g_assert_cmpuint (n_nodes, ==, 10);
  select_object (fixture, HD_OBJECT_GENERATE, "net");
  window_fixture_activate (fixture, "convert-generated");
  g_assert_null (find (fixture, HD_OBJECT_GENERATE, "net"));
  g_assert_cmpuint (heddle_session_get_n_selected (session), >, 0);
  g_assert_cmpuint (heddle_session_count_problems (session, HD_SEVERITY_ERROR), ==, 0);
  g_assert_cmpuint (hd_design_get_n_nodes (heddle_session_get_design (session)), ==, n_nodes);
  g_assert_cmpuint (hd_design_get_n_links (heddle_session_get_design (session)), ==, n_links);
  assert_undone (fixture, before);
}

static void
test_convert_too_much (Fixture *fixture,
                       gconstpointer data)
{
  AdwMessageDialog *dialog;

  open_topology (fixture, 60000);
  select_object (fixture, HD_OBJECT_GENERATE, "net");
  window_fixture_activate (fixture, "convert-generated");
  dialog = window_fixture_wait_for_dialog ("cannot be converted");
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "at most"));
  window_fixture_respond (dialog, "close");
  g_assert_false (heddle_window_is_modified (fixture->window));
}

/* ---- what can be done ---------------------------------------------------------------------------------------------------------------------- */

static void
test_enabled (Fixture *fixture,
              gconstpointer data)
{
  static const char *const actions[] = { "group", "ungroup", "replicate", "convert-generated" };
  static const struct
  {
    HdObjectKind kind;
    const char *id;
    gboolean enabled[G_N_ELEMENTS (actions)];
  } cases[] = {
    { HD_OBJECT_COMPONENT, "core", { TRUE, FALSE, TRUE, FALSE } },
    { HD_OBJECT_INSTANCE, "box", { TRUE, TRUE, TRUE, FALSE } },
    { HD_OBJECT_LINK, "up", { FALSE, FALSE, FALSE, FALSE } },
  };

  for (guint k = 0; k < G_N_ELEMENTS (actions); k++)
    g_assert_false (window_fixture_is_enabled (fixture, actions[k]));
  window_fixture_open (fixture);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      select_object (fixture, cases[i].kind, cases[i].id);
      for (guint k = 0; k < G_N_ELEMENTS (actions); k++)
        {
          g_test_message ("%s of %s", actions[k], cases[i].id);
          g_assert_cmpint (window_fixture_is_enabled (fixture, actions[k]), ==, cases[i].enabled[k]);
        }
    }
}

static void
add_tests (void)
{
#define ADD(name, test) g_test_add ("/ui/window-structure/" name, Fixture, NULL, window_fixture_set_up, test, window_fixture_tear_down)
  ADD ("group", test_group);
  ADD ("ungroup", test_ungroup);
  ADD ("breadcrumb", test_breadcrumb);
  ADD ("replicate", test_replicate);
  ADD ("replicate-nonsense", test_replicate_nonsense);
  ADD ("question-outlived", test_question_outlived);
  ADD ("convert", test_convert);
  ADD ("convert-too-much", test_convert_too_much);
  ADD ("enabled", test_enabled);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
