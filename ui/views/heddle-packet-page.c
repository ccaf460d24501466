/* heddle-packet-page.c: a packet that is followed from router to router
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A run gives the same each time, so a packet of one that has ended, or goes on, is followed in another one of the same design.
 */
#define G_LOG_DOMAIN "heddle-packet-page"

#include "heddle-packet-page.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-packet-figure.h"

struct _HeddlePacketPage
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  HdRunQueue *queue;
  HdRunJob *job;              /* under way, or NULL */
  HdDesign *of;               /* that the figure, or the job, is of; or NULL */
  HeddlePacketFigure *figure; /* or NULL */
  HdFollowTarget followed;    /* what the figure, or the job, is about */
  char *fault;                /* of the last job, or of what was asked for */

  /* Of the template */
  GtkWidget *box;
  GtkBox *bar;
  GtkEditable *wanted;
  GtkButton *follow;
  GtkWidget *slowest;
  GtkWidget *siblings;
  GtkSpinButton *packet;
  GtkAdjustment *numbers;
  GtkLabel *of_all;
  GtkToggleButton *inside;
  GtkLabel *state;
  GtkWidget *plot;

  /* Borrowed: child */
  GtkWidget *export;

  int hop;          /* that is selected, or -1 */
  gboolean is_told; /* the number of the packet is written, not asked for */
};

G_DEFINE_FINAL_TYPE (HeddlePacketPage, heddle_packet_page, GTK_TYPE_WIDGET)

/* ---- painting --------------------------------------------------------------------------------------------------------- */

static HeddlePacketPicture
make_picture (HeddlePacketPage *self)
{
  return heddle_packet_figure_make_picture (self->figure, gtk_toggle_button_get_active (self->inside), self->hop);
}

static void
prepare_text (HeddlePacketPage *self)
{
  if (self->text == NULL)
    self->text = heddle_look_new_text (GTK_WIDGET (self));
}

static void
paint (HeddlePacketPage *self,
       cairo_t *cr,
       double width,
       double height)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));
  HeddlePacketPicture picture = make_picture (self);

  prepare_text (self);
  cairo_save (cr);
  cairo_scale (cr, scale, scale); /* as a whole: margins hold the names of routers */
  heddle_packet_paint (self->text, cr, &picture, heddle_look_get_theme (), width / scale, height / scale);
  cairo_restore (cr);
}

static void
draw_plot (GtkDrawingArea *area,
           cairo_t *cr,
           int width,
           int height,
           gpointer data)
{
  HeddlePacketPage *self = data;

  if (self->figure != NULL)
    paint (self, cr, width, height);
}

/* ---- export ------------------------------------------------------------------------------------------------------------ */

