/* hd-errands-private.h: what components are about: how it is gathered
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-errands.h>
#include <heddle/heddle-component.h>

G_BEGIN_DECLS

HdErrands *_hd_errands_new (void);
/** _hd_errands_add: in the order of nodes; @lines: (transfer full): its texts. Returns %FALSE if there is no room for more */
gboolean _hd_errands_add (HdErrands *self,
                          guint32 node,
                          const HdErrand *errand,
                          GStrv lines);

G_END_DECLS
