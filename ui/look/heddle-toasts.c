/* heddle-toasts.c: toasts that may go at any time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-toasts"

#include "heddle-toasts.h"

#define COMES_IN_US (G_USEC_PER_SEC) /* of frames, longer than any of the overlay's animations */
#define ASK_AGAIN_MS 250
#define PLACE "heddle-place"

/* Frames count, not time: an animation that no frame has shown has not gone on. */
static gboolean
on_frame (GtkWidget *toast,
          GdkFrameClock *clock,
          gpointer data)
{
  gint64 *since = data, now = gdk_frame_clock_get_frame_time (clock);

  if (*since == 0)
    *since = now;
  if (now - *since < COMES_IN_US)
    return G_SOURCE_CONTINUE;
  gtk_widget_set_can_target (toast, TRUE);
  gtk_widget_set_can_focus (toast, TRUE);
  return G_SOURCE_REMOVE;
}

/* Margins centre @toast at the lower edge of the place that the overlay has for it. */
static void
put_in_place (AdwToastOverlay *self,
              GtkWidget *toast)
{
  GtkWidget *place = g_object_get_data (G_OBJECT (self), PLACE);
  graphene_rect_t bounds;
  int before, after, below;

  if (place == NULL || !gtk_widget_get_mapped (place) || !gtk_widget_compute_bounds (place, GTK_WIDGET (self), &bounds))
    return;
  before = (int) bounds.origin.x;
  after = gtk_widget_get_width (GTK_WIDGET (self)) - (int) (bounds.origin.x + bounds.size.width);
  below = gtk_widget_get_height (GTK_WIDGET (self)) - (int) (bounds.origin.y + bounds.size.height);
  gtk_widget_set_margin_start (toast, MAX (before - after, 0));
  gtk_widget_set_margin_end (toast, MAX (after - before, 0));
  gtk_widget_set_margin_bottom (toast, MAX (below, 0));
}

static void
on_children_changed (GListModel *children,
                     guint position,
                     guint n_removed,
                     guint n_added,
                     AdwToastOverlay *self)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (GtkWidget) child = g_list_model_get_item (children, i);

      if (child == adw_toast_overlay_get_child (self))
        continue;
      gtk_widget_set_can_target (child, FALSE);
      gtk_widget_set_can_focus (child, FALSE);
      gtk_widget_add_tick_callback (child, on_frame, g_new0 (gint64, 1), g_free);
      put_in_place (self, child);
    }
}

/* Whether one comes in, or goes. */
static gboolean
is_busy (AdwToastOverlay *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL; child = gtk_widget_get_next_sibling (child))
    if (child != adw_toast_overlay_get_child (self) && !gtk_widget_get_can_target (child))
      return TRUE;
  return FALSE;
}

/* Escape that nobody else wants dismisses the toast that is shown. */
static gboolean
on_key (AdwToastOverlay *self,
        guint key)
{
  return key == GDK_KEY_Escape && is_busy (self);
}

AdwToastOverlay *
heddle_toasts_new (void)
{
  AdwToastOverlay *self = ADW_TOAST_OVERLAY (adw_toast_overlay_new ());
  GListModel *children = gtk_widget_observe_children (GTK_WIDGET (self));
  GtkEventController *keys = gtk_event_controller_key_new (); /* comes before what the overlay has itself */

  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_object (children, "items-changed", G_CALLBACK (on_children_changed), self, 0);
  g_object_set_data_full (G_OBJECT (self), "heddle-children", children, g_object_unref);
  return self;
}

void
heddle_toasts_set_place (AdwToastOverlay *self,
                         GtkWidget *place)
{
  g_object_set_data_full (G_OBJECT (self), PLACE, g_object_ref (place), g_object_unref);
}

typedef struct
{
  GWeakRef overlay;
  AdwToast *toast;
} Retiring;

static void
retiring_free (gpointer data)
{
  Retiring *self = data;

  g_weak_ref_clear (&self->overlay);
  g_object_unref (self->toast);
  g_free (self);
}

static gboolean
try_to_retire (gpointer data)
{
  Retiring *self = data;
  g_autoptr (AdwToastOverlay) overlay = g_weak_ref_get (&self->overlay);

  if (overlay != NULL && is_busy (overlay))
    return G_SOURCE_CONTINUE;
  if (overlay != NULL)
    adw_toast_dismiss (self->toast);
  return G_SOURCE_REMOVE;
}

void
heddle_toasts_retire (AdwToastOverlay *self,
                      AdwToast *toast)
{
  Retiring *retiring = g_new0 (Retiring, 1);

  g_weak_ref_init (&retiring->overlay, self);
  retiring->toast = g_object_ref (toast);
  adw_toast_set_button_label (toast, NULL);
  g_timeout_add_full (G_PRIORITY_DEFAULT, ASK_AGAIN_MS, try_to_retire, retiring, retiring_free);
}
