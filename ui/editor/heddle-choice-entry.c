/* heddle-choice-entry.c: a value that is chosen, or else written
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-choice-entry"

#include "heddle-choice-entry.h"

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-rows.h"

struct _HeddleChoiceEntry
{
  GtkWidget parent_instance;

  /* Owned */
  GtkWidget *box;
  HeddleOptions *options;
  char *stored;
  char *otherwise;

  /* Borrowed: children */
  GtkDropDown *drop_down;
  GtkWidget *entry;
  GtkWidget *back; /* from the entry to the options */

  int first;        /* line of the first option */
  guint expression; /* line that turns it into an entry, or GTK_INVALID_LIST_POSITION */
  gboolean vague;
  gboolean showing; /* it changes, but not by a hand */
  char *chosen; /* about to be committed */
  guint commit_source;
};

enum
{
  SIGNAL_COMMIT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (HeddleChoiceEntry, heddle_choice_entry, GTK_TYPE_WIDGET)

static void
show_entry (HeddleChoiceEntry *self,
            gboolean written)
{
  gtk_widget_set_visible (self->entry, written);
  gtk_widget_set_visible (self->back, written);
  gtk_widget_set_visible (GTK_WIDGET (self->drop_down), !written);
}

static void
commit (HeddleChoiceEntry *self,
        const char *text)
{
  g_signal_emit (self, signals[SIGNAL_COMMIT], 0, text);
}

/* What is chosen may replace the lines or the whole page: that has to wait until the drop-down is done with them. */
static gboolean
on_commit_due (gpointer data)
{
  HeddleChoiceEntry *self = data;
  g_autofree char *chosen = g_steal_pointer (&self->chosen);

  self->commit_source = 0;
  commit (self, chosen);
  return G_SOURCE_REMOVE;
}

static void
on_selected (HeddleChoiceEntry *self)
{
  guint line = gtk_drop_down_get_selected (self->drop_down);

  if (self->showing || line == GTK_INVALID_LIST_POSITION)
    return;
  if (line == self->expression)
    {
      show_entry (self, TRUE);
      gtk_widget_grab_focus (self->entry);
    }
  else
    {
      int option = (int) line - self->first;

      g_free (self->chosen);
      self->chosen = g_strdup (option < 0 ? "" : g_ptr_array_index (self->options->values, option));
      if (self->commit_source == 0)
        self->commit_source = g_idle_add_full (G_PRIORITY_DEFAULT, on_commit_due, self, NULL);
    }
}

static void
on_written (HeddleChoiceEntry *self,
            const char *text)
{
  commit (self, text);
}

static void
on_back (HeddleChoiceEntry *self)
{
  show_entry (self, FALSE);
  self->showing = TRUE;
  gtk_drop_down_set_selected (self->drop_down, GTK_INVALID_LIST_POSITION);
  self->showing = FALSE;
  gtk_widget_grab_focus (GTK_WIDGET (self->drop_down));
}

/* ---- lines --------------------------------------------------------------------------------------------------------------------- */

static int
find_value (HeddleOptions *options,
            const char *value)
{
  for (guint i = 0; i < options->values->len; i++)
    if (g_strcmp0 (g_ptr_array_index (options->values, i), value) == 0)
      return (int) i;
  return -1;
}

/* What holds where nothing is chosen. */
static const char *
get_otherwise (HeddleChoiceEntry *self)
{
  int known = find_value (self->options, self->otherwise);

  return known >= 0 ? g_ptr_array_index (self->options->titles, known) : self->otherwise;
}

static void
on_setup_shown (HeddleChoiceEntry *self,
                GtkListItem *item)
{
  gtk_list_item_set_child (item, heddle_label_new (NULL, NULL));
}

/* As in an entry, what is not written is dim. */
static void
on_bind_shown (HeddleChoiceEntry *self,
               GtkListItem *item)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (item));
  gboolean chosen = (int) gtk_list_item_get_position (item) >= self->first;
  gboolean resolved = !chosen && !self->vague && self->otherwise != NULL;

  gtk_label_set_label (GTK_LABEL (label), resolved ? get_otherwise (self) : text);
  heddle_set_tooltip (label, text);
  if (chosen)
    gtk_widget_remove_css_class (label, "heddle-unchosen");
  else
    gtk_widget_add_css_class (label, "heddle-unchosen");
}

