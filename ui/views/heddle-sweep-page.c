/* heddle-sweep-page.c: runs over a range of one variable, and a metric of them as a curve
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-sweep-page"

#include "heddle-sweep-page.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-sweep-figure.h"

#define RANGE_FROM 0.1 /* of the present value, what is proposed */
#define RANGE_TO 1.5
#define LEAST_LOAD "0.05" /* what is proposed of a load that has just become a variable: all that can be sent */
#define MOST_LOAD "1"
#define DIGITS 3
#define WHOLE_DIGITS 15

/* A sweep with what has come of it. */
typedef struct
{
  HdSweep sweep;
  HdSweepTable *table; /* NULL if there is no sweep */
  guint n_ended;
  guint n_failed;
  char *reason;        /* of the first that failed */
} Sweep;

struct _HeddleSweepPage
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  HdSweepRun *run; /* under way, or NULL */
  HdDocument *document; /* that the sweeps are of */
  HdSnapshot *swept;    /* the state of it that the last one is of */
  Sweep now, before;
  char *metric;    /* interned, or NULL */

  /* Of the template */
  GtkWidget *box;
  GtkWidget *form;
  GtkDropDown *variable;
  GtkEditable *from, *to;
  GtkSpinButton *points;
  GtkButton *start;
  GtkLabel *state;
  GtkBox *bar;
  GtkDropDown *choice; /* of the metric */
  GtkWidget *key;
  GtkWidget *doubt; /* what hollow points are */
  GtkToggleButton *logarithmic;
  GtkWidget *curve;
  GtkWidget *hint;  /* while there is nothing to see */
  GtkLabel *words;  /* of it */
  GtkWidget *vary;  /* makes the load a variable; sensitive if it can */
  GtkWidget *add;   /* adds one */

  /* Borrowed: child */
  GtkWidget *export;

  gboolean is_filling; /* not by hand */
  gboolean is_new;     /* the load becomes a variable: there is no design with it yet */
};

G_DEFINE_FINAL_TYPE (HeddleSweepPage, heddle_sweep_page, GTK_TYPE_WIDGET)

static void
sweep_clear (Sweep *sweep)
{
  hd_sweep_clear (&sweep->sweep);
  g_clear_pointer (&sweep->table, hd_sweep_table_free);
  g_free (sweep->reason);
  *sweep = (Sweep){ .table = NULL };
}

/* ---- painting ----------------------------------------------------------------------------------------------------------- */

static HeddleSweepFigure
make_figure (HeddleSweepPage *self)
{
  gboolean compares = self->before.table != NULL;

  return (HeddleSweepFigure){
    .now = { self->now.table != NULL ? &self->now.sweep : NULL, self->now.table },
    .before = { compares ? &self->before.sweep : NULL, self->before.table },
    .metric = self->metric,
    .is_logarithmic = gtk_toggle_button_get_active (self->logarithmic),
  };
}

static void
paint (HeddleSweepPage *self,
       cairo_t *cr,
       double width,
       double height)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));
  HeddleSweepFigure figure = make_figure (self);

  if (self->text == NULL)
    self->text = heddle_look_new_text (GTK_WIDGET (self));
  cairo_save (cr);
  cairo_scale (cr, scale, scale); /* as a whole: margins hold the words of the axes */
  heddle_sweep_figure_paint (&figure, self->text, cr, heddle_look_get_theme (), width / scale, height / scale);
  cairo_restore (cr);
}

static void
draw_curve (GtkDrawingArea *area,
            cairo_t *cr,
            int width,
            int height,
            gpointer data)
{
  paint (data, cr, width, height);
}

/* ---- export --------------------------------------------------------------------------------------------------------------- */

static char *
dup_name (gpointer plot)
{
  HeddleSweepPage *self = plot;
  const char *name;

  if (self->now.table == NULL)
    return NULL;
  name = hd_object_get (hd_document_get_root (self->document), "name");
  return g_strdup (name != NULL ? name : "sweep");
}

static char *
make_text (gpointer plot)
{
  return hd_sweep_table_to_csv (((HeddleSweepPage *) plot)->now.table);
}

