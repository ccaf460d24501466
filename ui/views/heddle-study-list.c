/* heddle-study-list.c: the points of a study as a table
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-list"

#include "heddle-study-list.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rank-table.h"
#include "heddle-rows.h"
#include "heddle-study-figure.h"
#include "heddle-study-filter.h"

#define MOST_METRICS 24 /* columns of a study that names none */
#define AT_ONCE 10000   /* points whose rows take less time to make than a picture may */

struct _HeddleStudyList
{
  GtkWidget parent_instance;

  GtkWidget *box; /* owned */

  /* Borrowed: children */
  GtkWidget *rows;
  GtkWidget *filter_entry;

  HeddleStudyFilter *filter; /* owned, or NULL */
  HdStudyTable *table; /* borrowed, or NULL */
  HdStudyPublished *published; /* likewise */
  double *lowest, *highest; /* by metric, of all points that had it when the last run had ended */
  gboolean *is_listed; /* by point */
  gboolean *is_front;  /* likewise */
  guint n_columns; /* metrics that have one */
  guint n_ranged;  /* metrics whose lowest and highest figures are known */
  guint32 chosen;
  guint32 next;          /* point that is looked at next, to be listed */
  gboolean is_anew;      /* what is listed next is in place of the rows that there are */
  gboolean seeks_front;  /* and ranges, before that */
  guint source;          /* that goes on with all this, or 0 */
};

enum
{
  CHOSEN,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HeddleStudyList, heddle_study_list, GTK_TYPE_WIDGET)

/* What stands in a column: whether no other point is better, then factors, then metrics, by their numbers; what others state of a metric, and how far apart from
 * that it is. */
#define COLUMN_FRONT 0
#define COLUMN_PUBLISHED (1u << 28)
#define COLUMN_DEVIATION (2u << 28)
#define METRIC_MASK (COLUMN_PUBLISHED - 1)

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

/* What is stated of @metric at @point, and what runs give. */
static gboolean
find_published (HeddleStudyList *self,
                guint metric,
                guint32 point,
                double *out_stated,
                double *out_mean)
{
  HdStudyFigure figure;
  guint row;

  if (!hd_study_published_find_row (self->published, point, &row) || !hd_study_published_get (self->published, self->table, row, metric, out_stated)
      || !hd_study_table_get (self->table, point, metric, &figure))
    return FALSE;
  *out_mean = figure.mean;
  return TRUE;
}

static char *
dup_published (HeddleStudyList *self,
               guint column,
               guint32 point)
{
  double stated, mean;

  if (!find_published (self, column & METRIC_MASK, point, &stated, &mean))
    return g_strdup ("");
  return column >= COLUMN_DEVIATION ? hd_figure_change (stated, mean) : heddle_study_dup_value (hd_study_table_get_metric (self->table, column & METRIC_MASK), stated);
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
  if (column >= COLUMN_PUBLISHED)
    return dup_published (self, column, point);
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
  double stated, mean;

  if (self->table == NULL)
    return 0;
  if (column == COLUMN_FRONT)
    return self->is_front[point];
  if (column >= COLUMN_PUBLISHED)
    return !find_published (self, column & METRIC_MASK, point, &stated, &mean) ? (double) NAN : column >= COLUMN_DEVIATION ? mean / stated - 1 : stated;
  if (!is_factor (self, column))
    return hd_study_table_get (self->table, point, get_metric (self, column), &figure) ? figure.mean : (double) NAN;
  hd_study_plan_get_value (hd_study_table_get_plan (self->table), point, column - 1, &value);
  return value.number;
}

/* Figures of a metric by where they lie among all. */
static double
get_share (gpointer data,
           guint column,
           guint32 point)
{
  HeddleStudyList *self = data;
  HdStudyFigure figure;
  guint metric;

  if (self->table == NULL || column == COLUMN_FRONT || column >= COLUMN_PUBLISHED || is_factor (self, column))
    return NAN;
  metric = get_metric (self, column);
  if (metric >= self->n_ranged || !(self->highest[metric] > self->lowest[metric]) || !hd_study_table_get (self->table, point, metric, &figure))
    return NAN;
  return (figure.mean - self->lowest[metric]) / (self->highest[metric] - self->lowest[metric]);
}

