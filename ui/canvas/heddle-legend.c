/* heddle-legend.c: what colours and widths of links mean, in a corner of the canvas
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-legend"

#include "heddle-legend.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-legend-painter.h"
#include "heddle-look.h"

struct _HeddleLegendWidget
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleText *text;

  double reference_bytes;
  double most_heat;
  HeddleHeatMode heat;
  gboolean folded;
  gboolean brief;
  gboolean past;
  gboolean buffers;
  gboolean dotted;
  gboolean two_ways;
  gboolean uncounted;
  gboolean messages;
  gboolean partly;
  gboolean streams;
  gboolean pieces;
  gboolean cells;
  HeddleLegendDot dots[3 + HEDDLE_N_CELL_KINDS]; /* that stand for them */
  guint n_partitions;
  guint32 most_packets;
};

G_DEFINE_FINAL_TYPE (HeddleLegendWidget, heddle_legend, GTK_TYPE_WIDGET)

/* A square: what is idle is empty. */
static HeddleLegendDot
make_cell_dot (HeddleCellKind kind)
{
  static const char *const words[HEDDLE_N_CELL_KINDS] = { N_("computes"), N_("memory"), N_("sends"), N_("waits"), N_("idle") };
  const HeddleTheme *theme = heddle_look_get_theme ();

  return (HeddleLegendDot){ .colour = kind < HEDDLE_CELL_IDLE ? theme->span[kind] : theme->node_fill, .label = _(words[kind]), .is_cell = TRUE };
}

static HeddleLegend
make (HeddleLegendWidget *self)
{
  guint n_dots = (guint) self->messages + self->pieces + self->streams, first;

  if (self->text == NULL)
    self->text = heddle_look_new_text (GTK_WIDGET (self));
  self->dots[0] = (HeddleLegendDot){ heddle_look_get_theme ()->category[0], self->partly ? _("message, as far as recorded") : _("message"), FALSE };
  self->dots[2] = (HeddleLegendDot){ heddle_look_get_theme ()->accent, _("bytes that move"), FALSE };
  self->dots[1] = (HeddleLegendDot){ heddle_look_get_theme ()->category[0], _("piece, sum so far"), TRUE };
  first = self->messages ? 0 : self->pieces ? 1 : 2;
  for (guint i = 0; i < HEDDLE_N_CELL_KINDS; i++)
    self->dots[first + n_dots + i] = make_cell_dot (i);
  return (HeddleLegend){
    .heat = self->heat,
    .most_heat = self->most_heat,
    .largest_difference = 100,
    .unit = "%",
    .past = self->past,
    .buffers = self->buffers,
    .width_reference_bytes = self->reference_bytes,
    .most_packets = self->most_packets,
    .brief = self->brief,
    .two_ways = self->two_ways,
    .uncounted = self->uncounted,
    .dotted = !self->dotted ? NULL : self->heat == HEDDLE_HEAT_DIFFERENCE ? _("in one run alone") : _("has failed"),
    .n_partitions = self->n_partitions,
    .dots = &self->dots[first],
    .n_dots = n_dots + (self->cells ? HEDDLE_N_CELL_KINDS : 0),
  };
}

static void
heddle_legend_widget_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  HeddleLegendWidget *self = HEDDLE_LEGEND (widget);
  HeddleLegend legend = make (self);
  double width, height;

  heddle_legend_size (self->text, &legend, &width, &height);
  *minimum = (int) ceil (orientation == GTK_ORIENTATION_HORIZONTAL ? width : height);
  *natural = (int) ceil (*minimum * MAX (1, heddle_look_get_text_scale (widget)));
}

static void
heddle_legend_widget_snapshot (GtkWidget *widget,
                               GtkSnapshot *snapshot)
{
  HeddleLegendWidget *self = HEDDLE_LEGEND (widget);
  HeddleLegend legend = make (self);
  double width, height, scale;
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget),
                                                                          gtk_widget_get_height (widget)));

  /* As a whole, so that samples stand beside their words, and as large as there is room for. */
  heddle_legend_size (self->text, &legend, &width, &height);
  scale = MIN (gtk_widget_get_width (widget) / ceil (width), gtk_widget_get_height (widget) / ceil (height));
  cairo_scale (cr, scale, scale);
  heddle_legend_paint (self->text, cr, 0, 0, &legend, heddle_look_get_theme ());
  cairo_destroy (cr);
}

