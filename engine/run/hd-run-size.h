/* hd-run-size.h: how much memory a run of a design takes, before it is made
 * SPDX-License-Identifier: LGPL-3.0-or-later
 */
#pragma once

#include <heddle/hd-design.h>

#include "hd-budget.h"

G_BEGIN_DECLS

/**
 * hd_run_size_take:
 *
 * Takes what the components that act, their links and the record's tables need. What work needs depends on routes and schedules, and is taken where
 * they are made.
 *
 * Errors: %HD_ERROR_LIMIT, and those of hd_budget_may_go_on ().
 */
gboolean hd_run_size_take (HdDesign *design,
                           HdBudget *budget,
                           GError **error);

/**
 * hd_run_size_measure:
 * @out_design: what @design itself takes
 * @out_run: what hd_run_size_take () takes for a run of it
 *
 * O(nodes + links). Safe in any thread.
 *
 * Errors: %HD_ERROR_CANCELLED.
 */
gboolean hd_run_size_measure (HdDesign *design,
                              guint64 *out_design,
                              guint64 *out_run,
                              GCancellable *cancellable,
                              GError **error);

G_END_DECLS
