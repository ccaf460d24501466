/* record-same.h: two records of one design, which must tell the same
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

/** record_same_check: digest, end, metrics, loads, samples, spans, histograms and files, but not what tells of partitions; @words: said where they differ */
void record_same_check (HdRecord *record,
                        HdRecord *again,
                        const char *words);
/** record_same_check_events: and their number, which at flow fidelity also depends on where the run rests */
void record_same_check_events (HdRecord *record,
                               HdRecord *again,
                               const char *words);
/** record_same_check_prefix: what @part says of the time up to a frame, and a microsecond, before its end, @whole says as well, and nothing else */
void record_same_check_prefix (HdRecord *whole,
                               HdRecord *part,
                               const char *words);
