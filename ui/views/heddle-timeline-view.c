/* heddle-timeline-view.c: what each resource did when
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-timeline-view"

#include "heddle-timeline-view.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"
#include "heddle-span-set.h"
#include "heddle-timeline-plot.h"

struct _HeddleTimelineView
{
  GtkWidget parent_instance;

  /* Owned */
  GtkWidget *box;

  /* Borrowed: children */
  HeddleTimelinePlot *plot;
  GtkWidget *search;
  GtkWidget *count;
  GtkWidget *previous, *next;
  GtkWidget *cause, *effect;
  GtkWidget *about;
  GtkWidget *path;
  GtkWidget *export;
};

G_DEFINE_FINAL_TYPE (HeddleTimelineView, heddle_timeline_view, GTK_TYPE_WIDGET)

/* ---- following the plot ------------------------------------------------------------------------------------------------------------ */

static void
show_state (HeddleTimelineView *self)
{
  guint n = heddle_timeline_plot_get_n_found (self->plot);
  gboolean searching = gtk_editable_get_text (GTK_EDITABLE (self->search))[0] != '\0';
  gboolean selected = heddle_timeline_plot_get_selected (self->plot) != HD_NO_SPAN;
  g_autofree char *about = heddle_timeline_plot_dup_description (self->plot);
  g_autofree char *count = NULL;

  if (searching && n == HEDDLE_SEARCH_MAX)
    count = g_strdup_printf (_("more than %u"), n);
  else if (searching)
    count = g_strdup_printf (ngettext ("%u match", "%u matches", n), n);
  gtk_label_set_label (GTK_LABEL (self->count), count != NULL ? count : "");
  gtk_widget_set_visible (self->count, searching);
  gtk_widget_set_sensitive (self->previous, n > 0);
  gtk_widget_set_sensitive (self->next, n > 0);
  gtk_widget_set_sensitive (self->cause, selected);
  gtk_widget_set_sensitive (self->effect, selected);
  gtk_label_set_label (GTK_LABEL (self->about), about != NULL ? about : _("Click a span to see what released it"));
  heddle_set_tooltip (self->about, about);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->path), heddle_timeline_plot_get_path (self->plot));
}

static void
on_find (HeddleTimelineView *self)
{
  gtk_widget_grab_focus (self->search);
}

/* ---- what the bar does ---------------------------------------------------------------------------------------------------------------- */

static void
on_search_changed (HeddleTimelineView *self)
{
  heddle_timeline_plot_search (self->plot, gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
on_next (HeddleTimelineView *self)
{
  heddle_timeline_plot_select_found (self->plot, TRUE);
}

static void
on_previous (HeddleTimelineView *self)
{
  heddle_timeline_plot_select_found (self->plot, FALSE);
}

static void
on_stop_search (HeddleTimelineView *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->plot));
}

static void
on_cause (HeddleTimelineView *self)
{
  if (!heddle_timeline_plot_select_cause (self->plot))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
on_effect (HeddleTimelineView *self)
{
  if (!heddle_timeline_plot_select_effect (self->plot))
    gtk_widget_error_bell (GTK_WIDGET (self));
}

static void
on_path (HeddleTimelineView *self)
{
  heddle_timeline_plot_set_path (self->plot, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->path)));
}

