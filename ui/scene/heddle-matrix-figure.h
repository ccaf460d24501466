/* heddle-matrix-figure.h: how busy the links, media and memories of a record were, over time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <heddle/heddle.h>

#include "heddle-matrix-painter.h"

G_BEGIN_DECLS

#define HEDDLE_MATRIX_ROW_HEIGHT 18.0

typedef enum
{
  HEDDLE_MATRIX_BUSIEST, /* over the whole run */
  HEDDLE_MATRIX_CARRIED,
  HEDDLE_MATRIX_DRAWN,   /* as the design has them */
} HeddleMatrixOrder;

typedef enum
{
  HEDDLE_MATRIX_EACH,
  HEDDLE_MATRIX_EQUAL,    /* those of one class that did the same are one row */
  HEDDLE_MATRIX_BY_CLASS, /* below headings */
} HeddleMatrixGroups;

/** HeddleMatrixFigure: of a record that may grow; only what carried anything has a row */
typedef struct _HeddleMatrixFigure HeddleMatrixFigure;

HeddleMatrixFigure *heddle_matrix_figure_new (void);
void heddle_matrix_figure_free (HeddleMatrixFigure *self);

void heddle_matrix_figure_set_order (HeddleMatrixFigure *self,
                                     HeddleMatrixOrder order,
                                     HeddleMatrixGroups groups);
/** heddle_matrix_figure_read: @record: (nullable): while it grows rows are sorted anew as seldom as they can be read */
void heddle_matrix_figure_read (HeddleMatrixFigure *self,
                                HdRecord *record);
HdRecord *heddle_matrix_figure_get_record (HeddleMatrixFigure *self);
guint heddle_matrix_figure_get_n_rows (HeddleMatrixFigure *self);
/**
 * heddle_matrix_figure_get_row:
 * @out_target: a link, or a medium or memory; of several that are equal the first
 * @out_n: how many it stands for
 *
 * Returns: %FALSE for a heading
 */
gboolean heddle_matrix_figure_get_row (HeddleMatrixFigure *self,
                                       guint row,
                                       HdHotSpot *out_target,
                                       guint *out_n);
/** heddle_matrix_figure_get_use: of a row between two times: the busier direction's share of its capacity */
double heddle_matrix_figure_get_use (HeddleMatrixFigure *self,
                                     guint row,
                                     HdTime from,
                                     HdTime to);
/** heddle_matrix_figure_paint: @selected: (nullable): of what row it is told that it is */
void heddle_matrix_figure_paint (HeddleMatrixFigure *self,
                                 HeddleText *text,
                                 cairo_t *cr,
                                 const HeddleTheme *theme,
                                 const HeddleWaveView *view,
                                 gboolean past,
                                 gboolean (*selected) (const HdHotSpot *target,
                                                       gpointer data),
                                 gpointer data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HeddleMatrixFigure, heddle_matrix_figure_free)

G_END_DECLS
