/* heddle-tree-table.c: the figures of aggregation trees, side by side
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-tree-table"

#include "heddle-tree-table.h"

#include <math.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"

#define TITLE_CHARS 22
#define LEAST_TITLE_CHARS 12 /* before an audience, where letters are large */
#define FIGURE_CHARS 9

struct _HeddleTreeTable
{
  GtkWidget parent_instance;

  /* Owned */
  GtkWidget *grid;

  /* Borrowed */
  GPtrArray *simulated; /* label for each tree, or %NULL */
  GPtrArray *before;    /* likewise, of the baseline; seen where it has gone along one of the trees */
  GtkWidget *before_title;
};

G_DEFINE_FINAL_TYPE (HeddleTreeTable, heddle_tree_table, GTK_TYPE_WIDGET)

static guint link_chosen_signal;

static const HeddleTreeFigure *
get_figure (HeddleForest *forest,
            guint n)
{
  return heddle_forest_get_tree (forest, n)->figure;
}

/* The least of a row; NAN if all are equal, or there is but one. */
static double
find_best (HeddleForest *forest,
           HeddleTreeMetric metric)
{
  double least = INFINITY, most = -INFINITY;

  for (guint i = 0; i < heddle_forest_get_n_trees (forest); i++)
    if (get_figure (forest, i) != NULL)
      {
        double value = heddle_tree_metric_get (metric, get_figure (forest, i)->tree);

        least = fmin (least, value);
        most = fmax (most, value);
      }
  return least < most ? least : NAN;
}

/* ---- cells ----------------------------------------------------------------------------------------------------------- */

static void
attach (HeddleTreeTable *self,
        GtkWidget *cell,
        int column,
        int row)
{
  gtk_widget_add_css_class (cell, column > 0 ? "heddle-tree-cell" : "heddle-tree-name");
  gtk_grid_attach (GTK_GRID (self->grid), cell, column, row, 1, 1);
}

static GtkWidget *
new_figure (const char *text,
            const char *style_class)
{
  GtkWidget *label = heddle_label_new (text, style_class);

  gtk_widget_add_css_class (label, "numeric");
  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_width_chars (GTK_LABEL (label), FIGURE_CHARS);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_NONE);
  return label;
}

static void
on_link_clicked (HeddleTreeTable *self,
                 GtkWidget *button)
{
  g_signal_emit (self, link_chosen_signal, 0, GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "heddle-link")));
}

static GtkWidget *
new_link_button (HeddleTreeTable *self,
                 const char *path,
                 guint32 link)
{
  GtkWidget *button = gtk_button_new ();
  g_autofree char *name = g_strdup_printf (_("Select link %s on the canvas"), path);

  gtk_button_set_child (GTK_BUTTON (button), new_figure (path, NULL));
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "heddle-tree-link");
  gtk_widget_set_tooltip_text (button, name);
  heddle_set_accessible_label (button, name);
  g_object_set_data (G_OBJECT (button), "heddle-link", GUINT_TO_POINTER (link));
  g_signal_connect_object (button, "clicked", G_CALLBACK (on_link_clicked), self, G_CONNECT_SWAPPED);
  return button;
}

static GtkWidget *
new_cell (HeddleTreeTable *self,
          HeddleTreeMetric metric,
          const HeddleTreeFigure *figure,
          double best)
{
  g_autofree char *text = heddle_tree_metric_dup_text (metric, figure);
  guint32 link = hd_tree_get_metrics (figure->tree)->hottest_link;
  gboolean is_best = heddle_tree_metric_get (metric, figure->tree) == best;
  GtkWidget *label;

  if (metric == HEDDLE_TREE_HOTTEST_LINK && link != HD_NO_ID)
    return new_link_button (self, text, link);
  label = new_figure (text, is_best ? "heading" : NULL);
  if (is_best)
    {
      g_autofree char *name = g_strdup_printf (_("%s, best"), text);

      gtk_widget_set_tooltip_text (label, _("Best of these trees"));
      heddle_set_accessible_label (label, name);
    }
  return label;
}

