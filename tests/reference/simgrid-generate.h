/* simgrid-generate.h: SimGrid platforms of every kind of zone, drawn at random
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

/** SimgridCase: writes one platform; @skip: (nullable): pairs of hosts between which SimGrid 3.32 does not follow its own links */
typedef struct
{
  const char *name;
  void (*write) (GRand *random, GString *text);
  guint n_trials;
  gboolean (*skip) (const char *from, const char *to);
} SimgridCase;

extern const SimgridCase simgrid_cases[];
extern const guint simgrid_n_cases;
