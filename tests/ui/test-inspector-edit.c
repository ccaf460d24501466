/* test-inspector-edit.c: what the inspector shows and writes
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: each kind of object has a page with its fields; what holds where nothing is written is shown; an edit in a field is one undo step with
 * a name; a field that is wrong stays out of the project; many objects are edited as one; no page outlives its selection.
 */
#include <string.h>
#include <time.h>

#include "heddle-checked-entry.h"
#include "heddle-choice-entry.h"
#include "heddle-field-row.h"
#include "heddle-inspector.h"
#include "heddle-item-list.h"
#include "heddle-probe-list.h"
#include "heddle-project-items.h"
#include "heddle-text-entry.h"
#include "ui-fixture.h"

#define WORDS \
  "<heddle version=\"1\" name=\"words\"><variables><variable name=\"ring\" type=\"enum\" of=\"classic coherent\" value=\"coherent\"/></variables>" \
  "<top/></heddle>"

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
  fixture->session = ui_fixture_new_session (text != NULL ? text : UI_PROJECT);
  fixture->document = heddle_session_get_document (fixture->session);
  fixture->inspector = heddle_inspector_new (fixture->session);
  fixture->window = ui_fixture_show (fixture->inspector, 311, 700);
}

static void
tear_down (Fixture *fixture,
           gconstpointer text)
{
  gpointer weak = fixture->inspector;

  g_object_add_weak_pointer (G_OBJECT (fixture->inspector), &weak);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  ui_fixture_drain ();
  g_assert_null (weak);
  g_object_unref (fixture->session);
}

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

static void
settle (Fixture *fixture)
{
  ui_fixture_wait (is_settled, fixture->session);
}

static guint64
select_one (Fixture *fixture,
            const char *module,
            HdObjectKind kind,
            const char *id)
{
  guint64 uid = ui_fixture_uid (fixture->session, module, kind, id);

  heddle_session_show_object (fixture->session, uid);
  ui_fixture_drain ();
  return uid;
}

/* A child of the project, or of one of its lists. */
static guint64
select_item (Fixture *fixture,
             HdObjectKind list,
             HdObjectKind kind)
{
  const HdObject *root = hd_document_get_root (fixture->document);
  const HdObject *parent = list != HD_OBJECT_PROJECT ? hd_object_find_child (root, list, NULL) : root;
  guint64 uid = hd_object_get_uid (hd_object_find_child (parent, kind, NULL));

  heddle_session_select (fixture->session, (HeddleTarget) { uid, HEDDLE_ALL_MEMBERS });
  ui_fixture_drain ();
  return uid;
}

static GtkWidget *
get_editor (Fixture *fixture,
            const char *field)
{
  GtkWidget *row = heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), field);

  g_assert_nonnull (row);
  return heddle_field_row_get_editor (HEDDLE_FIELD_ROW (row));
}

static const char *
get_shown (Fixture *fixture,
           const char *field)
{
  GtkWidget *editor = get_editor (fixture, field);

  if (HEDDLE_IS_CHOICE_ENTRY (editor))
    editor = GTK_WIDGET (heddle_choice_entry_get_entry (HEDDLE_CHOICE_ENTRY (editor)));
  return gtk_editable_get_text (GTK_EDITABLE (editor));
}

static const char *
get_placeholder (Fixture *fixture,
                 const char *field)
{
  return gtk_text_get_placeholder_text (heddle_checked_entry_get_text_widget (HEDDLE_CHECKED_ENTRY (get_editor (fixture, field))));
}

/* Types and presses Enter. */
static void
enter (Fixture *fixture,
       const char *field,
       const char *text)
{
  GtkWidget *editor = get_editor (fixture, field);

  g_assert_true (heddle_inspector_focus_field (HEDDLE_INSPECTOR (fixture->inspector), field));
  gtk_editable_set_text (GTK_EDITABLE (editor), text);
  g_signal_emit_by_name (heddle_checked_entry_get_text_widget (HEDDLE_CHECKED_ENTRY (editor)), "activate");
}

static void
choose (Fixture *fixture,
        const char *field,
        const char *value)
{
  g_assert_true (heddle_choice_entry_choose (HEDDLE_CHOICE_ENTRY (get_editor (fixture, field)), value));
  ui_fixture_drain ();
}

static const char *
get_stored (Fixture *fixture,
            guint64 uid,
            const char *attribute)
{
  return hd_object_get (hd_document_get_object (fixture->document, uid), attribute);
}

/* ---- kinds ----------------------------------------------------------------------------------------------------------------------- */

