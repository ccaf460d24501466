/* allotment.h: which clusters do which stage
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include "table.h"

#define ALLOTMENT_MOST_COST (UINT64_C (1) << 40)

/**
 * allotment_divide: divides @n_clusters among @n_stages so that the slowest stage is as fast as it can be: that with the least clusters for its cost. A stage without cost gets none,
 * any other at least one; what makes no difference goes to the first stage with a cost. Returns 0 if there are too few.
 */
int allotment_divide (const uint64_t *costs,
                      uint32_t n_stages,
                      uint32_t n_clusters,
                      uint32_t *out_n);
/** allotment_read_costs: of the line of @table that begins with @name; the costs of stages stand behind it, those that are not said are 0. Returns 0 with a sentence in Table.why */
int allotment_read_costs (Table *table,
                          const char *name,
                          uint32_t n_stages,
                          uint64_t *out_costs);
/** allotment_parse: numbers with commas between them, as "5,8,0,3"; what is not said is 0. Returns 0 if it is something else */
int allotment_parse (const char *text,
                     uint32_t n_stages,
                     uint32_t *out_n);
