/* heddle-dock.c: the views below the canvas, in tabs
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-dock"

#include "heddle-dock.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-compare.h"
#include "heddle-empty-page.h"
#include "heddle-help-pages.h"
#include "heddle-latency.h"
#include "heddle-links-view.h"
#include "heddle-look.h"
#include "heddle-memory.h"
#include "heddle-output.h"
#include "heddle-packet-page.h"
#include "heddle-partitions.h"
#include "heddle-problems.h"
#include "heddle-profile.h"
#include "heddle-result.h"
#include "heddle-routers.h"
#include "heddle-rows.h"
#include "heddle-stale-mark.h"
#include "heddle-steps.h"
#include "heddle-study-page.h"
#include "heddle-sweep-page.h"
#include "heddle-timeline-view.h"
#include "heddle-topic.h"
#include "heddle-transfers.h"
#include "heddle-trees.h"
#include "heddle-waveforms-view.h"

/* Pages that some projects have no use for. */
enum { SELDOM_PACKET, SELDOM_ROUTERS, SELDOM_TRANSFERS, SELDOM_MEMORY, SELDOM_PROFILE, SELDOM_OUTPUT, SELDOM_STEPS, SELDOM_STUDY, N_SELDOM };

struct _HeddleDock
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;

  /* Of the template */
  GtkWidget *box;
  GtkWidget *bar;
  AdwSqueezer *tabs;
  GtkWidget *stack;
  GtkWidget *cursors;
  GtkWidget *of_results; /* what is told of results, on pages that show some */
  GtkWidget *time_tools;
  GtkWidget *maximize;

  /* Borrowed: children */
  GtkWidget *stale;
  GtkWidget *problem_counts[2]; /* beside the icon, beside icon and label */
  GtkWidget *seldom_tabs[N_SELDOM][2]; /* there while their pages are of use */
};

G_DEFINE_FINAL_TYPE (HeddleDock, heddle_dock, GTK_TYPE_WIDGET)

/* ---- tabs --------------------------------------------------------------------------------------------------------------------- */

static gboolean
has_flits (HdDesign *design)
{
  return hd_design_get_run_settings (design)->fidelity == HD_FIDELITY_FLIT;
}

static const struct
{
  const char *name;
  gboolean (*is_of_use) (HdDesign *design);
} seldom[N_SELDOM] = {
  [SELDOM_PACKET] = { "packet", has_flits },
  [SELDOM_ROUTERS] = { "routers", has_flits },
  [SELDOM_TRANSFERS] = { "transfers", hd_moments_may_be_logged },
  [SELDOM_MEMORY] = { "memory", hd_accesses_are_counted },
  [SELDOM_PROFILE] = { "profile", hd_profile_may_be_written },
  [SELDOM_OUTPUT] = { "output", heddle_output_is_of_use },
  [SELDOM_STEPS] = { "steps", heddle_steps_is_of_use },
  [SELDOM_STUDY] = { "study", NULL }, /* of the project, whatever its design is */
};

/* Of what is drawn, or of what has run: while there are errors, or after an edit, the results are still there. */
static gboolean
is_there (HeddleDock *self,
          guint page)
{
  HdDesign *design = heddle_session_get_design (self->session);
  HdRecord *record = heddle_session_get_record (self->session);

  if (page == SELDOM_STUDY)
    return heddle_study_page_is_of_use (self->session);
  return (design != NULL && seldom[page].is_of_use (design)) || (record != NULL && seldom[page].is_of_use (hd_record_get_design (record)));
}

static guint
find_seldom (const char *name)
{
  guint page = 0;

  while (page < N_SELDOM && !g_str_equal (seldom[page].name, name))
    page++;
  return page;
}

typedef struct
{
  const char *name;
  const char *icon;
  const char *label; /* translatable */
} Tab;

/* The first sentence of its page of help. */
static void
explain (GtkWidget *button,
         const Tab *tab,
         gboolean labelled,
         GPtrArray *pages)
{
  const HeddleHelpPage *page = heddle_help_pages_find (pages, tab->name);
  g_autofree char *summary = page != NULL ? heddle_help_page_dup_summary (page) : g_strdup ("");
  g_autofree char *named = g_strdup_printf ("%s\n%s", _(tab->label), summary);

  heddle_set_tooltip (button, labelled ? summary : named);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary, -1);
}