static void
test_component (Fixture *fixture,
                gconstpointer data)
{
  guint64 uid = select_one (fixture, "box", HD_OBJECT_COMPONENT, "xpu");

  g_assert_cmpstr (get_shown (fixture, "id"), ==, "xpu");
  g_assert_cmpstr (get_shown (fixture, "count"), ==, "4");
  g_assert_cmpstr (get_shown (fixture, "model"), ==, "H100");
  g_assert_cmpstr (get_shown (fixture, "fp32"), ==, "");
  g_assert_cmpstr (get_placeholder (fixture, "fp32"), ==, "67 TFLOP/s"); /* of the model */

  enter (fixture, "fp32", "50 TFLOP/s");
  g_assert_cmpstr (get_stored (fixture, uid, "fp32"), ==, "50 TFLOP/s");
  g_assert_cmpstr (hd_document_get_undo_name (fixture->document), ==, "Change FP32 rate of xpu");
  enter (fixture, "fp32", "");
  g_assert_null (get_stored (fixture, uid, "fp32"));
  hd_document_undo (fixture->document);
  g_assert_cmpstr (get_shown (fixture, "fp32"), ==, "50 TFLOP/s"); /* the entry follows */
  hd_document_undo (fixture->document);

  choose (fixture, "model", "V100");
  g_assert_cmpstr (get_stored (fixture, uid, "model"), ==, "V100");
  settle (fixture);
  g_assert_cmpstr (get_placeholder (fixture, "fp32"), ==, "15.7 TFLOP/s");
}

#define ROUTER \
  "<heddle version=\"1\" name=\"r\"><top><component id=\"s\" type=\"fabric.switch\"/><component id=\"x\" type=\"fabric.host\"/></top>" \
  "<run virtual-channels=\"6\" clock=\"2 GHz\"/></heddle>"

/* A router has what the run settings say, and then its own; aggregation and flits are told apart. */
static void
test_router (Fixture *fixture,
             gconstpointer data)
{
  guint64 uid = select_one (fixture, NULL, HD_OBJECT_COMPONENT, "s");

  g_assert_nonnull (ui_fixture_find_label (fixture->inspector, "In aggregation trees"));
  g_assert_nonnull (ui_fixture_find_label (fixture->inspector, "At flit fidelity"));
  g_assert_cmpstr (get_placeholder (fixture, "virtual-channels"), ==, "6");
  g_assert_cmpstr (get_placeholder (fixture, "input-buffer"), ==, "as links need it");
  g_assert_cmpstr (get_placeholder (fixture, "clock"), ==, "2" HD_FIGURE_SPACE "GHz");
  g_assert_cmpstr (get_placeholder (fixture, "stages"), ==, "0");
  enter (fixture, "virtual-channels", "8");
  g_assert_cmpstr (get_stored (fixture, uid, "virtual-channels"), ==, "8");
  settle (fixture);
  g_assert_cmpstr (get_shown (fixture, "virtual-channels"), ==, "8");
}

static void
test_invalid (Fixture *fixture,
              gconstpointer data)
{
  guint64 uid = select_one (fixture, "box", HD_OBJECT_COMPONENT, "xpu");
  GtkWidget *editor = get_editor (fixture, "fp32");

  enter (fixture, "fp32", "-67 TFLOP/s");
  g_assert_null (get_stored (fixture, uid, "fp32"));
  g_assert_nonnull (strstr (heddle_checked_entry_get_message (HEDDLE_CHECKED_ENTRY (editor)), "FLOP/s"));
  g_assert_null (hd_document_get_undo_name (fixture->document));

  g_signal_emit_by_name (heddle_checked_entry_get_text_widget (HEDDLE_CHECKED_ENTRY (editor)), "activate"); /* insists */
  g_assert_cmpstr (get_stored (fixture, uid, "fp32"), ==, "-67 TFLOP/s");
  settle (fixture);
  g_assert_false (heddle_session_can_run (fixture->session));
  g_assert_false (heddle_checked_entry_is_valid (HEDDLE_CHECKED_ENTRY (get_editor (fixture, "fp32"))));
  hd_document_undo (fixture->document);
  settle (fixture);
  g_assert_true (heddle_session_can_run (fixture->session));
}

static void
test_link (Fixture *fixture,
           gconstpointer data)
{
  guint64 uid = select_one (fixture, "box", HD_OBJECT_LINK, "m");

  g_assert_nonnull (ui_fixture_find_label (fixture->inspector, "×4"));
  g_assert_cmpstr (get_shown (fixture, "class"), ==, "L");
  g_assert_cmpstr (get_shown (fixture, "from"), ==, "hub.mem[i]");
  g_assert_cmpstr (get_placeholder (fixture, "bandwidth"), ==, "128" HD_FIGURE_SPACE "GB/s"); /* of the class */
  enter (fixture, "bandwidth", "$rate / 2");
  g_assert_cmpstr (get_stored (fixture, uid, "bandwidth"), ==, "$rate / 2");
  g_assert_cmpstr (heddle_checked_entry_get_hint (HEDDLE_CHECKED_ENTRY (get_editor (fixture, "bandwidth"))), ==, "= 64" HD_FIGURE_SPACE "GB/s");
  enter (fixture, "to", "nowhere.port[i]");
  g_assert_cmpstr (get_stored (fixture, uid, "to"), ==, "mem[i].port");
  g_assert_nonnull (strstr (heddle_checked_entry_get_message (HEDDLE_CHECKED_ENTRY (get_editor (fixture, "to"))), "nowhere"));
  choose (fixture, "sharing", "split");
  g_assert_cmpstr (get_stored (fixture, uid, "sharing"), ==, "split");
}

