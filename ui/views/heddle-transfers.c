/* heddle-transfers.c: what became of each transfer from and to memories
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-transfers"

#include "heddle-transfers.h"

#include <math.h>

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-empty-page.h"
#include "heddle-look.h"
#include "heddle-moments-figure.h"
#include "heddle-rows.h"

#define ZOOM_STEP 1.25
#define PAN_SHARE 0.125 /* of what is seen, by a key or a notch of the wheel */
#define WHEEL_ROWS 3.0
#define LEAST_SPAN 8.0  /* ps */

struct _HeddleTransfers
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  HdRecord *record;            /* that has ended, whose transfers these are; or %NULL */
  GCancellable *reading;       /* of its files, in a thread; or %NULL */
  HeddleMomentsFigure *figure; /* or %NULL */
  HdRouter *router;            /* of its design, once it is needed; or %NULL */

  /* Of the template */
  GtkWidget *stack;
  GtkBox *bar;
  GtkLabel *about;
  GtkDropDown *choice;
  GtkWidget *follow;
  GtkWidget *area;
  GtkAdjustment *rows; /* the one at the top */
  GtkWidget *bad;      /* what is wrong with the files */

  /* Borrowed: child */
  GtkWidget *export;

  double from, to; /* ps since they were asked for */
  gint64 selected;       /* row, or -1 */
  HeddleMomentsBar part; /* of it, that was gone to */
  double pointer_x;
};

G_DEFINE_FINAL_TYPE (HeddleTransfers, heddle_transfers, GTK_TYPE_WIDGET)

/* ---- what is seen --------------------------------------------------------------------------------------------------- */

static HeddleMomentsPicture
make_picture (HeddleTransfers *self)
{
  HeddleMomentsPicture picture = heddle_moments_figure_make_picture (self->figure, gtk_drop_down_get_selected (self->choice));

  picture.from = (HdTime) self->from;
  picture.to = (HdTime) ceil (self->to);
  picture.first = gtk_adjustment_get_value (self->rows);
  picture.selected = self->selected;
  picture.moment = heddle_session_is_scrubbing (self->session) ? heddle_session_get_moment (self->session) : -1;
  return picture;
}

/* In units of the painter, which all scale with the text. */
static void
get_size (HeddleTransfers *self,
          double *out_width,
          double *out_height)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));

  *out_width = gtk_widget_get_width (self->area) / scale;
  *out_height = gtk_widget_get_height (self->area) / scale;
}

static void
prepare_text (HeddleTransfers *self)
{
  if (self->text == NULL)
    self->text = heddle_look_new_text (GTK_WIDGET (self));
}

static void
set_range (HeddleTransfers *self,
           double from,
           double to)
{
  double all = (double) heddle_moments_figure_make_picture (self->figure, gtk_drop_down_get_selected (self->choice)).to, span = CLAMP (to - from, MIN (LEAST_SPAN, all), all);

  self->from = CLAMP (from, 0, all - span);
  self->to = self->from + span;
  gtk_widget_queue_draw (self->area);
}

static void
show_all (HeddleTransfers *self)
{
  set_range (self, 0, G_MAXINT64);
}

static void
zoom (HeddleTransfers *self,
      double at,
      double factor)
{
  set_range (self, at - (at - self->from) / factor, at + (self->to - at) / factor);
}

static void
zoom_here (HeddleTransfers *self,
           double factor)
{
  HeddleMomentsPicture picture = make_picture (self);
  double width, height;

  get_size (self, &width, &height);
  zoom (self, CLAMP (heddle_moments_find_time (&picture, width, self->pointer_x / heddle_look_get_text_scale (GTK_WIDGET (self))), self->from, self->to), factor);
}

static void
pan (HeddleTransfers *self,
     double share)
{
  double by = share * (self->to - self->from);

  set_range (self, self->from + by, self->to + by);
}

static double
count_seen (HeddleTransfers *self)
{
  HeddleMomentsPicture picture = make_picture (self);
  double width, height;

  get_size (self, &width, &height);
  prepare_text (self);
  return heddle_moments_count_seen (self->text, &picture, width, height);
}

