/* heddle-cli-settings.c: run settings as options
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-cli"

#include "heddle-cli-settings.h"

#include <string.h>

#include <glib/gi18n.h>
#include <heddle/hd-run-settings.h>

typedef struct
{
  const HdRunSetting *setting;
  char *help;
  char *argument;
  char *value; /* as given, or NULL */
} Option;

struct _HeddleCliSettings
{
  GPtrArray *options; /* of Option: entries point to their values */
};

static void
option_free (gpointer data)
{
  Option *option = data;

  g_free (option->help);
  g_free (option->argument);
  g_free (option->value);
  g_free (option);
}

/* As help shows it: without a full stop. */
static char *
dup_help (const HdRunSetting *setting)
{
  const char *fidelity = hd_run_setting_get_fidelity (setting);
  g_autofree char *help = g_strdup (_(setting->parameter.help));

  /* Translators: the full stop at the end of a sentence */
  if (g_str_has_suffix (help, _(".")))
    help[strlen (help) - strlen (_("."))] = '\0';
  /* Translators: what an option is for, and the fidelity at which alone it is: "flow" */
  return fidelity != NULL ? g_strdup_printf (_("%s; at %s fidelity"), help, fidelity) : g_steal_pointer (&help);
}

static char *
dup_argument (const HdParameter *parameter)
{
  switch (parameter->kind)
    {
    case HD_PARAMETER_CHOICE:
      return g_strjoinv ("|", (char **) parameter->choices);
    case HD_PARAMETER_FLAG:
      return g_strdup ("true|false");
    case HD_PARAMETER_INTEGER:
      return g_strdup ("N");
    case HD_PARAMETER_TEXT:
      return g_strdup (_("ADDRESSES"));
    case HD_PARAMETER_QUANTITY:
    default:
      return g_strdup (g_str_equal (parameter->unit, "s") ? _("TIME") : g_str_equal (parameter->unit, "B") ? _("SIZE") : _("NUMBER"));
    }
}

HeddleCliSettings *
heddle_cli_settings_new (void)
{
  HeddleCliSettings *self = g_new (HeddleCliSettings, 1);

  self->options = g_ptr_array_new_with_free_func (option_free);
  for (const HdRunSetting *setting = hd_run_settings_get_table (); setting->parameter.key != NULL; setting++)
    {
      Option *option;

      if (setting->member == NULL)
        continue;
      option = g_new0 (Option, 1);
      option->setting = setting;
      option->help = dup_help (setting);
      option->argument = dup_argument (&setting->parameter);
      g_ptr_array_add (self->options, option);
    }
  return self;
}

void
heddle_cli_settings_free (HeddleCliSettings *self)
{
  g_ptr_array_unref (self->options);
  g_free (self);
}

GOptionEntry *
heddle_cli_settings_make_entries (HeddleCliSettings *self,
                                  const GOptionEntry *others)
{
  g_autoptr (GArray) entries = g_array_new (TRUE, FALSE, sizeof (GOptionEntry));

  for (guint i = 0; i < self->options->len; i++)
    {
      Option *option = self->options->pdata[i];
      GOptionEntry entry = { option->setting->parameter.key, 0, 0, G_OPTION_ARG_STRING, &option->value, option->help, option->argument };

      g_array_append_val (entries, entry);
    }
  for (; others->long_name != NULL; others++)
    g_array_append_val (entries, *others);
  return (GOptionEntry *) g_array_steal (entries, NULL);
}

void
heddle_cli_settings_collect (HeddleCliSettings *self,
                             GStrvBuilder *builder)
{
  for (guint i = 0; i < self->options->len; i++)
    {
      const Option *option = self->options->pdata[i];
      g_autofree char *setting = option->value != NULL ? g_strdup_printf ("run:%s=%s", option->setting->parameter.key, option->value) : NULL;

      if (setting != NULL)
        g_strv_builder_add (builder, setting);
    }
}
