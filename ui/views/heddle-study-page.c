/* heddle-study-page.c: the studies of the project: their runs, and what these came to
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-study-page"

#include "heddle-study-page.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-study-list.h"
#include "heddle-study-making.h"
#include "heddle-study-results.h"

#define REFRESH_MS 250 /* while runs end, at the most often */
#define REFRESH_SHARE 8 /* and so many times what it takes, as with very many points */
#define MOST_AT_ONCE 4000 /* points whose figure is made within a frame; that of more is made in a thread, of a copy of the results where runs add to them */
#define STUDY_CHARS 20
#define AXIS_CHARS 14
#define NAME_CHARS 32  /* of a fingerprint */

/* In the order of the choice. */
typedef enum
{
  VIEW_CURVES,
  VIEW_HEATMAP,
  VIEW_PARALLEL,
  VIEW_TABLE,
} View;

struct _HeddleStudyPage
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  HdDocument *document;  /* that the studies are of */
  GCancellable *taking; /* a study is made ready, in a thread; or NULL */
  HdStudyPlan *plan; /* of the chosen study; NULL if it is wrong, or there is none */
  char *path;        /* of its results */
  HdStudyTable *table;
  HdStudyPublished *published; /* or NULL */
  HdStudyStore *store; /* while it runs */
  HdStudyRun *run;     /* likewise */
  HeddleStudyFigure *figure; /* of curves, or NULL */
  HeddleStudyGrid *grid;     /* of the heatmap, or NULL */
  HeddleStudyLines *lines;   /* of parallel axes, or NULL */
  HdStudyTable *shown; /* what the figure is of, if that is a copy of the results; or NULL */
  GTask *making; /* one of these is made, in a thread, which has the results meanwhile; or NULL */
  char **ids; /* of the choice */

  /* Of the template */
  GtkWidget *box;
  GtkDropDown *study;
  GtkLabel *about;
  GtkButton *start;
  GtkButton *stop;
  GtkProgressBar *progress;
  GtkLabel *state;
  GtkBox *bar;
  GtkWidget *axes;
  GtkDropDown *x_choice, *y_choice, *second_choice;
  GtkWidget *x_label, *second_label;
  GtkWidget *key; /* what rings are */
  GtkToggleButton *logarithmic;
  GtkDropDown *view_choice;
  GtkStack *stack;
  GtkWidget *area;
  GtkLabel *hint;
  GtkWidget *foot;
  GtkLabel *point_label;
  GtkWidget *open;

  /* Borrowed: children */
  GtkWidget *list;
  GtkWidget *export;

  guint32 chosen; /* point, or HD_NO_ID */
  guint refresh;
  guint refresh_ms;
  gboolean is_filling; /* not by hand */
  gboolean is_dirty;   /* the project has changed since it was looked at */
  gboolean is_outdated; /* what is being made is not what is wanted any more */
  gboolean is_to_start; /* once it is made */
};

G_DEFINE_FINAL_TYPE (HeddleStudyPage, heddle_study_page, GTK_TYPE_WIDGET)

/* ---- the figure ---------------------------------------------------------------------------------------------------------------- */

