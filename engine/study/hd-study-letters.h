/* hd-study-letters.h: what the processes of a study write to each other
 * SPDX-License-Identifier: LGPL-3.0-or-later
 *
 * Each letter is a variant that has its type with it. The first process sends jobs and, in the end, all home; the others say what they are worth, give outcomes
 * (%HD_STUDY_OUTCOME_TYPE), and leave.
 */
#pragma once

#include "hd-mailbox.h"

G_BEGIN_DECLS

#define HD_STUDY_JOB "(uutas)"   /* point, repeat, seed, settings */
#define HD_STUDY_GO_HOME "b"
#define HD_STUDY_HELLO "(usms)"  /* runs at a time, fingerprint of the plan, why it can make none */
#define HD_STUDY_LEAVING "()"
#define HD_STUDY_POLL_MS 1       /* MPI wakes nobody */

/** hd_study_letter_send: consumes @letter, if it is floating */
void hd_study_letter_send (HdMailbox *mailbox,
                           guint to,
                           GVariant *letter);
/** hd_study_letter_take: (transfer full) (nullable): the next one that is there */
GVariant *hd_study_letter_take (HdMailbox *mailbox,
                                guint *out_from);

G_END_DECLS
