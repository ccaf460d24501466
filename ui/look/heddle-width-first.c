/* heddle-width-first.c: a widget around another, whose width depends on no height
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-width-first"

#include "heddle-width-first.h"

struct _HeddleWidthFirst
{
  GtkLayoutManager parent_instance;
};

G_DEFINE_FINAL_TYPE (HeddleWidthFirst, heddle_width_first, GTK_TYPE_LAYOUT_MANAGER)

static GtkSizeRequestMode
heddle_width_first_get_request_mode (GtkLayoutManager *manager,
                                     GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
heddle_width_first_measure (GtkLayoutManager *manager,
                            GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (child != NULL && gtk_widget_should_layout (child))
    gtk_widget_measure (child, orientation, orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural, minimum_baseline, natural_baseline);
}

static void
heddle_width_first_allocate (GtkLayoutManager *manager,
                             GtkWidget *widget,
                             int width,
                             int height,
                             int baseline)
{
  GtkWidget *child = gtk_widget_get_first_child (widget);

  if (child != NULL && gtk_widget_should_layout (child))
    gtk_widget_allocate (child, width, height, baseline, NULL);
}

static void
heddle_width_first_class_init (HeddleWidthFirstClass *klass)
{
  GtkLayoutManagerClass *manager_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  manager_class->get_request_mode = heddle_width_first_get_request_mode;
  manager_class->measure = heddle_width_first_measure;
  manager_class->allocate = heddle_width_first_allocate;
}

static void
heddle_width_first_init (HeddleWidthFirst *self)
{
}
