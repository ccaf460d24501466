/* test-inspector-page.c: how the pages of the inspector look
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: at its usual width a page cuts no title and no choice short, whatever is selected; what holds all of one kind shows it and cannot be
 * removed; a module counts its instances and gains ports; what nothing is written for shows what holds, even in a project with errors.
 * Left open: other languages and fonts.
 */
#include <string.h>

#include "heddle-choice-entry.h"
#include "heddle-edits.h"
#include "heddle-field-row.h"
#include "heddle-inspector.h"
#include "heddle-item-list.h"
#include "ui-fixture.h"

#define WIDTH 311 /* of the right pane */

typedef struct
{
  HeddleSession *session;
  HdDocument *document;
  GtkWidget *inspector;
  GtkWidget *window;
} Fixture;

static void
set_up (Fixture *fixture,
        gconstpointer text)
{
  fixture->session = ui_fixture_new_session (text);
  fixture->document = heddle_session_get_document (fixture->session);
  fixture->inspector = heddle_inspector_new (fixture->session);
  fixture->window = ui_fixture_show (fixture->inspector, WIDTH, 900);
}

static void
tear_down (Fixture *fixture,
           gconstpointer text)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_drain ();
  g_object_unref (fixture->session);
}

static void
select_uid (Fixture *fixture,
            guint64 uid)
{
  g_assert_cmpuint (uid, !=, 0);
  heddle_session_select (fixture->session, (HeddleTarget) { uid, HEDDLE_ALL_MEMBERS });
  ui_fixture_drain ();
}

static guint64
get_child (Fixture *fixture,
           HdObjectKind kind)
{
  return hd_object_get_uid (hd_object_find_child (hd_document_get_root (fixture->document), kind, NULL));
}

static GtkWidget *
find_list (GtkWidget *widget)
{
  GtkWidget *found = HEDDLE_IS_ITEM_LIST (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_list (child);
  return found;
}

static GtkWidget *
find_button (GtkWidget *widget,
             const char *tooltip)
{
  GtkWidget *found = GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0 ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_button (child, tooltip);
  return found;
}

/* ---- nothing is cut short ------------------------------------------------------------------------------------------------------------ */

static guint
count_cut (GtkWidget *widget,
           const char *what)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if (GTK_IS_LABEL (widget) && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))))
    {
      g_test_message ("%s: “%s” is cut short", what, gtk_label_get_label (GTK_LABEL (widget)));
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_cut (child, what);
  return n;
}

static void
look_at (Fixture *fixture,
         guint64 uid,
         const char *what)
{
  int minimum;

  select_uid (fixture, uid);
  ui_fixture_drain ();
  gtk_widget_measure (fixture->inspector, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);
  g_assert_cmpint (minimum, <=, WIDTH);
  gtk_test_widget_wait_for_draw (fixture->window);
  g_assert_cmpuint (count_cut (fixture->inspector, what), ==, 0);
}

static void
test_types (Fixture *fixture,
            gconstpointer text)
{
  HdCatalog *catalog = heddle_session_get_catalog (fixture->session);
  guint64 top = get_child (fixture, HD_OBJECT_TOP);

  for (guint i = 0; i < hd_catalog_get_n_libraries (catalog); i++)
    for (guint k = 0; hd_catalog_get_library (catalog, i)->types[k] != NULL; k++)
      {
        const HdLibrary *library = hd_catalog_get_library (catalog, i);
        g_autofree char *type = g_strdup_printf ("%s.%s", library->name, library->types[k]->id);

        look_at (fixture, heddle_edit_add_component (fixture->document, catalog, top, type, 0, 0, NULL), type);
      }
}

static void
test_generators (Fixture *fixture,
                 gconstpointer text)
{
  for (guint i = 0; i < hd_generators_get_n (); i++)
    look_at (fixture, heddle_edit_add_generated (fixture->document, get_child (fixture, HD_OBJECT_TOP), hd_generators_get (i), NULL, 0, 0, NULL),
             hd_generators_get (i)->kind);
}

