/* heddle-study-list.c: the points of a study as a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-list"

#include "heddle-study-list.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-rank-table.h"
#include "heddle-study-figure.h"

#define MOST_METRICS 24 /* columns of a study that names none */

struct _HeddleStudyList
{
  GtkWidget parent_instance;

  GtkWidget *rows; /* owned */

  HdStudyTable *table; /* borrowed, or NULL */
  gboolean *is_listed; /* by point */
  gboolean *is_front;  /* likewise */
  guint n_columns; /* metrics that have one */
};

enum
{
  CHOSEN,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HeddleStudyList, heddle_study_list, GTK_TYPE_WIDGET)

/* What stands in a column: whether no other point is better, then factors, then metrics, by their numbers. */
#define COLUMN_FRONT 0

static gboolean
is_factor (HeddleStudyList *self,
           guint column)
{
  return column >= 1 && column <= hd_study_plan_get_n_factors (hd_study_table_get_plan (self->table));
}

static guint
get_metric (HeddleStudyList *self,
            guint column)
{
  return column - 1 - hd_study_plan_get_n_factors (hd_study_table_get_plan (self->table));
}

static char *
dup_cell (gpointer data,
          guint column,
          guint32 point)
{
  HeddleStudyList *self = data;
  HdStudyValue value = { NULL };

  if (self->table == NULL)
    return g_strdup ("");
  if (column == COLUMN_FRONT)
    return g_strdup (hd_study_table_get_error (self->table, point) != NULL ? "✕" : self->is_front[point] ? "★" : "");
  if (!is_factor (self, column))
    return heddle_study_dup_figure (self->table, point, get_metric (self, column));
  hd_study_plan_get_value (hd_study_table_get_plan (self->table), point, column - 1, &value);
  return value.text;
}

static double
get_number (gpointer data,
            guint column,
            guint32 point)
{
  HeddleStudyList *self = data;
  g_auto (HdStudyValue) value = { NULL };
  HdStudyFigure figure;

  if (self->table == NULL)
    return 0;
  if (column == COLUMN_FRONT)
    return self->is_front[point];
  if (!is_factor (self, column))
    return hd_study_table_get (self->table, point, get_metric (self, column), &figure) ? figure.mean : (double) NAN;
  hd_study_plan_get_value (hd_study_table_get_plan (self->table), point, column - 1, &value);
  return value.number;
}

static char *
dup_tooltip (gpointer data,
             guint column,
             guint32 point)
{
  HeddleStudyList *self = data;
  const char *error = column == COLUMN_FRONT && self->table != NULL ? hd_study_table_get_error (self->table, point) : NULL;

  return g_strdup (error != NULL ? error : column == COLUMN_FRONT && self->is_front != NULL && self->is_front[point] ? _("No other point is better") : NULL);
}

static HeddleRankTable *
get_rows (HeddleStudyList *self)
{
  return HEDDLE_RANK_TABLE (self->rows);
}

static void
add_factors (HeddleStudyList *self)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self->table);

  heddle_rank_table_add_column (get_rows (self), COLUMN_FRONT, "", HEDDLE_RANK_MARK);
  for (guint i = 0; i < hd_study_plan_get_n_factors (plan); i++)
    if (!hd_study_plan_get_factor (plan, i)->is_fixed)
      heddle_rank_table_add_column (get_rows (self), 1 + i, hd_study_plan_get_factor (plan, i)->title, HEDDLE_RANK_FIGURES);
}

/* Those that runs have by now. */
static void
add_metrics (HeddleStudyList *self)
{
  HdStudyPlan *plan = hd_study_table_get_plan (self->table);
  guint n_wanted = hd_study_plan_get_n_metrics (plan), n = hd_study_table_get_n_metrics (self->table);

  for (guint most = n_wanted > 0 ? n_wanted : MIN (n, MOST_METRICS); self->n_columns < most; self->n_columns++)
    {
      const HdMetric *metric = hd_study_table_get_metric (self->table, self->n_columns);

      if (metric->unit == NULL)
        return;
      heddle_rank_table_add_column (get_rows (self), 1 + hd_study_plan_get_n_factors (plan) + self->n_columns, metric->title, HEDDLE_RANK_FIGURES);
    }
}

void
heddle_study_list_refresh (HeddleStudyList *self,
                           gboolean is_over)
{
  guint n_points = self->table != NULL ? hd_study_plan_get_n_points (hd_study_table_get_plan (self->table)) : 0;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (self->table == NULL)
    return;
  add_metrics (self);
  if (is_over)
    {
      g_free (self->is_front);
      self->is_front = hd_study_table_find_front (self->table);
      memset (self->is_listed, 0, n_points * sizeof *self->is_listed);
    }
  for (guint32 p = 0; p < n_points; p++)
    if (!self->is_listed[p] && hd_study_table_count (self->table, p) > 0)
      {
        self->is_listed[p] = TRUE;
        g_array_append_val (points, p);
      }
  if (is_over)
    heddle_rank_table_set_rows (get_rows (self), (const guint32 *) (gconstpointer) points->data, points->len);
  else
    heddle_rank_table_add_rows (get_rows (self), (const guint32 *) (gconstpointer) points->data, points->len);
}

void
heddle_study_list_set_table (HeddleStudyList *self,
                             HdStudyTable *table)
{
  self->table = NULL;
  heddle_rank_table_clear (get_rows (self));
  self->n_columns = 0;
  g_clear_pointer (&self->is_listed, g_free);
  g_clear_pointer (&self->is_front, g_free);
  if (table == NULL)
    return;
  self->table = table;
  self->is_listed = g_new0 (gboolean, hd_study_plan_get_n_points (hd_study_table_get_plan (table)));
  add_factors (self);
  heddle_study_list_refresh (self, TRUE);
}

void
heddle_study_list_choose (HeddleStudyList *self,
                          guint32 point)
{
  heddle_rank_table_choose (get_rows (self), point);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------ */

static void
on_chosen (HeddleStudyList *self,
           guint point)
{
  g_signal_emit (self, signals[CHOSEN], 0, point);
}

static void
on_activated (HeddleStudyList *self,
              guint point)
{
  g_signal_emit (self, signals[ACTIVATED], 0, point);
}

static void
heddle_study_list_dispose (GObject *object)
{
  HeddleStudyList *self = HEDDLE_STUDY_LIST (object);

  self->table = NULL;
  g_clear_pointer (&self->rows, gtk_widget_unparent);
  g_clear_pointer (&self->is_listed, g_free);
  g_clear_pointer (&self->is_front, g_free);
  G_OBJECT_CLASS (heddle_study_list_parent_class)->dispose (object);
}

static void
heddle_study_list_class_init (HeddleStudyListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_study_list_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  signals[CHOSEN] = g_signal_new ("chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
heddle_study_list_init (HeddleStudyList *self)
{
  static const HeddleRankSource source = { dup_cell, get_number, dup_tooltip };

  self->rows = heddle_rank_table_new (&source, self, _("Points of the study"));
  g_signal_connect_object (self->rows, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rows, "activated", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
  gtk_widget_set_parent (self->rows, GTK_WIDGET (self));
}

GtkWidget *
heddle_study_list_new (void)
{
  return g_object_new (HEDDLE_TYPE_STUDY_LIST, NULL);
}
