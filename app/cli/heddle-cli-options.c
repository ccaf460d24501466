/* heddle-cli-options.c: the option tables, as programs that write manuals and completions read them
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-cli"

#include "heddle-cli-options.h"

#include <glib/gi18n.h>

static const char *
get_kind (GOptionArg arg)
{
  switch (arg)
    {
    case G_OPTION_ARG_NONE:
      return "flag";
    case G_OPTION_ARG_INT:
    case G_OPTION_ARG_INT64:
    case G_OPTION_ARG_DOUBLE:
      return "number";
    case G_OPTION_ARG_FILENAME:
      return "file";
    case G_OPTION_ARG_FILENAME_ARRAY:
      return "files";
    case G_OPTION_ARG_STRING_ARRAY:
      return "texts";
    case G_OPTION_ARG_STRING:
    case G_OPTION_ARG_CALLBACK:
    default:
      return "text";
    }
}

void
heddle_cli_print_options (const GOptionEntry *entries,
                          const char *summary)
{
  g_print ("summary\t%s\n", summary);
  for (const GOptionEntry *entry = entries; entry->long_name != NULL; entry++)
    {
      const char *kind = get_kind (entry->arg);
      const char *argument = entry->arg_description != NULL ? _(entry->arg_description) : "";
      const char letter[] = { entry->short_name, '\0' };

      if (g_str_equal (entry->long_name, G_OPTION_REMAINING))
        g_print ("arguments\t%s\t%s\n", kind, argument);
      else
        g_print ("option\t%s\t%s\t%s\t%s\t%s\n", entry->long_name, letter, kind, argument, _(entry->description));
    }
}
