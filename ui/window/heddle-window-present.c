/* heddle-window-present.c: a window's story, lesson or drawing is presented
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The presentation has a window of its own, with pages of its own; this one stays as it is.
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

/* Its pages rest while it is hidden: what they work out is worked out once. */
static void
show_dock (HeddleWindow *self,
           gboolean shown)
{
  int position = gtk_paned_get_position (self->panes.bottom);

  gtk_widget_set_visible (GTK_WIDGET (self->dock), shown);
  gtk_paned_set_position (self->panes.bottom, position);
}

/* It does what actions of the window do, and so keeps it: it must go before. */
static void
drop (HeddleWindow *self)
{
  HeddlePresentation *presentation = self->presentation;

  self->presentation = NULL;
  g_signal_handlers_disconnect_by_func (self, drop, NULL);
  gtk_window_destroy (GTK_WINDOW (presentation));
}

void
heddle_window_end_presentation (HeddleWindow *self)
{
  if (self->presentation == NULL)
    return;
  drop (self);
  show_dock (self, TRUE);
  heddle_window_update_actions (self);
}

static void
on_present (GSimpleAction *action,
            GVariant *parameter,
            gpointer data)
{
  HeddleWindow *self = data;

  if (self->presentation != NULL)
    {
      gtk_window_present (GTK_WINDOW (self->presentation));
      return;
    }
  heddle_window_commit (self);
  self->presentation = HEDDLE_PRESENTATION (heddle_presentation_new (self->session, self->player, G_ACTION_GROUP (self)));
  g_signal_connect_object (self->presentation, "left", G_CALLBACK (heddle_window_end_presentation), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "unrealize", G_CALLBACK (drop), NULL);
  show_dock (self, FALSE);
  heddle_window_update_actions (self);
  heddle_presentation_show (self->presentation, GTK_WINDOW (self));
}

static const GActionEntry entries[] = {
  { "present", on_present, NULL, NULL, NULL, { 0 } },
};

static void
update (HeddleWindow *self)
{
  heddle_window_enable (self, "present", heddle_session_get_document (self->session) != NULL && (self->lesson == NULL || self->player != NULL));
}

const HeddleWindowActions heddle_window_present_actions = { entries, G_N_ELEMENTS (entries), FALSE, NULL, update };
