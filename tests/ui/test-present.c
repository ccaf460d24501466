/* test-present.c: a story, a lesson or the drawing alone before an audience
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: no text of any widget, on any page of results, is smaller than 1/40 of the height of a projector of 1,024 x 768, nor is what widgets paint themselves; each
 * key does what it says and no more, those of clickers too; what is drawn is in no document; drags move the drawing, and edit nothing; the notes are those of
 * the step; after Escape the window is as it was, and nothing of it is left when the window goes. Left open: how it looks.
 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <math.h>
#include <string.h>

#include "heddle-chalk.h"
#include "heddle-look.h"
#include "heddle-notes.h"
#include "heddle-progress.h"
#include "heddle-step-text.h"
#include "window-fixture.h"

#define PROJECT \
  "<heddle version=\"1\" name=\"pair\">\n" \
  "<variables><variable name=\"speed\" value=\"10 GB/s\"/></variables>\n" \
  "<link-class id=\"L\" bandwidth=\"$speed\" latency=\"0 s\" sharing=\"split\"/>\n" \
  "<top><component id=\"a\" type=\"fabric.xpu\" x=\"0\" y=\"0\"/><component id=\"b\" type=\"fabric.xpu\" x=\"300\" y=\"0\"/>\n" \
  "<link id=\"wire\" from=\"a.eth\" to=\"b.eth\" class=\"L\"/></top>\n" \
  "<communicators><communicator id=\"all\" members=\"a b\"/></communicators>\n" \
  "<workload type=\"collective\" on=\"all\" operation=\"broadcast\" algorithm=\"ring\" bytes=\"1 GB\"/></heddle>\n"

#define STORY \
  "<lesson version=\"1\" name=\"told\" project=\"pair.heddle\"><title>Told</title>\n" \
  "<step><title>One</title><text>First.</text><highlight of=\"wire\"/><reveal>Seen.</reveal><notes>Wait for it.</notes></step>" \
  "<step><title>Two</title><text>Second.</text><run fast=\"true\"/><show view=\"links\"/></step>" \
  "<step><title>Three</title><question id=\"q\" points=\"1\" answer=\"time_total\" tolerance=\"0.1\" locks=\"false\"><text>How long?</text></question></step></lesson>\n"

#define SILENT \
  "<lesson version=\"1\" name=\"silent\" project=\"pair.heddle\"><title>Silent</title>\n" \
  "<step><text>First.</text></step><step><highlight of=\"wire\"/></step><step><title>Last</title><run fast=\"true\"/><keep/></step></lesson>\n"

#define WIDTH 1024
#define HEIGHT 768
#define WIDE_WIDTH 1440 /* of the screen of tests */
#define WIDE_HEIGHT 900

/* The program's rules make texts smaller and larger; an application without its name has none. */
static void
load_style (void)
{
  static GtkCssProvider *provider;

  if (provider != NULL)
    return;
  provider = gtk_css_provider_new ();
  gtk_css_provider_load_from_resource (provider, "/io/github/heddle/Heddle/style.css");
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void
set_up (WindowFixture *fixture,
        gconstpointer data)
{
  load_style ();
  window_fixture_set_up (fixture, data);
  g_object_unref (window_fixture_write (fixture, "pair.heddle", PROJECT));
  g_object_unref (window_fixture_write (fixture, "told.lesson", STORY));
  g_object_unref (window_fixture_write (fixture, "silent.lesson", SILENT));
}

static gboolean
is_still (gpointer data)
{
  HeddleSession *session = heddle_window_get_session (((WindowFixture *) data)->window);

  return heddle_session_get_design (session) != NULL && !heddle_session_is_elaborating (session) && heddle_session_get_run_state (session) != HD_RUN_RUNNING;
}

static gboolean
has_lesson (gpointer data)
{
  return heddle_window_get_lesson (((WindowFixture *) data)->window) != NULL;
}

/* From the beginning, whatever was played before. */
static gboolean
plays (gpointer data)
{
  return ((WindowFixture *) data)->window->player != NULL && is_still (data);
}

static gboolean
has_size (gpointer data)
{
  GtkWidget *presentation = data;

  return gtk_widget_get_width (presentation) == WIDTH && gtk_widget_get_height (presentation) == HEIGHT
         && heddle_presentation_get_least_text (HEDDLE_PRESENTATION (presentation)) > 0;
}

static HeddlePresentation *
present (WindowFixture *fixture)
{
  HeddlePresentation *presentation;

  window_fixture_activate (fixture, "present");
  presentation = fixture->window->presentation;
  g_assert_nonnull (presentation);
  /* As on a projector; who is shown already is not asked for another size where nobody manages windows. */
  gtk_widget_hide (GTK_WIDGET (presentation));
  gtk_window_unfullscreen (GTK_WINDOW (presentation));
  gtk_window_set_default_size (GTK_WINDOW (presentation), WIDTH, HEIGHT);
  gtk_window_present (GTK_WINDOW (presentation));
  ui_fixture_wait (has_size, presentation);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (presentation));
  return presentation;
}

