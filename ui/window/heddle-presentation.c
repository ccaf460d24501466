/* heddle-presentation.c: a story, a lesson or the drawing alone before an audience
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-presentation"

#include "heddle-presentation.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-canvas-view.h"
#include "heddle-chalk.h"
#include "heddle-dock.h"
#include "heddle-look.h"
#include "heddle-notes.h"
#include "heddle-question.h"
#include "heddle-step-text.h"

#define LEAST_TEXT (1 / 40.0) /* of the height, for who sits in the last row */
#define LEAST_CSS 0.75        /* em: no rule of style.css makes text smaller, nested ones neither */
#define LEAST_PAINTED 10.0    /* px at a scale of 1: nor does a painter */
#define NAME 11.0             /* px at a zoom of 1: what stands on components */
#define WIDE 1.45             /* width to height: from here on text stands beside the drawing */
#define TEXT_WIDTH 0.36       /* of the width, there */
#define TEXT_HEIGHT 0.56      /* of the height at most, below the drawing */
#define ROOMY 700             /* px beside a page: drawing and page fit above each other */
#define REST_MS 3000          /* a pointer that rests is not shown */
#define HINT_MS 6000
#define SETTLE_MS 500         /* until screens that come and go have a place */

typedef enum
{
  SHOW_DRAWING,
  SHOW_BOTH,
  SHOW_PAGE,
  N_SHOWN,
} Shown;

struct _HeddlePresentation
{
  GtkWindow parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddlePlayer *player; /* or %NULL */
  GActionGroup *actions;
  GtkCssProvider *provider;
  GListModel *monitors;
  GdkMonitor *screen;  /* that it fills, or %NULL */

  /* Borrowed: children */
  GtkWidget *panels;   /* stage and text */
  GtkWidget *stage;    /* drawing and page */
  GtkWidget *drawing;
  GtkWidget *page;     /* holds the dock, once there is one */
  GtkWidget *text;     /* or %NULL */
  GtkWidget *black, *hint, *chalk;
  HeddleDock *dock;    /* or %NULL, until it is needed */
  GtkWidget *notes;    /* a window; weak */
  GtkWindow *owner;    /* the window that is presented, or %NULL; weak */

  int width, height;   /* that all is fitted to */
  guint fit, rest, fade, place;
  gboolean rests; /* the pointer, since the step came */
  Shown shown;
  gboolean chosen_by_step; /* what is shown, and not by a key */
  guint step;          /* that is shown, or G_MAXUINT */
  gint64 begun_us;
  AdwColorScheme scheme; /* that was there before */
};

G_DEFINE_FINAL_TYPE (HeddlePresentation, heddle_presentation, GTK_TYPE_WINDOW)

static guint left_signal;

double
heddle_presentation_get_least_text (HeddlePresentation *self)
{
  return self->height * LEAST_TEXT;
}

/* ---- sizes ----------------------------------------------------------------------------------------------------------------------------- */

/* What does not fit makes a window wider than its screen. */
static int
get_room (HeddlePresentation *self)
{
  GdkRectangle place;

  if (self->screen == NULL)
    return self->width;
  gdk_monitor_get_geometry (self->screen, &place);
  return MIN (self->width, place.width);
}

/* What is scrolled takes any width, and what lies in it does not: nobody scrolls sideways before an audience. */
static int
find_least_width (GtkWidget *widget)
{
  int least = 0;

  if (GTK_IS_VIEWPORT (widget) && gtk_viewport_get_child (GTK_VIEWPORT (widget)) != NULL)
    gtk_widget_measure (gtk_viewport_get_child (GTK_VIEWPORT (widget)), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_mapped (child))
      least = MAX (least, find_least_width (child));
  return least;
}

/* Whether text stands beside what is shown: on a wide screen, if that leaves room for it. */
static gboolean
is_wide (HeddlePresentation *self)
{
  int room = get_room (self), least, inside = find_least_width (self->stage);

  gtk_widget_measure (self->stage, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (inside <= room) /* else it is too wide either way */
    least = MAX (least, inside);
  return room >= WIDE * self->height && least <= (1 - TEXT_WIDTH) * room;
}

/* What stands on a component grows with the zoom, and needs help only where that is low. */
static void
fit_names (HeddlePresentation *self)
{
  HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (self->drawing));
  double least = heddle_presentation_get_least_text (self) / NAME;

  if (self->height > 0)
    heddle_look_set_text_scale (GTK_WIDGET (canvas), MAX (1, least / MAX (heddle_canvas_get_viewport (canvas)->zoom, 0.4)));
}