static gboolean
has_picture (HeddleStudyPage *self)
{
  return self->figure != NULL || self->grid != NULL || self->lines != NULL;
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

  if (!has_picture (self) || self->text == NULL)
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

static gboolean
is_running (HeddleStudyPage *self)
{
  return self->run != NULL && hd_study_run_get_state (self->run) <= HD_STUDY_RUN_PAUSED;
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
    .kind = get_view (self) == VIEW_HEATMAP ? HEDDLE_STUDY_HEATMAP : get_view (self) == VIEW_PARALLEL ? HEDDLE_STUDY_PARALLEL : HEDDLE_STUDY_CURVES,
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
  return self->grid != NULL ? heddle_study_grid_dup_summary (self->grid) : self->figure != NULL ? heddle_study_figure_dup_summary (self->figure) : g_strdup ("");
}

static void
forget_figure (HeddleStudyPage *self)
{
  g_clear_pointer (&self->figure, heddle_study_figure_free);
  g_clear_pointer (&self->grid, heddle_study_grid_free);
  g_clear_pointer (&self->lines, heddle_study_lines_free);
  g_clear_pointer (&self->shown, hd_study_table_free);
}

static void
take_made (HeddleStudyPage *self,
           HeddleStudyMaking *making)
{
  forget_figure (self);
  self->figure = g_steal_pointer (&making->figure);
  self->grid = g_steal_pointer (&making->grid);
  self->lines = g_steal_pointer (&making->lines);
}

static void
show_made (HeddleStudyPage *self,
           const char *why,
           gboolean has_results)
{
  g_autofree char *summary = dup_summary (self);

  heddle_set_accessible_label (self->area, summary);
  gtk_label_set_label (self->hint, why);
  gtk_widget_set_visible (GTK_WIDGET (self->hint), !has_picture (self) && self->plan != NULL);
  gtk_widget_set_visible (self->key, self->figure != NULL && heddle_study_figure_has_front (self->figure));
  gtk_widget_set_visible (self->axes, has_results);
  gtk_widget_set_visible (self->x_label, get_view (self) != VIEW_PARALLEL);
  gtk_widget_set_visible (GTK_WIDGET (self->x_choice), get_view (self) != VIEW_PARALLEL);
  gtk_widget_set_visible (self->second_label, get_view (self) == VIEW_HEATMAP);
  gtk_widget_set_visible (GTK_WIDGET (self->second_choice), get_view (self) == VIEW_HEATMAP);
  gtk_widget_set_visible (GTK_WIDGET (self->logarithmic), has_results && get_view (self) != VIEW_PARALLEL);
  gtk_widget_set_visible (GTK_WIDGET (self->view_choice), has_results);
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

static void show_figure (HeddleStudyPage *self);
static void start (HeddleStudyPage *self);

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
  show_made (self, making->why, TRUE);
  if (self->is_to_start)
    start (self);
  else if (self->is_outdated)
    show_figure (self);
}

static void
begin_making (HeddleStudyPage *self,
              const HeddleStudyMaking *what,
              const char *why)
{
  Making *making = g_new0 (Making, 1);

  making->making = *what;
  making->why = why;
  if (is_running (self))
    making->making.table = making->table = hd_study_table_copy (self->table);
  self->is_outdated = FALSE;
  self->making = g_task_new (self, NULL, on_made, NULL);
  g_task_set_task_data (self->making, making, making_free);
  hd_task_run_in_thread (self->making, make_in_thread);
}

static void
show_figure (HeddleStudyPage *self)
{
  HeddleStudyMaking making;
  guint metric = gtk_drop_down_get_selected (self->y_choice);
  gboolean has_results = self->table != NULL && metric < hd_study_table_get_n_metrics (self->table) && hd_study_table_get_metric (self->table, metric)->unit != NULL;
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
      forget_figure (self);
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
  show_made (self, why, TRUE);
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

static void
fill_second (HeddleStudyPage *self)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  HeddleStudyAxis x = { TRUE, 0 };

  if (self->plan != NULL)
    x = get_x (self);
  for (guint i = 0; self->plan != NULL && i < hd_study_plan_get_n_factors (self->plan); i++)
    if (!hd_study_plan_get_factor (self->plan, i)->is_fixed && (x.is_metric || i != x.number))
      gtk_string_list_append (names, hd_study_plan_get_factor (self->plan, i)->title);
  fill_choice (self->second_choice, names, 0);
}

static void
fill_axes (HeddleStudyPage *self)
{
  g_autoptr (GtkStringList) x = gtk_string_list_new (NULL), y = gtk_string_list_new (NULL);
  guint n = 0, usual = G_MAXUINT; /* the first factor that is no word */

  for (guint i = 0; self->plan != NULL && i < hd_study_plan_get_n_factors (self->plan); i++)
    {
      const HdStudyFactor *factor = hd_study_plan_get_factor (self->plan, i);

      if (factor->is_fixed)
        continue;
      usual = usual == G_MAXUINT && !factor->is_word ? n : usual;
      gtk_string_list_append (x, factor->title);
      n++;
    }
  for (guint i = 0; self->table != NULL && i < hd_study_table_get_n_metrics (self->table); i++)
    {
      const HdMetric *metric = hd_study_table_get_metric (self->table, i);

      gtk_string_list_append (x, metric->title != NULL ? metric->title : metric->name);
      gtk_string_list_append (y, metric->title != NULL ? metric->title : metric->name);
    }
  self->is_filling = TRUE;
  fill_choice (self->x_choice, x, usual == G_MAXUINT ? 0 : usual);
  fill_choice (self->y_choice, y, 0);
  fill_second (self);
  self->is_filling = FALSE;
}

static void
show_choice (HeddleStudyPage *self,
             guint32 point)
{
  guint metric = gtk_drop_down_get_selected (self->y_choice);
  g_autofree char *text = NULL;

  self->chosen = point;
  if (point != HD_NO_ID && self->table != NULL && metric < hd_study_table_get_n_metrics (self->table))
    text = heddle_study_dup_point (self->table, self->published, point, metric);
  gtk_label_set_label (self->point_label, text != NULL ? text : "");
  heddle_set_tooltip (GTK_WIDGET (self->point_label), text);
  gtk_widget_set_visible (self->foot, text != NULL);
  if (self->grid != NULL && point != HD_NO_ID && !heddle_study_grid_has (self->grid, point)) /* which shows another slice */
    show_figure (self);
  gtk_widget_queue_draw (self->area);
}

static void
on_pressed (HeddleStudyPage *self,
            int n_press,
            double x,
            double y)
{
  guint32 point = find_point (self, x, y);

  show_choice (self, point);
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
  g_autofree char *text = point != HD_NO_ID ? heddle_study_dup_point (self->table, self->published, point, gtk_drop_down_get_selected (self->y_choice)) : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
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

HeddlePlotExport *
heddle_study_page_get_export (HeddleStudyPage *self)
{
  return HEDDLE_PLOT_EXPORT (self->export);
}

/* ---- results ---------------------------------------------------------------------------------------------------------------------- */

/* Beside the fingerprint the folder counts: what a project names there may be another file elsewhere. */
static char *
dup_path (HdStudyPlan *plan)
{
  g_autofree char *fingerprint = hd_study_plan_dup_fingerprint (plan), *all = NULL, *sum = NULL, *name = NULL;
  const char *directory = hd_snapshot_get_directory (hd_study_plan_get_snapshot (plan));

  all = g_strconcat (fingerprint, directory, NULL);
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, all, -1);
  name = g_strdup_printf ("%.*s.sqlite", NAME_CHARS, sum);
  return g_build_filename (g_get_user_data_dir (), "heddle", "studies", name, NULL);
}

/* A study that is made ready: what is asked for, then what came of it. */
typedef struct
{
  HdSnapshot *snapshot;
  char *id;
  HdStudyPlan *plan; /* NULL: see @message */
  char *path;
  HdStudyTable *table;
  HdStudyPublished *published;
  char *message; /* what is wrong; with a plan, with its results, or with what is published */
} Ready;

static void
ready_free (gpointer data)
{
  Ready *ready = data;

  g_clear_pointer (&ready->published, hd_study_published_free);
  g_clear_pointer (&ready->table, hd_study_table_free);
  g_clear_pointer (&ready->plan, hd_study_plan_unref);
  hd_snapshot_unref (ready->snapshot);
  g_free (ready->id);
  g_free (ready->path);
  g_free (ready->message);
  g_free (ready);
}

static void
load_table (Ready *ready)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdStudyStore) store
    = g_file_test (ready->path, G_FILE_TEST_EXISTS) ? hd_study_store_open (ready->path, HD_STUDY_STORE_READ, ready->plan, &error) : NULL;

  ready->table = hd_study_table_new (ready->plan);
  if (store != NULL && !hd_study_table_load (ready->table, store, &error))
    {
      hd_study_table_free (ready->table);
      ready->table = hd_study_table_new (ready->plan);
    }
  if (error != NULL)
    ready->message = g_strdup (error->message);
}

