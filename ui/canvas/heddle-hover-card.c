/* heddle-hover-card.c: figures of what the pointer rests on
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-hover-card"

#include "heddle-hover-card.h"

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-rows.h"

struct _HeddleHoverCard
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *grid;

  HeddleHit hit;
  int n_rows;
};

G_DEFINE_FINAL_TYPE (HeddleHoverCard, heddle_hover_card, GTK_TYPE_WIDGET)

static void
add_line (HeddleHoverCard *self,
          const char *text,
          const char *style_class)
{
  GtkWidget *label = heddle_label_new (text, style_class);

  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  gtk_grid_attach (GTK_GRID (self->grid), label, 0, self->n_rows++, 2, 1);
}

static void
add_figure (HeddleHoverCard *self,
            const char *name,
            const char *value)
{
  GtkWidget *figure = heddle_label_new (value, "heading");

  gtk_widget_add_css_class (figure, "numeric");
  gtk_grid_attach (GTK_GRID (self->grid), heddle_label_new (name, "dim-label"), 0, self->n_rows, 1, 1);
  gtk_grid_attach (GTK_GRID (self->grid), figure, 1, self->n_rows++, 1, 1);
}

static void
add_quantity (HeddleHoverCard *self,
              const char *name,
              double value,
              HdDimension dimension)
{
  g_autofree char *text = hd_quantity_format ((HdQuantity){ value, dimension }, 3);

  add_figure (self, name, text);
}

static void
clear (HeddleHoverCard *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->grid)) != NULL)
    gtk_grid_remove (GTK_GRID (self->grid), child);
  self->n_rows = 0;
}

/* ---- links ------------------------------------------------------------------------------------------------------------------ */

/* Of an aggregation tree, in the busier direction. */
static void
tell_packets (HeddleHoverCard *self,
              const guint32 *packets,
              const guint32 *members,
              guint n)
{
  guint32 most = 0;
  g_autofree char *text = NULL;

  for (guint i = 0; i < n; i++)
    most = MAX (most, packets[members[i]]);
  text = heddle_dup_count (most);
  add_figure (self, n > 1 ? _("Packets, most") : _("Packets"), text);
}

static void
tell_traffic (HeddleHoverCard *self,
              const guint32 *members,
              guint n)
{
  HeddleLoads loads;
  double lowest = 1, highest = 0, sum = 0, bytes = 0, rate = 0;
  guint used = 0;
  guint32 most_packets;
  const guint32 *packets = heddle_session_get_packets (self->session, &most_packets);

  if (packets != NULL)
    tell_packets (self, packets, members, n);
  if (packets != NULL || !heddle_session_get_loads (self->session, &loads))
    return;
  for (guint i = 0; i < n; i++)
    {
      const HdLoad *load = &loads.links[members[i]];
      double share = loads.peak ? load->peak : load->mean;

      lowest = MIN (lowest, share);
      highest = MAX (highest, share);
      sum += share;
      rate += load->rate;
      bytes += loads.totals[members[i]].amount;
      used += loads.totals[members[i]].amount > 0;
    }

  if (n > 1)
    {
      g_autofree char *text = g_strdup_printf (_("%u of %u links in use"), used, n);

      add_line (self, text, "dim-label");
    }
  if (used == 0)
    {
      add_line (self, _("Carried nothing so far"), "dim-label");
      return;
    }

  g_autofree char *mean = heddle_dup_percent (sum / n);
  g_autofree char *low = heddle_dup_percent (lowest), *high = heddle_dup_percent (highest);
  g_autofree char *spread = n > 1 ? g_strdup_printf (_("%s (%s to %s)"), mean, low, high) : g_strdup (mean);

  add_figure (self, _("Utilisation"), spread);
  add_quantity (self, _("Rate"), rate, HD_DIMENSION_BYTE_RATE);
  add_quantity (self, _("Carried"), bytes, HD_DIMENSION_BYTES);
}

static void
tell_link (HeddleHoverCard *self,
           HdDesign *design,
           const guint32 *members,
           guint n)
{
  const HdLink *link = &hd_design_get_links (design)[members[0]];
  g_autofree char *path = hd_design_dup_link_path (design, members[0]);
  const char *class_id = link->link_class != HD_NO_ID ? hd_design_get_link_class (design, link->link_class)->id : NULL;

  add_line (self, path, "heading");
  if (class_id != NULL)
    add_line (self, class_id, "dim-label");
  add_quantity (self, _("Bandwidth"), link->bandwidth, HD_DIMENSION_BYTE_RATE);
  add_quantity (self, _("Latency"), hd_time_to_seconds (link->latency_ps), HD_DIMENSION_TIME);
  tell_traffic (self, members, n);
}

