/* test-steps.c: what components are about, step by step, and programs of cards as a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: the page says what to do until a run stands still; then it has a row for each sequence, and the lines of the one that moved with the one where it is; who waits, whom it
 * waits for and the way between them are selected. A deadlock shows its circle. A table says what its text says, and what is wrong with it by its line; taken over it is one edit.
 */
#include <string.h>

#include "heddle-edits.h"
#include "heddle-lines-dialog.h"
#include "heddle-lines.h"
#include "heddle-steps.h"
#include "ui-fixture.h"

#define CARDS(parameters) \
  "<heddle version='1' name='cards'><link-class id='L' bandwidth='12.5 GB/s' latency='1.3 us' sharing='split'/><top><component id='a' type='offload.nic' count='4' group='all' " parameters \
  "/><component id='s' type='fabric.switch'/><link from='a[i].net' to='s.port[i]' for='i=0..3' class='L'/></top><communicators><communicator id='all' members='a[*]'/></communicators>" \
  "<run fidelity='packet'/></heddle>"

static gboolean
is_still (gpointer session)
{
  return heddle_session_get_run_state (session) != HD_RUN_RUNNING;
}

static gboolean
is_settled (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

static void
step (HeddleSession *session)
{
  heddle_session_step (session, HD_STEP_MARK);
  ui_fixture_wait (is_still, session);
  ui_fixture_drain ();
}

static void
test_steps (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (CARDS ("size='64 B'")), other = ui_fixture_new_session ("<heddle version=\"1\"><top/></heddle>");
  GtkWidget *page = heddle_steps_new (session), *window = ui_fixture_show (page, 1000, 400);
  guint n_waiting = 0, n_steps = 0;

  g_assert_true (heddle_steps_is_of_use (heddle_session_get_design (session)));
  g_assert_false (heddle_steps_is_of_use (heddle_session_get_design (other)));
  g_assert_false (heddle_steps_is_of_use (NULL));
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (page, "Nothing Stands Still")));
  for (step (session); heddle_session_get_run_state (session) == HD_RUN_PAUSED; step (session), n_steps++)
    {
      g_assert_nonnull (ui_fixture_find_label (page, "a[3]"));
      g_assert_nonnull (ui_fixture_find_label (page, "▸"));
      /* Two cards, the two links between them. */
      n_waiting += heddle_session_get_n_selected (session) == 4;
      if (n_steps == 8)
        break;
    }
  g_assert_cmpuint (n_waiting, >, 0);
  heddle_session_resume (session);
  ui_fixture_wait (is_still, session);
  ui_fixture_drain ();
  g_assert_true (gtk_widget_get_mapped (ui_fixture_find_label (page, "Nothing Stands Still")));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* What is said of a card that waits, and of whom it waits for, is of the run; of what is no more drawn nothing is said. */
static void
test_captions (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (CARDS ("size='64 B'"));
  GtkWidget *page = heddle_steps_new (session), *window = ui_fixture_show (page, 1000, 400);
  g_autoptr (GArray) before = NULL, after = NULL;
  g_autoptr (GError) error = NULL;

  for (step (session); before == NULL || before->len < 2; step (session))
    {
      g_assert_cmpint (heddle_session_get_run_state (session), ==, HD_RUN_PAUSED);
      g_clear_pointer (&before, g_array_unref);
      before = heddle_session_list_captions (session);
    }
  g_clear_pointer (&before, g_array_unref);
  before = heddle_session_list_captions (session);
  g_assert_cmpuint (before->len, >=, 1);
  g_assert_true (g_str_has_prefix (g_array_index (before, HeddleCaption, 0).text, "▸ "));
  g_assert_true (hd_document_remove (heddle_session_get_document (session), ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "a"), &error));
  g_assert_no_error (error);
  ui_fixture_wait (is_settled, session);
  after = heddle_session_list_captions (session);
  g_assert_cmpuint (after->len, ==, 0);
  heddle_drawing_show_captions (heddle_session_get_drawing (session), (const HeddleCaption *) (gconstpointer) after->data, after->len);
  heddle_session_stop (session);
  ui_fixture_wait (is_still, session);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static GtkWidget *
