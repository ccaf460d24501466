/* heddle-timeline-plot.c: lanes of spans, what released what, and what a search found
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-timeline-plot"

#include "heddle-timeline-plot.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-span-set.h"
#include "heddle-time-plot-menu.h"
#include "heddle-timeline-figure.h"

struct _HeddleTimelinePlot
{
  HeddleTimePlot parent_instance;

  /* Owned */
  HeddleTimelineFigure *figure;

  guint64 waited;     /* what a lane waits for where the pointer is, or HD_NO_SPAN */
  HdTime waits_since;
  gboolean open;  /* with the lanes of members */
  HdRecord *of;   /* borrowed, and compared alone: what was looked at last */
};

enum
{
  CHANGED,
  FIND,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HeddleTimelinePlot, heddle_timeline_plot, HEDDLE_TYPE_TIME_PLOT)

static HeddleSession *
get_session (HeddleTimelinePlot *self)
{
  return heddle_time_plot_get_session (HEDDLE_TIME_PLOT (self));
}

static gboolean
has_span (HdRecord *record,
          guint64 id)
{
  return id != HD_NO_SPAN && record != NULL && heddle_span_id_get_lane (id) < hd_record_get_n_lanes (record)
         && heddle_span_id_get_index (id) < hd_record_get_n_spans (record, heddle_span_id_get_lane (id));
}

/* Of the record of now, or of the one beside it, where the same span has the same place; whether there is anything to see. */
static gboolean
look_again (HeddleTimelinePlot *self)
{
  HeddleSession *session = get_session (self);
  HdRecord *record = self->open ? heddle_session_get_detailed_record (session) : heddle_session_get_record (session);
  gboolean same = self->of == heddle_session_get_record (session);
  guint64 selected = heddle_timeline_figure_get_selected (self->figure);
  gboolean seen;

  heddle_timeline_figure_set_path (self->figure, heddle_session_get_show_path (session));
  heddle_timeline_figure_set_whole (self->figure, heddle_session_get_show_path (session) ? heddle_session_get_path (session) : NULL);
  heddle_timeline_figure_set_baseline (self->figure, heddle_session_compares (session) ? heddle_session_get_baseline (session) : NULL);
  seen = heddle_timeline_figure_read (self->figure, record);
  if (same && has_span (record, selected))
    heddle_timeline_figure_select (self->figure, selected);
  self->of = heddle_session_get_record (session);
  return seen;
}

/* That of the run which is looked at: what runs beside it is of another, with the same nodes. */
static HdDesign *
get_design (HeddleTimelinePlot *self)
{
  HeddleSession *session = get_session (self);
  HdRecord *shown = heddle_timeline_figure_get_record (self->figure);

  return hd_record_get_design (shown == heddle_session_get_detailed_record (session) ? heddle_session_get_record (session) : shown);
}

/* ---- plot ---------------------------------------------------------------------------------------------------------------------- */

static guint
heddle_timeline_plot_count_rows (HeddleTimePlot *plot)
{
  return heddle_timeline_figure_get_n_rows (HEDDLE_TIMELINE_PLOT (plot)->figure);
}

static void
heddle_timeline_plot_paint (HeddleTimePlot *plot,
                            cairo_t *cr,
                            const HeddleWaveView *view,
                            const HeddleTheme *theme)
{
  HeddleTimelinePlot *self = HEDDLE_TIMELINE_PLOT (plot);

  look_again (self);
  heddle_timeline_figure_paint (self->figure, heddle_time_plot_get_text (plot), cr, theme, view);
}

static guint64
pick (HeddleTimelinePlot *self,
      const HeddleWaveView *view,
      double x,
      double y)
{
  look_again (self);
  return heddle_timeline_figure_pick (self->figure, view, x, y);
}

