/* heddle-lesson-card.c: a lesson or a story, for the start page
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-lesson-card"

#include "heddle-lesson-card.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-progress.h"
#include "heddle-ring-painter.h"
#include "heddle-width-first.h"

#define RING 28

struct _HeddleLessonCard
{
  GtkButton parent_instance;

  /* Owned */
  HdLesson *lesson;

  /* Of the template */
  GtkWidget *ring;
  GtkLabel *title;
  GtkLabel *summary;
  GtkLabel *facts;

  double share;
};

G_DEFINE_FINAL_TYPE (HeddleLessonCard, heddle_lesson_card, GTK_TYPE_BUTTON)

static void
draw (GtkDrawingArea *area,
      cairo_t *cr,
      int width,
      int height,
      gpointer data)
{
  heddle_ring_paint (cr, MIN (width, height), HEDDLE_LESSON_CARD (data)->share, heddle_look_get_theme ());
}

GFile *
heddle_lesson_card_get_file (HeddleLessonCard *self)
{
  return hd_lesson_get_file (self->lesson);
}

void
heddle_lesson_card_update (HeddleLessonCard *self)
{
  g_autoptr (HdAnswers) answers = heddle_progress_load (self->lesson);
  guint minutes = hd_lesson_get_minutes (self->lesson);
  g_autofree char *time = minutes > 0 ? g_strdup_printf (ngettext ("%u minute", "%u minutes", minutes), minutes) : g_strdup (""), *name = NULL, *done = NULL, *share = NULL;

  self->share = heddle_progress_get_share (self->lesson, answers);
  share = hd_figure_percent (self->share);
  done = self->share >= 1 ? g_strdup (_("done")) : self->share > 0 ? g_strdup_printf (_("%s done"), share) : NULL;
  name = g_strdup_printf ("%s, %s", hd_lesson_get_title (self->lesson), done != NULL ? done : time);
  gtk_label_set_label (self->facts, done != NULL ? done : time);
  heddle_set_accessible_label (self, name);
  gtk_widget_queue_draw (self->ring);
}

static void
heddle_lesson_card_finalize (GObject *object)
{
  hd_lesson_unref (HEDDLE_LESSON_CARD (object)->lesson);
  G_OBJECT_CLASS (heddle_lesson_card_parent_class)->finalize (object);
}

static void
heddle_lesson_card_class_init (HeddleLessonCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = heddle_lesson_card_finalize;
  g_type_ensure (HEDDLE_TYPE_WIDTH_FIRST);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/lesson-card.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonCard, ring);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonCard, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonCard, summary);
  gtk_widget_class_bind_template_child (widget_class, HeddleLessonCard, facts);
}

static void
heddle_lesson_card_init (HeddleLessonCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->ring), RING);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->ring), RING);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->ring), draw, self, NULL);
  heddle_look_watch (self->ring);
}

GtkWidget *
heddle_lesson_card_new (HdLesson *lesson)
{
  HeddleLessonCard *self = g_object_new (HEDDLE_TYPE_LESSON_CARD, NULL);

  self->lesson = hd_lesson_ref (lesson);
  gtk_label_set_label (self->title, hd_lesson_get_title (lesson));
  gtk_label_set_label (self->summary, hd_lesson_get_summary (lesson));
  heddle_lesson_card_update (self);
  return GTK_WIDGET (self);
}
