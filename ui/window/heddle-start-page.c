/* heddle-start-page.c: what a window shows while no project is open
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-start-page"

#include "heddle-start-page.h"

#include "heddle-examples.h"
#include "heddle-focus.h"
#include "heddle-lesson-card.h"
#include "heddle-project-card.h"
#include "heddle-recent-list.h"

#define N_EXAMPLES 64
#define CARDS_AT_ONCE 3

struct _HeddleStartPage
{
  GtkWidget parent_instance;

  /* Owned */
  HdCatalog *catalog;
  char *projects;
  GPtrArray *examples; /* paths; NULL before the page is first seen */
  GPtrArray *cards; /* borrowed widgets, of the first of them */
  GPtrArray *lesson_cards; /* likewise */

  /* Of the template */
  GtkWidget *scroller;
  GtkFlowBox *lessons, *stories;
  GtkWidget *lessons_section, *stories_section;
  GtkFlowBox *gallery;
  GtkWidget *missing;

  gboolean filled;
  gboolean colouring;
  guint n_coloured;
  guint filling; /* source */
};

G_DEFINE_FINAL_TYPE (HeddleStartPage, heddle_start_page, GTK_TYPE_WIDGET)

static guint open_signal, lesson_signal;

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
add_card (HeddleStartPage *self,
          const char *path)
{
  g_autoptr (GFile) file = g_file_new_build_filename (self->projects, path, NULL);
  GtkWidget *card = heddle_project_card_new (file, heddle_examples_find (path), self->catalog);

  g_signal_connect_object (card, "clicked", G_CALLBACK (on_card_clicked), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (card, "settled", G_CALLBACK (colour_next), self, G_CONNECT_SWAPPED);
  gtk_flow_box_append (self->gallery, card);
  gtk_widget_set_focusable (gtk_widget_get_parent (card), FALSE);
  g_ptr_array_add (self->cards, card);
}

/* A row of cards at a time, after what is to be drawn: their texts take as long to lay out as all else of a window. */
static gboolean
fill_gallery (gpointer data)
{
  HeddleStartPage *self = data;
  guint end = MIN (self->cards->len + CARDS_AT_ONCE, self->examples->len);

  while (self->cards->len < end)
    add_card (self, self->examples->pdata[self->cards->len]);
  if (!self->colouring)
    colour_next (self);
  if (self->cards->len < self->examples->len)
    return G_SOURCE_CONTINUE;
  self->filling = 0;
  return G_SOURCE_REMOVE;
}

static void
begin_gallery (HeddleStartPage *self)
{
  self->examples = self->projects != NULL ? heddle_examples_list (self->projects) : g_ptr_array_new ();
  if (self->examples->len > N_EXAMPLES)
    g_ptr_array_set_size (self->examples, N_EXAMPLES);
  gtk_widget_set_visible (self->missing, self->examples->len == 0);
  if (self->examples->len > 0)
    self->filling = g_idle_add_full (G_PRIORITY_LOW, fill_gallery, self, NULL);
}

/* ---- lessons --------------------------------------------------------------------------------------------------------------------- */

static void
on_lesson_clicked (HeddleStartPage *self,
                   HeddleLessonCard *card)
{
  g_signal_emit (self, lesson_signal, 0, heddle_lesson_card_get_file (card));
}

/* One that cannot be read is not there; heddle check says why. */
static void
fill_lessons (HeddleStartPage *self)
{
  g_autoptr (GPtrArray) paths = self->projects != NULL ? heddle_examples_list_lessons (self->projects) : g_ptr_array_new ();
  guint n[2] = { 0, 0 };

  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (GFile) file = g_file_new_build_filename (self->projects, paths->pdata[i], NULL);
      g_autoptr (HdLesson) lesson = hd_lesson_peek (file, NULL);
      gboolean is_story = lesson != NULL && hd_lesson_get_n_questions (lesson) == 0;
      GtkWidget *card = lesson != NULL ? heddle_lesson_card_new (lesson) : NULL;

      if (card == NULL)
        continue;
      g_signal_connect_object (card, "clicked", G_CALLBACK (on_lesson_clicked), self, G_CONNECT_SWAPPED);
      gtk_flow_box_append (is_story ? self->stories : self->lessons, card);
      gtk_widget_set_focusable (gtk_widget_get_parent (card), FALSE);
      g_ptr_array_add (self->lesson_cards, card);
      n[is_story]++;
    }
  gtk_widget_set_visible (self->lessons_section, n[0] > 0);
  gtk_widget_set_visible (self->stories_section, n[1] > 0);
}

/* Projects are read when the page is first seen: a window that opens a file never shows it. */
static void
on_map (HeddleStartPage *self)
{
  if (!self->filled)
    {
      fill_lessons (self);
      begin_gallery (self);
    }
  for (guint i = 0; self->filled && i < self->lesson_cards->len; i++)
    heddle_lesson_card_update (self->lesson_cards->pdata[i]);
  self->filled = TRUE;
  if (!self->colouring)
    colour_next (self);
}

/* ---- object --------------------------------------------------------------------------------------------------------------------- */

static void
heddle_start_page_dispose (GObject *object)
{
  HeddleStartPage *self = HEDDLE_START_PAGE (object);

  g_clear_handle_id (&self->filling, g_source_remove);
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->examples, g_ptr_array_unref);
  g_clear_pointer (&self->cards, g_ptr_array_unref);
  g_clear_pointer (&self->lesson_cards, g_ptr_array_unref);
  g_clear_object (&self->catalog);
  g_clear_pointer (&self->projects, g_free);
  G_OBJECT_CLASS (heddle_start_page_parent_class)->dispose (object);
}

static void
heddle_start_page_class_init (HeddleStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_start_page_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  g_type_ensure (HEDDLE_TYPE_RECENT_LIST);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddleStartPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, HeddleStartPage, lessons);
  gtk_widget_class_bind_template_child (widget_class, HeddleStartPage, lessons_section);
  gtk_widget_class_bind_template_child (widget_class, HeddleStartPage, stories);
  gtk_widget_class_bind_template_child (widget_class, HeddleStartPage, stories_section);
  gtk_widget_class_bind_template_child (widget_class, HeddleStartPage, gallery);
  gtk_widget_class_bind_template_child (widget_class, HeddleStartPage, missing);
  gtk_widget_class_bind_template_callback (widget_class, on_recent_opened);
  lesson_signal = g_signal_new ("open-lesson", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
  open_signal = g_signal_new ("open", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_FILE);
}

static void
heddle_start_page_init (HeddleStartPage *self)
{
  self->cards = g_ptr_array_new ();
  self->lesson_cards = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  heddle_guard_lines (self->lessons);
  heddle_guard_lines (self->stories);
  heddle_guard_lines (self->gallery);
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