static HeddlePresentation *
present_file (WindowFixture *fixture,
              const char *name)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  heddle_window_open_lesson (fixture->window, file);
  ui_fixture_wait (has_lesson, fixture);
  heddle_progress_forget (heddle_window_get_lesson (fixture->window));
  g_assert_false (window_fixture_is_enabled (fixture, "present") && fixture->window->player == NULL); /* whose it is, is asked first */
  if (fixture->window->player == NULL)
    g_signal_emit_by_name (fixture->window->lesson_pane, "begin", "Ada");
  heddle_player_go (fixture->window->player, 0);
  ui_fixture_wait (plays, fixture);
  return present (fixture);
}

static HeddlePresentation *
present_story (WindowFixture *fixture)
{
  return present_file (fixture, "told.lesson");
}

static void
press (WindowFixture *fixture,
       guint key)
{
  g_assert_true (heddle_presentation_press (fixture->window->presentation, key, 0));
  ui_fixture_wait (is_still, fixture);
}

static guint
get_step (WindowFixture *fixture)
{
  return heddle_player_get_step (fixture->window->player);
}

static GtkWidget *
find (GtkWidget *widget,
      GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL; child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

static gboolean
has_text (GtkWidget *widget,
          const char *text)
{
  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  if (GTK_IS_LABEL (widget) && strcmp (gtk_label_get_text (GTK_LABEL (widget)), text) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (has_text (child, text))
      return TRUE;
  return FALSE;
}

/* ---- sizes ---------------------------------------------------------------------------------------------------------------------------- */

static double
get_font_px (GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double size = pango_font_description_get_size (font) / (double) PANGO_SCALE;

  return pango_font_description_get_size_is_absolute (font) ? size : size * pango_cairo_context_get_resolution (context) / 72;
}

/* Returns how many texts there were. */
static guint
check_texts (GtkWidget *widget,
             double least,
             const char *page)
{
  guint n = 0;

  if (!gtk_widget_get_mapped (widget))
    return 0;
  if ((GTK_IS_LABEL (widget) && *gtk_label_get_text (GTK_LABEL (widget)) != '\0') || GTK_IS_TEXT (widget) || GTK_IS_TEXT_VIEW (widget))
    {
      n = 1;
      if (get_font_px (widget) < least - 0.01)
        {
          g_autofree char *text = GTK_IS_LABEL (widget) ? g_strdup (gtk_label_get_text (GTK_LABEL (widget))) : NULL;

          g_test_message ("%s: %s “%s” has %.1f px, less than %.1f", page, G_OBJECT_TYPE_NAME (widget), text, get_font_px (widget), least);
          g_test_fail ();
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += check_texts (child, least, page);
  return n;
}

/* Each page, before and after a run, and each step with its question. */
static void
test_readable (WindowFixture *fixture,
               gconstpointer data)
{
  static const char *const pages[] = { "result", "waveforms", "timeline", "links", "partitions", "problems", "trees", "compare", "latency", "sweep", "study" };
  HeddlePresentation *presentation = present_story (fixture);
  HeddleCanvas *canvas = HEDDLE_CANVAS (find (GTK_WIDGET (presentation), HEDDLE_TYPE_CANVAS));
  double least = heddle_presentation_get_least_text (presentation);

  g_assert_cmpfloat_with_epsilon (least, HEIGHT / 40.0, 1e-9);
  g_assert_cmpfloat (11 * heddle_canvas_get_viewport (canvas)->zoom * heddle_look_get_text_scale (GTK_WIDGET (canvas)), >=, least - 0.01); /* what stands on components */
  g_assert_cmpfloat (10 * heddle_look_get_text_scale (GTK_WIDGET (presentation)), >=, least - 0.01); /* the least text of a painter */
  g_assert_cmpuint (check_texts (GTK_WIDGET (presentation), least, "step 1"), >=, 3);
  press (fixture, GDK_KEY_End);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (presentation));
  g_assert_cmpuint (check_texts (GTK_WIDGET (presentation), least, "step 3"), >=, 5);
  press (fixture, GDK_KEY_Page_Up);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), "dock", g_variant_new_string (pages[i]));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (presentation));
      g_assert_cmpuint (check_texts (GTK_WIDGET (presentation), least, pages[i]), >, 0);
    }
}

