/* heddle-window-header.c: the header bar: open, save, undo | title | run | panes, menu
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-window"

#include "heddle-window-private.h"

#include <glib/gi18n.h>

#include "heddle-history.h"
#include "heddle-look.h"
#include "heddle-recent-list.h"

/* px of the window: below, a part of the bar makes room; run controls survive longest. */
#define ROOM_FOR_LABELS 1200
#define ROOM_FOR_SPEED 960
#define ROOM_FOR_SAVE 800
#define ROOM_FOR_UNDO 700
#define ROOM_FOR_PANES 560

/* ---- open ---------------------------------------------------------------------------------------------------------------------- */

static void
on_recent_opened (HeddleWindow *self,
                  GFile *file)
{
  adw_split_button_popdown (ADW_SPLIT_BUTTON (self->header.open));
  g_application_open (G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), &file, 1, "");
}

static void
on_recent_shown (GtkStack *stack)
{
  HeddleRecentList *recent = HEDDLE_RECENT_LIST (gtk_stack_get_child_by_name (stack, "recent"));

  heddle_recent_list_fill (recent);
  gtk_stack_set_visible_child_name (stack, heddle_recent_list_get_n (recent) > 0 ? "recent" : "none");
}

static GtkWidget *
new_open_button (HeddleWindow *self)
{
  GtkWidget *button = adw_split_button_new ();
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *stack = gtk_stack_new ();
  GtkWidget *recent = heddle_recent_list_new ();
  GtkWidget *none = gtk_label_new (_("No project was opened yet"));

  gtk_widget_set_size_request (stack, 300, -1);
  gtk_widget_add_css_class (none, "dim-label");
  gtk_stack_set_vhomogeneous (GTK_STACK (stack), FALSE);
  gtk_stack_add_named (GTK_STACK (stack), recent, "recent");
  gtk_stack_add_named (GTK_STACK (stack), none, "none");
  gtk_popover_set_child (GTK_POPOVER (popover), stack);
  gtk_widget_add_css_class (popover, "heddle-recent");
  g_signal_connect_object (popover, "show", G_CALLBACK (on_recent_shown), stack, G_CONNECT_SWAPPED);
  g_signal_connect_object (recent, "open", G_CALLBACK (on_recent_opened), self, G_CONNECT_SWAPPED);

  self->header.open_content = adw_button_content_new ();
  adw_button_content_set_icon_name (ADW_BUTTON_CONTENT (self->header.open_content), "document-open-symbolic");
  adw_button_content_set_label (ADW_BUTTON_CONTENT (self->header.open_content), _("Open"));
  adw_split_button_set_child (ADW_SPLIT_BUTTON (button), self->header.open_content);
  adw_split_button_set_popover (ADW_SPLIT_BUTTON (button), GTK_POPOVER (popover));
  adw_split_button_set_dropdown_tooltip (ADW_SPLIT_BUTTON (button), _("Recent projects"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.open");
  gtk_widget_set_tooltip_text (button, _("Open a project"));
  heddle_set_accessible_label (button, _("Open a project"));
  return button;
}

/* ---- undo ------------------------------------------------------------------------------------------------------------------------ */

static GtkWidget *
new_undo_box (HeddleWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->header.undo = adw_split_button_new ();
  adw_split_button_set_icon_name (ADW_SPLIT_BUTTON (self->header.undo), "edit-undo-symbolic");
  adw_split_button_set_popover (ADW_SPLIT_BUTTON (self->header.undo), GTK_POPOVER (heddle_history_new (self->session)));
  adw_split_button_set_dropdown_tooltip (ADW_SPLIT_BUTTON (self->header.undo), _("All that was done"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->header.undo), "win.undo");
  self->header.redo = heddle_icon_button_new ("edit-redo-symbolic", _("Redo"), "win.redo");
  gtk_box_append (GTK_BOX (box), self->header.undo);
  gtk_box_append (GTK_BOX (box), self->header.redo);
  return box;
}

/* "Undo move 12 components": the step's name goes on in the sentence, unless it begins with an abbreviation. */
static char *
dup_within_sentence (const char *name)
{
  gunichar first = g_utf8_get_char (name);
  const char *rest = g_utf8_next_char (name);
  char letter[7] = { 0 };

  if (*rest != '\0' && g_unichar_isupper (g_utf8_get_char (rest)))
    return g_strdup (name);
  g_unichar_to_utf8 (g_unichar_tolower (first), letter);
  return g_strconcat (letter, rest, NULL);
}

static void
name_button (GtkWidget *button,
             const char *plain,
             const char *format,
             const char *name)
{
  g_autofree char *within = name != NULL && *name != '\0' ? dup_within_sentence (name) : NULL;
  g_autofree char *text = within != NULL ? g_strdup_printf (format, within) : g_strdup (plain);

  gtk_widget_set_tooltip_text (button, text);
  heddle_set_accessible_label (button, text);
}

void
heddle_window_show_history (HeddleWindow *self)
{
  HdDocument *document = heddle_session_get_document (self->session);

  name_button (self->header.undo, _("Undo"), _("Undo %s"), document != NULL ? hd_document_get_undo_name (document) : NULL);
  name_button (self->header.redo, _("Redo"), _("Redo %s"), document != NULL ? hd_document_get_redo_name (document) : NULL);
}

/* ---- menu ------------------------------------------------------------------------------------------------------------------------ */

static GMenu *
append_section (GMenu *menu)
{
  g_autoptr (GMenu) section = g_menu_new ();

  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  return section; /* the menu holds it */
}

static GtkWidget *
new_menu_button (void)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuModel) layouts = heddle_window_new_layout_menu ();
  GMenu *section = append_section (menu);
  GtkWidget *button = gtk_menu_button_new ();

  g_menu_append (section, _("_New Project"), "app.new");
  g_menu_append (section, _("New _Window"), "app.new-window");
  section = append_section (menu);
  g_menu_append (section, _("_Save"), "win.save");
  g_menu_append (section, _("Save _As…"), "win.save-as");
  g_menu_append (section, _("_Import Into This Project…"), "win.import");
  g_menu_append (section, _("Import a _Workload Graph…"), "win.import-workload");
  g_menu_append (section, _("_Attributes of the Graph…"), "win.mapping");
  g_menu_append (section, _("_Export…"), "win.export");
  g_menu_append (section, _("_Print…"), "win.print");
  section = append_section (menu);
  g_menu_append (section, _("_Generate a Topology…"), "win.generate");
  g_menu_append_submenu (section, _("A_rrange Automatically"), layouts);
  section = append_section (menu);
  g_menu_append (section, _("Keep as _Baseline"), "win.keep-baseline");
  g_menu_append (section, _("_Drop Baseline"), "win.drop-baseline");
  section = append_section (menu);
  g_menu_append (section, _("_Preferences"), "app.preferences");
  g_menu_append (section, _("_Keyboard Shortcuts"), "win.show-help-overlay");
  g_menu_append (section, _("_About Heddle"), "app.about");
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "open-menu-symbolic");
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), G_MENU_MODEL (menu));
  gtk_menu_button_set_primary (GTK_MENU_BUTTON (button), TRUE);
  gtk_widget_set_tooltip_text (button, _("Main menu"));
  heddle_set_accessible_label (button, _("Main menu"));
  return button;
}