static void
load_published (Ready *ready)
{
  g_autoptr (GError) error = NULL;

  ready->published = hd_study_published_new (ready->plan, &error);
  if (ready->published != NULL && !hd_study_published_check (ready->published, ready->table, &error))
    g_clear_pointer (&ready->published, hd_study_published_free);
  if (error != NULL && ready->message == NULL)
    ready->message = g_strdup (error->message);
}

/* A hundred thousand points take half a second. */
static void
make_ready (GTask *task,
            gpointer source,
            gpointer data,
            GCancellable *cancellable)
{
  Ready *ready = data;
  g_autoptr (HdProblemList) problems = hd_problem_list_new ();
  g_autoptr (GError) error = NULL;

  ready->plan = hd_study_plan_new (ready->snapshot, ready->id, NULL, problems, &error);
  if (ready->plan == NULL)
    ready->message = g_strdup (hd_problem_list_get_length (problems) > 0 ? hd_problem_list_get (problems, 0)->message : error->message);
  else
    {
      ready->path = dup_path (ready->plan);
      load_table (ready);
      load_published (ready);
    }
  g_task_return_boolean (task, TRUE);
}

static void
forget_results (HeddleStudyPage *self)
{
  g_clear_handle_id (&self->refresh, g_source_remove);
  g_cancellable_cancel (self->taking);
  g_clear_object (&self->taking);
  g_clear_object (&self->run);
  g_clear_pointer (&self->store, hd_study_store_free);
  forget_figure (self);
  if (self->list != NULL)
    heddle_study_list_set_table (HEDDLE_STUDY_LIST (self->list), NULL);
  if (self->making != NULL) /* a thread reads them yet */
    {
      Making *making = g_task_get_task_data (self->making);

      if (making->table == NULL)
        making->table = g_steal_pointer (&self->table);
      making->published = g_steal_pointer (&self->published);
      g_clear_object (&self->making);
    }
  self->is_to_start = FALSE;
  g_clear_pointer (&self->published, hd_study_published_free);
  g_clear_pointer (&self->table, hd_study_table_free);
  g_clear_pointer (&self->plan, hd_study_plan_unref);
  g_clear_pointer (&self->path, g_free);
}

