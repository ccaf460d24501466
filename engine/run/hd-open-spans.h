/* hd-open-spans.h: what has begun and not ended, for those who watch a run
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-record-private.h"

G_BEGIN_DECLS

typedef struct _HdOpenSpans HdOpenSpans;

HdOpenSpans *hd_open_spans_new (HdRecord *record);
void hd_open_spans_free (HdOpenSpans *self);
void hd_open_spans_begin (HdOpenSpans *self,
                          guint lane_class,
                          const HdSpan *span);
/** hd_open_spans_end: one of this start, kind, name and iteration; nothing happens if there is none, as none is of what is told at its end alone */
void hd_open_spans_end (HdOpenSpans *self,
                        guint lane_class,
                        const HdSpan *span);
void hd_open_spans_clear (HdOpenSpans *self);
/** hd_open_spans_tell: the record, if somebody asked since the last time; O(open spans) then */
void hd_open_spans_tell (HdOpenSpans *self);

G_END_DECLS
