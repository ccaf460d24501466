/* heddle-latency.c: how long the messages of a run took
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-latency"

#include "heddle-latency.h"

#include <glib/gi18n.h>

#include "heddle-empty-page.h"
#include "heddle-histogram-figure.h"
#include "heddle-look.h"
#include "heddle-rows.h"

#define N_FIGURES 5 /* with the number of messages */

enum
{
  COLUMN_NAME,
  COLUMN_BEFORE,
  COLUMN_NOW,
  N_COLUMNS
};

struct _HeddleLatency
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  HdRecord *record, *baseline; /* that the figure is of, or NULL */
  char *columns, *summary;     /* what is said of all */

  /* Of the template */
  GtkWidget *stack;
  GtkBox *bar;
  GtkDropDown *choice; /* between the workloads of a run */
  GtkLabel *about;
  GtkWidget *cycles;
  GtkWidget *one;
  GtkWidget *slowest;
  GtkWidget *curve;
  GtkGrid *grid;

  /* Borrowed: children */
  GtkWidget *export;
  GtkLabel *cells[N_FIGURES + 1][N_COLUMNS];

  HeddleHistogramFigure figure;
  gboolean is_filling; /* the choice, not by hand */
};

G_DEFINE_FINAL_TYPE (HeddleLatency, heddle_latency, GTK_TYPE_WIDGET)

/* ---- painting -------------------------------------------------------------------------------------------------------- */

static void
paint (HeddleLatency *self,
       cairo_t *cr,
       double width,
       double height)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));

  if (self->text == NULL)
    self->text = heddle_look_new_text (GTK_WIDGET (self));
  cairo_save (cr);
  cairo_scale (cr, scale, scale); /* as a whole: margins hold the words of the axes */
  heddle_histogram_figure_paint (&self->figure, self->text, cr, heddle_look_get_theme (), width / scale, height / scale);
  cairo_restore (cr);
}

static void
draw_curve (GtkDrawingArea *area,
            cairo_t *cr,
            int width,
            int height,
            gpointer data)
{
  HeddleLatency *self = data;

  if (self->figure.now.n > 0)
    paint (self, cr, width, height);
}

/* ---- export ---------------------------------------------------------------------------------------------------------- */

static HdRecord *
get_record (gpointer plot)
{
  HeddleLatency *self = plot;

  return self->figure.now.n > 0 ? self->record : NULL;
}

static char *
dup_name (gpointer plot)
{
  HdRecord *record = get_record (plot);

  return record != NULL ? g_strdup (hd_design_get_name (hd_record_get_design (record))) : NULL;
}

static void
get_picture_size (gpointer plot,
                  double *out_width,
                  double *out_height)
{
  HeddleLatency *self = plot;

  *out_width = MAX (gtk_widget_get_width (self->curve), 1);
  *out_height = MAX (gtk_widget_get_height (self->curve), 1);
}

static void
paint_picture (cairo_t *cr,
               gpointer plot)
{
  HeddleLatency *self = plot;
  double width, height;

  get_picture_size (plot, &width, &height);
  heddle_colour_set (cr, heddle_look_get_theme ()->view_bg);
  cairo_paint (cr);
  paint (self, cr, width, height);
}

HeddlePlotExport *
heddle_latency_get_export (HeddleLatency *self)
{
  return HEDDLE_PLOT_EXPORT (self->export);
}

/* ---- what it shows --------------------------------------------------------------------------------------------------- */

static void
show_cell (HeddleLatency *self,
           guint row,
           guint column,
           char *text) /* taken */
{
  gtk_label_set_label (self->cells[row][column], text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->cells[row][column]), column != COLUMN_BEFORE || self->figure.compares);
  g_free (text);
}

static void
show_column (HeddleLatency *self,
             guint column,
             const HdHistogram *histogram)
{
  const HdTime times[] = { histogram->p50, histogram->p95, histogram->p99, histogram->most };

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    show_cell (self, i + 1, column, heddle_histogram_figure_dup_time (&self->figure, times[i]));
  show_cell (self, N_FIGURES, column, hd_figure_count (histogram->n));
}

/* What a column has, and whether there is a packet of it that can be followed. */
static void
show_selected (HeddleLatency *self)
{
  guint selected = self->figure.selected;
  g_autofree char *share = selected > 0 ? heddle_histogram_figure_dup_share (&self->figure, selected) : NULL;
  g_autofree char *words = share != NULL ? g_strdup_printf ("%s %s", share, self->summary) : NULL;

  gtk_label_set_label (self->about, share != NULL ? share : self->columns);
  gtk_widget_set_sensitive (self->one, selected > 0);
  heddle_set_accessible_label (self->curve, words != NULL ? words : self->summary);
  gtk_widget_queue_draw (self->curve);
}

