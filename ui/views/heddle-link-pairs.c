/* heddle-link-pairs.c: who has sent how much to whom
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-link-pairs"

#include "heddle-link-pairs.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-pairs-figure.h"

struct _HeddleLinkPairs
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;
  HeddlePairsFigure *figure; /* or NULL */
};

G_DEFINE_FINAL_TYPE (HeddleLinkPairs, heddle_link_pairs, GTK_TYPE_WIDGET)

/* Where the project traces nobody, another run beside it has the messages; if they are too many for it, what has ended is known. */
static void
refresh (HeddleLinkPairs *self)
{
  HdRecord *record;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  record = heddle_session_get_record (self->session);
  g_clear_pointer (&self->figure, heddle_pairs_figure_free);
  if (record != NULL && hd_record_get_n_transfers (record) == 0 && hd_record_get_pair_ends (record, NULL, NULL) == NULL && heddle_session_has_details (self->session))
    record = heddle_session_get_detailed_record (self->session);
  if (record != NULL)
    self->figure = heddle_pairs_figure_new (record, heddle_session_get_moment (self->session));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

char *
heddle_link_pairs_dup_about (HeddleLinkPairs *self)
{
  g_autofree char *moment = heddle_session_dup_moment_name (self->session);

  refresh (self);
  if (self->figure == NULL)
    return g_strdup (_("No message of a collective or a list of transfers has arrived by now"));
  return g_strdup_printf (heddle_pairs_figure_counts_bytes (self->figure) ? _("%s · bytes sent, a row for each source") : _("%s · messages sent, a row for each source"), moment);
}

/* ---- pointer ------------------------------------------------------------------------------------------------------------ */

static gboolean
find (HeddleLinkPairs *self,
      double x,
      double y,
      guint *out_source,
      guint *out_destination)
{
  return self->figure != NULL && self->text != NULL
         && heddle_pairs_figure_find (self->figure, self->text, gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)), x, y, out_source,
                                      out_destination);
}

static gboolean
on_query_tooltip (HeddleLinkPairs *self,
                  int x,
                  int y,
                  gboolean keyboard,
                  GtkTooltip *tooltip)
{
  g_autofree char *words = NULL;
  guint source, destination;

  if (keyboard || !find (self, x, y, &source, &destination))
    return FALSE;
  words = heddle_pairs_figure_dup_words (self->figure, source, destination);
  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

static void
on_pressed (HeddleLinkPairs *self,
            int n_press,
            double x,
            double y)
{
  HdDesign *ran = hd_record_get_design (heddle_session_get_record (self->session));
  HdRouter *router;
  HdRoute route = { 0 };
  guint source, destination, n;
  guint32 ends[2];

  if (!find (self, x, y, &source, &destination))
    return;
  ends[0] = heddle_pairs_figure_get_nodes (self->figure, source, &n)[0];
  ends[1] = heddle_pairs_figure_get_nodes (self->figure, destination, &n)[0];
  router = hd_router_new (ran);
  if (!hd_router_find (router, ends[0], ends[1], NULL, 0, &route, NULL))
    route.n_hops = 0;
  if (!heddle_session_select_way (self->session, ran, ends, G_N_ELEMENTS (ends), route.links, route.n_hops))
    gtk_widget_error_bell (GTK_WIDGET (self));
  hd_router_free (router);
}

/* ---- object ------------------------------------------------------------------------------------------------------------- */

static void
heddle_link_pairs_snapshot (GtkWidget *widget,
                            GtkSnapshot *snapshot)
{
  HeddleLinkPairs *self = HEDDLE_LINK_PAIRS (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const HeddleTheme *theme = heddle_look_get_theme ();
  cairo_t *cr;

  if (width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  if (self->figure != NULL)
    heddle_pairs_figure_paint (self->figure, heddle_look_prepare_text (&self->text, widget), cr, theme, width, height);
  cairo_destroy (cr);
}

static void
heddle_link_pairs_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 320 : 90;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 220;
}

static void
heddle_link_pairs_dispose (GObject *object)
{
  HeddleLinkPairs *self = HEDDLE_LINK_PAIRS (object);

  g_clear_pointer (&self->figure, heddle_pairs_figure_free);
  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_link_pairs_parent_class)->dispose (object);
}

static void
heddle_link_pairs_class_init (HeddleLinkPairsClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_link_pairs_dispose;
  widget_class->snapshot = heddle_link_pairs_snapshot;
  widget_class->measure = heddle_link_pairs_measure;
  gtk_widget_class_set_css_name (widget_class, "heddle-plot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
heddle_link_pairs_init (HeddleLinkPairs *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  g_signal_connect (self, "map", G_CALLBACK (refresh), NULL);
  heddle_set_accessible_label (self, _("Who has sent how much to whom"));
  heddle_look_watch (GTK_WIDGET (self));
}

GtkWidget *
heddle_link_pairs_new (HeddleSession *session)
{
  HeddleLinkPairs *self = g_object_new (HEDDLE_TYPE_LINK_PAIRS, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
