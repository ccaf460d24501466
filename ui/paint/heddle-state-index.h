/* heddle-state-index.h: a series of states that knows how long each held in any range
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Samples (time, state), each held until the next; appended in order of time. */
typedef struct _HeddleStateIndex HeddleStateIndex;

#define HEDDLE_STATE_IDLE (-1)

typedef struct
{
  gint32 state;  /* that held for longest, idle aside; HEDDLE_STATE_IDLE if none did */
  float share;   /* of the column in which it held */
  float busy;    /* of the column in which any did */
  gboolean empty; /* before the first sample or after the end: the rest is not set */
} HeddleStateColumn;

HeddleStateIndex *heddle_state_index_new        (void);
void              heddle_state_index_free       (HeddleStateIndex       *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleStateIndex, heddle_state_index_free)

void              heddle_state_index_append     (HeddleStateIndex       *self,
                                                 gint64                  time_ps,
                                                 gint32                  state);
void              heddle_state_index_set_end    (HeddleStateIndex       *self,
                                                 gint64                  end_ps);
gsize             heddle_state_index_get_length (const HeddleStateIndex *self);
void              heddle_state_index_columns    (const HeddleStateIndex *self,
                                                 gint64                  begin_ps,
                                                 gint64                  end_ps,
                                                 guint                   n_columns,
                                                 HeddleStateColumn      *out_columns);

G_END_DECLS
