/* heddle-breadcrumb.c: which module is looked at, and which of its instances
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-breadcrumb"

#include "heddle-breadcrumb.h"

#include <glib/gi18n.h>

#include "heddle-figures.h"
#include "heddle-look.h"

#define N_SPECIAL 2 /* entries of the chooser before the members: average, hottest */

struct _HeddleBreadcrumb
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *box;
};

G_DEFINE_FINAL_TYPE (HeddleBreadcrumb, heddle_breadcrumb, GTK_TYPE_WIDGET)

static void
on_step_clicked (HeddleBreadcrumb *self,
                 GtkWidget *button)
{
  guint depth = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "heddle-depth"));

  heddle_session_leave_to (self->session, depth);
}

static void
on_member_chosen (HeddleBreadcrumb *self,
                  GParamSpec *pspec,
                  GtkDropDown *chooser)
{
  guint level = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (chooser), "heddle-level"));
  guint chosen = gtk_drop_down_get_selected (chooser);

  if (chosen == GTK_INVALID_LIST_POSITION)
    return;
  heddle_session_choose_member (self->session, level,
                                chosen == 0   ? HEDDLE_MEMBER_AVERAGE
                                : chosen == 1 ? HEDDLE_MEMBER_HOTTEST
                                              : (int) (chosen - N_SPECIAL));
}

static void
add_step (HeddleBreadcrumb *self,
          guint depth,
          const char *symbol,
          const char *title,
          gboolean last)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *content = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (title);

  if (last)
    gtk_widget_add_css_class (label, "heading");
  gtk_box_append (GTK_BOX (content), heddle_symbol_image_new (symbol, 18));
  gtk_box_append (GTK_BOX (content), label);
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_widget_add_css_class (button, "flat");
  g_object_set_data (G_OBJECT (button), "heddle-depth", GUINT_TO_POINTER (depth));
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_step_clicked), self);
  if (depth > 0)
    {
      GtkWidget *arrow = gtk_image_new_from_icon_name ("go-next-symbolic");

      gtk_widget_add_css_class (arrow, "dim-label");
      gtk_box_append (GTK_BOX (self->box), arrow);
    }
  gtk_box_append (GTK_BOX (self->box), button);
}

static void
add_chooser (HeddleBreadcrumb *self,
             guint level,
             const HdObject *instance,
             guint n)
{
  g_autoptr (GtkStringList) names = gtk_string_list_new (NULL);
  int member = heddle_session_get_level (self->session, level)->member;
  GtkWidget *chooser;

  gtk_string_list_append (names, _("average of all"));
  gtk_string_list_append (names, _("hottest"));
  for (guint i = 0; i < n; i++)
    gtk_string_list_take (names, g_strdup_printf ("%s[%u]", hd_object_get_id (instance), i));

  chooser = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&names)), NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (chooser), member == HEDDLE_MEMBER_AVERAGE   ? 0
                                                       : member == HEDDLE_MEMBER_HOTTEST ? 1
                                                                                         : (guint) member + N_SPECIAL);
  gtk_widget_set_tooltip_text (chooser, _("Whose live figures are shown"));
  heddle_set_accessible_label (chooser, _("Whose live figures are shown"));
  g_object_set_data (G_OBJECT (chooser), "heddle-level", GUINT_TO_POINTER (level));
  g_signal_connect_swapped (chooser, "notify::selected", G_CALLBACK (on_member_chosen), self);
  gtk_box_append (GTK_BOX (self->box), chooser);
}

static void
rebuild (HeddleBreadcrumb *self)
{
  HdDocument *document = heddle_session_get_document (self->session);
  HdSnapshot *snapshot = heddle_session_get_snapshot (self->session);
  guint depth = heddle_session_get_depth (self->session);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (self->box)) != NULL)
    gtk_box_remove (GTK_BOX (self->box), child);
  if (document == NULL || snapshot == NULL)
    return;

  add_step (self, 0, "module", hd_document_get_name (document), depth == 0);
  for (guint level = 0; level < depth; level++)
    {
      const HdObject *instance = hd_document_get_object (document, heddle_session_get_level (self->session, level)->uid);
      const char *of = instance != NULL ? hd_object_get (instance, "of") : NULL;
      const HdObject *module = of != NULL ? hd_snapshot_find_module (snapshot, of) : NULL;

      if (module == NULL)
        return;

      guint n = heddle_session_get_n_members (self->session, level);

      add_step (self, level + 1, heddle_get_symbol_name (snapshot, heddle_session_get_catalog (self->session), module),
                heddle_get_object_title (module), level + 1 == depth);
      if (n > 1)
        add_chooser (self, level, instance, n);
    }
}

/* The chooser that was used must outlive its own signal. */
static gboolean
rebuild_later (gpointer data)
{
  rebuild (data);
  return G_SOURCE_REMOVE;
}

static void
on_location_changed (HeddleBreadcrumb *self)
{
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, rebuild_later, g_object_ref (self), g_object_unref);
}

static void
heddle_breadcrumb_dispose (GObject *object)
{
  HeddleBreadcrumb *self = HEDDLE_BREADCRUMB (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_breadcrumb_parent_class)->dispose (object);
}

static void
heddle_breadcrumb_class_init (HeddleBreadcrumbClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_breadcrumb_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
heddle_breadcrumb_init (HeddleBreadcrumb *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  heddle_set_accessible_label (self, _("Module that is looked at"));
}

GtkWidget *
heddle_breadcrumb_new (HeddleSession *session)
{
  HeddleBreadcrumb *self = g_object_new (HEDDLE_TYPE_BREADCRUMB, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "location-changed", G_CALLBACK (on_location_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "design-changed", G_CALLBACK (on_location_changed), self, G_CONNECT_SWAPPED);
  rebuild (self);
  return GTK_WIDGET (self);
}
