/* heddle-command-generate.c: heddle generate KIND [KEY=VALUE...] -o FILE
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-generate"

#include "heddle-commands.h"

#include "heddle-cli-project.h"

static void
list_generators (void)
{
  for (guint i = 0; i < hd_generators_get_n (); i++)
    {
      const HdGenerator *generator = hd_generators_get (i);

      g_print ("%-14s %s\n", generator->kind, _(generator->help));
      for (const HdParameter *parameter = generator->parameters; parameter->key != NULL; parameter++)
        g_print ("  %-20s %s (%s)\n", parameter->key, parameter->help != NULL ? _(parameter->help) : _(parameter->title),
                 parameter->default_text != NULL ? parameter->default_text : "");
    }
}

static int
generate (const HdGenerator *generator,
          const char *const *settings,
          const char *output)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HdDocument) document = hd_generator_new_document (generator, settings, &error);
  g_autoptr (GFile) file = NULL;

  if (document == NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, "%s: %s", generator->kind, error->message);
  if (!heddle_cli_check_output (output, FALSE))
    return HEDDLE_EXIT_FILE;
  if (g_str_equal (output, "-"))
    {
      g_autofree char *text = hd_document_to_string (document, NULL);

      return heddle_cli_save ("-", text);
    }
  file = g_file_new_for_commandline_arg (output);
  if (!hd_document_save (document, file, NULL, &error))
    return heddle_cli_fail (HEDDLE_EXIT_FILE, "%s", error->message);
  return HEDDLE_EXIT_DONE;
}

int
heddle_command_generate (int argc,
                         char **argv)
{
  g_auto (GStrv) words = NULL;
  g_autofree char *output = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &output, N_("Project to write, or - for standard output"), N_("FILE") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &words, NULL, N_("KIND [KEY=VALUE…]") },
    { NULL },
  };
  const HdGenerator *generator;

  if (!heddle_cli_parse (&argc, &argv, entries, NULL, _("Makes a topology. Without a kind it lists kinds and their keys.")))
    return HEDDLE_EXIT_USAGE;
  if (words == NULL)
    {
      list_generators ();
      return HEDDLE_EXIT_DONE;
    }
  generator = hd_generator_find (words[0]);
  if (generator == NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("there is no topology “%s”; “heddle generate” lists them"), words[0]);
  if (output == NULL)
    return heddle_cli_fail (HEDDLE_EXIT_USAGE, _("generate needs -o FILE"));
  return generate (generator, (const char *const *) words + 1, output);
}
