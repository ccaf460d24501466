/* heddle-window-panes.c: what lies around the canvas, and where it goes in a narrow window
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include "heddle-inspector.h"
#include "heddle-status-line.h"
#include "heddle-time-bar.h"

/* px of the window: below, a side lies over the canvas when it is shown. */
static const int folds_below[HEDDLE_N_SIDE_PANES] = { [HEDDLE_PANE_PALETTE] = 920, [HEDDLE_PANE_INSPECTOR] = 1100 };
static const char *const actions[HEDDLE_N_SIDE_PANES] = { [HEDDLE_PANE_PALETTE] = "show-outline", [HEDDLE_PANE_INSPECTOR] = "show-inspector" };

#define INSPECTOR_WIDTH 311
#define PALETTE_WIDTH 248
#define DOCK_HEIGHT 282

/* ---- sides ---------------------------------------------------------------------------------------------------------------------- */

static void
put_beside (HeddleSidePane *side,
            guint which)
{
  if (which == HEDDLE_PANE_PALETTE)
    gtk_paned_set_start_child (side->paned, side->pane);
  else
    gtk_paned_set_end_child (side->paned, side->pane);
}

/* A flap that has no width slides in or out at no finite speed, and is then given a width that is no number. */
static gboolean
has_width (const HeddleSidePane *side)
{
  return adw_swipeable_get_distance (ADW_SWIPEABLE (side->flap)) > 0.0;
}

static gboolean
on_frame (GtkWidget *flap,
          GdkFrameClock *clock,
          gpointer data)
{
  HeddleSidePane *side = data;

  if (side->folded && side->lies_over != adw_flap_get_reveal_flap (side->flap) && !has_width (side))
    return G_SOURCE_CONTINUE;
  side->frames = 0;
  if (side->folded)
    adw_flap_set_reveal_flap (side->flap, side->lies_over);
  return G_SOURCE_REMOVE;
}

static void
show_side (HeddleWindow *self,
           guint which,
           gboolean shown)
{
  HeddleSidePane *side = &self->panes.sides[which];

  if (side->folded)
    {
      side->lies_over = shown;
      if (side->frames == 0 && on_frame (GTK_WIDGET (side->flap), NULL, side) == G_SOURCE_CONTINUE)
        side->frames = gtk_widget_add_tick_callback (GTK_WIDGET (side->flap), on_frame, side, NULL);
    }
  else
    {
      side->wanted = shown;
      gtk_widget_set_visible (side->pane, shown);
    }
}

static void
fold_side (HeddleWindow *self,
           guint which,
           gboolean folded)
{
  HeddleSidePane *side = &self->panes.sides[which];
  g_autoptr (GtkWidget) pane = g_object_ref (side->pane);

  if (side->folded == folded)
    return;
  side->folded = folded;
  if (folded)
    {
      if (which == HEDDLE_PANE_PALETTE)
        gtk_paned_set_start_child (side->paned, NULL);
      else
        gtk_paned_set_end_child (side->paned, NULL);
      gtk_widget_set_visible (pane, TRUE);
      adw_flap_set_flap (side->flap, pane);
    }
  else
    {
      if (has_width (side)) /* without its pane it will have none */
        adw_flap_set_reveal_flap (side->flap, FALSE);
      adw_flap_set_flap (side->flap, NULL);
      put_beside (side, which);
    }
  heddle_window_set_toggle (self, actions[which], !folded && side->wanted);
}

static int
get_size (HeddleWindow *self,
          const char *key,
          int otherwise)
{
  return self->settings != NULL ? g_settings_get_int (self->settings, key) : otherwise;
}

/* Inspector and dock lie at the far ends: their places can be set only once the panes have a size. */
static void
place_far_panes (HeddleWindow *self)
{
  GtkPaned *right = self->panes.sides[HEDDLE_PANE_INSPECTOR].paned;
  int width = gtk_widget_get_width (GTK_WIDGET (right)), height = gtk_widget_get_height (GTK_WIDGET (self->panes.bottom));

  if (width == 0 || height == 0)
    return;
  gtk_paned_set_position (self->panes.bottom, height - MIN (get_size (self, "dock-height", DOCK_HEIGHT), height * 2 / 5));
  gtk_paned_set_position (right, width - get_size (self, "right-pane-width", INSPECTOR_WIDTH));
}