static guint64
count_done (HeddleStudyPage *self,
            guint64 *out_all)
{
  guint64 done = 0;

  *out_all = (guint64) hd_study_plan_get_n_points (self->plan) * hd_study_plan_get_repeats (self->plan);
  if (self->run != NULL)
    {
      *out_all = hd_study_run_count (self->run, &done);
      return done;
    }
  for (guint p = 0; p < hd_study_plan_get_n_points (self->plan); p++)
    done += hd_study_table_count (self->table, p);
  return done;
}

static guint
count_failed (HeddleStudyPage *self)
{
  guint n = 0;

  for (guint p = 0; p < hd_study_plan_get_n_points (self->plan); p++)
    n += hd_study_table_get_error (self->table, p) != NULL;
  return n;
}

static char *
dup_state (HeddleStudyPage *self,
           guint64 done,
           guint64 all)
{
  g_autofree char *done_text = hd_figure_count (done), *all_text = hd_figure_count (all), *left = NULL;
  double left_s = self->run != NULL ? hd_study_run_get_seconds_left (self->run) : -1;
  const GError *error = self->run != NULL ? hd_study_run_get_error (self->run) : NULL;
  guint n_failed = count_failed (self);

  if (error != NULL)
    return g_strdup (error->message);
  if (is_running (self) && hd_study_run_get_state (self->run) == HD_STUDY_RUN_RUNNING && left_s >= 0)
    {
      left = hd_figure_in (left_s, "s", 2);
      return g_strdup_printf (_("%s of %s runs, %s left"), done_text, all_text, left);
    }
  if (n_failed > 0)
    return g_strdup_printf (ngettext ("%s of %s runs, %u point has failed", "%s of %s runs, %u points have failed", n_failed), done_text, all_text, n_failed);
  return done > 0 || is_running (self) ? g_strdup_printf (_("%s of %s runs"), done_text, all_text) : g_strdup ("");
}

static void
show_state (HeddleStudyPage *self)
{
  guint64 done = 0, all = 0;
  g_autofree char *text = NULL;
  HdStudyRunState state = self->run != NULL ? hd_study_run_get_state (self->run) : HD_STUDY_RUN_READY;

  gtk_widget_set_visible (GTK_WIDGET (self->progress), is_running (self));
  gtk_widget_set_visible (GTK_WIDGET (self->stop), is_running (self));
  gtk_widget_set_sensitive (GTK_WIDGET (self->study), !is_running (self));
  if (self->plan == NULL)
    {
      gtk_widget_set_sensitive (GTK_WIDGET (self->start), FALSE);
      return;
    }
  done = count_done (self, &all);
  text = dup_state (self, done, all);
  if (self->is_dirty && is_running (self))
    {
      char *past = g_strdup_printf (_("%s, before your edit"), text);

      g_free (text);
      text = past;
    }
  gtk_label_set_label (self->state, text);
  heddle_set_tooltip (GTK_WIDGET (self->state), text);
  gtk_progress_bar_set_fraction (self->progress, all > 0 ? CLAMP ((double) done / (double) all, 0, 1) : 0);
  gtk_button_set_label (self->start, state == HD_STUDY_RUN_RUNNING  ? _("_Pause")
                                     : state == HD_STUDY_RUN_PAUSED ? _("_Go On")
                                     : done > 0 && done < all       ? _("_Go On")
                                                                    : _("_Run the Study"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->start), is_running (self) || (done < all && heddle_session_can_run (self->session)));
}