static HdRecord *
get_record (gpointer plot)
{
  HeddlePacketPage *self = plot;

  return self->figure != NULL ? heddle_packet_figure_get_record (self->figure) : NULL;
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
  HeddlePacketPage *self = plot;

  *out_width = MAX (gtk_widget_get_width (self->plot), 1);
  *out_height = MAX (gtk_widget_get_height (self->plot), 1);
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
heddle_packet_page_get_export (HeddlePacketPage *self)
{
  return HEDDLE_PLOT_EXPORT (self->export);
}

/* ---- what it shows ------------------------------------------------------------------------------------------------------ */

/* The run that is looked at, or a new one of the project. */
static HdDesign *
get_design (HeddlePacketPage *self)
{
  HdRecord *record = heddle_session_get_record (self->session);

  return record != NULL ? hd_record_get_design (record) : heddle_session_get_design (self->session);
}

static gboolean
is_at_flits (HeddlePacketPage *self)
{
  HdDesign *design = get_design (self);

  return design != NULL && hd_design_get_run_settings (design)->fidelity == HD_FIDELITY_FLIT;
}

static gboolean
find_slowest (HeddlePacketPage *self,
              HdFollowTarget *out_target)
{
  HdRecord *record = heddle_session_get_record (self->session);

  return record != NULL && hd_record_get_slowest (record, out_target);
}

static char *
dup_state (HeddlePacketPage *self)
{
  g_autofree char *packet = NULL, *message = NULL, *text = NULL;
  const HdFollowed *followed;
  gboolean is_past;

  if (self->job != NULL)
    return g_strdup (_("The packet is being followed in a run of its own…"));
  if (self->fault != NULL)
    return g_strdup (self->fault);
  if (self->figure == NULL)
    return g_strdup (is_at_flits (self) ? _("Name a message, or follow the slowest packet of a run that has ended.")
                                        : _("A packet can be followed at flit fidelity alone."));
  followed = hd_record_get_followed (get_record (self));
  packet = hd_followed_dup_sentence (followed, hd_record_get_design (get_record (self)));
  message = hd_followed_dup_message (followed);
  text = message != NULL ? g_strdup_printf ("%s %s", packet, message) : g_strdup (packet);
  is_past = self->of != get_design (self) || (heddle_session_get_record (self->session) != NULL && heddle_session_is_stale (self->session));
  return is_past ? g_strdup_printf (_("Before your edit: %s"), text) : g_steal_pointer (&text);
}

/* While another one of them is followed, its number stays. */
static void
show_siblings (HeddlePacketPage *self)
{
  const HdFollowed *followed = self->figure != NULL ? hd_record_get_followed (get_record (self)) : NULL;
  g_autofree char *text = NULL;

  if (followed == NULL && self->job != NULL && self->followed.is_message)
    return;
  gtk_widget_set_visible (self->siblings, followed != NULL && followed->n_packets > 1);
  if (followed == NULL)
    return;
  text = g_strdup_printf (_("of %u"), followed->n_packets);
  self->is_told = TRUE;
  gtk_adjustment_set_upper (self->numbers, followed->n_packets);
  gtk_adjustment_set_value (self->numbers, followed->packet);
  self->is_told = FALSE;
  gtk_label_set_label (self->of_all, text);
}

static void
show (HeddlePacketPage *self)
{
  g_autofree char *state = dup_state (self);
  const char *why = !is_at_flits (self) ? _("A packet can be followed at flit fidelity alone.") : NULL;
  HdFollowTarget target;

  gtk_label_set_label (self->state, state);
  show_siblings (self);
  gtk_button_set_label (self->follow, self->job != NULL ? _("_Cancel") : _("_Follow"));
  gtk_widget_set_sensitive (GTK_WIDGET (self->follow), self->job != NULL || is_at_flits (self));
  heddle_set_tooltip (GTK_WIDGET (self->follow), why);
  gtk_widget_set_sensitive (self->slowest, self->job == NULL && find_slowest (self, &target));
  heddle_set_tooltip (self->slowest, why != NULL ? why : _("The packet of the run that took longest, once it has ended"));
  gtk_widget_set_visible (GTK_WIDGET (self->inside), self->figure != NULL);
  gtk_widget_set_visible (self->export, self->figure != NULL);
  gtk_widget_set_visible (self->plot, self->figure != NULL);
  if (self->figure != NULL)
    {
      g_autofree char *summary = heddle_packet_figure_dup_summary (self->figure);
      double scale = heddle_look_get_text_scale (GTK_WIDGET (self)), width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), 320) / scale;
      HeddlePacketPicture picture = make_picture (self);

      prepare_text (self);
      gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->plot), (int) (heddle_packet_get_height (self->text, &picture, width) * scale) + 1);
      heddle_set_accessible_label (self->plot, summary);
    }
  gtk_widget_queue_draw (self->plot);
}

/* ---- hops -------------------------------------------------------------------------------------------------------------- */

int
heddle_packet_page_get_hop (HeddlePacketPage *self)
{
  return self->hop;
}

/* All of its way if there is no such hop; where it waited longest is marked. */
static void
select_hop (HeddlePacketPage *self,
            int hop)
{
  const HdFollowed *followed = hd_record_get_followed (get_record (self));
  g_autofree guint32 *nodes = g_new (guint32, followed->n_hops + 1), *links = g_new (guint32, followed->n_hops + 1);
  double cycles;
  int worst = hd_followed_find_worst (followed, &cycles);
  guint n_links = 0;

  for (guint i = 0; i < followed->n_hops; i++)
    {
      nodes[i] = followed->hops[i].node;
      if (followed->hops[i].out_link != HD_NO_ID)
        links[n_links++] = followed->hops[i].out_link;
    }
  self->hop = hop;
  if (hop >= 0)
    heddle_session_select_node (self->session, self->of, nodes[hop]);
  else
    heddle_session_select_way (self->session, self->of, nodes, followed->n_hops, links, n_links);
  heddle_session_mark_node (self->session, self->of, worst >= 0 ? nodes[followed->parts[worst].hop] : HD_NO_ID);
  self->hop = hop; /* whatever the selection says: the node may not be drawn any more */
  gtk_widget_queue_draw (self->plot);
}

/* A router of its way that is selected on the canvas. */
static void
on_selection (HeddlePacketPage *self)
{
  const HdFollowed *followed = self->figure != NULL ? hd_record_get_followed (get_record (self)) : NULL;
  HeddleTarget selected, target;

  if (followed == NULL)
    return;
  self->hop = -1;
  selected = heddle_session_get_selected (self->session, 0);
  for (guint i = 0; i < followed->n_hops && heddle_session_get_n_selected (self->session) == 1; i++)
    if (heddle_session_find_target (self->session, self->of, HD_TARGET_NODE, followed->hops[i].node, &target) && target.uid == selected.uid
        && target.index == selected.index)
      self->hop = (int) i;
  gtk_widget_queue_draw (self->plot);
}

