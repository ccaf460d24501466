/* heddle-help.c: the window of help
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-help"

#include "heddle-help.h"

#include <string.h>

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-help-pages.h"
#include "heddle-markdown.h"
#include "heddle-rows.h"

#define WIDTH 860
#define HEIGHT 640
#define TEXT "text:"

struct _HeddleHelp
{
  GtkWindow parent_instance;

  GPtrArray *pages; /* owned, of HeddleHelpPage; so the next, of char *: topics that were read, the present one last */
  GPtrArray *read;

  /* Of the template */
  AdwWindowTitle *title;
  GtkWidget *back;
  GtkEditable *search;
  GtkListBox *list;
  GtkScrolledWindow *scroller;
  GtkWidget *none;

  GtkWidget *shown; /* borrowed: the page */
  char *aim;        /* owned: the block that is to come into view, or %NULL */
};

G_DEFINE_FINAL_TYPE (HeddleHelp, heddle_help, GTK_TYPE_WINDOW)

#define ID_KEY "heddle-help-id"

static const HeddleHelpPage *
get_page (GtkListBoxRow *row)
{
  return g_object_get_data (G_OBJECT (row), ID_KEY);
}

/* ---- reading ----------------------------------------------------------------------------------------------------------------------------- */

static gboolean
on_link (GtkLabel *label,
         const char *link,
         gpointer data)
{
  return heddle_help_show (data, link);
}

/* Once it has a size. */
static gboolean
on_shown (gpointer data)
{
  HeddleHelp *self = data;
  GtkWidget *block = self->shown != NULL && self->aim != NULL ? heddle_markdown_find (self->shown, self->aim) : NULL;
  double x, y;

  g_clear_pointer (&self->aim, g_free);
  if (block != NULL && gtk_widget_translate_coordinates (block, self->shown, 0, 0, &x, &y))
    {
      gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), y);
      gtk_widget_add_css_class (block, "heddle-help-aim");
    }
  return G_SOURCE_REMOVE;
}

static void
show_text (HeddleHelp *self,
           const char *title,
           const char *text,
           const char *aim)
{
  self->shown = heddle_markdown_new (text, G_CALLBACK (on_link), self);
  gtk_scrolled_window_set_child (self->scroller, self->shown);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
  adw_window_title_set_subtitle (self->title, title);
  g_free (self->aim);
  self->aim = g_strdup (aim);
  if (aim != NULL)
    g_idle_add_full (G_PRIORITY_LOW, on_shown, g_object_ref (self), g_object_unref);
}

static void
select_page (HeddleHelp *self,
             const HeddleHelpPage *page)
{
  for (int i = 0;; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, i);

      if (row == NULL)
        return;
      if (get_page (row) == page)
        gtk_list_box_select_row (self->list, row);
    }
}

static gboolean
show (HeddleHelp *self,
      const char *topic)
{
  const HeddleHelpPage *page;
  const char *hash = strrchr (topic, '#');

  if (g_str_has_prefix (topic, TEXT))
    {
      g_auto (GStrv) parts = g_strsplit (topic + strlen (TEXT), "\n", 2);
      g_autofree char *title = heddle_markdown_escape (parts[0]), *text = heddle_markdown_escape (parts[1] != NULL ? parts[1] : ""), *whole = g_strdup_printf ("## %s\n\n%s\n", title, text);

      gtk_list_box_unselect_all (self->list);
      show_text (self, parts[0], whole, NULL);
      return TRUE;
    }
  page = heddle_help_pages_find (self->pages, topic);
  if (page == NULL)
    return FALSE;
  show_text (self, page->title, page->text, page->kind == HEDDLE_HELP_TYPE && hash != NULL ? hash + 1 : NULL);
  select_page (self, page);
  return TRUE;
}

gboolean
heddle_help_show (HeddleHelp *self,
                  const char *topic)
{
  if (!show (self, topic))
    return FALSE;
  if (self->read->len == 0 || strcmp (g_ptr_array_index (self->read, self->read->len - 1), topic) != 0)
    g_ptr_array_add (self->read, g_strdup (topic));
  gtk_widget_set_sensitive (self->back, self->read->len > 1);
  return TRUE;
}

static void
on_back (HeddleHelp *self)
{
  if (self->read->len < 2)
    return;
  g_ptr_array_remove_index (self->read, self->read->len - 1);
  show (self, g_ptr_array_index (self->read, self->read->len - 1));
  gtk_widget_set_sensitive (self->back, self->read->len > 1);
}

const char *
heddle_help_get_title (HeddleHelp *self)
{
  return adw_window_title_get_subtitle (self->title);
}

/* ---- finding ----------------------------------------------------------------------------------------------------------------------------- */

static gboolean
matches (GtkListBoxRow *row,
         gpointer data)
{
  return heddle_help_page_matches (get_page (row), gtk_editable_get_text (HEDDLE_HELP (data)->search));
}