static gboolean
shows_page (HeddlePresentation *presentation)
{
  GtkWidget *dock = find (GTK_WIDGET (presentation), HEDDLE_TYPE_DOCK);

  return dock != NULL && gtk_widget_get_mapped (dock);
}

/* What needs more makes the window wider than its screen. */
static gboolean
fits (gpointer presentation)
{
  g_autoptr (GdkMonitor) monitor = g_list_model_get_item (gdk_display_get_monitors (gdk_display_get_default ()), 0);
  GdkRectangle screen;
  int least;

  gdk_monitor_get_geometry (monitor, &screen);
  gtk_widget_measure (presentation, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  return least <= screen.width && gtk_widget_get_width (presentation) <= screen.width;
}

/* Each page, beside its text and after a run that is compared with itself, on the whole screen. */
static void
test_fits (WindowFixture *fixture,
           gconstpointer data)
{
  static const char *const pages[] = { "result", "timeline", "links", "trees", "compare", "latency", "study" };
  HeddlePresentation *presentation = present_file (fixture, "silent.lesson");

  gtk_window_set_default_size (GTK_WINDOW (presentation), WIDE_WIDTH, WIDE_HEIGHT);
  press (fixture, GDK_KEY_End);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_action_group_change_action_state (G_ACTION_GROUP (fixture->window), "dock", g_variant_new_string (pages[i]));
      while (!shows_page (presentation))
        press (fixture, GDK_KEY_v);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (presentation));
      g_test_message ("%s", pages[i]);
      ui_fixture_wait (fits, presentation);
    }
}

/* What a step does not say takes no room: the drawing has all of it. */
static void
test_silent (WindowFixture *fixture,
             gconstpointer data)
{
  HeddlePresentation *presentation = present_file (fixture, "silent.lesson");
  GtkWidget *text = find (GTK_WIDGET (presentation), HEDDLE_TYPE_STEP_TEXT);

  for (guint i = 0; i < 2; i++)
    {
      g_assert_true (gtk_widget_get_mapped (text));
      press (fixture, GDK_KEY_space);
      g_assert_cmpuint (get_step (fixture), ==, 1);
      g_assert_false (gtk_widget_get_mapped (text));
      press (fixture, GDK_KEY_Left);
      g_assert_cmpuint (get_step (fixture), ==, 0);
    }
  press (fixture, GDK_KEY_space);
  press (fixture, GDK_KEY_space); /* nothing of it is hidden */
  g_assert_cmpuint (get_step (fixture), ==, 2);
  g_assert_true (has_text (GTK_WIDGET (presentation), "Last"));
}