static void
show_page (HeddlePresentation *self)
{
  g_autoptr (GVariant) page = g_action_group_get_action_state (self->actions, "dock");

  if (self->dock != NULL && page != NULL)
    heddle_dock_show_page (self->dock, g_variant_get_string (page, NULL));
}

/* A page that waits for a run makes room for the drawing until then. */
static gboolean
has_page (HeddlePresentation *self)
{
  static const char *const without_run[] = { "trees", "problems", "study", NULL };
  g_autoptr (GVariant) page = g_action_group_get_action_state (self->actions, "dock");

  return heddle_session_get_record (self->session) != NULL || (page != NULL && g_strv_contains (without_run, g_variant_get_string (page, NULL)));
}

static gboolean on_fit (gpointer data);

static void
queue_fit (HeddlePresentation *self)
{
  if (self->fit == 0 && self->height > 0)
    self->fit = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_fit, self, NULL);
}

static void
show_parts (HeddlePresentation *self)
{
  Shown shown = has_page (self) ? self->shown : SHOW_DRAWING;

  if (shown != SHOW_DRAWING && self->dock == NULL)
    {
      self->dock = HEDDLE_DOCK (heddle_dock_new (self->session));
      heddle_dock_set_bare (self->dock, TRUE);
      gtk_widget_set_vexpand (GTK_WIDGET (self->dock), TRUE);
      gtk_box_append (GTK_BOX (self->page), GTK_WIDGET (self->dock));
      show_page (self);
    }
  gtk_widget_set_visible (self->drawing, shown != SHOW_PAGE);
  gtk_widget_set_visible (self->page, shown != SHOW_DRAWING);
  queue_fit (self);
}

static void
load_style (HeddlePresentation *self)
{
  int size = (int) (heddle_presentation_get_least_text (self) / LEAST_CSS + 0.999);
  g_autofree char *css = g_strdup_printf ("window.heddle-presentation { font-size: %dpx; } %s", size, self->rests ? "tooltip { opacity: 0; }" : "");

  if (self->height > 0)
    gtk_css_provider_load_from_data (self->provider, css, -1);
}

/* Until the pointer is moved: what comes below it is not what it points at. */
static void
set_rests (HeddlePresentation *self,
           gboolean rests)
{
  if (self->rests == rests)
    return;
  self->rests = rests;
  heddle_canvas_view_set_hovers (HEDDLE_CANVAS_VIEW (self->drawing), !rests);
  load_style (self);
}

static gboolean
on_fit (gpointer data)
{
  HeddlePresentation *self = data;
  gboolean wide = is_wide (self);

  self->fit = 0;
  load_style (self);
  heddle_look_set_least_text (GTK_WIDGET (self), heddle_presentation_get_least_text (self));
  heddle_look_set_text_scale (GTK_WIDGET (self), heddle_presentation_get_least_text (self) / LEAST_PAINTED);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->panels), wide ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  if (self->text != NULL)
    {
      gtk_widget_set_size_request (self->text, wide ? (int) (TEXT_WIDTH * get_room (self)) : -1, -1);
      heddle_step_text_set_most (HEDDLE_STEP_TEXT (self->text), wide ? -1 : (int) (TEXT_HEIGHT * self->height));
    }
  fit_names (self);
  if (self->chosen_by_step && self->shown == SHOW_BOTH && !wide)
    {
      self->shown = SHOW_PAGE; /* there are three above each other now */
      show_parts (self);
    }
  return G_SOURCE_REMOVE;
}

static void
heddle_presentation_size_allocate (GtkWidget *widget,
                                   int width,
                                   int height,
                                   int baseline)
{
  HeddlePresentation *self = HEDDLE_PRESENTATION (widget);

  if (width != self->width || height != self->height)
    {
      self->width = width;
      self->height = height;
      queue_fit (self);
    }
  GTK_WIDGET_CLASS (heddle_presentation_parent_class)->size_allocate (widget, width, height, baseline);
}

/* ---- steps ----------------------------------------------------------------------------------------------------------------------------- */

