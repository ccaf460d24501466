/* packet-fixture.c: packet networks for tests, with agents that send what a test says
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "packet-fixture.h"

#include <string.h>

static void
talk (HdAgentNode *node,
      gpointer state)
{
  PacketFixture *self = hd_agent_node_get_data (node);

  for (guint i = 0; i < self->sends->len; i++)
    {
      const PacketDelivery *send = &g_array_index (self->sends, PacketDelivery, i);

      if (send->parcel.source == hd_agent_node_get_id (node))
        hd_agent_node_send (node, &send->parcel, send->time);
    }
}

static void
listen (HdAgentNode *node,
        gpointer state,
        const HdParcel *parcel)
{
  PacketFixture *self = hd_agent_node_get_data (node);
  PacketDelivery delivery = { hd_agent_node_get_now (node), *parcel };

  g_assert_cmpuint (parcel->destination, ==, hd_agent_node_get_id (node));
  g_array_append_val (self->logs[parcel->destination], delivery);
}

static const HdAgent talker = { .start = talk, .receive = listen };

PacketFixture *
packet_fixture_new (const char *body,
                    const HdPacketRules *rules,
                    const HdStrategy *strategy,
                    guint n_partitions,
                    guint n_threads)
{
  PacketFixture *self = g_new0 (PacketFixture, 1);
  g_autofree guint32 *partitions = NULL;
  g_autoptr (GError) error = NULL;
  guint n_nodes;

  self->design = fixture_elaborate (body, NULL);
  self->kernel = hd_kernel_new (7);
  hd_kernel_set_strategy (self->kernel, strategy);
  hd_kernel_set_options (self->kernel, &(HdKernelOptions){ .threads = n_threads });
  n_nodes = hd_design_get_n_nodes (self->design);
  partitions = g_new (guint32, n_nodes + 1);
  for (guint i = 0; i < n_nodes; i++)
    partitions[i] = i * n_partitions / n_nodes;
  self->network = hd_packet_network_new (self->design, rules, self->kernel, partitions, &error);
  g_assert_no_error (error);
  self->sends = g_array_new (FALSE, FALSE, sizeof (PacketDelivery));
  self->logs = g_new0 (GArray *, n_nodes + 1);
  for (guint i = 0; i < n_nodes; i++)
    {
      self->logs[i] = g_array_new (FALSE, FALSE, sizeof (PacketDelivery));
      if (hd_agent_network_has_node ((HdAgentNetwork *) self->network, i))
        hd_agent_network_set_agent ((HdAgentNetwork *) self->network, i, &talker, self);
    }
  return self;
}

void
packet_fixture_free (PacketFixture *self)
{
  hd_kernel_free (self->kernel);
  hd_packet_network_free (self->network);
  for (guint i = 0; i < hd_design_get_n_nodes (self->design); i++)
    g_array_unref (self->logs[i]);
  g_free (self->logs);
  g_array_unref (self->sends);
  hd_design_unref (self->design);
  g_free (self);
}

static guint32
find_node (PacketFixture *self,
           const char *path)
{
  guint32 node = hd_design_find_node (self->design, path);

  g_assert_cmpuint (node, !=, HD_NO_ID);
  return node;
}

void
packet_fixture_send (PacketFixture *self,
                     const char *from,
                     const char *to,
                     guint64 bytes,
                     HdTime time)
{
  PacketDelivery send = {
    time,
    { .source = find_node (self, from), .destination = find_node (self, to), .bytes = bytes, .data = self->sends->len },
  };

  g_array_append_val (self->sends, send);
}

gboolean
packet_fixture_run_quietly (PacketFixture *self,
                            GError **error)
{
  if (!hd_kernel_start (self->kernel, error) || hd_kernel_run (self->kernel, HD_TIME_MAX, error) != HD_KERNEL_DONE)
    return FALSE;
  return hd_packet_network_check (self->network, error);
}

void
packet_fixture_run (PacketFixture *self)
{
  g_autoptr (GError) error = NULL;

  packet_fixture_run_quietly (self, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (hd_agent_network_get_n_delivered ((HdAgentNetwork *) self->network), ==, hd_agent_network_get_n_sent ((HdAgentNetwork *) self->network));
}

guint
packet_fixture_count (PacketFixture *self,
                      const char *node)
{
  return self->logs[find_node (self, node)]->len;
}

const PacketDelivery *
packet_fixture_get (PacketFixture *self,
                    const char *node,
                    guint n)
{
  g_assert_cmpuint (n, <, packet_fixture_count (self, node));
  return &g_array_index (self->logs[find_node (self, node)], PacketDelivery, n);
}

HdPacketLinkStatistics
packet_fixture_read (PacketFixture *self,
                     const char *path,
                     guint direction)
{
  for (guint l = 0; l < hd_design_get_n_links (self->design); l++)
    {
      g_autofree char *name = hd_design_dup_link_path (self->design, l);
      HdPacketLinkStatistics statistics;

      if (strcmp (name, path) != 0)
        continue;
      hd_packet_network_read_link (self->network, l, direction, HD_TIME_MAX, &statistics);
      return statistics;
    }
  g_assert_not_reached ();
}

char *
packet_fixture_chain (guint n_links,
                      const char *bandwidth,
                      const char *latency)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "<link-class id='L' bandwidth='%s' latency='%s' sharing='split'/><top>", bandwidth, latency);
  g_string_append (text, "<component id='a' type='test.host'/><component id='b' type='test.host'/>");
  if (n_links == 1)
    {
      g_string_append (text, "<link id='l1' from='a.net' to='b.net' class='L'/></top>");
      return g_string_free (text, FALSE);
    }
  g_string_append_printf (text, "<component id='s' type='test.switch' count='%u'/>", n_links - 1);
  g_string_append (text, "<link id='l1' from='a.net' to='s[0].west' class='L'/>");
  for (guint i = 1; i + 1 < n_links; i++)
    g_string_append_printf (text, "<link id='l%u' from='s[%u].east' to='s[%u].west' class='L'/>", i + 1, i - 1, i);
  g_string_append_printf (text, "<link id='l%u' from='s[%u].east' to='b.net' class='L'/></top>", n_links, n_links - 2);
  return g_string_free (text, FALSE);
}
