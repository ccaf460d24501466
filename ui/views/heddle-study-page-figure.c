/* heddle-study-page-figure.c: the figure of a study: what is on its axes, and the point that is chosen in it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-page"

#include "heddle-study-page-private.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-study-axes.h"
#include "heddle-study-list.h"

#define MOST_AT_ONCE 4000 /* points whose figure is made within a frame; that of more is made in a thread, of a copy of the results where runs add to them */
#define AXIS_CHARS 14

/* In the order of the choice. */
typedef enum
{
  VIEW_CURVES,
  VIEW_HEATMAP,
  VIEW_PARALLEL,
  VIEW_TABLE,
  VIEW_EFFECTS,
} View;

/* ---- what is drawn -------------------------------------------------------------------------------------------------------------- */

static gboolean
has_picture (HeddleStudyPage *self)
{
  return self->figure != NULL || self->grid != NULL || self->lines != NULL || self->effects != NULL;
}

static void
paint (HeddleStudyPage *self,
       cairo_t *cr,
       double width,
       double height)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));
  const HeddleTheme *theme = heddle_look_get_theme ();

  if (!has_picture (self))
    return;
  if (self->text == NULL)
    self->text = heddle_look_new_text (GTK_WIDGET (self));
  cairo_save (cr);
  cairo_scale (cr, scale, scale); /* as a whole: margins hold the words of the axes */
  if (self->grid != NULL)
    heddle_study_grid_paint (self->grid, self->chosen, self->text, cr, theme, width / scale, height / scale);
  else if (self->lines != NULL)
    heddle_study_lines_paint (self->lines, self->chosen, self->text, cr, theme, width / scale, height / scale);
  else if (self->effects != NULL)
    heddle_study_effects_paint (self->effects, self->text, cr, theme, width / scale, height / scale);
  else
    heddle_study_figure_paint (self->figure, self->chosen, self->text, cr, theme, width / scale, height / scale);
  cairo_restore (cr);
}

static void
draw_area (GtkDrawingArea *area,
           cairo_t *cr,
           int width,
           int height,
           gpointer data)
{
  paint (data, cr, width, height);
}

static guint32
find_point (HeddleStudyPage *self,
            double x,
            double y)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));
  double width = gtk_widget_get_width (self->area) / scale, height = gtk_widget_get_height (self->area) / scale;

  if (!has_picture (self) || self->effects != NULL || self->text == NULL)
    return HD_NO_ID;
  if (self->lines != NULL)
    return heddle_study_lines_find (self->lines, width, height, x / scale, y / scale);
  return self->grid != NULL ? heddle_study_grid_find (self->grid, self->text, width, height, x / scale, y / scale)
                            : heddle_study_figure_find (self->figure, self->text, width, height, x / scale, y / scale);
}

/* Factors that differ, then metrics that runs have. */
static HeddleStudyAxis
get_x (HeddleStudyPage *self)
{
  guint chosen = gtk_drop_down_get_selected (self->x_choice), n = 0;

  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    if (!hd_study_plan_get_factor (self->plan, i)->is_fixed && n++ == chosen)
      return (HeddleStudyAxis){ FALSE, i };
  return (HeddleStudyAxis){ TRUE, chosen != GTK_INVALID_LIST_POSITION ? chosen - n : 0 };
}

/* Factors that differ, but for the first one. */
static gboolean
find_second (HeddleStudyPage *self,
             guint first,
             guint *out_second)
{
  guint chosen = gtk_drop_down_get_selected (self->second_choice), n = 0;

  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    if (i != first && !hd_study_plan_get_factor (self->plan, i)->is_fixed && n++ == chosen)
      {
        *out_second = i;
        return TRUE;
      }
  return FALSE;
}

static View
get_view (HeddleStudyPage *self)
{
  return (View) gtk_drop_down_get_selected (self->view_choice);
}

/* All metrics of the study are the first choice where they can be compared. */
static guint
get_metric (HeddleStudyPage *self)
{
  guint chosen = gtk_drop_down_get_selected (self->y_choice);

  if (self->table == NULL || chosen == GTK_INVALID_LIST_POSITION || !heddle_study_are_comparable (self->table))
    return chosen;
  return chosen > 0 ? chosen - 1 : get_view (self) == VIEW_CURVES && !get_x (self).is_metric ? HEDDLE_STUDY_ALL_METRICS : 0;
}