/* What painters write comes by here, whoever they are. */
static struct
{
  guint n;
  double smallest; /* px, as seen */
  char *which;
} painted;

static void
note_text (cairo_t *cr,
           PangoLayout *layout)
{
  const PangoFontDescription *font = pango_layout_get_font_description (layout);
  double x = 0, y = font != NULL ? pango_font_description_get_size (font) / (double) PANGO_SCALE : 0, size;

  cairo_user_to_device_distance (cr, &x, &y);
  size = hypot (x, y);
  painted.n++;
  if (font == NULL || size >= painted.smallest)
    return;
  painted.smallest = size;
  g_free (painted.which);
  painted.which = g_strdup (pango_layout_get_text (layout));
}

void
pango_cairo_show_layout (cairo_t *cr,
                         PangoLayout *layout)
{
  void (*next) (cairo_t *, PangoLayout *) = dlsym (RTLD_NEXT, "pango_cairo_show_layout");

  note_text (cr, layout);
  next (cr, layout);
}

void
pango_cairo_show_layout_line (cairo_t *cr,
                              PangoLayoutLine *line)
{
  void (*next) (cairo_t *, PangoLayoutLine *) = dlsym (RTLD_NEXT, "pango_cairo_show_layout_line");

  note_text (cr, line->layout);
  next (cr, line);
}

/* Whatever the zoom is, and after a run with its figures. */
static void
test_crowded (WindowFixture *fixture,
              gconstpointer name)
{
  static const guint keys[] = { GDK_KEY_0, GDK_KEY_plus, GDK_KEY_plus, GDK_KEY_plus, GDK_KEY_0, GDK_KEY_minus };
  g_autofree char *path = g_build_filename (g_getenv ("HEDDLE_SOURCE_ROOT"), "projects", name, NULL);
  HeddlePresentation *presentation;
  double least;

  g_object_unref (fixture->file);
  fixture->file = g_file_new_for_path (path);
  window_fixture_open (fixture);
  presentation = present (fixture);
  gtk_widget_set_visible (GTK_WIDGET (heddle_window_get_canvas (fixture->window)), FALSE); /* which is as it always is */
  least = heddle_presentation_get_least_text (presentation);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      if (i == G_N_ELEMENTS (keys) / 2)
        ui_fixture_run_to_end (heddle_window_get_session (fixture->window));
      press (fixture, keys[i]);
      ui_fixture_drain ();
      painted.n = 0;
      painted.smallest = G_MAXDOUBLE;
      gtk_widget_queue_draw (find (GTK_WIDGET (presentation), HEDDLE_TYPE_CANVAS));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (presentation));
      ui_fixture_drain ();
      g_test_message ("%s, key %u: %u texts, the smallest is “%s” of %.1f px", (const char *) name, i, painted.n, painted.which, painted.smallest);
      g_assert_cmpuint (painted.n, >=, 3); /* it is not read by leaving all out */
      g_assert_cmpfloat (painted.smallest, >=, least - 0.01);
    }
  g_clear_pointer (&painted.which, g_free);
}

/* ---- keys ----------------------------------------------------------------------------------------------------------------------------- */

