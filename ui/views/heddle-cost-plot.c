/* heddle-cost-plot.c: what aggregation costs over the width of a tree, and the choice of a width
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-cost-plot"

#include "heddle-cost-plot.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-cost-figure.h"
#include "heddle-look.h"

#define USUAL_WIDTH 8

struct _HeddleCostPlot
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleText *text;

  /* Of the template */
  GtkWidget *box;
  GtkWidget *formula;
  GtkWidget *curve;
  GtkWidget *scale;
  GtkWidget *spin;
  GtkWidget *optimum;
  GtkWidget *about;

  HeddleCostFigure figure;
  gboolean showing; /* not by hand */
};

G_DEFINE_FINAL_TYPE (HeddleCostPlot, heddle_cost_plot, GTK_TYPE_WIDGET)

static guint chosen_signal;

static gint64
to_ps (double seconds)
{
  return (gint64) llround (seconds * HD_TICKS_PER_SECOND);
}

/* ---- painting -------------------------------------------------------------------------------------------------------- */

static void
draw_curve (GtkDrawingArea *area,
            cairo_t *cr,
            int width,
            int height,
            gpointer data)
{
  HeddleCostPlot *self = data;
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));

  if (self->text == NULL)
    self->text = heddle_look_new_text (GTK_WIDGET (self));
  cairo_scale (cr, scale, scale); /* as a whole: margins hold the words of the axes */
  heddle_cost_figure_paint (&self->figure, self->text, cr, heddle_look_get_theme (), width / scale, height / scale);
}

/* ---- what it shows --------------------------------------------------------------------------------------------------- */

static void
show_words (HeddleCostPlot *self)
{
  const HdTreeWidths *widths = &self->figure.widths;
  double cost_s = heddle_cost_figure_get_cost (&self->figure, self->figure.width);
  g_autofree char *formula = heddle_cost_figure_dup_formula (&self->figure);
  g_autofree char *now = NULL, *above = NULL, *about = NULL, *best = NULL, *least = NULL, *name = NULL;
  g_autofree char *tolerance = hd_figure_time (to_ps (heddle_cost_figure_get_tolerance ()), 2);

  gtk_label_set_label (GTK_LABEL (self->formula), formula);
  now = hd_figure_time (to_ps (cost_s), 4);
  above = hd_figure_time (to_ps (MAX (0, cost_s - widths->best_s)), 3);
  least = hd_figure_time (to_ps (widths->best_s), 4);
  about = g_strdup_printf (_("k = %u costs %s, %s above the optimum"), self->figure.width, now, above);
  gtk_label_set_label (GTK_LABEL (self->about), about);
  best = g_strdup_printf (_("Use Optimum %u"), widths->best);
  gtk_button_set_label (GTK_BUTTON (self->optimum), best);
  gtk_widget_set_sensitive (self->optimum, self->figure.width != widths->best);
  name = g_strdup_printf (_("Cost model: %s; the optimum is k = %u with %s, widths from %u to %u are within %s"), about, widths->best, least,
                          widths->lowest, widths->highest, tolerance);
  heddle_set_accessible_label (self->curve, name);
}

static void
show (HeddleCostPlot *self)
{
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (self->scale));
  g_autofree char *value = g_strdup_printf ("k = %u", self->figure.width);

  self->showing = TRUE;
  heddle_cost_figure_update (&self->figure);
  gtk_widget_set_sensitive (self->box, self->figure.members >= 2);
  gtk_spin_button_set_range (GTK_SPIN_BUTTON (self->spin), 2, self->figure.limit);
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->spin), self->figure.width);
  gtk_adjustment_set_upper (adjustment, log2 (self->figure.limit));
  gtk_adjustment_set_value (adjustment, log2 (self->figure.width));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value, -1);
  self->showing = FALSE;
  if (self->figure.members >= 2)
    show_words (self);
  gtk_widget_queue_draw (self->curve);
}

void
heddle_cost_plot_set (HeddleCostPlot *self,
                      const HdTreeCost *cost,
                      guint32 members,
                      double bytes)
{
  self->figure.members = cost != NULL ? members : 0;
  if (cost != NULL)
    self->figure.cost = *cost;
  self->figure.bytes = bytes;
  show (self);
}

