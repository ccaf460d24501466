/* heddle-generate-form.c: the parameters of a generator, to be filled in
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-generate"

#include "heddle-generate-form.h"

#include <string.h>

#include <glib/gi18n.h>

#include "heddle-look.h"
#include "heddle-quantity-entry.h"
#include "heddle-rows.h"

struct _HeddleGenerateForm
{
  GtkWidget parent_instance;

  /* Owned */
  HeddleSession *session;
  GtkWidget *group;
  GHashTable *values; /* key -> text, where it differs from the default; of all generators that were shown */

  /* Borrowed: children */
  GtkListBox *list;
  GHashTable *entries; /* key -> GtkWidget: a GtkDropDown or a HeddleCheckedEntry; owned table, borrowed widgets */

  const HdGenerator *generator;
  gboolean filling;
};

G_DEFINE_FINAL_TYPE (HeddleGenerateForm, heddle_generate_form, GTK_TYPE_WIDGET)

static guint changed_signal;

/* ---- rows ---------------------------------------------------------------------------------------------------------------------- */

static char *
dup_value (HeddleGenerateForm *self,
           const HdParameter *parameter)
{
  GtkWidget *entry = g_hash_table_lookup (self->entries, parameter->key);

  if (GTK_IS_DROP_DOWN (entry))
    return g_strdup (parameter->choices[gtk_drop_down_get_selected (GTK_DROP_DOWN (entry))]);
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
}

static void
on_changed (HeddleGenerateForm *self)
{
  if (self->filling)
    return;
  for (const HdParameter *parameter = self->generator->parameters; parameter->key != NULL; parameter++)
    {
      g_autofree char *value = dup_value (self, parameter);

      if (g_strcmp0 (value, parameter->default_text) == 0)
        g_hash_table_remove (self->values, parameter->key);
      else
        g_hash_table_insert (self->values, g_strdup (parameter->key), g_steal_pointer (&value));
    }
  g_signal_emit (self, changed_signal, 0);
}

static GtkWidget *
new_choice (HeddleGenerateForm *self,
            const HdParameter *parameter,
            const char *value)
{
  GtkWidget *drop_down = gtk_drop_down_new_from_strings (parameter->choices);

  for (guint i = 0; parameter->choices[i] != NULL; i++)
    if (g_str_equal (parameter->choices[i], value))
      gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), i);
  gtk_widget_add_css_class (drop_down, "flat");
  heddle_set_accessible_label (drop_down, _(parameter->title));
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  return drop_down;
}

static GtkWidget *
new_entry (HeddleGenerateForm *self,
           const HdParameter *parameter,
           const char *value)
{
  HeddleField field = heddle_field_from_parameter (heddle_session_get_catalog (self->session), NULL, parameter);
  GtkWidget *entry = heddle_quantity_entry_new (self->session, &field, 0);

  heddle_checked_entry_set_stored (HEDDLE_CHECKED_ENTRY (entry), value);
  gtk_widget_set_size_request (entry, 130, -1);
  g_signal_connect (entry, "commit", G_CALLBACK (heddle_checked_entry_set_stored), NULL);
  g_signal_connect_object (entry, "changed", G_CALLBACK (on_changed), self, G_CONNECT_SWAPPED);
  return entry;
}

static void
append_row (HeddleGenerateForm *self,
            const HdParameter *parameter,
            const char *value)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *title = heddle_label_new (_(parameter->title), NULL);
  gboolean listed = parameter->kind == HD_PARAMETER_CHOICE && g_strv_contains (parameter->choices, value);
  GtkWidget *entry = listed ? new_choice (self, parameter, value) : new_entry (self, parameter, value);
  HeddleField field = heddle_field_from_parameter (heddle_session_get_catalog (self->session), NULL, parameter);
  g_autofree char *help = heddle_field_dup_help (&field);

  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_set_valign (entry, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), title);
  gtk_box_append (GTK_BOX (box), entry);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  heddle_set_tooltip (row, help);
  gtk_list_box_append (self->list, row);
  g_hash_table_insert (self->entries, (gpointer) parameter->key, entry);
}

