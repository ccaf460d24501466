/* hd-wire.h: link patterns become links, route patterns become explicit routes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-module-plan.h"

G_BEGIN_DECLS

/** hd_wire_link: %FALSE if elaboration must stop; what is wrong with the pattern is reported once */
gboolean hd_wire_link (const HdEnvironment *environment,
                       guint32 scope,
                       HdLinkPlan *plan,
                       HdSlot *slot);
gboolean hd_wire_route (const HdEnvironment *environment,
                        guint32 scope,
                        HdRoutePlan *plan);
/** hd_wire_finish: sorts the explicit routes and reports pairs that have two */
void hd_wire_finish (HdElaborator *elaborator);

G_END_DECLS