static void
heddle_timeline_plot_clicked (HeddleTimePlot *plot,
                              const HeddleWaveView *view,
                              double x,
                              double y)
{
  HeddleTimelinePlot *self = HEDDLE_TIMELINE_PLOT (plot);
  int row = heddle_wave_lane_at (view, heddle_timeline_figure_get_n_rows (self->figure), y);

  if (x >= view->name_width)
    {
      heddle_timeline_plot_select (self, pick (self, view, x, y));
      return;
    }
  if (row >= 0)
    {
      HdRecord *record = heddle_timeline_figure_get_record (self->figure);
      guint32 node = hd_record_get_lane_node (record, heddle_timeline_figure_get_lane (self->figure, (guint) row));

      if (node != HD_NO_ID && !heddle_session_select_node (get_session (self), get_design (self), node))
        gtk_widget_error_bell (GTK_WIDGET (self));
    }
}

static void
heddle_timeline_plot_hovered (HeddleTimePlot *plot,
                              const HeddleWaveView *view,
                              double x,
                              double y)
{
  HeddleTimelinePlot *self = HEDDLE_TIMELINE_PLOT (plot);
  guint64 hovered = x >= view->name_width && y >= view->axis_height ? pick (self, view, x, y) : HD_NO_SPAN;

  self->waited = hovered == HD_NO_SPAN && x >= view->name_width && y >= view->axis_height
                     ? heddle_timeline_figure_find_wait (self->figure, view, x, y, &self->waits_since)
                     : HD_NO_SPAN;
  if (heddle_timeline_figure_hover (self->figure, hovered))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

static char *
describe (HeddleTimelinePlot *self,
          guint64 id)
{
  HeddleSpanIndex *index = heddle_timeline_figure_get_index (self->figure);
  g_autofree char *about = heddle_span_index_describe (index, id);

  return g_strdup_printf ("%s: %s", hd_record_get_title (heddle_timeline_figure_get_record (self->figure), heddle_span_index_peek (index, id)->name), about);
}

/* What a lane waits for, since when, and who lets it go on. */
static char *
describe_wait (HeddleTimelinePlot *self)
{
  HeddleSpanIndex *index = heddle_timeline_figure_get_index (self->figure);
  HdRecord *record = heddle_timeline_figure_get_record (self->figure);
  guint64 cause = heddle_span_index_get_cause (index, self->waited);
  const HdSpan *span = heddle_span_index_peek (index, self->waited), *before = cause != HD_NO_SPAN ? heddle_span_index_peek (index, cause) : NULL;
  g_autofree char *length = hd_figure_time (span->start - self->waits_since, 4), *lane = NULL;

  if (before == NULL)
    return NULL;
  if (hd_span_has_peer (before) && before->kind == HD_SPAN_RECEIVE)
    lane = hd_design_dup_node_path (hd_record_get_design (record), before->peer);
  else
    lane = hd_record_dup_lane_title (record, heddle_span_id_get_lane (cause));
  /* Translators: a lane of the timeline does nothing for some time, until what is named has ended, in another lane: "Waits 5 ms for all-reduce (north)" */
  return g_strdup_printf (_("Waits %s for %s (%s), before %s"), length, hd_record_get_title (record, before->name), lane, hd_record_get_title (record, span->name));
}

static gboolean
on_query_tooltip (HeddleTimelinePlot *self,
                  int x,
                  int y,
                  gboolean keyboard,
                  GtkTooltip *tooltip)
{
  guint64 hovered = heddle_timeline_figure_get_hovered (self->figure);
  g_autofree char *text = NULL;

  if (keyboard || (hovered == HD_NO_SPAN && self->waited == HD_NO_SPAN))
    return FALSE;
  text = hovered != HD_NO_SPAN ? describe (self, hovered) : has_span (heddle_timeline_figure_get_record (self->figure), self->waited) ? describe_wait (self) : NULL;
  if (text == NULL)
    return FALSE;
  gtk_tooltip_set_text (tooltip, text);
  return TRUE;
}

/* ---- selection -------------------------------------------------------------------------------------------------------------------- */

guint64
heddle_timeline_plot_get_selected (HeddleTimelinePlot *self)
{
  return heddle_timeline_figure_get_selected (self->figure);
}

char *
heddle_timeline_plot_dup_description (HeddleTimelinePlot *self)
{
  guint64 selected = heddle_timeline_figure_get_selected (self->figure);

  return selected != HD_NO_SPAN ? describe (self, selected) : NULL;
}

/* Its members: of a communication all who take part, of a step's part both ends, else the node of the lane. */
static void
light_members (HeddleTimelinePlot *self)
{
  HdRecord *record = heddle_timeline_figure_get_record (self->figure);
  HdDesign *design = get_design (self);
  guint64 selected = heddle_timeline_figure_get_selected (self->figure);
  const HdSpan *span = heddle_span_index_peek (heddle_timeline_figure_get_index (self->figure), selected);
  guint32 node = hd_record_get_lane_node (record, heddle_span_id_get_lane (selected));
  guint n;
  const guint32 *members = hd_record_peek_members (record, span->name, &n);

  if (hd_span_has_peer (span))
    heddle_session_select_nodes (get_session (self), design, (const guint32[]){ node, span->peer }, node != span->peer ? 2 : 1);
  else if (members != NULL)
    heddle_session_select_nodes (get_session (self), design, members, n);
  else if (node != HD_NO_ID)
    heddle_session_select_nodes (get_session (self), design, &node, 1);
}

gboolean
heddle_timeline_plot_find_packet (HeddleTimelinePlot *self,
                                  HdFollowTarget *out_packet)
{
  HdRecord *record = heddle_timeline_figure_get_record (self->figure);
  guint64 selected = heddle_timeline_figure_get_selected (self->figure);
  const HdSpan *span;
  const guint32 *members;
  guint n;

  if (record == NULL || selected == HD_NO_SPAN || !heddle_session_can_follow (get_session (self)))
    return FALSE;
  span = heddle_span_index_peek (heddle_timeline_figure_get_index (self->figure), selected);
  members = hd_record_peek_members (record, span->name, &n);
  *out_packet = (HdFollowTarget){ .source = hd_record_get_lane_node (record, heddle_span_id_get_lane (selected)), .destination = span->peer, .time = span->start };
  if (span->kind == HD_SPAN_SEND)
    return TRUE;
  if (span->kind != HD_SPAN_TRANSFER || members == NULL || n != 2)
    return FALSE;
  out_packet->source = members[0];
  out_packet->destination = members[1];
  return TRUE;
}

void
heddle_timeline_plot_select (HeddleTimelinePlot *self,
                             guint64 id)
{
  look_again (self);
  if (!heddle_timeline_figure_select (self->figure, id))
    return;
  id = heddle_timeline_figure_get_selected (self->figure);
  if (id != HD_NO_SPAN)
    {
      const HdSpan *span = heddle_span_index_peek (heddle_timeline_figure_get_index (self->figure), id);

      heddle_session_show_time (get_session (self), span->start, span->end);
      heddle_time_plot_show_row (HEDDLE_TIME_PLOT (self), heddle_timeline_figure_get_row (self->figure, id));
      light_members (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
heddle_timeline_plot_select_cause (HeddleTimelinePlot *self)
{
  guint64 selected = heddle_timeline_figure_get_selected (self->figure);
  guint64 cause = selected != HD_NO_SPAN ? heddle_span_index_get_cause (heddle_timeline_figure_get_index (self->figure), selected) : HD_NO_SPAN;

  if (cause != HD_NO_SPAN)
    heddle_timeline_plot_select (self, cause);
  return cause != HD_NO_SPAN;
}

gboolean
heddle_timeline_plot_select_effect (HeddleTimelinePlot *self)
{
  guint64 effect;

  look_again (self);
  effect = heddle_timeline_figure_get_effect (self->figure);
  if (effect != HD_NO_SPAN)
    heddle_timeline_plot_select (self, effect);
  return effect != HD_NO_SPAN;
}

static void
select_beside (HeddleTimelinePlot *self,
               int by)
{
  guint64 selected = heddle_timeline_figure_get_selected (self->figure), index = heddle_span_id_get_index (selected);
  guint lane = heddle_span_id_get_lane (selected);

  if (selected != HD_NO_SPAN && (by > 0 || index > 0)
      && index + (guint64) by < hd_record_get_n_spans (heddle_timeline_figure_get_record (self->figure), lane))
    heddle_timeline_plot_select (self, heddle_span_id (lane, index + (guint64) by));
}

/* To the span at the same time in a row that has one; without a selection, in the middle of what is seen. */
static void
select_row (HeddleTimelinePlot *self,
            int by)
{
  HeddleSpanIndex *index = heddle_timeline_figure_get_index (self->figure);
  guint64 selected = heddle_timeline_figure_get_selected (self->figure);
  int row = selected != HD_NO_SPAN ? (int) heddle_timeline_figure_get_row (self->figure, selected) + by : 0;
  HdTime begin, end, time;

  heddle_session_get_range (get_session (self), &begin, &end);
  time = selected != HD_NO_SPAN ? heddle_span_index_peek (index, selected)->start : begin + (end - begin) / 2;
  for (; row >= 0 && row < (int) heddle_timeline_figure_get_n_rows (self->figure); row += by)
    {
      guint64 id = heddle_span_index_find (index, heddle_timeline_figure_get_lane (self->figure, (guint) row), time);

      if (id == HD_NO_SPAN)
        continue;
      heddle_timeline_plot_select (self, id);
      return;
    }
}

/* ---- lanes of members ------------------------------------------------------------------------------------------------------------ */

void
heddle_timeline_plot_set_open (HeddleTimelinePlot *self,
                               gboolean open)
{
  if (self->open == open || (open && !heddle_session_has_details (get_session (self))))
    return;
  self->open = open;
  look_again (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
heddle_timeline_plot_get_open (HeddleTimelinePlot *self)
{
  return self->open && heddle_session_has_details (get_session (self));
}

/* A communication opens into the lanes of its members, and closes again; a message is followed. */
static gboolean
open_selected (HeddleTimelinePlot *self)
{
  guint64 selected = heddle_timeline_figure_get_selected (self->figure);
  HdFollowTarget packet;
  guint n = 0;

  if (selected != HD_NO_SPAN && heddle_session_has_details (get_session (self)))
    hd_record_peek_members (heddle_timeline_figure_get_record (self->figure),
                            heddle_span_index_peek (heddle_timeline_figure_get_index (self->figure), selected)->name, &n);
  if (n < 2 && heddle_timeline_plot_find_packet (self, &packet))
    return gtk_widget_activate_action (GTK_WIDGET (self), HEDDLE_ACTION_FOLLOW_PACKET, NULL) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
  if (n < 2)
    return GDK_EVENT_PROPAGATE;
  heddle_timeline_plot_set_open (self, !self->open);
  return GDK_EVENT_STOP;
}

/* The first press has selected it. */
static void
on_pressed (HeddleTimelinePlot *self,
            int n_press)
{
  if (n_press == 2)
    open_selected (self);
}

/* Before the menu opens, which is then about what is below the pointer; beside all spans the selection stays. */
static void
on_menu_pressed (HeddleTimelinePlot *self,
                 int n_press,
                 double x,
                 double y)
{
  guint64 hovered = heddle_timeline_figure_get_hovered (self->figure);

  if (has_span (heddle_timeline_figure_get_record (self->figure), hovered))
    heddle_timeline_plot_select (self, hovered);
}

/* ---- keys ------------------------------------------------------------------------------------------------------------------------- */

static gboolean
on_key (HeddleTimelinePlot *self,
        guint key,
        guint code,
        GdkModifierType state)
{
  if (!look_again (self) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK)))
    return GDK_EVENT_PROPAGATE;

  switch (key)
    {
    case GDK_KEY_Up:
      select_row (self, -1);
      return GDK_EVENT_STOP;

    case GDK_KEY_Down:
      select_row (self, 1);
      return GDK_EVENT_STOP;

    case GDK_KEY_Left:
    case GDK_KEY_Right:
      if (!(state & GDK_SHIFT_MASK))
        return GDK_EVENT_PROPAGATE;
      select_beside (self, key == GDK_KEY_Left ? -1 : 1);
      return GDK_EVENT_STOP;

    case GDK_KEY_c:
      heddle_timeline_plot_select_cause (self);
      return GDK_EVENT_STOP;

    case GDK_KEY_e:
      heddle_timeline_plot_select_effect (self);
      return GDK_EVENT_STOP;

    case GDK_KEY_p:
      heddle_timeline_plot_set_path (self, !heddle_timeline_plot_get_path (self));
      return GDK_EVENT_STOP;

    case GDK_KEY_m:
      heddle_timeline_plot_set_open (self, !self->open);
      return GDK_EVENT_STOP;

    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      return open_selected (self);

    case GDK_KEY_f:
    case GDK_KEY_slash:
      g_signal_emit (self, signals[FIND], 0);
      return GDK_EVENT_STOP;

    case GDK_KEY_Escape:
      heddle_timeline_plot_select (self, HD_NO_SPAN);
      return GDK_EVENT_PROPAGATE;

    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* ---- finding ---------------------------------------------------------------------------------------------------------------------- */

void
heddle_timeline_plot_search (HeddleTimelinePlot *self,
                             const char *text)
{
  heddle_timeline_figure_search (self->figure, text);
  look_again (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

guint
heddle_timeline_plot_get_n_found (HeddleTimelinePlot *self)
{
  GArray *found = heddle_timeline_figure_peek_found (self->figure);

  return found != NULL ? found->len : 0;
}

void
heddle_timeline_plot_select_found (HeddleTimelinePlot *self,
                                   gboolean forward)
{
  GArray *found;

  look_again (self);
  found = heddle_timeline_figure_peek_found (self->figure);
  if (found != NULL && found->len > 0)
    heddle_timeline_plot_select (self, heddle_span_set_step (found, heddle_timeline_figure_get_index (self->figure),
                                                             heddle_timeline_figure_get_selected (self->figure), forward));
}

/* ---- critical path ---------------------------------------------------------------------------------------------------------------- */

void
heddle_timeline_plot_set_path (HeddleTimelinePlot *self,
                               gboolean shown)
{
  if (heddle_timeline_plot_get_path (self) == shown)
    return;
  heddle_session_set_show_path (get_session (self), shown);
  look_again (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
heddle_timeline_plot_get_path (HeddleTimelinePlot *self)
{
  return heddle_timeline_figure_peek_path (self->figure) != NULL;
}

const GArray *
heddle_timeline_plot_peek_path (HeddleTimelinePlot *self)
{
  return heddle_timeline_figure_peek_path (self->figure);
}

/* ---- object -------------------------------------------------------------------------------------------------------------------- */

static void
heddle_timeline_plot_finalize (GObject *object)
{
  HeddleTimelinePlot *self = HEDDLE_TIMELINE_PLOT (object);

  heddle_timeline_figure_free (self->figure);
  G_OBJECT_CLASS (heddle_timeline_plot_parent_class)->finalize (object);
}

static void
heddle_timeline_plot_class_init (HeddleTimelinePlotClass *klass)
{
  HeddleTimePlotClass *plot_class = HEDDLE_TIME_PLOT_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = heddle_timeline_plot_finalize;
  plot_class->count_rows = heddle_timeline_plot_count_rows;
  plot_class->paint = heddle_timeline_plot_paint;
  plot_class->clicked = heddle_timeline_plot_clicked;
  plot_class->hovered = heddle_timeline_plot_hovered;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[FIND] = g_signal_new ("find", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_timeline_plot_init (HeddleTimelinePlot *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkGesture *click = gtk_gesture_click_new (), *menu = gtk_gesture_click_new ();

  self->figure = heddle_timeline_figure_new ();
  self->waited = HD_NO_SPAN;
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (menu), GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (menu, "pressed", G_CALLBACK (on_menu_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  heddle_set_accessible_label (self, _("Timeline"));
}

GtkWidget *
heddle_timeline_plot_new (HeddleSession *session)
{
  HeddleTimelinePlot *self = g_object_new (HEDDLE_TYPE_TIMELINE_PLOT, NULL);

  heddle_time_plot_set_session (HEDDLE_TIME_PLOT (self), session, HEDDLE_TIMELINE_ROW_HEIGHT);
  return GTK_WIDGET (self);
}