static HeddleStudyKind
get_kind (HeddleStudyPage *self)
{
  switch (get_view (self))
    {
    case VIEW_HEATMAP:
      return HEDDLE_STUDY_HEATMAP;
    case VIEW_PARALLEL:
      return HEDDLE_STUDY_PARALLEL;
    case VIEW_EFFECTS:
      return HEDDLE_STUDY_EFFECTS;
    default:
      return HEDDLE_STUDY_CURVES;
    }
}

/* What is wanted; %FALSE, and why, where nothing can be drawn. */
static gboolean
plan_figure (HeddleStudyPage *self,
             guint metric,
             HeddleStudyMaking *out_making,
             const char **out_why)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));

  *out_making = (HeddleStudyMaking){
    .table = self->table,
    .published = self->published,
    .kind = get_kind (self),
    .x = get_x (self),
    .metric = metric,
    .is_logarithmic = gtk_toggle_button_get_active (self->logarithmic),
    .chosen = self->chosen,
    .width = MAX (gtk_widget_get_width (self->area), 1) / scale,
    .height = MAX (gtk_widget_get_height (self->area), 1) / scale,
    .scale = scale,
    .theme = heddle_look_get_theme (),
  };
  *out_why = out_making->kind == HEDDLE_STUDY_HEATMAP ? _("The points of this study lie on no grid.") : "";
  if (out_making->kind == HEDDLE_STUDY_HEATMAP && (out_making->x.is_metric || !find_second (self, out_making->x.number, &out_making->second)))
    {
      *out_why = _("A heatmap is of a metric over two factors.");
      return FALSE;
    }
  return out_making->kind != HEDDLE_STUDY_CURVES || !out_making->x.is_metric || out_making->x.number < hd_study_table_get_n_metrics (self->table);
}

static char *
dup_summary (HeddleStudyPage *self)
{
  if (self->lines != NULL)
    return heddle_study_lines_dup_summary (self->lines);
  if (self->effects != NULL)
    return heddle_study_effects_dup_summary (self->effects);
  return self->grid != NULL ? heddle_study_grid_dup_summary (self->grid) : self->figure != NULL ? heddle_study_figure_dup_summary (self->figure) : g_strdup ("");
}

void
heddle_study_page_forget_figure (HeddleStudyPage *self)
{
  g_clear_pointer (&self->figure, heddle_study_figure_free);
  g_clear_pointer (&self->grid, heddle_study_grid_free);
  g_clear_pointer (&self->lines, heddle_study_lines_free);
  g_clear_pointer (&self->effects, heddle_study_effects_free);
  g_clear_pointer (&self->shown, hd_study_table_free);
}

static void
take_made (HeddleStudyPage *self,
           HeddleStudyMaking *making)
{
  if (self->lines != NULL && making->lines != NULL)
    heddle_study_lines_take_brushes (making->lines, self->lines);
  heddle_study_page_forget_figure (self);
  self->figure = g_steal_pointer (&making->figure);
  self->grid = g_steal_pointer (&making->grid);
  self->lines = g_steal_pointer (&making->lines);
  self->effects = g_steal_pointer (&making->effects);
}

/* Why the first run that failed did, where none came to its end; else NULL. */
static const char *
find_error (HeddleStudyPage *self)
{
  const char *error = NULL;

  for (guint p = 0; self->table != NULL && error == NULL && p < hd_study_plan_get_n_points (self->plan); p++)
    error = hd_study_table_get_error (self->table, p);
  return error;
}

