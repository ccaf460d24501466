/* heddle-chalk.h: what is drawn with the pointer over what is presented
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * HeddleChalk:
 *
 * Lies over everything. Strokes of a pen, and a spot of light around the pointer; no part of any document. Without a pen the pointer goes through it.
 */
#define HEDDLE_TYPE_CHALK (heddle_chalk_get_type ())
G_DECLARE_FINAL_TYPE (HeddleChalk, heddle_chalk, HEDDLE, CHALK, GtkWidget)

#define HEDDLE_N_PENS 4

GtkWidget *heddle_chalk_new (void);
/** heddle_chalk_set_pen: from 0; -1: none */
void heddle_chalk_set_pen (HeddleChalk *self,
                           int pen);
int heddle_chalk_get_pen (HeddleChalk *self);
/** heddle_chalk_erase: all, or the last stroke alone */
void heddle_chalk_erase (HeddleChalk *self,
                         gboolean all);
guint heddle_chalk_get_n_strokes (HeddleChalk *self);
/** heddle_chalk_set_spot: whether the pointer has one */
void heddle_chalk_set_spot (HeddleChalk *self,
                            gboolean shown);
gboolean heddle_chalk_get_spot (HeddleChalk *self);
/** heddle_chalk_point: where the pointer is; its owner sees that even where it goes through */
void heddle_chalk_point (HeddleChalk *self,
                         double x,
                         double y);

G_END_DECLS
