/* heddle-preferences.c: the few things that a user chooses for all windows
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-preferences"

#include "heddle-preferences.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "heddle-settings.h"

/* In the order of the choices shown; the numbers are kept. */
static const AdwColorScheme schemes[] = { ADW_COLOR_SCHEME_DEFAULT, ADW_COLOR_SCHEME_FORCE_LIGHT, ADW_COLOR_SCHEME_FORCE_DARK };

static void
apply (guint style)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), schemes[MIN (style, G_N_ELEMENTS (schemes) - 1)]);
}

void
heddle_preferences_apply (void)
{
  g_autoptr (GSettings) settings = heddle_settings_new ();

  if (settings != NULL)
    apply (g_settings_get_enum (settings, "style"));
}

static void
on_wires (AdwComboRow *row)
{
  g_autoptr (GSettings) settings = heddle_settings_new ();

  g_settings_set_enum (settings, "wire-style", adw_combo_row_get_selected (row));
}

static void
on_style (AdwComboRow *row)
{
  g_autoptr (GSettings) settings = heddle_settings_new ();
  guint style = adw_combo_row_get_selected (row);

  apply (style);
  if (settings != NULL)
    g_settings_set_enum (settings, "style", style);
}

/* In the order of the schema's values */
static GtkWidget *
new_wires_row (GSettings *settings)
{
  const char *const names[] = { _("As fits best"), _("Straight"), _("Orthogonal"), _("Curved"), NULL };
  g_autoptr (GtkStringList) list = gtk_string_list_new (names);
  GtkWidget *row = adw_combo_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("Wires"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _("Of links that do not say themselves"));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (list));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), g_settings_get_enum (settings, "wire-style"));
  g_signal_connect (row, "notify::selected", G_CALLBACK (on_wires), NULL);
  return row;
}

static AdwPreferencesGroup *
new_editing_group (GSettings *settings)
{
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  GtkWidget *keep = adw_action_row_new ();
  GtkWidget *toggle = gtk_switch_new ();

  adw_preferences_group_set_title (group, _("Editing"));
  adw_preferences_group_add (group, new_wires_row (settings));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (keep), _("Keep edits for a crash"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (keep), _("At most two seconds of work are lost; projects that are opened from now on"));
  gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
  g_settings_bind (settings, "autosave", toggle, "active", G_SETTINGS_BIND_DEFAULT);
  adw_action_row_add_suffix (ADW_ACTION_ROW (keep), toggle);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (keep), toggle);
  adw_preferences_group_add (group, keep);
  return group;
}

void
heddle_preferences_present (GtkWindow *parent)
{
  const char *const names[] = { _("Follow the desktop"), _("Light"), _("Dark"), NULL };
  g_autoptr (GSettings) settings = heddle_settings_new ();
  GtkWidget *window = g_object_new (ADW_TYPE_PREFERENCES_WINDOW, "transient-for", parent, "modal", TRUE, "search-enabled", FALSE, NULL);
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  GtkWidget *style = adw_combo_row_new ();
  g_autoptr (GtkStringList) list = gtk_string_list_new (names);

  adw_preferences_group_set_title (group, _("Appearance"));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (style), _("Style"));
  adw_combo_row_set_model (ADW_COMBO_ROW (style), G_LIST_MODEL (list));
  adw_combo_row_set_selected (ADW_COMBO_ROW (style), settings != NULL ? g_settings_get_enum (settings, "style") : 0);
  g_signal_connect (style, "notify::selected", G_CALLBACK (on_style), NULL);
  adw_preferences_group_add (group, style);
  adw_preferences_page_add (page, group);
  if (settings != NULL)
    adw_preferences_page_add (page, new_editing_group (settings));
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), page);
  gtk_window_present (GTK_WINDOW (window));
}