static void
show_results (HeddleStudyPage *self,
              gboolean is_over)
{
  fill_axes (self);
  show_figure (self);
  heddle_study_list_refresh (HEDDLE_STUDY_LIST (self->list), is_over);
  if (self->chosen != HD_NO_ID)
    heddle_study_list_choose (HEDDLE_STUDY_LIST (self->list), self->chosen);
  show_state (self);
}

static gboolean
on_refresh (gpointer data)
{
  HeddleStudyPage *self = data;
  gint64 begin = g_get_monotonic_time ();

  self->refresh = 0;
  show_results (self, FALSE);
  self->refresh_ms = (guint) MAX (REFRESH_MS, REFRESH_SHARE * (g_get_monotonic_time () - begin) / 1000);
  return G_SOURCE_REMOVE;
}

/* ---- the studies of the project ----------------------------------------------------------------------------------------------------- */

/* "22 points of $load × $channels, at most 3 runs each"; "80 of 310,000 points of ..." if the best ones are looked for */
static char *
dup_about (HeddleStudyPage *self)
{
  GString *text = g_string_new (NULL);
  g_autofree char *n = hd_figure_count (hd_study_plan_get_n_points (self->plan));
  guint repeats = hd_study_plan_get_repeats (self->plan), n_chosen = hd_study_plan_get_n_chosen (self->plan);
  gboolean is_first = TRUE;

  if (n_chosen < hd_study_plan_get_n_points (self->plan))
    {
      g_autofree char *some = hd_figure_count (n_chosen);

      g_string_append_printf (text, _("%s of %s points of "), some, n);
    }
  else
    g_string_append_printf (text, ngettext ("%s point of ", "%s points of ", hd_study_plan_get_n_points (self->plan)), n);
  for (guint i = 0; i < hd_study_plan_get_n_factors (self->plan); i++)
    if (!hd_study_plan_get_factor (self->plan, i)->is_fixed)
      {
        g_string_append_printf (text, "%s%s", is_first ? "" : " × ", hd_study_plan_get_factor (self->plan, i)->address);
        is_first = FALSE;
      }
  if (repeats > 1)
    g_string_append_printf (text, ngettext (", at most %u run each", ", at most %u runs each", repeats), repeats);
  return g_string_free (text, FALSE);
}

static const char *
get_chosen_id (HeddleStudyPage *self)
{
  guint chosen = gtk_drop_down_get_selected (self->study);

  return self->ids != NULL && chosen < g_strv_length (self->ids) ? self->ids[chosen] : NULL;
}

/* Of another state of the project than the present one it is cancelled. */
static void
on_ready (GObject *object,
          GAsyncResult *result,
          gpointer data)
{
  HeddleStudyPage *self = HEDDLE_STUDY_PAGE (object);
  Ready *ready = g_task_get_task_data (G_TASK (result));
  g_autofree char *about = NULL, *source = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), NULL))
    return;
  g_clear_object (&self->taking);
  self->plan = g_steal_pointer (&ready->plan);
  self->path = g_steal_pointer (&ready->path);
  self->table = g_steal_pointer (&ready->table);
  self->published = g_steal_pointer (&ready->published);
  about = self->plan != NULL ? dup_about (self) : g_strdup (ready->message);
  gtk_label_set_label (self->about, about);
  source = self->published != NULL ? g_strdup_printf (_("Published: %s"), hd_study_published_get_source (self->published)) : NULL;
  heddle_set_tooltip (GTK_WIDGET (self->about), source);
  heddle_study_list_set_table (HEDDLE_STUDY_LIST (self->list), self->table);
  show_results (self, TRUE);
  if (self->plan != NULL && ready->message != NULL)
    gtk_label_set_label (self->state, ready->message);
}

