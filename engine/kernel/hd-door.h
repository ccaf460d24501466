/* hd-door.h: what a component does not take
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-component.h"

G_BEGIN_DECLS

/**
 * _hd_door_refuse:
 * @sender: (nullable): if it is known
 * @ports: (nullable): of the receiver's type
 * @port: as in the message
 * @rule: what the message must be, as the library says it
 * @value: that it has instead
 *
 * Ends the run with an error that names them all.
 */
void _hd_door_refuse (HdComponent *receiver,
                      HdComponent *sender,
                      const HdPort *ports,
                      guint32 port,
                      const char *rule,
                      guint64 value);
/** _hd_door_find_sender: who sent the message that the component is receiving */
HdComponent *_hd_door_find_sender (HdComponent *receiver);

G_END_DECLS
