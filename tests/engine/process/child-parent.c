/* child-parent.c: a parent of children, for tests that kill it
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Starts as many as its argument says, tells their numbers, and waits to be killed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "hd-child-keeper.h"

int
main (int argc,
      char *argv[])
{
  const char *arguments[] = { "child", "stubborn", NULL };
  HdChildOptions options = { .file = g_getenv ("HEDDLE_CHILD_PROGRAM"), .arguments = arguments };
  HdChildKeeper *keeper = hd_child_keeper_new (NULL);

  for (int i = 0; i < atoi (argv[1]); i++)
    {
      HdChild *child = hd_child_keeper_start (keeper, &options, NULL);

      if (child == NULL)
        return 1;
      printf ("%d\n", hd_child_get_pid (child));
    }
  printf ("0\n");
  fflush (stdout);
  sleep (60);
  return 0;
}