/* As the project is now. What makes the same results keeps what there is of them. */
static void
take_study (HeddleStudyPage *self)
{
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);
  const char *id = get_chosen_id (self);
  g_autoptr (GTask) task = NULL;
  Ready *ready;

  if (self->is_filling)
    return;
  forget_results (self);
  self->is_dirty = FALSE;
  show_choice (self, HD_NO_ID);
  gtk_label_set_label (self->state, "");
  show_results (self, TRUE);
  if (id == NULL || snapshot == NULL)
    return;
  ready = g_new0 (Ready, 1);
  ready->snapshot = hd_snapshot_ref (snapshot);
  ready->id = g_strdup (id);
  self->taking = g_cancellable_new ();
  task = g_task_new (self, self->taking, on_ready, NULL);
  g_task_set_task_data (task, ready, ready_free);
  hd_task_run_in_thread (task, make_ready);
}

static char **
list_titles (HdSnapshot *snapshot,
             char **ids)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (char **id = ids; *id != NULL; id++)
    {
      const HdObject *study = hd_object_find_child (hd_snapshot_get_root (snapshot), HD_OBJECT_STUDY, *id);
      const char *title = hd_object_get (study, "title");

      g_strv_builder_add (builder, title != NULL ? title : *id);
    }
  return g_strv_builder_end (builder);
}

static void
fill_studies (HeddleStudyPage *self)
{
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);
  g_auto (GStrv) ids = snapshot != NULL ? hd_study_list (snapshot) : g_new0 (char *, 1), titles = list_titles (snapshot, ids);
  g_autoptr (GtkStringList) names = gtk_string_list_new ((const char *const *) titles);
  g_autofree char *chosen = g_strdup (get_chosen_id (self));
  guint place = 0;

  for (guint i = 0; ids[i] != NULL; i++)
    if (g_strcmp0 (ids[i], chosen) == 0)
      place = i;
  self->is_filling = TRUE;
  g_strfreev (self->ids);
  self->ids = g_steal_pointer (&ids);
  gtk_drop_down_set_model (self->study, G_LIST_MODEL (names));
  gtk_drop_down_set_selected (self->study, self->ids[0] != NULL ? place : GTK_INVALID_LIST_POSITION);
  self->is_filling = FALSE;
}

/* One that runs goes on with the project as it was. */
static void
refresh (HeddleStudyPage *self)
{
  if (!self->is_dirty || !gtk_widget_get_mapped (GTK_WIDGET (self)) || is_running (self))
    {
      show_state (self);
      return;
    }
  fill_studies (self);
  take_study (self);
}

static void
on_design_changed (HeddleStudyPage *self)
{
  if (self->document != heddle_session_get_document (self->session)) /* what runs is of another project */
    forget_results (self);
  g_set_object (&self->document, heddle_session_get_document (self->session));
  if (self->plan == NULL || hd_study_plan_get_snapshot (self->plan) != heddle_session_get_snapshot (self->session))
    self->is_dirty = TRUE;
  refresh (self);
}

/* A study that is selected, or a part of it, is the one that is looked at; not while another runs. */
static void
on_selection_changed (HeddleStudyPage *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  const HdObject *object = document != NULL && heddle_session_get_n_selected (self->session) == 1
                             ? hd_document_get_object (document, heddle_session_get_selected (self->session, 0).uid)
                             : NULL;
  HdObjectKind kind = object != NULL ? hd_object_get_kind (object) : HD_OBJECT_PROJECT;

  if (kind == HD_OBJECT_FACTOR || kind == HD_OBJECT_METRIC)
    object = hd_document_get_object (document, hd_document_get_parent (document, hd_object_get_uid (object)));
  if (object == NULL || hd_object_get_kind (object) != HD_OBJECT_STUDY || self->ids == NULL || is_running (self))
    return;
  for (guint i = 0; self->ids[i] != NULL; i++)
    if (g_strcmp0 (self->ids[i], hd_object_get_id (object)) == 0 && i != gtk_drop_down_get_selected (self->study))
      gtk_drop_down_set_selected (self->study, i);
}

/* ---- runs ------------------------------------------------------------------------------------------------------------------------------ */

static void
on_ended (HeddleStudyPage *self)
{
  if (self->refresh == 0)
    self->refresh = g_timeout_add (self->refresh_ms, on_refresh, self);
}

