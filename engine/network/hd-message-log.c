/* hd-message-log.c: when messages of chosen nodes left and arrived
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-message-log"

#include "hd-message-log.h"

struct _HdMessageLog
{
  const HdRunSettings *settings; /* borrowed, of the network's design */
  GArray **entries;              /* by partition */
  guint32 n;
};

HdMessageLog *
hd_message_log_new (HdAgentNetwork *network)
{
  const HdRunSettings *settings = hd_design_get_run_settings (hd_agent_network_get_design (network));
  HdMessageLog *self;

  if (settings->n_traced == 0)
    return NULL;
  self = g_new0 (HdMessageLog, 1);
  self->settings = settings;
  self->n = hd_agent_network_get_n_partitions (network);
  self->entries = g_new (GArray *, self->n + 1);
  for (guint32 i = 0; i < self->n; i++)
    self->entries[i] = g_array_new (FALSE, FALSE, sizeof (HdMessageEntry));
  return self;
}

void
hd_message_log_free (HdMessageLog *self)
{
  for (guint32 i = 0; i < self->n; i++)
    g_array_unref (self->entries[i]);
  g_free (self->entries);
  g_free (self);
}

void
hd_message_log_note (HdMessageLog *self,
                     HdAgentNode *node,
                     const HdMessageEntry *entry)
{
  HdMessageEntry noted = *entry;

  if (self == NULL || (!hd_run_settings_trace_node (self->settings, entry->source) && !hd_run_settings_trace_node (self->settings, entry->destination)))
    return;
  noted.time = hd_agent_node_get_now (node);
  g_array_append_val (self->entries[hd_agent_node_get_partition (node)], noted);
}

void
hd_message_log_take (HdMessageLog *self,
                     GArray *entries)
{
  for (guint32 i = 0; i < self->n; i++)
    {
      g_array_append_vals (entries, self->entries[i]->data, self->entries[i]->len);
      g_array_set_size (self->entries[i], 0);
    }
}
