/* heddle-command-describe.c: heddle describe [LIBRARY|TYPE|run...]
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-describe"

#include "heddle-commands.h"

#include "heddle-cli-project.h"

int
heddle_command_describe (int argc,
                         char **argv)
{
  g_auto (GStrv) types = NULL;
  const GOptionEntry entries[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &types, NULL, N_("LIBRARY|TYPE|run…") },
    { NULL },
  };
  g_autoptr (HdCatalog) catalog = NULL;

  if (!heddle_cli_parse (&argc, &argv, entries, NULL, _("Lists component and workload types, or tells everything about some of them, about a library, or about the settings of runs.")))
    return HEDDLE_EXIT_USAGE;
  catalog = heddle_cli_catalog ();
  if (types == NULL)
    {
      g_autofree char *components = hd_catalog_describe (catalog, NULL);
      g_autofree char *workloads = hd_workload_types_describe (NULL);

      g_print ("%s\n%s\n%s\n  run  %s\n", components, workloads, _("Settings"), _("Everything that can be set about a run."));
      return HEDDLE_EXIT_DONE;
    }
  for (guint i = 0; types[i] != NULL; i++)
    {
      g_autofree char *text = hd_catalog_describe (catalog, types[i]);

      if (text == NULL)
        text = hd_workload_types_describe (types[i]);
      if (text == NULL && g_str_equal (types[i], "run"))
        text = hd_run_settings_describe ();
      if (text == NULL)
        return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("there is no library, component or workload type “%s”; “heddle describe” lists them"), types[i]);
      g_print ("%s%s", i > 0 ? "\n" : "", text);
    }
  return HEDDLE_EXIT_DONE;
}
