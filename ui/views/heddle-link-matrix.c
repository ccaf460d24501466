/* heddle-link-matrix.c: how busy links, media and memories are over time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-link-matrix"

#include "heddle-link-matrix.h"

#include <glib/gi18n.h>

#include "heddle-look.h"

#define MOST_ROW_HEIGHT 30.0

struct _HeddleLinkMatrix
{
  HeddleTimePlot parent_instance;

  HeddleMatrixFigure *figure; /* owned */
};

G_DEFINE_FINAL_TYPE (HeddleLinkMatrix, heddle_link_matrix, HEDDLE_TYPE_TIME_PLOT)

static guint
heddle_link_matrix_count_rows (HeddleTimePlot *plot)
{
  HeddleLinkMatrix *self = HEDDLE_LINK_MATRIX (plot);

  heddle_matrix_figure_read (self->figure, heddle_session_get_record (heddle_time_plot_get_session (plot)));
  return heddle_matrix_figure_get_n_rows (self->figure);
}

typedef struct
{
  HeddleSession *session;
  HdDesign *ran;
} Looking;

/* Whatever of it is selected: a link is often drawn as one of many. */
static gboolean
is_selected (const HdHotSpot *target,
             gpointer data)
{
  Looking *looking = data;
  HeddleTarget shown;

  return heddle_session_find_target (looking->session, looking->ran, target->kind, target->target, &shown) && heddle_session_is_selected (looking->session, shown);
}

static void
heddle_link_matrix_paint (HeddleTimePlot *plot,
                          cairo_t *cr,
                          const HeddleWaveView *view,
                          const HeddleTheme *theme)
{
  HeddleLinkMatrix *self = HEDDLE_LINK_MATRIX (plot);
  HeddleSession *session = heddle_time_plot_get_session (plot);
  HdRecord *record = heddle_session_get_record (session);
  Looking looking = { session, record != NULL ? hd_record_get_design (record) : NULL };

  heddle_matrix_figure_paint (self->figure, heddle_time_plot_get_text (plot), cr, theme, view, heddle_session_is_stale (session),
                              record != NULL && heddle_session_get_n_selected (session) > 0 ? is_selected : NULL, &looking);
}

/* A click goes to where it is drawn. */
static void
heddle_link_matrix_clicked (HeddleTimePlot *plot,
                            const HeddleWaveView *view,
                            double x,
                            double y)
{
  HeddleLinkMatrix *self = HEDDLE_LINK_MATRIX (plot);
  HeddleSession *session = heddle_time_plot_get_session (plot);
  HdRecord *record = heddle_matrix_figure_get_record (self->figure);
  int row = heddle_wave_lane_at (view, heddle_matrix_figure_get_n_rows (self->figure), y);
  HdHotSpot target;
  guint n;

  if (row < 0 || !heddle_matrix_figure_get_row (self->figure, (guint) row, &target, &n))
    return;
  if (target.kind == HD_TARGET_LINK ? !heddle_session_select_link (session, hd_record_get_design (record), target.target)
                                    : !heddle_session_select_node (session, hd_record_get_design (record), target.target))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static gboolean
on_query_tooltip (HeddleLinkMatrix *self,
                  int x,
                  int y,
                  gboolean keyboard,
                  GtkTooltip *tooltip)
{
  HdRecord *record = heddle_matrix_figure_get_record (self->figure);
  g_autofree char *name = NULL, *when = NULL, *use = NULL, *words = NULL;
  HdTime time, begin, end, cell;
  HdHotSpot target;
  guint row, n;

  if (keyboard || !heddle_time_plot_find (HEDDLE_TIME_PLOT (self), x, y, &row, &time) || row >= heddle_matrix_figure_get_n_rows (self->figure)
      || time >= hd_record_get_time (record) || !heddle_matrix_figure_get_row (self->figure, row, &target, &n))
    return FALSE;
  heddle_session_get_range (heddle_time_plot_get_session (HEDDLE_TIME_PLOT (self)), &begin, &end);
  cell = (HdTime) ((double) (end - begin) * HEDDLE_MATRIX_CELL / MAX (gtk_widget_get_width (GTK_WIDGET (self)), 1)) + 1;
  name = hd_hot_spot_dup_path (&target, hd_record_get_design (record));
  when = hd_figure_time (time, 4);
  use = hd_figure_percent (heddle_matrix_figure_get_use (self->figure, row, MAX (time - cell / 2, 0), time + cell / 2 + 1));
  /* Translators: a link, how busy it was, and when: "rack[0]/up[3]: 78 % at 4.2 s" */
  words = g_strdup_printf (_("%s: %s at %s"), name, use, when);
  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

/* ---- object ------------------------------------------------------------------------------------------------------------- */

static void
heddle_link_matrix_finalize (GObject *object)
{
  heddle_matrix_figure_free (HEDDLE_LINK_MATRIX (object)->figure);
  G_OBJECT_CLASS (heddle_link_matrix_parent_class)->finalize (object);
}

static void
heddle_link_matrix_class_init (HeddleLinkMatrixClass *klass)
{
  HeddleTimePlotClass *plot_class = HEDDLE_TIME_PLOT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = heddle_link_matrix_finalize;
  plot_class->count_rows = heddle_link_matrix_count_rows;
  plot_class->paint = heddle_link_matrix_paint;
  plot_class->clicked = heddle_link_matrix_clicked;
  plot_class->most_row_height = MOST_ROW_HEIGHT;
}

static void
heddle_link_matrix_init (HeddleLinkMatrix *self)
{
  self->figure = heddle_matrix_figure_new ();
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  heddle_set_accessible_label (self, _("Use of links, media and memories over time"));
}

void
heddle_link_matrix_set_order (HeddleLinkMatrix *self,
                              HeddleMatrixOrder order,
                              HeddleMatrixGroups groups)
{
  heddle_matrix_figure_set_order (self->figure, order, groups);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

GtkWidget *
heddle_link_matrix_new (HeddleSession *session)
{
  HeddleLinkMatrix *self = g_object_new (HEDDLE_TYPE_LINK_MATRIX, NULL);

  heddle_time_plot_set_session (HEDDLE_TIME_PLOT (self), session, HEDDLE_MATRIX_ROW_HEIGHT);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