static gboolean
on_body_placed (gpointer data)
{
  place_far_panes (data);
  return G_SOURCE_REMOVE;
}

static void
on_body_mapped (HeddleWindow *self)
{
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_body_placed, g_object_ref (self), g_object_unref);
}

/* Not while sizes are being given out: children change their parents. */
static gboolean
on_fold (gpointer data)
{
  HeddleWindow *self = data;

  self->panes.fold = 0;
  for (guint i = 0; i < HEDDLE_N_SIDE_PANES; i++)
    fold_side (self, i, self->panes.width < folds_below[i]);
  return G_SOURCE_REMOVE;
}

void
heddle_window_fit_panes (HeddleWindow *self,
                         int width)
{
  gboolean fits = TRUE;

  self->panes.width = width;
  for (guint i = 0; i < HEDDLE_N_SIDE_PANES; i++)
    fits &= self->panes.sides[i].folded == (width < folds_below[i]);
  if (!fits && self->panes.fold == 0)
    self->panes.fold = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_fold, self, NULL);
}

void
heddle_window_save_panes (HeddleWindow *self)
{
  const HeddleSidePane *left = &self->panes.sides[HEDDLE_PANE_PALETTE], *right = &self->panes.sides[HEDDLE_PANE_INSPECTOR];

  g_settings_set_boolean (self->settings, "left-pane-visible", left->wanted);
  g_settings_set_boolean (self->settings, "right-pane-visible", right->wanted);
  if (heddle_session_get_document (self->session) == NULL)
    return;
  if (!left->folded && left->wanted)
    g_settings_set_int (self->settings, "left-pane-width", gtk_paned_get_position (left->paned));
  if (!right->folded && right->wanted)
    g_settings_set_int (self->settings, "right-pane-width", gtk_widget_get_width (right->pane));
  if (gtk_widget_get_visible (GTK_WIDGET (right->flap))) /* also while the dock is somewhere else */
    g_settings_set_int (self->settings, "dock-height", gtk_widget_get_height (GTK_WIDGET (self->panes.bottom)) - gtk_paned_get_position (self->panes.bottom));
}

/* ---- actions -------------------------------------------------------------------------------------------------------------------- */

