/* test-partitions.c: partitions of a project in its window, and whether parallel runs give what serial ones do
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: each component has the colour of the partition that runs it, and only while colours are shown; an array that is parted has marks; the table
 * has the record's figures, and a row leads to its components; verification finds equal digests for every exact synchronisation, an edit takes
 * the verdict away, and it can be stopped. Left open: the painting itself.
 */
#include "heddle-partitions.h"
#include "ui-fixture.h"

#define MESH(columns, of_run) MESH_OF (columns, of_run, "100")
#define MESH_OF(columns, of_run, packets) \
  "<heddle version=\"1\" name=\"Mesh\">\n" \
  "  <link-class id=\"L\" bandwidth=\"128 GB/s\" latency=\"1 ns\" sharing=\"split\"/>\n" \
  "  <top>\n" \
  "    <component id=\"r\" type=\"manycore.router\" count=\"4 x 4\" index=\"row column\" column=\"column\" row=\"row\" x=\"200\" y=\"100\"" columns "/>\n" \
  "    <component id=\"v\" type=\"manycore.vcore\" count=\"4 x 4\" index=\"row column\" number=\"row * 4 + column\" column=\"column\" row=\"row\" " \
  "mesh-columns=\"4\" mesh-rows=\"4\" rate=\"0.2\" count-limit=\"" packets "\" x=\"200\" y=\"400\"" columns "/>\n" \
  "    <link from=\"r[i][j].right\" to=\"r[i][j + 1].left\" class=\"L\"/>\n" \
  "    <link from=\"r[i][j].down\" to=\"r[i + 1][j].up\" class=\"L\"/>\n" \
  "    <link from=\"r[i][j].core\" to=\"v[i][j].net\" class=\"L\"/>\n" \
  "  </top>\n" \
  "  <run " of_run "/>\n" \
  "</heddle>\n"

#define PARALLEL "sync=\"request\" partitions=\"4\" threads=\"2\""

/* ---- colours -------------------------------------------------------------------------------------------------------------------- */

static void
show (HeddleSession *session,
      gboolean shown)
{
  guint n;
  const guint32 *partitions;

  heddle_session_set_show_partitions (session, shown);
  partitions = heddle_session_get_shown_partitions (session, &n);
  g_assert_cmpint (partitions != NULL, ==, shown);
  heddle_drawing_show_partitions (heddle_session_get_drawing (session), partitions);
}

static void
test_colours (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (MESH (" columns=\"4\"", PARALLEL));
  HeddleDrawing *drawing = heddle_session_get_drawing (session);
  HeddleScene *scene = heddle_drawing_get_scene (drawing);
  guint n, of[4] = { 0 };
  const guint32 *partitions = heddle_session_get_partitions (session, &n);
  guint32 first;

  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (heddle_drawing_find_nodes (drawing, ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "r"), &first), ==, 16);
  show (session, TRUE);
  for (guint i = 0; i < 16; i++)
    {
      const HeddleSceneNode *node = heddle_scene_node (scene, first + i);
      g_autofree char *text = g_strdup_printf ("%u", partitions[i]);

      g_assert_cmpint (node->category, ==, (int) partitions[i]);
      g_assert_cmpuint (node->n_marks, ==, 0);
      g_assert_nonnull (strstr (node->subtitle, text)); /* not by colour alone */
      of[partitions[i]]++;
    }
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint (of[i], >, 0);
  show (session, FALSE);
  for (guint i = 0; i < heddle_scene_n_nodes (scene); i++)
    g_assert_cmpint (heddle_scene_node (scene, i)->category, ==, -1);
}

static void
test_marks (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (MESH (" columns=\"0\"", PARALLEL));
  HeddleDrawing *drawing = heddle_session_get_drawing (session);
  guint n;
  const guint32 *partitions = heddle_session_get_partitions (session, &n);
  const HeddleSceneNode *node;
  guint32 first;

  g_assert_cmpuint (heddle_drawing_find_nodes (drawing, ui_fixture_uid (session, NULL, HD_OBJECT_COMPONENT, "r"), &first), ==, 1);
  node = heddle_scene_node (heddle_drawing_get_scene (drawing), first);
  show (session, TRUE);
  g_assert_cmpint (node->category, ==, -1);
  g_assert_cmpuint (node->n_marks, ==, 16);
  for (guint i = 0; i < 16; i++)
    g_assert_cmpuint (node->marks[i], ==, partitions[i]);
  show (session, FALSE);
  g_assert_cmpuint (node->n_marks, ==, 0);
}

/* ---- the table ------------------------------------------------------------------------------------------------------------------- */

