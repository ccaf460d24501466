/* hd-nearest.h: what a misspelt name may have meant
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define HD_NEAREST_FEW 6

/** HdNearest: start with { .wanted = name }, offer the candidates, read @best: %NULL if none is near */
typedef struct
{
  const char *wanted;
  const char *best; /* borrowed from the candidate */
  guint distance;
  guint n_offered;
  const char *few[HD_NEAREST_FEW]; /* the first ones; borrowed, as @best */
} HdNearest;

void hd_nearest_offer (HdNearest *self,
                       const char *candidate);
/** hd_nearest_to_hint: (nullable) (transfer full): "Did you mean “tor”?" */
char *hd_nearest_to_hint (const HdNearest *self);
/** hd_nearest_to_choice: (nullable) (transfer full): the same, or all that there is if it is few and none is near: "There is “up”, “down”." */
char *hd_nearest_to_choice (const HdNearest *self);

G_END_DECLS
