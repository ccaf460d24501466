/* hd-run-part.c: what the parts of a run tell whoever looks while it goes on
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A record keeps what has ended. What is under way is asked for if somebody looks, so that a run that nobody watches does not pay for it.
 */
#define G_LOG_DOMAIN "hd-run-part"

#include "hd-run-part.h"

#include "hd-accesses-private.h"
#include "hd-errands-private.h"

static void
tell_open (HdRunPart *const *parts,
           guint n_parts,
           HdRecord *record,
           HdTime time)
{
  GArray *open;

  if (!_hd_record_wants_open_spans (record))
    return;
  open = g_array_new (FALSE, FALSE, sizeof (HdOpenSpan));
  for (guint i = 0; i < n_parts; i++)
    if (parts[i]->class->tell_open != NULL)
      parts[i]->class->tell_open (parts[i], time, open);
  _hd_record_take_open_spans (record, open);
}

static void
tell_accesses (HdRunPart *const *parts,
               guint n_parts,
               HdRecord *record)
{
  GArray *accesses = g_array_new (FALSE, FALSE, sizeof (HdMemoryAccess));

  for (guint i = 0; i < n_parts; i++)
    if (parts[i]->class->tell_accesses != NULL)
      parts[i]->class->tell_accesses (parts[i], accesses);
  hd_accesses_sort (accesses);
  _hd_record_take_accesses (record, accesses);
}

void
hd_run_parts_tell (HdRunPart *const *parts,
                   guint n_parts,
                   HdRecord *record,
                   HdTime time)
{
  tell_open (parts, n_parts, record, time);
  if (_hd_record_wants_accesses (record))
    tell_accesses (parts, n_parts, record);
}

/* Who comes to look while it stands still must see it too. */
void
hd_run_parts_tell_paused (HdRunPart *const *parts,
                          guint n_parts,
                          HdRecord *record)
{
  HdErrands *errands = _hd_errands_new ();

  for (guint i = 0; i < n_parts; i++)
    if (parts[i]->class->tell_errands != NULL)
      parts[i]->class->tell_errands (parts[i], errands);
  _hd_record_take_errands (record, errands);
  tell_accesses (parts, n_parts, record);
}
