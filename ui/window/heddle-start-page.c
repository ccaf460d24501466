/* heddle-start-page.c: what a window shows while no project is open
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-start-page"

#include "heddle-start-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-examples.h"
#include "heddle-project-card.h"
#include "heddle-recent-list.h"
#include "heddle-rows.h"

#define N_EXAMPLES 24

struct _HeddleStartPage
{
  GtkWidget parent_instance;

  /* Owned */
  HdCatalog *catalog;
  char *projects;
  GtkWidget *scroller;
  GPtrArray *cards; /* borrowed widgets */

  /* Borrowed */
  GtkFlowBox *gallery;
  GtkWidget *missing;

  gboolean filled;
  gboolean colouring;
  guint n_coloured;
};

G_DEFINE_FINAL_TYPE (HeddleStartPage, heddle_start_page, GTK_TYPE_WIDGET)

static guint open_signal;

static void
on_recent_opened (HeddleStartPage *self,
                  GFile *file)
{
  g_signal_emit (self, open_signal, 0, file);
}

/* ---- examples -------------------------------------------------------------------------------------------------------------------- */

static void
on_card_clicked (HeddleStartPage *self,
                 HeddleProjectCard *card)
{
  g_signal_emit (self, open_signal, 0, heddle_project_card_get_file (card));
}

/* Pictures get their colours one after the other, as long as the page is looked at. */
static void
colour_next (HeddleStartPage *self)
{
  self->colouring = gtk_widget_get_mapped (GTK_WIDGET (self)) && self->n_coloured < self->cards->len;
  if (self->colouring)
    heddle_project_card_run (self->cards->pdata[self->n_coloured++]);
}