static GtkWidget *
new_title (const char *text,
           const char *tooltip)
{
  GtkWidget *title = heddle_label_new (text, NULL);

  gtk_widget_set_tooltip_text (title, tooltip);
  gtk_label_set_width_chars (GTK_LABEL (title), LEAST_TITLE_CHARS);
  gtk_label_set_max_width_chars (GTK_LABEL (title), TITLE_CHARS);
  gtk_widget_set_hexpand (title, TRUE);
  return title;
}

/* Of a tree: the words of a long one stand below each other. */
static GtkWidget *
new_head (const char *text)
{
  GtkWidget *label = new_figure (text, "dim-label");

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_RIGHT);
  gtk_widget_set_valign (label, GTK_ALIGN_END);
  return label;
}

static char *
dup_repeats (const HeddleTreeSimulated *simulated)
{
  return g_strdup_printf (ngettext ("Median of %u repeat", "Median of %u repeats", simulated->n), simulated->n);
}

static void
show_baseline (HeddleTreeTable *self,
               HeddleForest *forest,
               HdRecord *baseline)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->before->len; i++)
    {
      HeddleTreeSimulated before = { 0 };
      g_autofree char *text = NULL, *tooltip = NULL;

      if (self->before->pdata[i] == NULL)
        continue;
      if (baseline != NULL && heddle_tree_find_simulated (baseline, heddle_forest_get_communicator (forest), get_figure (forest, i)->tree, &before)
          && before.n > 0)
        {
          any = TRUE;
          text = hd_figure_time (before.median, 4);
          tooltip = dup_repeats (&before);
        }
      gtk_label_set_label (self->before->pdata[i], text != NULL ? text : "–");
      gtk_widget_set_tooltip_text (self->before->pdata[i], tooltip != NULL ? tooltip : _("The baseline has no workload along this tree"));
    }
  for (guint i = 0; i < self->before->len; i++)
    if (self->before->pdata[i] != NULL)
      gtk_widget_set_visible (self->before->pdata[i], any);
  if (self->before_title != NULL)
    gtk_widget_set_visible (self->before_title, any);
}

void
heddle_tree_table_show_run (HeddleTreeTable *self,
                            HeddleForest *forest,
                            HdRecord *record,
                            HdRecord *baseline,
                            HeddleTreeTrials *trials)
{
  HdTime shortest = HD_TIME_MAX;
  guint best = 0;

  for (guint i = 0; i < self->simulated->len; i++)
    {
      GtkWidget *label = self->simulated->pdata[i];
      const char *message = heddle_tree_trials_get_message (trials, i);
      g_autofree char *text = NULL, *tooltip = NULL;
      HeddleTreeSimulated simulated = { 0 };

      if (label == NULL)
        continue;
      gtk_widget_remove_css_class (label, "heading");
      if (heddle_tree_trials_find (trials, record, forest, i, &simulated) != NULL && simulated.n > 0)
        {
          if (simulated.median < shortest)
            best = i;
          shortest = MIN (shortest, simulated.median);
          text = hd_figure_time (simulated.median, 4);
          tooltip = dup_repeats (&simulated);
        }
      gtk_label_set_label (GTK_LABEL (label), text != NULL ? text : message != NULL ? _("impossible") : "–");
      gtk_widget_set_tooltip_text (label, tooltip != NULL ? tooltip : message != NULL ? message : _("No workload along this tree has run"));
    }
  if (shortest < HD_TIME_MAX)
    gtk_widget_add_css_class (self->simulated->pdata[best], "heading");
  show_baseline (self, forest, baseline);
}

/* Of all links, the most that any has. */
static double
find_noise (HdDesign *design)
{
  const HdLink *links = hd_design_get_links (design);
  double of_run = hd_design_get_run_settings (design)->noise, most = 0;

  for (guint32 i = 0; i < hd_design_get_n_links (design); i++)
    {
      double noise = links[i].link_class != HD_NO_ID ? hd_design_get_link_class (design, links[i].link_class)->noise : -1;

      most = MAX (most, noise >= 0 ? noise : of_run);
    }
  return most;
}

