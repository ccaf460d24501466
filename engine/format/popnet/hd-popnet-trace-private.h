/* hd-popnet-trace-private.h: what reading a trace and linking its packets have in common
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-popnet-trace.h"

G_BEGIN_DECLS

/**
 * _hd_popnet_trace_link: makes places of the ids in @waits, which are in the order of the packets
 *
 * Errors: %HD_ERROR_NAME, %HD_ERROR_INVALID, %HD_ERROR_DEADLOCK
 */
gboolean _hd_popnet_trace_link (HdPopnetTrace *self,
                                const char *name,
                                const guint64 *waits,
                                GError **error);

G_END_DECLS
