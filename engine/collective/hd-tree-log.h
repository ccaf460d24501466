/* hd-tree-log.h: when each vertex of an aggregation tree had done its part
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * A table for each repeat, made before the run. A slot is written once, by the node that its vertex is on, and may be read at any time: who knows
 * that the run has come to a moment sees everything up to it. Of more repeats than the budget holds the first are kept.
 */
#pragma once

#include <heddle/hd-tree.h>

G_BEGIN_DECLS

/** HdTreeLog: reference counted; @repeats are numbered from 0, and those beyond what is kept are let go */
typedef struct _HdTreeLog HdTreeLog;

HdTreeLog *hd_tree_log_new (HdTree *tree,
                            guint32 repeats);
HdTreeLog *hd_tree_log_ref (HdTreeLog *self);
void hd_tree_log_unref (HdTreeLog *self);

/** hd_tree_log_begin: the members start at @time */
void hd_tree_log_begin (HdTreeLog *self,
                        guint32 repeat,
                        HdTime time);
/** hd_tree_log_gathered: @vertex has what comes from below and its own, and passes it on, at @time, now or later */
void hd_tree_log_gathered (HdTreeLog *self,
                           guint32 repeat,
                           guint32 vertex,
                           HdTime time);
/** hd_tree_log_informed: @vertex has the result */
void hd_tree_log_informed (HdTreeLog *self,
                           guint32 repeat,
                           guint32 vertex,
                           HdTime time);

/** hd_tree_log_get_n_slots, hd_tree_log_find_slot: of all times, of 8 bytes, and the vertex on whose node each is written */
guint32 hd_tree_log_get_n_slots (HdTreeLog *self);
gpointer hd_tree_log_find_slot (HdTreeLog *self,
                                guint32 number,
                                guint32 *out_vertex);
HdTree *hd_tree_log_get_tree (HdTreeLog *self);
/** hd_tree_log_get_n: repeats that are kept */
guint32 hd_tree_log_get_n (HdTreeLog *self);
/** hd_tree_log_get_begin, _get_gathered, _get_informed: %HD_TIME_MAX for what has not happened */
HdTime hd_tree_log_get_begin (HdTreeLog *self,
                              guint32 repeat);
HdTime hd_tree_log_get_gathered (HdTreeLog *self,
                                 guint32 repeat,
                                 guint32 vertex);
HdTime hd_tree_log_get_informed (HdTreeLog *self,
                                 guint32 repeat,
                                 guint32 vertex);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdTreeLog, hd_tree_log_unref)

G_END_DECLS