static void
fit_rows (HeddleTransfers *self)
{
  double n, seen;

  if (self->figure == NULL)
    return;
  n = make_picture (self).n_rows;
  seen = MIN (floor (count_seen (self)), n);
  gtk_adjustment_configure (self->rows, MIN (gtk_adjustment_get_value (self->rows), n - seen), 0, n, 1, MAX (seen - 1, 1), seen);
}

/* ---- painting ------------------------------------------------------------------------------------------------------- */

static void
paint (HeddleTransfers *self,
       cairo_t *cr,
       double width,
       double height)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));
  HeddleMomentsPicture picture = make_picture (self);

  prepare_text (self);
  cairo_save (cr);
  cairo_scale (cr, scale, scale); /* as a whole: columns hold words */
  heddle_moments_paint (self->text, cr, &picture, heddle_look_get_theme (), width / scale, height / scale);
  cairo_restore (cr);
}

static void
draw_area (GtkDrawingArea *area,
           cairo_t *cr,
           int width,
           int height,
           gpointer data)
{
  HeddleTransfers *self = data;

  if (self->figure != NULL)
    paint (self, cr, width, height);
}

/* ---- export --------------------------------------------------------------------------------------------------------- */

static char *
dup_name (gpointer plot)
{
  HeddleTransfers *self = plot;

  return self->figure != NULL ? g_strdup (hd_design_get_name (hd_record_get_design (self->record))) : NULL;
}

static HdRecord *
get_record (gpointer plot)
{
  HeddleTransfers *self = plot;

  return self->figure != NULL ? self->record : NULL;
}