/* What a pattern would match is counted while it is typed. */
static gboolean
has_hint (gpointer entry)
{
  return heddle_checked_entry_get_hint (entry) != NULL;
}

static gboolean
is_refused (gpointer entry)
{
  return !heddle_checked_entry_is_valid (entry);
}

static void
test_pattern (Fixture *fixture,
              gconstpointer data)
{
  guint64 uid = select_one (fixture, "box", HD_OBJECT_LINK, "x");
  HeddleCheckedEntry *ranges = HEDDLE_CHECKED_ENTRY (get_editor (fixture, "for"));
  g_autofree char *before = hd_document_to_string (fixture->document, NULL);
  g_autofree char *after = NULL;

  heddle_inspector_focus_field (HEDDLE_INSPECTOR (fixture->inspector), "for");
  gtk_editable_set_text (GTK_EDITABLE (ranges), "i=0..1");
  ui_fixture_wait (has_hint, ranges);
  g_assert_cmpstr (heddle_checked_entry_get_hint (ranges), ==, "4 links"); /* two in each of the two boxes */
  gtk_editable_set_text (GTK_EDITABLE (ranges), "i=0..9"); /* there are four accelerators */
  ui_fixture_wait (is_refused, ranges);
  after = hd_document_to_string (fixture->document, NULL);
  g_assert_cmpstr (after, ==, before);
  enter (fixture, "for", "i=0..2");
  settle (fixture);
  g_assert_cmpstr (get_stored (fixture, uid, "for"), ==, "i=0..2");
}

static void
test_rename (Fixture *fixture,
             gconstpointer data)
{
  guint64 uid = select_one (fixture, "box", HD_OBJECT_COMPONENT, "hub"), link;

  enter (fixture, "id", "switch");
  g_assert_cmpstr (get_stored (fixture, uid, "id"), ==, "switch");
  link = ui_fixture_uid (fixture->session, "box", HD_OBJECT_LINK, "m");
  g_assert_cmpstr (get_stored (fixture, link, "from"), ==, "switch.mem[i]"); /* what refers to it follows */
  enter (fixture, "id", "two words");
  g_assert_cmpstr (get_stored (fixture, uid, "id"), ==, "switch");
  enter (fixture, "id", "xpu"); /* taken */
  g_assert_cmpstr (get_stored (fixture, uid, "id"), ==, "switch");
  hd_document_undo (fixture->document);
  g_assert_cmpstr (get_stored (fixture, link, "from"), ==, "hub.mem[i]");
}

static void
test_variable (Fixture *fixture,
               gconstpointer data)
{
  guint64 uid = select_item (fixture, HD_OBJECT_VARIABLES, HD_OBJECT_VARIABLE);

  enter (fixture, "value", "256 GB/s");
  g_assert_cmpstr (get_stored (fixture, uid, "value"), ==, "256 GB/s");
  enter (fixture, "name", "speed");
  g_assert_cmpstr (get_stored (fixture, uid, "name"), ==, "speed");
  uid = select_item (fixture, HD_OBJECT_PROJECT, HD_OBJECT_LINK_CLASS);
  g_assert_cmpstr (get_shown (fixture, "bandwidth"), ==, "$speed");
  settle (fixture);
  g_assert_true (heddle_session_can_run (fixture->session));
}

/* Its words are no indices, so that it does not vary. */
static void
test_words (Fixture *fixture,
            gconstpointer data)
{
  guint64 uid = select_item (fixture, HD_OBJECT_VARIABLES, HD_OBJECT_VARIABLE);

  g_assert_cmpstr (get_shown (fixture, "value"), ==, "coherent");
  g_assert_null (heddle_checked_entry_get_hint (heddle_choice_entry_get_entry (HEDDLE_CHOICE_ENTRY (get_editor (fixture, "value")))));
  choose (fixture, "value", "classic");
  g_assert_cmpstr (get_stored (fixture, uid, "value"), ==, "classic");
}

static void
test_communicator (Fixture *fixture,
                   gconstpointer data)
{
  guint64 uid = select_item (fixture, HD_OBJECT_COMMUNICATORS, HD_OBJECT_COMMUNICATOR);
  HeddleCheckedEntry *members = HEDDLE_CHECKED_ENTRY (get_editor (fixture, "members"));

  g_assert_cmpstr (heddle_checked_entry_get_hint (members), ==, "8 members");
  heddle_inspector_focus_field (HEDDLE_INSPECTOR (fixture->inspector), "members");
  gtk_editable_set_text (GTK_EDITABLE (members), "box[0]/xpu[*] box[1]/xpu[0..1]");
  g_assert_cmpstr (heddle_checked_entry_get_hint (members), ==, "6 members"); /* while typing */
  gtk_editable_set_text (GTK_EDITABLE (members), "box[7]/xpu[*]");
  g_assert_false (heddle_checked_entry_is_valid (members));
  heddle_checked_entry_set_stored (members, get_stored (fixture, uid, "members"));
  enter (fixture, "limit", "4");
  settle (fixture);
  g_assert_cmpuint (hd_design_get_communicator (heddle_session_get_design (fixture->session), 0)->n_members, ==, 4);
}

