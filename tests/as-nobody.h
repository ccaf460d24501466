/* as-nobody.h: what a user may do who does not own the place
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Root may write anywhere; a test of what is forbidden runs as somebody else, who has no rights at all.
 */
#pragma once

#include <glib.h>
#include <sys/prctl.h>
#include <unistd.h>

#define NOBODY 65534

/** begin_as_nobody: Returns: who we are, for end_as_nobody (). Any other user than root stays what it is. */
static inline uid_t
begin_as_nobody (void)
{
  uid_t self = geteuid ();

  if (self == 0)
    g_assert_cmpint (seteuid (NOBODY), ==, 0);
  return self;
}

static inline void
end_as_nobody (uid_t self)
{
  g_assert_cmpint (seteuid (self), ==, 0);
  prctl (PR_SET_DUMPABLE, 1, 0, 0, 0); /* the leak sanitizer looks at us as a debugger does */
}
