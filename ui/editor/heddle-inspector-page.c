/* heddle-inspector-page.c: what the pages of the inspector are made of
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-inspector"

#include "heddle-inspector-private.h"

#include "heddle-focus.h"
#include "heddle-item-list.h"
#include "heddle-rows.h"

GtkListBox *
heddle_page_add_group (HeddlePage *page,
                       const char *title)
{
  GtkListBox *list;

  gtk_box_append (page->body, heddle_group_new (title, &list));
  if (title != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  return list;
}

GtkListBox *
heddle_page_add_folded (HeddlePage *page,
                        const char *title)
{
  GtkWidget *expander = gtk_expander_new (NULL);
  GtkListBox *list;
  GtkWidget *group = heddle_group_new (NULL, &list);

  gtk_expander_set_label_widget (GTK_EXPANDER (expander), heddle_label_new (title, "heading"));
  heddle_fold (GTK_EXPANDER (expander), group);
  gtk_box_append (page->body, expander);
  gtk_box_append (page->body, group);
  return list;
}

void
heddle_page_add_field (HeddlePage *page,
                       GtkListBox *list,
                       const HeddleField *field)
{
  GtkWidget *row = heddle_field_row_new (page->subject, field);

  gtk_list_box_append (list, row);
  g_ptr_array_add (page->rows, row);
}

void
heddle_page_add_fields (HeddlePage *page,
                        GtkListBox *list,
                        HdObjectKind kind,
                        const char *names)
{
  g_auto (GStrv) all = g_strsplit (names, " ", -1);

  for (guint i = 0; all[i] != NULL; i++)
    {
      HeddleField field = heddle_field_from_schema (hd_schema_find_field (kind, all[i]));

      heddle_page_add_field (page, list, &field);
    }
}

static gboolean
has_to_be_given (const HdParameter *parameters,
                 const char *group)
{
  for (guint i = 0; parameters[i].key != NULL; i++)
    if (parameters[i].default_text == NULL && g_strcmp0 (parameters[i].group, group) == 0)
      return TRUE;
  return FALSE;
}

GPtrArray *
heddle_page_order (const HdParameter *parameters)
{
  GPtrArray *ordered = g_ptr_array_new ();

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; parameters != NULL && parameters[i].key != NULL; i++)
      if (has_to_be_given (parameters, parameters[i].group) == (pass == 0))
        g_ptr_array_add (ordered, (gpointer) &parameters[i]);
  return ordered;
}

void
heddle_page_add_settings (HeddlePage *page,
                          const char *title,
                          gboolean folded)
{
  GtkListBox *list = NULL;

  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
    {
      HeddleField field = heddle_field_from_setting (setting);

      if (list == NULL)
        list = heddle_page_add_group (page, title);
      else if (setting->group != setting[-1].group)
        list = (folded ? heddle_page_add_folded : heddle_page_add_group) (page, hd_run_group_get_title (setting->group));
      heddle_page_add_field (page, list, &field);
    }
}

void
heddle_page_add_list (HeddlePage *page,
                      guint64 parent,
                      HdObjectKind kind,
                      const char *title,
                      const char *add_action,
                      const char *empty)
{
  GtkWidget *list = heddle_item_list_new (page->session, parent, kind, title, add_action, empty);

  gtk_box_append (page->body, list);
  g_ptr_array_add (page->lists, list);
}

void
heddle_page_add_prose (GtkBox *box,
                       const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 30);
  gtk_widget_add_css_class (label, "heddle-caption");
  gtk_box_append (box, label);
}
