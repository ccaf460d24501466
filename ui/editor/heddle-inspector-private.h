/* heddle-inspector-private.h: the parts of the inspector
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-inspector.h"

G_BEGIN_DECLS

/* Each appends its groups to @box. */
void heddle_inspect_project (GtkBox *box,
                             HeddleSession *session);
/** @target: one component; @node: of the design, or HD_NO_ID */
void heddle_inspect_component (GtkBox *box,
                               HeddleSession *session,
                               const HdObject *object,
                               guint32 node);
/** An instance: what is inside; @scope: one of its members, or HD_NO_ID */
void heddle_inspect_instance (GtkBox *box,
                              HeddleSession *session,
                              const HdObject *object,
                              guint32 scope);
/** Whatever else: its attributes by the schema */
void heddle_inspect_attributes (GtkBox *box,
                                const HdObject *object);
/** @members: (array length=n): links of the design that one drawn link is */
void heddle_inspect_link (GtkBox *box,
                          HeddleSession *session,
                          const HdObject *object,
                          const guint32 *members,
                          guint n);

/** HeddleLiveCard: now, average, peak, carried and the course of some links or nodes of the design */
#define HEDDLE_TYPE_LIVE_CARD (heddle_live_card_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLiveCard, heddle_live_card, HEDDLE, LIVE_CARD, GtkWidget)

GtkWidget *heddle_live_card_new (HeddleSession *session,
                                 HdTargetKind kind,
                                 const guint32 *members,
                                 guint n);
void heddle_live_card_refresh (HeddleLiveCard *self);

G_END_DECLS
