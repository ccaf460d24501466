/* hd-figure-types.h: the components of a design whose probes are something to Heddle
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-record.h>
#include <heddle/heddle-component.h>

G_BEGIN_DECLS

/** HdFigureType: a type, and @nodes, guint32, that are of it */
typedef struct
{
  const HdComponentType *type;
  GArray *nodes;
} HdFigureType;

/** hd_figure_types_find: those with a probe that is @figure, as they come first in the design; (element-type HdFigureType) (transfer full). O(nodes) */
GPtrArray *hd_figure_types_find (HdDesign *design,
                                 HdFigure figure);

/** hd_figure_types_read: the figure of a probe: of all components of the type, or of @node if that is not %HD_NO_ID; %FALSE if the run has none, as of each of many components */
gboolean hd_figure_types_read (HdRecord *record,
                               const HdFigureType *type,
                               guint32 node,
                               const HdProbe *probe,
                               HdMetric *out_metric);

G_END_DECLS