static void
on_setup_listed (HeddleChoiceEntry *self,
                 GtkListItem *item)
{
  gtk_list_item_set_child (item, g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, NULL));
}

static void
on_bind_listed (HeddleChoiceEntry *self,
                GtkListItem *item)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)), gtk_string_object_get_string (gtk_list_item_get_item (item)));
}

static GtkListItemFactory *
new_factory (HeddleChoiceEntry *self,
             GCallback setup,
             GCallback bind)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect_object (factory, "setup", setup, self, G_CONNECT_SWAPPED);
  g_signal_connect_object (factory, "bind", bind, self, G_CONNECT_SWAPPED);
  return factory;
}

static GtkStringList *
new_lines (HeddleChoiceEntry *self)
{
  GtkStringList *lines = gtk_string_list_new (NULL);

  if (self->vague)
    gtk_string_list_append (lines, _("different values"));
  else if (self->options->optional && self->otherwise != NULL)
    {
      /* Translators: a line that gives up what was chosen, with what then holds: "H100 (default)" */
      g_autofree char *line = g_strdup_printf (_("%s (default)"), get_otherwise (self));

      gtk_string_list_append (lines, line);
    }
  else if (self->options->optional)
    gtk_string_list_append (lines, _("None"));
  self->first = (int) g_list_model_get_n_items (G_LIST_MODEL (lines));
  for (guint i = 0; i < self->options->titles->len; i++)
    gtk_string_list_append (lines, g_ptr_array_index (self->options->titles, i));
  self->expression = GTK_INVALID_LIST_POSITION;
  if (self->options->open)
    {
      self->expression = g_list_model_get_n_items (G_LIST_MODEL (lines));
      gtk_string_list_append (lines, _("Expression…"));
    }
  return lines;
}

static gboolean
has_lines (GListModel *shown,
           GListModel *lines)
{
  guint n = g_list_model_get_n_items (lines), i = 0;

  if (shown == NULL || g_list_model_get_n_items (shown) != n)
    return FALSE;
  while (i < n && g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (shown), i), gtk_string_list_get_string (GTK_STRING_LIST (lines), i)))
    i++;
  return i == n;
}

static void
show (HeddleChoiceEntry *self)
{
  int known = self->stored != NULL ? find_value (self->options, self->stored) : -1;
  gboolean written = self->stored != NULL && known < 0;
  gboolean writing = gtk_widget_get_visible (self->entry) && heddle_checked_entry_is_edited (HEDDLE_CHECKED_ENTRY (self->entry));
  g_autoptr (GtkStringList) lines = new_lines (self);
  guint line = known >= 0 ? (guint) (known + self->first) : !written && self->first > 0 ? 0 : GTK_INVALID_LIST_POSITION;

  self->showing = TRUE;
  /* Whatever changes in the project, most lists stay as they were; for another one all rows are made anew. */
  if (!has_lines (gtk_drop_down_get_model (self->drop_down), G_LIST_MODEL (lines)))
    gtk_drop_down_set_model (self->drop_down, G_LIST_MODEL (lines));
  gtk_drop_down_set_selected (self->drop_down, line);
  heddle_checked_entry_set_stored (HEDDLE_CHECKED_ENTRY (self->entry), self->stored);
  show_entry (self, written || writing);
  self->showing = FALSE;
}