void
heddle_legend_set_reference (HeddleLegendWidget *self,
                             double bytes)
{
  if (self->reference_bytes == bytes)
    return;
  self->reference_bytes = bytes;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
describe (HeddleLegendWidget *self)
{
  const char *label = _("Legend: colour is the partition");

  if (self->heat != HEDDLE_HEAT_OFF && self->most_packets > 0)
    label = _("Legend: colour is packets of a tree");
  else if (self->heat == HEDDLE_HEAT_DIFFERENCE)
    label = _("Legend: colour is the change of utilisation since the baseline, width is bytes");
  else if (self->heat == HEDDLE_HEAT_ENERGY)
    label = _("Legend: colour of links and routers is the power that they take, width is bytes");
  else if (self->heat == HEDDLE_HEAT_STALLS)
    label = _("Legend: colour of routers is the share of time in which flits stand still in them");
  else if (self->heat == HEDDLE_HEAT_UTILISATION && self->buffers)
    label = _("Legend: colour of links is utilisation, of routers the fill of their buffers, width is bytes");
  else if (self->heat == HEDDLE_HEAT_UTILISATION)
    label = self->n_partitions > 0 ? _("Legend: colour of links is utilisation, width is bytes, colour of components is the partition")
                                   : _("Legend: colour is utilisation, width is bytes");
  heddle_set_accessible_label (self, label);
}

void
heddle_legend_set_packets (HeddleLegendWidget *self,
                           guint32 most)
{
  if (self->most_packets == most)
    return;
  self->most_packets = most;
  describe (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
heddle_legend_set_past (HeddleLegendWidget *self,
                        gboolean past)
{
  if (self->past == past)
    return;
  self->past = past;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
heddle_legend_set_buffers (HeddleLegendWidget *self,
                           gboolean buffers)
{
  if (self->buffers == buffers)
    return;
  self->buffers = buffers;
  describe (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
heddle_legend_set_dotted (HeddleLegendWidget *self,
                          gboolean dotted)
{
  if (self->dotted == dotted)
    return;
  self->dotted = dotted;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
heddle_legend_set_two_ways (HeddleLegendWidget *self,
                            gboolean two_ways)
{
  if (self->two_ways == two_ways)
    return;
  self->two_ways = two_ways;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
heddle_legend_set_uncounted (HeddleLegendWidget *self,
                             gboolean uncounted)
{
  if (self->uncounted == uncounted)
    return;
  self->uncounted = uncounted;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
heddle_legend_set_messages (HeddleLegendWidget *self,
                            gboolean messages,
                            gboolean partly,
                            gboolean pieces)
{
  if (self->messages == messages && self->partly == partly && self->pieces == pieces)
    return;
  self->messages = messages;
  self->partly = partly;
  self->pieces = pieces;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
heddle_legend_set_cells (HeddleLegendWidget *self,
                         gboolean cells)
{
  if (self->cells == cells)
    return;
  self->cells = cells;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
heddle_legend_set_streams (HeddleLegendWidget *self,
                           gboolean streams)
{
  if (self->streams == streams)
    return;
  self->streams = streams;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
heddle_legend_set_most_heat (HeddleLegendWidget *self,
                              double most)
{
  if (self->most_heat == most)
    return;
  self->most_heat = most;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
heddle_legend_set_shown (HeddleLegendWidget *self,
                         HeddleHeatMode heat,
                         guint n_partitions)
{
  gtk_widget_set_visible (GTK_WIDGET (self), !self->folded && (heat != HEDDLE_HEAT_OFF || n_partitions > 0));
  if (self->heat == heat && self->n_partitions == n_partitions)
    return;
  self->heat = heat;
  self->n_partitions = n_partitions;
  describe (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
heddle_legend_set_brief (HeddleLegendWidget *self,
                         gboolean brief)
{
  if (self->brief == brief)
    return;
  self->brief = brief;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

int
heddle_legend_get_width (HeddleLegendWidget *self,
                         gboolean brief)
{
  HeddleLegend legend = make (self);
  double width, height;

  if (!gtk_widget_get_visible (GTK_WIDGET (self)))
    return 0;
  legend.brief = brief;
  heddle_legend_size (self->text, &legend, &width, &height);
  return (int) ceil (ceil (width) * MAX (1, heddle_look_get_text_scale (GTK_WIDGET (self))));
}

void
heddle_legend_set_folded (HeddleLegendWidget *self,
                          gboolean folded)
{
  self->folded = folded;
  heddle_legend_set_shown (self, self->heat, self->n_partitions);
}

static void
heddle_legend_dispose (GObject *object)
{
  g_clear_pointer (&HEDDLE_LEGEND (object)->text, heddle_text_free);
  G_OBJECT_CLASS (heddle_legend_parent_class)->dispose (object);
}

static void
heddle_legend_class_init (HeddleLegendWidgetClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_legend_dispose;
  GTK_WIDGET_CLASS (klass)->measure = heddle_legend_widget_measure;
  GTK_WIDGET_CLASS (klass)->snapshot = heddle_legend_widget_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_IMG);
}

static void
heddle_legend_init (HeddleLegendWidget *self)
{
  self->reference_bytes = 30e9;
  gtk_widget_set_can_target (GTK_WIDGET (self), FALSE);
  heddle_set_accessible_label (self, _("Legend: colour is utilisation, width is bytes"));
  heddle_look_watch (GTK_WIDGET (self));
}
