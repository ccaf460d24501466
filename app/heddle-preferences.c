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
on_style (AdwComboRow *row)
{
  g_autoptr (GSettings) settings = heddle_settings_new ();
  guint style = adw_combo_row_get_selected (row);

  apply (style);
  if (settings != NULL)
    g_settings_set_enum (settings, "style", style);
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
  adw_preferences_window_add (ADW_PREFERENCES_WINDOW (window), page);
  gtk_window_present (GTK_WINDOW (window));
}