void
heddle_cost_plot_set_width (HeddleCostPlot *self,
                            guint32 width)
{
  self->figure.width = width;
  show (self);
}

HdTreeWidths
heddle_cost_plot_get_widths (HeddleCostPlot *self)
{
  return self->figure.widths;
}

/* ---- choosing -------------------------------------------------------------------------------------------------------- */

static void
choose (HeddleCostPlot *self,
        double width)
{
  guint32 chosen = (guint32) CLAMP (width + 0.5, 2, self->figure.limit);

  if (self->showing || chosen == self->figure.width)
    return;
  heddle_cost_plot_set_width (self, chosen);
  g_signal_emit (self, chosen_signal, 0, chosen);
}

static void
on_spin (HeddleCostPlot *self)
{
  choose (self, gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->spin)));
}

/* Keys go to the next integer, not along the logarithm. */
static gboolean
on_change_value (HeddleCostPlot *self,
                 GtkScrollType scroll,
                 double value)
{
  if (scroll == GTK_SCROLL_STEP_FORWARD || scroll == GTK_SCROLL_STEP_RIGHT || scroll == GTK_SCROLL_STEP_UP)
    choose (self, self->figure.width + 1.0);
  else if (scroll == GTK_SCROLL_STEP_BACKWARD || scroll == GTK_SCROLL_STEP_LEFT || scroll == GTK_SCROLL_STEP_DOWN)
    choose (self, self->figure.width - 1.0);
  else
    choose (self, exp2 (value));
  return GDK_EVENT_STOP;
}

static void
on_optimum (HeddleCostPlot *self)
{
  choose (self, self->figure.widths.best);
}

static void
choose_at (HeddleCostPlot *self,
           double x)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));

  if (self->figure.members >= 2)
    choose (self, heddle_cost_figure_width_at (&self->figure, gtk_widget_get_width (self->curve) / scale, x / scale));
}

static void
on_drag_begin (HeddleCostPlot *self,
               double x,
               double y)
{
  choose_at (self, x);
}

static void
on_drag_update (HeddleCostPlot *self,
                double dx,
                double dy,
                GtkGestureDrag *drag)
{
  double x, y;

  gtk_gesture_drag_get_start_point (drag, &x, &y);
  choose_at (self, x + dx);
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

static void
heddle_cost_plot_dispose (GObject *object)
{
  HeddleCostPlot *self = HEDDLE_COST_PLOT (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->text, heddle_text_free);
  G_OBJECT_CLASS (heddle_cost_plot_parent_class)->dispose (object);
}

static void
heddle_cost_plot_css_changed (GtkWidget *widget,
                              GtkCssStyleChange *change)
{
  HeddleCostPlot *self = HEDDLE_COST_PLOT (widget);

  GTK_WIDGET_CLASS (heddle_cost_plot_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->text, heddle_text_free);
}

static void
heddle_cost_plot_class_init (HeddleCostPlotClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_cost_plot_dispose;
  widget_class->css_changed = heddle_cost_plot_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/cost-plot.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleCostPlot, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleCostPlot, formula);
  gtk_widget_class_bind_template_child (widget_class, HeddleCostPlot, curve);
  gtk_widget_class_bind_template_child (widget_class, HeddleCostPlot, scale);
  gtk_widget_class_bind_template_child (widget_class, HeddleCostPlot, spin);
  gtk_widget_class_bind_template_child (widget_class, HeddleCostPlot, optimum);
  gtk_widget_class_bind_template_child (widget_class, HeddleCostPlot, about);
  gtk_widget_class_bind_template_callback (widget_class, on_drag_begin);
  gtk_widget_class_bind_template_callback (widget_class, on_drag_update);
  gtk_widget_class_bind_template_callback (widget_class, on_change_value);
  gtk_widget_class_bind_template_callback (widget_class, on_spin);
  gtk_widget_class_bind_template_callback (widget_class, on_optimum);
  chosen_signal = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
heddle_cost_plot_init (HeddleCostPlot *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->curve), draw_curve, self, NULL);
  heddle_look_watch (self->curve);
  self->figure.width = USUAL_WIDTH;
  show (self);
}