static void
test_workload (Fixture *fixture,
               gconstpointer data)
{
  guint64 uid = select_item (fixture, HD_OBJECT_PROJECT, HD_OBJECT_WORKLOAD);

  g_assert_cmpstr (get_shown (fixture, "decoders"), ==, "4");
  enter (fixture, "decoders", "2");
  g_assert_cmpstr (get_stored (fixture, uid, "decoders"), ==, "2");
  gtk_switch_set_active (GTK_SWITCH (get_editor (fixture, "overlap")), FALSE);
  g_assert_cmpstr (get_stored (fixture, uid, "overlap"), ==, "false");

  /* another kind of work has other parameters */
  g_assert_null (heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), "operation"));
  choose (fixture, "type", "collective");
  g_assert_nonnull (heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), "operation"));
  g_assert_null (heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), "decoders"));
}

static void
test_graph (Fixture *fixture,
            gconstpointer data)
{
  guint64 uid = select_item (fixture, HD_OBJECT_PROJECT, HD_OBJECT_WORKLOAD), vertex;
  GtkWidget *add;

  choose (fixture, "type", "graph");
  add = ui_fixture_find_label (fixture->inspector, "Vertices");
  g_assert_nonnull (add);
  g_signal_emit_by_name (gtk_widget_get_next_sibling (add), "clicked");
  vertex = heddle_session_get_selected (fixture->session, 0).uid;
  g_assert_cmpuint (hd_document_get_parent (fixture->document, vertex), ==, uid);
  enter (fixture, "work", "5 GFLOP");
  g_assert_cmpstr (get_stored (fixture, vertex, "work"), ==, "5 GFLOP");
  choose (fixture, "kind", "comm");
  g_assert_nonnull (heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), "bytes"));
}

static void
test_run (Fixture *fixture,
          gconstpointer data)
{
  heddle_session_select_none (fixture->session);
  ui_fixture_drain ();
  enter (fixture, "iterations", "7");
  g_assert_cmpstr (hd_object_get (hd_object_find_child (hd_document_get_root (fixture->document), HD_OBJECT_RUN, NULL), "iterations"), ==, "7");
  gtk_switch_set_active (GTK_SWITCH (get_editor (fixture, "symmetry")), FALSE);
  settle (fixture);
  g_assert_cmpuint (hd_design_get_run_settings (heddle_session_get_design (fixture->session))->iterations, ==, 7);
  g_assert_false (hd_design_get_run_settings (heddle_session_get_design (fixture->session))->symmetry);
}

