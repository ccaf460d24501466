/* heddle-links-view.c: links, media and memories: the hottest, all of them over time, and how many are how busy
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-links-view"

#include "heddle-links-view.h"

#include <glib/gi18n.h>
#include <heddle/hd-figure.h>

#include "heddle-link-matrix.h"
#include "heddle-link-pairs.h"
#include "heddle-link-use.h"
#include "heddle-links.h"

struct _HeddleLinksView
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;

  /* Borrowed: children */
  HeddleLinkMatrix *matrix;
  HeddleLinkUse *use;
  HeddleLinkPairs *pairs;

  /* Of the template */
  GtkWidget *box;
  GtkWidget *bar;
  GtkWidget *hottest, *over_time, *how_many, *who;
  GtkLabel *about;
  GtkWidget *order, *groups;
  GtkStack *stack;
};

G_DEFINE_FINAL_TYPE (HeddleLinksView, heddle_links_view, GTK_TYPE_WIDGET)

static gboolean
is_active (GtkWidget *toggle)
{
  return gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (toggle));
}

/* Before a run all that there is to see says so. */
static void
show_chosen (HeddleLinksView *self)
{
  gboolean ran = heddle_session_get_record (self->session) != NULL, over_time = ran && is_active (self->over_time), how_many = ran && is_active (self->how_many);
  gboolean who = ran && is_active (self->who);
  g_autofree char *moment = heddle_session_dup_moment_name (self->session), *about = NULL, *n = NULL;
  guint unused;

  gtk_widget_set_visible (self->bar, ran);
  gtk_widget_set_visible (self->order, over_time);
  gtk_widget_set_visible (self->groups, over_time);
  gtk_stack_set_visible_child_name (self->stack, over_time ? "matrix" : how_many ? "use" : who ? "pairs" : "links");
  if (how_many)
    {
      heddle_link_use_get_counts (self->use, &unused);
      n = hd_figure_count (unused);
      /* Translators: "At 4.76 s · 12 carried nothing" */
      about = unused > 0 ? g_strdup_printf (_("%s · %s carried nothing"), moment, n) : g_strdup (moment);
    }
  else if (who)
    about = heddle_link_pairs_dup_about (self->pairs);
  else if (!over_time)
    about = g_strdup (moment);
  gtk_label_set_label (self->about, about != NULL ? about : "");
}

static void
sort (HeddleLinksView *self)
{
  if (self->matrix != NULL)
    heddle_link_matrix_set_order (self->matrix, (HeddleMatrixOrder) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->order)),
                                  (HeddleMatrixGroups) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->groups)));
}

static void
heddle_links_view_dispose (GObject *object)
{
  HeddleLinksView *self = HEDDLE_LINKS_VIEW (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_links_view_parent_class)->dispose (object);
}

static void
heddle_links_view_class_init (HeddleLinksViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_links_view_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/links-view.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleLinksView, box);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinksView, bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinksView, hottest);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinksView, over_time);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinksView, how_many);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinksView, who);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinksView, about);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinksView, order);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinksView, groups);
  gtk_widget_class_bind_template_child (widget_class, HeddleLinksView, stack);
  gtk_widget_class_bind_template_callback (widget_class, show_chosen);
  gtk_widget_class_bind_template_callback (widget_class, sort);
}

static void
heddle_links_view_init (HeddleLinksView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
heddle_links_view_new (HeddleSession *session)
{
  HeddleLinksView *self = g_object_new (HEDDLE_TYPE_LINKS_VIEW, NULL);

  self->session = g_object_ref (session);
  self->matrix = HEDDLE_LINK_MATRIX (heddle_link_matrix_new (session));
  self->use = HEDDLE_LINK_USE (heddle_link_use_new (session));
  gtk_stack_add_named (self->stack, heddle_links_new (session), "links");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->matrix), "matrix");
  self->pairs = HEDDLE_LINK_PAIRS (heddle_link_pairs_new (session));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->use), "use");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->pairs), "pairs");
  g_signal_connect_object (session, "progressed", G_CALLBACK (show_chosen), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "run-changed", G_CALLBACK (show_chosen), self, G_CONNECT_SWAPPED);
  show_chosen (self);
  return GTK_WIDGET (self);
}