static void
show_figures (HeddleLatency *self)
{
  g_autofree char *column = heddle_histogram_figure_dup_column (&self->figure);
  HdFollowTarget packet;

  g_free (self->columns);
  g_free (self->summary);
  self->columns = g_strdup_printf (_("Share of the messages, in columns of %s"), column);
  self->summary = heddle_histogram_figure_dup_summary (&self->figure);
  gtk_widget_set_visible (self->cycles, self->figure.cycle_ps > 0);
  gtk_widget_set_visible (self->slowest, hd_record_get_slowest (self->record, &packet));
  gtk_widget_set_visible (self->one, heddle_session_can_follow (self->session));
  show_selected (self);
  show_cell (self, 0, COLUMN_BEFORE, g_strdup (_("Baseline")));
  show_column (self, COLUMN_BEFORE, &self->figure.before);
  show_column (self, COLUMN_NOW, &self->figure.now);
}

static void
on_slowest (HeddleLatency *self)
{
  HdFollowTarget packet;

  if (self->record != NULL && hd_record_get_slowest (self->record, &packet))
    heddle_session_follow_packet (self->session, &packet);
}

/* ---- a column -------------------------------------------------------------------------------------------------------- */

static void
on_one (HeddleLatency *self)
{
  const HdExample *example = self->figure.selected > 0 ? heddle_histogram_figure_get_example (&self->figure, self->figure.selected) : NULL;

  if (example != NULL && heddle_session_can_follow (self->session))
    heddle_session_follow_packet (self->session, &(HdFollowTarget){ .source = example->source, .destination = example->destination, .time = example->sent });
}

static guint
find_column (HeddleLatency *self,
             double x)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));
  guint column;

  if (self->figure.now.n == 0 || self->text == NULL)
    return 0;
  column = heddle_histogram_figure_find (&self->figure, self->text, gtk_widget_get_width (self->curve) / scale, gtk_widget_get_height (self->curve) / scale,
                                         x / scale);
  return column > 0 && heddle_histogram_figure_get_example (&self->figure, column) != NULL ? column : 0;
}

static void
on_pressed (HeddleLatency *self,
            int n_press,
            double x,
            double y)
{
  gtk_widget_grab_focus (self->curve);
  self->figure.selected = find_column (self, x);
  show_selected (self);
  if (n_press == 2)
    on_one (self);
}

static gboolean
on_key (HeddleLatency *self,
        guint key)
{
  if (self->figure.now.n == 0)
    return GDK_EVENT_PROPAGATE;
  switch (key)
    {
    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (!heddle_histogram_figure_step (&self->figure, key == GDK_KEY_Left ? -1 : 1))
        gtk_widget_error_bell (self->curve);
      break;
    case GDK_KEY_Home:
    case GDK_KEY_End:
      self->figure.selected = 0;
      heddle_histogram_figure_step (&self->figure, key == GDK_KEY_Home ? 1 : -1);
      break;
    case GDK_KEY_Escape:
      if (self->figure.selected == 0)
        return GDK_EVENT_PROPAGATE;
      self->figure.selected = 0;
      break;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      on_one (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  show_selected (self);
  return GDK_EVENT_STOP;
}

static gboolean
on_query_tooltip (HeddleLatency *self,
                  int x,
                  int y,
                  gboolean is_by_key,
                  GtkTooltip *tooltip)
{
  guint column = is_by_key ? self->figure.selected : find_column (self, x);
  g_autofree char *text = column > 0 ? heddle_histogram_figure_dup_share (&self->figure, column) : NULL;

  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* ---- what there is -------------------------------------------------------------------------------------------------- */

static void
forget (HeddleLatency *self)
{
  self->figure = (HeddleHistogramFigure){ 0 };
  g_clear_pointer (&self->record, hd_record_unref);
  g_clear_pointer (&self->baseline, hd_record_unref);
}

static HdRecord *
keep (HdRecord *record)
{
  return record != NULL ? hd_record_ref (record) : NULL;
}

/* One workload needs no choice. */
static void
fill_choice (HeddleLatency *self,
             HdRecord *record)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint n = record != NULL ? hd_record_get_n_histograms (record) : 0, chosen = gtk_drop_down_get_selected (self->choice);
  HdHistogram histogram;

  for (guint i = 0; i < n && hd_record_get_histogram (record, i, &histogram); i++)
    gtk_string_list_append (titles, histogram.title);
  self->is_filling = TRUE;
  gtk_drop_down_set_model (self->choice, G_LIST_MODEL (titles));
  gtk_drop_down_set_selected (self->choice, chosen < n ? chosen : 0);
  self->is_filling = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->choice), n > 1);
}