static void
show_made (HeddleStudyPage *self,
           const char *why,
           gboolean has_results)
{
  g_autofree char *summary = dup_summary (self);
  const char *error = has_results ? NULL : find_error (self);
  gboolean is_over = get_view (self) == VIEW_CURVES || get_view (self) == VIEW_HEATMAP; /* a factor or metric that is chosen */
  g_autofree char *failed = error != NULL ? g_strdup_printf (_("No run came to its end. %s"), error) : NULL;

  heddle_set_accessible_label (self->area, summary);
  gtk_label_set_label (self->hint, failed != NULL ? failed : why);
  gtk_widget_set_visible (GTK_WIDGET (self->hint), !has_picture (self) && self->plan != NULL);
  heddle_study_page_show_key (self);
  gtk_widget_set_visible (self->axes, has_results);
  gtk_widget_set_visible (self->x_label, is_over);
  gtk_widget_set_visible (GTK_WIDGET (self->x_choice), is_over);
  gtk_widget_set_visible (self->second_label, get_view (self) == VIEW_HEATMAP);
  gtk_widget_set_visible (GTK_WIDGET (self->second_choice), get_view (self) == VIEW_HEATMAP);
  gtk_widget_set_visible (GTK_WIDGET (self->logarithmic), has_results && is_over);
  gtk_widget_set_visible (GTK_WIDGET (self->view_choice), has_results);
  gtk_widget_set_visible (self->foot, has_results && get_view (self) != VIEW_EFFECTS); /* which has no points */
  gtk_widget_queue_draw (self->area);
}

/* Beside the figure what it is made from, once the page has let go of that, or if it is a copy. */
typedef struct
{
  HeddleStudyMaking making;
  HdStudyTable *table;
  HdStudyPublished *published;
  const char *why;
} Making;

static void
making_free (gpointer data)
{
  Making *making = data;

  heddle_study_making_clear (&making->making);
  g_clear_pointer (&making->published, hd_study_published_free);
  g_clear_pointer (&making->table, hd_study_table_free);
  g_free (making);
}

static void
make_in_thread (GTask *task,
                gpointer source,
                gpointer data,
                GCancellable *cancellable)
{
  heddle_study_making_run (&((Making *) data)->making);
  g_task_return_boolean (task, TRUE);
}

static void
on_made (GObject *object,
         GAsyncResult *result,
         gpointer data)
{
  HeddleStudyPage *self = HEDDLE_STUDY_PAGE (object);
  Making *making = g_task_get_task_data (G_TASK (result));

  if (self->making != G_TASK (result)) /* the page has other results */
    return;
  g_clear_object (&self->making);
  take_made (self, &making->making);
  self->shown = g_steal_pointer (&making->table);
  show_made (self, making->making.error != NULL ? making->making.error->message : making->why, TRUE);
  if (self->is_to_start)
    heddle_study_page_start (self);
  else if (self->is_outdated)
    heddle_study_page_show_figure (self);
}

static void
begin_making (HeddleStudyPage *self,
              const HeddleStudyMaking *what,
              const char *why)
{
  Making *making = g_new0 (Making, 1);

  making->making = *what;
  making->why = why;
  if (heddle_study_page_is_running (self))
    making->making.table = making->table = hd_study_table_copy (self->table);
  self->is_outdated = FALSE;
  self->making = g_task_new (self, NULL, on_made, NULL);
  g_task_set_task_data (self->making, making, making_free);
  hd_task_run_in_thread (self->making, make_in_thread);
}

void
heddle_study_page_show_figure (HeddleStudyPage *self)
{
  HeddleStudyMaking making;
  guint metric = get_metric (self), least = metric == HEDDLE_STUDY_ALL_METRICS ? 0 : metric;
  gboolean has_results = self->table != NULL && least < hd_study_table_get_n_metrics (self->table) && hd_study_table_get_metric (self->table, least)->unit != NULL;
  const char *why = _("A study runs the project for many values at once, keeps what each run comes to, and draws here what matters.");

  if (self->is_filling)
    return;
  if (self->making != NULL)
    {
      self->is_outdated = TRUE;
      return;
    }
  if (!has_results || !plan_figure (self, metric, &making, &why))
    {
      heddle_study_page_forget_figure (self);
      show_made (self, why, has_results);
      return;
    }
  if (hd_study_plan_get_n_points (self->plan) > MOST_AT_ONCE)
    {
      begin_making (self, &making, why);
      return;
    }
  heddle_study_making_run (&making);
  take_made (self, &making);
  show_made (self, making.error != NULL ? making.error->message : why, TRUE);
  heddle_study_making_clear (&making);
}

