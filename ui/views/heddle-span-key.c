/* heddle-span-key.c: what the colours of the timeline mean
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * With words where there is room, else the colours alone; the words are its tooltip anyway.
 */
#define G_LOG_DOMAIN "heddle-span-key"

#include "heddle-span-key.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-text.h"
#include "heddle-timeline-painter.h"

#define SQUARE 10.0
#define GAP 5.0
#define APART 12.0
#define SIZE 11.0
#define HEIGHT 18
#define N_KEYS (HEDDLE_N_SPAN_KINDS + 1)

struct _HeddleSpanKey
{
  GtkWidget parent_instance;

  HeddleText *text;
};

G_DEFINE_FINAL_TYPE (HeddleSpanKey, heddle_span_key, GTK_TYPE_WIDGET)

static const char *
get_word (guint key)
{
  static const char *const words[N_KEYS] = { N_("computes"), N_("memory"), N_("communicates"), N_("other"), N_("waits") };

  return _(words[key]);
}

static double
measure (HeddleSpanKey *self)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self)), width = 0;

  heddle_look_prepare_text (&self->text, GTK_WIDGET (self));
  for (guint i = 0; i < N_KEYS; i++)
    width += (SQUARE + GAP + APART) * scale + heddle_text_width (self->text, get_word (i), SIZE, FALSE);
  return ceil (width);
}

static void
heddle_span_key_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  HeddleSpanKey *self = HEDDLE_SPAN_KEY (widget);

  double scale = heddle_look_get_text_scale (widget);

  *minimum = (int) ((orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : N_KEYS * (SQUARE + GAP)) * scale);
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? *minimum : (int) measure (self);
  *minimum_baseline = *natural_baseline = -1;
}

static void
heddle_span_key_snapshot (GtkWidget *widget,
                          GtkSnapshot *snapshot)
{
  HeddleSpanKey *self = HEDDLE_SPAN_KEY (widget);
  const HeddleTheme *theme = heddle_look_get_theme ();
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  gboolean has_words = width >= (int) measure (self);
  double scale = heddle_look_get_text_scale (widget), square = SQUARE * scale;
  const HeddleTextLook look = { .size = SIZE, .align = HEDDLE_TEXT_LEFT, .colour = theme->dim };
  double x = 0;

  for (guint i = 0; i < N_KEYS; i++)
    {
      double top = round ((height - square) / 2);

      if (i < HEDDLE_N_SPAN_KINDS)
        {
          cairo_rectangle (cr, x, top, square, square);
          heddle_colour_set (cr, theme->span[i]);
          cairo_fill (cr);
        }
      else
        {
          heddle_timeline_hatch (cr, theme, x, top, square, square);
        }
      x += square + GAP * scale;
      if (!has_words)
        continue;
      heddle_text_paint_box (self->text, cr, x, 0, heddle_text_width (self->text, get_word (i), SIZE, FALSE) + 2, height, get_word (i), &look);
      x += heddle_text_width (self->text, get_word (i), SIZE, FALSE) + APART * scale;
    }
  cairo_destroy (cr);
}

static void
heddle_span_key_finalize (GObject *object)
{
  g_clear_pointer (&HEDDLE_SPAN_KEY (object)->text, heddle_text_free);
  G_OBJECT_CLASS (heddle_span_key_parent_class)->finalize (object);
}

static void
heddle_span_key_class_init (HeddleSpanKeyClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = heddle_span_key_finalize;
  GTK_WIDGET_CLASS (klass)->measure = heddle_span_key_measure;
  GTK_WIDGET_CLASS (klass)->snapshot = heddle_span_key_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
heddle_span_key_init (HeddleSpanKey *self)
{
  g_autoptr (GString) words = g_string_new (NULL);

  for (guint i = 0; i < N_KEYS; i++)
    g_string_append_printf (words, "%s%s", i > 0 ? _(", ") : "", get_word (i));
  heddle_set_tooltip (GTK_WIDGET (self), words->str);
  heddle_set_accessible_label (GTK_WIDGET (self), words->str);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
  heddle_look_watch (GTK_WIDGET (self));
}

GtkWidget *
heddle_span_key_new (void)
{
  return g_object_new (HEDDLE_TYPE_SPAN_KEY, NULL);
}