void
heddle_generate_form_set_generator (HeddleGenerateForm *self,
                                    const HdGenerator *generator,
                                    const HdObject *object)
{
  GtkWidget *row;

  self->filling = TRUE;
  g_hash_table_remove_all (self->entries);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  self->generator = generator;
  for (const HdParameter *parameter = generator->parameters; parameter->key != NULL; parameter++)
    {
      const char *value = object != NULL ? hd_object_get (object, parameter->key) : g_hash_table_lookup (self->values, parameter->key);

      append_row (self, parameter, value != NULL ? value : parameter->default_text);
    }
  self->filling = FALSE;
  on_changed (self);
}

/* ---- values ---------------------------------------------------------------------------------------------------------------------- */

gboolean
heddle_generate_form_set (HeddleGenerateForm *self,
                          const char *key,
                          const char *value)
{
  for (const HdParameter *parameter = self->generator->parameters; parameter->key != NULL; parameter++)
    {
      GtkWidget *entry = g_hash_table_lookup (self->entries, parameter->key);

      if (!g_str_equal (parameter->key, key))
        continue;
      if (!GTK_IS_DROP_DOWN (entry))
        {
          gtk_editable_set_text (GTK_EDITABLE (entry), value);
          return TRUE;
        }
      for (guint i = 0; parameter->choices[i] != NULL; i++)
        if (g_str_equal (parameter->choices[i], value))
          {
            gtk_drop_down_set_selected (GTK_DROP_DOWN (entry), i);
            return TRUE;
          }
    }
  return FALSE;
}

gboolean
heddle_generate_form_is_valid (HeddleGenerateForm *self)
{
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    if (HEDDLE_IS_CHECKED_ENTRY (entry))
      {
        heddle_checked_entry_check (entry); /* it may hear of the last keystroke later than we */
        if (!heddle_checked_entry_is_valid (entry))
          return FALSE;
      }
  return TRUE;
}

GStrv
heddle_generate_form_dup_settings (HeddleGenerateForm *self)
{
  g_autoptr (GStrvBuilder) settings = g_strv_builder_new ();

  for (const HdParameter *parameter = self->generator->parameters; parameter->key != NULL; parameter++)
    {
      g_autofree char *value = dup_value (self, parameter);
      g_autofree char *setting = g_strconcat (parameter->key, "=", value, NULL);

      if (value[0] != '\0' && g_strcmp0 (value, parameter->default_text) != 0)
        g_strv_builder_add (settings, setting);
    }
  return g_strv_builder_end (settings);
}

/* ---- object ------------------------------------------------------------------------------------------------------------------------ */

static void
heddle_generate_form_dispose (GObject *object)
{
  HeddleGenerateForm *self = HEDDLE_GENERATE_FORM (object);

  self->filling = TRUE; /* entries that are torn down say that they have changed */
  g_clear_pointer (&self->entries, g_hash_table_unref);
  g_clear_pointer (&self->group, gtk_widget_unparent);
  g_clear_pointer (&self->values, g_hash_table_unref);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (heddle_generate_form_parent_class)->dispose (object);
}

static void
heddle_generate_form_class_init (HeddleGenerateFormClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = heddle_generate_form_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
heddle_generate_form_init (HeddleGenerateForm *self)
{
  self->values = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->entries = g_hash_table_new (g_str_hash, g_str_equal);
  self->group = heddle_group_new (NULL, &self->list);
  gtk_widget_set_parent (self->group, GTK_WIDGET (self));
}

GtkWidget *
heddle_generate_form_new (HeddleSession *session)
{
  HeddleGenerateForm *self = g_object_new (HEDDLE_TYPE_GENERATE_FORM, NULL);

  self->session = g_object_ref (session);
  return GTK_WIDGET (self);
}
