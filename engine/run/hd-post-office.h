/* hd-post-office.h: components that act, on the drawn network
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What surrounds the components of libraries in a run. Each of those that take part in the network has an agent on its node, whatever network it is:
 * what it dispatches goes as a parcel of that agent, with its payload in an envelope that belongs to the post office. A component and its
 * node are in one partition, so neither waits for the other.
 */
#pragma once

#include <heddle/hd-design.h>

#include "hd-agent-network.h"
#include "hd-exchanges.h"
#include "hd-file-shelf.h"
#include "hd-host.h"
#include "hd-member-works.h"

G_BEGIN_DECLS

typedef struct _HdPostOffice HdPostOffice;

/** hd_post_office_new: @works: (transfer full): what its members carry out by themselves */
HdPostOffice *hd_post_office_new (HdDesign *design,
                                  HdKernel *kernel,
                                  HdMemberWorks *works,
                                  guint n_partitions);
/** hd_post_office_free: after the kernel and the network */
void hd_post_office_free (HdPostOffice *self);
/** hd_post_office_set_limit: @bytes of what components share, and of what they have sent and nobody has got yet; 0 for no limit; before the start */
void hd_post_office_set_limit (HdPostOffice *self,
                               guint64 bytes);
HdSurroundings *hd_post_office_get_surroundings (HdPostOffice *self);
HdMemberWorks *hd_post_office_get_works (HdPostOffice *self);
/** hd_post_office_get_exchanges: what members of collectives have done since somebody took that */
HdExchangeNotes *hd_post_office_get_exchanges (HdPostOffice *self);
/** hd_post_office_get_files: all that components read */
HdFileShelf *hd_post_office_get_files (HdPostOffice *self);
/** hd_post_office_add: component @kernel_id of the kernel stands for @node */
void hd_post_office_add (HdPostOffice *self,
                         guint32 node,
                         guint32 kernel_id);
/** hd_post_office_open: left out if there is no network: then what a component dispatches ends the run with an error. Gives the nodes of @network, which is borrowed, their agents; before the start */
void hd_post_office_open (HdPostOffice *self,
                          HdAgentNetwork *network);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdPostOffice, hd_post_office_free)

G_END_DECLS
