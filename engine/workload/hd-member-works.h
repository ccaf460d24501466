/* hd-member-works.h: collective workloads that their members carry out by themselves
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Members are components of types with HD_TRAIT_COLLECTIVES, which are given these as HdOrders, and say when they have done them. So the algorithm is a property of
 * the work, as that of any other collective: “offload-ring” or “host” in the place of “ring”.
 */
#pragma once

#include <heddle/hd-design.h>
#include <heddle/hd-workload.h>

G_BEGIN_DECLS

typedef struct _HdMemberWorks HdMemberWorks;

/** hd_member_works_new: of @design, which is borrowed. Errors: %HD_ERROR_INVALID; @problems tells more */
HdMemberWorks *hd_member_works_new (HdDesign *design,
                                    HdProblemList *problems,
                                    GError **error);
void hd_member_works_free (HdMemberWorks *self);
guint hd_member_works_get_n (HdMemberWorks *self);
/** hd_member_works_find: number @index of those that @node takes part in; %FALSE if there are no more. From any thread */
gboolean hd_member_works_find (HdMemberWorks *self,
                               guint32 node,
                               guint32 index,
                               HdOrder *out_order);
/** hd_member_works_tell: @node has done its part once more; by one thread for each node */
void hd_member_works_tell (HdMemberWorks *self,
                           guint32 node,
                           guint32 index,
                           HdTime time);
/** hd_member_works_level: in several processes, which call it together: all know what all members have done */
void hd_member_works_level (HdMemberWorks *self);
/** hd_member_works_read: number @n of all: how often all have done their part of all tasks, and how long that took in the mean, in picoseconds */
void hd_member_works_read (HdMemberWorks *self,
                           guint n,
                           const char **out_name,
                           guint32 *out_n_done,
                           double *out_time);

/** hd_member_algorithms_get_n, _get: what such a workload may have as its algorithm */
guint hd_member_algorithms_get_n (void);
void hd_member_algorithms_get (guint n,
                               HdWorkloadAlgorithm *out_algorithm);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdMemberWorks, hd_member_works_free)

G_END_DECLS