static GtkWidget *
new_tab (const Tab *tab,
         gboolean labelled)
{
  GtkWidget *button = gtk_toggle_button_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 7), *label = gtk_label_new (_(tab->label));

  gtk_box_append (GTK_BOX (content), gtk_image_new_from_icon_name (tab->icon));
  gtk_box_append (GTK_BOX (content), label);
  if (!labelled)
    {
      g_object_bind_property (button, "active", label, "visible", G_BINDING_SYNC_CREATE);
      gtk_widget_add_css_class (button, "icon");
    }
  heddle_set_accessible_label (button, _(tab->label));
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.dock");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", tab->name);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "heddle-tab");
  return button;
}

/* All tabs in a row; in a narrow dock their icons alone, with the label of the one that is chosen. */
static GtkWidget *
new_tabs (HeddleDock *self,
          gboolean labelled)
{
  static const Tab tabs[] = {
    { "result", "heddle-result-symbolic", N_("Result") },
    { "waveforms", "heddle-waveform-symbolic", N_("Waveforms") },    { "timeline", "heddle-timeline-symbolic", N_("Timeline") },
    { "links", "heddle-links-symbolic", N_("Links") },               { "partitions", "heddle-partitions-symbolic", N_("Partitions") },
    { "problems", "heddle-problems-symbolic", N_("Problems") },      { "trees", "heddle-tree-symbolic", N_("Trees") },
    { "compare", "heddle-compare-symbolic", N_("Compare") },         { "latency", "heddle-histogram-symbolic", N_("Latency") },
    { "sweep", "heddle-sweep-symbolic", N_("Sweep") },               { "study", "heddle-study-symbolic", N_("Study") },
    { "packet", "heddle-packet-symbolic", N_("Journey") },           { "routers", "heddle-routers-symbolic", N_("Routers") },
    { "transfers", "heddle-transfers-symbolic", N_("Transfers") },   { "memory", "heddle-memory-symbolic", N_("Memory") },
    { "profile", "heddle-profile-symbolic", N_("Profile") },         { "output", "heddle-output-symbolic", N_("Output") },
    { "steps", "heddle-steps-symbolic", N_("Steps") },
  };
  g_autoptr (GPtrArray) pages = heddle_help_pages_new (NULL, NULL);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);

  for (guint i = 0; i < G_N_ELEMENTS (tabs); i++)
    {
      GtkWidget *button = new_tab (&tabs[i], labelled);

      explain (button, &tabs[i], labelled, pages);
      gtk_box_append (GTK_BOX (row), button);
      if (find_seldom (tabs[i].name) < N_SELDOM)
        self->seldom_tabs[find_seldom (tabs[i].name)][labelled] = button;
      if (!g_str_equal (tabs[i].name, "problems"))
        continue;
      self->problem_counts[labelled] = heddle_label_new ("0", "heddle-badge");
      gtk_widget_set_valign (self->problem_counts[labelled], GTK_ALIGN_CENTER);
      gtk_box_append (GTK_BOX (gtk_button_get_child (GTK_BUTTON (button))), self->problem_counts[labelled]);
    }
  return row;
}

/* ---- pages -------------------------------------------------------------------------------------------------------------------- */

/* A plot says what to do while nothing has run. */
static GtkWidget *
new_plot_page (HeddleSession *session,
               GtkWidget *plot,
               const char *icon,
               const char *title,
               const char *description)
{
  GtkWidget *stack = gtk_stack_new ();

  gtk_stack_add_named (GTK_STACK (stack), heddle_empty_page_new (session, icon, title, description), "empty");
  gtk_stack_add_named (GTK_STACK (stack), plot, "plot");
  return stack;
}

static GtkWidget *
new_waveforms (HeddleSession *session)
{
  return new_plot_page (session, heddle_waveforms_view_new (session), "heddle-waveform-symbolic", _("No Waveforms Yet"),
                        _("Run the project to watch its probes, or its hottest links."));
}

static GtkWidget *
new_timeline (HeddleSession *session)
{
  return new_plot_page (session, heddle_timeline_view_new (session), "heddle-timeline-symbolic", _("Nothing Has Run Yet"),
                        _("Run the project to see what each resource does when."));
}

