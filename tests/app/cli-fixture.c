/* cli-fixture.c: the built program, run in a process of its own
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli-fixture.h"

#include <glib/gstdio.h>

void
result_clear (Result *self)
{
  g_free (self->output);
  g_free (self->errors);
}

char *
cli_dup_program (void)
{
  return g_build_filename (g_getenv ("HEDDLE_BUILD_ROOT"), "app", "heddle", NULL);
}

Result
cli_spawn (const char *directory,
           const char *const *argv)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  Result result = { 0 };

  if (directory != NULL)
    g_subprocess_launcher_set_cwd (launcher, directory);
  process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &result.output, &result.errors, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  result.status = g_subprocess_get_exit_status (process);
  return result;
}

Result
cli_run (const char *directory,
         const char *first,
         ...)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *program = cli_dup_program ();
  g_auto (GStrv) argv = NULL;
  va_list arguments;

  g_strv_builder_add (builder, program);
  va_start (arguments, first);
  for (const char *argument = first; argument != NULL; argument = va_arg (arguments, const char *))
    g_strv_builder_add (builder, argument);
  va_end (arguments);
  argv = g_strv_builder_end (builder);
  return cli_spawn (directory, (const char *const *) argv);
}

char *
cli_write_file (const char *directory,
                const char *name,
                const char *text)
{
  char *path = g_build_filename (directory, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  return path;
}

void
cli_remove_tree (const char *path)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;

  while (directory != NULL && (name = g_dir_read_name (directory)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      cli_remove_tree (child);
    }
  g_remove (path);
}