/* In which units metrics are is known once a run is there. */
static void
check_published (HeddleStudyPage *self)
{
  g_autoptr (GError) error = NULL;

  if (self->making != NULL || self->published == NULL || hd_study_published_check (self->published, self->table, &error))
    return;
  forget_figure (self);
  g_clear_pointer (&self->published, hd_study_published_free);
  show_figure (self);
  gtk_label_set_label (self->state, error->message);
  heddle_set_tooltip (GTK_WIDGET (self->state), error->message);
}

static void
on_run_state (HeddleStudyPage *self)
{
  if (is_running (self))
    {
      show_state (self);
      return;
    }
  g_clear_handle_id (&self->refresh, g_source_remove);
  show_results (self, TRUE);
  check_published (self);
  g_clear_pointer (&self->store, hd_study_store_free);
}

static void
start (HeddleStudyPage *self)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autoptr (GPtrArray) commands = heddle_session_can_run (self->session) ? heddle_session_find_programs (self->session) : NULL;
  g_autoptr (HdPermit) permit = NULL;
  g_autoptr (GError) error = NULL;

  if (commands != NULL && commands->len > 0)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.allow-programs", NULL);
      return;
    }
  self->is_to_start = self->making != NULL;
  if (self->is_to_start) /* nothing is added to what a thread reads */
    return;
  g_clear_object (&self->run);
  g_mkdir_with_parents (folder, 0700); /* else the store says it */
  heddle_study_results_tidy (folder, self->path);
  self->store = hd_study_store_open (self->path, HD_STUDY_STORE_RESUME, self->plan, &error);
  if (self->store == NULL)
    {
      gtk_label_set_label (self->state, error->message);
      heddle_set_tooltip (GTK_WIDGET (self->state), error->message);
      return;
    }
  self->run = hd_study_run_new (heddle_session_get_catalog (self->session), self->store, self->table, MAX (g_get_num_processors () - 1, 1)); /* one is the window's */
  permit = heddle_session_dup_permit (self->session);
  hd_study_run_allow_programs (self->run, permit);
  g_signal_connect_object (self->run, "ended", G_CALLBACK (on_ended), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->run, "notify::state", G_CALLBACK (on_run_state), self, G_CONNECT_SWAPPED);
  hd_study_run_start (self->run);
}

static void
on_start (HeddleStudyPage *self)
{
  if (self->plan == NULL)
    return;
  if (self->run != NULL && hd_study_run_get_state (self->run) == HD_STUDY_RUN_RUNNING)
    hd_study_run_pause (self->run);
  else if (self->run != NULL && hd_study_run_get_state (self->run) == HD_STUDY_RUN_PAUSED)
    hd_study_run_resume (self->run);
  else
    start (self);
}

static void
on_stop (HeddleStudyPage *self)
{
  if (self->run != NULL)
    hd_study_run_stop (self->run);
  refresh (self);
}

/* ---- factors that are dropped ------------------------------------------------------------------------------------------------------------- */

#define CARRIED "heddle-knob:" /* what rows of the inspector carry */

/* A row of the inspector becomes a factor of the study that is looked at. */
static gboolean
on_drop (HeddleStudyPage *self,
         const GValue *value)
{
  const char *text = g_value_get_string (value), *id = get_chosen_id (self);

  if (text == NULL || !g_str_has_prefix (text, CARRIED) || is_running (self))
    return FALSE;
  return gtk_widget_activate_action (GTK_WIDGET (self), "win.add-factor", "(ss)", id != NULL ? id : "", text + strlen (CARRIED));
}

/* ---- a point ----------------------------------------------------------------------------------------------------------------------------- */

/* The drawing becomes that of the point, in one step that can be undone, and runs. */
static void
on_open (HeddleStudyPage *self)
{
  g_auto (GStrv) settings = NULL;
  g_autofree char *point = NULL, *name = NULL;
  g_autoptr (GError) error = NULL;

  if (self->chosen == HD_NO_ID || self->plan == NULL)
    return;
  settings = hd_study_plan_dup_settings (self->plan, self->chosen, 0);
  point = hd_study_plan_dup_point (self->plan, self->chosen);
  name = g_strdup_printf (_("Take %s"), point);
  if (!heddle_session_apply (self->session, name, (const char *const *) settings, &error))
    {
      gtk_label_set_label (self->point_label, error->message);
      heddle_set_tooltip (GTK_WIDGET (self->point_label), error->message);
      return;
    }
  gtk_widget_activate_action (GTK_WIDGET (self), "win.run", NULL);
}

