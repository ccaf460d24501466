/* heddle-study-page-brush.c: parts of parallel axes that are brushed by dragging along them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-page"

#include "heddle-study-page-private.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-look.h"

#define LEAST 3.0 /* px; less is a click, which takes a brush away */

guint
heddle_study_page_find_axis (HeddleStudyPage *self,
                             double x)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));

  if (self->lines == NULL)
    return HEDDLE_PARALLEL_NONE;
  return heddle_study_lines_find_axis (self->lines, gtk_widget_get_width (self->area) / scale, gtk_widget_get_height (self->area) / scale, x / scale);
}

/* "12 of 63 points", or what a brush is good for; of curves what their rings are. */
void
heddle_study_page_show_key (HeddleStudyPage *self)
{
  g_autofree char *key = self->figure != NULL && g_str_equal (gtk_stack_get_visible_child_name (self->stack), "chart") ? heddle_study_figure_dup_key (self->figure) : NULL;
  guint n, n_all;

  heddle_set_tooltip (GTK_WIDGET (self->key), _("No other point is better in a metric that the study minimises or maximises without being worse in another"));
  if (self->effects != NULL)
    {
      key = g_strdup (heddle_study_effects_is_exact (self->effects) ? _("Pale: together with other factors") : _("Estimated: not each value of each factor met each of the others"));
      heddle_set_tooltip (GTK_WIDGET (self->key), _("Alone: what would be gone if the factor had one value. With others: what would be left if all others had one"));
    }
  if (self->lines != NULL)
    {
      n = heddle_study_lines_count (self->lines, &n_all);
      key = n < n_all ? g_strdup_printf (ngettext ("%u of %u point", "%u of %u points", n_all), n, n_all) : g_strdup (_("Drag along an axis to bring out points"));
      heddle_set_tooltip (GTK_WIDGET (self->key), _("Drag along an axis to bring out the points there, on several axes those that are in all parts; a click on an axis takes its part away"));
    }
  gtk_label_set_label (self->key, key != NULL ? key : "");
  gtk_widget_set_visible (GTK_WIDGET (self->key), key != NULL);
}

static void
brush (HeddleStudyPage *self,
       double length)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));

  heddle_study_lines_brush (self->lines, self->brushed, gtk_widget_get_width (self->area) / scale, gtk_widget_get_height (self->area) / scale, self->brushed_from / scale,
                            (self->brushed_from + length) / scale);
  heddle_study_page_show_key (self);
  gtk_widget_queue_draw (self->area);
}

static void
on_drag_begin (HeddleStudyPage *self,
               double x,
               double y)
{
  self->brushed = heddle_study_page_find_axis (self, x);
  self->brushed_from = y;
}

static void
on_drag_update (HeddleStudyPage *self,
                double dx,
                double dy)
{
  if (self->lines != NULL && self->brushed != HEDDLE_PARALLEL_NONE && fabs (dy) >= LEAST)
    brush (self, dy);
}

static void
on_drag_end (HeddleStudyPage *self,
             double dx,
             double dy)
{
  if (self->lines != NULL && self->brushed != HEDDLE_PARALLEL_NONE && fabs (dy) < LEAST)
    brush (self, 0);
  self->brushed = HEDDLE_PARALLEL_NONE;
}

void
heddle_study_page_bind_brush (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, on_drag_begin);
  gtk_widget_class_bind_template_callback (widget_class, on_drag_update);
  gtk_widget_class_bind_template_callback (widget_class, on_drag_end);
}
