/* test-profile.c: what engines are at, below their clusters, and where their programs spent their time, in the window
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Oracles: the spans of the record for what is shown at a moment; the counted cycles of the run for sums of the profile. Invariants: a cell for each engine of a traced cluster and for no
 * other lane; by function, line and instruction the sums are the same; the share of all rows together is 1. Left open: how it looks.
 */
#include <string.h>

#include "heddle-canvas-view.h"
#include "heddle-hover-card.h"
#include "heddle-lane-states.h"
#include "heddle-links.h"
#include "heddle-profile-figure.h"
#include "heddle-profile.h"
#include "ui-fixture.h"

#define PROJECT(traced, profile) \
  "<heddle version='1' name='engines'><link-class id='L' bandwidth='1 TB/s' latency='5 ns'/><top><component id='source' type='netproc.source' packets='60'/>" \
  "<component id='cluster' type='netproc.cluster' program='%s' engines='3' count='2' profile='" profile "'/><component id='buffer' type='netproc.buffer'/>" \
  "<component id='dispatcher' type='netproc.dispatcher' stages='1'/><component id='egress' type='netproc.egress'/>" \
  "<link id='a' from='source.out' to='dispatcher.in' class='L'/><link id='b' for='i=0..1' from='dispatcher.clusters' to='cluster[i].in' class='L'/>" \
  "<link id='c' for='i=0..1' from='cluster[i].out' to='dispatcher.in' class='L'/><link id='d' for='i=0..1' from='cluster[i].buffer' to='buffer.engines' class='L'/>" \
  "<link id='e' from='dispatcher.out' to='egress.in' class='L'/></top><run trace='" traced "'/></heddle>"

static HeddleSession *
new_session (const char *format)
{
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects/neptune/programs/sum.elf", NULL);
  g_auto (GStrv) parts = g_strsplit (format, "%s", 2);
  g_autofree char *text = g_strconcat (parts[0], path, parts[1], NULL);

  return ui_fixture_new_session (text);
}

/* ---- cells ---------------------------------------------------------------------------------------------------------- */

/* What the spans of a lane say of a moment, all of them looked at. */
static const HdSpan *
find_span (HdRecord *record,
           guint lane,
           HdTime moment)
{
  guint64 n;

  for (guint64 i = 0; i < hd_record_get_n_spans (record, lane); i++)
    {
      const HdSpan *span = hd_record_peek_spans (record, lane, i, &n);

      if (span->start <= moment && moment < span->end)
        return span;
    }
  return NULL;
}

static void
test_states (void)
{
  g_autoptr (HeddleSession) session = new_session (PROJECT ("cluster[1] egress", "false"));
  HdTime end;
  HdRecord *record;
  guint counts[HEDDLE_N_CELL_KINDS] = { 0 };

  ui_fixture_run_to_end (session);
  record = heddle_session_get_record (session);
  end = hd_record_get_time (record);
  for (guint i = 0; i < 200; i++)
    {
      HdTime moment = end / 200 * i;
      g_autoptr (GArray) states = heddle_lane_states_read (record, moment);

      g_assert_cmpuint (states->len, ==, 3);
      for (guint k = 0; k < states->len; k++)
        {
          const HeddleLaneState *state = &g_array_index (states, HeddleLaneState, k);
          const HdSpan *span = find_span (record, state->lane, moment);

          counts[state->kind]++;
          g_assert_true ((span == NULL) == (state->kind == HEDDLE_CELL_IDLE));
          if (span != NULL)
            g_assert_cmpstr (state->activity, ==, hd_record_get_title (record, span->name));
          else
            g_assert_null (state->activity);
        }
    }
  g_assert_cmpuint (counts[HEDDLE_CELL_COMPUTES], >, 0);
  g_assert_cmpuint (counts[HEDDLE_CELL_MEMORY], >, 0);
  g_assert_cmpuint (counts[HEDDLE_CELL_IDLE], >, 0);
}

