/* heddle-timeline-view.c: what each resource did when
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-timeline-view"

#include "heddle-timeline-view.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-span-key.h"
#include "heddle-span-set.h"
#include "heddle-time-plot-menu.h"
#include "heddle-timeline-plot.h"

struct _HeddleTimelineView
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;

  /* Borrowed: children */
  HeddleTimelinePlot *plot;
  GtkWidget *export;

  /* Of the template */
  GtkWidget *box;
  GtkBox *bar;
  GtkWidget *search;
  GtkWidget *count;
  GtkWidget *previous, *next;
  GtkWidget *cause, *effect;
  GtkWidget *follow; /* the packet of the selected span */
  GtkWidget *about;
  GtkWidget *hint; /* instead of it */
  GtkWidget *path;
  GtkWidget *members;
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
  HdFollowTarget packet;
  gboolean is_packet = heddle_timeline_plot_find_packet (self->plot, &packet);

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
  gtk_widget_action_set_enabled (GTK_WIDGET (self), HEDDLE_ACTION_FOLLOW_PACKET, is_packet);
  gtk_widget_set_visible (self->follow, is_packet);
  gtk_label_set_label (GTK_LABEL (self->about), about != NULL ? about : "");
  heddle_set_tooltip (self->about, about);
  gtk_widget_set_visible (self->about, about != NULL);
  gtk_widget_set_visible (self->hint, about == NULL);
  gtk_widget_set_visible (self->members, heddle_session_has_details (self->session));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->members), heddle_timeline_plot_get_open (self->plot));
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
follow_packet (GtkWidget *widget,
               const char *action,
               GVariant *target)
{
  HeddleTimelineView *self = HEDDLE_TIMELINE_VIEW (widget);
  HdFollowTarget packet;

  if (heddle_timeline_plot_find_packet (self->plot, &packet))
    heddle_session_follow_packet (self->session, &packet);
}

static void
on_path (HeddleTimelineView *self)
{
  heddle_timeline_plot_set_path (self->plot, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->path)));
}

static void
on_members (HeddleTimelineView *self)
{
  if (gtk_widget_get_visible (self->members))
    heddle_timeline_plot_set_open (self->plot, gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->members)));
}

/* ---- object ----------------------------------------------------------------------------------------------------------------------------- */

static void
heddle_timeline_view_dispose (GObject *object)
{
  HeddleTimelineView *self = HEDDLE_TIMELINE_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_timeline_view_parent_class)->dispose (object);
}

static void
heddle_timeline_view_class_init (HeddleTimelineViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_timeline_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/timeline-view.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, search);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, count);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, previous);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, next);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, cause);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, effect);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, follow);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, about);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, hint);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, path);
  gtk_widget_class_bind_template_child (widget_class, HeddleTimelineView, members);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_next);
  gtk_widget_class_bind_template_callback (widget_class, on_previous);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_bind_template_callback (widget_class, on_cause);
  gtk_widget_class_bind_template_callback (widget_class, on_effect);
  gtk_widget_class_install_action (widget_class, HEDDLE_ACTION_FOLLOW_PACKET, NULL, follow_packet);
  gtk_widget_class_bind_template_callback (widget_class, on_path);
  gtk_widget_class_bind_template_callback (widget_class, on_members);
}

static void
heddle_timeline_view_init (HeddleTimelineView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

HeddlePlotExport *
heddle_timeline_view_get_export (HeddleTimelineView *self)
{
  return HEDDLE_PLOT_EXPORT (self->export);
}

GtkWidget *
heddle_timeline_view_new (HeddleSession *session)
{
  static const HeddlePlotFormat formats[] = {
    { ".csv", N_("Spans as _CSV…"), HD_REPORT_SPANS },
    { ".json", N_("Spans for P_erfetto and Chrome…"), HD_REPORT_PERFETTO },
    { ".paje", N_("Spans as P_aje…"), HD_REPORT_PAJE },
  };
  HeddleTimelineView *self = g_object_new (HEDDLE_TYPE_TIMELINE_VIEW, NULL);
  GtkWidget *plot = heddle_timeline_plot_new (session);

  self->session = g_object_ref (session);
  self->plot = HEDDLE_TIMELINE_PLOT (plot);
  self->export = heddle_plot_export_new (heddle_time_plot_get_source (), self->plot, formats, G_N_ELEMENTS (formats),
                                         _("Export the Timeline"), _("The timeline cannot be exported"), _("Write the timeline to a file"));
  gtk_box_insert_child_after (self->bar, heddle_span_key_new (), self->about);
  gtk_box_append (self->bar, self->export);
  gtk_widget_set_vexpand (plot, TRUE);
  gtk_box_append (GTK_BOX (self->box), plot);
  g_signal_connect_swapped (plot, "changed", G_CALLBACK (show_state), self);
  g_signal_connect_swapped (plot, "find", G_CALLBACK (on_find), self);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (show_state), self, G_CONNECT_SWAPPED);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), HEDDLE_ACTION_FOLLOW_PACKET, FALSE);
  show_state (self);
  return GTK_WIDGET (self);
}
