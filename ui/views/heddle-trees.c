/* heddle-trees.c: aggregation trees over a communicator, side by side
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-trees"

#include "heddle-trees.h"

#include <string.h>

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-choose-file.h"
#include "heddle-export.h"
#include "heddle-figures.h"
#include "heddle-focus.h"
#include "heddle-look.h"
#include "heddle-topic.h"
#include "heddle-tree-sheet.h"
#include "heddle-tree-table.h"

#define USUAL_WIDTH 32
#define PICTURE_SCALE 2.0
#define SHOW_PROGRESS_MS 250 /* what is over sooner needs no sign */
#define REFRESH_INTERVAL_US 500000

struct _HeddleTrees
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  HeddleForest *forest;
  HeddleTreeTrials *trials;
  HdDesign *built;  /* that trees were asked for of last, or %NULL */
  guint progress;   /* timeout */

  /* Of the template */
  GtkWidget *stack; /* "trees", "none", "faulty" */
  GtkBox *page;
  GtkWidget *facts;
  GtkWidget *spinner;
  GtkWidget *simulate;
  GtkButton *groups;
  GtkButton *packets;
  GtkBox *content;
  GtkWidget *row; /* of cards */
  GtkFlowBox *tables;
  GtkWidget *table_card;
  HeddleTreeTable *table;
  HeddleCostPlot *cost;

  /* Borrowed: children */
  HeddleTreeControls *controls;
  HeddleTreePlayback *playback;

  HeddleForestRequest request;
  guint active; /* card */
  gint64 refreshed_us;
  HdRecord *seen; /* the last that was shown; for comparison alone */
  gboolean bars;
};

G_DEFINE_FINAL_TYPE (HeddleTrees, heddle_trees, GTK_TYPE_WIDGET)

/* ---- cards ----------------------------------------------------------------------------------------------------------- */

HeddleTreeCard *
heddle_trees_get_card (HeddleTrees *self,
                       guint n)
{
  GtkWidget *card = gtk_widget_get_first_child (self->row);

  for (; n > 0; n--)
    card = gtk_widget_get_next_sibling (card);
  return HEDDLE_TREE_CARD (card);
}

guint
heddle_trees_get_n_cards (HeddleTrees *self)
{
  guint n = 0;

  for (GtkWidget *card = gtk_widget_get_first_child (self->row); card != NULL; card = gtk_widget_get_next_sibling (card))
    n++;
  return n;
}

static const HeddleTreeFigure *
get_active_figure (HeddleTrees *self)
{
  return self->active < heddle_trees_get_n_cards (self) ? heddle_tree_card_get_figure (heddle_trees_get_card (self, self->active)) : NULL;
}

/* Packets are on the canvas as long as they are asked for here: a run takes it back, and so does another tab. */
static void
show_packets (HeddleTrees *self)
{
  gboolean shown = gtk_widget_get_mapped (GTK_WIDGET (self)) && gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->packets));
  const HeddleTreeFigure *figure = shown ? get_active_figure (self) : NULL;

  heddle_session_set_tree (self->session, figure != NULL && figure->design == heddle_session_get_design (self->session) ? figure->tree : NULL);
}

static void
activate (HeddleTrees *self,
          guint active)
{
  self->active = active;
  for (guint i = 0; i < heddle_trees_get_n_cards (self); i++)
    heddle_tree_card_set_active (heddle_trees_get_card (self, i), i == active && heddle_trees_get_n_cards (self) > 1);
  heddle_tree_controls_set_groups (self->controls, get_active_figure (self));
  show_packets (self);
}

static void
on_activated (HeddleTrees *self,
              HeddleTreePlot *plot)
{
  for (guint i = 0; i < heddle_trees_get_n_cards (self); i++)
    if (heddle_tree_card_get_plot (heddle_trees_get_card (self, i)) == plot && i != self->active)
      activate (self, i);
}

static void
fit_cards (HeddleTrees *self,
           guint n)
{
  guint there = heddle_trees_get_n_cards (self);

  for (; there < n; there++)
    {
      GtkWidget *card = heddle_tree_card_new (self->session);
      HeddleTreePlot *plot = heddle_tree_card_get_plot (HEDDLE_TREE_CARD (card));

      if (self->bars)
        heddle_tree_plot_collapse (plot, TRUE);
      g_signal_connect_object (plot, "activated", G_CALLBACK (on_activated), self, G_CONNECT_SWAPPED);
      gtk_box_append (GTK_BOX (self->row), card);
    }
  for (; there > n; there--)
    {
      heddle_tree_card_show (HEDDLE_TREE_CARD (gtk_widget_get_last_child (self->row)), NULL, 0);
      gtk_box_remove (GTK_BOX (self->row), gtk_widget_get_last_child (self->row));
    }
}

/* ---- what is there --------------------------------------------------------------------------------------------------- */

