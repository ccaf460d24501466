/* heddle-header-bar.c: open, save, undo | title | run | panes, menu
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-header-bar"

#include "heddle-header-bar.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-graph-layout.h"
#include "heddle-history.h"
#include "heddle-look.h"
#include "heddle-recent-list.h"

/* px of the window: below, a part of the bar makes room; run controls survive longest. */
#define ROOM_FOR_LABELS 1200
#define ROOM_FOR_SPEED 960
#define ROOM_FOR_SAVE 800
#define ROOM_FOR_UNDO 700
#define ROOM_FOR_PANES 560

struct _HeddleHeaderBar
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;

  /* Borrowed: a child */
  HeddleRunControls *run_controls;

  /* Of the template */
  AdwHeaderBar *bar;
  AdwWindowTitle *title;
  AdwSplitButton *open;
  AdwButtonContent *open_content;
  GtkStack *projects; /* "recent", "none" */
  HeddleRecentList *recent;
  GtkWidget *save;
  GtkWidget *history; /* undo and redo */
  AdwSplitButton *undo;
  GtkWidget *redo;
  GtkWidget *outline, *inspector, *menu_button;
  GtkSpinner *spinner;
  GMenu *layouts;
};

G_DEFINE_FINAL_TYPE (HeddleHeaderBar, heddle_header_bar, GTK_TYPE_WIDGET)

/* ---- open ---------------------------------------------------------------------------------------------------------------------- */

static void
on_recent_opened (HeddleHeaderBar *self,
                  GFile *file)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));

  adw_split_button_popdown (self->open);
  g_application_open (G_APPLICATION (gtk_window_get_application (window)), &file, 1, "");
}

static void
on_recent_shown (HeddleHeaderBar *self)
{
  heddle_recent_list_fill (self->recent);
  gtk_stack_set_visible_child_name (self->projects, heddle_recent_list_get_n (self->recent) > 0 ? "recent" : "none");
}

/* ---- undo ------------------------------------------------------------------------------------------------------------------------ */

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
heddle_header_bar_show_history (HeddleHeaderBar *self)
{
  HdDocument *document = heddle_session_get_document (self->session);

  name_button (GTK_WIDGET (self->undo), _("Undo"), _("Undo %s"), document != NULL ? hd_document_get_undo_name (document) : NULL);
  name_button (self->redo, _("Redo"), _("Redo %s"), document != NULL ? hd_document_get_redo_name (document) : NULL);
}

void
heddle_header_bar_list_history (HeddleHeaderBar *self)
{
  adw_split_button_popup (self->undo);
}

/* ---- all of it --------------------------------------------------------------------------------------------------------------------- */

void
heddle_header_bar_set_title (HeddleHeaderBar *self,
                             const char *title,
                             const char *subtitle)
{
  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, subtitle);
}

void
heddle_header_bar_set_busy (HeddleHeaderBar *self,
                            gboolean busy)
{
  gtk_spinner_set_spinning (self->spinner, busy);
}

void
heddle_header_bar_fit (HeddleHeaderBar *self,
                       int width,
                       gboolean has_project)
{
  adw_button_content_set_label (self->open_content, width >= ROOM_FOR_LABELS || !has_project ? _("Open") : "");
  heddle_run_controls_set_compact (self->run_controls, width < ROOM_FOR_SPEED);
  gtk_widget_set_visible (GTK_WIDGET (self->run_controls), has_project);
  gtk_widget_set_visible (self->save, has_project && width >= ROOM_FOR_SAVE);
  gtk_widget_set_visible (self->history, has_project && width >= ROOM_FOR_UNDO);
  gtk_widget_set_visible (self->outline, has_project && width >= ROOM_FOR_PANES);
  gtk_widget_set_visible (self->inspector, has_project && width >= ROOM_FOR_PANES);
}

HeddleRunControls *
heddle_header_bar_get_run_controls (HeddleHeaderBar *self)
{
  return self->run_controls;
}

GtkWidget *
heddle_header_bar_get_menu (HeddleHeaderBar *self)
{
  return self->menu_button;
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_header_bar_dispose (GObject *object)
{
  HeddleHeaderBar *self = HEDDLE_HEADER_BAR (object);

  g_clear_pointer ((GtkWidget **) &self->bar, gtk_widget_unparent);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_header_bar_parent_class)->dispose (object);
}

static void
heddle_header_bar_class_init (HeddleHeaderBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_header_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (HEDDLE_TYPE_RECENT_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/header-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, bar);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, open);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, open_content);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, projects);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, recent);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, save);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, history);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, undo);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, redo);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, outline);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, inspector);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, spinner);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, menu_button);
  gtk_widget_class_bind_template_child (widget_class, HeddleHeaderBar, layouts);
  gtk_widget_class_bind_template_callback (widget_class, on_recent_opened);
  gtk_widget_class_bind_template_callback (widget_class, on_recent_shown);
}

/* How to arrange. */
static void
list_layouts (HeddleHeaderBar *self)
{
  guint n;
  const HeddleLayoutProgram *programs = heddle_layout_programs_get (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *action = g_strdup_printf ("win.arrange-by::%s", programs[i].program);

      g_menu_append (self->layouts, _(programs[i].title), action);
    }
}

static void
heddle_header_bar_init (HeddleHeaderBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  list_layouts (self);
}

GtkWidget *
heddle_header_bar_new (HeddleSession *session)
{
  HeddleHeaderBar *self = g_object_new (HEDDLE_TYPE_HEADER_BAR, NULL);

  self->session = g_object_ref (session);
  self->run_controls = HEDDLE_RUN_CONTROLS (heddle_run_controls_new (session));
  adw_header_bar_pack_end (self->bar, GTK_WIDGET (self->run_controls));
  adw_split_button_set_popover (self->undo, GTK_POPOVER (heddle_history_new (session)));
  return GTK_WIDGET (self);
}
