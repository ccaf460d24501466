/* heddle-tree-card.c: one aggregation tree with its name, or why there is none
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-card"

#include "heddle-tree-card.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-look.h"

struct _HeddleTreeCard
{
  GtkWidget parent_instance;

  /* Of the template */
  GtkWidget *box;
  GtkWidget *title;
  GtkWidget *about;
  GtkWidget *figure;
  GtkWidget *unit;
  GtkWidget *stack; /* "tree", "error" */
  GtkWidget *message;

  /* Borrowed */
  HeddleTreePlot *plot;
  const HeddleTreeFigure *shown;
};

G_DEFINE_FINAL_TYPE (HeddleTreeCard, heddle_tree_card, GTK_TYPE_WIDGET)

static const char *
get_subtitle (HdTreeAlgorithm algorithm)
{
  static const char *const subtitles[HD_TREE_N_ALGORITHMS] = {
    [HD_TREE_K_ARY] = N_("complete, by rank"),
    [HD_TREE_K_NOMIAL] = N_("by rank, levels overlap"),
    [HD_TREE_HIERARCHICAL] = N_("over nested groups"),
    [HD_TREE_PHYSICAL] = N_("in every switch on the way"),
    [HD_TREE_MINIMUM_COST] = N_("in as few switches as will do"),
    [HD_TREE_SELECTED] = N_("by the cost model"),
  };

  return _(subtitles[algorithm]);
}

/* Not always the same link. */
static void
show_hottest (HeddleTreeCard *self)
{
  const HdTreeMetrics *metrics = hd_tree_get_metrics (self->shown->tree);
  g_autofree char *up = hd_figure_count (metrics->hottest_up);
  g_autofree char *down = hd_figure_count (metrics->hottest_down);
  g_autofree char *figure = g_strdup_printf ("↑%s ↓%s", up, down);
  g_autofree char *name = g_strdup_printf (_("Most packets on a link between switches: %s towards the top of the network, %s from it"), up, down);

  gtk_label_set_label (GTK_LABEL (self->figure), figure);
  gtk_label_set_label (GTK_LABEL (self->unit), _("hottest links"));
  gtk_widget_set_tooltip_text (self->figure, name);
  heddle_set_accessible_label (self->figure, name);
}

void
heddle_tree_card_show (HeddleTreeCard *self,
                       const HeddleForestTree *tree,
                       guint32 width)
{
  g_autofree char *title = NULL;

  self->shown = tree != NULL ? tree->figure : NULL;
  heddle_tree_plot_set_figure (self->plot, self->shown);
  if (tree == NULL)
    return;
  if (self->shown != NULL)
    width = hd_tree_get_width (self->shown->tree);
  else if (hd_tree_algorithm_is_type_2 (tree->algorithm))
    width = 0;
  title = heddle_tree_dup_title (tree->algorithm, width);
  gtk_label_set_label (GTK_LABEL (self->title), title);
  gtk_label_set_label (GTK_LABEL (self->about), get_subtitle (tree->algorithm));
  heddle_set_tooltip (self->title, hd_tree_algorithm_get_help (tree->algorithm));
  heddle_set_accessible_label (self->plot, title);
  gtk_widget_set_visible (self->figure, self->shown != NULL);
  gtk_widget_set_visible (self->unit, self->shown != NULL);
  if (self->shown != NULL)
    show_hottest (self);
  else
    gtk_label_set_label (GTK_LABEL (self->message), tree->message);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), self->shown != NULL ? "tree" : "error");
}

/* @gathered have passed on what is below them, @informed have the result; a broadcast gathers nothing, and a reduction tells nobody. */
static char *
dup_progress (HdTreeOperation operation,
              guint gathered,
              guint informed)
{
  if (operation == HD_TREE_BROADCAST)
    return g_strdup_printf (_("%u reached"), informed);
  if (operation == HD_TREE_REDUCE)
    return g_strdup_printf (_("%u gathered"), gathered);
  /* Translators: how far an aggregation has come: so many nodes have passed on what is below them, so many have the result */
  return g_strdup_printf (_("%u gathered · %u informed"), gathered, informed);
}

void
heddle_tree_card_take_states (HeddleTreeCard *self,
                              guint8 *states)
{
  guint32 n = hd_tree_get_n_vertices (self->shown->tree), counts[HEDDLE_TREE_TOLD + 1] = { 0 };
  g_autofree char *text = NULL;

  for (guint32 v = 0; states != NULL && v < n; v++)
    counts[states[v]]++;
  text = dup_progress (hd_tree_get_operation (self->shown->tree), counts[HEDDLE_TREE_PASSED] + counts[HEDDLE_TREE_TOLD], counts[HEDDLE_TREE_TOLD]);
  gtk_label_set_label (GTK_LABEL (self->about), states != NULL ? text : get_subtitle (hd_tree_get_algorithm (self->shown->tree)));
  gtk_widget_set_visible (self->unit, states == NULL); /* leaves the words more room */
  heddle_tree_plot_take_states (self->plot, states);
}

void
heddle_tree_card_set_active (HeddleTreeCard *self,
                             gboolean active)
{
  if (active)
    gtk_widget_add_css_class (self->box, "heddle-active");
  else
    gtk_widget_remove_css_class (self->box, "heddle-active");
}

HeddleTreePlot *
heddle_tree_card_get_plot (HeddleTreeCard *self)
{
  return self->plot;
}

const HeddleTreeFigure *
heddle_tree_card_get_figure (HeddleTreeCard *self)
{
  return self->shown;
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

static void
heddle_tree_card_dispose (GObject *object)
{
  HeddleTreeCard *self = HEDDLE_TREE_CARD (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (heddle_tree_card_parent_class)->dispose (object);
}

static void
heddle_tree_card_class_init (HeddleTreeCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_tree_card_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/tree-card.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleTreeCard, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleTreeCard, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleTreeCard, about);
  gtk_widget_class_bind_template_child (widget_class, HeddleTreeCard, figure);
  gtk_widget_class_bind_template_child (widget_class, HeddleTreeCard, unit);
  gtk_widget_class_bind_template_child (widget_class, HeddleTreeCard, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleTreeCard, message);
}

static void
heddle_tree_card_init (HeddleTreeCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
heddle_tree_card_new (HeddleSession *session)
{
  HeddleTreeCard *self = g_object_new (HEDDLE_TYPE_TREE_CARD, NULL);

  self->plot = HEDDLE_TREE_PLOT (heddle_tree_plot_new (session));
  gtk_stack_add_named (GTK_STACK (self->stack), GTK_WIDGET (self->plot), "tree");
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), "tree");
  return GTK_WIDGET (self);
}