void
heddle_study_page_leave_results (HeddleStudyPage *self)
{
  if (self->making != NULL)
    {
      Making *making = g_task_get_task_data (self->making);

      if (making->table == NULL)
        making->table = g_steal_pointer (&self->table);
      making->published = g_steal_pointer (&self->published);
      g_clear_object (&self->making);
    }
  self->is_to_start = FALSE;
}

/* What is on the axes stays, as far as it is still there. */
static void
fill_choice (GtkDropDown *choice,
             GtkStringList *names,
             guint usual)
{
  GListModel *before = gtk_drop_down_get_model (choice);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (names)), chosen = gtk_drop_down_get_selected (choice);
  gboolean is_same = before != NULL && chosen != GTK_INVALID_LIST_POSITION && chosen < n && g_list_model_get_n_items (before) <= n && g_list_model_get_n_items (before) > 0;

  for (guint i = 0; is_same && i < g_list_model_get_n_items (before); i++)
    is_same = g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (before), i), gtk_string_list_get_string (names, i));
  if (is_same && g_list_model_get_n_items (before) == n)
    return;
  gtk_drop_down_set_model (choice, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (choice, is_same ? chosen : MIN (usual, n > 0 ? n - 1 : 0));
}

/* The place of the best factor to draw over among those that are chosen from, which are without @but. */
static guint
find_usual (HeddleStudyPage *self,
            guint but)
{
  guint best, n = 0;

  if (self->plan == NULL || !heddle_study_find_axis (self->plan, self->published, but, &best))
    return 0;
  for (guint i = 0; i < best; i++)
    n += i != but && !hd_study_plan_get_factor (self->plan, i)->is_fixed;
  return n;
}

static void
fill_second (HeddleStudyPage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  HeddleStudyAxis x = { TRUE, 0 };
  guint but = HD_NO_ID;

  if (self->plan != NULL)
    x = get_x (self);
  if (!x.is_metric)
    but = x.number;
  for (guint i = 0; self->plan != NULL && i < hd_study_plan_get_n_factors (self->plan); i++)
    if (!hd_study_plan_get_factor (self->plan, i)->is_fixed && i != but)
      gtk_string_list_append (names, hd_study_plan_get_factor (self->plan, i)->title);
  fill_choice (self->second_choice, names, find_usual (self, but));
}

void
heddle_study_page_fill_axes (HeddleStudyPage *self)
{
  g_autoptr (GtkStringList) x = gtk_string_list_new (NULL), y = gtk_string_list_new (NULL);

  for (guint i = 0; self->plan != NULL && i < hd_study_plan_get_n_factors (self->plan); i++)
    if (!hd_study_plan_get_factor (self->plan, i)->is_fixed)
      gtk_string_list_append (x, hd_study_plan_get_factor (self->plan, i)->title);
  if (self->table != NULL && heddle_study_are_comparable (self->table))
    gtk_string_list_append (y, _("All metrics"));
  for (guint i = 0; self->table != NULL && i < hd_study_table_get_n_metrics (self->table); i++)
    {
      const HdMetric *metric = hd_study_table_get_metric (self->table, i);

      gtk_string_list_append (x, metric->title != NULL ? metric->title : metric->name);
      gtk_string_list_append (y, metric->title != NULL ? metric->title : metric->name);
    }
  self->is_filling = TRUE;
  fill_choice (self->x_choice, x, find_usual (self, HD_NO_ID));
  fill_choice (self->y_choice, y, 0);
  fill_second (self);
  self->is_filling = FALSE;
}

void
heddle_study_page_show_choice (HeddleStudyPage *self,
                               guint32 point)
{
  static const char *named[] = { NULL }, *hint[] = { "dim-label", NULL };
  guint metric = get_metric (self), least = metric == HEDDLE_STUDY_ALL_METRICS ? 0 : metric;
  g_autofree char *text = NULL;

  self->chosen = point;
  if (point != HD_NO_ID && self->table != NULL && least < hd_study_table_get_n_metrics (self->table))
    text = heddle_study_dup_point (self->table, self->published, point, metric);
  gtk_label_set_label (self->point_label, text != NULL ? text : _("A click names a point, a double click opens its design."));
  gtk_widget_set_css_classes (GTK_WIDGET (self->point_label), text != NULL ? named : hint);
  heddle_set_tooltip (GTK_WIDGET (self->point_label), text);
  gtk_widget_set_sensitive (self->open, text != NULL);
  if (self->grid != NULL && point != HD_NO_ID && !heddle_study_grid_has (self->grid, point)) /* which shows another slice */
    heddle_study_page_show_figure (self);
  gtk_widget_queue_draw (self->area);
}

