/* heddle-marks.h: messages of a record on their way, at a moment
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleMark: a message, where as much of its way lies behind it as of it has been sent
 * @link, @direction: of the record's design: 0 goes from its first end to its second
 * @position: 0 to 1 along the link, in that direction
 * @sender: number among the members that are traced
 * @from, @to: nodes of the record's design
 * @name, @iteration, @step: of the communication, as in HdSpan
 * @share: of the whole vector, that it carries; 0 as long as nobody has said
 * @piece: of the vector, that it carries, or the first of several; HD_NO_ID as long as nobody has said
 */
typedef struct
{
  guint32 link;
  guint8 direction;
  float position;
  guint sender;
  guint32 from, to;
  guint32 name;
  guint32 iteration;
  guint32 step;
  guint32 piece;
  float share;
} HeddleMark;

/** HeddleMarks: of a record that has the sends of traced members one by one */
typedef struct _HeddleMarks HeddleMarks;

HeddleMarks *heddle_marks_new (HdRecord *record);
void heddle_marks_free (HeddleMarks *self);
HdRecord *heddle_marks_get_record (HeddleMarks *self);
/**
 * heddle_marks_read:
 * What is under way at @moment, as far as it has ended since: what the run has not come to the end of is not among them. Each sender has at most 256 messages
 * under way that are looked at. O(lanes + senders x log messages), and the messages found.
 *
 * Returns: (array length=out_n): until it is read again
 */
const HeddleMark *heddle_marks_read (HeddleMarks *self,
                                     HdTime moment,
                                     guint *out_n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleMarks, heddle_marks_free)

G_END_DECLS