find_list (GtkWidget *widget)
{
  GtkWidget *found = GTK_IS_LIST_VIEW (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_list (child);
  return found;
}

/* A list of any length: each of 600 cards has its row. */
static void
test_many (void)
{
  g_autofree char *text = g_strdup (CARDS ("size='8 B' operation='barrier'"));
  g_autoptr (GString) many = g_string_new (text);
  g_autoptr (HeddleSession) session = NULL;
  GtkWidget *page, *window;
  GListModel *rows;

  g_string_replace (many, "count='4'", "count='600'", 0);
  g_string_replace (many, "i=0..3", "i=0..599", 0);
  session = ui_fixture_new_session (many->str);
  page = heddle_steps_new (session);
  window = ui_fixture_show (page, 1000, 400);
  step (session);
  g_assert_cmpint (heddle_session_get_run_state (session), ==, HD_RUN_PAUSED);
  rows = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (find_list (page))));
  g_assert_cmpuint (g_list_model_get_n_items (rows), >=, 600);
  gtk_single_selection_set_selected (GTK_SINGLE_SELECTION (rows), 599);
  ui_fixture_drain ();
  g_assert_nonnull (ui_fixture_find_label (page, "▸"));
  heddle_session_stop (session);
  ui_fixture_wait (is_still, session);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