/* ---- object ----------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_timeline_view_dispose (GObject *object)
{
  HeddleTimelineView *self = HEDDLE_TIMELINE_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  G_OBJECT_CLASS (heddle_timeline_view_parent_class)->dispose (object);
}

static void
heddle_timeline_view_class_init (HeddleTimelineViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_timeline_view_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
heddle_timeline_view_init (HeddleTimelineView *self)
{
}

static GtkWidget *
add_button (HeddleTimelineView *self,
            GtkWidget *bar,
            const char *icon,
            const char *label,
            GCallback clicked)
{
  GtkWidget *button = heddle_icon_button_new (icon, label, NULL);

  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_swapped (button, "clicked", clicked, self);
  gtk_box_append (GTK_BOX (bar), button);
  return button;
}

static GtkWidget *
new_bar (HeddleTimelineView *self)
{
  static const HeddlePlotFormat formats[] = {
    { ".csv", N_("Spans as _CSV…"), HD_REPORT_SPANS },
    { ".json", N_("Spans for P_erfetto and Chrome…"), HD_REPORT_PERFETTO },
    { ".paje", N_("Spans as P_aje…"), HD_REPORT_PAJE },
  };
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  gtk_widget_add_css_class (bar, "heddle-plot-bar");
  self->search = gtk_search_entry_new ();
  g_object_set (self->search, "placeholder-text", _("Find spans"), NULL);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->search), 8); /* in a narrow window */
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->search), 22);
  heddle_set_accessible_label (self->search, _("Find spans by name"));
  g_signal_connect_swapped (self->search, "search-changed", G_CALLBACK (on_search_changed), self);
  g_signal_connect_swapped (self->search, "activate", G_CALLBACK (on_next), self);
  g_signal_connect_swapped (self->search, "next-match", G_CALLBACK (on_next), self);
  g_signal_connect_swapped (self->search, "previous-match", G_CALLBACK (on_previous), self);
  g_signal_connect_swapped (self->search, "stop-search", G_CALLBACK (on_stop_search), self);
  gtk_box_append (GTK_BOX (bar), self->search);
  self->previous = add_button (self, bar, "go-up-symbolic", _("Previous match"), G_CALLBACK (on_previous));
  self->next = add_button (self, bar, "go-down-symbolic", _("Next match"), G_CALLBACK (on_next));
  self->count = heddle_label_new ("", "heddle-caption");
  gtk_widget_add_css_class (self->count, "numeric");
  gtk_box_append (GTK_BOX (bar), self->count);
  gtk_box_append (GTK_BOX (bar), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  self->cause = add_button (self, bar, "go-previous-symbolic", _("Go to what released it (C)"), G_CALLBACK (on_cause));
  self->effect = add_button (self, bar, "go-next-symbolic", _("Go to what it released (E)"), G_CALLBACK (on_effect));
  self->about = heddle_label_new ("", "heddle-caption");
  gtk_widget_set_hexpand (self->about, TRUE);
  gtk_box_append (GTK_BOX (bar), self->about);
  self->path = gtk_toggle_button_new_with_label (_("Critical path"));
  gtk_widget_set_tooltip_text (self->path, _("The chain of causes from the selected span, or the last one, back to the start (P)"));
  gtk_widget_add_css_class (self->path, "flat");
  g_signal_connect_swapped (self->path, "toggled", G_CALLBACK (on_path), self);
  gtk_box_append (GTK_BOX (bar), self->path);
  self->export = heddle_plot_export_new (HEDDLE_TIME_PLOT (self->plot), formats, G_N_ELEMENTS (formats), _("Export the Timeline"),
                                         _("The timeline cannot be exported"), _("Write the timeline to a file"));
  gtk_box_append (GTK_BOX (bar), self->export);
  return bar;
}

HeddlePlotExport *
heddle_timeline_view_get_export (HeddleTimelineView *self)
{
  return HEDDLE_PLOT_EXPORT (self->export);
}

GtkWidget *
heddle_timeline_view_new (HeddleSession *session)
{
  HeddleTimelineView *self = g_object_new (HEDDLE_TYPE_TIMELINE_VIEW, NULL);
  GtkWidget *plot = heddle_timeline_plot_new (session);

  self->plot = HEDDLE_TIMELINE_PLOT (plot);
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_box_append (GTK_BOX (self->box), new_bar (self));
  gtk_widget_set_vexpand (plot, TRUE);
  gtk_box_append (GTK_BOX (self->box), plot);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_swapped (plot, "changed", G_CALLBACK (show_state), self);
  g_signal_connect_swapped (plot, "find", G_CALLBACK (on_find), self);
  show_state (self);
  return GTK_WIDGET (self);
}