/* A page stays until a step points at the drawing. */
static Shown
find_shown (HeddlePresentation *self,
            guint step)
{
  GPtrArray *acts = hd_lesson_get_step (heddle_player_get_lesson (self->player), step)->acts;
  Shown shown = self->shown;

  for (guint i = 0; i < acts->len; i++)
    {
      HdLessonActKind kind = ((const HdLessonAct *) acts->pdata[i])->kind;

      if (kind == HD_ACT_SHOW)
        return self->width >= WIDE * self->height && self->height >= ROOMY ? SHOW_BOTH : SHOW_PAGE;
      if (kind == HD_ACT_GO || kind == HD_ACT_HIGHLIGHT || kind == HD_ACT_OPEN)
        shown = SHOW_DRAWING;
    }
  return shown;
}

static void
on_player_changed (HeddlePresentation *self)
{
  guint step = heddle_player_get_step (self->player);

  if (step == self->step)
    return;
  self->step = step;
  heddle_chalk_erase (HEDDLE_CHALK (self->chalk), TRUE);
  gtk_widget_set_visible (self->text, !heddle_step_text_is_empty (HEDDLE_STEP_TEXT (self->text)));
  self->shown = find_shown (self, step);
  self->chosen_by_step = TRUE;
  set_rests (self, TRUE);
  show_parts (self);
}

static void
on_page_changed (HeddlePresentation *self)
{
  show_page (self);
  show_parts (self);
}

static void
go (HeddlePresentation *self,
    guint step)
{
  if (self->player != NULL)
    heddle_player_go (self->player, step);
}

/* What is hidden of a step comes before the next one. */
static void
go_on (HeddlePresentation *self)
{
  if (self->player != NULL && !heddle_step_text_go_on (HEDDLE_STEP_TEXT (self->text)))
    go (self, heddle_player_get_step (self->player) + 1);
}

static void
go_back (HeddlePresentation *self)
{
  if (self->player != NULL && heddle_player_get_step (self->player) > 0)
    go (self, heddle_player_get_step (self->player) - 1);
}

static void
go_far (HeddlePresentation *self,
        gboolean last)
{
  if (self->player != NULL)
    go (self, last ? hd_lesson_get_n_steps (heddle_player_get_lesson (self->player)) - 1 : 0);
}

/* ---- what lies over it ------------------------------------------------------------------------------------------------------------------ */

static gboolean
on_faded (gpointer data)
{
  HeddlePresentation *self = data;

  self->fade = 0;
  gtk_widget_set_visible (self->hint, FALSE);
  return G_SOURCE_REMOVE;
}

static void
show_hint (HeddlePresentation *self)
{
  g_clear_handle_id (&self->fade, g_source_remove);
  gtk_widget_set_visible (self->hint, TRUE);
  self->fade = g_timeout_add (HINT_MS, on_faded, self);
}

static gboolean
on_rest (gpointer data)
{
  HeddlePresentation *self = data;

  self->rest = 0;
  if (heddle_chalk_get_pen (HEDDLE_CHALK (self->chalk)) < 0 && !heddle_chalk_get_spot (HEDDLE_CHALK (self->chalk)))
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self), "none");
  return G_SOURCE_REMOVE;
}

static void
on_motion (HeddlePresentation *self,
           double x,
           double y)
{
  heddle_chalk_point (HEDDLE_CHALK (self->chalk), x, y);
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), NULL);
  set_rests (self, FALSE);
  g_clear_handle_id (&self->rest, g_source_remove);
  self->rest = g_timeout_add (REST_MS, on_rest, self);
}

/* The last one that was used comes first. */
static void
toggle_pen (HeddlePresentation *self)
{
  int pen = heddle_chalk_get_pen (HEDDLE_CHALK (self->chalk));

  heddle_chalk_set_pen (HEDDLE_CHALK (self->chalk), pen < 0 ? 0 : -1);
}

static void
toggle_appearance (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  adw_style_manager_set_color_scheme (manager, adw_style_manager_get_dark (manager) ? ADW_COLOR_SCHEME_FORCE_LIGHT : ADW_COLOR_SCHEME_FORCE_DARK);
}

static void
toggle_notes (HeddlePresentation *self)
{
  if (self->notes != NULL)
    {
      gtk_window_destroy (GTK_WINDOW (self->notes));
      return;
    }
  g_set_weak_pointer (&self->notes, heddle_notes_new (self->player, self->begun_us));
  gtk_widget_insert_action_group (self->notes, "win", self->actions);
  g_signal_connect_object (self->notes, "pressed", G_CALLBACK (heddle_presentation_press), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (self->notes));
}

static void
run_or_pause (HeddlePresentation *self)
{
  g_action_group_activate_action (self->actions, heddle_session_get_run_state (self->session) == HD_RUN_RUNNING ? "pause" : "run", NULL);
}