static void
get_picture_size (gpointer plot,
                  double *out_width,
                  double *out_height)
{
  HeddleSweepPage *self = plot;

  *out_width = MAX (gtk_widget_get_width (self->curve), 1);
  *out_height = MAX (gtk_widget_get_height (self->curve), 1);
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
heddle_sweep_page_get_export (HeddleSweepPage *self)
{
  return HEDDLE_PLOT_EXPORT (self->export);
}

/* ---- variables ------------------------------------------------------------------------------------------------------------ */

static const char *
get_chosen (GtkDropDown *choice)
{
  GtkStringObject *object = gtk_drop_down_get_selected_item (choice);

  return object != NULL ? gtk_string_object_get_string (object) : NULL;
}

/* The element of a variable, by its name with its $. */
static const HdObject *
find_variable (HeddleSweepPage *self,
               const char *name)
{
  const HdObject *root = hd_document_get_root (heddle_session_get_document (self->session));
  const HdObject *variables = hd_object_find_child (root, HD_OBJECT_VARIABLES, NULL);

  return variables != NULL ? hd_object_find_child (variables, HD_OBJECT_VARIABLE, name + 1) : NULL;
}

static gboolean
is_whole (HeddleSweepPage *self,
          const char *name)
{
  const HdObject *variable = find_variable (self, name);

  return variable != NULL && g_strcmp0 (hd_object_get (variable, "type"), "integer") == 0;
}

/* Within what the variable allows, as far as that is written without a unit. */
static void
propose (HeddleSweepPage *self,
         GtkEditable *entry,
         const char *name,
         HdQuantity quantity,
         double share)
{
  const HdObject *variable = find_variable (self, name);
  g_autofree char *text = NULL;

  quantity.value *= share;
  if (variable != NULL)
    quantity.value = MIN (MAX (quantity.value, hd_object_get_number (variable, "minimum", -INFINITY)), hd_object_get_number (variable, "maximum", INFINITY));
  if (is_whole (self, name))
    quantity.value = MAX (round (quantity.value), 1);
  text = hd_quantity_format (quantity, is_whole (self, name) ? WHOLE_DIGITS : DIGITS);
  gtk_editable_set_text (entry, text);
}

static void
propose_range (HeddleSweepPage *self)
{
  HdDesign *design = heddle_session_get_design (self->session);
  const char *name = get_chosen (self->variable);
  HdValue value;

  if (self->is_filling || design == NULL || name == NULL || !hd_design_get_variable (design, name + 1, &value))
    return;
  propose (self, self->from, name, value.quantity, RANGE_FROM);
  propose (self, self->to, name, value.quantity, RANGE_TO);
}

static gboolean
select_name (GtkDropDown *choice,
             const char *name)
{
  GListModel *model = gtk_drop_down_get_model (choice);

  for (guint i = 0; name != NULL && i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GtkStringObject) object = g_list_model_get_item (model, i);

      if (!g_str_equal (gtk_string_object_get_string (object), name))
        continue;
      gtk_drop_down_set_selected (choice, i);
      return TRUE;
    }
  return FALSE;
}

/* Those with numbers; what is called load is what most sweeps are over. */
static void
fill_variables (HeddleSweepPage *self)
{
  HdDesign *design = heddle_session_get_design (self->session);
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  g_autofree const char **all = design != NULL ? hd_design_list_variables (design) : NULL;
  g_autofree char *chosen = g_strdup (get_chosen (self->variable));
  gboolean is_kept;

  if (design == NULL) /* has errors, or is being made: what was chosen stays */
    return;
  for (guint i = 0; all[i] != NULL; i++)
    {
      HdValue value;

      if (hd_design_get_variable (design, all[i], &value) && value.kind == HD_VALUE_QUANTITY)
        gtk_string_list_take (names, g_strconcat ("$", all[i], NULL));
    }
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->variable, G_LIST_MODEL (names));
  is_kept = select_name (self->variable, chosen);
  if (!is_kept)
    select_name (self->variable, "$load");
  self->is_filling = FALSE;
  if (!is_kept)
    propose_range (self);
  if (!self->is_new || get_chosen (self->variable) == NULL)
    return;
  gtk_editable_set_text (self->from, LEAST_LOAD);
  gtk_editable_set_text (self->to, MOST_LOAD);
  self->is_new = FALSE;
}