static void
on_show_outline (GSimpleAction *action,
                 GVariant *state,
                 gpointer data)
{
  show_side (data, HEDDLE_PANE_PALETTE, g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static void
on_show_inspector (GSimpleAction *action,
                   GVariant *state,
                   gpointer data)
{
  show_side (data, HEDDLE_PANE_INSPECTOR, g_variant_get_boolean (state));
  g_simple_action_set_state (action, state);
}

static void
on_maximize_dock (GSimpleAction *action,
                  GVariant *state,
                  gpointer data)
{
  HeddleWindow *self = data;
  gboolean maximized = g_variant_get_boolean (state);

  gtk_widget_set_visible (GTK_WIDGET (self->panes.sides[HEDDLE_PANE_INSPECTOR].flap), !maximized);
  heddle_dock_set_maximized (self->dock, maximized);
  g_simple_action_set_state (action, state);
}

static const GActionEntry entries[] = {
  { "show-outline", NULL, NULL, "true", on_show_outline, { 0 } },
  { "show-inspector", NULL, NULL, "true", on_show_inspector, { 0 } },
  { "maximize-dock", NULL, NULL, "false", on_maximize_dock, { 0 } },
};

const HeddleWindowActions heddle_window_pane_actions = { entries, G_N_ELEMENTS (entries), TRUE, NULL, NULL };

/* ---- building ------------------------------------------------------------------------------------------------------------------- */

static GtkPaned *
new_paned (GtkOrientation orientation,
           GtkWidget *start,
           GtkWidget *end,
           gboolean start_grows)
{
  GtkPaned *paned = GTK_PANED (gtk_paned_new (orientation));

  gtk_paned_set_start_child (paned, start);
  gtk_paned_set_end_child (paned, end);
  gtk_paned_set_resize_start_child (paned, start_grows);
  gtk_paned_set_resize_end_child (paned, !start_grows);
  gtk_paned_set_shrink_start_child (paned, FALSE);
  gtk_paned_set_shrink_end_child (paned, FALSE);
  return paned;
}

static void
add_side (HeddleWindow *self,
          guint which,
          GtkWidget *pane,
          GtkPaned *paned,
          int width)
{
  HeddleSidePane *side = &self->panes.sides[which];

  *side = (HeddleSidePane){ pane, paned, ADW_FLAP (adw_flap_new ()), .wanted = TRUE };
  gtk_widget_set_size_request (pane, width, -1);
  adw_flap_set_flap_position (side->flap, which == HEDDLE_PANE_PALETTE ? GTK_PACK_START : GTK_PACK_END);
  adw_flap_set_fold_policy (side->flap, ADW_FLAP_FOLD_POLICY_ALWAYS);
  adw_flap_set_locked (side->flap, TRUE);
  adw_flap_set_reveal_flap (side->flap, FALSE);
  /* The drawing is worked on while a side lies over it, also by drags. */
  adw_flap_set_modal (side->flap, FALSE);
  adw_flap_set_swipe_to_open (side->flap, FALSE);
  adw_flap_set_swipe_to_close (side->flap, FALSE);
  adw_flap_set_content (side->flap, GTK_WIDGET (paned));
}

GtkWidget *
heddle_window_new_panes (HeddleWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *centre = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkPaned *paned;

  self->left = HEDDLE_LEFT_PANE (heddle_left_pane_new (self->session));
  self->inspector = heddle_inspector_new (self->session);
  self->canvas_view = HEDDLE_CANVAS_VIEW (heddle_canvas_view_new (self->session));
  self->dock = HEDDLE_DOCK (heddle_dock_new (self->session));
  g_signal_connect_object (heddle_window_get_canvas (self), "told", G_CALLBACK (heddle_window_tell), self, G_CONNECT_SWAPPED);

  gtk_widget_set_vexpand (GTK_WIDGET (self->canvas_view), TRUE);
  gtk_box_append (GTK_BOX (centre), GTK_WIDGET (self->canvas_view));
  gtk_box_append (GTK_BOX (centre), heddle_time_bar_new (self->session));
  paned = new_paned (GTK_ORIENTATION_HORIZONTAL, centre, self->inspector, TRUE);
  add_side (self, HEDDLE_PANE_INSPECTOR, self->inspector, paned, 240);
  self->panes.bottom = new_paned (GTK_ORIENTATION_VERTICAL, GTK_WIDGET (self->panes.sides[HEDDLE_PANE_INSPECTOR].flap), GTK_WIDGET (self->dock), TRUE);
  paned = new_paned (GTK_ORIENTATION_HORIZONTAL, GTK_WIDGET (self->left), GTK_WIDGET (self->panes.bottom), FALSE);
  gtk_paned_set_position (paned, get_size (self, "left-pane-width", PALETTE_WIDTH));
  add_side (self, HEDDLE_PANE_PALETTE, GTK_WIDGET (self->left), paned, 220);

  gtk_widget_set_vexpand (GTK_WIDGET (self->panes.sides[HEDDLE_PANE_PALETTE].flap), TRUE);
  g_signal_connect_object (paned, "map", G_CALLBACK (on_body_mapped), self, G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->panes.sides[HEDDLE_PANE_PALETTE].flap));
  gtk_box_append (GTK_BOX (box), heddle_status_line_new (self->session));
  return heddle_window_add_lesson_pane (self, box);
}

void
heddle_window_drop_panes (HeddleWindow *self)
{
  g_clear_handle_id (&self->panes.fold, g_source_remove);
}