static void
zoom (HeddlePresentation *self,
      double factor)
{
  HeddleCanvas *canvas = heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (self->drawing));

  if (factor > 0)
    heddle_canvas_zoom (canvas, factor);
  else
    heddle_canvas_fit (canvas);
}

/* ---- keys ------------------------------------------------------------------------------------------------------------------------------ */

/* Who answers a question types; the keys of clickers and Escape are ours even so. */
static gboolean
is_answering (HeddlePresentation *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  return focus != NULL && gtk_widget_get_ancestor (focus, HEDDLE_TYPE_QUESTION) != NULL;
}

static gboolean
press_letter (HeddlePresentation *self,
              guint key)
{
  switch (gdk_keyval_to_lower (key))
    {
    case GDK_KEY_p:
      toggle_pen (self);
      return TRUE;
    case GDK_KEY_1:
    case GDK_KEY_2:
    case GDK_KEY_3:
    case GDK_KEY_4:
      heddle_chalk_set_pen (HEDDLE_CHALK (self->chalk), (int) (key - GDK_KEY_1));
      return TRUE;
    case GDK_KEY_e:
      heddle_chalk_erase (HEDDLE_CHALK (self->chalk), TRUE);
      return TRUE;
    case GDK_KEY_h:
      heddle_chalk_set_spot (HEDDLE_CHALK (self->chalk), !heddle_chalk_get_spot (HEDDLE_CHALK (self->chalk)));
      return TRUE;
    case GDK_KEY_b:
    case GDK_KEY_period:
      gtk_widget_set_visible (self->black, !gtk_widget_get_visible (self->black));
      return TRUE;
    case GDK_KEY_d:
      toggle_appearance ();
      return TRUE;
    case GDK_KEY_n:
      toggle_notes (self);
      return TRUE;
    case GDK_KEY_v:
      self->shown = (self->shown + 1) % N_SHOWN;
      self->chosen_by_step = FALSE;
      show_parts (self);
      return TRUE;
    case GDK_KEY_r:
      run_or_pause (self);
      return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_KP_Add:
    case GDK_KEY_equal:
      zoom (self, 1.25);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      zoom (self, 1 / 1.25);
      return TRUE;
    case GDK_KEY_0:
      zoom (self, 0);
      return TRUE;
    case GDK_KEY_question:
      show_hint (self);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
leave (HeddlePresentation *self)
{
  if (is_answering (self))
    gtk_window_set_focus (GTK_WINDOW (self), NULL);
  else
    g_signal_emit (self, left_signal, 0);
  return TRUE;
}

gboolean
heddle_presentation_press (HeddlePresentation *self,
                           guint key,
                           GdkModifierType state)
{
  gboolean plain = (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) == 0;

  switch (key)
    {
    case GDK_KEY_Escape:
      return leave (self);
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      go_on (self);
      return TRUE;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      go_back (self);
      return TRUE;
    case GDK_KEY_F5: /* with which clickers begin what has begun */
      return TRUE;
    case GDK_KEY_F1:
      show_hint (self);
      return TRUE;
    case GDK_KEY_z:
      if (state & GDK_CONTROL_MASK && !is_answering (self))
        heddle_chalk_erase (HEDDLE_CHALK (self->chalk), FALSE);
      return (state & GDK_CONTROL_MASK) != 0 && !is_answering (self);
    default:
      break;
    }
  if (!plain || is_answering (self))
    return FALSE;
  switch (key)
    {
    case GDK_KEY_space:
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_Right:
    case GDK_KEY_Down:
      go_on (self);
      return TRUE;
    case GDK_KEY_BackSpace:
    case GDK_KEY_Left:
    case GDK_KEY_Up:
      go_back (self);
      return TRUE;
    case GDK_KEY_Home:
    case GDK_KEY_End:
      go_far (self, key == GDK_KEY_End);
      return TRUE;
    default:
      return press_letter (self, key);
    }
}

static gboolean
on_key (HeddlePresentation *self,
        guint key,
        guint code,
        GdkModifierType state)
{
  return heddle_presentation_press (self, key, state);
}

/* ---- screens --------------------------------------------------------------------------------------------------------------------------- */

/* (nullable) (transfer full) */
static GdkMonitor *
find_other (HeddlePresentation *self,
            GdkMonitor *monitor)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->monitors); i++)
    {
      g_autoptr (GdkMonitor) other = g_list_model_get_item (self->monitors, i);

      if (other != monitor)
        return g_steal_pointer (&other);
    }
  return NULL;
}

