/* hd-place.h: what a pattern means inside a scope
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-module-plan.h"

G_BEGIN_DECLS

/** HdPlace: element @index of an item of @scope */
typedef struct
{
  guint32 scope;
  const HdItem *item;
  guint32 first; /* of the item's slot */
  guint32 index; /* flat */
} HdPlace;

/** HdPortPlace: one port of one node */
typedef struct
{
  guint32 node;
  guint16 port;
  guint32 index;
} HdPortPlace;

#define HD_MAX_FRAMES 64

/**
 * hd_scope_frames:
 * @buffer: (array length=HD_MAX_FRAMES)
 *
 * The enclosing indices of a scope.
 *
 * Returns: (nullable): the innermost
 */
const HdFrame *hd_scope_frames (HdElaborator *elaborator,
                                guint32 scope,
                                HdFrame *buffer,
                                guint *used);
/** hd_frames_push: indices of element @index of an item on top of @outer */
const HdFrame *hd_frames_push (HdElaborator *elaborator,
                               const HdItemPlan *item,
                               guint32 shape,
                               guint32 index,
                               const HdFrame *outer,
                               HdFrame *buffer);
HdModulePlan *hd_scope_plan (HdElaborator *elaborator,
                             guint32 scope);

/**
 * hd_place_find:
 * @enter: whether steps may go into instances (routes and homes may, links go through ports)
 *
 * Follows the steps of @pattern from @scope. Reports names that do not exist and indices outside their arrays.
 */
gboolean hd_place_find (HdElaborator *elaborator,
                        guint32 scope,
                        const HdPattern *pattern,
                        const HdEnvironment *environment,
                        gboolean enter,
                        HdPlace *out_place);
/** hd_place_find_port: the end of a link, through any number of module ports */
gboolean hd_place_find_port (HdElaborator *elaborator,
                             guint32 scope,
                             const HdPattern *pattern,
                             const HdEnvironment *environment,
                             HdPortPlace *out_place);
/** hd_place_extent: #HdLoopExtent for a pattern in @scope */
gboolean hd_place_extent (HdElaborator *elaborator,
                          guint32 scope,
                          const HdPattern *pattern,
                          guint step,
                          guint term,
                          gint64 *out_size);

G_END_DECLS