/* Without <run> it is made with its first value, in the same undo step. */
static GtkWidget *
find_drop_down (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_DROP_DOWN (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_drop_down (child);
  return found;
}

/* Who gives up what was chosen sees what then holds. */
static void
test_default (Fixture *fixture,
              gconstpointer data)
{
  GListModel *lines;

  choose (fixture, "fidelity", "packet");
  lines = gtk_drop_down_get_model (GTK_DROP_DOWN (find_drop_down (get_editor (fixture, "fidelity"))));
  g_assert_cmpstr (gtk_string_list_get_string (GTK_STRING_LIST (lines), 0), ==, "flow (default)");
}

static gboolean
stands_below (Fixture *fixture,
              const char *name)
{
  GtkWidget *editor = get_editor (fixture, name);
  int row;

  gtk_grid_query_child (GTK_GRID (gtk_widget_get_parent (editor)), editor, NULL, &row, NULL, NULL);
  return row > 0;
}

/* A title of one long word is not broken into two. */
static void
test_long_title (Fixture *fixture,
                 gconstpointer data)
{
  g_assert_true (stands_below (fixture, "sync"));
  g_assert_false (stands_below (fixture, "memory-limit")); /* two words, on a line each if they must */
}

static void
test_run_absent (Fixture *fixture,
                 gconstpointer data)
{
  const HdObject *run;

  enter (fixture, "seed", "42");
  run = hd_object_find_child (hd_document_get_root (fixture->document), HD_OBJECT_RUN, NULL);
  g_assert_cmpstr (hd_object_get (run, "seed"), ==, "42");
  enter (fixture, "seed", "43");
  hd_document_undo (fixture->document);
  hd_document_undo (fixture->document);
  g_assert_null (hd_object_find_child (hd_document_get_root (fixture->document), HD_OBJECT_RUN, NULL));
  g_assert_cmpstr (get_shown (fixture, "seed"), ==, "");
}

static void
test_project (Fixture *fixture,
              gconstpointer data)
{
  GtkTextBuffer *buffer;
  guint64 root = hd_object_get_uid (hd_document_get_root (fixture->document));

  heddle_session_select_none (fixture->session);
  ui_fixture_drain ();
  g_assert_nonnull (ui_fixture_find_label (fixture->inspector, "$rate"));
  g_assert_nonnull (ui_fixture_find_label (fixture->inspector, "8 members"));
  enter (fixture, "name", "Three boxes");
  g_assert_cmpstr (hd_document_get_name (fixture->document), ==, "Three boxes");
  g_assert_true (gtk_widget_get_visible (ui_fixture_find_label (fixture->inspector, "Description")));
  buffer = heddle_text_entry_get_buffer (HEDDLE_TEXT_ENTRY (get_editor (fixture, "description")));
  gtk_text_buffer_set_text (buffer, "Another sentence.", -1);
  g_assert_cmpstr (get_stored (fixture, root, "description"), ==, "For tests.");
  heddle_text_entry_commit (HEDDLE_TEXT_ENTRY (get_editor (fixture, "description")));
  g_assert_cmpstr (get_stored (fixture, root, "description"), ==, "Another sentence.");
}

/* Prose is as high as its lines are at its width, up to a limit, from which on it scrolls. */
static void
test_prose (Fixture *fixture,
            gconstpointer data)
{
  GtkWidget *entry;
  g_autoptr (GString) text = g_string_new (NULL);
  int heights[5];

  heddle_session_select_none (fixture->session);
  ui_fixture_drain ();
  entry = get_editor (fixture, "description");
  for (guint i = 0; i < G_N_ELEMENTS (heights); i++)
    {
      gtk_text_buffer_set_text (heddle_text_entry_get_buffer (HEDDLE_TEXT_ENTRY (entry)), text->str, -1);
      gtk_widget_measure (entry, GTK_ORIENTATION_VERTICAL, 260, &heights[i], NULL, NULL, NULL);
      for (guint k = 0; k < (i == 3 ? 10000 : 12); k++)
        g_string_append (text, "some words more ");
    }
  g_assert_cmpint (heights[1], >, heights[0]);
  g_assert_cmpint (heights[2], >, heights[1] + 60);
  g_assert_cmpint (heights[4], >, heights[2]);
  g_assert_cmpint (heights[4], <=, 240);
}

static void
test_note (Fixture *fixture,
           gconstpointer data)
{
  const HdObject *top = hd_object_find_child (hd_document_get_root (fixture->document), HD_OBJECT_TOP, NULL);
  g_autoptr (HdObject) note = hd_object_new (HD_OBJECT_NOTE, "x", "10", "y", "20", NULL);
  guint64 uid = hd_document_insert (fixture->document, hd_object_get_uid (top), G_MAXUINT, note, NULL);
  HeddleTextEntry *text;

  settle (fixture);
  heddle_session_show_object (fixture->session, uid);
  text = HEDDLE_TEXT_ENTRY (get_editor (fixture, "text"));
  gtk_text_buffer_set_text (heddle_text_entry_get_buffer (text), "Mind the gap", -1);
  heddle_text_entry_commit (text);
  g_assert_cmpstr (hd_object_get_text (hd_document_get_object (fixture->document, uid)), ==, "Mind the gap");
  enter (fixture, "x", "ten");
  g_assert_cmpstr (get_stored (fixture, uid, "x"), ==, "10");
}

/* ---- many -------------------------------------------------------------------------------------------------------------------------- */

static void
test_many (Fixture *fixture,
           gconstpointer data)
{
  guint64 xpu = select_one (fixture, "box", HD_OBJECT_COMPONENT, "xpu"), mem = ui_fixture_uid (fixture->session, "box", HD_OBJECT_COMPONENT, "mem");
  guint64 hub = ui_fixture_uid (fixture->session, "box", HD_OBJECT_COMPONENT, "hub");

  heddle_session_toggle_selected (fixture->session, (HeddleTarget) { mem, HEDDLE_ALL_MEMBERS });
  ui_fixture_drain ();
  g_assert_nonnull (ui_fixture_find_label (fixture->inspector, "2 objects"));
  g_assert_cmpstr (get_shown (fixture, "count"), ==, "4");
  g_assert_cmpstr (get_shown (fixture, "columns"), ==, "");
  g_assert_cmpstr (get_placeholder (fixture, "columns"), ==, "different values");
  g_assert_null (heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), "fp32")); /* a memory has none */
  g_assert_null (heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), "id"));

  enter (fixture, "columns", "2");
  g_assert_cmpstr (get_stored (fixture, xpu, "columns"), ==, "2");
  g_assert_cmpstr (get_stored (fixture, mem, "columns"), ==, "2");
  g_assert_cmpstr (hd_document_get_undo_name (fixture->document), ==, "Change Columns of 2 objects");
  hd_document_undo (fixture->document);
  g_assert_cmpstr (get_stored (fixture, xpu, "columns"), ==, "4");
  g_assert_cmpstr (get_stored (fixture, mem, "columns"), ==, "0");

  heddle_session_toggle_selected (fixture->session, (HeddleTarget) { hub, HEDDLE_ALL_MEMBERS });
  ui_fixture_drain ();
  g_assert_cmpstr (get_placeholder (fixture, "count"), ==, "different values");
  heddle_session_select (fixture->session, (HeddleTarget) { xpu, 0 });
  ui_fixture_drain ();
  heddle_session_toggle_selected (fixture->session, (HeddleTarget) { xpu, 1 });
  ui_fixture_drain ();
  g_assert_nonnull (heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), "fp32")); /* two members are one object */
}

