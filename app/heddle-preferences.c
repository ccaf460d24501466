/* heddle-preferences.c: the few things that a user chooses for all windows
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-preferences"

#include "heddle-preferences.h"

#include "heddle-settings.h"
#include "heddle-window.h"

struct _HeddlePreferences
{
  AdwPreferencesWindow parent_instance;

  GSettings *settings; /* owned; NULL where the schema is not installed */

  /* Of the template */
  AdwComboRow *style;
  GtkWidget *editing;
  AdwComboRow *wires;
  GtkWidget *autosave;
};

G_DEFINE_FINAL_TYPE (HeddlePreferences, heddle_preferences, ADW_TYPE_PREFERENCES_WINDOW)

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
on_style (HeddlePreferences *self)
{
  guint style = adw_combo_row_get_selected (self->style);

  apply (style);
  if (self->settings != NULL)
    g_settings_set_enum (self->settings, "style", style);
}

static void
on_wires (HeddlePreferences *self)
{
  g_settings_set_enum (self->settings, "wire-style", adw_combo_row_get_selected (self->wires));
}

static void
heddle_preferences_dispose (GObject *object)
{
  HeddlePreferences *self = HEDDLE_PREFERENCES (object);

  g_clear_object (&self->settings);
  G_OBJECT_CLASS (heddle_preferences_parent_class)->dispose (object);
}

static void
heddle_preferences_class_init (HeddlePreferencesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = heddle_preferences_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/heddle/Heddle/gtk/preferences.ui");
  gtk_widget_class_bind_template_child (widget_class, HeddlePreferences, style);
  gtk_widget_class_bind_template_child (widget_class, HeddlePreferences, editing);
  gtk_widget_class_bind_template_child (widget_class, HeddlePreferences, wires);
  gtk_widget_class_bind_template_child (widget_class, HeddlePreferences, autosave);
}

static void
heddle_preferences_init (HeddlePreferences *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = heddle_settings_new ();
  gtk_widget_set_visible (self->editing, self->settings != NULL);
  if (self->settings != NULL)
    {
      adw_combo_row_set_selected (self->style, g_settings_get_enum (self->settings, "style"));
      adw_combo_row_set_selected (self->wires, g_settings_get_enum (self->settings, "wire-style"));
      g_settings_bind (self->settings, "autosave", self->autosave, "active", G_SETTINGS_BIND_DEFAULT);
    }
  /* What is shown at first is no choice. */
  g_signal_connect_swapped (self->style, "notify::selected", G_CALLBACK (on_style), self);
  g_signal_connect_swapped (self->wires, "notify::selected", G_CALLBACK (on_wires), self);
}

void
heddle_preferences_present (GtkWindow *parent)
{
  GtkWindow *self = g_object_new (HEDDLE_TYPE_PREFERENCES, "transient-for", parent, NULL);

  heddle_window_explain (self, "preferences");
  gtk_window_present (self);
}
