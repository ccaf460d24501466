/* hd-errands.h: what components are about, and for whom they wait, at one moment of a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * HdErrandState: one of the things that a component is about
 * @node: the component
 * @number: which of what it is about
 * @line: where it is in @lines, from 0; @n_lines behind the last
 * @lines: (array length=n_lines): what it goes through
 * @peer, @peer_number: the component that it waits for, and which of what that is about; HD_NO_NODE if it waits for none
 * @text: in words, without the names of its component
 */
typedef struct
{
  guint32 node;
  guint64 number;
  guint line;
  guint n_lines;
  const char *const *lines;
  guint32 peer;
  guint64 peer_number;
  const char *text;
} HdErrandState;

/** HdErrands: immutable, reference counted; used by any thread */
typedef struct _HdErrands HdErrands;

HdErrands *hd_errands_ref (HdErrands *self);
void hd_errands_unref (HdErrands *self);
/** hd_errands_get_n: in the order of nodes */
guint hd_errands_get_n (HdErrands *self);
const HdErrandState *hd_errands_get (HdErrands *self,
                                     guint n);
/** hd_errands_is_cut_off: whether there were more than are kept */
gboolean hd_errands_is_cut_off (HdErrands *self);
/** hd_errands_find: its place, or -1 */
gint hd_errands_find (HdErrands *self,
                      guint32 node,
                      guint64 number);
/**
 * hd_errands_find_circle: those of which each waits for the next, and the last for the first
 *
 * Returns: (transfer full) (element-type guint): places; none if nobody waits so. Of several circles one that does not depend on how the run was divided
 */
GArray *hd_errands_find_circle (HdErrands *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdErrands, hd_errands_unref)

G_END_DECLS
