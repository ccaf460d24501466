/* hd-transfer-waits.c: which transfers of a list wait for the end of which
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-transfer-waits"

#include "hd-transfer-waits.h"

#include <string.h>

void
hd_transfer_waits_init (HdTransferWaits *self,
                        const HdTransferList *list)
{
  guint64 n = hd_transfer_list_get_length (list);
  g_autofree guint64 *next = NULL;

  *self = (HdTransferWaits){ .after = hd_transfer_list_get_after (list) };
  if (self->after == NULL)
    return;
  self->first = g_new0 (guint64, n + 2);
  for (guint64 i = 0; i < n; i++)
    if (self->after[i] != HD_NO_ID)
      self->first[self->after[i] + 1]++;
  for (guint64 i = 0; i < n; i++)
    self->first[i + 1] += self->first[i];
  next = g_memdup2 (self->first, (n + 1) * sizeof *next);
  self->waiting = g_new (guint32, self->first[n] + 1);
  for (guint64 i = 0; i < n; i++)
    if (self->after[i] != HD_NO_ID)
      self->waiting[next[self->after[i]]++] = (guint32) i;
}

void
hd_transfer_waits_clear (HdTransferWaits *self)
{
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->waiting, g_free);
}

const guint32 *
hd_transfer_waits_get (const HdTransferWaits *self,
                       guint64 n,
                       guint64 *out_n)
{
  *out_n = self->after != NULL ? self->first[n + 1] - self->first[n] : 0;
  return *out_n > 0 ? self->waiting + self->first[n] : NULL;
}