test_circle (void)
{
  static const char *const program =
    "program='card rank=0; source NodeID=1 to=4; descriptor DestID=1 C CH CT CP CPCount=1 SwapRemoteData to=4;"
    "card rank=1; source NodeID=0 to=4; descriptor DestID=0 C CH CT CP CPCount=1 SwapRemoteData to=4'";
  g_autofree char *text = g_strdup (CARDS ("size='32 B' operation='reduce' %s"));
  g_autofree char *project = g_strdup_printf (text, program);
  g_autoptr (HeddleSession) session = ui_fixture_new_session (project);
  GtkWidget *page = heddle_steps_new (session), *window = ui_fixture_show (page, 1000, 400);

  heddle_session_set_speed (session, 0);
  heddle_session_start (session);
  ui_fixture_wait (is_still, session);
  ui_fixture_drain ();
  g_assert_cmpint (heddle_session_get_run_state (session), ==, HD_RUN_FAILED);
  g_assert_nonnull (ui_fixture_find_label (page, "In a circle"));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* The list has scrolled to one of the circle, wherever that is, and shows its neighbours. */
static void
test_far_circle (void)
{
  g_autoptr (GString) text = g_string_new (CARDS ("operation='reduce' algorithm='binomial' size='16 KiB' tasks='8' engines='1' buffer='8 KiB' grants='on-request' skew='20 us'"));
  g_autoptr (HeddleSession) session = NULL;
  GtkWidget *page, *window, *badge, *row;
  graphene_rect_t box;

  g_string_replace (text, "count='4'", "count='8'", 0);
  g_string_replace (text, "i=0..3", "i=0..7", 0);
  session = ui_fixture_new_session (text->str);
  page = heddle_steps_new (session);
  window = ui_fixture_show (page, 1000, 400);
  heddle_session_set_speed (session, 0);
  heddle_session_start (session);
  ui_fixture_wait (is_still, session);
  gtk_test_widget_wait_for_draw (window);
  gtk_test_widget_wait_for_draw (window);
  g_assert_cmpint (heddle_session_get_run_state (session), ==, HD_RUN_FAILED);
  badge = ui_fixture_find_label (page, "In a circle");
  g_assert_nonnull (badge);
  g_assert_true (gtk_widget_get_mapped (badge));
  g_assert_true (gtk_widget_compute_bounds (badge, find_list (page), &box));
  g_assert_cmpfloat (box.origin.y, >=, 0);
  g_assert_cmpfloat (box.origin.y, <, gtk_widget_get_height (find_list (page)));
  row = gtk_widget_get_ancestor (badge, GTK_TYPE_BOX);
  row = gtk_widget_get_parent (gtk_widget_get_parent (row));
  g_assert_true (gtk_widget_get_prev_sibling (row) != NULL || gtk_widget_get_next_sibling (row) != NULL);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* ---- the table ------------------------------------------------------------------------------------------------------- */

static void
keep (HeddleLinesDialog *dialog,
      const char *text,
      char **kept)
{
  g_free (*kept);
  *kept = g_strdup (text);
}

static void
assert_text (HeddleLinesDialog *dialog,
             const char *expected)
{
  g_autofree char *text = heddle_lines_dialog_dup_text (dialog);

  g_assert_cmpstr (text, ==, expected);
}

#define PROGRAM \
  "card  rank=0; source NodeID=1 ReduceFlag to=4 # from the other\n" \
  "descriptor DestID=1 C CH CP ReduceFlag to=4\ndescriptor C CT CPCount=1; card rank=1 # a remark; with a semicolon\n" \
  "source NodeID=0 ReduceFlag to=4\ndescriptor C=1 CH DestID=0 CP ReduceFlag to=4 frame=3\n# alone\ndescriptor C CT CPCount=1"

static void
test_table (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (CARDS ("size='32 B'"));
  HdCatalog *catalog = heddle_session_get_catalog (session);
  const HdComponentType *type = hd_catalog_lookup (catalog, "offload.nic");
  const HdParameter *parameter = hd_component_type_find_property (type, HD_PROPERTY_LINES, NULL);
  HeddleLinesDialog *dialog;
  g_autofree char *kept = NULL;

  g_assert_nonnull (parameter);
  dialog = HEDDLE_LINES_DIALOG (heddle_lines_dialog_new (NULL, catalog, type, parameter, NULL, PROGRAM));
  g_signal_connect (dialog, "apply", G_CALLBACK (keep), &kept);
  gtk_window_present (GTK_WINDOW (dialog));
  ui_fixture_drain ();
  g_assert_cmpuint (heddle_lines_dialog_get_n (dialog), ==, 9);
  g_assert_cmpuint (heddle_lines_count (PROGRAM), ==, 9);
  assert_text (dialog,
               "card rank=0\nsource NodeID=1 ReduceFlag to=4 # from the other\ndescriptor DestID=1 C CH CP ReduceFlag to=4\ndescriptor C CT CPCount=1\n"
               "card rank=1 # a remark; with a semicolon\nsource NodeID=0 ReduceFlag to=4\ndescriptor DestID=0 C CH CP ReduceFlag to=4 frame=3\n# alone\ndescriptor C CT CPCount=1");
  g_assert_cmpstr (heddle_lines_dialog_get_fault (dialog), ==, "line 7: a descriptor has no field “frame”");
  g_assert_nonnull (ui_fixture_find_label (GTK_WIDGET (dialog), "line 7: a descriptor has no field “frame”"));
  heddle_lines_dialog_apply (dialog);
  g_assert_null (kept);
  heddle_lines_dialog_remove (dialog, 6);
  g_assert_cmpstr (heddle_lines_dialog_get_fault (dialog), ==, "line 8: ORPHAN_DESC: a collective descriptor is in no sequence; the first has CH");
  gtk_window_destroy (GTK_WINDOW (dialog));
  ui_fixture_drain ();
}

/* Where there is room a table stands whole, with the buttons of a line; and the number of a line, whatever it is. */
static void
test_width (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (CARDS ("size='32 B'"));
  HdCatalog *catalog = heddle_session_get_catalog (session);
  const HdComponentType *type = hd_catalog_lookup (catalog, "offload.nic");
  g_autoptr (GString) text = g_string_new ("card rank=0\nsource NodeID=1 ReduceFlag to=4\ndescriptor C CH CP SwapRemoteData SwapRemoteAddr ReduceFlag CollEndFlag DestID=1 len=8 to=4\n");
  GtkWidget *parent = ui_fixture_show (gtk_label_new ("parent"), 1400, 600), *number;
  HeddleLinesDialog *dialog;
  int width, height, natural;
  guint n_heads = 0;
  GtkWidget *cell, *scroller;
  GtkGrid *grid;

  for (guint i = 0; i < 8; i++)
    g_string_append (text, "descriptor C CPCount=1\n");
  g_string_append (text, "descriptor C CT CPCount=1");
  dialog = HEDDLE_LINES_DIALOG (heddle_lines_dialog_new (GTK_WINDOW (parent), catalog, type, hd_component_type_find_property (type, HD_PROPERTY_LINES, NULL), NULL, text->str));
  gtk_window_present (GTK_WINDOW (dialog));
  ui_fixture_drain ();
  number = ui_fixture_find_label (GTK_WIDGET (dialog), "12");
  g_assert_nonnull (number);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (number))));
  gtk_window_get_default_size (GTK_WINDOW (dialog), &width, &height);
  gtk_widget_measure (gtk_widget_get_parent (number), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  g_assert_cmpint (natural, >, 1060);
  g_assert_cmpint (width, >=, natural);
  g_assert_cmpint (width, <=, 1400);
  /* Heads stand above their columns, and outside of what is scrolled. */
  grid = GTK_GRID (gtk_widget_get_parent (number));
  scroller = gtk_widget_get_prev_sibling (gtk_widget_get_ancestor (number, GTK_TYPE_SCROLLED_WINDOW));
  for (int column = 0; column < 16; column++)
    if ((cell = gtk_grid_get_child_at (grid, column, 3)) != NULL)
      {
        graphene_rect_t its, heads;
        GtkWidget *head = gtk_grid_get_child_at (GTK_GRID (gtk_viewport_get_child (GTK_VIEWPORT (gtk_widget_get_first_child (scroller)))), column, 0);

        g_assert_true (gtk_widget_compute_bounds (cell, GTK_WIDGET (dialog), &its));
        g_assert_true (gtk_widget_compute_bounds (head, GTK_WIDGET (dialog), &heads));
        g_assert_cmpfloat_with_epsilon (its.origin.x, heads.origin.x, 0.5);
        g_assert_cmpfloat_with_epsilon (its.size.width, heads.size.width, 0.5);
        g_assert_false (gtk_widget_is_ancestor (head, GTK_WIDGET (grid)));
        n_heads++;
      }
  g_assert_cmpuint (n_heads, >, 10);
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (GTK_WINDOW (parent));
  ui_fixture_drain ();
}

