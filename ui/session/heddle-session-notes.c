/* heddle-session-notes.c: what is told of a part of the project, as long as that is there
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session-private.h"

struct _HeddleNotes
{
  HdProblemList *list;
  GArray *uids; /* of guint64 */
};

void
heddle_notes_free (HeddleNotes *self)
{
  hd_problem_list_unref (self->list);
  g_array_unref (self->uids);
  g_free (self);
}

void
heddle_session_add_notes (HeddleSession *self,
                          HdProblemList *notes,
                          GArray *uids)
{
  HeddleNotes *it = g_new (HeddleNotes, 1);

  *it = (HeddleNotes){ hd_problem_list_ref (notes), g_array_ref (uids) };
  g_ptr_array_add (self->notes, it);
}

/* Whether undo, or the user, has left anything of it. */
static gboolean
is_there (HeddleSession *self,
          const HeddleNotes *notes)
{
  for (guint i = 0; i < notes->uids->len; i++)
    if (hd_document_get_object (self->document, g_array_index (notes->uids, guint64, i)) != NULL)
      return TRUE;
  return FALSE;
}

void
heddle_session_collect_notes (HeddleSession *self)
{
  for (guint i = 0; i < self->notes->len; i++)
    {
      const HeddleNotes *notes = self->notes->pdata[i];

      if (is_there (self, notes))
        heddle_session_collect_problems (self, notes->list);
    }
}