static void
find_ranges (HeddleStudyList *self)
{
  guint n_points = hd_study_plan_get_n_points (hd_study_table_get_plan (self->table));
  HdStudyFigure figure;

  self->n_ranged = self->n_columns;
  self->lowest = g_renew (double, self->lowest, self->n_ranged + 1);
  self->highest = g_renew (double, self->highest, self->n_ranged + 1);
  for (guint m = 0; m < self->n_ranged; m++)
    {
      self->lowest[m] = INFINITY;
      self->highest[m] = -INFINITY;
      for (guint p = 0; p < n_points; p++)
        if (hd_study_table_get (self->table, p, m, &figure) && isfinite (figure.mean))
          {
            self->lowest[m] = MIN (self->lowest[m], figure.mean);
            self->highest[m] = MAX (self->highest[m], figure.mean);
          }
    }
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
    {
      const HdStudyFactor *factor = hd_study_plan_get_factor (plan, i);

      if (!factor->is_fixed)
        heddle_rank_table_add_column (get_rows (self), 1 + i, factor->title, factor->is_word ? HEDDLE_RANK_WORDS : HEDDLE_RANK_FIGURES);
    }
}

/* Beside a metric of which something is stated. */
static void
add_published (HeddleStudyList *self,
               guint metric)
{
  gboolean has_some = FALSE;
  double stated;

  for (guint row = 0; self->published != NULL && !has_some && row < hd_study_published_get_n_rows (self->published); row++)
    has_some = hd_study_published_get (self->published, self->table, row, metric, &stated);
  if (!has_some)
    return;
  heddle_rank_table_add_column (get_rows (self), COLUMN_PUBLISHED | metric, _("Published"), HEDDLE_RANK_FIGURES);
  heddle_rank_table_add_column (get_rows (self), COLUMN_DEVIATION | metric, _("Deviation"), HEDDLE_RANK_FIGURES);
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
      add_published (self, self->n_columns);
    }
}

/* Some more of them; returns whether there may be others. */
static gboolean
list_some (HeddleStudyList *self)
{
  guint n_points = hd_study_plan_get_n_points (hd_study_table_get_plan (self->table));
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (guint32));
  gboolean has_chosen = FALSE;

  for (; self->next < n_points && points->len < AT_ONCE; self->next++)
    if (!self->is_listed[self->next] && hd_study_table_count (self->table, self->next) > 0
        && (self->filter == NULL || heddle_study_filter_accepts (self->filter, self->table, self->next)))
      {
        self->is_listed[self->next] = TRUE;
        has_chosen |= self->next == self->chosen;
        g_array_append_val (points, self->next);
      }
  if (self->is_anew)
    heddle_rank_table_set_rows (get_rows (self), (const guint32 *) (gconstpointer) points->data, points->len);
  else
    heddle_rank_table_add_rows (get_rows (self), (const guint32 *) (gconstpointer) points->data, points->len);
  self->is_anew = FALSE;
  if (has_chosen)
    heddle_rank_table_choose (get_rows (self), self->chosen);
  return self->next < n_points;
}

/* One thing at a time; returns whether more is left. */
static gboolean
go_on (HeddleStudyList *self)
{
  if (!self->seeks_front)
    return list_some (self);
  g_free (self->is_front);
  self->is_front = hd_study_table_find_front (self->table);
  find_ranges (self);
  self->seeks_front = FALSE;
  return TRUE;
}

static gboolean
on_idle (gpointer data)
{
  HeddleStudyList *self = data;

  if (go_on (self))
    return G_SOURCE_CONTINUE;
  self->source = 0;
  return G_SOURCE_REMOVE;
}