static void
on_chosen (HeddleStudyPage *self,
           guint point)
{
  show_choice (self, point);
}

static void
on_activated (HeddleStudyPage *self,
              guint point)
{
  show_choice (self, point);
  on_open (self);
}

static void
on_metric (HeddleStudyPage *self)
{
  show_figure (self);
  if (!self->is_filling)
    show_choice (self, self->chosen);
}

static void
on_x (HeddleStudyPage *self)
{
  if (self->is_filling)
    return;
  self->is_filling = TRUE;
  fill_second (self);
  self->is_filling = FALSE;
  show_figure (self);
}

static void
on_view (HeddleStudyPage *self)
{
  gtk_stack_set_visible_child_name (self->stack, get_view (self) == VIEW_TABLE ? "table" : "chart");
  show_figure (self);
}

gboolean
heddle_study_page_is_of_use (HeddleSession *session)
{
  HdDocument *document = heddle_session_get_document (session);

  return document != NULL && hd_object_find_child (hd_document_get_root (document), HD_OBJECT_STUDY, NULL) != NULL;
}

/* ---- object -------------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_study_page_dispose (GObject *object)
{
  HeddleStudyPage *self = HEDDLE_STUDY_PAGE (object);

  self->is_filling = TRUE;
  forget_results (self);
  self->list = NULL;
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->ids, g_strfreev);
  g_clear_object (&self->document);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_study_page_parent_class)->dispose (object);
}

static void
heddle_study_page_css_changed (GtkWidget *widget,
                               GtkCssStyleChange *change)
{
  HeddleStudyPage *self = HEDDLE_STUDY_PAGE (widget);

  GTK_WIDGET_CLASS (heddle_study_page_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->text, heddle_text_free);
}

static void
heddle_study_page_class_init (HeddleStudyPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_study_page_dispose;
  widget_class->css_changed = heddle_study_page_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/study-page.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, study);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, about);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, start);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, stop);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, progress);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, state);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, axes);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, x_choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, y_choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, x_label);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, second_choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, second_label);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, key);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, logarithmic);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, view_choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, area);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, hint);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, foot);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, point_label);
  gtk_widget_class_bind_template_child (widget_class, HeddleStudyPage, open);
  gtk_widget_class_bind_template_callback (widget_class, take_study);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  gtk_widget_class_bind_template_callback (widget_class, on_start);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_metric);
  gtk_widget_class_bind_template_callback (widget_class, show_figure);
  gtk_widget_class_bind_template_callback (widget_class, on_view);
  gtk_widget_class_bind_template_callback (widget_class, on_x);
  gtk_widget_class_bind_template_callback (widget_class, on_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, on_open);
}

static void
heddle_study_page_init (HeddleStudyPage *self)
{
  GtkDropTarget *drop = gtk_drop_target_new (G_TYPE_STRING, GDK_ACTION_COPY);

  self->chosen = HD_NO_ID;
  self->is_dirty = TRUE;
  self->refresh_ms = REFRESH_MS;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw_area, self, NULL);
  heddle_look_watch (self->area);
  heddle_drop_down_narrow (self->study, STUDY_CHARS);
  heddle_drop_down_narrow (self->x_choice, AXIS_CHARS);
  heddle_drop_down_narrow (self->y_choice, AXIS_CHARS);
  heddle_drop_down_narrow (self->second_choice, AXIS_CHARS);
  self->list = heddle_study_list_new ();
  gtk_stack_add_named (self->stack, self->list, "table");
  g_signal_connect_object (drop, "drop", G_CALLBACK (on_drop), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drop));
  g_signal_connect_object (self->list, "chosen", G_CALLBACK (on_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "activated", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
}

GtkWidget *
heddle_study_page_new (HeddleSession *session)
{
  static const HeddlePlotSource source = { dup_name, NULL, make_text, get_picture_size, paint_picture };
  static const HeddlePlotFormat formats[] = { { ".points.csv", N_("All Points as _CSV…"), 0 } };
  HeddleStudyPage *self = g_object_new (HEDDLE_TYPE_STUDY_PAGE, NULL);

  self->session = g_object_ref (session);
  self->export = heddle_plot_export_new (&source, self, formats, G_N_ELEMENTS (formats), _("Export the Study"), _("The study cannot be exported"),
                                         _("Write the study to a file"));
  gtk_box_append (self->bar, self->export);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (on_design_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