static void
fill_gallery (HeddleStartPage *self)
{
  g_autoptr (GPtrArray) paths = self->projects != NULL ? heddle_examples_list (self->projects) : g_ptr_array_new ();

  for (guint i = 0; i < MIN (paths->len, N_EXAMPLES); i++)
    {
      g_autoptr (GFile) file = g_file_new_build_filename (self->projects, paths->pdata[i], NULL);
      GtkWidget *card = heddle_project_card_new (file, heddle_examples_find (paths->pdata[i]), self->catalog);

      g_signal_connect_object (card, "clicked", G_CALLBACK (on_card_clicked), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (card, "settled", G_CALLBACK (colour_next), self, G_CONNECT_SWAPPED);
      gtk_widget_set_valign (card, GTK_ALIGN_START);
      gtk_flow_box_append (self->gallery, card);
      gtk_widget_set_focusable (gtk_widget_get_parent (card), FALSE);
      g_ptr_array_add (self->cards, card);
    }
  gtk_widget_set_visible (self->missing, self->cards->len == 0);
}

/* Projects are read when the page is first seen: a window that opens a file never shows it. */
static void
on_map (HeddleStartPage *self)
{
  if (!self->filled)
    fill_gallery (self);
  self->filled = TRUE;
  if (!self->colouring)
    colour_next (self);
}

/* ---- parts ---------------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
new_masthead (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  GtkWidget *names = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *icon = gtk_image_new_from_icon_name ("io.github.heddle.Heddle");

  gtk_image_set_pixel_size (GTK_IMAGE (icon), 64);
  gtk_box_append (GTK_BOX (names), heddle_label_new ("Heddle", "title-1"));
  gtk_box_append (GTK_BOX (names), heddle_label_new (_("Draw a system, run it, see why"), "dim-label"));
  gtk_widget_set_valign (names, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), names);
  return box;
}

static GtkWidget *
new_large_button (const char *icon,
                  const char *label,
                  const char *action)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *content = adw_button_content_new ();

  adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (content), icon);
  adw_button_content_set_label (ADW_BUTTON_CONTENT (content), label);
  gtk_widget_set_halign (content, GTK_ALIGN_CENTER);
  gtk_button_set_child (GTK_BUTTON (button), content);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_add_css_class (button, "heddle-large-button");
  return button;
}

static GtkWidget *
new_side (HeddleStartPage *self)
{
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10);
  GtkWidget *fresh = new_large_button ("document-new-symbolic", _("New Project"), "app.new");
  GtkWidget *generate = new_large_button ("heddle-tree-symbolic", _("Generate"), "win.generate");
  GtkWidget *recent = heddle_recent_list_new (_("Recent"));
  GtkWidget *hint = gtk_label_new (_("Drop a Heddle, GraphML or SimGrid file anywhere in this window to open it."));

  gtk_widget_add_css_class (fresh, "suggested-action");
  gtk_widget_set_tooltip_text (generate, _("Begin with a topology: a ring, a mesh, a fat tree and others"));
  gtk_box_set_homogeneous (GTK_BOX (buttons), TRUE);
  gtk_box_append (GTK_BOX (buttons), fresh);
  gtk_box_append (GTK_BOX (buttons), generate);
  gtk_widget_set_margin_top (buttons, 22);
  gtk_widget_set_margin_top (recent, 24);
  g_signal_connect_object (recent, "open", G_CALLBACK (on_recent_opened), self, G_CONNECT_SWAPPED);
  gtk_label_set_wrap (GTK_LABEL (hint), TRUE);
  gtk_label_set_xalign (GTK_LABEL (hint), 0);
  gtk_widget_add_css_class (hint, "heddle-caption");
  gtk_widget_set_margin_top (hint, 12);
  gtk_box_append (GTK_BOX (side), new_masthead ());
  gtk_box_append (GTK_BOX (side), buttons);
  gtk_box_append (GTK_BOX (side), hint);
  gtk_box_append (GTK_BOX (side), recent);
  gtk_widget_set_size_request (side, 300, -1);
  return side;
}

static GtkWidget *
new_gallery (HeddleStartPage *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 10);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *title = heddle_label_new (_("Examples"), "title-4");

  self->gallery = GTK_FLOW_BOX (gtk_flow_box_new ());
  gtk_flow_box_set_selection_mode (self->gallery, GTK_SELECTION_NONE);
  gtk_flow_box_set_homogeneous (self->gallery, TRUE);
  gtk_flow_box_set_min_children_per_line (self->gallery, 1);
  gtk_flow_box_set_max_children_per_line (self->gallery, 3);
  gtk_widget_set_valign (GTK_WIDGET (self->gallery), GTK_ALIGN_START);
  gtk_flow_box_set_row_spacing (self->gallery, 14);
  gtk_flow_box_set_column_spacing (self->gallery, 14);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), heddle_label_new (_("Each opens ready to run."), "heddle-caption"));
  self->missing = gtk_label_new (_("The examples that come with Heddle were not found. They are in its source code, in the folder “projects”, and in its packages."));
  gtk_label_set_wrap (GTK_LABEL (self->missing), TRUE);
  gtk_label_set_xalign (GTK_LABEL (self->missing), 0);
  gtk_widget_add_css_class (self->missing, "dim-label");
  gtk_widget_hide (self->missing);
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), self->missing);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->gallery));
  gtk_widget_set_hexpand (box, TRUE);
  return box;
}

/* ---- object --------------------------------------------------------------------------------------------------------------------- */

static void
heddle_start_page_dispose (GObject *object)
{
  HeddleStartPage *self = HEDDLE_START_PAGE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->cards, g_ptr_array_unref);
  g_clear_object (&self->catalog);
  g_clear_pointer (&self->projects, g_free);
  G_OBJECT_CLASS (heddle_start_page_parent_class)->dispose (object);
}

static void
heddle_start_page_class_init (HeddleStartPageClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_start_page_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  open_signal = g_signal_new ("open", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
}

static void
heddle_start_page_init (HeddleStartPage *self)
{
  GtkWidget *columns = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 48);
  GtkWidget *clamp = adw_clamp_new ();

  self->cards = g_ptr_array_new ();
  gtk_box_append (GTK_BOX (columns), new_side (self));
  gtk_box_append (GTK_BOX (columns), new_gallery (self));
  gtk_widget_set_margin_start (columns, 36);
  gtk_widget_set_margin_end (columns, 36);
  gtk_widget_set_margin_top (columns, 48);
  gtk_widget_set_margin_bottom (columns, 36);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), 1420);
  adw_clamp_set_tightening_threshold (ADW_CLAMP (clamp), 1420);
  adw_clamp_set_child (ADW_CLAMP (clamp), columns);

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), clamp);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_swapped (self, "map", G_CALLBACK (on_map), self);
}

GtkWidget *
heddle_start_page_new (HdCatalog *catalog,
                       const char *projects)
{
  HeddleStartPage *self = g_object_new (HEDDLE_TYPE_START_PAGE, NULL);

  self->catalog = g_object_ref (catalog);
  self->projects = g_strdup (projects);
  return GTK_WIDGET (self);
}