/* ---- nodes ------------------------------------------------------------------------------------------------------------------- */

static void
tell_component (HeddleHoverCard *self,
                HdDesign *design,
                guint32 node)
{
  const HdNode *made = &hd_design_get_nodes (design)[node];
  HeddleLoads loads;

  for (guint i = 0, shown = 0; i < hd_component_type_count_parameters (made->type) && shown < 5; i++)
    {
      const HdParameter *parameter = &made->type->parameters[i];
      g_autofree char *value = heddle_dup_parameter (design, node, parameter, i);

      if (value == NULL)
        continue;
      add_figure (self, hd_catalog_translate (heddle_session_get_catalog (self->session), made->type, parameter->title), value);
      shown++;
    }
  if (made->type->role == HD_ROLE_ENDPOINT && heddle_session_get_loads (self->session, &loads))
    {
      g_autofree char *busy = heddle_dup_percent (loads.peak ? loads.nodes[node].peak : loads.nodes[node].mean);

      add_figure (self, _("Busy"), busy);
    }
}

static void
tell_node (HeddleHoverCard *self,
           HeddleCanvas *canvas,
           guint32 index)
{
  HeddleDrawing *drawing = heddle_canvas_get_drawing (canvas);
  const HeddleSceneNode *drawn = heddle_scene_node (heddle_drawing_get_scene (drawing), index);
  HeddleTarget target = heddle_drawing_get_node_target (drawing, index);
  HdDesign *design = heddle_session_get_design (self->session);
  guint32 scope = heddle_session_get_scope (self->session), first;

  add_line (self, drawn->name, "heading");
  if (drawn->count > 1)
    {
      g_autofree char *text = g_strdup_printf (ngettext ("%u member", "%u members", drawn->count), drawn->count);

      add_line (self, text, "dim-label");
    }
  if (design != NULL && scope != HD_NO_ID && hd_design_find_nodes (design, scope, target.uid, &first) > (guint) MAX (0, target.index))
    tell_component (self, design, first + MAX (0, target.index));
  else if (drawn->subtitle != NULL)
    add_line (self, drawn->subtitle, "dim-label");
}

/* ---- both --------------------------------------------------------------------------------------------------------------------- */

gboolean
heddle_hover_card_show (HeddleHoverCard *self,
                        HeddleCanvas *canvas,
                        HeddleHit hit)
{
  HeddleDrawing *drawing = heddle_canvas_get_drawing (canvas);
  HdDesign *design = heddle_session_get_design (self->session);

  clear (self);
  self->hit = hit;
  if (drawing == NULL)
    return FALSE;
  if (hit.kind == HEDDLE_HIT_NODE)
    tell_node (self, canvas, hit.index);
  else if (hit.kind == HEDDLE_HIT_LINK && design != NULL)
    {
      guint n;
      const guint32 *members = heddle_drawing_get_link_members (drawing, hit.index, &n);

      if (n > 0)
        tell_link (self, design, members, n);
    }
  return self->n_rows > 0;
}

void
heddle_hover_card_refresh (HeddleHoverCard *self,
                           HeddleCanvas *canvas)
{
  heddle_hover_card_show (self, canvas, self->hit);
}

static void
heddle_hover_card_dispose (GObject *object)
{
  HeddleHoverCard *self = HEDDLE_HOVER_CARD (object);

  g_clear_pointer (&self->grid, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_hover_card_parent_class)->dispose (object);
}

static void
heddle_hover_card_class_init (HeddleHoverCardClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_hover_card_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_TOOLTIP);
}

static void
heddle_hover_card_init (HeddleHoverCard *self)
{
  self->grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (self->grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (self->grid), 2);
  gtk_widget_add_css_class (self->grid, "heddle-hover-card");
  gtk_widget_set_parent (self->grid, GTK_WIDGET (self));
}

GtkWidget *
heddle_hover_card_new (HeddleSession *session)
{
  HeddleHoverCard *self = g_object_new (HEDDLE_TYPE_HOVER_CARD, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