void
heddle_choice_entry_set_stored (HeddleChoiceEntry *self,
                                HeddleOptions *options,
                                const char *text,
                                const char *otherwise,
                                gboolean vague)
{
  if (self->options != NULL)
    heddle_options_free (self->options);
  self->options = options;
  g_free (self->stored);
  self->stored = g_strdup (text);
  g_free (self->otherwise);
  self->otherwise = g_strdup (otherwise);
  self->vague = vague;
  show (self);
}

gboolean
heddle_choice_entry_choose (HeddleChoiceEntry *self,
                            const char *value)
{
  int known = find_value (self->options, value);

  if (known >= 0)
    gtk_drop_down_set_selected (self->drop_down, (guint) (known + self->first));
  return known >= 0;
}

HeddleCheckedEntry *
heddle_choice_entry_get_entry (HeddleChoiceEntry *self)
{
  return HEDDLE_CHECKED_ENTRY (self->entry);
}

void
heddle_choice_entry_set_labelled_by (HeddleChoiceEntry *self,
                                     GtkWidget *label)
{
  heddle_checked_entry_set_labelled_by (HEDDLE_CHECKED_ENTRY (self->entry), label);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->drop_down), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
}

/* ---- object ---------------------------------------------------------------------------------------------------------------------- */

static gboolean
heddle_choice_entry_grab_focus (GtkWidget *widget)
{
  HeddleChoiceEntry *self = HEDDLE_CHOICE_ENTRY (widget);

  return gtk_widget_grab_focus (gtk_widget_get_visible (self->entry) ? self->entry : GTK_WIDGET (self->drop_down));
}

static void
heddle_choice_entry_dispose (GObject *object)
{
  HeddleChoiceEntry *self = HEDDLE_CHOICE_ENTRY (object);

  g_clear_handle_id (&self->commit_source, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->options, heddle_options_free);
  g_clear_pointer (&self->chosen, g_free);
  g_clear_pointer (&self->stored, g_free);
  g_clear_pointer (&self->otherwise, g_free);
  G_OBJECT_CLASS (heddle_choice_entry_parent_class)->dispose (object);
}

static void
heddle_choice_entry_class_init (HeddleChoiceEntryClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_choice_entry_dispose;
  widget_class->grab_focus = heddle_choice_entry_grab_focus;
  signals[SIGNAL_COMMIT] = g_signal_new ("commit", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "heddle-choice-entry");
}

static void
heddle_choice_entry_init (HeddleChoiceEntry *self)
{
  g_autoptr (GtkListItemFactory) shown = new_factory (self, G_CALLBACK (on_setup_shown), G_CALLBACK (on_bind_shown));
  g_autoptr (GtkListItemFactory) listed = new_factory (self, G_CALLBACK (on_setup_listed), G_CALLBACK (on_bind_listed));

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  self->drop_down = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_drop_down_set_factory (self->drop_down, shown);
  gtk_drop_down_set_list_factory (self->drop_down, listed);
  gtk_widget_set_hexpand (GTK_WIDGET (self->drop_down), TRUE);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->drop_down));
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  g_signal_connect_object (self->drop_down, "notify::selected", G_CALLBACK (on_selected), self, G_CONNECT_SWAPPED);
}

GtkWidget *
heddle_choice_entry_new (GtkWidget *entry)
{
  HeddleChoiceEntry *self = g_object_new (HEDDLE_TYPE_CHOICE_ENTRY, NULL);

  self->entry = entry;
  self->back = heddle_icon_button_new ("view-list-symbolic", _("Choose from the list"), NULL);
  gtk_widget_add_css_class (self->back, "flat");
  gtk_widget_set_valign (self->back, GTK_ALIGN_START);
  gtk_widget_set_hexpand (entry, TRUE);
  gtk_box_append (GTK_BOX (self->box), entry);
  gtk_box_append (GTK_BOX (self->box), self->back);
  show_entry (self, FALSE);
  g_signal_connect_object (entry, "commit", G_CALLBACK (on_written), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->back, "clicked", G_CALLBACK (on_back), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
