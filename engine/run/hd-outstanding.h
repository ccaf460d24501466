/* hd-outstanding.h: work that is not done when nothing is left to happen
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>
#include <heddle/hd-errands.h>

G_BEGIN_DECLS

/** HdFindWait: whether a node has work that is not done; what another rank runs has none here */
typedef gboolean (*HdFindWait) (gpointer data,
                                guint32 node,
                                HdWait *out_wait);

/**
 * hd_outstanding_check:
 * @link_ports: (array length=2*links): see hd_link_ports_new ()
 * @time: at which the last event was
 *
 * @errands: of this rank: what is known of who waits for whom
 *
 * Asks all nodes; all ranks do so together.
 *
 * Errors: %HD_ERROR_DEADLOCK, which names the first that wait, whom they wait on, and those who wait for each other in a circle.
 */
gboolean hd_outstanding_check (HdDesign *design,
                               const guint32 *link_ports,
                               HdTime time,
                               HdFindWait find,
                               gpointer data,
                               HdErrands *errands,
                               GError **error);

/** hd_outstanding_find: adds nodes of this rank that wait, in their order, and the links of the ports that they wait at, of guint32, each once: those that wait in a circle, if any do */
void hd_outstanding_find (HdDesign *design,
                          const guint32 *link_ports,
                          HdFindWait find,
                          gpointer data,
                          HdErrands *errands,
                          GArray *nodes,
                          GArray *links);

G_END_DECLS
