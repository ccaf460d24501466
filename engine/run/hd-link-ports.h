/* hd-link-ports.h: ports of links, as components have them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

G_BEGIN_DECLS

/**
 * hd_link_ports_new:
 *
 * Returns: (array length=2*links) (transfer full): of each link the ports of both ends, as in HdMessage. Links of a numbered port count in the order of the
 * design, without those that lead to what does not act, which have %HD_NO_PORT
 */
guint32 *hd_link_ports_new (HdDesign *design);

G_END_DECLS
