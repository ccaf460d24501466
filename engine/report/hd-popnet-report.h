/* hd-popnet-report.h: a result in popnet's words
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "hd-flit-energy.h"
#include "hd-report-private.h"

G_BEGIN_DECLS

/** HdPopnetFigures: @power: (nullable): W, of which nothing is known if flits were not counted */
typedef struct
{
  guint64 n_finished;
  double delay_cycles; /* mean of those that have finished; NAN if none has */
  const HdFlitEnergy *power;
} HdPopnetFigures;

/** _hd_popnet_write_figures: with the labels and digits with which popnet prints them */
void _hd_popnet_write_figures (HdWriter *writer,
                               const HdPopnetFigures *figures);

G_END_DECLS