/* The prediction knows no noise: what stands beside it says how much it has. */
static char *
dup_simulated_title (HeddleForest *forest)
{
  const HeddleTreeFigure *figure = NULL;
  double noise = 0;

  for (guint i = 0; i < heddle_forest_get_n_trees (forest) && figure == NULL; i++)
    figure = get_figure (forest, i);
  if (figure != NULL)
    noise = find_noise (figure->design);
  if (noise <= 0)
    return g_strdup (_("Simulated, median"));

  g_autofree char *percent = hd_figure_percent (noise);

  return g_strdup_printf (_("Simulated with %s noise, median"), percent);
}

void
heddle_tree_table_show (HeddleTreeTable *self,
                        HeddleForest *forest)
{
  g_autofree char *simulated = dup_simulated_title (forest);
  int column = 1;

  g_ptr_array_set_size (self->simulated, 0);
  g_ptr_array_set_size (self->before, 0);
  while (gtk_widget_get_first_child (self->grid) != NULL)
    gtk_grid_remove (GTK_GRID (self->grid), gtk_widget_get_first_child (self->grid));
  for (guint m = 0; m < HEDDLE_TREE_N_METRICS; m++)
    attach (self, new_title (heddle_tree_metric_get_title (m), heddle_tree_metric_get_help (m)), 0, (int) m + 1);
  attach (self, new_title (simulated, _("From the start to the end of the slowest process, in a run whose workload goes along this tree")), 0,
          HEDDLE_TREE_N_METRICS + 1);
  self->before_title = new_title (_("Baseline, median"), _("The same in the run that was kept, which may be of another state of the project"));
  attach (self, self->before_title, 0, HEDDLE_TREE_N_METRICS + 2);
  attach (self, heddle_label_new (_("Metric"), "dim-label"), 0, 0);
  for (guint i = 0; i < heddle_forest_get_n_trees (forest); i++)
    {
      const HeddleTreeFigure *figure = get_figure (forest, i);
      g_autofree char *title = NULL;

      g_ptr_array_add (self->simulated, figure != NULL ? new_figure ("–", NULL) : NULL);
      g_ptr_array_add (self->before, figure != NULL ? new_figure ("–", "dim-label") : NULL);
      if (figure == NULL)
        continue;
      title = heddle_tree_dup_title (hd_tree_get_algorithm (figure->tree), hd_tree_get_width (figure->tree));
      attach (self, new_head (title), column, 0);
      for (guint m = 0; m < HEDDLE_TREE_N_METRICS; m++)
        attach (self, new_cell (self, m, figure, find_best (forest, m)), column, (int) m + 1);
      attach (self, self->simulated->pdata[i], column, HEDDLE_TREE_N_METRICS + 1);
      attach (self, self->before->pdata[i], column, HEDDLE_TREE_N_METRICS + 2);
      column++;
    }
  show_baseline (self, forest, NULL);
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

static void
heddle_tree_table_dispose (GObject *object)
{
  HeddleTreeTable *self = HEDDLE_TREE_TABLE (object);

  g_clear_pointer (&self->grid, gtk_widget_unparent);
  g_clear_pointer (&self->simulated, g_ptr_array_unref);
  g_clear_pointer (&self->before, g_ptr_array_unref);
  G_OBJECT_CLASS (heddle_tree_table_parent_class)->dispose (object);
}

static void
heddle_tree_table_class_init (HeddleTreeTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_tree_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_GROUP);
  link_chosen_signal = g_signal_new ("link-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
heddle_tree_table_init (HeddleTreeTable *self)
{
  self->simulated = g_ptr_array_new ();
  self->before = g_ptr_array_new ();
  self->grid = gtk_grid_new ();
  gtk_widget_set_parent (self->grid, GTK_WIDGET (self));
  heddle_set_accessible_label (self, _("Figures of the trees"));
}