/* ---- without a variable --------------------------------------------------------------------------------------------------- */

/* The step towards one: the load of synthetic traffic, or one that the user adds. */
static void
show_hint (HeddleSweepPage *self)
{
  gboolean has_none = get_chosen (self->variable) == NULL;

  gtk_label_set_label (self->words, has_none ? _("A sweep runs the project for each value of a variable, and there is none with a number yet.")
                                             : _("A sweep runs the project for each value of the range, and draws here what comes of it: of synthetic traffic, latency over load."));
  gtk_widget_set_visible (self->vary, has_none && gtk_widget_get_sensitive (self->vary));
  gtk_widget_set_visible (self->add, has_none && !gtk_widget_get_visible (self->vary));
}

static void
on_vary (HeddleSweepPage *self)
{
  self->is_new = TRUE;
}

/* ---- what it shows ---------------------------------------------------------------------------------------------------------- */

static void
show_state (HeddleSweepPage *self)
{
  guint n = self->now.sweep.n, n_ended = self->now.n_ended;
  g_autofree char *text = NULL;

  if (self->run != NULL)
    text = g_strdup_printf (_("%u of %u runs"), n_ended, n);
  else if (n_ended < n)
    text = g_strdup_printf (ngettext ("Cancelled, %u run has ended", "Cancelled, %u runs have ended", n_ended), n_ended);
  else if (self->now.n_failed > 0)
    text = g_strdup_printf (ngettext ("%u run failed: %s", "%u runs failed, the first: %s", self->now.n_failed), self->now.n_failed, self->now.reason);
  else if (self->now.table != NULL)
    text = g_strdup_printf (ngettext ("%u run", "%u runs", n), n);
  if (text != NULL && self->swept != heddle_session_get_snapshot (self->session))
    {
      char *past = g_strdup_printf (_("%s, before your edit"), text);

      g_free (text);
      text = past;
    }
  gtk_label_set_label (self->state, text != NULL ? text : "");
  heddle_set_tooltip (GTK_WIDGET (self->state), text);
  gtk_button_set_label (self->start, self->run != NULL ? _("_Cancel") : _("_Sweep"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->start),
                            self->run != NULL || (heddle_session_get_design (self->session) != NULL && get_chosen (self->variable) != NULL));
  if (self->run != NULL && gtk_widget_get_focus_child (self->form) != NULL) /* an entry that loses its focus by this complains */
    gtk_widget_grab_focus (GTK_WIDGET (self->start));
  gtk_widget_set_sensitive (self->form, self->run == NULL && get_chosen (self->variable) != NULL);
  show_hint (self);
}

static gboolean
has_doubtful (const Sweep *sweep)
{
  HdMetric metric;

  for (guint i = 0; sweep->table != NULL && i < sweep->sweep.n; i++)
    if (hd_sweep_table_find_metric (sweep->table, i, "saturated", &metric) && metric.value != 0)
      return TRUE;
  return FALSE;
}

static void
show_curve (HeddleSweepPage *self)
{
  HeddleSweepFigure figure = make_figure (self);
  g_autofree char *summary = heddle_sweep_figure_dup_summary (&figure);

  heddle_set_accessible_label (self->curve, summary);
  gtk_widget_set_visible (self->key, self->before.table != NULL);
  gtk_widget_set_visible (self->doubt, has_doubtful (&self->now) || has_doubtful (&self->before));
  gtk_widget_set_visible (self->hint, self->now.table == NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->choice), self->now.table != NULL && self->metric != NULL);
  gtk_widget_queue_draw (self->curve);
}

static const char *
find_title (GArray *metrics,
            const char *name)
{
  for (guint i = 0; i < metrics->len; i++)
    if (g_strcmp0 (g_array_index (metrics, HdMetric, i).name, name) == 0)
      return g_array_index (metrics, HdMetric, i).title;
  return NULL;
}

/* Latency is what a curve over load is drawn of; where there is none, what a run is mostly judged by. */
static const char *
find_usual (GArray *metrics)
{
  static const char *const usual[] = { "latency_mean", "throughput", "time_iter", "time_total" };

  for (guint i = 0; i < G_N_ELEMENTS (usual); i++)
    if (find_title (metrics, usual[i]) != NULL)
      return g_intern_string (usual[i]);
  return metrics->len > 0 ? g_array_index (metrics, HdMetric, 0).name : NULL;
}

