/* heddle-text-entry.c: an entry for some lines of prose
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-text-entry"

#include "heddle-text-entry.h"

#include "heddle-focus.h"
#include "heddle-look.h"
#include "heddle-undo-key.h"

#define MIN_HEIGHT 56
#define MAX_HEIGHT 240
#define SPARE 6 /* the view breaks some lines a little earlier */

struct _HeddleTextEntry
{
  GtkWidget parent_instance;

  /* Owned */
  GtkWidget *scroller;
  char *stored;

  /* Borrowed: child of the scroller */
  GtkTextView *view;
};

enum
{
  SIGNAL_COMMIT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HeddleTextEntry, heddle_text_entry, GTK_TYPE_WIDGET)

GtkTextBuffer *
heddle_text_entry_get_buffer (HeddleTextEntry *self)
{
  return gtk_text_view_get_buffer (self->view);
}

static char *
dup_typed (HeddleTextEntry *self)
{
  GtkTextBuffer *buffer = heddle_text_entry_get_buffer (self);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

static gboolean
is_edited (HeddleTextEntry *self)
{
  g_autofree char *typed = dup_typed (self);

  return g_strcmp0 (typed, self->stored != NULL ? self->stored : "") != 0;
}

static void
restore (HeddleTextEntry *self)
{
  gtk_text_buffer_set_text (heddle_text_entry_get_buffer (self), self->stored != NULL ? self->stored : "", -1);
}

void
heddle_text_entry_set_stored (HeddleTextEntry *self,
                              const char *text)
{
  if (g_strcmp0 (self->stored, text) == 0)
    return;
  g_free (self->stored);
  self->stored = g_strdup (text);
  if (is_edited (self))
    restore (self);
}

void
heddle_text_entry_commit (HeddleTextEntry *self)
{
  g_autofree char *typed = NULL;

  if (!is_edited (self))
    return;
  typed = dup_typed (self);
  g_free (self->stored);
  self->stored = g_strdup (typed);
  gtk_text_buffer_set_enable_undo (heddle_text_entry_get_buffer (self), FALSE); /* it is the project's now, to be undone there */
  gtk_text_buffer_set_enable_undo (heddle_text_entry_get_buffer (self), TRUE);
  g_signal_emit (self, signals[SIGNAL_COMMIT], 0, typed);
}

static void
on_focus_left (GtkWidget *widget)
{
  HeddleTextEntry *self = HEDDLE_TEXT_ENTRY (widget);

  if (self->scroller != NULL)
    heddle_text_entry_commit (self);
}

static gboolean
on_key (GtkEventControllerKey *controller,
        guint keyval,
        guint keycode,
        GdkModifierType state,
        HeddleTextEntry *self)
{
  if (!is_edited (self) && heddle_hand_undo_on (GTK_WIDGET (self), keyval, state))
    return GDK_EVENT_STOP;
  if (keyval == GDK_KEY_Escape && is_edited (self))
    {
      restore (self);
      return GDK_EVENT_STOP;
    }
  if ((keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter) && (state & GDK_CONTROL_MASK) != 0)
    {
      heddle_text_entry_commit (self);
      return GDK_EVENT_STOP;
    }
  return GDK_EVENT_PROPAGATE;
}

static gboolean
heddle_text_entry_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (HEDDLE_TEXT_ENTRY (widget)->view));
}

/* A list that scrolls does not ask how high its text is at its width: it showed three lines of any text. */
static int
measure_text (HeddleTextEntry *self,
              int width)
{
  g_autofree char *typed = dup_typed (self);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), typed);
  int height;

  pango_layout_set_width (layout, width * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_height (layout, MAX_HEIGHT * PANGO_SCALE); /* however long it is */
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, NULL, &height);
  return CLAMP (height + SPARE, MIN_HEIGHT, MAX_HEIGHT);
}

static void
heddle_text_entry_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  HeddleTextEntry *self = HEDDLE_TEXT_ENTRY (widget);

  if (orientation == GTK_ORIENTATION_VERTICAL && for_size > 0)
    *minimum = *natural = measure_text (self, for_size);
  else
    gtk_widget_measure (self->scroller, orientation, for_size, minimum, natural, NULL, NULL);
}

static GtkSizeRequestMode
heddle_text_entry_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
heddle_text_entry_size_allocate (GtkWidget *widget,
                                 int width,
                                 int height,
                                 int baseline)
{
  gtk_widget_allocate (HEDDLE_TEXT_ENTRY (widget)->scroller, width, height, baseline, NULL);
}

static void
heddle_text_entry_dispose (GObject *object)
{
  HeddleTextEntry *self = HEDDLE_TEXT_ENTRY (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->stored, g_free);
  G_OBJECT_CLASS (heddle_text_entry_parent_class)->dispose (object);
}

static void
heddle_text_entry_class_init (HeddleTextEntryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_text_entry_dispose;
  widget_class->grab_focus = heddle_text_entry_grab_focus;
  widget_class->measure = heddle_text_entry_measure;
  widget_class->get_request_mode = heddle_text_entry_get_request_mode;
  widget_class->size_allocate = heddle_text_entry_size_allocate;
  signals[SIGNAL_COMMIT] = g_signal_new ("commit", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_css_name (widget_class, "heddle-text-entry");
}

static void
heddle_text_entry_init (HeddleTextEntry *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->view = GTK_TEXT_VIEW (gtk_text_view_new ());
  gtk_text_view_set_wrap_mode (self->view, GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (self->view, FALSE);
  heddle_keep_cursor (self->view);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller), MIN_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));

  heddle_on_focus_left (GTK_WIDGET (self->view), on_focus_left, GTK_WIDGET (self));
  g_signal_connect_object (gtk_text_view_get_buffer (self->view), "changed", G_CALLBACK (gtk_widget_queue_resize), self, G_CONNECT_SWAPPED);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE); /* before the view, which has keys of its own */
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self->view), keys);
}

GtkWidget *
heddle_text_entry_new (const char *label)
{
  HeddleTextEntry *self = g_object_new (HEDDLE_TYPE_TEXT_ENTRY, NULL);

  heddle_set_accessible_label (self->view, label);
  return GTK_WIDGET (self);
}
