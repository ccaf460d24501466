/* heddle-window-focus.c: the keyboard's way from pane to pane
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The canvas and the views keep Tab and arrows for what they draw, so another key leads out of them.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#define N_PANES 5

static gboolean
enter (HeddleWindow *self,
       GtkWidget *pane)
{
  if (pane == GTK_WIDGET (self->dock))
    return heddle_dock_take_focus (self->dock);
  return gtk_widget_get_focusable (pane) ? gtk_widget_grab_focus (pane) : gtk_widget_child_focus (pane, GTK_DIR_TAB_FORWARD);
}

static void
step (HeddleWindow *self,
      int by)
{
  GtkWidget *const panes[N_PANES] = { GTK_WIDGET (heddle_window_get_canvas (self)), self->inspector, GTK_WIDGET (self->dock), GTK_WIDGET (self->lesson_pane),
                                      GTK_WIDGET (self->left) };
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  int at = by > 0 ? -1 : 0;

  for (int i = 0; i < N_PANES && focus != NULL; i++)
    if (focus == panes[i] || gtk_widget_is_ancestor (focus, panes[i]))
      at = i;
  for (int i = 1; i <= N_PANES; i++)
    {
      GtkWidget *pane = panes[(at + i * by + N_PANES) % N_PANES];

      if (gtk_widget_get_mapped (pane) && enter (self, pane))
        return;
    }
}

static void
on_next_pane (GSimpleAction *action,
              GVariant *parameter,
              gpointer data)
{
  step (data, 1);
}

static void
on_previous_pane (GSimpleAction *action,
                  GVariant *parameter,
                  gpointer data)
{
  step (data, -1);
}

static void
on_show_canvas (GSimpleAction *action,
                GVariant *parameter,
                gpointer data)
{
  gtk_widget_grab_focus (GTK_WIDGET (heddle_window_get_canvas (data)));
}

static const GActionEntry entries[] = {
  { "next-pane", on_next_pane, NULL, NULL, NULL, { 0 } },
  { "previous-pane", on_previous_pane, NULL, NULL, NULL, { 0 } },
  { "show-canvas", on_show_canvas, NULL, NULL, NULL, { 0 } },
};

const HeddleWindowActions heddle_window_focus_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, NULL };