static void
show_facts (HeddleTrees *self)
{
  const HeddleTreeFigure *figure = get_active_figure (self);
  g_autofree char *members = hd_figure_count (heddle_forest_get_n_members (self->forest));
  g_autofree char *leaves = NULL, *text = NULL;

  if (figure != NULL)
    leaves = hd_figure_count (hd_tree_get_n_leaves (figure->tree));
  if (figure != NULL)
    text = g_strdup_printf (_("Processes: %s · leaf switches: %s · size: %s"), members, leaves,
                            hd_tree_get_operation (figure->tree) == HD_TREE_BARRIER ? "–" : heddle_tree_controls_get_bytes (self->controls));
  gtk_label_set_label (GTK_LABEL (self->facts), text != NULL ? text : "");
}

static gboolean
on_progress_due (gpointer data)
{
  HeddleTrees *self = data;

  self->progress = 0;
  gtk_spinner_start (GTK_SPINNER (self->spinner));
  return G_SOURCE_REMOVE;
}

static void
show_progress (HeddleTrees *self)
{
  if (!heddle_forest_is_building (self->forest) && !heddle_tree_trials_is_running (self->trials))
    {
      g_clear_handle_id (&self->progress, g_source_remove);
      gtk_spinner_stop (GTK_SPINNER (self->spinner));
    }
  else if (self->progress == 0)
    self->progress = g_timeout_add (SHOW_PROGRESS_MS, on_progress_due, self);
}

static void
show_cost (HeddleTrees *self)
{
  const HeddleForestRequest *request = heddle_forest_get_request (self->forest);
  double up = 0, down;

  if (request != NULL)
    hd_tree_operation_get_bytes (request->operation, request->bytes, &up, &down);
  heddle_cost_plot_set (self->cost, heddle_forest_get_cost (self->forest), heddle_forest_get_n_members (self->forest), up);
}

/* A run of an older state says nothing of these trees. */
static void
show_run (HeddleTrees *self)
{
  HdRecord *record = heddle_session_get_record (self->session), *baseline = heddle_session_get_baseline (self->session);
  const HeddleTreeFigure *figure = get_active_figure (self);

  if (record != NULL && record != self->seen)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->packets), FALSE);
  self->seen = record;
  if (record != NULL && (figure == NULL || hd_record_get_design (record) != figure->design))
    record = NULL;
  heddle_tree_table_show_run (self->table, self->forest, record, baseline != record ? baseline : NULL, self->trials);
  heddle_tree_playback_clear (self->playback);
  for (guint i = 0; i < heddle_trees_get_n_cards (self); i++)
    {
      HeddleTreeSimulated simulated;
      HdRecord *found = heddle_tree_trials_find (self->trials, record, self->forest, i, &simulated);

      if (found != NULL)
        heddle_tree_playback_add (self->playback, heddle_trees_get_card (self, i), found, &simulated);
      else if (heddle_tree_card_get_figure (heddle_trees_get_card (self, i)) != NULL)
        heddle_tree_card_take_states (heddle_trees_get_card (self, i), NULL); /* of a run that is forgotten */
    }
  heddle_tree_playback_show (self->playback);
}

static void
on_trials_changed (HeddleTrees *self)
{
  gboolean running = heddle_tree_trials_is_running (self->trials);

  gtk_button_set_label (GTK_BUTTON (self->simulate), running ? _("Stop") : _("Simulate"));
  show_run (self);
  show_progress (self);
}

static void
on_simulate (HeddleTrees *self)
{
  if (heddle_tree_trials_is_running (self->trials))
    heddle_tree_trials_stop (self->trials);
  else
    heddle_tree_trials_start (self->trials, heddle_session_get_document (self->session), self->forest);
}

static void
on_progressed (HeddleTrees *self)
{
  gint64 now = g_get_monotonic_time ();

  if (!gtk_widget_get_mapped (GTK_WIDGET (self))
      || (now - self->refreshed_us < REFRESH_INTERVAL_US && heddle_session_get_run_state (self->session) == HD_RUN_RUNNING))
    return;
  self->refreshed_us = now;
  show_run (self);
}

static void
on_forest_changed (HeddleTrees *self)
{
  guint n = heddle_forest_get_n_trees (self->forest);
  const HeddleForestRequest *request = heddle_forest_get_request (self->forest);
  gboolean any = FALSE;

  heddle_tree_playback_clear (self->playback);
  fit_cards (self, n);
  for (guint i = 0; i < n; i++)
    {
      const HeddleForestTree *tree = heddle_forest_get_tree (self->forest, i);

      any |= tree->figure != NULL;
      if (heddle_tree_card_get_figure (heddle_trees_get_card (self, i)) != tree->figure || tree->figure == NULL)
        heddle_tree_card_show (heddle_trees_get_card (self, i), tree, request->width);
    }
  heddle_tree_table_show (self->table, self->forest);
  heddle_tree_trials_clear (self->trials);
  gtk_widget_set_visible (self->table_card, any);
  gtk_widget_set_sensitive (self->simulate, any);
  show_cost (self);
  activate (self, MIN (self->active, MAX (n, 1) - 1));
  show_run (self);
  show_facts (self);
  show_progress (self);
}

