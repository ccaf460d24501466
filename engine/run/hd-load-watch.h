/* hd-load-watch.h: probes of loads, as means over the frames of the record
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-run-layout.h"

G_BEGIN_DECLS

/** HdLoadWatch: the probes that look at loads, where these are read while the kernel rests */
typedef struct _HdLoadWatch HdLoadWatch;

/**
 * hd_load_watch_new:
 * @layout: was applied to @record; all are borrowed
 * @is_whole: whether a link that no part uses carries nothing; else nobody knows what it carries
 */
HdLoadWatch *hd_load_watch_new (HdDesign *design,
                                HdRecord *record,
                                const HdRunLayout *layout,
                                gboolean is_whole);
void hd_load_watch_free (HdLoadWatch *self);
/** hd_load_watch_sample: @amounts (array length=n_resources): carried before @time; a sample stands where the time since the last call began */
void hd_load_watch_sample (HdLoadWatch *self,
                           HdTime time,
                           const double *amounts);

G_END_DECLS