/* What was typed goes to what was selected while typing. */
static void
test_select_while_typing (Fixture *fixture,
                          gconstpointer data)
{
  guint64 hub = select_one (fixture, "box", HD_OBJECT_COMPONENT, "hub"), xpu = ui_fixture_uid (fixture->session, "box", HD_OBJECT_COMPONENT, "xpu");

  heddle_inspector_focus_field (HEDDLE_INSPECTOR (fixture->inspector), "count");
  gtk_editable_set_text (GTK_EDITABLE (get_editor (fixture, "count")), "2");
  heddle_session_select (fixture->session, (HeddleTarget) { xpu, HEDDLE_ALL_MEMBERS });
  g_assert_cmpstr (get_stored (fixture, hub, "count"), ==, "2");
  g_assert_cmpstr (get_stored (fixture, xpu, "count"), ==, "4");
}

/* ---- probes and lists ----------------------------------------------------------------------------------------------------------------- */

static guint
count_probes (Fixture *fixture)
{
  const HdObject *probes = hd_object_find_child (hd_document_get_root (fixture->document), HD_OBJECT_PROBES, NULL);

  return probes != NULL ? hd_object_get_n_children (probes) : 0;
}

static GtkWidget *
find_widget (GtkWidget *widget,
             GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_widget (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Back is where one came from: from a part to what it is a part of, from that to the project. */
static void
test_back (Fixture *fixture,
           gconstpointer data)
{
  guint64 study = heddle_project_add_study (fixture->document, NULL), factor = heddle_project_add_child (fixture->document, study, HD_OBJECT_FACTOR, NULL);
  GtkWidget *back = find_widget (fixture->inspector, GTK_TYPE_BUTTON);

  g_assert_cmpstr (gtk_button_get_icon_name (GTK_BUTTON (back)), ==, "go-previous-symbolic");
  heddle_session_select (fixture->session, (HeddleTarget){ factor, HEDDLE_ALL_MEMBERS });
  ui_fixture_drain ();
  g_signal_emit_by_name (back, "clicked");
  g_assert_cmpuint (heddle_session_get_selected (fixture->session, 0).uid, ==, study);
  ui_fixture_drain ();
  g_signal_emit_by_name (back, "clicked");
  g_assert_cmpuint (heddle_session_get_n_selected (fixture->session), ==, 0);
}

/* What is typed is stored once the focus has left, also if the page is made anew: GTK looks for the entry until it has told all who lose the focus. */
static void
test_leave_for_another_page (Fixture *fixture,
                             gconstpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *elsewhere = gtk_button_new_with_label ("elsewhere");

  g_object_ref (fixture->inspector);
  gtk_window_set_child (GTK_WINDOW (fixture->window), NULL);
  gtk_box_append (GTK_BOX (box), fixture->inspector);
  gtk_box_append (GTK_BOX (box), elsewhere);
  gtk_window_set_child (GTK_WINDOW (fixture->window), box);
  g_object_unref (fixture->inspector);

  heddle_session_select_none (fixture->session);
  ui_fixture_drain ();
  g_assert_true (heddle_inspector_focus_field (HEDDLE_INSPECTOR (fixture->inspector), "name"));
  gtk_editable_set_text (GTK_EDITABLE (get_editor (fixture, "name")), "another");
  g_assert_true (gtk_widget_grab_focus (elsewhere));
  ui_fixture_drain ();
  g_assert_cmpstr (hd_object_get (hd_document_get_root (fixture->document), "name"), ==, "another");
  g_assert_cmpstr (get_shown (fixture, "name"), ==, "another");
  g_assert_true (gtk_widget_has_focus (elsewhere));

  /* Another page is due before that: nothing typed is lost. */
  g_assert_true (heddle_inspector_focus_field (HEDDLE_INSPECTOR (fixture->inspector), "name"));
  gtk_editable_set_text (GTK_EDITABLE (get_editor (fixture, "name")), "a third");
  g_assert_true (gtk_widget_grab_focus (elsewhere));
  select_one (fixture, "box", HD_OBJECT_COMPONENT, "xpu");
  g_assert_cmpstr (hd_object_get (hd_document_get_root (fixture->document), "name"), ==, "a third");
}

static void
test_probes (Fixture *fixture,
             gconstpointer data)
{
  HdDesign *design = heddle_session_get_design (fixture->session);
  HeddleProbeList *list;

  heddle_session_select_node (fixture->session, design, hd_design_find_node (design, "box[0]/xpu[0]"));
  ui_fixture_drain ();
  list = HEDDLE_PROBE_LIST (find_widget (fixture->inspector, HEDDLE_TYPE_PROBE_LIST));
  g_assert_true (gtk_switch_get_active (heddle_probe_list_find_switch (list, "vertex")));
  g_assert_false (gtk_switch_get_active (heddle_probe_list_find_switch (list, "busy")));

  gtk_switch_set_active (heddle_probe_list_find_switch (list, "busy"), TRUE);
  g_assert_cmpuint (count_probes (fixture), ==, 4);
  g_assert_cmpstr (hd_document_get_undo_name (fixture->document), ==, "Add Probe");
  settle (fixture);
  g_assert_true (gtk_switch_get_active (heddle_probe_list_find_switch (list, "busy")));
  gtk_switch_set_active (heddle_probe_list_find_switch (list, "busy"), FALSE);
  gtk_switch_set_active (heddle_probe_list_find_switch (list, "vertex"), FALSE);
  g_assert_cmpuint (count_probes (fixture), ==, 2);
  hd_document_undo (fixture->document);
  g_assert_true (gtk_switch_get_active (heddle_probe_list_find_switch (list, "vertex")));

  design = heddle_session_get_design (fixture->session);
  heddle_session_select_node (fixture->session, design, hd_design_find_node (design, "box[0]/xpu[1]"));
  ui_fixture_drain ();
  list = HEDDLE_PROBE_LIST (find_widget (fixture->inspector, HEDDLE_TYPE_PROBE_LIST));
  g_assert_false (gtk_switch_get_active (heddle_probe_list_find_switch (list, "vertex")));
}

#define UNNAMED                                                                                                                                    \
  "<heddle version=\"1\" name=\"drawn\"><top><component id=\"xpu\" type=\"fabric.xpu\"/><component id=\"xpu2\" type=\"fabric.xpu\"/>"                  \
  "<link from=\"xpu.xpu\" to=\"xpu2.xpu\" bandwidth=\"50 GB/s\" latency=\"500 ns\"/></top>"                                                          \
  "<communicators><communicator id=\"all\" members=\"xpu xpu2\"/></communicators>"                                                                 \
  "<workload type=\"collective\" on=\"all\" bytes=\"1 MB\"/></heddle>"

/* A link is drawn without an id: the probe brings it one, in the same step, and the project still runs. */
static void
test_probe_of_drawn_link (Fixture *fixture,
                          gconstpointer data)
{
  guint64 uid = ui_fixture_uid (fixture->session, NULL, HD_OBJECT_LINK, NULL);
  HeddleProbeList *list;

  heddle_session_select (fixture->session, (HeddleTarget) { uid, HEDDLE_ALL_MEMBERS });
  ui_fixture_drain ();
  list = HEDDLE_PROBE_LIST (find_widget (fixture->inspector, HEDDLE_TYPE_PROBE_LIST));
  gtk_switch_set_active (heddle_probe_list_find_switch (list, "rate"), TRUE);
  settle (fixture);
  g_assert_cmpuint (heddle_session_get_problems (fixture->session)->len, ==, 0);
  g_assert_cmpstr (hd_object_get_id (hd_document_get_object (fixture->document, uid)), ==, "xpu--xpu2");
  g_assert_true (gtk_switch_get_active (heddle_probe_list_find_switch (list, "rate")));
  ui_fixture_run_to_end (fixture->session);
  g_assert_cmpuint (hd_record_get_n_series (heddle_session_get_record (fixture->session)), ==, 1);
  g_assert_cmpuint (hd_record_get_n_samples (heddle_session_get_record (fixture->session), 0), >, 1);

  g_assert_true (hd_document_undo (fixture->document));
  g_assert_null (hd_object_get_id (hd_document_get_object (fixture->document, uid)));
  g_assert_null (hd_document_get_undo_name (fixture->document));
  g_assert_true (hd_document_redo (fixture->document));
  settle (fixture);
  g_assert_cmpuint (heddle_session_get_problems (fixture->session)->len, ==, 0);
  g_assert_cmpuint (hd_design_get_n_probes (heddle_session_get_design (fixture->session)), ==, 1);
}

static void
test_items (Fixture *fixture,
            gconstpointer data)
{
  GtkWidget *heading, *list;
  GtkListBoxRow *row;

  heddle_session_select_none (fixture->session);
  ui_fixture_drain ();
  heading = ui_fixture_find_label (fixture->inspector, "Link classes");
  list = gtk_widget_get_ancestor (heading, HEDDLE_TYPE_ITEM_LIST);
  g_assert_cmpuint (heddle_item_list_get_n (HEDDLE_ITEM_LIST (list)), ==, 1);
  row = heddle_item_list_get_row (HEDDLE_ITEM_LIST (list), 0);
  gtk_widget_activate (GTK_WIDGET (row));
  g_assert_cmpstr (get_shown (fixture, "id"), ==, "L");

  /* back, then away */
  heddle_session_select_none (fixture->session);
  ui_fixture_drain ();
  list = gtk_widget_get_ancestor (ui_fixture_find_label (fixture->inspector, "Variables"), HEDDLE_TYPE_ITEM_LIST);
  g_assert_cmpuint (heddle_item_list_get_n (HEDDLE_ITEM_LIST (list)), ==, 1);
  hd_document_remove (fixture->document, hd_object_get_uid (hd_object_find_child (hd_object_find_child (hd_document_get_root (fixture->document), HD_OBJECT_VARIABLES, NULL), HD_OBJECT_VARIABLE, "rate")), NULL);
  g_assert_cmpuint (heddle_item_list_get_n (HEDDLE_ITEM_LIST (list)), ==, 0);
  hd_document_undo (fixture->document);
  g_assert_cmpuint (heddle_item_list_get_n (HEDDLE_ITEM_LIST (list)), ==, 1);
}

/* ---- lives ------------------------------------------------------------------------------------------------------------------------------ */

static void
test_no_leaks (Fixture *fixture,
               gconstpointer data)
{
  gpointer row;

  select_one (fixture, "box", HD_OBJECT_COMPONENT, "xpu");
  row = heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), "fp32");
  g_object_add_weak_pointer (row, &row);
  select_one (fixture, "box", HD_OBJECT_LINK, "m");
  ui_fixture_drain ();
  g_assert_null (row);

  /* what is removed while it is looked at leaves the project's page */
  hd_document_remove (fixture->document, heddle_session_get_selected (fixture->session, 0).uid, NULL);
  g_assert_nonnull (heddle_inspector_find_row (HEDDLE_INSPECTOR (fixture->inspector), "description"));
}

