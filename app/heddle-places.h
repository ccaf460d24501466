/* heddle-places.h: where the program finds what comes with it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * heddle_places_prepare:
 *
 * Binds translations and, in a build tree, points GSettings at the schema that was compiled there. Once, at the very start of the program,
 * while it has one thread.
 */
void heddle_places_prepare (void);

/** heddle_places_dup_projects: the directory of the shipped projects, or %NULL if there is none */
char *heddle_places_dup_projects (void);

G_END_DECLS