static const struct
{
  const char *name;
  GtkWidget *(*make) (HeddleSession *session);
} pages[] = {
  { "waveforms", new_waveforms },
  { "result", heddle_result_new },
  { "timeline", new_timeline },
  { "links", heddle_links_view_new },
  { "partitions", heddle_partitions_new },
  { "problems", heddle_problems_new },
  { "trees", heddle_trees_new },
  { "compare", heddle_compare_new },
  { "latency", heddle_latency_new },
  { "sweep", heddle_sweep_page_new },
  { "study", heddle_study_page_new },
  { "packet", heddle_packet_page_new },
  { "routers", heddle_routers_new },
  { "transfers", heddle_transfers_new },
  { "memory", heddle_memory_new },
  { "profile", heddle_profile_new },
  { "output", heddle_output_new },
  { "steps", heddle_steps_new },
};

/* What is a tool has a class that says so: who looks on needs none, and the room is theirs. */
static void
hide_tools (GtkWidget *widget)
{
  if (gtk_widget_has_css_class (widget, "heddle-tool"))
    gtk_widget_set_visible (widget, FALSE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    hide_tools (child);
}

/* A page is made when it is first shown: most windows never show most of them, and one that is there follows all that the session does. */
static GtkWidget *
ensure_page (HeddleDock *self,
             const char *name)
{
  AdwBin *bin = ADW_BIN (gtk_stack_get_child_by_name (GTK_STACK (self->stack), name));

  for (guint i = 0; adw_bin_get_child (bin) == NULL && i < G_N_ELEMENTS (pages); i++)
    if (g_str_equal (pages[i].name, name))
      {
        GtkWidget *page = pages[i].make (self->session);

        if (!gtk_widget_get_visible (self->bar))
          hide_tools (page);
        adw_bin_set_child (bin, page);
      }
  return adw_bin_get_child (bin);
}

/* What a plot has may change while it is not shown, but only while it is there. */
static void
show_plots (HeddleDock *self)
{
  GtkWidget *waveforms = ensure_page (self, "waveforms");
  AdwBin *timeline = ADW_BIN (gtk_stack_get_child_by_name (GTK_STACK (self->stack), "timeline"));
  GtkWidget *rows = gtk_stack_get_child_by_name (GTK_STACK (waveforms), "plot");

  gtk_stack_set_visible_child_name (GTK_STACK (waveforms), heddle_waveforms_view_has_rows (HEDDLE_WAVEFORMS_VIEW (rows)) ? "plot" : "empty");
  if (adw_bin_get_child (timeline) != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (adw_bin_get_child (timeline)), heddle_session_get_record (self->session) != NULL ? "plot" : "empty");
}

gboolean
heddle_dock_show_page (HeddleDock *self,
                       const char *name)
{
  guint page = find_seldom (name);

  if (page < N_SELDOM && !is_there (self, page))
    return FALSE;
  ensure_page (self, name);
  show_plots (self);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), name);
  heddle_set_topic (self, name);
  gtk_widget_set_visible (self->of_results, !g_str_equal (name, "problems"));
  gtk_widget_set_visible (self->time_tools, g_str_equal (name, "waveforms") || g_str_equal (name, "timeline") || g_str_equal (name, "links"));
  return TRUE;
}

const char *
heddle_dock_get_page (HeddleDock *self)
{
  return gtk_stack_get_visible_child_name (GTK_STACK (self->stack));
}

gboolean
heddle_dock_take_focus (HeddleDock *self)
{
  return gtk_widget_child_focus (gtk_stack_get_visible_child (GTK_STACK (self->stack)), GTK_DIR_TAB_FORWARD) || gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

void
heddle_dock_set_bare (HeddleDock *self,
                      gboolean bare)
{
  gtk_widget_set_visible (self->bar, !bare);
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), !bare); /* the widest page would take room from what stands beside another one */
}

void
heddle_dock_set_maximized (HeddleDock *self,
                           gboolean maximized)
{
  const char *label = maximized ? _("Restore") : _("Maximise");

  gtk_button_set_icon_name (GTK_BUTTON (self->maximize), maximized ? "view-restore-symbolic" : "view-fullscreen-symbolic");
  gtk_widget_set_tooltip_text (self->maximize, label);
  heddle_set_accessible_label (self->maximize, label);
}