static void
test_edit (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (CARDS ("size='32 B'"));
  HdCatalog *catalog = heddle_session_get_catalog (session);
  const HdComponentType *type = hd_catalog_lookup (catalog, "offload.nic");
  HeddleLinesDialog *dialog = HEDDLE_LINES_DIALOG (heddle_lines_dialog_new (NULL, catalog, type, hd_component_type_find_property (type, HD_PROPERTY_LINES, NULL), NULL, NULL));
  g_autofree char *kept = NULL;

  g_signal_connect (dialog, "apply", G_CALLBACK (keep), &kept);
  gtk_window_present (GTK_WINDOW (dialog));
  g_assert_cmpuint (heddle_lines_dialog_get_n (dialog), ==, 0);
  heddle_lines_dialog_add (dialog, 0, "descriptor");
  heddle_lines_dialog_set (dialog, 0, "C", "1");
  heddle_lines_dialog_set (dialog, 0, "CT", "1");
  g_assert_cmpstr (heddle_lines_dialog_get_fault (dialog), ==, "line 1: no line says of which card it is: “card rank=0”");
  heddle_lines_dialog_add (dialog, 1, "card");
  heddle_lines_dialog_move (dialog, 1, -1);
  g_assert_cmpstr (heddle_lines_dialog_get_fault (dialog), ==, "line 2: ORPHAN_DESC: a collective descriptor is in no sequence; the first has CH");
  heddle_lines_dialog_set (dialog, 1, "CH", "1");
  heddle_lines_dialog_set (dialog, 1, "CPCount", "33");
  g_assert_cmpstr (heddle_lines_dialog_get_fault (dialog), ==, "line 2: BAD_CPCOUNT desc 0: CPCount is 33; it is 0 to 32");
  heddle_lines_dialog_set (dialog, 1, "CPCount", "");
  g_assert_null (heddle_lines_dialog_get_fault (dialog));
  heddle_lines_dialog_apply (dialog);
  g_assert_cmpstr (kept, ==, "card\ndescriptor C CH CT");
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/steps/steps", test_steps);
  g_test_add_func ("/steps/captions", test_captions);
  g_test_add_func ("/steps/many", test_many);
  g_test_add_func ("/steps/circle", test_circle);
  g_test_add_func ("/steps/far-circle", test_far_circle);
  g_test_add_func ("/steps/table", test_table);
  g_test_add_func ("/steps/width", test_width);
  g_test_add_func ("/steps/edit", test_edit);
}

int
main (int argc, char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