static void
get_picture_size (gpointer plot,
                  double *out_width,
                  double *out_height)
{
  HeddleTransfers *self = plot;

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
heddle_transfers_get_export (HeddleTransfers *self)
{
  return HEDDLE_PLOT_EXPORT (self->export);
}

/* ---- the way of one ------------------------------------------------------------------------------------------------- */

static void
add_route (HeddleTransfers *self,
           guint32 from,
           guint32 to,
           GArray *links)
{
  HdRoute route;

  if (self->router == NULL)
    self->router = hd_router_new (hd_record_get_design (self->record));
  if (hd_router_find (self->router, from, to, NULL, 0, &route, NULL))
    g_array_append_vals (links, route.links, route.n_hops);
}

/* The summary while none is selected. */
static void
describe (HeddleTransfers *self)
{
  HeddleMomentsPicture picture = make_picture (self);
  const HdMoments *moments = self->selected >= 0 ? heddle_moments_get (&picture, (guint) self->selected) : NULL;
  const HdMoments *source = moments != NULL ? heddle_moments_get_source (&picture, (guint) self->selected) : NULL;
  g_autofree char *about = moments != NULL ? heddle_moments_figure_dup_sentence (self->figure, source, moments)
                                           : heddle_moments_figure_dup_summary (self->figure, gtk_drop_down_get_selected (self->choice));
  g_autofree char *row = moments != NULL ? heddle_moments_figure_dup_row (self->figure, source, moments) : NULL;

  gtk_label_set_label (self->about, about);
  heddle_set_tooltip (GTK_WIDGET (self->about), row); /* it may be too narrow */
  heddle_set_accessible_label (self->area, row != NULL ? g_strdelimit (row, "\n", ';') : about);
}

/* Where it waits, lies, or is served; on its way it is marked nowhere. */
static guint32
find_place (const HeddleMomentsBar *bar)
{
  switch (bar->part)
    {
    case HEDDLE_MOMENTS_TAKE:
    case HEDDLE_MOMENTS_QUEUE:
    case HEDDLE_MOMENTS_ENTRY:
    case HEDDLE_MOMENTS_STORE:
      return bar->moments->component;
    case HEDDLE_MOMENTS_MEMORY:
    case HEDDLE_MOMENTS_REPLY_ENTRY:
    case HEDDLE_MOMENTS_KEEP:
      return bar->moments->memory;
    default:
      return HD_NO_ID;
    }
}

/* @time: on the axis; when it was not under way: the middle of what took it longest. */
static void
go_to (HeddleTransfers *self,
       const HdMoments *source,
       const HdMoments *moments,
       double time)
{
  HeddleMomentsBar bars[HEDDLE_MOMENTS_MOST_BARS];
  guint n = heddle_moments_lay_out (source, moments, bars);
  const HeddleMomentsBar *bar = heddle_moments_find_bar (bars, n, time);
  HdTime moment;

  if (bar != NULL)
    moment = bar->begin + (HdTime) time - bar->at;
  else
    {
      bar = heddle_moments_find_longest (bars, n);
      moment = bar->begin + (bar->end - bar->begin) / 2;
    }
  self->part = *bar;
  heddle_session_mark_node (self->session, hd_record_get_design (self->record), find_place (bar));
  heddle_session_show_time (self->session, bars[0].begin, bars[n - 1].end);
  heddle_session_set_moment (self->session, moment);
}

/* From who writes to the memory and back, or on to who reads. */
static void
light_way (HeddleTransfers *self,
           const HdMoments *source,
           const HdMoments *moments)
{
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 nodes[] = { moments->component, moments->memory, source != NULL ? source->component : HD_NO_ID };
  gboolean has_other = source != NULL && source->component != moments->component;

  if (has_other)
    add_route (self, source->component, source->memory, links);
  add_route (self, moments->component, moments->memory, links);
  add_route (self, moments->memory, moments->component, links);
  heddle_session_select_way (self->session, hd_record_get_design (self->record), nodes, has_other ? 3 : 2, (const guint32 *) (gconstpointer) links->data, links->len);
}

/* Lights its way, and goes to @time on the axis. */
static void
select_row (HeddleTransfers *self,
            gint64 row,
            double time)
{
  HeddleMomentsPicture picture = make_picture (self);
  double seen = floor (count_seen (self)), first = gtk_adjustment_get_value (self->rows);
  const HdMoments *moments, *source;

  if (picture.n_rows == 0)
    return;
  self->selected = CLAMP (row, 0, (gint64) picture.n_rows - 1);
  if ((double) self->selected < first)
    gtk_adjustment_set_value (self->rows, (double) self->selected);
  else if ((double) self->selected > first + seen - 1)
    gtk_adjustment_set_value (self->rows, (double) self->selected - seen + 1);
  moments = heddle_moments_get (&picture, (guint) self->selected);
  source = heddle_moments_get_source (&picture, (guint) self->selected);
  light_way (self, source, moments);
  go_to (self, source, moments, time);
  describe (self);
  gtk_widget_set_sensitive (self->follow, TRUE);
  gtk_widget_queue_draw (self->area);
}

/* While it lies in the memory, or is in private memory, the packet before or behind that. */
static void
on_follow (HeddleTransfers *self)
{
  HdFollowTarget packet;

  if (self->selected < 0 || !heddle_session_can_follow (self->session))
    return;
  heddle_moments_figure_find_packet (self->figure, self->part.moments, self->part.part, &packet);
  heddle_session_follow_packet (self->session, &packet);
}

/* ---- pointer and keys ----------------------------------------------------------------------------------------------- */

static gboolean
on_scroll (HeddleTransfers *self,
           double dx,
           double dy,
           GtkEventController *controller)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (controller);

  if (self->figure == NULL)
    return GDK_EVENT_PROPAGATE;
  if (state & GDK_CONTROL_MASK)
    zoom_here (self, pow (ZOOM_STEP, -dy));
  else if ((state & GDK_SHIFT_MASK) || fabs (dx) > fabs (dy))
    pan (self, (dx + ((state & GDK_SHIFT_MASK) ? dy : 0)) * PAN_SHARE);
  else
    gtk_adjustment_set_value (self->rows, gtk_adjustment_get_value (self->rows) + dy * WHEEL_ROWS);
  return GDK_EVENT_STOP;
}

static void
on_motion (HeddleTransfers *self,
           double x,
           double y)
{
  self->pointer_x = x;
}

static gint64
find_row (HeddleTransfers *self,
          double y)
{
  HeddleMomentsPicture picture = make_picture (self);
  double width, height;

  get_size (self, &width, &height);
  prepare_text (self);
  return heddle_moments_find_row (self->text, &picture, width, height, y / heddle_look_get_text_scale (GTK_WIDGET (self)));
}

