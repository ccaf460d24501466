/* hd-study-fingerprint.h: by what the results of a study are known to be of it
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-document.h>

G_BEGIN_DECLS

/** hd_study_fingerprint: see hd_study_plan_dup_fingerprint () */
char *hd_study_fingerprint (const HdObject *root,
                            const HdObject *study,
                            const char *const *settings);

G_END_DECLS