/* ---- what is wanted -------------------------------------------------------------------------------------------------- */

static void
build (HeddleTrees *self)
{
  HdDesign *design = heddle_session_get_design (self->session);
  gboolean any = design != NULL && hd_design_get_n_communicators (design) > 0;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  g_clear_pointer (&self->built, hd_design_unref);
  self->built = design != NULL ? hd_design_ref (design) : NULL;
  heddle_tree_controls_fill (self->controls, &self->request);
  heddle_forest_build (self->forest, any ? design : NULL, &self->request);
}

/* Another design, or it was out of sight. */
static void
refresh (HeddleTrees *self)
{
  HdDesign *design = heddle_session_get_design (self->session);

  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), design == NULL                              ? "faulty"
                                                             : hd_design_get_n_communicators (design) > 0 ? "trees"
                                                                                                          : "none");
  if (self->built == design && design != NULL)
    return;
  heddle_tree_controls_update (self->controls);
  build (self);
}

void
heddle_trees_set_width (HeddleTrees *self,
                        guint32 width)
{
  self->request.width = width;
  heddle_cost_plot_set_width (self->cost, width);
  build (self);
}

static void
on_width_chosen (HeddleTrees *self,
                 guint width)
{
  heddle_trees_set_width (self, width);
}

static void
on_link_chosen (HeddleTrees *self,
                guint link)
{
  const HeddleTreeFigure *figure = get_active_figure (self);

  if (figure != NULL)
    heddle_session_select_link (self->session, figure->design, link);
}

HeddleForest *
heddle_trees_get_forest (HeddleTrees *self)
{
  return self->forest;
}

HeddleTreeTrials *
heddle_trees_get_trials (HeddleTrees *self)
{
  return self->trials;
}

HeddleTreePlayback *
heddle_trees_get_playback (HeddleTrees *self)
{
  return self->playback;
}

HeddleTreeControls *
heddle_trees_get_controls (HeddleTrees *self)
{
  return self->controls;
}

HeddleCostPlot *
heddle_trees_get_cost_plot (HeddleTrees *self)
{
  return self->cost;
}

/* ---- looks ----------------------------------------------------------------------------------------------------------- */

static void
on_bars (HeddleTrees *self,
         GtkToggleButton *button)
{
  self->bars = gtk_toggle_button_get_active (button);
  for (guint i = 0; i < heddle_trees_get_n_cards (self); i++)
    heddle_tree_plot_collapse (heddle_tree_card_get_plot (heddle_trees_get_card (self, i)), self->bars);
}

/* ---- files ----------------------------------------------------------------------------------------------------------- */

static gboolean
save_dot (HeddleTrees *self,
          const char *path,
          GError **error)
{
  g_autofree char *text = heddle_forest_dup_dot (self->forest);

  if (text == NULL)
    {
      g_set_error_literal (error, HEDDLE_EXPORT_ERROR, HEDDLE_EXPORT_ERROR_SIZE, _("There is no tree to be written"));
      return FALSE;
    }
  return hd_file_write (path, text, -1, NULL, error);
}

static gboolean
save_picture (HeddleTrees *self,
              const char *path,
              GError **error)
{
  g_autoptr (HeddleText) text = heddle_look_new_text (GTK_WIDGET (self));
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (HeddleTreeColumn));
  HeddleTreeSheet sheet = { .text = text, .theme = heddle_look_get_theme () };
  HeddleExportFormat format;
  double width, height;

  if (!heddle_export_format_from_path (path, &format, error))
    return FALSE;
  for (guint i = 0; i < heddle_trees_get_n_cards (self); i++)
    {
      HeddleTreeCard *card = heddle_trees_get_card (self, i);
      HeddleTreeColumn column = { .figure = heddle_tree_card_get_figure (card) };

      if (column.figure == NULL)
        continue;
      column.collapsed = heddle_tree_plot_get_collapsed (heddle_tree_card_get_plot (card));
      g_array_append_val (columns, column);
    }
  sheet.columns = (const HeddleTreeColumn *) (gconstpointer) columns->data;
  sheet.n_columns = columns->len;
  heddle_tree_sheet_measure (&sheet, &width, &height);
  return heddle_export (path, format, width, height, PICTURE_SCALE, heddle_tree_sheet_paint, &sheet, NULL, error);
}

gboolean
heddle_trees_save (HeddleTrees *self,
                   const char *path,
                   GError **error)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  return g_str_has_suffix (lower, ".dot") ? save_dot (self, path, error) : save_picture (self, path, error);
}

