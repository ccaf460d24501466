/* hd-programs.h: programs that a project would start, and who may
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/**
 * HdCommand: what a component of a design would start
 * @name: the program, as the project has it
 * @file: (nullable): absolute; %NULL if there is no such program
 * @arguments: (array zero-terminated=1) (nullable): %NULL if @problem
 * @problem: (nullable): translated: why it cannot be a command
 * @text: for people, and the same for the same command alone: file and arguments as a shell would want them
 */
typedef struct
{
  guint32 node;
  char *name;
  char *file;
  char **arguments;
  char *problem;
  char *text;
} HdCommand;

/**
 * hd_design_find_programs:
 *
 * Whether there is such a file is looked up; nothing is started.
 *
 * Returns: (element-type HdCommand): of the components that would start one, in the order of nodes
 */
GPtrArray *hd_design_find_programs (HdDesign *self);

/**
 * HdPermit:
 *
 * Which commands may be started. What a project starts, it starts with all that its user may do, so nothing in a project can permit it. Reference counted,
 * by any thread; what is added is added before others see it.
 */
typedef struct _HdPermit HdPermit;

/** hd_permit_new: of nothing; with @allows_all of everything */
HdPermit *hd_permit_new (gboolean allows_all);
HdPermit *hd_permit_ref (HdPermit *self);
void hd_permit_unref (HdPermit *self);
/** hd_permit_add: allows that command, whichever component would start it */
void hd_permit_add (HdPermit *self,
                    const HdCommand *command);
/** hd_permit_allows: nothing, if @self is %NULL */
gboolean hd_permit_allows (const HdPermit *self,
                           const HdCommand *command);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdPermit, hd_permit_unref)

G_END_DECLS