static void
add_header (GtkListBoxRow *row,
            GtkListBoxRow *before,
            gpointer data)
{
  static const char *const names[] = { [HEDDLE_HELP_PAGE] = N_("The program"), [HEDDLE_HELP_TYPE] = N_("Components"), [HEDDLE_HELP_TERM] = N_("Glossary") };
  HeddleHelpKind kind = get_page (row)->kind;
  GtkWidget *label;

  if (before != NULL && get_page (before)->kind == kind)
    {
      gtk_list_box_row_set_header (row, NULL);
      return;
    }
  label = heddle_label_new (_(names[kind]), "heading");
  gtk_widget_add_css_class (label, "heddle-help-group");
  gtk_list_box_row_set_header (row, label);
}

guint
heddle_help_count_listed (HeddleHelp *self)
{
  guint n = 0;

  for (guint i = 0; i < self->pages->len; i++)
    n += heddle_help_page_matches (self->pages->pdata[i], gtk_editable_get_text (self->search));
  return n;
}

static void
on_search_changed (HeddleHelp *self)
{
  gtk_list_box_invalidate_filter (self->list);
  gtk_list_box_invalidate_headers (self->list);
}

void
heddle_help_search (HeddleHelp *self,
                    const char *words)
{
  gtk_editable_set_text (self->search, words);
  on_search_changed (self);
}

/* The first that is found. */
static void
on_search_activated (HeddleHelp *self)
{
  for (guint i = 0; i < self->pages->len; i++)
    if (heddle_help_page_matches (self->pages->pdata[i], gtk_editable_get_text (self->search)))
      {
        heddle_help_show (self, ((const HeddleHelpPage *) self->pages->pdata[i])->id);
        return;
      }
}

static void
on_row_activated (HeddleHelp *self,
                  GtkListBoxRow *row)
{
  heddle_help_show (self, get_page (row)->id);
}

static void
fill (HeddleHelp *self)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      HeddleHelpPage *page = self->pages->pdata[i];
      GtkWidget *row = gtk_list_box_row_new (), *label = heddle_label_new (page->title, NULL);

      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
      g_object_set_data (G_OBJECT (row), ID_KEY, page);
      gtk_list_box_append (self->list, row);
    }
  gtk_list_box_set_filter_func (self->list, matches, self, NULL);
  gtk_list_box_set_header_func (self->list, add_header, NULL, NULL);
  gtk_list_box_set_placeholder (self->list, self->none);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------------ */

static gboolean
on_key (HeddleHelp *self,
        guint key,
        guint code,
        GdkModifierType state)
{
  if (key == GDK_KEY_Escape)
    gtk_window_close (GTK_WINDOW (self));
  else if (key == GDK_KEY_Left && state & GDK_ALT_MASK)
    on_back (self);
  else if (key == GDK_KEY_f && state & GDK_CONTROL_MASK)
    gtk_widget_grab_focus (GTK_WIDGET (self->search));
  else
    return FALSE;
  return TRUE;
}

static void
heddle_help_dispose (GObject *object)
{
  HeddleHelp *self = HEDDLE_HELP (object);

  if (self->list != NULL)
    gtk_list_box_set_filter_func (self->list, NULL, NULL, NULL);
  self->list = NULL;
  self->shown = NULL;
  g_clear_pointer (&self->aim, g_free);
  G_OBJECT_CLASS (heddle_help_parent_class)->dispose (object);
}

static void
heddle_help_finalize (GObject *object)
{
  HeddleHelp *self = HEDDLE_HELP (object);

  g_ptr_array_unref (self->pages);
  g_ptr_array_unref (self->read);
  G_OBJECT_CLASS (heddle_help_parent_class)->finalize (object);
}

static void
heddle_help_class_init (HeddleHelpClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_help_dispose;
  G_OBJECT_CLASS (klass)->finalize = heddle_help_finalize;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/help.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleHelp, title);
  gtk_widget_class_bind_template_child (widget_class, HeddleHelp, back);
  gtk_widget_class_bind_template_child (widget_class, HeddleHelp, search);
  gtk_widget_class_bind_template_child (widget_class, HeddleHelp, list);
  gtk_widget_class_bind_template_child (widget_class, HeddleHelp, scroller);
  gtk_widget_class_bind_template_child (widget_class, HeddleHelp, none);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_row_activated);
}

static void
heddle_help_init (HeddleHelp *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->read = g_ptr_array_new_with_free_func (g_free);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_window_set_default_size (GTK_WINDOW (self), WIDTH, HEIGHT);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (on_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
heddle_help_new (HdCatalog *catalog)
{
  HeddleHelp *self = g_object_new (HEDDLE_TYPE_HELP, NULL);

  self->pages = heddle_help_pages_new (catalog, NULL);
  fill (self);
  heddle_help_show (self, "start");
  return GTK_WIDGET (self);
}