static void
on_pressed (HeddlePacketPage *self,
            int n_press,
            double x,
            double y)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self));
  HeddlePacketPicture picture;

  gtk_widget_grab_focus (self->plot);
  if (self->figure == NULL)
    return;
  picture = make_picture (self);
  select_hop (self, heddle_packet_find_row (&picture, y / scale));
}

static gboolean
on_key (HeddlePacketPage *self,
        guint key)
{
  const HdFollowed *followed = self->figure != NULL ? hd_record_get_followed (get_record (self)) : NULL;
  int step = key == GDK_KEY_Down ? 1 : key == GDK_KEY_Up ? -1 : 0;

  if (followed == NULL || step == 0)
    return GDK_EVENT_PROPAGATE;
  select_hop (self, CLAMP (self->hop + step, 0, (int) followed->n_hops - 1));
  return GDK_EVENT_STOP;
}

static gboolean
on_tooltip (GtkWidget *plot,
            int x,
            int y,
            gboolean by_keyboard,
            GtkTooltip *tooltip,
            HeddlePacketPage *self)
{
  double scale = heddle_look_get_text_scale (GTK_WIDGET (self)), cycle;
  HeddlePacketPicture picture;
  g_autofree char *text = NULL;
  int row;

  if (self->figure == NULL || by_keyboard)
    return FALSE;
  picture = make_picture (self);
  row = heddle_packet_find_row (&picture, y / scale);
  if (row < 0 || !heddle_packet_find_cycle (&picture, gtk_widget_get_width (plot) / scale, x / scale, &cycle))
    return FALSE;
  text = heddle_packet_figure_dup_part (self->figure, (guint) row, cycle);
  gtk_tooltip_set_text (tooltip, text);
  return text != NULL;
}

/* ---- runs --------------------------------------------------------------------------------------------------------------- */

static void
forget (HeddlePacketPage *self)
{
  if (self->job != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->job, self);
      hd_run_job_cancel (self->job);
    }
  g_clear_object (&self->job);
  g_clear_pointer (&self->figure, heddle_packet_figure_free);
  g_clear_pointer (&self->of, hd_design_unref);
  g_clear_pointer (&self->fault, g_free);
  self->hop = -1;
}

static void
on_job_state (HeddlePacketPage *self)
{
  g_autoptr (HdRunJob) job = NULL;
  HdRecord *record;

  if (!hd_run_job_has_ended (self->job))
    return;
  job = g_steal_pointer (&self->job);
  g_signal_handlers_disconnect_by_data (job, self);
  record = hd_run_job_get_record (job);
  if (record != NULL && hd_record_get_followed (record) != NULL && hd_record_get_followed (record)->n_hops > 0)
    {
      self->figure = heddle_packet_figure_new (record);
      select_hop (self, -1);
    }
  else if (hd_run_job_get_error (job) != NULL && hd_run_job_get_state (job) == HD_RUN_JOB_FAILED)
    self->fault = g_strdup (hd_run_job_get_error (job)->message);
  else
    self->fault = g_strdup (_("No such message was sent."));
  show (self);
}

static void
start (HeddlePacketPage *self,
       HdDesign *design,
       const HdFollowTarget *target)
{
  g_autoptr (GPtrArray) commands = heddle_session_can_run (self->session) ? heddle_session_find_programs (self->session) : NULL;
  g_autoptr (HdPermit) permit = heddle_session_get_design (self->session) != NULL ? heddle_session_dup_permit (self->session) : NULL;
  HdFollowTarget until = *target;

  if (commands != NULL && commands->len > 0)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "win.allow-programs", NULL);
      return;
    }
  forget (self);
  if (self->queue == NULL)
    self->queue = hd_run_queue_new (heddle_session_get_catalog (self->session), 0, 0);
  until.stops = TRUE;
  self->of = hd_design_ref (design);
  self->followed = until;
  hd_run_queue_allow_programs (self->queue, permit);
  self->job = hd_run_queue_submit_design (self->queue, design, NULL, 0);
  hd_run_job_follow (self->job, &until);
  g_signal_connect_object (self->job, "notify::state", G_CALLBACK (on_job_state), self, G_CONNECT_SWAPPED);
  show (self);
}

