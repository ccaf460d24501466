/* heddle-hover-card.c: figures of what the pointer rests on
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-hover-card"

#include "heddle-hover-card.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-router-figures.h"
#include "heddle-rows.h"
#include "heddle-words.h"

#define MOST_PARAMETERS 6
#define MOST_CELLS 16

struct _HeddleHoverCard
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *grid;
  HeddleDrawing *drawing; /* that @hit is in, or NULL */

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
  g_autofree char *text = hd_figure_format ((HdQuantity){ value, dimension }, 3);

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
  text = hd_figure_count (most);
  add_figure (self, n > 1 ? _("Packets, most") : _("Packets"), text);
}

/* "48 %", or of several links "48 % (3 % to 48 %)", as the drawing shows them. */
static char *
dup_use (const HeddleLoads *loads,
         const HdLoad *whole,
         const guint32 *members,
         guint n)
{
  float lowest = INFINITY, highest = 0;

  for (guint i = 0; i < n; i++)
    {
      const HdLoad *load = &loads->links[members[i]];

      lowest = MIN (lowest, loads->peak ? load->peak : load->mean);
      highest = MAX (highest, loads->peak ? load->peak : load->mean);
    }

  g_autofree char *use = hd_figure_percent (loads->peak ? whole->peak : whole->mean);
  g_autofree char *low = hd_figure_percent (lowest), *high = hd_figure_percent (highest);

  g_autofree char *range = hd_figure_range (low, high);

  /* Translators: a mean and the range around it, "30 % (12 % to 48 %)" */
  return g_str_equal (low, high) ? g_steal_pointer (&use) : g_strdup_printf (_("%s (%s)"), use, range);
}

/* Each direction has a capacity of its own: what it carries, and how busy that makes it. */
static void
tell_direction (HeddleHoverCard *self,
                const char *name,
                const HdUse *use,
                gboolean peak)
{
  g_autofree char *rate = hd_figure_format ((HdQuantity){ use->rate, HD_DIMENSION_BYTE_RATE }, 3);
  g_autofree char *share = hd_figure_percent (peak ? use->peak : use->mean);
  g_autofree char *text = g_strdup_printf ("%s · %s", rate, share);

  add_figure (self, name, text);
}

/* "1.2 mW · 3.4 nJ so far" */
static void
tell_energy (HeddleHoverCard *self,
             const HdLoad *load,
             const HdLoad *total,
             gboolean peak)
{
  g_autofree char *power = NULL, *energy = NULL, *text = NULL;

  if (!heddle_session_has_heat (self->session, HEDDLE_HEAT_ENERGY))
    return;
  power = hd_figure_in (peak ? load->peak_power : load->power, "W", 3);
  energy = hd_figure_in (total->energy, "J", 3);
  /* Translators: the power that a link or a router takes, and its energy since the start, "1.2 mW · 3.4 nJ so far" */
  text = g_strdup_printf (_("%s · %s so far"), power, energy);
  add_figure (self, _("Power"), text);
}

/* The same links in the baseline. */
static void
tell_baseline (HeddleHoverCard *self,
               const guint32 *members,
               guint n)
{
  HeddleLoads loads;
  HdLoad whole;
  guint n_scopes;
  g_autofree char *use = NULL;

  if (!heddle_session_is_in_baseline (self->session, HD_TARGET_LINK, members[0]) || !heddle_session_get_baseline_loads (self->session, &loads))
    return;
  heddle_session_get_scopes (self->session, &n_scopes);
  whole = heddle_gather_links (loads.links, members, n, n_scopes > 1);
  use = dup_use (&loads, &whole, members, n);
  add_figure (self, _("Baseline"), use);
}

