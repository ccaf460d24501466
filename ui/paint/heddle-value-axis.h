/* heddle-value-axis.h: an axis of values with their unit
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-axis.h"

G_BEGIN_DECLS

/** heddle_value_axis: about @most ticks; if it @is_logarithmic, @low, @high and positions are logarithms to the base 10; @unit: as hd_figure_in () takes it */
void heddle_value_axis (double low,
                        double high,
                        gboolean is_logarithmic,
                        const char *unit,
                        guint most,
                        HeddleAxis *out_axis);

/** heddle_tick_set_name: a word instead of a value; as much of it as there is room for */
void heddle_tick_set_name (HeddleTick *self,
                           const char *name);

G_END_DECLS