/* @anew: in place of those that there are. Where there are many points the window does other things between. */
static void
list_points (HeddleStudyList *self,
             gboolean anew)
{
  guint n_points = hd_study_plan_get_n_points (hd_study_table_get_plan (self->table));

  if (anew)
    {
      memset (self->is_listed, 0, n_points * sizeof *self->is_listed);
      self->is_anew = TRUE;
    }
  self->next = 0;
  if (n_points > AT_ONCE && self->source == 0)
    self->source = g_idle_add_full (GDK_PRIORITY_REDRAW + 10, on_idle, self, NULL);
  else if (n_points <= AT_ONCE)
    while (go_on (self))
      ;
}

void
heddle_study_list_refresh (HeddleStudyList *self,
                           gboolean is_over)
{
  if (self->table == NULL)
    return;
  add_metrics (self);
  self->seeks_front |= is_over;
  list_points (self, is_over);
}

static void
take_filter (HeddleStudyList *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->filter_entry));
  g_autofree char *bad = NULL, *words = NULL;

  g_clear_pointer (&self->filter, heddle_study_filter_free);
  if (self->table != NULL)
    self->filter = heddle_study_filter_new (self->table, text, &bad);
  words = bad != NULL ? g_strdup_printf (_("“%s” compares nothing that the study has"), bad) : NULL;
  heddle_set_tooltip (self->filter_entry, words != NULL ? words : _("Conditions that rows are to meet, such as bandwidth>=2GB/s time<1ms, or part of a value"));
  if (bad != NULL)
    gtk_widget_add_css_class (self->filter_entry, "error");
  else
    gtk_widget_remove_css_class (self->filter_entry, "error");
}

static void
on_filter (HeddleStudyList *self)
{
  take_filter (self);
  if (self->table != NULL)
    list_points (self, TRUE);
}

void
heddle_study_list_set_table (HeddleStudyList *self,
                             HdStudyTable *table,
                             HdStudyPublished *published)
{
  g_clear_handle_id (&self->source, g_source_remove);
  self->table = NULL;
  self->published = published;
  self->seeks_front = FALSE;
  heddle_rank_table_clear (get_rows (self));
  self->n_columns = self->n_ranged = 0;
  g_clear_pointer (&self->filter, heddle_study_filter_free);
  g_clear_pointer (&self->is_listed, g_free);
  g_clear_pointer (&self->is_front, g_free);
  if (table == NULL)
    return;
  self->table = table;
  self->is_listed = g_new0 (gboolean, hd_study_plan_get_n_points (hd_study_table_get_plan (table)));
  add_factors (self);
  take_filter (self);
}

void
heddle_study_list_choose (HeddleStudyList *self,
                          guint32 point)
{
  self->chosen = point;
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

  g_clear_handle_id (&self->source, g_source_remove);
  self->table = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->filter, heddle_study_filter_free);
  g_clear_pointer (&self->lowest, g_free);
  g_clear_pointer (&self->highest, g_free);
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
  static const HeddleRankSource source = { dup_cell, get_number, dup_tooltip, get_share };

  self->chosen = HD_NO_ID;
  self->rows = heddle_rank_table_new (&source, self, _("Points of the study"));
  g_signal_connect_object (self->rows, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rows, "activated", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
  self->filter_entry = gtk_search_entry_new ();
  g_object_set (self->filter_entry, "placeholder-text", _("Filter: time<1ms, or part of a value"), NULL);
  heddle_set_accessible_label (self->filter_entry, _("Conditions that rows are to meet"));
  g_signal_connect_object (self->filter_entry, "search-changed", G_CALLBACK (on_filter), self, G_CONNECT_SWAPPED);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (self->filter_entry, "heddle-filter");
  gtk_widget_set_vexpand (self->rows, TRUE);
  gtk_box_append (GTK_BOX (self->box), self->filter_entry);
  gtk_box_append (GTK_BOX (self->box), self->rows);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
heddle_study_list_new (void)
{
  return g_object_new (HEDDLE_TYPE_STUDY_LIST, NULL);
}