static void
tell_traffic (HeddleHoverCard *self,
              HdDesign *design,
              const guint32 *members,
              guint n)
{
  HeddleLoads loads;
  guint used = 0, n_scopes;
  guint32 most_packets;
  const guint32 *packets = heddle_session_get_packets (self->session, &most_packets);

  if (packets != NULL)
    tell_packets (self, packets, members, n);
  if (packets != NULL || !heddle_session_get_loads (self->session, &loads))
    return;
  for (guint i = 0; i < n; i++)
    used += loads.totals[members[i]].amount > 0;
  if (n > 1)
    {
      g_autofree char *text = g_strdup_printf (_("%u of %u links in use"), used, n);

      add_line (self, text, "dim-label");
    }
  if (used == 0)
    {
      add_line (self, hd_design_is_uncounted (design, members[0]) ? _("Messages of components, whose bytes are not counted") : _("Carried nothing so far"), "dim-label");
      return;
    }
  heddle_session_get_scopes (self->session, &n_scopes);

  HdLoad whole = heddle_gather_links (loads.links, members, n, n_scopes > 1);
  HdLoad total = heddle_gather_links (loads.totals, members, n, n_scopes > 1);
  g_autofree char *use = dup_use (&loads, &whole, members, n);

  if (heddle_session_is_stale (self->session))
    add_line (self, _("Before your edit"), "heddle-stale");
  add_figure (self, _("Utilisation"), use);
  tell_baseline (self, members, n);
  if (hd_design_get_links (design)[members[0]].sharing == HD_SHARING_SPLIT)
    {
      tell_direction (self, _("There →"), &whole.ways[0], loads.peak);
      tell_direction (self, _("Back ←"), &whole.ways[1], loads.peak);
    }
  else
    add_quantity (self, _("Rate"), whole.rate, HD_DIMENSION_BYTE_RATE);
  add_quantity (self, _("Carried"), total.amount, HD_DIMENSION_BYTES);
  tell_energy (self, &whole, &total, loads.peak);
}

/* Of those that are drawn as one. */
static void
tell_failed (HeddleHoverCard *self,
             HdDesign *design,
             const guint32 *members,
             guint n)
{
  g_autofree char *text = NULL;
  guint failed = 0;
  HeddleLoads loads;

  gboolean ran = heddle_session_get_loads (self->session, &loads) && loads.failed != NULL;

  for (guint i = 0; i < n; i++)
    failed += ran ? loads.failed[members[i]] != 0 : hd_design_has_failed (design, members[i]);
  if (failed == 0)
    return;
  text = failed == n ? g_strdup (_("Has failed, and carries nothing")) : g_strdup_printf (_("%u of %u have failed"), failed, n);
  add_line (self, text, "error");
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
  tell_failed (self, design, members, n);
  add_quantity (self, _("Bandwidth"), link->bandwidth, HD_DIMENSION_BYTE_RATE);
  add_quantity (self, _("Latency"), hd_time_to_seconds (link->latency_ps), HD_DIMENSION_TIME);
  tell_traffic (self, design, members, n);
}

/* ---- nodes ------------------------------------------------------------------------------------------------------------------- */

static void
tell_share (HeddleHoverCard *self,
            const char *name,
            const HdUse *use,
            gboolean peak)
{
  g_autofree char *share = hd_figure_percent (peak ? use->peak : use->mean);

  add_figure (self, name, share);
}

/* "5.2 % · 9.4 of 180 flits" */
static void
tell_buffers (HeddleHoverCard *self,
              const HdLoad *load,
              gboolean peak)
{
  g_autofree char *share = hd_figure_percent (peak ? load->peak : load->mean);
  g_autofree char *held = hd_figure_format ((HdQuantity){ peak ? (double) load->peak * load->room : load->rate, HD_DIMENSION_NONE }, 3);
  g_autofree char *room = hd_figure_count ((guint64) load->room);
  /* Translators: flits in the buffers of a router, of those that they hold, "9.4 of 180 flits" */
  g_autofree char *flits = g_strdup_printf (_("%s of %s flits"), held, room);
  g_autofree char *text = g_strdup_printf ("%s · %s", share, flits);

  add_figure (self, _("Buffers"), text);
}

