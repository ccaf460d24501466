/* heddle-knob.h: a value of the project that is turned on the drawing
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

G_BEGIN_DECLS

/**
 * HeddleKnob:
 * @uid: of the <knob>
 * @address: what it turns, as --set takes it
 * @title: for people
 * @object, @attribute: what that is in the document; 0 where a run has no settings yet
 * @range: of a quantity; its values lie at shares of the way from its low to its high end
 * @words: (array zero-terminated=1) (nullable): that it goes through instead
 * @is_switch: these are off and on
 * @text: (nullable): the present value, as --set takes it; %NULL if it is not known
 * @share: where that lies; NaN if it lies outside, or is not known
 * @metric: (nullable): that is plotted; %NULL for the usual one
 * @fault: (nullable): why it cannot be turned
 */
typedef struct
{
  guint64 uid;
  char *address;
  char *title;
  guint64 object;
  const char *attribute;
  HdSweepRange range;
  char *low, *high;
  char **words;
  gboolean is_switch;
  char *text;
  double share;
  char *metric;
  char *fault;
} HeddleKnob;

/** heddle_knob_new: @design: (nullable): tells what formulas are worth */
HeddleKnob *heddle_knob_new (HdSnapshot *snapshot,
                             HdCatalog *catalog,
                             HdDesign *design,
                             const HdObject *knob);
void heddle_knob_free (HeddleKnob *self);
/** heddle_knob_get_n_stops: 0 if it takes any value between its ends */
guint heddle_knob_get_n_stops (const HeddleKnob *self);
/** heddle_knob_snap: the share nearest to @share at which there is a value; never beyond an end */
double heddle_knob_snap (const HeddleKnob *self,
                         double share);
/** heddle_knob_step: the share of the next value upwards (@direction 1) or downwards (-1); ten of them at once with @is_far */
double heddle_knob_step (const HeddleKnob *self,
                         double share,
                         int direction,
                         gboolean is_far);
/** heddle_knob_dup_text: the value at @share, as --set takes it */
char *heddle_knob_dup_text (const HeddleKnob *self,
                            double share);
/** heddle_knob_find_share: of a value as --set takes it; NaN if it lies outside */
double heddle_knob_find_share (const HeddleKnob *self,
                               const char *text);
/** heddle_knob_dup_figure: a value as --set takes it, for people */
char *heddle_knob_dup_figure (const HeddleKnob *self,
                              const char *text);
/** heddle_setting_evaluate: what is written for a setting, or holds without that; @design: (nullable); %FALSE if it is not known */
gboolean heddle_setting_evaluate (const HdSetting *setting,
                                  HdDesign *design,
                                  HdValue *out_value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleKnob, heddle_knob_free)

G_END_DECLS
