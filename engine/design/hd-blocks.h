/* hd-blocks.h: where a generated topology with modules inside is drawn
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * What has no modules inside is laid out by its generator (hd_generator_place ()). Here each instance of a module is a block, whose components
 * stand below each other in the order of the module, and an array of instances is blocks beside and below each other.
 */
#pragma once

#include "hd-design-private.h"

G_BEGIN_DECLS

/** hd_blocks_place: the nodes of @scope and of what is inside; %FALSE if nothing is inside, then they are not touched */
gboolean hd_blocks_place (HdDesignData *data,
                          guint32 scope);

G_END_DECLS