/* "12.5 % · No credit": of the cycles of its input channels, and for what most of them. Figures of peaks say the mean too, as it is all that is counted. */
static void
tell_stalls (HeddleHoverCard *self,
             const HdLoad *load)
{
  g_autofree char *share = hd_figure_percent (load->stalled_share), *text = NULL;
  guint most = 0;

  if (load->stalled_share <= 0)
    return;
  for (guint i = 1; i < HD_N_STALLS; i++)
    if (load->stalled[i] > load->stalled[most])
      most = i;
  text = g_strdup_printf ("%s · %s", share, heddle_stall_get_title ((HdStall) most));
  /* Translators: the share of time in which flits in a router wait though they could go on, and for what most of them */
  add_figure (self, _("Stands still"), text);
}

/* Of what it computes, of the bandwidth that all that passes shares, or of a router's buffers; and of the memory beside a processor. */
static void
tell_busy (HeddleHoverCard *self,
           HdDesign *design,
           guint32 node,
           const HeddleLoads *loads)
{
  const HdUse *ways = loads->nodes[node].ways;

  if (hd_design_get_nodes (design)[node].type->role == HD_ROLE_ENDPOINT)
    tell_share (self, _("Busy"), &ways[0], loads->peak);
  if (hd_node_get_bandwidth (design, node, 1) > 0)
    tell_share (self, _("Local memory"), &ways[1], loads->peak);
  if (loads->nodes[node].room > 0)
    {
      tell_buffers (self, &loads->nodes[node], loads->peak);
      tell_stalls (self, &loads->nodes[node]);
      tell_energy (self, &loads->nodes[node], &loads->node_totals[node], loads->peak);
    }
  if (hd_node_get_bandwidth (design, node, 0) <= 0)
    return;
  tell_share (self, _("Utilisation"), &ways[0], loads->peak);
  add_quantity (self, _("Rate"), ways[0].rate, HD_DIMENSION_BYTE_RATE);
  add_quantity (self, _("Carried"), loads->node_totals[node].amount, HD_DIMENSION_BYTES);
}

static gboolean
is_of_flits (const HdParameter *parameter)
{
  return parameter->property >= HD_PROPERTY_VIRTUAL_CHANNELS && parameter->property <= HD_PROPERTY_ARBITRATION;
}

/* What a router has not of its own it has from the run settings, by the same name. */
static char *
dup_of_run (HdDesign *design,
            const HdParameter *parameter)
{
  const HdRunSettings *run = hd_design_get_run_settings (design);
  const HdRunSetting *setting = hd_run_settings_find (parameter->key);
  HdQuantity value;

  if (setting == NULL)
    return NULL;
  if (hd_run_setting_is_none (setting, run))
    return g_strdup (_(setting->none));
  value = (HdQuantity){ hd_run_setting_get (setting, run), hd_parameter_get_dimension (&setting->parameter) };
  return setting->parameter.kind == HD_PARAMETER_CHOICE ? g_strdup (heddle_get_word (setting->parameter.choices[(guint) value.value])) : hd_figure_format (value, 4);
}

static char *
dup_parameter (HdDesign *design,
               guint32 node,
               const HdParameter *parameter,
               guint index)
{
  g_autofree char *value = NULL, *of_run = NULL;

  if (is_of_flits (parameter) && hd_design_get_parameters (design, node)[index] == 0 && (of_run = dup_of_run (design, parameter)) != NULL)
    return g_steal_pointer (&of_run);
  value = heddle_dup_parameter (design, node, parameter, index);
  return value != NULL && parameter->kind == HD_PARAMETER_CHOICE ? g_strdup (heddle_get_word (value)) : g_steal_pointer (&value);
}

/* Those that are of flits, or the others. */
static guint
tell_parameters (HeddleHoverCard *self,
                 HdDesign *design,
                 guint32 node,
                 gboolean of_flits,
                 guint most)
{
  const HdComponentType *type = hd_design_get_nodes (design)[node].type;
  guint shown = 0;

  for (guint i = 0; i < hd_component_type_count_parameters (type) && shown < most; i++)
    {
      const HdParameter *parameter = &type->parameters[i];
      g_autofree char *value = is_of_flits (parameter) == of_flits ? dup_parameter (design, node, parameter, i) : NULL;

      if (value == NULL)
        continue;
      add_figure (self, hd_catalog_translate (heddle_session_get_catalog (self->session), type, parameter->title), value);
      shown++;
    }
  return shown;
}