static void
test_workloads (Fixture *fixture,
                gconstpointer text)
{
  guint64 root = hd_object_get_uid (hd_document_get_root (fixture->document));

  for (guint i = 0; i < hd_workload_types_get_n (); i++)
    {
      g_autoptr (HdObject) work = hd_object_new (HD_OBJECT_WORKLOAD, "type", hd_workload_types_get (i)->id, "on", "all", NULL);

      look_at (fixture, hd_document_insert (fixture->document, root, G_MAXUINT, work, NULL), hd_workload_types_get (i)->id);
    }
}

static void
test_others (Fixture *fixture,
             gconstpointer text)
{
  static const HdObjectKind kinds[] = { HD_OBJECT_LINK_CLASS, HD_OBJECT_MODULE, HD_OBJECT_VARIABLES, HD_OBJECT_PROBES, HD_OBJECT_COMMUNICATORS };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    look_at (fixture, get_child (fixture, kinds[i]), hd_schema_get_title (kinds[i]));
  look_at (fixture, ui_fixture_uid (fixture->session, "box", HD_OBJECT_LINK, "x"), "link");
  look_at (fixture, ui_fixture_uid (fixture->session, "box", HD_OBJECT_PORT, "out"), "port");
}

/* ---- pages ---------------------------------------------------------------------------------------------------------------------------- */

static void
test_held (Fixture *fixture,
           gconstpointer text)
{
  GtkWidget *list, *remove;

  select_uid (fixture, get_child (fixture, HD_OBJECT_PROBES));
  list = find_list (fixture->inspector);
  g_assert_nonnull (list);
  g_assert_cmpuint (heddle_item_list_get_n (HEDDLE_ITEM_LIST (list)), ==, 3);
  /* Its rows are removed one by one, and the button in the head removes nothing else. */
  remove = find_button (fixture->inspector, "Remove");
  g_assert_nonnull (remove);
  g_assert_false (gtk_widget_get_visible (remove));
  select_uid (fixture, get_child (fixture, HD_OBJECT_LINK_CLASS));
  g_assert_true (gtk_widget_get_visible (remove));
}

static void
test_generated (Fixture *fixture,
                gconstpointer text)
{
  guint64 uid = heddle_edit_add_generated (fixture->document, get_child (fixture, HD_OBJECT_TOP), hd_generator_find ("ring"), NULL, 0, 0, NULL);

  select_uid (fixture, uid);
  g_assert_nonnull (ui_fixture_find_label (fixture->inspector, "Ring"));
  g_assert_nonnull (ui_fixture_find_label (fixture->inspector, "Change With _Preview…"));
  g_assert_nonnull (ui_fixture_find_label (fixture->inspector, "Convert to Co_mponents"));
}

static void
test_module (Fixture *fixture,
             gconstpointer text)
{
  guint64 uid = get_child (fixture, HD_OBJECT_MODULE);
  g_autofree char *before = hd_document_to_string (fixture->document, NULL);
  g_autofree char *after = NULL;
  GtkWidget *list;

  select_uid (fixture, uid);
  g_assert_nonnull (ui_fixture_find_label (fixture->inspector, "Module instances"));
  list = find_list (fixture->inspector);
  g_assert_cmpuint (heddle_item_list_get_n (HEDDLE_ITEM_LIST (list)), ==, 1);
  heddle_item_list_add (HEDDLE_ITEM_LIST (list));
  g_assert_cmpint (hd_object_get_kind (hd_document_get_object (fixture->document, heddle_session_get_selected (fixture->session, 0).uid)), ==,
                   HD_OBJECT_PORT);
  hd_document_undo (fixture->document);
  after = hd_document_to_string (fixture->document, NULL);
  g_assert_cmpstr (before, ==, after);
}

