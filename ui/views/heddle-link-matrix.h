/* heddle-link-matrix.h: how busy links, media and memories are over time
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "heddle-matrix-figure.h"
#include "heddle-time-plot.h"

G_BEGIN_DECLS

#define HEDDLE_TYPE_LINK_MATRIX (heddle_link_matrix_get_type ())
G_DECLARE_FINAL_TYPE (HeddleLinkMatrix, heddle_link_matrix, HEDDLE, LINK_MATRIX, HeddleTimePlot)

GtkWidget *heddle_link_matrix_new (HeddleSession *session);
void heddle_link_matrix_set_order (HeddleLinkMatrix *self,
                                   HeddleMatrixOrder order,
                                   HeddleMatrixGroups groups);

G_END_DECLS