/* Those of the member that is traced, at the moment that is looked at. */
static void
test_cells (void)
{
  g_autoptr (HeddleSession) session = new_session (PROJECT ("cluster[1]", "false"));
  HeddleDrawing *drawing;
  const HeddleSceneCell *cells;
  HdTime moment;
  guint n;

  ui_fixture_run_to_end (session);
  moment = hd_record_get_time (heddle_session_get_record (session)) / 3;
  heddle_session_set_moment (session, moment);
  drawing = heddle_session_get_drawing (session);
  for (guint shown = 0; shown < 2; shown++)
    {
      g_autoptr (GArray) states = heddle_session_list_lane_states (session), read = heddle_lane_states_read (heddle_session_get_record (session), moment);

      heddle_drawing_show_cells (drawing, (const HeddleLaneState *) (gconstpointer) states->data, shown == 0 ? states->len : 0);
      cells = heddle_scene_get_cells (heddle_drawing_get_scene (drawing), &n);
      g_assert_cmpuint (n, ==, shown == 0 ? 3 : 0);
      g_assert_true (heddle_drawing_has_cells (drawing) == (n > 0));
      for (guint i = 0; i < n; i++)
        {
          g_assert_cmpuint (cells[i].node, ==, cells[0].node);
          g_assert_cmpint (cells[i].kind, ==, g_array_index (read, HeddleLaneState, i).kind);
        }
    }
}

static void
test_words (void)
{
  g_autoptr (GArray) states = g_array_new (FALSE, FALSE, sizeof (HeddleLaneState));
  static const HeddleLaneState all[] = { { 1, 0, HEDDLE_CELL_COMPUTES, "Issue" }, { 1, 1, HEDDLE_CELL_IDLE, NULL }, { 2, 2, HEDDLE_CELL_WAITS, "Wait" }, { 1, 3, HEDDLE_CELL_COMPUTES, "Issue" } };
  g_autofree char *first = NULL, *second = NULL, *none = NULL;

  g_array_append_vals (states, all, G_N_ELEMENTS (all));
  first = heddle_lane_states_dup_words (states, 1);
  second = heddle_lane_states_dup_words (states, 2);
  none = heddle_lane_states_dup_words (states, 3);
  g_assert_cmpstr (first, ==, "2 Issue, 1 idle");
  g_assert_cmpstr (second, ==, "1 Wait");
  g_assert_null (none);
}

static gboolean
has_metric (HdRecord *record,
            const char *name)
{
  HdMetric metric;

  return hd_record_find_metric (record, name, &metric);
}

/* Twenty clusters of twenty engines: of the one that is traced, and of it alone, each engine has a lane, and results are its own. */
static void
test_many (void)
{
  g_auto (GStrv) parts = g_strsplit (PROJECT ("cluster[19]", "false"), "engines='3' count='2'", 2);
  g_autofree char *all = g_strjoinv ("engines='20' count='20'", parts);
  g_auto (GStrv) links = g_strsplit (all, "i=0..1", -1);
  g_autofree char *text = g_strjoinv ("i=0..19", links);
  g_autoptr (HeddleSession) session = new_session (text);
  g_autoptr (GArray) states = NULL;
  HdRecord *record;

  ui_fixture_run_to_end (session);
  record = heddle_session_get_record (session);
  states = heddle_lane_states_read (record, hd_record_get_time (record) / 3);
  g_assert_cmpuint (states->len, ==, 20);
  for (guint i = 0; i < states->len; i++)
    {
      const HeddleLaneState *state = &g_array_index (states, HeddleLaneState, i);
      g_autofree char *title = hd_record_dup_lane_title (record, state->lane), *end = g_strdup_printf (", engine %u", i);

      g_assert_true (g_str_has_suffix (title, end));
      g_assert_true (strstr (title, "19") != NULL);
    }
  g_assert_true (has_metric (record, "cluster.issue") && has_metric (record, "cluster[19].issue"));
  g_assert_false (has_metric (record, "cluster[18].issue"));
}

/* ---- profile -------------------------------------------------------------------------------------------------------- */

static double
get_metric (HdRecord *record,
            const char *name)
{
  HdMetric metric;

  g_assert_true (hd_record_find_metric (record, name, &metric));
  return metric.value;
}