static void
test_keys (WindowFixture *fixture,
           gconstpointer data)
{
  static const guint onward[] = { GDK_KEY_space, GDK_KEY_Page_Down, GDK_KEY_Right, GDK_KEY_Down, GDK_KEY_Return }, back[] = { GDK_KEY_Page_Up, GDK_KEY_Left, GDK_KEY_Up, GDK_KEY_BackSpace };
  HeddlePresentation *presentation = present_story (fixture);
  HeddleSession *session = heddle_window_get_session (fixture->window);

  g_assert_false (has_text (GTK_WIDGET (presentation), "Seen."));
  press (fixture, GDK_KEY_Page_Down); /* what is hidden comes first */
  gtk_test_widget_wait_for_draw (GTK_WIDGET (presentation));
  g_assert_true (has_text (GTK_WIDGET (presentation), "Seen."));
  g_assert_cmpuint (get_step (fixture), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (onward); i++)
    {
      press (fixture, GDK_KEY_Home);
      for (guint k = 0; k < 2 && get_step (fixture) == 0; k++) /* once more where something is hidden again */
        press (fixture, onward[i]);
      g_assert_cmpuint (get_step (fixture), ==, 1);
      press (fixture, GDK_KEY_End);
      press (fixture, onward[i]); /* nothing lies behind the last */
      g_assert_cmpuint (get_step (fixture), ==, 2);
    }
  for (guint i = 0; i < G_N_ELEMENTS (back); i++)
    {
      press (fixture, GDK_KEY_End);
      press (fixture, back[i]);
      g_assert_cmpuint (get_step (fixture), ==, 1);
      press (fixture, GDK_KEY_Home);
      press (fixture, back[i]);
      g_assert_cmpuint (get_step (fixture), ==, 0);
    }
  /* F5 of clickers runs nothing here, nor does the period blind for ever. */
  g_assert_true (heddle_presentation_press (presentation, GDK_KEY_F5, 0));
  g_assert_cmpint (heddle_session_get_run_state (session), !=, HD_RUN_RUNNING);
  press (fixture, GDK_KEY_period);
  press (fixture, GDK_KEY_period);
  g_assert_false (heddle_presentation_press (presentation, GDK_KEY_x, 0));
  g_assert_false (heddle_presentation_press (presentation, GDK_KEY_s, GDK_CONTROL_MASK));
}

static gboolean
has_paused (gpointer data)
{
  return heddle_session_get_record (heddle_window_get_session (((WindowFixture *) data)->window)) != NULL && is_still (data);
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

/* Of the drawing alone: it runs, is moved, drawn upon, and stays what it is. */
static void
test_drawing (WindowFixture *fixture,
              gconstpointer data)
{
  HeddlePresentation *presentation;
  HeddleCanvas *canvas;
  HeddleChalk *chalk;
  g_autofree char *before = NULL, *after = NULL;
  HeddleViewport viewport;
  gpointer weak;
  int position, width;
  gboolean dock;

  g_assert_false (window_fixture_is_enabled (fixture, "present")); /* there is nothing */
  window_fixture_open (fixture);
  before = hd_document_to_string (window_fixture_get_document (fixture), NULL);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));
  position = gtk_paned_get_position (fixture->window->panes.bottom);
  width = gtk_widget_get_width (GTK_WIDGET (fixture->window));
  viewport = *heddle_canvas_get_viewport (heddle_window_get_canvas (fixture->window));
  dock = gtk_widget_get_visible (GTK_WIDGET (fixture->window->dock));
  presentation = present (fixture);
  canvas = HEDDLE_CANVAS (find (GTK_WIDGET (presentation), HEDDLE_TYPE_CANVAS));
  chalk = HEDDLE_CHALK (find (GTK_WIDGET (presentation), HEDDLE_TYPE_CHALK));

  press (fixture, GDK_KEY_r);
  ui_fixture_wait (has_paused, fixture);
  for (guint i = 0; i < 3; i++)
    press (fixture, GDK_KEY_v);
  for (guint key = GDK_KEY_1; key <= GDK_KEY_4; key++)
    {
      press (fixture, key);
      g_assert_cmpint (heddle_chalk_get_pen (chalk), ==, (int) (key - GDK_KEY_1));
      g_assert_true (gtk_widget_get_can_target (GTK_WIDGET (chalk)));
    }
  press (fixture, GDK_KEY_p);
  g_assert_false (gtk_widget_get_can_target (GTK_WIDGET (chalk)));
  press (fixture, GDK_KEY_h);
  g_assert_true (heddle_chalk_get_spot (chalk));
  press (fixture, GDK_KEY_plus);
  press (fixture, GDK_KEY_minus);
  press (fixture, GDK_KEY_0);
  press (fixture, GDK_KEY_d);
  press (fixture, GDK_KEY_Page_Down);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (presentation));
  g_assert_nonnull (canvas);
  weak = presentation;
  g_object_add_weak_pointer (G_OBJECT (presentation), &weak);
  press (fixture, GDK_KEY_Escape);
  g_assert_null (fixture->window->presentation);
  presentation = NULL;
  ui_fixture_wait (is_gone, &weak);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->window));

  after = hd_document_to_string (window_fixture_get_document (fixture), NULL);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpint (gtk_paned_get_position (fixture->window->panes.bottom), ==, position);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (fixture->window)), ==, width);
  g_assert_cmpint (gtk_widget_get_visible (GTK_WIDGET (fixture->window->dock)), ==, dock);
  g_assert_cmpfloat (heddle_canvas_get_viewport (heddle_window_get_canvas (fixture->window))->zoom, ==, viewport.zoom);
  g_assert_cmpint (adw_style_manager_get_color_scheme (adw_style_manager_get_default ()), ==, ADW_COLOR_SCHEME_DEFAULT);
}