static void
on_pressed (HeddleStudyPage *self,
            int n_press,
            double x,
            double y)
{
  guint32 point = find_point (self, x, y);

  if (heddle_study_page_find_axis (self, x) != HEDDLE_PARALLEL_NONE) /* which a brush is for */
    return;
  heddle_study_page_show_choice (self, point);
  heddle_study_list_choose (HEDDLE_STUDY_LIST (self->list), point);
  if (n_press == 2 && point != HD_NO_ID)
    gtk_widget_activate (self->open);
}

static gboolean
on_query_tooltip (HeddleStudyPage *self,
                  int x,
                  int y,
                  gboolean is_by_key,
                  GtkTooltip *tooltip)
{
  guint32 point = is_by_key ? HD_NO_ID : find_point (self, x, y);
  g_autofree char *text = point != HD_NO_ID ? heddle_study_dup_point (self->table, self->published, point, get_metric (self)) : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

static void
on_metric (HeddleStudyPage *self)
{
  heddle_study_page_show_figure (self);
  if (!self->is_filling)
    heddle_study_page_show_choice (self, self->chosen);
}

static void
on_x (HeddleStudyPage *self)
{
  if (self->is_filling)
    return;
  self->is_filling = TRUE;
  fill_second (self);
  self->is_filling = FALSE;
  heddle_study_page_show_figure (self);
}

static void
on_view (HeddleStudyPage *self)
{
  gtk_stack_set_visible_child_name (self->stack, get_view (self) == VIEW_TABLE ? "table" : "chart");
  heddle_study_page_show_figure (self);
}

/* ---- export --------------------------------------------------------------------------------------------------------------------- */

static char *
dup_name (gpointer plot)
{
  HeddleStudyPage *self = plot;

  return has_picture (self) ? g_strdup (hd_study_plan_get_id (self->plan)) : NULL;
}

static char *
make_text (gpointer plot)
{
  return hd_study_table_to_csv (((HeddleStudyPage *) plot)->table);
}

static void
get_picture_size (gpointer plot,
                  double *out_width,
                  double *out_height)
{
  HeddleStudyPage *self = plot;

  *out_width = MAX (gtk_widget_get_width (self->area), 1);
  *out_height = MAX (gtk_widget_get_height (self->area), 1);
}

static void
paint_picture (cairo_t *cr,
               gpointer plot)
{
  double width, height;

  get_picture_size (plot, &width, &height);
  heddle_colour_set (cr, heddle_look_get_theme ()->view_bg);
  cairo_paint (cr);
  paint (plot, cr, width, height);
}

GtkWidget *
heddle_study_page_new_export (HeddleStudyPage *self)
{
  static const HeddlePlotSource source = { dup_name, NULL, make_text, get_picture_size, paint_picture };
  static const HeddlePlotFormat formats[] = { { ".points.csv", N_("All Points as _CSV…"), 0 } };

  return heddle_plot_export_new (&source, self, formats, G_N_ELEMENTS (formats), _("Export the Study"), _("The study cannot be exported"),
                                 _("Write the study to a file"));
}

/* ---- page --------------------------------------------------------------------------------------------------------------------------- */

void
heddle_study_page_bind_figure (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, on_metric);
  gtk_widget_class_bind_template_callback (widget_class, heddle_study_page_show_figure);
  gtk_widget_class_bind_template_callback (widget_class, on_view);
  gtk_widget_class_bind_template_callback (widget_class, on_x);
  gtk_widget_class_bind_template_callback (widget_class, on_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_query_tooltip);
}

void
heddle_study_page_init_figure (HeddleStudyPage *self)
{
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw_area, self, NULL);
  heddle_look_watch (self->area);
  heddle_drop_down_narrow (self->x_choice, AXIS_CHARS);
  heddle_drop_down_narrow (self->y_choice, AXIS_CHARS);
  heddle_drop_down_narrow (self->second_choice, AXIS_CHARS);
}