/* ---- following the session ------------------------------------------------------------------------------------------------------ */

static void
show_cursors (HeddleDock *self)
{
  HdTime a = heddle_session_get_cursor (self->session, 0), b = heddle_session_get_cursor (self->session, 1);
  g_autofree char *a_text = a != HD_TIME_MAX ? hd_figure_time (a, 6) : NULL;
  g_autofree char *b_text = b != HD_TIME_MAX ? hd_figure_time (b, 6) : NULL;
  g_autofree char *difference = a_text != NULL && b_text != NULL ? hd_figure_time (ABS (b - a), 4) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (a_text != NULL)
    g_string_append_printf (text, "<b>A</b> %s", a_text);
  if (b_text != NULL)
    g_string_append_printf (text, "   <b>B</b> %s", b_text);
  if (difference != NULL)
    g_string_append_printf (text, "   <b>Δ %s</b>", difference);
  gtk_label_set_markup (GTK_LABEL (self->cursors), text->str);
}

static void
show_problem_count (HeddleDock *self)
{
  guint n = heddle_session_get_problems (self->session)->len;
  gboolean errors = heddle_session_count_problems (self->session, HD_SEVERITY_ERROR) > 0;
  g_autofree char *text = g_strdup_printf ("%u", n);

  for (guint i = 0; i < G_N_ELEMENTS (self->problem_counts); i++)
    {
      gtk_label_set_label (GTK_LABEL (self->problem_counts[i]), text);
      if (errors)
        gtk_widget_add_css_class (self->problem_counts[i], "error");
      else
        gtk_widget_remove_css_class (self->problem_counts[i], "error");
    }
}

static void
on_run_changed (HeddleDock *self)
{
  const char *shown = heddle_dock_get_page (self);

  gtk_widget_set_visible (self->stale, heddle_session_is_stale (self->session));
  for (guint page = 0; page < N_SELDOM; page++)
    {
      gboolean is_of_use = is_there (self, page);

      for (guint i = 0; i < G_N_ELEMENTS (self->seldom_tabs[page]); i++)
        gtk_widget_set_visible (self->seldom_tabs[page][i], is_of_use);
      if (!is_of_use && g_str_equal (shown, seldom[page].name))
        gtk_widget_activate_action (GTK_WIDGET (self), "win.dock", "s", "waveforms");
    }
  show_plots (self);
  show_problem_count (self);
}

static void
on_packet_wanted (HeddleDock *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.dock", "s", "packet");
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_dock_dispose (GObject *object)
{
  HeddleDock *self = HEDDLE_DOCK (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_dock_parent_class)->dispose (object);
}

static void
heddle_dock_class_init (HeddleDockClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_dock_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "heddle-dock");
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/dock.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleDock, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleDock, bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleDock, tabs);
  gtk_widget_class_bind_template_child (widget_class, HeddleDock, stack);
  gtk_widget_class_bind_template_child (widget_class, HeddleDock, cursors);
  gtk_widget_class_bind_template_child (widget_class, HeddleDock, of_results);
  gtk_widget_class_bind_template_child (widget_class, HeddleDock, time_tools);
  gtk_widget_class_bind_template_child (widget_class, HeddleDock, maximize);
}

static void
heddle_dock_init (HeddleDock *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  for (int labelled = TRUE; labelled >= FALSE; labelled--)
    adw_squeezer_add (self->tabs, new_tabs (self, labelled));
  self->stale = heddle_stale_mark_new ();
  gtk_box_append (GTK_BOX (self->of_results), self->stale);
}

GtkWidget *
heddle_dock_new (HeddleSession *session)
{
  HeddleDock *self = g_object_new (HEDDLE_TYPE_DOCK, NULL);

  self->session = g_object_ref (session);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    gtk_stack_add_named (GTK_STACK (self->stack), adw_bin_new (), pages[i].name);
  heddle_dock_show_page (self, "waveforms");
  g_signal_connect_object (session, "run-changed", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "packet-wanted", G_CALLBACK (on_packet_wanted), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (on_run_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "progressed", G_CALLBACK (show_plots), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "range-changed", G_CALLBACK (show_cursors), self, G_CONNECT_SWAPPED);
  on_run_changed (self);
  show_cursors (self);
  return GTK_WIDGET (self);
}