static void
show (HeddleLatency *self)
{
  guint chosen = gtk_drop_down_get_selected (self->choice);
  gboolean is_there;

  if (self->is_filling)
    return;
  forget (self);
  self->record = keep (heddle_session_get_record (self->session));
  self->baseline = keep (heddle_session_get_baseline (self->session));
  self->figure.in_cycles = gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->cycles));
  is_there = heddle_histogram_figure_read (&self->figure, self->record, self->baseline, chosen == GTK_INVALID_LIST_POSITION ? 0 : chosen);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), is_there ? "plot" : "empty");
  if (is_there)
    show_figures (self);
}

/* Histograms come when a run ends, with no signal of their own. */
static void
refresh (HeddleLatency *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      forget (self);
      return;
    }
  fill_choice (self, heddle_session_get_record (self->session));
  show (self);
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

static void
heddle_latency_dispose (GObject *object)
{
  HeddleLatency *self = HEDDLE_LATENCY (object);

  g_clear_pointer (&self->stack, gtk_widget_unparent);
  forget (self);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_pointer (&self->columns, g_free);
  g_clear_pointer (&self->summary, g_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_latency_parent_class)->dispose (object);
}

static void
heddle_latency_css_changed (GtkWidget *widget,
                            GtkCssStyleChange *change)
{
  HeddleLatency *self = HEDDLE_LATENCY (widget);

  GTK_WIDGET_CLASS (heddle_latency_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->text, heddle_text_free);
}

static void
heddle_latency_class_init (HeddleLatencyClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_latency_dispose;
  widget_class->css_changed = heddle_latency_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/latency.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleLatency, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleLatency, bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleLatency, choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleLatency, about);
  gtk_widget_class_bind_template_child (widget_class, HeddleLatency, cycles);
  gtk_widget_class_bind_template_child (widget_class, HeddleLatency, one);
  gtk_widget_class_bind_template_child (widget_class, HeddleLatency, slowest);
  gtk_widget_class_bind_template_child (widget_class, HeddleLatency, curve);
  gtk_widget_class_bind_template_child (widget_class, HeddleLatency, grid);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  gtk_widget_class_bind_template_callback (widget_class, show);
  gtk_widget_class_bind_template_callback (widget_class, on_slowest);
  gtk_widget_class_bind_template_callback (widget_class, on_one);
  gtk_widget_class_bind_template_callback (widget_class, on_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
  gtk_widget_class_bind_template_callback (widget_class, on_query_tooltip);
}

static void
add_cells (HeddleLatency *self)
{
  const char *const names[N_FIGURES + 1] = { "", _("Median"), _("95th percentile"), _("99th percentile"), _("Longest"), _("Messages") };

  for (guint row = 0; row <= N_FIGURES; row++)
    for (guint column = 0; column < N_COLUMNS; column++)
      {
        GtkWidget *cell = heddle_label_new ("", column == COLUMN_NAME || row == 0 || column == COLUMN_BEFORE ? "dim-label" : NULL);

        gtk_label_set_xalign (GTK_LABEL (cell), column == COLUMN_NAME ? 0 : 1);
        if (column != COLUMN_NAME)
          gtk_widget_add_css_class (cell, "numeric");
        gtk_grid_attach (self->grid, cell, (int) column, (int) row, 1, 1);
        self->cells[row][column] = GTK_LABEL (cell);
      }
  for (guint row = 0; row <= N_FIGURES; row++)
    show_cell (self, row, COLUMN_NAME, g_strdup (names[row]));
  show_cell (self, 0, COLUMN_NOW, g_strdup (_("Now")));
}

static void
heddle_latency_init (HeddleLatency *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->curve), draw_curve, self, NULL);
  heddle_look_watch (self->curve);
  add_cells (self);
}

GtkWidget *
heddle_latency_new (HeddleSession *session)
{
  static const HeddlePlotSource source = { dup_name, get_record, NULL, get_picture_size, paint_picture };
  static const HeddlePlotFormat formats[] = { { ".histograms.csv", N_("_Histograms as CSV…"), HD_REPORT_HISTOGRAMS } };
  HeddleLatency *self = g_object_new (HEDDLE_TYPE_LATENCY, NULL);
  GtkWidget *empty = heddle_empty_page_new (session, "heddle-histogram-symbolic", _("No Latencies Yet"),
                                            _("A run of synthetic traffic shows here how long its messages took, once it has ended."));

  self->session = g_object_ref (session);
  self->export = heddle_plot_export_new (&source, self, formats, G_N_ELEMENTS (formats), _("Export the Latencies"),
                                         _("The latencies cannot be exported"), _("Write the latencies to a file"));
  gtk_box_append (self->bar, self->export);
  gtk_stack_add_named (GTK_STACK (self->stack), empty, "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_signal_connect_object (session, "run-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
