/* heddle-share-bar.c: a share as a short bar, in the cell of a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-share-bar"

#include "heddle-share-bar.h"

#include "heddle-load-table.h"
#include "heddle-look.h"

#define HEIGHT 9
#define KEY "heddle-share"

typedef struct
{
  double shares[2];
  gboolean past;
} Bar;

static void
draw (GtkDrawingArea *area,
      cairo_t *cr,
      int width,
      int height,
      gpointer data)
{
  const Bar *bar = g_object_get_data (G_OBJECT (area), KEY);

  heddle_share_bar_paint (cr, 0, 0, width, height, bar->shares, bar->past, heddle_look_get_theme ());
}

void
heddle_share_bar_set (GtkWidget *widget,
                      const double shares[2],
                      gboolean past)
{
  const Bar bar = { { shares[0], shares[1] }, past };

  g_object_set_data_full (G_OBJECT (widget), KEY, g_memdup2 (&bar, sizeof bar), g_free);
  gtk_widget_queue_draw (widget);
}

GtkWidget *
heddle_share_bar_new (void)
{
  GtkWidget *bar = g_object_new (GTK_TYPE_DRAWING_AREA,
                                 "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                 "content-width", HEDDLE_SHARE_BAR_WIDTH,
                                 "content-height", HEIGHT,
                                 "valign", GTK_ALIGN_CENTER,
                                 NULL);

  heddle_share_bar_set (bar, (double[2]){ 0, -1 }, FALSE);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (bar), draw, NULL, NULL);
  return bar;
}
