/* heddle-look.c: what widgets that paint themselves have in common
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-look"

#include "heddle-look.h"

#include <glib/gi18n.h>

#include <adwaita.h>

#include "heddle-symbols.h"

#define USUAL_DPI 96
#define LEAST_TEXT_SCALE 0.5
#define MOST_TEXT_SCALE 3.0
#define SCALE_KEY "heddle-text-scale"
#define LEAST_KEY "heddle-text-least"

const HeddleTheme *
heddle_look_get_theme (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (manager);

  if (adw_style_manager_get_high_contrast (manager))
    return heddle_theme_get (dark ? HEDDLE_STYLE_DARK_HIGH_CONTRAST : HEDDLE_STYLE_LIGHT_HIGH_CONTRAST);
  return heddle_theme_get (dark ? HEDDLE_STYLE_DARK : HEDDLE_STYLE_LIGHT);
}

static void
on_text_scaled (GtkWidget *widget)
{
  gtk_widget_queue_resize (widget);
  gtk_widget_queue_draw (widget);
}

void
heddle_look_watch (GtkWidget *widget)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), widget, G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), widget,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_widget_get_settings (widget), "notify::gtk-xft-dpi", G_CALLBACK (on_text_scaled), widget, G_CONNECT_SWAPPED);
}

/* All that paints itself asks again. */
static void
rescale (GtkWidget *widget)
{
  on_text_scaled (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    rescale (child);
}

static void
set_size (GtkWidget *widget,
          const char *key,
          double size)
{
  double *kept = g_object_get_data (G_OBJECT (widget), key);

  if ((kept != NULL ? *kept : 0) == size)
    return;
  g_object_set_data_full (G_OBJECT (widget), key, size > 0 ? g_memdup2 (&size, sizeof size) : NULL, g_free);
  rescale (widget);
}

/* (nullable): of it, or of what it is in */
static const double *
find_size (GtkWidget *widget,
           const char *key)
{
  const double *size = NULL;

  for (; widget != NULL && size == NULL; widget = gtk_widget_get_parent (widget))
    size = g_object_get_data (G_OBJECT (widget), key);
  return size;
}

void
heddle_look_set_text_scale (GtkWidget *widget,
                            double scale)
{
  set_size (widget, SCALE_KEY, scale);
}

void
heddle_look_set_least_text (GtkWidget *widget,
                            double least)
{
  set_size (widget, LEAST_KEY, least);
}

double
heddle_look_get_text_scale (GtkWidget *widget)
{
  const double *scale = find_size (widget, SCALE_KEY);
  int dpi = 0; /* in 1024ths; the scale of the desktop's text is in it */

  if (scale != NULL)
    return *scale;
  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP (dpi / 1024.0 / USUAL_DPI, LEAST_TEXT_SCALE, MOST_TEXT_SCALE) : 1;
}

HeddleText *
heddle_look_prepare_text (HeddleText **text,
                          GtkWidget *widget)
{
  const double *least = find_size (widget, LEAST_KEY);

  if (*text == NULL)
    *text = heddle_look_new_text (widget);
  heddle_text_set_scale (*text, heddle_look_get_text_scale (widget));
  heddle_text_set_least (*text, least != NULL ? *least : 0);
  return *text;
}

HeddleText *
heddle_look_new_text (GtkWidget *widget)
{
  return heddle_text_new (gtk_widget_get_pango_context (widget), NULL);
}

/* ---- symbols ------------------------------------------------------------------------------------------------------------ */

static HeddleColour
foreground (GtkWidget *widget)
{
  GdkRGBA colour;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &colour);
  return (HeddleColour){ colour.red, colour.green, colour.blue, colour.alpha };
}

static void
draw_symbol (GtkDrawingArea *area,
             cairo_t *cr,
             int width,
             int height,
             gpointer data)
{
  int symbol = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (area), "heddle-symbol"));
  double size = MIN (width, height);

  if (symbol != HEDDLE_SYMBOL_NONE)
    heddle_symbol_paint (symbol, cr, (width - size) / 2, (height - size) / 2, size, foreground (GTK_WIDGET (area)));
}

GtkWidget *
heddle_symbol_image_new (const char *symbol,
                         int size)
{
  GtkWidget *area = g_object_new (GTK_TYPE_DRAWING_AREA,
                                  "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                  "content-width", size,
                                  "content-height", size,
                                  "valign", GTK_ALIGN_CENTER,
                                  NULL);

  heddle_symbol_image_set_symbol (area, symbol);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw_symbol, NULL, NULL);
  heddle_look_watch (area);
  return area;
}

void
heddle_symbol_image_set_symbol (GtkWidget *image,
                                const char *symbol)
{
  int index = symbol != NULL ? heddle_symbol_find (symbol) : HEDDLE_SYMBOL_NONE;

  g_object_set_data (G_OBJECT (image), "heddle-symbol", GINT_TO_POINTER (index));
  gtk_widget_queue_draw (image);
}

/* ---- buttons --------------------------------------------------------------------------------------------------------------- */

char *
heddle_dup_day (GDateTime *utc)
{
  g_autoptr (GDateTime) then = g_date_time_to_local (utc);
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  if (g_date_time_get_year (then) == g_date_time_get_year (now) && g_date_time_get_day_of_year (then) == g_date_time_get_day_of_year (now))
    return g_date_time_format (then, _("Today, %H:%M"));
  return g_date_time_format (then, "%x");
}

void
heddle_set_accessible_label (gpointer widget,
                             const char *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

/* For each text, GTK asks what is below the pointer and waits for the answer, unless the widget is hidden: a page of settings would wait for
 * hundreds of them. */
void
heddle_set_tooltip (GtkWidget *widget,
                    const char *text)
{
  gboolean hidden = gtk_widget_get_visible (widget) && !gtk_widget_get_mapped (widget);

  gtk_widget_set_has_tooltip (widget, text != NULL); /* somebody may have kept it back */
  if (g_strcmp0 (gtk_widget_get_tooltip_text (widget), text) == 0)
    return;
  if (hidden)
    gtk_widget_hide (widget);
  gtk_widget_set_tooltip_text (widget, text);
  if (hidden)
    gtk_widget_show (widget);
}

GtkWidget *
heddle_icon_button_new (const char *icon,
                        const char *label,
                        const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  heddle_set_tooltip (button, label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  heddle_set_accessible_label (button, label);
  return button;
}