/* (nullable) (transfer none): where the window is, which stays with its speaker */
static GdkMonitor *
find_own (HeddlePresentation *self,
          GdkDisplay *display)
{
  GdkSurface *surface = self->owner != NULL ? gtk_native_get_surface (GTK_NATIVE (self->owner)) : NULL;

  return surface != NULL ? gdk_display_get_monitor_at_surface (display, surface) : NULL;
}

/* On the screen of the audience, if there is one: then the notes are for the other, else they would lie over it. */
static void
fill_screen (HeddlePresentation *self)
{
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (self));
  GdkMonitor *own = find_own (self, display);
  g_autoptr (GdkMonitor) other = own != NULL ? find_other (self, own) : NULL;
  GdkMonitor *screen = other != NULL ? other : own;
  GdkRectangle place = { 0, 0, 1024, 768 };

  g_set_object (&self->screen, screen);
  if (self->screen != NULL)
    gdk_monitor_get_geometry (self->screen, &place);
  gtk_window_set_default_size (GTK_WINDOW (self), place.width, place.height); /* where nobody manages windows */
  if (self->screen != NULL)
    gtk_window_fullscreen_on_monitor (GTK_WINDOW (self), self->screen);
  else
    gtk_window_fullscreen (GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (self));
  if ((other != NULL) != (self->notes != NULL))
    toggle_notes (self);
}

static gboolean
on_place (gpointer data)
{
  HeddlePresentation *self = data;
  GdkDisplay *display = gtk_widget_get_display (GTK_WIDGET (self));
  GdkMonitor *own = find_own (self, display);
  g_autoptr (GdkMonitor) other = own != NULL ? find_other (self, own) : NULL;

  self->place = 0;
  if (own == NULL || self->screen == (other != NULL ? other : own))
    return G_SOURCE_REMOVE;
  gtk_widget_hide (GTK_WIDGET (self)); /* what fills a screen is not moved to another */
  fill_screen (self);
  return G_SOURCE_REMOVE;
}

/* A projector is plugged in, or out: that is told screen by screen. */
static void
on_monitors_changed (HeddlePresentation *self)
{
  if (self->place == 0)
    self->place = g_timeout_add (SETTLE_MS, on_place, self);
}

GdkMonitor *
heddle_presentation_get_screen (HeddlePresentation *self)
{
  return self->screen;
}

void
heddle_presentation_set_monitors (HeddlePresentation *self,
                                  GListModel *monitors)
{
  if (self->monitors != NULL)
    g_signal_handlers_disconnect_by_data (self->monitors, self);
  g_set_object (&self->monitors, monitors);
  g_signal_connect_object (monitors, "items-changed", G_CALLBACK (on_monitors_changed), self, G_CONNECT_SWAPPED);
}

void
heddle_presentation_show (HeddlePresentation *self,
                          GtkWindow *window)
{
  g_set_weak_pointer (&self->owner, window);
  fill_screen (self);
  gtk_window_set_focus (GTK_WINDOW (self), NULL); /* keys are ours until a question is gone to, by Tab or the pointer */
  show_hint (self);
}

/* ---- object ---------------------------------------------------------------------------------------------------------------------------- */

static gboolean
heddle_presentation_close_request (GtkWindow *window)
{
  g_signal_emit (window, left_signal, 0);
  return GDK_EVENT_STOP;
}

static void
heddle_presentation_dispose (GObject *object)
{
  HeddlePresentation *self = HEDDLE_PRESENTATION (object);

  g_clear_handle_id (&self->fit, g_source_remove);
  g_clear_handle_id (&self->rest, g_source_remove);
  g_clear_handle_id (&self->fade, g_source_remove);
  g_clear_handle_id (&self->place, g_source_remove);
  g_clear_weak_pointer (&self->owner);
  g_clear_object (&self->screen);
  g_clear_object (&self->monitors);
  if (self->notes != NULL)
    gtk_window_destroy (GTK_WINDOW (self->notes));
  g_clear_weak_pointer (&self->notes);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->session);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "win", NULL); /* it is a window that must not wait for this one */
  g_clear_object (&self->actions);
  if (self->provider != NULL)
    {
      gtk_style_context_remove_provider_for_display (gtk_widget_get_display (GTK_WIDGET (self)), GTK_STYLE_PROVIDER (self->provider));
      adw_style_manager_set_color_scheme (adw_style_manager_get_default (), self->scheme);
    }
  g_clear_object (&self->provider);
  G_OBJECT_CLASS (heddle_presentation_parent_class)->dispose (object);
}

