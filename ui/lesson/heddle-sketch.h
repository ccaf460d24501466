/* heddle-sketch.h: a curve that is drawn by hand, before anybody knows it
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * HeddleSketch:
 *
 * A value for each column: by a drag over them, or by keys: Left and Right choose the column, Up and Down move it, with Ctrl by little.
 *
 * Signals:
 *   changed   another value was drawn
 */
#define HEDDLE_TYPE_SKETCH (heddle_sketch_get_type ())
G_DECLARE_FINAL_TYPE (HeddleSketch, heddle_sketch, HEDDLE, SKETCH, GtkWidget)

/** heddle_sketch_new: @labels: (array zero-terminated=1): of the columns */
GtkWidget *heddle_sketch_new (const char *const *labels);
/** heddle_sketch_set_scale: from 0 to a round figure not below @most, in SI; @unit: (nullable): "s" */
void heddle_sketch_set_scale (HeddleSketch *self,
                              double most,
                              const char *unit);
/** heddle_sketch_set_right: (array) (nullable): in SI: what is so, shown beside what was drawn, which can then no longer be changed */
void heddle_sketch_set_right (HeddleSketch *self,
                              const double *right);
/** heddle_sketch_dup_text: (transfer full) (nullable): quantities, separated by commas; %NULL while one is missing */
char *heddle_sketch_dup_text (HeddleSketch *self);
/** heddle_sketch_set_text: as far as it can be read */
void heddle_sketch_set_text (HeddleSketch *self,
                             const char *text);

G_END_DECLS