static void
test_sums (void)
{
  g_autoptr (HeddleSession) session = new_session (PROJECT ("buffer", "true"));
  g_autoptr (HeddleProfileFigure) figure = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *summary = NULL;
  HdRecord *record;
  guint n_before = 0;

  ui_fixture_run_to_end (session);
  record = heddle_session_get_record (session);
  figure = heddle_profile_figure_new (record, &error);
  g_assert_no_error (error);
  for (HeddleProfileGrain grain = HEDDLE_PROFILE_BY_FUNCTION; grain <= HEDDLE_PROFILE_BY_INSTRUCTION; grain++)
    {
      g_autoptr (GArray) lines = heddle_profile_figure_list (figure, grain);
      guint64 instructions = 0, issued = 0, waited = 0;
      double share = 0;

      g_assert_cmpuint (lines->len, >=, n_before);
      n_before = lines->len;
      for (guint i = 0; i < lines->len; i++)
        {
          const HeddleProfileLine *line = &g_array_index (lines, HeddleProfileLine, i);

          instructions += line->row.instructions;
          issued += line->row.issue_cycles;
          waited += line->row.waited_cycles;
          share += line->share;
        }
      g_assert_cmpfloat ((double) instructions, ==, get_metric (record, "cluster.instructions"));
      g_assert_cmpfloat ((double) issued, ==, get_metric (record, "cluster.issue"));
      g_assert_cmpfloat ((double) waited, ==, get_metric (record, "cluster.buffer-wait"));
      g_assert_cmpfloat_with_epsilon (share, 1, 1e-9);
    }
  summary = heddle_profile_figure_dup_summary (figure);
  g_assert_true (g_str_has_prefix (summary, "sum.elf 100"));
}

typedef struct
{
  GtkWidget *page;
  const char *text;
} Awaited;

static gboolean
is_shown (gpointer data)
{
  Awaited *awaited = data;

  GtkWidget *label = ui_fixture_find_label (awaited->page, awaited->text);

  return label != NULL && gtk_widget_get_mapped (label);
}

static void
test_page (void)
{
  g_autoptr (HeddleSession) session = new_session (PROJECT ("buffer", "true"));
  GtkWidget *page = heddle_profile_new (session), *window = ui_fixture_show (page, 900, 300);

  ui_fixture_wait (is_shown, &(Awaited){ page, "No Profile Yet" });
  ui_fixture_run_to_end (session);
  ui_fixture_wait (is_shown, &(Awaited){ page, "sum.elf 100" });
  ui_fixture_wait (is_shown, &(Awaited){ page, "Share of Time" });
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* Nobody was told to write one. */
static void
test_none (void)
{
  g_autoptr (HeddleSession) session = new_session (PROJECT ("buffer", "false"));
  g_autoptr (GError) error = NULL;
  GtkWidget *page = heddle_profile_new (session), *window = ui_fixture_show (page, 900, 300);

  ui_fixture_run_to_end (session);
  g_assert_null (heddle_profile_figure_new (heddle_session_get_record (session), &error));
  g_assert_no_error (error);
  ui_fixture_wait (is_shown, &(Awaited){ page, "No Profile Yet" });
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

/* What components send each other is no traffic that is counted: nobody says that there was none. Nor has it pieces, whoever is traced. */
static void
test_uncounted (void)
{
  g_autoptr (HeddleSession) session = new_session (PROJECT ("cluster[1]", "false"));
  GtkWidget *links = heddle_links_new (session), *window = ui_fixture_show (links, 900, 300);
  GtkWidget *card = heddle_hover_card_new (session), *above = ui_fixture_show (card, 300, 300);
  GtkWidget *view = heddle_canvas_view_new (session), *beside = ui_fixture_show (view, 900, 600);
  HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (view));

  g_assert_nonnull (ui_fixture_find_label (links, "No Traffic Yet"));
  ui_fixture_run_to_end (session);
  g_assert_nonnull (ui_fixture_find_label (links, "No Traffic"));
  g_assert_null (ui_fixture_find_label (links, "No Traffic Yet"));
  g_assert_true (heddle_hover_card_show (HEDDLE_HOVER_CARD (card), canvas, (HeddleHit){ .kind = HEDDLE_HIT_LINK, .index = 0 }));
  g_assert_nonnull (ui_fixture_find_label (card, "Messages of components, whose bytes are not counted"));
  g_assert_null (ui_fixture_find_label (card, "Carried nothing so far"));
  g_assert_false (heddle_session_has_pieces (session));
  gtk_window_destroy (GTK_WINDOW (beside));
  gtk_window_destroy (GTK_WINDOW (above));
  gtk_window_destroy (GTK_WINDOW (window));
  ui_fixture_drain ();
}

static void
add_tests (void)
{
  g_test_add_func ("/ui/profile/states", test_states);
  g_test_add_func ("/ui/profile/cells", test_cells);
  g_test_add_func ("/ui/profile/many", test_many);
  g_test_add_func ("/ui/profile/words", test_words);
  g_test_add_func ("/ui/profile/sums", test_sums);
  g_test_add_func ("/ui/profile/page", test_page);
  g_test_add_func ("/ui/profile/none", test_none);
  g_test_add_func ("/ui/profile/uncounted", test_uncounted);
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