void
heddle_packet_page_follow (HeddlePacketPage *self,
                           const char *wanted)
{
  HdDesign *design = get_design (self);
  g_autoptr (GError) error = NULL;
  HdFollowTarget target;

  gtk_editable_set_text (self->wanted, wanted);
  if (design == NULL || !is_at_flits (self))
    return;
  if (hd_follow_target_parse (design, wanted, &target, &error))
    {
      start (self, design, &target);
      return;
    }
  forget (self);
  self->fault = g_strdup (error->message);
  show (self);
}

static void
on_follow (HeddlePacketPage *self)
{
  if (self->job == NULL)
    {
      g_autofree char *wanted = g_strdup (gtk_editable_get_text (self->wanted));

      heddle_packet_page_follow (self, wanted);
      return;
    }
  forget (self);
  show (self);
}

static void
on_wanted (HeddlePacketPage *self)
{
  HdDesign *design = get_design (self);
  HdFollowTarget wanted;

  if (design == NULL || !is_at_flits (self) || !heddle_session_take_packet (self->session, &wanted))
    return;
  gtk_editable_set_text (self->wanted, "");
  start (self, design, &wanted);
}

static void
on_slowest (HeddlePacketPage *self)
{
  HdFollowTarget target;

  if (find_slowest (self, &target))
    start (self, get_design (self), &target);
}

/* Another packet of the message; it is asked of the last one that was followed, as the one under way may be of it as well. */
static void
on_packet (HeddlePacketPage *self)
{
  guint32 number = (guint32) gtk_spin_button_get_value_as_int (self->packet);
  g_autoptr (HdDesign) design = self->of != NULL ? hd_design_ref (self->of) : NULL;
  HdFollowTarget target = self->followed;

  if (self->is_told || design == NULL)
    return;
  if (self->figure != NULL)
    target = hd_followed_get_sibling (hd_record_get_followed (get_record (self)), number);
  else
    target.packet = number;
  start (self, design, &target);
}

/* ---- object -------------------------------------------------------------------------------------------------------------- */

static void
heddle_packet_page_dispose (GObject *object)
{
  HeddlePacketPage *self = HEDDLE_PACKET_PAGE (object);

  forget (self);
  g_clear_object (&self->queue);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_packet_page_parent_class)->dispose (object);
}

static void
heddle_packet_page_css_changed (GtkWidget *widget,
                                GtkCssStyleChange *change)
{
  HeddlePacketPage *self = HEDDLE_PACKET_PAGE (widget);

  GTK_WIDGET_CLASS (heddle_packet_page_parent_class)->css_changed (widget, change);
  g_clear_pointer (&self->text, heddle_text_free);
}

static void
heddle_packet_page_class_init (HeddlePacketPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_packet_page_dispose;
  widget_class->css_changed = heddle_packet_page_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/packet-page.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, box);
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, bar);
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, wanted);
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, follow);
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, slowest);
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, siblings);
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, packet);
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, numbers);
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, of_all);
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, inside);
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, state);
  gtk_widget_class_bind_template_child (widget_class, HeddlePacketPage, plot);
  gtk_widget_class_bind_template_callback (widget_class, on_follow);
  gtk_widget_class_bind_template_callback (widget_class, on_slowest);
  gtk_widget_class_bind_template_callback (widget_class, on_packet);
  gtk_widget_class_bind_template_callback (widget_class, on_tooltip);
  gtk_widget_class_bind_template_callback (widget_class, show);
}

static void
heddle_packet_page_init (HeddlePacketPage *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->hop = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->plot), draw_plot, self, NULL);
  heddle_look_watch (self->plot);
  g_signal_connect_object (click, "pressed", G_CALLBACK (on_pressed), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->plot, GTK_EVENT_CONTROLLER (click));
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (self->plot, keys);
}

GtkWidget *
heddle_packet_page_new (HeddleSession *session)
{
  static const HeddlePlotSource source = { dup_name, get_record, NULL, get_picture_size, paint_picture };
  static const HeddlePlotFormat formats[] = { { ".followed.csv", N_("_Stages as CSV…"), HD_REPORT_FOLLOWED_PARTS } };
  HeddlePacketPage *self = g_object_new (HEDDLE_TYPE_PACKET_PAGE, NULL);

  self->session = g_object_ref (session);
  self->export = heddle_plot_export_new (&source, self, formats, G_N_ELEMENTS (formats), _("Export the Packet"), _("The packet cannot be exported"),
                                         _("Write the packet to a file"));
  gtk_box_append (self->bar, self->export);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (show), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "selection-changed", G_CALLBACK (on_selection), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "packet-wanted", G_CALLBACK (on_wanted), self, G_CONNECT_SWAPPED);
  show (self);
  on_wanted (self); /* before the page was made, which is when it is first shown */
  return GTK_WIDGET (self);
}