static gboolean
has_closed (gpointer data)
{
  return ((WindowFixture *) data)->window->presentation == NULL;
}

static GtkWidget *
find_notes (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (HEDDLE_IS_NOTES (window))
        return window;
    }
  return NULL;
}

static void
test_notes (WindowFixture *fixture,
            gconstpointer data)
{
  static const struct
  {
    gint64 s;
    const char *text;
  } times[] = { { 0, "0:00" }, { 65, "1:05" }, { 3599, "59:59" }, { 3600, "1:00:00" }, { 7325, "2:02:05" } };
  GtkWidget *notes;

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_autofree char *elapsed = heddle_notes_dup_elapsed (times[i].s * G_USEC_PER_SEC);

      g_assert_cmpstr (elapsed, ==, times[i].text);
    }
  present_story (fixture);
  press (fixture, GDK_KEY_n);
  notes = find_notes ();
  g_assert_nonnull (notes);
  gtk_test_widget_wait_for_draw (notes);
  g_assert_true (has_text (notes, "Wait for it."));
  g_assert_true (has_text (notes, "Step 1 of 3 · One"));
  g_assert_true (has_text (notes, "Next: Two"));
  g_assert_true (has_text (notes, "Second."));
  press (fixture, GDK_KEY_End);
  g_assert_true (has_text (notes, "There are no notes for this step."));
  g_assert_true (has_text (notes, "This is the last step"));
  press (fixture, GDK_KEY_n);
  g_assert_null (find_notes ());
  press (fixture, GDK_KEY_n);
  heddle_window_end_lesson (fixture->window); /* which takes both along */
  ui_fixture_wait (has_closed, fixture);
  g_assert_null (find_notes ());
}

static gboolean
has_notes (gpointer shown)
{
  return (find_notes () != NULL) == GPOINTER_TO_INT (shown);
}

/* A projector is plugged in, out, and in again, while a story is presented: it goes there and comes back, its notes come and go, and the step stays. The second screen is a
 * stand-in, as no display of a test has one that comes and goes. */
