/* heddle-session-packets.c: how many packets of an aggregation tree each link carries
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#define G_LOG_DOMAIN "heddle-session"

#include "heddle-session.h"

#include "heddle-session-private.h"

void
heddle_session_forget_tree (HeddleSession *self)
{
  g_clear_pointer (&self->tree, hd_tree_unref);
  g_clear_pointer (&self->packets, g_free);
  self->most_packets = 0;
}

static void
count_packets (HeddleSession *self)
{
  guint32 n;
  const HdTreeLink *links = hd_tree_get_links (self->tree, &n);

  self->packets = g_new0 (guint32, hd_design_get_n_links (self->design) + 1);
  for (guint32 i = 0; i < n; i++)
    {
      self->packets[links[i].link] = MAX (links[i].up, links[i].down);
      self->most_packets = MAX (self->most_packets, self->packets[links[i].link]);
    }
}

void
heddle_session_set_tree (HeddleSession *self,
                         HdTree *tree)
{
  if (self->tree == tree)
    return;
  if (tree != NULL)
    hd_tree_ref (tree);
  heddle_session_forget_tree (self);
  self->tree = tree;
  if (tree != NULL)
    count_packets (self);
  heddle_session_emit (self, HEDDLE_SESSION_PROGRESSED);
}

const guint32 *
heddle_session_get_packets (HeddleSession *self,
                            guint32 *out_most)
{
  *out_most = self->most_packets;
  return self->packets;
}
