/* hd-run-layout.h: the layout of a record, put together from what the parts of a run tell of
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-record-private.h"

G_BEGIN_DECLS

typedef struct _HdRunLayout HdRunLayout;

HdRunLayout *hd_run_layout_new (HdDesign *design);
void hd_run_layout_free (HdRunLayout *self);

/**
 * hd_run_layout_add_names:
 * @names: (array length=n): borrowed until the layout is applied, as are @members
 * @members: (array length=n) (nullable): as in HdRecordLayout
 *
 * Returns: the number of the first
 */
guint32 hd_run_layout_add_names (HdRunLayout *self,
                                 const char *const *names,
                                 const guint32 *const *members,
                                 const guint *n_members,
                                 guint n);
/** hd_run_layout_set_title: of a name, for people; borrowed */
void hd_run_layout_set_title (HdRunLayout *self,
                              guint32 name,
                              const char *title);
/** hd_run_layout_set_collective: (nullable): along which what is named so goes */
void hd_run_layout_set_collective (HdRunLayout *self,
                                   guint32 name,
                                   const HdCollective *collective);
/** hd_run_layout_add_classes: classes of lanes; returns the number of the first */
guint32 hd_run_layout_add_classes (HdRunLayout *self,
                                   guint n);
/** hd_run_layout_add_lane: @title is nullable and borrowed, @log nullable; lanes of traces come after all others */
void hd_run_layout_add_lane (HdRunLayout *self,
                             guint32 node,
                             const char *title,
                             HdTreeLog *log,
                             guint32 lane_class,
                             gboolean is_trace);
/** hd_run_layout_add_resources: @capacities (array length=n) in amount per second; returns the number of the first */
guint32 hd_run_layout_add_resources (HdRunLayout *self,
                                     const double *capacities,
                                     guint n);
/**
 * hd_run_layout_use_links:
 * @resources: (array length=2*links): by link and direction a resource of @first and following, counted from 0, or HD_NO_ID
 *
 * A link that another part uses too gets a resource that carries what both do.
 */
void hd_run_layout_use_links (HdRunLayout *self,
                              const guint32 *resources,
                              guint32 first);
/** hd_run_layout_use_nodes: likewise, @resources (array length=2*nodes) as in HdRecordLayout */
void hd_run_layout_use_nodes (HdRunLayout *self,
                              const guint32 *resources,
                              guint32 first);

/** hd_run_layout_use_meters: @links (array length=links) and @routers (array length=nodes) as in HdRecordLayout, but counted from @first; once */
void hd_run_layout_use_meters (HdRunLayout *self,
                               const guint32 *links,
                               const guint32 *routers,
                               guint32 first);

/** hd_run_layout_use_packets: @resource carries the packets that arrive, the next one their latencies in seconds; once */
void hd_run_layout_use_packets (HdRunLayout *self,
                                guint32 resource);

/** hd_run_layout_apply: gives @record its layout; nothing may be added afterwards */
void hd_run_layout_apply (HdRunLayout *self,
                          HdRecord *record);

/* Of a layout that was applied. */
guint hd_run_layout_get_n_resources (const HdRunLayout *self);
double hd_run_layout_get_capacity (const HdRunLayout *self,
                                   guint32 resource);
/** hd_run_layout_get_link, hd_run_layout_get_node: the resource of a link's direction, or of a node's slot, or HD_NO_ID */
guint32 hd_run_layout_get_link (const HdRunLayout *self,
                                guint32 link,
                                guint direction);
guint32 hd_run_layout_get_node (const HdRunLayout *self,
                                guint32 node,
                                guint slot);
/** hd_run_layout_get_meter: the resource that carries what a router does, or HD_NO_ID */
guint32 hd_run_layout_get_meter (const HdRunLayout *self,
                                 guint32 node,
                                 HdMeter meter);
/** hd_run_layout_get_packets: the resource that carries packets, or HD_NO_ID; the next one carries their latencies */
guint32 hd_run_layout_get_packets (const HdRunLayout *self);
/** hd_run_layout_add_up: fills in what two parts carry together; @amounts (array length=n_resources) has what each carries */
void hd_run_layout_add_up (const HdRunLayout *self,
                           double *amounts);
/** hd_run_layout_is_shared: whether two parts have carried something over one link */
gboolean hd_run_layout_is_shared (const HdRunLayout *self,
                                  const double *amounts);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdRunLayout, hd_run_layout_free)

G_END_DECLS
