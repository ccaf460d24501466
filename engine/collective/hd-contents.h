/* hd-contents.h: whose vectors are added up in which chunk, while a schedule is carried out
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-collective.h"

G_BEGIN_DECLS

/**
 * HdContents:
 * @counts: (array length=n_ranks*n_chunks): rank by rank: how many vectors are added up in a chunk; 0 where nothing is that counts, as what comes replaces it
 */
typedef struct
{
  const HdCollective *algorithm;
  guint32 n_ranks;
  guint32 n_chunks;
  guint32 *counts;
} HdContents;

/** hd_contents_init: before the first step. O(sends) */
void hd_contents_init (HdContents *self,
                       const HdCollective *algorithm,
                       guint32 n_ranks);
void hd_contents_init_copy (HdContents *self,
                            const HdContents *other);
void hd_contents_copy (HdContents *self,
                       const HdContents *other);
void hd_contents_clear (HdContents *self);

static inline guint32 *
hd_contents_at (const HdContents *self,
                guint32 rank,
                guint32 chunk)
{
  return &self->counts[(gsize) rank * self->n_chunks + chunk];
}

/** hd_contents_take: what @send brings arrives; @from: what its source had when it left */
void hd_contents_take (HdContents *self,
                       const HdContents *from,
                       const HdSend *send);
/** hd_contents_get_whole: as many vectors as are added up in the result */
guint32 hd_contents_get_whole (const HdContents *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HdContents, hd_contents_clear)

G_END_DECLS