static void
on_chosen (HeddleTrees *self,
           GFile *file)
{
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GError) error = NULL;

  if (path != NULL && !heddle_trees_save (self, path, &error))
    {
      GtkWidget *message = heddle_message_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("The Trees Cannot Be Exported"), error->message, "trees");

      adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (message), "close", _("_Close"));
      gtk_window_present (GTK_WINDOW (message));
    }
}

static void
export_as (GtkWidget *widget,
           const char *action,
           GVariant *parameter)
{
  HeddleTrees *self = HEDDLE_TREES (widget);
  HdDesign *design = heddle_session_get_design (self->session);
  GtkFileChooser *chooser;
  g_autofree char *name = NULL;

  if (design == NULL)
    return;
  /* Translators: the name of a file: the project's name, and what it shows */
  name = g_strdup_printf (_("%s, trees.%s"), hd_design_get_name (design), g_variant_get_string (parameter, NULL));
  chooser = heddle_choose_file (self, GTK_FILE_CHOOSER_ACTION_SAVE, _("Export the Trees"), _("_Export"), name, G_CALLBACK (on_chosen));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* ---- object ---------------------------------------------------------------------------------------------------------- */

static void
heddle_trees_dispose (GObject *object)
{
  HeddleTrees *self = HEDDLE_TREES (object);

  if (self->trials != NULL)
    heddle_tree_trials_stop (self->trials); /* a worker holds it, and would go on */
  g_clear_handle_id (&self->progress, g_source_remove);
  if (self->stack != NULL)
    fit_cards (self, 0);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_object (&self->forest);
  g_clear_object (&self->trials);
  g_clear_pointer (&self->built, hd_design_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_trees_parent_class)->dispose (object);
}

static void
heddle_trees_class_init (HeddleTreesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_trees_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "heddle-trees");
  g_type_ensure (HEDDLE_TYPE_TREE_TABLE);
  g_type_ensure (HEDDLE_TYPE_COST_PLOT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/trees.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, page);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, facts);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, spinner);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, simulate);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, groups);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, packets);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, content);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, row);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, tables);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, table_card);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, table);
  gtk_widget_class_bind_template_child (widget_class, HeddleTrees, cost);
  gtk_widget_class_bind_template_callback (widget_class, on_simulate);
  gtk_widget_class_bind_template_callback (widget_class, on_bars);
  gtk_widget_class_bind_template_callback (widget_class, show_packets);
  gtk_widget_class_bind_template_callback (widget_class, on_link_chosen);
  gtk_widget_class_bind_template_callback (widget_class, on_width_chosen);
  gtk_widget_class_install_action (widget_class, "trees.export", "s", export_as);
}

static void
heddle_trees_init (HeddleTrees *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  heddle_guard_lines (self->tables);
  for (guint i = 0; i < 2; i++) /* in a narrow window */
    gtk_label_set_ellipsize (GTK_LABEL (gtk_button_get_child (i == 0 ? self->groups : self->packets)), PANGO_ELLIPSIZE_END);
  self->request.width = USUAL_WIDTH;
  heddle_cost_plot_set_width (self->cost, USUAL_WIDTH);
}

GtkWidget *
heddle_trees_new (HeddleSession *session)
{
  HeddleTrees *self = g_object_new (HEDDLE_TYPE_TREES, NULL);

  self->session = g_object_ref (session);
  self->forest = heddle_forest_new ();
  self->trials = heddle_tree_trials_new (heddle_session_get_catalog (session));
  self->controls = HEDDLE_TREE_CONTROLS (heddle_tree_controls_new (session));
  gtk_widget_add_css_class (GTK_WIDGET (self->controls), "heddle-pane");
  gtk_widget_add_css_class (GTK_WIDGET (self->controls), "heddle-tool");
  gtk_box_prepend (self->page, GTK_WIDGET (self->controls));
  self->playback = heddle_tree_playback_new (session);
  gtk_box_insert_child_after (self->content, GTK_WIDGET (self->playback), self->row);
  g_signal_connect_swapped (self->controls, "changed", G_CALLBACK (build), self);
  g_signal_connect_object (self->forest, "changed", G_CALLBACK (on_forest_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->trials, "changed", G_CALLBACK (on_trials_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (refresh), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "progressed", G_CALLBACK (on_progressed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (show_run), self, G_CONNECT_SWAPPED);
  g_signal_connect_swapped (self, "map", G_CALLBACK (refresh), self);
  g_signal_connect_swapped (self, "map", G_CALLBACK (show_run), self);
  g_signal_connect_swapped (self, "map", G_CALLBACK (show_packets), self);
  g_signal_connect_swapped (self, "unmap", G_CALLBACK (show_packets), self);
  return GTK_WIDGET (self);
}
