/* hd-flit-metrics.h: what the metrics of the flit network's energy are called, for reports that read them
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#define HD_FLIT_METRIC_BUFFERS "energy_buffers" /* J, as all */
#define HD_FLIT_METRIC_CROSSBARS "energy_crossbars"
#define HD_FLIT_METRIC_ARBITERS "energy_arbiters"
#define HD_FLIT_METRIC_LINKS "energy_links"
#define HD_FLIT_METRIC_IDLE "energy_idle"
#define HD_FLIT_METRIC_ENERGY "energy"
