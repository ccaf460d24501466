/* heddle-session-cells.c: what traced components are at
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-session-private.h"

GArray *
heddle_session_list_lane_states (HeddleSession *self)
{
  GArray *states = self->view != NULL ? heddle_lane_states_read (heddle_run_view_get_record (self->view), heddle_session_get_moment (self))
                                      : g_array_new (FALSE, FALSE, sizeof (HeddleLaneState));
  guint n = 0;

  for (guint i = 0; i < states->len; i++)
    {
      HeddleLaneState state = g_array_index (states, HeddleLaneState, i);

      state.node = heddle_run_view_find_drawn (self->view, HD_TARGET_NODE, state.node);
      if (state.node != HD_NO_ID)
        g_array_index (states, HeddleLaneState, n++) = state;
    }
  g_array_set_size (states, n);
  return states;
}