/* Words have no least and no greatest, numbers no words. */
static void
test_variable (Fixture *fixture,
               gconstpointer text)
{
  HeddleInspector *inspector = HEDDLE_INSPECTOR (fixture->inspector);
  const HdObject *variables = hd_object_find_child (hd_document_get_root (fixture->document), HD_OBJECT_VARIABLES, NULL);
  guint64 uid = hd_object_get_uid (hd_object_get_child (variables, 0));
  GtkWidget *editor;
  g_autoptr (GError) error = NULL;

  select_uid (fixture, uid);
  g_assert_nonnull (heddle_inspector_find_row (inspector, "minimum"));
  g_assert_null (heddle_inspector_find_row (inspector, "of"));
  g_assert_true (hd_document_set_attribute (fixture->document, uid, "type", "enum", &error));
  g_assert_no_error (error);
  heddle_session_select_none (fixture->session);
  ui_fixture_drain ();
  select_uid (fixture, uid);
  g_assert_null (heddle_inspector_find_row (inspector, "minimum"));
  g_assert_nonnull (heddle_inspector_find_row (inspector, "of"));

  /* Its value is one of its words then, and no expression. */
  g_assert_true (hd_document_set_attribute (fixture->document, uid, "of", "k-ary  hierarchical-k-nomial", &error) && hd_document_set_attribute (fixture->document, uid, "value", "k-ary", &error));
  g_assert_no_error (error);
  heddle_session_select_none (fixture->session);
  ui_fixture_drain ();
  select_uid (fixture, uid);
  editor = heddle_field_row_get_editor (HEDDLE_FIELD_ROW (heddle_inspector_find_row (inspector, "value")));
  g_assert_true (HEDDLE_IS_CHOICE_ENTRY (editor));
  g_assert_false (heddle_choice_entry_choose (HEDDLE_CHOICE_ENTRY (editor), "ring"));
  g_assert_true (heddle_choice_entry_choose (HEDDLE_CHOICE_ENTRY (editor), "hierarchical-k-nomial"));
  ui_fixture_drain ();
  g_assert_cmpstr (hd_object_get (hd_document_get_object (fixture->document, uid), "value"), ==, "hierarchical-k-nomial");
  while (hd_document_undo (fixture->document))
    ;
}

/* A project that cannot be elaborated has no design to ask. */
static void
test_defaults (Fixture *fixture,
               gconstpointer text)
{
  GtkWidget *editor;

  g_assert_cmpuint (heddle_session_count_problems (fixture->session, HD_SEVERITY_ERROR), >, 0);
  heddle_session_select_none (fixture->session);
  ui_fixture_drain ();
  editor = heddle_field_row_get_editor (HEDDLE_FIELD_ROW (heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), "fidelity")));
  g_assert_true (HEDDLE_IS_CHOICE_ENTRY (editor));
  g_assert_nonnull (ui_fixture_find_label (editor, "flow"));
}

static GtkWidget *
find_title (Fixture *fixture,
            const HdRunSetting *setting)
{
  GtkWidget *row = heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), setting->parameter.key);

  g_assert_nonnull (row);
  return ui_fixture_find_label (row, setting->parameter.title);
}

/* Each setting of the table has a row, in the project and in its run; it says what it is for, and steps back where it counts for nothing. */
static double
get_height (Fixture *fixture,
            const char *name)
{
  GtkWidget *row = heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), name);
  double x, y;

  g_assert_nonnull (row);
  g_assert_true (gtk_widget_translate_coordinates (row, fixture->inspector, 0, 0, &x, &y));
  return y;
}

static gboolean
has_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

