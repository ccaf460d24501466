/* heddle-hint.c: the first steps, each on a card that points at its place
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-hint"

#include "heddle-hint.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-topic.h"

#define WIDTH 340

static const struct
{
  const char *icon, *title, *text;
  GtkPositionType side;
} cards[HEDDLE_N_HINTS] = {
  [HEDDLE_HINT_DRAW] = { "heddle-palette-symbolic", N_("Draw"), N_("Drag a component from here onto the drawing, and drag from port to port to link two. What is selected has its values on the right. All can be undone."), GTK_POS_RIGHT },
  [HEDDLE_HINT_RUN] = { "media-playback-start-symbolic", N_("Run"), N_("Run simulates the drawing with its work (F5). Links take the colour of how busy they are; slowed down by the slider, messages are seen to travel."), GTK_POS_BOTTOM },
  [HEDDLE_HINT_LOOK] = { "heddle-waveform-symbolic", N_("See why"), N_("The pages down here tell the rest: what the run waited for and what would help, when each part was busy, how two runs compare. Drag the time to look back."), GTK_POS_TOP },
  [HEDDLE_HINT_LEARN] = { "heddle-steps-symbolic", N_("Learn"), N_("F1 explains what is selected, or where the keyboard is. Lessons and examples are on the first page of a new window. This menu shows these cards again."), GTK_POS_BOTTOM },
};

struct _HeddleHint
{
  GtkPopover parent_instance;

  GtkWidget *places[HEDDLE_N_HINTS + 1]; /* weak */
  guint card;
  guint follow;

  /* Of the template */
  GtkWidget *box;
  GtkImage *icon;
  GtkLabel *title, *text, *place;
  GtkWidget *back;
  GtkButton *next;
};

G_DEFINE_FINAL_TYPE (HeddleHint, heddle_hint, GTK_TYPE_POPOVER)

static gboolean
find_bounds (HeddleHint *self,
             GtkWidget *place,
             graphene_rect_t *bounds)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));

  return place != NULL && parent != NULL && gtk_widget_get_mapped (place) && gtk_widget_compute_bounds (place, parent, bounds) && bounds->size.width > 0;
}

/* Beside what it is about; in the middle of the drawing where that is hidden. */
static void
point (HeddleHint *self)
{
  graphene_rect_t bounds;
  GtkPositionType side = cards[self->card].side;

  if (!find_bounds (self, self->places[self->card], &bounds))
    {
      if (!find_bounds (self, self->places[HEDDLE_N_HINTS], &bounds))
        return;
      bounds = GRAPHENE_RECT_INIT (bounds.origin.x + bounds.size.width / 2, bounds.origin.y + bounds.size.height / 4, 1, 1);
      side = GTK_POS_BOTTOM;
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self), &(GdkRectangle) { (int) bounds.origin.x, (int) bounds.origin.y, (int) bounds.size.width, (int) bounds.size.height });
  gtk_popover_set_position (GTK_POPOVER (self), side);
}

/* As heddle_popover_set_words () does, of words that change. */
static void
fit (HeddleHint *self)
{
  int width, height;

  gtk_widget_set_size_request (self->box, WIDTH, -1);
  gtk_widget_measure (self->box, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
  gtk_widget_measure (self->box, GTK_ORIENTATION_VERTICAL, width, NULL, &height, NULL, NULL);
  gtk_widget_set_size_request (self->box, width, height);
}

static gboolean
on_follow (gpointer data)
{
  HeddleHint *self = data;

  self->follow = 0;
  point (self);
  return G_SOURCE_REMOVE;
}

void
heddle_hint_follow (HeddleHint *self)
{
  if (self->follow == 0)
    self->follow = g_idle_add (on_follow, self);
}

void
heddle_hint_go (HeddleHint *self,
                guint card)
{
  g_autofree char *place = NULL;

  if (card >= HEDDLE_N_HINTS)
    {
      gtk_popover_popdown (GTK_POPOVER (self));
      return;
    }
  self->card = card;
  /* Translators: "2 of 4" */
  place = g_strdup_printf (_("%u of %u"), card + 1, (guint) HEDDLE_N_HINTS);
  gtk_image_set_from_icon_name (self->icon, cards[card].icon);
  gtk_label_set_label (self->title, _(cards[card].title));
  gtk_label_set_label (self->text, _(cards[card].text));
  gtk_label_set_label (self->place, place);
  gtk_widget_set_visible (self->back, card > 0);
  gtk_button_set_label (self->next, card + 1 < HEDDLE_N_HINTS ? _("_Next") : _("_Done"));
  heddle_set_accessible_label (GTK_WIDGET (self), _(cards[card].title));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _(cards[card].text), -1);
  fit (self);
  point (self);
}

guint
heddle_hint_get_card (HeddleHint *self)
{
  return self->card;
}

static void
on_back (HeddleHint *self)
{
  heddle_hint_go (self, self->card - 1);
  gtk_widget_grab_focus (self->card > 0 ? self->back : GTK_WIDGET (self->next));
}

static void
on_next (HeddleHint *self)
{
  heddle_hint_go (self, self->card + 1);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_hint_dispose (GObject *object)
{
  HeddleHint *self = HEDDLE_HINT (object);

  g_clear_handle_id (&self->follow, g_source_remove);
  for (guint i = 0; i <= HEDDLE_N_HINTS; i++)
    g_clear_weak_pointer (&self->places[i]);
  G_OBJECT_CLASS (heddle_hint_parent_class)->dispose (object);
}

static void
heddle_hint_class_init (HeddleHintClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_hint_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/hint.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleHint, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleHint, icon);
  gtk_widget_class_bind_template_child (widget_class, HeddleHint, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleHint, text);
  gtk_widget_class_bind_template_child (widget_class, HeddleHint, place);
  gtk_widget_class_bind_template_child (widget_class, HeddleHint, back);
  gtk_widget_class_bind_template_child (widget_class, HeddleHint, next);
  gtk_widget_class_bind_template_callback (widget_class, gtk_popover_popdown);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
}

static void
heddle_hint_init (HeddleHint *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  heddle_set_topic (self, "start");
}

GtkWidget *
heddle_hint_new (GtkWidget *parent,
                 GtkWidget *const places[HEDDLE_N_HINTS + 1])
{
  HeddleHint *self = g_object_new (HEDDLE_TYPE_HINT, NULL);

  for (guint i = 0; i <= HEDDLE_N_HINTS; i++)
    g_set_weak_pointer (&self->places[i], places[i]);
  gtk_widget_set_parent (GTK_WIDGET (self), parent);
  heddle_hint_go (self, 0);
  gtk_popover_popup (GTK_POPOVER (self));
  gtk_widget_grab_focus (GTK_WIDGET (self->next));
  return GTK_WIDGET (self);
}
