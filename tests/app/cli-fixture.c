/* cli-fixture.c: the built program, run in a process of its own
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli-fixture.h"

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
