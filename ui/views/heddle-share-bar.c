/* heddle-share-bar.c: a share as a short bar, in the cell of a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-share-bar"

#include "heddle-share-bar.h"

#include "heddle-colour-map.h"
#include "heddle-look.h"

#define HEIGHT 8
#define KEY "heddle-share"

static void
draw (GtkDrawingArea *area,
      cairo_t *cr,
      int width,
      int height,
      gpointer data)
{
  const HeddleTheme *theme = heddle_look_get_theme ();
  const double *share = g_object_get_data (G_OBJECT (area), KEY);
  const HeddleColourMap *map = heddle_colour_map_get (HEDDLE_MAP_UTILISATION, theme->dark);

  heddle_colour_set (cr, heddle_colour_with_alpha (theme->idle_link, 0.35));
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_fill (cr);
  heddle_colour_set (cr, heddle_colour_map_colour (map, *share));
  cairo_rectangle (cr, 0, 0, width * CLAMP (*share, 0, 1), height);
  cairo_fill (cr);
}

void
heddle_share_bar_set (GtkWidget *bar,
                      double share)
{
  g_object_set_data_full (G_OBJECT (bar), KEY, g_memdup2 (&share, sizeof share), g_free);
  gtk_widget_queue_draw (bar);
}

GtkWidget *
heddle_share_bar_new (double share)
{
  GtkWidget *bar = g_object_new (GTK_TYPE_DRAWING_AREA,
                                 "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                 "content-width", HEDDLE_SHARE_BAR_WIDTH,
                                 "content-height", HEIGHT,
                                 "valign", GTK_ALIGN_CENTER,
                                 NULL);

  heddle_share_bar_set (bar, share);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (bar), draw, NULL, NULL);
  return bar;
}