static GtkListBox *
find_list (GtkWidget *widget)
{
  GtkListBox *found = GTK_IS_LIST_BOX (widget) ? GTK_LIST_BOX (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find_list (child);
  return found;
}

static void
test_table (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (MESH ("", PARALLEL));
  GtkWidget *view = heddle_partitions_new (session);
  GtkWidget *window = ui_fixture_show (view, 1000, 300);
  GtkListBox *list = find_list (view);
  HdRecord *record;

  g_assert_null (gtk_list_box_get_row_at_index (list, 0));
  g_assert_nonnull (ui_fixture_find_label (view, "Synchronisation: requests · partitions: 4 · threads: 2"));
  ui_fixture_run_to_end (session);
  record = heddle_session_get_record (session);
  for (guint i = 0; i < 4; i++)
    {
      GtkWidget *row = GTK_WIDGET (gtk_list_box_get_row_at_index (list, (int) i));
      HdPartitionStatistics statistics;
      g_autofree char *sent = NULL;

      hd_record_read_partition (record, i, &statistics);
      g_assert_cmpuint (statistics.sent, >, 0);
      sent = statistics.sent < 1000 ? g_strdup_printf ("%u", (guint) statistics.sent)
                                    : g_strdup_printf ("%u,%03u", (guint) statistics.sent / 1000, (guint) statistics.sent % 1000);
      g_assert_nonnull (row);
      g_assert_nonnull (ui_fixture_find_label (row, sent));
    }
  g_assert_null (gtk_list_box_get_row_at_index (list, 4));

  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 2));
  g_assert_cmpuint (heddle_session_get_n_selected (session), ==, 8);
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* ---- verification ---------------------------------------------------------------------------------------------------------------- */

static gboolean
has_verdict (gpointer session)
{
  return !heddle_session_is_verifying (session);
}

static void
verify (const char *text,
        HeddleVerdict verdict,
        guint partitions)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (text);
  const HeddleVerification *verification = heddle_session_get_verification (session);

  g_assert_cmpint (verification->verdict, ==, HEDDLE_VERDICT_NONE);
  heddle_session_verify (session);
  g_assert_cmpint (verification->verdict, !=, HEDDLE_VERDICT_NONE);
  ui_fixture_wait (has_verdict, session);
  g_assert_cmpint (verification->verdict, ==, verdict);
  g_assert_cmpuint (verification->partitions, ==, partitions);
  g_assert_cmpint (verification->digests[0] != NULL && g_strcmp0 (verification->digests[0], verification->digests[1]) == 0, ==,
                   verdict == HEDDLE_VERDICT_EQUAL);
}

static void
test_verify (void)
{
  verify (MESH ("", PARALLEL), HEDDLE_VERDICT_EQUAL, 4);
  verify (MESH ("", "sync=\"window\" partitions=\"3\""), HEDDLE_VERDICT_EQUAL, 3);
  verify (MESH ("", "sync=\"null-message\" partitions=\"2\""), HEDDLE_VERDICT_EQUAL, 2);
  verify (MESH ("", "seed=\"2\""), HEDDLE_VERDICT_EQUAL, 2);
  verify (MESH ("", "sync=\"loose:10 ns\" partitions=\"2\""), HEDDLE_VERDICT_DIFFERENT, 2);
  verify (UI_PROJECT, HEDDLE_VERDICT_UNDIVIDED, 0); /* its flows share one network */
}

static gboolean
is_elaborated (gpointer session)
{
  return !heddle_session_is_elaborating (session);
}

static void
test_forget (void)
{
  g_autoptr (HeddleSession) session = ui_fixture_new_session (MESH_OF ("", PARALLEL, "1000000"));
  GtkWidget *view = heddle_partitions_new (session);
  GtkWidget *window = ui_fixture_show (view, 1000, 300);

  heddle_session_verify (session);
  g_assert_nonnull (ui_fixture_find_label (view, "Running serially…"));
  g_assert_nonnull (ui_fixture_find_label (view, "Stop"));
  heddle_session_stop_verifying (session);
  g_assert_false (heddle_session_is_verifying (session));
  g_assert_nonnull (ui_fixture_find_label (view, "Verify"));

  ui_fixture_load (session, MESH ("", PARALLEL));
  heddle_session_verify (session);
  ui_fixture_wait (has_verdict, session);
  g_assert_nonnull (ui_fixture_find_label (view, "✓ Equal digests: serial and requests on 4 partitions"));
  ui_fixture_load (session, MESH ("", "seed=\"3\""));
  ui_fixture_wait (is_elaborated, session);
  g_assert_cmpint (heddle_session_get_verification (session)->verdict, ==, HEDDLE_VERDICT_NONE);

  ui_fixture_load (session, MESH_OF ("", PARALLEL, "1000000"));
  heddle_session_verify (session); /* and the session goes meanwhile */
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/partitions/colours", test_colours);
  g_test_add_func ("/ui/partitions/marks", test_marks);
  g_test_add_func ("/ui/partitions/table", test_table);
  g_test_add_func ("/ui/partitions/verify", test_verify);
  g_test_add_func ("/ui/partitions/forget", test_forget);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