/* What its parts are at: each by its name while they are few, else how many. */
static void
tell_cells (HeddleHoverCard *self,
            guint32 node)
{
  g_autoptr (GArray) states = heddle_session_list_lane_states (self->session);
  HdRecord *record = heddle_session_get_record (self->session);
  g_autofree char *words = heddle_lane_states_dup_words (states, node);
  guint n = 0;

  for (guint i = 0; i < states->len; i++)
    n += g_array_index (states, HeddleLaneState, i).node == node;
  if (n > MOST_CELLS)
    add_line (self, words, NULL);
  for (guint i = 0; i < states->len && n <= MOST_CELLS && record != NULL; i++)
    {
      const HeddleLaneState *state = &g_array_index (states, HeddleLaneState, i);
      g_autofree char *title = state->node == node ? hd_record_dup_lane_title (record, state->lane) : NULL;
      const char *comma = title != NULL ? strrchr (title, ',') : NULL;

      if (title != NULL)
        add_figure (self, comma != NULL ? comma + 2 : title, state->activity != NULL ? state->activity : _("idle"));
    }
}

static void
tell_component (HeddleHoverCard *self,
                HdDesign *design,
                guint32 node)
{
  gboolean is_flit = hd_design_get_run_settings (design)->fidelity == HD_FIDELITY_FLIT;
  g_autofree char *name = hd_design_dup_node_name (design, node);
  HeddleLoads loads;
  guint shown = 0;

  if (name != NULL)
    {
      g_autofree char *path = hd_design_dup_node_path (design, node);

      add_line (self, path, "dim-label");
    }
  /* What the fidelity does not heed gives way to what it does. */
  if (is_flit)
    shown = tell_parameters (self, design, node, TRUE, MOST_PARAMETERS);
  tell_parameters (self, design, node, FALSE, MOST_PARAMETERS - shown);
  if (heddle_session_get_loads (self->session, &loads))
    tell_busy (self, design, node, &loads);
  tell_cells (self, node);
}

/* "rack[0]/server[3]/eth · 93 %" */
static void
tell_hottest (HeddleHoverCard *self,
              HeddleDrawing *drawing,
              HdDesign *design,
              guint32 index)
{
  guint32 link = heddle_drawing_get_hottest_inside (drawing, index);
  g_autofree char *path = NULL, *share = NULL, *text = NULL;
  HeddleLoads loads;

  if (link == HD_NO_ID || design == NULL || !heddle_session_get_loads (self->session, &loads))
    return;
  path = hd_design_dup_link_path (design, link);
  share = hd_figure_percent (loads.peak ? loads.links[link].peak : loads.links[link].mean);
  text = g_strdup_printf ("%s · %s", path, share);
  add_figure (self, _("Hottest inside"), text);
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
  tell_hottest (self, drawing, design, index);
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
  g_clear_pointer (&self->drawing, heddle_drawing_unref);
  /* Loads are of what the session shows; the canvas may be about to show it too. */
  if (drawing == NULL || drawing != heddle_session_get_drawing (self->session))
    return FALSE;
  self->drawing = heddle_drawing_ref (drawing);
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

gboolean
heddle_hover_card_refresh (HeddleHoverCard *self,
                           HeddleCanvas *canvas)
{
  return self->drawing == heddle_canvas_get_drawing (canvas) && heddle_hover_card_show (self, canvas, self->hit);
}

static void
heddle_hover_card_dispose (GObject *object)
{
  HeddleHoverCard *self = HEDDLE_HOVER_CARD (object);

  g_clear_pointer (&self->grid, gtk_widget_unparent);
  g_clear_pointer (&self->drawing, heddle_drawing_unref);
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
