/* hd-nearest.c: what a misspelt name may have meant
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#include "hd-nearest.h"

#include <string.h>

#include "hd-i18n.h"

#define MAX_LENGTH 48
#define MAX_CANDIDATES 10000

/* Levenshtein distance; a neighbouring pair exchanged counts once (restricted Damerau). Three rows. */
static guint
get_distance (const char *a,
              const char *b)
{
  guint rows[3][MAX_LENGTH + 1];
  guint n = strlen (b);

  for (guint j = 0; j <= n; j++)
    rows[0][j] = j;
  for (guint i = 1; a[i - 1] != '\0'; i++)
    {
      guint *row = rows[i % 3], *previous = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
      row[0] = i;
      for (guint j = 1; j <= n; j++)
        {
          guint cost = g_ascii_tolower (a[i - 1]) != g_ascii_tolower (b[j - 1]);
          row[j] = MIN (MIN (previous[j], row[j - 1]) + 1, previous[j - 1] + cost);
          if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = MIN (row[j], before[j - 2] + 1);
        }
    }
  return rows[strlen (a) % 3][n];
}

void
hd_nearest_offer (HdNearest *self,
                  const char *candidate)
{
  gsize length = strlen (self->wanted);

  if (candidate != NULL && self->n_offered < HD_NEAREST_FEW)
    self->few[self->n_offered] = candidate;
  if (candidate == NULL || ++self->n_offered > MAX_CANDIDATES || length > MAX_LENGTH || strlen (candidate) > MAX_LENGTH)
    return;

  guint distance = get_distance (self->wanted, candidate);
  if (distance <= MAX (1, length / 3) && (self->best == NULL || distance < self->distance))
    {
      self->best = candidate;
      self->distance = distance;
    }
}

char *
hd_nearest_to_hint (const HdNearest *self)
{
  return self->best != NULL ? g_strdup_printf (_("Did you mean “%s”?"), self->best) : NULL;
}

char *
hd_nearest_to_choice (const HdNearest *self)
{
  g_autoptr (GString) list = g_string_new (NULL);

  if (self->best != NULL || self->n_offered == 0 || self->n_offered > HD_NEAREST_FEW)
    return hd_nearest_to_hint (self);
  for (guint i = 0; i < self->n_offered; i++)
    g_string_append_printf (list, "%s“%s”", i > 0 ? ", " : "", self->few[i]);
  return g_strdup_printf (_("There is %s."), list->str);
}