/* What is selected and left between two pictures costs no page. */
static void
test_passed_by (Fixture *fixture,
                gconstpointer text)
{
  HeddleInspector *inspector = HEDDLE_INSPECTOR (fixture->inspector);
  guint64 uid = get_child (fixture, HD_OBJECT_RUN);
  GtkWidget *row;

  select_uid (fixture, uid);
  row = heddle_inspector_find_row (inspector, "fidelity");
  g_assert_nonnull (row);
  g_object_add_weak_pointer (G_OBJECT (row), (gpointer *) &row);
  heddle_session_select_none (fixture->session);
  heddle_session_select (fixture->session, (HeddleTarget) { uid, HEDDLE_ALL_MEMBERS });
  ui_fixture_drain ();
  g_assert_nonnull (row);
  g_assert_true (heddle_inspector_find_row (inspector, "fidelity") == row);
  /* Whoever asks before the picture gets the page that is due. */
  heddle_session_select (fixture->session, (HeddleTarget) { get_child (fixture, HD_OBJECT_VARIABLES), HEDDLE_ALL_MEMBERS });
  g_assert_null (heddle_inspector_find_row (inspector, "fidelity"));
  ui_fixture_wait (has_gone, &row); /* a tooltip or a picture may hold it for a moment */
}

static void
test_must_be_given (Fixture *fixture,
                    gconstpointer text)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (fixture->document), HD_OBJECT_TOP, NULL);
  const guint64 uids[] = { hd_object_get_uid (hd_object_find_child (top, HD_OBJECT_COMPONENT, "a")), hd_object_get_uid (hd_object_find_child (top, HD_OBJECT_COMPONENT, "b")) };

  look_at (fixture, uids[0], "a");
  g_assert_cmpfloat (get_height (fixture, "program"), <, get_height (fixture, "number"));
  g_assert_cmpfloat (get_height (fixture, "number"), <, get_height (fixture, "clock"));
  heddle_session_select_uids (fixture->session, uids, G_N_ELEMENTS (uids));
  ui_fixture_drain ();
  gtk_test_widget_wait_for_draw (fixture->window);
  g_assert_cmpfloat (get_height (fixture, "number"), <, get_height (fixture, "clock"));
}

static void
test_settings (Fixture *fixture,
               gconstpointer text)
{
  HdFidelity fidelity = hd_design_get_run_settings (heddle_session_get_design (fixture->session))->fidelity;

  for (guint of_run = 0; of_run < 2; of_run++)
    {
      if (of_run == 0)
        heddle_session_select_none (fixture->session);
      else
        select_uid (fixture, get_child (fixture, HD_OBJECT_RUN));
      ui_fixture_drain ();
      for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
        {
          GtkWidget *title = find_title (fixture, setting);
          g_autofree char *help = hd_run_setting_dup_help (setting);

          g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (title), help));
          g_assert_true (gtk_widget_has_css_class (title, "dim-label") == !hd_run_setting_has_effect (setting, fidelity));
        }
    }
}

static void
add_tests (void)
{
  static const struct
  {
    const char *path, *project;
    void (*test) (Fixture *, gconstpointer);
  } tests[] = {
    { "/ui/inspector/page/types", UI_PROJECT, test_types },
    { "/ui/inspector/page/generators", UI_PROJECT, test_generators },
    { "/ui/inspector/page/workloads", UI_PROJECT, test_workloads },
    { "/ui/inspector/page/others", UI_PROJECT, test_others },
    { "/ui/inspector/page/held", UI_PROJECT, test_held },
    { "/ui/inspector/page/generated", UI_PROJECT, test_generated },
    { "/ui/inspector/page/module", UI_PROJECT, test_module },
    { "/ui/inspector/page/settings", UI_PROJECT, test_settings },
    { "/ui/inspector/page/passed-by", UI_PROJECT, test_passed_by },
    { "/ui/inspector/page/must-be-given", "<heddle version='1' name='two'><top><component id='a' type='chiplet.process'/><component id='b' type='chiplet.process'/></top></heddle>", test_must_be_given },
    { "/ui/inspector/page/variable", "<heddle version='1' name='one'><variables><variable name='n' value='1'/></variables><top/></heddle>", test_variable },
    { "/ui/inspector/page/defaults", UI_PROJECT_WITH_ERROR, test_defaults },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, tests[i].project, set_up, tests[i].test, tear_down);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
