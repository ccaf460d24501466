/* hd-child-exec.h: from this process to a child that runs a program
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <sys/types.h>

#include "hd-child.h"

G_BEGIN_DECLS

/** HdChildEnds: descriptors of this process for what a child has as 3 (a socket), 1 and 2 (pipes), and one that is readable when it has ended; its stage */
typedef struct
{
  pid_t pid;
  int process;
  int socket;
  int output;
  int errors;
  gpointer stage;
} HdChildEnds;

/**
 * hd_child_exec:
 * @folder: where it works
 *
 * From the thread with whose end the system ends the child. Returns when the program runs, or cannot.
 *
 * Errors: "cannot start FILE: reason"
 */
gboolean hd_child_exec (const HdChildOptions *options,
                        const char *folder,
                        HdChildEnds *out_ends,
                        GError **error);

G_END_DECLS
