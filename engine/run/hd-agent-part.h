/* hd-agent-part.h: the work of a design by agents, on whatever network carries their parcels
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-agent-network.h"
#include "hd-execution.h"
#include "hd-link-watch.h"
#include "hd-meter-watch.h"
#include "hd-run-part.h"

G_BEGIN_DECLS

/**
 * HdAgentCarrier: a network as a run sees it
 * @get_next_change: when a link changes next, as @change: all before @time has happened, and it does; (nullable) where none can
 * @create: for all nodes that have links; %NULL if something is wrong, which @error and the context's problems tell
 * @free: after the kernel; (nullable): it is another's
 * @seal: agents, nets and ways are there; (nullable)
 * @check: no event is left, so nothing may be under way; (nullable)
 * @watch: all up to @time has happened, and more is to come: fails if nothing ever moves again; (nullable)
 * @find_waiting: as an HdRunPartClass has it; (nullable)
 * @count: of the events that the kernel counts those that do not depend on how nodes are divided, and its own; (nullable): all of them
 * @follow: a packet, before @seal; (nullable): it cannot, as the next two
 * @dup_followed: what it followed up to @time; (nullable): no such message was sent
 * @has_arrived: the packet
 * @get_slowest: of the packets that have arrived; (nullable)
 * @add_metrics: of the network up to @time, HdExecutionMetric; (nullable)
 */
typedef struct
{
  HdTime (*get_next_change) (HdAgentNetwork *network);
  void (*change) (HdAgentNetwork *network,
                  HdTime time);
  HdAgentNetwork *(*create) (HdRunContext *context,
                             GError **error);
  void (*free) (HdAgentNetwork *network);
  gboolean (*seal) (HdAgentNetwork *network,
                    HdRunContext *context,
                    GError **error);
  gboolean (*check) (HdAgentNetwork *network,
                     GError **error);
  gboolean (*watch) (HdAgentNetwork *network,
                     HdTime time,
                     GError **error);
  void (*find_waiting) (HdAgentNetwork *network,
                        GArray *nodes,
                        GArray *links);
  guint64 (*count) (HdAgentNetwork *network,
                    guint64 events);
  void (*add_metrics) (HdAgentNetwork *network,
                       HdTime time,
                       GArray *metrics);
  void (*follow) (HdAgentNetwork *network,
                  const HdFollowTarget *target);
  HdFollowed *(*dup_followed) (HdAgentNetwork *network,
                               HdTime time);
  gboolean (*has_arrived) (HdAgentNetwork *network);
  gboolean (*get_slowest) (HdAgentNetwork *network,
                           HdFollowTarget *out_target);
  HdLinkReader reader; /* of a network that shares its links with another part, nothing */
  HdMeterReader meters;
} HdAgentCarrier;

/** hd_agent_part_create: as HdRunPartCreate */
HdRunPart *hd_agent_part_create (HdRunContext *context,
                                 const HdAgentCarrier *carrier,
                                 GError **error);
/** hd_agent_part_create_on: likewise, on @network, which @carrier frees; @beside: (nullable): the rest of the run's work, which is not of agents */
HdRunPart *hd_agent_part_create_on (HdRunContext *context,
                                    const HdAgentCarrier *carrier,
                                    HdAgentNetwork *network,
                                    HdExecution *beside,
                                    GError **error);

/** hd_agent_part_check_design: whether such a network can carry for it; else the context's problems say why not */
gboolean hd_agent_part_check_design (HdRunContext *context);

G_END_DECLS
