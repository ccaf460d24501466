/* test-toasts.c: toasts that go before they have come in
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Invariants: a toast cannot be clicked away while it comes in; one that is retired then goes, without its button, but not before it has come in;
 * one that waits behind another goes as well; over a place that is seen, none reaches beyond it. Left open: what libadwaita does with one that is dismissed too early.
 */
#include "heddle-toasts.h"
#include "ui-fixture.h"

typedef struct
{
  GtkWindow *window;
  AdwToastOverlay *toasts;
  gint64 gone_at;
} Fixture;

static void
set_up (Fixture *self,
        gconstpointer data)
{
  self->window = GTK_WINDOW (gtk_window_new ());
  self->toasts = heddle_toasts_new ();
  adw_toast_overlay_set_child (self->toasts, gtk_label_new ("behind"));
  gtk_window_set_child (self->window, GTK_WIDGET (self->toasts));
  gtk_window_present (self->window);
}

static void
tear_down (Fixture *self,
           gconstpointer data)
{
  gtk_window_destroy (self->window);
}

static void
on_dismissed (Fixture *self)
{
  self->gone_at = g_get_monotonic_time ();
}

static AdwToast *
add (Fixture *self)
{
  AdwToast *toast = adw_toast_new ("news");

  adw_toast_set_button_label (toast, "Undo");
  g_signal_connect_swapped (toast, "dismissed", G_CALLBACK (on_dismissed), self);
  adw_toast_overlay_add_toast (self->toasts, toast);
  return toast;
}

static gboolean
can_be_clicked (gpointer data)
{
  return gtk_widget_get_can_target (gtk_widget_get_last_child (GTK_WIDGET (((Fixture *) data)->toasts)));
}

static gboolean
is_gone (gpointer data)
{
  return ((Fixture *) data)->gone_at > 0;
}

static void
test_coming_in (Fixture *self,
                gconstpointer data)
{
  add (self);
  g_assert_false (can_be_clicked (self));
  ui_fixture_wait (can_be_clicked, self);
  g_assert_true (gtk_widget_get_can_target (adw_toast_overlay_get_child (self->toasts)));
}

static void
test_retire (Fixture *self,
             gconstpointer data)
{
  gint64 begun = g_get_monotonic_time ();
  AdwToast *toast = add (self);

  heddle_toasts_retire (self->toasts, toast);
  g_assert_null (adw_toast_get_button_label (toast));
  ui_fixture_wait (is_gone, self);
  g_assert_cmpint (self->gone_at - begun, >=, G_USEC_PER_SEC);
}

static void
test_retire_behind (Fixture *self,
                    gconstpointer data)
{
  AdwToast *behind;

  add (self);
  behind = add (self);
  heddle_toasts_retire (self->toasts, behind);
  ui_fixture_wait (is_gone, self);
  g_assert_nonnull (gtk_widget_get_last_child (GTK_WIDGET (self->toasts)));
}

static gboolean
has_come (gpointer data)
{
  GtkWidget *toast = gtk_widget_get_last_child (GTK_WIDGET (((Fixture *) data)->toasts));

  return gtk_widget_get_can_target (toast) && gtk_widget_get_height (toast) > 0;
}

static void
test_place (Fixture *self,
            gconstpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *place = gtk_label_new ("above"), *below = gtk_label_new ("below");
  graphene_rect_t toast, bounds;

  gtk_widget_set_size_request (place, 600, 300);
  gtk_widget_set_size_request (below, 900, 200);
  gtk_widget_set_halign (place, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), place);
  gtk_box_append (GTK_BOX (box), below);
  adw_toast_overlay_set_child (self->toasts, box);
  heddle_toasts_set_place (self->toasts, place);
  ui_fixture_drain ();
  add (self);
  ui_fixture_wait (has_come, self);
  g_assert_true (gtk_widget_compute_bounds (gtk_widget_get_last_child (GTK_WIDGET (self->toasts)), GTK_WIDGET (self->toasts), &toast));
  g_assert_true (gtk_widget_compute_bounds (place, GTK_WIDGET (self->toasts), &bounds));
  g_assert_cmpfloat (toast.origin.y + toast.size.height, <=, bounds.origin.y + bounds.size.height);
  g_assert_cmpfloat_with_epsilon (toast.origin.x + toast.size.width / 2, bounds.origin.x + bounds.size.width / 2, 1);
}

static void
add_tests (void)
{
  g_test_add ("/ui/toasts/coming-in", Fixture, NULL, set_up, test_coming_in, tear_down);
  g_test_add ("/ui/toasts/retire", Fixture, NULL, set_up, test_retire, tear_down);
  g_test_add ("/ui/toasts/place", Fixture, NULL, set_up, test_place, tear_down);
  g_test_add ("/ui/toasts/retire-behind", Fixture, NULL, set_up, test_retire_behind, tear_down);
}

int
main (int argc,
      char *argv[])
{
  return ui_fixture_run (&argc, &argv, add_tests);
}
