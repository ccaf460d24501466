/* hd-progress.h: how far something long has come
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/** HdProgress: written by the thread that works, read by any; reference counted */
typedef struct _HdProgress HdProgress;

/** hd_progress_new: nothing is done yet; one thread sets it, any may read */
HdProgress *hd_progress_new (void);
HdProgress *hd_progress_ref (HdProgress *self);
void hd_progress_unref (HdProgress *self);
/** hd_progress_get: from 0 to 1 */
double hd_progress_get (HdProgress *self);
/** hd_progress_set_stage: from now on hd_progress_set () goes from @from to @to of the whole; @self may be %NULL, if nobody wants to know */
void hd_progress_set_stage (HdProgress *self,
                            double from,
                            double to);
/** hd_progress_set: of the stage; @self may be %NULL */
void hd_progress_set (HdProgress *self,
                      double fraction);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HdProgress, hd_progress_unref)

G_END_DECLS