/* As runs end there may be more of them. */
static void
fill_metrics (HeddleSweepPage *self)
{
  g_autoptr (GArray) metrics = hd_sweep_table_list_metrics (self->now.table);
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  if (metrics->len == g_list_model_get_n_items (gtk_drop_down_get_model (self->choice)) && find_title (metrics, self->metric) != NULL)
    return;
  if (find_title (metrics, self->metric) == NULL)
    self->metric = (char *) find_usual (metrics);
  for (guint i = 0; i < metrics->len; i++)
    gtk_string_list_append (titles, g_array_index (metrics, HdMetric, i).title);
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->choice, G_LIST_MODEL (titles));
  select_name (self->choice, find_title (metrics, self->metric));
  self->is_filling = FALSE;
}

static void
on_metric (HeddleSweepPage *self)
{
  guint chosen = gtk_drop_down_get_selected (self->choice);
  g_autoptr (GArray) metrics = NULL;

  if (self->is_filling || self->now.table == NULL)
    return;
  metrics = hd_sweep_table_list_metrics (self->now.table);
  if (chosen < metrics->len)
    self->metric = (char *) g_array_index (metrics, HdMetric, chosen).name;
  show_curve (self);
}

/* ---- runs ------------------------------------------------------------------------------------------------------------------- */

static void
on_ended (HeddleSweepPage *self,
          guint number,
          HdRunJob *job)
{
  self->now.n_ended++;
  if (hd_run_job_get_state (job) == HD_RUN_JOB_FINISHED)
    {
      hd_sweep_table_set_metrics (self->now.table, number, hd_run_job_get_record (job));
      fill_metrics (self);
    }
  else
    {
      g_autofree char *reason = hd_run_job_dup_reason (job);

      hd_sweep_table_set_error (self->now.table, number, reason);
      if (self->now.n_failed++ == 0)
        self->now.reason = g_steal_pointer (&reason);
    }
  if (hd_sweep_run_count_left (self->run) == 0)
    g_clear_object (&self->run);
  show_state (self);
  show_curve (self);
}

/* The last one stays, as far as anything has come of it and it is over the same. */
static void
keep_before (HeddleSweepPage *self,
             const char *name)
{
  g_autoptr (GArray) metrics = self->now.table != NULL ? hd_sweep_table_list_metrics (self->now.table) : NULL;

  if (metrics != NULL && metrics->len > 0)
    {
      sweep_clear (&self->before);
      self->before = self->now;
      self->now = (Sweep){ .table = NULL };
    }
  sweep_clear (&self->now);
  if (self->before.table != NULL && g_strcmp0 (self->before.sweep.range.name, name) != 0)
    sweep_clear (&self->before);
}

static void
start (HeddleSweepPage *self)
{
  g_auto (HdSweepRange) range = { NULL };
  g_autoptr (GError) error = NULL;
  const char *name = get_chosen (self->variable);
  g_autoptr (GPtrArray) commands = heddle_session_can_run (self->session) ? heddle_session_find_programs (self->session) : NULL;
  g_autoptr (HdPermit) permit = NULL;

  if (commands != NULL && commands->len > 0)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.allow-programs", NULL);
      return;
    }
  if (!hd_sweep_range_init (&range, name, gtk_editable_get_text (self->from), gtk_editable_get_text (self->to), &error))
    {
      gtk_label_set_label (self->state, error->message);
      heddle_set_tooltip (GTK_WIDGET (self->state), error->message);
      return;
    }
  range.is_whole = is_whole (self, name);
  keep_before (self, range.name);
  g_set_object (&self->document, heddle_session_get_document (self->session));
  g_clear_pointer (&self->swept, hd_snapshot_unref);
  self->swept = hd_snapshot_ref (heddle_session_get_snapshot (self->session));
  hd_sweep_init (&self->now.sweep, &range, (guint) gtk_spin_button_get_value_as_int (self->points));
  self->now.table = hd_sweep_table_new (self->now.sweep.range.name);
  for (guint i = 0; i < self->now.sweep.n; i++)
    hd_sweep_table_insert (self->now.table, i, self->now.sweep.values[i]);
  self->run = hd_sweep_run_new (heddle_session_get_catalog (self->session), heddle_session_get_snapshot (self->session), NULL, &self->now.sweep,
                                MAX (g_get_num_processors () - 1, 1)); /* one is the window's */
  permit = heddle_session_get_design (self->session) != NULL ? heddle_session_dup_permit (self->session) : NULL;
  hd_sweep_run_allow_programs (self->run, permit);
  g_signal_connect_object (self->run, "ended", G_CALLBACK (on_ended), self, G_CONNECT_SWAPPED);
  show_state (self);
  show_curve (self);
}