static void
heddle_presentation_class_init (HeddlePresentationClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_presentation_dispose;
  GTK_WIDGET_CLASS (klass)->size_allocate = heddle_presentation_size_allocate;
  GTK_WINDOW_CLASS (klass)->close_request = heddle_presentation_close_request;
  left_signal = g_signal_new ("left", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_presentation_init (HeddlePresentation *self)
{
  self->step = G_MAXUINT;
  heddle_presentation_set_monitors (self, gdk_display_get_monitors (gtk_widget_get_display (GTK_WIDGET (self))));
  self->begun_us = g_get_monotonic_time ();
  self->scheme = adw_style_manager_get_color_scheme (adw_style_manager_get_default ());
  self->provider = gtk_css_provider_new ();
  gtk_style_context_add_provider_for_display (gtk_widget_get_display (GTK_WIDGET (self)), GTK_STYLE_PROVIDER (self->provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
  gtk_widget_add_css_class (GTK_WIDGET (self), "heddle-presentation");
  gtk_window_set_decorated (GTK_WINDOW (self), FALSE);
}

static void
build (HeddlePresentation *self)
{
  GtkWidget *overlay = gtk_overlay_new ();

  self->panels = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->stage = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->page = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->drawing = heddle_canvas_view_new (self->session);
  self->chalk = heddle_chalk_new ();
  self->black = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->hint = gtk_label_new (self->player != NULL ? _("Space: on · P: pen · H: light · N: notes · V: results · Esc: leave") : _("R: run · P: pen · H: light · V: results · + −: zoom · Esc: leave"));
  gtk_widget_add_css_class (self->hint, "heddle-presentation-hint");
  gtk_widget_set_halign (self->hint, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (self->hint, GTK_ALIGN_START);
  gtk_widget_set_can_target (self->hint, FALSE);
  heddle_canvas_view_set_presents (HEDDLE_CANVAS_VIEW (self->drawing));
  gtk_widget_set_vexpand (self->drawing, TRUE);
  gtk_widget_set_hexpand (self->stage, TRUE);
  gtk_widget_set_vexpand (self->stage, TRUE);
  gtk_box_set_homogeneous (GTK_BOX (self->stage), TRUE);
  gtk_widget_add_css_class (self->page, "heddle-presentation-page");
  gtk_widget_add_css_class (self->black, "heddle-presentation-black");
  gtk_widget_set_visible (self->black, FALSE);
  gtk_widget_set_visible (self->hint, FALSE);
  gtk_box_append (GTK_BOX (self->stage), self->drawing);
  gtk_box_append (GTK_BOX (self->stage), self->page);
  gtk_box_append (GTK_BOX (self->panels), self->stage);
  if (self->player != NULL)
    {
      self->text = heddle_step_text_new (self->session, self->player);
      gtk_box_append (GTK_BOX (self->panels), self->text);
    }
  gtk_overlay_set_child (GTK_OVERLAY (overlay), self->panels);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->hint);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->chalk);
  gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->black);
  gtk_window_set_child (GTK_WINDOW (self), overlay);
}

GtkWidget *
heddle_presentation_new (HeddleSession *session,
                         HeddlePlayer *player,
                         GActionGroup *actions)
{
  HeddlePresentation *self = g_object_new (HEDDLE_TYPE_PRESENTATION, "title", player != NULL ? hd_lesson_get_title (heddle_player_get_lesson (player)) : _("Presentation"), NULL);
  GtkEventController *keys = gtk_event_controller_key_new (), *motion = gtk_event_controller_motion_new ();

  self->session = g_object_ref (session);
  self->player = player != NULL ? g_object_ref (player) : NULL;
  self->actions = g_object_ref (actions);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "win", actions);
  build (self);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_event_controller_set_propagation_phase (motion, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_object (heddle_canvas_view_get_canvas (HEDDLE_CANVAS_VIEW (self->drawing)), "viewport-changed", G_CALLBACK (fit_names), self, G_CONNECT_SWAPPED);
  if (player != NULL)
    {
      g_signal_connect_object (player, "changed", G_CALLBACK (on_player_changed), self, G_CONNECT_SWAPPED);
      on_player_changed (self);
    }
  g_signal_connect_object (actions, "action-state-changed::dock", G_CALLBACK (on_page_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (show_parts), self, G_CONNECT_SWAPPED);
  show_parts (self);
  return GTK_WIDGET (self);
}
