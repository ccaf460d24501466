/* hd-door.c: what a component does not take
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#define G_LOG_DOMAIN "hd-door"

#include "hd-door.h"

#include <inttypes.h>

#include <heddle/hd-error.h>

#include "hd-i18n.h"
#include "hd-kernel-private.h"

static char *
dup_port (const HdPort *ports,
          guint32 port)
{
  if (ports == NULL)
    return g_strdup_printf ("%u", port);
  if (ports[port & 0xffff].numbered)
    /* Translators: a port, and the number of one of its links */
    return g_strdup_printf (_("%s, link %u"), ports[port & 0xffff].name, port >> 16);
  if (ports[port & 0xffff].indexed)
    return g_strdup_printf ("%s[%u]", ports[port & 0xffff].name, port >> 16);
  return g_strdup (ports[port & 0xffff].name);
}

void
_hd_door_refuse (HdComponent *receiver,
                 HdComponent *sender,
                 const HdPort *ports,
                 guint32 port,
                 const char *rule,
                 guint64 value)
{
  g_autofree char *name = dup_port (ports, port);

  hd_component_fail (receiver, g_error_new (HD_ERROR, HD_ERROR_INVARIANT,
                                            _("“%s” sent “%s” what its port “%s” does not take: %s, not %" PRIu64),
                                            sender != NULL ? hd_component_get_path (sender) : "?", hd_component_get_path (receiver), name,
                                            _(rule), value));
}

/* An event's order ends with the rank of who sent it. */
HdComponent *
_hd_door_find_sender (HdComponent *receiver)
{
  HdKernel *kernel = receiver->partition->kernel;

  return _hd_kernel_get_component (kernel, kernel->by_rank[(guint32) receiver->partition->current.order]);
}
