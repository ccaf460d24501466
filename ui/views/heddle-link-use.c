/* heddle-link-use.c: how many links, media and memories are how busy
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-link-use"

#include "heddle-link-use.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-use-painter.h"

struct _HeddleLinkUse
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleText *text;

  HeddleUsePicture picture;
};

G_DEFINE_FINAL_TYPE (HeddleLinkUse, heddle_link_use, GTK_TYPE_WIDGET)

/* ---- counting ---------------------------------------------------------------------------------------------------------- */

static double
get_share (const HdLoad *load,
           gboolean peak)
{
  return peak ? load->peak : load->mean;
}

static void
count (HeddleLinkUse *self)
{
  HdDesign *design = heddle_session_get_design (self->session);
  HeddleUsePicture picture = { .hovered = self->picture.hovered, .past = heddle_session_is_stale (self->session) };
  HeddleLoads loads;

  if (design != NULL && heddle_session_get_loads (self->session, &loads))
    {
      for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
        {
          if (loads.links[i].amount > 0)
            picture.counts[heddle_use_find_column (get_share (&loads.links[i], loads.peak))]++;
          else
            picture.unused++;
        }
      for (guint32 i = 0; i < hd_design_get_n_nodes (design); i++)
        for (guint way = 0; way < 2; way++)
          {
            const HdUse *use = &loads.nodes[i].ways[way];

            if (hd_node_get_bandwidth (design, i, way) <= 0)
              continue;
            if (use->amount > 0)
              picture.counts[heddle_use_find_column (loads.peak ? use->peak : use->mean)]++;
            else
              picture.unused++;
          }
    }
  self->picture = picture;
}

static void
refresh (HeddleLinkUse *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  count (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const guint *
heddle_link_use_get_counts (HeddleLinkUse *self,
                            guint *out_unused)
{
  count (self);
  *out_unused = self->picture.unused;
  return self->picture.counts;
}

/* ---- pointer ----------------------------------------------------------------------------------------------------------- */

static int
get_column (HeddleLinkUse *self,
            double x,
            double y)
{
  return heddle_use_column_at (gtk_widget_get_width (GTK_WIDGET (self)), gtk_widget_get_height (GTK_WIDGET (self)), x, y);
}

static void
on_motion (HeddleLinkUse *self,
           double x,
           double y)
{
  int column = get_column (self, x, y);

  if (column == self->picture.hovered)
    return;
  self->picture.hovered = column;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
on_leave (HeddleLinkUse *self)
{
  on_motion (self, -1, -1);
}

/* What of the column is drawn where one is. */
static void
on_pressed (HeddleLinkUse *self,
            int n_press,
            double x,
            double y)
{
  HdDesign *design = heddle_session_get_design (self->session);
  g_autoptr (GArray) targets = g_array_new (FALSE, FALSE, sizeof (HeddleTarget));
  int column = get_column (self, x, y);
  HeddleLoads loads;

  if (column < 0 || design == NULL || !heddle_session_get_loads (self->session, &loads))
    return;
  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    {
      HeddleTarget target;

      if (loads.links[i].amount > 0 && heddle_use_find_column (get_share (&loads.links[i], loads.peak)) == (guint) column
          && heddle_session_find_target (self->session, design, HD_TARGET_LINK, i, &target))
        g_array_append_val (targets, target);
    }
  if (targets->len > 0)
    heddle_session_select_many (self->session, (const HeddleTarget *) (gpointer) targets->data, targets->len);
  else if (self->picture.counts[column] > 0)
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static gboolean
on_query_tooltip (HeddleLinkUse *self,
                  int x,
                  int y,
                  gboolean keyboard,
                  GtkTooltip *tooltip)
{
  int column = keyboard ? -1 : get_column (self, x, y);
  g_autofree char *words = NULL, *from = NULL, *to = NULL;
  guint n;

  if (column < 0)
    return FALSE;
  n = self->picture.counts[column];
  from = hd_figure_percent ((double) column / HEDDLE_USE_COLUMNS);
  to = hd_figure_percent ((column + 1.0) / HEDDLE_USE_COLUMNS);
  /* Translators: of links, media and memories: "12 are between 45 % and 50 % busy" */
  words = g_strdup_printf (ngettext ("%u is between %s and %s busy", "%u are between %s and %s busy", n), n, from, to);
  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

/* ---- object ------------------------------------------------------------------------------------------------------------ */

static void
heddle_link_use_snapshot (GtkWidget *widget,
                          GtkSnapshot *snapshot)
{
  HeddleLinkUse *self = HEDDLE_LINK_USE (widget);
  double width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const HeddleTheme *theme = heddle_look_get_theme ();
  cairo_t *cr;

  if (width < 1 || height < 1)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  heddle_colour_set (cr, theme->view_bg);
  cairo_paint (cr);
  heddle_use_paint (heddle_look_prepare_text (&self->text, widget), cr, &self->picture, theme, width, height);
  cairo_destroy (cr);
}

static void
heddle_link_use_measure (GtkWidget *widget,
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
heddle_link_use_dispose (GObject *object)
{
  HeddleLinkUse *self = HEDDLE_LINK_USE (object);

  g_clear_pointer (&self->text, heddle_text_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_link_use_parent_class)->dispose (object);
}

static void
heddle_link_use_class_init (HeddleLinkUseClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_link_use_dispose;
  widget_class->snapshot = heddle_link_use_snapshot;
  widget_class->measure = heddle_link_use_measure;
  gtk_widget_class_set_css_name (widget_class, "heddle-plot");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
heddle_link_use_init (HeddleLinkUse *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->picture.hovered = -1;
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (on_leave), self);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (on_query_tooltip), NULL);
  g_signal_connect (self, "map", G_CALLBACK (refresh), NULL);
  heddle_set_accessible_label (self, _("How many links, media and memories are how busy"));
  heddle_look_watch (GTK_WIDGET (self));
}

GtkWidget *
heddle_link_use_new (HeddleSession *session)
{
  HeddleLinkUse *self = g_object_new (HEDDLE_TYPE_LINK_USE, NULL);

  self->session = g_object_ref (session);
  for (guint i = 0; i < 3; i++)
    g_signal_connect_object (session, ((const char *[]){ "progressed", "run-changed", "design-changed" })[i], G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
