/* hd-errands.c: what components are about, and for whom they wait, at one moment of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-errands"

#include "hd-errands-private.h"

#define MOST 16384 /* more nobody reads */

struct _HdErrands
{
  GArray *states;     /* of HdErrandState, which own their texts */
  GHashTable *places; /* place + 1, by a state with its node and number */
  gboolean is_cut_off;
};

static guint
hash (gconstpointer data)
{
  const HdErrandState *state = data;

  return g_int64_hash (&state->number) * 31 + state->node;
}

static gboolean
equal (gconstpointer a,
       gconstpointer b)
{
  const HdErrandState *one = a, *other = b;

  return one->node == other->node && one->number == other->number;
}

static void
clear_state (gpointer data)
{
  HdErrandState *state = data;

  g_free ((char *) state->text);
  g_strfreev ((GStrv) state->lines);
}

HdErrands *
_hd_errands_new (void)
{
  HdErrands *self = g_atomic_rc_box_new0 (HdErrands);

  self->states = g_array_new (FALSE, FALSE, sizeof (HdErrandState));
  g_array_set_clear_func (self->states, clear_state);
  self->places = g_hash_table_new_full (hash, equal, g_free, NULL);
  return self;
}

HdErrands *
hd_errands_ref (HdErrands *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  HdErrands *self = data;

  g_array_unref (self->states);
  g_hash_table_unref (self->places);
}

void
hd_errands_unref (HdErrands *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

gboolean
_hd_errands_add (HdErrands *self,
                 guint32 node,
                 const HdErrand *errand,
                 GStrv lines)
{
  HdErrandState state = { node, errand->number, errand->line, lines != NULL ? g_strv_length (lines) : 0, (const char *const *) lines, errand->peer, errand->peer_number, NULL };

  if (self->states->len == MOST)
    {
      self->is_cut_off = TRUE;
      g_strfreev (lines);
      return FALSE;
    }
  state.text = g_strdup (errand->text);
  g_array_append_val (self->states, state);
  g_hash_table_insert (self->places, g_memdup2 (&state, sizeof state), GUINT_TO_POINTER (self->states->len));
  return TRUE;
}

guint
hd_errands_get_n (HdErrands *self)
{
  return self->states->len;
}

const HdErrandState *
hd_errands_get (HdErrands *self,
                guint n)
{
  g_return_val_if_fail (n < self->states->len, NULL);

  return &g_array_index (self->states, HdErrandState, n);
}

gboolean
hd_errands_is_cut_off (HdErrands *self)
{
  return self->is_cut_off;
}

gint
hd_errands_find (HdErrands *self,
                 guint32 node,
                 guint64 number)
{
  HdErrandState key = { .node = node, .number = number };

  return (gint) GPOINTER_TO_UINT (g_hash_table_lookup (self->places, &key)) - 1;
}

static gint
get_next (HdErrands *self,
          guint at)
{
  const HdErrandState *state = hd_errands_get (self, at);

  return state->peer == HD_NO_NODE ? -1 : hd_errands_find (self, state->peer, state->peer_number);
}

/* Each waits for one at most, so that whoever follows them comes to an end, or where it has been. */
GArray *
hd_errands_find_circle (HdErrands *self)
{
  GArray *circle = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree guint *seen_from = g_new0 (guint, self->states->len + 1);

  for (guint first = 0; first < self->states->len && circle->len == 0; first++)
    {
      gint at = (gint) first;

      for (; at >= 0 && seen_from[at] == 0; at = get_next (self, (guint) at))
        seen_from[at] = first + 1;
      if (at < 0 || seen_from[at] != first + 1)
        continue;
      for (guint next = (guint) at; circle->len == 0 || next != (guint) at; next = (guint) get_next (self, next))
        g_array_append_val (circle, next);
    }
  return circle;
}