/* What has ended stays. */
static void
cancel (HeddleSweepPage *self)
{
  g_clear_object (&self->run);
  show_state (self);
}

static void
on_start (HeddleSweepPage *self)
{
  if (self->run != NULL)
    cancel (self);
  else
    start (self);
}

static void
forget (HeddleSweepPage *self)
{
  g_clear_object (&self->run);
  sweep_clear (&self->now);
  sweep_clear (&self->before);
  g_clear_object (&self->document);
  g_clear_pointer (&self->swept, hd_snapshot_unref);
}

static void
on_design_changed (HeddleSweepPage *self)
{
  if (self->document != NULL && self->document != heddle_session_get_document (self->session))
    {
      forget (self);
      show_curve (self);
    }
  fill_variables (self);
  show_state (self);
}

/* ---- object ----------------------------------------------------------------------------------------------------------------- */

static void
heddle_sweep_page_dispose (GObject *object)
{
  HeddleSweepPage *self = HEDDLE_SWEEP_PAGE (object);

  forget (self);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_sweep_page_parent_class)->dispose (object);
}

static void
heddle_sweep_page_css_changed (GtkWidget *widget,
                               GtkCssStyleChange *change)
{
  HeddleSweepPage *self = HEDDLE_SWEEP_PAGE (widget);

  GTK_WIDGET_CLASS (heddle_sweep_page_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->text, heddle_text_free);
}

static void
heddle_sweep_page_class_init (HeddleSweepPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_sweep_page_dispose;
  widget_class->css_changed = heddle_sweep_page_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/sweep-page.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, form);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, variable);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, from);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, to);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, points);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, start);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, state);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, key);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, doubt);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, logarithmic);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, curve);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, hint);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, words);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, vary);
  gtk_widget_class_bind_template_child (widget_class, HeddleSweepPage, add);
  gtk_widget_class_bind_template_callback (widget_class, propose_range);
  gtk_widget_class_bind_template_callback (widget_class, on_start);
  gtk_widget_class_bind_template_callback (widget_class, on_vary);
  gtk_widget_class_bind_template_callback (widget_class, show_hint);
  gtk_widget_class_bind_template_callback (widget_class, on_metric);
  gtk_widget_class_bind_template_callback (widget_class, show_curve);
}

static void
heddle_sweep_page_init (HeddleSweepPage *self)
{
  g_autoptr (GtkStringList) nothing = gtk_string_list_new (NULL);

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drop_down_set_model (self->choice, G_LIST_MODEL (nothing));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->curve), draw_curve, self, NULL);
  heddle_look_watch (self->curve);
}

GtkWidget *
heddle_sweep_page_new (HeddleSession *session)
{
  static const HeddlePlotSource source = { dup_name, NULL, make_text, get_picture_size, paint_picture };
  static const HeddlePlotFormat formats[] = { { ".sweep.csv", N_("All Metrics as _CSV…"), 0 } };
  HeddleSweepPage *self = g_object_new (HEDDLE_TYPE_SWEEP_PAGE, NULL);

  self->session = g_object_ref (session);
  self->export = heddle_plot_export_new (&source, self, formats, G_N_ELEMENTS (formats), _("Export the Sweep"), _("The sweep cannot be exported"),
                                         _("Write the sweep to a file"));
  gtk_box_append (self->bar, self->export);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (on_design_changed), self, G_CONNECT_SWAPPED);
  on_design_changed (self);
  show_curve (self);
  return GTK_WIDGET (self);
}