/* Of this thread alone: a busy machine makes nobody slower. */
static gint64
get_cpu_us (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

static void
test_many_is_fast (void)
{
  g_autoptr (GString) text = g_string_new ("<heddle version=\"1\" name=\"Many\"><top>");
  g_autoptr (HeddleSession) session = NULL;
  GtkWidget *inspector, *window;
  const HdObject *top;
  gint64 start, took;

  for (guint i = 0; i < 10000; i++)
    g_string_append_printf (text, "<component id=\"c%u\" type=\"fabric.xpu\" x=\"%u\" y=\"%u\"/>", i, i % 100 * 60, i / 100 * 60);
  g_string_append (text, "</top></heddle>");
  session = ui_fixture_new_session (text->str);
  inspector = heddle_inspector_new (session);
  window = ui_fixture_show (inspector, 311, 600);
  top = hd_object_find_child (hd_document_get_root (heddle_session_get_document (session)), HD_OBJECT_TOP, NULL);
  g_signal_handlers_block_matched (session, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, inspector);
  for (guint i = 0; i + 1 < hd_object_get_n_children (top); i++)
    heddle_session_toggle_selected (session, (HeddleTarget) { hd_object_get_uid (hd_object_get_child (top, i)), HEDDLE_ALL_MEMBERS });
  g_signal_handlers_unblock_matched (session, G_SIGNAL_MATCH_DATA, 0, 0, NULL, NULL, inspector);

  start = get_cpu_us ();
  heddle_session_toggle_selected (session, (HeddleTarget) { hd_object_get_uid (hd_object_get_child (top, 9999)), HEDDLE_ALL_MEMBERS });
  ui_fixture_drain ();
  took = get_cpu_us () - start;
  g_test_message ("10,000 objects in %.1f ms", took / 1000.0);
  g_assert_nonnull (ui_fixture_find_label (inspector, "10000 objects"));
  g_assert_cmpint (took, <, 500000); /* the goal is 50 ms; ten times that is another order of work */
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
add_test (const char *path,
          const char *text,
          void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, text, set_up, test, tear_down);
}

static void
add_tests (void)
{
  add_test ("/ui/inspector/edit/component", NULL, test_component);
  add_test ("/ui/inspector/edit/router", ROUTER, test_router);
  add_test ("/ui/inspector/edit/invalid", NULL, test_invalid);
  add_test ("/ui/inspector/edit/link", NULL, test_link);
  add_test ("/ui/inspector/edit/pattern", NULL, test_pattern);
  add_test ("/ui/inspector/edit/rename", NULL, test_rename);
  add_test ("/ui/inspector/edit/variable", NULL, test_variable);
  add_test ("/ui/inspector/edit/words", WORDS, test_words);
  add_test ("/ui/inspector/edit/communicator", NULL, test_communicator);
  add_test ("/ui/inspector/edit/workload", NULL, test_workload);
  add_test ("/ui/inspector/edit/graph", NULL, test_graph);
  add_test ("/ui/inspector/edit/back", NULL, test_back);
  add_test ("/ui/inspector/edit/run", NULL, test_run);
  add_test ("/ui/inspector/edit/default", NULL, test_default);
  add_test ("/ui/inspector/edit/long-title", NULL, test_long_title);
  add_test ("/ui/inspector/edit/run-absent", UI_PROJECT_WITH_ERROR, test_run_absent);
  add_test ("/ui/inspector/edit/project", NULL, test_project);
  add_test ("/ui/inspector/edit/prose", NULL, test_prose);
  add_test ("/ui/inspector/edit/note", NULL, test_note);
  add_test ("/ui/inspector/edit/many", NULL, test_many);
  add_test ("/ui/inspector/edit/select-while-typing", NULL, test_select_while_typing);
  add_test ("/ui/inspector/edit/leave-for-another-page", NULL, test_leave_for_another_page);
  add_test ("/ui/inspector/edit/probes", NULL, test_probes);
  add_test ("/ui/inspector/edit/probe-of-drawn-link", UNNAMED, test_probe_of_drawn_link);
  add_test ("/ui/inspector/edit/items", NULL, test_items);
  add_test ("/ui/inspector/edit/no-leaks", NULL, test_no_leaks);
  g_test_add_func ("/ui/inspector/edit/many-is-fast", test_many_is_fast);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
