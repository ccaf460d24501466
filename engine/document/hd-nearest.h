/* hd-nearest.h: what a misspelt name may have meant
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdNearest: start with { .wanted = name }, offer the candidates, read @best: %NULL if none is near */
typedef struct
{
  const char *wanted;
  const char *best; /* borrowed from the candidate */
  guint distance;
  guint n_offered;
} HdNearest;

void hd_nearest_offer (HdNearest *self,
                       const char *candidate);
/** hd_nearest_to_hint: (nullable) (transfer full): "Did you mean “tor”?" */
char *hd_nearest_to_hint (const HdNearest *self);

G_END_DECLS