static void
on_pressed (HeddleTransfers *self,
            int n_press,
            double x,
            double y)
{
  HeddleMomentsPicture picture;
  double width, height, time;
  gint64 row;

  gtk_widget_grab_focus (self->area);
  if (self->figure == NULL)
    return;
  row = find_row (self, y);
  if (row < 0)
    return;
  picture = make_picture (self);
  get_size (self, &width, &height);
  time = heddle_moments_find_time (&picture, width, x / heddle_look_get_text_scale (GTK_WIDGET (self)));
  select_row (self, row, time >= self->from && time < self->to ? time : -1);
  if (n_press == 2)
    on_follow (self);
}

static gboolean
on_key (HeddleTransfers *self,
        guint key)
{
  gint64 page;

  if (self->figure == NULL)
    return GDK_EVENT_PROPAGATE;
  page = (gint64) MAX (floor (count_seen (self)) - 1, 1);
  switch (key)
    {
    case GDK_KEY_Up:
      select_row (self, self->selected - 1, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
      select_row (self, self->selected + 1, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
      select_row (self, self->selected - page, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Down:
      select_row (self, self->selected + page, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
      select_row (self, 0, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
      select_row (self, G_MAXUINT32, -1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      on_follow (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      zoom (self, self->from, ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      zoom (self, self->from, 1 / ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
      pan (self, -PAN_SHARE);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
      pan (self, PAN_SHARE);
      return GDK_EVENT_STOP;
    case GDK_KEY_0:
      show_all (self);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static gboolean
on_query_tooltip (HeddleTransfers *self,
                  int x,
                  int y,
                  gboolean is_by_key,
                  GtkTooltip *tooltip)
{
  gint64 row = self->figure == NULL ? -1 : is_by_key ? self->selected : find_row (self, y);
  HeddleMomentsPicture picture;
  g_autofree char *text = NULL;

  if (row < 0)
    return FALSE;
  picture = make_picture (self);
  text = heddle_moments_figure_dup_row (self->figure, heddle_moments_get_source (&picture, (guint) row), heddle_moments_get (&picture, (guint) row));
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- what it shows -------------------------------------------------------------------------------------------------- */

static void
on_order (HeddleTransfers *self)
{
  self->selected = -1;
  gtk_widget_set_sensitive (self->follow, FALSE);
  gtk_adjustment_set_value (self->rows, 0);
  if (self->figure != NULL)
    {
      describe (self);
      show_all (self);
      fit_rows (self);
    }
  gtk_widget_queue_draw (self->area);
}

static void
forget (HeddleTransfers *self)
{
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  g_clear_pointer (&self->figure, heddle_moments_figure_free);
  g_clear_pointer (&self->router, hd_router_free);
  g_clear_pointer (&self->record, hd_record_unref);
  self->selected = -1;
}

static void
free_figure (gpointer figure)
{
  if (figure != NULL)
    heddle_moments_figure_free (figure);
}

/* Returns %NULL if none were logged. */
static void
read_in_thread (GTask *task,
                gpointer source,
                gpointer record,
                GCancellable *cancellable)
{
  GError *error = NULL;
  g_autoptr (GArray) moments = hd_moments_read (record, &error);

  if (moments == NULL)
    g_task_return_error (task, error);
  else if (moments->len == 0 || g_cancellable_is_cancelled (cancellable))
    g_task_return_pointer (task, NULL, NULL);
  else
    g_task_return_pointer (task, heddle_moments_figure_new (hd_record_get_design (record), moments), free_figure);
}

/* Of another record than the present one it is cancelled. */
static void
on_read (GObject *object,
         GAsyncResult *result,
         gpointer data)
{
  HeddleTransfers *self = HEDDLE_TRANSFERS (object);
  g_autoptr (GError) error = NULL;
  g_autoptr (HeddleMomentsFigure) figure = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reading);
  if (error != NULL)
    {
      adw_status_page_set_description (ADW_STATUS_PAGE (self->bad), error->message);
      gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "bad");
      return;
    }
  if (figure == NULL)
    return;
  self->figure = g_steal_pointer (&figure);
  describe (self);
  gtk_adjustment_set_value (self->rows, 0);
  gtk_widget_set_visible (self->follow, heddle_session_can_follow (self->session));
  gtk_widget_set_sensitive (self->follow, FALSE);
  show_all (self);
  fit_rows (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "plot");
}

/* Nothing to see: because nobody logs, or because nothing has run since somebody does. */
static void
show_nothing (HeddleTransfers *self)
{
  HdDesign *design = heddle_session_get_design (self->session);

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), design != NULL && !hd_moments_are_logged (design) ? "silent" : "empty");
}

/* Files are there once a run has ended. */
static void
refresh (HeddleTransfers *self)
{
  HdRecord *record = heddle_session_get_record (self->session);
  g_autoptr (GTask) task = NULL;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (record == self->record && record != NULL)
    {
      if (self->figure == NULL && self->reading == NULL && !g_str_equal (gtk_stack_get_visible_child_name (GTK_STACK (self->stack)), "bad"))
        show_nothing (self);
      return;
    }
  forget (self);
  show_nothing (self);
  if (record == NULL || hd_record_get_n_files (record) == 0)
    return;
  self->record = hd_record_ref (record);
  self->reading = g_cancellable_new ();
  task = g_task_new (self, self->reading, on_read, NULL);
  g_task_set_task_data (task, hd_record_ref (record), (GDestroyNotify) hd_record_unref);
  hd_task_run_in_thread (task, read_in_thread);
}

/* ---- object --------------------------------------------------------------------------------------------------------- */

static void
heddle_transfers_dispose (GObject *object)
{
  HeddleTransfers *self = HEDDLE_TRANSFERS (object);

  forget (self);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_transfers_parent_class)->dispose (object);
}

static void
heddle_transfers_css_changed (GtkWidget *widget,
                              GtkCssStyleChange *change)
{
  HeddleTransfers *self = HEDDLE_TRANSFERS (widget);

  GTK_WIDGET_CLASS (heddle_transfers_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->text, heddle_text_free);
}

static void
heddle_transfers_class_init (HeddleTransfersClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_transfers_dispose;
  widget_class->css_changed = heddle_transfers_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/transfers.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleTransfers, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleTransfers, bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleTransfers, about);
  gtk_widget_class_bind_template_child (widget_class, HeddleTransfers, choice);
  gtk_widget_class_bind_template_child (widget_class, HeddleTransfers, follow);
  gtk_widget_class_bind_template_child (widget_class, HeddleTransfers, area);
  gtk_widget_class_bind_template_child (widget_class, HeddleTransfers, rows);
  gtk_widget_class_bind_template_child (widget_class, HeddleTransfers, bad);
  gtk_widget_class_bind_template_callback (widget_class, refresh);
  gtk_widget_class_bind_template_callback (widget_class, fit_rows);
  gtk_widget_class_bind_template_callback (widget_class, on_order);
  gtk_widget_class_bind_template_callback (widget_class, on_follow);
  gtk_widget_class_bind_template_callback (widget_class, on_query_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, on_scroll);
  gtk_widget_class_bind_template_callback (widget_class, on_motion);
  gtk_widget_class_bind_template_callback (widget_class, on_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_key);
}

static void
heddle_transfers_init (HeddleTransfers *self)
{
  self->selected = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->area), draw_area, self, NULL);
  g_signal_connect_object (self->rows, "value-changed", G_CALLBACK (gtk_widget_queue_draw), self->area, G_CONNECT_SWAPPED);
  heddle_look_watch (self->area);
}

GtkWidget *
heddle_transfers_new (HeddleSession *session)
{
  static const HeddlePlotSource source = { dup_name, get_record, NULL, get_picture_size, paint_picture };
  HeddleTransfers *self = g_object_new (HEDDLE_TYPE_TRANSFERS, NULL);

  self->session = g_object_ref (session);
  self->export = heddle_plot_export_new (&source, self, NULL, 0, _("Export the Transfers"), _("The transfers cannot be exported"), _("Write what is seen to a file"));
  gtk_box_append (self->bar, self->export);
  gtk_stack_add_named (GTK_STACK (self->stack), heddle_empty_page_new (session, "heddle-transfers-symbolic", _("No Transfers Yet"),
                                                                       _("Run the project to see what each transfer from and to memory waited for, once the run has ended.")), "empty");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "empty");
  g_signal_connect_object (session, "run-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "progressed", G_CALLBACK (gtk_widget_queue_draw), self->area, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