/* ---- all of it --------------------------------------------------------------------------------------------------------------------- */

static GtkWidget *
new_toggle (const char *icon,
            const char *label,
            const char *action)
{
  GtkWidget *button = gtk_toggle_button_new ();

  gtk_button_set_icon_name (GTK_BUTTON (button), icon);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_widget_set_tooltip_text (button, label);
  heddle_set_accessible_label (button, label);
  return button;
}

void
heddle_window_set_title (HeddleWindow *self,
                         const char *title,
                         const char *subtitle)
{
  adw_window_title_set_title (self->header.title, title);
  adw_window_title_set_subtitle (self->header.title, subtitle);
}

void
heddle_window_set_busy (HeddleWindow *self,
                        gboolean busy)
{
  gtk_spinner_set_spinning (GTK_SPINNER (self->header.spinner), busy);
}

void
heddle_window_list_history (HeddleWindow *self)
{
  adw_split_button_popup (ADW_SPLIT_BUTTON (self->header.undo));
}

GtkWidget *
heddle_window_new_header (HeddleWindow *self)
{
  GtkWidget *header = adw_header_bar_new ();

  self->header.title = ADW_WINDOW_TITLE (adw_window_title_new ("Heddle", NULL));
  self->header.open = new_open_button (self);
  self->header.save = heddle_icon_button_new ("document-save-symbolic", _("Save"), "win.save");
  self->header.history = new_undo_box (self);
  self->header.outline = new_toggle ("sidebar-show-symbolic", _("Left pane"), "win.show-outline");
  self->header.inspector = new_toggle ("sidebar-show-right-symbolic", _("Inspector"), "win.show-inspector");
  self->run_controls = HEDDLE_RUN_CONTROLS (heddle_run_controls_new (self->session));
  self->header.spinner = gtk_spinner_new ();

  adw_header_bar_set_title_widget (ADW_HEADER_BAR (header), GTK_WIDGET (self->header.title));
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->header.open);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->header.save);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->header.history);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->header.outline);
  adw_header_bar_pack_start (ADW_HEADER_BAR (header), self->header.spinner);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), new_menu_button ());
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), self->header.inspector);
  adw_header_bar_pack_end (ADW_HEADER_BAR (header), GTK_WIDGET (self->run_controls));
  return header;
}

void
heddle_window_fit_header (HeddleWindow *self,
                          int width)
{
  gboolean project = !heddle_window_is_empty (self);

  adw_button_content_set_label (ADW_BUTTON_CONTENT (self->header.open_content), width >= ROOM_FOR_LABELS || !project ? _("Open") : "");
  heddle_run_controls_set_compact (self->run_controls, width < ROOM_FOR_SPEED);
  gtk_widget_set_visible (GTK_WIDGET (self->run_controls), project);
  gtk_widget_set_visible (self->header.save, project && width >= ROOM_FOR_SAVE);
  gtk_widget_set_visible (self->header.history, project && width >= ROOM_FOR_UNDO);
  gtk_widget_set_visible (self->header.outline, project && width >= ROOM_FOR_PANES);
  gtk_widget_set_visible (self->header.inspector, project && width >= ROOM_FOR_PANES);
}
