/* hd-wire.h: link patterns become links, route patterns become explicit routes
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-place.h"

G_BEGIN_DECLS

/** hd_wire_link: %FALSE if elaboration must stop; what is wrong with the pattern is reported once */
gboolean hd_wire_link (const HdEnvironment *environment,
                       guint32 scope,
                       HdLinkPlan *plan,
                       HdSlot *slot);
/**
 * hd_wire_ends_fit:
 * @from_text, @to_text: as written, for the message
 *
 * Whether two ports may be linked, however many links they have.
 *
 * Errors: %HD_ERROR_INVALID
 */
gboolean hd_wire_ends_fit (HdDesign *design,
                           const HdPortPlace *from,
                           const char *from_text,
                           const HdPortPlace *to,
                           const char *to_text,
                           GError **error);
gboolean hd_wire_route (const HdEnvironment *environment,
                        guint32 scope,
                        HdRoutePlan *plan);
/** hd_wire_finish: sorts the explicit routes and reports pairs that have two */
void hd_wire_finish (HdElaborator *elaborator);

G_END_DECLS