static void
test_projector (WindowFixture *fixture,
                gconstpointer data)
{
  GdkDisplay *display = gdk_display_get_default ();
  g_autoptr (GListStore) monitors = g_list_store_new (GDK_TYPE_MONITOR);
  g_autoptr (GdkMonitor) own = g_list_model_get_item (gdk_display_get_monitors (display), 0), projector = g_object_new (GDK_TYPE_MONITOR, "display", display, NULL);
  HeddlePresentation *presentation = present_story (fixture);

  g_list_store_append (monitors, own);
  heddle_presentation_set_monitors (presentation, G_LIST_MODEL (monitors));
  press (fixture, GDK_KEY_Page_Down); /* what the step hides, */
  press (fixture, GDK_KEY_Page_Down); /* and the next one */
  g_assert_cmpuint (heddle_player_get_step (fixture->window->player), ==, 1);
  g_assert_null (find_notes ());
  for (guint i = 0; i < 2; i++)
    {
      g_list_store_append (monitors, projector);
      ui_fixture_wait (has_notes, GINT_TO_POINTER (TRUE));
      g_assert_true (heddle_presentation_get_screen (presentation) == projector);
      g_assert_true (gtk_widget_get_visible (GTK_WIDGET (presentation)));
      g_assert_true (has_text (find_notes (), "There are no notes for this step."));
      g_list_store_remove (monitors, 1);
      ui_fixture_wait (has_notes, GINT_TO_POINTER (FALSE));
      g_assert_true (heddle_presentation_get_screen (presentation) == own);
      g_assert_true (gtk_widget_get_visible (GTK_WIDGET (presentation)));
      g_assert_cmpuint (heddle_player_get_step (fixture->window->player), ==, 1);
    }
}

/* With the window goes what it presents, and all that was shown there, wherever it had come to. @data: of a story, not of the drawing alone */
static void
test_gone (WindowFixture *fixture,
           gconstpointer data)
{
  HeddlePresentation *presentation;
  gpointer weak[8] = { NULL };
  guint n = 0;

  if (data == NULL)
    window_fixture_open (fixture);
  weak[n++] = presentation = data != NULL ? present_story (fixture) : present (fixture);
  press (fixture, GDK_KEY_n);
  weak[n++] = find_notes ();
  if (data != NULL)
    heddle_player_go (fixture->window->player, 1); /* which runs it, and shows a page */
  else
    press (fixture, GDK_KEY_r);
  ui_fixture_wait (has_paused, fixture);
  press (fixture, GDK_KEY_v);
  press (fixture, GDK_KEY_p);
  weak[n++] = find (GTK_WIDGET (presentation), HEDDLE_TYPE_CANVAS);
  weak[n++] = find (GTK_WIDGET (presentation), HEDDLE_TYPE_CHALK);
  weak[n++] = find (GTK_WIDGET (presentation), HEDDLE_TYPE_DOCK);
  if (data != NULL)
    weak[n++] = fixture->window->player;
  for (guint i = 0; i < n; i++)
    {
      g_assert_nonnull (weak[i]);
      g_object_add_weak_pointer (weak[i], &weak[i]);
    }
  window_fixture_tear_down (fixture, NULL);
  for (guint i = 0; i < n; i++)
    {
      g_test_message ("%u of %u", i, n);
      ui_fixture_wait (is_gone, &weak[i]);
    }
}

static void
nothing (WindowFixture *fixture,
         gconstpointer data)
{
}

static void
add_tests (void)
{
  g_test_add ("/present/gone/story", WindowFixture, "story", set_up, test_gone, nothing); /* it tears down by itself, as the next */
  g_test_add ("/present/gone/drawing", WindowFixture, NULL, set_up, test_gone, nothing);
#define ADD(name, test) g_test_add ("/present/" name, WindowFixture, NULL, set_up, test, window_fixture_tear_down)
  ADD ("readable", test_readable);
  ADD ("fits", test_fits);
  ADD ("silent", test_silent);
  g_test_add ("/present/crowded/figure-6a", WindowFixture, "hcsim/figure-6a.heddle", set_up, test_crowded, window_fixture_tear_down);
  g_test_add ("/present/crowded/fat-tree-512", WindowFixture, "aggregation/fat-tree-512.heddle", set_up, test_crowded, window_fixture_tear_down);
  ADD ("keys", test_keys);
  ADD ("drawing", test_drawing);
  ADD ("notes", test_notes);
  ADD ("projector", test_projector);
#undef ADD
}

int
main (int argc,
      char **argv)
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
